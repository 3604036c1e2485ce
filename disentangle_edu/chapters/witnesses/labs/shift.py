"""Three coins whose latents all leak a parity: how far may they shift before a score falls?"""

import functools
from collections.abc import Mapping

import numpy as np

from .... import viz, widgets
from ....theory.enumeration import Characteristics, characteristics
from .. import data
from ._characteristics import characteristics_panel

ROW = 21.0  # pixels of a score


@viz.panel(128, min_width=250, max_width=320)
def latent_values_panel(canvas: viz.Canvas, shift: float) -> None:
    """The four values of latent 1 on a line; the shift is dragged."""
    x, y, width, _ = canvas.box
    canvas.title("values of latent 1: drag the shift", "drag the shift")
    left, right, level = x + 14, x + width - 14, y + 76
    unit = (right - left) / 2
    canvas.line(left, level, right, level, viz.GRID, stroke_width="4")
    for coin in (0, 1):
        for differ in (0, 1):
            at = left + unit * (coin + differ * shift)
            words = f"coin 1 is {coin}, the others {'differ' if differ else 'are equal'}"
            style = {"title": words, "stroke": viz.PAPER, "key": f"value{coin}{differ}"}
            axis = viz.along("shift", shift, (0, 1), data.SHIFT_STEP, (left, left + unit))
            handle = (
                viz.Handle("shift", (axis,), f"{shift:.2f}") if (coin, differ) == (0, 1) else None
            )
            colour = (
                viz.HANDLE if handle else viz.class_colour(0) if coin == 0 else viz.class_colour(2)
            )
            canvas.circle(at, level, 10 if handle else 7, colour, handle=handle, **style)
            up = -16 if differ else 28
            label = "others differ" if differ else f"coin 1 = {coin}"
            middle = min(max(at, left + 34), right - 34)
            style = {"fill": viz.FAINT, "font_size": "11", "key": f"label{coin}{differ}"}
            canvas.text(middle, level + up, label, **style)


@viz.panel(height=lambda scores, marks: 54 + ROW * len(scores), min_width=300, max_width=500)
def scores_panel(
    canvas: viz.Canvas, scores: Mapping[str, float], marks: Mapping[str, float]
) -> None:
    """A bar for each score, pink if it notices; a stroke is the score of a constant code."""
    x, y, width, _ = canvas.box
    high = sum(value >= data.HIGH for value in scores.values())
    canvas.title(
        f"{high} of {len(scores)} scores are {data.HIGH:g} or more", f"{high} of {len(scores)}"
    )
    left, room, top = x + 152, width - 192, y + 24
    canvas.rect(left, top, room, ROW * len(scores), viz.GROUND, viz.GRID)
    for j, (name, value) in enumerate(scores.items()):
        at, label = top + j * ROW, data.short_name(name)
        canvas.text(left - 7, at + 15, label, "end", font_size="12", link=label, key=f"l{name}")
        colour = viz.PART if value >= data.HIGH else viz.class_colour(1)
        words = f"{label}: {value:.3f}"
        canvas.rect(left, at + 3, value * room, ROW - 6, colour, words, key=f"b{name}", link=label)
        canvas.note(left + room + 5, at + 15, f"{value:.2f}", key=f"v{name}")
        if marks[name]:
            constant = left + marks[name] * room
            canvas.line(constant, at + 1, constant, at + ROW - 1, viz.INK, stroke_width="2.5")
    canvas.note(left, top + ROW * len(scores) + 18, "stroke: a constant code")


@widgets.lab(
    {
        "shift": widgets.moved_by_handle(
            widgets.number("shift, in steps of a coin", 0.5, 0, 1, data.SHIFT_STEP)
        )
    },
    describe_change=widgets.describe_by_caption,
    tasks={
        "find a shift that violates all characteristics, and that 14 scores miss": lambda values: (
            values["shift"] > 0 and count_high(values["shift"]) == 14
        ),
        "make MIG notice": lambda values: scores_at(values["shift"])["mig"] < data.HIGH,
    },
)
def shift(shift: float) -> viz.Picture:
    """Shift every latent whenever the two other coins differ: which scores notice?"""
    scores, outcome = scores_at(shift), outcome_at(shift)
    return viz.Picture(
        panels=(
            viz.stack(latent_values_panel(shift), characteristics_panel(outcome)),
            scores_panel(scores, data.scores_of_constant()),
        ),
        shows="The values of latent 1, how often each latent moves with each coin, and a bar for "
        f"each of {len(scores)} scores.",
        caption=f"At a shift of {shift:.2f}, {count_high(shift)} of {len(scores)} scores are "
        f"{data.HIGH:g} or more.",
        text="\n".join(
            f"{data.short_name(name)} is {value:.3f}." for name, value in scores.items()
        ),
        scores=scores,
    )


@functools.cache
def outcome_at(shift: float) -> Characteristics:
    """The characteristics of the shifted coins."""
    return characteristics(data.shifted_coins(shift))


def scores_at(shift: float) -> dict[str, float]:
    """The exact score of each metric at the nearest of SHIFTS."""
    nearest = int(np.abs(data.SHIFTS - shift).argmin())
    return {name: float(values[nearest]) for name, values in data.scores_by_shift().items()}


def count_high(shift: float) -> int:
    """How many scores are HIGH or more."""
    return sum(value >= data.HIGH for value in scores_at(shift).values())
