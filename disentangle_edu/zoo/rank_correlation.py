"""Rank correlations over the models of a zoo, of metrics and of accuracies."""

import warnings
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..metric import METRICS
from ..types import Floats
from ..validation import check_choice, check_count, check_random_state

if TYPE_CHECKING:
    import pandas as pd

LEARNED = ("iwo_gca", "iwr_gca")  # metrics of subspaces that networks found, not linear regressions
DRAWS, INSIDE = 1000, 0.95


def metric_columns(table: "pd.DataFrame") -> list[str]:
    """List of the columns of a table that are metrics and have a value for most models.

    IWO and IWR appear twice, from straight lines and from networks.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.

    Returns
    -------
    names : list of str
        Names of the columns.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> "iwo_gca" in rank_correlation.metric_columns(pretrained.table())
    True
    """
    held = table.columns[table.notna().mean() > 0.5]
    return [name for name in (*METRICS, *LEARNED) if name in held]


def rank_correlation(a: ArrayLike, b: ArrayLike) -> float:
    """Rank correlation by Spearman.

    Parameters
    ----------
    a : array-like of shape (n_models,)
        First values.
    b : array-like of shape (n_models,)
        Second values.

    Returns
    -------
    correlation : float
        1: the same order; -1: the opposite order; NaN if one of the two is constant.

    Examples
    --------
    >>> from disentangle_edu import rank_correlation
    >>> rank_correlation.rank_correlation([0.1, 0.2, 0.9], [1.0, 8.0, 9.0])
    1.0
    """
    first, second = (_ranks(np.asarray(x, dtype=float)) for x in (a, b))
    if first.std() == 0 or second.std() == 0:
        return float("nan")
    return float(np.corrcoef(first, second)[0, 1])


def _ranks(x: Floats) -> Floats:
    """Ranks from 1 along the last axis; equal values share the mean of their ranks."""
    rows = np.sort(x, axis=-1).reshape(-1, x.shape[-1])
    values = x.reshape(rows.shape)
    pairs = list(zip(rows, values))
    below = np.array([row.searchsorted(value, "left") for row, value in pairs])
    up_to = np.array([row.searchsorted(value, "right") for row, value in pairs])
    return ((below + up_to + 1) / 2).reshape(x.shape)


def rank_interval(
    a: ArrayLike, b: ArrayLike, *, draws: int = DRAWS, seed: int = 0
) -> tuple[float, float, float]:
    """Rank correlation by Spearman with a bootstrap interval over models.

    Parameters
    ----------
    a : array-like of shape (n_models,)
        First values.
    b : array-like of shape (n_models,)
        Second values.
    draws : int, default=1000
        Number of bootstrap samples of models, at least 10.
    seed : int, default=0
        Seed of the bootstrap.

    Returns
    -------
    correlation : float
        Correlation in [-1, 1].
    low : float
        Lower end of the interval that contains 95% of the bootstrap samples.
    high : float
        Upper end of this interval.

    Examples
    --------
    >>> from disentangle_edu import rank_correlation
    >>> correlation, low, high = rank_correlation.rank_interval(range(20), range(20))
    >>> round(correlation, 3), round(low, 3), round(high, 3)
    (1.0, 1.0, 1.0)
    """
    check_count("draws", draws, least=10)
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    rows = check_random_state(seed).integers(len(x), size=(draws, len(x)))
    resampled = _row_correlations(_ranks(x[rows]), _ranks(y[rows]))
    return rank_correlation(x, y), *_interval_ends(resampled)


def _row_correlations(a: Floats, b: Floats) -> Floats:
    """Pearson's correlation of each row of `a` with the same row of `b`."""
    a, b = a - a.mean(1, keepdims=True), b - b.mean(1, keepdims=True)
    scale = np.sqrt((a**2).sum(1) * (b**2).sum(1))
    return np.divide((a * b).sum(1), scale, out=np.full(len(a), np.nan), where=scale > 0)


def correlations(table: "pd.DataFrame", names: Sequence[str] | None = None) -> "pd.DataFrame":
    """Rank correlation by Spearman of every pair of metrics over the models of a table.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    names : sequence of str or None, default=None
        Metrics. With None, all of `metric_columns`.

    Returns
    -------
    correlations : pandas.DataFrame
        Square table with entries in [-1, 1].

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> rank_correlation.correlations(pretrained.table(), ["mig", "sap"]).shape
    (2, 2)
    """
    names = list(names or metric_columns(table))
    return table[names].corr(method="spearman")


