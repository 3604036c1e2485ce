"""Commands for whoever teaches: copies for students, their marks, the guesses of the room."""

import argparse
import csv
import io

from ..classroom import copies, grading, room
from ..keeping import PRIVATE, write
from .commands import SHEET, to_write
from .terminal import Bar, say

Options = argparse.Namespace


def course(options: Options) -> int:
    """Write students' copies and nbgrader's sources, and say where they are."""
    made = copies.make(options.folder, hints=not options.no_hints)
    say(f"wrote {len(made)} files and their data into {options.folder}: copies into students/, the")
    say("same with points and hidden tests into nbgrader/, a page for each lesson into guide/;")
    say("disentangle-edu grade FOLDER marks what comes back")
    return 0


def grade(options: Options) -> int:
    """Mark a folder of submissions: a table, and what each check says as a page."""
    sheet, page = to_write(options.csv, "--csv", SHEET), to_write(options.html, "--html")
    with Bar("notebook") as bar:
        found = grading.grade(
            options.folder, seconds=options.seconds, jobs=options.jobs, progress=bar.counted
        )
    rows = grading.table(found)
    if sheet:
        table = io.StringIO()
        csv.writer(table, lineterminator="\n").writerows(rows)
        write(sheet, table.getvalue(), PRIVATE)
    if page:
        write(page, grading.page(found), PRIVATE)
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    for one in found:
        for trouble in one.troubles:
            say(f"{one.student}, {one.path.name}: {trouble}")
    return 0


def guesses(options: Options) -> int:
    """Write the guesses of a class as one page."""
    page = to_write(options.html, "--html")
    assert page
    found = room.read(options.folder)
    with Bar("question") as bar:
        write(page, room.page(found, bar.counted))
    for name, sitting in found.sittings.items():
        say(f"{name}: " * bool(name) + f"{sum(map(len, sitting.values()))} guesses")
    say(*found.troubles, f"wrote {page}")
    return 0
