"""Views of the ledger: what was measured as text, tables, pages, notebook cards and panels.

The rows of a view come from `Finding` and `Sentence`; the colour and the sign of each verdict are
defined here, once.
"""

import html
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import viz
from ..viz.report import html_page, html_table, interrupted
from ..viz.theme import LIGHT, STILL_CSS
from .coverage import MEASURED, STATES, UNTESTABLE, Sentence, list_sentences
from .registry import (
    ARGUMENT,
    FAILS,
    FIGURE,
    HOLDS,
    MISPRINT,
    OPEN,
    READING,
    UNDECIDED,
    Claim,
    Expectation,
    Finding,
    select,
)
from .runner import load_or_check

SIGNS = {  # a sign for each colour, for readers who cannot distinguish the colours
    HOLDS: "✓",
    READING: "◐",
    FIGURE: "≈",
    ARGUMENT: "∴",
    MISPRINT: "✎",
    FAILS: "✗",
    UNDECIDED: "?",
    OPEN: "○",
    UNTESTABLE: "–",
}
COLOURS = {  # each dark enough for paper-coloured letters on it
    HOLDS: viz.READ[viz.CLASSES[2]],
    READING: viz.CLASSES[0],
    FIGURE: viz.CLASSES[4],
    ARGUMENT: viz.CLASSES[3],
    MISPRINT: viz.CLASSES[4],
    FAILS: viz.CLASSES[1],
    UNDECIDED: viz.CLASSES[6],
    OPEN: viz.FAINT,
    UNTESTABLE: viz.FAINT,
}


def badge(verdict: str, more: str = "") -> str:
    """HTML of a verdict with its sign, in its colour.

    Parameters
    ----------
    verdict : str
        Verdict of a claim, or state of a sentence.
    more : str, default=''
        Words after the verdict.

    Returns
    -------
    html : str
        HTML of a span.

    Examples
    --------
    >>> from disentangle_edu.claims.views import badge
    >>> badge("holds", ": 3").endswith("✓ holds: 3</span>")
    True
    """
    colour, sign = COLOURS.get(verdict, viz.FAINT), SIGNS.get(verdict, SIGNS[OPEN])
    label = html.escape(f"{sign} {verdict}{more}")
    name = html.escape(verdict)
    return f'<span class="verdict" data-verdict="{name}" style="background:{colour}">{label}</span>'


def draw_badge(canvas: viz.Canvas, x: float, y: float, verdict: str) -> None:
    """Draw a verdict with its sign, in its colour.

    Parameters
    ----------
    canvas : Canvas
        Canvas to draw on.
    x : float
        Left edge in pixels.
    y : float
        Top edge in pixels.
    verdict : str
        Verdict of a claim, or state of a sentence.

    Examples
    --------
    >>> from disentangle_edu.claims.views import draw_badge
    >>> from disentangle_edu.viz.canvas import Canvas
    >>> canvas = Canvas(0, 0, 100, 20)
    >>> draw_badge(canvas, 0, 0, "holds")
    >>> "holds" in str(canvas)
    True
    """
    label = f"{SIGNS[verdict]}  {verdict}"
    canvas.rect(x, y, 16 + 7.9 * len(label), 20, COLOURS[verdict], rx=4, link=verdict)
    style = {"font_size": "12", "font_weight": "bold", "pointer_events": "none"}
    canvas.text(x + 8, y + 14.5, label, "start", viz.PAPER, **style)


# ---------------------------------------------------------------------------------- HTML pages

VOTES = ("agree", "disagree", "another reading")  # about a sentence's verdict
MEETING = Path(__file__).with_name("meeting.js")
# A link into a folded section opens the section.
OPENS = """<script>
function unfold() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (place instanceof HTMLDetailsElement) { place.open = true; place.scrollIntoView(); }
}
addEventListener("hashchange", unfold);
unfold();
</script>"""


