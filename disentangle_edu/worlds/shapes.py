"""Shapes: 4,608 upright drawings, sharp enough to name, one for every combination of four factors.

A square, an ellipse or a heart, in six sizes, at sixteen by sixteen places: what the networks A and
B of the course learn from. The three have equal areas, but for the pixels: a size says nothing of
the shape.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from ..core import Floats
from .examples import grid
from .sprites import SHAPES, at_every_place, inside_of

SIDE = 32  # pixels of an image, each way
SIZES = {"shape": 3, "size": 6, "across": 16, "down": 16}
NAMES = tuple(SIZES)

_STEPS = 3, 2  # fifths of a pixel from place to place: more across than down, as among the sprites
_RADII = np.linspace(5, 9, SIZES["size"])
_AREA = 2.0  # of every shape, in squares of the radius
# Of shapes of radius 1, on a grid of 2001 x 2001 points that tests/test_zoo.py counts: a page that
# wants one drawing does not wait for it.
AREAS = {"square": 2.559040569670187, "ellipse": 1.726131686780298, "heart": 2.282490688688639}


def factors() -> Floats:
    """(4608, 4) levels of shape, size, across and down, every combination once."""
    return grid(*SIZES.values())


def image(number: int) -> NDArray[np.float32]:
    """(32, 32) one of `images`, without the others."""
    shape, size, across, down = np.unravel_index(number, list(SIZES.values()))
    return _everywhere(SHAPES[shape], _RADII[size])[across, down]


@functools.cache
def images() -> NDArray[np.float32]:
    """(4608, 32, 32) images in the order of `factors`: 0 is empty, 1 is full. Read-only."""
    drawn = np.stack([_everywhere(shape, radius) for shape in SHAPES for radius in _RADII])
    drawn = drawn.reshape(-1, SIDE, SIDE)
    drawn.setflags(write=False)
    return drawn


def _everywhere(shape: str, radius: float) -> NDArray[np.float32]:
    """(16, 16, 32, 32) one shape at every place, across before down."""
    even = radius * np.sqrt(_AREA / AREAS[shape])
    inside = functools.partial(inside_of, shape, radius=even)
    return at_every_place(inside, SIDE, (SIZES["across"], SIZES["down"]), _STEPS)
