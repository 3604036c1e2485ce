"""Formulas on matrices made by hand: every answer is exact and was computed on paper."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from disentangle_edu import (
    METRICS,
    Confusions,
    InformativenessMatrix,
    Subspaces,
    Votes,
    active_units,
    beta_vae,
    completeness,
    dcimig,
    dependent_explicitness,
    dependent_modularity,
    disentanglement,
    explicitness,
    explicitness_es,
    factor_vae,
    hoyer,
    informativeness,
    iwr,
    mig,
    minimality,
    modularity,
    sap,
)
from disentangle_edu.matrices import Activity
from disentangle_edu.measures import Losses, Shares
from disentangle_edu.metrics.parts import one_minus_entropy, top_two
from disentangle_edu.worlds.examples import dominated_matrix, focused_matrix


def bits(values, total=1.0):
    return InformativenessMatrix(values, "mutual information", "bits", factor_entropy=total)


def test_disentanglement_matches_closed_forms_of_paper():
    assert float(disentanglement(focused_matrix())) == pytest.approx(
        1 + (0.8 * log(0.8) + 0.2 * log(0.02)) / log(11), abs=1e-12
    )
    impure = 1 + (0.9 * log(0.9) + 0.1 * log(0.1)) / log(2)
    assert float(disentanglement(dominated_matrix())) == pytest.approx(
        (1 + 0.1 * impure) / 1.1, abs=1e-12
    )


@pytest.mark.parametrize(
    "values, expected",
    [
        ([[1, 0], [0, 1]], dict(mig=1, dcimig=1, sap=1, disentanglement=1, completeness=1)),
        (
            [[1, 0], [1, 0], [0, 1]],
            dict(
                mig=0.5, dcimig=1, sap=0.5, disentanglement=1, completeness=1 - log(2) / log(3) / 2
            ),
        ),
        ([[0.6, 0.6]], dict(mig=0.6, dcimig=0, sap=0.6, disentanglement=0, completeness=1)),
        ([[0.5, 0.25], [0.25, 0]], dict(mig=0.25, dcimig=0.125, sap=0.25)),
        ([[0, 0], [0, 0]], dict(mig=0, dcimig=0, sap=0, disentanglement=0, completeness=0)),
        ([[0.7]], dict(mig=0.7, dcimig=0.7, sap=0.7, disentanglement=1, completeness=1)),
    ],
)
def test_matrix_metrics_of_small_matrices_match_hand_computation(values, expected):
    for metric in (mig, dcimig, sap, disentanglement, completeness):
        if metric.__name__ in expected:
            assert float(metric(bits(values))) == pytest.approx(
                expected[metric.__name__], abs=1e-12
            ), metric.__name__


def test_factor_entropies_weight_dcimig_but_not_mig():
    matrix = bits([[3, 0], [0, 0]], total=[3, 1])
    assert float(mig(matrix)) == 0.5 and float(dcimig(matrix)) == 0.75


def test_completeness_weighted_by_factor_sum_differs_from_unweighted():
    matrix = bits([[3, 1], [0, 1]], total=[3, 1])
    assert float(completeness(matrix)) == pytest.approx(0.5) and float(
        completeness(matrix, weighted=True)
    ) == pytest.approx(0.6)


def test_metrics_of_votes_and_confusions_match_hand_computation():
    score = beta_vae(Confusions([[8, 1], [2, 9]], "guesses"))
    assert (
        score.value == pytest.approx(0.85)
        and score.parts.tolist() == [0.8, 0.9]
        and score.weights.tolist() == [0.5, 0.5]
    )
    score = factor_vae(Votes([[6, 2], [0, 0], [1, 11]]))
    assert score.value == pytest.approx(0.85) and score.weights.tolist() == [0.4, 0, 0.6]
    assert float(factor_vae(Votes([[6, 2], [1, 11]], majority_factor=[1, 1]))) == pytest.approx(
        13 / 20
    )
    assert float(informativeness(InformativenessMatrix([[0.5, 1.0]]))) == 0.75


@given(arrays(float, (3, 4), elements=st.floats(0, 1)))
def test_matrix_metric_parts_are_in_unit_interval_and_average_to_score(values):
    for metric in (mig, dcimig, sap, disentanglement, completeness):
        score = metric(bits(values))
        assert score.parts.min() >= 0 and score.parts.max() <= 1 + 1e-12
        assert score.value == pytest.approx(
            score.parts @ score.weights
        ) and score.weights.sum() == pytest.approx(1)


@given(arrays(float, (3, 4), elements=st.floats(0.01, 1)))
def test_disentanglement_parts_equal_completeness_of_transpose(values):
    assert disentanglement(bits(values)).parts == pytest.approx(completeness(bits(values.T)).parts)


def test_one_minus_entropy_and_top_two_match_hand_computation():
    assert one_minus_entropy(np.array([[1.0, 1, 0, 0]]), 1) == pytest.approx([0.5])
    first, second = top_two(np.array([[1.0, 5.0], [3.0, 2.0]]), 0)
    assert first.tolist() == [3, 5] and second.tolist() == [1, 2]


def test_score_has_value_parts_and_explanation(said):
    score = mig(bits([[0.9, 0.1], [0.2, 0.8]]))
    assert float(score) == score.value == score.parts @ score.weights and f"{score:.2f}" == "0.70"
    assert (
        score.part_names == ("factor 1", "factor 2")
        and "All factors are equal (" in score.explanation
        and "latent 1 (0.90) and latent 2 (0.20 bits)." in score.explanation
    )
    said(mig(bits([[0.8, 0.1], [0.2, 0.8]])).explanation)
    assert (
        "factor 2 lowers the score most (part 0.00, weight 0.50): it is no latent's favourite"
        in dcimig(bits([[0.9, 0.1]])).explanation
    )
    assert (
        "the best bid comes from latent 1: factor 1 (0.90), factor 2 (0.50 bits)."
        in dcimig(bits([[0.9, 0.5], [0.2, 0.8]])).explanation
    )
    assert "mig = 0.7000" in repr(score) and set(score._repr_mimebundle_()) == {
        "text/plain",
        "text/html",
    }


# ------------------------------------------------------------------------- formulas at their limits


def test_mig_normalized_by_latent_ignores_latent_without_entropy():
    """I / H(z) of a constant latent would be 0 / 0; the gap uses the other latents."""
    matrix = InformativenessMatrix(
        [[0.0, 0.0], [1.0, 0.2], [0.5, 0.4]], latent_entropy=[0.0, 2.0, 1.0], factor_entropy=1.0
    )
    assert mig(matrix, normalize_by="latent").parts.tolist() == pytest.approx([0.0, 0.3])
    with pytest.raises(ValueError, match="normalize_by: found 'latent', expected 'factor', or"):
        mig(bits([[1.0]]), normalize_by="latent")


@pytest.mark.parametrize("latents", [2, 3, 5])
def test_adjusted_scores_at_chance_are_zero(latents):
    votes = np.full((latents, 4), 6.0)
    assert factor_vae(Votes(votes)).value == 0.25
    assert factor_vae(Votes(votes), adjusted=True).value == pytest.approx(0)
    assert factor_vae(Votes(np.eye(4)[:latents]), adjusted=True).value == pytest.approx(1)
    guesses = np.full((3, 3), 2.0)
    assert beta_vae(Confusions(guesses, "guesses"), adjusted=True).value == pytest.approx(0)
    assert explicitness(InformativenessMatrix([[0.5, 1]]), adjusted=True).parts.tolist() == [0, 1]
    worse = Votes(1 - np.eye(2), majority_factor=[0, 1])
    assert factor_vae(worse, adjusted=True).value == -1  # below chance


def test_active_units_count_variances_above_threshold():
    variances = Activity([[0.01], [0.02], [0.0]], "variance")
    assert active_units(variances).parts.tolist() == [0, 1, 0]
    assert active_units(variances, threshold=0).value == pytest.approx(2 / 3)


def test_modularity_compares_squares_with_largest_entry():
    matrix = InformativenessMatrix([[1.0, 0.5, 0.0], [0.2, 0.2, 0.2], [0.0, 0.0, 0.0]])
    assert modularity(matrix).parts.tolist() == pytest.approx([1 - 0.25 / 2, 0, 0])
    assert modularity(matrix).weights.tolist() == [0.5, 0.5, 0]
    assert modularity(matrix, dead_latents="zero").value == pytest.approx((1 - 0.125) / 3)
    for size in (1e-100, 1e100):
        larger = InformativenessMatrix(matrix.values * size)
        assert modularity(larger).value == pytest.approx(modularity(matrix).value)


def test_minimality_gives_uninformative_latents_no_weight():
    shares = Shares([[0.5, 0.2], [0.0, 0.0], [0.1, 0.3]], latent_weight=[0.9, 0.0, 0.3])
    assert minimality(shares).weights.tolist() == pytest.approx([0.75, 0, 0.25])
    assert minimality(shares, weighted=False).weights.tolist() == [0.5, 0, 0.5]
    assert minimality(shares, weighted=False).value == pytest.approx(0.4)
    assert dependent_modularity(shares).value == pytest.approx(0.45)


def test_explicitness_es_is_area_of_trapezoids():
    losses = Losses([[1.0, 0.2], [0.5, 0.0], [0.0, 0.0]], "loss", "share")
    assert explicitness_es(losses).parts.tolist() == pytest.approx([0.5, 0.95])


SMALLEST = {
    Shares: lambda: Shares([[0.5]], latent_weight=[1]),
    Losses: lambda: Losses([[0.5], [0.5]], "loss", "share"),
    Subspaces: lambda: Subspaces([[[1.0]]], [[1.0]]),
    Activity: lambda: Activity([[0.5]], "activity"),
    InformativenessMatrix: lambda: InformativenessMatrix(
        [[0.5]], latent_entropy=1, factor_entropy=1
    ),
}


@pytest.mark.parametrize("name", METRICS)
def test_metrics_of_smallest_matrix_are_in_range_or_raise(name):
    metric = METRICS[name]
    if name in (
        "beta_vae",
        "factor_vae",
        "z_max_variance",
        "iwo",
    ):  # these compare factors with each other
        one = (
            metric.matrix_class([[[1.0]]], [[1.0]])
            if name == "iwo"
            else metric.matrix_class([[1.0]], "one")
        )
        for options in ({}, {"adjusted": True})[: 1 if name == "iwo" else 2]:
            with pytest.raises(ValueError, match=f"{name}: found one factor, expected at least"):
                metric(one, **options)
    else:
        assert 0 <= metric(SMALLEST[metric.matrix_class]()).value <= 1


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: minimality(Shares([[0.5]])), "without latent_weight"),
        (lambda: dependent_modularity(Shares([[0.5]])), "without latent_weight"),
        (lambda: Shares([[1.5]]), "values: found 1.5 in row 1, column 1"),
        (lambda: Shares([[0.5]], latent_weight=[1, 1]), "latent_weight: found .1, 1., expected 1 "),
        (lambda: Shares([[0.5]], latent_weight=[1.5]), "latent_weight: found .1.5., expected 1 "),
        (lambda: Shares([[0.5]], latent_weight=[np.nan]), "latent_weight: found nan"),
        (lambda: dependent_explicitness(Shares([[0.5], [0.5]])), "matrix of 2 rows, expected one"),
        (lambda: explicitness(InformativenessMatrix([[0.5], [0.5]])), "matrix of 2 rows"),
        (lambda: explicitness_es(Losses([[0.5]], "loss", "share")), "found one probe, expected at"),
        (lambda: explicitness_es(Losses([[2], [0.5]], "loss", "share")), "found an entry of 2"),
        (lambda: sap(InformativenessMatrix([[1.2]])), "sap: found an entry of 1.2"),
        (lambda: informativeness(InformativenessMatrix([[1.2]])), "found an entry of 1.2"),
        (lambda: hoyer(Activity([[1.2]], "sparsity")), "hoyer: found an entry of 1.2"),
        (lambda: active_units(Activity([[1]], "variance"), threshold=-1), "threshold: found -1"),
        (lambda: active_units(Activity([[1]], "variance"), threshold=np.nan), "threshold: found n"),
    ],
)
def test_metrics_of_matrices_outside_range_raise(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_informativeness_as_nrmse_may_exceed_one():
    assert informativeness(InformativenessMatrix([[1.2]], "prediction", "NRMSE")).value == 1.2


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_iwr_of_single_direction_is_one_and_of_uniform_is_zero(rows):
    alike = Subspaces(np.eye(rows)[None], np.full((1, rows), 1 / rows))
    assert iwr(alike).value == pytest.approx(1 if rows == 1 else 0)
