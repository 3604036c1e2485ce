"""Every metric against every promise: what it says it keeps it keeps, what it breaks it breaks."""

from itertools import product

import numpy as np
import parted
import pytest

from disentangle_edu import METRICS
from disentangle_edu.making import PROMISE_NAMES
from disentangle_edu.proof.promises import PROMISES, apart, moved

TOGETHER = (  # they count many columns together, which so few samples allow with few bins alone
    "dependent_modularity",
    "dependent_compactness",
    "dependent_explicitness",
    "minimality",
    "edi",
)
QUICK = {
    **dict.fromkeys(TOGETHER, dict(bins=3)),
    "beta_vae": dict(points=600, batch=32),
    "factor_vae": dict(points=1000, batch=32),
    "z_max_variance": dict(points=1000, batch=32),
    "info_explicitness": dict(iterations=100),
    "disentanglement": dict(trees=5),
    "completeness": dict(trees=5),
    "informativeness": dict(trees=5),
}
DEFINED = 0.8  # share of the specimens, at least, on which every promise is tried
LONELY = 0.4  # the same of the metric that needs samples which differ in one factor alone


@pytest.fixture(scope="module")
def changed(specimens):
    """Every specimen after every change, so that metrics share what they measure."""
    return {
        promise: {name: change(rep) for name, rep in specimens.items()}
        for promise, change in PROMISES.items()
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
CASES = parted.cases(  # what trains a model for each specimen is left to the long run
    product(METRICS, PROMISES), lambda name, promise: name in TRAINED
)
AT_ONCE = ("classes_renamed", "a_noise_latent_more")  # ... but for these, of some specimens
FEW = ("noisy", "mixed", "uneven", "few")


@pytest.mark.parametrize("name, promise", CASES)
def test_promise(name, promise, specimens, changed):
    holds_as_stated(METRICS[name], promise, specimens, changed[promise])


@pytest.mark.parametrize("name, promise", list(product(TRAINED, AT_ONCE)))
def test_promise_of_what_trains(name, promise, specimens, changed):
    few = {specimen: specimens[specimen] for specimen in FEW}
    holds_as_stated(METRICS[name], promise, few, changed[promise])


def holds_as_stated(metric, promise, specimens, changed):
    """A promise that is kept moves no score of the specimens, one that is broken moves some."""
    options = QUICK.get(metric.__name__, {})
    moves = {
        specimen: apart(metric, rep, changed[specimen], **options)
        for specimen, rep in specimens.items()
        if defined(metric, rep) and defined(metric, changed[specimen])
    }
    assert len(moves) >= (LONELY if metric.__name__ == "z_max_variance" else DEFINED) * len(
        specimens
    )
    broken = {specimen: move for specimen, move in moves.items() if not move.kept}
    if promise in metric.breaks:
        assert broken, f"{metric.__name__} says it breaks this, yet nothing moved: {moves}"
    else:
        assert not broken, f"{metric.__name__} says it keeps this, yet it moved: {broken}"


def test_moved_is_what_lies_between_a_specimen_and_its_change(specimens, changed):
    rep, after = specimens["one factor"], changed["a_dead_latent_more"]["one factor"]
    iwr = METRICS["iwr"]
    found = moved(iwr, "a_dead_latent_more", rep)
    assert found == apart(iwr, rep, after).far == abs(iwr(rep).value - iwr(after).value) > 0.5
    with pytest.raises(ValueError, match="promise: found 'a_new_latent', expected one of"):
        moved(iwr, "a_new_latent", rep)


def test_breaks_names_promises():
    assert tuple(PROMISES) == PROMISE_NAMES
    assert all(metric.breaks <= set(PROMISES) for metric in METRICS.values())


@pytest.mark.parametrize("name", METRICS)
def test_seeds_repeat(name, specimens):
    metric, options = METRICS[name], QUICK.get(name, {})
    again = type(specimens["noisy"])(
        specimens["noisy"].factors, specimens["noisy"].latents
    )  # nothing remembered
    seed = dict(seed=3) if metric.by_chance else {}
    assert float(metric(specimens["noisy"], **options, **seed)) == float(
        metric(again, **options, **seed)
    )


@pytest.mark.parametrize("name", [name for name, metric in METRICS.items() if metric.by_chance])
def test_a_generator_moves_on_and_repeats(name, specimens):
    metric, options = METRICS[name], QUICK.get(name, {})
    first, second = np.random.default_rng(5), np.random.default_rng(5)
    assert float(metric(specimens["noisy"], seed=first, **options)) == float(
        metric(specimens["noisy"], seed=second, **options)
    )
    assert first.random() == second.random() != np.random.default_rng(5).random()
