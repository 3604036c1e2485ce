"""How long things take, beside a plain way in the same run; a benchmark prints, it does not judge.

make bench                        all parts; ends within ten minutes on two cores
python tests/bench.py scoring     only these parts, of those that PARTS names
"""

import cProfile
import json
import pstats
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import joblib
import numpy as np
from lab_helpers import another, handles
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import mutual_info_score, roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.svm import LinearSVC

from disentangle_edu import METRICS, Representation, labs, measures, score_all, worlds
from disentangle_edu.cli import main as command
from disentangle_edu.measures._supervised import RIDGE, factor_labels, train_test_rows
from disentangle_edu.measures.capacity import MOST_TERMS, PROBE_CAPACITIES
from disentangle_edu.theory.counterexamples import search
from disentangle_edu.theory.enumeration import exact_values, satisfies

L, K = 10, 5
LEVELS = (3, 6, 40, 32, 32)
PATIENCE = 10  # seconds; a table that would take longer is left out


def representation(n: int, seed: int = 0) -> Representation:
    """Five factors of few levels, five noisy copies and five noise latents."""
    rng = np.random.default_rng(seed)
    factors = np.stack([rng.integers(m, size=n) for m in LEVELS], axis=1)
    copies = (factors - factors.mean(0)) / factors.std(0) + 0.5 * rng.standard_normal((n, K))
    return Representation(factors, np.hstack([copies, rng.standard_normal((n, L - K))]))


def mixture(n: int, seed: int = 0) -> Representation:
    """Five factors of 3 to 10 levels, mixed into ten noisy latents."""
    rng = np.random.default_rng(seed)
    factors = np.stack([rng.integers(m, size=n) for m in (3, 6, 10, 8, 8)], axis=1)
    copies = (factors - factors.mean(0)) / factors.std(0)
    noise = 0.5 * rng.standard_normal((n, L))
    return Representation(factors, copies @ rng.standard_normal((K, L)) + noise)


def seconds(work: Callable, inputs: Iterable) -> float:
    """Median over inputs, each of them fresh, so that nothing is remembered."""
    spent = []
    for one in inputs:
        start = time.perf_counter()
        work(one)
        spent.append(time.perf_counter() - start)
    return median(spent)


def line(name: str, ours: float, plain: float, more: str = "") -> None:
    print(
        f"  {name:<28} ours {ours:9.4f} s   plain {plain:9.4f} s   "
        f"plain / ours = {plain / ours:6.1f}{more}",
        flush=True,
    )


# ------------------------------------------------------------------------------------ the main job


def plain_sap(rep, learn, judged, x):
    values = np.empty((x.shape[1], len(rep.factor_names)))
    for i, z in enumerate(x.T[..., None]):
        for k, v in enumerate(rep.factors.T):
            if rep.factor_types[k] == "discrete":
                svm = LinearSVC(C=0.01, class_weight="balanced").fit(z[learn], v[learn])
                values[i, k] = svm.score(z[judged], v[judged])
            else:
                values[i, k] = LinearRegression().fit(z, v).score(z, v)
    first, second = np.sort(values, axis=0)[[-1, -2]]
    return (first - second).mean()


def plain_informativeness(rep, learn, judged, x, seed):
    well = []
    for kind, v in zip(rep.factor_types, rep.factors.T):
        forest = RandomForestClassifier if kind == "discrete" else RandomForestRegressor
        model = forest(10, max_features=None, random_state=seed).fit(x[learn], v[learn])
        well.append(max(0, model.score(x[judged], v[judged])))
    return np.mean(well)


def plain_explicitness(rep, learn, judged, x):
    areas = []
    for k in range(len(rep.factor_names)):
        y = factor_labels(rep, k, None)
        model = LogisticRegression(max_iter=1000).fit(x[learn], y[learn])
        chances = model.predict_proba(x[judged])
        areas.append(
            np.mean(
                [
                    roc_auc_score(y[judged] == value, chances[:, i])
                    for i, value in enumerate(model.classes_)
                    if (y[judged] == value).any()
                ]
            )
        )
    return np.mean(areas)


