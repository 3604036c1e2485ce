"""Score: a weighted mean of parts, which can explain itself."""

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import conventions
from .matrices import ERROR, OVER, Matrix, PictureMixin, with_numbers
from .representation import without_caches
from .types import ROUNDING, VERSION, Floats
from .validation import check_choice, short_repr

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .viz.picture import Picture

Explain = Callable[[Any, int], str]  # describes a part, given the matrix and the index of the part


@functools.total_ordering
class Score(PictureMixin):
    """Value of a metric with its parts, their weights and the matrix that it was computed from.

    `value` is `parts @ weights`. A Score compares, rounds, formats and converts like this number,
    and cannot be changed. Metrics return Scores; you make one yourself only to test a metric.

    Parameters
    ----------
    metric : str
        Name of the metric.
    parts : array-like of shape (n_parts,)
        One number per latent, factor or pair, mostly from 0 to 1 (see `bounds`).
    axis : {'latents', 'factors', 'pairs'}
        What the parts belong to.
    weights : array-like of shape (n_parts,)
        How much each part counts, from 0 upwards. The weights are divided by their sum. If all are
        0, all parts count the same.
    matrix : Matrix
        The matrix that the metric was computed from.
    options : mapping of str to object or None, default=None
        Options with which the metric was called or which its convention sets.
    explanation : callable or None, default=None
        `explanation(matrix, i)` explains part i in words. With None, the two largest entries of the
        row or column are named.
    convention : str, default='ours'
        Name of the convention; see `CONVENTIONS`.
    size : str, default=''
        What the matrix was computed from, such as "1,000 samples, 10 latents, 6 factors".
    cautions : sequence of callable, default=()
        Functions of the Score that return why it may mislead, or ''.
    part : str, default='part'
        Name of a part in the explanation, such as "gap".
    lower : float, default=0.0
        The smallest possible value of a part: 0, or minus infinity.

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
    explanation : str
        The part that lowers the score most, and the entries that decide this part.
    cautions : tuple of str
        Reasons why the score may mislead on these samples; empty if none is known.
    cautioned : tuple of str
        One text per caution of the metric, '' for cautions that do not apply.
    summary_line : str
        The number and how it was made, in one line for a paper.
    metric, axis, convention, size, part : str
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
    disentangle_edu.score_all : Compute all scores of a Representation.

    Notes
    -----
    Parts are between 0 and 1, with two exceptions. They may be below 0 if `lower` is below 0,
    because the metric can be worse than chance. Errors (a matrix with the unit "NRMSE") may exceed
    1, and 0 is best.

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
    _because: "Explain | None"
    _cautions: "Sequence[Callable[[Score], str]]"
    _lower: float

    def __init__(
        self,
        metric: str,
        parts: ArrayLike,
        axis: str,
        weights: ArrayLike,
        matrix: Matrix,
        options: Mapping[str, Any] | None = None,
        explanation: "Explain | None" = None,
        convention: str = conventions.OURS,
        size: str = "",
        cautions: "Sequence[Callable[[Score], str]]" = (),
        part: str = "part",
        lower: float = 0.0,
    ) -> None:
        check_choice("axis", axis, OVER)
        attributes = vars(self)
        attributes.update(metric=metric, axis=axis, matrix=matrix, options=dict(options or {}))
        attributes.update(convention=convention, size=size, part=part)
        attributes.update(_because=explanation, _cautions=cautions, _lower=lower)
        attributes["parts"] = self._as_array(parts, "parts")
        weights = self._as_array(weights, "weights")
        self._check_bounds(weights)
        attributes["weights"] = normalize_weights(weights)
        attributes["value"] = float(self.parts @ self.weights)
        for numbers in (self.parts, self.weights):
            numbers.setflags(write=False)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{name}: a Score is read-only, so that it agrees with its parts; compute another one."
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
                f"{self.metric}: one of its {what} is not a finite number, so there is no score."
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
        return self._lower, np.inf if self.matrix.unit == ERROR else 1.0

    @property
    def part_names(self) -> tuple[str, ...]:
        """The latents, factors or pairs that the parts belong to."""
        return self.matrix.names_along(self.axis)

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
        i = int(cost.round(12).argmax())  # rounded, so that the first of equal parts is chosen
        if cost[i] < 5e-5 and self.matrix.undersampled:
            return f"With so few samples we cannot tell whether every {self.axis[:-1]} gets 1."
        if cost[i] < 5e-5:
            condition = "" if (self.weights > 0).all() else " with a weight"
            part_of = f"{self.axis[:-1]}{condition}"
            return (
                f"No {part_of} has an error." if error else f"Every {part_of} gets 1, the maximum."
            )
        name, part = self.part_names[i], f"{self.part} {self.parts[i]:.2f}"
        if len(cost) == 1:
            return f"There is one part, {self.parts[i]:.2f}: {self.explain_part(i)}."
        if max(np.ptp(cost), np.ptp(self.parts)) < ROUNDING:
            return f"All {self.axis} are equal ({part}). Take {name}: {self.explain_part(i)}."
        weight = f"{self.weights[i]:.2f}"
        verb, number = ("raise", "error") if error else ("lower", "score")
        is_tied = abs(cost - cost[i]) + abs(self.parts - self.parts[i]) < ROUNDING
        if is_tied.sum() > 1:
            names = np.array(self.part_names)[is_tied].tolist()
            costliest = (
                " and ".join(names) if len(names) < 4 else f"{len(names)} of the {self.axis}"
            )
            sentence = f"{costliest} {verb} the {number} most ({part}, weight {weight} each)"
            return f"{sentence}. Take {name}: {self.explain_part(i)}."
        subject = f"the pair {name}" if self.axis == "pairs" else name
        sentence = f"{subject} {verb}s the {number} most ({part}, weight {weight})"
        return f"{sentence}: {self.explain_part(i)}."

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

    def picture(self) -> "Picture":
        """Picture of the score.

        Returns
        -------
        picture : Picture
            The picture that a notebook shows.
        """
        from .viz.score_pictures import scores_picture

        return scores_picture(self)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the score with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            Axes to draw on. With None, new ones are made.

        Returns
        -------
        ax : matplotlib.axes.Axes
            The Axes with the drawing.
        """
        from .viz.plots import plot_score

        return plot_score(self, ax)

    def __getstate__(self) -> dict[str, object]:
        return without_caches(self)

    def __float__(self) -> float:
        return self.value

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray:
        return np.asarray(self.value, dtype=dtype)  # for numpy.mean of a list of scores

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

    def __str__(self) -> str:
        """The score, its parts, its explanation and its cautions."""
        return self._describe(self.cautions)

    def __repr__(self) -> str:
        known = vars(self).get("cautioned", ())  # computing them may train a predictor
        return self._describe(tuple(filter(None, known)))

    def _describe(self, cautions: tuple[str, ...]) -> str:
        parts = ", ".join(f"{name} ({part:.3f})" for name, part in zip(self.part_names, self.parts))
        direction = f" ({ERROR}, lower is better)" if self.matrix.unit == ERROR else ""
        lines = [
            f"{self.metric} = {self.value:.4f}{direction}",
            f"per {self.axis.removesuffix('s')}: {parts}",
            self.explanation,
            *(f"Caution: {caution}." for caution in cautions),
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
