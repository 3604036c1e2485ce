"""Sentences of an ideal code and of five networks, halfway between two sentences."""

import functools

import numpy as np

from .... import viz, widgets
from ....worlds.text import together
from ....zoo import pretrained_text
from ..data import IDEAL_CODE, WALKED, pair_codes, pair_sentences
from ._words import PLAIN, Places, WordStyle, columns_of, draw_words, in_lines

STEPS = 20  # steps of a path on which all latents move together
CODES = (IDEAL_CODE, *WALKED)
HEAD, ROW = 88.0, 56.0  # pixels above the sentences, and of a sentence's row
BELOW = HEAD + ROW * (len(CODES) + 2)
LEGEND = (
    "plain: in the first sentence (or in both); blue, bold: in the second; "
    "red, italic, underlined: in neither"
)
OF_GOAL: WordStyle = (viz.PART, {"font_weight": "bold"})
OF_NEITHER: WordStyle = (
    viz.class_colour(3),
    {"font_style": "italic", "text_decoration": "underline"},
)


@functools.cache
def straight_path(model: str, pair: int) -> list[str]:
    """Sentences on the straight way between the codes of two sentences."""
    a, b, decode = pair_codes(model, pair)
    return decode(np.array([z for _, z in together(a, b, STEPS)]))


def looks_by_origin(pair: int, sentence: str) -> list[WordStyle]:
    """Styles of words of the first sentence, of the second, and of neither."""
    start, end = pair_sentences(pair)
    looks = []
    for word in sentence.split():
        goal = OF_GOAL if word in end.split() else OF_NEITHER
        looks.append(PLAIN if word in start.split() or not word[0].isalnum() else goal)
    return looks


@functools.cache
def count_foreign_words(model: str, pair: int, step: int) -> int:
    """Number of words of neither sentence that a code writes at a step of the way."""
    looks = looks_by_origin(pair, straight_path(model, pair)[step])
    return sum(look is OF_NEITHER for look in looks)


def mean_foreign_words(model: str, step: int) -> float:
    """Mean number of words of neither sentence, over all pairs."""
    counts = [count_foreign_words(model, pair, step) for pair in range(pretrained_text.PAIRS)]
    return float(np.mean(counts))


@viz.panel(BELOW + 40, min_width=330, max_width=700)  # three lines of legend on a narrow page
def sentences_panel(canvas: viz.Canvas, pair: int, step: int) -> None:
    """The two sentences, and between them the sentence of each code at the same step."""
    x, y, width, _ = canvas.box
    start, end = pair_sentences(pair)
    canvas.title("what each code writes on the way: drag the point", "drag the point")
    draw_way(canvas.within(x + 16, y + 40, min(width, 420) - 32, 0), step)
    everything = [sentence for code in CODES for sentence in straight_path(code, pair)]
    *starts, letters = columns_of([*everything, start, end])
    places = in_lines(starts, letters, x + 6, width - 12)
    rows = {"from": start}
    for code in CODES:
        mean = f"mean over {pretrained_text.PAIRS} pairs {mean_foreign_words(code, step):.1f}"
        title = f"{code}: {count_foreign_words(code, pair, step)} of neither, {mean}"
        rows[title] = straight_path(code, pair)[step]
    rows["to"] = end
    for j, (title, sentence) in enumerate(rows.items()):
        top = y + HEAD + ROW * j
        canvas.note(x, top, title)
        draw_sentence(canvas.within(x, top, width, 0), places, pair, sentence, f"o{j}")
    canvas.paragraph(x, y + BELOW - 18, width, LEGEND)


def draw_sentence(canvas: viz.Canvas, places: Places, pair: int, sentence: str, key: str) -> None:
    """Draw a sentence below its title."""
    y = canvas.box[1] + (24 if any(places.down) else 18)
    draw_words(canvas, places, y, (sentence, looks_by_origin(pair, sentence)), key)


def draw_way(canvas: viz.Canvas, step: int) -> None:
    """Draw a point to drag along the way."""
    left, y, width, _ = canvas.box
    right, middle, way = left + width, left + width / 2, f"{step / STEPS:.0%} of the way"
    canvas.line(middle, y - 10, middle, y + 10, viz.FAINT, stroke_width="2")
    canvas.slider("step", step, (0, STEPS), (left, right), y, label="way", words=way)
    for x, words in ((left, "start"), (middle, "halfway"), (right, "goal")):
        canvas.note(x, y + 26, words, "middle")


def describe_codes(counts: dict[str, int]) -> str:
    """Say which codes keep to words of the two sentences."""
    faithful = [
        "the ideal code" if code == IDEAL_CODE else code
        for code, count in counts.items()
        if not count
    ]
    if not faithful:
        return "every code writes a word of neither sentence."
    if len(faithful) == len(counts):
        return "every code keeps to words of the two sentences."
    verb = "keeps" if len(faithful) == 1 else "keep"
    return f"only {' and '.join(faithful)} {verb} to words of the two sentences."


@widgets.lab(
    {
        "pair": widgets.whole("pair of sentences", 1, 0, pretrained_text.PAIRS - 1),
        "step": widgets.moved_by_handle(widgets.whole("way, in twentieths", 0, 0, STEPS)),
    },
    describe_change=widgets.describe_by_caption,
)
def every_code(pair: int, step: int) -> viz.Picture:
    """What do an ideal code and five networks write at the same step between two sentences?"""
    start, end = pair_sentences(pair)
    counts = {code: count_foreign_words(code, pair, step) for code in CODES}
    means = ", ".join(
        f"{code} {count} ({mean_foreign_words(code, step):.2f})" for code, count in counts.items()
    )
    return viz.Picture(
        panels=(sentences_panel(pair, step),),
        shows=f"The way from “{start}” to “{end}” through six codes.",
        caption=f"At {step / STEPS:.0%} of the way, {describe_codes(counts)}",
        text=f"Words of neither sentence (mean over {pretrained_text.PAIRS} pairs): {means}.",
        scores={code: float(count) for code, count in counts.items()},
    )
