"""The core classes and decorators: what they store and refuse, at both sides of each limit."""

import pickle

import joblib
import numpy as np
import pytest

from disentangle_edu import (
    CONVENTIONS,
    METRICS,
    Confusions,
    InformativenessMatrix,
    Representation,
    Subspaces,
    Votes,
    completeness,
    dcimig,
    disentanglement,
    factor_vae,
    informativeness,
    mig,
    minimality,
    modularity,
    sap,
)
from disentangle_edu.conventions import DEAD, DEAD_BESIDE_SMOOTH, SMOOTH, refuse, settings
from disentangle_edu.matrices import Activity, Matrix
from disentangle_edu.measure import measure
from disentangle_edu.measures.conditional import Shares
from disentangle_edu.metric import metric
from disentangle_edu.score import Score, normalize_weights
from disentangle_edu.worlds import examples

RNG = np.random.default_rng(3)
FACTORS = np.column_stack([RNG.integers(m, size=60) for m in (2, 3)]).astype(float)
LATENTS = FACTORS + 0.2 * RNG.normal(size=FACTORS.shape)
REP = Representation(FACTORS, LATENTS)


# ---------------------------------------------------------------------------------- representations


def test_representation_masked_factor_has_mask_and_nan():
    mask = np.zeros(FACTORS.shape, bool)
    mask[::3, 1] = True
    rep = Representation(np.ma.array(FACTORS, mask=mask), LATENTS)
    assert np.array_equal(rep.rows_where_present(1), np.flatnonzero(~mask[:, 1]))
    assert np.array_equal(rep.present_values(1), FACTORS[~mask[:, 1], 1])
    assert np.isnan(rep.factors[::3, 1]).all() and not np.isnan(rep.factors[:, 0]).any()
    assert REP.rows_where_present(1) == slice(None) and REP.factor_mask is None
    for array in (rep.factors, rep.factor_mask, rep.latents):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert "in 67% of the samples" in repr(rep) and "%" not in repr(REP)


def test_representation_factor_constant_where_present_raises():
    factors = FACTORS.copy()
    factors[:, 1] = 7
    for hidden in (0, 1, 1e6):  # the value behind the mask does not count
        factors[:30, 1] = hidden
        mask = np.column_stack([np.zeros(60, bool), np.arange(60) < 30])
        with pytest.raises(ValueError, match="'factor 2' has the value 7 in every sample"):
            Representation(np.ma.array(factors, mask=mask), LATENTS)


@pytest.mark.parametrize("offset", [1e3, 1e9, 1e15])
def test_dead_latents_ignore_offset_of_latent(offset):
    rep = Representation(FACTORS, np.column_stack([LATENTS[:, 0] + offset, np.full(60, offset)]))
    assert rep.dead_latents == ["latent 2"]


def test_representation_pickled_drops_cached_measures():
    rep = Representation(FACTORS, LATENTS)
    value = mig(rep).value
    assert rep.cache
    copy = pickle.loads(pickle.dumps(rep))
    assert copy.cache == {} and rep.cache and mig(copy).value == value


def test_representation_and_score_hash_is_unchanged_by_use():
    """A cache that hashes contents, such as joblib.Memory, must find the object again."""
    rep = Representation(FACTORS, LATENTS)
    score, world = mig(rep), examples.copy_world(3, 3)
    state = lambda: (joblib.hash(rep), joblib.hash(score), world.__getstate__())
    before = state()
    _ = (
        rep.dead_latents,
        score.cautions,
        score.explanation,
        factor_vae(world, n_points=20, batch_size=4),
    )
    mig(rep, bins=3)
    assert state() == before
    assert pickle.loads(pickle.dumps(rep)).dead_latents == rep.dead_latents
    assert pickle.loads(pickle.dumps(score)).cautions == score.cautions


def test_representation_repr_shortens_names_and_description():
    wide = Representation(FACTORS, RNG.normal(size=(60, 9)), description="one\ntwo\x1b[31m")
    assert "latent 1 ... latent 9 (9, all continuous)" in repr(wide)
    assert wide.description == "one two [31m" and len(repr(wide).splitlines()) == 3
    assert "latent 6 (continuous)" in repr(Representation(FACTORS, RNG.normal(size=(60, 6))))


# ----------------------------------------------------------------------------------------- matrices


