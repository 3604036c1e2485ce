"""The ledger to browse: the page of a paper, a claim as a card, measured when it is chosen."""

import functools
import re
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...claims.coverage import Sentence, pages
from ...claims.figures import runs_panel
from ...claims.registry import CLAIMS, VERDICTS, Claim, Finding
from ...metric import METRICS
from ...viz.canvas import Panel
from ...viz.picture import Picture
from ...viz.svg import heading, paragraph, rect, text
from ...viz.text_size import paragraph_height
from ...viz.theme import FAINT, INK, PAPER
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, whole, word
from ...widgets.display import After, Bundle
from ...widgets.lab import Lab, register_public
from ...widgets.protocol import ControlSpec, Scene, Source
from ...widgets.scheduling import run_in_thread
from .page import COLOURS, CONTENT, HEADING, LEGEND, SIGNS, PageView, page_panel

ALL, FIRST = "all", "dci-0.6"
FEW, MOST = 5, 40  # runs at first, and as many as one may ask for
LOOK = 0.1  # seconds between two looks at what is being measured

# ------------------------------------------------------------------------------------ the catalogue


@dataclass(frozen=True)
class Entry:
    """A claim, or a sentence without one, as filters see it.

    places : of the sentences that it covers, in the order of all pages.
    words : everything that a search looks through, in small letters.
    """

    id: str
    paper: str
    verdict: str
    metrics: frozenset[str]
    words: str
    places: tuple[int, ...]

    def fits(self, paper: str, verdict: str, metric: str, word: str, **_: object) -> bool:
        """Whether the filters leave it."""
        return (
            paper in (ALL, self.paper)
            and verdict in (ALL, self.verdict)
            and (metric == ALL or metric in self.metrics)
            and word.strip().lower() in self.words
        )


@functools.cache
def all_sentences() -> tuple[tuple[Sentence, ...], Mapping[str, int]]:
    """All sentences, page after page, and where each paper begins."""
    sentences: list[Sentence] = []
    first = {}
    for paper, page in pages().items():
        first[paper] = len(sentences)
        sentences += page
    return tuple(sentences), first


@functools.cache
def catalogue() -> Mapping[str, Entry]:
    """Every claim, and every sentence without one, in the order of the pages."""
    sentences, _ = all_sentences()
    places: dict[str, list[int]] = {}
    for position, sentence in enumerate(sentences):
        for id in entries_of(sentence):
            places.setdefault(id, []).append(position)
    return {
        id: _make_entry(id, [sentences[j] for j in positions], tuple(positions))
        for id, positions in places.items()
    }


def entries_of(sentence: Sentence) -> tuple[str, ...]:
    """The claims that cover a sentence, those that can be decided first; or its number."""
    decided = sorted(sentence.claims, key=lambda id: CLAIMS[id].is_open)
    return tuple(decided) or (sentence.number,)


def _make_entry(id: str, sentences: list[Sentence], places: tuple[int, ...]) -> Entry:
    lines = [
        search_text
        for s in sentences
        for search_text in (s.number, s.where, s.words, s.statement, s.needs)
    ]
    if id not in CLAIMS:
        sentence = sentences[0]
        search_text = " ".join([*lines, sentence.verdict]).lower()
        return Entry(id, sentence.paper, sentence.verdict, frozenset(), search_text, places)
    claim = CLAIMS[id]
    lines += [id, claim.where, claim.statement, claim.note, claim.verdict, claim.expects.text]
    search_text = " ".join(lines).lower()
    return Entry(id, claim.paper, claim.verdict, metrics_of(claim), search_text, places)


def metrics_of(claim: Claim) -> frozenset[str]:
    """The metrics that are named where it is measured, or in what it says."""
    wording = f"{claim.source} {claim.statement}"
    return frozenset(name for name in METRICS if _name_pattern(name).search(wording))


@functools.cache
def _name_pattern(name: str) -> re.Pattern[str]:
    """A metric's name as code and people write it: beta_vae, BetaVAE, dependent modularity."""
    return re.compile(rf"(?<![\w-]){name.replace('_', '[_ ]?')}(?![\w-])", re.IGNORECASE)


