"""Rotate the latents of a code: does a straight line still read both factors?"""

import functools

import numpy as np
from numpy.typing import NDArray

from .... import viz, widgets
from ....types import Floats
from ....worlds import examples

SAMPLES = 250
REACH = 2.3  # the ends of both axes
LENGTH = 1.75  # length of a factor's line
SPAN = (-0.15, 1.15)


@functools.lru_cache(maxsize=32)
def rotated_code(rotation: int) -> tuple[Floats, Floats, Floats]:
    """(latents, factors from 0 to 1, factors as a straight line over both latents reads them)."""
    rep = examples.rotated(rotation, samples=SAMPLES)
    factors = rep.factors / rep.factors.max(0)
    inputs = np.column_stack([rep.latents, np.ones(SAMPLES)])
    weights, *_ = np.linalg.lstsq(inputs, factors, rcond=None)
    return rep.latents, factors, inputs @ weights


def explained(factors: Floats, read: Floats) -> dict[str, float]:
    """R2 of each factor."""
    shares = 1 - ((factors - read) ** 2).sum(0) / ((factors - factors.mean(0)) ** 2).sum(0)
    return {f"R², factor {k + 1}": float(share) for k, share in enumerate(shares)}


def draw_levels(plot: viz.Plot, points: Floats, levels: NDArray[np.int64], key: str) -> None:
    """A dot for each sample, with the colour of its level of factor 1."""
    for k in range(5):
        plot.canvas.markers(plot.to_pixels(points[levels == k]), k, key=f"{key}{k}")


@viz.panel(240, min_width=280, max_width=460)
def read_panel(canvas: viz.Canvas, read: Floats, factor: Floats, levels: NDArray[np.int64]) -> None:
    """Factor 1 against what a straight line reads."""
    labels = "factor 1 as a straight line reads it", "as read from both latents", "factor 1"
    draw_levels(
        viz.Plot(canvas, labels, SPAN, SPAN), np.column_stack([read, factor]), levels, "read"
    )


@viz.panel(330, min_width=300, max_width=360)
def latents_panel(
    canvas: viz.Canvas, rotation: int, latents: Floats, levels: NDArray[np.int64]
) -> None:
    """A dot for each sample, and a line for each factor; the tip of the first is a handle."""
    labels = "drag the orange tip", "latent 1", "latent 2"
    plot = viz.Plot(canvas, labels, (-REACH, REACH), (-REACH, REACH))
    draw_levels(plot, latents, levels, "level")
    for k, (width, dash) in enumerate((("5", ""), ("3", "7 4"))):
        angle = np.radians(rotation + 90 * k)
        tip = plot(*(LENGTH * np.array([np.cos(angle), np.sin(angle)])))
        style: viz.Style = {
            "stroke_width": width,
            "stroke_dasharray": dash,
            "pointer_events": "none",
        }
        canvas.line(*plot(0, 0), *tip, viz.INK, key=f"line{k}", **style)
        if k == 0:
            axis = viz.Axis("rotation", rotation, 0, 90, 5, "turn", *plot(0, 0))
            handle = viz.Handle("rotate the whole space", (axis,), f"{rotation} degrees")
            canvas.circle(*tip, 9, viz.HANDLE, stroke=viz.PAPER, key="tip", handle=handle)


@widgets.lab(
    {
        "rotation": widgets.moved_by_handle(
            widgets.whole("rotate the whole space, degrees", 0, 0, 90, 5)
        )
    }
)
def turned_space(rotation: int) -> viz.Picture:
    """Rotate the latents: does a straight line still read both factors?"""
    latents, factors, read = rotated_code(rotation)
    shares, levels = explained(factors, read), (4 * factors[:, 0]).round().astype(np.int64)
    start = explained(*rotated_code(0)[1:])
    fitted = read_panel(read[:, 0], factors[:, 0], levels)
    return viz.Picture(
        panels=(
            latents_panel(rotation, latents, levels),
            viz.stack(
                fitted, viz.bars_panel("share that is read; strokes: start", shares, marks=start)
            ),
        ),
        shows="Samples in two latents, coloured by the level of factor 1, and how a straight line "
        "over both latents reads the factors.",
        caption=f"Rotated by {rotation} degrees: a straight line over both latents reads "
        f"{shares['R², factor 1']:.0%} of factor 1 and {shares['R², factor 2']:.0%} of factor 2.",
        text=f"{SAMPLES} samples. The straight line is fitted again after every rotation, on the "
        "samples that are shown.",
        scores=shares,
    )
