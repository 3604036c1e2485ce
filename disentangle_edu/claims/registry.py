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
understood. Those that the claim names as `witnesses` are no readings; they carry the conclusion
where the printed argument does not. Nor are those that it names as `meant`: they measure what a
misprint stands for. The verdict is computed from what was measured; the recorded one is only
compared with it, so that a change is noticed.

A claim `covers` sentences of its paper, by their numbers in sentences.csv. Where it says no more
than the first of them, its paper, place and words stand there alone.
"""

import ast
import csv
import difflib
import functools
import inspect
import operator
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import resources
from types import CodeType
from typing import Any, NamedTuple, SupportsFloat, TypeVar

import numpy as np

from ..core import Drawn, Progress
from ..course import notebook
from ..validation import check_new


class Verdict(StrEnum):
    """What becomes of a claim."""

    HOLDS = "holds"
    READING = "holds under a reading"
    FIGURE = "figure differs, conclusion holds"
    ARGUMENT = "argument fails, conclusion holds"
    MISPRINT = "misprint, what is meant holds"
    FAILS = "fails"
    UNDECIDED = "undecided"
    OPEN = "open"


HOLDS, READING, FIGURE, ARGUMENT, MISPRINT, FAILS, UNDECIDED, OPEN = VERDICTS = tuple(Verdict)

# What we take a word to mean where a paper gives no number. Said with every verdict it decides.
WORDS = {
    "low": ("at most", 0.5),
    "high": ("at least", 0.9),
    "close to 1": ("at least", 0.99),
    "close to 0": ("at most", 0.01),
    "depends": ("a difference of at least", 0.1),
    "robust": ("a difference of at most", 0.1),
    "most": ("a share of more than", 0.5),
    "strong": ("a correlation of at least", 0.7),
}
_COMPARED = {"most": operator.le, "least": operator.ge, "than": operator.gt}
HALF = 5  # runs in half of the seeds, from which on that half must agree with all of them

Readings = Mapping[str, SupportsFloat]  # what an experiment may return: a number per reading
Experiment = Callable[..., SupportsFloat | Readings]
AnyExperiment = TypeVar("AnyExperiment", bound=Experiment)


@dataclass(frozen=True)
class Expectation:
    """What a measured number must be: `text` for people, `met(mean, spread)` for the machine."""

    text: str
    met: Callable[[float, float], bool]
    yes_or_no: bool = False
    near: str = ""  # what is "near enough"
    give: str = ""  # ... and how much more, where chance is involved
    ours: bool = False  # whether the paper has a word, and the number is ours

    @property
    def figure(self) -> float | None:
        """The figure that is printed, if it is one."""
        try:
            return float(self.text)
        except ValueError:
            return None

    @property
    def asks(self) -> str:
        """A sentence: what is printed, or what would have to come out."""
        if self.figure is not None:
            return f"Printed: {self.text}."
        if self.ours:
            return f"Asked: {self.text}. The number is ours, the same for all papers."
        return f"Expected: {self.text}."

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
    return Expectation(
        printed,
        lambda mean, spread: abs(mean - value) <= half + 3 * spread,
        near="equal as far as it is printed",
        give=", give or take three standard deviations of single runs",
    )


def within(printed: str, distance: float) -> Expectation:
    """At most so far from a printed figure, where another instrument than the paper's measures."""
    return Expectation(
        printed,
        lambda mean, spread: abs(mean - float(printed)) <= distance,
        near=f"at most {distance:g} away",
    )


def above(least: float, text: str | None = None) -> Expectation:
    """At least this much."""
    return Expectation(text or f"above {least}", lambda mean, spread: mean >= least)


def below(most: float, text: str | None = None) -> Expectation:
    """At most this much."""
    return Expectation(text or f"below {most}", lambda mean, spread: mean <= most)


def true(text: str) -> Expectation:
    """A yes-or-no sentence; its experiment returns True or False."""
    return Expectation(text, lambda mean, spread: mean == 1, yes_or_no=True)


