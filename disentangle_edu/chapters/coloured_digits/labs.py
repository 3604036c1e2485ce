"""Labs on coloured digits: handwriting to recolour, and codes that mix its factors."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import measures
from ...bench.controls import choice, free, number
from ...bench.lab import Lab, lab, offered
from ...core import InformativenessMatrix, Representation
from ...metrics import dependent_modularity, mig, minimality, modularity
from ...show.images import image_at
from ...show.panels import bars_panel
from ...show.svg import (
    FAINT,
    GRID,
    MARK,
    Axis,
    Handle,
    Panel,
    Picture,
    Style,
    circle,
    heading,
    line,
    rect,
    text,
)
from ...worlds import dependent as dependent_worlds
from ...worlds.dependent import ColouredDigits
from ..shelf.scores import Scores, brief, listed_scores

# --------------------------------------------------------------------------------- coloured digits

MOVED = ("latent 1", "latent 2", "latent 3")
STRIP, ROW, SEEN = 6, 108.0, 12  # images in a row, pixels of a row, digits shown as drawn


@functools.lru_cache(maxsize=16)
def _digits(strength: float, code: str) -> tuple[ColouredDigits, Representation]:
    digits = _images(strength)
    return digits, digits.representation(code)


@functools.lru_cache(maxsize=8)
def _images(strength: float) -> ColouredDigits:
    return ColouredDigits(strength)


@functools.lru_cache(maxsize=16)
def _decoder(strength: float, code: str) -> Any:
    return _digits(strength, code)[0].decoder(code)


def decoded(strength: float, code: str, latents: np.ndarray) -> np.ndarray:
    """Images of latents, as a decoder draws them that has learned it from this very code."""
    return _decoder(strength, code)(latents)


def _seen_panel(digits: ColouredDigits, image: np.ndarray) -> Panel:
    """Some digits as they were drawn, and the one that the latents make now."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, f"{SEEN} digits as drawn", "as drawn")]
        size = min((width - 15) / 6, 52)
        for j in range(SEEN):
            at = x + (size + 3) * (j % 6), y + 26 + (size + 3) * (j // 6)
            out.append(image_at(*at, size, digits.images[j], f"seen{j}"))
        out.append(heading(x, y + 150, width, "what the latents make now"))
        out.append(image_at(x, y + 176, 148, image, "now"))
        return "".join(out)

    return Panel(draw, 332, 220, 340)


def _rows_panel(
    strength: float, code: str, latents: np.ndarray, rep: Representation, chosen: int
) -> Panel:
    """A row per latent: the image with this latent moved from low to high, and its handle below."""
    low, high = rep.latents[:, :3].min(0), rep.latents[:, :3].max(0)

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, "move one latent, hold all others", "move one latent")]
        left = x + 74
        step = (width - 78) / STRIP
        size = min(step - 6, 66)
        for k, name in enumerate(MOVED):
            at = y + 28 + ROW * k
            start = np.tile(latents, (STRIP, 1))
            start[:, k] = np.linspace(low[k], high[k], STRIP)
            for j, image in enumerate(decoded(strength, code, start)):
                out.append(image_at(left + j * step, at, size, image, f"image{k}-{j}"))
            ends = left + size / 2, left + (STRIP - 1) * step + size / 2
            here = round(float(np.clip(latents[k], low[k], high[k])), 2) + 0.0  # no -0.00
            mark = ends[0] + (here - low[k]) / (high[k] - low[k]) * (ends[1] - ends[0])
            rail = at + size + 16
            colour = MARK if k == chosen else FAINT
            out.append(text(left - 10, at + size / 2, name, "end", link=name))
            style: Style = {"font_size": "11", "key": f"value{k}"}
            out.append(text(left - 10, rail + 4, f"{here:.2f}", "end", colour, **style))
            out.append(line(ends[0], rail, ends[1], rail, GRID, stroke_width="4"))
            reach = float(low[k]), float(high[k])
            axis = Axis(f"latents/{k}", here, *reach, (reach[1] - reach[0]) / 100, "x", *ends)
            handle = Handle(name, (axis,), f"{here:.2f}")
            style = {"key": f"knob{k}", "handle": handle, "link": name}
            out.append(circle(mark, rail, 8, MARK, **style))
        return "".join(out)

    return Panel(draw, 28 + ROW * 3, 330, 520)


@functools.lru_cache(maxsize=32)
def _digit_scores(strength: float, code: str) -> tuple[Scores, InformativenessMatrix, list[float]]:
    _, rep = _digits(strength, code)
    scores = {"mig": mig(rep).value, "modularity": modularity(rep).value}
    for metric in (dependent_modularity, minimality):
        scores[metric.__name__] = metric(rep, form="forest", trees=3).value
    return scores, measures.mutual_information(rep), dependent_worlds.accuracy_alone(rep)


