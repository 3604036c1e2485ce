"""The lab that shows claims, and the lab that searches for counterexamples."""

import asyncio
import dataclasses
import json
import re
import threading
import xml.etree.ElementTree as ET

import pytest
import svg_boxes
from lab_helpers import WIDTHS, inside, scene_of, until

from disentangle_edu import labs
from disentangle_edu.chapters.claims.labs._card import ClaimCard, card_panel
from disentangle_edu.chapters.claims.labs.claims_lab import NOT_MEASURED
from disentangle_edu.chapters.witnesses.labs.hunt import GOALS
from disentangle_edu.claims.coverage import list_sentences
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.viz.picture import Picture
from disentangle_edu.widgets.gated_display import CLOSED, mime_bundle


def test_counterexample_lab_finds_describes_and_resets_counterexample():
    lab = labs.HuntLab(candidates=20_000)
    assert lab.witness.value == 1 and "MIG 1.00" in lab.picture.caption
    assert "table_representation" in lab.stage.scene["source"]["code"]
    assert "table_representation" in mime_bundle(lab)["text/plain"]
    assert lab.code == "labs.HuntLab(candidates=20000)"
    lab.on_gesture({"metric": "sap"}, done=True)
    assert lab.stage.scene["stale"] and "press Hunt" in lab.stage.scene["message"]
    lab.on_gesture({}, done=True, press="hunt")
    until(lambda: lab.stage.scene["enabled"]["hunt"])
    assert not lab.stage.scene["stale"] and "sap" in lab.picture.caption
    lab.on_gesture({}, done=True, press="reset")
    until(lambda: lab.stage.scene["enabled"]["hunt"])
    assert lab.values == lab.default_values and "mig" in lab.picture.caption
    for width in WIDTHS:
        inside(lab.picture.at(width))


def test_counterexample_lab_stop_ends_search_with_increasing_progress():
    lab = labs.HuntLab(candidates=5_000)
    lab.set(goal=list(GOALS)[2], candidates=500_000)
    seen = []
    lab.stage.observe(lambda change: seen.append(change.new), "scene")
    lab.on_gesture({}, done=True, press="hunt")
    enabled = lab.stage.scene["enabled"]
    assert enabled["stop"] and not enabled["hunt"]
    until(lambda: len(seen) >= 4)
    lab.on_gesture({}, done=True, press="stop")
    until(lambda: not lab.stage.scene["busy"])
    assert 0 < lab.witness.candidates < 500_000
    assert lab.stage.scene["enabled"]["hunt"] and not lab.stage.scene["busy"]
    counted = [scene["busy"]["done"] for scene in seen if scene["busy"]]
    assert counted == sorted(counted) and len(set(counted)) > 1


def test_counterexample_lab_without_threads_hunts_in_slices_of_event_loop(monkeypatch):
    def no_threads(self):
        raise RuntimeError("can't start new thread")

    lab = labs.HuntLab(candidates=5_000)
    lab.set(goal=list(GOALS)[2], candidates=500_000)
    monkeypatch.setattr(threading.Thread, "start", no_threads)

    async def stopped():
        lab.on_gesture({}, done=True, press="hunt")
        while not lab.witness:
            await asyncio.sleep(0.01)
        lab.on_gesture({}, done=True, press="stop")
        while lab.stage.scene["busy"]:
            await asyncio.sleep(0.01)

    asyncio.run(stopped())
    assert 0 < lab.witness.candidates < 500_000


def test_counterexample_lab_without_result_reports_it(said):
    lab = labs.HuntLab(goal=list(GOALS)[1], lossless=True, candidates=5_000)
    assert lab.witness is None and not lab.source()
    said(lab.picture.caption)
    with pytest.raises(ValueError, match="^metric: found 'iwo'"):
        labs.HuntLab(metric="iwo")


READINGS = ("dci-0.6", "sap-0.98", "fig-matrices", "rect-1", "course-mig-bins", "toy-chen-2")


@pytest.fixture(scope="module")
def shelf():
    """A lab that has measured some claims; each test chooses what it shows."""
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
    assert "the matrices: they are drawn" in shelf.picture.text
    assert shelf.source()["code"] == NOT_MEASURED
    assert shelf.finding("fig-matrices") is None


def test_claims_lab_more_seeds_extend_earlier_runs():
    lab = labs.ClaimsLab(claim="course-mig-bins")
    lab.measure()
    few = lab.finding("course-mig-bins")
    assert scene_of(lab)["enabled"]["more"] and "5 more will take" in scene_of(lab)["message"]
    counts = []
    for _ in range(4):
        lab.on_gesture({}, done=True, press="more")
        lab.wait()
        found = lab.finding("course-mig-bins")
        counts.append({len(one.values) for one in found.readings.values()})
    assert counts == [{10}, {20}, {40}, {40}]
    assert not lab.stage.scene["enabled"]["more"]
    whole = CLAIMS["course-mig-bins"].check(40)
    assert found.readings == whole.readings and found.verdict == whole.verdict
    first = {name: one.values[:5] for name, one in whole.readings.items()}
    assert {name: one.values for name, one in few.readings.items()} == first


