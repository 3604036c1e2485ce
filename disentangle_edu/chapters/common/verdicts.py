"""The growing table of the course: seven scores of A, of B and of handwriting.

Each chapter on a metric ends with its column, guessed before it is seen.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import viz
from ...background import get_or_compute
from ...course import COURSE
from ...metric import METRICS
from ...quiz.questions import question
from ...quiz.scales import ASKED, Guess, Table
from ...representation import Representation
from ...widgets.prediction import kept_guess
from ...worlds import examples
from ...zoo import pretrained

# The chapter that explains each score, in the order of the course.
JUDGES = {
    **{"disentanglement": "dci", "completeness": "dci"},
    **{"beta_vae": "beta_vae", "factor_vae": "factor_vae", "sap": "sap"},
    **{"mig": "mig_and_dcimig", "dcimig": "mig_and_dcimig"},
}
SEVEN = tuple(JUDGES)
CODES = ("A", "B", "handwriting")
SHORT = {"disentanglement": "D", "completeness": "C"}
# In shades on which a letter is readable.
COLOURS = {
    "A": viz.class_colour(1),
    "B": viz.class_colour(0),
    "handwriting": viz.READ[viz.class_colour(2)],
}
Verdicts = dict[str, tuple[float, ...]]  # {score: its value for each of CODES}


@functools.cache
def pair_code(name: str) -> Representation:
    """The code of 3,000 shapes under A or B, or handwriting under ten principal components."""
    return (
        pretrained.code(pretrained.PAIR[name]) if name in pretrained.PAIR else examples.digits_pca()
    )


def measured_verdict(judge: str) -> dict[str, list[float]]:
    """The values of `verdict`, as plain lists."""
    return {"values": [METRICS[judge](pair_code(name)).value for name in CODES]}


@functools.cache
def verdict(judge: str) -> tuple[float, ...]:
    """The values of one score for A, for B and for handwriting."""
    return tuple(get_or_compute("verdicts", judge, lambda: measured_verdict(judge))["values"])


def title(judge: str) -> str:
    """A score's name where there is little room."""
    return SHORT.get(judge, viz.display_name(judge))


def known_before(chapter: str) -> tuple[str, ...]:
    """The scores of the chapters before this one."""
    chapters = list(JUDGES.values())
    return SEVEN[: chapters.index(chapter)]


def own_guesses(metrics: Sequence[str]) -> dict[str, list[float]]:
    """The reader's guesses for those of some scores that a chapter has asked for."""
    guesses = {
        metric: kept_guess(f"{COURSE.index(JUDGES[metric]):02d}-verdict")
        for metric in metrics
        if of_chapter(JUDGES[metric])[0] == metric
    }
    return {metric: guess for metric, guess in guesses.items() if guess}


def of_chapter(chapter: str) -> tuple[str, ...]:
    """The scores that a chapter is about, the one that it asks for first."""
    return tuple(metric for metric, taught in JUDGES.items() if taught == chapter)


@viz.panel(250 + 38 + 30 * len(CODES), min_width=330, max_width=780)
def table_panel(
    canvas: viz.Canvas,
    known: Verdicts,
    now: str = "",
    guess: Sequence[float | None] = (),
    asked: bool = False,
    own: Mapping[str, Sequence[float]] | None = None,
) -> None:
    """A column for every score: handles from 0 to 1 above, numbers below; later chapters are grey.

    known : the verdicts that are visible.   now : the column that the reader guesses, and
    `guess`, a number for each of CODES or None; `asked` while it may still be moved.
    own : the guesses that the reader made before, by the score.
    """
    x, y, width, _ = canvas.box
    tight = width < 620
    left, top, bottom = x + (76 if tight else 112), y + 58, y + 250
    pitch = (x + width - 4 - left) / len(SEVEN)
    frame = _TableLayout(canvas, left, pitch, top, bottom, tight)
    canvas.title("the scores of the judges, from 0 to 1", "scores of the judges")
    for share in (0.0, 0.5, 1.0):
        scale_y = frame.down(share)
        canvas.line(left, scale_y, x + width - 4, scale_y, viz.GRID)
        canvas.note(left - 8, scale_y + 4, f"{share:g}", "end")
    for j, metric in enumerate(SEVEN):
        frame.draw_head(j, metric, metric in known or metric == now)
    for name in CODES:
        frame.draw_line(name, known)
    for i, name in enumerate(CODES):
        frame.draw_name(i, name)
        for j, metric in enumerate(SEVEN):
            if metric in known:
                frame.draw_verdict(i, j, known[metric][i])
            elif metric != now:
                canvas.text(frame.middle(j), frame.row(i), "·", fill=viz.FAINT)
    for i in range(len(CODES) if now else 0):
        frame.draw_guess(i, SEVEN.index(now), guess[i], asked)
    for i in range(len(CODES) if own else 0):
        frame.draw_own_line(i, own or {})


