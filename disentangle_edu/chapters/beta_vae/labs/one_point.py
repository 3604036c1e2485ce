"""Pairs of samples whose mean distances are one training point of BetaVAE."""

from collections.abc import Sequence

import numpy as np

from .... import viz, widgets
from ....types import Floats
from ...common.fixed_factor import BALL, HIGH, LOW, STEP, draw_numbered_ball

# Samples with two latents; every two samples make a pair.
PAIRS = ((2, 8), (3, 3), (8, 3), (8, 7), (5, 7), (6, 3))
MAX_PAIRS = 5
NAMES = "latent 1", "latent 2"
AROUND = LOW - 0.5, HIGH + 0.5
LOOKS: tuple[viz.Style, ...] = ({}, {"stroke_dasharray": "2 4"})  # of the distances in each latent


@viz.panel(340, min_width=320, max_width=400)
def pairs_panel(canvas: viz.Canvas, samples: Floats) -> None:
    """Pairs of samples, and the distance within each pair in either latent."""
    plot = viz.Plot(canvas, ("pairs: drag a sample", *NAMES), AROUND, AROUND)
    for j, (first, second) in enumerate(samples.reshape(-1, 2, 2)):
        corner = second[0], first[1]
        for i, (start, end) in enumerate(((first, corner), (corner, second))):
            style: viz.Style = {
                "key": f"way{j}-{i}",
                "link": NAMES[i],
                "stroke_width": "3",
                **LOOKS[i],
            }
            canvas.line(*plot(*start), *plot(*end), viz.INK, **style)
    for row, (x, y) in enumerate(samples):
        pair = row // 2 + 1
        style = {"handle": sample_handle(plot, row, x, y), "link": f"pair {pair}"}
        draw_numbered_ball(canvas, plot(x, y), pair, viz.PART, f"sample{row}", **style)


def sample_handle(plot: viz.Plot, row: int, x: float, y: float) -> viz.Handle:
    """Handle that moves a sample in both latents."""
    (left, bottom), (right, top) = plot(LOW, LOW), plot(HIGH, HIGH)
    axes = (
        viz.Axis(f"pairs/{row}/0", x, LOW, HIGH, STEP, "x", left, right, NAMES[0]),
        viz.Axis(f"pairs/{row}/1", y, LOW, HIGH, STEP, "y", bottom, top, NAMES[1]),
    )
    return viz.Handle(f"{('first', 'second')[row % 2]} sample of pair {row // 2 + 1}", axes)


@viz.panel(340, min_width=320, max_width=400)
def point_panel(canvas: viz.Canvas, distances: Floats, mean: Floats) -> None:
    """The distance within each pair, and the mean distance: the training point."""
    plot = viz.Plot(canvas, ("distances of the pairs; ring: mean", *NAMES), AROUND, AROUND)
    canvas.line(*plot(LOW, LOW), *plot(HIGH, HIGH), viz.FAINT, stroke_dasharray="6 4")
    canvas.note(*plot(3.3, 9.3), "factor 1 stood still", "middle")
    canvas.note(*plot(7, 0.5), "factor 2 stood still", "middle")
    for i, start in enumerate(((LOW, mean[1]), (mean[0], LOW))):
        style: viz.Style = {"key": f"mean{i}", "link": NAMES[i], "stroke_width": "3", **LOOKS[i]}
        canvas.line(*plot(*start), *plot(*mean), viz.INK, **style)
    for j, distance in enumerate(distances):
        link = f"pair {j + 1}"
        draw_numbered_ball(canvas, plot(*distance), j + 1, viz.FAINT, f"pair{j}", link=link)
    canvas.circle(*plot(*mean), BALL + 3, "none", stroke=viz.CHOSEN, stroke_width="4", key="point")


def format_mean(values: Floats) -> str:
    """A mean with the sum that it is made of."""
    return f"({' + '.join(f'{value:g}' for value in values)}) / {len(values)} = {values.mean():.3g}"


def describe_side(mean: Floats) -> str:
    """The factor that a classifier would name, and whether it is right."""
    if mean[0] == mean[1]:
        return "The ring is on the line, so a classifier cannot say which factor stood still."
    i = int(mean[1] < mean[0])
    verdict = "wrong, because these pairs share factor 1" if i else "correct"
    return f"A classifier would say that factor {i + 1} stood still: {verdict}."


@widgets.lab(
    {"pairs": widgets.number_table("pairs", PAIRS, LOW, HIGH)},
    describe_change=widgets.describe_by_caption,
)
def one_point(pairs: Sequence[Sequence[float]]) -> viz.Picture:
    """Drag three pairs of samples, and see what one training point of BetaVAE is made of."""
    samples = np.array(pairs)
    if samples.shape[1:] != (2,) or len(samples) % 2 or len(samples) > 2 * MAX_PAIRS:
        raise ValueError(
            f"pairs: found {len(samples)} rows of {samples.shape[1]} numbers, expected two rows of "
            f"two numbers for each pair, of at most {MAX_PAIRS}."
        )
    distances = np.abs(samples[::2] - samples[1::2]).round(6)
    mean = distances.mean(0)
    first, second = (format_mean(column) for column in distances.T)
    return viz.Picture(
        panels=(pairs_panel(samples), point_panel(distances, mean)),
        shows=f"{len(distances)} pairs of samples, and one point, their mean distance by latent.",
        caption=f"The mean distance is {mean[0]:.3g} in latent 1 and {mean[1]:.3g} in latent 2. "
        f"{describe_side(mean)}",
        text=f"Mean distance in latent 1: {first}; in latent 2: {second}.\n"
        "On the dashed line both latents move equally far. A linear classifier of such points is a "
        "line like this.",
        scores=dict(zip(NAMES, map(float, mean))),
    )
