"""Statements of the chapter on one name with many numbers, each with a function that checks it."""

import functools
from itertools import product
from typing import Any

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...conventions.compare import Walk
from ...conventions.reported_scores import LEARN, case, figure, figures
from ...metric import METRICS, Metric
from ...metrics import disentanglement, informativeness, mig, modularity, sap
from ...representation import Representation
from ...theory.invariances import add_constant_latent, add_noise_latent, score_differences
from ...worlds import examples
from .quiz import PRINTED

LIVE, FEW = 2_000, 1_000  # samples of the lab, and of small checks
NO_NUMBER = "nan", "inf", "error"
PRINTED_LIBRARIES = "disentanglement_lib", "ubisoft", "clarken92"
Options = dict[str, Any]
PREDICTORS: tuple[Options, ...] = {}, {"as_continuous": True}, {"convention": "ubisoft"}
LIFTING: dict[str, Options] = {"by_latent": {"normalize_by": "latent"}, "cut": {"factor_bins": 20}}
LABELLED = "e_noise05", "a_copy", "b_rot45", "c_dup", "f_noise"  # cases with levels as factors
CLOSE = 0.0005  # two numbers with four digits that are the same


@functools.cache
def _walk(samples: int, start: str, end: str) -> Walk:
    """Steps from one library's D to another's, on the noisy copy."""
    return Walk(case("e_noise05", samples), "disentanglement", start, end)


def _step_sizes(walk: Walk) -> dict[str, float]:
    """How far each setting moves the score, by the name of the setting."""
    changes = np.abs(np.diff(walk.values))
    return {label.split(":")[0]: float(c) for (label, _), c in zip(walk.steps[1:], changes)}


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


@fact("`11-range`: the lowest is far below the highest.")
def lowest_d_is_far_below(full: bool) -> Checked:
    """The lowest and the highest D of the noisy copy that libraries print."""
    low, high = min(_reported_d()), max(_reported_d())
    return checked(high - low > 0.5, lowest=low, highest=high)


@fact("In this order, the step from a forest to a lasso makes nearly all of the difference.")
def lasso_makes_nearly_all(full: bool) -> Checked:
    """The share of the step to a lasso in the difference between the two libraries."""
    walk = _walk(LEARN if full else FEW, "zhang2021", "qedr")
    total = walk.values[-1] - walk.values[0]
    share = _step_sizes(walk)["predictor"] / total
    return checked(0.85 < share < 1.05, share=share, difference=total)


@fact(
    "From *qedr* back to *zhang2021*, two settings share most of it, so no single setting is to "
    "blame."
)
def two_settings_share_the_way_back(full: bool) -> Checked:
    """The two largest steps in parts of the difference."""
    walk = _walk(LEARN if full else FEW, "qedr", "zhang2021")
    total = abs(walk.values[-1] - walk.values[0])
    *_, second, first = sorted(size / total for size in _step_sizes(walk).values())
    return checked(first + second > 0.8 and first < 0.65, first=first, second=second)


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


@fact("So D says as much about the predictor as about the code, and means little without I.")
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
    "The lasso finds tiny weights for one factor and none for the others, so every latent is "
    '"focused" on that factor.'
)
def noise_is_focused(full: bool) -> Checked:
    """The weights of the lasso for pure noise, and the parts of D."""
    score = disentanglement(case("f_noise"), convention="ubisoft")
    used = score.matrix.values.any(0).sum()
    largest, parts = score.matrix.values.max(), score.parts
    holds = used == 1 and largest < 0.1 and min(parts) > 0.99
    return checked(bool(holds), largest=largest)


@fact("The score warns you that no factor is predicted.")
def noise_has_a_caution(full: bool) -> Checked:
    """The caution of the score, and I of pure noise."""
    noise = case("f_noise")
    score = disentanglement(noise, convention="ubisoft")
    read = informativeness(noise, convention="ubisoft").value
    return checked(
        any("poorly" in words for words in score.cautions) and read < 0.01, informativeness=read
    )


# ------------------------------------------------------------------------- the bins and the divisor


@fact("With 20 bins a latent cannot separate 40 values, so even a perfect copy is capped.")
def twenty_bins_cap_a_copy(full: bool) -> Checked:
    """MIG of the copy with 20 bins, and the highest value that the bins allow."""
    sizes = np.array([len(np.unique(column)) for column in case("a_copy").factors.T])
    cap = float((np.log(np.minimum(sizes, 20)) / np.log(sizes)).mean())
    value = mig(case("a_copy"), convention="disentanglement_lib").value
    return checked(value <= cap < 0.95 and sizes.max() == 40, mig=value, cap=cap)


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


@fact("The numbers differ because the libraries cut the values and divide them in different ways.")
def bins_and_divisor_explain_all(full: bool) -> Checked:
    """Settings that differ between the two libraries, and what is left once they agree."""
    walk = Walk(case("a_copy"), "mig", "disentanglement_lib", "ubisoft")
    target = mig(case("a_copy"), convention="ubisoft").value
    settings = set(_step_sizes(walk))
    gap = abs(walk.values[-1] - target)
    holds = settings == {"normalize by", "bins", "factor bins"} and gap < 1e-9
    return checked(holds, settings=len(settings), gap=gap)


