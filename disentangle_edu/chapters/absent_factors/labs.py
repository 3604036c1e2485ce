"""Labs on sentences and their kinds of words: which factors does a sentence have, what is told?"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...matrices import InformativenessMatrix
from ...measures.information import entropy
from ...metrics import mig
from ...score import Score
from ...types import Floats, Progress
from ...viz.canvas import Canvas, Panel, Style, by_width, panel, radio_group, stack
from ...viz.display_names import display_name
from ...viz.handles import Axis, Handle
from ...viz.markdown import enumerated
from ...viz.panels import bars_panel, matrix_panel
from ...viz.picture import Picture
from ...viz.svg import Keywords, line, marker, rect, slider, text
from ...viz.text_size import text_width
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PART, class_colour
from ...widgets.change_text import use_caption
from ...widgets.controls import dragged, number, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import corpora
from ...worlds.text import CODES
from ..common.squares import LEAST, SquareLabels, bits_shared, square_panel
from .data import NOISE, SENTENCES, score_of_code, sentences_drawn

CODED = (*CODES, NOISE)

# ------------------------------------------------------------------ a sentence falls into its kinds

N_SENTENCES = 24  # sentences
MIN_SENTENCES = 8  # sentences that were seen; then the shares over all are shown as well
KIND_NAMES = {  # speech
    "n": "nouns",
    "v": "verbs",
    "adv": "adverbs",
    "adj": "adjectives",
    "prep": "prepositions",
    "conj1": "conjunctions like “although”",
    "conj2": "conjunctions like “and”",
    "end-punc": "end mark",
}
ROW, LETTER = 30.0, 0.635  # pixels of a kind, and of a letter of size 1
NARROW = 560.0  # pixels from which on there is room for bars


@functools.cache
def _sample_sentences() -> list[list[str]]:
    corpus = corpora.pos()
    return [sentence.split() for sentence in corpus.sentences(corpus.sample(N_SENTENCES, seed=3))]


@functools.cache
def shares_with() -> dict[str, float]:
    """In what share of the sentences of the notebook each kind occurs."""
    corpus, block = sentences_drawn()
    there = block.factors != corpora.ABSENT
    return dict(zip(corpus.factor_names, there.mean(0).tolist()))


def words_by_kind(words: Sequence[str]) -> dict[str, list[str]]:
    """The words of a sentence under their kinds, each in its order; a kind may have none."""
    return {kind: [word for word in words if corpora.POS_KIND[word] == kind] for kind in KIND_NAMES}


def _count_sentences_with(kind: str, steps: Sequence[int]) -> int:
    return sum(bool(words_by_kind(_sample_sentences()[step])[kind]) for step in steps)


def _place_words(
    words: Sequence[str], x: float, width: float, size: float
) -> list[tuple[float, float]]:
    """Where each word of a sentence begins, in as many lines as it takes."""
    places, across, down = [], 0.0, 0.0
    for word in words:
        word_width = size * LETTER * text_width(f"{word} ")
        if across + word_width > width:
            across, down = 0.0, down + 20
        places.append((x + across, down))
        across += word_width
    return places


@panel(112 + ROW * len(KIND_NAMES), min_width=330, max_width=820)
def _sentence_panel(canvas: Canvas, step: int, steps: Sequence[int]) -> None:
    """A sentence, and below it a row for each kind, into which its words fall."""
    words = _sample_sentences()[step]
    x, y, width, _ = canvas.box
    titles = "drag the point from sentence to sentence", "drag the point"
    ends = (x + 14, x + min(width, 520) - 14)
    canvas.title(*titles)
    named, spoken = ("step", "sentence"), f"{step + 1}"
    canvas.add(slider(named, step, (0, N_SENTENCES - 1), ends, y + 34, words=spoken))
    size = 14.0 if width >= 350 else 12.0  # two lines at most
    places = _place_words(words, x + 4, width - 8, size)
    for (across, down), word in zip(places, words):
        link, letters = KIND_NAMES.get(corpora.POS_KIND[word]), f"{size:g}"
        canvas.text(across, y + 72 + down, word, "start", INK, font_size=letters, link=link)
    bars = width >= NARROW
    left, end = x + 142, x + (0.7 * width if bars else width - 52)
    for j, (kind, kind_words) in enumerate(words_by_kind(words).items()):
        top, name = y + 108 + ROW * j, KIND_NAMES[kind]
        label = f"{kind}: {name.rpartition(' like ')[2]}"
        canvas.text(left - 8, top + 18, label, "end", link=name, font_size="12")
        box: Style = {"rx": 4, "link": name, "key": f"slot{j}"}
        box |= {} if kind_words else {"stroke_dasharray": "4 3"}
        canvas.rect(left, top, end - left, ROW - 5, GROUND, PART if kind_words else GRID, **box)
        room = end - left - 12
        narrow = 13 * LETTER * text_width(" ".join(kind_words)) > room  # then small, in two lines
        size, per_line = (10, -(-len(kind_words) // 2)) if narrow else (13, len(kind_words))
        for i, word in enumerate(kind_words):
            if i % per_line == 0:
                across, down = left + 8, top + 17 if not narrow else top + 11 + 11 * (i // per_line)
            start = [position for position, other in zip(places, words) if other == word][0]
            style = f"--dx:{start[0] - across:.0f}px;--dy:{y + 72 + start[1] - down:.0f}px"
            looks: Style = {"cls": "de-drop", "style": style, "link": name}
            looks |= {"key": f"w{step}-{j}-{i}", "font_size": f"{size}"}
            canvas.text(across, down, word, "start", PART, **looks)
            across += size * LETTER * text_width(f"{word} ")
        if not kind_words:
            looks = {"font_style": "italic", "key": f"none{j}", "font_size": "11"}
            canvas.text(left + 8, top + 17, "absent", "start", FAINT, **looks)
        room = x + width - end - 78 if bars else 0.0
        canvas.add(_count_svg(end + 14, top, room, kind, steps))
    strokes = bars and len(steps) >= MIN_SENTENCES
    heads = f"so far (orange: of {SENTENCES:,})" if strokes else "so far"
    canvas.note(end + 14, y + 102, heads)


def _count_svg(x: float, top: float, room: float, kind: str, steps: Sequence[int]) -> str:
    """In how many of the sentences seen so far a kind stands; in orange, in what share of all.

    room : pixels of the bar; 0 where there is none, and a number in place of the stroke.
    """
    count, out = _count_sentences_with(kind, steps), ""
    share = count / len(steps)
    overall = (
        shares_with()[kind] if len(steps) >= MIN_SENTENCES else None
    )  # it takes a second on a page
    if room:
        bar: Style = {"key": f"bar{kind}", "title": f"{count} of {len(steps)}"}
        out = rect(x, top + 4, room, ROW - 13, GROUND, GRID)
        out += rect(x, top + 4, share * room, ROW - 13, PART, **bar)
        if overall is not None:
            stroke: Style = {"stroke_width": "2.5"}
            stroke["title"] = f"of {SENTENCES:,}: {overall:.0%}"
            out += line(
                x + overall * room, top + 1, x + overall * room, top + ROW - 6, MARK, **stroke
            )
        x += room + 6
    style: Style = {"font_size": "11", "key": f"count{kind}"}
    count_label = f"{count} of {len(steps)}" if room else f"{count}/{len(steps)}"
    overall_below = not room and overall is not None
    out += text(x, top + (11 if overall_below else 17), count_label, "start", FAINT, **style)
    if overall_below:
        orange: Style = {"font_size": "10", "key": f"all{kind}", "font_weight": "bold"}
        out += text(x, top + 23, f"{overall:.0%}", "start", MARK, **orange)
    return out


@dataclass(frozen=True)
class VisitedSentences:
    """The sentences that were looked at, each once."""

    steps: tuple[int, ...] = (0,)


def draw_sentence_in_kinds(step: int, memory: VisitedSentences) -> Picture:
    """A sentence, taken apart into the factors that it has."""
    by_kind = words_by_kind(_sample_sentences()[step])
    absent = [f"no {KIND_NAMES[kind]}" for kind, wording in by_kind.items() if not wording]
    caption = "This sentence has all eight kinds."
    if absent:
        caption = f"This sentence has {enumerated(absent)}: for what is absent it does not count."
    nouns = " ".join(by_kind["n"])
    caption = f"“{nouns}”, in this order, is one of 140 values of the factor nouns. {caption}"
    wording = f"After {MIN_SENTENCES} sentences their shares of all stand here, in orange."
    if len(memory.steps) >= MIN_SENTENCES:
        shares = [f"{KIND_NAMES[kind]} {share:.0%}" for kind, share in shares_with().items()]
        wording = f"In orange: the shares in {SENTENCES:,} sentences: {', '.join(shares)}."
    alt = f"“{' '.join(_sample_sentences()[step])}”, its words by kind. {caption}"
    return Picture(
        panels=(_sentence_panel(step, memory.steps),),
        description=alt,
        text=wording,
        scores={},
        caption=caption,
    )


def count_visited(before: dict, now: dict) -> dict:
    """Each sentence that was looked at counts once."""
    steps = {*now["memory"].steps, now["step"]}
    return now | {"memory": VisitedSentences(tuple(sorted(steps)))}


@lab
def sentence_in_kinds(after: After = None) -> Lab:
    """A sentence falls into its kinds of words, and some kinds stay empty."""
    controls = {"step": dragged(whole("sentence", 0, 0, N_SENTENCES - 1))}
    options: Keywords = {
        "initial_state": VisitedSentences(),
        "update_state": count_visited,
        "describe_change": use_caption,
    }
    return Lab(draw_sentence_in_kinds, controls, **options, after=after)


# ------------------------------------------------------------------ four codes and noise, by metric

METRICS_SHOWN = (
    *("mig", "modularity", "sap", "disentanglement", "completeness"),
    *("informativeness", "explicitness", "factor_vae"),
)
STEP, LANE = 38.0, 5.0  # pixels of a metric's row, and of a code in it
NARROW_PARTS = 440.0  # pixels from which on there is room for nine columns
DRAWS = 5  # of sentences, in the full-size run


@functools.cache
def _scores_of_draw(name: str, draw: int) -> dict[str, Score]:
    return {code: score_of_code(code, name, draw) for code in CODED}


def _scores_over_draws(name: str, draws: Sequence[int]) -> dict[str, Floats]:
    """(draws, 1 + parts) score and parts of each code."""
    scores = [_scores_of_draw(name, draw) for draw in draws]
    return {code: np.array([[s[code].value, *s[code].parts] for s in scores]) for code in CODED}


def _mean_scores(name: str, draws: Sequence[int]) -> dict[str, float]:
    """The score of each code, a mean over the draws."""
    return {
        code: float(scores[:, 0].mean()) for code, scores in _scores_over_draws(name, draws).items()
    }


def _rank_codes(values: Mapping[str, float]) -> list[str]:
    """The four codes, the best first."""
    return sorted(CODES, key=lambda code: -values[code])


def _strip_panel(chosen: int, draws: Sequence[int]) -> Panel:
    """A row for each metric, a mark for each code; click one to see its parts.

    With several draws the mark stands at their mean, on a line from the least to the most.
    """

    @panel(100 + STEP * len(METRICS_SHOWN), min_width=340, max_width=640)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title("eight metrics: click one", "click a metric")
        left, right, entry_x = x + 116, x + width - 14, x
        for k, code in enumerate(CODED):
            entry_width = 24 + 6.3 * len(code)
            if entry_x + entry_width > x + width:
                entry_x, y = x, y + 18
            mark = marker(entry_x + 8, y + 30, k, 4.5) + text(
                entry_x + 18, y + 34, code, "start", font_size="11"
            )
            canvas.group(mark, link=code)
            entry_x += entry_width
        top = y + 48
        for j, name in enumerate(METRICS_SHOWN):
            axis = Axis("metric", -1.0, j, j, 1.0, "y", 0)
            style: Style = {"rx": 4, "key": f"row{j}"}
            style["stroke_width"] = "2.5" if j == chosen else "1"
            style["handle"] = Handle(
                f"parts of {display_name(name)}", (axis,), cell=(j, 0), chosen=j == chosen
            )
            box = x, top + STEP * j, width - 2, STEP - 5
            canvas.rect(*box, GROUND, MARK if j == chosen else GRID, **style)
            middle = top + STEP * j + (STEP - 5) / 2
            quiet: Style = {"pointer_events": "none"}
            canvas.text(left - 10, middle + 4, display_name(name), "end", font_size="12", **quiet)
            canvas.line(left, middle, right, middle, GRID, **quiet)
            for k, (code, scores) in enumerate(_scores_over_draws(name, draws).items()):
                low, spot, high = (
                    left + float(value) * (right - left)
                    for value in (scores[:, 0].min(), scores[:, 0].mean(), scores[:, 0].max())
                )
                title = f"{code}: {display_name(name)} {scores[:, 0].mean():.3f}"
                thick: Style = {"stroke_width": "3", "key": f"r{j}-{k}", **quiet}
                lane = middle + LANE * (k - (len(CODED) - 1) / 2)
                canvas.line(low, lane, high, lane, class_colour(k), **thick)
                style = {"key": f"s{j}-{k}", "link": code, "title": title, **quiet}
                canvas.marker(spot, lane, k, 4.5, **style)  # a click reaches the row
        bottom = top + STEP * len(METRICS_SHOWN) + 10
        for value in (0, 0.5, 1):
            canvas.note(left + value * (right - left), bottom, f"{value:g}", "middle")

    return radio_group("whose parts are shown", draw())


def _parts_panel(name: str, draws: Sequence[int]) -> Panel:
    """Score and parts of each code, of the first draw: another's latents are other ones.

    A row for each code; where it is narrow, a column.
    """
    first = _scores_of_draw(name, draws[0])
    of = f"one for each {first[NOISE].axis.removesuffix('s')}"
    of += ", first draw" if len(draws) > 1 else ""
    names = ["score", *(part.removeprefix("end-") for part in first[NOISE].part_names)]
    values = np.array([[score.value, *score.parts] for score in first.values()])
    short = [code.split()[-1].replace("components", "comp.") for code in first]
    options: Keywords = {"title": f"{display_name(name)}, and its parts; {of}"}
    lying = InformativenessMatrix(values, "parts", row_names=list(first), column_names=names)
    standing = InformativenessMatrix(values.T, "parts", row_names=names, column_names=short)
    wide_panel = matrix_panel(lying, cell=42, min_width=340, **options)
    narrow_panel = matrix_panel(standing, cell=42, min_width=340, key="t", **options)
    return by_width(narrow_panel, wide_panel, NARROW_PARTS)


def _format_means(name: str, draws: Sequence[int]) -> str:
    """The mean of each code; over several draws with the least and the most."""
    lines = []
    for code, scores in _scores_over_draws(name, draws).items():
        score = scores[:, 0]
        span = f" ({score.min():.3f} to {score.max():.3f})" if len(draws) > 1 else ""
        lines.append(f"{code} {score.mean():.3f}{span}")
    return ", ".join(lines)


def _five_codes_picture(metric: int, draws: Sequence[int]) -> Picture:
    name = METRICS_SHOWN[metric]
    panels = _strip_panel(metric, draws), _parts_panel(name, draws)
    values = _mean_scores(name, draws)
    order = sorted(values, key=lambda code: -values[code])
    best, noise = (f"{values[code]:.3f}" for code in (order[0], NOISE))
    leader = (
        f"{order[0][:1].upper()}{order[0][1:]} come first by {display_name(name)}, with {best}; "
    )
    leader += f"noise has {noise}."
    if order[0] == NOISE:
        leader = f"By {display_name(name)} noise is first, with {noise}, before {order[1]}."
    caption = leader
    if len(draws) > 1:
        orders = len({tuple(_rank_codes(_mean_scores(name, [draw]))) for draw in draws})
        alike = f"in {orders} different orders" if orders > 1 else "in the same order each time"
        caption = (
            f"Means over {len(draws)} draws of sentences; lines go from the least to the most. "
        )
        caption += f"{leader} The four codes come {alike}."
    caption += f" Order of the four: {', '.join(_rank_codes(values))}."
    details = "\n".join(
        f"{display_name(each)}: {_format_means(each, draws)}" for each in METRICS_SHOWN
    )
    return Picture(
        panels=panels,
        description=f"Five codes under eight metrics. {caption}",
        text=details,
        scores=values,
        caption=caption,
    )


def draw_five_codes(metric: int) -> Picture:
    """Four codes of sentences and noise under eight metrics, and the parts of one of these."""
    return _five_codes_picture(metric, [0])


def full_five_codes(progress: Progress, metric: int) -> Picture:
    """The same over several draws of sentences and noise."""
    for name, draw in progress([(name, k) for k in range(DRAWS) for name in METRICS_SHOWN]):
        _scores_of_draw(name, draw)
    return _five_codes_picture(metric, range(DRAWS))


@lab
def five_codes(after: After = None) -> Lab:
    """Four codes of sentences, and noise, under eight metrics: who is first, and by which parts?"""
    controls = {"metric": dragged(whole("metric", 1, 0, len(METRICS_SHOWN) - 1))}
    options: Keywords = {
        "full": full_five_codes,
        "views": ["metric"],
        "describe_change": use_caption,
    }
    return Lab(draw_five_codes, controls, after=after, **options)


VALUES = 5, 2  # of the two kinds, as POS has them of its conjunctions
KINDS = "first kind", "second kind"


def _joint_shares(first: float, with_it: float, without: float) -> Floats:
    """Of a value (or none, in the last place) of the first kind with one of the second."""
    shares = np.zeros((VALUES[0] + 1, VALUES[1] + 1))
    for there, share, second in ((True, first, with_it), (False, 1 - first, without)):
        rows = slice(0, VALUES[0]) if there else slice(VALUES[0], None)
        count = VALUES[0] if there else 1
        shares[rows, :-1] = share * second / (count * VALUES[1])
        shares[rows, -1] = share * (1 - second) / count
    return shares


def perfect_code(shares: Floats, absent_is_a_value: bool) -> Score:
    """MIG of a latent for each kind, which copies it."""
    tables = (shares, shares) if absent_is_a_value else (shares[:-1], shares[:, :-1])
    totals = [entropy(table.sum(1 - k)) for k, table in enumerate(tables)]
    shared = [bits_shared(table) for table in tables]  # by the other kind's latent
    matrix = InformativenessMatrix(
        [[totals[0], shared[1]], [shared[0], totals[1]]],
        "bits",
        "bits",
        factor_entropy=totals,
        column_names=KINDS,
    )
    return mig(matrix)


def _describe_shared_bits(first: float, with_it: float, without: float, shared: float) -> str:
    """Why the kinds tell about each other, or do not, and what MIG makes of it."""
    if shared < 0.005:
        about, nothing = ("", "nothing") if with_it == without else ("about ", "hardly anything")
        return (
            f"The second kind is {about}as frequent with the first as without it, "
            f"so that whether one is there tells {nothing} about the other."
        )
    p_both, p_neither = first * with_it, (1 - first) * (1 - without)
    rarer = "is never there together with" if p_both < 0.005 else "is there more seldom with"
    relation = rarer if with_it < without else "is there more often with"
    sure = " One is always there: who sees the one knows of the other." if p_neither < 0.005 else ""
    return (
        f"The second kind {relation} the first: by being there or not they tell {shared:.2f} bits "
        f"about each other. MIG takes these off the bits of either.{sure if p_both < 0.005 else ''}"
    )


SENTENCE_SQUARE = SquareLabels(
    "all sentences",
    ("both", "first only"),
    ("second only", "neither"),
    (
        "have the first kind",
        "of those with the first kind, have the second",
        "of those without the first kind, have the second",
    ),
)


def draw_absent_kinds(first: float, with_it: float, without: float) -> Picture:
    """Two kinds of words that some sentences lack, the bits they share, and MIG both ways."""
    shares = _joint_shares(first, with_it, without)
    entropies, shared = [entropy(shares.sum(1)), entropy(shares.sum(0))], bits_shared(shares)
    scores = {
        f"absent is {wording}": perfect_code(shares, as_value).value
        for wording, as_value in (("a value", True), ("left out", False))
    }
    bits = {**dict(zip(KINDS, entropies)), "shared": shared}
    max_bits = 3.0  # bits; five values and none are log2 6 at most
    panels = (
        square_panel((first, with_it, without), (LEAST, 0.0, LEAST), SENTENCE_SQUARE),
        stack(
            bars_panel("bits, if absent is a value", bits, top=max_bits, key="bits"),
            bars_panel("MIG of a latent for each kind", scores, key="mig"),
        ),
    )
    caption = _describe_shared_bits(first, with_it, without, shared)
    where = f"{first:.0%} of the sentences have the first kind."
    wording = "\n".join(
        [where, *(f"{k}: {v:.3f} bits" for k, v in bits.items())]
        + [f"MIG, {k}: {v:.3f}" for k, v in scores.items()]
    )
    return Picture(
        panels=panels,
        description=f"A square of sentences. {where} {caption}",
        text=wording,
        scores=dict(scores),
        caption=caption,
    )


@lab
def absent_kinds(after: After = None) -> Lab:
    """Two kinds of words, each absent from some sentences: what do they tell about each other?"""
    controls = {
        "first": dragged(number("have the first kind", 0.6, LEAST, 1 - LEAST)),
        "with_it": dragged(number("of those, have the second", 0.6, 0, 1)),
        "without": dragged(number("of the others, have the second", 0.2, LEAST, 1)),
    }
    return Lab(draw_absent_kinds, controls, describe_change=use_caption, after=after)
