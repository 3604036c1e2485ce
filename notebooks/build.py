"""Build the notebooks: text in notebooks/source -> executed .ipynb, the same bytes every time.

    python notebooks/build.py              all of them
    python notebooks/build.py 01_dci       only these

What would differ from one run to the next is left out: times, ids drawn by chance, progress bars,
the error stream, and the live view of a lab (its still picture stays). Cells of imports are hidden,
and those whose code would give an answer away (`# %% hidden=true`, or reveals after a question).
"""

import ast
import os
import re
import sys
from pathlib import Path

import jupytext
import nbformat
from compare import WIDGET, lasting
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "source"
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


HIDDEN = {"jupyter": {"source_hidden": True}}
OWN_LINE = re.compile(r"\n(\*\*(?:Time|Read before):\*\*)")  # of the head of a notebook
GIVES_AWAY = re.compile(r"(?:#.*\n)?labs\.after\([\w(), ]+, lambda: reveal\([^()]*\)\)")


def only_imports(cell):
    """Whether a cell of code does nothing but fetch names; a reader need not see it."""
    body = ast.parse(cell.source).body if cell.cell_type == "code" else []
    return bool(body) and all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body)


def gives_away(cell):
    """Whether a cell only reveals claims once a question is answered: their names hold figures."""
    return cell.cell_type == "code" and bool(GIVES_AWAY.fullmatch(cell.source.strip()))


def unrun(source):
    """The notebook of one source file, with stable cell ids and nothing executed."""
    notebook = jupytext.read(source)
    notebook.metadata = nbformat.from_dict(KERNEL)
    for j, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":  # what follows a folded answer must not stick to it
            cell.source = cell.source.replace("<details>", '<details style="margin-bottom: 1em">')
            cell.source = OWN_LINE.sub(r"  \n\1", cell.source)
        fold = only_imports(cell) or gives_away(cell) or cell.metadata.get("hidden")
        hidden = HIDDEN if fold else {}
        cell.id, cell.metadata = f"cell-{j:02d}", nbformat.from_dict(hidden)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def build(source):
    """Execute and write one notebook; questions take the guess that they bring along."""
    os.environ["DISENTANGLE_EDU_GUESSES"] = "given"
    notebook = unrun(source)
    NotebookClient(
        notebook,
        timeout=None,
        startup_timeout=600,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(HERE)}},
    ).execute()
    notebook.metadata = nbformat.from_dict(KERNEL)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = lasting(cell.outputs)
            for output in cell.outputs:
                output.get("data", {}).pop(WIDGET, None)
    nbformat.write(notebook, HERE / f"{source.stem}.ipynb")


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for source in sorted(SOURCES.glob("*.py")):
        if not wanted or source.stem in wanted:
            print(f"building {source.stem}.ipynb", flush=True)
            build(source)
