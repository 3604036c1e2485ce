"""The shape of the house: imports point down, nothing heavy loads early, no room is crowded."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import disentangle_edu

HOUSE = Path(disentangle_edu.__file__).parent
# From the ground up; a room may import what stands before it, and rooms on one floor do not see each other.
FLOORS = [
    ["checks", "conventions"],
    ["core"],
    ["worlds"],
    ["measures"],
    ["cautions"],
    ["metrics"],
    ["scoring"],
    ["proof", "show"],
    ["libraries", "claims"],
    ["lessons"],
    ["labs"],
    ["cli"],
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


@pytest.mark.parametrize(
    "path", sorted(HOUSE.rglob("*.py")), ids=lambda path: str(path.relative_to(HOUSE))
)
def test_imports_point_down(path):
    room = path.relative_to(HOUSE).parts[0].removesuffix(".py")
    if room != "__init__":
        assert all(FLOOR[other] < FLOOR[room] for other in imported(path)), (
            room,
            list(imported(path)),
        )


def test_only_labs_import_ipywidgets():
    users = {
        path.relative_to(HOUSE).parts[0]
        for path in HOUSE.rglob("*.py")
        if "ipywidgets" in path.read_text(encoding="utf-8").replace("imports ipywidgets", "")
    }
    assert users == {"labs"}


def test_importing_is_quick_and_light():
    code = (
        "import numpy, sys, time; start = time.perf_counter(); import disentangle_edu; "
        "print(time.perf_counter() - start, [m for m in ('scipy', 'sklearn', 'matplotlib', 'pandas', 'ipywidgets') if m in sys.modules])"
    )
    seconds, heavy = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split(" ", 1)
    assert float(seconds) < 0.3 and heavy.strip() == "[]"


def test_public_functions_are_documented():
    for name in (
        "mig",
        "dcimig",
        "sap",
        "disentanglement",
        "completeness",
        "informativeness",
        "beta_vae",
        "factor_vae",
    ):
        words = disentangle_edu.METRICS[name].__doc__
        assert "Source:" in words and "From" in words, name
