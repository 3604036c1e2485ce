"""Statements of the chapter on witnesses, each with a function that checks it."""

import itertools

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...claims.sepliarskaia2019 import leaks_everywhere
from ...measures import mutual_information
from ...metric import METRICS
from ...metrics import dcimig, disentanglement, mig
from ...representation import Representation
from ...theory.counterexamples import find_counterexample, table_representation
from ...theory.enumeration import (
    Tables,
    characteristics,
    exact,
    satisfies,
    sensitivity,
)
from ...types import Floats
from ...worlds import examples
from .data import HIGH, REFLECTING, SHIFTS, constant_code, scores_by_shift
from .labs.coins import START
from .labs.leak import measure_leak
from .quiz import hidden_in_two

JOINT = ("dependent_modularity", "minimality", "jemmig")
STRAIGHT = ("sap", "mcc")


def exact_scores(rep: Representation) -> dict[str, float]:
    """The exact value of every metric that reflects a characteristic."""
    return {name: exact(METRICS[name], rep).value for name in REFLECTING}


def both_are_one() -> Representation:
    """Two coins; latent 1 says whether both are 1, and latent 2 copies coin 2."""
    return table_representation((2, 2), [[a * b, b] for a, b in examples.grid(2, 2)])


def odd_cell() -> Representation:
    """Two factors of sixteen levels, copied except in one case."""
    rows = [[16 if a == b == 0 else a, b] for a, b in examples.grid(16, 16)]
    return table_representation((16, 16), rows)


def tables_of_coins() -> Tables:
    """Every code of two coins by two latents of up to four values."""
    latents = np.array(list(itertools.product(range(4), repeat=4)))
    first, second = np.indices((len(latents), len(latents))).reshape(2, -1)
    return Tables((2, 2), np.stack([latents[first], latents[second]], axis=-1))


# --------------------------------------------------------------------------------- a code by hand


@fact("At first, latent 1 says whether both coins are 1, and latent 2 copies coin 2.")
def first_code_of_the_lab(full: bool) -> Checked:
    """Cells of the lab's first code that differ from this code."""
    differ = (np.array(START) != both_are_one().latents).sum()
    return checked(differ == 0, differ=differ)


@fact("If you flip coin 1, latent 1 moves only if coin 2 is 1.")
def flip_moves_if_other_coin_is_one(full: bool) -> Checked:
    """Latent 1 for both sides of coin 1, at each side of coin 2."""
    latent = both_are_one().latents[:, 0].reshape(2, 2)
    moves = latent[0] != latent[1]
    return checked(moves.tolist() == [False, True], at_zero=moves[0], at_one=moves[1])


@fact("A single move is enough, so latent 1 follows both coins.")
def and_follows_both_coins(full: bool) -> Checked:
    """The sensitivity of latent 1 to both coins."""
    outcome = characteristics(both_are_one())
    first, second = outcome.moves.values[0]
    return checked(first > 0 and second > 0 and not outcome.one, coin_1=first, coin_2=second)


@fact("The highest possible value is therefore 0.50: the latent moves whenever the coin flips.")
def highest_sensitivity_to_coin(full: bool) -> Checked:
    """The highest sensitivity of all latents of two coins with up to four values."""
    highest = sensitivity(tables_of_coins()).max()
    return checked(highest == 0.5, highest=highest)


@fact("because a forest has no exact value.")
def forest_has_no_exact_value(full: bool) -> Checked:
    """D from forests with several seeds, for one code of two coins."""
    values = forest_scores(both_are_one(), 10 if full else 4)
    return checked(np.ptp(values) > 0.001, lowest=min(values), highest=max(values))


def forest_scores(rep: Representation, seeds: int) -> list[float]:
    """D from forests that are trained on a hundred copies of every case."""
    many = Representation(
        np.tile(rep.factors, (100, 1)),
        np.tile(rep.latents, (100, 1)),
        factor_types="discrete",
        latent_types="discrete",
    )
    return [disentanglement(many, seed=seed).value for seed in range(seeds)]


