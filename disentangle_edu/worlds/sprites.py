"""Sprites: 25,920 small images drawn by code, one for every combination of five factors.

Three shapes have five scales and twelve angles, and are at twelve by twelve positions. The angles
stop short of a quarter turn, so no two images are equal. Two worlds sample these images. In
"sprites" the factors are independent. In "sprites_dependent" squares are mostly small and hearts
are mostly large.
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..types import Floats
from ..validation import check_choice
from .examples import grid

SIDE = 16  # pixels, width and height of an image
SHAPES = ("square", "ellipse", "heart")
SIZES = {"shape": 3, "scale": 5, "orientation": 12, "x position": 12, "y position": 12}
NAMES = tuple(SIZES)
WORLDS = ("sprites", "sprites_dependent")

_FINE = 5  # each pixel is the mean of 5 x 5 finer ones
# Steps between positions, in finer pixels: 1 pixel across and 0.6 pixels down. With equal steps,
# images would not distinguish axes from diagonals, and no model could be expected to find the axes.
_STEPS = 5, 3
_RADII = np.linspace(0.34, 0.62, SIZES["scale"]) * SIDE / 2
# Probability of each scale given the shape, in the world with dependent factors.
_SCALE_GIVEN_SHAPE = np.array(
    [[0.50, 0.30, 0.12, 0.05, 0.03], [0.2, 0.2, 0.2, 0.2, 0.2], [0.03, 0.05, 0.12, 0.30, 0.50]]
)


def factors() -> Floats:
    """Factors of all sprites, one row per image.

    Returns
    -------
    factors : ndarray of shape (25920, 5)
        Levels of shape, scale, orientation, x position and y position, counted from 0. Every
        combination occurs once.

    Examples
    --------
    >>> from disentangle_edu.worlds import sprites
    >>> sprites.factors().max(0)
    array([ 2.,  4., 11., 11., 11.])
    """
    return grid(*SIZES.values())


def sprite_image(number: int) -> NDArray[np.float32]:
    """One sprite, without the others.

    Parameters
    ----------
    number : int
        Index of the image, from 0 to 25,919, in the order of `factors`.

    Returns
    -------
    image : ndarray of shape (16, 16)
        Image with values from 0 (empty) to 1 (full).

    Raises
    ------
    ValueError
        If there is no image with this index.

    See Also
    --------
    images : All sprites.

    Examples
    --------
    >>> from disentangle_edu.worlds import sprites
    >>> bool((sprites.sprite_image(500) == sprites.images()[500]).all())
    True
    """
    *look, across, down = map(int, np.unravel_index(number, list(SIZES.values())))
    return _draw_everywhere(*look)[across, down]


@functools.cache
def images() -> NDArray[np.float32]:
    """All sprites.

    Returns
    -------
    images : ndarray of shape (25920, 16, 16)
        Images with values from 0 (empty) to 1 (full), in the order of `factors`. The array is
        read-only.

    See Also
    --------
    image : One sprite.

    Examples
    --------
    >>> from disentangle_edu.worlds import sprites
    >>> sprites.images().shape
    (25920, 16, 16)
    """
    pixels = np.stack([_draw_everywhere(*look) for look in np.ndindex(*list(SIZES.values())[:3])])
    pixels = pixels.reshape(-1, SIDE, SIDE)
    pixels.setflags(write=False)
    return pixels


def _draw_everywhere(shape: int, scale: int, rotation: int) -> NDArray[np.float32]:
    """Images of one sprite at every position, across before down.

    The shape is (12, 12, 16, 16).
    """
    angle = np.pi / 2 * rotation / SIZES["orientation"]
    inside = functools.partial(inside_of, SHAPES[shape], radius=_RADII[scale], angle=angle)
    return at_every_place(inside, SIDE, (SIZES["x position"], SIZES["y position"]), _STEPS)


def at_every_place(
    inside: Callable[[Floats, Floats], NDArray[np.bool_]],
    side: int,
    places: tuple[int, int],
    steps: tuple[int, int],
) -> NDArray[np.float32]:
    """Images of one figure at every position.

    Every pixel is the mean of 5 x 5 finer points.

    Parameters
    ----------
    inside : callable
        Function ``inside(x, y)`` that returns which points are in the figure. The coordinates are
        in pixels from the centre of the figure, and y points down.
    side : int
        Height and width of an image, in pixels.
    places : tuple of int
        Number of positions, across and down.
    steps : tuple of int
        Distance between neighbouring positions in fifths of a pixel, across and down.

    Returns
    -------
    images : ndarray of shape (*places, side, side)
        Images with values from 0 (empty) to 1 (full), across before down.

    Examples
    --------
    >>> from disentangle_edu.worlds import sprites
    >>> disc = lambda x, y: x**2 + y**2 <= 9
    >>> sprites.at_every_place(disc, 16, (4, 2), (5, 5)).shape
    (4, 2, 16, 16)
    """
    k = _FINE
    (x, columns), (y, rows) = (_windows(side, *way) for way in zip(places, steps))
    mask = inside(*np.meshgrid(x, y))
    sums = np.pad(mask.astype(float).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    means = (sums[k:, k:] - sums[:-k, k:] - sums[k:, :-k] + sums[:-k, :-k]) / k**2
    return means[rows[None, :, :, None], columns[:, None, None, :]].astype(np.float32)


def _windows(side: int, places: int, step: int) -> tuple[Floats, NDArray[np.int64]]:
    """Coordinates of finer points on a wide axis, and indices of the first point of each pixel.

    The axis is wider than an image, and each position has its own window on the axis.

    As the position increases, the window moves backwards, so the figure moves forwards.
    """
    slack = step * (places - 1)
    size = side * _FINE + slack
    starts = slack - step * np.arange(places)
    return (np.arange(size) + 0.5 - size / 2) / _FINE, starts[:, None] + _FINE * np.arange(side)


def inside_of(
    shape: str, x: Floats, y: Floats, radius: float, angle: float = 0.0
) -> NDArray[np.bool_]:
    """Which points are inside a square, an ellipse or a heart around the origin.

    Parameters
    ----------
    shape : {'square', 'ellipse', 'heart'}
        Name of the shape.
    x : ndarray
        Horizontal coordinates of the points.
    y : ndarray
        Vertical coordinates of the points, which point down, of the same shape as `x`.
    radius : float
        Size of the shape, in the unit of the coordinates.
    angle : float, default=0.0
        Angle by which the shape is turned, in radians.

    Returns
    -------
    inside : ndarray of bool
        True for the points that are inside, of the same shape as `x`.

    Raises
    ------
    ValueError
        If `shape` is another word.

    Examples
    --------
    >>> from disentangle_edu.worlds import sprites
    >>> sprites.inside_of("square", np.array([0.0, 0.9]), np.array([0.0, 0.0]), radius=1)
    array([ True, False])
    """
    check_choice("shape", shape, SHAPES)
    across = (np.cos(angle) * x + np.sin(angle) * y) / radius
    up = (np.sin(angle) * x - np.cos(angle) * y) / radius
    if shape == "square":
        return np.maximum(np.abs(across), np.abs(up)) <= 0.8
    if shape == "ellipse":
        return across**2 + (up / 0.55) ** 2 <= 1
    return (1.1 * across) ** 2 + (1.25 * (up + 0.15) - np.sqrt(np.abs(across))) ** 2 <= 1


def chances(world: str = "sprites") -> Floats:
    """Probability of every sprite in a world.

    Parameters
    ----------
    world : {'sprites', 'sprites_dependent'}, default='sprites'
        Name of the world.

    Returns
    -------
    chances : ndarray of shape (25920,)
        Probabilities, which sum to 1, in the order of `factors`. In 'sprites' they are all equal.

    Raises
    ------
    ValueError
        If there is no world of this name.

    Examples
    --------
    >>> from disentangle_edu.worlds import sprites
    >>> sprites.chances().shape
    (25920,)
    """
    check_choice("world", world, WORLDS)
    v = factors().astype(int)
    if world == "sprites":
        return np.full(len(v), 1 / len(v))
    likely = _SCALE_GIVEN_SHAPE[v[:, 0], v[:, 1]]
    return likely / likely.sum()
