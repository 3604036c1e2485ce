"""Two latents and two factors: which latent does MCC give to each factor?"""

from collections.abc import Sequence

from ....matrices import InformativenessMatrix
from ....measures import match_latents
from ....metrics import mcc
from ....viz.panels import bars_panel, cell_handles
from ....viz.picture import Picture
from ....widgets.controls import number_table
from ....widgets.lab import lab
from .guarded import matched_panel

START = ((0.9, 0.8), (0.7, 0.1))
LATENTS = {(0, 1): "latents 1 and 2", (1, 0): "latents 2 and 1"}  # of factors 1 and 2


@lab({"values": number_table("correlations", START)})
def matching(values: Sequence[Sequence[float]]) -> Picture:
    """Drag a correlation: which latent does MCC give to each factor?"""
    matrix = InformativenessMatrix(values, "correlation")
    matched, score = match_latents(matrix), mcc(matrix).value
    means = {
        name: float(matrix.values[list(latents), [0, 1]].mean())
        for latents, name in LATENTS.items()
    }
    taken = LATENTS[int(matched[0]), int(matched[1])]
    handles = cell_handles(matrix, "values")
    return Picture(
        panels=(
            matched_panel(matrix, matched, "drag an entry; framed: matched", handles, 70),
            bars_panel("mean, if factors 1 and 2 get", means, step=40),
        ),
        shows="Correlations of two latents with two factors, and the mean of both assignments.",
        caption=f"Factors 1 and 2 get {taken}: MCC is {score:.2f}.",
        text="Correlations are without their signs. The assignment with the larger mean is MCC.",
        scores={"mcc": score},
    )
