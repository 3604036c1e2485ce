"""Marks: every submission runs in a seat of its own, and its answers are judged here."""

import contextlib
import html
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from .. import lessons
from ..asking.exercises import Graded
from ..chapters import cells
from ..core import Progress
from ..course import COURSE, notebook
from ..show.report import html_page, html_table
from . import copies, wire, withheld

WORD = re.compile(r"\w+")
# What Moodle and Canvas write behind a name.
PACKED = re.compile(r"_(?:\d+_assignsubmission|(?:LATE_)?\d{4,}_).*")
SECONDS = 120  # for one submission, until it is ended
MEMORY = 2 * 1024**3  # bytes of one submission
Line = tuple[IO[bytes], IO[bytes]]  # what is said to a seat, and what it says
FETCH = (
    "numpy",
    "scipy.stats",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.svm",
    "pandas",
)
READ = ("/usr/share/", "/usr/lib/", "/etc/localtime", "/dev/null", "/dev/urandom")


@dataclass
class Submission:
    """One notebook of one student, and what became of it.

    found : {exercise: Graded} for what was handed over.   troubles : what went wrong, in words.
    """

    student: str
    path: Path
    found: dict[str, Graded] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    @property
    def chapter(self) -> str:
        """The chapter whose notebook's name stands in that of the file, or nothing."""
        return next((one for one in COURSE if notebook(one) in self.path.stem), "")

    def calls(self, name: str) -> bool:
        """Whether a name that was typed is that of the student.

        All words of one stand in the other, or both have the same letters: Canvas writes
        "lovelaceada".
        """
        typed, known = (set(WORD.findall(one.casefold())) for one in (name, self.student))
        letters = sorted("".join(typed)) == sorted("".join(known))
        return bool(typed) and (typed <= known or known <= typed or letters)


def student_of(path: Path) -> str:
    """Who has handed in a file, by the folder that it lies in, or by its own name."""
    own = PACKED.sub("", path.parts[0].removesuffix(".ipynb"))
    for chapter in COURSE:
        own = own.replace(notebook(chapter), "")
    return own.strip(" _-.") or path.stem