def claims_html(findings: Sequence[Finding], n_requested: int | None = None) -> str:
    """Make one HTML page with a table of verdicts, and each claim folded below.

    Parameters
    ----------
    findings : sequence of Finding
        Measured claims.
    n_requested : int or None, default=None
        Number of requested claims, if the work was interrupted.

    Returns
    -------
    page : str
        HTML page that needs no other file.

    Examples
    --------
    >>> from disentangle_edu.claims.views import claims_html
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> finding = load_or_check(CLAIMS["dci-0.6"])
    >>> "1 claims. Holds: 1." in claims_html([finding])
    True
    """
    counts = Counter(finding.verdict for finding in findings)
    verdicts = "; ".join(f"{verdict}: {count}" for verdict, count in counts.most_common())
    head = ("id", "printed", "measured", "verdict", "where", "says (our words)")
    return html_page(
        "Claims on trial",
        interrupted(len(findings), n_requested, "claims"),
        f"<p>{len(findings)} claims. {html.escape(verdicts.capitalize())}.</p>" if findings else "",
        html_table("Every claim, as measured now.", head, map(_finding_cells, findings)),
        "<h2>Every reading, every run, the source</h2>",
        *map(details, findings),
        OPENS,
    )


def _finding_cells(finding: Finding) -> list[str]:
    claim, others = finding.claim, len(finding.readings) - 1
    name = html.escape(claim.id)
    more = f" (first of {others + 1} readings)" if others > 0 else ""
    changed = f" ({finding.changed})" if finding.changed else ""
    values = (
        claim.expects.text,
        finding.measured + more,
        finding.verdict + changed,
        f"{claim.paper}, {claim.where}",
        claim.statement,
    )
    return [f'<a href="#{name}">{name}</a>', *map(html.escape, values)]


def details(finding: Finding) -> str:
    """Make a folded section on one claim: its runs, its readings and the lines that measure it.

    Parameters
    ----------
    finding : Finding
        Claim with what was measured.

    Returns
    -------
    section : str
        HTML of the section.

    Examples
    --------
    >>> from disentangle_edu.claims.views import details
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> finding = load_or_check(CLAIMS["dci-0.6"])
    >>> "<summary>dci-0.6: holds</summary>" in details(finding)
    True
    """
    claim = finding.claim
    name, verdict = html.escape(claim.id), html.escape(finding.verdict)
    runs = finding.picture().small if finding.readings else ""
    return (
        f'<details id="{name}"><summary>{name}: {verdict}</summary>{runs}'
        f"<pre>{html.escape(repr(finding))}</pre>"
        f"<p>The lines that measure it ({finding.seconds:.1f} s):</p>"
        f"<pre>{html.escape(claim.source)}</pre></details>"
    )


STYLE = f"""<style>
{STILL_CSS}
table{{display:block;overflow-x:auto}}
td:nth-child(4){{min-width:12em}}
tr[hidden],[hidden]{{display:none}}
#tools{{position:sticky;top:0;padding:.5em 0;background:var(--de-paper);z-index:1}}
td a[id]{{scroll-margin-top:5em}}
select,input,button{{font:inherit;padding:.25em .4em}}
.vote input{{width:9em}}
.verdict{{display:inline-block;color:var(--de-paper);border-radius:3px;padding:0 .5em}}
.verdict{{margin:0 .3em .2em 0}}
.verdict a{{color:inherit}}
q,.quiet{{color:var(--de-faint)}}
</style>"""
# On a phone a row becomes a card.
NARROW = """<style>
@media (max-width:600px){
table,tbody,tr,td{display:block}
caption{display:block;text-align:left}
thead,td:empty{display:none}
tr{border-bottom:1px solid var(--de-grid);padding:.5em 0}
td{border:0;padding:.1em 0}
}
</style>"""
# A sentence's number and place share a line; every other cell names its column.
PLACED = """<style>
@media (max-width:600px){
td:nth-child(-n+2){display:inline-block;padding-right:.7em;color:var(--de-faint)}
}
</style>"""
NAMED = """<style>
@media (max-width:600px){
td:not(:first-child)::before{content:attr(data-column) ": ";color:var(--de-faint)}
}
</style>"""


def paper_pages(findings: Sequence[Finding], n_requested: int | None = None) -> dict[str, str]:
    """Make an index and a page for every paper, with its sentences in order.

    Parameters
    ----------
    findings : sequence of Finding
        Measured claims.
    n_requested : int or None, default=None
        Number of requested claims, if the work was interrupted.

    Returns
    -------
    pages : dict of str to str
        HTML by file name: "index.html" and one file per paper.

    Examples
    --------
    >>> from disentangle_edu.claims.views import paper_pages
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> finding = load_or_check(CLAIMS["dci-0.6"])
    >>> list(paper_pages([finding]))[:2]
    ['index.html', 'sepliarskaia2019.html']
    """
    sentences = list_sentences()
    papers = list(dict.fromkeys(sentence.paper for sentence in sentences))
    note = interrupted(len(findings), n_requested, "claims")
    pages = {"index.html": _index_page(papers, sentences, findings, note)}
    for paper in papers:
        paper_sentences = [sentence for sentence in sentences if sentence.paper == paper]
        by_claim = {
            finding.claim.id: finding for finding in findings if finding.claim.paper == paper
        }
        pages[f"{paper}.html"] = _paper_page(paper, paper_sentences, by_claim, note)
    return pages


