"""Every metric and every invariance: what it claims to keep, and what it claims to change."""

from itertools import product

import numpy as np
import pytest
import slow_cases

from disentangle_edu import METRICS, Representation
from disentangle_edu.metric import INVARIANCE_NAMES
from disentangle_edu.theory import invariances
from disentangle_edu.theory.invariances import INVARIANCES, score_difference, score_differences
from disentangle_edu.worlds import examples

TOGETHER = (  # these count many columns jointly, so few samples allow only few bins
    "dependent_modularity",
    "dependent_compactness",
    "dependent_explicitness",
    "minimality",
    "edi",
)
QUICK = {
    **dict.fromkeys(TOGETHER, dict(bins=3)),
    "beta_vae": dict(n_points=600, batch_size=32),
    "factor_vae": dict(n_points=1000, batch_size=32),
    "z_max_variance": dict(n_points=1000, batch_size=32),
    "info_explicitness": dict(max_iter=100),
    "disentanglement": dict(n_estimators=5),
    "completeness": dict(n_estimators=5),
    "informativeness": dict(n_estimators=5),
}
V = np.tile(examples.grid(4, 3), (10, 1))
DEFINED = 0.8  # the least share of the specimens on which every promise is tested
# The same for the metric that needs samples differing in one factor only.
LONELY = 0.4


@pytest.fixture(scope="module")
def changed(specimens):
    """Every specimen after every change, so that metrics share what they measure."""
    return {
        promise: {name: change(rep) for name, rep in specimens.items()}
        for promise, change in INVARIANCES.items()
    }


def defined(metric, rep):
    """Whether a metric has a score of this representation.

    Some want two factors or latents, one wants samples that differ in one factor alone, some want
    more samples than there are.
    """
    try:
        metric(rep, **QUICK.get(metric.__name__, {}))
    except ValueError as error:
        refusals = ("found one ", "found no two samples", "samples, too few to count")
        assert any(words in str(error) for words in refusals)
        return False
    return True


TRAINED = (
    "beta_vae",
    "completeness",
    "disentanglement",
    "explicitness",
    "explicitness_es",
    "info_explicitness",
    "informativeness",
    "sap",
)
CASES = slow_cases.cases(  # metrics that train a model for each specimen run in `make test-all`
    product(METRICS, INVARIANCES), lambda name, promise: name in TRAINED
)
AT_ONCE = ("relabel_classes", "add_noise_latent")  # except for these promises, on a few specimens
FEW = ("noisy", "mixed", "uneven", "few")


@pytest.mark.parametrize("name, promise", CASES)
def test_metric_keeps_or_breaks_invariance_as_declared(name, promise, specimens, changed):
    holds_as_stated(METRICS[name], promise, specimens, changed[promise])


@pytest.mark.parametrize("name, promise", list(product(TRAINED, AT_ONCE)))
def test_trained_metric_keeps_or_breaks_invariance_as_declared(name, promise, specimens, changed):
    few = {specimen: specimens[specimen] for specimen in FEW}
    holds_as_stated(METRICS[name], promise, few, changed[promise])


def holds_as_stated(metric, promise, specimens, changed):
    """A kept promise changes no specimen's score; a broken promise changes at least one score."""
    options = QUICK.get(metric.__name__, {})
    moves = {
        specimen: score_difference(metric, rep, changed[specimen], **options)
        for specimen, rep in specimens.items()
        if defined(metric, rep) and defined(metric, changed[specimen])
    }
    assert len(moves) >= (LONELY if metric.__name__ == "z_max_variance" else DEFINED) * len(
        specimens
    )
    broken = {specimen: move for specimen, move in moves.items() if not move.kept}
    if promise in metric.not_invariant_to:
        assert broken, f"{metric.__name__} says it breaks this, yet nothing moved: {moves}"
    else:
        assert not broken, f"{metric.__name__} says it keeps this, yet it moved: {broken}"


