"""The page of a paper to click on: a square per sentence, and a list of those around the chosen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...claims.coverage import UNTESTABLE, Sentence
from ...claims.registry import ARGUMENT, FAILS, FIGURE, HOLDS, MISPRINT, OPEN, READING, UNDECIDED
from ...viz.canvas import Panel, Style, radio_group
from ...viz.handles import Axis, Handle
from ...viz.svg import heading, rect, text
from ...viz.theme import CLASSES, FAINT, GRID, GROUND, INK, PAPER, READ

COLUMNS, SQUARE = 20, 19.0  # of the map: squares side by side, and how large at most
LEAST = 300.0  # pixels of a page
LABEL = 12.0  # the height of a label above a line of squares
ROW = 36.0  # of the list
CONTENT, HEADING = 566.0, 24.0  # the height of map and list, and of what stands above
LEGEND = 18.0

SIGNS = {  # a sign beside each colour, for any kind of colour vision
    HOLDS: "✓",
    READING: "◐",
    FIGURE: "≈",
    ARGUMENT: "∴",
    MISPRINT: "✎",
    FAILS: "✗",
    UNDECIDED: "?",
    OPEN: "○",
    UNTESTABLE: "–",
}
COLOURS = {  # a sign lies on each
    HOLDS: READ[CLASSES[2]],
    READING: CLASSES[0],
    FIGURE: READ[CLASSES[4]],
    ARGUMENT: READ[CLASSES[3]],
    MISPRINT: READ[CLASSES[4]],
    FAILS: READ[CLASSES[1]],
    UNDECIDED: CLASSES[6],
    OPEN: FAINT,
    UNTESTABLE: FAINT,
}


@dataclass(frozen=True)
class PageView:
    """What is looked at: sentences with their places in the ledger, and what filters leave of them.

    sentences : of one paper, or of all.   first : the place of the first of them.
    kept : the places that the filters leave.   chosen : the place that is looked at.
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
        """The sentence at a place."""
        return self.sentences[place - self.first]


@dataclass(frozen=True)
class MapSquare:
    """A square of the map: its sentence's place, line and column, and a label above it."""

    place: int
    line: int
    column: float
    label: str


def page_panel(shelf: PageView, titles: Sequence[str], legend: Sequence[str]) -> Panel:
    """A map of squares, the sentences around the chosen one, and what the colours mean.

    titles : of which the first that fits is taken.
    """

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, *titles)]
        lines, used, squares = _sentence_map(shelf, x, y + HEADING, width)
        out.append(squares)
        top = y + HEADING + used + 4
        out.append(_sentence_list(shelf, (x, top, width), lines, y + HEADING + CONTENT))
        out.append(_legend(shelf, x, y + HEADING + CONTENT + 6, legend))
        return "".join(out)

    height = HEADING + CONTENT + 6 + LEGEND * len(legend)
    return radio_group("a sentence of the paper", Panel(draw, height, LEAST, 420))


# ------------------------------------------------------------------------------------------ the map


