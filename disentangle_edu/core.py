"""The nouns: what passes from samples to a score.

    Representation --measure--> InformativenessMatrix --metric--> Score

A `Representation` is a table of factors beside a table of latents. A *measure* looks at it and
fills a matrix, mostly with one row per latent and one column per factor. A *metric* judges the
matrix: it gives every latent, factor or pair a part between 0 and 1, and the score is the weighted
mean of the parts. Nothing else makes a score, so a score can never disagree with its explanation.

What makes a plain function a measure or a metric stands in `making`.
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
    absent_aside,
    check_choice,
    check_scale,
    is_cyclic,
    kinds_of,
    moving,
    names_of,
    printable,
    share_of,
    shown,
    size_of,
    table,
    turn_of,
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
    """Factors and latents of the same samples, checked once and read-only ever after.

    factors : (n, K) numbers, what generated each sample; every factor takes at least two values. A
        column of words in a DataFrame has them as its levels, in the order of the alphabet, or in
        that of an ordered Categorical; a sample without a word lacks the factor. A numpy masked
        array says where a factor is absent (a sentence without an adverb): each factor is then
        judged on the samples that have it. Tables of polars and Arrow are taken as DataFrames are.
    latents : (n, L) numbers, what the encoder says about it. A latent may be constant ("dead"): it
        then informs about nothing, votes for nothing and weighs nothing.
    factor_names, latent_names : K and L different strings; "factor 1", "latent 1" and so on if left
        out.
    factor_kinds, latent_kinds : "levels" or "continuous", one word for all columns or one per
        column. Left out, a column has *levels* if it has at most 64 distinct values, each of them
        twice on average, and is *continuous* otherwise. Levels are compared as they are; continuous
        columns are cut into bins where a metric counts. A factor may be "cyclic 360", an angle that
        returns after 360 ("cyclic" alone: one step behind its largest value): where a metric
        counts, its circle is cut, so that it has levels if they are few; where one predicts, it
        predicts sine and cosine; and a method that can do neither refuses it.
    categories : {factor name: words}, what the codes 0, 1, ... of a factor stand for, if they have
        no order. A DataFrame's columns of words bring theirs. Scores that read the order of a
        factor have a caution then.
    story : one sentence on where the numbers come from.

    Raises ValueError or TypeError that names the argument, what was found and what was expected;
    also for numbers beyond 1e30, or columns that spread over less than 1e-30.

    >>> rep = Representation([[0], [1], [0], [1]], [[0.1], [0.8], [0.2], [0.9]])
    >>> rep.factor_names, rep.latent_names, len(rep)
    (('factor 1',), ('latent 1',), 4)
    """

    def __init__(
        self,
        factors: ArrayLike,
        latents: ArrayLike,
        *,
        factor_names: Iterable[object] | None = None,
        latent_names: Iterable[object] | None = None,
        factor_kinds: str | Iterable[str | None] | None = None,
        latent_kinds: str | Iterable[str | None] | None = None,
        categories: Mapping[str, Iterable[str]] | None = None,
        story: str = "",
    ) -> None:
        check_same_index("latents", latents, "factors", factors)
        factors, latents = as_frame(factors, "factors"), as_frame(latents, "latents")
        if factor_names is None:
            factor_names = _own_names(factors, "factor_names")
        if latent_names is None:
            latent_names = _own_names(latents, "latent_names")
        factors, words = words_coded(factors)
        columns, self.present = absent_aside(factors, factor_names)
        self.latents = table(latents, "latents", latent_names)
        _check_samples(columns, self.latents)
        self.factor_names = names_of(factor_names, columns.shape[1], "factor")
        self.latent_names = names_of(latent_names, self.latents.shape[1], "latent")
        _check_factors_vary(columns, self.factor_names)
        check_scale(columns, "factors", self.factor_names)
        check_scale(self.latents, "latents", self.latent_names)
        self.factor_kinds = kinds_of(
            factor_kinds, columns, self.factor_names, "factor_kinds", words
        )
        self.latent_kinds = kinds_of(latent_kinds, self.latents, self.latent_names, "latent_kinds")
        self.factors = columns = _within_turns(columns, self.factor_kinds)
        _check_factors_vary(columns, self.factor_names)
        named = {self.factor_names[k]: of_column for k, of_column in words.items() if of_column}
        self.categories = self._checked_categories(categories or {}, columns) | named
        if self.present is not None:  # what forgets to look there must fail: NaN is never a score
            self.factors = np.where(self.present, columns, np.nan)
            self.factors.setflags(write=False)
        self.story = printable(story)
        self._measured: dict[Any, Any] = {}  # filled by @measure; the arrays cannot change

    def _checked_categories(
        self, categories: Mapping[str, Iterable[str]], columns: Floats
    ) -> dict[str, tuple[str, ...]]:
        """The words of factors that have levels, one for each code."""
        found = {name: tuple(map(str, words)) for name, words in categories.items()}
        for name, words in found.items():
            check_choice("categories", name, self.factor_names)
            k = self.factor_names.index(name)
            codes = np.unique(columns[:, k])
            if self.factor_kinds[k] != "levels" or not np.isin(codes, range(len(words))).all():
                raise ValueError(
                    f"categories: found {len(words)} words for {shown(name)}, expected a factor "
                    "with levels, and a word for each of its codes 0, 1 and so on."
                )
        return found

    def having(self, k: int) -> slice | NDArray[np.intp]:
        """Which samples have factor k: a slice of all, or their rows."""
        return slice(None) if self.present is None else np.flatnonzero(self.present[:, k])

    def together(self) -> list[list[int]]:
        """The places of the factors, those that the same samples have in one list."""
        if self.present is None:
            return [list(range(len(self.factor_names)))]
        found: dict[bytes, list[int]] = {}
        for k, there in enumerate(self.present.T):
            found.setdefault(there.tobytes(), []).append(k)
        return list(found.values())

    def of(self, rows: NDArray[np.intp] | slice) -> "Representation":
        """The same factors and latents of some samples alone."""
        factors = np.ma.masked_invalid(self.factors[rows])
        return Representation(
            factors if self.present is not None else factors.data,
            self.latents[rows],
            factor_names=self.factor_names,
            latent_names=self.latent_names,
            factor_kinds=self.factor_kinds,
            latent_kinds=self.latent_kinds,
            categories=self.categories,
            story=self.story,
        )

    @functools.cached_property  # of a million samples it takes a while
    def dead_latents(self) -> list[str]:
        """Names of the latents that never move."""
        return [name for name, moves in zip(self.latent_names, moving(self.latents)) if not moves]

    @property
    def cyclic_factors(self) -> list[str]:
        """Names of the factors that return, as angles do."""
        return [name for name, kind in zip(self.factor_names, self.factor_kinds) if is_cyclic(kind)]

    def column(self, k: int) -> Floats:
        """The values of factor k, of the samples that have it."""
        return self.factors[self.having(k), k]

    def __getstate__(self) -> dict[str, object]:
        return without_caches(self) | {"_measured": {}}  # another process measures for itself

    def __len__(self) -> int:
        return len(self.factors)

    def __repr__(self) -> str:
        factors = [self.column(k) for k in range(len(self.factor_names))]
        lines = [
            f"Representation of {len(self):,} samples" + (self.story and f": {self.story}"),
            f"  factors: {self._listed(self.factor_names, self.factor_kinds, factors)}",
            f"  latents: {self._listed(self.latent_names, self.latent_kinds, self.latents.T)}",
        ]
        filled = [textwrap.fill(line, WIDE, subsequent_indent=" " * 11) for line in lines]
        return "\n".join(filled).replace(UNBROKEN, " ")

    def _listed(self, names: Sequence[str], kinds: Sequence[str], columns: Iterable[Floats]) -> str:
        """Names with what each column holds; only the ends of a long row of continuous ones."""
        if len(names) > 6 and set(kinds) == {"continuous"}:
            return f"{names[0]} ... {names[-1]} ({len(names)}, all continuous)"
        lines = [
            f"{name} ({self._described(kind, column)})"
            for name, kind, column in zip(names, kinds, columns)
        ]
        return ", ".join(words.replace(" ", UNBROKEN) for words in lines)

    def _described(self, kind: str, column: Floats) -> str:
        words = size_of(column) if kind == "levels" else kind
        if is_cyclic(kind):
            words = f"cyclic, returns after {turn_of(kind):g}"
        share = share_of(len(column), len(self))
        return words + (f", in {share} samples" if len(column) < len(self) else "")


def without_caches(thing: object) -> dict[str, object]:
    """The attributes of a thing, but for what its cached properties have answered."""
    cached = lambda name: isinstance(getattr(type(thing), name, None), functools.cached_property)
    return {name: value for name, value in vars(thing).items() if not cached(name)}


def _own_names(columns: object, argument: str) -> Iterable[object] | None:
    """The names that a DataFrame has for its columns."""
    names = getattr(columns, "columns", None)
    if names is not None and any(name is None or name != name for name in names):
        raise ValueError(
            f"{argument}: found a column without a name, expected a name for every column: "
            "table.columns = [...]."
        )
    return names


def check_same_index(argument: str, frame: Any, first: str, other: Any) -> None:
    """Raise ValueError for two DataFrames whose rows have other names, or another order."""
    frames = all(hasattr(one, "columns") and hasattr(one, "index") for one in (frame, other))
    if frames and len(frame) == len(other) and not frame.index.equals(other.index):
        raise ValueError(
            f"{argument}: found a DataFrame with another index than that of {first}, expected the "
            f"same rows in the same order: {argument}.loc[{first}.index], or {argument}.to_numpy() "
            "where they are and only their names differ."
        )


def _check_samples(factors: Floats, latents: Floats) -> None:
    """Raise ValueError unless both tables have the same rows, and enough of them."""
    n, m = len(factors), len(latents)
    if n != m:
        raise ValueError(
            f"latents: found {m} rows, expected {n}, as many as factors has (one row per sample)."
        )
    if n < MIN_SAMPLES:
        raise ValueError(f"factors: found {n} samples, expected at least {MIN_SAMPLES}.")


def _check_factors_vary(factors: Floats, names: Sequence[str]) -> None:
    """Raise ValueError for a factor that has one value only."""
    for name, column, varies in zip(names, factors.T, moving(factors)):
        if not varies:
            raise ValueError(
                f"factors: {shown(name)} has the value {column[0]:g} in every sample; "
                "expected at least two values (a constant factor has nothing to be found; drop it)."
            )


def _within_turns(factors: Floats, kinds: Sequence[str]) -> Floats:
    """The factors, cyclic ones from 0 to one turn, whose two ends are one value."""
    if not any(map(is_cyclic, kinds)):
        return factors
    columns = [within_turn(v, kind) if is_cyclic(kind) else v for v, kind in zip(factors.T, kinds)]
    turned = np.column_stack(columns)
    turned.setflags(write=False)
    return turned


class Drawn:
    """What a notebook shows as a picture with its numbers, and what a paper shows as a figure.

    What draws each kind stands in `show` and above; it is registered for `picture` and `figure`.
    """

    def plot(self, ax: Any = None) -> Any:
        """Draw it with matplotlib, on these Axes or on new ones; returns the Axes."""
        return figure(self, ax)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        words = {"text/plain": repr(self)}
        return words | picture(self)._repr_mimebundle_() | words


@functools.singledispatch
def picture(thing: Any) -> Any:
    """The picture of a Score, of a Matrix, or of anything that brings one."""
    return thing.picture()


@functools.singledispatch
def figure(thing: Any, ax: Any = None) -> Any:
    """The figure of a Score, of a Matrix or of a table of scores; returns matplotlib's Axes."""
    raise NotImplementedError  # `show.plots` registers all three


