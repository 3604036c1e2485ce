"""A change of a matrix is announced, and the reader guesses which of the five scores will move."""

from collections.abc import Sequence

import numpy as np

from .... import InformativenessMatrix, Score, viz, widgets
from ..data import CHANGES, NAMES, Change, judge_by_hand

FIRST = next(iter(CHANGES))
ROW, CELL = 40, 48  # pixels: a score's row, and a cell of the matrix
STILL: viz.Style = {"pointer_events": "none"}
MOST_ROWS = max(len(np.asarray(change.before)) for change in CHANGES.values())


def check_guess(name: str, value: Sequence[int]) -> list[int]:
    """Raise ValueError unless there is 0 (stays) or 1 (moves) for each score."""
    if not isinstance(value, list | tuple) or len(value) != len(NAMES) or set(value) - {0, 1}:
        raise ValueError(f"{name}: found {value!r}, expected a 0 or a 1 for each of five scores.")
    return [int(entry) for entry in value]


def follow_change(before: dict, now: dict) -> dict:
    """Another change begins with an empty guess; a guess is kept once the matrix has changed."""
    if before["change"] != now["change"]:
        return now | {"guess": [0] * len(NAMES), "done": False}
    if now["done"] and not before["done"]:
        right = count_right(now["change"], now["guess"])
        return now | {"memory": {now["change"]: right} | now["memory"]}  # the first guess counts
    return now | {"guess": before["guess"]} if now["done"] else now


def count_right(change: str, guess: Sequence[int]) -> int:
    """Scores for which a guess is right."""
    return sum(bool(g) == moved for g, moved in zip(guess, CHANGES[change].moves()))


def places_that_differ(change: Change) -> list[tuple[int, int]]:
    """The entries of the matrix that will change, as far as they exist before."""
    old, new = np.asarray(change.before), np.asarray(change.after)
    rows, columns = np.nonzero(old != new[: len(old)])
    return [(int(i), int(k)) for i, k in zip(rows, columns)]


@viz.panel(
    viz.matrix_height(InformativenessMatrix(np.zeros((MOST_ROWS, 2))), CELL, 26),
    min_width=300,
    max_width=lambda change, done: viz.matrix_width(
        InformativenessMatrix(CHANGES[change].after, factor_entropy=1), CELL
    ),
)
def change_panel(canvas: viz.Canvas, change: str, done: bool) -> None:
    """The matrix before or after the change, with frames around the entries that change."""
    announced = CHANGES[change]
    values = announced.after if done else announced.before
    matrix = InformativenessMatrix(values, "matrix", factor_entropy=1)
    to_pixels = viz.draw_matrix(canvas, matrix, title=announced.announced, cell=CELL, key="c")
    for i, k in places_that_differ(announced):
        (x, y), (x2, y2) = to_pixels(i, k), to_pixels(i + 1, k + 1)
        frame: viz.Style = {"stroke_width": "3", "stroke_dasharray": "5 3", "key": f"f{i}-{k}"}
        canvas.rect(x + 2, y + 2, x2 - x - 4, y2 - y - 4, "none", viz.CHOSEN, **frame, **STILL)


@viz.panel(60 + ROW * len(NAMES), min_width=320, max_width=480)
def bars_to_guess_panel(
    canvas: viz.Canvas, change: str, guess: Sequence[int], done: bool, memory: dict[str, int]
) -> None:
    """The five scores with a switch for each: will it move?"""
    x, y, width, _ = canvas.box
    canvas.title("which bars will move? Set the switches", "which bars will move?")
    announced = CHANGES[change]
    old, new = judge_by_hand(announced.before), judge_by_hand(announced.after)
    for j, (before, now) in enumerate(zip(old, new)):
        area = canvas.within(x, y + 26 + ROW * j, width, ROW)
        draw_bar(area, before, now if done else before)
        draw_switch(area, j, guess[j], announced.moves()[j] if done else None)
    right, asked = sum(memory.values()), len(NAMES) * len(memory)
    said = f"right so far: {right} of {asked}" if memory else "then tick: change the matrix"
    canvas.note(x, y + 48 + ROW * len(NAMES), said, key="sofar")


def draw_bar(canvas: viz.Canvas, before: Score, now: Score) -> None:
    """One score from 0 to 1, with a stroke where it was before."""
    x, y, width, _ = canvas.box
    left, room = x + 108, width - 108 - 108
    canvas.text(left - 6, y + 20, viz.display_name(now.metric), "end", font_size="11")
    canvas.rect(left, y + 6, room, 20, viz.GROUND, viz.GRID)
    canvas.rect(left, y + 6, room * now.value, 20, viz.PART, key=f"b{now.metric}")
    mark = left + room * before.value
    canvas.line(mark, y + 3, mark, y + 29, viz.INK, stroke_width="2.5", key=f"w{now.metric}")
    value: viz.Style = {"font_size": "11", "key": f"v{now.metric}"}
    canvas.text(left + room + 5, y + 20, f"{now.value:.2f}", "start", **value)


def draw_switch(canvas: viz.Canvas, j: int, guess: int, moved: bool | None) -> None:
    """A switch between "stays" and "moves"; with an answer, its frame says whether it is right."""
    x, y, width, _ = canvas.box
    left = x + width - 72
    right = moved is None or bool(guess) == moved
    edge = viz.GRID if moved is None else viz.TRUTH if right else viz.GUESS
    axis = viz.Axis(f"guess/{j}", float(guess), 0.0, 1.0, 1.0, "x", left + 12, left + 52)
    word = "moves" if guess else "stays"
    handle = viz.Handle(f"{viz.display_name(NAMES[j])}", (axis,), word, place=True)
    look: viz.Style = {"rx": 11, "stroke_width": "2.5", "key": f"switch{j}", "handle": handle}
    canvas.rect(left, y + 5, 64, 22, viz.GROUND, edge, **look)
    knob = left + 53 if guess else left + 11
    canvas.circle(
        knob, y + 16, 8, viz.GUESS if guess else viz.FAINT, stroke=viz.PAPER, key=f"k{j}", **STILL
    )
    at, anchor = (left + 6, "start") if guess else (left + 58, "end")
    canvas.text(at, y + 20, word, anchor, font_size="11", key=f"kw{j}", **STILL)


@widgets.lab(
    {
        "change": widgets.choice("what will change", list(CHANGES), FIRST),
        "guess": widgets.free("guess", [0] * len(NAMES), check_guess),
        "done": widgets.flag("change the matrix"),
    },
    initial_memory={},
    update_memory=follow_change,
    describe_change=widgets.describe_by_caption,
)
def which_bars(
    change: str, guess: Sequence[int], done: bool, memory: dict[str, int]
) -> viz.Picture:
    """An entry is about to change: which of the five bars will move?"""
    announced = CHANGES[change]
    scores = judge_by_hand(announced.after if done else announced.before)
    found = f"{count_right(change, guess)} of {len(NAMES)} right. {announced.why}"
    return viz.Picture(
        panels=(
            change_panel(change, done),
            bars_to_guess_panel(change, guess, done, memory),
        ),
        shows="A matrix that is about to change, and five scores, each with a switch.",
        caption=found if done else announced.announced,
        text=viz.describe_scores(scores),
        scores={score.metric: score for score in scores},
    )
