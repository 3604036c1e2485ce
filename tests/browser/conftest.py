"""What the browser tests share: a folder for each file of tests, and a browser."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402
import site_lite  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("jupyter")


@pytest.fixture(scope="module")
def chromium():
    with jupyter.browser() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def address():
    """Where the book is served, once it is built."""
    python, builder = site_lite.PYTHON, site_lite.builder()
    if not (site_lite.REQUIRED or (python.exists() and (builder.KEPT / builder.ARCHIVE).exists())):
        pytest.skip("what the site is built from is missing: run `make book` once")
    subprocess.run([python, site_lite.BUILD], check=True)
    with site_lite.served() as address:
        yield address
