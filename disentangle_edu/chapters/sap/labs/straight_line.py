"""A straight line through five samples of a bent latent, turned by hand."""

import numpy as np

from .... import viz, widgets
from ....types import Floats

FACTOR = np.linspace(-1, 1, 5)  # five samples
MAX_SLOPE = 1.4
TOLERANCE = 0.002  # the largest excess error of a line that counts as best, as a share of the total
STEP = 0.006  # slopes that differ by less look equal
HANDLE_X = 1.15  # the end of the line, with its handle


def residuals(latent: Floats, slope: float) -> Floats:
    """Residuals of a line through the middle."""
    return FACTOR - slope * latent


@viz.panel(330, min_width=330, max_width=460)
def line_panel(canvas: viz.Canvas, latent: Floats, slope: float, power: int) -> None:
    """The samples, a line to turn, and a square on each residual."""
    x, y, width, height = canvas.box
    labels = "turn the line by its end", f"latent = factor to the power of {power}", "factor"
    frame = canvas.within(x, y, min(width, 440.0), height)
    plot = viz.Plot(frame, labels, (-1.3, 1.3), (-1.7, 1.7))
    for j, (z, v, miss) in enumerate(zip(latent, FACTOR, residuals(latent, slope))):
        across, top = plot(z, max(v, v - miss))
        side = abs(plot.y(miss) - plot.y(0))
        left = across if z <= 0 else across - side  # towards the centre
        canvas.rect(
            left,
            top,
            side,
            side,
            viz.class_colour(1),
            viz.class_colour(1),
            key=f"square{j}",
            fill_opacity="0.3",
        )
        canvas.line(
            across, top, across, top + side, viz.class_colour(1), key=f"miss{j}", stroke_width="2"
        )
    end, style = HANDLE_X * slope, viz.Style(key="line", stroke_width="2", pointer_events="none")
    canvas.line(*plot(-HANDLE_X, -end), *plot(HANDLE_X, end), viz.HANDLE, **style)
    for j, (z, v) in enumerate(zip(latent, FACTOR)):
        canvas.circle(*plot(z, v), 5, viz.PART, key=f"sample{j}")
    axis = viz.Axis(
        "slope", slope, 0.0, MAX_SLOPE, 0.01, "y", plot.y(0), plot.y(HANDLE_X * MAX_SLOPE)
    )
    handle = viz.Handle("slope of the line", (axis,), f"{slope:.2f}")
    canvas.circle(*plot(HANDLE_X, end), 9, viz.HANDLE, key="end", handle=handle)


def describe_line(latent: Floats, slope: float, best: float, total: float) -> str:
    """The squares of this line, and whether another line has smaller squares."""
    missed, least = (float((residuals(latent, s) ** 2).sum()) for s in (slope, best))
    inner = float((residuals(latent, best)[1:-1] ** 2).sum())
    words = f"This line explains 1 - {missed:.3f} / {total:.3f} = {1 - missed / total:.3f}."
    if missed - least > TOLERANCE * total:
        return f"{words} Another line has smaller squares."
    if abs(slope - best) > STEP:
        return f"{words} This is near enough: the best line has {1 - least / total:.3f}, its R²."
    if least < TOLERANCE:
        return f"{words} No line is better, because the line meets all samples."
    return (
        f"{words} No line explains more, to three digits, so this is R². The two inner samples "
        f"have {inner / least:.0%} of the area."
    )


@widgets.lab(
    {
        "power": widgets.choice("power of the latent", (1, 3, 5, 9), 3),
        "slope": widgets.moved_by_handle(widgets.number("slope of the line", 0.2, 0, MAX_SLOPE)),
    },
    describe_change=widgets.describe_by_caption,
)
def straight_line(power: int, slope: float) -> viz.Picture:
    """Turn a line until the squares on its residuals are smallest, and read off R²."""
    latent, total = FACTOR**power, float((FACTOR**2).sum())
    missed, best = (
        float((residuals(latent, slope) ** 2).sum()),
        float(latent @ FACTOR / (latent @ latent)),
    )
    areas, r2 = {"all (flat line)": total, "missed": missed}, 1 - missed / total
    return viz.Picture(
        panels=(
            line_panel(latent, slope, power),
            viz.bars_panel("areas of the squares, summed", areas, top=total, key="areas"),
        ),
        shows="Five samples and a line.",
        caption=describe_line(latent, slope, best, total),
        text=f"R² of this line is {r2:.4f}. The slope of the best line is {best:.4f}.",
        scores={"R²": r2},
    )
