"""Tables of pandas, polars and Arrow: columns of words as levels, and numbers that are exact."""

import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .spelling import SPELLING, all_numbers, unit_of
from .validation import check_whole_numbers, normalised, printable, shown

if TYPE_CHECKING:
    import pandas as pd

LAZY = ("collect", "execute", "toPandas", "__dataframe__")  # what other tables have
Words = tuple[str, ...]  # of a factor, by their code; empty where the words have an order

# ------------------------------------------------------------------------------ columns of words


def words_coded(factors: Any, argument: str = "factors") -> tuple[Any, dict[int, Words]]:
    """Factors whose columns of words have become numbers, and the words of each such column.

    A sample without a word lacks the factor. Raises TypeError for a column of numbers in another
    spelling.
    """
    if not hasattr(factors, "iloc") or not hasattr(factors, "isetitem"):
        return factors, {}
    frame = factors.copy()
    words = coded(frame, [str(name) for name in frame.columns], argument)
    absent = np.zeros(frame.shape, bool)
    for place in words:
        absent[:, place] = frame.iloc[:, place].isna()
    if absent.any():
        return np.ma.array(frame.to_numpy(), mask=absent), words
    return frame, words


def coded(frame: "pd.DataFrame", names: Sequence[str], argument: str) -> dict[int, Words]:
    """Write codes into the columns of words, NaN for a word that is missing; returns the words.

    The codes number the words by the alphabet, or in the order that an ordered Categorical has.
    """
    words = {}
    for place, (name, dtype) in enumerate(zip(names, frame.dtypes)):
        if dtype.kind in "OU":
            column = frame.iloc[:, place]
            if (found := _different_words(column)) and _are_words(found, name, argument):
                _warn_of_twins(name, found)
                codes, words[place] = _codes(column, found)
                frame.isetitem(place, codes)
    return words


def _different_words(column: "pd.Series") -> list[str]:
    """The different words of a column; none where something else is among them."""
    try:
        found = column.dropna().unique().tolist()
    except TypeError:  # lists and the like
        return []
    return found if all(isinstance(cell, str) for cell in found) else []


def _are_words(found: Sequence[str], name: str, argument: str) -> bool:
    """Whether these are words; with a number among them a word is a slip.

    Raises TypeError where all are numbers in another spelling.
    """
    import pandas as pd

    numbers = pd.to_numeric(pd.Series(found, dtype=object), errors="coerce").to_numpy(float)
    if np.isfinite(numbers).any() or not np.isnan(numbers).any():  # "inf" may be a word, too
        return False
    if all_numbers(found):
        cell = next(cell for cell in found if unit_of(cell) is not None)
        raise TypeError(
            f"{argument}: found {shown(printable(cell))} in column {shown(printable(name))}, "
            f"expected numbers in plain spelling. {SPELLING} Names of classes begin with a letter."
        )
    return True


def _codes(column: "pd.Series", found: Sequence[str]) -> tuple[NDArray[np.float64], Words]:
    """(n,) the code of every word, and the words in the order of their codes."""
    import pandas as pd

    ordered = getattr(column.dtype, "ordered", None) is True
    words = tuple(column.cat.categories if ordered else sorted(filter(None, found)))
    place = {word: code for code, word in enumerate(words)}
    codes, seen = pd.factorize(column)  # -1 where there is none
    lookup = np.array([*(place.get(word, np.nan) for word in seen), np.nan])
    return lookup[codes], () if ordered else words


def _warn_of_twins(name: str, words: Iterable[str]) -> None:
    """Warn of words that differ by blanks or by their Unicode form alone."""
    seen: dict[str, str] = {}
    for word in words:
        twin = seen.setdefault(normalised(word), word)
        if twin != word:
            warnings.warn(
                f"factors: {printable(name)!r} has the levels {twin!a} and {word!a}, which differ "
                "by blanks or their Unicode form alone; as two they split what is one. Write them "
                "alike.",
                stacklevel=2,
            )
            return


# -------------------------------------------------------------------------- tables of other kinds


def as_frame(values: Any, argument: str) -> Any:
    """A table of polars, Arrow or their like as a DataFrame; everything else as it is.

    Numbers of pandas' own kinds become numpy's, with NaN where one is missing. Raises TypeError for
    a table that has yet to be computed.
    """
    if hasattr(values, "to_arrow"):
        values = values.to_arrow()
    if hasattr(values, "to_pandas") and hasattr(values, "schema"):
        values = frame_of(values)
    if not hasattr(values, "iloc") and any(hasattr(values, name) for name in LAZY):
        raise TypeError(
            f"{argument}: found {type(values).__name__}, expected a table: write .to_pandas() "
            "behind it, or whatever makes a DataFrame of pandas of it."
        )
    if hasattr(values, "iloc") and hasattr(values, "isetitem"):
        return _with_plain_numbers(values, argument)
    return values


def frame_of(table: Any, **options: Any) -> "pd.DataFrame":
    """An Arrow table as a DataFrame; whole numbers stay exact also beside missing ones."""
    import pandas as pd
    import pyarrow as pa

    exact = lambda kind: pd.ArrowDtype(kind) if pa.types.is_integer(kind) else None
    return table.to_pandas(types_mapper=exact, **options)


def _with_plain_numbers(frame: "pd.DataFrame", argument: str) -> "pd.DataFrame":
    extended = []
    for place, dtype in enumerate(frame.dtypes):
        if dtype.kind in "biuf" and not isinstance(dtype, np.dtype):
            extended.append(place)
        elif dtype.kind in "iu":  # beside others they may become floats
            check_whole_numbers(frame.iloc[:, place].to_numpy(), argument)
    if extended:
        frame = frame.copy()
    for place in extended:
        frame.isetitem(place, plain_numbers(frame.iloc[:, place], argument))
    return frame


def plain_numbers(column: "pd.Series", argument: str, where: str = "") -> NDArray[np.float64]:
    """(n,) numbers of any kind that pandas has, NaN where one is missing.

    Raises ValueError for whole numbers that floating point cannot tell apart.
    """
    check_whole_numbers(column.dropna().to_numpy(), argument, where)
    return column.to_numpy(dtype=float, na_value=np.nan)
