"""Labs without a browser: drawing is pure, controls drive it, text and picture agree."""

import asyncio
import re
import xml.etree.ElementTree as ET

import pytest

from disentangle_edu import labs
from disentangle_edu.claims.ledger import CLAIMS
from disentangle_edu.labs import LABS
from disentangle_edu.labs import lab as bench
from disentangle_edu.worlds import examples

IDS = [build.__name__ for build in LABS]


def another(control):
    """A value that a control does not have yet."""
    if hasattr(control, "options"):
        return next(value for value in control._options_values if value != control.value)
    if hasattr(control, "row_names"):
        return [[0.5, 0.25], [0.125, 1.0]]
    return control.min if control.value != control.min else control.max


@pytest.mark.parametrize("build", LABS, ids=IDS)
def test_every_control_moves_the_picture_and_reset_brings_it_back(build):
    lab = build()
    first = lab.picture
    for name, control in lab.controls.items():
        if name == "points":  # only the size behind the button
            continue
        control.value = another(control)
        assert lab.picture.live() != first.live(), f"{name} moves nothing"
        assert lab._html.value == lab.picture.live()
        lab.reset()
        assert lab.picture == first and lab.values == lab.paper


@pytest.mark.parametrize("build", LABS, ids=IDS)
def test_picture_text_and_alternative_agree(build):
    picture = build().picture
    svg = ET.fromstring(picture.svg)
    assert (
        svg.get("role") == "img" and svg.get("aria-label") == picture.alt and len(picture.alt) > 40
    )
    for name, value in picture.scores.items():
        if name != "closed form" and f"{name} = " in picture.text:
            shown = re.search(rf"{name} = ([\d.]+)", picture.text)[1]
            assert float(shown.rstrip(".")) == pytest.approx(value, abs=0.02), name
        assert re.search(r"\d\.\d", picture.alt)
    assert "base64" in picture.still() and 'alt="' in picture.still()


@pytest.mark.parametrize("build", LABS, ids=IDS)
def test_the_code_line_makes_the_same_lab(build):
    lab = build()
    name = next(name for name in lab.controls if name != "points")
    lab.set(**{name: another(lab.controls[name])})
    assert (
        eval(lab.code, {"labs": labs}).picture == lab.picture
        and repr(lab) == lab.code == lab._line.code
    )


@pytest.mark.parametrize("build", LABS, ids=IDS)
def test_an_unrun_notebook_shows_picture_and_numbers(build):
    bundle = build()._repr_mimebundle_()
    assert {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"} <= set(bundle)
    assert "<img" in bundle["text/html"] and "0x" not in bundle["text/plain"]


@pytest.mark.parametrize("build", [labs.beta_vae, labs.factor_vae])
def test_the_full_size_run(build):
    lab = build(points=2000)
    lab.run_full()
    assert "2,000" in lab.picture.text and lab._bar.value == lab._bar.max == 4
    kept = lab.picture

    def interrupted(progress, **values):
        raise KeyboardInterrupt

    lab.full = interrupted
    lab.run_full()
    assert (
        lab.picture is kept
        and "Interrupted" in lab._message.value
        and not lab._full_button.disabled
    )


def test_an_impossible_setting_says_so_and_keeps_the_picture():
    lab = labs.beta_vae()
    kept = lab.picture
    for name in ("p11", "p12", "p13"):
        kept = lab.picture if lab.controls[name].value else kept
        lab.controls[name].value = 0.0
    assert (
        lab.picture is kept
        and "latent 1 copies nothing" in lab._message.value
        and "opacity:0.3" in lab._html.value
    )
    lab.controls["p13"].value = 1.0
    assert (
        lab.picture is not kept
        and "nothing" not in lab._message.value
        and "opacity:0.3" not in lab._html.value
    )
    lab.reset()
    with pytest.raises(ValueError, match="latent 1 copies nothing"):
        lab.at(p11=0.0, p12=0.0)
    with pytest.raises(ValueError, match="batch: found 1000, expected a value from 2 to 256"):
        lab.at(batch=1000)
    assert lab.values == lab.paper


def test_unknown_controls_are_refused():
    with pytest.raises(
        TypeError, match="found the control 'diag', expected factors, diagonal, off_diagonal"
    ):
        labs.dci_even_rest(diag=1)


def test_at_moves_and_moves_back():
    lab = labs.dci_even_rest()
    assert lab.at(off_diagonal=0.0) == {"disentanglement": 1.0, "completeness": 1.0}
    assert lab.values == lab.paper and lab.scores["disentanglement"] == 0.5993


def test_sampled_labs_state_size_and_spread():
    for build in (labs.beta_vae, labs.factor_vae, labs.sap_power, labs.mig_and_dcimig):
        assert re.search(
            r"[\d,]+ (points|votes|samples).*spread [\d.]+ over \d repetitions",
            build().picture.text,
        )


def test_presets_resize_and_undo_of_the_matrix_by_hand():
    lab = labs.matrix_by_hand()
    bar = lab.view.children[0].children[0]
    preset, latents, factors, undo, redo = bar.children
    preset.value = "Fact 2: focused, even rest"
    assert (
        len(lab.values["values"]) == latents.value == factors.value == 11
        and lab.scores["disentanglement"] == 0.5993
    )
    undo.click()
    assert len(lab.values["values"]) == latents.value == 3
    redo.click()
    latents.value = 5
    assert [len(lab.values["values"]), len(lab.values["values"][0])] == [
        5,
        11,
    ] and examples.focused_matrix().values[4, 4] == lab.values["values"][4][4]


def test_a_slider_has_a_label_and_a_readout():
    for build in LABS:
        for name, control in build().controls.items():
            assert hasattr(control, "row_names") or control.description, name
            assert getattr(control, "readout", True)
    assert bench.WIDE["style"]["description_width"]


def test_the_leak_leaves_the_sight_of_pairs():
    lab = labs.leak()
    assert (
        lab.scores == {"mig": 1.0, "dcimig": 1.0}
        and "0.0000 bits about factor 2, 0.0000 about factor 3, and 1.0000 about the two"
        in lab.picture.text
    )
    assert lab.at(leak=1.0) == {"mig": 0.6667, "dcimig": 0.6667} and lab.at(leak=0.0) == {
        "mig": 1.0,
        "dcimig": 1.0,
    }


def test_the_hunt_runs_stops_and_shows_its_witness():
    lab = labs.HuntLab(candidates=20_000)
    assert (
        lab.witness.value == 1
        and "mig = 1.0000" in lab.picture.text
        and "table_representation" in lab._html.value
    )

    async def stopped():
        lab.controls["goal"].value = list(lab.controls["goal"].options)[1]
        lab.controls["lossless"].value, lab.controls["candidates"].value = True, 500_000
        lab.start()
        while lab.witness is None:
            await asyncio.sleep(0.05)
        lab.stop()
        await lab._task

    asyncio.run(stopped())
    assert lab.witness.candidates < 500_000 and not lab._start.disabled and lab._stop.disabled


def test_claims_to_browse():
    findings = [CLAIMS[id].check(seeds=2) for id in ("dci-0.6", "sap-0.98", "fig-matrices")]
    lab = labs.ClaimsLab(findings)
    assert "def even_rest" in lab._html.value and "<svg" in lab._html.value
    lab.controls["verdict"].value = "figure differs, conclusion holds"
    assert lab.controls["claim"].value == "sap-0.98" and "def hidden_sum" in lab._html.value
    lab.controls["verdict"].value = "open"
    assert "the matrices: they are drawn" in lab._html.value
