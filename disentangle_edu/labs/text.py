"""Labs on text: why perfect codes of letters score low, and words that change one at a time."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from .. import measures
from ..core import Representation, Score
from ..metrics import disentanglement, mig, modularity, sap
from ..show.panels import bars_panel, matrix_panel, rail
from ..show.pictures import called
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PART,
    Axis,
    Handle,
    Panel,
    Picture,
    choices,
    circle,
    group,
    heading,
    in_letters,
    line,
    rect,
    shade,
    stack,
    text,
    wrapped,
)
from ..worlds import corpora, letters
from ..worlds import text as sentences
from .controls import choice, in_picture, whole
from .lab import Lab, all_that_changed, lab, tells_itself

LIVE_SAMPLES, FULL_SAMPLES = 1_000, 10_000
FEWEST, MOST = 2, 100  # bins


@functools.lru_cache(maxsize=64)
def _small(values: int, dimensions: int, ordered: bool, samples: int) -> Representation:
    return letters.small(values, dimensions, ordered, samples)


@functools.lru_cache(maxsize=64)
def _by_forest(
    values: int, dimensions: int, ordered: bool, samples: int, trees: int, max_features: str
) -> Score:
    rep = _small(values, dimensions, ordered, samples)
    return disentanglement(rep, trees=trees, max_features=max_features)


@functools.lru_cache(maxsize=64)
def _by_svm(values: int, dimensions: int, ordered: bool, samples: int, C: float) -> Score:
    return sap(_small(values, dimensions, ordered, samples), C=C)


def _toy_picture(
    values: int,
    dimensions: int,
    order: str,
    bins: int,
    trees: int,
    max_features: str,
    C: float,
    samples: int,
) -> Picture:
    code = values, dimensions, order == "in order", samples
    rep, forest, svm = _small(*code), _by_forest(*code, trees, max_features), _by_svm(*code, C)
    scores = {
        score.metric: score.value
        for score in (mig(rep, bins=bins), modularity(rep, bins=bins), forest, svm)
    }
    (first, places), name = np.unique(rep.latents[:, 0], return_index=True), rep.latent_names[0]
    rank = rep.factors[places, 0]
    filled = len(np.unique(measures.discretise(rep.latents[:, 0], bins=bins)))
    best, known = forest.matrix.values.max(0), svm.matrix.values.max(0).mean()
    latents = len(rep.latent_names)
    each = latents // len(rep.factor_names)
    apart = "have bins of their own" if filled == len(first) else f"fill {filled} of {bins} bins"
    said = (  # without the words A and a, which are names here, but for the letter
        f"Nothing is mixed, nothing lost. The {len(first)} values of letter "
        f"{rep.factor_names[0]} {apart}, and the SVM recognises "
        f"{values * known:.1f} of {values} values of each letter (guessing: 1)."
    )
    if each > 1:
        said += (
            f" {each} latents know each letter about as well, so the code is not complete, and "
            "MIG and SAP find no gap."
        )
    seen = int(latents**0.5) if max_features == "sqrt" else latents
    said += f" Each split of the forest's trees sees {seen} of the {latents} latents."
    lines = [
        ", ".join(f"{metric} = {value:.4f}" for metric, value in scores.items())
        + f"; {samples:,} samples.",
        f"The forest gives {best.min():.2f} of letter {rep.factor_names[int(best.argmin())]}'s "
        "importance to its best latent.",
    ]
    matrix = matrix_panel(forest.matrix, cell=42, least=300, title="importance in the forest")
    named = {called(metric): value for metric, value in scores.items()}
    title = f"the values of letter A on latent {name}, in {bins} bins: drag the point below"
    left = stack(
        axis_panel(title, first, rank, bins),
        bars_panel(f"scores, {samples:,} samples", named, step=34),
    )
    panels = left, replace(matrix, height=310.0)  # the same for any number of latents
    return Picture(panels, f"{said} {' '.join(lines)}", "\n".join(lines), scores, said)


def axis_panel(title: str, values: np.ndarray, rank: np.ndarray, bins: int) -> Panel:
    """Where values lie on an axis, and which of them share a bin.

    rank : which value each is.
    """
    low, high = values.min(), values.max()
    codes = measures.discretise(values, bins=bins)
    shared = np.bincount(codes, minlength=bins) > 1

    def draw(x: float, y: float, width: float, height: float) -> str:
        def place(value: float) -> float:
            return x + 4 + (value - low) / max(high - low, 1e-12) * (width - 8)

        out = [heading(x, y, width, title, "values in bins: drag the point")]
        for j in range(bins):
            left, right = (place(low + (high - low) * edge / bins) for edge in (j, j + 1))
            out.append(rect(left, y + 26, right - left, 48, GROUND, GRID, key=f"bin{j}"))
            if shared[j]:
                full = {"fill_opacity": "0.3", "key": f"shared{j}"}
                out.append(rect(left, y + 26, right - left, 48, MARK, **full))
        for j, value in enumerate(values):
            told = {"stroke_width": "3", "key": f"value{j}"}
            colour = shade(0.4 + 0.6 * rank[j] / max(len(values) - 1, 1))
            out.append(line(place(value), y + 30, place(value), y + 70, colour, **told))
        words = (
            "strokes: values, from faint (the first) to strong (the last); shaded: bins that hold "
            f"several ({int(shared.sum())} do)"
        )
        out.append(wrapped(x, y + 78, width, words, size=11)[0])
        down, (first, last) = y + 126, (x + 56, x + width - 60)
        for place_of, anchor, count in ((first - 14, "end", FEWEST), (last + 14, "start", MOST)):
            out.append(text(place_of, down + 4, f"{count} bins", anchor, FAINT, font_size="11"))
        limits = FEWEST, MOST
        out.append(rail(("bins", "bins"), bins, limits, (first, last), down, key="bins"))
        return "".join(out)

    return Panel(draw, 142, 330, 760)


def draw_toy_text(**values: Any) -> Picture:
    """A perfect code of four letters on 1,000 samples."""
    return _toy_picture(**values, samples=LIVE_SAMPLES)


def full_toy_text(progress: Any, **values: Any) -> Picture:
    """The same on 10,000 samples, as many as the paper draws."""
    for _ in progress(["all"]):
        picture = _toy_picture(**values, samples=FULL_SAMPLES)
    told = all_that_changed(draw_toy_text(**values), picture, least=0.01)
    return replace(picture, said=f"With {FULL_SAMPLES:,} sentences: {told}")


@lab
def toy_text(after: Any = None) -> Lab:
    """Each letter's values lie on latents of its own, nothing is lost: what do the scores say?"""
    controls = {
        "values": whole("values per letter", 20, 2, 40),
        "dimensions": whole("latents per letter", 1, 1, 3),
        "order": choice("values lie", ["at random", "in order"], "at random"),
        "bins": in_picture(whole("bins (MIG, modularity)", 20, FEWEST, MOST)),
        "trees": whole("trees of the forest", 10, 1, 50),
        "max_features": choice(
            "latents open to a split", ["sqrt", "all"], "sqrt", ["some, at random", "all"]
        ),
        "C": choice("C of the SVM", [0.01, 1.0, 10.0], 0.01, ["0.01", "1", "10"]),
    }
    tell = functools.partial(all_that_changed, least=0.005)  # less is chance, of 1,000 samples
    return Lab(draw_toy_text, controls, full=full_toy_text, tell=tell, after=after)


