"""Statements of the chapter on MCC, linear R2 and D, each with a function that checks it."""

import functools

import numpy as np

from ...claims import joshi2026_suite
from ...claims.facts import Checked, checked, fact
from ...claims.registry import CLAIMS, HOLDS
from ...matrices import InformativenessMatrix
from ...measures import correlations, match_factors_to_latents
from ...metrics import disentanglement, linear_r2, mcc
from ...representation import Representation
from ...score import Score
from ...types import Floats
from ...worlds.bent_mixtures import CONTINUOUS, crowd
from ..common.verdicts import pair_code
from .data import (
    COUNTS,
    FOREST,
    HIGH,
    LEARNED,
    NOISE,
    judged,
    judged_codes,
    judged_crowd,
    measured_many,
    mixed_code,
    other_weights,
    weights,
)
from .labs.matching import START
from .quiz import CLEAR, tied_and_tilted

POWERS = (1, 3, 5, 9, 15, 21)
MANY = COUNTS[-1]


@fact("You find wrong codes to which all three give a high score.")
def wrong_code_with_high_scores(full: bool) -> Checked:
    """The three scores of a mixture of correlated factors, and of a thousand random mixtures."""
    s = tied_and_tilted()
    rows = weights(s["rotation"], s["between"])
    mixture = judged(mixed_code(s["rotation"], s["between"], 1, s["correlation"]))
    lowest = min(*mixture.values(), *(crowds(True, MANY, False)[name].min() for name in mixture))
    mixed = float(other_weights(rows).min())
    return checked(lowest > 0.95 and mixed >= CLEAR, lowest=lowest, other_weight=mixed)


@fact(
    "At the start latent 1 is the best for both factors, but may be assigned to only one of them."
)
def best_latent_is_assigned_once(full: bool) -> Checked:
    """The best latent of each factor in the table, and the latents that MCC takes."""
    matrix = InformativenessMatrix(START, "correlation")
    best, taken = matrix.values.argmax(0).tolist(), match_factors_to_latents(matrix).tolist()
    return checked(best == [0, 0] and sorted(taken) == [0, 1], MCC=mcc(matrix).value)


@fact("MCC tries both ways, and takes the one with the larger sum.")
def mcc_takes_the_larger_sum(full: bool) -> Checked:
    """MCC of random tables of two latents and two factors against the larger of two means."""
    rng, gaps = np.random.default_rng(0), []
    for values in rng.uniform(size=(500 if full else 50, 2, 2)):
        score = mcc(InformativenessMatrix(values, "correlation")).value
        gaps.append(abs(score - max(np.trace(values), np.trace(values[::-1])) / 2))
    return checked(max(gaps) < 1e-9, largest_gap=max(gaps))


@fact("After 90 degrees the code is right again: only the order and one sign have changed.")
def turned_by_ninety_degrees(full: bool) -> Checked:
    """Weights of the factors in the latents after a rotation by 90 degrees."""
    rows = weights(90, 90)
    swapped = bool((np.abs(rows) == [[0, 1], [1, 0]]).all())
    signs = int((rows < 0).sum())
    return checked(swapped and signs == 1, signs=signs)


@fact(
    "MCC and R² ask how well a straight line fits, and a ninth power is not a straight line. A "
    "forest cuts a latent in two at some value, and a bend only moves this value."
)
def bend_lowers_mcc_and_r2(full: bool) -> Checked:
    """Scores of latents that are ninth powers: MCC and R2 fall, D stays."""
    bent, straight = judged(mixed_code(0, 90, 9)), judged(mixed_code(0, 90))
    falls = {name: straight[name] - bent[name] for name in bent}
    return checked(min(falls["MCC"], falls["linear R²"]) > 0.3 and falls["D"] < 0.05, **bent)


@fact("a bend that keeps the order keeps the ranks, and all three scores are almost 1 again.")
def ranks_undo_a_bend(full: bool) -> Checked:
    """Ranks of bent latents against those of straight ones, and the lowest of all scores."""
    straight = mixed_code(0, 90, 1, 0.0, True).latents
    bent = [mixed_code(0, 90, power, 0.0, True) for power in POWERS]
    moved = max(np.abs(rep.latents - straight).max() for rep in bent)
    lowest = min(min(judged(rep).values()) for rep in bent)
    return checked(moved < 1e-9 and lowest > 0.99, moved=moved, lowest=lowest)


@fact("The code is now right, because a regression on all latents undoes a rotation.")
def regression_undoes_a_rotation(full: bool) -> Checked:
    """Linear R2, MCC and D of a rotation by 45 degrees."""
    scores = judged(mixed_code(45, 90))
    holds = scores["linear R²"] > 1 - 1e-6 and max(scores["MCC"], scores["D"]) < 0.8
    return checked(holds, **scores)


