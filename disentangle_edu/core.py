"""The nouns, and the two decorators that turn plain functions into measures and metrics.

    Representation --measure--> InformativenessMatrix --metric--> Score

A `Representation` is a table of factors beside a table of latents. A *measure* looks at it and fills a matrix,
mostly with one row per latent and one column per factor. A *metric* judges the matrix: it gives every latent, factor
or pair a part between 0 and 1, and the score is the weighted mean of the parts. Nothing else makes a score, so a
score can never disagree with its explanation.

    @measure  looks at samples:  (representation, options) -> matrix
    @metric   judges a matrix:   matrix -> parts and weights, one per latent, factor or pair (`over` says which)
"""

import functools
import inspect

import numpy as np

from . import conventions
from .checks import (
    MIN_SAMPLES,
    absent_aside,
    check_count,
    check_options,
    check_scale,
    kinds_of,
    names_of,
    size_of,
    table,
)

VERSION = "0.1.0"


# ---------------------------------------------------------------------------------------------- Representation


class Representation:
    """Factors and latents of the same samples, checked once and read-only ever after.

    factors : (n, K) numbers, what generated each sample; every factor takes at least two values. A numpy masked array
        says where a factor is absent (a sentence without an adverb): each factor is then judged on the samples that have it.
    latents : (n, L) numbers, what the encoder says about it. A latent may be constant ("dead"): it then informs about
        nothing, votes for nothing and weighs nothing.
    factor_names, latent_names : K and L different strings; "factor 1", "latent 1" and so on if left out.
    factor_kinds, latent_kinds : "levels" or "continuous", one word for all columns or one per column. Left out, a
        column has *levels* if it has at most 64 distinct values, each of them twice on average, and is *continuous*
        otherwise. Levels are compared as they are; continuous columns are cut into bins where a metric counts.
    story : one sentence on where the numbers come from.

    Raises ValueError or TypeError that names the argument, what was found and what was expected.
    """

    def __init__(
        self,
        factors,
        latents,
        *,
        factor_names=None,
        latent_names=None,
        factor_kinds=None,
        latent_kinds=None,
        story="",
    ):
        factor_names = (
            getattr(factors, "columns", None) if factor_names is None else factor_names
        )  # a DataFrame's own
        latent_names = getattr(latents, "columns", None) if latent_names is None else latent_names
        self.factors, self.present = absent_aside(factors, factor_names)
        self.latents = table(latents, "latents", latent_names)
        (n, K), (m, L) = self.factors.shape, self.latents.shape
        if n != m:
            raise ValueError(
                f"latents: found {m} rows, expected {n}, as many as factors has (one row per sample)."
            )
        if n < MIN_SAMPLES:
            raise ValueError(f"factors: found {n} samples, expected at least {MIN_SAMPLES}.")
        self.factor_names = names_of(factor_names, K, "factor")
        self.latent_names = names_of(latent_names, L, "latent")
        for name, column in zip(self.factor_names, self.factors.T):
            if column.min() == column.max():
                raise ValueError(
                    f"factors: {name!r} has the value {column[0]:g} in every sample; "
                    "expected at least two values (a constant factor has nothing to be found; drop it)."
                )
        check_scale(self.factors, "factors", self.factor_names)
        check_scale(self.latents, "latents", self.latent_names)
        self.factor_kinds = kinds_of(factor_kinds, self.factors, self.factor_names, "factor_kinds")
        self.latent_kinds = kinds_of(latent_kinds, self.latents, self.latent_names, "latent_kinds")
        if (
            self.present is not None
        ):  # what forgets to look aside must fail: a NaN never becomes a score
            self.factors = np.where(self.present, self.factors, np.nan)
            self.factors.setflags(write=False)
        self.story = story
        self._measured = {}  # filled by @measure; safe because the arrays cannot change

    def having(self, k):
        """Which samples have factor k: a slice of all, or their rows."""
        return slice(None) if self.present is None else np.flatnonzero(self.present[:, k])

    @property
    def dead_latents(self):
        """Names of the latents that never move."""
        return [
            name
            for name, column in zip(self.latent_names, self.latents.T)
            if column.min() == column.max()
        ]

    def column(self, k):
        """The values of factor k, of the samples that have it."""
        return self.factors[self.having(k), k]

    def __getstate__(self):
        return self.__dict__ | {"_measured": {}}  # another process measures for itself

    def __len__(self):
        return len(self.factors)

    def __repr__(self):
        def describe(names, kinds, columns):
            if len(names) > 6 and set(kinds) == {"continuous"}:
                return f"{names[0]} ... {names[-1]} ({len(names)}, all continuous)"
            return ", ".join(
                f"{name} ({size_of(column) if kind == 'levels' else 'continuous'}"
                + (
                    f", in {len(column) / len(self):.0%} of the samples"
                    if len(column) < len(self)
                    else ""
                )
                + ")"
                for name, kind, column in zip(names, kinds, columns)
            )

        lines = [
            f"Representation of {len(self):,} samples" + (f": {self.story}" if self.story else ""),
            f"  factors: {describe(self.factor_names, self.factor_kinds, map(self.column, range(len(self.factor_names))))}",
            f"  latents: {describe(self.latent_names, self.latent_kinds, self.latents.T)}",
        ]
        return "\n".join(lines)