def intervals(table: "pd.DataFrame", names: Sequence[str] | None = None) -> "pd.DataFrame":
    """Rank correlation of every pair of metrics, with a bootstrap interval over models.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    names : sequence of str or None, default=None
        Metrics. With None, all of `metric_columns`.

    Returns
    -------
    intervals : pandas.DataFrame
        One row per pair, with the columns first, second, correlation, low, high and models. The
        interval contains 95% of the bootstrap samples.

    Notes
    -----
    All pairs share the bootstrap samples, and the models that have a value for all of these
    metrics.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> list(rank_correlation.intervals(pretrained.table(), ["mig", "sap"]).columns)
    ['first', 'second', 'correlation', 'low', 'high', 'models']
    """
    import pandas as pd

    complete = table[list(names or metric_columns(table))].dropna()
    rows = check_random_state(0).integers(len(complete), size=(DRAWS, len(complete)))
    resampled = {name: _ranks(complete[name].to_numpy()[rows]) for name in complete}
    records = []
    for first, second in combinations(complete, 2):
        ends = _interval_ends(_row_correlations(resampled[first], resampled[second]))
        middle = rank_correlation(complete[first], complete[second])
        records.append((first, second, middle, *ends, len(complete)))
    columns = ["first", "second", "correlation", "low", "high", "models"]
    return pd.DataFrame(records, columns=columns)


def _interval_ends(values: Floats) -> tuple[float, float]:
    """Ends of the interval that contains 95% of the numbers; NaN if there is no number."""
    finite = values[~np.isnan(values)]
    if not finite.size:  # a constant column has no correlation
        return np.nan, np.nan
    low, high = np.quantile(finite, [(1 - INSIDE) / 2, (1 + INSIDE) / 2])
    return float(low), float(high)


def disagreements(table: "pd.DataFrame", first: str, second: str, most: int = 10) -> "pd.DataFrame":
    """Table of the pairs of models that two metrics rank in opposite order.

    The largest disagreements come first.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    first : str
        Name of the first metric.
    second : str
        Name of the second metric.
    most : int, default=10
        Largest number of pairs.

    Returns
    -------
    pairs : pandas.DataFrame
        One row per pair: the model that is higher by `first`, the model that is higher by `second`,
        both scores of both, and "ranks apart". The share of all pairs that are ranked in opposite
        order is in `attrs["share"]`.

    Raises
    ------
    ValueError
        If a metric is unknown, or has no value for most models.

    Notes
    -----
    The distance of a pair is in ranks, by the metric for which it is smaller. A pair is therefore
    large only if both metrics rank it clearly.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> len(rank_correlation.disagreements(pretrained.table(), "mig", "sap"))
    10
    """
    import pandas as pd

    for argument, name in (("first", first), ("second", second)):
        check_choice(argument, name, metric_columns(table))
    complete = table[[first, second]].dropna()
    ranks = [_ranks(complete[name].to_numpy()) for name in (first, second)]
    steps = [rank[:, None] - rank for rank in ranks]  # above 0 where the row has the higher rank
    rank_gaps = np.where((steps[0] > 0) & (steps[1] < 0), np.minimum(steps[0], -steps[1]), 0)
    order = np.argsort(-rank_gaps, axis=None, kind="stable")[:most]
    rows = []
    for i, j in zip(*np.unravel_index(order, rank_gaps.shape)):
        if rank_gaps[i, j] > 0:
            values = [complete[name].iloc[k] for name in (first, second) for k in (i, j)]
            rows.append((complete.index[i], complete.index[j], *values, int(rank_gaps[i, j])))
    columns = [f"higher by {first}", f"higher by {second}"]
    columns += [
        f"{name} of the {ordinal}" for name in (first, second) for ordinal in ("1st", "2nd")
    ]
    result = pd.DataFrame(rows, columns=[*columns, "ranks apart"])
    pairs = len(complete) * (len(complete) - 1) / 2
    result.attrs["share"] = float((rank_gaps > 0).sum() / pairs)
    return result


def task_correlations(
    table: "pd.DataFrame", predictor: str = "forest", samples: int = 300
) -> "pd.DataFrame":
    """Rank correlation of each metric with the accuracy of a predictor.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    predictor : {'forest', 'logistic', 'mlp'}, default='forest'
        Predictor.
    samples : int, default=300
        Number of samples to which the predictor was fitted.

    Returns
    -------
    correlations : pandas.DataFrame
        Columns metric, correlation, low, high and models, in descending order of the correlation.
        The interval contains 95% of the bootstrap samples of models.

    Raises
    ------
    ValueError
        If the table has no such predictor or no such number of samples.

    Notes
    -----
    The reconstruction error of mean codes is one of the rows, "-rec_mean". It is negated, so that
    higher is better.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> "-rec_mean" in set(rank_correlation.task_correlations(pretrained.table())["metric"])
    True
    """
    import pandas as pd

    task, candidates = _task_column(table, predictor, samples)
    rows = []
    for name in [*metric_columns(table), "-rec_mean"]:
        complete = candidates[[name, task]].dropna()
        rows.append((name, *rank_interval(complete[name], complete.iloc[:, 1]), len(complete)))
    result = pd.DataFrame(rows, columns=["metric", "correlation", "low", "high", "models"])
    return result.sort_values("correlation", ascending=False, ignore_index=True)


