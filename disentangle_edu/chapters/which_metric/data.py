"""What questions and labs are about: models of the zoo, and rank correlations over them.

The models are plain arrays. What takes pandas, scipy or seconds is kept from session to session.
"""

import functools
from itertools import combinations_with_replacement

import numpy as np

from ...background import get_or_compute
from ...types import Floats
from ...zoo import rank_correlation
from ...zoo.objectives import OBJECTIVES
from ...zoo.plots import cluster_order
from ..common.sprites import columns_of_sprites, table_of_sprites

TITLES = {name: kind.title for name, kind in OBJECTIVES.items()}  # names of the losses


def column(name: str) -> np.ndarray:
    """A column of the table of models, with a minus in front of its name if it is negated."""
    models = columns_of_sprites()
    return -models[name.removeprefix("-")] if name.startswith("-") else models[name]


# ------------------------------------------------------------------------------------ who agrees

# Metrics that measure different things, the reconstruction error, and two accuracies.
COLUMNS = (
    "mig",
    "dcimig",
    "disentanglement",
    "completeness",
    "sap",
    "modularity",
    "explicitness",
    "beta_vae",
    "factor_vae",
    "iwo_gca",
    "iwr_gca",
    "rec_mean",
    "forest_300",
    "mlp_3000",
)
PAIRS = tuple(combinations_with_replacement(COLUMNS, 2))
Correlations = dict[tuple[str, str], float]


@functools.cache
def pair_correlations() -> Correlations:
    """The rank correlation of every two of COLUMNS; 0 where one of them is constant."""
    values = {
        (first, second): rank_correlation.rank_correlation(column(first), column(second))
        for first, second in PAIRS
    }
    known = {pair: 0.0 if np.isnan(value) else value for pair, value in values.items()}
    return known | {(second, first): value for (first, second), value in known.items()}


def measured_order() -> dict[str, list[str]]:
    """COLUMNS with similar ones next to each other, in plain values."""
    return {"names": cluster_order(rank_correlation.correlations(table_of_sprites(), COLUMNS))}


@functools.cache
def similar_order() -> list[str]:
    """COLUMNS with similar ones next to each other."""
    return get_or_compute("similar", "columns", measured_order)["names"]


def measured_interval(first: str, second: str) -> dict[str, list[float]]:
    """The rank correlation of two columns and its interval over recipes, in plain values."""
    return {"values": list(rank_correlation.recipe_interval(table_of_sprites(), first, second))}


@functools.cache
def interval(first: str, second: str) -> tuple[float, float, float]:
    """The rank correlation of two of COLUMNS, and the ends of its interval over recipes."""
    a, b = sorted((first, second), key=COLUMNS.index)
    value, low, high = get_or_compute("intervals", f"{a} {b}", lambda: measured_interval(a, b))[
        "values"
    ]
    return value, low, high


# --------------------------------------------------------- pooled, averaged, within: three answers

VIEWS = {"pooled": "all models", "averaged": "recipes", "within": "within recipes"}
READERS = ("forest_300", "forest_3000", "logistic_3000", "mlp_3000")
METRICS_COMPARED = ("mig", "dcimig", "disentanglement", "sap", "iwo_gca", "-rec_mean")


def measured_views(metric: str, task: str) -> dict[str, float]:
    """The three rank correlations, the ends of their intervals over recipes, and "recipes"."""
    reader, _, samples = task.rpartition("_")
    table = rank_correlation.within_recipe_correlations(
        table_of_sprites(), reader, int(samples), [metric]
    )
    return {str(name): float(table[name].iloc[0]) for name in table.columns.drop("metric")}


@functools.cache
def view_correlations(metric: str, task: str) -> dict[str, float]:
    """The same, kept from session to session."""
    return get_or_compute("views", f"{metric} {task}", lambda: measured_views(metric, task))


def view_points(metric: str, task: str, view: str) -> Floats:
    """(models, 2) the metric and the accuracy of every model in one of VIEWS."""
    values = np.column_stack([column(metric), column(task)])
    recipes = [str(name).rpartition("-")[0] for name in column("model")]
    of_recipe = {recipe: values[np.equal(recipes, recipe)].mean(0) for recipe in set(recipes)}
    means = np.array([of_recipe[recipe] for recipe in recipes])
    return {"pooled": values, "averaged": means, "within": values - means}[view]


# ------------------------------------------------------------------------- six strengths of a loss

FAMILIES = tuple(name for name, kind in OBJECTIVES.items() if len(kind.strengths) > 1)
FOREST_SAW = 100, 300, 1000, 3000  # codes on which the forest was trained


def points_of(family: str, codes: int) -> Floats:
    """(strengths, seeds, 2): MIG, and the accuracy of a forest trained on this many codes.

    Raises ValueError for a number of codes that no forest of the zoo saw.
    """
    if codes not in FOREST_SAW:
        raise ValueError(f"codes: found {codes!r}, expected one of {FOREST_SAW}.")
    strength = column("strength")
    rows = np.lexsort((column("seed"), strength))
    rows = rows[column("objective")[rows] == family]
    values = np.column_stack([column("mig"), column(f"forest_{codes}")])[rows]
    return values.reshape(len(np.unique(strength[rows])), -1, 2)


@functools.cache
def family_intervals(codes: int) -> dict[str, tuple[float, float, float]]:
    """The correlation over the six means of each family, and the ends of its interval."""
    return {name: rank_correlation.over_strengths(points_of(name, codes)) for name in FAMILIES}


def undecided(codes: int) -> list[str]:
    """The families whose interval contains 0, by a forest trained on this many codes."""
    ends = family_intervals(codes).items()
    return [name for name, (_, low, high) in ends if low <= 0 <= high]


# --------------------------------------------------------------------------- six models by hand

CHOSEN = 6
CLOUD = "mig", "forest_300"  # the horizontal and the vertical axis


@functools.cache
def cloud() -> Floats:
    """(models, 2): MIG, and the accuracy of a forest trained on 300 codes."""
    return np.column_stack([column(name) for name in CLOUD])


def nearest_models(mig: float, accuracy: float) -> list[int]:
    """The numbers of the six models nearest to a point, in standard deviations of the cloud."""
    distances = (((cloud() - [mig, accuracy]) / cloud().std(0)) ** 2).sum(1)
    return np.argsort(distances, kind="stable")[:CHOSEN].tolist()


# ------------------------------------------------------------------------------------- what is kept


def kept_results() -> dict[str, dict]:
    """Everything that is kept, computed for a page that has neither pandas nor scipy.

    A result is named by its folder and its name.
    """
    results: dict[str, dict] = {"similar columns": measured_order()}
    results |= {f"intervals {a} {b}": measured_interval(a, b) for a, b in PAIRS}
    return results | {
        f"views {metric} {task}": measured_views(metric, task)
        for metric in METRICS_COMPARED
        for task in READERS
    }
