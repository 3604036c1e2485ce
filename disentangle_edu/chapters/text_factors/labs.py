"""Walks between sentences: what models say on the way, and which latents tell it."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from ...matrices import InformativenessMatrix
from ...measures import mutual_information
from ...measures.information import BINS
from ...types import Floats
from ...viz.canvas import Canvas, Panel, Style, panel, stack
from ...viz.handles import Axis, Handle
from ...viz.markdown import enumerated
from ...viz.panels import matrix_panel
from ...viz.picture import Picture
from ...viz.svg import choices, group, line, rect, slider, text
from ...viz.text_size import text_width
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PART, class_colour
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import corpora
from ...worlds import text as sentences
from ...worlds.sentences import TextWorld
from ...worlds.text import changes, in_turn, new_words, replaced, together
from ...zoo import pretrained_text
from ..common.text_models import ROOMY, WALKED

# ------------------------------------------------------------------------------------- homotopy

STEPS, IDEAL = 5, "one latent per word"
ANY = "any"  # a word that a code leaves open
PLACES = len(corpora.SIX_WORDS)
ALL_STEPS = PLACES * STEPS
Path = list[tuple[int, float, str]]
WordStyle = tuple[str, Style]  # a colour, and attributes of the letters
PLAIN: WordStyle = (INK, {})
NEW_STYLE: WordStyle = (PART, {"font_weight": "bold", "text_decoration": "underline"})
LEFT_STYLE: WordStyle = (FAINT, {"font_style": "italic"})
LOST_STYLE: WordStyle = (FAINT, {"text_decoration": "line-through"})
StyledSentence = tuple[str, Sequence[WordStyle]]  # a sentence, and how its words look


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
    lines = corpus.sentences(block)
    latents = block.tokens[:, :PLACES] if code == IDEAL else sentences.CODES[code](lines, PLACES)
    return sentences.Book(lines, latents)


def known_of(code: sentences.Book, path: Path, read: str) -> Path:
    """What the code says on a path: in each place the word, or ANY where it leaves more than two.

    Of all the sentences that have the code of a step, the one most like the step before is told, so
    that nothing changes but what the code makes change.   read : the sentence before the first.
    """
    lines, before = [], read.split()
    for dimension, share, sentence in path:
        alike = [candidate.split() for candidate in code.alike(sentence)]
        overlaps = [sum(a == b for a, b in zip(candidate, before)) for candidate in alike]
        before = alike[int(np.argmax(overlaps))]
        counts = [len(set(column)) for column in zip(*alike)]
        decoded = [word if count <= 2 else ANY for word, count in zip(before, counts)]
        lines.append((dimension, share, " ".join(decoded)))
    return lines


@functools.lru_cache(maxsize=64)
def _path(code: str, pair: int) -> tuple[Path, list[int], str, str]:
    """From one sentence to another that shares no word with it.

    What the code says on the way, of how many sentences, and the two sentences.
    """
    code_book = book(code)
    order = np.random.default_rng(pair).permutation(len(code_book.sentences))
    start = order[0]
    start_words = set(code_book.sentences[start].split())
    end = next(i for i in order if not set(code_book.sentences[i].split()) & start_words)
    path, read = code_book.homotopy(start, end, STEPS), code_book.sentences[start]
    counts = [len(code_book.alike(sentence)) for _, _, sentence in path]
    return known_of(code_book, path, read), counts, read, code_book.sentences[end]


ROW, LETTER = 36.0, 8.3  # pixels of a row, and of a bold letter
LEGEND = 60.0  # pixels of what the looks of words mean
READABLE = 0.8  # of that; smaller letters take a second line


def stage_sentences(path: Path) -> list[str]:
    """What is said at the start, and after every latent has gone its way."""
    return [sentence for _, _, sentence in path[::STEPS]]


def path_panel(
    path: Path,
    step: int,
    title: str,
    names: Sequence[str],
    read: StyledSentence,
    goal: StyledSentence,
    legend: str,
) -> Panel:
    """The sentence after every stage of a path, and a point to be drawn down between them.

    names : of the stages, which latents they move.   read, goal : the sentences that the first and
    the last code were made of, and how their words look.   legend : what these looks mean.
    """
    titles = f"{title}: drag the point down the path", f"{title}: drag the point", title
    ends = stage_sentences(path)
    *starts, letters = columns_of([*(sentence for _, _, sentence in path), read[0], goal[0]])

    @panel(62 + ROW * (len(ends) + 3) + LEGEND, min_width=330, max_width=700)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title(*titles)
        top, rail = y + 62 + ROW, x + 14
        left = x + 96
        places = in_lines(starts, letters, left, width - 98)
        row = -(-step // STEPS)
        canvas.note(left - 60, top - ROW + 4, "read")
        canvas.add(words_in_places(places, top - ROW + 4, *read, "read"))
        canvas.line(rail, top, rail, top + ROW * (len(ends) - 1), GRID, stroke_width="4")
        rows: list[str] = []
        for i, sentence in enumerate(ends):
            row_y = top + ROW * i
            frame: Style = {
                "key": f"row{i}",
                "rx": 4,
                "stroke_width": "2" if i == row else "1",
            }
            name = names[i - 1] if i else "start"
            linked: Style = {"link": name} if i else {}
            there = Axis("step", -1.0, i * STEPS, i * STEPS, 1.0, "y", 0)
            goes = Handle(f"go to {name}", (there,), sentence, (i, 0), chosen=i == row)
            frame["handle"] = goes
            box = left - 66, row_y - 15, width - (left - 66 - x) - 2, 30
            boxed = rect(*box, GROUND, MARK if i == row else GRID, **frame, **linked)
            rows.append(line(rail - 5, row_y, rail + 5, row_y, FAINT))
            mark = text(left - 60, row_y + 4, name, "start", FAINT, font_size="11", **linked)
            before = ends[i - 1] if i else read[0]
            looks = styles_of_new(before, sentence)
            sentence_svg = words_in_places(places, row_y + 4, sentence, looks, f"s{i}")
            row_svg = group(mark, sentence_svg, pointer_events="none")  # a click reaches the row
            rows.append(group(boxed, row_svg, **linked))
        canvas.add(choices("a sentence of the path", *rows, key="rows"))
        row_y = top + ROW * step / STEPS
        axis = Axis("step", step, 0, len(path) - 1, 1, "y", top, top + ROW * (len(ends) - 1))
        handle = Handle("step on the path", (axis,), f"step {step}: {path[step][2]}")
        canvas.circle(rail, row_y, 9, MARK, key="point", handle=handle)
        now = path[step][2]
        last = {"goal": goal, "now": (now, styles_of_new(now, now))}
        for j, (name, spoken) in enumerate(last.items()):
            row_y = top + ROW * (len(ends) + j) + 4 * j
            if name == "now":  # in the colour of the point that the hand moves
                box = left - 66, row_y - 15, width - (left - 66 - x) - 2, 30
                canvas.rect(*box, GROUND, MARK, key="spoken", rx=4, stroke_width="2")
            canvas.note(left - 60, row_y + 4, name)
            canvas.add(words_in_places(places, row_y + 4, *spoken, name))
        canvas.paragraph(x, row_y + 22, width, legend)

    # Four lines of legend, where it is narrow.
    return draw()


def columns_of(sentences: Sequence[str]) -> list[float]:
    """Where each place begins, in letters, as wide as its longest word; and where the last ends."""
    columns = zip_longest(*(sentence.split() for sentence in sentences), fillvalue="")
    return np.cumsum([0.0, *(max(map(text_width, column)) + 1.0 for column in columns)]).tolist()


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
    down = [0.0] * len(starts) if not any(first) else [7.0 if offset else -6.0 for offset in first]
    across = [left + letter * (start - offset) for start, offset in zip(starts, first)]
    return Places(across, down, 12 * letter / LETTER)


def words_in_places(
    places: Places, y: float, sentence: str, looks: Sequence[WordStyle], key: str
) -> str:
    """A word in each place, in its colour and with its attributes."""
    out = []
    spoken = zip(places.across, places.down, sentence.split(), looks)
    for j, (x, down, word, (fill, look)) in enumerate(spoken):
        style: Style = {"key": f"{key}w{j}", "font_size": f"{places.size:.1f}", **look}
        if len(word) > 3 and word.isalnum():  # "in" or "a/an" is in every sentence
            style["link"] = word
        out.append(text(x, y + down, word, "start", fill, **style))
    return "".join(out)


def styles_of_new(before: str, sentence: str, look: WordStyle = NEW_STYLE) -> list[WordStyle]:
    """How words look: those that are new since the sentence before have a look, open ones pale."""
    looks = [look if new else PLAIN for new in sentences.new_words(before, sentence)]
    return [LEFT_STYLE if word == ANY else look for word, look in zip(sentence.split(), looks)]


def latents_of(count: int) -> list[str]:
    """Their names."""
    return [f"latent {j + 1}" for j in range(count)]


def changed_panel(moved: Sequence[int], max_width: int, names: Sequence[str]) -> Panel:
    """How many words, of so many, change with each latent: ones only, if each latent is a word."""

    @panel(36 + 28 * len(moved), min_width=230, max_width=340)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        titles = ["words that change with each latent"] if len(names) > 1 else []
        canvas.title(*titles, "words that change")
        room = width - 96
        for j, (name, count) in enumerate(zip(names, moved)):
            row_y = y + 30 + 28 * j
            canvas.note(x + 50, row_y + 15, name, "end", link=name)
            for k in range(max_width):
                style: Style = {"key": f"c{j}-{k}", "rx": 3, "link": name}
                fill = PART if k < count else GROUND
                canvas.rect(
                    x + 58 + k * room / max_width, row_y, room / max_width - 3, 20, fill, **style
                )
            canvas.text(x + width - 20, row_y + 15, count, key=f"n{j}")

    return draw()


def draw_homotopy(code: str, pair: int, step: int) -> Picture:
    """The sentences between two that share no word, dimension after dimension."""
    path, counts, read, goal = _path(code, pair)
    dimension, share, sentence = path[step]
    change_counts = sentences.changes(stage_sentences(path))
    mean = float(np.mean(change_counts))
    where = f"Latent {dimension} has gone {share:.0%} of its way" if dimension else "At the start"
    caption = f"{where}: “{sentence}”"
    if counts[step] > 1:
        caption += f", a code that {counts[step]:,} sentences share."
    if dimension:
        caption += (
            f" Over its whole way it changes {change_counts[dimension - 1]} of {PLACES} words"
        )
        is_constant = len(np.unique(book(code).latents[:, dimension - 1].round(9))) == 1
        why = "it is the same for all sentences" if is_constant else "no other code comes nearer"
        caption += "." if change_counts[dimension - 1] else f": {why}."
    caption += f" A latent changes {mean:.2f} words on average."
    details = (
        f"Words that change per latent: {', '.join(map(str, change_counts))} (mean {mean:.2f}).\n"
        f"A row tells what those of {len(book(code).sentences):,} sentences share whose code is "
        "nearest to the latents on the way."
    )
    alt = f"From “{path[0][2]}” to “{path[-1][2]}”, one latent after the other. {caption} {details}"
    names = latents_of(len(change_counts))
    ends = _strike_unsaid(read, path[0][2]), _strike_unsaid(goal, path[-1][2])
    rows = path_panel(path, step, code, names, *ends, LOOKS)
    panels = rows, changed_panel(change_counts, PLACES, names)
    return Picture(
        panels=panels,
        description=alt.replace("\n", " "),
        text=details,
        scores={"words changed per dimension": mean},
        caption=caption,
    )


def _strike_unsaid(sentence: str, spoken: str) -> StyledSentence:
    """A sentence; what is not said of it, in whatever order, is struck through."""
    return sentence, [PLAIN if word in spoken.split() else LOST_STYLE for word in sentence.split()]


@lab
def homotopy(after: After = None) -> Lab:
    """Move from one sentence to another, one dimension at a time: which words change?"""
    controls = {
        "code": choice("code", [IDEAL, *sentences.CODES], IDEAL),
        "pair": whole("pair of sentences", 0, 0, 20),
        "step": dragged(whole("step", 0, 0, ALL_STEPS)),
    }
    return Lab(draw_homotopy, controls, describe_change=use_caption, after=after)


ROW_OF_LATENT = 26.0  # pixels of a latent


@functools.cache
def bits_of(model: str) -> InformativenessMatrix:
    """Bits that each latent of one of WALKED tells of each factor, counted without noise."""
    return mutual_information(pretrained_text.code(WALKED[model]))


@functools.cache
def _max_entry() -> float:
    """The largest entry over all networks: one scale of shades, so that they can be compared."""
    return max(float(bits_of(model).values.max()) for model in WALKED)


def latent_bits_panel(model: str) -> Panel:
    """Bits that each latent tells."""
    title = "bits that each latent tells; without noise"
    return matrix_panel(bits_of(model), cell=40, min_width=330, title=title, full=_max_entry())


def noise_panel(model: str, moved: Sequence[int] = ()) -> Panel:
    """A bar for the spread of each latent's codes, a stroke for the noise that was on them.

    moved : how many words each latent changes, said beside its bar.
    """
    spread, noise = pretrained_text.spread_and_noise(WALKED[model])
    maximum, margin = max(1.0, spread.max(), noise.max()), 164 if moved else 78

    @panel(78 + ROW_OF_LATENT * len(spread), min_width=330, max_width=420)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        titles = ["spread of its codes, and noise while it learned", "spread and noise"]
        if moved:
            titles = [
                "spread, noise, and words that change with each latent",
                "spread, noise, words",
            ]
        canvas.title(*titles)
        left, room = x + 58, width - 58 - margin
        for j, name in enumerate(latents_of(len(spread))):
            top, linked = y + 30 + ROW_OF_LATENT * j, {"link": name}
            canvas.note(left - 8, top + 13, name, "end", **linked)
            canvas.rect(left, top, room, 16, GROUND, GRID, rx=3, **linked)
            long = spread[j] / maximum * room
            canvas.rect(left, top, long, 16, PART, rx=3, key=f"spread{j}", **linked)
            noise_x, style = (
                left + noise[j] / maximum * room,
                {"stroke_width": "3", "key": f"noise{j}"},
            )
            canvas.line(noise_x, top - 3, noise_x, top + 19, MARK, **style)
            numbers, end = f"{spread[j]:.2f}, {noise[j]:.2f}", left + room + 72
            canvas.text(end, top + 13, numbers, "end", font_size="11", **linked)
            if moved:
                changed = {"font_size": "11", "key": f"moved{j}", **linked}
                changed |= {"font_weight": "bold"} if moved[j] else {"fill": FAINT}
                note = f"{moved[j]} word{'s' * (moved[j] != 1)}"
                canvas.text(end + 14, top + 13, note, "start", **changed)
        note = "bar: spread (standard deviation over sentences); orange stroke: noise (likewise)"
        canvas.paragraph(x, y + 44 + ROW_OF_LATENT * len(spread), width, note)

    return draw()


def draw_heard(model: str) -> Picture:
    """How far the codes of a network's latents spread under their noise, and what they tell."""
    spread, noise = pretrained_text.spread_and_noise(WALKED[model])
    matrix = bits_of(model)
    bits, there = matrix.values, matrix.factor_entropy
    assert there is not None  # counted bits have it
    i, k = np.unravel_index(bits.argmax(), bits.shape)
    caption = (
        f"The largest entry: {matrix.row_names[i]} tells, in {BINS} bins, {bits[i, k]:.2f} of the "
        f"{there[k]:.2f} bits of the {matrix.column_names[k]}. Its codes spread by "
        f"{spread[i]:.2f}, under noise of {noise[i]:.2f}."
    )
    details = _format_noise(spread, noise)
    alt = f"Spread, noise and bits of the latents of {model}. {caption}"
    return Picture(
        panels=(noise_panel(model), latent_bits_panel(model)),
        description=alt,
        text=details,
        scores={},
        caption=caption,
    )


