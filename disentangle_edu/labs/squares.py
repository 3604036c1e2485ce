"""Labs in a square of all samples, which three points cut: what two things tell about each other.

Every number is exact. In 05 the two are a latent and a factor of two values each, in 21 two kinds
of words that some sentences lack; which word stands there is drawn evenly, whatever else is so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import Floats, InformativenessMatrix, Score
from ..measures.counting import entropy
from ..metrics import mig
from ..show.panels import bars_panel, class_colour
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PART,
    Axis,
    Handle,
    Panel,
    Picture,
    circle,
    heading,
    in_letters,
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


@dataclass(frozen=True)
class Named:
    """What a square is of: its four parts, and what its points say of themselves."""

    whole: str
    left: tuple[str, str]  # below, above
    right: tuple[str, str]
    points: tuple[str, str, str]  # what is to the left; of those, and of the others, what is below


HUES, DEPTHS = (class_colour(0), class_colour(4)), (0.4, 0.15)  # left and right, below and above


def _square(shares: tuple[float, float, float], least: Sequence[float], named: Named) -> Panel:
    """All samples: `shares` are to the left, and of the left and of the right below.

    least : of all are to the left and to the right, and of either are below.
    """
    first, below = shares[0], shares[1:]

    def draw(x: float, y: float, width: float, height: float) -> str:
        side, top = min(width - 40, 230.0), y + 40
        bottom, cut = top + side, x + first * side
        title = f"{named.whole}: drag the three points", "drag the three points"
        out = [heading(x, y, width, *title)]
        x, cut = x + 8, cut + 8  # so that a point at the edge is seen whole
        columns = (x, cut, named.left), (cut, x + side, named.right)
        for j, (left, right, parts) in enumerate(columns):
            edge = bottom - below[j] * side
            for name, depth, start, end in zip(parts, DEPTHS, (edge, top), (bottom, edge)):
                box, fill = (left, start, right - left, end - start), (HUES[j], depth)
                out.append(_area(box, name, f"{box[2] * box[3] / side**2:.0%}", fill))
            control = ("with_it", "without")[j]
            stroke: dict[str, Any] = {"stroke_width": "2.5", "key": f"edge{j}"}
            out.append(line(left, edge, right, edge, MARK, **stroke))
            low = least[1 + j]
            axis = Axis(control, below[j], low, 1, 0.01, "y", bottom - low * side, top)
            handle = Handle(named.points[1 + j], (axis,), f"{below[j]:.0%}")
            out.append(circle((left + right) / 2, edge, 8, MARK, key=control, handle=handle))
        out.append(line(cut, top - 8, cut, bottom, INK, stroke_width="2", key="cut"))
        ends = x + least[0] * side, x + (1 - least[0]) * side
        axis = Axis("first", first, least[0], 1 - least[0], 0.01, "x", *ends)
        handle = Handle(named.points[0], (axis,), f"{first:.0%}")
        out.append(circle(cut, top - 8, 8, MARK, key="first", handle=handle))
        return "".join(out)

    return Panel(draw, 290, 260, 330)


def _area(
    box: tuple[float, float, float, float], words: str, share: str, fill: tuple[str, float]
) -> str:
    """A part of the square, named where there is room.   fill : a hue, and how deep."""
    x, y, wide, high = box
    told: dict[str, Any] = {"key": words, "title": f"{words}: {share}", "fill_opacity": fill[1]}
    out = rect(x, y, wide, high, fill[0], GRID, **told)
    if wide < 7.6 * in_letters(words) or high < 40:
        return out
    for j, line_ in enumerate((words, share)):
        note: dict[str, Any] = {"pointer_events": "none", "key": f"{words}{j}"}
        out += text(x + wide / 2, y + high / 2 - 3 + 15 * j, line_, **note)
    return out


def _said(first: float, with_it: float, without: float, told: float) -> str:
    """Why the kinds tell about each other, or do not, and what MIG makes of it."""
    if told < 0.005:
        about, nothing = ("", "nothing") if with_it == without else ("about ", "hardly anything")
        return (
            f"The second kind is {about}as frequent with the first as without it, "
            f"so that whether one is there tells {nothing} about the other."
        )
    both, neither = first * with_it, (1 - first) * (1 - without)
    never = "is never there together with" if both < 0.005 else "is there more seldom with"
    how = never if with_it < without else "is there more often with"
    sure = " One is always there: who sees the one knows of the other." if neither < 0.005 else ""
    return (
        f"The second kind {how} the first: by being there or not they tell {told:.2f} bits about "
        f"each other. MIG takes these off the bits of either.{sure if both < 0.005 else ''}"
    )


SENTENCES = Named(
    "all sentences",
    ("both", "first only"),
    ("second only", "neither"),
    (
        "have the first kind",
        "of those with the first kind, have the second",
        "of those without the first kind, have the second",
    ),
)


def draw_absent_kinds(first: float, with_it: float, without: float) -> Picture:
    """Two kinds of words that some sentences lack, the bits they share, and MIG both ways."""
    shares = _shares(first, with_it, without)
    entropies, told = [entropy(shares.sum(1)), entropy(shares.sum(0))], _shared(shares)
    scores = {
        f"absent is {words}": perfect_code(shares, as_value).value
        for words, as_value in (("a value", True), ("left out", False))
    }
    bits = {**dict(zip(KINDS, entropies)), "shared": told}
    most = 3.0  # bits; five values and none are log2 6 at most
    panels = (
        _square((first, with_it, without), (LEAST, 0.0, LEAST), SENTENCES),
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
        "first": in_picture(number("have the first kind", 0.6, LEAST, 1 - LEAST)),
        "with_it": in_picture(number("of those, have the second", 0.6, 0, 1)),
        "without": in_picture(number("of the others, have the second", 0.2, LEAST, 1)),
    }
    return Lab(draw_absent_kinds, controls, tell=tells_itself, after=after)


# ------------------------------------------------------------------------ a latent and a factor

SAMPLES = Named(
    "latent, factor",
    ("low, 1", "low, 0"),
    ("high, 1", "high, 0"),
    ("have a low latent", "of those with a low latent, have 1", "of the others, have 1"),
)
MOST = 2.3  # bits: two things of two values have 2 together, and their number needs room


def _strips(latent: float, factor: float, both: float, told: float) -> Panel:
    """The two entropies, laid so that they end where both together do: they overlap in I."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        left = x + 84
        unit = min(width - 150, 420.0) / MOST
        out = [heading(x, y, width, "bits: the two overlap in what they share")]
        out.append(rect(left, y + 24, MOST * unit, 128, GROUND, GRID))
        lent: dict[str, Any] = {"key": "shared", "fill_opacity": "0.3"}
        out.append(rect(left + (both - factor) * unit, y + 24, told * unit, 128, MARK, **lent))
        rows = (
            ("H(latent)", 0.0, latent, PART),
            ("H(factor)", both - factor, factor, class_colour(2)),
            ("H(both)", 0.0, both, INK),
            ("I", both - factor, told, MARK),
        )
        for j, (name, start, bits, fill) in enumerate(rows):
            at, begin = y + 30 + 31 * j, left + start * unit
            out.append(text(left - 8, at + 16, name, "end", key=f"l{j}", link=name))
            strip: dict[str, Any] = {"key": f"strip{j}", "link": name, "rx": 2}
            out.append(rect(begin, at, bits * unit, 22, fill, **strip))
            note: dict[str, Any] = {"key": f"v{j}", "font_size": "11"}
            out.append(text(begin + bits * unit + 6, at + 15, f"{bits:.2f}", "start", **note))
        line_ = f"I = {latent:.2f} + {factor:.2f} - {both:.2f} = {told:.2f}"
        out.append(text(left, y + 176, line_, "start", FAINT, key="sum"))
        return "".join(out)

    return Panel(draw, 190, 300, 560)