def submissions(folder: Path) -> list[Submission]:
    """The notebooks of a folder: STUDENT.ipynb, or any notebooks below STUDENT/.

    A folder as nbgrader collects them (submitted/STUDENT/ASSIGNMENT/NAME.ipynb) is one of these.
    Raises ValueError where there are none.
    """
    found = [
        Submission(student_of(path.relative_to(folder)), path)
        for path in sorted(folder.rglob("*.ipynb"))
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    if not found:
        raise ValueError(
            f"FOLDER: found no notebook in {str(folder)!r}, expected STUDENT.ipynb or "
            "STUDENT/*.ipynb."
        )
    return found


def expected(found: Sequence[Submission]) -> list[str]:
    """The exercises of the chapters that somebody handed in, in the order of the course.

    A file whose name tells no chapter is of those whose exercises it has answered.
    """
    chapters = {notebook(one.chapter)[:2] for one in found if one.chapter}
    chapters |= {id[:2] for one in found for id in one.found}
    return [id for id in sorted([*lessons.EXERCISES, *lessons.OWN]) if id[:2] in chapters]


def grade(
    folder: str | Path,
    *,
    seconds: int = SECONDS,
    memory: int = MEMORY,
    jobs: int = 0,
    progress: Progress = lambda steps: steps,
) -> list[Submission]:
    """Run and judge every submission of a folder.

    seconds, memory : of one submission, in seconds and bytes.   jobs : so many at a time, or one
    for each core.   progress : wraps an iterable, as tqdm.tqdm does.
    Raises ValueError where the folder holds no notebook; whatever a notebook does is its own mark.
    """
    found = submissions(Path(folder).resolve())
    with tempfile.TemporaryDirectory(prefix="seats-") as room:
        withheld.lay_out(Path(room))
        # Read before the threads start: Python 3.11's parser fails where two threads use it.
        read = [(one, code) for one in found if (code := _code(one)) is not None]
        sit = lambda one, code: _seated(one, code, Path(room), seconds, memory)
        with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
            coming = [pool.submit(sit, one, code) for one, code in read]
            for one in progress(coming):
                one.result()
    return found


def _code(one: Submission) -> list[str] | None:
    """The cells that answers need; None where the file is no notebook, which is noted."""
    try:
        content = cells.read(one.path)
    except ValueError as error:
        one.troubles.append(str(error))
        return None
    ours = copies.handed_out(one.chapter) if one.chapter else frozenset()
    return cells.to_run(content["cells"], ours)


def _seated(one: Submission, code: list[str], room: Path, seconds: int, memory: int) -> None:
    """Run one submission, and judge what it hands over."""
    with tempfile.TemporaryDirectory(prefix="seat-") as own, _seat(room, own, seconds) as line:
        try:
            wire.send(
                line[0],
                cells=code,
                memory=memory,
                seconds=seconds,
                fetch=FETCH,
                own=f"{own}{os.sep}",
                closed=[f"{withheld.PACKAGE}{os.sep}"],
                read=[*READ, *_readable(room)],
            )
            _listen(one, *line)
        except (wire.Broken, OSError):
            one.troubles.append(f"the run ended early; {seconds} seconds are the most it may take")
        except ValueError as error:
            one.troubles.append(f"the notebook is too long: {error}")


def _readable(room: Path) -> list[str]:
    places = [str(room), sys.prefix, sys.base_prefix, *sys.path]
    return sorted({f"{place}{os.sep}" for place in places if os.path.isabs(place)})


@contextlib.contextmanager
def _seat(room: Path, own: str, seconds: int) -> Iterator[Line]:
    """The line to a process that knows the package without solutions, and ends in time."""
    known = {"PATH", "SYSTEMROOT", "LANG", "LC_ALL", "LD_LIBRARY_PATH"}
    around = {name: value for name, value in os.environ.items() if name in known}
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    quiet = {"PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "agg", "HOME": own, "TMPDIR": own}
    seat = subprocess.Popen(
        [sys.executable, "-s", "-m", "disentangle_edu.classroom.seat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=own,
        env={**around, **threads, **quiet, "PYTHONPATH": str(room)},
        start_new_session=True,
    )
    watch = threading.Timer(seconds, seat.kill)
    watch.start()
    try:
        assert seat.stdin and seat.stdout
        yield seat.stdin, seat.stdout
    finally:
        watch.cancel()
        seat.kill()
        seat.communicate()


def _listen(one: Submission, there: IO[bytes], here: IO[bytes]) -> None:
    """Judge what comes, until the submission is done."""

    def call(number: int, arguments: list[Any]) -> Any:
        packed = wire.packed(arguments, lambda _: 0)
        wire.send(there, call=[number, packed])
        reply = wire.receive(here)
        if "value" not in reply:
            raise RuntimeError(str(reply.get("raised", "the function gave no answer")))
        return wire.unpacked(reply["value"], call)

    while "done" not in (message := wire.receive(here)):
        if "failed" in message:
            one.troubles.append(str(message["failed"])[:500])
        if "answers" in message:
            graded = _judged(one, message, call)
            said = repr(graded) if graded else "no exercise has this id"
            wire.send(there, said=said, passed=bool(graded and graded.passed))


def _judged(one: Submission, message: wire.Message, call: Callable) -> Graded | None:
    """Judge one answer, if it is to an exercise; the last one counts."""
    id = str(message["answers"])
    if id not in lessons.EXERCISES and id not in lessons.OWN:
        return None
    typed = str(message.get("student") or "")
    student = typed if one.calls(typed) else one.student
    if typed not in ("", copies.NOBODY) and student != typed:
        one.troubles.append(f"{id}: STUDENT is {typed!r}; judged with the numbers of {student!r}")
    answer = wire.unpacked(message.get("answer"), call)
    graded = one.found[id] = lessons.check(id, answer, student)
    takes_a_name = id in lessons.OWN and isinstance(answer, (int, float))
    if takes_a_name and typed == copies.NOBODY and not graded.passed:
        one.troubles.append(f"{id}: no name was written; judged with the numbers of {student!r}")
    return graded


# ------------------------------------------------------------------------------------ the marks


def table(found: Sequence[Submission]) -> list[list[str]]:
    """A head, and a row for each student: a point for each exercise that is passed."""
    asked = expected(found)
    students = sorted({one.student for one in found})
    rows = []
    for student in students:
        graded = {id: g for one in found if one.student == student for id, g in one.found.items()}
        points = [int(id in graded and graded[id].passed) for id in asked]
        rows.append([student, *map(str, points), str(sum(points))])
    return [["student", *asked, f"points of {len(asked)}"], *rows]


def page(found: Sequence[Submission]) -> str:
    """The marks as one page: a table, and for each submission what a check says of its answers."""
    head, *rows = table(found)
    sections = []
    for one in found:
        said = [
            f"<pre>{html.escape(repr(graded))}</pre>" for _, graded in sorted(one.found.items())
        ]
        troubles = [f"<p>{html.escape(words)}</p>" for words in one.troubles]
        title = html.escape(f"{one.student}: {one.path.name}")
        none = [] if said or troubles else ["<p>Nothing was handed to a check.</p>"]
        sections.append(f"<section><h2>{title}</h2>{''.join(said + troubles + none)}</section>")
    marks = html_table(
        "A point for each exercise that is passed.",
        head,
        [[html.escape(cell) for cell in row] for row in rows],
    )
    return html_page("Marks", f"<section>{marks}</section>", *sections)
