"""Shapes: 4,608 sharp, upright images, one for every combination of four factors.

A square, an ellipse or a heart has six sizes, at sixteen by sixteen positions. The networks A and B
of the course learn from these images. The three shapes have equal areas, except for rounding to
pixels, so a size carries no information about the shape.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from ..types import Floats
from .examples import grid
from .sprites import SHAPES, at_every_place, inside_of

SIDE = 32  # pixels, width and height of an image
SIZES = {"shape": 3, "size": 6, "x position": 16, "y position": 16}
NAMES = tuple(SIZES)

_STEPS = 3, 2  # fifths of a pixel between positions, across and down; different, as in `sprites`
_RADII = np.linspace(5, 9, SIZES["size"])
_AREA = 2.0  # of each shape, in units of the squared radius
# Areas of shapes of radius 1, counted on a grid of 2001 x 2001 points by tests/test_images.py. They
# are stored because counting would delay a page that needs only one image.
AREAS = {"square": 2.559040569670187, "ellipse": 1.726131686780298, "heart": 2.282490688688639}


def factors() -> Floats:
    """Factors of all shapes, one row per image.

    Returns
    -------
    factors : ndarray of shape (4608, 4)
        Levels of shape, size, x position and y position, counted from 0. Every combination occurs
        once.

    Examples
    --------
    >>> from disentangle_edu.worlds import shapes
    >>> shapes.factors().max(0)
    array([ 2.,  5., 15., 15.])
    """
    return grid(*SIZES.values())


def image(number: int) -> NDArray[np.float32]:
    """One shape, without the others.

    Parameters
    ----------
    number : int
        Index of the image, from 0 to 4,607, in the order of `factors`.

    Returns
    -------
    image : ndarray of shape (32, 32)
        Image with values from 0 (empty) to 1 (full).

    Raises
    ------
    ValueError
        If there is no image with this index.

    See Also
    --------
    images : All shapes.

    Examples
    --------
    >>> from disentangle_edu.worlds import shapes
    >>> bool((shapes.image(100) == shapes.images()[100]).all())
    True
    """
    shape, size, across, down = np.unravel_index(number, list(SIZES.values()))
    return _draw_everywhere(SHAPES[shape], _RADII[size])[across, down]


@functools.cache
def images() -> NDArray[np.float32]:
    """All shapes.

    Returns
    -------
    images : ndarray of shape (4608, 32, 32)
        Images with values from 0 (empty) to 1 (full), in the order of `factors`. The array is
        read-only.

    See Also
    --------
    image : One shape.

    Examples
    --------
    >>> from disentangle_edu.worlds import shapes
    >>> shapes.images().shape
    (4608, 32, 32)
    """
    pixels = np.stack([_draw_everywhere(shape, radius) for shape in SHAPES for radius in _RADII])
    pixels = pixels.reshape(-1, SIDE, SIDE)
    pixels.setflags(write=False)
    return pixels


def _draw_everywhere(shape: str, radius: float) -> NDArray[np.float32]:
    """Images of one shape at every position, across before down.

    The shape is (16, 16, 32, 32).
    """
    even = radius * np.sqrt(_AREA / AREAS[shape])
    inside = functools.partial(inside_of, shape, radius=even)
    return at_every_place(inside, SIDE, (SIZES["x position"], SIZES["y position"]), _STEPS)
