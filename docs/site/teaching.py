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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
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
from disentangle_edu.widgets.interaction import Lab

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "disentangle_edu" / "chapters"
TITLE = re.compile(r"^# (.+)$", re.M)
CHAPTER = re.compile(r"\*\*In this chapter:\*\*\s*(.+?)(?=\n\*\*|\n\n|$)", re.S)
ENDS = re.compile(r"(?<=\.) (?=[A-Z])|; (?![^(]*\))")  # the end of a sentence or clause
LIST = re.compile(r"^(?:\* \*\*|\d\. )", re.M)  # the start of a list entry that slides show
EARNED = re.compile(r'labs\.earned\([^"]*"""(.*?)"""', re.S)
DEFINES = re.compile(
    r"(?:part|[DE]|S(?=_ik = ))_\w+ (?:=|is) "
)  # a formula in the notes of a metric
WAIT = ("labs.after", "labs.earned", "labs.predict")  # functions that wait for an answer
ID = re.compile(r'labs\.predict\("(.+?)"\)')
LIGHT_CSS = theme_css(":root", ":root.dark")  # slides have the light theme
# Width and height in pixels of the space for a picture: below the text, or beside it.
ROOM, BESIDE_ROOM = (1192.0, 500.0), (697.0, 500.0)
WIDTHS = range(320, 1250, 20)  # pixels: possible widths of a picture
LEAST_SCALE = 0.7  # at a smaller scale, a slide shows only a picture's first panels
PAGE, SHORT = 440, 160  # letters that fit beside a picture; letters too few for a slide
TASKS = re.compile(r"^\d\. ", re.M)
LINE, LINE_HEIGHT = 88, 34.0  # letters and pixels of a line above a picture


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


def lab_of(code: str, imports: str = "") -> str:
    """The line that makes the lab of a cell, for the book's page of one lab.

    Where a value is unknown, it is the lab as it opens by itself; the question that it waits for is
    left out.
    """
    for node in ast.walk(ast.parse(code)):
        name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name.startswith("labs.") and name not in WAIT:
            words = [word for word in node.keywords if word.arg != "after"]
            if any(word.arg == "judge" for word in words):
                continue  # the reader writes the judge in an earlier cell
            try:
                values = _values(words, code, imports)
            except NameError:
                values = {}  # some values depend on others
            return f"{name}({', '.join(f'{key}={value!r}' for key, value in values.items())})"
    return ""


def _values(words: list[ast.keyword], code: str, imports: str) -> dict[str, Any]:
    """Values of a call's arguments, given the notebook's imports and the cell's assignments."""
    lines = [line for line in ast.parse(code).body if isinstance(line, ast.Assign)]
    before = [ast.unparse(line) for line in lines if "labs." not in ast.unparse(line)]
    names: dict[str, Any] = {}
    if not all(map(_is_plain, words)):
        exec("\n".join([imports, *before]), names)
    values: dict[str, Any] = {}
    for word in words:
        value = eval(ast.unparse(word.value), names)
        value = value.tolist() if hasattr(value, "tolist") else value
        values |= {word.arg: value} if word.arg else value
    return values


def _is_plain(word: ast.keyword) -> bool:
    try:
        ast.literal_eval(word.value)
    except ValueError:
        return False
    return True


def imports_of(chapter: str) -> str:
    """The imports of a chapter's notebook."""
    code = [cell.source for cell in notebook_of(chapter).cells if cell.cell_type == "code"]
    lines = [line for source in code for line in ast.parse(source).body]
    return "\n".join(
        ast.unparse(line) for line in lines if isinstance(line, ast.Import | ast.ImportFrom)
    )


