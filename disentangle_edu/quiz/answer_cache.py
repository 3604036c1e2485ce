"""Answers to questions: computed aside while a reader reads, and kept for the next session."""

import importlib
from typing import Any

from .. import background
from ..cache import Shelf, cache_folder, is_ours
from ..core import Progress
from .questions import QUESTIONS, Guess, Question

Answer = tuple[Guess, tuple[str, ...]]  # the truth, and the figures behind it


class Ahead:
    """The answer to one question, sought before somebody asks for it where a reader sits."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._work: background.Work | None = None

    def begin(self) -> None:
        """Compute it aside, unless it is kept from an earlier session."""
        if self._may and self._work is None and _shelf().get(self.question.id) is None:
            home = self.question.truth.__module__
            self._work = background.start(__name__, "kept_answer", self.question.id, home)

    def answer(self) -> Answer:
        """What is kept, what comes from aside, or what is computed here and now."""
        work, self._work = self._work, None
        stored = _shelf().get(self.question.id) if self._may else None
        if stored is None and work is not None and work.begun:  # else it would wait for others
            stored = work.result()
        if stored is None:
            return self.question.truth(), self.question.measured()
        return stored["truth"], tuple(stored["figures"])

    @property
    def known(self) -> bool:
        """Whether the answer is kept, so that it comes at once."""
        return self._may and _shelf().get(self.question.id) is not None

    @property
    def _may(self) -> bool:
        """Whether a reader sits there, and the question is the one that comes with this package."""
        question = self.question
        known = QUESTIONS.get(question.id) is question
        return background.wanted() and known and is_ours(question.truth)


def answer_of(id: str, home: str, progress: Progress | None = None) -> dict[str, Any]:
    """The answer to a question in plain values.   home : the module that enters it in QUESTIONS."""
    importlib.import_module(home)
    question = QUESTIONS[id]
    return {"truth": question.truth(), "figures": question.measured()}


def kept_answer(id: str, home: str, progress: Progress | None = None) -> dict[str, Any]:
    """What the process aside computes, and keeps also if nobody asks for it any more."""
    found = answer_of(id, home)
    _shelf().put(id, found)
    return found


def known_answer(id: str) -> dict[str, Any]:
    """The answer to a question that is entered: what is kept, or what is computed now."""
    return _shelf().get(id) or kept_answer(id, QUESTIONS[id].truth.__module__)


def _shelf() -> Shelf:
    return Shelf(cache_folder("answers"))
