"""For a class: copies without solutions, marks that mischief does not buy, a room's guesses."""

import html
import json
import re

import numpy as np
import pytest
from submitted import CHAPTER, NAME, NAMES, OF_CHAPTER, hand_in, right_answers

from disentangle_edu import labs, lessons
from disentangle_edu.chapters import cells
from disentangle_edu.classroom import copies, grading, room, rpc, strip_solutions
from disentangle_edu.cli import main
from disentangle_edu.course import COURSE, notebook
from disentangle_edu.lessons import EXERCISES, OWN, QUESTIONS, check, given


def marks(folder, **limits):
    """{student: {exercise: passed}} and {student: troubles}."""
    found = grading.grade(folder, **{"seconds": 60} | limits)
    passed = {one.student: {id: g.passed for id, g in one.graded.items()} for one in found}
    return passed, {one.student: one.notes for one in found}


# ----------------------------------------------------------------------------- numbers of their own


@pytest.mark.parametrize("id", OWN)
def test_everybody_has_numbers_of_their_own(id):
    students = [f"student {j}" for j in range(80)]
    right = {student: OWN[id].answer(given(id, student)) for student in students}
    assert all(np.isfinite(list(right.values()))) and len(set(right.values())) > 2
    assert len({json.dumps(given(id, student)) for student in students}) > 30
    assert given(id, "Ada  Lovelace") == given(id, "ada lovelace ")
    for student, answer in [*right.items()][:5]:
        assert check(id, round(answer, 3), student).passed
        assert not check(id, answer + 10 * OWN[id].near, student).passed
        for wrong in (None, float("nan"), "1", [answer, answer]):
            assert not check(id, wrong, student).passed
    with pytest.raises(ValueError, match="student: found no name"):
        check(id, 1.0)


def test_every_chapter_has_two_exercises():
    for chapter in COURSE:
        number = notebook(chapter)[:2]
        assert any(id[:2] == number for id in EXERCISES) and f"{number}-own" in OWN


def test_unknown_numbers_are_refused():
    with pytest.raises(ValueError, match="id: found '05-mine', expected one of 00-own"):
        given("05-mine", "Ada")


# --------------------------------------------------------------------------------------- the copies


def lines_of(code):
    """Lines of code that say something, without what any cell might say."""
    lines = {line.strip() for line in code.splitlines() if len(line.strip()) > 24}
    return {line for line in lines if not line.startswith(("def ", "from ", "import "))}


@pytest.mark.parametrize("hints", [True, False])
@pytest.mark.parametrize("chapter", COURSE)
def test_no_word_of_a_solution_stands_in_a_copy(chapter, hints):
    number = notebook(chapter)[:2]
    handed = json.dumps(copies.student(chapter, hints), ensure_ascii=False)
    ours = (copies.SHIPPED / NAMES[chapter]).read_text()
    shown = "".join(cell["source"] for cell in cells.read(copies.SHIPPED / NAMES[chapter])["cells"])
    for id in (id for id in EXERCISES if id[:2] == number):
        told = lines_of(lessons.solution(id).text)
        if told and f'solution("{id}")' in shown:
            assert any(json.dumps(line)[1:-1] in ours for line in told)
        told = {line for line in told if line not in shown}
        assert not [line for line in told if json.dumps(line, ensure_ascii=False)[1:-1] in handed]
        hint = json.dumps(EXERCISES[id].hint[:40], ensure_ascii=False)[1:-1]
        assert (hint in handed) == (hints and f'hint("{id}")' in shown)
    assert f"{number}-own" in handed and "nbgrader" not in handed and "solution(" not in handed


def test_a_copy_is_the_chapter_otherwise():
    ours = cells.read(copies.SHIPPED / NAME)["cells"]
    handed = {cell["id"]: cell for cell in copies.student(CHAPTER)["cells"]}
    left_out = {cell["id"] for cell in ours} - handed.keys()
    assert {cell["source"] for cell in ours if cell["id"] in left_out} == {
        f'solution("{id}")' for id in OF_CHAPTER if id in EXERCISES
    }
    pictures = [cell for cell in handed.values() if "<img" in json.dumps(cell.get("outputs"))]
    assert len(pictures) > 5  # opened unrun it shows what it shows


def test_what_was_dragged_can_be_written_into_a_copy():
    (cell,) = [c for c in copies.student("dci")["cells"] if 'check("01-exercise"' in c["source"]]
    assert 'my_answer = mine.values["values"]\ncheck("01-exercise", my_answer)' in cell["source"]


