"""Activity: statistics of the latents that do not depend on the factors."""

import numpy as np

from ..matrices import Activity
from ..measure import measure
from ..representation import Representation
from ..types import Floats
from ..validation import check_source


@measure
def variances(rep: Representation) -> Activity:
    """Variance of every latent over all samples.

    Active units [1]_ counts the latents whose variance is above a threshold.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.

    Returns
    -------
    matrix : Activity of shape (n_latents, 1)
        Population variances, from 0 upwards, in the squared unit of the latent. 0: the latent is
        constant.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", section 4.1.

    Examples
    --------
    >>> latents = np.array([[0.0, 5.0], [2.0, 5.0]] * 2)  # the second is dead
    >>> measures.variances(Representation(latents[:, :1], latents)).values
    array([[1.],
           [0.]])
    """
    check_source("variances", rep, Representation)
    return Activity(
        rep.latents.var(0)[:, None],
        "variance",
        row_names=rep.latent_names,
        column_names=["variance"],
    )


@measure
def sparsity(rep: Representation) -> Activity:
    """Hoyer sparsity of the latent code, averaged over samples.

    Each latent is divided by its standard deviation, but its mean is not subtracted [1]_.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.

    Returns
    -------
    matrix : Activity of shape (1, 1)
        Mean sparsity, from 0 to 1. 0: in every sample all latents are equally large. 1: in every
        sample a single latent differs from 0.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If there is a single latent, or if no latent ever moves.

    Notes
    -----
    The sparsity of one sample is
    ``(sqrt(L) - sum |z| / sqrt(sum z^2)) / (sqrt(L) - 1)`` for L latents.
    A constant latent counts as 0. Samples in which every latent is 0 are left out.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", section 4.1.

    Examples
    --------
    >>> latents = np.array([[1.0, 0.0], [0.0, 1.0]] * 2)  # one latent per sample differs from 0
    >>> measures.sparsity(Representation(latents[:, :1], latents)).values
    array([[1.]])
    """
    check_source("sparsity", rep, Representation)
    L = rep.latents.shape[1]
    if L < 2:
        raise ValueError(
            "rep: found one latent, expected at least two: "
            "with one there is nothing to be sparse among."
        )
    sizes = _scaled_magnitudes(rep.latents)
    length = np.sqrt((sizes**2).sum(1))
    ratio = sizes.sum(1)[length > 0] / length[length > 0]
    return Activity(
        [[float(np.mean((np.sqrt(L) - ratio) / (np.sqrt(L) - 1)).clip(0, 1))]],
        "sparsity",
        row_names=["all latents"],
        column_names=["Hoyer"],
    )


def _scaled_magnitudes(latents: Floats) -> Floats:
    """Absolute values of each latent divided by its standard deviation; 0 if it is constant."""
    moves = np.ptp(latents, axis=0) > 0
    if not moves.any():
        raise ValueError("rep: found latents that never move, expected at least one that moves.")
    return np.abs(np.where(moves, latents / np.where(moves, latents.std(0), 1), 0))