# ----------------------------------------------------------------------------------------- the lab


@register_public
class ClaimsLab(Lab):
    """Choose a sentence of a paper: its claim opens as a card and is measured, here and now."""

    def __init__(self, after: After = None, **settings: Any) -> None:
        self.sentences, self.first = all_sentences()
        self.entries = catalogue()
        verdicts = [*VERDICTS, *{s.verdict for s in self.sentences} - set(VERDICTS)]
        self.legend = [v for v in verdicts if any(s.verdict == v for s in self.sentences)]
        named = frozenset().union(*(entry.metrics for entry in self.entries.values()))
        paper, places = CLAIMS[FIRST].paper, self.entries[FIRST].places
        controls = {
            "paper": choice("paper", [ALL, *self.first], paper),
            "verdict": choice("verdict", [ALL, *self.legend], ALL),
            "metric": choice("metric", [ALL, *(name for name in METRICS if name in named)], ALL),
            "word": word("search"),
            "claim": choice("claim", list(self.entries), FIRST),
            "square": dragged(whole("sentence", places[0], 0, len(self.sentences) - 1)),
        }
        self._runs: dict[str, dict[str, list[float]]] = {}  # of every reading of every claim
        self._seconds: dict[str, float] = {}
        self._asked: dict[str, int] = {}  # how many runs, where a button has asked for more
        self._failed: dict[str, str] = {}
        self._bench, self._running = threading.RLock(), ""
        self._worker: threading.Thread | None = None
        self._opened = False
        super().__init__(
            self._draw,
            controls,
            update_state=self._follow,
            describe_change=use_caption,
            after=after,
        )
        self.name = "ClaimsLab"
        self.values = self._follow(
            self.default_values, self._checked(self.values | settings, settings)
        )
        self.history.settled = dict(self.values)

    @property
    def visible(self) -> dict:
        """The values that a reader moves; the square follows the claim."""
        return {name: value for name, value in super().visible.items() if name != "square"}

    # ------------------------------------------------------------------------------ what is chosen

    def kept(self, **values: Any) -> list[str]:
        """The claims, and sentences without one, that the filters leave."""
        return [id for id, entry in self.entries.items() if entry.fits(**values)]

    def _follow(self, before: dict, now: dict) -> dict:
        """A sentence brings its claim; a filter that leaves the claim out brings the first left."""
        if before["square"] != now["square"]:
            now = self._at_place(now)
        elif not self.entries[now["claim"]].fits(**now):
            matching = self.kept(**now)
            if before["claim"] != now["claim"]:  # asked for by name
                now = self._open_filters(now)
            elif matching:
                now = now | {"claim": matching[0]}
        places = self.entries[now["claim"]].places
        return now if now["square"] in places else now | {"square": places[0]}

    def _at_place(self, now: dict) -> dict:
        """The claim of the sentence that was clicked on; where filters hide it, they open."""
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
        """What has been measured of a claim so far; nothing of one that has not."""
        runs = self._runs.get(id)
        return CLAIMS[id].judged(runs, self._seconds[id]) if runs else None

    def measure(self) -> None:
        """Measure what is chosen, here and now, as often as is asked."""
        while self._step():
            pass
        self._picture = None

    def wait(self) -> None:
        """Until what is measured beside is done."""
        if worker := self._worker:
            worker.join()

    def more(self) -> None:
        """Measure the chosen claim with twice as many seeds."""
        id = self.values["claim"]
        if id in CLAIMS:
            self._asked[id] = min(2 * self._count_done(id), self._max_runs(CLAIMS[id]))

    def stop(self) -> None:
        """Leave it at the runs that are done."""
        id = self.values["claim"]
        self._asked[id] = self._count_done(id)

    def _count_done(self, id: str) -> int:
        return max(map(len, self._runs.get(id, {}).values()), default=0)

    @staticmethod
    def _max_runs(claim: Claim) -> int:
        return max(claim.seeds, MOST) if claim.is_stochastic else claim.runs()

    def _count_wanted(self, id: str) -> int:
        """How many runs; none of what cannot be measured."""
        if id not in CLAIMS or id in self._failed:
            return 0
        return self._asked.get(id, min(FEW, CLAIMS[id].runs()))

    def _is_incomplete(self) -> bool:
        """Whether the chosen claim is to be measured further."""
        id = self.values["claim"]
        return not self.closed and self._count_done(id) < self._count_wanted(id)

    def _step(self) -> bool:
        """One run of what is chosen; False where nothing is left to do."""
        with self._bench:
            if not self._is_incomplete():
                return False
            id, start = self.values["claim"], time.perf_counter()
            self._running = id
            try:
                readings = CLAIMS[id].run(self._count_done(id))
                runs = self._runs.get(id, {})
                grown = {name: [*runs.get(name, []), float(v)] for name, v in readings.items()}
            except Exception as error:  # a missing library, say: it is told on the card
                self._failed[id] = f"{type(error).__name__}: {error}"[:300]
            else:
                self._runs[id] = grown
                self._seconds[id] = self._seconds.get(id, 0.0) + time.perf_counter() - start
            self._running = ""
            return True

    def _start(self) -> None:
        """Measure beside the notebook, one run after the other; the newest choice wins."""
        with self._lock:
            if self._worker is None and self._is_incomplete():
                self._worker = run_in_thread(self._work)
        self.refresh()

    def _work(self) -> None:
        then = 0.0
        while True:
            if not self._step():
                with self._lock:
                    if not self._is_incomplete():
                        self._worker = None
                        break
            if time.perf_counter() - then > LOOK:
                self.refresh()
                then = time.perf_counter()
        self.refresh()

    # --------------------------------------------------------------------------- what a reader does

    def set(self, **values: Any) -> None:
        """Choose by code: measured at once."""
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

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        self.measure()
        return super()._repr_mimebundle_(include, exclude)

    def refresh(self) -> None:
        """Draw the card anew, and send it to the page."""
        with self._lock:  # as in a Lab, with what is shown made anew
            self._picture = self._caption = None
            self.stage.controls = self._control_specs()  # the stage ignores equal ones
            super().refresh()
        if not self.closed and not self._opened:
            self._opened = True
            self._start()

    def _control_specs(self) -> list[ControlSpec]:
        """The list of claims offers those that the filters leave; two buttons of its own."""
        matching = set(self.kept(**self.values))
        ids = [id for id in self.entries if id in matching or id == self.values["claim"]]
        specs = [
            spec | {"options": ids, "option_labels": ids} if spec["name"] == "claim" else spec
            for spec in super()._control_specs()
        ]
        buttons: list[ControlSpec] = [
            {"name": "more", "label": "Run it with more seeds", "kind": "button"},
            {"name": "stop", "label": "Stop", "kind": "button"},
        ]
        position = sum(not control.get("footer", False) for control in specs)
        return specs[:position] + buttons + specs[position:]

    def _scene(self) -> Scene:
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
            return f"A run of {self._running} has to end first; then {id} is measured."
        if not done:
            return f"Measuring {id} ..."
        remaining = (wanted - done) * self._seconds[id] / done
        return f"Measuring {id}: {done} of {wanted} runs are done, {_format_time(remaining)} left."

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

    def _draw(self, **values: Any) -> Picture:
        id, position = values["claim"], values["square"]
        matching = self.kept(**values)
        shelf = self._page_view(values, matching)
        page = page_panel(shelf, _page_titles(values["paper"], shelf), self.legend)
        height = HEADING + CONTENT + 6 + LEGEND * len(self.legend)
        if id not in matching:
            caption = "No sentence here has this verdict, this metric and this word."
            return Picture(
                panels=(page, _message_panel(caption, height)),
                description=caption,
                text="",
                scores={},
                caption=caption,
            )
        sentence = self.sentences[position]
        card = ClaimCard(sentence, CLAIMS.get(id), self.finding(id), self._failed.get(id, ""))
        panels = page, card_panel(card, height)
        return Picture(
            panels=panels,
            description=f"{card.said} {card.words}",
            text=card.text,
            scores={},
            caption=card.said,
        )

    def _page_view(self, values: dict, matching: list[str]) -> PageView:
        paper, first = values["paper"], self.first
        sentences = [s for s in self.sentences if paper in (ALL, s.paper)]
        places = sorted({position for id in matching for position in self.entries[id].places})
        return PageView(sentences, 0 if paper == ALL else first[paper], places, values["square"])

    def source(self) -> Source:
        """What measures the claim, with the helpers that it calls."""
        claim = CLAIMS.get(self.values["claim"])
        if claim is None or claim.experiment is None:
            return {}
        return {"title": "What measures it, with its helpers", "code": claim.source}


