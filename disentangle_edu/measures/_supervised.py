"""Fitting: what all measures share that train a predictor.

Train and test rows, scaling of columns, labels of factors, and work on several cores.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..representation import Representation
from ..types import Progress
from ..validation import (
    LARGEST,
    check_choice,
    check_count,
    is_cyclic,
    is_number,
    period_of,
    short_repr,
)
from .information import BINS, MOST_BINS, discretise

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline
    from threadpoolctl import ThreadpoolController

Model = Any  # a scikit-learn estimator; scikit-learn has no type annotations
MIN_FOR_A_SPLIT = 16  # fewest samples: predictors are tested on held-out samples
RIDGE = 1e-3  # penalty of nonlinear predictors: polynomials and `random_fourier_ridge`
TINY = 1e-300  # replaces a divisor of 0
Scaling = Literal["standard", "min-max", "none"]
ClassWeight = Literal["balanced"]  # of the samples; None: equal weights
IGNORED_WARNINGS = (
    # Some conventions stop a regression early. A lasso or a network that stops before it reaches
    # its tolerance differs only in digits that no score shows.
    r"(?s).*converge",
    "The number of unique classes",  # even if it is large, the user declared levels
    # raised when forests run in several threads, see _Quiet; no setting is lost
    "`sklearn.utils.parallel.delayed`",
)


def check_class_weight(value: object) -> None:
    """Raise ValueError unless a class weight is 'balanced' or None.

    Parameters
    ----------
    value : object
        The value of the option `class_weight`.

    Raises
    ------
    ValueError
        If it is neither 'balanced' nor None.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import check_class_weight
    >>> check_class_weight(None)
    """
    if value is not None:
        check_choice("class_weight", value, get_args(ClassWeight))


def check_bins(argument: str, bins: int | None) -> None:
    """Raise ValueError unless `bins` is None or an allowed number of bins.

    Parameters
    ----------
    argument : str
        Name of the option, for the message.
    bins : int or None
        Number of bins to check.

    Raises
    ------
    ValueError
        If `bins` is neither None nor a whole number from 2 to 10,000.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import check_bins
    >>> check_bins("bins", None), check_bins("bins", 20)
    (None, None)
    """
    if bins is not None:
        check_count(argument, bins, least=2, most=MOST_BINS)


def check_split(train_size: float) -> None:
    """Raise ValueError unless `train_size` is an allowed share of training samples.

    Parameters
    ----------
    train_size : float
        Share to check.

    Raises
    ------
    ValueError
        If `train_size` is not a number above 0 and up to 1.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import check_split
    >>> check_split(0.75) is None
    True
    """
    if not is_number(train_size) or not 0 < train_size <= 1:
        raise ValueError(
            f"train_size: found {short_repr(train_size)}, expected a share above 0, up to 1 "
            "(1: trained and tested on all samples)."
        )


def train_test_rows(
    rep: Representation, train_size: float, shuffle: bool, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Training rows and test rows of a representation.

    Parameters
    ----------
    rep : Representation
        At least 16 samples.
    train_size : float
        Share of training rows, above 0 and up to 1. With 1, all rows are training and test rows.
    shuffle : bool
        Whether to shuffle the rows before the split.
    seed : int
        Random seed of the shuffle.

    Returns
    -------
    train_rows : ndarray of int
        Indices of the training rows, at least one.
    test_rows : ndarray of int
        Indices of the test rows, at least one.

    Raises
    ------
    ValueError
        If there are fewer than 16 samples, or `train_size` is not allowed.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import train_test_rows
    >>> train_rows, test_rows = train_test_rows(examples.rotated(0), 0.75, True, seed=0)
    >>> len(train_rows), len(test_rows)
    (1500, 500)
    """
    check_split(train_size)
    n = len(rep)
    if n < MIN_FOR_A_SPLIT:
        raise ValueError(
            f"rep: found {n} samples, expected at least {MIN_FOR_A_SPLIT}: a predictor is "
            "tested on samples it was not trained on. Draw more, e.g. with World.sample."
        )
    if train_size == 1:
        return np.arange(n), np.arange(n)
    order = np.random.default_rng(seed).permutation(n) if shuffle else np.arange(n)
    n_train = min(max(int(train_size * n + 1e-9), 1), n - 1)
    return order[:n_train], order[n_train:]


