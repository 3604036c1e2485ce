"""How long things take, as ratios and seconds from one run; a benchmark prints, it does not judge.

make bench
"""

import resource
import time
from statistics import median

import joblib
import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mutual_info_score
from sklearn.svm import LinearSVC
from tqdm import tqdm

from disentangle_edu import METRICS, Representation, labs, measures
from disentangle_edu.proof.exact import judge, satisfies
from disentangle_edu.proof.hunt import search

L, K = 10, 5
LEVELS = (3, 6, 40, 32, 32)


def representation(n, seed=0):
    """Five factors of few levels, five noisy copies and five noise latents."""
    rng = np.random.default_rng(seed)
    factors = np.stack([rng.integers(m, size=n) for m in LEVELS], axis=1)
    copies = (factors - factors.mean(0)) / factors.std(0) + 0.5 * rng.standard_normal((n, K))
    return Representation(factors, np.hstack([copies, rng.standard_normal((n, L - K))]))


def seconds(work, times=3):
    """Median of a few runs, each on fresh input so that nothing is remembered."""
    spent = []
    for j in range(times):
        run = work(j)
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return median(spent)


def double_loop(rep):
    """The plain way to the matrix of MIG: cut, then scikit-learn pair by pair."""
    codes = [np.digitize(z, np.histogram_bin_edges(z, measures.BINS)[1:-1]) for z in rep.latents.T]
    return np.array(
        [[mutual_info_score(c, v) for v in rep.factors.T.astype(int)] for c in codes]
    ) / np.log(2)


def google(metric):
    """A metric as disentanglement_lib means it."""
    return lambda rep: metric(rep, convention="disentanglement_lib")


def smooth(rep):
    """The same latents beside continuous factors: its SAP is R2."""
    return Representation(
        rep.factors + np.random.default_rng(0).normal(scale=1e-3, size=rep.factors.shape),
        rep.latents,
    )


def r2_loop(rep):
    return [
        [LinearRegression().fit(z[:, None], v).score(z[:, None], v) for v in rep.factors.T]
        for z in rep.latents.T
    ]


def svm_loop(rep):
    cut = 2 * len(rep) // 3
    return [
        [
            LinearSVC(C=0.01, class_weight="balanced")
            .fit(z[:cut, None], v[:cut])
            .score(z[cut:, None], v[cut:])
            for v in rep.factors.T
        ]
        for z in rep.latents.T
    ]


def pairs_loop(rep, points=15_000, batch=64):
    """BetaVAE's points, one after the other."""
    rng, rows = (
        np.random.default_rng(0),
        [[np.flatnonzero(v == value) for value in np.unique(v)] for v in rep.factors.T],
    )
    found = []
    for _ in range(points):
        k = rng.integers(K)
        mine = [rng.choice(rows[k][value], 2) for value in rng.integers(len(rows[k]), size=batch)]
        found.append(np.abs(np.subtract(*rep.latents[np.transpose(mine)])).mean(0))
    return found


def votes_loop(rep, points=15_000, batch=64):
    """FactorVAE's votes, one after the other."""
    rng, rows = (
        np.random.default_rng(0),
        [[np.flatnonzero(v == value) for value in np.unique(v)] for v in rep.factors.T],
    )
    total, found = rep.latents.var(0), []
    for _ in range(points):
        k = rng.integers(K)
        found.append(
            (
                rep.latents[rng.choice(rows[k][rng.integers(len(rows[k]))], batch)].var(0) / total
            ).argmin()
        )
    return found


def forest_loop(rep):
    return [
        RandomForestClassifier(10, max_features=None).fit(rep.latents, v).feature_importances_
        for v in rep.factors.T
    ]


def conventions():
    """Every metric as disentanglement_lib means it, against the plain way in the same run."""
    print(
        f"\nAs disentanglement_lib means it, n = 10,000 ({joblib.cpu_count()} cores), and the "
        f"plain way with the same library calls or loops:"
    )
    fresh = lambda: [representation(10_000, seed) for seed in range(3)]
    rows = [
        ("mig", google(METRICS["mig"]), double_loop, fresh(), 3),
        ("sap, continuous", google(METRICS["sap"]), r2_loop, [smooth(rep) for rep in fresh()], 3),
        ("sap, levels", google(METRICS["sap"]), svm_loop, fresh(), 3),
        ("factor_vae", google(METRICS["factor_vae"]), votes_loop, fresh(), 1),
        ("beta_vae", google(METRICS["beta_vae"]), pairs_loop, fresh(), 1),
        ("disentanglement, forest", METRICS["disentanglement"], forest_loop, fresh(), 3),
    ]
    for name, ours, plain, reps, times in rows:
        quick, slow = (
            seconds(lambda j: lambda: ours(reps[j])),
            seconds(lambda j: lambda: plain(reps[j]), times=times),
        )
        print(
            f"  {name:<24} ours {quick:8.4f} s   plain {slow:8.4f} s   plain / ours = "
            f"{slow / quick:6.1f}",
            flush=True,
        )
    rep = representation(10_000)
    print("  boosting, 113 classes times 100 rounds (a bar counts factors):", flush=True)
    for predictor in ("boosting", "lightgbm"):
        options = dict(convention="disentanglement_lib", predictor=predictor)
        try:
            start = time.perf_counter()
            score = METRICS["disentanglement"](rep, progress=tqdm, **options)
            spent = time.perf_counter() - start
            print(
                f"    {predictor:<12} {spent:7.1f} s   D = {score.value:.4f}   C = "
                f"{METRICS['completeness'](rep, **options).value:.4f}   "
                f"I = {METRICS['informativeness'](rep, **options).value:.4f}",
                flush=True,
            )
        except ValueError as error:  # an optional extra
            print(f"    {predictor:<12} {error}")
    n = 10_000_000
    rep = representation(n)
    before, spent = (
        memory(),
        seconds(lambda j: lambda: METRICS["mig"](rep, convention="disentanglement_lib"), times=1),
    )
    print(
        f"  mig at n = {n:,}: {spent:.1f} s, {memory() - before:.2f} GB beyond the "
        f"{before:.1f} GB that the samples took at their peak"
    )