class Drawn:
    """Something that a notebook shows as a picture with its numbers; `pictures` sets the painter."""

    painter = None

    def _repr_mimebundle_(self, include=None, exclude=None):
        words = {"text/plain": repr(self)}
        return words | Drawn.painter(self)._repr_mimebundle_() | words if Drawn.painter else words


# ---------------------------------------------------------------------------------------------------- matrices


class Matrix(Drawn):
    """A table of non-negative numbers that says what they are, in which unit, and what its rows and columns stand for.

    notes : sentences that a reader of the numbers should know (what was cut into bins, what is approximate).
    """

    rows, columns = "latents", "factors"
    row_word = "latent"  # the first half of a row's name where none is given

    def __init__(self, values, what, unit, *, row_names=None, column_names=None, notes=()):
        self.values = table(values, "values")
        if self.values.min() < 0:
            row, column = np.argwhere(self.values < 0)[0]
            raise ValueError(
                f"values: found {self.values[row, column]:g} in row {row + 1}, column {column + 1}, "
                "expected numbers from 0 upwards."
            )
        self.what, self.unit, self.notes = what, unit, tuple(notes)
        self.row_names = names_of(row_names, len(self.values), self.row_word)
        self.column_names = names_of(column_names, self.values.shape[1], "factor")

    def __repr__(self):
        head = f"{type(self).__name__}: {self.what} ({self.unit}), rows are {self.rows}, columns {self.columns}"
        width = max(len(name) for name in self.row_names)
        columns = [max(len(name), 6) for name in self.column_names]
        lines = [
            " " * width
            + "  "
            + "  ".join(name.rjust(w) for name, w in zip(self.column_names, columns))
        ]
        lines += [
            name.ljust(width)
            + "  "
            + "  ".join(f"{value:.3f}".rjust(w) for value, w in zip(row, columns))
            for name, row in zip(self.row_names, self.values)
        ]
        return "\n".join([head] + lines)


class InformativenessMatrix(Matrix):
    """What each latent (row) tells about each factor (column): the thing that most metrics judge.

    values : (L, K) numbers from 0 upwards; they may be typed by hand.
    what, unit : e.g. "mutual information", "bits".
    latent_total, factor_total : the entropies H(z_i) and H(v_k) in the same unit, where they are known; no entry
        may exceed its totals. A metric that divides by a total refuses a matrix without it.
    row_names, column_names : names of the latents and the factors.
    """

    def __init__(
        self,
        values,
        what="informativeness",
        unit="",
        *,
        latent_total=None,
        factor_total=None,
        row_names=None,
        column_names=None,
        notes=(),
    ):
        super().__init__(
            values, what, unit, row_names=row_names, column_names=column_names, notes=notes
        )
        self.latent_total = self._total(latent_total, "latent_total", axis=1)
        self.factor_total = self._total(factor_total, "factor_total", axis=0)
        if self.factor_total is not None and self.factor_total.min() <= 0:
            raise ValueError(
                f"factor_total: found {self.factor_total.min():g}, expected entropies above 0."
            )

    def _total(self, total, argument, axis):
        if total is None:
            return None
        largest = self.values.max(axis)
        total = table(np.broadcast_to(total, largest.shape)[None], argument)[0]
        if (over := largest - total).max() > 1e-9:
            i = int(over.argmax())
            raise ValueError(
                f"{argument}: found {total[i]:g} at place {i + 1}, expected at least {largest[i]:g}, the "
                "largest entry there: nothing can tell more about a thing than all there is to know."
            )
        return total


class Confusions(Matrix):
    """How often a held-still factor (column) was taken for which factor (row); the judge's view of BetaVAE."""

    rows, row_word = "guesses", "factor"

    def __init__(self, values, what, unit="test points", **names):
        super().__init__(values, what, unit, **names)
        if self.values.shape[0] != self.values.shape[1]:
            raise ValueError(
                f"values: found shape {self.values.shape}, expected a square table: guesses by factors."
            )


