"""Statements of the chapter on one name with many numbers, each with a function that checks it."""

from itertools import permutations, product
from typing import Any

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...conventions import settings
from ...conventions.compare import Walk, changed_settings
from ...conventions.library_scores import LEARN, case, figure, figures
from ...metrics import disentanglement, mig
from ...representation import Representation
from .labs.same_name import largest_setting, same_name, walk_of
from .quiz import PRINTED

LIVE, FEW = 2_000, 1_000  # samples of the lab, and of small checks
NO_NUMBER = "nan", "inf", "error"
PRINTED_LIBRARIES = "disentanglement_lib", "ubisoft", "clarken92"
Options = dict[str, Any]
PREDICTORS: tuple[Options, ...] = {}, {"as_continuous": True}, {"convention": "ubisoft"}
LIFTING: dict[str, Options] = {"by_latent": {"normalize_by": "latent"}, "cut": {"factor_bins": 20}}
LABELLED = "e_noise05", "a_copy", "b_rot45", "c_dup", "f_noise"  # cases with levels as factors
CLOSE = 0.0005  # two numbers with four digits that are the same


# -------------------------------------------------------------------------- libraries, and their D


@fact("For this chapter, thirteen libraries were run on up to fifteen inputs.")
def thirteen_libraries_on_fifteen_inputs(full: bool) -> Checked:
    """Libraries in the table of figures, and the most inputs of one."""
    inputs = figures().groupby("library")["case"].nunique()
    return checked(len(inputs) == 13 and max(inputs) == 15, libraries=len(inputs), most=max(inputs))


def _reported_d() -> list[float]:
    """D of the noisy copy, as the libraries print it."""
    table = figures().query("case == 'e_noise05' and metric == 'disentanglement'")
    return [float(value) for value in table["value"] if value not in NO_NUMBER]


@fact("The highest D is 1. What is the lowest?")
def highest_reported_d(full: bool) -> Checked:
    """The highest D of the noisy copy that a library prints."""
    highest = max(_reported_d())
    return checked(abs(highest - 1) < CLOSE, highest=highest)


@fact("The lab goes from the lowest D to one of the highest.")
def lab_goes_from_lowest_d(full: bool) -> Checked:
    """The D of both libraries of the lab among all that are printed."""
    start, end = (figure("e_noise05", "disentanglement", of) for of in ("zhang2021", "qedr"))
    values = sorted(_reported_d())
    return checked(start == values[0] and end in values[-3:], start=start, end=end)


@fact("`12-range`: the lowest is far below the highest, 0.09 against 1.00.")
def lowest_d_is_far_below(full: bool) -> Checked:
    """The lowest and the highest D of the noisy copy that libraries print."""
    low, high = min(_reported_d()), max(_reported_d())
    return checked(f"{low:.2f} {high:.2f}" == "0.09 1.00", lowest=low, highest=high)


@fact("At first, the step from a forest to a lasso makes nearly all of the difference.")
def lasso_makes_nearly_all(full: bool) -> Checked:
    """The share of the step to a lasso in the difference between the two libraries."""
    share = _share_of_difference(LEARN if full else FEW, [])["predictor"]
    return checked(0.85 < share < 1.05, share=share)


@fact(
    "With *as continuous* in front, that setting makes about half of it, and *predictor* most of "
    "the rest."
)
def two_settings_share_the_difference(full: bool) -> Checked:
    """The shares of both settings, if numbers are predicted first."""
    shares = _share_of_difference(LEARN if full else FEW, ["as_continuous"])
    first, second = shares["as_continuous"], shares["predictor"]
    return checked(0.4 < first < 0.6 and second > 0.7 * (1 - first), first=first, second=second)


def _share_of_difference(samples: int, in_front: list[str]) -> dict[str, float]:
    """The step of each setting in parts of the whole difference, with some settings in front."""
    names = changed_settings("disentanglement", "zhang2021", "qedr")
    order = [*in_front, *(name for name in names if name not in in_front)]
    walk = Walk(case("e_noise05", samples), "disentanglement", "zhang2021", "qedr", order)
    steps = np.diff(walk.values) / (walk.values[-1] - walk.values[0])
    return dict(zip(order, map(float, steps)))


