"""Scales on which a reader marks a guess: a number, options, an order, or a curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..viz.canvas import Panel
from .scale_panels import choice_panel, curve_guess_panel, number_panel, order_panel

Guess = Any  # depends on the scale: a number, options, an order or heights
MAX_INLINE_LENGTH = 16  # letters: a longer row name is not repeated in a sentence
MAX_LABELLED_TICKS = 12  # up to this count, every integer has a tick
Table = list[list[str]]  # rows of text; the first row is the head
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
    >>> from disentangle_edu.quiz.scales import NumberScale
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

    def describe_deviation(self, guess: Guess, truth: Guess) -> str:
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
            "Right" or "Not quite", and the difference in words.
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
    >>> from disentangle_edu.quiz.scales import NumberScale
    >>> NumberScale().describe_deviation(0.2, 0.5)
    'Not quite: it is 0.500, and you said 0.20, 0.300 too low.'
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

    def describe_deviation(self, guess: float, truth: float) -> str:
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
            "Right" or "Not quite", and the difference in words.
        """
        rounded = round(guess, self.digits), round(truth, self.digits + 1 if self.digits else 0)
        distance = abs(rounded[0] - rounded[1])  # of the numbers that the reader sees
        sentence = f"it is {self.format_value(truth)}, and you said {guess:.{self.digits}f}"
        if distance < 0.02 * (self.high - self.low):
            return f"Right{', exactly' * (not distance)}: {sentence}."
        side = "low" if guess < truth else "high"
        return f"Not quite: {sentence}, {self.format_value(distance)} too {side}."

    def format_value(self, truth: float) -> str:
        """Write the truth with one more digit than a guess; a count has no digits.

        Parameters
        ----------
        truth : float
            Truth on this scale.

        Returns
        -------
        words : str
            The number.
        """
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
        return [ASKED, [self.label, f"{guess:.{self.digits}f}", self.format_value(truth)]]

    def ticks(self) -> list[tuple[float, bool]]:
        """Positions of the ticks, and whether each has a number.

        Returns
        -------
        ticks : list of tuple
            Pairs of a position and whether it has a number. With few counts, all have one.
        """
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
        return number_panel(self, guess, truth)


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
    >>> from disentangle_edu.quiz.scales import ChoiceScale
    >>> ChoiceScale(("MIG", "SAP"), ("low", "high")).describe_deviation([0, 1], [0, 0])
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

    def describe_deviation(self, guess: list, truth: list) -> str:
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
            "Right" or "Not quite", and the difference in words.
        """
        wrong = [row for row, chosen, true in zip(self.rows, guess, truth) if chosen != true]
        if not wrong:
            return {1: "Right.", 2: "Right, both."}.get(
                len(self.rows), f"Right, all {len(self.rows)}."
            )
        if len(self.rows) == 1:
            true, chosen = self.options[truth[0]], self.options[guess[0]]
            return f"Not quite: it is {true!r}, and you said {chosen!r}."
        head = "Not quite: " if 2 * len(wrong) > len(self.rows) else ""
        summary = f"{head}{len(self.rows) - len(wrong)} of {len(self.rows)} right."
        if max(map(len, self.rows)) > MAX_INLINE_LENGTH:
            return summary  # the frames show which rows are wrong
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
        return choice_panel(self, guess, truth, figures)


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
    >>> from disentangle_edu.quiz.scales import OrderScale
    >>> scale = OrderScale(("MIG", "SAP", "DCI"))
    >>> scale.describe_deviation(["MIG", "SAP", "DCI"], ["SAP", "MIG", "DCI"])
    'Not quite: 1 of 3 pairs are swapped.'
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

    def describe_deviation(self, guess: list[str], truth: list[str]) -> str:
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
            "Right" or "Not quite", and the difference in words.
        """
        rank = {item: j for j, item in enumerate(truth)}
        pairs = [(a, b) for i, a in enumerate(guess) for b in guess[i + 1 :]]
        wrong = sum(rank[a] > rank[b] for a, b in pairs)
        if not wrong:
            return "Right, exactly this order."
        return f"Not quite: {wrong} of {len(pairs)} pairs are swapped."

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
        return order_panel(self, guess, truth)


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
    >>> from disentangle_edu.quiz.scales import CurveScale
    >>> CurveScale((0, 1), "noise").describe_deviation([0.5, 0.5], [0.5, 0.1])
    'Not quite: your line lies 0.20 away on average, most at noise 1: you drew 0.50, it is 0.100.'
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

    def describe_deviation(self, guess: list[float], truth: list[float]) -> str:
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
            "Right" or "Not quite", and the difference in words.
        """
        distances = [abs(a - b) for a, b in zip(guess, truth)]
        worst = distances.index(max(distances))
        mean = sum(distances) / len(distances)
        where = f"{self.x_label} {self.xs[worst]:g}"
        head = "Right" if mean < 0.03 * (self.high - self.low) else "Not quite"
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
        return curve_guess_panel(self, guess, truth)
