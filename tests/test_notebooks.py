"""Notebooks match their chapters, have really been run, and hide nothing from nbval.

`make test` runs nbval on them after these tests.
"""

import ast
import builtins
import re

import nbformat
import pytest
from chapter_files import built, prose_of
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from disentangle_edu.chapters.build import (
    BOLD,
    HERE,
    HIDDEN,
    NOTEBOOKS,
    term,
    terms,
    unrun,
)
from disentangle_edu.chapters.cells import names
from disentangle_edu.chapters.outputs import same
from disentangle_edu.course import COURSE, GLOSSARY, notebook


def test_course_chapters_and_notebooks_match():
    rooms = {*COURSE, GLOSSARY}
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(map(notebook, rooms))
    assert {path.parent.name for path in HERE.glob("*/prose.py")} == rooms


@pytest.mark.parametrize("chapter", [*COURSE, GLOSSARY])
def test_notebook_cells_match_chapter_source(chapter):
    assert [(cell.id, cell.cell_type, cell.source) for cell in built(chapter).cells] == [
        (cell.id, cell.cell_type, cell.source) for cell in unrun(chapter).cells
    ], "run make notebooks"


@pytest.mark.parametrize("chapter", COURSE)
def test_notebook_was_executed_and_has_outputs(chapter):
    committed = built(chapter)
    code = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), (
        "run make notebooks"
    )
    compared = [
        data
        for cell in code
        for output in cell.outputs
        for data in [output.get("text"), *output.get("data", {}).values()]
        if data
    ]
    assert len(re.findall(r"\d\.\d", " ".join(map(str, compared)))) >= 20
    assert not any("NBVAL" in cell.source for cell in code)
    assert all(cell.metadata in ({}, HIDDEN) for cell in code)
    assert not any(output.output_type == "error" for cell in code for output in cell.outputs)
    text = str(committed)
    assert "widget-view" not in text and "widgets" not in committed.metadata and "<img alt=" in text


GUESSES, WORDS, CELLS = 5, 800, 22  # limits for a chapter


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_has_required_sections_and_short_cells(chapter):
    prose = prose_of(chapter)
    for heading in ("Time:", "## Check yourself", "**In this chapter:**"):
        assert heading in prose, heading
    papers = "<details><summary>In the papers:"
    assert papers in prose or chapter == "claims"  # the chapter of all claims has none
    assert "labs.predict(" in prose
    cells = [cell for cell in unrun(chapter).cells if cell.cell_type == "code"]
    code = [cell.source for cell in cells if cell.metadata != HIDDEN]
    # These count as prose.
    code = [source for source in code if not source.startswith("labs.earned(")]
    assert max(len(cell.splitlines()) for cell in code) <= 9  # the limit is about eight lines
    if chapter != "design_your_metric":  # there the reader defines metrics
        shown = [cell for cell in code if "check(" not in cell]  # except exercises
        assert not re.search(r"^(def|class) ", "\n".join(shown), re.M)


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_bold_terms_are_in_glossary(chapter):
    bold = BOLD.findall(prose_of(chapter))
    assert not [word for word, _ in bold if not term(word)]


def test_glossary_terms_are_set_in_bold_in_chapters():
    words = {word for chapter in COURSE for word, _ in BOLD.findall(prose_of(chapter))}
    assert terms() - {term(word) for word in words} <= {"code"}  # "code" is too common a word


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_has_limited_words_cells_and_questions(chapter):
    cells = unrun(chapter).cells
    text = ("markdown", "labs.earned(")
    prose = " ".join(c.source for c in cells if c.cell_type in text or c.source.startswith(text))
    questions = prose_of(chapter).count("labs.predict(")
    used = {"words": len(prose.split()), "cells": len(cells), "questions": questions}
    limits = {"words": WORDS, "cells": CELLS, "questions": GUESSES}
    is_short = all(used[name] <= limits[name] for name in limits)
    assert is_short, f"{chapter} has {used}, at most {limits}: shorten it, or join cells"
    folded = " ".join(re.findall(r"<details>.*?</details>", prose, re.S))
    assert len(folded.split()) <= len(prose.split()) / 4


def too_long(line):
    """Longer than 100 columns without addresses; table rows and formulas cannot be wrapped."""
    bare = re.sub(r"\(https?://\S+\)", "", line)
    return len(bare) > 100 and not line.startswith(("# |", "# $$"))


def two_sentences(line):
    """Whether a line has more than one sentence; text in brackets counts as one piece."""
    words = re.sub(r"`[^`]*`|\$[^$]*\$|\([^()]*\)|^# +(#+ )?(\d+\. )?", "x", line)
    words = re.sub(r"^x\*\*\w+\.\*\* ", "", words)  # a label
    words = re.sub(r"\b(e\.g|i\.e|vs|cf|al|Fig|Eq)\.", "", words)
    return re.search(r"[.?!][*\"”_]* +[A-Z*\"“]", words)


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_text_has_one_sentence_per_line(chapter):
    lines = prose_of(chapter).splitlines()
    assert not [line for line in lines if too_long(line)]
    prose = [line for line in lines if line.startswith("# ") and not line.startswith("# |")]
    assert not [line for line in prose if two_sentences(line)]


def test_two_sentences_detects_second_sentence():
    for line in ["# One. Two.", '# "So?" He said so.', "# **Time:** now. **Read:** that."]:
        assert two_sentences(line)
    for line in [
        "# 1. One, e.g. `a. B`.",
        "# One (a. B) and 0.5 of it.",
        "# ## 2. Two",
        "# **Why.** So.",
    ]:
        assert not two_sentences(line)


@pytest.mark.slow
def test_executed_notebook_exports_labs_as_static_html():
    code = nbformat.v4.new_code_cell("from disentangle_edu import labs\nlabs.rectangle()")
    page = nbformat.v4.new_notebook(cells=[code])
    NotebookClient(page, store_widget_state=False).execute()  # JupyterLab saves it in this way
    assert "application/vnd.jupyter.widget-view+json" in code.outputs[-1].data
    shown, _ = HTMLExporter().from_notebook_node(page)
    assert "widget-view" not in shown and 'src="data:image/' in shown


def test_same_output_ignores_rounding_only():
    assert same("D = 0.5993, n = 300", "D = 0.5993000001, n = 300")
    assert (
        not same("D = 0.5993", "D = 0.5994")
        and not same("n = 300", "n = 301")
        and not same("D = 0.5", "E = 0.5")
    )
    assert same("x 1.000000e-07", "x 1.000001e-07") and not same("a 1.5 b 2.5", "a 1.5")
    picture = "data:image/svg+xml;base64,"
    import base64

    encode = lambda words: picture + base64.b64encode(words.encode()).decode()
    assert same(encode("<a x='1.5'/>"), encode("<a x='1.5000001'/>")) and not same(
        encode("<a x='1.5'/>"), encode("<a x='1.6'/>")
    )


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_cells_use_only_names_defined_before(chapter):
    made = set(dir(builtins))
    for cell in unrun(chapter).cells:
        if cell.cell_type == "code":
            makes, uses = names(ast.parse(cell.source))
            inside = {
                node.arg for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.arg)
            }
            made |= makes | inside
            assert uses <= made, f"{cell.id} uses {uses - made}"


@pytest.mark.parametrize("chapter", COURSE)
def test_chapter_imports_numpy_as_np(chapter):
    code = [cell.source for cell in unrun(chapter).cells if cell.cell_type == "code"]
    assert any("import numpy as np" in source for source in code)