@fact("A *forest* of classification trees grows until it separates its training samples.")
def forest_separates_training_samples(full: bool) -> Checked:
    """The largest impurity of a leaf, and the depth of trees that are trained on noisy copies."""
    from sklearn.ensemble import RandomForestClassifier

    rep, leaves, depths = case("e_noise05", LEARN if full else 500), [], []
    for labels in rep.factors.T:
        forest = RandomForestClassifier(10, random_state=0).fit(rep.latents, labels.astype(int))
        for tree in (estimator.tree_ for estimator in forest.estimators_):
            leaves.append(tree.impurity[tree.children_left < 0].max())
            depths.append(tree.max_depth)
    return checked(max(leaves) == 0 and min(depths) > 3, impurity=max(leaves), depth=min(depths))


@fact("The noise of every latent helps with that, so importance spreads over all latents.")
def noise_spreads_importance(full: bool) -> Checked:
    """The importance of latents for factors that they do not copy, without and with noise."""
    shares: dict[str, float] = {}
    for name, word in (("a_copy", "copy"), ("e_noise05", "noisy")):
        matrix = disentanglement(case(name, LEARN if full else FEW)).matrix.values
        others = (matrix / matrix.sum(0))[~np.eye(len(matrix), dtype=bool)]
        shares |= {f"{word}_least": float(others.min()), f"{word}_most": float(others.max())}
    return checked(shares["copy_most"] < 0.01 and shares["noisy_least"] > 0.03, **shares)


@fact("and its penalty sets small weights to 0.")
def lasso_sets_weights_to_zero(full: bool) -> Checked:
    """Weights of exactly 0 that the lasso has beside the copy of each factor."""
    values = disentanglement(case("e_noise05", LIVE), convention="qedr").matrix.values
    zeros = int((values == 0).sum())
    return checked(
        zeros > 10 and bool((values.diagonal() > 0).all()), zeros=zeros, weights=values.size
    )


@fact("So D can depend as much on the predictor as on the code, and means little without I.")
def d_depends_on_predictor(full: bool) -> Checked:
    """The range of D over three predictors of one code, and over two codes under one predictor."""
    noisy, copy = (case(name, LEARN if full else FEW) for name in ("e_noise05", "a_copy"))
    values = [disentanglement(noisy, **option).value for option in PREDICTORS]
    of_codes = disentanglement(copy).value - values[0]
    of_predictors = float(np.ptp(values))
    unread = disentanglement(case("f_noise"), convention="ubisoft").value
    holds = of_predictors > 0.8 * of_codes and unread > 0.99
    return checked(holds, predictors=of_predictors, codes=of_codes, noise=unread)


@fact(
    "trees that classify, trees that predict numbers, and a lasso give different D for the same "
    "code."
)
def three_predictors_differ(full: bool) -> Checked:
    """The smallest distance between D by the three predictors, for the noisy copy."""
    noisy = case("e_noise05", LEARN if full else FEW)
    values = sorted(disentanglement(noisy, **option).value for option in PREDICTORS)
    return checked(
        bool(min(np.diff(values)) > 0.1), lowest=values[0], middle=values[1], top=values[2]
    )


@fact(
    "For our one draw of pure noise, with 10,000 samples, the lasso of *ubisoft* even gives D = 1."
)
def noise_has_d_of_one(full: bool) -> Checked:
    """D of pure noise under the convention, to two digits."""
    value = disentanglement(case("f_noise"), convention="ubisoft").value
    return checked(f"{value:.2f}" == "1.00" and len(case("f_noise")) == 10_000, d=value)


@fact(
    "It finds tiny weights for one factor and none for the others, so every latent is "
    '"focused" on that factor.'
)
def noise_is_focused(full: bool) -> Checked:
    """The weights of the lasso for pure noise, and the parts of D."""
    score = disentanglement(case("f_noise"), convention="ubisoft")
    used = score.matrix.values.any(0).sum()
    largest, parts = score.matrix.values.max(), score.parts
    holds = used == 1 and largest < 0.1 and min(parts) > 0.99
    return checked(bool(holds), largest=largest)


# ------------------------------------------------------------------------- the bins and the divisor


@fact(
    "Two libraries compute MIG for the same perfect copy, and three settings separate their "
    "numbers."
)
def three_settings_separate_two_libraries(full: bool) -> Checked:
    """Settings that differ in the first lab, and pairs of a latent's and its factor's values."""
    start = same_name().values
    names = changed_settings(*(start[name] for name in ("metric", "start", "end")))
    rep = case(start["representation"], LIVE)
    kinds = [
        [len(np.unique(table, axis=0)) for table in (z[:, None], v[:, None], np.c_[z, v])]
        for z, v in zip(rep.latents.T, rep.factors.T, strict=True)
    ]
    is_copy = all(latent == factor == pairs for latent, factor, pairs in kinds)
    holds = start["metric"] == "mig" and len(names) == 3 and is_copy
    return checked(holds, settings=len(names), most_values=np.max(kinds))