def _format_noise(spread: Floats, noise: Floats) -> str:
    pairs = zip(latents_of(len(spread)), spread, noise)
    return "Spread and noise: " + "; ".join(f"{n} {s:.3f} and {e:.3f}" for n, s, e in pairs) + "."


@lab
def heard(after: After = None) -> Lab:
    """Which latents of a network tell something, and which did its decoder hear under noise?"""
    controls = {"model": choice("network", list(WALKED), "beta-VAE (0.2)")}
    return Lab(draw_heard, controls, describe_change=use_caption, after=after)


def words_changed(model: str) -> InformativenessMatrix:
    """In how many of all pairs a latent of one of WALKED changes a word of each factor."""
    counts = pretrained_text.pairs_changed(WALKED[model])
    return InformativenessMatrix(
        counts,
        "pairs with a changed word",
        f"of {pretrained_text.PAIRS}",
        row_names=latents_of(len(counts)),
        column_names=list(corpora.YNOC_WORDS),
    )


def draw_told_and_moved(model: str) -> Picture:
    """What each latent of a network tells, beside the words that it changes."""
    spread, noise = pretrained_text.spread_and_noise(WALKED[model])
    changed, bits = words_changed(model), bits_of(model)
    still = np.flatnonzero(changed.values.sum(1) == 0)
    caption = "Every latent changes a word in some pair."
    if len(still):
        s, share = "s" * (len(still) > 1), bits.values[still].max()
        caption = f"In {pretrained_text.PAIRS} pairs latent{s} {enumerated(still + 1)} "
        caption += f"change{'s' * (not s)} no word, though as much as {share:.2f} bits of a factor "
        caption += "are told there."
    panel = matrix_panel(
        changed, cell=40, min_width=330, key="w", full=float(pretrained_text.PAIRS)
    )
    alt = f"What the latents of {model} tell, and the words that they change. {caption}"
    panels = noise_panel(model), latent_bits_panel(model), panel
    return Picture(
        panels=panels,
        description=alt,
        text=_format_noise(spread, noise),
        scores={},
        caption=caption,
    )


