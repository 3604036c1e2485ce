"""Factors that some samples lack: every metric judges a factor on the samples that have it."""

import numpy as np
import pytest

from disentangle_edu import METRICS, Representation, load, save
from disentangle_edu.measures import mutual_information, sensitivity
from disentangle_edu.measures.information import entropy

RNG = np.random.default_rng(5)
LEVELS = np.column_stack([RNG.integers(m, size=1200) for m in (3, 4, 5)]).astype(float)
LATENTS = (LEVELS - LEVELS.mean(0)) / LEVELS.std(0) + 0.3 * RNG.standard_normal(LEVELS.shape)
GONE = np.column_stack([np.zeros(1200), RNG.random(1200) < 0.5, np.zeros(1200)]).astype(bool)
REP = Representation(np.ma.array(LEVELS, mask=GONE), LATENTS)
QUICK = {
    "beta_vae": dict(n_points=600, batch_size=16),
    "factor_vae": dict(n_points=600, batch_size=16),
    # 1,200 samples are too few for three latents in 21 bins together
    **dict.fromkeys(("dependent_compactness", "dependent_explicitness", "edi"), dict(bins=5)),
}


def test_representation_absent_values_cannot_be_read():
    assert (
        np.isnan(REP.factors[GONE]).all()
        and np.array_equal(REP.present_values(1), LEVELS[~GONE[:, 1], 1])
        and "in 5" in repr(REP)
    )
    whole = Representation(np.ma.array(LEVELS, mask=False), LATENTS)
    assert whole.factor_mask is None and np.array_equal(whole.factors, LEVELS)


@pytest.mark.parametrize("name", METRICS)
def test_metric_ignores_values_behind_mask(name):
    """Masked values have no effect, and absence changes a score by at most 0.1."""
    metric, options = METRICS[name], QUICK.get(name, {})
    spoiled = np.where(GONE, 1e6, LEVELS)
    again = Representation(np.ma.array(spoiled, mask=GONE), LATENTS)
    value = metric(REP, **options).value
    assert value == metric(again, **options).value
    assert value == pytest.approx(metric(Representation(LEVELS, LATENTS), **options).value, abs=0.1)


def test_mutual_information_of_absent_factor_uses_present_samples():
    here = ~GONE[:, 1]
    alone = mutual_information(
        Representation(LEVELS[here], LATENTS[here], latent_types="continuous"), bins=8
    )
    edges = mutual_information(REP, bins=8)
    assert edges.factor_entropy[1] == pytest.approx(alone.factor_entropy[1]) and edges.values[
        1, 1
    ] == pytest.approx(alone.values[1, 1], abs=0.05)
    assert (
        edges.values[0, 0]
        == mutual_information(Representation(LEVELS, LATENTS), bins=8).values[0, 0]
    )


@pytest.mark.parametrize("ending", ["npz", "csv"])
def test_save_and_load_keep_mask(tmp_path, ending):
    save(REP, tmp_path / f"a.{ending}")
    back = load(tmp_path / f"a.{ending}")
    assert np.array_equal(back.factor_mask, REP.factor_mask) and np.allclose(
        back.factors, REP.factors, equal_nan=True
    )
    if ending == "csv":
        assert ",," in (tmp_path / "a.csv").read_text()


@pytest.mark.parametrize(
    "mask, words",
    [
        (np.ones((8, 2)), "'factor 1' is absent from every sample"),
        (np.eye(8)[:, :2] * 0 + (np.arange(8) > 0)[:, None], "all samples but one"),
    ],
)
def test_representation_almost_always_absent_factor_raises(mask, words):
    with pytest.raises(ValueError, match=words):
        Representation(np.ma.array(LEVELS[:8, :2], mask=mask), LATENTS[:8])


def test_measures_that_need_every_factor_raise():
    with pytest.raises(ValueError, match="absent from some samples"):
        sensitivity(REP)
    rare = np.ma.array(
        LEVELS, mask=np.column_stack([np.zeros(1200), np.arange(1200) > 5, np.zeros(1200)])
    )
    with pytest.raises(
        ValueError,
        match="'factor 2' is absent from .nearly. all training or test samples",
    ):
        METRICS["informativeness"](Representation(rare, LATENTS), shuffle=False)


def test_mutual_information_of_rare_factor_reaches_its_entropy():
    rng = np.random.default_rng(0)
    values, lacking = rng.integers(8, size=4_000), np.arange(4_000) >= 1_000
    always = rng.integers(3, size=4_000)
    factors = np.ma.array(np.column_stack([values, always]).astype(float), mask=False)
    factors[lacking, 0] = np.ma.masked
    code = np.column_stack([np.where(lacking, -1, values), always]).astype(float)
    told = mutual_information(Representation(factors, code, latent_types="discrete"))
    assert told.values[0, 0] == pytest.approx(told.factor_entropy[0])
    # Smaller, because most samples share one value.
    over_all = entropy(np.bincount(code[:, 0].astype(int) + 1))
    assert over_all < told.factor_entropy[0] <= told.latent_entropy[0]
