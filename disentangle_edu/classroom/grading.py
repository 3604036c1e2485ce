"""Grades: every submission runs in its own sandbox, and its answers are checked here."""

import collections
import html
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from .. import lessons
from ..course import notebook
from ..quiz.exercises import Graded
from ..types import Progress
from ..viz.report import html_page, html_table
from . import handouts, rpc, sandbox, strip_package
from .submissions import Submission, content, escape_unprintable, submissions

SECONDS = 120  # time limit of one submission
MEMORY = 2 * 1024**3  # bytes: memory limit of one submission
MAX_ATTEMPTS = 100  # per exercise, so that nobody passes by guessing
MAX_FILES = 10  # per student and chapter
EXERCISES = sorted([*lessons.EXERCISES, *lessons.PERSONAL_EXERCISES])


def grade(
    folder: str | Path,
    *,
    seconds: int = SECONDS,
    memory: int = MEMORY,
    jobs: int = 0,
    progress: Progress = lambda steps: steps,
    trust_submissions: bool = False,
) -> list[Submission]:
    """Run and judge every submission of a folder.

    Parameters
    ----------
    folder : str or Path
        Submissions; see `submissions`.
    seconds, memory : int
        What one submission may take, in seconds and bytes.
    jobs : int, default=0
        How many run at a time; 0 is one for each core.
    progress : callable
        Wraps an iterable, as tqdm.tqdm does.
    trust_submissions : bool, default=False
        Whether to run them as plain processes, which can do whatever you can.

    Returns
    -------
    graded : list of Submission
        One for each notebook. Whatever a notebook does is its own grade.

    Raises
    ------
    ValueError
        If the folder has no notebook.
    SandboxError
        If no sandbox can be made here, and the submissions are not trusted.
    """
    handed_in = submissions(Path(folder).resolve())
    for chapter in {submission.chapter for submission in handed_in if submission.chapter}:
        handouts.handed_out(chapter)  # fill its cache here: the parser is not thread-safe
    with tempfile.TemporaryDirectory(prefix="grading-") as room:
        package = strip_package.copy_package(Path(room))
        if not trust_submissions:
            sandbox.check_available(package)
        limits = package, seconds, memory, trust_submissions
        with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
            runs = [
                pool.submit(grade_submission, submission, *limits)
                for submission in _select_runnable(handed_in)
            ]
            for running in progress(runs):
                running.result()
    return handed_in


def _select_runnable(handed_in: Sequence[Submission]) -> list[Submission]:
    """The submissions to run: at most MAX_FILES of one student and chapter."""
    count: collections.Counter = collections.Counter()
    chosen = []
    for submission in handed_in:
        key = submission.student, submission.number, submission.chapter
        count[key] += 1
        if count[key] > MAX_FILES:
            submission.note(f"not read: {MAX_FILES} files of one student and chapter are read")
        else:
            chosen.append(submission)
    return chosen


def grade_submission(
    one: Submission, package: Path, seconds: int, memory: int, trusted: bool
) -> None:
    """Run one submission and judge what it hands over; what fails is noted."""
    try:
        data = content(one.path)
    except (OSError, ValueError) as error:
        one.note(f"it cannot be read: {getattr(error, 'strerror', None) or error}")
        return
    work = {
        "notebook_bytes": len(data),
        "ours": [*handouts.handed_out(one.chapter)] if one.chapter else [],
        "memory": memory,
        "seconds": seconds,
        "processes": None if trusted else 0,
    }
    try:
        with sandbox.started(package, seconds, trusted=trusted) as connection:
            connection.send(data, **work)
            grade_answers(one, connection)
    except TimeoutError:
        one.note(f"the run ended early: it took more than the time limit of {seconds} seconds")
    except rpc.ProtocolError as error:
        one.note(f"the run ended early: {error}")
    except Exception as error:  # an error must not stop the other submissions
        one.note(f"the run ended early: {type(error).__name__} {error}")


