"""Results as pictures and pages, and the texts that notebooks show.

theme          colours that follow the theme of the page
canvas         a drawing area with shapes as methods; panels are functions of a canvas and data
plot           a plot with axes on a canvas, built from layers
handles        what a reader drags in a picture
panels         matrices, bars, scatter plots and curves as panels
picture        panels in rows, with a caption, a text and scores
score_pictures  scores and matrices as pictures
plots          the same as matplotlib figures
images         images of a world or a decoder inside a picture
text_size      how wide words are, and where lines break
report         HTML pages that need no other file
bibliography   papers that notebooks and docstrings refer to
markdown       sentences and the package's source, as notebooks show them
display_names  how metrics and latents are named in pictures
"""

from .canvas import HALO, Canvas, Panel, Pixels, Style, by_width, panel, radio_group, scale, stack
from .display_names import capitalised_name, display_name
from .handles import Axis, Handle, along, pull
from .images import strip
from .markdown import enumerated
from .panels import (
    ToPixels,
    bars_panel,
    cell_handles,
    choice_handles,
    curves_panel,
    draw_matrix,
    frame_cell,
    matrix_height,
    matrix_panel,
    matrix_width,
    parts_panel,
    scatter_panel,
    strip_plot_panel,
    words_panel,
)
from .picture import Picture
from .plot import Plot, padded_range, round_ticks, span_of
from .score_pictures import describe_matrix, describe_scores
from .text_size import paragraph_height, short, short_names, width_in_letters
from .theme import (
    CHOSEN,
    CLASSES,
    FAINT,
    GRID,
    GROUND,
    GUESS,
    HANDLE,
    INK,
    PAPER,
    PART,
    READ,
    TRUTH,
    class_colour,
    on_shade,
    shade,
)

__all__ = [
    "Axis",
    "CHOSEN",
    "CLASSES",
    "Canvas",
    "FAINT",
    "GRID",
    "GROUND",
    "GUESS",
    "HALO",
    "HANDLE",
    "Handle",
    "INK",
    "PAPER",
    "PART",
    "Panel",
    "Picture",
    "Pixels",
    "Plot",
    "READ",
    "Style",
    "TRUTH",
    "ToPixels",
    "along",
    "bars_panel",
    "by_width",
    "capitalised_name",
    "cell_handles",
    "choice_handles",
    "class_colour",
    "curves_panel",
    "describe_matrix",
    "describe_scores",
    "display_name",
    "draw_matrix",
    "enumerated",
    "frame_cell",
    "matrix_height",
    "matrix_panel",
    "matrix_width",
    "on_shade",
    "padded_range",
    "panel",
    "paragraph_height",
    "parts_panel",
    "pull",
    "radio_group",
    "round_ticks",
    "scale",
    "scatter_panel",
    "shade",
    "short",
    "short_names",
    "span_of",
    "stack",
    "strip",
    "strip_plot_panel",
    "width_in_letters",
    "words_panel",
]
