"""Small tables for cases worked by hand: every number computed, the last line a metric's own."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..validation import table
from ..viz.markdown import Words


def to_three(value: float) -> str:
    """A number to three digits; what is 0 but for rounding is 0."""
    return f"{round(value, 9) + 0.0:.3g}"


def four_counts(counts: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Two rows of two counts. Raises ValueError for anything else, and for nothing counted."""
    cells = table(counts, "counts")
    whole = (cells == cells.round()).all() and cells.min() >= 0
    if cells.shape != (2, 2) or not whole or not cells.any():
        raise ValueError(f"counts: found {counts!r}, expected four counts, not all of them 0.")
    return cells.astype(np.int64)


def table_of(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Words:
    """A Markdown table; numbers to two or three digits."""

    def cell(value: object) -> str:
        return to_three(value) if isinstance(value, float) else str(value)

    lines = ["| " + " | ".join(head) + " |", "|" + ":---|" * len(head)]
    lines += ["| " + " | ".join(map(cell, row)) + " |" for row in rows]
    return Words("\n".join(lines), "markdown")


def and_below(table: Words, *lines: str) -> Words:
    """The table and what follows from it, where a narrow window shows it, too."""
    return Words("\n\n".join([table.text, *lines]), "markdown")
