"""The two decorators that turn plain functions into measures and metrics.

@measure  looks at samples:  (representation, options) -> matrix
@metric   judges a matrix:   matrix -> parts and weights, one per latent, factor or pair
                             (`over` says which)
"""

import functools
import inspect
import os
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike

from . import conventions
from .core import (
    ERROR,
    OVER,
    ROUNDING,
    WIDE,
    Because,
    InformativenessMatrix,
    Matrix,
    Representation,
    Score,
)
from .validation import check_choice, check_options, check_seed, check_source, in_a_cell, short_repr

P = ParamSpec("P")
R = TypeVar("R")


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


def plain_options(options: Mapping[str, Any]) -> conventions.Options:
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
            f"{argument}: found {short_repr(value)}, expected a number, a text or a list of them."
        ) from None
    return value


def with_options_of(lender: Callable[P, Any]) -> Callable[[Callable[..., R]], Callable[P, R]]:
    """Lend a measure, `function(source, **options)`, what another takes, so that it stands once."""

    def lend(borrower: Callable[..., R]) -> Callable[P, R]:
        own = inspect.signature(borrower).return_annotation
        vars(borrower)["__signature__"] = inspect.signature(lender).replace(return_annotation=own)
        return borrower

    return lend


# ------------------------------------------------------------------------------------------ @metric

# An option in a docstring: its name, a colon, and indented lines that go on.
OPTION = re.compile(r"^[A-Za-z_]\w*(?:, \w+)* : .*(?:\n +.*)*", re.M)
Formula = Callable[..., tuple[ArrayLike, ArrayLike]]

# What a metric may state in `breaks`; `invariances` has what each of them changes.
INVARIANCE_NAMES = (
    "permute_latents",
    "permute_factors",
    "permute_samples",
    "negate_latents",
    "rescale_latents",
    "cube_latents",
    "relabel_classes",
    "add_constant_latent",
    "add_copied_latent",
    "add_noise_latent",
)


class Metric(Protocol):
    """What `metric` makes of a formula: a function from a source or a matrix to a Score.

    formula : as it was written, matrix -> (parts, weights).   by_chance : whether it takes a seed.
    measure, over, reads, reflects, breaks, because, part : as they were given to `metric`.
    """

    __name__: str
    __signature__: inspect.Signature
    formula: Formula
    measure: Callable[..., Matrix]
    axis: str
    matrix_type: type[Matrix]
    characteristic: int | None
    not_invariant_to: frozenset[str]
    explanation: Because | None
    part: str
    is_stochastic: bool

    def __call__(self, source: Any, /, **options: Any) -> Score:
        """Judge a matrix, or what the measure finds in a source."""


Source = TypeVar("Source")  # what a measure looks at
Judged = TypeVar("Judged", bound=Matrix)  # what it finds, and a formula judges
Measure = TypeVar("Measure", bound=Callable[..., Matrix])
Written = TypeVar("Written", bound=Formula)
# Whole functions rather than their options, and covariant: a type checker can say then what the
# metrics of a list have in common.
Measure_co = TypeVar("Measure_co", covariant=True)
Written_co = TypeVar("Written_co", covariant=True)


class MetricOf(Metric, Protocol[Measure_co, Written_co]):
    """A metric as an editor shows it: with the options of its measure, and those of its formula.

    No type says what two functions take together, so the last signature lets everything pass. What
    is wrong is refused when the metric is called.
    """

    @overload
    def __call__(
        self: "MetricOf[Callable[Concatenate[Source, P], Judged], Any]",
        source: Source | Judged,
        /,
        *none: P.args,
        **options: P.kwargs,
    ) -> Score: ...
    @overload
    def __call__(
        self: "MetricOf[Callable[Concatenate[Source, ...], Any], "
        "Callable[Concatenate[Judged, P], Any]]",
        source: Source | Judged,
        /,
        *none: P.args,
        **options: P.kwargs,
    ) -> Score: ...
    @overload
    def __call__(
        self, source: Any, /, *, convention: str = conventions.OURS, **options: Any
    ) -> Score: ...


OF_EVERY_SCORE: list[Callable[..., str]] = []  # cautions that hold whatever the metric is
METRICS: dict[str, Metric] = {}  # name -> metric, in the order of the page they are written on


def metric(
    *,
    measure: Measure,
    axis: str,
    matrix_type: type[Matrix] = InformativenessMatrix,
    requires: str | tuple[str, ...] = (),
    bounded: bool = False,
    characteristic: int | None = None,
    not_invariant_to: Iterable[str] = (),
    explanation: Because | None = None,
    cautions: Iterable[Callable[..., str]] = (),
    part: str = "part",
) -> Callable[[Written], MetricOf[Measure, Written]]:
    """Make a formula `matrix -> (parts, weights)` a metric that also takes what `measure` looks at.

    axis : what the parts are of, "latents", "factors" or "pairs".
    matrix_type : the kind of matrix it judges.
    requires : "factor_entropy" or "latent_entropy" where the formula divides by it, or both.
    bounded : whether entries are shares, accuracies or the like, so that none may exceed 1 (where
        the matrix's unit is no error).
    characteristic : the characteristic (1, 2 or 3; see `enumeration`) that the score is meant to reflect, if
        any.
    not_invariant_to : names of the promises (see `invariances`) that this metric does not keep; it keeps all
        others.
    explanation : because(matrix, i) -> words on what part i hangs on, where that is not the two largest
        entries of its own line.
    cautions : functions of a Score and its Representation that say why it may mislead here, or
        nothing (see `cautions`).
    part : what one of its parts is called, where it has a name: "focus".

    The metric also takes `convention`, the name of one of CONVENTIONS; options given beside it win.
    Its name must be new, but a cell of a notebook may be run again, and put a reader's metric in
    the place of ours. Raises ValueError or TypeError for what is wrong with the metric, and,
    when it is called, for a formula that does not return parts and weights as a Score has them.
    """

    def decorate(formula: Written) -> MetricOf[Measure, Written]:
        recipe = _Recipe(
            formula,
            measure,
            axis,
            matrix_type,
            (requires,) if isinstance(requires, str) else requires,
            bounded,
            characteristic,
            not_invariant_to if isinstance(not_invariant_to, str) else tuple(not_invariant_to),
            explanation,
            tuple(cautions),
            part,
        )
        recipe.check()

        @functools.wraps(formula)
        def scored(*source: Any, convention: str = conventions.OURS, **options: Any) -> Score:
            return recipe.score(recipe.only(source), convention, options)

        scored.__doc__ = "\n\n".join(
            filter(None, [inspect.getdoc(formula), recipe.lent_described()])
        )
        vars(scored).update(
            __signature__=recipe.signature,
            formula=formula,
            measure=measure,
            axis=axis,
            matrix_type=matrix_type,
            characteristic=characteristic,
            not_invariant_to=frozenset(recipe.not_invariant_to),
            explanation=explanation,
            part=part,
            is_stochastic="seed" in recipe.signature.parameters,
        )
        METRICS[recipe.name] = found = cast(MetricOf[Measure, Written], scored)
        return found

    return decorate


