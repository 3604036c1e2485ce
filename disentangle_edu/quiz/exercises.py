"""Exercises: what is asked, what an answer must meet, a hint, a solution, and what must not pass.

    def one_number():
        return [[0], [1], [2], [3]]  # one latent for both coins

    @exercise(
        "08-exercise-1",
        asks="Write a code of two coins that keeps Characteristic 2 and breaks Characteristic 1.",
        takes="a table of four rows of numbers, for the coins 00, 01, 10 and 11",
        hint="One latent may follow both coins.",
        solution=one_number,
        degenerate={"a copy": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]]},
    )
    def breaks_only_the_first(answer):
        one, two, _ = characteristics(table_representation((2, 2), numbers(answer, (4, None))))
        return [Demand("Characteristic 2 is kept", two), Demand("1 is broken", not one)]

A judge may raise whatever a strange answer leads to: `check` takes it for a demand not met.
"""

import ast
import hashlib
import html
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..validation import check_new, normalised
from ..viz.markdown import Words

Numbers = NDArray[np.float64]
LONGEST = 240  # characters of what was found; an answer may be long


class Demand(NamedTuple):
    """One thing that an answer must meet: in words, whether it does, and what was found."""

    words: str
    met: bool
    found: str = ""


@dataclass(frozen=True)
class Exercise:
    """What is asked at the end of a notebook, and how an answer to it is judged.

    id : of the notebook and the exercise, such as "08-exercise-1" or "15-exercise-2".
    asks : one sentence.   takes : what an answer looks like.
    demands : answer -> list of Demand; all must be met.
    hint : one or two sentences.   solution : a function without arguments; its source is shown.
    degenerate : {in words: a function that gives an answer which must not pass}.
    learned : one sentence for whoever has passed: what the answer shows.
    """

    id: str
    asks: str
    takes: str
    demands: Callable[[object], list[Demand]]
    hint: str
    solution: Callable[[], object]
    degenerate: Mapping[str, Callable[[], object]]
    learned: str = ""


EXERCISES: dict[str, Exercise] = {}
OWN: dict[str, "Own"] = {}


@dataclass(frozen=True)
class Own:
    """A calculation whose numbers are drawn anew for each name, and with them the answer.

    id, asks, hint : as in Exercise.   takes : the one number that is asked for.
    gives : gives(rng) -> the numbers of one student, lists that print well.
    answer : answer(numbers) -> the number asked for.   near : how far off an answer may be.
    """

    id: str
    asks: str
    takes: str
    hint: str
    gives: Callable[[np.random.Generator], Any]
    answer: Callable[[Any], float]
    near: float

    def given(self, student: str) -> Any:
        """The numbers of one student; the same name has the same numbers everywhere."""
        name = normalised(student).casefold()
        if not name:
            raise ValueError("student: found no name, expected the one under which you hand in.")
        letters = hashlib.sha256(f"{self.id} {name}".encode()).digest()
        return self.gives(np.random.default_rng(int.from_bytes(letters[:8])))

    def exercise(self, student: str) -> Exercise:
        """The exercise that one student solves."""
        given = self.given(student)

        def demands(answer: object) -> list[Demand]:
            found, right = float(numbers(answer, ())), self.answer(given)
            met = abs(found - right) <= self.near + 1e-12
            return [Demand(f"your number, from the numbers of {student!r}", met, f"{found:g}")]

        right = lambda: self.answer(given)
        return Exercise(self.id, self.asks, self.takes, demands, self.hint, right, {})


def own(
    id: str,
    *,
    asks: str,
    hint: str,
    gives: Callable[[np.random.Generator], Any],
    takes: str = "one number",
    near: float = 0.001,
) -> Callable[[Callable[[Any], float]], Own]:
    """Decorate the function that works out the answer from a student's numbers."""

    def decorate(answer: Callable[[Any], float]) -> Own:
        check_new(id, OWN, answer)
        OWN[id] = Own(id, asks, takes, hint, gives, answer, near)
        return OWN[id]

    return decorate


def given(id: str, student: str) -> Any:
    """The numbers of one student for an exercise of their own, such as "05-own".

    student : the name under which you hand in.   Returns lists of numbers, or what the exercise
    says. An unknown id or an empty name raises ValueError.
    """
    if id not in OWN:
        raise ValueError(f"id: found {id!r}, expected one of {', '.join(sorted(OWN))}.")
    return OWN[id].given(student)


