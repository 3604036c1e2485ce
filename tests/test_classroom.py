"""For a class: copies without solutions, grades that cheating cannot change, a class's guesses."""

import html
import json
import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from submissions import (
    CHAPTER,
    NAME,
    NAMES,
    NO_SANDBOX,
    OF_CHAPTER,
    hand_in,
    needs_sandbox,
    right_answers,
)

from disentangle_edu import labs, lessons
from disentangle_edu.chapters import cells
from disentangle_edu.classroom import grading, guesses, handouts, rpc, strip_package
from disentangle_edu.classroom.submissions import Submission, chapter_of, student_of, submissions
from disentangle_edu.cli import main
from disentangle_edu.course import COURSE, notebook
from disentangle_edu.lessons import EXERCISES, PERSONAL_EXERCISES, QUESTIONS, check, given
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions


def marks(folder, **limits):
    """{student: {exercise: passed}} and {student: notes on problems}."""
    trusted = {"trust_submissions": bool(NO_SANDBOX)}  # the grades do not depend on the sandbox
    found = grading.grade(folder, **{"seconds": 60} | trusted | limits)
    passed = {one.student: {id: g.passed for id, g in one.graded.items()} for one in found}
    return passed, {one.student: one.notes for one in found}


# --------------------------------------------------------------------------------- personal numbers


@pytest.mark.parametrize("id", PERSONAL_EXERCISES)
def test_personal_exercise_numbers_differ_between_students(id):
    students = [f"student {j}" for j in range(80)]
    right = {student: PERSONAL_EXERCISES[id].answer(given(id, student)) for student in students}
    assert all(np.isfinite(list(right.values()))) and len(set(right.values())) > 2
    assert len({json.dumps(given(id, student)) for student in students}) > 30
    assert given(id, "Ada  Lovelace") == given(id, "ada lovelace ")
    for student, answer in [*right.items()][:5]:
        assert check(id, round(answer, 3), student).passed
        assert not check(id, answer + 10 * PERSONAL_EXERCISES[id].near, student).passed
        for wrong in (None, float("nan"), "1", [answer, answer]):
            assert not check(id, wrong, student).passed
    with pytest.raises(ValueError, match="student: found no name"):
        check(id, 1.0)


def test_course_every_chapter_has_exercise_and_personal_exercise():
    for chapter in COURSE:
        number = notebook(chapter)[:2]
        assert any(id[:2] == number for id in EXERCISES) and f"{number}-own" in PERSONAL_EXERCISES


def test_given_unknown_exercise_raises():
    with pytest.raises(ValueError, match="id: found '05-mine', expected one of 00-own"):
        given("05-mine", "Ada")


# --------------------------------------------------------------------------------------- the copies


def lines_of(code):
    """The lines of code that carry meaning, without those that any cell might have."""
    lines = {line.strip() for line in code.splitlines() if len(line.strip()) > 24}
    return {line for line in lines if not line.startswith(("def ", "from ", "import "))}


@pytest.mark.parametrize("hints", [True, False])
@pytest.mark.parametrize("chapter", COURSE)
def test_student_notebook_contains_no_line_of_solution(chapter, hints):
    number = notebook(chapter)[:2]
    handed = json.dumps(handouts.student(chapter, hints), ensure_ascii=False)
    ours = (handouts.SHIPPED / NAMES[chapter]).read_text()
    shown = "".join(
        cell["source"] for cell in cells.read_notebook(handouts.SHIPPED / NAMES[chapter])["cells"]
    )
    for id in (id for id in EXERCISES if id[:2] == number):
        told = lines_of(lessons.solution(id).text)
        if told and f'solution("{id}")' in shown:
            assert any(json.dumps(line)[1:-1] in ours for line in told)
        told = {line for line in told if line not in shown}
        assert not [line for line in told if json.dumps(line, ensure_ascii=False)[1:-1] in handed]
        hint = json.dumps(EXERCISES[id].hint[:40], ensure_ascii=False)[1:-1]
        assert (hint in handed) == (hints and f'hint("{id}")' in shown)
    assert f"{number}-own" in handed and "nbgrader" not in handed and "solution(" not in handed


