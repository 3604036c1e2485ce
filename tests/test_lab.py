"""The class Lab: gestures, undo, errors, full runs, links, and messages from the page."""

import dataclasses
import html
import json
import re
import threading
import time
import xml.etree.ElementTree as ET

import pytest
from lab_helpers import BY_HAND, looks, until

from disentangle_edu import labs
from disentangle_edu.chapters.toy_text.data import SVM
from disentangle_edu.viz.canvas import Panel
from disentangle_edu.viz.picture import Picture
from disentangle_edu.widgets.controls import choice, flag, number, number_table, whole, word
from disentangle_edu.widgets.gated_display import mime_bundle
from disentangle_edu.widgets.interaction import QUICK_RUN_AGAIN, Lab
from disentangle_edu.widgets.stage import to_python


def slow_lab(seconds=0.0):
    """A lab with one number that draws slowly; `seen` counts how many draws run at once."""
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
        panel = Panel(lambda canvas: canvas.text(30, 20, words), 40)
        return Picture(
            panels=(panel,),
            text=words,
            scores={"x": x},
            caption=f"{words}. {note}",
        )

    controls = {"x": number("x", 1, 0, 10), "note": word("note")}
    lab = Lab(draw, controls, describe_change=lambda before, now: now.caption)
    lab.picture  # noqa: B018  # drawn when somebody looks
    return lab, seen


def test_lab_concurrent_gestures_draw_one_at_a_time_and_newest_wins():
    lab, seen = slow_lab(0.004)

    def drag(values):
        for value in values:
            lab.on_gesture({"x": value})

    def press():
        for _ in range(6):
            lab.on_gesture({}, done=True, press="undo")
            lab.on_gesture({}, done=True, press="redo")
            lab.set(x=9.5)

    work = [(drag, ([j / 20 for j in range(60)],)), (drag, ([j / 10 for j in range(60, 99)],))]
    work.append((press, ()))
    threads = [threading.Thread(target=one, args=args) for one, args in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen["most"] == 1
    assert lab.picture.text == f"x = {lab.values['x']:.2f}" in lab.stage.scene["svg"]
    lab.on_gesture({"x": 7.25}, done=True)
    assert lab.stage.scene["caption"] == "x = 7.25. " and lab.stage.scene["values"]["x"] == 7.25


def test_lab_gestures_during_slow_draw_are_merged_into_one_draw():
    lab, seen = slow_lab(0.05)
    seen["drawn"] = 0
    first = threading.Thread(target=lab.on_gesture, args=({"x": 2.0},))
    first.start()
    time.sleep(0.01)
    for value in range(20):
        lab.on_gesture({"x": 3 + value / 20})  # each call returns at once
    first.join()
    assert lab.picture.scores == {"x": 3.95} and seen["drawn"] <= 4


def test_lab_undo_and_redo_treat_one_drag_as_one_step():
    lab, _ = slow_lab()
    for value in (2.0, 3.0, 4.0):  # a drag
        lab.on_gesture({"x": value})
    lab.on_gesture({}, done=True)
    lab.on_gesture({"x": 8.0}, done=True)
    for press, x in (("undo", 4), ("undo", 1), ("undo", 1), ("redo", 4), ("redo", 8), ("redo", 8)):
        lab.on_gesture({}, done=True, press=press)
        assert lab.values["x"] == x and lab.scores == {"x": x}
    lab.undo()
    lab.set(x=6)
    lab.redo()  # a new move discards what was undone
    assert lab.values["x"] == 6
    assert lab.stage.scene["enabled"] == {"undo": True, "redo": False}


def test_lab_at_and_table_leave_current_values_unchanged():
    lab = labs.dci_even_rest()
    lab.on_gesture({"diagonal": 0.5}, done=True)
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
        (labs.walk, "way", "slowly", "one of 'one after the other', 'all together'"),
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
    lab.on_gesture({name: bad}, done=True)  # from the browser, the error is a message
    assert name in lab.stage.scene["message"] and lab.stage.scene["error"]
    assert looks(lab) == kept and lab.values == values


def test_lab_draw_error_shows_message_and_marks_picture_stale():
    lab, _ = slow_lab()
    kept = lab.picture
    lab.on_gesture({"x": 5}, done=True)
    scene = lab.stage.scene
    assert scene["stale"] and scene["error"] and lab.picture is kept
    assert scene["message"] == "five is impossible <here> & now"  # plain text, not HTML
    lab.on_gesture({"x": 6}, done=True)
    assert not lab.stage.scene["stale"] and lab.stage.scene["message"] == ""
    with pytest.raises(ValueError, match="five"):
        lab.at(x=5)
    assert lab.values["x"] == 6


def test_lab_text_with_html_is_escaped():
    lab, _ = slow_lab()
    lab.on_gesture({"note": "<b>a & b</b>"}, done=True)
    assert lab.stage.scene["caption"] == "x = 1.00. <b>a & b</b>"
    bundle = mime_bundle(lab)
    assert "<b>" not in bundle["text/html"] and "&lt;b&gt;a &amp; b" in bundle["text/html"]
    ET.fromstring(lab.picture.svg)


def test_lab_unknown_control_raises_and_is_reported_to_page():
    with pytest.raises(TypeError, match="'diag', expected factors, diagonal, off_diagonal"):
        labs.dci_even_rest(diag=1)
    lab = labs.dci_even_rest()
    lab.on_gesture({"diag": 1}, done=True)
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
        number_table("a", BY_HAND).spec("x"),
    ]
    kinds = ["range", "range", "choice", "flag", "word", "hidden"]
    assert [spec["kind"] for spec in specs] == kinds
    assert specs[2]["options"] == [1, 2] and specs[2]["option_labels"] == ["one", "two"]
    json.dumps(specs)


