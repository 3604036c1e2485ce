"""One matrix to drag, its five scores, the entries that decide each score, and goals."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .... import Score, viz, widgets
from ....matrices import Matrix
from ....types import Floats
from ...common.matrices import OWN, bids
from .. import data
from ._goals import goals_panel

NOUNS = "latent", "factor"
GOAL_REACHED = "Goal reached"
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five")
READS = {
    "mig": "each column: best (solid) minus 2nd (dashed), divided by the factor's one bit; then "
    "the mean",
    "sap": "each column: best (solid) minus 2nd (dashed); equal to MIG, because each factor has "
    "one bit",
    "dcimig": "each row bids its top minus its runner-up; each factor takes its best bid, "
    "which is marked (top solid, runner-up dashed)",
    "disentanglement": "each row: 1 - entropy of its shares / log (factors); heavy rows count more",
    "completeness": "each column: 1 - entropy of its shares / log (latents); then the mean",
}
RIGHT, BELOW = 40, 20  # pixels beside the cells of the matrix, for the parts of a score
STILL: viz.Style = {"pointer_events": "none"}


def cell_size(matrix: Matrix) -> float:
    """Pixels of a cell, fewer for a large matrix."""
    return 56.0 if max(matrix.values.shape) <= 5 else 40.0


# ------------------------------------------------------------------------------------ the matrix


@viz.panel(
    height=lambda score: viz.matrix_height(score.matrix, cell_size(score.matrix), BELOW),
    min_width=330,
    max_width=lambda score: viz.matrix_width(score.matrix, cell_size(score.matrix), RIGHT),
)
def values_panel(canvas: viz.Canvas, score: Score) -> None:
    """The matrix to drag, with frames around what a score reads, and the parts of the score."""
    matrix, title = (
        score.matrix,
        f"drag a cell; frames show what decides {viz.display_name(score.metric)}",
    )
    handles, cell = viz.cell_handles(matrix, "values"), cell_size(matrix)
    to_pixels = viz.draw_matrix(
        canvas, matrix, title=title, handles=handles, cell=cell, right=RIGHT
    )
    draw_parts(canvas, score, to_pixels)
    for i, k in data.lines_in_full(score.metric, matrix):
        ends = (i + 1, matrix.values.shape[1]) if k is None else (len(matrix.values), k + 1)
        corners = to_pixels(i, k or 0), to_pixels(*ends)
        draw_frame(canvas, *corners, rx=6, **STILL, key=f"line{i}-{k}")
    for i, k, word in data.deciding_entries(score.metric, matrix):
        corners = to_pixels(i, k), to_pixels(i + 1, k + 1)
        dashes: viz.Style = {"stroke_dasharray": "5 3"} if word in ("2nd", "minus") else {}
        draw_frame(canvas, *corners, **STILL, **dashes, key=f"mark{i}-{k}{word}")
        (x, y), (_, bottom) = corners
        if bottom - y > 44:  # otherwise it would cover the number
            ink = viz.on_shade(float(matrix.values[i, k]))
            small: viz.Style = {"font_size": "11", **STILL, "key": f"word{i}-{k}{word}"}
            canvas.text(x + 6, y + 14, word, "start", ink, **small)


def draw_frame(
    canvas: viz.Canvas,
    top_left: tuple[float, float],
    bottom_right: tuple[float, float],
    /,
    **style: Any,
) -> None:
    """A frame just inside two corners."""
    (x, y), (x2, y2) = top_left, bottom_right
    canvas.rect(x + 2, y + 2, x2 - x - 4, y2 - y - 4, "none", viz.CHOSEN, stroke_width="3", **style)


def draw_parts(canvas: viz.Canvas, score: Score, to_pixels: viz.ToPixels) -> None:
    """The parts of a score: below the columns, or to the right of the rows."""
    rows, columns = score.matrix.values.shape
    below = score.axis == score.matrix.columns
    for j, part in enumerate(score.parts):
        small: viz.Style = {"font_size": "11", "key": f"part{j}", **STILL}
        if below:
            x, y = to_pixels(rows, j + 0.5)
            canvas.text(x, y + 15, f"{part:.2f}", fill=viz.PART, **small)
        else:
            x, y = to_pixels(j + 0.5, columns)
            canvas.text(x + 6, y + 4, f"{part:.2f}", "start", viz.PART, **small)
    if below:
        x, y = to_pixels(rows, 0)
        canvas.note(x - 7, y + 15, score.part, "end", **STILL)
    else:
        x, y = to_pixels(0, columns)
        canvas.note(x + 6, y - 7, score.part, **STILL)


# --------------------------------------------------------------------------------------- scores


@viz.panel(height=lambda scores: 34 + 32 * len(scores), min_width=300, max_width=460)
def scores_panel(canvas: viz.Canvas, scores: Sequence[Score], chosen: str) -> None:
    """The five scores as bars; click one to see which entries decide it."""
    x, y, width, _ = canvas.box
    title = f"{NUMBER_WORDS[len(scores)]} scores: click one to see what decides it"
    canvas.title(title, "click a score")
    left, room = x + 134, max(width - 194, 60)
    for j, score in enumerate(scores):
        top, is_chosen = y + 28 + 32 * j, score.metric == chosen
        edge, end = viz.CHOSEN if is_chosen else viz.GRID, left + room * score.value
        stroke, weight = ("2", {"font_weight": "bold"}) if is_chosen else ("1", {})
        handle = score_handle(score, j, is_chosen)
        box: viz.Style = {"rx": 5, "handle": handle, "stroke_width": stroke, "key": f"s{j}"}
        canvas.rect(x, top, width, 28, viz.GROUND, edge, **box)
        canvas.text(left - 8, top + 19, viz.display_name(score.metric), "end", **STILL, **weight)
        canvas.rect(left, top + 6, end - left, 16, viz.PART, key=f"b{j}", **STILL)
        canvas.text(end + 6, top + 19, f"{score.value:.3f}", "start", key=f"v{j}", **STILL)


def score_handle(score: Score, row: int, is_chosen: bool) -> viz.Handle:
    """Handle that chooses the score that is explained."""
    index, label = (
        data.NAMES.index(score.metric),
        f"show what decides {viz.display_name(score.metric)}",
    )
    axis = viz.Axis("shown", -1.0, index, index, 1.0, "y", 0)
    return viz.Handle(label, (axis,), f"{score.value:.2f}", (row, 0), chosen=is_chosen)


@viz.panel(58, min_width=300, max_width=460)
def reads_panel(canvas: viz.Canvas, metric: str) -> None:
    """What a score is computed from."""
    x, y, width, _ = canvas.box
    canvas.paragraph(x, y, width, f"{viz.display_name(metric)}: {READS[metric]}.", size=12)


# -------------------------------------------------------------------------- what a move changed


def describe_explained_score(before: viz.Picture, now: viz.Picture) -> str:
    """How the chosen score changed and why, or if it stayed, the score that changed most.

    After another choice or goal, the present score; after a resize, the score that changed most.
    """
    name, new = next(iter(now.scores.items()))
    if GOAL_REACHED in now.caption or before.scores.keys() != now.scores.keys():
        return now.caption
    changes = {
        score: abs(float(now.scores[score]) - float(before.scores[score])) for score in now.scores
    }
    other = max(changes, key=changes.__getitem__)
    reported = other if changes[name] < widgets.SEEN <= changes[other] else name
    was, is_ = before.scores[name].matrix.values, new.matrix.values
    if was.shape != is_.shape:
        resized = is_.tolist() == resize(was.tolist(), *is_.shape)
        change = (
            describe_resize(reported, before, now)
            if resized and changes[reported] >= widgets.SEEN
            else ""
        )
        return f"{change}{now.caption}"
    change = widgets.what_changed(before, replace(now, scores={reported: now.scores[reported]}))
    stays = f"{viz.capitalised_name(name)} stays at {float(new):.3f}."
    if name == "dcimig" and changes[name] < widgets.SEEN and (outbid := describe_outbid(was, is_)):
        return f"{stays} {outbid} {'' if reported == name else change}".rstrip()
    return change if reported == name else f"{stays} {change}"


def describe_outbid(was: Floats, is_: Floats) -> str:
    """The latent whose bid for a factor has replaced the bid of another latent, if there is one."""
    before, after = ({k: i for i, k, word in bids(m) if word == "bid"} for m in (was, is_))
    for k, i in after.items():
        if before.get(k, i) != i:
            sentence = f"The best bid for factor {k + 1} now comes from latent {i + 1}"
            return f"{sentence}, so latent {before[k] + 1}'s lower bid costs nothing."
    return ""


def describe_resize(name: str, before: viz.Picture, now: viz.Picture) -> str:
    """How a score changed with the shape of the matrix, and why."""
    old, new = before.scores[name], now.scores[name]
    was, is_ = old.matrix.values, new.matrix.values
    way = "rose" if new.value > old.value else "fell"
    change = f"{viz.capitalised_name(name)} {way} from {widgets.from_to(old, new)}"
    axis = {"completeness": 0, "disentanglement": 1}.get(name)
    divided = ""
    if axis is not None and was.shape[axis] != is_.shape[axis]:
        places = is_.shape[axis]
        divided = f" (entropies are now divided by log {places})"
        divided = divided if places > 1 else " (a single entry cannot be spread)"
    latents, factors = (f"{n} {word}{'s' * (n > 1)}" for n, word in zip(is_.shape, NOUNS))
    return f"With {latents} and {factors}: {change}{divided}. "


def resize(values: Sequence[Sequence[float]], latents: int, factors: int) -> list[list[float]]:
    """The matrix with rows and columns cut off, or with rows and columns of zeros added."""
    old, new = np.array(values), np.zeros((latents, factors))
    rows, columns = np.minimum(old.shape, new.shape)
    new[:rows, :columns] = old[:rows, :columns]
    return new.tolist()


def follow_size(before: dict, now: dict) -> dict:
    """The values after a preset has set the matrix, or a size has resized the matrix.

    A matrix of another shape changes the sizes; a matrix that the reader has changed is no preset.
    A goal selects the first of its scores that does not meet its bound. The entries are multiplied
    when their size changes; any other change makes the present size 1.
    """
    return add_reached(follow_matrix(before, now))


def add_reached(now: dict) -> dict:
    """The values with the goal that is reached now among the goals that are remembered."""
    goal = data.GOALS[now["goal"]]
    if (
        goal is None
        or now["goal"] in now["memory"]
        or not goal.met(data.judge_by_hand(now["values"]))
    ):
        return now
    return now | {"memory": now["memory"] | {now["goal"]}}


def follow_matrix(before: dict, now: dict) -> dict:
    """The values after the matrix, its size or the goal has changed."""
    goal = data.GOALS[now["goal"]]
    if before["times"] != now["times"] and before["values"] == now["values"]:
        grown = np.array(before["values"]) * (now["times"] / before["times"])
        return now | {"values": grown.clip(0, 1).tolist(), "start": OWN}
    if before["goal"] != now["goal"] and goal and before["shown"] == now["shown"]:
        shortfalls = goal.short_of(data.judge_by_hand(now["values"]))
        names = [name for (name, _, _), short in zip(goal.bounds, shortfalls.values()) if short]
        now = now | {"shown": data.NAMES.index((names or [goal.bounds[0][0]])[0])}
    if before["start"] != now["start"] != OWN:
        values = np.array(data.PRESETS[now["start"]], dtype=float).round(4).tolist()
        sizes = {"latents": len(values), "factors": len(values[0]), "times": 1.0}
        return now | {"values": values} | sizes
    if before["values"] is not now["values"] and before["values"] != now["values"]:
        sizes = {"latents": len(now["values"]), "factors": len(now["values"][0])}
        return now | sizes | {"start": OWN, "times": 1.0}
    values = resize(now["values"], now["latents"], now["factors"])
    return now | {"values": values, "start": OWN if values != now["values"] else now["start"]}


class ByHandLab(widgets.Lab):
    """A lab whose line of code names the matrix or the start, and that remembers goals."""

    def reset(self) -> None:
        """Return to the values with which the lab was opened; goals stay reached."""
        self.opened = self.opened | {"memory": self.values["memory"]}
        super().reset()

    @property
    def code(self) -> str:
        """The line of Python that makes this lab in its current setting."""
        keep = {"goal", "shown"}
        keep |= {"values", "times"} if self.values["start"] == OWN else {"start"}
        changed = [
            f"{k}={v!r}"
            for k, v in self.values.items()
            if k in keep and v != self.default_values[k]
        ]
        return f"labs.{self.name}({', '.join(changed)})"


@widgets.lab(
    {
        "start": widgets.choice("start from", [*data.PRESETS, OWN], "every latent its own factor"),
        "latents": widgets.whole("latents", 3, 1, data.MOST),
        "factors": widgets.whole("factors", 3, 1, data.MOST),
        "times": widgets.number("times", 1, 0.01, 1, 0.01),
        "goal": widgets.moved_by_handle(widgets.whole("goal", 0, 0, len(data.GOALS) - 1)),
        "values": widgets.number_table("values", np.eye(3).tolist()),
        "shown": widgets.moved_by_handle(
            widgets.whole("score to explain", 0, 0, len(data.NAMES) - 1)
        ),
    },
    lab_class=ByHandLab,
    initial_memory=frozenset(),
    update_memory=follow_size,
    describe_change=describe_explained_score,
)
def matrix_by_hand(
    values: Sequence[Sequence[float]],
    shown: int,
    goal: int,
    memory: frozenset[int],
    **_: object,  # `values` already has the start and the sizes
) -> viz.Picture:
    """Make a matrix and watch five scores: drag a cell, press + or -, or type. Reach a goal."""
    judged = data.judge_by_hand(values)
    chosen, name, wanted = judged[shown], data.NAMES[shown], data.GOALS[goal]
    caption = f"{viz.capitalised_name(name)} is {chosen.value:.3f}."
    if wanted and wanted.met(judged):
        caption = f"{GOAL_REACHED}. {wanted.shows}"
    numbers = ", ".join(f"{viz.display_name(score.metric)} {score.value:.3f}" for score in judged)
    return viz.Picture(
        panels=(
            viz.stack(values_panel(chosen), goals_panel(goal, memory, judged)),
            viz.stack(
                viz.radio_group("score to explain", scores_panel(judged, name)), reads_panel(name)
            ),
        ),
        shows=f"{viz.describe_matrix(chosen.matrix)} {numbers}.",
        caption=caption,
        text=viz.describe_scores(judged),
        scores={score.metric: score for score in (chosen, *judged)},  # the chosen score comes first
    )
