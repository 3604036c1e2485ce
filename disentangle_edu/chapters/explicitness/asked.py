"""What the chapter on the size of a reader asks: predictions, exercises, cases by hand."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ...asking.exercises import Demand, at_least, at_most, exercise, within
from ...asking.questions import Choose, ask
from ...asking.worked import table_of
from ...measures import losses
from ...measures.capacity import Losses
from ...measures.subspaces import inclined_planes
from ...metrics import explicitness_es
from ...show.reading import Words


@ask(
    "13-which-change",
    "Two factors read three latents, each a plane of its own, by squares. Which change lowers "
    "explicitness more?",
    Choose(
        ("",),
        ("from squares to cosines of frequency 4", "from planes 90 to planes 40 degrees apart"),
    ),
    given=[1],
    means=lambda guess, truth: (
        "Explicitness asks how large a reader must be. A tilted plane is read by the same "
        "polynomial; a wave needs a larger one."
    ),
)
def _which_change() -> list[int]:
    cases = (("squares", 90), ("cosines", 90), ("squares", 40))
    start, waves, tilted = (explicitness_es(inclined_planes(*one)[0]).value for one in cases)
    return [int(start - tilted > start - waves)]


def between_two_and_four() -> float:
    return 4.7


@exercise(
    "13-exercise",
    asks="Find a frequency of the cosines that a polynomial of degree 4 reads (a tenth of the loss "
    "left, or less) and one of degree 2 does not (half of it left, or more).",
    takes="a number from 1 to 8",
    hint="The faster a cosine waves, the more bends a polynomial needs to follow it; "
    "look at the curve of loss left, by degree.",
    solution=between_two_and_four,
    degenerate={
        "as the lab starts": lambda: 4.0,
        "slow": lambda: 1.0,
        "fast": lambda: 6.0,
        "as fast as can be": lambda: 8.0,
    },
)
def needs_degree_four(answer: object) -> list[Demand]:
    frequency = within("a frequency", answer, 1, 8)
    left = losses(inclined_planes("cosines", 90, frequency)[0]).values.mean(1)
    return [
        at_least("the loss left by degree 2", float(left[1]), 0.5),
        at_most("the loss left by degree 4", float(left[3]), 0.1),
    ]


def area_by_hand(left: Sequence[float] = (0.8, 0.2, 0.1)) -> Words:
    """Loss left by three probes: two pieces of area, and explicitness."""
    pieces = [(a + b) / 2 for a, b in pairwise(left)]
    value = explicitness_es(Losses(np.array(left)[:, None], "loss left", "share")).value
    shown = [f"({a:g} + {b:g}) / 2 = {(a + b) / 2:.3g}" for a, b in pairwise(left)]
    rows: list[list[object]] = [
        ["loss left", *left],
        ["area from one probe to the next", *shown, ""],
        ["mean of the pieces", f"{np.mean(pieces):.3g}", *[""] * (len(left) - 1)],
        ["explicitness = 1 - mean", f"**{value:.3g}**", *[""] * (len(left) - 1)],
    ]
    return table_of(["step", *[f"probe {j + 1}" for j in range(len(left))]], rows)
