"""What the first chapter asks: predictions, exercises, cases by hand."""

from collections.abc import Callable
from math import inf

import numpy as np

from ...measures import sensitivity
from ...quiz.exercises import Requirement, code_of_table, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale
from ...representation import Representation
from ...viz.markdown import crowded
from ...worlds import examples
from ...zoo import dial
from ..common.verdicts import SEVEN, title
from .data import FORMULAS, PAPER_CODE, SIDES, all_rectangles


@question(
    "00-needles",
    "A dial mixes B's four knobs in one random direction, direction 1, up to 90 degrees. "
    "Seven needles show the scores of the mixed "
    "code. Which needle falls first, so that it is the first to lose half of its value? "
    "Which one falls least, so that it has lost the smallest share at 90 degrees?",
    ChoiceScale(("falls first", "falls least"), tuple(map(title, SEVEN))),
    guess_for_tests=[SEVEN.index("mig"), SEVEN.index("sap")],
    feedback=lambda guess, truth: (
        f"{title(SEVEN[truth[0]])} has lost half at {halved(SEVEN[truth[0]]):g} degrees, while "
        f"{title(SEVEN[truth[1]])} is {_mixed(90)[SEVEN[truth[1]]]:.2f} at 90 degrees. "
        "Turn the dial, and watch both needles."
    ),
)
def _needles() -> list[int]:
    kept = {judge: _mixed(90)[judge] / _mixed(0)[judge] for judge in SEVEN}
    return [SEVEN.index(min(SEVEN, key=halved)), SEVEN.index(max(SEVEN, key=kept.__getitem__))]


def _mixed(degrees: float) -> dict[str, float]:
    """Return the scores of B's code, mixed by the dial in its first direction."""
    return dial.stored()["B", 1, degrees]


def halved(judge: str) -> float:
    """Return the first angle at which a score has lost half of its value, or infinity."""
    first = _mixed(0)[judge]
    return min((angle for angle in dial.DEGREES if _mixed(angle)[judge] < first / 2), default=inf)


@question(
    "00-characteristics",
    "A rectangle of width x and height y is coded by four latents: x, x², y and y³. "
    "Which of the two characteristics does this code satisfy?",
    ChoiceScale(
        ("Characteristic 1 (rows)", "Characteristic 2 (columns)"),
        ("met", "violated"),
    ),
    guess_for_tests=[0, 0],
    feedback=lambda guess, truth: (
        "They are two requirements: a code can satisfy one and violate the other. "
        "Drag the corner below, and watch rows and columns fill."
    ),
    figures=lambda: [
        crowded(_moves(), FORMULAS[PAPER_CODE], "follows", SIDES) or "no latent follows both sides",
        crowded(_moves().T, SIDES, "moves", FORMULAS[PAPER_CODE]) or "no side moves two latents",
    ],
)
def _characteristics() -> list[int]:
    moves = _moves()
    return [int(moves.sum(1).max() > 1), int(moves.sum(0).max() > 1)]


def _moves() -> np.ndarray:
    """Return which latents of the paper's code of rectangles move with which side."""
    return sensitivity(all_rectangles(PAPER_CODE)).values > 0


def _two_sides_in_one_number() -> Callable[[float, float, float], list[float]]:
    def my_code(width, height, depth):
        return [10 * width + height, depth]  # the first latent moves with two sides

    return my_code


@exercise(
    "00-exercise",
    asks="Write a code of a box, with two or more latents, that has Characteristic 2 but not "
    "Characteristic 1, and that gives each box a different code.",
    takes="a function of width, height and depth (whole numbers, 1 to 8) that returns a list",
    hint="Each side may move at most one latent. Nothing stops two sides from sharing it. How can "
    "one number hold two sides?",
    solution=_two_sides_in_one_number,
    rejected_answers={
        "a copy": lambda: lambda width, height, depth: [width, height, depth],
        "nothing": lambda: lambda width, height, depth: [0],
        "one side forgotten": lambda: lambda width, height, depth: [10 * width + height],
        "a sum that mixes boxes up": lambda: lambda width, height, depth: [width + height, depth],
        "a latent that stands still": lambda: lambda w, h, d: [100 * w + 10 * h + d, 0],
        "sum and difference": lambda: lambda w, h, d: [w + h, w - h, d],
    },
    learned="A latent may follow two sides, as long as each side moves only one latent. "
    "Your code loses nothing by sharing, and yet it violates Characteristic 1: the two "
    "requirements differ.",
)
def _box_code(answer: object) -> list[Requirement]:
    sizes = examples.grid(8, 8, 8).astype(int) + 1
    latents = code_of_table(answer, sizes)
    rep = Representation(sizes, latents, factor_types="discrete", latent_types="discrete")
    moves = sensitivity(rep).values > 0
    sides, names = ("width", "height", "depth"), rep.latent_names
    shared, spread = (
        crowded(moves, names, "follows", sides),
        crowded(moves.T, sides, "moves", names),
    )
    alive, boxes = int(moves.any(1).sum()), len(np.unique(latents, axis=0))
    return [
        Requirement("a latent follows two sides (violates 1)", bool(shared), shared or "none does"),
        Requirement("no side moves two latents (satisfies 2)", not spread, spread or "none does"),
        Requirement("two or more latents move", alive > 1, f"{alive} of {len(moves)}"),
        Requirement(
            "each box has a different code",
            boxes == len(sizes),
            f"{boxes} different codes for {len(sizes)} boxes",
        ),
    ]


@personal_exercise(
    "00-own",
    asks="A factor has four values; here is how often each one occurs. "
    "How large is its entropy, in bits?",
    hint="A value with share p costs log2(1/p) questions, and it occurs in a share p of all cases.",
    gives=lambda rng: _random_shares(rng, 4),
    near=0.01,
)
def _bits_of_a_factor(shares: list[float]) -> float:
    return float(-sum(share * np.log2(share) for share in shares))


def _random_shares(rng: np.random.Generator, values: int) -> list[float]:
    hundredths = 4 + rng.multinomial(100 - 4 * values, rng.dirichlet(np.ones(values)))
    return [count / 100 for count in hundredths.tolist()]
