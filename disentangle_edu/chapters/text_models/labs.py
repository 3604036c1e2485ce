"""Labs on nine models that learned sentences, five runs each: what they tell, who is first, why."""

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from ... import background
from ...claims.zhang2021_models import (
    LOSSES,
    METRICS_BY_AUTHOR,
    NINE,
    compared,
    nine,
    our_correlations,
    printed,
    runs,
)
from ...claims.zhang2021_tables import AE, printed_correlations
from ...claims.zhang2021_tables import QUANTITIES as FREE
from ...metrics import mig
from ...score import Score
from ...theory.bootstrap import (
    REDRAWS,
    TABLES,
    bootstrap_win_probability,
    equal_models_win_probability,
)
from ...types import Floats
from ...viz.canvas import HALO, Canvas, Panel, Style, panel, scale, stack
from ...viz.handles import Axis, Handle, along
from ...viz.markdown import enumerated
from ...viz.panels import curve_panel, matrix_panel, scatter_panel
from ...viz.picture import Picture
from ...viz.plot import round_ticks, span_of
from ...viz.svg import (
    Keywords,
    Place,
    choices,
    circle,
    draw_axes,
    group,
    line,
    marker,
    path,
    rect,
    text,
)
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PAPER, PART
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, number, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...zoo import pretrained_text
from ..common.mixtures import spread_words
from ..common.text_models import ROOMY, WALKED
from .data import KINDS, RISES, SPOKEN, kind_of

# ------------------------------------------------------------------------- what a code may tell

SENTENCE_NATS = float(np.log(720_000))  # nats that a sentence of YNOC takes
MOST = 16.0  # nats on either axis
NEAR = 0.4  # nats: so near, the point is at a model, or on the line


def _kl_and_rec() -> dict[str, tuple[float, float]]:
    """KL and Rec of each model, the mean over its runs; an autoencoder has no KL."""
    kl, rec = (numbers_of(name).mean(axis=1).tolist() for name in ("KL", "Rec"))
    return dict(zip(NINE, zip(kl, rec)))


@panel(400, min_width=330, max_width=720)
def _budget_panel(canvas: Canvas, kl: float, rec: float) -> None:
    """Models in the plane of what they tell and what is left, and a point that is taken there."""
    models = _kl_and_rec()
    labels = "drag the point: what would a model here do?", "KL, nats", "Rec, nats"
    to_pixels = draw_axes(canvas, labels, (0, MOST), (0, MOST))
    (left, bottom), (right, top) = to_pixels(0, 0), to_pixels(MOST, MOST)
    (across, _), (_, up) = to_pixels(SENTENCE_NATS, 0), to_pixels(0, SENTENCE_NATS)
    canvas.path(
        f"M{left:.1f} {bottom:.1f}H{across:.1f}L{left:.1f} {up:.1f}z", GRID, fill_opacity="0.6"
    )
    canvas.line(left, up, across, bottom, INK, stroke_width="1.5")
    small: Style = {"font_size": "11"}
    note = "a sentence takes", f"{SENTENCE_NATS:.2f} nats: no", "model is down here"
    for j, sentence in enumerate(note):
        canvas.text(*to_pixels(0.4, 6.2 - 0.9 * j), sentence, "start", FAINT, **small)
    for name, (its_kl, its_rec) in models.items():
        if np.isnan(its_kl):
            canvas.add(_rec_line(name, left, right, to_pixels(0, its_rec)[1]))
        else:
            canvas.add(_model_in_plane(name, its_kl, its_rec, to_pixels))
    point = to_pixels(kl, rec)
    (_, foot), lost = to_pixels(kl, SENTENCE_NATS - kl), {"stroke_width": "3", "key": "lost"}
    canvas.line(point[0], point[1], point[0], min(foot, bottom), MARK, **lost)
    axes = (
        Axis("kl", kl, 0, MOST, 0.5, "x", left, right, "KL in nats"),
        Axis("rec", rec, 0, MOST, 0.5, "y", bottom, top, "Rec in nats"),
    )
    handle = Handle("a model", axes)
    canvas.circle(*point, 10, MARK, stroke=PAPER, key="point", handle=handle)


def _rec_line(name: str, left: float, right: float, line_y: float) -> str:
    """A model that pays nothing for what it tells: a line at what is left to guess."""
    dashed = line(left, line_y, right, line_y, FAINT, stroke_dasharray="5 4")
    label = f"{name}: KL is not counted"
    return group(
        dashed, text(right - 4, line_y - 5, label, "end", FAINT, font_size="11"), link=name
    )


