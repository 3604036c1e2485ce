"""What measures promise: train and test rows, how often values are fixed, which options matter."""

import inspect
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression
from sklearn.svm import LinearSVC

from disentangle_edu import (
    Confusions,
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
from disentangle_edu.measure import Measure
from disentangle_edu.measures import information, interventional, predictors
from disentangle_edu.worlds import examples

RNG = np.random.default_rng(0)
NOISE = World(
    {f"factor {k}": worlds.levels(3) for k in range(3)}, lambda v, rng: rng.normal(size=(len(v), 9))
)


def smooth(samples, factors, latents):
    """Continuous factors, and latents that are independent of them."""
    rng = np.random.default_rng(0)
    sizes = (samples, factors), (samples, latents)
    return Representation(*(rng.normal(size=size) for size in sizes))


def mean(score, seeds=12):
    return np.mean([float(score(seed)) for seed in range(seeds)])


ASKED_BY_METRICS = {  # the errors of these name the metric that they belong to
    "difference_points",
    "fixed_factor_confusion",
    "lowest_variance_votes",
    "varied_factor_votes",
}
OF_SAMPLES = {
    name: thing
    for name, thing in vars(measures).items()
    if isinstance(thing, Measure) and name not in ASKED_BY_METRICS
}


@pytest.mark.parametrize("name", OF_SAMPLES)
def test_measure_of_other_object_raises_error_with_its_own_name(name):
    with pytest.raises(TypeError, match=f"^{name}: found int, expected Representation"):
        OF_SAMPLES[name](3)


def test_interventional_metrics_of_noise_score_near_chance_on_test_points():
    # With few points and many noise latents, a score on the training points would be far above the
    # chance of one third.
    few = dict(n_points=45, batch_size=8)
    assert (
        mean(lambda seed: beta_vae(NOISE, seed=seed, **few)) < 0.42
        and mean(lambda seed: factor_vae(NOISE, seed=seed, **few)) < 0.42
    )
    assert mean(lambda seed: beta_vae(NOISE, seed=seed, evaluate_on="train", **few)) > 0.5
    rep = NOISE.sample(1200)
    assert mean(lambda seed: informativeness(rep, seed=seed), 3) < 0.42
    small = dict(n_points=400, batch_size=16)
    assert mean(lambda seed: factor_vae(NOISE.sample(1000, seed), seed=seed, **small), 6) < 0.45
    assert "noise can look like signal" in " ".join(
        factor_vae(NOISE.sample(200), **small).matrix.notes
    )


def test_make_samplers_train_and_test_rows_are_disjoint():
    rep = NOISE.sample(1000)
    learn, judge = interventional.make_samplers("beta_vae", rep, 0)
    assert not set(learn.rows) & set(judge.rows)
    assert (len(learn.rows), len(judge.rows)) == (750, 250)
    few = NOISE.sample(999)
    assert [len(part.latents) for part in interventional.make_samplers("beta_vae", few, 0)] == [
        999,
        999,
    ]


def test_fixed_factor_confusion_columns_count_fixed_factors():
    world, options = examples.copying_world(), dict(n_points=400, batch_size=4, seed=3)
    _, _, _, held = measures.difference_points(world, shared="pair", **options)
    assert (
        measures.fixed_factor_confusion(world, **options).values.sum(0).tolist()
        == np.bincount(held).tolist()
    )


def test_table_sampler_draws_values_by_frequency_but_no_single_row():
    factors = np.column_stack(
        [np.repeat([0.0, 1.0, 2.0], [900, 99, 1]), np.tile(np.arange(4.0), 250)]
    )
    held = interventional._Table(Representation(factors, factors)).sample_fixed(0, 4000, 2, RNG)[
        :, 0, 0
    ]
    assert np.mean(held == 0) == pytest.approx(900 / 999, abs=0.02) and 2 not in held


def test_table_sampler_with_uniform_value_weights_draws_values_equally():
    factors = np.column_stack(
        [np.repeat([0.0, 1.0, 2.0], [900, 99, 1]), np.tile(np.arange(4.0), 250)]
    )
    drawing = interventional._Drawing(value_weights="uniform")
    table = interventional._Table(Representation(factors, factors), drawing=drawing)
    held = table.sample_fixed(0, 4000, 5, RNG)[:, 0, 0]
    assert np.mean(held == 0) == pytest.approx(1 / 2, abs=0.03) and 2 not in held


@pytest.mark.parametrize("size", [3, 10, 25])
def test_table_sampler_without_replacement_uses_all_rows_before_repeating(size):
    rep = Representation(np.repeat([[0.0, 0], [1, 1]], 10, axis=0), np.arange(20.0)[:, None])
    drawn = interventional._Table(rep, drawing=interventional._Drawing(replace=False)).sample_fixed(
        0, 8, size, RNG
    )
    for value in (0, 10):
        rows = drawn[np.isin(drawn[:, 0, 0], np.arange(value, value + 10)), :, 0].ravel()
        counts = np.bincount(rows.astype(int) - value, minlength=10)
        assert counts.max() - counts.min() <= 1
    again = interventional._Table(rep).sample_fixed(0, 8, size, RNG)[:, :, 0]
    assert size < 10 or any(len(set(batch)) < min(size, 10) for batch in again)


def test_make_samplers_with_train_size_1_uses_all_rows_twice():
    drawing = interventional._Drawing(train_size=1)
    learn, judge = interventional.make_samplers("factor_vae", NOISE.sample(1000), 0, drawing)
    assert len(learn.latents) == len(judge.latents) == 1000
    halves = interventional.make_samplers(
        "factor_vae", NOISE.sample(1000), 0, interventional._Drawing(train_size=0.5)
    )
    assert [len(half.rows) for half in halves] == [500, 500]


@pytest.mark.parametrize("metric", [beta_vae, factor_vae])
@pytest.mark.parametrize(
    "options, words",
    [
        (dict(value_weights="evenly"), "value_weights: found 'evenly', expected one of"),
        (dict(replace="no"), "replace: found 'no', expected True or False"),
        (dict(train_size=0), "train_size: found 0, expected a share above 0"),
    ],
)
def test_interventional_metrics_invalid_sampling_option_raises(metric, options, words):
    with pytest.raises(ValueError, match=words):
        metric(NOISE.sample(100), **options)


@pytest.mark.parametrize("offset", [0, 1, 1e6, -1e9, 1e11])
def test_factor_vae_of_latent_far_from_zero_is_unchanged(offset):
    rep = examples.perfect_copy(4, 3)
    far = Representation(rep.factors, rep.latents + [offset, 0])
    options = dict(n_points=200, batch_size=64)
    assert factor_vae(far, **options).value == factor_vae(rep, **options).value == 1


def test_lowest_variance_votes_ignore_latents_that_vary_by_rounding():
    rep = examples.perfect_copy(4, 3)
    barely = 0.1 + 1e-17 * np.arange(12) * [[1], [3]]
    barely[0, ::2] = np.nextafter(0.1, 1)  # the next floating-point number
    held = measures.lowest_variance_votes(
        Representation(rep.factors, np.column_stack([rep.latents, barely.T])),
        n_points=60,
        batch_size=8,
    )
    assert held.values[2:].sum() == 0 and held.values[:2].sum() == 30


def test_lowest_variance_votes_of_tied_latents_are_shared():
    rep = examples.perfect_copy(4, 3)
    thrice = Representation(rep.factors, rep.latents[:, [0, 0, 0, 1]])
    options = dict(n_points=300, batch_size=64, seed=1)
    once, found = (
        measures.lowest_variance_votes(rep, **options).values,
        measures.lowest_variance_votes(thrice, **options).values,
    )
    assert once.sum() == 150 and found.sum() == pytest.approx(150)
    assert found[:3] == pytest.approx(np.tile(once[0] / 3, (3, 1)))


def test_lowest_variance_votes_use_relative_variance():
    """The larger latent changes less, relative to its variance, when its factor is fixed."""
    rep = examples.perfect_copy(4, 3)
    large = Representation(rep.factors, rep.latents * [1000, 1])
    assert measures.lowest_variance_votes(large, n_points=100, batch_size=64).values.argmax(
        1
    ).tolist() == [0, 1]


def test_lowest_variance_votes_min_std_excludes_small_latents():
    rep = examples.perfect_copy(4, 3)
    small = Representation(rep.factors, rep.latents * [0.01, 1])
    options = dict(n_points=100, batch_size=16)
    spread = small.latents[:, 0].std()
    assert measures.lowest_variance_votes(small, **options).values[0].sum() > 0
    assert measures.lowest_variance_votes(small, min_std=spread, **options).values[0].sum() > 0
    assert (
        measures.lowest_variance_votes(small, min_std=spread * 1.001, **options).values[0].sum()
        == 0
    )
    for wrong in (-1, np.nan, "wide"):
        with pytest.raises(ValueError, match="min_std: found"):
            measures.lowest_variance_votes(small, min_std=wrong, **options)


@pytest.mark.parametrize("metric", [beta_vae, factor_vae])
def test_interventional_metrics_factor_bins_outside_limits_raise(metric):
    rep = smooth(60, 2, 2)
    options = dict(n_points=20, batch_size=4)
    assert "fixed to one of 21 bins" in metric(rep, **options).matrix.notes[0]
    assert 0 <= metric(rep, factor_bins=10_000, **options).value <= 1
    for wrong in (0, 1, 10_001):
        with pytest.raises(ValueError, match="factor_bins: found .* from 2 to 10,000"):
            metric(rep, factor_bins=wrong, **options)


def test_is_full_factorial_only_with_every_combination_once():
    v = examples.grid(3, 4)
    whole = lambda factors: interventional.is_full_factorial(Representation(factors, v))
    assert whole(v) is True and whole(v[::-1]) is True
    twice = v.copy()
    twice[0] = twice[1]  # as many rows as combinations, but one combination is missing
    assert not whole(twice) and not whole(np.ma.array(v, mask=np.eye(12, 2)))
    assert interventional.is_full_factorial(Representation(v[1:], v[1:])) is False


def test_table_sampler_pairs_have_distinct_rows_unless_full_factorial():
    """A pair has two different rows; if all combinations exist, a pair may have one row twice."""
    rng = np.random.default_rng(0)
    once = np.column_stack([np.repeat([0, 1], 2), [0, 1, 0, 1]]) + 0.0
    twice = np.vstack([once, once[:2]])
    pairs = interventional._Table(Representation(twice, np.arange(6.0)[:, None])).sample_fixed(
        0, 200, 2, rng
    )
    assert (pairs[:, 0] != pairs[:, 1]).all()
    pairs = interventional._Table(Representation(once, np.arange(4.0)[:, None])).sample_fixed(
        0, 200, 2, rng
    )
    assert 0.3 < (pairs[:, 0] == pairs[:, 1]).mean() < 0.7


def test_difference_points_test_set_has_half_as_many_points():
    world = examples.copying_world()
    for points, judging in ((60, 30), (12, 10)):
        options = dict(n_points=points, batch_size=4)
        X, y, X_new, y_new = measures.difference_points(world, **options)
        assert (len(X), len(y), len(X_new), len(y_new)) == (points, points, judging, judging)
        assert measures.lowest_variance_votes(world, **options).values.sum() == pytest.approx(
            judging
        )
        trained = measures.lowest_variance_votes(world, evaluate_on="train", **options)
        assert trained.values.sum() == pytest.approx(points)


def test_difference_points_batch_size_sets_number_of_pairs():
    asked = []

    def held(k, groups, size, rng):
        asked.append((groups, size))
        return np.arange(groups * size, dtype=float).reshape(groups, size, 1)

    for shared in interventional.DIFFERENCES.values():
        assert shared(held, 0, 7, 5, None).tolist() == [[1.0]] * 7
    assert asked == [(35, 2), (7, 10)]


@pytest.mark.parametrize("metric, batch", [(beta_vae, 0), (factor_vae, 1)])
def test_interventional_metrics_too_few_points_or_samples_raise(metric, batch):
    with pytest.raises(ValueError, match="n_points: found 9, expected a whole number from 10"):
        metric(examples.copying_world(), n_points=9)
    with pytest.raises(
        ValueError, match=f"batch_size: found {batch}, expected a whole number from "
    ):
        metric(examples.copying_world(), n_points=10, batch_size=batch)
    assert 0 <= metric(examples.copying_world(), n_points=10, batch_size=batch + 1).value <= 1


def test_difference_points_are_zero_only_for_fixed_factor():
    """Each pair shares one factor's value, so only that factor's latent does not move."""
    world, options = (
        examples.copying_world(((1, 0), (0, 1))),
        dict(n_points=60, batch_size=40, seed=2),
    )
    for shared in ("pair", "batch"):
        X, y, _, _ = measures.difference_points(world, shared=shared, **options)
        assert (X[np.arange(60), y] == 0).all() and (X[np.arange(60), 1 - y] > 0).all()


# ----------------------------------------------------------------------------------------- activity


def test_sparsity_is_one_for_sparse_and_zero_for_dense_codes():
    """Latents are divided by their deviations; (2, 0) and (0, 3) are as sparse as possible."""
    factors = np.array([[0.0], [0], [1], [1], [0], [1]])
    sparse = np.array([[2.0, 0], [-2, 0], [0, 3], [0, -3], [0, 3], [0, -3]])
    assert measures.sparsity(Representation(factors, sparse)).values.tolist() == [[1.0]]
    dense = np.array([[2.0, 30], [-2, 30], [2, -30], [-2, -30], [2, 30], [-2, -30]])
    rep = Representation(factors, dense)
    assert measures.sparsity(rep).values[0, 0] == pytest.approx(0, abs=0.01)


def test_sparsity_ignores_zero_samples_and_dead_latents():
    factors = np.array([[0.0], [0], [1], [1]])
    half = np.array([[1.0, 0.0], [-1, 0], [0, 0], [0, 0]])
    assert measures.sparsity(Representation(factors, half + [0, 0])).values[0, 0] == 1
    dead = np.array([[1.0, 7.0], [-1, 7], [1, 7], [-1, 7]])
    assert measures.sparsity(Representation(factors, dead)).values[0, 0] == 1
    two = np.array([[1.0, 1.0], [-1, -1], [0, 0], [0, 0]])
    assert measures.sparsity(Representation(factors, two)).values[0, 0] == pytest.approx(0)
    with pytest.raises(ValueError, match="found one latent"):
        measures.sparsity(Representation(factors, half[:, :1]))
    with pytest.raises(ValueError, match="latents that never move"):
        measures.sparsity(Representation(factors, half * 0 + 3))


def test_variances_match_variance_of_each_latent():
    rep = Representation(np.array([[0.0], [0], [1], [1]]), [[0, 1], [0, 3], [0, 1], [0, 3]])
    assert measures.variances(rep).values.tolist() == [[0], [1]]


def test_world_fixes_new_value_per_group_and_samples_by_seed():
    world = examples.copying_world(((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert np.unique(world.sample_fixed(0, 50, 3, RNG)[:, 0, 0]).size == 50
    assert (world.sample(10, 1).factors == world.sample(10, 1).factors).all() and (
        world.sample(10, 1).factors != world.sample(10, 2).factors
    ).any()


def test_interventional_measures_defaults_are_those_of_papers():
    for measure in (measures.fixed_factor_confusion, measures.lowest_variance_votes):
        options = inspect.signature(measure).parameters
        assert (options["n_points"].default, options["batch_size"].default) == (10_000, 128)


def test_measures_shared_options_have_same_defaults():
    """Measures of one table use the same rows: seed 0, three quarters for training, shuffled."""
    defaults = {
        "seed": set(),
        "train_size": set(),
        "shuffle": set(),
        "n_estimators": set(),
        "progress": set(),
    }
    for measure in filter(lambda thing: isinstance(thing, Measure), vars(measures).values()):
        for option, found in inspect.signature(measure).parameters.items():
            defaults.get(option, set()).add(found.default)
    expected = dict(seed={0}, train_size={0.75}, shuffle={True}, n_estimators={10}, progress={None})
    assert defaults == expected


def test_linear_classifier_least_squares_misses_middle_of_three_classes():
    x = np.repeat([0.0, 1.0, 2.0], 50)[:, None] + 0.05 * RNG.normal(size=(150, 1))
    y = np.repeat([0, 1, 2], 50)
    assert interventional.linear_classifier("logistic").fit(x, y).score(x, y) > 0.95
    assert interventional.linear_classifier("least squares").fit(x, y).score(x, y) < 0.8


@pytest.mark.parametrize("scale", [1, 0.1, 0.3, 7, 1 / 3, 1e-9, 1e9])
def test_discretise_value_on_bin_edge_ignores_rounding(scale):
    assert measures.discretise(np.arange(11) * scale, bins=10).tolist() == [*range(10), 9]
    inwards = [0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10]
    assert measures.discretise(np.arange(12) * scale, bins=11).tolist() == inwards


@given(
    st.lists(st.integers(-40, 40), min_size=2),
    st.integers(1, 20),
    st.sampled_from([1, 0.1, 1 / 3, 7e5]),
)
def test_discretise_negated_column_mirrors_bins(values, half, scale):
    column, bins = np.array(values) * scale, 2 * half + 1
    if np.ptp(column) > 0:
        there, back = (measures.discretise(sign * column, bins=bins) for sign in (1, -1))
        assert (there == bins - 1 - back).all() and there.min() == 0 and there.max() == bins - 1


def test_mig_of_negated_latent_with_values_on_edges_is_equal():
    x = np.arange(22.0)[:, None]
    there, back = (Representation((x >= 21) * 1.0, sign * x) for sign in (1, -1))
    assert mig(there).value == mig(back).value


def test_mutual_information_dense_and_sparse_counting_are_equal(monkeypatch):
    rep = smooth(300, 2, 3)
    again = Representation(rep.factors, rep.latents)
    dense = measures.mutual_information(rep, bins=30)
    monkeypatch.setattr(information, "MOST_CELLS", 1)
    sparse = measures.mutual_information(again, bins=30)
    assert np.array_equal(dense.values, sparse.values)
    assert np.array_equal(dense.latent_entropy, sparse.latent_entropy)


def test_mutual_information_with_many_bins_uses_little_memory():
    rep = smooth(1000, 3, 3)
    tracemalloc.start()
    most = 10_000
    found = measures.mutual_information(rep, bins=most)  # 9 tables of 800 MB each
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30e6 and found.values.max() < np.log2(1000) + 1e-9


@pytest.mark.parametrize("option", ["bins", "factor_bins"])
def test_mutual_information_above_10000_bins_raises(option):
    rep = smooth(20, 1, 1)
    assert measures.mutual_information(rep, **{option: 10_000}).values.min() >= 0
    with pytest.raises(ValueError, match=f"^{option}: found 10,001, expected a whole number from"):
        measures.mutual_information(rep, **{option: 10_001})


def test_mutual_information_matches_hand_computation():
    """Of four equal latent values, two determine the factor and two carry nothing about it."""
    z, v = np.repeat([0, 1, 2, 3], 4), [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]
    rep = Representation(np.array(v)[:, None], z[:, None], latent_types="discrete")
    told = measures.mutual_information(rep)
    assert told.values[0, 0] == pytest.approx(0.5)
    assert told.latent_entropy.tolist() == [2] and told.factor_entropy.tolist() == [1]
    assert told.notes == ()
    cut = Representation(rep.factors, rep.latents, latent_types="continuous")
    assert measures.mutual_information(cut).notes == ("cut into 21 bins of equal width: latent 1",)


@pytest.mark.parametrize("kind", ["discrete", "continuous"])
def test_mutual_information_knn_with_too_few_present_samples_raises(kind):
    factors = np.ma.array(np.arange(60.0)[:, None], mask=(np.arange(60) >= 3)[:, None])
    kinds = None if kind == "discrete" else kind  # three samples for three levels
    rep = Representation(factors, smooth(60, 1, 2).latents, factor_types=kinds)
    assert rep.factor_types == (kind,)
    with pytest.raises(ValueError, match="'factor 1' in 3 samples, whose nearest"):
        measures.mutual_information(rep, estimator="knn")


def test_mutual_information_knn_separates_copy_from_noise():
    z = smooth(1000, 1, 2).latents
    factors = np.column_stack([z[:, 0], z[:, 0] > 0])
    told = measures.mutual_information(
        Representation(factors, np.column_stack([z, np.zeros(1000)])), estimator="knn"
    )
    assert told.values[0] == pytest.approx(told.factor_entropy, abs=0.02)
    assert told.values[1].max() < 0.1 and told.values[2].tolist() == [0, 0]
    assert told.latent_entropy is None and told.factor_entropy[1] == pytest.approx(1, abs=0.01)


def test_mutual_information_factor_bins_set_factor_entropy():
    rep = examples.power_world(1).sample(2000)
    assert measures.mutual_information(rep, factor_bins=4).factor_entropy == pytest.approx(
        [2, 2], abs=0.01
    )
    assert measures.mutual_information(rep, bins=8).factor_entropy == pytest.approx(
        [3, 3], abs=0.01
    )


def test_svm_accuracies_use_test_rows_and_balanced_classes():
    x, train, test = RNG.normal(size=(400, 1)), np.arange(300), np.arange(300, 400)
    labels = (x[:, 0] > 0).astype(int)
    labels[test] = 1 - labels[test]
    given = dict(rows=(train, test), C=1.0, balanced=True)
    told = lambda y: predictors._svm_accuracies(x.T, targets=[y], **given)
    assert told(labels) < 0.1
    rare = np.zeros(400, dtype=int)
    rare[::20] = 1
    assert told(rare) < 0.9  # always guessing the common class would be right in 95 %


def test_measures_cache_results_per_option():
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
        dict(batch_size=4),
        dict(n_points=300),
        dict(seed=1),
        dict(evaluate_on="train"),
    ]
    scores = [
        beta_vae(world, **dict(n_points=200, batch_size=8) | option).matrix.values.tolist()
        for option in options
    ]
    assert all(scores[0] != other for other in scores[1:])
    assert measures.fixed_factor_confusion(world, n_points=200) is measures.fixed_factor_confusion(
        world, n_points=200
    )


def test_mutual_information_factor_bins_also_bin_discrete_factors():
    v = np.arange(4000) % 40
    rep = Representation(v[:, None], v[:, None] + 0.5 * np.random.default_rng(0).random((4000, 1)))
    total = lambda **options: measures.mutual_information(rep, **options).factor_entropy[0]
    assert total() == pytest.approx(np.log2(40))
    assert total(factor_bins=10) == pytest.approx(np.log2(10))


@pytest.mark.parametrize("levels", [True, False])
def test_mutual_information_knn_matches_scikit_learn_with_three_neighbors(levels):
    rng = np.random.default_rng(0)
    v = rng.integers(0, 4, 400) if levels else rng.standard_normal(400)
    z = v + 0.6 * rng.standard_normal(400)
    ask = mutual_info_classif if levels else mutual_info_regression
    asked = dict(discrete_features=False, random_state=0)
    expected = ask(z[:, None], v, n_neighbors=3, **asked) / np.log(2)
    rep = Representation(v[:, None], z[:, None])
    found = measures.mutual_information(rep, estimator="knn").values[0]
    assert found == pytest.approx(expected, abs=1e-3)
    other = ask(z[:, None], v, n_neighbors=4, **asked) / np.log(2)
    assert abs(other - expected) > 1e-3, "the case tells three from four"


def test_beta_vae_with_unequal_factor_counts_is_accuracy():
    counts = np.array([[90.0, 0, 1], [5, 8, 1], [5, 2, 8]])
    found = beta_vae(Confusions(counts, "guesses"))
    assert found.value == pytest.approx(np.trace(counts) / counts.sum())
    assert found.weights == pytest.approx(counts.sum(0) / counts.sum())


@pytest.mark.parametrize("start, step", [(0, 1), (-1, 2), (0.1, 1), (3, 0.7)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_discretise_grid_values_ignores_precision_of_dtype(start, step, dtype):
    """Of 21 values in 20 bins only the last two share a bin, whatever the precision."""
    place = np.arange(21 * 50) % 21
    code = (start + step * place / 20).astype(dtype)
    assert measures.discretise(code, bins=20).tolist() == np.minimum(place, 19).tolist()


def test_difference_points_test_set_uses_its_own_rows():
    rng = np.random.default_rng(0)
    factors, latents = rng.integers(3, size=(1000, 3)), rng.standard_normal((1000, 2))
    _, judge = interventional.make_samplers("beta_vae", Representation(factors, latents), 0)
    latents[judge.rows] *= 100
    learned, _, judged, _ = interventional.difference_points(
        Representation(factors, latents), n_points=20
    )
    assert judged.mean() > 50 * learned.mean()


@pytest.mark.parametrize("shares, guessed", [((0.3, 0.6, 0.1), 1), ((0.2, 0.8), 0)])
def test_single_latent_scores_dead_latent_can_predict_as_svm(shares, guessed):
    """With balanced classes neither of two values weighs more, so the first is predicted."""
    rng = np.random.default_rng(0)
    factor = rng.choice(len(shares), 2_000, p=shares)
    rep = Representation(factor[:, None], np.column_stack([np.full(2_000, 3.0), factor]))
    asked = dict(train_size=1, scaling="none")
    told = measures.single_latent_scores(rep, dead_latents="constant", **asked).values[0, 0]
    assert told == np.mean(factor == guessed)
    assert measures.single_latent_scores(rep, **asked).values[0, 0] == 0
    if len(shares) > 2:
        machine = LinearSVC(C=0.01, class_weight="balanced", dual=False)
        machine.fit(rep.latents[:, :1], factor)
        assert told == machine.score(rep.latents[:, :1], factor)


def test_mutual_information_knn_of_dead_latent_is_zero():
    """scikit-learn's estimate for a constant 2 and these factors is 0.046 nats."""
    rng = np.random.default_rng(5)
    factors = np.column_stack([rng.standard_normal(300), rng.integers(0, 3, 300)])
    latents = np.column_stack([factors[:, 0], np.full(300, 2.0)])
    rep = Representation(factors, latents, factor_types=["continuous", "discrete"])
    assert measures.mutual_information(rep, estimator="knn").values[1].tolist() == [0, 0]
