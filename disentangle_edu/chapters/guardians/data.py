"""Cases of the chapter: two factors in two latents, and very many latents."""

import functools
from collections.abc import Sequence

import numpy as np

from ...metrics import disentanglement, linear_r2, mcc
from ...representation import Representation
from ...types import Floats
from ...worlds.bent_mixtures import CONTINUOUS, bent_sums, crowd, tied_factors
from ..common.verdicts import CODES, pair_code

HIGH = 0.9  # from this score on, a metric calls a code correct
SAMPLES = 500  # samples of two latents
FOREST = 10  # trees, the default of `disentanglement`
COUNTS = (5, 10, 20, 50, 100, 200, 500, 1_000)  # numbers of latents
Scores = dict[str, float]
NOISE, MIXTURES = KINDS = ("noise", "mixtures")
LEARNED = "R² as learned"


def weights(rotation: float, between: float) -> Floats:
    """(2, 2) weights of the factors in the latents: each factor has a direction of length 1.

    rotation : degrees from latent 1 to the direction of factor 1.   between : from there to that
    of factor 2; at 0 and 90 degrees each latent is one factor.
    """
    turns = np.radians([rotation, rotation + between])
    return np.array([np.cos(turns), np.sin(turns)]).round(9)


def other_weights(rows: Floats) -> Floats:
    """Share of each latent's weight that does not belong to its largest factor."""
    sizes = np.abs(rows)
    return (sizes.sum(1) - sizes.max(1)) / np.where(sizes.any(1), sizes.sum(1), 1)


@functools.lru_cache(maxsize=64)
def mixed_code(
    rotation: float, between: float, power: int = 1, correlation: float = 0.0, ranks: bool = False
) -> Representation:
    """The code of 500 samples of two factors, with latents as numbers or as ranks."""
    rep = bent_sums(tied_factors(correlation, SAMPLES), weights(rotation, between), power)
    if not ranks:
        return rep
    from scipy.stats import rankdata

    order = (rankdata(rep.latents, axis=0) - 1) / (SAMPLES - 1)  # a constant latent has equal ranks
    return Representation(rep.factors, 2 * order - 1, **CONTINUOUS)


def judged(rep: Representation, trees: int = FOREST) -> Scores:
    """The scores of the three judges."""
    d = disentanglement(rep, n_estimators=trees)
    return {"MCC": mcc(rep).value, "linear R²": linear_r2(rep).value, "D": d.value}


def judged_codes() -> dict[str, Scores]:
    """The scores of A, B and the handwriting."""
    return {name: judged(pair_code(name)) for name in CODES}


@functools.cache
def judged_crowd(latents: int, mixed: bool, trees: int = FOREST) -> Scores:
    """The scores of a given number of latents, for one draw of 100 samples."""
    return judged(crowd(latents, mixed), trees)


def measured_many(code: str, counts: Sequence[int] = COUNTS) -> dict[str, list[float]]:
    """The scores of every number of latents, in plain values."""
    mixed = code == MIXTURES
    runs = [judged_crowd(latents, mixed) for latents in counts]
    learned = [linear_r2(crowd(latents, mixed), train_size=1).value for latents in counts]
    return {name: [scores[name] for scores in runs] for name in runs[0]} | {LEARNED: learned}
