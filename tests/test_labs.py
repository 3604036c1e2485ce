"""Labs without a browser: controls move pictures, nothing lies outside, the newest wish wins."""

import asyncio
import dataclasses
import html
import itertools
import json
import re
import threading
import time
import xml.etree.ElementTree as ET

import numpy as np
import pins
import pytest
import slow_cases
import svg_boxes
from moved import BY_HAND, another, moving
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression

from disentangle_edu import (
    InformativenessMatrix,
    Representation,
    completeness,
    disentanglement,
    labs,
    mig,
)
from disentangle_edu.chapters.absent_factors.labs import _joint_shares, perfect_code, shares_with
from disentangle_edu.chapters.beta_vae.labs import closest_clouds
from disentangle_edu.chapters.claims.labs import ClaimCard, card_panel
from disentangle_edu.chapters.common import verdicts
from disentangle_edu.chapters.common.matrices import bids
from disentangle_edu.chapters.common.text_models import ROOMY
from disentangle_edu.chapters.dci.quiz import importances_of
from disentangle_edu.chapters.factor_vae.labs import _earlier_shares
from disentangle_edu.chapters.sap.quiz import sap_of_copies
from disentangle_edu.chapters.start_here.labs import (
    SIDES,
    VISIBLE_CHANGES,
    _loudest,
    latent_changes,
    seen_of,
)
from disentangle_edu.chapters.text_factors.labs import LETTER, in_lines, words_changed
from disentangle_edu.chapters.text_models.labs import chance_threshold, numbers_of
from disentangle_edu.chapters.toy_text.labs import (
    LDA,
    SVM,
    TREES,
    _ordered_values,
    importance_by_size,
)
from disentangle_edu.chapters.witnesses.labs import GOALS
from disentangle_edu.claims.coverage import list_sentences
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.conventions.compare import Printed
from disentangle_edu.labs import LABS
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.matrices import to_picture as picture_of
from disentangle_edu.measures import mutual_information
from disentangle_edu.measures.interventional import DIFFERENCES
from disentangle_edu.theory.bootstrap import permuted_runs
from disentangle_edu.theory.conditional_mean import conditional_mean_curve
from disentangle_edu.viz.markdown import as_html, cite, said
from disentangle_edu.viz.panels import round_ticks
from disentangle_edu.viz.svg import PAPER, Panel, Picture, text, text_width
from disentangle_edu.widgets.change_text import part_that_moved
from disentangle_edu.widgets.controls import choice, flag, number, table, whole, word
from disentangle_edu.widgets.display import CLOSED
from disentangle_edu.widgets.lab import BACK, Lab
from disentangle_edu.widgets.prediction import _NEWEST, GUESSES
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.widgets.widget import in_python
from disentangle_edu.worlds import corpora, examples, toy_letters
from disentangle_edu.zoo import pretrained_text, tiny_vae, traversals
from disentangle_edu.zoo.pretrained import PAIR

IDS = [build.__name__ for build in LABS.values()]
LONGER = {  # two seconds or more
    "agreement",
    "coloured_digits",
    "dci_on_noise",
    "dependent_factors",
    "five_codes",
    "many_latents",
    "same_name",
    "sap_levels",
    "text_noise",
    "three_views",
    "toy_text",
    "verdicts",
}
EVERY_LAB = slow_cases.cases(
    [(build,) for build in LABS.values()], lambda build: build.__name__ in LONGER
)
WIDTHS = (360, 580, 860, 1400)


def looks(lab):
    """What there is to see and to read."""
    return lab.picture.at(860), lab.picture.words


def handles(picture):
    """The handles of a picture as they are told to the stage, without the sliders of a corner."""
    nodes = [node for node in ET.fromstring(picture.at(860)).iter() if not node.get("data-of")]
    return [json.loads(node.get("data-handle")) for node in nodes if node.get("data-handle")]


