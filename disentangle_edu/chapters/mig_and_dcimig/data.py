"""Cases of the chapter: codes of weights, counts behind a cell, and bits of pure noise."""

import functools
from collections.abc import Sequence

import numpy as np

from ... import measures
from ...measures.information import BINS
from ...metrics import dcimig, mig
from ...representation import Representation
from ...types import Floats
from ...worlds import examples

Weights = Sequence[Sequence[float]]

N_SAMPLES, NOISE, BITS = 5_000, 0.1, 3  # of the lab at its start
SEEDS = range(3)
START = np.eye(4, 3).tolist()  # three copies, and a latent of noise
DRAWS = 5  # of pure noise


@functools.lru_cache(maxsize=64)
def sample_code(
    weights: tuple[tuple[float, ...], ...], noise: float, samples: int, bits: int, seed: int
) -> Representation:
    """A sample of noisy weighted sums of three factors. bits : of factor 1."""
    options = {"samples": samples, "levels": round(2**bits), "seed": seed}
    return examples.weighted_copies(weights, noise, **options)


def sample_codes(weights: Weights, noise: float, samples: int, bits: int) -> list[Representation]:
    """A sample for each of SEEDS. Raises ValueError for a number of latents other than 2 to 4."""
    if not 2 <= len(weights) <= 4:
        raise ValueError(f"weights: found {len(weights)} rows, expected 2 to 4, one per latent.")
    rows = tuple(map(tuple, weights))
    return [sample_code(rows, noise, samples, bits, seed) for seed in SEEDS]


@functools.cache
def start_scores() -> dict[str, float]:
    """MIG and DCIMIG of the code at the start."""
    rep = sample_codes(START, NOISE, N_SAMPLES, BITS)[0]
    return {"MIG": mig(rep, bins=BINS).value, "DCIMIG": dcimig(rep, bins=BINS).value}


def joint_counts(rep: Representation, i: int, k: int, bins: int) -> Floats:
    """Counts of samples: bins of latent i by levels of factor k."""
    code = measures.discretise(rep.latents[:, i], bins=bins)
    level = measures.discretise(rep.factors[:, k], "levels")
    counts = np.zeros((bins, int(level.max()) + 1))
    np.add.at(counts, (code, level), 1)
    return counts


@functools.lru_cache(maxsize=64)
def bits_of_noise(samples: int, bins: int) -> Floats:
    """(DRAWS,) bits that pure noise seems to carry about a factor of eight levels."""
    draws = [examples.pure_noise(samples, seed=seed) for seed in range(DRAWS)]
    return np.array([measures.mutual_information(rep, bins=bins).values[0, 0] for rep in draws])
