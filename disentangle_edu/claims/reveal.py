"""What notebooks show of the ledger: one claim put to the test, or a table of verdicts."""

import functools
import html
from collections.abc import Iterable
from dataclasses import dataclass

from ..show.reading import Words
from .ledger import Finding, select


def verdicts(findings: Iterable[Finding]) -> Words:
    """The ledger as a table with links to the lessons."""
    lines = [
        "| claim | where | says, in our words | printed | measured | verdict | lesson |",
        "|---|---|---|---|---|---|---|",
        *map(_row, findings),
    ]
    return Words("\n".join(lines), "markdown")


def _row(finding: Finding) -> str:
    claim = finding.claim
    cells = (
        claim.id,
        claim.where,
        claim.says,
        claim.expects.text,
        finding.measured,
        f"**{finding.verdict}**",
        f"[{claim.lesson}]({claim.lesson}.ipynb)" if claim.lesson else "",
    )
    return f"| {' | '.join(cells)} |"


@dataclass(frozen=True)
class Card:
    """A claim as it was just measured: what is printed beside what came out, and the verdict."""

    finding: Finding

    def __repr__(self) -> str:
        return repr(self.finding)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._html()}

    def _html(self) -> str:
        finding, claim, tell = self.finding, self.finding.claim, html.escape
        rows = "".join(
            f"<tr><td>{tell(name)}</td><td>{tell(claim.expects.words(found))}</td>"
            f"<td>{'yes' if finding.meets(name) else 'no'}</td></tr>"
            for name, found in finding.readings.items()
        )
        exactly = f" Exactly: {claim.exact:.6f} (closed form)." if claim.exact is not None else ""
        notes = "".join(f"<p>{tell(words)}</p>" for words in (claim.note, claim.missing) if words)
        runs = finding.picture().image if self._by_chance() else ""
        return (
            f'<div style="{CARD}"><p><strong>{tell(finding.verdict)}</strong>: {tell(claim.says)} '
            f"<small>({tell(claim.paper)}, {tell(claim.where)}; claim <code>{tell(claim.id)}</code>)"
            f"</small></p><p>Printed: {tell(claim.expects.text)}.{exactly}</p>"
            "<table><thead><tr><th>reading</th><th>measured</th><th>meets it</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>{runs}{notes}</div>"
        )

    def _by_chance(self) -> bool:
        several = any(len(found.values) > 1 for found in self.finding.readings.values())
        return several and not self.finding.claim.expects.yes_or_no


CARD = "border-left:4px solid #0072b2;padding:2px 14px;margin:6px 0;max-width:900px"


def reveal(id: str, *, seeds: int | None = None) -> Card:
    """Put one claim of the ledger to the test, now, and show printed beside measured.

    seeds : fewer than the ledger's own, to save time.

    Raises ValueError for an unknown claim.
    """
    from tqdm import tqdm

    runs = functools.partial(tqdm, unit="seed", leave=False, delay=3)
    return Card(select([id])[0].check(seeds=seeds, progress=runs))
