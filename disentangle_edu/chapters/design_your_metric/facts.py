"""Statements of the chapter on a metric of your own, each with a function that checks it."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...matrices import InformativenessMatrix
from ...measures import correlations, discretise, mutual_information
from ...metric import Metric
from ...metrics import disentanglement
from ...representation import Representation
from ...theory.counterexamples import find_counterexample
from ...theory.enumeration import characteristics
from ...theory.invariances import INVARIANCES, add_noise_latent, cube_each_latent, invariances_row
from ...types import Floats
from ...worlds import examples
from ..common.verdicts import pair_code
from .labs.my_metric import FIRST, values_of
from .quiz import (
    _equally_weighted_gaps,
    _relative_gaps,
    only_the_worst_counts,
    relative_gap,
    repairs_two_facts,
)

ROUNDING = 0.01  # more is a broken promise


@functools.cache
def judge_of_the_cell() -> Metric[Any, Any]:
    """The original version of `mine`, which is not entered in METRICS."""
    return Metric(
        _relative_gaps,
        mutual_information,
        axis="latents",
        matrix_class=InformativenessMatrix,
        requires=(),
        bounded=False,
        characteristic=1,
        not_invariant_to=(),
        explanation=None,
        cautions=(),
        negative_if={},
        part="part",
    )


def three_codes(seed: int = 0) -> list[Representation]:
    """The codes on which the chapter tests the promises."""
    leaky, turned = examples.leaky_copies(samples=2000, seed=seed), examples.rotated(20, seed=seed)
    return [leaky, turned, examples.perfect_copy(3, 4, 5)]


# ------------------------------------------------------------------------------ the two matrices


@fact(
    "In Fact 2 each of eleven latents gives 0.8 of its importance to one factor, and 0.02 to each "
    "of the ten others."
)
def shares_of_fact_2(full: bool) -> Checked:
    """Sorted shares of each row."""
    values = examples.focused_matrix().values
    shares = np.sort(values / values.sum(1, keepdims=True), axis=1)
    wanted = np.array([0.02] * 10 + [0.8])
    favourites = len(set(values.argmax(1)))
    gap = np.abs(shares - wanted).max()
    return checked(len(values) == favourites == 11 and gap < 1e-9, latents=len(values), gap=gap)


@fact("The paper wants a high score here, but entropy punishes the even rest.")
def entropy_punishes_even_rest(full: bool) -> Checked:
    """D of Fact 2, and of the same matrix with the rest of each row in one place."""
    lumped = 0.8 * np.eye(11) + 0.2 * np.roll(np.eye(11), 1, axis=1)
    matrices = examples.focused_matrix(), InformativenessMatrix(lumped)
    even, one = (disentanglement(matrix).value for matrix in matrices)
    return checked(even < one - 0.1 and even < 0.9, even_rest=even, rest_in_one=one)


@fact("In this matrix latent 2 has a clear second factor, but D is still 0.957.")
def d_of_fact_5(full: bool) -> Checked:
    """The entries of latent 2 in the lab's first matrix, and D."""
    matrix = InformativenessMatrix(values_of(FIRST))
    row, value = matrix.values[1], disentanglement(matrix).value
    clear = row.min() / row.max() > 0.1
    return checked(bool(clear) and f"{value:.3f}" == "0.957", D=value, second=row.min())


@fact("D stays high, because latent 1 is pure and has ten times the weight.")
def weight_keeps_fact_5_high(full: bool) -> Checked:
    """D of Fact 5, its parts and weights, and D with equal weights."""
    score = disentanglement(examples.dominated_matrix())
    ratio, equal = score.weights[0] / score.weights[1], score.parts.mean()
    holds = score.value > 0.9 > equal and score.parts[0] == 1 and abs(ratio - 10) < 1e-9
    return checked(holds, D=score.value, equal_weights=equal, ratio=ratio)


# ---------------------------------------------------------------------------------------- the gap


@fact(
    "The gap repairs Fact 2, because the runner-up is small, no matter how many other entries are "
    "equally small."
)
def gap_repairs_fact_2(full: bool) -> Checked:
    """The gap and D of the matrix with 3 to 100 factors and the same entries."""
    matrices = [examples.focused_matrix(n) for n in (3, 5, 11, 30, 100)]
    gaps = [relative_gap(matrix.values) for matrix in matrices]
    values = [disentanglement(matrix).value for matrix in matrices]
    holds = min(gaps) >= 0.95 and np.ptp(gaps) < 1e-9 and values[2] < 0.95
    return checked(holds, gap=min(gaps), spread=np.ptp(gaps), D=values[2])


