"""How long things take, as ratios and seconds from one run; a benchmark prints, it does not judge.

    make bench
"""

import time
from statistics import median

import numpy as np
from sklearn.metrics import mutual_info_score

from disentangle_edu import METRICS, Representation, labs, measures
from disentangle_edu.exact import judge, satisfies
from disentangle_edu.hunt import search

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
    return np.array([[mutual_info_score(c, v) for v in rep.factors.T.astype(int)] for c in codes]) / np.log(2)


def main():
    print(f"L = {L} latents, K = {K} factors; median of 3 runs\n\nMutual information against a double loop over scikit-learn's mutual_info_score:")
    for n in (1_000, 10_000, 100_000):
        reps = [representation(n, seed) for seed in range(3)]
        assert np.allclose(measures.mutual_information(reps[0]).values, double_loop(reps[0]), atol=1e-6)
        fresh = [representation(n, seed) for seed in range(3)]
        ours, plain = (seconds(lambda j: lambda: measure(fresh[j])) for measure in (measures.mutual_information, double_loop))
        print(f"  n = {n:>9,}   ours {ours:8.4f} s   loop {plain:8.4f} s   loop / ours = {plain / ours:5.1f}")

    print("\nEvery metric with its defaults, seconds (disentanglement, completeness and informativeness share one forest):")
    sizes = (1_000, 10_000, 100_000, 1_000_000)
    print(" " * 17 + "".join(f"{f'n = {n:,}':>15}" for n in sizes) + "     growth per tenfold n")
    for name, metric in METRICS.items():
        row = []
        for n in sizes:
            if row and row[-1] * 12 > 60:  # a minute is enough to see the growth
                row.append(np.nan)
                continue
            row.append(seconds(lambda j: (lambda rep=representation(n, j): metric(rep)), times=3 if n <= 10_000 else 1))
        growth = ", ".join(f"{b / a:.1f}" for a, b in zip(row, row[1:]) if b == b)
        print(f"  {name:<15}" + "".join(f"{'-' if t != t else f'{t:.4f}':>15}" for t in row) + f"     {growth}", flush=True)

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
        full = f"   full size {seconds(lambda j: lab.run_full, times=1) * 1000:7.0f}" if lab.full else ""
        print(f"  {build.__name__:<15}{step * 1000:8.1f}{full}")


if __name__ == "__main__":
    main()
