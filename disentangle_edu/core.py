"""Classes for samples, matrices and scores.

    Representation --measure--> InformativenessMatrix --metric--> Score

A `Representation` is a table of factors and a table of latents of the same samples. A *measure*
computes a matrix from these samples, mostly with one row per latent and one column per factor. A
*metric* gives every latent, factor or pair of the matrix a part, mostly between 0 and 1, and the
score is the weighted mean of the parts. A score is computed in no other way, so it always agrees
with its parts.

The module `making` turns plain functions into measures and metrics.
"""

import functools
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import conventions
from .frames import as_frame, words_coded
from .validation import (
    LARGEST,
    MIN_SAMPLES,
    as_float_table,
    check_choice,
    check_scale,
    is_cyclic,
    kinds_of,
    names_of,
    period_of,
    printable,
    share_of,
    short_repr,
    size_of,
    split_mask,
    varying_columns,
    within_turn,
)

VERSION = "0.1.0.dev0"
WIDE = 88  # letters of a printed line
UNBROKEN = "\N{NO-BREAK SPACE}"  # keeps together what one name says
ROUNDING = 1e-9  # how far sums and quotients may stray from what they stand for

Floats = NDArray[np.float64]
Row = dict[str, Any]  # of a table: what stands in each column
Progress = Callable[[Iterable], Iterable]  # wraps an iterable, as tqdm.tqdm does
Because = Callable[[Any, int], str]  # of a matrix and a part: words on what that hangs on


# ----------------------------------------------------------------------------------- Representation


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
        'levels', 'continuous', 'cyclic' or 'cyclic PERIOD': one kind for all factors, or one per
        factor. With None, the kind of a factor is guessed (see Notes).
    latent_types : str, iterable of (str or None) or None, default=None
        'levels' or 'continuous': one kind for all latents, or one per latent. With None, the kind
        of a latent is guessed (see Notes).
    categories : mapping of str to iterable of str or None, default=None
        The words of each factor that has no order, by the name of the factor: word i belongs to the
        code i. The columns of words of a DataFrame need no entry. Scores that depend on the order
        of a factor add a caution for such factors.
    story : str, default=''
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
        The kind of every column: 'levels', 'continuous', or, for a factor, 'cyclic' with its
        period, such as 'cyclic 360'.
    categories : dict of str to tuple of str
        The words of every factor that has words without an order.
    present : ndarray of bool of shape (n_samples, n_factors), or None
        Whether a sample has a factor. None if every sample has every factor.
    dead_latents : list of str
        Names of the latents that are constant.
    cyclic_factors : list of str
        Names of the cyclic factors.
    story : str
        The sentence on where the numbers come from.

    Raises
    ------
    ValueError
        If the tables have different numbers of rows or DataFrames have different indices; if there
        are fewer than 4 samples; if a factor is constant, or fewer than two samples have it; if
        names are not different or kinds are unknown; if a number is not finite, is beyond 1e30 or
        is a whole number beyond 2**53; or if the values of a column differ by less than 1e-30.
    TypeError
        If a table has cells that are not numbers, or is something else, such as a path or a sparse
        matrix.

    Warns
    -----
    UserWarning
        If a factor without a given kind has a different whole number in every sample, levels that
        only rounding separates, or consecutive whole numbers with too many values for levels. Also
        if two words of a factor differ only by blanks or by their Unicode form.

    See Also
    --------
    disentangle_edu.load : Read a Representation from a file.
    disentangle_edu.World : A generator of factors and latents.
    score_all : Compute all scores of a Representation.

    Notes
    -----
    Errors name the argument, the value that was found and the value that was expected.

    If no kind is given, a column has levels if it has at most 64 distinct values, each of them
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
        columns, self.factor_mask = split_mask(factors, factor_names)
        self.latents = as_float_table(latents, "latents", latent_names)
        _check_samples(columns, self.latents)
        self.factor_names = names_of(factor_names, columns.shape[1], "factor")
        self.latent_names = names_of(latent_names, self.latents.shape[1], "latent")
        _check_factors_vary(columns, self.factor_names)
        check_scale(columns, "factors", self.factor_names)
        check_scale(self.latents, "latents", self.latent_names)
        self.factor_types = kinds_of(
            factor_types, columns, self.factor_names, "factor_types", column_words
        )
        self.latent_types = kinds_of(latent_types, self.latents, self.latent_names, "latent_types")
        self.factors = columns = _wrap_cyclic(columns, self.factor_types)
        _check_factors_vary(columns, self.factor_names)
        named = {
            self.factor_names[k]: of_column for k, of_column in column_words.items() if of_column
        }
        self.categories = self._check_categories(categories or {}, columns) | named
        if (
            self.factor_mask is not None
        ):  # what forgets to look there must fail: NaN is never a score
            self.factors = np.where(self.factor_mask, columns, np.nan)
            self.factors.setflags(write=False)
        self.description = printable(description)
        self._measured: dict[Any, Any] = {}  # filled by @measure; the arrays cannot change

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
                self.factor_types[k] != "levels"
                or not np.isin(codes, range(len(level_names))).all()
            ):
                raise ValueError(
                    f"categories: found {len(level_names)} words for {short_repr(name)}, expected a factor "
                    "with levels, and a word for each of its codes 0, 1 and so on."
                )
        return checked

    def rows_with_factor(self, k: int) -> slice | NDArray[np.intp]:
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
            The same factors and latents, with the same names and kinds.
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

    @functools.cached_property  # of a million samples it takes a while
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
        return [name for name, kind in zip(self.factor_names, self.factor_types) if is_cyclic(kind)]

    def factor_values(self, k: int) -> Floats:
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
        return self.factors[self.rows_with_factor(k), k]

    def __getstate__(self) -> dict[str, object]:
        return without_caches(self) | {"_measured": {}}  # another process measures for itself

    def __len__(self) -> int:
        return len(self.factors)

    def __repr__(self) -> str:
        factors = [self.factor_values(k) for k in range(len(self.factor_names))]
        lines = [
            f"Representation of {len(self):,} samples"
            + (self.description and f": {self.description}"),
            f"  factors: {self._format_columns(self.factor_names, self.factor_types, factors)}",
            f"  latents: {self._format_columns(self.latent_names, self.latent_types, self.latents.T)}",
        ]
        filled = [textwrap.fill(line, WIDE, subsequent_indent=" " * 11) for line in lines]
        return "\n".join(filled).replace(UNBROKEN, " ")

    def _format_columns(
        self, names: Sequence[str], kinds: Sequence[str], columns: Iterable[Floats]
    ) -> str:
        """Names with the content of each column; a long list of continuous columns is shortened."""
        if len(names) > 6 and set(kinds) == {"continuous"}:
            return f"{names[0]} ... {names[-1]} ({len(names)}, all continuous)"
        lines = [
            f"{name} ({self._format_column(kind, column)})"
            for name, kind, column in zip(names, kinds, columns)
        ]
        return ", ".join(entry.replace(" ", UNBROKEN) for entry in lines)

    def _format_column(self, kind: str, column: Floats) -> str:
        text = size_of(column) if kind == "levels" else kind
        if is_cyclic(kind):
            text = f"cyclic, returns after {period_of(kind):g}"
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
                f"factors: {short_repr(name)} has the value {column[0]:g} in every sample; "
                "expected at least two values (a constant factor has nothing to be found; drop it)."
            )


