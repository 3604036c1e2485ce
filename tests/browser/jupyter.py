"""JupyterLab with its own settings and a real browser, for browser tests and README pictures."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
SETTINGS = NOTEBOOKS.parent / "docs" / "site" / "jupyter_server_config.json"  # as `make lab` does
CHROMIUM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_NEWS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}
}


@contextlib.contextmanager
def server(folder):
    """JupyterLab on a copy of the notebooks, with settings of its own; yields its address."""
    shutil.copytree(
        NOTEBOOKS,
        folder / "notebooks",
        ignore=shutil.ignore_patterns("source", "__pycache__", ".ipynb_checkpoints"),
    )
    config = folder / "jupyter_config_dir"
    config.mkdir()
    shutil.copy(SETTINGS, config)
    settings = folder / "settings"
    settings.mkdir()
    (settings / "overrides.json").write_text(json.dumps(NO_NEWS))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    private = {
        name: str(folder / name.lower())
        for name in (
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_DATA_DIR",
            "JUPYTER_RUNTIME_DIR",
            "IPYTHONDIR",
            "XDG_CACHE_HOME",  # no results from an earlier session
        )
    }
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--ip=127.0.0.1",
        f"--port={port}",
        "--allow-root",
        "--IdentityProvider.token=",
        "--LabApp.expose_app_in_browser=True",
        f"--LabApp.app_settings_dir={settings}",
        f"--ServerApp.root_dir={folder}",
    ]
    with open(folder / "server.log", "w") as log:
        process = subprocess.Popen(
            command, env=os.environ | private, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(
            lambda: urllib.request.urlopen(f"{address}/api/status", timeout=2).status == 200,
            600,
            "JupyterLab did not start",
        )
        yield address
    finally:
        process.terminate()
        process.wait(20)


def _wait(ready, seconds, complaint):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if ready():
                return
        time.sleep(0.2)
    raise TimeoutError(complaint)


@contextlib.contextmanager
def browser():
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


def new_page(chromium, width=1400, height=1000, **how):
    """A page with the probes, which records its errors and the hosts that it requests."""
    page = chromium.new_page(viewport={"width": width, "height": height}, **how)
    page.add_init_script(path=Path(__file__).with_name("probes.js"))
    page.troubles, page.hosts, page.ending = [], set(), False
    noted = lambda words: page.ending or page.troubles.append(words)
    page.on("console", lambda said: said.type == "error" and noted(said.text))
    page.on("pageerror", lambda error: noted(str(error)))
    page.on("request", lambda asked: page.hosts.add(re.sub(r"^\w+://([^/:]*).*", r"\1", asked.url)))
    return page


LATE = "[anywidget] Failed to initialize model."  # after two seconds; another test covers it


def assert_quiet(page):
    """The console has no error, and no outside host was requested."""
    troubles = [trouble for trouble in page.troubles if LATE not in trouble]
    foreign = {host for host in page.hosts if not host.startswith(("data:", "blob:", "about:"))}
    assert not troubles, troubles
    assert foreign <= {"127.0.0.1"}, foreign


def give_room(page):
    """Close the sidebars on both sides of the notebook."""
    page.evaluate("""() => { for (const side of ['left', 'right'])
        if (document.querySelector(`#jp-${side}-stack:not(.lm-mod-hidden)`))
            jupyterapp.commands.execute(`application:toggle-${side}-area`); }""")


def open_notebook(page, address, name):
    """Open a notebook and wait for its kernel."""
    page.ending = False
    page.goto(f"{address}/lab/tree/notebooks/{name}.ipynb?reset")
    page.wait_for_function(
        """() => {
        const panel = window.jupyterapp?.shell?.currentWidget;
        return panel?.sessionContext?.session?.kernel?.status === 'idle';
    }""",
        timeout=600_000,
    )


def run_all(page):
    """Run every cell."""
    _run_to(page, "content.widgets.length - 1")


def run_to_first_lab(page):
    """Run the cells up to the first one that creates a lab."""
    made = (
        r"(cell) => cell.model.type === 'code' && /labs\.\w+\(/.test(cell.model.sharedModel.source)"
    )
    _run_to(page, f"content.widgets.findIndex({made})")


def _run_to(page, last):
    """Run the cells up to `last`, and wait until all have run or one has failed."""
    content = "const { content } = jupyterapp.shell.currentWidget;"
    last = page.evaluate(f"() => {{ {content} return {last}; }}")
    page.evaluate(
        f"""(last) => {{ {content}
        content.deselectAll();
        content.activeCellIndex = last;
        content.widgets.slice(0, last).forEach((cell) => content.select(cell));
        jupyterapp.commands.execute('notebook:run-cell');
    }}""",
        last,
    )
    page.wait_for_timeout(500)
    page.wait_for_function(
        """(last) => {
        const panel = jupyterapp.shell.currentWidget;
        if (probes.errors().length) return true;
        const done = (cell) => cell.model.executionCount !== null
            && cell.model.executionState !== 'running';
        const asked = panel.content.widgets.slice(0, last + 1);
        return panel.sessionContext.session.kernel.status === 'idle'
            && asked.filter((cell) => cell.model.type === 'code').every(done);
    }""",
        arg=last,
        timeout=600_000,
        polling=300,
    )
    page.wait_for_timeout(800)


def write_notebook(folder, name, cells):
    """Write a notebook of code cells into the folder, and sign it as `make lab` does."""
    import nbformat
    from nbformat.sign import NotebookNotary

    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata={"kernelspec": kernel}
    )
    nbformat.write(made, folder / "notebooks" / f"{name}.ipynb")
    NotebookNotary(data_dir=str(folder / "jupyter_data_dir")).sign(made)


def scroll_to(page, cell):
    """Bring a cell into view (those far away are not in the page) and return its locator."""
    page.evaluate(
        "async (j) => { await jupyterapp.shell.currentWidget.content.scrollToItem(j, 'start'); }",
        cell,
    )
    found = page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{cell}']").first
    found.wait_for(state="attached", timeout=10_000)
    return found


def stage_of(page, cell):
    """The stage in a cell's output, scrolled into view."""
    stage = scroll_to(page, cell).locator(".de-stage").first
    stage.wait_for(timeout=20_000)
    stage.scroll_into_view_if_needed()
    return stage


