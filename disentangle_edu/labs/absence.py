"""A lab on factors that some samples lack: what two kinds of words tell by being there or not.

Every number is exact: the values of both kinds are drawn evenly and look at nothing.
"""

from typing import Any

import numpy as np

from ..core import Floats, InformativenessMatrix, Score
from ..measures.counting import entropy
from ..metrics import mig
from ..show.panels import bars_panel, class_colour
from ..show.svg import (
    GRID,
    GROUND,
    INK,
    MARK,
    Axis,
    Handle,
    Panel,
    Picture,
    circle,
    heading,
    line,
    rect,
    stack,
    text,
)
from .controls import in_picture, number
from .lab import Lab, lab, tells_itself

VALUES = 5, 2  # of the two kinds, as POS has them of its conjunctions
KINDS = "first kind", "second kind"
LEAST = 0.02  # of all sentences have the first kind, and lack it; of the latter have the second


def _shares(first: float, with_it: float, without: float) -> Floats:
    """Of a value (or none, in the last place) of the first kind with one of the second."""
    shares = np.zeros((VALUES[0] + 1, VALUES[1] + 1))
    for there, share, second in ((True, first, with_it), (False, 1 - first, without)):
        rows = slice(0, VALUES[0]) if there else slice(VALUES[0], None)
        count = VALUES[0] if there else 1
        shares[rows, :-1] = share * second / (count * VALUES[1])
        shares[rows, -1] = share * (1 - second) / count
    return shares


def _shared(shares: Floats) -> float:
    """Bits that rows and columns of a table of shares tell about each other."""
    told = entropy(shares.sum(1)) + entropy(shares.sum(0)) - entropy(shares)
    return max(told, 0.0)  # rounding


def perfect_code(shares: Floats, absent_is_a_value: bool) -> Score:
    """MIG of a latent for each kind, which copies it."""
    tables = (shares, shares) if absent_is_a_value else (shares[:-1], shares[:, :-1])
    totals = [entropy(table.sum(1 - k)) for k, table in enumerate(tables)]
    told = [_shared(table) for table in tables]  # by the other kind's latent
    matrix = InformativenessMatrix(
        [[totals[0], told[1]], [told[0], totals[1]]],
        "bits",
        "bits",
        factor_total=totals,
        column_names=KINDS,
    )
    return mig(matrix)


def _mosaic(first: float, with_it: float, without: float) -> Panel:
    """A square of all sentences: to the left who has the first kind, below who has the second."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        side, top = min(width - 40, 230.0), y + 40
        bottom, cut = top + side, x + first * side
        title = "all sentences: drag the three points", "drag the three points"
        out = [heading(x, y, width, *title)]
        x, cut = x + 8, cut + 8  # so that a point at the edge is seen whole
        columns = (
            (x, cut, with_it, ("both", class_colour(5)), ("first only", class_colour(0))),
            (cut, x + side, without, ("second only", class_colour(4)), ("neither", GROUND)),
        )
        for j, (left, right, share, low, high) in enumerate(columns):
            edge = bottom - share * side
            for (words, fill), start, end in ((low, edge, bottom), (high, top, edge)):
                box = left, start, right - left, end - start
                out.append(_area(box, words, f"{box[2] * box[3] / side**2:.0%}", fill))
            name = ("with_it", "without")[j]
            stroke: dict[str, Any] = {"stroke_width": "2.5", "key": f"edge{j}"}
            out.append(line(left, edge, right, edge, MARK, **stroke))
            low_end = LEAST if j else 0.0
            axis = Axis(name, share, low_end, 1, 0.01, "y", bottom - low_end * side, top)
            whose = f"of those with{'out' if j else ''} the first kind, have the second"
            handle = Handle(whose, (axis,), f"{share:.0%}")
            out.append(circle((left + right) / 2, edge, 8, MARK, key=name, handle=handle))
        out.append(line(cut, top - 8, cut, bottom, INK, stroke_width="2", key="cut"))
        ends = x + LEAST * side, x + (1 - LEAST) * side
        axis = Axis("first", first, LEAST, 1 - LEAST, 0.01, "x", *ends)
        handle = Handle("have the first kind", (axis,), f"{first:.0%}")
        out.append(circle(cut, top - 8, 8, MARK, key="first", handle=handle))
        return "".join(out)

    return Panel(draw, 290, 260, 330)


def _area(box: tuple[float, float, float, float], words: str, share: str, fill: str) -> str:
    """A part of the square, named where there is room."""
    x, y, wide, high = box
    told: dict[str, Any] = {"key": words, "title": f"{words}: {share}", "fill_opacity": "0.45"}
    out = rect(x, y, wide, high, fill, GRID, **told)
    if wide < 6.6 * len(words) or high < 40:
        return out
    for j, line_ in enumerate((words, share)):
        note: dict[str, Any] = {"pointer_events": "none", "key": f"{words}{j}"}
        out += text(x + wide / 2, y + high / 2 - 3 + 15 * j, line_, **note)
    return out


def _said(first: float, with_it: float, without: float, told: float) -> str:
    """Why the kinds tell about each other, or do not."""
    if abs(with_it - without) < 0.005:
        return (
            "The second kind is as frequent with the first as without it, "
            "so that whether one is there tells nothing about the other."
        )
    both, neither = first * with_it, (1 - first) * (1 - without)
    never = "is never there together with" if both < 0.005 else "is there more seldom with"
    how = never if with_it < without else "is there more often with"
    sure = " One is always there: who sees the one knows of the other." if neither < 0.005 else ""
    return (
        f"The second kind {how} the first: by being there or not, and by nothing else, "
        f"they tell {told:.2f} bits about each other.{sure if both < 0.005 else ''}"
    )


def draw_absent_kinds(first: float, with_it: float, without: float) -> Picture:
    """Two kinds of words that some sentences lack, the bits they share, and MIG both ways."""
    shares = _shares(first, with_it, without)
    entropies, told = [entropy(shares.sum(1)), entropy(shares.sum(0))], _shared(shares)
    scores = {
        f"absent is {words}": perfect_code(shares, as_value).value
        for words, as_value in (("a value", True), ("left out", False))
    }
    bits = {f"all of the {name}": value for name, value in zip(KINDS, entropies)}
    bits["what they share"] = told
    most = 3.0  # bits; five values and none are log2 6 at most
    panels = (
        _mosaic(first, with_it, without),
        stack(
            bars_panel("bits, if absent is a value", bits, top=most, key="bits"),
            bars_panel("MIG of a latent for each kind", scores, key="mig"),
        ),
    )
    said = _said(first, with_it, without, told)
    where = f"{first:.0%} of the sentences have the first kind."
    words = "\n".join(
        [where, *(f"{k}: {v:.3f} bits" for k, v in bits.items())]
        + [f"MIG, {k}: {v:.3f}" for k, v in scores.items()]
    )
    return Picture(panels, f"A square of sentences. {where} {said}", words, dict(scores), said)


@lab
def absent_kinds(after: Any = None) -> Lab:
    """Two kinds of words, each absent from some sentences: what do they tell about each other?"""
    controls = {
        "first": in_picture(number("have the first kind", 0.65, LEAST, 1 - LEAST)),
        "with_it": in_picture(number("of those, have the second", 0.4, 0, 1)),
        "without": in_picture(number("of the others, have the second", 0.4, LEAST, 1)),
    }
    return Lab(draw_absent_kinds, controls, tell=tells_itself, after=after)
