"""Worlds of images with known factors, from which the models of this package learn."""

import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..types import Floats
from ..validation import check_choice, check_count, check_random_state
from . import shapes, sprites

WORLDS = (*sprites.WORLDS, "shapes")
LEAST = 200  # images, so that some are left for testing


@dataclass(frozen=True)
class ImageWorld:
    """Images, their factors, and the probability of every image.

    Parameters
    ----------
    name : str
        Name of the world.
    images : ndarray of shape (n_images, height, width) or (n_images, height, width, n_colours)
        Images with values from 0 to 1.
    factors : ndarray of shape (n_images, n_factors)
        Values of the factors.
    names : tuple of str
        Names of the factors.
    chances : ndarray of shape (n_images,)
        Probability of every image. The probabilities sum to 1.

    See Also
    --------
    image_world : A world whose images are drawn by code.
    load_images : A world from a file.

    Examples
    --------
    >>> from disentangle_edu.worlds import images
    >>> world = images.image_world("sprites")
    >>> world.images.shape, world.names
    ((25920, 16, 16), ('shape', 'scale', 'orientation', 'x position', 'y position'))
    """

    name: str
    images: NDArray[np.float32]
    factors: Floats
    names: tuple[str, ...]
    chances: Floats

    @property
    def pixels(self) -> NDArray[np.float32]:
        """Images as rows of numbers.

        Returns
        -------
        pixels : ndarray of shape (n_images, n_pixels)
            All values of an image in one row.
        """
        return self.images.reshape(len(self.images), -1)

    def draw(self, n: int, seed: int = 0, half: int | None = None) -> NDArray[np.int64]:
        """Sample images by their probabilities, with replacement.

        Parameters
        ----------
        n : int
            Number of samples.
        seed : int, default=0
            Seed of the samples.
        half : {0, 1} or None, default=None
            Half of the images to sample from. With None, all images can be sampled.

        Returns
        -------
        rows : ndarray of int of shape (n,)
            Indices of the sampled images.

        Raises
        ------
        ValueError
            If `n` is not a whole number from 1 upwards, or `half` is not 0, 1 or None.

        Notes
        -----
        The images are divided into two halves at random, and the division is always the same. A
        model that learns from one half and is judged on the other has therefore not seen the images
        before.
        """
        n, rng = check_count("n", n), check_random_state(seed)
        if half is not None:
            check_count("half", half, least=0, most=1)
        rows = np.arange(len(self.images))
        if half is not None:
            rows = np.random.default_rng(0).permutation(rows)[half::2]
        chances = self.chances[rows]
        return rng.choice(rows, size=n, p=chances / chances.sum())


def image_world(name: str = "sprites") -> ImageWorld:
    """World of images that are drawn by code.

    Parameters
    ----------
    name : {'sprites', 'sprites_dependent', 'shapes'}, default='sprites'
        Name of the world; see `disentangle_edu.worlds.sprites` and `disentangle_edu.worlds.shapes`.

    Returns
    -------
    world : ImageWorld
        All images of the world and their probabilities.

    Raises
    ------
    ValueError
        If there is no world of this name.

    Examples
    --------
    >>> from disentangle_edu.worlds import images
    >>> images.image_world("shapes").images.shape
    (4608, 32, 32)
    """
    check_choice("world", name, WORLDS)
    if name == "shapes":
        pixels = shapes.images()
        even = np.full(len(pixels), 1 / len(pixels))
        return ImageWorld(name, pixels, shapes.factors(), shapes.NAMES, even)
    chances = sprites.chances(name)
    return ImageWorld(name, sprites.images(), sprites.factors(), sprites.NAMES, chances)


@functools.lru_cache(maxsize=32)  # a lab calls it on every drag
def image(world: str, number: int) -> NDArray[np.float32]:
    """One image of a world that is drawn by code, without the others.

    Parameters
    ----------
    world : {'sprites', 'sprites_dependent', 'shapes'}
        Name of the world.
    number : int
        Index of the image.

    Returns
    -------
    image : ndarray of shape (side, side)
        Image with values from 0 to 1; the side is 16 for sprites and 32 for shapes. The array is
        read-only.

    Raises
    ------
    ValueError
        If there is no world of this name, or no image with this index.

    Examples
    --------
    >>> from disentangle_edu.worlds import images
    >>> images.image("shapes", 0).shape
    (32, 32)
    """
    check_choice("world", world, WORLDS)
    pixels = (shapes.image(number) if world == "shapes" else sprites.sprite_image(number)).copy()
    pixels.setflags(write=False)  # the array is cached
    return pixels


def load_images(path: str | Path) -> ImageWorld:
    """Load a world of images from a file, or from a folder of Cars3D.

    Parameters
    ----------
    path : str or path-like
        Name of an .npz file with the arrays 'images' of shape (n_images, height, width) or
        (n_images, height, width, n_colours), 'factors' of shape (n_images, n_factors) and,
        optionally, 'factor_names'. The values of images are whole numbers from 0 to 255, or numbers
        from 0 to 1. The files of dSprites, MPI3D and Shapes3D can also be loaded, and so can a
        folder with the files of Cars3D; see Notes.

    Returns
    -------
    world : ImageWorld
        Images with values from 0 to 1, all of them equally likely.

    Raises
    ------
    FileNotFoundError
        If there is no file at `path`.
    ValueError
        If the file does not contain such arrays or has fewer than 200 images. The message says what
        was found and what was expected.
    ModuleNotFoundError
        If the file ends in .h5 or .hdf5 and h5py is not installed.

    Notes
    -----
    Published files are read as their authors offer them. If the images need more than a quarter of
    a gigabyte, a random part of them is kept; see `disentangle_edu.worlds.image_datasets`.

    Examples
    --------
    >>> import tempfile
    >>> from disentangle_edu.worlds import images
    >>> path = f"{tempfile.mkdtemp()}/noise.npz"
    >>> pixels = np.random.default_rng(0).random((200, 8, 8))
    >>> np.savez(path, images=pixels, factors=np.arange(200)[:, None] % 4)
    >>> images.load_images(path).images.shape
    (200, 8, 8)
    """
    from .files import read_images
    from .image_datasets import read_published

    published = read_published(Path(path)) if Path(path).exists() else None
    images, factors, names = published or read_images(path)
    actual = f"images: found {images.dtype} of shape {images.shape}"
    if images.ndim not in (3, 4) or len(images) < LEAST or not images.size:
        raise ValueError(
            f"{actual}, expected (n, height, width) or (n, height, width, colours) with at least "
            f"{LEAST} images."
        )
    maximum = 255 if images.dtype.kind in "iu" and images.max() > 1 else 1
    if not np.isfinite(images).all() or images.min() < 0 or images.max() > maximum:
        raise ValueError(
            f"{actual} from {images.min():g} to {images.max():g}, expected whole numbers from 0 to "
            "255, or numbers from 0 to 1."
        )
    if len(factors) != len(images):
        raise ValueError(
            f"factors: found {len(factors)} rows, expected {len(images)}, one per image."
        )
    chances = np.full(len(images), 1 / len(images))
    scaled = (images / np.float32(maximum)).astype(np.float32)
    return ImageWorld(Path(path).stem, scaled, factors, names, chances)
