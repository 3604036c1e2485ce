"""Exercises with demands on an answer, a hint, a solution, and wrong answers that must fail.

    def one_number():
        return [[0], [1], [2], [3]]  # one latent for both coins

    @exercise(
        "08-exercise-1",
        asks="Write a code of two coins that keeps Characteristic 2 and breaks Characteristic 1.",
        takes="a table of four rows of numbers, for the coins 00, 01, 10 and 11",
        hint="One latent may follow both coins.",
        solution=one_number,
        rejected_answers={"a copy": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]]},
    )
    def breaks_only_the_first(answer):
        one, two, _ = characteristics(table_representation((2, 2), numbers(answer, (4, None))))
        return [Requirement("2 is satisfied", two), Requirement("1 is violated", not one)]

The decorated function may raise any error for a strange answer, because `check` treats an error as
a demand that is not met.
"""

import ast
import hashlib
import html
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..validation import check_unused_id, normalised
from ..viz.markdown import NotebookText

Numbers = NDArray[np.float64]
LONGEST = 240  # characters of an error message, because an answer may be long


class Requirement(NamedTuple):
    """One demand on an answer, and whether it is met.

    Parameters
    ----------
    text : str
        The demand in words.
    met : bool
        Whether the answer meets the demand.
    found : str, default=''
        What was found, in words.

    Examples
    --------
    >>> from disentangle_edu.lessons import Requirement
    >>> Requirement("MIG is above 0.9", False, "0.512").met
    False
    """

    text: str
    met: bool
    found: str = ""


@dataclass(frozen=True)
class Exercise:
    """Exercise at the end of a notebook, and how an answer to it is graded.

    Parameters
    ----------
    id : str
        Number of the notebook and the exercise, such as "08-exercise-1" or "16-exercise-2".
    asks : str
        Task in one sentence.
    takes : str
        Form of an answer.
    demands : callable
        Function of an answer that returns a list of `Requirement`. All must be met.
    hint : str
        One or two sentences.
    solution : callable
        Function without arguments, whose source code is shown.
    rejected_answers : mapping of str to callable
        Functions that return answers which must fail, by their description.
    learned : str, default=''
        One sentence on what the answer shows, for a reader whose answer passed.

    Examples
    --------
    >>> from disentangle_edu.lessons import EXERCISES
    >>> EXERCISES["08-exercise-1"].id
    '08-exercise-1'
    """

    id: str
    asks: str
    takes: str
    demands: Callable[[object], list[Requirement]]
    hint: str
    solution: Callable[[], object]
    rejected_answers: Mapping[str, Callable[[], object]]
    learned: str = ""


EXERCISES: dict[str, Exercise] = {}
PERSONAL_EXERCISES: dict[str, "PersonalExercise"] = {}


@dataclass(frozen=True)
class PersonalExercise:
    """Exercise whose numbers, and therefore whose answer, depend on the student's name.

    Parameters
    ----------
    id : str
        Number of the notebook and the exercise, such as "05-own".
    asks : str
        Task in one sentence.
    takes : str
        Number that is required.
    hint : str
        One or two sentences.
    gives : callable
        Function such that gives(rng) returns the numbers of one student, as lists that print well.
    answer : callable
        Function such that answer(numbers) returns the correct number.
    near : float
        Largest distance of an answer from the correct number.

    Examples
    --------
    >>> from disentangle_edu.lessons import PERSONAL_EXERCISES
    >>> PERSONAL_EXERCISES["05-own"].id
    '05-own'
    """

    id: str
    asks: str
    takes: str
    hint: str
    gives: Callable[[np.random.Generator], Any]
    answer: Callable[[Any], float]
    near: float

    def given(self, student: str) -> Any:
        """Numbers of one student, which are the same everywhere for the same name.

        Parameters
        ----------
        student : str
            Name under which the student hands in. Case does not matter.

        Returns
        -------
        numbers : object
            Lists of numbers.

        Raises
        ------
        ValueError
            If the name is empty.
        """
        name = normalised(student).casefold()
        if not name:
            raise ValueError("student: found no name, expected the one under which you hand in.")
        letters = hashlib.sha256(f"{self.id} {name}".encode()).digest()
        return self.gives(np.random.default_rng(int.from_bytes(letters[:8])))

    def exercise(self, student: str) -> Exercise:
        """Exercise that one student solves.

        Parameters
        ----------
        student : str
            Name under which the student hands in.

        Returns
        -------
        exercise : Exercise
            Exercise with one demand.

        Raises
        ------
        ValueError
            If the name is empty.
        """
        values = self.given(student)
        demands = partial(self._demands, student, values)
        solve = partial(self.answer, values)
        return Exercise(self.id, self.asks, self.takes, demands, self.hint, solve, {})

    def _demands(self, student: str, values: Any, answer: object) -> list[Requirement]:
        number, expected = float(numbers(answer, ())), self.answer(values)
        met = abs(number - expected) <= self.near + 1e-12
        return [Requirement(f"your number, from the numbers of {student!r}", met, f"{number:g}")]


