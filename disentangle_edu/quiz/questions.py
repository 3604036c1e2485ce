"""Questions.

What a notebook asks before it shows, on an empty scale, with the truth computed and never written
down.

A `Question` has a scale on which the reader marks a guess by hand, the truth as a function, and a
sentence on what the distance means. `labs.predict(id)` puts it on a stage; QUESTIONS lists all of
them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..validation import check_new
from ..viz.canvas import Sheet, panel, scale
from ..viz.svg import (
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PAPER,
    PART,
    Axis,
    Handle,
    Panel,
    Style,
    choices,
    circle,
    group,
    paragraph_height,
    path,
    rect,
    text,
)

Guess = Any  # what its scale takes: a number, options, an order, heights
SENTENCE = re.compile(r"(?:(?<=[.?!])|(?<=[.?!]\))) (?=[A-Z])")  # where one ends and one begins
LONG = 16  # letters of a row from which on it is not said again in a sentence


Table = list[list[str]]  # rows of words, the first of them the head
ASKED = ["asked", "you said", "it is"]  # the head of such a table


class Scale(Protocol):
    """Where a guess is made.

    What is empty, what is complete, how it is drawn, how far off it was.
    """

    def empty(self) -> Guess:
        """The guess before anything was marked."""

    def check(self, name: str, guess: object) -> Guess:
        """The guess, or a ValueError."""

    def complete(self, guess: Guess) -> bool:
        """Whether enough was marked to commit."""

    def panel(self, guess: Guess, truth: Guess = None) -> Panel:
        """The scale with the guess on it, and the truth once it may be seen."""

    def off(self, guess: Guess, truth: Guess) -> str:
        """How far off the guess was, as a sentence."""

    def offers(self) -> str:
        """What may be answered, for whoever does not see the scale."""

    def table(self, guess: Guess, truth: Guess, figures: Sequence[str]) -> Table:
        """Guess and truth as rows of words, the first of them the head."""


@dataclass(frozen=True)
class Question:
    """One prediction.

    truth : computes the answer when it is asked for.   means : means(guess, truth) -> what the
    distance tells.   given : the guess that tests and builds give in place of a reader.
    figures : what was measured for each row of a Choose, as short words; shown with the truth.
    shows : panels beside the question, such as the matrix that it is about.
    """

    id: str
    asks: str
    scale: Any
    truth: Callable[[], Guess]
    means: Callable[[Guess, Guess], str]
    given: Guess
    figures: Callable[[], Sequence[str]] | None = None
    shows: Callable[[], tuple[Panel, ...]] | None = None

    @property
    def parts(self) -> tuple[str, str]:
        """What it says first, and the last sentence, which asks."""
        first, *rest = reversed(SENTENCE.split(self.asks))
        return " ".join(reversed(rest)), first

    def measured(self) -> tuple[str, ...]:
        """The figures behind the truth, a word or two for each row; none where there are none."""
        return tuple(self.figures()) if self.figures else ()

    def panels(self, guess: Guess, truth: Guess = None, figures: Sequence[str] = ()) -> tuple:
        """What the question shows, and its scale with the guess, the truth and its figures."""
        shown = self.shows() if self.shows else ()
        options = {"figures": figures} if figures else {}
        return (*shown, self.scale.panel(guess, truth, **options))

    def verdict(self, guess: Guess, truth: Guess, figures: Sequence[str] = ()) -> str:
        """How far off the guess was, what was measured, and what that means."""
        if figures and max(map(len, self.scale.rows)) > LONG:
            return "\n".join([*self._line_by_line(guess, truth, figures), self.means(guess, truth)])
        measured = _told(self.scale.rows, figures) if figures else ""
        parts = (self.scale.off(guess, truth), measured, self.means(guess, truth))
        return " ".join(filter(None, parts))

    def _line_by_line(self, guess: Guess, truth: Guess, figures: Sequence[str]) -> list[str]:
        """Of long rows each takes a line: whether it was right, and what was measured."""
        right = [mine == true for mine, true in zip(guess, truth)]
        lines = zip(right, self.scale.rows, figures)
        guessed = lambda so: "Right" if so else "Surprise"
        sentences = [
            f"{guessed(so)}. {row[:1].upper()}{row[1:]}: {figure}." for so, row, figure in lines
        ]
        return [self.scale.off(guess, truth), *sentences]


def _told(rows: Sequence[str], figures: Sequence[str]) -> str:
    """What was measured, row by row."""
    pairs = (f"{row} {figure}".strip() for row, figure in zip(rows, figures))
    return f"Found: {'; '.join(pairs)}."


QUESTIONS: dict[str, Question] = {}


def ask(
    id: str,
    asks: str,
    scale: Any,
    *,
    given: Guess,
    means: Callable[[Guess, Guess], str],
    figures: Callable[[], Sequence[str]] | None = None,
    shows: Callable[[], tuple[Panel, ...]] | None = None,
) -> Any:
    """Decorate the function that computes the truth; enters the question in QUESTIONS."""

    def decorate(truth: Callable[[], Guess]) -> Callable[[], Guess]:
        check_new(id, QUESTIONS, truth)
        QUESTIONS[id] = Question(id, asks, scale, truth, means, given, figures, shows)
        return truth

    return decorate


def _number(name: str, value: Any, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise ValueError(f"{name}: found {value!r}, expected a number from {low:g} to {high:g}.")
    return float(value)


@dataclass(frozen=True)
class Mark:
    """A number, marked on an axis from low to high.   landmarks : {value: word}, e.g.

    What guessing gives.
    """

    low: float = 0.0
    high: float = 1.0
    label: str = "score"
    landmarks: tuple[tuple[float, str], ...] = ()
    digits: int = 2

    def empty(self) -> None:
        """Nothing is marked."""

    def check(self, name: str, guess: object) -> float | None:
        """A number on the axis."""
        return None if guess is None else _number(name, guess, self.low, self.high)

    def complete(self, guess: float | None) -> bool:
        """A mark stands."""
        return guess is not None

    def off(self, guess: float, truth: float) -> str:
        """How much too high or too low."""
        shown = round(guess, self.digits), round(truth, self.digits + 1 if self.digits else 0)
        distance = abs(shown[0] - shown[1])  # as a reader would subtract them
        said = f"it is {self._measured(truth)}, and you said {guess:.{self.digits}f}"
        if distance < 0.02 * (self.high - self.low):
            return f"Right{', exactly' * (not distance)}: {said}."
        side = "low" if guess < truth else "high"
        return f"Surprise: {said}, {self._measured(distance)} too {side}."

    def _measured(self, truth: float) -> str:
        """The truth with one digit more than a guess; a count stays whole."""
        return f"{truth:.{self.digits + 1 if self.digits else 0}f}"

    def offers(self) -> str:
        """What may be answered, for whoever does not see the scale."""
        return f"An empty scale for {self.label}, from {self.low:g} to {self.high:g}."

    def table(self, guess: float, truth: float, figures: Sequence[str] = ()) -> Table:
        """Guess and truth as rows of words, the first of them the head."""
        return [ASKED, [self.label, f"{guess:.{self.digits}f}", self._measured(truth)]]

    def _ticks(self) -> list[tuple[float, bool]]:
        """Where the axis has ticks, and which of them have their number: of a few counts all."""
        if not self.digits and self.high - self.low <= FEW:
            return [(self.low + j, True) for j in range(int(self.high - self.low) + 1)]
        return [(self.low + j / 10 * (self.high - self.low), j % 5 == 0) for j in range(11)]

    def panel(self, guess: float | None, truth: float | None = None) -> Panel:
        """An axis; the guess hangs above it, the truth stands below it."""

        @panel(116 if self.landmarks else 100, least=300, most=760)
        def drawn(on: Sheet) -> None:
            x, y, width, _ = on.box
            left, right, middle = x + 24, x + width - 24, y + 56
            place = scale((self.low, self.high), (left, right))
            step = (self.high - self.low) / 100 if self.digits else 1.0
            value = (self.low + self.high) / 2 if guess is None else guess
            axis = Axis("guess", value, self.low, self.high, step, "x", left, right)
            words = "nothing marked yet" if guess is None else f"{guess:.{self.digits}f}"
            handle = Handle(f"your guess: {self.label}", (axis,), words, place=True)
            area: Style = {
                "handle": handle if truth is None else None,
                "rx": 6,
                "key": "area",
            }
            on.rect(left - 16, middle - 34, right - left + 32, 48, GROUND, GRID, **area)
            quiet = {"pointer_events": "none"}  # what lies on the scale may be clicked, too
            on.line(left, middle, right, middle, INK, stroke_width="2", **quiet)
            for tick, named in self._ticks():
                at, long = place(tick), 8 if named else 4
                on.line(at, middle - long, at, middle + long, FAINT, **quiet)
                covered = truth is not None and abs(at - place(truth)) < 64
                if named and not covered:
                    on.text(at, middle + 34, f"{tick:g}", fill=FAINT)
            for value, word in self.landmarks:
                on.line(place(value), middle - 14, place(value), middle + 8, FAINT, **quiet)
                on.note(place(value), middle + 50, word, "middle")
            if guess is None:
                style: Style = {"fill": FAINT, "pointer_events": "none"}
                on.text((left + right) / 2, middle - 14, "your guess goes here", **style)
            else:
                words = f"your guess {guess:.{self.digits}f}"
                on.add(_flag(place(guess), middle, words, left, right))
            if truth is not None:
                shown = f"it is {self._measured(truth)}"
                on.add(_foot(place(truth), middle, shown, left, right))

        return drawn()


FEW = 12  # counts up to which each has a tick of its own


def _flag(x: float, y: float, words: str, left: float, right: float) -> str:
    """A mark that hangs above an axis, with its words."""
    drop = path(f"M{x:.1f} {y:.1f}l-8 -14h16z", MARK, key="flag", pointer_events="none")
    style: Style = {"key": "flagwords", "font_weight": "bold", "pointer_events": "none"}
    at = min(max(x, left + 44), right - 44)
    return drop + text(at, y - 20, words, fill=MARK, **style)


def _foot(x: float, y: float, words: str, left: float, right: float) -> str:
    """A mark that stands below an axis, with its words; it glides slowly to its place."""
    rise = path(f"M{x:.1f} {y:.1f}l-8 16h16z", PART, key="truth", data_slow="1100")
    at = min(max(x, left + 50), right - 50)
    style: Style = {"key": "truthwords", "font_weight": "bold", "data_slow": "1100"}
    return rise + text(at, y + 34, words, fill=PART, **style)


Box = tuple[float, float, float, float]  # left, top, width and height


def _framed(i: int, j: int, figures: Sequence[str], box: Box) -> str:
    """A frame around the true option of row i, with what was measured where there is room."""
    left, at, cell, high = box
    frame: Style = {"stroke_width": "3", "rx": 6, "key": f"true{i}", "data_slow": "900"}
    out = rect(left + j * cell + 2, at, cell - 6, high, "none", PART, **frame)
    if figures and 7.6 * len(figures[i]) < cell / 2 - 14:
        style: Style = {"font_weight": "bold", "key": f"figure{i}", "font_size": "12"}
        place = left + (j + 0.5) * cell + 10
        out += text(place, at + high / 2 + 4, figures[i], "start", PART, **style)
    return out


@dataclass(frozen=True)
class Choose:
    """One option per row, e.g. each score beside "near 0", "in between", "near 1"."""

    rows: tuple[str, ...]
    options: tuple[str, ...]

    def empty(self) -> list[int | None]:
        """Nothing is chosen."""
        return [None] * len(self.rows)

    def check(self, name: str, guess: Guess) -> list[int | None]:
        """One option's number per row, or None; a stage sends [row][option] as 1."""
        known = (None, *range(len(self.options)))
        fits = isinstance(guess, (list, tuple)) and len(guess) == len(self.rows)
        if fits and all(one in known for one in guess):
            return [None if one is None else int(one) for one in guess]
        expected = f"{len(self.rows)} numbers from 0 to {len(self.options) - 1}"
        raise ValueError(f"{name}: found {guess!r}, expected {expected}.")

    def complete(self, guess: list) -> bool:
        """Every row has its option."""
        return all(one is not None for one in guess)

    def in_words(self, guess: list[int]) -> dict[str, str]:
        """{row: the option chosen}, for whoever reads a file of guesses."""
        return {row: self.options[one] for row, one in zip(self.rows, guess)}

    def off(self, guess: list, truth: list) -> str:
        """How many rows were right, and which were not."""
        wrong = [row for row, mine, true in zip(self.rows, guess, truth) if mine != true]
        if not wrong:
            return {1: "Right.", 2: "Right, both."}.get(
                len(self.rows), f"Right, all {len(self.rows)}."
            )
        if len(self.rows) == 1:
            true, mine = self.options[truth[0]], self.options[guess[0]]
            return f"Surprise: it is {true!r}, and you said {mine!r}."
        head = "Surprise: " if 2 * len(wrong) > len(self.rows) else ""
        counted = f"{head}{len(self.rows) - len(wrong)} of {len(self.rows)} right."
        if max(map(len, self.rows)) > LONG:
            return counted  # the frames say which
        return f"{counted} Not as you thought: {'; '.join(wrong)}."

    def offers(self) -> str:
        """What may be answered, for whoever does not see the scale."""
        rows = f" For each of: {'; '.join(self.rows)}." if any(self.rows) else ""
        return f"An empty scale.{rows} To choose from: {'; '.join(self.options)}."

    def table(self, guess: list, truth: list, figures: Sequence[str] = ()) -> Table:
        """Guess and truth as rows of words, the first of them the head."""
        rows = [row or "your guess" for row in self.rows]
        said, found = ([self.options[one] for one in each] for each in (guess, truth))
        columns = [rows, said, found, *([list(figures)] if figures else [])]
        return [[*ASKED, "measured"][: len(columns)], *map(list, zip(*columns))]

    def panel(self, guess: list, truth: list | None = None, figures: Sequence[str] = ()) -> Panel:
        """A table with a ring in every cell; yours is filled, the truth is framed.

        figures : what was measured, a few letters for each row, written beside the truth.
        """
        longest = max(map(len, self.rows))
        step = max(34, 17 * -(-longest * 7 // 140) + 6)  # room for a label in the narrowest window
        fold = max(17 * -(-len(option) * 8 // 70) for option in self.options) + 6
        top = max(fold, 24)

        @panel(top + step * len(self.rows) + 22, least=320, most=760)
        def drawn(on: Sheet) -> None:
            x, y, width, height = on.box
            named = any(self.rows)
            alone = len(self.rows) == 1 and truth is None  # then the words above may be clicked
            left = x + (min(12 + 6.9 * max(map(len, self.rows)), 0.45 * width) if named else 0)
            cell = (x + width - left) / len(self.options)
            for i, row in enumerate(self.rows):
                at = y + top + i * step
                tall = paragraph_height(left - x - 8, row, 12)
                shift = max((step - 6 - tall) / 2 + 2, 0)
                on.paragraph(x, at + shift, left - x - 8, row, INK, 12)
                box = left, at, cell, step - 6
                on.add(self._options(i, guess, truth, box, top if alone else 0))
                if truth is not None:
                    on.add(_framed(i, truth[i], figures, box))
            for j, option in enumerate(self.options):
                style: Style = {"anchor": "middle", "pointer_events": "none"}
                middle = left + (j + 0.5) * cell - 1
                tall = paragraph_height(cell - 10, option, 12)
                start = y + top - tall - 2  # its last line stands above the column
                on.paragraph(middle, start, cell - 10, option, INK, 12, **style)
            if truth is not None:
                key = "orange: your guess; blue frame: what comes out"
                on.note(x, y + height - 6, key)

        return drawn()

    def _options(self, i: int, guess: list, truth: list | None, box: Box, above: float) -> str:
        """One row's options: a radio button each, in one column below each other.

        above : how far what may be clicked reaches up from the box.
        """
        left, at, cell, high = box
        out = []
        for j, option in enumerate(self.options):
            axis = Axis(f"guess/{i}", -1.0, j, j, 1.0, "y", 0)  # a click sets j
            chosen = guess[i] == j
            name = f"{self.rows[i]} {option}".strip()
            handle = Handle(name, (axis,), cell=(i, j), chosen=chosen)
            style: Style = {"handle": handle if truth is None else None, "rx": 6}
            area = left + j * cell + 2, at - above, cell - 6, high + above
            out.append(rect(*area, GROUND, GRID, **style))
            ring: Style = {"stroke": MARK if chosen else FAINT, "stroke_width": "2"}
            ring |= {"key": f"ring{i}-{j}", "pointer_events": "none"}
            fill = MARK if chosen else PAPER
            out.append(circle(left + (j + 0.5) * cell - 1, at + high / 2, 7, fill, **ring))
        if truth is not None:
            return group(*out, key=f"row{i}")
        return choices(self.rows[i] or "your guess", *out, key=f"row{i}")


@dataclass(frozen=True)
class Order:
    """Things to be put in order by dragging, the first on top."""

    items: tuple[str, ...]
    top: str = "highest"
    bottom: str = "lowest"

    def empty(self) -> list[str]:
        """The order in which they are named, which is not yet a guess."""
        return list(self.items)

    def check(self, name: str, guess: object) -> list[str]:
        """All items, each once; {item: place} moves one of them."""
        if isinstance(guess, (list, tuple)) and sorted(guess) == sorted(self.items):
            return list(guess)
        raise ValueError(f"{name}: found {guess!r}, expected each of {self.items} once.")

    def complete(self, guess: list[str]) -> bool:
        """Any order is one."""
        return True

    def off(self, guess: list[str], truth: list[str]) -> str:
        """How many pairs stand in the wrong order."""
        place = {item: j for j, item in enumerate(truth)}
        pairs = [(a, b) for i, a in enumerate(guess) for b in guess[i + 1 :]]
        wrong = sum(place[a] > place[b] for a, b in pairs)
        if not wrong:
            return "Right, exactly this order."
        return f"Surprise: {wrong} of {len(pairs)} pairs are swapped."

    def offers(self) -> str:
        """What may be answered, for whoever does not see the scale."""
        return f"An empty scale, to be put in order, {self.top} first: {', '.join(self.items)}."

    def table(self, guess: list[str], truth: list[str], figures: Sequence[str] = ()) -> Table:
        """Guess and truth as rows of words, the first of them the head."""
        places = [f"place {j + 1}" for j in range(len(guess))]
        return [ASKED, *map(list, zip(places, guess, truth))]

    def panel(self, guess: list[str], truth: list[str] | None = None) -> Panel:
        """A list of bars to drag up and down; beside it the true order, joined by lines."""
        step = 36

        @panel(30 + step * len(self.items), least=320, most=760)
        def drawn(on: Sheet) -> None:
            x, y, width, _ = on.box
            wide = min(0.42 * width, 300)
            top = y + 24
            head = f"your order, {self.top} first" if truth is None else "your order"
            on.text(x, y + 14, head, "start", FAINT)
            for item in self.items:
                j = guess.index(item)
                axis = Axis(
                    f"guess/{item}",
                    j,
                    0,
                    len(guess) - 1,
                    1,
                    "y",
                    top + 16,
                    top + 16 + step * (len(guess) - 1),
                )
                words = f"place {j + 1} of {len(guess)}: {', '.join(guess)}"  # others move, too
                handle = Handle(item, (axis,), words)
                box: Style = {
                    "key": f"box{item}",
                    "handle": handle if truth is None else None,
                    "rx": 5,
                }
                bar = rect(x, top + j * step, wide, step - 6, GROUND, FAINT, link=item, **box)
                style: Style = {"key": f"name{item}", "pointer_events": "none"}
                on.add(bar + text(x + 12, top + j * step + 20, item, "start", **style))
            if truth is not None:
                right = x + width - wide
                on.text(right, y + 14, "it is", "start", PART)
                for j, item in enumerate(truth):
                    mine = guess.index(item)
                    ends = (x + wide, top + mine * step + 15, right, top + j * step + 15)
                    colour = PART if mine == j else MARK
                    on.line(*ends, colour, stroke_width="2", link=item)
                    on.rect(right, top + j * step, wide, step - 6, GROUND, PART, link=item, rx=5)
                    on.text(right + 12, top + j * step + 20, item, "start")

        return drawn()


@dataclass(frozen=True)
class Line:
    """A curve to draw: a height at each of some places, marked one by one or in one sweep."""

    xs: tuple[float, ...]
    x_label: str
    y_label: str = "score"
    low: float = 0.0
    high: float = 1.0

    def empty(self) -> list[float | None]:
        """No height is marked."""
        return [None] * len(self.xs)

    def check(self, name: str, guess: object) -> list[float | None]:
        """A height per place, or None."""
        if not isinstance(guess, (list, tuple)) or len(guess) != len(self.xs):
            raise ValueError(f"{name}: found {guess!r}, expected {len(self.xs)} heights.")
        return [None if one is None else _number(name, one, self.low, self.high) for one in guess]

    def complete(self, guess: list) -> bool:
        """Every place has its height."""
        return all(one is not None for one in guess)

    def off(self, guess: list[float], truth: list[float]) -> str:
        """The mean distance, and where it is largest."""
        apart = [abs(a - b) for a, b in zip(guess, truth)]
        worst = apart.index(max(apart))
        mean = sum(apart) / len(apart)
        where = f"{self.x_label} {self.xs[worst]:g}"
        head = "Right" if mean < 0.03 * (self.high - self.low) else "Surprise"
        return (
            f"{head}: your line lies {mean:.2f} away on average, most at {where}: "
            f"you drew {guess[worst]:.2f}, it is {truth[worst]:.3f}."
        )

    def offers(self) -> str:
        """What may be answered, for whoever does not see the scale."""
        places = ", ".join(f"{x:g}" for x in self.xs)
        ends = f"{self.low:g} to {self.high:g}"
        return f"Empty axes: a {self.y_label} from {ends} at each {self.x_label} of {places}."

    def table(self, guess: list, truth: list, figures: Sequence[str] = ()) -> Table:
        """Guess and truth as rows of words, the first of them the head."""
        rows = zip(self.xs, guess, truth)
        lines = [[f"{x:g}", f"{mine:.2f}", f"{true:.3f}"] for x, mine, true in rows]
        return [[self.x_label, *ASKED[1:]], *lines]

    def panel(self, guess: list, truth: list | None = None) -> Panel:
        """Empty axes with a column at each place: a stroke sets the heights that it crosses."""
        even = len({round(b - a, 9) for a, b in zip(self.xs, self.xs[1:])}) == 1
        x_label = self.x_label + ("" if even else " (note the uneven steps)")

        @panel(270, least=320, most=620)
        def drawn(on: Sheet) -> None:
            x, y, width, height = on.box
            left, right, top, bottom = x + 44, x + width - 10, y + 34, y + height - 52
            step = (right - left) / len(self.xs)

            def place(j: int, value: float) -> tuple[float, float]:
                share = (value - self.low) / (self.high - self.low)
                return left + (j + 0.5) * step, bottom - share * (bottom - top)

            on.rect(left, top, right - left, bottom - top, GROUND, GRID)
            for value in (self.low, (self.low + self.high) / 2, self.high):
                on.text(left - 6, place(0, value)[1] + 4, f"{value:g}", "end", FAINT)
            for j, at in enumerate(self.xs):
                middle = (self.low + self.high) / 2
                value = middle if guess[j] is None else guess[j]
                axis = Axis(f"guess/{j}", value, self.low, self.high, 0.01, "y", bottom, top)
                words = "not marked yet" if guess[j] is None else f"{value:.2f}"
                label = f"your guess at {self.x_label} {at:g}"
                handle = Handle(label, (axis,), words, place=True, sweep="line")
                box: Style = {
                    "handle": handle if truth is None else None,
                    "key": f"column{j}",
                }
                column = rect(left + j * step + 1, top, step - 2, bottom - top, GROUND, **box)
                on.add(column + text(place(j, 0)[0], bottom + 16, f"{at:g}", fill=FAINT))
            marked = [place(j, one) for j, one in enumerate(guess) if one is not None]
            if len(marked) > 1:
                on.polyline(marked, MARK, key="guessline", pointer_events="none")
            on.add(*[circle(*at, 6, MARK, pointer_events="none") for at in marked])
            if not marked:
                style: Style = {"fill": FAINT, "pointer_events": "none"}
                words = "draw your line from left to right"
                on.text((left + right) / 2, (top + bottom) / 2, words, **style)
            if truth is not None:
                drawn = [place(j, one) for j, one in enumerate(truth)]
                on.polyline(drawn, PART, key="truthline", data_slow="1100")
                dots = [
                    circle(*at, 5, PART, data_slow="1100", key=f"t{j}")
                    for j, at in enumerate(drawn)
                ]
                on.group(*dots, key="truthdots")
                style = {"font_size": "11", "font_weight": "bold"}
                on.text(right - 48, top - 16, "your guess", "end", MARK, **style)
                on.text(right, top - 16, "it is", "end", PART, **style)
            on.text((left + right) / 2, bottom + 34, x_label, fill=FAINT)
            on.note(left, top - 16, self.y_label)

        return drawn()


def near(guess: float, truth: float, words: Sequence[str]) -> str:
    """One of three sentences: for a guess above the truth, about right, below it."""
    if abs(guess - truth) < 0.05:
        return words[1]
    return words[0] if guess > truth else words[2]
