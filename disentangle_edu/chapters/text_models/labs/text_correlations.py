"""Correlations of six metrics with quantities that need no factors, and the runs behind them."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....claims.zhang2021_models import METRICS_BY_AUTHOR, compared, nine, our_correlations
from ....claims.zhang2021_tables import QUANTITIES as FREE
from ....claims.zhang2021_tables import printed_correlations
from ....types import Floats
from ....viz.canvas import Canvas, Style, panel
from ....viz.handles import Axis, Handle
from ....viz.picture import Picture
from ....viz.plot import Plot, span_of
from ....viz.theme import GRID, GROUND, INK, MARK, PART
from ....widgets.change_text import use_caption
from ....widgets.controls import dragged, whole
from ....widgets.lab import lab
from ..data import KINDS, QUANTITY_NAMES, RISES, kind_of, numbers_of

CELL = 58.0
LEGEND = (
    "area: strength; filled: ours, blue if positive, orange if negative; framed: printed, "
    "dashed if negative; AU: active units"
)
METRIC_NAMES = list(METRICS_BY_AUTHOR)
Pair = tuple[str, str]  # a metric, and one of FREE


# ------------------------------------------------------------------------------ runs in a plane


def round_ends(low: float, high: float) -> tuple[float, float]:
    """Round numbers around a range, with room above it for a legend."""
    step = 10.0 ** np.floor(np.log10(high - low))
    return float(np.floor(low / step) * step), float((np.floor(high / step) + 1) * step)


@functools.cache
def runs_behind(pair: Pair) -> tuple[Floats, list[int], dict[str, Floats]]:
    """The points of all runs with both values, their kinds, and the mean of each model."""
    points = compared()[[pair[1], pair[0]]]
    complete = points.notna().all(axis=1).to_numpy()
    models, cloud = nine()["row"].to_numpy()[complete], points[complete]
    means = cloud.groupby(models).mean()
    by_model = dict(zip(means.index, means.to_numpy(dtype=float)))
    return cloud.to_numpy(dtype=float), [kind_of(model) for model in models], by_model


@panel(330, min_width=280, max_width=460)
def cloud_panel(canvas: Canvas, pair: Pair) -> None:
    """A point for each run behind one correlation."""
    metric, other = pair
    cloud, kinds, means = runs_behind(pair)
    low, high = span_of(cloud[:, 1])
    x_range = round_ends(*span_of(cloud[:, 0]))
    y_range = round_ends(low, high + 0.12 * (high - low))  # the legend lies above the points
    labels = f"{len(cloud)} runs; rings: means of models", other, QUANTITY_NAMES[metric]
    plot = Plot(canvas, labels, x_range, y_range)
    plot.scatter(cloud, kinds, KINDS)
    ring: Style = {"stroke": INK, "stroke_width": "1.8", "fill_opacity": "0"}
    for name, mean in means.items():
        canvas.circle(*plot(*mean), 8, "none", f"{name}, mean", **ring)
    canvas.legend({k: name for k, name in enumerate(KINDS) if k in kinds})


# --------------------------------------------------------------------------- squares to choose from


@panel(98 + CELL * len(METRIC_NAMES), min_width=330, max_width=420)
def correlations_panel(canvas: Canvas, metrics: Sequence[str], column: int, pair: Pair) -> None:
    """Squares whose area is a correlation: filled for our runs, framed for the paper."""
    x, y, width, _ = canvas.box
    canvas.title(
        "click a square to see its runs, a column's name to sort", "click a square, or a name"
    )
    left, top, cell = x + 92, y + 56, min((width - 96) / len(FREE), CELL)
    with canvas.radio_group("sorted by", key="heads"):
        for k in range(len(FREE)):
            draw_head(canvas.within(left + k * cell, top - 31, cell, 29), k, k == column)
    canvas.paragraph(x, top + len(metrics) * cell + 8, width, LEGEND)
    for j, metric in enumerate(metrics):
        style: Style = {"font_size": "11", "link": metric, "key": f"r{metric}"}
        row_y = top + (j + 0.5) * cell + 4
        canvas.text(left - 6, row_y, QUANTITY_NAMES[metric], "end", INK, **style)
    with canvas.radio_group("whose runs are shown", key="squares"):
        for j, metric in enumerate(metrics):
            for k, other in enumerate(FREE):
                box = canvas.within(left + k * cell, top + j * cell, cell, cell)
                draw_square(box, (metric, other), j + 1, (metric, other) == pair)


def draw_head(canvas: Canvas, k: int, chosen: bool) -> None:
    """Draw the name of a column, which sorts the rows."""
    x, y, width, height = canvas.box
    axis = Axis("column", -1.0, k, k, 1.0, "y", 0)
    handle = Handle(f"sort by {FREE[k]}", (axis,), cell=(0, k), chosen=chosen)
    style: Style = {"stroke_width": "2.5" if chosen else "1", "key": f"head{k}", "handle": handle}
    canvas.rect(x + 2, y, width - 4, height, GROUND, MARK if chosen else GRID, **style, rx=4)
    small: Style = {"font_size": "11", "pointer_events": "none"}
    canvas.text(x + width / 2, y + 18, FREE[k], fill=INK, **small)


@functools.cache
def both_correlations(pair: Pair) -> tuple[float, float]:
    """Our correlation of a metric with a quantity, and the printed one."""
    metric, other = pair
    tables = our_correlations(), printed_correlations("YNOC")
    ours, theirs = (float(table[other][metric]) for table in tables)
    return ours, theirs


def draw_square(canvas: Canvas, pair: Pair, row: int, chosen: bool) -> None:
    """Draw a cell with two squares: our correlation, and the printed one."""
    (metric, other), (x, y, cell, _) = pair, canvas.box
    ours, theirs = both_correlations(pair)
    label = f"{QUANTITY_NAMES[metric]} and {other}: {ours:.2f} over our runs, {theirs:.2f} printed"
    index = METRIC_NAMES.index(metric) * len(FREE) + FREE.index(other)
    axis, position = Axis("square", -1.0, index, index, 1.0, "y", 0), (row, FREE.index(other))
    handle = Handle(f"see the runs of {label}", (axis,), cell=position, chosen=chosen)
    key = f"{metric}/{other}"
    style: Style = {"handle": handle, "key": key, "link": pair}
    style["stroke_width"] = "2.5" if chosen else "1"
    box = x + 1, y + 1, cell - 2, cell - 2
    canvas.rect(*box, GROUND, MARK if chosen else GRID, label, **style)
    draw_area(canvas, ours, PART if ours >= 0 else MARK, key=f"{key}o")
    dashed: Style = {"stroke_dasharray": "3 3"} if theirs < 0 else {}
    draw_area(canvas, theirs, "none", INK, key=f"{key}p", **dashed)


def draw_area(canvas: Canvas, value: float, fill: str, stroke: str = "none", **style: Any) -> None:
    """Draw a square in the middle of a cell, whose area is the strength of a correlation."""
    x, y, cell, _ = canvas.box
    side = max(abs(value) ** 0.5 * (cell - 10), 1.0) if np.isfinite(value) else 0.0
    corner = x + (cell - side) / 2, y + (cell - side) / 2
    canvas.rect(*corner, side, side, fill, stroke, pointer_events="none", **style)


# ------------------------------------------------------------------------------------- sentences


@functools.cache
def correlations_by_model(pair: Pair) -> tuple[float, float]:
    """The correlation over the means of the models, and the correlation within models."""
    points = compared()[[pair[1], pair[0]]]
    groups = points.groupby(nine()["row"].to_numpy())
    means, within = groups.mean(), points - groups.transform("mean")
    return float(means.corr().to_numpy()[0, 1]), float(within.corr().to_numpy()[0, 1])


def describe_relation(correlation: float) -> str:
    """Describe a cloud of runs in words."""
    if abs(correlation) < RISES:
        return "are hardly related"
    way = "rise together" if correlation > 0 else "move in opposite directions"
    return f"{way}, {'loosely' if abs(correlation) < 0.5 else 'in a wide band'}"


def describe_pair(pair: Pair) -> str:
    """State a correlation over runs, over models and within models."""
    metric, other = pair
    ours, _ = both_correlations(pair)
    means, within = correlations_by_model(pair)
    return (
        f"{QUANTITY_NAMES[metric]} and {other} {describe_relation(ours)}: their correlation is "
        f"{ours:.2f} over our runs. Over the means of the models it is {means:.2f}, and among "
        f"runs of one model {within:.2f}."
    )


def describe_squares(pair: Pair) -> str:
    """State the printed correlation, and say what the squares show."""
    metric, other = pair
    return (
        f"For {QUANTITY_NAMES[metric]} and {other} the paper prints "
        f"{both_correlations(pair)[1]:.2f}.\n"
        f"Filled squares are correlations over our {len(nine())} runs "
        f"({np.isfinite(numbers_of('KL')).sum()} for KL, because an autoencoder has no KL), blue "
        "if positive and orange if negative. Frames are printed correlations, dashed if negative.\n"
        "AU: active units. -Rec: a lower reconstruction error counts as higher."
    )


@lab(
    {
        "column": dragged(whole("column", FREE.index("-Rec"), 0, len(FREE) - 1)),
        "square": dragged(whole("square", 2, 0, len(METRIC_NAMES) * len(FREE) - 1)),
    },
    describe_change=use_caption,
)
def text_correlations(column: int, square: int) -> Picture:
    """Do metrics that need factors follow quantities that need none?"""
    ours = our_correlations()[FREE[column]][METRIC_NAMES]
    metrics = list(ours.sort_values(ascending=False, key=abs).index)
    pair = METRIC_NAMES[square // len(FREE)], FREE[square % len(FREE)]
    return Picture(
        panels=(correlations_panel(metrics, column, pair), cloud_panel(pair)),
        shows="Squares for correlations, and the runs behind one of them.",
        caption=describe_pair(pair),
        text=describe_squares(pair),
        scores={QUANTITY_NAMES[metric]: float(ours[metric]) for metric in metrics},
    )
