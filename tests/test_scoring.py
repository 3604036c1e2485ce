"""A table of all scores: rows as they finish, interruptions, threads and seeds."""

import io
import json
import pickle
from types import SimpleNamespace

import joblib
import numpy as np
import pandas as pd
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from disentangle_edu import METRICS, Representation, World, mig, score_all, worlds
from disentangle_edu.cli import main
from disentangle_edu.conventions.compare import compare
from disentangle_edu.matrices import InformativenessMatrix
from disentangle_edu.measures._supervised import ParallelError, parallel_map
from disentangle_edu.metrics import dmig, explicitness, informativeness
from disentangle_edu.score import Score
from disentangle_edu.scoring import (
    COSTS,
    resolve_metric_names,
    row_of,
    score_each,
    scorer,
    subsampling_confidence_interval,
)
from disentangle_edu.viz.plots import plot_scores
from disentangle_edu.worlds import examples
from disentangle_edu.worlds.files import load, save

REP = examples.leaky_copies(leak=0.5, samples=300)


@pytest.fixture
def interrupted_at(monkeypatch):
    """A metric in mid-table whose third seed is interrupted."""

    def interrupt(name):
        metric = METRICS[name]

        def interrupted(rep, *, seed=0, **options):
            if seed == 2 or not metric.is_stochastic:
                raise KeyboardInterrupt
            return metric(rep, seed=seed, **options)

        interrupted.__dict__.update(metric.__dict__)
        monkeypatch.setitem(METRICS, name, interrupted)

    return interrupt


def test_score_each_yields_rows_before_interrupt(interrupted_at):
    interrupted_at("modularity")
    rows = score_each(REP, ["mig", "sap", "modularity", "hoyer"], seeds=2, progress=False)
    assert [next(rows)[0], next(rows)[0]] == ["mig", "sap"]
    with pytest.raises(KeyboardInterrupt):
        next(rows)


@pytest.mark.parametrize("name", ["modularity", "sap"])
def test_score_all_interrupted_keeps_finished_rows(interrupted_at, name):
    asked = ["mig", "hoyer", name, "dcimig"]
    whole = score_all(REP, metrics=asked, seeds=3, progress=False)
    assert not whole.attrs["interrupted"]
    interrupted_at(name)
    with pytest.warns(UserWarning, match="interrupted after 2 of 4 metrics"):
        table = score_all(REP, metrics=asked, seeds=3, progress=False)
    assert table.attrs["interrupted"] and list(table.metric) == ["mig", "hoyer"]
    columns = [column for column in table if column != "seconds"]
    pd.testing.assert_frame_equal(table[columns], whole.head(2)[columns])


def test_scorer_scores_transformed_samples_and_bad_name_raises():
    twice = SimpleNamespace(transform=lambda X: 2 * X)
    judge = scorer("MIG", bins=7, factor_types="discrete")
    assert judge(twice, REP.latents, REP.factors) == pytest.approx(
        mig(Representation(REP.factors, 2 * REP.latents, factor_types="discrete"), bins=7).value
    )
    with pytest.raises(ValueError, match="metric: found 'dci', which stands for several metrics"):
        scorer("dci")
    with pytest.raises(ValueError, match="expected one of|Did you mean"):
        scorer("mug")


def test_score_all_interrupted_before_first_row_returns_empty_table(interrupted_at):
    interrupted_at("mig")
    with pytest.warns(UserWarning, match="interrupted after 0 of 32"):
        table = score_all(REP, progress=False)
    assert table.empty and list(table.columns) == list(
        score_all(REP, metrics="hoyer", progress=False).columns
    )


@pytest.mark.filterwarnings("default")  # because the command prints it
def test_score_command_interrupted_prints_finished_rows(interrupted_at, tmp_path, capsys):
    save(REP, tmp_path / "a.npz")
    page = tmp_path / "a.html"
    interrupted_at("modularity")
    words = ["score", str(tmp_path / "a.npz"), "--metrics", "mig", "modularity", "sap"]
    assert main([*words, "--html", str(page)]) == 130
    out, err = capsys.readouterr()
    assert (
        "\nmig " in out and "\nsap " not in out and "interrupted: 1 of 3 scores are finished" in err
    )
    assert "mig = " in page.read_text(encoding="utf-8")


