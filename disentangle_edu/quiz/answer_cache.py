"""Answers to questions, computed in the background and kept between sessions."""

import importlib
from typing import Any

from .. import background
from ..cache import JsonCache, cache_folder, is_ours
from .questions import QUESTIONS, Question
from .scales import Guess

Answer = tuple[Guess, tuple[str, ...]]  # the truth, and what was measured


class Ahead:
    """Answer to one question, computed in the background before the reader asks for it.

    Parameters
    ----------
    question : Question
        Question to answer.

    Attributes
    ----------
    question : Question
        Question to answer.

    Examples
    --------
    >>> from disentangle_edu.quiz.answer_cache import Ahead
    >>> from disentangle_edu.quiz.questions import Question
    >>> from disentangle_edu.quiz.scales import NumberScale
    >>> means = lambda guess, truth: "It is half."
    >>> question = Question("q", "How high is MIG?", NumberScale(), lambda: 0.5, means, 0.4)
    >>> Ahead(question).answer()
    (0.5, ())
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self._work: background.BackgroundTask | None = None

    def begin(self) -> None:
        """Start to compute the answer in the background, unless an earlier session has kept it."""
        if self._may_cache and self._work is None and _answer_cache().get(self.question.id) is None:
            home = self.question.truth.__module__
            self._work = background.submit(kept_answer, self.question.id, home)

    def answer(self) -> Answer:
        """Answer that was kept, that the background process has computed, or that is computed now.

        Returns
        -------
        truth : object
            Truth on the scale of the question.
        figures : tuple of str
            Short words for what was measured.
        """
        work, self._work = self._work, None
        stored = _answer_cache().get(self.question.id) if self._may_cache else None
        if stored is None and work is not None and work.begun:  # not if still queued
            stored = work.wait()
        if stored is None:
            return self.question.truth(), self.question.measured()
        return stored["truth"], tuple(stored["figures"])

    @property
    def known(self) -> bool:
        """Whether the answer is kept, so that it is available at once.

        Returns
        -------
        known : bool
            True if the answer is kept.
        """
        return self._may_cache and _answer_cache().get(self.question.id) is not None

    @property
    def _may_cache(self) -> bool:
        """Whether this is a notebook session, and the question is part of this package."""
        question = self.question
        is_registered = QUESTIONS.get(question.id) is question
        return background.in_notebook_session() and is_registered and is_ours(question.truth)


def answer_of(id: str, home: str) -> dict[str, Any]:
    """Answer to a question, as plain values.

    Parameters
    ----------
    id : str
        Name of the question.
    home : str
        Module that adds the question to QUESTIONS.

    Returns
    -------
    answer : dict
        "truth" and "figures".

    Examples
    --------
    >>> from disentangle_edu.quiz.answer_cache import answer_of
    >>> answer_of("01-even-rest", "disentangle_edu.chapters.dci.quiz")["figures"]
    ()
    """
    importlib.import_module(home)
    question = QUESTIONS[id]
    return {"truth": question.truth(), "figures": question.measured()}


def kept_answer(id: str, home: str) -> dict[str, Any]:
    """Compute the answer to a question and keep it.

    The background process calls this function. The answer is kept even if the reader does not ask
    for it any more.

    Parameters
    ----------
    id : str
        Name of the question.
    home : str
        Module that adds the question to QUESTIONS.

    Returns
    -------
    answer : dict
        "truth" and "figures".

    Examples
    --------
    >>> from disentangle_edu.quiz.answer_cache import kept_answer
    >>> kept_answer("01-even-rest", "disentangle_edu.chapters.dci.quiz")  # doctest: +SKIP
    """
    result = answer_of(id, home)
    _answer_cache().put(id, result)
    return result


def known_answer(id: str) -> dict[str, Any]:
    """Answer to a question in QUESTIONS, kept from before or computed now.

    Parameters
    ----------
    id : str
        Name of the question.

    Returns
    -------
    answer : dict
        "truth" and "figures".

    Examples
    --------
    >>> from disentangle_edu.quiz.answer_cache import known_answer
    >>> known_answer("01-even-rest")["truth"]  # doctest: +SKIP
    """
    return _answer_cache().get(id) or kept_answer(id, QUESTIONS[id].truth.__module__)


def _answer_cache() -> JsonCache:
    return JsonCache(cache_folder("answers"))