# ------------------------------------------------------------------------------------ every lab


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_every_control_changes_picture_and_reset_restores_it(build):
    lab = build()
    first = looks(lab)
    found = {"": pins.picture_facts(lab.picture)}
    for name in moving(lab):
        found[name] = pins.picture_facts(lab.picture)
        if build is labs.factor_vae and name == "batch":  # it starts a new count, of none
            assert lab.values["batch"] != lab.default_values["batch"]
        else:
            assert looks(lab) != first, f"{name} moves nothing"
        assert lab.stage.scene["svg"] == lab.picture.at(lab.stage.width)
    assert looks(lab) == first and lab.values == lab.default_values
    assert pins.is_drawn_alike(found, lab.name), "where that is meant, run `make pins`"


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_every_handle_changes_picture_without_changing_its_height(build):
    lab = build()
    before, at = looks(lab), [svg_boxes.frame(lab.picture.at(w)).bottom for w in WIDTHS]
    found = list(handles(lab.picture))
    for handle in found[:: max(4, len(found) // 24)]:
        for axis in handle["axes"]:
            control = lab.specs.get(axis["name"])
            if control and control.low != control.high:
                assert axis["step"] == control.step, axis
            value = axis["high"] if axis["value"] != axis["high"] else axis["low"]
            lab._heard({axis["name"]: value}, True, "")
            assert not lab.stage.scene["wrong"], lab.stage.scene["message"]
            now = looks(lab)
            chosen_already = axis["value"] == -1 and now == before
            assert now != before or chosen_already, axis
            before = now
            assert [svg_boxes.frame(lab.picture.at(w)).bottom for w in WIDTHS] == at, axis
            stands = {a["name"]: a["value"] for h in handles(lab.picture) for a in h["axes"]}
            there = stands.get(axis["name"], value)
            assert there == -1 or there == pytest.approx(value, abs=0.01), axis


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_controls_at_their_limits_keep_all_shapes_inside_picture(build):
    lab = build()
    ends = {"low": {}, "high": {}}
    for name, control in lab.specs.items():
        if isinstance(lab.values[name], (int, float)) and not isinstance(lab.values[name], bool):
            ends["low"][name], ends["high"][name] = control.low, control.high
    for values in ({}, *ends.values()):
        try:
            picture = lab.draw(**lab.values | values)
        except ValueError:  # an impossible setting, and refused as one
            continue
        for width in WIDTHS:
            inside(picture.at(width))


def inside(svg):
    """No shape and no text beyond the edges, and no two texts over each other."""
    frame = svg_boxes.frame(svg)
    for box in svg_boxes.boxes(svg):
        assert box.beyond(frame) <= 2, (box.what, box.beyond(frame), frame.right)
    for one, other in itertools.combinations(svg_boxes.texts(svg), 2):
        assert one.covered(other) < 0.4, (one.what, other.what, frame.right)


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_picture_has_unique_element_keys(build):
    """What has the key of another thing is taken for it, and lost with the next move."""
    keys = re.findall(r'data-key="([^"]*)"', build().picture.at(860))
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_picture_caption_and_alt_text_report_same_scores(build):
    picture = build().picture
    svg = ET.fromstring(picture.svg)
    assert svg.get("role") == "img" and svg.get("aria-label") == picture.alt
    assert len(picture.alt) > 40, "Picture.alt: a sentence for who cannot see it"
    assert 0 < len(picture.caption) <= 220, (
        "Picture.said: a sentence, three lines beside the picture"
    )
    for name, value in picture.scores.items():
        for shown in re.findall(rf"\b{re.escape(name)} = (-?\d+\.\d+)", picture.words):
            assert float(shown) == pytest.approx(float(value), abs=0.02), name
    assert "base64" in picture.still() and 'alt="' in picture.still()


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_code_rebuilds_lab_with_same_values(build):
    lab = build()
    name = next(n for n in lab.specs if another(lab, n) is not None)
    lab.set(**{name: another(lab, name)})
    made = eval(lab.code, {"labs": labs})
    if made.values != lab.values and "memory" in lab.values:  # of the drags that led here
        assert made.visible == lab.visible
    else:
        assert looks(made) == looks(lab)
    assert repr(lab) == lab.code == lab.stage.scene["code"]


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_mime_bundle_has_static_image_and_text(build):
    bundle = build()._repr_mimebundle_()
    assert {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"} <= set(bundle)
    assert "<img" in bundle["text/html"] and "0x" not in bundle["text/plain"]


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_every_control_has_label_and_every_handle_has_name(build):
    lab = build()
    assert all(control.label for control in lab.specs.values())
    assert all(handle["label"] for handle in handles(lab.picture))
    moved = {axis["name"].split("/")[0] for h in handles(lab.picture) for axis in h["axes"]}
    shown = {spec["name"] for spec in lab._specs() if spec["kind"] not in ("hidden", "button")}
    # Set where the lab is made.
    by_name = {"judge", "code", "seed", "copies", "evenness", "scores", "names", "upto", "views"}
    elsewhere = {"cuts"}  # handles of another choice
    pressed = {"taught"}
    assert set(lab.specs) <= moved | shown | by_name | elsewhere | pressed, "nobody can move it"


@pytest.mark.slow
def test_picture_of_claim_or_finding_keeps_shapes_inside_at_every_width():
    finding = CLAIMS["beta-0.9967"].check(seeds=2)
    for picture in (
        Printed("e_noise05").picture(),
        labs.all_combinations(1.0),
        picture_of(finding),
        *(picture_of(CLAIMS[id].check()) for id in ("dci-0.6", "rect-1", "fig-matrices")),
    ):
        for width in WIDTHS:
            inside(picture.at(width))


# ------------------------------------------------------------------------------ what a lab promises


def slow_lab(seconds=0.0):
    """One number, drawn slowly; `seen` counts how many draw at the same time."""
    seen = {"now": 0, "most": 0, "drawn": 0}

    def draw(x, note):
        seen["now"] += 1
        seen["drawn"] += 1
        seen["most"] = max(seen["most"], seen["now"])
        time.sleep(seconds)
        seen["now"] -= 1
        if x == 5:
            raise ValueError("five is impossible <here> & now")
        words = f"x = {x:.2f}"
        panel = Panel(lambda left, top, w, h: text(left + 30, top + 20, words), 40)
        return Picture((panel,), words, words, {"x": x}, f"{words}. {note}")

    controls = {"x": number("x", 1, 0, 10), "note": word("note")}
    lab = Lab(draw, controls, describe_change=lambda before, now: now.caption)
    lab.picture  # noqa: B018  # drawn when somebody looks
    return lab, seen


def test_lab_concurrent_gestures_draw_one_at_a_time_and_newest_wins():
    lab, seen = slow_lab(0.004)

    def drag(values):
        for value in values:
            lab._heard({"x": value}, False, "")

    def press():
        for _ in range(6):
            lab._heard({}, True, "undo")
            lab._heard({}, True, "redo")
            lab.set(x=9.5)

    work = [(drag, ([j / 20 for j in range(60)],)), (drag, ([j / 10 for j in range(60, 99)],))]
    work.append((press, ()))
    threads = [threading.Thread(target=one, args=args) for one, args in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen["most"] == 1
    assert lab.picture.alt == f"x = {lab.values['x']:.2f}" in lab.stage.scene["svg"]
    lab._heard({"x": 7.25}, True, "")
    assert lab.stage.scene["said"] == "x = 7.25. " and lab.stage.scene["values"]["x"] == 7.25


def test_lab_gestures_during_slow_draw_are_merged_into_one_draw():
    lab, seen = slow_lab(0.05)
    seen["drawn"] = 0
    first = threading.Thread(target=lab._heard, args=({"x": 2.0}, False, ""))
    first.start()
    time.sleep(0.01)
    for value in range(20):
        lab._heard({"x": 3 + value / 20}, False, "")  # they return at once
    first.join()
    assert lab.picture.scores == {"x": 3.95} and seen["drawn"] <= 4


def test_lab_undo_and_redo_treat_one_drag_as_one_step():
    lab, _ = slow_lab()
    for value in (2.0, 3.0, 4.0):  # a drag
        lab._heard({"x": value}, False, "")
    lab._heard({}, True, "")
    lab._heard({"x": 8.0}, True, "")
    for press, x in (("undo", 4), ("undo", 1), ("undo", 1), ("redo", 4), ("redo", 8), ("redo", 8)):
        lab._heard({}, True, press)
        assert lab.values["x"] == x and lab.scores == {"x": x}
    lab.undo()
    lab.set(x=6)
    lab.redo()  # what was undone is gone
    assert lab.values["x"] == 6
    assert lab.stage.scene["can"] == {"undo": True, "redo": False}


def test_lab_at_and_table_leave_current_values_unchanged():
    lab = labs.dci_even_rest()
    lab._heard({"diagonal": 0.5}, True, "")
    shown = lab.stage.scene
    assert lab.at(off_diagonal=0.0) == {"disentanglement": 1.0, "completeness": 1.0}
    assert list(lab.table(factors=[3, 5]).index) == ["3", "5"]
    assert lab.values == lab.default_values | {"diagonal": 0.5} and lab.stage.scene is shown
    assert labs.dci_even_rest().scores["disentanglement"] == 0.5993


@pytest.mark.parametrize(
    "build, name, bad, expected",
    [
        (labs.beta_vae, "batch", 1000, "a whole number from 2 to 256"),
        (labs.dci_weight, "weight", "much", "a number from 0 to 1"),
        (labs.orthogonality, "rotation", 4.5, "a whole number from 0 to 90"),
        (labs.toy_text, "order", "upwards", "one of 'at random', 'in order'"),
        (labs.factor_vae, "own", "yes", "True or False"),
        (labs.dci_two_ways, "values", [[0.5], [2.0]], "numbers from 0 to 1"),
        (labs.dci_two_ways, "values", [[0.5], []], "equal lengths of at least 1"),
        (labs.coloured_digits, "latents", [1.0], "3 numbers, or none"),
    ],
)
def test_lab_invalid_control_value_raises_and_changes_nothing(build, name, bad, expected):
    lab = build()
    kept, values = looks(lab), dict(lab.values)
    for act in (
        lambda: lab.set(**{name: bad}),
        lambda: lab.at(**{name: bad}),
        lambda: build(**{name: bad}),
        lambda: setattr(lab.controls[name], "value", bad),
    ):
        with pytest.raises(ValueError, match=f"^{name}: found .*expected .*{re.escape(expected)}"):
            act()
    lab._heard({name: bad}, True, "")  # from the browser: said, not raised
    assert name in lab.stage.scene["message"] and lab.stage.scene["wrong"]
    assert looks(lab) == kept and lab.values == values


def test_lab_draw_error_shows_message_and_marks_picture_stale():
    lab, _ = slow_lab()
    kept = lab.picture
    lab._heard({"x": 5}, True, "")
    scene = lab.stage.scene
    assert scene["stale"] and scene["wrong"] and lab.picture is kept
    assert scene["message"] == "five is impossible <here> & now"  # words, not HTML
    lab._heard({"x": 6}, True, "")
    assert not lab.stage.scene["stale"] and lab.stage.scene["message"] == ""
    with pytest.raises(ValueError, match="five"):
        lab.at(x=5)
    assert lab.values["x"] == 6


def test_lab_text_with_html_is_escaped():
    lab, _ = slow_lab()
    lab._heard({"note": "<b>a & b</b>"}, True, "")
    assert lab.stage.scene["said"] == "x = 1.00. <b>a & b</b>"
    bundle = lab._repr_mimebundle_()
    assert "<b>" not in bundle["text/html"] and "&lt;b&gt;a &amp; b" in bundle["text/html"]
    ET.fromstring(lab.picture.svg)


def test_lab_unknown_control_raises_and_is_reported_to_page():
    with pytest.raises(TypeError, match="'diag', expected factors, diagonal, off_diagonal"):
        labs.dci_even_rest(diag=1)
    lab = labs.dci_even_rest()
    lab._heard({"diag": 1}, True, "")
    assert (
        "diag: no such control" in lab.stage.scene["message"] and lab.values == lab.default_values
    )


def test_control_spec_has_kind_and_options_for_page():
    specs = [
        number("a", 0.5, 0, 1).spec("x"),
        whole("a", 1, 0, 5).spec("x"),
        choice("a", [1, 2], 1, ["one", "two"]).spec("x"),
        flag("a").spec("x"),
        word("a").spec("x"),
        table("a", BY_HAND).spec("x"),
    ]
    kinds = ["range", "range", "choice", "flag", "word", "hidden"]
    assert [spec["kind"] for spec in specs] == kinds
    assert specs[2]["options"] == [1, 2] and specs[2]["words"] == ["one", "two"]
    json.dumps(specs)


class JsNull:
    """What a null of JavaScript is to Python in a browser."""


def test_widget_javascript_null_becomes_none():
    chosen = Lab(lambda **values: Picture((), "nothing"), {"x": choice("x", [1, None], 1)})
    chosen.stage._message(None, {"n": 1, "values": {"x": JsNull()}, "done": True}, [])
    assert chosen.values["x"] is None and chosen.stage.scene["message"] == ""
    message = {"a": [JsNull(), {"b": (1.5, JsNull())}], "c": "null", "d": False}
    assert in_python(message) == {"a": [None, {"b": [1.5, None]}], "c": "null", "d": False}


def test_widget_passed_end_values_complete_task():
    lab = labs.two_models()
    axis = json.loads(html.unescape(re.search(r'data-handle="([^"]+)"', lab.picture.at())[1]))
    (knob,) = axis["axes"]
    ends = [{knob["name"]: knob[end]} for end in ("low", "high")]
    lab.stage._message(None, {"n": 1, "passed": ends[:1], "values": ends[1], "done": True}, [])
    assert lab.stage.scene["tasks"][0][1] and lab.stage.scene["n"] == 1
    lab.undo()
    assert lab.values["left"] == []


@pytest.mark.parametrize("name", ["two_models", "dci_weight", "sap_power", "rectangle"])
def test_lab_rehearse_draws_once_and_changes_nothing(name):
    lab = getattr(labs, name)()
    lab._show()
    before, drawn = (dict(lab.values), lab.stage.scene, lab.code), []
    lab.draw, draw = lambda **values: drawn.append(values) or draw(**values), lab.draw
    lab.rehearse()
    assert len(drawn) == 1 and drawn[0] != lab.values
    assert before == (lab.values, lab.stage.scene, lab.code)


def test_prediction_with_cached_answer_commits_without_background_work(monkeypatch):
    kept = {"truth": 0.6, "figures": []}
    monkeypatch.setattr("disentangle_edu.background.in_notebook_session", lambda: True)
    monkeypatch.setattr("disentangle_edu.cache.JsonCache.get", lambda shelf, name: kept)
    monkeypatch.setattr(
        "disentangle_edu.widgets.prediction.run_in_thread", lambda work: None
    )  # never its turn
    monkeypatch.delenv("DISENTANGLE_EDU_GUESSES", raising=False)
    for remembered in ("_NEWEST", "_COPIES", "GUESSES"):  # nobody has asked before
        monkeypatch.setattr(f"disentangle_edu.widgets.prediction.{remembered}", {})
    question = labs.predict("01-even-rest")
    assert not question.committed
    question.set(guess=0.5)
    question.stage._message(None, {"n": 1, "done": True, "press": "commit"}, [])
    assert question.committed and question.truth == 0.6 and question.stage.scene["table"]


def test_lab_width_reported_by_page_is_used_for_next_lab():
    lab, other = labs.dci_weight(), None
    lab.stage._message(None, {"width": 700}, [])
    try:
        assert 'viewBox="0 0 700' in lab.stage.scene["svg"].replace("-0", "0")
        other = labs.dci_weight()
        assert other.stage.width == 700
    finally:
        lab.stage._message(None, {"width": 860}, [])


def test_run_full_counts_samples_and_interrupt_keeps_picture():
    lab = labs.same_name(metric="modularity")
    lab.run_full()
    assert "10,000 samples" in lab.picture.text and not lab.stage.scene["busy"]
    kept = lab.picture

    def interrupted(progress, **values):
        for _ in progress([1, 2]):
            assert lab.stage.scene["busy"] == {"done": 0, "all": 2}
            raise KeyboardInterrupt

    lab.full = interrupted
    lab.run_full()
    assert lab.picture is kept and "Interrupted" in lab.stage.scene["message"]
    assert not lab.stage.scene["busy"]


@pytest.mark.parametrize("gesture", ["stop", "drag"])
def test_run_full_in_background_ends_on_stop_or_drag(gesture):
    lab, going = labs.same_name(metric="modularity"), threading.Event()

    def endless(progress, **values):
        for _ in progress(range(60_000)):  # a minute and more
            going.set()
            time.sleep(0.001)
        raise AssertionError("nobody stopped it")

    lab.full, kept = endless, lab.picture
    lab._heard({}, True, "run_full")
    assert going.wait(20) and lab.stage.scene["busy"]
    assert lab.stage.scene["can"]["stop"] is True and not lab.stage.scene["can"]["run_full"]
    lab._heard({}, True, "run_full")  # a second press begins nothing
    if gesture == "stop":
        lab._heard({}, True, "stop")
    else:
        lab._heard({"metric": "mig"}, True, "")
    until(lambda: not lab.stage.scene["busy"])
    assert lab.stage.scene["can"]["stop"] == "gone" and lab.stage.scene["can"]["run_full"]
    if gesture == "stop":
        assert lab.picture is kept and "Interrupted" in lab.stage.scene["message"]
    else:
        assert lab.picture is not kept and not lab.stage.scene["message"]


def test_lab_show_from_slow_thread_does_not_overwrite_newer_scene(monkeypatch):
    lab, looked, go_on = labs.same_name(), threading.Event(), threading.Event()
    scene = lab._scene

    def slow():
        found = scene()
        if not looked.is_set():
            looked.set()
            go_on.wait(20)
        return found

    monkeypatch.setattr(lab, "_scene", slow)
    first = threading.Thread(target=lab._show)
    first.start()
    assert looked.wait(20)
    lab._message = "newer"
    second = threading.Thread(target=lab._show)
    second.start()
    second.join(0.2)  # without a lock it is through by now
    go_on.set()
    first.join(20), second.join(20)
    assert lab.stage.scene["message"] == "newer"


# -------------------------------------------------------------------------------------- single labs


def test_sampled_labs_text_states_sample_size_and_spread():
    for build in (labs.beta_vae, labs.sap_power, labs.mig_and_dcimig):
        words = build().picture.text
        assert re.search(r"[\d,]+ (points|samples).*spread [\d.]+ over \d repetitions", words)


def test_matrix_by_hand_lab_preset_resize_and_undo_change_matrix_shape():
    lab = labs.matrix_by_hand()
    lab._heard({"start": "focused, even rest"}, True, "")
    values = lab.values
    assert len(values["values"]) == values["latents"] == values["factors"] == 7
    lab.undo()
    assert len(lab.values["values"]) == lab.values["latents"] == 3
    lab.redo()
    lab._heard({"latents": 5}, True, "")
    assert [len(lab.values["values"]), len(lab.values["values"][0])] == [5, 7]
    assert examples.focused_matrix(7).values[4, 4] == lab.values["values"][4][4]
    lab._heard({"values/4/4": 0.25}, True, "")
    assert lab.values["values"][4][4] == 0.25


def test_leak_lab_full_leak_hides_information_from_pairwise_scores():
    lab = labs.leak(leak=2.0)
    assert lab.scores == {"mig": 1.0, "dcimig": 1.0}
    told = "0.0000 bits about factor 2, 0.0000 about factor 3, and 1.0000 about the two"
    assert told in lab.picture.text
    assert lab.at(leak=1.0) == {"mig": 0.6667, "dcimig": 0.6667}
    assert lab.at(leak=0.0) == {"mig": 1.0, "dcimig": 1.0}


def test_orthogonality_lab_shared_directions_have_no_handle():
    lab = labs.orthogonality(overlap=2)
    assert {axis["name"] for h in handles(lab.picture) for axis in h["axes"]} == {"rotation"}
    lab = labs.orthogonality(overlap=1, share=0.75)
    assert [axis["name"] for h in handles(lab.picture) for axis in h["axes"]].count("between") == 1
    turned, still = lab.at(rotation=45), lab.at(rotation=0)
    assert turned["iwo"] == still["iwo"] and turned["disentanglement"] < still["disentanglement"]


def test_same_name_lab_step_describes_option_and_score_change():
    lab = labs.same_name(
        representation="e_noise05",
        metric="sap",
        start="disentanglement_lib",
        end="zhang2021",
        step=3,
    )
    assert re.search(r"shuffle: False to True: 0\.\d+ becomes 0\.\d+", lab.picture.caption)
    lab._heard({"metric": "mig"}, True, "")
    assert lab.values["step"] == 0
    with pytest.raises(ValueError, match="gradient boosting, which takes minutes"):
        labs.same_name(start="disentanglement_lib")


def test_coloured_digits_lab_first_drag_starts_from_current_latent():
    lab = labs.coloured_digits()
    first = lab.picture.at(860)
    lab._heard({"latents/1": 1.0}, True, "")
    assert lab.values["latents"][1] == 1.0 and lab.picture.at(860) != first
    lab._heard({"latents/2": 0.0}, True, "")
    assert lab.values["moved"] == "latent 3" and "latent 3" in lab.stage.scene["said"]
    lab._heard({"code": "leaking"}, True, "")
    assert lab.values["latents"] == []


# ---------------------------------------------------------------------------------------- the hunt


def test_counterexample_lab_finds_describes_and_resets_counterexample():
    lab = labs.HuntLab(candidates=20_000)
    assert lab.witness.value == 1 and "MIG 1.00" in lab.picture.caption
    assert "table_representation" in lab.stage.scene["source"]["code"]
    assert "table_representation" in lab._repr_mimebundle_()["text/plain"]
    assert lab.code == "labs.HuntLab(candidates=20000)"
    lab._heard({"metric": "sap"}, True, "")
    assert lab.stage.scene["stale"] and "press Hunt" in lab.stage.scene["message"]
    lab._heard({}, True, "hunt")  # without a running loop it hunts here and now
    assert not lab.stage.scene["stale"] and "sap" in lab.picture.caption
    lab._heard({}, True, "reset")
    assert lab.values == lab.default_values and "mig" in lab.picture.caption
    for width in WIDTHS:
        inside(lab.picture.at(width))


def test_counterexample_lab_stop_ends_search_with_increasing_progress():
    lab = labs.HuntLab(candidates=5_000)
    lab.set(goal=list(GOALS)[2], candidates=500_000)
    seen = []
    lab.stage.observe(lambda change: seen.append(change.new), "scene")

    async def stopped():
        lab._heard({}, True, "hunt")
        assert lab.stage.scene["can"] | {"hunt": False, "stop": True} == lab.stage.scene["can"]
        while len(seen) < 4:
            await asyncio.sleep(0.01)
        lab._heard({}, True, "stop")
        await lab._task

    asyncio.run(stopped())
    assert 0 < lab.witness.candidates < 500_000
    assert lab.stage.scene["can"]["hunt"] and not lab.stage.scene["busy"]
    counted = [scene["busy"]["done"] for scene in seen if scene["busy"]]
    assert counted == sorted(counted) and len(set(counted)) > 1


def test_counterexample_lab_without_result_reports_it(said):
    lab = labs.HuntLab(goal=list(GOALS)[1], lossless=True, candidates=5_000)
    assert lab.witness is None and not lab.source()
    said(lab.picture.caption)
    with pytest.raises(ValueError, match="^metric: found 'iwo'"):
        labs.HuntLab(metric="iwo")


# ------------------------------------------------------------------------- the ledger to browse


READINGS = ("dci-0.6", "sap-0.98", "fig-matrices", "rect-1", "course-mig-bins", "toy-chen-2")


@pytest.fixture(scope="module")
def shelf():
    """A lab that has measured some claims; every test sets what it looks at."""
    lab = labs.ClaimsLab()
    for id in READINGS:
        lab.set(claim=id)
    return lab


def chosen(lab):
    return lab.values["claim"], lab.sentences[lab.values["square"]].number


def test_claims_lab_opens_without_measuring_claims():
    lab = labs.ClaimsLab()
    assert lab.finding("dci-0.6") is None and "Being measured now" in lab.picture.alt
    assert {s.number for s in lab.sentences} >= {s.number for s in list_sentences()}
    assert set(lab.entries) >= set(CLAIMS)


@pytest.mark.slow
def test_claims_lab_chosen_claim_is_measured_and_shows_source(shelf):
    shelf.set(claim="sap-0.98")
    assert len(shelf.finding("sap-0.98").readings["R²"].values) == 5
    assert "Measured just now, 5 seeds: argument fails" in shelf.picture.caption
    assert "def hidden_sum" in shelf.stage.scene["source"]["code"]
    shelf.set(claim="dci-0.6")
    assert "0.5993" in shelf.picture.text and "def even_rest" in shelf.source()["code"]
    shelf.set(claim="fig-matrices")
    assert "the matrices: they are drawn" in shelf.picture.text and shelf.source() == {}
    assert shelf.finding("fig-matrices") is None


def test_claims_lab_more_seeds_extend_earlier_runs():
    lab = labs.ClaimsLab(claim="course-mig-bins")
    lab.measure()
    few = lab.finding("course-mig-bins")
    assert lab._scene()["can"]["more"] and "5 more will take" in lab._scene()["message"]
    counts = []
    for _ in range(4):
        lab._heard({}, True, "more")
        lab.wait()
        found = lab.finding("course-mig-bins")
        counts.append({len(one.values) for one in found.readings.values()})
    assert counts == [{10}, {20}, {40}, {40}]
    assert not lab.stage.scene["can"]["more"]
    whole = CLAIMS["course-mig-bins"].check(40)
    assert found.readings == whole.readings and found.verdict == whole.verdict
    first = {name: one.values[:5] for name, one in whole.readings.items()}
    assert {name: one.values for name, one in few.readings.items()} == first


@pytest.fixture
def slow_claims(monkeypatch):
    """Three claims of which every run waits until it is let go; what was begun, in order."""
    begun, gate = [], threading.Semaphore(0)

    def put(id):
        def experiment(seed):
            begun.append((id, seed))
            gate.acquire()
            if id == "sap-0.32":
                raise ImportError("no module of that name")
            return 0.5

        claim = dataclasses.replace(CLAIMS[id], experiment=experiment, meets="", pinned="")
        monkeypatch.setitem(CLAIMS, id, claim)

    for id in ("factor-1", "fact-4-least", "sap-0.32"):
        put(id)
    return begun, gate


def test_claims_lab_newer_choice_interrupts_and_keeps_finished_runs(slow_claims, said):
    begun, gate = slow_claims
    lab = labs.ClaimsLab()
    lab._heard({"claim": "factor-1"}, True, "")
    until(lambda: begun == [("factor-1", 0)])
    lab._heard({"claim": "sap-0.98"}, True, "")  # passed over: something newer comes
    lab._heard({"claim": "fact-4-least"}, True, "")
    said(lab.stage.scene["message"])
    assert lab.stage.scene["values"]["claim"] == "fact-4-least", "shown before it is measured"
    gate.release(2)
    until(lambda: len(begun) == 3)
    assert begun == [("factor-1", 0), ("fact-4-least", 0), ("fact-4-least", 1)]
    until(lambda: lab._scene()["busy"] == {"done": 1, "all": 5})
    assert "1 of 5 runs are done" in lab._scene()["message"] and lab._scene()["can"]["stop"]
    lab._heard({}, True, "stop")
    gate.release()
    lab.wait()
    assert len(lab.finding("fact-4-least").readings["as printed"].values) == 2
    assert len(lab.finding("factor-1").readings["as printed"].values) == 1
    assert lab.finding("sap-0.98") is None


def test_claims_lab_claim_with_failing_experiment_reports_error(slow_claims, said):
    _, gate = slow_claims
    gate.release(5)
    lab = labs.ClaimsLab(claim="sap-0.32")
    lab.measure()
    said(lab.picture.caption)


def until(done):
    """Wait for what another thread does."""
    for _ in range(6000):
        if done():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def test_claims_lab_filters_select_first_remaining_claim(shelf, said):
    shelf.reset()
    assert chosen(shelf)[0] == "dci-0.6" and shelf.values == shelf.default_values
    shelf._heard({"paper": "course"}, True, "")
    shelf.wait()
    assert chosen(shelf) == ("course-mig-high", "course-01")
    shelf._heard({"metric": "sap"}, True, "")
    shelf.wait()
    assert "sap" in shelf.entries[chosen(shelf)[0]].metrics
    (listed,) = [spec for spec in shelf.stage.controls if spec["name"] == "claim"]
    kept = shelf.kept(**shelf.values)
    assert listed["options"] == kept and 3 <= len(kept) < 31
    assert all("sap" in f"{CLAIMS[id].source} {CLAIMS[id].statement}".lower() for id in kept)
    shelf._heard({"word": "no such word"}, True, "")
    said(shelf.stage.scene["said"])
    shelf.controls["claim"].value = "sap-0.98"  # by name: the filters open
    assert shelf.values | {"square": 0} == shelf.default_values | {"claim": "sap-0.98", "square": 0}
    shelf.set(paper="all", word="0.98")
    assert "sap-0.98" in shelf.kept(**shelf.values)
    shelf.set(paper="all", word="", verdict="not testable")
    assert chosen(shelf) == ("almudevar2024-37", "almudevar2024-37")
    said(shelf.picture.alt)


def test_claims_lab_every_sentence_square_selects_its_claim(shelf):
    shelf.reset()
    for place, sentence in enumerate(shelf.sentences):
        shelf.values = shelf._follow(shelf.values, shelf.values | {"square": place})
        claim, number = chosen(shelf)
        assert number == sentence.number and shelf.values["paper"] == sentence.paper
        assert claim in (sentence.claims or (sentence.number,))
        if sentence.claims:
            assert CLAIMS[claim].verdict == sentence.verdict


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["all", "sepliarskaia2019", "course", "geyer2024", "zhang2021"])
def test_claims_lab_paper_filter_draws_one_square_per_sentence(shelf, paper):
    shelf.set(paper=paper, claim=READINGS[1], verdict="all", metric="all", word="")
    shelf.values = shelf._follow(shelf.values, shelf.values | {"paper": paper})
    picture = shelf.draw(**shelf.values)
    own = [s for s in shelf.sentences if paper in ("all", s.paper)]
    squares = ET.fromstring(picture.at(860)).iter("{http://www.w3.org/2000/svg}rect")
    found = [node for node in squares if node.get("data-key", "").startswith("sentence-")]
    assert [node.get("data-key")[9:] for node in found] == [s.number for s in own]
    assert all(json.loads(node.get("data-handle"))["label"] for node in found)
    for width in WIDTHS:
        inside(picture.at(width))


@pytest.mark.slow
def test_claims_lab_picture_height_is_equal_for_every_claim(shelf):
    heights = set()
    for settings in (*({"claim": id} for id in READINGS), {"paper": "all"}, {"word": "nowhere"}):
        shelf.set(**settings)
        heights.add(tuple(svg_boxes.frame(shelf.picture.at(w)).bottom for w in WIDTHS))
        for width in WIDTHS:
            inside(shelf.picture.at(width))
    assert len(heights) == 1
    shelf.reset()


def test_claim_card_shows_expected_reading_and_other_claims_of_sentence(shelf):
    shelf.set(claim="course-mig-bins")
    assert "Asked: depends (a difference of at least 0.1)" in shelf.picture.alt
    shelf.set(claim="toy-chen-2")
    assert "Printed: 5.73." in shelf.picture.alt and "On record" in shelf.picture.alt
    sentence = next(s for s in shelf.sentences if s.number == "sepliarskaia2019-02")
    told = ClaimCard(sentence, CLAIMS["fact-10"], None)
    assert "On this sentence, too: fact-11" in told.words and sentence.statement in told.words
    shelf.reset()


@pytest.mark.slow
def test_claim_card_with_longest_text_fits_its_panel(shelf):
    """Words alone, without a run: as tall as they get."""
    height = svg_boxes.frame(shelf.picture.at(360)).bottom
    for id, entry in shelf.entries.items():
        told = ClaimCard(shelf.sentences[entry.places[0]], CLAIMS.get(id), None)
        for width in (300, 460):
            panel = card_panel(told, 720)
            svg = Picture((panel,), "words").at(width)
            inside(svg)
            last = max(box.bottom for box in svg_boxes.texts(svg))
            assert last <= panel.height - 100 < height, "room for a reading at least"


def test_claims_lab_code_rebuilds_lab_and_bundle_has_image(shelf):
    shelf.set(claim="rect-1")
    made = eval(shelf.code, {"labs": labs})
    assert made.values == shelf.values
    bundle = made._repr_mimebundle_()
    assert "<img" in bundle["text/html"] and made.finding("rect-1") is not None
    with pytest.raises(ValueError, match="^paper: found 'nature'"):
        labs.ClaimsLab(paper="nature")
    assert labs.ClaimsLab(paper="geyer2024").values["claim"].startswith("geyer-")
    question = labs.predict("01-even-rest")
    waits = labs.ClaimsLab(after=question)
    assert waits._repr_mimebundle_()["text/plain"] == CLOSED and not waits._runs


@pytest.mark.slow
def test_finding_axis_shows_tolerance_band_and_distant_means_as_text():
    near = picture_of(CLAIMS["dci-0.6"].check()).at(860)
    ticks = [
        float(t.what[5:]) for t in svg_boxes.texts(near) if re.fullmatch(r"text:0\.\d+", t.what)
    ]
    assert max(ticks) - min(ticks) < 0.2  # the band is 0.1 wide: 0.55 to 0.65
    assert "means that are near enough" in near and ">yes<" in near
    far = CLAIMS["beta-0.9967"].check(seeds=2)
    batch = next(found for name, found in far.readings.items() if "batch" in name)
    assert f"{batch.mean:.4f}" in picture_of(far).at(860)  # beyond the axis: told in figures


# ------------------------------------------------------------------------------------- predictions

QUICK = ("01-even-rest", "05-parity", "04-power", "00-characteristics")


@pytest.fixture
def unanswered(monkeypatch):
    monkeypatch.delenv("DISENTANGLE_EDU_GUESSES", raising=False)
    _NEWEST.clear()  # nobody has asked before


@pytest.mark.parametrize("id", QUESTIONS)
def test_prediction_without_guess_stays_open_and_keeps_lab_closed(id, unanswered):
    question, scale = labs.predict(id), QUESTIONS[id].scale
    bundle = question._repr_mimebundle_()
    assert not question.committed and question.truth is None
    assert bundle["text/plain"] == f"{QUESTIONS[id].asks}\nNo guess yet."
    assert question.stage.scene["can"] == {"commit": scale.complete(scale.empty())}
    for width in (360, 780):
        inside(Picture((scale.panel(scale.empty()),), "").at(width))
    lab = labs.dci_even_rest(after=question)
    closed = lab._repr_mimebundle_()
    assert closed["text/plain"] == CLOSED and "<img" not in closed["text/html"]
    assert set(lab.stage.scene) == {"n", "veil"}
    lab._heard({"diagonal": 0.3}, True, "")
    assert set(lab.stage.scene) == {"n", "veil"} and lab.values == lab.default_values


@pytest.mark.parametrize("id", QUICK)
def test_prediction_commit_shows_truth_and_opens_waiting_labs(id, unanswered):
    question, opened = labs.predict(id), []
    lab = labs.dci_even_rest(after=question)
    shown = labs.after(question, lambda: opened.append(1) or "measured just now")
    before = question._repr_mimebundle_()["text/html"]
    assert not opened and "measured" not in str(shown._repr_mimebundle_())
    question._heard({}, True, "commit")
    if not question.complete:
        assert "Mark your guess first" in question.stage.scene["message"]
    question.set(guess=QUESTIONS[id].test_guess)
    question._heard({}, True, "commit")
    question.answering.join()
    question.opening.join()
    assert question.committed and question.truth == QUESTIONS[id].truth()
    assert question.verdict == question.stage.scene["said"] in question.still_words()
    after = question._repr_mimebundle_()["text/html"]
    assert after == before  # a saved notebook gives nothing away
    assert "svg" in lab.stage.scene and opened == [1]
    assert "measured just now" in shown.stage.scene["html"]
    assert "<details>" in lab._repr_mimebundle_()["text/html"]
    question.set(guess=QUESTIONS[id].scale.empty())  # what is committed stays
    assert question.guess == QUESTIONS[id].scale.check("guess", QUESTIONS[id].test_guess)
    for width in (360, 780):
        inside(question.picture.at(width))
    told = {one["question"]: one for one in json.loads(labs.export_guesses())}
    read = told[id]["guess"], told[id]["truth"]
    if isinstance(read[0], dict):  # options stand there in words
        chosen = [QUESTIONS[id].scale.options[one] for one in question.guess]
        assert list(read[0].values()) == chosen and read[0].keys() == read[1].keys()
    else:
        assert read == (question.guess, question.truth)


def test_export_guesses_appends_to_guesses_of_earlier_session(monkeypatch, tmp_path):
    path = tmp_path / "guesses.json"
    earlier = {"question": "01-even-rest", "asks": "?", "guess": 0.9, "truth": 0.6}
    again = {"asks": "?", "guess": 0.6, "truth": 0.6}
    for id in list(GUESSES):
        monkeypatch.delitem(GUESSES, id)
    monkeypatch.setitem(GUESSES, "01-even-rest", again)
    assert labs.export_guesses(str(path)) == f"One guess is written to {path}"
    path.write_text(json.dumps([earlier]))
    monkeypatch.setitem(GUESSES, "01-weight", again)
    assert labs.export_guesses(str(path)) == f"2 guesses are written to {path}, 1 from before"
    assert json.loads(path.read_text()) == [earlier, {"question": "01-weight"} | again]


@pytest.mark.parametrize("words", ["", "{}x", "[1]", '[{"question": "none"}]', '{"a": 1}'])
def test_export_guesses_to_file_with_other_content_raises(tmp_path, words):
    path = tmp_path / "mine.json"
    path.write_text(words)
    with pytest.raises(ValueError, match="path: found '.*mine.json', which holds something else"):
        labs.export_guesses(str(path))
    assert path.read_text() == words


def test_prediction_with_guesses_from_environment_is_committed(monkeypatch):
    monkeypatch.setenv("DISENTANGLE_EDU_GUESSES", "given")
    question = labs.predict("01-even-rest")
    assert question.committed and question.guess == 0.9
    assert not labs.dci_even_rest(after=question).closed
    with pytest.raises(ValueError, match="^id: found 'no-such'"):
        labs.predict("no-such")


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id, one in QUESTIONS.items() if one.figures])
def test_question_with_measured_figures_shows_one_per_row(id):
    question = QUESTIONS[id]
    figures = question.measured()
    assert len(figures) == len(question.scale.rows) and all(figures)
    told = question.verdict(question.test_guess, question.truth(), figures)
    assert all(figure in told for figure in figures)
    for width in (360, 780):
        inside(
            Picture(question.panels(question.test_guess, question.truth(), figures), "").at(width)
        )
        assert figures[0] not in Picture(question.panels(question.scale.empty()), "").at(width)


def test_prediction_exclusive_options_have_radio_roles(unanswered):
    question = labs.predict("05-parity")
    question.set(guess=[2, None])
    nodes = list(ET.fromstring(question.picture.at(780)).iter())
    options = [node for node in nodes if node.get("role") == "radio"]
    assert len(options) == 6 and all(json.loads(o.get("data-handle"))["radio"] for o in options)
    assert [node.get("aria-checked") for node in options].count("true") == 1
    assert [node.get("aria-label") for node in nodes if node.get("role") == "radiogroup"] == [
        "MIG",
        "DCIMIG",
    ]
    assert nodes[0].get("role") == "group"  # the parts of an image would not be spoken


def test_prediction_incomplete_guess_disables_commit_and_says_why(unanswered):
    question = labs.predict("01-even-rest")
    question._show()
    assert "Mark your guess first" in question.stage.scene["message"]
    question.set(guess=0.5)
    assert question.stage.scene["message"] == "Marked. The button opens the answer."
    assert question.stage.scene["can"] == {"commit": True}


def test_prediction_created_again_keeps_guess_and_answer(unanswered):
    marked = labs.predict("05-parity")
    marked._heard({"guess/0": 2}, True, "")
    again = labs.predict("05-parity")
    assert again.guess == [2, None] and not again.committed
    marked._heard({"guess/1": 1}, True, "")  # on its way while the cell was run
    assert again.guess == [2, 1] == marked.guess
    again.commit()
    opened = labs.dci_even_rest(after=labs.predict("05-parity"))
    assert not opened.closed and labs.predict("05-parity").truth == again.truth
    assert labs.predict("05-parity").committed


def test_prediction_after_commit_ignores_further_gestures(unanswered):
    question = labs.predict("05-parity")
    question._heard({"guess/0": 2, "guess/1": 1}, True, "")
    question.commit()
    question.stage.asked = 9
    question._heard({}, True, "undo")
    question._heard({}, True, "commit")
    assert question.guess == [2, 1] and question.stage.scene["n"] == 9
    assert labs.predict("05-parity").guess == [2, 1]


def test_prediction_in_two_cells_is_answered_in_both(unanswered):
    older, newer = labs.predict("05-parity"), labs.predict("05-parity")
    lab = labs.dci_even_rest(after=older)
    older._heard({"guess/0": 2, "guess/1": 1}, True, "")
    older._heard({}, True, "commit")
    newer.answering.join()
    assert older.committed and newer.committed and not lab.closed


def test_question_verdict_with_given_figures_is_fast():
    question = QUESTIONS["17-noise"]
    before = time.process_time()
    said = question.verdict([1], [0], ("modularity 0.1 of the best, 0.2 of noise",))
    assert time.process_time() - before < 0.2 and "0.2 of noise" in said


def test_prediction_rank_gestures_in_one_message_apply_in_order(unanswered):
    question = labs.predict("09-rank")
    question._heard({"guess/K": 2, "guess/N": 0}, True, "")  # two gestures in one message
    assert question.guess == ["N", "L", "M", "K"]


@pytest.mark.parametrize("id", ["01-even-rest", "05-parity", "09-rank", "04-power"])
def test_prediction_table_lists_guess_and_answer_after_commit(id, unanswered):
    question = labs.predict(id)
    question.set(guess=QUESTIONS[id].test_guess)
    assert question.stage.scene["table"] is None
    question.commit()
    head, *rows = question.stage.scene["table"]
    assert head[1:3] == ["you said", "it is"] and all(len(row) == len(head) for row in rows)
    assert len(rows) == (1 if id == "01-even-rest" else len(question.truth))


def test_lab_cancelled_drag_restores_picture_and_history():
    lab = labs.rectangles()
    lab._heard({"width": 5}, True, "")
    before, past = looks(lab), len(lab.history._past)
    seen, said = lab.values["memory"], lab._said
    lab._heard({"width": 7}, False, "")
    lab._heard({"width": 2}, False, "")
    lab._heard({}, False, "take_back")
    assert looks(lab) == before and len(lab.history._past) == past
    assert lab.values["memory"] == seen and lab._said == said


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_draggable_nodes_have_unique_keys_and_aria_roles(build):
    nodes = list(ET.fromstring(build().picture.at(860)).iter())
    moved = [node for node in nodes if node.get("data-handle")]
    keys = {node.get("data-key") for node in nodes}
    for node in moved:
        handle = json.loads(node.get("data-handle"))
        assert handle.get("radio") or node.get("data-key") or node.get("data-of") in keys
        if len(handle["axes"]) == 1:
            assert node.get("role") in ("slider", "radio", "gridcell") and node.get("aria-label")
            continue
        each = [n for n in moved if n.get("data-of") == node.get("data-key")]
        assert [n.get("role") for n in each] == ["slider", "slider"]
        assert len({n.get("aria-label") for n in each}) == 2


def test_widget_page_missing_scene_gets_it_again(monkeypatch):
    lab, sent = labs.rectangle(), []
    monkeypatch.setattr(type(lab.stage), "send_state", lambda self, key=None: sent.append(key))
    lab.stage._message(None, {"missing": True}, [])
    assert sent == ["scene"]


def test_static_picture_has_transparent_touch_targets():
    still = ET.fromstring(labs.two_models().picture.svg)
    targets = [node for node in still.iter() if node.get("class") == "de-target"]
    assert len(targets) == 8 and {node.get("fill") for node in targets} == {"transparent"}


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_radio_nodes_are_inside_radio_group(build):
    root = ET.fromstring(build().picture.at(860))
    grouped = [n for g in root.iter() if g.get("role") == "radiogroup" for n in g.iter()]
    radios = [node for node in root.iter() if node.get("role") == "radio"]
    assert all(node in grouped for node in radios)
    assert sum(node.get("aria-checked") == "true" for node in radios) >= min(len(radios), 1)


def test_after_with_markdown_result_shows_html(unanswered):
    question = labs.predict("01-even-rest")
    waiting = labs.after(question, lambda: said("**{n}** of *all*; `a * b < c`.", n=2))
    question.set(guess=0.5)
    question.commit()
    question.opening.join()
    assert waiting.stage.scene["html"] == (
        "<p><strong>2</strong> of <em>all</em>; <code>a * b &lt; c</code>.</p>"
    )


def test_as_html_markdown_table_becomes_html_table():
    shown = as_html("| a | b |\n|---|---|\n| **1** | <i> |\n\nWords\nbelow.\n\n* one\n* two")
    assert shown.count("<tr>") == 2 and shown.count("<th ") == 2 and shown.count("<td ") == 2
    assert ">a</th>" in shown and "<strong>1</strong>" in shown and "&lt;i&gt;" in shown
    assert "<p>Words below.</p>" in shown and "<li>one</li><li>two</li>" in shown


def test_cite_links_papers_and_unknown_key_raises():
    shown = cite("chen2018", "zhang2021").text.split("\n\n")
    assert [words.partition(":")[0] for words in shown] == ["chen2018", "zhang2021"]
    assert ["](https://" in words for words in shown] == [True, False]  # no address is known
    with pytest.raises(ValueError, match="^keys: found 'nobody1999'"):
        cite("chen2018", "nobody1999")


@pytest.mark.parametrize("room", [60, 90, 120, 400])
def test_in_lines_narrow_room_puts_words_on_two_lines(room):
    starts, letters = [0.0, 5.0, 12.0, 20.0, 22.0], 31.0
    places = in_lines(starts, letters, 10, room)
    letter = places.size / 12 * LETTER
    ends = [
        start + letter * (end - at)
        for start, at, end in zip(places.across, starts, [*starts[1:], letters])
    ]
    assert min(places.across) == 10 and max(ends) <= 10 + room + 1e-9
    lines = len(set(places.down))
    assert lines == (1 if room == 400 else 2)
    if lines == 2:  # as large as the longer line allows, which is more than one line would
        assert letter == pytest.approx(room / 19) and letter > room / letters


def test_bids_of_single_factor_subtract_nothing():
    assert bids(np.array([[0.2], [0.7]])) == [(1, 0, "bid")]
    assert bids(np.array([[0.9, 0.8], [0.5, 0.1]])) == [(1, 0, "bid"), (1, 1, "minus")]


@pytest.mark.parametrize("n_columns", [1, 7, 10, 12])
def test_scores_table_with_many_columns_fits_page_width(n_columns):
    table = Scores({"row": {f"c{j}": 0.5 for j in range(n_columns)}})._repr_html_()
    least = [int(width) + 20 for width in re.findall(r"min-width:(\d+)px", table)]  # with padding
    assert len(least) == n_columns and sum(least) <= 700
    bars = re.findall(r"background-size:([\d.]+)px 3px,(\d+)px", table)
    assert all(float(bar) == int(ground) / 2 > 0 for bar, ground in bars)


def test_side_by_side_table_has_name_for_every_score():
    table = labs.side_by_side({"a <code>": examples.parity_leak()}, ["mig", "dcimig"])
    shown = table._repr_html_()
    assert shown.count("data-name=") == 2 and "a &lt;code&gt;" in shown and "1.000" in shown
    assert "mig" in repr(table) and table.rows["a <code>"]["mig"] == 1


def test_dci_two_ways_lab_pure_rows_in_shared_column_are_reported_once(said):
    lab = labs.dci_two_ways(values=[[1, 0], [1, 0.5], [0, 1]])
    lab._heard({"values/1/1": 0.0}, True, "")
    said(lab.stage.scene["said"])
    lab._heard({"values/0/0": 0.9}, True, "")
    assert "Pure rows" not in lab.stage.scene["said"]


def test_handwriting_lab_drag_describes_factor_that_changed_most():
    lab = labs.handwriting()
    assert "which factor moves" in lab.picture.caption and ">+0.0<" in lab.picture.at(860)
    lab._heard({"latents/2": 2.5}, True, "")
    told = r"latent 3 from -?\d\.\d to 2\.5: the \w+ changed most"
    assert re.search(told, lab.stage.scene["said"])
    lab._heard({"latents/0": 2.0}, True, "")
    assert lab.stage.scene["said"].startswith("latent 1 from ")  # the last one moved, by itself
    assert 'data-key="row"' in lab.picture.at(860)


@pytest.mark.parametrize("id", QUESTIONS)
def test_question_picture_has_unique_element_keys(id):
    """The stage finds by its key what is to move, so a key may stand for one shape only."""
    question = QUESTIONS[id]
    svg = Picture(question.panels(question.test_guess), "").at(780)
    keys = [(n.tag, n.get("data-key")) for n in ET.fromstring(svg).iter() if n.get("data-key")]
    assert len(keys) == len(set(keys))


def test_after_with_failing_measurement_shows_escaped_error(unanswered):
    def fails():
        raise ValueError("no such <claim>")

    question = labs.predict("01-even-rest")
    panel = labs.after(question, fails)
    question.set(guess=0.5)
    question.commit()
    question.opening.join()
    assert "could not be measured" in panel.stage.scene["html"]
    assert "&lt;claim&gt;" in panel.stage.scene["html"]


def test_lab_link_contains_code_of_current_state(monkeypatch):
    from urllib.parse import parse_qs, urlsplit

    from disentangle_edu.widgets import links

    lab = labs.sap_power(exponent=3)
    lab.set(exponent=7)
    to = lab.stage.scene["link"]
    assert parse_qs(urlsplit(to["page"]).query) == {"code": ["labs.sap_power(exponent=7)"]}
    monkeypatch.setenv("DISENTANGLE_EDU_SITE", "https://example.org/course")
    assert links.link(lab.code)["site"] == "https://example.org/course"


def test_homepage_is_read_from_project_metadata(monkeypatch):
    from importlib import metadata

    from disentangle_edu.widgets import links

    def nothing(_):
        raise metadata.PackageNotFoundError

    told = {"Project-URL": ["Repository, https://b.org", "Homepage, https://a.org/c"]}
    for found, site in [(lambda _: Settings(told), "https://a.org/c"), (nothing, "")]:
        monkeypatch.setattr(metadata, "metadata", found)
        links.homepage.cache_clear()
        assert links.homepage() == site
    links.homepage.cache_clear()


class Settings(dict):
    get_all = dict.get


def test_after_without_threads_measures_immediately(monkeypatch, unanswered):
    """In the browser alone Python starts none."""

    def no_threads(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_threads)
    question = labs.predict("01-even-rest")
    waiting = labs.after(question, lambda: said("**{n}**.", n=2))
    question.set(guess=0.5)
    question.commit()
    assert question.opening is None and "<strong>2</strong>" in waiting.stage.scene["html"]
    lab = labs.ClaimsLab(claim="dci-0.957")
    lab._heard({"claim": "dci-0.6"}, True, "")
    assert "Measured just now" in lab.picture.caption


def test_cuts_lab_one_cut_recognises_ends_and_nineteen_cuts_all_values(said):
    lab = labs.cuts()
    places = _ordered_values("A")[0]
    for rank in (0, 1, 2):  # nobody, one and two others lie on its side
        lab.set(value=rank, cut=(places[rank] + places[rank + 1]) / 2)
        said(lab.picture.caption)
    lab.reset()
    for rank in range(20):
        for cut in (*(places[:-1] + np.diff(places) / 2), -1.0, 1.0):
            lab.set(value=rank, cut=float(cut))
        assert lab.values["memory"].of("A")[rank] == min(rank, 19 - rank)
    assert lab.scores == {"recognised": 2}
    lab.set(letter="B")
    lab.set(letter="A")
    assert lab.scores == {"recognised": 2}, "what was found is kept"
    lab.reset()
    lab.set(cut=(places[-2] + places[-1]) / 2)
    lab.set(value=19)  # the standing cut parts the ball that is clicked
    assert lab.scores == {"recognised": 1} and "is recognised" in lab.picture.caption
    for count in range(4, 20):
        lab._press("One cut more")
        assert len(lab.values["cuts"]) == count and lab.scores == {"recognised": count + 1}
    lab._press("One cut more")
    assert len(lab.values["cuts"]) == 19, "there is nothing left to part"
    lab._press("One cut fewer")
    assert lab.scores == {"recognised": 19}


def test_cuts_lab_svm_matches_paper_and_lda_recognises_all_values():
    paper = labs.cuts(way=SVM)
    assert paper.scores == {"recognised": 2}
    figure = CLAIMS["toy-kumar-1"].expects.text
    assert f"{figure} in 100" in paper.picture.text and paper.picture.text.endswith(f"{figure}.")
    assert labs.cuts(way=LDA).scores == {"recognised": 20}
    freer = labs.cuts()
    freer.set(C=1.0)  # who moves C wants to see the SVM
    assert freer.values["way"] == SVM and freer.scores["recognised"] > 2
    with pytest.raises(ValueError, match="cuts: found .* expected 1 to 19 numbers"):
        labs.cuts(cuts=[2.0])


def test_factor_vae_lab_vote_is_reported_only_for_drawn_batches(said):
    lab = labs.factor_vae()
    lab._press("One more batch")
    said(lab.picture.caption)
    lab.set(held="factor 2")
    said(lab.picture.caption)
    lab.set(held="factor 3")
    lab._press("100 batches")
    said(lab.picture.caption)


def test_part_that_moved_with_all_weights_changed_finds_changed_part():
    before, now = (labs.mig_and_dcimig(entropy=bits).picture.scores["dcimig"] for bits in (3, 5))
    assert now.weights[2] < before.weights[2] and now.parts[0] < before.parts[0] - 0.1
    assert part_that_moved(before, now).startswith(": factor 1's part fell")


def test_text_correlations_lab_square_shows_its_runs():
    lab = labs.text_correlations(square=3)  # BetaVAE and KL, which an autoencoder has not
    assert lab.picture.caption.startswith("BetaVAE and KL rise together, loosely: 0.")
    assert lab.picture.at(900).count('data-key="p') == 40


def test_lab_dragged_probability_rescales_row_and_weight_selects_its_cell():
    lab = labs.beta_vae(preference=0.0)
    lab._heard({"copies/0/0": 0.8}, True, "")
    assert lab.values["copies"][0] == [0.8, 0.1, 0.1] and lab.values["preference"] == 1
    lab = labs.mig_and_dcimig()
    lab._heard({"weights/3/0": 1.0}, True, "")
    assert lab.values["cell"] == 9 and "MIG fell" in lab.stage.scene["said"]
    with pytest.raises(ValueError, match="weights: found 1 rows, expected 2 to 4"):
        labs.mig_and_dcimig(weights=[[1, 0, 0]])
    with pytest.raises(ValueError, match="weights: found 2 columns, expected 3"):
        labs.mig_and_dcimig(weights=[[1, 0], [0, 1]])


def test_explanation_of_dci_with_zero_columns_groups_equal_parts():
    matrix = InformativenessMatrix([[1.0, 0, 0], [0.5, 0.5, 0], [0.5, 0.5, 0]])
    told = disentanglement(matrix).explanation
    assert told.startswith("What costs most are latent 2 and latent 3") and told.endswith(
        "spread over factor 1 (0.50), factor 2 (0.50)."
    )
    assert "no entry above 0" in completeness(matrix).explanation


def test_prediction_scale_lines_do_not_block_clicks():
    picture = labs.predict("02-coins").picture.at(700)
    lines = [node for node in ET.fromstring(picture).iter() if node.tag.endswith("}line")]
    assert len(lines) > 10 and all(line.get("pointer-events") == "none" for line in lines)


def test_lab_after_two_predictions_opens_when_both_are_committed():
    one, two = labs.predict("18-winner"), labs.predict("18-agree")
    lab = labs.text_models(after=(one, two))
    assert lab.veil.startswith("2 guesses")
    for question, closed in ((two, True), (one, False)):
        question.set(guess=question.question.test_guess)
        question.commit()
        assert lab.closed is closed
        assert not closed or lab.veil.startswith("One more guess")


def test_lab_derived_values_survive_code_rebuild_and_reset():
    lab = labs.mig_and_dcimig()
    lab._heard({"weights/3/0": 1.0}, True, "")
    lab._heard({"cell": 0}, True, "")
    again = eval(lab.code, {"labs": labs})
    assert again.values == lab.values and again.values["cell"] == 0
    lab._heard({"weights/3/0": 0.5}, True, "")
    lab.reset()
    assert lab.values == lab.default_values
    way = labs.walk(step=5)
    way.set(way="all together")
    assert way.values["step"] == 1  # a quarter of the way, of five steps
    way.reset()
    assert way.values == way.default_values | {"step": 5}


def test_text_budget_lab_describes_lost_bits_and_impossible_regions(said):
    lab = labs.text_budget(kl=5, rec=8)
    said(lab.picture.caption)
    assert lab.picture.scores["lost"] < 0
    lab.set(rec=8.5)
    said(lab.picture.caption)
    lab.set(kl=12.5, rec=8)
    said(lab.picture.caption)


def test_sap_levels_lab_marks_levels_whose_own_line_is_highest(said):
    def full(lab, factor):
        drawn, key = ET.fromstring(lab.picture.at(700)), ("lineown", "second")[factor - 1]
        dots = [at for at in drawn.iter() if at.get("data-key", "").startswith(key)]
        return [dot.get("fill") != PAPER for dot in dots]

    lab = labs.sap_levels(levels=4)
    said(lab.picture.caption)
    lab.set(levels=8)
    said(lab.picture.caption)
    assert full(lab, 1) == full(lab, 2) == [True, *[False] * 6, True]
    assert lab.picture.scores["sap"] == sap_of_copies(8).value
    lab.set(levels=5)  # two draws of one world
    said(lab.picture.caption)
    told = [sum(full(lab, factor)) / 5 for factor in (1, 2)]
    own = sap_of_copies(5).matrix.values.diagonal()
    assert own == pytest.approx(told, abs=0.03)  # new samples are told as the picture says
    lab.set(C=None)  # as numbers
    assert lab.picture.scores["sap"] > 0.99 and "on one line" in lab.picture.caption


def test_cuts_lab_trained_classifiers_draw_their_lines(said):
    lab = labs.cuts(way="all values at once, trained (LDA)")
    drawn = ET.fromstring(lab.picture.at(900))
    keys = [at.get("data-key", "") for at in drawn.iter()]
    assert sum(key.startswith("slope") for key in keys) == 20
    assert lab.picture.scores["recognised"] == 20
    lab.set(C=0.01, way="one against the rest, trained (SVM)")
    said(lab.picture.caption)


def test_words_changed_counts_match_words_kept_by_decoder():
    found = words_changed(ROOMY)
    assert found.values.shape == (8, 4) and found.values.max() <= pretrained_text.PAIRS
    kept = pretrained_text.word_recovery("ynoc-beta_vae-0.2-0-roomy")
    assert tuple(kept) == found.column_names
    moved = (
        found.values.max(0) / pretrained_text.PAIRS
    )  # what it keeps, some latent moves nearly always
    assert all((most > 0.7) == (share > 0.5) for most, share in zip(moved, kept.values()))
    lost = pretrained_text.word_recovery("ynoc-beta_vae-1-0")
    assert max(lost.values()) < 0.2  # it says one sentence, whatever it has read


@pytest.mark.parametrize(
    ("before", "now", "kinds"),
    [
        ("Name1 was a/an Occupation2 in 2013 .", "Name1 was a/an Occupation2 in 2014 .", "year"),
        ("Name1 was in City1 in 2013 .", "in 2013 , Name1 was in City1 .", ""),  # only moved
        ("Name1 was in City1 in 2013 .", "in 2014 , Name2 was in City1 .", "year name"),
        ("Name1 was in City1 in 2013 .", "Name1 was in 2013 .", "city"),  # gone
    ],
)
def test_words_changed_counts_added_or_removed_words_but_not_moved_ones(
    monkeypatch, before, now, kinds
):
    monkeypatch.setattr(pretrained_text, "latent_by_latent", lambda model, pair: [before, now])
    (row,) = words_changed(ROOMY).values / pretrained_text.PAIRS
    assert [name for name, share in zip(corpora.YNOC_WORDS, row) if share] == kinds.split()
    assert set(row) <= {0, 1}


def test_closest_clouds_distance_is_in_standard_deviations():
    rng = np.random.default_rng(0)
    held = np.repeat([0, 1, 2], 5_000)
    points = rng.normal(0, 0.5, (15_000, 2)) + np.array([[0, 0], [1, 0], [0, 4]])[held]
    i, k, apart = closest_clouds(points, held)
    assert (i, k) == (0, 1) and abs(apart - 2) < 0.1
    flat = np.column_stack([points[:, 0], points[:, 0]])  # all on a line: still a distance
    assert abs(closest_clouds(flat, held)[2]) < 0.1


def test_mig_and_dcimig_lab_equal_changes_are_described_together():
    lab = labs.mig_and_dcimig()
    lab.set(noise=0.5)
    assert lab._said.count("each part fell much alike") == 2


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(0, 1, [0, 0.5, 1]), (-2, 2, [-2, -1, 0, 1, 2]), (1, 35, [10, 20, 30]), (0.2, 0.6, 5)],
)
def test_round_ticks_are_round_and_inside_range(low, high, found):
    ticks = round_ticks(low, high, 5)
    assert ticks == found or len(ticks) == found
    assert low <= ticks[0] < ticks[-1] <= high and len(ticks) <= 5


