"""What the browser tests share: a folder for each file of tests, and a browser."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Error

sys.path.insert(0, str(Path(__file__).parent))

import firefox  # noqa: E402
import jupyter  # noqa: E402
import site_lite  # noqa: E402

PATHS = {"chromium": jupyter.CHROMIUM, "firefox": firefox.FIREFOX}


@pytest.hookimpl(tryfirst=True)  # before any fixture, such as a server, is created
def pytest_runtest_setup(item):
    """Skip a test whose browser is not installed, or fail it where browsers are required.

    The marker names the browser: `browser` is Chromium, `browser("firefox")` is Firefox.
    """
    if not (marker := item.get_closest_marker("browser")):
        return
    (name,) = marker.args or ("chromium",)
    if not PATHS[name]:
        skip(f"no {name} on PATH: install it (Debian's packages: chromium, firefox-esr)")


def skip(message):
    """Skip, or fail where browsers are required."""
    if os.environ.get("DISENTANGLE_EDU_BROWSER") == "required":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("jupyter")


@pytest.fixture(scope="module")
def chromium():
    with contextlib.ExitStack() as opened:
        try:
            chromium = opened.enter_context(jupyter.browser())
        except Error as error:  # a stand-in that asks for another package, for example
            skip(f"{jupyter.CHROMIUM} does not start: {error.message.splitlines()[0]}")
        yield chromium


@pytest.fixture
def page(chromium):
    """A page without errors in its console."""
    page = jupyter.new_page(chromium)
    yield page
    page.close()
    jupyter.assert_quiet(page)


@pytest.fixture(scope="module")
def address():
    """The address at which the built book is served."""
    python, builder = site_lite.PYTHON, site_lite.builder()
    if not (site_lite.REQUIRED or (python.exists() and (builder.KEPT / builder.ARCHIVE).exists())):
        pytest.skip("what the site is built from is missing: run `make book` once")
    subprocess.run([python, site_lite.BUILD], check=True)
    with site_lite.served() as address:
        yield address
