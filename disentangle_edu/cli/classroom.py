"""Commands for teachers: copies for students, their grades, the guesses of a class."""

import argparse
import csv
import io
import sys
from pathlib import Path

from ..cache import PRIVATE, write
from ..classroom import grading, handouts
from ..classroom import guesses as guesses_module
from ..classroom.submissions import root
from ..course import notebook
from .commands import SHEET, to_write
from .terminal import Bar, say

Options = argparse.Namespace
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # first characters of a spreadsheet formula
TRUSTED = (
    "disentangle-edu: note: submissions run without a sandbox. Each can read and change every file "
    "that you can, including the solutions and the grades."
)


def course(options: Options) -> int:
    """Write students' copies and nbgrader's sources, and say where they are."""
    files = handouts.make(options.folder, hints=not options.no_hints)
    say(
        f"wrote {len(files)} files and their data into {options.folder}:",
        "  students/  copies without solutions",
        "  nbgrader/  the same copies with points and hidden tests",
        "  guide/     a page on how to teach each chapter",
    )
    say("Run disentangle-edu grade FOLDER to grade the notebooks that students hand in.")
    return 0


def grade(options: Options) -> int:
    """Grade a folder of submissions: print a table, and write the results of checks as a page."""
    sheet, page = to_write(options.csv, "--csv", SHEET), to_write(options.html, "--html")
    chapters = [chapter for chapter in (options.chapters or "").split(",") if chapter]
    for chapter in chapters:
        notebook(chapter)  # raises an error if there is no such chapter
    if options.trust_submissions:
        say(TRUSTED, file=sys.stderr)
    with Bar("notebook") as bar:
        handed_in = grading.grade(
            options.folder,
            seconds=options.seconds,
            jobs=options.jobs,
            progress=bar.counted,
            trust_submissions=options.trust_submissions,
        )
    rows = grading.grade_table(handed_in, chapters)
    if sheet:
        table = io.StringIO()
        csv.writer(table, lineterminator="\n").writerows(
            [list(map(_escape_formula, row)) for row in rows]
        )
        write(sheet, table.getvalue(), PRIVATE)
    if page:
        write(page, grading.page(handed_in, chapters), PRIVATE)
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    folder, students = root(Path(options.folder)), len(rows) - 1
    say(f"students: {students}, notebooks: {len(handed_in)}, in {folder}")
    say(*grading.notes(handed_in))
    return 0


def _escape_formula(text: str) -> str:
    """The text of a cell, changed if a spreadsheet would treat it as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def guesses(options: Options) -> int:
    """Write the guesses of a class as one page."""
    page = to_write(options.html, "--html")
    assert page
    class_guesses = guesses_module.load_guesses(options.folder)
    with Bar("question") as bar:
        write(page, guesses_module.page(class_guesses, bar.counted))
    for name, sitting in class_guesses.sittings.items():
        say(f"{name}: " * bool(name) + f"{sum(map(len, sitting.values()))} guesses")
    if votes := sum(map(len, class_guesses.votes.values())):
        say(f"{votes} votes on {len(class_guesses.votes)} sentences")
    say(*class_guesses.troubles, f"wrote {page}")
    return 0
