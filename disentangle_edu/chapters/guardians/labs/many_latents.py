"""More and more latents of which none follows one factor."""

import functools

import numpy as np
from numpy.typing import NDArray

from .... import measures, viz, widgets
from ....background import get_or_compute
from ....types import Floats
from ....worlds.bent_mixtures import crowd
from ..data import COUNTS, FOREST, HIGH, KINDS, LEARNED, MIXTURES, NOISE, measured_many
from .guarded import satisfied_judges

LINES = (0, 2, 3, 4)  # line colours other than a handle's colour


@functools.cache
def curves_of(code: str) -> dict[str, list[float]]:
    """Scores by the number of latents, from an earlier session if they were kept."""
    return get_or_compute("guardians", code, lambda: measured_many(code))


@viz.panel(320, min_width=320, max_width=560)
def counts_panel(canvas: viz.Canvas, curves: dict[str, list[float]], step: int) -> None:
    """A line for each judge up to the chosen number of latents, and a handle below the lines."""
    last, ticks = len(COUNTS) - 1, {float(j): f"{count:,}" for j, count in enumerate(COUNTS)}
    labels = "scores: drag the handle", "latents", "score"
    plot = viz.Plot(canvas, labels, (-0.4, last + 0.4), (-0.14, 1.14), x_ticks=ticks)
    canvas.line(*plot(step, -0.07), *plot(step, 1), viz.HANDLE, stroke_width="1.5", key="here")
    for k, (name, values) in zip(LINES, curves.items()):
        points = [plot(*point) for point in enumerate(values[: step + 1])]
        canvas.polyline(points, viz.class_colour(k), link=name, key=f"line{k}")
        canvas.markers(points, k, 4, link=name, key=f"dots{k}")
    axis = viz.along("step", step, (0, last), 1, (plot.x(0), plot.x(last)))
    handle = viz.Handle("number of latents", (axis,), f"{COUNTS[step]:,} latents")
    plot.mark(step, -0.07, key="mark", handle=handle)
    canvas.legend(dict(zip(LINES, curves)))


@viz.panel(320, min_width=280, max_width=460)
def disc_panel(canvas: viz.Canvas, values: Floats, matched: NDArray[np.int64]) -> None:
    """A dot for each latent, by its correlations with two factors; rings around the matched."""
    labels = "each dot is a latent", "correlation with factor 1", "with factor 2"
    plot = viz.Plot(canvas, labels, (-0.03, 1.05), (-0.03, 1.05))
    canvas.markers([plot(*pair) for pair in values[:, :2]], 0, key="latents")
    for k, latent in enumerate(matched[:2]):
        x, y = plot(*values[latent, :2])
        canvas.circle(x, y, 8, "none", stroke=viz.CHOSEN, stroke_width="3", key=f"match{k}")
        in_left_half = x < canvas.box[0] + canvas.box[2] / 2
        anchor, beside = ("start", x + 12) if in_left_half else ("end", x - 12)
        canvas.text(beside, y - 6, f"for factor {k + 1}", anchor, font_size="11", key=f"word{k}")


@widgets.lab(
    {
        "step": widgets.moved_by_handle(widgets.whole("step", 0, 0, len(COUNTS) - 1)),
        "code": widgets.choice("latents are", KINDS, NOISE),
    },
    describe_change=widgets.describe_by_caption,
)
def many_latents(step: int, code: str) -> viz.Picture:
    """Add more and more latents that follow no factor: which judge gives a high score?"""
    latents, curves = COUNTS[step], curves_of(code)
    rep = crowd(latents, code == MIXTURES)
    matrix = measures.correlations(rep)
    scores = {name: values[step] for name, values in curves.items()}
    high = [name for name, value in scores.items() if value >= HIGH and name != LEARNED]
    what = "random mixtures of five factors" if code == MIXTURES else "noise without any factor"
    listed = ", ".join(f"{name} ({scores[name]:.2f})" for name in ("MCC", "linear R²", "D"))
    fooled = satisfied_judges(high) if high else f"no judge gives {HIGH:g}"
    tops = "; ".join(
        f"{count:,}: " + ", ".join(f"{values[j]:.3f}" for values in curves.values())
        for j, count in enumerate(COUNTS)
    )
    return viz.Picture(
        panels=(
            counts_panel(curves, step),
            disc_panel(matrix.values, measures.match_factors_to_latents(matrix)),
        ),
        shows="Correlations of latents with two factors, and scores against the number of latents.",
        caption=f"{latents:,} latents are {what}, and {fooled}: {listed}.",
        text=f"{', '.join(curves)} by the number of latents: {tops}.\n{len(rep)} samples, one "
        "repetition. Linear R² is measured on a quarter of them; it is 0 if it is negative. The "
        f"forest of D has {FOREST} trees. Correlations are without their signs.",
        scores=scores,
    )
