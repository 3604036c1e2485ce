"""Promises: changes of a representation that, one would think, should not change a score. Do they?

Every metric states in `breaks` which of these it does not keep; the tests hold it to both halves of
that statement.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ..core import Representation
from ..making import Metric
from ..validation import check_choice, check_count

# How far a kept score may move: by rounding and counting, or by small parts that chance hides.
EXACT, SAMPLED = 0.01, 0.03

FIELDS = (
    "factors",
    "latents",
    "factor_names",
    "latent_names",
    "factor_kinds",
    "latent_kinds",
)


def _with(rep: Representation, **changed) -> Representation:
    """The representation with some of its fields replaced."""
    fields = {name: getattr(rep, name) for name in FIELDS} | changed
    fields["factors"] = np.ma.array(fields["factors"], mask=np.isnan(fields["factors"]))  # absent
    return Representation(**fields)


def _with_latent(rep: Representation, latent, kind: str) -> Representation:
    """The representation with one more latent."""
    return _with(
        rep,
        latents=np.column_stack([rep.latents, latent]),
        latent_names=None,
        latent_kinds=[*rep.latent_kinds, kind],
    )


def latents_in_another_order(rep: Representation) -> Representation:
    """The last latent first."""
    order = np.roll(np.arange(rep.latents.shape[1]), 1)
    return _with(
        rep,
        latents=rep.latents[:, order],
        latent_names=None,
        latent_kinds=[rep.latent_kinds[i] for i in order],
    )


def factors_in_another_order(rep: Representation) -> Representation:
    """The last factor first."""
    order = np.roll(np.arange(rep.factors.shape[1]), 1)
    return _with(
        rep,
        factors=rep.factors[:, order],
        factor_names=None,
        factor_kinds=[rep.factor_kinds[k] for k in order],
    )


def samples_in_another_order(rep: Representation) -> Representation:
    """The rows shuffled, factors and latents alike."""
    order = np.random.default_rng(0).permutation(len(rep))
    return rep.of(order)


def latents_with_another_sign(rep: Representation) -> Representation:
    """Every latent mirrored at 0."""
    return _with(rep, latents=-rep.latents)


def latents_on_another_scale(rep: Representation) -> Representation:
    """Each latent stretched and moved on its own: 7 times, 21 times, 63 times and so on."""
    return _with(rep, latents=rep.latents * 7 * 3.0 ** (np.arange(rep.latents.shape[1]) % 8) + 3)


def latents_bent(rep: Representation) -> Representation:
    """The cube of each latent: it can be undone, so nothing is lost."""
    return _with(rep, latents=rep.latents**3)


def classes_renamed(rep: Representation) -> Representation:
    """The levels of each factor renumbered at random; as names, their order should not matter."""
    rng, factors = np.random.default_rng(0), rep.factors.copy()
    for k, kind in enumerate(rep.factor_kinds):
        if kind == "levels":
            codes = np.unique(rep.column(k), return_inverse=True)[1]
            factors[rep.having(k), k] = rng.permutation(codes.max() + 1)[codes]
    return _with(rep, factors=factors)


def a_dead_latent_more(rep: Representation) -> Representation:
    """A latent that never moves."""
    return _with_latent(rep, np.zeros(len(rep)), "levels")


def a_copied_latent_more(rep: Representation) -> Representation:
    """The first latent once more."""
    return _with_latent(rep, rep.latents[:, 0], rep.latent_kinds[0])


def a_noise_latent_more(rep: Representation) -> Representation:
    """A latent that has nothing to do with any factor."""
    noise = np.random.default_rng(0).standard_normal(len(rep))
    return _with_latent(rep, noise, "continuous")


PROMISES = {
    function.__name__: function
    for function in (
        latents_in_another_order,
        factors_in_another_order,
        samples_in_another_order,
        latents_with_another_sign,
        latents_on_another_scale,
        latents_bent,
        classes_renamed,
        a_dead_latent_more,
        a_copied_latent_more,
        a_noise_latent_more,
    )
}


class Move(NamedTuple):
    """How far apart two scores are, and how far rounding and chance alone may take them."""

    far: float
    allowed: float

    @property
    def kept(self) -> bool:
        """Whether the scores are equal, as far as one can tell."""
        return self.far <= self.allowed


def apart(
    metric: Metric, one: Representation, other: Representation, *, seeds: int = 3, **options: Any
) -> Move:
    """How far apart a metric finds two representations.

    Where chance is involved, these are means over `seeds`, and three standard errors of their
    difference are allowed on top of SAMPLED. Raises ValueError where the metric is not defined.

    >>> promises.apart(mig, examples.rotated(0), examples.rotated(45)).kept
    False
    """
    check_count("seeds", seeds)
    runs = [dict(seed=seed) for seed in range(seeds)] if metric.by_chance else [{}]
    first, second = (
        np.array([metric(rep, **(options | run)).value for run in runs]) for rep in (one, other)
    )
    allowed = SAMPLED if metric.by_chance else EXACT
    if len(runs) > 1:
        allowed += 3 * (first - second).std(ddof=1) / np.sqrt(len(runs))
    return Move(float(abs(first.mean() - second.mean())), float(allowed))


def moved(
    metric: Metric, promise: str, rep: Representation, *, seeds: int = 3, **options: Any
) -> float:
    """How far the change named `promise` moves a metric's score of rep; see `apart`.

    >>> rep, more = examples.parity_leak(), "a_copied_latent_more"
    >>> [round(promises.moved(metric, more, rep), 2) for metric in (mig, dcimig)]
    [0.33, 0.0]
    """
    check_choice("promise", promise, PROMISES)
    return apart(metric, rep, PROMISES[promise](rep), seeds=seeds, **options).far


def promises_row(
    metric: Metric, reps: Iterable[Representation], **options: Any
) -> dict[str, float]:
    """{promise: the farthest that it moves the metric over several representations}.

    >>> row = promises.promises_row(mig, [examples.parity_leak()])
    >>> [promise for promise, far in row.items() if far > 0]
    ['a_copied_latent_more', 'a_noise_latent_more']
    """
    reps = list(reps)
    return {
        promise: max(moved(metric, promise, rep, **options) for rep in reps) for promise in PROMISES
    }