def _page_titles(paper: str, shelf: PageView) -> tuple[str, ...]:
    """What stands above a page, the shorter words last."""
    name = "All papers" if paper == ALL else paper
    if len(shelf.kept) < len(shelf.sentences):
        return (f"{name}: {len(shelf.kept)} of {len(shelf.sentences)} are left",)
    return f"{name}, sentence by sentence: click one", f"{name}, by sentence", name


def _format_time(seconds: float) -> str:
    if seconds < 0.95:
        return "less than a second"
    return f"about {seconds:.0f} s" if seconds < 100 else f"about {seconds / 60:.0f} minutes"


# ---------------------------------------------------------------------------------------- the card


@dataclass(frozen=True)
class ClaimCard:
    """What a card tells: a sentence, its claim if there is one, and what was measured just now."""

    sentence: Sentence
    claim: Claim | None
    finding: Finding | None
    failed: str = ""

    @property
    def verdict(self) -> str:
        """As recorded."""
        return self.claim.verdict if self.claim else self.sentence.verdict

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.claim.where if self.claim else self.sentence.where} of {self.sentence.paper}"

    @property
    def statement(self) -> str:
        """The sentence in our words, and what is measured of it where that says more."""
        own = self.sentence.statement
        if self.claim is None or self.claim.statement == own:
            return own
        return f"{own} We measure: {self.claim.statement}"

    @property
    def asked(self) -> str:
        """What is printed, or what would have to come out."""
        return self.claim.expects.asks if self.claim else ""

    @property
    def judged(self) -> str:
        """The verdict on record, and that of the runs so far."""
        if self.claim is None or self.claim.experiment is None:
            return ""
        seeds_note = f", with {self.claim.seeds} seeds" if self.claim.is_stochastic else ""
        record = f"On record: {self.verdict} (the tests measure it{seeds_note})."
        return f"{record} {self.now}"

    @property
    def now(self) -> str:
        """The verdict of the runs so far."""
        if self.failed:
            return f"It cannot be measured here: {self.failed}"
        if self.finding is None:
            return "" if self.claim is None or not self.claim.can_run else "Being measured now."
        runs = max(len(reading.values) for reading in self.finding.readings.values())
        seeds_note = f", {runs} seeds" if runs > 1 else ""
        return f"Measured just now{seeds_note}: {self.finding.verdict}."

    @property
    def also(self) -> str:
        """Other claims on the same sentence."""
        claim_id = self.claim.id if self.claim else ""
        others = [id for id in self.sentence.claims if id != claim_id]
        return f"On this sentence, too: {', '.join(others)}." if others else ""

    @property
    def needs(self) -> str:
        """What would be needed to decide it."""
        if self.claim:
            return self.claim.needs
        return f"Not testable; it would need {self.sentence.needs}." if self.sentence.needs else ""

    @property
    def said(self) -> str:
        """The sentence below the picture."""
        name = self.claim.id if self.claim else self.sentence.number
        where = f"{name}, {self.place}: {self.verdict}"
        return f"{where}. {self.now}".strip()[:220]

    @property
    def words(self) -> str:
        """Everything that the card says, for whoever cannot see it."""
        note = self.claim.note if self.claim else ""
        return " ".join(
            filter(None, [self.statement, self.asked, self.judged, self.needs, note, self.also])
        )

    @property
    def text(self) -> str:
        """All the numbers."""
        return repr(self.finding) if self.finding else self.words


