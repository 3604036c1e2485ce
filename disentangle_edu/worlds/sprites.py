"""Sprites: 25,920 small images drawn by code, one for every combination of five factors.

Three shapes in five scales, turned by up to a quarter, at twelve by twelve places. Since the turn
stops short of a quarter, no two images are alike. Two worlds draw from them: in "sprites" the
factors are independent; in "sprites_dependent" squares are mostly small and hearts mostly large.
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..core import Floats
from ..validation import check_choice
from .examples import grid

SIDE = 16  # pixels of an image, each way
SHAPES = ("square", "ellipse", "heart")
SIZES = {"shape": 3, "scale": 5, "turn": 12, "across": 12, "down": 12}
NAMES = tuple(SIZES)
WORLDS = ("sprites", "sprites_dependent")

_FINE = 5  # each pixel is the mean of 5 x 5 finer ones
# Places lie so many finer pixels apart: a pixel across, 0.6 of one down. Were both alike, nothing
# in the images would tell an axis from a diagonal, and no model could be blamed for taking that.
_STEPS = 5, 3
_RADII = np.linspace(0.34, 0.62, SIZES["scale"]) * SIDE / 2
# How likely each scale is for each shape, where scale depends on shape.
_SCALE_GIVEN_SHAPE = np.array(
    [[0.50, 0.30, 0.12, 0.05, 0.03], [0.2, 0.2, 0.2, 0.2, 0.2], [0.03, 0.05, 0.12, 0.30, 0.50]]
)


def factors() -> Floats:
    """(25920, 5) levels of shape, scale, turn, across and down, every combination once."""
    return grid(*SIZES.values())


def image(number: int) -> NDArray[np.float32]:
    """(16, 16) one of `images`, without the others."""
    *look, across, down = map(int, np.unravel_index(number, list(SIZES.values())))
    return _everywhere(*look)[across, down]


@functools.cache
def images() -> NDArray[np.float32]:
    """(25920, 16, 16) images in the order of `factors`: 0 is empty, 1 is full. Read-only."""
    drawn = np.stack([_everywhere(*look) for look in np.ndindex(*list(SIZES.values())[:3])])
    drawn = drawn.reshape(-1, SIDE, SIDE)
    drawn.setflags(write=False)
    return drawn


def _everywhere(shape: int, scale: int, turn: int) -> NDArray[np.float32]:
    """(12, 12, 16, 16) one sprite at every place, across before down."""
    angle = np.pi / 2 * turn / SIZES["turn"]
    inside = functools.partial(inside_of, SHAPES[shape], radius=_RADII[scale], angle=angle)
    return at_every_place(inside, SIDE, (SIZES["across"], SIZES["down"]), _STEPS)


def at_every_place(
    inside: Callable[[Floats, Floats], NDArray[np.bool_]],
    side: int,
    places: tuple[int, int],
    steps: tuple[int, int],
) -> NDArray[np.float32]:
    """(*places, side, side) images of one figure at every place, across before down.

    inside : which points, in pixels from the figure's middle, lie in it; y points down.
    steps : fifths of a pixel from one place to the next, across and down.
    """
    k = _FINE
    (x, columns), (y, rows) = (_windows(side, *way) for way in zip(places, steps))
    mask = inside(*np.meshgrid(x, y))
    sums = np.pad(mask.astype(float).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    means = (sums[k:, k:] - sums[:-k, k:] - sums[k:, :-k] + sums[:-k, :-k]) / k**2
    return means[rows[None, :, :, None], columns[:, None, None, :]].astype(np.float32)


def _windows(side: int, places: int, step: int) -> tuple[Floats, NDArray[np.int64]]:
    """One axis, wider than an image: its finer pixels, and where those of each place's image begin.

    The window moves back, so that the figure moves on.
    """
    slack = step * (places - 1)
    size = side * _FINE + slack
    starts = slack - step * np.arange(places)
    return (np.arange(size) + 0.5 - size / 2) / _FINE, starts[:, None] + _FINE * np.arange(side)


def inside_of(
    shape: str, x: Floats, y: Floats, radius: float, angle: float = 0.0
) -> NDArray[np.bool_]:
    """Which points lie in one of SHAPES around 0; y points down."""
    across = (np.cos(angle) * x + np.sin(angle) * y) / radius
    up = (np.sin(angle) * x - np.cos(angle) * y) / radius
    if shape == "square":
        return np.maximum(np.abs(across), np.abs(up)) <= 0.8
    if shape == "ellipse":
        return across**2 + (up / 0.55) ** 2 <= 1
    return (1.1 * across) ** 2 + (1.25 * (up + 0.15) - np.sqrt(np.abs(across))) ** 2 <= 1


def chances(world: str = "sprites") -> Floats:
    """(25920,) how likely each image is in a world."""
    check_choice("world", world, WORLDS)
    v = factors().astype(int)
    if world == "sprites":
        return np.full(len(v), 1 / len(v))
    likely = _SCALE_GIVEN_SHAPE[v[:, 0], v[:, 1]]
    return likely / likely.sum()
