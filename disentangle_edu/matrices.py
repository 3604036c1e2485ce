"""Matrices that measures return and metrics take, with one row per latent or class."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .types import ROUNDING, Floats
from .validation import LARGEST, as_float_table, names_of, short_repr

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .viz.picture import Picture


class PictureMixin:
    """Base class of objects that a notebook shows as a picture.

    A subclass has the method `picture`.

    Examples
    --------
    >>> isinstance(InformativenessMatrix([[1, 0], [0, 0.5]]), PictureMixin)
    True
    """

    def picture(self) -> Any:
        """Picture of the object.

        Returns
        -------
        picture : Picture
            The picture that a notebook shows.
        """
        raise NotImplementedError

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        plain = {"text/plain": str(self)}
        return plain | self.picture()._repr_mimebundle_() | plain


class Matrix(PictureMixin):
    """Table of non-negative numbers with a unit and with names of its rows and columns.

    Parameters
    ----------
    values : array-like of shape (n_rows, n_columns)
        Numbers from 0 upwards.
    name : str
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
    name, unit : str
        As passed.
    notes : tuple of str
        As passed.
    row_names, column_names : tuple of str
        Names of the rows and columns.
    undersampled : bool
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
    Matrix: variance; rows: latents, columns: factors
       factor 1  factor 2
    x     0.500     0.000
    y     0.000     2.000
    """

    rows: ClassVar[str] = "latents"
    columns: ClassVar[str] = "factors"
    row_word: ClassVar[str] = "latent"  # first word of the default name of a row
    MAX_ENTRY: ClassVar[float] = (
        LARGEST**4
    )  # entries may be squared latents, and formulas square them again
    undersampled: bool = False  # whether it was counted from too few samples to be reliable

    def __init__(
        self,
        values: ArrayLike,
        name: str,
        unit: str,
        *,
        row_names: Iterable[object] | None = None,
        column_names: Iterable[object] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        self.values = as_float_table(values, "values")
        self._check_entries(
            (self.values < 0) | (self.values > self.MAX_ENTRY), "numbers from 0 upwards"
        )
        self.name, self.unit, self.notes = name, unit, tuple(notes)
        rows, columns = self.values.shape
        self.row_names = names_of(row_names, rows, self.row_word, "row_names")
        self.column_names = names_of(column_names, columns, "factor", "column_names")

    def picture(self) -> "Picture":
        """Picture of the matrix.

        Returns
        -------
        picture : Picture
            The picture that a notebook shows.
        """
        from .viz.score_pictures import matrix_picture

        return matrix_picture(self)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the matrix with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            Axes to draw on. With None, new ones are made.

        Returns
        -------
        ax : matplotlib.axes.Axes
            The Axes with the drawing.
        """
        from .viz.plots import plot_matrix

        return plot_matrix(self, ax)

    def _check_entries(self, wrong: NDArray[np.bool_], expected: str) -> None:
        """Raise ValueError for the first entry that is wrong."""
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise ValueError(
                f"values: found {self.values[row, column]:g} in row {row + 1}, "
                f"column {column + 1}, expected {expected}, none beyond {self.MAX_ENTRY:g}."
            )

    @property
    def pair_names(self) -> tuple[str, ...]:
        """Names of the pairs of columns; empty unless a metric has one part per pair."""
        return ()

    def names_along(self, axis: str) -> tuple[str, ...]:
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
        unit = f" ({self.unit})" if self.unit else ""
        first = max(map(len, self.row_names))
        widths = [max(len(name), 6) for name in self.column_names]
        line = lambda name, cells: "  ".join(
            [name.ljust(first), *(cell.rjust(width) for cell, width in zip(cells, widths))]
        )
        return "\n".join(
            [
                f"{type(self).__name__}: {self.name}{unit}; rows: {self.rows}, "
                f"columns: {self.columns}",
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
    name : str, default='informativeness'
        What the numbers are, such as "mutual information".
    unit : str, default=''
        Unit of the numbers, such as "bits". With the unit "NRMSE", smaller numbers are better.
    latent_entropy : float or array-like of shape (n_latents,), default=None
        Entropies H(z_i) of the latents in `unit`, if they are known. No entry of a row exceeds its
        total. One number is used for all latents.
    factor_entropy : float or array-like of shape (n_factors,), default=None
        Entropies H(v_k) of the factors in `unit`, above 0, if they are known. No entry of a column
        exceeds its total. One number is used for all factors.
    factor_entropy_given_other : array-like of shape (n_factors, n_factors), default=None
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
    factor_entropy_given_other : ndarray of shape (n_factors, n_factors), or None
        Conditional entropies of the factors.
    name, unit : str
        As passed.
    notes : tuple of str
        As passed.
    row_names, column_names : tuple of str
        Names of the latents and of the factors.

    Raises
    ------
    ValueError
        If an entry is negative, above 1e120, not finite or larger than one of its totals; if a
        factor's total is not above 0; if `factor_entropy_given_other` has the wrong shape, has no
        `factor_entropy`, or is not between 0 and the total of its row; or if the names do not fit.
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
        name: str = "informativeness",
        unit: str = "",
        *,
        latent_entropy: ArrayLike | None = None,
        factor_entropy: ArrayLike | None = None,
        factor_entropy_given_other: ArrayLike | None = None,
        row_names: Iterable[object] | None = None,
        column_names: Iterable[object] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(
            values, name, unit, row_names=row_names, column_names=column_names, notes=notes
        )
        self.latent_entropy = self._check_total(latent_entropy, "latent_entropy", axis=1)
        self.factor_entropy = self._check_total(factor_entropy, "factor_entropy", axis=0)
        if self.factor_entropy is not None and self.factor_entropy.min() <= 0:
            raise ValueError(
                f"factor_entropy: found {self.factor_entropy.min():g}, expected entropies above 0."
            )
        self.factor_entropy_given_other = (
            None
            if factor_entropy_given_other is None
            else self._check_conditional(factor_entropy_given_other)
        )

    def _check_conditional(self, factor_entropy_given_other: ArrayLike) -> Floats:
        """The conditional entropies of the factors, checked."""
        entropies, K = (
            as_float_table(factor_entropy_given_other, "factor_entropy_given_other"),
            self.values.shape[1],
        )
        if entropies.shape != (K, K) or self.factor_entropy is None:
            raise ValueError(
                f"factor_entropy_given_other: found shape {entropies.shape}, expected ({K}, {K}) "
                "with factor_entropy."
            )
        if (entropies < -ROUNDING).any() or (
            entropies > self.factor_entropy[:, None] + ROUNDING
        ).any():
            raise ValueError(
                f"factor_entropy_given_other: found {entropies.min():g} to {entropies.max():g}, "
                "expected numbers from 0 to the factor's own entropy: knowing another thing leaves "
                "no more of it."
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
                f"{argument}: found {totals[i]:g} in position {i + 1}, expected at least "
                f"{largest[i]:g}, the largest entry of that row or column, because no entry can "
                "exceed the entropy."
            )
        return totals


class Confusions(Matrix):
    """Counts of guessed factors (rows) for each factor that was kept fixed (columns), for BetaVAE.

    Parameters
    ----------
    values : array-like of shape (n_factors, n_factors)
        Numbers of test points: entry [i, k] counts how often a classifier guessed factor i when
        factor k was kept fixed.
    name : str
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
        self, values: ArrayLike, name: str, unit: str = "test points", **names: Any
    ) -> None:
        super().__init__(values, name, unit, **names)
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
    name : str
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

    def __init__(self, values: ArrayLike, name: str, unit: str = "", **names: Any) -> None:
        super().__init__(values, name, unit, **names)


class Votes(InformativenessMatrix):
    """Votes of latents (rows) that varied least while a factor (column) was fixed, for FactorVAE.

    Entry [i, k] counts how often latent i varied least among all latents while factor k was fixed.

    Parameters
    ----------
    values : array-like of shape (n_latents, n_factors)
        Numbers of votes.
    name : str, default='votes'
        What the numbers are.
    unit : str, default=''
        Unit of the numbers.
    majority_factor : array-like of int of shape (n_latents,), default=None
        The factor that each latent is assigned to, counted from 0, as learned from other votes.
        None assigns each latent to the factor with most of its votes.
    **names : dict
        All other parameters of `InformativenessMatrix`.

    Attributes
    ----------
    values : ndarray of shape (n_latents, n_factors)
        The votes, read-only.
    majority_factor : ndarray of int of shape (n_latents,)
        The factor that each latent is assigned to.

    Raises
    ------
    ValueError
        If `majority_factor` is not one whole number from 0 to n_factors - 1 per latent, or as in
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
        name: str = "votes",
        unit: str = "",
        *,
        majority_factor: ArrayLike | None = None,
        **names: Any,
    ) -> None:
        super().__init__(values, name, unit, **names)
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
                f"majority_factor: found {short_repr(majority_factor)}, expected {L} whole numbers "
                f"from 0 to {K - 1}: the factor that each latent stands for."
            )
        return assignment.astype(np.intp)


OVER = ("latents", "factors", "pairs")  # what the parts of a score may belong to


ERROR = "NRMSE"  # the only unit in which lower is better; its best value is 0


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
