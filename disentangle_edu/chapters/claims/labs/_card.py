"""The card of a claim: its words, what was printed, the verdict, every run, and notes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .... import viz
from ....claims.coverage import Sentence
from ....claims.registry import CLAIMS, Claim, Finding
from ....claims.views import draw_badge, runs_panel

Line = tuple[str, str]  # text and its colour


@dataclass(frozen=True)
class ClaimCard:
    """Content of a card: a sentence, its claim if there is one, and the newest measurement."""

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
        """Position in the paper."""
        return f"{self.claim.where if self.claim else self.sentence.where} of {self.sentence.paper}"

    @property
    def statement(self) -> str:
        """The sentence in our words, and what we measure if it says more."""
        own = self.sentence.statement
        if self.claim is None or self.claim.statement == own:
            return own
        return f"{own} We measure: {self.claim.statement}"

    @property
    def asked(self) -> str:
        """The printed figure, or the result that is required."""
        return self.claim.expects.asks if self.claim else ""

    @property
    def judged(self) -> str:
        """The recorded verdict, and the verdict of the runs so far."""
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
        others = [f"{id} ({CLAIMS[id].verdict})" for id in self.sentence.claims if id != claim_id]
        if not others:
            return ""
        worst = f"The sentence has the worst verdict of its claims: {self.sentence.verdict}."
        return f"Other claims about this sentence: {', '.join(others)}. {worst}"

    @property
    def needs(self) -> str:
        """What would be needed to decide it."""
        if self.claim:
            return self.claim.needs
        return f"Not testable; it would need {self.sentence.needs}." if self.sentence.needs else ""

    @property
    def caption(self) -> str:
        """The sentence below the picture."""
        name = self.claim.id if self.claim else self.sentence.number
        where = f"{name}, {self.place}: {self.verdict}"
        return f"{where}. {self.now}".strip()[:220]

    @property
    def words(self) -> str:
        """All text of the card, to be read aloud."""
        note = self.claim.note if self.claim else ""
        return " ".join(
            filter(None, [self.statement, self.asked, self.judged, self.needs, note, self.also])
        )

    @property
    def text(self) -> str:
        """All the numbers."""
        return repr(self.finding) if self.finding else self.words


@viz.panel(height=lambda height: height, min_width=300, max_width=700)
def card_panel(canvas: viz.Canvas, card: ClaimCard, height: float) -> None:
    """A claim as a card of constant height."""
    x, y, width, _ = canvas.box
    name = card.claim.id if card.claim else card.sentence.number
    canvas.title(f"{card.place}: {name}", card.place, name)
    draw_badge(canvas, x, y + 20, card.verdict)
    head, foot = head_lines(card), foot_lines(card)
    draw_lines(canvas, x, y + 46, width, head)
    top, below = y + 46 + lines_height(width, head) + 8, lines_height(width, foot)
    draw_runs(canvas, card, x, top, width, y + height - top - below - 8)
    draw_lines(canvas, x, y + height - below, width, foot)  # at the bottom, so they never move


@viz.panel(height=lambda height: height, min_width=300, max_width=700)
def message_panel(canvas: viz.Canvas, message: str, height: float) -> None:
    """The space that a card takes."""
    x, y, width, _ = canvas.box
    canvas.paragraph(x, y + 20, width, message, viz.INK, 14)


def head_lines(card: ClaimCard) -> list[Line]:
    """Lines above the dots."""
    quote = f"“{card.sentence.words}”" if card.sentence.words else ""
    concludes = card.claim.concludes if card.claim else ""
    lines = [(quote, viz.FAINT), *((words, viz.INK) for words in (card.statement, card.asked))]
    lines += [(concludes, viz.INK), (card.judged, viz.INK)]
    return [line for line in lines if line[0]]


def foot_lines(card: ClaimCard) -> list[Line]:
    """Lines below the dots."""
    note = card.claim.note if card.claim else ""
    lesson = card.claim.notebook if card.claim else ""
    lines = [card.needs, note, card.also, f"Lesson: {lesson}.ipynb." if lesson else ""]
    return [(line, viz.FAINT) for line in lines if line]


def lines_height(width: float, lines: Sequence[Line]) -> float:
    """Pixels of paragraphs below each other."""
    return sum(viz.paragraph_height(width, words, 12.5) + 3 for words, _ in lines)


def draw_lines(canvas: viz.Canvas, x: float, y: float, width: float, lines: Sequence[Line]) -> None:
    """Draw paragraphs below each other."""
    for words, colour in lines:
        canvas.paragraph(x, y, width, words, colour, 12.5)
        y += viz.paragraph_height(width, words, 12.5) + 3


def draw_runs(
    canvas: viz.Canvas, card: ClaimCard, x: float, y: float, width: float, room: float
) -> None:
    """Draw the dots of all readings that fit."""
    if card.finding is None:
        return
    for shortened in with_fewer_readings(card.finding):
        runs, omitted = runs_panel(shortened), len(card.finding.readings) - len(shortened.readings)
        if runs.height + (18 if omitted else 0) <= room or len(shortened.readings) == 1:
            break
    canvas.draw(runs, x, y, min(width, runs.max_width))
    if omitted:
        more = f'... and {omitted} more under "All the numbers"'
        canvas.note(x, y + runs.height + 12, more)


def with_fewer_readings(finding: Finding) -> Iterator[Finding]:
    """The finding with all readings, then with one less at a time; the deciding reading stays."""
    must = finding.claim.meets
    decides = lambda name: name == must or finding.claim.role(name)
    order = lambda name: (not decides(name), not finding.meets(name))
    names = sorted(finding.readings, key=order)
    for count in range(len(names), 0, -1):
        selected = {
            name: reading for name, reading in finding.readings.items() if name in names[:count]
        }
        yield replace(finding, readings=selected)
