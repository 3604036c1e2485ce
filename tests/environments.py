"""Try the package in places that differ from a developer's machine; a minute or two for each.

    make test-environments                        all of them
    .venv/bin/python tests/environments.py NAME   one of them

Prints the name, the seconds and the result of each, and ends with status 1 if one failed. A place
that this machine cannot offer is skipped, with the reason.
"""

import argparse
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import oldest

from disentangle_edu import save
from disentangle_edu.cli.parser import parser
from disentangle_edu.worlds import examples

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = re.compile(r"chrom|firefox", re.I)
EXTRA = re.compile(r"extra '?(\w+)'?|\[(\w+)\]")  # how a sentence names a missing extra
# Tests that need none of the package's extras, and the packages that run them.
TOOLS = ["pytest", "hypothesis"]
WITH_TOOLS = ["--confcutdir=tests"]  # does not load the plugin for notebooks
WITH_TOOLS += [
    f"tests/test_{name}.py"
    for name in ("core", "validation", "metric_formulas", "bad_input", "measures")
]
RELEASED = re.compile(r"Python (3)\.(\d+)\.(\d+)$")


class Skipped(Exception):
    """This machine does not have what the environment needs."""


def run(*command, cwd=ROOT, env=None, **more):
    """Run a command to its end; its output is printed only if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, "OMP_NUM_THREADS": "1"} | (env or {}),
        capture_output=True,
        text=True,
        **more,
    )
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def pytest(*python, tests, **more):
    """The last line of pytest's output."""
    options = ["-q", "-p", "no:nbval", "-p", "no:cacheprovider"]
    return run(*python, "-m", "pytest", *options, *tests, **more).splitlines()[-1]


def path_without(hidden, folder):
    """A PATH with links to all commands except those whose names match."""
    folder.mkdir()
    for place in os.get_exec_path():
        for command in Path(place).iterdir() if Path(place).is_dir() else ():
            link = folder / command.name
            if not hidden.search(command.name) and not link.is_symlink():
                link.symlink_to(command)
    return str(folder)


@functools.cache
def wheel(folder):
    """A wheel of the package, built without downloading the build requirements."""
    options = ["--quiet", "--no-deps", "--no-build-isolation"]
    run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", folder, ROOT)
    return next(folder.glob("*.whl"))


def virtual_environment(python, folder, *requirements):
    """The Python of a new virtual environment with the wheel and these requirements."""
    run(python, "-m", "venv", "--without-pip", folder)
    made = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", made]
    options = ["--quiet", "--no-compile"]  # the tests import only a part, so nothing is compiled
    run(*pip, "install", *options, wheel(folder.parents[1] / "wheel"), *requirements)
    return made


# ---------------------------------------------------------------------------------- environments


def without_browsers(folder):
    """Browser tests are skipped where no browser is installed."""
    hidden = path_without(BROWSERS, folder / "bin")
    env = {"PATH": hidden, "DISENTANGLE_EDU_BROWSER": ""}
    said = pytest(sys.executable, tests=["tests/browser", "-m", "browser"], env=env)
    assert re.match(r"\d+ skipped(, \d+ deselected)? in", said), said
    return said


def without_extras(folder):
    """Every command works with every option, or names the extra that it needs in one sentence."""
    python = virtual_environment(sys.executable, folder / "venv")
    (folder / "work").mkdir()
    lines = list(command_lines(folder / "work"))
    env = {"PYTHONPATH": "", "XDG_CACHE_HOME": str(folder)}
    told = run(python, "-c", DRIVER, json.dumps(lines), cwd=folder / "work", env=env)
    wrong = [
        f"{' '.join(words)} ended with {status}: {error}"
        for words, (status, error) in zip(lines, json.loads(told), strict=True)
        if status and not (status == 2 and names_an_extra(error))
    ]
    assert not wrong, "\n".join(wrong)
    return f"{len(lines)} command lines"


def names_an_extra(error):
    """Whether an error ends with one sentence that names an extra, such as lab."""
    last = error.splitlines()[-1]
    return last.startswith("disentangle-edu: ") and EXTRA.search(last)


def odd_folder(folder):
    """A clone in a folder with a space and an umlaut, without git, as an ordinary user."""
    clone = folder / "a b ü"
    run("git", "clone", "--quiet", ROOT, clone)
    home = folder / "home"
    home.mkdir()
    env = {"PATH": path_without(re.compile("^git"), folder / "bin"), "HOME": str(home)}
    env |= {"PYTHONPATH": str(clone), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(home)}
    ordinary = []
    if os.geteuid() == 0:
        ordinary = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
        if not shutil.which("unshare") or subprocess.run([*ordinary, "true"]).returncode:
            raise Skipped("this root cannot become an ordinary user (unshare --user)")
    tests = [f"tests/test_{name}.py" for name in ("packaging", "cli", "cli_scores", "interrupt")]
    return pytest(*ordinary, sys.executable, tests=tests, cwd=clone, env=env)


def oldest_versions(folder):
    """The oldest library versions that pyproject.toml allows."""
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(oldest.lowest()))
    python = virtual_environment(sys.executable, folder / "venv", "-c", constraints, *TOOLS)
    return pytest(python, tests=WITH_TOOLS)


def newest_python(folder):
    """The newest Python on this machine."""
    pythons = {version(path): path for path in pythons_here()}
    newest = max(pythons)
    if newest[:2] <= sys.version_info[:2]:
        raise Skipped(f"no Python here is newer than {sys.version.split()[0]}")
    python = virtual_environment(pythons[newest], folder / "venv", *TOOLS)
    return f"{'.'.join(map(str, newest))}: {pytest(python, tests=WITH_TOOLS)}"


