"""Worlds: where factors come from and how an encoder turns them into latents.

A table of samples can only be looked at. A *world* can be asked: it draws as many fresh samples as
one wants, also with one factor held still, which is what BetaVAE and FactorVAE do. Factors of a
world are independent of each other.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import Floats, Representation, without_caches
from ..validation import (
    LARGEST,
    check_count,
    check_number,
    check_positive,
    names_of,
    printable,
    random_stream,
    shown,
    table,
)

Draw = Callable[[np.random.Generator, int], Floats]
Encoder = Callable[[Floats, np.random.Generator], ArrayLike]


def uniform(low: float = 0.0, high: float = 1.0) -> Draw:
    """A factor spread evenly between low and high.

    >>> worlds.uniform(-1, 1)(np.random.default_rng(0), 3).round(2)
    array([ 0.27, -0.46, -0.92])
    """
    check_number("low", low, -LARGEST, LARGEST)
    check_number("high", high, -LARGEST, LARGEST)
    if not low < high:
        raise ValueError(f"low, high: found {low} and {high}, expected low < high.")
    return lambda rng, size: rng.uniform(low, high, size)


def normal(mean: float = 0.0, spread: float = 1.0) -> Draw:
    """A factor with a bell curve of this mean and standard deviation.

    >>> worlds.normal(10, 0.1)(np.random.default_rng(0), 3).round(2)
    array([10.01,  9.99, 10.06])
    """
    check_number("mean", mean, -LARGEST, LARGEST)
    check_positive("spread", spread)
    return lambda rng, size: rng.normal(mean, spread, size)


def levels(count: int, probabilities: ArrayLike | None = None) -> Draw:
    """A factor with the values 0 ... count - 1, equally likely unless probabilities say otherwise.

    Raises ValueError for probabilities that are not `count` shares that sum to 1.

    >>> worlds.levels(3)(np.random.default_rng(0), 5)
    array([2., 1., 1., 0., 0.])
    """
    check_count("count", count, least=2)
    chances = None if probabilities is None else np.array(probabilities, dtype=float)
    if chances is not None and (chances.shape != (count,) or not _are_chances(chances)):
        raise ValueError(
            f"probabilities: found {shown(probabilities)}, "
            f"expected {count} numbers from 0 upwards that sum to 1."
        )
    return lambda rng, size: rng.choice(count, size, p=chances).astype(float)


def _are_chances(table: Floats) -> bool:
    """Whether every row is made of numbers from 0 upwards and sums to 1."""
    return bool((table >= 0).all() and np.allclose(table.sum(-1), 1))


class World:
    """Independent factors and an encoder, to be sampled at will.

    factors : {name: draw}, draw(rng, size) giving that many values; see `uniform`, `normal`,
        `levels`.
    encoder : encoder(factors, rng) -> latents, from (n, K) to (n, L); an encoder without chance
        ignores rng.
    latent_names, story : as in Representation.

    Raises ValueError, also while it is sampled, for an encoder that answers with another number of
    rows, with a number that is not finite, or with one beyond 1e30, and for such draws.

    >>> from disentangle_edu.worlds import world
    >>> coin = World({"coin": world.levels(2)}, lambda factors, rng: 2 * factors)
    >>> coin.sample(4, seed=0).latents.ravel()
    array([2., 2., 2., 0.])
    """

    def __init__(
        self,
        factors: Mapping[str, Draw],
        encoder: Encoder,
        *,
        latent_names: Iterable[object] | None = None,
        story: str = "",
    ) -> None:
        if not isinstance(factors, Mapping) or not factors:
            raise ValueError(f"factors: found {shown(factors)}, expected a dict: {{name: draw}}.")
        self.draws, self.encoder, self.story = tuple(factors.values()), encoder, printable(story)
        self.factor_names = names_of(tuple(factors), len(factors), "factor")
        trial = self.encode(self.draw(2, np.random.default_rng(0)), np.random.default_rng(0))
        self.latent_names = names_of(latent_names, trial.shape[1], "latent")
        self._measured: dict[Any, Any] = {}  # filled by @measure

    def __getstate__(self) -> dict[str, object]:
        return without_caches(self) | {"_measured": {}}  # another process measures for itself

    def draw(self, n: int, rng: np.random.Generator) -> Floats:
        """(n, K) factors."""
        columns = [np.asarray(draw(rng, n), dtype=float) for draw in self.draws]
        for name, column in zip(self.factor_names, columns):
            if column.shape != (n,) or not np.isfinite(column).all():
                raise ValueError(
                    f"factors: {shown(name)} drew {shown(column)}, expected {n} finite numbers."
                )
        return np.stack(columns, axis=1)

    def encode(self, factors: Floats, rng: np.random.Generator) -> Floats:
        """(n, L) latents of (n, K) factors."""
        latents = table(self.encoder(factors, rng), "encoder")
        if len(latents) != len(factors):
            raise ValueError(
                f"encoder: found an answer of shape {latents.shape} to factors of shape "
                f"{factors.shape}, expected ({len(factors)}, number of latents)."
            )
        if (size := np.abs(latents).max()) > LARGEST:
            raise ValueError(
                f"encoder: found the latent {size:g}, expected numbers up to {LARGEST:g}."
            )
        return latents

    def sample(self, n: int = 10_000, seed: int | np.random.Generator = 0) -> Representation:
        """A Representation of n fresh samples."""
        rng = random_stream(seed)
        factors = self.draw(check_count("n", n), rng)
        return Representation(
            factors,
            self.encode(factors, rng),
            factor_names=self.factor_names,
            latent_names=self.latent_names,
            story=self.story,
        )

    def held(self, factor: int, groups: int, size: int, rng: np.random.Generator) -> Floats:
        """(groups, size, L) latents drawn anew; within a group one factor stands still."""
        factors = self.draw(groups * size, rng)
        factors[:, factor] = np.repeat(self.draws[factor](rng, groups), size)
        return self.encode(factors, rng).reshape(groups, size, -1)

    def alone(self, factor: int, groups: int, size: int, rng: np.random.Generator) -> Floats:
        """(groups, size, L) latents; within a group one factor is drawn anew, all others stand."""
        factors = np.repeat(self.draw(groups, rng), size, axis=0)
        factors[:, factor] = self.draws[factor](rng, groups * size)
        return self.encode(factors, rng).reshape(groups, size, -1)

    def __repr__(self) -> str:
        return (
            f"World: {self.story}\n  factors: {', '.join(self.factor_names)}"
            f"\n  latents: {', '.join(self.latent_names)}"
        )


def linear(weights: ArrayLike) -> Encoder:
    """An encoder of weighted sums: latents = factors @ weights.T, one row of weights per latent.

    >>> worlds.linear([[1, 0.5], [0, 2]])(np.array([[1.0, 4.0]]), None)
    array([[3., 8.]])
    """
    rows = table(weights, "weights")
    return lambda factors, rng: factors @ rows.T


def copying(probabilities: ArrayLike, together: int = 1) -> Encoder:
    """An encoder whose latent i copies one factor drawn with the probabilities of row i.

    It draws anew for every sample, or for every `together` samples in a row (2: the two of a pair
    copy the same factor).

    >>> encode = worlds.copying([[1, 0], [0.5, 0.5]])
    >>> encode(np.array([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]), np.random.default_rng(0))
    array([[1., 1.],
           [1., 2.],
           [1., 2.]])
    """
    check_count("together", together)
    chances = table(probabilities, "probabilities")
    if not _are_chances(chances):
        raise ValueError(
            f"probabilities: found rows summing to {np.round(chances.sum(-1), 6).tolist()}, "
            "expected a table with one row per latent, every row without negative entries and "
            "summing to 1."
        )
    edges = chances.cumsum(1)[:, :-1]

    def encode(factors: Floats, rng: np.random.Generator) -> Floats:
        latents = np.empty((len(factors), len(edges)))
        for i, row in enumerate(edges):
            chance = np.repeat(rng.random(-(-len(factors) // together)), together)[: len(factors)]
            latents[:, i] = factors[:, 0]
            for k, edge in enumerate(row, start=1):  # K - 1 passes beat one lookup by index
                np.copyto(latents[:, i], factors[:, k], where=chance >= edge)
        return latents

    return encode


@functools.cache  # a lab asks with every step of a hand
def digits() -> tuple[Floats, Floats, Sequence[str]]:
    """scikit-learn's bundled handwriting: (images (1797, 8, 8), factors (1797, 6), factor names).

    The digit is the label that comes with the data. The other five are measured from each image,
    with ink 0 ... 16 per pixel: ink, its sum; width and height, twice the standard deviation of the
    ink's columns and rows; slant, how far a stroke leans (covariance of column and row over
    variance of row; 0 is upright, positive leans like /); stroke, mean thickness: ink over the
    number of inked pixels on the skeleton-like ridge of the image. These five definitions are our
    own.

    >>> images, factors, names = worlds.digits()
    >>> images.shape, factors.shape, names
    ((1797, 8, 8), (1797, 6), ('digit', 'ink', 'slant', 'width', 'height', 'stroke'))
    """
    from sklearn.datasets import load_digits

    bunch = load_digits()
    factors = np.column_stack([bunch.target, measured(bunch.images)])
    for shared in (bunch.images, factors):
        shared.flags.writeable = False
    return bunch.images, factors, ("digit", *MEASURED)


MEASURED = ("ink", "slant", "width", "height", "stroke")


def measured(images: Floats) -> Floats:
    """(n, 5) what is measured from images (n, 8, 8) with ink 0 ... 16 per pixel, as in `digits`.

    NaN for an image that has too little ink to measure.
    """
    ink = images.sum((1, 2))
    rows, columns = np.mgrid[:8, :8] - 3.5
    mean = lambda field: (images * field).sum((1, 2)) / ink
    variance = lambda a, b: mean(a * b) - mean(a) * mean(b)
    width, height = 2 * np.sqrt(variance(columns, columns)), 2 * np.sqrt(variance(rows, rows))
    slant = -variance(columns, rows) / variance(rows, rows)
    stroke = ink / 16 / _ridge(images).sum((1, 2))
    return np.column_stack([ink, slant, width, height, stroke])


def _ridge(images: Floats) -> NDArray[np.bool_]:
    """Inked pixels that are no fainter than both neighbours in their row, or in their column."""
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1)))
    along_row = (images >= padded[:, 1:-1, :-2]) & (images >= padded[:, 1:-1, 2:])
    along_column = (images >= padded[:, :-2, 1:-1]) & (images >= padded[:, 2:, 1:-1])
    return (along_row | along_column) & (images >= 8)
