"""Exercises of notebooks 00 to 06.

Codes, matrices and settings that a score should or should not like.
"""

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from ..checks import LARGEST
from ..core import InformativenessMatrix, Representation
from ..measures import sensitivity
from ..metrics import beta_vae, completeness, dcimig, disentanglement, factor_vae, mig, sap
from ..proof.hunt import table_representation
from ..show.reading import crowded
from ..worlds import examples
from ..worlds.world import World, uniform
from .exercises import Demand, Numbers, at_least, at_most, coded, exercise, is_so, numbers

SEEDS, POINTS = 3, 2_000
APART = 0.02  # by so much a weight is the largest of its row


def above(words: str, value: float, least: float) -> Demand:
    """A demand that a number lies above a bound."""
    return Demand(f"{words} is above {least:g}", value > least, f"{value:.3f}")


def below(words: str, value: float, most: float) -> Demand:
    """A demand that a number lies below a bound."""
    return Demand(f"{words} is below {most:g}", value < most, f"{value:.3f}")


# ------------------------------------------------------------------------ 00: a code of rectangles


def _two_sides_in_one_number() -> Callable[[float, float, float], list[float]]:
    def my_code(width, height, depth):
        return [10 * width + height, depth]  # the first latent moves with two sides

    return my_code


@exercise(
    "00-exercise",
    asks="Write a code of a box, with two latents or more, that keeps Characteristic 2, breaks "
    "Characteristic 1, and tells every box from every other.",
    takes="a function of width, height and depth (whole numbers, 1 to 8) that returns a list",
    hint="Each side may move one latent at most. Nothing forbids that two sides share it. How can "
    "one number tell two sides?",
    solution=_two_sides_in_one_number,
    degenerate={
        "a copy": lambda: lambda width, height, depth: [width, height, depth],
        "nothing": lambda: lambda width, height, depth: [0],
        "one side forgotten": lambda: lambda width, height, depth: [10 * width + height],
        "a sum that mixes boxes up": lambda: lambda width, height, depth: [width + height, depth],
        "a latent that stands still": lambda: lambda w, h, d: [100 * w + 10 * h + d, 0],
        "sum and difference": lambda: lambda w, h, d: [w + h, w - h, d],
    },
    learned="One latent may serve two masters while each master has one servant only, and nothing "
    "need be lost by it: the two characteristics are different wishes.",
)
def _box_code(answer: object) -> list[Demand]:
    sizes = examples.grid(8, 8, 8).astype(int) + 1
    latents = coded(answer, sizes)
    rep = Representation(sizes, latents, factor_kinds="levels", latent_kinds="levels")
    moves = sensitivity(rep).values > 0
    sides, names = ("width", "height", "depth"), rep.latent_names
    shared, spread = (
        crowded(moves, names, "follows", sides),
        crowded(moves.T, sides, "moves", names),
    )
    alive, boxes = int(moves.any(1).sum()), len(np.unique(latents, axis=0))
    return [
        Demand("a latent follows two sides (1 is broken)", bool(shared), shared or "none does"),
        Demand("no side moves two latents (2 is kept)", not spread, spread or "none does"),
        Demand("two latents or more move", alive > 1, f"{alive} of {len(moves)}"),
        Demand(
            "every box has a code of its own",
            boxes == len(sizes),
            f"{boxes} different codes for {len(sizes)} boxes",
        ),
    ]


# -------------------------------------------------------------------------------- 01, 06: matrices


def _matrix(answer: object) -> InformativenessMatrix:
    values = numbers(answer, (None, None))
    outside = values[(values < 0) | (values > 1)]
    if outside.size:
        raise ValueError(
            f"An entry says which share of a factor is known: from 0 to 1, not {outside[0]:g}."
        )
    return InformativenessMatrix(values, factor_total=1)


def _every_factor(matrix: InformativenessMatrix, least: float) -> Demand:
    weakest, factors = float(matrix.values.max(0).min()), len(matrix.column_names)
    words = f"two factors or more, each known to some latent (an entry of {least:g} at least)"
    return Demand(
        words,
        weakest >= least and factors > 1,
        f"{factors} factor{'s' * (factors != 1)}; the least known has {weakest:.2f}",
    )


def _light_and_pure() -> list[list[float]]:
    return [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1], [1, 1, 1]]  # the last row outweighs all others