def _call_sandbox(connection: sandbox.Connection, number: int, arguments: list[Any]) -> Any:
    """The result of calling a function of the submission with some arguments."""
    connection.send(call=[number, rpc.pack(arguments, lambda _: 0)])
    reply = connection.receive()
    if "value" not in reply:
        raise RuntimeError(rpc.clip_text(reply.get("raised")) or "the function gave no answer")
    return rpc.unpack(reply["value"], partial(_call_sandbox, connection))


def grade_answers(one: Submission, connection: sandbox.Connection) -> None:
    """Judge what is handed over, until the submission is done."""
    while "done" not in (message := connection.receive()):
        if "failed" in message:
            one.note(rpc.clip_text(message["failed"]))
        if "id" in message:
            grade_answer(one, message, partial(_call_sandbox, connection))
            connection.send(received=True)


def grade_answer(one: Submission, message: rpc.Message, call: Callable) -> None:
    """Judge one answer, if it is to an exercise; the last one counts."""
    id = rpc.clip_text(message["id"])
    if id not in EXERCISES:
        return
    attempts = one.attempts[id] = one.attempts.get(id, 0) + 1
    if attempts > MAX_ATTEMPTS:
        one.note(f"{id}: no point, because the notebook gave more than {MAX_ATTEMPTS} answers")
        return
    typed = rpc.clip_text(message.get("student"), 200)
    student = typed if one.calls(typed) else one.student
    answer = rpc.unpack(message.get("answer"), call)
    graded = one.graded[id] = lessons.check(id, answer, student)
    if id in lessons.PERSONAL_EXERCISES:
        _note_whose_numbers(
            one, id, typed, student, isinstance(answer, (int, float)) and not graded.passed
        )


def _note_whose_numbers(
    submission: Submission, id: str, typed: str, student: str, is_wrong: bool
) -> None:
    """Add a note if an answer may have been graded with another student's numbers."""
    judged = f"graded with the numbers of {student!r}"
    if typed not in ("", handouts.NOBODY) and student != typed:
        submission.note(f"{id}: STUDENT is {typed!r}; {judged}")
    elif typed == handouts.NOBODY and is_wrong:
        submission.note(f"{id}: no name was written; {judged}")
    elif submission.is_anonymous:
        submission.note(f"{id}: {judged}; with anonymous grading this name cannot be checked")


# ----------------------------------------------------------------------------------- the grades


def passes(one: Submission, id: str) -> bool:
    """Whether a submission earns the point of an exercise."""
    tried = one.attempts.get(id, 0)
    return id in one.graded and tried <= MAX_ATTEMPTS and one.graded[id].passed


def label_students(handed_in: Iterable[Submission]) -> dict[tuple[str, str], str]:
    """How each student is shown: {(name, number): name}, with the number where names repeat."""
    students = sorted({(submission.student, submission.number) for submission in handed_in})
    names = collections.Counter(name for name, _ in students)
    label_for = lambda name, number: f"{name} ({number})" if number and names[name] > 1 else name
    return {student: label_for(*student) for student in students}


def columns(handed_in: Sequence[Submission], chapters: Sequence[str] = ()) -> list[str]:
    """The exercises of these chapters, in the order of the course.

    Without `chapters` each file adds one: that in its path, or else the chapter of which it
    answers most exercises. So no file can add those of a whole course.
    """
    numbers = {notebook(chapter)[:2] for chapter in chapters}
    if not chapters:
        for submission in handed_in:
            answered = collections.Counter(id[:2] for id in sorted(submission.graded)).most_common(
                1
            )
            numbers |= (
                {notebook(submission.chapter)[:2]}
                if submission.chapter
                else {id for id, _ in answered}
            )
    return [id for id in EXERCISES if id[:2] in numbers]


def grade_table(handed_in: Sequence[Submission], chapters: Sequence[str] = ()) -> list[list[str]]:
    """A head, and a row for each student: a point for each exercise that is passed.

    Parameters
    ----------
    handed_in : list of Submission
        As `grade` returns them.
    chapters : list of str
        Whose exercises are columns; without them those that were handed in.
    """
    exercise_ids = columns(handed_in, chapters)
    rows = []
    for student, label in label_students(handed_in).items():
        files = [
            submission
            for submission in handed_in
            if (submission.student, submission.number) == student
        ]
        points = [int(any(passes(submission, id) for submission in files)) for id in exercise_ids]
        rows.append([label, *map(str, points), str(sum(points))])
    return [["student", *exercise_ids, f"points of {len(exercise_ids)}"], *rows]


