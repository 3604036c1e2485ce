"""The words of a sentence fall into their kinds."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .... import viz, widgets
from ....worlds import corpora
from ..data import SENTENCES, shares_with

N_SENTENCES = 24
MIN_SENTENCES = 8  # sentences that a reader must see before the shares of all are shown
KIND_NAMES = {  # parts of speech
    "n": "nouns",
    "v": "verbs",
    "adv": "adverbs",
    "adj": "adjectives",
    "prep": "prepositions",
    "conj1": "conjunctions like “although”",
    "conj2": "conjunctions like “and”",
    "end-punc": "end mark",
}
ROW, LETTER = 30.0, 0.635  # pixels of a kind's row; width of a letter relative to its font size
NARROW = 560.0  # the least width in pixels that has room for bars
Positions = Mapping[str, tuple[float, float]]  # pixels where words begin


@functools.cache
def sample_sentences() -> list[list[str]]:
    """The sentences of the lab, as words."""
    corpus = corpora.pos()
    return [sentence.split() for sentence in corpus.sentences(corpus.sample(N_SENTENCES, seed=3))]


def words_by_kind(words: Sequence[str]) -> dict[str, list[str]]:
    """The words of a sentence under their kinds, each in its order; a kind may have none."""
    return {kind: [word for word in words if corpora.POS_KIND[word] == kind] for kind in KIND_NAMES}


@viz.panel(112 + ROW * len(KIND_NAMES), min_width=330, max_width=820)
def sentence_panel(canvas: viz.Canvas, step: int, steps: Sequence[int]) -> None:
    """A sentence, and below it a row for each kind, into which its words fall."""
    words = sample_sentences()[step]
    x, y, width, _ = canvas.box
    canvas.title("drag the point from sentence to sentence", "drag the point")
    ends, limits = (x + 14, x + min(width, 520) - 14), (0, N_SENTENCES - 1)
    canvas.slider("step", step, limits, ends, y + 34, label="sentence", words=f"{step + 1}")
    starts = draw_sentence(canvas.within(x + 4, y + 72, width - 8, 0), words)
    has_bars = width >= NARROW
    left, right = x + 142, x + (0.7 * width if has_bars else width - 52)
    room = x + width - right - 78 if has_bars else 0.0
    for j, (kind, kind_words) in enumerate(words_by_kind(words).items()):
        top, name = y + 108 + ROW * j, KIND_NAMES[kind]
        label = f"{kind}: {name.rpartition(' like ')[2]}"
        canvas.text(left - 8, top + 18, label, "end", link=name, font_size="12")
        slot = canvas.within(left, top, right - left, ROW - 5)
        draw_slot(slot, name, kind_words, starts, (step, j))
        draw_count(canvas.within(right + 14, top, room, ROW), kind, steps)
    has_strokes = has_bars and len(steps) >= MIN_SENTENCES
    heads = "so far (pink: overall)" if has_strokes else "so far"
    canvas.note(right + 14, y + 102, heads)


def draw_sentence(canvas: viz.Canvas, words: Sequence[str]) -> Positions:
    """Draw a sentence in as many lines as it takes, and return where its words begin."""
    x, y, width, _ = canvas.box
    size = 14.0 if width >= 342 else 12.0  # two lines at most
    starts: dict[str, tuple[float, float]] = {}
    across, down = 0.0, 0.0
    for word in words:
        word_width = size * LETTER * viz.width_in_letters(f"{word} ")
        if across + word_width > width:
            across, down = 0.0, down + 20
        link = KIND_NAMES.get(corpora.POS_KIND[word])
        canvas.text(x + across, y + down, word, "start", viz.INK, font_size=f"{size:g}", link=link)
        starts.setdefault(word, (x + across, y + down))
        across += word_width
    return starts


def draw_slot(
    canvas: viz.Canvas, name: str, words: Sequence[str], starts: Positions, place: tuple[int, int]
) -> None:
    """Draw the row of a kind, into which its words fall.   place : the sentence, and the row."""
    x, y, width, height = canvas.box
    step, row = place
    box: viz.Style = {"rx": 4, "link": name, "key": f"slot{row}"}
    box |= {} if words else {"stroke_dasharray": "4 3"}
    canvas.rect(x, y, width, height, viz.GROUND, viz.PART if words else viz.GRID, **box)
    is_narrow = (
        13 * LETTER * viz.width_in_letters(" ".join(words)) > width - 12
    )  # too long for one line
    size, per_line = (11, -(-len(words) // 2)) if is_narrow else (13, len(words))
    for i, word in enumerate(words):
        if i % per_line == 0:
            across, down = x + 8, y + 11 + 11 * (i // per_line) if is_narrow else y + 17
        way = starts[word][0] - across, starts[word][1] - down
        style: viz.Style = {"cls": "de-drop", "style": f"--dx:{way[0]:.0f}px;--dy:{way[1]:.0f}px"}
        style |= {"link": name, "key": f"w{step}-{row}-{i}", "font_size": f"{size}"}
        canvas.text(across, down, word, "start", viz.PART, **style)
        across += size * LETTER * viz.width_in_letters(f"{word} ")
    if not words:
        style = {"font_style": "italic", "font_size": "11", "key": f"none{row}"}
        canvas.text(x + 8, y + 17, "absent", "start", viz.FAINT, **style)


def draw_count(canvas: viz.Canvas, kind: str, steps: Sequence[int]) -> None:
    """Draw the number of visited sentences that have a kind, and in pink the share of all.

    If the canvas has no width, there is no bar, and a number instead of the stroke.
    """
    x, y, width, height = canvas.box
    count = sum(bool(words_by_kind(sample_sentences()[step])[kind]) for step in steps)
    share = count / len(steps)
    # Computing the shares of all sentences takes a second on a page.
    overall = shares_with()[kind] if len(steps) >= MIN_SENTENCES else None
    if width:
        title = f"{count} of {len(steps)} sentences"
        canvas.rect(x, y + 4, width, height - 13, viz.GROUND, viz.GRID)
        canvas.rect(x, y + 4, share * width, height - 13, viz.PART, title=title, key=f"bar{kind}")
        if overall is not None:
            at, title = x + overall * width, f"{overall:.0%} of {SENTENCES:,} sentences"
            ends = at, y + 1, at, y + height - 6
            canvas.line(*ends, viz.class_colour(1), stroke_width="2.5", title=title)
        canvas.note(x + width + 6, y + 17, f"{count} of {len(steps)}", key=f"count{kind}")
        return
    down = y + 17 if overall is None else y + 11
    canvas.note(x, down, f"{count}/{len(steps)}", key=f"count{kind}")
    if overall is not None:
        style: viz.Style = {"font_size": "11", "key": f"all{kind}", "font_weight": "bold"}
        canvas.text(x, y + 23, f"{overall:.0%}", "start", viz.class_colour(1), **style)


@dataclass(frozen=True)
class VisitedSentences:
    """The sentences that were visited, each once."""

    steps: tuple[int, ...] = (0,)


def count_visited(before: dict, now: dict) -> dict:
    """Count each visited sentence once."""
    steps = {*now["memory"].steps, now["step"]}
    return now | {"memory": VisitedSentences(tuple(sorted(steps)))}


def describe_sentence(by_kind: Mapping[str, Sequence[str]]) -> str:
    """The kinds that a sentence lacks."""
    absent = [f"no {KIND_NAMES[kind]}" for kind, words in by_kind.items() if not words]
    return f"This sentence has {viz.enumerated(absent)}."


def describe_nouns(words: Sequence[str]) -> str:
    """The value of the factor nouns."""
    return f"Its value of the factor nouns is “{' '.join(words)}”, one of 140."


def describe_shares(n_visited: int) -> str:
    """The share of all sentences that have each kind, after a reader has visited some."""
    if n_visited < MIN_SENTENCES:
        return (
            f"After {MIN_SENTENCES} sentences you will also see, in pink, the share of all "
            "sentences that have each kind."
        )
    shares = [f"{KIND_NAMES[kind]} {share:.0%}" for kind, share in shares_with().items()]
    return (
        f"Pink shows the share of {SENTENCES:,} sentences that have each kind: {', '.join(shares)}."
    )


@widgets.lab(
    {"step": widgets.moved_by_handle(widgets.whole("sentence", 0, 0, N_SENTENCES - 1))},
    initial_memory=VisitedSentences(),
    update_memory=count_visited,
    describe_change=widgets.describe_by_caption,
)
def sentence_in_kinds(step: int, memory: VisitedSentences) -> viz.Picture:
    """The words of a sentence fall into their kinds, and some kinds stay empty."""
    words = sample_sentences()[step]
    by_kind = words_by_kind(words)
    return viz.Picture(
        panels=(sentence_panel(step, memory.steps),),
        shows=f"The words of “{' '.join(words)}”, by their kinds.",
        caption=describe_sentence(by_kind),
        text=f"{describe_nouns(by_kind['n'])}\n{describe_shares(len(memory.steps))}",
    )
