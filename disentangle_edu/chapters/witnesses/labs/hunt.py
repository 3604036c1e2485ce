"""The hunt for a bad code that a metric likes."""

import time
from collections.abc import Iterator
from typing import Any

from .... import METRICS, Representation, background, measures, viz, widgets
from ....theory.counterexamples import (
    Counterexample,
    NoCounterexample,
    counterexample_search,
    disagreement_search,
)
from ....theory.enumeration import characteristics, exact
from ..data import REFLECTING

AGAINST = "against"
GOALS: dict[str, int | str] = {  # a characteristic that metrics reflect, or a pair of metrics
    "breaks its characteristic, scores high": 2,
    "keeps its characteristic, scores low": 1,
    "scores high where another metric scores low": AGAINST,
}
GOALS_IN_WORDS = (
    "violates its characteristic, and scores high",
    "satisfies its characteristic, and scores low",
    "scores high when another metric scores low",
)
LEVELS = ("2, 2, 2", "4, 3", "3, 3", "2, 2")
CONTROLS = {
    "goal": widgets.choice("look for a code that", list(GOALS), next(iter(GOALS)), GOALS_IN_WORDS),
    "metric": widgets.choice("metric", REFLECTING, "mig"),
    "against": widgets.choice("the other metric", REFLECTING, "dcimig"),
    "levels": widgets.choice("levels of the factors", LEVELS, LEVELS[0]),
    "latents": widgets.whole("latents", 4, 1, 4),
    "seed": widgets.whole("seed", 0, 0, 50),
    "candidates": widgets.whole("largest number of candidates", 50_000, 5_000, 500_000, 5_000),
    "lossless": widgets.flag("nothing may be lost"),
}


@viz.panel(height=lambda rep: 70 + 24 * len(rep), min_width=260, max_width=400)
def code_table_panel(canvas: viz.Canvas, rep: Representation) -> None:
    """The code itself: for every combination of levels the values of the latents."""
    names, factors = [*rep.factor_names, *rep.latent_names], len(rep.factor_names)
    x, y, width, _ = canvas.box
    canvas.title("the code, case by case", "the code")
    column_width = min((width - 16) / len(names), 52)
    maximum = max(float(rep.latents.max()), 1.0)
    canvas.note(x, y + 34, "factors")
    canvas.note(x + factors * column_width + 16, y + 34, "latents")
    for j, (name, column) in enumerate(zip(names, [*rep.factors.T, *rep.latents.T])):
        is_latent = j >= factors
        column_x = x + (j + 0.5) * column_width + (16 if is_latent else 0)
        canvas.text(column_x, y + 52, name.split()[-1], fill=viz.FAINT, link=name)
        for i, value in enumerate(column):
            share = value / maximum * 0.8 if is_latent else 0.0
            box = column_x - column_width / 2, y + 60 + 24 * i, column_width - 1, 23
            fill = viz.shade(share) if is_latent else viz.GROUND
            canvas.rect(*box, fill, viz.GRID, link=name, key=f"case{i}-{j}")
            style = {"pointer_events": "none", "font_size": "11", "key": f"casen{i}-{j}"}
            canvas.text(column_x, box[1] + 16, f"{value:g}", fill=viz.on_shade(share), **style)


def draw_witness(witness: Counterexample) -> viz.Picture:
    """A witness: the code, how often latents change with factors, and the parts of its scores."""
    rep = witness.rep
    scores = [exact(METRICS[name], rep) for name in witness.scores]
    matrix = measures.sensitivity(rep)
    scores_text = ", ".join(
        f"{viz.display_name(name)} {value:.2f}" for name, value in witness.scores.items()
    )
    return viz.Picture(
        panels=(
            code_table_panel(rep),
            viz.matrix_panel(matrix, cell=46),
            viz.stack(*(viz.parts_panel(score, height=160) for score in scores)),
        ),
        shows=f"A code found by search. {viz.describe_matrix(matrix)}",
        caption=f"Goal: {witness.goal}. Result: {scores_text}, the {witness.searched}.",
        text=f"{viz.describe_scores(scores)}\n{characteristics(rep)!r}\nThe {witness.searched}.",
        scores={score.metric: score for score in scores},
    )


@viz.panel(120, min_width=300, max_width=860)
def nothing_panel(canvas: viz.Canvas, caption: str) -> None:
    """An empty frame that says what was not found."""
    x, y, width, height = canvas.box
    canvas.rect(x, y, width, height, viz.GROUND, viz.GRID, rx=6, stroke_dasharray="6 4")
    canvas.paragraph(x + 16, y + 20, width - 32, caption, size=14)


def draw_nothing(result: NoCounterexample | None) -> viz.Picture:
    """Nothing of the kind was found: say so, and after how many candidates."""
    caption = "Press Hunt." if result is None else f"{result!r}."  # a NoCounterexample is falsy
    return viz.Picture(panels=(nothing_panel(caption),), caption=caption)


