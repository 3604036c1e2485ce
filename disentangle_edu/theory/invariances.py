"""Invariances: changes of a representation that should not change a score.

Every metric lists in `not_invariant_to` the changes to which it is not invariant. The tests check
that it is not invariant to these changes, and that it is invariant to all others.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ..metric import Metric
from ..representation import Representation
from ..validation import check_choice, check_count

# Largest change of an invariant score: by rounding and counting, or if chance is involved.
EXACT, SAMPLED = 0.01, 0.03

FIELDS = (
    "factors",
    "latents",
    "factor_names",
    "latent_names",
    "factor_types",
    "latent_types",
)


def _replace_fields(rep: Representation, **changed) -> Representation:
    """The representation with some of its fields replaced."""
    fields = {name: getattr(rep, name) for name in FIELDS} | changed
    fields["factors"] = np.ma.array(fields["factors"], mask=np.isnan(fields["factors"]))  # absent
    return Representation(**fields)


def _add_latent(rep: Representation, latent, kind: str) -> Representation:
    """The representation with one more latent."""
    return _replace_fields(
        rep,
        latents=np.column_stack([rep.latents, latent]),
        latent_names=None,
        latent_types=[*rep.latent_types, kind],
    )


def permute_latents(rep: Representation) -> Representation:
    """Representation with its latents rotated by one place, so that the last comes first.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with another order of latents. Names of latents are replaced.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0, 5], [1, 6], [2, 7], [3, 8]])
    >>> invariances.permute_latents(rep).latents
    array([[5., 0.],
           [6., 1.],
           [7., 2.],
           [8., 3.]])
    """
    order = np.roll(np.arange(rep.latents.shape[1]), 1)
    return _replace_fields(
        rep,
        latents=rep.latents[:, order],
        latent_names=None,
        latent_types=[rep.latent_types[i] for i in order],
    )


def permute_factors(rep: Representation) -> Representation:
    """Representation with its factors rotated by one place, so that the last comes first.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with another order of factors. Names of factors are replaced.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0, 5], [1, 5], [0, 6], [1, 6]], [[0], [1], [2], [3]])
    >>> invariances.permute_factors(rep).factors
    array([[5., 0.],
           [5., 1.],
           [6., 0.],
           [6., 1.]])
    """
    order = np.roll(np.arange(rep.factors.shape[1]), 1)
    return _replace_fields(
        rep,
        factors=rep.factors[:, order],
        factor_names=None,
        factor_types=[rep.factor_types[k] for k in order],
    )


def permute_samples(rep: Representation) -> Representation:
    """Representation with shuffled samples, the same order for factors and latents.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples in the order of a random permutation of seed 0.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0], [1], [2], [3]])
    >>> invariances.permute_samples(rep).latents.ravel()
    array([2., 0., 1., 3.])
    """
    order = np.random.default_rng(0).permutation(len(rep))
    return rep.take(order)


def negate_latents(rep: Representation) -> Representation:
    """Representation with every latent multiplied by -1.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with mirrored latents.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0], [1], [2], [3]])
    >>> invariances.negate_latents(rep).latents.ravel()
    array([-0., -1., -2., -3.])
    """
    return _replace_fields(rep, latents=-rep.latents)


def rescale_latents(rep: Representation) -> Representation:
    """Representation with every latent scaled by a different factor and shifted by 3.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples. The scales are 7, 21, 63 and so on, and start again at 7 after eight latents.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0, 0], [1, 1], [2, 2], [3, 3]])
    >>> invariances.rescale_latents(rep).latents
    array([[ 3.,  3.],
           [10., 24.],
           [17., 45.],
           [24., 66.]])
    """
    return _replace_fields(
        rep, latents=rep.latents * 7 * 3.0 ** (np.arange(rep.latents.shape[1]) % 8) + 3
    )


def cube_each_latent(rep: Representation) -> Representation:
    """Representation with the cube of each latent.

    The cube is invertible, so no information is lost.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with cubed latents.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0], [1], [2], [3]])
    >>> invariances.cube_each_latent(rep).latents.ravel()
    array([ 0.,  1.,  8., 27.])
    """
    return _replace_fields(rep, latents=rep.latents**3)


def relabel_classes(rep: Representation) -> Representation:
    """Representation with the levels of each discrete factor renumbered at random.

    If levels are only names, their order should not matter. Continuous factors do not change.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with levels 0, 1, 2 and so on in a random order of seed 0.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [2], [2]], [[0], [1], [2], [3]], factor_types="discrete")
    >>> invariances.relabel_classes(rep).factors.ravel()
    array([2., 0., 1., 1.])
    """
    rng, factors = np.random.default_rng(0), rep.factors.copy()
    for k, kind in enumerate(rep.factor_types):
        if kind == "discrete":
            codes = np.unique(rep.present_values(k), return_inverse=True)[1]
            factors[rep.rows_where_present(k), k] = rng.permutation(codes.max() + 1)[codes]
    return _replace_fields(rep, factors=factors)


def add_constant_latent(rep: Representation) -> Representation:
    """Representation with one more latent, which is constant.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with a last latent of zeros.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0], [1], [2], [3]])
    >>> invariances.add_constant_latent(rep).latents
    array([[0., 0.],
           [1., 0.],
           [2., 0.],
           [3., 0.]])
    """
    return _add_latent(rep, np.zeros(len(rep)), "discrete")


def add_copied_latent(rep: Representation) -> Representation:
    """Representation with one more latent, which is a copy of the first.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with the first latent repeated at the end.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0], [1], [2], [3]])
    >>> invariances.add_copied_latent(rep).latents
    array([[0., 0.],
           [1., 1.],
           [2., 2.],
           [3., 3.]])
    """
    return _add_latent(rep, rep.latents[:, 0], rep.latent_types[0])


def add_noise_latent(rep: Representation) -> Representation:
    """Representation with one more latent, which is independent of every factor.

    Parameters
    ----------
    rep : Representation
        Representation to change.

    Returns
    -------
    changed : Representation
        Same samples with a last latent of standard normal noise of seed 0.

    Examples
    --------
    >>> from disentangle_edu import Representation, invariances
    >>> rep = Representation([[0], [1], [0], [1]], [[0], [1], [2], [3]])
    >>> invariances.add_noise_latent(rep).latents.shape
    (4, 2)
    """
    noise = np.random.default_rng(0).standard_normal(len(rep))
    return _add_latent(rep, noise, "continuous")


INVARIANCES = {
    function.__name__: function
    for function in (
        permute_latents,
        permute_factors,
        permute_samples,
        negate_latents,
        rescale_latents,
        cube_each_latent,
        relabel_classes,
        add_constant_latent,
        add_copied_latent,
        add_noise_latent,
    )
}


class Move(NamedTuple):
    """Distance between two scores, and the distance that rounding and chance may explain.

    Parameters
    ----------
    far : float
        Distance between the two scores.
    allowed : float
        Largest distance that rounding and chance may explain.

    Examples
    --------
    >>> from disentangle_edu.theory.invariances import Move
    >>> Move(0.004, 0.01).kept
    True
    """

    far: float
    allowed: float

    @property
    def kept(self) -> bool:
        """Whether the two scores are equal within the allowed distance.

        Returns
        -------
        kept : bool
            True if the distance is not larger than allowed.
        """
        return self.far <= self.allowed


def score_difference(
    metric: Metric, one: Representation, other: Representation, *, seeds: int = 3, **options: Any
) -> Move:
    """Distance between the scores that a metric gives to two representations.

    Parameters
    ----------
    metric : Metric
        Metric to apply.
    one : Representation
        First representation.
    other : Representation
        Second representation.
    seeds : int, default=3
        Number of seeds for a metric that involves chance.
    **options : dict
        Options of the metric.

    Returns
    -------
    move : Move
        Distance, and the allowed distance: 0.01 without chance, and 0.03 with chance.

    Raises
    ------
    ValueError
        If the metric is not defined for a representation.

    Notes
    -----
    If the metric involves chance, the distance is that of the means over `seeds`. With two or more
    seeds, three standard errors of the difference are added to the allowed distance.

    Examples
    --------
    >>> from disentangle_edu import examples, invariances, mig
    >>> invariances.score_difference(mig, examples.rotated(0), examples.rotated(45)).kept
    False
    """
    check_count("seeds", seeds)
    runs = [dict(seed=seed) for seed in range(seeds)] if metric.is_stochastic else [{}]
    first, second = (
        np.array([metric(rep, **(options | run)).value for run in runs]) for rep in (one, other)
    )
    allowed = SAMPLED if metric.is_stochastic else EXACT
    if len(runs) > 1:
        allowed += 3 * (first - second).std(ddof=1) / np.sqrt(len(runs))
    return Move(float(abs(first.mean() - second.mean())), float(allowed))


def score_differences(
    metric: Metric, invariance: str, rep: Representation, *, seeds: int = 3, **options: Any
) -> float:
    """Distance by which one change of a representation moves a score.

    Parameters
    ----------
    metric : Metric
        Metric to apply.
    invariance : str
        Name of the change, a key of `INVARIANCES`.
    rep : Representation
        Representation to change.
    seeds : int, default=3
        Number of seeds for a metric that involves chance.
    **options : dict
        Options of the metric.

    Returns
    -------
    distance : float
        Distance between the scores before and after the change; 0 if the metric is invariant.

    Raises
    ------
    ValueError
        If the change is unknown, or if the metric is not defined for a representation.

    See Also
    --------
    score_difference : Distance together with the allowed distance.

    Examples
    --------
    >>> from disentangle_edu import dcimig, examples, invariances, mig
    >>> rep, more = examples.parity_leak(), "add_copied_latent"
    >>> [round(invariances.score_differences(metric, more, rep), 2) for metric in (mig, dcimig)]
    [0.33, 0.0]
    """
    check_choice("invariance", invariance, INVARIANCES)
    return score_difference(metric, rep, INVARIANCES[invariance](rep), seeds=seeds, **options).far


def invariances_row(
    metric: Metric, reps: Iterable[Representation], **options: Any
) -> dict[str, float]:
    """Largest distance by which each change moves a score, over several representations.

    Parameters
    ----------
    metric : Metric
        Metric to apply.
    reps : iterable of Representation
        Representations to change.
    **options : dict
        Options of the metric, and `seeds` as in `score_difference`.

    Returns
    -------
    distances : dict of str to float
        Largest distance for every change in `INVARIANCES`; 0 if the metric is invariant.

    Examples
    --------
    >>> from disentangle_edu import examples, invariances, mig
    >>> row = invariances.invariances_row(mig, [examples.parity_leak()])
    >>> [invariance for invariance, far in row.items() if far > 0]
    ['add_copied_latent', 'add_noise_latent']
    """
    reps = list(reps)
    return {
        invariance: max(score_differences(metric, invariance, rep, **options) for rep in reps)
        for invariance in INVARIANCES
    }
