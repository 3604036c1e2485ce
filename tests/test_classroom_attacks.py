"""Submissions that attack: they earn nothing, harm nobody, and grading always ends."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import attacks
import pytest
from submissions import NAME, hand_in, needs_sandbox, right_answers

from disentangle_edu.classroom import grading, sandbox, strip_package
from disentangle_edu.cli import main
from disentangle_edu.lessons import PERSONAL_EXERCISES, given

pytestmark = needs_sandbox
QUICK = ("open", "socket", "fork", "open to write", "nested message", "guesses", "exit")
SECONDS = 120  # for submissions that end by themselves, also on a slow machine


def attacker(folder, name, code, outside):
    """Hand in a notebook of one cell."""
    answer = float(PERSONAL_EXERCISES["05-own"].answer(given("05-own", shown(name))))
    secret = outside / f"{name.replace('/', ' ')}.txt"
    secret.write_text(f"{answer!r}\n")
    code = code.replace("SECRET_TOKEN", "DISENTANGLE_TOKEN")
    for word, value in (("SECRET", str(secret)), ("VICTIM", str(outside / "victim.ipynb"))):
        code = code.replace(word, repr(value))
    cell = {"cell_type": "code", "source": code.replace("ANSWER", repr(answer))}
    imports = {"cell_type": "code", "source": "from disentangle_edu.lessons import check"}
    place = folder / name.replace("/", " ")
    place.mkdir(parents=True)
    (place / NAME).write_text(json.dumps({"cells": [imports, cell]}))


def graded(folder, cells, **options):
    """Grade these attackers with an honest student: rows, notes, and the files outside."""
    outside = folder / "outside"
    outside.mkdir(parents=True)
    outside.chmod(0o777)
    hand_in(folder / "in", "honest", right_answers("honest"))
    victim = outside / "victim.ipynb"
    shutil.copy(folder / "in" / "honest" / NAME, victim)
    victim.chmod(0o666)
    for name, code in cells.items():
        attacker(folder / "in", name, code, outside)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISENTANGLE_TOKEN", "outside")
        handed_in = grading.grade(folder / "in", **{"seconds": SECONDS} | options)
    rows = {row[0]: row[-1] for row in grading.grade_table(handed_in)[1:]}
    notes = {one.student: one.notes for one in handed_in}
    return SimpleNamespace(rows=rows, notes=notes, victim=victim, handed_in=handed_in)


def assert_victim_is_unchanged(run):
    honest = next(one.path for one in run.handed_in if one.student == "honest")
    assert run.victim.read_bytes() == honest.read_bytes()
    assert run.victim.stat().st_mode & 0o777 == 0o666


def shown(name):
    """A name as it appears as a folder."""
    return name.replace("/", " ").strip(" _-.")


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    cells = {name: attacks.CELLS[name] for name in QUICK}
    return graded(tmp_path_factory.mktemp("quick"), cells)


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    return graded(tmp_path_factory.mktemp("full"), attacks.CELLS)


@pytest.mark.parametrize("name", QUICK)
def test_grade_quick_attack_earns_nothing(name, quick):
    assert quick.rows[shown(name)] == "0", quick.notes[shown(name)]


def test_grade_honest_student_among_quick_attacks_gets_all_points(quick):
    assert quick.rows["honest"] == "3", quick.notes["honest"]
    assert_victim_is_unchanged(quick)


@pytest.mark.slow
@pytest.mark.parametrize("name", attacks.CELLS)
def test_grade_attack_earns_nothing(name, full):
    assert full.rows[shown(name)] == "0", full.notes[shown(name)]


@pytest.mark.slow
def test_grade_honest_student_among_all_attacks_gets_all_points(full):
    assert full.rows["honest"] == "3", full.notes["honest"]
    assert_victim_is_unchanged(full)


@pytest.mark.slow
def test_grade_attacks_without_sandbox_succeed(tmp_path):
    """The same cells succeed as plain processes, so it is the sandbox that stops them."""
    reads = {name: attacks.CELLS[name] for name in TRUSTED_READS}
    writes = {"open to write": attacks.WRITES["open to write"]}
    trusted = graded(tmp_path, reads | writes, trust_submissions=True)
    assert {name: trusted.rows[shown(name)] for name in reads} == dict.fromkeys(reads, "1")
    assert trusted.victim.read_text() == "{}" and trusted.rows["honest"] == "3"


TRUSTED_READS = ("open", "str subclass", "readline", "ctypes", "subprocess", "socket", "fork")


@pytest.mark.slow
def test_grade_endless_submissions_are_stopped(tmp_path):
    before = time.monotonic()
    ended = graded(tmp_path, attacks.ENDLESS, seconds=20, jobs=8)
    for name in attacks.ENDLESS:
        assert ended.notes[name][-1].startswith("the run ended early"), (name, ended.notes[name])
        assert ended.rows[name] == "0"
    assert time.monotonic() - before < 20 * len(attacks.ENDLESS) * 3


# ----------------------------------------------------------------------------------- files


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def sparse(path):
    write(path, b"")
    os.truncate(path, 10**12)


def pipe(path):
    path.parent.mkdir()
    os.mkfifo(path)


def listening(path):
    path.parent.mkdir()
    socket.socket(socket.AF_UNIX).bind(str(path))


def deep(path):
    path.parent.joinpath(*["in"] * 30).mkdir(parents=True)
    write(path.parent.joinpath(*["in"] * 30, "x.ipynb"), b"{}")


FILES = {  # what a student may create in the own folder, given a path in that folder
    "folder": lambda path: path.mkdir(parents=True),
    "dangling": lambda path: link(path, "nowhere"),
    "itself": lambda path: link(path, path.name),
    "zero": lambda path: link(path, "/dev/zero"),
    "another's": lambda path: link(path, f"../honest/{NAME}"),
    "linked": lambda path: link(path.parent, "honest"),
    "pipe": pipe,
    "listening": listening,
    "sparse": sparse,
    "empty": lambda path: write(path, b""),
    "brackets": lambda path: write(path, b"[" * 200_000),
    "lists": lambda path: write(path, b'{"cells": [' + b"[]," * 3_000_000 + b"[]]}"),
    "digits": lambda path: write(path, b'{"cells": [' + b"7" * 1_000_000 + b"]}"),
    "bytes": lambda path: write(path, bytes(range(256)) * 100),
    "utf-16": lambda path: write(path, '{"cells": []}'.encode("utf-16")),
    "no cells": lambda path: write(path, b'{"cells": [1, null, {"source": {"a": 1}}]}'),
    "kinds": lambda path: write(path, b'{"cells": [{"source": [], "cell_type": []}]}'),
    "surrogate": lambda path: write(
        path, b'{"cells": [{"source": "\\ud800", "cell_type": "code"}]}'
    ),
    "zeros": lambda path: write(path, b'{"cells": [{"source": "\\u0000", "cell_type": "code"}]}'),
    "deep": deep,
    b"\xff\xfe": lambda path: write(path, b"{}"),
    "new\nline \x1b[31m": lambda path: write(path, b"{}"),
    "=cmd()|x": lambda path: write(path, b"{}"),
}


@pytest.mark.slow
def test_grade_files_that_are_no_notebooks_have_own_rows(tmp_path, capsys):
    folder = tmp_path / "in"
    hand_in(folder, "honest", right_answers("honest"))
    for name, make in FILES.items():
        make(folder / os.fsdecode(name) / "x.ipynb")
    sheet, page = tmp_path / "grades.csv", tmp_path / "grades.html"
    asked = ["grade", str(folder), "--csv", str(sheet), "--html", str(page)]
    assert main(asked) == 0
    head, *rows = sheet.read_text("utf-8").splitlines()
    assert head == "student,05-exercise,05-own,05-write,points of 3"
    assert len(rows) == len(FILES) + 1 and "honest,1,1,1,3" in rows
    assert sum(row.endswith(",0,0,0,0") for row in rows) == len(FILES)
    assert any(row.startswith("'=cmd()|x,") for row in rows)
    printed = capsys.readouterr().out
    assert "\\xff" in sheet.read_text("utf-8").replace("\\udcff", "\\xff") and "\x1b" not in printed
    assert printed.count("links are not followed") == 5
    assert "\x1b" not in page.read_text("utf-8")


# ---------------------------------------------------------------------------------- the sandbox


@pytest.mark.slow
def test_grade_without_bubblewrap_asks_for_it_or_for_trust(tmp_path, capsys, monkeypatch):
    hand_in(tmp_path, "Ada", right_answers("Ada"))
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    assert main(["grade", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "bubblewrap" in said and "container" in said and "--trust-submissions" in said
    assert main(["grade", str(tmp_path), "--trust-submissions"]) == 0
    printed = capsys.readouterr()
    assert "without a sandbox" in printed.err and "Ada      1            1       1" in printed.out


def test_check_available_broken_bubblewrap_raises_its_message(tmp_path, monkeypatch):
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'no namespaces here' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(sandbox.SandboxError, match="no namespaces here.*--trust-submissions"):
        sandbox.check_available(tmp_path)


def test_system_call_filter_unknown_machine_raises():
    with pytest.raises(sandbox.SandboxError, match="sandbox: found the machine 'riscv64'"):
        sandbox.system_call_filter("riscv64")


def test_mounts_replace_package_in_site_packages(tmp_path, monkeypatch):
    """A wheel is installed inside a folder that the sandbox shows, perhaps under two paths."""
    prefix, site = tmp_path / "venv", tmp_path / "venv" / "lib" / "python3" / "site-packages"
    package = site / "disentangle_edu"
    package.mkdir(parents=True)
    (prefix / "lib64").symlink_to("lib")
    monkeypatch.setattr(sandbox, "PACKAGE", package)
    monkeypatch.setattr(sandbox.sys, "prefix", str(prefix))
    monkeypatch.setattr(sandbox.sys, "path", [str(site)])
    copy = tmp_path / "copy"
    seen = sandbox.mounts(copy)
    shown = [path for path in seen if path.endswith("site-packages/disentangle_edu")]
    assert len(shown) == 2 and all(seen[path] == copy for path in shown)


def sandboxes(folder, module=""):
    """The bubblewrap processes that show a copy of the package in this folder and run a module."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes()
            if all(os.fsencode(word) in words for word in ("bwrap", folder, module)):
                found.append(process.name)
    return found


