"""The guesses of a class: for each question all guesses, and the answer; and votes on sentences.

A folder holds the files that students have written with `labs.export_guesses`, or the votes that
they have saved from a page of the ledger, in any order. Each
file may be in its own folder, as Moodle packs them. Other folders are sittings, which are shown
with their names. Names of files, and of students' folders, are never shown.
"""

import functools
import html
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .. import viz, widgets
from ..claims.coverage import Sentence, list_sentences
from ..claims.views import VOTES, badge
from ..lessons import QUESTIONS
from ..quiz.questions import Question, find_question
from ..quiz.scales import ChoiceScale, CurveScale, Guess, OrderScale
from ..types import Progress
from ..viz.report import html_page, html_table
from .submissions import MOODLE

Ends = tuple[float, float]
BINS = 20  # number of columns in a histogram of guesses
ROW_HEIGHT = 52  # pixels of one histogram


@dataclass(frozen=True)
class Guesses:
    """The guesses in a folder.

    sittings : {name of a sitting, or "": {question: [guess, ...]}}.
    troubles : one sentence for each file that cannot be read.
    votes : {sentence of a paper: [(vote, note), ...]}, of all sittings.
    """

    sittings: dict[str, dict[str, list[Guess]]]
    troubles: tuple[str, ...]
    votes: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    @property
    def asked(self) -> list[str]:
        """The questions with at least one guess, in the order of the course."""
        ids = {id for sitting in self.sittings.values() for id in sitting}
        numbered = sorted(ids - QUESTIONS.keys(), key=lambda id: int(id.rpartition("-")[2]))
        return [id for id in QUESTIONS if id in ids] + numbered


@functools.cache
def sentences_by_number() -> dict[str, Sentence]:
    """The sentences of the ledger."""
    return {sentence.number: sentence for sentence in list_sentences()}


def load_guesses(folder: str | Path) -> Guesses:
    """All guesses below a folder; if a file has several for a question, the first counts.

    Raises ValueError if no file has a guess.
    """
    folder = Path(folder)
    inside = sorted(path for path in folder.glob("*") if path.is_dir())
    sat = [path for path in inside if not MOODLE.fullmatch(path.name)]
    homes = {path.name: path for path in sat if any(_guess_files(path))} or {"": folder}
    sittings: dict[str, dict[str, list[Guess]]] = {}
    votes: dict[str, list[tuple[str, str]]] = {}
    troubles = []
    for name, home in homes.items():
        sittings[name] = {}
        for path in _guess_files(home):
            try:
                given, voted = _read_file(path)
            except ValueError as error:
                troubles.append(f"{path.relative_to(folder)}: {error}")
                continue
            for id, guess in given.items():
                sittings[name].setdefault(id, []).append(guess)
            for number, vote in voted.items():
                votes.setdefault(number, []).append(vote)
    guesses = Guesses(sittings, tuple(troubles), votes)
    if not guesses.asked and not votes:
        more = f" ({'; '.join(troubles[:3])})" if troubles else ""
        raise ValueError(
            f"FOLDER: found no guesses in {str(folder)!r}{more}, expected files that "
            "labs.export_guesses or a page of the ledger has written."
        )
    return guesses


def _guess_files(home: Path) -> list[Path]:
    """Files of guesses in a folder and its subfolders, without hidden files such as Jupyter's."""
    paths = (path.relative_to(home) for path in home.rglob("*.json"))
    visible = (path for path in paths if not any(part.startswith(".") for part in path.parts))
    return [home / path for path in sorted(visible)]


def _read_file(path: Path) -> tuple[dict[str, Any], dict[str, tuple[str, str]]]:
    """{question: guess} and {sentence: (vote, note)} of one student.

    Raises ValueError with a message if the file has other contents.
    """
    guesses: dict[str, Any] = {}
    votes: dict[str, tuple[str, str]] = {}
    try:
        for entry in json.loads(path.read_text(encoding="utf-8-sig")):
            if "sentence" in entry:
                votes.setdefault(entry["sentence"], _read_vote(entry))
            elif (question := find_question(entry["question"])) and question.id not in guesses:
                guess = _read_guess(question, entry["guess"])
                if question.scale.complete(guess):
                    guesses[question.id] = guess
    except (KeyError, TypeError, AttributeError, RecursionError, ValueError):
        raise ValueError("found something else, expected guesses or votes.") from None
    return guesses, votes


def _read_guess(question: Question, guess: Any) -> Guess:
    """The guess in the form of its scale; a file stores the names of chosen options."""
    scale = question.scale
    if isinstance(scale, ChoiceScale):
        guess = [scale.options.index(option) for option in guess.values()]
    return scale.check("guess", guess)


