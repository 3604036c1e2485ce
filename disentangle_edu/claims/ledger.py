"""The ledger: sentences and figures of papers as functions that measure them, each with a verdict.

    @claim("dci-0.6", paper="sepliarskaia2019", where="Fact 2", says="...", expects=about("0.6"), verdict="holds")
    def even_rest():
        return disentanglement(examples.focused_matrix())

A function with a parameter `seed` is run over several seeds. It returns a number (or Score), or a dictionary of them, one per
*reading* of the claim: the ways in which the paper's words can be understood. Readings whose name begins with "witness" are no
readings; they carry the conclusion where the printed argument does not. The verdict is computed from what was measured; the
recorded one is only compared with it, so that a change is noticed.
"""

import inspect
import time
from dataclasses import dataclass, field

import numpy as np

from ..core import Drawn
from ..show.svg import Panel, Picture
from .card import runs_panel

HOLDS, READING, FIGURE, ARGUMENT, FAILS, OPEN = VERDICTS = (
    "holds",
    "holds under a reading",
    "figure differs, conclusion holds",
    "argument fails, conclusion holds",
    "fails",
    "open",
)
CLAIMS = {}


@dataclass(frozen=True)
class Expectation:
    """What a measured number must be: `text` for people, `met(mean, spread)` for the machine."""

    text: str
    met: object
    yes_or_no: bool = False

    def words(self, found):
        """A Measured as people read it: a number with its spread, or yes and no."""
        return str(found) if not self.yes_or_no else "yes" if found.mean == 1 else "no"


def about(printed, digits=None):
    """Equal to a printed figure to its last digit (or to `digits`), give or take three spreads of a single run.

    A printed figure is one run of an experiment, so it is compared with how far single runs lie apart.
    """
    value, digits = float(printed), len(printed.partition(".")[2]) if digits is None else digits
    return Expectation(
        printed, lambda mean, spread: abs(mean - value) <= 0.5 * 10.0**-digits + 3 * spread + 1e-12
    )


def within(printed, distance):
    """At most so far from a printed figure, where another instrument than the paper's measures."""
    return Expectation(printed, lambda mean, spread: abs(mean - float(printed)) <= distance)


def above(least, text=None):
    """At least this much."""
    return Expectation(text or f"above {least}", lambda mean, spread: mean >= least)


def below(most, text=None):
    """At most this much."""
    return Expectation(text or f"below {most}", lambda mean, spread: mean <= most)


def true(text):
    """A yes-or-no sentence; its experiment returns True or False."""
    return Expectation(text, lambda mean, spread: mean == 1, yes_or_no=True)


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
        spread = (
            f" ± {self.spread:.4f} over {len(self.values)} seeds" if len(self.values) > 1 else ""
        )
        return f"{self.mean:.4f}{spread}"


