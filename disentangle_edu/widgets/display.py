"""What stands on a stage in a running notebook, and as a picture in one that lies there."""

import html
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from .. import background
from ..viz import markdown
from .scheduling import breathe
from .widget import Stage

Bundle = dict[str, Any]  # what a notebook shows of a thing: {type: content}
ASLEEP = "<p><em>A still picture: run the notebook, and you can move it.</em></p>"
FOLDED = "{}: make your guess above, then open this."
CLOSED = "Make your guess above first; then this opens."
CLOSED_BY_MORE = "{} above, then this opens."
OPENING = "Your guess stands; Python is working this out ..."


class Asked(Protocol):
    """A question, for what waits until it is answered."""

    committed: bool

    def then(self, shown: "Shown") -> None:
        """Open what waits, once this is answered."""


After: TypeAlias = Asked | tuple[Asked, ...] | None  # what must be answered first


class Shown:
    """Something with a live stage for a running notebook, and a picture for one that lies there.

    A subclass brings `stage`, `still_words` (numbers as text) and `still_html`; `after` is a
    question that must be answered first, or None.
    """

    stage: Stage
    after: tuple[Asked, ...] = ()
    folded = "The answer is folded away"  # in a saved notebook

    def _wait_for(self, after: After) -> None:
        """Stay closed until one question, or each of several, is answered."""
        one_by_one = after if isinstance(after, tuple) else (after,)
        self.after = tuple(question for question in one_by_one if question is not None)
        for question in self.after:
            if not question.committed:
                question.then(self)

    def still_words(self) -> str:
        """The numbers as text, for a saved notebook and for the tests that compare it."""
        raise NotImplementedError

    def still_html(self) -> str:
        """The picture as it stands in a saved notebook."""
        raise NotImplementedError

    @property
    def closed(self) -> bool:
        """Whether a question must be answered before this may be seen."""
        return not all(question.committed for question in self.after)

    @property
    def veil(self) -> str:
        """What is said in place of a thing that waits for guesses."""
        left = sum(not question.committed for question in self.after)
        if len(self.after) == 1:
            return CLOSED
        return CLOSED_BY_MORE.format(f"{left} guesses" if left > 1 else "One more guess")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        if self.closed:
            words, shown = self.veil, f"<p><em>{self.veil}</em></p>"
        else:
            words, shown = self.still_words(), self.still_html()
        if self.after and not self.closed:  # a saved notebook must not give it away
            shown = f"<details><summary>{FOLDED.format(self.folded)}</summary>{shown}</details>"
        if not self.stage.scene:
            self._show()
        return self.stage.bundle() | {"text/plain": words, "text/html": shown}

    def _show(self) -> None:
        raise NotImplementedError


class Revealed(Shown):
    """HTML on a stage, made by a function once a question is answered; see `predict.after`."""

    def __init__(self, made: Callable[[], Any], after: After = None) -> None:
        self.made, self.thing = made, None
        self.stage = Stage([], lambda values, done, press: None)
        self._wait_for(after)
        self._show()

    def _show(self) -> None:
        if self.closed:
            self.stage.scene = {"n": 0, "veil": self.veil}
            return
        self._count(0, 0)
        try:
            with background.watched(self._count):
                self.thing = self.made()
        except Exception as error:  # it must not look as if it were still being measured
            words = html.escape(f"{type(error).__name__}: {error}"[:300])
            self.stage.scene = {"n": 0, "html": f"<p>This could not be measured. {words}</p>"}
            raise
        self.stage.scene = {"n": 0, "html": as_html(self.thing)}

    def _count(self, done: int, all: int) -> None:
        """Say that it is being measured, and how far that has come."""
        busy = {"done": done, "all": all}
        self.stage.scene = {"n": 0, "html": "<p>Measuring ...</p>", "busy": busy}
        breathe()

    def still_words(self) -> str:
        """The thing as text."""
        return _bundle(self.thing).get("text/plain", repr(self.thing))

    def still_html(self) -> str:
        """The thing as HTML."""
        return as_html(self.thing)

    def __repr__(self) -> str:
        return self.veil if self.closed else self.still_words()


class Earned(Revealed):
    """Text on a stage once a question is answered; until then nothing, not even a closed box."""

    folded = "What it means is folded away"

    @property
    def veil(self) -> str:
        """Nothing."""
        return ""


def _bundle(thing: Any) -> dict:
    if hasattr(thing, "_repr_mimebundle_"):
        found = thing._repr_mimebundle_()
        return found[0] if isinstance(found, tuple) else found
    shown = thing._repr_html_() if hasattr(thing, "_repr_html_") else None
    return {"text/plain": repr(thing)} | ({"text/html": shown} if shown else {})


def as_html(thing: Any) -> str:
    """A thing as a notebook would show it."""
    bundle = _bundle(thing)
    plain = html.escape(bundle.get("text/plain", ""))
    style = "white-space:pre-wrap;font-size:13px"
    if "text/html" in bundle:
        return bundle["text/html"]
    if "text/markdown" in bundle:
        return markdown.as_html(bundle["text/markdown"])
    return f'<pre style="{style}">{plain}</pre>'
