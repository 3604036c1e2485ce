"""Tables of pandas, polars and Arrow.

Columns of words become levels, and whole numbers stay exact.
"""

import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .spelling import SPELLING, all_numbers, unit_of
from .validation import check_whole_numbers, normalised, printable, short_repr

if TYPE_CHECKING:
    import pandas as pd

LAZY = ("collect", "execute", "toPandas", "__dataframe__")  # methods of tables of other libraries
Words = tuple[str, ...]  # of a factor, indexed by code; empty for ordered categories

# ------------------------------------------------------------------------------ columns of words


def words_coded(factors: Any, argument: str = "factors") -> tuple[Any, dict[int, Words]]:
    """Turn the columns of words of a DataFrame into numbers.

    Parameters
    ----------
    factors : DataFrame or object
        The factors. Objects other than a DataFrame are returned as they are.
    argument : str, default='factors'
        Name of the argument, for the error.

    Returns
    -------
    factors : DataFrame, masked array or object
        The factors with a code for every word. If a word is missing, a masked array hides its
        entry.
    words : dict of int to tuple of str
        The words of each such column by its index; the code of a word is its index in the tuple.
        The tuple is empty if the words have an order.

    Raises
    ------
    TypeError
        If a column contains numbers in another spelling, such as "0,5".

    Examples
    --------
    >>> import pandas as pd
    >>> factors, words = words_coded(pd.DataFrame({"shape": ["square", "heart", "square"]}))
    >>> factors["shape"].tolist(), words
    ([1.0, 0.0, 1.0], {0: ('heart', 'square')})
    """
    if not hasattr(factors, "iloc") or not hasattr(factors, "isetitem"):
        return factors, {}
    frame = factors.copy()
    categories = encode_words(frame, [str(name) for name in frame.columns], argument)
    absent = np.zeros(frame.shape, bool)
    for column in categories:
        absent[:, column] = frame.iloc[:, column].isna()
    if absent.any():
        return np.ma.array(frame.to_numpy(), mask=absent), categories
    return frame, categories


def encode_words(frame: "pd.DataFrame", names: Sequence[str], argument: str) -> dict[int, Words]:
    """Replace words in a DataFrame by codes, in place.

    Parameters
    ----------
    frame : DataFrame
        The table; its columns of words are changed.
    names : sequence of str
        Names of the columns, for the error.
    argument : str
        Name of the argument, for the error.

    Returns
    -------
    words : dict of int to tuple of str
        The words of each such column by its index. Codes number the words in alphabetical order, or
        in the order of an ordered Categorical; the tuple is then empty. The code of a missing word
        is NaN.

    Raises
    ------
    TypeError
        If a column contains numbers in another spelling, such as "0,5".

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"shape": ["square", "heart", "square"]})
    >>> encode_words(frame, ["shape"], "factors"), frame["shape"].tolist()
    ({0: ('heart', 'square')}, [1.0, 0.0, 1.0])
    """
    categories = {}
    for index, (name, dtype) in enumerate(zip(names, frame.dtypes)):
        if dtype.kind in "OU":
            column = frame.iloc[:, index]
            if (entries := _unique_words(column)) and _check_are_words(entries, name, argument):
                _warn_of_twins(name, entries)
                codes, categories[index] = _encode_words(column, entries)
                frame.isetitem(index, codes)
    return categories


def _unique_words(column: "pd.Series") -> list[str]:
    """The different words of a column; an empty list if the column contains anything else."""
    try:
        entries = column.dropna().unique().tolist()
    except TypeError:  # lists and the like
        return []
    return entries if all(isinstance(cell, str) for cell in entries) else []


def _check_are_words(entries: Sequence[str], name: str, argument: str) -> bool:
    """Whether these are words; if a number is among them, a word is a mistake.

    Raises TypeError if all are numbers in another spelling.
    """
    import pandas as pd

    numbers = pd.to_numeric(pd.Series(entries, dtype=object), errors="coerce").to_numpy(float)
    if np.isfinite(numbers).any() or not np.isnan(numbers).any():  # "inf" may be a word, too
        return False
    if all_numbers(entries):
        cell = next(cell for cell in entries if unit_of(cell) is not None)
        raise TypeError(
            f"{argument}: found {short_repr(printable(cell))} in column "
            f"{short_repr(printable(name))}, expected numbers in plain spelling. {SPELLING} Names "
            "of classes begin with a letter."
        )
    return True


