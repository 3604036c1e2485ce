"""Worlds, codes and scores of joshi2026's suite, by the descriptions in the authors' code.

At the default sizes of the suite a world has five factors and 1,000 samples, of which 200 are held
out. The random streams are ours. MCC, MIG and D use the held-out samples; R2 fits on the others and
is measured on the held-out ones.
"""

from collections.abc import Callable, Mapping

import numpy as np

from ..metrics import disentanglement, linear_r2, mcc, mig
from ..representation import Representation
from ..types import Floats
from ..worlds.bent_mixtures import CONTINUOUS
from .registry import Readings

FACTORS = 5
SAMPLES = 1_000
TRAIN = 0.8  # share of the samples on which a regression is trained
CONDITION = 10  # the condition number of a random mixture
BINS = 20

# ------------------------------------------------------------------------------------------ worlds


def independent(rng: np.random.Generator, samples: int, factors: int) -> Floats:
    """Independent normal factors: world D1 of the suite."""
    return rng.standard_normal((samples, factors))


def correlated(
    rng: np.random.Generator, samples: int, factors: int, correlation: float = 0.5
) -> Floats:
    """Normal factors of which any two have the same correlation: world D2."""
    covariance = correlation + (1 - correlation) * np.eye(factors)
    return rng.multivariate_normal(np.zeros(factors), covariance, samples)


def nearly_equal(rng: np.random.Generator, samples: int, factors: int) -> Floats:
    """Normal factors of which any two have a correlation of 0.99."""
    return correlated(rng, samples, factors, 0.99)


def bent_copy(rng: np.random.Generator, samples: int, factors: int) -> Floats:
    """Factors of which the second is a bend of the first: world D3."""
    values = independent(rng, samples, factors)
    values[:, 1] = BENDS[0](values[:, 0])
    return values


def product(rng: np.random.Generator, samples: int, factors: int) -> Floats:
    """Factors of which the third is the product of the first two: world D4."""
    values = independent(rng, samples, factors)
    values[:, 2] = values[:, 0] * values[:, 1]
    return values


WORLDS: Mapping[str, Callable[[np.random.Generator, int, int], Floats]] = {
    "D1": independent,
    "D2": correlated,
    "D2, 0.99": nearly_equal,
    "D3": bent_copy,
    "D4": product,
}

# ------------------------------------------------------------------------------------------- codes


def resized(factors: Floats, rng: np.random.Generator) -> Floats:
    """Factors with other signs and sizes."""
    columns = factors.shape[1]
    return factors * rng.uniform(0.5, 2, columns) * rng.choice([-1, 1], columns)


