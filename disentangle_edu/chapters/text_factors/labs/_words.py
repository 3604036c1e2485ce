"""Words of sentences that are drawn in columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from .... import viz
from ....worlds.text import new_words

LETTER = 8.3  # pixels of a bold letter
READABLE = 0.8  # share of LETTER below which words take a second line

WordStyle = tuple[str, viz.Style]  # a colour and text attributes
PLAIN: WordStyle = (viz.INK, {})
NEW_STYLE: WordStyle = (viz.PART, {"font_weight": "bold", "text_decoration": "underline"})
LOST_STYLE: WordStyle = (viz.FAINT, {"text_decoration": "line-through"})
StyledSentence = tuple[str, Sequence[WordStyle]]  # a sentence, and the styles of its words


def mark_new(before: str, sentence: str, look: WordStyle = NEW_STYLE) -> StyledSentence:
    """A sentence with a style for words that are not in the sentence before it."""
    return sentence, [look if new else PLAIN for new in new_words(before, sentence)]


@dataclass(frozen=True)
class Places:
    """Positions of the words of a sentence in pixels, from the middle of its row, and font size."""

    across: Sequence[float]
    down: Sequence[float]
    size: float


def columns_of(sentences: Sequence[str]) -> list[float]:
    """Start of each column in letters, as wide as its longest word, and end of the last column."""
    columns = zip_longest(*(sentence.split() for sentence in sentences), fillvalue="")
    return np.cumsum(
        [0.0, *(max(map(viz.width_in_letters, column)) + 1.0 for column in columns)]
    ).tolist()


def in_lines(starts: Sequence[float], letters: float, left: float, room: float) -> Places:
    """Positions in one line, or in two lines if the letters of one line would be small."""
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


def draw_words(
    canvas: viz.Canvas, places: Places, y: float, styled: StyledSentence, key: str
) -> None:
    """Draw the words of a sentence in their styles."""
    sentence, looks = styled
    words = zip(places.across, places.down, sentence.split(), looks)
    for j, (x, down, word, (fill, look)) in enumerate(words):
        style: viz.Style = {"key": f"{key}w{j}", "font_size": f"{places.size:.1f}", **look}
        if len(word) > 3 and word.isalnum():  # "in" or "a/an" is in every sentence
            style["link"] = word
        canvas.text(x, y + down, word, "start", fill, **style)