def _wrap_cyclic(factors: Floats, kinds: Sequence[str]) -> Floats:
    """The factors, with cyclic ones from 0 to one period; both ends of the period become 0."""
    if not any(map(is_cyclic, kinds)):
        return factors
    columns = [within_turn(v, kind) if is_cyclic(kind) else v for v, kind in zip(factors.T, kinds)]
    wrapped = np.column_stack(columns)
    wrapped.setflags(write=False)
    return wrapped


class NotebookDisplay:
    """Base class of objects that a notebook shows as a picture and matplotlib draws as a figure.

    The modules in `show`, and the modules that depend on them, register the functions that draw
    each class with `picture` and `figure`.

    Examples
    --------
    >>> isinstance(InformativenessMatrix([[1, 0], [0, 0.5]]), Drawn)
    True
    """

    def plot(self, ax: Any = None) -> Any:
        """Draw the object with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            Axes to draw on. With None, new ones are made.

        Returns
        -------
        ax : matplotlib.axes.Axes
            The Axes with the drawing.
        """
        return to_axes(self, ax)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        plain = {"text/plain": repr(self)}
        return plain | to_picture(self)._repr_mimebundle_() | plain


@functools.singledispatch
def to_picture(thing: Any) -> Any:
    """Picture of a Score, of a Matrix, or of an object with the method `picture`.

    Parameters
    ----------
    thing : object
        The object to draw.

    Returns
    -------
    picture : Picture
        The picture that a notebook shows.

    Examples
    --------
    >>> type(to_picture(InformativenessMatrix([[1, 0], [0, 0.5]]))).__name__
    'Picture'
    """
    return thing.picture()


