"""Who is first by luck: several runs of several models, drawn anew or dealt to all by lot."""

from itertools import combinations_with_replacement

import numpy as np

from ..core import Floats

DEALS = 200
TABLES, REDRAWS = 400, 200
NEARLY_ALL = 0.95


def dealt(values: Floats, deals: int = DEALS) -> Floats:
    """(deals, models, runs) the same runs, dealt to the models by lot: as if all were alike."""
    rng = np.random.default_rng(0)
    mixed = [rng.permutation(values.ravel()).reshape(values.shape) for _ in range(deals)]
    return np.array(mixed)


def first_if_drawn_anew(values: Floats) -> Floats:
    """(models,) chances to have the largest mean, if a model's runs are drawn from its own.

    values : (models, runs).

    A bootstrap, and exact: all ways of drawing five of five are counted; a tie counts half.
    """
    from scipy.stats import multinomial

    models, size = values.shape
    ways = np.array(list(combinations_with_replacement(range(size), size)))
    times = (ways[:, :, None] == np.arange(size)).sum(axis=1)  # that each run is drawn
    chances = multinomial.pmf(times, size, np.full(size, 1 / size))
    means = values[:, ways].mean(axis=2)
    ahead = (1 + np.sign(means[:, None, :, None] - means[None, :, None, :])) / 2
    of_each = ahead @ chances  # of one model's mean, to be ahead of another model
    of_each[np.arange(models), np.arange(models)] = 1
    return of_each.prod(axis=1) @ chances


def first_if_alike(values: Floats) -> tuple[float, float]:
    """How often the winner wins again, if the runs of all models are dealt to them by lot.

    values : (models, runs).

    The mean over TABLES such tables, each drawn anew REDRAWS times, and what it stays below in
    NEARLY_ALL of them.
    """
    tables = dealt(values, TABLES)
    winner, size = tables.mean(2).argmax(1), tables.shape[2]
    drawn = np.random.default_rng(1).integers(size, size=(REDRAWS, *tables.shape[1:]))
    means = np.take_along_axis(tables[:, None], drawn[None], axis=3).mean(3)
    bars = (means.argmax(2) == winner[:, None]).mean(1)
    return float(bars.mean()), float(np.quantile(bars, NEARLY_ALL))
