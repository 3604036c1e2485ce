"""Counting: how many bits a latent tells about a factor."""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import ROUNDING, Floats, InformativenessMatrix, Representation
from ..making import measure
from ..validation import (
    check_choice,
    check_count,
    check_number,
    check_source,
    guess,
    is_cyclic,
    turn_of,
    within_turn,
)

BINS = (
    21  # odd: a grid centred on zero keeps its zeros inside a bin, whatever rounding does to them
)
MOST_BINS = 10_000
MOST_CELLS = 2**20  # of a table; where there could be more, only those that occur are numbered
EDGE = 1e-9  # of a bin's width: as near to an edge as rounding may carry a value
SPREAD = 300  # roundings: a column that spreads over fewer says nothing of edges
DOUBLE = float(np.finfo(float).eps / 2)  # half a step of a double, as a share of its size
NEIGHBOURS = 3  # scikit-learn's default
MOST_NEIGHBOURS = 1_000

Codes = NDArray[np.int64]
Estimator = Literal["counting", "neighbours"]


def discretise(column: ArrayLike, kind: str = "continuous", bins: int = BINS) -> Codes:
    """Whole numbers for a column: its own levels, or equal widths from its minimum to its maximum.

    A cyclic column has levels if they are few, and is cut into equal parts of its circle otherwise.

    A value on an edge belongs to the bin that is nearer the middle, so that another sign mirrors
    all bins. An even number of bins has an edge in the middle itself and cannot be mirrored: there
    every edge belongs to the upper bin, the maximum to the last one, as in most published code.

    >>> measures.discretise([0.0, 0.2, 0.7, 1.0], bins=3)
    array([0, 0, 2, 2])
    """
    column = np.asarray(column, dtype=float)
    if is_cyclic(kind):
        return _around(column, kind, bins)
    if kind == "levels":
        return np.unique(column, return_inverse=True)[1]
    low, high = column.min(), column.max()
    if low == high:
        return np.zeros(len(column), dtype=int)
    place = (column - low) / (high - low) * bins
    near = EDGE + _rounding(column) / (high - low) * bins
    lower_bin = (place > bins / 2) & (bins % 2 == 1)
    found = np.where(lower_bin, np.ceil(place - near) - 1, np.floor(place + near))
    return found.clip(0, bins - 1).astype(int)


def _rounding(column: Floats) -> Floats:
    """How far values may lie from what they stand for, where all of them fit a shorter format.

    What a network puts out has the precision of single or half floats. Only a grid has values that
    were meant to lie on an edge; whole numbers are exact.
    """
    head = column[:1000]
    if (head.astype(np.float32) != head).any():  # most columns are doubles, which is soon seen
        return np.zeros(1)
    ends = np.abs([column.min(), column.max()])
    step = precision(column)
    if ends.max() < np.finfo(np.float16).max and step > DOUBLE and guess(column) == "levels":
        return step * (np.abs(column) + ends.sum())
    return np.zeros(1)


def precision(column: Floats) -> float:
    """How far values may lie from what they stand for, as a share of their size.

    Half a step of the shortest format that holds all of them; whole numbers are as exact as any.
    """
    if not (column % 1).any():
        return DOUBLE
    largest = np.abs(column).max()
    coarse = np.ptp(column) / SPREAD if guess(column) == "levels" else np.inf  # levels may just fit
    for kind in (np.float16, np.float32):
        step = float(np.finfo(kind).eps / 2)
        with np.errstate(over="ignore"):
            fits = (column.astype(kind) == column).all()
        if fits and step * largest < coarse:
            return step
    return DOUBLE


def _around(column: Floats, kind: str, bins: int) -> Codes:
    column = within_turn(column, kind)
    if guess(column) == "levels":
        return discretise(column, "levels")
    place = column / turn_of(kind) * bins
    return np.floor(place + EDGE).astype(int) % bins


