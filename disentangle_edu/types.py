"""Type aliases and constants that all modules share."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

VERSION = "0.1.0.dev0"


WIDE = 88  # letters of a printed line


UNBROKEN = "\N{NO-BREAK SPACE}"  # keeps together what one name says


ROUNDING = 1e-9  # how far sums and quotients may stray from what they stand for


Floats = NDArray[np.float64]


Row = dict[str, Any]  # of a table: what stands in each column


Progress = Callable[[Iterable], Iterable]  # wraps an iterable, as tqdm.tqdm does
