"""Displays with a live widget in a running notebook, and a still picture in a saved one."""

import html
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from .. import background
from ..viz import markdown
from .protocol import Progress
from .stage import Stage

Bundle = dict[str, Any]  # a notebook's output: {MIME type: content}
ASLEEP = "<p><em>A still picture: run the notebook, and you can move it.</em></p>"
FOLDED = "{}: make your guess above, then open this."
CLOSED = "Make your guess above first; then this opens."
CLOSED_BY_MORE = "{} above, then this opens."
OPENING = "Your guess is recorded. Python is computing the answer ..."


class GateQuestion(Protocol):
    """Question that keeps a display closed until it is answered, as a protocol.

    Parameters
    ----------
    *args : object
        Placeholder of `typing.Protocol`.
    **kwargs : object
        Placeholder of `typing.Protocol`.

    See Also
    --------
    disentangle_edu.widgets.prediction.Prediction : A question with a scale.

    Examples
    --------
    >>> from disentangle_edu import labs
    >>> hasattr(labs.predict("01-even-rest"), "committed")
    True
    """

    committed: bool

    def then(self, shown: "GatedDisplay") -> None:
        """Open a display once the question is answered.

        Parameters
        ----------
        shown : GatedDisplay
            Display that waits.
        """


After: TypeAlias = GateQuestion | tuple[GateQuestion, ...] | None  # questions to answer first


class GatedDisplay:
    """Base of displays with a live widget in a running notebook and a picture in a saved one.

    A subclass has a `stage`, `still_words` (the numbers as text) and `still_html`.

    Attributes
    ----------
    stage : Stage
        Widget.
    after : tuple of Prediction
        Questions to answer first.

    Examples
    --------
    >>> from disentangle_edu.widgets.gated_display import GatedDisplay
    >>> GatedDisplay().closed
    False
    """

    stage: Stage
    after: tuple[GateQuestion, ...] = ()
    folded = "The answer is hidden"  # summary of the fold in a saved notebook

    def _wait_for(self, after: After) -> None:
        """Keep this display closed until each question is answered."""
        questions = after if isinstance(after, tuple) else (after,)
        self.after = tuple(question for question in questions if question is not None)
        for question in self.after:
            if not question.committed:
                question.then(self)

    def still_words(self) -> str:
        """Text with the numbers, for a saved notebook and for the tests that compare it.

        Returns
        -------
        words : str
            Text.
        """
        raise NotImplementedError

    def still_html(self) -> str:
        """Picture in a saved notebook.

        Returns
        -------
        html : str
            HTML.
        """
        raise NotImplementedError

    @property
    def closed(self) -> bool:
        """Whether a question must be answered before this is visible.

        Returns
        -------
        closed : bool
            True if a question is not answered.
        """
        return not all(question.committed for question in self.after)

    @property
    def cover(self) -> str:
        """Text that is shown while this waits for guesses.

        Returns
        -------
        words : str
            Text.
        """
        n_open = sum(not question.committed for question in self.after)
        if len(self.after) == 1:
            return CLOSED
        return CLOSED_BY_MORE.format(f"{n_open} guesses" if n_open > 1 else "One more guess")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        if self.closed:
            plain_text, content = self.cover, f"<p><em>{self.cover}</em></p>"
        else:
            plain_text, content = self.still_words(), self.still_html()
        if self.after and not self.closed:  # fold the answer in a saved notebook
            content = f"<details><summary>{FOLDED.format(self.folded)}</summary>{content}</details>"
        if not self.stage.scene:
            self.refresh()
        return self.stage.bundle() | {"text/plain": plain_text, "text/html": content}

    def refresh(self) -> None:
        """Send the present state to the page."""
        raise NotImplementedError


