"""Submissions of a chapter as students hand them in, correct or rewritten, for several tests."""

import json
import shutil
import subprocess

import pytest

from disentangle_edu import lessons
from disentangle_edu.classroom import handouts
from disentangle_edu.course import COURSE, notebook
from disentangle_edu.lessons import PERSONAL_EXERCISES, given

CHAPTER = "mig_and_dcimig"
NAMES = {chapter: f"{notebook(chapter)}.ipynb" for chapter in COURSE}
NAME = NAMES[CHAPTER]
OF_CHAPTER = ["05-exercise", "05-own", "05-write"]


def no_sandbox():
    """Why bubblewrap cannot make a sandbox on this machine; "" if it can."""
    if not shutil.which("bwrap"):
        return "needs bubblewrap: apt install bubblewrap"
    ran = subprocess.run(
        ["bwrap", "--ro-bind", "/", "/", "--unshare-pid", "--unshare-net", "true"],
        capture_output=True,
        text=True,
        check=False,
    )
    return f"needs namespaces: {ran.stderr.strip()}" if ran.returncode else ""


NO_SANDBOX = no_sandbox()
needs_sandbox = pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX)


def hand_in(folder, student, changed=None, told=None, name=NAME):
    """Hand in a chapter's copy with some cells rewritten: {cell id: source}."""
    told = json.loads(json.dumps(told or handouts.student(CHAPTER)))
    for cell in told["cells"]:
        cell["source"] = (changed or {}).get(cell["id"], cell["source"])
    (folder / student).mkdir(parents=True)
    (folder / student / name).write_text(json.dumps(told))


def cell_id_of(id, chapter=CHAPTER):
    """The id of the cell with an exercise."""
    ids = (c["id"] for c in handouts.student(chapter)["cells"] if f'check("{id}"' in c["source"])
    return next(ids)


def right_answers(student):
    """{cell id: source} of a student who answers everything correctly."""
    answer = float(PERSONAL_EXERCISES["05-own"].answer(given("05-own", student)))
    return {
        cell_id_of("05-exercise"): lessons.solution("05-exercise").text
        + '\ncheck("05-exercise", my_code)',
        cell_id_of("05-write"): lessons.solution("05-write").text + '\ncheck("05-write", my_mig)',
        "05-own": f'check("05-own", {answer!r}, STUDENT)',
    }
