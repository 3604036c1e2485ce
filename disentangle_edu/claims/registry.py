"""The ledger: claims of papers, as functions that measure them, each with a verdict.

    @claim(
        "dci-0.6",
        paper="sepliarskaia2019",
        where="Fact 2",
        statement="...",
        expects=about("0.6"),
        verdict="holds",
    )
    def even_rest():
        return disentanglement(examples.focused_matrix())

A function with a parameter `seed` is run with several seeds. It returns a number (or Score), or a
dictionary with one number per *reading* of the claim. Readings are the ways in which the words of
the paper can be understood. Numbers that the claim names as `witnesses` are no readings; they
support the conclusion if the printed argument does not. Numbers that the claim names as
`misprint_readings` are no readings either; they measure what a misprint probably means. The verdict
is computed from what was measured. The recorded verdict is only compared with it, so that a change
is noticed.

A claim `covers` sentences of its paper, by their numbers in sentences.csv. If it says no more than
the first of them, its paper, position and words are only in that file.
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

from ..course import notebook
from ..matrices import PictureMixin
from ..types import Progress
from ..validation import check_unused_id
from ..viz.picture import Picture


class Verdict(StrEnum):
    """Result of testing a claim.

    Parameters
    ----------
    value : str
        Name of the verdict, such as "holds".
    names, module, qualname, type, start, boundary : object
        Parameters of `enum.Enum`, which are not used here.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import Verdict
    >>> Verdict("holds").name
    'HOLDS'
    """

    HOLDS = "holds"
    READING = "holds under a reading"
    FIGURE = "figure differs, conclusion holds"
    ARGUMENT = "argument fails, conclusion holds"
    MISPRINT = "misprint, what is meant holds"
    FAILS = "fails"
    UNDECIDED = "undecided"
    OPEN = "open"


HOLDS, READING, FIGURE, ARGUMENT, MISPRINT, FAILS, UNDECIDED, OPEN = VERDICTS = tuple(Verdict)

# How we read a word if a paper gives no number. Each verdict that uses a word says so.
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
_COMPARISONS = {"most": operator.le, "least": operator.ge, "than": operator.gt}
# If half of the seeds are at least this many runs, that half must agree with all seeds.
HALF = 5

Readings = Mapping[str, SupportsFloat]  # what an experiment may return: a number per reading
Experiment = Callable[..., SupportsFloat | Readings]
AnyExperiment = TypeVar("AnyExperiment", bound=Experiment)


@dataclass(frozen=True)
class Expectation:
    """What a measured number must be.

    Parameters
    ----------
    text : str
        The expectation in words, or the printed figure.
    met : callable
        Function such that met(mean, spread) is true if the expectation is met.
    yes_or_no : bool, default=False
        Whether the experiment returns True or False.
    near : str, default=''
        What "near enough" means, in words.
    give : str, default=''
        Further tolerance if the experiment involves chance, in words.
    ours : bool, default=False
        Whether the paper has a word, and the number is our interpretation of it.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import equals_printed
    >>> equals_printed("0.6").met(0.62, 0.0)
    True
    """

    text: str
    met: Callable[[float, float], bool]
    yes_or_no: bool = False
    near: str = ""  # what is "near enough"
    give: str = ""  # how much more is allowed if the result depends on chance
    ours: bool = False  # whether the number is ours, for a word of the paper

    @property
    def figure(self) -> float | None:
        """Printed figure, if the expectation is a figure.

        Returns
        -------
        figure : float or None
            The figure, or None.
        """
        try:
            return float(self.text)
        except ValueError:
            return None

    @property
    def asks(self) -> str:
        """Sentence on what is printed, or on what is expected.

        Returns
        -------
        sentence : str
            Sentence.
        """
        if self.figure is not None:
            return f"Printed: {self.text}."
        if self.ours:
            return f"Asked: {self.text}. The number is ours, the same for all papers."
        return f"Expected: {self.text}."

    def words(self, found: "Measured") -> str:
        """Measured number in words: a number with its spread, or yes and no.

        Parameters
        ----------
        found : Measured
            Number to describe.

        Returns
        -------
        words : str
            Words.
        """
        return str(found) if not self.yes_or_no else "yes" if found.mean == 1 else "no"


def equals_printed(printed: str, digits: int | None = None) -> Expectation:
    """Expectation of a printed figure, equal to its last digit.

    Parameters
    ----------
    printed : str
        The figure as it is printed.
    digits : int or None, default=None
        Number of digits to compare. With None, those that are printed.

    Returns
    -------
    expectation : Expectation
        Expectation for a claim.

    Notes
    -----
    Three standard deviations of single runs are added to the tolerance. A printed figure is a
    single run of an experiment, so it is compared with the distance between single runs.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import equals_printed
    >>> equals_printed("0.6").met(0.64, 0.0), equals_printed("0.6").met(0.66, 0.0)
    (True, False)
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
    """Expectation of at most a given distance from a printed figure.

    It is for experiments that measure with another instrument than the paper.

    Parameters
    ----------
    printed : str
        The figure as it is printed.
    distance : float
        Largest distance.

    Returns
    -------
    expectation : Expectation
        Expectation for a claim.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import within
    >>> within("0.6", 0.1).met(0.68, 0.0)
    True
    """
    return Expectation(
        printed,
        lambda mean, spread: abs(mean - float(printed)) <= distance,
        near=f"at most {distance:g} away",
    )


