"""A reader's own metric: errors name the metric, and built-in metrics are never replaced."""

from typing import Any

import numpy as np
import pytest

from disentangle_edu import (
    METRICS,
    Confusions,
    InformativenessMatrix,
    Subspaces,
    examples,
    explicitness,
    factor_vae,
    informativeness,
    measures,
    mig,
    score_all,
)
from disentangle_edu.matrices import Activity, Matrix, Votes
from disentangle_edu.measure import measure
from disentangle_edu.measures.conditional import Shares
from disentangle_edu.metric import INVARIANCE_NAMES, metric
from disentangle_edu.theory.invariances import INVARIANCES
from disentangle_edu.types import ROUNDING

REP = examples.rotated(20, samples=200)


@pytest.fixture(autouse=True)
def clean():
    """Remove what a test has defined."""
    before = dict(METRICS)
    yield
    METRICS.clear()
    METRICS.update(before)


def own(answer, axis="latents", **statements):
    """A metric whose formula returns `answer(matrix)`."""

    @metric(**dict(measure=measures.mutual_information) | statements, axis=axis)
    def mine(matrix):
        """A metric that exists only during a test."""
        return answer(matrix)

    return mine


def first_of_row(matrix):
    best = matrix.values.max(1)
    return np.minimum(best, 1), np.ones_like(best)


def test_metric_decorator_custom_metric_behaves_like_built_in():
    mine = own(first_of_row, characteristic=1, not_invariant_to=["cube_each_latent"])
    score = mine(REP, bins=10)
    assert mine.__name__ == "mine" and METRICS["mine"] is mine
    assert score.part_names == REP.latent_names
    assert score.value == pytest.approx(score.parts.mean())
    table = score_all(REP, metrics=["mine", "mig"], progress=False)
    assert table.metric.tolist() == ["mine", "mig"] and table.value.notna().all()


def test_metric_decorator_may_replace_same_function_but_no_other():
    first, second = own(first_of_row), own(lambda matrix: first_of_row(matrix))
    assert first is not second and METRICS["mine"] is second

    def elsewhere():
        @metric(measure=measures.mutual_information, axis="factors")
        def mine(matrix):
            return matrix.values.max(0), np.ones(matrix.values.shape[1])

    with pytest.raises(ValueError, match="'mine', which is in use .by .*own.<locals>.mine"):
        elsewhere()
    assert METRICS["mine"] is second


def test_metric_decorator_name_of_built_in_metric_raises():
    ours = METRICS["mig"]
    with pytest.raises(
        ValueError, match="'mig', which is in use .by disentangle_edu.metrics.information.mig"
    ):

        @metric(measure=measures.mutual_information, axis="factors")
        def mig(matrix):
            return np.ones(2), np.ones(2)

    assert METRICS["mig"] is ours


@pytest.mark.parametrize(
    "statements, error, words",
    [
        (dict(axis="bananas"), ValueError, "mine: axis: found 'bananas', expected .*'pairs'"),
        (dict(axis="Latents"), ValueError, "mine: axis: found 'Latents'"),
        (dict(axis=None), ValueError, "mine: axis: found None"),
        (dict(axis="pairs"), ValueError, "InformativenessMatrix: found 'pairs', expected one of"),
        (
            dict(axis="latents", matrix_class=Confusions),
            ValueError,
            "for Confusions: found 'latents'",
        ),
        (dict(matrix_class=Subspaces), ValueError, "for Subspaces: found 'latents'.*'pairs'"),
        (dict(characteristic=5), ValueError, "mine: characteristic: found 5, expected .*1, 2 or 3"),
        (dict(characteristic="1"), ValueError, "mine: characteristic: found '1'"),
        (dict(characteristic=True), ValueError, "mine: characteristic: found True"),
        (
            dict(not_invariant_to=["latents_bend"]),
            ValueError,
            "mine: not_invariant_to: found 'latents_bend'.*add_noise",
        ),
        (
            dict(not_invariant_to="cube_each_latent"),
            TypeError,
            "mine: not_invariant_to: found 'cube_each_latent', .* a list",
        ),
        (dict(measure=lambda rep: rep), TypeError, "mine: found the measure .*@measure"),
        (dict(measure=mig), TypeError, "mine: found the measure"),
        (
            dict(matrix_class="Votes"),
            TypeError,
            "mine: matrix_class: found 'Votes', expected a kind of matrix",
        ),
        (dict(matrix_class=dict), TypeError, "mine: matrix_class: found"),
    ],
)
def test_metric_decorator_invalid_attributes_raise(statements, error, words):
    with pytest.raises(error, match=words):
        own(first_of_row, **statements)
    assert "mine" not in METRICS


def test_metric_decorator_without_function_or_with_duplicate_option_raises():
    decorate = metric(measure=measures.mutual_information, axis="latents")
    for formula in (lambda matrix: None, 3, np.mean([1])):
        with pytest.raises(TypeError, match="metric: found .*, expected a function with a name"):
            decorate(formula)

    def mine(matrix, *, bins=3):
        return first_of_row(matrix)

    with pytest.raises(ValueError, match="mine: found the option 'bins' in the formula and in its"):
        decorate(mine)

    def yours(matrix, *, convention="ours"):
        return first_of_row(matrix)

    with pytest.raises(ValueError, match="yours: found the option 'convention'"):
        decorate(yours)


