"""The hunt for a bad code that a metric likes, and a leak that no pair shows."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ... import measures
from ...matrices import InformativenessMatrix, Matrix
from ...metric import METRICS
from ...metrics import dcimig, disentanglement, mig
from ...representation import Representation
from ...theory.counterexamples import (
    Counterexample,
    NotFound,
    counterexample_search,
    disagreement_search,
)
from ...theory.enumeration import EXACT, characteristics, exact
from ...viz.canvas import Canvas, Panel, Style, panel, stack
from ...viz.display_names import display_name
from ...viz.handles import Axis, Handle
from ...viz.panels import bars_panel, matrix_panel, parts_panel
from ...viz.picture import Picture
from ...viz.pictures import describe, words
from ...viz.svg import Keywords, Place, paragraph, rect, slider
from ...viz.theme import FAINT, GRID, GROUND, MARK, on_shade, shade
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, flag, folded_away, free, number, number_table, whole
from ...widgets.display import After
from ...widgets.lab import UPDATE_INTERVAL, Lab, lab, register_public
from ...widgets.protocol import ControlSpec, Scene, Source
from ...widgets.scheduling import PAUSE
from ...worlds import examples
from ..common.two_coins import COINS

# --------------------------------------------------------------------------------------- the hunt

GOALS: dict[str, int | str] = {
    "breaks its characteristic, scores high": 2,
    "keeps its characteristic, scores low": 1,
    "scores high where another metric scores low": "against",
}
LEVELS = ("2, 2, 2", "4, 3", "3, 3", "2, 2")


def _table_panel(witness: Counterexample) -> Panel:
    """The code itself: for every combination of levels the values of the latents."""
    rep = witness.rep
    names = [*rep.factor_names, *rep.latent_names]
    rows, factors = np.hstack([rep.factors, rep.latents]), len(rep.factor_names)
    maximum = max(float(rep.latents.max()), 1.0)

    @panel(52 + 24 * len(rows), min_width=260, max_width=400)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title("the code, case by case", "the code")
        column_width = min((width - 16) / len(names), 52)
        for j, name in enumerate(names):
            column_x = x + (j + 0.5) * column_width + (16 if j >= factors else 0)
            short = f"{'v' if j < factors else 'z'}{name.split()[-1]}"
            canvas.text(column_x, y + 38, short, fill=FAINT, link=name)
            for i, value in enumerate(rows[:, j]):
                share = value / maximum * 0.8 if j >= factors else 0.0
                box = column_x - column_width / 2, y + 46 + 24 * i, column_width - 1, 23
                style = {"link": name, "key": f"case{i}-{j}"}
                fill = shade(share) if j >= factors else GROUND
                canvas.rect(*box, fill, GRID, **style)
                style = {"pointer_events": "none", "font_size": "11", "key": f"casen{i}-{j}"}
                canvas.text(column_x, box[1] + 16, f"{value:g}", fill=on_shade(share), **style)

    return draw()


def draw_witness(witness: Counterexample) -> Picture:
    """A witness: the code, how often latents change with factors, the parts of its scores."""
    rep = witness.rep
    scores = [exact(METRICS[name], rep) for name in witness.scores]
    matrix = measures.sensitivity(rep)
    scores_text = ", ".join(
        f"{display_name(name)} {value:.2f}" for name, value in witness.scores.items()
    )
    caption = f"Sought: {witness.goal}. Found: {scores_text}, the {witness.searched}."
    lines = "\n".join([words(scores), repr(characteristics(rep)), f"The {witness.searched}."])
    bars = [parts_panel(score, height=160) for score in scores]
    panels = _table_panel(witness), matrix_panel(matrix, cell=46), stack(*bars)
    alt = f"A code found by search. {caption} {describe(matrix)}"
    return Picture(
        panels=panels,
        description=alt,
        text=lines,
        scores={score.metric: score for score in scores},
        caption=caption,
    )


def draw_nothing(found: NotFound | None) -> Picture:
    """Nothing of the kind was found: say so, and after how many candidates."""
    caption = "Press Hunt." if found is None else f"{found!r}."  # Nothing counts as false

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = rect(x, y, width, height, GROUND, GRID, rx=6, stroke_dasharray="6 4")
        return out + paragraph(x + 16, y + 20, width - 32, caption, size=14)

    return Picture(
        panels=(Panel(draw, 120, 300, 860),),
        description=caption,
        text="",
        scores={},
        caption=caption,
    )


@register_public
class HuntLab(Lab):
    """Choose what to look for, press Hunt, watch the best witness improve, stop when you like."""

    def __init__(self, after: After = None, **settings: Any) -> None:
        judged = [
            name
            for name, metric in METRICS.items()
            if metric.characteristic and metric.measure in EXACT
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
        self.witness: Counterexample | None = None
        self.nothing: NotFound | None = None
        self._hunted: dict | None = None  # the settings that the picture belongs to
        self._going = False
        self._task: asyncio.Task | None = None

        def idle(values: dict) -> list[str]:  # the goals of one metric alone
            return [] if GOALS[values["goal"]] == "against" else ["against"]

        super().__init__(
            self._draw, controls, describe_change=use_caption, hidden_controls=idle, after=after
        )
        self.name = "HuntLab"
        self.values = self._checked(self.values | settings, settings)
        self.history.settled = dict(self.values)
        if not self.closed:
            self.run()

    def _draw(self, **_values: Any) -> Picture:
        return draw_witness(self.witness) if self.witness else draw_nothing(self.nothing)

    def steps(self) -> Iterator[Counterexample | NotFound]:
        """The search with the present settings: one Witness (or Nothing) after every step."""
        value = self.values
        metric, goal = METRICS[value["metric"]], GOALS[value["goal"]]
        budget: Keywords = {n: value[n] for n in ("latents", "seed", "candidates")}
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
        """Hunt in slices beside the notebook, so that Stop can be pressed."""
        if self._going:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # nobody waits: hunt here and now
            return self.run()
        self._begin()
        self.refresh()
        self._task = loop.create_task(self._slices())

    def stop(self) -> None:
        """End the hunt, keeping the best so far."""
        self._going = False

    async def _slices(self) -> None:
        then = time.perf_counter()
        try:
            for found in self.steps():
                self._store_result(found)
                if time.perf_counter() - then > UPDATE_INTERVAL:
                    self._show_best()
                    await asyncio.sleep(PAUSE)
                    then = time.perf_counter()
                if not self._going:
                    break
        finally:
            self._end()

    def _begin(self) -> None:
        self.witness, self.nothing, self._going = None, None, True
        self._hunted, self._budget = dict(self.values), self.values["candidates"]

    def _store_result(self, result: Counterexample | NotFound) -> None:
        self._busy = {"done": result.candidates, "total": self._budget}
        if isinstance(result, Counterexample):
            self.witness = result
        else:
            self.nothing = result

    def _show_best(self) -> None:
        """Show the best so far; before there is one the last picture stays."""
        if self.witness:
            self._picture, self._caption = None, None
        else:
            self._caption = f"{self.nothing!r} so far."
        self.refresh()

    def _end(self) -> None:
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

    def _control_specs(self) -> list[ControlSpec]:
        buttons: list[ControlSpec] = [
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

    def _scene(self) -> Scene:
        scene = super()._scene()
        other = not self._going and self._hunted != self.values
        if other and not scene["message"]:
            scene |= {"message": "The settings have changed: press Hunt.", "stale": True}
        scene["enabled"] |= {"hunt": not self._going, "stop": self._going}
        return scene

    def source(self) -> Source:
        """The witness as a line of Python."""
        return {"title": "The code as Python", "code": self.witness.code} if self.witness else {}


# --------------------------------------------------------------------------------------- the leak


LEAK_LABELS = "its own coin", "coin 2", "parity"  # at leak 0, 1 and 2


def _chance_panel(rep: Representation, leak: float) -> Panel:
    """How often the leaked bit is 1, by coins 2 and 3; margins are what pairs show."""
    bit = rep.latents[:, 0] - 2 * rep.factors[:, 0]
    chance = np.array(
        [
            [bit[(rep.factors[:, 1] == a) & (rep.factors[:, 2] == b)].mean() for b in (0, 1)]
            for a in (0, 1)
        ]
    )

    @panel(300, min_width=240, max_width=340)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        canvas.title("how often the leaked bit is 1: drag below", "drag below")
        left, top, size = x + 76, y + 50, min((width - 150) / 2, 62)
        for b in (0, 1):
            label_x = left + (b + 0.5) * size
            canvas.text(label_x, top - 7, f"{b}", fill=FAINT, link="factor 3")
            mean = f"{chance[:, b].mean():.2f}"
            canvas.text(label_x, top + 2 * size + 18, mean, key=f"down{b}")
        canvas.text(left - 8, top - 7, "coin 3:", "end", FAINT, link="factor 3")
        for a in (0, 1):
            middle = top + (a + 0.5) * size + 4
            canvas.text(left - 8, middle, f"coin 2: {a}", "end", FAINT, link="factor 2")
            mean = f"{chance[a].mean():.2f}"
            canvas.text(left + 2 * size + 10, middle, mean, "start", key=f"across{a}")
            for b in (0, 1):
                cell_x, share = left + b * size, float(chance[a, b])
                style: Style = {"key": f"chance{a}{b}", "link": ("factor 2", "factor 3")}
                canvas.rect(cell_x, top + a * size, size, size, shade(share), GRID, **style)
                style = {"key": f"chancen{a}{b}", "pointer_events": "none"}
                label = f"{share:.2f}"
                canvas.text(cell_x + size / 2, middle, label, fill=on_shade(share), **style)
        note = "beside and below: what one coin alone shows, and all that a score of pairs reads"
        canvas.paragraph(x, top + 2 * size + 26, width, note)
        ends, below = (x + 24, x + width - 24), top + 2 * size + 80
        canvas.add(slider(("leak", "what leaks"), leak, (0, 2), ends, below, step=0.05))
        for label_x, word, side in zip(
            (ends[0] - 12, sum(ends) / 2, ends[1] + 12), LEAK_LABELS, ("start", "middle", "end")
        ):
            canvas.text(label_x, below + 28, word, side, fill=FAINT, font_size="11")

    return draw()


def draw_leak(leak: float) -> Picture:
    """Latent 1 = coin 1 and a leaked bit; MIG and DCIMIG lose it from sight as a parity."""
    rep = examples.leaking_coin(leak)
    scores = mig(rep), dcimig(rep)
    coin_pair = rep.factors[:, [1]] * 2 + rep.factors[:, [2]]
    joint = measures.mutual_information(
        Representation(coin_pair, rep.latents, latent_types="levels")
    )
    pairs = scores[0].matrix
    matrix = InformativenessMatrix(
        np.hstack([pairs.values, joint.values]),
        "mutual information",
        "bits",
        row_names=rep.latent_names,
        column_names=[*rep.factor_names, "2 and 3"],
    )

    def frame(to_pixels: Place) -> str:
        (x, y), (x2, y2) = to_pixels(0, 3), to_pixels(len(matrix.values), 4)
        style = {"stroke_width": "2.5", "stroke_dasharray": "6 4", "pointer_events": "none"}
        return rect(x, y, x2 - x, y2 - y, "none", MARK, **style)

    row, together = pairs.values[0], float(joint.values[0, 0])
    caption = (
        f"MIG {scores[0].value:.2f}, DCIMIG {scores[1].value:.2f}. Latent 1 tells {row[1]:.2f} "
        f"bits about factor 2, {row[2]:.2f} about factor 3, and {together:.2f} about the two "
        "together."
    )
    lines = words(scores) + (
        f"\nLatent 1 tells {row[1]:.4f} bits about factor 2, {row[2]:.4f} about factor 3, and "
        f"{together:.4f} about the two together: the last column, which neither score reads."
    )
    title = "bits; dashed: two coins together, which neither score reads"
    panels = (
        _chance_panel(rep, leak),
        matrix_panel(matrix, title=title, over=frame, min_width=300),
        stack(*(parts_panel(score, height=150) for score in scores)),
    )
    alt = f"{describe(matrix)} {caption}"
    return Picture(
        panels=panels,
        description=alt,
        text=lines,
        scores={score.metric: score for score in scores},
        caption=caption,
    )


@lab
def leak(after: After = None) -> Lab:
    """What leaks into latent 1: noise, a coin, or the parity of two coins?"""
    controls = {
        "leak": folded_away(
            number("leak: 0 a coin of its own, 1 coin 2, 2 parity", 0.0, 0, 2, 0.05)
        ),
    }
    return Lab(draw_leak, controls, describe_change=use_caption, after=after)


# ------------------------------------------------------------------------------- a code, by hand

EXACT_METRICS = ("mig", "dcimig", "sap", "disentanglement", "completeness", "informativeness")
STEPS = 3  # the largest value of a cell


def _cell_handles(cells: Sequence[Sequence[float]]) -> Callable[[int, int], Handle]:
    """Every value of the code as a control: dragged up and down, typed, or stepped by keys."""

    def moves(i: int, k: int) -> Handle:
        label = f"latent {k + 1} of coins {COINS[i][0]}{COINS[i][1]}"
        axis = Axis(f"cells/{i}/{k}", cells[i][k], 0, STEPS, 1, "pull", 90)
        return Handle(label, (axis,), f"{cells[i][k]:.0f}", cell=(i, k))

    return moves


class CodeTable(Matrix):
    """The latents of a code, case by case."""

    rows, columns, row_word = "cases", "latents", "case"


def _code_of_cells(cells: Sequence[Sequence[float]]) -> Representation:
    kinds: Keywords = {"factor_types": "levels", "latent_types": "levels"}
    return Representation(COINS, cells, factor_names=("coin 1", "coin 2"), **kinds)


def draw_coins(cells: Sequence[Sequence[float]]) -> Picture:
    """Two latents of two coins: which move with which coin, and six exact scores."""
    rep = _code_of_cells(cells)
    rows = [f"coins {a}{b}" for a, b in COINS]
    cases = CodeTable(cells, "the code", "", row_names=rows, column_names=rep.latent_names)
    moving, outcome = measures.sensitivity(rep), characteristics(rep)
    scores = {name: exact(METRICS[name], rep) for name in EXACT_METRICS}
    words_of = [f"{n} {'kept' if is_kept else 'broken'}" for n, is_kept in enumerate(outcome, 1)]
    share = scores["informativeness"].value
    lost = "Nothing is lost." if share == 1 else f"A reader names {share:.0%} of the coins."
    of_bits = f"D from bits is {scores['disentanglement']:.2f}."
    caption = f"Characteristics: {', '.join(words_of)}. {lost} {of_bits}"
    values = {name: score.value for name, score in scores.items()}
    panels = (
        matrix_panel(cases, title="the code: drag a value", moves=_cell_handles(cells), full=STEPS),
        matrix_panel(moving, title="how often it moves with the coin", key="moves"),
        bars_panel("exact scores", values, step=30),
    )
    alt = f"{describe(cases)} {describe(moving)} {caption}"
    return Picture(
        panels=panels,
        description=alt,
        text=words(list(scores.values())),
        scores=scores,
        caption=caption,
    )


def _check_coins(name: str, value: Sequence) -> list[list[float]]:
    rows = number_table(name, value, 0, STEPS).value
    if np.shape(rows) != (len(COINS), 2) or np.not_equal(np.round(rows), rows).any():
        expected = f"four rows of two whole numbers from 0 to {STEPS}"
        raise ValueError(f"{name}: found {value!r}, expected {expected}.")
    return rows


def _characteristics_kept(now: dict) -> tuple[bool, bool, bool]:
    """Whether Characteristics 1 and 2 are kept, and whether the four cases can be told apart."""
    outcome = characteristics(_code_of_cells(now["cells"]))
    return outcome.one, outcome.two, len({tuple(row) for row in now["cells"]}) == len(COINS)


@lab
def coins(after: After = None) -> Lab:
    """Write a code of two coins by hand: which characteristics does it keep, and who notices?"""
    start = [[0, 0], [0, 1], [0, 0], [1, 1]]
    controls = {"cells": free("the code", start, _check_coins)}
    tasks: dict[str, Callable[[dict], bool]] = {
        "keep Characteristics 1 and 2, and tell the four cases apart": lambda now: all(
            _characteristics_kept(now)
        ),
        "break Characteristic 1, and still tell them apart": lambda now: (
            not _characteristics_kept(now)[0] and _characteristics_kept(now)[2]
        ),
        "break it with D above 0.9": lambda now: (
            not _characteristics_kept(now)[0]
            and exact(disentanglement, _code_of_cells(now["cells"])).value > 0.9
        ),
    }
    return Lab(draw_coins, controls, describe_change=use_caption, tasks=tasks, after=after)
