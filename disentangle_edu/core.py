"""The nouns, and the two decorators that turn plain functions into measures and metrics.

    Representation --measure--> InformativenessMatrix --metric--> Score

A `Representation` is a table of factors beside a table of latents. A *measure* looks at it and
fills a matrix, mostly with one row per latent and one column per factor. A *metric* judges the
matrix: it gives every latent, factor or pair a part between 0 and 1, and the score is the weighted
mean of the parts. Nothing else makes a score, so a score can never disagree with its explanation.

    @measure  looks at samples:  (representation, options) -> matrix
    @metric   judges a matrix:   matrix -> parts and weights, one per latent, factor or pair
                                 (`over` says which)
"""

import functools
import inspect
import os
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar, NoReturn, ParamSpec, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import conventions
from .checks import (
    LARGEST,
    MIN_SAMPLES,
    absent_aside,
    check_choice,
    check_options,
    check_scale,
    check_seed,
    check_source,
    in_a_cell,
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
    words_coded,
)

VERSION = "0.1.0"
WIDE = 88  # letters of a printed line
UNBROKEN = "\N{NO-BREAK SPACE}"  # keeps together what one name says
ROUNDING = 1e-9  # how far sums and quotients may stray from what they stand for

Floats = NDArray[np.float64]
P = ParamSpec("P")
R = TypeVar("R")


# ----------------------------------------------------------------------------------- Representation