def test_student_notebook_differs_only_by_missing_solutions():
    ours = cells.read_notebook(handouts.SHIPPED / NAME)["cells"]
    handed = {cell["id"]: cell for cell in handouts.student(CHAPTER)["cells"]}
    source = lambda id: handed[id]["source"] if id in handed else ""
    changed = [cell["source"] for cell in ours if cell["source"] != source(cell["id"])]
    changed = [code for code in changed if "check(" not in code]
    shown = [f'solution("{id}")' for id in OF_CHAPTER if id in EXERCISES]
    assert all(any(call in code for code in changed) for call in shown)
    assert all(any(call in code for call in shown) for code in changed)
    pictures = [cell for cell in handed.values() if "<img" in json.dumps(cell.get("outputs"))]
    assert len(pictures) > 5  # the pictures are visible before the notebook is run


@pytest.mark.parametrize("hints", [True, False])
def test_student_notebook_line_of_actions_loses_solutions(hints):
    folds = actions(lessons.hint("05-write"), lessons.solution("05-write"), cite("chen2018"))
    output = {"output_type": "execute_result", "data": {"text/html": folds._repr_html_()}}
    code = 'actions(hint("05-write"), solution("05-write"), cite("chen2018"))'
    cell = handouts._without_help({"source": code, "outputs": [output]}, hints)
    shown = cell["outputs"][0]["data"]["text/html"]
    assert cell["source"] == code.replace('solution("05-write"), ', "") or not hints
    assert ("hint(" in cell["source"], "A hint" in shown) == (hints, hints)
    assert "A solution" not in shown and shown.count("<details>") == 1 + hints
    alone = {"source": 'actions(solution("05-own"))', "outputs": []}
    assert handouts._without_help(alone, hints) is None


def test_student_notebook_answer_can_be_taken_from_lab():
    (cell,) = [c for c in handouts.student("dci")["cells"] if 'check("01-exercise"' in c["source"]]
    assert 'my_answer = mine.values["values"]\ncheck("01-exercise", my_answer)' in cell["source"]


def test_nbgrader_source_has_points_and_hidden_tests():
    told = handouts.source(CHAPTER)
    marked = [cell for cell in told["cells"] if "nbgrader" in cell["metadata"]]
    graded = {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in marked}
    assert sorted(graded) == sorted([*OF_CHAPTER, *(f"{id}-test" for id in OF_CHAPTER)])
    for id in OF_CHAPTER:
        test = graded[f"{id}-test"]["source"]
        assert re.search(rf'BEGIN HIDDEN TESTS\nassert check\("{id}", \w+.*\)\.passed\n', test)
        assert graded[f"{id}-test"]["metadata"]["nbgrader"]["points"] == 1
        assert "### BEGIN SOLUTION\n" in graded[id]["source"]


def test_nbgrader_solution_of_personal_exercise_passes():
    names = {"numbers": given("05-own", "Ada")}
    exec("\n".join(handouts._solution_lines("05-own", "answer")), names)
    assert check("05-own", names["answer"], "Ada").passed


def test_course_command_does_not_overwrite_existing_files(tmp_path, capsys):
    assert main(["course", str(tmp_path / "class"), "--no-hints"]) == 0
    first = tmp_path / "class" / "students" / "00_start_here.ipynb"
    assert "hint(" not in first.read_text()
    first.write_text("mine")
    assert main(["course", str(tmp_path / "class")]) == 2
    assert first.read_text() == "mine" and "nothing was written" in capsys.readouterr().err


def test_copy_package_contains_no_solutions(tmp_path):
    home = strip_package.copy_package(tmp_path)
    words = "".join(path.read_text() for path in home.rglob("*.py"))
    for id in EXERCISES:
        told = lines_of(lessons.solution(id).text.partition("\n#")[0])
        assert not [line for line in told if line in words], id
    assert "rejected_answers={}" in words and "solution=lambda: None" in words
    assert not (home / "notebooks").exists()


