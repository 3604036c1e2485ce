"""Every lab, without a browser: its controls, handles, picture, code and ARIA roles."""

import json
import re
import xml.etree.ElementTree as ET

import pins
import pytest
import records
import slow_cases
import svg_boxes
from lab_helpers import WIDTHS, another, check_geometry, handles, inside, looks, moving

from disentangle_edu import labs
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.conventions.compare import Printed
from disentangle_edu.labs import LABS
from disentangle_edu.widgets.gated_display import mime_bundle

IDS = [build.__name__ for build in LABS.values()]
LONGER = {  # these take two seconds or more
    "agreement",
    "all_combinations",
    "coloured_digits",
    "dci_on_noise",
    "dependent_factors",
    "many_latents",
    "same_name",
    "sap_levels",
    "text_noise",
    "three_views",
    "verdicts",
}
EVERY_LAB = slow_cases.cases(
    [(build,) for build in LABS.values()], lambda build: build.__name__ in LONGER
)

UNSEEN = {
    (labs.factor_vae, "batch"),  # changing it starts a new, empty count
    (labs.dial, "direction"),  # without a rotation the direction has no effect
}


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_every_control_changes_picture_and_reset_restores_it(build):
    lab = build()
    first = looks(lab)
    start = pins.describe_picture(lab.picture)
    record = {"start": start}
    for name in moving(lab):
        record[name] = pins.new_parts(pins.describe_picture(lab.picture), start)
        for width in (360, 860):
            check_geometry(lab.picture.at(width))
        if (build, name) in UNSEEN:
            assert lab.values[name] != lab.default_values[name]
        else:
            assert looks(lab) != first, f"{name} moves nothing"
        assert lab.stage.scene["svg"] == lab.picture.at(lab.stage.width)
    assert looks(lab) == first and lab.values == lab.default_values
    if not pins.other_sklearn():
        records.check_same(record, records.recorded("pictures").get(lab.name))


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
            lab.on_gesture({axis["name"]: value}, done=True)
            assert not lab.stage.scene["error"], lab.stage.scene["message"]
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
            limits = control.options or (control.low, control.high)
            ends["low"][name], ends["high"][name] = limits[0], limits[-1]
    for values in ({}, *ends.values()):
        try:
            picture = lab.draw(**lab.values | values)
        except ValueError:  # an impossible setting raises an error
            continue
        for width in WIDTHS:
            inside(picture.at(width))


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_picture_has_unique_element_keys(build):
    """Elements with the same key are confused with each other, and one is lost on the next move."""
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
    if made.values != lab.values and "memory" in lab.values:  # the memory holds earlier drags
        assert made.visible == lab.visible
    else:
        assert looks(made) == looks(lab)
    assert repr(lab) == lab.code == lab.stage.scene["code"]


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_mime_bundle_has_static_image_and_text(build):
    bundle = mime_bundle(build())
    assert {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"} <= set(bundle)
    assert "<img" in bundle["text/html"] and "0x" not in bundle["text/plain"]


@pytest.mark.parametrize("build", EVERY_LAB, ids=IDS)
def test_lab_every_control_has_label_and_every_handle_has_name(build):
    lab = build()
    assert all(control.label for control in lab.specs.values())
    assert all(handle["label"] for handle in handles(lab.picture))
    moved = {axis["name"].split("/")[0] for h in handles(lab.picture) for axis in h["axes"]}
    shown = {
        spec["name"] for spec in lab.stage.controls if spec["kind"] not in ("hidden", "button")
    }
    # Set when the lab is created.
    by_name = {"judge", "code", "seed", "copies", "evenness", "names", "upto", "views"}
    by_name |= {"metrics", "worlds"}  # chosen before a guess
    elsewhere = {"cuts"}  # handles that appear only with another setting
    pressed = {"taught", "number"}
    assert set(lab.specs) <= moved | shown | by_name | elsewhere | pressed, "nobody can move it"


@pytest.mark.slow
def test_picture_of_claim_or_finding_keeps_shapes_inside_at_every_width():
    finding = CLAIMS["beta-0.9967"].check(seeds=2)
    for picture in (
        Printed("e_noise05").picture(),
        finding.picture(),
        *(CLAIMS[id].check().picture() for id in ("dci-0.6", "rect-1", "fig-matrices")),
    ):
        for width in WIDTHS:
            inside(picture.at(width))


def test_sampled_labs_text_states_sample_size_and_spread():
    for build in (labs.beta_vae, labs.sap_power):
        words = build().picture.text
        assert re.search(
            r"[\d,]+ (\w+ )?(points|samples).*spread [\d.]+ over \d repetitions", words
        )


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
