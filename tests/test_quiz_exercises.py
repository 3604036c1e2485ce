"""Exercises have solutions that pass and traps that do not; their sources are correct."""

import html
import re
import unicodedata

import numpy as np
import pandas as pd
import pytest
from chapter_files import built, exercises_of, prose_of, questions_of

from disentangle_edu import (
    Representation,
    chapters,
    mig,
)
from disentangle_edu.chapters.text_factors.quiz import CITIES, a_direction_each
from disentangle_edu.claims.facts import facts_of
from disentangle_edu.course import COURSE
from disentangle_edu.lessons import EXERCISES, PERSONAL_EXERCISES, check, given, hint, solution
from disentangle_edu.measures import mutual_information
from disentangle_edu.quiz.exercises import at_least, exercise, numbers
from disentangle_edu.viz.markdown import said
from disentangle_edu.widgets.gated_display import mime_bundle
from disentangle_edu.worlds import corpora

chapters.collect("facts", COURSE)
NONSENSE = (
    None,
    "x",
    "",
    [],
    {},
    float("nan"),
    np.nan,
    np.inf,
    10**400,
    -1,
    True,
    object(),
    [[1, 2], [3]],
    [[]],
    [None],
    ["a", "b", "c"],
    {"bins": "many"},
    {"values": 2.5},
    {"bins": -1, "C": float("nan"), "leak": 7},
    np.zeros((0, 3)),
    np.full((4, 4), np.nan),
    np.zeros((2, 2, 2)),
    pd.DataFrame({"a": [1, 2]}),
    len,
    lambda matrix: 1 / 0,
    lambda matrix: ("parts", "weights"),
)


# ------------------------------------------------------------------------------------- exercises


@pytest.mark.parametrize("id", EXERCISES)
def test_check_of_solution_passes(id):
    graded = check(id, EXERCISES[id].solution())
    assert graded.passed, graded
    assert repr(graded).startswith(f"{id}: passed") and "\n  no " not in repr(graded)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "words"), [(id, words) for id in EXERCISES for words in EXERCISES[id].rejected_answers]
)
def test_check_of_degenerate_answer_fails(id, words):
    graded = check(id, EXERCISES[id].rejected_answers[words]())
    assert not graded.passed, graded
    assert f"{id}: not yet" in repr(graded) and "\n  no " in repr(graded)


@pytest.mark.parametrize("id", EXERCISES)
def test_exercise_has_at_least_three_wrong_answers(id):
    assert len(EXERCISES[id].rejected_answers) >= 3


@pytest.mark.parametrize("id", EXERCISES)
def test_check_of_invalid_answer_fails_without_traceback(id):
    for answer in NONSENSE:
        graded = check(id, answer)
        assert not graded.passed, (answer, graded)
        assert all(words and isinstance(met, bool) for words, met, _ in graded.demands)


@pytest.mark.parametrize("id", EXERCISES)
def test_check_of_none_reports_expected_input(id):
    (words, met, found), *rest = check(id, None).demands
    assert not rest and not met
    assert EXERCISES[id].takes in words and "None" in found


def test_graded_answer_has_text_and_html():
    shown = mime_bundle(check("08-exercise-1", [[0, 0], [0, 1], [1, 0], [1, 1]]))
    assert set(shown) == {"text/plain", "text/html"}
    assert shown["text/html"].count("<tr>") == 1 + 3 and ">no</td>" in shown["text/html"]
    assert EXERCISES["08-exercise-1"].asks in shown["text/plain"]
    assert "<script" not in mime_bundle(check("08-exercise-1", "<script>"))["text/html"]


@pytest.mark.parametrize("id", EXERCISES)
def test_hint_and_solution_have_different_display_kinds(id):
    told, shown = hint(id), solution(id)
    assert len(told.text) > 20 and told.text != EXERCISES[id].asks
    assert (told.kind, shown.kind) == ("aside", "folded")


@pytest.mark.parametrize("id", EXERCISES)
def test_solution_code_runs_and_passes(id):
    cell = {"np": np}
    exec(solution(id).text, cell)
    assert check(id, cell.get("answer", list(cell.values())[-1])).passed


