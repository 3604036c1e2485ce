"""Conventions as data: settings of our own metrics, each said by the scores made with it.

They refuse what the library cannot do.
"""

from types import SimpleNamespace

import joblib
import numpy as np
import pandas as pd
import pytest

from disentangle_edu import (
    CONVENTIONS,
    METRICS,
    Representation,
    disentanglement,
    factor_vae,
    informativeness,
    mig,
    minimality,
    modularity,
    sap,
    score_all,
)
from disentangle_edu.conventions.compare import (
    Printed,
    Walk,
    compare,
    disagreement,
    is_error,
    rankings,
    spread,
)
from disentangle_edu.conventions.library_scores import case
from disentangle_edu.measures import importances, mutual_information
from disentangle_edu.scoring import summarize_scores
from disentangle_edu.types import VERSION
from disentangle_edu.viz.report import report_html
from disentangle_edu.worlds import examples

NOISY = case("e_noise05", 1_000)


def test_convention_options_are_parameters_of_metrics():
    for name, convention in CONVENTIONS.items():
        for metric, options in convention.metrics.items():
            assert set(options) <= set(METRICS[metric].__signature__.parameters), (name, metric)
        assert {metric for metric, _ in convention.unsupported} | set(
            convention.known_errors
        ) <= set(METRICS)
        assert name == "ours" or convention.commit
    assert CONVENTIONS["ours"].metrics == {} and len(CONVENTIONS["ours"].reasons) >= 8


def test_score_summary_line_names_convention():
    score = mig(NOISY, convention="disentanglement_lib", bins=40)
    assert score.summary_line == (
        f"mig = {score.value:.4f} (convention 'disentanglement_lib': bins=40; 1,000 "
        f"samples, 5 latents, 5 factors; disentangle_edu {VERSION})"
    )
    assert "convention 'ours'" in mig(NOISY).summary_line and "\n" not in mig(NOISY).summary_line
    assert score.value == mig(NOISY, bins=40).value != mig(NOISY).value


