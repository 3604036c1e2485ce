"""Statements of the chapter on agreeing metrics, each with a function that checks it."""

from itertools import permutations

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...claims.geyer2024_tables import surviving_table
from ...metrics import informativeness
from ...representation import Representation
from ...types import Floats
from ...zoo import pretrained
from ...zoo.rank_correlation import by_strength, over_strengths, rank_correlation
from ..common.sprites import table_of_sprites
from ..common.verdicts import CODES, verdict
from .data import (
    FAMILIES,
    cloud,
    column,
    family_intervals,
    nearest_models,
    points_of,
    undecided,
    view_correlations,
    view_points,
)
from .labs.six_models import spans
from .quiz import NEGLIGIBLE

PAPER_ORDER = {"iwo_gca": "IWO", "disentanglement": "D", "mig": "MIG"}


def _recipe_names() -> list[str]:
    """The recipe of every model of sprites."""
    return [str(name).rpartition("-")[0] for name in column("model")]


def _recipe_means(name: str) -> Floats:
    """The mean of a column over the seeds of each recipe."""
    recipes = np.array(_recipe_names())
    return np.array([column(name)[recipes == recipe].mean() for recipe in np.unique(recipes)])


def _pooled_and_within(metric: str, task: str) -> tuple[float, float]:
    """The rank correlation over all models, and its mean within recipes."""
    values, recipes = view_points(metric, task, "pooled"), np.array(_recipe_names())
    inside = [rank_correlation(*values[recipes == name].T) for name in np.unique(recipes)]
    return rank_correlation(*values.T), float(np.nanmean(inside))


# ------------------------------------------------------------------------- the metric or the recipe


@fact("The zoo has 37 recipes for sprites, with ten seeds each.")
def zoo_has_37_recipes(full: bool) -> Checked:
    """The models of each recipe, counted in the table."""
    seeds = np.unique(_recipe_names(), return_counts=True)[1]
    return checked(len(seeds) == 37 and set(seeds) == {10}, recipes=len(seeds), models=sum(seeds))


@fact(
    "For the small network, almost none of the correlation with MIG remains once the recipe is "
    "fixed."
)
def little_remains_within_recipes(full: bool) -> Checked:
    """The rank correlation of MIG and the network's accuracy, over all models and within."""
    pooled, within = _pooled_and_within("mig", "mlp_3000")
    return checked(abs(pooled) > 0.5 and abs(within) < 0.1, pooled=pooled, within=within)


@fact(
    "The correlation comes from differences between recipes: those with a high MIG tend to "
    "keep less of the picture."
)
def recipes_with_high_mig_keep_less(full: bool) -> Checked:
    """Rank correlation over recipes of MIG and accuracy, also at equal reconstruction error."""
    mig, accuracy, error = map(_recipe_means, ("mig", "mlp_3000", "rec_mean"))
    plain, keep, need = (
        rank_correlation(*pair) for pair in ((mig, accuracy), (mig, error), (error, accuracy))
    )
    partial = (plain - keep * need) / np.sqrt((1 - keep**2) * (1 - need**2))
    holds = keep > NEGLIGIBLE and abs(partial) < 0.75 * abs(plain)
    return checked(holds, of_error=keep, plain=plain, at_equal_error=partial)


@fact("Recipes differ in their MIG and in how much of a picture they keep.")
def recipes_explain_mig_and_error(full: bool) -> Checked:
    """Share of the variance of MIG and of the reconstruction error that is between recipes."""
    shares = {
        name: float(_recipe_means(name).var() / column(name).var()) for name in ("mig", "rec_mean")
    }
    return checked(min(shares.values()) > 0.5, **shares)