def test_sources_of_nbgrader_have_marks_and_hidden_tests():
    told = copies.source(CHAPTER)
    marked = [cell for cell in told["cells"] if "nbgrader" in cell["metadata"]]
    graded = {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in marked}
    assert sorted(graded) == sorted([*OF_CHAPTER, *(f"{id}-test" for id in OF_CHAPTER)])
    for id in OF_CHAPTER:
        test = graded[f"{id}-test"]["source"]
        assert re.search(rf'BEGIN HIDDEN TESTS\nassert check\("{id}", \w+.*\)\.passed\n', test)
        assert graded[f"{id}-test"]["metadata"]["nbgrader"]["points"] == 1
        assert "### BEGIN SOLUTION\n" in graded[id]["source"]


def test_files_that_are_there_stay(tmp_path, capsys):
    assert main(["course", str(tmp_path / "class"), "--no-hints"]) == 0
    first = tmp_path / "class" / "students" / "00_start_here.ipynb"
    assert "hint(" not in first.read_text()
    first.write_text("mine")
    assert main(["course", str(tmp_path / "class")]) == 2
    assert first.read_text() == "mine" and "nothing was written" in capsys.readouterr().err


def test_the_package_that_judges_nobody_has_no_solutions(tmp_path):
    home = strip_solutions.copy_package(tmp_path)
    words = "".join(path.read_text() for path in home.rglob("*.py"))
    for id in EXERCISES:
        told = lines_of(lessons.solution(id).text.partition("\n#")[0])
        assert not [line for line in told if line in words], id
    assert "degenerate={}" in words and "solution=lambda: None" in words
    assert not (home / "notebooks").exists()


GUIDE = ("**Goal.**", "**Read before.**", "**Plan**", "**Ask aloud**", "**Skip**")


@pytest.mark.parametrize("chapter", COURSE)
def test_a_guide_plans_the_minutes_that_its_chapter_promises(chapter, tmp_path):
    words = (copies.PACKAGE / "chapters" / chapter / "guide.md").read_text()
    assert all(part in words for part in GUIDE) and words.count("\n1. ") == 3
    planned = sum(map(int, re.findall(r"^\| (\d+) \|", words, re.M)))
    head = cells.read(copies.SHIPPED / NAMES[chapter])["cells"][0]["source"]
    assert planned == int(re.search(r"Time:\*\* (\d+) minutes", head)[1])
    for lab in re.findall(r"`labs\.(\w+)`", words):
        assert hasattr(labs, lab), lab
    for id in re.findall(r"`(\d\d-[a-z-]+)`", words):
        assert id in QUESTIONS, id


# ---------------------------------------------------------------------------------------- the marks


