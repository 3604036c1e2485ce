"""Pictures of what a model learned: a row of images per latent, as that latent is moved."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core import Floats, InformativenessMatrix, Representation
from ..viz.canvas import Sheet, panel
from ..viz.images import image_at, strip
from ..viz.svg import FAINT, GRID, INK, Panel, Style, on_shade, shade, short
from ..worlds import shapes, sprites
from ..worlds.images import image
from . import pretrained
from .objectives import OBJECTIVES

STEPS = 9  # images of a sweep
EDGES = (0.02, 0.98)  # a sweep leads from where few codes lie below to where few lie above
STARTS = 24  # sprites to begin a sweep with
HEAD = 34.0  # pixels of a heading
IDLE = 0.02  # mean change of a pixel along a sweep, below which a latent does nothing to be seen
ROOM = 22.0  # pixels below a row that has a knob
DrawnKnob = Callable[[int, float, tuple[float, float]], str]


@dataclass(frozen=True)
class Drawer:
    """A shipped model that draws: its decoder, some codes, and the ends of each latent's sweep."""

    name: str
    decode: pretrained.Decoder
    rep: Representation
    low: Floats
    high: Floats

    def start(self, number: int = 0) -> Floats:
        """The code of one of the sprites in `starts`."""
        return self.rep.latents[starts(self.world)[number]].copy()

    @property
    def world(self) -> str:
        """The world that it learned to draw."""
        return self.name.split("-")[0]

    def original(self, number: int = 0) -> NDArray[np.float32]:
        """The image of that start, as it was before it was coded."""
        return image(self.world, pretrained.rows(self.world)[starts(self.world)[number]])

    def sweeps(self, code: Floats, moved: Sequence[int] | None = None) -> Floats:
        """(latents, STEPS, height, width) what is drawn as each of these latents is moved."""
        rows = range(len(code)) if moved is None else moved
        return np.array([_swept(self.name, tuple(code), i) for i in rows])


@functools.cache
def starts(world: str = "sprites") -> NDArray[np.int64]:
    """Those of the coded images that a sweep may begin with, near the middle of their factors.

    Of the sprites those that stand nearest to the middle, large ones first, ellipses before the
    others: one sees at once whether a drawing has kept shape and turn. Of the shapes one in each
    shape and size, hearts before the others.
    """
    if world == "shapes":
        shape, size, across, down = shapes.factors()[pretrained.rows(world)].T
        order = np.lexsort((np.abs(across - 7.5) + np.abs(down - 7.5), -size, -shape))
        looks = np.column_stack([shape, size])[order]
        first = np.unique(looks, axis=0, return_index=True)[1]
        return order[np.sort(first)]
    shape, scale, _, across, down = sprites.factors()[pretrained.rows(world)].T
    return np.lexsort((shape != 1, -scale, np.abs(across - 5.5) + np.abs(down - 5.5)))[:STARTS]


@functools.lru_cache(maxsize=64)  # what no hand moves is not drawn again
def _swept(name: str, code: tuple[float, ...], moved: int) -> Floats:
    model = drawer(name)
    codes = np.tile(code, (STEPS, 1))
    codes[:, moved] = np.linspace(model.low[moved], model.high[moved], STEPS)
    return model.decode(codes)


@functools.lru_cache(maxsize=32)
def drawer(name: str) -> Drawer:
    """The Drawer of one of `shelf.WITH_DECODER` or of `shelf.PAIR`."""
    rep = pretrained.code(name)
    low, high = np.quantile(rep.latents, EDGES, axis=0)
    return Drawer(name, pretrained.decoder(name), rep, low, np.maximum(high, low + 1e-3))


def idle(sheet: Floats) -> NDArray[np.bool_]:
    """(L,) whether moving a latent changes nothing that can be seen."""
    return np.abs(sheet[:, -1] - sheet[:, 0]).mean((1, 2)) < IDLE


def placed(image: NDArray[np.floating]) -> tuple[float, float, float]:
    """Where the bright part of an image has its centre, across and down, and how much there is."""
    whole = max(float(image.sum()), 1e-9)
    down, across = np.indices(image.shape)
    return float((across * image).sum() / whole), float((down * image).sum() / whole), whole


