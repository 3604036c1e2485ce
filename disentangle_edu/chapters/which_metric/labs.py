"""Labs on the zoo: who agrees with whom, who contradicts whom, and what foretells a task."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...metrics import dcimig, disentanglement, mig
from ...score import Score
from ...types import Floats
from ...viz.canvas import HALO, Canvas, Panel, Style, panel, radio_group, scale, stack
from ...viz.display_names import begun, display_name
from ...viz.handles import Axis, Handle
from ...viz.panels import matrix_panel, parts_panel
from ...viz.picture import Picture
from ...viz.plot import span_of
from ...viz.svg import Place, circle, draw_axes, rect
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PART
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, folded_away, some_of, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...zoo import pretrained, rank_correlation
from ...zoo.objectives import OBJECTIVES
from ...zoo.plots import cluster_order
from ...zoo.traversals import model_name
from ..common.sprites import column_in_words, model_panels, table_of_sprites
from .quiz import FAMILIES as OF_STRENGTHS
from .quiz import FOREST_SAW, points_of, share_of_other_sign

if TYPE_CHECKING:
    import pandas as pd


# What is compared: metrics that say different things, the losses, and two tasks.
COLUMNS = (
    "mig",
    "dcimig",
    "disentanglement",
    "completeness",
    "sap",
    "modularity",
    "explicitness",
    "beta_vae",
    "factor_vae",
    "iwo_gca",
    "iwr_gca",
    "rec_mean",
    "forest_300",
    "mlp_3000",
)
BY_SIMILARITY, AS_LISTED = "alike beside alike", "as listed"


@functools.cache
def _correlations() -> "pd.DataFrame":
    return rank_correlation.correlations(table_of_sprites(), COLUMNS)


@functools.lru_cache(maxsize=256)
def _interval(first: str, second: str) -> tuple[float, float, float]:
    return rank_correlation.rank_interval(table_of_sprites()[first], table_of_sprites()[second])


# -------------------------------------------------------------------------------- who agrees


def _sorted_by(order: str) -> list[str]:
    matrix = _correlations()
    if order == AS_LISTED:
        return list(COLUMNS)
    if order == BY_SIMILARITY:
        return cluster_order(matrix)
    return list(matrix[order].sort_values(ascending=False, key=abs).index)


def _agreement_panel(order: list[str], pair: tuple[str, str]) -> Panel:
    """Correlations as squares whose area is their size; blue agrees, orange contradicts."""
    matrix = _correlations()

    @panel(30 + 26 * len(order), min_width=330, max_width=470)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title("rank correlations: click a square", "rank correlations")
        left, top = x + 110, y + 24
        cell = min((width - 114) / len(order), 26)
        for i, row in enumerate(order):
            row_y = top + i * cell
            name = column_in_words(row)
            style: Style = {"font_size": "10", "link": name, "key": f"r{row}"}
            short = name.removesuffix(" codes")  # beside narrow squares
            canvas.text(left - 5, row_y + cell / 2 + 3, short, "end", INK, **style)
            for j, column in enumerate(order):
                canvas.add(_square(left + j * cell, row_y, cell, row, column, (i, j), pair))

    def _square(
        x: float,
        y: float,
        cell: float,
        row: str,
        column: str,
        position: tuple[int, int],
        pair: tuple,
    ) -> str:
        value = float(matrix.loc[row, column])  # type: ignore[arg-type]
        correlation = 0.0 if np.isnan(value) else value
        side = max(abs(correlation) ** 0.5 * (cell - 3), 1.0)
        k, m = COLUMNS.index(row), COLUMNS.index(column)
        number = k * len(COLUMNS) + m
        axis = Axis("pair", -1.0, number, number, 1.0, "y", 0)
        is_chosen = {row, column} == set(pair)
        names = column_in_words(row), column_in_words(column)
        name = " and ".join(names)
        handle = Handle(name, (axis,), f"{correlation:.2f}", position, chosen=is_chosen)
        style: Style = {"link": names, "key": f"{row}/{column}", "handle": handle}
        style |= {"title": f"{name}: {correlation:.2f}"}
        frame: Style = {"stroke_width": "2.5"} if is_chosen else {}
        box = rect(x, y, cell, cell, GROUND, INK if is_chosen else GRID, **style, **frame)
        inside: Style = {"pointer_events": "none", "key": f"{row}/{column}s"}
        middle = x + (cell - side) / 2, y + (cell - side) / 2
        return box + rect(*middle, side, side, PART if correlation >= 0 else MARK, **inside)

    return radio_group("two columns", draw())


def _scatter_panel(pair: tuple[str, str], chosen: str) -> Panel:
    """A point per model in the plane of two columns; each is a click away from its sweeps."""
    table = table_of_sprites()
    points = np.column_stack([table[name] for name in pair])
    of_pair = _pair_table()[list(pair)].to_numpy()
    spans = tuple(span_of(np.append(points[:, k], of_pair[:, k])) for k in (0, 1))
    with_decoder = set(pretrained.WITH_DECODER)

    @panel(330, min_width=300, max_width=430)
    def draw(canvas: Canvas) -> None:
        labels = "a point per model: click one", column_in_words(pair[0]), column_in_words(pair[1])
        to_pixels = draw_axes(canvas, labels, *spans)
        for name, point in zip(table.index, points):
            if name in with_decoder:
                continue
            canvas.add(_dot(name, to_pixels, point, 4, FAINT, chosen))
        for name, point in zip(table.index, points):
            if name in with_decoder:
                canvas.add(_dot(name, to_pixels, point, 6, PART, chosen))
        for letter, point in zip(pretrained.PAIR, of_pair):
            style: Style = {"font_size": "17", "font_weight": "bold", "pointer_events": "none"}
            position = to_pixels(*point)
            canvas.text(
                position[0], position[1] + 6, letter, fill=INK, key=f"pair{letter}", **style, **HALO
            )

    def _dot(
        name: str, to_pixels: Place, point: Floats, size: float, colour: str, chosen: str
    ) -> str:
        number = float(table_of_sprites().index.get_loc(name))  # type: ignore[arg-type]
        axis = Axis("model", -1.0, number, number, 1.0, "y", 0)
        spoken = f"{point[0]:.2f} and {point[1]:.2f}"
        style: Style = {"key": name, "title": f"{model_name(name)}: {spoken}"}
        is_chosen, position = name == chosen, (int(number), 0)
        style |= {"handle": Handle(model_name(name), (axis,), spoken, position, chosen=is_chosen)}
        style |= {"stroke": INK, "stroke_width": "2.5"} if is_chosen else {"fill_opacity": "0.6"}
        return circle(
            *to_pixels(*point), size + 2 * is_chosen, MARK if is_chosen else colour, **style
        )

    return radio_group("a model", draw())


@functools.cache
def _pair_table() -> "pd.DataFrame":
    return pretrained.table(pretrained.PAIR_FOLDER)


def draw_agreement(order: str, pair: int, model: int) -> Picture:
    """The table of correlations, two of its columns as a plane, one model of it."""
    a, b = (COLUMNS[k] for k in divmod(pair, len(COLUMNS)))
    name = str(table_of_sprites().index[model])
    r, low, high = _interval(a, b)
    first, second = column_in_words(a), column_in_words(b)
    caption = (
        f"{first} and {second}: rank correlation {r:.2f}, between {low:.2f} and {high:.2f} in 95 % "
        f"of draws of {len(table_of_sprites())} models."
    )
    panels = _agreement_panel(_sorted_by(order), (a, b)), _scatter_panel((a, b), name)
    row = table_of_sprites().loc[name]
    text = "\n".join(
        [
            f"{model_name(name)}: {first} {row[a]:.3f}, {second} {row[b]:.3f}.",
            "Blue squares: alike; orange: opposite; the area is the size of the correlation.",
            "Large blue points have their decoder here: click one to see its sweeps.",
            "A and B are the networks of the course; they learned to draw other pictures.",
        ]
    )
    scores = {"rank correlation": r}
    return Picture(
        panels=(*panels, *model_panels(name)),
        description=caption,
        text=text,
        scores=scores,
        caption=caption,
    )


@lab
def agreement(after: After = None) -> Lab:
    """Which metrics agree over models that learned, and which models make them disagree?"""
    last = len(COLUMNS) ** 2 - 1
    orders = {BY_SIMILARITY: BY_SIMILARITY, AS_LISTED: AS_LISTED} | {
        name: column_in_words(name) for name in COLUMNS
    }
    controls = {
        "order": choice("order", list(orders), BY_SIMILARITY, list(orders.values())),
        "pair": folded_away(whole("pair of columns", COLUMNS.index("dcimig"), 0, last)),
        "model": folded_away(whole("model", 0, 0, len(table_of_sprites()) - 1)),
    }
    return Lab(draw_agreement, controls, describe_change=use_caption, after=after)


# ----------------------------------------------------------------------- who contradicts whom

PAIRS = {
    "MIG and DCIMIG": ("mig", "dcimig"),
    "D of DCI and DCIMIG": ("disentanglement", "dcimig"),
    "MIG and D of DCI": ("mig", "disentanglement"),
}
MOST_PAIRS = 12
FORMULAS = {"mig": mig, "dcimig": dcimig, "disentanglement": disentanglement}


@functools.cache
def _disagreements(first: str, second: str) -> "pd.DataFrame":
    return rank_correlation.disagreements(table_of_sprites(), first, second, MOST_PAIRS)


def _score(metric: str, model: str) -> Score:
    """A metric of a shipped matrix: importances for D, bits for the gaps."""
    what = "importance" if metric == "disentanglement" else "information"
    return FORMULAS[metric](pretrained.matrix(model, what))


def draw_disagreement(metrics: str, pair: int) -> Picture:
    """Two trained models that two metrics put in opposite orders, with what decides."""
    first, second = PAIRS[metrics]
    pairs = _disagreements(first, second)
    row = pairs.iloc[min(pair, len(pairs) - 1)]
    panels, scores, lines = [], {}, []
    full_scale = max(float(pretrained.matrix(model).values.max()) for model in row.iloc[:2])
    for letter, model in zip("PQ", row.iloc[:2]):
        matrix = pretrained.matrix(model)
        title = f"{letter}: {model_name(model)}"
        side = [
            matrix_panel(matrix, title=title, cell=34, min_width=300, key=letter, full=full_scale)
        ]
        for metric in (first, second):
            score = _score(metric, model)
            side.append(parts_panel(score, height=130, min_width=300, key=f"{letter}{metric}"))
            scores[f"{metric} of {letter}"] = score.value
            lines.append(f"{letter}, {display_name(metric)}: {score.explanation}")
        panels.append(stack(*side))
    sentences = [
        f"{display_name(m)} {scores[f'{m} of P']:.2f} and {scores[f'{m} of Q']:.2f}"
        for m in (first, second)
    ]
    caption = (
        f"{begun(first)} puts P higher, {display_name(second)} puts Q higher: "
        f"{'; '.join(sentences)}. So they do with {pairs.attrs['share']:.0%} of all pairs."
    )
    return Picture(
        panels=tuple(panels),
        description=caption,
        text="\n".join(lines),
        scores=scores,
        caption=caption,
    )


@lab
def disagreement(after: After = None) -> Lab:
    """Pairs of trained models that two metrics put in opposite orders."""
    controls = {
        "metrics": choice("metrics", list(PAIRS), "MIG and DCIMIG"),
        "pair": whole("pair, the most opposed first", 0, 0, MOST_PAIRS - 1),
    }
    return Lab(draw_disagreement, controls, describe_change=use_caption, after=after)


# ------------------------------------------------------- pooled, averaged, within: three answers

VIEWS = {"pooled": "all models", "averaged": "recipes", "within": "within recipes"}
TITLES = {
    "pooled": "all models: rank correlation",
    "averaged": "each recipe at the mean of its seeds: rank correlation",
    "within": "its recipe's mean taken away: mean rank correlation of 37 recipes",
}
READERS = ("forest_300", "forest_3000", "logistic_3000", "mlp_3000")
METRICS_COMPARED = ("mig", "dcimig", "disentanglement", "sap", "iwo_gca", "-rec_mean")
FAMILIES = {name: kind.title for name, kind in OBJECTIVES.items()}


@functools.lru_cache(maxsize=32)
def _view_correlations(metric: str, task: str) -> dict[str, float]:
    """The three rank correlations, with ends between which 95 % of draws of recipes lie."""
    reader, _, samples = task.rpartition("_")
    table = rank_correlation.within_recipe_correlations(
        table_of_sprites(), reader, int(samples), [metric]
    )
    return {str(name): float(table[name].iloc[0]) for name in table.columns.drop("metric")}


def _view_points(metric: str, task: str, view: str) -> tuple["pd.DataFrame", Floats]:
    """The models, and where each stands in a view."""
    table = table_of_sprites().assign(**{"-rec_mean": -table_of_sprites()["rec_mean"]})
    table = table.dropna(subset=[metric, task])
    means = table.groupby(rank_correlation.RECIPE)[[metric, task]].transform("mean")
    columns = table[[metric, task]]
    selected = {"pooled": columns, "averaged": means, "within": columns - means}[view]
    return table, selected.to_numpy(dtype=float)


@panel(380, min_width=320, max_width=620)
def _three_views_panel(canvas: Canvas, metric: str, task: str, view: str) -> None:
    """A point per model; from view to view the same points move."""
    table, points = _view_points(metric, task, view)
    spans = span_of(points[:, 0]), span_of(points[:, 1])
    families = list(FAMILIES)

    suffix = "less the mean of its recipe" if view == "within" else ""
    correlation = _view_correlations(metric, task)[view]
    long_title = f"{TITLES[view]} {correlation:.2f}"
    canvas.title(long_title, f"{VIEWS[view]}: rank correlation {correlation:.2f}")
    labels = (
        "",
        f"{column_in_words(metric)} {suffix}".strip(),
        f"accuracy of the {column_in_words(task)}",
    )
    to_pixels = draw_axes(canvas, labels, *spans)
    for name, kind, point in zip(table.index, table["objective"], points):
        look: Style = {"key": f"dot{name}", "link": FAMILIES[kind]}
        canvas.marker(*to_pixels(*point), families.index(kind), 3.5, **look)


@panel(50 + 22 * len(FAMILIES), min_width=200, max_width=240)
def _families_panel(canvas: Canvas) -> None:
    """Which mark is whose."""
    x, y, _, _ = canvas.box
    canvas.title("the losses they were trained with", "losses")
    for k, title in enumerate(FAMILIES.values()):
        row_y = y + 38 + 22 * k
        canvas.marker(x + 8, row_y - 4, k, 5, link=title)
        canvas.text(x + 22, row_y, title, "start", INK, font_size="12", link=title)


@panel(140, min_width=240, max_width=320)
def _three_numbers_panel(
    canvas: Canvas, metric: str, task: str, view: str, views: Sequence[str]
) -> None:
    """The three correlations, each with the ends of 95 % of draws of recipes."""
    numbers = _view_correlations(metric, task)
    x, y, width, _ = canvas.box
    canvas.title("rank correlation", "rank correlation")
    left, right = x + 76, x + width - 16
    to_x = scale((-1, 1), (left, right))
    for end in (-1, 0, 1):
        canvas.line(to_x(end), y + 26, to_x(end), y + 112, GRID)
        canvas.note(to_x(end), y + 128, f"{end:g}", "middle")
    for j, name in enumerate(views):
        row_y, value = y + 40.0 + 28 * j, numbers[name]
        ink = MARK if name == view else PART
        weight = "bold" if name == view else "normal"
        canvas.text(left - 8, row_y + 4, name, "end", INK, font_weight=weight, font_size="11")
        ends = to_x(numbers[f"{name} low"]), to_x(numbers[f"{name} high"])
        canvas.line(ends[0], row_y, ends[1], row_y, ink, stroke_width="3", stroke_opacity="0.5")
        canvas.circle(to_x(value), row_y, 5, ink, key=f"r{name}", title=f"{name}: {value:.2f}")


def draw_three_views(metric: str, task: str, view: str, views: Sequence[str]) -> Picture:
    """Does a metric go with what a reader makes of the code? Three ways to ask, three answers.

    views : those that may be seen; before a guess on the others only the first.
    """
    numbers = _view_correlations(metric, task)
    accuracy = table_of_sprites()[task]
    listed = "; ".join(f"{VIEWS[name]} {numbers[name]:.2f}" for name in views)
    caption = (
        f"{column_in_words(metric)} and the accuracy of the {column_in_words(task)}: {listed}."
    )
    details = "\n".join(
        [
            *(
                f"{name}: {numbers[name]:.2f}, {numbers[f'{name} low']:.2f} to "
                f"{numbers[f'{name} high']:.2f} in 95 % of draws of {numbers['recipes']:.0f} "
                "recipes."
                for name in views
            ),
            "within: the mean over recipes of the correlation among the ten seeds of one.",
            f"Accuracies lie between {accuracy.min():.2f} and {accuracy.max():.2f}.",
        ]
    )
    panels = (
        _three_views_panel(metric, task, view),
        stack(_three_numbers_panel(metric, task, view, views), _families_panel()),
    )
    scores = {name: numbers[name] for name in views}
    return Picture(
        panels=panels,
        description=f"A point per model. {caption}",
        text=details,
        scores=scores,
        caption=caption,
    )


@lab
def three_views(after: After = None) -> Lab:
    """Does a high score go with a good reader? Over all models, over recipes, among seeds."""
    controls = {
        "view": choice("points", list(VIEWS), "pooled", list(VIEWS.values())),
        "metric": choice(
            "metric",
            list(METRICS_COMPARED),
            "mig",
            [column_in_words(name) for name in METRICS_COMPARED],
        ),
        "task": choice("reader", list(READERS), "mlp_3000", [column_in_words(r) for r in READERS]),
        "views": some_of("views", list(VIEWS)),
    }

    def idle(values: dict) -> list[str]:
        return ["view"] if len(values["views"]) < 2 else []

    return Lab(
        draw_three_views, controls, describe_change=use_caption, hidden_controls=idle, after=after
    )


# ----------------------------------------------------------------------- six strengths of a family

BINS = np.linspace(-1, 1, 21) - 1e-9  # a correlation of 1 lies in the last


@panel(300, min_width=300, max_width=520)
def _draws_panel(canvas: Canvas, averaged: float, single: Floats) -> None:
    """How often each correlation came out with one seed each, and that of the means."""
    finite = single[~np.isnan(single)]
    shares = np.histogram(finite, np.append(BINS[:-1], 1.0))[0] / len(finite)
    top_share = max(float(shares.max()), 0.1)
    labels = f"{len(finite):,} draws: one seed for each strength", "rank correlation", "share"
    to_pixels = draw_axes(canvas, labels, (-1, 1), (0, top_share))
    for j, share in enumerate(shares):
        (left, top), (right, bottom) = to_pixels(BINS[j], share), to_pixels(BINS[j + 1], 0)
        sentence = f"{BINS[j]:.1f} to {BINS[j + 1]:.1f}: {share:.1%}"
        box = max(right - left - 1, 1), bottom - top
        canvas.rect(left, top, *box, PART, key=f"bin{j}", title=sentence)
    (mean_x, top), (_, bottom) = to_pixels(averaged, top_share), to_pixels(averaged, 0)
    dashes: Style = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}
    canvas.line(mean_x, top, mean_x, bottom, MARK, key="averaged", **dashes)


@panel(300, min_width=300, max_width=520)
def _six_points_panel(canvas: Canvas, family: str, points: Floats) -> None:
    """Ten small dots for each strength, and their mean."""
    spans = span_of(points[..., 0].ravel()), span_of(points[..., 1].ravel())
    strengths = OBJECTIVES[family].strengths
    labels = f"{FAMILIES[family]}: six strengths", "MIG", "accuracy of a forest"
    to_pixels = draw_axes(canvas, labels, *spans)
    for of_one in points:
        canvas.add(
            *[circle(*to_pixels(*point), 2.5, FAINT, fill_opacity="0.6") for point in of_one]
        )
    for j, (mean, strength) in enumerate(zip(points.mean(1), strengths)):
        position = to_pixels(*mean)
        canvas.circle(*position, 7, MARK, key=f"mean{j}", title=f"strength {strength:g}")
        canvas.text(
            position[0] + 10, position[1] - 6, f"{strength:g}", "start", INK, font_size="11"
        )


def draw_six(family: str, codes: int) -> Picture:
    """One family at six strengths: what six points say of MIG and the forest."""
    points = points_of(family, codes)
    averaged, single = rank_correlation.over_strengths(points)
    other = share_of_other_sign(averaged, single)
    caption = (
        f"{FAMILIES[family]}, forest after {codes:,} codes: rank correlation {averaged:.2f} of "
        f"six means. With one seed for each strength the sign is another in {other:.0%} of draws."
    )
    panels = _six_points_panel(family, points), _draws_panel(averaged, single)
    scores = {"averaged": averaged, "other sign": other}
    return Picture(
        panels=panels,
        description=caption,
        text="Dashed: the correlation of the six means.",
        scores=scores,
        caption=caption,
    )


@lab
def six(after: After = None) -> Lab:
    """How firm is a rank correlation over six strengths, with ten seeds each and with one?"""
    names = list(OF_STRENGTHS)
    labels = [FAMILIES[name] for name in names]
    controls = {
        "family": choice("family", names, "dip_vae_i", labels),
        "codes": choice("codes that the forest saw", list(FOREST_SAW), 300),
    }
    return Lab(draw_six, controls, describe_change=use_caption, after=after)