@dataclass(frozen=True)
class _TableLayout:
    """Positions in the growing table: columns a pitch apart, a lane for every code."""

    canvas: viz.Canvas
    left: float
    pitch: float
    top: float
    bottom: float
    tight: bool

    def middle(self, j: int) -> float:
        return self.left + (j + 0.5) * self.pitch

    def lane(self, i: int, j: int) -> float:
        return self.middle(j) + (i - 1) * min(20.0, self.pitch / 3.2)

    def down(self, share: float) -> float:
        return self.bottom - share * (self.bottom - self.top)

    def row(self, i: int) -> float:
        return self.bottom + 52 + 30 * i

    def draw_head(self, j: int, metric: str, is_active: bool) -> None:
        """The name of a column, every other one a line lower where there is little room."""
        baseline = self.top - 14 - (13 if self.tight and j % 2 == 0 else 0)
        ink, x = viz.INK if is_active else viz.FAINT, self.middle(j)
        self.canvas.text(x, baseline, title(metric), fill=ink, font_size="11", link=metric)
        self.canvas.line(x, self.top, x, self.bottom, viz.GRID)

    def draw_line(self, name: str, verdicts: Verdicts) -> None:
        """A code's way through the verdicts that are known."""
        i = CODES.index(name)
        places = [
            (self.lane(i, j), self.down(verdicts[metric][i]))
            for j, metric in enumerate(SEVEN)
            if metric in verdicts
        ]
        dashes = (None, None, "4 4")[i]
        style: viz.Style = {"stroke_dasharray": dashes, "stroke_opacity": "0.55", "key": f"way{i}"}
        if len(places) > 1:
            self.canvas.polyline(places, COLOURS[name], link=name, **style)

    def draw_own_line(self, i: int, own: Mapping[str, Sequence[float]]) -> None:
        """The reader's guesses for one code: rings, with a dotted line from each to the next."""
        columns = [SEVEN.index(metric) for metric in own]
        ends = [(self.lane(i, j), self.down(own[SEVEN[j]][i])) for j in columns]
        if len(ends) > 1:
            style: viz.Style = {"stroke_width": "1.5", "stroke_dasharray": "1 4", "key": f"own{i}"}
            self.canvas.polyline(ends, viz.GUESS, **style, link=CODES[i])
        for j in columns:
            self.draw_guess(i, j, own[SEVEN[j]][i], False, "" if self.tight else "you ")

    def draw_name(self, i: int, name: str) -> None:
        """The name of a row of numbers, with its marker."""
        x, y = self.left - (66 if self.tight else 102), self.row(i)
        self.canvas.circle(x, y - 4, 7, COLOURS[name], link=name)
        self.canvas.text(x, y, name[0].upper(), fill=viz.PAPER, font_size="11")
        label = "writing" if name == "handwriting" and self.tight else name
        self.canvas.text(x + 11, y, label, "start", viz.INK, link=name, font_size="11")

    def draw_verdict(self, i: int, j: int, value: float) -> None:
        """A verdict: a mark and its number."""
        name, metric = CODES[i], SEVEN[j]
        label = f"{title(metric)} of {name}: {value:.3f}"
        x, y, slow = self.lane(i, j), self.down(value), "900"
        style: viz.Style = {"link": (name, metric), "key": f"mark{i}-{j}", "data_slow": slow}
        self.canvas.circle(x, y, 8, COLOURS[name], label, **style)
        style = {"font_size": "11", "pointer_events": "none", "key": f"letter{i}-{j}"}
        self.canvas.text(x, y + 4, name[0].upper(), fill=viz.PAPER, **style, data_slow=slow)
        number, link = f"{value:.3f}", (name, metric)
        self.canvas.text(self.middle(j), self.row(i), number, font_size="11", link=link)

    def draw_guess(
        self, i: int, j: int, value: float | None, editable: bool, word: str = "you "
    ) -> None:
        """A ring where the reader expects a verdict; it is below the scale until it is moved."""
        name = CODES[i]
        x, y = self.lane(i, j), self.bottom + 18 if value is None else self.down(value)
        axis = viz.Axis(f"guess/{i}", value or 0.0, 0, 1, 0.01, "y", self.bottom, self.top)
        label = "not marked yet" if value is None else f"{value:.2f}"
        ring: viz.Style = {"stroke": viz.GUESS, "stroke_width": "2.5"}
        ring |= {"key": f"guess{i}" if editable else f"ring{i}-{j}"}
        if editable:
            ring["handle"] = viz.Handle(f"your guess for {name}", (axis,), label)
        self.canvas.circle(x, y, 9, viz.GUESS if editable else "none", **ring)
        if editable:
            quiet: viz.Style = {
                "font_size": "11",
                "pointer_events": "none",
                "key": f"ringletter{i}",
            }
            self.canvas.text(x, y + 4, name[0].upper(), fill=viz.PAPER, **quiet)
        if value is None and not editable:
            return  # the answer has no guess for this code
        number = "?" if value is None else f"{value:.2f}"
        label, below = (number, 0) if editable else (f"{word}{number}", 12)
        style: viz.Style = {"font_size": "11", "key": f"said{i}-{j}"}
        self.canvas.text(self.middle(j), self.row(i) + below, label, fill=viz.GUESS, **style)


