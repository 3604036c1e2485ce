"""Codes that a reader drags: knobs below the sweeps of a model, and where they start."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ...bench.lab import Lab
from ...core import Floats
from ...show.svg import GRID, MARK, Axis, Handle, Style, circle, line
from ...zoo.sheets import Drawer, DrawnKnob, drawer


def knobs(
    model: Drawer, code: Floats, control: str = "latents", word: str = "latent "
) -> DrawnKnob:
    """A handle on a rail below each sweep; it moves an entry of a control."""

    def knob(i: int, y: float, ends: tuple[float, float]) -> str:
        reach = float(model.low[i]), float(model.high[i])
        here = round(float(np.clip(code[i], *reach)), 3) + 0.0
        at = ends[0] + (here - reach[0]) / (reach[1] - reach[0]) * (ends[1] - ends[0])
        axis = Axis(f"{control}/{i}", here, *reach, fine(reach), "x", *ends)
        link = f"{word}{i + 1}"
        label = link if word.endswith(" ") else f"knob {link}"
        style: Style = {"handle": Handle(label, (axis,), f"{here:.2f}"), "link": link}
        rail = line(ends[0], y, ends[1], y, GRID, stroke_width="3")
        return rail + circle(at, y, 7, MARK, key=f"{control}{i}", **style)

    return knob


def fine(span: tuple[float, float]) -> float:
    """The step of a latent that moves over this span."""
    return (span[1] - span[0]) / 60


def present_code(name: str, start: int, latents: Sequence[float]) -> Floats:
    """The code as it was dragged, or that of a sprite of the model."""
    return np.array(latents, dtype=float) if latents else drawer(name).start(start)


def check_code(name: str, value: object) -> list[float]:
    """Eight numbers, or none. Raises ValueError for anything else."""
    found = np.asarray(value, dtype=float)
    if found.shape not in ((0,), (8,)) or not np.isfinite(found).all():
        raise ValueError(f"{name}: found {value!r}, expected eight numbers, or none.")
    return [round(float(one), 3) for one in found]


class CodeLab(Lab):
    """The first drag of a code starts from that of the sprite.

    codes : {control: values -> name of the model whose code it is}.
    """

    codes: Mapping[str, Callable[[dict], str]]

    def _wish(self, wished: dict) -> None:
        for control in {path.split("/")[0] for path in wished} & set(self.codes):
            if not self.values[control]:
                code = present_code(self.codes[control](self.values), self.values["start"], [])
                self.values = self.values | {control: code.round(4).tolist()}
        super()._wish(wished)
