"""What notebooks show of the ledger: one claim put to the test, or a table of verdicts."""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass

from .registry import Claim, Finding, select
from .runner import check_cached

HEAD = ("claim", "where", "says, in our words", "printed", "verdict on record", "lesson")


@dataclass(frozen=True)
class Record:
    """Claims with their recorded verdicts, as a table with links to the lessons.

    Parameters
    ----------
    claims : tuple of Claim
        Claims in the order of the rows.

    Examples
    --------
    >>> from disentangle_edu.claims.notebook import Record
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> "0.6 | holds | 01_dci" in repr(Record((CLAIMS["dci-0.6"],)))
    True
    """

    claims: tuple[Claim, ...]

    def __repr__(self) -> str:
        rows = [" | ".join([*_record_cells(claim), claim.notebook]) for claim in self.claims]
        return "\n".join([" | ".join(HEAD), *rows])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        head = "".join(f"<th>{name}</th>" for name in HEAD)
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
    >>> from disentangle_edu.claims.notebook import recorded
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
    >>> from disentangle_edu.claims.notebook import Card
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import check_cached
    >>> finding = check_cached(CLAIMS["dci-0.6"])
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
        return f'<div style="{CARD}">{fold if folded else f"<p>{summary}</p>{measured}"}</div>'

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
    """As HTML; what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def _table_cell(text: str, tag: str = "td") -> str:
    return f'<{tag} style="text-align:left">{html.escape(text)}</{tag}>'


CALLED = {"course": "a course page on disentanglement metrics"}
CARD = "border-left:4px solid #0072b2;padding:2px 14px;margin:6px 0;max-width:900px"


FOLDED_FROM = 4  # so many cards show their verdicts, and their figures on demand


class Cards(list[Card]):
    """Several claims as they were just measured, one below the other.

    Parameters
    ----------
    iterable : iterable of Card
        Cards in their order.

    Examples
    --------
    >>> from disentangle_edu.claims.notebook import Card, Cards
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import check_cached
    >>> finding = check_cached(CLAIMS["dci-0.6"])
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
    >>> from disentangle_edu.claims.notebook import reveal
    >>> reveal("dci-0.6").finding.measured
    '0.5993'
    """
    if not ids:
        raise ValueError("ids: found none, expected the name of a claim, or several.")
    cards = Cards(Card(check_cached(claim, seeds)) for claim in select(ids))
    return cards if len(cards) > 1 else cards[0]
