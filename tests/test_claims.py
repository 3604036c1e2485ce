"""The ledger: a changed verdict fails, a refuted claim passes; the verdict rule is tested too."""

import dataclasses
import functools
import re
from pathlib import Path

import pytest

from disentangle_edu import METRICS, InformativenessMatrix
from disentangle_edu.claims import registry
from disentangle_edu.claims.registry import CLAIMS, Claim, above, below, check_all, equals_printed
from disentangle_edu.course import COURSE
from disentangle_edu.lessons import EXERCISES, QUESTIONS

EVERY_FACT = {
    "fact-1-beta",
    "fact-1-factor",
    "dci-0.6",
    "beta-0.9967",
    "factor-1",
    "dci-0.957",
    "sap-0.32",
    "fact-7",
    "sap-0.98",
    "fact-9",
    "fact-10",
    "fact-11",
    "table-1",
    "rect-1",
    "rect-2",
    "diff-missing",
    "diff-extra",
    "diff-merged",
    "diff-subset",
    "fig-3",
    "fig-4",
}
EXPECTED = {"dci-0.6", "dci-0.957", "beta-0.9967", "factor-1", "sap-0.32", "sap-0.98"}


def test_claims_registry_contains_every_case_of_paper():
    assert set(CLAIMS) >= EXPECTED | EVERY_FACT


@functools.cache
def check(id):
    """Measure each claim once, for two tests."""
    return CLAIMS[id].check()


LONGER = {  # these take a second or more at five seeds
    "almudevar-alone",
    "almudevar-aware-compactness",
    "almudevar-aware-explicitness",
    "almudevar-aware-minimality",
    "almudevar-aware-modularity",
    "almudevar-aware-sufficiency",
    "almudevar-broken",
    "almudevar-carries-both",
    "almudevar-classic-completeness",
    "almudevar-compactness-far",
    "almudevar-form-compact",
    "almudevar-form-explicit",
    "almudevar-form-minimal",
    "almudevar-form-modular",
    "almudevar-generated",
    "almudevar-guarantee",
    "almudevar-ignored",
    "almudevar-linear-fit",
    "almudevar-misprint-1",
    "almudevar-misprint-2",
    "almudevar-same-ideas",
    "almudevar-same-latent",
    "almudevar-separately",
    "almudevar-supervised",
    "always-present",
    "beta-0.9967",
    "course-axis",
    "course-dci-cost",
    "course-dci-low-i",
    "course-dci-nonlinear",
    "course-dci-predictor",
    "course-dci-robust",
    "course-i-high",
    "course-i-low",
    "course-labels",
    "course-sap-ability",
    "course-sap-classifier",
    "course-sap-stable",
    "course-subspaces",
    "criterion-eastwood-inf",
    "data-requirement",
    "fact-1-beta",
    "fact-10",
    "fact-3-patterns",
    "fact-4-least",
    "fact-7",
    "factor-1",
    "fig-4",
    "geyer-aligned-forest",
    "geyer-aligned-others",
    "geyer-b2",
    "geyer-cases-d",
    "geyer-cases-explicitness",
    "geyer-cases-iwo",
    "geyer-four-seeds",
    "geyer-noise",
    "geyer-permutation",
    "geyer-readers",
    "geyer-root",
    "geyer-rotation",
    "geyer-spread",
    "geyer-subspaces",
    "geyer-table-5-c-50",
    "geyer-table-5-c-50-rotated",
    "geyer-table-5-d-50",
    "geyer-table-5-d-50-rotated",
    "geyer-table-5-dci",
    "geyer-table-5-i-50",
    "geyer-train-test",
    "joshi-assumptions",
    "joshi-both-settings",
    "joshi-conditions",
    "joshi-false-positives",
    "joshi-suite-all-bent-d",
    "joshi-suite-copy",
    "joshi-suite-copy-of-ten",
    "joshi-suite-few-samples-d",
    "joshi-suite-half-d",
    "joshi-suite-many-samples-d",
    "joshi-suite-mixed-d",
    "joshi-suite-nearly-equal-all-d",
    "joshi-suite-nearly-equal-d",
    "joshi-suite-no-source-d",
    "joshi-suite-noise-d",
    "joshi-suite-same-ratio-d",
    "joshi-suite-six-of-ten-d",
    "joshi-suite-three-of-five-d",
    "joshi-suite-waves-d",
    "joshi-suite-wide-d",
    "most-break",
    "pos-dependent",
    "pos-frequency",
    "pos-independent",
    "pos-once",
    "pos-split-within",
    "sap-0.98",
    "table-1",
    "toy-at-maximum",
    "toy-chen-1",
    "toy-chen-2",
    "toy-chen-completeness",
    "toy-eastwood-1",
    "toy-eastwood-2",
    "toy-explicitness-training",
    "toy-higgins",
    "toy-ideal",
    "toy-informativeness",
    "toy-kim",
    "toy-kumar-1",
    "toy-kumar-2",
    "ynoc-count",
    "zhang-argmax",
    "zhang-figure-4",
    "zhang-swapped",
}