LONG_STROKE = 1.5  # nats: beside a stroke of so many there is room for a name


def _model_in_plane(name: str, kl: float, rec: float, to_pixels: Place) -> str:
    """A point, its name, and a stroke down to the line: what is lost."""
    x, y = to_pixels(kl, rec)
    foot = to_pixels(kl, max(SENTENCE_NATS - kl, 0.0))[1]
    stroke = line(x, y, x, foot, PART, stroke_width="1.5")
    lost = kl + rec - SENTENCE_NATS
    fits = x + 6.2 * len(name) < to_pixels(MOST, 0)[0]
    if lost > 2 * NEAR and (lost < LONG_STROKE or not fits):
        label_args = x - 4, foot + 13, name, "end"  # at the foot of a short stroke
    else:
        label_args = (
            (x + 7, (y + foot) / 2 + 4, name, "start")
            if lost >= LONG_STROKE
            else (x + 9, y - 5, name, "start")
        )
    label = text(*label_args, INK, font_size="11", **HALO)
    title = f"{name}: KL {kl:.2f}, Rec {rec:.2f}, lost {lost:.2f}"
    point = marker(x, y, kind_of(name), 4, title=title, fill_opacity="1")
    return group(stroke, point, label, link=name)


def draw_text_budget(kl: float, rec: float) -> Picture:
    """Whether a model can have this KL and this Rec, and how much it would lose."""
    models = {name: point for name, point in _kl_and_rec().items() if np.isfinite(point[0])}
    lost = kl + rec - SENTENCE_NATS
    together = f"KL {kl:g} and Rec {rec:g} are {kl + rec:g} nats together"
    name = min(models, key=lambda name: np.hypot(models[name][0] - kl, models[name][1] - rec))
    its_kl, its_rec = models[name]
    if np.hypot(its_kl - kl, its_rec - rec) < 2 * NEAR:
        its_own = its_kl + its_rec - SENTENCE_NATS
        caption = (
            f"Here is {name}, with KL {its_kl:.2f} and Rec {its_rec:.2f}: it loses {its_own:.2f}."
        )
    elif lost < -NEAR:
        remainder = f"after {kl:g} nats at least {SENTENCE_NATS - kl:.2f} are left to guess"
        caption = (
            f"{together}, {-lost:.2f} less than a sentence takes. "
            f"No model can be here: {remainder}."
        )
    elif lost < NEAR:
        caption = f"{together}, what a sentence takes: all that is told is used."
    else:
        caption = f"{together}, {lost:.2f} more than a sentence takes: so much is lost."
    lines = [f"A sentence takes ln 720,000 = {SENTENCE_NATS:.2f} nats. Means over runs:"]
    for name, (its_kl, its_rec) in _kl_and_rec().items():
        ends = f"KL {its_kl:.2f}, Rec {its_rec:.2f}, lost {its_kl + its_rec - SENTENCE_NATS:.2f}"
        lines.append(f"{name}: {ends if np.isfinite(its_kl) else f'no KL, Rec {its_rec:.2f}'}")
    panels = (_budget_panel(kl, rec),)
    return Picture(
        panels=panels,
        description=f"{caption} {' '.join(lines)}",
        text="\n".join(lines),
        scores={"lost": lost},
        caption=caption,
    )


@lab
def text_budget(after: After = None) -> Lab:
    """What a code tells, and what its decoder has left to guess: where can a model be?"""
    controls = {
        "kl": dragged(number("KL, nats", 9, 0, MOST, 0.5)),
        "rec": dragged(number("Rec, nats", 12, 0, MOST, 0.5)),
    }
    return Lab(draw_text_budget, controls, describe_change=use_caption, after=after)


# --------------------------------------------------------------------------------- nine in runs

ROW, STOP, NARROW = 30.0, 56.0, 46.0  # pixels of a model, from run to run, and where it is tight
RUN_SPACING = 3.6  # pixels between the heights of two runs
QUANTITIES = {
    "reconstruction, nats": "Rec",
    "KL, nats": "KL",
    "active units": "AU",
    "Hoyer": "Hoyer",
    **SPOKEN,
}
QUANTITY_NAMES = {name: words for words, name in QUANTITIES.items()}
BEST_IS_LEAST, NO_BEST = ("Rec",), ("KL", "AU")


