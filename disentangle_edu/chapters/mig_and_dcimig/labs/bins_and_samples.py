"""MIG and DCIMIG of a small code, counted in other bins and on other samples."""

from ....measures.information import BINS
from ....viz.picture import Picture
from ....widgets.controls import whole
from ....widgets.lab import lab
from ..data import N_SAMPLES, Weights
from ._two_gaps import cell_control, describe_gaps, select_changed_cell, two_gaps, weights_control


@lab(
    {
        "weights": weights_control(),
        "bins": whole("bins", BINS, 2, 100),
        "samples": whole("samples", N_SAMPLES, 100, 20_000, 100),
        "cell": cell_control(),
    },
    update_state=select_changed_cell,
    describe_change=describe_gaps,
)
def bins_and_samples(weights: Weights, bins: int, samples: int, cell: int) -> Picture:
    """Count the same two gaps in more or fewer bins, and on more or fewer samples."""
    return two_gaps(weights, cell, bins=bins, samples=samples)