def _encode_words(column: "pd.Series", entries: Sequence[str]) -> tuple[NDArray[np.float64], Words]:
    """(n,) the code of every word, and the words in the order of their codes."""
    import pandas as pd

    ordered = getattr(column.dtype, "ordered", None) is True
    levels = tuple(column.cat.categories if ordered else sorted(filter(None, entries)))
    code_of = {word: code for code, word in enumerate(levels)}
    codes, uniques = pd.factorize(column)  # -1 where the value is missing
    lookup = np.array([*(code_of.get(word, np.nan) for word in uniques), np.nan])
    return lookup[codes], () if ordered else levels


def _warn_of_twins(name: str, entries: Iterable[str]) -> None:
    """Warn about words that differ only in spaces or in their Unicode form."""
    originals: dict[str, str] = {}
    for word in entries:
        twin = originals.setdefault(normalised(word), word)
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
    """Convert a table of polars, Arrow or a similar library to a DataFrame.

    Parameters
    ----------
    values : object
        The table. Objects other than a table are returned as they are.
    argument : str
        Name of the argument, for the error.

    Returns
    -------
    table : DataFrame or object
        The table. Extension types of pandas become numpy types, with NaN for missing numbers.

    Raises
    ------
    TypeError
        If the table is not computed yet.
    ValueError
        If a column has whole numbers beyond 2**53.

    Examples
    --------
    >>> import pandas as pd
    >>> as_frame(pd.DataFrame({"size": pd.array([1, None], "Int64")}), "factors")["size"].tolist()
    [1.0, nan]
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
    """Convert an Arrow table to a DataFrame; whole numbers stay exact if some are missing.

    Parameters
    ----------
    table : pyarrow.Table
        The table.
    **options : dict
        Options of ``table.to_pandas``.

    Returns
    -------
    frame : DataFrame
        The table; columns of whole numbers have an Arrow type.

    Examples
    --------
    >>> import pyarrow as pa
    >>> frame_of(pa.table({"size": [2**53 + 1, None]}))["size"][0] == 2**53 + 1
    True
    """
    import pandas as pd
    import pyarrow as pa

    exact = lambda kind: pd.ArrowDtype(kind) if pa.types.is_integer(kind) else None
    return table.to_pandas(types_mapper=exact, **options)


def _with_plain_numbers(frame: "pd.DataFrame", argument: str) -> "pd.DataFrame":
    extended = []
    for index, dtype in enumerate(frame.dtypes):
        if dtype.kind in "biuf" and not isinstance(dtype, np.dtype):
            extended.append(index)
        elif dtype.kind in "iu":  # they may become floats next to columns of other types
            check_whole_numbers(frame.iloc[:, index].to_numpy(), argument)
    if extended:
        frame = frame.copy()
    for index in extended:
        frame.isetitem(index, plain_numbers(frame.iloc[:, index], argument))
    return frame


def plain_numbers(column: "pd.Series", argument: str, where: str = "") -> NDArray[np.float64]:
    """Convert a column with any number type of pandas to an array of floats.

    Parameters
    ----------
    column : Series
        The column.
    argument : str
        Name of the argument, for the error.
    where : str, default=''
        Where the column was found, for the error.

    Returns
    -------
    numbers : ndarray of shape (n_samples,)
        The numbers, NaN for missing ones.

    Raises
    ------
    ValueError
        If a whole number is beyond 2**53, so that floats may not represent it.

    Examples
    --------
    >>> import pandas as pd
    >>> plain_numbers(pd.Series([1, None], dtype="Int64"), "factors")
    array([ 1., nan])
    """
    check_whole_numbers(column.dropna().to_numpy(), argument, where)
    return column.to_numpy(dtype=float, na_value=np.nan)
