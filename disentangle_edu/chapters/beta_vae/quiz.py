"""What the chapter on BetaVAE asks: predictions, exercises, cases by hand."""

import numpy as np

from ...metrics import beta_vae
from ...quiz.exercises import Requirement, above, exercise, numbers, personal_exercise
from ...quiz.questions import near, question
from ...quiz.scales import CurveScale, NumberScale
from ...worlds import examples
from ..common.fixed_factor import (
    BLIND,
    COPIED_TWICE,
    COPIES_OF_ALL,
    POINTS,
    SEEDS,
    mean_score,
)
from ..common.matrices import drawn_matrix
from ..common.verdicts import ask_verdict, verdict
from .data import blend_copies

SHARE_LABEL = "how often a latent copies"


def _mean_beta_vae(preference: float, shared: str = "pair") -> float:
    return mean_score(
        beta_vae, examples.copying_world(blend_copies(examples.COPYING, preference)), shared=shared
    )


@question(
    "02-coins",
    "There are three factors, drawn evenly from 0 to 1, and three latents. For every sample, each "
    "latent tosses a coin and copies one of two factors. No latent has its own factor. What will "
    "BetaVAE be?",
    NumberScale(label="BetaVAE", landmarks=BLIND),
    guess_for_tests=0.6,
    shows=lambda: (drawn_matrix(SHARE_LABEL, examples.COPYING),),
    feedback=lambda guess, truth: near(
        guess,
        truth,
        (
            "It is a little less than you thought.",
            "You knew, or you guessed well: no latent has its own factor, and the score hardly "
            "notices.",
            "No latent has its own factor, and the score hardly notices: whichever factor stands "
            "still, a different pair of latents becomes quieter.",
        ),
    ),
)
def _coins() -> float:
    return _mean_beta_vae(1.0)


@question(
    "02-preference",
    "Now weaken the preference. At 1, a latent copies only its two factors, half of the time each. "
    "At 0, it copies all three equally often. The table shows 0.4. Draw the score.",
    CurveScale((0.0, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0), "preference", "BetaVAE"),
    guess_for_tests=[0.33, 0.4, 0.45, 0.5, 0.65, 0.8, 1.0],
    shows=lambda: (drawn_matrix("at a preference of 0.4", blend_copies(examples.COPYING, 0.4)),),
    feedback=lambda guess, truth: (
        f"At a preference of 0.4 the score is already {truth[4]:.3f}, because a mean over 128 "
        "pairs shows even a weak preference. It shows a very weak one poorly: at 0.1 the score is "
        f"{truth[2]:.3f}."
    ),
)
def _preference() -> list[float]:
    return [_mean_beta_vae(preference) for preference in (0.0, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0)]


@question(
    "02-twice",
    "There are three factors, and two equal latents for each of them. What will BetaVAE be?",
    NumberScale(label="BetaVAE", landmarks=BLIND),
    guess_for_tests=0.7,
    shows=lambda: (drawn_matrix(SHARE_LABEL, COPIES_OF_ALL),),
    feedback=lambda guess, truth: (
        "Fact 1 of the paper argues that a classifier cannot tell two copies apart, and expects a "
        "score below 1. But the classifier never has to separate the copies: it names factors, and "
        "two latents that stand still together identify theirs as well as one does."
    ),
)
def _copied_twice() -> float:
    return mean_score(beta_vae, COPIED_TWICE)


def _two_coins_and_a_blend() -> list[list[float]]:
    third = 1 / 3
    return [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [third, third, third]]


ROUNDING = 0.01  # three times 0.33 passes for 1


@exercise(
    "02-exercise",
    asks="Find probabilities with which one latent copies all three factors equally often, no "
    "latent copies any factor more often than half of the time, and BetaVAE is above 0.93.",
    takes="a 3 by 3 table of probabilities with a row per latent; every row sums to 1",
    hint="A latent also separates factors by not copying one of them. How many latents does it "
    "take to give three factors different traces?",
    solution=_two_coins_and_a_blend,
    rejected_answers={
        "no preference": lambda: np.full((3, 3), 1 / 3),
        "the paper's code": lambda: np.array(examples.COPYING),
        "a copy": lambda: np.eye(3),
        "milder coins": lambda: [[0.45, 0.45, 0.1], [0.1, 0.45, 0.45], [0.45, 0.1, 0.45]],
        "the same twice": lambda: [[0.5, 0.5, 0], [0.5, 0.5, 0], [0.34, 0.33, 0.33]],
    },
    learned="No latent has its own factor, one latent copies all three equally often, and the "
    "classifier still names the factor: it needs traces that differ, not a latent for each factor.",
)
def _mild_copies(answer: object) -> list[Requirement]:
    table = numbers(answer, (3, 3))
    off = np.abs(table.sum(1) - 1)
    if table.min() < 0:
        raise ValueError(f"A probability is never below 0, but one is {table.min():g}.")
    if off.max() > ROUNDING + 1e-9:
        row = int(off.argmax())
        raise ValueError(f"Each row must sum to 1; row {row + 1} sums to {table[row].sum():.4g}.")
    table = table / table.sum(1, keepdims=True)
    largest = float(table.max())
    world = examples.copying_world(table)
    runs = [beta_vae(world, n_points=POINTS, seed=seed).value for seed in range(SEEDS)]
    smallest_range = float(np.ptp(table, axis=1).min())
    alike = "in one row the probabilities are equal, to 0.02"
    return [
        Requirement(alike, smallest_range <= 0.02 + 1e-9, f"{smallest_range:.3f} apart"),
        Requirement("no probability is above 0.5", largest <= 0.5 + 1e-9, f"{largest:.3f}"),
        above(f"BetaVAE (mean of {SEEDS} seeds)", float(np.mean(runs)), 0.93),
    ]


@ask_verdict(
    "02-verdict",
    "beta_vae",
    (0.4, 1.0, 0.5),
    "All three are near 1. Most latents of A mix several factors, and yet each factor leaves its "
    "own trace when it stands still. This judge asks for no more than traces.",
)
def _beta_vae_verdict() -> list[float]:
    return list(verdict("beta_vae"))


@personal_exercise(
    "02-own",
    asks="The first three rows are the middles of three clouds of batches, in two latents. The "
    "last row is a new batch. How far is this batch from the nearest middle?",
    hint="Compute the three distances by Pythagoras, and take the smallest.",
    gives=lambda rng: rng.uniform(0, 2, (4, 2)).round(2).tolist(),
    near=0.01,
)
def _nearest_cloud(places: list[list[float]]) -> float:
    *middles, batch = np.array(places)
    return min(float(np.hypot(*(middle - batch))) for middle in middles)