def plain_explicitness_es(rep, learn, judged, x):
    left = []
    for k, kind in enumerate(rep.factor_types):
        y = rep.factors[:, [k]]
        y = (y == np.unique(y)).astype(float) if kind == "discrete" else y
        losses = []
        for degree in PROBE_CAPACITIES["polynomial"]:
            terms = PolynomialFeatures(degree, include_bias=False)
            if terms.fit(x[:1]).n_output_features_ >= MOST_TERMS:
                losses.append(losses[-1])
                continue
            probe = make_pipeline(terms, StandardScaler(), Ridge(RIDGE)).fit(x[learn], y[learn])
            wrong = np.mean((probe.predict(x[judged]).reshape(y[judged].shape) - y[judged]) ** 2)
            losses.append(min(1, wrong / np.mean((y[judged] - y[learn].mean(0)) ** 2)))
        left.append(np.minimum.accumulate(losses))
    return np.mean(1 - np.trapezoid(left, axis=1) / (len(losses) - 1))


def plain_scores(rep, seed):
    """Four metrics that train a predictor, written with scikit-learn, one at a time."""
    learn, judged = train_test_rows(rep, 0.75, True, seed)
    x = StandardScaler().fit(rep.latents[learn]).transform(rep.latents)
    return {
        "sap": plain_sap(rep, learn, judged, x),
        "informativeness": plain_informativeness(rep, learn, judged, x, seed),
        "explicitness": plain_explicitness(rep, learn, judged, x),
        "explicitness_es": plain_explicitness_es(rep, learn, judged, x),
    }


def scoring() -> None:
    """The command `score`, and its training part compared with a plain loop over scikit-learn."""
    seeds = 5
    for name, rep in (
        ("digits, 1,797 x 10 x 6", worlds.examples.digits_pca()),
        ("mixture, 10,000 x 10 x 5", mixture(10_000)),
    ):
        fresh = lambda rep=rep: Representation(rep.factors, rep.latents)
        start = time.perf_counter()
        score_all(fresh(), seeds=seeds, progress=False)
        print(f"\n{name}: all of `score`, {seeds} seeds, {time.perf_counter() - start:.1f} s")
        start, other = time.perf_counter(), fresh()
        plain = [plain_scores(other, seed) for seed in range(seeds)]
        slow = time.perf_counter() - start
        start = time.perf_counter()
        table = score_all(fresh(), metrics=list(plain[0]), seeds=seeds, progress=False)
        quick = time.perf_counter() - start
        value = dict(zip(table.metric, table.value))
        apart = {m: abs(value[m] - np.mean([run[m] for run in plain])) for m in value}
        line("what trains, a plain loop", quick, slow)
        print("  scores apart by " + ", ".join(f"{m} {far:.1e}" for m, far in apart.items()))


# ----------------------------------------------------------------------------- the parts of a score


def double_loop(rep):
    """The plain way to compute MIG's matrix: discretise, then one scikit-learn call per pair."""
    codes = [np.digitize(z, np.histogram_bin_edges(z, measures.BINS)[1:-1]) for z in rep.latents.T]
    return np.array(
        [[mutual_info_score(c, v) for v in rep.factors.T.astype(int)] for c in codes]
    ) / np.log(2)


def counting() -> None:
    """Our mutual information compared with a double loop over scikit-learn's mutual_info_score."""
    print("\nMutual information:")
    for n in (1_000, 10_000, 100_000):
        rep = representation(n)
        assert np.allclose(measures.mutual_information(rep).values, double_loop(rep), atol=1e-6)
        ours, plain = (
            seconds(work, [representation(n, seed) for seed in range(3)])
            for work in (measures.mutual_information, double_loop)
        )
        line(f"n = {n:,}", ours, plain)
    n = 10_000_000
    rep, before = representation(n), memory()
    spent = seconds(partial(METRICS["mig"], convention="disentanglement_lib"), [rep])
    print(
        f"  mig at n = {n:,}: {spent:.1f} s, {memory() - before:.2f} GB beyond the "
        f"{before:.1f} GB that the samples took at their peak"
    )