def _index_page(
    papers: Sequence[str], sentences: Sequence[Sentence], findings: Sequence[Finding], note: str
) -> str:
    rows = []
    for paper in papers:
        states = Counter(sentence.state for sentence in sentences if sentence.paper == paper)
        verdicts = Counter(finding.verdict for finding in findings if finding.claim.paper == paper)
        badges = "".join(badge(verdict, f": {count}") for verdict, count in verdicts.most_common())
        counts = [str(states[state]) for state in STATES]
        rows.append([f'<a href="{paper}.html">{paper}</a>', *counts, badges])
    head = ("paper", *(f"sentences {state}" for state in STATES), "verdicts of its claims")
    table = html_table("Every paper, and how much of it is measured.", head, rows)
    every = html_table("Every claim, as measured now.", CLAIM_HEAD, map(_claim_cells, findings))
    return html_page("Claims on trial", STYLE, NARROW, NAMED, note, table, every)


CLAIM_HEAD = ("claim", "printed", "measured", "verdict")


def _claim_cells(finding: Finding) -> list[str]:
    claim = finding.claim
    link = f'<a href="{claim.paper}.html#{html.escape(claim.id)}">{html.escape(claim.id)}</a>'
    printed, measured = html.escape(claim.expects.text), html.escape(finding.measured)
    return [link, printed, measured, badge(finding.verdict, _change_note(finding))]


def _change_note(finding: Finding) -> str:
    return f" ({finding.changed})" if finding.changed else ""


def _paper_page(
    paper: str, sentences: Sequence[Sentence], by_claim: Mapping[str, Finding], note: str
) -> str:
    words = "what it says, in our words and a few words of the paper"
    head = ("", "where", words, "verdict", "your vote")
    rows = [_sentence_cells(sentence, by_claim) for sentence in sentences]
    return html_page(
        f"{paper}, sentence by sentence",
        STYLE,
        NARROW,
        PLACED,
        '<p><a href="index.html">All papers</a></p>',
        note,
        _tools(verdict for one in sentences for verdict in _visible_verdicts(one, by_claim)),
        html_table("Its sentences in order; the number links to its row.", head, rows),
        "<h2>Every reading, every run, the source</h2>",
        *map(details, by_claim.values()),
        OPENS,
        f"<script>{MEETING.read_text(encoding='utf-8')}</script>",
    )


def _tools(verdicts: Iterable[str]) -> str:
    """A search, a choice of verdicts, and a button that saves the votes."""
    options = "".join(f"<option>{html.escape(name)}</option>" for name in dict.fromkeys(verdicts))
    return (
        '<form id="tools"><label>Search <input type="search" name="search"></label> '
        f'<label>Verdict <select name="verdict"><option value="">any</option>{options}</select>'
        '</label> <output name="count"></output> '
        '<button type="button" name="save">Save my votes</button></form>'
        '<p class="quiet">Votes stay in this browser until you save them as a file. '
        "<code>disentangle-edu guesses</code> counts the files of a group.</p>"
    )


def _vote_box(sentence: Sentence) -> str:
    """A choice of votes with a note, which the script of the page keeps."""
    number = html.escape(sentence.number)
    options = "".join(f"<option>{vote}</option>" for vote in VOTES)
    return (
        f'<span class="vote" data-sentence="{number}"><select aria-label="vote on {number}">'
        f'<option value="">no vote</option>{options}</select> '
        f'<input aria-label="note on {number}" placeholder="note" hidden></span>'
    )


def _visible_verdicts(sentence: Sentence, by_claim: Mapping[str, Finding]) -> list[str]:
    """Verdicts of its claims that were measured; without any, the state of an unmeasured one."""
    verdicts = [by_claim[id].verdict for id in sentence.claims if id in by_claim]
    return verdicts or ([sentence.state] if sentence.state != MEASURED else [])


