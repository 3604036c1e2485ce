"""Worlds: where factors come from and how an encoder turns them into latents.

A table of samples can only be looked at. A *world* can be asked: it draws as many fresh samples as one wants, also with
one factor held still, which is what BetaVAE and FactorVAE do. Factors of a world are independent of each other.
"""

import numpy as np

from ..checks import check_count, names_of
from ..core import Representation


def uniform(low=0.0, high=1.0):
    """A factor spread evenly between low and high."""
    if not low < high:
        raise ValueError(f"low, high: found {low} and {high}, expected low < high.")
    return lambda rng, size: rng.uniform(low, high, size)


def normal(mean=0.0, spread=1.0):
    """A factor with a bell curve of this mean and standard deviation."""
    if not spread > 0:
        raise ValueError(f"spread: found {spread}, expected a number above 0.")
    return lambda rng, size: rng.normal(mean, spread, size)


def levels(count, probabilities=None):
    """A factor with the values 0 ... count - 1, equally likely unless probabilities say otherwise."""
    check_count("count", count, least=2)
    return lambda rng, size: rng.choice(count, size, p=probabilities).astype(float)


class World:
    """Independent factors and an encoder, to be sampled at will.

    factors : {name: draw}, draw(rng, size) giving that many values; see `uniform`, `normal`, `levels`.
    encoder : encoder(factors, rng) -> latents, from (n, K) to (n, L); an encoder without chance ignores rng.
    latent_names, story : as in Representation.
    """

    def __init__(self, factors, encoder, *, latent_names=None, story=""):
        self.draws, self.encoder, self.story = tuple(factors.values()), encoder, story
        self.factor_names = names_of(tuple(factors), len(factors), "factor")
        trial = self.encode(self.draw(2, np.random.default_rng(0)), np.random.default_rng(0))
        self.latent_names = names_of(latent_names, trial.shape[1], "latent")
        self._measured = {}

    def draw(self, n, rng):
        """(n, K) factors."""
        return np.stack([draw(rng, n) for draw in self.draws], axis=1)

    def encode(self, factors, rng):
        """(n, L) latents of (n, K) factors."""
        latents = np.asarray(self.encoder(factors, rng), dtype=float)
        if latents.ndim != 2 or len(latents) != len(factors):
            raise ValueError(
                f"encoder: found an answer of shape {latents.shape} to factors of shape {factors.shape}, "
                f"expected ({len(factors)}, number of latents)."
            )
        return latents

    def sample(self, n=10_000, seed=0):
        """A Representation of n fresh samples."""
        rng = np.random.default_rng(seed)
        factors = self.draw(check_count("n", n), rng)
        return Representation(
            factors,
            self.encode(factors, rng),
            factor_names=self.factor_names,
            latent_names=self.latent_names,
            story=self.story,
        )

    def held(self, factor, groups, size, rng):
        """(groups, size, L) latents of samples drawn anew, except that within a group one factor stands still."""
        factors = self.draw(groups * size, rng)
        factors[:, factor] = np.repeat(self.draws[factor](rng, groups), size)
        return self.encode(factors, rng).reshape(groups, size, -1)

    def __repr__(self):
        return f"World: {self.story}\n  factors: {', '.join(self.factor_names)}\n  latents: {', '.join(self.latent_names)}"


def linear(weights):
    """An encoder whose latents are weighted sums: latents = factors @ weights.T, one row of weights per latent."""
    weights = np.array(weights, dtype=float)
    return lambda factors, rng: factors @ weights.T


def copying(probabilities, together=1):
    """An encoder whose latent i copies one factor drawn with the probabilities of row i.

    It draws anew for every sample, or for every `together` samples in a row (2: the two of a pair copy the same factor).
    """
    probabilities = np.array(probabilities, dtype=float)
    if (
        probabilities.ndim != 2
        or probabilities.min() < 0
        or not np.allclose(probabilities.sum(1), 1)
    ):
        raise ValueError(
            f"probabilities: found rows summing to {np.round(probabilities.sum(-1), 6).tolist()}, expected a table "
            "with one row per latent, every row without negative entries and summing to 1."
        )
    edges = probabilities.cumsum(1)[:, :-1]

    def encode(factors, rng):
        latents = np.empty((len(factors), len(edges)))
        for i, row in enumerate(edges):
            chance = np.repeat(rng.random(-(-len(factors) // together)), together)[: len(factors)]
            latents[:, i] = factors[:, 0]
            for k, edge in enumerate(row, start=1):  # K - 1 passes beat one lookup by index
                np.copyto(latents[:, i], factors[:, k], where=chance >= edge)
        return latents

    return encode


def digits():
    """scikit-learn's bundled handwriting as (images (1797, 8, 8), factors (1797, 6), factor names).

    The digit is the label that comes with the data. The other five are measured from each image, with ink 0 ... 16 per pixel:
    ink, its sum; width and height, twice the standard deviation of the ink's columns and rows; slant, how far a stroke leans
    (covariance of column and row over variance of row; 0 is upright, positive leans like /); stroke, mean thickness: ink
    over the number of inked pixels on the skeleton-like ridge of the image. These five definitions are our own.
    """
    from sklearn.datasets import load_digits

    bunch = load_digits()
    images = bunch.images
    ink = images.sum((1, 2))
    rows, columns = np.mgrid[:8, :8] - 3.5
    mean = lambda field: (images * field).sum((1, 2)) / ink
    variance = lambda a, b: mean(a * b) - mean(a) * mean(b)
    width, height = 2 * np.sqrt(variance(columns, columns)), 2 * np.sqrt(variance(rows, rows))
    slant = -variance(columns, rows) / variance(rows, rows)
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1)))
    ridge = (
        (images >= padded[:, 1:-1, :-2]) & (images >= padded[:, 1:-1, 2:])
        | (images >= padded[:, :-2, 1:-1]) & (images >= padded[:, 2:, 1:-1])
    ) & (images >= 8)
    stroke = ink / 16 / ridge.sum((1, 2))
    factors = np.column_stack([bunch.target, ink, slant, width, height, stroke])
    return images, factors, ("digit", "ink", "slant", "width", "height", "stroke")
