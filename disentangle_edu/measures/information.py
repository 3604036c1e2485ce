"""Mutual information: bits that latents and factors share, from bin counts or neighbours."""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices import InformativenessMatrix
from ..measure import measure
from ..representation import Representation
from ..types import ROUNDING, Floats
from ..validation import (
    check_choice,
    check_count,
    check_number,
    check_source,
    infer_type,
    is_cyclic,
    period_of,
    within_turn,
)

BINS = 21  # odd, so that 0 is inside a bin of a grid centred on 0, whatever the rounding
MOST_BINS = 10_000
MOST_CELLS = 2**20  # of a count table; beyond this, only combinations that occur are numbered
EDGE = 1e-9  # of a bin's width: values this close to an edge may differ from it only by rounding
SPREAD = 300  # rounding steps; with a smaller range, a fit to a short format may be chance
DOUBLE = float(np.finfo(float).eps / 2)  # relative rounding error of a double
NEIGHBOURS = 3  # scikit-learn's default
MOST_NEIGHBOURS = 1_000

Codes = NDArray[np.int64]
Estimator = Literal["plugin", "knn"]


def discretise(column: ArrayLike, column_type: str = "continuous", bins: int = BINS) -> Codes:
    """Convert a column of numbers to integer codes.

    A column of levels keeps its levels. A continuous column is cut into bins of equal width from
    its minimum to its maximum. A cyclic column keeps its levels if they are few; otherwise its
    circle is cut into equal parts.

    Parameters
    ----------
    column : array-like of shape (n_samples,)
        Values of one latent or factor.
    column_type : str, default='continuous'
        Kind of the column: 'discrete', 'continuous', or 'cyclic P' for values that repeat with
        period P, for example 'cyclic 360'.
    bins : int, default=21
        Number of bins for a continuous column, or of parts for a cyclic one. Levels ignore it.

    Returns
    -------
    codes : ndarray of int of shape (n_samples,)
        Code of each sample, counted from 0. Levels are numbered in rising order, and bins from
        the minimum upwards. A constant column has the code 0 throughout.

    Notes
    -----
    A value on an edge belongs to the bin that is nearer the middle, so that a change of sign
    mirrors all bins. An even number of bins has an edge in the middle itself and cannot be
    mirrored. Every edge then belongs to the upper bin, and the maximum to the last bin, as in most
    published code.

    A value is on an edge if its distance is at most 1e-9 of a bin's width. The tolerance is larger
    for columns with few distinct values that fit single or half precision.

    Examples
    --------
    >>> measures.discretise([0.0, 0.2, 0.7, 1.0], bins=3)
    array([0, 0, 2, 2])
    """
    column = np.asarray(column, dtype=float)
    if is_cyclic(column_type):
        return _discretise_circle(column, column_type, bins)
    if column_type == "discrete":
        return np.unique(column, return_inverse=True)[1]
    low, high = column.min(), column.max()
    if low == high:
        return np.zeros(len(column), dtype=int)
    position = (column - low) / (high - low) * bins
    tolerance = EDGE + _rounding_error(column) / (high - low) * bins
    lower_bin = (position > bins / 2) & (bins % 2 == 1)
    codes = np.where(lower_bin, np.ceil(position - tolerance) - 1, np.floor(position + tolerance))
    return codes.clip(0, bins - 1).astype(int)


def _rounding_error(column: Floats) -> Floats:
    """Largest rounding error of the values of a column that fits a shorter float format.

    The outputs of a network are single or half precision floats. The error matters only for values
    on a grid, which may be exactly on a bin edge; whole numbers are exact.
    """
    head = column[:1000]
    if (head.astype(np.float32) != head).any():  # a quick test, since most columns are doubles
        return np.zeros(1)
    ends = np.abs([column.min(), column.max()])
    step = precision(column)
    if ends.max() < np.finfo(np.float16).max and step > DOUBLE and infer_type(column) == "discrete":
        return step * (np.abs(column) + ends.sum())
    return np.zeros(1)