@fact("Characteristics 1 and 2 do not ask what a code leaves out.")
def merging_keeps_first_two(full: bool) -> Checked:
    """Two values of each latent are merged in every code of two coins that satisfies them."""
    tables = tables_of_coins()
    merged = Tables((2, 2), np.where(tables.values == 3, 2, tables.values))
    broken = [(satisfies(tables, c) & ~satisfies(merged, c)).sum() for c in (1, 2)]
    return checked(broken == [0, 0], broken_1=broken[0], broken_2=broken[1])


@fact("Only Characteristic 3 does.")
def merging_breaks_third(full: bool) -> Checked:
    """How many codes of two coins satisfy Characteristic 3 until two values are merged."""
    tables = tables_of_coins()
    merged = Tables((2, 2), np.where(tables.values == 3, 2, tables.values))
    broken = (satisfies(tables, 3) & ~satisfies(merged, 3)).sum()
    return checked(broken > 0, satisfied=satisfies(tables, 3).sum(), broken=broken)


# --------------------------------------------------------------------- a leak that no pair shows


@fact("For most of them you can write a code by hand that fools them, and a search finds others.")
def most_judges_are_fooled(full: bool) -> Checked:
    """Metrics that give the three leaks a high score, or of which a search finds a witness."""
    by_hand = sum(value >= HIGH for value in exact_scores(leaks_everywhere()).values())
    found = [
        find_counterexample(METRICS[name], 2, candidates=20_000 if full else 1_024)
        for name in REFLECTING
    ]
    leaks = leaks_everywhere().latents
    others = sum(w.value >= 0.5 and not np.array_equal(w.rep.latents, leaks) for w in found)
    half = len(REFLECTING) / 2
    return checked(by_hand > half and others > half, by_hand=by_hand, by_search=others)


@fact("If you know only the parity, you know nothing about either coin.")
def parity_has_no_bits_about_coin(full: bool) -> Checked:
    """The bits of the parity about each coin, and about both, by enumeration."""
    rep = table_representation((2, 2), [[(a + b) % 2] for a, b in examples.grid(2, 2)])
    both = Representation(np.tile(np.arange(4)[:, None], (2, 1)), np.tile(rep.latents, (2, 1)))
    pairs, joint = mutual_information(rep).values.max(), mutual_information(both).values.max()
    return checked(pairs < 1e-9 and joint > 0.99, bits_about_a_coin=pairs, bits_about_both=joint)


@fact(
    "So the leak is invisible in a matrix of bits or correlations, and most judges read "
    "only such a matrix."
)
def leak_is_invisible_in_matrix(full: bool) -> Checked:
    """The bits of the three leaks and of a copy, and how many metrics give both the same score."""
    leaky, copy = leaks_everywhere(), examples.perfect_copy(2, 2, 2)
    gap = np.abs(mutual_information(leaky).values - mutual_information(copy).values).max()
    scores = exact_scores(leaky), exact_scores(copy)
    blind = sum(abs(scores[0][name] - scores[1][name]) < 1e-9 for name in REFLECTING)
    return checked(gap < 1e-9 and blind > len(REFLECTING) / 2, gap=gap, blind=blind)


@fact("Here, only latent 1 has a leak.")
def only_first_latent_leaks(full: bool) -> Checked:
    """Whether latents 2 and 3 are copies of their coins, and latent 1 is not, at several leaks."""
    codes = [examples.leaking_coin(leak) for leak in (0, 0.5, 1, 1.5, 2)]
    others = all(np.array_equal(code.latents[:, 1:], code.factors[:, 1:]) for code in codes)
    first = min(len(np.unique(code.latents[:, 0])) for code in codes)
    return checked(others and first == 4, values_of_latent_1=first)


@fact("Four judges notice even a shift of 0.05.")
def four_judges_notice(full: bool) -> Checked:
    """Metrics that are low at the smallest shift of the lab that is not 0."""
    low = {name for name, values in scores_by_shift().items() if values[1] < HIGH}
    return checked(low == {*JOINT, "irs"} and SHIFTS[1] == 0.05, noticing=len(low))