def test_matrix_value_above_max_value_raises():
    most = Matrix.MAX_ENTRY
    assert np.isfinite(modularity(InformativenessMatrix([[most, most]])).value)
    for value in (1.01 * most, 1e200, 1e308):
        with pytest.raises(
            ValueError, match="values: found .*, column 2, expected .* beyond 1e.120"
        ):
            InformativenessMatrix([[1.0, value]])
    variances = Activity([[REP.latents.var() * 1e60]], "variance")
    assert variances.values[0, 0] > 1e58


def test_matrix_entry_above_total_by_more_than_rounding_raises():
    for total in (1e-6, 1.0, 1e30):
        near, far = total * (1 + 5e-10), total * (1 + 2e-9)
        assert (
            InformativenessMatrix([[near]], factor_entropy=total, latent_entropy=total).values
            > total
        )
        for totals in (dict(factor_entropy=total), dict(latent_entropy=total)):
            with pytest.raises(
                ValueError, match="entropy: found .* in position 1, expected at least"
            ):
                InformativenessMatrix([[far]], **totals)
    dead = InformativenessMatrix([[0.0], [0.5]], latent_entropy=[0, 1], factor_entropy=1)
    assert dead.latent_entropy.tolist() == [0, 1] and dead.factor_entropy.tolist() == [1]


@pytest.mark.parametrize(
    "totals, words",
    [
        (
            dict(factor_entropy=[1, 1, 1]),
            "factor_entropy: found shape .3,., expected one number, or 2",
        ),
        (dict(latent_entropy=[[1]]), "latent_entropy: found shape .1, 1."),
        (dict(factor_entropy=[1, 0]), "factor_entropy: found 0"),
        (dict(factor_entropy=[1, np.nan]), "factor_entropy: found nan"),
        (dict(latent_entropy="much"), "latent_entropy: column 1 holds 'much'"),
    ],
)
def test_matrix_invalid_totals_raise(totals, words):
    with pytest.raises((ValueError, TypeError), match=words):
        InformativenessMatrix([[0.0, 0.0]], **totals)


@pytest.mark.parametrize(
    "choice", [[5], [0, 2], [0, -1], [0, 0.5], [[0, 1]], "ab", [0, 1, 1], 0, [True, False]]
)
def test_votes_invalid_majority_factor_raises(choice):
    with pytest.raises(
        ValueError, match="majority_factor: found .*, expected 2 whole numbers from 0 to 1"
    ):
        Votes([[1, 2], [3, 4]], majority_factor=choice)


def test_votes_copy_majority_factor_and_have_default():
    mine = np.array([1, 0])
    votes = Votes([[1, 2], [3, 4]], majority_factor=mine)
    mine[:] = 0
    assert votes.majority_factor.tolist() == [1, 0] and factor_vae(votes).value == pytest.approx(
        0.5
    )
    assert Votes([[1, 2], [4, 3]]).majority_factor.tolist() == [1, 0]


MATRICES = [
    InformativenessMatrix([[0.5]], latent_entropy=1, factor_entropy=1),
    Votes([[1, 2]]),
    Votes([[1, 2]], majority_factor=[0]),
    Confusions([[1]], "guesses"),
    Activity([[1]], "variance"),
    Shares([[0.5]], latent_weight=[1]),
    Subspaces([np.eye(2)], [[1, 0]]),
]


@pytest.mark.parametrize("matrix", MATRICES, ids=lambda matrix: type(matrix).__name__)
def test_matrix_arrays_are_read_only(matrix):
    """A score keeps the matrix that it judged; a later change would make the score wrong."""
    arrays = [thing for thing in vars(matrix).values() if isinstance(thing, np.ndarray)]
    assert any(array is matrix.values for array in arrays)
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array.flat[0] = 0


def test_matrix_invalid_names_raise_and_name_argument():
    for argument in ("row_names", "column_names"):
        for names in (["a"], ["a", "a"], ["a", ""], ["a", "\x07"], "ab", {"a", "b"}, 3):
            with pytest.raises(ValueError, match=f"{argument}: found"):
                InformativenessMatrix([[1, 1], [1, 1]], **{argument: names})
    assert InformativenessMatrix([[1]], row_names=["a\tb"]).row_names == ("a b",)


# ------------------------------------------------------------------------------------------- scores