def above(least: float, text: str | None = None) -> Expectation:
    """Expectation of at least a given number.

    Parameters
    ----------
    least : float
        Smallest number, which is included.
    text : str or None, default=None
        The expectation in words. With None, "above" and the number.

    Returns
    -------
    expectation : Expectation
        Expectation for a claim.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import above
    >>> above(0.9).met(0.95, 0.0)
    True
    """
    return Expectation(text or f"above {least}", lambda mean, spread: mean >= least)


def below(most: float, text: str | None = None) -> Expectation:
    """Expectation of at most a given number.

    Parameters
    ----------
    most : float
        Largest number, which is included.
    text : str or None, default=None
        The expectation in words. With None, "below" and the number.

    Returns
    -------
    expectation : Expectation
        Expectation for a claim.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import below
    >>> below(0.1).met(0.95, 0.0)
    False
    """
    return Expectation(text or f"below {most}", lambda mean, spread: mean <= most)


def true(text: str) -> Expectation:
    """Expectation that a sentence is true; its experiment returns True or False.

    Parameters
    ----------
    text : str
        The sentence.

    Returns
    -------
    expectation : Expectation
        Expectation for a claim.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import true
    >>> true("MIG is 0 here").met(1.0, 0.0)
    True
    """
    return Expectation(text, lambda mean, spread: mean == 1, yes_or_no=True)


def said(word: str) -> Expectation:
    """Expectation of a word such as "high", with the number that we use for it.

    Parameters
    ----------
    word : str
        Word in `WORDS`.

    Returns
    -------
    expectation : Expectation
        Expectation for a claim.

    Raises
    ------
    KeyError
        If the word is unknown.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import said
    >>> said("high").text
    'high (at least 0.9)'
    """
    asks, limit = WORDS[word]
    compared = _COMPARISONS[asks.rpartition(" ")[2]]
    text = f"{word} ({asks} {limit})"
    return Expectation(text, lambda mean, spread: compared(mean, limit), ours=True)


