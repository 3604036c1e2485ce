"""Predictions: a guess on an empty scale, and what is shown once the guess is committed.

    question = labs.predict("01-even-rest")        # mark your guess, then commit
    labs.dci_even_rest(after=question)             # opens once the guess is committed
    labs.after(question, lambda: reveal("dci-0.6"))
    labs.export_guesses("guesses.json")            # for a class to compare

A notebook that runs without a guess leaves its questions open. A notebook that runs again keeps
what was marked and answered. Tests and builds set the environment variable DISENTANGLE_EDU_GUESSES
to "given"; every question then takes the guess that is part of it.
"""

import contextlib
import functools
import html
import json
import os
import pathlib
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from .. import background
from ..cache import JsonCache, cache_folder, write
from ..quiz.answer_cache import Ahead
from ..quiz.questions import QUESTIONS, Question, find_question
from ..quiz.scales import ChoiceScale, Guess, OrderScale
from ..viz.markdown import NotebookText
from ..viz.picture import Picture
from .controls import free
from .gated_display import ASLEEP, CLOSED, OPENING, Bundle, Earned, GatedDisplay, Revealed
from .history import Values
from .interaction import Lab
from .protocol import ControlSpec, Scene

Committed = dict[str, Any]  # a guess, its question, the question's text and the truth
GUESSES: dict[str, Committed] = {}  # guesses committed in this session, by question
KEPT = "guesses"  # the cache folder for guesses of earlier sessions
EMPTY = "An empty scale for your guess."
FIRST = "Mark your guess first; then the button opens the answer."
ALL = "The button opens the answer."
ANY_ORDER = f"Drag the bars into your order. {ALL}"


