"""Is a score correlated with accuracy over all models, over recipes, or among seeds?"""

from collections.abc import Mapping

from .... import viz, widgets
from ....types import Floats
from ...common.sprites import column_in_words
from .. import data

POINTS = {
    "pooled": "all models: rank correlation",
    "averaged": "each recipe at the mean of its seeds: rank correlation",
    "within": "recipe's mean subtracted: mean rank correlation of 37 recipes",
}


@viz.panel(380, min_width=320, max_width=620)
def points_panel(
    canvas: viz.Canvas, titles: tuple[str, str], x_label: str, y_label: str, points: Floats
) -> None:
    """A point for each model; from view to view the same points move.

    titles : a long one, and one for a narrow picture.
    """
    canvas.title(*titles)
    labels = "", x_label, y_label
    plot = viz.Plot(canvas, labels, viz.span_of(points[:, 0]), viz.span_of(points[:, 1]))
    losses = list(data.TITLES)
    for name, loss, point in zip(data.column("model"), data.column("objective"), points):
        style = {"key": f"dot{name}", "link": data.TITLES[loss]}
        canvas.marker(*plot(*point), losses.index(loss), 3.5, **style)


@viz.panel(50 + 22 * len(data.TITLES), min_width=200, max_width=240)
def losses_panel(canvas: viz.Canvas) -> None:
    """Which mark is whose."""
    x, y, _, _ = canvas.box
    canvas.title("the losses of the models", "losses")
    for k, title in enumerate(data.TITLES.values()):
        row_y = y + 38 + 22 * k
        canvas.marker(x + 8, row_y - 4, k, 5, link=title)
        canvas.text(x + 22, row_y, title, "start", viz.INK, font_size="12", link=title)


@viz.panel(140, min_width=240, max_width=320)
def correlations_panel(canvas: viz.Canvas, numbers: Mapping[str, float], view: str) -> None:
    """The three correlations, each with its interval over draws of recipes."""
    x, y, width, _ = canvas.box
    canvas.title("rank correlation", "rank correlation")
    left = x + 108
    to_x = viz.scale((-1, 1), (left, x + width - 16))
    for end in (-1, 0, 1):
        canvas.line(to_x(end), y + 26, to_x(end), y + 112, viz.GRID)
        canvas.note(to_x(end), y + 128, f"{end:g}", "middle")
    for j, name in enumerate(data.VIEWS):
        row_y, value = y + 40.0 + 28 * j, numbers[name]
        colour, weight = (viz.CHOSEN, "bold") if name == view else (viz.PART, "normal")
        label = data.VIEWS[name]
        canvas.text(left - 8, row_y + 4, label, "end", viz.INK, font_weight=weight, font_size="11")
        low, high = to_x(numbers[f"{name} low"]), to_x(numbers[f"{name} high"])
        canvas.line(low, row_y, high, row_y, colour, stroke_width="3", stroke_opacity="0.5")
        canvas.circle(to_x(value), row_y, 5, colour, key=f"r{name}", title=f"{label}: {value:.2f}")


def describe_intervals(numbers: Mapping[str, float]) -> list[str]:
    """A sentence for each view: its correlation and the ends of its interval."""
    return [
        f"{data.VIEWS[name].capitalize()}: {numbers[name]:.2f}. In 95% of random draws of "
        f"{numbers['recipes']:.0f} recipes the value is between {numbers[f'{name} low']:.2f} and "
        f"{numbers[f'{name} high']:.2f}."
        for name in data.VIEWS
    ]


@widgets.lab(
    {
        "view": widgets.choice("points", list(data.VIEWS), "pooled", list(data.VIEWS.values())),
        "metric": widgets.choice(
            "metric",
            list(data.METRICS_COMPARED),
            "mig",
            [column_in_words(name) for name in data.METRICS_COMPARED],
        ),
        "task": widgets.choice(
            "predictor", list(data.READERS), "mlp_3000", [column_in_words(r) for r in data.READERS]
        ),
    },
    describe_change=widgets.describe_by_caption,
)
def three_views(metric: str, task: str, view: str) -> viz.Picture:
    """Does a high score mean an accurate predictor: over all models, recipes, or only seeds?"""
    numbers, accuracy = data.view_correlations(metric, task), data.column(task)
    of_mean = "minus the mean of its recipe" if view == "within" else ""
    titles = (
        f"{POINTS[view]} {numbers[view]:.2f}",
        f"{data.VIEWS[view]}: rank correlation {numbers[view]:.2f}",
    )
    x_label = f"{column_in_words(metric)} {of_mean}".strip()
    y_label = f"accuracy of the {column_in_words(task)}"
    listed = ", ".join(f"{words} {numbers[name]:.2f}" for name, words in data.VIEWS.items())
    sentences = [
        *describe_intervals(numbers),
        "The value within recipes is the mean correlation among the ten seeds of a recipe.",
        f"The accuracies are between {accuracy.min():.2f} and {accuracy.max():.2f}.",
    ]
    return viz.Picture(
        panels=(
            points_panel(titles, x_label, y_label, data.view_points(metric, task, view)),
            viz.stack(correlations_panel(numbers, view), losses_panel()),
        ),
        shows="A point for each model, and rank correlations with their intervals.",
        caption=f"{column_in_words(metric)} and the {column_in_words(task)}: {listed}.",
        text="\n".join(sentences),
        scores={name: numbers[name] for name in data.VIEWS},
    )
