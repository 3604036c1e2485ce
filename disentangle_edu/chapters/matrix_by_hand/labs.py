"""The matrix by hand.

Five scores beside one table, the entries that decide each of them, and goals to reach.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...matrices import InformativenessMatrix, Matrix
from ...metrics import completeness, dcimig, disentanglement, mig, sap
from ...score import Score
from ...viz.canvas import Canvas, Panel, Style, panel, radio_group, stack
from ...viz.display_names import begun, display_name
from ...viz.handles import Axis, Handle
from ...viz.panels import cell_handles, matrix_panel
from ...viz.picture import Picture
from ...viz.pictures import describe, words
from ...viz.svg import Keywords, Place, paragraph, rect, text
from ...viz.theme import FAINT, GRID, GROUND, MARK, PART, on_shade
from ...widgets.change_text import SEEN, from_to, use_caption, what_changed
from ...widgets.controls import choice, dragged, number_table, some_of, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...widgets.protocol import ControlSpec
from ...worlds import examples
from ..common.matrices import OWN, bids
from ..common.verdicts import CODES, SEVEN, table_panel, verdict

METRICS_BY_HAND = (mig, dcimig, sap, disentanglement, completeness)
NAMES = tuple(metric.__name__ for metric in METRICS_BY_HAND)
MOST = 8  # latents or factors

PRESETS = {
    "every latent its own factor": np.eye(3),
    "every factor twice": np.repeat(np.eye(3), 2, axis=0),
    "one latent for two factors": [[0.9, 0.9, 0], [0, 0, 0.9]],
    "focused, even rest": examples.focused_matrix(7).values,
    "Fact 5: pure outweighs impure": examples.dominated_matrix().values,
    "one winner per column, torn rows": [[0.9, 0.6], [0.5, 0.8], [0, 0]],
    "pure rows, two winners per column": [[0.7, 0.1], [0.65, 0], [0.1, 0.7], [0, 0.65]],
    "all the same": np.full((3, 3), 0.5),
}


def judge_by_hand(values: Sequence[Sequence[float]]) -> list[Score]:
    """Every score that can judge a bare matrix, if each factor holds one bit."""
    matrix = InformativenessMatrix(values, "your matrix", factor_entropy=1)
    return [metric(matrix) for metric in METRICS_BY_HAND]


def deciding_entries(name: str, matrix: Matrix) -> list[tuple[int, int, str]]:
    """The entries that a score looks at: (row, column, what it is to the score)."""
    values = matrix.values
    rows, columns = values.shape
    if name in ("mig", "sap"):
        entries = []
        for k in range(columns):
            order = np.argsort(-values[:, k], kind="stable")[:2]
            entries += [(int(i), k, word) for i, word in zip(order, ("best", "2nd"))]
        return entries
    if name == "dcimig":
        return bids(values)
    return []  # disentanglement and completeness look at every entry


def _lines_in_full(name: str, matrix: Matrix) -> list[tuple[int, int | None]]:
    """The rows (row, None) or columns (0, column) that a score of focus reads as a whole."""
    rows, columns = matrix.values.shape
    if name == "disentanglement":
        return [(i, None) for i in range(rows)]
    return [(0, k) for k in range(columns)] if name == "completeness" else []


# ------------------------------------------------------------------------------------------- goals


@dataclass(frozen=True)
class Task:
    """Something to reach with a matrix: bounds on scores, each from below or from above."""

    words: str
    shows: str  # what it teaches, said once it is reached
    bounds: tuple[tuple[str, str, float], ...]  # (metric, ">" or "<", value)
    spare: int = MOST  # latents that there may be beside one for each factor
    known: float = 0.1  # the least that some latent must tell about each factor

    def short_of(self, scores: Sequence[Score]) -> dict[str, float]:
        """How far each bound is from being met; 0 where it is."""
        named = {score.metric: score.value for score in scores}
        shortfalls = {
            f"{display_name(name)} {sign} {bound:g}": max(
                0.0, (bound - named[name]) * (1 if sign == ">" else -1)
            )
            + (1e-9 if named[name] == bound else 0.0)
            for name, sign, bound in self.bounds
        }
        latents, factors = scores[0].matrix.values.shape
        shortfalls["two factors or more"] = float(factors < 2)
        weakest = scores[0].matrix.values.max(0).min()
        shortfalls[f"each factor known ({self.known:g})"] = max(0.0, self.known - float(weakest))
        if self.spare < MOST:
            allowed = factors + self.spare
            shortfalls[f"latents at most {allowed}"] = float(max(0, latents - allowed))
        return shortfalls

    def met(self, scores: Sequence[Score]) -> bool:
        """Whether every bound is met."""
        return not any(self.short_of(scores).values())


GOALS = {
    "none: just play": None,
    "1. disentanglement high, completeness low": Task(
        "disentanglement above 0.9 and completeness below 0.6",
        "Rows may be pure while a column is shared: the two are judged apart.",
        (("disentanglement", ">", 0.9), ("completeness", "<", 0.6)),
    ),
    "2. MIG high, DCIMIG low": Task(
        "MIG above 0.8 and DCIMIG below 0.1",
        "Each column has one clear winner, and a row that wins several alike bids for none.",
        (("mig", ">", 0.8), ("dcimig", "<", 0.1)),
    ),
    "3. disentanglement high, DCIMIG low": Task(
        "disentanglement above 0.9 and DCIMIG below 0.1",
        "The one reads shares of a row, the other sizes: faint and pure rows please the one alone.",
        (("disentanglement", ">", 0.9), ("dcimig", "<", 0.1)),
        known=0.01,
    ),
    "4. DCIMIG high, MIG low": Task(
        "DCIMIG above 0.9 and MIG below 0.1, with one latent more than factors",
        "A row that knows everything closes every column's gap, and takes no bid from the others.",
        (("dcimig", ">", 0.9), ("mig", "<", 0.1)),
        spare=1,
    ),
    "5. MIG high, completeness low": Task(
        "MIG above 0.6 and completeness below 0.12",
        "A gap sees the best and the second of a column, focus all who come after them, too.",
        (("mig", ">", 0.6), ("completeness", "<", 0.12)),
    ),
    "6. completeness high, disentanglement about a third": Task(
        "completeness above 0.9 and disentanglement from 0.25 to 0.4",
        "No factor is spread over latents, and yet a latent is torn between factors.",
        (("completeness", ">", 0.9), ("disentanglement", ">", 0.25), ("disentanglement", "<", 0.4)),
    ),
}


def _goal_panel(goal: Task, scores: Sequence[Score]) -> Panel:
    """The goal and how far each of its bounds is away."""
    shortfalls = goal.short_of(scores)
    named = {score.metric: score.value for score in scores}
    lines = {
        bound: (named[name], target) for bound, (name, _, target) in zip(shortfalls, goal.bounds)
    }

    @panel(42 + 26 * len(shortfalls), min_width=300, max_width=460)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        head = "goal reached" if goal.met(scores) else "goal"
        canvas.title(head)
        for j, (bound, missing) in enumerate(shortfalls.items()):
            row_y = y + 26 + 26 * j
            done = missing == 0
            canvas.text(x, row_y + 13, bound, "start")
            bar_x, room = x + 170, max(width - 260, 60)
            to_go = f"{missing:.2f} to go" if missing >= 0.01 else "a hair to go"
            to_go = f"{missing:.0f} too many" if bound.startswith("latents") else to_go
            state = "met" if done else to_go
            if bound in lines:  # the score from 0 to 1, and a stroke at its bound
                value, target = lines[bound]
                bar: Style = {"key": f"goal{j}", "title": state}
                canvas.rect(bar_x, row_y, room, 16, GROUND, GRID)
                canvas.rect(bar_x, row_y, room * value, 16, PART if done else FAINT, **bar)
                mark = bar_x + room * target
                canvas.line(mark, row_y - 3, mark, row_y + 19, MARK, stroke_width="3")
                bar_x += room + 8
            canvas.text(bar_x, row_y + 13, state, "start", FAINT, key=f"goaln{j}")

    return draw()


# ------------------------------------------------------------------------------------- the picture


def _score_marks(score: Score) -> Callable[[Any], str]:
    """What a score looks at, and its parts: below the columns, or beside the rows."""
    matrix, name = score.matrix, score.metric

    def over(to_pixels: Place) -> str:
        out, (rows, columns) = [], matrix.values.shape
        for j, part in enumerate(score.parts):
            small: Style = {"font_size": "11", "key": f"part{j}", "pointer_events": "none"}
            if score.axis == matrix.columns:
                x, y = to_pixels(rows, j + 0.5)
                out.append(text(x, y + 15, f"{part:.2f}", fill=PART, **small))
            else:
                x, y = to_pixels(j + 0.5, columns)
                out.append(text(x + 6, y + 4, f"{part:.2f}", "start", PART, **small))
        below = score.axis == matrix.columns
        x, y = to_pixels(rows, 0) if below else to_pixels(0, columns)
        axis_label = (
            (x - 7, y + 15, score.part, "end") if below else (x + 6, y - 7, score.part, "start")
        )
        out.append(text(*axis_label, FAINT, font_size="11", pointer_events="none"))
        for i, k in _lines_in_full(name, matrix):
            ends = (
                (i, 0, i + 1, matrix.values.shape[1])
                if k is None
                else (0, k, len(matrix.values), k + 1)
            )
            (x, y), (x2, y2) = to_pixels(*ends[:2]), to_pixels(*ends[2:])
            style: Style = {"stroke_width": "3", "rx": 6, "pointer_events": "none"}
            style["key"] = f"line{i}-{k}"
            out.append(rect(x + 2, y + 2, x2 - x - 4, y2 - y - 4, "none", MARK, **style))
        for i, k, word in deciding_entries(name, matrix):
            (x, y), (x2, y2) = to_pixels(i, k), to_pixels(i + 1, k + 1)
            frame: Style = {
                "stroke_width": "3",
                "pointer_events": "none",
                "key": f"mark{i}-{k}{word}",
            }
            if word in ("2nd", "minus"):
                frame["stroke_dasharray"] = "5 3"
            out.append(rect(x + 2, y + 2, x2 - x - 4, y2 - y - 4, "none", MARK, **frame))
            small = {"font_size": "10", "pointer_events": "none", "key": f"word{i}-{k}{word}"}
            if y2 - y > 44:  # else it would stand on the number
                ink = on_shade(float(matrix.values[i, k]))
                out.append(text(x + 6, y + 14, word, "start", ink, **small))
        return "".join(out)

    return over


def _scores_panel(scores: Sequence[Score], chosen: str) -> Panel:
    """The five scores as bars; click one to see which entries decide it."""

    @panel(34 + 40 * len(scores), min_width=300, max_width=460)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        title = f"{NUMBER_WORDS[len(scores)]} scores: click one to see what decides it"
        canvas.title(title, "click a score")
        left, room = x + 134, max(width - 194, 60)
        for j, score in enumerate(scores):
            row_y, is_chosen = y + 28 + 40 * j, score.metric == chosen
            index = NAMES.index(score.metric)
            axis = Axis("shown", -1.0, index, index, 1.0, "y", 0)
            label = f"show what decides {display_name(score.metric)}"
            handle = Handle(label, (axis,), f"{score.value:.2f}", (j, 0), chosen=is_chosen)
            box: Style = {
                "rx": 5,
                "handle": handle,
                "stroke_width": "2" if is_chosen else "1",
                "key": f"s{j}",
            }
            canvas.rect(x, row_y, width, 34, GROUND, MARK if is_chosen else GRID, **box)
            quiet: Style = {"pointer_events": "none"}
            weight = {"font_weight": "bold"} if is_chosen else {}
            canvas.text(left - 8, row_y + 22, display_name(score.metric), "end", **quiet, **weight)
            canvas.rect(left, row_y + 9, room * score.value, 16, PART, key=f"b{j}", **quiet)
            number = f"{score.value:.3f}"
            number_x = left + room * score.value + 6
            canvas.text(number_x, row_y + 22, number, "start", key=f"v{j}", **quiet)

    return radio_group("which score is looked at", draw())


NOUNS = "latent", "factor"
GOAL_REACHED = "Goal reached"
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five")
READS = {
    "mig": "each column: best (solid) minus 2nd (dashed), over the bit that there is to know; then "
    "the mean",
    "sap": "each column: best (solid) minus 2nd (dashed); with one bit per factor the same "
    "number as MIG",
    "dcimig": "each row bids its top minus its runner-up; every factor takes its best bid, "
    "which is marked (top solid, runner-up dashed)",
    "disentanglement": "each row: 1 - entropy of its shares / log (factors); heavy rows count more",
    "completeness": "each column: 1 - entropy of its shares / log (latents); then the mean",
}


def draw_by_hand(
    values: Sequence[Sequence[float]], shown: int, goal: str, scores: Sequence[str], **_: object
) -> Picture:
    """One matrix to drag, its scores beside it, the entries that decide the chosen one."""
    judged = judge_by_hand(values)
    matrix, name, chosen = judged[0].matrix, NAMES[shown], judged[shown]
    cell = 56.0 if max(matrix.values.shape) <= 5 else 40.0
    moves, over = cell_handles(matrix, "values"), _score_marks(chosen)
    title = f"drag a cell, marked for {display_name(name)}"
    table_ = matrix_panel(
        matrix, moves=moves, over=over, min_width=330, title=title, cell=cell, right=40, below=20
    )
    wanted = GOALS[goal]

    def draw_reads(x: float, y: float, width: float, height: float) -> str:
        return paragraph(x, y, width, f"{display_name(name)}: {READS[name]}.", size=12)

    listed = [score for score in judged if score.metric in scores]
    side_panels = [_goal_panel(wanted, judged)] if wanted else []
    side_panels += [_scores_panel(listed, name), Panel(draw_reads, 58, 300, 460)]
    caption = f"{begun(name)} is {chosen.value:.3f}. {chosen.explanation}"
    if wanted and wanted.met(judged):
        caption = f"{GOAL_REACHED}: {wanted.words}. {wanted.shows}"
    alt = f"{describe(matrix)} {', '.join(f'{s.metric} {s.value:.3f}' for s in listed)}."
    named = {s.metric: s for s in (chosen, *listed)}  # the chosen one comes first
    return Picture(
        panels=(table_, stack(*side_panels)),
        description=alt,
        text=words(listed),
        scores=named,
        caption=caption,
    )


def _describe_change(before: Picture, now: Picture) -> str:
    """How the chosen score moved and why, or if it stands, the one that moved most.

    Of another choice or goal, how it stands; of another shape, the score that it moved most.
    """
    name, new = next(iter(now.scores.items()))
    if GOAL_REACHED in now.caption or before.scores.keys() != now.scores.keys():
        return now.caption

    def change_of(score: str) -> float:
        return abs(float(now.scores[score]) - float(before.scores[score]))

    other = max(now.scores, key=change_of)
    reported = other if change_of(name) < SEEN <= change_of(other) else name
    was, is_ = before.scores[name].matrix.values, new.matrix.values
    if was.shape != is_.shape:
        resized = is_.tolist() == _resize(was.tolist(), *is_.shape)
        change = (
            _describe_resize(reported, before, now)
            if resized and change_of(reported) >= SEEN
            else ""
        )
        return f"{change}{now.caption}"
    change = what_changed(before, replace(now, scores={reported: now.scores[reported]}))
    stays = f"{begun(name)} stays at {float(new):.3f}."
    if name == "dcimig" and change_of(name) < SEEN and (outbid := _describe_outbid(was, is_)):
        return f"{stays} {outbid} {'' if reported == name else change}".rstrip()
    return change if reported == name else f"{stays} {change}"


def _describe_outbid(was: np.ndarray, is_: np.ndarray) -> str:
    """Which latent's bid for a factor is taken now in place of another's, if one is."""
    before, after = ({k: i for i, k, word in bids(m) if word == "bid"} for m in (was, is_))
    for k, i in after.items():
        if before.get(k, i) != i:
            sentence = f"The best bid for factor {k + 1} comes from latent {i + 1} now"
            return f"{sentence}, so that latent {before[k] + 1}'s lower one costs nothing."
    return ""


def _describe_resize(name: str, before: Picture, now: Picture) -> str:
    """What another shape of a matrix did to a score, and by what a focus is divided now."""
    old, new = before.scores[name], now.scores[name]
    was, is_ = old.matrix.values, new.matrix.values
    change = f"{begun(name)} {'rose' if new.value > old.value else 'fell'} from {from_to(old, new)}"
    axis = {"completeness": 0, "disentanglement": 1}.get(name)
    divided = ""
    if axis is not None and was.shape[axis] != is_.shape[axis]:
        places = is_.shape[axis]
        divided = f" (entropies are divided by log {places} now)"
        divided = divided if places > 1 else " (in one place there is nothing to spread)"
    latents, factors = (f"{n} {word}{'s' * (n > 1)}" for n, word in zip(is_.shape, NOUNS))
    return f"With {latents} and {factors}: {change}{divided}. "


def _resize(values: Sequence[Sequence[float]], latents: int, factors: int) -> list[list[float]]:
    old, new = np.array(values), np.zeros((latents, factors))
    rows, columns = np.minimum(old.shape, new.shape)
    new[:rows, :columns] = old[:rows, :columns]
    return new.tolist()


def follow_size(before: dict, now: dict) -> dict:
    """A preset brings its matrix; the sizes resize it.

    A matrix of another shape moves the sizes; a matrix that was changed is the reader's own. A goal
    marks the first of its scores that is not there yet.
    """
    goal = GOALS[now["goal"]]
    if before["goal"] != now["goal"] and goal and before["shown"] == now["shown"]:
        shortfalls = goal.short_of(judge_by_hand(now["values"]))
        names = [name for (name, _, _), short in zip(goal.bounds, shortfalls.values()) if short]
        now = now | {"shown": NAMES.index((names or [goal.bounds[0][0]])[0])}
    if before["start"] != now["start"] != OWN:
        values = np.array(PRESETS[now["start"]], dtype=float).round(4).tolist()
        return now | {"values": values, "latents": len(values), "factors": len(values[0])}
    if before["values"] is not now["values"] and before["values"] != now["values"]:
        sizes = {"latents": len(now["values"]), "factors": len(now["values"][0])}
        return now | sizes | {"start": OWN}
    values = _resize(now["values"], now["latents"], now["factors"])
    return now | {"values": values, "start": OWN if values != now["values"] else now["start"]}


class ByHandLab(Lab):
    """The code line needs the matrix, the goal and the scores only."""

    @property
    def code(self) -> str:
        """The line of Python that makes this lab in its current setting."""
        keep = {"values", "goal", "shown", "scores"}
        changed = [
            f"{k}={v!r}"
            for k, v in self.values.items()
            if k in keep and v != self.default_values[k]
        ]
        return f"labs.{self.name}({', '.join(changed)})"


@lab
def matrix_by_hand(after: After = None) -> Lab:
    """Any matrix, five scores: drag a cell, press + or -, or type; reach a goal."""
    controls = {
        "start": choice("start from", [*PRESETS, OWN], "every latent its own factor"),
        "latents": whole("latents", 3, 1, MOST),
        "factors": whole("factors", 3, 1, MOST),
        "goal": choice("goal", list(GOALS), "none: just play"),
        "values": number_table("values", np.eye(3).tolist()),
        "shown": dragged(whole("score to explain", 0, 0, len(NAMES) - 1)),
        "scores": some_of("scores beside it", NAMES),
    }

    def idle(values: dict) -> list[str]:  # who shows some scores has a goal in mind
        return ["goal"] if len(values["scores"]) < len(NAMES) else []

    hears: Keywords = {
        "update_state": follow_size,
        "describe_change": _describe_change,
        "hidden_controls": idle,
    }
    return ByHandLab(draw_by_hand, controls, after=after, **hears)


# ------------------------------------------------------------------------------ the growing table


def draw_verdicts(upto: str) -> Picture:
    """The table of the course as it stands when a judge has spoken, and those before it."""
    by_metric = {metric: verdict(metric) for metric in SEVEN[: SEVEN.index(upto) + 1]}
    marks = dict(zip(CODES, by_metric[upto]))
    listed = ", ".join(f"{name} {value:.3f}" for name, value in marks.items())
    best = max(marks, key=marks.__getitem__)
    caption = f"The last to speak, {display_name(upto)}: {listed}. It likes {best} best."
    rows = [
        f"{display_name(metric)}: {', '.join(f'{n} {v:.3f}' for n, v in zip(CODES, values))}."
        for metric, values in by_metric.items()
    ]
    alt = f"Seven scores as columns; A, B and handwriting as marks from 0 to 1. {caption}"
    return Picture(
        panels=(table_panel(by_metric),),
        description=alt,
        text="\n".join(rows),
        scores={},
        caption=caption,
    )


class GrowingTable(Lab):
    """A picture with nothing to move: it has no buttons."""

    def _control_specs(self) -> list[ControlSpec]:
        return []


@lab
def verdicts(after: After = None) -> Lab:
    """What the seven scores say of A, of B and of handwriting, as far as one has read."""
    controls = {"upto": dragged(choice("the last judge", list(SEVEN), SEVEN[-1]))}
    return GrowingTable(draw_verdicts, controls, describe_change=use_caption, after=after)
