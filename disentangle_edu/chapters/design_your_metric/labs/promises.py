"""Changes of a code that should change no score, and how far they move the reader's metric."""

import functools
from typing import Any

from .... import METRICS, Representation, viz, widgets
from ....metric import Metric
from ....theory.invariances import EXACT, INVARIANCES, score_differences
from ....worlds import examples
from .my_metric import check_judge

NAMES = tuple(INVARIANCES)
ROW, CELL = 27, 34  # pixels: a row of the list of changes, and a cell of the matrix
MOST_ROWS = 5  # latents of the leaky copies plus one added latent
STILL: viz.Style = {"pointer_events": "none"}


@functools.cache
def codes() -> dict[str, Representation]:
    """The three codes that are changed."""
    return {
        "leaky copies": examples.leaky_copies(samples=2000),
        "turned by 20°": examples.rotated(20),
        "perfect copy": examples.perfect_copy(3, 4, 5),
    }


@functools.lru_cache(maxsize=256)
def moved_by(metric: Metric[Any, Any], change: str) -> float:
    """The largest distance by which a change moves the score of one of the three codes."""
    return max(score_differences(metric, change, rep) for rep in codes().values())


def remember(before: dict, now: dict) -> dict:
    """Keep how far each change that was tried moves the score; another judge starts again."""
    known = now["memory"] if before["judge"] == now["judge"] else {}
    change = NAMES[now["change"]]
    return now | {"memory": known | {change: moved_by(METRICS[now["judge"]], change)}}


@viz.panel(34 + ROW * len(NAMES), min_width=320, max_width=460)
def promises_panel(canvas: viz.Canvas, chosen: int, tried: dict[str, float]) -> None:
    """The changes to click; turquoise means that the score did not move, pink that it did."""
    x, y, width, _ = canvas.box
    canvas.title("ten changes that should not matter: click each", "ten changes")
    for j, name in enumerate(NAMES):
        top, far = y + 26 + ROW * j, tried.get(name)
        axis = viz.Axis("change", -1.0, j, j, 1.0, "y", 0)
        words, state = name.replace("_", " "), "" if far is None else f"moved by {far:.3f}"
        handle = viz.Handle(words, (axis,), state, (j, 0), chosen=j == chosen)
        edge: viz.Style = {"rx": 5, "handle": handle, "key": f"change{j}"}
        edge |= {"stroke_width": "2" if j == chosen else "1"}
        canvas.rect(
            x, top, width, ROW - 4, viz.GROUND, viz.CHOSEN if j == chosen else viz.GRID, **edge
        )
        colour = (
            viz.PAPER
            if far is None
            else viz.class_colour(2)
            if far <= EXACT
            else viz.class_colour(1)
        )
        canvas.circle(x + 14, top + 11.5, 6, colour, stroke=viz.FAINT, key=f"dot{j}", **STILL)
        canvas.text(x + 28, top + 16, words, "start", key=f"name{j}", **STILL)
        canvas.text(x + width - 8, top + 16, state, "end", viz.PART, key=f"far{j}", **STILL)


@widgets.lab(
    {
        "change": widgets.moved_by_handle(widgets.whole("change", 0, 0, len(NAMES) - 1)),
        "judge": widgets.free("judge", "mig", check_judge),
    },
    initial_memory={},
    update_memory=remember,
    describe_change=widgets.describe_by_caption,
)
def promises(change: int, judge: str, memory: dict[str, float]) -> viz.Picture:
    """Change a code in ways that should not matter: does your score stay?"""
    metric, name = METRICS[judge], NAMES[change]
    before = {code: metric(rep) for code, rep in codes().items()}
    changed = {code: INVARIANCES[name](rep) for code, rep in codes().items()}
    after = {code: metric(rep) for code, rep in changed.items()}
    tried = memory or {name: moved_by(metric, name)}
    broken = sum(far > EXACT for far in tried.values())
    values, marks = ({c: score.value for c, score in each.items()} for each in (after, before))
    matrix = after["leaky copies"].matrix
    below = CELL * (MOST_ROWS - len(matrix.values))  # constant height when a latent is added
    title = f"{viz.display_name(judge)} after the change; strokes: before"
    return viz.Picture(
        panels=(
            viz.radio_group("change", promises_panel(change, tried)),
            viz.stack(
                viz.bars_panel(title, values, marks=marks, step=30),
                viz.matrix_panel(matrix, title="leaky copies", cell=CELL, below=below, full=3),
            ),
        ),
        shows="Ten changes of a code, three scores before and after one of them, and a matrix.",
        caption=f"{name.replace('_', ' ')}: the score moves by up to {tried[name]:.3f}. "
        f"Broken promises so far: {broken} of {len(tried)}.",
        text="\n".join(f"{code}: {marks[code]:.3f} to {values[code]:.3f}" for code in values),
    )
