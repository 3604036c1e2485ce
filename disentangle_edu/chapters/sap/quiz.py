"""What the chapter on SAP asks: predictions, exercises, cases by hand."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ... import measures
from ...metrics import mig, sap
from ...quiz.exercises import Numbers, Requirement, exercise, is_so, numbers, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import CurveScale, NumberScale
from ...quiz.tables import and_below, table_of, to_three
from ...validation import LARGEST, as_float_table, check_count
from ...viz.markdown import Markdown
from ...worlds import examples
from ...worlds.world import World, uniform
from ..common.fixed_factor import RUNS
from ..common.verdicts import ask_verdict, verdict
from .data import COPIES, SPLIT, sap_of_copies

EXPONENTS = (1, 3, 5, 9, 15, 25, 35)


LEVELS = (2, 4, 8, 16)


@question(
    "04-power",
    "Two factors, uniform from -1 to 1; each latent is its factor to an odd power, so it always "
    "determines its factor. Draw SAP over the exponent.",
    CurveScale(EXPONENTS, "exponent", "SAP"),
    test_guess=[1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7],
    feedback=lambda guess, truth: (
        "Nothing was lost at any exponent: the latent still determines its factor. It is only that "
        "a straight line cannot read it. By hand five values flattered the line: it nearly met the "
        "two outer ones, which hold four fifths of the squares, so that power 9 still looked well "
        "read."
    ),
)
def _power() -> list[float]:
    return [float(examples.r2_of_power(exponent)) for exponent in EXPONENTS]


@question(
    "04-mig",
    "The 15th power again: each latent still determines its factor, and MIG needs no line, but "
    f"counts in {measures.BINS} bins of equal width. What is MIG?",
    NumberScale(label="MIG"),
    test_guess=1.0,
    feedback=lambda guess, truth: (
        "It falls even lower than SAP does at the 15th power. No line is needed, but bins are."
    ),
)
def _mig_of_power() -> float:
    return mig(examples.power_world(15).sample(10_000)).value


@question(
    "04-levels",
    "Two factors of 2, 4, 8 or 16 levels, and two latents that copy them: perfect codes all. SAP "
    "reads such factors with a linear classifier that learns from "
    f"{SPLIT * COPIES:,.0f} samples and pays little for a mistake (C = 0.01). Draw SAP over the "
    "number of levels.",
    CurveScale(tuple(map(float, LEVELS)), "levels", "SAP"),
    test_guess=[1.0, 1.0, 1.0, 1.0],
    feedback=lambda guess, truth: (
        "All are plain copies. With two levels even the wrong latent is right half the time, so "
        "the gap is 1/2; with four it is right a quarter of the time. With many levels something "
        "else happens: see below whose line is the highest."
    ),
)
def _of_levels() -> list[float]:
    return [sap_of_copies(levels).value for levels in LEVELS]


@question(
    "04-hidden-sum",
    "Two factors v1 and v2, each uniform between -1 and 1. Three latents: v1, then v1 to the power "
    "25 plus v2 to the power 25, then v2. So each factor moves two latents. What will SAP be?",
    NumberScale(label="SAP"),
    test_guess=0.5,
    feedback=lambda guess, truth: (
        "Far from low, although each factor moves two latents: in the middle one the line hardly "
        "sees it. The paper prints 0.98 here; the card below has what we found."
    ),
)
def _hidden_sum() -> float:
    world = examples.hidden_sum_world(25)
    return float(np.mean([sap(world.sample(10_000, seed)).value for seed in range(RUNS)]))


def _bent_values(bend: Callable[[Numbers], ArrayLike], v: Numbers) -> Numbers:
    """What a function makes of an array, or a ValueError in plain words."""
    try:
        bent = bend(v.copy())  # it may change what it is handed
    except (NameError, AttributeError) as error:
        raise ValueError(f"Your function asks for a name that is not there: {error}.") from None
    except Exception as error:
        raise ValueError(
            "Your function did not work on a whole array of values at once. If it says `if`, "
            f"use np.where(v < 0, this, that) in its place. (Python says: {error})"
        ) from None
    if bent is None:
        raise ValueError("Your function returns nothing: does its last line say return?")
    if np.shape(bent) != v.shape:
        raise ValueError("Your function must return one latent for every value of v.")
    if np.isnan(bent).any():
        raise ValueError(
            f"For v = {v[np.isnan(bent)][0]:g} your function makes no number (nan): the root or "
            "the logarithm of a number below 0?"
        )
    if np.abs(bent).max() > LARGEST:
        raise ValueError(f"Your function makes numbers beyond {LARGEST:g}: a milder bend will do.")
    return numbers(bent, v.shape)


IDENTITY_RANGE = 0.95  # up to here the latent stays the factor


def _far_ends() -> Callable[[Numbers], Numbers]:
    def my_bend(v):
        return np.where(np.abs(v) < 0.98, v, 1000 * v)  # a few samples, and very far off

    return my_bend


SLACK = 0.003  # by so much 10,000 samples may miss what a line sees of all values


@exercise(
    "04-exercise",
    asks=f"Leave v as it is from -{IDENTITY_RANGE:g} to {IDENTITY_RANGE:g}. Bend what lies "
    "outside, all of it or some, until SAP is below 0.1. The latent must rise all the way.",
    takes="a function of an array v (values between -1 and 1), such as np.where(v > 0, v, 2 * v)",
    hint="The line is as near as can be in squared distances: it follows a few samples that lie "
    "very far off. And if farther helps no more? Then bend fewer of them.",
    solution=_far_ends,
    must_fail={
        "no bend": lambda: lambda v: v,
        "a parabola": lambda: lambda v: v**2,
        "nothing": lambda: lambda v: 0 * v,
        "a very high power": lambda: lambda v: v**61,  # low enough, but all of it is bent
        "ends that are cut off": lambda: lambda v: np.clip(v, -0.96, 0.96),
        "a wave": lambda: lambda v: np.sin(1000 * v) + 1e-9 * v,  # told apart on paper only
        "the value of another sample": lambda: lambda v: v[::-1],
    },
    learned="For at least 95 of 100 samples the latent is the factor itself, and yet a straight "
    "line sees about a tenth, or less: it follows the few that lie very far off. A low SAP need "
    "not mean a loss.",
)
def _hides_from_lines(answer: object) -> list[Requirement]:
    if not callable(answer):
        raise ValueError("Give the function by its name, without brackets: my_bend.")
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
            "no two values of v get the same latent (of some 10,000)", different, "two are alike"
        ),
        is_so("it rises all the way", steps.sum() == len(steps), wave),
        Requirement(
            "SAP is below 0.1, on 10,000 samples",
            score < 0.1 + SLACK,
            f"{score:.4f}",
        ),
    ]


def line_by_hand(factor: Sequence[float] = (-2, -1, 0, 1, 2), power: int = 3) -> Markdown:
    """Five samples of a bent latent: the best line, what it misses, and R²."""
    v = as_float_table([factor], "factor")[0]
    if np.ptp(v) == 0:
        raise ValueError(f"factor: found {factor!r}, expected numbers, not all of them the same.")
    z = v ** check_count("power", power)
    if np.ptp(z) == 0:
        raise ValueError(
            f"power: found {power}, which gives every sample of {factor!r} one latent."
        )
    slope, height = np.polyfit(z, v, 1).round(12)
    line = slope * z + height
    missed, total = float(((v - line) ** 2).sum()), float(((v - v.mean()) ** 2).sum())
    rows = [[str(j + 1), *row] for j, row in enumerate(zip(v, z, line, v - line))]
    share = f"1 - {to_three(missed)} / {to_three(total)} = **{1 - missed / total:.3g}**"
    sums = f"all {to_three(total)} (of v around its mean), missed {to_three(missed)}"
    last = f"Squares, summed: {sums}. So R² = 1 - missed / all = {share}"
    bent = "v" if power == 1 else f"v{str(power).translate(SUPERSCRIPTS)}"
    fitted = f"{to_three(slope)} x latent" + (
        f" {'+' if height > 0 else '-'} {abs(height):.3g}" if height else ""
    )
    names = ["sample", "factor v", f"latent = {bent}", f"line {fitted}", "missed, v - line"]
    return and_below(table_of(names, rows), last)


SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@ask_verdict(
    "04-verdict",
    "sap",
    (0.2, 0.8, 0.3),
    "B gets less than handwriting! One latent of B knows nearly every place across. But the places "
    "are sixteen levels. This classifier sets each level against all others, and cannot tell "
    "sixteen along one latent. Five factors of the handwriting are measured, and read by R².",
)
def _sap_verdict() -> list[float]:
    return list(verdict("sap"))


@personal_exercise(
    "04-own",
    asks="These are R2, a row per latent and a column per factor. What is SAP?",
    hint="In each column the highest less the second; then the mean.",
    gives=lambda rng: rng.uniform(0, 1, (4, 3)).round(2).tolist(),
)
def _sap_of_a_table(table: list[list[float]]) -> float:
    second, first = np.sort(table, axis=0)[-2:]
    return float((first - second).mean())
