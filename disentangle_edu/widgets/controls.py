"""Controls: quantities that a reader moves, as plain values with a check.

A control is either next to the picture (a slider, a list, a box to tick) or in the picture. A
control in the picture has the kind "hidden", and a Handle of the picture moves it.
"""

import math
import numbers
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from .history import Values
from .protocol import ControlSpec


@dataclass(frozen=True)
class Control:
    """Quantity that a reader moves: its first value, how it is shown, and what it may be.

    Parameters
    ----------
    label : str
        Label of the control.
    value : object
        First value.
    kind : {'range', 'choice', 'flag', 'word', 'hidden'}
        How the control is shown.
    check : callable
        Function such that check(name, value) returns the value to keep, or raises a ValueError that
        explains what is wrong.
    low : float, default=0.0
        Lowest number.
    high : float, default=1.0
        Highest number.
    step : float, default=0.01
        Distance between two numbers.
    options : tuple, default=()
        Options of a list.
    option_labels : tuple of str, default=()
        Labels of the options.
    folded : bool, default=False
        Whether the control is folded at first.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import number
    >>> number("noise", 0.5, 0, 1).check("noise", 1)
    1.0
    """

    label: str
    value: Any
    kind: str
    check: Callable[[str, Any], Any]
    low: float = 0.0
    high: float = 1.0
    step: float = 0.01
    options: tuple = ()
    option_labels: tuple[str, ...] = ()
    folded: bool = False

    def spec(self, name: str) -> ControlSpec:
        """Specification of the control for the browser.

        Parameters
        ----------
        name : str
            Name of the control.

        Returns
        -------
        spec : ControlSpec
            Name, label, kind, and the limits or the options.
        """
        spec: ControlSpec = {"name": name, "label": self.label, "kind": self.kind}
        if self.folded:
            spec["folded"] = True
        if self.kind == "choice":
            labels = list(self.option_labels)
            return spec | {"options": list(self.options), "option_labels": labels}
        return spec | {"low": self.low, "high": self.high, "step": self.step}


def _check_number(low: float, high: float, is_integer: bool, name: str, value: Any) -> Any:
    real = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not real or not low <= value <= high or (is_integer and value != int(value)):
        kind = "a whole number" if is_integer else "a number"
        raise ValueError(f"{name}: found {value!r}, expected {kind} from {low:g} to {high:g}.")
    return int(value) if is_integer else float(value)


def number(label: str, value: float, low: float, high: float, step: float = 0.01) -> Control:
    """Slider for a real number.

    Parameters
    ----------
    label : str
        Label of the control.
    value : float
        First value.
    low : float
        Lowest number.
    high : float
        Highest number.
    step : float, default=0.01
        Distance between two numbers.

    Returns
    -------
    control : Control
        Control for a lab.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import number
    >>> number("noise", 0.5, 0, 1).kind
    'range'
    """
    return Control(
        label, float(value), "range", partial(_check_number, low, high, False), low, high, step
    )


def whole(label: str, value: int, low: int, high: int, step: int = 1) -> Control:
    """Slider for a whole number.

    Parameters
    ----------
    label : str
        Label of the control.
    value : int
        First value.
    low : int
        Lowest number.
    high : int
        Highest number.
    step : int, default=1
        Distance between two numbers.

    Returns
    -------
    control : Control
        Control for a lab.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import whole
    >>> whole("bins", 20, 2, 50).check("bins", 10.0)
    10
    """
    return Control(label, value, "range", partial(_check_number, low, high, True), low, high, step)


def _check_choice(options: Sequence[Any], name: str, value: object) -> Any:
    if value not in options:
        expected = ", ".join(map(repr, options))
        raise ValueError(f"{name}: found {value!r}, expected one of {expected}.")
    return value