def test_text_noise_lab_noise_hides_latents_of_low_variance(said):
    lab = labs.text_noise()
    said(lab.picture.caption)
    without = lab.scores["mig"]
    lab._heard({"noise": 0.1}, True, "")
    said(lab.stage.scene["said"])
    assert lab.scores["mig"] > 1.5 * without
    assert re.search(r"[\d,]+ samples.*spread [\d.]+ over 5 repetitions", lab.picture.text)
    lab.set(model="Vanilla-VAE", noise=1.0)
    assert lab.scores["mig"] < 0.01, "a collapsed model tells nothing under its noise"
    name = "ynoc-beta_vae-0.2-0"
    noisy = (
        pretrained_text.text_code(name, noise=1.0).latents - pretrained_text.text_code(name).latents
    )
    wide = np.sqrt(np.square(pretrained_text.noise_of(name)).mean(0))
    assert noisy.std(0) == pytest.approx(wide, rel=0.05)


def test_mutual_information_in_100_bins_matches_number_in_chapter():
    bits = mutual_information(pretrained_text.text_code("ynoc-beta_vae-0.2-0"), bins=100).values
    assert f"{bits[3, 1]:.0f}" == "4"  # "four bits of the name"


def test_every_code_lab_compares_all_models_at_same_step(said):
    lab = labs.every_code()
    said(lab.picture.caption)
    lab.set(step=20)
    assert lab.scores["ideal: a latent per factor"] == 0
    assert 'data-key="o7w0"' in lab.picture.at(860), "six codes between two sentences"