@fact("14 miss a shift of 0.10 and 12 miss one of 0.95")
def size_matters_to_two(full: bool) -> Checked:
    """The number of scores that are high at two shifts."""
    at = {name: values[[2, 19]] >= HIGH for name, values in scores_by_shift().items()}
    few, many = (int(count) for count in np.sum(list(at.values()), axis=0))
    shifts = SHIFTS[[2, 19]].tolist() == [0.1, 0.95]
    return checked(shifts and (few, many) == (14, 12), at_0_10=few, at_0_95=many)


@fact("where every latent copies its coin,")
def no_shift_is_a_copy(full: bool) -> Checked:
    """The lowest score without a shift."""
    lowest = min(values[0] for values in scores_by_shift().values())
    return checked(lowest > 1 - 1e-9, lowest=lowest)


@fact("At a shift of 1, a latent has the same value in two kinds of cases, so MIG falls.")
def full_shift_merges_cases(full: bool) -> Checked:
    """MIG at a shift of 1, and just below it, where no two values are equal."""
    *_, below, last = scores_by_shift()["mig"]
    return checked(last < 0.6 and below > HIGH, below=below, last=last)


@fact(
    "`dependent_modularity`, `minimality` and JEMMIG also count bits that no single factor "
    "explains."
)
def three_judges_count_joint_bits(full: bool) -> Checked:
    """Their scores of a copy and of the three leaks, whose bits about single coins are equal."""
    leaky, copy = exact_scores(leaks_everywhere()), exact_scores(examples.perfect_copy(2, 2, 2))
    holds = all(copy[name] > 1 - 1e-9 and leaky[name] < HIGH for name in JOINT)
    return checked(holds, **{name: leaky[name] for name in JOINT})


@fact("SAP and MCC fall for a different reason: the shifts move the points off a straight line.")
def straight_lines_mind_any_shift(full: bool) -> Checked:
    """Correlations of latents with their coins: shifted by a parity, and by an unrelated coin."""
    leaky = leaks_everywhere()
    coins = examples.grid(2, 2, 2, 2, 2, 2)
    by_parity = _correlations(leaky.factors, leaky.latents)
    by_chance = _correlations(coins[:, :3], 2 * coins[:, :3] + coins[:, 3:])
    scores = exact_scores(leaky)
    gap, r = np.abs(by_parity - by_chance).max(), float(by_chance[0, 0])
    holds = gap < 1e-9 and abs(scores["mcc"] - r) < 1e-9 and abs(scores["sap"] - r**2) < 1e-9
    return checked(holds and r < HIGH, gap=gap, mcc=scores["mcc"], sap=scores["sap"])


def _correlations(factors: Floats, latents: Floats) -> Floats:
    """The size of the correlation of every latent and every factor."""
    count = latents.shape[1]
    return np.abs(np.corrcoef(latents.T, factors.T)[:count, count:])


@fact("12 of 18 give the three leaks 0.99 or more.")
def twelve_of_eighteen_are_fooled(full: bool) -> Checked:
    """The number of metrics, and of those with a high score for the three leaks."""
    fooled = sum(value >= 0.99 for value in exact_scores(leaks_everywhere()).values())
    return checked((fooled, len(REFLECTING)) == (12, 18), fooled=fooled, metrics=len(REFLECTING))


@fact("the latent still carries one bit about the two coins together.")
def leak_carries_bit_about_two_coins(full: bool) -> Checked:
    """The lab's bits of latent 1 about coins 2 and 3 together: a leak of their parity, and none."""
    bits, none = (measure_leak(leak)[1].values[0, -1] for leak in (2, 0))
    return checked(abs(bits - 1) < 1e-9 and none < 1e-9, bits=bits, unrelated_coin=none)


# ------------------------------------------------------------------------ fair and unfair witnesses


@fact("So a constant code satisfies Characteristics 1 and 2.")
def constant_code_satisfies_two(full: bool) -> Checked:
    """The characteristics of a constant code of three coins."""
    outcome = tuple(characteristics(constant_code()))
    return checked(outcome == (True, True, False), violated=3 - sum(outcome))


