"""Finite worlds: enumeration agrees with counting, brute force and the limit of sampling."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from disentangle_edu import (
    METRICS,
    Representation,
    beta_vae,
    completeness,
    dcimig,
    disentanglement,
    factor_vae,
    informativeness,
    measures,
    mig,
    sap,
)
from disentangle_edu.measures import information
from disentangle_edu.metric import metric
from disentangle_edu.score import normalize_weights
from disentangle_edu.theory.enumeration import (
    EXACT,
    MatrixStack,
    Tables,
    characteristics,
    exact,
    exact_values,
    excess,
    satisfies,
    sensitivity,
    soft_excess,
    stack_values,
)
from disentangle_edu.worlds import examples

SIZES = (2, 3, 2)


def encoders(seed, stack=6, latents=3, values=4):
    return np.random.default_rng(seed).integers(values, size=(stack, int(np.prod(SIZES)), latents))


def rep_of(table):
    return Representation(
        examples.grid(*SIZES), table, factor_types="discrete", latent_types="discrete"
    )


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_encoder_batch_agrees_with_measures_of_single_encoders(seed):
    tables = Tables(SIZES, encoders(seed))
    for j, moves in enumerate(sensitivity(tables)):
        rep = rep_of(tables.values[j])
        assert moves == pytest.approx(measures.sensitivity(rep).values)
        assert (
            exact_values(mig, tables)[j]
            == pytest.approx(float(mig(rep)))
            == pytest.approx(float(exact(mig, rep)))
        )
        assert (
            exact_values(dcimig, tables)[j]
            == pytest.approx(float(dcimig(rep)))
            == pytest.approx(float(exact(dcimig, rep)))
        )
        smooth = Representation(rep.factors, rep.latents, factor_types="continuous")
        assert exact_values(sap, tables)[j] == pytest.approx(float(sap(smooth)))
        for judged in (disentanglement, completeness, informativeness, beta_vae, factor_vae):
            assert exact_values(judged, tables)[j] == pytest.approx(float(exact(judged, rep)))


COUNTED = [
    name
    for name, known in METRICS.items()
    if getattr(EXACT.get(known.measure), "compares_values", False)
]


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.integers(2, 9), min_size=2, max_size=3).filter(lambda s: np.prod(s) <= 200),
    st.integers(2, 300),
    st.integers(0, 10_000),
)
# A rounding error once gave 2e-16 bits about the second factor.
@example(sizes=[9, 2], values=2, seed=219)
def test_exact_of_discrete_latents_equals_metric(sizes, values, seed):
    factors = examples.grid(*sizes)
    latents = np.random.default_rng(seed).integers(values, size=(len(factors), 2))
    rep = Representation(factors, latents, factor_types="discrete", latent_types="discrete")
    for name in COUNTED:
        assert float(exact(METRICS[name], rep)) == pytest.approx(float(METRICS[name](rep)))
        assert not exact(METRICS[name], rep).cautions


def test_exact_of_continuous_latents_warns_that_values_are_not_binned():
    v = examples.grid(9, 9)
    latents = np.column_stack([v @ [9.0, 1.0], v[:, 0]])  # the first latent has 81 values
    rep, levels = (Representation(v, latents, latent_types=kind) for kind in (None, "discrete"))
    assert rep.latent_types == ("continuous", "discrete")
    assert len(COUNTED) == 15
    for name in COUNTED:
        judged = METRICS[name]
        assert float(exact(judged, rep)) == pytest.approx(float(judged(levels)))
        (caution,) = exact(judged, rep).cautions
        assert "every value of latent 1 is compared as it is" in caution
        assert "Caution: every value" in str(exact(judged, rep))
    assert float(mig(rep)) < 0.4 < float(exact(mig, rep))  # .233 and .50
    assert not exact(sap, rep).cautions  # SAP does not count values
    assert "exactly, on a world of 81 combinations" in exact(mig, rep).summary_line


@pytest.mark.parametrize("scale, offset", [(1e-8, 0), (1e8, -3e8), (1, 1e13), (-1, 0)])
def test_exact_scores_do_not_depend_on_units_of_latents(scale, offset):
    for seed in range(5):
        rep = rep_of(encoders(seed, 1)[0])
        other = Representation(
            rep.factors,
            rep.latents * [scale, 1, 1] + [offset, 0, 0],
            factor_types="discrete",
            latent_types="discrete",
        )
        for judged in METRICS.values():
            if judged.measure in EXACT:
                there, here = exact(judged, other), exact(judged, rep)
                assert there.parts == pytest.approx(here.parts)
                if "rescale_latents" not in judged.not_invariant_to:
                    assert there.value == pytest.approx(here.value)
        assert tuple(characteristics(other)) == tuple(characteristics(rep))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_sampled_metrics_with_large_batches_approach_exact_value(seed):
    rep = rep_of(encoders(seed, 1)[0])
    options = dict(n_points=1500, batch_size=3000)
    assert float(beta_vae(rep, n_points=300, batch_size=3000)) == pytest.approx(
        float(exact(beta_vae, rep)), abs=0.02
    )
    assert float(factor_vae(rep, **options)) == pytest.approx(
        float(exact(factor_vae, rep)), abs=0.05
    )


def test_exact_informativeness_matches_brute_force():
    rep = rep_of(encoders(7, 1)[0])
    correct = sum(
        max(sum((rep.latents[rows] == code).all(1) & (rep.factors[rows, 1] == v)) for v in range(3))
        for rows in [slice(None)]
        for code in np.unique(rep.latents, axis=0)
    )
    assert exact(informativeness, rep).parts[1] == pytest.approx(correct / 12)


def test_exact_beta_vae_compares_mean_absolute_differences():
    # |0-1| + |2+1| = |0-2| + |1+1|: both factors leave the same mean difference, though not the
    # same mean square.
    rep = Representation(examples.grid(2, 2), [[0.0], [1], [2], [-1]], latent_types="discrete")
    assert float(exact(beta_vae, rep)) == 0.5


def brute_force_three(rep):
    """Characteristic 3 as in the paper: K latents satisfy 1 and 2 and determine all factors."""
    K, moves = rep.factors.shape[1], measures.sensitivity(rep).values > 0
    for chosen in itertools.combinations(range(rep.latents.shape[1]), K):
        few = moves[list(chosen)]
        if (
            few.sum(1).max() <= 1
            and few.sum(0).max() <= 1
            and len(np.unique(rep.latents[:, chosen], axis=0)) == len(rep)
        ):
            return True
    return False


@pytest.mark.slow
def test_characteristic_three_matches_brute_force():
    rng, seen = np.random.default_rng(0), set()
    for _ in range(300):
        copies = examples.grid(*SIZES)[
            :, rng.integers(3, size=4)
        ]  # most latents copy one factor; some are coarser or mixed
        copies = (
            np.where(rng.random(4) < 0.2, copies // 2, copies)
            + (rng.random(4) < 0.2) * 5 * copies[:, :1]
        )
        rep = rep_of(copies)
        assert characteristics(rep).three == brute_force_three(rep)
        seen.add(characteristics(rep).three)
    assert seen == {True, False}


def test_excess_counts_violations_of_each_characteristic():
    """Extra factors of a latent, extra latents of a factor, and factors without a latent."""
    tables = Tables(SIZES, encoders(3, stack=200, latents=4, values=2))
    seen = set()
    for j, found in enumerate(zip(*(excess(tables, c) for c in (1, 2, 3)))):
        rep = rep_of(tables.values[j])
        moves = measures.sensitivity(rep).values > 0

        def owns(latent, k, rep=rep, moves=moves):
            pairs = np.column_stack([rep.latents[:, latent], rep.factors[:, k]])
            determined = len(np.unique(pairs, axis=0)) == len(np.unique(rep.latents[:, latent]))
            return moves[latent].tolist() == [i == k for i in range(3)] and determined

        lacking = sum(not any(owns(latent, k) for latent in range(4)) for k in range(3))
        several = [sum(max(sum(line) - 1, 0) for line in table) for table in (moves, moves.T)]
        assert list(found) == [*several, lacking]
        seen.add(lacking)
    assert len(seen) > 1


def test_characteristics_of_example_representations_are_known():
    assert tuple(characteristics(examples.perfect_copy(2, 3))) == (True, True, True)
    assert tuple(characteristics(examples.duplicated_copy())) == (True, False, True)
    parity = characteristics(examples.parity_leak())
    assert tuple(parity) == (
        False,
        False,
        False,
    ) and "latent 1 changes with coin 1, coin 2 and coin 3" in repr(parity)
    assert tuple(characteristics(examples.rectangles("one number, 9 x + y"))) == (
        False,
        True,
        False,
    )
    for judged in (mig, dcimig, beta_vae, factor_vae):
        assert float(exact(judged, examples.parity_leak())) == pytest.approx(1)


def test_satisfies_soft_allows_small_leaks_only():
    v = examples.grid(8, 2)
    leaky = np.where(
        (v[:, 0] == 0) & (v[:, 1] == 1), 99, v[:, 0]
    )  # factor 2 has an effect in one of eight cases
    for table, soft in ((leaky, True), (v[:, 0] + 8 * v[:, 1], False)):
        tables = Tables(
            (8, 2), table[None, :, None], np.unique(table, return_inverse=True)[1][None, :, None]
        )
        assert satisfies(tables, 1, soft=True)[0] == soft and not satisfies(tables, 1)[0]


def test_satisfies_soft_requires_fourfold_sensitivity():
    v = examples.grid(8, 2)
    for leaking in range(9):  # levels of factor 1 at which factor 2 has an effect
        table = np.where((v[:, 0] < leaking) & (v[:, 1] == 1), 8 + v[:, 0], v[:, 0])
        # How often the latent changes with factor 1, and with factor 2.
        own, other = 7 / 8, leaking / 8 / 2
        tables = Tables((8, 2), table[None, :, None])
        assert sensitivity(tables)[0, 0] == pytest.approx([own, other])
        assert satisfies(tables, 1, soft=True)[0] == (own >= 4 * other)
        assert soft_excess(tables)[0] == pytest.approx(max(4 * other - own, 0))


def test_judge_factor_vae_without_votes_is_nan():
    silent, moving = np.zeros((4, 1)), examples.grid(2, 2)[:, :1]
    values = exact_values(factor_vae, Tables((2, 2), np.stack([silent, moving])))
    assert np.isnan(values[0]) and 0 <= values[1] <= 1


def test_exact_invalid_worlds_and_metrics_raise():
    with pytest.raises(ValueError, match="every combination of factor levels exactly once"):
        exact(
            mig,
            Representation(
                np.repeat(examples.grid(2, 2), 2, axis=0), np.repeat(examples.grid(2, 2), 2, axis=0)
            ),
        )
    with pytest.raises(ValueError, match="8,192 combinations, expected at most 4,096"):
        Tables((2,) * 13, np.zeros((1, 8192, 1)))
    with pytest.raises(ValueError, match=r"values: found shape \(1, 3, 1\), expected"):
        Tables((2, 2), np.zeros((1, 3, 1)))
    for odd in (0.5, -1.0):
        with pytest.raises(ValueError, match="values: found others than whole numbers"):
            Tables((2, 2), np.reshape([0, 1, 2, odd], (1, 4, 1)))  # one wrong value is enough
    with pytest.raises(ValueError, match="'hoyer', which measures sparsity, expected a measure"):
        exact(METRICS["hoyer"], examples.perfect_copy(2, 2))
    with pytest.raises(ValueError, match="characteristic: found 4"):
        satisfies(Tables((2, 2), np.zeros((1, 4, 1))), 4)

    known = set(METRICS)
    try:
        for name, formula in (
            ("half", lambda matrix: (matrix.values.sum() * np.array([np.nan]), np.ones(1))),
            ("huge", lambda matrix: (np.array([2.0]), np.ones(1))),
        ):
            formula.__name__ = name
            with pytest.raises(ArithmeticError, match=f"{name}: found the value"):
                exact_values(
                    metric(measure=measures.mutual_information, axis="factors")(formula),
                    Tables(SIZES, encoders(0)),
                )
        # A formula written for one matrix is applied to each matrix.
        alone = lambda matrix: (
            np.array([min(1.0, sum(float(x) for x in matrix.values[0]))]),
            np.ones(1),
        )
        alone.__name__ = "alone"
        assert exact_values(
            metric(measure=measures.mutual_information, axis="factors")(alone),
            Tables(SIZES, encoders(0)),
        ).shape == (6,)
    finally:
        for name in set(METRICS) - known:
            del METRICS[name]


@pytest.mark.parametrize("name", [n for n, known in METRICS.items() if known.measure in EXACT])
def test_every_formula_takes_a_stack_of_matrices(name):
    """A formula from elsewhere is called once per matrix, which gives the same values."""
    tables = Tables(SIZES, encoders(5, stack=40))
    stack, formula = EXACT[METRICS[name].measure].fill(tables), METRICS[name].formula
    each = [normalize_weights(w) @ p for p, w in (formula(stack.matrix(j)) for j in range(40))]
    assert stack_values(METRICS[name], stack) == pytest.approx(each, abs=1e-12)


def test_dmig_and_xmig_of_dependent_factors_take_a_stack():
    rng = np.random.default_rng(0)
    values, given_other = rng.integers(4, size=(50, 3, 3)) / 4, rng.random((50, 3, 3))
    stack = MatrixStack(
        values, factor_entropy=np.ones((50, 3)), factor_entropy_given_other=given_other
    )
    for name, declared in itertools.product(("dmig", "xmig"), ("best", "in order")):
        formula = METRICS[name].formula
        parts, _ = formula(stack, latent_of_factor=declared)
        each = [formula(stack.matrix(j), latent_of_factor=declared)[0] for j in range(50)]
        assert parts == pytest.approx(np.array(each), abs=1e-12)


def test_an_error_in_a_formula_is_raised():
    known = set(METRICS)

    def without_rows(matrix):
        return matrix.values[99], np.ones(3)

    try:
        judged = metric(measure=measures.mutual_information, axis="factors")(without_rows)
        with pytest.raises(IndexError):
            exact_values(judged, Tables(SIZES, encoders(0)))
    finally:
        for name in set(METRICS) - known:
            del METRICS[name]


def test_counts_of_many_codes_are_those_of_every_row(monkeypatch):
    """A stack's codes are renumbered if a table of all counts would be too large."""
    columns = np.random.default_rng(0).integers(50, size=(3, 20, 30))
    each = [information.joint_entropy(*row) for row in columns.swapaxes(0, 1)]
    for most in (2**20, 1):
        monkeypatch.setattr(information, "MOST_CELLS", most)
        assert information.joint_entropy(*columns) == pytest.approx(each)


def test_judge_formula_over_whole_batch_is_applied_per_encoder():
    tables, known = Tables(SIZES, encoders(0)), set(METRICS)

    def of_the_largest(matrix):  # for a stack, the largest entry of all tables
        whole = matrix.values.max()
        return matrix.values.max(-2) / whole, np.ones(matrix.values.shape[:-2] + (3,))

    try:
        judged = metric(measure=measures.mutual_information, axis="factors")(of_the_largest)
        alone = [exact_values(judged, Tables(SIZES, table[None]))[0] for table in tables.values]
        assert exact_values(judged, tables) == pytest.approx(alone)
    finally:
        for name in set(METRICS) - known:
            del METRICS[name]


def test_soft_excess_compares_two_largest_sensitivities():
    tables = Tables(SIZES, encoders(3, stack=40))
    expected = [
        sum(max(4 * second - first, 0) for _, second, first in np.sort(moves))
        for moves in sensitivity(tables)
    ]
    assert soft_excess(tables) == pytest.approx(expected) and max(expected) > 0
