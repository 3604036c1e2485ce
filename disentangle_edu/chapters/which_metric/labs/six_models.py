"""Six of 370 models, chosen by hand: what is their rank correlation?"""

from collections.abc import Sequence

from .... import viz, widgets
from ....zoo.rank_correlation import rank_correlation
from ....zoo.traversals import model_name
from ...common.sprites import column_in_words
from ..data import CLOUD, cloud, column, interval, nearest_models

STEPS = 200  # steps of the handle on each axis
START = 0.26, 0.42  # in a sparse area, so that all six models are visible
GOAL = 0.8


@viz.panel(400, min_width=300, max_width=560)
def cloud_panel(canvas: viz.Canvas, at: tuple[float, float], chosen: Sequence[int]) -> None:
    """A point for each model; a ring is dragged, and the six nearest models are joined to it."""
    x_range, y_range = spans()
    labels = "drag the ring", "MIG", "accuracy of a forest (300 codes)"
    plot = viz.Plot(canvas, labels, x_range, y_range)
    canvas.markers(plot.to_pixels(cloud()), 0, fill_opacity="0.4")
    x, y = plot(*at)
    for j, point in enumerate(cloud()[list(chosen)]):
        canvas.line(x, y, *plot(*point), viz.CHOSEN, stroke_width="1.5", key=f"tie{j}")
        canvas.circle(*plot(*point), 5, viz.CHOSEN, stroke=viz.PAPER, key=f"chosen{j}")
    (left, bottom), (right, top) = plot(x_range[0], y_range[0]), plot(x_range[1], y_range[1])
    axes = (
        viz.Axis("mig", at[0], *x_range, step_of(x_range), "x", left, right, "MIG"),
        viz.Axis("accuracy", at[1], *y_range, step_of(y_range), "y", bottom, top, "accuracy"),
    )
    ring: viz.Style = {"key": "ring", "handle": viz.Handle("the ring", axes), "fill_opacity": "0.2"}
    canvas.circle(x, y, 9, viz.PAPER, **ring)


@viz.panel(132, min_width=230, max_width=300)
def two_correlations_panel(canvas: viz.Canvas, of_six: float) -> None:
    """The rank correlation of the six models, and that of all models with its interval."""
    x, y, width, _ = canvas.box
    canvas.title("rank correlation")
    to_x = viz.scale((-1, 1), (x + 14, x + width - 14))
    for tick in (-1, 0, 1):
        canvas.line(to_x(tick), y + 24, to_x(tick), y + 108, viz.GRID)
        canvas.note(to_x(tick), y + 124, f"{tick:g}", "middle")
    value, low, high = interval(*CLOUD)
    rows = (
        ("six models", of_six, viz.CHOSEN, y + 54),
        (f"all {len(cloud())}", value, viz.PART, y + 94),
    )
    canvas.line(
        to_x(low), y + 94, to_x(high), y + 94, viz.PART, stroke_width="5", stroke_opacity="0.5"
    )
    for label, r, colour, middle in rows:
        words = f"{label}: {r:.2f}"
        canvas.circle(to_x(r), middle, 7, colour, key=f"r{label}", title=words)
        at = min(max(to_x(r), x + 52), x + width - 52)
        canvas.text(at, middle - 12, words, "middle", viz.INK, font_size="12", key=f"w{label}")


@viz.panel(190, min_width=230, max_width=300)
def names_panel(canvas: viz.Canvas, chosen: Sequence[int]) -> None:
    """The names of the six models."""
    x, y, _, _ = canvas.box
    canvas.title("the six models")
    for j, k in enumerate(chosen):
        name = model_name(str(column("model")[k]))
        canvas.text(x, y + 40 + 25 * j, name, "start", font_size="12", key=f"name{j}")


def spans() -> tuple[tuple[float, float], tuple[float, float]]:
    """The lowest and the highest MIG and accuracy of the picture."""
    x_range, y_range = viz.span_of(cloud()[:, 0]), viz.span_of(cloud()[:, 1])
    return x_range, y_range


def step_of(limits: tuple[float, float]) -> float:
    """The distance between two positions of the ring."""
    return (limits[1] - limits[0]) / STEPS


def of_six(values: dict) -> float:
    """The rank correlation of the six models nearest to the ring."""
    return correlation_of(nearest_models(values["mig"], values["accuracy"]))


def correlation_of(chosen: Sequence[int]) -> float:
    """The rank correlation of some models."""
    return rank_correlation(*cloud()[list(chosen)].T)


class SixModelsLab(widgets.Lab):
    """A lab that names the models which the reader has chosen."""

    @property
    def models(self) -> list[str]:
        """The names of the six models nearest to the ring."""
        chosen = nearest_models(self.values["mig"], self.values["accuracy"])
        return [str(name) for name in column("model")[chosen]]

    def source(self) -> widgets.Source:
        """The names as a line of Python."""
        return {"title": "These six models", "code": f"my_six = {self.models}"}


def ring_controls() -> dict[str, widgets.Control]:
    """The position of the ring, at first to the right of the middle."""
    (x_range, y_range), (mig, accuracy) = spans(), START
    return {
        "mig": widgets.moved_by_handle(
            widgets.number("MIG of the ring", mig, *x_range, step_of(x_range))
        ),
        "accuracy": widgets.moved_by_handle(
            widgets.number("accuracy of the ring", accuracy, *y_range, step_of(y_range))
        ),
    }


@widgets.lab(
    ring_controls,
    lab_class=SixModelsLab,
    describe_change=widgets.describe_by_caption,
    tasks={
        f"find six models with a rank correlation of {GOAL:g} or more": lambda values: (
            of_six(values) >= GOAL
        ),
        f"find six models with a rank correlation of -{GOAL:g} or less": lambda values: (
            of_six(values) <= -GOAL
        ),
    },
)
def six_models(mig: float, accuracy: float) -> viz.Picture:
    """Choose six models: how does their rank correlation compare with that of all models?"""
    chosen = nearest_models(mig, accuracy)
    r, (of_all, low, high) = correlation_of(chosen), interval(*CLOUD)
    first, second = map(column_in_words, CLOUD)
    return viz.Picture(
        panels=(
            cloud_panel((mig, accuracy), chosen),
            viz.stack(two_correlations_panel(r), names_panel(chosen)),
        ),
        shows=f"A point for each of {len(cloud())} models, by MIG and a forest's accuracy; six of "
        "them are chosen.",
        caption=f"{first} and the accuracy of the forest: the rank correlation is {r:.2f} for "
        f"these six models, and {of_all:.2f} for all {len(cloud())}.",
        text=f"{first} and {second}: in 95% of random draws of recipes, the correlation over all "
        f"models is between {low:.2f} and {high:.2f}.",
        scores={"six models": r, "all models": of_all},
    )