def test_score_all_progress_bar_counts_every_run(monkeypatch):
    bars = []

    class Bar:
        def __init__(self, total, disable, **shown):
            self.total, self.done, self.caption = total, 0, []
            bars.append(self)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.closed = True

        def set_description(self, name):
            self.caption.append(name)

        def update(self, cost):
            self.done += cost

    monkeypatch.setattr("tqdm.tqdm", Bar)
    score_all(REP, metrics=["mig", "sap", "explicitness_es"], seeds=3)
    (bar,) = bars
    assert bar.total == pytest.approx(0.01 + 3 * COSTS["sap"] + 3 * COSTS["explicitness_es"])
    assert bar.done == pytest.approx(bar.total) and bar.closed
    assert bar.caption == ["mig", "sap", "explicitness_es"] and set(COSTS) <= set(METRICS)


def test_score_all_undefined_metric_is_row_and_unknown_name_raises():
    one = Representation(REP.factors[:, :1], REP.latents)
    table = score_all(one, metrics=["beta_vae", "mig"], seeds=1, progress=False)
    assert pd.isna(table.value[0]) and "expected at least two" in table.explanation[0]
    assert table.value[1] > 0
    name, error, seconds = next(score_each(one, "beta_vae", progress=False))
    assert row_of(name, error, seconds)["summary_line"] == ""
    for asked, words in (
        (dict(metrics="migg"), "metrics: found 'migg'"),
        (dict(metrics=["mig"], convention="nobody"), "convention: found 'nobody'"),
        (dict(seeds=0), "seeds: found 0"),
    ):
        with pytest.raises(ValueError, match=words):
            score_all(REP, progress=False, **asked)


def blas_threads():
    return {
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    }


@pytest.fixture
def two_threads():
    """Linear algebra with two threads, whatever the tests are given."""
    with threadpool_limits(2):
        yield


def test_parallel_map_limits_blas_to_one_thread_only_with_several_tasks(two_threads):
    before = blas_threads()

    def inside(_):
        return blas_threads()

    assert parallel_map(inside, range(3)) == [{1}] * 3
    assert parallel_map(inside, range(1)) == [before] and blas_threads() == before


def test_parallel_map_error_restores_blas_threads(two_threads):
    before = blas_threads()

    def fail(k):
        raise ArithmeticError(k)

    with pytest.raises(ArithmeticError):
        parallel_map(fail, range(4))
    assert blas_threads() == before


def test_score_all_mean_and_spread_match_single_seeds():
    table = score_all(REP, metrics=["sap", "explicitness_es"], seeds=3, progress=False)
    for row in table.itertuples():
        single = [METRICS[row.metric](REP, seed=seed).value for seed in range(3)]
        assert row.value == pytest.approx(np.mean(single), abs=1e-12)
        assert row.spread == pytest.approx(np.std(single, ddof=1), abs=1e-12)
        assert row.seeds == 3


@pytest.mark.parametrize("name", ["sap", "disentanglement", "explicitness", "explicitness_es"])
@pytest.mark.slow
def test_metrics_with_joblib_processes_have_same_value(name):
    with joblib.parallel_config(backend="loky", n_jobs=2):
        elsewhere = METRICS[name](Representation(REP.factors, REP.latents)).value
    assert elsewhere == pytest.approx(METRICS[name](REP).value, abs=1e-12)


def test_score_all_returns_plain_table_that_plot_scores_draws():
    k = np.arange(40) % 4
    rep = Representation(k[:, None], np.c_[k, k % 2])
    table = score_all(rep, metrics=["mig", "sap"], seeds=1, progress=False)
    again = pickle.loads(pickle.dumps(table))
    assert type(again) is type(table) and again.equals(table) and again.attrs == table.attrs
    assert type(table) is pd.DataFrame
    axes = plot_scores(table)
    assert len(axes.patches) == 2 and axes.get_xlabel().startswith("score")