class JsNull:
    """What JavaScript's null becomes in Python in a browser."""


def test_widget_javascript_null_becomes_none():
    chosen = Lab(
        lambda **values: Picture(panels=(), shows="nothing"), {"x": choice("x", [1, None], 1)}
    )
    chosen.stage.on_message({"sequence": 1, "values": {"x": JsNull()}, "done": True})
    assert chosen.values["x"] is None and chosen.stage.scene["message"] == ""
    message = {"a": [JsNull(), {"b": (1.5, JsNull())}], "c": "null", "d": False}
    assert to_python(message) == {"a": [None, {"b": [1.5, None]}], "c": "null", "d": False}


def test_widget_turning_points_complete_task():
    lab = labs.two_models()
    axis = json.loads(html.unescape(re.search(r'data-handle="([^"]+)"', lab.picture.at())[1]))
    (knob,) = axis["axes"]
    ends = [{knob["name"]: knob[end]} for end in ("low", "high")]
    lab.stage.on_message(
        {"sequence": 1, "turning_points": ends[:1], "values": ends[1], "done": True}
    )
    assert lab.stage.scene["tasks"][0][1] and lab.stage.scene["sequence"] == 1
    lab.undo()
    assert lab.values["left"] == []


@pytest.mark.parametrize("name", ["two_models", "dci_weight", "sap_power", "rectangle"])
def test_lab_warm_up_draws_once_and_changes_nothing(name):
    lab = getattr(labs, name)()
    lab.refresh()
    before, drawn = (dict(lab.values), lab.stage.scene, lab.code), []
    lab.draw, draw = lambda **values: drawn.append(values) or draw(**values), lab.draw
    lab.warm_up()
    assert len(drawn) == 1 and drawn[0] != lab.values
    assert before == (lab.values, lab.stage.scene, lab.code)


def test_lab_width_reported_by_page_is_used_for_next_lab():
    lab, other = labs.dci_weight(), None
    lab.stage.on_message({"width": 700})
    try:
        assert 'viewBox="0 0 700' in lab.stage.scene["svg"].replace("-0", "0")
        other = labs.dci_weight()
        assert other.stage.width == 700
    finally:
        lab.stage.on_message({"width": 860})


