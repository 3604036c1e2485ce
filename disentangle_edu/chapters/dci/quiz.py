"""What the chapter on DCI asks: predictions, exercises, cases by hand."""

import functools

import numpy as np

from ...claims.course import d_of_noise
from ...matrices import InformativenessMatrix
from ...metrics import disentanglement
from ...quiz.exercises import Requirement, at_least, at_most, exercise, is_so, personal_exercise
from ...quiz.questions import near, question
from ...quiz.scales import ChoiceScale, NumberScale
from ...worlds import examples
from ..common.matrices import drawn_matrix, every_factor_known, matrix_of
from ..common.verdicts import ask_verdict, verdict
from .data import NOISE_RUNS


@question(
    "01-even-rest",
    "There are eleven latents. Each gives 0.8 of its importance to its own factor and 0.02 to each "
    "of the ten others. What will disentanglement be?",
    NumberScale(label="disentanglement"),
    guess_for_tests=0.9,
    shows=lambda: (drawn_matrix("importance", examples.focused_matrix().values, 30),),
    feedback=lambda guess, truth: near(
        guess,
        truth,
        (
            "An even rest costs far more than its size. The picture below shows why.",
            "You foresaw how much an even rest costs. The picture below shows why.",
            "It costs less than you thought: four fifths of each row are still in one entry.",
        ),
    ),
)
def _even_rest() -> float:
    return disentanglement(examples.focused_matrix()).value


@question(
    "01-weight",
    "There are two latents. The first is pure. The second is a tenth as heavy, and divides its "
    "weight evenly between two factors. What will disentanglement be?",
    NumberScale(label="disentanglement"),
    guess_for_tests=0.7,
    shows=lambda: (drawn_matrix("importance", examples.dominated_matrix(0.1, 0.5).values),),
    feedback=lambda guess, truth: near(
        guess,
        truth,
        (
            "Not quite: the mixed latent's focus is 0, and its eleventh of the weight is lost.",
            "Correct: the mixed latent's focus is 0, but it has only an eleventh of the weight.",
            "The mixed latent's focus is 0, but it has only an eleventh of the weight.",
        ),
    ),
)
def _weight() -> float:
    return disentanglement(examples.dominated_matrix(0.1, 0.5)).value


@functools.cache
def _high_on_noise() -> int:
    """Count the draws of pure noise with a D of 0.9 or more by the lasso."""
    return sum(d_of_noise(seed, "lasso").value >= 0.9 for seed in range(NOISE_RUNS))


@question(
    "01-noise",
    "There are three latents of pure noise, three factors and 300 samples, and we draw them ten "
    "times. D takes importances from a lasso, a linear model that drops each latent that helps it "
    "too little. How often is D 0.9 or more?",
    ChoiceScale(("by the lasso",), ("never", "in some of them", "nearly always")),
    guess_for_tests=[0],
    feedback=lambda guess, truth: (
        "Over all ten draws, the lasso drops most of the entries. If it keeps at least one, "
        "and no row has more than "
        "one, D is 1. A forest gives every latent some importance for every factor, which D counts "
        "as mixing."
    ),
    figures=lambda: [f"{_high_on_noise()} of {NOISE_RUNS}"],
)
def _noise() -> list[int]:
    return [1 if 0 < _high_on_noise() < NOISE_RUNS - 1 else 2 * (_high_on_noise() > 0)]


def _light_and_pure() -> list[list[float]]:
    return [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1], [1, 1, 1]]  # the last row outweighs all others


@exercise(
    "01-exercise",
    asks="Make a matrix whose rows have an average focus of 0.7 or more, unweighted, and whose "
    "disentanglement is nevertheless 0.2 or less.",
    takes="a table with a row per latent and a column per factor, and entries from 0 to 1",
    hint="Disentanglement is a weighted mean. Which rows must be heavy, and which must be light?",
    solution=_light_and_pure,
    rejected_answers={
        "nothing": lambda: np.zeros((3, 3)),
        "a copy": lambda: np.eye(3),
        "all the same": lambda: np.ones((3, 3)),
        "light rows alone": lambda: 0.1 * np.eye(3),
        "a heavy row that is pure": lambda: [[0.1, 0], [0, 0.1], [1, 0]],
        "empty rows beside it": lambda: [[1, 1, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
        "a factor forgotten": lambda: [[0.1, 0, 0], [0, 0.1, 0], [0.1, 0, 0], [1, 1, 0]],
    },
    learned="D is low although most rows are pure: it counts how much of the importance is in pure "
    "rows, not how many rows are pure.",
)
def _weights_decide(answer: object) -> list[Requirement]:
    matrix = matrix_of(answer)
    score = disentanglement(matrix)
    empty = int((matrix.values.sum(1) == 0).sum())
    return [
        at_least("plain mean of the rows' focus", float(score.parts.mean()), 0.7),
        at_most("disentanglement", score.value, 0.2),
        is_so("no row is empty", not empty, f"{empty} empty"),
        every_factor_known(matrix, 0.05),
    ]


@ask_verdict(
    "01-verdict",
    "dci",
    (0.3, 0.9, 0.3),
    "D separates A and B. The handwriting has six factors instead of four, so its D cannot "
    "be compared with theirs. To "
    "predict the *y position*, the forest also uses the latents of shape and size, which lowers "
    "their focus.",
)
def _dci_verdict() -> list[float]:
    return list(verdict("disentanglement"))


@personal_exercise(
    "01-own",
    asks="These are importances, with a row per latent and a column per factor. What is D?",
    hint="Compute the focus of each row, and then their mean, weighted by the sums of the rows.",
    gives=lambda rng: rng.dirichlet([0.4] * 3, 3).round(2).tolist(),
)
def _d_of_a_matrix(importances: list[list[float]]) -> float:
    return disentanglement(InformativenessMatrix(importances)).value
