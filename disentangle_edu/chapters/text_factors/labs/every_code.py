"""What an ideal code and five networks say at the same place between two sentences."""

import functools

import numpy as np

from ....viz.canvas import Canvas, panel
from ....viz.picture import Picture
from ....viz.theme import FAINT, PART, class_colour
from ....widgets.change_text import use_caption
from ....widgets.controls import dragged, whole
from ....widgets.lab import lab
from ....worlds.text import together
from ....zoo import pretrained_text
from ...common.text_models import WALKED
from ..data import IDEAL_CODE, pair_codes, pair_sentences
from ._words import PLAIN, Places, WordStyle, columns_of, draw_words, in_lines

STEPS = 20  # of a way on which all latents move together
CODES = (IDEAL_CODE, *WALKED)
HEAD, ROW = 88.0, 56.0  # pixels above all that is said, and of what one code says
BELOW = HEAD + ROW * (len(CODES) + 2)
LEGEND = (
    "plain: of the first sentence (or of both); blue, bold: of the second; "
    "purple, italics, underlined: of neither"
)
OF_GOAL: WordStyle = (PART, {"font_weight": "bold"})
OF_NEITHER: WordStyle = (class_colour(3), {"font_style": "italic", "text_decoration": "underline"})


@functools.cache
def straight_path(model: str, pair: int) -> list[str]:
    """What is said on the straight way between the codes of two sentences."""
    a, b, decode = pair_codes(model, pair)
    return decode(np.array([z for _, z in together(a, b, STEPS)]))


def looks_by_origin(pair: int, sentence: str) -> list[WordStyle]:
    """Looks of words of the sentence that was left, of the goal, and of neither."""
    start, end = pair_sentences(pair)
    looks = []
    for word in sentence.split():
        goal = OF_GOAL if word in end.split() else OF_NEITHER
        looks.append(PLAIN if word in start.split() or not word[0].isalnum() else goal)
    return looks


@functools.cache
def count_foreign_words(model: str, pair: int, step: int) -> int:
    """How many words of neither sentence a code says at a place of the way."""
    looks = looks_by_origin(pair, straight_path(model, pair)[step])
    return sum(look is OF_NEITHER for look in looks)


def mean_foreign_words(model: str, step: int) -> float:
    """The mean of that over all pairs."""
    counts = [count_foreign_words(model, pair, step) for pair in range(pretrained_text.PAIRS)]
    return float(np.mean(counts))


@panel(BELOW + 40, min_width=330, max_width=700)  # three lines of legend, where it is narrow
def sentences_panel(canvas: Canvas, pair: int, step: int) -> None:
    """The two sentences, and between them what each code says at the same place of the way."""
    x, y, width, _ = canvas.box
    start, end = pair_sentences(pair)
    canvas.title("what each code says on the way: drag the point", "drag the point")
    draw_way(canvas.within(x + 16, y + 40, min(width, 420) - 32, 0), step)
    everything = [sentence for code in CODES for sentence in straight_path(code, pair)]
    *starts, letters = columns_of([*everything, start, end])
    places = in_lines(starts, letters, x + 6, width - 12)
    rows = {"from": start}
    for code in CODES:
        mean = f"over {pretrained_text.PAIRS} pairs {mean_foreign_words(code, step):.1f}"
        title = f"{code}: {count_foreign_words(code, pair, step)} of neither, {mean}"
        rows[title] = straight_path(code, pair)[step]
    rows["to"] = end
    for j, (title, sentence) in enumerate(rows.items()):
        top = y + HEAD + ROW * j
        canvas.note(x, top, title)
        draw_sentence(canvas.within(x, top, width, 0), places, pair, sentence, f"o{j}")
    canvas.paragraph(x, y + BELOW - 18, width, LEGEND)


def draw_sentence(canvas: Canvas, places: Places, pair: int, sentence: str, key: str) -> None:
    """A sentence below its title."""
    y = canvas.box[1] + (24 if any(places.down) else 18)
    draw_words(canvas, places, y, (sentence, looks_by_origin(pair, sentence)), key)


def draw_way(canvas: Canvas, step: int) -> None:
    """A point to drag along the way."""
    left, y, width, _ = canvas.box
    right, middle, way = left + width, left + width / 2, f"{step / STEPS:.0%} of the way"
    canvas.line(middle, y - 10, middle, y + 10, FAINT, stroke_width="2")
    canvas.slider("step", step, (0, STEPS), (left, right), y, label="way", words=way)
    for x, words in ((left, "start"), (middle, "half way"), (right, "goal")):
        canvas.note(x, y + 26, words, "middle")


def describe_codes(counts: dict[str, int]) -> str:
    """Which codes keep to words of the two sentences."""
    faithful = [
        "the ideal code" if code == IDEAL_CODE else code
        for code, count in counts.items()
        if not count
    ]
    if not faithful:
        return "every code says a word of neither."
    if len(faithful) == len(counts):
        return "every code keeps to words of the two."
    verb = "keeps" if len(faithful) == 1 else "keep"
    return f"only {' and '.join(faithful)} {verb} to words of the two."


@lab(
    {
        "pair": whole("pair of sentences", 1, 0, pretrained_text.PAIRS - 1),
        "step": dragged(whole("way, in twentieths", 0, 0, STEPS)),
    },
    describe_change=use_caption,
)
def every_code(pair: int, step: int) -> Picture:
    """What an ideal code and five networks say at the same place between two sentences."""
    start, end = pair_sentences(pair)
    counts = {code: count_foreign_words(code, pair, step) for code in CODES}
    means = ", ".join(
        f"{code} {count} (over all pairs {mean_foreign_words(code, step):.2f})"
        for code, count in counts.items()
    )
    return Picture(
        panels=(sentences_panel(pair, step),),
        shows=f"From “{start}” to “{end}”.",
        caption=f"At {step / STEPS:.0%} of the way {describe_codes(counts)}",
        text=f"Words of neither sentence: {means}.",
        scores={code: float(count) for code, count in counts.items()},
    )