def bits(values, **totals):
    return InformativenessMatrix(values, "mutual information", "bits", **totals)


def test_score_explanation_ignores_parts_without_weight():
    """A part of 0 without weight lowers nothing; a part of 0.6 with all the weight lowers most."""
    score = Score("mine", [0.0, 0.6], "latents", [0, 1], bits([[0.1, 0.1], [0.9, 0.2]]))
    assert score.value == 0.6
    assert score.explanation.startswith("latent 2 lowers the score most (part 0.60, weight 1.00): ")
    heavy = Score("mine", [0.5, 0.8], "latents", [1, 9], bits([[0.1, 0.1], [0.9, 0.2]]))
    assert heavy.explanation.startswith("latent 2 lowers the score most (part 0.80, weight 0.90): ")


def test_score_explanation_of_single_and_equal_parts():
    one = Score("mine", [0.5], "latents", [1], bits([[0.5, 0.25]])).explanation
    assert one == (
        "There is one part, 0.50: its largest entries are factor 1 (0.50) and factor 2 (0.25 bits)."
    )
    by_halves = bits([[0.5], [0.25]])
    two = Score("mine", [0.5, 0.5], "latents", [1, 1], by_halves, part="focus").explanation
    assert two.startswith("All latents are equal (focus 0.50). Take latent 1: its largest")
    for parts, weights in (([0.5, 0.75], [1, 2]), ([0.5, 0.5], [1, 3])):
        other = Score("mine", parts, "latents", weights, by_halves).explanation
        assert "lowers the score most" in other and "are equal" not in other


def test_score_explanation_of_perfect_score_and_of_error():
    assert Score("mine", [1, 1], "latents", [1, 1], bits([[1], [1]])).explanation == (
        "Every latent gets 1, the maximum."
    )
    errors = InformativenessMatrix([[0.0, 0.0]], "prediction", "NRMSE")
    assert informativeness(errors).explanation == "No factor has an error."
    some = InformativenessMatrix([[0.3, 0.1]], "prediction", "NRMSE")
    assert informativeness(some).explanation == (
        "factor 1 raises the error most (part 0.30, weight 0.50): "
        "its largest entry is latent 1 (0.30 NRMSE)."
    )


def test_score_copies_parts_and_weights():
    parts, weights = np.array([0.25, 0.75]), np.array([1.0, 1.0])
    score = Score("mine", parts, "latents", weights, bits([[1], [1]]))
    parts[:], weights[:] = 0, 5
    assert score.parts.tolist() == [0.25, 0.75] and score.parts @ score.weights == score.value


def test_normalize_weights_sum_to_one_and_zeros_become_equal():
    assert normalize_weights(np.array([1.0, 3.0])).tolist() == [0.25, 0.75]
    assert normalize_weights(np.zeros((2, 4))).tolist() == [[0.25] * 4] * 2
    assert Score("mine", [0, 1], "latents", [0, 0], bits([[1], [1]])).value == 0.5


@pytest.mark.parametrize(
    "changed, error, words",
    [
        (dict(axis="rows"), ValueError, "axis: found 'rows'"),
        (
            dict(axis="pairs"),
            ValueError,
            "parts of shape .2,., expected .0,.: one for each of the p",
        ),
        (dict(parts=[0.5]), ValueError, "mine: found parts of shape .1,., expected .2,."),
        (dict(weights=[1, 1, 1]), ValueError, "mine: found weights of shape .3,."),
        (dict(parts=[0.5, 1.5]), ValueError, "the part 1.5 for 'latent 2'"),
        (dict(parts=[0.5, -0.5]), ValueError, "the part -0.5 for 'latent 2'"),
        (dict(weights=[-1, 1]), ValueError, "the weight -1 for 'latent 1'"),
        (dict(parts=[np.nan, 1]), ArithmeticError, "parts is not a finite number"),
        (dict(parts=[None, 1]), ArithmeticError, "parts is not a finite number"),
        (dict(parts=[{}, 1]), TypeError, "mine: found the parts"),
    ],
)
def test_score_invalid_parts_or_weights_raise(changed, error, words):
    asked = dict(metric="mine", parts=[0, 1], axis="latents", weights=[1, 1]) | changed
    with pytest.raises(error, match=words):
        Score(**asked, matrix=bits([[1.0], [0.5]]))


