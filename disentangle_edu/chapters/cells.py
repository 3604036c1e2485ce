"""The cells of a notebook: which hold exercises, and which of them need which others."""

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CHECK = re.compile(r"\b(?:lessons\.)?check\(\s*[\"']([\w-]+)[\"']")
# What IPython makes of `%time x = 3`, and of a cell that begins with %%time.
TIMED_LINE = re.compile(r"^(\s*)get_ipython\(\)\.run_line_magic\('time', (.*)\)$", re.M)
RUN_BELOW = re.compile(
    r"get_ipython\(\)\.run_cell_magic\('(?:time|timeit|capture|prun)', '.*', (.*)\)\n"
)
Cell = dict[str, Any]
Notebook = dict[str, Any]


def parse(content: str | bytes) -> Notebook:
    """A notebook from its JSON, each cell's source as one string.

    Raises ValueError where it is no notebook.
    """
    try:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            cell["source"] = "".join(cell["source"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("found something else, expected a notebook (.ipynb).") from None
    return notebook


def read(path: Path) -> Notebook:
    """A notebook from its file.

    Raises ValueError where the file is none.
    """
    try:
        return parse(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{str(path)!r}: {error}") from None


def as_python(source: str) -> str:
    """The Python that Jupyter runs for a cell; magics that time or capture give way to their code.

    Examples
    --------
    >>> as_python("%time three = 3")
    'three = 3'
    """
    from IPython.core.inputtransformer2 import TransformerManager  # a page of the book has none

    try:
        code = TransformerManager().transform_cell(source)
    except (SyntaxError, ValueError, RuntimeError):  # of a cell that Jupyter cannot run either
        return source
    if code == f"{source}\n":
        return source
    if below := RUN_BELOW.fullmatch(code):
        return as_python(ast.literal_eval(below[1]))
    return TIMED_LINE.sub(lambda line: line[1] + ast.literal_eval(line[2]), code).rstrip("\n")


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
    """A cell as a tree; None where it is no Python."""
    try:
        return ast.parse(code)
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
    sources = [cell["source"] for cell in cells if cell.get("cell_type") == "code"]
    wanted: set[str] = set()
    chosen = []
    for source in reversed(sources):
        code = as_python(source)
        tree = parsed(code)
        makes, uses = names(tree) if tree else (set(), set())
        imports = tree is not None and only_imports(tree)
        if source not in ours or CHECK.search(source) or imports or makes & wanted:
            wanted = (wanted - makes) | uses
            chosen.append(code)
    return chosen[::-1]
