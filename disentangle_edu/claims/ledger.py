"""The ledger: sentences and figures of papers as functions that measure them, each with a verdict.

    @claim(
        "dci-0.6",
        paper="sepliarskaia2019",
        where="Fact 2",
        says="...",
        expects=about("0.6"),
        verdict="holds",
    )
    def even_rest():
        return disentanglement(examples.focused_matrix())

A function with a parameter `seed` is run over several seeds. It returns a number (or Score), or a
dictionary of them, one per *reading* of the claim: the ways in which the paper's words can be
understood. Readings whose name begins with "witness" are no readings; they carry the conclusion
where the printed argument does not. The verdict is computed from what was measured; the recorded
one is only compared with it, so that a change is noticed.
"""

import inspect
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import SupportsFloat, TypeVar

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

Readings = Mapping[str, SupportsFloat]  # what an experiment may return: a number per reading
Experiment = Callable[..., SupportsFloat | Readings]
AnyExperiment = TypeVar("AnyExperiment", bound=Experiment)
Progress = Callable[[Iterable], Iterable]


@dataclass(frozen=True)
class Expectation:
    """What a measured number must be: `text` for people, `met(mean, spread)` for the machine."""

    text: str
    met: Callable[[float, float], bool]
    yes_or_no: bool = False

    def words(self, found: "Measured") -> str:
        """A Measured as people read it: a number with its spread, or yes and no."""
        return str(found) if not self.yes_or_no else "yes" if found.mean == 1 else "no"


def about(printed: str, digits: int | None = None) -> Expectation:
    """Equal to a printed figure to its last digit (or to `digits`).

    Give or take three spreads of a single run: a printed figure is one run of an experiment, so it
    is compared with how far single runs lie apart.
    """
    value, digits = float(printed), len(printed.partition(".")[2]) if digits is None else digits
    half = 0.5 * 10.0**-digits + 1e-12
    return Expectation(printed, lambda mean, spread: abs(mean - value) <= half + 3 * spread)


def within(printed: str, distance: float) -> Expectation:
    """At most so far from a printed figure, where another instrument than the paper's measures."""
    return Expectation(printed, lambda mean, spread: abs(mean - float(printed)) <= distance)


def above(least: float, text: str | None = None) -> Expectation:
    """At least this much."""
    return Expectation(text or f"above {least}", lambda mean, spread: mean >= least)


def below(most: float, text: str | None = None) -> Expectation:
    """At most this much."""
    return Expectation(text or f"below {most}", lambda mean, spread: mean <= most)


def true(text: str) -> Expectation:
    """A yes-or-no sentence; its experiment returns True or False."""
    return Expectation(text, lambda mean, spread: mean == 1, yes_or_no=True)


@dataclass(frozen=True)
class Measured:
    """One reading over seeds: the value of every run."""

    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over runs."""
        return float(np.mean(self.values))

    @property
    def spread(self) -> float:
        """The standard deviation of single runs; 0 without chance."""
        return float(np.std(self.values, ddof=1)) if len(self.values) > 1 else 0.0

    def __str__(self) -> str:
        if len(self.values) == 1:
            return f"{self.mean:.4f}"
        return f"{self.mean:.4f} ± {self.spread:.4f} over {len(self.values)} seeds"


def _is_witness(reading: str) -> bool:
    return reading.startswith("witness")


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper and the function that puts it to the test.

    says : our paraphrase.
    expects : what the paper prints, or what its argument says.
    conclusion : what the paper concludes, where that is weaker than the figure.
    verdict : as recorded; tests compare it with what is found.
    experiment : the function; None for what cannot be tested here, and then `missing` says why.
    exact : the closed form, where there is one.
    seeds : how often an experiment that involves chance is run.
    """

    id: str
    paper: str
    where: str
    says: str
    expects: Expectation
    verdict: str
    experiment: Experiment | None = None
    conclusion: Expectation | None = None
    exact: float | None = None
    seeds: int = 20
    lesson: str = ""
    note: str = ""
    missing: str = ""

    @property
    def by_chance(self) -> bool:
        """Whether the experiment takes a seed."""
        if self.experiment is None:
            return False
        return "seed" in inspect.signature(self.experiment).parameters

    @property
    def source(self) -> str:
        """The lines that measure it."""
        if self.experiment is None:
            return f"# not tested: {self.missing}"
        return inspect.getsource(self.experiment)

    def runs(self, seeds: int | None = None) -> int:
        """How many runs a check takes: one per seed, one without chance, none for an open claim."""
        if self.experiment is None:
            return 0
        return (self.seeds if seeds is None else seeds) if self.by_chance else 1

    def check(self, seeds: int | None = None, progress: Progress | None = None) -> "Finding":
        """Measure and judge.

        seeds : how many, by default the claim's own.
        progress : wraps an iterable, as tqdm.tqdm does.

        An interruption keeps the runs that are done, and the Finding says that it was cut; without
        any, it goes on upwards.
        """
        runs, start = range(self.runs(seeds)), time.perf_counter()
        values: dict[str, list[float]] = {}
        cut = False
        try:
            for run in progress(runs) if progress else runs:
                for reading, value in self._run(run).items():
                    values.setdefault(reading, []).append(float(value))
        except KeyboardInterrupt:
            if not values:
                raise
            cut = True
        readings = {reading: Measured(tuple(found)) for reading, found in values.items()}
        return Finding(self, readings, self._judge(readings), time.perf_counter() - start, cut)

    def _run(self, seed: int) -> Readings:
        assert self.experiment is not None
        found = self.experiment(seed) if self.by_chance else self.experiment()
        return found if isinstance(found, Mapping) else {"as printed": found}

    def _judge(self, readings: dict[str, Measured]) -> str:
        if self.experiment is None:
            return OPEN
        witnesses = [found for reading, found in readings.items() if _is_witness(reading)]
        plain = [found for reading, found in readings.items() if not _is_witness(reading)]
        met = [self.expects.met(found.mean, found.spread) for found in plain]
        if any(met):
            return HOLDS if all(met) else READING
        if self.conclusion is not None and all(
            self.conclusion.met(found.mean, found.spread) for found in witnesses or plain[:1]
        ):
            return ARGUMENT if witnesses else FIGURE
        return FAILS


