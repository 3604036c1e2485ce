"""Panels of latents that are powers of their factors."""

from collections.abc import Sequence

import numpy as np

from .... import Score, viz, widgets
from ....types import Floats
from ..data import EXPONENTS, N_SAMPLES

N_SHOWN = 100  # samples drawn in a scatter plot


def exponent_control(value: int) -> widgets.Control:
    """The odd exponent of a world, which is dragged in the picture."""
    return widgets.moved_by_handle(widgets.whole("odd exponent", value, 1, 35, 2))


@viz.panel(300, min_width=280, max_width=460)
def regression_panel(canvas: viz.Canvas, z: Floats, v: Floats, r2: float) -> None:
    """Samples of latent 1 and factor 1, the best line and its residuals."""
    slope, height = np.polyfit(z, v, 1)
    labels = f"a line from latent 1 explains {r2:.0%}", "latent 1", "factor 1"
    plot = viz.Plot(canvas, labels, (-1.05, 1.05), (-1.05, 1.05))
    shown, target = z[:N_SHOWN], v[:N_SHOWN]
    on_line = np.clip(slope * shown + height, -1.05, 1.05)
    samples = np.column_stack([shown, target])
    plot.scatter(samples)
    thin = {"stroke_width": "1", "opacity": "0.55"}
    plot.segments(samples, np.column_stack([shown, on_line]), key="res", **thin)
    ends = np.clip((np.array([-1.05, 1.05]) - height) / slope, z.min(), z.max())
    plot.line(ends, slope * ends + height, key="line", pointer_events="none")


@viz.panel(300, min_width=260, max_width=460)
def exponents_panel(
    canvas: viz.Canvas, metric: str, curve: Floats, exponent: int, value: float
) -> None:
    """A score against the exponent, with a handle to drag along it."""
    labels = f"{metric} by exponent: drag the handle", "exponent (odd)", metric
    plot = viz.Plot(canvas, labels, viz.padded_range(EXPONENTS))
    plot.line(EXPONENTS, curve, key="curve", pointer_events="none")
    words = f"{exponent}"
    plot.slider("exponent", exponent, value, (1, 35), 2, words=words, key="curvemark")


@viz.panel(300, min_width=230, max_width=320)
def gap_panel(canvas: viz.Canvas, values: Sequence[float]) -> None:
    """R² of a line from each latent to factor 1; the gap between the two largest is SAP."""
    x, y, width, height = canvas.box
    canvas.title("R² of a line to factor 1", "R² of a line")
    top, bottom, step = y + 42, y + height - 40, (width - 70) / len(values)
    to_y = viz.scale((0, 1), (bottom, top))
    canvas.rect(x, top, width - 70, bottom - top, viz.GROUND, viz.GRID)
    for i, value in enumerate(values):
        name, left, bar = f"latent {i + 1}", x + i * step + 8, step - 16
        title = f"{name}: {value:.3f}"
        size = left, to_y(value), bar, bottom - to_y(value)
        canvas.rect(*size, viz.PART, title=title, key=f"r{i}", link=name)
        below = {"link": name, "key": f"rn{i}", "font_size": "11"}
        canvas.text(left + bar / 2, bottom + 15, name, fill=viz.FAINT, **below)
        canvas.text(left + bar / 2, to_y(value) - 5, f"{value:.3f}", key=f"rv{i}")
    first, second = sorted(values, reverse=True)[:2]
    canvas.bracket(x + width - 64, to_y(first), to_y(second), f"{first - second:.3f}")
    canvas.note(x, bottom + 34, "from the formula; SAP is the gap")


def describe_samples(scores: Sequence[Score], exact: float) -> str:
    """SAP of samples, next to the exact value."""
    gaps = " and ".join(f"{part:.4f}" for part in scores[0].parts)
    values = [float(score) for score in scores]
    spread = f"spread {np.std(values, ddof=1):.4f} over {len(values)} repetitions"
    each = ", ".join(f"{value:.4f}" for value in values)
    return (
        f"The formula gives {exact:.6f}.\n"
        f"In the first repetition the gaps of the two factors are {gaps}; their mean is "
        f"{values[0]:.4f}.\n"
        f"SAP in repetitions of {N_SAMPLES:,} samples: {each}; {spread}. The plot shows {N_SHOWN} "
        "samples."
    )


def describe_bend(before: viz.Picture, now: viz.Picture) -> str:
    """How the score changed, and what a line explains now."""
    old, new = (float(picture.scores["closed form"]) for picture in (before, now))
    if f"{old:.3f}" == f"{new:.3f}":
        return now.caption
    verb = "rises" if new > old else "falls"
    return now.caption.replace("SAP is", f"SAP {verb} from {old:.3f} to", 1)
