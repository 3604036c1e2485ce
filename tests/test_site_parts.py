"""The files of the site without a server; tests/browser/test_site.py opens the site."""

import ast
import html
import importlib.util
import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from urllib.parse import unquote

import pytest
import site_links
import slow_cases

import disentangle_edu
from disentangle_edu import METRICS, labs
from disentangle_edu.course import COURSE, GLOSSARY, link_to_pages

HERE = Path(__file__).resolve().parents[1] / "docs" / "site"
told = importlib.util.spec_from_file_location("site_builder", HERE / "build.py")
builder = importlib.util.module_from_spec(told)
told.loader.exec_module(builder)
teaching, heads, reference = builder.book.teaching, builder.heads, builder.book.reference
HOME, REPOSITORY = site_links.HOME, site_links.REPOSITORY


def test_checked_file_with_wrong_hash_raises(tmp_path):
    path = tmp_path / "a.whl"
    path.write_bytes(b"as it should be")
    assert builder.checked(path, builder.sum_of(path)) == path
    expected = builder.sum_of(path)
    path.write_bytes(b"not as it should be")
    with pytest.raises(ValueError, match=f"expected {expected}"):
        builder.checked(path, expected)


def test_wheels_file_pins_every_wheel_with_sha256():
    lines = (HERE / "wheels.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line) for line in pins)
    names = {builder.normal(line.split("==")[0]) for line in pins}
    assert len(names) == len(pins) and set(builder.FRONT) <= names


def test_closure_includes_dependencies_of_dependencies():
    needs = {"a": ["B_c"], "b-c": ["d"], "d": ["a"], "alone": []}
    packages = {name: {"depends": depends} for name, depends in needs.items()}
    assert list(builder.closure(packages, ["A", "unknown"])) == ["a", "b-c", "d"]


def test_contents_lists_every_chapter_once():
    lines = builder.book.contents().splitlines()
    for chapter in (*COURSE, GLOSSARY):
        assert lines.count(chapter) == 1


LONGER = ("zoo", "dci", "beta_vae")  # their answers take longer
CHAPTERS = slow_cases.cases([(chapter,) for chapter in COURSE], lambda chapter: chapter in LONGER)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_slides_of_chapter_contain_questions_and_labs(chapter):
    first, *slides = teaching.slides_of(chapter)
    assert first.startswith(f"# {teaching.title_of(chapter)}") and len(slides) >= 2
    asks = ["your guess" in slide or 'class="asks"' in slide for slide in slides]
    moves = [one for one in slides if 'class="move"' in one]
    # That chapter's lab needs the reader's own metric.
    assert any(asks) and (moves or chapter == "design_your_metric")
    for slide in moves:
        code = unquote(re.search(r"lab\.html\?code=([^&]+)&amp;present=1", slide)[1])
        assert "after=" not in code and hasattr(labs, ast.parse(code).body[0].value.func.attr)


@pytest.mark.slow
@pytest.mark.parametrize("chapter", COURSE)
def test_slides_links_open_every_lab(chapter):
    linked = re.findall(
        r"lab\.html\?code=([^&]+)&amp;present=1", "".join(teaching.slides_of(chapter))
    )
    for code in map(unquote, linked):
        shown = eval(code, {"labs": labs})
        assert getattr(shown, "picture", shown).alt, code


def test_slides_contain_results_and_tasks_without_markdown():
    told = "".join(teaching.slides_of("sap"))
    assert "these few determine the line" in told and "Two things go wrong" in told
    assert "Can a few samples fool" in told and "<details" not in told and "](" not in told


def test_lab_of_cell_drops_after_and_variables():
    code = "lab = labs.matrix_by_hand(after=(twice, order), start='every factor twice', n=shown)"
    assert teaching.lab_of(code) == "labs.matrix_by_hand()"
    assert teaching.lab_of(code.replace(", n=shown", "")) == (
        "labs.matrix_by_hand(start='every factor twice')"
    )
    assert teaching.lab_of("labs.after(twice, lambda: 1)") == ""


def test_sheet_page_has_formula_for_every_metric():
    words = html.unescape(teaching.sheet_page())
    for name in METRICS:
        row = re.search(rf"<th>{name}</th><td>(.+?)</td><td><code>(.+?)</code>", words)
        assert row[1].endswith(".") and len(row[2]) < 200
    assert "part_k = (largest I_ik - second largest I_ik) / H(v_k), over latents i" in words


@pytest.mark.slow
def test_alone_second_build_waits_for_first(tmp_path):
    other = textwrap.dedent(f"""
        import importlib.util, pathlib
        told = importlib.util.spec_from_file_location("builder", {str(HERE / "build.py")!r})
        builder = importlib.util.module_from_spec(told)
        told.loader.exec_module(builder)
        with builder.alone(pathlib.Path({str(tmp_path)!r})):
            print("at work")
    """)
    with builder.alone(tmp_path):
        second = subprocess.Popen(
            [sys.executable, "-c", other], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert "waiting" in second.stdout.readline()
        assert second.poll() is None
    assert second.communicate(timeout=60)[0] == "at work\n"


def test_check_wheel_that_differs_from_lock_raises(tmp_path):
    core = tmp_path / "static" / "pyodide"
    core.mkdir(parents=True)
    (core / "a.whl").write_bytes(b"a wheel")
    listed = {"file_name": "a.whl", "sha256": builder.sum_of(core / "a.whl")}
    (core / "pyodide-lock.json").write_text(json.dumps({"packages": {"a": listed}}))
    builder.check(tmp_path)
    (core / "a.whl").write_bytes(b"half a wheel")
    with pytest.raises(ValueError, match="a.whl"):
        builder.check(tmp_path)


def test_page_starts_with_script_that_lists_files_to_load(tmp_path):
    page = tmp_path / "index.html"
    head = '<head><link rel="preload" href="../main.js"><script>import(\'../more.js\')</script>'
    page.write_text(f"<html>{head}</head></html>")
    builder.say_what_is_waited_for(page)
    words = page.read_text()
    assert words.startswith("<html><head>\n<style>") and words.count("</script>") == 2
    assert words.index("EXPECTED") < words.index("preload")
    assert 'EXPECTED = ["../main.js", "../more.js"]' in words


# ------------------------------------------------------------------------------------------- links


def site_of(folder, words, name="index.html"):
    """A small site with one page of this text, and the files that it may link to."""
    (folder / "slides").mkdir()
    (folder / "files").mkdir()
    (folder / "files" / "01_dci.ipynb").write_text('{"cells": []}')
    (folder / "other.html").write_text('<h1 id="there">Other</h1>')
    (folder / "picture.png").write_bytes(b"")
    (folder / name).write_text(words)
    return folder


SVG = "data:image/svg+xml;base64,PGEgaHJlZj0ibm8uaHRtbCI+PC9hPg=="  # <a href="no.html"></a>
HELD = [
    '<a href="other.html">',
    '<a href="./other.html#there">',
    '<a href="other.html?q=a&amp;b=c#there">',
    '<a href="#"></a><a href="#here"></a><p id="here"></p>',
    '<img src="picture.png" srcset="picture.png 2x, other.html 300w">',
    f'<a href="{HOME}other.html#there">',
    '<a href="/disentangle_edu/other.html">',
    '<a href="notebooks/index.html?path=01_dci.ipynb">',
    f'<a href="{REPOSITORY}blob/main/README.md#how-to-cite">',
    f'<a href="{REPOSITORY}issues/new">',
    '<a href="https://example.org/no.html">',
    "<a href=\"mailto:a@b.c\"></a><img src='data:image/png;base64,AAAA'>",
    "<script>const f = (rep) => METRICS[name](rep), g = 'a b.js c';</script>",
]
BROKEN = [
    '<a href="no.html">',
    '<a href="other.html#not-there">',
    '<a href="#not-there">',
    '<img src="no.png">',
    '<img srcset="picture.png 1x, no.png 2x">',
    '<link rel="icon" href="favicon.ico">',
    '<meta property="og:image" content="{home}no.png">',
    '<a href="{home}no.html">',
    '<a href="/other.html">',
    '<a href="../other.html">',
    '<a href="notebooks/index.html?path=08_no.ipynb">',
    '<a href="{repository}blob/main/no.py">',
    '<a href="{repository}blob/main/LICENSE#L99999">',
    '<a href="https://github.com/disentangle-edu/disentangle_edu#no-such-heading">',
    '<a href="https://mybinder.org/v2/gh/a/b/HEAD?urlpath=lab/tree/notebooks/99_no.ipynb">',
    '<script type="application/json">{{"cell": "<a href=\\"08_no.ipynb\\">"}}</script>',
    '<script type="application/json">["see [this](08_no.ipynb#there)"]</script>',
    "<script>new Worker('./no.js')</script>",
    "<style>body {{ background: url('no.png') }}</style>",
    '<p style="background: url(no.png)">',
    f'<img src="{SVG}">',
]


@pytest.mark.parametrize("words", HELD)
def test_dead_links_of_valid_page_is_empty(tmp_path, words):
    site = site_of(tmp_path, words)
    (site / "notebooks").mkdir()
    (site / "notebooks" / "index.html").write_text("")
    assert site_links.dead_links(site) == []


@pytest.mark.parametrize("words", BROKEN)
def test_dead_links_of_a_broken_link_names_its_page(tmp_path, words):
    site = site_of(tmp_path, words.format(home=HOME, repository=REPOSITORY))
    (site / "notebooks").mkdir()
    (site / "notebooks" / "index.html").write_text("")
    (found,) = site_links.dead_links(site)
    assert found.startswith("index.html: ")


def test_dead_links_are_found_in_notebooks_styles_and_indexes(tmp_path):
    site = site_of(tmp_path, "")
    cells = [{"cell_type": "markdown", "source": ["[next](02_no.ipynb)"]}]
    output = {"data": {"text/html": ['<a href="03_no.ipynb">']}}
    cells.append({"cell_type": "code", "source": "", "outputs": [output]})
    (site / "files" / "01_dci.ipynb").write_text(json.dumps({"cells": cells}))
    (site / "style.css").write_text("p { background: url(no.png) }")
    (site / "sitemap.xml").write_text(f"<loc>{HOME}no.html</loc>")
    index = {"docnames": ["other"], "alltitles": {"Other": [[0, "not-there"]]}}
    (site / "searchindex.js").write_text(f"Search.setIndex({json.dumps(index)})")
    found = {line.split(" (")[0] for line in site_links.dead_links(site)}
    assert found == {
        "files/01_dci.ipynb: 02_no.ipynb",
        "files/01_dci.ipynb: 03_no.ipynb",
        "style.css: no.png",
        f"sitemap.xml: {HOME}no.html",
        "searchindex.js, Other: other.html#not-there",
    }


@pytest.mark.parametrize(
    ("notebook_link", "page_link"),
    [
        ("[x](08_witnesses.ipynb)", "[x](witnesses.html)"),
        ("[x](glossary.ipynb#latent)", "[x](glossary.html#latent)"),
        ('<a href="08_witnesses.ipynb">', '<a href="witnesses.html">'),
        ("<a href='01_dci.ipynb#a'>", "<a href='dci.html#a'>"),
    ],
)
def test_link_to_pages_replaces_notebook_by_its_page(notebook_link, page_link):
    assert link_to_pages(f"a {notebook_link} b") == f"a {page_link} b"


@pytest.mark.parametrize(
    "words", ["`01_dci.ipynb`", "[x](https://a.org/01_dci.ipynb)", 'path="01_dci.ipynb"']
)
def test_link_to_pages_of_other_text_changes_nothing(words):
    assert link_to_pages(words) == words


@pytest.mark.parametrize("chapter", [*COURSE, GLOSSARY])
def test_chapter_page_has_no_link_to_notebook(chapter):
    told = json.dumps(builder.book.chapter_page(chapter).cells)
    assert re.findall(r"(?:href=\\?[\"']|\]\()[\w./]*\.ipynb", told) == []


# ------------------------------------------------------------------------------- heads of all pages

PAGE = """<html><head><meta name="viewport" content="width=device-width">
<meta name="viewport" content="width=device-width, initial-scale=1" />
<link rel="shortcut icon" href="old.ico"><title>{title}</title></head><body><article>
<h1>MIG &amp; others<a class="headerlink" href="#mig">#</a></h1>
<p class="de-ways">Also as a notebook.</p>
<p>Two judges count <em>bits</em>.</p><p>One reads columns.</p><pre><p>x</p></pre>
<a href="dci.html">DCI</a><img src="./a.png"><a href="#top">up</a><a href="https://a.org">a</a>
</article></body></html>"""


def test_complete_page_has_each_head_line_once():
    page = heads.complete("slides/mig.html", PAGE.format(title="MIG - disentangle_edu"))
    assert page.count('name="viewport"') == page.count('rel="icon"') == 1
    assert '<meta name="description" content="Two judges count bits. One reads columns.' in page
    assert '<meta property="og:title" content="MIG - disentangle_edu">' in page
    assert f'<meta property="og:url" content="{HOME}slides/mig.html">' in page
    assert f'<link rel="icon" href="../{heads.ICON}"' in page
    assert page.count("</head>") == 1 and "old.ico" not in page


def test_complete_first_page_has_project_description():
    page = heads.complete("index.html", PAGE.format(title="disentangle_edu"))
    assert "<title>MIG &amp; others - disentangle_edu</title>" in page
    assert f'<meta name="description" content="{heads.PROJECT["description"]}">' in page


def test_complete_404_page_has_absolute_links():
    page = heads.complete("404.html", PAGE.format(title="No"))
    links = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert "/disentangle_edu/dci.html" in links and "/disentangle_edu/a.png" in links
    assert all(link.startswith(("/disentangle_edu/", "#", "https://")) for link in links)


# ------------------------------------------------------------------------------------ the reference


def test_reference_documents_all_that_the_package_exports():
    exported = {name for name in disentangle_edu.__all__ if callable(vars(disentangle_edu)[name])}
    assert exported <= {name for _, name in reference.documented()}


def test_reference_page_names_each_object_once_and_no_helper():
    named = re.findall(r"^\.\. auto(?:class|function):: (\S+)$", reference.reference_page(), re.M)
    expected = [f"{module}.{name}" for module, name in reference.documented()]
    assert sorted(named) == sorted(expected) and len(named) == len(set(named))
    assert "top_two" not in {name.rpartition(".")[2] for name in named}
    for module, name in reference.documented():
        assert hasattr(importlib.import_module(module), name)


def marked_up(docstring):
    lines = docstring.split("\n")
    reference.mark_up(None, "function", "f", None, None, lines)
    return "\n".join(lines)


def test_mark_up_plain_text_escapes_and_lists_options():
    told = marked_up(
        "A*b of I_ik.\n\n    bins : how many; see `mig`.\n    n, m : sizes.   k : more."
    )
    assert "A\\*b of I\\_ik." in told
    assert "bins\n    how many; see `mig`." in told
    assert "n, m\n    sizes." in told and "\nk\n    more." in told


def test_mark_up_keeps_code_as_code():
    told = marked_up('With dead_latents="zero" it is 0.\n\n    >>> a_b * 2\n    4')
    assert '``dead_latents="zero"``' in told and "\n>>> a_b * 2\n4" in told


def test_mark_up_numpydoc_changes_nothing():
    docstring = "MIG.\n\nParameters\n----------\nbins : int\n    How *many*."
    assert marked_up(docstring) == docstring


def test_source_address_leads_to_lines_of_metric():
    address = reference.source_address("disentangle_edu", "mig", REPOSITORY.rstrip("/"))
    place, first, last = re.fullmatch(r".*/blob/main/(.+)#L(\d+)-L(\d+)", address).groups()
    lines = (HERE.parents[1] / place).read_text().splitlines()[int(first) - 1 : int(last)]
    assert any(line.startswith("def mig(") for line in lines)


# ---------------------------------------------------------------------------------- the built site


@pytest.fixture(scope="module")
def site():
    """The folder of the built site, if it is newer than its sources."""
    if not builder.BUILT.exists() or builder.BUILT.read_text() != builder.sources():
        pytest.skip("the site is not built, or is older than its sources: run `make book`")
    return builder.SITE


@pytest.fixture(scope="module")
def pages(site):
    """{name: text} of the book's pages and of all slides."""
    paths = [*site.glob("*.html"), *site.glob("slides/*.html")]
    return {path.relative_to(site).as_posix(): path.read_text() for path in paths}


def test_built_site_has_no_dead_link(site):
    assert site_links.dead_links(site) == []


def test_built_pages_have_their_metadata_once(site, pages):
    apps = {f"{app}/index.html": (site / app / "index.html").read_text() for app in ("lab", "tree")}
    for name, words in (pages | apps).items():
        found = site_links.Page(words)
        assert words.count('name="viewport"') <= 1 and words.count('rel="icon"') == 1, name
        assert words.partition("</head>")[0].count("<title>") == 1, name
        for line in ('name="description"', *(f'property="og:{key}"' for key in heads.SHARED)):
            assert len(re.findall(rf'<meta {line} content="[^"]+"', words)) == 1, (name, line)
        assert words.count('name="twitter:card"') == 1 and heads.HOME + heads.CARD in found.links
    assert "really measure" in re.search(r"<title>(.*?)</title>", pages["index.html"])[1]


def test_built_pages_link_to_repository_installation_and_citation(pages):
    for name, words in pages.items():
        assert heads.REPOSITORY in site_links.Page(words).links, name
    links = site_links.Page(pages["index.html"]).links
    assert "installing.html" in links and "references.html" in links


def test_built_pages_close_every_tag(pages):
    for name, words in pages.items():
        for tag in ("section", "div", "article"):
            assert len(re.findall(rf"<{tag}[ >]", words)) == words.count(f"</{tag}>"), (name, tag)
        assert re.findall(r'(?:href|src)="[^"]*&(?!#?\w+;)[^"]*"', words) == [], name


def test_built_404_page_has_absolute_links(pages):
    links = [link for link in site_links.Page(pages["404.html"]).links if not link.startswith("#")]
    assert links and all(link.startswith(("/disentangle_edu/", "https://")) for link in links)


def test_built_search_keeps_slash_key_for_code(site):
    words = (site / "_static" / "documentation_options.js").read_text()
    assert "ENABLE_SEARCH_SHORTCUTS: false" in words


def test_built_style_hides_the_skip_link_in_print(site):
    words = (site / "_static" / "wake" / "page.css").read_text()
    assert re.search(r"@media print \{ \.skip-to-content \{ display: none; \} \}", words)


TOLD = """
import json, sys, types
told = {"late": {}, "kept": {"runs KL": {"runs": [None, 1.5]}}, "site": ""}
sys.modules["js"] = types.ModuleType("js")
sys.modules["page"] = types.ModuleType("page")
sys.modules["page"].told = json.dumps(told)
import start
from pathlib import Path
from disentangle_edu.cache import JsonCache
assert JsonCache(Path("runs")).get("KL") == {"runs": [None, 1.5]}
"""


def test_page_data_reaches_python_as_json_without_javascript_null():
    wake = HERE / "wake"
    subprocess.run([sys.executable, "-c", TOLD], check=True, cwd=wake)
    assert 'registerJsModule("page", { told: JSON.stringify(' in (wake / "worker.js").read_text()
    for file in wake.glob("*.py"):  # to_py() would leave a JsNull inside the dict
        assert ".to_py(" not in file.read_text(), file.name


def test_put_to_sleep_page_has_same_size_and_state_as_live_lab():
    asleep = builder.book.asleep
    page = builder.book.index_page()
    builder.book.put_to_sleep(page)
    ((number, state),) = page.metadata.told["asleep"].items()
    lab = labs.dial()
    lab.refresh()
    scene, heights = state["scene"], dict(state["scene"]["still"]["heights"])
    same = ("caption", "text", "tasks", "values", "enabled", "code", "message")
    assert [scene[name] for name in same] == [lab.stage.scene[name] for name in same]
    assert state["controls"] == lab.stage.controls and "svg" not in scene
    for width in asleep.WIDTHS:
        height = heights[max(least for least in heights if least <= width)]
        assert f'height="{height:g}"' in lab.picture.at(width)
    shown = page.cells[number].outputs[0].data["text/html"]
    assert shown.count("<img") == 1 and 'class="de-picture"' in shown


def test_put_to_sleep_page_with_folder_stores_every_frame_of_its_lab(tmp_path):
    page = builder.book.index_page()
    builder.book.put_to_sleep(page, "index", tmp_path)
    ((number, state),) = page.metadata.told["asleep"].items()
    said, lab = state["frames"], labs.dial()
    path = tmp_path / f"index-{number}.json"
    stored = json.loads(path.read_text())
    assert said["file"] == path.name and state["controls"] == lab.stage.controls
    assert path.stat().st_size + len(json.dumps(said)) < 600_000
    for width in builder.book.frames.WIDTHS:
        first, frames = said["first"][str(width)], stored["frames"][str(width)]
        assert len(frames) == 90 / said["step"]
        for j, changes in enumerate([[], *frames]):
            parts = first.split('"')
            for place, piece in zip(changes[::2], changes[1::2]):
                parts[place] = stored["pieces"][piece]
            scene, degrees = json.loads('"'.join(parts)), j * said["step"]
            picture = lab.draw(degrees=degrees, direction=1, network="B")
            assert scene["svg"] == picture.at(width) and scene["caption"] == picture.caption
            assert scene["values"][said["control"]] == degrees


def test_frames_of_pictures_with_other_shapes_raise():
    with pytest.raises(ValueError, match="found 3 pieces, expected 5"):
        builder.book.frames.changes('<a x="1">', '<a x="1" y="2">', {})


def test_put_to_sleep_page_that_defines_metric_restores_registry():
    ours = dict(METRICS)
    builder.book.put_to_sleep(builder.book.chapter_page("design_your_metric"))
    assert ours == METRICS


WOKEN = """
import sys
from unittest.mock import MagicMock
for name in ("js", "pyodide", "pyodide.code", "pyodide.ffi", "start"):
    sys.modules[name] = MagicMock()
for name in {absent}:
    sys.modules[name] = None
words = open("wake.py").read()
exec(words[: words.index("names = {{")])
"""


def test_wake_without_optional_libraries_imports():
    absent = ["IPython", "ipykernel", "nbformat", "matplotlib", "pandas", "scipy", "sklearn"]
    code = WOKEN.format(absent=absent)
    subprocess.run([sys.executable, "-c", code], check=True, cwd=HERE / "wake")


@pytest.mark.parametrize("chapter", COURSE)
def test_wake_code_of_open_lab_needs_no_closed_cell(chapter):
    pieces = builder.book.chapter_page(chapter).metadata.told["cells"]
    asks = ["labs.predict(" in code for _, code, *_ in pieces]
    for _, code, when, needs in pieces:
        if when == "lab" and not any(asks[place] for place in needs):
            closed = [n for n in needs if any(asks[place] for place in pieces[n][3])]
            assert closed == [], code


@pytest.mark.parametrize(
    ("code", "makes", "uses"),
    [
        ("q = ask(1)\nq", {"q"}, {"ask"}),
        ("rows = {w: at(q) for w, q in asked}", {"rows"}, {"at", "asked"}),
        ("def f(a):\n    b = a + c\n    return b", {"f"}, {"c"}),
        ("for q in asked:\n    at(q)", {"q"}, {"asked", "at"}),
        ("with lent(p) as f:\n    f.read()", {"f"}, {"lent", "p"}),
        ("if sure:\n    x = 1\nx", {"x"}, {"sure", "x"}),
        ("x += 1", {"x"}, {"x"}),
        ("import numpy as np\nnp.eye(3)", {"np"}, set()),
    ],
)
def test_names_of_cell_separate_defined_and_used_names(code, makes, uses):
    assert builder.book.names(ast.parse(code)) == (makes, uses)
