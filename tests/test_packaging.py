"""What installs the project says the same everywhere: pyproject, conda, Binder, Makefile."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml  # comes with jupytext

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "path, from_pip", [("environment.yml", [{"pip": ["-e ."]}]), ("binder/environment.yml", [])]
)
def test_conda_lists_what_pyproject_lists(path, from_pip):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["lab"]
    listed = yaml.safe_load((ROOT / path).read_text())["dependencies"]
    from_conda = [
        entry.replace("matplotlib-base", "matplotlib") for entry in listed if isinstance(entry, str)
    ]
    assert sorted(from_conda) == sorted(needed + ["python=3.11", "pip"])
    assert [entry for entry in listed if not isinstance(entry, str)] == from_pip


def test_every_file_of_the_package_is_shipped():
    package = ROOT / "disentangle_edu"
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    patterns = settings["package-data"]["disentangle_edu"]
    shipped = {path for pattern in patterns for path in package.glob(pattern)}
    there = {
        path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    assert {path for path in there if path.suffix != ".py"} <= shipped


@pytest.mark.parametrize("path", ["binder/postBuild", "binder/start", ".ci/run"])
def test_scripts_run_and_stop_at_the_first_failure(path):
    lines = (ROOT / path).read_text().splitlines()
    assert (ROOT / path).stat().st_mode & 0o111 == 0o111, "not executable"
    assert lines[0] == "#!/bin/bash"
    assert "set -euo pipefail" in lines


def test_binder_builds_from_the_binder_folder(tmp_path):
    shutil.copytree(ROOT / "binder", tmp_path / "binder")
    for name in ["environment.yml", "pyproject.toml"]:
        shutil.copy(ROOT / name, tmp_path)
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    printed = done.stdout + done.stderr
    assert done.returncode == 0, printed
    # repo2docker writes "." and "-" in the names of its own files as -2e and -2d.
    assert re.search(r"^COPY .*environment-2epy-2d3-2e11-2d", printed, re.M), "not Python 3.11"
    # Copied by itself, before the rest: a change in another file leaves the slow layer as it is.
    assert re.search(r"^COPY \S+ src/binder/environment.yml ", printed, re.M)
    assert '--file "binder/environment.yml"' in printed
    assert re.search(r"^RUN \./binder/postBuild$", printed, re.M)
    assert re.search(r'^ENV R2D_ENTRYPOINT="\S*/binder/start"$', printed, re.M)


@pytest.mark.parametrize(
    "limit, threads", [(None, "1"), ("0.5", "1"), ("2.0", "2"), ("4", "4"), ("odd", "1")]
)
def test_binder_start_limits_the_threads_and_hands_over(limit, threads):
    show = 'echo "$OMP_NUM_THREADS $OPENBLAS_NUM_THREADS $1"'
    environment = {"PATH": "/usr/bin:/bin"} | ({"CPU_LIMIT": limit} if limit else {})
    command = [ROOT / "binder" / "start", "bash", "-c", show, "bash", "two words"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout == f"{threads} {threads} two words\n"


PARTS = ["lint", "tests", "notebooks"]


@pytest.mark.parametrize("failing", [None, *PARTS])
def test_make_test_runs_all_three_parts_and_says_which_failed(failing, tmp_path):
    """A stand-in for Python notes what it is asked to run, and fails in one part."""
    log, python = tmp_path / "log", tmp_path / "python"
    python.write_text(
        f'#!/bin/bash\necho "$*" >> {log}\n'
        'case "$*" in *--nbval*) part=notebooks;; *pytest*) part=tests;; *) part=lint;; esac\n'
        f"[ $part != {failing} ]\n"
    )
    python.chmod(0o755)
    command = ["make", "-o", ".venv/.installed-test", "test", f"VENV={python}", "TORCH="]
    outside = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)
    asked = log.read_text()
    for words in ["ruff format --check .", "ruff check .", "mypy", "-m pytest\n", "--nbval"]:
        assert words in asked
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    for part in PARTS:
        assert said[part].startswith("FAILED" if part == failing else "passed"), done.stdout
    assert (done.returncode != 0) == (failing is not None), done.stderr


def test_ci_tests_a_fresh_clone_and_leaves_nothing(tmp_path):
    """Stand-ins for git and make note what they are asked; nothing is cloned or built."""
    log, tools, temporary = tmp_path / "log", tmp_path / "tools", tmp_path / "temporary"
    for folder in (tools, temporary):
        folder.mkdir()
    for tool in ["git", "make", "chromium"]:
        note = f'echo "{tool} $DISENTANGLE_EDU_BROWSER ${{PYTHONPATH-none}} $*" >> {log}'
        (tools / tool).write_text(f"#!/bin/bash\n{note}\n")
        (tools / tool).chmod(0o755)
    environment = {
        "PATH": f"{tools}:/usr/bin:/bin",
        "PYTHON": sys.executable,
        "PYTHONPATH": "elsewhere",
        "TMPDIR": str(temporary),
        "BROWSER_ARTIFACTS": str(tmp_path / "shots"),
    }
    subprocess.run([ROOT / ".ci" / "run"], env=environment, check=True, cwd=tmp_path)
    clone, _, made = log.read_text().splitlines()
    assert clone.startswith(f"git required none clone --quiet {ROOT} {temporary}")
    assert re.fullmatch(rf"make required none -C {temporary}/.+ test TORCH=1", made)
    assert (tmp_path / "shots").is_dir() and not list(temporary.iterdir())


def test_readme_names_only_targets_that_exist():
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z]+):", makefile, re.M))
    # Phony, or `make notebooks` would find the folder of that name and do nothing.
    assert set(re.search(r"^\.PHONY: (.+)$", makefile, re.M)[1].split()) == targets
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", (ROOT / "README.md").read_text(), re.S))
    named = set(re.findall(r"(?:^\s*(?:\$ )?|`|&& )make ([a-z]+)", code, re.M))
    assert {"lab", "test"} <= named <= targets