class Representation:
    """Factors and latents of the same samples, checked once and read-only ever after.

    factors : (n, K) numbers, what generated each sample; every factor takes at least two values. A
        column of words in a DataFrame has them as its levels. A numpy masked array says where a
        factor is absent (a sentence without an adverb): each factor is then judged on the samples
        that have it.
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
    story : one sentence on where the numbers come from.

    Raises ValueError or TypeError that names the argument, what was found and what was expected;
    also for numbers beyond 1e30, or columns that spread over less than 1e-30.
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
        story: str = "",
    ) -> None:
        _check_same_index(factors, latents)
        factor_names = _own_names(factors) if factor_names is None else factor_names
        latent_names = _own_names(latents) if latent_names is None else latent_names
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
        self.factors = columns
        if self.present is not None:  # what forgets to look there must fail: NaN is never a score
            self.factors = np.where(self.present, columns, np.nan)
            self.factors.setflags(write=False)
        self.story = printable(story)
        self._measured: dict[Any, Any] = {}  # filled by @measure; the arrays cannot change

    def having(self, k: int) -> slice | NDArray[np.intp]:
        """Which samples have factor k: a slice of all, or their rows."""
        return slice(None) if self.present is None else np.flatnonzero(self.present[:, k])

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
            story=self.story,
        )

    @property
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
        return self.__dict__ | {"_measured": {}}  # another process measures for itself

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
        told = [
            f"{name} ({self._described(kind, column)})"
            for name, kind, column in zip(names, kinds, columns)
        ]
        return ", ".join(words.replace(" ", UNBROKEN) for words in told)

    def _described(self, kind: str, column: Floats) -> str:
        words = size_of(column) if kind == "levels" else kind
        if is_cyclic(kind):
            words = f"cyclic, returns after {turn_of(kind):g}"
        share = share_of(len(column), len(self))
        return words + (f", in {share} samples" if len(column) < len(self) else "")


def _own_names(columns: object) -> Iterable[object] | None:
    """The names that a DataFrame has for its columns."""
    return getattr(columns, "columns", None)


def _check_same_index(factors: Any, latents: Any) -> None:
    """Raise ValueError for two DataFrames whose rows have other names, or another order."""
    frames = all(hasattr(one, "columns") and hasattr(one, "index") for one in (factors, latents))
    if frames and len(factors) == len(latents) and not factors.index.equals(latents.index):
        raise ValueError(
            "latents: found a DataFrame with another index than that of factors, expected the same "
            "rows in the same order: latents.loc[factors.index], or latents.to_numpy() where they "
            "are and only their names differ."
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


class Drawn:
    """What a notebook shows as a picture with its numbers, and what a paper shows as a figure.

    painter, plotter : set by `show.pictures` and `show.plots`.
    """

    painter: ClassVar[Callable[[Any], Any] | None] = None
    plotter: ClassVar[Callable[[Any, Any], Any] | None] = None

    def plot(self, ax: Any = None) -> Any:
        """Draw it with matplotlib, on these Axes or on new ones; returns the Axes."""
        return Drawn.plotter(self, ax) if Drawn.plotter else None

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        words = {"text/plain": repr(self)}
        return words | Drawn.painter(self)._repr_mimebundle_() | words if Drawn.painter else words


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
    row_names, column_names : names of the latents and the factors.
    """

    def __init__(
        self,
        values: ArrayLike,
        what: str = "informativeness",
        unit: str = "",
        *,
        latent_total: ArrayLike | None = None,
        factor_total: ArrayLike | None = None,
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
    """How often a held-still factor (column) was taken for which factor (row), for BetaVAE."""

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


@functools.total_ordering
class Score(Drawn):
    """A number with its reasons: `value` is `parts @ weights`, and it keeps the matrix it judged.

    parts : one number per latent, factor or pair (`over` says which), with `part_names`: from 0 to
        1; below 0 for worse than chance, where the option `rescaled` asks for that; errors (NRMSE)
        may exceed 1.
    weights : how much each part counts, from 0 upwards; they are made to sum to 1.
    matrix : what the metric judged.   metric : its name.
    options : what was asked other than by default.
    convention : under whose convention it was made (see `conventions`).
    size : what it was made from, in words.

    It compares, rounds and prints like its number, and cannot be changed.

    Raises ValueError for parts or weights of another number than there are latents, factors or
    pairs, or beyond these bounds; ArithmeticError for one that is not finite.
    """

    metric: str
    over: str
    matrix: Matrix
    options: dict[str, Any]
    convention: str
    size: str
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
    ) -> None:
        check_choice("over", over, OVER)
        own = vars(self)
        own.update(metric=metric, over=over, matrix=matrix, options=dict(options or {}))
        own.update(convention=convention, size=size, _because=because, _cautions=cautions)
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
        low = -np.inf if self.options.get("rescaled") else 0
        high = np.inf if self.matrix.unit == ERROR else 1
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
        name, part = self.part_names[i], f"{self.parts[i]:.2f}"
        if len(cost) > 1 and max(np.ptp(cost), np.ptp(self.parts)) < ROUNDING:
            return f"All {self.over} have the same part, {part}. Take {name}: {self.hangs_on(i)}."
        weight = f"{self.weights[i]:.2f}"
        alike = abs(cost - cost[i]) + abs(self.parts - self.parts[i]) < ROUNDING
        if alike.sum() > 1:
            names = np.array(self.part_names)[alike].tolist()
            most = " and ".join(names) if len(names) < 4 else f"{len(names)} of the {self.over}"
            told = f"What costs most are {most} (part {part}, weight {weight} each)"
            return f"{told}. Take {name}: {self.hangs_on(i)}."
        return f"What costs most is {name} (part {part}, weight {weight}): {self.hangs_on(i)}."

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
        entries = " and ".join(f"{names[j]} {line[j]:.2f}" for j in top)
        words = "entry is" if len(top) == 1 else "entries are"
        return f"its largest {words} {entries} {self.matrix.unit}".rstrip()

    def __float__(self) -> float:
        return self.value

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
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
        parts = ", ".join(f"{name} {part:.3f}" for name, part in zip(self.part_names, self.parts))
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


# ----------------------------------------------------------------------------------------- @measure


def measure(function: Callable[P, R]) -> Callable[P, R]:
    """Make `function(source, *, options)` a measure: options are checked, results remembered.

    They are remembered by the source, for every set of options (but `progress`, which changes
    nothing). Arrays and lists among the options are taken as tuples, a Generator as the seed that
    it draws next.
    """
    name, signature = function.__name__, inspect.signature(function)
    first = next(iter(signature.parameters))
    defaults = {
        p.name: p.default for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY
    }

    @functools.wraps(function)
    def measured(*args: P.args, **kwargs: P.kwargs) -> R:
        check_options(name, signature, kwargs.keys() - {first})
        bound = signature.bind(*args, **kwargs)
        source, options = bound.arguments[first], plain_options(bound.kwargs)
        asked = {key: value for key, value in (defaults | options).items() if key != "progress"}
        # The repr tells 1 from 1.0 and from True, which are equal and yet not all allowed.
        key = (function, *((key, value, repr(value)) for key, value in sorted(asked.items())))
        cache = getattr(source, "_measured", {})
        if key not in cache:
            cache[key] = function(source, **options)  # type: ignore[call-arg,arg-type]
        return cast(R, cache[key])

    vars(measured)["is_measure"] = True
    return measured


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as plain values that can be remembered and compared; the seed is checked."""
    plain = {name: _plain(name, value) for name, value in options.items()}
    seed = plain.get("seed")
    if isinstance(seed, np.random.Generator):  # it moves on, so remember what it draws
        plain["seed"] = int(seed.integers(2**31))
    elif "seed" in plain:
        plain["seed"] = check_seed(seed)
    return plain


def _plain(argument: str, value: Any) -> Any:
    """A number of numpy's as Python's own, an array or a list as a tuple."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        value = tuple(_plain(argument, part) for part in value)
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"{argument}: found {shown(value)}, expected a number, a text or a list of them."
        ) from None
    return value