def precision(column: Floats) -> float:
    """Relative rounding error of a column, from the shortest float format that holds it.

    Parameters
    ----------
    column : ndarray of shape (n_samples,)
        Values of one latent or factor.

    Returns
    -------
    error : float
        Half a step of that format, as a fraction of a value's size: about 5e-4 for half, 6e-8
        for single and 1e-16 for double precision.

    Notes
    -----
    Whole numbers have the error of double precision, since any format holds them exactly. A few
    levels may fit a short format by chance. Such a format is accepted only if the column's range is
    more than 300 of its rounding errors.

    Examples
    --------
    >>> from disentangle_edu.measures.information import precision
    >>> precision(np.array([0.1, 0.2, 0.3], dtype=np.float32).astype(float)) == 2**-24
    True
    """
    if not (column % 1).any():
        return DOUBLE
    largest = np.abs(column).max()
    coarse = (
        np.ptp(column) / SPREAD if infer_type(column) == "discrete" else np.inf
    )  # levels may fit a shorter format by coincidence
    for kind in (np.float16, np.float32):
        step = float(np.finfo(kind).eps / 2)
        with np.errstate(over="ignore"):
            fits = (column.astype(kind) == column).all()
        if fits and step * largest < coarse:
            return step
    return DOUBLE


def _discretise_circle(column: Floats, column_type: str, bins: int) -> Codes:
    column = within_turn(column, column_type)
    if infer_type(column) == "discrete":
        return discretise(column, "discrete")
    position = column / period_of(column_type) * bins
    return np.floor(position + EDGE).astype(int) % bins


def entropy(counts: NDArray, axis: int | None = None) -> Any:
    """Entropy in bits of a table of counts, or of shares.

    Parameters
    ----------
    counts : ndarray of int or float
        Counts of every cell, or shares; they need not sum to 1.
    axis : int or None, default=None
        Axis along which the cells of one table lie. With None, all entries are one table.

    Returns
    -------
    entropy : float or ndarray
        Bits, from 0 (one cell has everything) to log2 of the number of cells. A float for one
        table, otherwise an array with `axis` removed.

    Examples
    --------
    >>> measures.entropy(np.array([2, 1, 1]))
    1.5
    >>> measures.entropy(np.array([[2, 1, 1], [4, 0, 0]]), axis=-1)
    array([1.5, 0. ])
    """
    if axis is None or counts.ndim == 1:
        counts = counts[counts > 0]  # most cells of a large table are empty
    p = counts / counts.sum(axis, keepdims=True)
    found = abs((p * np.log2(np.where(p > 0, p, 1))).sum(axis))  # avoids -0
    return found if found.ndim else float(found)


def numbered(values: NDArray) -> Codes:
    """Number the distinct values along the last axis from 0, in their order.

    Parameters
    ----------
    values : ndarray of shape (..., n_samples)
        Values or codes; every row is numbered on its own.

    Returns
    -------
    codes : ndarray of int of shape (..., n_samples)
        Codes from 0 without gaps; equal values have equal codes.

    Examples
    --------
    >>> measures.information.numbered(np.array([[0.5, 9.0, 0.5], [7.0, 3.0, 5.0]]))
    array([[0, 1, 0],
           [2, 0, 1]])
    """
    order, codes = values.argsort(-1), np.zeros(values.shape, dtype=int)
    ordered = np.take_along_axis(values, order, -1)
    steps = (ordered[..., 1:] != ordered[..., :-1]).cumsum(-1)
    np.put_along_axis(codes, order[..., 1:], steps, -1)
    return codes


def joint_codes(*columns: Codes) -> Codes:
    """Code of every combination of values in several columns.

    Parameters
    ----------
    *columns : ndarray of int of shape (..., n_samples)
        Codes from 0; leading axes are broadcast against each other.

    Returns
    -------
    codes : ndarray of int of shape (..., n_samples)
        Two samples have the same code if they agree in every column. Codes are numbered without
        gaps if a table of their counts would have too many cells.

    Examples
    --------
    >>> measures.information.joint_codes(np.array([0, 0, 1]), np.array([2, 1, 2]))
    array([2, 1, 5])
    """
    codes = columns[0]
    for column in columns[1:]:
        codes = codes * (column.max() + 1) + column
        if codes.max() * codes[..., 0].size >= MOST_CELLS:
            codes = numbered(codes)
    return codes


