"""Every page of the book in Chromium: each lab wakes and moves, and nothing around it does.

What a page shows after a walk must be what CPython draws after the same gestures. The table of the
walk is printed, and is written to walk.txt in the folder $BROWSER_ARTIFACTS.
"""

import contextlib
import json
import math
import os
import re
import sys
import threading
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as NoAnswer

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402
import site_lite  # noqa: E402
from site_lite import FAR  # noqa: E402

from disentangle_edu import background, cache, labs  # noqa: E402
from disentangle_edu.chapters.outputs import same  # noqa: E402
from disentangle_edu.course import COURSE, link_to_pages  # noqa: E402
from disentangle_edu.widgets import gated_display, prediction  # noqa: E402
from disentangle_edu.widgets.stage import Stage  # noqa: E402

pytestmark = [pytest.mark.browser, pytest.mark.slow]
if not jupyter.CHROMIUM and not site_lite.REQUIRED:
    pytest.skip("no Chromium found: see test_browser.py", allow_module_level=True)

STILL = 2  # the most pixels that a heading or a picture may move
WALKED = ("index", *COURSE)  # the pages with labs
ELSEWHERE = "404"  # its addresses begin with the site's folder on its host
SCREENS = [(name, 1280) for name in WALKED] + [("index", 390), ("dci", 390)]
COMPARED = (
    "svg",
    "html",
    "caption",
    "text",
    "question",
    "table",
    "tasks",
    "values",
    "code",
    "cover",
)
LINES: list[str] = []  # rows of the table


@pytest.fixture(scope="module", autouse=True)
def table():
    yield
    head = f"{'page':24}{'labs':>5}{'questions':>10}{'errors':>7}{'moved, px':>10}"
    words = "\n".join([head, *LINES])
    print(f"\n{words}")
    if folder := os.environ.get("BROWSER_ARTIFACTS"):
        Path(folder, "walk.txt").write_text(words + "\n")


def pieces_of(name):
    """The code of a page, as the page sends it to Python."""
    words = (site_lite.SITE / f"{name}.html").read_text()
    return json.loads(re.search(r'id="de-cells"[^>]*>(.*?)</script>', words, re.S)[1])["cells"]


# ------------------------------------------------------------------------------------- the browser


def wait_for_labs(page, closed):
    """Wait until every lab is awake, except for labs behind a question; returns their cells."""
    page.evaluate("walk.comeNear()")
    try:
        page.wait_for_function("(closed) => !walk.asleep(closed).length", arg=closed)
    except NoAnswer as error:
        cells, words = page.evaluate("(closed) => [walk.asleep(closed), walk.says()]", closed)
        raise AssertionError(f"cells {cells} do not wake: {words} {page.troubles}") from error
    page.wait_for_function("!document.querySelector('[data-waits]')")
    return page.evaluate("walk.awake()")


def answer(page, cell):
    """Mark a guess on an empty scale and commit it."""
    stage = page.locator(f"#cell-{cell} .de-stage")
    for number in range(stage.locator("[data-handle]").count()):
        button = stage.get_by_role("button", name="That is my guess")
        if page.evaluate("(cell) => walk.record(cell).scene.enabled.commit", cell):
            break
        do(page, page.evaluate("([cell, j]) => walk.mark(cell, j)", [cell, number]))
        page.wait_for_function("(cell) => walk.done(cell)", arg=cell)
    button.click()
    page.wait_for_function(
        "(cell) => walk.record(cell).scene.enabled.commit === 'hidden'", arg=cell
    )


def do(page, how):
    """Act on the marked part of a stage: press a key, click, choose or type."""
    part = page.locator("[data-walk]")
    part.scroll_into_view_if_needed()
    kind, _, value = how.partition(" ")
    if kind == "click":
        part.dispatch_event("click", {"detail": 0})
    elif kind == "select":
        part.select_option(value)
    elif kind == "type":
        part.press_sequentially("a")
    else:
        part.press(kind)


def move(page, cell):
    """Move one control of a lab; returns whether it has one, and fails if nothing answers."""
    how = page.evaluate("(cell) => walk.move(cell)", cell)
    if not how:
        return False
    before = page.evaluate("(cell) => walk.shown(cell)", cell)
    do(page, how)
    page.wait_for_function("(cell) => walk.done(cell)", arg=cell)
    after = page.evaluate("(cell) => walk.shown(cell)", cell)
    assert after != before, f"cell {cell}: the lab shows the same after {how}"
    return True


def walk(page):
    """Answer every question and move every lab; returns both lists of cells."""
    asked = [cell for cell in wait_for_labs(page, closed=False) if question_at(page, cell)]
    for cell in asked:
        answer(page, cell)
    opened = [cell for cell in wait_for_labs(page, closed=True) if cell not in asked]
    return asked, [cell for cell in opened if move(page, cell)]


def too_early(pieces, order):
    """Pairs of cells in which the later one woke first, though it has the same questions."""
    asks = {place for place, (_, code, *_) in enumerate(pieces) if "labs.predict(" in code}
    waits = [(cell, asks & {*needs}) for cell, _, _, needs in pieces if cell in order]
    return [
        (one, other)
        for place, (one, first) in enumerate(waits)
        for other, then in waits[place + 1 :]
        if first and first <= then and order.index(one) > order.index(other)
    ]


def question_at(page, cell):
    """Whether a cell asks for a guess."""
    return page.evaluate("(cell) => walk.isQuestion(cell)", cell)


# ------------------------------------------------------------------------------------------ CPython


