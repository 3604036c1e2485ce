"""Dependent factors: definitions on finite worlds, three forms, worlds, coloured digits."""

import contextlib
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disentangle_edu import METRICS, Representation, labs, mig, score_all
from disentangle_edu.chapters.dependent_factors import data as combinations
from disentangle_edu.claims import almudevar2024_identities as identities
from disentangle_edu.measures import (
    conditional,
    conditional_information,
    conditional_variance,
    explained_variance,
    joint_information,
    latent_information_shares,
)
from disentangle_edu.theory.enumeration import exact
from disentangle_edu.worlds import examples
from disentangle_edu.worlds.dependent import (
    COSINES,
    DIGIT_CODES,
    ColouredDigits,
    accuracy_alone,
    angles,
    cosines,
    linear_fit_error,
)

FIVE = (
    "dependent_modularity",
    "dependent_compactness",
    "dependent_explicitness",
    "minimality",
    "sufficiency",
)


def entropy(*columns):
    p = np.unique(np.column_stack(columns), axis=0, return_counts=True)[1] / len(columns[0])
    return -(p * np.log2(p)).sum()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_dependent_metrics_match_definitions_on_random_finite_worlds(seed, L):
    """I(z_j; others | v_i) from entropies and its three forms agree on random finite worlds."""
    rng, v = np.random.default_rng(seed), examples.grid(2, 3, 2)
    rep = Representation(
        v, rng.integers(3, size=(12, L)), latent_types="discrete", factor_types="discrete"
    )
    told = conditional_information(rep).values
    for j, z in enumerate(rep.latents.T):
        for i in range(3):
            others = np.delete(v, i, axis=1)
            truth = entropy(z, v[:, i]) + entropy(v) - entropy(v[:, i]) - entropy(z, v)
            assert told[j, i] == pytest.approx(truth, abs=1e-9) and others.shape == (12, 2)
    for name in FIVE:
        assert (
            METRICS[name](rep, method="exact").value
            == pytest.approx(METRICS[name](rep).value)
            == pytest.approx(exact(METRICS[name], rep).value)
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["MODULAR", "COMPACT", "EXPLICIT", "MINIMAL", "SUFFICIENT", "FREE"]
)
def test_random_worlds_keep_and_break_every_property(name):
    """Each property holds in many random worlds and fails in many others."""
    assert 0.02 < identities.holds_in(getattr(identities, name)).mean() < 0.98


def test_dependent_metrics_of_perfect_copy_and_parity_match_hand_computation():
    for name in FIVE:
        assert METRICS[name](examples.perfect_copy(2, 3), method="exact").value == pytest.approx(1)
    parity = examples.parity_leak()
    # latent 1 has two bits, one of them about factor 1: its part is 1/2, with a weight of 1/3
    assert (
        METRICS["minimality"](parity, method="exact").value == pytest.approx((0.5 + 1 + 1) / 3)
        and mig(parity).value == 1
    )
    assert conditional_information(parity).values[0].tolist() == pytest.approx(
        [1, 2, 2]
    ) and conditional_information(parity).notes == ("exact: every combination once",)


@pytest.mark.slow
@pytest.mark.parametrize(
    "code, lowest",
    [
        ("not modular", "dependent_modularity"),
        ("not compact", "dependent_compactness"),
        ("not explicit", "dependent_explicitness"),
        ("not minimal", "minimality"),
        ("not compact", "sufficiency"),
    ],
)
def test_dependent_metrics_by_forest_detect_broken_property(code, lowest):
    keeps, breaks = (
        METRICS[lowest](cosines(one, 0.5, samples=1_500), method="forest", n_estimators=5).value
        for one in ("keeps all five", code)
    )
    assert keeps > 0.98 and breaks < keeps - 0.05


def noise_on(values, size, rng):
    """The values plus Gaussian noise of `size` standard deviations."""
    return values + size * values.std(0) * rng.standard_normal(values.shape)


