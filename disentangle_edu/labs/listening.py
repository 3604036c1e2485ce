"""What latents of trained models of sentences tell, and to which of them the decoder listens."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core import Floats, InformativenessMatrix
from ..measures import mutual_information
from ..measures.counting import BINS
from ..show.panels import matrix_panel
from ..show.reading import enumerated
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    MARK,
    PART,
    Panel,
    Picture,
    heading,
    line,
    rect,
    text,
    wrapped,
)
from ..worlds import corpora
from ..zoo import text_shelf
from .controls import choice
from .lab import Lab, lab, tells_itself
from .text import latents_of

ROOMY = "roomy beta-VAE (ours)"
WALKED = {  # what a reader chooses, and the model it is
    "autoencoder": "ynoc-ae-0-0",
    "vanilla VAE": "ynoc-beta_vae-1-0",
    "beta-VAE (0.2)": "ynoc-beta_vae-0.2-0",
    "MAT-VAE (0.01, 0.1)": "ynoc-mat_vae-0.01-0",
    ROOMY: "ynoc-beta_vae-0.2-0-roomy",
}
ROW = 26.0  # pixels of a latent


@functools.cache
def told(model: str) -> InformativenessMatrix:
    """Bits that each latent of one of WALKED tells of each factor, counted without noise."""
    return mutual_information(text_shelf.code(WALKED[model]))


@functools.cache
def _most() -> float:
    """The largest entry over all networks: one scale of shades, so that they can be compared."""
    return max(float(told(model).values.max()) for model in WALKED)


def told_panel(model: str) -> Panel:
    """Bits that each latent tells."""
    title = "bits that each latent tells; without noise"
    return matrix_panel(told(model), cell=40, least=330, title=title, full=_most())


def heard_panel(model: str, moved: Sequence[int] = ()) -> Panel:
    """A bar for the spread of each latent's codes, a stroke for the noise that was on them.

    moved : how many words each latent changes, said beside its bar.
    """
    spread, noise = text_shelf.spread_and_noise(WALKED[model])
    most, beside = max(1.0, spread.max(), noise.max()), 164 if moved else 78

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = ["spread of its codes, and noise while it learned", "spread and noise"]
        if moved:
            titles = [
                "spread, noise, and words that change with each latent",
                "spread, noise, words",
            ]
        out = [heading(x, y, width, *titles)]
        left, room = x + 58, width - 58 - beside
        for j, name in enumerate(latents_of(len(spread))):
            top, linked = y + 30 + ROW * j, {"link": name}
            out.append(text(left - 8, top + 13, name, "end", FAINT, font_size="11", **linked))
            out.append(rect(left, top, room, 16, GROUND, GRID, rx=3, **linked))
            long = spread[j] / most * room
            out.append(rect(left, top, long, 16, PART, rx=3, key=f"spread{j}", **linked))
            at, told = left + noise[j] / most * room, {"stroke_width": "3", "key": f"noise{j}"}
            out.append(line(at, top - 3, at, top + 19, MARK, **told))
            numbers, end = f"{spread[j]:.2f}, {noise[j]:.2f}", left + room + 72
            out.append(text(end, top + 13, numbers, "end", font_size="11", **linked))
            if moved:
                changed = {"font_size": "11", "key": f"moved{j}", **linked}
                changed |= {"font_weight": "bold"} if moved[j] else {"fill": FAINT}
                words = f"{moved[j]} word{'s' * (moved[j] != 1)}"
                out.append(text(end + 14, top + 13, words, "start", **changed))
        words = "bar: spread (standard deviation over sentences); orange stroke: noise (likewise)"
        out.append(wrapped(x, y + 44 + ROW * len(spread), width, words, FAINT, 11)[0])
        return "".join(out)

    return Panel(draw, 78 + ROW * len(spread), 330, 420)


def draw_heard(model: str) -> Picture:
    """How far the codes of a network's latents spread under their noise, and what they tell."""
    spread, noise = text_shelf.spread_and_noise(WALKED[model])
    matrix = told(model)
    bits, there = matrix.values, matrix.factor_total
    assert there is not None  # counted bits have it
    i, k = np.unravel_index(bits.argmax(), bits.shape)
    said = (
        f"The largest entry: {matrix.row_names[i]} tells, in {BINS} bins, {bits[i, k]:.2f} of the "
        f"{there[k]:.2f} bits of the {matrix.column_names[k]}. Its codes spread by "
        f"{spread[i]:.2f}, under noise of {noise[i]:.2f}."
    )
    words = _in_words(spread, noise)
    alt = f"Spread, noise and bits of the latents of {model}. {said}"
    return Picture((heard_panel(model), told_panel(model)), alt, words, {}, said)


def _in_words(spread: Floats, noise: Floats) -> str:
    pairs = zip(latents_of(len(spread)), spread, noise)
    return "Spread and noise: " + "; ".join(f"{n} {s:.3f} and {e:.3f}" for n, s, e in pairs) + "."


@lab
def heard(after: Any = None) -> Lab:
    """Which latents of a network tell something, and which did its decoder hear under noise?"""
    controls = {"model": choice("network", list(WALKED), "beta-VAE (0.2)")}
    return Lab(draw_heard, controls, tell=tells_itself, after=after)


def words_changed(model: str) -> InformativenessMatrix:
    """In how many of all pairs a latent of one of WALKED changes a word of each factor."""
    found = text_shelf.pairs_changed(WALKED[model])
    return InformativenessMatrix(
        found,
        "pairs with a changed word",
        f"of {text_shelf.PAIRS}",
        row_names=latents_of(len(found)),
        column_names=list(corpora.YNOC_WORDS),
    )


def draw_told_and_moved(model: str) -> Picture:
    """What each latent of a network tells, beside the words that it changes."""
    spread, noise = text_shelf.spread_and_noise(WALKED[model])
    changed, bits = words_changed(model), told(model)
    still = np.flatnonzero(changed.values.sum(1) == 0)
    said = "Every latent changes a word in some pair."
    if len(still):
        s, share = "s" * (len(still) > 1), bits.values[still].max()
        said = f"In {text_shelf.PAIRS} pairs latent{s} {enumerated(still + 1)} "
        said += f"change{'s' * (not s)} no word, though as much as {share:.2f} bits of a factor "
        said += "are told there."
    panel = matrix_panel(changed, cell=40, least=330, key="w", full=float(text_shelf.PAIRS))
    alt = f"What the latents of {model} tell, and the words that they change. {said}"
    panels = heard_panel(model), told_panel(model), panel
    return Picture(panels, alt, _in_words(spread, noise), {}, said)


@lab
def told_and_moved(after: Any = None) -> Lab:
    """What does each latent of a network tell, and which words does it change?"""
    controls = {"model": choice("network", list(WALKED), ROOMY)}
    return Lab(draw_told_and_moved, controls, tell=tells_itself, after=after)
