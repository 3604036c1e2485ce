"""Controls: quantities that a reader moves, as plain values with a check.

A control stands beside the picture (a slider, a list, a box to tick) or in it: then it is
*hidden* here, and a Handle of the picture moves it.
"""

import math
import numbers
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .history import Values


@dataclass(frozen=True)
class Control:
    """One quantity: its first value, how it is shown, and what it may be.

    check : check(name, value) -> the value to keep, or a ValueError that says what is wrong.
    """

    label: str
    value: Any
    kind: str
    check: Callable[[str, Any], Any]
    low: float = 0.0
    high: float = 1.0
    step: float = 0.01
    options: tuple = ()
    words: tuple[str, ...] = ()
    more: bool = False  # whether it lies folded at first

    def spec(self, name: str) -> dict:
        """What the browser needs to show it."""
        spec: dict[str, Any] = {"name": name, "label": self.label, "kind": self.kind}
        spec |= {"more": True} if self.more else {}
        if self.kind == "choice":
            return spec | {"options": list(self.options), "words": list(self.words)}
        return spec | {"low": self.low, "high": self.high, "step": self.step}


def _between(low: float, high: float, whole: bool) -> Callable[[str, Any], Any]:
    def check(name: str, value: Any) -> Any:
        real = isinstance(value, numbers.Real) and not isinstance(value, bool)
        if not real or not low <= value <= high or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise ValueError(f"{name}: found {value!r}, expected {kind} from {low:g} to {high:g}.")
        return int(value) if whole else float(value)

    return check


def number(label: str, value: float, low: float, high: float, step: float = 0.01) -> Control:
    """A slider for a real number."""
    return Control(label, float(value), "range", _between(low, high, False), low, high, step)


def whole(label: str, value: int, low: int, high: int, step: int = 1) -> Control:
    """A slider for a whole number."""
    return Control(label, value, "range", _between(low, high, True), low, high, step)


def choice(
    label: str, options: Sequence[Any], value: Any, words: Sequence[str] | None = None
) -> Control:
    """A list to choose from.

    words : what the list shows for each option, where that is not the option itself.
    """

    def check(name: str, value: object) -> Any:
        if value not in options:
            expected = ", ".join(map(repr, options))
            raise ValueError(f"{name}: found {value!r}, expected one of {expected}.")
        return value

    shown = tuple(map(str, options if words is None else words))
    return Control(label, value, "choice", check, options=tuple(options), words=shown)


def flag(label: str, value: bool = False) -> Control:
    """A box to tick."""

    def check(name: str, value: object) -> bool:
        if value not in (True, False):
            raise ValueError(f"{name}: found {value!r}, expected True or False.")
        return bool(value)

    return Control(label, value, "flag", check)


def word(label: str, value: str = "") -> Control:
    """A line to type into."""

    def check(name: str, value: object) -> str:
        if not isinstance(value, str):
            raise ValueError(f"{name}: found {value!r}, expected words.")
        return value

    return Control(label, value, "word", check)


def in_picture(control: Control) -> Control:
    """The same quantity, moved by a handle of the picture."""
    return replace(control, kind="hidden")


def folded_away(control: Control) -> Control:
    """The same control, folded under "more to move" until a reader opens it."""
    return replace(control, more=True)


def table(
    label: str, value: Sequence[Sequence[float]], low: float = 0.0, high: float = 1.0
) -> Control:
    """A matrix of numbers, moved in the picture; it may be given another shape."""

    def check(name: str, value: Iterable) -> list[list[float]]:
        rows = _rows(name, value)
        for i, row in enumerate(rows):
            for k, cell in enumerate(row):
                real = isinstance(cell, numbers.Real) and not isinstance(cell, bool)
                if not real or not math.isfinite(cell) or not low <= cell <= high:
                    where = f"row {i + 1}, column {k + 1}"
                    expected = f"numbers from {low:g} to {high:g}"
                    raise ValueError(f"{name}: found {cell!r} in {where}, expected {expected}.")
        return [[float(cell) for cell in row] for row in rows]

    return Control(label, check(label, value), "hidden", check, low, high)


def points(
    label: str, value: Sequence[float], fewest: int, most: int, low: float, high: float
) -> Control:
    """Places on a line, moved in the picture; there may be more of them or fewer."""

    def check(name: str, value: object) -> list[float]:
        found = np.array(value)
        fits = found.ndim == 1 and fewest <= len(found) <= most and found.dtype.kind in "if"
        if not fits or not ((low <= found) & (found <= high)).all():
            expected = f"{fewest} to {most} numbers from {low:g} to {high:g}"
            raise ValueError(f"{name}: found {value!r}, expected {expected}.")
        return found.astype(float).tolist()

    return Control(label, check(label, value), "hidden", check, low, high)


def moved_cell(
    before: Sequence[Sequence[float]], now: Sequence[Sequence[float]]
) -> tuple[int, int] | None:
    """(row, column) where two tables differ, or None unless it is one place alone."""
    if np.shape(before) != np.shape(now):
        return None
    rows, columns = np.nonzero(np.not_equal(before, now))
    return (int(rows[0]), int(columns[0])) if len(rows) == 1 else None


def _rows(name: str, value: Iterable) -> list[list]:
    try:
        rows = [list(row) for row in value]
    except TypeError:
        raise ValueError(f"{name}: found {value!r}, expected a list of rows of numbers.") from None
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        lengths = [len(row) for row in rows]
        expected = "equal lengths of at least 1"
        raise ValueError(f"{name}: found rows of lengths {lengths}, expected {expected}.")
    return rows


def free(label: str, value: Any, check: Callable[[str, Any], Any] | None = None) -> Control:
    """Anything else that a picture moves."""
    return Control(label, value, "hidden", check or (lambda name, value: value))


def some_of(label: str, options: Sequence[str]) -> Control:
    """Some of the options, all at first; set where the lab is made."""

    def check(name: str, value: Iterable[str]) -> tuple[str, ...]:
        known = isinstance(value, list | tuple) and all(one in options for one in value)
        if not known or not value:
            raise ValueError(f"{name}: found {value!r}, expected some of {', '.join(options)}.")
        return tuple(value)

    return free(label, tuple(options), check)


def put(values: Values, path: str, value: Any) -> None:
    """Set an entry, also one inside a table: "values/0/2" is row 1, column 3 of `values`."""
    name, *places = path.split("/")
    if not places:
        values[name] = value
        return
    values[name] = _with(values[name], places, value)


def _with(table: Any, places: list[str], value: Any) -> Any:
    """The table with one entry changed; the old one stays as it was."""
    if not places:
        return value
    if isinstance(table, dict):
        return {**table, places[0]: _with(table.get(places[0]), places[1:], value)}
    j = int(places[0])
    return [_with(entry, places[1:], value) if i == j else entry for i, entry in enumerate(table)]
