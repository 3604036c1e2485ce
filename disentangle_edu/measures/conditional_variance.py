"""Explained variance: how much of the variance of latents and factors random forests predict.

The law of total variance splits a variance as the chain rule splits information. What all factors
together explain of a latent is at least what one of them explains. Noise that is no factor is
explained by neither, so it cancels where one is divided by the other. Each level has one
column, and the variances of these columns are added. One factor then explains as much as all
factors exactly if nothing else matters once this factor is known. Of a continuous latent or factor
the forests predict only the mean.
"""

import numpy as np

from ..measure import measure
from ..representation import Representation
from ..types import Floats, Progress
from ..validation import check_count, check_source
from ._supervised import parallel_map, present_rows, scale_columns, train_test_rows
from .information import discretise, refuse_cyclic

# Minimum number of samples per leaf: large leaves avoid fitting noise, small leaves resolve fine
# structure. The better of the two is chosen on the training samples.
LEAVES = (1, 30)


@measure
def explained_variance(
    rep: Representation,
    *,
    n_estimators: int = 10,
    seed: int = 0,
    progress: Progress | None = None,
) -> dict[str, Floats]:
    """Fractions of variance that random forests explain on test samples.

    They are the counterparts of the bits in `joint_information`: of every latent and every factor,
    the fraction that one column or all columns of the other side explain. Forests train on three
    quarters of the samples and are tested on the rest.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.
    n_estimators : int, default=10
        Number of trees per forest.
    seed : int, default=0
        Seed of the train-test split and of the trees.
    progress : callable or None, default=None
        Wraps an iterable and shows a progress bar, as `tqdm.tqdm` does.

    Returns
    -------
    shares : dict of str to ndarray
        Fractions from 0 (nothing is explained) to 1 (all of the variance is explained).

        - 'pairs', of shape (n_latents, n_factors): of a factor by one latent, over the samples that
          have the factor.
        - 'everywhere', of shape (n_latents, n_factors): of a latent by one factor.
        - 'latent_by_all', of shape (n_latents,): of a latent by all factors.
        - 'factor_by_all', of shape (n_factors,): of a factor by all latents.
        - 'latent', of shape (n_latents,), and 'factor', of shape (n_factors,): the whole, which is
          1.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If there are fewer than 16 samples, if a factor is cyclic or absent from nearly all training
        or test samples, or if an option is out of range.

    See Also
    --------
    disentangle_edu.measures.joint_information : The same quantities in bits.

    Notes
    -----
    Where factors predict a latent, an absent factor counts as a separate value. A column that is
    constant in the training or the test set has 0, since nothing explains it. The leaves of a
    forest have at least 1 or at least 30 samples, whichever explains more of the last quarter of
    the training set.

    Examples
    --------
    >>> shares = measures.explained_variance(examples.duplicated_copy(), n_estimators=2)
    >>> shares["factor_by_all"].round(1)
    array([1., 1., 1.])
    """
    check_source("explained_variance", rep, Representation)
    check_count("n_estimators", n_estimators)
    refuse_cyclic(rep, "forests on factors", "method='plugin'")
    train_rows, test_rows = train_test_rows(rep, 0.75, True, seed)
    L, K = len(rep.latent_names), len(rep.factor_names)
    z, v = _fill_absent(rep.latents), _fill_absent(rep.factors)
    of_latents = [
        (_target(column, kind), x, train_rows, test_rows)
        for column, kind in zip(z.T, rep.latent_types)
        for x in _all_and_single(v)
    ]
    of_factors = [
        (_target(column, kind), x, *present_rows(rep, k, train_rows, test_rows))
        for k, (column, kind) in enumerate(zip(v.T, rep.factor_types))
        for x in _all_and_single(z)
    ]
    explain = lambda y, x, train_rows, test_rows: _explained_share(
        y, x, train_rows, test_rows, n_estimators, seed
    )
    explained = np.array(parallel_map(explain, *zip(*of_latents, *of_factors), progress=progress))
    latents = explained[: len(of_latents)].reshape(L, K + 1)
    factors = explained[len(of_latents) :].reshape(K, L + 1)
    return {
        "pairs": factors[:, 1:].T,
        "everywhere": latents[:, 1:],
        "latent_by_all": latents[:, 0],
        "factor_by_all": factors[:, 0],
        "latent": np.ones(L),
        "factor": np.ones(K),
    }


def _fill_absent(table: Floats) -> Floats:
    """Standardised columns; a value below all others stands for an absent factor.

    Forests do not depend on the scale, except that they treat a very small variance as 0.
    """
    return scale_columns(np.where(np.isnan(table), np.nanmin(table, axis=0) - 1, table), "standard")


def _all_and_single(table: Floats) -> list[Floats]:
    """All columns together, then one after the other."""
    return [table, *(column[:, None] for column in table.T)]


def _target(column: Floats, kind: str) -> Floats:
    """(n, 1) the numbers, or (n, levels) indicators of the levels."""
    if kind == "continuous":
        return column[:, None]
    codes = discretise(column, "discrete")
    return np.eye(codes.max() + 1)[codes]


def _explained_share(
    y: Floats, x: Floats, train_rows, test_rows, n_estimators: int, seed: int
) -> float:
    """Share of the variance of y in the test rows that a forest on x explains."""
    teach, trial = np.split(train_rows, [3 * len(train_rows) // 4])
    leaf = max(LEAVES, key=lambda leaf: _forest_r2(y, x, teach, trial, leaf, n_estimators, seed))
    return _forest_r2(y, x, train_rows, test_rows, leaf, n_estimators, seed)


def _forest_r2(
    y: Floats, x: Floats, train_rows, test_rows, leaf: int, n_estimators: int, seed: int
) -> float:
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.metrics import r2_score

    if (np.ptp(y[train_rows], axis=0) == 0).all() or (np.ptp(y[test_rows], axis=0) == 0).all():
        return 0.0
    forest = RandomForestRegressor(n_estimators, min_samples_leaf=leaf, random_state=seed)
    forest.fit(x[train_rows], y[train_rows, 0] if y.shape[1] == 1 else y[train_rows])
    predicted = forest.predict(x[test_rows]).reshape(len(test_rows), -1)
    return max(0.0, float(r2_score(y[test_rows], predicted, multioutput="variance_weighted")))