def pythons_here():
    """The Pythons on PATH and those installed by pyenv."""
    on_path = (Path(place).glob("python3.*") for place in os.get_exec_path())
    found = [path for paths in on_path for path in paths]
    found += Path.home().glob(".pyenv/versions/*/bin/python3")
    return [path for path in found if re.fullmatch(r"python3(\.\d+)?", path.name) and version(path)]


def version(python):
    """A Python's version as three numbers; None if that Python does not run or is a preview."""
    try:
        done = subprocess.run([python, "--version"], capture_output=True, text=True)
    except OSError:
        return None
    found = RELEASED.match(done.stdout.strip())
    return found and tuple(map(int, found.groups()))


# -------------------------------------------------------------------------- every option once

# A script that runs command lines in one process and prints each one's status and stderr.
DRIVER = """
import contextlib, io, json, sys, traceback
from disentangle_edu.cli import main

def tried(words):
    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code or 0
        except BaseException:
            return "a traceback", traceback.format_exc()
    return status, err.getvalue()

print(json.dumps([tried(words) for words in json.loads(sys.argv[1])]))
"""

# What each command needs to do as little work as possible.
WITH = {
    "notebooks": ["copied"],
    "lab": ["copied"],
    "score": ["x.csv", "--metrics", "mig", "--seeds", "1"],
    "diagnose": ["x.csv", "--metrics", "mig"],
    "compare": ["x.csv", "y.csv", "--metrics", "mig", "--seeds", "1"],
    "invariances": ["mig"],
    "example": ["perfect_copy", "--out", "made.csv"],
    "text": ["ynoc", "--out", "made.csv", "--cap", "100"],
    "claims": ["dci-0.6"],
    "zoo": [],
    "course": ["course"],
    "grade": ["handed_in"],
    "guesses": ["handed_in", "--html", "page.html"],
}
TRAIN = ["--train", "zoo", "--quick"]
# The arguments of each option that takes a value, or that needs another option.
VALUES = {
    "--html": ["page.html"],
    "--csv": ["made.csv"],
    "--out": ["made.parquet"],
    "--metrics": ["mig,sap"],
    "--bootstrap": ["2"],
    "--convention": ["ubisoft"],
    "--seeds": ["1"],
    "--seed": ["1"],
    "--cap": ["50"],
    "--discrete": ["factor:one"],
    "--continuous": ["latent:one"],
    "--cyclic": ["factor:one"],
    "--plugin": ["mine.py"],
    "--jobs": ["1"],
    "--resamples": ["2", "--paired"],
    "--chapters": ["dci"],
    "--seconds": ["60"],
    "--disagree": ["mig", "sap"],
    "--predictor": ["forest"],
    "--within": ["--predictor", "forest"],
    "--samples": ["300", "--predictor", "forest"],
    "--plot": ["ranks.png"],
    "--train": ["zoo", "--quick"],
    "--minutes": ["1", "--train", "zoo"],
    "--quick": ["--train", "zoo"],
    "--pair": ["--train", "pair"],
    "--backend": ["loky", *TRAIN],
    "--images": ["images.npz", *TRAIN],
    "--classify": ["texts.csv", "--text", "--train", "texts"],
    "--scheduler": ["tcp://127.0.0.1:1", "--backend", "dask", *TRAIN],
}
LEFT_OUT = {
    "--help",
    "--version",
    "--file",  # reads files that authors have published
    "--folder",  # reads a folder that --train has written
    "--coverage",  # runs alone, see below
}

PLUGIN = '''
from disentangle_edu.metric import metric
from disentangle_edu.measures import mutual_information


@metric(measure=mutual_information, axis="latents")
def mine(matrix):
    """The highest entry of each latent."""
    highest = matrix.values.max(1)
    return highest, highest**0
'''


def command_lines(folder):
    """Each command alone and with each of its options, as lists of words."""
    save(examples.perfect_copy(8, 8), folder / "made.csv")
    words = (folder / "made.csv").read_text().splitlines()
    words[0] = "factor:one,factor:two,latent:one,latent:two"
    for name in ("x.csv", "y.csv"):
        (folder / name).write_text("\n".join(words) + "\n")
    (folder / "mine.py").write_text(PLUGIN)
    (folder / "texts.csv").write_text("text,label\n" + "a good day,1\na bad day,0\n" * 500)
    factors = examples.grid(10, 20)
    np.savez(folder / "images.npz", images=np.zeros((len(factors), 16, 16)), factors=factors)
    (folder / "handed_in").mkdir()
    yield from ([], ["--help"], ["--version"], ["claims", "--coverage"])
    commands = next(
        action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    for name, command in commands.choices.items():
        yield from ([name, *WITH[name]], [name, "--help"])
        for action in command._actions:
            option = action.option_strings[-1] if action.option_strings else None
            if option is None or option in LEFT_OUT:
                continue
            assert option in VALUES or action.nargs == 0, f"write words for {option} into VALUES"
            yield [name, *WITH[name], option, *VALUES.get(option, [])]


ENVIRONMENTS = {
    made.__name__: made
    for made in (without_browsers, without_extras, odd_folder, oldest_versions, newest_python)
}


def main(names, folder):
    """Run the environments with these names, or all if there are none; returns the exit status."""
    failed = 0
    for name in names or ENVIRONMENTS:
        began = time.monotonic()
        place = folder / name
        place.mkdir()
        try:
            said = f"passed: {ENVIRONMENTS[name](place)}"
        except Skipped as reason:
            said = f"skipped: {reason}"
        except AssertionError as error:
            said, failed = f"FAILED: {error}", 1
        print(f"{name:17} {time.monotonic() - began:4.0f} s  {said}", flush=True)
    return failed


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        sys.exit(main(sys.argv[1:], Path(folder)))