def test_right_and_wrong_are_told_apart(tmp_path, capsys):
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
def test_names_of_files_tell_student_and_chapter(path, student, chapter, tmp_path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("{}")
    (found,) = grading.submissions(tmp_path)
    assert (found.student, found.chapter) == (student, chapter)
    assert found.calls("Lovelace, Ada" if "ovelace" in path else "Ada")
    assert not found.calls("Grace Hopper")


@pytest.mark.parametrize(
    "typed, same", [("ada", True), ("Ada Lovelace", True), ("Bob", False), ("", False)]
)
def test_a_typed_name_is_the_students_if_all_words_agree(typed, same):
    assert grading.Submission("Ada", copies.SHIPPED).calls(typed) == same
    assert grading.Submission("Lovelace, Ada", copies.SHIPPED).calls("Ada Lovelace")


@pytest.mark.slow
def test_folders_of_all_sorts_are_one_table(tmp_path):
    numbers = {
        name: float(OWN["05-own"].answer(given("05-own", name))) for name in ("ada l", "Bob")
    }
    for place, typed, answer in (
        ("ada_work", "ada l", numbers["ada l"]),
        ("Cy", "Bob", numbers["Bob"]),
    ):
        cell = {"student": f"STUDENT = {typed!r}", "05-own": f'check("05-own", {answer}, STUDENT)'}
        hand_in(tmp_path, place, cell, name="answers.ipynb")
    unnamed = {"05-own": f'check("05-own", {numbers["Bob"]}, STUDENT)'}
    hand_in(tmp_path, "Eve", unnamed, name="answers.ipynb")
    hand_in(tmp_path / "more", "Dee", told=copies.student("dci"), name="d.ipynb")
    (tmp_path / "more" / "Dee" / "d.ipynb").rename(tmp_path / "Dee_01_dci.ipynb")
    (tmp_path / "ada_work" / "answers.ipynb").rename(tmp_path / "Ada.ipynb")
    found = grading.grade(tmp_path, seconds=60)
    head, *rows = grading.table(found)
    assert head == ["student", "01-exercise", "01-own", *OF_CHAPTER, "points of 5"]
    assert {row[0]: row[-1] for row in rows} == {"Ada": "1", "Cy": "0", "Dee": "0", "Eve": "0"}
    troubles = {one.student: one.notes for one in found}
    assert troubles["Cy"] == ["05-own: STUDENT is 'Bob'; judged with the numbers of 'Cy'"]
    assert troubles["Eve"] == ["05-own: no name was written; judged with the numbers of 'Eve'"]
    assert troubles["Ada"] == []


@pytest.mark.slow
def test_every_exercise_fails_as_handed_out_and_passes_with_its_solution(tmp_path):
    """All chapters in one notebook, so that one process runs them."""
    for name, made in (("blank", copies.student), ("solved", copies.source)):
        joined = {"cells": []}
        for chapter in COURSE:
            told = made(chapter)["cells"]
            own = OWN[f"{notebook(chapter)[:2]}-own"]
            for cell in told:
                if cell["id"] == own.id and name == "solved":
                    right = float(own.answer(own.given(name)))
                    cell["source"] = f'check("{own.id}", {right!r}, STUDENT)'
            for code in cells.to_run(told, copies.handed_out(chapter)):
                joined["cells"].append({"id": "", "cell_type": "code", "source": code})
        hand_in(tmp_path, name, told=joined, name="all.ipynb")
    passed, troubles = marks(tmp_path, seconds=300)
    for name, passes in (("blank", False), ("solved", True)):
        assert sorted(passed[name]) == sorted([*EXERCISES, *OWN]), troubles[name]
        assert [id for id, is_so in passed[name].items() if is_so != passes] == [], troubles[name]


def test_a_folder_of_nothing_is_refused(tmp_path, capsys):
    assert main(["grade", str(tmp_path)]) == 2
    assert "FOLDER: found no notebook in" in capsys.readouterr().err
    (tmp_path / "Ada.ipynb").write_text("{")
    passed, troubles = marks(tmp_path)
    assert passed == {"Ada": {}} and "expected a notebook" in troubles["Ada"][0]


def test_only_what_answers_need_is_run():
    told = copies.student(CHAPTER)["cells"]
    code = cells.to_run(told, copies.handed_out(CHAPTER))
    assert not any("labs.predict" in one for one in code)
    assert any("import numpy as np" in one for one in code)
    mine = [{"cell_type": "code", "source": "%matplotlib inline\nthree = 3"}]
    assert "pass\nthree = 3" in cells.to_run([*told, *mine], copies.handed_out(CHAPTER))


@pytest.mark.parametrize(
    "value",
    [None, True, 3, 2.5, "words", [1, [2]], (1, 2), {"a": [1], 2: None}, np.float64(1.5)],
)
def test_values_come_over_the_line_as_they_are(value):
    packed = json.loads(json.dumps(rpc.pack(value, lambda _: 0)))
    assert rpc.unpack(packed, None) == value


def test_arrays_functions_and_things_come_over_the_line():
    there = lambda told: rpc.unpack(json.loads(json.dumps(rpc.pack(told, lambda _: 7))), call)
    call = lambda number, arguments: (number, arguments)
    assert there(np.eye(2)).tolist() == [[1, 0], [0, 1]]

    def mine(a, b=1):
        """Not seen."""

    distant = there(mine)
    assert distant(1, 2) == (7, [1, 2]) and distant.__name__ == "mine"
    assert str(distant.__signature__) == "(a, b=None)"
    assert "object" in repr(there(object()))


@pytest.mark.parametrize(
    "told", [{"array": {"x": 1}}, {"function": [1]}, {"no": 1}, {"a": 1, "b": 2}]
)
def test_a_line_that_no_seat_would_send_is_none(told):
    with pytest.raises(rpc.ProtocolError):
        rpc.unpack(told, None)


# -------------------------------------------------------------------------------------- the guesses


def write_guesses(folder, students, *, sure=0.5, seed=0):
    """Files as a class would hand them in."""
    rng = np.random.default_rng(seed)
    folder.mkdir(parents=True)
    for student in range(students):
        told = []
        for id in ("00-characteristics", "01-even-rest", "04-power", "05-verdict", "09-rank"):
            scale, truth = QUESTIONS[id].scale, room.truth_of(id)
            guess = QUESTIONS[id].given if rng.random() > sure else truth
            guess = scale.in_words(guess) if hasattr(scale, "in_words") else guess
            told.append({"question": id, "guess": guess, "truth": "not read"})
        (folder / f"{student}.json").write_text(json.dumps(told))


def test_the_room_is_told_how_it_guessed(tmp_path, capsys):
    write_guesses(tmp_path / "in" / "1 before", 30, sure=0.2)
    write_guesses(tmp_path / "in" / "2 after", 28, sure=0.9)
    (tmp_path / "in" / "1 before" / "broken.json").write_text("{")
    page = tmp_path / "room.html"
    assert main(["guesses", str(tmp_path / "in"), "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "1 before: 150 guesses" in told and "1 before/broken.json: found something else" in told
    found = room.read(tmp_path / "in")
    right = {}
    for name, sitting in found.sittings.items():
        truth, scale = room.truth_of("01-even-rest"), QUESTIONS["01-even-rest"].scale
        right[name] = sum(
            scale.off(one, truth).startswith("Right") for one in sitting["01-even-rest"]
        )
    said = room.picture(found, "01-even-rest").said
    assert f"1 before: {right['1 before']} of 30 right" in said
    assert f"2 after: {right['2 after']} of 28 right" in said and right["2 after"] > 20
    assert said in page.read_text()


def test_folders_of_students_are_no_sittings(tmp_path):
    write_guesses(tmp_path / "all", 3)
    for path in sorted((tmp_path / "all").glob("*.json")):
        home = tmp_path / "in" / f"Ada Lovelace_{path.stem}_assignsubmission_file"
        (home / ".ipynb_checkpoints").mkdir(parents=True)
        (home / ".ipynb_checkpoints" / "my_guesses.json").write_bytes(path.read_bytes())
        path.rename(home / "my_guesses.json")
    found = room.read(tmp_path / "in")
    assert list(found.sittings) == [""] and len(found.sittings[""]["09-rank"]) == 3
    (tmp_path / "in").rename(tmp_path / "all" / "before")
    assert list(room.read(tmp_path / "all").sittings) == ["before"]


@pytest.mark.parametrize("id", ["00-characteristics", "01-even-rest", "04-power", "09-rank"])
def test_columns_count_everybody_and_the_truth_is_marked(tmp_path, id):
    write_guesses(tmp_path / "in", 12)
    found = room.read(tmp_path / "in")
    rows, options, _ = room._rows(QUESTIONS[id], found.sittings[""][id], room.truth_of(id))
    columns = len(options) or room.BINS
    assert all(len(row.columns) == 12 and max(row.columns) < columns for row in rows)
    exact = [{int(min(row.truth, columns - 0.5))} <= set(row.columns) for row in rows]
    assert all(exact), "half of the class was right"


def test_a_room_looks_again(tmp_path, said):
    write_guesses(tmp_path / "in", 2)
    lab = room.Room(tmp_path / "in")
    lab.set(question="01-even-rest")
    said(lab.picture.said)
    write_guesses(tmp_path / "more", 5)
    for path in (tmp_path / "more").glob("*.json"):
        path.rename(tmp_path / "in" / f"new{path.name}")
    lab._heard({}, True, "Look again")
    said(lab.picture.said)
    lab.set(question="02-exercise" if "02-exercise" in QUESTIONS else "05-parity")
    said(lab.picture.said)


WITH_ANSWERS = """
def best(): return 3

@exercise("x-exercise", solution=best, degenerate={"poor": lambda: 1})
def judged(answer): return [answer > 2]

@own("x-own", asks="?")
def number(given): return sum(given)

@ask("x-question")
def truth(): return 0.5
"""


def test_solutions_and_numbers_of_their_own_are_withheld_and_no_more():
    shown = strip_solutions.without_solutions(WITH_ANSWERS)
    assert "best" not in shown and "poor" not in shown and "sum(given)" not in shown
    assert "return [answer > 2]" in shown and "return 0.5" in shown
    assert shown.count("NotImplementedError") == 1


def test_a_folder_without_guesses_is_refused(tmp_path, capsys):
    (tmp_path / "x.json").write_text('[{"question": "01-even-rest", "guess": 7}]')
    assert main(["guesses", str(tmp_path), "--html", str(tmp_path / "room.html")]) == 2
    said = capsys.readouterr().err
    assert "FOLDER: found no guesses in" in said and "x.json: found something else" in said
    assert not (tmp_path / "room.html").exists()