@lab
def told_and_moved(after: After = None) -> Lab:
    """What does each latent of a network tell, and which words does it change?"""
    controls = {"model": choice("network", list(WALKED), ROOMY)}
    return Lab(draw_told_and_moved, controls, describe_change=use_caption, after=after)


IN_TURN, TOGETHER = "one after the other", "all together"
IDEAL_CODE = "ideal: a latent per factor"
LOOKS_OF_STEPS = (
    "Bold, blue: new since the row above; struck through: not said in that place at that end."
)
Codes = tuple[Floats, Callable[[Floats], list[str]]]  # of all shown sentences, and what says them


@functools.cache
def _shown_world() -> TextWorld:
    return pretrained_text.shipped_world("ynoc")


def _pair_sentences(pair: int) -> tuple[str, str]:
    """The two sentences of a pair."""
    start, end = pretrained_text.pair(pair)
    return pretrained_text.shipped_sentences()[start], pretrained_text.shipped_sentences()[end]


@functools.lru_cache(maxsize=32)
def _codes_and_decoder(model: str, pair: int) -> Codes:
    """Codes of all shown sentences, and a function from codes to sentences."""
    if model == IDEAL_CODE:
        template = _pair_sentences(pair)[0].split()
        return _shown_world().factors.astype(float), lambda codes: [
            _nearest_sentence(z, template) for z in codes
        ]
    name = WALKED[model]
    speaker = pretrained_text.speaker(name)

    def say(codes: Floats) -> list[str]:
        values, _ = speaker.say(codes)
        return [_shown_world().sentence(row) for row in values]

    return pretrained_text.code(name).latents, say


