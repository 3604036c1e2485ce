"""The question and the exercises of the chapter on the matrix by hand."""

import numpy as np
from numpy.typing import ArrayLike

from ...matrices import InformativenessMatrix
from ...metrics import completeness, mig
from ...quiz.exercises import Requirement, above, below, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale
from ...score import Score
from ..common.matrices import (
    drawn_matrix,
    every_factor_known,
    matrix_of,
)
from .data import NAMES, judge_by_hand


def _scores_by_hand(values: ArrayLike) -> dict[str, Score]:
    """The five scores of a matrix whose factors have one bit each."""
    return dict(zip(NAMES, judge_by_hand(values)))


TWO_BEST, AND_MORE = ((1, 1), (0.5, 0), (0, 0), (0, 0)), ((1, 1), (0.5, 0), (0.5, 0), (0.5, 0))


@question(
    "06-third",
    "Column 1 has a winner and a runner-up. Now two more latents know as much about factor 1 as "
    "the runner-up does. What happens to MIG and to completeness, which both read columns?",
    ChoiceScale(("MIG", "completeness"), ("falls", "stays", "rises")),
    guess_for_tests=[0, 0],
    shows=lambda: (drawn_matrix("before", TWO_BEST), drawn_matrix("after", AND_MORE)),
    figures=lambda: [
        f"{_scores_by_hand(TWO_BEST)[name].value:.3f} to "
        f"{_scores_by_hand(AND_MORE)[name].value:.3f}"
        for name in ("mig", "completeness")
    ],
    feedback=lambda guess, truth: (
        "A gap depends only on the two largest entries. Entropy depends on how evenly the whole "
        "column is spread. So two scores of the same columns can disagree, which you need for goal "
        "5."
    ),
)
def _third_latent_changes() -> list[int]:
    pairs = zip(_scores_by_hand(TWO_BEST).items(), _scores_by_hand(AND_MORE).values())
    steps = {name: after.value - before.value for (name, before), after in pairs}
    return [1 + int(np.sign(round(steps[name], 9))) for name in ("mig", "completeness")]


def _one_clear_winner_among_many() -> list[list[float]]:
    return [[1, 0.38], [0.38, 1], [0.38, 0.38]]  # one clear winner, and two equal runners-up


@exercise(
    "06-exercise",
    asks="Make a matrix with MIG above 0.6 and completeness below 0.12.",
    takes="a table, a row per latent and a column per factor, entries from 0 to 1",
    hint="MIG depends on the second entry of a column, but not on the third. Completeness depends "
    "on every entry.",
    solution=_one_clear_winner_among_many,
    rejected_answers={
        "nothing": lambda: np.zeros((2, 2)),
        "a copy": lambda: np.eye(3),
        "all the same": lambda: np.ones((4, 2)),
        "one factor": lambda: [[0.9], [0.38], [0.38]],
        "every factor twice": lambda: np.repeat(np.eye(3), 2, axis=0),
        "only a second latent": lambda: [[1, 0.39], [0.39, 1]],
    },
    learned="A gap depends only on the two largest entries of a column, while focus depends on "
    "every entry. So two scores that read the same column can disagree.",
)
def _winner_among_many(answer: object) -> list[Requirement]:
    matrix = matrix_of(answer)
    return [
        above("MIG", mig(matrix).value, 0.6),
        below("completeness", completeness(matrix).value, 0.12),
        every_factor_known(matrix, 0.1),
    ]


@personal_exercise(
    "06-own",
    asks="These are importances, a row per latent and a column per factor. What is completeness?",
    hint="Completeness is D with rows and columns exchanged, and a plain mean.",
    gives=lambda rng: rng.dirichlet([0.4] * 4, 3).round(2).tolist(),
)
def _completeness_of_a_matrix(importances: list[list[float]]) -> float:
    return completeness(InformativenessMatrix(importances)).value
