"""All files that install the project agree: pyproject, conda, Binder, Makefile."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
import yaml  # comes with jupytext

from disentangle_edu.types import VERSION

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "path, from_pip", [("environment.yml", [{"pip": ["-e ."]}]), ("binder/environment.yml", [])]
)
def test_conda_environment_lists_dependencies_of_pyproject(path, from_pip):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["lab"]
    listed = yaml.safe_load((ROOT / path).read_text())["dependencies"]
    from_conda = [
        entry.replace("matplotlib-base", "matplotlib") for entry in listed if isinstance(entry, str)
    ]
    assert sorted(from_conda) == sorted(needed + ["python=3.11", "pip"])
    assert [entry for entry in listed if not isinstance(entry, str)] == from_pip


def test_extras_name_the_same_version_of_numpydoc():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    pins = {
        name: [need for need in extras[name] if "numpydoc" in need] for name in ("site", "test")
    }
    assert pins["site"] == pins["test"] and len(pins["test"]) == 1


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """A wheel, built once without a package index."""
    folder = tmp_path_factory.mktemp("wheel")
    built = ["pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([sys.executable, "-m", *built, "-w", folder, ROOT], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """A folder with the wheel installed, without its dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    command = ["pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel]
    subprocess.run([sys.executable, "-m", *command], check=True)
    return folder


def run_in(folder, *command, **more):
    """Run Python with the package installed in this folder, outside the repository."""
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=folder.parent,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        **more,
    )


def cli(folder, *arguments):
    return run_in(folder, "-m", "disentangle_edu", *arguments)


def test_wheel_contains_every_file_of_package(installed):
    package = ROOT / "disentangle_edu"
    there = {path for path in package.rglob("*") if "__pycache__" not in path.parts}
    names = {path.relative_to(package) for path in there if path.is_file()}
    assert [name for name in names if not (installed / "disentangle_edu" / name).exists()] == []


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="needs git")
def test_sdist_contains_every_file_of_repository(tmp_path):
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    build = f"from hatchling.build import build_sdist; build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as opened:
        packed = {name.split("/", 1)[1] for name in opened.getnames()}
    assert set(filter(None, listed.stdout.split("\0"))) - packed == set()


def test_notebooks_command_of_installed_wheel_copies_all_notebooks(installed, tmp_path):
    done = cli(installed, "notebooks", tmp_path / "mine")
    assert done.returncode == 0, done.stderr
    names = [path.name for path in (ROOT / "notebooks").glob("*.ipynb")]
    assert done.stdout.startswith(f"copied {len(names)} notebooks")
    for name in [*names, *(f"data/{path.name}" for path in (ROOT / "notebooks/data").iterdir())]:
        assert (tmp_path / "mine" / name).read_bytes() == (ROOT / "notebooks" / name).read_bytes()


def test_notebooks_command_does_not_overwrite_existing_files(tmp_path):
    (tmp_path / "data").mkdir()
    mine = tmp_path / "data" / "digits_pca.npz"
    mine.write_text("mine")
    done = cli(ROOT, "notebooks", tmp_path)  # from the repository, as with an editable install
    assert done.returncode == 2 and "nothing was copied" in done.stderr
    assert mine.read_text() == "mine" and list(tmp_path.iterdir()) == [tmp_path / "data"]


def test_lab_command_copies_notebooks_only_once(monkeypatch, tmp_path, capsys):
    from jupyterlab import labapp

    from disentangle_edu.cli import main

    asked = []
    monkeypatch.setattr(labapp, "main", asked.append)
    assert main(["lab", str(tmp_path / "mine")]) == 0
    assert "copied" in capsys.readouterr().out
    first = tmp_path / "mine" / "00_start_here.ipynb"
    first.write_text("edited")
    assert main(["lab", str(tmp_path / "mine")]) == 0
    assert first.read_text() == "edited" and capsys.readouterr().out == ""
    assert asked[0] == asked[1] and f"--ServerApp.root_dir={tmp_path / 'mine'}" in asked[0]
    assert "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in asked[0]