@fact("A gap looks only at the runner-up, so ten small entries cost no more than one.")
def ten_small_entries_cost_one(full: bool) -> Checked:
    """The gap of rows of random entries, with their smaller entries and without these."""
    rng, changes = np.random.default_rng(0), []
    for _ in range(1000 if full else 100):
        first, second = rng.random(2)
        many = np.r_[first + second, second, second * rng.random(9)]
        changes.append(abs(relative_gap(many[None]) - relative_gap(many[None, :2])))
    return checked(max(changes) < 1e-12, largest_change=max(changes))


@fact("It makes Fact 5 worse: 0.991 instead of 0.957.")
def gap_worsens_fact_5(full: bool) -> Checked:
    """The gap and D of Fact 5."""
    matrix = examples.dominated_matrix()
    gap, d = judge_of_the_cell()(matrix).value, disentanglement(matrix).value
    return checked(f"{gap:.3f} {d:.3f}" == "0.991 0.957", gap=gap, D=d)


@fact("Latent 2, which entropy penalises, looks nearly pure to the gap.")
def second_latent_looks_pure(full: bool) -> Checked:
    """The part of latent 2 in Fact 5: of the gap, and of D."""
    matrix = examples.dominated_matrix()
    gap, d = judge_of_the_cell()(matrix).parts[1], disentanglement(matrix).parts[1]
    return checked(gap > 0.85 and d < 0.6, gap=gap, D=d)


# ------------------------------------------------------------------------- verdicts and promises


@fact("By bits, the original version of mine and D put B first, A second and the handwriting last.")
def both_judges_agree_on_order(full: bool) -> Checked:
    """Both scores of the bits of A, B and the handwriting: the smallest of four leads."""
    bits = [mutual_information(pair_code(name)) for name in ("A", "B", "handwriting")]
    scores = [[judge(m).value for m in bits] for judge in (disentanglement, judge_of_the_cell())]
    leads = [lead for a, b, handwriting in scores for lead in (b - a, a - handwriting)]
    return checked(min(leads) > 0.05, least=min(leads))


@fact("On these three codes, the original version breaks two promises.")
def two_broken_promises(full: bool) -> Checked:
    """Moves of the score over the changes, for several samples of the codes."""
    broken, least, most = set(), [], []
    for seed in range(10 if full else 2):
        moves = invariances_row(judge_of_the_cell(), three_codes(seed))
        over = {name for name, far in moves.items() if far > ROUNDING}
        broken.add(tuple(sorted(over)))
        least.append(min(moves[name] for name in over))
        most.append(max(far for name, far in moves.items() if name not in over))
    holds = broken == {("add_noise_latent", "cube_each_latent")} and len(INVARIANCES) == 10
    return checked(holds, broken_at_least=min(least), kept_at_most=max(most))


@fact("A noise latent appears to carry some bits by chance, and its small gap enters the mean.")
def noise_latent_has_a_gap(full: bool) -> Checked:
    """Bits of the noise latent in each code, its part and weight, next to the other parts."""
    bits, falls, parts = [], [], []
    for rep in three_codes():
        before, after = (judge_of_the_cell()(r) for r in (rep, add_noise_latent(rep)))
        bits.append(after.matrix.values[-1].max())
        falls.append(before.value - after.value)
        parts.append(before.value - after.parts[-1])
    holds = min(bits) > 0 and min(falls) > 0 and min(parts) > 0
    return checked(holds, bits=min(bits), fall=min(falls), below_the_mean=min(parts))


@fact("A bent latent falls into different bins, so it appears to carry different information.")
def bent_latent_has_other_bits(full: bool) -> Checked:
    """Samples in another bin after the cube, and the largest change of bits."""
    rep = examples.leaky_copies(samples=2000)
    bent = cube_each_latent(rep)
    moved = np.mean(discretise(rep.latents[:, 0]) != discretise(bent.latents[:, 0]))
    change = np.abs(mutual_information(rep).values - mutual_information(bent).values).max()
    return checked(moved > 0.1 and change > 0.1, moved=moved, bits=change)


@fact(
    "A copied latent counts twice, so in other codes a copy of an unusually impure latent "
    "breaks a third promise."
)
def impure_copy_breaks_a_promise(full: bool) -> Checked:
    """Moves by a copied latent 1 that leaks (a leak of 0.3 to 1), and by one that does not."""
    pure: list[float] = []
    impure: list[float] = []
    for seed in range(10 if full else 2):
        for leak, moves in ((0, pure), (0.3, impure), (0.5, impure), (1, impure)):
            rep = examples.leaky_copies(leak=leak, samples=2000, seed=seed)
            moves.append(invariances_row(judge_of_the_cell(), [rep])["add_copied_latent"])
    return checked(max(pure) <= ROUNDING < min(impure), pure=max(pure), impure=min(impure))


