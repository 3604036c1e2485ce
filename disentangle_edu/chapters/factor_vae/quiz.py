"""What the chapter on FactorVAE asks: predictions, exercises, cases by hand."""

from collections.abc import Sequence

import numpy as np

from ...matrices import Votes
from ...measures import lowest_variance_votes
from ...measures.interventional import argmin_votes
from ...metrics import factor_vae
from ...quiz.exercises import Requirement, below, exercise, numbers, personal_exercise
from ...quiz.questions import near, question
from ...quiz.scales import CurveScale, NumberScale
from ...quiz.tables import and_below, table_of
from ...viz.markdown import Markdown
from ...worlds import examples
from ..common.fixed_factor import BLIND, POINTS, SEEDS, copies_of, mean_score
from ..common.matrices import drawn_matrix, factors_of
from ..common.verdicts import ask_verdict, verdict
from .data import score_of_votes

BATCHES = (2, 4, 8, 16, 32, 64, 128)


def _mean_factor_vae(batch: int) -> float:
    return mean_score(factor_vae, examples.mixing_world(), batch_size=batch)


@question(
    "03-mixtures",
    "Three factors, drawn from normal distributions, and three latents, each a sum of all three, "
    "with weights (0.5, 0.4, 0.5), (0.4, 0.5, 0.5) and (0.4, 0.4, 0.6). With 128 samples in a "
    "batch, what will FactorVAE say of this thoroughly mixed code?",
    NumberScale(label="FactorVAE", landmarks=BLIND),
    test_guess=0.5,
    shows=lambda: (drawn_matrix("weights", examples.MIXING),),
    feedback=lambda guess, truth: near(
        guess,
        truth,
        (
            "It is less than you thought.",
            "So it is. The winner takes the whole vote, and its lead here lasts in every batch.",
            "The winner takes the whole vote, and its lead here lasts in every batch. See below.",
        ),
    ),
)
def _mixtures() -> float:
    return _mean_factor_vae(128)


