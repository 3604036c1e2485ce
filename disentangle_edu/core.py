"""The nouns, and the two decorators that turn plain functions into measures and metrics.

    Representation --measure--> InformativenessMatrix --metric--> Score

A `Representation` is a table of factors beside a table of latents. A *measure* looks at it and fills a matrix,
mostly with one row per latent and one column per factor. A *metric* judges the matrix: it gives every latent, factor
or pair a part between 0 and 1, and the score is the weighted mean of the parts. Nothing else makes a score, so a
score can never disagree with its explanation.
"""

import functools
import inspect
import warnings

import numpy as np

MIN_SAMPLES = 4  # the smallest world with two factors of two levels
MAX_LEVELS = 64  # more distinct values than this and a column counts as continuous


# ---------------------------------------------------------------------------------------------- Representation


class Representation:
    """Factors and latents of the same samples, checked once and read-only ever after.

    factors : (n, K) numbers, what generated each sample; every factor takes at least two values.
    latents : (n, L) numbers, what the encoder says about it. A latent may be constant ("dead"): it then informs about
        nothing, votes for nothing and weighs nothing.
    factor_names, latent_names : K and L different strings; "factor 1", "latent 1" and so on if left out.
    factor_kinds, latent_kinds : "levels" or "continuous", one word for all columns or one per column. Left out, a
        column has *levels* if it has at most 64 distinct values, each of them twice on average, and is *continuous*
        otherwise. Levels are compared as they are; continuous columns are cut into bins where a metric counts.
    story : one sentence on where the numbers come from.

    Raises ValueError or TypeError that names the argument, what was found and what was expected.
    """

    def __init__(self, factors, latents, *, factor_names=None, latent_names=None, factor_kinds=None,
                 latent_kinds=None, story=""):
        self.factors = _table(factors, "factors")
        self.latents = _table(latents, "latents")
        (n, K), (m, L) = self.factors.shape, self.latents.shape
        if n != m:
            raise ValueError(f"latents: found {m} rows, expected {n}, as many as factors has (one row per sample).")
        if n < MIN_SAMPLES:
            raise ValueError(f"factors: found {n} samples, expected at least {MIN_SAMPLES}.")
        self.factor_names = _names(factor_names, K, "factor")
        self.latent_names = _names(latent_names, L, "latent")
        for name, column in zip(self.factor_names, self.factors.T):
            if column.min() == column.max():
                raise ValueError(f"factors: {name!r} has the value {column[0]:g} in every sample; "
                                 "expected at least two values (a constant factor has nothing to be found; drop it).")
        self.factor_kinds = _kinds(factor_kinds, self.factors, self.factor_names, "factor_kinds")
        self.latent_kinds = _kinds(latent_kinds, self.latents, self.latent_names, "latent_kinds")
        self.story = story
        self._measured = {}  # filled by @measure; safe because the arrays cannot change

    def __len__(self):
        return len(self.factors)

    def __repr__(self):
        def describe(names, kinds, table):
            if len(names) > 6 and set(kinds) == {"continuous"}:
                return f"{names[0]} ... {names[-1]} ({len(names)}, all continuous)"
            return ", ".join(f"{name} ({np.unique(column).size} levels)" if kind == "levels" else f"{name} (continuous)"
                             for name, kind, column in zip(names, kinds, table.T))
        lines = [f"Representation of {len(self):,} samples" + (f": {self.story}" if self.story else ""),
                 f"  factors: {describe(self.factor_names, self.factor_kinds, self.factors)}",
                 f"  latents: {describe(self.latent_names, self.latent_kinds, self.latents)}"]
        return "\n".join(lines)


def _table(values, argument):
    """A read-only float copy of a two-dimensional table of finite numbers."""
    array = np.asarray(values)
    if array.ndim != 2:
        raise ValueError(f"{argument}: found an array of {array.ndim} dimension(s), expected a table of two: "
                         f"(samples, {argument}). A single column is written values[:, None].")
    if 0 in array.shape:
        raise ValueError(f"{argument}: found an empty table of shape {array.shape}, expected at least one row and one column.")
    if array.dtype.kind not in "biuf":
        column = next((j for j in range(array.shape[1]) if not _numeric(array[:, j])), None)  # Python numbers may be in there
        if column is not None:
            raise TypeError(f"{argument}: column {column + 1} holds {array[0, column]!r}, expected numbers. "
                            "Turn text into codes first, e.g. with pandas.factorize.")
    array = array.astype(float)  # always a copy: nobody else can change it
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        row, column = bad[0]
        raise ValueError(f"{argument}: found {array[row, column]} in row {row + 1}, column {column + 1} "
                         f"({len(bad)} such values in all), expected finite numbers only.")
    array.setflags(write=False)
    return array


