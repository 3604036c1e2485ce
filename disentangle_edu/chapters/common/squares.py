"""A square of all samples, cut by three points: the information that two things share.

Every number is exact. The two things are a latent and a factor of two values each, or two kinds of
words that some sentences lack. Each word is equally likely, independently of everything else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ... import viz
from ...measures.information import entropy
from ...types import Floats

# The least share of sentences with the first kind, without it, and of these with the second kind.
LEAST = 0.02


def bits_shared(shares: Floats) -> float:
    """Bits that the rows and the columns of a table of shares have in common."""
    shared = entropy(shares.sum(1)) + entropy(shares.sum(0)) - entropy(shares)
    return max(shared, 0.0)  # rounding could give a value below 0


@dataclass(frozen=True)
class SquareLabels:
    """Words of a square: its four parts, and the labels of its points."""

    whole: str
    left: tuple[str, str]  # below, above
    right: tuple[str, str]
    # The left part; below the cut in the left part; below the cut in the right part.
    points: tuple[str, str, str]


HUES, DEPTHS = (
    (viz.class_colour(0), viz.class_colour(4)),
    (0.4, 0.15),
)  # left and right; below and above


@viz.panel(290, min_width=260, max_width=330)
def square_panel(
    canvas: viz.Canvas,
    shares: tuple[float, float, float],
    min_width: Sequence[float],
    named: SquareLabels,
) -> None:
    """All samples: `shares` are to the left, and of the left and of the right below.

    min_width : of all are to the left and to the right, and of either are below.
    """
    first, below = shares[0], shares[1:]
    x, y, width, _ = canvas.box
    side, top = min(width - 40, 230.0), y + 40
    bottom, cut = top + side, x + first * side
    title = f"{named.whole}: drag the three points", "drag the three points"
    canvas.title(*title)
    x, cut = x + 8, cut + 8  # so that a point at the edge is fully visible
    columns = (x, cut, named.left), (cut, x + side, named.right)
    for j, (left, right, parts) in enumerate(columns):
        edge = bottom - below[j] * side
        for name, depth, start, end in zip(parts, DEPTHS, (edge, top), (bottom, edge)):
            box, fill = (left, start, right - left, end - start), (HUES[j], depth)
            _draw_area(canvas.within(*box), name, f"{box[2] * box[3] / side**2:.0%}", fill)
        control = ("with_it", "without")[j]
        canvas.line(left, edge, right, edge, viz.HANDLE, stroke_width="2.5", key=f"edge{j}")
        low = min_width[1 + j]
        axis = viz.Axis(control, below[j], low, 1, 0.01, "y", bottom - low * side, top)
        handle = viz.Handle(named.points[1 + j], (axis,), f"{below[j]:.0%}")
        canvas.circle((left + right) / 2, edge, 8, viz.HANDLE, key=control, handle=handle)
    canvas.line(cut, top - 8, cut, bottom, viz.INK, stroke_width="2", key="cut")
    ends = x + min_width[0] * side, x + (1 - min_width[0]) * side
    axis = viz.Axis("first", first, min_width[0], 1 - min_width[0], 0.01, "x", *ends)
    handle = viz.Handle(named.points[0], (axis,), f"{first:.0%}")
    canvas.circle(cut, top - 8, 8, viz.HANDLE, key="first", handle=handle)


def _draw_area(canvas: viz.Canvas, label: str, share: str, fill: tuple[str, float]) -> None:
    """A part of the square, named where there is room.   fill : a hue, and how deep."""
    x, y, width, height = canvas.box
    style: viz.Style = {"key": label, "title": f"{label}: {share}", "fill_opacity": fill[1]}
    canvas.rect(*canvas.box, fill[0], viz.GRID, **style)
    if width < 7.6 * viz.width_in_letters(label) or height < 40:
        return
    for j, words in enumerate((label, share)):
        note: viz.Style = {"pointer_events": "none", "key": f"{label}{j}"}
        canvas.text(x + width / 2, y + height / 2 - 3 + 15 * j, words, **note)