# ------------------------------------------------------------------------------------------ @metric

# An option in a docstring: its name, a colon, and indented lines that go on.
OPTION = re.compile(r"^[A-Za-z_]\w*(?:, \w+)* : .*(?:\n +.*)*", re.M)
Formula = Callable[..., tuple[ArrayLike, ArrayLike]]
Because = Callable[[Any, int], str]

# What a metric may state in `breaks`; `promises` has what each of them changes.
PROMISE_NAMES = (
    "latents_in_another_order",
    "factors_in_another_order",
    "samples_in_another_order",
    "latents_with_another_sign",
    "latents_on_another_scale",
    "latents_bent",
    "classes_renamed",
    "a_dead_latent_more",
    "a_copied_latent_more",
    "a_noise_latent_more",
)


class Metric(Protocol):
    """What `metric` makes of a formula: a function from a source or a matrix to a Score.

    formula : as it was written, matrix -> (parts, weights).   by_chance : whether it takes a seed.
    measure, over, reads, reflects, breaks, because : as they were given to `metric`.
    """

    __name__: str
    __signature__: inspect.Signature
    formula: Formula
    measure: Callable[..., Matrix]
    over: str
    reads: type[Matrix]
    reflects: int | None
    breaks: frozenset[str]
    because: Because | None
    by_chance: bool

    def __call__(self, *source: Any, **options: Any) -> Score:
        """Judge a matrix, or what the measure finds in a source."""


OF_EVERY_SCORE: list[Callable[..., str]] = []  # cautions that hold whatever the metric is
METRICS: dict[str, Metric] = {}  # name -> metric, in the order of the page they are written on


def metric(
    *,
    measure: Callable[..., Matrix],
    over: str,
    reads: type[Matrix] = InformativenessMatrix,
    needs: str | None = None,
    bounded: bool = False,
    reflects: int | None = None,
    breaks: Iterable[str] = (),
    because: Because | None = None,
    cautions: Iterable[Callable[..., str]] = (),
) -> Callable[[Formula], Metric]:
    """Make a formula `matrix -> (parts, weights)` a metric that also takes what `measure` looks at.

    over : what the parts are of, "latents", "factors" or "pairs".
    reads : the kind of matrix it judges.
    needs : "factor_total" or "latent_total" where the formula divides by it.
    bounded : whether entries are shares, accuracies or the like, so that none may exceed 1 (where
        the matrix's unit is no error).
    reflects : the characteristic (1, 2 or 3; see `exact`) that the score is meant to reflect, if
        any.
    breaks : names of the promises (see `promises`) that this metric does not keep; it keeps all
        others.
    because : because(matrix, i) -> words on what part i hangs on, where that is not the two largest
        entries of its own line.
    cautions : functions of a Score and its Representation that say why it may mislead here, or
        nothing (see `cautions`).

    The metric also takes `convention`, the name of one of CONVENTIONS; options given beside it win.
    Its name must be new, but a cell of a notebook may be run again, and put a reader's metric in
    the place of ours. Raises ValueError or TypeError for what is wrong with the metric, and,
    when it is called, for a formula that does not return parts and weights as a Score has them.
    """

    def decorate(formula: Formula) -> Metric:
        recipe = _Recipe(
            formula,
            measure,
            over,
            reads,
            needs,
            bounded,
            reflects,
            breaks if isinstance(breaks, str) else tuple(breaks),
            because,
            tuple(cautions),
        )
        recipe.check()

        @functools.wraps(formula)
        def scored(*source: Any, convention: str = conventions.OURS, **options: Any) -> Score:
            return recipe.score(recipe.only(source), convention, options)

        scored.__doc__ = "\n\n".join(filter(None, [inspect.getdoc(formula), recipe.told()]))
        vars(scored).update(
            __signature__=recipe.signature,
            formula=formula,
            measure=measure,
            over=over,
            reads=reads,
            reflects=reflects,
            breaks=frozenset(recipe.breaks),
            because=because,
            by_chance="seed" in recipe.signature.parameters,
        )
        METRICS[recipe.name] = found = cast(Metric, scored)
        return found

    return decorate


