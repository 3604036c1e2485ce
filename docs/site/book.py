"""The book: a page for every chapter, readable at once, whose labs start in their place.

`build.py` calls `write`, with the folder of the site that the pages go into. Texts, stills and
cells are those of the notebooks; Sphinx makes the pages, and `wake/` is what wakes them.
"""

import ast
import functools
import itertools
import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import nbformat

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

import asleep  # noqa: E402
import frames  # noqa: E402
import heads  # noqa: E402
import reference  # noqa: E402
import tables  # noqa: E402
import teaching  # noqa: E402

from disentangle_edu import labs  # noqa: E402, F401  # it brings the questions
from disentangle_edu.chapters.cells import names  # noqa: E402
from disentangle_edu.chapters.common.verdicts import CODES, SEVEN, measured_verdict  # noqa: E402
from disentangle_edu.chapters.dci.data import measured_importances  # noqa: E402
from disentangle_edu.chapters.dependent_factors.data import (  # noqa: E402
    STRENGTHS,
    measured_combinations,
)
from disentangle_edu.chapters.guardians.data import KINDS, measured_many  # noqa: E402
from disentangle_edu.chapters.start_here.data import DIGIT_CODES, measured_digits  # noqa: E402
from disentangle_edu.chapters.text_factors.data import WALKED, measured_network  # noqa: E402
from disentangle_edu.chapters.text_models.data import QUANTITY_NAMES, measured_runs  # noqa: E402
from disentangle_edu.chapters.toy_text.data import ANSWERS, measured_falls  # noqa: E402
from disentangle_edu.chapters.which_metric import data as which_metric  # noqa: E402
from disentangle_edu.claims.facts import facts_of  # noqa: E402
from disentangle_edu.course import COURSE, GLOSSARY, link_to_pages, notebook  # noqa: E402
from disentangle_edu.quiz.answer_cache import known_answer  # noqa: E402
from disentangle_edu.quiz.exercises import EXERCISES  # noqa: E402
from disentangle_edu.quiz.questions import QUESTIONS  # noqa: E402
from disentangle_edu.viz.bibliography import PAPERS  # noqa: E402
from disentangle_edu.viz.theme import page_css  # noqa: E402
from disentangle_edu.widgets.gated_display import ASLEEP, CLOSED, FOLDED, Earned  # noqa: E402
from disentangle_edu.widgets.interaction import OFFERED  # noqa: E402
from disentangle_edu.widgets.stage import joined, styles  # noqa: E402
from disentangle_edu.zoo.tiny_vae import WORLDS, untrained  # noqa: E402

