"""Losses of probe families: compared with single models, relative to a constant, and finite."""

import warnings

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from disentangle_edu import Representation, explicitness_es
from disentangle_edu.measures import capacity, probe_losses
from disentangle_edu.measures._supervised import scale_columns, train_test_rows

RNG = np.random.default_rng(7)
N = 240
Z = RNG.normal(size=(N, 3))
FACTORS = np.column_stack(
    [np.digitize(Z[:, 0] ** 2, [0.3, 1.2]), Z[:, 1] * Z[:, 2] + 0.3 * RNG.normal(size=N)]
)
REP = Representation(FACTORS, Z)
GONE = np.column_stack([np.zeros(N), RNG.random(N) < 0.3]).astype(bool)


def one_model_at_a_time(rep, seed):
    """The losses of polynomial probes by scikit-learn: a pipeline for every degree and factor."""
    learn, judge = train_test_rows(rep, 0.75, True, seed)
    found = np.empty((6, len(rep.factor_names)))
    for k, kind in enumerate(rep.factor_types):
        have = (
            rep.factor_mask[:, k] if rep.factor_mask is not None else np.ones(len(rep), dtype=bool)
        )
        teach, test = learn[have[learn]], judge[have[judge]]
        y = rep.factors[:, [k]]
        if kind == "discrete":
            y = (y == np.unique(rep.present_values(k))).astype(float)
        for i, degree in enumerate(capacity.PROBE_CAPACITIES["polynomial"]):
            model = make_pipeline(
                StandardScaler().fit(rep.latents[learn]),
                PolynomialFeatures(degree, include_bias=False),
                StandardScaler(),
                Ridge(1e-3),
            )
            x = rep.latents * 1.0
            wrong = (
                model[1:]
                .fit(model[0].transform(x[teach]), y[teach])
                .predict(model[0].transform(x[test]))
                .reshape(len(test), -1)
                - y[test]
            )
            constant = y[test] - y[teach].mean(0)
            found[i, k] = min(1, np.mean(wrong**2) / np.mean(constant**2))
    return np.minimum.accumulate(found, axis=0)


@pytest.mark.parametrize(
    "rep",
    [REP, Representation(np.ma.array(FACTORS, mask=GONE), Z), Representation(FACTORS, np.sign(Z))],
    ids=["levels and numbers", "absent", "powers that never move"],
)
def test_probe_losses_of_polynomials_match_scikit_learn(rep, monkeypatch):
    monkeypatch.setattr(capacity, "BLOCK", 50)  # so that the samples need several blocks
    for seed in (0, 3):
        assert probe_losses(rep, seed=seed).values == pytest.approx(
            one_model_at_a_time(rep, seed), abs=1e-8
        )


def test_probe_losses_never_increase_with_probe_size():
    values = probe_losses(REP).values
    assert (np.diff(values, axis=0) <= 0).all() and 0 < values.min() < 0.5 < values.max() <= 1
    few = Representation(FACTORS[:40], Z[:40])
    learn, judge = train_test_rows(few, 0.75, True, 0)
    left = capacity._polynomial_losses(
        few.latents, [few.factors[:, [1]]], [(learn, judge)], (1, 2, 3, 4, 5, 6), None
    )
    assert (np.diff(left, axis=0) > 0).any()  # so that the assertion above tests something


@pytest.mark.parametrize("ladder", ["random features", "mlp"])
def test_probe_losses_of_every_family_start_with_linear_probe(ladder, monkeypatch):
    monkeypatch.setitem(capacity.PROBE_CAPACITIES, ladder, (0,))
    rep = Representation(np.column_stack([Z[:, 0] + 0.3 * Z[:, 1] ** 2, Z[:, 2] ** 2]), Z)
    found = probe_losses(rep, probe_family=ladder).values
    assert found[0] == pytest.approx(probe_losses(rep).values[0], abs=1e-4)
    assert 0.05 < found[0, 0] < 0.5 < found[0, 1]


