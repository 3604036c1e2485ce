"""Codes of sentences with the noise that their decoder learned with: which latents it drowns."""

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..claims.zhang2021_models import nine
from ..claims.zhang2021_tables import AE
from ..core import Score
from ..metrics import mig
from ..show.panels import Place, along, curve_panel, matrix_panel, span_of
from ..show.reading import enumerated
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    MARK,
    PAPER,
    PART,
    Handle,
    Panel,
    Picture,
    circle,
    heading,
    line,
    path,
    rect,
    stack,
    text,
    wrapped,
)
from ..zoo import text_shelf
from .controls import choice, in_picture, number
from .lab import Lab, lab, tells_itself
from .listening import ROOMY, WALKED
from .mixtures import spread_words

STROKES = 120  # sentences whose codes are drawn
REACH = 3.5  # of the axis, to either side of 0
STEP = 0.02
SHARES = np.linspace(0, 1, round(1 / STEP) + 1)
SEEDS = range(5)


@functools.cache
def _noisy() -> dict[str, str]:
    """The first run of each model that learned with noise: its name in the table, on the shelf."""
    shipped = nine().loc[nine().index.isin(text_shelf.coded()), "row"]
    found = {row: str(model) for model, row in shipped.items() if row != AE}
    return found | {ROOMY: WALKED[ROOMY]}


@functools.lru_cache(maxsize=2048)
def _judged(model: str, share: float, seed: int) -> Score:
    return mig(text_shelf.code(model, noise=share, seed=seed))


def _strips_panel(model: str, share: float) -> Panel:
    """A strip for each latent: a stroke for each sentence's code, and the noise as a band."""
    means = text_shelf.code(model).latents
    codes = text_shelf.code(model, noise=share).latents[:STROKES]
    spread, wide = text_shelf.spread_and_noise(model)
    strip = 54.0 if len(spread) <= 4 else 42.0

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = "codes and their noise: drag the point", "codes and their noise"
        out = [heading(x, y, width, *titles)]
        left, right, tall = x + 64, x + width - 10, strip - 24

        def place(value: float) -> float:
            return left + (value + REACH) / (2 * REACH) * (right - left)

        for i in range(len(spread)):
            top, name = y + 46 + strip * i, f"latent {i + 1}"
            linked: dict[str, Any] = {"link": name}
            out.append(text(left - 8, top + tall / 2 + 4, name, "end", FAINT, **linked))
            out.append(rect(left, top, right - left, tall, GROUND, GRID, **linked))
            ends = np.clip(means[:, i].mean() + share * wide[i] * np.array([-1, 1]), -REACH, REACH)
            band = place(ends[0]), top + 2, place(ends[1]) - place(ends[0]), tall - 4
            out.append(rect(*band, MARK, fill_opacity="0.35", key=f"noise{i}"))
            inside = codes[np.abs(codes[:, i]) <= REACH, i]
            strokes = "".join(f"M{place(z):.1f} {top + 5:.1f}v{tall - 10:.1f}" for z in inside)
            told: dict[str, Any] = {"stroke": PART, "stroke_opacity": "0.5", "key": f"codes{i}"}
            out.append(path(strokes, **told))
            words = f"codes differ by {spread[i]:.2g}, full noise {wide[i]:.2g}"
            out.append(text(right, top - 4, words, "end", FAINT, font_size="11", **linked))
        bottom = y + 46 + strip * len(spread)
        widest = int(wide.argmax())
        middle, top = float(means[:, widest].mean()), y + 46 + strip * widest
        grip = along("noise", share, (0, 1), STEP, (place(middle), place(middle + wide[widest])))
        handle = Handle("noise, at its edge", (grip,), f"{share:.0%} of the noise")
        at = place(middle + share * wide[widest]), top + tall  # not upon the strokes
        out.append(circle(*at, 9, MARK, stroke=PAPER, key="edge", handle=handle))
        for value in (-2, 0, 2):
            out.append(line(place(value), bottom - 22, place(value), bottom - 18, FAINT))
            out.append(text(place(value), bottom - 6, value, fill=FAINT, font_size="11"))
        legend = (
            f"a blue stroke: one of {STROKES} sentences; orange: the noise, one standard deviation "
            "to either side; full noise: what the latent had while the network learned (root mean "
            "square over sentences)"
        )
        out.append(wrapped(x, bottom + 4, width, legend, FAINT, 11)[0])
        return "".join(out)

    return Panel(draw, 100 + strip * len(spread), 330, 520)  # four lines of legend on a phone


def _curve_panel(model: str, share: float, value: float) -> Panel:
    """MIG over shares of the noise, with a mark to drag."""
    curve = [_judged(model, round(float(at), 2), 0).value for at in SHARES]

    def handle(place: Place) -> Handle:
        ends = place(0, 0)[0], place(1, 0)[0]
        return Handle("noise", (along("noise", share, (0, 1), STEP, ends),), f"{share:.0%}")

    labels = "MIG over noise: drag the mark", "share of the noise", "MIG"
    room: dict[str, Any] = {"y_range": (0.0, span_of(curve)[1]), "height": 230}
    return curve_panel(labels, SHARES, curve, mark=(share, value), handle=handle, **room)


def draw_text_noise(model: str, noise: float) -> Picture:
    """A trained code, more and more of its noise, and what is left of its matrix."""
    name = _noisy()[model]
    share = round(noise, 2)
    score = _judged(name, share, 0)
    values, names = score.matrix.values, score.matrix.row_names
    k = int(np.argmax(score.parts * score.weights))
    first, second = np.argsort(-values[:, k])[:2]
    heard = "Without noise" if share == 0 else f"With {share:.0%} of its noise"
    factor = score.part_names[k]
    before = f" (without it, {_judged(name, 0, 0).value:.3f})" if share else ""
    said = (
        f"{heard} MIG is {score.value:.3f}{before}. Of the {factor}, {names[first]} tells "
        f"{values[first, k]:.2f} bits and {names[second]}, the next, {values[second, k]:.2f}."
    )
    spread, wide = text_shelf.spread_and_noise(name)
    drowned = np.flatnonzero(share * wide > spread) + 1
    if len(drowned):
        said += f" On {_listed(drowned)} the noise is wider than the codes."
    again = [_judged(name, share, seed).value for seed in SEEDS[: len(SEEDS) if share else 1]]
    size = f"{len(text_shelf.code(name).latents):,} samples (sentences), noise drawn anew"
    words = spread_words(again, size) if share else "Without noise nothing is drawn."
    matrix = matrix_panel(score.matrix, cell=40, least=300, title="bits that each latent tells")
    panels = _strips_panel(name, share), stack(matrix, _curve_panel(name, share, score.value))
    alt = f"Codes of {model} with noise, what each latent tells, and MIG over noise. {said}"
    return Picture(panels, f"{alt} {words}", words, {"mig": score.value}, said)


def _listed(latents: Iterable[int]) -> str:
    numbers = list(latents)
    return f"latent{'s' * (len(numbers) > 1)} {enumerated(numbers)}"


@lab
def text_noise(after: Any = None) -> Lab:
    """Put a model's noise back on its codes: which latents still tell something?"""
    controls = {
        "model": choice("model", list(_noisy()), "beta-VAE (0.2)"),
        "noise": in_picture(number("share of the noise", 0.0, 0, 1, STEP)),
    }
    return Lab(draw_text_noise, controls, tell=tells_itself, after=after)