def _numeric(column):
    """Whether a column of objects holds real numbers only; text that looks like a number is still text."""
    return column.dtype.kind == "O" and all(isinstance(value, (int, float, np.number)) and not isinstance(value, np.complexfloating)
                                            for value in column)


def _names(names, count, word):
    names = tuple(f"{word} {i + 1}" for i in range(count)) if names is None else tuple(str(name) for name in names)
    if len(names) != count or len(set(names)) != count:
        raise ValueError(f"{word}_names: found {names}, expected {count} different names, one per {word}.")
    return names


def _kinds(kinds, table, names, argument):
    if kinds is None or isinstance(kinds, str):
        kinds = [kinds] * table.shape[1]
    if len(kinds) != table.shape[1] or not set(kinds) <= {"levels", "continuous", None}:
        raise ValueError(f"{argument}: found {kinds!r}, expected 'levels' or 'continuous', once or per column ({len(names)}).")
    return tuple(_kind(column, name, kind, argument) for column, name, kind in zip(table.T, names, kinds))


def _kind(column, name, kind, argument):
    if kind == "levels" and argument == "factor_kinds" and np.unique(column).size == column.size:
        raise ValueError(f"{argument}: {name!r} has as many values as samples ({column.size}), expected levels that "
                         "repeat. Leave it continuous.")
    if kind is not None:
        return kind
    if np.unique(column[:1000]).size > MAX_LEVELS:  # the head of a long column decides most cases
        return "continuous"
    distinct = np.unique(column).size
    if distinct == column.size and argument == "factor_kinds":
        warnings.warn(f"factors: {name!r} has as many values as samples ({distinct}), so it is treated as continuous. "
                      f"Say {argument}='continuous' to silence this, or merge its values into levels that repeat.",
                      stacklevel=4)
    return "levels" if distinct <= min(MAX_LEVELS, column.size / 2) else "continuous"


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
        self.values = _table(values, "values")
        if self.values.min() < 0:
            row, column = np.argwhere(self.values < 0)[0]
            raise ValueError(f"values: found {self.values[row, column]:g} in row {row + 1}, column {column + 1}, "
                             "expected numbers from 0 upwards.")
        self.what, self.unit, self.notes = what, unit, tuple(notes)
        self.row_names = _names(row_names, len(self.values), self.row_word)
        self.column_names = _names(column_names, self.values.shape[1], "factor")

    def __repr__(self):
        head = f"{type(self).__name__}: {self.what} ({self.unit}), rows are {self.rows}, columns {self.columns}"
        width = max(len(name) for name in self.row_names)
        columns = [max(len(name), 6) for name in self.column_names]
        lines = [" " * width + "  " + "  ".join(name.rjust(w) for name, w in zip(self.column_names, columns))]
        lines += [name.ljust(width) + "  " + "  ".join(f"{value:.3f}".rjust(w) for value, w in zip(row, columns))
                  for name, row in zip(self.row_names, self.values)]
        return "\n".join([head] + lines)