@fact("A sum correlates with each of its parts, and more so if the parts are correlated.")
def sum_correlates_with_its_parts(full: bool) -> Checked:
    """MCC of the same sum twice, as the correlation of the parts rises."""
    ties = (0.0, 0.3, 0.6, 0.9)
    values = [mcc(mixed_code(45, 0, 1, tie)).value for tie in ties]
    holds = values[0] > 0.6 and bool((np.diff(values) > 0).all())
    return checked(holds, free=values[0], tied=values[-1])


@functools.cache
def forest_of_crowd(mixed: bool, latents: int, seed: int) -> Score:
    """D of many latents, by the forest of the chapter."""
    return disentanglement(crowd(latents, mixed, seed=seed), n_estimators=FOREST)


def importance_in_crowd(mixed: bool, seed: int) -> Floats:
    """Importance of a thousand latents in the forests of D."""
    return forest_of_crowd(mixed, MANY, seed).matrix.values


def crowds(mixed: bool, latents: int, full: bool) -> dict[str, Floats]:
    """The three scores of several draws of many latents, and R2 on the samples of the training."""
    seeds = range(10 if full else 1)
    reps = [crowd(latents, mixed, seed=seed) for seed in seeds]
    return {
        "D": np.array([forest_of_crowd(mixed, latents, seed).value for seed in seeds]),
        "MCC": np.array([mcc(rep).value for rep in reps]),
        "linear R²": np.array([linear_r2(rep).value for rep in reps]),
        "training": np.array([linear_r2(rep, train_size=1).value for rep in reps]),
    }


@fact("it is right on its training samples, and knows nothing about others.")
def regression_on_noise_is_right_in_training(full: bool) -> Checked:
    """R2 of a regression on a thousand latents of noise: training samples, others, and the lab."""
    found, shown = crowds(False, MANY, full), measured_many(NOISE, [MANY])
    lowest = min(*found["training"], *shown[LEARNED])
    highest = max(*found["linear R²"], *shown["linear R²"])
    return checked(lowest > 0.999 and highest < 0.1, training=lowest, others=highest)


@fact("R² is measured on held-out samples, so it stays near 0.")
def held_out_r2_stays_near_zero(full: bool) -> Checked:
    """Held-out R2 of noise, for every number of latents of the lab and several draws."""
    values = [
        linear_r2(crowd(latents, False, seed=seed)).value
        for latents in COUNTS
        for seed in range(10 if full else 2)
    ]
    return checked(max(values) < 0.1, largest=max(values))


@fact("D has no such safeguard; here it rises with the number of latents.")
def d_rises_with_latents_of_noise(full: bool) -> Checked:
    """D of noise with more and more latents: the draw of the lab, and others from 10 latents on."""
    counts = COUNTS if full else (5, 20, 100, MANY)
    seeds = range(3 if full else 1)
    curves = np.array([[forest_of_crowd(False, n, seed).value for n in counts] for seed in seeds])
    rises = min(np.diff(curves[0]).min(), np.diff(curves[:, 1:]).min())
    return checked(rises > 0, fewest=curves[0, 0], most=curves[0, -1])


@fact("By luck a few of them come close to one factor, and MCC and D depend mostly on those few.")
def mcc_and_d_depend_on_a_few(full: bool) -> Checked:
    """MCC, and D and the share of importance, with all latents and with the fifty closest."""
    gaps, shares = [], []
    for seed in range(3 if full else 1):
        rep = crowd(MANY, True, seed=seed)
        closest = np.argsort(-correlations(rep).values.max(1))[:50]
        few = Representation(rep.factors, rep.latents[:, closest], **CONTINUOUS)
        gaps.append(abs(mcc(rep).value - mcc(few).value))
        importance = importance_in_crowd(True, seed)
        shares.append(importance[closest].sum() / importance.sum())
    return checked(max(gaps) < 0.01 and min(shares) > 0.6, mcc_gap=max(gaps), share=min(shares))


@fact("With thirty trees instead of ten it is 0.74 in this draw.")
def larger_forest_lowers_d_of_noise(full: bool) -> Checked:
    """D of the lab's draw of noise with ten trees and with thirty."""
    small, large = (judged_crowd(MANY, False, trees)["D"] for trees in (FOREST, 3 * FOREST))
    return checked(f"{large:.2f}" == "0.74" and small > large, ten=small, thirty=large)


@fact("For a code with many latents, `mcc` itself reports what random mixtures would score.")
def mcc_reports_random_mixtures(full: bool) -> Checked:
    """Cautions of MCC for a thousand latents and for five, and MCC of other random mixtures."""
    notes = [mcc(crowd(n, True)).cautions for n in (MANY, 5)]
    said = [note for note in notes[0] if "as many random mixtures" in note]
    reported = float(said[0].rsplit(" ", 1)[1]) if said else np.nan
    measured = np.mean(crowds(True, MANY, full)["MCC"])
    holds = len(said) == 1 and abs(reported - measured) < 0.03
    quiet = not any("mixtures" in note for note in notes[1])
    return checked(bool(holds) and quiet, reported=reported)