@pytest.mark.slow
@pytest.mark.parametrize("size", [0.3, 1.0])
@pytest.mark.parametrize("levels", [3, None])
def test_dependent_modularity_by_forest_ignores_noise_and_detects_leak(levels, size):
    """Latents with one factor each plus noise are modular but not minimal; a leak breaks both."""
    rng = np.random.default_rng(0)
    v = rng.random((800, 3)) if levels is None else rng.integers(levels, size=(800, 3)) + 0.0
    noisy = Representation(v, noise_on(v, size, rng))
    leaks = Representation(v, noise_on(v + np.roll(v, 1, axis=1), size, rng))
    by_forests = lambda name, rep: METRICS[name](rep, method="forest", n_estimators=5).value
    assert by_forests("dependent_modularity", noisy) > 0.97
    assert by_forests("dependent_modularity", leaks) < 0.75
    assert by_forests("minimality", noisy) == pytest.approx(1 / (1 + size**2), abs=0.05)


@pytest.mark.slow
def test_dependent_modularity_of_noisy_cosines_stays_high(said):
    rep = cosines("not minimal", 0.5, samples=1_500)
    score = METRICS["dependent_modularity"](rep, method="forest")
    assert score.parts.min() > 0.97 and score.weights[0] < 0.25
    assert METRICS["minimality"](rep, method="forest").parts[0] < 0.6
    said(score.matrix.notes[0])


@pytest.mark.parametrize("flips", [0.0, 0.3, 0.6])
def test_explained_variance_of_noisy_copy_is_squared_agreement(flips):
    """A copy that is redrawn at a rate `flips`: the square of the share that is not redrawn."""
    rng = np.random.default_rng(0)
    v = rng.integers(4, size=(4000, 1)) + 0.0
    z = np.where(rng.random(v.shape) < flips, rng.integers(4, size=v.shape), v)
    found = explained_variance(Representation(v, z))
    for name in ("pairs", "everywhere", "latent_by_all", "factor_by_all"):
        assert found[name].item() == pytest.approx((1 - flips) ** 2, abs=0.04), name
    assert found["latent"].tolist() == found["factor"].tolist() == [1]


@pytest.mark.parametrize("alone", [0, 150, 399])
def test_explained_variance_ignores_level_with_single_row(alone):
    """The single row may be for training or testing; the other levels vary in both parts."""
    v = np.arange(400)[:, None] % 3 + 0.0
    v[alone] = 9
    found = explained_variance(Representation(v, v), n_estimators=3)
    for name in ("pairs", "everywhere", "latent_by_all", "factor_by_all"):
        assert found[name].item() > 0.9, name


@pytest.mark.slow
def test_explained_variance_of_parity_needs_all_factors():
    """Latent 1 is the parity: neither coin explains it alone, and no latent alone gives coin 2."""
    v = np.tile(examples.grid(2, 2), (100, 1))
    parity, first = v.sum(1) % 2, v[:, 0]
    rep = Representation(np.column_stack([v, parity]), np.column_stack([parity, first, 0 * first]))
    found = explained_variance(rep)
    assert found["latent_by_all"] == pytest.approx([1, 1, 0])
    assert found["factor_by_all"] == pytest.approx([1, 1, 1])
    assert found["everywhere"][0] == pytest.approx([0, 0, 1], abs=0.01)
    assert found["pairs"][:, 1] == pytest.approx([0, 0, 0], abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1e-25, 1e-6, 1e9, 1e25])
def test_dependent_metrics_by_forest_do_not_depend_on_scale(scale):
    rep = cosines(samples=200)
    other = Representation(rep.factors, rep.latents * scale, factor_types="continuous")
    options = dict(method="forest", n_estimators=2)
    for name in FIVE:
        one, two = (METRICS[name](r, **options).value for r in (rep, other))
        assert one == pytest.approx(two, abs=1e-6)


def with_gaps():
    """A factor that a quarter of the samples lack, and a latent that shows which samples do."""
    v = np.tile(examples.grid(3, 4), (80, 1))
    absent = v[:, 1] == 3
    gone = np.column_stack([absent, np.zeros(len(v))]) > 0
    return Representation(np.ma.array(v, mask=gone), np.column_stack([absent, v[:, 0]]))


