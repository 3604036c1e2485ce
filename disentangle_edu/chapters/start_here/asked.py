"""What the first chapter asks: predictions, exercises, cases by hand."""

import functools
from collections.abc import Callable

import numpy as np

from ... import measures
from ...asking.exercises import Demand, coded, exercise
from ...asking.questions import Choose, ask
from ...asking.worked import table_of
from ...core import Representation, Score
from ...measures import sensitivity
from ...metrics import beta_vae, dcimig, disentanglement, mig
from ...show.pictures import called
from ...show.reading import Words, crowded
from ...worlds import examples
from ..shelf.matrices import THIRDS, digits, third, to_three_digits


@functools.cache
def _values(metrics: tuple[Callable[..., Score], ...], rep: Representation) -> list[float]:
    return [metric(rep).value for metric in metrics]


SIDES: tuple[str, ...] = ("width", "height")
PAPER_LATENTS: tuple[str, ...] = ("x", "x²", "y", "y³")
RECTANGLE = {"x": (1, 0), "y": (0, 1), "x + y": (1, 1), "x - y": (1, -1)}  # per width and height


@ask(
    "00-by-hand",
    "A rectangle 3 wide and 5 high becomes 4 wide; its height stays. Which latents change?",
    Choose(tuple(f"latent {name}" for name in RECTANGLE), ("changes", "stands still")),
    given=[0, 0, 0, 0],
    means=lambda guess, truth: "A latent changes if the width has any say in it.",
)
def _by_hand() -> list[int]:
    before, after = np.array([3, 5]), np.array([4, 5])
    return [int(before @ code == after @ code) for code in RECTANGLE.values()]


@ask(
    "00-characteristics",
    "A rectangle of width x and height y is coded by four latents: x, x², y and y³. "
    "Which of the two characteristics does this code keep?",
    Choose(
        ("Characteristic 1 (rows)", "Characteristic 2 (columns)"),
        ("kept", "broken"),
    ),
    given=[0, 0],
    means=lambda guess, truth: (
        "The two are different wishes: a code can keep either one and break the other. "
        "Drag the corner below and watch the rows and the columns fill."
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


JUDGES = (mig, dcimig, disentanglement, beta_vae)


@ask(
    "00-four-scores",
    "Ten latents (the principal components), six factors of the digits: what will four scores say?",
    Choose(tuple(called(metric.__name__) for metric in JUDGES), THIRDS),
    given=[1, 1, 1, 1],
    means=lambda guess, truth: (
        "One and the same code, judged from nearly worthless to nearly perfect: each score asks a "
        "question of its own."
    ),
    figures=lambda: to_three_digits(_values(JUDGES, digits())),
)
def _four_scores() -> list[int]:
    return [third(value) for value in _values(JUDGES, digits())]


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


def who_moved(before: tuple[int, int] = (3, 5), after: tuple[int, int] = (4, 5)) -> Words:
    """One redraw of a rectangle's width: which of four latents change?"""
    codes = {
        "x": lambda x, y: x,
        "y": lambda x, y: y,
        "x + y": lambda x, y: x + y,
        "x - y": lambda x, y: x - y,
    }
    rows = []
    for name, code in codes.items():
        old, new = code(*before), code(*after)
        rows.append([f"latent {name}", old, new, "**moved**" if old != new else "stood still"])
    shapes = [f"{width} by {height}" for width, height in (before, after)]
    sides = [side for side, a, b in zip(("width", "height"), before, after) if a != b]
    changed = {1: f"when the {''.join(sides)} alone changed", 2: "when both sides changed"}
    return table_of(["latent", *shapes, changed.get(len(sides), "when nothing changed")], rows)
