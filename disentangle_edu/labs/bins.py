"""Labs on bins: what cutting a latent into equal widths hides of it, and what it invents."""

import functools
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ..core import Floats, InformativenessMatrix
from ..lessons.asked_00_to_06 import DRAWS, bits_of_noise
from ..measures import discretise
from ..measures.counting import Codes, entropy
from ..metrics import mig
from ..show.panels import Place, along, bars_panel, curve_panel
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PAPER,
    PART,
    Handle,
    Panel,
    Picture,
    circle,
    heading,
    line,
    polyline,
    rect,
    stack,
    text,
)
from ..worlds import examples
from .controls import in_picture, points, whole
from .information import joint_counts, joint_panel
from .lab import Lab, lab, tells_itself

# ------------------------------------------------------------------------------- values on a line

BY_HAND = (-1.0, -0.9, -0.6, 0.0)
FEWEST, MOST = 2, 20  # values
LOW, HIGH, BALL = -1.0, 1.0, 10.0  # where balls may lie; their radius in pixels
NOTES_ON_BINS = "bins are equally wide, from the lowest value to the highest", "shaded: shared"


def _line_panel(places: Floats, codes: Codes, bins: int) -> Panel:
    """Values as balls on a line; those that share a bin are stacked in it."""
    counts = np.bincount(codes, minlength=bins)
    tall = 2.1 * BALL * (4 if len(places) <= 8 else 6)  # the same wherever balls are dragged

    def draw(x: float, y: float, width: float, height: float) -> str:
        left, room = x + BALL, min(width, 760.0) - 2 * BALL
        floor = y + 40 + tall

        def at(place: Any) -> Any:
            return left + (place - LOW) / (HIGH - LOW) * room

        out = [heading(x, y, width, "values on a latent: drag a ball", "drag a ball")]
        edges = np.linspace(places.min(), places.max(), bins + 1)
        for j, (start, end) in enumerate(pairwise(edges)):
            crowded = {"fill_opacity": "0.3"} if counts[j] > 1 else {}
            box = at(start), y + 30, at(end) - at(start), floor - y - 30
            out.append(rect(*box, MARK if crowded else GROUND, GRID, key=f"bin{j}", **crowded))
        out.append(line(left, floor, left + room, floor, INK))
        levels = _levels(at(places), codes)
        step = min(2.1 * BALL, tall / (max(levels) + 1))
        for j, (place, level) in enumerate(zip(places, levels)):
            middle = floor - BALL - step * level
            axis = along(f"places/{j}", place, (LOW, HIGH), 0.01, (left, left + room))
            handle = Handle(f"value {j + 1}", (axis,), f"{place:.2f}, in bin {codes[j] + 1}")
            told: dict[str, Any] = {"key": f"ball{j}", "handle": handle}
            out.append(circle(at(place), middle, BALL, PART, PAPER, **told))
            name: dict[str, Any] = {"pointer_events": "none", "font_size": "10", "key": f"n{j}"}
            out.append(text(at(place), middle + 4, j + 1, fill=PAPER, **name))
        for place in (-1, 0, 1):
            out.append(text(at(place), floor + 26, place, fill=FAINT, font_size="11"))
        for j, note in enumerate(NOTES_ON_BINS):
            out.append(text(x, floor + 46 + 16 * j, note, "start", FAINT, font_size="11"))
        return "".join(out)

    return Panel(draw, tall + 108, 330, 780)


def _levels(across: Floats, codes: Codes) -> list[int]:
    """How high each ball lies: above those of its bin, and none over another."""
    levels: list[int] = []
    for j, here in enumerate(across):
        meets = (codes[:j] == codes[j]) | (np.abs(across[:j] - here) < 2 * BALL)
        taken = {levels[other] for other in np.flatnonzero(meets)}
        levels.append(next(level for level in range(j + 1) if level not in taken))
    return levels