def entropy(counts: NDArray[np.int64] | Floats) -> float:
    """Entropy in bits of a table of counts, or of shares.

    >>> measures.entropy(np.array([2, 1, 1]))
    1.5
    """
    p = counts[counts > 0] / counts.sum()
    return float(abs((p * np.log2(p)).sum()))  # no -0


def joined(*columns: Codes) -> Codes:
    """One whole number per row for several columns of whole numbers from 0 together."""
    found = columns[0]
    for column in columns[1:]:
        found = found * (column.max() + 1) + column
        if found.max() >= MOST_CELLS:
            found = np.unique(found, return_inverse=True)[1]
    return found


def bits(*columns: Codes) -> float:
    """Entropy in bits of columns of whole numbers from 0, all together."""
    return entropy(np.bincount(joined(*columns)))


@measure
def mutual_information(
    rep: Representation,
    *,
    bins: int | None = None,
    factor_bins: int | None = None,
    estimator: Estimator = "counting",
    neighbours: int = NEIGHBOURS,
    least_range: float = 0.0,
) -> InformativenessMatrix:
    """How many bits does each latent tell about each factor?

    I(z;v) = H(z) + H(v) - H(z,v), with entropies of the counts as they are (plug-in). A factor that
    some samples lack is counted over those that have it, its entropy and that of the latents too;
    of a latent's entropies, over all samples and over those of each factor, the largest is its
    total.

    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.

    Returns an (L, K) InformativenessMatrix in bits with both totals, and what is left of a factor
    once another is known. 0 says independent; H(v) says that the latent determines the factor.
    Counting exaggerates on few samples, by about
    (cells of z - 1)(cells of v - 1) / (2 n ln 2) bits.

    >>> measures.mutual_information(examples.parity_leak()).values.round(6)
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    check_source("mutual_information", rep, Representation)
    for argument, value in (("bins", bins), ("factor_bins", factor_bins)):
        if value is not None:
            check_count(argument, value, least=2, most=MOST_BINS)
    check_choice("estimator", estimator, get_args(Estimator))
    check_count("neighbours", neighbours, most=MOST_NEIGHBOURS)
    check_number("least_range", least_range, least=0, most=1)
    # A forced number of bins cuts levels, too.
    latent_kinds = ["continuous"] * len(rep.latent_kinds) if bins else rep.latent_kinds
    factor_kinds = ["continuous"] * len(rep.factor_kinds) if factor_bins else rep.factor_kinds
    bins, factor_bins = bins or BINS, factor_bins or bins or BINS
    v = [discretise(rep.column(k), kind, factor_bins) for k, kind in enumerate(factor_kinds)]
    notes: tuple[str, ...] = ()
    if estimator == "neighbours":
        values, latent_total, factor_total, given = _by_neighbours(rep, v, neighbours)
    else:
        z = (discretise(column, kind, bins) for column, kind in zip(rep.latents.T, latent_kinds))
        values, latent_total, factor_total = _by_counting(rep, z, v)
        given = _given(rep, v)
        notes = _cut(rep.latent_names, latent_kinds, bins)
        notes += _cut(rep.factor_names, factor_kinds, factor_bins)
        notes += _cut_around(rep, factor_kinds, factor_bins)
    ranges = np.ptp(rep.latents, axis=0)
    moves = (ranges > least_range * ranges.max())[:, None]
    values = np.where(moves & (values > ROUNDING), values, 0)  # less is left of adding up
    return InformativenessMatrix(
        np.clip(values, 0, factor_total),
        "mutual information",
        "bits",
        latent_total=latent_total,
        factor_total=factor_total,
        factor_given=given,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
        notes=notes,
    )


def _given(rep, v):
    """(K, K) bits left of factor k once factor l is known; an absent l is a value of its own."""
    left = np.zeros((len(v), len(v)))
    if rep.present is None:  # both are asked on the same samples
        own = [bits(column) for column in v]
        for k, m in combinations(range(len(v)), 2):
            both = bits(v[k], v[m])
            left[k, m], left[m, k] = both - own[m], both - own[k]
        return left.clip(0)
    for k, m in permutations(range(len(v)), 2):
        codes = np.zeros(len(rep), dtype=int)
        codes[rep.having(m)] = v[m] + 1
        known = codes[rep.having(k)]
        left[k, m] = bits(v[k], known) - bits(known)
    return left.clip(0)


def _cut(names: Sequence[str], kinds: Sequence[str], bins: int) -> tuple[str, ...]:
    """A sentence on which columns are cut, if any."""
    cut = [name for name, kind in zip(names, kinds) if kind == "continuous"]
    listed = ", ".join(cut) if len(cut) < 8 else f"{cut[0]} to {cut[-1]} ({len(cut)} in all)"
    return (f"cut into {bins} bins of equal width: {listed}",) if cut else ()


def refuse_cyclic(rep: Representation, found: str, expected: str) -> None:
    """Raise ValueError for a cyclic factor where numbers are taken for places on a line."""
    for name in rep.cyclic_factors:
        raise ValueError(
            f"factors: found the cyclic {name!r} with {found}, which has no place for a factor "
            f"that returns, expected {expected}."
        )


def is_cut(column: Floats, kind: str) -> bool:
    """Whether counting cuts a column of this kind."""
    return kind == "continuous" or is_cyclic(kind) and guess(column) == "continuous"


def _cut_around(rep: Representation, kinds: Sequence[str], bins: int) -> tuple[str, ...]:
    """The same of the cyclic factors that have no levels."""
    cut = [
        name
        for k, (name, kind) in enumerate(zip(rep.factor_names, kinds))
        if is_cyclic(kind) and is_cut(rep.column(k), kind)
    ]
    return (f"cut into {bins} equal parts of its circle: {', '.join(cut)}",) if cut else ()


def _by_counting(rep, z, v):
    """(L, K) bits, and the entropies of latents and of factors; one pair is counted at a time."""
    factor_total = np.array([bits(b) for b in v])
    lines, latent_total = [], []
    for a in z:
        whole = bits(a)
        seen = [a[rep.having(k)] for k in range(len(v))]
        # Nothing tells more than it holds on the same samples.
        own = [whole if rep.present is None else bits(s) for s in seen]
        lines.append([min(h + H - bits(s, b), h) for h, s, b, H in zip(own, seen, v, factor_total)])
        latent_total.append(max(whole, *own))
    return np.array(lines), np.array(latent_total), factor_total


def _by_neighbours(rep, v, neighbours):
    """The same from the nearest neighbours, and what is left of a factor once another is known.

    A latent that never moves tells nothing.
    """
    from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

    refuse_cyclic(rep, "estimator='neighbours'", "estimator='counting'")
    given = _given(rep, v)
    lines, itself = [], []
    for k, (codes, kind) in enumerate(zip(v, rep.factor_kinds)):
        column, latents = rep.column(k), rep.latents[rep.having(k)]
        options = dict(n_neighbors=neighbours, random_state=0)
        if kind == "levels" and np.bincount(codes).max() > 1:
            lines.append(mutual_info_classif(latents, codes, **options))
            itself.append(bits(codes))
        elif kind == "continuous" and len(column) > neighbours:
            lines.append(mutual_info_regression(latents, column, **options))
            factors = np.nan_to_num(rep.factors[rep.having(k)])  # absent: a value of its own
            shared = mutual_info_regression(factors, column, **options) / np.log(2)
            itself.append(shared[k])
            given[k] = (shared[k] - shared).clip(0, shared[k])
        if len(itself) == k or itself[k] <= 0:
            raise ValueError(
                f"factors: found {rep.factor_names[k]!r} in {len(column)} samples, of which the "
                "nearest neighbours tell nothing, expected more, or estimator='counting'."
            )
    moves = np.ptp(rep.latents, axis=0) > 0
    return np.where(moves, lines, 0).T / np.log(2), None, np.array(itself), given
