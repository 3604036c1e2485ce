"""What CONTRIBUTING.md shows is run here: an example that does not work teaches nobody."""

import re
from pathlib import Path

import pytest

from disentangle_edu import METRICS
from disentangle_edu.claims.ledger import CLAIMS, HOLDS
from disentangle_edu.proof.promises import EXACT, PROMISES, moved
from disentangle_edu.show.reading import PAPERS

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def examples():
    """All that the page defines; afterwards the package is as it was."""
    metrics, claims, defined = set(METRICS), set(CLAIMS), {}
    try:
        for block in re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S):
            exec(block, defined)
        defined["new metrics"] = [METRICS[name] for name in METRICS if name not in metrics]
        defined["new claims"] = [CLAIMS[id] for id in CLAIMS if id not in claims]
        yield defined
    finally:
        for name in set(METRICS) - metrics:
            del METRICS[name]
        for id in set(CLAIMS) - claims:
            del CLAIMS[id]


def test_the_metric_keeps_its_word(examples, specimens):
    (metric,) = examples["new metrics"]
    assert all(words in metric.__doc__ for words in ("From 0", "Source:"))
    for promise in PROMISES:
        far = max(moved(metric, promise, rep) for rep in specimens.values())
        assert (far > EXACT) == (promise in metric.breaks), (promise, far)


def test_the_claim_is_measured_and_has_a_reference_and_a_lesson(examples):
    (claim,) = examples["new claims"]
    assert claim.check().verdict == claim.verdict == HOLDS
    assert claim.paper in PAPERS and (ROOT / "notebooks" / f"{claim.lesson}.ipynb").exists()


def test_files_and_folders_that_are_named_exist():
    named = re.findall(r"`([\w./]+/[\w./]*)`", PAGE)
    assert len(named) >= 6
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "disentangle_edu" / name).exists(), name