@pytest.mark.parametrize("ask", [hint, solution, lambda id: check(id, 1)])
def test_exercise_functions_unknown_id_raises(ask):
    with pytest.raises(ValueError, match="found '99-exercise', expected one of 00-exercise"):
        ask("99-exercise")


def test_personal_exercise_has_hint_but_no_solution_for_all():
    assert hint("05-own").text == PERSONAL_EXERCISES["05-own"].hint
    with pytest.raises(ValueError, match="id: found '05-own', .* expected an exercise with one"):
        solution("05-own")


def test_exercise_duplicate_id_raises():
    with pytest.raises(ValueError, match="'08-exercise-1' twice"):
        exercise("08-exercise-1", asks="", takes="", hint="", solution=list, rejected_answers={})(
            numbers
        )


@pytest.mark.parametrize(("answer", "shape"), [([1, 2], (2,)), (3, ()), ([[1.5]], (None, None))])
def test_numbers_of_matching_shape_are_returned(answer, shape):
    assert numbers(answer, shape).tolist() == answer


@pytest.mark.parametrize(
    ("answer", "shape"),
    [([1, 2], (3,)), ([], (None,)), ("12", ()), ([1, None], (2,)), ([np.nan], (1,)), ([1j], (1,))],
)
def test_numbers_of_other_shape_or_type_raise(answer, shape):
    with pytest.raises(ValueError, match="^Expected "):
        numbers(answer, shape)


def test_at_least_with_nan_is_not_met():
    assert not at_least("a score", float("nan"), 0).met


# --------------------------------------------------------------- sentences that hold a number


def test_markdown_sentence_has_text_and_markdown():
    sentence = said("**{n}** of {all:,} fail: {names}.", n=2, all=1200, names=["a", "b", "c"])
    assert repr(sentence) == "**2** of 1,200 fail: a, b and c."
    assert mime_bundle(sentence) == {
        "text/plain": sentence.text,
        "text/markdown": sentence.text,
    }


@pytest.mark.parametrize(
    ("text", "numbers"), [("{n} fail", {}), ("some fail", {"n": 1}), ("{n} of {all}", {"n": 1})]
)
def test_markdown_sentence_missing_or_extra_number_raises(text, numbers):
    with pytest.raises(ValueError, match="numbers: found .*expected exactly those"):
        said(text, **numbers)


# ------------------------------------------------------------------------------------------ prose


# Only text follows, or the next question; a verdict is the last column of its own picture.
FOLDED = {"02-twice", "03-dead"}


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_asks_each_of_its_questions_and_uses_the_answer(chapter):
    prose = prose_of(chapter)
    asked = dict(re.findall(r'^(\w+) = labs\.predict\("([^"]+)"\)$', prose, re.M))
    own = questions_of(chapter)
    assert set(asked.values()) == own != set()
    for name, id in asked.items():  # shown at once, and waited for later
        waits = re.search(rf"after[=(]?\(?(\w+, )*{name}\b", prose)
        free = id in FOLDED or id.endswith("-verdict")
        assert f"\n{name}\n" in prose and (waits or free), name


# Their prose describes what a lab shows after a move, which no notebook output contains.
MOVED = {"start_here", "dci", "beta_vae", "factor_vae", "sap", "mig_and_dcimig", "zoo"}
MOVED |= {"text_models"}


