"""The ledger to browse: the page of a paper, a claim as a card, measured when it is chosen."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

from .... import METRICS, background, viz, widgets
from ....claims.registry import CLAIMS, VERDICTS, Claim, Finding
from ..data import ALL, FIRST, all_sentences, catalogue, entries_of
from ._card import ClaimCard, card_panel, message_panel
from ._page import PageView, page_height, page_panel

FEW, MOST = 5, 40  # the first number of runs, and the largest
LETTERS = 26  # width of the list of claims, whatever the filters
NOT_MEASURED = "# No function: the record says what it would need."
INTERVAL = 0.1  # seconds between two updates while a claim is being measured


@widgets.register_public
class ClaimsLab(widgets.Lab):
    """Choose a sentence of a paper: its claim opens as a card and is measured now."""

    def __init__(self, after: widgets.After = None, **settings: Any) -> None:
        self.sentences, self.first = all_sentences()
        self.entries = catalogue()
        verdicts = [*VERDICTS, *{s.verdict for s in self.sentences} - set(VERDICTS)]
        self.legend = [v for v in verdicts if any(s.verdict == v for s in self.sentences)]
        named = frozenset().union(*(entry.metrics for entry in self.entries.values()))
        paper, places = CLAIMS[FIRST].paper, self.entries[FIRST].places
        controls = {
            "paper": widgets.choice("paper", [ALL, *self.first], paper),
            "verdict": widgets.choice("verdict", [ALL, *self.legend], ALL),
            "metric": widgets.choice(
                "metric", [ALL, *(name for name in METRICS if name in named)], ALL
            ),
            "word": widgets.word("search"),
            "claim": widgets.choice("claim", list(self.entries), FIRST),
            "square": widgets.moved_by_handle(
                widgets.whole("sentence", places[0], 0, len(self.sentences) - 1)
            ),
        }
        self._runs: dict[str, dict[str, list[float]]] = {}  # runs by claim and reading
        self._seconds: dict[str, float] = {}
        self._asked: dict[str, int] = {}  # the runs requested by a button
        self._failed: dict[str, str] = {}
        self._bench, self._running = threading.RLock(), ""
        self._worker: Future | None = None
        self._opened = False
        super().__init__(
            self._draw,
            controls,
            update_memory=self._follow,
            describe_change=widgets.describe_by_caption,
            after=after,
        )
        self.name = "ClaimsLab"
        self.values = self._follow(
            self.default_values, self._checked(self.values | settings, settings)
        )
        self.history.settled = dict(self.values)

    @property
    def visible(self) -> dict:
        """The values that a reader changes; the square follows the claim."""
        return {name: value for name, value in super().visible.items() if name != "square"}

    # ------------------------------------------------------------------------------ what is chosen

    def kept(self, **values: Any) -> list[str]:
        """The claims, and the sentences without a claim, that the filters keep."""
        return [id for id, entry in self.entries.items() if entry.fits(**values)]

    def _follow(self, before: dict, now: dict) -> dict:
        """A sentence selects its claim; if a filter hides it, the first visible one is selected."""
        if before["square"] != now["square"]:
            now = self._at_place(now)
        elif not self.entries[now["claim"]].fits(**now):
            matching = self.kept(**now)
            if before["claim"] != now["claim"]:  # a claim was chosen by name
                now = self._open_filters(now)
            elif matching:
                now = now | {"claim": matching[0]}
        places = self.entries[now["claim"]].places
        return now if now["square"] in places else now | {"square": places[0]}

    def _at_place(self, now: dict) -> dict:
        """The claim of the sentence that was clicked; filters that hide it are opened."""
        ids = entries_of(self.sentences[now["square"]])
        fitting = [id for id in ids if self.entries[id].fits(**now)]
        now = now | {"claim": (fitting or ids)[0]}
        return now if fitting else self._open_filters(now)

    def _open_filters(self, now: dict) -> dict:
        """All filters open, on the page of the claim."""
        claim_paper = self.entries[now["claim"]].paper
        paper = now["paper"] if now["paper"] in (ALL, claim_paper) else claim_paper
        return now | {"paper": paper, "verdict": ALL, "metric": ALL, "word": ""}

    # ----------------------------------------------------------------------------- what is measured

    def finding(self, id: str) -> Finding | None:
        """The measurement of a claim so far, or None."""
        runs = self._runs.get(id)
        return CLAIMS[id].judged(runs, self._seconds[id]) if runs else None

    def measure(self) -> None:
        """Measure the chosen claim now, with the requested number of runs."""
        while self._step():
            pass
        self._picture = None

    def wait(self) -> None:
        """Wait until the measurement in the background is done."""
        if worker := self._worker:
            worker.result()

    def more(self) -> None:
        """Measure the chosen claim with twice as many seeds."""
        id = self.values["claim"]
        if id in CLAIMS:
            self._asked[id] = min(2 * self._count_done(id), self._max_runs(CLAIMS[id]))

    def stop(self) -> None:
        """Stop with the runs that are done."""
        id = self.values["claim"]
        self._asked[id] = self._count_done(id)

    def _count_done(self, id: str) -> int:
        return max(map(len, self._runs.get(id, {}).values()), default=0)

    @staticmethod
    def _max_runs(claim: Claim) -> int:
        return max(claim.seeds, MOST) if claim.is_stochastic else claim.runs()

    def _count_wanted(self, id: str) -> int:
        """Number of runs; 0 if the claim cannot be measured."""
        if id not in CLAIMS or id in self._failed:
            return 0
        return self._asked.get(id, min(FEW, CLAIMS[id].runs()))

    def _is_incomplete(self) -> bool:
        """Whether the chosen claim needs more runs."""
        id = self.values["claim"]
        return not self.closed and self._count_done(id) < self._count_wanted(id)

    def _step(self) -> bool:
        """Run the chosen claim once; False if nothing is left to do."""
        with self._bench:
            if not self._is_incomplete():
                return False
            id, start = self.values["claim"], time.perf_counter()
            self._running = id
            try:
                readings = CLAIMS[id].run(self._count_done(id))
                runs = self._runs.get(id, {})
                grown = {name: [*runs.get(name, []), float(v)] for name, v in readings.items()}
            except Exception as error:  # for example a missing library: the card shows it
                self._failed[id] = f"{type(error).__name__}: {error}"[:300]
            else:
                self._runs[id] = grown
                self._seconds[id] = self._seconds.get(id, 0.0) + time.perf_counter() - start
            self._running = ""
            return True

    def _start(self) -> None:
        """Measure in the background, one run after another; the newest choice comes first."""
        with self._lock:
            if self._worker is None and self._is_incomplete():
                worker = background.start(self._work)
                self._worker = None if worker.done() else worker
        self.refresh()

    def _work(self) -> Iterator[None]:
        then = 0.0
        while True:
            if not self._step():
                with self._lock:
                    if not self._is_incomplete():
                        self._worker = None
                        break
            if time.perf_counter() - then > INTERVAL:
                self.refresh()
                then = time.perf_counter()
            yield
        self.refresh()

    # --------------------------------------------------------------------------- what a reader does

    def set(self, **values: Any) -> None:
        """Choose by code, and measure at once."""
        super().set(**values)
        self.measure()
        self.refresh()

    def on_gesture(self, values: dict, done: bool = False, press: str = "") -> None:
        """Handle a gesture, and measure the claim that is chosen now."""
        super().on_gesture(values, done, press)
        self._start()

    def on_press(self, press: str) -> None:
        """Handle a button."""
        if press in ("more", "stop"):
            {"more": self.more, "stop": self.stop}[press]()
        else:
            super().on_press(press)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> widgets.Bundle:
        self.measure()
        return super()._repr_mimebundle_(include, exclude)

    def refresh(self) -> None:
        """Draw the card again, and send it to the page."""
        with self._lock:  # as in Lab, but with new contents
            self._picture = self._caption = None
            self.stage.controls = self._control_specs()  # the stage ignores equal specifications
            super().refresh()
        if not self.closed and not self._opened:
            self._opened = True
            self._start()

    def _control_specs(self) -> list[widgets.ControlSpec]:
        """The list of claims offers those that the filters keep; the lab has two buttons."""
        matching = set(self.kept(**self.values))
        ids = [id for id in self.entries if id in matching or id == self.values["claim"]]
        offered: widgets.ControlSpec = {"options": ids, "option_labels": ids, "letters": LETTERS}
        specs = [
            spec | offered if spec["name"] == "claim" else spec for spec in super()._control_specs()
        ]
        buttons: list[widgets.ControlSpec] = [
            {"name": "more", "label": "Run it with more seeds", "kind": "button"},
            {"name": "stop", "label": "Stop", "kind": "button"},
        ]
        position = sum(not control.get("footer", False) for control in specs)
        return specs[:position] + buttons + specs[position:]

    def _scene(self) -> widgets.Scene:
        scene, id = super()._scene(), self.values["claim"]
        done, wanted, going = self._count_done(id), self._count_wanted(id), self._worker is not None
        if going and done < wanted:
            scene |= {"busy": {"done": done, "total": wanted}, "error": False}
            scene["message"] = self._progress(id, done, wanted)
        elif not scene["message"]:
            scene["message"] = self._estimate_time(id, done)
        more = id in CLAIMS and 0 < done < self._max_runs(CLAIMS[id]) and done >= wanted
        scene["enabled"] |= {"more": more, "stop": going and done < wanted and done > 0}
        return scene

    def _progress(self, id: str, done: int, wanted: int) -> str:
        if self._running not in ("", id):
            return f"A run of {self._running} has to end first."
        if not done:
            return "The first run is at work."
        remaining = (wanted - done) * self._seconds[id] / done
        return f"{done} of {wanted} runs are done, {_format_time(remaining)} left."

    def _estimate_time(self, id: str, done: int) -> str:
        """How long it took, and how long more seeds would take."""
        if not done:
            return ""
        seconds, claim = self._seconds[id], CLAIMS[id]
        runs = "One run" if done == 1 else f"{done} runs"
        more = min(done, self._max_runs(claim) - done)
        if more <= 0:
            return f"{runs} took {_format_time(seconds)}."
        remaining = _format_time(seconds / done * more)
        return f"{runs} took {_format_time(seconds)}; {more} more will take {remaining}."

    # ------------------------------------------------------------------------------- what is shown

    def _draw(self, **values: Any) -> viz.Picture:
        id, position = values["claim"], values["square"]
        matching = self.kept(**values)
        view = self._page_view(values, matching)
        page = page_panel(view, _page_titles(values["paper"], view), self.legend)
        height = page_height(self.legend)
        if id not in matching:
            caption = "No sentence here has this verdict, this metric and this word."
            empty = message_panel(caption, height)
            return viz.Picture(panels=(page, empty), caption=caption, text=caption)
        sentence = self.sentences[position]
        card = ClaimCard(sentence, CLAIMS.get(id), self.finding(id), self._failed.get(id, ""))
        panels = page, card_panel(card, height)
        return viz.Picture(panels=panels, shows=card.words, caption=card.caption, text=card.text)

    def _page_view(self, values: dict, matching: list[str]) -> PageView:
        paper, first = values["paper"], self.first
        sentences = [s for s in self.sentences if paper in (ALL, s.paper)]
        places = sorted({position for id in matching for position in self.entries[id].places})
        return PageView(sentences, 0 if paper == ALL else first[paper], places, values["square"])

    def source(self) -> widgets.Source:
        """The code that measures the claim, with the helpers that it calls."""
        claim = CLAIMS.get(self.values["claim"])
        code = claim.source if claim and claim.experiment else NOT_MEASURED
        return {"title": "What measures it, with its helpers", "code": code}


def _page_titles(paper: str, view: PageView) -> tuple[str, ...]:
    """Titles of a page, the shortest last."""
    name = "All papers" if paper == ALL else paper
    if len(view.kept) < len(view.sentences):
        count = f"{name}: {len(view.kept)} of {len(view.sentences)}"
        return f"{count} sentences and figures", f"{count} rows", name
    return f"{name}, sentence by sentence: click one", f"{name}, by sentence", name


def _format_time(seconds: float) -> str:
    if seconds < 0.95:
        return "less than a second"
    return f"about {seconds:.0f} s" if seconds < 100 else f"about {seconds / 60:.0f} minutes"
