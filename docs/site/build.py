"""Build the site: the book, and every notebook in the browser alone (JupyterLite and Pyodide).

    python docs/site/build.py                  into build/site (`make book`)
    PYODIDE=DIR python docs/site/build.py      with the wheels and pyodide-*.tgz of a folder

What is missing is downloaded once, by npm and pip, into that folder or one of the user's cache.
Every file is compared with a checksum: from Pyodide's own lock, from wheels.txt, or below. The site
asks no other host for anything; a second build gives the same bytes, and where nothing has changed
there is none. Of two builds at once the second waits, and a site takes the place of the last one
when it is whole.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import nbformat

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # also when this file is imported

import book  # noqa: E402
import heads  # noqa: E402

from disentangle_edu.viz.theme import STILL_CSS  # noqa: E402

ROOT = HERE.parents[1]
NOTEBOOKS = ROOT / "notebooks"
SITE, PARTS = ROOT / "build" / "site", ROOT / "build" / "site-parts"
MADE = PARTS / "made"  # the new site, until it is complete
BUILT = PARTS / "built.txt"  # the checksum of the last site's sources
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
KEPT = Path(os.environ.get("PYODIDE") or CACHE / "disentangle_edu" / "pyodide").resolve()

VERSION = "314.0.3"
ARCHIVE = f"pyodide-{VERSION}.tgz"
ARCHIVE_SUM = "d7f7d24f8db486c7eda7280f3b0f7517524c8e43e8b086c6ee6ae8016658b484"
CORE = ["pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip"]
# PyPI does not accept Pyodide's wheels of numpy and other packages; this package contains them.
CARRIER = "open-webui==0.12.4"
CARRIER_SUM = "02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6"
# Requirements of the kernel, and those that our own requirements do not list.
ALWAYS = ["ipython", "jedi", "micropip", "traitlets", "typing-extensions"]
# A page of the book fetches compiled packages without sources: the standard library and numpy at
# the start, and those of LATE when they are imported. For notebooks, the wheels of LATE are not
# compiled, because no first picture needs them and they would be 17 MB larger.
COMPILED = "compiled"
LATE = ["fonttools", "joblib", "matplotlib", "pandas", "pillow", "scikit-learn", "scipy"]
STOOD_IN = ["anywidget", "ipython", "ipywidgets", "traitlets"]  # replaced by wake.py in the book
FRONT = ["anywidget", "jupyterlab-widgets"]  # their wheels contain extensions of JupyterLab
DATE = "2000-01-01T00:00:00Z"  # of every listed file, so that builds are equal
KERNEL = "@jupyterlite/pyodide-kernel-extension"
LIBRARY = f"./static/pyodide/{COMPILED}/python_stdlib.zip"  # used by pages and notebooks
CONFIG = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "disentangle_edu",
        "exposeAppInBrowser": True,
        "litePluginSettings": {f"{KERNEL}:kernel": {"loadPyodideOptions": {"stdLibURL": LIBRARY}}},
    },
}


def sum_of(path: Path) -> str:
    """The sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def checked(path: Path, expected: str) -> Path:
    """The file, if it is what it should be. Raises ValueError otherwise."""
    if (actual := sum_of(path)) != expected:
        raise ValueError(f"{path}: found the sum {actual}, expected {expected}.")
    return path


def normal(name: str) -> str:
    """A project's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@contextlib.contextmanager
def alone(folder: Path):
    """Wait until no other build works in a folder, and keep others waiting."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):  # a read-only folder needs no lock
        yield
        return
    with (folder / ".building").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"another build is at work in {folder}: waiting until it is done", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --------------------------------------------------------------------------------------- downloads


