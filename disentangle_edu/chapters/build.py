"""Build the notebooks: prose of the chapters -> executed .ipynb, the same bytes every time.

    python -m disentangle_edu.chapters.build           all of them
    python -m disentangle_edu.chapters.build dci       only these

What would differ from one run to the next is left out: times, ids drawn by chance, progress bars,
the error stream, and the live view of a lab (its still picture stays). Cells of imports are hidden,
those of `actions(...)`, and those whose code would give an answer away or that no reader needs to
read (`# %% hidden=true`, or reveals after a question).
A cell of prose that begins with `# %% [markdown] after="q"` appears once question q is answered.
`[[dci]]` in the prose becomes a link to the notebook of that chapter, and a **word** in bold one to
its entry in the glossary. The facts of the chapter are measured at small sizes, and what they give
is kept in the metadata of the notebook, from which the book takes it.
"""

import ast
import functools
import os
import re
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from ..claims.facts import facts_of
from ..course import COURSE, GLOSSARY, notebook
from . import cells, collect
from .outputs import WIDGET, lasting

HERE = Path(__file__).resolve().parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


HIDDEN = {"jupyter": {"source_hidden": True}}
OWN_LINE = re.compile(r"\n(\*\*(?:Time|Read before):\*\*)")  # of the head of a notebook
LINK = re.compile(r"\[\[([a-z_]+)\]\]")  # to a chapter, by its name
BOLD = re.compile(r"\*\*([a-z][a-z -]*[a-z])(:?)\*\*")  # a word that the glossary explains
GIVES_AWAY = re.compile(r"(?:#.*\n)?labs\.after\([\w(), ]+, lambda: reveal\([^()]*\)\)")


def is_import_cell(cell: NotebookNode) -> bool:
    """Whether a cell of code only imports names, so that a reader need not see it."""
    return cell.cell_type == "code" and cells.only_imports(ast.parse(cell.source))


def shows_actions(cell: NotebookNode) -> bool:
    """Whether a cell of code only shows hints, solutions, sources and references."""
    return cell.cell_type == "code" and cell.source.startswith("actions(")


def reveals_claims(cell: NotebookNode) -> bool:
    """Whether a cell only reveals claims after an answer; their names contain figures."""
    return cell.cell_type == "code" and bool(GIVES_AWAY.fullmatch(cell.source.strip()))


def unrun(chapter: str) -> NotebookNode:
    """The notebook of one chapter, with stable cell ids, not executed."""
    built = jupytext.read(HERE / chapter / "prose.py")
    built.metadata = nbformat.from_dict(KERNEL)
    built.cells = [_earned_cell(cell) if "after" in cell.metadata else cell for cell in built.cells]
    for j, cell in enumerate(built.cells):
        if cell.cell_type == "markdown":  # what follows a folded answer must not stick to it
            cell.source = cell.source.replace("<details>", '<details style="margin-bottom: 1em">')
            cell.source = OWN_LINE.sub(r"  \n\1", cell.source)
            cell.source = LINK.sub(lambda match: _chapter_link(match[1]), cell.source)
            cell.source = BOLD.sub(_glossary_link, cell.source)
        fold = is_import_cell(cell) or shows_actions(cell) or reveals_claims(cell)
        fold = fold or cell.metadata.get("hidden")
        hidden = HIDDEN if fold else {}
        cell.id, cell.metadata = f"cell-{j:02d}", nbformat.from_dict(hidden)
    built.nbformat, built.nbformat_minor = 4, 5
    return built


def _earned_cell(cell: NotebookNode) -> NotebookNode:
    """Prose as code that shows it once one question, or each of several, is answered."""
    question_ids = cell.metadata["after"]
    question_ids = f"({question_ids})" if "," in question_ids else question_ids
    prose = LINK.sub(lambda match: f"`{notebook(match[1])}`", cell.source)
    waiting = nbformat.v4.new_code_cell(f'labs.earned({question_ids}, """\n{prose}\n""")')
    waiting.metadata["hidden"] = True
    return waiting


def _chapter_link(chapter: str) -> str:
    return f"[`{notebook(chapter)}`]({notebook(chapter)}.ipynb)"


def _glossary_link(bold: re.Match[str]) -> str:
    """A bold word as a link to its entry in the glossary."""
    entry = term(bold[1])
    target = f"{notebook(GLOSSARY)}.ipynb#{entry.replace(' ', '-')}"
    return f"[{bold[0]}]({target})" if entry else bold[0]


@functools.cache
def terms() -> frozenset[str]:
    """The words that the glossary explains."""
    prose = (HERE / GLOSSARY / "prose.py").read_text()
    return frozenset(re.findall(r"^# ### (.+)$", prose, re.M))


def term(word: str) -> str:
    """The glossary entry of a word, which may be in the plural; nothing if it has none."""
    return next(
        (candidate for candidate in (word, word.removesuffix("s")) if candidate in terms()), ""
    )


def measured_facts(chapter: str) -> dict[str, str]:
    """What each fact of a chapter gives at small sizes, such as "holds (many 0.4, one 0.2)"."""
    collect("facts", [chapter])
    return {fact.id: repr(fact.check(False)) for fact in facts_of(chapter)}


def build(chapter: str) -> None:
    """Execute and write one notebook; questions take the guess that comes with them."""
    os.environ["DISENTANGLE_EDU_GUESSES"] = "given"
    built = unrun(chapter)
    NotebookClient(
        built,
        timeout=None,
        startup_timeout=600,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    ).execute()
    built.metadata = nbformat.from_dict(KERNEL | {"facts": measured_facts(chapter)})
    for cell in built.cells:
        if cell.cell_type == "code":
            cell.outputs = lasting(cell.outputs)
            for output in cell.outputs:
                output.get("data", {}).pop(WIDGET, None)
    nbformat.write(built, NOTEBOOKS / f"{notebook(chapter)}.ipynb")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or (*COURSE, GLOSSARY):
        print(f"building {notebook(wanted)}.ipynb", flush=True)
        build(wanted)
