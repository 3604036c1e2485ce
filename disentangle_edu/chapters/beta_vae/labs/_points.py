"""Training points of BetaVAE in three latents, which the reader turns."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .... import viz
from ....types import Floats
from ...common.mixtures import FACTORS

N_SHOWN = 200  # points
BAR = 20.0  # pixels below the cloud, for the scale bar
ToPixels = Callable[[Floats], tuple[float, float]]
QUIET: viz.Style = {"pointer_events": "none"}


@dataclass(frozen=True)
class Cloud:
    """Points in the plane of the picture, around the centre of the class means.

    points : (n, 2).   factors : (n,) the factor that stood still.   means : (3, 2) of each class.
    ring : the point of the batch whose pairs are drawn.   reach : the largest coordinate.
    """

    points: Floats
    factors: NDArray[np.intp]
    means: Floats
    ring: Floats
    reach: float


def rotate(points: Floats, turn: float, tilt: float) -> Floats:
    """Points seen from a direction, both angles in degrees.

    At 0, 0 from where the three axes look alike.
    """
    look = np.array([[1, -1, 0], [1, 1, -2], [1, 1, 1]]) / np.sqrt([[2], [6], [3]])
    a, b = np.radians([turn, tilt])
    spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    return points @ look.T @ spin.T @ lean.T


def cloud_from(
    rows: Floats, held: NDArray[np.intp], ring: Floats, turn: float, tilt: float
) -> Cloud:
    """The first N_SHOWN points from a direction; the means are those of all points."""
    means = np.array([rows[held == k].mean(0) for k in range(3)])
    centre = means.mean(0)
    turned = rotate(np.vstack([rows[:N_SHOWN], ring]) - centre, turn, tilt)[:, :2]
    middles, reach = rotate(means - centre, turn, tilt)[:, :2], max(np.abs(turned).max(), 1e-6)
    return Cloud(turned[:-1], held[:N_SHOWN], middles, turned[-1], reach * 1.08)


@viz.panel(320 + BAR, min_width=280, max_width=460)
def points_panel(
    canvas: viz.Canvas,
    rows: Floats,
    held: NDArray[np.intp],
    ring: Floats,
    turn: float,
    tilt: float,
) -> None:
    """The training points in all three latents, with class means; the reader turns them.

    Dashed lines are halfway between the means.   ring : the point of the batch that is drawn.
    """
    x, y, width, height = canvas.box
    frame = canvas.within(x, y, width, height - BAR)
    cloud = cloud_from(rows, held, ring, turn, tilt)
    (cx, cy), size = centre_of(frame), min(width, height - BAR - 50)  # below the legend
    pixels = size / 2 / cloud.reach

    def to_pixels(point: Floats) -> tuple[float, float]:
        return cx + point[0] * pixels, cy - point[1] * pixels

    label = f"{len(cloud.points)} training points"
    label += f" (of {len(rows):,})" if len(rows) > len(cloud.points) else ""
    canvas.title(f"{label}: turn them", "points: turn them")
    draw_ground(frame, turn, tilt)
    ends = [latent_end(frame, np.eye(3)[i], turn, tilt) for i in range(3)]
    for i, (end, _) in enumerate(ends):
        canvas.line(cx, cy, *end, viz.GRID, stroke_width="2", **QUIET, link=f"latent {i + 1}")
    draw_boundaries(canvas, cloud, to_pixels)
    draw_points(canvas, cloud, to_pixels)
    draw_scale(canvas, 0.1 * pixels)
    circle: viz.Style = {"stroke": viz.INK, "stroke_width": "3", "key": "ring"}
    title = "the batch whose pairs are drawn"
    canvas.circle(*to_pixels(cloud.ring), 6, "none", title, **circle, **QUIET)
    for i, (end, label_y) in enumerate(ends):
        name = f"latent {i + 1}"
        canvas.text(end[0], label_y, name, font_size="11", **QUIET, link=name, **viz.HALO)
    canvas.legend(dict(enumerate(FACTORS)), 26)


def centre_of(frame: viz.Canvas) -> tuple[float, float]:
    """Middle of the ground below the legend."""
    x, y, width, height = frame.box
    return x + width / 2, y + 46 + (height - 46) / 2


def draw_ground(frame: viz.Canvas, turn: float, tilt: float) -> None:
    """The ground of the points, which turns them when it is dragged."""
    x, y, width, height = frame.box
    across = viz.Axis("turn", turn, -180, 180, 2, "across", width, spoken="turn")
    up = viz.Axis("tilt", tilt, -90, 90, 2, "pull", height, spoken="tilt")
    box: viz.Style = {
        "key": "ground",
        "rx": 4,
        "handle": viz.Handle("cloud of points", (across, up)),
    }
    frame.rect(x, y + 24, width, height - 26, viz.GROUND, viz.GRID, **box)


def latent_end(
    frame: viz.Canvas, latent: Floats, turn: float, tilt: float
) -> tuple[tuple[float, float], float]:
    """The end of the axis of a latent, and the height of its name."""
    _, y, width, height = frame.box
    tip = rotate(latent, turn, tilt)[:2]
    long = min(np.hypot(*tip) / 0.4, 1.0)  # short if it points towards the reader
    way = tip / max(np.hypot(*tip), 1e-9) * np.array([1, -1])
    rim = min(np.array([width / 2 - 34, (height - 26) / 2 - 14]) / np.maximum(abs(way), 1e-9))
    end = np.array(centre_of(frame)) + way * rim * long
    label_y = end[1] + 4 + 8 * way[1]
    return (end[0], end[1]), min(max(label_y, y + 62), y + height - 14)  # below the legend, inside


def draw_points(canvas: viz.Canvas, cloud: Cloud, to_pixels: ToPixels) -> None:
    """The points of each class, and their means."""
    with canvas.group(key="cloud", **QUIET):
        for k, name in enumerate(FACTORS):
            points = map(to_pixels, cloud.points[cloud.factors == k])
            canvas.markers(points, k, 2.6, key=f"p{k}", link=name)
    for k, middle in enumerate(cloud.means):
        style: viz.Style = {"stroke": viz.PAPER, "stroke_width": "2", **QUIET}
        title = f"mean of the points with {FACTORS[k]} fixed"
        style |= {"key": f"mean{k}", "link": FACTORS[k], "title": title}
        canvas.circle(*to_pixels(middle), 8, viz.class_colour(k), **style)


def draw_scale(canvas: viz.Canvas, length: float) -> None:
    """A stroke as long as a distance of 0.1."""
    x, y, _, height = canvas.box
    low = y + height - BAR + 12
    canvas.line(x, low, x + length, low, viz.INK, stroke_width="3", key="scale")
    style: viz.Style = {"font_size": "11", **QUIET, "key": "scalen"}
    canvas.text(x + length + 8, low + 4, "0.1 apart", "start", **style)


def draw_boundaries(canvas: viz.Canvas, cloud: Cloud, to_pixels: ToPixels) -> None:
    """Rays of points as far from one class mean as from another."""
    a, b, c = cloud.means
    sides = np.array([b - a, c - a])
    if abs(np.linalg.det(sides)) < 1e-4 * cloud.reach**2:
        return
    origin = np.linalg.solve(2 * sides, [b @ b - a @ a, c @ c - a @ a])
    if np.abs(origin).max() > cloud.reach:
        return
    for first, second, other in ((a, b, c), (b, c, a), (a, c, b)):
        way = np.array([first[1] - second[1], second[0] - first[0]])
        way *= np.sign((first + second - 2 * other) @ way) or 1.0
        # Up to the edge, in its own direction: the first side that it reaches.
        room = (np.sign(way) * cloud.reach - origin) / np.where(way == 0, 1e-9, way)
        end = origin + way * room[way != 0].min()
        dashes: viz.Style = {"stroke_dasharray": "5 4", **QUIET}
        canvas.line(*to_pixels(origin), *to_pixels(end), viz.FAINT, **dashes)
