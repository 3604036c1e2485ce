"""Representation: the factors and latents of the same samples."""

import functools
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .dataframe_input import as_frame, words_coded
from .types import UNBROKEN, WIDE, Floats
from .validation import (
    MIN_SAMPLES,
    as_float_table,
    check_choice,
    check_scale,
    data_and_mask,
    describe_levels,
    is_cyclic,
    names_of,
    period_of,
    printable,
    resolve_types,
    share_of,
    short_repr,
    varying_columns,
    within_turn,
)


class Representation:
    """Factors and latents of the same samples.

    The tables are checked once, when the object is made. Its arrays are read-only afterwards.

    Parameters
    ----------
    factors : array-like of shape (n_samples, n_factors)
        The numbers that each sample was generated from. Every factor has at least two values. A
        DataFrame column of words is turned into levels: in alphabetical order, or in the order of
        an ordered Categorical. A sample without a word lacks the factor. A numpy masked array marks
        the samples in which a factor is absent, such as sentences without an adverb; each factor is
        then scored on the samples that have it. Tables of polars and Arrow are accepted like
        DataFrames.
    latents : array-like of shape (n_samples, n_latents)
        The code that an encoder gives each sample. A latent may be constant ("dead"): such a latent
        carries no information, casts no vote and has no weight.
    factor_names : iterable of str or None, default=None
        One different name per factor. With None, the columns of a DataFrame name the factors, and
        other factors are called "factor 1", "factor 2" and so on.
    latent_names : iterable of str or None, default=None
        One different name per latent. With None, the columns of a DataFrame name the latents, and
        other latents are called "latent 1", "latent 2" and so on.
    factor_types : str, iterable of (str or None) or None, default=None
        'discrete', 'continuous', 'cyclic' or 'cyclic PERIOD': one type for all factors, or one per
        factor. With None, the type of a factor is guessed (see Notes).
    latent_types : str, iterable of (str or None) or None, default=None
        'discrete' or 'continuous': one type for all latents, or one per latent. With None, the type
        of a latent is guessed (see Notes).
    categories : mapping of str to iterable of str or None, default=None
        The words of each factor that has no order, by the name of the factor: word i belongs to the
        code i. The columns of words of a DataFrame need no entry. Scores that depend on the order
        of a factor add a caution for such factors.
    description : str, default=''
        One sentence on where the numbers come from.

    Attributes
    ----------
    factors : ndarray of shape (n_samples, n_factors)
        The factors as floats; NaN in samples that lack the factor. Cyclic factors start at 0, and
        the end of their period is 0 again.
    latents : ndarray of shape (n_samples, n_latents)
        The latents as floats.
    factor_names, latent_names : tuple of str
        The names of the columns.
    factor_types, latent_types : tuple of str
        The type of every column: 'discrete', 'continuous', or, for a factor, 'cyclic' with its
        period, such as 'cyclic 360'.
    categories : dict of str to tuple of str
        The words of every factor that has words without an order.
    factor_mask : ndarray of bool of shape (n_samples, n_factors), or None
        Whether a sample has a factor. None if every sample has every factor.
    dead_latents : list of str
        Names of the latents that are constant.
    cyclic_factors : list of str
        Names of the cyclic factors.
    description : str
        The sentence on where the numbers come from.
    cache : dict
        Matrices that measures have computed from these samples, by measure and options. It is not
        pickled, and ``rep.cache.clear()`` empties it.

    Raises
    ------
    ValueError
        If the tables have different numbers of rows or DataFrames have different indices; if there
        are fewer than 4 samples; if a factor is constant, or fewer than two samples have it; if
        names are not different or types are unknown; if a number is not finite, is beyond 1e30 or
        is a whole number beyond 2**53; or if the values of a column differ by less than 1e-30.
    TypeError
        If a table has cells that are not numbers, or is something else, such as a path or a sparse
        matrix.

    Warns
    -----
    UserWarning
        If a factor without a given type has a different whole number in every sample, levels that
        only rounding separates, or consecutive whole numbers with too many values for levels. Also
        if two words of a factor differ only by blanks or by their Unicode form.

    See Also
    --------
    disentangle_edu.load : Read a Representation from a file.
    disentangle_edu.World : A generator of factors and latents.
    disentangle_edu.score_all : Compute all scores of a Representation.

    Notes
    -----
    Errors name the argument, the value that was found and the value that was expected.

    Without a given type, a column is discrete if it has at most 64 distinct values, each of them
    twice on average. Otherwise it is continuous. Levels are compared as they are. Metrics that
    count cut continuous columns into bins.

    A cyclic factor is an angle that repeats after its period: 'cyclic 360' repeats after 360, and
    'cyclic' repeats one step after its largest value. Metrics that count divide the circle into
    bins, or use the values as levels if they are few. Metrics that predict use the sine and the
    cosine of the angle. A method that can do neither raises ValueError.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation, mig
    >>> rep = Representation([[0], [1], [0], [1]], [[0.1], [0.8], [0.2], [0.9]])
    >>> rep.factor_names, rep.latent_names, len(rep)
    (('factor 1',), ('latent 1',), 4)
    >>> float(mig(rep))
    1.0

    A factor may be absent from some samples:

    >>> factors = np.ma.masked_invalid([[0, 0], [0, 1], [1, np.nan], [1, 1]])
    >>> Representation(factors, [[0.1], [0.2], [0.8], [0.9]], factor_names=["noun", "adverb"])
    Representation of 4 samples
      factors: noun (2 levels), adverb (2 levels, in 75% of the samples)
      latents: latent 1 (continuous)
    """

    def __init__(
        self,
        factors: ArrayLike,
        latents: ArrayLike,
        *,
        factor_names: Iterable[object] | None = None,
        latent_names: Iterable[object] | None = None,
        factor_types: str | Iterable[str | None] | None = None,
        latent_types: str | Iterable[str | None] | None = None,
        categories: Mapping[str, Iterable[str]] | None = None,
        description: str = "",
    ) -> None:
        check_same_index("latents", latents, "factors", factors)
        factors, latents = as_frame(factors, "factors"), as_frame(latents, "latents")
        if factor_names is None:
            factor_names = _column_names(factors, "factor_names")
        if latent_names is None:
            latent_names = _column_names(latents, "latent_names")
        factors, column_words = words_coded(factors)
        columns, self.factor_mask = data_and_mask(factors, factor_names)
        self.latents = as_float_table(latents, "latents", latent_names)
        _check_samples(columns, self.latents)
        self.factor_names = names_of(factor_names, columns.shape[1], "factor")
        self.latent_names = names_of(latent_names, self.latents.shape[1], "latent")
        check_scale(columns, "factors", self.factor_names)
        check_scale(self.latents, "latents", self.latent_names)
        self.factor_types = resolve_types(
            factor_types, columns, self.factor_names, "factor_types", column_words
        )
        self.latent_types = resolve_types(
            latent_types, self.latents, self.latent_names, "latent_types"
        )
        self.factors = columns = _wrap_cyclic(columns, self.factor_types)
        _check_factors_vary(columns, self.factor_names)
        named = {
            self.factor_names[k]: of_column for k, of_column in column_words.items() if of_column
        }
        self.categories = self._check_categories(categories or {}, columns) | named
        if self.factor_mask is not None:  # NaN makes code fail that ignores the mask
            self.factors = np.where(self.factor_mask, columns, np.nan)
            self.factors.setflags(write=False)
        self.description = printable(description)
        self.cache: dict[Any, Any] = {}  # filled by @measure; the arrays cannot change

    def _check_categories(
        self, categories: Mapping[str, Iterable[str]], columns: Floats
    ) -> dict[str, tuple[str, ...]]:
        """The words of factors that have levels, one word for each code."""
        checked = {name: tuple(map(str, level_names)) for name, level_names in categories.items()}
        for name, level_names in checked.items():
            check_choice("categories", name, self.factor_names)
            k = self.factor_names.index(name)
            codes = np.unique(columns[:, k])
            if (
                self.factor_types[k] != "discrete"
                or not np.isin(codes, range(len(level_names))).all()
            ):
                raise ValueError(
                    f"categories: found {len(level_names)} words for {short_repr(name)}, expected "
                    "a factor with levels, and a word for each of its codes 0, 1 and so on."
                )
        return checked

    def rows_where_present(self, k: int) -> slice | NDArray[np.intp]:
        """Rows of the samples that have a factor.

        Parameters
        ----------
        k : int
            Index of the factor.

        Returns
        -------
        rows : slice or ndarray of shape (n_samples_with_factor,)
            A slice of all samples if no factor is absent anywhere; row numbers otherwise.
        """
        return slice(None) if self.factor_mask is None else np.flatnonzero(self.factor_mask[:, k])

    def factor_groups(self) -> list[list[int]]:
        """Indices of the factors, grouped by the samples that have them.

        Returns
        -------
        groups : list of list of int
            Factors that are present in exactly the same samples are in one list.
        """
        if self.factor_mask is None:
            return [list(range(len(self.factor_names)))]
        groups: dict[bytes, list[int]] = {}
        for k, mask in enumerate(self.factor_mask.T):
            groups.setdefault(mask.tobytes(), []).append(k)
        return list(groups.values())

    def take(self, rows: NDArray[np.intp] | slice) -> "Representation":
        """Return a Representation of some of the samples.

        Parameters
        ----------
        rows : ndarray of int of shape (n_rows,) or slice
            Rows of the samples to keep.

        Returns
        -------
        rep : Representation
            The same factors and latents, with the same names and types.
        """
        factors = np.ma.masked_invalid(self.factors[rows])
        return Representation(
            factors if self.factor_mask is not None else factors.data,
            self.latents[rows],
            factor_names=self.factor_names,
            latent_names=self.latent_names,
            factor_types=self.factor_types,
            latent_types=self.latent_types,
            categories=self.categories,
            description=self.description,
        )

    @functools.cached_property  # slow for a million samples
    def dead_latents(self) -> list[str]:
        """Names of the latents that are constant."""
        return [
            name
            for name, moves in zip(self.latent_names, varying_columns(self.latents))
            if not moves
        ]

    @property
    def cyclic_factors(self) -> list[str]:
        """Names of the factors that are cyclic, as angles are."""
        return [
            name
            for name, column_type in zip(self.factor_names, self.factor_types)
            if is_cyclic(column_type)
        ]

    def present_values(self, k: int) -> Floats:
        """Values of a factor in the samples that have it.

        Parameters
        ----------
        k : int
            Index of the factor.

        Returns
        -------
        values : ndarray of shape (n_samples_with_factor,)
            The values in the order of the samples.
        """
        return self.factors[self.rows_where_present(k), k]

    def __getstate__(self) -> dict[str, object]:
        return without_caches(self) | {"cache": {}}  # caches are not pickled

    def __len__(self) -> int:
        return len(self.factors)

    def __repr__(self) -> str:
        factors = [self.present_values(k) for k in range(len(self.factor_names))]
        lines = [
            f"Representation of {len(self):,} samples"
            + (self.description and f": {self.description}"),
            f"  factors: {self._format_columns(self.factor_names, self.factor_types, factors)}",
            "  latents: "
            f"{self._format_columns(self.latent_names, self.latent_types, self.latents.T)}",
        ]
        filled = [textwrap.fill(line, WIDE, subsequent_indent=" " * 11) for line in lines]
        return "\n".join(filled).replace(UNBROKEN, " ")

    def _format_columns(
        self, names: Sequence[str], column_types: Sequence[str], columns: Iterable[Floats]
    ) -> str:
        """Names with the content of each column; a long list of continuous columns is shortened."""
        if len(names) > 6 and set(column_types) == {"continuous"}:
            return f"{names[0]} ... {names[-1]} ({len(names)}, all continuous)"
        lines = [
            f"{name} ({self._format_column(column_type, column)})"
            for name, column_type, column in zip(names, column_types, columns)
        ]
        return ", ".join(entry.replace(" ", UNBROKEN) for entry in lines)

    def _format_column(self, column_type: str, column: Floats) -> str:
        text = describe_levels(column) if column_type == "discrete" else column_type
        if is_cyclic(column_type):
            text = f"cyclic, period {period_of(column_type):g}"
        share = share_of(len(column), len(self))
        return text + (f", in {share} samples" if len(column) < len(self) else "")