# ----------------------------------------------------------------------------------------- matrices


class Matrix(Drawn):
    """A table of non-negative numbers that knows what they are, their unit, its rows and columns.

    notes : sentences that a reader of the numbers should know (what was cut into bins, what is
        approximate).
    """

    rows: ClassVar[str] = "latents"
    columns: ClassVar[str] = "factors"
    row_word: ClassVar[str] = "latent"  # the first half of a row's name where none is given
    MOST: ClassVar[float] = LARGEST**4  # entries may be squares of latents, and will be squared
    thin: bool = False  # whether it was counted from too few samples to be believed

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
        self.values = table(values, "values")
        self._check_entries((self.values < 0) | (self.values > self.MOST), "numbers from 0 upwards")
        self.what, self.unit, self.notes = what, unit, tuple(notes)
        rows, columns = self.values.shape
        self.row_names = names_of(row_names, rows, self.row_word, "row_names")
        self.column_names = names_of(column_names, columns, "factor", "column_names")

    def _check_entries(self, wrong: NDArray[np.bool_], expected: str) -> None:
        """Raise ValueError for the first entry that is wrong."""
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise ValueError(
                f"values: found {self.values[row, column]:g} in row {row + 1}, "
                f"column {column + 1}, expected {expected}, none beyond {self.MOST:g}."
            )

    @property
    def pair_names(self) -> tuple[str, ...]:
        """Names of the pairs of columns, of a matrix whose metric judges pairs."""
        return ()

    def names_over(self, over: str) -> tuple[str, ...]:
        """Names of the latents, factors or pairs that a metric of this matrix has parts for."""
        if over == "pairs":
            return self.pair_names
        return self.column_names if over == self.columns else self.row_names

    def __repr__(self) -> str:
        first = max(map(len, self.row_names))
        widths = [max(len(name), 6) for name in self.column_names]
        line = lambda name, cells: "  ".join(
            [name.ljust(first), *(cell.rjust(width) for cell, width in zip(cells, widths))]
        )
        return "\n".join(
            [
                f"{type(self).__name__}: {self.what} ({self.unit}), rows are {self.rows}, "
                f"columns {self.columns}",
                line("", self.column_names),
                *(
                    line(name, [f"{value:.3f}" for value in row])
                    for name, row in zip(self.row_names, self.values)
                ),
            ]
        )