def _nearest_sentence(z: Floats, template: list[str]) -> str:
    """The sentence of a template with the nearest value of each factor."""
    nearest = dict(zip(_shown_world().factor_names, np.round(z).astype(int)))
    kinds = [corpora.YNOC_KIND.get(word) for word in template]
    return " ".join(
        corpora.YNOC_WORDS[kind][nearest[kind]] if kind else word
        for kind, word in zip(kinds, template)
    )


@functools.lru_cache(maxsize=64)
def _walk(model: str, pair: int, way: str) -> Path:
    """Latent after latent, or all together, from one sentence's code to the other's."""
    codes, say = _codes_and_decoder(model, pair)
    a, b = (codes[i] for i in pretrained_text.pair(pair))
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
    start, end = _pair_sentences(pair)
    lost = sum(new_words(path[0][2], start))  # as the row "read" has them struck through
    ends = stage_sentences(path)
    change_counts = changes(ends)
    able = "At the start it said the sentence that it had read."
    if lost:
        able = f"At the start {lost} of the {len(start.split())} words "
        able += f"{'is' if lost == 1 else 'are'} lost or moved (struck through)."
    dimension, share, sentence = path[step]
    where = f"Latent {dimension} has gone {share:.0%} of its way: "
    if way == TOGETHER:
        where = f"All latents have gone {share:.0%} of their way: "
    changed = replaced(ends[dimension - 1], sentence) if dimension else []
    so_far = _describe_replaced(changed) or f"it has changed no word{'' if share == 1 else ' yet'}"
    caption = f"{where}{so_far}. {able}" if dimension else able
    details = f"Words that change per step of the path: {', '.join(map(str, change_counts))}."
    names = ["all"] if way == TOGETHER else latents_of(len(change_counts))
    side_panels = [changed_panel(change_counts, len(start.split()), names)]
    if model != IDEAL_CODE:
        heard = noise_panel(model, change_counts) if way == IN_TURN else noise_panel(model)
        side_panels = [heard, latent_bits_panel(model)] + (side_panels if way == TOGETHER else [])
    read = start, styles_of_new(ends[0], start, LOST_STYLE)
    goal = end, styles_of_new(ends[-1], end, LOST_STYLE)
    panels = path_panel(path, step, model, names, read, goal, LOOKS_OF_STEPS), stack(*side_panels)
    alt = f"From “{start}”: “{ends[0]}” to “{ends[-1]}”. {caption} {details}"
    return Picture(
        panels=panels,
        description=alt,
        text=details,
        scores={"words lost": float(lost)},
        caption=caption,
    )


