"""Correlation and robustness: how far latents and factors vary together, in their numbers."""

import functools
import itertools
import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..matrices import InformativenessMatrix
from ..measure import measure
from ..representation import Representation
from ..types import Floats
from ..validation import check_choice, check_count, check_share, check_source
from ._supervised import (
    copresent_factor_rows,
    line_r2,
    random_fourier_ridge,
    regression_target,
    scale_columns,
    train_test_rows,
)
from .conditional import Shares
from .information import BINS, MOST_BINS, discretise, refuse_cyclic

Form = Literal["pearson", "spearman"]
Reader = Literal["linear", "kernel"]
COSINES = 500  # random features of the nonlinear predictor
FEW_MATCHINGS = 2_000  # of factors to latents; 8 latents and 4 factors have 1,680


@measure
def correlations(rep: Representation, *, method: Form = "pearson") -> InformativenessMatrix:
    """Absolute correlation between every latent and every factor.

    The values of a factor are taken as numbers, also if it has levels.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.
    method : {'pearson', 'spearman'}, default='pearson'
        Kind of correlation. 'pearson' follows a straight line. 'spearman' correlates ranks, and so
        follows any rising or falling curve.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, n_factors)
        Correlations without their sign, from 0 to 1. 0: no correlation, or a constant latent. 1:
        the factor is a linear function of the latent (for 'spearman', a rising or falling
        function).

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If `method` has another value, or if it is 'spearman' and a factor is cyclic, since such a
        factor has no ranks.

    See Also
    --------
    match_factors_to_latents : The one-to-one matching that MCC [1]_ averages over.

    Notes
    -----
    The entry of a cyclic factor is the square root of the share of variance of its position on the
    circle (sine and cosine together) that a linear regression on the latent explains. A factor that
    some samples lack is correlated over the samples that have it.

    References
    ----------
    .. [1] Hyvärinen and Morioka (2016), "Unsupervised Feature Extraction by Time-Contrastive
       Learning and Nonlinear ICA".

    Examples
    --------
    >>> rep = Representation(factors=[[0], [1], [0], [1]], latents=[[0.1], [0.8], [0.2], [0.9]])
    >>> measures.correlations(rep).values.round(2)
    array([[0.99]])

    Two latents that mix two factors in equal parts:

    >>> measures.correlations(examples.rotated(45)).values.round(1)
    array([[0.7, 0.7],
           [0.7, 0.7]])
    """
    check_source("correlations", rep, Representation)
    check_choice("method", method, get_args(Form))
    if method == "spearman":
        refuse_cyclic(rep, "method='spearman'", "method='pearson'")
    values = np.zeros((len(rep.latent_names), len(rep.factor_names)))
    for factors in rep.factor_groups():
        latents = _ranks(rep.latents[rep.rows_where_present(factors[0])], method)
        sides = [
            _ranks(regression_target(rep.present_values(k), rep.factor_types[k]), method)
            for k in factors
        ]
        values[:, factors] = np.sqrt(line_r2(latents, sides))
    return InformativenessMatrix(
        values,
        f"{method.capitalize()} correlation",
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def unsigned(one: Floats, other: Floats, method: Form) -> Floats:
    """Correlate the columns of two tables, without the sign.

    Parameters
    ----------
    one : ndarray of shape (n_samples, n_columns)
        First table.
    other : ndarray of shape (n_samples, n_other_columns)
        Second table.
    method : {'pearson', 'spearman'}
        Kind of correlation.

    Returns
    -------
    correlations : ndarray of shape (n_columns, n_other_columns)
        Absolute correlations from 0 to 1.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.measures.correlation import unsigned
    >>> rising = np.array([[0.0], [1.0], [2.0]])
    >>> unsigned(rising, 4 - 2 * rising, "pearson").round(2)
    array([[1.]])
    """
    return np.sqrt(line_r2(_ranks(one, method), _ranks(other, method).T[..., None]))


def _ranks(columns: Floats, method: Form) -> Floats:
    """The columns as they are, or their ranks."""
    if method == "pearson":
        return columns
    from scipy.stats import rankdata

    return rankdata(columns, axis=0)


def match_factors_to_latents(matrix: InformativenessMatrix) -> NDArray[np.int64]:
    """Match every factor to a different latent, so that the sum of the entries is largest.

    Parameters
    ----------
    matrix : InformativenessMatrix
        Values of shape (..., n_latents, n_factors); with leading axes, a stack of matrices.

    Returns
    -------
    latents : ndarray of int of shape (..., n_factors)
        Row of the latent of each factor; -1 for a factor that no latent is left for.

    Examples
    --------
    >>> measures.match_factors_to_latents(InformativenessMatrix([[0.9, 0.8], [0.7, 0.1]]))
    array([1, 0])
    """
    *stack, rows, columns = matrix.values.shape
    if columns <= rows and math.perm(rows, columns) <= FEW_MATCHINGS:
        ways = _all_matchings(rows, columns)  # avoids scipy, which a browser would have to download
        return ways[matrix.values[..., ways, np.arange(columns)].sum(-1).argmax(-1)]
    from scipy.optimize import linear_sum_assignment

    assignment = np.full((*stack, columns), -1)
    for values, match in zip(
        matrix.values.reshape(-1, rows, columns), assignment.reshape(-1, columns)
    ):
        latents, factors = linear_sum_assignment(-values)
        match[factors] = latents
    return assignment


@functools.cache
def _all_matchings(rows: int, columns: int) -> NDArray[np.int64]:
    """All one-to-one assignments of rows to columns, of shape (n_assignments, n_columns)."""
    return np.array(list(itertools.permutations(range(rows), columns)))


def _predict_linearly(latents: Floats, taught: Floats, test_latents: Floats) -> Floats:
    """Predictions of the least-squares plane through the training samples."""
    mean, level = latents.mean(0), taught.mean(0)
    slopes = np.linalg.lstsq(latents - mean, taught - level, rcond=None)[0]
    return (test_latents - mean) @ slopes + level


def _weighted_r2(values: Floats, predicted: Floats) -> float:
    """R2 of the columns of a factor, weighted by their variances; 0 where all are constant."""
    squared_errors = np.square(values - predicted).sum(0)
    squared_deviations = np.square(values - values.mean(0)).sum(0)
    varies = squared_deviations > 0
    if not varies.any():
        return 0.0
    return float(1 - squared_errors[varies].sum() / squared_deviations[varies].sum())


@measure
def robustness(
    rep: Representation, *, factor_bins: int | None = None, quantile: float = 1.0
) -> Shares:
    """Interventional robustness of every latent to changes of all factors except one.

    It shows how little a latent moves while factor k is fixed and all other factors change [1]_.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor. A number also bins factors that have levels.
        With None, these are not binned and continuous factors get 21 bins.
    quantile : float, default=1.0
        Quantile of the distances within one value of a factor, from 0 to 1. 1 takes the largest
        distance.

    Returns
    -------
    matrix : Shares of shape (n_latents, n_factors)
        Robustness from 0 to 1. 0: the other factors move the latent as far as all factors together
        do, or the latent is constant. 1: the other factors do not move the latent at all.
        `latent_weight` has the largest distance of each latent, divided by the largest of all
        latents; a constant latent has the weight 0.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If an option is out of range.

    Notes
    -----
    Among the samples with one value of factor k, take the largest distance of z_i from its mean
    over these samples. The mean of these distances over the values of k is divided by the largest
    distance of z_i from its mean over all samples. The entry is 1 minus the quotient, and at least
    0.

    References
    ----------
    .. [1] Suter et al. (2019), "Robustly Disentangled Causal Mechanisms: Validating Deep
       Representations for Interventional Robustness", section 4.

    Examples
    --------
    >>> rep = Representation(factors=[[0], [1], [0], [1]], latents=[[0.0], [1.0], [0.0], [1.0]])
    >>> measures.robustness(rep).values
    array([[1.]])

    A code in which every factor has two latents:

    >>> measures.robustness(examples.duplicated_copy()).values.round(2)[:3]
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    check_source("robustness", rep, Representation)
    check_share("quantile", quantile)
    if factor_bins is not None:
        check_count("factor_bins", factor_bins, least=2, most=MOST_BINS)
    max_distance = largest_deviation(rep.latents) * (np.ptp(rep.latents, axis=0) > 0)
    entries = np.zeros((len(max_distance), len(rep.factor_names)))
    for k, kind in enumerate(rep.factor_types):
        cut = "continuous" if factor_bins else kind
        groups, latents = discretise(rep.present_values(k), cut, factor_bins or BINS), rep.latents
        latents, values = latents[rep.rows_where_present(k)], np.unique(groups)
        total_distance = [largest_deviation(latents[groups == value], quantile) for value in values]
        entries[:, k] = interventional_robustness(np.mean(total_distance, axis=0), max_distance)
    return Shares(
        entries,
        "interventional robustness",
        latent_weight=max_distance / max_distance.max() if max_distance.max() > 0 else max_distance,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def largest_deviation(columns: Floats, quantile: float = 1.0) -> Floats:
    """Largest distance of the values of each column from their mean.

    Parameters
    ----------
    columns : ndarray of shape (..., n_samples, n_latents)
        Values of the latents.
    quantile : float, default=1.0
        Quantile of the distances that is taken instead of the largest one.

    Returns
    -------
    deviation : ndarray of shape (..., n_latents)
        Distances in the unit of the latents.

    Examples
    --------
    >>> measures.correlation.largest_deviation(np.array([[0.0, 5.0], [0.0, 7.0], [3.0, 6.0]]))
    array([2., 1.])
    """
    away = np.abs(columns - columns.mean(-2, keepdims=True))
    return away.max(-2) if quantile == 1 else np.quantile(away, quantile, axis=-2)


def interventional_robustness(moved: Floats, total: Floats) -> Floats:
    """Robustness of latents against the factors that are not fixed.

    Parameters
    ----------
    moved : ndarray of shape (..., n_latents)
        Deviation of each latent while one factor is fixed, averaged over the values of the factor.
    total : ndarray of shape (..., n_latents)
        Deviation of each latent over all samples; 0 for a latent that never moves.

    Returns
    -------
    robustness : ndarray of shape (..., n_latents)
        1 - moved / total, not below 0. 1: the other factors do not move the latent. 0: they move it
        as far as all factors do, or it never moves.

    Examples
    --------
    >>> moved, total = np.array([0.5, 0.0, 0.0]), np.array([2.0, 2.0, 0.0])
    >>> measures.correlation.interventional_robustness(moved, total)
    array([0.75, 1.  , 0.  ])
    """
    return np.where(total > 0, 1 - moved / np.where(total > 0, total, 1), 0).clip(0, 1)


@measure
def linear_r2_scores(
    rep: Representation,
    *,
    regressor: Reader = "linear",
    train_size: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """R2 of a regression from all latents to each factor, on test samples.

    The values of a factor are taken as numbers, also if it has levels. The R2 of a cyclic factor is
    that of its cosine and sine together.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.
    regressor : {'linear', 'kernel'}, default='linear'
        Regression on the latents. 'line' is linear least squares. 'kernel' is a ridge regression on
        the latents and 500 random cosines of them, which approximates a nonlinear kernel
        regression.
    train_size : float, default=0.75
        Fraction of samples in the training set, above 0 and up to 1; the rest is the test set. 1
        trains and tests on all samples.
    shuffle : bool, default=True
        Whether to shuffle the samples before the split.
    seed : int, default=0
        Seed of the shuffle and of the random cosines.

    Returns
    -------
    matrix : InformativenessMatrix of shape (1, n_factors)
        R2 from 0 to 1, in a single row "all latents". 0: the regression is no better than the mean
        (a negative R2 becomes 0). 1: the regression predicts the factor exactly.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If there are fewer than 16 samples, if a factor is absent from nearly all training or test
        samples, or if an option is out of range.

    Notes
    -----
    Papers often report the nonlinear R2 ('kernel') together with the linear one ('line'). Latents
    are standardised by the mean and standard deviation of the training set; latents that are
    constant there are dropped.

    Examples
    --------
    >>> values = np.linspace(0, 1, 20)[:, None]
    >>> rep = Representation(factors=values, latents=-2 * values)
    >>> measures.linear_r2_scores(rep).values.round(2)
    array([[1.]])
    >>> measures.linear_r2_scores(examples.rotated(45)).values.round(2)
    array([[0.99, 0.99]])
    """
    check_source("linear_r2_scores", rep, Representation)
    check_choice("regressor", regressor, get_args(Reader))
    rows, r2 = train_test_rows(rep, train_size, shuffle, seed), np.zeros(len(rep.factor_names))
    latents = scale_columns(rep.latents, "standard", rows[0])
    moves = latents[rows[0]].any(0)  # in a wide code, most latents may be constant
    latents = latents[:, moves] if moves.any() else latents[:, :1]
    sides = [regression_target(v, kind) for v, kind in zip(rep.factors.T, rep.factor_types)]
    for factors, train_rows, test_rows in copresent_factor_rows(rep, range(len(sides)), *rows):
        taught = np.column_stack([sides[k][train_rows] for k in factors])
        if regressor == "linear":
            predicted = _predict_linearly(latents[train_rows], taught, latents[test_rows])
        else:
            model = random_fourier_ridge(COSINES, rep.latents.shape[1], seed)
            predicted = model.fit(latents[train_rows], taught).predict(latents[test_rows])
            predicted = predicted.reshape(len(test_rows), -1)  # scikit-learn flattens one column
        ends = np.cumsum([sides[k].shape[1] for k in factors])[:-1]
        for k, columns in zip(factors, np.split(predicted, ends, axis=1)):
            r2[k] = _weighted_r2(sides[k][test_rows], columns)
    return InformativenessMatrix(
        [r2.clip(0, 1)],
        f"{regressor} regression",
        "R2",
        row_names=["all latents"],
        column_names=rep.factor_names,
    )
