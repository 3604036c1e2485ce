"""Predictors: no leaks, no guess that counts as knowledge, and errors that name the argument."""

import sys
import types
import warnings
from typing import get_args

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.metrics import roc_auc_score
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeRegressor

from disentangle_edu import METRICS, Representation, sap
from disentangle_edu.measures import (
    all_latents_scores,
    explained_variance,
    importances,
    logistic_regression,
    one_vs_rest_auc,
    predictors,
    probe_losses,
    single_latent_scores,
)
from disentangle_edu.measures._linear_svm_1d import Ranked, _Margins, _sample_weights, margin_lines
from disentangle_edu.measures._supervised import (
    Scaling,
    parallel_map,
    present_rows,
    scale_columns,
    train_test_rows,
)
from disentangle_edu.theory.invariances import score_differences
from disentangle_edu.validation import LARGEST

RNG = np.random.default_rng(11)
N = 200
LEVELS = np.column_stack([RNG.integers(2, size=N), RNG.integers(5, size=N)]).astype(float)
LATENTS = np.column_stack([LEVELS + 0.4 * RNG.normal(size=(N, 2)), RNG.normal(size=N)])
REP = Representation(LEVELS, LATENTS)
SMOOTH = Representation(LATENTS[:, :2] + 0.2 * RNG.normal(size=(N, 2)), LATENTS)


def absent(rep, gone):
    return Representation(np.ma.array(rep.factors, mask=gone), rep.latents)


def test_importances_screened_forest_finds_informative_latents():
    rng = np.random.default_rng(3)
    factors = rng.integers(4, size=(400, 2)).astype(float)
    noise = rng.standard_normal((400, 78))
    rep = Representation(factors, np.column_stack([noise, factors]), latent_types="continuous")
    values = importances(rep, predictor="screened forest").values
    assert (values > 0).any(1).sum() <= 2 * predictors.SCREENED
    assert (values.argmax(0) == [78, 79]).all() and values.sum(0) == pytest.approx(1)
    narrow = Representation(factors, rep.latents[:, -20:], latent_types="continuous")
    for whole, screened in (
        (measure(narrow), measure(narrow, predictor="screened forest"))
        for measure in (importances, all_latents_scores)
    ):
        assert (whole.values == screened.values).all()


def mixtures(latents, samples, noise_alone):
    """Five factors of 8 levels in sparse random mixtures with noise, or only noise."""
    rng = np.random.default_rng(1)
    factors = rng.integers(8, size=(samples, 5))
    weights = rng.normal(size=(5, latents)) * (rng.random((5, latents)) < 0.3)
    code = rng.standard_normal((samples, latents))
    if not noise_alone:
        code += (factors - 3.5) / 2.3 @ weights
    return Representation(factors, code, factor_types="discrete")


@pytest.mark.parametrize("noise_alone", [True, False])
def test_disentanglement_screened_forest_is_close_to_full_forest(noise_alone):
    """All factors share one set of latents; with a set for each factor, D of noise was 0.64."""
    rep = mixtures(200, 400, noise_alone)
    screened = METRICS["disentanglement"](rep, predictor="screened forest")
    whole = METRICS["disentanglement"](rep)
    assert screened.value < whole.value + 0.03
    seen = (screened.matrix.values > 0).any(1)
    assert (screened.matrix.values[seen] > 0).sum() > 1.5 * seen.sum()  # most serve several factors


def test_score_of_screened_forest_warns_about_screened_latents():
    rep = mixtures(300, 200, noise_alone=False)
    for name, words in (("disentanglement", "D would be higher"), ("completeness", "C would be")):
        score = METRICS[name](rep, predictor="screened forest")
        (note,) = score.matrix.notes
        assert note.startswith("the forests were given") and note.endswith("of 300 latents")
        assert any(note in said and words in said for said in score.cautions)
        assert not any(note in said for said in METRICS[name](rep).cautions)
    assert not METRICS["disentanglement"](REP, predictor="screened forest").matrix.notes


