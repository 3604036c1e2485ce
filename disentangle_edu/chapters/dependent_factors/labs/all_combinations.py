"""Every digit in every pair of colours, drawn by one decoder."""

from collections.abc import Sequence

import numpy as np

from ....types import Floats
from ....viz.canvas import Canvas, Style, panel
from ....viz.picture import Picture
from ....viz.theme import CHOSEN, FAINT
from ....widgets.lab import register_public
from ..data import code_of_digits, decoded, digits_of

# The pairs of colours, in the order of the columns.
PAIRS = ("orange on black", "orange on white", "green on black", "green on white")
DASHES: Style = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}


@panel(66 + 4 * 132, min_width=340, max_width=600)
def combinations_panel(canvas: Canvas, images: Floats, unseen: Sequence[bool]) -> None:
    """A row per digit and a column per pair of colours; dashes around those not in the data."""
    x, y, width, _ = canvas.box
    canvas.title("dashed frame: not in the data")
    left, top = x + 54, y + 60
    step = min((width - 50) / 4, 132)
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
            canvas.rect(across - 4, down - 4, size + 8, size + 8, "none", CHOSEN, **DASHES)


@register_public
def all_combinations(strength: float = 0.5, code: str = "learned with labels") -> Picture:
    """Every digit in every pair of colours, drawn from the code of a single image."""
    digits, rep = digits_of(strength), code_of_digits(strength, code)
    wanted = np.array([(d, ink, ground) for d in range(4) for ink in (0, 1) for ground in (0, 1)])
    latents = np.tile(rep.latents[0], (16, 1))
    for k in range(3):
        values = range(wanted[:, k].max() + 1)
        means = [rep.latents[rep.factors[:, k] == value, k].mean() for value in values]
        latents[:, k] = np.array(means)[wanted[:, k]]
    drawn = {tuple(row) for row in digits.factors}
    unseen = [tuple(row) not in drawn for row in wanted]
    return Picture(
        panels=(combinations_panel(decoded(strength, code, latents), unseen),),
        shows="A row of images for each digit, with a column for each pair of colours.",
        caption="The decoder draws sixteen combinations from the code of one image, by setting "
        f"latents 1, 2 and 3. At strength {strength}, the data contain {16 - sum(unseen)} of them.",
        text=f"The code is: {code}.",
    )
