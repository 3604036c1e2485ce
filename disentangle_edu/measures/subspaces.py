"""Subspaces: which directions of a latent space matter for a factor, and how much.

They are for scores that do not care about axes.
"""

from collections.abc import Callable, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import ROUNDING, Floats, Matrix, Progress, Representation
from ..making import measure
from ..validation import (
    MIN_SAMPLES,
    check_choice,
    check_count,
    check_number,
    check_source,
    moving,
    random_stream,
    table,
)
from ._supervised import numbers_of
from .information import precision, refuse_cyclic

if TYPE_CHECKING:
    import pandas as pd

DIGITS = 12  # of sums of products, whose last ones differ from machine to machine
ORTHONORMAL = (
    1e-6  # how far products of a basis may be from 0 and 1, and importances from summing to 1
)


class Subspaces(Matrix):
    """One basis of the latent space and one row of importances per factor.

    bases : (K, L, L), for each factor L orthonormal rows, from the most to the least important
        direction.
    importances : (K, L), for each factor how much each of them matters; they sum to 1.
    factor_names : K names.   notes : sentences on where they come from.

    `values` shows importances, directions as rows, factors as columns. Raises ValueError for a
    basis that is not orthonormal or importances that do not sum to 1.

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
        weights = table(importances, "importances")
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
        """(K, L) how much each direction matters for each factor."""
        return self.values.T

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """[(j, k)] of different factors."""
        K = len(self.bases)
        return [(j, k) for j in range(K) for k in range(j + 1, K)]

    @property
    def pair_names(self) -> tuple[str, ...]:
        """What the pairs are called, in their order."""
        return tuple(f"{self.column_names[j]} and {self.column_names[k]}" for j, k in self.pairs)

    def products(self, j: int, k: int) -> Floats:
        """(L, L) roots of the importances of two directions times their squared inner product."""
        root = np.sqrt(np.outer(self.importances[j], self.importances[k]))
        return root * (self.bases[j] @ self.bases[k].T) ** 2

    def overlap(self, j: int, k: int) -> float:
        """The sum of all `products` of two factors: 0 for orthogonal, 1 for the same."""
        return float(self.products(j, k).sum())


def _check_basis(basis: Floats, k: int) -> None:
    far = np.abs(basis @ basis.T - np.eye(len(basis))).max()
    if far > ORTHONORMAL:
        raise ValueError(
            f"bases: found vectors of factor {k + 1} whose products are {far:.3g} away from 0 and "
            "1, expected orthonormal rows, e.g. from numpy.linalg.qr."
        )


def _check_importances(row: Floats, k: int) -> None:
    if abs(row.sum() - 1) > ORTHONORMAL or row.min() < 0:
        raise ValueError(
            f"importances: found a row of factor {k + 1} that sums to {row.sum():.4g} with "
            f"smallest entry {row.min():.4g}, expected numbers from 0 upwards that sum to 1."
        )


def completed(vectors: ArrayLike) -> Floats:
    """An orthonormal basis whose first rows span the given rows, in their order."""
    vectors = np.atleast_2d(np.asarray(vectors, dtype=float))
    L = vectors.shape[1]
    q, r = np.linalg.qr(np.vstack([vectors, np.eye(L)]).T)
    signs = np.sign(np.diagonal(r)[: len(vectors)])
    q[:, : len(vectors)] *= np.where(signs == 0, 1, signs)
    return q.T


Method = Literal["linear", "gca"]
Levels = Literal["names", "numbers"]


@measure
def subspaces(
    rep: Representation,
    *,
    method: Method = "linear",
    levels: Levels = "names",
    epochs: int = 80,
    seed: int = 0,
    progress: Progress | None = None,
) -> Subspaces:
    """Which directions of the latents matter for each factor?

    method : "linear", exactly: the direction of the least-squares line, with importance R2; what
        the line leaves unexplained is spread evenly over all directions. Levels are names: of them
        it takes the directions along which the classes lie farthest apart (canonical correlations
        with one column per class, Hotelling 1936; Fisher's discriminants), which for two classes is
        the line again. Or "gca", learned with PyTorch: directions that any smooth function may use
        (see `gca`), with `epochs` and `seed`; it takes seconds to minutes.
    levels : "names" as said above, or "numbers", for method="linear" alone: the line through them,
        which hangs on the numbers that the levels happen to have.
    progress : wraps the epochs, as tqdm.tqdm does.

    Returns Subspaces. Raises ValueError with fewer samples than latents.
    """
    check_source("subspaces", rep, Representation)
    check_choice("method", method, get_args(Method))
    check_choice("levels", levels, get_args(Levels))
    check_count("epochs", epochs, least=4)
    _check_samples(rep)
    return (
        _by_lines(rep, levels) if method == "linear" else _by_networks(rep, epochs, seed, progress)
    )


def _check_samples(rep: Representation) -> None:
    """Raise ValueError where directions could not be told apart."""
    n, L = rep.latents.shape
    if n <= L:
        raise ValueError(
            f"rep: found {n} samples of {L} latents, expected more samples than latents: "
            "directions could not be told apart."
        )
    for k, name in enumerate(rep.factor_names):
        if (having := len(rep.column(k))) <= L:
            raise ValueError(
                f"factors: found {name!r} in {having} samples of {L} latents, "
                "expected it in more samples than there are latents."
            )


def _by_lines(rep: Representation, levels: Levels) -> Subspaces:
    """Directions of least-squares lines, and of discriminants where a factor has classes."""
    found = []
    for k, kind in enumerate(rep.factor_kinds):
        classes = kind == "levels" and levels == "names"
        targets = _of_classes(rep.column(k)) if classes else _of_numbers(rep.column(k), kind)
        found.append(_directions(rep.latents[rep.having(k)], targets))
    bases, importances = zip(*found)
    return Subspaces(
        np.array(bases),
        np.array(importances),
        factor_names=rep.factor_names,
        notes=["by exact linear regression"],
    )


def _of_classes(column: Floats) -> Floats:
    """Orthonormal columns of what is to be told: one for each class."""
    _, codes, counts = np.unique(column, return_inverse=True, return_counts=True)
    return np.eye(len(counts))[codes] / np.sqrt(counts)


def _of_numbers(column: Floats, kind: str) -> Floats:
    """The same of numbers; those on a circle have three columns, as three classes would."""
    numbers = numbers_of(column, kind)
    centred = numbers - numbers.mean(0)
    if numbers.shape[1] == 1:
        return centred / np.linalg.norm(centred)
    return np.linalg.qr(np.column_stack([np.ones(len(column)), centred]))[0]


def _directions(latents: Floats, targets: Floats) -> tuple[Floats, Floats]:
    """Basis and importances of one factor: what linear functions of the latents tell of it.

    Of C classes chance alone explains (C - 2) / (n - 2) of anything, beyond what a line does; that
    is taken off.
    """
    n, L = latents.shape
    spread = latents.std(0)  # a unit must not decide what is small
    spread = np.where(moving(latents) & (spread > 0), spread, 1)
    centred = latents - latents.mean(0)
    centred -= centred.mean(0)  # beside a large offset the first mean is off by its own rounding
    u, sizes, back = np.linalg.svd(centred / spread, full_matrices=False)
    kept = sizes > _invisible(latents, spread, float(sizes.max(initial=0)))
    cosines, weights = np.linalg.svd(u[:, kept].T @ targets, full_matrices=False)[1::-1]
    chance = max(targets.shape[1] - 2, 0) / max(n - 2, 1)
    share = np.clip((cosines**2 - chance) / max(1 - chance, ROUNDING), 0, 1).round(DIGITS)
    if not (share > 0).any():
        return np.eye(L), np.full(L, 1 / L)
    vectors = (back[kept].T @ (weights / sizes[kept, None])[:, share > 0]).T / spread
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    own = np.zeros(L)
    own[: len(vectors)] = share[share > 0] / share.sum()
    whole = 1 - np.prod(1 - share)
    return completed(vectors), own * whole + (1 - whole) / L


def _invisible(latents: Floats, spread: Floats, largest: float) -> float:
    """Up to which size a direction may be made by rounding alone, of solvers or of the columns.

    Beside a large offset, or in single or half precision, a column that is a sum of others differs
    from that sum by its rounding, which must not count as a direction of its own.
    """
    n, L = latents.shape
    rms = np.sqrt((latents**2).mean(0))
    rounded = max(precision(z) * size / std for z, size, std in zip(latents.T, rms, spread))
    return max(largest * max(n, L) * np.finfo(float).eps, 4 * np.sqrt(n * L) * rounded)


def _by_networks(rep: Representation, epochs: int, seed: int, progress) -> Subspaces:
    """Directions that small networks learn to read."""
    from ._gca_torch import learned

    refuse_cyclic(rep, "method='gca'", "method='linear'")
    if rep.present is not None:
        raise ValueError(
            "rep: found factors that are absent from some samples, expected every factor in every "
            "sample for method='gca'; 'linear' takes them."
        )
    numbers = [
        np.unique(column, return_inverse=True)[1] if kind == "levels" else column
        for column, kind in zip(rep.factors.T, rep.factor_kinds)
    ]
    bases, importances, _ = learned(
        rep.latents,
        np.column_stack(numbers),
        rep.factor_kinds,
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
    """Generative component analysis: directions from which any smooth function may read a factor.

    A linear spine per factor drops one dimension after the other, a small network on every level
    predicts the factor from what is left, and all are trained together; importances are how much
    loss each dropped dimension costs on held-out samples (geyer2024, equations 1 to 3). For wide
    latents the spine skips sizes. Levels are learned by cross-entropy and judged by error rate.

    epochs : rounds over the samples.
    seed : the same seed gives the same Subspaces on the same machine.
    progress : wraps the epochs, as tqdm.tqdm does, and shows the current loss; interrupting keeps
        the best so far.

    Returns Subspaces. Needs PyTorch: without it, ValueError says which command installs it.
    """
    return subspaces(rep, method="gca", epochs=epochs, seed=seed, progress=progress)


def learned_before() -> "pd.DataFrame":
    """What gca found on worlds whose truth is known, as a pandas table.

    Learned once and shipped, so that it can be read without PyTorch.
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
    """(K, R) which latents each factor reads: R neighbours on a circle, centred on k L / K."""
    return (np.arange(K)[:, None] * L // K + np.arange(R) - (R - 1) // 2) % L


def planted(
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
    """A world of geyer2024 with known subspaces: K factors that each read R of L normal latents.

    map : "linear", the mean; "poly", root of the mean square; "trig", mean cosine. Factors are
        clipped at their 1st and 99th percentile, stretched to [0, 1] and rounded to fortieths; the
        latents are turned by a random rotation afterwards.
    permuted : puts the latents in a random order (with rotated=False).
    noise : deviation of normal noise on every latent, which no factor knows.

    Returns (Representation, the true Subspaces). A linear factor has one direction, the others R
    equally important ones.
    """
    check_choice("map", map, MAPS)
    check_count("L", L)
    check_count("K", K)
    check_count("R", R, most=L)
    check_count("samples", samples, least=MIN_SAMPLES)
    check_number("noise", noise, least=0)
    rng, reads = random_stream(seed), neighbours(L, K, R)
    c = rng.standard_normal((samples, L))
    v = _in_fortieths(MAPS[map](c[:, reads]))
    if rotated:
        turn = np.linalg.qr(rng.standard_normal((L, L)))[0]
    else:
        turn = np.eye(L)[:, rng.permutation(L)] if permuted else np.eye(L)
    rep = Representation(
        v,
        c @ turn + noise * rng.standard_normal(c.shape),
        factor_kinds="continuous",
        latent_kinds="continuous",
        story=f"{K} factors reading {R} of {L} latents each, {map}, "
        f"{'rotated' if rotated else 'not rotated'}",
    )
    # c = (c turn) turn.T, so latent r is read along row r.
    spans = [turn[row].mean(0) if map == "linear" else turn[row] for row in reads]
    own = np.repeat([1.0, 0.0], [1, L - 1] if map == "linear" else [R, L - R])
    return rep, Subspaces(
        np.array([completed(span) for span in spans]),
        np.tile(own / own.sum(), (K, 1)),
        factor_names=rep.factor_names,
        notes=["the truth, by construction"],
    )


def _in_fortieths(v: Floats) -> Floats:
    """Columns clipped at their 1st and 99th percentile, stretched to [0, 1] and rounded."""
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
    """Two factors on two planes of three latents, and the true Subspaces (geyer2024, appendix B).

    reads : what each factor does with its plane, one of PLANE.
    inclination : angle between the planes in degrees; they always share latent 1.
    frequency : of the cosines.
    """
    check_choice("reads", reads, PLANE)
    check_number("inclination", inclination)
    check_number("frequency", frequency)
    check_count("samples", samples, least=MIN_SAMPLES)
    c, t = random_stream(seed).uniform(-1, 1, (samples, 3)), np.radians(inclination)
    directions = np.array([[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, np.cos(t), np.sin(t)]]])
    factors = np.column_stack([PLANE[reads](c @ rows.T, frequency) for rows in directions])
    rep = Representation(
        factors.round(DIGITS),
        c,
        factor_kinds="continuous",
        latent_kinds="continuous",
        story=f"{reads} on two planes, {inclination} degrees apart",
    )
    return rep, Subspaces(
        np.stack([completed(rows) for rows in directions]),
        np.repeat([[0.5, 0.5, 0]], 2, axis=0),
        factor_names=rep.factor_names,
    )


def angle(one: Floats, other: Floats, directions: int = 1) -> float:
    """The largest principal angle, in degrees, between the spans of the first rows of two bases."""
    cosines = np.linalg.svd(one[:directions] @ other[:directions].T, compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(cosines.min(), -1, 1))))
