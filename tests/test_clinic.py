"""The clinic: random patients, stored diagnoses, and the table of scores by defect."""

import json

import pytest
from lab_helpers import WIDTHS, inside, until

from disentangle_edu import labs
from disentangle_edu.chapters.clinic.data import (
    DEFECTS,
    ENDLESS,
    NOTHING,
    REPAIR_OF,
    most_helpful,
    patient,
    profile_after,
)
from disentangle_edu.chapters.clinic.labs.treatment import COMMIT, OPTIONS
from disentangle_edu.classroom import guesses
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.quiz.questions import find_question
from disentangle_edu.widgets.prediction import export_guesses


@pytest.mark.parametrize("id", ["11-patient-0", "11-patient-07", "11-patient-x", "12-patient-5"])
def test_find_question_unknown_number_or_family_returns_none(id):
    assert find_question(id) is None


def test_find_question_returns_same_question_of_patient():
    assert find_question("11-patient-17") is find_question("11-patient-17")
    assert find_question("11-first") is QUESTIONS["11-first"]


def test_first_random_patients_become_harder():
    defects = [patient(ENDLESS + j).defects for j in range(4)]
    assert [known if known is None else len(known) for known in defects] == [1, 2, 0, None]
    assert (
        most_helpful(ENDLESS) == REPAIR_OF[defects[0][0]] and most_helpful(ENDLESS + 2) == NOTHING
    )


def test_treatment_shows_repair_only_after_diagnosis_and_keeps_it(unanswered, tmp_path):
    lab, before = labs.treatment(), profile_after(ENDLESS)
    best = OPTIONS.index("merge copies")
    lab.set(first=best)
    assert lab.picture.scores == before and "commit" in lab.picture.caption
    lab.on_gesture({}, done=True, press=COMMIT)
    assert lab.picture.scores != before and "repairs of its defects" in lab.picture.caption
    lab.set(first=0)  # a later click does not count as a diagnosis
    until(lambda: "11-patient-4" in export_guesses())
    (tmp_path / "ada.json").write_text(export_guesses())
    (tmp_path / "ben.json").write_text(
        json.dumps([{"question": "11-patient-17", "guess": {"": "denoise"}}])
    )
    found = guesses.load_guesses(tmp_path)
    assert found.asked == ["11-patient-4", "11-patient-17"] and not found.troubles
    assert guesses.picture(found, "11-patient-4").caption.startswith("1 of 1 right")
    assert guesses.ClassGuesses(tmp_path).values["question"] == "11-patient-4"


def test_treatment_next_patient_asks_for_diagnosis_again():
    lab = labs.treatment(number=ENDLESS)
    lab.on_gesture({}, done=True, press=COMMIT)
    lab.on_gesture({}, done=True, press="Next patient")
    assert lab.values["number"] == ENDLESS + 1 and "commit" in lab.picture.caption


def test_scores_by_defect_says_what_each_score_notices():
    lab = labs.scores_by_defect()
    captions = []
    for cell in range(6 * (len(DEFECTS) + 1)):
        lab.set(cell=cell)
        captions.append(lab.picture.caption)
    assert sum("does not notice" in caption for caption in captions) > 6
    assert all("without a defect" in caption for caption in captions[:6])
    for width in WIDTHS:
        inside(lab.picture.at(width))
