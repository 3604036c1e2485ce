"""The package without its solutions: what students' code is run on, and may be given to install."""

import ast
import compileall
import shutil
from pathlib import Path

from ..course import PACKAGE

LEFT_OUT = shutil.ignore_patterns("__pycache__", "prose.py", "guide.md", "notebooks")
PLACEHOLDERS = {
    "solution": "lambda: None",
    "rejected_answers": "{}",
}  # in place of the answers


def copy_package(folder: Path) -> Path:
    """Copy the package into a folder, its exercises without solutions; the copy's path.

    Nothing in the copy is a link, so that it can be read where the original cannot.
    """
    home = folder / PACKAGE.name
    shutil.copytree(PACKAGE, home, ignore=LEFT_OUT)
    for path in (home / "chapters").rglob("*.py"):
        path.write_text(without_solutions(path.read_text(encoding="utf-8")), encoding="utf-8")
    compileall.compile_dir(home, quiet=2, stripdir=folder, prependdir=PACKAGE.parent)
    return home


def without_solutions(source: str) -> str:
    """Python code whose exercises have neither solution nor wrong answers."""
    tree = ast.parse(source)
    helper_names: set[str] = set()
    every = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    calls = [
        candidate
        for candidate in every
        if getattr(candidate.func, "id", "") in ("exercise", "personal_exercise")
    ]
    for call in calls:
        for word in call.keywords:
            if word.arg in PLACEHOLDERS:
                helper_names |= {n.id for n in ast.walk(word.value) if isinstance(n, ast.Name)}
                word.value = ast.parse(PLACEHOLDERS[word.arg], mode="eval").body
    if not calls:
        return source
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            map(_is_personal_exercise, node.decorator_list)
        ):
            node.body = [ast.Raise(ast.Name("NotImplementedError", ast.Load()))]
    while unused := _unreferenced_functions(tree, helper_names):
        tree.body = [node for node in tree.body if getattr(node, "name", "") not in unused]
    return ast.unparse(tree)


def _is_personal_exercise(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "personal_exercise"
    )


def _unreferenced_functions(tree: ast.Module, names: set[str]) -> set[str]:
    """The functions with these names that nothing refers to any more."""
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return (names & defined) - used