IMPORTS = (ast.Import, ast.ImportFrom)
BESIDE = re.compile(r"\]\((\w+)\.md\)")  # a link from one page of docs/ to another
PAGES = ("labs", "scoring", "diagnosis", "training", "classroom", "installing", "results")  # docs/
FIRST_LAB = "labs.dial()"  # the lab on the front page
NOTEBOOK_ALONE = "Run everything with *Run → Run All Cells*.\n"  # not needed on a page
# A cell that only shows a lab or a question. Its code is hidden, because the lab itself shows it.
# A cell with a lambda stays visible, because the reader may change the function.
SHOWS = re.compile(r"(?:\w+ = )?labs\.\w+\((?!.*lambda \w).*\)(?:\n\w+)?", re.S)
CHAPTER = re.compile(r"\[`\d\d_(\w+)`\](?=\(\d\d_\w+\.ipynb\))")  # a link to a chapter by its file
FOLD = re.compile(f"<details>(?=<summary>{FOLDED.format('([^<:]+)')}</summary>)")
LABELS = (  # labels for screen readers that the theme does not set
    ('role="heading"><span class="caption', 'role="heading" aria-level="2"><span class="caption'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="the book">'),
    ('<aside class="toc-drawer', '<aside aria-label="this page" class="toc-drawer'),
)
PAPER = re.compile(
    rf"(?<![`\w\[#/])({'|'.join(key for key in PAPERS if key[-1].isdigit())})(?![`\w\]])"
)
ASKS = re.compile(r"(\?\]\([^()]+\))\.")  # a link whose text is a question, and a full stop
LARGE = 60_000  # bytes: a larger data file is fetched when it is opened
# Code that no lab imports; it is fetched when it is opened, and only as source.
RARE = re.compile(r"/(facts\.|guide\.md$|cli/|classroom/)")


def chapter_page(chapter: str) -> nbformat.NotebookNode:
    """The notebook of a chapter as the book shows it."""
    page = teaching.notebook_of(chapter)
    for cell in page.cells:
        if cell.source.startswith("labs.earned("):
            cell.source = mark_facts(cell.source, chapter)
    page.metadata |= {"file": f"{notebook(chapter)}.ipynb", "told": told(page.cells)}
    for cell in page.cells:
        if cell.cell_type == "markdown":
            text = cell.source.replace(NOTEBOOK_ALONE, "")
            text = CHAPTER.sub(lambda match: f"[{teaching.title_of(match[1])}]", text)
            text = ASKS.sub(r"\1", link_to_pages(text))
            cell.source = mark_facts(link_to_papers(text), chapter)
        else:
            _as_on_a_page(cell)
    return page


def link_to_papers(text: str) -> str:
    """Replace the key of a paper in prose by a link to its reference."""
    return "\n".join(
        line if line.startswith(("#", "<", "|")) else PAPER.sub(r"[\1](references.html#\1)", line)
        for line in text.splitlines()
    )


def mark_facts(text: str, chapter: str) -> str:
    """Put a mark behind each sentence of a chapter that a function of its facts.py checks."""
    for fact in facts_of(chapter):
        words = map(re.escape, tables.plain(fact).split())
        sentence = re.compile(r"[*_`]*" + r"[*_`]*\s+[*_`]*".join(words) + r"[*_`]*[,;:]?")
        address = f"facts.html#{tables.slug(fact)}"
        text = sentence.sub(f"\\g<0>\N{NO-BREAK SPACE}[✓]({address})", text, count=1)
    return text


def told(cells: list[nbformat.NotebookNode]) -> dict[str, list]:
    """The data of a page for its Python: the cells to start, and their labs and questions."""
    pieces = what_wakes(cells)
    code = "\n".join(source for _, source, _, _ in pieces)
    named = re.findall(r"labs\.(\w+)\(", code) + re.findall(r'"(\d\d-[\w-]+)"', code)
    makers = _makers()
    homes = {makers[name].__module__ for name in named if name in makers}
    chapters = [chapter for chapter in COURSE if any(f".{chapter}." in home for home in homes)]
    return {"cells": pieces, "chapters": chapters}


def _makers() -> dict[str, Callable]:
    """The function of every lab, question and exercise, by name."""
    truths = {id: question.truth for id, question in QUESTIONS.items()}
    return OFFERED | truths | {id: exercise.demands for id, exercise in EXERCISES.items()}


def what_wakes(cells: list[nbformat.NotebookNode]) -> list[list]:
    """All code as [number of the cell, code, when it runs, places of what it needs].

    "first": it enters something in a register. "lab": it shows one, and runs when a reader comes
    near. "asked": what it shows stands there already, until a reader runs it or something needs
    it. Statements that import are apart, so that a library comes for those
    cells alone that use it.
    """
    pieces: list[list] = []
    home: dict[str, int] = {}  # the index of the last piece that defines each name
    for number, cell in enumerate(cells):
        if cell.cell_type != "code":
            continue
        for code in _pieces(cell.source):
            makes, uses = names(ast.parse(code))
            when = "first" if "\n@" in f"\n{code}" else "lab" if "labs." in code else "asked"
            pieces.append([number, code, when, sorted({home[n] for n in uses & home.keys()})])
            home |= dict.fromkeys(makes, len(pieces) - 1)
    return pieces


def _pieces(code: str) -> list[str]:
    """One import for each name imported at the top of a cell, and then the rest as one piece."""
    tree = ast.parse(code)
    imports = [*itertools.takewhile(lambda node: isinstance(node, IMPORTS), tree.body)]
    rest = code.split("\n")[imports[-1].end_lineno :] if imports else [code]
    pieces = [
        ast.unparse(
            ast.Import([name])
            if isinstance(node, ast.Import)
            else ast.ImportFrom(node.module, [name], node.level)
        )
        for node in imports
        for name in node.names
    ]
    return [*pieces, *filter(None, ["\n".join(rest).strip("\n")])]


def _as_on_a_page(cell: nbformat.NotebookNode) -> None:
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
    tags = ["remove-input"] if hidden or SHOWS.fullmatch(cell.source.strip()) else []
    for output in cell.outputs:
        if content := output.get("data", {}).get("text/html"):
            output.data["text/html"] = link_to_pages(
                FOLD.sub(_covered, content.replace(ASLEEP, ""))
            )
    cell.metadata["tags"] = tags


def _covered(fold: re.Match) -> str:
    """The tag of a folded answer, with the text that a page shows instead."""
    cover = "" if fold[1] == Earned.folded else CLOSED
    return f'<details class="de-answer" data-cover="{cover}">'


def index_page() -> nbformat.NotebookNode:
    """The front page: its words, with a lab among them."""
    text = (HERE / "index.md").read_text().replace("REPOSITORY", heads.REPOSITORY)
    before, after = text.split("<!-- the first lab -->")
    saved = {"text/html": asleep.run(FIRST_LAB, {"labs": labs}).still_html()}
    lab = nbformat.v4.new_code_cell(
        FIRST_LAB, outputs=[nbformat.v4.new_output("display_data", saved)]
    )
    _as_on_a_page(lab)
    cells = [nbformat.v4.new_markdown_cell(text) for text in (before, after + contents())]
    cells.insert(1, lab)
    kernel = {"name": "python3", "display_name": "Python"}
    return nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": kernel, "told": told(cells)}
    )