@dataclass
class Slide:
    """A slide: one idea in words, and one picture of it with a way to the live lab."""

    heading: str
    words: str = ""  # Markdown
    asks: str = ""  # HTML
    picture: Picture | None = None
    lab: str = ""  # the line of Python that makes the lab
    notes: str = ""  # for the speaker
    level: str = "##"
    ways: str = ""  # links next to the link to the lab
    page: str = ""  # a page with the question, because the page of one lab has none
    kind: str = ""  # "guess", "answer", "result" or empty

    def __str__(self) -> str:
        beside = self._is_beside
        parts = [f"{self.level} {self.heading}{KINDS.get(self.kind, '')}\n"]
        parts.append("::::{container} slide" + " beside" * beside)
        if self.asks:
            parts.append(_raw(f'<p class="asks">{self.asks}</p>'))
        if self.words:
            parts.append(f":::{{container}} words\n{self.words}\n:::\n")
        if self.picture:
            image = _image(self.picture, self._room(beside))
            parts.append(_raw(f'<div class="figure">{image}</div>'))
        if self.lab:
            where = f"../lab.html?code={quote(self.lab)}&amp;present=1"
            link = f'<a href="{where}" target="_blank">Move it</a>'
            ways = f' <span class="ways">{self.ways}</span>' if self.ways else ""
            parts.append(_raw(f'<p class="move">{link}{ways}</p>'))
        elif self.page:
            does = "Guess" if self.kind == "guess" else "Open it"
            link = f'<a href="../{self.page}" target="_blank">{does}</a>'
            parts.append(_raw(f'<p class="move page">{link}</p>'))
        if self.notes:
            parts.append(_raw(f'<aside class="notes">{html.escape(self.notes)}</aside>'))
        return "\n".join([*parts, "::::\n"])

    @property
    def _is_beside(self) -> bool:
        """Whether the picture is larger beside the text than below it."""
        if not self.picture or not self.words:
            return False
        above, beside = (_fit(self.picture, self._room(where))[0] for where in (False, True))
        return beside > above

    def _room(self, beside: bool) -> tuple[float, float]:
        """Width and height in pixels of the space for the picture."""
        question = -(-len(re.sub("<.*?>", "", self.asks)) // LINE) * LINE_HEIGHT
        words = sum(-(-len(line) // LINE) * LINE_HEIGHT + 8 for line in _lines(self.words))
        width, height = BESIDE_ROOM if beside else ROOM
        return width, max(height - question - words * (not beside), 60.0)


KINDS = {"guess": ": your guess", "answer": ": the answer"}  # added to a heading


def _readable(picture: Picture) -> Picture:
    """A picture, or the first panels of one that would be too small to read on a slide."""
    size, _ = _fit(picture, ROOM)
    fewer = replace(picture, panels=picture.panels[:-1])
    if size < LEAST_SCALE and fewer.panels and _fit(fewer, ROOM)[0] > size + 0.1:
        return _readable(fewer)
    return picture


def _fit(picture: Picture, room: tuple[float, float]) -> tuple[float, int]:
    """The largest scale at which a picture fits into a space, and the width to draw it for."""
    narrowest = max(panel.min_width for panel in picture.panels)
    widths = [width for width in WIDTHS if width >= narrowest] or [WIDTHS[-1]]
    heights = [picture.heights([width])[0][1] for width in widths]
    return max((min(room[0] / w, room[1] / h), w) for w, h in zip(widths, heights))


def _image(picture: Picture, room: tuple[float, float]) -> str:
    """A picture, drawn for the width at which it is largest on a slide."""
    svg = picture.at(_fit(picture, room)[1], LIGHT_CSS)
    svg = svg.replace(">your order<", "><")  # the slide shows the true order
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{html.escape(picture.alt)}" src="data:image/svg+xml;base64,{data}">'


def slides_of(chapter: str) -> Iterator[str]:
    """The slides of a chapter, in MyST: a heading of the second level begins a slide.

    The first slide has the first lab, so that no slide holds only a title.
    """
    head = notebook_of(chapter).cells[0].source
    first, *slides = _joined(_slides(chapter))
    promised = " ".join(CHAPTER.search(head)[1].split())
    words = f"{promised[:1].upper()}{promised[1:]}\n\n{first.asks}"
    ways = _links("The chapter", chapter)
    title = replace(first, heading=title_of(chapter), level="#", words=words, asks="", ways=ways)
    yield str(title)
    yield from map(str, slides)


def _slides(chapter: str) -> Iterator[Slide]:
    """The slides of a chapter in the order of its cells, with text and pictures separate."""
    heading, imports = title_of(chapter), imports_of(chapter)
    for cell in notebook_of(chapter).cells[1:]:
        if cell.cell_type == "markdown":
            for words in re.split(r"^(?=## )", cell.source, flags=re.M):
                heading = next(iter(re.findall(r"^## (.+)$", words, re.M)), heading)
                plain = _plain_words(words)
                if heading.startswith("Check yourself") and plain:
                    yield Slide("What to keep" if plain.startswith("**") else heading, plain)
                elif LIST.search(words):
                    yield Slide(heading, plain)
        elif earned := EARNED.search(cell.source):
            yield Slide(heading, _plain_words(earned[1]), kind="result")
        elif match := ID.search(cell.source):
            yield from _question_and_answer(heading, match[1], chapter)
        elif _shows_picture(cell) and (code := lab_of(cell.source, imports)):
            shown = eval(code, {"labs": labs})
            idea = (
                "" if not isinstance(shown, Lab) else (shown.draw.__doc__ or "").partition("\n")[0]
            )
            picture = _readable(getattr(shown, "picture", shown))
            yield Slide(heading, asks=idea, picture=picture, lab=code)


def _shows_picture(cell: nbformat.NotebookNode) -> bool:
    """Whether a cell shows a picture; some show a table, or only wait for an answer."""
    return any("<img" in output.get("data", {}).get("text/html", "") for output in cell.outputs)


def _question_and_answer(heading: str, id: str, chapter: str) -> Iterator[Slide]:
    """A slide with the empty scale of a question, and one with its answer."""
    question, answer = QUESTIONS[id], known_answer(id)
    first, asks = map(html.escape, question.parts)
    empty = Picture(panels=question.panels(question.scale.empty()), shows=question.scale.offers())
    full = f"{first} <strong>{asks}</strong>"
    anchor = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
    page = f"{chapter}.html#{anchor}"
    yield Slide(heading, asks=full, picture=empty, page=page, kind="guess")
    truth, figures = answer["truth"], tuple(answer["figures"])
    guess = truth if isinstance(question.scale, OrderScale) else question.scale.empty()
    comes = "; ".join(_row_in_words(row) for row in question.scale.table(truth, truth, figures)[1:])
    found = Picture(panels=question.panels(guess, truth, figures), shows=f"The answer is {comes}.")
    feedback = question.verdict(question.guess_for_tests, truth, figures)
    answered = f"{asks} <strong>{html.escape(comes)}</strong>"
    yield Slide(heading, asks=answered, picture=found, page=page, notes=feedback, kind="answer")


def _row_in_words(row: list[str]) -> str:
    """One row of a question in words: what it asks, the answer, and what was measured."""
    label, _, answer, *measured = row
    name = "" if label in ("", "your guess") else f"{label}: "
    return name + answer + "".join(f" ({figure})" for figure in measured)


def _joined(slides: Iterable[Slide]) -> list[Slide]:
    """Slides that each have a picture: text is next to the lab that it is about.

    Tasks are next to the next lab of their section. Other text is next to the previous lab.
    """
    every, out = list(slides), []
    waiting: dict[int, list[str]] = {}  # pages of text by the position of their lab
    are_labs = [bool(slide.picture and not slide.kind) for slide in every]
    newest = next(slide for slide, is_lab in zip(every, are_labs) if is_lab)
    for place, slide in enumerate(every):
        lab = _next_lab(every, are_labs, place)
        if slide.kind == "guess":
            out.append(slide)
        elif slide.kind == "answer":
            out.append(replace(slide, lab=every[lab].lab if lab else ""))
        elif slide.picture:
            newest = slide
            first, *others = waiting.get(place) or [""]
            out.append(replace(slide, words=first))
            out += [replace(slide, words=page, asks="") for page in others]
        elif lab and not slide.kind and (lab == place + 1 or TASKS.search(slide.words)):
            waiting[lab] = waiting.get(lab, []) + _pages(slide.words)
        elif len(slide.words) < SHORT and out[-1] == newest:
            out[-1] = replace(newest, words=slide.words)
        else:
            like = replace(newest, heading=slide.heading, asks="")
            out += [replace(like, words=page) for page in _pages(slide.words)]
    return out


def _next_lab(slides: list[Slide], are_labs: list[bool], place: int) -> int:
    """The position of the next lab in the section of a slide, or 0."""
    heading = slides[place].heading
    later = range(place + 1, len(slides))
    return next((i for i in later if are_labs[i] and slides[i].heading == heading), 0)


def _lines(words: str) -> list[str]:
    """Split text into paragraphs and list entries."""
    return re.split(r"\n\n|\n(?=(?:\*|\d+\.) )", words.strip())


def _pieces(words: str) -> list[str]:
    """Split text into paragraphs, each with the list after it unless that is too long."""
    blocks = re.split(r"\n\n(?!(?:\*|\d+\.) )", words.strip())
    return [
        piece for block in blocks for piece in ([block] if len(block) < PAGE else _lines(block))
    ]


def _pages(words: str) -> list[str]:
    """Split text into pages of similar length that fit beside a picture."""
    pages: list[str] = []
    share = len(words) / -(-len(words) // PAGE)
    for piece in _pieces(words):
        if pages and len(pages[-1]) + len(piece) / 2 < share:
            pages[-1] += f"\n\n{piece}"
        else:
            pages.append(piece)
    return pages


def _plain_words(text: str) -> str:
    """Prose of a chapter without its folds, headings and links."""
    text = re.sub(r"<details.*?</details>|^##? [^\n]*$|^Next: .*", "", text, flags=re.S | re.M)
    text = text.replace("The lab opens after this guess.", "")  # a slide's link opens it directly
    return re.sub(r"\[(.+?)\]\([^)]*\)", r"\1", text).strip()


def _links(name: str, page: str) -> str:
    """Links from slides to a page of the book and to the repository."""
    return f'<a href="../{page}.html">{name}</a>, <a href="{heads.REPOSITORY}">GitHub</a>'


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
    ways = _raw(f"<p>{_links('Teaching with it', 'teaching')}</p>")
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


WORDS = (  # terms of the course, and their symbols in papers
    ("factor", "v", "something that generates the data: a size, a position"),
    ("latent", "z", "one number of the code"),
    ("code", "z = r(x)", "the latents of x, a picture or a sentence; r is the encoder"),
    (
        "latent i, factor k",
        "z_i, v_k",
        "one of L latents, one of K factors; z or v alone: all of them; v_l: a factor other than k",
    ),
    (
        "part",
        "part_i, part_k",
        "of a latent i, a factor k or two factors j and k; a score is the mean of its parts",
    ),
    (
        "weight",
        "",
        "how much a part counts in the mean; all weights are 1 if none is named",
    ),
    ("entropy", "H(v_k)", "all bits of a factor or a latent; H(z_i, v_k): those of both together"),
    ("conditional entropy", "H(v_k | v_l)", "the bits of v_k that are left once v_l is known"),
    ("mutual information", "I(z_i; v_k), I_ik", "bits that a latent and a factor share"),
    ("logarithm", "log_n", "to base n: how often you multiply by n to get the number"),
    (
        "largest, second largest",
        "",
        "over all latents i in a part_k, and over all factors k in a part_i",
    ),
    (
        "assigned latent",
        "",
        "in DMIG and XMIG: the latent with most information about a factor is assigned to it",
    ),
    (
        "score of one latent",
        "S_ik",
        "in SAP: how well a linear model predicts factor k from latent i alone, R2 or accuracy",
    ),
    ("importance", "", "how much a predictor uses a latent for a factor; each row is a latent"),
    ("Characteristic 1", "", "a latent follows at most one factor"),
    ("Characteristic 2", "", "a factor moves at most one latent"),
    ("Characteristic 3", "", "each factor has a latent that moves with it alone and determines it"),
    (
        "focus",
        "1 - H / log n",
        "H of the shares of n entries; 1: all in one entry, 0: evenly spread",
    ),
    ("accuracy", "", "the share of right predictions"),
    ("correlation", "", "1 or -1: all samples are on a straight line; 0: no straight trend"),
    ("R2", "R²", "1 - squared error / variance: 1 if all is predicted, 0 if nothing is"),
    ("log loss", "", "the mean of -log of the probability that a predictor gave to the true value"),
    (
        "area under the ROC curve",
        "",
        "the chance that a sample with the value gets a higher prediction than one without",
    ),
    (
        "loss, probe",
        "",
        "the error that a predictor leaves; a probe is a predictor of limited size",
    ),
    ("cells", "", "in JEMMIG: values of the latent times values of the factor"),
    (
        "direction",
        "b_l, b_m",
        "a line in the space of latents, of length 1, with its importance_l for a factor",
    ),
    (
        "product of directions",
        "b_l . b_m",
        "the cosine of their angle: 1 if parallel, 0 if at right angles",
    ),
    (
        "robustness",
        "",
        "1: the latent stays still while only the other factors change; 0: it moves fully",
    ),
    (
        "size of a code",
        "|z|_1, |z|_2",
        "the sum of all absolute latents, and the root (sqrt) of the sum of their squares",
    ),
    ("fixed factor", "", "the factor that is the same in all samples of a batch"),
    ("threshold", "", "the variance that a latent must exceed to count as active"),
)
GROUPS = {  # metrics by the input of their measure
    "Mutual information of one latent and one factor": (
        *("mutual_information", "minimality_ratios", "sufficiency_ratios"),
    ),
    "Mutual information of all latents, or all factors, together": (
        *("explicitness_ratios", "compactness_ratios", "latent_information_shares"),
    ),
    "Predictors of a factor": (
        *("single_latent_scores", "importances", "all_latents_scores", "one_vs_rest_auc"),
        *("probe_losses", "linear_r2_scores", "log_loss_reduction"),
    ),
    "Correlations, after a matching of latents and factors": ("correlations",),
    "Subspaces: the directions of each factor": ("subspaces",),
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