def said(word: str) -> Expectation:
    """What a word of WORDS asks for, with its number in the text."""
    asks, limit = WORDS[word]
    compared = _COMPARED[asks.rpartition(" ")[2]]
    text = f"{word} ({asks} {limit})"
    return Expectation(text, lambda mean, spread: compared(mean, limit), ours=True)


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
            counted = self.mean >= 100 and self.mean.is_integer()
            return f"{self.mean:,.0f}" if counted else f"{self.mean:.4f}"
        if set(self.values) == {0.0, 1.0}:  # a spread would say nothing
            return f"{self.mean:.4f}: {sum(self.values):.0f} of {len(self.values)} runs"
        if round(self.spread, 4) == 0:
            return f"{self.mean:.4f} in each of {len(self.values)} seeds"
        return f"{self.mean:.4f} ± {self.spread:.4f} over {len(self.values)} seeds"


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper and the function that puts it to the test.

    says : our paraphrase.
    expects : what the paper prints, or what its argument says.
    conclusion : what the paper concludes, where that is weaker than the figure.
    verdict : as recorded; tests compare it with what is found.
    experiment : the function; None for what cannot be tested here.
    covers : the numbers of the sentences that it measures.
    meets : the reading that must meet what is printed; others that do are no substitute for it.
    pinned : what that reading, or the first, gives without chance, to its digits; or {reading: what
        it gives}.
    witnesses, meant : names of what is measured and is no reading of the claim; see above.
    exact : the closed form of the first reading, where there is one.
    seeds : how often an experiment that involves chance is run.
    missing : what it takes to decide an open claim; an experiment is then a substitute of ours.
    file : the published file that the experiment reads; open until a reader gives its `path`, which
        is then the experiment's first argument.
    """

    id: str
    paper: str
    where: str
    says: str
    expects: Expectation
    verdict: Verdict
    experiment: Experiment | None = None
    conclusion: Expectation | None = None
    covers: tuple[str, ...] = ()
    meets: str = ""
    pinned: str | Mapping[str, str] = ""
    witnesses: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    exact: float | None = None
    seeds: int = 20
    lesson: str = ""
    note: str = ""
    missing: str = ""
    file: str = ""
    path: str = ""

    def role(self, name: str) -> str:
        """What a measured number is to the claim: "witness", "meant", or, a reading, nothing."""
        return "witness" if name in self.witnesses else "meant" if name in self.meant else ""

    def label(self, name: str) -> str:
        """The name of a measured number, with its role before it."""
        return f"{self.role(name)}: {name}" if self.role(name) else name

    def reading(self, path: str) -> "Claim":
        """The claim with its file at hand."""
        return replace(self, path=path, missing="")

    @property
    def notebook(self) -> str:
        """The notebook of the chapter that teaches it, or nothing."""
        return notebook(self.lesson) if self.lesson else ""

    @property
    def needs(self) -> str:
        """A sentence: what is missing to decide it; empty where nothing is."""
        return f"Needs {self.missing}." if self.missing else ""

    @property
    def concludes(self) -> str:
        """A sentence: what is enough for what the paper concludes, where that is less."""
        less = self.conclusion
        return f"For what the paper concludes, “{less.text}” is enough." if less else ""

    @property
    def can_run(self) -> bool:
        """Whether there is something to measure, and the file that it reads."""
        return self.experiment is not None and bool(self.path or not self.file)

    @property
    def by_chance(self) -> bool:
        """Whether the experiment takes a seed."""
        if self.experiment is None:
            return False
        return "seed" in inspect.signature(self.experiment).parameters

    @property
    def is_open(self) -> bool:
        """Whether it cannot be decided here, even if a substitute is measured."""
        return not self.can_run or bool(self.missing)

    @property
    def source(self) -> str:
        """The lines that measure it, after the helpers of this package that they call."""
        if self.experiment is None:
            return f"# not tested: {self.missing}"
        experiment = inspect.unwrap(self.experiment)
        helpers = [textwrap.dedent(inspect.getsource(one)) for one in _helpers(experiment)]
        return "\n\n".join([*helpers, _told_around(experiment) + _bare(experiment)])

    def runs(self, seeds: int | None = None) -> int:
        """How many runs a check takes: one per seed, one without chance, none for an open claim."""
        if not self.can_run:
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
                for reading, value in self.run(run).items():
                    values.setdefault(reading, []).append(float(value))
        except KeyboardInterrupt:
            if not values:
                raise
            cut = True
        return self.judged(values, time.perf_counter() - start, cut)

    def judged(
        self, values: Mapping[str, Sequence[float]], seconds: float, cut: bool = False
    ) -> "Finding":
        """The Finding of what was measured: for every reading, one number per run."""
        readings = {reading: Measured(tuple(found)) for reading, found in values.items()}
        return Finding(self, readings, self._judge(readings), seconds, cut)

    def run(self, seed: int) -> Readings:
        """One run: a number per reading. Raises ValueError for what cannot be measured."""
        if self.experiment is None or not self.can_run:
            raise ValueError(f"claim: found {self.id}, which is open: it needs {self.missing}.")
        lines: list[object] = [self.path] if self.file else []
        found = self.experiment(*lines, *([seed] if self.by_chance else []))
        return found if isinstance(found, Mapping) else {"as printed": found}

    def _judge(self, readings: dict[str, Measured]) -> Verdict:
        """The verdict; undecided where half of the runs would give another one."""
        if self.is_open:
            return OPEN
        verdict = self._verdict(readings)
        runs = min(len(found.values) for found in readings.values())
        if runs < 2 * HALF:
            return verdict
        half = {name: Measured(found.values[: runs // 2]) for name, found in readings.items()}
        return verdict if self._verdict(half) == verdict else UNDECIDED

    def _verdict(self, readings: dict[str, Measured]) -> Verdict:
        met = {
            name: bool(self.expects.met(found.mean, found.spread))
            for name, found in readings.items()
        }
        plain = [name for name in readings if not self.role(name)]
        if met[self.meets] if self.meets else any(met[name] for name in plain):
            return HOLDS if all(met[name] for name in plain) else READING
        if self.meant and all(met[name] for name in self.meant):
            return MISPRINT
        if self.conclusion is not None and all(
            self.conclusion.met(readings[name].mean, readings[name].spread)
            for name in self.witnesses or plain[:1]
        ):
            return ARGUMENT if self.witnesses else FIGURE
        return FAILS


def _bare(function: Callable) -> str:
    """The lines of a function without its decorators: what those say stands on its card."""
    lines = textwrap.dedent(inspect.getsource(function))
    (node,) = ast.parse(lines).body
    return "\n".join(lines.splitlines()[node.lineno - 1 :])


def _told_around(function: Callable) -> str:
    """A line on the plain values that a function finds around it; empty for none."""
    around = inspect.getclosurevars(function).nonlocals
    plain = [f"{name}={v!r}" for name, v in around.items() if isinstance(v, str | int | float)]
    return f"# with {', '.join(plain)}\n" if plain else ""


def _helpers(function: Callable) -> list[Callable]:
    """The functions of the ledger that a function calls, and those that these call."""
    found = [function]
    for one in found:  # grows on the way
        found += [other for other in dict.fromkeys(_called(one)) if other not in found]
    return found[:0:-1]


def _called(function: Callable) -> Iterator[Callable]:
    """The functions of this package, this module aside, that a function names."""
    around = inspect.getclosurevars(function).nonlocals
    for name in (*around, *_names(function.__code__)):
        other = around.get(name, function.__globals__.get(name))
        other = inspect.unwrap(other) if callable(other) else other
        home = other.__module__ if inspect.isfunction(other) else ""
        if home.startswith(f"{__package__}.") and home != __name__:
            yield other


def _names(code: CodeType) -> list[str]:
    """The names that code uses, that of comprehensions and lambdas in it included."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return [*code.co_names, *(name for part in inner for name in _names(part))]


