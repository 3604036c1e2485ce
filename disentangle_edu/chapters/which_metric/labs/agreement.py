"""Rank correlations of metrics, losses and tasks over the models of the zoo."""

import functools
from collections.abc import Sequence

import numpy as np

from .... import viz, widgets
from ....types import Floats
from ....zoo import pretrained
from ....zoo.traversals import model_name
from ...common.sprites import column_in_words, columns_of_sprites, model_panels
from ..data import COLUMNS, column, interval, pair_correlations, similar_order

BY_SIMILARITY, AS_LISTED = "alike beside alike", "as listed"
Pair = tuple[str, str]


def ordered_columns(order: str) -> list[str]:
    """COLUMNS as listed, by similarity, or by the size of their correlation with one of them."""
    if order == AS_LISTED:
        return list(COLUMNS)
    if order == BY_SIMILARITY:
        return similar_order()
    return sorted(COLUMNS, key=lambda name: -abs(pair_correlations()[order, name]))


# --------------------------------------------------------------------------------- all correlations


@viz.panel(height=lambda order: 30 + 26 * len(order), min_width=330, max_width=470)
def agreement_panel(canvas: viz.Canvas, order: Sequence[str], chosen: Pair) -> None:
    """Correlations as squares whose area is their size; blue agrees, pink contradicts."""
    x, y, width, _ = canvas.box
    left, top = x + 118, y + 24
    cell = min((width - 122) / len(order), 26)
    with canvas.radio_group("two columns"):
        canvas.title("rank correlations: click a square", "rank correlations")
        for i, row in enumerate(order):
            name = column_in_words(row)
            style: viz.Style = {"font_size": "11", "link": name, "key": f"r{row}"}
            short = name.removesuffix(" codes")  # narrow squares leave little room
            canvas.text(left - 5, top + i * cell + cell / 2 + 3, short, "end", viz.INK, **style)
            for j, other in enumerate(order):
                box = canvas.within(left + j * cell, top + i * cell, cell, cell)
                _draw_square(box, (row, other), (i, j), {row, other} == set(chosen))


def _draw_square(
    canvas: viz.Canvas, pair: Pair, position: tuple[int, int], is_chosen: bool
) -> None:
    """A cell that chooses a pair of columns, with its correlation as a square."""
    x, y, cell, _ = canvas.box
    (row, other), value = pair, pair_correlations()[pair]
    handle = square_handle(pair, position, is_chosen)
    names = column_in_words(row), column_in_words(other)
    style: viz.Style = {"link": names, "key": f"{row}/{other}", "handle": handle}
    style |= {"title": f"{handle.label}: {handle.words}"}
    style |= {"stroke_width": "2.5" if is_chosen else None}
    canvas.rect(x, y, cell, cell, viz.GROUND, viz.INK if is_chosen else viz.GRID, **style)
    side = max(abs(value) ** 0.5 * (cell - 3), 1.0)
    style = {"pointer_events": "none", "key": f"{row}/{other}s"}
    corner = x + (cell - side) / 2, y + (cell - side) / 2
    canvas.rect(*corner, side, side, viz.PART if value >= 0 else viz.class_colour(1), **style)


@functools.cache
def square_handle(pair: Pair, position: tuple[int, int], is_chosen: bool) -> viz.Handle:
    """The handle that chooses a pair of columns."""
    label = " and ".join(map(column_in_words, pair))
    number = COLUMNS.index(pair[0]) * len(COLUMNS) + COLUMNS.index(pair[1])
    axis = viz.Axis("pair", -1.0, number, number, 1.0, "y", 0)
    return viz.Handle(
        label, (axis,), f"{pair_correlations()[pair]:.2f}", position, chosen=is_chosen
    )


# -------------------------------------------------------------------------------------- two columns


