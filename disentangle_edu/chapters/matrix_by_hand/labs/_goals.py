"""Six goals for a matrix: which are reached, and how far each bound of one is from being met."""

from collections.abc import Sequence

from .... import Score, viz
from ..data import GOALS, Task

STILL: viz.Style = {"pointer_events": "none"}
REACHED = viz.class_colour(2)
MOST_BOUNDS = 5  # the most bounds of a goal


@viz.panel(80 + 24 * MOST_BOUNDS, min_width=330, max_width=460)
def goals_panel(
    canvas: viz.Canvas, goal: int, reached: frozenset[int], scores: Sequence[Score]
) -> None:
    """A medal for each goal, and the distance of each bound of the chosen goal."""
    x, y, width, _ = canvas.box
    canvas.title("six goals: click one", "goals")
    step = min((width - 36) / 6, 44)
    with canvas.radio_group("goal", key="goals"):
        for number in range(len(GOALS)):
            at = x + 18 + step * number, y + 38
            draw_medal(canvas, number, number == goal, number in reached, at)
    if task := GOALS[goal]:
        draw_goal(canvas.within(x, y + 58, width, 0), goal, task, reached, scores)
    else:
        canvas.note(x, y + 76, "no goal: just play", key="goalwords")


def draw_medal(
    canvas: viz.Canvas, number: int, is_chosen: bool, is_reached: bool, at: tuple[float, float]
) -> None:
    """A goal as a circle with its number; it is full and larger once it is reached."""
    (x, y), task = at, GOALS[number]
    axis = viz.Axis("goal", -1.0, float(number), float(number), 1.0, "y", 0)
    told = f"goal {number}: {task.words}" if task else "no goal"
    handle = viz.Handle(told, (axis,), "reached" * is_reached, (0, number), chosen=is_chosen)
    look: viz.Style = {"key": f"medal{number}", "handle": handle}
    look |= {"stroke_width": "3" if is_chosen else "1.5"}
    edge = viz.CHOSEN if is_chosen else viz.GRID
    canvas.circle(
        x, y, 17 if is_reached else 14, REACHED if is_reached else viz.PAPER, stroke=edge, **look
    )
    label: viz.Style = {"font_weight": "bold", "key": f"medaln{number}", **STILL}
    word, ink = f"{number}" if number else "-", viz.PAPER if is_reached else viz.INK
    canvas.text(x, y + 4, word, fill=ink, **label)


def draw_goal(
    canvas: viz.Canvas, number: int, task: Task, reached: frozenset[int], scores: Sequence[Score]
) -> None:
    """The bounds of a goal; a green band when all of them are met."""
    x, y, width, _ = canvas.box
    shortfalls, named = task.short_of(scores), {score.metric: score.value for score in scores}
    bars = {bound: (named[name], at) for bound, (name, _, at) in zip(shortfalls, task.bounds)}
    if task.met(scores):
        band: viz.Style = {"key": "band", "rx": 4}
        canvas.rect(x, y + 2, width - 4, 22, REACHED, **band)
        all_six = len(reached | {number}) == len(GOALS) - 1
        said = "Six of six goals reached!" if all_six else f"Goal {number} reached!"
        canvas.text(x + 8, y + 17, said, "start", viz.PAPER, font_weight="bold", key="goalwords")
    else:
        canvas.text(x, y + 17, f"goal {number}", "start", font_weight="bold", key="goalwords")
    for j, (bound, missing) in enumerate(shortfalls.items()):
        top, state = y + 28 + 24 * j, describe_shortfall(bound, missing)
        canvas.text(x, top + 13, bound, "start", key=f"bound{j}")
        left, room = x + 170, max(width - 260, 60)
        if bound in bars:  # the score from 0 to 1, with a stroke at the bound
            value, target = bars[bound]
            bar: viz.Style = {"key": f"goal{j}", "title": state}
            canvas.rect(left, top, room, 16, viz.GROUND, viz.GRID)
            canvas.rect(left, top, room * value, 16, viz.FAINT if missing else viz.PART, **bar)
            mark = left + room * target
            canvas.line(mark, top - 3, mark, top + 19, viz.INK, stroke_width="3")
            left += room + 8
        canvas.text(left, top + 13, state, "start", viz.FAINT, key=f"goaln{j}")


def describe_shortfall(bound: str, missing: float) -> str:
    """The distance of a bound from being met."""
    if missing == 0:
        return "met"
    if bound.endswith("latents"):
        return f"{missing:.0f} too many"
    return f"{missing:.2f} to go" if missing >= 0.01 else "almost met"