# --------------------------------------------------------------------------------- what fools it


@fact("It stops when it finds a perfect score.")
def search_stops_at_one(full: bool) -> Checked:
    """Score and candidates of the search of the chapter, for several seeds."""
    values, tried = [], []
    for seed in range(10 if full else 3):
        found = find_counterexample(judge_of_the_cell(), 2, candidates=20_000, seed=seed)
        violates = not characteristics(found.rep).one
        values.append(found.value if violates else 0.0)
        tried.append(found.candidates)
    return checked(
        min(values) > 1 - 1e-9 and max(tried) < 20_000, least=min(values), most=max(tried)
    )


def beside_coins(fourth: Floats) -> Representation:
    """Four coins, of which the last is no factor; three copies, and a latent."""
    v = examples.grid(2, 2, 2, 2)
    return Representation(v[:, :3], np.column_stack([v[:, :3], fourth]))


@fact("If a latent depends on two factors only jointly, no cell of a matrix of bits shows it.")
def joint_latent_has_empty_cells(full: bool) -> Checked:
    """Cells of the parity of coins 2 and 3: bits and correlations, exactly."""
    v = examples.grid(2, 2, 2, 2)
    rep = beside_coins(np.logical_xor(v[:, 1], v[:, 2]))
    cells = [np.abs(m(rep).values[3]).max() for m in (mutual_information, correlations)]
    return checked(max(cells) < 1e-9, bits=cells[0], correlation=cells[1])


@fact(
    "To every judge that reads only such a matrix, the code looks like one without these factors;"
)
def parity_looks_like_noise(full: bool) -> Checked:
    """Matrices of the parity of two coins and of an unrelated coin, exactly: they are the same."""
    v = examples.grid(2, 2, 2, 2)
    parity, unrelated = beside_coins(np.logical_xor(v[:, 1], v[:, 2])), beside_coins(v[:, 3])
    gaps = [
        np.abs(measure(parity).values - measure(unrelated).values).max()
        for measure in (mutual_information, correlations)
    ]
    values = [judge_of_the_cell()(rep).value for rep in (parity, unrelated)]
    holds = max(gaps) < 1e-9 and min(values) > 1 - 1e-9
    return checked(holds, bits=gaps[0], correlation=gaps[1], mine=values[0])


# ---------------------------------------------------------------------------------- the exercise


def equal_weights(metric: Metric[Any, Any]) -> float:
    """Plain mean of the parts of Fact 5."""
    return float(metric(examples.dominated_matrix()).parts.mean())


@fact("The check of the exercise shows 0.944, more than 0.9.")
def equal_weights_are_too_little(full: bool) -> Checked:
    """The gap of Fact 5 with equal weights."""
    value = equal_weights(judge_of_the_cell())
    return checked(f"{value:.3f}" == "0.944" and value > 0.9, value=value)


@fact("For D, equal weights are enough: it gives 0.766.")
def equal_weights_suffice_for_d(full: bool) -> Checked:
    """D of Fact 5 with equal weights."""
    value = equal_weights(disentanglement)
    return checked(f"{value:.3f}" == "0.766" and value <= 0.9, value=value)


def passes(formula: Callable[[InformativenessMatrix], tuple[Floats, Floats]]) -> bool:
    """Whether a formula repairs both facts."""
    return all(requirement.met for requirement in repairs_two_facts.demands(formula))


@fact("For Fact 5, equal weights alone are not enough.")
def equal_weights_fail(full: bool) -> Checked:
    """The check of the exercise for the gap, with its weights and with equal ones."""
    return checked(not passes(_equally_weighted_gaps) and not passes(_relative_gaps))


def squared_gaps(matrix: InformativenessMatrix) -> tuple[Floats, Floats]:
    """The squared gap of each latent, and equal weights for those with any importance."""
    parts, first = _relative_gaps(matrix)
    return parts**2, (first > 0).astype(float)


@fact("Square the gap as well, or let the worst latent decide.")
def two_ways_to_repair(full: bool) -> Checked:
    """The check of the exercise for both ways; latents without any importance do not count."""
    return checked(passes(squared_gaps) and passes(only_the_worst_counts()))


NO_FACT = {
    "A score is a function that gives every latent a part (its own score) and a "
    "weight.": "definition",
    "For a judge that asks only about Characteristic 1, ten changes of a code should change no "
    "score.": "definition",
    "Here the weight is the largest entry, first.": "definition",
    "Repair both facts at once: at least 0.95 for Fact 2, at most 0.9 for Fact 5.": "instruction",
    "sepliarskaia2019 designs DCIMIG in section 4, from a gap for each latent and the best bid for "
    "each factor, with entropy only as a weight.": "cited",
}