def download(*requirements: str) -> None:
    """Let pip fetch wheels into KEPT; it refuses those whose sum is another than said."""
    list_file = PARTS / "requirements.txt"
    list_file.write_text("\n".join(requirements))
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"]
    options += ["--ignore-requires-python"]  # the browser's Python is newer than this one
    command = ["pip", "download", *options, "-d", str(KEPT), "-r", str(list_file)]
    subprocess.run([sys.executable, "-m", *command], check=True)


def unpack_carrier(wanted: dict[str, str]) -> None:
    """Take from the carrier those of the wanted files that it has."""
    download(f"{CARRIER} --hash=sha256:{CARRIER_SUM}")
    carrier = next(KEPT.glob(f"{CARRIER.split('=')[0].replace('-', '_')}-*.whl"))
    with zipfile.ZipFile(carrier) as opened:
        for member in opened.namelist():
            if (name := member.rsplit("/", 1)[-1]) in wanted:
                (KEPT / name).write_bytes(opened.read(member))
    carrier.unlink()


def pyodide() -> dict:
    """Pyodide's core, unpacked into the parts of the site; returns the list of its packages."""
    if not (KEPT / ARCHIVE).exists():
        command = ["npm", "pack", "--silent", f"pyodide@{VERSION}"]
        subprocess.run(command, cwd=KEPT, check=True, stdout=subprocess.DEVNULL)
    core = PARTS / "static" / "pyodide"
    core.mkdir(parents=True)
    with tarfile.open(checked(KEPT / ARCHIVE, ARCHIVE_SUM)) as opened:
        for name in CORE:
            (core / name).write_bytes(opened.extractfile(f"package/{name}").read())
        return json.load(opened.extractfile("package/pyodide-lock.json"))


def closure(packages: dict, roots: list[str]) -> dict:
    """The packages of these names, and all packages that they need."""
    selected, waiting = {}, [normal(name) for name in roots]
    while waiting:
        name = waiting.pop()
        if name in packages and name not in selected:
            selected[name] = packages[name]
            waiting += map(normal, packages[name]["depends"])
    return dict(sorted(selected.items()))


def for_pages(package: dict) -> str:
    """The wheel that a page of the book fetches."""
    copied = normal(package["name"]) in [*LATE, "numpy"]
    return f"{COMPILED}/{package['file_name']}" if copied else package["file_name"]


def late(packages: dict) -> dict[str, list[str]]:
    """The wheels that an import needs, by the name that is imported; numpy's is there."""
    there = {"numpy", "disentangle-edu", *STOOD_IN}
    return {
        module: [
            for_pages(each)
            for each in closure(packages, [name]).values()
            if each != packages["numpy"]
        ]
        for name, package in packages.items()
        if name not in there
        for module in package["imports"]
    }


def pinned() -> dict:
    """The wheels of wheels.txt, brought into KEPT where they are missing: {name: what a lock says}.

    pip itself refuses a wheel whose sum is another; what lies there already is checked here.
    """
    lines = [line for line in (HERE / "wheels.txt").read_text().splitlines() if line[0] != "#"]
    wheels = {
        line: list(KEPT.glob(line.split()[0].replace("==", "-") + "-*.whl")) for line in lines
    }
    if missing := [line for line in lines if not wheels[line]]:
        download(*missing)
        return pinned()
    entries = {}
    for line, (path,) in wheels.items():
        (name, version), expected = line.split()[0].split("=="), line.split("sha256:")[1]
        checked(path, expected)
        entries[normal(name)] = entry(name, version, path.name, expected)
    return entries


def compiled(packages: dict) -> None:
    """Bring the wheels of these packages, which Pyodide lists, into KEPT, and check them."""
    wanted = {each["file_name"]: each["sha256"] for each in packages.values()}
    if any(not (KEPT / name).exists() for name in wanted):
        unpack_carrier(wanted)
    for name, expected in wanted.items():
        checked(KEPT / name, expected)


