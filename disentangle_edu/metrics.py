"""Metrics: one formula each, from a matrix to the parts of a score and their weights.

Letters: z_i latents (L of them, rows), v_k factors (K, columns), I the matrix. The family:

                                judged per factor (column)     judged per latent (row)
    gap: first minus second     mig, sap                       dcimig
    focus: 1 - entropy          completeness                   disentanglement
    counting what was guessed   beta_vae                       factor_vae

Every metric takes a Representation, or the matrix it judges; beta_vae and factor_vae also take a
World, where they can hold a factor still exactly. The options of a metric are those of its
measure (see `measures`); `breaks` names the promises (see `promises`) that it does not keep.
Sources: chen2018 (MIG), sepliarskaia2019 (DCIMIG), kumar2017 (SAP), eastwood2018 (DCI),
higgins2017 (BetaVAE), kim2018 (FactorVAE).
"""

import numpy as np

from . import measures
from .core import Confusions, Votes, metric


# Axis -2 runs over latents, axis -1 over factors: counted from the end, so that a formula also judges
# a whole stack of matrices at once (see `exact`).
LATENTS, FACTORS = -2, -1


def top_two(values, axis):
    """The largest and the second largest value along an axis; the second of a single value is 0."""
    ordered = np.sort(values, axis=axis)
    first = ordered.take(-1, axis)
    return first, ordered.take(-2, axis) if values.shape[axis] > 1 else np.zeros_like(first)


