"""The ledger on trial as an HTML page that stands alone."""

import html
from collections import Counter
from collections.abc import Sequence

from ..matrices import to_picture
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


def claims_html(findings: Sequence[Finding], asked: int | None = None) -> str:
    """One self-contained HTML page: verdicts at a glance, and each claim folded below.

    asked : how many claims were to be measured, where that may be more than there are.
    """
    counts = Counter(finding.verdict for finding in findings)
    verdicts = "; ".join(f"{verdict}: {count}" for verdict, count in counts.most_common())
    head = ("id", "printed", "measured", "verdict", "where", "says (our words)")
    return html_page(
        "Claims on trial",
        interrupted(len(findings), asked, "claims"),
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
    """A claim folded: its runs, its readings and the lines that measure it."""
    claim = finding.claim
    name, verdict = html.escape(claim.id), html.escape(finding.verdict)
    runs = to_picture(finding).small if finding.readings else ""
    return (
        f'<details id="{name}"><summary>{name}: {verdict}</summary>{runs}'
        f"<pre>{html.escape(repr(finding))}</pre>"
        f"<p>The lines that measure it ({finding.seconds:.1f} s):</p>"
        f"<pre>{html.escape(claim.source)}</pre></details>"
    )