def test_probe_losses_are_relative_to_constant_from_training_rows():
    """The mean of the test rows would be a better constant, but it is unknown in training."""
    n = 64
    learn, judge = np.arange(n // 2), np.arange(n // 2, n)
    y = np.r_[np.zeros(n // 2), 3 + RNG.normal(size=n // 2)][:, None]
    constant = capacity._constant_errors(y, learn, judge)
    assert constant == pytest.approx((y[judge] ** 2).sum())
    assert constant > 2 * ((y[judge] - y[judge].mean()) ** 2).sum()


def test_probe_losses_shuffle_samples_before_split():
    order = np.argsort(FACTORS[:, 1])
    in_order = Representation(FACTORS[order], Z[order])
    assert probe_losses(in_order).values[1, 1] == pytest.approx(
        probe_losses(REP).values[1, 1], abs=0.25
    )
    assert probe_losses(in_order).values[1, 1] < 0.6 and not np.array_equal(
        probe_losses(REP, seed=1).values, probe_losses(REP, seed=2).values
    )


def with_latents(more, rep=REP):
    return Representation(rep.factors, np.column_stack([rep.latents, more]))


@pytest.mark.slow
@pytest.mark.parametrize("ladder", capacity.PROBE_CAPACITIES)
def test_probe_losses_with_additional_dead_latents_are_unchanged(ladder):
    dead = with_latents(np.full((N, 9), 2.5))
    assert probe_losses(dead, probe_family=ladder).values == pytest.approx(
        probe_losses(REP, probe_family=ladder).values, abs=1e-12
    )


def test_probe_losses_with_many_latents_keep_number_of_probes():
    """One more latent must not change the scale, although 8 are too many for degree 6."""
    noise = RNG.normal(size=(N, 6))
    seven, eight = (probe_losses(with_latents(noise[:, :more])) for more in (4, 5))
    assert len(seven.values) == len(eight.values) == 6
    assert len(seven.notes) == 1 and "degree 6 have more than 3,000 terms" in eight.notes[1]
    assert np.array_equal(eight.values[5], eight.values[4])
    copied = with_latents(np.repeat(Z[:, :1], 5, axis=1))
    assert explicitness_es(copied).value == pytest.approx(explicitness_es(REP).value, abs=0.03)


def test_probe_losses_above_max_terms_use_random_features_and_warn(monkeypatch, said):
    monkeypatch.setattr(capacity, "MOST_TERMS", 10)  # 3 latents have 1 + 3 + 6 terms up to degree 2
    assert capacity.polynomial_degrees(3) == (1, 2)
    monkeypatch.setattr(capacity, "MOST_TERMS", 9)
    wide = Representation(FACTORS, Z + 1)
    assert np.array_equal(
        probe_losses(wide).values, probe_losses(wide, probe_family="random features").values
    )
    assert probe_losses(wide).row_names[1] == "16 features"
    (words,) = explicitness_es(wide).cautions
    said(words)
    assert not explicitness_es(wide, probe_family="random features").cautions
    monkeypatch.undo()
    assert capacity.MOST_TERMS == 3_000 and capacity.polynomial_degrees(7) == (1, 2, 3, 4, 5, 6)
    assert capacity.polynomial_degrees(8) == (1, 2, 3, 4, 5) and capacity.polynomial_degrees(
        75
    ) == (1, 2)
    assert capacity.count_terms(76, 2) > 3_000


@pytest.mark.parametrize("ladder", capacity.PROBE_CAPACITIES)
def test_probe_losses_of_dead_latents_are_one(ladder):
    dead = Representation(FACTORS, np.ones((N, 2)))
    assert (probe_losses(dead, probe_family=ladder).values == 1).all()
    assert explicitness_es(dead, probe_family=ladder).value == 0


def test_probe_losses_depend_on_wild_test_sample_only_there():
    """One extreme test sample spoils only its own prediction."""
    learn, judge = train_test_rows(REP, 0.75, True, 0)
    wild, y = Z.copy(), REP.factors[:, [1]]
    wild[judge[0]] = 9e29
    tame, beside = (
        capacity._squared_errors(
            scale_columns(z, "standard", learn), y, learn, judge[1:], (1, 2, 3)
        )
        for z in (Z, wild)
    )
    assert np.array_equal(tame, beside)
    spoiled = probe_losses(Representation(FACTORS, wild)).values
    assert np.isfinite(spoiled).all() and spoiled.max() == 1


def test_probe_losses_of_term_constant_in_training_are_finite():
    """In training a latent is -1 or 1, so its square is constant, exactly or up to rounding."""
    learn, _ = train_test_rows(REP, 0.75, True, 0)
    for step in (1.0, 0.1):
        z = np.full((N, 2), 3 * step)
        z[learn[: len(learn) // 2]] = -step
        z[learn[len(learn) // 2 :]] = step
        z[:, 1] = Z[:, 1]
        values = probe_losses(Representation(FACTORS, z)).values
        assert np.isfinite(values).all() and values[0, 0] > 0.8


@pytest.mark.slow
def test_probe_losses_of_rare_factor_are_finite_without_warnings():
    gone = GONE.copy()
    gone[:, 1] = True
    gone[:11, 1] = False
    rep = Representation(np.ma.array(FACTORS, mask=gone), Z)
    assert len(capacity.present_rows(rep, 1, *train_test_rows(rep, 0.75, True, 0))[0]) <= 10
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for ladder in capacity.PROBE_CAPACITIES:
            values = probe_losses(rep, probe_family=ladder).values
            assert np.isfinite(values).all() and (values <= 1).all()
    assert not told


def test_probe_losses_seed_above_32_bits_raises():
    with pytest.raises(ValueError, match="seed: found 4,294,967,296"):
        probe_losses(REP, seed=2**32)


def test_probe_losses_note_names_first_omitted_degree(said):
    rng = np.random.default_rng(0)
    rep = Representation(rng.standard_normal((60, 1)), rng.standard_normal((60, 12)))
    said(probe_losses(rep).notes[1])
