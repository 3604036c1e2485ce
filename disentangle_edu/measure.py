"""Measures: functions from samples to a matrix, whose options are checked and results cached."""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np

from .conventions import Options
from .validation import check_options, check_seed, short_repr

P = ParamSpec("P")
R = TypeVar("R")


class Measure(Generic[P, R]):
    """A function from a source to a matrix, with checked options and a cache in the source.

    Parameters
    ----------
    function : callable
        ``function(source, *, option=default, ...)``. All options are keyword-only.

    Attributes
    ----------
    function : callable
        The function as it was written.
    options : dict of str to inspect.Parameter
        The options with their defaults.

    Notes
    -----
    The result is stored in ``source.cache``, with the name of the function and its options as the
    key (all but `progress`, which changes no result). Arrays and lists among the options become
    tuples. A Generator becomes the seed that it draws next.

    Examples
    --------
    >>> from disentangle_edu.measure import measure
    >>> @measure
    ... def ranges(rep):
    ...     return InformativenessMatrix(np.ptp(rep.latents, axis=0)[:, None], "range")
    >>> ranges(examples.rotated(0, samples=100)).values.shape
    (2, 1)
    """

    __name__: str
    __qualname__: str

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.signature = inspect.signature(function)
        self._source = next(iter(self.signature.parameters))
        keyword_only = inspect.Parameter.KEYWORD_ONLY
        parameters = self.signature.parameters.items()
        self.options = {name: p for name, p in parameters if p.kind is keyword_only}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the cached result, or compute it."""
        check_options(self.__name__, self.signature, kwargs.keys() - {self._source})
        bound = self.signature.bind(*args, **kwargs)
        source, options = bound.arguments[self._source], hashable_options(bound.kwargs)
        cache = getattr(source, "cache", {})
        key = self._key(options)
        if key not in cache:
            cache[key] = self.function(source, **options)  # type: ignore[call-arg,arg-type]
        return cache[key]

    def _key(self, options: Options) -> tuple[object, ...]:
        """The key of a result in the cache of its source."""
        defaults = {name: parameter.default for name, parameter in self.options.items()}
        values = {name: v for name, v in (defaults | options).items() if name != "progress"}
        # 1, 1.0 and True are equal, but not all of them may be valid, so the key includes the repr.
        return self.function, *((name, v, repr(v)) for name, v in sorted(values.items()))

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, so another process imports it

    def __repr__(self) -> str:
        parameters = [p.replace(annotation=p.empty) for p in self.signature.parameters.values()]
        return f"{self.__name__}{inspect.Signature(parameters)}"


def measure(function: Callable[P, R]) -> Measure[P, R]:
    """Decorate a function from samples to a matrix, so that metrics can use it.

    Parameters
    ----------
    function : callable
        ``function(source, *, option=default, ...)``.

    Returns
    -------
    measure : Measure
        The same function, with checked options and a cache.

    Examples
    --------
    >>> from disentangle_edu.measure import measure
    >>> @measure
    ... def deviations(rep):
    ...     return InformativenessMatrix(rep.latents.std(0)[:, None], "standard deviation")
    >>> deviations.options
    {}
    """
    return Measure(function)


def hashable_options(options: Mapping[str, Any]) -> Options:
    """Convert the values of options to plain, hashable ones, and check the seed.

    Parameters
    ----------
    options : mapping of str to object
        Options of a measure or a metric.

    Returns
    -------
    options : dict
        Numbers of numpy as numbers of Python, arrays and lists as tuples, a Generator as the
        seed that it draws next.

    Raises
    ------
    TypeError
        If a value is not hashable.

    Examples
    --------
    >>> from disentangle_edu.measure import hashable_options
    >>> hashable_options({"alpha": [0.1, 1.0]})
    {'alpha': (0.1, 1.0)}
    """
    plain = {name: _plain(name, value) for name, value in options.items()}
    seed = plain.get("seed")
    if isinstance(seed, np.random.Generator):  # its state changes, so draw one seed
        plain["seed"] = int(seed.integers(2**31))
    elif "seed" in plain:
        plain["seed"] = check_seed(seed)
    return plain


def _plain(argument: str, value: Any) -> Any:
    """A number of numpy as one of Python, an array or a list as a tuple."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        value = tuple(_plain(argument, part) for part in value)
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"{argument}: found {short_repr(value)}, expected a number, a text or a list of them."
        ) from None
    return value