def _task_column(table: "pd.DataFrame", predictor: str, samples: int) -> tuple[str, "pd.DataFrame"]:
    """Column of a task, and the table with the negated reconstruction error."""
    sizes = task_sizes(table)
    check_choice("predictor", predictor, tuple(sizes))
    if samples not in sizes[predictor]:
        raise ValueError(
            f"samples: found {samples}, expected one of {', '.join(map(str, sizes[predictor]))}."
        )
    return f"{predictor}_{samples}", table.assign(**{"-rec_mean": -table["rec_mean"]})


RECIPE = ["world", "objective", "strength"]  # shared by models that differ only in their seed


def recipe_interval(
    table: "pd.DataFrame", first: str, second: str, *, draws: int = DRAWS, seed: int = 0
) -> tuple[float, float, float]:
    """Rank correlation over all models, with a bootstrap interval over recipes.

    Models of one recipe differ only in their seed, so they are drawn together.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    first : str
        First column.
    second : str
        Second column.
    draws : int, default=1000
        Number of bootstrap samples of recipes, at least 10.
    seed : int, default=0
        Seed of the bootstrap.

    Returns
    -------
    correlation : float
        Correlation in [-1, 1]; NaN if one of the two columns is constant.
    low : float
        Lower end of the interval that contains 95% of the bootstrap samples.
    high : float
        Upper end of this interval.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> r, low, high = rank_correlation.recipe_interval(pretrained.table(), "mig", "dcimig")
    >>> bool(low < r < high)
    True
    """
    check_count("draws", draws, least=10)
    recipes = _values_by_recipe(table, first, second)
    rows = check_random_state(seed).integers(len(recipes), size=(draws, len(recipes)))
    return rank_correlation(*np.concatenate(recipes).T), *_pooled_interval(recipes, rows)


def _values_by_recipe(table: "pd.DataFrame", first: str, second: str) -> list[Floats]:
    """Two columns of the models of each recipe, without models that miss a value."""
    values = np.column_stack([table[first], table[second]]).astype(float)
    complete = ~np.isnan(values).any(1)
    recipes = table[complete].groupby(RECIPE).ngroup().to_numpy()
    return [values[complete][recipes == number] for number in range(recipes.max() + 1)]


def _pooled_interval(recipes: Sequence[Floats], rows: NDArray[np.int64]) -> tuple[float, float]:
    """Ends of the interval of the correlation over all models of the recipes of each row."""
    pooled = [rank_correlation(*np.concatenate([recipes[i] for i in row]).T) for row in rows]
    return _interval_ends(np.array(pooled))


def within_recipe_correlations(
    table: "pd.DataFrame",
    predictor: str = "forest",
    samples: int = 300,
    names: Sequence[str] | None = None,
) -> "pd.DataFrame":
    """Rank correlations of each metric with accuracy: over models, over recipes and within them.

    They show whether the metric predicts the accuracy, or only the recipe does.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    predictor : {'forest', 'logistic', 'mlp'}, default='forest'
        Predictor.
    samples : int, default=300
        Number of samples to which the predictor was fitted.
    names : sequence of str or None, default=None
        Metrics. With None, all of `metric_columns` and "-rec_mean".

    Returns
    -------
    correlations : pandas.DataFrame
        Columns metric, pooled, averaged and within, the ends of their intervals, and recipes, in
        descending order of within.

    Notes
    -----
    "pooled" is over all models. "averaged" is over recipes, each the mean of its seeds. "within" is
    the mean over recipes of the correlation among the seeds of one recipe. The columns "low" and
    "high" of each are the interval that contains 95% of the bootstrap samples of recipes, because
    models of one recipe are not independent.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> models = pretrained.table()
    >>> found = rank_correlation.within_recipe_correlations(models, names=["mig"])
    >>> list(found.columns)[:4]
    ['metric', 'pooled', 'pooled low', 'pooled high']
    """
    import pandas as pd

    task, candidates = _task_column(table, predictor, samples)
    rows = []
    for name in names or [*metric_columns(table), "-rec_mean"]:
        recipes = _values_by_recipe(candidates, name, task)
        recipe_rows = check_random_state(0).integers(len(recipes), size=(DRAWS, len(recipes)))
        means = np.array([recipe.mean(0) for recipe in recipes])
        inside = np.array([rank_correlation(*recipe.T) for recipe in recipes])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # all drawn recipes may have NaN
            within = np.nanmean(inside[recipe_rows], axis=1)
        averaged = _row_correlations(
            _ranks(means[recipe_rows][..., 0]), _ranks(means[recipe_rows][..., 1])
        )
        pooled = rank_correlation(*np.concatenate(recipes).T)
        row: dict[str, object] = {"metric": name}
        for word, value, (low, high) in (
            ("pooled", pooled, _pooled_interval(recipes, recipe_rows)),
            ("averaged", rank_correlation(*means.T), _interval_ends(averaged)),
            ("within", float(np.nanmean(inside)), _interval_ends(within)),
        ):
            row |= {word: value, f"{word} low": low, f"{word} high": high}
        rows.append(row | {"recipes": len(recipes)})
    result = pd.DataFrame(rows)
    return result.sort_values("within", ascending=False, ignore_index=True)