def test_score_summary_line_contains_options_and_sizes():
    line = sap(REP, C=0.123456, train_size=0.5).summary_line
    assert line.startswith("sap = 0.") and "C=0.1235, train_size=0.5" in line
    assert "convention 'ours'" in line and "60 samples, 2 latents, 2 factors" in line


# ---------------------------------------------------------------------------------- options, caches


def counted():
    """A measure that counts its calls."""

    @measure
    def look(rep, *, depth=None, names=(), seed=0, progress=None):
        calls.append((depth, names, seed))
        return InformativenessMatrix(np.ones((2, 2)))

    calls = []
    return look, calls


def test_measure_results_are_cached_per_options():
    rep, (look, calls) = Representation(FACTORS, LATENTS), counted()
    first = look(rep, depth=3)
    assert look(rep, depth=3) is first and look(rep, depth=3, progress=print) is first
    assert look(rep, depth=3, seed=0) is first and look(rep, depth=np.int64(3)) is first
    assert look(rep, depth=4) is not first and look(rep, depth=3, seed=1) is not first
    assert len(calls) == 3 and look(REP, depth=3) is not first
    assert look(rep=rep, depth=3) is first


def test_measure_options_lists_and_arrays_become_tuples():
    rep, (look, calls) = Representation(FACTORS, LATENTS), counted()
    first = look(rep, depth=[1, 2], names=np.array([[0.5], [1.0]]))
    assert calls == [((1, 2), ((0.5,), (1.0,)), 0)]
    assert look(rep, depth=(1, 2), names=[(0.5,), [1.0]]) is first
    look(rep, depth=np.array(5))
    assert calls[-1] == (5, (), 0) and type(calls[-1][0]) is int
    for odd in ({}, {1}, [{}], np.array([{}])):
        with pytest.raises(TypeError, match="depth: found .*, expected a number, a text or a list"):
            look(rep, depth=odd)


def test_measure_equal_options_of_different_type_are_cached_separately():
    """1, 1.0 and True are equal; an option that accepts one of them may not accept the others."""
    rep, (look, calls) = Representation(FACTORS, LATENTS), counted()
    for depth in (1, 1.0, True, (1,), (1.0,)):
        look(rep, depth=depth)
    assert len(calls) == 5
    mig(rep, bins=5)
    for bins in (5.0, np.float64(5)):
        with pytest.raises(ValueError, match="bins: found 5.0"):
            mig(rep, bins=bins)
    assert mig(rep, bins=np.array(5)).value == mig(rep, bins=np.int32(5)).value


@pytest.mark.parametrize("seed", [-1, 2**32, 10**30, 1.0, True, "0", None, [1], np.array([1, 2])])
def test_measure_invalid_seed_raises(seed):
    rep, (look, calls) = Representation(FACTORS, LATENTS), counted()
    for call in (look, sap):
        with pytest.raises(
            ValueError, match="seed: found .*, expected a whole number from 0 to 4,2"
        ):
            call(rep, seed=seed)
    assert calls == []


def test_measure_generator_as_seed_gives_reproducible_integer_seed():
    rep, (look, calls) = Representation(FACTORS, LATENTS), counted()
    look(rep, seed=np.random.default_rng(8))
    look(rep, seed=np.random.default_rng(8))
    stream = np.random.default_rng(8)
    look(rep, seed=stream)
    assert len(calls) == 1
    look(rep, seed=stream)
    assert len(calls) == 2 and all(type(seed) is int for _, _, seed in calls)
    look(rep, seed=2**32 - 1)
    score = sap(rep, seed=np.random.default_rng(8))
    assert score.options["seed"] == calls[0][2] and sap(rep, **score.options).value == score.value


def test_measure_and_metric_unknown_option_or_source_raises():
    look, _ = counted()
    with pytest.raises(TypeError, match="look: found the option 'dept', expected one of depth, na"):
        look(REP, dept=3)
    for call in (lambda: look(), lambda: look(REP, REP), lambda: mig(), lambda: mig(REP, REP)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match="mig: found the option 'matrix'"):
        mig(REP, matrix=3)


