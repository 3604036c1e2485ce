"""What the site without a server is built from; tests/browser/test_site.py opens it."""

import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1] / "docs" / "site"
told = importlib.util.spec_from_file_location("site_builder", HERE / "build.py")
builder = importlib.util.module_from_spec(told)
told.loader.exec_module(builder)


def test_a_file_with_another_sum_is_refused(tmp_path):
    path = tmp_path / "a.whl"
    path.write_bytes(b"as it should be")
    assert builder.checked(path, builder.sum_of(path)) == path
    expected = builder.sum_of(path)
    path.write_bytes(b"not as it should be")
    with pytest.raises(ValueError, match=f"expected {expected}"):
        builder.checked(path, expected)


def test_every_wheel_is_pinned_with_its_sum():
    lines = (HERE / "wheels.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line) for line in pins)
    names = {builder.normal(line.split("==")[0]) for line in pins}
    assert len(names) == len(pins) and set(builder.FRONT) <= names


def test_what_a_package_stands_on_comes_with_it():
    needs = {"a": ["B_c"], "b-c": ["d"], "d": ["a"], "alone": []}
    packages = {name: {"depends": depends} for name, depends in needs.items()}
    assert list(builder.closure(packages, ["A", "unknown"])) == ["a", "b-c", "d"]


def test_the_first_page_names_every_notebook_once():
    page = builder.index()
    names = [path.name for path in builder.NOTEBOOKS.glob("*.ipynb")]
    assert len(re.findall(r"<li>", page)) == len(names)
    assert all(page.count(f"?path={name}") == 1 for name in names)
    assert "<!-- notebooks -->" not in page and 'id="jupyter-config-data"' in page