# ------------------------------------------------------------------------------------- homotopy

STEPS, IDEAL = 5, "one latent per word"
ANY = "any"  # a word that a code leaves open
PLACES = len(corpora.SIX_WORDS)
ALL_STEPS = PLACES * STEPS
Path = list[tuple[int, float, str]]
Look = tuple[str, dict[str, Any]]  # a colour, and attributes of the letters
PLAIN: Look = (INK, {})
NEW: Look = (PART, {"font_weight": "bold", "text_decoration": "underline"})
LEFT: Look = (FAINT, {"font_style": "italic"})
LOST: Look = (FAINT, {"text_decoration": "line-through"})
Spoken = tuple[str, Sequence[Look]]  # a sentence, and how its words look


LOOKS = (
    "Blue: new since the row above; struck through: not said at that end. "
    f"“{ANY}”: a word that the code leaves open. Where it leaves the order of the two nouns open, "
    "a row keeps that of the row above."
)


@functools.cache
def book(code: str) -> sentences.Book:
    """All sentences of one structure under one of text.CODES, or with a latent for each place."""
    corpus = corpora.pos()
    block = corpus.within(corpora.SIX_WORDS)
    words = corpus.sentences(block)
    latents = block.tokens[:, :PLACES] if code == IDEAL else sentences.CODES[code](words, PLACES)
    return sentences.Book(words, latents)


