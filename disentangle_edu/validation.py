"""Checks of arguments. Errors name the argument, the value found and the value expected."""

import math
import reprlib
import unicodedata
import warnings
from collections.abc import Callable, Container, Iterable, Sequence
from decimal import Decimal
from inspect import Signature
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .spelling import advice_for

MIN_SAMPLES = 4  # the smallest world with two factors of two levels
MAX_LEVELS = 64  # a column with more distinct values counts as continuous
# Trees store latents in single precision, whose largest number is 3e38. liblinear cannot be
# interrupted, and never ends if products of four numbers overflow, from 1e77 on. This limit is
# below both, with room for sums. A table with larger numbers, or with a smaller spread than
# 1 / LARGEST, has unusual units.
LARGEST = 1e30
MOST_SEED = 2**32 - 1  # the largest seed that scikit-learn accepts
MASK = (
    " If a factor is absent, pass numpy.ma.masked_invalid(factors), or load a .csv with empty "
    "cells."
)
NEAR = 1e-9  # share of a column's range: closer levels differ only by rounding
ENDS = 1e-6  # share of a turn: angles closer to its end differ from it only by rounding
WORDS = "words"  # kind of a column of text before its words become levels
WHOLE = 2**53  # beyond it, floats cannot represent all whole numbers


# -------------------------------------------------------------------------------- words of an error


def _make_repr() -> reprlib.Repr:
    short = reprlib.Repr()
    short.maxstring, short.maxother = 80, 120
    return short


_REPR = _make_repr()


def short_repr(value: object) -> str:
    """Text for a value in an error: its repr on one line, shortened if it is long.

    Parameters
    ----------
    value : object
        The value that was found.

    Returns
    -------
    text : str
        The repr, without line breaks.

    Examples
    --------
    >>> short_repr([1, 2])
    '[1, 2]'
    >>> len(short_repr("a" * 1000))
    80
    """
    return _REPR.repr(value).replace("\n", "")


def share_of(count: float, whole: int, digits: int = 0) -> str:
    """Share as a percentage, in words; a share that is rounded to 0% or 100% is written as a count.

    Parameters
    ----------
    count : float
        The number of samples that are meant.
    whole : int
        The number of all samples.
    digits : int, default=0
        Number of decimals of the percentage.

    Returns
    -------
    words : str
        The share, to be followed by a noun such as "samples".

    Examples
    --------
    >>> share_of(3, 4), share_of(9_999, 10_000)
    ('75% of the', '9,999 of 10,000')
    """
    text = f"{count / whole:.{digits}%}"
    nearly = 0 < count < whole and float(text[:-1]) in (0, 100)
    return f"{count:,.0f} of {whole:,}" if nearly else f"{text} of the"


def printable(name: object) -> str:
    """Text without control characters, which break pictures and move the cursor of a terminal.

    Parameters
    ----------
    name : object
        The name; it is converted to text.

    Returns
    -------
    text : str
        The text, with control characters replaced by blanks and without blanks at its ends.

    Examples
    --------
    >>> printable("size" + chr(9) + "in cm" + chr(10))
    'size in cm'
    """
    return "".join(letter if letter.isprintable() else " " for letter in str(name)).strip()