@pytest.mark.parametrize("id", sorted(set(CLAIMS) - LONGER))
def test_claim_with_five_seeds_is_as_recorded(id):
    finding = CLAIMS[id].check(seeds=5)
    assert finding.as_recorded, finding


RESULTS = (Path(__file__).parents[1] / "docs" / "results.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("id", CLAIMS)
def test_claim_with_all_seeds_is_as_recorded(id):
    finding = check(id)
    assert finding.as_recorded, (
        f"the verdict changed from {CLAIMS[id].verdict!r} to {finding.verdict!r}\n{finding}"
    )
    exact = CLAIMS[id].exact
    if exact is not None:
        first = next(iter(finding.readings.values()))
        assert abs(first.mean - exact) <= 3 * first.spread / max(1, len(first.values)) ** 0.5 + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("id", sorted(EXPECTED))
def test_results_page_shows_measured_values_of_claims(id):
    finding = check(id)
    (row,) = (
        line
        for line in RESULTS.splitlines()
        if line.startswith("|") and f"({finding.claim.where})" in line
    )
    assert f"| {finding.claim.expects.text} |" in row and row.endswith(f"| {finding.verdict} |")
    shown = [float(number) for number in re.findall(r"\d\.\d{4}", row.split("|")[3])]
    measured = [
        number for found in finding.readings.values() for number in (found.mean, found.spread)
    ]
    assert shown and all(min(abs(number - other) for other in measured) < 2e-4 for number in shown)


def claim(experiment, **more):
    return Claim(
        "x", "paper", "here", "says", equals_printed("0.50"), "holds", experiment, **more
    ).check(seeds=3)


def test_claim_verdict_follows_from_readings():
    assert claim(lambda: 0.503).verdict == "holds"
    assert claim(lambda: 0.51).verdict == "fails"
    assert claim(lambda: 0.7, conclusion=above(0.6)).verdict == "figure differs, conclusion holds"
    assert claim(lambda: 0.7, conclusion=above(0.8)).verdict == "fails"
    assert claim(lambda: {"a": 0.5, "b": 0.9}).verdict == "holds under a reading"
    of_two = lambda a, b: (
        claim(lambda: {"a": a, "b": b}, witnesses=("b",), conclusion=below(0.3)).verdict
    )
    assert of_two(0.9, 0.2) == "argument fails, conclusion holds"
    assert of_two(0.9, 0.4) == "fails"
    assert of_two(0.5, 0.4) == "holds"
    assert of_two(0.5, 0.5) == "holds"  # the two numbers are equal but have different roles
    assert claim(None).verdict == "open"
    finding = claim(lambda seed: 0.4 + 0.1 * seed)
    assert finding.readings["as printed"].values == pytest.approx(
        (0.4, 0.5, 0.6)
    ) and finding.readings["as printed"].spread == pytest.approx(0.1)


def test_equals_accepts_value_within_last_digit():
    assert (
        equals_printed("0.957").met(0.957364, 0)
        and not equals_printed("0.957").met(0.9576, 0)
        and equals_printed("0.957").met(0.9576, 0.001)
    )
    assert equals_printed("1", digits=2).met(0.995, 0) and not equals_printed("1", digits=2).met(
        0.98, 0
    )


def test_claim_decorator_duplicate_id_or_unknown_verdict_raises():
    with pytest.raises(ValueError, match="twice"):
        registry.claim(
            "dci-0.6",
            paper="p",
            where="w",
            statement="s",
            expects=equals_printed("1"),
            verdict="holds",
        )(lambda: 1)
    with pytest.raises(ValueError, match="verdict: found 'true'"):
        registry.claim(
            "new", paper="p", where="w", statement="s", expects=equals_printed("1"), verdict="true"
        )
    with pytest.raises(TypeError, match="statement: missing in 'new'"):
        registry.claim("new", paper="p", where="w", expects=equals_printed("1"), verdict="holds")(
            lambda: 1
        )


def test_open_claim_takes_statement_of_covered_sentence():
    sentence = registry.written()["geyer2024-01"]
    registry.open_claim(
        "mine", covers=("geyer2024-01",), expects=equals_printed("1"), missing="all of it"
    )
    mine = CLAIMS["mine"]
    try:
        assert (mine.paper, mine.where, mine.statement) == (
            "geyer2024",
            sentence["where"],
            sentence["statement"],
        )
    finally:
        del CLAIMS["mine"]


CELL = """
from disentangle_edu.claims.registry import equals_printed, claim
from disentangle_edu.metric import metric
from disentangle_edu.quiz.exercises import exercise
from disentangle_edu.quiz.questions import question
from disentangle_edu.quiz.scales import NumberScale
from disentangle_edu.measures import mutual_information

@claim("dci-0.6", covers=("sepliarskaia2019-01",), expects=equals_printed("1"), verdict="holds")
def mine():
    return 0

@question("01-even-rest", "Mine?", NumberScale(), guess_for_tests=0.5, feedback=lambda *_: "")
def truth():
    return 0.25

@exercise("08-exercise-1", asks="mine", takes="", hint="", solution=truth, rejected_answers={})
def demands(answer):
    return []

@metric(measure=mutual_information, axis="factors")
def mig(matrix):
    return [0.5], [1]
"""


def test_notebook_cell_can_redefine_claim_question_exercise_and_metric(monkeypatch):
    """Claims, questions, exercises and metrics may be defined again in a notebook."""
    for known, name in (
        (CLAIMS, "dci-0.6"),
        (QUESTIONS, "01-even-rest"),
        (EXERCISES, "08-exercise-1"),
        (METRICS, "mig"),
    ):
        monkeypatch.setitem(known, name, known[name])  # restored at the end
    for _ in range(2):  # as if the cell was run twice
        exec(compile(CELL, "cell", "exec"), {"__name__": "__main__"})
    assert CLAIMS["dci-0.6"].check().verdict == "fails"
    assert QUESTIONS["01-even-rest"].truth() == 0.25
    assert EXERCISES["08-exercise-1"].asks == "mine"
    assert METRICS["mig"](InformativenessMatrix([[1.0]])).value == 0.5


def test_claims_papers_have_bibliography_entry():
    from disentangle_edu.viz.bibliography import PAPERS

    assert {claim.paper for claim in CLAIMS.values()} <= set(PAPERS)


def test_claim_check_interrupted_keeps_finished_runs():
    def after_two(seed):
        if seed == 2:
            raise KeyboardInterrupt
        return 0.5

    finding = claim(after_two)
    assert len(finding.readings["as printed"].values) == 2
    assert finding.cut and "interrupted before all" in repr(finding)
    assert not claim(lambda seed: 0.5).cut and "interrupted" not in repr(claim(lambda seed: 0.5))
    with pytest.raises(KeyboardInterrupt):
        claim(lambda seed: after_two(2))


def test_check_all_interrupted_omits_unfinished_claim():
    def cut(seed):
        if seed:
            raise KeyboardInterrupt
        return 0.5

    def never():
        raise AssertionError("nothing is measured after an interruption")

    def made(id, experiment):
        return Claim(id, "paper", "here", "says", equals_printed("0.50"), "holds", experiment)

    whole, half, after = made("whole", lambda: 0.5), made("half", cut), made("after", never)
    assert [finding.claim.id for finding in check_all([whole, half, after])] == ["whole"]


def test_finding_of_single_run_is_as_recorded():
    finding = CLAIMS["beta-0.9967"].check(seeds=1)
    assert (
        finding.as_recorded
        and not dataclasses.replace(
            finding, verdict="fails", readings={"x": registry.Measured((0.1, 0.2))}
        ).as_recorded
    )


def test_claims_name_existing_chapters():
    assert {claim.lesson for claim in CLAIMS.values()} - {""} <= set(COURSE)


def test_claims_that_fail_state_sentence_of_paper():
    for claim in CLAIMS.values():
        assert claim.where and claim.statement
        if claim.verdict == registry.FAILS:
            assert not claim.statement.startswith("("), claim.id  # no "(Ours:)" or "(Known of ...)"
            assert "is lost" not in claim.note, claim.id  # a claim whose data are lost is open
