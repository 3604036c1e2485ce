"""Codes that theorems speak of, right up to order, sign and a bend, and codes that only look so.

Every latent here is a weighted sum of factors, perhaps bent, or says nothing at all. Ours: the
judges of such codes are MCC, a linear R2 and DCI.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import Floats, Representation
from ..validation import check_count, check_number, random_stream, table
from .examples import Rows

CONTINUOUS: dict[str, Any] = {"factor_kinds": "continuous", "latent_kinds": "continuous"}


def tied_factors(
    correlation: float = 0.0,
    samples: int = 1_000,
    seed: int | np.random.Generator = 0,
) -> Floats:
    """(samples, 2) factors, each spread evenly from -1 to 1, with that correlation (from 0 to 1).

    Normal numbers that correlate by 2 sin(pi r / 6), through their distribution function, are
    uniform and correlate by r. Raises ValueError for another correlation.
    """
    from scipy.special import ndtr

    check_number("correlation", correlation, 0, 1)
    check_count("samples", samples)
    normals = random_stream(seed).standard_normal((samples, 2))
    tie = 2 * np.sin(np.pi * correlation / 6)
    normals[:, 1] = tie * normals[:, 0] + np.sqrt(1 - tie**2) * normals[:, 1]
    return 2 * ndtr(normals) - 1


def bent_sums(factors: ArrayLike, weights: Rows, power: int = 1) -> Representation:
    """Latents that are weighted sums of factors from -1 to 1, each raised to an odd power.

    weights : (L, K), a row for each latent, scaled so that a sum stays between -1 and 1; a latent
    whose weights are all 0 never moves. A code is right, up to order, sign and a bend, where each
    row has one weight.
    Raises ValueError for other weights, or an even power.
    """
    given = table(factors, "factors")
    rows = table(weights, "weights")
    if rows.shape[1] != given.shape[1]:
        found = f"rows of {rows.shape[1]} numbers"
        raise ValueError(f"weights: found {found}, expected {given.shape[1]}, one for each factor.")
    check_count("power", power)
    if power % 2 == 0:
        raise ValueError(f"power: found {power}, expected an odd number.")
    sizes = np.abs(rows).sum(1, keepdims=True)
    sums = given @ (rows / np.where(sizes > 0, sizes, 1)).T
    return Representation(given, sums**power, **CONTINUOUS)


def crowd(
    latents: int,
    mixed: bool,
    factors: int = 5,
    samples: int = 100,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Many latents and few samples: of noise, or mixtures of all factors at random weights.

    mixed : whether they are mixtures, whose weights are normal numbers; noise and factors are
    spread evenly from -1 to 1. No latent follows one factor.
    """
    check_count("latents", latents)
    check_count("factors", factors)
    check_count("samples", samples)
    rng = random_stream(seed)
    drawn = rng.uniform(-1, 1, (samples, factors))
    if mixed:
        return bent_sums(drawn, rng.standard_normal((latents, factors)))
    return Representation(drawn, rng.uniform(-1, 1, (samples, latents)), **CONTINUOUS)