def scale_columns(
    table: NDArray[np.float64], scaling: Scaling, train_rows: NDArray[np.intp] | slice = slice(None)
) -> NDArray[np.float64]:
    """Columns that are shifted and stretched by the statistics of the training rows.

    Parameters
    ----------
    table : ndarray of shape (n_samples, n_columns)
        Columns to scale.
    scaling : {'standard', 'min-max', 'none'}
        'standard': mean 0 and standard deviation 1. 'min-max': from 0 to 1. 'none': unchanged.
    train_rows : ndarray of int or slice, default=slice(None)
        Training rows. By default, all rows.

    Returns
    -------
    scaled : ndarray of shape (n_samples, n_columns)
        A column that is constant in the training rows becomes 0. Values are clipped to the largest
        number that a table may contain, if test rows lie that far from the training rows.

    Raises
    ------
    ValueError
        If `scaling` is none of the three.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import scale_columns
    >>> scale_columns(np.array([[1.0, 5.0], [3.0, 5.0]]), "standard")
    array([[-1.,  0.],
           [ 1.,  0.]])
    """
    check_choice("scaling", scaling, get_args(Scaling))
    train = table[train_rows]
    if scaling == "none":
        return table
    shift, size = (
        (train.mean(0), train.std(0))
        if scaling == "standard"
        else (train.min(0), np.ptp(train, axis=0))
    )
    moves = (train.max(0) > train.min(0)) & (size > 0)
    rescaled = np.where(moves, (table - shift) / np.where(moves, size, 1), 0)
    return rescaled.clip(-LARGEST, LARGEST)


