"""Codes that are identified up to order, sign and a bend, and codes that only seem to be.

Theorems on identifiability are about the first kind. Every latent here is a weighted sum of
factors, perhaps bent by an odd power, or it carries no information about them. The codes are our
own. The metrics for such codes are MCC, a linear R2 and DCI.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..representation import Representation
from ..types import Floats
from ..validation import as_float_table, check_count, check_number, check_random_state
from .examples import Rows

CONTINUOUS: dict[str, Any] = {"factor_types": "continuous", "latent_types": "continuous"}


def tied_factors(
    correlation: float = 0.0,
    samples: int = 1_000,
    seed: int | np.random.Generator = 0,
) -> Floats:
    """Two uniform factors with a given correlation.

    Each factor is uniform from -1 to 1.

    Parameters
    ----------
    correlation : float, default=0.0
        Correlation of the two factors, from 0 to 1.
    samples : int, default=1_000
        Number of samples.
    seed : int or numpy.random.Generator, default=0
        Seed of the samples.

    Returns
    -------
    factors : ndarray of shape (samples, 2)
        Values of the factors.

    Raises
    ------
    ValueError
        If `correlation` is not a number from 0 to 1, or if `samples` is not a whole number from 1
        upwards.

    Notes
    -----
    Normal numbers with a correlation of 2 sin(pi r / 6), passed through their distribution
    function, are uniform and have the correlation r.

    Examples
    --------
    >>> from disentangle_edu.worlds import bent_mixtures
    >>> factors = bent_mixtures.tied_factors(0.5, samples=10_000)
    >>> round(float(np.corrcoef(factors.T)[0, 1]), 1)
    0.5
    """
    from scipy.special import ndtr

    check_number("correlation", correlation, 0, 1)
    check_count("samples", samples)
    normals = check_random_state(seed).standard_normal((samples, 2))
    tie = 2 * np.sin(np.pi * correlation / 6)
    normals[:, 1] = tie * normals[:, 0] + np.sqrt(1 - tie**2) * normals[:, 1]
    return 2 * ndtr(normals) - 1


def bent_sums(factors: ArrayLike, weights: Rows, power: int = 1) -> Representation:
    """Code whose latents are weighted sums of factors, raised to an odd power.

    Parameters
    ----------
    factors : array_like of shape (n_samples, n_factors)
        Values of the factors, from -1 to 1.
    weights : array_like of shape (n_latents, n_factors)
        Weight of every factor in every latent. Each row is scaled so that a sum is from -1 to 1. A
        latent whose weights are all 0 never moves.
    power : int, default=1
        Odd power to which every sum is raised. With 1, the code is linear.

    Returns
    -------
    rep : Representation
        The factors and the latents, all of them continuous.

    Raises
    ------
    ValueError
        If `weights` do not have one column per factor, or if `power` is not an odd number from 1
        upwards.

    Notes
    -----
    A code is correct, up to order, sign and a bend, if each row of `weights` has one weight.

    Examples
    --------
    >>> from disentangle_edu.worlds import bent_mixtures
    >>> factors = [[-1.0, 0.5], [0.0, 1.0], [0.5, -1.0], [1.0, 0.0]]
    >>> bent_mixtures.bent_sums(factors, [[0, 1], [-2, 0]], power=3).latents.round(3).tolist()
    [[0.125, 1.0], [1.0, 0.0], [-1.0, -0.125], [0.0, -1.0]]
    """
    factor_table = as_float_table(factors, "factors")
    rows = as_float_table(weights, "weights")
    if rows.shape[1] != factor_table.shape[1]:
        actual = f"rows of {rows.shape[1]} numbers"
        raise ValueError(
            f"weights: found {actual}, expected {factor_table.shape[1]}, one for each factor."
        )
    check_count("power", power)
    if power % 2 == 0:
        raise ValueError(f"power: found {power}, expected an odd number.")
    sizes = np.abs(rows).sum(1, keepdims=True)
    sums = factor_table @ (rows / np.where(sizes > 0, sizes, 1)).T
    return Representation(factor_table, sums**power, **CONTINUOUS)


def crowd(
    latents: int,
    mixed: bool,
    factors: int = 5,
    samples: int = 100,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Code with many latents and few samples, of noise or of mixtures of all factors.

    No latent follows a single factor. Noise and factors are uniform from -1 to 1.

    Parameters
    ----------
    latents : int
        Number of latents.
    mixed : bool
        Whether the latents are mixtures of the factors, with normal random weights. Otherwise they
        are noise.
    factors : int, default=5
        Number of factors.
    samples : int, default=100
        Number of samples.
    seed : int or numpy.random.Generator, default=0
        Seed of the factors, and of the weights or the noise.

    Returns
    -------
    rep : Representation
        Samples of the factors and latents, all of them continuous.

    Raises
    ------
    ValueError
        If `latents`, `factors` or `samples` is not a whole number from 1 upwards.

    Examples
    --------
    >>> from disentangle_edu.worlds import bent_mixtures
    >>> bent_mixtures.crowd(1_000, mixed=False).latents.shape
    (100, 1000)
    """
    check_count("latents", latents)
    check_count("factors", factors)
    check_count("samples", samples)
    rng = check_random_state(seed)
    present_values = rng.uniform(-1, 1, (samples, factors))
    if mixed:
        return bent_sums(present_values, rng.standard_normal((latents, factors)))
    return Representation(present_values, rng.uniform(-1, 1, (samples, latents)), **CONTINUOUS)