def test_metric_of_matrix_requires_its_matrix_class_and_no_measure_options():
    with pytest.raises(
        TypeError, match="mig: found Confusions, expected .* or InformativenessMatrix"
    ):
        mig(Confusions([[1]], "guesses"))
    with pytest.raises(TypeError, match="completeness: n_estimators say how to measure"):
        completeness(InformativenessMatrix([[1]]), n_estimators=3)
    assert completeness(InformativenessMatrix([[1]]), weighted=True).options == {"weighted": True}


def test_metric_explicit_options_override_convention():
    theirs = CONVENTIONS["disentanglement_lib"].metrics["mig"]
    assert mig(REP, convention="disentanglement_lib").options == theirs
    mine = mig(REP, convention="disentanglement_lib", bins=3)
    assert mine.options == theirs | {"bins": 3} and mine.convention == "disentanglement_lib"
    with pytest.raises(ValueError, match="convention: found 3, expected one of"):
        mig(REP, convention=3)
    with pytest.raises(ValueError, match="convention: found 'x"):
        mig(REP, convention="x" * 10_000)


def test_convention_settings_are_copies_and_missing_metric_raises():
    before = dict(settings("disentanglement_lib", "mig"))
    settings("disentanglement_lib", "mig")["bins"] = 3
    assert settings("disentanglement_lib", "mig") == before and before["bins"] == 20
    lacks = next(
        (name, metric)
        for name, one in CONVENTIONS.items()
        for metric in METRICS
        if name != "ours" and metric not in one.metrics
    )
    with pytest.raises(
        ValueError, match=f"convention: '{lacks[0]}' has no {lacks[1]}, expected one"
    ):
        settings(*lacks)


CANNOT = [(name, *case) for name, one in CONVENTIONS.items() for case in one.unsupported]


@pytest.mark.parametrize("convention, metric, what", CANNOT)
def test_convention_unsupported_input_raises(convention, metric, what):
    odd = {
        DEAD: Representation(FACTORS, np.column_stack([LATENTS, np.zeros(60)])),
        SMOOTH: Representation(LATENTS, LATENTS, factor_types="continuous"),
        DEAD_BESIDE_SMOOTH: Representation(
            LATENTS, np.column_stack([LATENTS, np.zeros(60)]), factor_types="continuous"
        ),
    }[what]
    with pytest.raises(
        ValueError, match=f"'{convention}' does not support {what} in {metric} .found"
    ):
        METRICS[metric](odd, convention=convention)
    refuse(convention, metric, REP)
    refuse("ours", metric, odd)


def test_minimality_without_latent_weight_raises_and_zero_weights_are_equal():
    with pytest.raises(ValueError, match="minimality: found a matrix without latent_weight"):
        minimality(Shares([[0.5]]))
    assert minimality(Shares([[0.5]], latent_weight=[0.0])).value == 0.5


def test_metric_decorator_registers_function_with_attributes():
    @metric(
        measure=counted()[0],
        axis="factors",
        characteristic=2,
        not_invariant_to=["cube_each_latent"],
    )
    def asked(matrix, *, half=False):
        """Words."""
        best = matrix.values.max(0)
        return best / 2 if half else best, np.ones_like(best)

    try:
        assert (
            asked.__doc__.startswith("Words.") and asked.is_stochastic and asked.characteristic == 2
        )
        assert asked.not_invariant_to == {"cube_each_latent"} and asked.axis == "factors"
        assert not mig.is_stochastic and mig.characteristic == 2
        assert asked(REP, half=True).value == 0.5
    finally:
        del METRICS["asked"]


def test_explain_part_names_latent_of_factor():
    knows = InformativenessMatrix([[0.9, 0.95], [0.5, 0.1]], factor_entropy=1)
    told = "(latent 1 carries 0.90 about it, but bids for factor 2)"
    assert dcimig(knows).explain_part(0).endswith(told)
    dead = InformativenessMatrix([[1, 0], [0, 0]])
    assert disentanglement(dead).explanation.startswith("Every latent with a weight")


def test_warnings_name_dead_latent_or_dependent_factors():
    v = np.random.default_rng(0).integers(0, 4, (2000, 2))
    (said,) = modularity(Representation(v, np.column_stack([v, 0 * v[:, 0]]))).cautions
    assert "never moves" in said
    two = np.column_stack([v[:, 0], v[:, 0] // 2])
    assert "(factor 1 explains 100% of factor 2)" in mig(Representation(two, two)).cautions[0]