def wait_until(condition):
    """Wait as long as a slow machine may need."""
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it never came to be")


def test_sandbox_processes_end_with_submission(tmp_path):
    package = strip_package.copy_package(tmp_path)
    with sandbox.started(package, 60) as connection:
        connection.send(notebook_bytes=10**6, ours=[], memory=2**31, seconds=60, processes=0)
        wait_until(lambda: len(sandboxes(package)) == 2)
    wait_until(lambda: not sandboxes(package))


@pytest.mark.parametrize("milliseconds", [0, 1, 2, 4, 8, 16, 32, 64])
def test_sandbox_stopped_during_start_leaves_no_process(tmp_path, milliseconds):
    package = strip_package.copy_package(tmp_path)
    for _ in range(5):
        with sandbox.started(package, 60):
            time.sleep(milliseconds / 1000)
    wait_until(lambda: not sandboxes(package))


@pytest.mark.slow
def test_sandbox_processes_end_when_grader_is_killed(tmp_path):
    (tmp_path / "in").mkdir()
    sleeps = {"cell_type": "code", "source": "import time\ntime.sleep(9999)"}
    (tmp_path / "in" / "Eve.ipynb").write_text(json.dumps({"cells": [sleeps]}))
    grader = subprocess.Popen(
        [sys.executable, "-m", "disentangle_edu", "grade", "in", "--seconds", "9999"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    wait_until(lambda: sandboxes(tmp_path / "grading-", f"-m\0{sandbox.RUNNER}"))
    grader.kill()
    grader.wait()
    wait_until(lambda: not sandboxes(tmp_path / "grading-"))


@pytest.mark.slow
def test_grade_submission_that_exits_inside_function_is_not_waited_for(tmp_path):
    """An exercise counts an exception in the student's function as a wrong answer."""
    names = ("exiting function", "checking function")
    run = graded(tmp_path, {name: attacks.HARM[name] for name in names}, seconds=9999)
    assert "stopped before its last cell" in run.notes["exiting function"][-1]
    assert run.notes["checking function"] == [] and run.rows["honest"] == "3"


CONSOLE_SCRIPT = "import sys; from disentangle_edu.cli import main; sys.exit(main())"


@pytest.mark.slow
@pytest.mark.parametrize("way", [["-m", "disentangle_edu"], ["-P", "-c", CONSOLE_SCRIPT]])
def test_grade_started_in_class_folder_imports_nothing_from_it(tmp_path, way):
    (tmp_path / "tqdm.py").write_text("raise SystemExit('imported from the class folder')")
    hand_in(tmp_path, "honest", right_answers("honest"))
    code = f"text = open({str(tmp_path / 'honest' / NAME)!r}).read()\n{attacks.WINS}"
    outside = tmp_path / "outside"
    outside.mkdir()
    attacker(tmp_path, "neighbour", code, outside)
    ran = subprocess.run(
        [sys.executable, *way, "grade", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "honest     1            1       1         3" in ran.stdout
    assert "neighbour  0            0       0         0" in ran.stdout
