"""Search for the repairs that raise scores, on random halves of the samples."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..metric import METRICS
from ..representation import Representation
from ..scoring import UNDEFINED
from ..types import Floats
from .repairs import REPAIRS, independent_rows

LEAST_SAMPLES = 40
# Smallest mean gain over all metrics of a repair. It is larger for denoise: all codes have noise.
LEAST_GAIN, LEAST_GAIN_OF_DENOISE = 0.005, 0.05
# Of the repairs with enough gain, the best one in the first group with any is applied. Idle latents
# and copies come first, because repairs that mix latents would hide them.
GROUPS = (("drop_idle", "merge_copies"), ("straighten", "unrotate"), ("denoise",), ("decorrelate",))
AFTER_DENOISE = ("straighten", "decorrelate")  # other repairs would only fit what denoise left over
RESAMPLINGS = 3  # of the samples in each half, for decorrelate


class Pair(NamedTuple):
    """Two halves of the samples: a repair is fitted on one, and scored on the other.

    Parameters
    ----------
    train : Representation
        Half that repairs are fitted on.
    test : Representation
        Half that is scored.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.search import Pair
    >>> rep = examples.perfect_copy(3, 4, 5)
    >>> Pair(rep, rep).test is rep
    True
    """

    train: Representation
    test: Representation


def random_halves(rep: Representation, n_splits: int, seed: int) -> list[Pair]:
    """Split the samples into random halves, several times.

    Parameters
    ----------
    rep : Representation
        Samples to split.
    n_splits : int
        Number of splits.
    seed : int
        Seed of the splits.

    Returns
    -------
    pairs : list of Pair
        The halves of each split.

    Raises
    ------
    ValueError
        If there are fewer than 40 samples, or if a factor is constant in a half.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.search import random_halves
    >>> [len(half) for half in random_halves(examples.perfect_copy(3, 4, 5), 2, 0)[0]]
    [30, 30]
    """
    if len(rep) < LEAST_SAMPLES:
        raise ValueError(
            f"rep: found {len(rep)} samples, expected at least {LEAST_SAMPLES}: repairs are fitted "
            "on one half and scored on the other."
        )
    rng = np.random.default_rng(seed)
    orders = [rng.permutation(len(rep)) for _ in range(n_splits)]
    try:
        return [
            Pair(*(rep.take(np.sort(rows)) for rows in np.array_split(order, 2)))
            for order in orders
        ]
    except ValueError as error:
        raise ValueError(
            f"rep: found that half of its samples are not enough ({error}), expected more samples."
        ) from error


def score_table(reps: Sequence[Representation], metrics: Sequence[str]) -> Floats:
    """Scores of several representations by several metrics.

    Parameters
    ----------
    reps : sequence of Representation
        One representation per row.
    metrics : sequence of str
        Names of metrics, one per column.

    Returns
    -------
    scores : ndarray of shape (n_reps, n_metrics)
        Scores at seed 0; NaN where a metric is not defined.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.search import score_table
    >>> score_table([examples.perfect_copy(3, 4, 5)], ["mig", "dcimig"])
    array([[1., 1.]])
    """
    return np.array([[_score(rep, name) for name in metrics] for rep in reps])


def _score(rep: Representation, name: str) -> float:
    options = {"seed": 0} if METRICS[name].is_stochastic else {}
    try:
        return METRICS[name](rep, **options).value
    except UNDEFINED:
        return np.nan


def score_changes(
    name: str, pairs: Sequence[Pair], before: Floats, metrics: Sequence[str]
) -> Floats:
    """Changes of the scores by a repair, each on samples that it was not fitted on.

    Parameters
    ----------
    name : str
        Name of the repair, a key of `REPAIRS`.
    pairs : sequence of Pair
        Halves of the samples.
    before : ndarray of shape (n_pairs, n_metrics)
        Scores of the test halves without the repair.
    metrics : sequence of str
        Names of the metrics.

    Returns
    -------
    changes : ndarray of shape (n_pairs, n_metrics)
        Score with the repair minus score without it; exactly 0 if the repair changes nothing. For
        'decorrelate' the score without it is that of samples that are repeated as often, but at
        random; both are means over three resamplings.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.search import Pair, score_changes, score_table
    >>> rep = examples.duplicated_copy()
    >>> before = score_table([rep], ["mig", "dcimig"])
    >>> score_changes("merge_copies", [Pair(rep, rep)], before, ["mig", "dcimig"])
    array([[1., 0.]])
    """
    changes = np.zeros(before.shape)
    for i, pair in enumerate(pairs):
        if name == "decorrelate":
            changes[i] = _change_by_resampling(pair, metrics)
            continue
        repaired = REPAIRS[name](pair.test, pair.train)
        if repaired is not pair.test:
            changes[i] = score_table([repaired], metrics)[0] - before[i]
    return changes


def _change_by_resampling(pair: Pair, metrics: Sequence[str]) -> Floats:
    changes = np.zeros((RESAMPLINGS, len(metrics)))
    for seed in range(RESAMPLINGS):
        rows = independent_rows(pair.test, pair.train, seed)
        if rows is None:
            break
        at_random = np.random.default_rng(seed).permutation(len(pair.test))[rows]
        reps = [pair.test.take(rows), pair.test.take(np.sort(at_random))]
        changes[seed] = np.subtract(*score_table(reps, metrics))
    return changes.mean(axis=0)


def apply_repair(name: str, pairs: Sequence[Pair]) -> list[Pair]:
    """Apply a repair to both halves of each pair, fitted on the first.

    Parameters
    ----------
    name : str
        Name of the repair, a key of `REPAIRS`.
    pairs : sequence of Pair
        Halves of the samples.

    Returns
    -------
    pairs : list of Pair
        Repaired halves.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.search import Pair, apply_repair
    >>> rep = examples.duplicated_copy()
    >>> len(apply_repair("merge_copies", [Pair(rep, rep)])[0].test.latent_names)
    3
    """
    repair = REPAIRS[name]
    return [Pair(repair(pair.train, pair.train), repair(pair.test, pair.train)) for pair in pairs]


def interval(values: Floats) -> tuple[Floats, Floats, Floats]:
    """Mean over splits with the ends of its 95% interval.

    Parameters
    ----------
    values : ndarray of shape (n_splits, ...)
        One value per split.

    Returns
    -------
    mean, low, high : ndarray of shape (...)
        The mean, and the mean minus and plus a quantile of Student's t times the standard deviation
        over splits. The deviation is not divided by the root of the number of splits: a random half
        varies about as much as a new sample of the full size does.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.diagnosis.search import interval
    >>> [round(float(end), 2) for end in interval(np.array([0.1, 0.2, 0.3]))]
    [0.2, -0.23, 0.63]
    """
    from scipy.stats import t

    mean = values.mean(axis=0)
    reach = t.ppf(0.975, len(values) - 1) * values.std(axis=0, ddof=1)
    return mean, mean - reach, mean + reach


def gain(changes: Floats) -> tuple[float, float, float]:
    """Mean change over metrics, with the ends of its interval over splits.

    Parameters
    ----------
    changes : ndarray of shape (n_splits, n_metrics)
        Changes of the scores; NaN, where a score is no longer defined, counts as 0.

    Returns
    -------
    mean, low, high : float
        The gain and the ends of its 95% interval.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.diagnosis.search import gain
    >>> gain(np.full((3, 2), 0.25))
    (0.25, 0.25, 0.25)
    """
    mean, low, high = map(float, interval(np.nan_to_num(changes).mean(axis=1)))
    return mean, low, high


def best_repair(changes: Mapping[str, Floats]) -> str | None:
    """Choose the next repair of a sequence.

    A repair is worth a step if its gain is large enough and the interval of the gain is above 0.

    Parameters
    ----------
    changes : mapping of str to ndarray of shape (n_splits, n_metrics)
        Changes of the scores by each repair.

    Returns
    -------
    name : str or None
        The repair with the largest gain in the first group that has one worth a step; None if no
        repair is.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.diagnosis.search import best_repair
    >>> best_repair({"unrotate": np.full((3, 1), 0.4), "drop_idle": np.full((3, 1), 0.1)})
    'drop_idle'
    >>> best_repair({"unrotate": np.zeros((3, 1))}) is None
    True
    """
    for group in GROUPS:
        gains = {name: gain(changes[name]) for name in group if name in changes}
        worth = {
            name: mean
            for name, (mean, low, _) in gains.items()
            if low > 0 and mean > (LEAST_GAIN_OF_DENOISE if name == "denoise" else LEAST_GAIN)
        }
        if worth:
            return max(worth, key=worth.__getitem__)
    return None


def remaining_repairs(left: Sequence[str], chosen: str) -> list[str]:
    """Repairs that may follow once one has been applied.

    Parameters
    ----------
    left : sequence of str
        Repairs that have not been applied.
    chosen : str
        The repair that is applied now.

    Returns
    -------
    names : list of str
        Names of repairs. After 'denoise' only 'straighten' and 'decorrelate' may follow.

    Examples
    --------
    >>> from disentangle_edu.diagnosis.search import remaining_repairs
    >>> remaining_repairs(["unrotate", "denoise", "decorrelate"], "denoise")
    ['decorrelate']
    """
    allowed = AFTER_DENOISE if chosen == "denoise" else tuple(left)
    return [name for name in left if name != chosen and name in allowed]


def ideal_code(rep: Representation) -> Representation:
    """Code whose latents are the factors themselves.

    Its scores show what a metric gives to the best code on these samples.

    Parameters
    ----------
    rep : Representation
        Samples with the factors.

    Returns
    -------
    ideal : Representation
        One latent per factor. A sample without a factor gets the factor's mean.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.search import ideal_code
    >>> ideal_code(examples.duplicated_copy()).latent_names
    ('factor 1', 'factor 2', 'factor 3')
    """
    factors = np.where(np.isnan(rep.factors), np.nanmean(rep.factors, axis=0), rep.factors)
    return Representation(
        np.ma.masked_invalid(rep.factors) if rep.factor_mask is not None else rep.factors,
        factors,
        factor_names=rep.factor_names,
        latent_names=rep.factor_names,
        factor_types=rep.factor_types,
        latent_types=[
            "discrete" if kind == "discrete" else "continuous" for kind in rep.factor_types
        ],
        categories=rep.categories,
    )
