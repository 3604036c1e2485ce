"""Statements of the clinic, each with a function that checks it."""

import functools
from itertools import product

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...diagnosis import REPAIRS, diagnose
from ...diagnosis.diagnosis import DEFAULT_METRICS
from ...diagnosis.search import random_halves
from ...metrics import linear_r2
from ...representation import Representation
from .data import (
    DEFECTS,
    ENDLESS,
    NOTICEABLE,
    PARITIES,
    REPAIR_NAMES,
    defective_code,
    patient,
    profile,
    profile_after,
    sick_code,
    treated,
)
from .labs.signs import PATIENTS

STRENGTHS = (0.5, 0.75, 1.0)


@functools.cache
def falls(defect: str, full: bool) -> list[dict[str, float]]:
    """How far each score falls by a defect, for each strength and seed."""
    each = []
    for seed in range(20 if full else 3):
        before = profile(defective_code({}, seed))
        for strength in STRENGTHS:
            after = profile(defective_code({defect: strength}, seed))
            each.append({name: before[name] - after[name] for name in before})
    return each


def falls_at_full_strength(defect: str, full: bool) -> list[dict[str, float]]:
    """How far each score falls by a defect of strength 1, for each seed."""
    return falls(defect, full)[len(STRENGTHS) - 1 :: len(STRENGTHS)]


def largest(of: list[dict[str, float]], *names: str) -> float:
    """The largest fall of some scores."""
    return max(fall[name] for fall in of for name in names)


def smallest(of: list[dict[str, float]], *names: str) -> float:
    """The smallest fall of some scores."""
    return min(fall[name] for fall in of for name in names)


# ------------------------------------------------------------------------------------------ defects


@fact("A low score does not say what is wrong, but different defects lower different scores.")
def defects_have_different_profiles(full: bool) -> Checked:
    """The smallest distance of the mean falls by two defects, in the score that differs most."""
    means = np.array(
        [np.mean([list(fall.values()) for fall in falls(name, full)], 0) for name in DEFECTS]
    )
    apart = np.abs(means[:, None] - means).max(2)[~np.eye(len(means), dtype=bool)]
    low = [name for name, mean in zip(DEFECTS, means) if mean[0] > 0.3]  # MIG falls by any of them
    return checked(apart.min() > NOTICEABLE and len(low) > 1, apart=apart.min(), low_mig=len(low))


@fact(
    "At full strength, noise lowers all six scores, and every other defect leaves at least one of "
    "them nearly alone."
)
def only_noise_lowers_all_scores(full: bool) -> Checked:
    """The smallest fall of a score by noise, and of the score that falls least by the others."""
    noise = smallest(falls_at_full_strength("noisy", full), *DEFAULT_METRICS)
    others = {
        defect: min(largest(falls(defect, full), metric) for metric in DEFAULT_METRICS)
        for defect in DEFECTS
        if defect != "noisy"
    }
    return checked(noise > 0.1 > max(others.values()), noise=noise, **others)


@fact(
    "A rotation leaves the linear R² at 1, because weighted sums of latents still give every "
    "factor."
)
def rotation_keeps_linear_r2(full: bool) -> Checked:
    """The largest fall of the linear R², and the smallest of MIG and of SAP, by a rotation."""
    rotated = falls("rotated", full)
    fall, others = largest(rotated, "linear_r2"), smallest(rotated, "mig", "sap")
    return checked(fall < 0.005 and others > 0.1, r2=fall, others=others)


@fact("Copies lower MIG and SAP, which subtract the second best latent, and leave DCIMIG alone.")
def copies_lower_mig_and_sap(full: bool) -> Checked:
    """The smallest fall of MIG and SAP, and the largest of the others, by a copy of each latent."""
    copied = falls_at_full_strength("copied", full)
    low = smallest(copied, "mig", "sap")
    rest = largest(copied, "dcimig", "modularity", "mcc", "linear_r2")
    return checked(low > 0.7 and rest < 0.01, low=low, rest=rest)