@pytest.fixture
def stored(address, monkeypatch):
    """CPython gets the site's precomputed results too, and links lead to pages of the site."""
    wake = site_lite.SITE / "_static" / "wake"
    small = json.loads((wake / "list.json").read_text())["kept"]

    def found(shelf, name):
        words = f"{shelf.folder.name} {name}"
        large = wake / "files" / "kept" / f"{words}.json"
        return json.loads(large.read_text()) if large.exists() else small.get(words)

    monkeypatch.setattr(background, "in_notebook_session", lambda: True)
    # No guesses of an earlier page, and none for a later test.
    monkeypatch.setattr(prediction, "GUESSES", {})
    monkeypatch.setattr(cache.JsonCache, "get", found)
    monkeypatch.setattr(cache.JsonCache, "put", lambda shelf, name, found: None)
    as_html = gated_display.as_html
    monkeypatch.setattr(gated_display, "as_html", lambda thing: link_to_pages(as_html(thing)))
    monkeypatch.setattr("disentangle_edu.widgets.links.homepage", lambda: "")
    monkeypatch.delenv(background.GIVEN, raising=False)
    with site_lite.builder().book.asleep.metrics_forgotten():
        yield


class Work(threading.Thread):
    """A thread that a lab starts and that the replay can wait for."""

    under_way: list[threading.Thread] = []

    def start(self):
        super().start()
        self.under_way.append(self)

    @classmethod
    def wait(cls):
        """Wait for all threads, including those that they start."""
        while cls.under_way:
            cls.under_way.pop().join()


def drawn_here(pieces, records, monkeypatch):
    """{cell: scenes that CPython draws} after the gestures that each lab of a page got there."""
    names, found, asleep = {"labs": labs}, {}, site_lite.builder().book.asleep
    monkeypatch.setattr(threading, "Thread", Work)
    for place in asleep.needed(pieces, set(map(int, records))):
        cell, code, when, _ = pieces[place]
        record = records.get(str(cell)) if when == "lab" else None
        if record:
            monkeypatch.setattr(Stage, "usual_width", record["width"])
        with contextlib.redirect_stdout(None):
            thing = asleep.run(code, names)
        if not record or not isinstance(thing, gated_display.GatedDisplay):
            continue
        if not thing.stage.scene:
            thing.refresh()
        Work.wait()
        for gesture in record["gestures"]:
            thing.stage.on_message(gesture)
            Work.wait()
        found[cell] = thing.stage.scene
    return found


def different(there, here):
    """The first part in which two scenes differ, and where; None if all agree."""
    here = json.loads(json.dumps(here))
    for name in COMPARED:
        if not alike(there.get(name), here.get(name)):
            pair = (str(scene.get(name)).replace("><", ">\n<") for scene in (there, here))
            return name, *site_lite.first_difference(*pair)
    return None


def alike(one, other):
    """Whether two JSON values agree, with numbers equal up to rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-5, abs_tol=1e-8)
    return same(one, other)


# ---------------------------------------------------------------------------------------- the tests


@pytest.mark.parametrize(("name", "width"), SCREENS)
def test_walk_over_page_every_lab_responds_and_matches_cpython(
    chromium, address, stored, monkeypatch, name, width
):
    page = jupyter.new_page(chromium, width, 800)
    page.set_default_timeout(FAR)
    page.add_init_script(path=Path(__file__).with_name("walk.js"))
    page.goto(f"{address}/{name}.html")
    site_lite.wait_until_awake(page)
    wait_for_labs(page, closed=False)
    far = page.evaluate("walk.moved()")
    asked, moved = walk(page)
    records, hidden, order = page.evaluate("[walk.records(), walk.cutOff(), walk.order]")
    page.close()
    errors = len(page.troubles)
    LINES.append(
        f"{name + (f' at {width}' if width != 1280 else ''):24}{len(moved):5}{len(asked):10}"
        f"{errors:7}{far[0][0]:10.1f}"
    )
    jupyter.assert_quiet(page)
    pieces = pieces_of(name)
    assert len(asked) == sum("labs.predict(" in code for _, code, _, _ in pieces)
    assert [entry for entry in far if entry[0] > STILL] == []
    assert hidden == [] or width < 1280
    assert too_early(pieces, order) == [], "a conclusion came before its picture"
    here = drawn_here(pieces, records, monkeypatch)
    found = {cell: different(records[str(cell)]["scene"], scene) for cell, scene in here.items()}
    assert {cell: pair for cell, pair in found.items() if pair} == {}


def test_walk_over_pages_without_labs_has_no_errors(chromium, address):
    page = jupyter.new_page(chromium, 1280, 800)
    page.set_default_timeout(FAR)
    for path in sorted(site_lite.SITE.glob("*.html")):
        if path.stem not in (*WALKED, ELSEWHERE):
            page.goto(f"{address}/{path.name}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path.name
    page.close()
    jupyter.assert_quiet(page)


def test_walk_first_drag_from_end_to_end_completes_its_task(chromium, address):
    page = jupyter.new_page(chromium, 1280, 800)
    page.set_default_timeout(FAR)
    page.add_init_script(path=Path(__file__).with_name("walk.js"))
    page.goto(f"{address}/start_here.html")
    site_lite.wait_until_awake(page)
    knob = page.locator(".de-board circle[data-handle]").first
    box, stage = knob.bounding_box(), page.locator("#cell-1 .de-stage")
    strip = stage.locator("svg").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    # So fast that Python receives both moves at once.
    for x in (strip["x"], strip["x"] + strip["width"] / 2):
        page.mouse.move(x, box["y"], steps=2)
    page.mouse.up()
    stage.locator(".de-tasks .de-done").first.wait_for()
    page.wait_for_function("walk.done(1)")
    assert page.evaluate("walk.fetched") == []
    page.close()
    jupyter.assert_quiet(page)
