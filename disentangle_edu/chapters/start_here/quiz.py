"""What the first chapter asks: predictions, exercises, cases by hand."""

from collections.abc import Callable

import numpy as np

from ... import measures
from ...measures import sensitivity
from ...quiz.exercises import Requirement, code_of_table, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...representation import Representation
from ...viz.markdown import crowded
from ...worlds import examples
from ..common.verdicts import CODES, SEVEN, verdict

SIDES: tuple[str, ...] = ("width", "height")
PAPER_LATENTS: tuple[str, ...] = ("x", "x²", "y", "y³")


@question(
    "00-judges",
    "A mixes everything up, as you have seen. "
    "How many of the seven scores will give A more than one half?",
    NumberScale(0, len(SEVEN), "scores out of seven", digits=0),
    test_guess=0,
    feedback=lambda guess, truth: (
        f"The best mark that A gets is {max(marks('A')):.3f}, the worst {min(marks('A')):.3f}. "
        f"B gets up to {max(marks('B')):.3f}, and from one judge no more than "
        f"{min(marks('B')):.3f}. Which judge says what? You will guess each."
    ),
)
def _judges() -> int:
    return sum(value > 0.5 for value in marks("A"))


def marks(code: str) -> list[float]:
    """What all seven scores say of A, of B or of handwriting."""
    return [verdict(metric)[CODES.index(code)] for metric in SEVEN]


@question(
    "00-characteristics",
    "A rectangle of width x and height y is coded by four latents: x, x², y and y³. "
    "Which of the two characteristics does this code keep?",
    ChoiceScale(
        ("Characteristic 1 (rows)", "Characteristic 2 (columns)"),
        ("kept", "broken"),
    ),
    test_guess=[0, 0],
    feedback=lambda guess, truth: (
        "They are two wishes: a code can keep one and break the other. "
        "Drag the corner below, and watch rows and columns fill."
    ),
    figures=lambda: [
        crowded(_moves(), PAPER_LATENTS, "follows", SIDES) or "no latent follows both sides",
        crowded(_moves().T, SIDES, "moves", PAPER_LATENTS) or "no side moves two latents",
    ],
)
def _characteristics() -> list[int]:
    moves = _moves()
    return [int(moves.sum(1).max() > 1), int(moves.sum(0).max() > 1)]


def _moves() -> np.ndarray:
    """Which latents of the paper's code of rectangles move with which side."""
    return measures.sensitivity(examples.rectangles("x, x², y, y³ (section 3.3)")).values > 0


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
    must_fail={
        "a copy": lambda: lambda width, height, depth: [width, height, depth],
        "nothing": lambda: lambda width, height, depth: [0],
        "one side forgotten": lambda: lambda width, height, depth: [10 * width + height],
        "a sum that mixes boxes up": lambda: lambda width, height, depth: [width + height, depth],
        "a latent that stands still": lambda: lambda w, h, d: [100 * w + 10 * h + d, 0],
        "sum and difference": lambda: lambda w, h, d: [w + h, w - h, d],
    },
    learned="One latent may follow two sides, as long as each side moves one latent only. Nothing "
    "is lost by it: the two characteristics are different wishes.",
)
def _box_code(answer: object) -> list[Requirement]:
    sizes = examples.grid(8, 8, 8).astype(int) + 1
    latents = code_of_table(answer, sizes)
    rep = Representation(sizes, latents, factor_types="levels", latent_types="levels")
    moves = sensitivity(rep).values > 0
    sides, names = ("width", "height", "depth"), rep.latent_names
    shared, spread = (
        crowded(moves, names, "follows", sides),
        crowded(moves.T, sides, "moves", names),
    )
    alive, boxes = int(moves.any(1).sum()), len(np.unique(latents, axis=0))
    return [
        Requirement(
            "a latent follows two sides (1 is broken)", bool(shared), shared or "none does"
        ),
        Requirement("no side moves two latents (2 is kept)", not spread, spread or "none does"),
        Requirement("two latents or more move", alive > 1, f"{alive} of {len(moves)}"),
        Requirement(
            "every box has a code of its own",
            boxes == len(sizes),
            f"{boxes} different codes for {len(sizes)} boxes",
        ),
    ]


@personal_exercise(
    "00-own",
    asks="A factor has four values, and this is how often each occurs. "
    "How many bits is its entropy?",
    hint="A share p costs log2(1/p) questions, and occurs in p of all cases.",
    gives=lambda rng: _random_shares(rng, 4),
    near=0.01,
)
def _bits_of_a_factor(shares: list[float]) -> float:
    return float(-sum(share * np.log2(share) for share in shares))


def _random_shares(rng: np.random.Generator, values: int) -> list[float]:
    hundredths = 4 + rng.multinomial(100 - 4 * values, rng.dirichlet(np.ones(values)))
    return [count / 100 for count in hundredths.tolist()]
