"""Panels and sentences on a rectangle and its latents, and which moved with which side."""

from collections.abc import Mapping

import numpy as np

from .... import dcimig, mig, viz, widgets
from ..data import FORMULAS, SIDES, all_rectangles, latents_of
from ._redraws import RedrawHistory

SIZES = 8
ROW = 50.0  # pixels of a latent's row in the table


def rectangle_controls(code: widgets.Control) -> Mapping[str, widgets.Control]:
    """A code, or several, and the two sides of the rectangle."""
    return {
        "code": code,
        "width": widgets.moved_by_handle(widgets.whole("width", 3, 1, SIZES)),
        "height": widgets.moved_by_handle(widgets.whole("height", 5, 1, SIZES)),
    }


@viz.panel(300, min_width=250, max_width=330)
def rectangle_panel(canvas: viz.Canvas, width: int, height: int) -> None:
    """Squared paper with the rectangle; its corner is the handle."""
    x, y, w, h = canvas.box
    unit = min(w - 24, h - 48) / SIZES
    top, bottom = y + 28, y + 28 + SIZES * unit
    canvas.title("drag the corner")
    for step in range(SIZES + 1):
        across, down = x + step * unit, top + step * unit
        canvas.line(across, top, across, bottom, viz.GRID)
        canvas.line(x, down, x + SIZES * unit, down, viz.GRID)
    corner = x + width * unit, bottom - height * unit
    box: viz.Style = {"fill_opacity": "0.55", "stroke_width": "2", "key": "rectangle"}
    canvas.rect(x, corner[1], width * unit, height * unit, viz.class_colour(4), viz.INK, **box)
    middle = x + max(width * unit / 2, 26)  # so that its name fits
    canvas.text(middle, bottom + 16, f"width {width}", link="width", key="w")
    style: viz.Style = {"link": "height", "key": "h"}
    canvas.text(corner[0] + 10, bottom - height * unit / 2, f"height {height}", "start", **style)
    axes = (
        viz.Axis("width", width, 1, SIZES, 1, "x", x + unit, x + SIZES * unit, "width"),
        viz.Axis("height", height, 1, SIZES, 1, "y", bottom - unit, top, "height"),
    )
    canvas.circle(*corner, 10, viz.HANDLE, key="corner", handle=viz.Handle("corner", axes))


@viz.panel(lambda code: 34 + 56 * len(FORMULAS[code]), min_width=170, max_width=260)
def gauges_panel(
    canvas: viz.Canvas, code: str, width: int, height: int, history: RedrawHistory
) -> None:
    """Each latent as a bar from its smallest to its largest value; what has just moved flashes."""
    rep = all_rectangles(code)
    now, low, high = latents_of(code, width, height), rep.latents.min(0), rep.latents.max(0)
    just_moved = {i for i, _ in history.last}
    x, y, w, _ = canvas.box
    canvas.title("latents of the rectangle", "latents")
    for i, name in enumerate(rep.latent_names):
        zero, share = (np.clip((v - low[i]) / (high[i] - low[i]), 0, 1) for v in (0, now[i]))
        label = f"{name} = {FORMULAS[code][i]} = {now[i]:g}"
        top = y + 34 + 56 * i
        canvas.text(x, top + 12, label, "start", link=name, key=f"g{i}name")
        bar: viz.Style = {"key": f"g{i}", "link": name}
        bar |= {"cls": "de-flash", "key": f"g{i}at{history.count}"} if i in just_moved else {}
        draw_gauge(canvas.within(x, top + 18, w - 20, 14), zero, share, bar, low[i] < 0)


def draw_gauge(
    canvas: viz.Canvas, zero: float, share: float, bar: viz.Style, has_zero: bool
) -> None:
    """Draw a bar from 0 to a value, both as shares of the width, and the 0 if it is inside."""
    x, y, width, height = canvas.box
    start, end = (x + at * width for at in sorted((zero, share)))
    canvas.rect(x, y, width, height, viz.GROUND, viz.GRID)
    canvas.rect(start, y, end - start, height, viz.PART, **bar)
    if has_zero:
        across = x + zero * width
        canvas.line(across, y - 4, across, y + 18, viz.INK)
        canvas.note(across, y + 28, 0, "middle")