def test_cuts_lab_control_without_effect_is_hidden():
    lab = labs.cuts()
    lab._show()
    assert lab.stage.scene["can"]["C"] == lab.stage.scene["can"]["One cut more"] == "gone"
    lab._heard({"way": SVM}, True, "")
    assert lab.stage.scene["can"]["C"] is True
    assert lab.stage.scene["can"]["One cut more"] == "gone"


def test_factor_vae_lab_impossible_button_press_shows_message(said):
    lab = labs.factor_vae()
    lab._heard({"weights/0": [0.0, 0.0, 0.0]}, True, "")
    asked = lab.stage.scene["n"]
    lab._heard({}, False, "100 batches")
    assert "latent 1 mixes nothing" in lab.stage.scene["message"] and lab.stage.scene["wrong"]
    assert lab.stage.scene["n"] >= asked
    lab._heard({}, False, "run_full")
    until(lambda: not lab.stage.scene["busy"])
    said(lab.stage.scene["message"])
    lab._heard({}, False, "reset")
    assert lab.values == lab.default_values and not lab.stage.scene["message"]


def test_factor_vae_lab_tied_latents_share_vote(said):
    weights = [[0.5, 0.4, 0.5], [0.5, 0.4, 0.5], [0.4, 0.4, 0.6]]
    lab = labs.factor_vae(weights=weights)
    lab._heard({}, False, "100 batches")
    first, second, _ = lab.values["memory"].table
    assert first == second and sum(first) > 0
    said(lab.picture.caption)


