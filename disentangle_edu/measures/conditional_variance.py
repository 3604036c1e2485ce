"""Explaining: how much of the variance of latents or factors forests read from the other side.

The law of total variance splits a variance as the chain rule splits information: what all factors
together explain of a latent is at least what one of them explains, and noise that is no factor is
explained by neither, so it cancels where one is divided by the other. Levels have one column each,
whose variances are added: there, one factor explains as much as all exactly if nothing else
matters once it is known. Of a continuous latent or factor only the mean is looked at.
"""

import numpy as np

from ..core import Floats, Progress, Representation
from ..making import measure
from ..validation import check_count, check_source
from ._supervised import each, having, parted, scaled
from .information import discretise, refuse_cyclic

# Samples in a leaf, at least. Noise needs many, or every forest learns some of it by heart; fine
# structure needs few. Which is better is tried on the samples to learn from.
LEAVES = (1, 30)


@measure
def explained_variance(
    rep: Representation,
    *,
    trees: int = 10,
    seed: int = 0,
    progress: Progress | None = None,
) -> dict[str, Floats]:
    """What `joint_information` finds in bits, as shares of variance explained on unseen samples.

    Returns a dict: pairs (L, K) of a factor by one latent, where the factor is present; everywhere
    (L, K) of a latent by one factor; latent_by_all (L,), factor_by_all (K,); and latent (L,) and
    factor (K,), the whole, which is 1. An absent factor explains as a value of its own. What never
    moves is explained by nothing.

    trees : per forest.   seed : draws the split and the trees.   progress : as tqdm.tqdm does.

    >>> measures.explained_variance(examples.duplicated_copy(), trees=2)["factor_by_all"].round(1)
    array([1., 1., 1.])
    """
    check_source("explained_variance", rep, Representation)
    check_count("trees", trees)
    refuse_cyclic(rep, "forests on factors", "form='counted'")
    learn, judge = parted(rep, 0.75, True, seed)
    L, K = len(rep.latent_names), len(rep.factor_names)
    z, v = _standing(rep.latents), _standing(rep.factors)
    of_latents = [
        (_target(column, kind), x, learn, judge)
        for column, kind in zip(z.T, rep.latent_kinds)
        for x in _together_and_alone(v)
    ]
    of_factors = [
        (_target(column, kind), x, *having(rep, k, learn, judge))
        for k, (column, kind) in enumerate(zip(v.T, rep.factor_kinds))
        for x in _together_and_alone(z)
    ]
    explain = lambda y, x, learn, judge: _explained(y, x, learn, judge, trees, seed)
    found = np.array(each(explain, *zip(*of_latents, *of_factors), progress=progress))
    latents = found[: len(of_latents)].reshape(L, K + 1)
    factors = found[len(of_latents) :].reshape(K, L + 1)
    return {
        "pairs": factors[:, 1:].T,
        "everywhere": latents[:, 1:],
        "latent_by_all": latents[:, 0],
        "factor_by_all": factors[:, 0],
        "latent": np.ones(L),
        "factor": np.ones(K),
    }


def _standing(table: Floats) -> Floats:
    """Standardised columns; where a factor is absent it has a value of its own, below all others.

    Forests do not mind the scale, but take a very small variance for none.
    """
    return scaled(np.where(np.isnan(table), np.nanmin(table, axis=0) - 1, table), "standard")


def _together_and_alone(table: Floats) -> list[Floats]:
    """All columns together, then one after the other."""
    return [table, *(column[:, None] for column in table.T)]


def _target(column: Floats, kind: str) -> Floats:
    """(n, 1) the number itself, or (n, levels) which level it is."""
    if kind == "continuous":
        return column[:, None]
    codes = discretise(column, "levels")
    return np.eye(codes.max() + 1)[codes]


def _explained(y: Floats, x: Floats, learn, judge, trees: int, seed: int) -> float:
    """Share of the variance of y that a forest on x explains on the rows to judge on."""
    teach, trial = np.split(learn, [3 * len(learn) // 4])
    leaf = max(LEAVES, key=lambda leaf: _gain(y, x, teach, trial, leaf, trees, seed))
    return _gain(y, x, learn, judge, leaf, trees, seed)


def _gain(y: Floats, x: Floats, learn, judge, leaf: int, trees: int, seed: int) -> float:
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.metrics import r2_score

    if (np.ptp(y[learn], axis=0) == 0).all() or (np.ptp(y[judge], axis=0) == 0).all():
        return 0.0
    forest = RandomForestRegressor(trees, min_samples_leaf=leaf, random_state=seed)
    forest.fit(x[learn], y[learn, 0] if y.shape[1] == 1 else y[learn])
    said = forest.predict(x[judge]).reshape(len(judge), -1)
    return max(0.0, float(r2_score(y[judge], said, multioutput="variance_weighted")))
