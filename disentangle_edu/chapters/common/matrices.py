"""Matrices of questions and exercises, and sentences on their scores."""

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ... import viz
from ...matrices import InformativenessMatrix
from ...quiz.exercises import Requirement, numbers
from ...representation import Representation
from ...worlds import examples

OWN = "your own"  # a matrix that the reader has changed
THIRDS = ("below 1/3", "1/3 to 2/3", "above 2/3")


def third(value: float) -> int:
    """The third of the interval from 0 to 1 that contains a score."""
    return min(int(float(value) * 3), 2)


def to_three_digits(values: Sequence[float]) -> list[str]:
    """Scores with the digits of a verdict."""
    return [f"{value:.3f}" for value in values]


def drawn_matrix(
    title: str, values: ArrayLike, cell: float = 44, factors: Sequence[str] | None = None
) -> viz.Panel:
    """A matrix that a question is about; the factors may have names."""
    matrix = InformativenessMatrix(values, column_names=factors)
    least = 70 + cell * matrix.values.shape[1]
    # a separate key, since two matrices may be side by side
    return viz.matrix_panel(matrix, title=title, cell=cell, min_width=least, key=title)


@functools.cache
def digits_code() -> Representation:
    """Handwriting under ten principal components."""
    return examples.digits_pca()


FALLS = 0.1  # a score that drops by more than this falls


def matrix_of(answer: object) -> InformativenessMatrix:
    """The matrix that an answer gives, of shares from 0 to 1. Raises ValueError for others."""
    values = numbers(answer, (None, None))
    outside = values[(values < 0) | (values > 1)]
    if outside.size:
        raise ValueError(
            f"An entry is the share of a factor that is known: from 0 to 1, not {outside[0]:g}."
        )
    return InformativenessMatrix(values, factor_entropy=1)


def every_factor_known(matrix: InformativenessMatrix, min_width: float) -> Requirement:
    """A demand that no factor is lost."""
    weakest, factors = float(matrix.values.max(0).min()), len(matrix.column_names)
    requirement = (
        f"two factors or more, each known to some latent (an entry of at least {min_width:g})"
    )
    return Requirement(
        requirement,
        weakest >= min_width and factors > 1,
        f"{factors} factor{'s' * (factors != 1)}; the least known has {weakest:.2f}",
    )


def factors_of(table: np.ndarray) -> list[str]:
    """A name for every column."""
    return [f"factor {k + 1}" for k in range(table.shape[1])]


def bids(values: np.ndarray) -> list[tuple[int, int, str]]:
    """DCIMIG: the winning bid for every factor, and the entry that it gives away."""
    order = np.argsort(-values, axis=1, kind="stable")
    top = np.take_along_axis(values, order, 1)
    gaps = top[:, 0] - (top[:, 1] if values.shape[1] > 1 else 0)
    entries = []
    for k in range(values.shape[1]):
        bidders = [i for i in range(len(values)) if order[i, 0] == k]
        if bidders:
            best = max(bidders, key=lambda i: gaps[i])
            entries.append((best, k, "bid"))
            if values.shape[1] > 1:
                entries.append((best, int(order[best, 1]), "minus"))
    return entries