@exercise(
    "01-exercise",
    asks="Make a matrix whose rows have a part of 0.7 or more on plain average, and whose "
    "disentanglement is 0.2 or less all the same.",
    takes="a table, a row per latent and a column per factor, entries from 0 to 1",
    hint="Disentanglement is a mean with weights. Who must weigh much, and who little?",
    solution=_light_and_pure,
    degenerate={
        "nothing": lambda: np.zeros((3, 3)),
        "a copy": lambda: np.eye(3),
        "all the same": lambda: np.ones((3, 3)),
        "light rows alone": lambda: 0.1 * np.eye(3),
        "a heavy row that is pure": lambda: [[0.1, 0], [0, 0.1], [1, 0]],
        "empty rows beside it": lambda: [[1, 1, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
        "a factor forgotten": lambda: [[0.1, 0, 0], [0, 0.1, 0], [0.1, 0, 0], [1, 1, 0]],
    },
    learned="D is low although the rows are pure on plain average: it is the share of all "
    "importance that counts, and not how many latents are pure.",
)
def _weights_decide(answer: object) -> list[Demand]:
    matrix = _matrix(answer)
    score = disentanglement(matrix)
    empty = int((matrix.values.sum(1) == 0).sum())
    return [
        at_least("plain mean of the rows' parts", float(score.parts.mean()), 0.7),
        at_most("disentanglement", score.value, 0.2),
        is_so("no row is empty", not empty, f"{empty} empty"),
        _every_factor(matrix, 0.05),
    ]


def _one_clear_winner_among_many() -> list[list[float]]:
    return [[1, 0.38], [0.38, 1], [0.38, 0.38]]  # a clear winner; far behind it a crowd


@exercise(
    "06-exercise",
    asks="Make a matrix with MIG above 0.6 and completeness below 0.12.",
    takes="a table, a row per latent and a column per factor, entries from 0 to 1",
    hint="MIG asks who comes second in a column, and never who comes third. Completeness asks all.",
    solution=_one_clear_winner_among_many,
    degenerate={
        "nothing": lambda: np.zeros((2, 2)),
        "a copy": lambda: np.eye(3),
        "all the same": lambda: np.ones((4, 2)),
        "one factor": lambda: [[0.9], [0.38], [0.38]],
        "every factor twice": lambda: np.repeat(np.eye(3), 2, axis=0),
        "only a second latent": lambda: [[1, 0.39], [0.39, 1]],
    },
    learned="A gap sees the best and the second, however many come after them; focus counts them "
    "all. So two scores that read the same column disagree.",
)
def _winner_among_many(answer: object) -> list[Demand]:
    matrix = _matrix(answer)
    return [
        above("MIG", mig(matrix).value, 0.6),
        below("completeness", completeness(matrix).value, 0.12),
        _every_factor(matrix, 0.1),
    ]


# --------------------------------------------------------------------------- 02, 03: standing still


def _two_coins_and_a_blend() -> list[list[float]]:
    third = 1 / 3
    return [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [third, third, third]]


ROUNDED = 0.01  # three times 0.33 passes for 1


@exercise(
    "02-exercise",
    asks="Find probabilities with which one latent copies all three factors alike, no latent "
    "copies any factor more often than half of the time, and yet BetaVAE is above 0.93.",
    takes="a 3 by 3 table of probabilities, a row per latent; every row sums to 1",
    hint="Here factors are told apart by what a latent does not copy. How many latents does it "
    "take to leave three different traces?",
    solution=_two_coins_and_a_blend,
    degenerate={
        "no preference": lambda: np.full((3, 3), 1 / 3),
        "the paper's code": lambda: np.array(examples.COPYING),
        "a copy": lambda: np.eye(3),
        "milder coins": lambda: [[0.45, 0.45, 0.1], [0.1, 0.45, 0.45], [0.45, 0.1, 0.45]],
        "the same twice": lambda: [[0.5, 0.5, 0], [0.5, 0.5, 0], [0.34, 0.33, 0.33]],
    },
    learned="No latent is devoted to anything, one copies all alike, and the classifier names "
    "the factor all the same: it needs traces that differ, not latents of their own.",
)
def _mild_copies(answer: object) -> list[Demand]:
    table = numbers(answer, (3, 3))
    off = np.abs(table.sum(1) - 1)
    if table.min() < 0:
        raise ValueError(f"A probability is never below 0, and one is {table.min():g}.")
    if off.max() > ROUNDED + 1e-9:
        row = int(off.argmax())
        raise ValueError(f"Each row must sum to 1; row {row + 1} sums to {table[row].sum():.4g}.")
    table = table / table.sum(1, keepdims=True)
    largest = float(table.max())
    world = examples.copying_world(table)
    runs = [beta_vae(world, points=POINTS, seed=seed).value for seed in range(SEEDS)]
    apart = float(np.ptp(table, axis=1).min())
    alike = "in one row the probabilities are alike, to 0.02"
    return [
        Demand(alike, apart <= 0.02 + 1e-9, f"{apart:.3f} apart"),
        Demand("no probability is above 0.5", largest <= 0.5 + 1e-9, f"{largest:.3f}"),
        above(f"BetaVAE (mean of {SEEDS} seeds)", float(np.mean(runs)), 0.93),
    ]


def _one_latent_wins_two_columns() -> list[list[float]]:
    return [[0.7, 0.68, 0.3], [0.5, 0.55, 0.5], [0.4, 0.5, 0.6]]


@exercise(
    "03-exercise",
    asks="Find weights with which every latent weighs a factor of its own most and keeps half of "
    "its variance whatever stands still, and yet FactorVAE is below 0.75.",
    takes="a 3 by 3 table of weights from 0 to 1, a row per latent and a column per factor",
    hint="A latent stands for one factor only. What if it wins the votes of two? Let latent 1 "
    "weigh factors 1 and 2 nearly alike, and factor 3 little.",
    solution=_one_latent_wins_two_columns,
    degenerate={
        "the paper's code": lambda: np.array(examples.MIXING),
        "a copy": lambda: np.eye(3),
        "torn votes, but no factor of its own": lambda: [
            [0.6, 0.6, 0.5],
            [0.5, 0.5, 0.55],
            [0.5, 0.52, 0.5],
        ],
        "equal rows": lambda: np.full((3, 3), 0.5),
        "rows that are equal but for a hair": lambda: [
            [0.5, 0.5, 0.5],
            [0.5, 0.5, 0.5001],
            [0.5, 0.5, 0.4999],
        ],
        "nothing": lambda: np.zeros((3, 3)),
    },
    learned="The score is high only if each factor has a winner of its own: it hangs "
    "on which latent keeps least while a factor stands still, not on how little.",
)
def _torn_votes(answer: object) -> list[Demand]:
    weights = numbers(answer, (3, 3))
    if weights.min() < 0 or weights.max() > 1:
        raise ValueError("Every weight must lie between 0 and 1.")
    if (weights.sum(1) == 0).any():
        raise ValueError("A row of zeros is a latent that never moves; give it some weight.")
    left = float(examples.variance_left(weights).min())
    world = examples.mixing_world(weights)
    runs = [factor_vae(world, points=POINTS, seed=seed).value for seed in range(SEEDS)]
    second = np.where(np.eye(3, dtype=bool), 0, weights).max(1)
    ahead = float((weights.diagonal() - second).min())
    words = f"latents 1, 2, 3 weigh factors 1, 2, 3 most, by {APART:g} or more"
    return [
        Demand(words, ahead >= APART - 1e-9, f"the smallest lead is {ahead:.3f}"),
        Demand(
            "every latent keeps at least half of its variance",
            left >= 0.5,
            f"the smallest share is {left:.3f}",
        ),
        below(f"FactorVAE (mean of {SEEDS} seeds)", float(np.mean(runs)), 0.75),
    ]


# ------------------------------------------------------------------------------- 04: a bent factor


def _bent_values(bend: Callable[[Numbers], ArrayLike], v: Numbers) -> Numbers:
    """What a function makes of an array, or a ValueError in plain words."""
    try:
        told = bend(v.copy())  # it may change what it is handed
    except (NameError, AttributeError) as error:
        raise ValueError(f"Your function asks for a name that is not there: {error}.") from None
    except Exception as error:
        raise ValueError(
            "Your function did not work on a whole array of values at once. If it says `if`, "
            f"use np.where(v < 0, this, that) in its place. (Python says: {error})"
        ) from None
    if told is None:
        raise ValueError("Your function returns nothing: does its last line say return?")
    if np.shape(told) != v.shape:
        raise ValueError("Your function must return one latent for every value of v.")
    if np.isnan(told).any():
        raise ValueError(
            f"For v = {v[np.isnan(told)][0]:g} your function makes no number (nan): the root or "
            "the logarithm of a number below 0?"
        )
    if np.abs(told).max() > LARGEST:
        raise ValueError(f"Your function makes numbers beyond {LARGEST:g}: a milder bend will do.")
    return numbers(told, v.shape)


UNBENT = 0.95  # up to here the latent stays the factor


def _far_ends() -> Callable[[Numbers], Numbers]:
    def my_bend(v):
        return np.where(np.abs(v) < 0.98, v, 1000 * v)  # a few samples, and very far off

    return my_bend


SLACK = 0.003  # by so much 10,000 samples may miss what a line sees of all values


@exercise(
    "04-exercise",
    asks=f"Leave v as it is from -{UNBENT:g} to {UNBENT:g} at least, and bend only what lies "
    "further out, or some of it, until SAP is below 0.1. The latent must rise all the way.",
    takes="a function of an array v (values between -1 and 1), such as np.where(v > 0, v, 2 * v)",
    hint="The line is as near as can be in squared distances: it follows a few samples that lie "
    "very far off. And if farther helps no more? Then bend fewer of them.",
    solution=_far_ends,
    degenerate={
        "no bend": lambda: lambda v: v,
        "a parabola": lambda: lambda v: v**2,
        "nothing": lambda: lambda v: 0 * v,
        "a very high power": lambda: lambda v: v**61,  # low enough, but all of it is bent
        "ends that are cut off": lambda: lambda v: np.clip(v, -0.96, 0.96),
        "a wave": lambda: lambda v: np.sin(1000 * v) + 1e-9 * v,  # told apart on paper only
        "the value of another sample": lambda: lambda v: v[::-1],
    },
    learned="For at least 95 of 100 samples the latent is the factor itself, and yet a straight "
    "line sees about a tenth, or less: it reads only the far samples, and sees about three times "
    "their share of all, so that the fewer are bent, the less it sees. A low SAP need not mean a "
    "loss.",
)
def _bent(answer: object) -> list[Demand]:
    if not callable(answer):
        raise ValueError("Give the function by its name, without brackets: my_bend.")
    drawn = np.random.default_rng(1).uniform(-1, 1, 10_000)  # a short way back is seen, too
    grid = np.union1d(np.linspace(-1, 1, 401), drawn)
    mixed = np.random.default_rng(0).permutation(len(grid))  # each sample must keep its own value
    told = np.empty(len(grid))
    told[mixed] = _bent_values(answer, grid[mixed])
    different = len(np.unique(told)) == len(grid)
    steps = np.sign(np.diff(told))
    factors = {"factor 1": uniform(-1, 1), "factor 2": uniform(-1, 1)}
    world = World(factors, lambda v, rng: np.column_stack([answer(c.copy()) for c in v.T]))
    score = sap(world.sample(10_000)).value if np.ptp(told) > 0 else 0.0
    turns = {-1.0, 1.0} <= set(steps)
    flat = "flat everywhere" if np.ptp(told) == 0 else "flat somewhere"
    wave = "it turns back" if turns else f"it is {flat}"
    moved = np.where(np.abs(grid) <= UNBENT, np.abs(told - grid), 0)
    at, there = grid[moved.argmax()], told[moved.argmax()]
    bent = f"at v = {at:.3g} it is {there + 0.0:.3g}"  # no -0
    return [
        is_so(f"from -{UNBENT:g} to {UNBENT:g} the latent is v", moved.max() < 1e-9, bent),
        is_so(
            "no two values of v get the same latent (of some 10,000)", different, "two are alike"
        ),
        is_so("it rises all the way", steps.sum() == len(steps), wave),
        Demand(
            "SAP is below 0.1, on 10,000 samples",
            score < 0.1 + SLACK,
            f"{score:.4f}",
        ),
    ]


# ----------------------------------------------------------------------------- 05: a code of coins


def _one_of_three_for_itself() -> Callable[[int, int, int], list[int]]:
    def my_code(a, b, c):
        return [a, a, 2 * b + c]  # two winners in column a; the last row is torn

    return my_code


def _coins_twice() -> Callable[[int, int, int], list[int]]:
    def my_code(a, b, c):
        return [a, b, c, a, b, c]

    return my_code


@exercise(
    "05-exercise",
    asks="Write a code of three coins with MIG between 0.5 and 0.8 and DCIMIG between 0.2 and 0.5.",
    takes="a function of the coins a, b and c (each 0 or 1) that returns a list of numbers",
    hint="A latent that serves two coins alike bids for neither. Who bids for the third, and "
    "what does a second copy of that coin change, for whom?",
    solution=_one_of_three_for_itself,
    degenerate={
        "a copy": lambda: lambda a, b, c: [a, b, c],
        "nothing": lambda: lambda a, b, c: [0],
        "one latent for all": lambda: lambda a, b, c: [4 * a + 2 * b + c],
        "every coin twice": _coins_twice,
        "one coin": lambda: lambda a, b, c: [a],
        "two coins": lambda: lambda a, b, c: [a, b],
        "one latent for two": lambda: lambda a, b, c: [2 * a + b, c],
    },
    learned="DCIMIG counts the best bid for each coin, and a latent that serves two coins alike "
    "bids for neither. MIG reads columns: it loses what two latents know alike, or what none "
    "knows well.",
)
def _compact_not_pure(answer: object) -> list[Demand]:
    rep = table_representation((2, 2, 2), coded(answer, list(product((0, 1), repeat=3))))
    wished = (("MIG", mig(rep).value, 0.5, 0.8), ("DCIMIG", dcimig(rep).value, 0.2, 0.5))
    return [
        Demand(f"{name} lies between {low} and {high}", low <= found <= high, f"{found:.3f}")
        for name, found, low, high in wished
    ]