class InformativenessMatrix(Matrix):
    """What each latent (row) tells about each factor (column): the thing that most metrics judge.

    values : (L, K) numbers from 0 upwards; they may be typed by hand.
    what, unit : e.g. "mutual information", "bits".
    latent_total, factor_total : the entropies H(z_i) and H(v_k) in the same unit, where they are known; no entry
        may exceed its totals. A metric that divides by a total refuses a matrix without it.
    row_names, column_names : names of the latents and the factors.
    """

    def __init__(self, values, what="informativeness", unit="", *, latent_total=None, factor_total=None, row_names=None,
                 column_names=None, notes=()):
        super().__init__(values, what, unit, row_names=row_names, column_names=column_names, notes=notes)
        self.latent_total = self._total(latent_total, "latent_total", axis=1)
        self.factor_total = self._total(factor_total, "factor_total", axis=0)
        if self.factor_total is not None and self.factor_total.min() <= 0:
            raise ValueError(f"factor_total: found {self.factor_total.min():g}, expected entropies above 0.")

    def _total(self, total, argument, axis):
        if total is None:
            return None
        largest = self.values.max(axis)
        total = _table(np.broadcast_to(total, largest.shape)[None], argument)[0]
        if (over := largest - total).max() > 1e-9:
            i = int(over.argmax())
            raise ValueError(f"{argument}: found {total[i]:g} at place {i + 1}, expected at least {largest[i]:g}, the "
                             "largest entry there: nothing can tell more about a thing than all there is to know.")
        return total


class Confusions(Matrix):
    """How often a held-still factor (column) was taken for which factor (row); the judge's view of BetaVAE."""

    rows, row_word = "guesses", "factor"

    def __init__(self, values, what, unit="test points", **names):
        super().__init__(values, what, unit, **names)
        if self.values.shape[0] != self.values.shape[1]:
            raise ValueError(f"values: found shape {self.values.shape}, expected a square table: guesses by factors.")


class Votes(InformativenessMatrix):
    """How often each latent (row) moved least while a factor (column) was held still; the judge's view of FactorVAE.

    choice : (L,) the factor that each latent stands for, as learned from other votes; by default the majority of these.
    """

    def __init__(self, values, what="votes", unit="", *, choice=None, **names):
        super().__init__(values, what, unit, **names)
        self.choice = self.values.argmax(1) if choice is None else np.asarray(choice)


# ------------------------------------------------------------------------------------------------------- Score


class Score(Drawn):
    """A number with its reasons: `value` is `parts @ weights`, and the matrix it was read from comes along.

    parts : one number per latent, factor or pair (`over` says which), with `part_names`.
    weights : how much each part counts; they sum to 1.
    matrix : what the metric judged.   metric : its name.   options : what was asked other than by default.
    """

    def __init__(self, metric, parts, over, weights, matrix, options=None):
        self.metric, self.over, self.matrix, self.options = metric, over, matrix, dict(options or {})
        self.parts = np.asarray(parts, dtype=float)
        weights = np.asarray(weights, dtype=float)
        if not (np.isfinite(self.parts).all() and np.isfinite(weights).all() and weights.min() >= 0):
            raise ArithmeticError(f"{metric}: a part or a weight is not a finite number; no score is made of it.")
        self.weights = shares(weights)
        self.value = float(self.parts @ self.weights)

    @property
    def part_names(self):
        return self.matrix.column_names if self.over == self.matrix.columns else self.matrix.row_names

    @property
    def because(self):
        """One sentence on what decided the score: the part that costs most, and the two entries it hangs on."""
        cost = self.weights * (1 - self.parts)
        i = int(cost.round(12).argmax())  # ties go to the first, whatever rounding did
        if cost[i] < 5e-5:
            return f"Every {self.over[:-1]} that counts has its full part."
        per_column = self.over == self.matrix.columns
        line = self.matrix.values[:, i] if per_column else self.matrix.values[i]
        names = self.matrix.row_names if per_column else self.matrix.column_names
        top = np.argsort(-line, kind="stable")[:2]
        entries = ", ".join(f"{names[j]} {line[j]:.4g}" for j in top)
        return (f"{self.part_names[i]} costs most (part {self.parts[i]:.3f}, weight {self.weights[i]:.3f}); "
                f"its largest entries: {entries}{' ' + self.matrix.unit if self.matrix.unit else ''}.")

    def __float__(self):
        return self.value

    def __format__(self, spec):
        return format(self.value, spec)

    def __repr__(self):
        parts = ", ".join(f"{name} {part:.3f}" for name, part in zip(self.part_names, self.parts))
        return f"{self.metric} = {self.value:.4f}\n  over {self.over}: {parts}\n  {self.because}"


def shares(weights):
    """Weights that sum to 1 along the last axis. Where nothing weighs anything, nothing was found: all count the same."""
    total = weights.sum(-1, keepdims=True)
    return np.divide(weights, total, out=np.full(weights.shape, 1 / weights.shape[-1]), where=total > 0)