def _is_witness(reading):
    return reading.startswith("witness")


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper and the function that puts it to the test."""

    id: str
    paper: str
    where: str
    says: str  # our paraphrase
    expects: Expectation  # what the paper prints, or what its argument says
    verdict: str  # as recorded; tests compare it with what is found
    experiment: object = None  # None for what cannot be tested here: then `missing` says why
    conclusion: Expectation = None  # what the paper concludes, where that is weaker than the figure
    exact: float = None  # the closed form, where there is one
    seeds: int = 20
    lesson: str = ""
    note: str = ""
    missing: str = ""

    @property
    def by_chance(self):
        return (
            self.experiment is not None and "seed" in inspect.signature(self.experiment).parameters
        )

    @property
    def source(self):
        """The lines that measure it."""
        return (
            inspect.getsource(self.experiment)
            if self.experiment
            else f"# not tested: {self.missing}"
        )

    def check(self, seeds=None, progress=None):
        """Measure and judge. seeds: how many; progress: wraps an iterable, as tqdm.tqdm does.

        An interruption keeps the seeds that are done; without any, it goes on upwards.
        """
        if self.experiment is None:
            return Finding(self, {}, OPEN, 0.0)
        runs = range(self.seeds if seeds is None else seeds) if self.by_chance else [None]
        start, values = time.perf_counter(), {}
        try:
            for seed in progress(runs) if progress else runs:
                found = self.experiment(seed) if self.by_chance else self.experiment()
                for reading, value in (
                    found if isinstance(found, dict) else {"as printed": found}
                ).items():
                    values.setdefault(reading, []).append(float(value))
        except KeyboardInterrupt:
            if not values:
                raise
        readings = {reading: Measured(tuple(found)) for reading, found in values.items()}
        return Finding(self, readings, self._judge(readings), time.perf_counter() - start)

    def _judge(self, readings):
        witnesses = [found for reading, found in readings.items() if _is_witness(reading)]
        plain = [found for reading, found in readings.items() if not _is_witness(reading)]
        met = [self.expects.met(found.mean, found.spread) for found in plain]
        if any(met):
            return HOLDS if all(met) else READING
        if self.conclusion and all(
            self.conclusion.met(found.mean, found.spread) for found in witnesses or plain[:1]
        ):
            return ARGUMENT if witnesses else FIGURE
        return FAILS


@dataclass(frozen=True, repr=False)
class Finding(Drawn):
    """What came out: readings with mean and spread, the verdict, and the seconds it took."""

    claim: Claim
    readings: dict
    verdict: str
    seconds: float = field(compare=False)

    @property
    def as_recorded(self):
        """Whether the verdict is the recorded one. A single run of a claim by chance has no spread to be judged by, and counts as yes."""
        single = self.claim.by_chance and all(
            len(found.values) < 2 for found in self.readings.values()
        )
        return single or self.verdict == self.claim.verdict

    def meets(self, reading):
        """Whether a reading meets what is printed; witnesses are no readings."""
        found = self.readings[reading]
        return not _is_witness(reading) and bool(self.claim.expects.met(found.mean, found.spread))

    @property
    def measured(self):
        """The first reading in words; empty for an open claim."""
        return next((self.claim.expects.words(found) for found in self.readings.values()), "")

    def as_dict(self):
        """Plain values for JSON; measured and spread are those of the first reading."""
        claim, first = self.claim, next(iter(self.readings.values()), None)
        return {
            "id": claim.id,
            "paper": claim.paper,
            "where": claim.where,
            "says": claim.says,
            "printed": claim.expects.text,
            "exact": claim.exact,
            "measured": first and first.mean,
            "spread": first and first.spread,
            "seeds": len(first.values) if first else 0,
            "verdict": self.verdict,
            "recorded": claim.verdict,
            "seconds": round(self.seconds, 3),
            "lesson": claim.lesson,
            "readings": {
                name: {
                    "mean": found.mean,
                    "spread": found.spread,
                    "seeds": len(found.values),
                    "meets": self.meets(name),
                }
                for name, found in self.readings.items()
            },
            "note": claim.note,
            "missing": claim.missing,
        }

    def picture(self):
        """Every run of every reading as a dot, the printed figure as a line."""
        return Picture((self.runs_panel(),), repr(self).replace("\n", " "), repr(self))

    def runs_panel(self) -> Panel:
        """The dots alone, to be put beside other panels."""
        return runs_panel(self)

    def __repr__(self):
        claim = self.claim
        lines = [
            f"{claim.id}  ({claim.paper}, {claim.where})",
            f"  says      {claim.says}",
            f"  printed   {claim.expects.text}",
        ]
        if claim.exact is not None:
            lines.append(f"  exactly   {claim.exact:.6f}  (closed form)")
        width = max(map(len, self.readings), default=0)
        several = len(self.readings) > 1
        lines += [
            (
                f"  measured  {reading.ljust(width)}  "
                f"{claim.expects.words(found)}{'  (meets it)' if several and self.meets(reading) else ''}"
            )
            for reading, found in self.readings.items()
        ]
        lines.append(
            f"  verdict   {self.verdict}"
            + ("" if self.as_recorded else f"  (the record says: {claim.verdict})")
        )
        return "\n".join(
            lines
            + [
                f"  {word.ljust(9)} {text}"
                for word, text in (("missing", claim.missing), ("note", claim.note))
                if text
            ]
        )


def claim(id, *, paper, where, says, expects, verdict, **more):
    """Decorate the function that measures a claim; enters it in CLAIMS. Without a function, `open_claim` records it as open."""
    if verdict not in VERDICTS:
        raise ValueError(f"verdict: found {verdict!r}, expected one of {VERDICTS}.")
    if id in CLAIMS:
        raise ValueError(f"id: found {id!r} twice, expected a new name.")

    def decorate(experiment):
        CLAIMS[id] = Claim(id, paper, where, says, expects, verdict, experiment, **more)
        return experiment

    return decorate


def open_claim(id, *, missing, **more):
    """Record a claim that cannot be decided here, and what is missing to decide it."""
    claim(id, verdict=OPEN, missing=missing, **more)(None)


def select(ids=()):
    """The claims with these ids, all of them by default. Raises ValueError for an unknown one."""
    if unknown := [id for id in ids if id not in CLAIMS]:
        raise ValueError(f"ID: found {unknown[0]!r}, expected one of {', '.join(CLAIMS)}.")
    return [CLAIMS[id] for id in ids] if ids else list(CLAIMS.values())


def check_all(claims, seeds=None, progress=None):
    """Yield the finding of each claim; an interruption ends it, keeping what is done."""
    try:
        for claim in progress(claims) if progress else claims:
            yield claim.check(seeds=seeds)
    except KeyboardInterrupt:
        return