def known_of(code: sentences.Book, path: Path, read: str) -> Path:
    """What the code says on a path: in each place the word, or ANY where it leaves more than two.

    Of all the sentences that have the code of a step, the one most like the step before is told, so
    that nothing changes but what the code makes change.   read : the sentence before the first.
    """
    told, before = [], read.split()
    for dimension, share, sentence in path:
        alike = [one.split() for one in code.alike(sentence)]
        kept = [sum(a == b for a, b in zip(one, before)) for one in alike]
        before = alike[int(np.argmax(kept))]
        left = [len(set(words)) for words in zip(*alike)]
        known = [word if count <= 2 else ANY for word, count in zip(before, left)]
        told.append((dimension, share, " ".join(known)))
    return told


@functools.lru_cache(maxsize=64)
def _path(code: str, pair: int) -> tuple[Path, list[int], str, str]:
    """From one sentence to another that shares no word with it.

    What the code says on the way, of how many sentences, and the two sentences.
    """
    here = book(code)
    order = np.random.default_rng(pair).permutation(len(here.sentences))
    start = order[0]
    known = set(here.sentences[start].split())
    end = next(i for i in order if not set(here.sentences[i].split()) & known)
    path, read = here.homotopy(start, end, STEPS), here.sentences[start]
    counts = [len(here.alike(sentence)) for _, _, sentence in path]
    return known_of(here, path, read), counts, read, here.sentences[end]


ROW, LETTER = 36.0, 8.3  # pixels of a row, and of a bold letter
LEGEND = 60.0  # pixels of what the looks of words mean
READABLE = 0.8  # of that; smaller letters take a second line


def stages(path: Path) -> list[str]:
    """What is said at the start, and after every latent has gone its way."""
    return [sentence for _, _, sentence in path[::STEPS]]


