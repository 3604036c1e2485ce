"""What the site without a server is built from; tests/browser/test_site.py opens it."""

import ast
import html
import importlib.util
import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from urllib.parse import unquote

import parted
import pytest

from disentangle_edu import METRICS, labs
from disentangle_edu.course import COURSE, GLOSSARY

HERE = Path(__file__).resolve().parents[1] / "docs" / "site"
told = importlib.util.spec_from_file_location("site_builder", HERE / "build.py")
builder = importlib.util.module_from_spec(told)
told.loader.exec_module(builder)
teaching = builder.book.teaching


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


def test_every_page_names_every_chapter_once():
    lines = builder.book.contents().splitlines()
    for chapter in (*COURSE, GLOSSARY):
        assert lines.count(chapter) == 1


LONGER = ("zoo", "absent_factors", "dci", "beta_vae")  # their answers take a while
CHAPTERS = parted.cases([(chapter,) for chapter in COURSE], lambda chapter: chapter in LONGER)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_slides_ask_before_they_show(chapter):
    first, *slides = teaching.slides_of(chapter)
    assert first.startswith(f"# {teaching.title_of(chapter)}") and len(slides) >= 2
    asks = ["your guess" in slide or 'class="asks"' in slide for slide in slides]
    moves = [one for one in slides if 'class="move"' in one]
    assert any(asks) and (moves or chapter == "design_your_metric")  # which needs your judge
    for slide in moves:
        code = unquote(re.search(r"lab\.html\?code=([^&]+)&present=1", slide)[1])
        assert "after=" not in code and hasattr(labs, ast.parse(code).body[0].value.func.attr)


@pytest.mark.slow
@pytest.mark.parametrize("chapter", COURSE)
def test_every_lab_of_a_slide_opens(chapter):
    linked = re.findall(r"lab\.html\?code=([^&]+)&present=1", "".join(teaching.slides_of(chapter)))
    for code in map(unquote, linked):
        shown = eval(code, {"labs": labs})
        assert getattr(shown, "picture", shown).alt, code


def test_slides_say_what_was_found_out():
    told = "".join(teaching.slides_of("dci"))
    assert "So D punishes crumbs" in told and "**D**, disentanglement" in told
    assert "Can most rows be in focus" in told and "<details" not in told and "](" not in told


def test_a_slides_lab_stands_as_in_its_chapter():
    code = "lab = labs.matrix_by_hand(after=(twice, order), start='every factor twice', n=shown)"
    assert teaching.lab_of(code) == "labs.matrix_by_hand()"
    assert teaching.lab_of(code.replace(", n=shown", "")) == (
        "labs.matrix_by_hand(start='every factor twice')"
    )
    assert teaching.lab_of("labs.after(twice, lambda: 1)") == ""


def test_the_sheet_has_a_formula_for_every_score():
    words = html.unescape(teaching.sheet_page())
    for name in METRICS:
        row = re.search(rf"<th>{name}</th><td>(.+?)</td><td><code>(.+?)</code>", words)
        assert row[1].endswith("?") and len(row[2]) < 200
    assert "part_k = (largest I_ik - second largest I_ik) / H(v_k) over latents i" in words


@pytest.mark.slow
def test_of_two_builds_the_second_waits(tmp_path):
    other = textwrap.dedent(f"""
        import importlib.util, pathlib
        told = importlib.util.spec_from_file_location("builder", {str(HERE / "build.py")!r})
        builder = importlib.util.module_from_spec(told)
        told.loader.exec_module(builder)
        with builder.alone(pathlib.Path({str(tmp_path)!r})):
            print("at work")
    """)
    with builder.alone(tmp_path):
        second = subprocess.Popen(
            [sys.executable, "-c", other], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert "waiting" in second.stdout.readline()
        assert second.poll() is None
    assert second.communicate(timeout=60)[0] == "at work\n"


def test_a_wheel_that_is_not_as_the_lock_has_it_is_no_site(tmp_path):
    core = tmp_path / "static" / "pyodide"
    core.mkdir(parents=True)
    (core / "a.whl").write_bytes(b"a wheel")
    listed = {"file_name": "a.whl", "sha256": builder.sum_of(core / "a.whl")}
    (core / "pyodide-lock.json").write_text(json.dumps({"packages": {"a": listed}}))
    builder.check(tmp_path)
    (core / "a.whl").write_bytes(b"half a wheel")
    with pytest.raises(ValueError, match="a.whl"):
        builder.check(tmp_path)


def test_a_page_begins_with_the_words_on_what_it_waits_for(tmp_path):
    page = tmp_path / "index.html"
    head = '<head><link rel="preload" href="../main.js"><script>import(\'../more.js\')</script>'
    page.write_text(f"<html>{head}</head></html>")
    builder.say_what_is_waited_for(page)
    words = page.read_text()
    assert words.startswith("<html><head>\n<style>") and words.count("</script>") == 2
    assert words.index("EXPECTED") < words.index("preload")
    assert 'EXPECTED = ["../main.js", "../more.js"]' in words


TOLD = """
import json, sys, types
told = {"late": {}, "kept": {"runs KL": {"runs": [None, 1.5]}}, "site": ""}
sys.modules["js"] = types.ModuleType("js")
sys.modules["page"] = types.ModuleType("page")
sys.modules["page"].told = json.dumps(told)
import start
from pathlib import Path
from disentangle_edu.keeping import Shelf
assert Shelf(Path("runs")).get("KL") == {"runs": [None, 1.5]}
"""


def test_what_a_page_tells_python_comes_as_text_and_so_without_a_null_of_javascript():
    wake = HERE / "wake"
    subprocess.run([sys.executable, "-c", TOLD], check=True, cwd=wake)
    assert 'registerJsModule("page", { told: JSON.stringify(' in (wake / "worker.js").read_text()
    for file in wake.glob("*.py"):  # a JavaScript object that becomes a dict brings JsNull along
        assert ".to_py(" not in file.read_text(), file.name


def test_a_page_sleeps_in_the_boxes_that_its_labs_have_when_they_wake():
    asleep = builder.book.asleep
    page = builder.book.index_page()
    builder.book.put_to_sleep(page)
    ((number, state),) = page.metadata.told["asleep"].items()
    lab = labs.two_models()
    lab._show()
    scene, heights = state["scene"], dict(state["scene"]["still"]["heights"])
    same = ("said", "text", "tasks", "values", "can", "code", "message")
    assert [scene[name] for name in same] == [lab.stage.scene[name] for name in same]
    assert state["controls"] == lab.stage.controls and "svg" not in scene
    for width in asleep.WIDTHS:
        height = heights[max(least for least in heights if least <= width)]
        assert f'height="{height:g}"' in lab.picture.at(width)
    shown = page.cells[number].outputs[0].data["text/html"]
    assert shown.count("<img") == 1 and 'class="de-picture"' in shown
