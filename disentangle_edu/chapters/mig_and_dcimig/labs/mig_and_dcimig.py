"""MIG and DCIMIG of a small code whose weights are dragged."""

from ....viz.picture import Picture
from ....widgets.controls import folded_away, number, whole
from ....widgets.lab import lab
from ..data import BITS, NOISE, Weights
from ._two_gaps import cell_control, describe_gaps, select_changed_cell, two_gaps, weights_control


@lab(
    {
        "weights": weights_control(),
        "noise": folded_away(number("noise on each latent", NOISE, 0, 2, 0.05)),
        "entropy": folded_away(whole("bits of factor 1", BITS, 1, 5)),
        "cell": cell_control(),
    },
    update_state=select_changed_cell,
    describe_change=describe_gaps,
)
def mig_and_dcimig(weights: Weights, noise: float, entropy: int, cell: int) -> Picture:
    """Copy, leak, merge or blur factors: which of the two gaps closes?"""
    return two_gaps(weights, cell, noise=noise, entropy=entropy)
