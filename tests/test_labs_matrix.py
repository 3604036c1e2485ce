"""Labs about matrices and bids, and the sentences that explain how a score changed."""

import re

import numpy as np
import pytest
import svg_boxes
from lab_helpers import WIDTHS, handles

from disentangle_edu import InformativenessMatrix, completeness, disentanglement, labs
from disentangle_edu.chapters.common import verdicts
from disentangle_edu.chapters.common.matrices import bids
from disentangle_edu.chapters.dci.data import importances_of
from disentangle_edu.chapters.matrix_by_hand.data import CHANGES
from disentangle_edu.metric import METRICS
from disentangle_edu.viz.picture import Picture
from disentangle_edu.widgets import prediction
from disentangle_edu.widgets.change_text import each_changed, part_that_moved
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


def test_matrix_by_hand_lab_times_multiplies_entries_until_matrix_changes():
    lab = labs.matrix_by_hand(start="one winner per column, torn rows")
    focus = lab.scores["completeness"]
    lab.on_gesture({"times": 0.5}, done=True)
    assert lab.values["values"][0] == pytest.approx([0.45, 0.3])
    assert lab.scores["mig"] == pytest.approx(0.15) and lab.scores["completeness"] == focus
    assert eval(lab.code, {"labs": labs}).visible == lab.visible
    lab.on_gesture({"times": 1.0}, done=True)
    assert lab.values["values"][0] == pytest.approx([0.9, 0.6])
    lab.on_gesture({"times": 0.1}, done=True)
    lab.on_gesture({"values/0/0": 0.7}, done=True)
    assert lab.values["times"] == 1 and lab.values["values"][0] == pytest.approx([0.7, 0.06])


def test_matrix_by_hand_lab_reached_goals_survive_reset_and_end_with_six():
    lab, tables = (
        labs.matrix_by_hand(),
        [
            np.repeat(np.eye(2), 3, axis=0),
            [[0.9, 0.9, 0.9], [0, 0, 0]],
            0.05 * np.eye(3),
            np.vstack([np.eye(3), np.ones(3)]),
            [[1, 0.38], [0.38, 1], [0.38, 0.38]],
            [[1, 1, 0], [0, 0, 0.1]],
        ],
    )
    for goal, table in enumerate(tables, 1):
        lab.set(goal=goal, values=np.array(table).tolist())
        assert lab.values["memory"] == set(range(1, goal + 1))
        assert ("Six of six goals" in lab.picture.svg) == (goal == 6)
        lab.reset()
    assert lab.values["memory"] == {1, 2, 3, 4, 5, 6} and lab.values["goal"] == 0


@pytest.mark.parametrize("change", CHANGES)
def test_which_bars_lab_first_guess_counts_and_is_kept(change):
    lab = labs.which_bars(change=change)
    moves = [int(moved) for moved in CHANGES[change].moves()]
    lab.set(guess=moves)
    lab.on_gesture({"done": True}, done=True)
    assert lab.picture.caption.startswith("5 of 5 right.") and lab.values["memory"] == {change: 5}
    lab.on_gesture({"guess/0": 1 - moves[0]}, done=True)
    assert lab.values["guess"] == moves
    lab.on_gesture({"done": False}, done=True)
    lab.set(guess=[1 - moved for moved in moves])
    lab.on_gesture({"done": True}, done=True)
    assert lab.picture.caption.startswith("0 of 5 right.") and lab.values["memory"] == {change: 5}


def test_promises_lab_remembers_moves_of_tried_changes():
    lab = labs.promises(judge="mig")
    for change in range(10):
        lab.on_gesture({"change": change}, done=True)
    broken = {name for name, far in lab.values["memory"].items() if far > 0.01}
    assert (
        {"add_copied_latent", "cube_each_latent"} <= broken <= set(METRICS["mig"].not_invariant_to)
    )
    assert lab.picture.caption.endswith(f"Broken promises so far: {len(broken)} of 10.")


def test_my_metric_lab_starts_from_bits_of_b():
    lab = labs.my_metric(judge="mig", start="bits of B")
    assert max(map(max, lab.values["values"])) > 3
    lab.on_gesture({"values/0/0": 4.0}, done=True)
    assert lab.values["start"] == "your own"


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
    assert told.startswith("latent 2 and latent 3 lower the score most") and told.endswith(
        "spread over factor 1 (0.50), factor 2 (0.50)."
    )
    assert "no entry above 0" in completeness(matrix).explanation


def test_each_changed_has_a_short_sentence_for_each_score():
    before, now = (labs.mig_and_dcimig(noise=noise).picture for noise in (0.1, 0.5))
    assert re.fullmatch(
        r"MIG fell from 0\.\d\d to 0\.\d\d\. DCIMIG fell from 0\.\d\d to 0\.\d\d\.",
        each_changed(before, now),
    )


@pytest.mark.parametrize("name", ["mig", "dcimig"])
def test_part_that_moved_describes_equal_changes_together(name):
    before, now = (labs.mig_and_dcimig(noise=noise).picture.scores[name] for noise in (0.1, 0.5))
    assert "each part fell much alike" in part_that_moved(before, now)


