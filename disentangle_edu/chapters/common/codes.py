"""Codes that a reader drags, and where they start."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ... import widgets
from ...types import Floats
from ...widgets.history import Values
from ...zoo.traversals import drawer


def current_code(name: str, start: int, latents: Sequence[float]) -> Floats:
    """The code as it was dragged, or that of a sprite of the model."""
    return np.array(latents, dtype=float) if latents else drawer(name).start(start)


def check_code(count: int, name: str, value: object) -> list[float]:
    """A number of latents, or none."""
    latents = np.asarray(value, dtype=float)
    if latents.shape not in ((0,), (count,)) or not np.isfinite(latents).all():
        raise ValueError(f"{name}: found {value!r}, expected {count} numbers, or none.")
    return [round(float(number), 3) for number in latents]


def code_control(label: str, count: int) -> widgets.Control:
    """A number of latents, moved in the picture; empty until one of them is dragged."""
    return widgets.free(label, [], partial(check_code, count))


class CodeLab(widgets.Lab):
    """The first drag of a code starts from the code that is visible.

    codes : {control: values -> the code that is visible until it is dragged}.
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
    whose: Sequence[str], own: Callable[[dict], list[float]], before: dict, now: dict
) -> dict:
    """Another visible code replaces the dragged one; a drag is remembered.

    whose : the controls that choose the visible code.   own : values -> that code.
    """
    if any(before[name] != now[name] for name in whose):
        latents = now["latents"] if now["latents"] != before["latents"] else []
        return now | {"latents": latents, "memory": LastDragged()}
    if before["latents"] != now["latents"] and now["latents"]:
        old = before["latents"] or own(before)
        return now | {"memory": LastDragged(most_changed_latent(old, now["latents"]))}
    return now


def most_changed_latent(before: Sequence[float] | Floats, now: Sequence[float]) -> int:
    """The latent that differs most between two codes."""
    return int(np.abs(np.subtract(before, now)).argmax())
