"""The site without a server: built here, and opened in a browser that asks this machine alone."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402
import site_lite  # noqa: E402

from disentangle_edu import labs  # noqa: E402
from disentangle_edu.bench.links import link  # noqa: E402

pytestmark = [pytest.mark.browser, pytest.mark.slow]
BUILD = jupyter.NOTEBOOKS.parent / "docs" / "site" / "build.py"
NAMES = ["01_dci", "04_sap", "06_matrix_by_hand", "08_witnesses"]  # none takes minutes
ARTIFACTS = os.environ.get("BROWSER_ARTIFACTS")
REQUIRED = os.environ.get("DISENTANGLE_EDU_LITE") == "required"

if not jupyter.CHROMIUM and not REQUIRED:
    pytest.skip("no Chromium found: see test_browser.py", allow_module_level=True)


def builder():
    """The module that builds the site."""
    told = importlib.util.spec_from_file_location("site_builder", BUILD)
    module = importlib.util.module_from_spec(told)
    told.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def address():
    python, kept = site_lite.PYTHON, builder().KEPT
    if not REQUIRED and not (python.exists() and (kept / builder().ARCHIVE).exists()):
        pytest.skip("what the site is built from is missing: run `make book` once")
    subprocess.run([python, BUILD], check=True)
    with site_lite.served() as address:
        yield address


@pytest.fixture
def page(chromium):
    page = jupyter.new_page(chromium)
    yield page
    page.close()
    jupyter.assert_quiet(page)


def picture_of(page, name):
    """Keep a picture of the page, where somebody wants to look at it."""
    if ARTIFACTS:
        page.screenshot(path=f"{ARTIFACTS}/{name}.png")


@pytest.mark.skipif(not shutil.which("node"), reason="without Node wheels stay as they are")
def test_what_a_first_picture_needs_comes_compiled(address):
    core = site_lite.SITE / "static" / "pyodide"
    listed = json.loads((core / "pyodide-lock.json").read_text())["packages"]
    for name, entry in listed.items():
        wheel = core / entry["file_name"]
        assert builder().sum_of(wheel) == entry["sha256"]
        files = zipfile.ZipFile(wheel).namelist()
        assert len(files) == len(set(files))
        assert any(file.endswith(".pyc") for file in files) == (name not in builder().LATE)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_says_there_what_is_saved_here(page, address, name):
    different = {
        j: site_lite.first_difference(*found[0])
        for j, _, found in site_lite.run_notebook(page, address, name)
        if found
    }
    assert different == {} and page.evaluate("probes.errors()") == []
    picture_of(page, f"site_{name}")


def stage_at(page, address, code, more=""):
    """The stage of one lab, opened by its address."""
    page.goto(f"{address}/{link(code)['page']}{more}")
    stage = page.locator(".de-stage")
    stage.locator("svg").first.wait_for(timeout=600_000)
    return stage


def says(page, stage, lab):
    """Wait until a stage says what a lab of this Python says."""
    words = lab.picture.text.splitlines()[0]
    page.wait_for_function(
        "([stage, words]) => stage.textContent.includes(words)",
        arg=[stage.element_handle(), words],
        timeout=120_000,
    )


def test_a_lab_opens_by_its_address_and_its_picture_is_a_control(page, address):
    stage = stage_at(page, address, "labs.sap_power(exponent=3)")
    says(page, stage, labs.sap_power(exponent=3))
    assert page.locator("text=import labs >> visible=true").count() == 0, "code is in sight"
    handle = stage.locator("[data-handle]").first
    handle.press("ArrowRight")
    says(page, stage, labs.sap_power(exponent=5))
    handle.hover()  # once it has glided to its place
    page.mouse.down()
    box, far = handle.bounding_box(), stage.locator("svg").bounding_box()
    page.mouse.move(far["x"] + far["width"] + 50, box["y"], steps=8)
    page.mouse.up()
    says(page, stage, labs.sap_power(exponent=35))
    opens = stage.get_by_role("link", name="Link").get_attribute("href")
    assert opens == f"{address}/{link('labs.sap_power(exponent=35)')['page']}"
    picture_of(page, "site_one_lab")


def test_a_presenter_asks_for_large_type_and_fewer_controls(page, address):
    more = "&present=1&hide=reset,undo,redo,code,noise"
    stage = stage_at(page, address, "labs.dci_even_rest()", more)
    page.wait_for_function(
        "() => document.querySelector('.de-stage svg').viewBox.baseVal.width < innerWidth / 1.3"
    )
    large = stage.locator(".de-said").evaluate("node => node.currentCSSZoom")
    assert large == 1.5
    assert stage.get_by_role("button", name="Undo").count() == 0
    assert stage.locator(".de-line").is_hidden()
    picture_of(page, "site_presented")


@pytest.mark.parametrize(
    ("held", "says"),
    [
        ("repl/bundle.js", ["Waiting for bundle.js", "Nothing has come for 1", "Reload this page"]),
        ("pyodide/numpy", ["numpy", "no answer for 8 seconds", "Reload this page"]),
    ],
)
def test_a_page_says_what_does_not_come_and_what_to_do(chromium, address, held, says):
    over = threading.Event()

    class Holding(site_lite.Quiet):
        """A server that never sends one of its files."""

        def do_GET(self):
            if held in self.path:
                over.wait()
            elif "pyodide.mjs" in self.path:
                words = (site_lite.SITE / "static" / "pyodide" / "pyodide.mjs").read_text()
                body = words.replace("LIMIT = 60_000", "LIMIT = 8_000").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/javascript")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            else:
                super().do_GET()

    with site_lite.served(handler=Holding) as other:
        page = jupyter.new_page(chromium)
        try:
            page.goto(f"{other}/{link('labs.rectangle()')['page']}", wait_until="commit")
            box = page.locator("#de-waiting")
            for words in says:
                box.get_by_text(words).wait_for(timeout=90_000)
            picture_of(page, f"site_waits_for_{held.split('/')[0]}")
        finally:
            over.set()
            page.close()


def test_what_is_said_of_waiting_goes_once_the_lab_is_there(page, address):
    stage_at(page, address, "labs.rectangle()")
    page.locator("#de-waiting").wait_for(state="detached", timeout=10_000)


def test_long_work_ends_when_a_reader_presses_stop(page, address):
    stage = stage_at(page, address, "labs.factor_vae(own=True)")
    stage.get_by_role("button", name="Run the full size").click()
    stage.locator("progress").wait_for(timeout=60_000)
    stage.get_by_role("button", name="Stop").click()
    stage.get_by_text("Interrupted").wait_for(timeout=60_000)