@pytest.mark.slow
def test_score_outputs_in_every_format_agree(tmp_path, capsys):
    save(examples.SHIPPED["digits_pca"](), tmp_path / "digits.npz")
    names = ["mig", "sap", "explicitness"]
    file, page = str(tmp_path / "digits.npz"), tmp_path / "r.html"
    table = score_all(load(file), metrics=names, seeds=3, progress=False).set_index("metric")
    asked = ["--metrics", ",".join(names), "--seeds", "3"]
    assert main(["score", file, *asked, "--html", str(page)]) == 0
    printed, text = capsys.readouterr().out, page.read_text(encoding="utf-8")
    assert main(["score", file, *asked, "--json"]) == 0
    rows = {row["metric"]: row for row in json.loads(capsys.readouterr().out)}
    compared = compare(load(file), metrics=names, seeds=3)
    compared = compared[compared.convention == "ours"].set_index("metric")
    for name in names:
        value, number = table.value[name], f"{table.value[name]:.4f}"
        assert (
            table.summary_line[name].startswith(f"{name} = {number} ") and f"\n{name} " in printed
        )
        assert number in printed.split(f"\n{name} ")[1].splitlines()[0]
        assert f'<h2 id="{name}">{name} = {number}' in text
        assert (
            compared.value[name] == value
            and compared.summary_line[name] == table.summary_line[name]
        )
        runs = rows[name]["runs"]
        assert rows[name]["value"] == pytest.approx(value)
        assert np.mean([run["value"] for run in runs]) == pytest.approx(value)
        for run in runs:
            assert np.dot(run["parts"], run["weights"]) == pytest.approx(run["value"])
        assert len(rows[name]["part_names"]) == len(runs[0]["parts"])
    assert len(rows["sap"]["runs"]) == 3 and "± " in table.summary_line["sap"]
    assert "over 3 seeds" in table.summary_line["sap"] and "seed=" not in table.summary_line["sap"]


def test_score_behaves_like_float_and_is_immutable():
    score = mig(REP)
    assert score > -1 and score <= score.value and score == float(score) and max(score, 2) == 2
    assert round(score, 2) == round(score.value, 2) and len({score, score.value}) == 1
    with pytest.raises(AttributeError, match="value: a Score is read-only"):
        score.value = 0.99
    with pytest.raises(ValueError, match="read-only"):
        score.parts[0] = 1
    assert pickle.loads(pickle.dumps(score)).summary_line == score.summary_line


def test_subsampling_confidence_interval_covers_scores_of_other_samples():
    world = World({"v": worlds.uniform(-1, 1)}, lambda v, rng: v + rng.normal(0, 0.5, v.shape))
    low, high = subsampling_confidence_interval("mig", world.sample(1000, seed=0), n_subsamples=60)
    values = [mig(world.sample(1000, seed=seed)).value for seed in range(1, 41)]
    inside = sum(low < value < high for value in values)
    assert low < high and inside >= 25  # of 40; the interval's centre is itself off


def test_subsampling_confidence_interval_uses_halves_without_repeated_rows(monkeypatch):
    sizes = []

    def rows_seen(rep, **options):
        rows = rep.latents[:, 0]
        assert len(np.unique(rows)) == len(rows), "a row was drawn twice"
        sizes.append(len(rows))
        return SimpleNamespace(value=rows.mean(), bounds=(-np.inf, np.inf))

    rows_seen.is_stochastic = False
    monkeypatch.setitem(METRICS, "mig", rows_seen)
    monkeypatch.setattr(
        "disentangle_edu.scoring.parallel_map", lambda score, reps: list(map(score, reps))
    )
    numbered = np.arange(31.0)[:, None]
    rep = Representation(numbered % 3, numbered)
    low, high = subsampling_confidence_interval("mig", rep, n_subsamples=40)
    assert sizes == [31] + [15] * 40
    assert low < rep.latents.mean() < high


