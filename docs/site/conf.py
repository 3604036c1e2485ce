"""Sphinx settings of the book, and what wakes its labs; `book.py` writes the pages beside it."""

import json
import os
from pathlib import Path

from docutils import nodes

project = "disentangle_edu"
author = copyright = "the disentangle_edu authors"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
nb_execution_mode = "off"  # the notebooks bring their outputs
nb_render_markdown_format = "gfm"
nb_mime_priority_overrides = [("html", "text/html", 0)]
myst_heading_anchors = 3
myst_all_links_external = True  # book.py has written them as they are to be
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]
html_theme = "furo"
html_title = "disentangle_edu"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["wake/stage.css", "wake/page.css"]
html_show_sphinx = False
html_show_search_summary = False  # it would show what a guess has yet to open
html_last_updated_fmt = None
autodoc_member_order = "bysource"
autodoc_typehints = "none"
templates_path = []

HERE = Path(__file__).parent
REPOSITORY = os.environ["BOOK_REPOSITORY"]
WAYS = (
    '<p class="de-ways">Also as a notebook: '
    '<a href="{root}notebooks/index.html?path={file}">in this browser</a>, '
    '<a href="https://mybinder.org/v2/gh/{repository}/HEAD?urlpath=lab/tree/notebooks/{file}">'
    "on Binder</a>.</p>"
)
# In the head: Python loads while the page does; page.js talks to it.
START = (
    "<script>deWorker = Object.assign(new Worker('{address}', {{type: 'module'}}), "
    "{{onerror: () => {{ deWorkerFailed = true; }}, address: '{address}'}});</script>"
    # Nothing is painted before the labs are in their boxes: what is painted stays in its place.
    '<script type="module" blocking="render" src="{page}"></script>'
)


def number_cells(app, doctree, page):
    """Give every cell of code a name, by which the page finds its place."""
    for node in doctree.findall(nodes.container):
        if node.get("nb_element") == "cell_code":
            node["ids"] = [f"cell-{node['cell_index']}"]


def wake(app, page, template, context, doctree):
    """Bring what wakes a chapter's labs into its page, and the ways to its notebook."""
    if "body" not in context:
        return
    root = "../" * page.count("/") or "./"
    # JupyterLite looks for this in every page above its own, and a lab's Link on its page.
    context["body"] += (
        '<script id="jupyter-config-data" type="application/json" '
        f'data-jupyter-lite-root="{root[:-1]}">{{}}</script>'
    )
    source = HERE / f"{page}.ipynb"
    if not source.exists():
        return
    metadata = json.loads(source.read_text())["metadata"]
    told = json.dumps(metadata["told"]).replace("</", "<\\/")
    wake = f"{root}_static/wake"
    context["metatags"] += START.format(address=f"{wake}/worker.js", page=f"{wake}/page.js")
    context["body"] += (
        '<p id="de-state" role="status" hidden></p>'
        f'<script id="de-cells" type="application/json">{told}</script>'
    )
    if file := metadata.get("file"):
        ways = WAYS.format(root=root, file=file, repository=REPOSITORY)
        context["body"] = context["body"].replace("</h1>", f"</h1>{ways}", 1)


def as_written(app, what, name, thing, options, lines):
    """Keep a docstring's own lines: it is plain text with examples, and no markup."""
    written = []
    for paragraph in "\n".join(lines).strip().split("\n\n"):
        kind = "pycon" if paragraph.lstrip().startswith(">>>") else "text"
        written.extend(
            [f".. code-block:: {kind}", "", *("   " + line for line in paragraph.split("\n")), ""]
        )
    lines[:] = written


def setup(app):
    """Hang all of it in."""
    app.connect("autodoc-process-docstring", as_written)
    app.connect("doctree-resolved", number_cells)
    app.connect("html-page-context", wake)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