@pytest.mark.parametrize(
    "answer, error, words",
    [
        (
            lambda m: m.values.max(1),
            TypeError,
            "mine: its formula returned .*return parts, weights",
        ),
        (lambda m: np.ones((2, 2)), TypeError, "return parts, weights"),  # two rows, but not a pair
        (lambda m: None, TypeError, "mine: its formula returned None"),
        (lambda m: (m.values, m.values, m.values), TypeError, "return parts, weights"),
        (lambda m: ("best", [1, 1]), TypeError, "mine: found the parts 'best', expected numbers"),
        (lambda m: (np.ones(3), np.ones(3)), ValueError, "parts of shape .3,., expected .2,."),
        (lambda m: (np.ones((2, 1)), np.ones(2)), ValueError, "parts of shape .2, 1., expected"),
        (lambda m: (1.0, 1.0), ValueError, "parts of shape .., expected .2,.: one for each of"),
        (lambda m: (np.ones(2), np.ones(3)), ValueError, "weights of shape .3,., expected .2,."),
        (lambda m: (np.ones(2), None), ValueError, "mine: found weights of shape"),
        (lambda m: ([1, 2.5], [1, 1]), ValueError, "the part 2.5 for 'latent 2', .* from 0 to 1"),
        (lambda m: ([-0.1, 1], [1, 1]), ValueError, "the part -0.1 for 'latent 1'"),
        (lambda m: ([1, 1], [1, -1]), ValueError, "the weight -1 for 'latent 2', expected weights"),
        (lambda m: ([np.nan, 1], [1, 1]), ArithmeticError, "mine: one of its parts is not a fin"),
        (lambda m: ([1, 1], [np.inf, 1]), ArithmeticError, "mine: one of its weights is not a"),
    ],
)
def test_custom_metric_invalid_parts_or_weights_raise(answer, error, words):
    with pytest.raises(error, match=words):
        own(answer)(REP)


def test_custom_metric_parts_may_exceed_bounds_by_rounding_only():
    assert own(lambda m: ([1 + ROUNDING / 2, -ROUNDING / 2], [1, 1]))(REP).value == pytest.approx(
        0.5
    )
    for parts in ([1 + 2 * ROUNDING, 0], [1, -2 * ROUNDING]):
        with pytest.raises(ValueError, match="expected parts from 0 to 1"):
            own(lambda m, parts=parts: (parts, [1, 1]))(REP)


def test_adjusted_scores_and_errors_may_leave_unit_interval():
    wrong = Votes([[0, 9, 0], [0, 0, 9], [9, 0, 0]], majority_factor=[0, 1, 2])
    assert factor_vae(wrong).value == 0
    assert factor_vae(wrong, adjusted=True).value == pytest.approx(-0.5)
    bad = InformativenessMatrix([[3.0, 1.0]], "prediction", "NRMSE")
    assert informativeness(bad).value == 2
    assert explicitness(InformativenessMatrix([[0.25]]), adjusted=True).value == pytest.approx(-0.5)


@pytest.mark.parametrize("name", ["sap", "informativeness", "explicitness", "hoyer"])
def test_metrics_of_matrix_entry_above_one_raise(name):
    judge = METRICS[name]
    make = {"hoyer": lambda v: Activity(v, "sparsity")}
    make = make.get(name, InformativenessMatrix)
    assert 0 <= judge(make([[1.0]])).value <= 1
    with pytest.raises(ValueError, match=f"{name}: found an entry of 1.5, expected .* from 0 to 1"):
        judge(make([[1.5]]))


def test_metric_without_required_entropies_or_weights_raises():
    with pytest.raises(ValueError, match=r"without latent_weight.*Shares\(values, latent_weight"):
        METRICS["dependent_modularity"](Shares([[0.5]]))

    heavy = own(lambda m: (m.values.max(1), m.latent_entropy), requires="latent_entropy")
    with pytest.raises(
        ValueError, match=r"mine: .* without latent_entropy.*InformativenessMatrix\("
    ):
        heavy(InformativenessMatrix([[0.5]]))
    assert heavy(InformativenessMatrix([[0.5]], latent_entropy=1)).value == 0.5


def test_custom_measure_returning_array_raises():
    @measure
    def count(rep):
        return np.ones((2, 2))

    with pytest.raises(TypeError, match="mine: found ndarray, expected InformativenessMatrix"):
        own(first_of_row, measure=count)(REP)


def test_custom_measure_and_matrix_class_are_accepted():
    class Heights(Matrix):
        columns = "towers"

    @measure
    def floors(rep, *, above=0.0):
        return Heights(np.full((2, 1), above), "height", "m", column_names=["tower"])

    tall = own(first_of_row, measure=floors, matrix_class=Heights)
    assert tall(REP, above=0.25).value == 0.25
    assert tall(REP, above=0.25).matrix is tall(REP, above=np.float64(0.25)).matrix


def test_custom_measure_annotated_with_any_takes_every_source():
    @measure
    def rows(source: Any) -> InformativenessMatrix:
        """The rows of a reader's own source."""
        return InformativenessMatrix(source["rows"], "numbers", "")

    @metric(measure=rows, axis="factors")
    def largest_row(matrix):
        """The largest number in each column."""
        return matrix.values.max(0), np.ones(matrix.values.shape[1])

    assert largest_row({"rows": [[0.5, 0.2], [0.1, 0.4]]}).value == pytest.approx(0.45)


def test_custom_metric_can_use_built_in_warnings():
    from disentangle_edu import Representation, cautions

    dead = Representation(REP.factors, np.column_stack([REP.latents[:, 0], np.zeros(len(REP))]))
    score = own(first_of_row, cautions=[cautions.dead_latents])(dead)
    assert score.cautions == (
        "latent 2 never moves: the formula decides how much constant latents count",
    )


def test_invariance_names_match_tested_invariances():
    assert tuple(INVARIANCES) == INVARIANCE_NAMES