def choice(
    label: str, options: Sequence[Any], value: Any, words: Sequence[str] | None = None
) -> Control:
    """List of options, of which one is chosen.

    Parameters
    ----------
    label : str
        Label of the control.
    options : sequence
        Options.
    value : object
        Option that is chosen at first.
    words : sequence of str or None, default=None
        Words for the options. With None, the options themselves.

    Returns
    -------
    control : Control
        Control for a lab.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import choice
    >>> choice("estimator", ["counting", "knn"], "counting").option_labels
    ('counting', 'knn')
    """
    check = partial(_check_choice, options)
    labels = tuple(map(str, options if words is None else words))
    return Control(label, value, "choice", check, options=tuple(options), option_labels=labels)


def _check_flag(name: str, value: object) -> bool:
    if value not in (True, False):
        raise ValueError(f"{name}: found {value!r}, expected True or False.")
    return bool(value)


def flag(label: str, value: bool = False) -> Control:
    """Box to tick.

    Parameters
    ----------
    label : str
        Label of the control.
    value : bool, default=False
        First value.

    Returns
    -------
    control : Control
        Control for a lab.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import flag
    >>> flag("shuffle").check("shuffle", True)
    True
    """
    return Control(label, value, "flag", _check_flag)


def _check_word(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: found {value!r}, expected words.")
    return value


def word(label: str, value: str = "") -> Control:
    """Text field.

    Parameters
    ----------
    label : str
        Label of the control.
    value : str, default=''
        First value.

    Returns
    -------
    control : Control
        Control for a lab.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import word
    >>> word("name").check("name", "Ada")
    'Ada'
    """
    return Control(label, value, "word", _check_word)


def moved_by_handle(control: Control) -> Control:
    """Control that is moved by a handle of the picture instead of a slider.

    Parameters
    ----------
    control : Control
        Control to change.

    Returns
    -------
    control : Control
        Same control of the kind "hidden".

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import moved_by_handle, number
    >>> moved_by_handle(number("noise", 0.5, 0, 1)).kind
    'hidden'
    """
    return replace(control, kind="hidden")


def folded_away(control: Control) -> Control:
    """Control that is folded under "more to move" until the reader opens it.

    Parameters
    ----------
    control : Control
        Control to change.

    Returns
    -------
    control : Control
        Same control, folded at first.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import folded_away, number
    >>> folded_away(number("noise", 0.5, 0, 1)).folded
    True
    """
    return replace(control, folded=True)


def _check_number_table(low: float, high: float, name: str, value: Iterable) -> list[list[float]]:
    rows = _as_rows(name, value)
    for i, row in enumerate(rows):
        for k, cell in enumerate(row):
            real = isinstance(cell, numbers.Real) and not isinstance(cell, bool)
            if not real or not math.isfinite(cell) or not low <= cell <= high:
                where = f"row {i + 1}, column {k + 1}"
                expected = f"numbers from {low:g} to {high:g}"
                raise ValueError(f"{name}: found {cell!r} in {where}, expected {expected}.")
    return [[float(cell) for cell in row] for row in rows]


def number_table(
    label: str, value: Sequence[Sequence[float]], low: float = 0.0, high: float = 1.0
) -> Control:
    """Matrix of numbers that is moved in the picture and may change its shape.

    Parameters
    ----------
    label : str
        Label of the control.
    value : sequence of sequence of float
        First value.
    low : float, default=0.0
        Lowest number.
    high : float, default=1.0
        Highest number.

    Returns
    -------
    control : Control
        Control for a lab.

    Raises
    ------
    ValueError
        If the value is not a matrix of numbers between the limits.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import number_table
    >>> number_table("bits", [[0.9, 0.2], [0.5, 0.1]]).value
    [[0.9, 0.2], [0.5, 0.1]]
    """
    check = partial(_check_number_table, low, high)
    return Control(label, check(label, value), "hidden", check, low, high)


def points(
    label: str, value: Sequence[float], fewest: int, most: int, low: float, high: float
) -> Control:
    """List of positions on a line that are moved in the picture and may change their number.

    Parameters
    ----------
    label : str
        Label of the control.
    value : sequence of float
        First value.
    fewest : int
        Smallest number of positions.
    most : int
        Largest number of positions.
    low : float
        Lowest position.
    high : float
        Highest position.

    Returns
    -------
    control : Control
        Control for a lab.

    Raises
    ------
    ValueError
        If the value has too few or too many positions, or one beyond the limits.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import points
    >>> points("cuts", [0.5], 1, 3, 0, 1).check("cuts", [0.2, 0.7])
    [0.2, 0.7]
    """

    def check(name: str, value: object) -> list[float]:
        array = np.array(value)
        fits = array.ndim == 1 and fewest <= len(array) <= most and array.dtype.kind in "if"
        if not fits or not ((low <= array) & (array <= high)).all():
            expected = f"{fewest} to {most} numbers from {low:g} to {high:g}"
            raise ValueError(f"{name}: found {value!r}, expected {expected}.")
        return array.astype(float).tolist()

    return Control(label, check(label, value), "hidden", check, low, high)


def moved_cell(
    before: Sequence[Sequence[float]], now: Sequence[Sequence[float]]
) -> tuple[int, int] | None:
    """Row and column of the single entry in which two tables differ.

    Parameters
    ----------
    before : sequence of sequence of float
        First table.
    now : sequence of sequence of float
        Second table.

    Returns
    -------
    cell : tuple of int or None
        Row and column from 0. None if the shapes differ, or if not exactly one entry differs.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import moved_cell
    >>> moved_cell([[0, 1], [0, 0]], [[0, 1], [1, 0]])
    (1, 0)
    """
    if np.shape(before) != np.shape(now):
        return None
    rows, columns = np.nonzero(np.not_equal(before, now))
    return (int(rows[0]), int(columns[0])) if len(rows) == 1 else None


def _as_rows(name: str, value: Iterable) -> list[list]:
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
    """Control for any other value that is moved in the picture.

    Parameters
    ----------
    label : str
        Label of the control.
    value : object
        First value.
    check : callable or None, default=None
        Function such that check(name, value) returns the value to keep or raises a ValueError. With
        None, every value is accepted.

    Returns
    -------
    control : Control
        Control for a lab.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import free
    >>> free("cut", (1, 2)).kind
    'hidden'
    """
    return Control(label, value, "hidden", check or (lambda name, value: value))


def _check_some(options: Sequence[str], name: str, value: Iterable[str]) -> tuple[str, ...]:
    are_options = isinstance(value, list | tuple) and all(item in options for item in value)
    if not are_options or not value:
        raise ValueError(f"{name}: found {value!r}, expected some of {', '.join(options)}.")
    return tuple(value)


def some_of(label: str, options: Sequence[str]) -> Control:
    """Control with some of several options, which is set when the lab is made.

    Parameters
    ----------
    label : str
        Label of the control.
    options : sequence of str
        Options. At first, all are chosen.

    Returns
    -------
    control : Control
        Control for a lab.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import some_of
    >>> some_of("metrics", ["mig", "sap"]).value
    ('mig', 'sap')
    """
    return free(label, tuple(options), partial(_check_some, options))


def set_by_path(values: Values, path: str, value: Any) -> None:
    """Set a value, or an entry inside a table, by its path.

    Parameters
    ----------
    values : dict
        Values to change in place.
    path : str
        Name of a value, or a path such as "values/0/2" for row 1 and column 3 of the table
        "values".
    value : object
        New value or entry.

    Examples
    --------
    >>> from disentangle_edu.widgets.controls import set_by_path
    >>> values = {"bits": [[0.9, 0.2], [0.5, 0.1]]}
    >>> set_by_path(values, "bits/0/1", 0.3)
    >>> values
    {'bits': [[0.9, 0.3], [0.5, 0.1]]}
    """
    name, *entry_path = path.split("/")
    if not entry_path:
        values[name] = value
        return
    values[name] = _with_entry(values[name], entry_path, value)


def _with_entry(table: Any, entry_path: list[str], value: Any) -> Any:
    """Copy of a table with one entry changed."""
    if not entry_path:
        return value
    if isinstance(table, dict):
        return {
            **table,
            entry_path[0]: _with_entry(table.get(entry_path[0]), entry_path[1:], value),
        }
    j = int(entry_path[0])
    return [
        _with_entry(entry, entry_path[1:], value) if i == j else entry
        for i, entry in enumerate(table)
    ]
