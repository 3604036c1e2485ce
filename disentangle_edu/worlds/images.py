"""Worlds of images with known factors: what the models of the zoo learn from."""

import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..core import Floats
from ..validation import check_choice, check_count, random_stream
from . import shapes, sprites

WORLDS = (*sprites.WORLDS, "shapes")
LEAST = 200  # images, so that some are left to be judged on


@dataclass(frozen=True)
class ImageWorld:
    """Images, their factors, and how often each is drawn.

    images : (n, height, width) or (n, height, width, colours), from 0 to 1.
    factors : (n, K).   names : K names.   chances : (n,), sum 1.
    """

    name: str
    images: NDArray[np.float32]
    factors: Floats
    names: tuple[str, ...]
    chances: Floats

    @property
    def pixels(self) -> NDArray[np.float32]:
        """(n, numbers of an image)."""
        return self.images.reshape(len(self.images), -1)

    def draw(self, n: int, seed: int = 0, half: int | None = None) -> NDArray[np.int64]:
        """(n,) numbers of images, drawn by their chances; of one half of all images where asked.

        The halves, 0 and 1, are parted at random, always alike: whoever learns from one and is
        judged on the other has not seen the image before.
        """
        n, rng = check_count("n", n), random_stream(seed)
        rows = np.arange(len(self.images))
        if half is not None:
            rows = np.random.default_rng(0).permutation(rows)[half::2]
        chances = self.chances[rows]
        return rng.choice(rows, size=n, p=chances / chances.sum())


def image_world(name: str = "sprites") -> ImageWorld:
    """A world drawn by code: "sprites", "sprites_dependent", or "shapes".

    Raises ValueError for another name.
    """
    check_choice("world", name, WORLDS)
    if name == "shapes":
        drawn = shapes.images()
        even = np.full(len(drawn), 1 / len(drawn))
        return ImageWorld(name, drawn, shapes.factors(), shapes.NAMES, even)
    chances = sprites.chances(name)
    return ImageWorld(name, sprites.images(), sprites.factors(), sprites.NAMES, chances)


@functools.lru_cache(maxsize=32)  # a lab asks for it with every drag
def image(world: str, number: int) -> NDArray[np.float32]:
    """One image of a world drawn by code, without the others. Read-only."""
    check_choice("world", world, WORLDS)
    drawn = (shapes.image(number) if world == "shapes" else sprites.image(number)).copy()
    drawn.setflags(write=False)  # it is remembered
    return drawn


def load_images(path: str | Path) -> ImageWorld:
    """A reader's own world: an .npz with arrays images and factors, optionally factor_names.

    images : (n, height, width) or (n, height, width, colours), whole numbers from 0 to 255 or
        numbers from 0 to 1.   factors : (n, K).

    The files of dSprites, MPI3D and Shapes3D, and a folder with those of Cars3D, are read as they
    are, some of their images drawn (see `published`). Raises FileNotFoundError or ValueError with
    what was found and expected.
    """
    from .files import read_images
    from .image_datasets import read_published

    known = read_published(Path(path)) if Path(path).exists() else None
    images, factors, names = known or read_images(path)
    found = f"images: found {images.dtype} of shape {images.shape}"
    if images.ndim not in (3, 4) or len(images) < LEAST or not images.size:
        raise ValueError(
            f"{found}, expected (n, height, width) or (n, height, width, colours) with at least "
            f"{LEAST} images."
        )
    most = 255 if images.dtype.kind in "iu" and images.max() > 1 else 1
    if not np.isfinite(images).all() or images.min() < 0 or images.max() > most:
        raise ValueError(
            f"{found} from {images.min():g} to {images.max():g}, expected whole numbers from 0 to "
            "255, or numbers from 0 to 1."
        )
    if len(factors) != len(images):
        raise ValueError(
            f"factors: found {len(factors)} rows, expected {len(images)}, one per image."
        )
    chances = np.full(len(images), 1 / len(images))
    scaled = (images / np.float32(most)).astype(np.float32)
    return ImageWorld(Path(path).stem, scaled, factors, names, chances)
