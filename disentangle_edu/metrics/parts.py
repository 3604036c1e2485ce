"""Building blocks of the formulas: gaps, focus, and sentences about a row or a column.

Axis -2 of a matrix is its latents and axis -1 its factors. Axes are counted from the end, so that a
formula also takes a stack of matrices (see `theory.enumeration`).
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ..matrices import InformativenessMatrix, Matrix, with_numbers
from ..types import Floats

Dead = Literal["exclude", "zero"]  # how a dead latent counts in a mean


PartsAndWeights = tuple[Floats, Floats]  # parts and weights, one of each per latent, factor or pair


# Axis -2 runs over latents, axis -1 over factors. They are counted from the end, so that a formula
# also scores a stack of matrices at once (see `enumeration`).
LATENTS, FACTORS = -2, -1


MAX_LISTED = 4  # entries of a row or column that a sentence names


def top_two(values: Floats, axis: int) -> tuple[Floats, Floats]:
    """Largest and second largest values along an axis.

    Parameters
    ----------
    values : ndarray of float
        Numbers with at least one axis.
    axis : int
        Axis to search along.

    Returns
    -------
    largest : ndarray of float
        Largest values; the shape is that of `values` without `axis`.
    second : ndarray of float
        Second largest values, of the same shape. Zeros if `axis` has a single entry.

    Examples
    --------
    >>> first, second = top_two(np.array([[0.8, 0.1], [0.4, 0.3]]), axis=0)
    >>> first.tolist(), second.tolist()
    ([0.8, 0.3], [0.4, 0.1])
    """
    ordered = np.moveaxis(np.sort(values, axis=axis), axis, 0)
    return ordered[-1], ordered[-2] if len(ordered) > 1 else np.zeros_like(ordered[-1])


def above_chance(parts: Floats, chance: float | Floats) -> Floats:
    """Rescale parts linearly so that chance becomes 0 and 1 stays 1.

    Parameters
    ----------
    parts : ndarray of float
        Numbers up to 1, such as accuracies.
    chance : float or ndarray of float
        The number that a random guess reaches, below 1.

    Returns
    -------
    rescaled : ndarray of float
        (parts - chance) / (1 - chance). Parts that are worse than chance become negative.

    Examples
    --------
    >>> above_chance(np.array([0.25, 0.5, 1.0]), 0.5).tolist()
    [-0.5, 0.0, 1.0]
    """
    return (parts - chance) / (1 - chance)


def one_minus_entropy(values: Floats, axis: int) -> Floats:
    """One minus the normalised entropy of the shares along an axis.

    A share is an entry divided by the sum of its row or column. The entropy of the shares is
    divided by the largest entropy possible, which is the logarithm of the number of entries.

    Parameters
    ----------
    values : ndarray of float
        Numbers from 0 upwards.
    axis : int
        Axis that the shares sum to 1 along.

    Returns
    -------
    focus : ndarray of float
        Numbers from 0 to 1; the shape is that of `values` without `axis`. 0: the shares are equal,
        or all entries are 0. 1: a single entry is above 0.

    Examples
    --------
    >>> one_minus_entropy(np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 0.0]]), axis=1).tolist()
    [1.0, 0.0, 0.0]
    """
    total = values.sum(axis, keepdims=True)
    shares = np.divide(values, total, out=np.zeros_like(values), where=total > 0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    base = np.log(max(values.shape[axis], 2))  # one entry has entropy 0 in any base
    return np.where(total.squeeze(axis) > 0, 1 + (shares * logs).sum(axis) / base, 0).clip(0, 1)


def one_row(name: str, matrix: Matrix) -> Floats:
    """Only row of a matrix that describes all latents together.

    Parameters
    ----------
    name : str
        Name of the metric, for the error message.
    matrix : Matrix
        Matrix with a single row, "all latents".

    Returns
    -------
    row : ndarray of shape (n_factors,)
        Entries of the row.

    Raises
    ------
    ValueError
        If the matrix has more than one row.

    Examples
    --------
    >>> one_row("informativeness", InformativenessMatrix([[0.9, 0.7]])).tolist()
    [0.9, 0.7]
    """
    rows = matrix.values.shape[LATENTS]
    if rows != 1:
        raise ValueError(
            f"{name}: found a matrix of {rows} rows, expected one row for all latents together."
        )
    return matrix.values[..., 0, :]


def require(total: Floats | None) -> Floats:
    """Optional array of entropies or weights, known not to be None.

    Parameters
    ----------
    total : ndarray or None
        Entropies or weights of a matrix. The option ``requires`` of `metric` refuses None earlier.

    Returns
    -------
    total : ndarray
        The same array.

    Raises
    ------
    AssertionError
        If `total` is None.

    Examples
    --------
    >>> require(InformativenessMatrix([[0.8, 0.1]], factor_entropy=1).factor_entropy).tolist()
    [1.0, 1.0]
    """
    assert total is not None
    return total


def _describe_focus(line: Floats, names: Sequence[str]) -> str:
    """Describe the entries of a row or column, largest first; `one_minus_entropy` uses all."""
    order = [j for j in np.argsort(-line, kind="stable") if line[j] > 0]
    if not order:
        return "it has no entry above 0"
    if len(order) == 1:
        return f"its only positive entry is {names[order[0]]}"
    first = order[:MAX_LISTED]
    entries = with_numbers([names[j] for j in first], line[first])
    more = len(order) - len(entries)
    return f"it is spread over {', '.join(entries)}" + (f" and {more} more" if more else "")


def _describe_row(matrix: InformativenessMatrix, i: int) -> str:
    return _describe_focus(matrix.values[i], matrix.column_names)


def _describe_column(matrix: InformativenessMatrix, k: int) -> str:
    return _describe_focus(matrix.values[:, k], matrix.row_names)


def several_factors(name: str, matrix: Matrix) -> int:
    """Number of factors of a matrix, which must be at least two.

    Parameters
    ----------
    name : str
        Name of the metric, for the error message.
    matrix : Matrix
        Matrix with one column per factor.

    Returns
    -------
    n_factors : int
        Number of columns.

    Raises
    ------
    ValueError
        If the matrix has a single factor, because there would be nothing to guess.

    Examples
    --------
    >>> several_factors("factor_vae", InformativenessMatrix([[9, 1, 0], [0, 4, 6]]))
    3
    """
    count = matrix.values.shape[FACTORS]
    if count < 2:
        raise ValueError(
            f"{name}: found one factor, expected at least two: one leaves nothing to guess."
        )
    return count
