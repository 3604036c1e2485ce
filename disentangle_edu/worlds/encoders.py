"""Encoders that learn: from images to latents. Each is a thin call of scikit-learn."""


def pca_code(images, components=10):
    """The first principal components of flattened images, (n, components); no chance in it."""
    from sklearn.decomposition import PCA

    return PCA(components, svd_solver="full").fit_transform(images.reshape(len(images), -1))


def ica_code(images, components=10, seed=0):
    """Independent components of flattened images, (n, components), each with variance 1; the seed starts the search.

    Images have many sets of nearly independent components; another seed may end in another one of the same space.
    """
    from sklearn.decomposition import FastICA

    pixels = images.reshape(len(images), -1)
    moving = pixels[
        :, pixels.std(0) > 0
    ]  # scikit-learn takes every component's sign from the first pixel, which must not be always 0
    return FastICA(
        components, whiten="unit-variance", max_iter=2000, tol=1e-6, random_state=seed
    ).fit_transform(moving)