@fact("Most scores give it 0, but JEMMIG gives it 0.815, as much as the three leaks.")
def jemmig_of_silence(full: bool) -> Checked:
    """Exact scores of a constant code and of the three leaks."""
    silent, leaky = exact_scores(constant_code()), exact_scores(leaks_everywhere())
    zeros = sum(value == 0 for value in silent.values())
    same = abs(silent["jemmig"] - leaky["jemmig"]) < 1e-9 and f"{leaky['jemmig']:.3f}" == "0.815"
    return checked(same and zeros > len(REFLECTING) / 2, zeros=zeros, jemmig=silent["jemmig"])


@fact("The code now violates all three characteristics, although it has barely changed.")
def one_odd_cell_violates_all(full: bool) -> Checked:
    """The characteristics of the code, and the number of its 256 cases that are no copies."""
    rep = odd_cell()
    changed = (rep.latents != rep.factors).any(1).sum()
    violated = sum(not is_met for is_met in characteristics(rep))
    return checked(violated == 3 and changed == 1 and len(rep) == 256, changed=changed)


@fact("The lowest of its 18 scores is still 0.941.")
def no_score_of_odd_cell_is_low(full: bool) -> Checked:
    """The lowest exact score of the code with one odd cell."""
    scores = exact_scores(odd_cell())
    lowest = min(scores.values())
    return checked(f"{lowest:.3f}" == "0.941" and len(scores) == 18, lowest=lowest)


@fact("The three leaks are fair, because each latent moves in half of all redraws of any coin.")
def three_leaks_move_in_half(full: bool) -> Checked:
    """Every sensitivity of the three leaks."""
    moves = characteristics(leaks_everywhere()).moves.values
    return checked((moves == 0.5).all(), lowest=moves.min(), highest=moves.max())


# ------------------------------------------------------------------- questions, and in the papers


@fact(
    "A forest uses several latents together, so it can find a hidden coin, and then D from the "
    "forest is lower."
)
def forest_finds_hidden_coin(full: bool) -> Checked:
    """D from bits and from forests with several seeds, for the code of the exercise."""
    rep = table_representation((2, 2), hidden_in_two())
    by_bits, by_forest = exact(disentanglement, rep).value, forest_scores(rep, 10 if full else 4)
    return checked(max(by_forest) < by_bits - 0.1, bits=by_bits, forest=max(by_forest))


@fact("D gives no weight to a latent without information about any single factor.")
def latent_without_bits_has_no_weight(full: bool) -> Checked:
    """The weights of D from bits, for the code of the exercise."""
    weights = exact(disentanglement, table_representation((2, 2), hidden_in_two())).weights
    return checked(weights.tolist() == [1, 0], first=weights[0], second=weights[1])


@fact("Codes with a parity refute Facts 9 and 11.")
def parity_refutes_two_facts(full: bool) -> Checked:
    """MIG and DCIMIG of a code with a parity, and the characteristics that they are about."""
    rep = examples.parity_leak()
    values = [exact(metric, rep).value for metric in (mig, dcimig)]
    _, two, three = characteristics(rep)
    return checked(min(values) > HIGH and not two and not three, mig=values[0], dcimig=values[1])


NO_FACT = {
    "To show that a judge is wrong, you first have to know the truth.": "instruction",
    "list every case, change one factor at a time, and see which latents move.": "instruction",
    "Every factor has a latent that moves with it alone and determines it.": "definition",
    "The first hunt has already run.": "about the course",
    "The first satisfies Characteristic 2, violates Characteristic 1 and loses nothing.": (
        "instruction"
    ),
    "It asks whether a metric is high for every code that satisfies the characteristic it "
    "reflects, and low for every code that does not.": "cited",
    "A claim about every code falls with one code that you can check by hand.": "definition",
    'The paper also says "relatively invariant" and "nearly all", but we read "every".': ("cited"),
}
