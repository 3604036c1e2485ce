"""The ledger: sentences and figures of papers as functions that measure them, each with a verdict.

    @claim("dci-0.6", paper="sepliarskaia2019", where="Fact 2", says="...", figure=about("0.6"), verdict="holds")
    def even_rest():
        return disentanglement(examples.focused_matrix())

A function with a parameter `seed` is run over several seeds. It returns a number (or Score), or a dictionary of them, one
per *reading* of the claim: the ways in which the paper's words can be understood. The verdict is computed from what was
measured; the recorded one is only compared with it, so that a change is noticed.
"""

import inspect
import time
from dataclasses import dataclass, field

import numpy as np

VERDICTS = ("holds", "holds under a reading", "figure differs, conclusion holds", "fails")
CLAIMS = {}


@dataclass(frozen=True)
class Expectation:
    """What a measured number must be: `text` for people, `met(mean, spread)` for the machine."""

    text: str
    met: object


def about(printed, digits=None):
    """Equal to a printed figure to its last digit (or to `digits`), give or take three spreads of a single run.

    A printed figure is one run of an experiment, so it is compared with how far single runs lie apart.
    """
    value, digits = float(printed), len(printed.partition(".")[2]) if digits is None else digits
    return Expectation(printed, lambda mean, spread: abs(mean - value) <= 0.5 * 10.0 ** -digits + 3 * spread + 1e-12)


def above(least):
    """At least this much."""
    return Expectation(f"above {least}", lambda mean, spread: mean >= least)


def below(most):
    """At most this much."""
    return Expectation(f"below {most}", lambda mean, spread: mean <= most)


@dataclass(frozen=True)
class Measured:
    """One reading over seeds: mean, spread (standard deviation of single runs; 0 without chance) and the values."""

    values: tuple

    @property
    def mean(self):
        return float(np.mean(self.values))

    @property
    def spread(self):
        return float(np.std(self.values, ddof=1)) if len(self.values) > 1 else 0.0

    def __str__(self):
        spread = f" ± {self.spread:.4f} over {len(self.values)} seeds" if len(self.values) > 1 else ""
        return f"{self.mean:.4f}{spread}"


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper and the function that puts it to the test."""

    id: str
    paper: str
    where: str
    says: str                # our paraphrase
    figure: Expectation      # the printed figure
    verdict: str             # as recorded; tests compare it with what is found
    experiment: object
    conclusion: Expectation = None  # what the paper concludes from the figure
    exact: float = None      # the closed form, where there is one
    seeds: int = 20
    lesson: str = ""
    note: str = ""

    def check(self, seeds=None, progress=None):
        """Measure and judge. seeds: how many; progress: wraps an iterable, as tqdm.tqdm does."""
        by_chance = "seed" in inspect.signature(self.experiment).parameters
        runs = range(self.seeds if seeds is None else seeds) if by_chance else [None]
        start, values = time.perf_counter(), {}
        for seed in progress(runs) if progress else runs:
            found = self.experiment(seed) if by_chance else self.experiment()
            for reading, value in (found if isinstance(found, dict) else {"as printed": found}).items():
                values.setdefault(reading, []).append(float(value))
        readings = {reading: Measured(tuple(found)) for reading, found in values.items()}
        return Finding(self, readings, self._judge(readings.values()), time.perf_counter() - start)

    def _judge(self, readings):
        met = [self.figure.met(found.mean, found.spread) for found in readings]
        if any(met):
            return VERDICTS[0] if all(met) else VERDICTS[1]
        concluded = self.conclusion and all(self.conclusion.met(found.mean, found.spread) for found in readings)
        return VERDICTS[2] if concluded else VERDICTS[3]


@dataclass(frozen=True)
class Finding:
    """What came out: readings with mean and spread, the verdict, and the seconds it took."""

    claim: Claim
    readings: dict
    verdict: str
    seconds: float = field(compare=False)

    @property
    def as_recorded(self):
        return self.verdict == self.claim.verdict

    def __repr__(self):
        claim = self.claim
        lines = [f"{claim.id}  ({claim.paper}, {claim.where})", f"  says      {claim.says}", f"  printed   {claim.figure.text}"]
        if claim.exact is not None:
            lines.append(f"  exactly   {claim.exact:.6f}  (closed form)")
        width = max(map(len, self.readings))
        lines += [f"  measured  {reading.ljust(width)}  {found}" for reading, found in self.readings.items()]
        lines.append(f"  verdict   {self.verdict}")
        return "\n".join(lines + ([f"  note      {claim.note}"] if claim.note else []))


def claim(id, *, paper, where, says, figure, verdict, **more):
    """Decorate the function that measures a claim; enters it in CLAIMS."""
    if verdict not in VERDICTS:
        raise ValueError(f"verdict: found {verdict!r}, expected one of {VERDICTS}.")
    if id in CLAIMS:
        raise ValueError(f"id: found {id!r} twice, expected a new name.")

    def decorate(experiment):
        CLAIMS[id] = Claim(id, paper, where, says, figure, verdict, experiment, **more)
        return experiment

    return decorate