def learning():
    """Seconds of gca against how many numbers it trains (n = 10,000, K = 5, five epochs).

    As a ratio to the smallest.
    """
    try:
        import torch  # noqa: F401
    except ImportError:
        print("\nGCA: PyTorch is not installed (make bench after make test TORCH=1)")
        return
    from disentangle_edu.measures import spine
    from disentangle_edu.measures.subspaces import gca, planted

    print("\nGCA, five epochs of 10,000 samples, 5 factors (80 epochs are the default):")
    first = None
    for L in (5, 10, 20, 50):
        rep, _ = planted(L, 5, min(L, 5), "poly")
        start = time.perf_counter()
        gca(rep, epochs=5)
        spent = time.perf_counter() - start
        trained = 5 * (
            L * L
            + sum(
                size * spine.HIDDEN
                + (spine.LAYERS - 1) * spine.HIDDEN**2
                + (spine.LAYERS + 1) * spine.HIDDEN
                + 1
                for size in spine.default_sizes(L)
            )
        )
        first = first or spent
        print(
            f"  L = {L:>3}   {trained:>9,} numbers trained   {spent:6.2f} s   "
            f"{spent / first:5.1f} times the first",
            flush=True,
        )


def memory():
    """Peak memory of this process so far, GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def main():
    print(
        f"L = {L} latents, K = {K} factors; median of 3 runs\n\nMutual information against a "
        f"double loop over scikit-learn's mutual_info_score:"
    )
    for n in (1_000, 10_000, 100_000):
        reps = [representation(n, seed) for seed in range(3)]
        assert np.allclose(
            measures.mutual_information(reps[0]).values, double_loop(reps[0]), atol=1e-6
        )
        fresh = [representation(n, seed) for seed in range(3)]
        ours, plain = (
            seconds(lambda j: lambda: measure(fresh[j]))
            for measure in (measures.mutual_information, double_loop)
        )
        print(
            f"  n = {n:>9,}   ours {ours:8.4f} s   loop {plain:8.4f} s   loop / ours = "
            f"{plain / ours:5.1f}"
        )

    print(
        "\nEvery metric with its defaults, seconds (disentanglement, completeness and "
        "informativeness share one forest):"
    )
    sizes = (1_000, 10_000, 100_000, 1_000_000)
    print(" " * 17 + "".join(f"{f'n = {n:,}':>15}" for n in sizes) + "     growth per tenfold n")
    for name, metric in METRICS.items():
        row = []
        for n in sizes:
            if row and row[-1] * 12 > 60:  # a minute is enough to see the growth
                row.append(np.nan)
                continue
            row.append(
                seconds(
                    lambda j: lambda rep=representation(n, j): metric(rep),
                    times=3 if n <= 10_000 else 1,
                )
            )
        growth = ", ".join(f"{b / a:.1f}" for a, b in zip(row, row[1:]) if b == b)
        print(
            f"  {name:<15}"
            + "".join(f"{'-' if t != t else f'{t:.4f}':>15}" for t in row)
            + f"     {growth}",
            flush=True,
        )

    conventions()
    learning()

    print("\nThe hunt, candidates per second (three coins, four latents):")
    for name in ("mig", "dcimig", "sap", "disentanglement", "beta_vae", "factor_vae"):
        metric = METRICS[name]
        aim = lambda tables: (judge(metric, tables), satisfies(tables, metric.reflects))
        spent = seconds(lambda j: lambda: list(search(aim, (2, 2, 2), 4, 4, j, 20_000)), times=1)
        print(f"  {name:<15}{20_000 / spent:10,.0f}")

    print("\nA step of each lab, Python only, milliseconds:")
    for build in labs.LABS:
        lab = build()
        step = seconds(lambda j: lambda: lab.draw(**lab.values), times=9)
        full = (
            f"   full size {seconds(lambda j: lab.run_full, times=1) * 1000:7.0f}"
            if lab.full
            else ""
        )
        print(f"  {build.__name__:<15}{step * 1000:8.1f}{full}")


if __name__ == "__main__":
    main()
