"""The examples of CONTRIBUTING.md are run here, because a broken example teaches nothing."""

import re
from pathlib import Path

import jupytext
import pytest

from disentangle_edu import METRICS, InformativenessMatrix, labs, mig
from disentangle_edu.claims.registry import CLAIMS, HOLDS
from disentangle_edu.lessons import EXERCISES, PERSONAL_EXERCISES, QUESTIONS
from disentangle_edu.measure import Measure
from disentangle_edu.metric import metric as make_metric
from disentangle_edu.theory.invariances import EXACT, INVARIANCES, score_differences
from disentangle_edu.viz.bibliography import PAPERS
from disentangle_edu.widgets.interaction import OFFERED

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def examples():
    """Everything that the page defines; afterwards the package is restored."""
    assert labs.LABS  # import the labs before the page adds its own
    registers = {"metrics": METRICS, "claims": CLAIMS, "questions": QUESTIONS}
    registers |= {"labs": OFFERED}
    registers |= {"exercises": EXERCISES, "personal exercises": PERSONAL_EXERCISES}
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


def test_contributing_example_metric_has_one_part_per_factor(examples):
    (metric,) = examples["new metrics"]
    score = metric(InformativenessMatrix([[1, 0.25], [0.5, 0.5]], factor_entropy=1))
    assert score.axis == mig.axis and list(score.parts) == [1, 0.5]


def test_contributing_example_measure_passes_its_option_to_a_metric(examples, specimens):
    measure = examples["correlation_power"]
    assert isinstance(measure, Measure) and list(measure.options) == ["power"]
    try:

        @make_metric(measure=measure, axis="factors")
        def mean_entry(matrix):
            return matrix.values.mean(-2), [1] * len(matrix.column_names)

        rep = next(iter(specimens.values()))
        assert mean_entry(rep, power=4.0).value < mean_entry(rep).value
        assert measure(rep) is measure(rep, power=2.0)
    finally:
        METRICS.pop("mean_entry", None)


def test_contributing_example_claim_holds_and_has_reference(examples):
    (claim,) = examples["new claims"]
    assert claim.check().verdict == claim.verdict == HOLDS
    assert claim.paper in PAPERS and (ROOT / "notebooks" / f"{claim.notebook}.ipynb").exists()


def test_contributing_example_lab_changes_with_control(examples):
    lab = examples["powers"]()
    first = lab.picture.svg
    assert 0 < len(lab.picture.caption) <= 220 and lab.picture.caption in lab.still_html()
    assert len(lab.picture.alt) > 40 and lab.picture.caption in lab.picture.alt
    lab.set(power=9)
    assert lab.picture.svg != first and lab.code == "labs.powers(power=9)"
    assert lab.at(power=1)["sap"] > 0.99 > 0.9 > lab.at(power=15)["sap"]


def test_contributing_example_lab_handle_has_role_name_and_key(examples):
    (build,) = examples["new labs"]
    svg = build().picture.svg
    assert svg.count("data-handle=") == 1
    assert 'role="slider"' in svg and 'aria-label="power"' in svg
    assert 'data-key="point"' in svg and 'tabindex="0"' in svg


def test_contributing_example_question_has_truth_on_scale(examples):
    (question,) = examples["new questions"]
    truth = question.truth()
    assert question.scale.check("truth", truth) == truth
    assert question.feedback(truth, truth) and question.feedback(question.guess_for_tests, truth)
    assert examples["question"].question is question


def test_contributing_example_notebook_cells_are_short(examples):
    cells = jupytext.reads(BLOCKS[-1], fmt="py:percent").cells
    assert [cell.cell_type for cell in cells] == ["markdown", "code"] * 2
    assert all(len(cell.source.splitlines()) <= 8 for cell in cells)


def test_contributing_has_at_most_200_lines():
    assert len(PAGE.splitlines()) <= 200


def test_contributing_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"^    make ([a-z-]+)|`make ([a-z-]+)|; make ([a-z-]+)", PAGE, re.M))
    targets = {target for groups in named for target in groups if target}
    assert {"lint", "test", "test-all", "notebooks", "pins", "book", "chapter"} <= targets
    for target in targets:
        assert re.search(rf"^{target}: ", makefile, re.M), target


def test_contributing_paths_exist():
    named = re.findall(r"`([\w./]+/[\w./]*)`", PAGE)
    assert len(named) >= 6
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "disentangle_edu" / name).exists(), name
