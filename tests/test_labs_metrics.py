"""Labs about one metric each: BetaVAE, FactorVAE, MIG and SAP."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from lab_helpers import until
from sklearn.linear_model import LinearRegression

from disentangle_edu import Representation, labs, mig
from disentangle_edu.chapters.beta_vae.data import closest_clouds
from disentangle_edu.chapters.factor_vae.labs.factor_vae import batch_of
from disentangle_edu.chapters.sap.data import sap_of_copies
from disentangle_edu.chapters.text_factors.labs.absent_kinds import joint_shares, perfect_code
from disentangle_edu.measures import mutual_information
from disentangle_edu.measures.interventional import DIFFERENCES
from disentangle_edu.viz.theme import PAPER
from disentangle_edu.worlds import examples


def test_factor_vae_lab_vote_is_reported_only_for_drawn_batches(said):
    lab = labs.factor_vae()
    lab.on_press("One more batch")
    said(lab.picture.caption)
    lab.set(held="factor 2")
    said(lab.picture.caption)
    lab.set(held="factor 3")
    lab.on_press("100 batches")
    said(lab.picture.caption)


def test_sap_levels_lab_marks_levels_whose_own_line_is_highest(said):
    def full(lab, factor):
        drawn, key = ET.fromstring(lab.picture.at(700)), ("lineown", "second")[factor - 1]
        dots = [at for at in drawn.iter() if at.get("data-key", "").startswith(key)]
        return [dot.get("fill") != PAPER for dot in dots]

    lab = labs.sap_levels(levels=4)
    said(lab.picture.caption)
    lab.set(levels=8)
    said(lab.picture.caption)
    assert full(lab, 1) == full(lab, 2) == [True, *[False] * 6, True]
    assert lab.picture.scores["sap"] == sap_of_copies(8).value
    lab.set(levels=5)  # two samples of one world
    said(lab.picture.caption)
    told = [sum(full(lab, factor)) / 5 for factor in (1, 2)]
    own = sap_of_copies(5).matrix.values.diagonal()
    assert own == pytest.approx(told, abs=0.03)  # as in the picture, with new samples
    lab.set(C=None)  # as continuous numbers
    assert lab.picture.scores["sap"] > 0.99 and "on one line" in lab.picture.caption


def test_closest_clouds_distance_is_in_standard_deviations():
    rng = np.random.default_rng(0)
    held = np.repeat([0, 1, 2], 5_000)
    points = rng.normal(0, 0.5, (15_000, 2)) + np.array([[0, 0], [1, 0], [0, 4]])[held]
    i, k, apart = closest_clouds(points, held)
    assert (i, k) == (0, 1) and abs(apart - 2) < 0.1
    flat = np.column_stack([points[:, 0], points[:, 0]])  # all points on a line have a distance too
    assert abs(closest_clouds(flat, held)[2]) < 0.1


def test_factor_vae_lab_impossible_button_press_shows_message(said):
    lab = labs.factor_vae()
    lab.on_gesture({"weights/0": [0.0, 0.0, 0.0]}, done=True)
    asked = lab.stage.scene["sequence"]
    lab.on_gesture({}, press="100 batches")
    assert "latent 1 mixes nothing" in lab.stage.scene["message"] and lab.stage.scene["error"]
    assert lab.stage.scene["sequence"] >= asked
    lab.on_gesture({}, press="run_full")
    until(lambda: not lab.stage.scene["busy"])
    said(lab.stage.scene["message"])
    lab.on_gesture({}, press="reset")
    assert lab.values == lab.default_values and not lab.stage.scene["message"]


def test_factor_vae_lab_tied_latents_share_vote(said):
    weights = [[0.5, 0.4, 0.5], [0.5, 0.4, 0.5], [0.4, 0.4, 0.6]]
    lab = labs.factor_vae(weights=weights)
    lab.on_gesture({}, press="100 batches")
    first, second, _ = lab.values["memory"].table
    assert first == second and sum(first) > 0
    said(lab.picture.caption)


def test_perfect_code_scores_match_mig_of_samples():
    """A hundred sentences: kind 2 is in 1/5 of those with kind 1, and in 4/5 of the others."""
    cases = [((a, b), 1) for a in range(5) for b in range(2)]
    cases += [((a, -1), 8) for a in range(5)] + [((-1, b), 20) for b in range(2)] + [((-1, -1), 10)]
    rows = np.array([values for values, count in cases for _ in range(count)])
    shares = joint_shares(0.5, 0.2, 0.8)
    assert shares * 100 == pytest.approx(
        np.histogram2d(*np.where(rows < 0, 9, rows).T, [[0, 1, 2, 3, 4, 5, 10], [0, 1, 2, 10]])[0]
    )
    kinds = {"factor_types": "discrete", "latent_types": "discrete"}
    as_value = Representation(rows, rows, **kinds)
    left_out = Representation(np.ma.array(rows, mask=rows < 0), rows, **kinds)
    for rep, is_value in ((as_value, True), (left_out, False)):
        assert perfect_code(shares, is_value).value == pytest.approx(mig(rep).value)
    assert mig(left_out).value == pytest.approx(1) and mig(as_value).value < 0.9


@pytest.mark.parametrize("counts", [((6, 2), (0, 8)), ((3, 9), (2, 2)), ((0, 5), (3, 0))])
def test_shared_bits_lab_matches_mutual_information_of_samples(counts):
    """`counts` of the factor's 0 and 1 if the latent is low, and if it is high."""
    latent, factor = np.repeat([(0, 0), (0, 1), (1, 0), (1, 1)], np.ravel(counts), axis=0).T
    kinds = {"factor_types": "discrete", "latent_types": "discrete"}
    rep = Representation(factor[:, None], latent[:, None], **kinds)
    shares = {"with_it": factor[latent == 0].mean(), "without": factor[latent == 1].mean()}
    found = labs.shared_bits().at(first=1 - latent.mean(), **shares)["I"]
    assert found == pytest.approx(mutual_information(rep).values[0, 0], abs=5e-5)


