"""Small tables for examples by hand.

Every number is computed, the last line by the metric itself.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..validation import as_float_table
from ..viz.markdown import NotebookText


def to_three(value: float) -> str:
    """Number as text with three digits.

    Parameters
    ----------
    value : float
        Number. A difference from 0 below 1e-9 counts as rounding.

    Returns
    -------
    text : str
        Number with three significant digits.

    Examples
    --------
    >>> from disentangle_edu.quiz.markdown_tables import to_three
    >>> to_three(2 / 3), to_three(-1e-12)
    ('0.667', '0')
    """
    return f"{round(value, 9) + 0.0:.3g}"


def four_counts(counts: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Check that a table has two rows of two counts.

    Parameters
    ----------
    counts : sequence of sequence of int
        Table of counts.

    Returns
    -------
    counts : ndarray of int, shape (2, 2)
        The counts.

    Raises
    ------
    ValueError
        If the table has another form, or all counts are 0.

    Examples
    --------
    >>> from disentangle_edu.quiz.markdown_tables import four_counts
    >>> four_counts([[6, 2], [0, 8]])
    array([[6, 2],
           [0, 8]])
    """
    cells = as_float_table(counts, "counts")
    is_whole = (cells == cells.round()).all() and cells.min() >= 0
    if cells.shape != (2, 2) or not is_whole or not cells.any():
        raise ValueError(f"counts: found {counts!r}, expected four counts, not all of them 0.")
    return cells.astype(np.int64)


def _cell(value: object) -> str:
    return to_three(value) if isinstance(value, float) else str(value)


def table_of(head: Sequence[str], rows: Sequence[Sequence[object]]) -> NotebookText:
    """Markdown table of numbers and words.

    Parameters
    ----------
    head : sequence of str
        Names of the columns.
    rows : sequence of sequence
        Cells. A float is written with three digits.

    Returns
    -------
    table : NotebookText
        Markdown.

    Examples
    --------
    >>> from disentangle_edu.quiz.markdown_tables import table_of
    >>> table_of(["factor", "gap"], [["shape", 0.4]])
    | factor | gap |
    |:---|:---|
    | shape | 0.4 |
    """
    lines = ["| " + " | ".join(head) + " |", "|" + ":---|" * len(head)]
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
    return NotebookText("\n".join(lines), "markdown")


def and_below(table: NotebookText, *lines: str) -> NotebookText:
    """Table with further lines below it, which are visible in a narrow window, too.

    Parameters
    ----------
    table : NotebookText
        Table in Markdown.
    *lines : str
        Paragraphs below the table.

    Returns
    -------
    text : NotebookText
        Markdown.

    Examples
    --------
    >>> from disentangle_edu.quiz.markdown_tables import and_below, table_of
    >>> and_below(table_of(["gap"], [[0.4]]), "MIG is 0.4.").text.endswith("MIG is 0.4.")
    True
    """
    return NotebookText("\n\n".join([table.text, *lines]), "markdown")
