"""Values of a factor that the reader places on a latent with bins."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .... import InformativenessMatrix, mig, viz, widgets
from ....measures import discretise
from ....measures.information import Codes, entropy
from ....types import Floats
from ..data import values_of_a

FEWEST_VALUES, MOST_VALUES = 2, 20  # values
ENDS, RADIUS = (-1.0, 1.0), 10.0  # the range of the balls, and their radius in pixels
NOTES_ON_BINS = (
    "bins are equally wide, from the lowest value to the highest",
    "shaded: bins with more than one value",
)


def pile_height(places: Floats) -> float:
    """Pixels for stacked balls, which do not depend on where the balls are."""
    return 2.1 * RADIUS * (4 if len(places) <= 8 else 6)


def ball_levels(across: Floats, codes: Codes) -> list[int]:
    """Level of each ball, so that balls of one bin are stacked and no two balls overlap."""
    levels: list[int] = []
    for j, ball_x in enumerate(across):
        meets = (codes[:j] == codes[j]) | (np.abs(across[:j] - ball_x) < 2 * RADIUS)
        used_levels = {levels[other] for other in np.flatnonzero(meets)}
        levels.append(next(level for level in range(j + 1) if level not in used_levels))
    return levels


@viz.panel(height=lambda places: pile_height(places) + 108, min_width=600, max_width=780)
def values_panel(canvas: viz.Canvas, places: Floats, codes: Codes, bins: int) -> None:
    """Values as balls on a line; balls in the same bin are stacked."""
    x, y, width, _ = canvas.box
    left, right = x + RADIUS, x + min(width, 760.0) - RADIUS
    floor = y + 40 + pile_height(places)
    to_x = viz.scale(ENDS, (left, right))
    canvas.title("values on a latent: drag a ball", "drag a ball")
    counts = np.bincount(codes, minlength=bins)
    edges = np.linspace(places.min(), places.max(), bins + 1)
    for j, (start, end) in enumerate(pairwise(to_x(edges))):
        shaded: viz.Style = {"fill_opacity": "0.3"} if counts[j] > 1 else {}
        box = start, y + 30, end - start, floor - y - 30
        canvas.rect(
            *box, viz.class_colour(1) if shaded else viz.GROUND, viz.GRID, key=f"bin{j}", **shaded
        )
    canvas.line(left, floor, right, floor, viz.INK)
    draw_balls(canvas.within(left, floor, right - left, 0), places, codes, to_x)
    for value in (-1, 0, 1):
        canvas.note(to_x(value), floor + 26, value, "middle")
    for j, note in enumerate(NOTES_ON_BINS):
        canvas.note(x, floor + 46 + 16 * j, note)


def draw_balls(canvas: viz.Canvas, places: Floats, codes: Codes, to_x: viz.Pixels) -> None:
    """Draw a ball to drag for each value, on a line at the top edge of the box."""
    left, floor, room, _ = canvas.box
    levels = ball_levels(to_x(places), codes)
    step = min(2.1 * RADIUS, pile_height(places) / (max(levels) + 1))
    for j, (value, level) in enumerate(zip(places, levels)):
        middle = floor - RADIUS - step * level
        axis = viz.along(f"places/{j}", value, ENDS, 0.01, (left, left + room))
        handle = viz.Handle(f"value {j + 1}", (axis,), f"{value:.2f}, in bin {codes[j] + 1}")
        canvas.circle(to_x(value), middle, RADIUS, viz.PART, key=f"ball{j}", handle=handle)
        name: viz.Style = {"pointer_events": "none", "font_size": "11", "key": f"n{j}"}
        canvas.text(to_x(value), middle + 4, j + 1, fill=viz.PAPER, **name)


def describe_bins(codes: Codes, bin_bits: float, total_bits: float) -> str:
    """Say which values share a bin, and how many bits the bin gives."""
    shared = np.flatnonzero(np.bincount(codes) > 1)
    if not len(shared):
        return f"Each value has its own bin, which gives all of its {total_bits:.2f} bits."
    who = [str(j + 1) for j in np.flatnonzero(codes == shared[0])]
    where = f"Values {', '.join(who[:-1])} and {who[-1]} share bin {shared[0] + 1}"
    if len(shared) > 1:
        where = f"{len(shared)} bins hold more than one value"
    return f"{where}, so the bin of a value gives only {bin_bits:.2f} of its {total_bits:.2f} bits."


@widgets.lab(
    lambda: {
        "places": widgets.points(
            "positions", values_of_a().tolist(), FEWEST_VALUES, MOST_VALUES, *ENDS
        ),
        "bins": widgets.whole("bins", 20, 2, 40),
    },
    describe_change=widgets.describe_by_caption,
)
def values_in_bins(places: Sequence[float], bins: int) -> viz.Picture:
    """Put the values of a factor anywhere on its latent: which values share a bin?"""
    spots = np.array(places)
    codes = discretise(spots, bins=bins)
    counts, total_bits = np.bincount(codes), entropy(np.ones(len(spots)))
    bin_bits = entropy(counts)
    score = mig(
        InformativenessMatrix([[bin_bits], [0.0]], "bits", "bits", factor_entropy=total_bits)
    )
    title, bits = (
        "bits of a value; MIG is bin / value",
        {"value": total_bits, "bin": bin_bits},
    )
    return viz.Picture(
        panels=(
            values_panel(spots, codes, bins),
            viz.bars_panel(title, bits, top=np.log2(MOST_VALUES), key="bits"),
        ),
        shows=f"{len(spots)} values on a line of {bins} bins.",
        caption=f"{describe_bins(codes, bin_bits, total_bits)} MIG is {score.value:.3f}.",
        text=f"MIG = {score.value:.4f}\n"
        f"Values in each bin, from the left: {', '.join(map(str, counts))}.",
        scores={"mig": score},
    )