def entry(name: str, version: str, file_name: str, found: str) -> dict:
    """One package as Pyodide's lock describes it."""
    return {
        "name": normal(name),
        "version": version,
        "file_name": file_name,
        "sha256": found,
        "install_dir": "site",
        "package_type": "package",
        "imports": [name],
        "depends": [],
        "unvendored_tests": False,
    }


# ----------------------------------------------------------------------- our package and notebooks


def requirements(wheel: Path) -> list[str]:
    """The requirements of our wheel, with its extra lab but without JupyterLab itself."""
    with zipfile.ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        lines = re.findall(r"^Requires-Dist: ([\w.-]+)(.*)$", opened.read(name).decode(), re.M)
    needed = [normal(name) for name, rest in lines if "extra" not in rest or "'lab'" in rest]
    return [name for name in needed if name != "jupyterlab"]


def our_wheel() -> dict:
    """Build our own wheel; returns its entry.

    It lies in a folder named by its sum, so that no browser takes an old one from its cache.
    """
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    command = ["pip", "wheel", *options, "-w", str(PARTS / "wheel"), str(ROOT)]
    subprocess.run([sys.executable, "-m", *command], check=True)
    wheel = next((PARTS / "wheel").glob("*.whl"))
    checksum, (name, version) = sum_of(wheel), wheel.name.split("-")[:2]
    placed = PARTS / "static" / "pyodide" / checksum[:8] / wheel.name
    placed.parent.mkdir()
    shutil.move(wheel, placed)
    needs = requirements(placed)
    return entry(name, version, f"{checksum[:8]}/{wheel.name}", checksum) | {"depends": needs}


def compile_wheels(core: Path, lock: dict) -> None:
    """Put compiled code into the wheels that a first picture needs, and write the site's lock.

    Those of LATE stay. They, numpy and Python's own library have a copy for the book.
    """
    listed = core / "pyodide-lock.json"
    named = {core / each["file_name"]: each for each in lock["packages"].values()}
    first = {path: each for path, each in named.items() if normal(each["name"]) not in LATE}
    listed.write_text(json.dumps(lock))
    (core / COMPILED).mkdir()
    shutil.copy(core / "python_stdlib.zip", core / COMPILED)
    pages = [each for each in lock["packages"].values() if for_pages(each) != each["file_name"]]
    copies = [shutil.copy(core / each["file_name"], core / for_pages(each)) for each in pages]
    if node := shutil.which("node"):
        subprocess.run([node, HERE / "compile.mjs", core, *first, *sorted(copies)], check=True)
        for wheel, each in first.items():
            each["sha256"] = sum_of(wheel)
        listed.write_text(json.dumps(lock))
    else:
        print("no Node found: the first picture will take a few seconds longer")


def copy_notebooks() -> None:
    """The notebooks and their data."""
    files = PARTS / "files"
    (files / "data").mkdir(parents=True)
    for path in NOTEBOOKS.glob("*.ipynb"):  # JupyterLite needs text, not lists of lines
        (files / path.name).write_text(json.dumps(nbformat.read(path, as_version=4)))
    for path in NOTEBOOKS.glob("data/*"):
        shutil.copyfile(path, files / "data" / path.name)


def say_what_is_waited_for(page: Path) -> None:
    """Put the words that a reader sees while files come into a page, before all else."""
    content = page.read_text()
    expected = re.findall(r"rel=\"preload\" href=\"([^\"]+)\"|import\(\s*'([^']+)'", content)
    addresses = json.dumps([first or other for first, other in expected])
    script = (HERE / "waiting.js").read_text().replace("EXPECTED = []", f"EXPECTED = {addresses}")
    style = STILL_CSS + (HERE / "reading.css").read_text()
    head = f"<head>\n<style>\n{style}</style>\n<script>\n{script}</script>"
    page.write_text(content.replace("<head>", head, 1))


def check(site: Path) -> None:
    """Hold every wheel of the site against the lock that it brings. Raises ValueError."""
    core = site / "static" / "pyodide"
    for each in json.loads((core / "pyodide-lock.json").read_text())["packages"].values():
        checked(core / each["file_name"], each["sha256"])