CLAIMS: dict[str, Claim] = {}


@dataclass(frozen=True, repr=False)
class Finding(Drawn):
    """What came out: readings with mean and spread, the verdict, and the seconds it took.

    cut : whether it was interrupted before all of its runs were done.
    """

    claim: Claim
    readings: dict[str, Measured]
    verdict: str
    seconds: float = field(compare=False)
    cut: bool = False

    @property
    def as_recorded(self) -> bool:
        """Whether the verdict is the recorded one.

        A single run of a claim by chance has no spread to be judged by, and counts as yes.
        """
        runs = [len(found.values) for found in self.readings.values()]
        single = self.claim.by_chance and max(runs, default=0) < 2
        return single or self.verdict == self.claim.verdict

    def meets(self, reading: str) -> bool:
        """Whether a reading meets what is printed; witnesses are no readings."""
        found = self.readings[reading]
        return not _is_witness(reading) and bool(self.claim.expects.met(found.mean, found.spread))

    @property
    def measured(self) -> str:
        """The first reading in words; empty for an open claim."""
        return next((self.claim.expects.words(found) for found in self.readings.values()), "")

    def as_dict(self) -> dict[str, object]:
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
                    "runs": list(found.values),
                }
                for name, found in self.readings.items()
            },
            "note": claim.note,
            "missing": claim.missing,
        }

    def picture(self) -> Picture:
        """Every run of every reading as a dot, beside what would be met."""
        return Picture((self.runs_panel(),), repr(self).replace("\n", " "), repr(self))

    def runs_panel(self) -> Panel:
        """The dots alone, to be put beside other panels."""
        return runs_panel(self)

    def __repr__(self) -> str:
        claim, several = self.claim, len(self.readings) > 1
        width = max(map(len, self.readings), default=0)
        lines = [("says", claim.says), ("printed", claim.expects.text)]
        if claim.exact is not None:
            lines.append(("exactly", f"{claim.exact:.6f}  (closed form)"))
        for reading, found in self.readings.items():
            meets = "  (meets it)" if several and self.meets(reading) else ""
            words = f"{reading.ljust(width)}  {claim.expects.words(found)}{meets}"
            lines.append(("measured", words))
        recorded = "" if self.as_recorded else f"  (the record says: {claim.verdict})"
        lines.append(("verdict", self.verdict + recorded))
        if self.cut:
            lines.append(("cut", "interrupted before all of its seeds were done"))
        lines += [("missing", claim.missing)] if claim.missing else []
        lines += [("note", claim.note)] if claim.note else []
        head = f"{claim.id}  ({claim.paper}, {claim.where})"
        return "\n".join([head, *(f"  {word.ljust(9)} {text}" for word, text in lines)])


def claim(
    id: str, *, paper: str, where: str, says: str, expects: Expectation, verdict: str, **more
) -> Callable[[AnyExperiment], AnyExperiment]:
    """Decorate the function that measures a claim; enters it in CLAIMS.

    more : the other fields of a Claim. Without a function, `open_claim` records it as open. Raises
    ValueError for an unknown verdict, or an id that is taken.
    """
    if verdict not in VERDICTS:
        raise ValueError(f"verdict: found {verdict!r}, expected one of {VERDICTS}.")
    if id in CLAIMS:
        raise ValueError(f"id: found {id!r} twice, expected a new name.")

    def decorate(experiment: AnyExperiment) -> AnyExperiment:
        CLAIMS[id] = Claim(id, paper, where, says, expects, verdict, experiment, **more)
        return experiment

    return decorate


def open_claim(
    id: str, *, paper: str, where: str, says: str, expects: Expectation, missing: str, **more
) -> None:
    """Record a claim that cannot be decided here, and what is missing to decide it."""
    if id in CLAIMS:
        raise ValueError(f"id: found {id!r} twice, expected a new name.")
    CLAIMS[id] = Claim(id, paper, where, says, expects, OPEN, missing=missing, **more)


def select(ids: Sequence[str] = ()) -> list[Claim]:
    """The claims with these ids, all of them by default. Raises ValueError for an unknown one."""
    if unknown := [id for id in ids if id not in CLAIMS]:
        raise ValueError(f"ID: found {unknown[0]!r}, expected one of {', '.join(CLAIMS)}.")
    return [CLAIMS[id] for id in ids] if ids else list(CLAIMS.values())


def check_all(
    claims: Iterable[Claim], seeds: int | None = None, progress: Progress | None = None
) -> Iterator[Finding]:
    """Yield the finding of each claim as it is done.

    seeds : how many for claims that involve chance, by default each claim's own.
    progress : wraps the runs of every claim, one claim after the other.

    An interruption ends it, keeping what is done; a claim that is cut in the middle is not.
    """
    try:
        for claim in claims:
            finding = claim.check(seeds, progress)
            if finding.cut:
                return
            yield finding
    except KeyboardInterrupt:
        return
