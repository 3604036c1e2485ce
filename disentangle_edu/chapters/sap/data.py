"""Cases of the chapter: latents that are powers of their factors, and copies of levels."""

import functools
from collections.abc import Callable

import numpy as np

from ...metrics import sap
from ...representation import Representation
from ...score import Score
from ...worlds import examples
from ...worlds.world import World

N_SAMPLES = 10_000  # the paper's number, fast enough for every step of a drag
SEEDS = range(3)
EXPONENTS = np.arange(1, 36, 2)
R2_OF_POWERS = np.array([examples.r2_of_power(int(exponent)) for exponent in EXPONENTS])
COPIES = 2_000  # samples of copied factors
SPLIT = 0.75  # the share of samples for training; the others are for testing


@functools.lru_cache(maxsize=64)  # a drag returns to the same exponents
def sample_and_scores(
    world: Callable[[int], World], exponent: int
) -> tuple[Representation, tuple[Score, ...]]:
    """The first sample of a world of that exponent, and SAP of each sample."""
    reps = [world(exponent).sample(N_SAMPLES, seed) for seed in SEEDS]
    return reps[0], tuple(sap(rep) for rep in reps)


@functools.lru_cache(maxsize=256)  # all settings of the lab on levels
def sap_of_copies(levels: int, C: float | None = 0.01, samples: int = COPIES) -> Score:
    """SAP of copies of two factors with that many levels; without a C, levels are numbers."""
    rep = examples.copy_world(levels, levels).sample(samples)
    return sap(rep, as_continuous=True) if C is None else sap(rep, C=C)
