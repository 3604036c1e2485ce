"""A lab on the best straight line: what a line misses are squares, and R² is what they leave."""

from typing import Any

import numpy as np

from ..core import Floats
from ..show.panels import axes_frame, bars_panel
from ..show.svg import MARK, PART, Axis, Handle, Panel, Picture, circle, line, rect
from .controls import choice, in_picture, number
from .lab import Lab, lab, tells_itself

FACTOR = np.linspace(-1, 1, 5)  # the five samples of worked.line_by_hand, half as far apart
STEEPEST = 1.4  # slope of a line
NEAR = 0.002  # how near to the best line's R² is near
END = 1.15  # where a line ends, and the hand has it


def _missed(latent: Floats, slope: float) -> Floats:
    """What a line through the middle misses of each sample (all are laid out evenly around it)."""
    return FACTOR - slope * latent


def _line_panel(latent: Floats, slope: float, power: int) -> Panel:
    """The samples, a line to be turned, and a square on what it misses of each."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        axes = "turn the line by its end", f"latent = factor to the power of {power}", "factor"
        frame, place = axes_frame(x, y, min(width, 440.0), height, axes, (-1.3, 1.3), (-1.7, 1.7))
        out = [frame]
        for j, (z, v, miss) in enumerate(zip(latent, FACTOR, _missed(latent, slope))):
            across, top = place(z, max(v, v - miss))
            side = abs(place(0, miss)[1] - place(0, 0)[1])
            left = across if z <= 0 else across - side  # towards the middle
            square: dict[str, Any] = {"key": f"square{j}", "fill_opacity": "0.3"}
            out.append(rect(left, top, side, side, MARK, MARK, **square))
            stroke: dict[str, Any] = {"key": f"miss{j}", "stroke_width": "2"}
            out.append(line(across, top, across, top + side, MARK, **stroke))
        told: dict[str, Any] = {"key": "line", "stroke_width": "2", "pointer_events": "none"}
        out.append(line(*place(-END, -END * slope), *place(END, END * slope), MARK, **told))
        for j, (z, v) in enumerate(zip(latent, FACTOR)):
            out.append(circle(*place(z, v), 5, PART, key=f"sample{j}"))
        ends = place(0, 0)[1], place(0, END * STEEPEST)[1]
        axis = Axis("slope", slope, 0.0, STEEPEST, 0.01, "y", *ends)
        handle = Handle("slope of the line", (axis,), f"{slope:.2f}")
        out.append(circle(*place(END, END * slope), 9, MARK, key="end", handle=handle))
        return "".join(out)

    return Panel(draw, 330, 330, 460)


def draw_straight_line(power: int, slope: float) -> Picture:
    """Five samples of a bent latent, a line, and what it misses."""
    latent = FACTOR**power
    all_ = float((FACTOR**2).sum())
    missed = float((_missed(latent, slope) ** 2).sum())
    best = float(latent @ FACTOR / (latent @ latent))
    least = float((_missed(latent, best) ** 2).sum())
    r2 = 1 - missed / all_
    said = f"This line misses {missed:.3f} of {all_:.3f}: 1 - {missed:.3f} / {all_:.3f} = {r2:.3f}."
    inner = float((_missed(latent, best)[1:-1] ** 2).sum())
    if missed - least > NEAR * all_:
        said += " Another line misses less."
    elif abs(slope - best) > 0.006:  # a step of the hand
        said += f" Near enough: the best line has {1 - least / all_:.3f}, and that is R²."
    elif least < NEAR:
        said += " No line is better: it misses nothing."
    else:
        said += (
            f" To three digits no line misses less, so this is R². Of what it misses "
            f"{inner / least:.0%} lies at the two inner samples, which the power has drawn to the "
            "middle."
        )
    areas = {"all (flat line)": all_, "missed": missed}
    panels = (
        _line_panel(latent, slope, power),
        bars_panel("areas of the squares, summed", areas, top=all_, key="areas"),
    )
    words = f"R² = {r2:.4f} of this line; the slope of the best one is {best:.4f}."
    return Picture(panels, f"Five samples and a line. {said}", words, {"R²": r2}, said)


@lab
def straight_line(after: Any = None) -> Lab:
    """Turn a line until the squares on what it misses are smallest: what is left is R²."""
    controls = {
        "power": choice("power of the latent", (1, 3, 5, 9), 3),
        "slope": in_picture(number("slope of the line", 0.2, 0, STEEPEST)),
    }
    return Lab(draw_straight_line, controls, tell=tells_itself, after=after)
