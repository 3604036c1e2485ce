"""The cells of a notebook: which hold exercises, and which of them need which others."""

import ast
import json
import re
import symtable
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

    Raises ValueError if it is no notebook.
    """
    try:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            cell["source"] = "".join(cell["source"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("found something else, expected a notebook (.ipynb).") from None
    return notebook


def read_notebook(path: Path) -> Notebook:
    """A notebook from its file.

    Raises ValueError if it is no notebook.
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


def names(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The names that a cell makes, and those that it uses of others.

    Variables of a function or a comprehension are neither.

    Examples
    --------
    >>> names(ast.parse("rows = [lab.at(angle) for angle in angles]; rows"))[0]
    {'rows'}
    >>> sorted(names(ast.parse("rows = [lab.at(angle) for angle in angles]; rows"))[1])
    ['angles', 'lab']
    """
    makes: set[str] = set()
    uses: set[str] = set()
    certain: set[str] = set()  # made by an earlier statement, whatever happens
    for statement in tree.body:
        assigned, used = _names_of(symtable.symtable(ast.unparse(statement), "<cell>", "exec"))
        if isinstance(statement, ast.AugAssign):
            used |= assigned
        uses |= used - certain - _names_bound_by_header(statement)
        makes |= assigned
        if isinstance(statement, BINDING_STATEMENTS):
            certain |= assigned
    return makes, uses


BINDING_STATEMENTS = (ast.Assign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


def _names_bound_by_header(statement: ast.stmt) -> set[str]:
    """The names that a loop or a `with` makes before its body runs."""
    targets: list[ast.AST | None] = []
    if isinstance(statement, ast.For):
        targets = [statement.target]
    elif isinstance(statement, ast.With):
        targets = [item.optional_vars for item in statement.items]
    nodes = (node for target in targets if target for node in ast.walk(target))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _names_of(table: symtable.SymbolTable) -> tuple[set[str], set[str]]:
    """The global names that a scope, and those within it, assign and refer to."""
    outermost = table.get_type() == "module"
    ours = [name for name in table.get_symbols() if outermost or name.is_global()]
    makes = {name.get_name() for name in ours if name.is_assigned() or name.is_imported()}
    uses = {name.get_name() for name in ours if name.is_referenced()}
    for inner in table.get_children():
        assigned, used = _names_of(inner)
        makes, uses = makes | assigned, uses | used
    return makes, uses


def parsed(code: str) -> ast.Module | None:
    """A cell as a tree; None if it is no Python."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def only_imports(tree: ast.Module) -> bool:
    """Whether code only imports names."""
    imports = (ast.Import, ast.ImportFrom)
    return bool(tree.body) and all(isinstance(node, imports) for node in tree.body)


def to_run(cells: Sequence[Cell], ours: frozenset[str]) -> list[str]:
    """The code that answers need: all code of the student, and our code that it uses.

    The pictures of a chapter take most of its time and decide nothing.
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
