"""Labs about images, networks and the zoo."""

import re

import numpy as np
import pytest
from lab_helpers import scene_of

from disentangle_edu import labs, lessons
from disentangle_edu.chapters.common.verdicts import SEVEN, title
from disentangle_edu.chapters.start_here.labs import dial as dial_lab
from disentangle_edu.chapters.start_here.labs.two_models import (
    SIDES,
    VISIBLE_CHANGES,
    latent_changes,
    loudest,
    seen_of,
)
from disentangle_edu.zoo import tiny_vae, traversals
from disentangle_edu.zoo.pretrained import PAIR


def test_same_name_lab_step_describes_option_and_score_change():
    lab = labs.same_name(
        representation="e_noise05",
        metric="sap",
        start="disentanglement_lib",
        end="zhang2021",
        step=3,
    )
    assert re.search(
        r"Shuffle: False to True. SAP changes from 0\.\d+ to 0\.\d+", lab.picture.caption
    )
    lab.on_gesture({"metric": "mig"}, done=True)
    assert lab.values["step"] == 0
    with pytest.raises(ValueError, match="gradient boosting, which takes minutes"):
        labs.same_name(metric="disentanglement", start="disentanglement_lib")


def test_same_name_lab_dragged_setting_moves_to_its_position():
    lab = labs.same_name()
    first = lab.scores
    assert "largest step is normalize by" in lab.picture.caption and not lab.done
    lab.on_gesture({"order/2": 1}, done=False)
    lab.on_gesture({"order/2": 0}, done=True)
    assert lab.values["order"] == [1, 2, 0] and lab.scores == first
    assert "largest step is normalize by" not in lab.picture.caption and len(lab.done) == 2
    lab.on_gesture({"metric": "modularity"}, done=True)
    assert lab.values["order"] == [0, 1, 2]
    with pytest.raises(ValueError, match="^order: found"):
        labs.same_name(order=[3, 0, 1])


def test_coloured_digits_lab_first_drag_starts_from_current_latent():
    lab = labs.coloured_digits()
    first = lab.picture.at(860)
    lab.on_gesture({"latents/1": 1.0}, done=True)
    assert lab.values["latents"][1] == 1.0 and lab.picture.at(860) != first
    lab.on_gesture({"latents/2": 0.0}, done=True)
    assert lab.values["moved"] == "latent 3" and "Latent 3" in lab.stage.scene["caption"]
    lab.on_gesture({"code": "leaking"}, done=True)
    assert lab.values["latents"] == []


def test_handwriting_lab_drag_describes_factor_that_changed_most():
    lab = labs.handwriting()
    assert "which factor moves" in lab.picture.caption and ">+0.0<" in lab.picture.at(860)
    lab.on_gesture({"latents/2": 2.5}, done=True)
    told = r"You moved latent 3 from -?\d\.\d to 2\.5: the \w+ changed most"
    assert re.search(told, lab.stage.scene["caption"])
    lab.on_gesture({"latents/0": 2.0}, done=True)
    # Only the last move, on its own.
    assert lab.stage.scene["caption"].startswith("You moved latent 1 from ")
    assert 'data-key="row"' in lab.picture.at(860)


def test_rectangles_lab_code_is_classified_after_both_sides_changed():
    lab = labs.rectangles()
    lab.on_gesture({"width": 5}, done=True)
    assert not lab.values["memory"].tried
    lab.on_gesture({"height": 2}, done=True)
    assert list(lab.values["memory"].tried.values()) == [(True, False)]
    lab.on_gesture({"code": "sum | difference"}, done=True)
    lab.on_gesture({"width": 6}, done=True)
    lab.on_gesture({"height": 3}, done=True)
    assert lab.values["memory"].tried["sum | difference"] == (False, False)


def ends_of(side, start):
    """What each influential knob of a network changes at its two ends: {number: (low, high)}."""
    model = traversals.drawer(PAIR[SIDES[side]])
    found = {}
    for i in loudest(model.name, start):
        codes = np.tile(model.start(start), (2, 1))
        codes[:, i] = model.low[i], model.high[i]
        found[i + 1] = tuple(seen_of(latent_changes(side, start, code, i)) for code in codes)
    return found


def test_two_models_lab_latent_ends_change_properties_named_in_text():
    of_b = ends_of("right", 3)
    assert list(of_b) == [2, 4, 5, 8]
    assert of_b[2] == (["size"], ["size"]) and of_b[8] == (["x position"], ["x position"])
    assert of_b[5] == (["shape"], ["shape"]) and of_b[4][0] == ["y position"]
    at_ends = [changed for ends in ends_of("left", 3).values() for changed in ends]
    assert sum(len(changed) > 1 for changed in at_ends) >= 7  # nearly every end
    assert set(VISIBLE_CHANGES) == {name for changed in at_ends for name in changed}


def test_two_models_lab_completed_tasks_stay_completed_after_reset():
    lab = labs.two_models()
    model = traversals.drawer(PAIR["B"])
    code = model.start(3)
    ticked = lambda: [done for _, done in scene_of(lab)["tasks"]]
    assert ticked() == [False, False, False]
    for end in (model.low, model.high):
        code[1] = end[1]
        lab.set(right=code.tolist())
    assert ticked() == [False, True, True]
    lab.reset()
    assert ticked() == [False, True, True]