@fact("Idle latents, which carry only noise, lower modularity alone.")
def idle_latents_lower_modularity(full: bool) -> Checked:
    """The smallest fall of modularity, and the largest of the others, by idle latents."""
    idle = falls("idle", full)
    fall, rest = (
        smallest(idle, "modularity"),
        largest(idle, "mig", "dcimig", "sap", "mcc", "linear_r2"),
    )
    return checked(fall > 0.2 and rest < NOTICEABLE, fall=fall, rest=rest)


# ----------------------------------------------------------------------------------------- patients


@fact("Find a defect and a strength whose bars meet the strokes")
def a_rotation_meets_the_first_profile(full: bool) -> Checked:
    """The smallest mean distance of the lab's scores from its strokes, by defect."""
    wanted = np.array(list(profile_after(PATIENTS["the first"]).values()))
    apart = {
        name: min(
            np.abs(wanted - list(profile(sick_code(name, step / 20)).values())).mean()
            for step in range(21)
        )
        for name in DEFECTS
    }
    rest = min(value for name, value in apart.items() if name != "rotated")
    return checked(apart["rotated"] < 0.03 and rest > 0.2, **apart)


@fact("After unrotate, MIG and SAP are nearly as high as those of a code without a defect.")
def first_patient_is_repaired(full: bool) -> Checked:
    """How far MIG and SAP stay below those of the same samples without a rotation."""
    healthy, repaired = profile(defective_code({})), profile_after(1, ("unrotate",))
    rest = {name: healthy[name] - repaired[name] for name in ("mig", "sap")}
    return checked(max(rest.values()) < 0.08, **rest)


@fact(
    "The linear R² is 1, so weighted sums of the latents still give every factor and no noise "
    "hides any."
)
def first_patient_has_linear_r2_of_one(full: bool) -> Checked:
    """The linear R² of the first patient."""
    value = linear_r2(treated(1, ())).value
    return checked(value > 0.995, value=value)


@fact(
    "After the merging, MIG nearly equals DCIMIG, because no copy is left that could be second "
    "best."
)
def merging_makes_mig_meet_dcimig(full: bool) -> Checked:
    """MIG and DCIMIG of the second patient, before and after the merging."""
    before, after = profile_after(2), profile_after(2, ("merge_copies",))
    gaps = [scores["dcimig"] - scores["mig"] for scores in (before, after)]
    return checked(gaps[0] > 0.2 and abs(gaps[1]) < 0.02, before=gaps[0], after=gaps[1])


@fact("Denoise alone raises DCIMIG and leaves MIG near 0.")
def denoising_leaves_the_copies(full: bool) -> Checked:
    """MIG, and the rise of DCIMIG, of the second patient after denoise alone."""
    after = profile_after(2, ("denoise",))
    rise = after["dcimig"] - profile_after(2)["dcimig"]
    return checked(rise > 0.2 and after["mig"] < 0.06, mig=after["mig"], rise=rise)


@fact("With both repairs, in either order, the two metrics meet again and are higher.")
def order_of_two_repairs_does_not_matter(full: bool) -> Checked:
    """MIG and DCIMIG of the second patient after both repairs, in both orders."""
    merged = profile_after(2, ("merge_copies",))["mig"]
    values = [
        profile_after(2, order)[metric]
        for order in (("merge_copies", "denoise"), ("denoise", "merge_copies"))
        for metric in ("mig", "dcimig")
    ]
    spread = max(values) - min(values)
    return checked(spread < 0.02 and min(values) > merged + 0.2, lowest=min(values), spread=spread)


@fact(
    "No low score of this patient is a mistake: a reader of one latent, or a linear regression on "
    "all of them, learns nothing from it."
)
def one_latent_reads_no_coin(full: bool) -> Checked:
    """Largest correlation of a latent and a coin, and the linear R², of the third patient."""
    rep = patient(PARITIES).code
    single = np.abs(np.corrcoef(rep.latents.T, rep.factors.T)[:3, 3:]).max()
    joint = linear_r2(rep).value
    return checked(single < 0.1 and joint < 0.02, single=single, joint=joint)


