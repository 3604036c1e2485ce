"""What the table of the zoo says: who agrees with whom, and what foretells a task."""

import warnings
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import Floats
from ..making import METRICS
from ..validation import check_choice, check_count, random_stream

if TYPE_CHECKING:
    import pandas as pd

LEARNED = ("iwo_gca", "iwr_gca")  # of subspaces that networks found, beside those of lines
DRAWS, INSIDE = 1000, 0.95


def metric_columns(table: "pd.DataFrame") -> list[str]:
    """The columns of metrics that most models have; IWO and IWR twice, by lines and by networks."""
    held = table.columns[table.notna().mean() > 0.5]
    return [name for name in (*METRICS, *LEARNED) if name in held]


def rank_correlation(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's: 1 for the same order, -1 for the opposite; missing where one is constant.

    >>> ranks.rank_correlation([0.1, 0.2, 0.9], [1.0, 8.0, 9.0])
    1.0
    """
    first, second = (_ranks(np.asarray(x, dtype=float)) for x in (a, b))
    if first.std() == 0 or second.std() == 0:
        return float("nan")
    return float(np.corrcoef(first, second)[0, 1])


def _ranks(x: Floats) -> Floats:
    from scipy.stats import rankdata

    return rankdata(x, axis=-1)


def rank_interval(
    a: ArrayLike, b: ArrayLike, *, draws: int = DRAWS, seed: int = 0
) -> tuple[float, float, float]:
    """Spearman's correlation with a bootstrap interval that holds 95 % of draws of models."""
    check_count("draws", draws, least=10)
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    rows = random_stream(seed).integers(len(x), size=(draws, len(x)))
    found = _row_correlations(_ranks(x[rows]), _ranks(y[rows]))
    return rank_correlation(x, y), *_ends(found)


def _row_correlations(a: Floats, b: Floats) -> Floats:
    """Pearson's correlation of every row of a with that of b."""
    a, b = a - a.mean(1, keepdims=True), b - b.mean(1, keepdims=True)
    scale = np.sqrt((a**2).sum(1) * (b**2).sum(1))
    return np.divide((a * b).sum(1), scale, out=np.full(len(a), np.nan), where=scale > 0)


def correlations(table: "pd.DataFrame", names: Sequence[str] | None = None) -> "pd.DataFrame":
    """Spearman's correlation of every pair of metrics over the models of a table."""
    names = list(names or metric_columns(table))
    return table[names].corr(method="spearman")


def intervals(table: "pd.DataFrame", names: Sequence[str] | None = None) -> "pd.DataFrame":
    """One row per pair of metrics: first, second, correlation, low, high, models.

    All pairs share the draws of models, and the models that have all of these metrics.
    """
    import pandas as pd

    known = table[list(names or metric_columns(table))].dropna()
    rows = random_stream(0).integers(len(known), size=(DRAWS, len(known)))
    drawn = {name: _ranks(known[name].to_numpy()[rows]) for name in known}
    found = []
    for first, second in combinations(known, 2):
        ends = _ends(_row_correlations(drawn[first], drawn[second]))
        middle = rank_correlation(known[first], known[second])
        found.append((first, second, middle, *ends, len(known)))
    columns = ["first", "second", "correlation", "low", "high", "models"]
    return pd.DataFrame(found, columns=columns)


def _ends(found: Floats) -> tuple[float, float]:
    """Between which of these numbers INSIDE of them lie; nowhere if none is a number."""
    known = found[~np.isnan(found)]
    if not known.size:  # a column that never moves goes with nothing
        return np.nan, np.nan
    low, high = np.quantile(known, [(1 - INSIDE) / 2, (1 + INSIDE) / 2])
    return float(low), float(high)


def disagreements(table: "pd.DataFrame", first: str, second: str, most: int = 10) -> "pd.DataFrame":
    """Pairs of models that two metrics order differently, those they part most on first.

    How far a pair is apart is told in ranks, by the metric for which it is less: a pair counts
    only as much as both insist. Columns: higher by `first`, higher by `second`, both scores of
    both, and apart. `attrs["share"]` is the share of all pairs that are ordered differently.
    """
    import pandas as pd

    for argument, name in (("first", first), ("second", second)):
        check_choice(argument, name, metric_columns(table))
    known = table[[first, second]].dropna()
    ranks = [_ranks(known[name].to_numpy()) for name in (first, second)]
    steps = [rank[:, None] - rank for rank in ranks]  # above 0: the row is higher
    apart = np.where((steps[0] > 0) & (steps[1] < 0), np.minimum(steps[0], -steps[1]), 0)
    order = np.argsort(-apart, axis=None, kind="stable")[:most]
    rows = []
    for i, j in zip(*np.unravel_index(order, apart.shape)):
        if apart[i, j] > 0:
            values = [known[name].iloc[k] for name in (first, second) for k in (i, j)]
            rows.append((known.index[i], known.index[j], *values, int(apart[i, j])))
    columns = [f"higher by {first}", f"higher by {second}"]
    columns += [f"{name} of the {which}" for name in (first, second) for which in ("1st", "2nd")]
    found = pd.DataFrame(rows, columns=[*columns, "ranks apart"])
    pairs = len(known) * (len(known) - 1) / 2
    found.attrs["share"] = float((apart > 0).sum() / pairs)
    return found


def foretelling(
    table: "pd.DataFrame", reader: str = "forest", samples: int = 300
) -> "pd.DataFrame":
    """How well each metric foretells a reader's accuracy: rank correlation with an interval.

    reader : "forest", "logistic" or "mlp".   samples : how many it learned from.

    Plain reconstruction error (of mean codes, negative, so that more is better) stands among the
    metrics. Rows from the highest correlation to the lowest.
    """
    import pandas as pd

    task, candidates = _task(table, reader, samples)
    rows = []
    for name in [*metric_columns(table), "-rec_mean"]:
        known = candidates[[name, task]].dropna()
        rows.append((name, *rank_interval(known[name], known.iloc[:, 1]), len(known)))
    found = pd.DataFrame(rows, columns=["metric", "correlation", "low", "high", "models"])
    return found.sort_values("correlation", ascending=False, ignore_index=True)


def _task(table: "pd.DataFrame", reader: str, samples: int) -> tuple[str, "pd.DataFrame"]:
    """The column of a task, and the table with reconstruction so that more is better."""
    sizes = samples_known(table)
    check_choice("task", reader, tuple(sizes))
    if samples not in sizes[reader]:
        raise ValueError(
            f"samples: found {samples}, expected one of {', '.join(map(str, sizes[reader]))}."
        )
    return f"{reader}_{samples}", table.assign(**{"-rec_mean": -table["rec_mean"]})


RECIPE = ["world", "objective", "strength"]  # what models share that differ in their seed alone


def foretelling_within(
    table: "pd.DataFrame",
    reader: str = "forest",
    samples: int = 300,
    names: Sequence[str] | None = None,
) -> "pd.DataFrame":
    """Is it the metric that foretells, or the recipe? Three rank correlations for each metric.

    pooled : over all models.   averaged : over recipes, each the mean of its seeds.
    within : the mean over recipes of the correlation among the seeds of one.

    low and high of each hold 95 % of draws of recipes: models of one recipe are no independent
    witnesses. Rows from the highest `within` to the lowest; arguments as in `foretelling`.
    names : of these metrics only.
    """
    import pandas as pd

    task, candidates = _task(table, reader, samples)
    rows = []
    for name in names or [*metric_columns(table), "-rec_mean"]:
        known = candidates[[*RECIPE, name, task]].dropna()
        recipes = [group[[name, task]].to_numpy() for _, group in known.groupby(RECIPE)]
        drawn = random_stream(0).integers(len(recipes), size=(DRAWS, len(recipes)))
        means = np.array([recipe.mean(0) for recipe in recipes])
        inside = np.array([rank_correlation(*recipe.T) for recipe in recipes])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # draws of recipes that have none
            within = np.nanmean(inside[drawn], axis=1)
        averaged = _row_correlations(_ranks(means[drawn][..., 0]), _ranks(means[drawn][..., 1]))
        pooled = [rank_correlation(*np.concatenate([recipes[i] for i in row]).T) for row in drawn]
        row: dict[str, object] = {"metric": name}
        for word, value, draws in (
            ("pooled", rank_correlation(known[name], known[task]), np.array(pooled)),
            ("averaged", rank_correlation(*means.T), averaged),
            ("within", float(np.nanmean(inside)), within),
        ):
            low, high = _ends(draws)
            row |= {word: value, f"{word} low": low, f"{word} high": high}
        rows.append(row | {"recipes": len(recipes)})
    found = pd.DataFrame(rows)
    return found.sort_values("within", ascending=False, ignore_index=True)


def samples_known(table: "pd.DataFrame") -> dict[str, list[int]]:
    """{reader: sizes} of the downstream columns."""
    sizes: dict[str, list[int]] = {}
    for name in table:
        reader, _, size = str(name).rpartition("_")
        if size.isdigit():
            sizes.setdefault(reader, []).append(int(size))
    return sizes


def by_strength(table: "pd.DataFrame", objective: str, first: str, second: str) -> Floats:
    """(strengths, seeds, 2) two columns of one family, its strengths in their order.

    Raises ValueError for a family that the table does not have at two strengths or more.
    """
    known = table[table["objective"] == objective][["strength", "seed", first, second]]
    wide = known.sort_values(["strength", "seed"]).groupby("strength")
    if len(wide) < 2:
        names = ", ".join(sorted(table["objective"].unique()))
        raise ValueError(f"objective: found {objective!r}, expected one of several: {names}.")
    return np.stack([group[[first, second]].to_numpy(dtype=float) for _, group in wide])


def over_strengths(
    points: ArrayLike, draws: int = 1000, seed: int = 0
) -> tuple[float, NDArray[np.float64]]:
    """Rank correlation over the strengths of a family: of means over seeds, and of single seeds.

    points : (strengths, seeds, 2), as `by_strength` has them. The second is (draws,): each time
    one seed is drawn for every strength. Correlating means over seeds is the way of geyer2024.
    """
    found = np.asarray(points, dtype=float)
    rng, rows = random_stream(seed), np.arange(len(found))
    single = found[rows, rng.integers(found.shape[1], size=(draws, len(found)))]
    drawn = _row_correlations(_ranks(single[..., 0]), _ranks(single[..., 1]))
    return rank_correlation(*found.mean(1).T), drawn


def as_geyer2024(table: "pd.DataFrame", metric: str, task: str) -> float:
    """The mean over families of Pearson's correlation over strengths, each the mean of its seeds.

    Families of one strength have none, and are left out.
    """
    several = table.groupby("objective")["strength"].nunique()
    points = [by_strength(table, name, metric, task).mean(1) for name in several.index[several > 1]]
    return float(np.mean([np.corrcoef(*of_one.T)[0, 1] for of_one in points]))