def _why(first: float, low: float, high: float, factor: float, told: float) -> str:
    """What seeing the latent is good for."""
    if factor < 5e-4:
        return "The factor never changes: there is nothing to know of it."
    if abs(low - high) < 0.005:
        return f"Low or high, the factor is 1 in {low:.0%}: whoever sees the latent knows no more."
    if {low, high} == {0.0, 1.0}:
        return f"Low or high settles the factor: all its {factor:.2f} bits are told."
    return (
        f"Where the latent is low the factor is 1 in {low:.0%}, where it is high in {high:.0%}: "
        f"whoever sees the latent knows {told:.2f} of {factor:.2f} bits."
    )


def draw_shared_bits(first: float, with_it: float, without: float) -> Picture:
    """A latent and a factor of two values each: entropies, and what they share."""
    left, right = (np.array((below, 1 - below)) for below in (with_it, without))
    shares = np.array((first * left, (1 - first) * right))
    latent, factor, both = entropy(shares.sum(1)), entropy(shares.sum(0)), entropy(shares)
    told = _shared(shares)
    said = _why(first, with_it, without, factor, told)
    bits = {"H(latent)": latent, "H(factor)": factor, "H(both)": both, "I": told}
    words = "\n".join(f"{name}: {value:.4f} bits" for name, value in bits.items())
    panels = (
        _square((first, with_it, without), (LEAST, 0.0, 0.0), SAMPLES),
        _strips(latent, factor, both, told),
    )
    where = f"The latent is low in {first:.0%} of the samples."
    alt = f"A square of samples. {where} {said} I: {told:.4f} bits"
    return Picture(panels, alt, words, {"I": told}, said)


@lab
def shared_bits(after: Any = None) -> Lab:
    """A latent that is low or high, a factor that is 0 or 1: how many bits do they share?"""
    controls = {
        "first": in_picture(number("have a low latent", 0.5, LEAST, 1 - LEAST)),
        "with_it": in_picture(number("of those, the factor is 1", 0.25, 0, 1)),
        "without": in_picture(number("of the others, the factor is 1", 1, 0, 1)),
    }
    return Lab(draw_shared_bits, controls, tell=tells_itself, after=after)
