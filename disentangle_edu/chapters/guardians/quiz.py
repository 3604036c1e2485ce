"""What the chapter on MCC, linear R2 and D asks: predictions and exercises."""

import numpy as np

from ...matrices import InformativenessMatrix
from ...metrics import mcc
from ...quiz.exercises import (
    Requirement,
    as_settings,
    at_least,
    at_most,
    exercise,
    numbers,
    personal_exercise,
    within,
)
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...worlds.bent_mixtures import bent_sums
from .data import HIGH, judged, judged_crowd, mixed_code, other_weights, weights

CLEAR = 0.1  # share of another factor in a latent from which on it is a mixture
JUDGES = ("MCC", "linear R²", "D")


@question(
    "15-bent",
    "Each of two latents is its own factor, raised to the ninth power. The theorem calls such a "
    f"code right. Which of the three scores stays at {HIGH:g} or above?",
    ChoiceScale(("",), JUDGES),
    guess_for_tests=[0],
    feedback=lambda guess, truth: (
        "MCC and R² ask how well a straight line fits, and a ninth power is not a straight line. A "
        "forest cuts a latent in two at some value, and a bend only moves this value."
    ),
)
def _bent() -> list[int]:
    values = judged(mixed_code(0, 90, 9)).values()
    (high,) = (j for j, value in enumerate(values) if value >= HIGH)
    return [high]


@question(
    "15-same-twice",
    "Two factors have a correlation of 0.9. Both latents are their sum, the same number twice. "
    "From this code you cannot tell one factor from the other. What is its MCC?",
    NumberScale(label="MCC"),
    guess_for_tests=0.5,
    feedback=lambda guess, truth: (
        "A sum correlates with each of its parts, and more so if the parts are correlated. "
        "MCC asks only for this correlation, with a latent of its own for each factor."
    ),
)
def _same_twice() -> float:
    return mcc(mixed_code(45, 0, 1, 0.9)).value


@question(
    "15-noise",
    "There are 100 samples of five factors. The code is 1,000 latents of pure noise, which know "
    "nothing about the factors. D uses a forest of ten trees. How high is D?",
    NumberScale(label="D"),
    guess_for_tests=0.2,
    feedback=lambda guess, truth: (
        "The little importance that a noise latent has comes mostly from one lucky split for one "
        "factor, so D counts the latent as pure. D does not ask whether the forest predicts any "
        "factor."
    ),
)
def _noise() -> float:
    return judged_crowd(1_000, False)["D"]


def nearly_one_number() -> list[list[float]]:
    return [[1, 1, 1], [1.2, 1, 1], [1, 1.2, 1]]  # a line reads the small differences


@exercise(
    "15-exercise-1",
    asks="Mix three independent factors into three latents, so that linear R² is 0.99 or more and "
    "MCC is 0.62 or less.",
    takes="three rows of three numbers: how much of each factor goes into latent 1, 2 and 3",
    hint="A regression can subtract one latent from another. Make the latents nearly the same.",
    solution=nearly_one_number,
    rejected_answers={
        "each factor alone": lambda: np.eye(3),
        "all the same": lambda: np.ones((3, 3)),
        "one factor thrice": lambda: [[1, 0, 0]] * 3,
        "half of the others": lambda: [[1, 0.5, 0.5], [0.5, 1, 0.5], [0.5, 0.5, 1]],
        "nothing": lambda: np.zeros((3, 3)),
    },
    learned="R² asks whether the factors are there. It does not say how hard they are to separate.",
)
def read_but_not_matched(answer: object) -> list[Requirement]:
    factors = np.random.default_rng(0).uniform(-1, 1, (1_000, 3))
    scores = judged(bent_sums(factors, numbers(answer, (3, 3)).tolist()))
    return [
        at_least("linear R²", scores["linear R²"], 0.99),
        at_most("MCC", scores["MCC"], 0.62),
    ]


def tied_and_tilted() -> dict[str, float]:
    return {"correlation": 0.95, "rotation": 15, "between": 60}


@exercise(
    "15-exercise-2",
    asks="Find a setting of the lab of two latents in which each latent has a tenth or more of its "
    "weight from the other factor, and all three scores are 0.95 or more.",
    takes="a dictionary with some of correlation (0 to 0.95), rotation (0 to 180), between (0 to "
    '90) and power (odd, up to 21), such as {"correlation": 0.5}',
    hint="Correlate the factors, then bring their directions a little closer to each other.",
    solution=tied_and_tilted,
    rejected_answers={
        "nothing changed": dict,
        "tied factors": lambda: {"correlation": 0.95},
        "the same number twice": lambda: {"correlation": 0.95, "rotation": 45, "between": 0},
        "mixtures of free factors": lambda: {"rotation": 15, "between": 60},
        "turned": lambda: {"correlation": 0.95, "rotation": 45},
    },
    learned="All three can be fooled at once: high scores on correlated factors prove little.",
)
def all_asleep(answer: object) -> list[Requirement]:
    requested = as_settings(answer, ("correlation", "rotation", "between", "power"))
    tie = within("correlation", requested.get("correlation", 0), 0, 0.95)
    rotation = within("rotation", requested.get("rotation", 0), 0, 180)
    between = within("between", requested.get("between", 90), 0, 90)
    power = int(within("power", requested.get("power", 1), 1, 21))
    rows, scores = weights(rotation, between), judged(mixed_code(rotation, between, power, tie))
    return [
        at_least(
            "the share of each latent's weight that is from the other factor",
            float(other_weights(rows).min()),
            CLEAR,
        ),
        *(at_least(name, value, 0.95) for name, value in scores.items()),
    ]


@personal_exercise(
    "15-own",
    asks="The table shows the correlations of three latents (rows) with three factors (columns), "
    "without their signs. What is the MCC?",
    hint="There are six ways to give each factor its own latent.",
    gives=lambda rng: rng.uniform(0.1, 0.99, (3, 3)).round(2).tolist(),
    near=0.006,
)
def _mcc_by_hand(values: list[list[float]]) -> float:
    return mcc(InformativenessMatrix(values, "correlation")).value
