"""Matching: one latent is assigned to each factor.

The question of this family: are the latents the factors, up to order and a scale?
"""

import numpy as np

from .. import cautions, measures
from ..matrices import InformativenessMatrix
from ..metric import metric
from .parts import LATENTS, PartsAndWeights


def _describe_match(matrix: InformativenessMatrix, k: int) -> str:
    latent = measures.match_factors_to_latents(matrix)[k]
    if latent < 0:
        return "no latent is left for it"
    return f"it is matched to {matrix.row_names[latent]} ({matrix.values[latent, k]:.2f})"


@metric(
    measure=measures.correlations,
    axis="factors",
    bounded=True,
    explanation=_describe_match,
    characteristic=3,
    not_invariant_to=(
        "cube_each_latent",
        "relabel_classes",
        "add_copied_latent",
        "add_noise_latent",
    ),
    cautions=(cautions.tied_factors, cautions.many_latents),
)
def mcc(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Mean Correlation Coefficient (MCC).

    Absolute correlation of each factor with its own latent, after the one-to-one matching whose sum
    of correlations is largest [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one correlation per factor. 0: no factor
        correlates with its latent. 1: each factor is a linear function of its latent or, with
        ``method='spearman'``, a rising or falling function of it.

    Raises
    ------
    ValueError
        If a matrix has an entry above 1.

    See Also
    --------
    disentangle_edu.linear_r2 : R2 of a linear regression on all latents.

    Notes
    -----
    part_k = absolute correlation of factor k with its latent, or 0 if there are fewer latents than
    factors and no latent is left for it. A latent that mixes dependent factors may correlate
    strongly with one of them. Among many latents, some match by chance.

    References
    ----------
    .. [1] Hyvärinen and Morioka (2016), "Unsupervised Feature Extraction by Time-Contrastive
           Learning and Nonlinear ICA".
    .. [2] Khemakhem, Kingma, Monti and Hyvärinen (2020), "Variational Autoencoders and Nonlinear
           ICA: A Unifying Framework".

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> mcc(rep).parts.round(3)
    array([1.   , 0.447])

    From a matrix of correlations:

    >>> matrix = InformativenessMatrix([[0.8, 0.7], [0.6, 0.3]])
    >>> round(mcc(matrix).value, 3)
    0.65
    """
    match = measures.match_factors_to_latents(matrix)
    entries = np.take_along_axis(matrix.values, match[..., None, :], LATENTS)[..., 0, :]
    parts = np.where(match >= 0, entries, 0)
    return parts, np.ones_like(parts)
