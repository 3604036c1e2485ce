"""For teachers: the guide, slides of every chapter, and a sheet of symbols to print.

The guide of a chapter is in its folder (`guide.md`). Slides are the chapter's headings, questions
and pictures, in their order; under each picture a link opens its lab.
"""

import ast
import base64
import functools
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import heads
import nbformat

from disentangle_edu import METRICS, labs
from disentangle_edu.course import COURSE, notebook
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.metric import docstring_sections
from disentangle_edu.quiz.answer_cache import known_answer
from disentangle_edu.quiz.scales import OrderScale
from disentangle_edu.viz.picture import Picture
from disentangle_edu.viz.theme import FONT, LIGHT, STILL_CSS, theme_css
from disentangle_edu.widgets.lab import Lab

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "disentangle_edu" / "chapters"
TITLE = re.compile(r"^# (.+)$", re.M)
CHAPTER = re.compile(r"\*\*In this chapter:\*\*\s*(.+?)(?=\n\*\*|\n\n|$)", re.S)
ENDS = re.compile(r"(?<=\.) (?=[A-Z])|; (?![^(]*\))")  # of a sentence, or of what could be one
LIST = re.compile(r"^(?:\* \*\*|\d\. )", re.M)  # what a slide can hold
EARNED = re.compile(r'labs\.earned\([^"]*"""(.*?)"""', re.S)
DEFINES = re.compile(
    r"(?:part|[DE]|S(?=_ik = ))_\w+ (?:=|is) "
)  # a formula, in the notes of a metric
# What waits for an answer, or judges by what a reader has written above.
WAIT = ("labs.after", "labs.earned", "labs.my_metric", "labs.promises")
ID = re.compile(r'labs\.predict\("(.+?)"\)')
# Pixels of a slide for a picture, its width and its height: below words, or beside them.
LIGHT_CSS = theme_css(":root", ":root.dark")  # slides are light
ROOM, BESIDE_ROOM = (1200.0, 430.0), (720.0, 500.0)
WIDTHS = range(560, 1250, 40)  # pixels for which a picture may be drawn
ABOVE, BESIDE, ALONE = 260, 700, 220  # letters that fit above a picture, beside it, fill a slide


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


@dataclass
class Slide:
    """A slide: one idea in words, and one picture of it with a way to the live lab."""

    heading: str
    words: str = ""  # Markdown
    asks: str = ""  # HTML
    picture: Picture | None = None
    lab: str = ""  # the line that makes it
    notes: str = ""  # for the speaker

    def __str__(self) -> str:
        parts = [f"## {self.heading}\n", "::::{container} slide" + " beside" * self._is_beside]
        if self.asks:
            parts.append(_raw(f'<p class="asks">{self.asks}</p>'))
        if self.words:
            parts.append(f":::{{container}} words\n{self.words}\n:::\n")
        if self.picture:
            parts.append(_raw(f'<div class="figure">{_image(self.picture, self._is_beside)}</div>'))
        if self.lab:
            where = f"../lab.html?code={quote(self.lab)}&amp;present=1"
            link = f'<a href="{where}" target="_blank">Move it</a>'
            parts.append(_raw(f'<p class="move">{link}</p>'))
        if self.notes:
            parts.append(_raw(f'<aside class="notes">{html.escape(self.notes)}</aside>'))
        return "\n".join([*parts, "::::\n"])

    @property
    def _is_beside(self) -> bool:
        """Whether the words are beside the picture: above it they would take over three lines."""
        return bool(self.picture) and len(self.words) > ABOVE


def _image(picture: Picture, beside: bool) -> str:
    """A picture, drawn for the width at which it is largest on a slide."""
    room, high = BESIDE_ROOM if beside else ROOM

    def size(width: int) -> float:
        (_, height), *_ = picture.heights([width])
        return min(room / width, high / height)

    svg = picture.at(max(WIDTHS, key=size), LIGHT_CSS)
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{html.escape(picture.alt)}" src="data:image/svg+xml;base64,{data}">'


def slides_of(chapter: str) -> Iterator[str]:
    """The slides of a chapter, in MyST: a heading of the second level begins a slide."""
    head = notebook_of(chapter).cells[0].source
    promised = CHAPTER.search(head)
    ways = _ways("The chapter", chapter)
    slides = _joined(_slides(chapter))
    first = next((slide.picture for slide in slides if slide.lab and slide.picture), None)
    figure = _raw(f'<div class="figure">{_image(first, True)}</div>') if first else ""
    promise = promised[1][0].upper() + promised[1][1:] if promised else ""
    words = f":::{{container}} words\n{promise}\n\n{ways}\n:::\n"
    yield f"# {TITLE.search(head)[1]}\n\n::::{{container}} slide beside\n{words}\n{figure}\n::::\n"
    yield from map(str, slides)


