"""Two directions and the angle between them: how much of one lies along the other?"""

import numpy as np

from .... import iwo, viz, widgets
from ..quiz import apart

SIDE = 190.0  # pixels of a length of 1
DASHES: viz.Style = {"stroke_width": "1.5", "stroke_dasharray": "3 4"}


@viz.panel(SIDE + 70, min_width=270, max_width=300)
def angle_panel(canvas: viz.Canvas, degrees: int) -> None:
    """Directions of length 1 of two factors, and the shadow of the second on the first."""
    x, y, _, _ = canvas.box
    canvas.title("drag the tip of the dashed line")
    origin = x + 30, y + 40 + SIDE
    angle = np.radians(degrees)
    tip = origin[0] + SIDE * np.cos(angle), origin[1] - SIDE * np.sin(angle)
    canvas.line(*origin, origin[0] + SIDE, origin[1], viz.class_colour(0), stroke_width="5")
    canvas.text(origin[0] + SIDE, origin[1] + 18, "factor 1", "end", viz.class_colour(0))
    canvas.line(*tip, tip[0], origin[1], viz.FAINT, key="drop", **DASHES)
    canvas.line(*origin, tip[0], origin[1], viz.class_colour(1), stroke_width="9", key="shadow")
    style: viz.Style = {"stroke_width": "3", "stroke_dasharray": "7 4", "pointer_events": "none"}
    canvas.line(*origin, *tip, viz.class_colour(1), key="second", **style)
    axis = viz.Axis("degrees", degrees, 0, 90, 5, "turn", *origin)
    handle = viz.Handle("angle between the factors", (axis,), f"{degrees} degrees")
    canvas.circle(*tip, 9, viz.HANDLE, stroke=viz.PAPER, key="tip", handle=handle)
    canvas.note(x, origin[1] + 26, f"{degrees}°: cosine {np.cos(angle):.2f}", key="words")


@viz.panel(SIDE + 70, min_width=230, max_width=260)
def square_panel(canvas: viz.Canvas, degrees: int) -> None:
    """A square of area 1, and in it the square of the shadow, which is the overlap."""
    x, y, _, _ = canvas.box
    canvas.title("overlap: the square of the shadow", "overlap")
    side = SIDE * float(np.cos(np.radians(degrees)))
    left, bottom = x + 10, y + 40 + SIDE
    canvas.rect(left, bottom - SIDE, SIDE, SIDE, viz.PART, viz.GRID, title="what is left: IWO")
    edge: viz.Style = {"stroke_width": "3", "key": "overlap"}
    canvas.rect(left, bottom - side, side, side, viz.GROUND, viz.class_colour(1), **edge)
    canvas.note(left, bottom + 26, "blue: what is left, IWO")


@widgets.lab(
    {
        "degrees": widgets.moved_by_handle(
            widgets.whole("angle between the factors, degrees", 90, 0, 90, 5)
        )
    }
)
def overlap(degrees: int) -> viz.Picture:
    """Bring two directions together: how fast does IWO fall?"""
    spaces = apart(degrees)
    score, shared = iwo(spaces).value, float(spaces.overlap(0, 1))
    bars = viz.bars_panel("of a square of area 1", {"overlap": shared, "iwo": score}, min_width=220)
    return viz.Picture(
        panels=(angle_panel(degrees), viz.stack(square_panel(degrees), bars)),
        shows="Two directions of length 1, the shadow of the second on the first, and the square "
        "of this shadow within a square of area 1.",
        caption=f"At {degrees} degrees the overlap is {shared:.2f}, and IWO is {score:.2f}.",
        text="Each factor has one direction in two latents. IWO is exact.",
        scores={"iwo": score},
    )