class Prediction(Lab):
    """Question in a widget, with the reader's guess and then the truth.

    Parameters
    ----------
    question : Question
        Question to ask.

    Attributes
    ----------
    question : Question
        Question that is asked.
    committed : bool
        Whether the guess is committed.
    truth : object
        Truth on the scale; None before the guess is committed.

    Examples
    --------
    >>> from disentangle_edu import labs
    >>> labs.predict("01-even-rest")
    labs.predict('01-even-rest')
    """

    widest = 780

    def __init__(self, question: Question) -> None:
        self.question, self.committed = question, False
        self.truth: Guess = None
        self._is_animating = (
            False  # the truth is drawn at the guess before it moves to its position
        )
        self.figures: tuple[str, ...] = ()
        self._waiting: list[GatedDisplay] = []
        self.answering: Future | None = None  # computes the truth
        self.opening: Future | None = None  # measures the displays that waited for the guess
        self._ahead = Ahead(question)
        scale = question.scale
        super().__init__(self._draw_question, {"guess": free("guess", scale.empty(), scale.check)})
        self.name = "predict"
        before, _NEWEST[question.id] = _NEWEST.get(question.id), self
        _COPIES.setdefault(question.id, weakref.WeakSet()).add(self)
        if os.environ.get(background.GIVEN) == "given":
            self.set(guess=question.guess_for_tests)
            self.commit()
        elif before and before.question is question:
            self._copy_state(before)

    def _copy_state(self, other: "Prediction") -> None:
        """Copy the state of another prediction of the same question, when a cell runs again."""
        if self.committed or other is self or other.question is not self.question:
            return
        self.values, self.history.settled = dict(other.values), dict(other.values)
        self._picture, self._message, self._ahead = None, "", other._ahead
        if other.committed:
            self.truth, self.figures = other.truth, other.figures
            self._show_truth()
        else:
            self.refresh()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        if not self.committed:
            self._ahead.begin()  # compute while the reader reads
        return super()._repr_mimebundle_(include, exclude)

    def _draw_question(self, guess: Guess) -> Picture:
        truth = (self.guess if self._is_animating else self.truth) if self.committed else None
        panels = self.question.panels(guess, truth, self.figures if self.committed else ())
        outcome = f"Your guess, and the answer. {self.verdict}" if self.committed else EMPTY
        return Picture(panels=panels, shows=f"{self.question.asks} {outcome}")

    @property
    def guess(self) -> Guess:
        """Guess that is marked.

        Returns
        -------
        guess : object
            Guess on the scale of the question.
        """
        return self.values["guess"]

    @property
    def complete(self) -> bool:
        """Whether enough is marked to commit.

        Returns
        -------
        complete : bool
            True if the guess can be committed.
        """
        return self.question.scale.complete(self.guess)

    @functools.cached_property  # nothing changes after the guess is committed
    def verdict(self) -> str:
        """How far the guess is from the truth, and what that means.

        Returns
        -------
        verdict : str
            Sentences.
        """
        return self.question.verdict(self.guess, self.truth, self.figures)

    def commit(self) -> None:
        """Commit the guess: compute the truth, show it, and open what waits for it.

        If the guess is not complete, a message asks for it.

        Returns
        -------
        result : None
            Always None.
        """
        if self.committed or self._busy:
            return
        if not self.complete:
            self._message = FIRST
            return self.refresh()
        self._message, self._busy = "Working it out ...", {"done": 0, "total": 0}
        self.refresh()
        self._set_placeholders(OPENING)
        try:
            self.truth, self.figures = self._ahead.answer()
        except BaseException:  # also Ctrl-C: the guess can be committed again
            self._message, self._busy = "That was broken off; press again.", None
            self.refresh()
            self._set_placeholders(CLOSED)
            raise
        self._show_truth()
        for copy in list(_COPIES[self.question.id]):  # in other cells, or of earlier runs
            copy._copy_state(self)

    def _show_truth(self) -> None:
        """Show the truth after the guess is committed, and open the displays that wait."""
        self.committed, self._message, self._busy = True, "", None
        keep_guess(self.question, self.guess, self.truth)
        self._animate_truth()
        for display in self._waiting:
            if isinstance(display, Lab):
                display.refresh()
        # In the background, because slow displays must not delay the next gesture.
        self.opening = background.start(self._open_waiting)

    def _set_placeholders(self, message: str) -> None:
        """Show a message on every display that waits."""
        for display in self._waiting:
            display.stage.scene = {"sequence": display.stage.sequence, "cover": message}

    def _open_waiting(self) -> Iterator[None]:
        """Measure the waiting displays one after the other; each display shows its own error."""
        for display in self._waiting:
            if not isinstance(display, Lab):
                background.wait_until_idle()  # the reader may already use an open lab
                with contextlib.suppress(Exception):
                    display.refresh()
                yield

    def _animate_truth(self) -> None:
        """Show the truth at the guess and then at its own position; the widget animates it."""
        for is_animating in (True, False):
            self._is_animating, self._picture = is_animating, None
            self.refresh()

    def then(self, shown: GatedDisplay) -> None:
        """Open a lab or a panel once the guess is committed.

        Parameters
        ----------
        shown : GatedDisplay
            Thing that waits.
        """
        self._waiting.append(shown)

    def set(self, **values: Any) -> None:
        """Mark a guess, unless one is committed.

        Parameters
        ----------
        **values : object
            "guess" with the new guess.

        Raises
        ------
        ValueError
            If the guess is not possible on the scale.
        """
        if not self.committed:
            super().set(**values)

    def on_gesture(self, values: Values, done: bool = False, press: str = "") -> None:
        """Handle a gesture of the reader, unless the guess is committed.

        Parameters
        ----------
        values : dict
            Values that the reader has moved, by their paths.
        done : bool, default=False
            Whether the gesture has ended.
        press : str, default=''
            Name of the button that was pressed.
        """
        if self.committed or self._busy:
            self.refresh()
            return
        newest = _NEWEST[self.question.id]
        if newest is not self and newest.question is self.question:
            # The reader marked the old output before the page showed that the cell ran again.
            newest.on_gesture(values, done, press)
            self._copy_state(newest)
            return
        super().on_gesture(values, done, press)

    def on_press(self, press: str) -> None:
        """Handle a button.

        Parameters
        ----------
        press : str
            Name of the button.
        """
        if press != "commit":
            super().on_press(press)
        elif self.complete and not self._ahead.known:
            self.answering = background.start(self.commit)  # gestures are handled meanwhile
        else:
            self.commit()

    def on_change(self, values: Values) -> None:
        """Change the guess and draw it.

        Parameters
        ----------
        values : dict
            Marks that the reader has moved, by their paths.
        """
        if isinstance(self.question.scale, OrderScale):
            order = self.guess
            for path, position in values.items():  # in the order in which the bars were dragged
                order = _reorder(order, path, int(position))
            values = {"guess": order}
        super().on_change(values)

    def _control_specs(self) -> list[ControlSpec]:
        commit: ControlSpec = {"name": "commit", "label": "That is my guess", "kind": "button"}
        return [commit | {"primary": True, "footer": True}]

    def _scene(self) -> Scene:
        return {
            "sequence": self.stage.sequence,
            "svg": self.picture.at(min(self.stage.width, self.widest)),
            "question": self.question.parts,
            "caption": self.verdict if self.committed else "",
            "message": self._message or self._status_text(),
            "busy": self._busy,
            "table": self._table() if self.committed else None,
            "enabled": {"commit": "hidden" if self.committed else self.complete and not self._busy},
            "duration": 1100 if self.committed else 0,
        }

    def _status_text(self) -> str:
        """How much of the guess is marked, and the next step for the reader."""
        if self.committed:
            return ""
        if isinstance(self.question.scale, OrderScale):
            return ANY_ORDER
        marks = self.guess if isinstance(self.guess, list) else [self.guess]
        count = sum(mark is not None for mark in marks)
        if not count:
            return FIRST
        marked = f"{count} of {len(marks)} marked." if len(marks) > 1 else "Marked."
        return f"{marked} {ALL if self.complete else FIRST}"

    def _table(self) -> list[list[str]]:
        """Guess and truth as a table, whose first row is the head."""
        return self.question.scale.table(self.guess, self.truth, self.figures)

    def still_words(self) -> str:
        """Question, and if it is answered the guess and the truth.

        Returns
        -------
        words : str
            Text.
        """
        return f"{self.question.asks}\n{self.verdict if self.committed else 'No guess yet.'}"

    def still_html(self) -> str:
        """Question on its empty scale, whatever was answered.

        A saved notebook does not show the answer.

        Returns
        -------
        html : str
            HTML.
        """
        panels = self.question.panels(self.question.scale.empty())
        empty = Picture(panels=panels, shows=f"{self.question.asks} {self.question.scale.offers()}")
        first, asks = map(html.escape, self.question.parts)
        return f"{ASLEEP}<p>{first} <strong>{asks}</strong></p>{empty.still()}"

    def __repr__(self) -> str:
        return f"labs.predict({self.question.id!r})"


