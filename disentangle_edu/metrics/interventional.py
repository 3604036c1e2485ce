"""Interventions: scores from batches in which one factor is fixed.

The question of this family: can you infer from the latents which factor was fixed? `beta_vae`
is the accuracy of a classifier, `factor_vae` and `z_max_variance` are accuracies of votes of single
latents, and `irs` measures how far the other factors move a latent. All but `irs` also take a
`World`, in which a factor can be fixed exactly.
"""

from functools import partial

import numpy as np

from .. import cautions, measures
from ..matrices import Confusions, Votes
from ..measures import Shares
from ..metric import metric
from .parts import FACTORS, PartsAndWeights, above_chance, require, several_factors


@metric(
    measure=measures.fixed_factor_confusion,
    axis="factors",
    matrix_class=Confusions,
    characteristic=1,
    not_invariant_to=("cube_each_latent",),
    cautions=(cautions.judged_in_training,),
    negative_if={"adjusted": True},
)
def beta_vae(confusions: Confusions, *, adjusted: bool = False) -> PartsAndWeights:
    """BetaVAE metric.

    Accuracy of a linear classifier that guesses which factor was fixed, from the differences of the
    latents between samples that share the value of that factor [1]_ [2]_.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale accuracies linearly so that a random guess, 1 / K, becomes 0 and 1 stays 1.
        Accuracies that are worse than a guess become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy per factor.
        About 1 / K: the classifier guesses at random. 1: it always finds the fixed factor. With
        ``adjusted=True`` a random guess is 0.

    Raises
    ------
    ValueError
        If there is only one factor.

    See Also
    --------
    factor_vae : A vote of the latents instead of a classifier.

    Notes
    -----
    part_k = share of the points with factor k fixed for which the classifier answers k. The weight
    of factor k is its share of the points, so the score is the accuracy on new points. In small
    tables noise can look like a signal, most of all if a factor has rare values. The points are
    sampled, so another seed gives another value.

    References
    ----------
    .. [1] Higgins et al. (2017), "beta-VAE: Learning Basic Visual Concepts with a Constrained
           Variational Framework", section 3.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.1.1.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(beta_vae(examples.rotated(30)).value, 3)
    1.0

    From counts of guesses (rows) for each fixed factor (columns):

    >>> round(beta_vae(Confusions([[9, 2], [1, 8]], "guesses")).value, 3)
    0.85
    """
    K = several_factors("beta_vae", confusions)
    cast = confusions.values.sum(-2)
    right = np.diagonal(confusions.values, axis1=-2, axis2=-1)
    parts = np.divide(right, cast, out=np.zeros_like(right), where=cast > 0)
    return above_chance(parts, 1 / K) if adjusted else parts, cast


@metric(
    measure=measures.lowest_variance_votes,
    axis="latents",
    matrix_class=Votes,
    characteristic=1,
    # If no latent follows the fixed factor, a noise latent may have the lowest variance. If latents
    # tie, copies get a larger share of the votes.
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.judged_in_training,
        partial(
            cautions.dead_latents,
            effect="constant latents have no vote here; in code without a threshold they win all "
            "votes",
        ),
    ),
    negative_if={"adjusted": True},
)
def factor_vae(votes: Votes, *, adjusted: bool = False) -> PartsAndWeights:
    """FactorVAE metric.

    Accuracy of a vote that guesses which factor was fixed: the latent with the lowest relative
    variance votes for the factor that it is most often lowest for [1]_ [2]_.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale accuracies linearly so that a random guess, 1 / K, becomes 0 and 1 stays 1.
        Accuracies that are worse than a guess become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy per latent.
        About 1 / K: the votes are random guesses. 1: every vote finds the fixed factor. With
        ``adjusted=True`` a random guess is 0.

    Raises
    ------
    ValueError
        If there is only one factor.

    See Also
    --------
    beta_vae : A linear classifier instead of a vote.
    z_max_variance : The latent that varies most while one factor alone varies.

    Notes
    -----
    A latent is assigned to the factor that it voted for most often in training. part_i = share of
    the later votes of latent i that are right. The weight of latent i is its share of the votes, so
    the score is the accuracy of the vote. `Votes` without ``majority_factor`` are used for training
    and for testing. The points are sampled, so another seed gives another value.

    References
    ----------
    .. [1] Kim and Mnih (2018), "Disentangling by Factorising", section 4.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.1.2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(factor_vae(examples.rotated(30)).value, 3)
    1.0

    From votes of two latents (rows) for each fixed factor (columns):

    >>> round(factor_vae(Votes([[3, 0], [1, 4]])).value, 3)
    0.875
    """
    K = several_factors("factor_vae", votes)
    cast = votes.values.sum(FACTORS)
    right = np.take_along_axis(votes.values, votes.majority_factor[..., None], FACTORS)[..., 0]
    parts = np.divide(right, cast, out=np.zeros_like(right), where=cast > 0)
    return above_chance(parts, 1 / K) if adjusted else parts, cast