GUIDE = ("**Goal.**", "**Read before.**", "**Plan**", "**Ask aloud**", "**Skip**")


@pytest.mark.parametrize("chapter", COURSE)
def test_guide_minutes_sum_to_time_of_chapter(chapter, tmp_path):
    words = (handouts.PACKAGE / "chapters" / chapter / "guide.md").read_text()
    assert all(part in words for part in GUIDE) and words.count("\n1. ") == 3
    planned = sum(map(int, re.findall(r"^\| (\d+) \|", words, re.M)))
    head = cells.read_notebook(handouts.SHIPPED / NAMES[chapter])["cells"][0]["source"]
    assert planned == int(re.search(r"Time:\*\* (\d+) minutes", head)[1])
    for lab in re.findall(r"`labs\.(\w+)`", words):
        assert hasattr(labs, lab), lab
    for id in re.findall(r"`(\d\d-[a-z-]+)`", words):
        assert id in QUESTIONS, id


# ------------------------------------------------------------------------------------------- grades


@needs_sandbox
def test_grade_command_separates_right_and_wrong_answers(tmp_path, capsys):
    hand_in(tmp_path / "in", "Ada", right_answers("Ada"))
    hand_in(tmp_path / "in", "Copycat", right_answers("Ada"))
    sheet, page = tmp_path / "marks.csv", tmp_path / "marks.html"
    asked = ["grade", str(tmp_path / "in"), "--csv", str(sheet), "--html", str(page)]
    assert main(asked) == 0
    assert sheet.read_text().splitlines() == [
        "student,05-exercise,05-own,05-write,points of 3",
        "Ada,1,1,1,3",
        "Copycat,1,0,1,2",
    ]
    assert "Ada      1            1       1         3" in capsys.readouterr().out
    said = page.read_text()
    assert (
        "05-write: passed" in said
        and html.escape("your number, from the numbers of 'Copycat'") in said
    )