@fact(
    "For logistic regression, the correlation is negative over all models, and positive "
    "on average within recipes."
)
def logistic_regression_reverses(full: bool) -> Checked:
    """The same for logistic regression, and of the points that are left within recipes."""
    pooled, within = _pooled_and_within("mig", "logistic_3000")
    left = rank_correlation(*view_points("mig", "logistic_3000", "within").T)
    holds = pooled < 0 < min(within, left)
    if full:
        ends = view_correlations("mig", "logistic_3000")
        holds = ends["pooled high"] < 0 < ends["within low"]
    return checked(holds, pooled=pooled, within=within, points=left)


@fact(
    "For the forest on 3,000 codes, the correlation is *stronger* within a recipe than over all "
    "models."
)
def forest_correlates_within_recipes(full: bool) -> Checked:
    """The same for the forest."""
    pooled, within = _pooled_and_within("mig", "forest_3000")
    return checked(within > pooled + 0.1 and pooled > 0, pooled=pooled, within=within)


@fact("A forest splits one latent at a time, so a code with a latent for each factor suits it.")
def forest_prefers_axes(full: bool) -> Checked:
    """The accuracy of a forest on the code of B, and on the same code after random rotations."""
    code, turned = pretrained.code(pretrained.PAIR["B"]), []
    rows, count = slice(3_000 if full else 600), code.latents.shape[1]
    straight = Representation(code.factors[rows], code.latents[rows])
    for seed in range(5 if full else 1):
        turn = np.linalg.qr(np.random.default_rng(seed).standard_normal((count, count)))[0]
        rotated = Representation(straight.factors, straight.latents @ turn)
        turned.append(informativeness(rotated).value)
    of_code = informativeness(straight).value
    return checked(of_code > max(turned) + 0.05, code=of_code, rotated=max(turned))


@fact("The pooled view for the small network: the correlation with MIG is -0.61.")
def pooled_correlation_of_mig(full: bool) -> Checked:
    """The rank correlation over all models."""
    pooled = _pooled_and_within("mig", "mlp_3000")[0]
    return checked(f"{pooled:.2f}" == "-0.61", pooled=pooled)


# --------------------------------------------------------------------------------------- six points


@fact("Six points are few, even if each is the mean of ten seeds.")
def six_points_are_few(full: bool) -> Checked:
    """How often six points in a random order have a rank correlation of 0.5 or more, exactly."""
    ranks = np.array(list(permutations(range(6))))
    squared = ((ranks - np.arange(6)) ** 2).sum(1)
    chance = float(np.mean(np.abs(1 - 6 * squared / 210) >= 0.5))
    return checked(chance > 0.25, chance=chance)


@fact("at 3,000 codes, the intervals of three of the six families contain 0.")
def three_intervals_contain_zero(full: bool) -> Checked:
    """The number of such families, also for other draws of seeds."""
    counts = []
    for seed in range(6 if full else 1):
        found = [over_strengths(points_of(name, 3000), seed=seed) for name in FAMILIES]
        counts.append(sum(low <= 0 <= high for _, low, high in found))
    holds = set(counts) == {3} == {len(undecided(3000))}
    return checked(holds, fewest=min(counts), most=max(counts))


@fact("For these families, ten other seeds could have given a correlation of the other sign.")
def other_seeds_give_other_sign(full: bool) -> Checked:
    """The ends of the intervals of these families that are nearest to 0."""
    ends = [family_intervals(3000)[name] for name in undecided(3000)]
    low, high = max(low for _, low, _ in ends), min(high for _, _, high in ends)
    return checked(low < 0 < high, low=low, high=high)


@fact("Six models can show nearly anything, so the next pictures use all 370.")
def six_neighbours_show_anything(full: bool) -> Checked:
    """The extreme correlations of the six models nearest to a position of the ring."""
    grid = 60 if full else 30
    x_range, y_range = spans()
    places = [(x, y) for x in np.linspace(*x_range, grid) for y in np.linspace(*y_range, grid)]
    found = [rank_correlation(*cloud()[nearest_models(*place)].T) for place in places]
    holds = min(found) <= -0.8 and max(found) >= 0.8 and len(cloud()) == 370
    return checked(holds, lowest=min(found), highest=max(found))