def lone_tables():
    """One factor, one latent, and factors that have no samples in common."""
    v, z = LEVELS, LATENTS
    apart = np.arange(N)[:, None] % 2 == [0, 1]
    smooth = LATENTS[:, :2]
    return {
        "one factor": Representation(v[:, :1], z),
        "one continuous factor": Representation(smooth[:, :1], z),
        "one latent": Representation(v, z[:, :1]),
        "one of each": Representation(v[:, :1], z[:, :1]),
        "apart": Representation(np.ma.array(v, mask=apart), z),
        "apart and continuous": Representation(np.ma.array(smooth, mask=apart), z),
        "one angle": Representation(np.arange(N)[:, None] % 12 * 30, z, factor_types="cyclic 360"),
    }


OTHERWISE = [  # options other than the defaults that run other code
    *[("linear_r2", {"regressor": "kernel"}), ("mcc", {"method": "spearman"})],
    *[
        ("explicitness_es", {"probe_family": ladder})
        for ladder in ("forest", "mlp", "random features")
    ],
    *[("disentanglement", {"predictor": p}) for p in ("boosting", "lasso", "screened forest")],
    *[
        ("dependent_compactness", {"method": "forest", "n_estimators": 2}),
        ("xmig", {"latent_of_factor": "in order"}),
    ],
    *[("edi", {"side": "factors"}), ("mig", {"estimator": "knn"})],
]


@pytest.mark.parametrize("case", lone_tables())
@pytest.mark.parametrize("name, options", [*((name, {}) for name in METRICS), *OTHERWISE])
def test_metrics_of_degenerate_tables_return_bounded_score_or_raise(name, options, case):
    try:
        score = METRICS[name](lone_tables()[case], **options)
    except ValueError as reason:
        assert ": found " in str(reason) and "expected " in str(reason)
    else:
        assert score.bounds[0] <= score.value <= score.bounds[1]


# ------------------------------------------------------------------------------ SVMs of one latent


def lines_of(x, codes, **options):
    """The slopes and intercepts for one latent."""
    slopes, heights = margin_lines(Ranked(x[None]), codes, **options)
    return slopes[0], heights[0]


def loss(x, codes, slopes, heights, C, balanced):
    """The loss that LinearSVC minimises, for each value."""
    found = []
    for value, having_, others in zip(range(codes.max() + 1), *_sample_weights(codes, C, balanced)):
        sign, weight = np.where(codes == value, [[1], [having_]], [[-1], [others]])
        short = np.maximum(0, 1 - sign * (slopes[value] * x + heights[value]))
        size = slopes[value] ** 2 + heights[value] ** 2
        found.append(size / 2 + (weight * short**2).sum())
    return np.array(found)


def uneven(values, n=300):
    """A latent with some information about a factor whose values are not equally frequent."""
    codes = np.r_[np.arange(values), np.minimum(RNG.geometric(0.4, n - values) - 1, values - 1)]
    return (codes - codes.mean()) / codes.std() + 0.7 * RNG.normal(size=n), codes


