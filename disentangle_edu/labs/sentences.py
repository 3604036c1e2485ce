"""Walks between sentences: what models that learned them say on the way."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import Floats
from ..show.panels import class_colour, rail
from ..show.svg import (
    FAINT,
    PART,
    Panel,
    Picture,
    heading,
    line,
    stack,
    text,
    wrapped,
)
from ..worlds import corpora
from ..worlds.sentences import TextWorld
from ..worlds.text import changes, in_turn, new_words, replaced, together
from ..zoo import text_shelf
from .controls import choice, in_picture, whole
from .lab import Lab, lab, tells_itself
from .listening import WALKED, heard_panel, told_panel
from .text import (
    LOST,
    PLAIN,
    STEPS,
    Look,
    Path,
    changed_panel,
    columns_of,
    in_lines,
    latents_of,
    looks_of_new,
    path_panel,
    stages,
    words_in_places,
)

IN_TURN, TOGETHER = "one after the other", "all together"
IDEAL = "ideal: a latent per factor"
LOOKS = "Bold, blue: new since the row above; struck through: not said in that place at that end."
Codes = tuple[Floats, Callable[[Floats], list[str]]]  # of all shown sentences, and what says them


@functools.cache
def _shown() -> TextWorld:
    return text_shelf.shown_world("ynoc")


def _ends(pair: int) -> tuple[str, str]:
    """The two sentences of a pair."""
    start, end = text_shelf.pair(pair)
    return text_shelf.shown_sentences()[start], text_shelf.shown_sentences()[end]


@functools.lru_cache(maxsize=32)
def _coded(model: str, pair: int) -> Codes:
    """Codes of all shown sentences, and a function from codes to sentences."""
    if model == IDEAL:
        template = _ends(pair)[0].split()
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
    kinds = [corpora.YNOC_KIND.get(word) for word in template]
    return " ".join(
        corpora.YNOC_WORDS[kind][words[kind]] if kind else word
        for kind, word in zip(kinds, template)
    )


@functools.lru_cache(maxsize=64)
def _walk(model: str, pair: int, way: str) -> Path:
    """Latent after latent, or all together, from one sentence's code to the other's."""
    codes, say = _coded(model, pair)
    a, b = (codes[i] for i in text_shelf.pair(pair))
    if way == TOGETHER:
        points = [(int(t > 0), t, z) for t, z in together(a, b, STEPS)]
    else:
        points = in_turn(a, b, STEPS)
    spoken = say(np.array([z for _, _, z in points]))
    return [(i, t, sentence) for (i, t, _), sentence in zip(points, spoken)]


def draw_walk(model: str, pair: int, way: str, step: int) -> Picture:
    """What a trained model says between two real sentences."""
    path = _walk(model, pair, way)
    step = min(step, len(path) - 1)
    start, end = _ends(pair)
    lost = sum(new_words(path[0][2], start))  # as the row "read" has them struck through
    ends = stages(path)
    moved = changes(ends)
    able = "At the start it said the sentence that it had read."
    if lost:
        able = f"At the start {lost} of the {len(start.split())} words "
        able += f"{'is' if lost == 1 else 'are'} lost or moved (struck through)."
    dimension, share, sentence = path[step]
    where = f"Latent {dimension} has gone {share:.0%} of its way: "
    if way == TOGETHER:
        where = f"All latents have gone {share:.0%} of their way: "
    changed = replaced(ends[dimension - 1], sentence) if dimension else []
    so_far = _became(changed) or f"it has changed no word{'' if share == 1 else ' yet'}"
    said = f"{where}{so_far}. {able}" if dimension else able
    words = f"Words that change per step of the path: {', '.join(map(str, moved))}."
    names = ["all"] if way == TOGETHER else latents_of(len(moved))
    beside = [changed_panel(moved, len(start.split()), names)]
    if model != IDEAL:
        heard = heard_panel(model, moved) if way == IN_TURN else heard_panel(model)
        beside = [heard, told_panel(model)] + (beside if way == TOGETHER else [])
    read = start, looks_of_new(ends[0], start, LOST)
    goal = end, looks_of_new(ends[-1], end, LOST)
    panels = path_panel(path, step, model, names, read, goal, LOOKS), stack(*beside)
    alt = f"From “{start}”: “{ends[0]}” to “{ends[-1]}”. {said} {words}"
    return Picture(panels, alt, words, {"words lost": float(lost)}, said)


def _became(pairs: list[tuple[str, str]]) -> str:
    """What gave way to what, as a clause."""
    return ", ".join(f"{old or 'nothing'} became {new or 'nothing'}" for old, new in pairs)


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
        "pair": whole("pair of sentences", 0, 0, text_shelf.PAIRS - 1),
        "way": choice("latents move", [IN_TURN, TOGETHER], IN_TURN),
        "step": in_picture(whole("step", 0, 0, 8 * STEPS)),
    }
    return Lab(draw_walk, controls, follow=keep_the_place, tell=tells_itself, after=after)


# ------------------------------------------------------------------------- every code side by side

STRAIGHT = 20  # steps of a way on which all latents move together
HEAD, SAID = 88.0, 56.0  # pixels above all that is said, and of what one code says
LEGEND = (
    "plain: of the first sentence (or of both); blue, bold: of the second; "
    "purple, italics, underlined: of neither"
)
OF_GOAL: Look = (PART, {"font_weight": "bold"})
OF_NEITHER: Look = (class_colour(3), {"font_style": "italic", "text_decoration": "underline"})


@functools.cache
def _straight(model: str, pair: int) -> list[str]:
    """What is said on the straight way between the codes of two sentences."""
    codes, say = _coded(model, pair)
    a, b = (codes[i] for i in text_shelf.pair(pair))
    return say(np.array([z for _, z in together(a, b, STRAIGHT)]))


def _whose(start: str, end: str, sentence: str) -> list[Look]:
    """Words of the sentence that was left, of the goal, and of neither."""
    looks = []
    for word in sentence.split():
        goal = OF_GOAL if word in end.split() else OF_NEITHER
        looks.append(PLAIN if word in start.split() or not word[0].isalnum() else goal)
    return looks


@functools.cache
def _strangers(model: str, pair: int, step: int) -> int:
    """How many words of neither sentence a code says at a place of the way."""
    looks = _whose(*_ends(pair), _straight(model, pair)[step])
    return sum(look is OF_NEITHER for look in looks)


def _usual(model: str, step: int) -> float:
    """The mean of that over all pairs."""
    return float(np.mean([_strangers(model, pair, step) for pair in range(text_shelf.PAIRS)]))


def _said_panel(pair: int, step: int) -> Panel:
    """The two sentences, and between them what each code says at the same place of the way."""
    start, end = _ends(pair)
    spoken = {model: _straight(model, pair)[step] for model in (IDEAL, *WALKED)}
    rows = {"from": start, **spoken, "to": end}
    everything = [said for model in spoken for said in _straight(model, pair)]
    *starts, letters = columns_of([*everything, start, end])
    below = HEAD + SAID * len(rows)

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = "what each code says on the way: drag the point", "drag the point"
        out = [heading(x, y, width, *titles)]
        ends = x + 16, x + min(width, 420) - 16
        way, middle = f"{step / STRAIGHT:.0%} of the way", sum(ends) / 2
        out.append(line(middle, y + 30, middle, y + 50, FAINT, stroke_width="2"))
        out.append(rail(("step", "way"), step, (0, STRAIGHT), ends, y + 40, words=way))
        for at, named in zip((ends[0], middle, ends[1]), ("start", "half way", "goal")):
            out.append(text(at, y + 66, named, fill=FAINT, font_size="11"))
        places = in_lines(starts, letters, x + 6, width - 12)
        for j, (name, sentence) in enumerate(rows.items()):
            top = y + HEAD + SAID * j
            looks = _whose(start, end, sentence)
            title = name
            if name in spoken:
                mean = f"over {text_shelf.PAIRS} pairs {_usual(name, step):.1f}"
                title += f": {_strangers(name, pair, step)} of neither, {mean}"
            out.append(text(x, top, title, "start", FAINT, font_size="11"))
            down = 24 if any(places.down) else 18
            out.append(words_in_places(places, top + down, sentence, looks, f"o{j}"))
        out.append(wrapped(x, y + below - 18, width, LEGEND, FAINT, 11)[0])
        return "".join(out)

    # Where it is narrow the legend takes three lines.
    return Panel(draw, below + 40, 330, 700)


def draw_every_code(pair: int, step: int) -> Picture:
    """All codes on the straight way from one sentence to another, at the same place."""
    start, end = _ends(pair)
    counts = {model: _strangers(model, pair, step) for model in (IDEAL, *WALKED)}
    kept = ["the ideal code" if m == IDEAL else m for m, count in counts.items() if not count]
    who = f"only {' and '.join(kept)} keep{'s' if len(kept) == 1 else ''} to words of the two."
    if len(kept) in (0, len(counts)):
        who = f"every code {'keeps to words of the two' if kept else 'says a word of neither'}."
    said = f"At {step / STRAIGHT:.0%} of the way {who}"
    means = (f"{m} {n} (over all pairs {_usual(m, step):.2f})" for m, n in counts.items())
    words = f"Words of neither sentence: {', '.join(means)}."
    scores = {model: float(count) for model, count in counts.items()}
    alt = f"From “{start}” to “{end}”. {said} {words}"
    return Picture((_said_panel(pair, step),), alt, words, scores, said)


@lab
def every_code(after: Any = None) -> Lab:
    """What an ideal code and five networks say at the same place between two sentences."""
    controls = {
        "pair": whole("pair of sentences", 1, 0, text_shelf.PAIRS - 1),
        "step": in_picture(whole("way, in twentieths", 0, 0, STRAIGHT)),
    }
    return Lab(draw_every_code, controls, tell=tells_itself, after=after)
