"""Directions of factors in a latent space, drawn and turned by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ... import viz

FACTORS = ("factor 1", "factor 2")


class TipHandles(Protocol):
    """The handles of the tips of directions."""

    def handle(self, factor: int, direction: int, centre: tuple[float, float]) -> viz.Handle | None:
        """The handle at the tip of a direction, if it has one."""


@dataclass(frozen=True)
class DirectionHandles:
    """The handles of a picture of directions: the first factor turns all, the second one itself.

    overlap : directions in common, which have no handle.   farthest : degrees of the turn.
    turns : what the first handle does.
    """

    rotation: float
    between: float
    overlap: int = 0
    farthest: float = 90
    turns: str = "rotate the whole space"

    def handle(self, factor: int, direction: int, centre: tuple[float, float]) -> viz.Handle | None:
        """The handle at the tip of a direction, if it has one."""
        if factor == 0:
            axis = viz.Axis("rotation", self.rotation, 0, self.farthest, 5, "turn", *centre)
            return viz.Handle(self.turns, (axis,), f"{self.rotation} degrees")
        if direction < self.overlap:
            return None
        axis = viz.Axis("between", self.between, 0, 90, 5, "turn", *centre)
        return viz.Handle("angle between the factors", (axis,), f"{self.between} degrees")


MIN_WEIGHT = 1e-3  # a direction with less importance is not drawn


@viz.panel(height=lambda height: height, min_width=210, max_width=340)
def directions_panel(
    canvas: viz.Canvas,
    directions: np.ndarray,
    weights: Sequence[float] | np.ndarray,
    axes: Sequence[int],
    title: str,
    handles: TipHandles | None = None,
    height: float = 240,
    filled: bool = False,
) -> None:
    """Directions of every factor as lines in two or three latents, the third drawn aslant.

    They are as long as the root of their importance.
    handles : of the tips.   filled : shade the plane of the first two.
    """
    x, y, width, height = canvas.box
    aslant, axes = np.array([[1, 0], [0, 1], [0.5, -0.35]])[: len(axes)], list(axes)
    size = min(width - (70 if filled else 0), height - 44) / 2 - 22  # a plane needs more width
    centre = x + width / 2, y + 44 + (height - 44) / 2

    def to_pixels(vector: np.ndarray) -> tuple[float, float]:
        flat = vector[axes] @ aslant
        return centre[0] + size * flat[0], centre[1] - size * flat[1]

    canvas.title(f"drag a tip: {title}", title)
    _draw_factor_legend(canvas, x, y + 30)
    for axis in axes:
        unit, name = np.eye(directions.shape[-1])[axis], f"z{axis + 1}"
        canvas.line(*to_pixels(-unit), *to_pixels(unit), viz.GRID)
        label_x, label_y = to_pixels((1 + 15 / size) * unit)  # next to the tip of an axis
        canvas.text(label_x, label_y + 4, name, fill=viz.FAINT, link=name)
    for k, rows in enumerate(directions):
        if filled:
            a, b = np.sqrt(np.asarray(weights)[:2, None]) * rows[:2]
            _draw_plane(canvas, k, [to_pixels(corner) for corner in (a + b, a - b, -a - b, b - a)])
        for j, (vector, weight) in enumerate(zip(rows, weights)):
            if weight > MIN_WEIGHT and np.linalg.norm(to_pixels(vector) - np.array(centre)) > 1:
                tip = to_pixels(np.sqrt(weight) * vector)
                handle = handles.handle(k, j, centre) if handles else None
                _draw_direction(canvas, centre, tip, k, f"{title}{k}-{j}", handle)


def _draw_plane(canvas: viz.Canvas, k: int, corners: Sequence[tuple[float, float]]) -> None:
    """The plane of a factor's first two directions, shaded."""
    edge = " ".join(f"{across:.1f},{down:.1f}" for across, down in corners)
    style: viz.Style = {"fill_opacity": "0.13", "link": FACTORS[k], "key": f"plane{k}"}
    canvas.path(f"M{edge}z", viz.class_colour(k), **style)


def _draw_direction(
    canvas: viz.Canvas,
    centre: tuple[float, float],
    tip: tuple[float, float],
    k: int,
    key: str,
    handle: viz.Handle | None,
) -> None:
    """A line through the centre with its tip, dashed for the second factor."""
    back = 2 * centre[0] - tip[0], 2 * centre[1] - tip[1]
    style: viz.Style = {"link": FACTORS[k], "pointer_events": "none", **_dash_style(k)}
    style["stroke_width"] = "5" if k == 0 else "3"
    canvas.line(*back, *tip, viz.class_colour(k), key=key, **style)
    radius = 8 if handle else 5
    shape: viz.Style = {
        "key": f"tip{key}",
        "handle": handle,
        "link": FACTORS[k],
        "stroke": viz.PAPER,
    }
    canvas.circle(*tip, radius, viz.class_colour(k), **shape)


def _dash_style(k: int) -> viz.Style:
    return {"stroke_dasharray": "7 4"} if k else {}


def _draw_factor_legend(canvas: viz.Canvas, x: float, y: float) -> None:
    for k, name in enumerate(FACTORS):
        left = x + 84 * k
        with canvas.group(link=name):
            canvas.line(
                left, y, left + 22, y, viz.class_colour(k), stroke_width="4", **_dash_style(k)
            )
            canvas.text(left + 27, y + 4, name, "start", font_size="11")