@pytest.mark.parametrize("balanced", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("values", [2, 3, 9])
def test_margin_lines_match_linear_svc_at_optimum(values, C, balanced):
    for offset, sign in ((0, 1), (5, -1)):
        x, codes = uneven(values)
        x = sign * x + offset
        slopes, heights = lines_of(x, codes, C=C, balanced=balanced)
        theirs = LinearSVC(
            C=C, class_weight="balanced" if balanced else None, tol=1e-10, max_iter=100_000
        ).fit(x[:, None], codes)
        ours = slice(1, None) if values == 2 else slice(None)  # for two values LinearSVC fits one
        assert slopes[ours] == pytest.approx(theirs.coef_[:, 0], abs=1e-5)
        assert heights[ours] == pytest.approx(theirs.intercept_, abs=1e-5)
        said = (np.multiply.outer(x, slopes) + heights).argmax(1)
        assert np.mean(said != theirs.predict(x[:, None])) < 0.01


@pytest.mark.parametrize("scale", [1e-25, 1e-6, 1.0, 1e6, 1e28])
@pytest.mark.parametrize("C", [1e-10, 1.0, 1e10])
def test_margin_lines_at_any_scale_are_finite_and_reduce_loss(C, scale):
    x, codes = uneven(3)
    lines = lines_of(x * scale, codes, C=C, balanced=True)
    assert np.isfinite(lines).all()
    flat = loss(x * scale, codes, np.zeros(3), np.zeros(3), C, True)
    assert (loss(x * scale, codes, *lines, C, True) <= flat * (1 + 1e-9)).all()


def test_margins_newton_step_without_samples_in_margin_is_finite():
    """Without samples in the margin only the penalty is left, and rounding loses its curvature."""
    codes = np.arange(20) % 2
    margins = _Margins(Ranked(1e9 + codes[None]), codes, *_sample_weights(codes, 1.0, True))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(margins.newton(np.array([[-100.0, 100.0]]), np.zeros((1, 2)))).all()


def test_single_latent_scores_of_copied_factor_is_one():
    copy = Representation(LEVELS, LEVELS)
    assert single_latent_scores(copy, C=100.0).values[0, 0] == 1


def test_single_latent_scores_are_measured_on_test_rows():
    """In the test rows the latent says the opposite."""
    n, half = 80, 40
    value = np.arange(n) % 2
    turned = Representation(
        value[:, None], np.where(np.arange(n) < half, value, 1 - value)[:, None] * 1.0
    )
    assert single_latent_scores(turned, train_size=0.5, shuffle=False).values == 0
    assert single_latent_scores(turned, train_size=1, shuffle=False).values == 0.5


MIXED = Representation(np.column_stack([LEVELS[:, 0], SMOOTH.factors[:, 0], LEVELS[:, 1]]), LATENTS)


def test_single_latent_scores_of_mixed_types_equal_scores_of_single_factors():
    """Levels use an SVM and numbers a linear fit, whatever the other factors are."""
    assert MIXED.factor_types == ("discrete", "continuous", "discrete")
    together = single_latent_scores(MIXED).values
    for k in range(3):
        alone = single_latent_scores(Representation(MIXED.factors[:, [k]], LATENTS)).values
        assert np.array_equal(together[:, [k]], alone)
    line = np.corrcoef(MIXED.factors[:, 1], LATENTS.T)[0, 1:] ** 2
    assert together[:, 1] == pytest.approx(line)


@pytest.mark.parametrize(
    "rep, options, unit",
    [
        (REP, {}, "accuracy"),
        (SMOOTH, {}, "R2"),
        (MIXED, {}, "R2 or accuracy"),
        (MIXED, dict(as_continuous=True), "R2"),
        (MIXED, dict(factor_bins=5), "accuracy"),
    ],
)
def test_single_latent_scores_unit_depends_on_factor_types(rep, options, unit):
    assert single_latent_scores(rep, **options).unit == unit


# ------------------------------------------------------------------------------------ dead latents


@pytest.mark.parametrize("options", [{}, {"class_weight": None}, {"scaling": "none"}])
def test_single_latent_scores_of_dead_latent_is_zero(options):
    """A constant guess is right for 90 % here; a balanced SVM on noise is right less often."""
    rare = (np.arange(2000) % 10 == 0) * 1.0
    noise = RNG.normal(size=(2000, 2)) + 2 * rare[:, None] * (1, 0)
    rep = Representation(rare[:, None], noise)
    dead = Representation(rare[:, None], np.column_stack([noise, np.full(2000, 3.0)]))
    assert single_latent_scores(dead, **options).values[2, 0] == 0
    assert sap(dead, **options).value == sap(rep, **options).value
    one = Representation(rare[:, None], noise[:, :1])
    assert score_differences(sap, "add_constant_latent", one, **options) == 0


def test_single_latent_scores_of_latent_constant_in_training_is_zero():
    late = np.r_[np.zeros(150), LEVELS[150:, 0]]
    rep = Representation(LEVELS, np.column_stack([LATENTS, late]))
    for scaling in get_args(Scaling):
        values = single_latent_scores(rep, shuffle=False, scaling=scaling).values
        assert (values[3] == 0).all() and (values[0] > 0).all()


@pytest.mark.parametrize(
    "found, shares", [([3.0, -1e-17, 1.0], [0.75, 0, 0.25]), ([0.0, -1e-17, 0.0], [0, 0, 0])]
)
def test_importances_tiny_negative_values_are_clipped_to_zero(found, shares):
    """Trees add and subtract impurities, so an importance may be slightly below 0."""

    class Trees(DecisionTreeRegressor):
        feature_importances_ = np.array(found)

    used, _ = predictors._fit_model(Trees(), False, LATENTS, LATENTS[:, 0])
    assert used.tolist() == shares


@pytest.mark.parametrize("predictor", ["forest", "boosting", "lasso"])
def test_predictors_of_factor_constant_in_training_use_no_latent(predictor):
    """The model predicts that value and uses no latent; its guess is tested like any other."""
    late = np.r_[np.zeros(150), np.ones(25), np.zeros(25)]
    rep = Representation(np.column_stack([late, LEVELS[:, 1]]), LATENTS, factor_types="discrete")
    options = dict(predictor=predictor, shuffle=False, n_estimators=3)
    assert (importances(rep, **options).values[:, 0] == 0).all()
    assert (importances(rep, **options).values[:, 1] > 0).any()
    right = 0.5 if predictor != "lasso" else 0
    assert all_latents_scores(rep, **options).values[0, 0] == right
    assert (single_latent_scores(rep, shuffle=False).values[:, 0] == 0.5).all()
    assert one_vs_rest_auc(rep, shuffle=False).values[0, 0] == 0.5


# -------------------------------------------------------------------------- training and test rows


def test_train_test_rows_with_fewer_than_16_samples_raises():
    sixteen = Representation(LEVELS[:16], LATENTS[:16])
    assert [len(rows) for rows in train_test_rows(sixteen, 0.75, True, 0)] == [12, 4]
    with pytest.raises(ValueError, match="rep: found 15 samples, expected at least 16"):
        train_test_rows(Representation(LEVELS[:15], LATENTS[:15]), 0.75, True, 0)


@pytest.mark.parametrize(
    "n, split, learn",
    [
        (100, 0.29, 29),
        (100, 0.57, 57),
        (101, 0.5, 50),
        (150, 2 / 3, 100),
        (16, 0.01, 1),
        (16, 0.6, 9),
        (16, 1 - 1e-12, 15),
        (16, 1, 16),
    ],
)
def test_train_test_rows_train_size_is_rounded_down(n, split, learn):
    rep = Representation(LEVELS[:n], LATENTS[:n])
    rows, rest = train_test_rows(rep, split, False, 0)
    assert len(rows) == learn and np.array_equal(rows, np.arange(learn))
    assert len(rest) == (n if split == 1 else n - learn)
    shuffled, others = train_test_rows(rep, split, True, 3)
    assert sorted({*shuffled, *others}) == list(range(n))
    assert not set(shuffled) & set(others) or split == 1


@pytest.mark.parametrize("penalty, least", [(None, 5), ((0.01, 0.1), 10)])
def test_lasso_with_too_few_samples_for_folds_raises(penalty, least):
    options = dict(predictor="lasso", alpha=penalty, shuffle=False)
    with pytest.raises(
        ValueError, match=f"leaves {least - 1} training samples, .* at least {least}, "
    ):
        importances(REP, train_size=(least - 1) / N, **options)
    assert np.isfinite(importances(REP, train_size=least / N, **options).values).all()
    assert np.isfinite(importances(REP, train_size=1 / N, **options | {"alpha": 0.1}).values).all()


@pytest.mark.parametrize("scaling", ["standard", "min-max"])
def test_rescale_uses_training_rows_only(scaling):
    learn = np.arange(50)
    found = scale_columns(LATENTS, scaling, learn)[learn]
    if scaling == "standard":
        assert found.mean(0) == pytest.approx(0) and found.std(0) == pytest.approx(1)
    else:
        assert found.min(0) == pytest.approx(0) and found.max(0) == pytest.approx(1)
    wild = LATENTS.copy()
    wild[50:] *= 1e9
    assert np.array_equal(scale_columns(wild, scaling, learn)[learn], found)


@pytest.mark.parametrize("scaling", ["standard", "min-max"])
def test_rescale_of_nearly_constant_column_is_finite(scaling):
    """A spread whose square underflows counts as 0; a value far beyond it is clipped."""
    vanishing = np.array([[0], [1e-200], [1]]) * np.array([1, 1e-115])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = scale_columns(vanishing, scaling, np.arange(2))
    assert np.isfinite(found).all()
    far = np.array([[0], [1e-20], [1e28], [-1e28]])
    assert scale_columns(far, scaling, np.arange(2))[2:, 0].tolist() == [LARGEST, -LARGEST]


@pytest.mark.parametrize("scaling", get_args(Scaling))
@pytest.mark.parametrize("predictor", ["forest", "boosting", "lasso"])
def test_importances_do_not_depend_on_test_rows(predictor, scaling):
    """Latents and factors of the test rows may be anything: what was learned stays the same."""
    rows = np.arange(N) >= 150
    wild = np.where(rows[:, None], 1e6 * LATENTS + 7, LATENTS)
    numbers = LATENTS[:, :2] * 3 + 1
    elsewhere = np.where(rows[:, None], 100 * numbers - 9, numbers)
    options = dict(predictor=predictor, scaling=scaling, shuffle=False, n_estimators=3, alpha=0.05)
    for factors, others in ((LEVELS, LEVELS), (numbers, elsewhere)):
        tame = importances(Representation(factors, LATENTS), **options).values
        spoiled = importances(Representation(others, wild), **options).values
        assert np.array_equal(tame, spoiled)


@pytest.mark.parametrize("scaling", get_args(Scaling))
def test_all_latents_scores_change_little_with_one_wild_test_row(scaling):
    """One extreme test row changes accuracies by at most that row, and areas by its pairs."""
    wild = LATENTS.copy()
    wild[-1] = 1e12
    tame, spoiled = REP, Representation(LEVELS, wild)
    for measure in (single_latent_scores, all_latents_scores):
        found = [measure(rep, scaling=scaling, shuffle=False).values for rep in (tame, spoiled)]
        assert np.abs(np.subtract(*found)).max() <= 1 / 50 + 1e-12
    found = [one_vs_rest_auc(rep, scaling=scaling, shuffle=False).values for rep in (tame, spoiled)]
    assert np.abs(np.subtract(*found)).max() < 0.1


def test_present_rows_with_factor_absent_from_one_part_raises():
    rows = np.arange(N)
    gone = np.zeros((N, 2), dtype=bool)
    gone[:150, 0] = LEVELS[:150, 0] == 1  # only zeros are left among the first 150
    with pytest.raises(ValueError, match="factors: 'factor 1' is absent from .nearly. all"):
        present_rows(absent(REP, gone), 0, rows[:150], rows[150:])
    gone[np.flatnonzero(LEVELS[:, 0] == 1)[0], 0] = False
    assert [len(part) for part in present_rows(absent(REP, gone), 0, rows[:150], rows[150:])][
        1
    ] == 50
    gone = np.zeros((N, 2), dtype=bool)
    gone[150:, 1] = True
    with pytest.raises(ValueError, match="'factor 2' is absent"):
        present_rows(absent(REP, gone), 1, rows[:150], rows[150:])


# ----------------------------------------------------------------------------------------- scoring


def test_all_latents_scores_worse_than_mean_are_zero():
    noise = Representation(RNG.normal(size=(60, 1)), RNG.normal(size=(60, 3)))
    forest = predictors._forest(False, predictors.PredictorOptions(n_estimators=5), None)
    learn, judge = train_test_rows(noise, 0.75, True, 0)
    x = scale_columns(noise.latents, "standard", learn)
    y = scale_columns(noise.factors, "standard", learn)[:, 0]
    assert forest.fit(x[learn], y[learn]).score(x[judge], y[judge]) < 0
    assert all_latents_scores(noise, n_estimators=5).values == 0
    assert all_latents_scores(noise, n_estimators=5, scoring="1 - 12 MSE").values == 0
    assert all_latents_scores(noise, n_estimators=5, scoring="NRMSE").values > 1


def test_all_latents_scores_nrmse_is_zero_for_copy_and_raises_for_constant():
    perfect = Representation(LATENTS[:, :1], LATENTS)
    options = dict(predictor="lasso", alpha=1e-9, scoring="NRMSE")
    assert all_latents_scores(perfect, **options).values == pytest.approx(0, abs=1e-3)
    late = np.r_[LATENTS[:150, 0], np.zeros(50)]
    with pytest.raises(ValueError, match="scoring: found 'NRMSE' for a factor that is constant"):
        all_latents_scores(Representation(late[:, None], LATENTS), shuffle=False, **options)


def test_one_vs_rest_auc_matches_scikit_learn_with_ties_and_unseen_values():
    class Chances:
        classes_ = np.arange(4)

        def get_params(self, deep=False):
            return {}

        def fit(self, x, y):
            return self

        def predict_proba(self, x):
            return np.round(np.column_stack([x, -x, x**2, -np.abs(x)]), 1)

    x, y = RNG.normal(size=90), RNG.integers(3, size=90)  # class 3 is in no test row
    theirs = [roc_auc_score(y == value, Chances().predict_proba(x)[:, value]) for value in range(3)]
    assert logistic_regression._roc_auc(Chances(), x, np.arange(90) % 4, x, y) == pytest.approx(
        np.mean(theirs)
    )
    same = np.full(90, 2)  # only one class among the test rows
    assert logistic_regression._roc_auc(Chances(), x, np.arange(90) % 4, x, same) == 0.5
    new = np.where(y == 2, 7, y)  # a class in the test rows that was not in training
    theirs = [roc_auc_score(new == value, Chances().predict_proba(x)[:, value]) for value in (0, 1)]
    assert logistic_regression._roc_auc(Chances(), x, np.arange(90) % 4, x, new) == pytest.approx(
        np.mean(theirs)
    )


# ------------------------------------------------------------------------------- other libraries


@pytest.fixture
def lightgbm(monkeypatch):
    """A LightGBM that records its options; the real one is optional."""
    asked = []

    class Model(DecisionTreeRegressor):
        def __init__(self, **options):
            asked.append(options)
            super().__init__(max_depth=options["max_depth"])

    module = types.SimpleNamespace(LGBMRegressor=Model, LGBMClassifier=Model)
    monkeypatch.setitem(sys.modules, "lightgbm", module)
    return asked


@pytest.mark.parametrize("depth, trees", [(None, 10), (1, 3), (5, 7), (17, 10)])
def test_lightgbm_predictor_gets_same_tree_options_as_boosting(lightgbm, depth, trees):
    """The same depth, room for every leaf of such a tree, and no minimum leaf size."""
    rep = Representation(SMOOTH.factors, LATENTS)
    importances(rep, predictor="lightgbm", max_depth=depth, n_estimators=trees, seed=4)
    assert len(lightgbm) == 2
    for options in lightgbm:
        assert options["max_depth"] == (depth or GradientBoostingRegressor().max_depth)
        assert options["num_leaves"] == 2 ** options["max_depth"]
        assert options["min_child_samples"] == GradientBoostingRegressor().min_samples_leaf
        assert (options["n_estimators"], options["random_state"]) == (trees, 4)
        assert options["importance_type"] == "gain"


def test_lightgbm_predictor_depth_above_17_raises(lightgbm):
    with pytest.raises(
        ValueError, match="max_depth: found 18, expected a whole number from 1 to 17"
    ):
        importances(Representation(LEVELS, LATENTS), predictor="lightgbm", max_depth=18)
    assert not lightgbm


# ------------------------------------------------------------------------------ messages to readers


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda rep: sap(rep, C=1e300), "C: found 1e.300, expected a number above 0, up to 1e.10"),
        (lambda rep: sap(rep, C="much"), "C: found 'much'"),
        (lambda rep: sap(rep, C=np.nan), "C: found nan"),
        (lambda rep: sap(SMOOTH, train_size=2), "train_size: found 2"),
        (lambda rep: sap(SMOOTH, scaling="log"), "scaling: found 'log'"),
        (lambda rep: sap(rep, train_size=np.array([0.5])), "train_size|unhashable"),
        (lambda rep: sap(rep, bins=10**6), "bins: found 1,000,000, expected .* to 10,000"),
        (lambda rep: one_vs_rest_auc(rep, C=-1), "C: found -1"),
        (lambda rep: one_vs_rest_auc(rep, max_iter=10**12), "max_iter: found"),
        (lambda rep: one_vs_rest_auc(rep, factor_bins=2.5), "factor_bins: found 2.5"),
        (
            lambda rep: one_vs_rest_auc(rep, solver="sgd"),
            "solver: found 'sgd', expected one of 'lbfgs'",
        ),
        (
            lambda rep: one_vs_rest_auc(rep, solver="liblinear"),
            "solver: found 'liblinear' for a multinomial regression",
        ),
        (lambda rep: importances(rep, seed=2**32), "seed: found 4,294,967,296"),
        (lambda rep: importances(rep, n_estimators=10**9), "n_estimators: found 1,000,000,000"),
        (lambda rep: importances(rep, max_depth=0), "max_depth: found 0"),
        (lambda rep: importances(rep, max_depth=1e300), "max_depth: found 1e.300"),
        (lambda rep: importances(rep, max_depth=(3, -1)), "max_depth: found -1"),
        (
            lambda rep: importances(rep, max_depth=(3,)),
            "max_depth: found .3,., expected one number or one",
        ),
        (lambda rep: importances(rep, predictor="lasso", alpha=0), "alpha: found 0"),
        (lambda rep: importances(rep, predictor="lasso", alpha=1e300), "alpha: found 1e.300"),
        (lambda rep: importances(rep, predictor="lasso", alpha=[0.1, -1]), "alpha: found -1"),
        (lambda rep: importances(rep, predictor="lasso", alpha=[]), r"alpha: found \(\)"),
        (
            lambda rep: importances(rep, predictor="lasso", train_size=0.01),
            "train_size: found 0.01, which",
        ),
        (
            lambda rep: importances(rep, predictor="lasso", train_size=0.04, alpha=[0.1, 1]),
            "leaves 8 training samples, expected at least 10",
        ),
        (
            lambda rep: all_latents_scores(SMOOTH, train_size=0.999),
            "train_size: found 0.999, which leaves one test sample",
        ),
        (lambda rep: probe_losses(rep, seed=-1), "seed: found -1"),
    ],
)
def test_predictors_invalid_option_raises_and_names_it(call, words):
    with pytest.raises((ValueError, TypeError), match=words):
        call(REP)