def test_learning_lab_beta_changed_during_run_full_is_used(monkeypatch):
    monkeypatch.setattr(tiny_vae, "SLICES", 6)
    lab = labs.learning(world="square")
    drawn = lab.draw

    def draw(**values):
        if sum(n for _, n in values["taught"]) == 3:
            lab.values = lab.values | {"root": 1.0}  # as if the user moved a handle
        return drawn(**values)

    monkeypatch.setattr(lab, "draw", draw)
    lab.run_full()
    assert lab.values["taught"] == [(10.0, 3), (1.0, 3)] and not lab.stage.scene["busy"]
    assert lab.picture.caption.startswith("After 360 steps")
    lab.undo()
    assert lab.values["taught"] == []
    lab.redo()
    assert lab.values["taught"] == [(10.0, 3), (1.0, 3)]
    lab.set(seed=1)
    assert lab.values["taught"] == []


def test_learning_lab_stop_ends_training_after_current_slice(monkeypatch):
    lab = labs.learning()
    drawn = lab.draw
    monkeypatch.setattr(lab, "draw", lambda **values: (lab.stop(), drawn(**values))[1])
    lab.run_full()
    assert lab.values["taught"] == [(10.0, 1)] and not lab.stage.scene["busy"]


@pytest.mark.parametrize(
    "taught", [[(31, 1)], [(1, 0)], [(1, 51)], "x", [[1]], [(float("nan"), 1)]]
)
def test_learning_lab_invalid_taught_raises(taught):
    with pytest.raises(ValueError, match="taught: found .* expected pairs of a beta"):
        labs.learning(taught=taught)


def test_who_agrees_lab_opens_with_order_of_reader(unanswered):
    question = labs.predict("09-rank")
    lab = labs.who_agrees(after=question)
    assert lab.closed
    question.set(guess=["N", "M", "L", "K"])
    question.commit()
    assert not lab.closed and "Your order is N M L K." in scene_of(lab)["caption"]
    lab.on_gesture({"positions/2": 0}, done=True)  # moves M to the front
    assert "Your order is M N L K." in lab.stage.scene["caption"]
    lab.reset()
    assert "Your order is N M L K." in scene_of(lab)["caption"]


def test_six_models_lab_names_models_nearest_to_ring():
    lab = labs.six_models()
    assert len(set(lab.models)) == 6 and str(lab.models) in lab.source()["code"]
    first = lab.models
    lab.on_gesture({"mig": 0.11, "accuracy": 0.4131}, done=True)
    assert lab.models != first and lab.scores["six models"] <= -0.8 and len(lab.done) == 1
    assert lessons.check("10-exercise", lab.models).passed


def test_six_lab_click_shows_points_of_family():
    lab = labs.six()
    assert "3 of 6 families" in lab.picture.caption
    lab.on_gesture({"family": 0}, done=True)
    assert lab.picture.caption.startswith("beta-VAE: ")


def test_three_views_lab_keeps_points_across_views():
    lab = labs.three_views()
    assert lab.scores["pooled"] < -0.5 and abs(lab.scores["within"]) < 0.2
    lab.set(task="forest_3000")
    assert lab.scores["within"] > lab.scores["pooled"] + 0.2
    keys = lambda: set(re.findall(r'data-key="dot([^"]+)"', lab.picture.svg))
    pooled = keys()
    lab.set(view="averaged")
    assert keys() == pooled and len(pooled) == 370


def test_dial_lab_rows_change_one_thing_at_zero_and_several_when_mixed():
    at = dial_lab.changed_words
    counts = {degrees: sum(map(len, at("B", 1, degrees))) for degrees in (0.0, 30.0)}
    assert counts[0.0] <= 5 and counts[30.0] >= 12
    straight = dial_lab.sweeps("B", 1, 0.0)
    assert straight.shape == (4, dial_lab.STEPS, 32, 32)


def test_dial_lab_names_exactly_the_needles_that_lost_half():
    for degrees, network in ((20.0, "B"), (50.0, "B"), (90.0, "A")):
        picture = labs.dial(degrees=degrees, network=network).picture
        first = labs.dial(network=network).scores
        lost = [title(j) for j in SEVEN if picture.scores[j] < first[j] / 2]
        named = picture.caption.partition("is left of ")[2].rstrip(".").split(", ") if lost else []
        assert named == lost, picture.caption
    between = labs.dial(degrees=21.25).scores
    low, high = labs.dial(degrees=20.0).scores, labs.dial(degrees=22.5).scores
    assert between["mig"] == pytest.approx((low["mig"] + high["mig"]) / 2, abs=1e-4)


def test_dial_lab_fits_in_520_pixels():
    picture = labs.dial(degrees=30.0).picture
    assert dict(picture.heights([840]))[840] < 470  # including its lists


def test_dial_lab_handle_comes_first_on_a_phone_and_second_beside_the_drawings():
    picture = labs.dial().picture
    order = {width: picture.at(width).find("data-handle") for width in (360, 860)}
    rows = {width: picture.at(width).find('data-key="row0"') for width in order}
    assert order[360] < rows[360] and order[860] > rows[860]