def reshaped(before: NDArray[np.floating], after: NDArray[np.floating]) -> float:
    """The share, 0 to 1, by which two drawings differ once brought to one place and one size."""
    from scipy.ndimage import affine_transform

    (x0, y0, full0), (x1, y1, full1) = placed(before), placed(after)
    zoom = float(np.sqrt(full1 / full0))
    shift = np.array([y1, x1]) - zoom * np.array([y0, x0])
    laid_over = affine_transform(after, [zoom, zoom], shift, order=1)
    return float(np.abs(laid_over - before).sum() / max(laid_over.sum() + before.sum(), 1e-9))


def model_name(name: str) -> str:
    """A model's name in words, such as "beta-VAE, beta 4"."""
    _, objective, strength, seed = name.split("-")
    said = OBJECTIVES[objective].title
    if objective != "ae":
        said += f", {'beta' if 'beta' in objective else 'strength'} {strength}"
    return said + (f", seed {seed}" if seed != "0" else "")


def sheet_panel(
    model: Drawer,
    code: Floats,
    *,
    title: str = "each row moves one latent",
    knob: DrawnKnob | None = None,
    only: Sequence[int] | None = None,
    row: float = 40.0,
    least: float = 300,
    key: str = "s",
    word: str = "latent ",
) -> Panel:
    """A row of images per latent, moved from low to high.

    knob : knob(latent, y, (left, right)) -> SVG below each row.   only : these latents, from 0.
    row : pixels of a row, at most.   word : what stands before a latent's number.
    """
    shown = range(len(code)) if only is None else only
    sheet = model.sweeps(code, shown)
    still, room = idle(sheet), ROOM if knob else 8.0

    @panel(HEAD + len(shown) * (row + room), least=least, most=80 + STEPS * row)
    def drawn(on: Sheet) -> None:
        x, y, width, _ = on.box
        on.title(title)
        left = x + 70
        tall = min(row, (width - 76) / STEPS)
        for j, i in enumerate(shown):
            at, link = y + HEAD + j * (row + room) + (row - tall) / 2, f"{word}{i + 1}"
            on.add(image_at(left, at, STEPS * tall, strip(sheet[j]), f"{key}row{i}", tall))
            style: Style = {"link": link, "font_size": "11", "key": f"{key}n{i}"}
            ink = FAINT if still[j] else INK
            on.text(left - 8, at + tall / 2, link, "end", ink, **style)
            if still[j]:
                style = {"font_size": "10", "key": f"{key}i{i}"}
                on.text(left - 8, at + tall / 2 + 13, "idle", "end", FAINT, **style)
            if knob:
                ends = left + tall / 2, left + (STEPS - 0.5) * tall
                on.add(knob(i, at + tall + 9, ends))

    return drawn()


def bits_panel(
    matrix: InformativenessMatrix, *, knobs: bool = True, row: float = 40.0, key: str = "b"
) -> Panel:
    """What each latent tells about each factor, each row at the height of its sweep."""
    pitch, most = row + (ROOM if knobs else 8.0), float(matrix.values.max())

    @panel(HEAD + pitch * len(matrix.values), least=190, most=280)
    def drawn(on: Sheet) -> None:
        x, y, width, _ = on.box
        on.title("what each latent tells, in bits", "bits told")
        left, cell = x + 16, min((width - 16) / matrix.values.shape[1], 52)
        for k, name in enumerate(matrix.column_names):
            style: Style = {"font_size": "10", "link": name}
            at = left + (k + 0.5) * cell
            on.text(at, y + HEAD - 4, short(name, cell, 6), fill=FAINT, **style)
        for i, name in enumerate(matrix.row_names):
            at = y + HEAD + i * pitch
            on.note(x + 8, at + row / 2 + 4, f"{i + 1}", "middle", link=name)
            for k, value in enumerate(matrix.values[i]):
                box = left + k * cell, at, cell - 2, row
                names = (name, matrix.column_names[k])
                ink = shade(value / most)
                on.rect(*box, ink, GRID, link=names, key=f"{key}{i}-{k}")
                style = {"font_size": "11", "pointer_events": "none", "key": f"{key}{i}-{k}n"}
                where = box[0] + cell / 2 - 1, at + row / 2 + 4
                on.text(*where, f"{value:.2f}", fill=on_shade(value / most), **style)

    return drawn()