def _slides(chapter: str) -> Iterator[Slide]:
    """The slides of a chapter in the order of its cells, words and pictures apart."""
    heading = title_of(chapter)
    for cell in notebook_of(chapter).cells[1:]:
        if cell.cell_type == "markdown":
            heading = (re.findall(r"^## (.+)$", cell.source, re.M) or [heading])[-1]
            if LIST.search(cell.source) or heading == "Check yourself":
                yield Slide(heading, _plain_words(cell.source))
        elif earned := EARNED.search(cell.source):
            yield Slide(heading, _plain_words(earned[1]))
        elif match := ID.search(cell.source):
            yield from _question_and_answer(heading, match[1])
        elif _shows_picture(cell) and (code := lab_of(cell.source)):
            shown = eval(code, {"labs": labs})
            idea = (
                "" if not isinstance(shown, Lab) else (shown.draw.__doc__ or "").partition("\n")[0]
            )
            yield Slide(heading, asks=idea, picture=getattr(shown, "picture", shown), lab=code)


def _shows_picture(cell: nbformat.NotebookNode) -> bool:
    """Whether a cell shows a picture; some show a table, or only wait for an answer."""
    return any("<img" in output.get("data", {}).get("text/html", "") for output in cell.outputs)


def _question_and_answer(heading: str, id: str) -> Iterator[Slide]:
    """A slide with the empty scale of a question, and one with its answer."""
    question, answer = QUESTIONS[id], known_answer(id)
    first, asks = map(html.escape, question.parts)
    empty = Picture(panels=question.panels(question.scale.empty()), shows=question.scale.offers())
    yield Slide(f"{heading}: your guess", asks=f"{first} <strong>{asks}</strong>", picture=empty)
    truth, figures = answer["truth"], tuple(answer["figures"])
    guess = truth if isinstance(question.scale, OrderScale) else question.scale.empty()
    rows = question.scale.table(truth, truth, figures)[1:]
    comes = "; ".join(f"{row[0]}: {row[-1]}" if row[0] else row[-1] for row in rows)
    found = Picture(panels=question.panels(guess, truth, figures), shows=f"The answer is {comes}.")
    feedback = question.verdict(question.guess_for_tests, truth, figures)
    told = f"{asks} <strong>{html.escape(comes)}</strong>"
    yield Slide(f"{heading}: the answer", asks=told, picture=found, notes=feedback)


def _joined(slides: Iterable[Slide]) -> list[Slide]:
    """Slides with the words of their section next to a picture; few words get no slide."""
    out: list[Slide] = []
    for slide in slides:
        last = out[-1] if out else None
        fits = bool(last) and len(last.words) < BESIDE
        if fits and not last.picture and slide.lab and last.heading == slide.heading:
            last.picture, last.asks, last.lab = slide.picture, slide.asks, slide.lab
        elif last and last.picture and not last.words and _is_only_words(slide, last):
            last.words = slide.words
        elif fits and not last.picture and slide.heading == last.heading:
            last.words = f"{last.words}\n\n{slide.words}"
        elif last and not slide.picture and len(slide.words) < ALONE:
            last.notes = f"{last.notes} {slide.words}".strip()
        elif slide.picture or slide.words:
            out.append(slide)
    return out


def _is_only_words(slide: Slide, last: Slide) -> bool:
    """Whether a slide holds words on the picture of the last one."""
    section = last.heading.partition(": the answer")[0]
    is_short = not slide.picture and len(slide.words) < BESIDE
    return is_short and slide.heading == section and "your guess" not in last.heading


def _plain_words(text: str) -> str:
    """Prose of a chapter without its folds, headings and links."""
    text = re.sub(r"<details.*?</details>|^##? [^\n]*$|^Next: .*", "", text, flags=re.S | re.M)
    return re.sub(r"\[(.+?)\]\([^)]*\)", r"\1", text).strip()


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
revealjs_script_conf = {
    **{"hash": True, "width": 1280, "height": 720, "margin": 0.02, "center": False},
    **{"slideNumber": "c/t", "transition": "none"},
}


def close_sections(app, page, template, context, doctree):
    """End the last slide: sphinx-revealjs leaves that to the next one."""
    body = context.get("body", "")
    context["body"] = body + "</section>" * (body.count("<section") - body.count("</section>"))


def setup(app):
    app.connect("html-page-context", close_sections)