_NEWEST: dict[str, Prediction] = {}  # the newest prediction of each question
_COPIES: dict[str, weakref.WeakSet[Prediction]] = {}  # every prediction of it


def _reorder(order: list[str], path: str, position: int) -> list[str]:
    item = path.split("/", 1)[1]
    rest = [other for other in order if other != item]
    return rest[:position] + [item] + rest[position:]


def predict(id: str) -> Prediction:
    """Ask a question on an empty scale.

    Parameters
    ----------
    id : str
        Name of the question, such as "01-even-rest".

    Returns
    -------
    prediction : Prediction
        Question in a widget. It keeps the guess of an earlier run of the cell.

    Raises
    ------
    ValueError
        If the name is unknown. The message lists the known names.

    Examples
    --------
    >>> from disentangle_edu import labs
    >>> labs.predict("01-even-rest")
    labs.predict('01-even-rest')
    """
    if (question := find_question(id)) is None:
        raise ValueError(f"id: found {id!r}, expected one of {', '.join(sorted(QUESTIONS))}.")
    return Prediction(question)


def after(question: Prediction | tuple[Prediction, ...], made: Callable[[], Any]) -> Revealed:
    """Show the result of a function once one or several questions are answered.

    Parameters
    ----------
    question : Prediction or tuple of Prediction
        Questions to answer first.
    made : callable
        Function without arguments that computes the result after the answer.

    Returns
    -------
    revealed : Revealed
        Result in a widget.

    Examples
    --------
    >>> from disentangle_edu import labs
    >>> labs.after((), lambda: 0.5)
    0.5
    """
    return Revealed(made, question)