def test_run_full_counts_samples_and_interrupt_keeps_picture():
    lab = labs.same_name(metric="modularity")
    lab.run_full()
    assert "10,000 samples" in lab.picture.text and not lab.stage.scene["busy"]
    kept = lab.picture

    def interrupted(progress, **values):
        for _ in progress([1, 2]):
            assert lab.stage.scene["busy"] == {"done": 0, "total": 2}
            raise KeyboardInterrupt

    lab.full = interrupted
    lab.run_full()
    assert lab.picture is kept and "Interrupted" in lab.stage.scene["message"]
    assert not lab.stage.scene["busy"]


@pytest.mark.parametrize("gesture", ["stop", "drag"])
def test_run_full_in_background_ends_on_stop_or_drag(gesture):
    lab, going = labs.same_name(metric="modularity"), threading.Event()

    def endless(progress, **values):
        for _ in progress(range(60_000)):  # more than a minute
            going.set()
            time.sleep(0.001)
        raise AssertionError("nobody stopped it")

    lab.full, kept = endless, lab.picture
    lab.on_gesture({}, done=True, press="run_full")
    assert going.wait(20) and lab.stage.scene["busy"]
    assert lab.stage.scene["enabled"]["stop"] is True and not lab.stage.scene["enabled"]["run_full"]
    lab.on_gesture({}, done=True, press="run_full")  # a second press has no effect
    if gesture == "stop":
        lab.on_gesture({}, done=True, press="stop")
    else:
        lab.on_gesture({"metric": "mig"}, done=True)
    until(lambda: not lab.stage.scene["busy"])
    assert lab.stage.scene["enabled"]["stop"] == "hidden" and lab.stage.scene["enabled"]["run_full"]
    if gesture == "stop":
        assert lab.picture is kept and "Interrupted" in lab.stage.scene["message"]
    else:
        assert lab.picture is not kept and not lab.stage.scene["message"]


def test_lab_refresh_in_slow_thread_does_not_overwrite_newer_scene(monkeypatch):
    lab, looked, go_on = labs.same_name(), threading.Event(), threading.Event()

    def slow():  # computes the last part of a scene
        if not looked.is_set():
            looked.set()
            go_on.wait(20)
        return {}

    monkeypatch.setattr(lab, "source", slow)
    first = threading.Thread(target=lab.refresh)
    first.start()
    assert looked.wait(20)
    second = threading.Thread(target=lab.on_gesture, args=({"newer": 1}, True))
    second.start()
    second.join(0.2)  # without a lock it would be finished
    go_on.set()
    first.join(20), second.join(20)
    assert lab.stage.scene["message"] == "newer: no such control."


def test_lab_cancelled_drag_restores_picture_and_history():
    lab = labs.rectangles()
    lab.on_gesture({"width": 5}, done=True)
    before, values, caption = looks(lab), dict(lab.values), lab.stage.scene["caption"]
    lab.on_gesture({"width": 7})
    lab.on_gesture({"width": 2})
    lab.on_gesture({}, press="cancel")
    assert looks(lab) == before and lab.values == values
    assert lab.stage.scene["caption"] == caption
    lab.undo()  # back to the last finished gesture
    assert lab.values == lab.default_values


def test_widget_page_missing_scene_gets_it_again(monkeypatch):
    lab, sent = labs.rectangle(), []
    monkeypatch.setattr(type(lab.stage), "send_state", lambda self, key=None: sent.append(key))
    lab.stage.on_message({"resend": True})
    assert sent == ["scene"]


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


def test_lab_dragged_probability_rescales_row_and_weight_selects_its_cell():
    lab = labs.beta_vae(preference=0.0)
    lab.on_gesture({"copies/0/0": 0.8}, done=True)
    assert lab.values["copies"][0] == [0.8, 0.1, 0.1] and lab.values["preference"] == 1
    lab = labs.mig_and_dcimig()
    lab.on_gesture({"weights/3/0": 1.0}, done=True)
    assert lab.values["cell"] == 9 and "MIG fell" in lab.stage.scene["caption"]
    with pytest.raises(ValueError, match="weights: found 1 rows, expected 3 or 4"):
        labs.mig_and_dcimig(weights=[[1, 0, 0]])
    with pytest.raises(ValueError, match="weights: found 2 columns, expected 3"):
        labs.mig_and_dcimig(weights=[[1, 0], [0, 1], [0, 0], [1, 1]])


