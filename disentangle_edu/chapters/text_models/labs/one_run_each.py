"""One run of each model, which the reader chooses: which model is first?"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import viz, widgets
from ....claims.zhang2021_models import NINE
from ..data import MIG, best_first, numbers_of

ROW, LANE, DOT = 36.0, 6.0, 5.5  # pixels: a model's row, between two runs, and a dot's radius
LABELS, TOP_FOUR = 134, 4
LEGEND = (
    "large: the runs you report, and a frame for the first of them; below the dashed line: models "
    "that are not among the first four on average"
)
RANKS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "last")


def check_runs(name: str, value: Any) -> list[int]:
    """The number of one run for each model, or an error."""
    n_models, n_runs = numbers_of(MIG).shape
    array = np.array(value)
    if array.shape != (n_models,) or not np.isin(array, range(1, n_runs + 1)).all():
        expected = f"{n_models} whole numbers from 1 to {n_runs}"
        raise ValueError(f"{name}: found {value!r}, expected {expected}.")
    return array.astype(int).tolist()


@viz.panel(110 + ROW * len(NINE), min_width=330, max_width=760)
def choice_panel(canvas: viz.Canvas, chosen: Sequence[int], winner: int) -> None:
    """A row for each model, best mean first, with a dot for each run, of which one is chosen."""
    values, order = numbers_of(MIG), best_first(MIG)
    x, y, width, _ = canvas.box
    left, right, top = x + LABELS, x + width - 14, y + 34
    bottom, most = top + ROW * len(order), float(values.max())
    to_x = viz.scale((0, 1.05 * most), (left, right))
    canvas.title("MIG of each run, best mean first: click a dot to report it", "click a dot")
    canvas.rect(left, top, right - left, bottom - top, viz.GROUND, viz.GRID)
    for tick in viz.round_ticks(0, most, 5):
        canvas.line(to_x(tick), top, to_x(tick), bottom, viz.GRID)
        canvas.note(to_x(tick), bottom + 15, f"{tick:g}", "middle")
    for j, model in enumerate(order):
        row = canvas.within(left, top + ROW * j, right - left, ROW)
        draw_runs_of_model(row, int(model), chosen[model], to_x)
    edge = top + ROW * TOP_FOUR
    canvas.line(x, edge, right, edge, viz.INK, stroke_dasharray="5 4", stroke_width="1.5")
    frame: viz.Style = {"stroke_width": "2.5", "rx": 4, "key": "first", "pointer_events": "none"}
    place = top + ROW * list(order).index(winner)
    canvas.rect(x, place + 1, right - x, ROW - 2, "none", viz.CHOSEN, **frame)
    canvas.paragraph(x, bottom + 24, width, LEGEND)


def draw_runs_of_model(canvas: viz.Canvas, model: int, run: int, to_x: viz.Pixels) -> None:
    """Draw the name of a model, its mean, and a dot to click for each of its runs."""
    left, top, _, height = canvas.box
    name, values, middle = list(NINE)[model], numbers_of(MIG)[model], top + height / 2
    canvas.text(left - 8, middle + 4, name, "end", viz.INK, font_size="11", link=name)
    mean = to_x(float(values.mean()))
    canvas.line(mean, top + 4, mean, top + height - 4, viz.FAINT, stroke_width="2")
    with canvas.radio_group(name, key=f"runs{model}"):
        for k, value in enumerate(values):
            is_chosen = run == k + 1
            axis = viz.Axis(f"chosen/{model}", -1.0, k + 1, k + 1, 1.0, "y", 0)
            words, place = f"MIG {value:.3f}", (model, k)
            handle = viz.Handle(f"{name}, run {k + 1}", (axis,), words, place, chosen=is_chosen)
            size = DOT + 2 if is_chosen else DOT
            at = to_x(float(value)), middle + LANE * (k - (len(values) - 1) / 2)
            style: viz.Style = {"rx": size, "key": f"run{model}-{k}", "handle": handle}
            box = at[0] - size, at[1] - size, 2 * size, 2 * size
            # A rectangle with round corners: the stage adds a rim to a circle that is a handle.
            canvas.rect(
                *box,
                viz.CHOSEN if is_chosen else viz.PART,
                viz.PAPER,
                f"{words} in run {k + 1}",
                **style,
            )


@widgets.lab(
    lambda: {"chosen": widgets.free("runs that you report", [1] * len(NINE), check_runs)},
    describe_change=widgets.describe_by_caption,
)
def one_run_each(chosen: list[int]) -> viz.Picture:
    """Report one run of each model: can you make a poor model win?"""
    values = numbers_of(MIG)
    reported = values[np.arange(len(values)), np.array(chosen) - 1]
    winner = int(reported.argmax())
    rank = RANKS[list(best_first(MIG)).index(winner)]
    name = list(NINE)[winner]
    caption = f"{name} is first in your table, with {reported[winner]:.3f}. "
    caption += f"By the mean of its five runs it is {rank} of nine."
    listed = [
        f"{model}: run {run}, MIG {value:.3f}" for model, run, value in zip(NINE, chosen, reported)
    ]
    return viz.Picture(
        panels=(choice_panel(chosen, winner),),
        shows="Five runs of each of nine models, one of which is chosen for each.",
        caption=caption,
        text="\n".join(listed),
        scores=dict(zip(NINE, reported.tolist())),
    )