def test_values_in_bins_lab_matches_mig_of_samples():
    places = [-1.0, -0.7, 0.0, 1.0]
    levels, latent = np.tile(np.arange(4), 2)[:, None], np.tile(places, 2)[:, None]
    kinds = {"factor_types": "discrete", "latent_types": "continuous"}
    lab = labs.values_in_bins(places=places)
    for bins in (2, 4, 9):
        expected = mig(Representation(levels, latent, **kinds), bins=bins).value
        assert lab.at(bins=bins)["mig"] == pytest.approx(expected, abs=5e-5)
    for bad in ([0.0, 2.0], [0.0], 3, ["a", "b"], [0.0, float("nan")], [True, False], None):
        with pytest.raises(ValueError, match="places: found .* expected 2 to 20 numbers from -1"):
            labs.values_in_bins(places=bad)


@pytest.mark.parametrize("shift", [0.0, 6.0])
def test_one_point_lab_matches_beta_vae_pair_difference(shift):
    samples = np.array([(2, 9), (3, 1), (8 - shift, 2), (8, 7), (5, 8), (6, 3)], float)
    held = lambda k, groups, size, rng: samples.reshape(groups, size, 2)
    expected = DIFFERENCES["pair"](held, 0, 1, 3, None)[0]
    lab = labs.one_point(pairs=samples.tolist())
    assert list(lab.at().values()) == pytest.approx(expected, abs=5e-5)
    still = 1 + int(np.argmin(expected))
    assert f"would say that factor {still} stood still" in lab.picture.caption
    for bad in (samples[:3], samples[:, :1], np.tile(samples, (2, 1))):
        with pytest.raises(ValueError, match="pairs: found .* expected two rows"):
            labs.one_point(pairs=bad.tolist())


def test_one_vote_lab_samples_cast_lowest_variance_vote(said):
    lab = labs.one_vote()
    first = lab.values["samples"]
    assert list(lab.at().values()) == pytest.approx([0.25 / 4, 0.1875 / 2, 11.5 / 10], abs=5e-5)
    said(lab.picture.caption)
    still = [[*row[:2], 5.0] for row in first]
    said(labs.one_vote(samples=still).picture.caption)
    both = [[4.0, *row[1:2], 5.0] for row in first]
    said(labs.one_vote(samples=both).picture.caption)
    for bad in (first[:1], [row[:2] for row in first], first * 3):
        with pytest.raises(ValueError, match="samples: found .* expected 2 to 8 rows of 3"):
            labs.one_vote(samples=bad)


@pytest.mark.parametrize("power", [1, 3, 9])
def test_straight_line_lab_best_slope_matches_linear_regression(power, said):
    factor = np.linspace(-1, 1, 5)
    expected = LinearRegression().fit(factor[:, None] ** power, factor)
    best = {"power": power, "slope": round(float(expected.coef_[0]), 2)}
    lab = labs.straight_line(**best)
    score = expected.score(factor[:, None] ** power, factor)
    assert lab.at(**best)["R²"] == pytest.approx(score, abs=1e-3)
    said(lab.picture.caption)
    said(labs.straight_line(power=power, slope=0.4).picture.caption)


def test_factor_vae_lab_batches_of_shared_samples_have_correlated_variances():
    shared, own = (
        batch_of(examples.MIXING, 128, "factor 1", own, 11).earlier for own in (False, True)
    )
    assert shared.shape == own.shape == (10, 3)
    apart = [np.corrcoef(rows[:, 0], rows[:, 1])[0, 1] for rows in (shared, own)]
    assert apart[0] > 0.9 > apart[1]


def test_factor_vae_lab_has_no_score_before_every_factor_was_fixed():
    lab = labs.factor_vae()
    for _ in range(12):
        lab.on_press("One more batch")
    assert not lab.scores and "A score needs votes for each factor" in lab.stage.scene["caption"]
    lab.on_press("100 batches")
    assert "factor_vae" in lab.scores
