"""A latent, and the straight lines that separate its values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ... import viz
from ...types import Floats

# -------------------------------------------------------------------- a line for each level


@dataclass(frozen=True)
class Lines:
    """A line for each value of a factor; the highest line classifies a sample.

    places : positions of the values.   slopes, heights : of the lines.   names : of the values.
    spans : ranges of the axes.
    """

    places: Floats
    slopes: Floats
    heights: Floats
    names: Sequence[str]
    spans: tuple[tuple[float, float], tuple[float, float]]

    def at(self, places: ArrayLike) -> Floats:
        """Height of each line at given places: (places, lines)."""
        return np.multiply.outer(places, self.slopes) + self.heights

    @property
    def recognised(self) -> NDArray[np.bool_]:
        """Whether each value has the highest line at its own position."""
        return self.at(self.places).argmax(1) == np.arange(len(self.places))


NUMBERED = 9  # up to this many values, the dots have room for numbers
LEGEND = "dots: on their own lines; hollow: another line is higher"


@viz.panel(
    height=lambda size: size[0],
    min_width=300,
    max_width=lambda size: size[1],
)
def lines_panel(
    canvas: viz.Canvas, lines: Lines, labels: tuple[str, str], key: str, size: tuple[int, int]
) -> None:
    """The line of every value, the highest thick, and each value as a dot on its own line.

    labels : title and x.   key : prefix of the keys of these lines.   size : height, largest width.
    """
    x, y, width, height = canvas.box
    frame = canvas.within(x, y, width, height - 20)
    plot = viz.Plot(frame, (*labels, "height of the line"), *lines.spans)
    _draw_lines(plot, lines, key)
    for j, name in enumerate(lines.names):
        _draw_value(plot, lines, j, name, key)
    canvas.note(x, y + height - 6, LEGEND)


def _draw_lines(plot: viz.Plot, lines: Lines, key: str) -> None:
    """Every line as far as it is in view, and the highest of them."""
    (low, high), across = lines.spans[1], np.linspace(*lines.spans[0], 641)
    thin = {"stroke_width": "1", "stroke_opacity": "0.6"}
    for j, (name, w, h) in enumerate(zip(lines.names, lines.slopes, lines.heights)):
        inside = across[abs(w * across + h - (low + high) / 2) <= (high - low) / 2]
        ends = inside[[0, -1]] if len(inside) else inside
        plot.line(ends, w * ends + h, viz.FAINT, link=name, key=f"{key}slope{j}", **thin)
    highest = lines.at(across).max(1)
    in_view = highest <= high
    style: viz.Style = {"stroke_width": "3", "key": f"{key}top", "pointer_events": "none"}
    plot.line(across[in_view], highest[in_view], viz.class_colour(1), **style)


def _draw_value(plot: viz.Plot, lines: Lines, j: int, name: str, key: str) -> None:
    """One value as a dot on its own line, joined to the highest line at its position."""
    canvas, latent, recognised = plot.canvas, lines.places[j], lines.recognised[j]
    heights = lines.at(latent)
    own_line, best = np.clip([heights[j], heights.max()], *lines.spans[1])
    (x, y), (_, above) = plot(latent, own_line), plot(latent, best)
    canvas.line(x, y, x, above, viz.GRID, stroke_width="2")
    dot: viz.Style = {"stroke": viz.PART, "stroke_width": "2", "link": name, "key": f"{key}own{j}"}
    title = f"{name}: {'recognised' if recognised else 'not recognised'}"
    canvas.circle(x, y, 5, viz.PART if recognised else viz.PAPER, title, **dot)
    if len(lines.places) <= NUMBERED:
        below = 18 if own_line < best else -9
        canvas.text(x, y + below, j + 1, font_size="11", key=f"{key}number{j}")
