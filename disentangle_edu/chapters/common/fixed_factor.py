"""What BetaVAE and FactorVAE share: a fixed factor, latents that copy, runs to average."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import viz
from ...score import Score
from ...worlds import examples
from ...worlds.world import World

RUNS = 3  # repetitions in the mean of a sampled truth
POINTS = 2_000  # training points or votes of each repetition


BLIND = ((1 / 3, "blind guessing"),)


def mean_score(metric: Callable[..., Score], world: World, **options: Any) -> float:
    """The mean of RUNS runs of POINTS points each."""
    runs = [metric(world, n_points=POINTS, seed=seed, **options).value for seed in range(RUNS)]
    return float(np.mean(runs))


COPIES_OF_ALL = np.tile(np.eye(3), (2, 1))  # two copies of each of three factors


def copies_of(*factors: int) -> World:
    """Three factors of 3, 4 and 5 levels, and a latent that copies each of these.

    factors : from 1 to 3; 0 for a latent that never moves.
    """
    full = examples.copy_world(3, 4, 5)
    names = dict(zip(full.factor_names, full.draws))
    story = f"latents copy factors {', '.join(map(str, factors))}"
    return World(
        names, lambda v, rng: np.column_stack([0 * v[:, 0], v])[:, factors], description=story
    )


COPIED_TWICE = copies_of(1, 2, 3, 1, 2, 3)


SEEDS, POINTS = 3, 2_000


LOW, HIGH, STEP, BALL = 0.0, 10.0, 0.1, 9.0  # range and step of samples, radius of a ball in pixels


def draw_numbered_ball(
    canvas: viz.Canvas, at: tuple[float, float], number: int, fill: str, key: str, **style: Any
) -> None:
    """Draw a ball with a number on it."""
    name: viz.Style = {"pointer_events": "none", "font_size": "11", "key": f"number-{key}"}
    canvas.circle(*at, BALL, fill, stroke=viz.PAPER, key=key, **style)
    canvas.text(at[0], at[1] + 4, number, fill=viz.PAPER, **name)
