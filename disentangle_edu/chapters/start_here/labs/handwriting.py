"""Real handwriting described by ten components, which you drag."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .... import InformativenessMatrix, Representation, measures, viz, widgets
from ....measures.conditional import shuffled
from ....types import Floats
from ....worlds.world import MEASURED, measured
from ...common.codes import CodeLab, LastDragged, code_control, follow_code
from ..data import DIGIT_CODES, measured_digits

REACH = 3.0  # latents are moved by so many standard deviations to either side
MAX_CHANGE = 2.5  # the largest change that the bars show, in standard deviations of a factor
MIN_CHANGE = 0.25  # the least change that gets a sentence, in standard deviations of a factor
PITCH = 29.0  # pixels between two latents, enough for a finger
CHANGE_ROW = 28  # pixels of a factor's row of change
CELL = 30
ASK = "Ten latents keep the gist of 64 pixels. Drag one of the latents: which factor moves?"
DETAILS = (
    "The row “entropy” gives all the bits there are to know about each factor.\n"
    "Counting finds some bits even when there is no information. To see how many, the latents were "
    "shuffled among the images and counted again; the last row shows the largest value of any "
    "latent.\n"
    "For counting, latents and measured factors are cut into 21 bins of equal width.\n"
    "Bits and standard deviations are those of all 1,797 digits."
)


# ------------------------------------------------------------------------------ digits and changes


@dataclass(frozen=True)
class Digits:
    """Handwriting under a code: images (n, 8, 8), their factors, and the latents.

    z : standardised latents.   weights, offset : of the best linear way back to pixels.
    spreads : standard deviations of the measured factors over all digits.
    """

    images: Floats
    rep: Representation
    z: Floats
    weights: Floats
    offset: Floats
    spreads: Floats


@functools.cache
def digits_with_decoder(code: str) -> Digits:
    """Handwriting under a code, and the best linear way back to pixels."""
    raw = measured_digits(code)
    images, names = np.array(raw["images"], float), ("digit", *MEASURED)
    rep = Representation(raw["factors"], raw["latents"], factor_names=names)
    z = (rep.latents - rep.latents.mean(0)) / rep.latents.std(0)
    design = np.column_stack([z, np.ones(len(z))])
    weights, *_ = np.linalg.lstsq(design, images.reshape(len(images), -1), rcond=None)
    return Digits(images, rep, z, weights[:-1], weights[-1], rep.factors[:, 1:].std(0))


def decoded(code: str, latents: Sequence[float]) -> Floats:
    """The image (8, 8), ink from 0 to 1, that a linear map makes from standardised latents."""
    model = digits_with_decoder(code)
    pixels = np.array(latents) @ model.weights + model.offset
    return np.clip(pixels / 16, 0, 1).reshape(8, 8)


def digit_latents(code: str, sample: int) -> list[float]:
    """The latents of a digit, as far as the bars reach."""
    latents = np.clip(digits_with_decoder(code).z[sample], -REACH, REACH)
    return [round(float(z), 3) for z in latents]


def changes_of(code: str, before: Sequence[float], after: Sequence[float]) -> dict[str, float]:
    """Change of the drawn image in each measured factor, in standard deviations over all digits.

    The change is 0 if it cannot be measured because too little ink is left.
    """
    images = 16 * np.array([decoded(code, before), decoded(code, after)])
    with np.errstate(all="ignore"):
        old, new = measured(images)
        change = np.nan_to_num((new - old) / digits_with_decoder(code).spreads, posinf=0, neginf=0)
    changes = dict(zip(MEASURED, change.tolist()))
    del changes["stroke"]  # it counts pixels of ridges, and a blurred drawing has none to count
    return changes


@functools.cache
def shuffled_bits(code: str) -> Floats:
    """The most bits that any latent gives about each factor after the latents were shuffled."""
    rep = digits_with_decoder(code).rep
    return measures.mutual_information(shuffled(rep, 0)).values.max(0)


# ------------------------------------------------------------------------------------------ panels


@viz.panel(210, min_width=250, max_width=330)
def digit_panel(canvas: viz.Canvas, code: str, sample: int, latents: Sequence[float]) -> None:
    """The handwritten image, and the image that is redrawn from its latents."""
    model = digits_with_decoder(code)
    x, y, width, _ = canvas.box
    size, digit = min((width - 16) / 2, 150), model.rep.factors[sample, 0]
    canvas.title(f"the digit {digit:.0f}, redrawn from its latents", f"the digit {digit:.0f}")
    left, right = x, x + size + 16
    draw_pixels(canvas.within(left, y + 28, size, size), model.images[sample] / 16, "a")
    draw_pixels(canvas.within(right, y + 28, size, size), decoded(code, latents), "b")
    for at, label in ((left, "as written"), (right, "from its latents")):
        canvas.note(at + size / 2, y + size + 44, label, "middle")


def draw_pixels(canvas: viz.Canvas, image: Floats, key: str) -> None:
    """Draw pixels as small squares, which fade when they change."""
    x, y, size, _ = canvas.box
    unit = size / len(image)
    for (r, c), ink in np.ndenumerate(image):
        square = x + c * unit, y + r * unit, unit + 0.3, unit + 0.3
        canvas.rect(*square, viz.shade(ink), key=f"{key}{r}{c}")
    canvas.rect(x, y, size, size, "none", viz.GRID)


@viz.panel(lambda latents: 34 + PITCH * len(latents), min_width=270, max_width=420)
def latents_panel(canvas: viz.Canvas, names: Sequence[str], latents: Sequence[float]) -> None:
    """Ten bars around 0, each with a handle."""
    x, y, width, _ = canvas.box
    canvas.title("drag a latent and watch the digit change", "drag a latent")
    left, right = x + 92, x + width - 14
    middle, half = (left + right) / 2, (right - left) / 2
    canvas.line(middle, y + 26, middle, y + 26 + PITCH * len(latents), viz.GRID)
    for i, (name, value) in enumerate(zip(names, latents)):
        down, end = y + 28 + PITCH * i, middle + value / REACH * half
        canvas.text(left - 8, down + 15, viz.short(name, 84), "end", viz.FAINT, link=name)
        bar = min(middle, end), down + 4, abs(end - middle), 14
        canvas.rect(*bar, viz.PART, key=f"bar{i}", link=name)
        axis = viz.Axis(f"latents/{i}", value, -REACH, REACH, 0.1, "x", left, right)
        handle = viz.Handle(name, (axis,), f"{value:.1f} standard deviations")
        canvas.circle(end, down + 11, 7, viz.HANDLE, key=f"knob{i}", handle=handle, link=name)


@viz.panel(210, min_width=250, max_width=330)
def changes_panel(canvas: viz.Canvas, changes: Mapping[str, float]) -> None:
    """A bar to either side for every measured factor of the drawn image."""
    x, y, width, _ = canvas.box
    canvas.title("change, in standard deviations")
    left, right = x + 62, x + width - 46
    middle, half = (left + right) / 2, (right - left) / 2
    canvas.rect(left, y + 24, right - left, CHANGE_ROW * len(changes), viz.GROUND, viz.GRID)
    for j, (name, change) in enumerate(changes.items()):
        down = y + 28 + CHANGE_ROW * j
        end = middle + np.clip(change / MAX_CHANGE, -1, 1) * half
        canvas.text(left - 8, down + 15, name, "end", viz.FAINT, link=name)
        style: viz.Style = {"key": f"change{j}", "link": name}
        style["title"] = f"{name}: {change:+.2f} standard deviations"
        canvas.rect(min(middle, end), down + 2, abs(end - middle), 16, viz.class_colour(1), **style)
        rounded = round(change, 1) + 0.0  # + 0.0 turns -0.0 into 0.0
        canvas.note(right + 6, down + 15, f"{rounded:+.1f}", key=f"changen{j}")
    bottom = y + 24 + CHANGE_ROW * len(changes)
    canvas.line(middle, y + 24, middle, bottom, viz.FAINT)
    for across, label in ((left, "less"), (middle, "no change"), (right, "more")):
        canvas.note(across, bottom + 16, label, "middle")


@viz.panel(
    height=lambda matrix: viz.matrix_height(matrix, CELL, below=36),
    min_width=330,
    max_width=lambda matrix: viz.matrix_width(matrix, CELL),
)
def factor_bits_panel(
    canvas: viz.Canvas, matrix: InformativenessMatrix, latent: int | None, chance: Floats
) -> None:
    """Bits that each latent gives about each factor; the row of the dragged latent is framed.

    The rows below the matrix are the entropy of each factor, and the bits found by chance.
    """
    title = "bits that a latent gives about a factor"
    to_pixels = viz.draw_matrix(canvas, matrix, title=title, cell=CELL)
    rows, columns = matrix.values.shape
    left, bottom = to_pixels(rows, 0)
    below = {"entropy": np.asarray(matrix.factor_entropy), "by chance": chance}
    for j, (name, values) in enumerate(below.items()):
        down = bottom + 18 + 17 * j
        canvas.note(left - 7, down, name, "end")
        for k, value in enumerate(values):
            canvas.note(to_pixels(rows, k + 0.5)[0], down, f"{value:.2f}", "middle")
    if latent is not None:
        (x, top), (right, low) = to_pixels(latent, 0), to_pixels(latent + 1, columns)
        frame: viz.Style = {"stroke_width": "3", "pointer_events": "none", "key": "row"}
        canvas.rect(x - 1, top, right - x + 2, low - top, "none", viz.CHOSEN, **frame)


def describe_largest(changes: Mapping[str, float]) -> str:
    """The two factors that changed most, if any factor changed noticeably."""
    first, second = sorted(changes, key=lambda name: -abs(changes[name]))[:2]
    if abs(changes[first]) < MIN_CHANGE:
        return f"no factor changed by {MIN_CHANGE:g} standard deviations or more"
    sentence = f"the {first} changed most ({changes[first]:+.1f} standard deviations)"
    if abs(changes[second]) < 0.05:
        return f"{sentence}, and no other factor changed noticeably"
    return f"{sentence}, then the {second} ({changes[second]:+.1f})"


# --------------------------------------------------------------------------------------------- lab


def current_code(values: dict) -> list[float]:
    """The latents of the digit on show."""
    return digit_latents(values["code"], values["sample"])


class DigitsLab(CodeLab):
    """The code of the chosen digit."""

    codes = {"latents": current_code}


@widgets.lab(
    {
        "code": widgets.choice("code", list(DIGIT_CODES), "principal components"),
        "sample": widgets.whole("image (0 to 99)", 15, 0, 99),
        "latents": code_control("latents", 10),
    },
    lab_class=DigitsLab,
    initial_memory=LastDragged(),
    update_memory=functools.partial(follow_code, ("sample", "code"), current_code),
    describe_change=widgets.describe_by_caption,
)
def handwriting(code: str, sample: int, latents: list[float], memory: LastDragged) -> viz.Picture:
    """Real handwriting described by ten components: drag one and see what changes."""
    rep, latent, start = digits_with_decoder(code).rep, memory.latent, digit_latents(code, sample)
    current = latents or start
    before = list(current)  # as it was, but for the drags of other latents
    if latent is not None:
        before[latent] = start[latent]
    changes, caption = changes_of(code, before, current), ASK
    if latent is not None:
        name = rep.latent_names[latent]
        caption = (
            f"You moved {name} from {before[latent]:.1f} to {current[latent]:.1f}: "
            f"{describe_largest(changes)}. The framed row gives the bits of {name} about each "
            "factor."
        )
    return viz.Picture(
        panels=(
            viz.stack(digit_panel(code, sample, current), changes_panel(changes)),
            latents_panel(rep.latent_names, current),
            factor_bits_panel(measures.mutual_information(rep), latent, shuffled_bits(code)),
        ),
        shows=f"A handwritten digit, the image redrawn from its ten latents ({code}), and the bits "
        "of the latents about six factors.",
        caption=caption,
        text=DETAILS,
    )
