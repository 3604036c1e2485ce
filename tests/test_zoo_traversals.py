"""Sheets and ranks of the zoo by hand: sweeps, knobs, drawings that moved, correlations."""

import re

import numpy as np
import pandas as pd
import pytest

from disentangle_edu import InformativenessMatrix, mig
from disentangle_edu.measures import mutual_information
from disentangle_edu.zoo import pretrained, rank_correlation, traversals
from disentangle_edu.zoo.configs import plan

MODEL = pretrained.PAIR["B"]


def square(size, left, top, width=48):
    image = np.zeros((width, width))
    image[top : top + size, left : left + size] = 1
    return image


def test_placed_is_centre_of_brightness():
    assert traversals.bright_center(square(8, left=10, top=20)) == pytest.approx((13.5, 23.5, 64))
    two = square(1, 10, 4) + 3 * square(1, 20, 8)  # three times as bright
    assert traversals.bright_center(two) == pytest.approx(((10 + 60) / 4, (4 + 24) / 4, 4))


def test_reshaped_of_moved_and_scaled_image_is_near_zero():
    small, large = square(8, 10, 20), square(16, 25, 6)
    assert traversals.reshaped(small, square(8, 17, 3)) == pytest.approx(0, abs=1e-9)
    assert traversals.reshaped(small, large) < 0.1 and traversals.reshaped(large, small) < 0.1


def test_reshaped_of_other_shape_is_share_that_differs():
    # A plate of 16 x 4 and one of 4 x 16 share the 4 x 4 in their middle: 48 of 64 of each differ.
    flat, tall = np.zeros((48, 48)), np.zeros((48, 48))
    flat[20:24, 10:26], tall[10:26, 20:24] = 1, 1
    assert traversals.reshaped(flat, tall) == pytest.approx(2 * 48 / (2 * 64), abs=1e-6)


def test_sweeps_change_one_latent_from_low_to_high():
    model = traversals.drawer(MODEL)
    code = model.start()
    sheet = model.sweeps(code, [1])
    assert sheet.shape[:2] == (1, traversals.STEPS)
    for step, place in ((0, model.low[1]), (-1, model.high[1])):
        moved = code.copy()
        moved[1] = place
        assert sheet[0, step] == pytest.approx(model.decode(moved[None])[0])
    assert model.low == pytest.approx(np.quantile(model.rep.latents, 0.02, axis=0))


def test_sheet_panel_draws_slider_below_each_row():
    model, asked = traversals.drawer(MODEL), []

    def knob(latent, y, ends):
        asked.append((latent, y, ends))
        return ""

    traversals.sheet_panel(model, model.start(), knob=knob, only=[0, 3]).draw(0, 0, 500, 300)
    (first, high, ends), (second, low, others) = asked
    assert (first, second) == (0, 3) and ends == others and ends[0] < ends[1]
    assert 20 < high < low - 20


def test_disagreements_of_four_models_match_hand_computation():
    # In ranks a is 1, 2, 3, 4 and b is 2, 1, 4, 3: two of six pairs are ordered differently.
    table = pd.DataFrame({"mig": [0.1, 0.2, 0.3, 0.4], "sap": [0.6, 0.5, 0.8, 0.7]}, list("wxyz"))
    found = rank_correlation.disagreements(table, "mig", "sap")
    assert found.attrs["share"] == pytest.approx(2 / 6)
    assert found.iloc[:, :6].values.tolist() == [
        ["x", "w", 0.2, 0.1, 0.5, 0.6],
        ["z", "y", 0.4, 0.3, 0.7, 0.8],
    ]
    assert found["ranks apart"].tolist() == [1, 1]
    assert len(rank_correlation.disagreements(table, "mig", "sap", most=1)) == 1


def test_over_strengths_correlates_means_over_seeds():
    # The means over seeds are 1, 2, 6 and 3, 1, 2, whose ranks are 1, 2, 3 and 3, 1, 2: -1/2. The
    # largest of each seed would be in the order 1, 2, 3 and 2, 1, 3.
    points = [[[0, 1], [2, 5]], [[1, 1], [3, 1]], [[4, -2], [8, 6]]]
    middle, drawn = rank_correlation.over_strengths(points, draws=50)
    assert middle == pytest.approx(-0.5)
    assert drawn.shape == (50,) and set(np.round(drawn, 6)) > {-0.5}


