"""The site without a server in a real browser: for its test, and all cells of all notebooks.

python tests/browser/site_lite.py              every notebook: seconds of CPU, and what differs
python tests/browser/site_lite.py 17 00        only those whose names begin so
"""

import contextlib
import functools
import http.server
import importlib.util
import json
import os
import sys
import threading
import time
from pathlib import Path

import jupyter
import psutil  # installed with ipykernel

from disentangle_edu.chapters.outputs import lasting, same  # noqa: E402
from disentangle_edu.course import notebook

BUILT = jupyter.NOTEBOOKS.parent / "build"
SITE, PYTHON = BUILT / "site", BUILT / "site-venv" / "bin" / "python"  # by `make book`
BUILD = BUILT.parent / "docs" / "site" / "build.py"
REQUIRED = os.environ.get("DISENTANGLE_EDU_LITE") == "required"
AWAKE = "'awake' in document.documentElement.dataset"  # for a page of the book
GIVEN_UP = """/^Python could not start(?!.*no answer for)/
    .test(document.getElementById('de-state')?.textContent)"""
ARTIFACTS = os.environ.get("BROWSER_ARTIFACTS")
FAR = 300_000  # milliseconds: ends what hangs, not what is slow
SLOW = 10  # CPU seconds above which a cell should warn that it is slow
GIVEN = "import os; os.environ['DISENTANGLE_EDU_GUESSES'] = 'given'"
RUN = """async (j) => {
    const panel = jupyterapp.shell.currentWidget;
    panel.content.activeCellIndex = j;
    panel.content.deselectAll();
    await jupyterapp.commands.execute('notebook:run-cell');
    return panel.content.widgets[j].model.outputs.toJSON();
}"""
ASK = """async (code) => {
    const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    await kernel.requestExecute({ code }).done;
}"""


def builder():
    """The module that builds the site."""
    told = importlib.util.spec_from_file_location("site_builder", BUILD)
    module = importlib.util.module_from_spec(told)
    told.loader.exec_module(module)
    return module


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, script):
        """Send a script instead of the file."""
        body = script.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_error(self, code, *words):
        print(f"{code} for {self.path}")
        super().send_error(code, *words)


@contextlib.contextmanager
def served(folder=SITE, handler=Quiet):
    """Serve a folder as a local site; yields its address."""
    handler = functools.partial(handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def wait_until_awake(page):
    """Wait until a page of the book is awake; fails at once with its message if it gives up."""
    page.wait_for_function(f"{AWAKE} || {GIVEN_UP}", timeout=FAR)
    assert page.evaluate(AWAKE), page.locator("#de-state").text_content()


def picture_of(page, name, whole=False):
    """Save a screenshot of the page if $BROWSER_ARTIFACTS is set."""
    if ARTIFACTS:
        page.screenshot(path=f"{ARTIFACTS}/{name}.png", full_page=whole)


def open_notebook(page, address, name):
    """Open one notebook and wait until its kernel is ready."""
    page.goto(f"{address}/notebooks/index.html?path={name}.ipynb")
    page.wait_for_function(
        """() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status
        === 'idle'""",
        timeout=600_000,
    )
    page.evaluate(ASK, GIVEN)


def saved_cells(name):
    """The cells of a notebook as saved in the repository."""
    import nbformat

    return nbformat.read(jupyter.NOTEBOOKS / f"{name}.ipynb", as_version=4).cells


def cells_of(name, words):
    """The indices of a chapter's code cells that contain these words."""
    cells = saved_cells(notebook(name))
    return [j for j, cell in enumerate(cells) if cell.cell_type == "code" and words in cell.source]


def differences(saved, found):
    """What a cell says here and does not say there, as pairs of texts.

    Pictures in SVG are texts, and compared; those that matplotlib paints in dots are not.
    """
    saved, found = lasting(saved), lasting(found)
    if len(saved) != len(found):
        return [(f"{len(saved)} outputs", f"{len(found)} outputs: {json.dumps(found)[:300]}")]
    pairs = []
    for old, new in zip(saved, found):
        texts = [(old.get("text"), new.get("text"))] if "text" in old else []
        texts += [
            (text, new.get("data", {}).get(key))
            for key, text in old.get("data", {}).items()
            if key != "image/png"
        ]
        pairs += [pair for pair in texts if not same(*pair)]
    return pairs


def cpu():
    """CPU seconds of all child processes, mostly the browser."""
    used = 0.0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            used += sum(process.cpu_times()[:2])
    return used


def run_notebook(page, address, name):
    """Run a notebook cell by cell; yields each cell's index, CPU seconds and differences."""
    open_notebook(page, address, name)
    for j, cell in enumerate(saved_cells(name)):
        if cell.cell_type == "code":
            start = cpu()
            outputs = page.evaluate(RUN, j)
            yield j, cpu() - start, differences(cell.outputs, outputs)


def first_difference(old, new):
    """The first pair of lines that differ between two texts."""
    for a, b in zip(str(old).splitlines(), str(new).splitlines()):
        if not same(a, b):
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), 0)
            return a[max(at - 60, 0) : at + 90], b[max(at - 60, 0) : at + 90]
    return str(old)[-150:], str(new)[-150:]


def main(starts):
    """Run every notebook cell by cell, and print a line for each slow or different cell."""
    names = sorted(path.stem for path in jupyter.NOTEBOOKS.glob("*.ipynb"))
    cells = equal = 0
    with served() as address, jupyter.browser() as chromium:
        for name in [name for name in names if not starts or name.startswith(tuple(starts))]:
            page, began, spent = jupyter.new_page(chromium), time.monotonic(), 0.0
            for j, seconds, found in run_notebook(page, address, name):
                cells, equal, spent = cells + 1, equal + (not found), spent + seconds
                if seconds > SLOW:
                    print(f"{name} cell {j}: {seconds:.0f} CPU s", flush=True)
                for old, new in map(lambda pair: first_difference(*pair), found):
                    print(f"{name} cell {j}:\n    {old!r}\n    {new!r}", flush=True)
            took = time.monotonic() - began
            print(f"{name}: {spent:.0f} CPU s, {took:.0f} s with its start", flush=True)
            page.close()
    print(f"{equal} of {cells} cells say what is saved")
    return 0 if equal == cells else 1


if __name__ == "__main__":
    sys.exit(main([Path(name).stem for name in sys.argv[1:]]))
