"""Claims about trained models that are lost, measured on models of our sprites instead.

Entries of sepliarskaia2019 and geyer2024 about trained models stay open; the figures shown below
them are measured on the shipped zoo (`disentangle-edu zoo`). The original data have other factors,
images of 64 x 64 pixels, and larger, convolutional networks, so the correlations may differ, too.
"""

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ..zoo import pretrained, rank_correlation
from .geyer2024_tables import ZOO
from .registry import Readings, above, claim, said, true
from .sepliarskaia2019 import DRAWN

if TYPE_CHECKING:
    import pandas as pd

SEPLIARSKAIA = partial(claim, paper="sepliarskaia2019", lesson="which_metric", verdict="open")
GEYER = partial(claim, paper="geyer2024", lesson="which_metric", verdict="open")
MODELS = "the data sets and the 12,000 trained models of locatello2018"
OURS = "On our sprites, all trained models of the first world of the shipped zoo"
COMPARED = ("beta_vae", "factor_vae", "disentanglement", "sap", "mig", "dcimig")


@cache
def _sprite_models() -> "pd.DataFrame":
    table = pretrained.table()
    return table[table["world"] == "sprites"]


def _correlation_interval(first: str, second: str) -> Readings:
    """A rank correlation and the ends of its bootstrap interval."""
    interval = rank_correlation.rank_interval(_sprite_models()[first], _sprite_models()[second])
    ends = ("", ", low end", ", high end")
    return {f"{first} and {second}{end}": value for end, value in zip(ends, interval)}


# ------------------------------------------------------------------------------ sepliarskaia2019


@SEPLIARSKAIA(
    "rank-correlation",
    where="sections 5.1 and A.1, figure 2",
    covers=("sepliarskaia2019-57", "sepliarskaia2019-58", "sepliarskaia2019-59"),
    expects=said("strong"),
    statement=("On dSprites and Cars3D all metrics are strongly correlated overall."),
    note=(
        f"{OURS}: Spearman's correlation, and the interval of 95% of the bootstrap samples of "
        "models."
    ),
    missing=MODELS,
)
def rank_correlations() -> Readings:
    pairs = ("mig", "dcimig"), ("mig", "disentanglement"), ("disentanglement", "dcimig")
    lowest = rank_correlation.correlations(_sprite_models(), COMPARED).min().min()
    readings = {
        name: value for pair in pairs for name, value in _correlation_interval(*pair).items()
    }
    return readings | {"lowest of any two of six": float(lowest)}


@SEPLIARSKAIA(
    "rank-groups",
    where="section 6",
    covers=("sepliarskaia2019-66",),
    expects=said("strong"),
    note=f"{OURS}.",
    missing=MODELS,
)
def correlations_within_groups() -> Readings:
    pairs = ("beta_vae", "factor_vae"), ("sap", "mig"), ("sap", "disentanglement")
    return {name: value for pair in pairs for name, value in _correlation_interval(*pair).items()}


def _share_disagreeing(first: str, second: str) -> Readings:
    """Share of pairs of trained models that two metrics order differently."""
    pairs = rank_correlation.disagreements(_sprite_models(), first, second)
    return {f"share of pairs, {first} against {second}": pairs.attrs["share"]}


@SEPLIARSKAIA(
    "opposite-orders",
    where="sections 5.2.1 and 5.2.2",
    covers=("sepliarskaia2019-60", "sepliarskaia2019-62"),
    expects=above(0, "at least one pair"),
    statement="MIG and DCIMIG order two trained models differently, and so do DCI and DCIMIG.",
    note=(
        f"{OURS}: the share of all pairs; the chapter which_metric shows the pairs that differ "
        "most."
    ),
    missing=DRAWN,
)
def opposite_orders() -> Readings:
    return {
        **_share_disagreeing("mig", "dcimig"),
        **_share_disagreeing("disentanglement", "dcimig"),
    }


# ------------------------------------------------------------------------------------ geyer2024


@cache
def _over_strengths(task: str) -> "pd.DataFrame":
    """Correlation of each metric with a task, for the six strengths of every family (rows).

    As in the paper, seeds are averaged first, so that six points remain.
    """
    import pandas as pd

    names = ["disentanglement", "completeness", "mig", "iwo_gca", "iwr_gca"]
    rows = {}
    for family, models in _sprite_models().groupby("objective"):
        if models["strength"].nunique() == 6:
            means = models.groupby("strength")[[*names, task]].mean()
            rows[family] = {name: means[name].corr(means[task]) for name in names}
    return pd.DataFrame.from_dict(rows, orient="index")


def _over_families(table: Any, names: tuple[str, ...], of: str) -> Readings:
    return {f"{name}, {of} over families": float(getattr(table[name], of)()) for name in names}


@GEYER(
    "geyer-forest-high",
    where="section 5.2 (1)",
    covers=("geyer2024-55",),
    expects=above(0, "above 0"),
    note=f"{OURS}: correlation for six strengths, 300 samples, mean and lowest of six families.",
    missing=ZOO,
)
def forests_follow() -> Readings:
    correlations = _over_strengths("forest_300")
    return {
        f"{name}, {of}": float(getattr(correlations[name], of)())
        for name in ("disentanglement", "completeness", "mig")
        for of in ("mean", "min")
    }


@GEYER(
    "geyer-forest-d",
    where="section 5.2 (1)",
    covers=("geyer2024-56",),
    expects=true("D spreads less"),
    note=f"{OURS}: spread of the correlation over six families; subspaces by GCA.",
    missing=ZOO,
)
def forests_and_d() -> bool:
    correlations = _over_strengths("forest_300")
    return bool(correlations["disentanglement"].std() < correlations["iwo_gca"].std())


@GEYER(
    "geyer-forest-rank",
    where="section 5.2 (1)",
    covers=("geyer2024-57",),
    expects=true("both higher"),
    note=f"{OURS}: mean correlation over six families; subspaces by GCA.",
    missing=ZOO,
)
def forests_and_rank() -> bool:
    mean = _over_strengths("forest_300").mean()
    return bool(min(mean[["completeness", "iwr_gca"]]) > max(mean[["disentanglement", "iwo_gca"]]))


def _subspaces_win(task: str) -> bool:
    """Whether IWO and IWR correlate with a task more strongly than D, C and MIG, on average."""
    mean = _over_strengths(task).mean()
    return bool(
        min(mean[["iwo_gca", "iwr_gca"]]) > max(mean[["disentanglement", "completeness", "mig"]])
    )


@GEYER(
    "geyer-logistic",
    where="section 5.2 (2)",
    covers=("geyer2024-59",),
    expects=true("both higher"),
    note=f"{OURS}: mean correlation over six families, 3,000 samples; subspaces by GCA.",
    missing=ZOO,
)
def logistic_readers() -> bool:
    return _subspaces_win("logistic_3000")


@GEYER(
    "geyer-limited-data",
    where="appendix F.3",
    covers=("geyer2024-72",),
    expects=true("both higher"),
    note=f"{OURS}: the same after 300 samples.",
    missing=ZOO,
)
def logistic_readers_of_few() -> bool:
    return _subspaces_win("logistic_300")
