"""Labs about matrices and bids, and the sentences that explain a change of a score."""

import re

import numpy as np
import pytest
import svg_boxes
from lab_helpers import WIDTHS, handles

from disentangle_edu import InformativenessMatrix, completeness, disentanglement, labs
from disentangle_edu.chapters.common import verdicts
from disentangle_edu.chapters.common.matrices import bids
from disentangle_edu.chapters.dci.data import importances_of
from disentangle_edu.viz.picture import Picture
from disentangle_edu.widgets.change_text import part_that_moved
from disentangle_edu.worlds import examples


def test_matrix_by_hand_lab_preset_resize_and_undo_change_matrix_shape():
    lab = labs.matrix_by_hand()
    lab.on_gesture({"start": "focused, even rest"}, done=True)
    values = lab.values
    assert len(values["values"]) == values["latents"] == values["factors"] == 7
    lab.undo()
    assert len(lab.values["values"]) == lab.values["latents"] == 3
    lab.redo()
    lab.on_gesture({"latents": 5}, done=True)
    assert [len(lab.values["values"]), len(lab.values["values"][0])] == [5, 7]
    assert examples.focused_matrix(7).values[4, 4] == lab.values["values"][4][4]
    lab.on_gesture({"values/4/4": 0.25}, done=True)
    assert lab.values["values"][4][4] == 0.25


def test_leak_lab_full_leak_hides_information_from_pairwise_scores():
    lab = labs.leak(leak=2.0)
    assert lab.scores == {"mig": 1.0, "dcimig": 1.0}
    told = "0.0000 bits about coin 2, 0.0000 about coin 3, and 1.0000 about the two"
    assert told in lab.picture.text
    assert lab.at(leak=1.0) == {"mig": 0.6667, "dcimig": 0.6667}
    assert lab.at(leak=0.0) == {"mig": 1.0, "dcimig": 1.0}


def test_shift_lab_fewer_scores_are_high_for_larger_shifts():
    lab = labs.shift()
    high = lambda at: sum(score >= 0.99 for score in lab.at(shift=at).values())
    assert [high(at) for at in (0, 0.1, 0.5, 1)] == [18, 14, 12, 8] and not lab.done
    lab.on_gesture({"shift": 0.05}, done=True)
    lab.on_gesture({"shift": 1.0}, done=True)
    assert len(lab.done) == 2


def test_orthogonality_lab_shared_directions_have_no_handle():
    lab = labs.orthogonality(overlap=2)
    assert {axis["name"] for h in handles(lab.picture) for axis in h["axes"]} == {"rotation"}
    lab = labs.orthogonality(overlap=1, share=0.75)
    assert [axis["name"] for h in handles(lab.picture) for axis in h["axes"]].count("between") == 1
    turned, still = lab.at(rotation=45), lab.at(rotation=0)
    assert turned["iwo"] == still["iwo"] and turned["disentanglement"] < still["disentanglement"]


def test_bids_of_single_factor_subtract_nothing():
    assert bids(np.array([[0.2], [0.7]])) == [(1, 0, "bid")]
    assert bids(np.array([[0.9, 0.8], [0.5, 0.1]])) == [(1, 0, "bid"), (1, 1, "minus")]


def test_dci_two_ways_lab_pure_rows_in_shared_column_are_reported_once(said):
    lab = labs.dci_two_ways(values=[[1, 0], [1, 0.5], [0, 1]])
    lab.on_gesture({"values/1/1": 0.0}, done=True)
    said(lab.stage.scene["caption"])
    lab.on_gesture({"values/0/0": 0.9}, done=True)
    assert "Every row is pure" not in lab.stage.scene["caption"]


def test_part_that_moved_with_all_weights_changed_finds_changed_part():
    before, now = (labs.mig_and_dcimig(entropy=bits).picture.scores["dcimig"] for bits in (3, 5))
    assert now.weights[2] < before.weights[2] and now.parts[0] < before.parts[0] - 0.1
    assert part_that_moved(before, now).startswith(": factor 1's part fell")


def test_explanation_of_dci_with_zero_columns_groups_equal_parts():
    matrix = InformativenessMatrix([[1.0, 0, 0], [0.5, 0.5, 0], [0.5, 0.5, 0]])
    told = disentanglement(matrix).explanation
    assert told.startswith("latent 2 and latent 3 cost most") and told.endswith(
        "spread over factor 1 (0.50), factor 2 (0.50)."
    )
    assert "no entry above 0" in completeness(matrix).explanation


def test_mig_and_dcimig_lab_equal_changes_are_described_together():
    lab = labs.mig_and_dcimig()
    lab.set(noise=0.5)
    assert lab.stage.scene["caption"].count("each part fell much alike") == 2


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


def test_lab_change_text_names_opposing_part_last():
    lab = labs.mig_and_dcimig()
    lab.set(weights=[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0.5]])
    lab.set(weights=[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]])
    told = lab.stage.scene["caption"]
    assert told.startswith("MIG rose") and "'s part rose from" in told
    assert "although factor 3's fell from" in told


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
        svg = Picture(panels=(verdicts.Column(chapter).panel([None] * 3),)).svg
        mine = {f"{value:.3f}" for judge in before for value in verdicts.verdict(judge)}
        told = {f"{v:.3f}" for j in verdicts.known_before(chapter) for v in verdicts.verdict(j)}
        assert not [value for value in mine - told if f">{value}<" in svg]


@pytest.mark.parametrize("guess", [[0.1, 0.2], [0.1, 0.2, 1.1], [True, 0, 0], 0.5, ["a", 0, 0]])
def test_verdicts_column_invalid_guess_raises(guess):
    with pytest.raises(ValueError, match="guess: found .* expected three numbers from 0 to 1"):
        verdicts.Column("dci").check("guess", guess)


def test_matrix_by_hand_lab_names_outbid_latent_and_ignores_preset_resize(said):
    lab = labs.matrix_by_hand(start="every factor twice", shown=1)
    values = [list(row) for row in lab.values["values"]]
    values[0][1] = 0.6
    lab.set(values=values)
    said(lab.stage.scene["caption"])
    lab.set(start="one latent for two factors", shown=4)
    assert "log" not in lab.stage.scene["caption"] and "With " not in lab.stage.scene["caption"]
    lab.set(latents=4)
    assert "entropies are divided by log 4 now" not in lab.stage.scene["caption"], (
        "completeness did not move"
    )