def personal_exercise(
    id: str,
    *,
    asks: str,
    hint: str,
    gives: Callable[[np.random.Generator], Any],
    takes: str = "one number",
    near: float = 0.001,
) -> Callable[[Callable[[Any], float]], PersonalExercise]:
    """Decorate the function that computes the answer from the numbers of one student.

    Parameters
    ----------
    id : str
        Number of the notebook and the exercise, such as "05-own".
    asks : str
        Task in one sentence.
    hint : str
        One or two sentences.
    gives : callable
        Function such that gives(rng) returns the numbers of one student.
    takes : str, default='one number'
        Form of an answer.
    near : float, default=0.001
        Largest distance of an answer from the correct number.

    Returns
    -------
    decorator : callable
        Decorator that adds the exercise to PERSONAL_EXERCISES and returns it.

    Raises
    ------
    ValueError
        If the id is taken, unless a cell of a notebook defines the exercise.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import PERSONAL_EXERCISES, personal_exercise
    >>> words = dict(asks="Add them.", hint="Use +.")
    >>> @personal_exercise("x-own", **words, gives=lambda rng: rng.integers(9, size=2).tolist())
    ... def add(numbers):
    ...     return sum(numbers)
    >>> len(PERSONAL_EXERCISES.pop("x-own").given("Ada"))
    2
    """

    def decorate(answer: Callable[[Any], float]) -> PersonalExercise:
        check_unused_id(id, PERSONAL_EXERCISES, answer)
        PERSONAL_EXERCISES[id] = PersonalExercise(id, asks, takes, hint, gives, answer, near)
        return PERSONAL_EXERCISES[id]

    return decorate


def given(id: str, student: str) -> Any:
    """Numbers of one student for an exercise whose numbers depend on the name.

    Parameters
    ----------
    id : str
        Exercise, such as "05-own".
    student : str
        Name under which you hand in.

    Returns
    -------
    numbers : object
        Lists of numbers, or what the exercise describes.

    Raises
    ------
    ValueError
        If the id is unknown or the name is empty.

    Examples
    --------
    >>> from disentangle_edu.lessons import given
    >>> given("05-own", "Ada") == given("05-own", "ada")
    True
    """
    if id not in PERSONAL_EXERCISES:
        raise ValueError(
            f"id: found {id!r}, expected one of {', '.join(sorted(PERSONAL_EXERCISES))}."
        )
    return PERSONAL_EXERCISES[id].given(student)


