"""Each question has a computed truth that is on its scale and is not the given guess."""

import ast
import json

import pytest
import slow_cases
from lab_helpers import draw_panel

from disentangle_edu import labs
from disentangle_edu.chapters.build import unrun
from disentangle_edu.claims.views import Card, Cards, reveal
from disentangle_edu.course import COURSE
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.quiz.scales import ChoiceScale, CurveScale, NumberScale
from disentangle_edu.widgets.gated_display import mime_bundle

LONGER = (  # these take half a second or more
    "01-noise",
    "02-coins",
    "02-preference",
    "03-batch",
    "03-own",
    "08-fooled",
    "19-which-hold",
    "14-decided",
    "09-worlds",
    "10-pooled",
    "10-within",
    "17-absent-bits",
    "17-noise",
)
MEASURED = slow_cases.cases([(id,) for id in QUESTIONS], lambda id: id in LONGER)


@pytest.mark.parametrize("id", MEASURED)
def test_question_truth_is_on_scale_and_differs_from_test_guess(id):
    question = QUESTIONS[id]
    scale, truth, given = question.scale, question.truth(), question.guess_for_tests
    assert scale.complete(scale.check("truth", truth)) and scale.check("truth", truth) == truth
    assert scale.complete(scale.check("given", given)) and given != truth
    assert not scale.describe_deviation(given, truth).startswith("Right")
    json.dumps(truth)  # export_guesses writes it as JSON
    for said in (
        question.feedback(given, truth),
        scale.describe_deviation(given, truth),
        question.asks,
    ):
        assert len(said) > 10 and not said[0].islower() and said[-1] in ".?", said
    assert draw_panel(scale.panel(given, truth))


@pytest.mark.parametrize("id", QUESTIONS)
def test_question_empty_guess_is_complete_only_for_order_scale(id):
    scale = QUESTIONS[id].scale
    assert scale.complete(scale.empty()) == hasattr(scale, "items")


@pytest.mark.slow
@pytest.mark.parametrize("id, guess", [("03-mixtures", 0.9), ("17-noise", [0])])
def test_prediction_animation_never_calls_wrong_guess_right(id, guess, unanswered):
    question, scenes = labs.predict(id), []
    question.set(guess=guess)
    question.stage.observe(lambda change: scenes.append(change["new"]), "scene")
    question.commit()
    told = [scene["caption"] for scene in scenes if scene.get("caption")]
    assert len(told) >= 2 and set(told) == {question.verdict}
    drawn = [scene["svg"] for scene in scenes if scene.get("caption")]
    assert len(set(drawn)) >= 2, "it moves from the guess"


def test_reveal_one_claim_is_card_and_several_are_cards():
    one, other = reveal("dci-0.6"), reveal("dci-0.957")
    both = reveal("dci-0.6", "dci-0.957")
    assert isinstance(one, Card) and isinstance(both, Cards) and len(both) == 2
    shown = mime_bundle(both)
    assert shown["text/plain"] == f"{one!r}\n\n{other!r}" == repr(both)
    assert shown["text/html"].count("Measured: ") == 2 and "<details>" not in shown["text/html"]
    assert "<table>" not in shown["text/html"], "a single reading needs no table"
    assert mime_bundle(reveal("toy-chen-2", seeds=1))["text/html"].count("<table>") == 1


def test_reveal_many_claims_folds_values_below_verdicts():
    shown = mime_bundle(reveal("dci-0.6", "dci-0.957", "geyer-b1", "geyer-b2"))["text/html"]
    assert shown.count("<details><summary") == 4
    for fold in shown.split("<details>")[1:]:
        verdict, figures = fold.split("</summary>")
        assert "<strong>" in verdict and "Measured: " in figures and "Measured: " not in verdict


@pytest.mark.parametrize(("ids", "words"), [((), "ids: found none"), (("dci-7",), "'dci-7'")])
def test_reveal_unknown_or_no_claim_raises(ids, words):
    with pytest.raises(ValueError, match=words):
        reveal(*ids)


def _cells(chapter):
    return [ast.parse(cell.source) for cell in unrun(chapter).cells if cell.cell_type == "code"]


def _names(tree, kind):
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, kind)
    }


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_delayed_cells_use_no_later_redefined_names(chapter):
    """A lambda looks its names up when the guess is made, perhaps after all cells have run."""
    cells = _cells(chapter)
    for j, cell in enumerate(cells):
        waiting = [node for node in ast.walk(cell) if isinstance(node, ast.Lambda)]
        read = set().union(*(_names(node, ast.Load) - _names(node, ast.Store) for node in waiting))
        for node in waiting:
            read -= {argument.arg for argument in node.args.args}
        later = set().union(*(_names(after, ast.Store) for after in cells[j + 1 :]))
        assert not read & later, (ast.unparse(cell), read & later)


def test_number_scale_error_text_states_distance():
    scale = NumberScale(0, 1, "score")
    assert scale.describe_deviation(0.5, 0.515) == "Right: it is 0.515, and you said 0.50."
    assert scale.describe_deviation(0.5, 0.5) == "Right, exactly: it is 0.500, and you said 0.50."
    assert (
        scale.describe_deviation(0.5, 0.5004) == "Right, exactly: it is 0.500, and you said 0.50."
    )
    assert scale.describe_deviation(0.5, 0.5006) == "Right: it is 0.501, and you said 0.50."
    assert (
        NumberScale(0, 9, "latents", digits=0).describe_deviation(4, 4.4)
        == "Right, exactly: it is 4, and you said 4."
    )
    assert (
        scale.describe_deviation(0.5, 0.53)
        == "Not quite: it is 0.530, and you said 0.50, 0.030 too low."
    )
    assert (
        scale.describe_deviation(0.9, 0.4)
        == "Not quite: it is 0.400, and you said 0.90, 0.500 too high."
    )
    assert NumberScale(0, 10, "bits").describe_deviation(5, 5.3).endswith("0.300 too low.")


def test_choice_scale_error_text_counts_right_answers():
    scale = ChoiceScale(("A", "B", "C"), ("falls", "stays", "rises"))
    assert scale.describe_deviation([0, 1, 2], [0, 1, 2]) == "Right, all 3."
    assert scale.describe_deviation([0, 0, 2], [0, 1, 2]) == "2 of 3 right. Not as you thought: B."
    assert (
        scale.describe_deviation([2, 0, 0], [0, 1, 2])
        == "Not quite: 0 of 3 right. Not as you thought: A; B; C."
    )
    for wrong in ([0, 1, 3], [0, 1, -1], [0, 1]):
        with pytest.raises(ValueError, match="expected 3 numbers from 0 to 2"):
            scale.check("guess", wrong)


def test_choice_and_curve_scale_error_text_names_wrong_part():
    off = ChoiceScale(("A", "B"), ("x", "y")).describe_deviation([0, 0], [0, 1])
    assert off == "1 of 2 right. Not as you thought: B."
    drawn = CurveScale((1, 2, 3), "noise").describe_deviation([0.1, 0.9, 0.5], [0.8, 0.9, 0.5])
    assert drawn.endswith("at noise 1: you drew 0.10, it is 0.800.")