@dataclass(frozen=True)
class _Recipe:
    """How a metric makes a score: the formula and all that was said of it."""

    formula: Formula
    measure: Callable[..., Matrix]
    axis: str
    matrix_type: type[Matrix]
    requires: tuple[str, ...]
    bounded: bool
    characteristic: int | None
    not_invariant_to: str | tuple[str, ...]
    explanation: Because | None
    cautions: tuple[Callable[..., str], ...]
    part: str

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
                f"metric: found {short_repr(self.formula)}, expected a function with a name of its own."
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
                f"{self.name}: found the measure {short_repr(self.measure)}, expected one of those in "
                "`measures`, or a function under @measure."
            )
        if not (isinstance(self.matrix_type, type) and issubclass(self.matrix_type, Matrix)):
            raise TypeError(
                f"{self.name}: matrix_type: found {short_repr(self.matrix_type)}, expected a kind of matrix, e.g. "
                "InformativenessMatrix."
            )
        own = set(inspect.signature(self.formula).parameters)
        if twice := sorted(own & {*self.lent, "convention"}):
            raise ValueError(
                f"{self.name}: found the option {twice[0]!r} in the formula and in its measure, "
                "expected different names."
            )

    def _check_over(self) -> None:
        check_choice(f"{self.name}: over", self.axis, OVER)
        here = [self.matrix_type.rows, self.matrix_type.columns]
        if self.matrix_type.pair_names is not Matrix.pair_names:
            here.append("pairs")
        check_choice(f"{self.name}: over, for {self.matrix_type.__name__}", self.axis, here)

    def _check_statements(self) -> None:
        if self.characteristic not in (None, 1, 2, 3) or isinstance(self.characteristic, bool):
            raise ValueError(
                f"{self.name}: characteristic: found {short_repr(self.characteristic)}, "
                "expected a characteristic: 1, 2 or 3, or None."
            )
        if isinstance(self.not_invariant_to, str):
            raise TypeError(
                f"{self.name}: not_invariant_to: found {self.not_invariant_to!r}, expected a list of promises."
            )
        for promise in self.not_invariant_to:
            check_choice(f"{self.name}: breaks", promise, INVARIANCE_NAMES)

    def lent_described(self) -> str:
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
        return looks_at | self.matrix_type

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

    def score(self, source: Any, convention: str, options: conventions.Options) -> Score:
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
            self.axis,
            weights,
            matrix,
            chosen,
            self.explanation,
            convention,
            size,
            cautions,
            self.part,
        )

    def _two_things(self, answer: object) -> tuple[ArrayLike, ArrayLike]:
        """What the formula returned, if it is parts and weights."""
        if not (isinstance(answer, tuple) and len(answer) == 2):
            raise TypeError(
                f"{self.name}: its formula returned {short_repr(answer)}, "
                "expected two things: return parts, weights."
            )
        return answer

    def _matrix(self, source: Any, convention: str, options: conventions.Options) -> Matrix:
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
        if not isinstance(matrix, self.matrix_type):
            raise TypeError(
                f"{self.name}: found {type(matrix).__name__}, expected {self.matrix_type.__name__}."
            )
        self._check_matrix(matrix)
        return matrix

    def _check_matrix(self, matrix: Matrix) -> None:
        """Raise ValueError for a matrix without the totals, or beyond the range, of this metric."""
        for need in self.requires:
            if getattr(matrix, need, None) is None:
                raise ValueError(
                    f"{self.name}: found a matrix without {need}, expected the numbers to divide "
                    f"or weigh by: {type(matrix).__name__}(values, {need}=...)."
                )
        if self.bounded and matrix.unit != ERROR and matrix.values.max() > 1 + ROUNDING:
            raise ValueError(
                f"{self.name}: found an entry of {matrix.values.max():g}, expected numbers from 0 "
                f"to 1, or a matrix of errors (unit {ERROR!r})."
            )


def _place(function: Callable) -> str:
    """Where a function stands: its module and its name there."""
    return f"{function.__module__}.{function.__qualname__}"


def _parameters(function: Callable) -> Mapping[str, inspect.Parameter]:
    """The parameters of a function, with annotations that are types where they can be looked up."""
    try:
        return inspect.signature(function, eval_str=True).parameters
    except Exception:  # an annotation may be any expression
        return inspect.signature(function).parameters