@fact("In `labs.six_models` somebody finds -0.9 and somebody else 0.9; over all 370 it is 0.50.")
def correlation_of_cloud(full: bool) -> Checked:
    """The correlation of MIG and a forest's accuracy over all models."""
    value = rank_correlation(*cloud().T)
    extremes = six_neighbours_show_anything(full).numbers
    holds = extremes["lowest"] < -0.85 and extremes["highest"] > 0.9
    return checked(holds and f"{value:.2f}" == "0.50", value=value)


@fact("Anyone who may choose six models can get either sign: report all of them, or none.")
def six_models_give_either_sign(full: bool) -> Checked:
    """The extreme rank correlations of MIG and a forest's accuracy over random sixes."""
    values = np.column_stack([column("mig"), column("forest_300")])
    rng = np.random.default_rng(0)
    sixes = (rng.choice(len(values), 6, replace=False) for _ in range(20_000 if full else 3_000))
    found = [rank_correlation(*values[six].T) for six in sixes]
    return checked(min(found) <= -0.8 and max(found) >= 0.8, lowest=min(found), highest=max(found))


# ------------------------------------------------------------------------------ which metrics agree


@fact("SAP gave the handwriting a higher score than B, while MIG gave B by far the highest.")
def sap_and_mig_of_handwriting(full: bool) -> Checked:
    """SAP and MIG of A, B and handwriting."""
    of_sap, of_mig = (dict(zip(CODES, verdict(judge))) for judge in ("sap", "mig"))
    others = max(of_mig["A"], of_mig["handwriting"])
    holds = of_sap["handwriting"] > of_sap["B"] and of_mig["B"] > 2 * others
    return checked(holds, sap=of_sap["handwriting"] - of_sap["B"], mig=of_mig["B"] - others)


# ------------------------------------------------------------------------------------ in the papers


def _pearsons(metric: str) -> Floats:
    """Pearson's correlation with a forest's accuracy over the strengths of each family."""
    table = table_of_sprites()
    means = [by_strength(table, family, metric, "forest_3000").mean(1) for family in FAMILIES]
    return np.array([np.corrcoef(*points.T)[0, 1] for points in means])


@fact(
    "Averaged over our six families, the correlations of IWO, D and MIG with accuracy have "
    "the paper's order."
)
def means_have_order_of_paper(full: bool) -> Checked:
    """The means of three metrics over our families, and over the data sets of the paper."""
    ours = {name: float(_pearsons(name).mean()) for name in PAPER_ORDER}
    theirs = {name: float(surviving_table()[title].mean()) for name, title in PAPER_ORDER.items()}
    orders = [sorted(PAPER_ORDER, key=means.__getitem__) for means in (ours, theirs)]
    return checked(orders[0] == orders[1], **ours)


@fact("But the six correlations differ so much that our zoo does not establish this order.")
def order_is_not_established(full: bool) -> Checked:
    """How often six families that are drawn with replacement have the same order of means."""
    values = np.array([_pearsons(name) for name in PAPER_ORDER])
    draws = np.random.default_rng(0).integers(6, size=(10_000 if full else 1_000, 6))
    iwo, d, mig = values[:, draws].mean(2)
    share = float(np.mean((iwo > d) & (d > mig)))
    return checked(share < 0.95, share=share, spread=np.ptp(values, axis=1).min())


@fact("Within recipes, IWO has the lowest correlation of the three.")
def iwo_is_last_within_recipes(full: bool) -> Checked:
    """The rank correlation with a forest's accuracy within recipes, for the three."""
    within = {name: _pooled_and_within(name, "forest_3000")[1] for name in PAPER_ORDER}
    return checked(min(within, key=within.__getitem__) == "iwo_gca", **within)


NO_FACT = {
    "all seeds of a recipe move to their mean.": "definition",
    "the recipe's mean is subtracted, so only the luck of the seed is left.": "definition",
    "The cell takes the six models that you chose in the first lab.": "about the course",
    "The three correlations answer three questions:": "definition",
}