def draw_values_in_bins(places: Sequence[float], bins: int) -> Picture:
    """Values of a factor on a latent that is cut: what the bin tells, and MIG."""
    spots = np.array(places)
    codes = discretise(spots, bins=bins)
    counts, all_ = np.bincount(codes), entropy(np.ones(len(spots)))
    told = entropy(counts)
    score = mig(InformativenessMatrix([[told], [0.0]], "bits", "bits", factor_total=all_))
    shared = [j for j in range(bins) if (codes == j).sum() > 1]
    said = f"Each value has a bin of its own, which tells all of its {all_:.2f} bits."
    if shared:
        who = [str(j + 1) for j in np.flatnonzero(codes == shared[0])]
        where = f"Values {', '.join(who[:-1])} and {who[-1]} share bin {shared[0] + 1}"
        if len(shared) > 1:
            where = f"{len(shared)} bins hold more than one value"
        said = (
            f"{where}: whoever sees the bin alone cannot tell them apart. "
            f"It tells {told:.2f} of {all_:.2f} bits."
        )
    bits = {"to know": all_, "told": told}
    panels = (
        _line_panel(spots, codes, bins),
        bars_panel("bits of a value; told / to know is MIG", bits, top=np.log2(MOST), key="bits"),
    )
    words = f"mig = {score.value:.4f}\nIn the bins, from the left: {', '.join(map(str, counts))}."
    alt = f"{len(spots)} values on a line of {bins} bins. {said} mig = {score.value:.4f}"
    said += f" MIG {score.value:.3f}."
    return Picture(panels, alt, words, {"mig": score}, said)


@lab
def values_in_bins(after: Any = None) -> Lab:
    """Put the values of a factor anywhere on its latent: which of them share a bin?"""
    controls = {
        "places": points("places", BY_HAND, FEWEST, MOST, LOW, HIGH),
        "bins": whole("bins", 4, 2, 40),
    }
    return Lab(draw_values_in_bins, controls, tell=tells_itself, after=after)


# ----------------------------------------------------------------- bits that are only invented

TRIED = (2, 5, 9, 15, 25, 40, 60, 80, 100)

invented = functools.lru_cache(maxsize=64)(bits_of_noise)


def expected_excess(samples: int, bins: int, levels: int = 8) -> float:
    """Bits that independent columns are expected to show, (bins-1)(levels-1) / (2 n ln 2)."""
    return (bins - 1) * (levels - 1) / (2 * samples * np.log(2))


NOTES = (
    f"dots: {DRAWS} draws each; line: their mean;",
    "dashed, a rule of thumb: (bins - 1)(levels - 1) / (2 samples ln 2)",
)


def _notes(x: float, y: float, width: float, height: float) -> str:
    """What the marks of the curve are."""
    lines = enumerate(NOTES)
    return "".join(text(x, y + 15 * j, note, "start", FAINT, font_size="11") for j, note in lines)


SEEMS = "a column with one filled level: this bin seems to tell the factor, by chance"


def draw_invented_bits(bins: int, samples: int) -> Picture:
    """Pure noise, cut ever finer: the counts behind one cell, and the bits that seem to be told."""
    runs = {b: invented(samples, b) for b in TRIED}
    here, formula = float(invented(samples, bins).mean()), expected_excess(samples, bins)
    counts = joint_counts(examples.pure_noise(samples), 0, 0, bins)

    def over(place: Place) -> str:
        rule = [(b, expected_excess(samples, b)) for b in range(2, 101)]
        ends = [place(b, bits) for b, bits in rule if bits <= 3]
        out = [polyline(ends, FAINT, stroke_dasharray="5 4", stroke_width="1.5", key="formula")]
        for b, found in runs.items():
            out += [circle(*place(b, bits), 3, PART, fill_opacity="0.6") for bits in found]
        return "".join(out)

    def handle(place: Place) -> Handle:
        axis = along("bins", bins, (2, 100), 1, (place(2, 0)[0], place(100, 0)[0]))
        return Handle("bins", (axis,), f"{bins} bins")

    labels = "bits that noise seems to tell: drag the mark", "bins", "bits"
    means = [found.mean() for found in runs.values()]
    told: dict[str, Any] = {"y_range": (0, 3), "mark": (bins, here), "handle": handle, "over": over}
    each = samples / (bins * 8)
    said = (
        f"{bins} bins by 8 levels leave {each:.1f} samples a cell, and pure noise seems to tell "
        f"{here:.3f} bits. The truth is 0."
    )
    words = f"The rule of thumb gives {formula:.3f} bits."
    panels = (
        stack(curve_panel(labels, TRIED, means, **told), Panel(_notes, 34, 280, 460)),
        joint_panel(counts, "pure noise", "factor 1", "the counts", SEEMS),
    )
    return Picture(panels, f"Bits over bins, and a table of counts. {said}", words, {}, said)


@lab
def invented_bits(after: Any = None) -> Lab:
    """Cut pure noise into ever more bins: from where does it seem to know something?"""
    controls = {
        "bins": in_picture(whole("bins", 9, 2, 100)),
        "samples": whole("samples", 400, 100, 20_000, 100),
    }
    return Lab(draw_invented_bits, controls, tell=tells_itself, after=after)
