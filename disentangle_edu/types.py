"""Type aliases and constants that all modules share."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

VERSION = "0.1.0.dev0"


WIDE = 88  # characters of a printed line


UNBROKEN = "\N{NO-BREAK SPACE}"  # prevents a line break inside a name


ROUNDING = 1e-9  # tolerance for rounding errors in sums and quotients


Floats = NDArray[np.float64]


Row = dict[str, Any]  # of a table: column name -> value


Progress = Callable[[Iterable], Iterable]  # wraps an iterable, as tqdm.tqdm does
