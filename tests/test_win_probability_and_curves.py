"""Chance by brute force: which model wins by luck."""

from itertools import product

import numpy as np
import pytest

from disentangle_edu.theory.win_probability import (
    bootstrap_win_probability,
    equal_models_win_probability,
    permuted_runs,
)

RUNS = np.array([[3.0, 1, 5], [2, 4, 4], [0, 0, 6]])


def test_bootstrap_win_probability_matches_enumeration():
    means = [[np.mean(way) for way in product(runs, repeat=3)] for runs in RUNS]
    expected = []
    for model, own in enumerate(means):
        others = [means[other] for other in range(3) if other != model]
        # against each other model alone: ahead counts 1, a tie counts one half
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
    # One run of twelve is above 0, so its model wins the table. After resampling, it wins if
    # this run is in one of its three draws; otherwise all are equal, and the first model wins.
    values = np.zeros((4, 3))
    values[0, 0] = 1
    drawn = 1 - (2 / 3) ** 3
    mean, nearly_all = equal_models_win_probability(values)
    assert mean == pytest.approx(drawn + (1 - drawn) / 4, abs=0.03)
    # In a quarter of the tables the run belongs to the first model, which then always wins.
    assert nearly_all == 1
