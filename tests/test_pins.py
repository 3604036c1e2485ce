"""Pictures, plots, tables, scores, outputs and answers are those on record; see pins.py."""

import numpy as np
import pinned_cases
import pins
import pytest
import records
import slow_cases
from lab_helpers import check_geometry

from disentangle_edu import METRICS
from disentangle_edu.labs import LABS
from disentangle_edu.lessons import QUESTIONS

# Networks add in another order on other machines, and so do lines for many classes.
MOVES = 0.05
# These take more than a third of a second:
LONG = """
01-noise 01-verdict 02-coins 02-exercise 02-preference 02-twice 02-verdict 03-batch
03-exercise 03-verdict 09-features 10-exercise 10-pooled 10-within 12-range
14-decided 14-exercise-2 15-exercise-1 15-exercise-2 15-noise 16-fewer 16-open
16-recognised 17-heard 18-absent-mig 18-eight-numbers 18-noise 19-which-hold
"""
LOOSE = ("mlp", "info_explicitness of smooth")

same_sklearn = pytest.mark.skipif(
    bool(pins.other_sklearn()), reason=f"recorded with scikit-learn {pins.other_sklearn()}"
)
IDS = list(pins.answer_functions())  # before another test adds questions
LAB_NAMES = [build.__name__ for build in LABS.values()]


@pytest.mark.parametrize(
    ("file", "names"),
    {
        "scores": ["scikit-learn", *(key for key, *_ in pinned_cases.pinned_options())],
        "pictures": [*LAB_NAMES, *(id for id in IDS if id in QUESTIONS), *pinned_cases.pictures()],
        "answers": IDS,
        "outputs": pinned_cases.COMMANDS,
        "worlds": pinned_cases.WORLDS,
        "plots": pinned_cases.plots(),
    }.items(),
)
@pytest.mark.every_chapter
def test_record_files_contain_exactly_all_cases(file, names):
    assert set(records.recorded(file)) ^ set(names) == set(), "run `make pins`"


def test_default_options_match_records():
    actual, expected = pins.default_options(), records.recorded("defaults")
    recorded_ones = {name: actual.get(name) for name in expected}  # new functions may have none
    records.check_same(recorded_ones, expected)


@pytest.mark.parametrize("name", pinned_cases.WORLDS)
@same_sklearn
def test_world_tables_match_records_except_for_signs(name):
    tables = pins.describe_table(pinned_cases.WORLDS[name]()), records.recorded("worlds")[name]
    records.check_same(
        *({key: np.abs(row).tolist() for key, row in t.items()} for t in tables), 1e-4
    )


CASES = slow_cases.cases([(name,) for name in METRICS], lambda name: name == "explicitness_es")


@pytest.mark.parametrize("name", CASES)
def test_metric_scores_match_records(name):
    if METRICS[name].is_stochastic and pins.other_sklearn():
        pytest.skip(f"recorded with scikit-learn {pins.other_sklearn()}")
    for key, metric, case, options in pinned_cases.pinned_options():
        if metric is METRICS[name]:
            scores = (
                pins.describe_metric(metric, pinned_cases.cases()[case], options),
                records.recorded("scores")[key],
            )
            if any(words in key for words in LOOSE):
                records.check_same(*({**score, "says": ""} for score in scores), MOVES)
            else:
                records.check_same(*scores)


@pytest.mark.parametrize("name", pinned_cases.COMMANDS)
@same_sklearn
def test_command_output_matches_records(name, tmp_path):
    actual = pins.describe_output(pinned_cases.COMMANDS[name], tmp_path)
    records.check_same(actual, records.recorded("outputs")[name])


ANSWERS = slow_cases.cases([(id,) for id in IDS], lambda id: id in LONG.split())


@pytest.mark.parametrize("id", ANSWERS)
@same_sklearn
def test_quiz_answers_match_records(id):
    records.check_same(pins.answer_functions()[id](), records.recorded("answers")[id], 1.01e-3)
    if id in QUESTIONS:
        _check_picture(pins.answered_picture(id), id)


@pytest.mark.parametrize("name", pinned_cases.pictures())
@same_sklearn
def test_pictures_match_records(name):
    _check_picture(pinned_cases.pictures()[name](), name)


def _check_picture(picture, name):
    records.check_same(pins.describe_picture(picture), records.recorded("pictures")[name])
    for width in (360, 860):
        check_geometry(picture.at(width))


@pytest.mark.parametrize("name", pinned_cases.plots())
@same_sklearn
def test_plots_match_records(name):
    actual = pins.describe_axes(pinned_cases.plots()[name]())
    records.check_same(actual, records.recorded("plots")[name], 1.01e-3)
