"""Subspaces: scores of the directions from which factors can be predicted.

The question of this family: do factors lie in orthogonal directions, whatever the axes are? `iwo`
compares the subspaces of two factors, and `iwr` measures how few directions a factor needs.
"""

import numpy as np

from .. import cautions
from ..measures.subspaces import Subspaces, subspaces
from ..metric import metric
from .parts import PartsAndWeights, one_minus_entropy


def _describe_overlap(subspaces: Subspaces, pair: int) -> str:
    """Describe the two directions of a pair of factors that overlap most."""
    j, k = subspaces.pairs[pair]
    products = subspaces.products(j, k)
    first, second = np.unravel_index(products.argmax(), products.shape)
    cosine = abs(subspaces.bases[j, first] @ subspaces.bases[k, second])
    return (
        f"their directions {first + 1} and {second + 1} overlap most: importances "
        f"{subspaces.importances[j, first]:.3f} and {subspaces.importances[k, second]:.3f}, "
        f"cosine {cosine:.3f}"
    )


@metric(
    measure=subspaces,
    axis="pairs",
    matrix_class=Subspaces,
    explanation=_describe_overlap,
    not_invariant_to=(
        "rescale_latents",
        "cube_each_latent",
        "add_copied_latent",
        "add_noise_latent",
        "add_constant_latent",
    ),
    cautions=(cautions.ends_alike,),
)
def iwo(subspaces: Subspaces) -> PartsAndWeights:
    """Importance-Weighted Orthogonality (IWO).

    For each pair of factors, how close to right angles the directions of the latent space are that
    the two factors depend on, weighted by importance [1]_. The score is the plain mean over pairs.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per pair of factors. 0: both
        factors of every pair depend on the same directions with the same importances. 1: every
        direction of one factor is at right angles to every direction of the other.

    Raises
    ------
    ValueError
        If there is only one factor, so that there is no pair.

    See Also
    --------
    iwr : How few directions each factor depends on.

    Notes
    -----
    part_jk = 1 - sum over directions l of factor j and m of factor k of sqrt(importance_l *
    importance_m) * (b_l . b_m)^2. A rotation of all latents together does not change the score.
    Subspaces are found by ``method='linear'`` (exact) or ``method='gca'`` (learned). Appendix D of
    the paper scales the directions differently; the claims on this paper say how.

    References
    ----------
    .. [1] Geyer, Torcinovich, Carvalho, Meyer and Buhmann (2024), "Measuring Orthogonality in
           Representations of Generative Models", equations 6 and 7.

    Examples
    --------
    >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
    >>> round(iwo(spaces).value, 3)
    0.456

    A rotation of the latents does not change the score:

    >>> from disentangle_edu.worlds import examples
    >>> round(iwo(examples.rotated(0)).value, 2), round(iwo(examples.rotated(30)).value, 2)
    (0.86, 0.86)
    """
    if len(subspaces.bases) < 2:
        raise ValueError("iwo: found one factor, expected at least two: there is no pair.")
    parts = np.array([1 - subspaces.overlap(j, k) for j, k in subspaces.pairs]).clip(0, 1)
    return parts, np.ones_like(parts)


@metric(
    measure=subspaces,
    axis="factors",
    matrix_class=Subspaces,
    # Any extra latent changes L, which is the base of the logarithm, and the number of latents
    # over which the unexplained share is spread.
    not_invariant_to=(
        "cube_each_latent",
        "add_constant_latent",
        "add_copied_latent",
        "add_noise_latent",
    ),
    cautions=(cautions.ends_alike,),
    part="focus",
)
def iwr(subspaces: Subspaces) -> PartsAndWeights:
    """Importance-Weighted Rank (IWR).

    For each factor, how strongly the importances of its directions in the latent space concentrate
    on one direction [1]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one focus per factor.
        0: all directions are equally important for every factor. 1: every factor depends on one
        direction. With one latent the score is 1.

    See Also
    --------
    iwo : Whether different factors depend on directions at right angles.

    Notes
    -----
    part_k = 1 + sum over directions l of importance_l log_L importance_l. The base of the logarithm
    is L, and the loss that remains unexplained is spread over all L directions. A further latent of
    any kind therefore changes the score. A rotation of all latents together does not.

    References
    ----------
    .. [1] Geyer, Torcinovich, Carvalho, Meyer and Buhmann (2024), "Measuring Orthogonality in
           Representations of Generative Models", equation 8.

    Examples
    --------
    >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
    >>> round(iwr(spaces).value, 3)
    0.766
    """
    parts = one_minus_entropy(subspaces.importances, axis=-1)
    return parts, np.ones_like(parts)
