"""What notebooks show of the ledger: one claim put to the test, or a table of verdicts."""

from ..show.reading import Words
from .ledger import select


def verdicts(findings):
    """The ledger as a table with links to the lessons."""
    lines = [
        "| claim | where | says, in our words | printed | measured | verdict | lesson |",
        "|---|---|---|---|---|---|---|",
    ]
    for finding in findings:
        claim = finding.claim
        lesson = f"[{claim.lesson}]({claim.lesson}.ipynb)" if claim.lesson else ""
        lines.append(
            f"| {claim.id} | {claim.where} | {claim.says} | {claim.expects.text} | "
            f"{finding.measured} | **{finding.verdict}** | {lesson} |"
        )
    return Words("\n".join(lines), "markdown")


def reveal(id, *, guess=None, seeds=None):
    """Put one claim of the ledger to the test, now, and show printed beside measured.

    guess : your prediction, to be compared with what came out.   seeds : fewer than the ledger's own, to save time.
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
