"""What metrics say of a few small codes stays as it is pinned; see pins.py."""

import json

import pinned_cases
import pins
import pytest
import slow_cases

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


IDS = list(pins.answerable())  # before another test enters a question of its own
LAB_NAMES = [build.__name__ for build in LABS.values()]


@pytest.mark.parametrize(
    ("what", "asked"),
    {
        "pins": ["scikit-learn", *(key for key, *_ in pinned_cases.pinned_options())],
        "drawn": [*LAB_NAMES, *(id for id in IDS if id in QUESTIONS), *pins.pictures()],
        "answers": IDS,
        "printed": pinned_cases.COMMANDS,
        "draws": pinned_cases.WORLDS,
        "plots": pins.plots(),
    }.items(),
)
@pytest.mark.every_chapter
def test_pinned_files_contain_exactly_requested_cases(what, asked):
    found, asked = list(pins.pinned(what)), list(asked)
    assert set(found) ^ set(asked) == set(), "run `make pins`"
    ordered = {"answers": 0, "drawn": len(LAB_NAMES)}.get(what, len(asked))  # so many of the first
    assert found[:ordered] == asked[:ordered] and len(found) == len(asked), "run `make pins`"


def test_default_options_match_pinned_values():
    found, kept = pins.defaults(), pins.pinned("defaults")
    moved = {name: (found.get(name), kept[name]) for name in kept if found.get(name) != kept[name]}
    assert not moved, "where that is meant, run `make pins`"  # new ones need no pin yet


@pytest.mark.parametrize("name", pinned_cases.WORLDS)
def test_world_draws_match_pinned_values(name):
    if pins.made_with_another():
        pytest.skip(f"pinned with scikit-learn {pins.made_with_another()}")
    kept = pins.pinned("draws")[name]
    assert pins.draws(name) == pytest.approx(kept, rel=1e-4, abs=1e-6), "as above, where meant"


CASES = slow_cases.cases([(name,) for name in METRICS], lambda name: name == "explicitness_es")


@pytest.mark.parametrize("name", CASES)
def test_metric_scores_match_pinned_values(name):
    if METRICS[name].is_stochastic and pins.made_with_another():
        pytest.skip(f"pinned with scikit-learn {pins.made_with_another()}")
    reps, moved = pinned_cases.cases(), {}
    for key, metric, case, options in pinned_cases.pinned_options():
        if metric is METRICS[name]:
            found = json.loads(json.dumps(pins.metric_facts(metric, reps[case], options)))
            if not alike(
                found, pins.pinned("pins")[key], loosely=any(words in key for words in LOOSE)
            ):
                moved[key] = {"found": found, "pinned": pins.pinned("pins")[key]}
    assert not moved, "where that is meant, run `make pins`"


@pytest.mark.parametrize("what", pinned_cases.COMMANDS)
def test_command_output_matches_pinned_facts(what, tmp_path):
    if pins.made_with_another():
        pytest.skip(f"pinned with scikit-learn {pins.made_with_another()}")
    found, kept = (
        pins.command_facts(pinned_cases.COMMANDS[what], tmp_path),
        pins.pinned("printed")[what],
    )
    assert pins.same_facts(found, kept), "where that is meant, run `make pins`"


ANSWERED = slow_cases.cases([(id,) for id in IDS], lambda id: id in LONG.split())


@pytest.mark.parametrize("id", ANSWERED)
def test_quiz_answers_match_pinned_facts(id):
    if pins.made_with_another():
        pytest.skip(f"pinned with scikit-learn {pins.made_with_another()}")
    found, kept = pins.answerable()[id](), pins.pinned("answers")[id]
    assert pins.same_facts(found, kept), "where that is meant, run `make pins`"
    if id in QUESTIONS:
        assert pins.is_drawn_alike({"": pins.answered(id)}, id), "as above"


@pytest.mark.parametrize("name", pins.pictures())
def test_pictures_match_pinned_values(name):
    found = pins.picture_facts(pins.pictures()[name]())
    assert pins.is_drawn_alike({"": found}, name), "where that is meant, run `make pins`"


@pytest.mark.parametrize("name", pins.plots())
def test_plots_match_pinned_values(name):
    if pins.made_with_another():
        pytest.skip(f"pinned with scikit-learn {pins.made_with_another()}")
    count, total, words = pins.plotted(pins.plots()[name]())
    kept = pins.pinned("plots")[name]
    assert [count, words] == [kept[0], kept[2]], "where that is meant, run `make pins`"
    assert total == pytest.approx(kept[1], abs=0.05), "as above"


def alike(found, pinned, loosely):
    """Whether two tellings are the same; loosely, their numbers are near and may be told so."""
    if found.keys() != pinned.keys():
        return False
    far = MOVES if loosely else 1e-6
    numbers = [key for key in found if key in ("value", "parts", "weights")]
    if any(found[key] != pytest.approx(pinned[key], abs=far) for key in numbers):
        return False
    return loosely or all(found.get(key) == pinned.get(key) for key in ("says", "refused"))