def _sentence_cells(sentence: Sentence, by_claim: Mapping[str, Finding]) -> list[str]:
    quote = f"<br><q>{html.escape(sentence.words)}</q>" if sentence.words else ""
    verdicts = "".join(_verdict_link(by_claim[id]) for id in sentence.claims if id in by_claim)
    if sentence.state != MEASURED:
        state = "" if verdicts else badge(sentence.state)
        verdicts += f"{state} needs {html.escape(sentence.needs)}"
    verdicts = verdicts or '<span class="quiet">not run this time</span>'
    number = html.escape(sentence.number)
    link = f'<a id="{number}" href="#{number}">{number.rpartition("-")[2]}</a>'
    words = html.escape(sentence.statement) + quote
    return [link, html.escape(sentence.where), words, verdicts, _vote_box(sentence)]


def _verdict_link(finding: Finding) -> str:
    name = html.escape(finding.claim.id)
    return f'{badge(finding.verdict, _change_note(finding))} <a href="#{name}">{name}</a><br>'


# ------------------------------------------------------------------------------ notebook cards

RECORD_HEAD = ("claim", "where", "says, in our words", "printed", "verdict on record", "lesson")


@dataclass(frozen=True)
class Record:
    """Claims with their recorded verdicts, as a table with links to the lessons.

    Parameters
    ----------
    claims : tuple of Claim
        Claims in the order of the rows.

    Examples
    --------
    >>> from disentangle_edu.claims.views import Record
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> "0.6 | holds | 01_dci" in repr(Record((CLAIMS["dci-0.6"],)))
    True
    """

    claims: tuple[Claim, ...]

    def __repr__(self) -> str:
        rows = [" | ".join([*_record_cells(claim), claim.notebook]) for claim in self.claims]
        return "\n".join([" | ".join(RECORD_HEAD), *rows])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        head = "".join(f"<th>{name}</th>" for name in RECORD_HEAD)
        rows = "".join(map(_record_row, self.claims))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return {"text/plain": repr(self), "text/html": table}


def recorded(claims: Iterable[Claim]) -> Record:
    """Show a row for each claim: what is printed, the recorded verdict, and the lesson.

    Nothing is measured here. The tests measure every claim, and fail if a recorded verdict is
    wrong.

    Parameters
    ----------
    claims : iterable of Claim
        Claims in the order of the rows.

    Returns
    -------
    record : Record
        Table that a notebook shows.

    Examples
    --------
    >>> from disentangle_edu.claims.views import recorded
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> len(recorded([CLAIMS["dci-0.6"]]).claims)
    1
    """
    return Record(tuple(claims))


def _record_cells(claim: Claim) -> tuple[str, ...]:
    return claim.id, claim.where, claim.statement, claim.expects.text, claim.verdict


def _record_row(claim: Claim) -> str:
    name = claim.notebook
    link = f'<a href="{name}.ipynb">{name}</a>' if name else ""
    cells = [*map(html.escape, _record_cells(claim)), link]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