def without_caches(thing: object) -> dict[str, object]:
    """Attributes of an object without the values of its cached properties.

    Parameters
    ----------
    thing : object
        An object whose attributes are in its `__dict__`.

    Returns
    -------
    attributes : dict of str to object
        The attributes by name.

    Examples
    --------
    >>> rep = Representation([[0], [1], [0], [1]], [[0.1], [0.8], [0.2], [0.9]])
    >>> "dead_latents" in vars(rep) or rep.dead_latents
    []
    >>> "dead_latents" in vars(rep), "dead_latents" in without_caches(rep)
    (True, False)
    """
    cached = lambda name: isinstance(getattr(type(thing), name, None), functools.cached_property)
    return {name: value for name, value in vars(thing).items() if not cached(name)}


def _column_names(columns: object, argument: str) -> Iterable[object] | None:
    """The names of the columns of a DataFrame."""
    names = getattr(columns, "columns", None)
    if names is not None and any(name is None or name != name for name in names):
        raise ValueError(
            f"{argument}: found a column without a name, expected a name for every column: "
            "table.columns = [...]."
        )
    return names


def check_same_index(argument: str, frame: Any, first: str, other: Any) -> None:
    """Raise ValueError for two DataFrames whose rows have different names or a different order.

    Nothing is checked if one of the two tables is no DataFrame, or if their lengths differ.

    Parameters
    ----------
    argument : str
        Name of the table, for the error.
    frame : object
        The table.
    first : str
        Name of the other table, for the error.
    other : object
        The table that `frame` is compared with.

    Raises
    ------
    ValueError
        If both are DataFrames of the same length with different indices.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"size": [1, 2]})
    >>> check_same_index("latents", frame, "factors", frame)
    >>> check_same_index("latents", frame, "factors", frame[::-1])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: latents: found a DataFrame with another index than that of factors, expected the ...
    """
    frames = all(hasattr(data, "columns") and hasattr(data, "index") for data in (frame, other))
    if frames and len(frame) == len(other) and not frame.index.equals(other.index):
        raise ValueError(
            f"{argument}: found a DataFrame with another index than that of {first}, expected the "
            f"same rows in the same order: {argument}.loc[{first}.index], or {argument}.to_numpy() "
            "where they are and only their names differ."
        )