def focus(values, axis):
    """1 - entropy of the shares along an axis: 1 for all in one place, 0 for evenly spread.

    The entropy is measured in units of the largest one possible. A line of zeros is focused on
    nothing: 0. A line with a single entry above 0 is as focused as can be: 1.
    """
    total = values.sum(axis, keepdims=True)
    shares = np.divide(values, total, out=np.zeros_like(values), where=total > 0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    base = max(np.log(values.shape[axis]), 1e-300)  # with one entry the entropy is 0, whatever the base
    return np.where(total.squeeze(axis) > 0, 1 + (shares * logs).sum(axis) / base, 0).clip(0, 1)


@metric(measure=measures.mutual_information, over="factors", needs="factor_total", reflects=2,
        breaks=("latents_bent", "a_copied_latent_more"))
def mig(matrix):
    """MIG: is each factor told by one latent and by no other?

    part_k = (largest I_ik - second largest I_ik) / H(v_k) over latents i; the score is the plain
    mean over factors. From 0 (two latents know the factor equally well, or none does) to 1 (one
    latent determines it, no other knows anything of it). It does not ask whether that latent
    knows other factors too. With one latent the second is 0. Raises ValueError for a matrix
    without factor_total. Source: chen2018, section 4.1; sepliarskaia2019, 3.2.2.
    """
    first, second = top_two(matrix.values, axis=LATENTS)
    return (first - second) / matrix.factor_total, np.ones_like(first)


def _best_bid(matrix, factor):
    """Which latent bids most for a factor, and the two entries that its bid lies between."""
    bidders = np.flatnonzero(matrix.values.argmax(FACTORS) == factor)
    if not len(bidders):
        return "it is no latent's favourite, so nobody bids for it"
    first, second = top_two(matrix.values, axis=FACTORS)
    best = bidders[(first - second)[bidders].argmax()]
    top = np.argsort(-matrix.values[best], kind="stable")[:2]
    line = ", ".join(f"{matrix.column_names[k]} {matrix.values[best, k]:.4g}" for k in top)
    return f"the best bid comes from {matrix.row_names[best]}: {line} {matrix.unit}".rstrip()


@metric(measure=measures.mutual_information, over="factors", needs="factor_total", because=_best_bid, reflects=3,
        breaks=("latents_bent",))
def dcimig(matrix):
    """DCIMIG: does each factor have a latent of its own, one that tells little of the others?

    Every latent bids for its favourite factor with the gap D_i = largest I_ik - second largest
    I_ik over factors k; part_k = best bid for k / H(v_k), or 0 without a bid; factors weigh
    H(v_k), so score = sum of best bids / sum of H. From 0 to 1 (every factor is determined by a
    latent that knows no other). It forgives further, entangled latents. With one factor the
    second is 0. Raises ValueError without factor_total. Source: sepliarskaia2019, 4.1.
    """
    first, second = top_two(matrix.values, axis=FACTORS)
    favourite = matrix.values.argmax(FACTORS)[..., None] == np.arange(matrix.values.shape[FACTORS])
    best = np.where(favourite, (first - second)[..., None], 0).max(LATENTS)
    return best / matrix.factor_total, np.broadcast_to(matrix.factor_total, best.shape)


@metric(measure=measures.predictability, over="factors", reflects=2, breaks=("latents_bent", "a_copied_latent_more"))
def sap(matrix):
    """SAP: is each factor predicted, by a straight line, from one latent and from no other?

    part_k = largest S_ik - second largest S_ik over latents i; the score is the plain mean over
    factors. S is R2 for continuous factors and held-out SVM accuracy for levels. From 0 to 1;
    with accuracies and several latents 1 is out of reach, since even the second guesses at chance. With one
    latent the second is 0. Source: kumar2017, section 3; sepliarskaia2019, 3.2.1.
    """
    first, second = top_two(matrix.values, axis=LATENTS)
    return first - second, np.ones_like(first)


@metric(measure=measures.importances, over="latents", reflects=1, breaks=("a_noise_latent_more",))
def disentanglement(matrix):
    """DCI's D: is each latent important for one factor only?

    part_i = 1 + sum_k p_ik log_K p_ik with p the row divided by its sum; latents weigh their row
    sum. From 0 (every latent matters equally for all factors) to 1 (each matters for one). A
    latent without importance weighs nothing; if none has any the score is 0; with one factor
    every latent of any importance has part 1. It says nothing about how well factors are predicted: read it beside
    `informativeness`. Source: eastwood2018, section 2; sepliarskaia2019, 3.1.3 and equation 3.
    """
    return focus(matrix.values, axis=FACTORS), matrix.values.sum(FACTORS)


@metric(measure=measures.importances, over="factors", reflects=2,
        breaks=("a_dead_latent_more", "a_copied_latent_more", "a_noise_latent_more"))
def completeness(matrix, *, weighted=False):
    """DCI's C: is each factor captured by one latent only?

    part_k = 1 + sum_i q_ik log_L q_ik with q the column divided by its sum. Plain mean over
    factors, or, weighted=True, by column sums (both readings are in use; they agree for forests,
    whose columns sum to 1). From 0 (spread evenly over all latents) to 1 (one latent). The base
    is L: an added latent that does nothing raises the score. A factor that nothing captures has
    part 0; with one latent every captured factor has 1. Source: eastwood2018, section 2.
    """
    parts = focus(matrix.values, axis=LATENTS)
    return parts, matrix.values.sum(LATENTS) if weighted else np.ones_like(parts)


@metric(measure=measures.prediction, over="factors")
def informativeness(matrix):
    """DCI's I: how well are the factors predicted from all latents together?

    part_k = held-out R2 (continuous) or accuracy (levels) of the forest whose importances D and C
    read; plain mean. From 0 to 1; guessing a factor of m equal levels gives about 1/m. Takes a
    matrix of one row, "all latents"; raises ValueError for one with a row per latent. Source:
    eastwood2018, section 2 (there an error, lower is better).
    """
    rows = matrix.values.shape[LATENTS]
    if rows != 1:
        raise ValueError(f"informativeness: found a matrix of {rows} rows, expected one row for all latents together.")
    parts = matrix.values.take(0, LATENTS)
    return parts, np.ones_like(parts)


@metric(measure=measures.confusions, over="factors", reads=Confusions, reflects=1, breaks=("latents_bent",))
def beta_vae(confusions):
    """BetaVAE: can a linear classifier tell which factor stood still, from latent differences?

    part_k = share of the points with factor k held still that the classifier calls k; weights =
    share of such points; the score is its accuracy on new points. From chance, about 1/K, to 1.
    In small tables noise can look like signal, most of all where a factor has rare values. Raises ValueError with one factor. Sampled: another seed gives another value.
    Source: higgins2017, section 3; sepliarskaia2019, 3.1.1.
    """
    cast = confusions.values.sum(-2)
    right = np.diagonal(confusions.values, axis1=-2, axis2=-1)
    return np.divide(right, cast, out=np.zeros_like(right), where=cast > 0), cast


@metric(measure=measures.votes, over="latents", reads=Votes, reflects=1, breaks=("latents_bent",))
def factor_vae(votes):
    """FactorVAE: does the latent that moves least tell which factor stood still?

    Every latent stands for the factor it voted for most while learning; part_i = share of its
    later votes that were right; weights = its share of the votes, so the score is the accuracy of
    the vote. From about 1/K to 1. On bare Votes the same votes learn and judge. Raises ValueError
    with one factor. Sampled. Source: kim2018, section 4; sepliarskaia2019, 3.1.2.
    """
    cast = votes.values.sum(FACTORS)
    right = np.take_along_axis(votes.values, votes.choice[..., None], FACTORS)[..., 0]
    return np.divide(right, cast, out=np.zeros_like(right), where=cast > 0), cast