def one_each(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """One latent per factor, in another order and with other signs and sizes: encoder E1."""
    return resized(factors[:, rng.permutation(latents)], rng)


def bent(factors: Floats, rng: np.random.Generator, strength: float) -> Floats:
    """One latent per factor, each the mean of its factor and of a bend of it: encoder E2."""
    order = rng.permutation(factors.shape[1])
    sizes = rng.uniform(0.5, 2, len(order))
    return np.column_stack(
        [
            (1 - strength) * size * factors[:, j] + strength * bend(factors[:, j])
            for size, bend, j in zip(sizes, BENDS[: len(order)], order, strict=True)
        ]
    )


def all_bent(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """One latent per factor, each a bend of it: encoder E2 at its full strength."""
    return bent(factors, rng, 1)


def hardly_bent(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """One latent per factor, with 0.5% of a bend of it: encoder E2."""
    return bent(factors, rng, 0.005)


def mixture(
    factors: Floats, rng: np.random.Generator, latents: int, condition: float = CONDITION
) -> Floats:
    """Random mixtures of all factors: encoder E3 with 5 latents, E7 with 10."""
    columns = factors.shape[1]
    left, _ = np.linalg.qr(rng.standard_normal((latents, latents)))
    right, _ = np.linalg.qr(rng.standard_normal((columns, columns)))
    return factors @ (right * np.linspace(1, 1 / condition, columns)) @ left[:, :columns].T


def last_factors(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """The last factors, one latent each; the others are dropped: encoder E4."""
    return resized(factors[:, -latents:], rng)


def copies(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """All factors, and copies of random ones, with other signs and sizes: encoder E5."""
    extra = rng.integers(0, factors.shape[1], latents - factors.shape[1])
    read = rng.permutation(np.concatenate([np.arange(factors.shape[1]), extra]))
    return resized(factors[:, read], rng)


BENDS: tuple[Callable[[Floats], Floats], ...] = (
    lambda x: np.tanh(2 * x**3 - 0.1),
    lambda x: np.sinh(2 * x**3 + 0.1),
    lambda x: np.sign(x) * np.sqrt(np.abs(x)),
    lambda x: x**3,
    lambda x: x**5,
    np.exp,
)


def six_bends(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """Six latents, each one factor through its own bend: encoder E6."""
    columns = factors.shape[1]
    read = rng.permutation([*range(columns), rng.integers(columns)])
    return np.column_stack([bend(factors[:, j]) for bend, j in zip(BENDS, read, strict=True)])


def waves(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """The sine and the cosine of each factor: encoder E8 with two latents per factor."""
    return np.column_stack([np.sin(factors), np.cos(factors)])


def intervals(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """Ten latents per factor, each the factor in one random interval, else 0: encoder E8."""
    columns = []
    for values in factors.T:
        limits = np.concatenate([[0], np.sort(rng.random(latents // factors.shape[1] - 1)), [1]])
        interval = np.searchsorted(limits, 1 / (1 + np.exp(-values))) - 1
        columns += [np.where(interval == k, values, 0) for k in range(len(limits) - 1)]
    return np.column_stack(columns)


def noise(factors: Floats, rng: np.random.Generator, latents: int) -> Floats:
    """Normal noise that has nothing to do with the factors: encoder E9."""
    return rng.standard_normal((len(factors), latents))


CODES: Mapping[str, Callable[[Floats, np.random.Generator, int], Floats]] = {
    code.__name__: code
    for code in (
        one_each,
        all_bent,
        hardly_bent,
        mixture,
        last_factors,
        copies,
        six_bends,
        waves,
        intervals,
        noise,
    )
}

# ------------------------------------------------------------------------------------------ scores


def held_out(factors: Floats, latents: Floats) -> Representation:
    """The held-out samples of a code, each latent divided by its largest value."""
    first = round(TRAIN * len(factors))
    largest = np.abs(latents[first:]).max(0)
    return Representation(
        factors[first:], latents[first:] / np.where(largest > 0, largest, 1), **CONTINUOUS
    )


def held_out_mcc(factors: Floats, latents: Floats) -> float:
    """MCC of the held-out samples, as the mean over factors."""
    return mcc(held_out(factors, latents)).value


def mcc_readings(factors: Floats, latents: Floats) -> float | Readings:
    """MCC; if factors have no latent, as the mean over pairs and as the mean over factors."""
    value = held_out_mcc(factors, latents)
    factors_per_latent = factors.shape[1] / latents.shape[1]
    if factors_per_latent <= 1:
        return value
    return {"mean over matched pairs": value * factors_per_latent, "mean over factors": value}


def spearman(factors: Floats, latents: Floats) -> float:
    """MCC of ranks."""
    return mcc(held_out(factors, latents), method="spearman").value


def boosting_d(rep: Representation) -> float:
    """D by gradient boosting of a hundred trees, as the suite has it."""
    return disentanglement(rep, predictor="boosting", n_estimators=100).value


def held_out_d(factors: Floats, latents: Floats) -> float:
    """D of the held-out samples.

    Trees notice only the order of a latent's values, so they are given ranks: a bend can have
    values of 1e30.
    """
    return boosting_d(held_out(factors, latents.argsort(0).argsort(0).astype(float)))


def binned_mig(factors: Floats, latents: Floats) -> float:
    """MIG of twenty equal bins."""
    return mig(held_out(factors, latents), bins=BINS, factor_bins=BINS).value


def held_out_r2(factors: Floats, latents: Floats) -> float:
    """Our R2: a regression with an intercept, trained on 80% of the samples."""
    return linear_r2(Representation(factors, latents, **CONTINUOUS), train_size=TRAIN).value


def r2_readings(factors: Floats, latents: Floats) -> float | Readings:
    """R2; if some values are very large, also by a regression as the suite has it."""
    largest = np.abs(latents).max(0)
    if largest.max() < 1e6:
        return held_out_r2(factors, latents)
    train = round(TRAIN * len(factors))
    weights, *_ = np.linalg.lstsq(latents[:train], factors[:train], rcond=None)
    errors = ((factors[train:] - latents[train:] @ weights) ** 2).mean(0)
    by_factor = 1 - errors / factors[train:].var(0)
    return {
        "latents as they are, no intercept": by_factor.clip(0).mean(),
        "latents divided by their largest value": held_out_r2(factors, latents / largest),
    }


SCORES: Mapping[str, Callable[[Floats, Floats], float | Readings]] = {
    "MCC": mcc_readings,
    "Spearman": spearman,
    "R2": r2_readings,
    "D": held_out_d,
    "MIG": binned_mig,
}


def noise_mcc(seed: int, samples: int, latents: int = FACTORS) -> float:
    """MCC of a code of normal noise, on the held-out samples."""
    rng = np.random.default_rng(seed)
    factors = independent(rng, samples, FACTORS)
    return held_out_mcc(factors, noise(factors, rng, latents))