def by_section(sentences: Sequence[Sentence], first: int) -> Iterator[MapSquare]:
    """Squares in reading order, those of a section side by side below its name."""
    line, column, index = 0, 0.0, first
    for section, group in groupby(sentences, key=lambda sentence: sentence.section):
        size = len(list(group))
        room = max(size, len(section) * 6.2 / (LEAST / COLUMNS))
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
    """Squares in reading order, those of a paper below its name."""
    line, index = 0, first
    for paper, group in groupby(sentences, key=lambda sentence: sentence.paper):
        size = len(list(group))
        for j in range(size):
            yield MapSquare(
                index + j, line + j // COLUMNS, float(j % COLUMNS), paper if j == 0 else ""
            )
        index, line = index + size, line + -(-size // COLUMNS)


def _sentence_map(shelf: PageView, x: float, y: float, width: float) -> tuple[int, float, str]:
    """(lines, the height they take, their SVG)."""
    layout: Callable = by_paper if shelf.several else by_section
    spots = list(layout(shelf.sentences, shelf.first))
    size, matching = min(SQUARE, width / COLUMNS), set(shelf.kept)
    tops, lines = {}, spots[-1].line + 1
    labelled = {spot.line for spot in spots if spot.label}
    for line in range(lines):  # a line without a label needs no room for one
        tops[line] = y + LABEL if line in labelled else y
        y = tops[line] + SQUARE
    out, per_line = [], dict.fromkeys(range(lines), 0)
    for spot in spots:
        left, top = x + spot.column * size, tops[spot.line]
        if spot.label:
            out.append(text(left, top - 3, spot.label, "start", FAINT, font_size="10"))
        cell = spot.line, per_line[spot.line]
        per_line[spot.line] += 1
        out.append(
            _sentence_square(shelf, spot.place, (left, top, size - 2), cell, spot.place in matching)
        )
    return lines, y - min(tops.values()) + LABEL, "".join(out)


def _handle(shelf: PageView, index: int, cell: tuple[int, int]) -> Handle:
    """What brings a sentence when it is clicked."""
    sentence = shelf.at(index)
    axis = Axis("square", -1.0, index, index, 1.0, "y", 0)
    label = f"{sentence.where}: {sentence.statement}"
    return Handle(label, (axis,), sentence.verdict, cell, chosen=index == shelf.chosen)


def _sentence_square(
    shelf: PageView,
    index: int,
    box: tuple[float, float, float],
    cell: tuple[int, int],
    matches: bool,
) -> str:
    left, top, size = box
    sentence = shelf.at(index)
    edge = {"stroke_width": "3" if index == shelf.chosen else "1"}
    stroke = INK if index == shelf.chosen else "none" if matches else GRID
    shape = rect(
        left,
        top,
        size,
        size,
        COLOURS[sentence.verdict] if matches else GROUND,
        stroke,
        key=f"sentence-{sentence.number}",
        link=sentence.verdict,
        handle=_handle(shelf, index, cell),
        title=f"{sentence.where}: {sentence.statement} ({sentence.verdict})",
        **edge,
    )
    return shape + _sign(left + size / 2, top + size / 2, sentence.verdict, size, matches)


def _sign(x: float, y: float, verdict: str, size: float, matches: bool = True) -> str:
    style = {"font_size": f"{min(12, size * 0.7):.1f}", "pointer_events": "none"}
    return text(x, y + 4, SIGNS[verdict], fill=PAPER if matches else FAINT, **style)


# ----------------------------------------------------------------------------------------- the list


def _sentence_list(
    shelf: PageView, box: tuple[float, float, float], lines: int, bottom: float
) -> str:
    """The kept sentences around the chosen one, as many as there is room for."""
    x, y, width = box
    rows = int((bottom - y - 22) // ROW)
    chosen_rank = list(shelf.kept).index(shelf.chosen) if shelf.chosen in shelf.kept else 0
    start = chosen_rank // rows * rows
    visible = shelf.kept[start : start + rows]
    if not visible:
        return ""
    count = f"{start + 1} to {start + len(visible)} of {len(shelf.kept)}"
    out = [text(x + width / 2, y + 15, count, fill=FAINT, font_size="11", key="count")]
    if start:
        out.append(_page_button(shelf, shelf.kept[start - 1], "◂ earlier", x, y, (lines, 0)))
    if start + rows < len(shelf.kept):
        later = shelf.kept[start + rows]
        out.append(_page_button(shelf, later, "later ▸", x + width - 74, y, (lines, 1)))
    for j, index in enumerate(visible):
        row = x, y + 22 + j * ROW, width
        out.append(_list_row(shelf, index, row, (lines + 1 + j, 0)))
    return "".join(out)


def _page_button(
    shelf: PageView, index: int, label: str, x: float, y: float, cell: tuple[int, int]
) -> str:
    """A button that goes to another part of the list."""
    button = rect(x, y, 74, 19, GROUND, GRID, rx=4, handle=_handle(shelf, index, cell), key=label)
    return button + text(x + 37, y + 14, label, font_size="11", pointer_events="none")


def _list_row(
    shelf: PageView, index: int, box: tuple[float, float, float], cell: tuple[int, int]
) -> str:
    x, y, width = box
    sentence, chosen = shelf.at(index), index == shelf.chosen
    frame: Style = {
        "stroke_width": "2" if chosen else "1",
        "rx": 3,
        "key": f"row-{sentence.number}",
    }
    frame |= {"handle": _handle(shelf, index, cell)}
    frame |= {"title": f"{sentence.statement} ({sentence.verdict})"}
    out = [rect(x + 1, y, width - 2, ROW - 3, GROUND, INK if chosen else GRID, **frame)]
    out.append(rect(x + 6, y + 8, 17, 17, COLOURS[sentence.verdict], pointer_events="none"))
    out.append(_sign(x + 14.5, y + 16.5, sentence.verdict, 17))
    where = f"{sentence.paper}, {sentence.where}" if shelf.several else sentence.where
    quiet = {"pointer_events": "none"}
    fits = int((width - 38) / 6.6)
    out.append(
        text(x + 30, y + 13, _truncate(where, fits), "start", FAINT, font_size="11", **quiet)
    )
    out.append(
        text(x + 30, y + 28, _truncate(sentence.statement, fits), "start", font_size="12", **quiet)
    )
    return "".join(out)


def _truncate(sentence: str, letters: int) -> str:
    """As many whole words as fit."""
    if len(sentence) <= letters:
        return sentence
    return f"{sentence[: letters - 1].rpartition(' ')[0]} …"


# --------------------------------------------------------------------------------------- the legend


def _legend(shelf: PageView, x: float, y: float, legend: Sequence[str]) -> str:
    out, verdicts = [], [shelf.at(index).verdict for index in shelf.kept]
    for j, verdict in enumerate(legend):
        top = y + j * LEGEND
        out.append(rect(x, top, 15, 15, COLOURS[verdict], link=verdict))
        out.append(_sign(x + 7.5, top + 7.5, verdict, 15))
        label = f"{verdict}: {verdicts.count(verdict)}"
        out.append(text(x + 22, top + 12, label, "start", key=f"n{verdict}", link=verdict))
    return "".join(out)