def test_toy_text_lab_live_picture_is_not_compared_with_full_run():
    lab = labs.toy_text(C=10.0)
    live = lab.scores["disentanglement"]
    lab.run_full()
    assert abs(lab.scores["disentanglement"] - live) > 0.1
    lab._heard({"bins": 25}, True, "")
    assert "isentanglement" not in lab.stage.scene["said"], "bins do nothing to it"
    assert lab.stage.scene["said"].startswith("The quick, smaller run again. MIG ")
    lab._heard({"bins": 30}, True, "")
    assert lab.stage.scene["said"].startswith("MIG "), "said once"


def test_beta_vae_lab_rotation_keeps_full_run_picture():
    lab = labs.beta_vae()
    lab._repr_mimebundle_()
    lab.full = _marked
    lab.run_full()
    shown = lab.stage.scene["said"]
    lab._heard({"turn": 20}, True, "")
    assert lab.stage.scene["said"] == shown and BACK not in shown
    lab._heard({"batch": 64}, True, "")
    assert lab.stage.scene["said"].startswith(BACK)


def test_beta_vae_lab_rotation_does_not_stop_full_run():
    lab, going, turned = labs.beta_vae(), threading.Event(), threading.Event()

    def waits(progress, **values):
        for _ in progress(range(2)):
            going.set()
            assert turned.wait(20)
        return _marked(progress, **values)

    lab.full = waits
    lab._heard({}, True, "run_full")
    assert going.wait(20)
    lab._heard({"turn": 20}, True, "")
    turned.set()
    until(lambda: not lab.stage.scene["busy"])
    assert lab.picture.caption.startswith("In full.")
    assert lab.picture.at(860) == _marked(list, **lab.values).at(860), "of another turn"


