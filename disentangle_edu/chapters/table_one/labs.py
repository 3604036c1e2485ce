"""The hunt for a bad code that a metric likes."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from ... import measures
from ...bench.changes import tells_itself
from ...bench.controls import choice, flag, whole
from ...bench.lab import SLICE, Lab, offered
from ...making import METRICS
from ...proof.exact import EXACT, characteristics, exact
from ...proof.hunt import Nothing, Witness, disagreeing, hunting
from ...show.panels import matrix_panel, parts_panel
from ...show.pictures import describe, words
from ...show.svg import (
    FAINT,
    GRID,
    GROUND,
    Panel,
    Picture,
    heading,
    on_shade,
    rect,
    shade,
    stack,
    text,
    wrapped,
)

# --------------------------------------------------------------------------------------- the hunt

GOALS: dict[str, int | str] = {
    "violates its characteristic, scores high (property 2)": 2,
    "satisfies its characteristic, scores low (property 1)": 1,
    "scores high where another metric scores low": "against",
}
LEVELS = ("2, 2, 2", "4, 3", "3, 3", "2, 2")


def _table_panel(witness: Witness) -> Panel:
    """The code itself: for every combination of levels the values of the latents."""
    rep = witness.rep
    names = [*rep.factor_names, *rep.latent_names]
    rows, factors = np.hstack([rep.factors, rep.latents]), len(rep.factor_names)
    most = max(float(rep.latents.max()), 1.0)

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, "the code, case by case", "the code")]
        wide = min((width - 16) / len(names), 52)
        for j, name in enumerate(names):
            at = x + (j + 0.5) * wide + (16 if j >= factors else 0)
            short = f"{'v' if j < factors else 'z'}{name.split()[-1]}"
            out.append(text(at, y + 38, short, fill=FAINT, link=name))
            for i, value in enumerate(rows[:, j]):
                share = value / most * 0.8 if j >= factors else 0.0
                box = at - wide / 2, y + 46 + 24 * i, wide - 1, 23
                style = {"link": name, "key": f"case{i}-{j}"}
                fill = shade(share) if j >= factors else GROUND
                out.append(rect(*box, fill, GRID, **style))
                style = {"pointer_events": "none", "font_size": "11", "key": f"casen{i}-{j}"}
                out.append(text(at, box[1] + 16, f"{value:g}", fill=on_shade(share), **style))
        return "".join(out)

    return Panel(draw, 52 + 24 * len(rows), 260, 400)


def draw_witness(witness: Witness) -> Picture:
    """A witness: the code, how often latents change with factors, the parts of its scores."""
    rep = witness.rep
    scores = [exact(METRICS[name], rep) for name in witness.scores]
    matrix = measures.sensitivity(rep)
    found = ", ".join(f"{name} {value:.2f}" for name, value in witness.scores.items())
    said = f"{witness.goal}: {found}, the {witness.searched}."
    lines = "\n".join([words(scores), repr(characteristics(rep)), f"The {witness.searched}."])
    bars = [parts_panel(score, height=160) for score in scores]
    panels = _table_panel(witness), matrix_panel(matrix, cell=46), stack(*bars)
    alt = f"A code found by search. {said} {describe(matrix)}"
    return Picture(panels, alt, lines, {score.metric: score for score in scores}, said)


def draw_nothing(found: Nothing | None) -> Picture:
    """Nothing of the kind was found: say so, and after how many candidates."""
    said = "Press Hunt." if found is None else f"{found!r}."  # Nothing counts as false

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = rect(x, y, width, height, GROUND, GRID, rx=6, stroke_dasharray="6 4")
        return out + wrapped(x + 16, y + 20, width - 32, said, size=14)[0]

    return Picture((Panel(draw, 120, 300, 860),), said, "", {}, said)


@offered
class HuntLab(Lab):
    """Choose what to look for, press Hunt, watch the best witness improve, stop when you like."""

    def __init__(self, after: Any = None, **settings: Any) -> None:
        judged = [
            name for name, metric in METRICS.items() if metric.reflects and metric.measure in EXACT
        ]
        controls = {
            "goal": choice("look for a code that", list(GOALS), next(iter(GOALS))),
            "metric": choice("metric", judged, "mig"),
            "against": choice("the other metric", judged, "dcimig"),
            "levels": choice("levels of the factors", LEVELS, LEVELS[0]),
            "latents": whole("latents", 4, 1, 4),
            "seed": whole("seed", 0, 0, 50),
            "candidates": whole("candidates at most", 50_000, 5_000, 500_000, 5_000),
            "lossless": flag("nothing may be lost"),
        }
        self.witness: Witness | None = None
        self.nothing: Nothing | None = None
        self._hunted: dict | None = None  # the settings that the picture belongs to
        self._going = False
        self._task: asyncio.Task | None = None
        super().__init__(self._draw, controls, tell=tells_itself, after=after)
        self.name = "HuntLab"
        self.values = self._checked(self.values | settings, settings)
        self.history.settled = dict(self.values)
        if not self.closed:
            self.run()

    def _draw(self, **_values: Any) -> Picture:
        return draw_witness(self.witness) if self.witness else draw_nothing(self.nothing)

    def steps(self) -> Iterator[Witness | Nothing]:
        """The search with the present settings: one Witness (or Nothing) after every step."""
        value = self.values
        metric, goal = METRICS[value["metric"]], GOALS[value["goal"]]
        budget: dict[str, Any] = {n: value[n] for n in ("latents", "seed", "candidates")}
        budget["sizes"] = tuple(int(m) for m in value["levels"].split(","))
        if isinstance(goal, str):
            return disagreeing(metric, METRICS[value["against"]], **budget)
        return hunting(metric, goal, lossless=value["lossless"], **budget)

    def run(self) -> None:
        """Hunt to the end, here and now."""
        self._begin()
        for found in self.steps():
            self._take(found)
        self._end()

    def start(self) -> None:
        """Hunt in slices beside the notebook, so that Stop can be pressed."""
        if self._going:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # nobody waits: hunt here and now
            return self.run()
        self._begin()
        self._show()
        self._task = loop.create_task(self._slices())

    def stop(self) -> None:
        """End the hunt, keeping the best so far."""
        self._going = False

    async def _slices(self) -> None:
        then = time.perf_counter()
        try:
            for found in self.steps():
                self._take(found)
                if time.perf_counter() - then > SLICE:
                    self._look()
                    await asyncio.sleep(0.001)
                    then = time.perf_counter()
                if not self._going:
                    break
        finally:
            self._end()

    def _begin(self) -> None:
        self.witness, self.nothing, self._going = None, None, True
        self._hunted, self._budget = dict(self.values), self.values["candidates"]

    def _take(self, found: Witness | Nothing) -> None:
        self._busy = {"done": found.candidates, "all": self._budget}
        if isinstance(found, Witness):
            self.witness = found
        else:
            self.nothing = found

    def _look(self) -> None:
        """Show the best so far; before there is one the last picture stays."""
        if self.witness:
            self._picture, self._said = None, None
        else:
            self._said = f"{self.nothing!r} so far."
        self._show()

    def _end(self) -> None:
        self._going, self._busy, self._picture, self._said = False, None, None, None
        self._show()

    def _press(self, press: str) -> None:
        if press in ("hunt", "stop"):
            {"hunt": self.start, "stop": self.stop}[press]()
        else:
            super()._press(press)

    def reset(self) -> None:
        """Back to the first setting, and hunt again."""
        super().reset()
        if self._hunted != self.values:
            self.start()

    def _specs(self) -> list[dict]:
        buttons: list[dict] = [
            {"name": "hunt", "label": "Hunt", "kind": "button", "primary": True},
            {"name": "stop", "label": "Stop", "kind": "button"},
        ]
        controls = super()._specs()
        at = sum(not control.get("foot", False) for control in controls)
        return controls[:at] + buttons + controls[at:]

    def _show(self) -> None:
        if not self.closed and self._hunted is None:
            return self.run()
        super()._show()

    def _scene(self) -> dict:
        scene = super()._scene()
        other = not self._going and self._hunted != self.values
        if other and not scene["message"]:
            scene |= {"message": "The settings have changed: press Hunt.", "stale": True}
        scene["can"] |= {"hunt": not self._going, "stop": self._going}
        return scene

    def source(self) -> dict:
        """The witness as a line of Python."""
        return {"title": "The code as Python", "code": self.witness.code} if self.witness else {}