def test_lab_derived_values_survive_code_rebuild_and_reset():
    lab = labs.mig_and_dcimig()
    lab.on_gesture({"weights/3/0": 1.0}, done=True)
    lab.on_gesture({"cell": 0}, done=True)
    again = eval(lab.code, {"labs": labs})
    assert again.values == lab.values and again.values["cell"] == 0
    lab.on_gesture({"weights/3/0": 0.5}, done=True)
    lab.reset()
    assert lab.values == lab.default_values
    way = labs.walk(step=5)
    way.set(way="all together")
    assert way.values["step"] == 1  # a quarter of five steps
    way.reset()
    assert way.values == way.default_values | {"step": 5}


def test_cuts_lab_control_without_effect_is_hidden():
    lab = labs.cuts()
    lab.refresh()
    assert lab.stage.scene["enabled"]["C"] == lab.stage.scene["enabled"]["One more cut"] == "hidden"
    lab.on_gesture({"way": SVM}, done=True)
    assert lab.stage.scene["enabled"]["C"] is True
    assert lab.stage.scene["enabled"]["One more cut"] == "hidden"


def test_live_picture_is_not_compared_with_full_run():
    def draw(x, y):
        panel = Panel(lambda canvas: canvas.text(30, 20, f"{x} {y}"), 40)
        return Picture(panels=(panel,), text=f"{y}", scores={"mig": x, "sap": 0.5})

    full = lambda progress, x, y: dataclasses.replace(draw(x, y), scores={"mig": x, "sap": 0.9})
    lab = Lab(draw, {"x": number("x", 0.2, 0, 1), "y": number("y", 0.2, 0, 1)}, full=full)
    lab.run_full()
    assert lab.scores["sap"] == 0.9
    lab.on_gesture({"x": 0.4}, done=True)
    assert "SAP" not in lab.stage.scene["caption"], "x does nothing to it"
    assert lab.stage.scene["caption"].startswith(f"{QUICK_RUN_AGAIN}MIG ")
    lab.on_gesture({"x": 0.6}, done=True)
    assert lab.stage.scene["caption"].startswith("MIG "), "said once"


def test_beta_vae_lab_rotation_keeps_full_run_picture():
    lab = labs.beta_vae()
    lab.refresh()
    lab.full = _marked
    lab.run_full()
    shown = lab.stage.scene["caption"]
    lab.on_gesture({"turn": 20}, done=True)
    assert lab.stage.scene["caption"] == shown and QUICK_RUN_AGAIN not in shown
    lab.on_gesture({"batch": 64}, done=True)
    assert lab.stage.scene["caption"].startswith(QUICK_RUN_AGAIN)


def test_beta_vae_lab_rotation_does_not_stop_full_run():
    lab, going, turned = labs.beta_vae(), threading.Event(), threading.Event()

    def waits(progress, **values):
        for _ in progress(range(2)):
            going.set()
            assert turned.wait(20)
        return _marked(progress, **values)

    lab.full = waits
    lab.on_gesture({}, done=True, press="run_full")
    assert going.wait(20)
    lab.on_gesture({"turn": 20}, done=True)
    turned.set()
    until(lambda: not lab.stage.scene["busy"])
    assert lab.picture.caption.startswith("In full.")
    assert lab.picture.at(860) == _marked(list, **lab.values).at(860), "of another turn"


def _marked(progress, **values):
    """The live picture with a different caption, which distinguishes the two."""
    picture = labs.beta_vae().draw(**values)
    return dataclasses.replace(picture, caption=f"In full. {picture.caption}")
