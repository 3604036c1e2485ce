"""What the chapter on SAP asks: predictions, exercises, cases by hand."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ... import measures
from ...metrics import mig, sap
from ...quiz.exercises import Numbers, Requirement, exercise, is_so, numbers, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import CurveScale, NumberScale
from ...validation import LARGEST
from ...worlds import examples
from ...worlds.world import World, uniform
from ..common.verdicts import ask_verdict, verdict
from .data import COPIES, SPLIT, sap_of_copies

EXPONENTS = (1, 3, 5, 9, 15, 25, 35)


LEVELS = (2, 4, 8, 16)


@question(
    "04-power",
    "There are two factors, uniform from -1 to 1. Each latent is its factor to an odd power, so it "
    "always determines its factor. Draw SAP against the exponent.",
    CurveScale(EXPONENTS, "exponent", "SAP"),
    guess_for_tests=[1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7],
    feedback=lambda guess, truth: (
        "Nothing was lost at any exponent: the latent still determines its factor, but a straight "
        "line cannot read it. The five values that you fitted by hand flattered the line: it "
        "nearly met the two outer ones, which hold four fifths of the squares, so power 9 still "
        "seemed well explained."
    ),
)
def _power() -> list[float]:
    return [float(examples.r2_of_power(exponent)) for exponent in EXPONENTS]


@question(
    "04-mig",
    "Take the 15th power again: each latent still determines its factor. MIG needs no line, but "
    f"counts in {measures.BINS} bins of equal width. What will MIG be?",
    NumberScale(label="MIG"),
    guess_for_tests=1.0,
    feedback=lambda guess, truth: (
        "MIG falls even lower than SAP at the 15th power, because one of its bins of equal "
        "width holds most samples."
    ),
)
def _mig_of_power() -> float:
    return mig(examples.power_world(15).sample(10_000)).value


@question(
    "04-levels",
    "Two factors have 2, 4, 8 or 16 levels, and two latents copy them, so each code is perfect. "
    "SAP reads such factors with a linear classifier that learns from "
    f"{SPLIT * COPIES:,.0f} samples, with a low price for errors (C = 0.01). Draw SAP against the "
    "number of levels.",
    CurveScale(tuple(map(float, LEVELS)), "levels", "SAP"),
    guess_for_tests=[1.0, 1.0, 1.0, 1.0],
    feedback=lambda guess, truth: (
        "All of them are plain copies. With two levels, even the wrong latent is right half of the "
        "time, so the gap is 1/2; with four levels it is right a quarter of the time. With many "
        "levels something else happens: see below which line is the highest."
    ),
)
def _of_levels() -> list[float]:
    return [sap_of_copies(levels).value for levels in LEVELS]


def _bent_values(bend: Callable[[Numbers], ArrayLike], v: Numbers) -> Numbers:
    """Apply a function to an array, or raise a ValueError in plain words."""
    try:
        bent = bend(v.copy())  # it may change what it is handed
    except (NameError, AttributeError) as error:
        raise ValueError(f"Your function uses a name that does not exist: {error}.") from None
    except Exception as error:
        raise ValueError(
            "Your function did not work on a whole array of values at once. If it contains `if`, "
            f"use np.where(v < 0, this, that) instead. (Python says: {error})"
        ) from None
    if bent is None:
        raise ValueError("Your function returns nothing: does its last line say return?")
    if np.shape(bent) != v.shape:
        raise ValueError("Your function must return one latent for every value of v.")
    if np.isnan(bent).any():
        raise ValueError(
            f"For v = {v[np.isnan(bent)][0]:g} your function returns no number (nan): does it take "
            "the root or the logarithm of a number below 0?"
        )
    if np.abs(bent).max() > LARGEST:
        raise ValueError(
            f"Your function returns numbers larger than {LARGEST:g}; use a gentler bend."
        )
    return numbers(bent, v.shape)


IDENTITY_RANGE = 0.95  # up to here the latent stays the factor


def _far_ends() -> Callable[[Numbers], Numbers]:
    def my_bend(v):
        return np.where(np.abs(v) < 0.98, v, 1000 * v)  # a few samples, and very far off

    return my_bend


SLACK = 0.003  # by so much 10,000 samples may miss what a line sees of all values


@exercise(
    "04-exercise",
    asks=f"Leave v unchanged from -{IDENTITY_RANGE:g} to {IDENTITY_RANGE:g}. Bend some or all of "
    "the values outside until SAP is below 0.1. The latent must be strictly increasing.",
    takes="a function of an array v (values between -1 and 1), such as np.where(v > 0, v, 2 * v)",
    hint="The line makes the squared distances as small as possible, so it follows a few samples "
    "that are very far away. If a larger distance no longer helps, bend fewer samples.",
    solution=_far_ends,
    rejected_answers={
        "no bend": lambda: lambda v: v,
        "a parabola": lambda: lambda v: v**2,
        "nothing": lambda: lambda v: 0 * v,
        "a very high power": lambda: lambda v: v**61,  # low enough, but all of it is bent
        "ends that are cut off": lambda: lambda v: np.clip(v, -0.96, 0.96),
        "a wave": lambda: lambda v: np.sin(1000 * v) + 1e-9 * v,  # told apart on paper only
        "the value of another sample": lambda: lambda v: v[::-1],
    },
    learned="For at least 95% of the values, the latent is the factor itself, and yet a straight "
    "line explains about a tenth or less, because it follows the few samples that are very far "
    "away. A low SAP need not mean that anything is lost.",
)
def _hides_from_lines(answer: object) -> list[Requirement]:
    if not callable(answer):
        raise ValueError("Pass the function itself, without calling it: my_bend.")
    samples = np.random.default_rng(1).uniform(-1, 1, 10_000)  # a short way back is seen, too
    grid = np.union1d(np.linspace(-1, 1, 401), samples)
    mixed = np.random.default_rng(0).permutation(len(grid))  # each sample must keep its own value
    values = np.empty(len(grid))
    values[mixed] = _bent_values(answer, grid[mixed])
    different = len(np.unique(values)) == len(grid)
    steps = np.sign(np.diff(values))
    factors = {"factor 1": uniform(-1, 1), "factor 2": uniform(-1, 1)}
    world = World(factors, lambda v, rng: np.column_stack([answer(c.copy()) for c in v.T]))
    score = sap(world.sample(10_000)).value if np.ptp(values) > 0 else 0.0
    turns = {-1.0, 1.0} <= set(steps)
    flat = "flat everywhere" if np.ptp(values) == 0 else "flat somewhere"
    wave = "it turns back" if turns else f"it is {flat}"
    shifts = np.where(np.abs(grid) <= IDENTITY_RANGE, np.abs(values - grid), 0)
    worst_input, output = grid[shifts.argmax()], values[shifts.argmax()]
    bent = f"at v = {worst_input:.3g} it is {output + 0.0:.3g}"  # no -0
    return [
        is_so(
            f"from -{IDENTITY_RANGE:g} to {IDENTITY_RANGE:g} the latent is v",
            shifts.max() < 1e-9,
            bent,
        ),
        is_so(
            "no two values of v get the same latent (of about 10,000)", different, "two are equal"
        ),
        is_so("it is strictly increasing", steps.sum() == len(steps), wave),
        Requirement(
            "SAP is below 0.1, on 10,000 samples",
            score < 0.1 + SLACK,
            f"{score:.4f}",
        ),
    ]


@ask_verdict(
    "04-verdict",
    "sap",
    (0.2, 0.8, 0.3),
    "B gets less than the handwriting! One latent of B determines nearly every horizontal "
    "position. But the positions are sixteen levels: this classifier separates each level from all "
    "the others, and cannot recognise sixteen levels on one latent. Five factors of the "
    "handwriting are measured, so SAP uses R² for them.",
)
def _sap_verdict() -> list[float]:
    return list(verdict("sap"))


@personal_exercise(
    "04-own",
    asks="These are values of R2, with a row per latent and a column per factor. What is SAP?",
    hint="In each column subtract the second-highest value from the highest, then take the mean.",
    gives=lambda rng: rng.uniform(0, 1, (4, 3)).round(2).tolist(),
)
def _sap_of_a_table(table: list[list[float]]) -> float:
    second, first = np.sort(table, axis=0)[-2:]
    return float((first - second).mean())
