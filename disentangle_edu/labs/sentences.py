"""Walks between sentences: what models that learned them say on the way."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import Floats, InformativenessMatrix
from ..measures import mutual_information
from ..show.panels import matrix_panel
from ..show.svg import (
    FAINT,
    Panel,
    Picture,
    heading,
    stack,
    text,
)
from ..worlds import corpora
from ..worlds.sentences import TextWorld
from ..worlds.text import changes, in_turn, new_words, together
from ..zoo import text_shelf
from .controls import choice, in_picture, whole
from .lab import Lab, lab, tells_itself
from .text import (
    STEPS,
    Path,
    changed_panel,
    columns_of,
    in_lines,
    latents_of,
    path_panel,
    words_in_places,
)

IN_TURN, TOGETHER = "one after the other", "all together"
IDEAL = "ideal: a latent per factor"
WALKED = {  # what a reader chooses, and the model it is
    "autoencoder": "ynoc-ae-0-0",
    "vanilla VAE": "ynoc-beta_vae-1-0",
    "beta-VAE (0.2)": "ynoc-beta_vae-0.2-0",
    "MAT-VAE (0.01, 0.1)": "ynoc-mat_vae-0.01-0",
    "roomy beta-VAE (ours)": "ynoc-beta_vae-0.2-0-roomy",
}
PAIRS = 20
OTHER = 58.0  # pixels of what one code says
Codes = tuple[Floats, Callable[[Floats], list[str]]]  # of all shown sentences, and what says them


@functools.cache
def _shown() -> TextWorld:
    return text_shelf.shown_world("ynoc")


@functools.cache
def _sentences() -> list[str]:
    return [_shown().sentence(row) for row in _shown().test]


@functools.cache
def _pair(number: int) -> tuple[int, int]:
    """Two sentences of one template that share no value of any factor."""
    order = np.random.default_rng(number).permutation(len(_shown().test)).tolist()
    start, values = order[0], _shown().factors
    fixed = [word for word in _sentences()[start].split() if not word[-1].isdigit()]
    end = next(
        i
        for i in order
        if (values[i] != values[start]).all()
        and [word for word in _sentences()[i].split() if not word[-1].isdigit()] == fixed
    )
    return start, end


@functools.lru_cache(maxsize=32)
def _coded(model: str, pair: int) -> Codes:
    """Codes of all shown sentences, and a function from codes to sentences."""
    if model == IDEAL:
        template = _sentences()[_pair(pair)[0]].split()
        return _shown().factors.astype(float), lambda codes: [_ideal(z, template) for z in codes]
    name = WALKED[model]
    speaker = text_shelf.speaker(name)

    def say(codes: Floats) -> list[str]:
        said, _ = speaker.say(codes)
        return [_shown().sentence(row) for row in said]

    return text_shelf.code(name).latents, say


def _ideal(z: Floats, template: list[str]) -> str:
    """The sentence of a template with the nearest value of each factor."""
    words = dict(zip(_shown().factor_names, np.round(z).astype(int)))
    kinds = {word: name for name, listed in corpora.YNOC_WORDS.items() for word in listed}
    return " ".join(
        corpora.YNOC_WORDS[kinds[word]][words[kinds[word]]] if word in kinds else word
        for word in template
    )


@functools.lru_cache(maxsize=64)
def _walk(model: str, pair: int, way: str) -> Path:
    """Latent after latent, or all together, from one sentence's code to the other's."""
    codes, say = _coded(model, pair)
    a, b = (codes[i] for i in _pair(pair))
    if way == TOGETHER:
        points = [(int(t > 0), t, z) for t, z in together(a, b, STEPS)]
    else:
        points = in_turn(a, b, STEPS)
    spoken = say(np.array([z for _, _, z in points]))
    return [(i, t, sentence) for (i, t, _), sentence in zip(points, spoken)]


@functools.cache
def _told(model: str) -> InformativenessMatrix:
    return mutual_information(text_shelf.code(WALKED[model]))


def _others_panel(pair: int, way: str, share: float) -> Panel:
    """What every code says at the same share of the way; words that differ from the first's."""
    spoken = {}
    for model in (IDEAL, *WALKED):
        path = _walk(model, pair, way)
        spoken[model] = path[round(share * (len(path) - 1))][2]
    *starts, letters = columns_of(list(spoken.values()))

    def draw(x: float, y: float, width: float, height: float) -> str:
        title = "what each code says at this place; bold: not as the ideal one"
        out = [heading(x, y, width, title, "what each code says here")]
        places = in_lines(starts, letters, x + 6, width - 12)
        for j, (model, sentence) in enumerate(spoken.items()):
            at = y + 40 + OTHER * j
            out.append(text(x, at, model, "start", FAINT, font_size="11"))
            spread = 24 if any(places.down) else 18
            out.append(words_in_places(places, at + spread, sentence, spoken[IDEAL], f"o{j}"))
        return "".join(out)

    return Panel(draw, 40 + OTHER * len(spoken), 330, 700)


def draw_walk(model: str, pair: int, way: str, step: int) -> Picture:
    """What a trained model says between two real sentences."""
    path = _walk(model, pair, way)
    step = min(step, len(path) - 1)
    start, end = (_sentences()[i] for i in _pair(pair))
    lost = sum(new_words(path[0][2], start))  # as the row "read" has them in bold
    ends = [path[i * STEPS][2] for i in range(len(path) // STEPS + 1)]
    moved = changes(ends)
    able = "At the start it said the sentence that it had read."
    if lost:
        able = (
            f"At the start {lost} of the {len(start.split())} words that it read are not said in "
        )
        able += "their order (bold)."
    dimension, share, sentence = path[step]
    where = f"Latent {dimension} is {share:.0%} of its way" if dimension else "The start"
    where = f"All latents are {share:.0%} of their way" if dimension and way == TOGETHER else where
    said = f"{where}: “{sentence}” {able}"
    words = f"Words that change per step of the path: {', '.join(map(str, moved))}."
    names = ["all"] if way == TOGETHER else latents_of(len(moved))
    beside = [changed_panel(moved, len(start.split()), names)]
    if model != IDEAL:
        beside.append(
            matrix_panel(_told(model), cell=40, least=330, title="bits that each latent tells")
        )
    others = _others_panel(pair, way, step / (len(path) - 1))
    panels = [stack(path_panel(path, step, model, names, start, end), others), stack(*beside)]
    alt = f"From “{start}”: “{ends[0]}” to “{ends[-1]}”. {said} {words}"
    return Picture(tuple(panels), alt, words, {"words lost": float(lost)}, said)


def keep_the_place(before: dict, now: dict) -> dict:
    """A path of another length is entered at the same share of the way."""
    last = [len(_walk(each["model"], each["pair"], each["way"])) - 1 for each in (before, now)]
    share = min(now["step"] / last[0], 1.0)
    return now | {"step": round(share * last[1])}


@lab
def walk(after: Any = None) -> Lab:
    """Move from one sentence to another through a trained model: which words change, and when?"""
    controls = {
        "model": choice("model", [IDEAL, *WALKED], IDEAL),
        "pair": whole("pair of sentences", 0, 0, PAIRS),
        "way": choice("latents move", [IN_TURN, TOGETHER], IN_TURN),
        "step": in_picture(whole("step", 7, 0, 8 * STEPS)),
    }
    return Lab(draw_walk, controls, follow=keep_the_place, tell=tells_itself, after=after)
