"""Encoders that learn latents from images. Each of them calls scikit-learn."""

import numpy as np

from ..types import Floats
from ..validation import check_count, check_seed, varying_columns


def pca_code(images: Floats, components: int = 10) -> Floats:
    """Code of images: their first principal components.

    The result is deterministic.

    Parameters
    ----------
    images : array_like of shape (n_images, ...)
        Images, which are flattened to rows of pixels.
    components : int, default=10
        Number of latents, from 1 to the number of images and of pixels.

    Returns
    -------
    latents : ndarray of shape (n_images, components)
        Principal components, the one with the largest variance first.

    Raises
    ------
    ValueError
        If `components` is larger than the number of images or of pixels.

    See Also
    --------
    ica_code : Independent components.

    Examples
    --------
    >>> from disentangle_edu import worlds
    >>> from disentangle_edu.worlds import image_encoders
    >>> images = worlds.digits()[0]
    >>> image_encoders.pca_code(images, 3).shape
    (1797, 3)
    """
    from sklearn.decomposition import PCA

    pixels = _pixels(images, components)
    return PCA(components, svd_solver="full").fit_transform(pixels)


def ica_code(images: Floats, components: int = 10, seed: int = 0) -> Floats:
    """Code of images: independent components, each with variance 1.

    Parameters
    ----------
    images : array_like of shape (n_images, ...)
        Images, which are flattened to rows of pixels.
    components : int, default=10
        Number of latents, from 1 to the number of images and of pixels that vary.
    seed : int, default=0
        Seed of the start of the search.

    Returns
    -------
    latents : ndarray of shape (n_images, components)
        Independent components.

    Raises
    ------
    ValueError
        If `components` is larger than the number of images or of pixels that vary, or if `seed` is
        out of range.

    See Also
    --------
    pca_code : Principal components.

    Notes
    -----
    Images have many sets of nearly independent components. With another seed, the search may end in
    another set that spans the same space. Pixels that never vary are left out before the search.

    Examples
    --------
    >>> from disentangle_edu import worlds
    >>> from disentangle_edu.worlds import image_encoders
    >>> images = worlds.digits()[0]
    >>> image_encoders.ica_code(images, 3).shape
    (1797, 3)
    """
    from sklearn.decomposition import FastICA

    pixels = _pixels(images, components)
    # scikit-learn fixes the sign of a component by its first pixel, which must vary for this
    inked = pixels[:, varying_columns(pixels)]
    check_count("components", components, most=min(inked.shape))
    return FastICA(
        components, whiten="unit-variance", max_iter=2000, tol=1e-6, random_state=check_seed(seed)
    ).fit_transform(inked)


def _pixels(images: Floats, components: int) -> Floats:
    """Flatten images to rows of pixels. Raises ValueError for more components than possible."""
    pixels = np.reshape(images, (len(images), -1))
    check_count("components", components, most=min(pixels.shape))
    return pixels
