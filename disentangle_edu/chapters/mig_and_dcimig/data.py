"""Cases of the chapter: B's bits, codes of weights, coins, and bits of pure noise."""

import functools
from collections.abc import Sequence
from itertools import product

import numpy as np

from ... import measures
from ...matrices import InformativenessMatrix
from ...measures.information import BINS
from ...metrics import dcimig, mig
from ...representation import Representation
from ...theory.counterexamples import table_representation
from ...types import Floats
from ...worlds import examples
from ..common.verdicts import pair_code

Weights = Sequence[Sequence[float]]

N_SAMPLES, NOISE, BITS = 5_000, 0.1, 3  # the start of the lab with weights
START = np.eye(4, 3).tolist()  # three copies, and one noise latent
COPY, LEAK = ([*START[:3], [1.0, 0.0, 0.0]], [[1.0, 0.5, 0.0], *START[1:]])
PRESETS = {
    "three copies and noise": {"weights": START, "merged": False},
    "factor 1 twice": {"weights": COPY, "merged": False},
    "latent 1 leaks": {"weights": LEAK, "merged": False},
    "latents 1 and 2 merged": {"weights": START, "merged": True},
}
DRAWS = 5  # samples of pure noise


@functools.cache
def bits_of_b() -> InformativenessMatrix:
    """The bits that each latent of B carries about each factor, in 21 bins."""
    return measures.mutual_information(pair_code("B"))


# --------------------------------------------------------------------------- the lab of weights


@functools.lru_cache(maxsize=64)
def sample_code(
    weights: tuple[tuple[float, ...], ...], noise: float, samples: int, bits: int, seed: int
) -> Representation:
    """A sample of noisy weighted sums of three factors. bits : of factor 1."""
    options = {"samples": samples, "levels": round(2**bits), "seed": seed}
    return examples.weighted_copies(weights, noise, **options)


def sample_weights(weights: Weights, noise: float = NOISE, bits: int = BITS) -> Representation:
    """The code of the lab. Raises ValueError for a number of latents other than 3 or 4."""
    if len(weights) not in (3, 4):
        raise ValueError(f"weights: found {len(weights)} rows, expected 3 or 4, one per latent.")
    return sample_code(tuple(map(tuple, weights)), noise, N_SAMPLES, bits, 0)


def merged_code(rep: Representation) -> Representation:
    """Latents 1 and 2 as a single latent, which has a value for each pair of their bins."""
    first, second = (measures.discretise(column) for column in rep.latents.T[:2])
    return Representation(
        rep.factors,
        np.column_stack([first * BINS + second, rep.latents[:, 2:]]),
        factor_types=rep.factor_types,
        latent_types=["discrete", *rep.latent_types[2:]],
        latent_names=["latents 1+2", *rep.latent_names[2:]],
    )


def bits_of_code(rep: Representation, merged: bool = False) -> InformativenessMatrix:
    """The bits of a code, or of the code whose latents 1 and 2 are merged."""
    return measures.mutual_information(merged_code(rep) if merged else rep)


@functools.cache
def start_scores() -> dict[str, float]:
    """MIG and DCIMIG of the code at the start."""
    matrix = bits_of_code(sample_weights(START))
    return {"mig": mig(matrix).value, "dcimig": dcimig(matrix).value}


def joint_counts(rep: Representation, i: int, k: int, bins: int = BINS) -> Floats:
    """Counts of samples: bins of latent i by levels of factor k."""
    code = measures.discretise(rep.latents[:, i], bins=bins)
    level = measures.discretise(rep.factors[:, k], "discrete")
    counts = np.zeros((bins, int(level.max()) + 1))
    np.add.at(counts, (code, level), 1)
    return counts


# ------------------------------------------------------------------------------------ pure noise


@functools.lru_cache(maxsize=64)
def bits_of_noise(samples: int, bins: int) -> Floats:
    """(DRAWS,) bits that pure noise seems to carry about a factor of eight levels."""
    draws = [examples.pure_noise(samples, seed=seed) for seed in range(DRAWS)]
    return np.array([measures.mutual_information(rep, bins=bins).values[0, 0] for rep in draws])


# ---------------------------------------------------------------------------------- three coins

CASES = tuple(product((0, 1), repeat=3))  # all cases of three coins
CODES = {
    "2a + (b != c)": lambda a, b, c: [2 * a + (b != c), b, c],
    "2a + b": lambda a, b, c: [2 * a + b, b, c],
    "a + (b != c)": lambda a, b, c: [a + (b != c), b, c],
    "a": lambda a, b, c: [a, b, c],
}


@functools.cache
def coin_code(code: str) -> Representation:
    """The code whose latent 1 is given in words; latents 2 and 3 copy their coins."""
    return table_representation((2, 2, 2), [CODES[code](*case) for case in CASES])
