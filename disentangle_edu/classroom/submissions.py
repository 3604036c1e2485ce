"""What was handed in: the notebooks of a folder, whose they are, and which chapter each is of."""

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..course import COURSE, notebook
from ..quiz.exercises import Graded

WORD = re.compile(r"\w+")
# After a name, Moodle adds a number, and Canvas the numbers of the student and the submission.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_.*")
CANVAS = re.compile(r"(?P<name>.+?)_(?:LATE_)?(?P<number>\d{3,})_\d{3,}_.*")
NAMELESS = re.compile(r"[\W_]*\d?[\W_]*")  # matches what remains of "05_mig_and_dcimig (2).ipynb"
ANONYMOUS = "participant"  # Moodle's name for every student if marking is blind
NBGRADER = ("nbgrader_config.py", "gradebook.db")  # files next to the folder submitted/
SKIPPED = ("__MACOSX",)  # as are names that begin with a dot
MAX_BYTES = 20_000_000  # limit for one notebook, with its pictures
MAX_DEPTH = 8  # of nested folders
MAX_NOTEBOOKS = 20_000
MAX_NOTES = 20  # per submission


@dataclass
class Submission:
    """One notebook of one student, and its results.

    Parameters
    ----------
    student : str
        Name by which the student hands in.
    path : Path
        The file.
    number : str
        What Moodle or Canvas writes to tell students apart; empty without one.
    chapter : str
        Whose notebook it is, as far as the path says; empty where it does not.

    Attributes
    ----------
    graded : dict of str to Graded
        The last answer to each exercise, judged.
    attempts : dict of str to int
        How many answers to each exercise were handed over.
    notes : list of str
        What went wrong, in words.
    """

    student: str
    path: Path
    number: str = ""
    chapter: str = ""
    graded: dict[str, Graded] = field(default_factory=dict)
    attempts: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    left_out: int = 0  # number of notes after the first MAX_NOTES

    def note(self, text: str) -> None:
        """Add a note, once, and no more than can be read."""
        if len(self.notes) >= MAX_NOTES:
            self.left_out += 1
        elif (line := escape_unprintable(text)) not in self.notes:
            self.notes.append(line)

    def calls(self, name: str) -> bool:
        """Whether a name that was typed is that of the student.

        All words of one are in the other, or both have the same letters: Canvas writes
        "lovelaceada". Under blind marking every name may be the student's.
        """
        typed, student_words = (
            set(WORD.findall(normalized(full_name))) for full_name in (name, self.student)
        )
        letters = sorted("".join(typed)) == sorted("".join(student_words))
        same = typed <= student_words or student_words <= typed or letters or self.is_anonymous
        return bool(typed) and same

    @property
    def is_anonymous(self) -> bool:
        """Whether the file was handed out under blind marking."""
        return bool(self.number) and normalized(self.student) == ANONYMOUS

    @property
    def name(self) -> str:
        """The name of the file, for a person to read."""
        return escape_unprintable(self.path.name)


def normalized(name: str) -> str:
    """A name as names are compared: an accent is the same however a system writes it."""
    return unicodedata.normalize("NFC", name).casefold()


def escape_unprintable(text: str) -> str:
    """Text in one line that can be printed and written; other letters are escaped."""
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in text
    )


def student_of(path: Path) -> tuple[str, str]:
    """Who has handed in a file: the name, and the number that tells two of one name apart.

    Parameters
    ----------
    path : Path
        The file, from the folder of all submissions on. Its first part that is more than the name
        of a chapter is the student's.

    Returns
    -------
    name, number : str
        The number is empty without Moodle or Canvas, the name where the path has none.

    Examples
    --------
    >>> student_of(Path("Ada Lovelace_111_assignsubmission_file_/my.ipynb"))
    ('Ada Lovelace', '111')
    """
    for depth, part in enumerate(path.parts, 1):
        is_file = depth == len(path.parts)
        part = part.removesuffix(".ipynb") if is_file else part
        packed = MOODLE.fullmatch(part) or (CANVAS.fullmatch(f"{part}_") if is_file else None)
        name, number = (packed["name"], packed["number"]) if packed else (part, "")
        name = escape_unprintable(unicodedata.normalize("NFC", name))
        for chapter in COURSE:
            name = name.replace(notebook(chapter), "")
        if not NAMELESS.fullmatch(name) or name.strip().isdecimal() and name == part:
            return name.strip(" _-."), number
    return "", ""


def chapter_of(path: Path) -> str:
    """The chapter whose notebook's name is in that of the file or of a folder around it."""
    inside = (
        chapter for part in reversed(path.parts) for chapter in COURSE if notebook(chapter) in part
    )
    return next(inside, "")


def root(folder: Path) -> Path:
    """The folder with submissions in it, which in that of a course of nbgrader is submitted/."""
    collected = folder / "submitted"
    is_course = any((folder / name).exists() for name in NBGRADER)
    return collected if is_course and collected.is_dir() else folder


def submissions(folder: Path) -> list[Submission]:
    """The notebooks of a folder: STUDENT.ipynb, or any notebooks below STUDENT/.

    Whatever has the name of a notebook is listed, also what `content` will not read.

    Parameters
    ----------
    folder : Path
        Submissions as nbgrader, Moodle or Canvas collect them. In nbgrader's own folder those in
        submitted/ are taken.

    Raises
    ------
    ValueError
        If there are no notebooks, or more than MAX_NOTEBOOKS.
    """
    folder = root(folder)
    handed_in = []
    for path in _find_notebooks(folder):
        parts = path.relative_to(folder)
        name, number = student_of(parts)
        submission = Submission(
            name or escape_unprintable(path.stem), path, number, chapter_of(parts)
        )
        if not name:
            submission.note(
                "no student's name: expected STUDENT.ipynb, or a folder STUDENT around it"
            )
        handed_in.append(submission)
        if len(handed_in) > MAX_NOTEBOOKS:
            raise ValueError(
                f"FOLDER: found more than {MAX_NOTEBOOKS:,} notebooks, expected those of one class."
            )
    if not handed_in:
        raise ValueError(
            f"FOLDER: found no notebook in {str(folder)!r}, expected STUDENT.ipynb or "
            "STUDENT/*.ipynb."
        )
    return sorted(handed_in, key=lambda submission: submission.path)


def _find_notebooks(folder: Path, depth: int = 0) -> Iterator[Path]:
    """All files with the ending of a notebook, and the folders that are not searched."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        if depth:
            yield folder
            return
        raise OSError(
            f"FOLDER: found {str(folder)!r}, which cannot be read ({error.strerror}), expected a "
            "folder of notebooks."
        ) from None
    for entry in entries:
        path = folder / entry.name
        if entry.name.startswith(".") or entry.name in SKIPPED:
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder and depth < MAX_DEPTH:
            yield from _find_notebooks(path, depth + 1)
        is_shut = is_folder and depth >= MAX_DEPTH or entry.is_symlink() and os.path.isdir(path)
        if entry.name.endswith(".ipynb") or is_shut:
            yield path


def content(path: Path) -> bytes:
    """The bytes of a regular file of at most MAX_BYTES.

    Raises OSError where it cannot be read, ValueError where it is something else.
    """
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        raise ValueError("it is a link: links are not followed")
    if stat.S_ISDIR(mode):
        raise ValueError("it is a folder that cannot be read as a notebook")
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("it is no regular file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it is longer than {MAX_BYTES:,} bytes")
    return data