@pytest.mark.parametrize(
    "call, words",
    [
        (
            lambda: mig(NOISY, convention="google"),
            "found 'google', expected one of ours, disentanglement_lib",
        ),
        (
            lambda: mig(NOISY, convention="qedr"),
            "'qedr' has no mig, expected one of disentanglement, completeness",
        ),
        (lambda: score_all(NOISY, convention="x"), "found 'x', expected one of ours"),
        (
            lambda: mig(case("g_pow15", 1_000), convention="zhang2021"),
            (
                "does not support continuous factors in mig .found factor 1, factor 2, "
                "factor 3.*pandas.cut"
            ),
        ),
        (
            lambda: modularity(case("a_copy_dead", 1_000), convention="ubisoft"),
            "does not support dead latents in modularity .found latent 1.*NaN",
        ),
        (lambda: mig(NOISY, normalize_by="both"), "normalize_by: found 'both'"),
        (lambda: modularity(NOISY, dead_latents="?"), "dead_latents: found '?'"),
        (lambda: mig(NOISY, estimator="guess"), "estimator: found 'guess'"),
        (lambda: sap(NOISY, scaling="log"), "scaling: found 'log'"),
        (lambda: sap(NOISY, train_size=0), "train_size: found 0"),
        (lambda: sap(NOISY, train_size=1.5), "train_size: found 1.5"),
        (
            lambda: disentanglement(NOISY, max_depth=(1, 2)),
            "max_depth: found .1, 2., expected one number or one per factor",
        ),
        (lambda: disentanglement(NOISY, max_features="half"), "max_features: found 'half'"),
        (lambda: informativeness(NOISY, scoring="eye"), "scoring: found 'eye'"),
        (lambda: informativeness(NOISY, predictor="mutual_info"), "predicts nothing"),
        (lambda: factor_vae(NOISY, evaluate_on="old"), "evaluate_on: found 'old'"),
        (lambda: METRICS["explicitness"](NOISY, C=0), "C: found 0"),
        (lambda: METRICS["explicitness"](NOISY, multi_class="tree"), "multi_class: found 'tree'"),
        (lambda: compare(NOISY, metrics=["magic"]), "found 'magic'"),
        (lambda: Walk(NOISY, "magic", "ours", "ours"), "found 'magic'"),
        (lambda: Printed("a_copy", ["magic"]), "found 'magic'"),
    ],
)
def test_conventions_and_compare_invalid_arguments_raise(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_mig_of_matrix_with_convention_raises():
    matrix = mutual_information(NOISY)
    with pytest.raises(TypeError, match="convention 'disentanglement_lib'"):
        mig(matrix, convention="disentanglement_lib")
    assert mig(matrix, normalize_by="latent").value == mig(NOISY, normalize_by="latent").value


def test_score_warnings_appear_only_for_their_condition():
    def says(score, words):
        return any(words in caution for caution in score.cautions)

    assert (
        says(mig(NOISY, bins=20), "more values than the 20 bins")
        and "0.81" in mig(NOISY, bins=20).cautions[0]
    )
    assert not mig(NOISY).cautions
    assert (
        says(disentanglement(NOISY), "its predictor is poor")
        and not disentanglement(case("a_copy", 2_000)).cautions
    )
    assert says(modularity(case("a_copy_dead", 1_000)), "never move") and says(
        modularity(case("a_copy_dead", 1_000), dead_latents="zero"), "count 0 here"
    )
    assert not modularity(case("a_copy", 1_000)).cautions
    assert says(sap(NOISY, convention="latte"), "learned from") and not sap(NOISY).cautions
    order = np.argsort(NOISY.factors[:, 2], kind="stable")
    ordered = Representation(NOISY.factors[order], NOISY.latents[order])
    assert (
        says(sap(ordered, convention="disentanglement_lib"), "shuffle the file")
        and not sap(NOISY, convention="disentanglement_lib").cautions
    )
    assert says(disentanglement(case("f_noise", 1_000), convention="qedr_forest"), "an error")
    assert (
        "Caution: " in str(mig(NOISY, bins=20))
        and "Caution: " in mig(NOISY, bins=20)._repr_mimebundle_()["text/html"]
    )


@pytest.mark.parametrize("convention", ["disentanglement_lib", "ubisoft"])
def test_factor_vae_under_library_convention_excludes_low_variance_latents(convention):
    v = np.random.default_rng(0).integers(3, size=(1_500, 2)).astype(float)
    hardly = 0.02 * v[:, [0]]  # a deviation of .016, below .05
    known, both = Representation(v, v), Representation(v, np.hstack([hardly, v]))
    asked = dict(convention=convention, n_points=200)
    assert factor_vae(both, **asked).value == factor_vae(known, **asked).value
    votes = factor_vae(both, **asked).matrix.values
    assert votes[0].sum() == 0 and factor_vae(both, n_points=200).matrix.values[0].sum() > 0
    far = Representation(v, np.hstack([0.2 * v[:, [0]], v]))  # a deviation of .16
    assert factor_vae(far, **asked).matrix.values[0].sum() > 0


def test_minimality_almudevar2025_convention_weights_latents_equally():
    v = np.random.default_rng(0).integers(4, size=(2_000, 2)).astype(float)
    noise = np.random.default_rng(1).integers(4, size=(2_000, 1)).astype(float)
    rep = Representation(v, np.hstack([v, noise]))
    later, ours = minimality(rep, convention="almudevar2025"), minimality(rep)
    assert later.weights == pytest.approx([1 / 3] * 3)
    assert later.value == pytest.approx(2 / 3, abs=0.01) and ours.value > 0.95


def test_score_all_with_convention_scores_its_metrics_only():
    table = score_all(
        case("a_copy_dead", 500), convention="ubisoft", seeds=2, progress=False
    ).set_index("metric")
    assert list(table.index) == list(CONVENTIONS["ubisoft"].metrics)
    assert table.isna().value["mig"] and "does not support dead latents" in table.explanation["mig"]
    assert "convention 'ubisoft'" in table.summary_line["dcimig"]
    assert "convention &#x27;ubisoft&#x27;" in report_html(
        NOISY, convention="ubisoft", metrics=["mig"], progress=False
    )


def test_convention_walk_starts_and_ends_at_scores_of_conventions():
    walk = Walk(NOISY, "mig", "disentanglement_lib", "ubisoft")
    assert (
        walk.values[0] == mig(NOISY, convention="disentanglement_lib").value
        and walk.values[-1] == mig(NOISY, convention="ubisoft").value
    )
    assert len(walk.steps) == 4 and "bins: 20 to 10" in repr(walk)
    assert len(Walk(NOISY, "mig", "ours", "ours").steps) == 1
    order = walk.order[::-1]
    back = Walk(NOISY, "mig", "disentanglement_lib", "ubisoft", order)
    assert back.order == order and back.values[-1] == walk.values[-1]
    with pytest.raises(ValueError, match="order: found .*, expected each of"):
        Walk(NOISY, "mig", "disentanglement_lib", "ubisoft", ["bins"])
    picture = walk.picture()
    assert (
        picture.scores == {"mig": walk.values[-1]}
        and picture.svg.count("<rect") >= 6
        and "largest difference" in picture.words
    )


@pytest.mark.parametrize("nudge", [1e-17, -1e-17])
def test_convention_walk_step_without_change_is_printed_as_plus_zero(nudge):
    """The sign of a rounding error differs between machines."""
    walk = Walk(NOISY, "mig", "ours", "ours")
    (words, score) = walk.steps[0]
    walk.steps.append(("as before", SimpleNamespace(value=score.value + nudge)))
    walk.steps.append(("as before", SimpleNamespace(value=score.value - 1e-5)))
    shown = repr(walk) + walk.picture().at(860)
    assert "+0.0000" in shown and "-0.0000" not in shown


def test_printed_picture_has_point_for_every_reported_score():
    printed = Printed("a_copy_dead")
    assert "NaN" in repr(printed)
    assert printed.picture().svg.count("<circle") > 20
    with pytest.raises(ValueError, match="case: found"):
        Printed("nothing")


@pytest.mark.slow
def test_compare_rankings_and_spread_of_three_files():
    reps = {
        "copy": case("a_copy", 500),
        "noisy": case("e_noise05", 500),
        "noise": case("f_noise", 500),
    }
    table = compare(reps, metrics=["mig", "disentanglement"])
    assert (
        len(table) == 3 * (9 + 10)
        and table[table.convention == "disent"]
        .query("metric == 'disentanglement'")
        .value.isna()
        .all()
    )
    orders = rankings(table)
    best_first = [("copy",), ("noisy",), ("noise",)]
    assert all(order == best_first for order in orders["mig"].values())
    assert disagreement(orders["mig"].values()) == 0
    wide = spread(table).set_index("metric")
    assert (
        wide.spread["disentanglement"] > 0.3 > wide.spread["mig"] >= 0
        and wide["highest under"]["disentanglement"] in CONVENTIONS
    )
    three, reverse, two = [("a",), ("b",), ("c",)], [("c",), ("b",), ("a",)], [("a",), ("b",)]
    assert disagreement([three, reverse, two]) == pytest.approx(4 / 5)


def test_rankings_with_ties_share_a_place():
    def table(values):
        rows = [
            {"name": name, "metric": "mig", "convention": convention, "value": value}
            for convention, numbers in values.items()
            for name, value in zip("abc", numbers)
        ]
        return pd.DataFrame(rows).astype({"value": "Float64"})

    orders = rankings(table({"ours": (0.3, 0.5, 0.3 + 1e-12), "disent": (1.0, 1.0, 1.0)}))["mig"]
    assert orders == {"ours": [("b",), ("a", "c")], "disent": [("a", "b", "c")]}
    assert disagreement(orders.values()) == 0  # a tie contradicts no order
    against = [[("a",), ("b", "c")], [("b",), ("a", "c")]]
    assert disagreement(against) == pytest.approx(1 / 3)


def _compared(values):
    """The table of `compare`: {convention: values of the files a, b, ...}; None is missing."""
    rows = [
        {"name": name, "metric": "mig", "convention": convention, "value": value}
        for convention, numbers in values.items()
        for name, value in zip("abc", numbers)
    ]
    return pd.DataFrame(rows).astype({"value": "Float64"})


def test_spread_with_single_convention_is_missing():
    (row,) = spread(_compared({"ours": (0.3, 0.5), "ubisoft": (None, None)})).to_dict("records")
    assert row["conventions"] == 1 and pd.isna(row["spread"])
    assert row["lowest"] == row["highest"] == pytest.approx(0.4)
    assert spread(_compared({"ours": (None,)})).empty


def test_spread_excludes_convention_without_all_files():
    """Its mean would be over different files than the other means."""
    values = {"ours": (0.3, 0.5), "ubisoft": (0.9, None), "dent": (0.4, 0.5)}
    (row,) = spread(_compared(values)).to_dict("records")
    assert (row["conventions"], row["highest under"]) == (2, "dent")
    assert row["spread"] == pytest.approx(0.05)


def test_disagreement_of_single_convention_is_none():
    orders = rankings(_compared({"ours": (0.3, 0.5), "ubisoft": (None, None)}))["mig"]
    assert disagreement(orders.values()) is None
    assert disagreement([[("a",)], [("a",)]]) is None
    assert disagreement([[("a",), ("b",)], [("a",), ("b",)]]) == 0


def test_rankings_of_error_put_lowest_first():
    rows = [
        {"name": name, "metric": "informativeness", "convention": convention, "value": value}
        for convention in ("qedr", "ours")
        for name, value in (("a", 0.2), ("b", 0.7))
    ]
    orders = rankings(pd.DataFrame(rows).astype({"value": "Float64"}))["informativeness"]
    assert orders == {"qedr": [("a",), ("b",)], "ours": [("b",), ("a",)]}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a_copy", "e_noise05"])
def test_spread_separates_error_from_accuracy(name):
    wide = spread(compare(case(name, 500), metrics="informativeness")).set_index("metric")
    assert set(wide.index) == {"informativeness", "informativeness (error)"}
    for kind, row in wide.iterrows():
        for convention in (row["lowest under"], row["highest under"]):
            assert is_error("informativeness", convention) == (kind != "informativeness")
    judging = [name for name, c in CONVENTIONS.items() if "informativeness" in c.metrics]
    # Plus ours, minus the two that use boosting.
    assert sum(wide.conventions) == len(judging) + 1 - 2


@pytest.mark.slow
def test_importances_with_joblib_processes_are_equal():
    fresh = lambda: Representation(NOISY.factors, NOISY.latents)
    here = importances(fresh()).values
    with joblib.parallel_config(backend="loky", n_jobs=2):
        assert np.array_equal(importances(fresh()).values, here)
    seen = []
    importances(fresh(), progress=lambda steps: (seen.append(step) or step for step in steps))
    assert seen == [0, 1, 2, 3, 4]


def test_lightgbm_importances_are_close_to_boosting():
    pytest.importorskip("lightgbm", reason="optional: pip install disentangle_edu[lightgbm]")
    rep = examples.leaky_copies(leak=0.5, noise=0.3, samples=2_000)
    quick, exact = (
        importances(rep, predictor=predictor, n_estimators=30).values
        for predictor in ("lightgbm", "boosting")
    )
    assert (
        np.allclose(quick.sum(0), 1)
        and np.abs(quick - exact).max() < 0.1
        and np.array_equal(quick.argmax(0), exact.argmax(0))
    )


def test_lightgbm_missing_raises_with_install_command(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "lightgbm", None)
    with pytest.raises(ValueError, match=r"pip install disentangle_edu\[lightgbm\]"):
        disentanglement(case("f_noise", 200), predictor="lightgbm")


def _table(columns, latents, **more):
    return Representation(np.column_stack(columns), latents, **more)


def test_score_warnings_of_swapped_outlier_dependent_and_rare_data(said):
    rng = np.random.default_rng(0)
    v = rng.integers(0, 5, (600, 3))
    z = v + 0.1 * rng.standard_normal(v.shape)
    good = Representation(v, z)
    for name in ("mig", "modularity", "informativeness"):
        assert METRICS[name](good).cautions == ()
        assert "swapped" in METRICS[name](Representation(z, v)).cautions[0]
    far = z.copy()
    far[0, 1] = 1e4
    (words,) = mig(Representation(v, far)).cautions
    said(words)
    bound = [v[:, 0], (v[:, 0] + (rng.random(600) < 0.1)) % 5, v[:, 2]]
    (words,) = mig(_table(bound, z)).cautions
    said(words)
    rare = (rng.random(600) < 0.05).astype(int)
    (words,) = informativeness(_table([rare, v[:, 0]], z)).cautions
    assert words.startswith(
        f"factor 1 has a single level in {(rare == 0).mean():.1%} of the samples"
    )


def test_summarize_scores_keeps_first_wording_of_each_warning():
    """The summary has each caution once, in the words of the first seed that has it."""
    scores = [mig(Representation(v, v)) for v in (np.eye(4)[np.arange(40) % 4],) * 2]
    for score, said in zip(scores, (("", "a 1"), ("b", "a 2"))):
        vars(score)["cautioned"] = said
    assert summarize_scores(scores)["cautions"] == "b; a 1"