def card_panel(card: ClaimCard, height: float) -> Panel:
    """A claim: its words, what was printed, the verdict, every run, and notes; always as high."""

    def draw(x: float, y: float, width: float, _: float) -> str:
        name = card.claim.id if card.claim else card.sentence.number
        top = [heading(x, y, width, f"{card.place}: {name}", card.place, name)]
        top.append(_badge(x, y + 20, card.verdict))
        block, used = _paragraphs(x, y + 46, width, _head_paragraphs(card))
        foot = _foot_paragraphs(card)
        below = _paragraphs(x, 0, width, foot)[1]
        room = height - 46 - used - below - 16
        picture, runs_height = _draw_runs(card, x, y + 46 + used + 8, width, room)
        notes = _paragraphs(x, y + 46 + used + 8 + runs_height + 8, width, foot)[0]
        return "".join([*top, block, picture, notes])

    return Panel(draw, height, 300, 700)


def _head_paragraphs(card: ClaimCard) -> list[tuple[str, str]]:
    """(words, colour) above the dots."""
    quote = f"“{card.sentence.words}”" if card.sentence.words else ""
    lines = [
        (quote, FAINT),
        (card.statement, INK),
        (card.asked, INK),
        (card.claim.concludes if card.claim else "", INK),
        (card.judged, INK),
    ]
    return [line for line in lines if line[0]]


