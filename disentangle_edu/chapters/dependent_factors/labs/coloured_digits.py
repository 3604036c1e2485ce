"""Digits whose colours depend on the digit, and a code whose latents are moved one at a time."""

from collections.abc import Sequence

import numpy as np

from .... import viz, widgets
from ....types import Floats
from ....worlds.dependent import DIGIT_CODES, ColouredDigits
from ...common.codes import CodeLab, code_control, most_changed_latent
from ...common.scores import brief, listed_scores
from ..data import RIGHT, code_of_digits, decoded, digit_scores, digits_of

LATENT_NAMES = ("latent 1", "latent 2", "latent 3")
STRIP, ROW, N_DIGITS = 6, 108.0, 12  # images in a row, pixels of a row, digits shown as drawn


@viz.panel(332, min_width=220, max_width=340)
def samples_panel(canvas: viz.Canvas, digits: ColouredDigits, image: Floats) -> None:
    """Some digits of the data, and the image that the decoder draws from the latents now."""
    x, y, width, height = canvas.box
    canvas.title(f"{N_DIGITS} digits of the data", "the data")
    size = min((width - 15) / 6, 52)
    for j in range(N_DIGITS):
        corner = x + (size + 3) * (j % 6), y + 26 + (size + 3) * (j // 6)
        canvas.image(*corner, size, digits.images[j], f"seen{j}")
    canvas.within(x, y + 150, width, height).title("drawn from the latents")
    canvas.image(x, y + 176, 148, image, "now")


@viz.panel(28 + ROW * 3, min_width=330, max_width=520)
def rows_panel(canvas: viz.Canvas, setting: tuple[float, str], code: Floats, moved: int) -> None:
    """A row per latent: images with this latent moved from low to high, and its handle below.

    setting : how much colours depend on the digit, and whose code it is.   moved : a latent.
    """
    latents = code_of_digits(*setting).latents[:, :3]
    x, y, width, _ = canvas.box
    canvas.title("move one latent, keep the others", "move one latent")
    for k, limits in enumerate(zip(latents.min(0).tolist(), latents.max(0).tolist())):
        codes = np.tile(code, (STRIP, 1))
        codes[:, k] = np.linspace(*limits, STRIP)
        row = canvas.within(x + 74, y + 28 + ROW * k, width - 78, ROW)
        value = round(float(np.clip(code[k], *limits)), 2) + 0.0  # + 0.0 turns -0.00 into 0.00
        draw_image_row(row, k, decoded(*setting, codes), value, limits, k == moved)


def draw_image_row(
    canvas: viz.Canvas,
    k: int,
    images: Floats,
    value: float,
    limits: tuple[float, float],
    is_moved: bool,
) -> None:
    """The images of one latent, and its handle."""
    left, y, width, _ = canvas.box
    name, step = LATENT_NAMES[k], width / STRIP
    size = min(step - 6, 66)
    for j, image in enumerate(images):
        canvas.image(left + j * step, y, size, image, f"image{k}-{j}")
    ends, rail = (left + size / 2, left + (STRIP - 1) * step + size / 2), y + size + 16
    colour, words = viz.CHOSEN if is_moved else viz.FAINT, f"{value:.2f}"
    canvas.text(left - 10, y + size / 2, name, "end", link=name)
    canvas.text(left - 10, rail + 4, words, "end", colour, font_size="11", key=f"value{k}")
    canvas.line(ends[0], rail, ends[1], rail, viz.GRID, stroke_width="4")
    axis = viz.along(f"latents/{k}", value, limits, (limits[1] - limits[0]) / 100, ends)
    handle = viz.Handle(name, (axis,), words)
    mark = ends[0] + (value - limits[0]) / (limits[1] - limits[0]) * (ends[1] - ends[0])
    canvas.circle(mark, rail, 8, viz.HANDLE, key=f"knob{k}", handle=handle, link=name)


def first_code(values: dict) -> list[float]:
    """The three latents of the first image."""
    rep = code_of_digits(values["strength"], values["code"])
    return rep.latents[0, :3].round(3).tolist()


class ColouredDigitsLab(CodeLab):
    """The code of the first image."""

    codes = {"latents": first_code}


def follow_digits(before: dict, now: dict) -> dict:
    """Take the latents of another code; describe the latent that was dragged."""
    if (before["strength"], before["code"]) != (now["strength"], now["code"]):
        return now | {"latents": []}
    if before["latents"] and now["latents"] and before["latents"] != now["latents"]:
        return now | {"moved": LATENT_NAMES[most_changed_latent(before["latents"], now["latents"])]}
    return now


@widgets.lab(
    {
        "strength": widgets.number("how much the colours depend on the digit", 0.0, 0, 1, 0.25),
        "code": widgets.choice("code", list(DIGIT_CODES), RIGHT),
        "moved": widgets.choice("latent to describe", list(LATENT_NAMES), "latent 1"),
        "latents": code_control("latents", 3),
    },
    lab_class=ColouredDigitsLab,
    update_memory=follow_digits,
)
def coloured_digits(
    strength: float, code: str, moved: str, latents: Sequence[float]
) -> viz.Picture:
    """Digits whose colours depend on the digit. Move one latent and see what changes."""
    digits, rep = digits_of(strength), code_of_digits(strength, code)
    scores, bits, accuracies = digit_scores(strength, code)
    marks = brief(digit_scores(strength, RIGHT)[0])
    now, k = rep.latents[0].copy(), LATENT_NAMES.index(moved)
    now[:3] = latents or now[:3]
    low, high = rep.latents[:, k].min(), rep.latents[:, k].max()
    row, names = bits.values[k], rep.factor_names
    first, second = np.argsort(-row)[:2]
    alone = ", ".join(f"{name} {share:.2f}" for name, share in zip(names, accuracies))
    return viz.Picture(
        panels=(
            samples_panel(digits, decoded(strength, code, now[None])[0]),
            rows_panel((strength, code), now, k),
            viz.bars_panel(
                "scores; strokes: learned with labels", brief(scores), step=30, marks=marks
            ),
        ),
        shows="Twelve coloured digits, the image that a decoder draws from a code, and a row of "
        f"images for each of three latents. The code is: {code}. {moved.capitalize()} goes from "
        f"{low:.2f} to {high:.2f}.",
        caption=f"{moved.capitalize()} carries {row[first]:.2f} bits about the {names[first]} and "
        f"{row[second]:.2f} bits about the {names[second]}.",
        text=f"Scores on {len(rep)} images: {listed_scores(scores)}. The last two are computed by "
        "forests of 3 trees, which is our reconstruction.\n"
        f"Accuracy of a tree that predicts each factor from its own latent: {alone}.\n"
        f"Images: {digits.source}.",
        scores=scores,
    )
