"""Cases of the chapter: latents that copy factors by chance, pairs that share a factor."""

import functools
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...types import Floats
from ...worlds import examples
from ...worlds.world import World
from ..common.mixtures import shares_of

Copies = Sequence[Sequence[float]]  # a row per latent: how often it copies each factor


def blend_copies(copies: Copies, preference: float) -> Floats:
    """Each latent's probabilities: all equal at preference 0, and those of the table at 1."""
    table = shares_of(copies, "copies")
    return preference * table + (1 - preference) / table.shape[1]


def unblend_copies(copies: Copies, preference: float) -> list[list[float]]:
    """The table from which a table was blended; a table that is no blend stays as it is."""
    table = shares_of(copies, "copies")
    if preference > 0:
        firm = (table - (1 - preference) / table.shape[1]) / preference
        table = firm if firm.min() > -1e-6 else table
    return np.clip(table, 0, 1).round(6).tolist()


def set_probability(before: Copies, now: Copies, row: int, column: int) -> list[list[float]]:
    """The table with one probability set; the other ones of its row keep their proportions."""
    table = shares_of(before, "copies")
    share, others = now[row][column], np.delete(table[row], column)
    others = others / others.sum() if others.sum() > 0 else np.full(len(others), 1 / len(others))
    table[row] = np.insert((1 - share) * others, column, share)
    return table.round(7).tolist()


@functools.lru_cache(maxsize=64)
def copying_world(probabilities: tuple[tuple[float, ...], ...]) -> World:
    """The world of latents that copy factors with given probabilities."""
    return examples.copying_world(probabilities)


def sample_pairs(world: World, factor: int, batch: int, shared: str, seed: int) -> Floats:
    """Pairs (pairs, 2, L) that share one factor: one batch that is not among the points."""
    rng = np.random.default_rng(seed)
    groups, size = (batch, 2) if shared == "pair" else (1, 2 * batch)
    return world.sample_fixed(factor, groups, size, rng).reshape(-1, 2, len(world.latent_names))


def closest_clouds(points: Floats, held: NDArray[np.intp]) -> tuple[int, int, float]:
    """The two factors whose points are closest, and the distance between their means.

    The distance of Mahalanobis: in standard deviations of points around their own mean.
    """
    count = len(np.unique(held))
    means = np.array([points[held == k].mean(0) for k in range(count)])
    around = np.linalg.pinv(np.cov((points - means[held]).T), rcond=1e-9)
    distances = {
        (i, k): float(np.sqrt((means[i] - means[k]) @ around @ (means[i] - means[k])))
        for i, k in combinations(range(count), 2)
    }
    i, k = min(distances, key=lambda pair: distances[pair])
    return i, k, distances[i, k]
