"""Luck and curves by brute force: who is first by chance, and what the best curve can read."""

from itertools import product

import numpy as np
import pytest

from disentangle_edu.theory.bootstrap import (
    bootstrap_win_probability,
    equal_models_win_probability,
    permuted_runs,
)
from disentangle_edu.worlds.examples import conditional_mean_curve

RUNS = np.array([[3.0, 1, 5], [2, 4, 4], [0, 0, 6]])


def test_bootstrap_win_probability_matches_enumeration():
    means = [[np.mean(way) for way in product(runs, repeat=3)] for runs in RUNS]
    expected = []
    for model, own in enumerate(means):
        others = [means[other] for other in range(3) if other != model]
        # against each other model alone: ahead counts 1, a tie one half
        against = lambda mean, other: np.mean([(mean > m) + (mean == m) / 2 for m in other])
        expected.append(np.mean([np.prod([against(mean, o) for o in others]) for mean in own]))
    assert bootstrap_win_probability(RUNS) == pytest.approx(expected)


def test_bootstrap_win_probability_of_dominant_model_is_one():
    assert bootstrap_win_probability(np.array([[5.0, 6], [1, 2], [0, 3]])) == pytest.approx(
        [1, 0, 0]
    )


def test_permuted_runs_contain_same_runs_in_other_order():
    tables = permuted_runs(RUNS, 50)
    assert tables.shape == (50, 3, 3)
    assert (np.sort(tables.reshape(50, -1), 1) == np.sort(RUNS.ravel())).all()
    assert len({tuple(table.ravel()) for table in tables}) == 50
    assert tables[:, 0].mean() == pytest.approx(RUNS.mean(), abs=0.3)


def test_first_if_alike_of_single_high_run_matches_closed_form():
    # One run of twelve is above 0, so its model wins the table. Drawn anew, that model wins if it
    # draws this run in one of its three draws; if not, all are equal, and the first model is first.
    values = np.zeros((4, 3))
    values[0, 0] = 1
    drawn = 1 - (2 / 3) ** 3
    mean, nearly_all = equal_models_win_probability(values)
    assert mean == pytest.approx(drawn + (1 - drawn) / 4, abs=0.03)
    # A quarter of the tables give the run to the first model, which is then first every time.
    assert nearly_all == 1


def test_best_curve_of_plain_sum_is_half():
    pieces, share = conditional_mean_curve(1)
    for places, heights in pieces:
        assert heights == pytest.approx(places / 2, abs=2e-3)
    assert share == pytest.approx(1 / 2, abs=5e-3)


@pytest.mark.parametrize("exponent", [3, 5])
def test_best_curve_of_powers_matches_conditional_mean_of_samples(exponent):
    v = np.random.default_rng(0).uniform(-1, 1, (400_000, 2))
    latent = (v**exponent).sum(1)
    pieces, share = conditional_mean_curve(exponent)
    for places, heights in pieces:
        for j in (40, 80):
            near = np.abs(latent - places[j]) < 0.003
            assert heights[j] == pytest.approx(v[near, 0].mean(), abs=0.05)
    bins = np.floor((np.cbrt(latent) + 2) * 300).astype(int)
    counts = np.bincount(bins)
    means = np.bincount(bins, v[:, 0]) / np.maximum(counts, 1)
    assert share == pytest.approx((counts * means**2).sum() / (v[:, 0] ** 2).sum(), abs=0.01)


@pytest.mark.parametrize("exponent", [1, 3, 5])
def test_best_curve_covers_both_signs_without_gaps(exponent):
    ends = sorted((places.min(), places.max()) for places, _ in conditional_mean_curve(exponent)[0])
    expected = [(-1.9, -1.001), (-0.999, 0), (0, 0.999), (1.001, 1.9)]
    assert ends == [pytest.approx(pair, abs=5e-3) for pair in expected]
    for places, heights in conditional_mean_curve(exponent)[0]:
        assert (np.sign(heights) == np.sign(places)).all()
        assert (np.diff(np.abs(places)) > 0).all() and np.abs(np.diff(places)).max() < 0.05


def test_best_curve_is_conditional_mean_of_factor():
    for exponent, expected, pinned in ((1, 0.5, 0.500621), (35, 3 / 8, 0.376058)):
        assert conditional_mean_curve(exponent)[1] == pytest.approx(expected, abs=0.002)
        assert conditional_mean_curve(exponent)[1] == pytest.approx(pinned, abs=2e-6)
    v = np.random.default_rng(0).uniform(-1, 1, (400_000, 2))
    z = (v**9).sum(1)
    for piece, (low, high) in zip(conditional_mean_curve(9)[0][1::2], ((0.4, 0.5), (1.4, 1.6))):
        near = (z > low) & (z < high)
        assert np.interp((low + high) / 2, *piece) == pytest.approx(v[near, 0].mean(), abs=0.02)
