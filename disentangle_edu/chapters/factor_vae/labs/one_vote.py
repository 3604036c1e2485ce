"""One batch whose samples are dragged, and the latent that casts its vote."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import viz, widgets
from ....measures.interventional import argmin_votes
from ....types import Floats
from ...common.fixed_factor import BALL, HIGH, LOW, STEP, draw_numbered_ball

BATCH = ((4, 4, 2), (5, 4, 9), (4, 5, 5), (5, 4, 0))  # samples in three latents
OVER_ALL = np.array([4.0, 2.0, 10.0])  # the variance of each latent over all data
MEAN = 5.0  # the mean of each latent over all data
DASHED: viz.Style = {"stroke": viz.FAINT, "stroke_width": "1.5", "stroke_dasharray": "5 4"}
SMALL: viz.Style = {"font_size": "11"}
MAX_SAMPLES = 8
GOAL = 2  # latent 3 should win the vote although it varies more than latent 2
ROW, GAP = 22.0, 30.0  # pixels of a sample, and between two latents


def strip_height(samples: Floats) -> float:
    """Pixels of one latent."""
    return ROW * len(samples) + 12


@viz.panel(
    height=lambda samples: 50 + 3 * (strip_height(samples) + GAP),
    min_width=330,
    max_width=760,
)
def batch_panel(canvas: viz.Canvas, samples: Floats, shares: Floats, votes: Floats) -> None:
    """The samples of a batch on each latent, their spread, and the spread of all data."""
    x, y, width, _ = canvas.box
    title = "a batch with one factor fixed: drag a sample"
    canvas.title(title, "a batch: drag a sample")
    left, right, height = x + 58 + BALL, x + width - BALL - 6, strip_height(samples)
    for i, column in enumerate(samples.T):
        top, name = y + 30 + (height + GAP) * i, f"latent {i + 1}"
        canvas.text(x, top + height / 2 + 4, name, "start", viz.FAINT, link=name)
        strip = canvas.within(left, top, right - left, height)
        draw_latent_strip(strip, i, column, viz.CHOSEN if votes[i] else viz.PART)
        label = f"variance {column.var():.3g} of {OVER_ALL[i]:g}: {shares[i]:.3g}"
        label += ", the smallest" if votes[i] else ""
        style: viz.Style = {"key": f"share{i}", "link": name}
        style["font_weight"] = "bold" if votes[i] else "normal"
        canvas.text(left - BALL, top + height + 15, label, "start", viz.INK, **SMALL, **style)
    notes = "band: mean and standard deviation; dashed: over all data"
    canvas.text(x, y + 38 + 3 * (height + GAP), notes, "start", viz.FAINT, **SMALL)


def draw_latent_strip(canvas: viz.Canvas, i: int, column: Floats, colour: str) -> None:
    """One latent: its samples as balls to drag, and the spread of the batch and of all data."""
    left, top, width, height = canvas.box
    to_x, name = viz.scale((LOW, HIGH), (left, left + width)), f"latent {i + 1}"
    canvas.rect(left - BALL, top, width + 2 * BALL, height, viz.GROUND, viz.GRID)
    style: viz.Style = {"link": name, "fill_opacity": "0.3"}
    draw_spread(canvas, to_x, column.mean(), column.std(), colour, key=f"batch{i}", **style)
    over_all = OVER_ALL[i] ** 0.5
    draw_spread(canvas, to_x, MEAN, over_all, "none", key=f"all{i}", link=name, **DASHED)
    for j, value in enumerate(column):
        axis = viz.Axis(f"samples/{j}/{i}", value, LOW, HIGH, STEP, "x", to_x(LOW), to_x(HIGH))
        handle = viz.Handle(f"sample {j + 1} in {name}", (axis,), f"{value:g}")
        centre, link = (to_x(value), top + 6 + ROW * (j + 0.5)), f"sample {j + 1}"
        draw_numbered_ball(
            canvas, centre, j + 1, viz.PART, f"sample{j}-{i}", handle=handle, link=link
        )


def draw_spread(
    canvas: viz.Canvas, to_x: viz.Pixels, mean: float, spread: float, fill: str, **style: Any
) -> None:
    """A band of one standard deviation to either side of a mean."""
    left, top, width, height = canvas.box
    ends = to_x(np.array([mean - spread, mean + spread]))
    start, end = np.clip(ends, left - BALL, left + width + BALL)
    canvas.rect(start, top, end - start, height, fill, **style)


def describe_vote(variances: Floats, shares: Floats, votes: Floats) -> str:
    """The latent that casts the vote, and whether the goal is reached."""
    first = [f"latent {i + 1}" for i in np.flatnonzero(votes)]
    sentence = (
        f"{first[0].capitalize()} casts the vote: it keeps {shares.min():.3g} of its variance."
    )
    if len(first) > 1:
        names = " and ".join(first).capitalize()
        sentence = f"{names} share the vote: they keep {shares.min():.3g} of their variance."
    least, voter = int(variances.argmin()), int(votes.argmax())
    if variances[least] < variances[voter] - 1e-9:
        sizes = f"{variances[voter]:.3g} against {variances[least]:.3g}"
        done = "Done: it" if voter == GOAL else "It"
        return f"{sentence} {done} varies more than latent {least + 1}, {sizes}."
    return sentence + f" Latent {GOAL + 1} does not vary more than latent 2 yet." * (voter == GOAL)


@widgets.lab(
    {"samples": widgets.number_table("samples", BATCH, LOW, HIGH)},
    describe_change=widgets.describe_by_caption,
)
def one_vote(samples: Sequence[Sequence[float]]) -> viz.Picture:
    """Drag the samples of a batch: which latent keeps the smallest share of its variance?"""
    table = np.array(samples)
    if table.shape[1:] != OVER_ALL.shape or not 2 <= len(table) <= MAX_SAMPLES:
        raise ValueError(
            f"samples: found {len(table)} rows of {table.shape[1]} numbers, expected 2 to "
            f"{MAX_SAMPLES} rows of {len(OVER_ALL)} numbers."
        )
    variances = table.var(0)
    shares, votes = variances / OVER_ALL, argmin_votes(variances[None], OVER_ALL)[0]
    listed = ", ".join(f"latent {i + 1} ({share:.4f})" for i, share in enumerate(shares))
    return viz.Picture(
        panels=(batch_panel(table, shares, votes),),
        shows=f"A batch of {len(table)} samples in three latents.",
        caption=describe_vote(variances, shares, votes),
        text=f"Variance in the batch divided by the variance in all data: {listed}.",
        scores={f"latent {i + 1}": float(share) for i, share in enumerate(shares)},
    )