def put_to_sleep(page: nbformat.NotebookNode, name: str = "", folder: Path | None = None) -> None:
    """Show each lab that is open at first as it is before Python comes.

    folder : gets a file with the frames of each lab that stores some, for the page of this name.
    """
    with asleep.metrics_forgotten():
        labs_by_cell = asleep.open_labs(page.cells, page.metadata.told["cells"])
        for number, lab in labs_by_cell.items():
            for output in page.cells[number].outputs:
                if content := output.get("data", {}).get("text/html"):
                    output.data["text/html"] = asleep.still(content, lab)
        states = {number: asleep.state(lab) for number, lab in labs_by_cell.items()}
        for number, lab in labs_by_cell.items():
            if lab.stored and folder:
                controls = {"controls": lab.stage.controls}
                states[number] = controls | frames.write(lab, folder / f"{name}-{number}.json")
    page.metadata.told["asleep"] = states


def lab_page() -> nbformat.NotebookNode:
    """A page for one lab, which its address names; see `links` of the bench."""
    page_data = {"cells": [[1, "", "linked", []]], "chapters": [], "asleep": {}}
    coming = nbformat.v4.new_output("display_data", {"text/html": "<p>The lab is on its way.</p>"})
    lab = nbformat.v4.new_code_cell("labs", outputs=[coming], metadata={"tags": ["remove-input"]})
    cells = [nbformat.v4.new_markdown_cell((HERE / "lab.md").read_text()), lab]
    kernel = {"name": "python3", "display_name": "Python"}
    metadata = {"told": page_data, "orphan": True, "kernelspec": kernel}
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


def contents() -> str:
    """The margin of every page."""
    captioned = {
        "The course": [*COURSE, GLOSSARY],
        "More": PAGES,
        "For teachers": ("teaching", *(f"teaching_{chapter}" for chapter in COURSE)),
        "Reference": ("ledger", "facts", "conventions", "references", "api"),
    }
    return "".join(
        f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n"
        for caption, pages in captioned.items()
    )


def sources(folder: Path) -> None:
    """Write what Sphinx reads."""
    shutil.copyfile(HERE / "conf.py", folder / "conf.py")
    (folder / "_templates").mkdir()
    shutil.copyfile(HERE / "links.html", folder / "_templates" / "links.html")
    pages = {chapter: chapter_page(chapter) for chapter in (*COURSE, GLOSSARY)}
    for name, page in (pages | {"index": index_page()}).items():
        put_to_sleep(page, name, folder / "_static" / "frames")
        nbformat.write(page, folder / f"{name}.ipynb")
    nbformat.write(lab_page(), folder / "lab.ipynb")
    shutil.copytree(ROOT / "docs" / "pictures", folder / "pictures")
    for page in PAGES:
        text = (ROOT / "docs" / f"{page}.md").read_text()
        text = text.replace("](../", f"]({heads.REPOSITORY}/blob/main/")
        (folder / f"{page}.md").write_text(BESIDE.sub(r"](\1.html)", text))
    for name, text in teaching.teaching_pages().items():
        (folder / f"{name}.md").write_text(BESIDE.sub(r"](\1.html)", text))
    (folder / "api.md").write_text(reference.reference_page())
    shutil.copyfile(HERE / "404.md", folder / "404.md")
    (folder / "ledger.md").write_text(tables.ledger_page())
    (folder / "facts.md").write_text(tables.facts_page())
    (folder / "conventions.md").write_text(tables.conventions_page())
    (folder / "references.md").write_text(tables.references_page())


