"""What the chapter on directions and predictors asks: predictions and exercises."""

import numpy as np

from ...measures import probe_losses
from ...measures.subspaces import Subspaces, completed, inclined_planes
from ...metrics import disentanglement, explicitness_es, iwo
from ...quiz.exercises import (
    Requirement,
    at_least,
    at_most,
    exercise,
    numbers,
    personal_exercise,
    within,
)
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...worlds import examples

TREES = 5  # of a forest behind an answer


@question(
    "13-turned",
    "Each of two factors is read from its own axis, and D is 1, or nearly so. The whole space is "
    "rotated by 45 degrees. A straight line still reads both factors as well as before. What is D "
    "now?",
    NumberScale(label="D"),
    guess_for_tests=0.7,
    feedback=lambda guess, truth: (
        "A straight line still reads both factors. But D asks about axes, and the factors no "
        "longer lie on them."
    ),
)
def _rotated_d() -> float:
    return disentanglement(examples.rotated(45), n_estimators=TREES).value


def apart(degrees: float) -> Subspaces:
    """Two factors with one direction each, in two latents, this many degrees apart."""
    angle = np.radians(degrees)
    rows = [[1.0, 0.0], [np.cos(angle), np.sin(angle)]]
    return Subspaces([completed(np.array([row])) for row in rows], [[1, 0], [1, 0]])


def half_way() -> list[list[float]]:
    # IWO of two single directions is 1 minus their squared cosine: 1/2 at 45 degrees.
    return [[1, 1, 0], [1, 1, 2**0.5]]


@exercise(
    "13-exercise-1",
    asks="Write one direction for each of two factors in three latents, so that IWO is 0.5 and "
    "neither direction lies along an axis.",
    takes="two rows of three numbers; their lengths do not matter",
    hint="With one direction each, IWO is 1 minus the squared cosine of the angle between them.",
    solution=half_way,
    rejected_answers={
        "two axes": lambda: [[1, 0, 0], [0, 1, 0]],
        "the same direction twice": lambda: [[1, 1, 1], [1, 1, 1]],
        "45 degrees, but one is an axis": lambda: [[1, 0, 0], [1, 1, 0]],
        "at right angles": lambda: [[1, 1, 0], [1, -1, 0]],
        "no direction at all": lambda: [[0, 0, 0], [0, 0, 0]],
    },
)
def half_overlapping(answer: object) -> list[Requirement]:
    rows = numbers(answer, (2, 3))
    if not np.linalg.norm(rows, axis=1).all():
        raise ValueError("Expected directions with a length above 0.")
    value = iwo(Subspaces([completed(row) for row in rows], [[1, 0, 0]] * 2)).value
    off_axis = np.sort(np.abs(rows), axis=1)[:, -2] / np.linalg.norm(rows, axis=1)
    return [
        Requirement("IWO is 0.5, give or take 0.01", abs(value - 0.5) <= 0.01, f"{value:.4f}"),
        at_least("how far each direction is from an axis (0: on it)", float(off_axis.min()), 0.1),
    ]


@question(
    "13-which-change",
    "There are three latents. Each of two factors is a sum of squares of the coordinates in its "
    "own plane. Which change lowers explicitness more?",
    ChoiceScale(
        ("",),
        ("from squares to cosines of frequency 4", "from planes 90 to planes 40 degrees apart"),
    ),
    guess_for_tests=[1],
    feedback=lambda guess, truth: (
        "Explicitness asks how large a predictor must be. A polynomial of degree 2 reads squares "
        "on tilted planes as well as before, but waves need a higher degree."
    ),
)
def _which_change() -> list[int]:
    cases = (("squares", 90), ("cosines", 90), ("squares", 40))
    start, waves, tilted = (explicitness_es(inclined_planes(*case)[0]).value for case in cases)
    return [int(start - tilted > start - waves)]


def between_two_and_four() -> float:
    return 4.7


@exercise(
    "13-exercise-3",
    asks="Find a frequency at which a polynomial of degree 4 reads the cosines (a tenth of the "
    "loss is left, or less) and one of degree 2 does not (half of it is left, or more).",
    takes="a number from 1 to 8",
    hint="The higher the frequency, the more bends a polynomial needs to follow the cosine. "
    "Look at the curve of the loss left, by degree.",
    solution=between_two_and_four,
    rejected_answers={
        "as the lab starts": lambda: 4.0,
        "slow": lambda: 1.0,
        "fast": lambda: 6.0,
        "as fast as can be": lambda: 8.0,
    },
)
def needs_degree_four(answer: object) -> list[Requirement]:
    frequency = within("a frequency", answer, 1, 8)
    remaining = probe_losses(inclined_planes("cosines", 90, frequency)[0]).values.mean(1)
    return [
        at_least("the loss left by degree 2", float(remaining[1]), 0.5),
        at_most("the loss left by degree 4", float(remaining[3]), 0.1),
    ]


@personal_exercise(
    "13-own",
    asks="Each row is a direction in three latents. What is the angle between the two directions, "
    "in degrees from 0 to 90?",
    hint="The cosine is their inner product, divided by both lengths. A direction has no sign.",
    gives=lambda rng: (rng.integers(1, 5, (2, 3)) * rng.choice([-1, 1], (2, 3))).tolist(),
    near=0.5,
)
def _angle(directions: list[list[int]]) -> float:
    first, second = (np.array(row, dtype=float) for row in directions)
    cosine = abs(first @ second) / (np.linalg.norm(first) * np.linalg.norm(second))
    return float(np.degrees(np.arccos(min(cosine, 1.0))))
