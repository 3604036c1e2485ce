"""A latent, and the straight lines that part its values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...types import Floats
from ...viz.canvas import Canvas, panel
from ...viz.panels import draw_axes
from ...viz.svg import FAINT, GRID, MARK, PAPER, PART, Panel, Style

# -------------------------------------------------------------------- a line for each level


@dataclass(frozen=True)
class Lines:
    """A line for each value of a factor, over a latent; a sample is said to have the highest.

    places : where the values lie.   slopes, heights : of the lines.   names : of the values.
    spans : what of the plane is shown.
    """

    places: Floats
    slopes: Floats
    heights: Floats
    names: Sequence[str]
    spans: tuple[tuple[float, float], tuple[float, float]]

    def at(self, places: ArrayLike) -> Floats:
        """How high every line is there: (places, lines)."""
        return np.multiply.outer(places, self.slopes) + self.heights

    @property
    def recognised(self) -> NDArray[np.bool_]:
        """Which values have the highest line where they lie."""
        return self.at(self.places).argmax(1) == np.arange(len(self.places))


NUMBERED = 9  # values at most whose dots have room for a number
LEGEND = "dots: on their own lines; hollow: another line is higher"


def lines_panel(lines: Lines, labels: tuple[str, str], key: str, size: tuple[int, int]) -> Panel:
    """Every value's line, the highest thick, and each value as a dot on its own line.

    labels : title and x.   key : tells these lines from others.   size : height, largest width.
    """
    (low, high), across = lines.spans[1], np.linspace(*lines.spans[0], 641)
    highest, recognised = lines.at(across).max(1), lines.recognised

    @panel(size[0], min_width=300, max_width=size[1])
    def draw(canvas: Canvas) -> None:
        x, y, width, height = canvas.box
        axis_labels = (*labels, "height of the line")
        to_pixels = draw_axes(canvas, axis_labels, *lines.spans, box=(x, y, width, height - 20))
        thin = {"stroke_width": "1", "stroke_opacity": "0.6"}
        for j, (name, w, h) in enumerate(zip(lines.names, lines.slopes, lines.heights)):
            inside = across[abs(w * across + h - (low + high) / 2) <= (high - low) / 2]
            ends = [to_pixels(a, w * a + h) for a in inside[[0, -1]]] if len(inside) else []
            canvas.polyline(ends, FAINT, link=name, key=f"{key}slope{j}", **thin)
        in_view = highest <= high
        top = [to_pixels(a, b) for a, b in zip(across[in_view], highest[in_view])]
        canvas.polyline(top, MARK, stroke_width="3", key=f"{key}top", pointer_events="none")
        for j, (latent, name) in enumerate(zip(lines.places, lines.names)):
            own_line, best = np.clip([lines.at(latent)[j], lines.at(latent).max()], low, high)
            (a, b), (_, above) = to_pixels(latent, own_line), to_pixels(latent, best)
            dot: Style = {"stroke": PART, "stroke_width": "2", "link": name}
            dot |= {
                "title": f"{name}: {'told' if recognised[j] else 'not told'}",
                "key": f"{key}own{j}",
            }
            canvas.line(a, b, a, above, GRID, stroke_width="2")
            canvas.circle(a, b, 5, PART if recognised[j] else PAPER, **dot)
            if len(lines.places) <= NUMBERED:
                note: Style = {"font_size": "11", "key": f"{key}number{j}"}
                canvas.text(a, b + (18 if own_line < best else -9), j + 1, **note)
        canvas.note(x, y + height - 6, LEGEND)

    return draw()
