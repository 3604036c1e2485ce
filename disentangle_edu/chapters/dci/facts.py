"""Statements of the chapter on DCI, each with a function that checks it."""

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...matrices import InformativenessMatrix
from ...metrics import disentanglement
from ...metrics.parts import one_minus_entropy


def focus(row: list[float]) -> float:
    """The focus of one row."""
    return float(one_minus_entropy(np.array([row]), axis=-1)[0])


@fact(
    "So D punishes a scattered rest: a row whose rest is in ten places loses 0.401, but one whose "
    "rest is in one place loses only 0.209."
)
def scattered_rest(full: bool) -> Checked:
    """The focus of a row of eleven shares, exactly; a fifth of it is the rest."""
    scattered, lumped = focus([0.8, *10 * [0.02]]), focus([0.8, 0.2, *9 * [0.0]])
    losses = {"scattered": 1 - scattered, "lumped": 1 - lumped}
    return checked(list(map("{:.3f}".format, losses.values())) == ["0.401", "0.209"], **losses)


@fact("One share as large as all ten together adds less than half as much.")
def one_share_adds_less(full: bool) -> Checked:
    """Entropy of the rest in one place and in ten, exactly."""
    one, ten = -0.2 * np.log(0.2), -10 * 0.02 * np.log(0.02)
    return checked(one < ten / 2, one=one, ten=ten)


@fact(
    "If row 2 is split in half, its focus is 0, and D is simply row 1's share of the total weight."
)
def split_row_leaves_the_other_share(full: bool) -> Checked:
    """D of two rows, for several weights of the second."""
    gaps = []
    for weight in (0.1, 0.5, 1.0):
        matrix = InformativenessMatrix([[1, 0], [weight / 2, weight / 2]])
        gaps.append(abs(disentanglement(matrix).value - 1 / (1 + weight)))
    return checked(max(gaps) < 1e-9, largest_gap=max(gaps))


NO_FACT = {
    "Do this for every factor and you have a matrix": "definition",
}