def live_cells(page):
    """The indices of the cells whose output is a stage."""
    return page.evaluate("probes.live()")


def use_theme(page, theme):
    """Switch to a theme, Light or Dark."""
    page.evaluate(
        f"jupyterapp.commands.execute('apputils:change-theme', {{theme: 'JupyterLab {theme}'}})"
    )
    page.wait_for_function(
        f"document.body.dataset.jpThemeLight === '{str(theme == 'Light').lower()}'", timeout=15_000
    )


def save_theme(folder, theme):
    """Load pages that are opened later in a theme, Light or Dark."""
    place = "jupyter_config_dir/lab/user-settings/@jupyterlab/apputils-extension"
    (folder / place).mkdir(parents=True, exist_ok=True)
    kept = folder / place / "themes.jupyterlab-settings"
    kept.write_text(json.dumps({"theme": f"JupyterLab {theme}"}))


def save_and_forget(page):
    """Save the notebook, shut its kernel down and leave the page."""
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty", timeout=20_000)
    shut_down(page)
    page.goto("about:blank")


def run_page(chromium, address, name, width=1400, height=1000, **how):
    """A notebook's page after a run, without sidebars; closed when the generator continues."""
    page = new_page(chromium, width, height, **how)
    open_notebook(page, address, name)
    give_room(page)
    run_all(page)
    assert page.evaluate("probes.errors()") == []
    yield page
    leave(page)


def leave(page):
    """End the kernel of a page, close the page, and check that it had no errors."""
    shut_down(page)
    page.close()
    assert_quiet(page)


def shut_down(page):
    """End the kernel of the notebook, so that the machine is free for the next.

    JupyterLab may ask for it once more and get a 404: no trouble that a reader could have.
    """
    page.ending = True
    page.evaluate(
        "async () => { await jupyterapp?.shell?.currentWidget?.sessionContext?.shutdown(); }"
    )
