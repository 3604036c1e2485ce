"""What the browser tests share: a folder for each file of tests, and a browser."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("jupyter")


@pytest.fixture(scope="module")
def chromium():
    with jupyter.browser() as chromium:
        yield chromium