def test_joint_information_treats_absent_factor_as_value_of_its_own():
    bits = joint_information(with_gaps())
    quarter = entropy(np.arange(4) == 0)
    assert bits["everywhere"][0] == pytest.approx([quarter, quarter])
    assert bits["pairs"][0, 0] == 0 and bits["pairs"][1, 0] == pytest.approx(np.log2(3))
    assert bits["latent_by_all"][0] == pytest.approx(quarter)
    assert bits["factor_by_all"] == pytest.approx([np.log2(3), quarter])
    assert bits["factor"] == pytest.approx([np.log2(3), 2])
    assert (float(bits["by_factors"]), float(bits["by_latents"])) == (3 * 4 * 4, 4 * 2 * 3)
    explained = explained_variance(with_gaps())
    assert explained["everywhere"][0] == pytest.approx([1, 1], abs=0.01)
    assert explained["pairs"][0, 0] == pytest.approx(0, abs=0.02)
    assert explained["pairs"][1, 0] == explained["factor_by_all"][0] == 1


@pytest.mark.parametrize("sizes", [(a, b) for a in range(3, 9) for b in range(3, 9)])
def test_joint_information_of_independent_latent_is_not_negative(sizes):
    """For a latent independent of a factor, present or not, rounding could give values below 0."""
    v = np.tile(examples.grid(*sizes), (5, 1))
    gone = np.column_stack([v[:, 1] == 0, v[:, 1] < 0])
    rep = Representation(np.ma.array(v[:, [1, 1]], mask=gone), v[:, :1])
    for name, bits in joint_information(rep).items():
        assert np.min(bits) >= 0, name
    assert joint_information(rep)["everywhere"] == pytest.approx(0)


def test_dependent_modularity_of_dead_latents_is_zero():
    rep = Representation(np.arange(40)[:, None] % 4, np.column_stack([np.zeros(40), np.ones(40)]))
    for form in ("plugin", "forest"):
        score = METRICS["dependent_modularity"](rep, method=form)
        assert score.value == 0 and score.matrix.latent_weight.tolist() == [0, 0]


@pytest.mark.slow
def test_minimality_by_forest_is_reproducible_and_reports_progress():
    rep, seen = cosines(samples=400), []
    again = cosines(samples=400, seed=0)
    options = dict(method="forest", n_estimators=3)
    assert (
        METRICS["minimality"](
            rep, progress=lambda steps: (seen.append(step) or step for step in steps), **options
        ).value
        == METRICS["minimality"](again, **options).value
    )
    assert len(seen) == 3 * 4 + 3 * 4
    assert (
        METRICS["minimality"](cosines(samples=400, seed=1), **options).value
        != METRICS["minimality"](rep, **options).value
    )


def test_dependent_factors_lower_mig_but_not_dependent_metrics():
    free, bound = angles(0.0, samples=5_000), angles(1.0, samples=5_000)
    assert mig(free).value - mig(bound).value > 0.2
    for name in FIVE:
        assert METRICS[name](bound).value > 0.99


def test_conditional_information_notes_bias_measured_by_shuffle(said):
    rng = np.random.default_rng(0)
    noise = Representation(
        rng.integers(4, size=(300, 4)),
        rng.integers(4, size=(300, 2)),
        factor_types="discrete",
        latent_types="discrete",
    )
    found = conditional_information(noise)
    invented = float(found.notes[0].split("finds ")[1].split()[0])
    assert found.values.mean() == pytest.approx(invented, abs=0.15) and invented > 0.5
    said(found.notes[1])
    with pytest.raises(ValueError, match="found 300 samples, too few to count"):
        METRICS["dependent_modularity"](noise)
    assert not METRICS["dependent_modularity"](angles(samples=5_000)).cautions


