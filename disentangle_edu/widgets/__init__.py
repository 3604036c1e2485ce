"""The parts of every lab. This is the only package that imports anywidget.

lab          values, a function that draws them, and what you can do with them
controls     quantities that you can move, as plain values with a check
protocol     every message between Python and the page, and its fields
widget       the stage, which sends and receives them; the folder page has the page's side
display      pictures that stay hidden until a question is answered
prediction   questions on a stage, and their answers
change_text  sentences on what a gesture has changed
history      undo and redo
links        addresses that open one lab in its state
tables       scores of several codes side by side

The labs themselves are in `chapters`.
"""

try:
    import anywidget
    import ipywidgets
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"disentangle_edu.labs: found no {error.name}, expected the packages of the extra 'lab': "
        "pip install 'disentangle-edu[lab]'.",
        name=error.name,
    ) from error

from .change_text import SEEN, describe_by_caption, each_changed, from_to, what_changed
from .controls import (
    Control,
    choice,
    flag,
    folded_away,
    free,
    moved_by_handle,
    moved_cell,
    number,
    number_table,
    points,
    some_of,
    whole,
    word,
)
from .gated_display import After, Bundle
from .interaction import UPDATE_INTERVAL, Draw, Lab, lab, register_public
from .protocol import ControlSpec, Scene, Source

__all__ = [
    "After",
    "Bundle",
    "Control",
    "ControlSpec",
    "Draw",
    "Lab",
    "SEEN",
    "Scene",
    "Source",
    "UPDATE_INTERVAL",
    "choice",
    "describe_by_caption",
    "each_changed",
    "flag",
    "folded_away",
    "free",
    "from_to",
    "lab",
    "moved_by_handle",
    "moved_cell",
    "number",
    "number_table",
    "points",
    "register_public",
    "some_of",
    "what_changed",
    "whole",
    "word",
]
