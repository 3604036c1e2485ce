"""The ledger on trial as an HTML page that stands alone."""

import html
from collections import Counter
from collections.abc import Sequence

from ..viz.report import html_page, html_table, interrupted
from .registry import Finding

# A link to what is folded opens it.
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
        Number of claims that were to be measured, if the work was interrupted.

    Returns
    -------
    page : str
        HTML page that needs no other file.

    Examples
    --------
    >>> from disentangle_edu.claims.html_report import claims_html
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import check_cached
    >>> finding = check_cached(CLAIMS["dci-0.6"])
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
    >>> from disentangle_edu.claims.html_report import details
    >>> from disentangle_edu.claims.registry import CLAIMS
    >>> from disentangle_edu.claims.runner import check_cached
    >>> finding = check_cached(CLAIMS["dci-0.6"])
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
