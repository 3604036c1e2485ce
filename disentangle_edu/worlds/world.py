"""Generators of samples with independent factors, and encoders that turn factors into latents.

A `Representation` holds a fixed set of samples. A `World` generates as many new samples as you ask
for, also with one factor held fixed, which BetaVAE and FactorVAE need. The factors of a world are
independent of each other. The module also contains scikit-learn's handwritten digits with factors
that are measured from the images.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..representation import Representation, without_caches
from ..types import Floats
from ..validation import (
    LARGEST,
    as_float_table,
    check_count,
    check_number,
    check_positive,
    check_random_state,
    names_of,
    printable,
    short_repr,
)

Draw = Callable[[np.random.Generator, int], Floats]
Encoder = Callable[[Floats, np.random.Generator], ArrayLike]


def uniform(low: float = 0.0, high: float = 1.0) -> Draw:
    """Sampler of a factor with a uniform distribution between two limits.

    Parameters
    ----------
    low : float, default=0.0
        Lower limit, a number from -1e30 to 1e30.
    high : float, default=1.0
        Upper limit, a number from -1e30 to 1e30, larger than `low`.

    Returns
    -------
    draw : callable
        Function ``draw(rng, size)`` that returns an array of shape (size,) with values from `low`
        to `high`.

    Raises
    ------
    ValueError
        If a limit is not a finite number from -1e30 to 1e30, or if `low` is not less than `high`.

    Examples
    --------
    >>> from disentangle_edu import worlds
    >>> worlds.uniform(-1, 1)(np.random.default_rng(0), 3).round(2)
    array([ 0.27, -0.46, -0.92])
    """
    check_number("low", low, -LARGEST, LARGEST)
    check_number("high", high, -LARGEST, LARGEST)
    if not low < high:
        raise ValueError(f"low, high: found {low} and {high}, expected low < high.")
    return lambda rng, size: rng.uniform(low, high, size)


def normal(mean: float = 0.0, spread: float = 1.0) -> Draw:
    """Sampler of a factor with a normal distribution.

    Parameters
    ----------
    mean : float, default=0.0
        Mean of the distribution, a number from -1e30 to 1e30.
    spread : float, default=1.0
        Standard deviation of the distribution, a number above 0, up to 1e30.

    Returns
    -------
    draw : callable
        Function ``draw(rng, size)`` that returns an array of shape (size,).

    Raises
    ------
    ValueError
        If `mean` or `spread` is not a number in its range.

    Examples
    --------
    >>> from disentangle_edu import worlds
    >>> worlds.normal(10, 0.1)(np.random.default_rng(0), 3).round(2)
    array([10.01,  9.99, 10.06])
    """
    check_number("mean", mean, -LARGEST, LARGEST)
    check_positive("spread", spread)
    return lambda rng, size: rng.normal(mean, spread, size)


def levels(count: int, probabilities: ArrayLike | None = None) -> Draw:
    """Sampler of a factor with the values 0 ... count - 1.

    Parameters
    ----------
    count : int
        Number of values, at least 2.
    probabilities : array_like of shape (count,) or None, default=None
        Probability of every value. With None, all values are equally likely.

    Returns
    -------
    draw : callable
        Function ``draw(rng, size)`` that returns an array of shape (size,) with whole numbers as
        floats.

    Raises
    ------
    ValueError
        If `count` is not a whole number from 2 upwards, or if `probabilities` are not `count`
        numbers from 0 upwards that sum to 1.

    Examples
    --------
    >>> from disentangle_edu import worlds
    >>> worlds.levels(3)(np.random.default_rng(0), 5)
    array([2., 1., 1., 0., 0.])
    """
    check_count("count", count, least=2)
    chances = None if probabilities is None else np.array(probabilities, dtype=float)
    if chances is not None and (chances.shape != (count,) or not _are_probabilities(chances)):
        raise ValueError(
            f"probabilities: found {short_repr(probabilities)}, "
            f"expected {count} numbers from 0 upwards that sum to 1."
        )
    return lambda rng, size: rng.choice(count, size, p=chances).astype(float)


def _are_probabilities(table: Floats) -> bool:
    """Whether every row contains only numbers from 0 upwards and sums to 1."""
    return bool((table >= 0).all() and np.allclose(table.sum(-1), 1))


class World:
    """Generator of samples: independent factors and an encoder that turns them into latents.

    Parameters
    ----------
    factors : dict of {str: callable}
        Name and sampler of every factor. A sampler is a function ``draw(rng, size)`` that returns
        `size` finite numbers; see `uniform`, `normal` and `levels`.
    encoder : callable
        Function ``encoder(factors, rng)`` that turns factors of shape (n_samples, n_factors) into
        latents of shape (n_samples, n_latents). A deterministic encoder ignores ``rng``.
    latent_names : iterable of str or None, default=None
        One name for every latent. With None, the names are "latent 1", "latent 2" and so on.
    description : str, default=""
        One sentence about where the numbers come from.

    Attributes
    ----------
    factor_names : tuple of str
        Names of the factors, from the keys of `factors`.
    latent_names : tuple of str
        Names of the latents.
    draws : tuple of callable
        Samplers of the factors, in the order of `factor_names`.
    encoder : callable
        The encoder, as passed.
    description : str
        The story, as passed, with blanks instead of control characters.

    Raises
    ------
    ValueError
        If the encoder returns another number of rows than it was given, a number that is not
        finite, or a number beyond 1e30; or if a sampler returns another number of values than
        `size`, or a value that is not finite. The world raises these errors when it is created and
        also while it is sampled. It also raises ValueError if `factors` is not a dict with at least
        one entry.

    See Also
    --------
    linear : Encoder of weighted sums.
    copying : Encoder whose latents copy randomly chosen factors.

    Examples
    --------
    >>> from disentangle_edu.worlds import world
    >>> coin = world.World({"coin": world.levels(2)}, lambda factors, rng: 2 * factors)
    >>> coin.sample(4, seed=0).latents.ravel()
    array([2., 2., 2., 0.])
    """

    def __init__(
        self,
        factors: Mapping[str, Draw],
        encoder: Encoder,
        *,
        latent_names: Iterable[object] | None = None,
        description: str = "",
    ) -> None:
        if not isinstance(factors, Mapping) or not factors:
            raise ValueError(
                f"factors: found {short_repr(factors)}, expected a dict: {{name: draw}}."
            )
        self.draws, self.encoder, self.description = (
            tuple(factors.values()),
            encoder,
            printable(description),
        )
        self.factor_names = names_of(tuple(factors), len(factors), "factor")
        trial = self.encode(self.draw(2, np.random.default_rng(0)), np.random.default_rng(0))
        self.latent_names = names_of(latent_names, trial.shape[1], "latent")
        self.cache: dict[Any, Any] = {}  # filled by @measure

    def __getstate__(self) -> dict[str, object]:
        return without_caches(self) | {"cache": {}}  # caches are not pickled

    def draw(self, n: int, rng: np.random.Generator) -> Floats:
        """Generate values of all factors.

        Parameters
        ----------
        n : int
            Number of samples.
        rng : numpy.random.Generator
            Source of random numbers.

        Returns
        -------
        factors : ndarray of shape (n, n_factors)
            Values of the factors.

        Raises
        ------
        ValueError
            If a sampler does not return `n` finite numbers.
        """
        columns = [np.asarray(draw(rng, n), dtype=float) for draw in self.draws]
        for name, column in zip(self.factor_names, columns):
            if column.shape != (n,) or not np.isfinite(column).all():
                raise ValueError(
                    f"factors: {short_repr(name)} drew {short_repr(column)}, expected {n} finite "
                    "numbers."
                )
        return np.stack(columns, axis=1)

    def encode(self, factors: Floats, rng: np.random.Generator) -> Floats:
        """Encode factors as latents.

        Parameters
        ----------
        factors : ndarray of shape (n_samples, n_factors)
            Values of the factors.
        rng : numpy.random.Generator
            Source of random numbers for the encoder.

        Returns
        -------
        latents : ndarray of shape (n_samples, n_latents)
            Values of the latents.

        Raises
        ------
        ValueError
            If the encoder returns another number of rows, a number that is not finite, or a number
            beyond 1e30.
        """
        latents = as_float_table(self.encoder(factors, rng), "encoder")
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
        """Generate samples as a Representation.

        Parameters
        ----------
        n : int, default=10_000
            Number of samples.
        seed : int or numpy.random.Generator, default=0
            Seed of the samples and of the encoder's random numbers.

        Returns
        -------
        rep : Representation
            Factors and latents of `n` samples.

        Raises
        ------
        ValueError
            If `n` is not a whole number from 1 upwards, or if a factor has the same value in all
            samples.
        """
        rng = check_random_state(seed)
        factors = self.draw(check_count("n", n), rng)
        return Representation(
            factors,
            self.encode(factors, rng),
            factor_names=self.factor_names,
            latent_names=self.latent_names,
            description=self.description,
        )

    def sample_fixed(self, factor: int, groups: int, size: int, rng: np.random.Generator) -> Floats:
        """Generate groups of samples in which one factor is held fixed.

        Within a group, all samples have the same value of this factor, and every other factor is
        sampled again for each of them.

        Parameters
        ----------
        factor : int
            Index of the factor that is held fixed.
        groups : int
            Number of groups.
        size : int
            Number of samples in a group.
        rng : numpy.random.Generator
            Source of random numbers.

        Returns
        -------
        latents : ndarray of shape (groups, size, n_latents)
            Values of the latents.
        """
        factors = self.draw(groups * size, rng)
        factors[:, factor] = np.repeat(self.draws[factor](rng, groups), size)
        return self.encode(factors, rng).reshape(groups, size, -1)

    def sample_varying(
        self, factor: int, groups: int, size: int, rng: np.random.Generator
    ) -> Floats:
        """Generate groups of samples in which only one factor varies.

        Within a group, this factor is sampled again for every sample, and all other factors are
        held fixed.

        Parameters
        ----------
        factor : int
            Index of the factor that varies.
        groups : int
            Number of groups.
        size : int
            Number of samples in a group.
        rng : numpy.random.Generator
            Source of random numbers.

        Returns
        -------
        latents : ndarray of shape (groups, size, n_latents)
            Values of the latents.
        """
        factors = np.repeat(self.draw(groups, rng), size, axis=0)
        factors[:, factor] = self.draws[factor](rng, groups * size)
        return self.encode(factors, rng).reshape(groups, size, -1)

    def __repr__(self) -> str:
        return (
            f"World: {self.description}\n  factors: {', '.join(self.factor_names)}"
            f"\n  latents: {', '.join(self.latent_names)}"
        )


def linear(weights: ArrayLike) -> Encoder:
    """Encoder whose latents are weighted sums of the factors.

    The latents are ``factors @ weights.T``.

    Parameters
    ----------
    weights : array_like of shape (n_latents, n_factors)
        Weight of every factor in every latent, one row per latent.

    Returns
    -------
    encoder : callable
        Function ``encoder(factors, rng)`` that returns latents of shape (n_samples, n_latents). It
        ignores ``rng``.

    Raises
    ------
    ValueError
        If `weights` are not a table of finite numbers.

    Examples
    --------
    >>> from disentangle_edu import worlds
    >>> worlds.linear([[1, 0.5], [0, 2]])(np.array([[1.0, 4.0]]), None)
    array([[3., 8.]])
    """
    rows = as_float_table(weights, "weights")
    return lambda factors, rng: factors @ rows.T


def _copy_factors(
    edges: Floats, block_size: int, factors: Floats, rng: np.random.Generator
) -> Floats:
    """Latents that each copy a random factor: the one whose interval contains a random number."""
    latents = np.empty((len(factors), len(edges)))
    for i, row in enumerate(edges):
        chance = np.repeat(rng.random(-(-len(factors) // block_size)), block_size)[: len(factors)]
        latents[:, i] = factors[:, 0]
        for k, edge in enumerate(row, start=1):  # K - 1 passes are faster than one lookup by index
            np.copyto(latents[:, i], factors[:, k], where=chance >= edge)
    return latents


def copying(probabilities: ArrayLike, block_size: int = 1) -> Encoder:
    """Encoder whose latents copy one randomly chosen factor each.

    Latent i copies one factor, which is chosen with the probabilities in row i. The encoder chooses
    again for every sample, or for every block of `block_size` consecutive samples.

    Parameters
    ----------
    probabilities : array_like of shape (n_latents, n_factors)
        Probability that a latent copies a factor. Every row sums to 1.
    block_size : int, default=1
        Number of consecutive samples in which a latent copies the same factor. With 2, the two
        samples of a pair copy the same factor.

    Returns
    -------
    encoder : callable
        Function ``encoder(factors, rng)`` that returns latents of shape (n_samples, n_latents).

    Raises
    ------
    ValueError
        If a row of `probabilities` has a negative entry or does not sum to 1, or if `block_size` is
        not a whole number from 1 upwards.

    Examples
    --------
    >>> from disentangle_edu import worlds
    >>> encode = worlds.copying([[1, 0], [0.5, 0.5]])
    >>> encode(np.array([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]), np.random.default_rng(0))
    array([[1., 1.],
           [1., 2.],
           [1., 2.]])
    """
    check_count("block_size", block_size)
    chances = as_float_table(probabilities, "probabilities")
    if not _are_probabilities(chances):
        raise ValueError(
            f"probabilities: found rows summing to {np.round(chances.sum(-1), 6).tolist()}, "
            "expected a table with one row per latent, every row without negative entries and "
            "summing to 1."
        )
    return functools.partial(_copy_factors, chances.cumsum(1)[:, :-1], block_size)


@functools.cache  # a lab calls it on every move of a handle
def digits() -> tuple[Floats, Floats, Sequence[str]]:
    """Handwritten digits from scikit-learn, with five more factors measured from each image.

    The digit is the label that comes with the data. The other five factors are measured from the
    image, in which every pixel has an ink value from 0 to 16. The definitions of these five factors
    are our own; see Notes.

    Returns
    -------
    images : ndarray of shape (1797, 8, 8)
        Ink of every pixel, from 0 to 16. The array is read-only.
    factors : ndarray of shape (1797, 6)
        Values of the factors. The array is read-only.
    names : tuple of str
        Names of the factors: 'digit', 'ink', 'slant', 'width', 'height' and 'stroke'.

    Notes
    -----
    - ink is the sum of the ink over all pixels.
    - slant is how far a stroke leans: the covariance of column and row, divided by the variance of
      the row, with the sign reversed. 0 is upright, and a positive value leans like /.
    - width and height are twice the standard deviation of the ink's columns and rows.
    - stroke is the mean thickness of the stroke: the ink, divided by 16 and by the number of inked
      pixels on the ridge of the image, which resembles a skeleton.

    Examples
    --------
    >>> from disentangle_edu import worlds
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
    """Five factors measured from images of handwritten digits.

    Parameters
    ----------
    images : ndarray of shape (n_images, 8, 8)
        Ink of every pixel, from 0 to 16.

    Returns
    -------
    factors : ndarray of shape (n_images, 5)
        Ink, slant, width, height and stroke, as defined in `digits`. A value is NaN or
        infinite if an image has too little ink to measure it.

    See Also
    --------
    digits : Images and factors of scikit-learn's digits.

    Examples
    --------
    >>> from disentangle_edu.worlds import world
    >>> square = np.zeros((1, 8, 8))
    >>> square[0, 2:6, 2:6] = 16
    >>> world.measured(square).round(2).tolist()
    [[256.0, -0.0, 2.24, 2.24, 1.0]]
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
