"""The shape of the house: imports point down, nothing heavy loads early, metrics are documented."""

import ast
import importlib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import disentangle_edu

HOUSE = Path(disentangle_edu.__file__).parent
# From the ground up; a room may import what stands before it.
# Rooms on one floor do not see each other.
FLOORS = [
    ["stopping"],
    ["checks", "aside", "keeping", "course"],
    ["conventions"],
    ["core"],
    ["making"],
    ["worlds"],
    ["measures"],
    ["cautions"],
    ["metrics"],
    ["scoring"],
    ["proof", "show"],
    ["zoo"],
    ["libraries", "claims"],
    ["asking"],
    ["bench"],
    ["chapters"],
    ["lessons"],
    ["labs"],
    ["cli"],
    ["__main__"],
]
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def imported(path):
    """Rooms of this package that a file imports, anywhere in it."""
    inside = len(path.relative_to(HOUSE).parts) - 1
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level > inside:
            yield from (
                [node.module.split(".")[0]] if node.module else [alias.name for alias in node.names]
            )


FILES = sorted(HOUSE.rglob("*.py"))
IDS = [str(path.relative_to(HOUSE)) for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_imports_point_down(path):
    room = path.relative_to(HOUSE).parts[0].removesuffix(".py")
    if room != "__init__":
        assert all(FLOOR[other] < FLOOR[room] for other in imported(path)), (
            room,
            list(imported(path)),
        )


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_chapter_imports_no_other_chapter(path):
    """What two of them share stands on the shelf."""
    parts = path.relative_to(HOUSE).parts
    if parts[0] != "chapters" or len(parts) < 3 or path.name == "prose.py":
        return
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    beside = [node.module for node in tree if isinstance(node, ast.ImportFrom) and node.level == 2]
    assert all(module.split(".")[0] == "shelf" for module in beside), beside


def test_nothing_below_the_chapters_waits_for_them():
    """Questions can be asked without widgets, and the shelf knows no chapter."""
    shelf = [path for path in FILES if path.parent.name == "shelf"]
    for path in [*HOUSE.glob("chapters/*/asked.py"), *HOUSE.glob("chapters/*/cases.py")]:
        assert "bench" not in imported(path), path
    assert len(shelf) > 1
    for path in shelf:
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        levels = [node.level for node in tree if isinstance(node, ast.ImportFrom)]
        assert 2 not in levels, path


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_imports_find_what_they_name(path):
    """Also those inside functions, which fail only when somebody calls them."""
    package = ".".join(["disentangle_edu", *path.relative_to(HOUSE).parent.parts])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            room = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            module = importlib.import_module(room)
            for name in [alias.name for alias in node.names]:
                inside = hasattr(module, "__path__") and importlib.util.find_spec(f"{room}.{name}")
                assert hasattr(module, name) or inside, f"line {node.lineno}: {room} has no {name}"


def test_only_the_bench_imports_widgets():
    users = {
        path.relative_to(HOUSE).parts[0]
        for path in FILES
        if re.search(r"^\s*(?:import|from) (?:ipywidgets|anywidget)", path.read_text(), re.M)
    }
    assert users == {"bench"}


def test_importing_loads_nothing_heavy():
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, disentangle_edu; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "disentangle_edu.metrics" in loaded and "numpy" in loaded
    heavy = {"scipy", "sklearn", "matplotlib", "pandas", "joblib", "tqdm", "ipywidgets", "torch"}
    assert not heavy & set(loaded)


def test_every_metric_is_documented_and_exported():
    for name, metric in disentangle_edu.METRICS.items():
        assert getattr(disentangle_edu, name) is metric
        assert "Source:" in metric.__doc__ and "From" in metric.__doc__, name
        options = set(metric.__signature__.parameters) - {"source", "convention"}
        named = re.findall(r"\w+", metric.__doc__)
        assert options <= set(named), (name, options - set(named))