@dataclass(frozen=True)
class Measured:
    """Values of one reading, one per run.

    Parameters
    ----------
    values : tuple of float
        Value of every run.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import Measured
    >>> print(Measured((0.5, 0.7)))
    0.6000 ± 0.1414 over 2 seeds
    """

    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Mean over runs.

        Returns
        -------
        mean : float
            Mean.
        """
        return float(np.mean(self.values))

    @property
    def spread(self) -> float:
        """Standard deviation of single runs.

        Returns
        -------
        spread : float
            Standard deviation; 0 if there is only one run.
        """
        return float(np.std(self.values, ddof=1)) if len(self.values) > 1 else 0.0

    def __str__(self) -> str:
        if len(self.values) == 1:
            counted = self.mean >= 100 and self.mean.is_integer()
            return f"{self.mean:,.0f}" if counted else f"{self.mean:.4f}"
        if set(self.values) == {0.0, 1.0}:  # yes or no in each run, so a spread has no meaning
            return f"{self.mean:.4f}: {sum(self.values):.0f} of {len(self.values)} runs"
        if round(self.spread, 4) == 0:
            return f"{self.mean:.4f} in each of {len(self.values)} seeds"
        return f"{self.mean:.4f} ± {self.spread:.4f} over {len(self.values)} seeds"


@dataclass(frozen=True)
class Claim:
    """Statement of a paper, and the function that tests it.

    Parameters
    ----------
    id : str
        Name of the claim, such as "dci-0.6".
    paper : str
        Key of the paper, see `bibliography.PAPERS`.
    where : str
        Position in the paper.
    statement : str
        The statement in our words.
    expects : Expectation
        What the paper prints, or what its argument says.
    verdict : Verdict
        Recorded verdict, which tests compare with the measured one.
    experiment : callable or None, default=None
        Function that measures the claim. None if it cannot be tested here.
    conclusion : Expectation or None, default=None
        What the paper concludes, if that is weaker than the figure.
    covers : tuple of str, default=()
        Numbers of the sentences that the claim measures, in sentences.csv.
    meets : str, default=''
        Reading that must meet what is printed. Other readings do not replace it.
    pinned : str or mapping of str to str, default=''
        Value of that reading (or the first one) without chance, with its digits; or values by
        reading.
    witnesses : tuple of str, default=()
        Numbers that support the conclusion and are no readings of the claim.
    misprint_readings : tuple of str, default=()
        Numbers that measure what a misprint probably means, and are no readings of the claim.
    exact : float or None, default=None
        Closed form of the first reading, if there is one.
    seeds : int, default=20
        Number of runs of an experiment that involves chance.
    lesson : str, default=''
        Chapter that teaches the claim.
    note : str, default=''
        Further remark.
    missing : str, default=''
        What is needed to decide an open claim. An experiment is then only our substitute.
    file : str, default=''
        Published file that the experiment reads.
    path : str, default=''
        Path of that file, which is the first argument of the experiment. Without it, the claim is
        open.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import Claim, Verdict, equals_printed
    >>> expects = equals_printed("0.5")
    >>> claim = Claim("x", "kim2018", "here", "It is half.", expects, Verdict.HOLDS, lambda: 0.5)
    >>> claim.check(), claim.is_stochastic
    (x  (kim2018, here)
      says      It is half.
      printed   0.5
      measured  as printed  0.5000
      verdict   holds, False)
    """

    id: str
    paper: str
    where: str
    statement: str
    expects: Expectation
    verdict: Verdict
    experiment: Experiment | None = None
    conclusion: Expectation | None = None
    covers: tuple[str, ...] = ()
    meets: str = ""
    pinned: str | Mapping[str, str] = ""
    witnesses: tuple[str, ...] = ()
    misprint_readings: tuple[str, ...] = ()
    exact: float | None = None
    seeds: int = 20
    lesson: str = ""
    note: str = ""
    missing: str = ""
    file: str = ""
    path: str = ""

    def role(self, name: str) -> str:
        """Role of a measured number.

        Parameters
        ----------
        name : str
            Name of the number.

        Returns
        -------
        role : {'witness', 'meant', ''}
            Empty if the number is a reading of the claim.
        """
        return (
            "witness"
            if name in self.witnesses
            else "meant"
            if name in self.misprint_readings
            else ""
        )

    def label(self, name: str) -> str:
        """Name of a measured number, with its role before it.

        Parameters
        ----------
        name : str
            Name of the number.

        Returns
        -------
        label : str
            Name with its role.
        """
        return f"{self.role(name)}: {name}" if self.role(name) else name

    def reading(self, path: str) -> "Claim":
        """Copy of the claim with the path of its file.

        Parameters
        ----------
        path : str
            Path of the file.

        Returns
        -------
        claim : Claim
            Claim that can be run.
        """
        return replace(self, path=path, missing="")

    @property
    def notebook(self) -> str:
        """Notebook of the chapter that teaches the claim.

        Returns
        -------
        notebook : str
            Name of the notebook; empty if there is none.
        """
        return notebook(self.lesson) if self.lesson else ""

    @property
    def needs(self) -> str:
        """Sentence on what is missing to decide the claim.

        Returns
        -------
        sentence : str
            Sentence; empty if nothing is missing.
        """
        return f"Needs {self.missing}." if self.missing else ""

    @property
    def concludes(self) -> str:
        """Sentence on what is enough for the conclusion of the paper.

        Returns
        -------
        sentence : str
            Sentence; empty if the conclusion is not weaker than the figure.
        """
        less = self.conclusion
        return f"For what the paper concludes, “{less.text}” is enough." if less else ""

    @property
    def can_run(self) -> bool:
        """Whether the claim has an experiment, and the file that the experiment reads.

        Returns
        -------
        can_run : bool
            True if it can be measured.
        """
        return self.experiment is not None and bool(self.path or not self.file)

    @property
    def is_stochastic(self) -> bool:
        """Whether the experiment takes a seed.

        Returns
        -------
        by_chance : bool
            True if the experiment involves chance.
        """
        if self.experiment is None:
            return False
        return "seed" in inspect.signature(self.experiment).parameters

    @property
    def is_open(self) -> bool:
        """Whether the claim cannot be decided here, even if a substitute is measured.

        Returns
        -------
        is_open : bool
            True if it cannot be decided.
        """
        return not self.can_run or bool(self.missing)

    @property
    def source(self) -> str:
        """Source code that measures the claim, after the helpers of this package that it calls.

        Returns
        -------
        source : str
            Lines of Python.
        """
        if self.experiment is None:
            return f"# not tested: {self.missing}"
        experiment = inspect.unwrap(self.experiment)
        helpers = [
            textwrap.dedent(inspect.getsource(helper)) for helper in _find_helpers(experiment)
        ]
        return "\n\n".join(
            [*helpers, _describe_closure(experiment) + _strip_decorators(experiment)]
        )

    def runs(self, seeds: int | None = None) -> int:
        """Number of runs that a check takes.

        Parameters
        ----------
        seeds : int or None, default=None
            Number of runs of a claim that involves chance. With None, the claim's own number.

        Returns
        -------
        runs : int
            One per seed; 1 without chance; 0 if the claim cannot be run.
        """
        if not self.can_run:
            return 0
        return (self.seeds if seeds is None else seeds) if self.is_stochastic else 1

    def check(self, seeds: int | None = None, progress: Progress | None = None) -> "Finding":
        """Measure the claim and compute the verdict.

        Parameters
        ----------
        seeds : int or None, default=None
            Number of runs of a claim that involves chance. With None, the claim's own number.
        progress : callable or None, default=None
            Function that wraps an iterable, as `tqdm.tqdm` does.

        Returns
        -------
        finding : Finding
            Readings and verdict. After an interruption, it has the runs that are done, and `cut` is
            true.

        Raises
        ------
        KeyboardInterrupt
            If the check is interrupted before the first run is done.
        ValueError
            If the claim cannot be measured.
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
        """Finding for measured values.

        Parameters
        ----------
        values : mapping of str to sequence of float
            One number per run, by reading.
        seconds : float
            Duration of the measurement in seconds.
        cut : bool, default=False
            Whether the measurement was interrupted.

        Returns
        -------
        finding : Finding
            Readings and verdict.
        """
        readings = {reading: Measured(tuple(run_values)) for reading, run_values in values.items()}
        return Finding(self, readings, self._decide_verdict(readings), seconds, cut)

    def run(self, seed: int) -> Readings:
        """Run the experiment once.

        Parameters
        ----------
        seed : int
            Seed. It is not used if the experiment involves no chance.

        Returns
        -------
        readings : mapping of str to float
            One number per reading. A single number is the reading "as printed".

        Raises
        ------
        ValueError
            If the claim cannot be measured.
        """
        if self.experiment is None or not self.can_run:
            raise ValueError(f"claim: found {self.id}, which is open: it needs {self.missing}.")
        lines: list[object] = [self.path] if self.file else []
        result = self.experiment(*lines, *([seed] if self.is_stochastic else []))
        return result if isinstance(result, Mapping) else {"as printed": result}

    def _decide_verdict(self, readings: dict[str, Measured]) -> Verdict:
        """The verdict; undecided if half of the runs give a different one."""
        if self.is_open:
            return OPEN
        verdict = self._verdict_of_runs(readings)
        runs = min(len(measured.values) for measured in readings.values())
        if runs < 2 * HALF:
            return verdict
        half = {name: Measured(measured.values[: runs // 2]) for name, measured in readings.items()}
        return verdict if self._verdict_of_runs(half) == verdict else UNDECIDED

    def _verdict_of_runs(self, readings: dict[str, Measured]) -> Verdict:
        met = {
            name: bool(self.expects.met(measured.mean, measured.spread))
            for name, measured in readings.items()
        }
        plain = [name for name in readings if not self.role(name)]
        if met[self.meets] if self.meets else any(met[name] for name in plain):
            return HOLDS if all(met[name] for name in plain) else READING
        if self.misprint_readings and all(met[name] for name in self.misprint_readings):
            return MISPRINT
        if self.conclusion is not None and all(
            self.conclusion.met(readings[name].mean, readings[name].spread)
            for name in self.witnesses or plain[:1]
        ):
            return ARGUMENT if self.witnesses else FIGURE
        return FAILS


def _strip_decorators(function: Callable) -> str:
    """Source code of a function without its decorators, whose content is on its card."""
    lines = textwrap.dedent(inspect.getsource(function))
    (node,) = ast.parse(lines).body
    return "\n".join(lines.splitlines()[node.lineno - 1 :])


def _describe_closure(function: Callable) -> str:
    """Comment on the plain values in the closure of a function; empty if there are none."""
    around = inspect.getclosurevars(function).nonlocals
    plain = [f"{name}={v!r}" for name, v in around.items() if isinstance(v, str | int | float)]
    return f"# with {', '.join(plain)}\n" if plain else ""


def _find_helpers(function: Callable) -> list[Callable]:
    """Functions of the ledger that a function calls, and those that these call."""
    functions = [function]
    for helper in functions:  # the list grows during the loop
        functions += [
            other for other in dict.fromkeys(_called_functions(helper)) if other not in functions
        ]
    return functions[:0:-1]


def _called_functions(function: Callable) -> Iterator[Callable]:
    """Functions of this package, except for this module, that a function names."""
    around = inspect.getclosurevars(function).nonlocals
    for name in (*around, *_code_names(function.__code__)):
        other = around.get(name, function.__globals__.get(name))
        other = inspect.unwrap(other) if callable(other) else other
        home = other.__module__ if inspect.isfunction(other) else ""
        if home.startswith(f"{__package__}.") and home != __name__:
            yield other


def _code_names(code: CodeType) -> list[str]:
    """Names that code uses, including those in its comprehensions and lambdas."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return [*code.co_names, *(name for part in inner for name in _code_names(part))]


CLAIMS: dict[str, Claim] = {}


class ReadingRow(NamedTuple):
    """Row of a table for one reading.

    Parameters
    ----------
    reading : str
        Name of the reading.
    measured : str
        What was measured, in words.
    mark : str
        "yes" if the reading meets what is printed, else "no", or the role of a number that is no
        reading.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import ReadingRow
    >>> ReadingRow("as printed", "0.6000", "yes").mark
    'yes'
    """

    reading: str
    measured: str
    mark: str


@dataclass(frozen=True, repr=False)
class Finding(PictureMixin):
    """Result of a claim: readings with mean and spread, the verdict, and the duration.

    Parameters
    ----------
    claim : Claim
        Claim that was tested.
    readings : dict of str to Measured
        Measured values by reading.
    verdict : str
        Computed verdict.
    seconds : float
        Duration in seconds, which is not compared.
    cut : bool, default=False
        Whether the check was interrupted before all runs were done.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import Claim, Verdict, equals_printed
    >>> expects = equals_printed("0.5")
    >>> claim = Claim("x", "kim2018", "here", "It is half.", expects, Verdict.HOLDS, lambda: 0.7)
    >>> finding = claim.check()
    >>> str(finding.verdict), finding.changed
    ('fails', 'the record says: holds')
    """

    claim: Claim
    readings: dict[str, Measured]
    verdict: str
    seconds: float = field(compare=False)
    cut: bool = False

    @property
    def as_recorded(self) -> bool:
        """Whether the finding agrees with the record.

        A single run of a claim that involves chance has no spread and counts as agreeing. So does
        the result for a file of the user, because there is no record of it.

        Returns
        -------
        as_recorded : bool
            True if nothing has changed.
        """
        return not self.changed

    @property
    def changed(self) -> str:
        """What differs from the record, in words.

        Returns
        -------
        changed : str
            Difference; empty if there is none.
        """
        runs = [len(measured.values) for measured in self.readings.values()]
        if self.claim.path or (self.claim.is_stochastic and max(runs, default=0) < 2):
            return ""
        if self.verdict != self.claim.verdict:
            return f"the record says: {self.claim.verdict}"
        return self._describe_loss()

    def _describe_loss(self) -> str:
        """A reading, pinned value or closed form that differs although the verdict is the same."""
        claim = self.claim
        if claim.meets and not self.meets(claim.meets):
            return f"the record says that this meets it: {claim.meets}"
        first = next(iter(self.readings.values()), None)
        if first is None:
            return ""
        for reading, value in self._recorded_values().items():
            if not equals_printed(value).met(self.readings[reading].mean, 0.0):
                return f"the record says: measured {value}"
        if claim.exact is not None:
            error = first.spread / len(first.values) ** 0.5
            if abs(first.mean - claim.exact) > 3 * error + 1e-9:
                return f"the closed form says: {claim.exact:.6f}"
        return ""

    def _recorded_values(self) -> Mapping[str, str]:
        """Recorded values by reading."""
        pinned = self.claim.pinned
        if isinstance(pinned, str):
            return {self.claim.meets or next(iter(self.readings)): pinned} if pinned else {}
        return pinned

    def picture(self) -> Picture:
        """Picture of the finding.

        Returns
        -------
        picture : Picture
            Every run of every reading, and what is printed.
        """
        from .views import finding_picture

        return finding_picture(self)

    def meets(self, reading: str) -> bool:
        """Whether a reading meets what is printed.

        Parameters
        ----------
        reading : str
            Name of the reading.

        Returns
        -------
        meets : bool
            True if it meets what is printed. False for witnesses and for what is meant, which are
            no readings.
        """
        measured = self.readings[reading]
        met = self.claim.expects.met(measured.mean, measured.spread)
        return not self.claim.role(reading) and bool(met)

    def mark(self, reading: str) -> str:
        """Whether a reading meets what is printed, in a word.

        Parameters
        ----------
        reading : str
            Name of the reading.

        Returns
        -------
        mark : {'yes', 'no', 'witness', 'meant'}
            Mark, or the role of a number that is no reading.
        """
        return self.claim.role(reading) or ("yes" if self.meets(reading) else "no")

    @property
    def rows(self) -> list["ReadingRow"]:
        """Rows of a table with every reading.

        Returns
        -------
        rows : list of ReadingRow
            Name, what was measured in words, and the mark.
        """
        format_value = self.claim.expects.words
        return [
            ReadingRow(self.claim.label(name), format_value(measured), self.mark(name))
            for name, measured in self.readings.items()
        ]

    @property
    def measured(self) -> str:
        """First reading in words.

        Returns
        -------
        measured : str
            Words; empty for an open claim.
        """
        return self.rows[0].measured if self.readings else ""

    def as_dict(self) -> dict[str, object]:
        """Finding as plain values for JSON.

        Returns
        -------
        values : dict
            "measured" and "spread" are those of the first reading.
        """
        claim, first = self.claim, next(iter(self.readings.values()), None)
        return {
            "id": claim.id,
            "paper": claim.paper,
            "where": claim.where,
            "covers": list(claim.covers),
            "says": claim.statement,
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
                    "mean": measured.mean,
                    "spread": measured.spread,
                    "seeds": len(measured.values),
                    "meets": self.meets(name),
                    "runs": list(measured.values),
                }
                for name, measured in self.readings.items()
            },
            "note": claim.note,
            "missing": claim.missing,
            "file": claim.file,
        }

    def __repr__(self) -> str:
        claim, rows = self.claim, self.rows
        width = max((len(row.reading) for row in rows), default=0)
        lines = [("says", claim.statement), ("printed", claim.expects.text)]
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
    """Rows of sentences.csv by the number of the sentence.

    Returns
    -------
    sentences : dict of str to dict
        Fields of each sentence.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import written
    >>> len(written()) > 0
    True
    """
    with resources.files(__package__).joinpath("sentences.csv").open(encoding="utf-8") as file:
        return {row["number"]: row for row in csv.DictReader(file)}


def _register_claim(id: str, covers: Sequence[str] = (), **fields: Any) -> None:
    """Add a claim; its paper, where and statement default to those of its first sentence."""
    sentence = written()[covers[0]] if covers else {}
    for name in ("paper", "where", "statement"):
        if name not in fields:
            if name not in sentence:
                raise TypeError(f"{name}: missing in {id!r}, expected it, or a sentence in covers.")
            fields[name] = sentence[name]
    CLAIMS[id] = Claim(id, covers=tuple(covers), **fields)


def claim(
    id: str, *, expects: Expectation, verdict: str, **more: Any
) -> Callable[[AnyExperiment], AnyExperiment]:
    """Decorate the function that measures a claim, and add the claim to CLAIMS.

    Parameters
    ----------
    id : str
        Name of the claim.
    expects : Expectation
        What the paper prints, or what its argument says.
    verdict : str
        Recorded verdict.
    **more : object
        Other parameters of `Claim`. By default, paper, where and statement are those of the
        sentence that the claim covers first.

    Returns
    -------
    decorator : callable
        Decorator that returns the function unchanged.

    Raises
    ------
    ValueError
        If the verdict is unknown, or if the id is taken. A cell of a notebook may define a claim
        again and replace ours.
    TypeError
        If paper, where or says is missing.

    See Also
    --------
    open_claim : Record a claim without a function.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import CLAIMS, claim, equals_printed
    >>> printed = dict(paper="kim2018", where="here", statement="Half.")
    >>> @claim("x", **printed, expects=equals_printed("0.5"), verdict="holds")
    ... def half():
    ...     return 0.5
    >>> str(CLAIMS.pop("x").check().verdict)
    'holds'
    """
    if verdict not in VERDICTS:
        raise ValueError(f"verdict: found {verdict!r}, expected one of {', '.join(VERDICTS)}.")

    def decorate(experiment: AnyExperiment) -> AnyExperiment:
        check_unused_id(id, CLAIMS, experiment)
        _register_claim(
            id, expects=expects, verdict=Verdict(verdict), experiment=experiment, **more
        )
        return experiment

    return decorate


def open_claim(id: str, *, expects: Expectation, missing: str, **more: Any) -> None:
    """Record a claim that cannot be decided here, and what is missing to decide it.

    Parameters
    ----------
    id : str
        Name of the claim.
    expects : Expectation
        What the paper prints, or what its argument says.
    missing : str
        What is needed to decide the claim.
    **more : object
        Other parameters of `Claim`.

    Raises
    ------
    ValueError
        If the id is taken.
    TypeError
        If paper, where or says is missing.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import CLAIMS, equals_printed, open_claim
    >>> printed = dict(paper="kim2018", where="here", statement="Half.")
    >>> half = equals_printed("0.5")
    >>> open_claim("x", **printed, expects=half, missing="the data of the paper")
    >>> CLAIMS.pop("x").needs
    'Needs the data of the paper.'
    """
    check_unused_id(id, CLAIMS)
    _register_claim(id, expects=expects, verdict=OPEN, missing=missing, **more)


def select(ids: Sequence[str] = ()) -> list[Claim]:
    """List of the claims with given ids.

    Parameters
    ----------
    ids : sequence of str, default=()
        Names of claims. If empty, all claims.

    Returns
    -------
    claims : list of Claim
        Claims in this order.

    Raises
    ------
    ValueError
        If an id is unknown.

    Examples
    --------
    >>> import disentangle_edu.claims
    >>> from disentangle_edu.claims.registry import select
    >>> select(["dci-0.6"])[0].paper
    'sepliarskaia2019'
    """
    for id in ids:
        if id not in CLAIMS:
            raise ValueError(f"ID: found {id!r}, expected an id of the ledger. {_nearest_ids(id)}")
    return [CLAIMS[id] for id in ids] if ids else list(CLAIMS.values())


def _nearest_ids(id: str) -> str:
    """Most similar id, and each paper with its number of ids and one of them."""
    near = "".join(difflib.get_close_matches(id, CLAIMS, 1))
    papers = Counter(claim.paper for claim in CLAIMS.values())
    first = {claim.paper: claim.id for claim in reversed(CLAIMS.values())}
    listed = "; ".join(f"{paper} ({papers[paper]}, such as {first[paper]})" for paper in papers)
    return f"Did you mean {near!r}? " * bool(near) + f"Papers: {listed}."


def check_all(
    claims: Iterable[Claim], seeds: int | None = None, progress: Progress | None = None
) -> Iterator[Finding]:
    """Check claims one after another.

    An interruption ends the check. A claim that is interrupted halfway is not yielded.

    Parameters
    ----------
    claims : iterable of Claim
        Claims to check.
    seeds : int or None, default=None
        Number of runs of a claim that involves chance. With None, the claim's own number.
    progress : callable or None, default=None
        Function that wraps the runs of each claim, as `tqdm.tqdm` does.

    Yields
    ------
    finding : Finding
        Finding of each claim when it is done.

    Examples
    --------
    >>> import disentangle_edu.claims
    >>> from disentangle_edu.claims.registry import check_all, select
    >>> [str(finding.verdict) for finding in check_all(select(["dci-0.6"]))]
    ['holds']
    """
    try:
        for claim in claims:
            finding = claim.check(seeds, progress)
            if finding.cut:
                return
            yield finding
    except KeyboardInterrupt:
        return