def _marked(progress, **values):
    """As the live picture, but for a mark by which it can be told from it."""
    picture = labs.beta_vae().draw(**values)
    return dataclasses.replace(picture, caption=f"In full. {picture.caption}")


def test_perfect_code_scores_match_mig_of_samples():
    """A hundred sentences: a fifth of those with the first kind have the second, 4 of 5 others."""
    cases = [((a, b), 1) for a in range(5) for b in range(2)]
    cases += [((a, -1), 8) for a in range(5)] + [((-1, b), 20) for b in range(2)] + [((-1, -1), 10)]
    rows = np.array([values for values, count in cases for _ in range(count)])
    shares = _joint_shares(0.5, 0.2, 0.8)
    assert shares * 100 == pytest.approx(
        np.histogram2d(*np.where(rows < 0, 9, rows).T, [[0, 1, 2, 3, 4, 5, 10], [0, 1, 2, 10]])[0]
    )
    kinds = {"factor_types": "levels", "latent_types": "levels"}
    as_value = Representation(rows, rows, **kinds)
    left_out = Representation(np.ma.array(rows, mask=rows < 0), rows, **kinds)
    for rep, is_value in ((as_value, True), (left_out, False)):
        assert perfect_code(shares, is_value).value == pytest.approx(mig(rep).value)
    assert mig(left_out).value == pytest.approx(1) and mig(as_value).value < 0.9