def line_r2(
    latents: NDArray[np.float64], factors: Iterable[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """R2 of the least-squares line from each latent to each factor: the squared correlation.

    Parameters
    ----------
    latents : ndarray of shape (..., n_samples, n_latents)
        Values of the latents.
    factors : iterable of ndarray of shape (n_samples, n_columns)
        One table per factor, as `regression_target` makes it. Of a cyclic factor, which has two
        columns, the R2 is their mean, weighted by their variances.

    Returns
    -------
    r2 : ndarray of shape (..., n_latents, n_factors)
        1: the factor is a linear function of the latent. 0: they are uncorrelated, or one of them
        is constant.

    Examples
    --------
    >>> latents = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]])
    >>> measures._supervised.line_r2(latents, [np.array([[1.0], [3.0], [5.0]])])
    array([[1.],
           [0.]])
    """
    tables = list(factors)
    z, v = (x - x.mean(-2, keepdims=True) for x in (latents, np.column_stack(tables)))
    moves = [np.ptp(x, axis=-2) > 0 for x in (z, v)]
    size, other = (np.square(x).sum(-2) for x in (z, v))
    r2 = np.square(np.swapaxes(z, -1, -2) @ v)
    np.divide(r2, size[..., None] * other, out=r2, where=moves[0][..., None] & moves[1])
    ends = np.cumsum([table.shape[1] for table in tables])[:-1]
    shares = zip(np.split(r2, ends, axis=-1), np.split(other, ends))
    means = [part @ (weight / max(weight.sum(), TINY)) for part, weight in shares]
    return np.minimum(np.stack(means, axis=-1), 1)


def factor_labels(rep: Representation, k: int, factor_bins: int | None) -> NDArray[np.intp]:
    """Class labels of one factor.

    Parameters
    ----------
    rep : Representation
        Samples of factors.
    k : int
        Index of the factor.
    factor_bins : int or None
        Number of equal-width bins. With None, levels are kept and a continuous factor gets 21 bins.

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)
        Whole numbers from 0, and -1 for samples from which the factor is absent.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import factor_labels
    >>> factor_labels(examples.perfect_copy(2, 3), 1, None)
    array([0, 1, 2, 0, 1, 2])
    """
    codes = np.full(len(rep), -1)
    codes[rep.rows_where_present(k)] = discretise(
        rep.present_values(k),
        "continuous" if factor_bins else rep.factor_types[k],
        factor_bins or BINS,
    )
    return codes


def regression_target(column: NDArray[np.float64], kind: str) -> NDArray[np.float64]:
    """Regression targets of one factor.

    Parameters
    ----------
    column : ndarray of shape (n_samples,)
        Values of the factor.
    kind : str
        Kind of the factor: 'continuous', 'discrete' or, with its period, 'cyclic 360'.

    Returns
    -------
    targets : ndarray of shape (n_samples, 1) or (n_samples, 2)
        The values; for a cyclic factor, the cosine and sine of its angle.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import regression_target
    >>> regression_target(np.array([0.0, 90.0]), "cyclic 360").round(6)
    array([[1., 0.],
           [0., 1.]])
    """
    if not is_cyclic(kind):
        return column[:, None]
    angle = 2 * np.pi * column / period_of(kind)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def random_fourier_ridge(size: int, latents: int, seed: int) -> "Pipeline":
    """Ridge regression on standardised latents and random cosines of them.

    The cosines are random Fourier features of a Gaussian kernel that is about as wide as codes lie
    apart (scikit-learn's RBFSampler). With enough of them, the regression can follow any smooth
    function.

    Parameters
    ----------
    size : int
        Number of cosines.
    latents : int
        Number of latents.
    seed : int
        Random seed of the cosines.

    Returns
    -------
    model : sklearn.pipeline.Pipeline
        Unfitted regression. The caller standardises the latents.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import random_fourier_ridge
    >>> z = np.linspace(-2, 2, 100)[:, None]
    >>> round(random_fourier_ridge(64, 1, seed=0).fit(z, z[:, 0] ** 2).score(z, z[:, 0] ** 2), 2)
    1.0
    """
    from sklearn.kernel_approximation import RBFSampler
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline, make_union
    from sklearn.preprocessing import FunctionTransformer

    cosines = RBFSampler(gamma=0.5 / latents, n_components=size, random_state=seed)
    return make_pipeline(make_union(FunctionTransformer(), cosines), Ridge(RIDGE))


def present_rows(
    rep: Representation, k: int, train_rows: NDArray[np.intp], test_rows: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Training rows and test rows in which a factor is present.

    Parameters
    ----------
    rep : Representation
        Samples of factors.
    k : int
        Index of the factor.
    train_rows, test_rows : ndarray of int
        Indices of training rows and test rows.

    Returns
    -------
    train_rows, test_rows : ndarray of int
        Those of the rows in which the factor is present.

    Raises
    ------
    ValueError
        If no training row or no test row is left, or the factor is constant in the training rows
        that are left.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import present_rows
    >>> absent = [[False], [True], [False], [False]]
    >>> rep = Representation(np.ma.array([[0], [1], [1], [1]], mask=absent), [[0], [1], [1], [1]])
    >>> present_rows(rep, 0, np.array([0, 1, 2]), np.array([3]))
    (array([0, 2]), array([3]))
    """
    if rep.factor_mask is None:
        return train_rows, test_rows
    train_rows, test_rows = (rows[rep.factor_mask[rows, k]] for rows in (train_rows, test_rows))
    if 0 in (len(train_rows), len(test_rows)) or np.unique(rep.factors[train_rows, k]).size < 2:
        raise ValueError(
            f"factors: {rep.factor_names[k]!r} is absent from (nearly) all training or test "
            "samples; expected more samples that have it."
        )
    return train_rows, test_rows


def copresent_factor_rows(
    rep: Representation,
    factors: Sequence[int],
    train_rows: NDArray[np.intp],
    test_rows: NDArray[np.intp],
) -> Iterator[tuple[list[int], NDArray[np.intp], NDArray[np.intp]]]:
    """Groups of factors that are present in the same samples, with their rows.

    Parameters
    ----------
    rep : Representation
        Samples of factors.
    factors : sequence of int
        Indices of the factors to group.
    train_rows, test_rows : ndarray of int
        Indices of training rows and test rows.

    Yields
    ------
    alike : list of int
        Indices of the factors of one group.
    train_rows, test_rows : ndarray of int
        Those of the rows in which these factors are present; see `present_rows`.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import copresent_factor_rows
    >>> rep, rows = examples.perfect_copy(2, 2), np.arange(4)
    >>> groups = copresent_factor_rows(rep, [0, 1], rows[:3], rows[3:])
    >>> [(alike, len(train_rows), len(test_rows)) for alike, train_rows, test_rows in groups]
    [([0, 1], 3, 1)]
    """
    for group in rep.factor_groups():
        if selected := [k for k in group if k in factors]:
            rows = [present_rows(rep, k, train_rows, test_rows) for k in selected]
            yield selected, *rows[0]


def parallel_map(
    function: Callable,
    *things: Iterable,
    progress: Progress | None = None,
) -> list[Any]:
    """Results of a function for every tuple of arguments, computed on all cores.

    joblib's threads do the work, or another backend that is selected with `joblib.parallel_config`.

    Parameters
    ----------
    function : callable
        Function to call.
    *things : iterable
        One iterable for every argument of the function.
    progress : callable or None, default=None
        Wraps an iterable over the calls, as `tqdm.tqdm` does.

    Returns
    -------
    results : list
        Results in the order of the arguments.

    Raises
    ------
    ParallelError
        If joblib cannot share the work among cores.
    Exception
        The first error of the function. It is raised when all work has ended, so that no thread
        continues in the background, under filters of warnings that are not its own.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import parallel_map
    >>> parallel_map(pow, [2, 3], [5, 2])
    [32, 9]
    """
    tasks = list(zip(*things))
    bar = iter(progress(range(len(tasks)))) if progress else iter(())
    results, errors = [], []
    # If our threads call a multi-threaded BLAS, its threads compete for the cores: all scores of
    # the 1,797 digits took 33 s of CPU time on two cores, and 11 s with one BLAS thread each.
    with single_blas_thread() if len(tasks) > 1 else nullcontext():
        for result, error in _run_parallel(function, tasks):
            results.append(result)
            errors += [error] if error else []
            next(bar, None)
    next(bar, None)  # closes the progress bar
    if errors:
        raise errors[0]
    return results


class ParallelError(RuntimeError):
    """Error of the machine, which could not share work among cores.

    The data are not at fault, so it is not a ValueError.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import ParallelError
    >>> issubclass(ParallelError, RuntimeError), issubclass(ParallelError, ValueError)
    (True, False)
    """


def _run_parallel(
    function: Callable, tasks: Sequence[tuple]
) -> Iterator[tuple[Any, Exception | None]]:
    """Yield (result, error) of every task, in the order of the tasks, from joblib."""
    try:
        from joblib import Parallel, delayed, wrap_non_picklable_objects

        parallel = partial(Parallel, n_jobs=-1, prefer="threads")
        try:
            work = parallel(return_as="generator")
        except ValueError:  # some backends cannot return a generator
            work = parallel()
            function = wrap_non_picklable_objects(function)  # nor pickle local functions
        yield from work(delayed(_try_call)(function, *task) for task in tasks)
    except (ValueError, ArithmeticError) as error:
        raise ParallelError(
            f"joblib: found a setting that it cannot use ({error}), expected one that it can: see "
            "LOKY_MAX_CPU_COUNT and joblib.parallel_config."
        ) from error


def _try_call(function: Callable, *task: Any) -> tuple[Any, Exception | None]:
    """Call the function: (result, None) or (None, error), in a thread or another process."""
    try:
        with _QUIET:
            return function(*task), None
    except Exception as error:
        return None, error


def single_blas_thread() -> AbstractContextManager:
    """Context in which linear algebra uses one thread.

    Returns
    -------
    context : context manager
        Context to use with `with`. The former number of threads is restored at its end.

    Examples
    --------
    >>> from disentangle_edu.measures._supervised import single_blas_thread
    >>> with single_blas_thread():
    ...     print(round(float(np.linalg.det(np.eye(3)))))
    1
    """
    return _blas_controller().limit(limits=1, user_api="blas")


@cache
def _blas_controller() -> "ThreadpoolController":
    """Controller of the loaded BLAS libraries, kept because finding them takes milliseconds."""
    import scipy.linalg  # noqa: F401  it brings a BLAS of its own, beside numpy's
    from threadpoolctl import ThreadpoolController  # a dependency of scikit-learn

    return ThreadpoolController()


class _Quiet:
    """Hide some scikit-learn warnings that the user cannot act on.

    Threads share one list of filters: the first thread sets our filters, and the last one removes
    them. Up to Python 3.13, a forest in one thread clears and refills that list while a forest in
    another thread is running, so warnings are also filtered when they are shown.
    """

    def __init__(self) -> None:
        self._lock, self._users = Lock(), 0
        self._before = warnings.catch_warnings()

    def __enter__(self) -> None:
        with self._lock:
            if self._users == 0:
                self._before = warnings.catch_warnings()
                self._before.__enter__()
                for pattern in IGNORED_WARNINGS:
                    warnings.filterwarnings("ignore", pattern, UserWarning)
                warnings.showwarning = partial(_show_if_not_ignored, warnings.showwarning)
            self._users += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._before.__exit__(None, None, None)


def _show_if_not_ignored(show: Callable[..., None], message: Warning | str, *where: Any) -> None:
    if not any(re.match(words, str(message)) for words in IGNORED_WARNINGS):
        show(message, *where)


_QUIET = _Quiet()
