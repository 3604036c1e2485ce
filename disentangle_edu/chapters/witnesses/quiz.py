"""Questions, exercises and cases by hand of the chapter on witnesses."""

import numpy as np

from ...measures import mutual_information
from ...metrics import disentanglement
from ...quiz.exercises import Requirement, exercise, is_so, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import NumberScale
from ...theory.counterexamples import table_representation
from ...theory.enumeration import characteristics, exact
from ..common.two_coins import breaks_characteristic, code_of_coins, is_lossless
from .data import HIGH, REFLECTING, SHIFTS, scores_by_shift


@question(
    "08-fooled",
    "There are three coins and three latents. Each latent is its own coin, 0 or 1, plus 0.5 "
    "whenever the two other coins differ, so every latent follows every coin. How many of "
    f"{len(REFLECTING)} metrics still give this code {HIGH:g} or more?",
    NumberScale(0, len(REFLECTING), "metrics", digits=0),
    guess_for_tests=3,
    feedback=lambda guess, truth: (
        "A witness can be checked by hand. This one does not depend on rounding: each latent moves "
        "in half of all redraws of any coin, as often as the coin flips."
    ),
)
def _how_many_are_fooled() -> int:
    half = SHIFTS.tolist().index(0.5)
    return int(sum(values[half] >= HIGH for values in scores_by_shift().values()))


def hidden_in_two() -> list[list[int]]:
    # Latent 1 is coin 1. Latent 2 says whether the coins differ: 0 bits about either coin.
    return [[0, 0], [0, 1], [1, 1], [1, 0]]


@exercise(
    "08-exercise-2",
    asks="Fool disentanglement yourself: write two latents for two coins that lose nothing, "
    "violate Characteristic 1, and still get D = 1 from bits.",
    takes="a table of four rows of two numbers, for the coins 00, 01, 10 and 11",
    hint="D gives no weight to a latent without information about any single factor. "
    "What says nothing about either coin, but something about the two together?",
    solution=hidden_in_two,
    rejected_answers={
        "the perfect copy": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]],
        "silence": lambda: [[0, 0]] * 4,
        "how many ones, and the difference": lambda: [[0, 0], [1, -1], [1, 1], [2, 0]],
        "one coin and nothing": lambda: [[0, 0], [0, 0], [1, 0], [1, 0]],
        "only whether they differ": lambda: [[0, 0], [1, 1], [1, 1], [0, 0]],
    },
    learned="Bits are counted for one latent at a time. A forest uses several latents together, so "
    "it can find a hidden coin, and then D from the forest is lower.",
)
def fools_disentanglement(answer: object) -> list[Requirement]:
    rep = code_of_coins(answer, 2)
    value = exact(disentanglement, rep).value
    return [
        is_lossless(rep),
        breaks_characteristic(rep, 1),
        Requirement("D from bits is 1", value > 1 - 1e-9, f"{value:.4f}"),
    ]


def one_number() -> list[list[int]]:
    return [[0], [1], [2], [3]]  # one latent follows both coins; each coin moves one latent


@exercise(
    "08-exercise-1",
    asks="Write a code of two coins that satisfies Characteristic 2, violates Characteristic 1, "
    "and loses nothing.",
    takes="a table of four rows, one for each of the coins 00, 01, 10 and 11; "
    "every row has as many numbers as there are latents",
    hint="Characteristic 2 counts the latents that a coin moves. How few latents are enough?",
    solution=one_number,
    rejected_answers={
        "the copy from the notebook": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]],
        "silence": lambda: [[0], [0], [0], [0]],
        "only whether both are 1": lambda: [[0], [0], [0], [1]],
        "both coins in every latent": lambda: [[0, 0], [1, 1], [2, 2], [3, 3]],
    },
)
def breaks_only_the_first(answer: object) -> list[Requirement]:
    rep = code_of_coins(answer)
    return [
        is_so("Characteristic 2 is satisfied", characteristics(rep).two, "it is violated"),
        breaks_characteristic(rep, 1),
        is_lossless(rep),
    ]


@personal_exercise(
    "08-own",
    asks="A latent takes these values for the coins 00, 01, 10 and 11, which are equally frequent. "
    "How many bits does the latent carry about the first coin?",
    hint="Compute H(latent) + H(coin) - H(both), where each of the four rows has probability 1/4.",
    gives=lambda rng: rng.integers(0, 3, 4).tolist(),
    near=0.01,
)
def _bits_about_a_coin(latent: list[int]) -> float:
    rep = table_representation((2, 2), np.array(latent, dtype=float)[:, None])
    return float(mutual_information(rep).values[0, 0])