def earned(question: Prediction | tuple[Prediction, ...], text: str) -> Revealed:
    """Show Markdown once one or several questions are answered.

    Parameters
    ----------
    question : Prediction or tuple of Prediction
        Questions to answer first.
    text : str
        Markdown.

    Returns
    -------
    earned : Earned
        Text in a widget. Nothing is visible before the answer.

    Examples
    --------
    >>> from disentangle_edu import labs
    >>> labs.earned((), "MIG is 0.5.")
    MIG is 0.5.
    """
    return Earned(lambda: NotebookText(text.strip(), "markdown"), question)


def export_guesses(path: str = "") -> str:
    """Export all guesses of this session as JSON, for a class to compare.

    Parameters
    ----------
    path : str, default=''
        File to write. If empty, nothing is written.

    Returns
    -------
    text : str
        Without a path, JSON: a list of objects with question, asks, guess and truth, in the order
        in which they were committed. A guess with options is {row: option}. With a path, a sentence
        that says what was written.

    Raises
    ------
    ValueError
        If the file has another content. Nothing is written then.

    Notes
    -----
    Guesses of an earlier session that the file holds are kept, because the first guess counts.

    Examples
    --------
    >>> from disentangle_edu import labs
    >>> labs.export_guesses()[0]
    '['
    """
    guesses = [{"question": id} | guess for id, guess in GUESSES.items()]
    if not path:
        return _as_json(guesses)
    earlier = read_guesses(pathlib.Path(path))
    known_ids = {guess["question"] for guess in earlier}
    guesses = earlier + [guess for guess in guesses if guess["question"] not in known_ids]
    write(path, _as_json(guesses) + "\n")
    count = f"{len(guesses)} guesses are" if len(guesses) != 1 else "One guess is"
    return f"{count} written to {path}" + (f", {len(earlier)} from before" if earlier else "")


def keep_guess(question: Question, guess: Guess, truth: Guess) -> None:
    """Keep a committed guess for `export_guesses` and for later sessions; the first one counts.

    Parameters
    ----------
    question : Question
        Question that was asked.
    guess : object
        Guess on the question's scale.
    truth : object
        Truth on the question's scale.

    Examples
    --------
    >>> from disentangle_edu.lessons import QUESTIONS
    >>> from disentangle_edu.widgets.prediction import GUESSES, keep_guess
    >>> keep_guess(QUESTIONS["01-even-rest"], 0.8, 0.6)
    >>> GUESSES.pop("01-even-rest")["guess"]
    0.8
    """
    scale = question.scale
    in_words = scale.in_words if isinstance(scale, ChoiceScale) else lambda guess: guess
    record = {"asks": question.asks, "guess": in_words(guess), "truth": in_words(truth)}
    GUESSES.setdefault(question.id, record)
    background.get_or_compute(KEPT, question.id, lambda: record)


def kept_guess(id: str) -> Guess:
    """First guess at a question, from this session or from an earlier one of the same reader.

    Parameters
    ----------
    id : str
        Identifier of the question.

    Returns
    -------
    guess : object
        Guess, with options in words. None if nothing was committed.

    Examples
    --------
    >>> from disentangle_edu.widgets.prediction import kept_guess
    >>> kept_guess("no-such-question")
    """
    record = GUESSES.get(id)
    if record is None and background.in_notebook_session():
        record = JsonCache(cache_folder(KEPT)).get(id)
    return record["guess"] if record else None


def _as_json(guesses: list[Committed]) -> str:
    return json.dumps(guesses, indent=1, ensure_ascii=False)


def read_guesses(path: pathlib.Path) -> list[Committed]:
    """Guesses that a file contains.

    Parameters
    ----------
    path : Path
        File that `export_guesses` has written.

    Returns
    -------
    guesses : list of dict
        Guesses. The list is empty if there is no file.

    Raises
    ------
    ValueError
        If the file has another content.

    Examples
    --------
    >>> from pathlib import Path
    >>> from disentangle_edu.widgets.prediction import read_guesses
    >>> read_guesses(Path("no-such-file.json"))
    []
    """
    if not path.is_file():
        return []
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        guesses = json.loads(path.read_text(encoding="utf-8-sig"))
        if all(find_question(guess["question"]) and "guess" in guess for guess in guesses):
            return guesses
    raise ValueError(
        f"path: found {str(path)!r}, which holds something else, expected a new file, or one that "
        "guesses were written to."
    )
