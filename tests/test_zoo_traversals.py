"""Traversals of a model: sweeps, their panels, and images that move or change shape."""

import re

import numpy as np
import pytest
from lab_helpers import draw_panel

from disentangle_edu import InformativenessMatrix
from disentangle_edu.zoo import pretrained, traversals

MODEL = pretrained.PAIR["B"]


def square(size, left, top, width=48):
    image = np.zeros((width, width))
    image[top : top + size, left : left + size] = 1
    return image


def test_placed_is_centre_of_brightness():
    assert traversals.bright_center(square(8, left=10, top=20)) == pytest.approx((13.5, 23.5, 64))
    two = square(1, 10, 4) + 3 * square(1, 20, 8)  # the second square is three times as bright
    assert traversals.bright_center(two) == pytest.approx(((10 + 60) / 4, (4 + 24) / 4, 4))


def test_reshaped_of_moved_and_scaled_image_is_near_zero():
    small, large = square(8, 10, 20), square(16, 25, 6)
    assert traversals.reshaped(small, square(8, 17, 3)) == pytest.approx(0, abs=1e-9)
    assert traversals.reshaped(small, large) < 0.1 and traversals.reshaped(large, small) < 0.1


def test_reshaped_of_other_shape_is_share_that_differs():
    # A 16 x 4 bar and a 4 x 16 bar share the central 4 x 4: 48 of the 64 pixels of each differ.
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
    model = traversals.drawer(MODEL)
    sheet = traversals.sheet_panel(model, model.start(), control="latents", only=[0, 3])
    drawn = draw_panel(sheet, width=500)
    first, second = re.findall(
        r'<circle cx="[\d.]+" cy="([\d.]+)" r="7.0"[^>]*data-key="(\w+)"', drawn
    )
    assert (first[1], second[1]) == ("latents0", "latents3")
    assert 20 < float(first[0]) < float(second[0]) - 20


def test_bits_panel_shows_names_and_numbers():
    bits = [[1.25, 0.5], [0.0, 2.0], [0.75, 0.125]]
    matrix = InformativenessMatrix(bits, "mutual information", "bits", column_names=["up", "far"])
    drawn = draw_panel(traversals.bits_panel(matrix), width=300)
    words = re.findall(r">([^<>]+)<", drawn)
    for word in ("up", "far", "1", "2", "3", "1.25", "0.50", "0.00", "2.00", "0.75", "0.12"):
        assert word in words, word


def test_sheet_panel_numbers_rows_and_marks_idle_latents():
    model = traversals.drawer(MODEL)
    still = traversals.idle(model.sweeps(model.start()))
    words = re.findall(
        r">([^<>]+)<", draw_panel(traversals.sheet_panel(model, model.start()), width=500)
    )
    assert [f"latent {i + 1}" in words for i in range(len(still))] == [True] * len(still)
    assert words.count("idle") == still.sum() and 0 < still.sum() < len(still)


def test_idle_latent_hardly_changes_decoded_image():
    ends = np.linspace(0, [0.03, 0.019], 9).T[:, :, None, None]
    assert traversals.idle(ends).tolist() == [False, True]