@pytest.fixture
def slow_claims(monkeypatch):
    """Three claims whose runs wait until they are released, and the list of begun runs."""
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
    lab.on_gesture({"claim": "factor-1"}, done=True)
    until(lambda: begun == [("factor-1", 0)])
    lab.on_gesture({"claim": "sap-0.98"}, done=True)  # skipped, because a newer choice follows
    lab.on_gesture({"claim": "fact-4-least"}, done=True)
    said(lab.stage.scene["message"])
    assert lab.stage.scene["values"]["claim"] == "fact-4-least", "shown before it is measured"
    gate.release(2)
    until(lambda: len(begun) == 3)
    assert begun == [("factor-1", 0), ("fact-4-least", 0), ("fact-4-least", 1)]
    until(lambda: scene_of(lab)["busy"] == {"done": 1, "total": 5})
    assert "1 of 5 runs are done" in scene_of(lab)["message"] and scene_of(lab)["enabled"]["stop"]
    lab.on_gesture({}, done=True, press="stop")
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


def test_claims_lab_filters_select_first_remaining_claim(shelf, said):
    shelf.reset()
    assert chosen(shelf)[0] == "dci-0.6" and shelf.values == shelf.default_values
    shelf.on_gesture({"paper": "course"}, done=True)
    shelf.wait()
    assert chosen(shelf) == ("course-mig-high", "course-01")
    shelf.on_gesture({"metric": "sap"}, done=True)
    shelf.wait()
    assert "sap" in shelf.entries[chosen(shelf)[0]].metrics
    (listed,) = [spec for spec in shelf.stage.controls if spec["name"] == "claim"]
    kept = shelf.kept(**shelf.values)
    assert listed["options"] == kept and 3 <= len(kept) < 31
    assert all("sap" in f"{CLAIMS[id].source} {CLAIMS[id].statement}".lower() for id in kept)
    shelf.on_gesture({"word": "no such word"}, done=True)
    said(shelf.stage.scene["caption"])
    shelf.controls["claim"].value = "sap-0.98"  # choosing by name opens the filters
    assert shelf.values | {"square": 0} == shelf.default_values | {"claim": "sap-0.98", "square": 0}
    shelf.set(paper="all", word="0.98")
    assert "sap-0.98" in shelf.kept(**shelf.values)
    shelf.set(paper="all", word="", verdict="not testable")
    assert chosen(shelf) == ("almudevar2024-37", "almudevar2024-37")
    said(shelf.picture.alt)


def test_claims_lab_every_sentence_square_selects_its_claim(shelf):
    shelf.reset()
    for place, sentence in enumerate(shelf.sentences):
        shelf.values = shelf.update_memory(shelf.values, shelf.values | {"square": place})
        claim, number = chosen(shelf)
        assert number == sentence.number and shelf.values["paper"] == sentence.paper
        assert claim in (sentence.claims or (sentence.number,))
        if sentence.claims:
            assert CLAIMS[claim].verdict == sentence.verdict


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["all", "sepliarskaia2019", "course", "geyer2024", "zhang2021"])
def test_claims_lab_paper_filter_draws_one_square_per_sentence(shelf, paper):
    shelf.set(paper=paper, claim=READINGS[1], verdict="all", metric="all", word="")
    shelf.values = shelf.update_memory(shelf.values, shelf.values | {"paper": paper})
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
    assert (
        "Other claims about this sentence: fact-11 (fails)" in told.words
        and sentence.statement in told.words
    )
    shelf.reset()


@pytest.mark.slow
def test_claim_card_with_longest_text_fits_its_panel(shelf):
    """A card before any run, when its text is longest."""
    height = svg_boxes.frame(shelf.picture.at(360)).bottom
    for id, entry in shelf.entries.items():
        told = ClaimCard(shelf.sentences[entry.places[0]], CLAIMS.get(id), None)
        for width in (300, 460):
            panel = card_panel(told, 720)
            svg = Picture(panels=(panel,)).at(width)
            inside(svg)
            boxes = sorted(svg_boxes.texts(svg), key=lambda box: box.top)
            ends = zip([box.bottom for box in boxes], [box.top for box in boxes[1:]] + [720])
            room = max(below - above for above, below in ends)
            assert room >= 100 > 720 - height, "room for a reading at least"


def test_claims_lab_code_rebuilds_lab_and_bundle_has_image(shelf, unanswered):
    shelf.set(claim="rect-1")
    made = eval(shelf.code, {"labs": labs})
    assert made.values == shelf.values
    bundle = mime_bundle(made)
    assert "<img" in bundle["text/html"] and made.finding("rect-1") is not None
    with pytest.raises(ValueError, match="^paper: found 'nature'"):
        labs.ClaimsLab(paper="nature")
    assert labs.ClaimsLab(paper="geyer2024").values["claim"].startswith("geyer-")
    question = labs.predict("01-even-rest")
    waits = labs.ClaimsLab(after=question)
    assert mime_bundle(waits)["text/plain"] == CLOSED
    assert waits.finding(waits.values["claim"]) is None


@pytest.mark.slow
def test_finding_axis_shows_tolerance_band_and_distant_means_as_text():
    near = CLAIMS["dci-0.6"].check().picture().at(860)
    ticks = [
        float(t.what[5:]) for t in svg_boxes.texts(near) if re.fullmatch(r"text:0\.\d+", t.what)
    ]
    assert max(ticks) - min(ticks) < 0.2  # the band is 0.1 wide: 0.55 to 0.65
    assert "means that are near enough" in near and ">yes<" in near
    far = CLAIMS["beta-0.9967"].check(seeds=2)
    batch = next(found for name, found in far.readings.items() if "batch" in name)
    assert f"{batch.mean:.4f}" in far.picture().at(860)  # off the axis, so printed as a number
