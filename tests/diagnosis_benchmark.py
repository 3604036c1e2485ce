"""How often does `diagnose` name the defects of a code that were put into it?

python tests/diagnosis_benchmark.py --codes 60 --processes 1    # of each number of defects
python tests/diagnosis_benchmark.py --cost                      # seconds and memory

It prints the rates with their intervals and a confusion table. docs/diagnosis.md has figures.
LOKY_MAX_CPU_COUNT=1 keeps each process to one core.
"""

import argparse
import resource
import sys
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from scipy.stats import beta, norm

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from disentangle_edu import Representation, diagnose  # noqa: E402
from disentangle_edu.chapters.clinic.data import (  # noqa: E402
    HARM,
    REPAIR_OF,
    TINY,
    blur,
    rotate,
    with_common_cause,
)
from disentangle_edu.diagnosis.diagnosis import spoken  # noqa: E402
from disentangle_edu.measures._supervised import scale_columns  # noqa: E402
from disentangle_edu.zoo import pretrained  # noqa: E402

# The smallest strength that counts as a defect; strengths are drawn between it and 1.
LEAST = {
    "rotated": 0.35,
    "bent": 0.55,
    "copied": 0.3,
    "noisy": 0.3,
    "idle": 0.2,
    "dependent": 0.6,
}


class Result(NamedTuple):
    """The defects that were put into one code, and the repairs that were named."""

    defects: list[str]
    sequence: list[str]
    first: str | None  # the repair with the largest gain
    kind: str  # levels or continuous
    samples: int


# -------------------------------------------------------------------------------------- the codes


def random_code(seed, defects):
    """A code with these defects: 300 to 10,000 samples of two to eight factors."""
    rng = np.random.default_rng([seed, len(defects)])
    samples = int(np.exp(rng.uniform(np.log(300), np.log(10_000))))
    factors = random_factors(rng, samples, int(rng.integers(2, 9)), "dependent" in defects)
    K = factors.shape[1]
    z = scale_columns(factors, "standard")[:, rng.permutation(K)] * rng.choice([-1, 1], K)
    z = z + TINY * rng.standard_normal(z.shape)
    for defect in in_order(rng, defects):
        z = HARM[defect](scale_columns(z, "standard"), rng.uniform(LEAST[defect], 1), rng)
    return Representation(factors, z[:, rng.permutation(z.shape[1])])


def random_factors(rng, samples, K, dependent):
    """Levels, or uniform or normal numbers; dependent ones share a cause, in pairs or all."""
    u = rng.standard_normal((samples, K))
    if dependent:
        some = rng.permutation(K)[: 2 if rng.random() < 0.5 else K]
        u[:, some] = with_common_cause(u[:, some], rng.uniform(LEAST["dependent"], 1), rng)
    kind = rng.choice(["discrete", "discrete", "uniform", "normal"])
    if kind == "discrete":
        return np.floor(norm.cdf(u) * rng.integers(3, 9, size=K))
    return norm.cdf(u) if kind == "uniform" else u


def in_order(rng, defects):
    """The defects of the latents in random order, but no latent is rotated after copying."""
    order = [str(name) for name in rng.permutation(list(defects)) if name != "dependent"]
    if {"rotated", "copied"} <= set(order):
        order.remove("copied")
        order.insert(order.index("rotated") + 1, "copied")
    return order


# ------------------------------------------------------------------------------------- the results


def draw_defects(seed, count):
    """Draw `count` different defects; if count is 1, the seed selects each defect in turn."""
    if count == 1:
        return [list(REPAIR_OF)[seed % len(REPAIR_OF)]]
    rng = np.random.default_rng(seed)
    return [str(name) for name in rng.permutation(list(REPAIR_OF))[:count]]


def result_of(seed, count):
    """Diagnose one code and return the result."""
    defects = draw_defects(seed, count)
    rep = random_code(seed, defects)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = diagnose(rep)
    gains = found.gains
    first = gains.repair[gains.gain.idxmax()] if len(gains) else None
    return Result(defects, found.sequence, first, rep.factor_types[0], len(rep))


def rate(hits, total):
    """A share in percent with its 95% interval (Clopper and Pearson)."""
    low = beta.ppf(0.025, hits, total - hits + 1) if hits else 0.0
    high = beta.ppf(0.975, hits + 1, total - hits) if hits < total else 1.0
    return f"{hits} of {total} ({hits / total:.0%}; {low:.0%} to {high:.0%})"