@viz.panel(lambda history: 56 + ROW * len(history.moved), min_width=240, max_width=320)
def count_panel(canvas: viz.Canvas, code: str, history: RedrawHistory) -> None:
    """The matrix being counted: a token falls into a cell whenever a latent has moved."""
    x, y, width, _ = canvas.box
    canvas.title("which latents moved with which side?", "which latents moved?")
    left, top, cell = x + 62, y + 48, min((width - 70) / 2, 110)
    for k, side in enumerate(SIDES):
        label, style = f"only {side}: {history.redrawn[k]}", viz.Style(link=side, font_size="11")
        canvas.text(left + (k + 0.5) * cell, y + 40, label, fill=viz.FAINT, **style)
    for i, name in enumerate(all_rectangles(code).latent_names):
        down = top + ROW * i
        canvas.text(left - 8, down + 29, name, "end", viz.FAINT, link=name)
        for k in range(2):
            draw_count(canvas.within(left + k * cell, down, cell, ROW), name, history, i, k)
    for i, k in history.last:
        style = {"cls": "de-token", "key": f"token{history.count}-{i}"}
        style["style"] = f"--dx:{-cell * (k + 1.5):.0f}px;--dy:-10px"
        canvas.circle(left + (k + 0.5) * cell, top + ROW * i + 25, 9, viz.PART, **style)


def draw_count(canvas: viz.Canvas, name: str, history: RedrawHistory, i: int, k: int) -> None:
    """Draw a cell: how often latent i moved with side k."""
    x, y, width, height = canvas.box
    side, count, redrawn = SIDES[k], history.moved[i][k], history.redrawn[k]
    share = count / max(redrawn, 1)
    title = f"{name} moved in {count} of {redrawn} redraws of the {side}"
    style: viz.Style = {"key": f"n{i}-{k}", "link": (name, side)}
    canvas.rect(x, y, width, height, viz.shade(share), viz.GRID, title, **style)
    label = f"{count} of {redrawn}" if redrawn else "?"
    style = {"pointer_events": "none", "key": f"t{i}-{k}"}
    canvas.text(x + width / 2, y + 29, label, fill=viz.on_shade(share), **style)


def describe_tries(code: str, history: RedrawHistory, named: bool) -> str:
    """Whether the two characteristics are met so far, or what to do next.

    named : whether the characteristics have been given their names yet.
    """
    if history.both:
        return "The last step changed both sides, so it does not count. Change one side at a time."
    if min(history.redrawn) == 0:
        return describe_first_side(code, history)
    return describe_characteristics(history, named)


def describe_first_side(code: str, history: RedrawHistory) -> str:
    """The latents that moved with the only side that was changed so far, if one was."""
    if max(history.redrawn) == 0:
        return "Drag the corner first only sideways, then only up and down."
    side = int(history.redrawn[1] > 0)
    counts = zip(all_rectangles(code).latent_names, history.moved)
    moved = " and ".join(name for name, count in counts if count[side]) or "no latent"
    return (
        f"When only the {SIDES[side]} changed, {moved} moved. "
        f"Now change only the {SIDES[1 - side]}."
    )


def describe_characteristics(history: RedrawHistory, named: bool) -> str:
    """Whether each characteristic is met, once either side was changed without the other."""
    moves = np.array(history.moved) > 0
    follow = int((moves.sum(1) > 1).sum())  # latents that moved with both sides
    who = ("no latent", "one latent", "two latents")[follow]
    moving = int((moves.sum(0) > 1).sum())  # sides that moved two or more latents
    sides = ("no side", "one side", "each side")[moving]
    first, second = (" (Characteristic 1)", " (Characteristic 2)") if named else ("", "")
    return (
        f"“A latent follows at most one side”{first} is {'violated' if follow else 'met so far'}: "
        f"{who} moved with both sides. “A side moves at most one latent”{second} is "
        f"{'violated' if moving else 'met so far'}: {sides} moved two latents."
    )


def rectangle_picture(
    values: tuple[str, int, int], history: RedrawHistory, table: viz.Panel, named: bool
) -> viz.Picture:
    """A rectangle (code, width, height), its latents, and a table of its redraws."""
    code, width, height = values
    rep = all_rectangles(code)
    latents = zip(rep.latent_names, latents_of(code, width, height))
    listed = ", ".join(f"{name} = {value:g}" for name, value in latents)
    words = f"The rectangle is {width} wide and {height} high: {listed}."
    return viz.Picture(
        panels=(rectangle_panel(width, height), gauges_panel(*values, history), table),
        shows=words,
        caption=describe_tries(code, history, named),
        text=words,
        scores={score.metric: score for score in (mig(rep), dcimig(rep))},
    )