def test_subsampling_confidence_interval_is_centred_on_score_of_all_samples(monkeypatch):
    """Quantiles of the halves' scores relative to the halves' mean."""
    scores = iter([7.0, *np.arange(101.0)])  # of all samples, then of each half
    counted = lambda rep, **options: SimpleNamespace(value=next(scores), bounds=(-np.inf, np.inf))
    counted.is_stochastic = False
    monkeypatch.setitem(METRICS, "mig", counted)
    monkeypatch.setattr(
        "disentangle_edu.scoring.parallel_map", lambda score, reps: list(map(score, reps))
    )
    # 95 % of 0, 1, ..., 100 are between 2.5 and 97.5, which are 47.5 from the mean.
    assert subsampling_confidence_interval("mig", REP, n_subsamples=101) == pytest.approx(
        (7 - 47.5, 7 + 47.5)
    )


def test_subsampling_confidence_interval_of_undefined_score_is_none():
    one = Representation(REP.factors[:, :1], REP.latents)
    assert subsampling_confidence_interval("beta_vae", one, n_subsamples=2) is None


@pytest.mark.parametrize(
    "metric, options",
    [
        ("mig", dict(normalize_by="latent")),
        ("mig", dict(estimator="knn")),
        ("mig_sup", dict(bins=3, normalize_by="latent")),
        ("linear_r2", dict(train_size=0.5, seed=3)),
        ("mcc", dict(method="spearman")),
        ("mig", dict(convention="disentanglement_lib")),
    ],
)
def test_scorer_passes_options_to_metric(metric, options):
    itself = SimpleNamespace(transform=lambda X: X)
    expected = METRICS[metric](REP, **options).value
    assert expected != METRICS[metric](REP).value
    assert scorer(metric, **options)(itself, REP.latents, REP.factors) == expected


def test_resolve_metric_names_accepts_groups_and_suggests_nearest_name():
    assert resolve_metric_names(["DCI", "mig,sap"]) == [
        "disentanglement",
        "completeness",
        "informativeness",
        "mig",
        "sap",
    ]
    with pytest.raises(ValueError, match="found 'modularty'.*Did you mean 'modularity'"):
        resolve_metric_names(["modularty"])


@pytest.mark.parametrize("error", [ArithmeticError, ZeroDivisionError, ValueError])
def test_score_all_metric_error_only_affects_its_row(monkeypatch, error):
    def undefined(rep, **options):
        raise error("no number")

    undefined.is_stochastic, undefined.axis = False, "factors"
    monkeypatch.setitem(METRICS, "mig", undefined)
    table = score_all(REP, metrics=["mig", "dcimig"], progress=False).set_index("metric")
    assert pd.isna(table.value["mig"]) and "not defined here: no number" in table.explanation["mig"]
    assert 0 <= table.value["dcimig"] <= 1


def test_score_all_single_seed_has_no_spread():
    row = score_all(
        examples.rotated(30), metrics=["informativeness"], seeds=1, progress=False
    ).iloc[0]
    assert row.seeds == 1 and pd.isna(row.spread)


CHANCE = [name for name, metric in METRICS.items() if metric.is_stochastic]
NOISY = Representation(
    np.random.default_rng(0).integers(3, size=(120, 2)),
    np.random.default_rng(1).standard_normal((120, 3)),
)
QUICK = ["sap", "disentanglement", "completeness", "informativeness", "factor_vae", "linear_r2"]


@pytest.mark.parametrize("rep", [NOISY, examples.rotated(30, 200)], ids=["noise", "rotated"])
def test_score_row_why_names_its_seed(rep):
    asked = [(name, found) for name, found, _ in score_each(rep, QUICK, 4, False)]
    for name, scores in asked:
        row = row_of(name, scores, 0)
        by_seed = {f"At seed {s.options['seed']} ({s.value:.4f}): ": s.explanation for s in scores}
        head = next((head for head in by_seed if row["explanation"].startswith(head)), None)
        if head:
            assert row["explanation"] == head + by_seed[head]
        else:
            printed = f"{row['value']:.4f}"
            assert row["explanation"] in [
                s.explanation for s in scores if f"{s.value:.4f}" == printed
            ]


