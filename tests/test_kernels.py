"""Formulas on matrices made by hand: every answer is exact, worked out on paper."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from disentangle_edu import (
    Confusions,
    InformativenessMatrix,
    Votes,
    beta_vae,
    completeness,
    dcimig,
    disentanglement,
    factor_vae,
    informativeness,
    mig,
    sap,
)
from disentangle_edu.metrics import focus, top_two
from disentangle_edu.worlds.examples import dominated_matrix, focused_matrix


def bits(values, total=1.0):
    return InformativenessMatrix(values, "mutual information", "bits", factor_total=total)


def test_the_papers_closed_forms():
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
def test_small_matrices(values, expected):
    for metric in (mig, dcimig, sap, disentanglement, completeness):
        if metric.__name__ in expected:
            assert float(metric(bits(values))) == pytest.approx(
                expected[metric.__name__], abs=1e-12
            ), metric.__name__


def test_entropies_weigh_factors_in_dcimig_but_not_in_mig():
    matrix = bits([[3, 0], [0, 0]], total=[3, 1])
    assert float(mig(matrix)) == 0.5 and float(dcimig(matrix)) == 0.75


def test_completeness_has_two_readings():
    matrix = bits([[3, 1], [0, 1]], total=[3, 1])
    assert float(completeness(matrix)) == pytest.approx(0.5) and float(
        completeness(matrix, weighted=True)
    ) == pytest.approx(0.6)


def test_counting_metrics():
    score = beta_vae(Confusions([[8, 1], [2, 9]], "guesses"))
    assert (
        score.value == pytest.approx(0.85)
        and score.parts.tolist() == [0.8, 0.9]
        and score.weights.tolist() == [0.5, 0.5]
    )
    score = factor_vae(Votes([[6, 2], [0, 0], [1, 11]]))
    assert score.value == pytest.approx(0.85) and score.weights.tolist() == [0.4, 0, 0.6]
    assert float(factor_vae(Votes([[6, 2], [1, 11]], choice=[1, 1]))) == pytest.approx(13 / 20)
    assert float(informativeness(InformativenessMatrix([[0.5, 1.0]]))) == 0.75


@given(arrays(float, (3, 4), elements=st.floats(0, 1)))
def test_every_part_lies_between_0_and_1_and_makes_the_score(values):
    for metric in (mig, dcimig, sap, disentanglement, completeness):
        score = metric(bits(values))
        assert score.parts.min() >= 0 and score.parts.max() <= 1 + 1e-12
        assert score.value == pytest.approx(
            score.parts @ score.weights
        ) and score.weights.sum() == pytest.approx(1)


@given(arrays(float, (3, 4), elements=st.floats(0.01, 1)))
def test_disentanglement_is_the_completeness_of_the_transpose_but_for_weights(values):
    assert disentanglement(bits(values)).parts == pytest.approx(completeness(bits(values.T)).parts)


def test_focus_and_top_two_by_hand():
    assert focus(np.array([[1.0, 1, 0, 0]]), 1) == pytest.approx([0.5])
    first, second = top_two(np.array([[1.0, 5.0], [3.0, 2.0]]), 0)
    assert first.tolist() == [3, 5] and second.tolist() == [1, 2]


def test_a_score_is_a_number_with_reasons():
    score = mig(bits([[0.9, 0.1], [0.2, 0.8]]))
    assert float(score) == score.value == score.parts @ score.weights and f"{score:.2f}" == "0.70"
    assert (
        score.part_names == ("factor 1", "factor 2")
        and "All factors have the same part" in score.because
        and "latent 1 0.90 and latent 2 0.20 bits." in score.because
    )
    assert "factor 1 costs most" in mig(bits([[0.8, 0.1], [0.2, 0.8]])).because
    assert (
        "factor 2 costs most (part 0.00, weight 0.50): it is no latent's favourite"
        in dcimig(bits([[0.9, 0.1]])).because
    )
    assert (
        "the best bid comes from latent 1: factor 1 0.9, factor 2 0.5 bits."
        in dcimig(bits([[0.9, 0.5], [0.2, 0.8]])).because
    )
    assert "mig = 0.7000" in repr(score) and set(score._repr_mimebundle_()) == {
        "text/plain",
        "text/html",
    }