def draw_coloured_digits(
    strength: float, code: str, moved: str, latents: Sequence[float]
) -> Picture:
    """Digits as drawn, and one of them with its latents to be moved one at a time."""
    digits, rep = _digits(strength, code)
    scores, bits, alone = _digit_scores(strength, code)
    k = MOVED.index(moved)
    now = rep.latents[0].copy()
    now[:3] = latents or now[:3]
    low, high = rep.latents[:, k].min(), rep.latents[:, k].max()
    row = bits.values[k]
    top = np.argsort(-row)[:2]
    said = (
        f"Moving {moved}: it tells {row[top[0]]:.2f} bits about the {rep.factor_names[top[0]]} and "
        f"{row[top[1]]:.2f} about the {rep.factor_names[top[1]]}."
    )
    shares = zip(rep.factor_names, alone)
    lines = [
        f"{listed_scores(scores)} ({len(rep)} images; the last two by forests of 3 trees, our "
        "reconstruction).",
        "Accuracy from one latent alone: "
        + ", ".join(f"{name} {share:.2f}" for name, share in shares)
        + f". {digits.source}.",
    ]
    alt = (
        f"Coloured digits, strength {strength}, {code}; {moved} moved from {low:.2f} to "
        f"{high:.2f}. {said} {' '.join(lines)}"
    )
    panels = (
        _seen_panel(digits, decoded(strength, code, now[None])[0]),
        _rows_panel(strength, code, now, rep, k),
        bars_panel("scores", brief(scores), step=30),
    )
    return Picture(panels, alt, "\n".join(lines), scores, said)


def _check_latents(name: str, value: Any) -> list[float]:
    found = np.asarray(value, dtype=float)
    if found.shape not in ((0,), (3,)) or not np.isfinite(found).all():
        raise ValueError(f"{name}: found {value!r}, expected three numbers, or none.")
    return [float(one) for one in found]


def follow_digits(before: dict, now: dict) -> dict:
    """Another code brings its own latents; the latent that was dragged is the one talked about."""
    if (before["strength"], before["code"]) != (now["strength"], now["code"]):
        return now | {"latents": []}
    if before["latents"] and now["latents"] and before["latents"] != now["latents"]:
        shift = np.abs(np.subtract(before["latents"], now["latents"]))
        return now | {"moved": MOVED[int(shift.argmax())]}
    return now


class ColouredDigitsLab(Lab):
    """The first drag of a latent starts from those of the first image."""

    def _wish(self, wished: dict) -> None:
        if not self.values["latents"] and any(path.startswith("latents/") for path in wished):
            rep = _digits(self.values["strength"], self.values["code"])[1]
            self.values = self.values | {"latents": rep.latents[0, :3].round(3).tolist()}
        super()._wish(wished)


@lab
def coloured_digits(after: Any = None) -> Lab:
    """Digits whose colours depend on the digit; move one latent and see what changes."""
    controls = {
        "strength": number("how much colours depend on the digit", 0.5, 0, 1, 0.25),
        "code": choice("code", list(dependent_worlds.DIGIT_CODES), "learned with labels"),
        "moved": choice("talk about", list(MOVED), "latent 1"),
        "latents": free("latents", [], _check_latents),
    }
    return ColouredDigitsLab(draw_coloured_digits, controls, follow=follow_digits, after=after)


@offered
def all_combinations(strength: float = 0.5, code: str = "learned with labels") -> Picture:
    """Every digit in every pair of colours, also those that were never drawn, made of one image."""
    digits, rep = _digits(strength, code)
    wanted = np.array([(d, ink, ground) for d in range(4) for ink in (0, 1) for ground in (0, 1)])
    latents = np.tile(rep.latents[0], (16, 1))
    for k in range(3):
        values = range(wanted[:, k].max() + 1)
        means = [rep.latents[rep.factors[:, k] == value, k].mean() for value in values]
        latents[:, k] = np.array(means)[wanted[:, k]]
    drawn = {tuple(row) for row in digits.factors}
    new = [tuple(row) not in drawn for row in wanted]
    images = decoded(strength, code, latents)

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, "a dashed frame: never drawn")]
        for j, (image, never) in enumerate(zip(images, new)):
            at = x + 6 + 82 * (j % 4), y + 32 + 82 * (j // 4)
            out.append(image_at(*at, 66, image, f"made{j}"))
            frame = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}
            if never:
                out.append(rect(at[0] - 4, at[1] - 4, 74, 74, "none", MARK, **frame))
        return "".join(out)

    said = (
        f"Sixteen combinations made from one image ({code}) by setting latents 1, 2 and 3; "
        f"{sum(new)} of them were never drawn at strength {strength}."
    )
    return Picture((Panel(draw, 366, 340, 340),), said, said=said)