@fact(
    "Each of the three settings makes the largest step in some order, so no single one is to blame."
)
def each_setting_makes_the_largest_step(full: bool) -> Checked:
    """The setting with the largest step, for each of the six orders."""
    values = same_name().values
    metric, start, end = (values[name] for name in ("metric", "start", "end"))
    names, rep = changed_settings(metric, start, end), case(values["representation"])
    walks = [walk_of(values | {"order": order}) for order in permutations(range(len(names)))]
    walks += [Walk(rep, metric, start, end, order) for order in permutations(names) if full]
    largest = [largest_setting(walk) for walk in walks]
    counts = {name: largest.count(name) for name in names}
    return checked(len(names) == 3 and min(counts.values()) > 0, **counts)


@fact("The copied factors have 3, 6, 40, 32 and 32 values.")
def copied_factors_have_values(full: bool) -> Checked:
    """The number of values of each factor of the copy."""
    sizes = [len(np.unique(column)) for column in case("a_copy").factors.T]
    return checked(sizes == [3, 6, 40, 32, 32], most=max(sizes))


@fact("With 20 bins a latent cannot separate 40 or 32 values, so even a perfect copy is capped.")
def twenty_bins_cap_a_copy(full: bool) -> Checked:
    """MIG of the copy with 20 bins, and the highest value that the bins allow."""
    sizes = np.array([len(np.unique(column)) for column in case("a_copy").factors.T])
    cap = float((np.log(np.minimum(sizes, 20)) / np.log(sizes)).mean())
    first = same_name().values["start"]
    value = mig(case("a_copy"), convention=first).value
    holds = settings(first, "mig")["bins"] == 20 and value <= cap < 0.95 and sizes.max() == 40
    return checked(holds, mig=value, cap=cap)


@fact(
    "Either change lifts the cap: dividing by the entropy of the *latent*, or cutting the factors "
    "too."
)
def either_change_lifts_the_cap(full: bool) -> Checked:
    """MIG of the copy with 20 bins, and with each of the two changes."""
    values = {name: mig(case("a_copy"), bins=20, **of).value for name, of in LIFTING.items()}
    plain = mig(case("a_copy"), bins=20).value
    return checked(plain < 0.9 and min(values.values()) > 0.99, plain=plain, **values)


@fact("But then MIG no longer asks whether the 40 values can be separated.")
def capless_mig_ignores_merged_values(full: bool) -> Checked:
    """MIG of a copy whose latents merge every two of the 40 values, with each of the changes."""
    copy = case("a_copy")
    merged = copy.latents.copy()
    merged[:, 2] = copy.factors[:, 2] // 2
    coarse = Representation(copy.factors, merged)
    losses = {
        name: mig(copy, bins=20, **of).value - mig(coarse, bins=20, **of).value
        for name, of in LIFTING.items()
    }
    strict = mig(copy, bins=40).value - mig(coarse, bins=40).value
    return checked(max(losses.values()) < 0.005 and strict > 0.02, strict=strict, **losses)


@fact("on the noisy copy first: it separates the settings better.")
def noisy_copy_separates_settings(full: bool) -> Checked:
    """How many settings reproduce the printed MIG of each of the two inputs."""
    cuts = (None, *range(2, 41)) if full else (None, 20, 30, 40)
    settings = list(product(range(2, 41), cuts, ("factor", "latent")))
    found = {
        name: sum(abs(_mig_with(case(name, LIVE), *one) - printed) < CLOSE for one in settings)
        for name, printed in PRINTED.items()
    }
    return checked(0 < found["e_noise05"] < found["a_copy"], **found)


def _mig_with(rep: Representation, bins: int, cut: int | None, divisor: str) -> float:
    """MIG with the settings of the exercise."""
    return mig(rep, bins=bins, factor_bins=cut, normalize_by=divisor).value


NO_FACT = {
    "The first bar is MIG as the first library computes it.": "definition",
    "whether latents were scaled before an SVM or a lasso;": "instruction",
    "Report every score with its settings line, and compare only scores whose settings agree.": (
        "instruction"
    ),
}