def code_counts(codes: Codes, cells: int | None = None) -> Codes:
    """Number of samples with each code, along the last axis.

    Parameters
    ----------
    codes : ndarray of int of shape (..., n_samples)
        Codes from 0.
    cells : int or None, default=None
        Number of possible codes. With None, one more than the largest code.

    Returns
    -------
    counts : ndarray of int of shape (..., cells)
        Counts, which sum to the number of samples.

    Examples
    --------
    >>> measures.information.code_counts(np.array([[0, 1, 1], [2, 2, 2]]))
    array([[1, 2, 0],
           [0, 0, 3]])
    """
    if codes.ndim == 1:
        return np.bincount(codes, minlength=cells or 0)
    cells, rows = cells or int(codes.max()) + 1, codes.reshape(-1, codes.shape[-1])
    own = rows + cells * np.arange(len(rows))[:, None]  # different codes in each row
    return np.bincount(own.ravel(), minlength=cells * len(rows)).reshape(*codes.shape[:-1], cells)


def joint_entropy(*columns: Codes) -> Any:
    """Plug-in estimate of the joint entropy of columns of codes, in bits.

    Parameters
    ----------
    *columns : ndarray of int of shape (..., n_samples)
        Codes from 0; leading axes are broadcast against each other.

    Returns
    -------
    entropy : float or ndarray of shape (...)
        Bits; 0 if every sample has the same combination of values.

    Examples
    --------
    >>> measures.information.joint_entropy(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    2.0
    """
    return entropy(code_counts(joint_codes(*columns)), axis=-1)


def plugin_mutual_information(
    z: Codes,
    v: Codes,
    z_entropy: Floats | float | None = None,
    v_entropy: Floats | float | None = None,
) -> Any:
    """Plug-in estimate of the mutual information of two columns of codes, in bits.

    Parameters
    ----------
    z, v : ndarray of int of shape (..., n_samples)
        Codes from 0; leading axes are broadcast against each other.
    z_entropy, v_entropy : float or ndarray of shape (...), default=None
        Entropies of the two columns, if they are already known. With None, they are computed.

    Returns
    -------
    information : float or ndarray of shape (...)
        I(z; v) = H(z) + H(v) - H(z, v), at most H(z). 0 if the counts are those of independent
        columns, up to rounding.

    Examples
    --------
    >>> coin = np.array([0, 0, 1, 1])
    >>> float(measures.information.plugin_mutual_information(coin, coin))
    1.0
    """
    own = joint_entropy(z) if z_entropy is None else z_entropy
    other = joint_entropy(v) if v_entropy is None else v_entropy
    return np.minimum(own + other - joint_entropy(z, v), own)


