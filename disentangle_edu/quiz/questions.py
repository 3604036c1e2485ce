"""Questions that a notebook asks before it shows the answer.

A `Question` has a scale on which the reader marks a guess by hand, a function that computes the
truth, and a sentence about the difference. The truth is never written down. `labs.predict(id)`
shows the question; QUESTIONS lists all of them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..validation import check_unused_id
from ..viz.canvas import Panel
from .scales import MAX_INLINE_LENGTH, Guess

ENDS_IN_NUMBER = re.compile(r"(.+)-([1-9]\d{0,2})")
SENTENCE = re.compile(r"(?:(?<=[.?!])|(?<=[.?!]\))) (?=[A-Z])")  # the space between two sentences


@dataclass(frozen=True)
class Question:
    """Question with a scale, whose truth is computed.

    Parameters
    ----------
    id : str
        Name of the question, such as "01-even-rest".
    asks : str
        Text of the question. The last sentence asks.
    scale : Scale
        Scale for the guess.
    truth : callable
        Function that computes the truth when it is needed.
    feedback : callable
        Function such that feedback(guess, truth) returns a sentence on what the difference means.
    guess_for_tests : object
        Guess that is used in tests and builds, where there is no reader.
    figures : callable or None, default=None
        Function that returns short words for what was measured, one for each row of a
        `ChoiceScale`. They are shown with the truth.
    shows : callable or None, default=None
        Function that returns panels next to the question, such as the matrix in question.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import Question
    >>> from disentangle_edu.quiz.scales import NumberScale
    >>> means = lambda guess, truth: "It is half."
    >>> question = Question("q", "How high is MIG?", NumberScale(), lambda: 0.5, means, 0.4)
    >>> question.verdict(0.4, question.truth())
    'Not quite: it is 0.500, and you said 0.40, 0.100 too low. It is half.'
    """

    id: str
    asks: str
    scale: Any
    truth: Callable[[], Guess]
    feedback: Callable[[Guess, Guess], str]
    guess_for_tests: Guess
    figures: Callable[[], Sequence[str]] | None = None
    shows: Callable[[], tuple[Panel, ...]] | None = None

    @property
    def parts(self) -> tuple[str, str]:
        """Text of the question in two parts.

        Returns
        -------
        first : str
            All sentences except the last one.
        asks : str
            The last sentence, which asks.
        """
        first, *rest = reversed(SENTENCE.split(self.asks))
        return " ".join(reversed(rest)), first

    def measured(self) -> tuple[str, ...]:
        """Short words for what was measured, one for each row.

        Returns
        -------
        figures : tuple of str
            Words; empty if there are none.
        """
        return tuple(self.figures()) if self.figures else ()

    def panels(self, guess: Guess, truth: Guess = None, figures: Sequence[str] = ()) -> tuple:
        """Question as panels, with its scale.

        Parameters
        ----------
        guess : object
            Guess on the scale.
        truth : object, default=None
            Truth on the scale. With None, the truth is hidden.
        figures : sequence of str, default=()
            Short words for what was measured.

        Returns
        -------
        panels : tuple of Panel
            Panels that the question shows, then the scale.
        """
        extra_panels = self.shows() if self.shows else ()
        options = {"figures": figures} if figures else {}
        return (*extra_panels, self.scale.panel(guess, truth, **options))

    def verdict(self, guess: Guess, truth: Guess, figures: Sequence[str] = ()) -> str:
        """How far the guess is from the truth, what was measured, and what that means.

        Parameters
        ----------
        guess : object
            Guess on the scale.
        truth : object
            Truth on the scale.
        figures : sequence of str, default=()
            Short words for what was measured.

        Returns
        -------
        verdict : str
            Sentences. If a row has more than 16 letters, one line for each row.
        """
        if figures and max(map(len, self.scale.rows)) > MAX_INLINE_LENGTH:
            return "\n".join(
                [*self._verdict_by_row(guess, truth, figures), self.feedback(guess, truth)]
            )
        measured = _format_figures(self.scale.rows, figures) if figures else ""
        parts = (self.scale.describe_deviation(guess, truth), measured, self.feedback(guess, truth))
        return " ".join(filter(None, parts))

    def _verdict_by_row(self, guess: Guess, truth: Guess, figures: Sequence[str]) -> list[str]:
        """One line for each long row: whether the guess was right, and what was measured."""
        right = [chosen == true for chosen, true in zip(guess, truth)]
        lines = zip(right, self.scale.rows, figures)
        verdict_word = lambda is_right: "Right" if is_right else "Not quite"
        sentences = [
            f"{verdict_word(is_right)}. {row[:1].upper()}{row[1:]}: {figure}."
            for is_right, row, figure in lines
        ]
        return [self.scale.describe_deviation(guess, truth), *sentences]


def _format_figures(rows: Sequence[str], figures: Sequence[str]) -> str:
    """Sentence on what was measured, row by row."""
    pairs = (f"{row} {figure}".strip() for row, figure in zip(rows, figures))
    return f"Found: {'; '.join(pairs)}."


QUESTIONS: dict[str, Question] = {}
NUMBERED: dict[str, Callable[[int], Question]] = {}  # makers by prefix, like "11-patient"


def question(
    id: str,
    asks: str,
    scale: Any,
    *,
    guess_for_tests: Guess,
    feedback: Callable[[Guess, Guess], str],
    figures: Callable[[], Sequence[str]] | None = None,
    shows: Callable[[], tuple[Panel, ...]] | None = None,
) -> Any:
    """Decorate the function that computes the truth, and add the question to QUESTIONS.

    Parameters
    ----------
    id : str
        Name of the question.
    asks : str
        Text of the question. The last sentence asks.
    scale : Scale
        Scale for the guess.
    guess_for_tests : object
        Guess that is used in tests and builds.
    feedback : callable
        Function such that feedback(guess, truth) returns a sentence on what the difference means.
    figures : callable or None, default=None
        Function that returns short words for what was measured, one for each row of a
        `ChoiceScale`.
    shows : callable or None, default=None
        Function that returns panels next to the question.

    Returns
    -------
    decorator : callable
        Decorator that returns the function unchanged.

    Raises
    ------
    ValueError
        If the name is taken, unless a cell of a notebook defines the question.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import QUESTIONS, question
    >>> from disentangle_edu.quiz.scales import NumberScale
    >>> words = dict(feedback=lambda *_: "", guess_for_tests=0.4)
    >>> @question("q", "How high is MIG?", NumberScale(), **words)
    ... def truth():
    ...     return 0.5
    >>> QUESTIONS.pop("q").truth()
    0.5
    """

    def decorate(truth: Callable[[], Guess]) -> Callable[[], Guess]:
        check_unused_id(id, QUESTIONS, truth)
        QUESTIONS[id] = Question(id, asks, scale, truth, feedback, guess_for_tests, figures, shows)
        return truth

    return decorate


def find_question(id: str) -> Question | None:
    """Question of an id, or of a numbered family such as "11-patient-17".

    Parameters
    ----------
    id : str
        Name of the question.

    Returns
    -------
    question : Question or None
        None if no question has this name.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import find_question
    >>> find_question("no-such-question-5")
    """
    numbered = ENDS_IN_NUMBER.fullmatch(id)
    if numbered and numbered[1] in NUMBERED:
        return NUMBERED[numbered[1]](int(numbered[2]))
    return QUESTIONS.get(id)


def near(guess: float, truth: float, sentences: Sequence[str]) -> str:
    """One of three sentences, depending on whether a guess is above, near or below the truth.

    Parameters
    ----------
    guess : float
        Guess.
    truth : float
        Truth.
    sentences : sequence of str
        Sentences for a guess above the truth, within 0.05 of it, and below it.

    Returns
    -------
    sentence : str
        One of the three sentences.

    Examples
    --------
    >>> from disentangle_edu.quiz.questions import near
    >>> near(0.5, 0.52, ("too high", "about right", "too low"))
    'about right'
    """
    if abs(guess - truth) < 0.05:
        return sentences[1]
    return sentences[0] if guess > truth else sentences[2]
