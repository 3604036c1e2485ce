"""What every measure that trains a predictor shares.

Parting samples, scaling columns, labels, and work on several cores.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache, partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..core import Progress, Representation
from ..validation import LARGEST, check_choice, check_count, is_cyclic, is_number, shown, turn_of
from .information import BINS, MOST_BINS, discretise

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline
    from threadpoolctl import ThreadpoolController

Model = Any  # one of scikit-learn's, which has no types
MIN_FOR_A_SPLIT = 16  # predictors are judged on samples that they have not seen
RIDGE = 1e-3  # on the coefficients of readers that bend: polynomials, and `bending`
Scaling = Literal["standard", "min-max", "none"]
HUSHED = (
    # Some conventions ask for a regression that is stopped early; a lasso or a network that stops
    # before its tolerance differs in digits that no score shows.
    r"(?s).*converge",
    "The number of unique classes",  # many for so few samples; but the reader calls them levels
    # said where forests meet in threads, see _Quiet; there is no setting to be carried over
    "`sklearn.utils.parallel.delayed`",
)


def check_bins(argument: str, bins: int | None) -> None:
    """Raise ValueError unless bins are left out or a number of bins."""
    if bins is not None:
        check_count(argument, bins, least=2, most=MOST_BINS)


def check_split(split: float) -> None:
    """Raise ValueError unless `split` is a share of samples to learn from."""
    if not is_number(split) or not 0 < split <= 1:
        raise ValueError(
            f"split: found {shown(split)}, expected a share above 0, up to 1 "
            "(1: judged on the samples it has learned from)."
        )


def parted(
    rep: Representation, split: float, shuffle: bool, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows to learn from and rows to be judged on.

    A share of them, shuffled or as they come; with split=1, all rows twice.
    """
    check_split(split)
    n = len(rep)
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
    table: NDArray[np.float64], scaling: Scaling, learn: NDArray[np.intp] | slice = slice(None)
) -> NDArray[np.float64]:
    """Columns shifted and stretched by what the rows to learn from show.

    A column that never moves there becomes 0. Numbers stay within the largest that a table may
    have, however far the other rows lie from those.
    """
    check_choice("scaling", scaling, get_args(Scaling))
    seen = table[learn]
    if scaling == "none":
        return table
    shift, size = (
        (seen.mean(0), seen.std(0))
        if scaling == "standard"
        else (seen.min(0), np.ptp(seen, axis=0))
    )
    moves = (seen.max(0) > seen.min(0)) & (size > 0)
    moved = np.where(moves, (table - shift) / np.where(moves, size, 1), 0)
    return moved.clip(-LARGEST, LARGEST)


def labels(rep: Representation, k: int, factor_bins: int | None) -> NDArray[np.intp]:
    """(n,) whole numbers for factor k: -1 where it is absent.

    Levels as they are, a continuous factor cut; with factor_bins each is cut.
    """
    found = np.full(len(rep), -1)
    found[rep.having(k)] = discretise(
        rep.column(k), "continuous" if factor_bins else rep.factor_kinds[k], factor_bins or BINS
    )
    return found


def numbers_of(column: NDArray[np.float64], kind: str) -> NDArray[np.float64]:
    """(n, 1) what a regression is to tell of a factor; (n, 2) the place on its circle."""
    if not is_cyclic(kind):
        return column[:, None]
    turn = 2 * np.pi * column / turn_of(kind)
    return np.column_stack([np.cos(turn), np.sin(turn)])


def bending(size: int, latents: int, seed: int) -> "Pipeline":
    """Ridge regression on standardised latents and `size` random cosines of them, as kernels have.

    The cosines are those of a bell-shaped kernel about as wide as codes lie apart (scikit-learn's
    RBFSampler): with enough of them the reader can follow any smooth bend.
    """
    from sklearn.kernel_approximation import RBFSampler
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline, make_union
    from sklearn.preprocessing import FunctionTransformer

    cosines = RBFSampler(gamma=0.5 / latents, n_components=size, random_state=seed)
    return make_pipeline(make_union(FunctionTransformer(), cosines), Ridge(RIDGE))


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


