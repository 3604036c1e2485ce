"""The page of a paper to click on: a square per sentence, and a list around the chosen sentence."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from .... import viz
from ....claims.coverage import Sentence
from ....claims.views import COLOURS, SIGNS

COLUMNS, SQUARE = 20, 19.0  # squares per line of the map, and their largest size
LEAST = 300.0  # the least width in pixels
LABEL = 12.0  # the height of a label above a line of squares
ROW = 36.0  # pixels of a row of the list
CONTENT, HEADING = 566.0, 24.0  # height of the map and list, and of the heading above
LEGEND = 18.0


@dataclass(frozen=True)
class PageView:
    """The view of the ledger: sentences with their positions, and those that the filters keep.

    sentences : of one paper, or of all.   first : the position of the first of them.
    kept : the positions that the filters keep.   chosen : the position of the chosen sentence.
    """

    sentences: Sequence[Sentence]
    first: int
    kept: Sequence[int]
    chosen: int

    @property
    def several(self) -> bool:
        """Whether it holds more than one paper."""
        return len({sentence.paper for sentence in self.sentences}) > 1

    def at(self, place: int) -> Sentence:
        """The sentence at a position."""
        return self.sentences[place - self.first]


@dataclass(frozen=True)
class MapSquare:
    """A square of the map: the position of its sentence, line and column, and a label above it."""

    place: int
    line: int
    column: float
    label: str


def page_height(legend: Sequence[str]) -> float:
    """Pixels of a page, and of its card."""
    return HEADING + CONTENT + 6 + LEGEND * len(legend)


@viz.panel(height=page_height, min_width=LEAST, max_width=420)
def page_panel(
    canvas: viz.Canvas, view: PageView, titles: Sequence[str], legend: Sequence[str]
) -> None:
    """A map of squares, the sentences around the chosen one, and what the colours mean.

    titles : the first that fits is used.
    """
    x, y, width, _ = canvas.box
    layout: Callable = by_paper if view.several else by_section
    squares = list(layout(view.sentences, view.first))
    tops, used = line_tops(squares, y + HEADING)
    content = y + HEADING + CONTENT
    with canvas.radio_group("a sentence of the paper"):
        canvas.title(*titles)
        draw_map(canvas, view, squares, tops)
        part = canvas.within(x, y + HEADING + used + 4, width, CONTENT - used - 4)
        draw_list(part, view, len(tops))
        draw_legend(canvas.within(x, content + 6, width, 0), view, legend)


# ------------------------------------------------------------------------------------------ the map


def by_section(sentences: Sequence[Sentence], first: int) -> Iterator[MapSquare]:
    """Squares in reading order; those of a section are next to each other below its name."""
    line, column, index = 0, 0.0, first
    for section, group in groupby(sentences, key=lambda sentence: sentence.section):
        size = len(list(group))
        room = max(size, len(section) * 6.8 / (LEAST / COLUMNS))
        if column and column + min(room, COLUMNS) > COLUMNS:
            line, column = line + 1, 0.0
        start = column
        for j in range(size):
            if column + 1 > COLUMNS:
                line, column = line + 1, 0.0
            yield MapSquare(index + j, line, column, section if j == 0 else "")
            column += 1
        column = max(column, start + room if size < COLUMNS else column) + 0.4
        index += size


def by_paper(sentences: Sequence[Sentence], first: int) -> Iterator[MapSquare]:
    """Squares in reading order; those of a paper are below its name."""
    line, index = 0, first
    for paper, group in groupby(sentences, key=lambda sentence: sentence.paper):
        size = len(list(group))
        for j in range(size):
            yield MapSquare(
                index + j, line + j // COLUMNS, float(j % COLUMNS), paper if j == 0 else ""
            )
        index, line = index + size, line + -(-size // COLUMNS)


def line_tops(squares: Sequence[MapSquare], y: float) -> tuple[list[float], float]:
    """Top of each line of squares, and the height of the map."""
    labelled = {square.line for square in squares if square.label}
    tops: list[float] = []
    for line in range(squares[-1].line + 1):  # a line without labels needs no space for them
        tops.append(y + LABEL if line in labelled else y)
        y = tops[-1] + SQUARE
    return tops, y - min(tops) + LABEL


def draw_map(
    canvas: viz.Canvas, view: PageView, squares: Sequence[MapSquare], tops: Sequence[float]
) -> None:
    """A square for each sentence, with labels above some."""
    x, _, width, _ = canvas.box
    size, matching, per_line = min(SQUARE, width / COLUMNS), set(view.kept), Counter[int]()
    for square in squares:
        left, top = x + square.column * size, tops[square.line]
        if square.label:
            canvas.note(left, top - 3, square.label)
        cell = square.line, per_line[square.line]
        per_line[square.line] += 1
        box = canvas.within(left, top, size - 2, size - 2)
        draw_square(box, view, square.place, cell, square.place in matching)


def handle_of(view: PageView, index: int, cell: tuple[int, int]) -> viz.Handle:
    """What chooses a sentence when it is clicked."""
    sentence = view.at(index)
    axis = viz.Axis("square", -1.0, index, index, 1.0, "y", 0)
    label = f"{sentence.where}: {sentence.statement}"
    return viz.Handle(label, (axis,), sentence.verdict, cell, chosen=index == view.chosen)


def draw_square(
    canvas: viz.Canvas, view: PageView, index: int, cell: tuple[int, int], matches: bool
) -> None:
    """The square of a sentence, with the sign of its verdict."""
    left, top, size, _ = canvas.box
    sentence, chosen = view.at(index), index == view.chosen
    stroke = viz.INK if chosen else "none" if matches else viz.GRID
    canvas.rect(
        *canvas.box,
        COLOURS[sentence.verdict] if matches else viz.GROUND,
        stroke,
        f"{sentence.where}: {sentence.statement} ({sentence.verdict})",
        key=f"sentence-{sentence.number}",
        link=sentence.verdict,
        handle=handle_of(view, index, cell),
        stroke_width="3" if chosen else "1",
    )
    draw_sign(canvas, left + size / 2, top + size / 2, sentence.verdict, matches)


def draw_sign(canvas: viz.Canvas, x: float, y: float, verdict: str, matches: bool = True) -> None:
    """The sign of a verdict on its colour."""
    style: viz.Style = {"font_size": "11", "pointer_events": "none"}
    canvas.text(x, y + 4, SIGNS[verdict], fill=viz.PAPER if matches else viz.FAINT, **style)


# ----------------------------------------------------------------------------------------- the list


def draw_list(canvas: viz.Canvas, view: PageView, lines: int) -> None:
    """The kept sentences around the chosen one, as many as fit.

    lines : of the map above.
    """
    x, y, width, height = canvas.box
    rows = int((height - 22) // ROW)
    chosen_rank = list(view.kept).index(view.chosen) if view.chosen in view.kept else 0
    start = chosen_rank // rows * rows
    visible = view.kept[start : start + rows]
    if not visible:
        return
    count = f"{start + 1} to {start + len(visible)} of {len(view.kept)}"
    canvas.text(x + width / 2, y + 15, count, fill=viz.FAINT, font_size="11", key="count")
    if start:
        draw_button(canvas, view, view.kept[start - 1], "◂ earlier", x, (lines, 0))
    if start + rows < len(view.kept):
        later = view.kept[start + rows]
        draw_button(canvas, view, later, "later ▸", x + width - 74, (lines, 1))
    for j, index in enumerate(visible):
        row = canvas.within(x, y + 22 + j * ROW, width, ROW)
        draw_sentence_row(row, view, index, (lines + 1 + j, 0))


def draw_button(
    canvas: viz.Canvas, view: PageView, index: int, label: str, x: float, cell: tuple[int, int]
) -> None:
    """A button that goes to another part of the list."""
    y, handle = canvas.box[1], handle_of(view, index, cell)
    canvas.rect(x, y, 74, 19, viz.GROUND, viz.GRID, rx=4, handle=handle, key=label)
    canvas.text(x + 37, y + 14, label, font_size="11", pointer_events="none")


def draw_sentence_row(
    canvas: viz.Canvas, view: PageView, index: int, cell: tuple[int, int]
) -> None:
    """A sentence of the list."""
    x, y, width, _ = canvas.box
    sentence, chosen = view.at(index), index == view.chosen
    frame: viz.Style = {"stroke_width": "2" if chosen else "1", "rx": 3}
    frame |= {"key": f"row-{sentence.number}", "handle": handle_of(view, index, cell)}
    title = f"{sentence.statement} ({sentence.verdict})"
    edge = viz.INK if chosen else viz.GRID
    canvas.rect(x + 1, y, width - 2, ROW - 3, viz.GROUND, edge, title, **frame)
    canvas.rect(x + 6, y + 8, 17, 17, COLOURS[sentence.verdict], pointer_events="none")
    draw_sign(canvas, x + 14.5, y + 16.5, sentence.verdict)
    where = f"{sentence.paper}, {sentence.where}" if view.several else sentence.where
    for down, words, colour, size in (
        (13, where, viz.FAINT, "11"),
        (28, sentence.statement, viz.INK, "12"),
    ):
        label = truncate(words, int((width - 38) / 6.6))
        style = {"font_size": size, "pointer_events": "none"}
        canvas.text(x + 30, y + down, label, "start", colour, **style)


def truncate(sentence: str, letters: int) -> str:
    """The beginning and the end, in whole words: many sentences differ only in their last words."""
    if len(sentence) <= letters:
        return sentence
    half = (letters - 2) // 2
    return f"{sentence[:half].rpartition(' ')[0]} … {sentence[-half:].partition(' ')[2]}"


# --------------------------------------------------------------------------------------- the legend


def draw_legend(canvas: viz.Canvas, view: PageView, legend: Sequence[str]) -> None:
    """The colour, the sign and the number of sentences of each verdict."""
    (x, y, _, _), counts = canvas.box, Counter(view.at(index).verdict for index in view.kept)
    for j, verdict in enumerate(legend):
        top = y + j * LEGEND
        canvas.rect(x, top, 15, 15, COLOURS[verdict], link=verdict)
        draw_sign(canvas, x + 7.5, top + 7.5, verdict)
        label = f"{verdict}: {counts[verdict]}"
        canvas.text(x + 22, top + 12, label, "start", key=f"n{verdict}", link=verdict)