def test_rank_interval_matches_quantiles_of_draws():
    a, b = [1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]
    rows = np.random.default_rng(4).integers(6, size=(200, 6))
    drawn = [rank_correlation.rank_correlation(np.take(a, row), np.take(b, row)) for row in rows]
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    expected = (1 - 6 * 6 / (6 * 35), low, high)  # every rank is 1 away: 1 - 6 sum d^2 / (n^3 - n)
    assert rank_correlation.rank_interval(a, b, draws=200, seed=4) == pytest.approx(expected)


def test_metric_columns_are_those_of_more_than_half_of_models():
    half = [0.1, None, 0.3, None]
    most = [0.1, 0.2, 0.3, None]
    table = pd.DataFrame({"iwo_gca": most, "sap": most, "mig": half, "seconds": most})
    assert rank_correlation.metric_columns(table) == ["sap", "iwo_gca"]


def test_pretrained_matrix_matches_its_code():
    rep = pretrained.code(MODEL)
    shipped, counted = pretrained.matrix(MODEL), mutual_information(rep)
    assert shipped.values == pytest.approx(counted.values, abs=2e-3)
    assert shipped.factor_entropy == pytest.approx(counted.factor_entropy, abs=1e-5)
    assert mig(shipped).value == pytest.approx(mig(rep).value, abs=2e-3)
    assert pretrained.matrix(MODEL, "importance").unit == "share"


def test_of_beta_zero_is_autoencoder():
    assert (
        pretrained.of_beta(0) == "sprites-ae-0-0"
        and pretrained.of_beta(4.0, 2) == "sprites-beta_vae-4-2"
    )


def test_bits_panel_shows_names_and_numbers():
    bits = [[1.25, 0.5], [0.0, 2.0], [0.75, 0.125]]
    matrix = InformativenessMatrix(bits, "mutual information", "bits", column_names=["up", "far"])
    drawn = traversals.bits_panel(matrix).draw(0, 0, 300, 300)
    words = re.findall(r">([^<>]+)<", drawn)
    for word in ("up", "far", "1", "2", "3", "1.25", "0.50", "0.00", "2.00", "0.75", "0.12"):
        assert word in words, word


def test_sheet_panel_numbers_rows_and_marks_idle_latents():
    model = traversals.drawer(MODEL)
    still = traversals.idle(model.sweeps(model.start()))
    words = re.findall(
        r">([^<>]+)<", traversals.sheet_panel(model, model.start()).draw(0, 0, 500, 900)
    )
    assert [f"latent {i + 1}" in words for i in range(len(still))] == [True] * len(still)
    assert words.count("idle") == still.sum() and 0 < still.sum() < len(still)


def test_correlations_and_intervals_match_those_of_each_pair():
    rng = np.random.default_rng(0)
    a = rng.random(30)
    columns = {"mig": a, "sap": a + 0.3 * rng.random(30), "hoyer": rng.random(30), "seed": a}
    table = pd.DataFrame(columns)
    found, pairs = rank_correlation.correlations(table), rank_correlation.intervals(table)
    assert set(found) == {"mig", "sap", "hoyer"}
    for row in pairs.itertuples():
        expected = rank_correlation.rank_correlation(table[row.first], table[row.second])
        assert row.correlation == pytest.approx(expected)
        assert found.loc[row.first, row.second] == pytest.approx(expected)
        assert row.low < expected < row.high and row.models == 30
        again = rank_correlation.rank_interval(table[row.first], table[row.second])
        assert (row.low, row.high) == pytest.approx(again[1:])
    assert len(pairs) == 3 and list(rank_correlation.correlations(table, ["sap", "mig"])) == [
        "sap",
        "mig",
    ]
    assert set(rank_correlation.intervals(table, ["sap", "mig"]).first) == {"sap"}


def test_decoder_applies_relu_to_all_layers_but_last():
    first = np.array([[1.0, -1.0]]), np.array([0.5, 0.0])
    last = np.array([[1.0, -2.0], [1.0, 0.0]]), np.array([0.0, 0.25])
    draw = pretrained.Decoder((first, last), (1, 2))
    # Code 1 is (1.5, 0) after the first layer, and code -2 is (0, 2).
    expected = 1 / (1 + np.exp(-np.array([[1.5, -2.75], [2, 0.25]])))
    assert draw([[1.0], [-2.0]]) == pytest.approx(expected[:, None])


def test_kept_of_full_plan_are_models_with_shipped_codes():
    assert {recipe.name for recipe in pretrained.with_codes(plan())} == set(pretrained.coded())
    few = plan(quick=True)
    assert pretrained.with_codes(few) == few
