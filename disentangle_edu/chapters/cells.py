"""The cells of a notebook: which hold exercises, and which of them need which others."""

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CHECK = re.compile(r"\b(?:lessons\.)?check\(\s*[\"']([\w-]+)[\"']")
MAGIC = re.compile(r"^\s*[%!].*$", re.M)  # of IPython, not of Python
Cell = dict[str, Any]
Notebook = dict[str, Any]


def read(path: Path) -> Notebook:
    """A notebook as JSON.

    Raises ValueError where the file is none.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        for cell in content["cells"]:
            cell["source"] = "".join(cell["source"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"found {str(path)!r}, expected a notebook (.ipynb).") from None
    return content


def names(tree: ast.AST) -> tuple[set[str], set[str]]:
    """The names that a piece of code makes, and those that it uses."""
    makes: set[str] = set()
    uses: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (uses if isinstance(node.ctx, ast.Load) else makes).add(node.id)
        elif isinstance(node, ast.alias):
            makes.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            makes.add(node.name)
    return makes, uses


def parsed(code: str) -> ast.Module | None:
    """A cell as a tree, without what is IPython's; None where it is no Python."""
    try:
        return ast.parse(MAGIC.sub("", code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def only_imports(tree: ast.Module) -> bool:
    """Whether code does nothing but fetch names."""
    imports = (ast.Import, ast.ImportFrom)
    return bool(tree.body) and all(isinstance(node, imports) for node in tree.body)


def to_run(cells: Sequence[Cell], ours: frozenset[str]) -> list[str]:
    """The code that answers need: all that is the student's, and what this uses of ours.

    A chapter's own pictures take most of its time and decide nothing.
    """
    codes = [cell["source"] for cell in cells if cell.get("cell_type") == "code"]
    trees = [parsed(code) for code in codes]
    wanted: set[str] = set()
    chosen = []
    for code, tree in reversed([*zip(codes, trees)]):
        makes, uses = names(tree) if tree else (set(), set())
        imports = tree is not None and only_imports(tree)
        if code not in ours or CHECK.search(code) or imports or makes & wanted:
            wanted = (wanted - makes) | uses
            chosen.append(MAGIC.sub("pass", code))
    return chosen[::-1]