@functools.singledispatch
def to_axes(thing: Any, ax: Any = None) -> Any:
    """Draw a Score, a Matrix or a table of scores with matplotlib.

    Parameters
    ----------
    thing : object
        The object to draw.
    ax : matplotlib.axes.Axes or None, default=None
        Axes to draw on. With None, new ones are made.

    Returns
    -------
    ax : matplotlib.axes.Axes
        The Axes with the drawing.

    Raises
    ------
    NotImplementedError
        If no drawing is registered for the class of `thing`.

    Examples
    --------
    >>> to_axes(InformativenessMatrix([[1, 0], [0, 0.5]])).get_title() != ""
    True
    """
    raise NotImplementedError  # `show.plots` registers all three


# ----------------------------------------------------------------------------------------- matrices


class Matrix(NotebookDisplay):
    """Table of non-negative numbers with a unit and with names of its rows and columns.

    Parameters
    ----------
    values : array-like of shape (n_rows, n_columns)
        Numbers from 0 upwards.
    what : str
        What the numbers are, such as "mutual information".
    unit : str
        Unit of the numbers, such as "bits".
    row_names : iterable of str or None, default=None
        One different name per row. With None, the rows are "latent 1", "latent 2" and so on.
    column_names : iterable of str or None, default=None
        One different name per column. With None, the columns are "factor 1", "factor 2" and so on.
    notes : iterable of str, default=()
        Sentences that help to interpret the numbers, such as which columns were cut into bins and
        which numbers are approximate.

    Attributes
    ----------
    values : ndarray of shape (n_rows, n_columns)
        The numbers, read-only.
    what, unit : str
        As passed.
    notes : tuple of str
        As passed.
    row_names, column_names : tuple of str
        Names of the rows and columns.
    thin : bool
        Whether the numbers were counted from too few samples to be reliable.

    Raises
    ------
    ValueError
        If an entry is negative, above 1e120 or not finite, or if the names do not fit.
    TypeError
        If an entry is no number.

    See Also
    --------
    InformativenessMatrix : The matrix of latents against factors that most metrics score.

    Examples
    --------
    >>> Matrix([[0.5, 0], [0, 2]], "variance", "", row_names=["x", "y"])
    Matrix: variance (), rows are latents, columns factors
       factor 1  factor 2
    x     0.500     0.000
    y     0.000     2.000
    """

    rows: ClassVar[str] = "latents"
    columns: ClassVar[str] = "factors"
    row_word: ClassVar[str] = "latent"  # the first half of a row's name where none is given
    MAX_VALUE: ClassVar[float] = (
        LARGEST**4
    )  # entries may be squares of latents, and will be squared
    undersampled: bool = False  # whether it was counted from too few samples to be believed

    def __init__(
        self,
        values: ArrayLike,
        what: str,
        unit: str,
        *,
        row_names: Iterable[object] | None = None,
        column_names: Iterable[object] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        self.values = as_float_table(values, "values")
        self._check_entries(
            (self.values < 0) | (self.values > self.MAX_VALUE), "numbers from 0 upwards"
        )
        self.name, self.unit, self.notes = what, unit, tuple(notes)
        rows, columns = self.values.shape
        self.row_names = names_of(row_names, rows, self.row_word, "row_names")
        self.column_names = names_of(column_names, columns, "factor", "column_names")

    def _check_entries(self, wrong: NDArray[np.bool_], expected: str) -> None:
        """Raise ValueError for the first entry that is wrong."""
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise ValueError(
                f"values: found {self.values[row, column]:g} in row {row + 1}, "
                f"column {column + 1}, expected {expected}, none beyond {self.MAX_VALUE:g}."
            )

    @property
    def pair_names(self) -> tuple[str, ...]:
        """Names of the pairs of columns; empty unless a metric has one part per pair."""
        return ()

    def axis_names(self, axis: str) -> tuple[str, ...]:
        """Names of the latents, factors or pairs that a metric of this matrix has parts for.

        Parameters
        ----------
        axis : {'latents', 'factors', 'pairs'}
            What the parts belong to.

        Returns
        -------
        names : tuple of str
            One name per part.
        """
        if axis == "pairs":
            return self.pair_names
        return self.column_names if axis == self.columns else self.row_names

    def __repr__(self) -> str:
        first = max(map(len, self.row_names))
        widths = [max(len(name), 6) for name in self.column_names]
        line = lambda name, cells: "  ".join(
            [name.ljust(first), *(cell.rjust(width) for cell, width in zip(cells, widths))]
        )
        return "\n".join(
            [
                f"{type(self).__name__}: {self.name} ({self.unit}), rows are {self.rows}, "
                f"columns {self.columns}",
                line("", self.column_names),
                *(
                    line(name, [f"{value:.3f}" for value in row])
                    for name, row in zip(self.row_names, self.values)
                ),
            ]
        )


class InformativenessMatrix(Matrix):
    """Matrix of how much each latent (row) determines each factor (column).

    Most metrics are computed from such a matrix. A measure computes it from samples, or you type
    its entries.

    Parameters
    ----------
    values : array-like of shape (n_latents, n_factors)
        Numbers from 0 upwards.
    what : str, default='informativeness'
        What the numbers are, such as "mutual information".
    unit : str, default=''
        Unit of the numbers, such as "bits". With the unit "NRMSE", smaller numbers are better.
    latent_entropy : float or array-like of shape (n_latents,), default=None
        Entropies H(z_i) of the latents in `unit`, if they are known. No entry of a row exceeds its
        total. One number is used for all latents.
    factor_entropy : float or array-like of shape (n_factors,), default=None
        Entropies H(v_k) of the factors in `unit`, above 0, if they are known. No entry of a column
        exceeds its total. One number is used for all factors.
    conditional_factor_entropy : array-like of shape (n_factors, n_factors), default=None
        Conditional entropies H(v_k | v_l) in `unit`: what is left of factor k (row) if factor l
        (column) is known. None means that the factors are independent, so nothing is lost.
    row_names : iterable of str or None, default=None
        One different name per latent. With None, the rows are "latent 1", "latent 2" and so on.
    column_names : iterable of str or None, default=None
        One different name per factor. With None, the columns are "factor 1", "factor 2" and so on.
    notes : iterable of str, default=()
        Sentences that help to interpret the numbers, such as which columns were cut into bins and
        which numbers are approximate.

    Attributes
    ----------
    values : ndarray of shape (n_latents, n_factors)
        The entries, read-only.
    latent_entropy : ndarray of shape (n_latents,), or None
        Entropies of the latents.
    factor_entropy : ndarray of shape (n_factors,), or None
        Entropies of the factors.
    conditional_factor_entropy : ndarray of shape (n_factors, n_factors), or None
        Conditional entropies of the factors.
    what, unit : str
        As passed.
    notes : tuple of str
        As passed.
    row_names, column_names : tuple of str
        Names of the latents and of the factors.

    Raises
    ------
    ValueError
        If an entry is negative, above 1e120, not finite or larger than one of its totals; if a
        factor's total is not above 0; if `conditional_factor_entropy` has the wrong shape, has no `factor_entropy`,
        or is not between 0 and the total of its row; or if the names do not fit.
    TypeError
        If an entry is no number.

    Notes
    -----
    A metric that divides by a total raises ValueError for a matrix without it. So pass
    `factor_entropy` to `mig`, for example.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import InformativenessMatrix, mig
    >>> InformativenessMatrix([[1, 0], [0, 0.5]], "mutual information", "bits").values.max(axis=0)
    array([1. , 0.5])
    >>> matrix = InformativenessMatrix(np.array([[0.9, 0.2], [0.5, 0.1]]), factor_entropy=1)
    >>> round(float(mig(matrix)), 3)
    0.25
    """

    def __init__(
        self,
        values: ArrayLike,
        what: str = "informativeness",
        unit: str = "",
        *,
        latent_entropy: ArrayLike | None = None,
        factor_entropy: ArrayLike | None = None,
        conditional_factor_entropy: ArrayLike | None = None,
        row_names: Iterable[object] | None = None,
        column_names: Iterable[object] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(
            values, what, unit, row_names=row_names, column_names=column_names, notes=notes
        )
        self.latent_entropy = self._check_total(latent_entropy, "latent_entropy", axis=1)
        self.factor_entropy = self._check_total(factor_entropy, "factor_entropy", axis=0)
        if self.factor_entropy is not None and self.factor_entropy.min() <= 0:
            raise ValueError(
                f"factor_entropy: found {self.factor_entropy.min():g}, expected entropies above 0."
            )
        self.conditional_factor_entropy = (
            None
            if conditional_factor_entropy is None
            else self._check_conditional(conditional_factor_entropy)
        )

    def _check_conditional(self, conditional_factor_entropy: ArrayLike) -> Floats:
        """The conditional entropies of the factors, checked."""
        entropies, K = (
            as_float_table(conditional_factor_entropy, "conditional_factor_entropy"),
            self.values.shape[1],
        )
        if entropies.shape != (K, K) or self.factor_entropy is None:
            raise ValueError(
                f"conditional_factor_entropy: found shape {entropies.shape}, expected ({K}, {K}) beside factor_entropy."
            )
        if (entropies < -ROUNDING).any() or (
            entropies > self.factor_entropy[:, None] + ROUNDING
        ).any():
            raise ValueError(
                f"conditional_factor_entropy: found {entropies.min():g} to {entropies.max():g}, expected numbers from 0 "
                "to the factor's own entropy: knowing another thing leaves no more of it."
            )
        return entropies

    def _check_total(self, total: ArrayLike | None, argument: str, axis: int) -> Floats | None:
        """The total of every row (axis 1) or column (axis 0); a single number is used for all."""
        if total is None:
            return None
        largest = self.values.max(axis)
        if np.shape(total) not in ((), largest.shape):
            raise ValueError(
                f"{argument}: found shape {np.shape(total)}, expected one number, "
                f"or {len(largest)} of them."
            )
        totals = as_float_table(np.broadcast_to(np.asarray(total), largest.shape)[None], argument)[
            0
        ]
        over = largest > totals + ROUNDING * np.abs(totals)
        if over.any():
            i = int(over.argmax())
            raise ValueError(
                f"{argument}: found {totals[i]:g} at place {i + 1}, expected at least "
                f"{largest[i]:g}, the largest entry there: nothing can tell more about a thing "
                "than all there is to know."
            )
        return totals


class Confusions(Matrix):
    """Counts of guessed factors (rows) for each factor that was kept fixed (columns), for BetaVAE.

    Parameters
    ----------
    values : array-like of shape (n_factors, n_factors)
        Numbers of test points: entry [i, k] counts how often a classifier guessed factor i when
        factor k was kept fixed.
    what : str
        What the numbers are, such as "guesses".
    unit : str, default='test points'
        Unit of the numbers.
    **names : dict
        `row_names`, `column_names` and `notes`, as in `Matrix`. With no names, rows and columns are
        "factor 1", "factor 2" and so on.

    Raises
    ------
    ValueError
        If the table is not square, or as in `Matrix`.

    See Also
    --------
    disentangle_edu.beta_vae : The metric that is computed from this matrix.

    Examples
    --------
    >>> from disentangle_edu import Confusions, beta_vae
    >>> round(beta_vae(Confusions([[9, 2], [1, 8]], "guesses")).value, 3)
    0.85
    """

    rows, row_word = "guesses", "factor"

    def __init__(
        self, values: ArrayLike, what: str, unit: str = "test points", **names: Any
    ) -> None:
        super().__init__(values, what, unit, **names)
        if self.values.shape[0] != self.values.shape[1]:
            raise ValueError(
                f"values: found shape {self.values.shape}, "
                "expected a square table: guesses by factors."
            )


class Activity(Matrix):
    """Statistics (columns) of each latent (row) that do not depend on the factors.

    Parameters
    ----------
    values : array-like of shape (n_latents, n_statistics)
        Numbers from 0 upwards.
    what : str
        What the numbers are, such as "variance".
    unit : str, default=''
        Unit of the numbers.
    **names : dict
        `row_names`, `column_names` and `notes`, as in `Matrix`. Pass names of the statistics as
        `column_names`.

    Examples
    --------
    >>> Activity([[0.9], [0.0]], "activity", column_names=["variance"]).columns
    'statistics'
    """

    columns = "statistics"

    def __init__(self, values: ArrayLike, what: str, unit: str = "", **names: Any) -> None:
        super().__init__(values, what, unit, **names)


class Votes(InformativenessMatrix):
    """Votes of latents (rows) that varied least while a factor (column) was fixed, for FactorVAE.

    Entry [i, k] counts how often latent i varied least among all latents while factor k was fixed.

    Parameters
    ----------
    values : array-like of shape (n_latents, n_factors)
        Numbers of votes.
    what : str, default='votes'
        What the numbers are.
    unit : str, default=''
        Unit of the numbers.
    choice : array-like of int of shape (n_latents,), default=None
        The factor that each latent is assigned to, counted from 0, as learned from other votes.
        None assigns each latent to the factor with most of its votes.
    **names : dict
        All other parameters of `InformativenessMatrix`.

    Attributes
    ----------
    values : ndarray of shape (n_latents, n_factors)
        The votes, read-only.
    choice : ndarray of int of shape (n_latents,)
        The factor that each latent is assigned to.

    Raises
    ------
    ValueError
        If `choice` is not one whole number from 0 to n_factors - 1 per latent, or as in
        `InformativenessMatrix`.

    See Also
    --------
    disentangle_edu.factor_vae : The metric that is computed from this matrix.

    Examples
    --------
    >>> from disentangle_edu import Votes, factor_vae
    >>> round(factor_vae(Votes([[3, 0], [1, 4]])).value, 3)
    0.875
    """

    def __init__(
        self,
        values: ArrayLike,
        what: str = "votes",
        unit: str = "",
        *,
        majority_factor: ArrayLike | None = None,
        **names: Any,
    ) -> None:
        super().__init__(values, what, unit, **names)
        self.majority_factor = (
            self.values.argmax(1)
            if majority_factor is None
            else self._check_assignment(majority_factor)
        )
        self.majority_factor.setflags(write=False)

    def _check_assignment(self, majority_factor: ArrayLike) -> NDArray[np.intp]:
        """One factor for every latent, checked."""
        (L, K), assignment = self.values.shape, np.asarray(majority_factor)
        if (
            assignment.shape != (L,)
            or assignment.dtype.kind not in "iu"
            or not ((assignment >= 0) & (assignment < K)).all()
        ):
            raise ValueError(
                f"majority_factor: found {short_repr(majority_factor)}, expected {L} whole numbers from 0 to {K - 1}: "
                "the factor that each latent stands for."
            )
        return assignment.astype(np.intp)


# -------------------------------------------------------------------------------------------- Score
OVER = ("latents", "factors", "pairs")  # what parts may be of
ERROR = "NRMSE"  # the one unit in which less is better, and in which there is no best but 0


def with_numbers(names: Sequence[str], numbers: Floats, unit: str = "") -> list[str]:
    """Names with a number in brackets after each, and the unit after the last number.

    The brackets separate a name from its number, because a name may be a number.

    Parameters
    ----------
    names : sequence of str
        The names.
    numbers : sequence of float
        One number per name.
    unit : str, default=''
        Unit of the numbers.

    Returns
    -------
    words : list of str
        One text per name.

    Examples
    --------
    >>> with_numbers(["latent 1", "latent 2"], np.array([0.8, 0.4]), "bits")
    ['latent 1 (0.80)', 'latent 2 (0.40 bits)']
    """
    units = [""] * (len(names) - 1) + [f" {unit}".rstrip()]
    return [f"{name} ({number:.2f}{u})" for name, number, u in zip(names, numbers, units)]


@functools.total_ordering
class Score(NotebookDisplay):
    """Value of a metric with its parts, their weights and the matrix that it was computed from.

    `value` is `parts @ weights`. A Score compares, rounds, formats and converts like this number,
    and cannot be changed. Metrics return Scores; you make one yourself only to test a metric.

    Parameters
    ----------
    metric : str
        Name of the metric.
    parts : array-like of shape (n_parts,)
        One number per latent, factor or pair, mostly from 0 to 1 (see `bounds`).
    over : {'latents', 'factors', 'pairs'}
        What the parts belong to.
    weights : array-like of shape (n_parts,)
        How much each part counts, from 0 upwards. The weights are divided by their sum. If all are
        0, all parts count the same.
    matrix : Matrix
        The matrix that the metric was computed from.
    options : mapping of str to object or None, default=None
        Options with which the metric was called or which its convention sets.
    because : callable or None, default=None
        `because(matrix, i)` explains part i in words. With None, the two largest entries of the row
        or column are named.
    convention : str, default='ours'
        Name of the convention; see `CONVENTIONS`.
    size : str, default=''
        What the matrix was computed from, such as "1,000 samples, 10 latents, 6 factors".
    cautions : sequence of callable, default=()
        Functions of the Score that return why it may mislead, or ''.
    part : str, default='part'
        Name of a part in the explanation, such as "gap".

    Attributes
    ----------
    value : float
        The score: the weighted mean of the parts.
    parts : ndarray of shape (n_parts,)
        One number per latent, factor or pair.
    part_names : tuple of str
        The latents, factors or pairs that the parts belong to.
    weights : ndarray of shape (n_parts,)
        Weights of the parts; they sum to 1.
    bounds : tuple of (float, float)
        The smallest and the largest possible value of a part, and so of the score.
    matrix : Matrix
        The matrix that the metric was computed from.
    because : str
        The part that lowers the score most, and the entries that decide this part.
    cautions : tuple of str
        Reasons why the score may mislead on these samples; empty if none is known.
    cautioned : tuple of str
        One text per caution of the metric, '' for cautions that do not apply.
    line : str
        The number and how it was made, in one line for a paper.
    metric, over, convention, size, part : str
        As passed.
    options : dict
        As passed.

    Raises
    ------
    ValueError
        If there is not one part and one weight per latent, factor or pair of the matrix; if a
        weight is negative; or if a part is outside `bounds`.
    ArithmeticError
        If a part or a weight is not finite.
    TypeError
        If the parts or weights are not numbers.
    AttributeError
        If an attribute is assigned.

    See Also
    --------
    score_all : Compute all scores of a Representation.

    Notes
    -----
    Parts are between 0 and 1, with three exceptions. They may be below 0 (worse than chance) if the
    option `rescaled` is set. They may be below 0 if a latent was declared for a factor
    (``assignment='in order'``) but is not the best latent for it. Errors (a matrix with the unit
    "NRMSE") may exceed 1, and 0 is best.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix, mig
    >>> score = mig(InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1))
    >>> score > 0.25, score.parts.round(3)
    (True, array([0.4, 0.2]))
    >>> round(score, 2), score.part_names, score.weights
    (0.3, ('factor 1', 'factor 2'), array([0.5, 0.5]))
    >>> print(score.explain_part(0))
    its largest entries are latent 1 (0.80) and latent 2 (0.40)
    """

    metric: str
    axis: str
    matrix: Matrix
    options: conventions.Options
    convention: str
    size: str
    part: str
    parts: Floats
    weights: Floats
    value: float
    _because: "Because | None"
    _cautions: "Sequence[Callable[[Score], str]]"

    def __init__(
        self,
        metric: str,
        parts: ArrayLike,
        axis: str,
        weights: ArrayLike,
        matrix: Matrix,
        options: Mapping[str, Any] | None = None,
        explanation: "Because | None" = None,
        convention: str = conventions.OURS,
        size: str = "",
        cautions: "Sequence[Callable[[Score], str]]" = (),
        part: str = "part",
    ) -> None:
        check_choice("axis", axis, OVER)
        attributes = vars(self)
        attributes.update(metric=metric, axis=axis, matrix=matrix, options=dict(options or {}))
        attributes.update(convention=convention, size=size, part=part)
        attributes.update(_because=explanation, _cautions=cautions)
        attributes["parts"] = self._as_array(parts, "parts")
        weights = self._as_array(weights, "weights")
        self._check_bounds(weights)
        attributes["weights"] = normalize_weights(weights)
        attributes["value"] = float(self.parts @ self.weights)
        for numbers in (self.parts, self.weights):
            numbers.setflags(write=False)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{name}: a score cannot be changed, or it would contradict its parts; make another."
        )

    def _as_array(self, numbers: ArrayLike, what: str) -> Floats:
        """The numbers as an array, one for every latent, factor or pair."""
        try:
            array = np.array(numbers, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(
                f"{self.metric}: found the {what} {short_repr(numbers)}, expected numbers."
            ) from None
        if array.shape != (len(self.part_names),):
            raise ValueError(
                f"{self.metric}: found {what} of shape {array.shape}, "
                f"expected ({len(self.part_names)},): one for each of the {self.axis}."
            )
        if not np.isfinite(array).all():
            raise ArithmeticError(
                f"{self.metric}: one of its {what} is not a finite number; no score is made of it."
            )
        return array

    def _check_bounds(self, weights: Floats) -> None:
        """Raise ValueError for a negative weight, or a part outside the bounds."""
        low, high = self.bounds
        outside = (self.parts < low - ROUNDING) | (self.parts > high + ROUNDING)
        for what, numbers, wrong, expected in (
            ("weight", weights, weights < 0, "weights from 0 upwards"),
            ("part", self.parts, outside, "parts from 0 to 1"),
        ):
            if wrong.any():
                i = int(wrong.argmax())
                raise ValueError(
                    f"{self.metric}: found the {what} {numbers[i]:g} for "
                    f"{short_repr(self.part_names[i])}, expected {expected}."
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest possible value of a part, and so of the score.

        (0, 1) for most scores; infinite on the sides without a limit.
        """
        worse = self.options.get("adjusted") or self.options.get("assignment") == "in order"
        return -np.inf if worse else 0.0, np.inf if self.matrix.unit == ERROR else 1.0

    @property
    def part_names(self) -> tuple[str, ...]:
        """The latents, factors or pairs that the parts belong to."""
        return self.matrix.axis_names(self.axis)

    @functools.cached_property
    def cautioned(self) -> tuple[str, ...]:
        """One text per caution of the metric, '' for cautions that do not apply."""
        return tuple(caution(self) for caution in self._cautions)

    @property
    def cautions(self) -> tuple[str, ...]:
        """Reasons why the score may mislead on these samples; empty if none is known."""
        return tuple(filter(None, self.cautioned))

    @property
    def summary_line(self) -> str:
        """The number and how it was made, in one line for a paper."""
        return f"{self.metric} = {self.value:.4f} ({self.provenance()})"

    def provenance(self, without: Collection[str] = ()) -> str:
        """Describe how the score was made: convention, options, samples and version.

        Parameters
        ----------
        without : collection of str, default=()
            Names of options to leave out.

        Returns
        -------
        words : str
            The description, without the number.
        """
        option_texts = [
            f"{name}={value:.4g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in self.options.items()
            if name not in without
        ]
        provenance = f"convention {self.convention!r}" + (
            f": {', '.join(option_texts)}" if option_texts else ""
        )
        return "; ".join(filter(None, [provenance, self.size, f"disentangle_edu {VERSION}"]))

    @property
    def explanation(self) -> str:
        """The part that lowers the score most, and the two entries that decide this part."""
        error = self.matrix.unit == ERROR
        cost = self.weights * (self.parts if error else 1 - self.parts)
        i = int(cost.round(12).argmax())  # ties go to the first, whatever rounding did
        if cost[i] < 5e-5 and self.matrix.undersampled:
            return f"Whether every {self.axis[:-1]} gets 1 cannot be counted from so few samples."
        if cost[i] < 5e-5:
            praise = "has no error" if error else "gets 1, the most there is"
            condition = "" if (self.weights > 0).all() else " that counts"
            return f"Every {self.axis[:-1]}{condition} {praise}."
        name, part = self.part_names[i], f"{self.part} {self.parts[i]:.2f}"
        if len(cost) > 1 and max(np.ptp(cost), np.ptp(self.parts)) < ROUNDING:
            return f"All {self.axis} are alike ({part}). Take {name}: {self.explain_part(i)}."
        weight = f"{self.weights[i]:.2f}"
        is_tied = abs(cost - cost[i]) + abs(self.parts - self.parts[i]) < ROUNDING
        if is_tied.sum() > 1:
            names = np.array(self.part_names)[is_tied].tolist()
            costliest = (
                " and ".join(names) if len(names) < 4 else f"{len(names)} of the {self.axis}"
            )
            sentence = f"What costs most are {costliest} ({part}, weight {weight} each)"
            return f"{sentence}. Take {name}: {self.explain_part(i)}."
        return f"What costs most is {name} ({part}, weight {weight}): {self.explain_part(i)}."

    def explain_part(self, i: int) -> str:
        """Explain one part by the matrix.

        Parameters
        ----------
        i : int
            Index of the part.

        Returns
        -------
        words : str
            The two largest entries of the row or column, or the explanation of the metric itself.
        """
        if self._because:
            return self._because(self.matrix, i)
        per_column = self.axis == self.matrix.columns
        line = self.matrix.values[:, i] if per_column else self.matrix.values[i]
        names = self.matrix.row_names if per_column else self.matrix.column_names
        top = np.argsort(-line, kind="stable")[:2]
        subject = "entry is" if len(top) == 1 else "entries are"
        return f"its largest {subject} " + " and ".join(
            with_numbers([names[j] for j in top], line[top], self.matrix.unit)
        )

    def __getstate__(self) -> dict[str, object]:
        return without_caches(self)

    def __float__(self) -> float:
        return self.value

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray:
        return np.asarray(self.value, dtype=dtype)  # what numpy.mean of some scores asks for

    def __round__(self, digits: int | None = None) -> float:
        return round(self.value, digits)

    def __eq__(self, other: object) -> bool:
        return self.value == float(other) if isinstance(other, (Score, Real)) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.value < float(other) if isinstance(other, (Score, Real)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} ({part:.3f})" for name, part in zip(self.part_names, self.parts))
        lines = [
            f"{self.metric} = {self.value:.4f}",
            f"over {self.axis}: {parts}",
            self.explanation,
            *(f"Caution: {caution}." for caution in self.cautions),
        ]
        return "\n  ".join(lines)


def normalize_weights(weights: Floats) -> Floats:
    """Divide weights by their sum along the last axis.

    Parameters
    ----------
    weights : ndarray of shape (..., n_weights)
        Numbers from 0 upwards.

    Returns
    -------
    shares : ndarray of shape (..., n_weights)
        Numbers from 0 to 1 that sum to 1 along the last axis. If all weights are 0, all shares are
        equal, because no part has a larger effect than another.

    Examples
    --------
    >>> normalize_weights(np.array([[1.0, 3.0], [0.0, 0.0]])).tolist()
    [[0.25, 0.75], [0.5, 0.5]]
    """
    total = weights.sum(-1, keepdims=True)
    alike = np.full(weights.shape, 1 / weights.shape[-1])
    return np.divide(weights, total, out=alike, where=total > 0)
