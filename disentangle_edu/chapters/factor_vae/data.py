"""Cases of the chapter: batches of a code of weighted sums, and votes."""

from collections.abc import Iterable, Sequence

import numpy as np

from ... import metrics
from ...matrices import Votes
from ...measures.interventional import argmin_votes
from ...score import Score
from ...types import Floats, Progress
from ...worlds import examples

ROUNDS = 600  # batches per factor

Weights = Sequence[Sequence[float]]


def one_batch(
    weights: Weights, batch: int, factor: int, own: bool, seed: int
) -> tuple[Floats, Floats]:
    """(samples by latents of one batch in overall standard deviations, their variance).

    own : each latent sees its own samples, instead of the same samples as the others.

    The variance is divided by n - 1, so that small batches keep on average as much as all samples.
    Dividing by n would not change which latent has the smallest share.
    """
    world = examples.mixing_world(weights)
    overall = np.square(weights).sum(1)
    rng = np.random.default_rng([seed, factor])
    draws = [world.sample_fixed(factor, 1, batch, rng)[0] for _ in range(3 if own else 1)]
    latents = np.column_stack([draws[i if own else 0][:, i] for i in range(3)]) / overall**0.5
    return latents, latents.var(0, ddof=1)


def winners(share: Floats) -> list[int]:
    """The latents with the smallest share: one, or several if they are equal."""
    return np.flatnonzero(argmin_votes(share[None], np.ones(len(share)))[0]).tolist()


def score_of_votes(
    weights: Weights, batch: int, own: bool, progress: Progress = iter, rounds: int = ROUNDS
) -> Score:
    """FactorVAE of `rounds` batches per factor, tested on the training votes."""
    votes = np.zeros((3, 3))
    steps: Iterable[int] = progress(range(rounds))
    for seed in steps:
        for factor in range(3):
            first = winners(one_batch(weights, batch, factor, own, seed)[1])
            votes[first, factor] += 1 / len(first)
    return metrics.factor_vae(Votes(votes, row_names=[f"latent {i + 1}" for i in range(3)]))