def growth() -> None:
    """Every metric with its defaults, and how much longer it takes on ten times as many samples."""
    sizes = (1_000, 10_000, 100_000, 1_000_000)
    print("\nEvery metric, seconds (disentanglement and the two after it share one forest):")
    print(" " * 25 + "".join(f"{f'n = {n:,}':>14}" for n in sizes) + "    growth per tenfold n")
    for name, metric in METRICS.items():
        row: list[float] = []
        for n in sizes:
            if row and row[-1] * 10 > PATIENCE:
                break
            row.append(seconds(metric, [representation(n, j) for j in range(3 if n < 1e5 else 1)]))
        shown = [f"{spent:.4f}" for spent in row] + ["-"] * (len(sizes) - len(row))
        times = ", ".join(f"{b / a:.1f}" for a, b in zip(row, row[1:]))
        print(
            f"  {name:<23}" + "".join(f"{cell:>14}" for cell in shown) + f"    {times}", flush=True
        )


def r2_loop(rep):
    return [
        [LinearRegression().fit(z[:, None], v).score(z[:, None], v) for v in rep.factors.T]
        for z in rep.latents.T
    ]


def svm_loop(rep):
    cut = 2 * len(rep) // 3
    machine = LinearSVC(C=0.01, class_weight="balanced")
    return [
        [machine.fit(z[:cut], v[:cut]).score(z[cut:], v[cut:]) for v in rep.factors.T]
        for z in rep.latents.T[..., None]
    ]


def rows_by_value(rep):
    return [[np.flatnonzero(v == value) for value in np.unique(v)] for v in rep.factors.T]


def pairs_loop(rep, points, batch=64):
    """BetaVAE's training points, computed one at a time."""
    rng, rows, found = np.random.default_rng(0), rows_by_value(rep), []
    for _ in range(points):
        k = rng.integers(K)
        mine = [rng.choice(rows[k][value], 2) for value in rng.integers(len(rows[k]), size=batch)]
        found.append(np.abs(np.subtract(*rep.latents[np.transpose(mine)])).mean(0))
    return found


def votes_loop(rep, points, batch=64):
    """FactorVAE's votes, computed one at a time."""
    rng, rows, total = np.random.default_rng(0), rows_by_value(rep), rep.latents.var(0)
    found = []
    for _ in range(points):
        k = rng.integers(K)
        held = rep.latents[rng.choice(rows[k][rng.integers(len(rows[k]))], batch)]
        found.append((held.var(0) / total).argmin())
    return found


def forest_loop(rep):
    return [
        RandomForestClassifier(10, max_features=None).fit(rep.latents, v).feature_importances_
        for v in rep.factors.T
    ]


def smooth(rep):
    """The same latents with continuous factors, for which SAP computes R2."""
    noise = np.random.default_rng(0).normal(scale=1e-3, size=rep.factors.shape)
    return Representation(rep.factors + noise, rep.latents)


def conventions() -> None:
    """Metrics under disentanglement_lib's convention, compared with its library calls or loops."""
    print("\nAs disentanglement_lib means it, n = 10,000 (points of loops: a tenth, times ten):")
    google = {name: partial(METRICS[name], convention="disentanglement_lib") for name in METRICS}
    points = 1_500  # a tenth of the points that the library draws
    rows = [
        ("mig", google["mig"], double_loop, representation, 1),
        ("sap, continuous", google["sap"], r2_loop, lambda n, j: smooth(representation(n, j)), 1),
        ("sap, levels", google["sap"], svm_loop, representation, 1),
        (
            "factor_vae",
            google["factor_vae"],
            partial(votes_loop, points=points),
            representation,
            10,
        ),
        ("beta_vae", google["beta_vae"], partial(pairs_loop, points=points), representation, 10),
        ("disentanglement, forest", METRICS["disentanglement"], forest_loop, representation, 1),
    ]
    for name, ours, plain, make, times in rows:
        quick = seconds(ours, [make(10_000, j) for j in range(3)])
        slow = seconds(plain, [make(10_000, j) for j in range(1 if times > 1 else 3)])
        line(name, quick, times * slow)
    print("  boosting, 113 classes, 5 rounds of its 100:")
    for predictor in ("boosting", "lightgbm"):
        options = dict(convention="disentanglement_lib", predictor=predictor, n_estimators=5)
        try:
            rep = representation(10_000)
            spent = seconds(partial(google["disentanglement"], **options), [rep])
            told = ", ".join(
                f"{name} {METRICS[name](rep, **options).value:.4f}"
                for name in ("disentanglement", "completeness", "informativeness")
            )
            print(f"    {predictor:<10} {spent:6.1f} s   {told}", flush=True)
        except ValueError as error:  # the optional extra is not installed
            print(f"    {predictor:<10} {error}")