class Revealed(GatedDisplay):
    """HTML in a widget that a function makes once a question is answered.

    Parameters
    ----------
    made : callable
        Function without arguments that returns the thing to show.
    after : Prediction, tuple of Prediction or None, default=None
        Questions to answer first.

    See Also
    --------
    disentangle_edu.widgets.prediction.after : The function that makes it.

    Examples
    --------
    >>> from disentangle_edu.widgets.gated_display import Revealed
    >>> Revealed(lambda: 0.5)
    0.5
    """

    def __init__(self, made: Callable[[], Any], after: After = None) -> None:
        self.made, self.thing = made, None
        self.stage = Stage([], lambda values, done, press: None)
        self._wait_for(after)
        self.refresh()

    def refresh(self) -> None:
        """Show the text of the cover, or else compute the result and show it."""
        if self.closed:
            self.stage.scene = {"sequence": 0, "cover": self.cover}
            return
        self._show_progress(0, 0)
        try:
            with background.watched(self._show_progress):
                self.thing = self.made()
        except Exception as error:  # replace the progress by the error
            message = html.escape(f"{type(error).__name__}: {error}"[:300])
            failure = f"<p>This could not be measured. {message}</p>"
            self.stage.scene = {"sequence": 0, "html": failure}
            raise
        self.stage.scene = {"sequence": 0, "html": as_html(self.thing)}

    def _show_progress(self, done: int, total: int) -> None:
        """Show that the thing is being measured, and the progress."""
        busy: Progress = {"done": done, "total": total}
        self.stage.scene = {"sequence": 0, "html": "<p>Measuring ...</p>", "busy": busy}
        background.yield_to_event_loop()

    def still_words(self) -> str:
        """Thing as text.

        Returns
        -------
        words : str
            Text.
        """
        return mime_bundle(self.thing).get("text/plain", repr(self.thing))

    def still_html(self) -> str:
        """Thing as HTML.

        Returns
        -------
        html : str
            HTML.
        """
        return as_html(self.thing)

    def __repr__(self) -> str:
        return self.cover if self.closed else self.still_words()


class Earned(Revealed):
    """Text in a widget that appears once a question is answered.

    Until then nothing is visible, not even a closed box.

    Parameters
    ----------
    made : callable
        Function without arguments that returns the text.
    after : Prediction, tuple of Prediction or None, default=None
        Questions to answer first.

    Examples
    --------
    >>> from disentangle_edu.widgets.gated_display import Earned
    >>> from disentangle_edu.viz.markdown import NotebookText
    >>> Earned(lambda: NotebookText("MIG is 0.5."))
    MIG is 0.5.
    """

    folded = "The explanation is hidden"

    @property
    def cover(self) -> str:
        """Empty text, so that nothing is visible before the answer.

        Returns
        -------
        words : str
            Empty string.
        """
        return ""


def mime_bundle(thing: Any) -> dict[str, str]:
    """Representations of an object in a notebook.

    Parameters
    ----------
    thing : object
        Object to show.

    Returns
    -------
    bundle : dict of str to str
        Content by its MIME type, "text/plain" among them.

    Examples
    --------
    >>> from disentangle_edu.widgets.gated_display import mime_bundle
    >>> mime_bundle(0.5)
    {'text/plain': '0.5'}
    """
    if hasattr(thing, "_repr_mimebundle_"):
        bundle = thing._repr_mimebundle_()
        return bundle[0] if isinstance(bundle, tuple) else bundle
    html_text = thing._repr_html_() if hasattr(thing, "_repr_html_") else None
    return {"text/plain": repr(thing)} | ({"text/html": html_text} if html_text else {})


def as_html(thing: Any) -> str:
    """HTML of a thing as a notebook shows it.

    Parameters
    ----------
    thing : object
        Thing to show.

    Returns
    -------
    html : str
        HTML from the representation of the thing as HTML, Markdown or text.

    Examples
    --------
    >>> from disentangle_edu.widgets.gated_display import as_html
    >>> as_html(0.5)
    '<pre style="white-space:pre-wrap;font-size:13px">0.5</pre>'
    """
    bundle = mime_bundle(thing)
    plain = html.escape(bundle.get("text/plain", ""))
    style = "white-space:pre-wrap;font-size:13px"
    if "text/html" in bundle:
        return bundle["text/html"]
    if "text/markdown" in bundle:
        return markdown.as_html(bundle["text/markdown"])
    return f'<pre style="{style}">{plain}</pre>'
