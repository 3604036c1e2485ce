"""Two latents and two factors: which latent does MCC give to each factor?"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .... import InformativenessMatrix, mcc, viz, widgets
from ....measures import match_factors_to_latents
from ....types import Floats
from .guarded import matched_panel

START = ((0.9, 0.8), (0.7, 0.1))
LATENTS = {(0, 1): "latents 1 and 2", (1, 0): "latents 2 and 1"}  # matched with factors 1 and 2
DASHES: viz.Style = {"stroke_width": "2", "stroke_dasharray": "5 4", "pointer_events": "none"}


@viz.panel(330, min_width=300, max_width=380)
def plane_panel(canvas: viz.Canvas, values: Floats, matched: NDArray[np.int64]) -> None:
    """A large dot for each latent, and a line to the axis of the factor that it is given to."""
    labels = "drag a latent", "correlation with factor 1", "with factor 2"
    plot = viz.Plot(canvas, labels, (-0.04, 1.04), (-0.04, 1.04))
    for k, latent in enumerate(matched.tolist()):
        x, y = values[latent]
        foot = plot(x, 0) if k == 0 else plot(0, y)  # the axis on which its correlation is read
        canvas.line(*plot(x, y), *foot, viz.CHOSEN, key=f"reads{k}", **DASHES)
    for i, (x, y) in enumerate(values.tolist()):
        centre, ends = plot(x, y), (plot(0, 0), plot(1, 1))
        axes = (
            viz.Axis(f"values/{i}/0", x, 0, 1, 0.01, "x", ends[0][0], ends[1][0], "factor 1"),
            viz.Axis(f"values/{i}/1", y, 0, 1, 0.01, "y", ends[0][1], ends[1][1], "factor 2"),
        )
        handle = viz.Handle(f"correlations of latent {i + 1}", axes)
        canvas.circle(
            *centre, 12, viz.READ[viz.HANDLE], stroke=viz.PAPER, key=f"dot{i}", handle=handle
        )
        style: viz.Style = {"pointer_events": "none", "font_weight": "bold", "key": f"name{i}"}
        canvas.text(centre[0], centre[1] + 4, f"{i + 1}", fill=viz.PAPER, **style)


@widgets.lab({"values": widgets.number_table("correlations", START)})
def matching(values: Sequence[Sequence[float]]) -> viz.Picture:
    """Drag a latent: which latent does MCC give to each factor?"""
    matrix = InformativenessMatrix(values, "correlation")
    matched, score = match_factors_to_latents(matrix), mcc(matrix).value
    means = {
        name: float(matrix.values[[first, second], [0, 1]].mean())
        for (first, second), name in LATENTS.items()
    }
    taken = LATENTS[int(matched[0]), int(matched[1])]
    bars = viz.bars_panel("mean, if factors 1 and 2 get", means, step=36)
    return viz.Picture(
        panels=(
            plane_panel(matrix.values, matched),
            viz.stack(matched_panel(matrix, matched, cell=60), bars),
        ),
        shows="Correlations of two latents with two factors, and the mean of both assignments.",
        caption=f"Factors 1 and 2 get {taken}: MCC is {score:.2f}.",
        text="Correlations are without their signs. The assignment with the larger mean is MCC.",
        scores={"mcc": score},
    )