def measured_runs(name: str) -> dict[str, list]:
    """One quantity of all models and runs in plain values; kept: pandas comes slowly."""

    def measure() -> dict[str, list]:
        frame = runs((LOSSES | METRICS_BY_AUTHOR)[name]).astype(object)
        return {"runs": frame.where(frame.notna(), None).to_numpy().tolist()}

    return background.cached("runs", name, measure)


@functools.cache
def numbers_of(name: str) -> Floats:
    """(9, runs) of one quantity; a model that has none of it has NaN."""
    values = np.array(measured_runs(name)["runs"], dtype=float)
    values.setflags(write=False)
    return values


def first_of(values: Floats, name: str) -> int:
    """Which model is best."""
    return int(np.nanargmin(values) if name in BEST_IS_LEAST else np.nanargmax(values))


def _format_percent(share: float) -> str:
    """In per cent; what is nearly all is not said to be all."""
    return f"{share:.1%}" if 0.995 <= share < 1 else f"{share:.0%}"


def _oriented_numbers(name: str) -> Floats:
    """(9, runs) of one quantity, so that the largest mean is the best."""
    return numbers_of(name) * (-1 if name in BEST_IS_LEAST else 1)


@functools.cache
def chances_to_win(name: str) -> Floats:
    """The chance of each model to be first on the mean, if its runs are drawn from its own."""
    return bootstrap_win_probability(_oriented_numbers(name))


@functools.cache
def chance_threshold(name: str) -> tuple[float, float] | None:
    """The winner's bar if all models are alike; None where a model has no such number."""
    values = _oriented_numbers(name)
    return equal_models_win_probability(values) if np.isfinite(values).all() else None


@panel(106 + ROW * len(NINE), min_width=300, max_width=400)
def _redraws_panel(canvas: Canvas, name: str) -> None:
    """A bar per model, in its row: how often it is first."""
    shares, alike = chances_to_win(name), chance_threshold(name)
    x, y, width, _ = canvas.box
    titles = "first, if the runs are drawn anew", "first, drawn anew"
    (left, top) = (x + 134, y + 64)
    canvas.title(*titles)
    room = width - 134 - 50
    canvas.rect(left, top, room, ROW * len(NINE), GROUND, GRID)
    for j, (label, share) in enumerate(zip(NINE, shares)):
        position = top + (j + 0.5) * ROW
        canvas.text(left - 8, position + 4, label, "end", INK, font_size="11", link=label)
        canvas.rect(left, position - 9, share * room, 18, PART, key=f"first{j}", link=label)
        canvas.text(
            x + width, position + 4, _format_percent(share), "end", font_size="11", key=f"share{j}"
        )
    bottom = top + ROW * len(NINE)
    for share, dash, key in zip(alike or (), ("5 4", "1.5 3.5"), ("alike", "seldom")):
        position = left + share * room
        canvas.line(
            position, top, position, bottom, INK, stroke_dasharray=dash, stroke_width="2", key=key
        )
    if alike:
        notes = (
            f"if all were alike, the first had {alike[0]:.0%} on average",
            f"(dashes), below {alike[1]:.0%} in 95 of 100 tables (dots)",
        )
        for j, line_ in enumerate(notes):
            position = bottom + 15 * (j + 1)
            canvas.note(x, position, line_)