@metric(
    measure=measures.robustness,
    axis="latents",
    matrix_class=Shares,
    requires="latent_weight",
    characteristic=1,
    # The weight of a latent grows with its scale.
    not_invariant_to=(
        "rescale_latents",
        "cube_each_latent",
        "add_copied_latent",
        "add_noise_latent",
    ),
    cautions=(cautions.dead_latents, cautions.mostly_chance),
)
def irs(shares: Shares) -> PartsAndWeights:
    """Interventional Robustness Score (IRS).

    For each latent, how little it moves while one factor is fixed and all other factors change; the
    best factor counts [1]_. The score is the mean over latents, weighted by how far each latent
    moves.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one robustness per latent.
        0: the other factors move every latent as far as all factors do. 1: the other factors do not
        move it.

    Raises
    ------
    ValueError
        If `Shares` have no ``latent_weight``.

    Notes
    -----
    part_i = largest robustness of latent i, over factors. The weight of latent i is the largest
    distance from its mean, so a latent on a larger scale counts for more. The robustness depends on
    extreme values: it falls for a noisy latent when there are more samples, and it is above 0 for
    pure noise. IRS ignores whether every factor has a latent.

    References
    ----------
    .. [1] Suter, Miladinović, Schölkopf and Bauer (2019), "Robustly Disentangled Causal
           Mechanisms: Validating Deep Representations for Interventional Robustness", section 4.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> irs(rep).parts.round(3)
    array([1.   , 0.667])

    >>> from disentangle_edu.worlds import examples
    >>> round(irs(examples.parity_leak()).value, 3)
    0.8
    """
    parts = shares.values.max(FACTORS)
    return parts, require(shares.latent_weight)


@metric(
    measure=measures.varied_factor_votes,
    axis="latents",
    matrix_class=Votes,
    characteristic=1,
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.judged_in_training, cautions.dead_latents),
    negative_if={"adjusted": True},
)
def z_max_variance(votes: Votes, *, adjusted: bool = False) -> PartsAndWeights:
    """Z-max variance metric.

    Accuracy of a vote that guesses which factor alone varied while all others were fixed: the
    latent with the largest relative variance votes for the factor that it is most often largest for
    [1]_.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale accuracies linearly so that a random guess, 1 / K, becomes 0 and 1 stays 1.
        Accuracies that are worse than a guess become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy per latent.
        About 1 / K: the votes are random guesses. 1: every vote finds the factor that varied. With
        ``adjusted=True`` a random guess is 0.

    Raises
    ------
    ValueError
        If there is only one factor, or if no samples of a table differ in only one factor.

    See Also
    --------
    factor_vae : The latent that varies least while one factor is fixed.

    Notes
    -----
    Parts and weights are those of `factor_vae`. A table must contain samples that differ in only
    one factor; a `World` can always draw them. The points are sampled, so another seed gives
    another value.

    References
    ----------
    .. [1] Kim, Wang, Sahu and Pavlovic (2019), "Relevance Factor VAE: Learning and Identifying
           Disentangled Factors", metric 3.

    Examples
    --------
    >>> from disentangle_edu import Representation
    >>> coins = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> round(z_max_variance(Representation(factors=coins, latents=coins)).value, 3)
    1.0

    >>> from disentangle_edu.worlds import examples, world
    >>> of = {"a": world.levels(3), "b": world.levels(3)}
    >>> z_max_variance(world.World(of, world.linear([[1, 0], [0, 1]]))).value
    1.0
    """
    several_factors("z_max_variance", votes)
    parts, cast = factor_vae.formula(votes, adjusted=adjusted)
    return np.asarray(parts), np.asarray(cast)