def _describe_replaced(pairs: list[tuple[str, str]]) -> str:
    """What gave way to what, as a clause."""
    return ", ".join(f"{old or 'nothing'} became {new or 'nothing'}" for old, new in pairs)


def keep_progress(before: dict, now: dict) -> dict:
    """A path of another length is entered at the same share of the way."""
    last = [len(_walk(each["model"], each["pair"], each["way"])) - 1 for each in (before, now)]
    share = min(now["step"] / last[0], 1.0)
    return now | {"step": round(share * last[1])}


@lab
def walk(after: After = None) -> Lab:
    """Move from one sentence to another through a trained model: which words change, and when?"""
    controls = {
        "model": choice("model", [IDEAL_CODE, *WALKED], IDEAL_CODE),
        "pair": whole("pair of sentences", 0, 0, pretrained_text.PAIRS - 1),
        "way": choice("latents move", [IN_TURN, TOGETHER], IN_TURN),
        "step": dragged(whole("step", 0, 0, 8 * STEPS)),
    }
    return Lab(
        draw_walk, controls, update_state=keep_progress, describe_change=use_caption, after=after
    )


# ------------------------------------------------------------------------- every code side by side

STRAIGHT_STEPS = 20  # steps of a way on which all latents move together
HEAD, CODE_ROW = 88.0, 56.0  # pixels above all that is said, and of what one code says
LEGEND_OF_CODES = (
    "plain: of the first sentence (or of both); blue, bold: of the second; "
    "purple, italics, underlined: of neither"
)
OF_GOAL: WordStyle = (PART, {"font_weight": "bold"})
OF_NEITHER: WordStyle = (class_colour(3), {"font_style": "italic", "text_decoration": "underline"})


