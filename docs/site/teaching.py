"""For teachers: the guide, slides of every chapter, and a sheet of symbols to print.

The guide of a chapter is in its folder (`guide.md`). Slides are the chapter's headings, questions
and pictures, in their order; under each picture a link opens its lab.
"""

import ast
import functools
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import heads
import nbformat

from disentangle_edu import METRICS
from disentangle_edu.course import COURSE, notebook
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.metric import docstring_sections
from disentangle_edu.quiz.answer_cache import known_answer
from disentangle_edu.viz.theme import FONT, LIGHT, STILL_CSS

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "disentangle_edu" / "chapters"
TITLE = re.compile(r"^# (.+)$", re.M)
CHAPTER = re.compile(r"\*\*In this chapter:\*\*\s*(.+?)(?=\n\*\*|\n\n|$)", re.S)
ENDS = re.compile(r"(?<=\.) (?=[A-Z])|; (?![^(]*\))")  # of a sentence, or of what could be one
IMAGE = re.compile(r'<img alt="([^"]*)"[^>]*src="([^"]+)"')
LIST = re.compile(r"^(?:\* \*\*|\d\. )", re.M)  # what a slide can hold
EARNED = re.compile(r'labs\.earned\([^"]*"""(.*?)"""', re.S)
# What waits for an answer, or judges by what a reader has written above.
WAIT = ("labs.after", "labs.earned", "labs.my_metric")
ID = re.compile(r'labs\.predict\("(.+?)"\)')
ASKS = re.compile(r"<p>((?:(?!<p>).)*?)</p>\s*<div>", re.S)


def notebook_of(chapter: str) -> nbformat.NotebookNode:
    """A chapter's notebook as it is shipped."""
    return nbformat.read(ROOT / "notebooks" / f"{notebook(chapter)}.ipynb", as_version=4)


@functools.cache
def title_of(chapter: str) -> str:
    """The title of a chapter."""
    return TITLE.search(notebook_of(chapter).cells[0].source)[1]


def guide_page(chapter: str) -> str:
    """How to teach one chapter."""
    ways = f"[The chapter]({chapter}.html) · [its slides](slides/{chapter}.html)"
    text = (CHAPTERS / chapter / "guide.md").read_text()
    return f"# Teaching {notebook(chapter)[:2]}: {title_of(chapter)}\n\n{ways}\n\n{text}"


def teaching_pages() -> dict[str, str]:
    """{name: words} of all pages for teachers, the plans first."""
    rows = [
        f"| [{notebook(name)[:2]}](teaching_{name}.html) | {title_of(name)} | "
        f"[slides](slides/{name}.html) |"
        for name in COURSE
    ]
    table = "\n".join(["| guide | chapter | |", "|---|---|---|", *rows])
    plans = (ROOT / "docs" / "teaching.md").read_text().replace("<!-- every chapter -->", table)
    for name in COURSE:
        plans = plans.replace(f"(../notebooks/{notebook(name)}.ipynb)", f"({name}.html)")
    return {"teaching": plans} | {f"teaching_{name}": guide_page(name) for name in COURSE}


# --------------------------------------------------------------------------------------- the slides


def lab_of(code: str) -> str:
    """The line that makes the lab of a cell, for the book's page of one lab.

    Where a value is no plain one, it is the lab as it opens by itself; the question that it waits
    for is left out.
    """
    for node in ast.walk(ast.parse(code)):
        name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name.startswith("labs.") and name not in WAIT:
            keywords = [word for word in node.keywords if word.arg != "after"]
            keywords *= all(
                _plain(word.value) for word in keywords
            )  # one may be nothing without another
            arguments = ", ".join(f"{word.arg}={ast.unparse(word.value)}" for word in keywords)
            return f"{name}({arguments})"
    return ""