# --------------------------------------------------------------------------------------- the site


def build() -> None:
    """All of it, from nothing: a second JupyterLite build over a first one drops settings."""
    with alone(ROOT / "build"), alone(KEPT):
        made_of = sources()
        if SITE.exists() and BUILT.exists() and BUILT.read_text() == made_of:
            print("nothing has changed since the site was built")
            return
        shutil.rmtree(PARTS, ignore_errors=True)
        PARTS.mkdir(parents=True)
        make()
        check(MADE)
        shutil.rmtree(SITE, ignore_errors=True)
        MADE.rename(SITE)
        BUILT.write_text(made_of)


def sources() -> str:
    """A sum of all that the site is made of."""
    roots = [ROOT / name for name in ("disentangle_edu", "notebooks", "docs")]
    files = sorted(path for root in roots for path in root.rglob("*") if path.is_file())
    summed = hashlib.sha256(sys.version.encode())
    for path in [ROOT / "pyproject.toml", *files]:
        if "__pycache__" not in path.parts and ".ipynb_checkpoints" not in path.parts:
            summed.update(f"{path.relative_to(ROOT)} {sum_of(path)}".encode())
    return summed.hexdigest()


def make() -> None:
    """Build the new site, next to the last one."""
    lock = pyodide()
    ours = our_wheel()
    pure = pinned()
    ours["depends"] += [*ALWAYS, *pure]
    used = closure(lock["packages"], ours["depends"])
    compiled({name: used[name] for name in used if name not in pure})
    for name, ours_of_it in pure.items():  # keep what Pyodide lists, except for the file
        used[name] = ours_of_it | {
            key: used[name][key] for key in ("depends", "imports") if name in used
        }
    core = PARTS / "static" / "pyodide"
    for each in used.values():
        shutil.copyfile(KEPT / each["file_name"], core / each["file_name"])
    lock["packages"] = used | {ours["name"]: ours}
    compile_wheels(core, lock)
    start = core / "pyodide.mjs"
    start.write_text((HERE / "fetching.js").read_text() + start.read_text())
    copy_notebooks()
    (PARTS / "jupyter-lite.json").write_text(json.dumps(CONFIG))
    fronts = [str(KEPT / used[name]["file_name"]) for name in FRONT]
    kernel = f"{sys.prefix}/share/jupyter/labextensions/{KERNEL}"
    settings = {
        "ignore_sys_prefix": ["federated_extensions"],  # only those named below
        "federated_extensions": [kernel, *fronts],
        "apps": ["lab", "notebooks", "tree"],
        "no_sourcemaps": True,
        "output_dir": str(MADE),
    }
    config = {"LiteBuildConfig": settings}
    (PARTS / "jupyter_lite_config.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "jupyterlite_core", "build"]
    log = subprocess.run(command, cwd=PARTS, capture_output=True, text=True)
    if log.returncode:
        sys.exit(log.stdout + log.stderr)
    for path in MADE.glob("api/contents/**/all.json"):  # replace the times of our copies
        listing = json.loads(path.read_text())
        for entry in [listing, *listing["content"]]:
            entry["created"] = entry["last_modified"] = DATE
        listing["content"].sort(key=lambda entry: entry["path"])
        path.write_text(json.dumps(listing))
    wheel = MADE / "static" / "pyodide" / ours["file_name"]
    first, then = for_pages(lock["packages"]["numpy"]), late(lock["packages"])
    book.write(PARTS, MADE, lock["info"], wheel, first, then)
    for app in settings["apps"]:
        say_what_is_waited_for(MADE / app / "index.html")
    heads.finish(MADE)


if __name__ == "__main__":
    build()
    print(
        f"{SITE}: {sum(path.stat().st_size for path in SITE.rglob('*') if path.is_file()):,} bytes"
    )