CLAIMS: dict[str, Claim] = {}


class ReadingRow(NamedTuple):
    """What is told of one reading."""

    reading: str
    measured: str
    mark: str


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
        """Whether everything is as the record says.

        A single run of a claim by chance has no spread to be judged by, and counts as yes; so does
        what a reader's file gave, of which there is no record.
        """
        return not self.changed

    @property
    def changed(self) -> str:
        """What differs from the record, in words; empty where nothing does."""
        runs = [len(found.values) for found in self.readings.values()]
        if self.claim.path or (self.claim.by_chance and max(runs, default=0) < 2):
            return ""
        if self.verdict != self.claim.verdict:
            return f"the record says: {self.claim.verdict}"
        return self._lost()

    def _lost(self) -> str:
        """A reading, a pinned value or a closed form that was lost though the verdict stands."""
        claim = self.claim
        if claim.meets and not self.meets(claim.meets):
            return f"the record says that this meets it: {claim.meets}"
        first = next(iter(self.readings.values()), None)
        if first is None:
            return ""
        for reading, value in self._pinned().items():
            if not about(value).met(self.readings[reading].mean, 0.0):
                return f"the record says: measured {value}"
        if claim.exact is not None:
            error = first.spread / len(first.values) ** 0.5
            if abs(first.mean - claim.exact) > 3 * error + 1e-9:
                return f"the closed form says: {claim.exact:.6f}"
        return ""

    def _pinned(self) -> Mapping[str, str]:
        """What is on record, by reading."""
        pinned = self.claim.pinned
        if isinstance(pinned, str):
            return {self.claim.meets or next(iter(self.readings)): pinned} if pinned else {}
        return pinned

    def meets(self, reading: str) -> bool:
        """Whether a reading meets what is printed; witnesses and what is meant are no readings."""
        found = self.readings[reading]
        met = self.claim.expects.met(found.mean, found.spread)
        return not self.claim.role(reading) and bool(met)

    def mark(self, reading: str) -> str:
        """Whether a reading meets what is printed; the role of what is no reading."""
        return self.claim.role(reading) or ("yes" if self.meets(reading) else "no")

    @property
    def rows(self) -> list["ReadingRow"]:
        """A row for each reading: its name, what was measured in words, and its mark."""
        words = self.claim.expects.words
        return [
            ReadingRow(self.claim.label(name), words(found), self.mark(name))
            for name, found in self.readings.items()
        ]

    @property
    def measured(self) -> str:
        """The first reading in words; empty for an open claim."""
        return self.rows[0].measured if self.readings else ""

    def as_dict(self) -> dict[str, object]:
        """Plain values for JSON; measured and spread are those of the first reading."""
        claim, first = self.claim, next(iter(self.readings.values()), None)
        return {
            "id": claim.id,
            "paper": claim.paper,
            "where": claim.where,
            "covers": list(claim.covers),
            "says": claim.says,
            "printed": claim.expects.text,
            "exact": claim.exact,
            "measured": first and first.mean,
            "spread": first and first.spread,
            "seeds": len(first.values) if first else 0,
            "verdict": self.verdict,
            "recorded": claim.verdict,
            "changed": self.changed,
            "must meet": claim.meets,
            "seconds": round(self.seconds, 3),
            "lesson": claim.notebook,
            "readings": {
                claim.label(name): {
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
            "file": claim.file,
        }

    def __repr__(self) -> str:
        claim, rows = self.claim, self.rows
        width = max((len(row.reading) for row in rows), default=0)
        lines = [("says", claim.says), ("printed", claim.expects.text)]
        if claim.exact is not None:
            lines.append(("exactly", f"{claim.exact:.6f}  (closed form)"))
        for row in rows:
            meets = "  (meets it)" if len(rows) > 1 and row.mark == "yes" else ""
            lines.append(("measured", f"{row.reading.ljust(width)}  {row.measured}{meets}"))
        changed = f"  ({self.changed})" if self.changed else ""
        lines.append(("verdict", self.verdict + changed))
        if self.cut:
            lines.append(("cut", "interrupted before all of its seeds were done"))
        lines += [("missing", claim.missing)] if claim.missing else []
        lines += [("note", claim.note)] if claim.note else []
        head = f"{claim.id}  ({claim.paper}, {claim.where})"
        return "\n".join([head, *(f"  {word.ljust(9)} {text}" for word, text in lines)])


@functools.cache
def written() -> dict[str, dict[str, str]]:
    """What sentences.csv says of every sentence, by its number."""
    with resources.files(__package__).joinpath("sentences.csv").open(encoding="utf-8") as file:
        return {row["number"]: row for row in csv.DictReader(file)}


def _enter(id: str, covers: Sequence[str] = (), **fields: Any) -> None:
    """Enter a claim; paper, where and says are those of the sentence that it covers first."""
    sentence = written()[covers[0]] if covers else {}
    for name in ("paper", "where", "says"):
        if name not in fields:
            if name not in sentence:
                raise TypeError(f"{name}: missing in {id!r}, expected it, or a sentence in covers.")
            fields[name] = sentence[name]
    CLAIMS[id] = Claim(id, covers=tuple(covers), **fields)


def claim(
    id: str, *, expects: Expectation, verdict: str, **more: Any
) -> Callable[[AnyExperiment], AnyExperiment]:
    """Decorate the function that measures a claim; enters it in CLAIMS.

    more : the other fields of a Claim; paper, where and says where they are not those of the
        sentence that it `covers` first. Without a function, `open_claim` records it as open.

    Raises ValueError for an unknown verdict, or an id that is taken; a cell of a notebook may be
    run again, and put a reader's claim in the place of ours.
    """
    if verdict not in VERDICTS:
        raise ValueError(f"verdict: found {verdict!r}, expected one of {', '.join(VERDICTS)}.")

    def decorate(experiment: AnyExperiment) -> AnyExperiment:
        check_new(id, CLAIMS, experiment)
        _enter(id, expects=expects, verdict=Verdict(verdict), experiment=experiment, **more)
        return experiment

    return decorate


def open_claim(id: str, *, expects: Expectation, missing: str, **more: Any) -> None:
    """Record a claim that cannot be decided here, and what is missing to decide it."""
    check_new(id, CLAIMS)
    _enter(id, expects=expects, verdict=OPEN, missing=missing, **more)


def select(ids: Sequence[str] = ()) -> list[Claim]:
    """The claims with these ids, all of them by default. Raises ValueError for an unknown one."""
    for id in ids:
        if id not in CLAIMS:
            raise ValueError(f"ID: found {id!r}, expected an id of the ledger. {_near(id)}")
    return [CLAIMS[id] for id in ids] if ids else list(CLAIMS.values())


def _near(id: str) -> str:
    """The ids that are nearest to one, and each paper with how many ids and one of them."""
    near = "".join(difflib.get_close_matches(id, CLAIMS, 1))
    papers = Counter(claim.paper for claim in CLAIMS.values())
    first = {claim.paper: claim.id for claim in reversed(CLAIMS.values())}
    listed = "; ".join(f"{paper} ({papers[paper]}, such as {first[paper]})" for paper in papers)
    return f"Did you mean {near!r}? " * bool(near) + f"Papers: {listed}."


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
