"""What every measure that trains a predictor shares.

Parting samples, scaling columns, labels, and work on several cores.
"""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import check_count
from ..core import Representation
from .counting import BINS, discretise

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

MIN_FOR_A_SPLIT = 16  # predictors are judged on samples that they have not seen
SCALINGS = ("standard", "min-max", "none")


def check_choice(argument: str, value: object, choices: Iterable[str]) -> None:
    """Raise ValueError unless `value` is one of the choices."""
    if value not in tuple(choices):
        raise ValueError(
            f"{argument}: found {value!r}, expected one of {', '.join(map(repr, choices))}."
        )


def check_bins(factor_bins: int | None) -> None:
    """Raise ValueError unless factor_bins is left out or a number of bins."""
    if factor_bins is not None:
        check_count("factor_bins", factor_bins, least=2)


def parted(
    rep: Representation, split: float, shuffle: bool, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows to learn from and rows to be judged on.

    A share of them, shuffled or as they come; with split=1, all rows twice.
    """
    n = len(rep)
    if isinstance(split, bool) or not isinstance(split, (int, float)) or not 0 < split <= 1:
        raise ValueError(
            f"split: found {split!r}, expected a share above 0, up to 1 "
            "(1: judged on the samples it has learned from)."
        )
    if n < MIN_FOR_A_SPLIT:
        raise ValueError(
            f"rep: found {n} samples, expected at least {MIN_FOR_A_SPLIT}: a predictor is judged "
            "on samples it has not seen. Draw more, e.g. with World.sample."
        )
    if split == 1:
        return np.arange(n), np.arange(n)
    order = np.random.default_rng(seed).permutation(n) if shuffle else np.arange(n)
    learn = min(max(int(split * n + 1e-9), 1), n - 1)
    return order[:learn], order[learn:]


def scaled(
    table: NDArray[np.float64], scaling: str, learn: NDArray[np.intp] | slice = slice(None)
) -> NDArray[np.float64]:
    """Columns shifted and stretched by what the rows to learn from show.

    A column that never moves there becomes 0.
    """
    check_choice("scaling", scaling, SCALINGS)
    seen = table[learn]
    if scaling == "none":
        return table
    shift, size = (
        (seen.mean(0), seen.std(0))
        if scaling == "standard"
        else (seen.min(0), np.ptp(seen, axis=0))
    )
    moves = seen.max(0) > seen.min(0)
    return np.where(moves, (table - shift) / np.where(moves, size, 1), 0)


def labels(rep: Representation, k: int, factor_bins: int | None) -> NDArray[np.intp]:
    """(n,) whole numbers for factor k: levels as they are, a continuous one cut.

    With factor_bins cut in any case. -1 where it is absent.
    """
    found = np.full(len(rep), -1)
    found[rep.having(k)] = discretise(
        rep.column(k), "continuous" if factor_bins else rep.factor_kinds[k], factor_bins or BINS
    )
    return found


def having(
    rep: Representation, k: int, learn: NDArray[np.intp], judge: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Those of the rows whose samples have factor k. Raises ValueError where none are left."""
    if rep.present is None:
        return learn, judge
    learn, judge = (rows[rep.present[rows, k]] for rows in (learn, judge))
    if 0 in (len(learn), len(judge)) or np.unique(rep.factors[learn, k]).size < 2:
        raise ValueError(
            f"factors: {rep.factor_names[k]!r} is absent from (nearly) all samples to learn from "
            "or to judge on; expected more samples that have it."
        )
    return learn, judge


def each(
    function: Callable[..., Any],
    *things: Iterable,
    progress: Callable[[Iterable], Iterable] | None = None,
) -> list[Any]:
    """[function(...) for every tuple of things], on all cores.

    Or wherever `joblib.parallel_config` sends the work.

    progress : wraps an iterable, as tqdm.tqdm does.
    """
    from joblib import Parallel, delayed

    tasks = list(zip(*things))
    work = Parallel(n_jobs=-1, prefer="threads", return_as="generator")
    bar = iter(progress(range(len(tasks)))) if progress else iter(())
    found = []
    # Threads of ours that call a BLAS with threads of its own wait for one another: all scores of
    # 1,797 digits took 33 s of computing on two cores in that way, and 11 s with one thread each.
    with _blas().limit(limits=1, user_api="blas") if len(tasks) > 1 else nullcontext():
        for result in work(delayed(function)(*task) for task in tasks):
            found.append(result)
            next(bar, None)
    next(bar, None)  # let the bar close itself
    return found


@cache
def _blas() -> "ThreadpoolController":
    """The linear algebra that is loaded; looking for it takes some milliseconds."""
    import scipy.linalg  # noqa: F401  it brings a BLAS of its own, beside numpy's
    from threadpoolctl import ThreadpoolController  # scikit-learn needs it, too

    return ThreadpoolController()
