"""A walk between two real sentences through a trained model."""

import functools
from collections.abc import Sequence

import numpy as np

from .... import viz, widgets
from ....worlds.text import changes, in_turn, new_words, replaced, together
from ....zoo import pretrained_text
from .. import data
from ._latents import latent_bits_panel, noise_panel
from ._paths import Route, changed_panel, path_panel
from ._words import LOST_STYLE, mark_new

IN_TURN, TOGETHER = "one after the other", "all together"
LEGEND = "Bold, blue: new since the row above. Struck through: not in that position at that end."


@functools.lru_cache(maxsize=64)
def path_of(model: str, pair: int, way: str) -> data.Path:
    """Path from one sentence's code to the other's, one latent at a time or all together."""
    a, b, decode = data.pair_codes(model, pair)
    if way == TOGETHER:
        points = [(int(t > 0), t, z) for t, z in together(a, b, data.STEPS)]
    else:
        points = in_turn(a, b, data.STEPS)
    spoken = decode(np.array([z for _, _, z in points]))
    return [(i, t, sentence) for (i, t, _), sentence in zip(points, spoken)]


def keep_progress(before: dict, now: dict) -> dict:
    """Keep the share of the way if the length of the path changes."""
    last = [len(path_of(each["model"], each["pair"], each["way"])) - 1 for each in (before, now)]
    share = min(now["step"] / last[0], 1.0)
    return now | {"step": round(share * last[1])}


def panels_of_latents(
    model: str, way: str, counts: Sequence[int], names: Sequence[str], n_words: int
) -> list[viz.Panel]:
    """Panels of the words that change with each latent, and of the latents of a network."""
    changed = changed_panel(counts, n_words, names)
    if model == data.IDEAL_CODE:
        return [changed]
    if way == IN_TURN:
        return [noise_panel(model, counts), latent_bits_panel(model)]
    return [noise_panel(model), latent_bits_panel(model), changed]


def describe_walk_step(path: data.Path, way: str, step: int) -> str:
    """State how far the latents have gone, and which words have changed."""
    dimension, share, sentence = path[step]
    if not dimension:
        return ""
    where = f"Latent {dimension} has gone {share:.0%} of its way"
    if way == TOGETHER:
        where = f"All latents have gone {share:.0%} of their way"
    pairs = replaced(data.stage_sentences(path)[dimension - 1], sentence)
    if not pairs:
        return f"{where}, and no word has changed{' yet' * (share < 1)}."
    return f"{where}: {', '.join(describe_word_change(*pair) for pair in pairs)}."


def describe_word_change(old: str, new: str) -> str:
    """State that words were replaced, added or dropped."""
    if old and new:
        return f"{old} became {new}"
    return f"added {new}" if new else f"dropped {old}"


def describe_start(lost: int, n_words: int) -> str:
    """Say whether the model writes the sentence that it has read."""
    if not lost:
        return "At the start the model writes the sentence that it has read."
    verb = "is" if lost == 1 else "are"
    return f"At the start {lost} of the {n_words} words {verb} lost or moved (struck through)."


@widgets.lab(
    {
        "model": widgets.choice("model", [data.IDEAL_CODE, *data.WALKED], data.IDEAL_CODE),
        "pair": widgets.whole("pair of sentences", 0, 0, pretrained_text.PAIRS - 1),
        "way": widgets.choice("latents move", [IN_TURN, TOGETHER], IN_TURN),
        "step": widgets.moved_by_handle(widgets.whole("step", 0, 0, 8 * data.STEPS)),
    },
    update_memory=keep_progress,
    describe_change=widgets.describe_by_caption,
)
def walk(model: str, pair: int, way: str, step: int) -> viz.Picture:
    """Move from one sentence to another through a trained model: which words change, and when?"""
    path, (start, end) = path_of(model, pair, way), data.pair_sentences(pair)
    step, stages, n_words = min(step, len(path) - 1), data.stage_sentences(path), len(start.split())
    counts = changes(stages)
    names = ["all"] if way == TOGETHER else data.latents_of(len(counts))
    lost = sum(new_words(stages[0], start))  # the row "read" shows these struck through
    read, goal = mark_new(stages[0], start, LOST_STYLE), mark_new(stages[-1], end, LOST_STYLE)
    return viz.Picture(
        panels=(
            path_panel(Route(path, names, read, goal), step, model, LEGEND),
            viz.stack(*panels_of_latents(model, way, counts, names, n_words)),
        ),
        shows=f"A path from “{stages[0]}” to “{stages[-1]}”; the model has read “{start}”",
        caption=describe_walk_step(path, way, step) or describe_start(lost, n_words),
        text=f"Words that change from row to row: {', '.join(map(str, counts))}.",
        scores={"words lost": float(lost)},
    )