def test_mig_and_dcimig_lab_merged_latents_close_only_gap_of_row():
    lab = labs.mig_and_dcimig()
    lab.on_gesture({"merged": True}, done=True)
    assert lab.scores["mig"] > 0.85 and lab.scores["dcimig"] < 0.4
    assert lab.values["start"] == "your own"
    assert len(lab.picture.scores["mig"].matrix.values) == 3
    lab.on_gesture({"start": "factor 1 twice"}, done=True)
    assert not lab.values["merged"] and lab.scores["mig"] < 0.7


def test_gaps_of_b_lab_tasks_are_done_by_ways_of_chapter():
    lab = labs.gaps_of_b()
    assert lab.scores["mig"] == pytest.approx(verdicts.verdict("mig")[1], abs=1e-3)
    lab.on_gesture({"bits/2/2": 2.0}, done=True)
    assert lab.done == {"lower MIG, but not DCIMIG"} and lab.values["cell"] == 30
    lab.reset()
    lab.on_gesture({"bits/7/3": 0.4}, done=True)
    assert len(lab.done) == 2
    lab.on_gesture({"bits/0/0": 4.0}, done=True)
    assert lab.values["bits"][0][0] < 1.6, "no more than the entropy"


def test_three_coins_lab_flips_fill_tally_and_tasks():
    lab = labs.three_coins()
    for coin in "abc":
        lab.on_gesture({coin: 1}, done=True)
    assert lab.values["memory"].changed == ((1, 1, 1), (0, 1, 0), (0, 0, 1))
    assert len(lab.done) == 2 and lab.scores == {"mig": 1.0, "dcimig": 1.0}
    lab.on_gesture({"code": "2a + b"}, done=True)
    assert lab.values["memory"].flipped == (0, 0, 0) and lab.scores["mig"] < 0.7


def test_invented_bits_lab_counts_first_samples():
    lab = labs.invented_bits(bins=85, size=5)
    few, many = lab.picture.caption, labs.invented_bits(bins=85, size=7).picture.caption
    assert "0.6 samples per cell" in few and "2.9 samples per cell" in many


def test_dci_even_rest_lab_factor_count_keeps_rest_of_row():
    lab = labs.dci_even_rest()
    lab.set(factors=3)
    assert lab.values["off_diagonal"] == pytest.approx(0.1)
    assert lab.scores["disentanglement"] == pytest.approx(0.4183, abs=1e-4)  # the row [8, 1, 1]


def test_dci_even_rest_lab_describes_rest_as_all_but_largest_share(said):
    lab = labs.dci_even_rest()
    said(lab.picture.caption)
    lab.set(diagonal=0)  # ten equal bars remain
    said(lab.picture.caption)


def test_dci_even_rest_lab_bar_2_collects_rest_and_focus_rises():
    lab = labs.dci_even_rest()
    lab.set(evenness=0)
    assert lab.scores["disentanglement"] == pytest.approx(0.7914, abs=1e-4)
    assert lab.stage.scene["caption"].startswith("Disentanglement rose from 0.599 to 0.791.")


def test_one_tree_lab_splits_add_up_to_importances():
    lab = labs.one_tree(splits=0)
    assert lab.scores == {"latent 4": 0, "latent 5": 0}
    lab.on_press("One more split")
    assert lab.scores == {"latent 4": 1, "latent 5": 0}
    lab.set(splits=12)
    assert sum(map(float, lab.scores.values())) == pytest.approx(1)
    assert lab.scores["latent 5"] > 0.1


@pytest.mark.parametrize("width", WIDTHS)
def test_dci_two_ways_lab_narrow_columns_keep_whole_names(width):
    names = ["digit", "ink", "slant", "width", "height", "stroke"]
    lab = labs.dci_two_ways(values=importances_of("handwriting").values.tolist(), names=names)
    words = [box.what.removeprefix("text:") for box in svg_boxes.texts(lab.picture.at(width))]
    assert set(names) <= set(words)
    numbers = [word for word in words if re.fullmatch(r"0?\.\d\d", word)]
    assert len(numbers) >= 60, "a cell has lost its number"


def test_lab_change_text_names_opposing_part_last():
    before, now = (
        labs.mig_and_dcimig(weights=[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, x]]).picture
        for x in (0.5, 1)
    )
    told = part_that_moved(before.scores["mig"], now.scores["mig"])
    assert "'s part rose from" in told
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


def test_verdicts_lab_draws_own_guesses_of_earlier_chapters_only_if_there_are_any(monkeypatch):
    without = labs.verdicts().picture
    assert "you 0" not in without.svg and "Your" not in without.caption
    for id, guess in {"01-verdict": [0.2, 0.7, 0.35], "05-verdict": [0.1, 0.5, 0.1]}.items():
        monkeypatch.setitem(prediction.GUESSES, id, {"guess": guess})
    whole, known = labs.verdicts().picture, labs.verdicts(upto="sap").picture
    assert whole.svg.count(">you 0") == 6 and known.svg.count(">you 0") == 3
    truths = [*verdicts.verdict("disentanglement"), *verdicts.verdict("mig")]
    missed = np.abs(np.subtract([0.2, 0.7, 0.35, 0.1, 0.5, 0.1], truths)).mean()
    assert f"Your 6 guesses (rings) are {missed:.2f} off on average." in whole.caption