def print_rates(results, count):
    """Print how often the first, all, and only the right defects are named."""
    total = len(results)
    wanted = [{REPAIR_OF[name] for name in result.defects} for result in results]
    print(f"\n{count} defects" if count != 1 else "\n1 defect")
    if count == 0:
        print(f"  called ill         {rate(sum(bool(r.sequence) for r in results), total)}")
        return
    named = [set(result.sequence) for result in results]
    print(
        f"  largest is right   {rate(sum(r.first in w for r, w in zip(results, wanted)), total)}",
        f"  all named          {rate(sum(w <= n for w, n in zip(wanted, named)), total)}",
        f"  one too many       {rate(sum(bool(n - w) for w, n in zip(wanted, named)), total)}",
        sep="\n",
    )


def print_confusion(results):
    """Print how often each repair (column) is named where each defect (row) is present."""
    names = list(REPAIR_OF.values())
    counts = Counter(
        (defect, name)
        for result in results
        for defect in result.defects
        for name in result.sequence
    )
    total = Counter(defect for result in results for defect in result.defects)
    print(f"\n{'defect':<12}{'codes':>6}" + "".join(f"{spoken(name):>14}" for name in names))
    for defect in REPAIR_OF:
        cells = "".join(f"{counts[defect, name]:>14}" for name in names)
        print(f"{defect:<12}{total[defect]:>6}{cells}")


def print_failures(results):
    """Print every code for which too many or too few repairs were named."""
    for result in results:
        if {REPAIR_OF[name] for name in result.defects} != set(result.sequence):
            print(
                f"  {result.samples} samples, {result.kind}: {', '.join(result.defects) or 'none'}"
                f" -> {', '.join(map(spoken, result.sequence)) or 'none'}"
            )


# -------------------------------------------------------------------------------------- the zoo


def learned_code(name, turned):
    """The repairs named for a learned code, as it is or after a random rotation."""
    rep = pretrained.code(name)
    latents = scale_columns(rep.latents[:, rep.latents.std(0) > 0], "standard")
    if turned:
        latents = rotate(latents, 0.7, np.random.default_rng(0))
    found = diagnose(Representation(rep.factors, latents))
    unrotated = found.gains.set_index("repair").gain.get("unrotate", 0.0)
    return found.sequence, unrotated


def print_learned(names, processes):
    """Print how often `unrotate` is named for learned codes, and its gain after a rotation."""
    jobs = [(name, turned) for name in names for turned in (False, True)]
    found = Parallel(processes)(delayed(learned_code)(*job) for job in jobs)
    print(f"\nlearned codes, {len(names)} of the zoo")
    for turned, words in ((False, "as they are"), (True, "rotated")):
        those = [result for job, result in zip(jobs, found) if job[1] == turned]
        count = Counter(name for sequence, _ in those for name in sequence)
        print(f"  {words}: " + ", ".join(f"{spoken(k)} {n}" for k, n in count.most_common()))
    more = sum(after[1] > before[1] for before, after in zip(found[::2], found[1::2]))
    print(f"  unrotate gains more once they are rotated: {rate(more, len(names))}")


def print_cost():
    """Print seconds of CPU time and the peak memory for two sizes."""
    for samples, latents in ((10_000, 10), (10_000, 300)):
        rng = np.random.default_rng(0)
        factors = rng.random((samples, 5))
        z = blur(rotate(scale_columns(factors, "standard"), 0.7, rng), 0.6, rng)
        z = np.column_stack([z, rng.standard_normal((samples, latents - 5))])
        rep, start = Representation(factors, z), time.process_time()
        diagnose(rep)
        seconds = time.process_time() - start
        data = rep.latents.nbytes + rep.factors.nbytes
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(
            f"{samples:,} x {latents} x 5: {seconds:.1f} s of CPU, {peak / 2**20:.0f} MB in all, "
            f"{peak / data:.0f} times the data"
        )


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--codes", type=int, default=60, help="of each number of defects")
    options.add_argument("--seed", type=int, default=0, help="of the first code")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--zoo", type=int, default=12, help="learned codes")
    options.add_argument("--cost", action="store_true", help="measure only time and memory")
    asked = options.parse_args()
    if asked.cost:
        return print_cost()
    every = []
    for count in (0, 1, 2, 3):
        seeds = range(asked.seed, asked.seed + asked.codes)
        results = Parallel(asked.processes)(delayed(result_of)(seed, count) for seed in seeds)
        print_rates(results, count)
        print_failures(results)
        sys.stdout.flush()
        every += results
    print_confusion(every)
    names = pretrained.coded()
    print_learned(names[:: max(1, len(names) // asked.zoo)][: asked.zoo], asked.processes)


if __name__ == "__main__":
    main()
