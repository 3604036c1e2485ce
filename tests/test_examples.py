"""Named examples with exact scores, reference values for measures, and the shipped data."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import mutual_info_score

from disentangle_edu import (
    Representation,
    World,
    beta_vae,
    dcimig,
    disentanglement,
    factor_vae,
    load,
    measures,
    mig,
    sap,
    worlds,
)
from disentangle_edu.measures import interventional
from disentangle_edu.worlds import examples, image_encoders


def test_mig_and_dcimig_of_example_representations_are_exact():
    copy, twice, parity = (
        examples.perfect_copy(3, 4, 5),
        examples.duplicated_copy(),
        examples.parity_leak(),
    )
    for rep, expected in ((copy, (1, 1)), (twice, (0, 1)), (parity, (1, 1))):
        assert (float(mig(rep)), float(dcimig(rep))) == pytest.approx(expected, abs=1e-12)
    merged = examples.rectangles("one number, 9 x + y")
    assert (float(mig(merged)), float(dcimig(merged))) == pytest.approx((1, 0), abs=1e-12)


def test_beta_vae_and_factor_vae_of_parity_leak_are_one():
    parity = examples.parity_leak()
    assert float(beta_vae(parity, n_points=500)) == float(factor_vae(parity, n_points=500)) == 1.0


def test_disentanglement_by_forest_of_copy_is_one():
    assert float(disentanglement(examples.copy_world(3, 6).sample(2000))) == pytest.approx(
        1, abs=1e-9
    )


@pytest.mark.parametrize(
    "code, one, two",
    [
        ("width | height", True, True),
        ("x, x², y, y³ (section 3.3)", True, False),
        ("one number, 9 x + y", False, True),
        ("sum | difference", False, False),
    ],
)
def test_rectangles_satisfy_expected_characteristics(code, one, two):
    moves = measures.sensitivity(examples.rectangles(code)).values > 0
    assert (moves.sum(1).max() <= 1) == one and (moves.sum(0).max() <= 1) == two


def test_sensitivity_matches_hand_computation():
    # v1 has 2 levels, v2 has 3: a redraw of v2 gives another value with probability 2/3.
    rep = Representation(examples.grid(2, 3), examples.grid(2, 3).sum(1, keepdims=True))
    assert measures.sensitivity(rep).values == pytest.approx(np.array([[1 / 2, 2 / 3]]))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([None, 2, 5, 20]))
def test_mutual_information_agrees_with_scikit_learn(seed, bins):
    rng = np.random.default_rng(seed)
    rep = Representation(
        rng.integers(4, size=(60, 2)),
        np.column_stack([rng.normal(size=60), rng.integers(3, size=60)]),
    )
    matrix = measures.mutual_information(rep, bins=bins)
    for i in range(2):
        if rep.latent_types[i] == "discrete" and bins is None:
            codes = rep.latents[:, i]
        else:
            codes = np.digitize(
                rep.latents[:, i],
                np.histogram_bin_edges(rep.latents[:, i], bins or measures.BINS)[1:-1],
            )
        for k in range(2):
            assert matrix.values[i, k] == pytest.approx(
                mutual_info_score(codes, rep.factors[:, k]) / np.log(2), abs=1e-9
            )


def test_single_latent_scores_r2_match_numpy_and_closed_form():
    rep = examples.power_world(15).sample(200_000)
    matrix = measures.single_latent_scores(rep)
    assert matrix.values[0, 0] == pytest.approx(
        np.corrcoef(rep.latents[:, 0], rep.factors[:, 0])[0, 1] ** 2, abs=1e-12
    )
    assert (
        float(sap(rep)) == pytest.approx(93 / 289, abs=0.005)
        and examples.r2_of_power(15) == 93 / 289
    )


def test_mig_of_centred_grid_does_not_depend_on_scale():
    # With an even number of bins, rounding decides on which side of an edge the zeros of a centred
    # grid are.
    centred = examples.grid(9, 9) - 4.0
    for bins in (20, measures.BINS):
        scores = {
            round(float(mig(Representation(centred, centred * scale), bins=bins)), 9)
            for scale in (1, 7, 1 / 3, 0.1)
        }
        assert len(scores) == 1


def test_sample_fixed_keeps_factor_and_varies_others():
    rng = np.random.default_rng(0)
    world = World(
        {"a": worlds.uniform(), "b": worlds.normal(), "c": worlds.levels(4)}, lambda v, rng: v
    )
    for source in (world, interventional._Table(examples.perfect_copy(3, 4, 5))):
        held = source.sample_fixed(1, 50, 40, rng)
        assert (
            held.shape == (50, 40, 3)
            and np.ptp(held[:, :, 1], axis=1).max() == 0
            and np.ptp(held[:, :, [0, 2]], axis=1).min() > 0
        )


def test_interventional_metrics_of_table_and_world_agree():
    world = World(
        {f"factor {k}": worlds.levels(6) for k in range(3)}, worlds.linear(examples.MIXING)
    )
    table = world.sample(20_000)
    options = dict(n_points=1500, batch_size=16)
    assert float(factor_vae(world, **options)) == pytest.approx(
        float(factor_vae(table, **options)), abs=0.03
    )
    assert float(beta_vae(world, **options)) == pytest.approx(
        float(beta_vae(table, **options)), abs=0.03
    )


def test_copying_encoder_copies_with_given_probabilities():
    rng = np.random.default_rng(0)
    factors = np.arange(3.0) + np.zeros((100_000, 3))
    copied = worlds.copying([[0.2, 0.3, 0.5]])(factors, rng)[:, 0]
    assert np.bincount(copied.astype(int)) / 100_000 == pytest.approx([0.2, 0.3, 0.5], abs=0.01)


@pytest.mark.parametrize("name", ["digits_pca", "digits_ica"])
def test_shipped_digits_match_generated_representation(name):
    shipped = load(Path(__file__).parents[1] / "notebooks" / "data" / f"{name}.npz")
    made = examples.SHIPPED[name]()
    assert np.allclose(shipped.factors, made.factors) and np.allclose(
        shipped.latents, made.latents, atol=1e-4
    )
    assert np.allclose(
        np.cov(made.latents.T), np.diag(made.latents.var(0, ddof=1)), atol=1e-2
    )  # uncorrelated, and no component is lost
    assert (
        shipped.factor_names == ("digit", "ink", "slant", "width", "height", "stroke")
        and "handwritten" in shipped.description
    )


def test_digits_measured_factors_are_plausible():
    images, factors, names = worlds.digits()
    column = dict(zip(names, factors.T))
    flipped = np.array([np.corrcoef(column["ink"], images.sum((1, 2)))[0, 1]])
    assert flipped > 0.999
    assert (
        column["width"][column["digit"] == 1].mean() < column["width"][column["digit"] == 0].mean()
    )
    assert all(np.isfinite(values).all() for values in column.values())


def test_encoders_of_digits_have_ten_components_by_default():
    images = worlds.digits()[0][:300]
    assert (
        image_encoders.ica_code(images).shape == image_encoders.pca_code(images).shape == (300, 10)
    )