def _runs_panel(name: str, title: str, run: int) -> Panel:
    """A row per model: a dot per run, the mean as a stroke, what is printed as an open diamond."""
    values, labels = numbers_of(name), list(NINE)
    theirs = printed(name) if name in LOSSES else None
    mean, of = theirs or (0.0, 0.0)
    everything = [values.ravel(), *((mean - of, mean + of) if theirs else ())]
    all_values = np.concatenate(everything)
    low, high = np.nanmin(all_values), np.nanmax(all_values)
    pad = 0.06 * max(high - low, 1e-3)
    low, high = low - pad, high + pad
    selected = values.mean(1) if run == 0 else values[:, run - 1]
    best = None if name in NO_BEST else first_of(selected, name)
    winners = [] if name in NO_BEST else [first_of(column, name) for column in values.T]

    @panel(90 + ROW * len(labels), min_width=330, max_width=720)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title(f"{title}: a dot for each run", title)
        left, right, top = x + 134, x + width - 14, y + 64
        to_x = scale((low, high), (left, right))
        canvas.add(_run_slider(left, y + 40, right - left, run, values.shape[1]))
        bottom = top + ROW * len(labels)
        canvas.rect(left, top, right - left, bottom - top, GROUND, GRID)
        for value in round_ticks(low, high, 4 if right - left < 260 else 5):
            canvas.line(to_x(value), top, to_x(value), bottom, GRID)
            canvas.note(to_x(value), bottom + 15, f"{value:g}", "middle")
        for j, label in enumerate(labels):
            row_y = top + (j + 0.5) * ROW
            canvas.add(_row(j, label, row_y, left, to_x, j == best))
        if best is not None:
            frame: Style = {"stroke_width": "2.5", "rx": 4, "key": "best"}
            canvas.rect(
                left - 132,
                top + best * ROW + 1,
                right - left + 132,
                ROW - 2,
                "none",
                MARK,
                **frame,
            )

    def _row(j: int, label: str, row_y: float, left: float, to_x: Any, first: bool) -> str:
        parts = [text(left - 8, row_y + 4, label, "end", INK, font_size="11", link=label)]
        if theirs:
            mean, spread = theirs[0][j], theirs[1][j]
            if np.isfinite(mean):
                ends = to_x(mean - spread), to_x(mean + spread)
                parts.append(
                    line(ends[0], row_y + 10, ends[1], row_y + 10, FAINT, stroke_width="2")
                )
                middle = to_x(mean)
                shape = f"M{middle - 5:.1f} {row_y + 10:.1f}l5 -4l5 4l-5 4z"
                parts.append(
                    path(shape, PAPER, f"{label}, printed: {mean:g} ± {spread:g}", stroke=INK)
                )
        if not np.isfinite(values[j]).any():
            parts.append(text(left + 8, row_y + 4, "has none", "start", FAINT, font_size="11"))
        if np.isfinite(values[j]).all():
            middle = to_x(float(values[j].mean()))
            parts.append(
                line(middle, row_y - 9, middle, row_y + 9, PART, stroke_width="2", key=f"m{j}")
            )
        for k, value in enumerate(values[j]):
            if not np.isfinite(value):
                continue
            # Each run has a height of its own, above what is printed.
            lane = row_y - 3 + RUN_SPACING * (k - (len(values[j]) - 1) / 2)
            is_chosen = run == k + 1
            style: Style = {
                "key": f"d{j}-{k}",
                "title": f"{label}, run {k + 1}: {value:.3f}",
            }
            style |= {"stroke": PAPER, "fill_opacity": "1" if is_chosen or run == 0 else "0.45"}
            first_in_its_run = k < len(winners) and winners[k] == j
            dot = _star if first_in_its_run else circle
            size, fill = 6.5 if is_chosen else 3.8, MARK if is_chosen else PART
            parts.append(dot(to_x(float(value)), lane, size, fill, **style))
        return group(*parts, link=label)

    return draw()