@viz.panel(330, min_width=300, max_width=430)
def models_panel(canvas: viz.Canvas, pair: Pair, points: Floats, chosen: str) -> None:
    """A point per model in the plane of two columns; each is a click away from its sweeps."""
    labels = "a point for each model: click one", column_in_words(pair[0]), column_in_words(pair[1])
    x_range, y_range = (viz.span_of(points[:, k]) for k in (0, 1))
    names = [str(name) for name in column("model")]
    with canvas.radio_group("a model"):
        plot = viz.Plot(canvas, labels, x_range, y_range)
        in_front = sorted(enumerate(names), key=lambda item: item[1] in pretrained.WITH_DECODER)
        for number, name in in_front:
            _draw_model(plot, number, name, points[number], name == chosen)


def _draw_model(plot: viz.Plot, number: int, name: str, point: Floats, is_chosen: bool) -> None:
    """A point that chooses a model; it is large and blue where the decoder is shipped."""
    size, colour = (6, viz.PART) if name in pretrained.WITH_DECODER else (4, viz.FAINT)
    handle = model_handle(number, name, f"{point[0]:.2f} and {point[1]:.2f}", is_chosen)
    style: viz.Style = {"key": name, "title": f"{handle.label}: {handle.words}", "handle": handle}
    style |= {"stroke": viz.INK, "stroke_width": "2.5"} if is_chosen else {"fill_opacity": "0.6"}
    fill = viz.CHOSEN if is_chosen else colour
    plot.canvas.circle(*plot(*point), size + 2 * is_chosen, fill, **style)


@functools.lru_cache(maxsize=8192)
def model_handle(number: int, name: str, words: str, is_chosen: bool) -> viz.Handle:
    """The handle that chooses a model."""
    axis = viz.Axis("model", -1.0, float(number), float(number), 1.0, "y", 0)
    return viz.Handle(model_name(name), (axis,), words, (number, 0), chosen=is_chosen)


# ------------------------------------------------------------------------------------------ the lab


def agreement_controls() -> dict[str, widgets.Control]:
    """How columns are ordered, which two are shown, and which model."""
    orders = {BY_SIMILARITY: "similar columns together", AS_LISTED: AS_LISTED}
    orders |= {name: column_in_words(name) for name in COLUMNS}
    last = len(COLUMNS) ** 2 - 1
    return {
        "order": widgets.choice("order", list(orders), BY_SIMILARITY, list(orders.values())),
        "pair": widgets.folded_away(
            widgets.whole("pair of columns", COLUMNS.index("dcimig"), 0, last)
        ),
        "model": widgets.folded_away(widgets.whole("model", 0, 0, len(column("model")) - 1)),
    }


@widgets.lab(agreement_controls, describe_change=widgets.describe_by_caption)
def agreement(order: str, pair: int, model: int) -> viz.Picture:
    """Which metrics agree over trained models, and which models make them disagree?"""
    a, b = (COLUMNS[k] for k in divmod(pair, len(COLUMNS)))
    models = columns_of_sprites()
    points = np.column_stack([models[a], models[b]])
    name = str(models["model"][model])
    r, low, high = interval(a, b)
    first, second = column_in_words(a), column_in_words(b)
    return viz.Picture(
        panels=(
            agreement_panel(ordered_columns(order), (a, b)),
            models_panel((a, b), points, name),
            *model_panels(name),
        ),
        shows=f"Rank correlations of {len(COLUMNS)} columns as squares, a point for each model in "
        "the plane of two columns, and one model.",
        caption=f"{first} and {second}: {r:.2f}, and between {low:.2f} and {high:.2f} in 95% of "
        "draws of recipes.",
        text=f"{model_name(name)}: {first} {points[model, 0]:.3f}, {second} "
        f"{points[model, 1]:.3f}.\n"
        "Blue squares are positive correlations, pink squares are negative ones. The area of a "
        "square is the size of its correlation.\n"
        "The decoders of the large blue points are in the package: click one to see its sweeps.",
        scores={"rank correlation": r},
    )