def _plain(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def slides_of(chapter: str) -> Iterator[str]:
    """The slides of a chapter, in MyST: a heading of the second level begins a slide."""
    page = notebook_of(chapter)
    head = page.cells[0].source
    promised = CHAPTER.search(head)
    ways = _ways("The chapter", chapter)
    yield f"# {TITLE.search(head)[1]}\n\n{promised[1] if promised else ''}\n\n{ways}"
    heading = title_of(chapter)
    for cell in page.cells[1:]:
        if cell.cell_type == "markdown":
            heading = (re.findall(r"^## (.+)$", cell.source, re.M) or [heading])[-1]
            if LIST.search(cell.source) or heading == "Check yourself":
                yield from _in_words(heading, cell.source)
            continue
        if earned := EARNED.search(cell.source):
            yield from _in_words(heading, earned[1])
            continue
        output_html = "".join(
            output.get("data", {}).get("text/html", "") for output in cell.outputs
        )
        image = IMAGE.search(output_html)
        if image is None or "labs." not in cell.source:
            continue
        picture = f'<img class="r-stretch" alt="{image[1]}" src="{image[2]}">'
        if "labs.predict(" in cell.source:
            match = ASKS.search(output_html)
            question = match[1] if match else ""
            asks = f'<p class="asks">{question}</p>'
            yield f"## {heading}\n\n{_raw(asks + picture + notes_on(cell.source))}"
        elif code := lab_of(cell.source):  # not what only waits for an answer
            where = f"../lab.html?code={quote(code)}&amp;present=1"
            move = f'<p class="move"><a href="{where}" target="_blank">Move it</a></p>'
            yield f"## {heading}\n\n{_raw(picture + move)}"


def notes_on(source: str) -> str:
    """The notes for the speaker on a question: how the page answers a likely guess."""
    if not (match := ID.search(source)):
        return ""
    question, answer = QUESTIONS[match[1]], known_answer(match[1])
    feedback = question.verdict(question.test_guess, answer["truth"], tuple(answer["figures"]))
    return f'<aside class="notes">{html.escape(feedback)}</aside>'


def _in_words(heading: str, text: str) -> Iterator[str]:
    """A slide of prose, such as an answer or a task."""
    text = re.sub(r"<details.*?</details>|^##? [^\n]*$|^Next: .*", "", text, flags=re.S | re.M)
    text = re.sub(r"\[(.+?)\]\([^)]*\)", r"\1", text).strip()
    if text:
        yield f"## {heading}\n\n::::{{container}} words\n{text}\n::::\n"


def _ways(name: str, page: str) -> str:
    """From slides to a page of the book, and to the repository."""
    links = f'<a href="../{page}.html">{name}</a>, <a href="{heads.REPOSITORY}">GitHub</a>'
    return _raw(f"<p>{links}</p>")


def _raw(content: str) -> str:
    return f"```{{raw}} html\n{content}\n```\n"


SLIDES = '''
project = author = "disentangle_edu"
extensions = ["myst_parser", "sphinx_revealjs"]
myst_enable_extensions = ["colon_fence"]
html_static_path = ["_static"]
revealjs_static_path = ["_static"]
revealjs_css_files = ["slides.css"]
revealjs_style_theme = "white"
revealjs_use_section_ids = True
revealjs_script_plugins = [{"name": "RevealNotes", "src": "revealjs/plugin/notes/notes.js"}]
revealjs_script_conf = {"hash": True, "width": 1280, "height": 720, "slideNumber": True}


def close_sections(app, page, template, context, doctree):
    """End the last slide: sphinx-revealjs leaves that to the next one."""
    body = context.get("body", "")
    context["body"] = body + "</section>" * (body.count("<section") - body.count("</section>"))


def setup(app):
    app.connect("html-page-context", close_sections)
'''
STYLE = """
.reveal { font-size: 30px }
.reveal h1, .reveal h2 { text-transform: none }
.reveal h1 { font-size: 1.8em } .reveal h2 { font-size: 1.2em }
.reveal .asks { font-size: .85em; text-align: left }
.reveal .words { font-size: .75em; text-align: left }
.reveal .move a { border: 2px solid; border-radius: 6px; padding: .1em .8em }
"""


def slides(folder: Path, site: Path) -> None:
    """Make the slides of every chapter in a folder, and put them into the site's `slides/`."""
    source = folder / "slides"
    (source / "_static").mkdir(parents=True)
    (source / "_static" / "slides.css").write_text(STYLE)
    (source / "conf.py").write_text(SLIDES)
    names = "\n".join(COURSE)
    ways = _ways("Teaching with it", "teaching")
    (source / "index.md").write_text(f"# Slides\n\n{ways}\n```{{toctree}}\n{names}\n```\n")
    for chapter in COURSE:
        (source / f"{chapter}.md").write_text("\n".join(slides_of(chapter)))
    built = folder / "slides-made"
    sphinx("revealjs", source, built)
    shutil.copytree(built, site / "slides", dirs_exist_ok=True)


def sphinx(builder: str, source: Path, made: Path, **around: str) -> None:
    """Build pages; a warning ends the build with Sphinx's output.   around : environment."""
    command = ["sphinx", "--quiet", "--builder", builder, "--fail-on-warning", "--keep-going"]
    log = subprocess.run(
        [sys.executable, "-m", *command, str(source), str(made)],
        env=os.environ | around,
        capture_output=True,
        text=True,
    )
    if log.returncode:
        sys.exit(log.stdout + log.stderr)
    shutil.rmtree(made / ".doctrees", ignore_errors=True)


# ---------------------------------------------------------------------------------------- the sheet


WORDS = (  # words of the course, and their signs in papers
    ("factor", "v", "something that generates the data: a size, a position"),
    ("latent", "z", "one number of the code"),
    ("code", "z = r(x)", "the latents of a picture or a sentence"),
    ("entropy", "H", "all bits of a factor or a latent"),
    ("mutual information", "I", "bits that two things share"),
    ("Characteristic 1", "", "a latent follows at most one factor"),
    ("Characteristic 2", "", "a factor moves at most one latent"),
    ("focus", "1 - H / log n", "1: all in one of n entries; 0: evenly spread"),
)


def sheet_page() -> str:
    """A page of words and scores that fits on one sheet of A4 or Letter."""
    word_rows = "".join(
        f"<tr><th>{word}</th><td>{sign}</td><td>{meaning}</td></tr>"
        for word, sign, meaning in (map(html.escape, row) for row in WORDS)
    )
    scores = "".join(
        f"<tr><th>{name}</th><td>{html.escape(_summary(metric.__doc__))}</td>"
        f"<td><code>{html.escape(_formula(metric.__doc__))}</code></td></tr>"
        for name, metric in METRICS.items()
    )
    return (
        (Path(__file__).with_name("sheet.html"))
        .read_text()
        .format(
            words=word_rows,
            scores=scores,
            repository=heads.REPOSITORY,
            colours=STILL_CSS,
            font=FONT,
            ink=LIGHT["ink"],
            paper=LIGHT["paper"],
        )
    )


def _summary(docstring: str) -> str:
    """The first sentence after the full name of a metric, without its citations."""
    paragraph = docstring.split("\n\n")[1]
    sentence = ENDS.split(" ".join(paragraph.split()))[0]
    return re.sub(r" ?\[\d\]_", "", sentence).rstrip(".") + "."


def _formula(docstring: str) -> str:
    """The clause of the notes with the formula."""
    _, sections = docstring_sections(docstring)
    clauses = ENDS.split(" ".join(sections["Notes"].split()))
    order = sorted(
        clauses, key=lambda clause: (not clause.startswith("part_"), " = " not in clause)
    )
    return order[0].rstrip(".").strip()


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def sheet(folder: Path) -> None:
    """Put the sheet into a folder, as a page, and as PDF if a browser can print one."""
    page, printed = folder / "sheet.html", folder / "sheet.pdf"
    page.write_text(sheet_page())
    if browser := next(filter(None, map(shutil.which, BROWSERS)), None):
        quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        with tempfile.TemporaryDirectory() as home:
            subprocess.run(
                [browser, *quiet, f"--print-to-pdf={printed}", page.resolve().as_uri()],
                check=True,
                capture_output=True,
                env={**os.environ, "HOME": home},
            )


if __name__ == "__main__":
    sheet(Path(sys.argv[1]))