def unused_controls(values: dict) -> list[str]:
    """Only one goal has another metric."""
    return [] if GOALS[values["goal"]] == AGAINST else ["against"]


@widgets.register_public
class HuntLab(widgets.Lab):
    """Choose a goal, press Hunt, and watch the best witness improve. Stop when you like."""

    def __init__(self, after: widgets.After = None, **settings: Any) -> None:
        self.witness: Counterexample | None = None
        self.not_found: NoCounterexample | None = None
        self._hunted: dict | None = None  # the settings of the current picture
        self._going = False
        super().__init__(
            self._draw,
            CONTROLS,
            describe_change=widgets.describe_by_caption,
            hidden_controls=unused_controls,
            after=after,
        )
        self.name = "HuntLab"
        self.values = self._checked(self.values | settings, settings)
        self.history.settled = dict(self.values)
        if not self.closed:
            self.run()

    def _draw(self, **_values: Any) -> viz.Picture:
        return draw_witness(self.witness) if self.witness else draw_nothing(self.not_found)

    def steps(self) -> Iterator[Counterexample | NoCounterexample]:
        """The search with the present settings: the best result so far, after every step."""
        value = self.values
        metric, goal = METRICS[value["metric"]], GOALS[value["goal"]]
        budget: dict[str, Any] = {n: value[n] for n in ("latents", "seed", "candidates")}
        budget["sizes"] = tuple(int(m) for m in value["levels"].split(","))
        if isinstance(goal, str):
            return disagreement_search(metric, METRICS[value["against"]], **budget)
        return counterexample_search(metric, goal, lossless=value["lossless"], **budget)

    def run(self) -> None:
        """Hunt to the end, here and now."""
        self._begin()
        for result in self.steps():
            self._store_result(result)
        self._end()

    def start(self) -> None:
        """Hunt in the background, so that Stop can be pressed."""
        if self._going:
            return
        self._begin()
        self.refresh()
        background.start(self._hunt)

    def stop(self) -> None:
        """End the hunt, keeping the best so far."""
        self._going = False

    def _hunt(self) -> Iterator[None]:
        """Hunt until the end or until Stop, and show the best so far now and then."""
        last_shown = time.perf_counter()
        try:
            for result in self.steps():
                self._store_result(result)
                if time.perf_counter() - last_shown > widgets.UPDATE_INTERVAL:
                    self._show_best()
                    last_shown = time.perf_counter()
                yield
                if not self._going:
                    break
        finally:
            self._end()

    def _begin(self) -> None:
        self.witness, self.not_found, self._going = None, None, True
        self._hunted, self._budget = dict(self.values), self.values["candidates"]

    def _store_result(self, result: Counterexample | NoCounterexample) -> None:
        self._busy = {"done": result.candidates, "total": self._budget}
        if isinstance(result, Counterexample):
            self.witness = result
        else:
            self.not_found = result

    def _show_best(self) -> None:
        """Show the best so far; before there is one the last picture stays."""
        with self._lock:
            if self.witness:
                self._picture, self._caption = None, None
            else:
                self._caption = f"{self.not_found!r} so far."
            self.refresh()

    def _end(self) -> None:
        with self._lock:
            self._going, self._busy, self._picture, self._caption = False, None, None, None
            self.refresh()

    def on_press(self, press: str) -> None:
        """Handle a button."""
        if press in ("hunt", "stop"):
            {"hunt": self.start, "stop": self.stop}[press]()
        else:
            super().on_press(press)

    def reset(self) -> None:
        """Back to the first setting, and hunt again."""
        super().reset()
        if self._hunted != self.values:
            self.start()

    def _control_specs(self) -> list[widgets.ControlSpec]:
        buttons: list[widgets.ControlSpec] = [
            {"name": "hunt", "label": "Hunt", "kind": "button", "primary": True},
            {"name": "stop", "label": "Stop", "kind": "button"},
        ]
        controls = super()._control_specs()
        position = sum(not control.get("footer", False) for control in controls)
        return controls[:position] + buttons + controls[position:]

    def refresh(self) -> None:
        """Send the present state to the page, after the first search."""
        if not self.closed and self._hunted is None:
            return self.run()
        super().refresh()

    def _scene(self) -> widgets.Scene:
        scene = super()._scene()
        other = not self._going and self._hunted != self.values
        if other and not scene["message"]:
            scene |= {"message": "The settings have changed: press Hunt.", "stale": True}
        scene["enabled"] |= {"hunt": not self._going, "stop": self._going}
        return scene

    def source(self) -> widgets.Source:
        """The witness as a line of Python."""
        return {"title": "The code as Python", "code": self.witness.code} if self.witness else {}