@fact(
    "Yet the code keeps all three coins, and a table of its eight codes reads them without an "
    "error."
)
def a_table_reads_the_coins(full: bool) -> Checked:
    """Different codes, and different pairs of a code and coins, of the third patient."""
    rep = patient(PARITIES).code
    codes = len(np.unique(rep.latents, axis=0))
    pairs = len(np.unique(np.column_stack([rep.latents, rep.factors]), axis=0))
    return checked(codes == pairs == 8, codes=codes, pairs=pairs)


@fact(
    "Its modularity is high although its latents carry nothing alone, because modularity compares "
    "estimates here that are only sampling noise."
)
def modularity_of_parities_is_sampling_noise(full: bool) -> Checked:
    """Modularity of the third patient, and of a sample with each outcome equally often."""
    a, b, c = coins = np.tile(list(product((0, 1), repeat=3)), (100, 1)).T
    balanced = Representation(coins.T, np.column_stack([a ^ b, b ^ c, a ^ b ^ c]))
    values = profile_after(PARITIES)["modularity"], profile(balanced)["modularity"]
    return checked(values[0] > 0.5 and values[1] < 0.01, patient=values[0], balanced=values[1])


@fact("So a code that no repair helps can still hold every factor.")
def no_repair_helps_the_parities(full: bool) -> Checked:
    """The largest rise of a score of the third patient by any repair."""
    before = profile_after(PARITIES)
    after = {name: profile_after(PARITIES, (name,)) for name in REPAIR_NAMES}
    rises = {name: max(scores[m] - before[m] for m in before) for name, scores in after.items()}
    return checked(max(rises.values()) < NOTICEABLE, **rises)


@fact("They have one or two defects or none, or a network has learned them.")
def random_patients_have_at_most_two_defects(full: bool) -> Checked:
    """Of the next forty patients: how many are learned, and the numbers of defects of the rest."""
    defects = [patient(number).defects for number in range(ENDLESS, ENDLESS + 40)]
    counts = [len(known) for known in defects if known is not None]
    learned = len(defects) - len(counts)
    return checked({*counts} == {0, 1, 2} and learned > 0, most=max(counts), learned=learned)


@fact("No score of the six notices every defect, but every defect is noticed by one of them.")
def no_score_notices_every_defect(full: bool) -> Checked:
    """The smallest fall of the best score for each defect, and of each score by its mildest."""
    table = np.array(
        [
            np.mean([list(fall.values()) for fall in falls_at_full_strength(defect, full)], 0)
            for defect in DEFECTS
        ]
    )
    best, mildest = table.max(1).min(), table.min(0).max()
    return checked(best > NOTICEABLE > mildest, best=best, mildest=mildest)


@fact("A repair that helps is a clue but no proof: unrotate also raises the MIG of copies.")
def unrotate_also_helps_copies(full: bool) -> Checked:
    """MIG of copies before and after `unrotate`, which is fitted on the other half."""
    rises = []
    for seed in range(10 if full else 3):
        (pair,) = random_halves(defective_code({"copied": 1.0}, seed), 1, 0)
        after = profile(REPAIRS["unrotate"](pair.test, pair.train))["mig"]
        rises.append(after - profile(pair.test)["mig"])
    return checked(min(rises) > 0.5, lowest=min(rises))


@fact(
    "Below the table, diagnose tries all repairs on ten random halves of the samples, and searches "
    "for a sequence."
)
def diagnosis_of_a_rotated_code_names_the_rotation(full: bool) -> Checked:
    """Splits of the diagnosis of a rotated code, and whether it names the rotation alone."""
    factors = np.random.default_rng(0).normal(size=(1_000, 3))
    latents = factors @ [[1, 1, 0], [-1, 1, 0], [0, 0, 1]]
    diagnosis = diagnose(Representation(factors, latents))
    tried = set(diagnosis.changes["repair"])
    holds = diagnosis.sequence == ["unrotate"] and tried == {*REPAIR_NAMES}
    return checked(holds and diagnosis.n_splits == 10, splits=diagnosis.n_splits)


NO_FACT = {
    "A patient is a code, or its data, with hidden defects, and you see only its": "definition",
    "Choose the first under strokes in the lab above.": "instruction",
    "It looks at the factors, so a repaired score explains a low one": "definition",
    "Click the repair that you expect to help most, and commit": "instruction",
}
