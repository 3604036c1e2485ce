"""The models of the first world of the zoo."""

import functools
from typing import TYPE_CHECKING

from ...zoo import shelf

if TYPE_CHECKING:
    import pandas as pd


WORLD = "sprites"


@functools.cache
def table_of_sprites() -> "pd.DataFrame":
    """The models of the first world."""
    found = shelf.table()
    return found[found["world"] == WORLD]


def column_in_words(name: str) -> str:
    """A column of the zoo's table as a reader calls it."""
    return "reconstruction error" if name == "rec_mean" else name
