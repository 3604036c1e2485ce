"""Dependent factors: fractions of information that one latent or one factor has.

The question of this family: once one factor (or latent) is known, do the others add anything? The
factors may depend on each other. z is all latents and v is all factors.

    dependent_modularity     I(z_j; v_i) / I(z_j; v)   largest fraction per latent
    dependent_compactness    I(v_i; z_j) / I(v_i; z)   largest fraction per factor
    dependent_explicitness   I(v_i; z) / H(v_i)        all latents together
    minimality               I(z_j; v_i) / H(z_j)      largest fraction per latent
    sufficiency              I(v_i; z_j) / H(v_i)      largest fraction per factor
    edi                      largest fraction minus the others
"""

from typing import Literal

import numpy as np

from .. import cautions, measures
from ..measures import Shares
from ..metric import metric
from ..types import ROUNDING, Floats
from ..validation import check_choice
from .parts import FACTORS, LATENTS, PartsAndWeights, one_row, require


@metric(
    measure=measures.latent_information_shares,
    axis="latents",
    matrix_class=Shares,
    requires="latent_weight",
    characteristic=1,
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_modularity(shares: Shares) -> PartsAndWeights:
    """Modularity for dependent factors.

    For each latent, the largest share that a single factor explains of what all factors explain of
    it [1]_. The score is the mean over latents, weighted by how far the factors explain each
    latent.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per latent. 0: no single factor
        explains anything of a latent. 1: for each latent, one factor explains all that the factors
        explain together.

    Raises
    ------
    ValueError
        If `Shares` have no ``latent_weight``.

    See Also
    --------
    minimality : The same share of the whole entropy of the latent, noise included.

    Notes
    -----
    part_i = largest I(z_i; v_k) / I(z_i; v), over factors k, with v all factors. It is 1 if z_i
    carries no information about the other factors once v_k is known. The weight of latent i is
    I(z_i; v) / H(z_i), so noise that depends on no factor does not lower the score.
    ``method='forest'`` replaces information by variance that forests explain. That form is our
    reconstruction, because algorithm 1 is missing from every copy of the paper that we could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.2 and algorithm 1
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> dependent_modularity(rep).parts.round(3)
    array([1. , 0.5])

    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_modularity(examples.parity_leak()).value, 3)
    0.833
    """
    return shares.values.max(FACTORS), require(shares.latent_weight)


@metric(
    measure=measures.compactness_ratios,
    axis="factors",
    matrix_class=Shares,
    # A noise latent adds counting bias to the joint bits, so the share of one latent falls.
    not_invariant_to=("cube_each_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_compactness(shares: Shares) -> PartsAndWeights:
    """Compactness for dependent factors.

    For each factor, the largest share that a single latent contains of the information that all
    latents contain about it [1]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per factor.
        0: no single latent contains information about a factor. 1: for each factor, one latent
        contains all the information that the latents contain together.

    See Also
    --------
    sufficiency : The same share of the whole entropy of the factor.

    Notes
    -----
    part_k = largest I(v_k; z_i) / I(v_k; z), over latents i, with z all latents. It is 1 if the
    other latents add nothing to z_i. Copies of a latent do not lower the score, because each copy
    contains all of the information. Algorithm 2 is missing from every copy of the paper that we
    could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.2 and algorithm 2
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> dependent_compactness(rep).parts.round(3)
    array([1., 1.])

    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_compactness(examples.rotated(30)).value, 3)
    0.474
    """
    best = shares.values.max(LATENTS)
    return best, np.ones_like(best)


@metric(
    measure=measures.explicitness_ratios,
    axis="factors",
    matrix_class=Shares,
    not_invariant_to=("cube_each_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_explicitness(shares: Shares) -> PartsAndWeights:
    """Explicitness for dependent factors, as a share of information.

    For each factor, the share of its entropy that all latents together determine [1]_. The score is
    the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per factor.
        0: the latents carry no information about any factor. 1: they determine every factor.

    Raises
    ------
    ValueError
        If `Shares` have more than one row.

    See Also
    --------
    disentangle_edu.explicitness : Areas under the ROC curves of a logistic regression.

    Notes
    -----
    part_k = I(v_k; z) / H(v_k), with z all latents. `Shares` must have one row, "all latents".

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_explicitness(examples.rotated(30)).value, 3)
    1.0

    From shares of information:

    >>> from disentangle_edu.measures import Shares
    >>> round(dependent_explicitness(Shares([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("dependent_explicitness", shares)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.minimality_ratios,
    axis="latents",
    matrix_class=Shares,
    characteristic=1,
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def minimality(shares: Shares, *, weighted: bool = True) -> PartsAndWeights:
    """Minimality.

    For each latent, the largest share of its entropy that a single factor determines [1]_. The rest
    of the entropy is information about other factors, or noise.

    Parameters
    ----------
    weighted : bool, default=True
        Weight every latent by how far the factors explain it, I(z_i; v) / H(z_i). With False, all
        latents that carry any information have the same weight, as in the version of 2025.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per latent. 0: no latent carries
        information about any factor. 1: each latent is determined by one factor.

    Raises
    ------
    ValueError
        If `Shares` have no ``latent_weight`` and `weighted` is True.

    See Also
    --------
    dependent_modularity : Share of what all factors explain, so that noise costs nothing.
    sufficiency : The largest share of the entropy of each factor.

    Notes
    -----
    part_i = largest I(z_i; v_k) / H(z_i), over factors k. Minimal latents are also modular. The
    convention 'almudevar2025' has the settings of the version of 2025. Algorithm 3 is missing from
    every copy of the paper that we could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.3 and algorithm 3
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> minimality(rep).parts.round(3)
    array([1. , 0.5])

    >>> from disentangle_edu.worlds import examples
    >>> round(minimality(examples.parity_leak()).value, 3)
    0.833
    """
    parts = shares.values.max(FACTORS)
    if not weighted:
        return parts, np.where(parts > 0, 1.0, 0.0)
    if shares.latent_weight is None:
        raise ValueError(
            "minimality: found a matrix without latent_weight, because there are too few samples "
            "for its combinations of factors, expected more samples, method='forest' or "
            "weighted=False."
        )
    return parts, shares.latent_weight


@metric(
    measure=measures.sufficiency_ratios,
    axis="factors",
    matrix_class=Shares,
    # A noise latent gets a few bits by counting bias; they count if no other latent has more.
    not_invariant_to=("cube_each_latent", "add_noise_latent"),
)
def sufficiency(shares: Shares) -> PartsAndWeights:
    """Sufficiency.

    For each factor, the largest share of its entropy that a single latent determines [1]_. The
    score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per factor. 0: no latent carries
        information about any factor. 1: each factor is determined by one latent.

    See Also
    --------
    minimality : The largest share of the entropy of each latent.
    dependent_compactness : Share of what all latents determine together.

    Notes
    -----
    part_k = largest I(v_k; z_i) / H(v_k), over latents i. A sufficient latent is compact and
    explicit, and the reverse holds too. The convention 'almudevar2025' has the settings of the
    version of 2025. Algorithm 4 is missing from every copy of the paper that we could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.3 and algorithm 4
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> sufficiency(rep).parts.round(3)
    array([1., 1.])

    >>> from disentangle_edu.worlds import examples
    >>> round(sufficiency(examples.rotated(30)).value, 3)
    0.474
    """
    best = shares.values.max(LATENTS)
    return best, np.ones_like(best)


@metric(
    measure=measures.compactness_ratios,
    axis="factors",
    matrix_class=Shares,
    characteristic=3,
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def edi(shares: Shares, *, side: Literal["latents", "factors"] = "latents") -> PartsAndWeights:
    """Exclusivity of latents and factors (EDI).

    For each factor, how much larger the shares of information in its latents are than their shares
    of information about other factors [1]_. The score is the plain mean over factors.

    Parameters
    ----------
    side : {'latents', 'factors'}, default='latents'
        Whether each latent must be exclusive to a factor, or each factor to a latent. With
        'factors', a part is the largest entry of a column minus the root mean square of its other
        entries.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per factor.
        0: no latent is exclusive to any factor. 1: the latents of each factor contain all the
        information about it, and none about other factors.

    Raises
    ------
    ValueError
        If `side` is another word.

    Notes
    -----
    S_ik = I_ik / I(v_k; z), with z all latents. E_i = largest S_ik of latent i - root mean square
    of its other S_ik. part_k = sum of E_i over the latents whose largest share is about k, not
    above 1. A latent with several equal largest shares is divided equally among these factors.
    Copies of a latent do not lower the score.

    References
    ----------
    .. [1] Julka, Wang and Granitzer (2024), "Towards an Improved Metric for Evaluating
           Disentangled Representations".

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> edi(rep).parts.round(3)
    array([1., 0.])

    From a matrix of shares:

    >>> from disentangle_edu.measures import Shares
    >>> round(edi(Shares([[0.9, 0.2], [0.1, 0.7]])).value, 3)
    0.65
    """
    check_choice("side", side, ("latents", "factors"))
    values = shares.values
    if side == "factors":
        parts = _margin_over_rms(values, LATENTS)
    else:
        largest = values >= values.max(FACTORS, keepdims=True) - ROUNDING
        credit = largest / largest.sum(FACTORS, keepdims=True)
        parts = np.minimum((credit * _margin_over_rms(values, FACTORS)[..., None]).sum(LATENTS), 1)
    return parts, np.ones_like(parts)


def _margin_over_rms(values: Floats, axis: int) -> Floats:
    """Largest entry of each row or column, minus the root mean square of its other entries."""
    largest, others = values.max(axis), max(values.shape[axis] - 1, 1)
    return largest - np.sqrt(((values**2).sum(axis) - largest**2).clip(0) / others)
