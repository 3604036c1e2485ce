"""Questions that a notebook asks before it shows the answer, and the scales for a guess.

A `Question` has a scale on which the reader marks a guess by hand, a function that computes the
truth, and a sentence about the difference. The truth is never written down. `labs.predict(id)`
shows the question; QUESTIONS lists all of them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..validation import check_unused_id
from ..viz.canvas import Canvas, panel, scale
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
MAX_INLINE_LENGTH = 16  # letters of a row from which on it is not said again in a sentence


Table = list[list[str]]  # rows of words, the first of them the head
ASKED = ["asked", "you said", "it is"]  # the head of such a table


class Scale(Protocol):
    """Scale on which a reader makes a guess, as a protocol.

    Parameters
    ----------
    *args : object
        Placeholder of `typing.Protocol`.
    **kwargs : object
        Placeholder of `typing.Protocol`.

    See Also
    --------
    NumberScale : A number on an axis.
    ChoiceScale : One option per row.
    OrderScale : An order of items.
    CurveScale : A curve.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import NumberScale
    >>> NumberScale().complete(None)
    False
    """

    def empty(self) -> Guess:
        """Guess before anything is marked.

        Returns
        -------
        guess : object
            Empty guess.
        """

    def check(self, name: str, guess: object) -> Guess:
        """Check a guess.

        Parameters
        ----------
        name : str
            Name of the control, for the message.
        guess : object
            Guess to check.

        Returns
        -------
        guess : object
            Guess in its normal form.

        Raises
        ------
        ValueError
            If the guess is not possible on this scale.
        """

    def complete(self, guess: Guess) -> bool:
        """Whether enough is marked to commit.

        Parameters
        ----------
        guess : object
            Guess on this scale.

        Returns
        -------
        complete : bool
            True if the guess can be committed.
        """

    def panel(self, guess: Guess, truth: Guess = None) -> Panel:
        """Panel with the guess, and with the truth once it may be seen.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object, default=None
            Truth on this scale. With None, the truth is hidden.

        Returns
        -------
        panel : Panel
            Panel for a picture.
        """

    def error_text(self, guess: Guess, truth: Guess) -> str:
        """Sentence on how far the guess is from the truth.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.

        Returns
        -------
        sentence : str
            "Right" or "Surprise", and the difference in words.
        """

    def offers(self) -> str:
        """Description of the possible answers in words, because not every reader sees the scale.

        Returns
        -------
        words : str
            Description for a screen reader.
        """

    def table(self, guess: Guess, truth: Guess, figures: Sequence[str]) -> Table:
        """Guess and truth as a table of words.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.
        figures : sequence of str
            Short words for what was measured for each row, if there are any.

        Returns
        -------
        table : list of list of str
            Rows of words. The first row is the head.
        """


@dataclass(frozen=True)
class Question:
    """Question with a scale, whose truth is computed.

    Parameters
    ----------
    id : str
        Name of the question, such as "01-even-rest".
    asks : str
        Text of the question. The last sentence asks.
    scale : Scale
        Scale for the guess.
    truth : callable
        Function that computes the truth when it is needed.
    feedback : callable
        Function such that feedback(guess, truth) returns a sentence on what the difference means.
    test_guess : object
        Guess that is used in tests and builds, where there is no reader.
    figures : callable or None, default=None
        Function that returns short words for what was measured, one for each row of a
        `ChoiceScale`. They are shown with the truth.
    shows : callable or None, default=None
        Function that returns panels next to the question, such as the matrix in question.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import NumberScale, Question
    >>> means = lambda guess, truth: "It is half."
    >>> question = Question("q", "How high is MIG?", NumberScale(), lambda: 0.5, means, 0.4)
    >>> question.verdict(0.4, question.truth())
    'Surprise: it is 0.500, and you said 0.40, 0.100 too low. It is half.'
    """

    id: str
    asks: str
    scale: Any
    truth: Callable[[], Guess]
    feedback: Callable[[Guess, Guess], str]
    test_guess: Guess
    figures: Callable[[], Sequence[str]] | None = None
    shows: Callable[[], tuple[Panel, ...]] | None = None

    @property
    def parts(self) -> tuple[str, str]:
        """Text of the question in two parts.

        Returns
        -------
        first : str
            All sentences except the last one.
        asks : str
            The last sentence, which asks.
        """
        first, *rest = reversed(SENTENCE.split(self.asks))
        return " ".join(reversed(rest)), first

    def measured(self) -> tuple[str, ...]:
        """Short words for what was measured, one for each row.

        Returns
        -------
        figures : tuple of str
            Words; empty if there are none.
        """
        return tuple(self.figures()) if self.figures else ()

    def panels(self, guess: Guess, truth: Guess = None, figures: Sequence[str] = ()) -> tuple:
        """Question as panels, with its scale.

        Parameters
        ----------
        guess : object
            Guess on the scale.
        truth : object, default=None
            Truth on the scale. With None, the truth is hidden.
        figures : sequence of str, default=()
            Short words for what was measured.

        Returns
        -------
        panels : tuple of Panel
            Panels that the question shows, then the scale.
        """
        extra_panels = self.shows() if self.shows else ()
        options = {"figures": figures} if figures else {}
        return (*extra_panels, self.scale.panel(guess, truth, **options))

    def verdict(self, guess: Guess, truth: Guess, figures: Sequence[str] = ()) -> str:
        """How far the guess is from the truth, what was measured, and what that means.

        Parameters
        ----------
        guess : object
            Guess on the scale.
        truth : object
            Truth on the scale.
        figures : sequence of str, default=()
            Short words for what was measured.

        Returns
        -------
        verdict : str
            Sentences. If a row has more than 16 letters, one line for each row.
        """
        if figures and max(map(len, self.scale.rows)) > MAX_INLINE_LENGTH:
            return "\n".join(
                [*self._verdict_by_row(guess, truth, figures), self.feedback(guess, truth)]
            )
        measured = _format_figures(self.scale.rows, figures) if figures else ""
        parts = (self.scale.error_text(guess, truth), measured, self.feedback(guess, truth))
        return " ".join(filter(None, parts))

    def _verdict_by_row(self, guess: Guess, truth: Guess, figures: Sequence[str]) -> list[str]:
        """One line for each long row: whether it was right, and what was measured."""
        right = [chosen == true for chosen, true in zip(guess, truth)]
        lines = zip(right, self.scale.rows, figures)
        verdict_word = lambda is_right: "Right" if is_right else "Surprise"
        sentences = [
            f"{verdict_word(is_right)}. {row[:1].upper()}{row[1:]}: {figure}."
            for is_right, row, figure in lines
        ]
        return [self.scale.error_text(guess, truth), *sentences]


def _format_figures(rows: Sequence[str], figures: Sequence[str]) -> str:
    """Sentence on what was measured, row by row."""
    pairs = (f"{row} {figure}".strip() for row, figure in zip(rows, figures))
    return f"Found: {'; '.join(pairs)}."


QUESTIONS: dict[str, Question] = {}


def question(
    id: str,
    asks: str,
    scale: Any,
    *,
    test_guess: Guess,
    feedback: Callable[[Guess, Guess], str],
    figures: Callable[[], Sequence[str]] | None = None,
    shows: Callable[[], tuple[Panel, ...]] | None = None,
) -> Any:
    """Decorate the function that computes the truth, and add the question to QUESTIONS.

    Parameters
    ----------
    id : str
        Name of the question.
    asks : str
        Text of the question. The last sentence asks.
    scale : Scale
        Scale for the guess.
    test_guess : object
        Guess that is used in tests and builds.
    feedback : callable
        Function such that feedback(guess, truth) returns a sentence on what the difference means.
    figures : callable or None, default=None
        Function that returns short words for what was measured, one for each row of a
        `ChoiceScale`.
    shows : callable or None, default=None
        Function that returns panels next to the question.

    Returns
    -------
    decorator : callable
        Decorator that returns the function unchanged.

    Raises
    ------
    ValueError
        If the name is taken, unless a cell of a notebook defines the question.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import NumberScale, QUESTIONS, question
    >>> @question("q", "How high is MIG?", NumberScale(), test_guess=0.4, feedback=lambda *_: "")
    ... def truth():
    ...     return 0.5
    >>> QUESTIONS.pop("q").truth()
    0.5
    """

    def decorate(truth: Callable[[], Guess]) -> Callable[[], Guess]:
        check_unused_id(id, QUESTIONS, truth)
        QUESTIONS[id] = Question(id, asks, scale, truth, feedback, test_guess, figures, shows)
        return truth

    return decorate


def _check_range(name: str, value: Any, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise ValueError(f"{name}: found {value!r}, expected a number from {low:g} to {high:g}.")
    return float(value)


@dataclass(frozen=True)
class NumberScale:
    """Scale with one number on an axis.

    Parameters
    ----------
    low : float, default=0.0
        Lowest number.
    high : float, default=1.0
        Highest number.
    label : str, default='score'
        Quantity on the axis.
    landmarks : tuple of tuple, default=()
        Pairs of a number and a word that is written there, such as the level of guessing.
    digits : int, default=2
        Number of digits of a guess; 0 for counts. The truth has one digit more unless it is a
        count.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import NumberScale
    >>> NumberScale().error_text(0.2, 0.5)
    'Surprise: it is 0.500, and you said 0.20, 0.300 too low.'
    """

    low: float = 0.0
    high: float = 1.0
    label: str = "score"
    landmarks: tuple[tuple[float, str], ...] = ()
    digits: int = 2

    def empty(self) -> None:
        """Empty guess, which is None."""

    def check(self, name: str, guess: object) -> float | None:
        """Check that a guess is a number on the axis, or None.

        Parameters
        ----------
        name : str
            Name of the control, for the message.
        guess : object
            Guess to check.

        Returns
        -------
        guess : float or None
            Guess as a float.

        Raises
        ------
        ValueError
            If the guess is not a number, or not on the axis.
        """
        return None if guess is None else _check_range(name, guess, self.low, self.high)

    def complete(self, guess: float | None) -> bool:
        """Whether a number is marked.

        Parameters
        ----------
        guess : object
            Guess on this scale.

        Returns
        -------
        complete : bool
            True if the guess can be committed.
        """
        return guess is not None

    def error_text(self, guess: float, truth: float) -> str:
        """Sentence on how much the guess is too high or too low.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.

        Returns
        -------
        sentence : str
            "Right" or "Surprise", and the difference in words.
        """
        rounded = round(guess, self.digits), round(truth, self.digits + 1 if self.digits else 0)
        distance = abs(rounded[0] - rounded[1])  # as a reader would subtract them
        sentence = f"it is {self._format_value(truth)}, and you said {guess:.{self.digits}f}"
        if distance < 0.02 * (self.high - self.low):
            return f"Right{', exactly' * (not distance)}: {sentence}."
        side = "low" if guess < truth else "high"
        return f"Surprise: {sentence}, {self._format_value(distance)} too {side}."

    def _format_value(self, truth: float) -> str:
        """The truth with one more digit than a guess; a count has no digits."""
        return f"{truth:.{self.digits + 1 if self.digits else 0}f}"

    def offers(self) -> str:
        """Description of the axis in words, because not every reader sees the axis.

        Returns
        -------
        words : str
            Description for a screen reader.
        """
        return f"An empty scale for {self.label}, from {self.low:g} to {self.high:g}."

    def table(self, guess: float, truth: float, figures: Sequence[str] = ()) -> Table:
        """Guess and truth as a table of words.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.
        figures : sequence of str, default=()
            Short words for what was measured for each row, if there are any.

        Returns
        -------
        table : list of list of str
            Rows of words. The first row is the head.
        """
        return [ASKED, [self.label, f"{guess:.{self.digits}f}", self._format_value(truth)]]

    def _ticks(self) -> list[tuple[float, bool]]:
        """Positions of the ticks, and whether each has a number: with few counts, all have one."""
        if not self.digits and self.high - self.low <= MAX_LABELLED_TICKS:
            return [(self.low + j, True) for j in range(int(self.high - self.low) + 1)]
        return [(self.low + j / 10 * (self.high - self.low), j % 5 == 0) for j in range(11)]

    def panel(self, guess: float | None, truth: float | None = None) -> Panel:
        """Panel with an axis, the guess above it and the truth below it.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object, default=None
            Truth on this scale. With None, the truth is hidden.

        Returns
        -------
        panel : Panel
            Panel for a picture.
        """

        @panel(116 if self.landmarks else 100, min_width=300, max_width=760)
        def draw(canvas: Canvas) -> None:
            x, y, width, _ = canvas.box
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
            canvas.rect(left - 16, middle - 34, right - left + 32, 48, GROUND, GRID, **area)
            quiet = {"pointer_events": "none"}  # what lies on the scale may be clicked, too
            canvas.line(left, middle, right, middle, INK, stroke_width="2", **quiet)
            for tick, named in self._ticks():
                at, long = place(tick), 8 if named else 4
                canvas.line(at, middle - long, at, middle + long, FAINT, **quiet)
                covered = truth is not None and abs(at - place(truth)) < 64
                if named and not covered:
                    canvas.text(at, middle + 34, f"{tick:g}", fill=FAINT)
            for value, word in self.landmarks:
                canvas.line(place(value), middle - 14, place(value), middle + 8, FAINT, **quiet)
                canvas.note(place(value), middle + 50, word, "middle")
            if guess is None:
                style: Style = {"fill": FAINT, "pointer_events": "none"}
                canvas.text((left + right) / 2, middle - 14, "your guess goes here", **style)
            else:
                words = f"your guess {guess:.{self.digits}f}"
                canvas.add(_draw_guess_mark(place(guess), middle, words, left, right))
            if truth is not None:
                shown = f"it is {self._format_value(truth)}"
                canvas.add(_draw_truth_mark(place(truth), middle, shown, left, right))

        return draw()


MAX_LABELLED_TICKS = 12  # counts up to which each has a tick of its own


def _draw_guess_mark(x: float, y: float, label: str, left: float, right: float) -> str:
    """A mark above an axis, with its words."""
    drop = path(f"M{x:.1f} {y:.1f}l-8 -14h16z", MARK, key="flag", pointer_events="none")
    style: Style = {"key": "flagwords", "font_weight": "bold", "pointer_events": "none"}
    label_x = min(max(x, left + 44), right - 44)
    return drop + text(label_x, y - 20, label, fill=MARK, **style)


def _draw_truth_mark(x: float, y: float, label: str, left: float, right: float) -> str:
    """A mark below an axis, with its words; it moves slowly to its position."""
    rise = path(f"M{x:.1f} {y:.1f}l-8 16h16z", PART, key="truth", data_slow="1100")
    label_x = min(max(x, left + 50), right - 50)
    style: Style = {"key": "truthwords", "font_weight": "bold", "data_slow": "1100"}
    return rise + text(label_x, y + 34, label, fill=PART, **style)


Box = tuple[float, float, float, float]  # left, top, width and height


def _draw_truth_frame(i: int, j: int, figures: Sequence[str], box: Box) -> str:
    """A frame around the true option of row i, with what was measured if there is room."""
    left, y, cell_width, height = box
    frame: Style = {"stroke_width": "3", "rx": 6, "key": f"true{i}", "data_slow": "900"}
    out = rect(left + j * cell_width + 2, y, cell_width - 6, height, "none", PART, **frame)
    if figures and 7.6 * len(figures[i]) < cell_width / 2 - 14:
        style: Style = {"font_weight": "bold", "key": f"figure{i}", "font_size": "12"}
        figure_x = left + (j + 0.5) * cell_width + 10
        out += text(figure_x, y + height / 2 + 4, figures[i], "start", PART, **style)
    return out


@dataclass(frozen=True)
class ChoiceScale:
    """Scale with one option per row, such as "near 0", "in between" or "near 1" for each score.

    Parameters
    ----------
    rows : tuple of str
        Names of the rows.
    options : tuple of str
        Options, the same for all rows.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import ChoiceScale
    >>> ChoiceScale(("MIG", "SAP"), ("low", "high")).error_text([0, 1], [0, 0])
    '1 of 2 right. Not as you thought: SAP.'
    """

    rows: tuple[str, ...]
    options: tuple[str, ...]

    def empty(self) -> list[int | None]:
        """Empty guess, with None for each row.

        Returns
        -------
        guess : list of None
            Empty guess.
        """
        return [None] * len(self.rows)

    def check(self, name: str, guess: Guess) -> list[int | None]:
        """Check that a guess has the number of one option per row, or None.

        Parameters
        ----------
        name : str
            Name of the control, for the message.
        guess : object
            Guess to check.

        Returns
        -------
        guess : list of int or None
            Number of an option from 0, or None, for each row.

        Raises
        ------
        ValueError
            If the number of rows or an option is wrong.
        """
        allowed = (None, *range(len(self.options)))
        fits = isinstance(guess, (list, tuple)) and len(guess) == len(self.rows)
        if fits and all(option in allowed for option in guess):
            return [None if option is None else int(option) for option in guess]
        expected = f"{len(self.rows)} numbers from 0 to {len(self.options) - 1}"
        raise ValueError(f"{name}: found {guess!r}, expected {expected}.")

    def complete(self, guess: list) -> bool:
        """Whether every row has an option.

        Parameters
        ----------
        guess : object
            Guess on this scale.

        Returns
        -------
        complete : bool
            True if the guess can be committed.
        """
        return all(option is not None for option in guess)

    def in_words(self, guess: list[int]) -> dict[str, str]:
        """Guess as words, for the file of guesses.

        Parameters
        ----------
        guess : list of int
            Number of the option for each row.

        Returns
        -------
        guess : dict of str to str
            Option by row.
        """
        return {row: self.options[option] for row, option in zip(self.rows, guess)}

    def error_text(self, guess: list, truth: list) -> str:
        """Sentence on how many rows are right, and which are not.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.

        Returns
        -------
        sentence : str
            "Right" or "Surprise", and the difference in words.
        """
        wrong = [row for row, chosen, true in zip(self.rows, guess, truth) if chosen != true]
        if not wrong:
            return {1: "Right.", 2: "Right, both."}.get(
                len(self.rows), f"Right, all {len(self.rows)}."
            )
        if len(self.rows) == 1:
            true, chosen = self.options[truth[0]], self.options[guess[0]]
            return f"Surprise: it is {true!r}, and you said {chosen!r}."
        head = "Surprise: " if 2 * len(wrong) > len(self.rows) else ""
        summary = f"{head}{len(self.rows) - len(wrong)} of {len(self.rows)} right."
        if max(map(len, self.rows)) > MAX_INLINE_LENGTH:
            return summary  # the frames say which
        return f"{summary} Not as you thought: {'; '.join(wrong)}."

    def offers(self) -> str:
        """Description of rows and options in words, because not every reader sees the scale.

        Returns
        -------
        words : str
            Description for a screen reader.
        """
        rows = f" For each of: {'; '.join(self.rows)}." if any(self.rows) else ""
        return f"An empty scale.{rows} To choose from: {'; '.join(self.options)}."

    def table(self, guess: list, truth: list, figures: Sequence[str] = ()) -> Table:
        """Guess and truth as a table of words.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.
        figures : sequence of str, default=()
            Short words for what was measured for each row, if there are any.

        Returns
        -------
        table : list of list of str
            Rows of words. The first row is the head.
        """
        rows = [row or "your guess" for row in self.rows]
        chosen, correct = ([self.options[option] for option in answer] for answer in (guess, truth))
        columns = [rows, chosen, correct, *([list(figures)] if figures else [])]
        return [[*ASKED, "measured"][: len(columns)], *map(list, zip(*columns))]

    def panel(self, guess: list, truth: list | None = None, figures: Sequence[str] = ()) -> Panel:
        """Panel with a ring for every option: the guess is filled, and the truth is framed.

        Parameters
        ----------
        guess : list
            Number of the option for each row, or None.
        truth : list or None, default=None
            Number of the true option for each row. With None, the truth is hidden.
        figures : sequence of str, default=()
            A few letters for what was measured for each row, next to the truth.

        Returns
        -------
        panel : Panel
            Panel for a picture.
        """
        longest = max(map(len, self.rows))
        step = max(34, 17 * -(-longest * 7 // 140) + 6)  # room for a label in the narrowest window
        fold = max(17 * -(-len(option) * 8 // 70) for option in self.options) + 6
        top = max(fold, 24)

        @panel(top + step * len(self.rows) + 22, min_width=320, max_width=760)
        def draw(canvas: Canvas) -> None:
            x, y, width, height = canvas.box
            named = any(self.rows)
            alone = len(self.rows) == 1 and truth is None  # then the words above may be clicked
            left = x + (min(12 + 6.9 * max(map(len, self.rows)), 0.45 * width) if named else 0)
            cell = (x + width - left) / len(self.options)
            for i, row in enumerate(self.rows):
                at = y + top + i * step
                tall = paragraph_height(left - x - 8, row, 12)
                shift = max((step - 6 - tall) / 2 + 2, 0)
                canvas.paragraph(x, at + shift, left - x - 8, row, INK, 12)
                box = left, at, cell, step - 6
                canvas.add(self._draw_options(i, guess, truth, box, top if alone else 0))
                if truth is not None:
                    canvas.add(_draw_truth_frame(i, truth[i], figures, box))
            for j, option in enumerate(self.options):
                style: Style = {"anchor": "middle", "pointer_events": "none"}
                middle = left + (j + 0.5) * cell - 1
                tall = paragraph_height(cell - 10, option, 12)
                start = y + top - tall - 2  # its last line stands above the column
                canvas.paragraph(middle, start, cell - 10, option, INK, 12, **style)
            if truth is not None:
                key = "orange: your guess; blue frame: what comes out"
                canvas.note(x, y + height - 6, key)

        return draw()

    def _draw_options(self, i: int, guess: list, truth: list | None, box: Box, above: float) -> str:
        """Radio buttons of one row, one below each option.

        above : pixels by which the clickable area extends above the box.
        """
        left, y, cell_width, height = box
        out = []
        for j, option in enumerate(self.options):
            axis = Axis(f"guess/{i}", -1.0, j, j, 1.0, "y", 0)  # a click sets j
            chosen = guess[i] == j
            name = f"{self.rows[i]} {option}".strip()
            handle = Handle(name, (axis,), cell=(i, j), chosen=chosen)
            style: Style = {"handle": handle if truth is None else None, "rx": 6}
            area = left + j * cell_width + 2, y - above, cell_width - 6, height + above
            out.append(rect(*area, GROUND, GRID, **style))
            ring: Style = {"stroke": MARK if chosen else FAINT, "stroke_width": "2"}
            ring |= {"key": f"ring{i}-{j}", "pointer_events": "none"}
            fill = MARK if chosen else PAPER
            out.append(circle(left + (j + 0.5) * cell_width - 1, y + height / 2, 7, fill, **ring))
        if truth is not None:
            return group(*out, key=f"row{i}")
        return choices(self.rows[i] or "your guess", *out, key=f"row{i}")


@dataclass(frozen=True)
class OrderScale:
    """Scale with items to put in order by dragging, the first at the top.

    Parameters
    ----------
    items : tuple of str
        Items in their first order.
    top : str, default='highest'
        Word for the top of the order.
    bottom : str, default='lowest'
        Word for the bottom of the order.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import OrderScale
    >>> OrderScale(("MIG", "SAP", "DCI")).error_text(["MIG", "SAP", "DCI"], ["SAP", "MIG", "DCI"])
    'Surprise: 1 of 3 pairs are swapped.'
    """

    items: tuple[str, ...]
    top: str = "highest"
    bottom: str = "lowest"

    def empty(self) -> list[str]:
        """List of items in their first order, which is not yet a guess.

        Returns
        -------
        guess : list of str
            Items.
        """
        return list(self.items)

    def check(self, name: str, guess: object) -> list[str]:
        """Check that a guess contains each item once.

        Parameters
        ----------
        name : str
            Name of the control, for the message.
        guess : object
            Guess to check.

        Returns
        -------
        guess : list of str
            Items in order.

        Raises
        ------
        ValueError
            If an item is missing, unknown or repeated.
        """
        if isinstance(guess, (list, tuple)) and sorted(guess) == sorted(self.items):
            return list(guess)
        raise ValueError(f"{name}: found {guess!r}, expected each of {self.items} once.")

    def complete(self, guess: list[str]) -> bool:
        """Whether the guess can be committed, which is true for any order.

        Parameters
        ----------
        guess : list of str
            Items in order.

        Returns
        -------
        complete : bool
            Always true.
        """
        return True

    def error_text(self, guess: list[str], truth: list[str]) -> str:
        """Sentence on how many pairs are in the wrong order.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.

        Returns
        -------
        sentence : str
            "Right" or "Surprise", and the difference in words.
        """
        rank = {item: j for j, item in enumerate(truth)}
        pairs = [(a, b) for i, a in enumerate(guess) for b in guess[i + 1 :]]
        wrong = sum(rank[a] > rank[b] for a, b in pairs)
        if not wrong:
            return "Right, exactly this order."
        return f"Surprise: {wrong} of {len(pairs)} pairs are swapped."

    def offers(self) -> str:
        """Description of the items in words, because not every reader sees the scale.

        Returns
        -------
        words : str
            Description for a screen reader.
        """
        return f"An empty scale, to be put in order, {self.top} first: {', '.join(self.items)}."

    def table(self, guess: list[str], truth: list[str], figures: Sequence[str] = ()) -> Table:
        """Guess and truth as a table of words.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.
        figures : sequence of str, default=()
            Short words for what was measured for each row, if there are any.

        Returns
        -------
        table : list of list of str
            Rows of words. The first row is the head.
        """
        places = [f"place {j + 1}" for j in range(len(guess))]
        return [ASKED, *map(list, zip(places, guess, truth))]

    def panel(self, guess: list[str], truth: list[str] | None = None) -> Panel:
        """Panel with bars to drag up and down, and the true order joined to them by lines.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object, default=None
            Truth on this scale. With None, the truth is hidden.

        Returns
        -------
        panel : Panel
            Panel for a picture.
        """
        step = 36

        @panel(30 + step * len(self.items), min_width=320, max_width=760)
        def draw(canvas: Canvas) -> None:
            x, y, width, _ = canvas.box
            wide = min(0.42 * width, 300)
            top = y + 24
            head = f"your order, {self.top} first" if truth is None else "your order"
            canvas.text(x, y + 14, head, "start", FAINT)
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
                canvas.add(bar + text(x + 12, top + j * step + 20, item, "start", **style))
            if truth is not None:
                right = x + width - wide
                canvas.text(right, y + 14, "it is", "start", PART)
                for j, item in enumerate(truth):
                    mine = guess.index(item)
                    ends = (x + wide, top + mine * step + 15, right, top + j * step + 15)
                    colour = PART if mine == j else MARK
                    canvas.line(*ends, colour, stroke_width="2", link=item)
                    canvas.rect(
                        right, top + j * step, wide, step - 6, GROUND, PART, link=item, rx=5
                    )
                    canvas.text(right + 12, top + j * step + 20, item, "start")

        return draw()


@dataclass(frozen=True)
class CurveScale:
    """Scale with a curve to draw: a height at each of several positions.

    Heights are marked one by one or with one stroke.

    Parameters
    ----------
    xs : tuple of float
        Positions.
    x_label : str
        Label of the x axis.
    y_label : str, default='score'
        Label of the y axis.
    low : float, default=0.0
        Lowest height.
    high : float, default=1.0
        Highest height.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import CurveScale
    >>> CurveScale((0, 1), "noise").error_text([0.5, 0.5], [0.5, 0.1])
    'Surprise: your line lies 0.20 away on average, most at noise 1: you drew 0.50, it is 0.100.'
    """

    xs: tuple[float, ...]
    x_label: str
    y_label: str = "score"
    low: float = 0.0
    high: float = 1.0

    def empty(self) -> list[float | None]:
        """Empty guess, with None for each position.

        Returns
        -------
        guess : list of None
            Empty guess.
        """
        return [None] * len(self.xs)

    def check(self, name: str, guess: object) -> list[float | None]:
        """Check that a guess has a height for each position, or None.

        Parameters
        ----------
        name : str
            Name of the control, for the message.
        guess : object
            Guess to check.

        Returns
        -------
        guess : list of float or None
            Heights.

        Raises
        ------
        ValueError
            If the number of heights is wrong, or a height is not on the axis.
        """
        if not isinstance(guess, (list, tuple)) or len(guess) != len(self.xs):
            raise ValueError(f"{name}: found {guess!r}, expected {len(self.xs)} heights.")
        return [
            None if height is None else _check_range(name, height, self.low, self.high)
            for height in guess
        ]

    def complete(self, guess: list) -> bool:
        """Whether every position has a height.

        Parameters
        ----------
        guess : object
            Guess on this scale.

        Returns
        -------
        complete : bool
            True if the guess can be committed.
        """
        return all(height is not None for height in guess)

    def error_text(self, guess: list[float], truth: list[float]) -> str:
        """Sentence on the mean distance between guess and truth, and where it is largest.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.

        Returns
        -------
        sentence : str
            "Right" or "Surprise", and the difference in words.
        """
        distances = [abs(a - b) for a, b in zip(guess, truth)]
        worst = distances.index(max(distances))
        mean = sum(distances) / len(distances)
        where = f"{self.x_label} {self.xs[worst]:g}"
        head = "Right" if mean < 0.03 * (self.high - self.low) else "Surprise"
        return (
            f"{head}: your line lies {mean:.2f} away on average, most at {where}: "
            f"you drew {guess[worst]:.2f}, it is {truth[worst]:.3f}."
        )

    def offers(self) -> str:
        """Description of the axes in words, because not every reader sees the scale.

        Returns
        -------
        words : str
            Description for a screen reader.
        """
        places = ", ".join(f"{x:g}" for x in self.xs)
        ends = f"{self.low:g} to {self.high:g}"
        return f"Empty axes: a {self.y_label} from {ends} at each {self.x_label} of {places}."

    def table(self, guess: list, truth: list, figures: Sequence[str] = ()) -> Table:
        """Guess and truth as a table of words.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object
            Truth on this scale.
        figures : sequence of str, default=()
            Short words for what was measured for each row, if there are any.

        Returns
        -------
        table : list of list of str
            Rows of words. The first row is the head.
        """
        rows = zip(self.xs, guess, truth)
        lines = [[f"{x:g}", f"{guessed:.2f}", f"{true:.3f}"] for x, guessed, true in rows]
        return [[self.x_label, *ASKED[1:]], *lines]

    def panel(self, guess: list, truth: list | None = None) -> Panel:
        """Panel with empty axes and a column at each position, where a stroke sets the heights.

        Parameters
        ----------
        guess : object
            Guess on this scale.
        truth : object, default=None
            Truth on this scale. With None, the truth is hidden.

        Returns
        -------
        panel : Panel
            Panel for a picture.
        """
        even = len({round(b - a, 9) for a, b in zip(self.xs, self.xs[1:])}) == 1
        x_label = self.x_label + ("" if even else " (note the uneven steps)")

        @panel(270, min_width=320, max_width=620)
        def draw(canvas: Canvas) -> None:
            x, y, width, height = canvas.box
            left, right, top, bottom = x + 44, x + width - 10, y + 34, y + height - 52
            step = (right - left) / len(self.xs)

            def place(j: int, value: float) -> tuple[float, float]:
                share = (value - self.low) / (self.high - self.low)
                return left + (j + 0.5) * step, bottom - share * (bottom - top)

            canvas.rect(left, top, right - left, bottom - top, GROUND, GRID)
            for value in (self.low, (self.low + self.high) / 2, self.high):
                canvas.text(left - 6, place(0, value)[1] + 4, f"{value:g}", "end", FAINT)
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
                canvas.add(column + text(place(j, 0)[0], bottom + 16, f"{at:g}", fill=FAINT))
            marked = [place(j, one) for j, one in enumerate(guess) if one is not None]
            if len(marked) > 1:
                canvas.polyline(marked, MARK, key="guessline", pointer_events="none")
            canvas.add(*[circle(*at, 6, MARK, pointer_events="none") for at in marked])
            if not marked:
                style: Style = {"fill": FAINT, "pointer_events": "none"}
                words = "draw your line from left to right"
                canvas.text((left + right) / 2, (top + bottom) / 2, words, **style)
            if truth is not None:
                drawn = [place(j, one) for j, one in enumerate(truth)]
                canvas.polyline(drawn, PART, key="truthline", data_slow="1100")
                dots = [
                    circle(*at, 5, PART, data_slow="1100", key=f"t{j}")
                    for j, at in enumerate(drawn)
                ]
                canvas.group(*dots, key="truthdots")
                style = {"font_size": "11", "font_weight": "bold"}
                canvas.text(right - 48, top - 16, "your guess", "end", MARK, **style)
                canvas.text(right, top - 16, "it is", "end", PART, **style)
            canvas.text((left + right) / 2, bottom + 34, x_label, fill=FAINT)
            canvas.note(left, top - 16, self.y_label)

        return draw()


def near(guess: float, truth: float, sentences: Sequence[str]) -> str:
    """One of three sentences, depending on whether a guess is above, near or below the truth.

    Parameters
    ----------
    guess : float
        Guess.
    truth : float
        Truth.
    sentences : sequence of str
        Sentences for a guess above the truth, within 0.05 of it, and below it.

    Returns
    -------
    sentence : str
        One of the three sentences.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import near
    >>> near(0.5, 0.52, ("too high", "about right", "too low"))
    'about right'
    """
    if abs(guess - truth) < 0.05:
        return sentences[1]
    return sentences[0] if guess > truth else sentences[2]