def task_sizes(table: "pd.DataFrame") -> dict[str, list[int]]:
    """Sample sizes in the columns of accuracies, by predictor.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.

    Returns
    -------
    sizes : dict of str to list of int
        Numbers of samples by the predictor's name.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> rank_correlation.task_sizes(pretrained.table())["forest"]
    [100, 300, 1000, 3000]
    """
    sizes: dict[str, list[int]] = {}
    for name in table:
        predictor, _, size = str(name).rpartition("_")
        if size.isdigit():
            sizes.setdefault(predictor, []).append(int(size))
    return sizes


def by_strength(table: "pd.DataFrame", objective: str, first: str, second: str) -> Floats:
    """Two columns of one family of models, by strength and seed.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    objective : str
        Name of the family.
    first : str
        First column.
    second : str
        Second column.

    Returns
    -------
    points : ndarray of shape (n_strengths, n_seeds, 2)
        Values of both columns, with the strengths in ascending order.

    Raises
    ------
    ValueError
        If the table has fewer than two strengths of this family.

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> rank_correlation.by_strength(pretrained.table(), "beta_vae", "mig", "sap").shape[2]
    2
    """
    family = table[table["objective"] == objective][["strength", "seed", first, second]]
    groups = family.sort_values(["strength", "seed"]).groupby("strength")
    if len(groups) < 2:
        names = ", ".join(sorted(table["objective"].unique()))
        raise ValueError(f"objective: found {objective!r}, expected one of several: {names}.")
    return np.stack([group[[first, second]].to_numpy(dtype=float) for _, group in groups])


def over_strengths(
    points: ArrayLike, draws: int = 1000, seed: int = 0
) -> tuple[float, float, float]:
    """Rank correlation over the strengths of a family, with a bootstrap interval over seeds.

    Each strength is a point, the mean over its seeds [1]_. A bootstrap sample draws as many seeds
    of each strength as there are, with replacement.

    Parameters
    ----------
    points : array-like of shape (n_strengths, n_seeds, 2)
        Values of two columns, see `by_strength`.
    draws : int, default=1000
        Number of bootstrap samples.
    seed : int, default=0
        Seed of the bootstrap.

    Returns
    -------
    correlation : float
        Correlation of the means over seeds.
    low : float
        Lower end of the interval that contains 95% of the bootstrap samples.
    high : float
        Upper end of this interval.

    References
    ----------
    .. [1] Geyer et al. (2024), "Measuring Orthogonality in Representations of Generative Models".

    Examples
    --------
    >>> from disentangle_edu import rank_correlation
    >>> interval = rank_correlation.over_strengths([[[0, 1], [1, 2]], [[2, 3], [3, 4]]])
    >>> tuple(round(value, 3) for value in interval)
    (1.0, 1.0, 1.0)
    """
    values = np.asarray(points, dtype=float)
    n_strengths, n_seeds, _ = values.shape
    seeds = check_random_state(seed).integers(n_seeds, size=(draws, n_strengths, n_seeds))
    means = values[np.arange(n_strengths)[:, None], seeds].mean(2)
    resampled = _row_correlations(_ranks(means[..., 0]), _ranks(means[..., 1]))
    return rank_correlation(*values.mean(1).T), *_interval_ends(resampled)


def as_geyer2024(table: "pd.DataFrame", metric: str, task: str) -> float:
    """Mean over families of Pearson's correlation over strengths, each the mean of its seeds.

    Families of a single strength are left out [1]_.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    metric : str
        Column of the metric.
    task : str
        Column of the accuracy.

    Returns
    -------
    correlation : float
        Correlation in [-1, 1].

    References
    ----------
    .. [1] Geyer et al. (2024), "Measuring Orthogonality in Representations of Generative Models".

    Examples
    --------
    >>> from disentangle_edu import pretrained, rank_correlation
    >>> -1 <= rank_correlation.as_geyer2024(pretrained.table(), "mig", "forest_300") <= 1
    True
    """
    several = table.groupby("objective")["strength"].nunique()
    points = [by_strength(table, name, metric, task).mean(1) for name in several.index[several > 1]]
    return float(np.mean([np.corrcoef(*of_one.T)[0, 1] for of_one in points]))