@pytest.mark.parametrize("counts", [((6, 2), (0, 8)), ((3, 9), (2, 2)), ((0, 5), (3, 0))])
def test_shared_bits_lab_matches_mutual_information_of_samples(counts):
    """`counts` of the factor's 0 and 1, where the latent is low, and where it is high."""
    latent, factor = np.repeat([(0, 0), (0, 1), (1, 0), (1, 1)], np.ravel(counts), axis=0).T
    kinds = {"factor_types": "levels", "latent_types": "levels"}
    rep = Representation(factor[:, None], latent[:, None], **kinds)
    shares = {"with_it": factor[latent == 0].mean(), "without": factor[latent == 1].mean()}
    found = labs.shared_bits().at(first=1 - latent.mean(), **shares)["I"]
    assert found == pytest.approx(mutual_information(rep).values[0, 0], abs=5e-5)


def test_values_in_bins_lab_matches_mig_of_samples():
    places = [-1.0, -0.7, 0.0, 1.0]
    levels, latent = np.tile(np.arange(4), 2)[:, None], np.tile(places, 2)[:, None]
    kinds = {"factor_types": "levels", "latent_types": "continuous"}
    lab = labs.values_in_bins(places=places)
    for bins in (2, 4, 9):
        expected = mig(Representation(levels, latent, **kinds), bins=bins).value
        assert lab.at(bins=bins)["mig"] == pytest.approx(expected, abs=5e-5)
    for bad in ([0.0, 2.0], [0.0], 3, ["a", "b"], [0.0, float("nan")], [True, False], None):
        with pytest.raises(ValueError, match="places: found .* expected 2 to 20 numbers from -1"):
            labs.values_in_bins(places=bad)


@pytest.mark.parametrize("shift", [0.0, 6.0])
def test_one_point_lab_matches_beta_vae_pair_difference(shift):
    samples = np.array([(2, 9), (3, 1), (8 - shift, 2), (8, 7), (5, 8), (6, 3)], float)
    held = lambda k, groups, size, rng: samples.reshape(groups, size, 2)
    expected = DIFFERENCES["pair"](held, 0, 1, 3, None)[0]
    lab = labs.one_point(pairs=samples.tolist())
    assert list(lab.at().values()) == pytest.approx(expected, abs=5e-5)
    still = 1 + int(np.argmin(expected))
    assert f"would say that factor {still} stood still" in lab.picture.caption
    for bad in (samples[:3], samples[:, :1], np.tile(samples, (2, 1))):
        with pytest.raises(ValueError, match="pairs: found .* expected two rows"):
            labs.one_point(pairs=bad.tolist())


def test_one_vote_lab_samples_cast_lowest_variance_vote(said):
    lab = labs.one_vote()
    first = lab.values["samples"]
    assert list(lab.at().values()) == pytest.approx([0.25 / 4, 0.1875 / 2, 11.5 / 10], abs=5e-5)
    said(lab.picture.caption)
    still = [[*row[:2], 5.0] for row in first]
    said(labs.one_vote(samples=still).picture.caption)
    both = [[4.0, *row[1:2], 5.0] for row in first]
    said(labs.one_vote(samples=both).picture.caption)
    for bad in (first[:1], [row[:2] for row in first], first * 3):
        with pytest.raises(ValueError, match="samples: found .* expected 2 to 8 rows of 3"):
            labs.one_vote(samples=bad)


