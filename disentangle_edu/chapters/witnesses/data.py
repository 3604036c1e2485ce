"""What questions and labs of this chapter are about: coins, and metrics that are exact for them."""

import functools

import numpy as np

from ... import viz
from ...metric import METRICS
from ...representation import Representation
from ...theory.enumeration import EXACT, Tables, exact, exact_values
from ...types import Floats
from ...worlds import examples

# Metrics that reflect a characteristic and have an exact value for every look-up table.
REFLECTING = [
    name for name, metric in METRICS.items() if metric.characteristic and metric.measure in EXACT
]
HIGH = 0.99
SHIFT_STEP = 0.05
SHIFTS = np.arange(0, 1 + SHIFT_STEP / 2, SHIFT_STEP).round(2)  # in steps of a coin
FROM_BITS = {"disentanglement": "D from bits", "completeness": "C from bits"}


def short_name(metric: str) -> str:
    """The name of a metric in this chapter, in which D and C are computed from bits."""
    return FROM_BITS.get(metric) or viz.display_name(metric)


def look_up_table(rows: Floats, latents: Floats) -> Representation:
    """A code of coins, a row for each case."""
    return Representation(
        rows,
        latents,
        factor_names=[f"coin {k + 1}" for k in range(rows.shape[1])],
        factor_types="discrete",
        latent_types="discrete",
    )


def shifted_coins(shift: float) -> Representation:
    """Three coins; a latent is its coin, plus a shift whenever the two other coins differ."""
    coins = examples.grid(2, 2, 2)
    differ = (coins.sum(1, keepdims=True) - coins) % 2
    return look_up_table(coins, coins + shift * differ)


def constant_code() -> Representation:
    """Three coins, and three latents that never move."""
    return look_up_table(examples.grid(2, 2, 2), np.zeros((8, 3)))


@functools.cache
def scores_by_shift() -> dict[str, Floats]:
    """(len(SHIFTS),) the exact scores of the shifted coins, by metric."""
    stack = [Tables.of(shifted_coins(shift)) for shift in SHIFTS]
    values, codes = (np.concatenate([getattr(t, of) for t in stack]) for of in ("values", "codes"))
    tables = Tables((2, 2, 2), values, codes)
    return {name: exact_values(METRICS[name], tables) for name in REFLECTING}


@functools.cache
def scores_of_constant() -> dict[str, float]:
    """The exact scores of a code that never moves, by metric."""
    return {name: exact(METRICS[name], constant_code()).value for name in REFLECTING}