def exercise(
    id: str,
    *,
    asks: str,
    takes: str,
    hint: str,
    solution: Callable[[], object],
    rejected_answers: Mapping[str, Callable[[], object]],
    learned: str = "",
) -> Callable[[Callable[[object], list[Requirement]]], Exercise]:
    """Decorate the function that grades an answer, and add the exercise to EXERCISES.

    Parameters
    ----------
    id : str
        Number of the notebook and the exercise, such as "08-exercise-1".
    asks : str
        Task in one sentence.
    takes : str
        Form of an answer.
    hint : str
        One or two sentences.
    solution : callable
        Function without arguments that returns an answer which passes.
    rejected_answers : mapping of str to callable
        Functions that return answers which must fail, by their description.
    learned : str, default=''
        One sentence on what the answer shows.

    Returns
    -------
    decorator : callable
        Decorator that returns the `Exercise`.

    Raises
    ------
    ValueError
        If the id is taken, unless a cell of a notebook defines the exercise.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import EXERCISES, Requirement, exercise
    >>> words = dict(asks="Give 1.", takes="a number", hint="It is 1.")
    >>> @exercise("x-exercise", **words, solution=lambda: 1, rejected_answers={})
    ... def is_one(answer):
    ...     return [Requirement("the number is 1", answer == 1)]
    >>> EXERCISES.pop("x-exercise").demands(1)[0].met
    True
    """

    def decorate(demands: Callable[[object], list[Requirement]]) -> Exercise:
        check_unused_id(id, EXERCISES, demands)
        EXERCISES[id] = Exercise(
            id, asks, takes, demands, hint, solution, rejected_answers, learned
        )
        return EXERCISES[id]

    return decorate


@dataclass(frozen=True)
class Graded:
    """Grade of an answer: whether it passed, and every demand with what was found.

    Parameters
    ----------
    exercise : Exercise
        Exercise that was answered.
    demands : tuple of Requirement
        Demands on the answer.

    Examples
    --------
    >>> from disentangle_edu.lessons import check
    >>> check("08-exercise-1", [[0], [1], [2], [3]]).passed
    True
    """

    exercise: Exercise
    demands: tuple[Requirement, ...]

    @property
    def passed(self) -> bool:
        """Whether every demand is met.

        Returns
        -------
        passed : bool
            True if the answer passed.
        """
        return all(demand.met for demand in self.demands)

    @property
    def verdict(self) -> str:
        """Result in one line.

        Returns
        -------
        verdict : str
            The exercise and "passed" or "not yet".
        """
        return f"{self.exercise.id}: {'passed' if self.passed else 'not yet'}"

    @property
    def learned(self) -> str:
        """Sentence on what the answer shows, if it passed.

        Returns
        -------
        sentence : str
            Sentence; empty if the answer did not pass.
        """
        return self.exercise.learned if self.passed else ""

    def __repr__(self) -> str:
        lines = [
            f"  {_yes_or_no(met).ljust(6)}  {requirement}" + (f": {finding}" if finding else "")
            for requirement, met, finding in self.demands
        ]
        task_lines = [f"  asked   {self.exercise.asks}", f"  answer  {self.exercise.takes}"]
        learned = [f"  {self.learned}"] if self.learned else []
        return "\n".join([self.verdict, *task_lines, *lines, *learned])

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        rows = "".join(
            f"<tr><td {LEFT}>{_yes_or_no(met)}</td><td {LEFT}>{html.escape(requirement)}</td>"
            f"<td {LEFT}>{html.escape(finding)}</td></tr>"
            for requirement, met, finding in self.demands
        )
        head = "".join(f"<th {LEFT}>{word}</th>" for word in ("met", "demand", "found"))
        task_text = html.escape(f"Asked: {self.exercise.asks} An answer is {self.exercise.takes}.")
        table = (
            f"<p><strong>{html.escape(self.verdict)}.</strong> {task_text}</p>"
            f"<table><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
            f"<p>{html.escape(self.learned)}</p>"
        )
        return {"text/plain": repr(self), "text/html": table}


LEFT = 'style="text-align:left"'  # JupyterLab aligns tables to the right


def _yes_or_no(met: bool) -> str:
    return "yes" if met else "no"


# --------------------------------------------------------------------------- functions for readers


