"""What measures promise: who judges, how often values are held, which options matter."""

import inspect

import numpy as np
import pytest

from disentangle_edu import (
    Representation,
    World,
    beta_vae,
    disentanglement,
    factor_vae,
    informativeness,
    measures,
    mig,
    worlds,
)
from disentangle_edu.measures import holding, predicting
from disentangle_edu.worlds import examples

RNG = np.random.default_rng(0)
NOISE = World(
    {f"factor {k}": worlds.levels(3) for k in range(3)}, lambda v, rng: rng.normal(size=(len(v), 9))
)


def mean(score, seeds=12):
    return np.mean([float(score(seed)) for seed in range(seeds)])


def test_judging_is_done_on_new_points():
    # Few points, many latents of noise: who judged on what was learned would see far more than the
    # third that chance gives.
    few = dict(points=45, batch=8)
    assert (
        mean(lambda seed: beta_vae(NOISE, seed=seed, **few)) < 0.42
        and mean(lambda seed: factor_vae(NOISE, seed=seed, **few)) < 0.42
    )
    assert mean(lambda seed: beta_vae(NOISE, seed=seed, judged_on="training", **few)) > 0.5
    rep = NOISE.sample(1200)
    assert mean(lambda seed: informativeness(rep, seed=seed), 3) < 0.42
    small = dict(points=400, batch=16)
    assert mean(lambda seed: factor_vae(NOISE.sample(1000, seed), seed=seed, **small), 6) < 0.45
    assert "noise can look like signal" in " ".join(
        factor_vae(NOISE.sample(200), **small).matrix.notes
    )


def test_rows_that_teach_and_rows_that_judge_do_not_meet():
    rep = NOISE.sample(1000)
    learn, judge = holding._holders("beta_vae", rep, 0, None)
    assert not set(learn.rows) & set(judge.rows) and len(learn.rows) + len(judge.rows) == 1000


def test_confusions_count_guesses_in_rows_and_held_factors_in_columns():
    world, options = examples.copying_world(), dict(points=400, batch=4, seed=3)
    _, _, _, held = measures.difference_points(world, shared="pair", **options)
    assert (
        measures.confusions(world, **options).values.sum(0).tolist() == np.bincount(held).tolist()
    )


def test_a_table_holds_common_values_more_often_and_never_one_row_alone():
    factors = np.column_stack(
        [np.repeat([0.0, 1.0, 2.0], [900, 99, 1]), np.tile(np.arange(4.0), 250)]
    )
    held = holding._Table(Representation(factors, factors)).held(0, 4000, 2, RNG)[:, 0, 0]
    assert np.mean(held == 0) == pytest.approx(900 / 999, abs=0.02) and 2 not in held


def test_a_world_holds_another_value_in_every_group_and_samples_by_seed():
    world = examples.copying_world(((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert np.unique(world.held(0, 50, 3, RNG)[:, 0, 0]).size == 50
    assert (world.sample(10, 1).factors == world.sample(10, 1).factors).all() and (
        world.sample(10, 1).factors != world.sample(10, 2).factors
    ).any()


def test_defaults_are_the_papers():
    for measure in (measures.confusions, measures.votes):
        options = inspect.signature(measure).parameters
        assert (options["points"].default, options["batch"].default) == (10_000, 128)


def test_least_squares_hides_the_middle_of_three_and_logistic_does_not():
    x = np.repeat([0.0, 1.0, 2.0], 50)[:, None] + 0.05 * RNG.normal(size=(150, 1))
    y = np.repeat([0, 1, 2], 50)
    assert holding.linear_classifier("logistic").fit(x, y).score(x, y) > 0.95
    assert holding.linear_classifier("least squares").fit(x, y).score(x, y) < 0.8


def test_a_value_on_an_edge_goes_up_whatever_rounding_did():
    for scale in (1, 0.1, 0.3, 7, 1 / 3, 1e-9, 1e9):
        assert measures.discretise(np.arange(11) * scale, bins=10).tolist() == [*range(10), 9]


def test_factor_bins_cut_factors():
    rep = examples.power_world(1).sample(2000)
    assert measures.mutual_information(rep, factor_bins=4).factor_total == pytest.approx(
        [2, 2], abs=0.01
    )
    assert measures.mutual_information(rep, bins=8).factor_total == pytest.approx([3, 3], abs=0.01)


def test_the_svm_is_judged_on_unseen_samples_and_weighs_classes_alike():
    x, train, test = RNG.normal(size=(400, 1)), np.arange(300), np.arange(300, 400)
    labels = (x[:, 0] > 0).astype(int)
    labels[test] = 1 - labels[test]
    assert predicting._svm_accuracy(x[:, 0], labels, train, test, C=1.0, balanced=True) < 0.1
    rare = np.zeros(400, dtype=int)
    rare[::20] = 1
    assert (
        predicting._svm_accuracy(x[:, 0], rare, train, test, C=1.0, balanced=True) < 0.9
    )  # guessing the common class would be right in 95 %


def test_options_are_remembered_apart():
    rep = examples.leaky_copies(leak=0.5, samples=400)
    assert (
        len(
            {
                round(float(disentanglement(rep, predictor=name)), 6)
                for name in ("forest", "boosting", "lasso")
            }
        )
        == 3
    )
    assert len({float(mig(rep, bins=bins)) for bins in (None, 5, 20)}) == 3
    world = examples.copying_world()
    options = [
        dict(),
        dict(shared="batch"),
        dict(batch=4),
        dict(points=300),
        dict(seed=1),
        dict(judged_on="training"),
    ]
    scores = [
        beta_vae(world, **dict(points=200, batch=8) | option).matrix.values.tolist()
        for option in options
    ]
    assert all(scores[0] != other for other in scores[1:])
    assert measures.confusions(world, points=200) is measures.confusions(world, points=200)
