"""What notebooks show of the ledger: one claim put to the test, or a table of verdicts."""

from collections.abc import Iterable

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


def reveal(id: str, *, guess: float | None = None, seeds: int | None = None) -> Words:
    """Put one claim of the ledger to the test, now, and show printed beside measured.

    guess : your prediction, to be compared with what came out.
    seeds : fewer than the ledger's own, to save time.

    Raises ValueError for an unknown claim.
    """
    from tqdm.auto import tqdm

    finding = select([id])[0].check(
        seeds=seeds, progress=lambda runs: tqdm(runs, unit="seed", leave=False)
    )
    lines = [repr(finding)]
    if guess is not None:
        first = next(iter(finding.readings.values())).mean
        lines.append(f"  you said  {guess:.4f}, which is {abs(guess - first):.4f} away")
    return Words("\n".join(lines))