@fact(
    "The little importance that a noise latent has comes mostly from one lucky split for one "
    "factor, so D counts the latent as pure."
)
def noise_latent_has_one_lucky_split(full: bool) -> Checked:
    """Mean share of the largest factor in a noise latent's importance, weighted as D weights."""
    shares = []
    for seed in range(3 if full else 1):
        importance = importance_in_crowd(False, seed)
        shares.append(importance.max(1).sum() / importance.sum())
    return checked(min(shares) > 0.8, lowest=min(shares))


@fact("D does not ask whether the forest predicts any factor.")
def d_of_unread_noise(full: bool) -> Checked:
    """D and held-out R2 of a thousand latents of noise."""
    found = crowds(False, MANY, full)
    d, read = found["D"].min(), found["linear R²"].max()
    return checked(d > 0.8 and read < 0.1, D=d, R2=read)


@fact("A code of noise has a D of 0.90.")
def d_of_noise(full: bool) -> Checked:
    """D of the lab's draw of noise."""
    d = forest_of_crowd(False, MANY, 0).value
    return checked(f"{d:.2f}" == "0.90", D=d)


@fact("With 1,000 random mixtures all three scores are high.")
def random_mixtures_score_high(full: bool) -> Checked:
    """The lowest of the three scores of random mixtures, in several draws."""
    found = crowds(True, MANY, full)
    lowest = min(found[name].min() for name in ("MCC", "linear R²", "D"))
    return checked(lowest >= HIGH, lowest=lowest)


@fact("with both tips at 45 degrees: ranks also give 0.97.")
def ranks_of_the_same_number_twice(full: bool) -> Checked:
    """MCC of the same sum of correlated factors twice, read as ranks."""
    score = mcc(mixed_code(45, 0, 1, 0.9, True)).value
    return checked(f"{score:.2f}" == "0.97", MCC=score)


@fact("MCC and D prefer B, whose latents look like factors.")
def mcc_and_d_prefer_b(full: bool) -> Checked:
    """MCC and D of A, B and the handwriting."""
    scores = judged_codes()
    leads = [
        scores["B"][j] - scores[name][j] for j in ("MCC", "D") for name in scores if name != "B"
    ]
    return checked(min(leads) > 0, smallest_lead=min(leads))


@fact("A regression reads A a little better.")
def regression_reads_a_better(full: bool) -> Checked:
    """Linear R2 of A and B, for several halves."""
    seeds = range(10 if full else 3)
    leads = [
        linear_r2(pair_code("A"), seed=s).value - linear_r2(pair_code("B"), seed=s).value
        for s in seeds
    ]
    return checked(min(leads) > 0 and max(leads) < 0.05, least=min(leads), most=max(leads))


@fact("Theirs agree with ours on mixtures: R² is 1.00, MCC is 0.69 and D is 0.28.")
def figures_of_mixtures_agree(full: bool) -> Checked:
    """Claims on the published figures of random mixtures that do not hold."""
    claims = [CLAIMS[f"joshi-suite-mixed-{score}"] for score in ("r2", "mcc", "d")]
    failing = sum(entry.check(None if full else 3).verdict != HOLDS for entry in claims)
    printed = [entry.expects.text for entry in claims]
    return checked(printed == ["1.00", "0.69", "0.28"] and failing == 0, failing=failing)


@fact(
    "Their MCC is a mean over matched pairs, so a code of one of ten factors has 1.00; ours is a "
    "mean over factors, and 0.10."
)
def means_of_mcc_differ(full: bool) -> Checked:
    """Both means of MCC for a code of one of ten factors."""
    found = CLAIMS["joshi-suite-one-of-ten-mcc"].check(None if full else 3)
    pairs, factors = (
        found.readings[f"mean over {what}"].mean for what in ("matched pairs", "factors")
    )
    holds = abs(pairs - 1) < 0.005 and abs(factors - 0.1) < 0.005
    return checked(holds, pairs=pairs, factors=factors)


@fact("Their MCC of noise is the same for 5 latents as for 200; ours is larger for 200.")
def noise_of_many_latents_has_larger_mcc(full: bool) -> Checked:
    """MCC of five latents of noise and of 200, each with 50 samples."""
    seeds = range(20 if full else 5)
    few, many = (
        np.array([joshi2026_suite.noise_mcc(seed, 50, latents) for seed in seeds])
        for latents in (5, 200)
    )
    names = ("joshi-suite-noise-50", "joshi-suite-noise-wide")
    same = len({CLAIMS[name].expects.text for name in names}) == 1
    return checked(same and bool((many > few).all()), few=few.mean(), many=many.mean())


NO_FACT = {
    "The factors may be found in another order and with other signs": "definition",
    "does the forest use each latent for only one factor?": "definition",
    "Then find one to which all three give a high score": "instruction",
    "A network can have thousands of latents, while only a few samples have labels": "conditional",
    "Mix three independent factors into three latents": "instruction",
    "In the lab of two latents, mix both latents": "instruction",
    "The title is from joshi2026; the cases are ours": "about the course",
}
