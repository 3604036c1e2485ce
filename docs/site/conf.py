"""Sphinx settings of the book and its labs; `book.py` writes the pages next to this file."""

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

import reference
from docutils import nodes

HERE = Path(__file__).parent
REPOSITORY = os.environ["BOOK_REPOSITORY"]

project = "disentangle_edu"
author = copyright = "the disentangle_edu authors"
extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc", "sphinx.ext.linkcode"]
nb_execution_mode = "off"  # the notebooks contain their outputs
nb_render_markdown_format = "gfm"
nb_mime_priority_overrides = [("html", "text/html", 0)]
myst_heading_anchors = 3
myst_all_links_external = True  # book.py has already resolved local links
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]
html_theme = "furo"
html_title = "disentangle_edu"
html_copy_source = False
html_static_path = ["_static"]
html_js_files = [("wake/cards.js", {"type": "module"})]
html_css_files = ["wake/stage.css", "wake/page.css"]
html_show_sphinx = False
html_show_search_summary = False  # it could show answers before a guess
html_last_updated_fmt = None
# Search shortcuts would move the focus to the search when a reader types "/" in a cell.
html_theme_options = {
    "enable_search_shortcuts": False,
    "footer_icons": [{"name": "GitHub", "url": REPOSITORY, "html": "GitHub", "class": ""}],
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "links.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
autodoc_member_order = "bysource"
autodoc_typehints = "none"
default_role = "py:obj"  # `mig` in a docstring is a link if the page documents it
maximum_signature_line_length = 80  # a longer one has one line per parameter
numpydoc_show_class_members = False  # autodoc lists them
toc_object_entries_show_parents = "hide"
templates_path = ["_templates"]

html_context = {"repository": REPOSITORY}
WAYS = (
    '<p class="de-ways">Also as a notebook: '
    '<a href="{root}notebooks/index.html?path={file}">in this browser</a>, '
    '<a href="https://mybinder.org/v2/gh/{repository}/HEAD?urlpath=lab/tree/notebooks/{file}">'
    "on Binder</a>.</p>"
)
# In the head, so that Python and the page load at the same time; page.js uses this worker.
START = (
    "<script>deWorker = Object.assign(new Worker('{address}', {{type: 'module'}}), "
    "{{onerror: () => {{ deWorkerFailed = true; }}, address: '{address}'}});</script>"
    # Rendering waits for page.js to lay out the labs, so that nothing moves afterwards.
    '<script type="module" blocking="render" src="{page}"></script>'
)


def linkcode_resolve(domain, info):
    """Where the repository shows the source of what the reference names."""
    return reference.source_address(info["module"], info["fullname"], REPOSITORY)


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
    # JupyterLite looks for this in the pages above its own, and a lab's button Link on its page.
    context["body"] += (
        '<script id="jupyter-config-data" type="application/json" '
        f'data-jupyter-lite-root="{root[:-1]}">{{}}</script>'
    )
    source = HERE / f"{page}.ipynb"
    if not source.exists():
        return
    metadata = json.loads(source.read_text())["metadata"]
    page_data = json.dumps(metadata["told"]).replace("</", "<\\/")
    wake = f"{root}_static/wake"
    context["metatags"] += START.format(address=f"{wake}/worker.js", page=f"{wake}/page.js")
    context["body"] += (
        '<p id="de-state" role="status" hidden></p>'
        f'<script id="de-cells" type="application/json">{page_data}</script>'
    )
    if file := metadata.get("file"):
        owner_and_name = urlsplit(REPOSITORY).path.strip("/")
        ways = WAYS.format(root=root, file=file, repository=owner_and_name)
        context["body"] = context["body"].replace("</h1>", f"</h1>{ways}", 1)


def setup(app):
    """Hang all of it in."""
    app.connect("autodoc-process-docstring", reference.mark_up, priority=100)  # before numpydoc
    app.connect("doctree-resolved", number_cells)
    app.connect("html-page-context", wake)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