def _foot_paragraphs(card: ClaimCard) -> list[tuple[str, str]]:
    """(words, colour) below the dots."""
    note = card.claim.note if card.claim else ""
    lesson = card.claim.notebook if card.claim else ""
    lines = [card.needs, note, card.also, f"Lesson: {lesson}.ipynb." if lesson else ""]
    return [(line, FAINT) for line in lines if line]


def _paragraphs(
    x: float, y: float, width: float, lines: list[tuple[str, str]]
) -> tuple[str, float]:
    """Paragraphs below each other, and the height they take."""
    out, start = [], y
    for sentence, colour in lines:
        out.append(paragraph(x, y, width, sentence, colour, 12.5))
        y += paragraph_height(width, sentence, 12.5) + 3
    return "".join(out), y - start


def _badge(x: float, y: float, verdict: str) -> str:
    """The verdict with its sign, in its colour."""
    label = f"{SIGNS[verdict]}  {verdict}"
    style = {"font_size": "12", "font_weight": "bold", "pointer_events": "none"}
    shape = rect(x, y, 16 + 7.9 * len(label), 20, COLOURS[verdict], rx=4, link=verdict)
    return shape + text(x + 8, y + 14.5, label, "start", PAPER, **style)


def _draw_runs(card: ClaimCard, x: float, y: float, width: float, room: float) -> tuple[str, float]:
    """The dots of as many readings as there is room for."""
    if card.finding is None:
        return "", 0.0
    for shortened in _with_fewer_readings(card.finding):
        panel, omitted = runs_panel(shortened), len(card.finding.readings) - len(shortened.readings)
        if panel.height + (18 if omitted else 0) <= room or len(shortened.readings) == 1:
            break
    dots = panel.draw(x, y, min(width, panel.max_width), panel.height)
    if not omitted:
        return dots, panel.height
    more = f'... and {omitted} more under "All the numbers"'
    note = text(x, y + panel.height + 12, more, "start", FAINT, font_size="11")
    return dots + note, panel.height + 18


def _with_fewer_readings(finding: Finding) -> Iterator[Finding]:
    """The finding with all of its readings, then with one less at a time; what decides stays."""
    must = finding.claim.meets
    decides = lambda name: name == must or finding.claim.role(name)
    order = lambda name: (not decides(name), not finding.meets(name))
    names = sorted(finding.readings, key=order)
    for count in range(len(names), 0, -1):
        selected = {
            name: reading for name, reading in finding.readings.items() if name in names[:count]
        }
        yield replace(finding, readings=selected)


def _message_panel(message: str, height: float) -> Panel:
    """As much room as a card takes."""

    def draw(x: float, y: float, width: float, _: float) -> str:
        return paragraph(x, y + 20, width, message, INK, 14)

    return Panel(draw, height, 300, 700)
