"""Cases of the chapter: rows with a rest, draws of noise, and a forest's importances."""

import functools

import numpy as np

from ... import measures
from ...background import get_or_compute
from ...matrices import InformativenessMatrix
from ...worlds import examples
from ..common.verdicts import pair_code

FACTORS, REST = 11, 0.02  # of Fact 2, and the importance of each other factor there
NOISE_RUNS = 10


def rest_matrix(
    factors: int, diagonal: float, off_diagonal: float, evenness: float = 1.0
) -> InformativenessMatrix:
    """Every latent mainly follows one factor; the rest of its row is even (1) or lumped (0)."""
    even = examples.focused_matrix(factors, diagonal, off_diagonal)
    if evenness == 1:
        return even
    rest = off_diagonal * (factors - 1)
    lumped = diagonal * np.eye(factors) + rest * np.roll(np.eye(factors), 1, axis=1)
    values = evenness * even.values + (1 - evenness) * lumped
    return InformativenessMatrix(values, even.name, even.unit)


def measured_importances(name: str) -> dict:
    """Return the content of `importances_of` in plain values."""
    matrix = measures.importances(pair_code(name))
    return {"values": matrix.values.round(4).tolist(), "name": matrix.name, "unit": matrix.unit}


@functools.cache
def importances_of(name: str) -> InformativenessMatrix:
    """Return a forest's importances for A, B or handwriting, to four digits."""
    measured = get_or_compute("importances", name, lambda: measured_importances(name))
    return InformativenessMatrix(**measured, column_names=pair_code(name).factor_names)