def path_panel(
    path: Path,
    step: int,
    title: str,
    names: Sequence[str],
    read: Spoken,
    goal: Spoken,
    legend: str,
) -> Panel:
    """The sentence after every stage of a path, and a point to be drawn down between them.

    names : of the stages, which latents they move.   read, goal : the sentences that the first and
    the last code were made of, and how their words look.   legend : what these looks mean.
    """
    titles = f"{title}: drag the point down the path", f"{title}: drag the point", title
    ends = stages(path)
    *starts, letters = columns_of([*(sentence for _, _, sentence in path), read[0], goal[0]])

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, *titles)]
        top, rail = y + 62 + ROW, x + 14
        left = x + 96
        places = in_lines(starts, letters, left, width - 98)
        row = -(-step // STEPS)
        out.append(text(left - 60, top - ROW + 4, "read", "start", FAINT, font_size="11"))
        out.append(words_in_places(places, top - ROW + 4, *read, "read"))
        out.append(line(rail, top, rail, top + ROW * (len(ends) - 1), GRID, stroke_width="4"))
        rows: list[str] = []
        for i, sentence in enumerate(ends):
            at = top + ROW * i
            frame: dict[str, Any] = {
                "key": f"row{i}",
                "rx": 4,
                "stroke_width": "2" if i == row else "1",
            }
            name = names[i - 1] if i else "start"
            linked: dict[str, Any] = {"link": name} if i else {}
            there = Axis("step", -1.0, i * STEPS, i * STEPS, 1.0, "y", 0)
            goes = Handle(f"go to {name}", (there,), sentence, (i, 0), chosen=i == row)
            frame["handle"] = goes
            box = left - 66, at - 15, width - (left - 66 - x) - 2, 30
            boxed = rect(*box, GROUND, MARK if i == row else GRID, **frame, **linked)
            rows.append(line(rail - 5, at, rail + 5, at, FAINT))
            mark = text(left - 60, at + 4, name, "start", FAINT, font_size="11", **linked)
            before = ends[i - 1] if i else read[0]
            looks = looks_of_new(before, sentence)
            told = words_in_places(places, at + 4, sentence, looks, f"s{i}")
            words = group(mark, told, pointer_events="none")  # a click reaches the row
            rows.append(group(boxed, words, **linked))
        out.append(choices("a sentence of the path", *rows, key="rows"))
        at = top + ROW * step / STEPS
        axis = Axis("step", step, 0, len(path) - 1, 1, "y", top, top + ROW * (len(ends) - 1))
        handle = Handle("step on the path", (axis,), f"step {step}: {path[step][2]}")
        out.append(circle(rail, at, 9, MARK, key="point", handle=handle))
        now = path[step][2]
        last = {"goal": goal, "now": (now, looks_of_new(now, now))}
        for j, (name, spoken) in enumerate(last.items()):
            at = top + ROW * (len(ends) + j) + 4 * j
            if name == "now":  # in the colour of the point that the hand moves
                box = left - 66, at - 15, width - (left - 66 - x) - 2, 30
                out.append(rect(*box, GROUND, MARK, key="spoken", rx=4, stroke_width="2"))
            out.append(text(left - 60, at + 4, name, "start", FAINT, font_size="11"))
            out.append(words_in_places(places, at + 4, *spoken, name))
        out.append(wrapped(x, at + 22, width, legend, FAINT, 11)[0])
        return "".join(out)

    # Four lines of legend, where it is narrow.
    return Panel(draw, 62 + ROW * (len(ends) + 3) + LEGEND, 330, 700)


def columns_of(sentences: Sequence[str]) -> list[float]:
    """Where each place begins, in letters, as wide as its longest word; and where the last ends."""
    columns = zip_longest(*(sentence.split() for sentence in sentences), fillvalue="")
    return np.cumsum([0.0, *(max(map(in_letters, words)) + 1.0 for words in columns)]).tolist()


@dataclass(frozen=True)
class Places:
    """Where the words of sentences stand below each other: pixels from a row's middle, and size."""

    across: Sequence[float]
    down: Sequence[float]
    size: float


def in_lines(starts: Sequence[float], letters: float, left: float, room: float) -> Places:
    """Places in one line, or in two where one would make the letters small."""
    letter = min(LETTER, room / letters)
    first = [0.0] * len(starts)
    if letter < READABLE * LETTER:
        ends = [*starts[1:], letters]
        cut = min(range(1, len(starts)), key=lambda j: max(ends[j - 1], letters - starts[j]))
        letter = min(LETTER, room / max(ends[cut - 1], letters - starts[cut]))
        first = [0.0] * cut + [starts[cut]] * (len(starts) - cut)
    down = [0.0] * len(starts) if not any(first) else [7.0 if at else -6.0 for at in first]
    across = [left + letter * (start - at) for start, at in zip(starts, first)]
    return Places(across, down, 12 * letter / LETTER)


def words_in_places(
    places: Places, y: float, sentence: str, looks: Sequence[Look], key: str
) -> str:
    """A word in each place, in its colour and with its attributes."""
    out = []
    spoken = zip(places.across, places.down, sentence.split(), looks)
    for j, (x, down, word, (fill, look)) in enumerate(spoken):
        told: dict[str, Any] = {"key": f"{key}w{j}", "font_size": f"{places.size:.1f}", **look}
        if len(word) > 3 and word.isalnum():  # "in" or "a/an" is in every sentence
            told["link"] = word
        out.append(text(x, y + down, word, "start", fill, **told))
    return "".join(out)


def looks_of_new(before: str, sentence: str, look: Look = NEW) -> list[Look]:
    """How words look: those that are new since the sentence before have a look, open ones pale."""
    looks = [look if new else PLAIN for new in sentences.new_words(before, sentence)]
    return [LEFT if word == ANY else look for word, look in zip(sentence.split(), looks)]


def latents_of(count: int) -> list[str]:
    """Their names."""
    return [f"latent {j + 1}" for j in range(count)]


def changed_panel(moved: Sequence[int], most: int, names: Sequence[str]) -> Panel:
    """How many words, of so many, change with each latent: ones only, if each latent is a word."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = ["words that change with each latent"] if len(names) > 1 else []
        out = [heading(x, y, width, *titles, "words that change")]
        room = width - 96
        for j, (name, count) in enumerate(zip(names, moved)):
            at = y + 30 + 28 * j
            out.append(text(x + 50, at + 15, name, "end", FAINT, font_size="11", link=name))
            for k in range(most):
                told: dict[str, Any] = {"key": f"c{j}-{k}", "rx": 3, "link": name}
                fill = PART if k < count else GROUND
                out.append(rect(x + 58 + k * room / most, at, room / most - 3, 20, fill, **told))
            out.append(text(x + width - 20, at + 15, count, key=f"n{j}"))
        return "".join(out)

    return Panel(draw, 36 + 28 * len(moved), 230, 340)


def draw_homotopy(code: str, pair: int, step: int) -> Picture:
    """The sentences between two that share no word, dimension after dimension."""
    path, counts, read, goal = _path(code, pair)
    dimension, share, sentence = path[step]
    moved = sentences.changes(stages(path))
    mean = float(np.mean(moved))
    where = f"Latent {dimension} has gone {share:.0%} of its way" if dimension else "At the start"
    said = f"{where}: “{sentence}”"
    if counts[step] > 1:
        said += f", a code that {counts[step]:,} sentences share."
    if dimension:
        said += f" Over its whole way it changes {moved[dimension - 1]} of {PLACES} words"
        stands = len(np.unique(book(code).latents[:, dimension - 1].round(9))) == 1
        why = "it is the same for all sentences" if stands else "no other code comes nearer"
        said += "." if moved[dimension - 1] else f": {why}."
    said += f" A latent changes {mean:.2f} words on average."
    words = (
        f"Words that change per latent: {', '.join(map(str, moved))} (mean {mean:.2f}).\n"
        f"A row tells what those of {len(book(code).sentences):,} sentences share whose code is "
        "nearest to the latents on the way."
    )
    alt = f"From “{path[0][2]}” to “{path[-1][2]}”, one latent after the other. {said} {words}"
    names = latents_of(len(moved))
    ends = _unsaid(read, path[0][2]), _unsaid(goal, path[-1][2])
    rows = path_panel(path, step, code, names, *ends, LOOKS)
    panels = rows, changed_panel(moved, PLACES, names)
    return Picture(
        panels, alt.replace("\n", " "), words, {"words changed per dimension": mean}, said
    )


def _unsaid(sentence: str, said: str) -> Spoken:
    """A sentence; what is not said of it, in whatever order, is struck through."""
    return sentence, [PLAIN if word in said.split() else LOST for word in sentence.split()]


@lab
def homotopy(after: Any = None) -> Lab:
    """Move from one sentence to another, one dimension at a time: which words change?"""
    controls = {
        "code": choice("code", [IDEAL, *sentences.CODES], IDEAL),
        "pair": whole("pair of sentences", 0, 0, 20),
        "step": in_picture(whole("step", 0, 0, ALL_STEPS)),
    }
    return Lab(draw_homotopy, controls, tell=tells_itself, after=after)