def exercise(
    id: str,
    *,
    asks: str,
    takes: str,
    hint: str,
    solution: Callable[[], object],
    degenerate: Mapping[str, Callable[[], object]],
    learned: str = "",
) -> Callable[[Callable[[object], list[Demand]]], Exercise]:
    """Decorate the function that judges an answer; what comes of it is entered in EXERCISES."""

    def decorate(demands: Callable[[object], list[Demand]]) -> Exercise:
        check_new(id, EXERCISES, demands)
        EXERCISES[id] = Exercise(id, asks, takes, demands, hint, solution, degenerate, learned)
        return EXERCISES[id]

    return decorate


@dataclass(frozen=True)
class Graded:
    """An answer judged: `passed`, and every demand with what was found."""

    exercise: Exercise
    demands: tuple[Demand, ...]

    @property
    def passed(self) -> bool:
        """Whether every demand is met."""
        return all(demand.met for demand in self.demands)

    @property
    def verdict(self) -> str:
        """The outcome in one line."""
        return f"{self.exercise.id}: {'passed' if self.passed else 'not yet'}"

    @property
    def learned(self) -> str:
        """What the answer shows, once it passes."""
        return self.exercise.learned if self.passed else ""

    def __repr__(self) -> str:
        lines = [
            f"  {_yes(met).ljust(6)}  {words}" + (f": {found}" if found else "")
            for words, met, found in self.demands
        ]
        asked = [f"  asked   {self.exercise.asks}", f"  answer  {self.exercise.takes}"]
        learned = [f"  {self.learned}"] if self.learned else []
        return "\n".join([self.verdict, *asked, *lines, *learned])

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        rows = "".join(
            f"<tr><td {LEFT}>{_yes(met)}</td><td {LEFT}>{html.escape(words)}</td>"
            f"<td {LEFT}>{html.escape(found)}</td></tr>"
            for words, met, found in self.demands
        )
        head = "".join(f"<th {LEFT}>{word}</th>" for word in ("met", "demand", "found"))
        asked = html.escape(f"Asked: {self.exercise.asks} An answer is {self.exercise.takes}.")
        table = (
            f"<p><strong>{html.escape(self.verdict)}.</strong> {asked}</p>"
            f"<table><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
            f"<p>{html.escape(self.learned)}</p>"
        )
        return {"text/plain": repr(self), "text/html": table}


LEFT = 'style="text-align:left"'  # JupyterLab sets tables flush right


def _yes(met: bool) -> str:
    return "yes" if met else "no"


# ----------------------------------------------------------------------------- what a reader calls


def _known(id: str, student: str = "") -> Exercise:
    if id in OWN:
        return OWN[id].exercise(student)
    if id not in EXERCISES:
        raise ValueError(f"id: found {id!r}, expected one of {', '.join(sorted(EXERCISES))}.")
    return EXERCISES[id]


def check(id: str, answer: object, student: str = "") -> Graded:
    """Does this answer pass, and if not, what is missing?

    id : of the exercise, such as "08-exercise-1".   answer : yours, of whatever kind.
    student : your name, for an exercise with numbers of your own, such as "05-own".

    Returns Graded, for a notebook to show and for a grader to read (`passed`, `demands`). A wrong
    answer never raises anything; an unknown id raises ValueError with the known ones.
    """
    asked = _known(id, student)
    try:
        with np.errstate(all="ignore"):  # what is not a number, is found below
            found = asked.demands(answer)
    except Exception as error:  # an answer may be anything, a function that fails included
        reason = f"found {described(answer)}. {error}"
        found = [Demand(f"the answer is {asked.takes}", False, textwrap.shorten(reason, LONGEST))]
    return Graded(asked, tuple(Demand(words, bool(met), said) for words, met, said in found))


def hint(id: str) -> Words:
    """A hint for an exercise, to be read before its solution."""
    return Words(_known(id).hint, "aside", "A hint")


def solution(id: str) -> Words:
    """The lines of an answer that passes, to be pasted into a cell, and what it shows."""
    source = textwrap.dedent(inspect.getsource(_known(id).solution))
    lines, maker = source.splitlines(), ast.parse(source).body[0]
    assert isinstance(maker, ast.FunctionDef) and isinstance(maker.body[-1], ast.Return)
    first, last = maker.body[0], maker.body[-1]
    begins = first.lineno - 1
    while lines[begins - 1].lstrip().startswith("#"):
        begins -= 1
    shown = lines[begins : last.lineno - 1]
    if not isinstance(last.value, ast.Name):  # else it is the function above that is the answer
        answer = lines[last.lineno - 1].replace("return", "answer =", 1)
        shown += [answer, *lines[last.lineno :]]
    code, shows = textwrap.dedent("\n".join(shown)).strip(), _known(id).learned
    comment = textwrap.wrap(shows, 90, initial_indent="# ", subsequent_indent="# ")
    return Words("\n".join([code, *comment]), "folded", "A solution")


