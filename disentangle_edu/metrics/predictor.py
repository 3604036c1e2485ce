"""Predictors: scores from models that predict factors from latents.

The question of this family: how well, and from which latents, can a factor be predicted? The
matrices are test scores of a model of one latent (`sap`), importances of the latents in a model of
all latents (`disentanglement` and `completeness`, which are D and C of DCI), or one row of test
scores of all latents together (the others).

    sap                                     gap of the two best latents of a factor
    disentanglement, completeness           1 - entropy of the importances of a row or column
    informativeness, explicitness,          test score of a model of all latents
    info_explicitness, linear_r2
    explicitness_es                         size of the model that a factor needs
"""

from functools import partial

import numpy as np

from .. import cautions, measures
from ..matrices import InformativenessMatrix
from ..measures import Losses
from ..metric import metric
from .parts import (
    FACTORS,
    LATENTS,
    PartsAndWeights,
    _describe_column,
    _describe_row,
    above_chance,
    one_minus_entropy,
    one_row,
    top_two,
)


@metric(
    measure=measures.single_latent_scores,
    axis="factors",
    characteristic=2,
    bounded=True,
    # With a single latent, a noise latent becomes second best, even with chance accuracy.
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.judged_in_training, cautions.sorted_rows, cautions.ends_alike),
)
def sap(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Separated Attribute Predictability (SAP).

    For each factor, the gap between the two latents from which a linear model predicts the factor
    best [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per factor.
        0: two latents predict every factor equally well, or none does. 1: each factor is predicted
        without error from one latent, and no other latent predicts it.

    Raises
    ------
    ValueError
        If a matrix has an entry above 1.

    See Also
    --------
    disentangle_edu.mig : The same gap in mutual information.

    Notes
    -----
    part_k = largest S_ik - second largest S_ik, over latents i. S_ik is the R2 of a linear
    regression for a continuous factor, and the held-out accuracy of a linear SVM for a factor with
    levels. With accuracies and several latents the score cannot reach 1, because the second latent
    still guesses right by chance. With one latent the second largest is 0.

    References
    ----------
    .. [1] Kumar, Sattigeri and Balakrishnan (2017), "Variational Inference of Disentangled
           Latent Concepts from Unlabeled Observations", section 3.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.2.1.

    Examples
    --------
    Each latent copies one factor, and the other latent predicts the factor only by chance:

    >>> import numpy as np
    >>> from disentangle_edu import Representation
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (100, 1))
    >>> round(sap(Representation(factors=factors, latents=factors)).value, 1)
    0.5

    From a matrix of predictability:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(sap(matrix).value, 3)
    0.3
    """
    first, second = top_two(matrix.values, axis=LATENTS)
    return first - second, np.ones_like(first)


@metric(
    measure=measures.importances,
    axis="latents",
    explanation=_describe_row,
    characteristic=1,
    not_invariant_to=("add_noise_latent",),
    cautions=(
        cautions.poor_predictor,
        partial(
            cautions.screened_latents,
            effect="D would be higher, by up to 0.07 in mixtures of 1,000 latents and 0.5 in "
            "noise, as we measured",
        ),
        cautions.sorted_rows,
    ),
    part="focus",
)
def disentanglement(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Disentanglement of DCI (D).

    For each latent, how strongly its importances concentrate on one factor: one minus the entropy
    of their shares [1]_ [2]_. The score is the mean over latents, weighted by their total
    importance.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one focus per latent.
        0: every latent is equally important for all factors, or no latent is important. 1: every
        latent is important for only one factor. With one factor, every latent of any importance has
        focus 1.

    See Also
    --------
    completeness : The same focus for every factor, over latents.
    informativeness : How well the same predictors predict the factors.

    Notes
    -----
    part_i = 1 + sum over k of p_ik log_K p_ik, with p_ik the importance of latent i for factor k
    divided by the sum of row i. The weight of latent i is the sum of its row, so a latent without
    importance weighs nothing. D ignores how well the factors are predicted: read it together with
    `informativeness`.

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
           Disentangled Representations", section 2.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.1.3 and equation 3.

    Examples
    --------
    Each latent copies one factor:

    >>> import numpy as np
    >>> from disentangle_edu import Representation
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> round(disentanglement(Representation(factors=factors, latents=factors)).value, 3)
    1.0

    From a matrix of importances:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(disentanglement(matrix).value, 3)
    0.286
    """
    return one_minus_entropy(matrix.values, axis=FACTORS), matrix.values.sum(FACTORS)


@metric(
    measure=measures.importances,
    axis="factors",
    explanation=_describe_column,
    characteristic=2,
    not_invariant_to=("add_constant_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.poor_predictor,
        partial(
            cautions.screened_latents,
            effect="C would be lower, by up to 0.14 in mixtures of 1,000 latents and 0.3 in "
            "noise, as we measured",
        ),
        partial(
            cautions.dead_latents,
            effect="constant latents enlarge L, the base of the entropy, and so raise the score",
        ),
        cautions.sorted_rows,
    ),
    part="focus",
)
def completeness(matrix: InformativenessMatrix, *, weighted: bool = False) -> PartsAndWeights:
    """Completeness of DCI (C).

    For each factor, how strongly the importances of the latents concentrate on one latent: one
    minus the entropy of their shares [1]_. The score is the plain mean over factors.

    Parameters
    ----------
    weighted : bool, default=False
        Weight every factor by the sum of its column. Both readings of the paper are in use; they
        agree for forests, whose columns sum to 1.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one focus per factor.
        0: all latents are equally important for every factor, or none is important. 1: one latent
        is important for each factor. With one latent, every factor that it predicts has focus 1.

    See Also
    --------
    disentanglement : The same focus for every latent, over factors.

    Notes
    -----
    part_k = 1 + sum over i of q_ik log_L q_ik, with q_ik the importance of latent i for factor k
    divided by the sum of column k. A factor without any importance has part 0. The base of the
    logarithm is L, so a further latent that does nothing raises the score.

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
           Disentangled Representations", section 2.

    Examples
    --------
    Each latent copies one factor:

    >>> import numpy as np
    >>> from disentangle_edu import Representation
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> round(completeness(Representation(factors=factors, latents=factors)).value, 3)
    1.0

    From a matrix of importances:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(completeness(matrix).value, 3)
    0.135
    """
    parts = one_minus_entropy(matrix.values, axis=LATENTS)
    return parts, matrix.values.sum(LATENTS) if weighted else np.ones_like(parts)


@metric(
    measure=measures.all_latents_scores,
    axis="factors",
    bounded=True,
    cautions=(
        cautions.judged_in_training,
        cautions.sorted_rows,
        cautions.rare_levels,
        cautions.ends_alike,
    ),
)
def informativeness(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Informativeness of DCI (I).

    For each factor, how well a predictor with all latents predicts it on held-out samples [1]_. The
    predictor is the one whose importances `disentanglement` and `completeness` use. The score is
    the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy or R2 per factor. 0: no
        factor is predicted. 1: every factor is predicted without error. A guess at a factor of m
        equally frequent levels gives about 1 / m. With ``scoring='NRMSE'`` the score is an error:
        0 is best, and it may exceed 1.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1 that is not an error.

    See Also
    --------
    explicitness : Areas under the ROC curves of a logistic regression.
    linear_r2 : R2 of a linear regression.

    Notes
    -----
    part_k is the R2 of a continuous factor, or the accuracy of a factor with levels. In the paper
    the score is an error, so lower is better there; some conventions do the same. A matrix must
    have one row, "all latents".

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
           Disentangled Representations", section 2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(informativeness(examples.duplicated_copy()).value, 3)
    1.0

    From a matrix of accuracies:

    >>> round(informativeness(InformativenessMatrix([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("informativeness", matrix)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.one_vs_rest_auc,
    axis="factors",
    bounded=True,
    not_invariant_to=("cube_each_latent",),
    cautions=(cautions.judged_in_training, cautions.sorted_rows),
    negative_if={"adjusted": True},
)
def explicitness(matrix: InformativenessMatrix, *, adjusted: bool = False) -> PartsAndWeights:
    """Explicitness.

    For each factor, how well a logistic regression with all latents separates its values on
    held-out samples: the area under the ROC curve of one value against the rest, averaged over
    values [1]_ [2]_. The score is the plain mean over factors.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale areas linearly so that chance, 0.5, becomes 0 and 1 stays 1. Areas that are worse
        than chance become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one area per factor. 0.5: the ranking of
        the samples is no better than chance. 1: every value is separated from the rest. With
        ``adjusted=True`` chance is 0.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1.

    See Also
    --------
    info_explicitness : Reduction of the log loss of the same kind of model.

    Notes
    -----
    part_k = mean area under the ROC curve of one value of factor k against the rest. If the values
    of a factor are in order along a line in the latent space, a linear model separates the middle
    values badly, even if the latents determine the factor. A matrix must have one row, "all
    latents".

    References
    ----------
    .. [1] Ridgeway and Mozer (2018), "Learning Deep Disentangled Embeddings with the F-Statistic
           Loss", section 2.
    .. [2] Zhang, Prokhorov and Shareghi (2021), "Unsupervised Representation Disentanglement of
           Text: An Evaluation on Synthetic Datasets", algorithm 5.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(explicitness(examples.duplicated_copy()).value, 3)
    0.989

    From a matrix of areas:

    >>> round(explicitness(InformativenessMatrix([[0.9, 0.7]]), adjusted=True).value, 3)
    0.6
    """
    areas = one_row("explicitness", matrix)
    return above_chance(areas, 0.5) if adjusted else areas, np.ones_like(areas)


@metric(
    measure=measures.probe_losses,
    axis="factors",
    matrix_class=Losses,
    bounded=True,
    # With few samples, a probe overfits to a noise latent.
    not_invariant_to=("cube_each_latent", "add_noise_latent"),
    cautions=(cautions.other_probe_family,),
)
def explicitness_es(losses: Losses) -> PartsAndWeights:
    """Explicitness of DCI-ES (E).

    For each factor, how small a predictor is enough to predict it, from the loss that remains with
    probes of increasing size [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per factor.
        0: no probe predicts better than a constant. 1: the smallest probe leaves no loss.

    Raises
    ------
    ValueError
        If `Losses` have only one probe, or an entry above 1.

    See Also
    --------
    explicitness : Areas under the ROC curves of a logistic regression.

    Notes
    -----
    part_k = 1 - area under the loss as a function of the size of the probe. The sizes are evenly
    spaced, and the area is divided by the area of a probe that is never better than a constant. A
    rotation of the latents changes the score only a little. The probes and the spacing of their
    sizes are our choice, so compare only scores with the same `probe_family`.

    References
    ----------
    .. [1] Eastwood et al. (2023), "DCI-ES: An Extended Disentanglement Framework with Connections
           to Identifiability".
    .. [2] Geyer, Torcinovich, Carvalho, Meyer and Buhmann (2024), "Measuring Orthogonality in
           Representations of Generative Models", equation 9.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(explicitness_es(examples.duplicated_copy()).value, 3)
    0.811

    From the loss of two probes (rows) for each factor (columns):

    >>> from disentangle_edu.measures import Losses
    >>> losses = Losses([[0.5, 0.2], [0.1, 0.0]], "loss left", "share")
    >>> round(explicitness_es(losses).value, 3)
    0.8
    """
    steps = len(losses.values) - 1
    if steps < 1:
        raise ValueError("losses: found one probe, expected at least two: there is no area.")
    parts = 1 - np.asarray(np.trapezoid(losses.values, axis=0)) / steps
    return parts, np.ones_like(parts)


@metric(
    measure=measures.linear_r2_scores,
    axis="factors",
    bounded=True,
    not_invariant_to=("cube_each_latent", "relabel_classes"),
)
def linear_r2(matrix: InformativenessMatrix) -> PartsAndWeights:
    """R2 of a linear regression on all latents.

    For each factor, how well a linear regression with all latents predicts it on held-out samples
    [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one R2 per factor. 0: a linear model
        predicts no factor better than its mean. 1: it predicts every factor without error, no
        matter how the latents mix the factors.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1.

    See Also
    --------
    disentangle_edu.mcc : Correlation of each factor with a single latent.
    informativeness : Accuracy or R2 of the predictor of DCI.

    Notes
    -----
    part_k is the R2 of factor k; levels are regressed as the numbers that name them. A
    representation that is identifiable up to a linear map has the score 1. ``regressor='kernel'``
    also fits smooth curves.

    References
    ----------
    .. [1] Khemakhem, Kingma, Monti and Hyvärinen (2020), "Variational Autoencoders and Nonlinear
           ICA: A Unifying Framework".
    .. [2] Eastwood et al. (2023), "DCI-ES: An Extended Disentanglement Framework with Connections
           to Identifiability", section 2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(linear_r2(examples.rotated(30)).value, 3)  # with a little noise
    0.991

    From a matrix of R2:

    >>> round(linear_r2(InformativenessMatrix([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("linear_r2", matrix)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.log_loss_reduction,
    axis="factors",
    bounded=True,
    not_invariant_to=("cube_each_latent",),
    cautions=(cautions.judged_in_training, cautions.sorted_rows),
)
def info_explicitness(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Explicitness of InfoMEC (InfoE).

    For each factor, the relative reduction of the log loss by a logistic regression with all
    latents, on held-out samples [1]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one reduction per factor. 0: the latents
        do not help to predict any factor. 1: every value is predicted with certainty.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1.

    See Also
    --------
    explicitness : Ranking of the predicted probabilities instead of their values.

    Notes
    -----
    part_k = 1 - (log loss with all latents) / (log loss of the frequencies of the values). The
    paper evaluates on the training samples. A matrix must have one row, "all latents".

    References
    ----------
    .. [1] Hsu, Dorrell, Whittington, Wu and Finn (2023), "Disentanglement via Latent
           Quantization", section 3.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(info_explicitness(examples.duplicated_copy()).value, 2)
    1.0

    From a matrix of reductions:

    >>> round(info_explicitness(InformativenessMatrix([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("info_explicitness", matrix)
    return parts, np.ones_like(parts)
