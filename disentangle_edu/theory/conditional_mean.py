"""The best that any curve can read of a factor in a latent that hides it in a sum of powers."""

import functools

import numpy as np

from ..core import Floats

INNER, OUTER = 1200, 120  # places of a sum, and of the best curve


def _given(latent: Floats, exponent: int) -> tuple[Floats, Floats]:
    """(mean of v1 where v1 ** exponent + v2 ** exponent is this, how often so, up to scale).

    A sum over the smaller of the two, in size: there nothing grows beyond all bounds.
    """
    small = (np.arange(INNER) + 0.5) / INNER * 2 - 1
    rest = latent[:, None] - small**exponent
    large = np.sign(rest) * np.abs(rest) ** (1 / exponent)
    there = (np.abs(small) <= np.abs(large)) & (np.abs(large) <= 1)
    weights = np.where(there, np.abs(np.where(there, large, 1.0)) ** (1.0 - exponent), 0.0)
    whole = weights.sum(1)
    return ((small + large) / 2 * weights).sum(1) / np.where(whole > 0, whole, 1), whole


@functools.cache
def best_curve(exponent: int) -> tuple[list[tuple[Floats, Floats]], float]:
    """(pieces of the curve, as places and heights; its R²): factor 1 by the middle latent.

    The best that any curve can do is the mean of the factor given the latent. It jumps where the
    latent is 1, from where on both factors must be large. Computed to about three digits; R² goes
    to 3/8 as the exponent grows.
    """
    middles = (np.arange(OUTER) + 0.5) / OUTER
    inside = np.union1d(middles**exponent, np.linspace(0.01, 0.999, OUTER))
    outside = np.linspace(1.001, 1.9, OUTER)
    pieces = [
        (sign * z, sign * _given(z, exponent)[0]) for z in (inside, outside) for sign in (-1, 1)
    ]
    seen, all_ = 0.0, 0.0
    for start, end in ((0.0, 1.0), (1.0, 2 ** (1 / exponent))):  # of the latent's root
        roots = start + middles * (end - start)
        mean, often = _given(roots**exponent, exponent)
        often = often * roots ** (exponent - 1) * (end - start)
        seen, all_ = seen + float(mean**2 @ often), all_ + float(often.sum())
    return pieces, 3 * seen / all_
