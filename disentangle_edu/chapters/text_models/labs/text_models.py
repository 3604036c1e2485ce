"""Nine models, run by run: which is first, and how often is it first in a bootstrap?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .... import viz, widgets
from ....claims.zhang2021_models import LOSSES, NINE, printed
from ....theory.win_probability import REDRAWS, TABLES
from ....types import Floats
from .. import data

# Pixels: a model's row, between two runs, and between two runs on a narrow page.
ROW, STOP, NARROW = 30.0, 56.0, 46.0
RUN_SPACING = 3.6  # pixels between the heights of two runs
LABELS = 134  # pixels for the models' names


def format_percent(share: float) -> str:
    """A share as a percentage, which is 100% only if the share is 1."""
    return f"{share:.1%}" if 0.995 <= share < 1 else f"{share:.0%}"


# -------------------------------------------------------------------------------- runs of models


@dataclass(frozen=True)
class Row:
    """One model.

    values : one for each run.   wins : runs in which the model is first, from 0.   printed : mean
    and standard deviation in the paper, or NaN.
    """

    name: str
    values: Floats
    wins: Sequence[int]
    printed: tuple[float, float]


def rows_of(name: str) -> list[Row]:
    """A row for each model."""
    values = data.numbers_of(name)
    firsts = [] if name in data.NO_BEST else [data.first_of(column, name) for column in values.T]
    means, deviations = printed(name) if name in LOSSES else np.full((2, len(NINE)), np.nan)
    return [
        Row(
            label,
            values[j],
            [run for run, first in enumerate(firsts) if first == j],
            (means[j], deviations[j]),
        )
        for j, label in enumerate(NINE)
    ]


def span_of_rows(rows: Sequence[Row]) -> tuple[float, float]:
    """Range of the axis, with a margin."""
    ends = [(row.printed[0] - row.printed[1], row.printed[0] + row.printed[1]) for row in rows]
    drawn = np.concatenate([np.ravel(ends), *(row.values for row in rows)])
    low, high = np.nanmin(drawn), np.nanmax(drawn)
    pad = 0.06 * max(high - low, 1e-3)
    return low - pad, high + pad


@viz.panel(90 + ROW * len(NINE), min_width=330, max_width=720)
def runs_panel(canvas: viz.Canvas, name: str, title: str, run: int) -> None:
    """A row for each model: a dot per run, a stroke for the mean, a diamond for the paper."""
    rows, values = rows_of(name), data.numbers_of(name)
    x, y, width, _ = canvas.box
    left, right, top = x + LABELS, x + width - 14, y + 64
    bottom, span = top + ROW * len(rows), span_of_rows(rows)
    to_x = viz.scale(span, (left, right))
    canvas.title(f"{title}: a dot for each run", title)
    draw_run_slider(canvas.within(left, y + 40, right - left, 0), run, values.shape[1])
    canvas.rect(left, top, right - left, bottom - top, viz.GROUND, viz.GRID)
    for value in viz.round_ticks(*span, 4 if right - left < 260 else 5):
        canvas.line(to_x(value), top, to_x(value), bottom, viz.GRID)
        canvas.note(to_x(value), bottom + 15, f"{value:g}", "middle")
    for j, row in enumerate(rows):
        with canvas.group(link=row.name):
            draw_model_row(
                canvas.within(left, top + (j + 0.5) * ROW, right - left, 0), row, j, to_x, run
            )
    if name not in data.NO_BEST:
        best = data.first_of(values.mean(1) if run == 0 else values[:, run - 1], name)
        frame: viz.Style = {"stroke_width": "2.5", "rx": 4, "key": "best"}
        box = left - 132, top + best * ROW + 1, right - left + 132, ROW - 2
        canvas.rect(*box, "none", viz.CHOSEN, **frame)


def draw_model_row(canvas: viz.Canvas, row: Row, j: int, to_x: viz.Pixels, run: int) -> None:
    """Draw the name, the runs and the mean of one model around the top edge of the box."""
    left, y, _, _ = canvas.box
    canvas.text(left - 8, y + 4, row.name, "end", viz.INK, font_size="11", link=row.name)
    if np.isfinite(row.printed[0]):
        draw_printed(canvas, row, to_x)
    if not np.isfinite(row.values).any():
        canvas.note(left + 8, y + 4, "has none")
    if np.isfinite(row.values).all():
        middle = to_x(float(row.values.mean()))
        canvas.line(middle, y - 9, middle, y + 9, viz.PART, stroke_width="2", key=f"m{j}")
    for k, value in enumerate(row.values):
        if not np.isfinite(value):
            continue
        # Each run has a separate height above the printed mean.
        lane = y - 3 + RUN_SPACING * (k - (len(row.values) - 1) / 2)
        is_chosen = run == k + 1
        style: viz.Style = {"key": f"d{j}-{k}", "stroke": viz.PAPER}
        style["fill_opacity"] = "1" if is_chosen or run == 0 else "0.45"
        size, fill = 6.5 if is_chosen else 3.8, viz.CHOSEN if is_chosen else viz.PART
        draw_dot = draw_star if k in row.wins else viz.Canvas.circle
        title = f"{row.name}, run {k + 1}: {value:.3f}"
        draw_dot(canvas, to_x(float(value)), lane, size, fill, title, **style)


def draw_printed(canvas: viz.Canvas, row: Row, to_x: viz.Pixels) -> None:
    """Draw the mean that the paper prints for a model, below its runs."""
    y, (mean, deviation) = canvas.box[1] + 10, row.printed
    canvas.line(to_x(mean - deviation), y, to_x(mean + deviation), y, viz.FAINT, stroke_width="2")
    diamond = f"M{to_x(mean) - 5:.1f} {y:.1f}l5 -4l5 4l-5 4z"
    canvas.path(
        diamond, viz.PAPER, f"{row.name}, printed: {mean:g} ± {deviation:g}", stroke=viz.INK
    )


def draw_star(
    canvas: viz.Canvas, x: float, y: float, size: float, fill: str, title: str, **style: object
) -> None:
    """Draw a star instead of a disc, and a little larger, because it fills less of its circle."""
    angles = np.pi * (np.arange(10) / 5 - 0.5)
    reach = size * np.where(np.arange(10) % 2, 0.8, 1.9)
    corners = np.column_stack([x + reach * np.cos(angles), y + reach * np.sin(angles)])
    d = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "z"
    canvas.path(d, fill, title, **style)


def draw_run_slider(canvas: viz.Canvas, run: int, runs: int) -> None:
    """Draw a point to drag along the runs, from their mean on."""
    x, y, width, _ = canvas.box
    step = min(width / (runs + 1), STOP)
    names = ["mean", *(f"run {k + 1}" for k in range(runs))]
    if step < NARROW:
        names[1:] = [name.split()[1] for name in names[1:]]
    start, end = x + step / 2, x + step * (runs + 0.5)
    canvas.line(start, y, end, y, viz.GRID, stroke_width="4")
    for k, name in enumerate(names):
        fill = viz.INK if k == run else viz.FAINT
        canvas.text(x + (k + 0.5) * step, y - 12, name, fill=fill, font_size="11")
    canvas.circle(x + (run + 0.5) * step, y, 9, viz.HANDLE, key="run", pointer_events="none")
    axis = viz.Axis("run", run, 0, runs, 1, "x", start, end)
    # A click on a name also selects the run.
    handle = viz.Handle("run", (axis,), names[run], place=True)
    box = x, y - 26, end + step / 2 - x, 38
    canvas.rect(*box, "transparent", "none", key="rail", handle=handle)


# ----------------------------------------------------------------------------------- bootstrap


@viz.panel(106 + ROW * len(NINE), min_width=300, max_width=400)
def redraws_panel(canvas: viz.Canvas, name: str) -> None:
    """A bar for each model: how often it is first in the bootstrap."""
    x, y, width, _ = canvas.box
    canvas.title("how often first, in the bootstrap", "first, in the bootstrap")
    left, top, room = x + LABELS, y + 64, width - LABELS - 50
    canvas.rect(left, top, room, ROW * len(NINE), viz.GROUND, viz.GRID)
    for j, (label, share) in enumerate(zip(NINE, data.chances_to_win(name))):
        middle = top + (j + 0.5) * ROW
        canvas.text(left - 8, middle + 4, label, "end", viz.INK, font_size="11", link=label)
        canvas.rect(left, middle - 9, share * room, 18, viz.PART, key=f"first{j}", link=label)
        percent, small = format_percent(share), {"font_size": "11", "key": f"share{j}"}
        canvas.text(x + width, middle + 4, percent, "end", **small)
    if alike := data.chance_threshold(name):
        draw_thresholds(canvas.within(left, top, room, ROW * len(NINE)), alike)
        notes = (
            f"first of equal models: {alike[0]:.0%} on average (dashes),",
            f"below {alike[1]:.0%} in 95% of such tables (dots)",
        )
        for j, note in enumerate(notes):
            canvas.note(x, top + ROW * len(NINE) + 15 * (j + 1), note)


def draw_thresholds(canvas: viz.Canvas, alike: tuple[float, float]) -> None:
    """Draw how often the first of equal models is first: on average, and the 95% quantile."""
    left, top, room, height = canvas.box
    for share, dash, key in zip(alike, ("5 4", "1.5 3.5"), ("alike", "seldom")):
        x, style = left + share * room, {"stroke_width": "2", "key": key}
        canvas.line(x, top, x, top + height, viz.INK, stroke_dasharray=dash, **style)


# ------------------------------------------------------------------------------------- sentences


def describe_first(name: str, run: int, selected: Floats) -> str:
    """Say which model is first, and in how many runs.   selected : a number for each model."""
    if name in data.NO_BEST:
        which = "The means over runs" if run == 0 else f"The values of run {run}"
        low, high = np.nanmin(selected), np.nanmax(selected)
        return f"{which} are between {low:.2f} and {high:.2f}. More is neither good nor bad."
    best, n_runs = data.first_of(selected, name), data.numbers_of(name).shape[1]
    wins = sum(data.first_of(column, name) == best for column in data.numbers_of(name).T)
    where = "By its mean over runs," if run == 0 else f"In run {run},"
    caption = (
        f"{where} {list(NINE)[best]} is first. It is first in {wins or 'none'} of {n_runs} runs"
    )
    if run > 0:
        return f"{caption}."
    chance = format_percent(data.chances_to_win(name)[best])
    return f"{caption}, and in {chance} of the bootstrap's draws."


def list_firsts(name: str) -> str:
    """List the models that are first in a run, with the number of these runs."""
    labels = list(NINE)
    firsts = Counter(labels[data.first_of(column, name)] for column in data.numbers_of(name).T)
    return ", ".join(f"{label} in {count}" for label, count in firsts.most_common())


def list_runs(name: str) -> str:
    """List the numbers of each run, and say what is drawn."""
    values = data.numbers_of(name)
    spread, means = values.std(1, ddof=1), values.mean(1)
    # NaN means come last.
    order = np.sort(means if name in data.LOWER_IS_BETTER else -means)
    lines = [
        f"The runs of the median model have a standard deviation of {np.nanmedian(spread):.3g}."
    ]
    if name not in data.NO_BEST:
        lines[0] += f" The best mean is {order[1] - order[0]:.3g} ahead of the second."
        lines.append(f"First in single runs: {list_firsts(name)}.")
    digits = ".0f" if name == "AU" else ".3f"
    for label, row in zip(NINE, values):
        listing = ", ".join(f"{value:{digits}}" for value in row)
        lines.append(f"{label}: {listing if np.isfinite(row).all() else 'has none'}")
    if name in LOSSES:
        lines.append(
            "An open diamond is the mean in the paper, with one standard deviation to each side."
        )
    if name not in data.NO_BEST:
        lines.append("The bootstrap counts every way to draw five runs from a model's own five.")
    if name not in data.NO_BEST and data.chance_threshold(name):
        lines.append(
            f"Dashes and dots come from {TABLES} tables in which all runs are assigned to the "
            f"models at random, with {REDRAWS} draws each."
        )
    return "\n".join(lines)


@widgets.lab(
    lambda: {
        "quantity": widgets.choice("quantity", list(data.QUANTITIES), "MIG"),
        "run": widgets.moved_by_handle(widgets.whole("run", 0, 0, data.numbers_of("Rec").shape[1])),
    },
    describe_change=widgets.describe_by_caption,
)
def text_models(quantity: str, run: int) -> viz.Picture:
    """Nine models, five runs each: which is best, and would another run agree?"""
    name = data.QUANTITIES[quantity]
    values = data.numbers_of(name)
    selected = values.mean(1) if run == 0 else values[:, run - 1]
    panels = [runs_panel(name, quantity, run)]
    if name not in data.NO_BEST:
        panels.append(redraws_panel(name))
    return viz.Picture(
        panels=tuple(panels),
        shows=f"A dot for each run of nine models: {quantity}.",
        caption=describe_first(name, run, selected),
        text=list_runs(name),
        scores=dict(zip(NINE, selected.tolist())),
    )