@pytest.mark.parametrize(
    "call, words",
    [
        (
            lambda: METRICS["minimality"](cosines(samples=100), method="exact"),
            "method: found 'exact' for continuous 'angle 1', expected a finite world",
        ),
        (lambda: METRICS["minimality"](angles(samples=100), method="exact"), "samples of a world"),
        (
            lambda: METRICS["minimality"](examples.parity_leak(), method="exact", bins=4),
            "method: found 'exact' for bins, expected a finite world",
        ),
        (
            lambda: METRICS["minimality"](angles(samples=100), method="forest", bins=4),
            "bins: found 4 with method='forest', expected None",
        ),
        (
            lambda: METRICS["minimality"](angles(samples=100), method="forest", n_estimators=0),
            "n_estimators: found 0",
        ),
        (
            lambda: METRICS["minimality"](angles(samples=100), method="guess"),
            "method: found 'guess'",
        ),
        (lambda: angles(dependence=2), "dependence: found 2"),
        (lambda: angles(noise=-0.1), "noise: found -0.1"),
        (lambda: cosines("nothing"), "code: found 'nothing'"),
        (lambda: ColouredDigits(1.5), "strength: found 1.5"),
        (
            lambda: ColouredDigits(0.5, images=np.zeros((3, 4)), labels=np.zeros(3)),
            "images: found shape",
        ),
        (
            lambda: ColouredDigits(0.5, images=np.ones((4, 2, 2)), labels=np.zeros(4)),
            "labels: found digits .0.",
        ),
        (lambda: ColouredDigits().representation("x"), "code: found 'x'"),
    ],
)
def test_dependent_metrics_invalid_arguments_raise(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_dependent_metrics_with_function_of_factor_and_dead_latent_are_one():
    v = examples.grid(4, 3)
    rep = Representation(
        np.column_stack([v, v[:, 0] % 2]),
        np.column_stack([v, np.zeros(12)]),
        factor_types="discrete",
    )
    for name in FIVE:
        assert METRICS[name](rep).value == pytest.approx(1)


def noise(n, latents, factors=2, levels=3, seed=0):
    """Random latents, unrelated to the factors; levels=None makes the factors continuous."""
    rng = np.random.default_rng(seed)
    v = rng.normal(size=(n, factors)) if levels is None else rng.integers(levels, size=(n, factors))
    return Representation(v, rng.normal(size=(n, latents)))


@pytest.mark.parametrize("levels", [2, 8, None])
@pytest.mark.parametrize("factors", [1, 2, 6])
@pytest.mark.parametrize("n, latents", [(12, 1), (100, 2), (400, 20), (4_000, 3), (4_000, 8)])
def test_dependent_metrics_of_noise_are_low_or_undefined(n, latents, factors, levels):
    """Information that shuffled latents have too is subtracted, whatever the number of cells."""
    rep = noise(n, latents, factors, levels)
    for name in ("dependent_explicitness", "sufficiency", "minimality"):
        with contextlib.suppress(ValueError):
            assert METRICS[name](rep).value < 0.6


@pytest.mark.parametrize("name", ["dependent_explicitness", "dependent_compactness", "edi"])
def test_counted_metrics_with_too_few_samples_raise_but_forest_does_not(name):
    rep = noise(400, 20)
    with pytest.raises(ValueError, match="found 400 samples, too few.*method='forest'"):
        METRICS[name](rep)
    row = score_all(rep, metrics=name, progress=False).iloc[0]
    assert (
        row.explanation.startswith("not defined here: rep: found 400 samples")
        and row.isna()["value"]
    )
    assert METRICS[name](noise(100, 4), method="forest", n_estimators=2).value < 0.6


def test_minimality_without_latent_weights_needs_weighted_false():
    rep = noise(200, 2, factors=6, levels=4)
    with pytest.raises(ValueError, match="minimality: found a matrix without latent_weight"):
        METRICS["minimality"](rep)
    assert METRICS["minimality"](rep, weighted=False).value < 0.5


def test_dependent_explicitness_with_few_samples_is_not_called_perfect():
    """Perfect copies, but too few samples to be sure."""
    v = np.random.default_rng(0).integers([3, 4, 5], size=(200, 3))
    score = METRICS["dependent_explicitness"](Representation(v, v))
    assert score.value == pytest.approx(1) and score.matrix.undersampled
    assert score.explanation == ("With so few samples we cannot tell whether every factor gets 1.")
    assert "would be needed" in score.cautions[0] and score.cautions[0] in repr(score)
    assert METRICS["dependent_explicitness"](score.matrix).explanation == score.explanation


def test_dependent_explicitness_with_enough_samples_is_called_perfect():
    v = np.tile(examples.grid(4, 5), (30, 1))
    for form in ("plugin", "forest"):
        score = METRICS["dependent_explicitness"](Representation(v, v), method=form)
        assert score.explanation == "Every factor gets 1, the maximum."
        assert not score.matrix.undersampled and not score.cautions


def test_dependent_compactness_warning_states_needed_samples(said):
    """Five for each of the 4 x 27 combinations of three latents of 3 levels and a factor of 4."""
    v = np.tile(examples.grid(4, 3), (45, 1))
    latents = np.column_stack([v[:, 1], np.arange(540) % 3, np.arange(540) // 3 % 3])
    enough = Representation(v, latents)
    assert not METRICS["dependent_compactness"](enough).cautions
    fewer = Representation(v[1:], latents[1:])
    assert METRICS["dependent_compactness"](fewer).cautions == (
        "539 samples are too few for 108 combinations; about 540 would be needed, "
        "or method='forest'",
    )
    many = Representation(v, np.random.default_rng(0).normal(size=(540, 30)))
    (words,) = conditional._sample_size_note(many, float(joint_information(many)["by_latents"]))
    said(words)


def test_modularity_ratios_weights_are_explained_shares_of_latents():
    rep = angles(nuisance=1.0, samples=5_000)
    shares = latent_information_shares(rep)
    told = joint_information(rep)
    assert shares.latent_weight == pytest.approx(told["latent_by_all"] / told["latent"])
    assert shares.latent_weight[1] < 0.8 < 0.99 < shares.latent_weight[0]


def test_joint_information_parts_do_not_exceed_latent_entropy():
    found = joint_information(cosines(samples=300))
    assert (found["pairs"] <= found["latent"][:, None] + 1e-9).all() and (
        found["latent_by_all"] <= found["latent"] + 1e-9
    ).all()
    assert set(COSINES) >= {"keeps all five", "not minimal"}


# ---------------------------------------------------------------------------------- coloured digits


def test_coloured_digits_strength_sets_dependence_of_colours():
    digit, ink, ground = ColouredDigits(1.0).factors.T
    assert (ink == (digit >= 2)).all() and (ground == digit % 2).all()
    digit, ink, ground = ColouredDigits(0.0).factors.T
    assert abs(np.corrcoef(digit >= 2, ink)[0, 1]) < 0.1 and 0.4 < ground.mean() < 0.6
    digits = ColouredDigits(0.5)
    assert (
        digits.images.shape == (720, 8, 8, 3)
        and digits.images.min() >= 0
        and digits.images.max() <= 1
        and "not MNIST" in digits.source
    )


def test_coloured_digits_accept_own_images():
    rng = np.random.default_rng(0)
    own = ColouredDigits(0.5, images=rng.random((200, 6, 6)), labels=np.arange(200) % 10)
    assert (
        own.source == "your own images"
        and len(own.factors) == 80
        and own.representation().latents.shape == (80, 8)
    )


def test_coloured_digits_codes_differ_in_linear_fit_and_accuracy():
    reps = {code: ColouredDigits(0.5).representation(code) for code in DIGIT_CODES}
    errors = {code: linear_fit_error(rep) for code, rep in reps.items()}
    assert max(errors["learned with labels"]) < 0.1 < max(errors["leaking"])
    alone = {code: min(accuracy_alone(rep)) for code, rep in reps.items()}
    assert alone["learned with labels"] > 0.85 > alone["learned without labels"]
    first = reps["learned without labels"]
    assert abs(np.corrcoef(first.latents[:, 0], first.factors[:, 2])[0, 1]) > 0.9
    with pytest.raises(ValueError, match="code: found 'none'"):
        ColouredDigits(0.5).representation("none")


def test_coloured_digits_factor_predictor_is_tested_on_unseen_images():
    digits = ColouredDigits(0.5)
    mixed = ColouredDigits(0.5)
    mixed.factors = np.random.default_rng(0).permutation(mixed.factors)  # nothing can be learned
    told = [np.corrcoef(found.read[:, 1], found.factors[:, 1])[0, 1] for found in (digits, mixed)]
    assert told[0] > 0.99 and abs(told[1]) < 0.2


def redness(image):
    """How much more red than green an image has."""
    return float((image[..., 0] - image[..., 1]).sum())


@pytest.mark.slow
def test_decoded_digits_show_leak_only_for_leaking_code():
    from disentangle_edu.chapters.dependent_factors.data import decoded

    turned = {}
    for code in ("learned with labels", "leaking"):
        rep = ColouredDigits(0.5).representation(code)
        latents = np.tile(rep.latents[0], (3, 1))  # an orange zero on white
        assert rep.factors[0].tolist() == [0, 0, 1]
        latents[1, 0] = rep.latents[rep.factors[:, 0] == 3, 0].mean()
        latents[2, 1] = rep.latents[(rep.factors[:, :2] == [0, 1]).all(1), 1].mean()
        before, another, inked = map(redness, decoded(0.5, code, latents))
        # In either code, the colour's own latent changes the colour.
        assert before > 3 and inked < -3
        turned[code] = before - another
    assert turned["learned with labels"] < 2 and turned["leaking"] > 5
    assert "data:image/png;base64," in labs.coloured_digits().picture.svg
    every = labs.all_combinations(strength=1.0).picture
    assert (
        every.svg.count("<image") == 16
        and "the data contain 4 of 16 combinations" in every.words
        and len(set(every.svg.split('href="')[1:])) == 16
    )


def test_results_of_all_combinations_survive_json_and_cover_every_step_of_lab():
    control = labs.all_combinations().specs["strength"]
    steps = round((control.high - control.low) / control.step) + 1
    assert np.allclose(np.linspace(control.low, control.high, steps), combinations.STRENGTHS)
    restored = json.loads(json.dumps(combinations.measured_combinations(1.0)))
    latents = combinations.latents_of_combinations(1.0)
    drawn = combinations.decoded(1.0, combinations.RIGHT, latents)
    assert np.abs(combinations.drawings_of(restored) - drawn).max() <= 0.5 / 255 + 1e-9


def test_explained_variance_chooses_leaf_size_on_training_rows(monkeypatch):
    seen = []
    keep = lambda y, x, learn, judge, *rest: seen.append((set(learn), set(judge))) or 0.0
    monkeypatch.setattr(conditional_variance, "_forest_r2", keep)
    v = np.random.default_rng(0).standard_normal((100, 1))
    conditional_variance.explained_variance(Representation(v, v))
    (_, tried), _, (learn, judge) = seen[:3]
    assert tried < learn and not tried & judge


def test_conditional_information_note_states_mean_bias_of_shuffle():
    rep = angles(samples=300)
    found = conditional_information(rep, seed=4)
    invented = conditional_information(conditional.shuffled(rep, 4)).values
    assert f"still finds {invented.mean():.3f} bits on average" in found.notes[0]
    assert invented.max() > invented.mean() + 0.01


@pytest.mark.parametrize("kinds", ["continuous", ["continuous", "discrete"]])
def test_every_combination_is_false_for_continuous_factors(kinds):
    """After binning, the combinations are as frequent as those of levels would be."""
    v = examples.grid(21, 3)
    assert conditional._is_exact_table(Representation(v, v, factor_types="discrete"))
    assert not conditional._is_exact_table(Representation(v, v, factor_types=kinds))
