"""Activity: what latents do, whatever the factors are."""

import numpy as np

from ..core import Activity, Floats, Representation
from ..making import measure
from ..validation import check_source


@measure
def variances(rep: Representation) -> Activity:
    """The variance of every latent, one column.

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
    """How sparse is the code of a sample: Hoyer's ratio of two lengths, averaged over samples?

    Each latent is divided by its standard deviation (and not centred); then
    (sqrt(L) - sum |z| / sqrt(sum z^2)) / (sqrt(L) - 1): 1 if a single latent is not 0, 0 if all are
    equally large. A latent that never moves counts as 0; samples that are 0 throughout are left
    out. Returns one row, one column. Raises ValueError with one latent, or if no latent moves.

    >>> latents = np.array([[1.0, 0.0], [0.0, 1.0]] * 2)  # one speaks at a time
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
    sizes = _sizes(rep.latents)
    length = np.sqrt((sizes**2).sum(1))
    ratio = sizes.sum(1)[length > 0] / length[length > 0]
    return Activity(
        [[float(np.mean((np.sqrt(L) - ratio) / (np.sqrt(L) - 1)).clip(0, 1))]],
        "sparsity",
        row_names=["all latents"],
        column_names=["Hoyer"],
    )


def _sizes(latents: Floats) -> Floats:
    """How far each latent is from 0, in its standard deviations; 0 for one that never moves."""
    moves = np.ptp(latents, axis=0) > 0
    if not moves.any():
        raise ValueError("rep: found latents that never move, expected at least one that does.")
    return np.abs(np.where(moves, latents / np.where(moves, latents.std(0), 1), 0))