def normalised(name: str) -> str:
    """Name in one Unicode form (NFC) with single blanks, so that equal names are equal texts.

    Parameters
    ----------
    name : str
        The name.

    Returns
    -------
    text : str
        The normalised name.

    Examples
    --------
    >>> normalised("  size   in cm ")
    'size in cm'
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


# ------------------------------------------------------------------------------------------ options


def check_options(name: str, signature: Signature, options: Iterable[str]) -> None:
    """Raise TypeError for an option that the signature does not have.

    Parameters
    ----------
    name : str
        Name of the function, for the error.
    signature : inspect.Signature
        Signature of the function; its options are its keyword-only parameters.
    options : iterable of str
        Names of the options that were passed.

    Raises
    ------
    TypeError
        If an option is unknown.

    Examples
    --------
    >>> from inspect import signature
    >>> check_options("f", signature(lambda x, *, bins: x), ["bin"])
    Traceback (most recent call last):
        ...
    TypeError: f: found the option 'bin', expected one of bins.
    """
    allowed = [key for key, p in signature.parameters.items() if p.kind is p.KEYWORD_ONLY]
    if unknown := [key for key in options if key not in allowed]:
        raise TypeError(
            f"{name}: found the option {unknown[0]!r}, "
            f"expected one of {', '.join(allowed) or 'none'}."
        )


def check_source(name: str, source: object, *expected: type) -> None:
    """Raise TypeError, with advice, unless an object is of an expected class.

    Parameters
    ----------
    name : str
        Name of the function, for the error.
    source : object
        The object that was passed.
    *expected : type
        The classes that are accepted, such as Representation.

    Raises
    ------
    TypeError
        If `source` is of another class.

    Examples
    --------
    >>> from disentangle_edu import Representation
    >>> check_source("mig", 3, Representation)
    Traceback (most recent call last):
        ...
    TypeError: mig: found int, expected Representation.
    """
    if not isinstance(source, expected):
        advice = {
            "ndarray": " Put tables into Representation(factors, latents).",
            "World": " Draw samples from the world first: world.sample(10_000).",
            "str": " Read the file first: load(path).",
            "PosixPath": " Read the file first: load(path).",
            "WindowsPath": " Read the file first: load(path).",
        }
        expected_text = " or ".join(noun.__name__ for noun in expected)
        raise TypeError(
            f"{name}: found {type(source).__name__}, expected {expected_text}."
            + advice.get(type(source).__name__, "")
        )


def check_count(argument: str, value: object, least: int = 1, most: int | None = None) -> int:
    """Raise ValueError unless a value is a whole number within limits.

    Parameters
    ----------
    argument : str
        Name of the argument, for the error.
    value : object
        The value that was passed.
    least : int, default=1
        The smallest accepted number.
    most : int or None, default=None
        The largest accepted number. With None, there is no limit.

    Returns
    -------
    count : int
        The value.

    Raises
    ------
    ValueError
        If the value is not a whole number from `least` to `most`.

    Examples
    --------
    >>> check_count("seeds", 5)
    5
    >>> check_count("seeds", 0)
    Traceback (most recent call last):
        ...
    ValueError: seeds: found 0, expected a whole number from 1 upwards.
    """
    if (
        not isinstance(value, (int, np.integer))
        or isinstance(value, (bool, np.timedelta64))
        or value < least
        or (most is not None and value > most)
    ):
        ends = f"from {least} upwards" if most is None else f"from {least} to {most:,}"
        found_text = f"{value:,}" if type(value) is int and most is not None else short_repr(value)
        raise ValueError(f"{argument}: found {found_text}, expected a whole number {ends}.")
    return int(value)


def in_a_cell(function: Callable[..., object]) -> bool:
    """Whether a function was written in a cell of a notebook, which may replace our functions.

    Parameters
    ----------
    function : callable
        The function.

    Returns
    -------
    in_cell : bool
        True if its module is ``__main__``.

    Examples
    --------
    >>> in_a_cell(check_count)
    False
    """
    return function.__module__ == "__main__"


def check_unused_id(
    name: str, taken: Container[str], function: Callable[..., object] | None = None
) -> None:
    """Raise ValueError for a name that is taken, unless a cell of a notebook takes it.

    Parameters
    ----------
    name : str
        The name.
    taken : container of str
        The names that are taken.
    function : callable or None, default=None
        The function that takes the name. A function from a cell of a notebook may take any name.

    Raises
    ------
    ValueError
        If the name is taken.

    Examples
    --------
    >>> check_unused_id("mig", ["sap"])
    >>> check_unused_id("mig", ["mig", "sap"])
    Traceback (most recent call last):
        ...
    ValueError: id: found 'mig' twice, expected a new name.
    """
    if name in taken and not (function and in_a_cell(function)):
        raise ValueError(f"id: found {name!r} twice, expected a new name.")


def check_seed(value: object, argument: str = "seed") -> int:
    """Raise ValueError unless a value can be the seed of every random generator that we use.

    Parameters
    ----------
    value : object
        The value that was passed.
    argument : str, default='seed'
        Name of the argument, for the error.

    Returns
    -------
    seed : int
        The value, from 0 to 2**32 - 1.

    Raises
    ------
    ValueError
        If the value is not a whole number within these limits.

    Examples
    --------
    >>> check_seed(0)
    0
    """
    return check_count(argument, value, least=0, most=MOST_SEED)


def check_random_state(seed: object, argument: str = "seed") -> np.random.Generator:
    """Make a random generator from a seed; a Generator is returned as it is.

    Parameters
    ----------
    seed : int or numpy.random.Generator
        The seed, or a Generator.
    argument : str, default='seed'
        Name of the argument, for the error.

    Returns
    -------
    rng : numpy.random.Generator
        The generator.

    Raises
    ------
    ValueError
        If the seed is not a whole number from 0 to 2**32 - 1.

    Examples
    --------
    >>> rng = check_random_state(0)
    >>> check_random_state(rng) is rng
    True
    """
    if isinstance(seed, np.random.Generator):
        return seed
    return np.random.default_rng(check_seed(seed, argument))


def check_number(
    argument: str, value: object, least: float = -math.inf, most: float = math.inf
) -> float:
    """Raise ValueError unless a value is a finite number within limits.

    Parameters
    ----------
    argument : str
        Name of the argument, for the error.
    value : object
        The value that was passed.
    least : float, default=-inf
        The smallest accepted number.
    most : float, default=inf
        The largest accepted number.

    Returns
    -------
    number : float
        The value.

    Raises
    ------
    ValueError
        If the value is not a finite number from `least` to `most`.

    Examples
    --------
    >>> check_number("noise", 2, 0)
    2.0
    >>> check_number("noise", -1, 0)
    Traceback (most recent call last):
        ...
    ValueError: noise: found -1, expected a finite number from 0.
    """
    if not is_number(value) or not math.isfinite(value) or not least <= value <= most:
        limits = [f"from {least:g}"] * (least > -math.inf) + [f"up to {most:g}"] * (most < math.inf)
        expected = " ".join(["a finite number", *limits])
        raise ValueError(f"{argument}: found {short_repr(value)}, expected {expected}.")
    return float(value)


def check_positive(argument: str, value: object, most: float = LARGEST) -> float:
    """Raise ValueError unless a value is a number above 0 and up to a limit.

    Parameters
    ----------
    argument : str
        Name of the argument, for the error.
    value : object
        The value that was passed.
    most : float, default=1e30
        The largest accepted number.

    Returns
    -------
    number : float
        The value.

    Raises
    ------
    ValueError
        If the value is not a number above 0, up to `most`.

    Examples
    --------
    >>> check_positive("C", 0)
    Traceback (most recent call last):
        ...
    ValueError: C: found 0, expected a number above 0, up to 1e+30.
    """
    if not is_number(value) or not 0 < value <= most:
        raise ValueError(
            f"{argument}: found {short_repr(value)}, expected a number above 0, up to {most:g}."
        )
    return float(value)


def check_share(argument: str, value: object) -> float:
    """Raise ValueError unless a value is a number from 0 to 1.

    Parameters
    ----------
    argument : str
        Name of the argument, for the error.
    value : object
        The value that was passed.

    Returns
    -------
    share : float
        The value.

    Raises
    ------
    ValueError
        If the value is not a number from 0 to 1.

    Examples
    --------
    >>> check_share("quantile", 1)
    1.0
    """
    if not is_number(value) or not 0 <= value <= 1:
        raise ValueError(f"{argument}: found {short_repr(value)}, expected a share from 0 to 1.")
    return float(value)


def check_choice(argument: str, value: object, choices: Iterable[str]) -> None:
    """Raise ValueError unless a value is one of the accepted words.

    Parameters
    ----------
    argument : str
        Name of the argument, for the error.
    value : object
        The value that was passed.
    choices : iterable of str
        The accepted words.

    Raises
    ------
    ValueError
        If the value is not one of them.

    Examples
    --------
    >>> check_choice("scaling", "max", ["standard", "none"])
    Traceback (most recent call last):
        ...
    ValueError: scaling: found 'max', expected one of 'standard', 'none'.
    """
    choices = tuple(choices)
    if not isinstance(value, str) or value not in choices:
        raise ValueError(
            f"{argument}: found {short_repr(value)}, expected one of "
            f"{', '.join(map(repr, choices))}."
        )


# ------------------------------------------------------------------------------------------- tables


def as_float_table(
    values: ArrayLike, argument: str, names: Iterable[object] | None = None
) -> NDArray[np.float64]:
    """Copy a table of finite numbers into a read-only float array.

    Parameters
    ----------
    values : array-like of shape (n_rows, n_columns)
        The table.
    argument : str
        Name of the argument, for the error.
    names : iterable of object or None, default=None
        Names of the columns, for clearer errors.

    Returns
    -------
    table : ndarray of shape (n_rows, n_columns)
        A read-only copy of the numbers.

    Raises
    ------
    ValueError
        If the table does not have two dimensions or is empty, or if a number is hidden by a mask,
        is not finite, or is a whole number beyond 2**53.
    TypeError
        If a cell is no number, or the object is no table.

    Examples
    --------
    >>> as_float_table([[0, 1], [2, 3]], "latents")
    array([[0., 1.],
           [2., 3.]])
    """
    array = _two_dimensional(values, argument)
    _check_numbers(array, argument, names)
    _check_exact_floats(array, values, argument)
    numbers = array.astype(float)  # always a copy, so that the caller cannot change it
    bad = np.argwhere(~np.isfinite(numbers))
    if len(bad):
        row, column = bad[0]
        raise ValueError(
            f"{argument}: found {numbers[row, column]} in row {row + 1}, "
            f"{_format_column(column, names)} ({len(bad)} such values in all), expected only "
            "finite numbers." + MASK * (argument == "factors")
        )
    numbers.setflags(write=False)
    return numbers


def _two_dimensional(values: ArrayLike, argument: str) -> NDArray[np.generic]:
    """The values as an array of two dimensions, of any type of cells."""
    if np.ma.is_masked(values):
        raise ValueError(
            f"{argument}: found a masked array with hidden values, "
            "expected every value to be present (only factors can be absent)."
        )
    try:
        array = np.asarray(values)
        if array.dtype.kind == "V" and array.dtype.type is not np.void:  # such as bfloat16
            array = array.astype(float)
    except (ValueError, TypeError, RuntimeError) as error:  # ragged rows, tensors with gradients
        raise ValueError(
            f"{argument}: found values that cannot be converted to an array "
            f"({short_repr(str(error))}), expected a table of numbers with rows of equal length."
        ) from None
    if array.ndim == 0 and (cure := _conversion_advice(values)):
        raise TypeError(f"{argument}: found {type(values).__name__}, expected a table: {cure}.")
    if array.ndim != 2:
        raise ValueError(
            f"{argument}: found an array of {array.ndim} dimension(s), expected a two-dimensional "
            f"table, (samples, {argument}). Write a single column as "
            f"{'values.to_frame()' if hasattr(values, 'to_frame') else 'values[:, None]'}."
        )
    if 0 in array.shape:
        raise ValueError(
            f"{argument}: found an empty table of shape {array.shape}, "
            "expected at least one row and one column."
        )
    return array


def _conversion_advice(values: object) -> str:
    """Advice for an object that is not a table but contains one or can compute one."""
    if hasattr(values, "toarray"):
        return "call .toarray() on a sparse matrix"
    if hasattr(values, "transform") or hasattr(values, "predict"):
        return "pass the output of the model, e.g. model.transform(X)"
    if isinstance(values, (str, bytes)) or hasattr(values, "__fspath__"):
        return "read the file first, e.g. with disentangle_edu.load"
    return ""


def _format_column(column: int, names: Iterable[object] | None) -> str:
    """The number of a column for an error, with its name if that is known."""
    name_list = [] if names is None else list(names)
    name = f" ({short_repr(printable(name_list[column]))[1:-1]})" if len(name_list) > column else ""
    return f"column {column + 1}{name}"


def _check_numbers(
    array: NDArray[np.generic], argument: str, names: Iterable[object] | None
) -> None:
    """Raise TypeError for a cell that is no real number; text that looks like a number is text."""
    if array.dtype.kind in "biuf":
        return
    for column, cells in enumerate(array.T):
        for row, value in enumerate(cells):  # an object array may contain Python's numbers
            if not (is_number(value) or isinstance(value, (bool, np.bool_))):
                raise TypeError(
                    f"{argument}: {_format_column(column, names)} holds {short_repr(str(value))} "
                    f"in row {row + 1}, expected numbers. {advice_for(str(value))}"
                )


def _check_exact_floats(array: NDArray[np.generic], values: ArrayLike, argument: str) -> None:
    """Raise ValueError for whole numbers that lose digits, even if they are already floats."""
    if array.dtype.kind != "f":
        check_whole_numbers(array, argument)
    elif not isinstance(values, np.ndarray) and not abs(array).max() < WHOLE:
        check_whole_numbers(np.asarray(values, dtype=object), argument)


def check_whole_numbers(array: NDArray[Any], argument: str, where: str = "") -> None:
    """Raise ValueError for whole numbers beyond 2**53, some of which floats cannot represent.

    Parameters
    ----------
    array : ndarray
        The numbers; arrays of floats are not checked.
    argument : str
        Name of the argument, for the error.
    where : str, default=''
        Where the numbers were found, for the error.

    Raises
    ------
    ValueError
        If a whole number is beyond 2**53.

    Examples
    --------
    >>> check_whole_numbers(np.array([1, 2]), "factors")
    """
    if not array.size or array.dtype.kind not in "iuO":
        return
    if array.dtype.kind == "O":
        beyond = any(_is_whole(value) and abs(int(value)) > WHOLE for value in array.flat)
    else:
        beyond = int(array.max()) > WHOLE or int(array.min()) < -WHOLE
    if beyond:
        raise ValueError(
            f"{argument}: found whole numbers beyond 2**53{where}, which floating point cannot "
            "distinguish, expected smaller numbers."
        )


def _is_whole(value: Any) -> bool:
    """Whether a value is a whole number of a type that is exact."""
    if isinstance(value, Decimal):
        return value.is_finite() and value == value.to_integral_value()
    return isinstance(value, (int, np.integer)) and not isinstance(value, np.timedelta64)


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is one real number of Python or numpy; True and False are no numbers.

    Parameters
    ----------
    value : object
        The value.

    Returns
    -------
    number : bool
        True if it is a number.

    Examples
    --------
    >>> is_number(1), is_number(np.float32(0.5)), is_number(True), is_number("1")
    (True, True, False, False)
    """
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(
        value, (bool, np.timedelta64)
    )


