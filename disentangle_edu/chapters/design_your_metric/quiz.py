"""Questions, exercises and cases by hand of the chapter on a metric of your own."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ...matrices import InformativenessMatrix
from ...metrics import disentanglement
from ...quiz.exercises import (
    Numbers,
    Requirement,
    at_least,
    at_most,
    exercise,
    numbers,
    personal_exercise,
)
from ...quiz.questions import near, question
from ...quiz.scales import NumberScale
from ...score import Score
from ...worlds import examples


def relative_gap(values: NDArray[np.float64]) -> float:
    """The weighted mean of each row's lead of its largest entry, as a share of that entry."""
    ordered = np.sort(values, axis=-1)
    first, second = ordered[:, -1], ordered[:, -2]
    return float((first - second).sum() / first.sum())


@question(
    "07-gap",
    "In Fact 2, each of eleven latents gives 0.8 of its importance to one factor and 0.02 to each "
    "of ten others. Replace entropy by a gap: a latent's largest importance minus its second "
    "largest, divided by its largest. What is the mean of these gaps?",
    NumberScale(label="gap"),
    guess_for_tests=0.6,
    feedback=lambda guess, truth: near(
        guess,
        truth,
        (
            "It is a little lower, because the runner-up counts, but only once.",
            "A gap looks only at the runner-up, so ten small entries cost no more than one.",
            "A gap looks only at the runner-up, so ten small entries cost no more than one.",
        ),
    ),
)
def _gap_of_fact_2() -> float:
    return relative_gap(examples.focused_matrix().values)


def only_the_worst_counts() -> Callable:
    def formula(matrix):
        ordered = np.sort(matrix.values, axis=-1)
        first, second = ordered[..., -1], ordered[..., -2]
        parts = np.divide(first - second, first, out=np.ones_like(first), where=first > 0)
        worst = parts == parts.min(axis=-1, keepdims=True)  # a mean would hide it
        return np.where(first > 0, parts, 0), (worst & (first > 0)).astype(float)

    return formula


def _relative_gaps(matrix):
    ordered = np.sort(matrix.values, axis=-1)
    first, second = ordered[..., -1], ordered[..., -2]
    return np.divide(first - second, first, out=np.zeros_like(first), where=first > 0), first


def _equally_weighted_gaps(matrix):
    return _relative_gaps(matrix)[0], np.ones(len(matrix.values))


def _everybody_wins(matrix):
    return np.ones(len(matrix.values)), np.ones(len(matrix.values))


@exercise(
    "07-exercise",
    asks="Write a metric that repairs Fact 2 and Fact 5 at once: at least 0.95 for the nearly "
    "perfect code, at most 0.9 for the one whose second latent follows two factors.",
    takes="a function from a matrix to parts and weights, one of each per latent, "
    "made with @metric or plain",
    hint="A gap repairs Fact 2. For Fact 5, equal weights alone are not enough. Square the gap as "
    "well, or let the worst latent decide. Latents without any importance must not count.",
    solution=only_the_worst_counts,
    rejected_answers={
        "DCI's own formula": lambda: disentanglement,
        "the gap from the notebook": lambda: _relative_gaps,
        "the same with equal weights": lambda: _equally_weighted_gaps,
        "1 for everybody": lambda: _everybody_wins,
        "not a number": lambda: lambda matrix: (matrix.values[:, 0] * np.nan, matrix.values[:, 0]),
        "only a number": lambda: lambda matrix: 0.9,
    },
)
def repairs_two_facts(answer: object) -> list[Requirement]:
    formula = getattr(answer, "formula", answer)
    if not callable(formula):
        raise TypeError("Expected a function that can be called with a matrix.")

    def value(matrix: InformativenessMatrix) -> float:
        parts, weights = _parts_and_weights(formula(matrix), len(matrix.values))
        return Score("yours", parts, "latents", weights, matrix).value

    copy, alike = (value(InformativenessMatrix(rows)) for rows in (np.eye(3), np.ones((3, 3))))
    beside_silence = value(InformativenessMatrix([[1, 0], [0, 1], [0, 0]]))
    rng = np.random.default_rng(0)
    many = [value(InformativenessMatrix(rng.random((4, 3)))) for _ in range(50)]
    return [
        at_least("the score of Fact 2", value(examples.focused_matrix()), 0.95),
        at_most("the score of Fact 5", value(examples.dominated_matrix()), 0.9),
        at_least("the score of a perfect copy", copy, 0.999),
        at_least("the score of a copy with one more latent of zeros", beside_silence, 0.999),
        at_most("the score of latents that follow all factors equally", alike, 0.01),
        Requirement(
            "the scores of fifty random matrices are from 0 to 1",
            min(many) >= 0 and max(many) <= 1 + 1e-9,
            f"{min(many):.3f} to {max(many):.3f}",
        ),
    ]


def _parts_and_weights(returned: object, latents: int) -> tuple[Numbers, Numbers]:
    """Parts and weights that a formula returned, one of each per latent."""
    if not isinstance(returned, tuple) or len(returned) != 2:
        raise ValueError("Expected a formula that returns two arrays, parts and weights.")
    return numbers(returned[0], (latents,)), numbers(returned[1], (latents,))


@personal_exercise(
    "07-own",
    asks="In a new metric, the part of a latent is the lead of its largest entry over its second "
    "largest, divided by the largest. Its weight is its largest entry. What is the score of this "
    "matrix (a row per latent)?",
    hint="Take the weighted mean: the sum of weight times part, divided by the sum of the weights.",
    gives=lambda rng: rng.uniform(0.05, 1, (3, 3)).round(2).tolist(),
)
def _a_gap_by_rows(rows: list[list[float]]) -> float:
    second, first = np.sort(rows, axis=1).T[-2:]
    return float(((first - second) / first) @ first / first.sum())