'''


def slides(folder: Path, site: Path) -> None:
    """Make the slides of every chapter in a folder, and put them into the site's `slides/`."""
    source = folder / "slides"
    (source / "_static").mkdir(parents=True)
    style = LIGHT_CSS + Path(__file__).with_name("slides.css").read_text()
    (source / "_static" / "slides.css").write_text(style)
    (source / "conf.py").write_text(SLIDES)
    names = "\n".join(COURSE)
    ways = _ways("Teaching with it", "teaching")
    (source / "index.md").write_text(
        f"# Slides\n\n{ways}\n```{{toctree}}\n:titlesonly:\n{names}\n```\n"
    )
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
    (
        "latent i, factor k",
        "z_i, v_k",
        "one of L latents, one of K factors; z or v alone: all of them",
    ),
    (
        "entropy",
        "H(v_k)",
        "all bits of a factor or a latent; H(v_k | v_l): those left once v_l is known",
    ),
    (
        "mutual information",
        "I(z_i; v_k), I_ik",
        "bits that a latent and a factor share; log_n: logarithm to base n",
    ),
    (
        "score of one latent",
        "S_ik",
        "in SAP: how well a linear model predicts factor k from latent i alone, R2 or accuracy",
    ),
    ("Characteristic 1", "", "a latent follows at most one factor"),
    ("Characteristic 2", "", "a factor moves at most one latent"),
    ("Characteristic 3", "", "each factor has a latent that moves with it alone and determines it"),
    ("focus", "1 - H / log n", "1: all in one of n entries; 0: evenly spread"),
    ("cells", "", "in JEMMIG: values of the latent times values of the factor"),
    ("direction", "b_l", "a line in the space of latents, with its importance for a factor"),
    (
        "robustness",
        "",
        "1: the latent stays still while only the other factors change; 0: it moves fully",
    ),
    (
        "size of a code",
        "|z|_1, |z|_2",
        "the sum of all absolute latents, and the root of the sum of their squares",
    ),
)
GROUPS = {  # metrics by what their measure reads
    "Pairs of one latent and one factor": (
        *("mutual_information", "single_latent_scores", "correlations"),
        *("minimality_ratios", "sufficiency_ratios"),
    ),
    "All latents, or all factors, together": (
        *("importances", "all_latents_scores", "one_vs_rest_auc", "explicitness_ratios"),
        *("compactness_ratios", "latent_information_shares", "probe_losses", "linear_r2_scores"),
        *("log_loss_reduction", "subspaces"),
    ),
    "Samples in which one factor is fixed, or varies alone": (
        *("fixed_factor_confusion", "lowest_variance_votes", "varied_factor_votes"),
        *("robustness",),
    ),
    "Latents without factors": ("variances", "sparsity"),
}


def sheet_page() -> str:
    """A page of words and scores that fits on one sheet of A4 or Letter."""
    rows = [
        f"<tr><th>{word}</th><td>{sign}</td><td>{meaning}</td></tr>"
        for word, sign, meaning in (map(html.escape, row) for row in WORDS)
    ]
    half = len(rows) // 2
    tables = (f"<table>{''.join(part)}</table>" for part in (rows[:half], rows[half:]))
    scores = "".join(
        f'<tr><th colspan="3" class="group">{group}</th></tr>' + "".join(map(_row, members))
        for group, members in grouped().items()
    )
    return (
        (Path(__file__).with_name("sheet.html"))
        .read_text()
        .format(
            words="".join(tables),
            scores=scores,
            repository=heads.REPOSITORY,
            colours=STILL_CSS,
            font=FONT,
            ink=LIGHT["ink"],
            paper=LIGHT["paper"],
        )
    )


def grouped() -> dict[str, list[str]]:
    """Names of all metrics by what they read, in their order."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name, metric in METRICS.items():
        group = next(group for group, reads in GROUPS.items() if metric.measure.__name__ in reads)
        groups[group].append(name)
    return groups


def _row(name: str) -> str:
    docstring = METRICS[name].__doc__
    return (
        f"<tr><th>{name}</th><td>{html.escape(_summary(docstring))}</td>"
        f"<td><code>{html.escape(_formula(docstring))}</code></td></tr>"
    )


def _summary(docstring: str) -> str:
    """The first sentence after the full name of a metric, without its citations."""
    paragraph = docstring.split("\n\n")[1]
    sentence = ENDS.split(" ".join(paragraph.split()))[0]
    return re.sub(r" ?\[\d\]_", "", sentence).rstrip(".") + "."


def _formula(docstring: str) -> str:
    """The clauses of the notes that define the parts and their symbols."""
    _, sections = docstring_sections(docstring)
    clauses = [clause.rstrip(".").strip() for clause in _clauses(sections["Notes"])]
    words = "; ".join(filter(DEFINES.match, clauses)) or clauses[0]
    return words.replace("`", "")


def _clauses(text: str) -> list[str]:
    return ENDS.split(" ".join(text.split()))


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