def data_and_mask(
    factors: ArrayLike, names: Iterable[object] | None
) -> tuple[NDArray[np.float64], NDArray[np.bool_] | None]:
    """Separate the values of factors from the mask of the samples that have them.

    Parameters
    ----------
    factors : array-like or masked array of shape (n_samples, n_factors)
        The factors; a masked array hides the values of samples that lack a factor.
    names : iterable of object or None
        Names of the factors, for clearer errors.

    Returns
    -------
    factors : ndarray of shape (n_samples, n_factors)
        The factors. A hidden value is replaced by a value that the factor has in another sample.
    present : ndarray of bool of shape (n_samples, n_factors), or None
        Whether a sample has a factor; None if every sample has every factor.

    Raises
    ------
    ValueError
        If fewer than two samples have a factor, or as in `as_float_table`.
    TypeError
        If a cell is no number.

    Examples
    --------
    >>> values, present = data_and_mask(np.ma.masked_invalid([[0], [1], [np.nan]]), None)
    >>> values.ravel().tolist(), present.ravel().tolist()
    ([0.0, 1.0, 0.0], [True, True, False])
    """
    if not isinstance(factors, np.ma.MaskedArray):
        return as_float_table(factors, "factors", names), None
    values, absent = np.ma.getdata(factors), np.ma.getmaskarray(factors)
    if values.ndim != 2 or not absent.any():
        return as_float_table(values, "factors", names), None
    _check_presence(~absent, names)
    replacements = values[absent.argmin(0), np.arange(absent.shape[1])]
    return as_float_table(np.where(absent, replacements, values), "factors", names), _read_only(
        ~absent
    )