@pytest.mark.parametrize("missing", ["anywidget", "jupyterlab"])
def test_lab_command_without_extra_names_missing_package(missing, monkeypatch, tmp_path, capsys):
    from disentangle_edu.cli import main
    from disentangle_edu.cli import notebooks as commands

    found = commands.find_spec
    monkeypatch.setattr(commands, "find_spec", lambda name: name != missing and found(name))
    assert main(["lab", str(tmp_path / "mine")]) == 2
    said = capsys.readouterr().err
    assert f"found no {missing}" in said and "pip install 'disentangle-edu[lab]'" in said
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("missing", ["anywidget", "ipywidgets"])
def test_labs_import_without_extra_names_missing_package(missing):
    gone = f"import sys; sys.modules[{missing!r}] = None; import disentangle_edu.labs"
    said = run_in(ROOT, "-c", gone).stderr.strip().splitlines()[-1]
    assert f"found no {missing}" in said and "pip install 'disentangle-edu[lab]'" in said


def test_labs_import_loads_no_large_library():
    """In a browser each of these takes seconds to import, so they are imported when used."""
    large = "{'matplotlib', 'pandas', 'scipy', 'sklearn'}"
    opened = f"import sys; import disentangle_edu.labs; print({large} & set(sys.modules))"
    assert run_in(ROOT, "-c", opened).stdout == "set()\n"


def test_command_and_wheel_have_version_of_code(wheel):
    assert cli(ROOT, "--version").stdout == f"disentangle-edu {VERSION}\n"
    assert wheel.name.startswith(f"disentangle_edu-{VERSION}-")
    for name in ["pyproject.toml", "README.md"]:
        assert not re.search(rf"\b{re.escape(VERSION)}\b", (ROOT / name).read_text()), name


HEADING = re.compile(r"^## \[?([\d.]+)\]? (?:- |\()(unreleased|\d{4}-\d\d-\d\d)\)?$", re.M)


def disagreements(version, changelog, citation, deposit):
    """Disagreements on version and date between CHANGELOG, CITATION.cff and .zenodo.json."""
    heading = re.search(r"^## .*$", changelog, re.M)[0]
    if not (told := HEADING.match(heading)):
        return [f"CHANGELOG: found {heading!r}, expected '## 0.1.0 (unreleased)' or a date"]
    number, date = told.groups()
    released = citation.get("date-released")
    wrong = [
        f"{name}: found version {there!r}, expected {version!r}"
        for name, there in (("CITATION", citation["version"]), (".zenodo", deposit["version"]))
        if there != version
    ]
    if number != version.partition(".dev")[0]:
        wrong.append(f"CHANGELOG: found {number}, expected the number of {version}")
    if (date == "unreleased") != (".dev" in version):
        wrong.append(f"CHANGELOG: found {date} with version {version}")
    if str(released or "unreleased") != date:
        wrong.append(f"CITATION: found date-released {released}, expected {date}")
    return wrong


def test_version_is_the_same_in_every_file():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    deposit = json.loads((ROOT / ".zenodo.json").read_text())
    assert disagreements(VERSION, (ROOT / "CHANGELOG.md").read_text(), citation, deposit) == []


RELEASED = {"version": "0.1.0", "date-released": "2026-12-24"}


@pytest.mark.parametrize(
    "version, heading, citation, n_wrong",
    [
        ("0.1.0", "## 0.1.0 (2026-12-24)", {}, 0),
        ("0.1.0", "## [0.1.0] - 2026-12-24", {}, 0),
        ("0.1.0.dev0", "## 0.1.0 (unreleased)", {"date-released": None}, 0),
        ("0.1.0", "## 0.1.0 (unreleased)", {}, 2),  # unreleased, although CITATION has a date
        ("0.1.0", "## 0.2.0 (2026-12-24)", {}, 1),
        ("0.1.0", "## 0.1.0 (2026-12-24)", {"date-released": None}, 1),
        ("0.1.0", "## 0.1.0 (2026-12-24)", {"version": "0.1.0.dev0"}, 1),
        ("0.1.0.dev0", "## 0.1.0 (2026-12-24)", {}, 1),
        ("0.1.0", "## [Unreleased]", {}, 1),
    ],
)
def test_disagreements_of_release_name_each_file(version, heading, citation, n_wrong):
    there = RELEASED | {"version": version} | citation
    wrong = disagreements(version, f"# Changelog\n\n{heading}\n", there, {"version": version})
    assert len(wrong) == n_wrong, wrong


def metadata_of(wheel):
    with zipfile.ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith("dist-info/METADATA"))
        return message_from_string(opened.read(name).decode())