@question(
    "03-batch",
    "The code stays, and the batches become smaller than 128. Draw the score over the number of "
    "samples in a batch.",
    CurveScale(BATCHES, "samples per batch", "FactorVAE"),
    test_guess=[0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
    feedback=lambda guess, truth: (
        f"The same code scores {truth[0]:.2f} with batches of 2 and {truth[-1]:.2f} with 128. A "
        "variance of two samples is mostly luck. With more samples there is less of it."
    ),
)
def _batch() -> list[float]:
    return [_mean_factor_vae(batch) for batch in BATCHES]


@question(
    "03-own",
    "The same code, and batches of 128. But now every latent sees samples of its own, drawn anew "
    "with the same factor held still. What will FactorVAE be?",
    NumberScale(label="FactorVAE", landmarks=BLIND),
    test_guess=0.95,
    feedback=lambda guess, truth: (
        "A batch of 128 is off by a tenth or so in every variance, with samples of its own as "
        "without. Why, then, do votes go astray now, and did not before? Tick it in the lab below, "
        "and watch the thin lines."
    ),
)
def _own_samples() -> float:
    return score_of_votes(examples.MIXING, 128, own=True).value


@question(
    "03-dead",
    "Three latents follow the three factors, each with a little noise of its own, and a fourth "
    "never moves. Suppose that a program gives such a latent the share 0. "
    "What will FactorVAE be?",
    NumberScale(label="FactorVAE", landmarks=BLIND),
    test_guess=1.0,
    feedback=lambda guess, truth: (
        "Nothing is smaller than 0, and noise keeps the others above it. So the fourth latent "
        "casts every vote, whichever factor stands still; and it can stand for one of the three "
        "only."
    ),
)
def _dead_latent_votes() -> float:
    """Batches of 128 of three factors with a tenth of noise; the share 0 / 0 is taken for 0."""
    rng, of_noise, table = np.random.default_rng(0), 0.1, []
    copies = examples.mixing_world(np.eye(3))
    for k in range(3):
        latents = copies.sample_fixed(k, 100, 128, rng)
        latents = latents + of_noise * rng.normal(size=latents.shape)
        shares = np.column_stack([latents.var(1) / (1 + of_noise**2), np.zeros(100)])
        table.append(argmin_votes(shares, np.ones(4)).sum(0))
    return factor_vae(Votes(np.transpose(table))).value


APART = 0.02  # by so much a weight is the largest of its row


def _one_latent_wins_two_columns() -> list[list[float]]:
    return [[0.7, 0.68, 0.3], [0.5, 0.55, 0.5], [0.4, 0.5, 0.6]]


@exercise(
    "03-exercise",
    asks="Find weights with which every latent weighs a factor of its own most and keeps half of "
    "its variance whatever stands still, and yet FactorVAE is below 0.75.",
    takes="a 3 by 3 table of weights from 0 to 1, a row per latent and a column per factor",
    hint="A latent stands for one factor only. What if it wins the votes of two? Let latent 1 "
    "weigh factors 1 and 2 nearly alike, and factor 3 little.",
    solution=_one_latent_wins_two_columns,
    must_fail={
        "the paper's code": lambda: np.array(examples.MIXING),
        "a copy": lambda: np.eye(3),
        "torn votes, but no factor of its own": lambda: [
            [0.6, 0.6, 0.5],
            [0.5, 0.5, 0.55],
            [0.5, 0.52, 0.5],
        ],
        "equal rows": lambda: np.full((3, 3), 0.5),
        "rows that are equal but for a hair": lambda: [
            [0.5, 0.5, 0.5],
            [0.5, 0.5, 0.5001],
            [0.5, 0.5, 0.4999],
        ],
        "nothing": lambda: np.zeros((3, 3)),
    },
    learned="The score is high only if each factor has a winner of its own: it hangs "
    "on which latent keeps least while a factor stands still, not on how little.",
)
def _torn_votes(answer: object) -> list[Requirement]:
    weights = numbers(answer, (3, 3))
    if weights.min() < 0 or weights.max() > 1:
        raise ValueError("Every weight must lie between 0 and 1.")
    if (weights.sum(1) == 0).any():
        raise ValueError("A row of zeros is a latent that never moves; give it some weight.")
    remaining = float(examples.variance_left(weights).min())
    world = examples.mixing_world(weights)
    runs = [factor_vae(world, n_points=POINTS, seed=seed).value for seed in range(SEEDS)]
    second = np.where(np.eye(3, dtype=bool), 0, weights).max(1)
    ahead = float((weights.diagonal() - second).min())
    requirement = f"latents 1, 2, 3 weigh factors 1, 2, 3 most, by {APART:g} or more"
    return [
        Requirement(requirement, ahead >= APART - 1e-9, f"the smallest lead is {ahead:.3f}"),
        Requirement(
            "every latent keeps at least half of its variance",
            remaining >= 0.5,
            f"the smallest share is {remaining:.3f}",
        ),
        below(f"FactorVAE (mean of {SEEDS} seeds)", float(np.mean(runs)), 0.75),
    ]


def variance_by_hand(weights: Sequence[Sequence[float]] = examples.MIXING) -> Markdown:
    """The share of its variance that each latent keeps, for each factor held still.

    The smallest of every row casts the vote.
    """
    remaining = examples.variance_left(weights)
    rows = []
    for k, column in enumerate(remaining.T):
        entries = [f"**{a:.2f}**" if a == column.min() else f"{a:.2f}" for a in column]
        rows.append([f"factor {k + 1} still", *entries, f"latent {column.argmin() + 1}"])
    names = [f"latent {i + 1}" for i in range(len(remaining))]
    table = table_of(["variance that is left", *names, "votes"], rows)
    squares = [f"{weight:g}²" for weight in weights[0]]
    sums = " + ".join(squares[1:]), " + ".join(squares)
    formula = f"({sums[0]}) / ({sums[1]}) = {remaining[0, 0]:.2f}"
    example = (
        f"Latent 1, for instance, while factor 1 stands still: {formula} of its variance is left."
    )
    return and_below(table, example)


def votes_of_copies(*factors: int) -> Markdown:
    """Votes of FactorVAE where each latent copies a factor, from 1 to 3, or never moves (0)."""
    if not factors or not set(factors) <= {0, 1, 2, 3}:
        raise ValueError(f"factors: found {factors!r}, expected numbers from 0 to 3.")
    if not any(factors):
        return Markdown("No latent ever moves, so nobody can vote.")
    matrix = lowest_variance_votes(copies_of(*factors))
    majority = [int(row.argmax()) if row.any() else None for row in matrix.values]
    copied = ["never moves" if k == 0 else f"copies factor {k}" for k in factors]
    rows = [
        [
            f"{i + 1}: {what}",
            *(f"**{v:,.10g}**" if majority[i] == k else f"{v:,.10g}" for k, v in enumerate(row)),
        ]
        for i, (what, row) in enumerate(zip(copied, matrix.values))
    ]
    table = table_of(["latent", *factors_of(matrix.values)], rows)
    score = f"FactorVAE: **{factor_vae(matrix).value:.2f}**, the share of votes in bold cells"
    return and_below(table, f"{score} (there a latent has its most votes).")


@ask_verdict(
    "03-verdict",
    "factor_vae",
    (0.4, 1.0, 0.4),
    "B is perfect to this judge. A is not far below, though its knobs change several things at "
    "once: this judge asks which latent is quietest, not whether it is quiet.",
)
def _factor_vae_verdict() -> list[float]:
    return list(verdict("factor_vae"))


@personal_exercise(
    "03-own",
    asks="These are votes: a row per latent, a column per factor that stood still. What share of "
    "the votes is right, once every latent stands for the factor it was chosen for most?",
    hint="Each row wins its largest entry and loses the rest.",
    gives=lambda rng: rng.multinomial(40, rng.dirichlet([0.5] * 3), 3).tolist(),
)
def _share_of_right_votes(votes: list[list[int]]) -> float:
    return sum(max(row) for row in votes) / sum(sum(row) for row in votes)
