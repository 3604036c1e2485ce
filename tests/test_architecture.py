"""The package's structure: layers of imports, no early heavy imports, documented metrics."""

import ast
import functools
import importlib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import disentangle_edu
from disentangle_edu.metric import docstring_sections

HOUSE = Path(disentangle_edu.__file__).parent
# From the lowest layer up; a module may import modules of the layers before it.
# Modules of one layer do not import each other.
FLOORS = [
    ["interrupted_import", "spelling"],
    ["types", "validation", "cache", "course"],
    ["background", "dataframe_input"],
    ["conventions"],
    ["representation"],
    ["matrices"],
    ["score"],
    ["measure"],
    ["metric"],
    ["worlds"],
    ["measures"],
    ["cautions"],
    ["metrics"],
    ["scoring"],
    ["theory", "viz"],
    ["tracking", "diagnosis"],
    ["zoo"],
    ["conventions.library_scores", "claims"],
    ["conventions.compare"],
    ["paired_comparison"],
    ["quiz"],
    ["widgets"],
    ["chapters"],
    ["lessons"],
    ["labs"],
    ["classroom"],
    ["cli"],
    ["__main__"],
]
# Results draw themselves: their methods import the drawing functions when they are called.
DRAW_THEMSELVES = {("matrices.py", "viz"), ("score.py", "viz")}
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


# The modules of what the package itself exports: its classes, its metrics and their table.
ROOM_OF_EXPORT = {
    name: thing.__module__.split(".")[1]
    for name in disentangle_edu.__all__
    if isinstance(thing := getattr(disentangle_edu, name), type)
}
ROOM_OF_EXPORT |= dict.fromkeys(disentangle_edu.METRICS, "metrics") | {"METRICS": "metric"}

FILES = sorted(HOUSE.rglob("*.py"))


@functools.cache
def nodes(path):
    """All syntax nodes of a file; each file is parsed once."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def named(path):
    """A file's path in the package, which explains a failure."""
    return str(path.relative_to(HOUSE))


def froms(path):
    """All imports in a file from this package, including those inside functions."""
    return [node for node in nodes(path) if isinstance(node, ast.ImportFrom) and node.level]


def imported(path):
    """All modules of this package that a file imports, including those inside functions."""
    package = ".".join(["disentangle_edu", *path.relative_to(HOUSE).parent.parts])
    for node in froms(path):
        base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
        for alias in node.names:
            if base == "disentangle_edu" and alias.name in ROOM_OF_EXPORT:
                yield ROOM_OF_EXPORT[alias.name]
            else:
                yield room_of(f"{base}.{alias.name}".split(".")[1:])


def room_of(parts):
    """The module in FLOORS to which a module belongs, given the parts of its name."""
    return ".".join(parts[:2]) if ".".join(parts[:2]) in FLOOR else parts[0]


def test_package_imports_follow_layer_order():
    up = {
        (named(path), other)
        for path in FILES
        if (room := room_of(path.relative_to(HOUSE).with_suffix("").parts)) != "__init__"
        for other in imported(path)
        if other != room and FLOOR[other] >= FLOOR[room]
    }
    assert up == DRAW_THEMSELVES


def test_chapters_import_no_other_chapter():
    """What two chapters share is in chapters/common, which imports no chapter."""
    for path in HOUSE.glob("chapters/*/*.py"):
        beside = {node.module.split(".")[0] for node in froms(path) if node.level == 2}
        assert beside <= ({"common"} if path.parent.name != "common" else set()), named(path)


def test_quiz_modules_import_no_widgets():
    """Questions work without widgets."""
    asked = [*HOUSE.glob("chapters/*/quiz.py"), *HOUSE.glob("chapters/*/data.py")]
    assert asked and not [named(path) for path in asked if "widgets" in imported(path)]


def test_package_imports_resolve():
    """Also imports inside functions, which would otherwise fail only when called."""
    for path in FILES:
        package = ".".join(["disentangle_edu", *path.relative_to(HOUSE).parent.parts])
        for node in froms(path):
            room = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            module = importlib.import_module(room)
            for name in [alias.name for alias in node.names]:
                inside = hasattr(module, "__path__") and importlib.util.find_spec(f"{room}.{name}")
                assert hasattr(module, name) or inside, f"{named(path)}:{node.lineno}: {name}"


def test_package_class_names_are_unique():
    classes = (node for path in FILES for node in nodes(path) if isinstance(node, ast.ClassDef))
    names = [node.name for node in classes]
    assert {name for name in names if names.count(name) > 1} == set()


def test_package_function_names_are_in_at_most_two_modules():
    functions = [
        node.name
        for path in FILES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]
    assert {name for name in functions if functions.count(name) > 2} == set()


def test_tests_that_skip_without_torch_have_torch_marker():
    """Only the mark leaves a test to `make test-all`, so a test that skips itself needs it."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for one in nodes(path):
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test_"):
                calls = [ast.unparse(n) for n in ast.walk(one) if isinstance(n, ast.Call)]
                marks = [ast.unparse(mark) for mark in one.decorator_list]
                if "pytest.importorskip('torch')" in calls:
                    assert "pytest.mark.torch" in marks, one.name


def test_only_widgets_package_imports_ipywidgets():
    users = {
        path.relative_to(HOUSE).parts[0]
        for path in FILES
        if re.search(r"^\s*(?:import|from) (?:ipywidgets|anywidget)", path.read_text(), re.M)
    }
    assert users == {"widgets"}


def test_package_import_loads_no_heavy_library():
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, disentangle_edu; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "disentangle_edu.metrics" in loaded and "numpy" in loaded
    heavy = {"scipy", "sklearn", "matplotlib", "pandas", "joblib", "tqdm", "ipywidgets", "torch"}
    assert not heavy & set(loaded)


def test_metrics_are_exported_and_document_every_option():
    for name, metric in disentangle_edu.METRICS.items():
        assert getattr(disentangle_edu, name) is metric
        assert {"Returns", "Notes", "References", "Examples"} <= set(
            docstring_sections(metric.__doc__)[1]
        )
        options = set(metric.__signature__.parameters) - {"source", "convention"}
        named = re.findall(r"\w+", metric.__doc__)
        assert options <= set(named), (name, options - set(named))