def test_wheel_metadata_has_license_urls_and_absolute_readme_links(wheel):
    """A wheel has no other files for README links: each address is full, with the tag or main."""
    told = metadata_of(wheel)
    assert told["License-Expression"] == "MIT AND CC-BY-4.0" and told["Keywords"]
    assert {"Homepage", "Repository"} <= {
        each.split(",")[0] for each in told.get_all("Project-URL")
    }
    assert "Framework :: Jupyter" in told.get_all("Classifier")
    readme = (ROOT / "README.md").read_text()
    shown = told.get_payload()
    at = "main/" if ".dev" in told["Version"] else f"v{told['Version']}/"
    assert re.findall(r"\]\((?!https?://|#)[^)]*\)", shown) == []
    for name in re.findall(r"\]\((?!https?://|#)([^)#]+)", readme):
        assert (ROOT / name).is_file() and f"{urls()['Repository']}/" in shown
        kind = "raw" if name.endswith((".gif", ".png")) else "blob"
        assert f"({urls()['Repository']}/{kind}/{at}{name}" in shown


def urls():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]


def test_project_addresses_match_pyproject():
    """A fork changes the addresses there, and this test names the other files to change."""
    home, forge = urls()["Homepage"], urls()["Repository"].removeprefix("https://github.com/")
    known = re.compile(r"github\.com/|mybinder\.org/v2/gh/|https://[\w-]+\.github\.io/")
    for name in ["README.md", "CONTRIBUTING.md", "CITATION.cff", "pyproject.toml"]:
        words = (ROOT / name).read_text()
        for found in known.finditer(words):
            rest = words[found.start() :]
            ours = rest.startswith(home) or rest[len(found[0]) :].startswith(forge)
            assert ours, f"{name}: {rest[:80]!r}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "schema, path",
    [("citation-file-format", "CITATION.cff")]
    + [("github-workflows", path) for path in sorted(ROOT.glob(".github/workflows/*.yml"))],
)
def test_citation_and_workflows_match_their_schemas(schema, path):
    check = ["check_jsonschema", "--builtin-schema", f"vendor.{schema}", ROOT / path]
    done = run_in(ROOT, "-m", *check)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", sorted(ROOT.glob(".github/workflows/*.yml")), ids=lambda p: p.name)
def test_workflow_actions_have_fixed_versions_and_jobs_have_timeouts(path):
    jobs = yaml.safe_load(path.read_text())["jobs"]
    assert all(job.get("timeout-minutes", 0) > 0 for job in jobs.values())
    for step in [step for job in jobs.values() for step in job["steps"] if "uses" in step]:
        owner, version = step["uses"].split("/")[0], step["uses"].partition("@")[2]
        fixed = r"v\d+(\.\d+)*|[0-9a-f]{40}" if owner == "actions" else r"[0-9a-f]{40}"
        assert re.fullmatch(fixed, version), step["uses"]


def test_citation_and_zenodo_have_same_metadata():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    deposit = json.loads((ROOT / ".zenodo.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert deposit["title"] == citation["title"]
    assert deposit["description"].startswith(citation["abstract"].strip())
    assert [each["name"] for each in deposit["creators"]] == [
        each["name"] for each in citation["authors"]
    ]
    assert set(deposit["keywords"]) == set(citation["keywords"]) <= set(project["keywords"])
    assert " AND ".join(citation["license"]) == project["license"]
    assert citation["repository-code"] == project["urls"]["Repository"]
    assert citation["url"] == project["urls"]["Homepage"]


@pytest.mark.slow
@pytest.mark.parametrize("stub", [False, True], ids=["none", "one that does not start"])
def test_browser_tests_without_a_browser_are_skipped(stub, tmp_path):
    if stub:
        (tmp_path / "chromium").write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "chromium").chmod(0o755)
    asked = ["tests/browser/test_widget_js.py"] if stub else ["tests/browser", "-m", "browser"]
    hidden = {key: word for key, word in os.environ.items() if key != "DISENTANGLE_EDU_BROWSER"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:nbval", *asked],
        cwd=ROOT,
        env=hidden | {"PATH": f"{tmp_path}{os.pathsep}/nowhere"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"^\d+ skipped in", done.stdout, re.M), done.stdout


@pytest.mark.parametrize("path", ["binder/postBuild", "binder/start", ".ci/run"])
def test_shell_scripts_are_executable_and_stop_at_first_failure(path):
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
    # repo2docker writes "." and "-" in its own file names as -2e and -2d.
    assert re.search(r"^COPY .*environment-2epy-2d3-2e11-2d", printed, re.M), "not Python 3.11"
    # Copied before the rest, so that a change in another file keeps the slow layer in the cache.
    assert re.search(r"^COPY \S+ src/binder/environment.yml ", printed, re.M)
    assert '--file "binder/environment.yml"' in printed
    assert re.search(r"^RUN \./binder/postBuild$", printed, re.M)
    assert re.search(r'^ENV R2D_ENTRYPOINT="\S*/binder/start"$', printed, re.M)