@dataclass(frozen=True)
class _Recipe:
    """How a metric makes a score: the formula and all that was said of it."""

    formula: Formula
    measure: Callable[..., Matrix]
    over: str
    reads: type[Matrix]
    needs: str | None
    bounded: bool
    reflects: int | None
    breaks: str | tuple[str, ...]
    because: Because | None
    cautions: tuple[Callable[..., str], ...]

    @property
    def name(self) -> str:
        return self.formula.__name__

    # ------------------------------------------------------------------------- what may be a metric

    def check(self) -> None:
        """Raise ValueError or TypeError for what cannot be a metric, before it is one."""
        self._check_name()
        self._check_measure()
        self._check_over()
        self._check_statements()

    def _check_name(self) -> None:
        name = getattr(self.formula, "__name__", None)
        if not callable(self.formula) or name is None or not name.isidentifier():
            raise TypeError(
                f"metric: found {shown(self.formula)}, expected a function with a name of its own."
            )
        taken = METRICS.get(name)
        again = taken is not None and _place(taken.formula) == _place(self.formula)
        if taken is not None and not again and not in_a_cell(self.formula):
            raise ValueError(
                f"metric: found the name {name!r}, which is in use (by {_place(taken.formula)}), "
                "expected another one."
            )

    def _check_measure(self) -> None:
        if not getattr(self.measure, "is_measure", False):
            raise TypeError(
                f"{self.name}: found the measure {shown(self.measure)}, expected one of those in "
                "`measures`, or a function under @measure."
            )
        if not (isinstance(self.reads, type) and issubclass(self.reads, Matrix)):
            raise TypeError(
                f"{self.name}: reads: found {shown(self.reads)}, expected a kind of matrix, e.g. "
                "InformativenessMatrix."
            )
        own = set(inspect.signature(self.formula).parameters)
        if twice := sorted(own & {*self.lent, "convention"}):
            raise ValueError(
                f"{self.name}: found the option {twice[0]!r} in the formula and in its measure, "
                "expected different names."
            )

    def _check_over(self) -> None:
        check_choice(f"{self.name}: over", self.over, OVER)
        here = [self.reads.rows, self.reads.columns]
        if self.reads.pair_names is not Matrix.pair_names:
            here.append("pairs")
        check_choice(f"{self.name}: over, for {self.reads.__name__}", self.over, here)

    def _check_statements(self) -> None:
        if self.reflects not in (None, 1, 2, 3) or isinstance(self.reflects, bool):
            raise ValueError(
                f"{self.name}: reflects: found {shown(self.reflects)}, "
                "expected a characteristic: 1, 2 or 3, or None."
            )
        if isinstance(self.breaks, str):
            raise TypeError(
                f"{self.name}: breaks: found {self.breaks!r}, expected a list of promises."
            )
        for promise in self.breaks:
            check_choice(f"{self.name}: breaks", promise, PROMISE_NAMES)

    def told(self) -> str:
        """What the measure says of its options, for whoever asks for help on the metric."""
        said = inspect.getdoc(self.measure) or ""
        found = OPTION.findall(said)
        words = {name for entry in found for name in entry.partition(" : ")[0].split(", ")}
        left = [f"{name}={p.default!r}" for name, p in self.lent.items() if name not in words]
        found += [textwrap.fill(", ".join(left), WIDE)] * bool(left)
        head = f"Options of the measure, {self.measure.__name__}:"
        return "\n".join([head, *(textwrap.indent(entry, "    ") for entry in found)] * bool(found))

    # ------------------------------------------------------------------------- from source to score

    @functools.cached_property
    def lent(self) -> dict[str, inspect.Parameter]:
        """The options of the measure."""
        return {n: p for n, p in _parameters(self.measure).items() if p.kind is p.KEYWORD_ONLY}

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """One source, then the options of the formula, those of the measure, and the convention."""
        own = [p for p in _parameters(self.formula).values() if p.kind is p.KEYWORD_ONLY]
        chosen = inspect.Parameter(
            "convention", inspect.Parameter.KEYWORD_ONLY, default=conventions.OURS, annotation=str
        )
        source = inspect.Parameter(
            "source", inspect.Parameter.POSITIONAL_ONLY, annotation=self._sources()
        )
        options = [*own, *self.lent.values(), chosen]
        return inspect.Signature([source, *options], return_annotation=Score)

    def _sources(self) -> Any:
        """The type of what the metric takes: what its measure looks at, or what it judges."""
        looks_at = next(iter(_parameters(self.measure).values())).annotation
        if looks_at is inspect.Parameter.empty or isinstance(looks_at, str):
            looks_at = Representation
        return looks_at | self.reads

    def only(self, given: tuple[Any, ...]) -> Any:
        """The one thing to be judged. Raises TypeError for none, for several, and for another."""
        if len(given) != 1:
            raise TypeError(
                f"{self.name}: found {len(given)} things to judge, expected one, e.g. "
                f"{self.name}(Representation(factors, latents))."
            )
        if isinstance(given[0], (np.ndarray, str, os.PathLike)):
            check_source(self.name, given[0], Representation)
        return given[0]

    def score(self, source: Any, convention: str, options: dict[str, Any]) -> Score:
        check_options(self.name, self.signature, options)
        chosen = conventions.settings(convention, self.name) | plain_options(options)
        lent = {name: value for name, value in chosen.items() if name in self.lent}
        own = {name: value for name, value in chosen.items() if name not in self.lent}
        matrix = self._matrix(source, convention, lent)
        parts, weights = self._two_things(self.formula(matrix, **own))
        size, cautions = "", []
        if isinstance(source, Representation):
            size = (
                f"{len(source):,} samples, {len(source.latent_names)} latents, "
                f"{len(source.factor_names)} factors"
            )
            asked = (*OF_EVERY_SCORE, *self.cautions)
            cautions = [functools.partial(caution, rep=source) for caution in asked]
        return Score(
            self.name,
            parts,
            self.over,
            weights,
            matrix,
            chosen,
            self.because,
            convention,
            size,
            cautions,
        )

    def _two_things(self, answer: object) -> tuple[ArrayLike, ArrayLike]:
        """What the formula returned, if it is parts and weights."""
        if not (isinstance(answer, tuple) and len(answer) == 2):
            raise TypeError(
                f"{self.name}: its formula returned {shown(answer)}, "
                "expected two things: return parts, weights."
            )
        return answer

    def _matrix(self, source: Any, convention: str, options: dict[str, Any]) -> Matrix:
        """The matrix to judge: the source itself, or what the measure finds in it; checked."""
        if isinstance(source, Matrix):
            if options:
                raise TypeError(
                    f"{self.name}: {', '.join(options)} say how to measure a representation "
                    f"(convention {convention!r}); a matrix is measured already."
                )
            matrix = source
        else:
            if isinstance(source, Representation):
                conventions.refuse(convention, self.name, source)
            matrix = self.measure(source, **options)
        if not isinstance(matrix, self.reads):
            raise TypeError(
                f"{self.name}: found {type(matrix).__name__}, expected {self.reads.__name__}."
            )
        self._check_matrix(matrix)
        return matrix

    def _check_matrix(self, matrix: Matrix) -> None:
        """Raise ValueError for a matrix without the totals, or beyond the range, of this metric."""
        if self.needs and getattr(matrix, self.needs, None) is None:
            raise ValueError(
                f"{self.name}: found a matrix without {self.needs}, expected the numbers to divide "
                f"or weigh by: {type(matrix).__name__}(values, {self.needs}=...)."
            )
        if self.bounded and matrix.unit != ERROR and matrix.values.max() > 1 + ROUNDING:
            raise ValueError(
                f"{self.name}: found an entry of {matrix.values.max():g}, expected numbers from 0 "
                f"to 1, or a matrix of errors (unit {ERROR!r})."
            )


def _place(function: Callable[..., Any]) -> str:
    """Where a function stands: its module and its name there."""
    return f"{function.__module__}.{function.__qualname__}"


def _parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a function, with annotations that are types where they can be looked up."""
    try:
        return inspect.signature(function, eval_str=True).parameters
    except Exception:  # an annotation may be any expression
        return inspect.signature(function).parameters
