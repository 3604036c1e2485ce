"""Every digit in every pair of colours, drawn by one decoder, as the colours follow the digit."""

from collections.abc import Sequence

from .... import viz, widgets
from ....types import Floats
from ..data import RIGHT, drawings_of, measured_combinations

# The pairs of colours, in the order of the columns.
PAIRS = ("orange on black", "orange on white", "green on black", "green on white")
DASHES: viz.Style = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}
STEP = 92  # pixels from one image to the next


@viz.panel(60 + 4 * STEP, min_width=340, max_width=430)
def combinations_panel(canvas: viz.Canvas, images: Floats, unseen: Sequence[bool]) -> None:
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
            canvas.text(x, down + size / 2 + 4, f"digit {j // 4}", "start", viz.FAINT)
        canvas.image(across, down, size, image, f"made{j}")
        if is_unseen:
            frame = across - 4, down - 4, size + 8, size + 8
            canvas.rect(*frame, "none", viz.CHOSEN, key=f"frame{j}", **DASHES)


@viz.panel(72, min_width=270, max_width=560)
def strength_panel(canvas: viz.Canvas, strength: float) -> None:
    """A handle for how much the colours depend on the digit."""
    x, y, width, _ = canvas.box
    canvas.title("drag: how much the digit decides the colours", "drag: how much digits decide")
    ends = x + 14, x + width - 14
    label = "how much the colours depend on the digit"
    canvas.slider("strength", strength, (0, 1), ends, y + 38, label=label, step=0.25)
    for at, words, anchor in ((ends[0] - 8, "a fair coin", "start"), (ends[1] + 8, "all", "end")):
        canvas.note(at, y + 64, words, anchor)


@widgets.lab(
    {
        "strength": widgets.moved_by_handle(
            widgets.number("how much the colours depend on the digit", 0.0, 0, 1, 0.25)
        )
    }
)
def all_combinations(strength: float) -> viz.Picture:
    """Let the digit decide the colours: what do scores still show, and what can be drawn?"""
    measured = measured_combinations(strength)
    unseen, mixed = measured["unseen"], measured["mixed"]
    bars = {"mixture's modularity": mixed, "digits recognised": measured["read"]}
    return viz.Picture(
        panels=(
            combinations_panel(drawings_of(measured), unseen),
            viz.stack(strength_panel(strength), viz.bars_panel("at this strength", bars, step=34)),
        ),
        shows="A row of images for each digit, with a column for each pair of colours.",
        caption=f"At strength {strength:g} the data contain {16 - sum(unseen)} of 16 combinations. "
        f"Modularity of a random mixture is {mixed:.2f}.",
        text="The decoder draws sixteen combinations from the code of one image, by setting "
        f"latents 1, 2 and 3. The code is: {RIGHT}.\nModularity for dependent factors is that of "
        "the three factors, mixed at random. The digit is read from images that the predictor has "
        "not seen.",
        scores=bars,
    )