def _find_exercise(id: str, student: str = "") -> Exercise:
    if id in PERSONAL_EXERCISES:
        return PERSONAL_EXERCISES[id].exercise(student)
    if id not in EXERCISES:
        raise ValueError(f"id: found {id!r}, expected one of {', '.join(sorted(EXERCISES))}.")
    return EXERCISES[id]


def check(id: str, answer: object, student: str = "") -> Graded:
    """Grade an answer to an exercise.

    A wrong answer never raises an error.

    Parameters
    ----------
    id : str
        Exercise, such as "08-exercise-1".
    answer : object
        Answer of any kind.
    student : str, default=''
        Your name. It is needed if the numbers of the exercise depend on it, as in "05-own".

    Returns
    -------
    graded : Graded
        Grade, which a notebook shows and a grader reads (`passed` and `demands`).

    Raises
    ------
    ValueError
        If the id is unknown. The message lists the known ids.

    Examples
    --------
    >>> from disentangle_edu.lessons import check
    >>> check("08-exercise-1", "no table").passed
    False
    """
    task = _find_exercise(id, student)
    try:
        with np.errstate(all="ignore"):  # `demands` checks for NaN
            results = task.demands(answer)
    except Exception as error:  # an answer may be a function that raises any exception
        reason = f"found {described(answer)}. {error}"
        results = [
            Requirement(f"the answer is {task.takes}", False, textwrap.shorten(reason, LONGEST))
        ]
    return Graded(
        task,
        tuple(
            Requirement(requirement, bool(met), finding) for requirement, met, finding in results
        ),
    )


def hint(id: str) -> NotebookText:
    """Hint for an exercise, folded until the reader opens it.

    Parameters
    ----------
    id : str
        Exercise, such as "08-exercise-1".

    Returns
    -------
    hint : NotebookText
        One or two sentences.

    Raises
    ------
    ValueError
        If the id is unknown.

    Examples
    --------
    >>> from disentangle_edu.lessons import hint
    >>> hint("08-exercise-1").title
    'A hint'
    """
    task = PERSONAL_EXERCISES[id] if id in PERSONAL_EXERCISES else _find_exercise(id)
    return NotebookText(task.hint, "aside", "A hint")


def solution(id: str) -> NotebookText:
    """Source code of an answer that passes, ready for a cell, and what it shows.

    Parameters
    ----------
    id : str
        Exercise, such as "08-exercise-1".

    Returns
    -------
    code : NotebookText
        Lines of code with a comment, folded until the reader opens them.

    Raises
    ------
    ValueError
        If the id is unknown, or the numbers of the exercise depend on a name.

    Examples
    --------
    >>> from disentangle_edu.lessons import solution
    >>> solution("08-exercise-1").title
    'A solution'
    """
    if id in PERSONAL_EXERCISES:
        raise ValueError(
            f"id: found {id!r}, whose numbers depend on your name, expected an exercise with one "
            f"solution for all: {', '.join(sorted(EXERCISES))}."
        )
    source = textwrap.dedent(inspect.getsource(_find_exercise(id).solution))
    lines, maker = source.splitlines(), ast.parse(source).body[0]
    assert isinstance(maker, ast.FunctionDef) and isinstance(maker.body[-1], ast.Return)
    first, last = maker.body[0], maker.body[-1]
    start = first.lineno - 1
    while lines[start - 1].lstrip().startswith("#"):
        start -= 1
    answer_lines = lines[start : last.lineno - 1]
    if not isinstance(last.value, ast.Name):  # a bare name: the function above is the answer
        answer = lines[last.lineno - 1].replace("return", "answer =", 1)
        answer_lines += [answer, *lines[last.lineno :]]
    code, lesson = textwrap.dedent("\n".join(answer_lines)).strip(), _find_exercise(id).learned
    comment = textwrap.wrap(lesson, 90, initial_indent="# ", subsequent_indent="# ")
    return NotebookText("\n".join([code, *comment]), "folded", "A solution")


# ---------------------------------------------------------------------------------- parsing answers


