"""Copies for students: chapters without solutions, with exercises that have personal numbers.

students/00_start_here.ipynb             students hand it in, and `grading` grades it
nbgrader/source/00_start_here/...        the same with points and hidden tests, for nbgrader
"""

import ast
import copy
import functools
import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from .. import lessons
from ..cache import write
from ..chapters import cells
from ..chapters.cells import Cell, Notebook
from ..course import COURSE, GLOSSARY, PACKAGE, SHIPPED, notebook
from ..quiz.exercises import PersonalExercise

HELP_CALL = re.compile(r"\b(hint|solution)\(\s*[\"'][\w-]+[\"']\s*\)")
HELP, HELP_TITLES = ("hint", "solution"), ("A hint", "A solution")
WAITS = re.compile(r"labs\.after\(\w+, lambda: (check\(.*\))\)")
NOBODY = "nobody"  # until the student replaces it by a name
NAME = """**Hand in this notebook.**
Write your full name instead of nobody, as it is in your teacher's list, because some exercises take
their numbers from it.
All cells run again from top to bottom, and each answer in a cell with `check` is graded.
If you answer an exercise twice, the last answer counts."""
TRAVELS = "# the file does not contain a dragged picture: write your values here instead"
CONFIG = """# Settings of nbgrader for copies of these sources: no cell fails before it is answered.
c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "disentangle_edu"
c.ClearSolutions.code_stub = {"python": "# your answer"}
c.ClearSolutions.enforce_metadata = False
"""


def make(folder: str | Path, *, hints: bool = True, chapters: Sequence[str] = COURSE) -> list[Path]:
    """Write the copies of these chapters into a folder; return the written files.

    hints : whether to keep the hints.   chapters : their names, such as "dci".
    If one of the files exists already, raises FileExistsError and writes nothing.
    """
    folder = Path(folder)
    contents = {}
    for chapter in chapters:
        name = notebook(chapter)
        contents[folder / "students" / f"{name}.ipynb"] = student(chapter, hints)
        contents[folder / "nbgrader" / "source" / name / f"{name}.ipynb"] = source(chapter, hints)
    guides = {
        folder / "guide" / f"{notebook(chapter)}.md": PACKAGE / "chapters" / chapter / "guide.md"
        for chapter in chapters
    }
    config = folder / "nbgrader" / "nbgrader_config.py"
    glossary = folder / "students" / f"{GLOSSARY}.ipynb"  # bold words link to the glossary
    if there := [path for path in (*contents, *guides, config, glossary) if path.exists()]:
        raise FileExistsError(
            f"DIR: found {str(there[0])!r}, expected a folder without that file; nothing was "
            "written, so your file is unchanged."
        )
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    write(config, CONFIG)
    (folder / "guide").mkdir(exist_ok=True)
    for path, guide in guides.items():
        shutil.copyfile(guide, path)
    shutil.copyfile(SHIPPED / glossary.name, glossary)
    for path in SHIPPED.glob("data/*"):
        for home in (folder / "students", folder / "nbgrader" / "source"):
            (home / "data").mkdir(exist_ok=True)
            shutil.copyfile(path, home / "data" / path.name)
    return [*contents, *guides, config, glossary]


def student(chapter: str, hints: bool = True) -> Notebook:
    """The notebook of a chapter as a student gets it."""
    return _copy_chapter(chapter, hints, lambda cell, id: [cell])


def source(chapter: str, hints: bool = True) -> Notebook:
    """The same as a source of nbgrader: with solutions and hidden tests, a point each."""
    copied = _copy_chapter(chapter, hints, _add_test)
    copied["metadata"]["celltoolbar"] = "Create Assignment"
    return copied


@functools.cache
def handed_out(chapter: str) -> frozenset[str]:
    """The sources of all cells in the copy of a chapter."""
    return frozenset(cell["source"] for cell in student(chapter)["cells"])


def _copy_chapter(chapter: str, hints: bool, each: Callable[[Cell, str], list[Cell]]) -> Notebook:
    """A chapter's notebook, with each exercise cell replaced by each(cell, id)."""
    lesson = copy.deepcopy(cells.read_notebook(SHIPPED / f"{notebook(chapter)}.ipynb"))
    copied_cells = [_markdown_cell("name", NAME), _code_cell("student", f'STUDENT = "{NOBODY}"')]
    helps = [cell for cell in lesson["cells"] if HELP_CALL.search(cell["source"])]
    exercise = lessons.PERSONAL_EXERCISES[f"{notebook(chapter)[:2]}-own"]
    for cell in lesson["cells"]:
        check_match = cells.CHECK.search(cell["source"]) if cell["cell_type"] == "code" else None
        if check_match:
            cell = cell | {"source": _name_answer(cell["source"]), "outputs": []}
            copied_cells += each(cell, check_match[1])
        elif cell not in helps:
            copied_cells.append(cell)
        elif help_cell := _without_help(cell, hints):
            copied_cells.append(help_cell)
        if cell is helps[-1]:  # after the chapter's last exercise
            copied_cells += _personal_cells(exercise, hints, each)
    return lesson | {
        "cells": [*copied_cells, _code_cell("guesses", 'labs.export_guesses("my_guesses.json")')]
    }