@functools.cache
def _straight_path(model: str, pair: int) -> list[str]:
    """What is said on the straight way between the codes of two sentences."""
    codes, say = _codes_and_decoder(model, pair)
    a, b = (codes[i] for i in pretrained_text.pair(pair))
    return say(np.array([z for _, z in together(a, b, STRAIGHT_STEPS)]))


def _looks_by_origin(start: str, end: str, sentence: str) -> list[WordStyle]:
    """Words of the sentence that was left, of the goal, and of neither."""
    looks = []
    for word in sentence.split():
        goal = OF_GOAL if word in end.split() else OF_NEITHER
        looks.append(PLAIN if word in start.split() or not word[0].isalnum() else goal)
    return looks


@functools.cache
def _count_foreign_words(model: str, pair: int, step: int) -> int:
    """How many words of neither sentence a code says at a place of the way."""
    looks = _looks_by_origin(*_pair_sentences(pair), _straight_path(model, pair)[step])
    return sum(look is OF_NEITHER for look in looks)


def _mean_foreign_words(model: str, step: int) -> float:
    """The mean of that over all pairs."""
    return float(
        np.mean([_count_foreign_words(model, pair, step) for pair in range(pretrained_text.PAIRS)])
    )


def _sentences_panel(pair: int, step: int) -> Panel:
    """The two sentences, and between them what each code says at the same place of the way."""
    start, end = _pair_sentences(pair)
    spoken = {model: _straight_path(model, pair)[step] for model in (IDEAL_CODE, *WALKED)}
    rows = {"from": start, **spoken, "to": end}
    everything = [sentence for model in spoken for sentence in _straight_path(model, pair)]
    *starts, letters = columns_of([*everything, start, end])
    below = HEAD + CODE_ROW * len(rows)

    @panel(below + 40, min_width=330, max_width=700)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        titles = "what each code says on the way: drag the point", "drag the point"
        canvas.title(*titles)
        ends = x + 16, x + min(width, 420) - 16
        way, middle = f"{step / STRAIGHT_STEPS:.0%} of the way", sum(ends) / 2
        canvas.line(middle, y + 30, middle, y + 50, FAINT, stroke_width="2")
        canvas.add(slider(("step", "way"), step, (0, STRAIGHT_STEPS), ends, y + 40, words=way))
        for label_x, named in zip((ends[0], middle, ends[1]), ("start", "half way", "goal")):
            canvas.note(label_x, y + 66, named, "middle")
        places = in_lines(starts, letters, x + 6, width - 12)
        for j, (name, sentence) in enumerate(rows.items()):
            top = y + HEAD + CODE_ROW * j
            looks = _looks_by_origin(start, end, sentence)
            title = name
            if name in spoken:
                mean = f"over {pretrained_text.PAIRS} pairs {_mean_foreign_words(name, step):.1f}"
                title += f": {_count_foreign_words(name, pair, step)} of neither, {mean}"
            canvas.note(x, top, title)
            down = 24 if any(places.down) else 18
            canvas.add(words_in_places(places, top + down, sentence, looks, f"o{j}"))
        canvas.paragraph(x, y + below - 18, width, LEGEND_OF_CODES)

    # Where it is narrow the legend takes three lines.
    return draw()