def _check_samples(factors: Floats, latents: Floats) -> None:
    """Raise ValueError unless both tables have the same number of rows, and enough of them."""
    n, m = len(factors), len(latents)
    if n != m:
        raise ValueError(
            f"latents: found {m} rows, expected {n}, as many as factors has (one row per sample)."
        )
    if n < MIN_SAMPLES:
        raise ValueError(f"factors: found {n} samples, expected at least {MIN_SAMPLES}.")


def _check_factors_vary(factors: Floats, names: Sequence[str]) -> None:
    """Raise ValueError for a factor that has a single value."""
    for name, column, varies in zip(names, factors.T, varying_columns(factors)):
        if not varies:
            raise ValueError(
                f"factors: {short_repr(name)} has the value {column[0]:g} in every sample, "
                "expected at least two values. Drop it: no latent can follow a constant."
            )


def _wrap_cyclic(factors: Floats, column_types: Sequence[str]) -> Floats:
    """The factors, with cyclic ones from 0 to one period; both ends of the period become 0."""
    if not any(map(is_cyclic, column_types)):
        return factors
    columns = [
        within_turn(v, column_type) if is_cyclic(column_type) else v
        for v, column_type in zip(factors.T, column_types)
    ]
    wrapped = np.column_stack(columns)
    wrapped.setflags(write=False)
    return wrapped
