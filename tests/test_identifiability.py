"""Codes that are correct by a theorem, wrong codes that look correct, and MCC's cautions."""

import numpy as np
import pytest

from disentangle_edu import linear_r2, mcc
from disentangle_edu.worlds.bent_mixtures import bent_sums, crowd, tied_factors
from disentangle_edu.worlds.examples import r2_of_power

ITSELF = ((1, 0), (0, 1))
SAME = ((1, 1), (1, 1))
MANY = 50_000


@pytest.mark.parametrize("correlation", [0.0, 0.3, 0.9, 1.0])
def test_tied_factors_are_uniform_with_given_correlation(correlation):
    factors = tied_factors(correlation, MANY)
    assert np.corrcoef(factors.T)[0, 1] == pytest.approx(correlation, abs=0.02)
    quarters = np.quantile(factors, [0, 0.25, 0.5, 0.75, 1], axis=0)
    assert quarters == pytest.approx(np.tile(np.linspace(-1, 1, 5)[:, None], 2), abs=0.02)


@pytest.mark.parametrize("power", [1, 9, 15])
def test_mcc_of_powers_is_root_of_explained_variance(power):
    rep = bent_sums(tied_factors(0, MANY), ITSELF, power)
    assert mcc(rep).value == pytest.approx(r2_of_power(power) ** 0.5, abs=0.01)
    assert linear_r2(rep).value == pytest.approx(r2_of_power(power), abs=0.015)
    assert mcc(rep, method="spearman").value == 1


def test_linear_r2_with_kernel_regressor_fits_cubic_latents():
    rep = bent_sums(tied_factors(0, 2_000), ITSELF, 3)
    assert linear_r2(rep).value == pytest.approx(r2_of_power(3), abs=0.03)
    assert linear_r2(rep, regressor="kernel").value > 0.94
    noise = crowd(5, False)
    assert linear_r2(noise, regressor="kernel").value < 0.1


@pytest.mark.parametrize("correlation", [0.0, 0.9])
def test_mcc_and_linear_r2_of_duplicated_sum_match_closed_form(correlation):
    rep = bent_sums(tied_factors(correlation, MANY), SAME)
    exact = (1 + correlation) / 2
    assert mcc(rep).value == pytest.approx(exact**0.5, abs=0.01)
    assert linear_r2(rep).value == pytest.approx(exact, abs=0.015)


def test_bent_sums_without_weights_give_dead_latent():
    rep = bent_sums(tied_factors(), [[1, 0], [0, 0]])
    assert rep.dead_latents == ["latent 2"] and mcc(rep).parts[1] == 0


@pytest.mark.parametrize("weights, power", [([[1, 0, 0]], 1), (ITSELF, 2), (ITSELF, 0)])
def test_bent_sums_invalid_weights_or_power_raise(weights, power):
    with pytest.raises(ValueError, match="weights: found|power: found"):
        bent_sums(tied_factors(), weights, power)


def test_crowd_of_noise_has_low_mcc_and_mixtures_have_linear_r2_one():
    noise, mixtures = (crowd(300, mixed, samples=MANY // 10) for mixed in (False, True))
    assert mcc(noise).value < 0.1 and mcc(mixtures).value < 1
    assert linear_r2(noise).value < 0.1 and linear_r2(mixtures).value == pytest.approx(1)


def test_mcc_warns_about_many_latents_and_dependent_factors(said):
    (words,) = mcc(crowd(100, False)).cautions
    alike = mcc(crowd(100, True, seed=1)).value
    assert words.startswith("among 100 latents") and float(words[-4:]) == pytest.approx(
        alike, abs=0.05
    )
    assert not mcc(crowd(8, True)).cautions
    (words,) = mcc(bent_sums(tied_factors(0.9), ITSELF)).cautions
    said(words)