@pytest.mark.parametrize(
    "limit, threads", [(None, "1"), ("0.5", "1"), ("2.0", "2"), ("4", "4"), ("odd", "1")]
)
def test_binder_start_limits_threads_and_runs_command(limit, threads):
    show = 'echo "$OMP_NUM_THREADS $OPENBLAS_NUM_THREADS $1"'
    environment = {"PATH": "/usr/bin:/bin"} | ({"CPU_LIMIT": limit} if limit else {})
    command = [ROOT / "binder" / "start", "bash", "-c", show, "bash", "two words"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout == f"{threads} {threads} two words\n"


def make(folder, *arguments):
    """Run make in a folder, without the variables of a make that runs these tests."""
    outside = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    return subprocess.run(
        ["make", *map(str, arguments)], cwd=folder, env=outside, capture_output=True, text=True
    )


def targets():
    """The targets of the Makefile."""
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))


# A fake Python: records where it runs and its arguments, and makes fake virtual environments.
PYTHON = """#!/bin/bash
here=$(dirname "${BASH_SOURCE[0]}")
echo "$PWD|${JUPYTER_CONFIG_DIR#"$PWD"}|$*" >> "$LOG"
case "$*" in
"-m venv "*) mkdir -p "${*: -1}/bin" && cp "${BASH_SOURCE[0]}" "${*: -1}/bin/python" ;;
*"pip install"*) echo "Collecting numpy>=2.1 (from us)"; [ -z "$OFFLINE" ] ;;
esac
"""


@pytest.fixture
def odd(tmp_path, monkeypatch):
    """A folder with a space and an umlaut in its name: the Makefile, and a fake Python."""
    folder = tmp_path / "a b ü"
    (folder / "tools of mine").mkdir(parents=True)
    settings = ["docs/site/reading.css", "docs/site/jupyter_server_config.json"]
    for name in ["Makefile", "pyproject.toml", *settings]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "build" / "site").mkdir(parents=True)
    python = folder / "tools of mine" / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    monkeypatch.setenv("LOG", str(tmp_path / "log"))
    return folder


def kept_in(folder):
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("target", sorted(targets() - {"clean", "help", "zoo"}) + ["zoo IMAGES"])
def test_make_in_folder_with_space_and_umlaut_works(target, odd, tmp_path):
    before = kept_in(odd)
    name, *images = target.split()
    asked = [f"IMAGES={odd}/my images.npz"] * bool(images)
    done = make(odd, name, f"PYTHON={odd}/tools of mine/python", *asked)
    assert done.returncode == 0, done.stderr
    assert kept_in(odd) - before <= {".venv", "build"} and kept_in(tmp_path) == {odd.name, "log"}
    lines = [line.split("|") for line in (tmp_path / "log").read_text().splitlines()]
    assert lines and {(where, config) for where, config, _ in lines} == {
        (str(odd), "/.venv/jupyter/config")
    }
    assert not images or any(f"--images {odd}/my images.npz" in words for *_, words in lines)


def test_make_lab_copies_settings_of_repository(odd):
    assert make(odd, "lab", f"PYTHON={odd}/tools of mine/python").returncode == 0
    config = odd / ".venv" / "jupyter" / "config"
    for there, ours in [
        ("custom/custom.css", "reading.css"),
        ("jupyter_server_config.json", "jupyter_server_config.json"),
    ]:
        assert (config / there).read_bytes() == (ROOT / "docs" / "site" / ours).read_bytes()


def test_make_lab_trusts_notebooks_before_jupyter_starts(odd, tmp_path):
    assert make(odd, "lab", f"PYTHON={odd}/tools of mine/python").returncode == 0
    log = (tmp_path / "log").read_text()
    assert 0 < log.find("jupyter trust") < log.find("-m jupyterlab")