def wide_code(latents: int, seed: int = 0) -> Representation:
    """Five factors of ten levels; a twentieth of the latents are noisy copies, the rest noise."""
    rng = np.random.default_rng(seed)
    factors = rng.integers(10, size=(10_000, K)).astype(float)
    code, copies = rng.standard_normal((10_000, latents)), max(latents // 20, K)
    code[:, :copies] *= 0.5
    code[:, :copies] += factors[:, rng.integers(K, size=copies)]
    return Representation(factors, code, latent_types="continuous")


def first_latents(rep: Representation, count: int) -> Representation:
    return Representation(rep.factors, rep.latents[:, :count], latent_types="continuous")


COUNTING = ("mig", "dcimig", "modularity", "mig_sup", "jemmig", "info_modularity")


def wide() -> None:
    """Codes with many latents, and how the time grows; SAP's plain loop gets only ten latents."""
    together = lambda rep: [METRICS[name](rep) for name in COUNTING]
    print("\nWide codes, n = 10,000, 5 factors:")
    for latents in (10, 100, 1_000):
        make = lambda latents=latents: [wide_code(latents)]
        print(f" L = {latents:,}")
        line("six that count", seconds(together, make()), seconds(double_loop, make()))
        few = [first_latents(*make(), 10)]
        loop = seconds(svm_loop, few) * latents / 10
        line("sap", seconds(METRICS["sap"], make()), loop)
        others = (f"{name} {seconds(METRICS[name], make()):.2f} s" for name in ("mcc", "linear_r2"))
        print(f"  {', '.join(others)}")
        for predictor in ("forest", "screened forest"):
            if predictor == "forest" and latents > 100:
                continue  # it would take minutes
            rep, d = wide_code(latents), partial(METRICS["disentanglement"], predictor=predictor)
            spent = seconds(d, [rep])
            print(f"  D, {predictor:<16} {spent:6.2f} s   {d(rep).value:.4f}", flush=True)


def many_samples() -> None:
    """A million samples of ten latents: seconds of the counting scores, and memory."""
    rng = np.random.default_rng(0)
    v = rng.integers(10, size=(1_000_000, K)).astype(float)
    rep = Representation(v, rng.normal(size=(len(v), L)) + np.pad(v, ((0, 0), (0, L - K))))
    print("\nn = 1,000,000, L = 10, K = 5:")
    begun = time.perf_counter()
    for name in (*COUNTING, "irs", "mcc", "linear_r2", "sap"):
        METRICS[name](rep)
        print(f"  {name:<20} {time.perf_counter() - begun:6.2f} s, with those above", flush=True)


def learning() -> None:
    """Seconds of gca against how many numbers it trains (n = 10,000, K = 5, four epochs)."""
    try:
        import torch  # noqa: F401
    except ImportError:
        print("\nGCA: PyTorch is not installed (make bench after make test-all)")
        return
    from disentangle_edu.measures import _gca_torch
    from disentangle_edu.measures.subspaces import gca, make_subspaces

    print("\nGCA, four epochs of 10,000 samples, 5 factors (80 epochs are the default):")
    first = None
    for size in (5, 10, 20, 50):
        rep, _ = make_subspaces(size, 5, min(size, 5), "poly")
        spent = seconds(partial(gca, epochs=4), [rep])
        trained = 5 * (
            size * size
            + sum(
                width * _gca_torch.HIDDEN
                + (_gca_torch.LAYERS - 1) * _gca_torch.HIDDEN**2
                + (_gca_torch.LAYERS + 1) * _gca_torch.HIDDEN
                + 1
                for width in _gca_torch.default_sizes(size)
            )
        )
        first = first or spent
        print(
            f"  L = {size:>3}   {trained:>9,} numbers trained   {spent:6.2f} s   "
            f"{spent / first:5.1f} times the first",
            flush=True,
        )


def hunting() -> None:
    """How many candidates the counterexample search tries per second."""
    print("\nThe hunt, candidates per second (three coins, four latents):")
    for name in ("mig", "dcimig", "sap", "disentanglement", "beta_vae", "factor_vae"):

        def aim(tables, metric=METRICS[name]):
            return exact_values(metric, tables), satisfies(tables, metric.characteristic)

        spent = seconds(lambda seed, aim=aim: list(search(aim, (2, 2, 2), 4, 4, seed, 20_000)), [0])
        print(f"  {name:<15}{20_000 / spent:10,.0f}")


# ------------------------------------------------------------------------------ what a reader feels


BEFORE = Path(__file__).parent / "bench_labs.json"  # calls and milliseconds of an earlier version


def gestures(lab: Any, count: int = 12) -> list[dict[str, Any]]:
    """Moves of a lab's first handle, or of its first control, to random values."""
    for handle in handles(lab.picture):
        axis = handle["axes"][0]
        steps = max(round((axis["high"] - axis["low"]) / axis["step"]), 1)
        places = np.random.default_rng(0).integers(steps + 1, size=count)
        return [{axis["name"]: float(axis["low"] + axis["step"] * k)} for k in places]
    values = {name: another(lab, name) for name in lab.specs}
    return [{name: value} for name, value in values.items() if value is not None][:1] * count


def cost_of_move(lab: Any) -> tuple[int, float, float]:
    """Python function calls, and CPU milliseconds (median and 95%), of one complete move."""
    moves, spent, profile = gestures(lab), [], cProfile.Profile(builtins=False)
    # The first round fills the caches, so that the second measures no loading.
    for move in moves:
        lab.on_gesture(move)
    for move in moves:
        start = time.process_time()
        lab.on_gesture(move)
        spent.append(1000 * (time.process_time() - start))
    for move in moves[-2:]:
        lab.on_gesture(moves[0])
        profile.runcall(lab.on_gesture, move)
    calls = pstats.Stats(profile).total_calls // 2  # type: ignore[attr-defined]
    return calls, float(np.median(spent)), float(np.quantile(spent, 0.95))


def stepping() -> None:
    """A move of every lab, in Python only, compared with an earlier version; and its full run."""
    before = json.loads(BEFORE.read_text())
    print("\nA move of each lab, Python only; before: version of November 2026, same machine type")
    print(f"  {'lab':<22}{'calls':>8}{'before':>8}{'ms':>8}{'before':>8}{'ms, 95%':>9}")
    for build in labs.LABS.values():
        lab = build()
        calls, typical, tail = cost_of_move(lab)
        old_calls, old_median = before.get(build.__name__, (0, 0.0))
        row = f"{calls:8,}{old_calls:8,}{typical:8.1f}{old_median:8.1f}{tail:9.1f}"
        full = ""
        if lab.full:
            full = f"   full size {seconds(lambda _, lab=lab: lab.run_full(), [0]) * 1000:7.0f}"
        print(f"  {build.__name__:<22}{row}{full}", flush=True)


def doors() -> None:
    """The time before any work starts: importing the package, and refusing a file."""
    code = (
        "import time, numpy; start = time.perf_counter(); import disentangle_edu; "
        "print(time.perf_counter() - start)"
    )
    spent = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    print(f"\nImporting the package, after numpy: {float(spent.stdout) * 1000:.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        huge = Path(folder) / "huge.npz"
        with open(huge, "wb") as file:  # 2 GB in the header; a sparse file takes no disk space
            file.truncate(2 << 30)
        start = time.perf_counter()
        command(["score", str(huge)])
        print(f"Refusing a file of 2 GB that is no archive: {time.perf_counter() - start:.3f} s")


def memory() -> float:
    """Peak memory of this process so far, GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


PARTS = (
    *(scoring, counting, growth, conventions, wide, many_samples),
    *(learning, hunting, stepping, doors),
)


def main(names: list[str]) -> None:
    known = {part.__name__: part for part in PARTS}
    if unknown := set(names) - set(known):
        sys.exit(f"bench: found {min(unknown)!r}, expected parts among {', '.join(known)}")
    start = time.perf_counter()
    print(f"{joblib.cpu_count()} cores; tables of {L} latents and {K} factors; medians")
    for part in [known[name] for name in names] or PARTS:
        begun = time.perf_counter()
        part()
        print(f"  ({part.__name__}: {time.perf_counter() - begun:.0f} s)", flush=True)
    print(f"\nAll of it: {(time.perf_counter() - start) / 60:.1f} minutes")


if __name__ == "__main__":
    main(sys.argv[1:])