def waking(folder: Path, core: dict, wheel: Path, first: str, late: dict[str, list[str]]) -> None:
    """What wakes a page: its scripts, and which files come first, late, or when they are opened.

    core : what Pyodide's lock says of itself.   wheel : ours, which is left without what is large.
    first : the wheel that no page goes without.   late : those that an import needs, by the name
    that is imported.
    """
    folder.mkdir(parents=True)
    for file in (HERE / "wake").iterdir():
        shutil.copyfile(file, folder / file.name)
    (folder / "stage.js").write_text(joined())
    (folder / "stage.css").write_text(styles())
    (folder / "page.css").write_text(page_css() + (HERE / "wake" / "page.css").read_text())
    files: list[list[str]] = []  # [folder, name] of each file fetched when opened
    light = wheel.with_name("light.whl")  # in the same folder, named by the checksum
    with (
        zipfile.ZipFile(wheel) as source_wheel,
        zipfile.ZipFile(light, "w", zipfile.ZIP_DEFLATED) as part,
    ):
        for info in source_wheel.infolist():
            path, is_rare = Path(info.filename), RARE.search(info.filename)
            if path.is_relative_to("disentangle_edu/notebooks") and "data" not in path.parts:
                continue
            if path.suffix == ".pyc":
                if not is_rare:  # replaces its source
                    module = path.name.split(".")[0]
                    part.writestr(f"{path.parent.parent}/{module}.pyc", source_wheel.read(info))
                continue
            is_large = info.file_size > LARGE and path.suffix in (".npz", ".csv")
            if is_rare or is_large:
                files.append([str(path.parent), path.name])
            if is_rare or is_large or path.suffix == ".py":  # a source is fetched when shown
                (folder / "files" / path.parent).mkdir(parents=True, exist_ok=True)
                (folder / "files" / path).write_bytes(source_wheel.read(info))
            else:
                part.writestr(info, source_wheel.read(info))
    small = {}
    for name, content in kept().items():
        text = json.dumps(content)
        if len(text) <= LARGE:
            small[name] = content
            continue
        files.append(["kept", f"{name}.json"])
        (folder / "files" / "kept").mkdir(exist_ok=True)
        (folder / "files" / "kept" / f"{name}.json").write_text(text)
    content = {
        "info": core,
        "first": [first, str(light.relative_to(light.parents[1]))],
        "late": late,
        "files": files,
        "kept": small,
    }
    (folder / "list.json").write_text(json.dumps(content, indent=1))


def kept() -> dict[str, dict]:
    """What a reader need not wait for: the answers to all questions, the verdicts of all judges.

    Named by the shelf that it would lie on; computed here, with the code that the pages run.
    """
    results: dict[str, dict] = {
        f"verdicts {judge_name}": measured_verdict(judge_name) for judge_name in SEVEN
    }
    results |= {f"importances {name}": measured_importances(name) for name in CODES}
    results |= {f"combinations {each:g}": measured_combinations(each) for each in STRENGTHS}
    results |= {f"digits {code}": measured_digits(code) for code in DIGIT_CODES}
    results |= {f"runs {name}": measured_runs(name) for name in QUANTITY_NAMES}
    results |= {f"networks {model}": measured_network(model) for model in WALKED}
    results |= {f"falls {who} {what}": measured_falls(who, what) for who, what in ANSWERS}
    results |= {f"guardians {code}": measured_many(code) for code in KINDS}
    results |= {f"untrained {world} 0": untrained(world, 0).measured_d() for world in WORLDS}
    results |= which_metric.kept_results()
    return results | {f"answers {id}": known_answer(id) for id in QUESTIONS}


def write(
    parts: Path, site: Path, core: dict, wheel: Path, first: str, late: dict[str, list[str]]
) -> None:
    """Make all pages, and put them into the site; what the others are `waking` says."""
    source = parts / "book"
    source.mkdir()
    sources(source)
    waking(source / "_static" / "wake", core, wheel, first, late)
    around = {"BOOK_REPOSITORY": heads.REPOSITORY, "PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}"}
    teaching.sphinx("html", source, parts / "book-made", **around)
    for page in (parts / "book-made").rglob("*.html"):
        page.write_text(
            functools.reduce(lambda text, pair: text.replace(*pair), LABELS, page.read_text())
        )
    shutil.copytree(parts / "book-made", site, dirs_exist_ok=True)
    teaching.slides(parts, site)
    (site / "sheet.html").write_text(teaching.sheet_page())
