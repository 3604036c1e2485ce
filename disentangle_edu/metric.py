"""Metrics: a formula from a matrix to the parts of a score, with the measure that makes the matrix.

The decorator `metric` makes a `Metric` of a formula and enters it in `METRICS`.
"""

import functools
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast, get_args, overload

import numpy as np
from numpy.typing import ArrayLike

from . import conventions
from .matrices import ERROR, OVER, InformativenessMatrix, Matrix
from .measure import Measure, hashable_options
from .representation import Representation
from .score import Explain, Score
from .types import ROUNDING
from .validation import check_choice, check_options, check_source, in_a_cell, short_repr

P = ParamSpec("P")
Source = TypeVar("Source")  # samples that a measure takes
Judged = TypeVar("Judged", bound=Matrix)  # the matrix that a measure returns and a formula takes
Formula = Callable[..., tuple[ArrayLike, ArrayLike]]
MeasureT = TypeVar("MeasureT", bound=Callable[..., Matrix])
FormulaT = TypeVar("FormulaT", bound=Formula)
# Covariant, so that a type checker finds the common type of the metrics in a list.
MeasureT_co = TypeVar("MeasureT_co", covariant=True)
FormulaT_co = TypeVar("FormulaT_co", covariant=True)

# The values that `not_invariant_to` may contain; `theory.invariances` has a function for each.
INVARIANCE_NAMES = (
    "permute_latents",
    "permute_factors",
    "permute_samples",
    "negate_latents",
    "rescale_latents",
    "cube_each_latent",
    "relabel_classes",
    "add_constant_latent",
    "add_copied_latent",
    "add_noise_latent",
)

CITATION = re.compile(r" ?\[\d+\]_")  # numbered in the references of the measure

METRICS: dict[str, "Metric[Any, Any]"] = {}  # name -> metric, in the order of their definition
GENERAL_CAUTIONS: list[Callable[..., str]] = []  # cautions that apply to every metric

SOURCE = """source : {types}
    Samples, or a matrix that `{measure}` returned. Options of the measure need samples."""
CONVENTION = """convention : str, default='ours'
    Name of one of `CONVENTIONS`: the settings of a published library. An option that is passed
    as well takes precedence."""