# ------------------------------------------------------------------------ reading what was answered


def described(answer: object) -> str:
    """An answer in a few words: its kind and size rather than all of it."""
    if answer is None:
        return "None, which is no answer yet"
    if callable(answer):
        return f"the function {getattr(answer, '__name__', 'without a name')}"
    if isinstance(answer, np.ndarray):
        return f"an array of shape {answer.shape}"
    return f"{type(answer).__name__} {textwrap.shorten(repr(answer), 60)}"


def numbers(answer: object, shape: tuple[int | None, ...]) -> Numbers:
    """The answer as a table of finite numbers; None in the shape lets a length be any from 1 up.

    Raises ValueError with what was expected, for `check` to show.
    """
    sizes = ["any number of" if size is None else str(size) for size in shape]
    wanted = (
        "Expected one finite number.",
        f"Expected {' '.join(sizes)} finite numbers.",
        f"Expected a table of finite numbers: {' rows, '.join(sizes)} columns.",
    )[len(shape)]
    try:
        found = np.asarray(answer)
    except ValueError:
        raise ValueError(f"{wanted} The rows have different lengths.") from None
    fits = len(found.shape) == len(shape) and all(
        size in (None, length) and length > 0 for size, length in zip(shape, found.shape)
    )
    if found.dtype.kind not in "biuf" or not fits or not np.isfinite(found).all():
        raise ValueError(wanted)
    return found.astype(float)


def coded(answer: object, cases: ArrayLike) -> Numbers:
    """What a code makes of every case: a row of latents each.

    Raises ValueError in plain words, for `check` to show.
    """
    if not callable(answer):
        raise ValueError("Give the function by its name, without brackets: my_code.")
    asked = np.asarray(cases).tolist()
    try:
        signature(answer).bind(*asked[0])
    except TypeError:
        raise ValueError(f"Your function must take {len(asked[0])} numbers.") from None
    found, again = ([answer(*case) for case in asked] for _ in range(2))
    if found[0] is None:
        raise ValueError("Your function returns nothing: does its last line say return?")
    if repr(found) != repr(again):
        raise ValueError("Your function answers the same question differently the second time.")
    if isinstance(found[0], (int, float, np.generic)):
        raise ValueError("Your function returns a bare number; put it in brackets, as in [0].")
    try:
        return numbers(found, (len(found), None))
    except ValueError:
        forms = [np.array(row, dtype=object).shape for row in found]
        odd = next((j for j, form in enumerate(forms) if form != forms[0]), 0)
        sides = [", ".join(f"{value:g}" for value in case) for case in asked]
        lines = [f"for {sides[j]} your function returns {found[j]!r}" for j in sorted({0, odd})]
        raise ValueError(
            "Expected a list of finite numbers, one at least, and as many for every case; "
            f"{', and '.join(lines)}."
        ) from None


def within(name: str, value: object, low: float, high: float) -> float:
    """The value as a number from low to high.

    Raises ValueError with what was expected, for `check` to show.
    """
    found = float(numbers(value, ()))
    if not low <= found <= high:
        raise ValueError(f"Expected {name} from {low:g} to {high:g}.")
    return found


def settings(answer: object, known: tuple[str, ...]) -> dict[str, Any]:
    """The answer as a dictionary of settings with these names only.

    Raises ValueError with what was expected, for `check` to show.
    """
    if not isinstance(answer, dict) or not set(answer) <= set(known):
        raise ValueError(f"Expected a dictionary with names among {', '.join(known)}.")
    return dict(answer)


def is_so(words: str, met: bool, otherwise: str) -> Demand:
    """A demand that a sentence is true, with what is so if it is not."""
    return Demand(words, met, "" if met else otherwise)


def above(words: str, value: float, least: float) -> Demand:
    """A demand that a number lies above a bound."""
    return Demand(f"{words} is above {least:g}", value > least, f"{value:.3f}")


def below(words: str, value: float, most: float) -> Demand:
    """A demand that a number lies below a bound."""
    return Demand(f"{words} is below {most:g}", value < most, f"{value:.3f}")


def at_least(words: str, value: float, least: float) -> Demand:
    """A demand that a number reaches a bound."""
    return Demand(f"{words} is at least {least:g}", value >= least, f"{value:.4f}")


def at_most(words: str, value: float, most: float) -> Demand:
    """A demand that a number stays within a bound."""
    return Demand(f"{words} is at most {most:g}", value <= most, f"{value:.4f}")