@pytest.mark.parametrize("power", [1, 3, 9])
def test_straight_line_lab_best_slope_matches_linear_regression(power, said):
    factor = np.linspace(-1, 1, 5)
    expected = LinearRegression().fit(factor[:, None] ** power, factor)
    best = {"power": power, "slope": round(float(expected.coef_[0]), 2)}
    lab = labs.straight_line(**best)
    score = expected.score(factor[:, None] ** power, factor)
    assert lab.at(**best)["R²"] == pytest.approx(score, abs=1e-3)
    said(lab.picture.caption)
    said(labs.straight_line(power=power, slope=0.4).picture.caption)


def test_importance_by_size_sums_to_forest_importances():
    found = importance_by_size(2, 1_000)
    rep = toy_letters.small(samples=1_000)
    for k, codes in enumerate(rep.factors.T):
        forest = RandomForestClassifier(TREES, max_features=2, random_state=0)
        expected = forest.fit(rep.latents, codes).feature_importances_
        assert found[..., k].sum(0) == pytest.approx(expected)


def test_question_on_absent_factors_states_shares_of_corpus():
    shares, asks = shares_with(), QUESTIONS["17-absent-bits"].asks
    assert f"{shares['conj1']:.0%}" in asks and f"{shares['conj2']:.0%}" in asks


def test_dci_even_rest_lab_factor_count_keeps_rest_of_row():
    lab = labs.dci_even_rest()
    lab.set(factors=3)
    assert lab.values["off_diagonal"] == pytest.approx(0.1)
    assert lab.scores["disentanglement"] == pytest.approx(0.4183, abs=1e-4)  # of [8, 1, 1]


def test_dci_even_rest_lab_describes_rest_as_all_but_largest_share(said):
    lab = labs.dci_even_rest()
    said(lab.picture.caption)
    lab.set(diagonal=0)  # ten equal bars are left
    said(lab.picture.caption)


@pytest.mark.parametrize("width", WIDTHS)
def test_dci_two_ways_lab_narrow_columns_keep_whole_names(width):
    names = ["digit", "ink", "slant", "width", "height", "stroke"]
    lab = labs.dci_two_ways(values=importances_of("handwriting").values.tolist(), names=names)
    words = [box.what.removeprefix("text:") for box in svg_boxes.texts(lab.picture.at(width))]
    assert set(names) <= set(words)
    numbers = [word for word in words if re.fullmatch(r"0?\.\d\d", word)]
    assert len(numbers) >= 60, "a cell has lost its number"


@pytest.mark.parametrize("said", [*corpora.YNOC_KIND, *corpora.POS_KIND])
def test_text_width_is_close_to_drawn_width(said):
    assert text_width(said) == pytest.approx(
        svg_boxes.text_width(said) / svg_boxes.text_width("n"), rel=0.1, abs=0.2
    )


def test_rectangles_lab_code_is_classified_after_both_sides_changed():
    lab = labs.rectangles()
    lab._heard({"width": 5}, True, "")
    assert not lab.values["memory"].tried
    lab._heard({"height": 2}, True, "")
    assert list(lab.values["memory"].tried.values()) == [(True, False)]
    lab._heard({"code": "sum | difference"}, True, "")
    lab._heard({"width": 6}, True, "")
    lab._heard({"height": 3}, True, "")
    assert lab.values["memory"].tried["sum | difference"] == (False, False)


def test_lab_change_text_names_opposing_part_last():
    lab = labs.mig_and_dcimig()
    lab.set(weights=[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0.5]])
    lab.set(weights=[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]])
    told = lab.stage.scene["said"]
    assert told.startswith("MIG rose") and "'s part rose from" in told
    assert "although factor 3's fell from" in told


def test_best_curve_is_conditional_mean_of_factor():
    for exponent, expected, pinned in ((1, 0.5, 0.500621), (35, 3 / 8, 0.376058)):
        assert conditional_mean_curve(exponent)[1] == pytest.approx(expected, abs=0.002)
        assert conditional_mean_curve(exponent)[1] == pytest.approx(pinned, abs=2e-6)
    v = np.random.default_rng(0).uniform(-1, 1, (400_000, 2))
    z = (v**9).sum(1)
    for piece, (low, high) in zip(conditional_mean_curve(9)[0][1::2], ((0.4, 0.5), (1.4, 1.6))):
        near = (z > low) & (z < high)
        assert np.interp((low + high) / 2, *piece) == pytest.approx(v[near, 0].mean(), abs=0.02)


def test_winner_of_equal_models_is_first_in_about_half_of_redraws():
    mean, nearly_all = chance_threshold("Chen")
    assert 0.4 < mean < 0.6 < nearly_all < 0.9
    values = numbers_of("Chen")
    assert np.array_equal(
        np.sort(permuted_runs(values, 3)[2], axis=None), np.sort(values, axis=None)
    )


def ends_of(side, start):
    """What each loud knob of a network changes at its two ends: {number: (low, high)}."""
    model = traversals.drawer(PAIR[SIDES[side]])
    found = {}
    for i in _loudest(model.name, start):
        codes = np.tile(model.start(start), (2, 1))
        codes[:, i] = model.low[i], model.high[i]
        found[i + 1] = tuple(seen_of(latent_changes(side, start, code, i)) for code in codes)
    return found


def test_two_models_lab_latent_ends_change_properties_named_in_text():
    of_b = ends_of("right", 3)
    assert list(of_b) == [2, 4, 5, 8]
    assert of_b[2] == (["size"], ["size"]) and of_b[8] == (["across"], ["across"])
    assert of_b[5] == (["shape"], ["shape"]) and of_b[4][0] == ["down"]
    at_ends = [changed for ends in ends_of("left", 3).values() for changed in ends]
    assert sum(len(changed) > 1 for changed in at_ends) >= 7  # nearly every turn
    assert set(VISIBLE_CHANGES) == {name for changed in at_ends for name in changed}


def test_two_models_lab_completed_tasks_stay_completed_after_reset():
    lab = labs.two_models()
    model = traversals.drawer(PAIR["B"])
    code = model.start(3)
    ticked = lambda: [done for _, done in lab._scene()["tasks"]]
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
    drawn = lab._painted

    def painted(values):
        if sum(n for _, n in values["taught"]) == 3:
            lab.values = lab.values | {"root": 1.0}  # a hand
        return drawn(values)

    monkeypatch.setattr(lab, "_painted", painted)
    lab.run_full()
    assert lab.values["taught"] == [(10.0, 3), (1.0, 3)] and not lab._busy
    assert lab.picture.caption.startswith("After 360 steps")
    lab.undo()
    assert lab.values["taught"] == []
    lab.redo()
    assert lab.values["taught"] == [(10.0, 3), (1.0, 3)]
    lab.set(seed=1)
    assert lab.values["taught"] == []


def test_learning_lab_stop_ends_training_after_current_slice(monkeypatch):
    lab = labs.learning()
    drawn = lab._painted
    monkeypatch.setattr(lab, "_painted", lambda values: (lab.stop(), drawn(values))[1])
    lab.run_full()
    assert lab.values["taught"] == [(10.0, 1)] and not lab._busy


@pytest.mark.parametrize(
    "taught", [[(31, 1)], [(1, 0)], [(1, 51)], "x", [[1]], [(float("nan"), 1)]]
)
def test_learning_lab_invalid_taught_raises(taught):
    with pytest.raises(ValueError, match="taught: found .* expected pairs of a beta"):
        labs.learning(taught=taught)


def test_verdicts_lab_shows_only_scores_of_earlier_chapters():
    known = labs.verdicts(upto="beta_vae").picture
    whole = labs.verdicts().picture
    for i, _ in enumerate(verdicts.CODES):
        for judge in verdicts.SEVEN[:3]:
            assert f"{verdicts.verdict(judge)[i]:.3f}" in known.svg
        assert f"{verdicts.verdict('mig')[i]:.3f}" in whole.svg
        assert f"{verdicts.verdict('mig')[i]:.3f}" not in known.svg
    for chapter in dict.fromkeys(verdicts.JUDGES.values()):
        before = [j for j in verdicts.SEVEN if j not in verdicts.known_before(chapter)]
        svg = Picture((verdicts.Column(chapter).panel([None] * 3),), "").svg
        mine = {f"{value:.3f}" for judge in before for value in verdicts.verdict(judge)}
        told = {f"{v:.3f}" for j in verdicts.known_before(chapter) for v in verdicts.verdict(j)}
        assert not [value for value in mine - told if f">{value}<" in svg]


@pytest.mark.parametrize("guess", [[0.1, 0.2], [0.1, 0.2, 1.1], [True, 0, 0], 0.5, ["a", 0, 0]])
def test_verdicts_column_invalid_guess_raises(guess):
    with pytest.raises(ValueError, match="guess: found .* expected three numbers from 0 to 1"):
        verdicts.Column("dci").check("guess", guess)


def test_three_views_lab_keeps_points_across_views():
    lab = labs.three_views()
    assert lab.scores["pooled"] < -0.5 and abs(lab.scores["within"]) < 0.2
    lab.set(task="forest_3000")
    assert lab.scores["within"] > lab.scores["pooled"] + 0.2
    keys = lambda: set(re.findall(r'data-key="dot([^"]+)"', lab.picture.svg))
    pooled = keys()
    lab.set(view="averaged")
    assert keys() == pooled and len(pooled) == 370


def test_matrix_by_hand_lab_names_outbid_latent_and_ignores_preset_resize(said):
    lab = labs.matrix_by_hand(start="every factor twice", shown=1)
    values = [list(row) for row in lab.values["values"]]
    values[0][1] = 0.6
    lab.set(values=values)
    said(lab._said)
    lab.set(start="one latent for two factors", shown=4)
    assert "log" not in lab._said and "With " not in lab._said
    lab.set(latents=4)
    assert "entropies are divided by log 4 now" not in lab._said, "completeness did not move"


def test_factor_vae_lab_batches_of_shared_samples_have_correlated_variances():
    shared, own = (_earlier_shares(examples.MIXING, 128, 0, one, 11) for one in (False, True))
    assert shared.shape == own.shape == (10, 3)
    apart = [np.corrcoef(rows[:, 0], rows[:, 1])[0, 1] for rows in (shared, own)]
    assert apart[0] > 0.9 > apart[1]


def test_text_models_keep_template_only_with_low_beta():
    assert pretrained_text.template_recovery("ynoc-beta_vae-0.2-0") > 0.9
    assert pretrained_text.template_recovery("ynoc-beta_vae-1-0") < 0.6
    assert pretrained_text.template_of("Name5 was a/an Occupation4 in City4 in 2014 .")[0] == "was"


def test_factor_vae_lab_has_no_score_before_every_factor_was_fixed():
    lab = labs.factor_vae()
    for _ in range(12):
        lab._press("One more batch")
    assert not lab.scores and "every factor must have been held still" in lab.stage.scene["said"]
    lab._press("100 batches")
    assert "factor_vae" in lab.scores