def _check_presence(present: NDArray[np.bool_], names: Iterable[object] | None) -> None:
    """Raise ValueError for a factor that fewer than two samples have."""
    factor_names = (
        names if names is not None else [f"factor {k + 1}" for k in range(present.shape[1])]
    )
    for name, column in zip(factor_names, present.T):
        if column.sum() < 2:
            where = "all samples but one" if column.any() else "every sample"
            raise ValueError(
                f"factors: {short_repr(printable(name))} is absent from {where}, "
                "expected it in at least two samples; drop the column."
            )


def _read_only(array: NDArray[np.bool_]) -> NDArray[np.bool_]:
    array.setflags(write=False)
    return array


def varying_columns(table: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each column of a table has more than one value.

    The values themselves are compared, because a standard deviation is not exact for numbers with a
    large offset.

    Parameters
    ----------
    table : ndarray of shape (n_samples, n_columns)
        The table.

    Returns
    -------
    varies : ndarray of bool of shape (n_columns,)
        True for columns that are not constant.

    Examples
    --------
    >>> varying_columns(np.array([[0.0, 5.0], [1.0, 5.0]])).tolist()
    [True, False]
    """
    return table.max(0) > table.min(0)


def check_scale(table: NDArray[np.float64], argument: str, names: Sequence[str]) -> None:
    """Raise ValueError for columns whose size or spread is too extreme for solvers.

    Parameters
    ----------
    table : ndarray of shape (n_samples, n_columns)
        The table.
    argument : str
        Name of the argument, for the error.
    names : sequence of str
        Names of the columns.

    Raises
    ------
    ValueError
        If a number is beyond 1e30, or the values of a column differ by less than 1e-30.

    Examples
    --------
    >>> check_scale(np.array([[0.0], [1.0]]), "latents", ["latent 1"])
    """
    spread = table.max(0) - table.min(0)
    extreme = (np.abs(table).max(0) > LARGEST) | ((spread > 0) & (spread < 1 / LARGEST))
    if extreme.any():
        raise ValueError(
            f"{argument}: found numbers in {names[int(extreme.argmax())]!r} whose size or spread "
            f"is above {LARGEST:g} or below {1 / LARGEST:g}, expected numbers that can be "
            "squared. Rescale the column."
        )


def describe_levels(column: NDArray[np.float64]) -> str:
    """Number of levels of a column, in words.

    Parameters
    ----------
    column : ndarray of shape (n_samples,)
        The column.

    Returns
    -------
    words : str
        "constant", or the number of levels.

    Examples
    --------
    >>> describe_levels(np.array([0, 1, 2, 1])), describe_levels(np.zeros(3))
    ('3 levels', 'constant')
    """
    return "constant" if (count := np.unique(column).size) == 1 else f"{count} levels"


# ---------------------------------------------------------------------------------- names and types


def names_of(
    names: Iterable[object] | None, count: int, word: str, argument: str | None = None
) -> tuple[str, ...]:
    """Return the names of columns as different printable texts.

    Parameters
    ----------
    names : iterable of object or None
        The names. With None, the columns are numbered.
    count : int
        Number of columns.
    word : str
        What a column is, such as "latent".
    argument : str or None, default=None
        Name of the argument, for the error. With None, it is made of `word`.

    Returns
    -------
    names : tuple of str
        One name per column.

    Raises
    ------
    ValueError
        If there are more or fewer names than columns, or if two names are equal or one is empty.

    Examples
    --------
    >>> names_of(None, 2, "latent")
    ('latent 1', 'latent 2')
    """
    if names is None:
        return tuple(f"{word} {i + 1}" for i in range(count))
    is_list = not isinstance(names, str) and hasattr(names, "__len__") and _is_flat(names)
    printed = tuple(map(printable, names)) if is_list else ()
    if len(printed) != count or len(set(map(normalised, printed))) != count or "" in printed:
        raise ValueError(
            f"{argument or word + '_names'}: found {short_repr(printed if is_list else names)}, "
            f"expected a list of {count} different names, one per {word}."
        )
    return printed


def _is_flat(names: Iterable[object]) -> bool:
    """Whether names are a list, a tuple or another flat sequence: no set, no dict, no table."""
    try:
        return np.ndim(names) == 1  # type: ignore[arg-type]
    except ValueError:  # it contains lists of unequal length
        return False


def resolve_types(
    column_types: str | Iterable[str | None] | None,
    table: NDArray[np.float64],
    names: Sequence[str],
    argument: str,
    word_columns: Iterable[int] = (),
) -> tuple[str, ...]:
    """Check the types of columns, and guess those that are not given.

    Parameters
    ----------
    column_types : str, iterable of (str or None) or None
        One type for all columns, or one per column: 'discrete', 'continuous', or for a factor
        'cyclic' or 'cyclic 360', which repeats after 360. None is guessed.
    table : ndarray of shape (n_samples, n_columns)
        The columns.
    names : sequence of str
        Names of the columns.
    argument : {'factor_types', 'latent_types'}
        Name of the argument, for the error.
    word_columns : iterable of int, default=()
        Indices of the columns that contained words; these have levels.

    Returns
    -------
    column_types : tuple of str
        One type per column: 'discrete', 'continuous' or 'cyclic' with its period.

    Raises
    ------
    ValueError
        If a type is unknown or does not fit its column.

    Warns
    -----
    UserWarning
        If a factor of unknown type looks like an id, has levels that only rounding separates, or
        has consecutive whole numbers with too many values for levels.

    See Also
    --------
    infer_type : The guess for one column.

    Examples
    --------
    >>> resolve_types(None, np.array([[0.0], [1], [0], [1]]), ["size"], "factor_types")
    ('discrete',)
    >>> resolve_types("cyclic", np.array([[0.0], [90], [180], [270]]), ["angle"], "factor_types")
    ('cyclic 360',)
    """
    if column_types is None or isinstance(column_types, str):
        requested = [column_types] * len(names)
    else:
        requested = list(column_types) if isinstance(column_types, Iterable) else []
    of_factors = argument == "factor_types"
    if len(requested) != len(names) or any(
        not (
            column_type is None
            or isinstance(column_type, str)
            and _is_column_type(column_type, of_factors)
        )
        for column_type in requested
    ):
        allowed = (
            "'discrete', 'continuous' or 'cyclic'" if of_factors else "'discrete' or 'continuous'"
        )
        raise ValueError(
            f"{argument}: found {short_repr(column_types)}, "
            f"expected {allowed}, once or per column ({len(names)})."
        )
    for k in word_columns:
        requested[k] = resolve_type_of_words(names[k], requested[k], WORDS, argument)
    for k, (column, name, column_type) in enumerate(zip(table.T, names, requested)):
        if column_type == "discrete" and of_factors:
            _check_repeats(column, name, argument)
        if is_cyclic(column_type):
            requested[k] = f"cyclic {_period(column, name, column_type):.17g}"
    guessed = [column_type or infer_type(column) for column, column_type in zip(table.T, requested)]
    if of_factors:
        for column, name, column_type, request in zip(table.T, names, guessed, requested):
            if request is None:
                _warn_of_an_id(column, name, argument)
                _warn_of_levels(column, name, column_type)
    return tuple(guessed)


def resolve_type_of_words(
    name: str, requested: str | None, implied: str | None, argument: str
) -> str | None:
    """Choose between the type that was asked for and the type that a file implies.

    Parameters
    ----------
    name : str
        Name of the column, for the error.
    requested : str or None
        The type that was asked for, if any.
    implied : str or None
        What the file implies: a type, or 'words' for a column of words.
    argument : str
        Name of the argument, for the error.

    Returns
    -------
    column_type : str or None
        'discrete' for words; otherwise the type that was asked for, or else the type of the file.

    Raises
    ------
    ValueError
        If another type than 'discrete' was asked for a column of words.

    Examples
    --------
    >>> resolve_type_of_words("shape", None, "words", "factor_types")
    'discrete'
    """
    if implied != WORDS:
        return requested or implied
    if requested not in (None, "discrete"):
        raise ValueError(
            f"{argument}: found {short_repr(requested)} for {short_repr(name)}, a column of words, "
            "expected 'discrete', or numbers instead of the words."
        )
    return "discrete"


def is_cyclic(column_type: str | None) -> TypeGuard[str]:
    """Whether a column of this type is cyclic, as an angle is.

    Parameters
    ----------
    column_type : str or None
        The type of the column.

    Returns
    -------
    cyclic : bool
        True for 'cyclic' and for 'cyclic' with a period.

    Examples
    --------
    >>> is_cyclic("cyclic 360"), is_cyclic("discrete"), is_cyclic(None)
    (True, False, False)
    """
    return column_type is not None and column_type.startswith("cyclic")


def period_of(column_type: str) -> float:
    """Period of a cyclic column of this type.

    Parameters
    ----------
    column_type : str
        'cyclic' with its period.

    Returns
    -------
    period : float
        The number after which the column repeats.

    Examples
    --------
    >>> period_of("cyclic 360")
    360.0
    """
    return float(column_type.split()[1])


def within_turn(column: NDArray[np.float64], column_type: str) -> NDArray[np.float64]:
    """Values of a cyclic column, taken modulo its period.

    Parameters
    ----------
    column : ndarray of shape (n_samples,)
        The values.
    column_type : str
        'cyclic' with its period.

    Returns
    -------
    values : ndarray of shape (n_samples,)
        Numbers from 0 to one period. Both ends of the period become 0, even if rounding has moved
        them a little.

    Examples
    --------
    >>> within_turn(np.array([0.0, 90.0, 360.0, 450.0]), "cyclic 360").tolist()
    [0.0, 90.0, 0.0, 90.0]
    """
    period = period_of(column_type)
    remainder = column % period
    return np.where(np.minimum(remainder, period - remainder) < ENDS * period, 0.0, remainder)


def _is_column_type(column_type: str, of_factors: bool) -> bool:
    """Whether a text is the type of a column; a cyclic type may include its period."""
    word, _, period = column_type.partition(" ")
    if word != "cyclic" or not of_factors:
        return column_type in ("discrete", "continuous")
    try:
        return not period or 0 < float(period) <= LARGEST
    except ValueError:
        return False


def _period(column: NDArray[np.float64], name: str, column_type: str) -> float:
    """Period of a cyclic factor: as given, or one step above its largest value."""
    values = np.unique(column)
    reach = float(values[-1] - values[0])
    if column_type == "cyclic":
        return reach + float(np.median(np.diff(values)))
    period = period_of(column_type)
    if reach > period * (1 + ENDS):
        raise ValueError(
            f"factor_types: found {column_type!r} for {name!r}, whose values reach over {reach:g}, "
            f"expected at most one turn: take them modulo {period:g} first (values % {period:g}), "
            "if that is its period."
        )
    return period


def _check_repeats(column: NDArray[np.float64], name: str, argument: str) -> None:
    if np.unique(column).size == column.size:
        raise ValueError(
            f"{argument}: {name!r} has as many values as samples ({column.size}), "
            "expected levels that repeat. Leave it continuous."
        )


def infer_type(column: NDArray[np.float64]) -> str:
    """Guess whether a column has levels: few distinct values, each of them twice on average.

    Parameters
    ----------
    column : ndarray of shape (n_samples,)
        The values.

    Returns
    -------
    column_type : {'discrete', 'continuous'}
        'discrete' for at most 64 distinct values that occur twice on average.

    Examples
    --------
    >>> infer_type(np.array([0.0, 1.0, 0.0, 1.0])), infer_type(np.array([0.1, 0.2, 0.3, 0.4]))
    ('discrete', 'continuous')
    """
    head = column[:1000]  # enough for most long columns
    if (head % 1).any() and np.unique(head).size > MAX_LEVELS:
        return "continuous"
    return (
        "discrete" if np.unique(column).size <= min(MAX_LEVELS, column.size / 2) else "continuous"
    )


def _warn_of_an_id(column: NDArray[np.float64], name: str, argument: str) -> None:
    """Warn about whole numbers that never repeat: they are levels, or ids that are no factor."""
    if not (column % 1).any() and np.unique(column).size == column.size:
        warnings.warn(
            f"factors: {name!r} has as many values as samples ({column.size}), so it is treated as "
            f"continuous. Pass {argument}='continuous' to silence this, or merge its values into "
            "levels that repeat.",
            stacklevel=4,
        )


def _warn_of_levels(column: NDArray[np.float64], name: str, column_type: str) -> None:
    """Warn about levels that differ only by rounding, and about too many numbered categories."""
    if column_type == "continuous" and (column % 1).any():
        return
    values = np.unique(column)
    gaps, reach = np.diff(values), values[-1] - values[0]
    if column_type == "discrete" and (is_near := gaps < NEAR * reach).any():
        index = int(is_near.argmax())
        warnings.warn(
            f"factors: {name!r} has the levels {values[index]!s} and {values[index + 1]!s}, which "
            "differ only by rounding, so one level counts as two. Round the column first.",
            stacklevel=5,
        )
    no_gap = values.size == reach + 1  # as in codes of categories
    if column_type == "continuous" and no_gap and values.size <= column.size / 2:
        warnings.warn(
            f"factors: {name!r} has all whole numbers from {values[0]:g} to {values[-1]:g}, more "
            f"than the {MAX_LEVELS} that are treated as levels, so it is treated as continuous: if "
            "the numbers are names of categories, pass factor_types='discrete'.",
            stacklevel=5,
        )