def having_alike(
    rep: Representation,
    factors: Sequence[int],
    learn: NDArray[np.intp],
    judge: NDArray[np.intp],
) -> Iterator[tuple[list[int], NDArray[np.intp], NDArray[np.intp]]]:
    """Of some factors those that the same samples have, and which rows these are; see `having`."""
    for together in rep.together():
        if alike := [k for k in together if k in factors]:
            rows = [having(rep, k, learn, judge) for k in alike]
            yield alike, *rows[0]


def each(
    function: Callable,
    *things: Iterable,
    progress: Progress | None = None,
) -> list[Any]:
    """[function(...) for every tuple of things], on all cores, or where joblib sends the work.

    (See `joblib.parallel_config`.)

    progress : wraps an iterable, as tqdm.tqdm does.

    The first error is raised when all work has ended, so that no thread goes on behind the reader's
    back, under filters of warnings that are not its own. Raises ParallelError where the work cannot
    be shared out at all.
    """
    tasks = list(zip(*things))
    bar = iter(progress(range(len(tasks)))) if progress else iter(())
    found, errors = [], []
    # Threads of ours that call a BLAS with threads of its own wait for one another: all scores of
    # 1,797 digits took 33 s of computing on two cores in that way, and 11 s with one thread each.
    with _blas().limit(limits=1, user_api="blas") if len(tasks) > 1 else nullcontext():
        for result, error in _shared_out(function, tasks):
            found.append(result)
            errors += [error] if error else []
            next(bar, None)
    next(bar, None)  # let the bar close itself
    if errors:
        raise errors[0]
    return found


class ParallelError(RuntimeError):
    """The machine could not share work among cores: no fault of the data, and no ValueError."""


def _shared_out(
    function: Callable, tasks: Sequence[tuple]
) -> Iterator[tuple[Any, Exception | None]]:
    """(result, error) of every task, in their order, from joblib."""
    try:
        from joblib import Parallel, delayed, wrap_non_picklable_objects

        parallel = partial(Parallel, n_jobs=-1, prefer="threads")
        try:
            work = parallel(return_as="generator")
        except ValueError:  # some backends give all results at once
            work = parallel()
            function = wrap_non_picklable_objects(function)  # and pickle no local functions
        yield from work(delayed(_attempt)(function, *task) for task in tasks)
    except (ValueError, ArithmeticError) as error:
        raise ParallelError(
            f"joblib: found a setting that it cannot use ({error}), expected one that it can: see "
            "LOKY_MAX_CPU_COUNT and joblib.parallel_config."
        ) from error


def _attempt(function: Callable, *task: Any) -> tuple[Any, Exception | None]:
    """(what the function returns, None) or (None, its error), in a thread or another process."""
    try:
        with _QUIET:
            return function(*task), None
    except Exception as error:
        return None, error


@cache
def _blas() -> "ThreadpoolController":
    """The linear algebra that is loaded; looking for it takes some milliseconds."""
    import scipy.linalg  # noqa: F401  it brings a BLAS of its own, beside numpy's
    from threadpoolctl import ThreadpoolController  # scikit-learn needs it, too

    return ThreadpoolController()


class _Quiet:
    """Keep some warnings of scikit-learn's from the reader, who cannot do anything about them.

    Threads share one list of filters: the first to come sets ours, the last to go takes it away. A
    forest in one thread empties and fills that list while a forest in another is at work (up to
    Python 3.13), so that what is shown is looked at, too.
    """

    def __init__(self) -> None:
        self._lock, self._users = Lock(), 0
        self._before = warnings.catch_warnings()

    def __enter__(self) -> None:
        with self._lock:
            if self._users == 0:
                self._before = warnings.catch_warnings()
                self._before.__enter__()
                for words in HUSHED:
                    warnings.filterwarnings("ignore", words, UserWarning)
                warnings.showwarning = _without_hushed(warnings.showwarning)
            self._users += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._before.__exit__(None, None, None)


def _without_hushed(show: Callable[..., None]) -> Callable[..., None]:
    def shown_if_useful(message: Warning | str, *where: Any) -> None:
        if not any(re.match(words, str(message)) for words in HUSHED):
            show(message, *where)

    return shown_if_useful


_QUIET = _Quiet()