def hard_tables():
    """Valid tables for which scikit-learn's own messages would reach the reader."""
    many = np.arange(40) // 2
    yield (
        "many values",
        Representation(
            np.column_stack([many, np.arange(40) % 3]),
            RNG.normal(size=(40, 2)),
            factor_types="discrete",
        ),
    )
    yield (
        "collinear",
        Representation(
            RNG.normal(size=(60, 1)),
            np.repeat(RNG.normal(size=(60, 1)), 4, axis=1) * [1, 1e3, 1e6, 1],
        ),
    )
    yield "far away", Representation(LEVELS, 1e9 + LATENTS * 1e3)
    yield "rare", Representation((np.arange(N) % 50 == 0)[:, None] * 1.0, LATENTS)
    yield "wide", Representation(LEVELS, LATENTS * 10.0 ** np.array([-20, 0, 20]))


@pytest.mark.slow
@pytest.mark.parametrize("name, rep", list(hard_tables()))
def test_predictors_on_difficult_tables_emit_no_library_warnings(name, rep):
    before = list(warnings.filters)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for scaling in get_args(Scaling):
            sap(rep, scaling=scaling)
            for predictor in ("forest", "lasso", "boosting"):
                all_latents_scores(rep, predictor=predictor, scaling=scaling, n_estimators=3)
            one_vs_rest_auc(rep, scaling=scaling, max_iter=3)
            one_vs_rest_auc(
                rep,
                scaling=scaling,
                max_iter=3,
                multi_class="ovr",
                solver="liblinear",
                C=1e10,
            )
        for ladder in ("polynomial", "forest", "mlp"):
            probe_losses(rep, probe_family=ladder)
        explained_variance(rep, n_estimators=2)
        warnings.warn("one's own", UserWarning, stacklevel=1)
    assert [str(warning.message) for warning in told] == ["one's own"]
    assert warnings.filters == before