@dataclass(frozen=True)
class Column:
    """A scale of three marks, one for each of CODES, in the growing table."""

    chapter: str
    rows: tuple[str, ...] = CODES

    @property
    def judge(self) -> str:
        """The score that is asked for."""
        return of_chapter(self.chapter)[0]

    def empty(self) -> list[float | None]:
        """Nothing is marked."""
        return [None] * len(CODES)

    def check(self, name: str, guess: Guess) -> list[float | None]:
        """A number from 0 to 1 for every code, or None."""
        fits = isinstance(guess, (list, tuple)) and len(guess) == len(CODES)
        if not fits or not all(number is None or _is_share(number) for number in guess):
            raise ValueError(f"{name}: found {guess!r}, expected three numbers from 0 to 1.")
        return [None if number is None else float(number) for number in guess]

    def complete(self, guess: list) -> bool:
        """All three are marked."""
        return None not in guess

    def describe_deviation(self, guess: list, truth: list) -> str:
        """Right, or how far off it was."""
        missed = np.abs(np.subtract(guess, truth))
        comparison = ", ".join(
            f"{name} {true:.3f} (you said {guessed:.2f})"
            for name, guessed, true in zip(CODES, guess, truth)
        )
        head = "Right:" if missed.max() < 0.1 else "Not quite:"
        return f"{head} {title(self.judge)} gives: {comparison}."

    def offers(self) -> str:
        """The possible answers, to be read aloud."""
        return f"An empty column from 0 to 1, with a mark each for {', '.join(CODES)}."

    def table(self, guess: list, truth: list, figures: Sequence[str] = ()) -> Table:
        """Guess and truth as rows of words, the first of them the head."""
        rows = zip(CODES, guess, truth)
        return [ASKED, *([name, f"{guessed:.2f}", f"{true:.3f}"] for name, guessed, true in rows)]

    def panel(self, guess: list, truth: list | None = None) -> viz.Panel:
        """The table as far as it has grown; the last column is the reader's until it is known."""
        verdicts = {metric: verdict(metric) for metric in known_before(self.chapter)}
        if truth is not None:
            verdicts |= {metric: verdict(metric) for metric in of_chapter(self.chapter)}
            verdicts[self.judge] = tuple(truth)  # during the animation not yet the truth
        return table_panel(verdicts, self.judge, guess, truth is None)


def _is_share(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, (int, float)) and 0 <= value <= 1


def ask_verdict(id: str, chapter: str, guess_for_tests: Sequence[float], feedback: str) -> Any:
    """Decorate what measures the verdict that a chapter ends with; enters the question."""
    asks = (
        "The code of A, the code of B, and handwriting. "
        f"Where will {title(of_chapter(chapter)[0])} put each of them? Drag the three handles up."
    )
    return question(
        id,
        asks,
        Column(chapter),
        guess_for_tests=list(guess_for_tests),
        feedback=lambda guess, truth: feedback,
    )
