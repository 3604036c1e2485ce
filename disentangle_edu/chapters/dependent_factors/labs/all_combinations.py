"""Every digit in every pair of colours, drawn by one decoder, as the colours follow the digit."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ....types import Floats
from ....viz.canvas import Canvas, Style, panel, stack
from ....viz.panels import bars_panel
from ....viz.picture import Picture
from ....viz.theme import CHOSEN, FAINT
from ....widgets.controls import moved_by_handle, number
from ....widgets.lab import lab
from ..data import code_of_digits, decoded, digits_of, digits_read, modularity_of_mixture

CODE = "learned with labels"
# The pairs of colours, in the order of the columns.
PAIRS = ("orange on black", "orange on white", "green on black", "green on white")
DASHES: Style = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}
STEP = 92  # pixels from one image to the next
WANTED = np.argwhere(np.ones((4, 2, 2)))  # digit, its colour, background


def set_latents(strength: float, image: int = 0) -> Floats:
    """Codes of all combinations: that of one image, with three latents set."""
    rep = code_of_digits(strength, CODE)
    latents = np.tile(rep.latents[image], (len(WANTED), 1))
    for k, column in enumerate(WANTED.T):
        means = [rep.latents[rep.factors[:, k] == v, k].mean() for v in range(column.max() + 1)]
        latents[:, k] = np.array(means)[column]
    return latents


def are_unseen(factors: NDArray[np.int64]) -> list[bool]:
    """Which combinations are not in the data."""
    seen = {tuple(row) for row in factors.tolist()}
    return [tuple(row) not in seen for row in WANTED.tolist()]


@panel(60 + 4 * STEP, min_width=340, max_width=430)
def combinations_panel(canvas: Canvas, images: Floats, unseen: Sequence[bool]) -> None:
    """A row per digit and a column per pair of colours; dashes around those not in the data."""
    x, y, width, _ = canvas.box
    canvas.title("dashed frame: not in the data")
    left, top = x + 54, y + 60
    step = min((width - 50) / 4, STEP)
    size = step - 16
    for j, pair in enumerate(PAIRS):
        ink, ground = pair.split(" on ")
        middle = left + step * j + size / 2
        canvas.note(middle, top - 22, ink, "middle")
        canvas.note(middle, top - 8, f"on {ground}", "middle")
    for j, (image, is_unseen) in enumerate(zip(images, unseen)):
        across, down = left + step * (j % 4), top + step * (j // 4)
        if j % 4 == 0:
            canvas.text(x, down + size / 2 + 4, f"digit {j // 4}", "start", FAINT)
        canvas.image(across, down, size, image, f"made{j}")
        if is_unseen:
            frame = across - 4, down - 4, size + 8, size + 8
            canvas.rect(*frame, "none", CHOSEN, key=f"frame{j}", **DASHES)


@panel(72, min_width=270, max_width=560)
def strength_panel(canvas: Canvas, strength: float) -> None:
    """A handle for how much the colours depend on the digit."""
    x, y, width, _ = canvas.box
    canvas.title("drag: how much the digit decides the colours", "drag: how much digits decide")
    ends = x + 14, x + width - 14
    label = "how much the colours depend on the digit"
    canvas.slider("strength", strength, (0, 1), ends, y + 38, label=label, step=0.25)
    for at, words, anchor in ((ends[0] - 8, "a fair coin", "start"), (ends[1] + 8, "all", "end")):
        canvas.note(at, y + 64, words, anchor)


@lab(
    {
        "strength": moved_by_handle(
            number("how much the colours depend on the digit", 0.0, 0, 1, 0.25)
        )
    }
)
def all_combinations(strength: float) -> Picture:
    """Let the digit decide the colours: what do scores still show, and what can be drawn?"""
    unseen = are_unseen(digits_of(strength).factors)
    mixed, right = modularity_of_mixture(strength), digits_read(strength)
    bars = {"mixture's modularity": mixed, "digits recognised": right}
    return Picture(
        panels=(
            combinations_panel(decoded(strength, CODE, set_latents(strength)), unseen),
            stack(strength_panel(strength), bars_panel("at this strength", bars, step=34)),
        ),
        shows="A row of images for each digit, with a column for each pair of colours.",
        caption=f"At strength {strength:g} the data contain {16 - sum(unseen)} of 16 combinations. "
        f"Modularity of a random mixture is {mixed:.2f}.",
        text="The decoder draws sixteen combinations from the code of one image, by setting "
        f"latents 1, 2 and 3. The code is: {CODE}.\nModularity for dependent factors is that of "
        "the three factors, mixed at random. The digit is read from images that the predictor has "
        "not seen.",
        scores=bars,
    )