def _read_vote(entry: dict[str, str]) -> tuple[str, str]:
    """The vote on a sentence of the ledger, and the note."""
    vote, note = entry["vote"], entry.get("note", "")
    if (
        entry["sentence"] not in sentences_by_number()
        or vote not in VOTES
        or not isinstance(note, str)
    ):
        raise ValueError
    return vote, note


# ------------------------------------------------------------------------------------ the picture


@dataclass(frozen=True)
class _HistogramRow:
    """One guessed quantity: the column of each guess, and the position of the truth."""

    name: str
    columns: list[int]
    truth: float  # in columns; the middle of the first is 0.5


def question_of(id: str) -> Question:
    """The question of a guess that was read."""
    question = find_question(id)
    assert question is not None
    return question


@functools.cache
def truth_of(id: str) -> Guess:
    """The answer to a question, computed once."""
    return question_of(id).truth()


Spread = tuple[list[_HistogramRow], Sequence[str], Ends]


def _histogram_rows(question: Question, guesses: Sequence[Guess], truth: Guess) -> Spread:
    """The guessed quantities, the options of a choice, and the ends of the scale."""
    scale = question.scale
    if isinstance(scale, ChoiceScale):
        each = enumerate(scale.rows)
        rows = [
            _HistogramRow(name, [entry[j] for entry in guesses], truth[j] + 0.5) for j, name in each
        ]
        return rows, scale.options, (0, 1)
    if isinstance(scale, OrderScale):
        positions = lambda item: [entry.index(item) for entry in guesses]
        rows = [
            _HistogramRow(item, positions(item), truth.index(item) + 0.5) for item in scale.items
        ]
        return rows, [f"place {j + 1}" for j in range(len(rows))], (0, 1)
    low, high = getattr(scale, "low", 0.0), getattr(scale, "high", 1.0)
    along = lambda values: (np.atleast_1d(values) - low) / (high - low) * BINS
    names = [f"{scale.x_label} {x:g}" for x in scale.xs] if isinstance(scale, CurveScale) else [""]
    names = list(getattr(scale, "rows", names))
    table = np.array([along(entry) for entry in guesses]).astype(int).clip(0, BINS - 1)
    rows = [_HistogramRow(*entry) for entry in zip(names, table.T.tolist(), along(truth).tolist())]
    return rows, (), (low, high)


