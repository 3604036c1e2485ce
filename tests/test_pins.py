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

MOVES = 0.05  # networks add up in another order on another machine, and lines of many classes
# What takes more than a third of a second to answer:
LONG = """
00-judges 01-noise 01-verdict 02-coins 02-exercise 02-preference 02-twice 02-verdict 03-batch
03-exercise 03-verdict 09-features 10-exercise 10-pooled 10-within 11-range
13-decided 13-exercise-2 14-exercise-1 14-exercise-2 14-mixtures 14-noise 15-fewer 15-open
15-recognised 16-heard 17-absent-mig 17-eight-numbers 17-noise 19-which-hold
"""
LOOSE = ("mlp", "info_explicitness of smooth")
MEANT = "if you mean this change, run `make pins`"

same_sklearn = pytest.mark.skipif(
    bool(pins.other_sklearn()), reason=f"recorded with scikit-learn {pins.other_sklearn()}"
)
IDS = list(pins.answer_functions())  # before another test enters a question of its own
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
    old = {name: actual.get(name) for name in expected}  # new ones need no record yet
    assert not records.differences(old, expected), MEANT


@pytest.mark.parametrize("name", pinned_cases.WORLDS)
@same_sklearn
def test_world_tables_match_records_except_for_signs(name):
    actual = pins.describe_table(pinned_cases.WORLDS[name]())
    expected = records.recorded("worlds")[name]
    unsigned = [
        {key: abs(np.array(row)).tolist() for key, row in x.items()} for x in (actual, expected)
    ]
    assert not records.differences(*unsigned, 1e-4), MEANT


CASES = slow_cases.cases([(name,) for name in METRICS], lambda name: name == "explicitness_es")


@pytest.mark.parametrize("name", CASES)
def test_metric_scores_match_records(name):
    if METRICS[name].is_stochastic and pins.other_sklearn():
        pytest.skip(f"recorded with scikit-learn {pins.other_sklearn()}")
    changed = []
    for key, metric, case, options in pinned_cases.pinned_options():
        if metric is METRICS[name]:
            actual = pins.describe_metric(metric, pinned_cases.cases()[case], options)
            expected = records.recorded("scores")[key]
            if any(words in key for words in LOOSE):
                actual, expected = ({**score, "says": ""} for score in (actual, expected))
                changed += records.differences(actual, expected, MOVES, key)
            else:
                changed += records.differences(actual, expected, where=key)
    assert not changed, MEANT


@pytest.mark.parametrize("name", pinned_cases.COMMANDS)
@same_sklearn
def test_command_output_matches_records(name, tmp_path):
    actual = pins.describe_output(pinned_cases.COMMANDS[name], tmp_path)
    assert not records.differences(actual, records.recorded("outputs")[name]), MEANT


ANSWERS = slow_cases.cases([(id,) for id in IDS], lambda id: id in LONG.split())


@pytest.mark.parametrize("id", ANSWERS)
@same_sklearn
def test_quiz_answers_match_records(id):
    actual, expected = pins.answer_functions()[id](), records.recorded("answers")[id]
    assert not records.differences(actual, expected, 1.01e-3), MEANT
    if id in QUESTIONS:
        _check_picture(pins.answered_picture(id), id)


@pytest.mark.parametrize("name", pinned_cases.pictures())
@same_sklearn
def test_pictures_match_records(name):
    _check_picture(pinned_cases.pictures()[name](), name)


def _check_picture(picture, name):
    actual, expected = pins.describe_picture(picture), records.recorded("pictures")[name]
    assert not records.differences(actual, expected), MEANT
    for width in (360, 860):
        check_geometry(picture.at(width))


@pytest.mark.parametrize("name", pinned_cases.plots())
@same_sklearn
def test_plots_match_records(name):
    actual = pins.describe_axes(pinned_cases.plots()[name]())
    assert not records.differences(actual, records.recorded("plots")[name], 1e-3), MEANT