def draw_every_code(pair: int, step: int) -> Picture:
    """All codes on the straight way from one sentence to another, at the same place."""
    start, end = _pair_sentences(pair)
    counts = {model: _count_foreign_words(model, pair, step) for model in (IDEAL_CODE, *WALKED)}
    faithful = [
        "the ideal code" if m == IDEAL_CODE else m for m, count in counts.items() if not count
    ]
    verb = "keeps" if len(faithful) == 1 else "keep"
    who = f"only {' and '.join(faithful)} {verb} to words of the two."
    if len(faithful) in (0, len(counts)):
        who = f"every code {'keeps to words of the two' if faithful else 'says a word of neither'}."
    caption = f"At {step / STRAIGHT_STEPS:.0%} of the way {who}"
    means = (
        f"{m} {n} (over all pairs {_mean_foreign_words(m, step):.2f})" for m, n in counts.items()
    )
    details = f"Words of neither sentence: {', '.join(means)}."
    scores = {model: float(count) for model, count in counts.items()}
    alt = f"From “{start}” to “{end}”. {caption} {details}"
    return Picture(
        panels=(_sentences_panel(pair, step),),
        description=alt,
        text=details,
        scores=scores,
        caption=caption,
    )


@lab
def every_code(after: After = None) -> Lab:
    """What an ideal code and five networks say at the same place between two sentences."""
    controls = {
        "pair": whole("pair of sentences", 1, 0, pretrained_text.PAIRS - 1),
        "step": dragged(whole("way, in twentieths", 0, 0, STRAIGHT_STEPS)),
    }
    return Lab(draw_every_code, controls, describe_change=use_caption, after=after)
