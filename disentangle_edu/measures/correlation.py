"""Moving together: how far latents go with factors, in numbers and not in bits."""

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..core import Floats, InformativenessMatrix, Representation
from ..making import measure
from ..validation import check_choice, check_count, check_share, check_source
from ._supervised import bending, having_alike, numbers_of, parted, scaled
from .conditional import Shares
from .information import BINS, MOST_BINS, discretise, refuse_cyclic

Form = Literal["pearson", "spearman"]
Reader = Literal["line", "kernel"]
COSINES = 500  # of a reader that may bend
TINY = 1e-300


@measure
def correlations(rep: Representation, *, form: Form = "pearson") -> InformativenessMatrix:
    """How strongly does each latent correlate with each factor, whatever the sign?

    form : "pearson", along a straight line; or "spearman", of the ranks, along any rising or
        falling curve.

    Levels are taken as the numbers that name them. Of a cyclic factor it is the root of the share
    of its circle's variance that a line over the latent tells. A factor that some samples lack is
    correlated over those that have it. Returns (L, K) numbers from 0 to 1; a latent that never
    moves has 0. Raises ValueError for ranks of a cyclic factor, which has none.

    >>> measures.correlations(examples.rotated(45)).values.round(1)
    array([[0.7, 0.7],
           [0.7, 0.7]])
    """
    check_source("correlations", rep, Representation)
    check_choice("form", form, get_args(Form))
    if form == "spearman":
        refuse_cyclic(rep, "form='spearman'", "form='pearson'")
    found = np.zeros((len(rep.latent_names), len(rep.factor_names)))
    for factors in rep.together():
        latents = _along(_ranks(rep.latents[rep.having(factors[0])], form))
        for k in factors:
            sides = _ranks(numbers_of(rep.column(k), rep.factor_kinds[k]), form)
            shared = np.abs(latents.T @ _along(sides)) ** 2  # (L, 1), or 2 for a circle
            found[:, k] = np.sqrt(shared @ sides.var(0) / max(sides.var(0).sum(), TINY))
    return InformativenessMatrix(
        found.clip(0, 1),
        f"{form.capitalize()} correlation",
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def unsigned(one: Floats, other: Floats, form: Form) -> Floats:
    """Correlations of the columns of two tables, whatever the sign."""
    return np.abs(_along(_ranks(one, form)).T @ _along(_ranks(other, form))).clip(0, 1)


def _ranks(columns: Floats, form: Form) -> Floats:
    """The columns as they are, or their ranks."""
    if form == "pearson":
        return columns
    from scipy.stats import rankdata

    return rankdata(columns, axis=0)


def _along(columns: Floats) -> Floats:
    """Every column from its mean, with length 1; 0 for one that never moves."""
    away = columns - columns.mean(0)
    moves = np.ptp(columns, axis=0) > 0
    return away / np.where(moves, np.sqrt((away**2).sum(0)), np.inf)


def matching(matrix: InformativenessMatrix) -> NDArray[np.int64]:
    """Which latent each factor is given: each gets one of its own, and the sum is the largest.

    Returns (K,) rows of the matrix, -1 for a factor that no latent is left for.

    >>> measures.matching(InformativenessMatrix([[0.9, 0.8], [0.7, 0.1]]))
    array([1, 0])
    """
    from scipy.optimize import linear_sum_assignment

    latents, factors = linear_sum_assignment(-matrix.values)
    found = np.full(matrix.values.shape[1], -1)
    found[factors] = latents
    return found


@measure
def robustness(
    rep: Representation, *, factor_bins: int | None = None, quantile: float = 1.0
) -> Shares:
    """How little does a latent move while a factor is held and all others change?

    Among the samples of one value of factor k: the largest distance of z_i from its mean there.
    Its mean over the values, divided by the largest distance from the mean of all samples, is how
    far the other factors move the latent; the entry is 1 minus that, and not below 0.

    factor_bins : None keeps levels and cuts continuous factors into 21; a number cuts all of them.
    quantile : takes this quantile of the distances within a value in place of the largest (1).

    Returns (L, K) Shares; `latent_weight` is the largest distance of each latent, divided by the
    largest of all. Where a latent never moves, its entries and its weight are 0.

    >>> measures.robustness(examples.duplicated_copy()).values.round(2)[:3]
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    check_source("robustness", rep, Representation)
    check_share("quantile", quantile)
    if factor_bins is not None:
        check_count("factor_bins", factor_bins, least=2, most=MOST_BINS)
    far = np.abs(rep.latents - rep.latents.mean(0)).max(0) * (np.ptp(rep.latents, axis=0) > 0)
    kept = np.zeros((len(far), len(rep.factor_names)))
    for k, kind in enumerate(rep.factor_kinds):
        cut = "continuous" if factor_bins else kind
        groups, latents = discretise(rep.column(k), cut, factor_bins or BINS), rep.latents
        latents, values = latents[rep.having(k)], np.unique(groups)
        moved = np.zeros(len(far))
        for value in values:
            held = latents[groups == value]
            moved += np.quantile(np.abs(held - held.mean(0)), quantile, axis=0)
        kept[:, k] = 1 - moved / len(values) / np.where(far > 0, far, np.inf)
    return Shares(
        np.where(far[:, None] > 0, kept, 0).clip(0, 1),
        "interventional robustness",
        latent_weight=far / far.max() if far.max() > 0 else far,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


@measure
def linear_reading(
    rep: Representation,
    *,
    reader: Reader = "line",
    split: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """How well does a regression on all latents read each factor, on samples not seen?

    R2 of least squares, levels taken as the numbers that name them; of a cyclic factor that of its
    cosine and sine together. Negative R2 counts as 0.

    reader : a "line"; or "kernel", which may bend, by ridge regression on the latents and 500
        random cosines of them (the nonlinear R2 that papers report beside the linear one).
    split : share of samples to learn from; 1 judges on the same ones.   shuffle, seed : how they
        are drawn.

    Returns one row, "all latents". Raises ValueError for fewer than a handful of samples.

    >>> measures.linear_reading(examples.rotated(45)).values.round(2)
    array([[0.99, 0.99]])
    """
    from sklearn.linear_model import LinearRegression
    from sklearn.metrics import r2_score

    check_source("linear_reading", rep, Representation)
    check_choice("reader", reader, get_args(Reader))
    model = LinearRegression()
    if reader == "kernel":
        model = bending(COSINES, rep.latents.shape[1], seed)
    rows, found = parted(rep, split, shuffle, seed), np.zeros(len(rep.factor_names))
    latents = scaled(rep.latents, "standard", rows[0])
    moves = latents[rows[0]].any(0)  # of a wide code most may be dead
    latents = latents[:, moves] if moves.any() else latents[:, :1]
    sides = [numbers_of(v, kind) for v, kind in zip(rep.factors.T, rep.factor_kinds)]
    for factors, learn, judge in having_alike(rep, range(len(sides)), *rows):
        taught = np.column_stack([sides[k][learn] for k in factors])
        predicted = model.fit(latents[learn], taught).predict(latents[judge])
        predicted = predicted.reshape(len(judge), -1)  # of one column scikit-learn makes a line
        ends = np.cumsum([sides[k].shape[1] for k in factors])[:-1]
        for k, said in zip(factors, np.split(predicted, ends, axis=1)):
            with np.errstate(all="ignore"):  # a side that is one value where it is judged
                found[k] = r2_score(sides[k][judge], said, multioutput="variance_weighted")
    return InformativenessMatrix(
        [np.nan_to_num(found).clip(0, 1)],
        "linear reading" if reader == "line" else "reading by a kernel",
        "R2",
        row_names=["all latents"],
        column_names=rep.factor_names,
    )