@dataclass(frozen=True)
class Card:
    """Claim as it was just measured: the printed figure next to the measured one, and the verdict.

    Parameters
    ----------
    finding : Finding
        Claim with what was measured.

    Examples
    --------
    >>> from disentangle_edu.claims.views import Card
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> finding = load_or_check(CLAIMS["dci-0.6"])
    >>> repr(Card(finding)) == repr(finding)
    True
    """

    finding: Finding

    def __repr__(self) -> str:
        return repr(self.finding)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._html()}

    def _html(self, folded: bool = False) -> str:
        """Verdict and what is claimed, and below it the measured figures; folded, on demand."""
        summary, measured = self._summary_html(), self._measured_html()
        fold = f'<details><summary style="cursor:pointer">{summary}</summary>{measured}</details>'
        return (
            f'<div style="{CARD_STYLE}">{fold if folded else f"<p>{summary}</p>{measured}"}</div>'
        )

    def _summary_html(self) -> str:
        finding, claim, escape = self.finding, self.finding.claim, html.escape
        return (
            f"<strong>{escape(finding.verdict)}</strong>: {escape(claim.statement)} "
            f"<small>({escape(CALLED.get(claim.paper, claim.paper))}, {escape(claim.where)}; claim "
            f"<code>{escape(claim.id)}</code>)</small>"
        )

    def _measured_html(self) -> str:
        finding, claim = self.finding, self.finding.claim
        near = claim.expects.near + claim.expects.give * claim.is_stochastic
        there = " in the table" if len(finding.readings) > 1 else ""
        near = f" “Near enough”{there} is: {near}." if near else ""
        exactly = f" Exactly: {claim.exact:.6f} (closed form)." if claim.exact is not None else ""
        notes = "".join(
            f"<p>{_backticks_to_code(paragraph)}</p>"
            for paragraph in (claim.note, claim.needs)
            if paragraph
        )
        runs = finding.picture().small if self._runs_differ() else ""
        less = f" {claim.concludes}" if claim.concludes else ""
        asks, aside = html.escape(claim.expects.asks), f"{exactly}{html.escape(near + less)}"
        if len(finding.readings) == 1:
            aside = f"<p><small>{aside.strip()}</small></p>" if aside else ""
            return f"<p>{asks} Measured: {html.escape(finding.measured)}.</p>{aside}{runs}{notes}"
        return f"<p>{asks}{aside}</p>{self._readings_table()}{runs}{notes}"

    def _readings_table(self) -> str:
        """A row per reading: what was measured, and whether it is near enough."""
        claim = self.finding.claim
        rows = "".join(f"<tr>{''.join(map(_table_cell, row))}</tr>" for row in self.finding.rows)
        measured = "measured (±: deviation of single runs)" if self._runs_differ() else "measured"
        met_heading = "as it says" if claim.expects.text in ("Yes", "No") else "near enough"
        heads = "".join(_table_cell(word, "th") for word in ("reading", measured, met_heading))
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"

    def _runs_differ(self) -> bool:
        readings = self.finding.readings.values()
        differ = any(max(measured.values) - min(measured.values) > 1e-9 for measured in readings)
        return differ and not self.finding.claim.expects.yes_or_no


