"""What the chapter on FactorVAE asks: predictions, exercises, cases by hand."""

import numpy as np

from ...matrices import Votes
from ...measures.interventional import argmin_votes
from ...metrics import factor_vae
from ...quiz.exercises import Requirement, below, exercise, numbers, personal_exercise
from ...quiz.questions import near, question
from ...quiz.scales import CurveScale, NumberScale
from ...worlds import examples
from ..common.fixed_factor import BLIND, POINTS, SEEDS, mean_score
from ..common.matrices import drawn_matrix
from ..common.verdicts import ask_verdict, verdict
from .data import ROUNDS, score_of_votes

BATCHES = (2, 4, 8, 16, 32, 64, 128)


def _mean_factor_vae(batch: int) -> float:
    return mean_score(factor_vae, examples.mixing_world(), batch_size=batch)


@question(
    "03-mixtures",
    "There are three factors, drawn from normal distributions, and three latents. Each latent is a "
    "sum of all three factors, with weights (0.5, 0.4, 0.5), (0.4, 0.5, 0.5) and (0.4, 0.4, 0.6). "
    "With 128 samples in a batch, what will FactorVAE give this thoroughly mixed code?",
    NumberScale(label="FactorVAE", landmarks=BLIND),
    guess_for_tests=0.5,
    shows=lambda: (drawn_matrix("weights", examples.MIXING),),
    feedback=lambda guess, truth: (
        near(
            guess,
            truth,
            (
                "The score is lower than you thought.",
                "Correct. The winner takes the whole vote, and here it leads in every batch.",
                "The winner takes the whole vote, and here it leads in every batch.",
            ),
        )
        + " Every factor has its own winner, although the winners still keep 47% to 62% of their "
        "variance."
    ),
)
def _mixtures() -> float:
    return _mean_factor_vae(128)


@question(
    "03-batch",
    "The code stays the same, and the batches become smaller than 128. Draw the score against the "
    "number of samples in a batch.",
    CurveScale(BATCHES, "samples per batch", "FactorVAE"),
    guess_for_tests=[0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
    feedback=lambda guess, truth: (
        f"The same code scores {truth[0]:.2f} with batches of 2 and {truth[-1]:.2f} with 128. The "
        "variance of two samples is mostly luck, and with more samples luck counts for less."
    ),
)
def _batch() -> list[float]:
    return [_mean_factor_vae(batch) for batch in BATCHES]


@question(
    "03-own",
    "Take the same code, and batches of 128. But now every latent sees its own samples, drawn "
    "separately with the same factor fixed. What will FactorVAE be?",
    NumberScale(label="FactorVAE", landmarks=BLIND),
    guess_for_tests=0.95,
    feedback=lambda guess, truth: (
        "With 128 samples each variance is off by about a tenth, whether or not latents share "
        "samples. So why do votes go wrong only now? Tick the box in the lab below, and watch the "
        "thin lines."
    ),
)
def _own_samples(rounds: int = ROUNDS) -> float:
    return score_of_votes(examples.MIXING, 128, own=True, rounds=rounds).value


@question(
    "03-dead",
    "Three latents follow the three factors, each with a little noise, and a fourth latent never "
    "moves. Suppose a program gives such a latent a share of 0. What will FactorVAE be?",
    NumberScale(label="FactorVAE", landmarks=BLIND),
    guess_for_tests=1.0,
    feedback=lambda guess, truth: (
        "No share is smaller than 0, and noise keeps the shares of the other latents above it. So "
        "the fourth latent casts every vote, whichever factor stands still, and it can be assigned "
        "to only one of the three."
    ),
)
def _dead_latent_votes() -> float:
    """Score batches of 128 of three factors with a tenth of noise; 0 / 0 counts as 0."""
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
    asks="Find weights with which each latent weighs its own factor most and keeps half of its "
    "variance or more, whichever factor stands still, and yet FactorVAE is below 0.75.",
    takes="a 3 by 3 table of weights from 0 to 1, with a row per latent and a column per factor",
    hint="A latent is assigned to only one factor. What if it wins the votes of two? Give latent 1 "
    "almost the same weight for factors 1 and 2, and little for factor 3.",
    solution=_one_latent_wins_two_columns,
    rejected_answers={
        "the paper's code": lambda: np.array(examples.MIXING),
        "a copy": lambda: np.eye(3),
        "divided votes, but no own factor": lambda: [
            [0.6, 0.6, 0.5],
            [0.5, 0.5, 0.55],
            [0.5, 0.52, 0.5],
        ],
        "equal rows": lambda: np.full((3, 3), 0.5),
        "rows that are almost equal": lambda: [
            [0.5, 0.5, 0.5],
            [0.5, 0.5, 0.5001],
            [0.5, 0.5, 0.4999],
        ],
        "nothing": lambda: np.zeros((3, 3)),
    },
    learned="The score is high only if each factor has its own winner. It depends on which latent "
    "keeps least while a factor stands still, not on how little that latent keeps.",
)
def _torn_votes(answer: object) -> list[Requirement]:
    weights = numbers(answer, (3, 3))
    if weights.min() < 0 or weights.max() > 1:
        raise ValueError("Every weight must be between 0 and 1.")
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


@ask_verdict(
    "03-verdict",
    "factor_vae",
    (0.4, 1.0, 0.4),
    "This judge gives B a perfect score. A is not far below, although most of its knobs change "
    "several things: this judge asks which latent is quietest, not whether it is quiet.",
)
def _factor_vae_verdict() -> list[float]:
    return list(verdict("factor_vae"))


@personal_exercise(
    "03-own",
    asks="These are votes: one row per latent, one column per fixed factor. What share of the "
    "votes is right, once every latent is assigned the factor it was chosen for most often?",
    hint="In each row, the votes in the largest entry are right, and the others are wrong.",
    gives=lambda rng: rng.multinomial(40, rng.dirichlet([0.5] * 3), 3).tolist(),
)
def _share_of_right_votes(votes: list[list[int]]) -> float:
    return sum(max(row) for row in votes) / sum(sum(row) for row in votes)