def _star(
    x: float, y: float, size: float, fill: str, /, title: str | None = None, **more: object
) -> str:
    """A star instead of a disc, a little larger, for it fills less of its circle."""
    angles = np.pi * (np.arange(10) / 5 - 0.5)
    reach = size * np.where(np.arange(10) % 2, 0.8, 1.9)
    corners = np.column_stack([x + reach * np.cos(angles), y + reach * np.sin(angles)])
    return path("M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "z", fill, title, **more)


def _run_slider(x: float, y: float, width: float, run: int, runs: int) -> str:
    """A point that is drawn along the runs; at 0 it stands for their mean."""
    step = min(width / (runs + 1), STOP)
    names = ["mean", *(f"run {k + 1}" for k in range(runs))]
    if step < NARROW:
        names[1:] = [name.split()[1] for name in names[1:]]
    end = x + step * (len(names) - 0.5)
    out = [line(x + step / 2, y, end, y, GRID, stroke_width="4")]
    for k, name in enumerate(names):
        out.append(
            text(
                x + (k + 0.5) * step, y - 12, name, fill=INK if k == run else FAINT, font_size="11"
            )
        )
    axis = Axis("run", run, 0, runs, 1, "x", x + step / 2, end)
    handle = Handle("run", (axis,), names[run], place=True)  # a click on a name sets it, too
    over = rect(x, y - 26, end + step / 2 - x, 38, "transparent", "none", key="rail", handle=handle)
    style: Style = {"key": "run", "pointer_events": "none"}
    return "".join(out) + circle(x + (run + 0.5) * step, y, 9, MARK, **style) + over


def draw_text_models(quantity: str, run: int) -> Picture:
    """Nine models in their runs: draw the point along the runs, and see who is first."""
    name = QUANTITIES[quantity]
    values, labels = numbers_of(name), list(NINE)
    spread, means = values.std(1, ddof=1), values.mean(1)
    scores = {
        label: float(v) for label, v in zip(labels, means if run == 0 else values[:, run - 1])
    }
    who = "On the mean over runs" if run == 0 else f"In run {run}"
    if name in NO_BEST:
        finite = [value for value in scores.values() if np.isfinite(value)]
        caption = (
            f"{who}: {min(finite):.2f} to {max(finite):.2f}. More of it is neither good nor bad."
        )
    else:
        best = first_of(np.array(list(scores.values())), name)
        firsts = Counter(labels[first_of(column, name)] for column in values.T)
        caption = f"{who} {labels[best]} is first. " + (
            "Over the runs, first are: "
            + ", ".join(f"{label} in {times}" for label, times in firsts.most_common())
            + "."
            if len(firsts) > 1
            else f"In every single run it is {next(iter(firsts))}."
        )
        if run == 0:
            chance = _format_percent(chances_to_win(name)[best])
            caption += f" Drawn anew, {labels[best]} is first in {chance}."
    order = np.sort(means if name in BEST_IS_LEAST else -means)  # those without a mean come last
    deviation = f"The median model's runs deviate by {np.nanmedian(spread):.3g}" + (
        "." if name in NO_BEST else f"; the first mean is {order[1] - order[0]:.3g} ahead."
    )
    lines = [deviation]
    for label, row in zip(labels, values):
        digits = ".0f" if name == "AU" else ".3f"
        listing = (
            ", ".join(f"{value:{digits}}" for value in row)
            if np.isfinite(row).all()
            else "has none"
        )
        lines.append(f"{label}: {listing}")
    if name in LOSSES:
        lines.append(
            "Open diamonds: what the paper prints; their bars reach one deviation to each side."
        )
    panels = [_runs_panel(name, quantity, run)]
    if name not in NO_BEST:
        panels.append(_redraws_panel(name))
        lines.append("Drawn anew: every way of drawing five runs from a model's own five counts.")
        if chance_threshold(name):
            lines.append(
                f"Dashes and dots: {TABLES} tables in which all runs are dealt to the models by "
                f"lot, each with {REDRAWS} draws."
            )
    return Picture(
        panels=tuple(panels),
        description=f"{caption} {deviation}",
        text="\n".join(lines),
        scores=scores,
        caption=caption,
    )


@lab
def text_models(after: After = None) -> Lab:
    """Nine models, five runs each: which is best, and would another run say the same?"""
    controls = {
        "quantity": choice("quantity", list(QUANTITIES), "MIG"),
        "run": dragged(whole("run", 0, 0, numbers_of("Rec").shape[1])),
    }
    return Lab(draw_text_models, controls, describe_change=use_caption, after=after)


# ---------------------------------------------------------------------------------- correlations

CELL = 58.0


def _runs_cloud(row: str, column: str) -> Panel:
    """The runs behind one correlation, a point each."""
    points = compared()[[column, row]]
    complete = points.notna().all(axis=1).to_numpy()
    cloud = points.to_numpy(dtype=float)[complete]
    kinds = np.array([kind_of(model) for model in nine()["row"]])[complete]
    means = points[complete].groupby(nine()["row"].to_numpy()[complete]).mean()

    def over(to_pixels: Place) -> str:
        ring: Style = {"stroke_width": "1.8", "fill_opacity": "0"}
        return "".join(
            circle(*to_pixels(*mean), 8, "none", stroke=INK, title=f"{name}, mean", **ring)
            for name, mean in zip(means.index, means.to_numpy(dtype=float))
        )

    labels = f"{len(cloud)} runs; rings: means of models", column, QUANTITY_NAMES[row]
    low, high = span_of(cloud[:, 1])
    across = _round_ends(*span_of(cloud[:, 0]))
    up = _round_ends(low, high + 0.12 * (high - low))  # the legend lies above the points
    room: Keywords = {"x_range": across, "y_range": up, "height": 330.0, "over": over}
    return scatter_panel(labels, cloud, kinds, KINDS, **room)


def _round_ends(low: float, high: float) -> tuple[float, float]:
    """Round numbers around a range, with room above it for a legend."""
    step = 10.0 ** np.floor(np.log10(high - low))
    return float(np.floor(low / step) * step), float((np.floor(high / step) + 1) * step)


def _correlation_panel(rows: list[str], chosen: int, behind: tuple[str, str]) -> Panel:
    """Squares whose area is a correlation: filled over our runs, framed as printed."""
    ours, theirs = our_correlations(), printed_correlations("YNOC")

    @panel(98 + CELL * len(rows), min_width=330, max_width=420)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        titles = (
            "click a square to see its runs, a column's name to sort",
            "click a square, or a name",
        )
        canvas.title(*titles)
        left, top = x + 92, y + 56
        cell = min((width - 96) / len(FREE), CELL)
        heads: list[str] = []
        for k, column in enumerate(FREE):
            middle = left + (k + 0.5) * cell
            axis = Axis("column", -1.0, k, k, 1.0, "y", 0)
            handle = Handle(f"sort by {column}", (axis,), cell=(0, k), chosen=k == chosen)
            style: Style = {"key": f"head{k}", "handle": handle, "rx": 4}
            frame = (MARK, 2.5) if k == chosen else (GRID, 1)
            heads.append(
                rect(
                    left + k * cell + 2,
                    top - 31,
                    cell - 4,
                    29,
                    GROUND,
                    frame[0],
                    stroke_width=str(frame[1]),
                    **style,
                )
            )
            heads.append(
                text(middle, top - 13, column, fill=INK, font_size="11", pointer_events="none")
            )
        canvas.add(choices("sorted by", *heads, key="heads"))
        legend = (
            "larger is stronger; filled: ours, blue together, orange opposite; framed: printed, "
            "dashed where below 0; AU: active units"
        )
        canvas.paragraph(x, top + len(rows) * cell + 8, width, legend)
        squares: list[str] = []
        for j, row in enumerate(rows):
            row_y = top + (j + 0.5) * cell
            canvas.text(
                left - 6,
                row_y + 4,
                QUANTITY_NAMES[row],
                "end",
                INK,
                font_size="11",
                link=row,
                key=f"r{row}",
            )
            for k, column in enumerate(FREE):
                squares.append(_square(left + k * cell, top + j * cell, cell, row, column))
        canvas.add(choices("whose runs are shown", *squares, key="squares"))

    def _square(x: float, y: float, cell: float, row: str, column: str) -> str:
        our_value, printed_value = float(ours[column][row]), float(theirs[column][row])
        label = (
            f"{QUANTITY_NAMES[row]} and {column}: {our_value:.2f} over our runs, "
            f"{printed_value:.2f} printed"
        )
        index = list(METRICS_BY_AUTHOR).index(row) * len(FREE) + FREE.index(column)
        axis = Axis("square", -1.0, index, index, 1.0, "y", 0)
        position = rows.index(row) + 1, FREE.index(column)
        is_chosen = (row, column) == behind
        handle = Handle(f"see the runs of {label}", (axis,), cell=position, chosen=is_chosen)
        named: Style = {"key": f"{row}/{column}", "title": label, "link": (row, column)}
        frame = (MARK, 2.5) if is_chosen else (GRID, 1)
        box: Style = {"handle": handle, "stroke_width": str(frame[1])}
        out = [rect(x + 1, y + 1, cell - 2, cell - 2, GROUND, frame[0], **box, **named)]
        for value, fill, stroke, mark in (
            (our_value, PART if our_value >= 0 else MARK, "none", "o"),
            (printed_value, "none", INK, "p"),
        ):
            side = max(abs(value) ** 0.5 * (cell - 10), 1.0) if np.isfinite(value) else 0.0
            corner = x + (cell - side) / 2, y + (cell - side) / 2
            more: Style = {"pointer_events": "none", "key": f"{row}/{column}{mark}"}
            if mark == "p" and value < 0:
                more["stroke_dasharray"] = "3 3"
            out.append(rect(*corner, side, side, fill, stroke, **more))
        return "".join(out)

    return draw()


def _correlations_by_model(row: str, column: str) -> tuple[float, float]:
    """The correlation over models, each with the mean of its runs, and that within models."""
    groups = compared()[[column, row]].groupby(nine()["row"].to_numpy())
    within = compared()[[column, row]] - groups.transform("mean")
    return tuple(float(t.corr().to_numpy()[0, 1]) for t in (groups.mean(), within))  # type: ignore


def _describe_relation(correlation: float) -> str:
    """How a cloud of runs looks."""
    way = "rise together" if correlation > 0 else "go opposite ways"
    return f"{way}, {'loosely' if abs(correlation) < 0.5 else 'in a wide band'}"


def draw_text_correlations(column: int, square: int) -> Picture:
    """How the six metrics go with sparsity, active units, reconstruction and KL."""
    chosen, ours = FREE[column], our_correlations()
    behind = list(METRICS_BY_AUTHOR)[square // len(FREE)], FREE[square % len(FREE)]
    order = list(
        ours.loc[list(METRICS_BY_AUTHOR), chosen].sort_values(ascending=False, key=abs).index
    )
    row, other = behind
    our_value, theirs = float(ours[other][row]), float(printed_correlations("YNOC")[other][row])
    tied = "are hardly related" if abs(our_value) < RISES else _describe_relation(our_value)
    means, within = _correlations_by_model(row, other)
    caption = (
        f"{QUANTITY_NAMES[row]} and {other} {tied}: {our_value:.2f} over our runs, {theirs:.2f} "
        f"printed; {means:.2f} over the means of the models, {within:.2f} among runs of one model."
    )
    details = (
        f"Filled: our {len(nine())} runs ({np.isfinite(numbers_of('KL')).sum()} for KL, which an "
        "autoencoder has not), blue for together, orange for opposite. Framed: printed, dashed "
        "where it is below 0. AU: active units; -Rec: less reconstruction error is more."
    )
    scores = {QUANTITY_NAMES[row]: float(ours[chosen][row]) for row in order}
    panels = _correlation_panel(order, column, behind), _runs_cloud(*behind)
    return Picture(
        panels=panels,
        description=f"{caption} {details}",
        text=details,
        scores=scores,
        caption=caption,
    )


@lab
def text_correlations(after: After = None) -> Lab:
    """Do metrics that ask for factors follow numbers that need none?"""
    controls = {
        "column": dragged(whole("column", FREE.index("-Rec"), 0, len(FREE) - 1)),
        "square": dragged(whole("square", 2, 0, len(METRICS_BY_AUTHOR) * len(FREE) - 1)),
    }
    return Lab(draw_text_correlations, controls, describe_change=use_caption, after=after)


STROKES = 120  # sentences whose codes are drawn
REACH = 3.5  # of the axis, to either side of 0
STEP = 0.02
SHARES = np.linspace(0, 1, round(1 / STEP) + 1)
SEEDS = range(5)


@functools.cache
def _noisy_models() -> dict[str, str]:
    """The first run of each model that learned with noise: its name in the table, on the shelf."""
    shipped = nine().loc[nine().index.isin(pretrained_text.coded()), "row"]
    models = {row: str(model) for model, row in shipped.items() if row != AE}
    return models | {ROOMY: WALKED[ROOMY]}


@functools.lru_cache(maxsize=2048)
def _noisy_mig(model: str, share: float, seed: int) -> Score:
    return mig(pretrained_text.code(model, noise=share, seed=seed))


def _strips_panel(model: str, share: float) -> Panel:
    """A strip for each latent: a stroke for each sentence's code, and the noise as a band."""
    means = pretrained_text.code(model).latents
    codes = pretrained_text.code(model, noise=share).latents[:STROKES]
    spread, full_noise = pretrained_text.spread_and_noise(model)
    strip = 54.0 if len(spread) <= 4 else 42.0

    @panel(100 + strip * len(spread), min_width=330, max_width=520)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        titles = "codes and their noise: drag the point", "codes and their noise"
        canvas.title(*titles)
        left, right, strip_height = x + 64, x + width - 10, strip - 24
        to_x = scale((-REACH, REACH), (left, right))
        for i in range(len(spread)):
            top, name = y + 46 + strip * i, f"latent {i + 1}"
            linked: Style = {"link": name}
            canvas.text(left - 8, top + strip_height / 2 + 4, name, "end", FAINT, **linked)
            canvas.rect(left, top, right - left, strip_height, GROUND, GRID, **linked)
            ends = np.clip(
                means[:, i].mean() + share * full_noise[i] * np.array([-1, 1]), -REACH, REACH
            )
            band = to_x(ends[0]), top + 2, to_x(ends[1]) - to_x(ends[0]), strip_height - 4
            canvas.rect(*band, MARK, fill_opacity="0.35", key=f"noise{i}")
            inside = codes[np.abs(codes[:, i]) <= REACH, i]
            strokes = "".join(
                f"M{to_x(z):.1f} {top + 5:.1f}v{strip_height - 10:.1f}" for z in inside
            )
            canvas.path(strokes, stroke=PART, stroke_opacity="0.5", key=f"codes{i}")
            label = f"codes differ by {spread[i]:.2g}, full noise {full_noise[i]:.2g}"
            canvas.note(right, top - 4, label, "end", **linked)
        bottom = y + 46 + strip * len(spread)
        widest = int(full_noise.argmax())
        middle, top = float(means[:, widest].mean()), y + 46 + strip * widest
        grip = along(
            "noise", share, (0, 1), STEP, (to_x(middle), to_x(middle + full_noise[widest]))
        )
        handle = Handle("noise, at its edge", (grip,), f"{share:.0%} of the noise")
        edge_xy = (
            to_x(middle + share * full_noise[widest]),
            top + strip_height,
        )  # not upon the strokes
        canvas.circle(*edge_xy, 9, MARK, stroke=PAPER, key="edge", handle=handle)
        for value in (-2, 0, 2):
            canvas.line(to_x(value), bottom - 22, to_x(value), bottom - 18, FAINT)
            canvas.note(to_x(value), bottom - 6, value, "middle")
        legend = (
            f"a blue stroke: one of {STROKES} sentences; orange: the noise, one standard deviation "
            "to either side; full noise: what the latent had while the network learned (root mean "
            "square over sentences)"
        )
        canvas.paragraph(x, bottom + 4, width, legend)

    return draw()  # four lines of legend on a phone


def _curve_panel(model: str, share: float, value: float) -> Panel:
    """MIG over shares of the noise, with a mark to drag."""
    curve = [_noisy_mig(model, round(float(level), 2), 0).value for level in SHARES]

    def handle(to_pixels: Place) -> Handle:
        ends = to_pixels(0, 0)[0], to_pixels(1, 0)[0]
        return Handle("noise", (along("noise", share, (0, 1), STEP, ends),), f"{share:.0%}")

    labels = "MIG over noise: drag the mark", "share of the noise", "MIG"
    room: Keywords = {"y_range": (0.0, span_of(curve)[1]), "height": 230}
    return curve_panel(labels, SHARES, curve, mark=(share, value), handle=handle, **room)


def draw_text_noise(model: str, noise: float) -> Picture:
    """A trained code, more and more of its noise, and what is left of its matrix."""
    name = _noisy_models()[model]
    share = round(noise, 2)
    score = _noisy_mig(name, share, 0)
    values, names = score.matrix.values, score.matrix.row_names
    k = int(np.argmax(score.parts * score.weights))
    first, second = np.argsort(-values[:, k])[:2]
    heard = "Without noise" if share == 0 else f"With {share:.0%} of its noise"
    factor = score.part_names[k]
    before = f" (without it, {_noisy_mig(name, 0, 0).value:.3f})" if share else ""
    caption = (
        f"{heard} MIG is {score.value:.3f}{before}. Of the {factor}, {names[first]} tells "
        f"{values[first, k]:.2f} bits and {names[second]}, the next, {values[second, k]:.2f}."
    )
    spread, full_noise = pretrained_text.spread_and_noise(name)
    drowned = np.flatnonzero(share * full_noise > spread) + 1
    if len(drowned):
        caption += f" On {_list_latents(drowned)} the noise is wider than the codes."
    again = [_noisy_mig(name, share, seed).value for seed in SEEDS[: len(SEEDS) if share else 1]]
    size = f"{len(pretrained_text.code(name).latents):,} samples (sentences), noise drawn anew"
    details = spread_words(again, size) if share else "Without noise nothing is drawn."
    matrix = matrix_panel(score.matrix, cell=40, min_width=300, title="bits that each latent tells")
    panels = _strips_panel(name, share), stack(matrix, _curve_panel(name, share, score.value))
    alt = f"Codes of {model} with noise, what each latent tells, and MIG over noise. {caption}"
    return Picture(
        panels=panels,
        description=f"{alt} {details}",
        text=details,
        scores={"mig": score.value},
        caption=caption,
    )


def _list_latents(latents: Iterable[int]) -> str:
    numbers = list(latents)
    return f"latent{'s' * (len(numbers) > 1)} {enumerated(numbers)}"


@lab
def text_noise(after: After = None) -> Lab:
    """Put a model's noise back on its codes: which latents still tell something?"""
    controls = {
        "model": choice("model", list(_noisy_models()), "beta-VAE (0.2)"),
        "noise": dragged(number("share of the noise", 0.0, 0, 1, STEP)),
    }
    return Lab(draw_text_noise, controls, describe_change=use_caption, after=after)
