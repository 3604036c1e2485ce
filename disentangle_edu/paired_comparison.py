"""Comparison of two codes of the same samples, with an interval for every difference."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .conventions import OURS, known
from .conventions.compare import is_error
from .measures._supervised import parallel_map
from .metric import METRICS
from .representation import Representation
from .score import Score
from .scoring import UNDEFINED, centred_interval, half_samples, over_seeds, resolve_metric_names
from .types import Floats, Progress, Row
from .validation import check_count, check_source, is_number, short_repr

if TYPE_CHECKING:
    import pandas as pd


def compare_paired(
    reps: dict[str, Representation],
    *,
    metrics: str | Sequence[str] | None = None,
    convention: str = OURS,
    seeds: int = 5,
    n_subsamples: int = 100,
    confidence_level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
) -> "pd.DataFrame":
    """Difference between the scores of two codes of the same samples, with an interval.

    Two codes that are scored on the same samples share much of their sampling error, so their
    difference is known better than either score. Each resample draws half of the samples without
    replacement, takes the same rows of both codes, and trains both with the same seed.

    Parameters
    ----------
    reps : dict of str to Representation
        Exactly two codes by name, with the same factors in the same order of samples.
    metrics : str, sequence of str or None, default=None
        Names of metrics. None takes all that the convention has.
    convention : str, default='ours'
        Settings of every metric; a name in `CONVENTIONS`.
    seeds : int, default=5
        Repetitions of a metric that involves chance. Both codes get the same seeds.
    n_subsamples : int, default=100
        Number of halves of the samples that the interval is computed from.
    confidence_level : float, default=0.95
        Share of such samples that the interval is meant to cover, above 0 and below 1.
    seed : int, default=0
        Seed for drawing the halves.
    progress : callable or None, default=None
        Wraps an iterable, as `tqdm.tqdm` does.

    Returns
    -------
    table : DataFrame
        One row per metric, with these columns:

        - ``metric``: the name;
        - ``first`` and ``second``: the scores of the two codes, as means over seeds;
        - ``difference``: first minus second;
        - ``low`` and ``high``: the ends of the interval for the difference;
        - ``better``: the name of the better code, or '' if the interval contains 0. For an error,
          the smaller score is better;
        - ``explanation``: why numbers are missing.

    Raises
    ------
    TypeError
        If `reps` is not a dict of exactly two Representations.
    ValueError
        If the two codes are not of the same samples, or an option is out of range.

    See Also
    --------
    disentangle_edu.score_all : All scores of one code.

    Notes
    -----
    The scores of halves, drawn without replacement, have the same spread as those of new samples of
    the full size. Their quantiles are centred on the difference of all samples, because many scores
    are lower or higher on fewer samples.

    The intervals are not corrected for the number of metrics. If two codes are equally good by
    twenty metrics, one of the twenty is expected to show a difference at the level 0.95.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> reps = {"copy": examples.leaky_copies(0.1), "leaky": examples.leaky_copies(0.4)}
    >>> table = compare_paired(reps, metrics=["mig", "dcimig"], n_subsamples=20)
    >>> table[["metric", "better"]].values.tolist()
    [['mig', 'copy'], ['dcimig', '']]
    """
    import pandas as pd

    _check_reps(reps)
    check_count("seeds", seeds)
    check_count("n_subsamples", n_subsamples, least=2)
    _check_level(confidence_level)
    names = resolve_metric_names(metrics or known(convention).metrics or METRICS)
    pair = list(reps.values())
    halves = half_samples(len(pair[0]), n_subsamples, seed)
    resampled = parallel_map(
        lambda number, rows: _differences(
            [rep.take(rows) for rep in pair], names, convention, number
        ),
        range(n_subsamples),
        halves,
        progress=progress,
    )
    rows = [
        _comparison_row(
            name,
            [over_seeds(name, rep, convention, seeds) for rep in pair],
            np.array([differences[name] for differences in resampled]),
            confidence_level,
        )
        for name in names
    ]
    table = pd.DataFrame(
        [row | {"better": _better_code(row, list(reps), convention)} for row in rows]
    )
    table = table[
        ["metric", "first", "second", "difference", "low", "high", "better", "explanation"]
    ]
    return table.astype(dict.fromkeys(["first", "second", "difference", "low", "high"], "Float64"))


def _check_reps(reps: Any) -> None:
    if not isinstance(reps, dict) or len(reps) != 2:
        what = f"{len(reps)} codes" if isinstance(reps, dict) else type(reps).__name__
        raise TypeError(f"reps: found {what}, expected a dict of two Representations by name.")
    for rep in reps.values():
        check_source("compare_paired", rep, Representation)
    (first, first_rep), (second, second_rep) = reps.items()
    if (
        first_rep.factor_names != second_rep.factor_names
        or first_rep.factor_types != second_rep.factor_types
    ):
        raise ValueError(
            f"reps: found other factors in {second!r} than in {first!r}, expected the same names "
            "and kinds of factors in both."
        )
    if not np.array_equal(first_rep.factors, second_rep.factors, equal_nan=True):
        raise ValueError(
            f"reps: found other values of the factors in {second!r} than in {first!r}, expected "
            "the same samples in the same order."
        )


def _check_level(confidence_level: Any) -> None:
    if not is_number(confidence_level) or not 0 < confidence_level < 1:
        raise ValueError(
            f"confidence_level: found {short_repr(confidence_level)}, expected a number above 0 "
            "and below 1, such as 0.95."
        )


def _value(rep: Representation, name: str, convention: str, seed: int) -> float:
    options = {"seed": seed} if METRICS[name].is_stochastic else {}
    return METRICS[name](rep, convention=convention, **options).value


def _differences(
    pair: Sequence[Representation], names: Iterable[str], convention: str, seed: int
) -> dict[str, float]:
    """First minus second score by every metric; NaN if one of them is not defined."""
    differences = {}
    for name in names:
        try:
            first, second = (_value(rep, name, convention, seed) for rep in pair)
            differences[name] = first - second
        except UNDEFINED:
            differences[name] = np.nan
    return differences


def _comparison_row(
    name: str,
    scores: Sequence[list[Score] | Exception],
    resampled: Floats,
    confidence_level: float,
) -> Row:
    missing = dict.fromkeys(["first", "second", "difference", "low", "high"])
    means = []
    for of_code in scores:
        if isinstance(of_code, Exception):
            return {"metric": name} | missing | {"explanation": f"not defined here: {of_code}"}
        means.append(float(np.mean([score.value for score in of_code])))
    first, second = means
    row = {"metric": name} | missing | {"first": first, "second": second, "explanation": ""}
    row["difference"] = first - second
    if np.isnan(resampled).any():
        return row | {
            "explanation": "no interval: the score is not defined on some halves of the samples"
        }
    low, high = centred_interval(first - second, resampled, confidence_level)
    return row | {"low": float(low), "high": float(high)}


def _better_code(row: Row, names: Sequence[str], convention: str) -> str:
    """Name of the code that is better by this metric, or '' if the interval contains 0."""
    if row["low"] is None or row["low"] <= 0 <= row["high"]:
        return ""
    first_is_better = (row["difference"] > 0) != is_error(row["metric"], convention)
    return names[0] if first_is_better else names[1]