class InformativenessMatrix(Matrix):
    """What each latent (row) tells about each factor (column): the thing that most metrics judge.

    values : (L, K) numbers from 0 upwards; they may be typed by hand.
    what, unit : e.g. "mutual information", "bits".
    latent_total, factor_total : the entropies H(z_i) and H(v_k) in the same unit, where they are
        known; no entry may exceed its totals. A metric that divides by a total refuses a matrix
        without it.
    factor_given : (K, K) in the same unit, H(v_k | v_l): what is left of factor k (row) once factor
        l (column) is known; None where factors are independent, so that all of it is left.
    row_names, column_names : names of the latents and the factors.

    >>> InformativenessMatrix([[1, 0], [0, 0.5]], "mutual information", "bits").values.max(axis=0)
    array([1. , 0.5])
    """

    def __init__(
        self,
        values: ArrayLike,
        what: str = "informativeness",
        unit: str = "",
        *,
        latent_total: ArrayLike | None = None,
        factor_total: ArrayLike | None = None,
        factor_given: ArrayLike | None = None,
        row_names: Iterable[object] | None = None,
        column_names: Iterable[object] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(
            values, what, unit, row_names=row_names, column_names=column_names, notes=notes
        )
        self.latent_total = self._total(latent_total, "latent_total", axis=1)
        self.factor_total = self._total(factor_total, "factor_total", axis=0)
        if self.factor_total is not None and self.factor_total.min() <= 0:
            raise ValueError(
                f"factor_total: found {self.factor_total.min():g}, expected entropies above 0."
            )
        self.factor_given = None if factor_given is None else self._left(factor_given)

    def _left(self, factor_given: ArrayLike) -> Floats:
        """What is left of each factor once another is known, checked."""
        found, K = table(factor_given, "factor_given"), self.values.shape[1]
        if found.shape != (K, K) or self.factor_total is None:
            raise ValueError(
                f"factor_given: found shape {found.shape}, expected ({K}, {K}) beside factor_total."
            )
        if (found < -ROUNDING).any() or (found > self.factor_total[:, None] + ROUNDING).any():
            raise ValueError(
                f"factor_given: found {found.min():g} to {found.max():g}, expected numbers from 0 "
                "to the factor's own entropy: knowing another thing leaves no more of it."
            )
        return found

    def _total(self, total: ArrayLike | None, argument: str, axis: int) -> Floats | None:
        """The total of every row (axis 1) or column (axis 0), one number standing for all."""
        if total is None:
            return None
        largest = self.values.max(axis)
        if np.shape(total) not in ((), largest.shape):
            raise ValueError(
                f"{argument}: found shape {np.shape(total)}, expected one number, "
                f"or {len(largest)} of them."
            )
        found = table(np.broadcast_to(np.asarray(total), largest.shape)[None], argument)[0]
        over = largest > found + ROUNDING * np.abs(found)
        if over.any():
            i = int(over.argmax())
            raise ValueError(
                f"{argument}: found {found[i]:g} at place {i + 1}, expected at least "
                f"{largest[i]:g}, the largest entry there: nothing can tell more about a thing "
                "than all there is to know."
            )
        return found


class Confusions(Matrix):
    """How often a held-still factor (column) was taken for which factor (row), for BetaVAE.

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
    """What each latent (row) does, whatever the factors are; one column per statistic."""

    columns = "statistics"

    def __init__(self, values: ArrayLike, what: str, unit: str = "", **names: Any) -> None:
        super().__init__(values, what, unit, **names)


class Votes(InformativenessMatrix):
    """How often each latent (row) moved least while a factor (column) was held still: FactorVAE.

    choice : (L,) the factor that each latent stands for, counted from 0, as learned from other
        votes; by default the majority of these.

    >>> round(factor_vae(Votes([[3, 0], [1, 4]])).value, 3)
    0.875
    """

    def __init__(
        self,
        values: ArrayLike,
        what: str = "votes",
        unit: str = "",
        *,
        choice: ArrayLike | None = None,
        **names: Any,
    ) -> None:
        super().__init__(values, what, unit, **names)
        self.choice = self.values.argmax(1) if choice is None else self._chosen(choice)
        self.choice.setflags(write=False)

    def _chosen(self, choice: ArrayLike) -> NDArray[np.intp]:
        """One factor for every latent, checked."""
        (L, K), found = self.values.shape, np.asarray(choice)
        if (
            found.shape != (L,)
            or found.dtype.kind not in "iu"
            or not ((found >= 0) & (found < K)).all()
        ):
            raise ValueError(
                f"choice: found {shown(choice)}, expected {L} whole numbers from 0 to {K - 1}: "
                "the factor that each latent stands for."
            )
        return found.astype(np.intp)


# -------------------------------------------------------------------------------------------- Score
OVER = ("latents", "factors", "pairs")  # what parts may be of
ERROR = "NRMSE"  # the one unit in which less is better, and in which there is no best but 0


def with_numbers(names: Sequence[str], numbers: Floats, unit: str = "") -> list[str]:
    """Names with a number each in brackets, and the unit in the last: a name may be a number."""
    units = [""] * (len(names) - 1) + [f" {unit}".rstrip()]
    return [f"{name} ({number:.2f}{u})" for name, number, u in zip(names, numbers, units)]


@functools.total_ordering
class Score(Drawn):
    """A number with its reasons: `value` is `parts @ weights`, and it keeps the matrix it judged.

    parts : one number per latent, factor or pair (`over` says which), with `part_names`: from 0 to
        1; below 0 for worse than chance, where the option `rescaled` asks for that, or where a
        latent that was declared for a factor is not its best; errors (NRMSE)
        may exceed 1.
    weights : how much each part counts, from 0 upwards; they are made to sum to 1.
    matrix : what the metric judged.   metric : its name.
    options : what was asked other than by default.
    convention : under whose convention it was made (see `conventions`).
    size : what it was made from, in words.
    part : what the metric calls one of its parts.

    It compares, rounds and prints like its number, and cannot be changed.

    Raises ValueError for parts or weights of another number than there are latents, factors or
    pairs, or beyond these bounds; ArithmeticError for one that is not finite.

    >>> score = mig(InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1))
    >>> score > 0.25, score.parts.round(3)
    (True, array([0.4, 0.2]))
    """

    metric: str
    over: str
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
        over: str,
        weights: ArrayLike,
        matrix: Matrix,
        options: Mapping[str, Any] | None = None,
        because: "Because | None" = None,
        convention: str = conventions.OURS,
        size: str = "",
        cautions: "Sequence[Callable[[Score], str]]" = (),
        part: str = "part",
    ) -> None:
        check_choice("over", over, OVER)
        own = vars(self)
        own.update(metric=metric, over=over, matrix=matrix, options=dict(options or {}))
        own.update(convention=convention, size=size, part=part)
        own.update(_because=because, _cautions=cautions)
        own["parts"] = self._one_each(parts, "parts")
        weights = self._one_each(weights, "weights")
        self._check_bounds(weights)
        own["weights"] = shares(weights)
        own["value"] = float(self.parts @ self.weights)
        for numbers in (self.parts, self.weights):
            numbers.setflags(write=False)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{name}: a score cannot be changed, or it would contradict its parts; make another."
        )

    def _one_each(self, numbers: ArrayLike, what: str) -> Floats:
        """The numbers as an array, one for every latent, factor or pair."""
        try:
            found = np.array(numbers, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(
                f"{self.metric}: found the {what} {shown(numbers)}, expected numbers."
            ) from None
        if found.shape != (len(self.part_names),):
            raise ValueError(
                f"{self.metric}: found {what} of shape {found.shape}, "
                f"expected ({len(self.part_names)},): one for each of the {self.over}."
            )
        if not np.isfinite(found).all():
            raise ArithmeticError(
                f"{self.metric}: one of its {what} is not a finite number; no score is made of it."
            )
        return found

    def _check_bounds(self, weights: Floats) -> None:
        """Raise ValueError for a negative weight, and for a part that no metric may give."""
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
                    f"{shown(self.part_names[i])}, expected {expected}."
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that a part, and so the score, may be; infinite where it may."""
        worse = self.options.get("rescaled") or self.options.get("declared") == "in order"
        return -np.inf if worse else 0.0, np.inf if self.matrix.unit == ERROR else 1.0

    @property
    def part_names(self) -> tuple[str, ...]:
        """The latents, factors or pairs that the parts belong to."""
        return self.matrix.names_over(self.over)

    @functools.cached_property
    def cautioned(self) -> tuple[str, ...]:
        """What each caution of the metric says here, "" where it has nothing to say."""
        return tuple(caution(self) for caution in self._cautions)

    @property
    def cautions(self) -> tuple[str, ...]:
        """Sentences on why this number may mislead here; empty where we know of no reason."""
        return tuple(filter(None, self.cautioned))

    @property
    def line(self) -> str:
        """The number and how it was made, in one line that can go into a paper."""
        return f"{self.metric} = {self.value:.4f} ({self.made()})"

    def made(self, without: Collection[str] = ()) -> str:
        """Convention, options (but those named), samples and version."""
        asked = [
            f"{name}={value:.4g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in self.options.items()
            if name not in without
        ]
        how = f"convention {self.convention!r}" + (f": {', '.join(asked)}" if asked else "")
        return "; ".join(filter(None, [how, self.size, f"disentangle_edu {VERSION}"]))

    @property
    def because(self) -> str:
        """What decided the score: the part that costs most, and the two entries it hangs on."""
        error = self.matrix.unit == ERROR
        cost = self.weights * (self.parts if error else 1 - self.parts)
        i = int(cost.round(12).argmax())  # ties go to the first, whatever rounding did
        if cost[i] < 5e-5 and self.matrix.thin:
            return f"Whether every {self.over[:-1]} gets 1 cannot be counted from so few samples."
        if cost[i] < 5e-5:
            praise = "has no error" if error else "gets 1, the most there is"
            which = "" if (self.weights > 0).all() else " that counts"
            return f"Every {self.over[:-1]}{which} {praise}."
        name, part = self.part_names[i], f"{self.part} {self.parts[i]:.2f}"
        if len(cost) > 1 and max(np.ptp(cost), np.ptp(self.parts)) < ROUNDING:
            return f"All {self.over} are alike ({part}). Take {name}: {self.hangs_on(i)}."
        weight = f"{self.weights[i]:.2f}"
        alike = abs(cost - cost[i]) + abs(self.parts - self.parts[i]) < ROUNDING
        if alike.sum() > 1:
            names = np.array(self.part_names)[alike].tolist()
            most = " and ".join(names) if len(names) < 4 else f"{len(names)} of the {self.over}"
            sentence = f"What costs most are {most} ({part}, weight {weight} each)"
            return f"{sentence}. Take {name}: {self.hangs_on(i)}."
        return f"What costs most is {name} ({part}, weight {weight}): {self.hangs_on(i)}."

    def hangs_on(self, i: int) -> str:
        """What part i hangs on.

        The two largest entries of its row or column, or as the metric says.
        """
        if self._because:
            return self._because(self.matrix, i)
        per_column = self.over == self.matrix.columns
        line = self.matrix.values[:, i] if per_column else self.matrix.values[i]
        names = self.matrix.row_names if per_column else self.matrix.column_names
        top = np.argsort(-line, kind="stable")[:2]
        words = "entry is" if len(top) == 1 else "entries are"
        return f"its largest {words} " + " and ".join(
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
            f"over {self.over}: {parts}",
            self.because,
            *(f"Caution: {words}." for words in self.cautions),
        ]
        return "\n  ".join(lines)


def shares(weights: Floats) -> Floats:
    """Weights that sum to 1 along the last axis; where nothing weighs anything, all weigh the same.

    There nothing was found, and no part is more to blame than another.
    """
    total = weights.sum(-1, keepdims=True)
    alike = np.full(weights.shape, 1 / weights.shape[-1])
    return np.divide(weights, total, out=alike, where=total > 0)
