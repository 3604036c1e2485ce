"""A JupyterLab of our own and a real browser: for the browser tests and the README's picture."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
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
    settings = folder / "settings"
    settings.mkdir()
    (settings / "overrides.json").write_text(json.dumps(NO_NEWS))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    private = {
        name: str(folder / name.lower())
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
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


def open_notebook(page, address, name):
    """Open a notebook and wait for its kernel."""
    page.goto(f"{address}/lab/tree/notebooks/{name}.ipynb?reset")
    page.wait_for_function(
        """() => {
        const panel = window.jupyterapp?.shell?.currentWidget;
        return panel?.sessionContext?.session?.kernel?.status === 'idle';
    }""",
        timeout=600_000,
    )


def run_all(page):
    """Run every cell and wait until the last one has its number."""
    page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
    page.wait_for_timeout(500)
    page.wait_for_function(
        """() => {
        const panel = jupyterapp.shell.currentWidget;
        const done = (cell) => cell.model.executionCount !== null
            && cell.model.executionState !== 'running';
        return panel.sessionContext.session.kernel.status === 'idle'
            && panel.content.widgets.filter((cell) => cell.model.type === 'code').every(done);
    }""",
        timeout=600_000,
        polling=300,
    )
    page.wait_for_timeout(800)


def first_lab(page):
    """The first output with controls, scrolled into view."""
    lab = page.locator(".jp-OutputArea-output:has(.widget-vbox)").first
    lab.scroll_into_view_if_needed()
    return lab