def described(answer: object) -> str:
    """Description of an answer in a few words: its type and size.

    Parameters
    ----------
    answer : object
        Answer of any kind.

    Returns
    -------
    words : str
        Description.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import described
    >>> described([1, 2])
    'list [1, 2]'
    """
    if answer is None:
        return "None, which is no answer yet"
    if callable(answer):
        return f"the function {getattr(answer, '__name__', 'without a name')}"
    if isinstance(answer, np.ndarray):
        return f"an array of shape {answer.shape}"
    return f"{type(answer).__name__} {textwrap.shorten(repr(answer), 60)}"


def numbers(answer: object, shape: tuple[int | None, ...]) -> Numbers:
    """Answer as an array of finite numbers.

    Parameters
    ----------
    answer : object
        Answer of any kind.
    shape : tuple of int or None
        Required shape. None allows any length from 1.

    Returns
    -------
    numbers : ndarray
        Array of that shape.

    Raises
    ------
    ValueError
        If the answer has another form. The message says what was expected, and `check` shows it.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import numbers
    >>> numbers([[0, 1], [1, 0]], (2, None))
    array([[0., 1.],
           [1., 0.]])
    """
    sizes = ["any number of" if size is None else str(size) for size in shape]
    expected = (
        "Expected one finite number.",
        f"Expected {' '.join(sizes)} finite numbers.",
        f"Expected a table of finite numbers: {' rows, '.join(sizes)} columns.",
    )[len(shape)]
    try:
        array = np.asarray(answer)
    except ValueError:
        raise ValueError(f"{expected} The rows have different lengths.") from None
    fits = len(array.shape) == len(shape) and all(
        size in (None, length) and length > 0 for size, length in zip(shape, array.shape)
    )
    if array.dtype.kind not in "biuf" or not fits or not np.isfinite(array).all():
        raise ValueError(expected)
    return array.astype(float)


def code_of_table(answer: object, cases: ArrayLike) -> Numbers:
    """Table of latents that a function of the reader returns for every case.

    The function is called twice for every case, to check that it is deterministic.

    Parameters
    ----------
    answer : object
        Function of the reader, which takes one number per factor.
    cases : array-like of shape (n_cases, n_factors)
        Factors of every case.

    Returns
    -------
    latents : ndarray of shape (n_cases, n_latents)
        One row of latents per case.

    Raises
    ------
    ValueError
        If the answer is not such a function. `check` shows the message.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import code_of_table
    >>> code_of_table(lambda a, b: [a + b], [[0, 0], [0, 1], [1, 1]])
    array([[0.],
           [1.],
           [2.]])
    """
    if not callable(answer):
        raise ValueError("Give the function by its name, without brackets: my_code.")
    inputs = np.asarray(cases).tolist()
    try:
        signature(answer).bind(*inputs[0])
    except TypeError:
        raise ValueError(f"Your function must take {len(inputs[0])} numbers.") from None
    codes, repeated = ([answer(*case) for case in inputs] for _ in range(2))
    if codes[0] is None:
        raise ValueError("Your function returns nothing: does its last line say return?")
    if repr(codes) != repr(repeated):
        raise ValueError("Your function answers the same question differently the second time.")
    if isinstance(codes[0], (int, float, np.generic)):
        raise ValueError("Your function returns a bare number; put it in brackets, as in [0].")
    try:
        return numbers(codes, (len(codes), None))
    except ValueError:
        shapes = [np.array(row, dtype=object).shape for row in codes]
        odd = next((j for j, form in enumerate(shapes) if form != shapes[0]), 0)
        sides = [", ".join(f"{value:g}" for value in case) for case in inputs]
        lines = [f"for {sides[j]} your function returns {codes[j]!r}" for j in sorted({0, odd})]
        raise ValueError(
            "Expected a list of finite numbers, one at least, and as many for every case; "
            f"{', and '.join(lines)}."
        ) from None


