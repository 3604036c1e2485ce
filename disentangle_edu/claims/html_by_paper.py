"""The ledger as pages to read beside the papers: one for each, its sentences in order, an index."""

import html
from collections import Counter
from collections.abc import Mapping, Sequence

from ..viz.report import html_page, html_table, interrupted
from .coverage import MEASURED, STATES, Sentence, list_sentences
from .html_report import OPENS, details
from .registry import ARGUMENT, FAILS, FIGURE, HOLDS, MISPRINT, OPEN, READING, UNDECIDED, Finding

COLOURS: dict[str, str] = {
    HOLDS: "#00664d",
    READING: "#005b8f",
    FIGURE: "#7a5c00",
    ARGUMENT: "#8a3f73",
    MISPRINT: "#2f6690",
    FAILS: "#a83e00",
    UNDECIDED: "#444444",
    OPEN: "#52606d",
}  # each dark enough for white letters
STYLE = """<style>
table{display:block;overflow-x:auto}
td:last-child{min-width:12em}
.verdict{display:inline-block;color:#fff;border-radius:3px;padding:0 .5em;margin:0 .3em .2em 0}
.verdict a{color:#fff}
q,.quiet{color:#52606d}
</style>"""
# On a phone a row becomes a card.
NARROW = """<style>
@media (max-width:600px){
table,tbody,tr,td{display:block}
caption{display:block;text-align:left}
thead,td:empty{display:none}
tr{border-bottom:1px solid #d9dee4;padding:.5em 0}
td{border:0;padding:.1em 0}
}
</style>"""
# Number and place of a sentence share a line; elsewhere each cell says which column it is of.
PLACED = """<style>
@media (max-width:600px){
td:nth-child(-n+2){display:inline-block;padding-right:.7em;color:#52606d}
}
</style>"""
NAMED = """<style>
@media (max-width:600px){
td:not(:first-child)::before{content:attr(data-column) ": ";color:#52606d}
}
</style>"""


def paper_pages(findings: Sequence[Finding], n_requested: int | None = None) -> dict[str, str]:
    """Make an index and a page for every paper, with its sentences in order.

    Parameters
    ----------
    findings : sequence of Finding
        Measured claims.
    n_requested : int or None, default=None
        Number of claims that were to be measured, if the work was interrupted.

    Returns
    -------
    pages : dict of str to str
        HTML by file name: "index.html" and one file per paper.

    Examples
    --------
    >>> from disentangle_edu.claims.html_by_paper import paper_pages
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import check_cached
    >>> finding = check_cached(CLAIMS["dci-0.6"])
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
        badges = "".join(_badge(verdict, f": {count}") for verdict, count in verdicts.most_common())
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
    return [link, printed, measured, _badge(finding.verdict, _change_note(finding))]


def _change_note(finding: Finding) -> str:
    return f" ({finding.changed})" if finding.changed else ""


def _paper_page(
    paper: str, sentences: Sequence[Sentence], by_claim: Mapping[str, Finding], note: str
) -> str:
    head = ("", "where", "what it says, in our words and a few of its own", "verdict")
    rows = [_sentence_cells(sentence, by_claim) for sentence in sentences]
    return html_page(
        f"{paper}, sentence by sentence",
        STYLE,
        NARROW,
        PLACED,
        '<p><a href="index.html">All papers</a></p>',
        note,
        html_table("Its sentences in order.", head, rows),
        "<h2>Every reading, every run, the source</h2>",
        *map(details, by_claim.values()),
        OPENS,
    )


def _sentence_cells(sentence: Sentence, by_claim: Mapping[str, Finding]) -> list[str]:
    quote = f"<br><q>{html.escape(sentence.words)}</q>" if sentence.words else ""
    verdicts = "".join(_verdict_link(by_claim[id]) for id in sentence.claims if id in by_claim)
    if sentence.state != MEASURED:
        state = "" if verdicts else _badge(sentence.state)
        verdicts += f"{state} needs {html.escape(sentence.needs)}"
    verdicts = verdicts or '<span class="quiet">not run this time</span>'
    number = html.escape(sentence.number.rpartition("-")[2])
    return [number, html.escape(sentence.where), html.escape(sentence.statement) + quote, verdicts]


def _verdict_link(finding: Finding) -> str:
    name = html.escape(finding.claim.id)
    return f'{_badge(finding.verdict, _change_note(finding))} <a href="#{name}">{name}</a><br>'


def _badge(verdict: str, more: str = "") -> str:
    colour = COLOURS.get(verdict, COLOURS[OPEN])
    label = html.escape(verdict + more)
    return f'<span class="verdict" style="background:{colour}">{label}</span>'