def _histogram_height(rows: Sequence[_HistogramRow], options: Sequence[str]) -> float:
    foot = 12 + 16 * max((-(-len(option) * 7 // 90) for option in options), default=1)
    return 26 + len(rows) * (ROW_HEIGHT + 10) + foot


@viz.panel(height=_histogram_height, min_width=330, max_width=800)
def histogram(
    canvas: viz.Canvas,
    rows: Sequence[_HistogramRow],
    options: Sequence[str],
    ends: Ends,
    title: str,
) -> None:
    """A row of columns for each thing that was guessed, and the truth in green.

    options : what each column stands for; none where they cut a scale.   ends : of the scale.
    """
    x, y, width, _ = canvas.box
    columns = len(options) or BINS
    left = x + (min(170, 0.35 * width) if any(row.name for row in rows) else 0)
    step = (x + width - left) / columns
    max_count = max(max(np.bincount(row.columns, minlength=columns)) for row in rows)
    canvas.text(x, y + 14, title, "start", viz.INK, font_weight="600")
    for j, row in enumerate(rows):
        top = y + 26 + j * (ROW_HEIGHT + 10)
        canvas.paragraph(x, top, left - x - 10, row.name, viz.INK, 12)
        box = canvas.within(left, top, step * columns, ROW_HEIGHT)
        _draw_counts(box, row, columns, max_count, bool(options))
    bottom = y + 26 + len(rows) * (ROW_HEIGHT + 10)
    for k, option in enumerate(options):
        middle = left + (k + 0.5) * step
        canvas.paragraph(middle, bottom - 4, step - 8, option, viz.INK, 12, anchor="middle")
    for k, anchor in enumerate(("start", "middle", "end") if not options else ()):
        value = ends[0] + k / 2 * (ends[1] - ends[0])
        canvas.text(left + k / 2 * step * columns, bottom + 8, f"{value:g}", anchor, viz.FAINT)


def _draw_counts(
    canvas: viz.Canvas, row: _HistogramRow, columns: int, max_count: int, framed: bool
) -> None:
    """Draw the histogram of one row, with counts, and the truth as a framed column or a line."""
    left, top, width, height = canvas.box
    step, bottom = width / columns, top + height
    canvas.rect(*canvas.box, viz.GROUND, viz.GRID)
    counts = np.bincount(row.columns, minlength=columns).tolist()
    heights = [count / max_count * (height - 16) for count in counts]
    filled = [k for k in range(columns) if counts[k]]
    for k in filled:
        canvas.rect(left + k * step + 1, bottom - heights[k], step - 2, heights[k], viz.GUESS)
    true = left + row.truth * step
    if framed:
        frame = true - step / 2 + 2, top + 2, step - 4, height - 4
        canvas.rect(*frame, "none", viz.TRUTH, stroke_width="4")
    else:
        canvas.line(true, top, true, bottom, viz.TRUTH, stroke_width="4")
    for k in filled:
        at = left + (k + 0.5) * step, bottom - heights[k] - 3
        canvas.text(*at, str(counts[k]), fill=viz.INK, font_size="11", **viz.HALO)


def picture(guesses: Guesses, id: str) -> viz.Picture:
    """The guesses of a class at one question, a panel for each sitting, with the answer."""
    question, truth = question_of(id), truth_of(id)
    panels, counts = [], []
    for name, sitting in guesses.sittings.items():
        if answers := sitting.get(id):
            right = sum(
                question.scale.describe_deviation(guess, truth).startswith("Right")
                for guess in answers
            )
            counts.append(f"{name}: " * bool(name) + f"{right} of {len(answers)} right")
            panels.append(histogram(*_histogram_rows(question, answers, truth), counts[-1]))
    caption = f"{'; '.join(counts)}. Violet: the guesses. Green: the answer."
    table = question.scale.table(truth, truth, ())
    comes = "; ".join(f"{row[0]}: {row[-1]}" if row[0] else row[-1] for row in table[1:])
    return viz.Picture(
        panels=tuple(panels),
        shows=f"The guesses of a class. {question.asks} The answer is {comes}.",
        text=f"The answer is {comes}.",
        caption=caption,
    )


def page(guesses: Guesses, progress: Progress = lambda steps: steps) -> str:
    """All questions that were answered, each with its picture."""
    sections = []
    for id in progress(guesses.asked):
        asks = html.escape(question_of(id).asks)
        picture_html = picture(guesses, id).still()
        sections.append(f"<section><h2>{id}</h2><p>{asks}</p>{picture_html}</section>")
    troubles = [f"<p>{html.escape(trouble)}</p>" for trouble in guesses.troubles]
    if guesses.votes:
        sections.append(
            f"<section><h2>Votes on sentences</h2>{votes_table(guesses.votes)}</section>"
        )
    return html_page("The guesses of the class", *troubles, *sections)


def votes_table(votes: dict[str, list[tuple[str, str]]]) -> str:
    """HTML table of the votes on each sentence; the most disputed sentence comes first."""
    rows = []
    for number, cast in sorted(votes.items(), key=lambda item: _agreement(item[1])):
        sentence, counts = sentences_by_number()[number], Counter(vote for vote, _ in cast)
        notes = "<br>".join(html.escape(note) for _, note in cast if note)
        says = f"{html.escape(sentence.statement)}<br>{badge(sentence.verdict)}"
        rows.append([number, says, *(str(counts[vote]) for vote in VOTES), notes])
    head = ("sentence", "what it says, and its verdict on record", *VOTES, "notes")
    return html_table("Votes; the most disputed sentence first.", head, rows)


def _agreement(votes: Sequence[tuple[str, str]]) -> float:
    return sum(vote == VOTES[0] for vote, _ in votes) / len(votes)


class ClassGuesses(widgets.Lab):
    """The guesses of a class, question by question; *Look again* reads new files."""

    def __init__(self, folder: str | Path) -> None:
        self.folder, self.found = folder, load_guesses(folder)
        question = widgets.choice(
            "question", list(dict.fromkeys([*QUESTIONS, *self.found.asked])), self.found.asked[0]
        )
        looked = widgets.free("times looked", 0, lambda _, value: value)
        super().__init__(
            self._picture_of, {"question": question, "looked": looked}, button_actions=AGAIN
        )

    def _picture_of(self, question: str, looked: int) -> viz.Picture:
        if question in self.found.asked:
            return picture(self.found, question)
        nobody = "Nobody has answered this question yet."
        return viz.Picture(panels=(viz.words_panel("", nobody),), caption=nobody)

    def on_press(self, press: str) -> None:
        """Handle a button; "Look again" reads the files once more."""
        if press in AGAIN:
            self.found = load_guesses(self.folder)
        super().on_press(press)

    @property
    def code(self) -> str:
        """The line of Python that makes this lab."""
        return f"ClassGuesses({str(self.folder)!r})"


AGAIN = {"Look again": lambda values: values | {"looked": values["looked"] + 1}}