def test_make_book_serve_without_book_names_target_that_builds_it(odd):
    (odd / "build" / "site").rmdir()
    done = make(odd, "book-serve")
    assert done.returncode and "make book builds it" in done.stderr


def test_make_lab_shows_packages_only_the_first_time(odd):
    asked = ["lab", f"PYTHON={odd}/tools of mine/python"]
    first, second = make(odd, *asked), make(odd, *asked)
    assert "  looking up numpy>=2.1" in first.stdout and " MB" in first.stdout
    assert second.stdout == ""


def test_make_lab_without_packages_fails_and_leaves_no_stamp(odd, monkeypatch):
    monkeypatch.setenv("OFFLINE", "1")
    for _ in range(2):
        done = make(odd, "lab", f"PYTHON={odd}/tools of mine/python")
        assert done.returncode and "Sorry: the packages could not be installed" in done.stderr
        assert not list(odd.glob(".venv/.installed*"))


def test_make_help_lists_newcomer_targets_first():
    newcomer, maintainer = (
        re.findall(r"^  make ([a-z-]+)", part, re.M)
        for part in make(ROOT, "help").stdout.split("\n\n")
    )
    assert newcomer == ["help", "lab", "book", "book-serve", "test", "clean"]
    assert sorted(newcomer + maintainer) == sorted(targets())


PARTS = ["lint", "tests and notebooks"]


@pytest.mark.parametrize("failing", [None, *PARTS])
def test_make_test_runs_both_parts_and_reports_which_failed(failing, tmp_path):
    """A fake Python records its arguments and fails in one part."""
    log, python = tmp_path / "log", tmp_path / "python"
    python.write_text(
        f'#!/bin/bash\necho "$*" >> {shlex.quote(str(log))}\n'
        'case "$*" in *pytest*) part="tests and notebooks";; *) part=lint;; esac\n'
        f'[ "$part" != "{failing}" ]\n'
    )
    python.chmod(0o755)
    done = make(ROOT, "-o", ".venv/.installed-test", "test", f"VENV={shlex.quote(str(python))}")
    asked = log.read_text()
    checks = ["ruff format --check .", "ruff check .", "mypy"]
    checks += ["tests/numpydoc_check.py", "tests/english_lint.py"]
    for words in [*checks, "-m pytest -n auto", "--nbval"]:
        assert words in asked
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    for part in PARTS:
        assert said[part].startswith("FAILED" if part == failing else "passed"), done.stdout
    assert (done.returncode != 0) == (failing is not None), done.stderr


def test_ci_run_tests_fresh_clone_and_leaves_nothing(tmp_path):
    """A fake git and a fake make record their arguments; nothing is cloned or built."""
    log, tools, temporary = tmp_path / "log", tmp_path / "tools", tmp_path / "temporary"
    for folder in (tools, temporary):
        folder.mkdir()
    for tool in ["git", "make", "chromium"]:
        words = f"{tool} $DISENTANGLE_EDU_BROWSER ${{PYTHONPATH-none}} $*"
        note = f'echo "{words}" >> {shlex.quote(str(log))}'
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
    clone, *_ = log.read_text().splitlines()
    assert clone.startswith(f"git required none clone --quiet {ROOT} {temporary}")
    made = [line for line in log.read_text().splitlines() if line.startswith("make")]
    assert all(line.startswith(f"make required none -C {temporary}/") for line in made)
    asked = [line.split()[-1] for line in made]
    assert sorted(asked[:2]) == [".venv/.installed-test", "book"]
    assert asked[2:] == ["test", "test-environments", "test-all"]
    assert (tmp_path / "shots").is_dir() and not list(temporary.iterdir())


def test_documentation_names_only_existing_make_targets():
    # The target is phony; otherwise `make notebooks` would find that folder and do nothing.
    phony = re.search(r"^\.PHONY: ((?:.+\\\n)*.+)$", (ROOT / "Makefile").read_text(), re.M)[1]
    assert set(phony.replace("\\", "").split()) == targets()
    pages = "".join(path.read_text() for path in (ROOT / "README.md", *ROOT.glob("docs/*.md")))
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`|^    [^\n]+", pages, re.S | re.M))
    named = set(re.findall(r"(?:^\s*(?:\$ )?|`|&& )make ([a-z-]+)", code, re.M))
    assert {"lab", "test"} <= named <= targets()