@pytest.mark.parametrize("chapter", sorted(set(COURSE) - MOVED))
def test_chapter_decimals_in_text_occur_in_code_output_or_facts(chapter):
    committed = built(chapter).cells
    cells = [cell for cell in committed if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    shown = [output.get("text") or output.get("data") for output in outputs]
    facts = [fact.statement for fact in facts_of(chapter)]
    known = " ".join([*(cell.source for cell in cells), *map(str, shown), *facts])
    prose = [cell.source for cell in committed if cell.cell_type == "markdown"]
    prose = [words.partition("In the papers:")[0] for words in prose]  # without these sections
    for decimal in re.findall(r"(?<![\w.])\d+\.\d+", " ".join(prose)):
        assert decimal in known, decimal


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_checks_each_of_its_exercises(chapter):
    prose = prose_of(chapter)
    own = exercises_of(chapter)
    assert set(re.findall(r'\bcheck\("([^"]+)"', prose)) == own != set()
    assert set(re.findall(r"\d\d-exercise[-\d]*", prose)) <= own


def test_mig_of_one_direction_per_city_is_zero():
    city = np.repeat(np.arange(CITIES), 20)
    code = np.array(a_direction_each())[city]
    rep = Representation(city[:, None], code, factor_types="discrete", latent_types="discrete")
    assert mig(rep).value == pytest.approx(0)


# ------------------------------------------ statements on absent factors that any sample must bear


@pytest.fixture(scope="module")
def corpus():
    return corpora.pos()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_mig_with_absent_factors_as_values_is_lower_for_any_sample(corpus, seed):
    block = corpus.sample(2_000, seed=seed)
    ideal = pd.DataFrame(block.factors, columns=corpus.factor_names)
    as_value = Representation(ideal, ideal, factor_types="discrete", latent_types="discrete")
    left_out = corpus.representation(block, ideal, latent_types="discrete")
    assert mig(as_value).value < mig(left_out).value - 0.01
    bits = pd.DataFrame(mutual_information(as_value).values, ideal.columns, ideal.columns)
    assert 0.7 < bits.loc["conj1", "conj2"] < 0.82


# ------------------------------------------------ what an answer of notebooks 00 to 06 is told


@pytest.mark.parametrize("id", [id for id in EXERCISES if id < "07"])
def test_check_of_passing_answer_shows_feedback(id):
    passed = check(id, EXERCISES[id].solution())
    assert passed.learned and passed.learned in repr(passed)
    assert passed.learned in html.unescape(mime_bundle(passed)["text/html"])
    assert check(id, None).learned == ""


@pytest.mark.parametrize(
    ("id", "answer", "words"),
    [
        ("00-exercise", lambda width, height, depth: 10 * width + depth, "put it in brackets"),
        ("00-exercise", lambda width, height, depth: None, "returns nothing"),
        ("00-exercise", lambda width, height: [width, height], "must take 3 numbers"),
        ("00-exercise", lambda w, h, d: [w] if d < 2 else [w, h], "for 1, 1, 2 your function"),
        ("00-exercise", [1, 2], "by its name, without brackets"),
        ("01-exercise", [[5, 0], [0, 5]], "from 0 to 1, not 5"),
        ("02-exercise", [[0.5, 0.5, 0.1], [1, 0, 0], [0, 0, 1]], "row 1 sums to 1.1"),
        ("03-exercise", [[0, 0, 0], [1, 0, 0], [0, 0, 1]], "a latent that never moves"),
        ("04-exercise", lambda v: v if v < 0 else 2 * v, "np.where"),
        ("04-exercise", lambda v: 1.0, "one latent for every value"),
    ],
)
def test_check_of_common_mistake_names_it(id, answer, words):
    (demand,) = check(id, answer).demands
    assert words in demand.found


def test_check_of_wave_answer_fails_two_requirements():
    graded = check("04-exercise", lambda v: np.sin(1000 * v) + 1e-9 * v)
    assert [demand.met for demand in graded.demands] == [False, True, False, True]


@pytest.mark.parametrize("id", PERSONAL_EXERCISES)
def test_given_for_one_name_in_two_unicode_forms_is_the_same(id):
    for name in ("Zoé Nuñez", "Ａda Łovelace", "Ada", "Þóra Ång"):
        forms = {unicodedata.normalize(form, name) for form in ("NFC", "NFD")}
        forms |= {f"  {form.upper().replace(' ', '   ')} " for form in forms}
        assert len({repr(given(id, form)) for form in forms}) == 1


def test_given_for_other_name_gives_other_numbers():
    of_name = lambda name: [repr(given(id, name)) for id in PERSONAL_EXERCISES]
    assert of_name("Zoe Nunez") != of_name("Zoé Nuñez")
