"""Panels of the latents of a network: their bits, spread and noise."""

import functools
from collections.abc import Sequence

from .... import viz
from ..data import WALKED, bits_of, network

ROW = 26.0  # pixels of a latent
NOTE = (
    "bar: spread of the codes (standard deviation over sentences); pink stroke: noise "
    "(standard deviation)"
)


@functools.cache
def max_entry() -> float:
    """The largest entry over all networks, which have the same scale of shades."""
    return max(float(bits_of(model).values.max()) for model in WALKED)


def latent_bits_panel(model: str) -> viz.Panel:
    """Bits that each latent carries."""
    title = "bits that each latent carries; without noise"
    return viz.matrix_panel(bits_of(model), cell=40, min_width=330, title=title, full=max_entry())


@viz.panel(
    height=lambda model: 78 + ROW * len(bits_of(model).row_names), min_width=330, max_width=420
)
def noise_panel(canvas: viz.Canvas, model: str, changes: Sequence[int] = ()) -> None:
    """A bar for the spread of each latent's codes, and a stroke for their noise in training.

    changes : number of words that each latent changes.
    """
    spread, noise = network(model)["spread"], network(model)["noise"]
    x, y, width, _ = canvas.box
    titles = "spread of the codes, and noise in training", "spread and noise"
    if changes:
        titles = "spread, noise, and words that change with each latent", "spread, noise, words"
    canvas.title(*titles)
    room = width - 58 - (164 if changes else 78)
    full = max(1.0, *spread, *noise)
    for j in range(len(spread)):
        row = canvas.within(x + 58, y + 30 + ROW * j, room, 16)
        draw_spread(row, j, spread[j], noise[j], full)
        if changes:
            draw_changes(row, j, changes[j])
    canvas.paragraph(x, y + 44 + ROW * len(spread), width, NOTE)


def draw_spread(canvas: viz.Canvas, j: int, spread: float, noise: float, full: float) -> None:
    """Draw the bar of one latent and the stroke of its noise.   full : value of a full bar."""
    left, top, room, height = canvas.box
    name = f"latent {j + 1}"
    canvas.note(left - 8, top + 13, name, "end", link=name)
    canvas.rect(left, top, room, height, viz.GROUND, viz.GRID, rx=3, link=name)
    canvas.rect(
        left, top, spread / full * room, height, viz.PART, rx=3, key=f"spread{j}", link=name
    )
    x, style = left + noise / full * room, {"stroke_width": "3", "key": f"noise{j}"}
    canvas.line(x, top - 3, x, top + 19, viz.class_colour(1), **style)
    numbers = f"{spread:.2f}, {noise:.2f}"
    canvas.text(left + room + 72, top + 13, numbers, "end", font_size="11", link=name)


def draw_changes(canvas: viz.Canvas, j: int, count: int) -> None:
    """Draw the number of words that one latent changes."""
    left, top, room, _ = canvas.box
    style: viz.Style = {"font_size": "11", "key": f"moved{j}", "link": f"latent {j + 1}"}
    style |= {"font_weight": "bold"} if count else {"fill": viz.FAINT}
    words = f"{count} word{'s' * (count != 1)}"
    canvas.text(left + room + 86, top + 13, words, "start", **style)