class Activity(Matrix):
    """What each latent (row) does, whatever the factors are; one column per statistic."""

    columns = "statistics"

    def __init__(self, values, what, unit="", **names):
        super().__init__(values, what, unit, **names)


class Votes(InformativenessMatrix):
    """How often each latent (row) moved least while a factor (column) was held still; the judge's view of FactorVAE.

    choice : (L,) the factor that each latent stands for, as learned from other votes; by default the majority of these.
    """

    def __init__(self, values, what="votes", unit="", *, choice=None, **names):
        super().__init__(values, what, unit, **names)
        self.choice = self.values.argmax(1) if choice is None else np.array(choice)
        self.choice.setflags(write=False)


# ------------------------------------------------------------------------------------------------------- Score


class Score(Drawn):
    """A number with its reasons: `value` is `parts @ weights`, and the matrix it was read from comes along.

    parts : one number per latent, factor or pair (`over` says which), with `part_names`.
    weights : how much each part counts; they sum to 1.
    matrix : what the metric judged.   metric : its name.   options : what was asked other than by default.
    convention : under whose convention it was made (see `conventions`).   size : what it was made from, in words.
    """

    def __init__(
        self,
        metric,
        parts,
        over,
        weights,
        matrix,
        options=None,
        because=None,
        convention=conventions.OURS,
        size="",
        cautions=(),
    ):
        self.metric, self.over, self.matrix, self.options = (
            metric,
            over,
            matrix,
            dict(options or {}),
        )
        self.convention, self.size, self._because, self._cautions = (
            convention,
            size,
            because,
            cautions,
        )
        self.parts = np.asarray(parts, dtype=float)
        weights = np.asarray(weights, dtype=float)
        if not (
            np.isfinite(self.parts).all() and np.isfinite(weights).all() and weights.min() >= 0
        ):
            raise ArithmeticError(
                f"{metric}: a part or a weight is not a finite number; no score is made of it."
            )
        self.weights = shares(weights)
        self.value = float(self.parts @ self.weights)

    @property
    def part_names(self):
        if self.over == "pairs":
            return self.matrix.pair_names
        return (
            self.matrix.column_names if self.over == self.matrix.columns else self.matrix.row_names
        )

    @functools.cached_property
    def cautions(self):
        """Sentences on why this number may mislead here; empty where we know of no reason."""
        return tuple(words for caution in self._cautions if (words := caution(self)))

    @property
    def line(self):
        """How the number was made, in one line that can go into a paper."""
        asked = [
            f"{name}={value:.4g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in self.options.items()
        ]
        how = f"convention {self.convention!r}" + (f": {', '.join(asked)}" if asked else "")
        return f"{self.metric} = {self.value:.4f} ({'; '.join(filter(None, [how, self.size, 'disentangle_edu ' + VERSION]))})"

    @property
    def because(self):
        """One sentence on what decided the score: the part that costs most, and the two entries it hangs on."""
        error = self.matrix.unit == "NRMSE"  # the one unit in which less is better
        cost = self.weights * (self.parts if error else 1 - self.parts)
        i = int(cost.round(12).argmax())  # ties go to the first, whatever rounding did
        if cost[i] < 5e-5:
            return f"Every {self.over[:-1]} that counts has {'no error' if error else 'its full part'}."
        head = f"{self.part_names[i]} costs most (part {self.parts[i]:.3f}, weight {self.weights[i]:.3f})"
        if len(cost) > 1 and np.ptp(cost) < 1e-9:
            head = f"All {self.over} cost the same (part {self.parts[i]:.3f}, weight {self.weights[i]:.3f}); {self.part_names[i]}, for one"
        unit = f" {self.matrix.unit}" if self.matrix.unit else ""
        if self._because:
            return f"{head}; {self._because(self.matrix, i)}."
        per_column = self.over == self.matrix.columns
        line = self.matrix.values[:, i] if per_column else self.matrix.values[i]
        names = self.matrix.row_names if per_column else self.matrix.column_names
        top = np.argsort(-line, kind="stable")[:2]
        entries = ", ".join(f"{names[j]} {line[j]:.4g}" for j in top)
        return f"{head}; its largest {'entry' if len(top) == 1 else 'entries'}: {entries}{unit}."

    def __float__(self):
        return self.value

    def __format__(self, spec):
        return format(self.value, spec)

    def __repr__(self):
        parts = ", ".join(f"{name} {part:.3f}" for name, part in zip(self.part_names, self.parts))
        lines = [
            f"{self.metric} = {self.value:.4f}",
            f"over {self.over}: {parts}",
            self.because,
            *(f"Caution: {words}." for words in self.cautions),
        ]
        return "\n  ".join(lines)


