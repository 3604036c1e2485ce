"""Subspaces: directions of the latent space that matter for a factor, and their importances.

The scores of a `Subspaces` do not depend on the axes. The module also has worlds whose true
subspaces are known.
"""

from collections.abc import Callable, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices import Matrix
from ..measure import measure
from ..representation import Representation
from ..types import ROUNDING, Floats, Progress
from ..validation import (
    MIN_SAMPLES,
    as_float_table,
    check_choice,
    check_count,
    check_number,
    check_random_state,
    check_source,
    varying_columns,
)
from ._supervised import regression_target
from .information import precision, refuse_cyclic

if TYPE_CHECKING:
    import pandas as pd

DIGITS = 12  # decimals that are kept of sums of products; further ones depend on the machine
ORTHONORMAL = 1e-6  # tolerance for the products of basis vectors, and for the sum of importances


class Subspaces(Matrix):
    """One basis of the latent space and one row of importances per factor.

    Parameters
    ----------
    bases : array-like of shape (n_factors, n_latents, n_latents)
        For each factor, orthonormal rows, from the most to the least important direction.
    importances : array-like of shape (n_factors, n_latents)
        For each factor, how much each of its directions matters. Numbers from 0 upwards; each row
        sums to 1.
    factor_names : sequence of str or None, default=None
        Names of the factors. With None they are 'factor 1', 'factor 2' and so on.
    notes : sequence of str, default=()
        Sentences on how the subspaces were found.

    Attributes
    ----------
    bases : ndarray of shape (n_factors, n_latents, n_latents)
        As passed, read-only.
    values : ndarray of shape (n_latents, n_factors)
        The importances, with directions as rows and factors as columns.
    column_names, notes : tuple of str
        Names of the factors, and the notes.

    Raises
    ------
    ValueError
        If the shapes of `bases` and `importances` differ, a basis is not finite or not orthonormal,
        or importances are negative or do not sum to 1. The tolerance is 1e-6.

    Examples
    --------
    >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
    >>> spaces.values
    array([[1. , 0.9],
           [0. , 0.1]])
    """

    rows, row_word = "directions", "direction"

    def __init__(
        self,
        bases: ArrayLike,
        importances: ArrayLike,
        *,
        factor_names: Sequence[str] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.bases = np.array(bases, dtype=float)
        weights = as_float_table(importances, "importances")
        K, L = weights.shape
        if self.bases.shape != (K, L, L):
            raise ValueError(
                f"bases: found shape {self.bases.shape}, expected ({K}, {L}, {L}): "
                "for each factor L orthonormal vectors as rows."
            )
        if not np.isfinite(self.bases).all():
            raise ValueError(
                "bases: found a number that is not finite, expected orthonormal vectors."
            )
        for k, (basis, row) in enumerate(zip(self.bases, weights)):
            _check_basis(basis, k)
            _check_importances(row, k)
        self.bases.setflags(write=False)
        super().__init__(weights.T, "importance", "share", column_names=factor_names, notes=notes)

    @property
    def importances(self) -> Floats:
        """Importances of the directions, of shape (n_factors, n_latents)."""
        return self.values.T

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs (j, k) of the indices of different factors, with j < k."""
        K = len(self.bases)
        return [(j, k) for j in range(K) for k in range(j + 1, K)]

    @property
    def pair_names(self) -> tuple[str, ...]:
        """Names of the pairs of factors, in the order of `pairs`."""
        return tuple(f"{self.column_names[j]} and {self.column_names[k]}" for j, k in self.pairs)

    def products(self, j: int, k: int) -> Floats:
        """Overlap of every direction of one factor with every direction of another.

        Parameters
        ----------
        j, k : int
            Indices of the two factors.

        Returns
        -------
        products : ndarray of shape (n_latents, n_latents)
            For direction l of factor j (row) and direction m of factor k (column), the root of the
            product of their importances, times their squared inner product. Values are in [0, 1];
            0: orthogonal directions, or one without importance.
        """
        root = np.sqrt(np.outer(self.importances[j], self.importances[k]))
        return root * (self.bases[j] @ self.bases[k].T) ** 2

    def overlap(self, j: int, k: int) -> float:
        """Overlap of two factors, the sum of all their `products`.

        Parameters
        ----------
        j, k : int
            Indices of the two factors.

        Returns
        -------
        overlap : float
            Number in [0, 1]. 0: orthogonal subspaces. 1: the same directions with the same
            importances.
        """
        return float(self.products(j, k).sum())


def _check_basis(basis: Floats, k: int) -> None:
    deviation = np.abs(basis @ basis.T - np.eye(len(basis))).max()
    if deviation > ORTHONORMAL:
        raise ValueError(
            f"bases: found vectors of factor {k + 1} whose products are {deviation:.3g} away from "
            "0 and 1, expected orthonormal rows, e.g. from numpy.linalg.qr."
        )


def _check_importances(row: Floats, k: int) -> None:
    if abs(row.sum() - 1) > ORTHONORMAL or row.min() < 0:
        raise ValueError(
            f"importances: found a row of factor {k + 1} that sums to {row.sum():.4g} with "
            f"smallest entry {row.min():.4g}, expected numbers from 0 upwards that sum to 1."
        )


def completed(vectors: ArrayLike) -> Floats:
    """Orthonormal basis whose first rows span the given rows, in their order.

    Parameters
    ----------
    vectors : array-like of shape (n_vectors, n_latents) or (n_latents,)
        Linearly independent rows.

    Returns
    -------
    basis : ndarray of shape (n_latents, n_latents)
        Orthonormal rows. The first l rows span what the first l vectors span.

    Examples
    --------
    >>> from disentangle_edu.measures.subspaces import completed
    >>> abs(completed([[3, 4]]) @ [3, 4]).round(6)  # the second row is orthogonal to the vector
    array([5., 0.])
    """
    vectors = np.atleast_2d(np.asarray(vectors, dtype=float))
    L = vectors.shape[1]
    q, r = np.linalg.qr(np.vstack([vectors, np.eye(L)]).T)
    signs = np.sign(np.diagonal(r)[: len(vectors)])
    q[:, : len(vectors)] *= np.where(signs == 0, 1, signs)
    return q.T


Method = Literal["linear", "gca"]


@measure
def subspaces(
    rep: Representation,
    *,
    method: Method = "linear",
    as_continuous: bool = False,
    epochs: int = 80,
    seed: int = 0,
    progress: Progress | None = None,
) -> Subspaces:
    """Directions of the latents that matter for each factor, and their importances.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors; more samples than latents.
    method : {'linear', 'gca'}, default='linear'
        How the directions are found.

        - 'linear': exactly. The first direction is that of the least-squares line, with importance
          R2; the share that the line leaves unexplained is spread evenly over all directions.
        - 'gca': with PyTorch, as `gca` does: directions that any smooth function of the latents may
          use [1]_. It takes seconds to minutes.
    as_continuous : bool, default=False
        Whether to read discrete factors as numbers for method='linear'; 'gca' ignores this option.
        With False, the directions are those along which the classes lie farthest apart: canonical
        correlations with one column per class [2]_, or Fisher's discriminants. For two classes
        that is the least-squares line. With True, the direction is that of the least-squares line
        through the numbers, so it depends on the number that stands for each class.
    epochs : int, default=80
        Number of passes over the training samples for method='gca', at least 4.
    seed : int, default=0
        Random seed of the split and the networks for method='gca'.
    progress : callable or None, default=None
        Wraps an iterable over the epochs of method='gca', as `tqdm.tqdm` does.

    Returns
    -------
    spaces : Subspaces
        One basis and one row of importances per factor. An importance of 1: only this direction
        matters. All equal to 1 / n_latents: no direction matters more than another, as for a factor
        that no linear function of the latents predicts.

    Raises
    ------
    ValueError
        If an option has a value that is not allowed; if a factor is present in no more samples than
        there are latents; or, for method='gca', if PyTorch is not installed, a factor is cyclic, or
        a factor is absent from some samples.

    Notes
    -----
    A factor with C classes has up to C - 1 directions. Chance alone explains (C - 2) / (n_samples -
    2) more than it does for a line, so this share is subtracted. A cyclic factor is treated by its
    cosine and sine, as three classes would be.

    References
    ----------
    .. [1] Geyer et al. (2024), "Measuring Orthogonality in Representations of Generative Models",
       equations 1 to 3.
    .. [2] Hotelling (1936), "Relations Between Two Sets of Variates".

    Examples
    --------
    >>> from disentangle_edu.measures.subspaces import subspaces
    >>> factors = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], 10, axis=0)
    >>> rep = Representation(factors=factors, latents=factors @ [[1, 1], [-1, 1]])
    >>> spaces = subspaces(rep)
    >>> spaces.bases[:, 0].round(2)  # the most important direction of each factor
    array([[ 0.71,  0.71],
           [ 0.71, -0.71]])
    >>> spaces.importances.round(6)
    array([[1., 0.],
           [1., 0.]])
    """
    check_source("subspaces", rep, Representation)
    check_choice("method", method, get_args(Method))
    check_count("epochs", epochs, least=4)
    _check_samples(rep)
    return (
        _linear_subspaces(rep, as_continuous)
        if method == "linear"
        else _gca_subspaces(rep, epochs, seed, progress)
    )


def _check_samples(rep: Representation) -> None:
    """Raise ValueError if there are too few samples to find directions."""
    n, L = rep.latents.shape
    if n <= L:
        raise ValueError(
            f"rep: found {n} samples of {L} latents, expected more samples than latents: "
            "directions could not be told apart."
        )
    for k, name in enumerate(rep.factor_names):
        if (n_present := len(rep.present_values(k))) <= L:
            raise ValueError(
                f"factors: found {name!r} in {n_present} samples of {L} latents, "
                "expected it in more samples than there are latents."
            )


def _linear_subspaces(rep: Representation, as_continuous: bool) -> Subspaces:
    """Directions of least-squares lines, and of discriminants where a factor has classes."""
    results = []
    for k, kind in enumerate(rep.factor_types):
        classes = kind == "discrete" and not as_continuous
        targets = (
            _class_targets(rep.present_values(k))
            if classes
            else _number_targets(rep.present_values(k), kind)
        )
        results.append(_directions(rep.latents[rep.rows_where_present(k)], targets))
    bases, importances = zip(*results)
    return Subspaces(
        np.array(bases),
        np.array(importances),
        factor_names=rep.factor_names,
        notes=["by exact linear regression"],
    )


def _class_targets(column: Floats) -> Floats:
    """Orthonormal target columns, one for each class."""
    _, codes, counts = np.unique(column, return_inverse=True, return_counts=True)
    return np.eye(len(counts))[codes] / np.sqrt(counts)


def _number_targets(column: Floats, kind: str) -> Floats:
    """Orthonormal target columns of numbers; a cyclic factor has three, as three classes would."""
    numbers = regression_target(column, kind)
    centred = numbers - numbers.mean(0)
    if numbers.shape[1] == 1:
        return centred / np.linalg.norm(centred)
    return np.linalg.qr(np.column_stack([np.ones(len(column)), centred]))[0]


def _directions(latents: Floats, targets: Floats) -> tuple[Floats, Floats]:
    """Basis and importances of one factor, from linear functions of the latents.

    With C classes, chance alone explains a share of (C - 2) / (n - 2) more than with a single
    target column; this share is subtracted.
    """
    n, L = latents.shape
    spread = latents.std(0)  # the threshold must not depend on units
    spread = np.where(varying_columns(latents) & (spread > 0), spread, 1)
    centred = latents - latents.mean(0)
    centred -= centred.mean(0)  # with a large offset, the first mean has a rounding error
    u, sizes, back = np.linalg.svd(centred / spread, full_matrices=False)
    is_visible = sizes > _rounding_threshold(latents, spread, float(sizes.max(initial=0)))
    cosines, weights = np.linalg.svd(u[:, is_visible].T @ targets, full_matrices=False)[1::-1]
    chance = max(targets.shape[1] - 2, 0) / max(n - 2, 1)
    share = np.clip((cosines**2 - chance) / max(1 - chance, ROUNDING), 0, 1).round(DIGITS)
    if not (share > 0).any():
        return np.eye(L), np.full(L, 1 / L)
    vectors = (back[is_visible].T @ (weights / sizes[is_visible, None])[:, share > 0]).T / spread
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    importance = np.zeros(L)
    importance[: len(vectors)] = share[share > 0] / share.sum()
    explained = 1 - np.prod(1 - share)
    return completed(vectors), importance * explained + (1 - explained) / L


def _rounding_threshold(latents: Floats, spread: Floats, largest: float) -> float:
    """Singular value up to which a direction may be due to rounding in the solver or the columns.

    With a large offset, or in single or half precision, a column that is a sum of other columns
    differs from that sum by a rounding error, which must not count as another direction.
    """
    n, L = latents.shape
    rms = np.sqrt((latents**2).mean(0))
    rounded = max(precision(z) * size / std for z, size, std in zip(latents.T, rms, spread))
    return max(largest * max(n, L) * np.finfo(float).eps, 4 * np.sqrt(n * L) * rounded)


def _gca_subspaces(rep: Representation, epochs: int, seed: int, progress) -> Subspaces:
    """Directions that small networks use to predict the factors."""
    from ._gca_torch import learned

    refuse_cyclic(rep, "method='gca'", "method='linear'")
    if rep.factor_mask is not None:
        raise ValueError(
            "rep: found factors that are absent from some samples, expected every factor in every "
            "sample for method='gca'; 'linear' takes them."
        )
    numbers = [
        np.unique(column, return_inverse=True)[1] if kind == "discrete" else column
        for column, kind in zip(rep.factors.T, rep.factor_types)
    ]
    bases, importances, _ = learned(
        rep.latents,
        np.column_stack(numbers),
        rep.factor_types,
        epochs=epochs,
        seed=seed,
        progress=progress,
    )
    note = (
        f"learned with PyTorch, {epochs} epochs, seed {seed}; "
        "importances from samples that were not used for learning"
    )
    return Subspaces(bases, importances, factor_names=rep.factor_names, notes=[note])


def gca(
    rep: Representation, *, epochs: int = 80, seed: int = 0, progress: Progress | None = None
) -> Subspaces:
    """Generative component analysis: directions from which a smooth function predicts a factor.

    For each factor, a linear spine drops one dimension after the other. On every level, a small
    network predicts the factor from the dimensions that are left. All are trained together. The
    importance of a dimension is the loss that dropping it costs on held-out samples [1]_. For many
    latents the spine drops several dimensions at a time.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors; more samples than latents.
    epochs : int, default=80
        Number of passes over the training samples, at least 4.
    seed : int, default=0
        Random seed. The same seed gives the same result on the same machine.
    progress : callable or None, default=None
        Wraps the iterable of epochs, as `tqdm.tqdm` does, and shows the current loss. If you
        interrupt it, the best state so far is kept.

    Returns
    -------
    spaces : Subspaces
        One basis and one row of importances per factor. An importance of 1: only this direction
        matters. All equal to 1 / n_latents: no direction matters more than another.

    Raises
    ------
    ValueError
        If PyTorch is not installed (the message has the command that installs it), if there are too
        few samples, or if a factor is cyclic or absent from some samples.

    See Also
    --------
    subspaces : The measure, whose default method is linear and exact.
    learned_before : Results of this function that can be read without PyTorch.

    Notes
    -----
    Factors with levels are learned by cross-entropy, and their losses are error rates.

    References
    ----------
    .. [1] Geyer et al. (2024), "Measuring Orthogonality in Representations of Generative Models",
       equations 1 to 3.

    Examples
    --------
    It needs PyTorch, so this example is not run as a test:

    >>> from disentangle_edu.measures.subspaces import gca
    >>> gca(examples.rotated(30), epochs=20).importances.shape  # doctest: +SKIP
    (2, 2)
    """
    return subspaces(rep, method="gca", epochs=epochs, seed=seed, progress=progress)


def learned_before() -> "pd.DataFrame":
    """Results of `gca` in worlds with known subspaces, as a table.

    They were learned once and are part of the package, so that you can read them without PyTorch.

    Returns
    -------
    table : pandas.DataFrame
        One row per world: the options of `make_subspaces` ('L', 'K', 'R', 'map', 'rotated',
        'permuted', 'noise'); the scores IWO and IWR of the learned and the true subspaces ('iwo',
        'true iwo', 'iwr', 'true iwr'); the largest angle over factors between the learned and the
        true subspace ('degrees'); and the mean over factors of the largest importance ('largest
        importance').

    Examples
    --------
    >>> from disentangle_edu.measures.subspaces import learned_before
    >>> float(learned_before()["iwo"][0]), float(learned_before()["true iwo"][0])
    (0.9674, 1.0)
    """
    import pandas as pd

    with resources.files(__package__).joinpath("learned.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file)


# -------------------------------------------------------------------------- worlds with exact truth

MAPS: dict[str, Callable[[Floats], Floats]] = {
    "linear": lambda c: c.mean(-1),
    "poly": lambda c: np.sqrt((c**2).mean(-1)),
    "trig": lambda c: np.cos(c).mean(-1),
}


def neighbours(L: int, K: int, R: int) -> NDArray[np.int64]:
    """Indices of the latents that each factor of `make_subspaces` depends on.

    Parameters
    ----------
    L : int
        Number of latents.
    K : int
        Number of factors.
    R : int
        Number of latents per factor.

    Returns
    -------
    latents : ndarray of shape (K, R)
        Row k has R neighbours on a circle of L latents, centred on k L / K.

    Examples
    --------
    >>> from disentangle_edu.measures.subspaces import neighbours
    >>> neighbours(5, 5, 2).tolist()
    [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]
    """
    return (np.arange(K)[:, None] * L // K + np.arange(R) - (R - 1) // 2) % L


def make_subspaces(
    L: int = 10,
    K: int = 5,
    R: int = 2,
    map: str = "poly",
    rotated: bool = True,
    *,
    permuted: bool = False,
    noise: float = 0.0,
    samples: int = 10_000,
    seed: int | np.random.Generator = 0,
) -> tuple[Representation, Subspaces]:
    """Samples of a world with known subspaces, and these subspaces.

    Each of K factors is a function of R of L normal latents, as in [1]_. Factors are clipped at
    their 1st and 99th percentile, stretched to [0, 1] and rounded to multiples of 1/40.

    Parameters
    ----------
    L : int, default=10
        Number of latents.
    K : int, default=5
        Number of factors.
    R : int, default=2
        Number of latents per factor, at most `L`.
    map : {'linear', 'poly', 'trig'}, default='poly'
        Function from the R latents to the factor: their mean, the root of their mean square, or
        their mean cosine.
    rotated : bool, default=True
        Whether to turn the latents by a random rotation after the factors are computed.
    permuted : bool, default=False
        Whether to put the latents in a random order; ignored if `rotated` is True.
    noise : float, default=0.0
        Standard deviation of the normal noise that is added to every latent and does not depend on
        any factor.
    samples : int, default=10000
        Number of samples.
    seed : int or numpy.random.Generator, default=0
        Seed or generator of the latents, the rotation, the order and the noise.

    Returns
    -------
    rep : Representation
        Samples of the latents and of the continuous factors.
    truth : Subspaces
        True subspaces: one direction for a linear factor, R equally important directions for the
        others.

    Raises
    ------
    ValueError
        If a parameter has a value that is not allowed.

    References
    ----------
    .. [1] Geyer et al. (2024), "Measuring Orthogonality in Representations of Generative Models".

    Examples
    --------
    >>> from disentangle_edu.measures.subspaces import make_subspaces
    >>> rep, truth = make_subspaces(4, 2, 2, samples=500)
    >>> rep.latents.shape, truth.importances.tolist()
    ((500, 4), [[0.5, 0.5, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]])
    """
    check_choice("map", map, MAPS)
    check_count("L", L)
    check_count("K", K)
    check_count("R", R, most=L)
    check_count("samples", samples, least=MIN_SAMPLES)
    check_number("noise", noise, least=0)
    rng, reads = check_random_state(seed), neighbours(L, K, R)
    c = rng.standard_normal((samples, L))
    v = _round_to_fortieths(MAPS[map](c[:, reads]))
    if rotated:
        rotation = np.linalg.qr(rng.standard_normal((L, L)))[0]
    else:
        rotation = np.eye(L)[:, rng.permutation(L)] if permuted else np.eye(L)
    rep = Representation(
        v,
        c @ rotation + noise * rng.standard_normal(c.shape),
        factor_types="continuous",
        latent_types="continuous",
        description=f"{K} factors reading {R} of {L} latents each, {map}, "
        f"{'rotated' if rotated else 'not rotated'}",
    )
    # c = (c turn) turn.T, so latent r is read along row r.
    spans = [rotation[row].mean(0) if map == "linear" else rotation[row] for row in reads]
    weights = np.repeat([1.0, 0.0], [1, L - 1] if map == "linear" else [R, L - R])
    return rep, Subspaces(
        np.array([completed(span) for span in spans]),
        np.tile(weights / weights.sum(), (K, 1)),
        factor_names=rep.factor_names,
        notes=["the truth, by construction"],
    )


def _round_to_fortieths(v: Floats) -> Floats:
    """Clip columns at their 1st and 99th percentile, stretch them to [0, 1], and round to 1/40."""
    low, high = np.percentile(v, [1, 99], axis=0)
    return np.round((np.clip(v, low, high) - low) / (high - low) * 40) / 40


PLANE: dict[str, Callable[[Floats, float], Floats]] = {
    "squares": lambda u, frequency: (u**2).sum(1),
    "cosines": lambda u, frequency: np.cos(frequency * u).sum(1),
}


def inclined_planes(
    reads: str = "squares",
    inclination: float = 90,
    frequency: float = 4.0,
    *,
    samples: int = 1_500,
    seed: int | np.random.Generator = 0,
) -> tuple[Representation, Subspaces]:
    """Samples of two factors on two planes of three latents, and the true subspaces.

    The latents are uniform on [-1, 1]. The two planes share latent 1, and the angle between them is
    `inclination` [1]_.

    Parameters
    ----------
    reads : {'squares', 'cosines'}, default='squares'
        Function from the two coordinates on a plane to its factor: the sum of their squares, or the
        sum of the cosines of `frequency` times each.
    inclination : float, default=90
        Angle between the planes in degrees.
    frequency : float, default=4.0
        Frequency of the cosines, in radians per unit of a coordinate; ignored for 'squares'.
    samples : int, default=1500
        Number of samples.
    seed : int or numpy.random.Generator, default=0
        Seed or generator of the latents.

    Returns
    -------
    rep : Representation
        Samples of the three latents and of the two continuous factors.
    truth : Subspaces
        True subspaces: two equally important directions per factor.

    Raises
    ------
    ValueError
        If a parameter has a value that is not allowed.

    References
    ----------
    .. [1] Geyer et al. (2024), "Measuring Orthogonality in Representations of Generative Models",
       appendix A.

    Examples
    --------
    >>> from disentangle_edu.measures.subspaces import inclined_planes
    >>> rep, truth = inclined_planes(inclination=60)
    >>> round(truth.overlap(0, 1), 6)
    0.625
    """
    check_choice("reads", reads, PLANE)
    check_number("inclination", inclination)
    check_number("frequency", frequency)
    check_count("samples", samples, least=MIN_SAMPLES)
    c, t = check_random_state(seed).uniform(-1, 1, (samples, 3)), np.radians(inclination)
    directions = np.array([[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, np.cos(t), np.sin(t)]]])
    factors = np.column_stack([PLANE[reads](c @ rows.T, frequency) for rows in directions])
    rep = Representation(
        factors.round(DIGITS),
        c,
        factor_types="continuous",
        latent_types="continuous",
        description=f"{reads} on two planes, {inclination} degrees apart",
    )
    return rep, Subspaces(
        np.stack([completed(rows) for rows in directions]),
        np.repeat([[0.5, 0.5, 0]], 2, axis=0),
        factor_names=rep.factor_names,
    )


def angle(one: Floats, other: Floats, directions: int = 1) -> float:
    """Largest principal angle between the spans of the first rows of two bases.

    Parameters
    ----------
    one, other : ndarray of shape (n_latents, n_latents)
        Bases with orthonormal rows.
    directions : int, default=1
        Number of first rows whose spans are compared.

    Returns
    -------
    degrees : float
        Angle from 0 (the same span) to 90 (one span has a direction that is orthogonal to the other
        span).

    Examples
    --------
    >>> from disentangle_edu.measures.subspaces import angle
    >>> round(angle(np.eye(2), np.array([[0.6, 0.8], [0.8, -0.6]])), 2)
    53.13
    """
    cosines = np.linalg.svd(one[:directions] @ other[:directions].T, compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(cosines.min(), -1, 1))))