@pytest.mark.parametrize(
    "path, student, chapter",
    [
        ("Ada.ipynb", "Ada", ""),
        ("ada_05_mig_and_dcimig.ipynb", "ada", "mig_and_dcimig"),
        ("05_mig_and_dcimig-Ada L.ipynb", "Ada L", "mig_and_dcimig"),
        ("Ada/05_mig_and_dcimig.ipynb", "Ada", "mig_and_dcimig"),
        ("Ada/05_mig_and_dcimig/05_mig_and_dcimig (2).ipynb", "Ada", "mig_and_dcimig"),
        ("Ada/my answers.ipynb", "Ada", ""),
        (
            "Ada Lovelace_1234567_assignsubmission_file/05_mig_and_dcimig.ipynb",
            "Ada Lovelace",
            "mig_and_dcimig",
        ),
        ("Ada Lovelace_2_assignsubmission_file_/my.ipynb", "Ada Lovelace", ""),
        ("lovelaceada_4711_8150_05_mig_and_dcimig-1.ipynb", "lovelaceada", "mig_and_dcimig"),
        ("lovelaceada_LATE_4711_8150_05_mig_and_dcimig.ipynb", "lovelaceada", "mig_and_dcimig"),
    ],
)
def test_submissions_file_name_gives_student_and_chapter(path, student, chapter, tmp_path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("{}")
    (found,) = submissions(tmp_path)
    assert (found.student, found.chapter) == (student, chapter)
    assert found.calls("Lovelace, Ada" if "ovelace" in path else "Ada")
    assert not found.calls("Grace Hopper")


@pytest.mark.parametrize(
    "typed, same", [("ada", True), ("Ada Lovelace", True), ("Bob", False), ("", False)]
)
def test_submission_typed_name_matches_if_all_words_agree(typed, same):
    assert Submission("Ada", handouts.SHIPPED).calls(typed) == same
    assert Submission("Lovelace, Ada", handouts.SHIPPED).calls("Ada Lovelace")


@pytest.mark.parametrize("name", ["José", "Zoé Nuñez", "Đặng Hải", "각"])
@pytest.mark.parametrize("typed, written", [("NFC", "NFD"), ("NFD", "NFC")])
def test_submission_name_is_normalized_unicode(name, typed, written):
    folder = unicodedata.normalize(written, name)
    found, _ = student_of(Path(folder, "my.ipynb"))
    assert found == unicodedata.normalize("NFC", name)
    assert Submission(folder, Path("x")).calls(unicodedata.normalize(typed, name))


def handed_in(path, **answers):
    """A submission as `grade` returns it: {exercise: whether its answer passes}."""
    one = Submission(*student_of(Path(path))[:1], Path(path), student_of(Path(path))[1])
    one.chapter = chapter_of(Path(path))
    for name, passes in answers.items():
        id = name.replace("_", "-").removeprefix("x")
        student = one.student or "nobody"
        answer = PERSONAL_EXERCISES[id].answer(given(id, student)) if passes else None
        one.graded[id], one.attempts[id] = check(id, answer, student), 1
    return one


def test_grading_table_students_of_same_name_have_separate_rows():
    """The number that Moodle or Canvas adds separates them, also when grading blind."""
    right, wrong = {"x05_own": True}, {"x05_own": False}
    rows = lambda *files: {row[0]: row[-1] for row in grading.grade_table(files)[1:]}
    moodle = "Ada Lovelace_{}_assignsubmission_file_/05_mig_and_dcimig.ipynb"
    ada, other = handed_in(moodle.format(111), **right), handed_in(moodle.format(222), **wrong)
    assert rows(ada, other) == {"Ada Lovelace (111)": "1", "Ada Lovelace (222)": "0"}
    assert rows(ada) == {"Ada Lovelace": "1"}
    blind = "Participant_{}_assignsubmission_file_/my.ipynb"
    first, second = handed_in(blind.format(333), **right), handed_in(blind.format(444), **wrong)
    assert rows(first, second) == {"Participant (333)": "1", "Participant (444)": "0"}
    assert first.calls("Grace Hopper") and not ada.calls("Grace Hopper")
    canvas = "lovelaceada_{}_8150_05_mig_and_dcimig.ipynb"
    both = handed_in(canvas.format(4711), **right), handed_in(canvas.format(4712), **wrong)
    assert rows(*both) == {"lovelaceada (4711)": "1", "lovelaceada (4712)": "0"}
    late = handed_in("lovelaceada_LATE_4711_9000_01_dci.ipynb", x01_own=True)
    assert rows(both[0], late) == {"lovelaceada": "2"}


@pytest.mark.parametrize(
    "blank", ["honest_05_mig_and_dcimig.ipynb", "honest/05_mig_and_dcimig.ipynb"]
)
def test_grading_table_counts_better_of_two_files(blank):
    """A student hands in one chapter twice: the better file counts, and the notes say which."""
    solved = handed_in("honest-05_mig_and_dcimig.ipynb", x05_own=True)
    for files in (
        [solved, handed_in(blank, x05_own=False)],
        [handed_in(blank, x05_own=False), solved],
    ):
        assert grading.grade_table(files)[1][-1] == "1"
        (line,) = grading.notes(files)
        assert "honest-05_mig_and_dcimig.ipynb counts" in line and "05-own" in line
        assert html.escape(line.partition(": ")[2]) in grading.page(files)
    unread = handed_in(blank)
    assert "every file counts" in grading.notes([solved, unread])[0]


def test_grading_columns_are_limited_to_submitted_chapters():
    """A file adds at most one chapter, so that no submission widens the class's table."""
    ada = handed_in("Ada_05_mig_and_dcimig.ipynb", x05_own=True)
    others = {f"x{notebook(chapter)[:2]}_own": True for chapter in COURSE}
    eve = handed_in("Eve_05_mig_and_dcimig.ipynb", **others)
    assert grading.columns([ada, eve]) == OF_CHAPTER
    assert grading.grade_table([ada, eve])[2] == ["Eve", "0", "1", "0", "1"]
    assert grading.columns([handed_in("Ada.ipynb", x05_own=True)]) == OF_CHAPTER
    assert len({id[:2] for id in grading.columns([handed_in("Eve.ipynb", **others)])}) == 1
    assert grading.columns([ada, eve], ["dci"]) == ["01-exercise", "01-own"]


def test_grade_command_unknown_chapter_exits_with_status_2(tmp_path, capsys):
    (tmp_path / "Ada.ipynb").write_text("{")
    assert main(["grade", str(tmp_path), "--chapters", "dci,nothing"]) == 2
    assert "--chapters: found 'nothing', expected one of start_here" in capsys.readouterr().err


def test_judge_answer_after_too_many_attempts_gives_no_point():
    one = handed_in("Ada.ipynb")
    right = {
        "id": "05-own",
        "answer": float(PERSONAL_EXERCISES["05-own"].answer(given("05-own", "Ada"))),
    }
    for attempt in range(1, grading.MAX_ATTEMPTS + 2):
        grading.grade_answer(one, right, None)
        assert grading.passes(one, "05-own") == (attempt <= grading.MAX_ATTEMPTS)
    assert one.notes == ["05-own: no point, because the notebook gave more than 100 answers"]


@pytest.mark.parametrize(
    "path, student",
    [
        ("hw_2024_spring/Ada.ipynb", "hw_2024_spring"),
        ("05_mig_and_dcimig/Ada.ipynb", "Ada"),
        ("05_mig_and_dcimig/Ada_1_assignsubmission_file_/x.ipynb", "Ada"),
        ("05_mig_and_dcimig.ipynb", ""),
        ("05_mig_and_dcimig (2).ipynb", ""),
        ("12345.ipynb", "12345"),
        ("week_2024_05_mig_and_dcimig.ipynb", "week_2024"),
        ("李.ipynb", "李"),
        ("\udcff.ipynb", "\\udcff"),
    ],
)
def test_student_of_path_is_first_name_in_path(path, student):
    assert student_of(Path(path))[0] == student


@pytest.mark.slow
@needs_sandbox
def test_grade_command_reads_nbgrader_submitted_folder(tmp_path, capsys):
    """`grade` reads submitted/ of an nbgrader course; a chapter's file name names no student."""
    for place in ("source/ps1", "submitted/ada/ps1"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / NAME).write_text("{")
    (tmp_path / "nbgrader_config.py").write_text("")
    assert main(["grade", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert f"students: 1, notebooks: 1, in {tmp_path / 'submitted'}" in printed
    assert "\nada " in printed and "source" not in printed
    (tmp_path / "submitted" / NAME).write_text("{")
    assert main(["grade", str(tmp_path / "submitted")]) == 0
    assert f"{NAME}: no student's name" in capsys.readouterr().out


@needs_sandbox
@pytest.mark.slow
def test_grade_mixed_folder_layouts_gives_one_table(tmp_path):
    numbers = {
        name: float(PERSONAL_EXERCISES["05-own"].answer(given("05-own", name)))
        for name in ("ada l", "Bob")
    }
    for place, typed, answer in (
        ("ada_work", "ada l", numbers["ada l"]),
        ("Cy", "Bob", numbers["Bob"]),
    ):
        cell = {"student": f"STUDENT = {typed!r}", "05-own": f'check("05-own", {answer}, STUDENT)'}
        hand_in(tmp_path, place, cell, name="answers.ipynb")
    unnamed = {"05-own": f'check("05-own", {numbers["Bob"]}, STUDENT)'}
    hand_in(tmp_path, "Eve", unnamed, name="answers.ipynb")
    hand_in(tmp_path / "more", "Dee", told=handouts.student("dci"), name="d.ipynb")
    (tmp_path / "more" / "Dee" / "d.ipynb").rename(tmp_path / "Dee_01_dci.ipynb")
    (tmp_path / "ada_work" / "answers.ipynb").rename(tmp_path / "Ada.ipynb")
    found = grading.grade(tmp_path, seconds=60)
    head, *rows = grading.grade_table(found)
    assert head == ["student", "01-exercise", "01-own", *OF_CHAPTER, "points of 5"]
    assert {row[0]: row[-1] for row in rows} == {"Ada": "1", "Cy": "0", "Dee": "0", "Eve": "0"}
    troubles = {one.student: one.notes for one in found}
    assert troubles["Cy"] == ["05-own: STUDENT is 'Bob'; graded with the numbers of 'Cy'"]
    assert troubles["Eve"] == ["05-own: no name was written; graded with the numbers of 'Eve'"]
    assert troubles["Ada"] == []


@pytest.mark.slow
def test_grade_every_exercise_fails_blank_and_passes_solved(tmp_path):
    """All chapters in one notebook, so that one process runs them."""
    for name, made in (("blank", handouts.student), ("solved", handouts.source)):
        joined = {"cells": []}
        for chapter in COURSE:
            told = made(chapter)["cells"]
            own = PERSONAL_EXERCISES[f"{notebook(chapter)[:2]}-own"]
            for cell in told:
                if cell["id"] == own.id and name == "solved":
                    right = float(own.answer(own.given(name)))
                    cell["source"] = f'check("{own.id}", {right!r}, STUDENT)'
            for code in cells.to_run(told, handouts.handed_out(chapter)):
                joined["cells"].append({"id": "", "cell_type": "code", "source": code})
        hand_in(tmp_path, name, told=joined, name="all.ipynb")
    passed, troubles = marks(tmp_path, seconds=300)
    for name, passes in (("blank", False), ("solved", True)):
        assert sorted(passed[name]) == sorted([*EXERCISES, *PERSONAL_EXERCISES]), troubles[name]
        assert [id for id, is_so in passed[name].items() if is_so != passes] == [], troubles[name]


def test_grade_command_folder_without_notebooks_exits_with_status_2(tmp_path, capsys):
    assert main(["grade", str(tmp_path)]) == 2
    assert "FOLDER: found no notebook in" in capsys.readouterr().err
    (tmp_path / "Ada.ipynb").write_text("{")
    passed, troubles = marks(tmp_path)
    assert passed == {"Ada": {}} and "expected a notebook" in troubles["Ada"][0]


def test_to_run_selects_only_cells_needed_by_answers():
    told = handouts.student(CHAPTER)["cells"]
    code = cells.to_run(told, handouts.handed_out(CHAPTER))
    assert not any("labs.predict" in one for one in code)
    assert any("import numpy as np" in one for one in code)


@pytest.mark.parametrize(
    "source, code",
    [
        ("x = (17\n     % 5)", "x = (17\n     % 5)"),
        ('text = """\n%matplotlib inline\n!ls\n"""', 'text = """\n%matplotlib inline\n!ls\n"""'),
        ("%time x = 3", "x = 3"),
        ("if True:\n    %time x = 3", "if True:\n    x = 3"),
        ("%%time\nx = 3", "x = 3"),
        ("%%capture out\n%time x = 3", "x = 3"),
        (">>> x = 3", "x = 3"),
        ("x = (", "x = ("),
    ],
)
def test_as_python_of_cell_matches_jupyter(source, code):
    assert cells.as_python(source) == code


def test_grade_cells_with_magics_and_await_run_as_in_jupyter(tmp_path):
    """Magics do nothing or run as their code, and a cell may use await."""
    answer = float(PERSONAL_EXERCISES["05-own"].answer(given("05-own", "Ada")))
    sources = [
        "%matplotlib inline\nfrom disentangle_edu.lessons import check\nhalf = (17\n     % 5)",
        "%%bash\nexit 1",
        "!ls\nfiles = !ls\ncheck?",
        "%%time\n%time halves = 2",
        "import asyncio\nawait asyncio.sleep(0)",
        f'assert (half, halves, files) == (2, 2, [])\ncheck("05-own", {answer})',
    ]
    told = {"cells": [{"id": "", "cell_type": "code", "source": source} for source in sources]}
    hand_in(tmp_path, "Ada", told=told)
    passed, notes = marks(tmp_path)
    assert passed["Ada"] == {"05-own": True} and notes["Ada"] == []


@pytest.mark.parametrize(
    "value",
    [None, True, 3, 2.5, "words", [1, [2]], (1, 2), {"a": [1], 2: None}, np.float64(1.5)],
)
def test_rpc_plain_values_round_trip_unchanged(value):
    packed = json.loads(json.dumps(rpc.pack(value, lambda _: 0)))
    assert rpc.unpack(packed, None) == value


def test_rpc_arrays_functions_and_objects_round_trip():
    there = lambda told: rpc.unpack(json.loads(json.dumps(rpc.pack(told, lambda _: 7))), call)
    call = lambda number, arguments: (number, arguments)
    assert there(np.eye(2)).tolist() == [[1, 0], [0, 1]]

    def mine(a, b=1):
        """A docstring that the judge does not see."""

    distant = there(mine)
    assert distant(1, 2) == (7, [1, 2]) and distant.__name__ == "mine"
    assert str(distant.__signature__) == "(a, b=None)"
    assert "object" in repr(there(object()))


@pytest.mark.parametrize(
    "told", [{"array": {"x": 1}}, {"function": [1]}, {"no": 1}, {"a": 1, "b": 2}]
)
def test_rpc_unpack_of_invalid_message_raises(told):
    with pytest.raises(rpc.ProtocolError):
        rpc.unpack(told, None)


# ------------------------------------------------------------------------------------------ guesses


def write_guesses(folder, students, *, sure=0.5, seed=0):
    """Write files of guesses as a class would hand them in."""
    rng = np.random.default_rng(seed)
    folder.mkdir(parents=True)
    for student in range(students):
        told = []
        for id in ("00-characteristics", "01-even-rest", "04-power", "05-verdict", "09-rank"):
            scale, truth = QUESTIONS[id].scale, guesses.truth_of(id)
            guess = QUESTIONS[id].guess_for_tests if rng.random() > sure else truth
            guess = scale.in_words(guess) if hasattr(scale, "in_words") else guess
            told.append({"question": id, "guess": guess, "truth": "not read"})
        (folder / f"{student}.json").write_text(json.dumps(told))


def test_guesses_command_reports_right_guesses_per_session(tmp_path, capsys):
    write_guesses(tmp_path / "in" / "1 before", 30, sure=0.2)
    write_guesses(tmp_path / "in" / "2 after", 28, sure=0.9)
    (tmp_path / "in" / "1 before" / "broken.json").write_text("{")
    page = tmp_path / "room.html"
    assert main(["guesses", str(tmp_path / "in"), "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "1 before: 150 guesses" in told and "1 before/broken.json: found something else" in told
    found = guesses.load_guesses(tmp_path / "in")
    right = {}
    for name, sitting in found.sittings.items():
        truth, scale = guesses.truth_of("01-even-rest"), QUESTIONS["01-even-rest"].scale
        right[name] = sum(
            scale.describe_deviation(one, truth).startswith("Right")
            for one in sitting["01-even-rest"]
        )
    said = guesses.picture(found, "01-even-rest").caption
    assert f"1 before: {right['1 before']} of 30 right" in said
    assert f"2 after: {right['2 after']} of 28 right" in said and right["2 after"] > 20
    assert said in page.read_text()


def test_read_guesses_of_student_folders_is_one_session(tmp_path):
    write_guesses(tmp_path / "all", 3)
    for path in sorted((tmp_path / "all").glob("*.json")):
        home = tmp_path / "in" / f"Ada Lovelace_{path.stem}_assignsubmission_file"
        (home / ".ipynb_checkpoints").mkdir(parents=True)
        (home / ".ipynb_checkpoints" / "my_guesses.json").write_bytes(path.read_bytes())
        path.rename(home / "my_guesses.json")
    found = guesses.load_guesses(tmp_path / "in")
    assert list(found.sittings) == [""] and len(found.sittings[""]["09-rank"]) == 3
    (tmp_path / "in").rename(tmp_path / "all" / "before")
    assert list(guesses.load_guesses(tmp_path / "all").sittings) == ["before"]


def test_guesses_command_counts_votes_with_most_disputed_sentence_first(tmp_path, capsys):
    folder, page = tmp_path / "in", tmp_path / "room.html"
    folder.mkdir()
    ballots = {
        "ada": [("geyer2024-01", "agree", ""), ("geyer2024-02", "disagree", "only <six> models")],
        "ben": [("geyer2024-01", "agree", ""), ("geyer2024-02", "agree", "")],
    }
    for name, ballot in ballots.items():
        votes = [dict(zip(("sentence", "vote", "note"), one)) for one in ballot]
        (folder / f"{name}.json").write_text(json.dumps(votes))
    (folder / "strange.json").write_text('[{"sentence": "geyer2024-01", "vote": "perhaps"}]')
    assert main(["guesses", str(folder), "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "4 votes on 2 sentences" in told and "strange.json: found something else" in told
    words = page.read_text()
    assert words.index("geyer2024-02") < words.index("geyer2024-01")
    assert "only &lt;six&gt; models" in words


@pytest.mark.parametrize("id", ["00-characteristics", "01-even-rest", "04-power", "09-rank"])
def test_guess_histogram_counts_every_student_and_contains_truth(tmp_path, id):
    write_guesses(tmp_path / "in", 12)
    found = guesses.load_guesses(tmp_path / "in")
    rows, options, _ = guesses._histogram_rows(
        QUESTIONS[id], found.sittings[""][id], guesses.truth_of(id)
    )
    columns = len(options) or guesses.BINS
    assert all(len(row.columns) == 12 and max(row.columns) < columns for row in rows)
    exact = [{int(min(row.truth, columns - 0.5))} <= set(row.columns) for row in rows]
    assert all(exact), "half of the class was right"


def test_guesses_lab_look_again_button_reads_new_files(tmp_path, said):
    write_guesses(tmp_path / "in", 2)
    lab = guesses.ClassGuesses(tmp_path / "in")
    lab.set(question="01-even-rest")
    said(lab.picture.caption)
    write_guesses(tmp_path / "more", 5)
    for path in (tmp_path / "more").glob("*.json"):
        path.rename(tmp_path / "in" / f"new{path.name}")
    lab.on_gesture({}, done=True, press="Look again")
    said(lab.picture.caption)
    lab.set(question="02-exercise" if "02-exercise" in QUESTIONS else "05-parity")
    said(lab.picture.caption)


WITH_ANSWERS = """
def best(): return 3

@exercise("x-exercise", solution=best, rejected_answers={"poor": lambda: 1})
def judged(answer): return [answer > 2]

@personal_exercise("x-own", asks="?")
def number(given): return sum(given)

@question("x-question")
def truth(): return 0.5
"""


def test_without_solutions_removes_solutions_and_personal_answers_only():
    shown = strip_package.without_solutions(WITH_ANSWERS)
    assert "best" not in shown and "poor" not in shown and "sum(given)" not in shown
    assert "return [answer > 2]" in shown and "return 0.5" in shown
    assert shown.count("NotImplementedError") == 1


def test_guesses_command_folder_without_guesses_exits_with_status_2(tmp_path, capsys):
    (tmp_path / "x.json").write_text('[{"question": "01-even-rest", "guess": 7}]')
    assert main(["guesses", str(tmp_path), "--html", str(tmp_path / "room.html")]) == 2
    said = capsys.readouterr().err
    assert "FOLDER: found no guesses in" in said and "x.json: found something else" in said
    assert not (tmp_path / "room.html").exists()
