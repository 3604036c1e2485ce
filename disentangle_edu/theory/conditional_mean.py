"""Best nonlinear predictor of a factor from a latent that is a sum of powers of two factors."""

import functools

import numpy as np

from ..types import Floats

INNER, OUTER = 1200, 120  # places of a sum, and of the best curve


def _mean_given_latent(latent: Floats, exponent: int) -> tuple[Floats, Floats]:
    """Mean of the first factor given the latent, and the density of the latent up to scale.

    The latent is v1 ** exponent + v2 ** exponent. The sum is taken over the smaller of the two
    values
    in size, where no weight is unbounded.
    """
    small = (np.arange(INNER) + 0.5) / INNER * 2 - 1
    rest = latent[:, None] - small**exponent
    large = np.sign(rest) * np.abs(rest) ** (1 / exponent)
    is_valid = (np.abs(small) <= np.abs(large)) & (np.abs(large) <= 1)
    weights = np.where(is_valid, np.abs(np.where(is_valid, large, 1.0)) ** (1.0 - exponent), 0.0)
    total = weights.sum(1)
    return ((small + large) / 2 * weights).sum(1) / np.where(total > 0, total, 1), total


@functools.cache
def conditional_mean_curve(exponent: int) -> tuple[list[tuple[Floats, Floats]], float]:
    """Best prediction of the first factor from the latent, as a curve, and its R².

    The latent is v1 ** exponent + v2 ** exponent. The two factors are independent and uniform in
    [-1, 1].

    Parameters
    ----------
    exponent : int
        Odd exponent of both factors.

    Returns
    -------
    pieces : list of tuple of ndarray
        Pieces of the curve, each a pair of latents and predicted factors.
    r2 : float
        Share of the factor's variance that the curve explains, in [0, 1]. It approaches 3/8 as the
        exponent grows.

    Notes
    -----
    No predictor is better than the mean of the factor given the latent. This mean has a jump where
    the latent is 1, because beyond 1 both factors must be large. The values are computed to about
    three digits.

    Examples
    --------
    >>> from disentangle_edu.theory.conditional_mean import conditional_mean_curve
    >>> pieces, r2 = conditional_mean_curve(15)
    >>> len(pieces), round(r2, 2)
    (4, 0.38)
    """
    middles = (np.arange(OUTER) + 0.5) / OUTER
    inside = np.union1d(middles**exponent, np.linspace(0.01, 0.999, OUTER))
    outside = np.linspace(1.001, 1.9, OUTER)
    pieces = [
        (sign * z, sign * _mean_given_latent(z, exponent)[0])
        for z in (inside, outside)
        for sign in (-1, 1)
    ]
    explained, total = 0.0, 0.0
    for start, end in ((0.0, 1.0), (1.0, 2 ** (1 / exponent))):  # of the latent's root
        roots = start + middles * (end - start)
        mean, often = _mean_given_latent(roots**exponent, exponent)
        often = often * roots ** (exponent - 1) * (end - start)
        explained, total = explained + float(mean**2 @ often), total + float(often.sum())
    return pieces, 3 * explained / total