# --------------------------------------------------------------------------------------------------- decorators

METRICS = {}  # name -> metric, in the order of the page they are written on


def measure(function):
    """Make `function(source, *, options)` a measure: options are checked by name, results remembered per source."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def measured(source, **options):
        check_options(function.__name__, signature, options)
        if isinstance(options.get("seed"), np.random.Generator):
            options["seed"] = int(options["seed"].integers(2**31))  # the generator moves on, the draw is remembered
        if "seed" in options:
            check_count("seed", options["seed"], least=0)
        key = (function.__name__, *sorted((name, options.get(name, p.default)) for name, p in signature.parameters.items()
                                          if p.kind is p.KEYWORD_ONLY and name != "progress"))
        cache = getattr(source, "_measured", {})
        if key not in cache:
            cache[key] = function(source, **options)
        return cache[key]

    return measured


def metric(*, measure, over, reads=InformativenessMatrix, needs=None, reflects=None, breaks=()):
    """Make a formula `matrix -> (parts, weights)` a metric that also takes whatever `measure` can look at.

    over : what the parts are, "latents" or "factors".   reads : the kind of matrix it judges.
    needs : "factor_total" or "latent_total" where the formula divides by it.
    reflects : the characteristic (1, 2 or 3; see `exact`) that the score is meant to reflect, if any.
    breaks : names of the promises (see `promises`) that this metric does not keep; it keeps all others.
    """
    def decorate(formula):
        name, own = formula.__name__, inspect.signature(formula)
        known = own.replace(parameters=[*own.parameters.values(),
                                        *(p for p in inspect.signature(measure).parameters.values()
                                          if p.kind is p.KEYWORD_ONLY)])

        @functools.wraps(formula)
        def scored(source, **options):
            check_options(name, known, options)
            formula_options = {key: value for key, value in options.items() if key in own.parameters}
            measure_options = {key: value for key, value in options.items() if key not in own.parameters}
            if isinstance(source, Matrix):
                if measure_options:
                    raise TypeError(f"{name}: {', '.join(measure_options)} say how to measure a representation; "
                                    "a matrix is measured already.")
                matrix = source
            else:
                matrix = measure(source, **measure_options)
            if not isinstance(matrix, reads):
                raise TypeError(f"{name}: found {type(matrix).__name__}, expected {reads.__name__}.")
            if needs and getattr(matrix, needs) is None:
                raise ValueError(f"{name}: found a matrix without {needs}, expected the entropies to divide by: "
                                 f"InformativenessMatrix(values, {needs}=...).")
            parts, weights = formula(matrix, **formula_options)
            return Score(name, parts, over, weights, matrix, options)

        scored.__signature__ = known
        scored.measure, scored.over, scored.formula = measure, over, formula
        scored.reads, scored.reflects = reads, reflects
        scored.breaks, scored.by_chance = frozenset(breaks), "seed" in known.parameters
        METRICS[name] = scored
        return scored

    return decorate


def check_options(name, signature, options):
    """Raise TypeError for an option that the signature does not have."""
    known = [key for key, p in signature.parameters.items() if p.kind is p.KEYWORD_ONLY]
    if unknown := [key for key in options if key not in known]:
        raise TypeError(f"{name}: found the option {unknown[0]!r}, expected one of {', '.join(known) or 'none'}.")


def check_source(name, source, *expected):
    """Raise TypeError, with advice, unless `source` is one of the expected nouns."""
    if not isinstance(source, expected):
        advice = {"ndarray": " Wrap a matrix in InformativenessMatrix, or tables in Representation(factors, latents).",
                  "World": " Draw samples from the world first: world.sample(10_000)."}
        words = " or ".join(noun.__name__ for noun in (*expected, Matrix))
        raise TypeError(f"{name}: found {type(source).__name__}, expected {words}."
                        + advice.get(type(source).__name__, ""))


def check_count(argument, value, least=1):
    """Raise unless `value` is a whole number from `least` upwards; returns it as int."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(f"{argument}: found {value!r}, expected a whole number from {least} upwards.")
    return int(value)
