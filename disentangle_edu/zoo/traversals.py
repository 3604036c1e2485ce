"""Latent traversals of a model: a row of images per latent, as this latent is moved."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .. import viz
from ..matrices import InformativenessMatrix
from ..representation import Representation
from ..types import Floats
from ..worlds import shapes, sprites
from ..worlds.images import image
from . import pretrained
from .objectives import OBJECTIVES

STEPS = 9  # images of a sweep
EDGES = (0.02, 0.98)  # quantiles of the codes at which a sweep starts and ends
STARTS = 24  # sprites from which a sweep can start
HEAD = 34.0  # pixels of a heading
IDLE = 0.02  # mean change of a pixel along a sweep, below which a latent has no visible effect
ROOM = 22.0  # pixels below a row with a knob


@dataclass(frozen=True)
class Drawer:
    """Model of the zoo with its decoder, some codes, and the range of each latent.

    Parameters
    ----------
    name : str
        Name of the model.
    decode : Decoder
        Decoder of the model.
    rep : Representation
        Codes of some images, with their factors.
    low : ndarray of shape (n_latents,)
        Lowest value of each latent in a traversal.
    high : ndarray of shape (n_latents,)
        Highest value of each latent in a traversal.

    Examples
    --------
    >>> from disentangle_edu.zoo import traversals
    >>> model = traversals.drawer("sprites-ae-0-0")
    >>> model.sweeps(model.start()).shape[:2]
    (8, 9)
    """

    name: str
    decode: pretrained.Decoder
    rep: Representation
    low: Floats
    high: Floats

    def start(self, number: int = 0) -> Floats:
        """Code of an image from which a traversal starts.

        Parameters
        ----------
        number : int, default=0
            Number of the image in `starts`.

        Returns
        -------
        code : ndarray of shape (n_latents,)
            Mean code.
        """
        return self.rep.latents[starts(self.world)[number]].copy()

    @property
    def world(self) -> str:
        """Name of the world on which the model was trained.

        Returns
        -------
        world : str
            First part of the model's name.
        """
        return self.name.split("-")[0]

    def original(self, number: int = 0) -> NDArray[np.float32]:
        """Image from which a traversal starts, before it was encoded.

        Parameters
        ----------
        number : int, default=0
            Number of the image in `starts`.

        Returns
        -------
        image : ndarray of shape (height, width)
            Grey values in [0, 1].
        """
        return image(self.world, pretrained.rows(self.world)[starts(self.world)[number]])

    def sweeps(self, code: Floats, moved: Sequence[int] | None = None) -> Floats:
        """Images of latent traversals from a code, 9 for each latent.

        Parameters
        ----------
        code : ndarray of shape (n_latents,)
            Code from which the traversals start.
        moved : sequence of int or None, default=None
            Latents to move, from 0. With None, all latents.

        Returns
        -------
        images : ndarray of shape (n_moved, 9, height, width)
            Grey values in [0, 1].
        """
        rows = range(len(code)) if moved is None else moved
        return np.array([_sweep_latent(self.name, tuple(code), i) for i in rows])


@functools.cache
def starts(world: str = "sprites") -> NDArray[np.int64]:
    """Positions of coded images from which a traversal can start, near the middle of the factors.

    Parameters
    ----------
    world : str, default='sprites'
        Name of the world.

    Returns
    -------
    rows : ndarray of int, shape (n_starts,)
        Positions among the coded images, the most suitable first.

    Notes
    -----
    For the sprites, the 24 images nearest to the middle. Among equally near ones, large sprites
    come first, then ellipses, because they show whether a drawing has kept shape and orientation.
    For the shapes, one image for each shape and size, hearts first.

    Examples
    --------
    >>> from disentangle_edu.zoo import traversals
    >>> traversals.starts().shape
    (24,)
    """
    if world == "shapes":
        shape, size, across, down = shapes.factors()[pretrained.rows(world)].T
        order = np.lexsort((np.abs(across - 7.5) + np.abs(down - 7.5), -size, -shape))
        looks = np.column_stack([shape, size])[order]
        first = np.unique(looks, axis=0, return_index=True)[1]
        return order[np.sort(first)]
    shape, scale, _, across, down = sprites.factors()[pretrained.rows(world)].T
    return np.lexsort((shape != 1, -scale, np.abs(across - 5.5) + np.abs(down - 5.5)))[:STARTS]


@functools.lru_cache(maxsize=64)  # sweeps that did not change are not decoded again
def _sweep_latent(name: str, code: tuple[float, ...], latent: int) -> Floats:
    model = drawer(name)
    codes = np.tile(code, (STEPS, 1))
    codes[:, latent] = np.linspace(model.low[latent], model.high[latent], STEPS)
    return model.decode(codes)


@functools.lru_cache(maxsize=32)
def drawer(name: str) -> Drawer:
    """Model of the zoo with a decoder, ready for traversals.

    Parameters
    ----------
    name : str
        Name of a model in `pretrained.WITH_DECODER` or `pretrained.PAIR`.

    Returns
    -------
    model : Drawer
        Model whose traversals go from the 2% quantile of each latent to its 98% quantile.

    Raises
    ------
    ValueError
        If no decoder of this model is available.

    Examples
    --------
    >>> from disentangle_edu.zoo import traversals
    >>> traversals.drawer("sprites-ae-0-0").world
    'sprites'
    """
    rep = pretrained.code(name)
    low, high = np.quantile(rep.latents, EDGES, axis=0)
    return Drawer(name, pretrained.decoder(name), rep, low, np.maximum(high, low + 1e-3))


def idle(sheet: Floats) -> NDArray[np.bool_]:
    """Whether moving each latent causes no visible change.

    Parameters
    ----------
    sheet : ndarray of shape (n_latents, n_steps, height, width)
        Traversals, see `Drawer.sweeps`.

    Returns
    -------
    idle : ndarray of bool, shape (n_latents,)
        True if the pixels of the first and last image differ by less than 0.02 on average.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.zoo import traversals
    >>> traversals.idle(np.zeros((2, 9, 4, 4)))
    array([ True,  True])
    """
    return np.abs(sheet[:, -1] - sheet[:, 0]).mean((1, 2)) < IDLE


def bright_center(image: NDArray[np.floating]) -> tuple[float, float, float]:
    """Centre of the bright part of an image, and its total brightness.

    Parameters
    ----------
    image : ndarray of shape (height, width)
        Grey values in [0, 1].

    Returns
    -------
    across : float
        Centre in pixels, from the left.
    down : float
        Centre in pixels, from the top.
    whole : float
        Sum of all grey values.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.zoo import traversals
    >>> traversals.bright_center(np.ones((3, 3)))
    (1.0, 1.0, 9.0)
    """
    total = max(float(image.sum()), 1e-9)
    down, across = np.indices(image.shape)
    return float((across * image).sum() / total), float((down * image).sum() / total), total


def reshaped(before: NDArray[np.floating], after: NDArray[np.floating]) -> float:
    """Difference of two drawings after they are moved to one position and scaled to one size.

    Parameters
    ----------
    before : ndarray of shape (height, width)
        First drawing, with grey values in [0, 1].
    after : ndarray of shape (height, width)
        Second drawing.

    Returns
    -------
    difference : float
        0: the same shape; 1: no overlap.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.zoo import traversals
    >>> image = np.pad(np.ones((3, 3)), 3)
    >>> round(traversals.reshaped(image, image), 3)
    0.0
    """
    (x0, y0, full0), (x1, y1, full1) = bright_center(before), bright_center(after)
    zoom = float(np.sqrt(full1 / full0))
    height, width = after.shape
    rows = _interpolation(y1 + zoom * (np.arange(height) - y0))
    columns = _interpolation(x1 + zoom * (np.arange(width) - x0))
    laid_over = rows @ after @ columns.T
    return float(np.abs(laid_over - before).sum() / max(laid_over.sum() + before.sum(), 1e-9))


def _interpolation(places: NDArray[np.floating]) -> Floats:
    """Weights of linear interpolation: values at some positions from the pixels of a line.

    The line has as many pixels as there are positions. Beyond its ends the value is 0.
    """
    last = len(places) - 1
    weights = np.maximum(1 - np.abs(places[:, None] - np.arange(last + 1)), 0)
    weights[(places < 0) | (places > last)] = 0
    return weights


def model_name(name: str) -> str:
    """Display name of a model, such as "beta-VAE, beta 4".

    Parameters
    ----------
    name : str
        Name of a model, such as "sprites-beta_vae-4-0".

    Returns
    -------
    display_name : str
        Objective, its strength, and the seed if it is not 0.

    Examples
    --------
    >>> from disentangle_edu.zoo import traversals
    >>> traversals.model_name("sprites-beta_vae-4-1")
    'beta-VAE, beta 4, seed 1'
    """
    _, objective, strength, seed = name.split("-")
    title = OBJECTIVES[objective].title
    if objective != "ae":
        title += f", {'beta' if 'beta' in objective else 'strength'} {strength}"
    return title + (f", seed {seed}" if seed != "0" else "")


def _sheet_height(code: Floats, only: Sequence[int] | None, row: float, control: str) -> float:
    return HEAD + len(code if only is None else only) * (row + (ROOM if control else 8.0))


@viz.panel(
    height=_sheet_height,
    min_width=lambda min_width: min_width,
    max_width=lambda row: 80 + STEPS * row,
)
def sheet_panel(
    canvas: viz.Canvas,
    model: Drawer,
    code: Floats,
    *,
    title: str = "each row moves one latent",
    control: str = "",
    only: Sequence[int] | None = None,
    row: float = 40.0,
    min_width: float = 300,
    key: str = "s",
    word: str = "latent ",
) -> None:
    """Panel with a row of images per latent, moved from low to high.

    Parameters
    ----------
    model : Drawer
        Model to show.
    code : ndarray of shape (n_latents,)
        Code from which the traversals start.
    title : str, default='each row moves one latent'
        Heading.
    control : str, default=''
        Name of the control that holds the code. Each row then has a handle below it, which moves
        its latent. If empty, there are no handles.
    only : sequence of int or None, default=None
        Latents to show, from 0. With None, all latents.
    row : float, default=40.0
        Largest height of a row in pixels.
    min_width : float, default=300
        Width in pixels below which the panel takes a row to itself.
    key : str, default='s'
        Prefix of the keys of the shapes.
    word : str, default='latent '
        Text before the number of a latent.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.zoo import traversals
    >>> model = traversals.drawer("sprites-ae-0-0")
    >>> traversals.sheet_panel(model, model.start(), only=[0, 1]).height
    130.0
    """
    x, y, width, _ = canvas.box
    canvas.title(title)
    latents = range(len(code)) if only is None else only
    sheet = model.sweeps(code, latents)
    left, tall = x + 70, min(row, (width - 76) / STEPS)
    for j, (i, is_idle) in enumerate(zip(latents, idle(sheet))):
        name = f"{word}{i + 1}"
        at = y + HEAD + j * (row + (ROOM if control else 8.0)) + (row - tall) / 2
        canvas.image(left, at, STEPS * tall, viz.strip(sheet[j]), f"{key}row{i}", tall)
        style: viz.Style = {"link": name, "font_size": "11", "key": f"{key}n{i}"}
        canvas.text(
            left - 8, at + tall / 2, name, "end", viz.FAINT if is_idle else viz.INK, **style
        )
        if is_idle:
            canvas.note(left - 8, at + tall / 2 + 13, "idle", "end", key=f"{key}i{i}")
        if control:
            ends = left + tall / 2, left + (STEPS - 0.5) * tall
            _draw_knob(canvas, model, i, code[i], control, name, at + tall + 9, ends)


def _draw_knob(
    canvas: viz.Canvas,
    model: Drawer,
    i: int,
    value: float,
    control: str,
    name: str,
    y: float,
    ends: tuple[float, float],
) -> None:
    """Draw a handle on a rail, which changes an entry of a control."""
    limits = float(model.low[i]), float(model.high[i])
    value = round(float(np.clip(value, *limits)), 3) + 0.0
    axis = viz.along(f"{control}/{i}", value, limits, drag_step(limits), ends)
    label = name if name.startswith("latent ") else f"knob {name}"
    canvas.line(ends[0], y, ends[1], y, viz.GRID, stroke_width="3")
    x = ends[0] + (value - limits[0]) / (limits[1] - limits[0]) * (ends[1] - ends[0])
    handle = viz.Handle(label, (axis,), f"{value:.2f}")
    canvas.circle(x, y, 7, viz.HANDLE, key=f"{control}{i}", handle=handle, link=name)


def drag_step(limits: tuple[float, float]) -> float:
    """Step in which a latent is dragged.

    Parameters
    ----------
    limits : tuple of float
        Lowest and highest value of the latent.

    Returns
    -------
    step : float
        A sixtieth of the distance between the limits.

    Examples
    --------
    >>> from disentangle_edu.zoo.traversals import drag_step
    >>> drag_step((0.0, 6.0))
    0.1
    """
    return (limits[1] - limits[0]) / 60


@viz.panel(
    height=lambda matrix, knobs, row, chance: (
        HEAD + len(matrix.values) * (row + (ROOM if knobs else 8.0)) + (36.0 if chance else 0.0)
    ),
    min_width=316,
    max_width=336,
)
def bits_panel(
    canvas: viz.Canvas,
    matrix: InformativenessMatrix,
    *,
    knobs: bool = True,
    row: float = 40.0,
    chance: Sequence[float] = (),
    key: str = "b",
) -> None:
    """Panel with the bits of every latent about every factor, next to the traversals.

    Parameters
    ----------
    matrix : InformativenessMatrix
        Mutual information in bits.
    knobs : bool, default=True
        Whether the rows of the traversals have handles below them.
    row : float, default=40.0
        Height of a row in pixels.
    chance : sequence of float, default=()
        Bits that chance alone shows in each column, which are printed below it. If empty, they are
        left out.
    key : str, default='b'
        Prefix of the keys of the shapes.

    Returns
    -------
    panel : Panel
        Panel whose rows are at the heights of the traversals.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> from disentangle_edu.zoo import traversals
    >>> traversals.bits_panel(pretrained.matrix("sprites-ae-0-0")).height
    530.0
    """
    pitch, max_bits = row + (ROOM if knobs else 8.0), float(matrix.values.max())

    x, y, width, _ = canvas.box
    canvas.title("the information of each latent, in bits", "bits")
    left, cell = x + 16, min((width - 16) / matrix.values.shape[1], 64)
    for k, name in enumerate(matrix.column_names):
        at = left + (k + 0.5) * cell
        canvas.note(at, y + HEAD - 4, viz.short(name, cell, 5.8), "middle", link=name)
    for i, name in enumerate(matrix.row_names):
        at = y + HEAD + i * pitch
        canvas.note(x + 8, at + row / 2 + 4, f"{i + 1}", "middle", link=name)
        for k, value in enumerate(matrix.values[i]):
            box = left + k * cell, at, cell - 2, row
            names = (name, matrix.column_names[k])
            ink = viz.shade(value / max_bits)
            canvas.rect(*box, ink, viz.GRID, link=names, key=f"{key}{i}-{k}")
            style = {"font_size": "11", "pointer_events": "none", "key": f"{key}{i}-{k}n"}
            where = box[0] + cell / 2 - 1, at + row / 2 + 4
            canvas.text(*where, f"{value:.2f}", fill=viz.on_shade(value / max_bits), **style)
    if chance:
        below = y + HEAD + len(matrix.values) * pitch + 12
        for k, value in enumerate(chance):
            canvas.note(left + (k + 0.5) * cell - 1, below, f"{value:.2f}", "middle")
        canvas.note(left, below + 16, "bits by chance, in each column")