def test_moved_is_score_difference_after_change(specimens, changed):
    rep, after = specimens["one factor"], changed["add_constant_latent"]["one factor"]
    iwr = METRICS["iwr"]
    found = score_differences(iwr, "add_constant_latent", rep)
    assert (
        found
        == score_difference(iwr, rep, after).far
        == abs(iwr(rep).value - iwr(after).value)
        > 0.5
    )
    with pytest.raises(ValueError, match="invariance: found 'a_new_latent', expected one of"):
        score_differences(iwr, "a_new_latent", rep)


def test_add_copied_latent_appends_first_latent():
    rep = Representation(
        np.arange(40.0)[:, None] % 4,
        np.column_stack([np.arange(40) % 3, np.linspace(0, 1, 40)]),
        latent_types=["discrete", "continuous"],
    )
    more = INVARIANCES["add_copied_latent"](rep)
    assert np.array_equal(more.latents, rep.latents[:, [0, 1, 0]])
    assert more.latent_types == ("discrete", "continuous", "discrete")


def test_score_difference_of_exact_metric_allows_rounding():
    one, other = (Representation(V, V @ weights) for weights in (np.eye(2), [[1, 0.1], [0, 1]]))
    mig = METRICS["mig"]
    found = score_difference(mig, one, other)
    assert found.allowed == invariances.EXACT
    assert found.far == pytest.approx(abs(mig(one).value - mig(other).value))


def test_score_difference_of_sampled_metric_allows_three_standard_errors():
    one, other = (Representation(V, z) for z in (V, V + 0.5 * V[:, ::-1]))
    sap = METRICS["sap"]
    differences = [sap(one, seed=s).value - sap(other, seed=s).value for s in range(4)]
    found = score_difference(sap, one, other, seeds=4)
    error = np.std(differences, ddof=1) / np.sqrt(4)
    assert found.allowed == pytest.approx(invariances.SAMPLED + 3 * error) and error > 0
    assert found.far == pytest.approx(abs(np.mean(differences)))
    assert score_difference(sap, one, other, seeds=1).allowed == invariances.SAMPLED


@pytest.mark.parametrize("far, kept", [(0.01, True), (0.0100001, False), (0.0, True)])
def test_score_change_is_kept_up_to_allowed_difference(far, kept):
    assert invariances.Move(far, 0.01).kept is kept


def test_invariances_row_is_maximum_over_tables():
    parity, copy = examples.parity_leak(), examples.perfect_copy(2, 3)
    rows = [invariances.invariances_row(METRICS["mig"], [rep]) for rep in (parity, copy)]
    both = invariances.invariances_row(METRICS["mig"], iter([parity, copy]))
    assert both == {name: max(row[name] for row in rows) for name in INVARIANCES}
    assert rows[0] != rows[1] != both


def test_metrics_declare_only_known_invariances():
    assert tuple(INVARIANCES) == INVARIANCE_NAMES
    assert all(metric.not_invariant_to <= set(INVARIANCES) for metric in METRICS.values())


@pytest.mark.parametrize("name", METRICS)
def test_metric_with_same_seed_repeats_its_score(name, specimens):
    metric, options = METRICS[name], QUICK.get(name, {})
    again = type(specimens["noisy"])(
        specimens["noisy"].factors, specimens["noisy"].latents
    )  # nothing cached
    seed = dict(seed=3) if metric.is_stochastic else {}
    assert float(metric(specimens["noisy"], **options, **seed)) == float(
        metric(again, **options, **seed)
    )


@pytest.mark.parametrize("name", [name for name, metric in METRICS.items() if metric.is_stochastic])
def test_metric_with_generator_as_seed_repeats_and_advances_it(name, specimens):
    metric, options = METRICS[name], QUICK.get(name, {})
    first, second = np.random.default_rng(5), np.random.default_rng(5)
    assert float(metric(specimens["noisy"], seed=first, **options)) == float(
        metric(specimens["noisy"], seed=second, **options)
    )
    assert first.random() == second.random() != np.random.default_rng(5).random()