def shares(weights):
    """Weights that sum to 1 along the last axis. Where nothing weighs anything, nothing was found: all count the same."""
    total = weights.sum(-1, keepdims=True)
    return np.divide(
        weights, total, out=np.full(weights.shape, 1 / weights.shape[-1]), where=total > 0
    )


# --------------------------------------------------------------------------------------------------- decorators

METRICS = {}  # name -> metric, in the order of the page they are written on


def _drawn_seed(options):
    """A number in place of a Generator, which moves on; so that the draw can be remembered and repeated."""
    seed = options.get("seed")
    return {"seed": int(seed.integers(2**31))} if isinstance(seed, np.random.Generator) else {}


def measure(function):
    """Make `function(source, *, options)` a measure: options are checked by name, results remembered per source."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def measured(source, **options):
        check_options(function.__name__, signature, options)
        options = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in options.items()
        } | _drawn_seed(options)
        if "seed" in options:
            check_count("seed", options["seed"], least=0)
        key = (
            function,
            *sorted(
                (name, options.get(name, p.default))
                for name, p in signature.parameters.items()
                if p.kind is p.KEYWORD_ONLY and name != "progress"
            ),
        )
        cache = getattr(source, "_measured", {})
        if key not in cache:
            cache[key] = function(source, **options)
        return cache[key]

    return measured


def metric(
    *,
    measure,
    over,
    reads=InformativenessMatrix,
    needs=None,
    reflects=None,
    breaks=(),
    because=None,
    cautions=(),
):
    """Make a formula `matrix -> (parts, weights)` a metric that also takes whatever `measure` can look at.

    over : what the parts are, "latents" or "factors".   reads : the kind of matrix it judges.
    needs : "factor_total" or "latent_total" where the formula divides by it.
    reflects : the characteristic (1, 2 or 3; see `exact`) that the score is meant to reflect, if any.
    breaks : names of the promises (see `promises`) that this metric does not keep; it keeps all others.
    because : because(matrix, i) -> words on what part i hangs on, where that is not the two largest entries of its own line.
    cautions : functions of a Score of a Representation that say why it may mislead here, or nothing (see `cautions`).

    The metric also takes `convention`, the name of one of CONVENTIONS; options given beside it win.
    """

    def decorate(formula):
        name, own = formula.__name__, inspect.signature(formula)
        lent = [
            p for p in inspect.signature(measure).parameters.values() if p.kind is p.KEYWORD_ONLY
        ]
        chosen = inspect.Parameter(
            "convention", inspect.Parameter.KEYWORD_ONLY, default=conventions.OURS
        )
        known = own.replace(parameters=[*own.parameters.values(), *lent, chosen])

        @functools.wraps(formula)
        def scored(source, *, convention=conventions.OURS, **options):
            check_options(name, known, options)
            options = conventions.settings(convention, name) | options | _drawn_seed(options)
            formula_options = {
                key: value for key, value in options.items() if key in own.parameters
            }
            measure_options = {
                key: value for key, value in options.items() if key not in own.parameters
            }
            if isinstance(source, Matrix):
                if measure_options:
                    raise TypeError(
                        f"{name}: {', '.join(measure_options)} say how to measure a representation (convention {convention!r}); "
                        "a matrix is measured already."
                    )
                matrix = source
            else:
                if isinstance(source, Representation):
                    conventions.refuse(convention, name, source)
                matrix = measure(source, **measure_options)
            if not isinstance(matrix, reads):
                raise TypeError(
                    f"{name}: found {type(matrix).__name__}, expected {reads.__name__}."
                )
            if needs and getattr(matrix, needs) is None:
                raise ValueError(
                    f"{name}: found a matrix without {needs}, expected the entropies to divide by: "
                    f"InformativenessMatrix(values, {needs}=...)."
                )
            parts, weights = formula(matrix, **formula_options)
            if not isinstance(source, Representation):
                return Score(name, parts, over, weights, matrix, options, because, convention)
            size = f"{len(source):,} samples, {len(source.latent_names)} latents, {len(source.factor_names)} factors"
            bound = [functools.partial(caution, rep=source) for caution in cautions]
            return Score(
                name, parts, over, weights, matrix, options, because, convention, size, bound
            )

        scored.__signature__ = known
        scored.measure, scored.over, scored.formula = measure, over, formula
        scored.reads, scored.reflects, scored.because = reads, reflects, because
        scored.breaks, scored.by_chance = frozenset(breaks), "seed" in known.parameters
        METRICS[name] = scored
        return scored

    return decorate
