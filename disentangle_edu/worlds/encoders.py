"""Encoders that learn: from images to latents. Each is a thin call of scikit-learn."""

import numpy as np

from ..core import Floats
from ..validation import check_count, check_seed, moving


def pca_code(images: Floats, components: int = 10) -> Floats:
    """The first principal components of flattened images, (n, components); no chance in it.

    >>> images = worlds.digits()[0]
    >>> encoders.pca_code(images, 3).shape
    (1797, 3)
    """
    from sklearn.decomposition import PCA

    pixels = _pixels(images, components)
    return PCA(components, svd_solver="full").fit_transform(pixels)


def ica_code(images: Floats, components: int = 10, seed: int = 0) -> Floats:
    """Independent components of flattened images, (n, components), each with variance 1.

    The seed starts the search. Images have many sets of nearly independent components; another seed
    may end in another one of the same space.
    """
    from sklearn.decomposition import FastICA

    pixels = _pixels(images, components)
    # scikit-learn takes every component's sign from the first pixel, which must not be always 0
    inked = pixels[:, moving(pixels)]
    return FastICA(
        components, whiten="unit-variance", max_iter=2000, tol=1e-6, random_state=check_seed(seed)
    ).fit_transform(inked)


def _pixels(images: Floats, components: int) -> Floats:
    """Images as rows of pixels. Raises ValueError for more components than they can have."""
    pixels = np.reshape(images, (len(images), -1))
    check_count("components", components, most=min(pixels.shape))
    return pixels