def test_parallel_map_drops_library_warnings_but_keeps_others():
    """Libraries clear the warning filters for a moment; what gets through is filtered again."""

    def forest(_):
        warnings.resetwarnings()
        for words in (
            "lbfgs failed to\nconverge",
            "`sklearn.utils.parallel.delayed` should be used",
            "one's own",
        ):
            warnings.warn(words, UserWarning, stacklevel=1)

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        parallel_map(forest, range(1))
    assert [str(warning.message) for warning in told] == ["one's own"]


def test_parallel_map_progress_bar_counts_every_task_and_closes():
    """The code after a progress bar's last step also runs, for example to close the bar."""
    seen = []

    def bar(steps):
        yield from (seen.append(step) or step for step in steps)
        seen.append("closed")

    assert parallel_map(lambda a, b: a + b, range(3), range(3), progress=bar) == [0, 2, 4]
    assert seen == [0, 1, 2, "closed"]


def test_predictor_error_leaves_warning_filters_unchanged():
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        before, show = list(warnings.filters), warnings.showwarning
        with pytest.raises(ValueError, match="train_size: found"):
            importances(REP, predictor="lasso", train_size=0.01)
        assert warnings.filters == before and warnings.showwarning is show


@pytest.mark.parametrize("name", ["sap", "disentanglement", "explicitness", "explicitness_es"])
def test_predictor_metrics_accept_large_seed_and_generator(name):
    value = METRICS[name](REP, seed=2**32 - 1).value
    assert np.isfinite(value) and value == METRICS[name](REP, seed=np.uint32(2**32 - 1)).value
    assert np.isfinite(METRICS[name](REP, seed=np.random.default_rng(0)).value)


def test_single_latent_scores_value_unseen_in_training_counts_as_wrong():
    """The SVM predicts class values, not their indices among the values seen in training."""
    v = np.r_[np.resize([1, 2], 200), np.resize([0, 1, 2, 2], 100)].astype(float)
    rep = Representation(v[:, None], v[:, None])
    found = single_latent_scores(rep, train_size=2 / 3, shuffle=False, C=1.0)
    assert found.values[0, 0] == pytest.approx(np.mean(v[200:] > 0))


def test_all_latents_scores_of_periodic_factor_weight_coordinates_by_variance():
    class Half:
        def predict(self, x):
            return np.column_stack([x[:, 0], np.full(len(x), 0.5)])

    # The variances are 4, fully explained, and 1/4, unexplained.
    y = np.array([[0, 0], [4, 1], [0, 1], [4, 0.0]])
    assert predictors._score_model(Half(), y, y, "score") == pytest.approx(16 / 17)