@pytest.mark.parametrize("name", CHANCE)
@pytest.mark.slow
def test_score_row_why_of_imperfect_mean_is_never_perfect(name):
    rep = examples.leaky_copies(leak=0.02, samples=200)
    (row,) = score_all(rep, metrics=name, seeds=5, progress=False).to_dict("records")
    perfect = row["explanation"].startswith("Every ") and "no error" not in row["explanation"]
    assert pd.isna(row["value"]) or not perfect or f"{row['value']:.4f}" == "1.0000"


def scores_of(values):
    """Scores of one metric that depends on chance, at seeds 0, 1 and so on."""
    return [
        Score("sap", [value], "factors", [1], InformativenessMatrix([[value]]), {"seed": seed})
        for seed, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    "values, spread",
    [([0.5, 0.5, 0.5], None), ([0.5, 0.50004, 0.5], None), ([0.5, 0.5002, 0.5], 0.000115)],
)
def test_score_row_spread_that_rounds_to_zero_is_omitted(values, spread):
    row = row_of("sap", scores_of(values), 0)
    assert row["spread"] == (None if spread is None else pytest.approx(spread, abs=1e-6))
    assert ("± 0.0001" in row["summary_line"]) == (spread is not None) and "0.0000" not in row[
        "summary_line"
    ]
    assert ("over 3 seeds, which hardly change it" in row["summary_line"]) == (spread is None)
    assert row["seeds"] == 3


