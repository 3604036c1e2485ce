"""The mixed codes of A and B, and their stored scores."""

import numpy as np
import pytest

from disentangle_edu.chapters.common.verdicts import CODES, SEVEN, verdict
from disentangle_edu.zoo import dial, pretrained


@pytest.mark.parametrize("count", [2, 4, 8])
@pytest.mark.parametrize("direction", dial.DIRECTIONS)
def test_rotation_is_orthogonal_and_turns_no_vector_further_than_its_angle(count, direction):
    vectors = np.random.default_rng(0).normal(size=(200, count))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for degrees in (0, 20, 45, 90):
        matrix = dial.rotation(count, degrees, direction)
        assert matrix @ matrix.T == pytest.approx(np.eye(count), abs=1e-12)
        assert np.linalg.det(matrix) == pytest.approx(1)
        turned = np.degrees(np.arccos(np.clip((vectors * (vectors @ matrix.T)).sum(1), -1, 1)))
        assert turned.max() <= degrees + 1e-5
        # The planes rotate by the angles of the eigenvalues; the largest one is the angle.
        angles = np.degrees(np.abs(np.angle(np.linalg.eigvals(matrix))))
        assert angles.max() == pytest.approx(degrees, abs=1e-5)


def test_turned_codes_keep_idle_latents_and_mean_and_can_be_turned_back():
    code = pretrained.code(pretrained.PAIR["B"]).latents
    mixed = dial.turned("B", code, 40, 2)
    idle = [i for i in range(code.shape[1]) if i not in dial.active("B")]
    assert np.array_equal(mixed[:, idle], code[:, idle])
    assert mixed.mean(0) == pytest.approx(code.mean(0), abs=1e-9)
    assert dial.turned("B", mixed, -40, 2) == pytest.approx(code, abs=1e-9)
    assert dial.turned("B", code, 0, 3) == pytest.approx(code, abs=1e-12)
    assert dial.active("A") == tuple(range(8))


def test_stored_scores_are_complete_and_begin_with_verdicts_of_the_course():
    stored = dial.stored()
    expected = {(n, k, t) for n in "AB" for k in dial.DIRECTIONS for t in dial.DEGREES}
    assert set(stored) == expected and dial.JUDGES == SEVEN
    for network in "AB":
        for judge in SEVEN:
            first = verdict(judge)[CODES.index(network)]
            for direction in dial.DIRECTIONS:
                found = stored[network, direction, 0.0][judge]
                assert found == pytest.approx(first, abs=1e-3), (network, judge)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("network", "direction", "degrees"),
    [("B", 1, 20.0), ("B", 1, 90.0), ("B", 3, 45.0), ("A", 2, 62.5)],
)
def test_stored_scores_match_scores_computed_anew(network, direction, degrees):
    stored = dial.stored()[network, direction, degrees]
    assert dial.measured(network, degrees, direction) == pytest.approx(stored, abs=2e-3)