def within(name: str, value: object, low: float, high: float) -> float:
    """Value as a number in an interval.

    Parameters
    ----------
    name : str
        Name of the value, for the message.
    value : object
        Value to check.
    low : float
        Lowest number.
    high : float
        Highest number.

    Returns
    -------
    number : float
        Number in the interval.

    Raises
    ------
    ValueError
        If the value is not a number in the interval. `check` shows the message.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import within
    >>> within("the weight", 1, 0, 2)
    1.0
    """
    number = float(numbers(value, ()))
    if not low <= number <= high:
        raise ValueError(f"Expected {name} from {low:g} to {high:g}.")
    return number


def as_settings(answer: object, allowed: tuple[str, ...]) -> dict[str, Any]:
    """Answer as a dictionary of settings with known names.

    Parameters
    ----------
    answer : object
        Answer of any kind.
    allowed : tuple of str
        Names that are allowed.

    Returns
    -------
    settings : dict
        Copy of the answer.

    Raises
    ------
    ValueError
        If the answer is not a dictionary, or has another name. `check` shows the message.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import as_settings
    >>> as_settings({"bins": 10}, ("bins", "seed"))
    {'bins': 10}
    """
    if not isinstance(answer, dict) or not set(answer) <= set(allowed):
        raise ValueError(f"Expected a dictionary with names among {', '.join(allowed)}.")
    return dict(answer)


def is_so(sentence: str, met: bool, otherwise: str) -> Requirement:
    """Demand that a sentence is true.

    Parameters
    ----------
    sentence : str
        The sentence.
    met : bool
        Whether the sentence is true.
    otherwise : str
        What is true if the sentence is not.

    Returns
    -------
    demand : Requirement
        Demand, with `otherwise` as what was found if it is not met.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import is_so
    >>> is_so("latent 1 is binary", False, "latent 1 has 3 values").found
    'latent 1 has 3 values'
    """
    return Requirement(sentence, met, "" if met else otherwise)


def above(name: str, value: float, least: float) -> Requirement:
    """Demand that a number is above a bound.

    Parameters
    ----------
    name : str
        Name of the number.
    value : float
        Number.
    least : float
        Bound, which is excluded.

    Returns
    -------
    demand : Requirement
        Demand with the number as what was found.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import above
    >>> above("MIG", 0.95, 0.9)
    Requirement(text='MIG is above 0.9', met=True, found='0.950')
    """
    return Requirement(f"{name} is above {least:g}", value > least, f"{value:.3f}")


def below(name: str, value: float, most: float) -> Requirement:
    """Demand that a number is below a bound.

    Parameters
    ----------
    name : str
        Name of the number.
    value : float
        Number.
    most : float
        Bound, which is excluded.

    Returns
    -------
    demand : Requirement
        Demand with the number as what was found.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import below
    >>> below("MIG", 0.95, 0.9)
    Requirement(text='MIG is below 0.9', met=False, found='0.950')
    """
    return Requirement(f"{name} is below {most:g}", value < most, f"{value:.3f}")


def at_least(name: str, value: float, least: float) -> Requirement:
    """Demand that a number is not below a bound.

    Parameters
    ----------
    name : str
        Name of the number.
    value : float
        Number.
    least : float
        Bound, which is included.

    Returns
    -------
    demand : Requirement
        Demand with the number as what was found.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import at_least
    >>> at_least("MIG", 0.9, 0.9).met
    True
    """
    return Requirement(f"{name} is at least {least:g}", value >= least, f"{value:.4f}")


def at_most(name: str, value: float, most: float) -> Requirement:
    """Demand that a number is not above a bound.

    Parameters
    ----------
    name : str
        Name of the number.
    value : float
        Number.
    most : float
        Bound, which is included.

    Returns
    -------
    demand : Requirement
        Demand with the number as what was found.

    Examples
    --------
    >>> from disentangle_edu.quiz.exercises import at_most
    >>> at_most("MIG", 0.9, 0.9).met
    True
    """
    return Requirement(f"{name} is at most {most:g}", value <= most, f"{value:.4f}")
