"""Probability that a model ranks first by chance, given several runs of several models."""

import math
from itertools import combinations_with_replacement

import numpy as np

from ..types import Floats

DEALS = 200
TABLES, REDRAWS = 400, 200
NEARLY_ALL = 0.95


def permuted_runs(values: Floats, deals: int = DEALS) -> Floats:
    """Random reassignments of all runs to models, as if all models were equal.

    Parameters
    ----------
    values : ndarray of shape (n_models, n_runs)
        Score of every run of every model.
    deals : int, default=200
        Number of reassignments.

    Returns
    -------
    tables : ndarray of shape (deals, n_models, n_runs)
        The same runs, permuted at random (seed 0) across models and runs.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.theory.win_probability import permuted_runs
    >>> permuted_runs(np.array([[0.1, 0.2], [0.3, 0.4]]), deals=3).shape
    (3, 2, 2)
    """
    rng = np.random.default_rng(0)
    mixed = [rng.permutation(values.ravel()).reshape(values.shape) for _ in range(deals)]
    return np.array(mixed)


def bootstrap_win_probability(values: Floats) -> Floats:
    """Probability of each model to have the largest mean when its runs are resampled.

    The runs of a model are resampled with replacement from its own runs (bootstrap).

    Parameters
    ----------
    values : ndarray of shape (n_models, n_runs)
        Score of every run of every model.

    Returns
    -------
    probabilities : ndarray of shape (n_models,)
        Probability in [0, 1] that the mean of this model is the largest.

    Notes
    -----
    The bootstrap is exact: all ways to draw n_runs of n_runs with replacement are counted. A tie
    between two models counts half.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.theory.win_probability import bootstrap_win_probability
    >>> bootstrap_win_probability(np.array([[0.1, 0.2], [0.3, 0.4]]))
    array([0., 1.])
    """
    models, size = values.shape
    ways = np.array(list(combinations_with_replacement(range(size), size)))
    times = (ways[:, :, None] == np.arange(size)).sum(axis=1)  # how often each run is drawn
    factorials = np.array([math.factorial(n) for n in range(size + 1)], dtype=float)
    chances = factorials[size] / factorials[times].prod(axis=1) / size**size  # multinomial
    means = values[:, ways].mean(axis=2)
    ahead = (1 + np.sign(means[:, None, :, None] - means[None, :, None, :])) / 2
    of_each = ahead @ chances  # probability that a mean of one model exceeds another model's
    of_each[np.arange(models), np.arange(models)] = 1
    return of_each.prod(axis=1) @ chances


def equal_models_win_probability(values: Floats) -> tuple[float, float]:
    """Probability that the winner wins again although all models are equal.

    The runs are dealt to the models at random in 400 tables, and each table is resampled 200 times.

    Parameters
    ----------
    values : ndarray of shape (n_models, n_runs)
        Score of every run of every model.

    Returns
    -------
    mean : float
        Mean over tables of the share of resamples in which the table's winner wins again, in [0,
        1].
    bound : float
        The 95% quantile of these shares over tables.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.theory.win_probability import equal_models_win_probability
    >>> mean, bound = equal_models_win_probability(np.array([[0.1, 0.2], [0.3, 0.4]]))
    >>> mean < bound
    True
    """
    tables = permuted_runs(values, TABLES)
    winner, size = tables.mean(2).argmax(1), tables.shape[2]
    picks = np.random.default_rng(1).integers(size, size=(REDRAWS, *tables.shape[1:]))
    means = np.take_along_axis(tables[:, None], picks[None], axis=3).mean(3)
    bars = (means.argmax(2) == winner[:, None]).mean(1)
    return float(bars.mean()), float(np.quantile(bars, NEARLY_ALL))