# ----------------------------------------------------------------------------------- settings lines


@fact("Our metrics reproduce a library's number when a convention has its settings.")
def conventions_reproduce_mig(full: bool) -> Checked:
    """Our MIG minus a library's, exactly for three libraries, nearly for those that sample rows."""
    table = figures().query("metric == 'mig' and convention != '' and value not in @NO_NUMBER")
    table = table[table["case"].isin(LABELLED if full else LABELLED[:1])]
    if not full:
        table = table[table["convention"].isin(PRINTED_LIBRARIES)]
    gaps = {"exact": 0.0, "sampled": 0.0}
    for name, convention in zip(table["case"], table["convention"]):
        gap = abs(mig(case(name), convention=convention).value - figure(name, "mig", convention))
        kind = "exact" if convention in PRINTED_LIBRARIES else "sampled"
        gaps[kind] = max(gaps[kind], gap)
    return checked(gaps["exact"] < 0.00005 and gaps["sampled"] < 0.005, **gaps)


@fact("Every score has a settings **line**.")
def every_score_has_a_line(full: bool) -> Checked:
    """The settings lines of all metrics, for a small code."""
    names = list(METRICS) if full else ["mig", "sap", "modularity", "factor_vae"]
    lines = [_line_of(METRICS[name]) for name in names]
    has_line = [name in line for name, line in zip(names, lines)]
    return checked(all(has_line), scores=len(names), without=len(names) - sum(has_line))


def _line_of(metric: Metric) -> str:
    """The settings line of a metric for a small code."""
    rows = np.tile(examples.grid(3, 3, 3), (20, 1))
    return metric(Representation(rows, rows)).summary_line


# ----------------------------------------------------------------------- promises, and sorted files


@fact("It changes one library's modularity more than any other number in this table.")
def dead_latent_changes_modularity_most(full: bool) -> Checked:
    """The largest two numbers of the table; unless full, only of modularity."""
    few = case("e_noise05", 1_000)
    changes = ("rescale_latents", "add_constant_latent", "add_noise_latent")
    rows = [("modularity", of) for of in ("ours", "disentanglement_lib")]
    rows += [("disentanglement", of) for of in ("ours", "zhang2021")] if full else []
    far = {
        (name, of, change): score_differences(METRICS[name], change, few, seeds=2, convention=of)
        for name, of in rows
        for change in changes
    }
    *_, second, first = sorted(far, key=far.__getitem__)
    holds = first == ("modularity", "disentanglement_lib", "add_constant_latent")
    return checked(holds, largest=far[first], second=far[second])


@fact("A **dead** latent never varies, so it cannot mix factors.")
def dead_latent_has_no_bits(full: bool) -> Checked:
    """The bits of a constant latent that is added to the noisy copy."""
    bits = mig(add_constant_latent(case("e_noise05", 1_000))).matrix.values[-1]
    return checked((bits == 0).all(), most=bits.max())


@fact("A latent of noise changes ours a little, because modularity is a mean over latents.")
def noise_latent_joins_the_mean(full: bool) -> Checked:
    """Modularity with a latent of noise, and the mean of its parts and of the new one."""
    few = case("e_noise05", LEARN if full else 1_000)
    before, after = modularity(few), modularity(add_noise_latent(few))
    mean = float(np.mean([*before.parts, after.parts[-1]]))
    change = abs(after.value - before.value)
    return checked(0 < change < 0.1 and abs(mean - after.value) < 0.001, change=change, mean=mean)


@functools.cache
def _sap_of_files(convention: str, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """SAP with several seeds, of the copy as drawn and in sorted rows."""
    drawn = case("a_copy", LIVE)
    order = np.lexsort(drawn.factors.T[::-1])
    in_order = Representation(drawn.factors[order], drawn.latents[order])
    first, second = (
        np.array([sap(rep, convention=convention, seed=seed).value for seed in range(seeds)])
        for rep in (drawn, in_order)
    )
    return first, second


@fact("One of these libraries judges on the last third of the rows,")
def sorted_rows_change_one_sap(full: bool) -> Checked:
    """SAP of the library for both files."""
    drawn, in_order = _sap_of_files("disentanglement_lib", 1)
    change = float(abs(in_order - drawn)[0])
    return checked(change > 0.1, drawn=drawn[0], sorted=in_order[0])


@fact("(Our SAP and that of *dent* change only because other samples are held out.)")
def held_out_samples_change_sap(full: bool) -> Checked:
    """Mean SAP over seeds of both files, beside how much the seed changes it."""
    changes = {}
    for convention in ("ours", "dent"):
        drawn, in_order = _sap_of_files(convention, 30 if full else 4)
        error = np.sqrt((drawn.var(ddof=1) + in_order.var(ddof=1)) / len(drawn))
        changes[convention] = float(abs(in_order.mean() - drawn.mean()) / error)
    return checked(max(changes.values()) < 3, **changes)


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
    "The first bar is D as the first library computes it.": "definition",
    "latents scaled before an SVM or a lasso;": "instruction",
    "Here are two bugs, and the first of the shipped figures, with commit and date:": "printed",
}
