"""What CONTRIBUTING.md shows is run here: an example that does not work teaches nobody."""

import re
from pathlib import Path

import jupytext
import pytest

from disentangle_edu import METRICS
from disentangle_edu.claims.registry import CLAIMS, HOLDS
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.theory.invariances import EXACT, INVARIANCES, score_differences
from disentangle_edu.viz.markdown import PAPERS
from disentangle_edu.widgets.lab import LABS, OFFERED

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def examples():
    """All that the page defines; afterwards the package is as it was."""
    registers = {"metrics": METRICS, "claims": CLAIMS, "questions": QUESTIONS}
    registers |= {"labs": LABS, "offered": OFFERED}
    defined = {}
    before = {what: set(register) for what, register in registers.items()}
    try:
        for block in BLOCKS:
            exec(block, defined)
        for what, register in registers.items():
            defined[f"new {what}"] = [register[id] for id in register if id not in before[what]]
        yield defined
    finally:
        for what, register in registers.items():
            for id in set(register) - before[what]:
                del register[id]


def test_contributing_example_metric_keeps_declared_invariances(examples, specimens):
    (metric,) = examples["new metrics"]
    assert all(words in metric.__doc__ for words in ("From 0", "Source:"))
    for promise in INVARIANCES:
        far = max(score_differences(metric, promise, rep) for rep in specimens.values())
        assert (far > EXACT) == (promise in metric.not_invariant_to), (promise, far)


def test_contributing_example_claim_holds_and_has_reference(examples):
    (claim,) = examples["new claims"]
    assert claim.check().verdict == claim.verdict == HOLDS
    assert claim.paper in PAPERS and (ROOT / "notebooks" / f"{claim.notebook}.ipynb").exists()


def test_contributing_example_lab_changes_with_control(examples):
    lab = examples["copies_in_noise"]()
    first = lab.picture.svg
    assert 0 < len(lab.picture.caption) <= 220
    lab.set(noise=0.7)
    assert lab.picture.svg != first and lab.code == "labs.copies_in_noise(noise=0.7)"


def test_contributing_example_question_has_truth_on_scale(examples):
    (question,) = examples["new questions"]
    truth = question.truth()
    assert question.scale.check("truth", truth) == truth
    assert question.feedback(truth, truth) and question.feedback(question.test_guess, truth)
    assert examples["question"].question is question


def test_contributing_example_notebook_cells_are_short(examples):
    cells = jupytext.reads(BLOCKS[-1], fmt="py:percent").cells
    assert [cell.cell_type for cell in cells] == ["markdown", "code"] * 2
    assert all(len(cell.source.splitlines()) <= 8 for cell in cells)


def test_contributing_paths_exist():
    named = re.findall(r"`([\w./]+/[\w./]*)`", PAGE)
    assert len(named) >= 6
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "disentangle_edu" / name).exists(), name