def test_score_outputs_with_negligible_spread_have_no_plus_minus(tmp_path, capsys):
    save(examples.duplicated_copy(), tmp_path / "copy.npz")
    asked = ["score", str(tmp_path / "copy.npz"), "--metrics", "disentanglement", "--seeds", "2"]
    page = tmp_path / "page.html"
    for more in ([], ["--latex"], ["--html", str(page)]):
        assert main([*asked, *more]) == 0
        words = capsys.readouterr().out
        assert "±" not in words and r"\pm" not in words
    assert "0.0000" not in page.read_text(encoding="utf-8")
    assert main([*asked, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["spread"] is None and row["seeds"] == 2 and "hardly change it" in row["summary_line"]


QUICK_ENDS = [name for name in METRICS if name not in {*COSTS, "z_max_variance"}]


def ends(name):
    """Tables that give a metric its lowest and its highest score."""
    rng = np.random.default_rng(0)
    v = rng.integers(4, size=(200, 2))
    other = rng.standard_normal((200, 2))
    return [
        subsampling_confidence_interval(name, Representation(v, z), n_subsamples=12)
        for z in (v, other, v + 0.1 * other)
    ]


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.slow
def test_subsampling_confidence_interval_of_every_metric_is_within_bounds(name):
    inside_its_range(name)


@pytest.mark.parametrize("name", QUICK_ENDS)
def test_subsampling_confidence_interval_of_quick_metric_is_within_bounds(name):
    inside_its_range(name)


def inside_its_range(name):
    found = [pair for pair in ends(name) if pair is not None]
    assert all(0 <= low <= high <= 1 for low, high in found)
    assert found or name == "z_max_variance"  # few tables have samples for this metric


def test_score_bounds_depend_on_options():
    assert mig(NOISY).bounds == (0, 1)
    assert explicitness(NOISY, adjusted=True).bounds == (-np.inf, 1)
    assert dmig(NOISY, latent_of_factor="in order").bounds == (-np.inf, 1)
    assert informativeness(NOISY, predictor="lasso", scoring="NRMSE").bounds == (0, np.inf)


def test_subsampling_confidence_interval_of_noise_starts_at_zero_and_contains_score():
    rep = Representation(
        np.random.default_rng(0).integers(4, size=(400, 2)),
        np.random.default_rng(1).normal(size=(400, 4)),
    )
    low, high = subsampling_confidence_interval("mig", rep)
    assert low == 0 < mig(rep).value < high < 0.2


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", ["multiprocessing", "threading", "sequential"])
def test_score_all_with_any_joblib_backend_has_same_values(backend):
    k = np.arange(60) % 4
    make = lambda: Representation(
        np.c_[k, k % 2], np.c_[k, k % 2] + 0.01 * (np.arange(60) % 7)[:, None]
    )
    asked = dict(metrics=["explicitness", "disentanglement"], seeds=2, progress=False)
    with joblib.parallel_config(backend=backend, n_jobs=2):
        elsewhere = score_all(make(), **asked)
    assert list(elsewhere.value) == pytest.approx(list(score_all(make(), **asked).value))


def test_parallel_map_with_broken_joblib_raises_parallel_error(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "abc")
    calls = (
        lambda: score_all(REP, metrics=["mig", "sap"], seeds=2, progress=False),
        lambda: compare(REP, metrics="sap", seeds=2),
        lambda: subsampling_confidence_interval("mig", REP, n_subsamples=4),
        lambda: METRICS["disentanglement"](Representation(REP.factors, REP.latents)),
    )
    for call in calls:
        with pytest.raises(ParallelError, match="joblib: found .*LOKY_MAX_CPU_COUNT"):
            call()
    save(REP, tmp_path / "a.npz")
    assert main(["score", str(tmp_path / "a.npz"), "--metrics", "sap"]) == 2
    assert "joblib: found" in capsys.readouterr().err


# ------------------------------------------------------------------------ scorers of scikit-learn


def test_scorer_pickled_gives_same_score():
    from sklearn.decomposition import PCA
    from sklearn.model_selection import GridSearchCV

    v = examples.grid(12, 12)
    found = scorer("linear_r2", train_size=0.5, factor_types="continuous")
    again = pickle.loads(pickle.dumps(found))
    model = PCA().fit(v)
    assert again(model, v, v) == found(model, v, v) and repr(again) == repr(found)
    search = GridSearchCV(PCA(), {"whiten": [False, True]}, scoring=found).fit(v, v)
    assert pickle.loads(pickle.dumps(search)).best_score_ == search.best_score_


@pytest.mark.parametrize("output", ["pandas", "default", "polars"])
@pytest.mark.parametrize("factors", ["frame", "series", "column", "array"])
def test_scorer_joins_rows_by_position(output, factors):
    from sklearn.decomposition import PCA
    from sklearn.model_selection import KFold, cross_val_score

    if output == "polars":
        pytest.importorskip("polars")
    X = np.random.default_rng(0).normal(size=(300, 5))
    frame = pd.DataFrame({"a": X[:, 0] + X[:, 1]}, index=[f"row {i}" for i in range(300)])
    y = {
        "frame": frame,
        "series": frame["a"],
        "column": frame.to_numpy(),
        "array": frame["a"].array,
    }
    options = {"scoring": scorer("linear_r2"), "cv": KFold(3)}
    model = PCA(2).set_output(transform=output)
    found = cross_val_score(
        model, X, np.asarray(y[factors]) if factors == "array" else y[factors], **options
    )
    assert np.allclose(found, cross_val_score(PCA(2), X, frame.to_numpy(), **options))
    assert np.isfinite(found).all()


def test_resolve_metric_names_normalizes_unicode(monkeypatch):
    monkeypatch.setitem(METRICS, "größe", METRICS["mig"])
    assert resolve_metric_names("gro\u0308ße") == ["größe"]


@pytest.mark.parametrize("progress", [True, False])
def test_score_all_progress_bar_is_written_to_stderr_only_if_requested(progress, monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    score_all(REP, metrics="mig", progress=progress)
    assert ("mig" in stream.getvalue()) == progress


@pytest.mark.parametrize("progress", [True, False])
def test_score_all_without_stderr_returns_table(progress, monkeypatch):
    monkeypatch.setattr("sys.stderr", None)
    assert score_all(REP, metrics="mig", progress=progress).value[0] == float(mig(REP))


def test_score_row_why_comes_from_score_nearest_to_mean():
    spread = 0
    for name, scores, _ in score_each(NOISY, QUICK, 5, False):
        values = np.array([score.value for score in scores])
        far = np.abs(values - values.mean())
        nearest = scores[int(far.argmin())]
        assert row_of(name, scores, 0)["explanation"].endswith(nearest.explanation)
        spread += nearest.explanation != scores[int(values.argmin())].explanation
    assert spread  # the lowest score often has another explanation
