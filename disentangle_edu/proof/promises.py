"""Promises: changes of a representation that, one would think, should not change a score. Do they?

Every metric states in `breaks` which of these it does not keep; the tests hold it to both halves of that statement.
"""

import numpy as np

from ..checks import check_count
from ..core import Representation

EXACT, SAMPLED = (
    0.01,
    0.03,
)  # how far a kept score may move: by rounding and counting, or by chance over three seeds


def _with(rep, **changed):
    """The representation with some of its fields replaced."""
    fields = {
        name: getattr(rep, name)
        for name in (
            "factors",
            "latents",
            "factor_names",
            "latent_names",
            "factor_kinds",
            "latent_kinds",
        )
    } | changed
    return Representation(
        **fields | dict(factors=np.ma.array(fields["factors"], mask=np.isnan(fields["factors"])))
    )  # NaN: absent


def latents_in_another_order(rep):
    order = np.roll(np.arange(rep.latents.shape[1]), 1)
    return _with(
        rep,
        latents=rep.latents[:, order],
        latent_names=None,
        latent_kinds=[rep.latent_kinds[i] for i in order],
    )


def factors_in_another_order(rep):
    order = np.roll(np.arange(rep.factors.shape[1]), 1)
    return _with(
        rep,
        factors=rep.factors[:, order],
        factor_names=None,
        factor_kinds=[rep.factor_kinds[k] for k in order],
    )


def samples_in_another_order(rep):
    order = np.random.default_rng(0).permutation(len(rep))
    return _with(rep, factors=rep.factors[order], latents=rep.latents[order])


def latents_with_another_sign(rep):
    return _with(rep, latents=-rep.latents)


def latents_on_another_scale(rep):
    """Each latent stretched and moved on its own: 7 times, 21 times, 63 times and so on."""
    return _with(rep, latents=rep.latents * 7 * 3.0 ** (np.arange(rep.latents.shape[1]) % 8) + 3)


def latents_bent(rep):
    """The cube of each latent: it can be undone, so nothing is lost."""
    return _with(rep, latents=rep.latents**3)


def levels_with_other_numbers(rep):
    """The levels of each factor renumbered at random; they are names, so no order should matter."""
    rng, factors = np.random.default_rng(0), rep.factors.copy()
    for k, kind in enumerate(rep.factor_kinds):
        if kind == "levels":
            codes = np.unique(rep.column(k), return_inverse=True)[1]
            factors[rep.having(k), k] = rng.permutation(codes.max() + 1)[codes]
    return _with(rep, factors=factors)


def a_dead_latent_more(rep):
    """A latent that never moves."""
    dead = np.zeros((len(rep), 1))
    return _with(
        rep,
        latents=np.hstack([rep.latents, dead]),
        latent_names=None,
        latent_kinds=[*rep.latent_kinds, "levels"],
    )


def a_copied_latent_more(rep):
    """The first latent once more."""
    return _with(
        rep,
        latents=np.hstack([rep.latents, rep.latents[:, :1]]),
        latent_names=None,
        latent_kinds=[*rep.latent_kinds, rep.latent_kinds[0]],
    )


def a_noise_latent_more(rep):
    """A latent that has nothing to do with any factor."""
    noise = np.random.default_rng(0).standard_normal((len(rep), 1))
    return _with(
        rep,
        latents=np.hstack([rep.latents, noise]),
        latent_names=None,
        latent_kinds=[*rep.latent_kinds, "continuous"],
    )


PROMISES = {
    function.__name__: function
    for function in (
        latents_in_another_order,
        factors_in_another_order,
        samples_in_another_order,
        latents_with_another_sign,
        latents_on_another_scale,
        latents_bent,
        levels_with_other_numbers,
        a_dead_latent_more,
        a_copied_latent_more,
        a_noise_latent_more,
    )
}


def moved(metric, promise, rep, *, seeds=3, **options):
    """How far the change named `promise` moves a metric's score of rep (mean over seeds where chance is involved)."""
    if promise not in PROMISES:
        raise ValueError(f"promise: found {promise!r}, expected one of {', '.join(PROMISES)}.")
    runs = (
        [dict(seed=seed) for seed in range(check_count("seeds", seeds))]
        if metric.by_chance
        else [{}]
    )
    before, after = (
        np.mean([float(metric(one, **options, **run)) for run in runs])
        for one in (rep, PROMISES[promise](rep))
    )
    return abs(float(after) - float(before))


def promises_row(metric, reps, **options):
    """{promise: the farthest that it moves the metric over several representations}."""
    return {
        promise: max(moved(metric, promise, rep, **options) for rep in reps) for promise in PROMISES
    }