def _backticks_to_code(text: str) -> str:
    """As HTML; text between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def _table_cell(text: str, tag: str = "td") -> str:
    return f'<{tag} style="text-align:left">{html.escape(text)}</{tag}>'


CALLED = {"course": "a course page on disentanglement metrics"}
CARD_STYLE = f"border-left:4px solid {LIGHT['part']};padding:2px 14px;margin:6px 0;max-width:900px"


FOLDED_FROM = 4  # from this many cards on, a card shows its verdict, and its numbers on demand


class Cards(list[Card]):
    """Several claims as they were just measured, one below the other.

    Parameters
    ----------
    iterable : iterable of Card
        Cards in their order.

    Examples
    --------
    >>> from disentangle_edu.claims.views import Card, Cards
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> finding = load_or_check(CLAIMS["dci-0.6"])
    >>> len(Cards([Card(finding), Card(finding)]))
    2
    """

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        cards_html = "".join(card._html(folded=len(self) >= FOLDED_FROM) for card in self)
        return {"text/plain": repr(self), "text/html": cards_html}


def reveal(*ids: str, seeds: int | None = None) -> Card | Cards:
    """Measure claims now, and show the printed figures next to the measured ones.

    Parameters
    ----------
    *ids : str
        Names of one claim or several.
    seeds : int or None, default=None
        Number of runs of a claim that involves chance. With None, the claim's own number.

    Returns
    -------
    cards : Card or Cards
        A Card for one name, Cards for several.

    Raises
    ------
    ValueError
        If a claim is unknown, or if no name is passed.

    Examples
    --------
    >>> from disentangle_edu.claims.views import reveal
    >>> reveal("dci-0.6").finding.measured
    '0.5993'
    """
    if not ids:
        raise ValueError("ids: found none, expected the name of a claim, or several.")
    cards = Cards(Card(load_or_check(claim, seeds)) for claim in select(ids))
    return cards if len(cards) > 1 else cards[0]


# ------------------------------------------------------------------------------------- pictures

ANSWER_HEIGHT = 30.0  # pixels of a row with yes or no


def finding_picture(finding: Finding) -> viz.Picture:
    """Draw every run of every reading as a dot, next to the figure that is printed.

    Parameters
    ----------
    finding : Finding
        Claim with what was measured.

    Returns
    -------
    picture : Picture
        One panel, with the finding as its text.

    Examples
    --------
    >>> from disentangle_edu.claims.views import finding_picture
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> finding = load_or_check(CLAIMS["dci-0.6"])
    >>> len(finding_picture(finding).panels)
    1
    """
    summary = repr(finding)
    return viz.Picture(
        panels=(runs_panel(finding),), shows=summary.replace("\n", " "), text=summary
    )


def runs_panel(finding: Finding) -> viz.Panel:
    """Draw a dot for each run and shade the means that would be near enough.

    If all answers are yes or no, the panel has the answers instead.

    Parameters
    ----------
    finding : Finding
        Claim with what was measured.

    Returns
    -------
    panel : Panel
        Dots, answers, or what an open claim needs.

    Examples
    --------
    >>> from disentangle_edu.claims.views import runs_panel
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> finding = load_or_check(CLAIMS["dci-0.6"])
    >>> runs_panel(finding).min_width
    300
    """
    claim = finding.claim
    if not finding.readings:
        return viz.words_panel("not tested here", claim.missing, min_width=300, max_width=640)
    if claim.expects.yes_or_no:
        answers = {row.reading: row.measured for row in finding.rows}
        return _answers_panel(answers, claim.expects.text)
    readings = {claim.label(name): measured for name, measured in finding.readings.items()}
    runs = {name: measured.values for name, measured in readings.items()}
    marks = {row.reading: row.mark for row in finding.rows}
    printed = claim.expects.figure
    bands = {
        name: band(claim.expects, [printed, measured.mean, 0.0, 1.0], measured.spread)
        for name, measured in readings.items()
    }
    return _with_heading(
        viz.strip_plot_panel(runs, printed, bands=bands, marks=marks), claim.expects.text
    )


@viz.panel(
    height=lambda runs: runs.height + 22,
    min_width=lambda runs: runs.min_width,
    max_width=lambda runs: runs.max_width,
)
def _with_heading(canvas: viz.Canvas, runs: viz.Panel, printed: str) -> None:
    """The runs below the question that their marks answer."""
    x, y, width, _ = canvas.box
    canvas.title(f"does each reading give {printed}? shaded: near enough", "shaded: near enough")
    canvas.draw(runs, x, y + 22, width)


def band(
    expects: Expectation, known: list[float | None], spread: float
) -> tuple[float, float] | None:
    """Lowest and highest mean that would be met, around the first known mean that is met.

    Parameters
    ----------
    expects : Expectation
        What is printed, and the rule for what is near enough.
    known : list of float or None
        Means to begin with; None is skipped.
    spread : float
        Standard deviation of single runs.

    Returns
    -------
    band : tuple of float or None
        Lowest and highest mean. None if no known mean is met.

    Examples
    --------
    >>> from disentangle_edu.claims.views import band
    >>> from disentangle_edu.claims.registry import equals_printed
    >>> low, high = band(equals_printed("0.6"), [0.6], 0.0)
    >>> round(low, 2), round(high, 2)
    (0.55, 0.65)
    """
    start = next((mean for mean in known if mean is not None and expects.met(mean, spread)), None)
    if start is None:
        return None
    return _find_bound(expects, start, -1, spread), _find_bound(expects, start, 1, spread)


def _find_bound(expects: Expectation, start: float, sign: int, spread: float) -> float:
    """How far a mean that is met can move."""
    step = 1e-7
    while expects.met(start + sign * step, spread):
        step *= 2
        if step > 1e4:
            return sign * math.inf
    inside, outside = step / 2, step
    for _ in range(30):
        middle = (inside + outside) / 2
        if expects.met(start + sign * middle, spread):
            inside = middle
        else:
            outside = middle
    return start + sign * inside


@viz.panel(height=lambda answers: 30 + ANSWER_HEIGHT * len(answers), min_width=300, max_width=640)
def _answers_panel(canvas: viz.Canvas, answers: dict[str, str], printed: str) -> None:
    """A yes or no for each reading."""
    x, y, width, _ = canvas.box
    canvas.title(f"expected: {printed}", "found")
    for j, (name, answer) in enumerate(answers.items()):
        at = y + 26 + j * ANSWER_HEIGHT
        canvas.rect(x, at, width, ANSWER_HEIGHT - 4, viz.GROUND, viz.GRID)
        colour = viz.PART if answer == "yes" else viz.CLASSES[1] if answer == "no" else viz.FAINT
        label = viz.short(name, width - 60, 6.6)
        canvas.text(x + 8, at + 17, label, "start", link=name)
        canvas.text(x + width - 10, at + 17, answer, "end", font_weight="bold", fill=colour)