@measure
def mutual_information(
    rep: Representation,
    *,
    bins: int | None = None,
    factor_bins: int | None = None,
    estimator: Estimator = "plugin",
    n_neighbors: int = NEIGHBOURS,
    min_range: float = 0.0,
) -> InformativenessMatrix:
    """Mutual information in bits between every latent and every factor.

    With the default estimator, I(z;v) = H(z) + H(v) - H(z,v), where the entropies are those of the
    observed frequencies (the plug-in estimate). It is the matrix that MIG [1]_ and DCIMIG [2]_ use.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.
    bins : int or None, default=None
        Number of equal-width bins for every latent, between its minimum and maximum. A number also
        bins latents that have levels. With None, these are not binned and continuous latents get
        21 bins. Most published code uses 20.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor. A number also bins factors that have levels.
        With None, these are not binned and continuous factors get `bins` bins (21 if that is None).
    estimator : {'plugin', 'knn'}, default='plugin'
        Estimator of the mutual information. 'plugin' counts binned samples. 'knn' is
        scikit-learn's estimate from nearest neighbours, which bins no latent.
    n_neighbors : int, default=3
        Number of nearest neighbours, for estimator='knn' only. 3 is scikit-learn's default;
        InfoMEC uses 10.
    min_range : float, default=0.0
        Smallest range of a latent that counts, as a fraction of the largest range of any latent.
        Latents whose range is not above it have 0 bits about every factor.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, n_factors)
        Bits, from 0 to the entropy of the factor. 0: latent and factor are independent. H(v): the
        latent determines the factor. `factor_entropy` has the entropies of the factors and
        `latent_entropy` those of the latents (None for estimator='knn').
        `factor_entropy_given_other` has the entropy that each factor keeps once another factor is
        known.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If an option is out of range. For estimator='knn', also if a factor is cyclic, or if
        it has too few samples for its neighbours to carry information.

    See Also
    --------
    discretise : The bins, and the bin of a value on an edge.

    Notes
    -----
    Counting overestimates the information in few samples, by about
    (cells of z - 1)(cells of v - 1) / (2 n ln 2) bits for n samples.

    If some samples lack a factor, its entropy and its information are computed from the samples
    that have it, and so is the entropy of the latents there. A latent's total is the largest of its
    entropies: that over all samples, and those over the samples of each factor.

    The estimate from nearest neighbours [3]_ may exceed the entropy of a factor. It is then clipped
    to the entropy; for a continuous factor, to the factor's estimated information about itself.

    References
    ----------
    .. [1] Chen et al. (2018), "Isolating Sources of Disentanglement in Variational Autoencoders",
       section 4.1.
    .. [2] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", section 4.1.
    .. [3] Ross (2014), "Mutual Information between Discrete and Continuous Data Sets".

    Examples
    --------
    >>> rep = Representation(factors=[[0], [1], [0], [1]], latents=[[0.1], [0.8], [0.2], [0.9]])
    >>> measures.mutual_information(rep).values
    array([[1.]])

    Latent 1 of this example also depends on the parity of coins 2 and 3, which no pair shows:

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
    check_count("knn", n_neighbors, most=MOST_NEIGHBOURS)
    check_number("min_range", min_range, least=0, most=1)
    # With an explicit number of bins, levels are binned, too.
    latent_types = ["continuous"] * len(rep.latent_types) if bins else rep.latent_types
    factor_types = ["continuous"] * len(rep.factor_types) if factor_bins else rep.factor_types
    bins, factor_bins = bins or BINS, factor_bins or bins or BINS
    v = [
        discretise(rep.present_values(k), column_type, factor_bins)
        for k, column_type in enumerate(factor_types)
    ]
    notes: tuple[str, ...] = ()
    if estimator == "knn":
        values, latent_entropy, factor_entropy, conditional = _knn_information(rep, v, n_neighbors)
    else:
        z = (
            discretise(column, column_type, bins)
            for column, column_type in zip(rep.latents.T, latent_types)
        )
        values, latent_entropy, factor_entropy = _plugin_information(rep, z, v)
        conditional = _conditional_entropies(rep, v)
        notes = _binning_note(rep.latent_names, latent_types, bins)
        notes += _binning_note(rep.factor_names, factor_types, factor_bins)
        notes += _circle_note(rep, factor_types, factor_bins)
    ranges = np.ptp(rep.latents, axis=0)
    moves = (ranges > min_range * ranges.max())[:, None]
    values = np.where(moves & (values > ROUNDING), values, 0)  # the rest is rounding error of sums
    return InformativenessMatrix(
        np.clip(values, 0, factor_entropy),
        "mutual information",
        "bits",
        latent_entropy=latent_entropy,
        factor_entropy=factor_entropy,
        factor_entropy_given_other=conditional,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
        notes=notes,
    )


def _conditional_entropies(rep, v):
    """(K, K) entropies H(v_k | v_l) in bits; where factor l is absent, it has a separate value."""
    remaining = np.zeros((len(v), len(v)))
    if rep.factor_mask is None:  # all factors have values in the same samples
        entropies = [joint_entropy(column) for column in v]
        for k, m in combinations(range(len(v)), 2):
            joint = joint_entropy(v[k], v[m])
            remaining[k, m], remaining[m, k] = joint - entropies[m], joint - entropies[k]
        return remaining.clip(0)
    for k, m in permutations(range(len(v)), 2):
        codes = np.zeros(len(rep), dtype=int)
        codes[rep.rows_where_present(m)] = v[m] + 1
        condition = codes[rep.rows_where_present(k)]
        remaining[k, m] = joint_entropy(v[k], condition) - joint_entropy(condition)
    return remaining.clip(0)


def _binning_note(names: Sequence[str], column_types: Sequence[str], bins: int) -> tuple[str, ...]:
    """A note that names the binned columns, if there are any."""
    cut = [name for name, column_type in zip(names, column_types) if column_type == "continuous"]
    names_text = ", ".join(cut) if len(cut) < 8 else f"{cut[0]} to {cut[-1]} ({len(cut)} in all)"
    return (f"cut into {bins} bins of equal width: {names_text}",) if cut else ()


def refuse_cyclic(rep: Representation, option: str, expected: str) -> None:
    """Raise ValueError if a representation has a cyclic factor.

    It is called where a method treats the values of a factor as positions on a straight line.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.
    option : str
        The option that cannot handle a cyclic factor, for the error message.
    expected : str
        What to pass instead, for the error message.

    Raises
    ------
    ValueError
        If any factor of `rep` is cyclic.

    Examples
    --------
    >>> from disentangle_edu.measures.information import refuse_cyclic
    >>> angles = [[0], [90], [0], [90]]
    >>> rep = Representation(angles, [[0], [1], [0], [1]], factor_types="cyclic 360")
    >>> refuse_cyclic(rep, "method='spearman'", "method='pearson'")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: factors: found the cyclic 'factor 1' with method='spearman', ...
    """
    for name in rep.cyclic_factors:
        raise ValueError(
            f"factors: found the cyclic {name!r} with {option}, which does not support cyclic "
            f"factors, expected {expected}."
        )


def is_cut(column: Floats, column_type: str) -> bool:
    """Whether counting bins a column of this type.

    Parameters
    ----------
    column : ndarray of shape (n_samples,)
        Values of one latent or factor.
    column_type : str
        Kind of the column: 'discrete', 'continuous', or 'cyclic P' for values that repeat with
        period P.

    Returns
    -------
    cut : bool
        True for a continuous column, and for a cyclic one with too many values to be levels.

    Examples
    --------
    >>> from disentangle_edu.measures.information import is_cut
    >>> is_cut(np.array([0.0, 1.0, 0.0, 1.0]), "discrete")
    False
    """
    return (
        column_type == "continuous" or is_cyclic(column_type) and infer_type(column) == "continuous"
    )


def _circle_note(rep: Representation, column_types: Sequence[str], bins: int) -> tuple[str, ...]:
    """A note that names the binned cyclic factors, if there are any."""
    cut = [
        name
        for k, (name, column_type) in enumerate(zip(rep.factor_names, column_types))
        if is_cyclic(column_type) and is_cut(rep.present_values(k), column_type)
    ]
    return (f"cut into {bins} equal parts of its circle: {', '.join(cut)}",) if cut else ()


def _plugin_information(rep, z, v):
    """(L, K) bits, and the entropies of latents and of factors; one pair is counted at a time."""
    factor_entropy = np.array([joint_entropy(b) for b in v])
    lines, latent_entropy = [], []
    for a in z:
        full_entropy = joint_entropy(a)
        present_codes = [a[rep.rows_where_present(k)] for k in range(len(v))]
        # Mutual information is at most the entropy of the latent on the same samples.
        entropies = [
            full_entropy if rep.factor_mask is None else joint_entropy(s) for s in present_codes
        ]
        lines.append(
            list(map(plugin_mutual_information, present_codes, v, entropies, factor_entropy))
        )
        latent_entropy.append(max(full_entropy, *entropies))
    return np.array(lines), np.array(latent_entropy), factor_entropy


def _knn_information(rep, v, n_neighbors):
    """The same from nearest neighbours, with the conditional entropies of the factors.

    A constant latent has 0 bits about every factor.
    """
    from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

    refuse_cyclic(rep, "estimator='knn'", "estimator='plugin'")
    conditional = _conditional_entropies(rep, v)
    lines, self_information = [], []
    for k, (codes, column_type) in enumerate(zip(v, rep.factor_types)):
        column, latents = rep.present_values(k), rep.latents[rep.rows_where_present(k)]
        options = dict(n_neighbors=n_neighbors, random_state=0)
        if column_type == "discrete" and np.bincount(codes).max() > 1:
            lines.append(mutual_info_classif(latents, codes, **options))
            self_information.append(joint_entropy(codes))
        elif column_type == "continuous" and len(column) > n_neighbors:
            lines.append(mutual_info_regression(latents, column, **options))
            factors = np.nan_to_num(
                rep.factors[rep.rows_where_present(k)]
            )  # absent: a separate value
            shared = mutual_info_regression(factors, column, **options) / np.log(2)
            self_information.append(shared[k])
            conditional[k] = (shared[k] - shared).clip(0, shared[k])
        if len(self_information) == k or self_information[k] <= 0:
            raise ValueError(
                f"factors: found {rep.factor_names[k]!r} in {len(column)} samples, whose "
                "nearest neighbours contain no information, expected more samples or "
                "estimator='plugin'."
            )
    moves = np.ptp(rep.latents, axis=0) > 0
    return np.where(moves, lines, 0).T / np.log(2), None, np.array(self_information), conditional