def _without_help(cell: Cell, hints: bool) -> Cell | None:
    """A cell without solutions and, unless wanted, without hints; None if nothing remains.

    Several folds are in one cell as `actions(hint(...), solution(...), cite(...))`.
    """
    line = ast.parse(cell["source"]).body[-1]
    calls = getattr(getattr(line, "value", None), "args", [])
    sources = [ast.get_source_segment(cell["source"], call) or "" for call in calls]
    if "actions(" not in cell["source"]:
        return cell if hints and "hint(" in cell["source"] else None
    kept = [source for source in sources if not source.startswith(HELP[hints:])]
    if not kept:
        return None
    titles = "|".join(HELP_TITLES[hints:])
    fold = re.compile(rf"<details><summary>(?:{titles})</summary>.*?</details>", re.S)
    outputs = [
        {"output_type": "display_data", "metadata": {}, "data": {"text/html": fold.sub("", shown)}}
        for output in cell["outputs"]
        if (shown := "".join(output.get("data", {}).get("text/html", "")))
    ]
    return cell | {"source": f"actions({', '.join(kept)})", "outputs": outputs}


def _name_answer(code: str) -> str:
    """The code of a check whose answer is a variable, so that students can assign it."""
    code = WAITS.sub(r"\1", code)
    call = next(
        node
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and cells.CHECK.match(ast.unparse(node))
    )
    answer = call.args[1]
    if isinstance(answer, ast.Name):
        return code
    answer_code = ast.get_source_segment(code, answer)
    assert answer_code
    return f"{TRAVELS}\nmy_answer = {answer_code}\n" + code.replace(answer_code, "my_answer")


def _personal_cells(
    exercise: PersonalExercise, hints: bool, each: Callable[[Cell, str], list[Cell]]
) -> list[Cell]:
    takes = f"{exercise.takes.capitalize()}, to three digits."
    asks = f"## Your own numbers\n\n{exercise.asks}\n{takes}"
    fetch = "from disentangle_edu.lessons import check, given"
    lines = f'{fetch}\n\nnumbers = given("{exercise.id}", STUDENT)\nnumbers'
    code = f'my_number = None\ncheck("{exercise.id}", my_number, STUDENT)'
    added = [_markdown_cell(f"{exercise.id}-asks", asks), _code_cell(f"{exercise.id}-given", lines)]
    added += each(_code_cell(exercise.id, code), exercise.id)
    summary = '<details style="margin-bottom: 1em"><summary>A hint</summary>'
    hint = f"{summary}\n\n{exercise.hint}\n\n</details>"
    return added + [_markdown_cell(f"{exercise.id}-hint", hint)] * hints


def _markdown_cell(id: str, text: str) -> Cell:
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": text}


def _code_cell(id: str, code: str) -> Cell:
    return {
        "cell_type": "code",
        "id": id,
        "metadata": {},
        "source": code,
        "outputs": [],
        "execution_count": None,
    }


def _add_test(cell: Cell, id: str) -> list[Cell]:
    """A cell with its solution between nbgrader's markers, and a hidden test cell after it."""
    code = cell["source"]
    begins = cells.CHECK.search(code)
    assert begins
    (name, *_), rest = re.findall(r"[\"'],\s*(\w+)", code[begins.start() :]), code[begins.start() :]
    solved = code[: begins.start()] + "\n".join(
        ["### BEGIN SOLUTION", *_solution_lines(id, name), "### END SOLUTION", rest]
    )
    test = f"### BEGIN HIDDEN TESTS\nassert {rest.strip()}.passed\n### END HIDDEN TESTS"
    marked = lambda **more: {"nbgrader": {"schema_version": 3, "task": False, **more}}
    answer = marked(grade=False, solution=True, locked=False, grade_id=id)
    tested = marked(grade=True, solution=False, locked=True, grade_id=f"{id}-test", points=1)
    return [
        cell | {"source": solved, "metadata": answer},
        _code_cell(f"{id}-test", test) | {"metadata": tested},
    ]


def _solution_lines(id: str, name: str) -> list[str]:
    """Lines of code that assign a passing answer to a name."""
    if id in lessons.PERSONAL_EXERCISES:
        return [
            "from disentangle_edu.lessons import PERSONAL_EXERCISES",
            f"{name} = PERSONAL_EXERCISES[{id!r}].answer(numbers)",
        ]
    lines = lessons.solution(id).text.splitlines()
    makes = [node for node in ast.parse("\n".join(lines)).body if not isinstance(node, ast.Expr)]
    result_name = getattr(makes[-1], "name", "answer")  # a function's name, or the variable
    return lines if result_name == name else [*lines, f"{name} = {result_name}"]
