"""Codes that a reader drags: knobs below the sweeps of a model, and where they start."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...types import Floats
from ...viz.svg import GRID, MARK, Axis, Handle, Style, circle, line
from ...widgets.controls import Control, free
from ...widgets.history import Values
from ...widgets.lab import Lab
from ...zoo.traversals import Drawer, DrawnKnob, drawer


def knobs(
    model: Drawer, code: Floats, control: str = "latents", word: str = "latent "
) -> DrawnKnob:
    """A handle on a rail below each sweep; it moves an entry of a control."""

    def knob(i: int, y: float, ends: tuple[float, float]) -> str:
        reach = float(model.low[i]), float(model.high[i])
        value = round(float(np.clip(code[i], *reach)), 3) + 0.0
        knob_x = ends[0] + (value - reach[0]) / (reach[1] - reach[0]) * (ends[1] - ends[0])
        axis = Axis(f"{control}/{i}", value, *reach, drag_step(reach), "x", *ends)
        link = f"{word}{i + 1}"
        label = link if word.endswith(" ") else f"knob {link}"
        style: Style = {"handle": Handle(label, (axis,), f"{value:.2f}"), "link": link}
        rail = line(ends[0], y, ends[1], y, GRID, stroke_width="3")
        return rail + circle(knob_x, y, 7, MARK, key=f"{control}{i}", **style)

    return knob


def drag_step(span: tuple[float, float]) -> float:
    """The step of a latent that moves over this span."""
    return (span[1] - span[0]) / 60


def current_code(name: str, start: int, latents: Sequence[float]) -> Floats:
    """The code as it was dragged, or that of a sprite of the model."""
    return np.array(latents, dtype=float) if latents else drawer(name).start(start)


def code_control(label: str, count: int) -> Control:
    """So many latents, moved in the picture; none while nobody has dragged one of them."""

    def check(name: str, value: object) -> list[float]:
        latents = np.asarray(value, dtype=float)
        if latents.shape not in ((0,), (count,)) or not np.isfinite(latents).all():
            raise ValueError(f"{name}: found {value!r}, expected {count} numbers, or none.")
        return [round(float(number), 3) for number in latents]

    return free(label, [], check)


class CodeLab(Lab):
    """The first drag of a code starts from the one that is on show.

    codes : {control: values -> the code that is on show while nobody has dragged it}.
    """

    codes: Mapping[str, Callable[[dict], list[float]]]

    def _values_before(self, changes: Values) -> Values:
        in_part = {path.split("/")[0] for path in changes if "/" in path}
        defaults = {name: code for name, code in self.codes.items() if not self.values[name]}
        return self.values | {
            name: defaults[name](self.values) for name in in_part & defaults.keys()
        }


def code_of_sprite(name: str, start: int) -> list[float]:
    """The code of a sprite that a model begins with."""
    return current_code(name, start, []).round(4).tolist()


@dataclass(frozen=True)
class LastDragged:
    """Which latent of a code was dragged last; None at first."""

    latent: int | None = None


def follow_code(
    whose: Sequence[str], own: Callable[[dict], list[float]]
) -> Callable[[dict, dict], dict]:
    """Another code on show takes the place of the one that was dragged; a drag is remembered.

    whose : the controls that say whose code is on show.   own : values -> that code.
    """

    def follow(before: dict, now: dict) -> dict:
        if any(before[name] != now[name] for name in whose):
            latents = now["latents"] if now["latents"] != before["latents"] else []
            return now | {"latents": latents, "memory": LastDragged()}
        if before["latents"] != now["latents"] and now["latents"]:
            old = before["latents"] or own(before)
            return now | {"memory": LastDragged(most_changed_latent(old, now["latents"]))}
        return now

    return follow


def most_changed_latent(before: Sequence[float] | Floats, now: Sequence[float]) -> int:
    """The latent that differs most between two codes."""
    return int(np.abs(np.subtract(before, now)).argmax())