def notes(handed_in: Sequence[Submission]) -> list[str]:
    """What went wrong, a line each: of every submission, and where two answer one exercise."""
    student_labels = label_students(handed_in)
    lines = []
    for submission in handed_in:
        name = f"{student_labels[submission.student, submission.number]}, {submission.name}"
        more = [f"and {submission.left_out:,} notes more"] if submission.left_out else []
        lines += [f"{name}: {note}" for note in [*submission.notes, *more]]
    for student, label in student_labels.items():
        files = [
            submission
            for submission in handed_in
            if (submission.student, submission.number) == student
        ]
        lines += [f"{label}: {note}" for note in _note_repeats(files)]
    return lines


def _note_repeats(files: Sequence[Submission]) -> list[str]:
    """Notes on which file counts if several of one student have the same chapter or exercise."""
    ids_by_note: dict[str, list[str]] = {}
    for id in EXERCISES:
        answered = [submission for submission in files if id in submission.attempts]
        if len(answered) > 1:
            counts = next(
                (submission for submission in answered if passes(submission, id)), answered[0]
            )
            names = ", ".join(_short_name(submission, answered) for submission in answered)
            note = f"answered in {names}; {_short_name(counts, answered)} counts, and no other has"
            ids_by_note.setdefault(f"{note} more points there", []).append(id)
    for chapter in {submission.chapter: None for submission in files if submission.chapter}:
        same = [submission for submission in files if submission.chapter == chapter]
        if len(same) > 1 and not any(
            id[:2] == notebook(chapter)[:2] for ids in ids_by_note.values() for id in ids
        ):
            names = ", ".join(_short_name(submission, same) for submission in same)
            ids_by_note.setdefault(f"handed in as {names}; every file counts", []).append(
                notebook(chapter)
            )
    return [f"{', '.join(ids)}: {note}" for note, ids in ids_by_note.items()]


def _short_name(submission: Submission, files: Sequence[Submission]) -> str:
    """The name of a file, with its folder if two files have the same name."""
    same = [other for other in files if other.name == submission.name]
    return (
        submission.name
        if len(same) == 1
        else escape_unprintable(f"{submission.path.parent.name}/{submission.path.name}")
    )


def page(handed_in: Sequence[Submission], chapters: Sequence[str] = ()) -> str:
    """The grades as one page: a table, and the results of the checks for each submission."""
    head, *rows = grade_table(handed_in, chapters)
    student_labels = label_students(handed_in)
    paragraph = lambda text: f"<p>{html.escape(text)}</p>"
    sections = []
    for submission in handed_in:
        answers = [_graded_html(graded) for _, graded in sorted(submission.graded.items())]
        none = [] if answers or submission.notes else [paragraph("No answer was given to a check.")]
        title = html.escape(
            f"{student_labels[submission.student, submission.number]}: {submission.name}"
        )
        paragraphs = [*answers, *map(paragraph, submission.notes), *none]
        sections.append(f"<section><h2>{title}</h2>{''.join(paragraphs)}</section>")
    for student, label in student_labels.items():
        files = [
            submission
            for submission in handed_in
            if (submission.student, submission.number) == student
        ]
        if repeated := _note_repeats(files):
            text = "".join(map(paragraph, repeated))
            sections.append(f"<section><h2>{html.escape(label)}</h2>{text}</section>")
    grades = html_table(
        "One point for each exercise that passes.",
        head,
        [[html.escape(cell) for cell in row] for row in rows],
    )
    return html_page("Grades", f"<section>{grades}</section>", *sections)


def _graded_html(graded: Graded) -> str:
    lines = map(escape_unprintable, repr(graded).split("\n"))
    return f"<pre>{html.escape(chr(10).join(lines))}</pre>"