class Metric(Generic[MeasureT_co, FormulaT_co]):
    """A metric: call it with samples or a matrix, and it returns a Score.

    `metric` makes instances; its documentation describes the arguments.

    Parameters
    ----------
    formula : callable
        ``formula(matrix, *, option=default, ...)``, which returns parts and weights.
    measure : Measure
        Makes the matrix from samples.
    axis : {'latents', 'factors', 'pairs'}
        What the parts belong to.
    matrix_class : type
        The kind of matrix that the formula takes.
    requires : tuple of str
        Entropies that the matrix must have.
    bounded : bool
        Whether entries above 1 are refused.
    characteristic : {1, 2, 3} or None
        The characteristic that the score is meant to reflect.
    not_invariant_to : iterable of str
        Changes of the samples that change the score.
    explanation : callable or None
        ``explanation(matrix, i)``: why part i has its value.
    cautions : iterable of callable
        Functions of a score and its samples that return a sentence or "".
    negative_if : mapping of str to object
        Options with which the score may be below 0.
    part : str
        The name of one part.

    Attributes
    ----------
    options : dict of str to inspect.Parameter
        Own options, then the options of the measure, then `convention`.
    is_stochastic : bool
        Whether the metric takes a seed.

    Examples
    --------
    >>> mig.axis, mig.measure.__name__, mig.is_stochastic
    ('factors', 'mutual_information', False)
    """

    __name__: str
    __qualname__: str

    def __init__(
        self,
        formula: FormulaT_co,
        measure: MeasureT_co,
        *,
        axis: str,
        matrix_class: type[Matrix],
        requires: tuple[str, ...],
        bounded: bool,
        characteristic: int | None,
        not_invariant_to: Iterable[str],
        explanation: Explain | None,
        cautions: Iterable[Callable[..., str]],
        negative_if: Mapping[str, object],
        part: str,
    ) -> None:
        _check_formula(formula)
        self.formula: Formula = cast(Formula, formula)
        self.measure: Callable[..., Matrix] = cast(Callable[..., Matrix], measure)
        functools.update_wrapper(self, self.formula)
        self.axis, self.matrix_class, self.part = axis, matrix_class, part
        self.requires, self.bounded = requires, bounded
        self.characteristic, self.explanation = characteristic, explanation
        self.cautions, self.negative_if = tuple(cautions), dict(negative_if)
        self._check_measure()
        self._check_axis()
        self.not_invariant_to = self._check_statements(not_invariant_to)
        self.__signature__ = self._combined_signature()
        self.options = dict(list(self.__signature__.parameters.items())[1:])
        self.is_stochastic = "seed" in self.options
        self.__doc__ = self._combined_doc()

    # No type can express the combined options of two functions, so the last signature accepts any
    # option. A wrong option raises an error when the metric is called.
    @overload
    def __call__(
        self: "Metric[Callable[Concatenate[Source, P], Judged], Any]",
        source: Source | Judged,
        /,
        *none: P.args,
        **options: P.kwargs,
    ) -> Score: ...
    @overload
    def __call__(
        self: "Metric[Callable[Concatenate[Source, ...], Any], "
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
    def __call__(self, *sources: Any, **options: Any) -> Score:  # type: ignore[misc]
        """Compute the score of samples, or of a matrix."""
        source = self._only(sources)
        convention = options.pop("convention", conventions.OURS)
        check_options(self.__name__, self.__signature__, options)
        settings = conventions.settings(convention, self.__name__) | hashable_options(options)
        of_measure = {name: v for name, v in settings.items() if name in self._measure_options}
        own = {name: v for name, v in settings.items() if name not in of_measure}
        matrix = self._matrix(source, convention, of_measure)
        parts, weights = self._parts_and_weights(self.formula(matrix, **own))
        negative = any(settings.get(name) == value for name, value in self.negative_if.items())
        return Score(
            self.__name__,
            parts,
            self.axis,
            weights,
            matrix,
            settings,
            self.explanation,
            convention,
            _size(source),
            self._cautions_for(source),
            self.part,
            lower=-np.inf if negative else 0.0,
        )

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, so another process imports it

    def __repr__(self) -> str:
        parameters = [p.replace(annotation=p.empty) for p in self.__signature__.parameters.values()]
        return f"{self.__name__}{inspect.Signature(parameters)}"

    # ------------------------------------------------------------------------- what may be a metric

    def _check_measure(self) -> None:
        if not isinstance(self.measure, Measure):
            raise TypeError(
                f"{self.__name__}: found the measure {short_repr(self.measure)}, expected one of "
                "those in `measures`, or a function under @measure."
            )
        if not (isinstance(self.matrix_class, type) and issubclass(self.matrix_class, Matrix)):
            raise TypeError(
                f"{self.__name__}: matrix_class: found {short_repr(self.matrix_class)}, expected a "
                "kind of matrix, e.g. InformativenessMatrix."
            )
        own = set(inspect.signature(self.formula).parameters)
        if twice := sorted(own & {*self._measure_options, "convention"}):
            raise ValueError(
                f"{self.__name__}: found the option {twice[0]!r} in the formula and in its "
                "measure, expected different names."
            )

    def _check_axis(self) -> None:
        check_choice(f"{self.__name__}: axis", self.axis, OVER)
        axes = [self.matrix_class.rows, self.matrix_class.columns]
        if self.matrix_class.pair_names is not Matrix.pair_names:
            axes.append("pairs")
        check_choice(f"{self.__name__}: axis, for {self.matrix_class.__name__}", self.axis, axes)

    def _check_statements(self, not_invariant_to: Iterable[str]) -> frozenset[str]:
        """Check `characteristic`, and return the names of `not_invariant_to`, checked."""
        if self.characteristic not in (None, 1, 2, 3) or isinstance(self.characteristic, bool):
            raise ValueError(
                f"{self.__name__}: characteristic: found {short_repr(self.characteristic)}, "
                "expected 1, 2 or 3, or None."
            )
        if isinstance(not_invariant_to, str):
            raise TypeError(
                f"{self.__name__}: not_invariant_to: found {not_invariant_to!r}, "
                "expected a list of names."
            )
        names = frozenset(not_invariant_to)
        for name in names:
            check_choice(f"{self.__name__}: not_invariant_to", name, INVARIANCE_NAMES)
        return names

    # ------------------------------------------------------------- signature and documentation

    @functools.cached_property
    def _measure_options(self) -> dict[str, inspect.Parameter]:
        """The options of the measure."""
        return _keyword_only(self.measure)

    def _combined_signature(self) -> inspect.Signature:
        """One source, then the options of the formula, those of the measure, and the convention."""
        convention = inspect.Parameter(
            "convention", inspect.Parameter.KEYWORD_ONLY, default=conventions.OURS, annotation=str
        )
        source = inspect.Parameter(
            "source", inspect.Parameter.POSITIONAL_ONLY, annotation=self._source_types
        )
        options = [*_keyword_only(self.formula).values(), *self._measure_options.values()]
        return inspect.Signature([source, *options, convention], return_annotation=Score)

    @property
    def _source_types(self) -> Any:
        """The type of the source: what the measure takes, or the matrix that it returns."""
        samples = next(iter(_parameters(self.measure).values())).annotation
        if samples is inspect.Parameter.empty or isinstance(samples, str):
            samples = Representation
        return samples | self.matrix_class

    @functools.cached_property
    def _source_classes(self) -> tuple[type, ...]:
        """The classes of the source; `object` if the measure is annotated otherwise."""
        types = get_args(self._source_types) or (self._source_types,)
        are_classes = all(isinstance(each, type) and each is not Any for each in types)
        return types if are_classes else (object,)

    def _combined_doc(self) -> str:
        """The docstring of the formula, with all parameters of the metric."""
        text, sections = docstring_sections(inspect.getdoc(self.formula) or "")
        _, of_measure = docstring_sections(inspect.getdoc(self.measure) or "")
        entries = _entries(of_measure.get("Parameters", ""))
        types = [t.__name__ for t in get_args(self._source_types)]
        own = sections.pop("Parameters", "")
        parameters = [
            SOURCE.format(types=" or ".join(types), measure=self.measure.__name__),
            *([own] if own else []),
            *(CITATION.sub("", entries[name]) for name in self._measure_options if name in entries),
            CONVENTION,
        ]
        sections = {"Parameters": "\n".join(parameters)} | sections
        bodies = [f"{head}\n{'-' * len(head)}\n{body}" for head, body in sections.items()]
        return "\n\n".join([text, *bodies])

    # ------------------------------------------------------------------------- from source to score

    def _only(self, sources: tuple[Any, ...]) -> Any:
        """The only source. Raises TypeError for none, for several, and for a wrong type."""
        if len(sources) != 1:
            raise TypeError(
                f"{self.__name__}: found {len(sources)} arguments, expected one, e.g. "
                f"{self.__name__}(Representation(factors, latents))."
            )
        check_source(self.__name__, sources[0], *self._source_classes)
        return sources[0]

    def _matrix(self, source: Any, convention: str, options: conventions.Options) -> Matrix:
        """The matrix: the source itself, or what the measure returns for it; checked."""
        if isinstance(source, Matrix):
            if options:
                raise TypeError(
                    f"{self.__name__}: {', '.join(options)} say how to measure a representation "
                    f"(convention {convention!r}); a matrix is measured already."
                )
            matrix = source
        else:
            if isinstance(source, Representation):
                conventions.refuse(convention, self.__name__, source)
            matrix = self.measure(source, **options)
        if not isinstance(matrix, self.matrix_class):
            raise TypeError(
                f"{self.__name__}: found {type(matrix).__name__}, "
                f"expected {self.matrix_class.__name__}."
            )
        self._check_matrix(matrix)
        return matrix

    def _check_matrix(self, matrix: Matrix) -> None:
        """Raise ValueError for a matrix without the required entropies, or beyond the range."""
        for name in self.requires:
            if getattr(matrix, name, None) is None:
                raise ValueError(
                    f"{self.__name__}: found a matrix without {name}, expected the numbers to "
                    f"divide or weigh by: {type(matrix).__name__}(values, {name}=...)."
                )
        if self.bounded and matrix.unit != ERROR and matrix.values.max() > 1 + ROUNDING:
            raise ValueError(
                f"{self.__name__}: found an entry of {matrix.values.max():g}, expected numbers "
                f"from 0 to 1, or a matrix of errors (unit {ERROR!r})."
            )

    def _parts_and_weights(self, result: object) -> tuple[ArrayLike, ArrayLike]:
        """The result of the formula. Raises TypeError unless it is a pair."""
        if not (isinstance(result, tuple) and len(result) == 2):
            raise TypeError(
                f"{self.__name__}: its formula returned {short_repr(result)}, "
                "expected two things: return parts, weights."
            )
        return result

    def _cautions_for(self, source: Any) -> list[Callable[[Score], str]]:
        """The cautions of this metric for these samples; there are none for a matrix."""
        if not isinstance(source, Representation):
            return []
        every = (*GENERAL_CAUTIONS, *self.cautions)
        return [functools.partial(caution, rep=source) for caution in every]


def metric(
    *,
    measure: MeasureT,
    axis: str,
    matrix_class: type[Matrix] = InformativenessMatrix,
    requires: str | tuple[str, ...] = (),
    bounded: bool = False,
    characteristic: int | None = None,
    not_invariant_to: Iterable[str] = (),
    explanation: Explain | None = None,
    cautions: Iterable[Callable[..., str]] = (),
    negative_if: Mapping[str, object] | None = None,
    part: str = "part",
) -> Callable[[FormulaT], Metric[MeasureT, FormulaT]]:
    """Decorate a formula ``matrix -> (parts, weights)`` to make a metric of it.

    Parameters
    ----------
    measure : Measure
        Makes the matrix from samples; one of `measures`, or a function under `measure`.
    axis : {'latents', 'factors', 'pairs'}
        What the parts belong to.
    matrix_class : type, default=InformativenessMatrix
        The kind of matrix that the formula takes.
    requires : str or tuple of str, default=()
        'factor_entropy', 'latent_entropy' or both, if the formula divides by them.
    bounded : bool, default=False
        Whether entries are fractions, accuracies or the like, so that none may exceed 1 (unless
        the unit of the matrix is an error).
    characteristic : {1, 2, 3} or None, default=None
        The characteristic that the score is meant to reflect; see `theory.enumeration`.
    not_invariant_to : iterable of str, default=()
        Names from `INVARIANCE_NAMES`: the changes of the samples that change this score. The
        score is invariant to all others.
    explanation : callable or None, default=None
        ``explanation(matrix, i)`` returns words on why part i has its value. With None, the two
        largest entries of its row or column are named.
    cautions : iterable of callable, default=()
        Functions of a Score and its Representation. Each returns why the score may mislead on
        these samples, or "".
    negative_if : mapping of str to object or None, default=None
        Options and their values with which the score may be below 0.
    part : str, default='part'
        The name of one part, e.g. 'gap'.

    Returns
    -------
    decorate : callable
        Takes the formula and returns a Metric, which is also entered in `METRICS`.

    Raises
    ------
    TypeError, ValueError
        If an argument is wrong, or the name is in use. The cell of a notebook may be run again:
        it replaces the metric that it defined before.

    Examples
    --------
    >>> from disentangle_edu.metric import metric
    >>> @metric(measure=measures.mutual_information, axis="factors", requires="factor_entropy")
    ... def largest_ratio(matrix):
    ...     best = matrix.values.max(0)
    ...     return best / matrix.factor_entropy, np.ones(len(best))
    >>> float(largest_ratio(examples.parity_leak()))
    1.0
    >>> del METRICS["largest_ratio"]
    """

    def decorate(formula: FormulaT) -> Metric[MeasureT, FormulaT]:
        made = Metric(
            formula,
            measure,
            axis=axis,
            matrix_class=matrix_class,
            requires=(requires,) if isinstance(requires, str) else requires,
            bounded=bounded,
            characteristic=characteristic,
            not_invariant_to=not_invariant_to,
            explanation=explanation,
            cautions=cautions,
            negative_if=negative_if or {},
            part=part,
        )
        METRICS[made.__name__] = made
        return made

    return decorate


def _check_formula(formula: object) -> None:
    """Raise TypeError or ValueError for an invalid formula, or a name that is already in use."""
    name = getattr(formula, "__name__", None)
    if not callable(formula) or name is None or not name.isidentifier():
        raise TypeError(f"metric: found {short_repr(formula)}, expected a function with a name.")
    taken = METRICS.get(name)
    again = taken is not None and _full_name(taken.formula) == _full_name(formula)
    if taken is not None and not again and not in_a_cell(formula):
        raise ValueError(
            f"metric: found the name {name!r}, which is in use (by {_full_name(taken.formula)}), "
            "expected another one."
        )


def _size(source: object) -> str:
    """The numbers of samples, latents and factors in words; "" for a matrix or a world."""
    if not isinstance(source, Representation):
        return ""
    return (
        f"{len(source):,} samples, {len(source.latent_names)} latents, "
        f"{len(source.factor_names)} factors"
    )


def _full_name(function: Callable[..., object]) -> str:
    """The module of a function and its name there."""
    return f"{function.__module__}.{function.__qualname__}"


def _parameters(function: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a function, with annotations that are types if they can be evaluated."""
    try:
        return inspect.signature(function, eval_str=True).parameters
    except Exception:  # an annotation may be any expression
        return inspect.signature(function).parameters


def _keyword_only(function: Callable[..., object]) -> dict[str, inspect.Parameter]:
    parameters = _parameters(function).items()
    return {name: p for name, p in parameters if p.kind is p.KEYWORD_ONLY}


# ------------------------------------------------------------------ numpydoc's sections and entries


def docstring_sections(doc: str) -> tuple[str, dict[str, str]]:
    """Split a docstring in numpydoc at its section headings.

    Parameters
    ----------
    doc : str
        The docstring, without indentation (see `inspect.getdoc`).

    Returns
    -------
    text : str
        The summary and the extended summary.
    sections : dict of str to str
        The text of each section, by its heading.

    Examples
    --------
    >>> from disentangle_edu.metric import docstring_sections
    >>> list(docstring_sections(mig.__doc__)[1])[:2]
    ['Parameters', 'Returns']
    """
    text, *rest = re.split(r"^(\w[\w ]*)\n-{3,}\n", doc, flags=re.M)
    heads, bodies = rest[::2], rest[1::2]
    return text.strip(), {head: body.strip("\n") for head, body in zip(heads, bodies)}


def _entries(section: str) -> dict[str, str]:
    """The entries of a section "Parameters", by name."""
    entries = re.split(r"^(?=\S)", section, flags=re.M)
    return {entry.partition(" :")[0]: entry.rstrip() for entry in entries if entry}
