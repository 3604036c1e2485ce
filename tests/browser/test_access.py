"""Labs on people's own terms: dark pages, fingers, keys, ears, small screens, Python busy or gone.

One notebook holds what is tried; chapters are opened as somebody with a dark theme opens them.
"""

import json
import re
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from disentangle_edu.chapters.matrix_by_hand.data import GOALS

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402
from test_browser import SETUP, ask, at_rest, control, hard_to_read, has, picture_of  # noqa: E402

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = {"width": 390, "height": 844}
TRIED = {
    "two_models": "labs.two_models()",
    "rectangles": "labs.rectangles()",
    "matrix": "labs.dci_two_ways()",
    "power": "labs.sap_power()",
    "handwriting": "labs.handwriting()",
    "by_hand": "labs.matrix_by_hand()",
    "turned": "labs.orthogonality()",
    "options": "options = labs.predict('05-parity')\noptions",
    "waiting": "labs.dci_even_rest(after=options)",
    "third": "third = labs.predict('06-third')\nthird",
    "opens": "labs.dci_weight(after=third)",
    "card": "labs.after(third, lambda: reveal('dci-0.6'))",
    "mark": "labs.predict('01-even-rest')",
    "order": "labs.predict('09-rank')",
}


@pytest.fixture(scope="module")
def address(folder):
    with jupyter.server(folder) as address:
        for name in ("tried", "touched", "gone"):  # one kernel for each
            jupyter.write_notebook(folder, name, [SETUP, *TRIED.values()])
        jupyter.write_notebook(folder, "late", [SETUP, TRIED["power"]])
        yield address


@pytest.fixture
def opened(chromium, address):
    """opened(name) opens a separate page with a notebook; `first` is an initial script."""
    pages = []

    def opened(name, first=""):
        page = jupyter.new_page(chromium)
        page.add_init_script(first)
        pages.append(page)
        jupyter.open_notebook(page, address, name)
        return page

    yield opened
    for page in pages:
        jupyter.leave(page)


def stage_of(page, name):
    return jupyter.stage_of(page, list(TRIED).index(name) + 1)


@pytest.fixture(scope="module")
def desk(chromium, address):
    """A page that several tests use in turn; each test restores it."""
    yield from jupyter.run_page(chromium, address, "tried")


@pytest.fixture(scope="module")
def phone(chromium, address):
    yield from jupyter.run_page(chromium, address, "touched", **PHONE, has_touch=True)


def handle_of(stage, key):
    return stage.locator(f'svg [data-handle][data-key="{key}"]')


def middle(node):
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ------------------------------------------------------------------------------------------ themes


OPENED_IN = {"Dark": ("05_mig_and_dcimig", 4), "Light": ("01_dci", 1)}  # notebook, CPU slowdown


@pytest.mark.parametrize("theme", OPENED_IN)
def test_labs_in_notebook_opened_in_theme_have_readable_text(opened, folder, theme):
    jupyter.save_theme(folder, theme)
    name, slowdown = OPENED_IN[theme]
    page = opened(name)
    light = page.evaluate("document.body.dataset.jpThemeLight")
    assert light == str(theme == "Light").lower(), "the page opened in another theme"
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    jupyter.run_all(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    seen = 0
    for j, cell in enumerate(jupyter.live_cells(page)):
        stage = jupyter.stage_of(page, cell)
        stage.locator("svg[role], .de-cover:visible").first.wait_for()
        assert stage.get_attribute("data-theme") == theme.lower(), (name, cell)
        ask(stage, "open")
        assert hard_to_read(stage) == [], (name, cell)
        seen += len(ask(stage, "texts"))
        if j < 2:
            picture_of(page, f"{name}_opened_{theme.lower()}_{cell}")
    assert seen > 80, (name, seen)
    jupyter.shut_down(page)


def test_lab_with_forced_colors_changes_theme(desk):
    stage = stage_of(desk, "matrix")
    assert stage.get_attribute("data-theme") == "light"
    desk.emulate_media(forced_colors="active", color_scheme="dark")
    desk.wait_for_function("(stage) => stage.dataset.theme === 'dark'", arg=stage.element_handle())
    for name in ("two_models", "matrix", "options"):
        stage = stage_of(desk, name)
        ask(stage, "open")
        assert hard_to_read(stage) == [], name
        picture_of(desk, f"forced_{name}")
    desk.emulate_media(forced_colors="none", color_scheme="light")


# ------------------------------------------------------------------------------------------ fingers


class Finger:
    """Touch events on a page; the browser decides whether the page scrolls."""

    def __init__(self, page):
        self.page, self.client = page, page.context.new_cdp_session(page)

    def touch(self, kind, *places):
        points = [{"x": x, "y": y} for x, y in places]
        self.client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self.page.wait_for_timeout(25)

    def stroke(self, start, across, up, end="touchEnd"):
        """Move from a point by this many pixels, in twelve moves."""
        x, y = start
        self.touch("touchStart", start)
        for step in range(1, 13):
            self.touch("touchMove", (x + across * step / 12, y - up * step / 12))
        self.touch(end)


TOUCHED = {  # what a finger drags, in which direction, and the words that change
    "two_models": ("left0", (40, 0), ".de-line code"),
    "rectangles": ("corner", (40, 30), ".de-line code"),
    "matrix": ("m0-1", (0, 40), ".de-line code"),
    "power": ("curvemark", (40, 0), ".de-line code"),
    "turned": ("tiplatents 1, 30-0", (-15, 40), ".de-line code"),
    "mark": ("area", (40, 0), "svg text >> nth=-1"),
    "order": ("boxL", (0, 40), "svg [data-handle] >> nth=0"),
}


def test_lab_touch_drags_handles_and_scrolls_elsewhere(phone):
    finger = Finger(phone)
    for name, (key, way, _) in TOUCHED.items():
        stage = stage_of(phone, name)
        at_rest(phone, stage)
        node = handle_of(stage, key)
        node.scroll_into_view_if_needed()
        before = at_rest(phone, stage)
        if name == "matrix":  # a table fills the screen, so its cells respond only to a tap
            at = phone.evaluate("probes.scrolled()")
            finger.stroke(middle(node), 0, 120)
            phone.wait_for_function("(at) => probes.scrolled() !== at", arg=at)
            assert at_rest(phone, stage)[1] == before[1]
            node.scroll_into_view_if_needed()
            finger.stroke(middle(node), 0, 0)
        finger.stroke(middle(node), *way)
        assert at_rest(phone, stage)[0] != before[0], name
        picture_of(phone, f"phone_{name}")
        if stage.locator("button[name=undo]").count():  # a cancelled drag changes nothing
            before = at_rest(phone, stage)[1]
            finger.stroke(middle(handle_of(stage, key)), -way[0], -way[1], end="touchCancel")
            assert at_rest(phone, stage)[1] == before, name
            stage.get_by_role("button", name="Tools").click()
            stage.get_by_role("button", name="Undo").click()
            assert at_rest(phone, stage)[1] != before, "the drag before is the last one"
    stage = stage_of(phone, "rectangles")
    before, words = phone.evaluate("probes.scrolled()"), at_rest(phone, stage)[1]
    box = stage.locator("svg").bounding_box()
    finger.stroke((box["x"] + 0.9 * box["width"], box["y"] + 0.5 * box["height"]), 0, 120)
    phone.wait_for_function("(before) => probes.scrolled() !== before", arg=before)
    assert at_rest(phone, stage)[1] == words


def test_touch_targets_are_large_enough(phone):
    for name in TRIED:
        small = ask(stage_of(phone, name), "small")
        assert small == [], name


def test_lab_click_moves_handle_like_drag(desk):
    for name, key, (across, up) in (
        ("two_models", "left0", (40, 0)),
        ("rectangles", "corner", (30, 40)),
        ("power", "curvemark", (40, 0)),
        ("turned", "tiplatents 1, 30-0", (-15, 40)),
    ):
        stage = stage_of(desk, name)
        before = at_rest(desk, stage)
        x, y = middle(handle_of(stage, key))
        desk.mouse.click(x + across, y - up)
        there = at_rest(desk, stage)
        assert there[1] != before[1], name
        assert middle(handle_of(stage, key)) == pytest.approx((x + across, y - up), abs=24), name
        desk.mouse.click(*middle(handle_of(stage, key)))  # a click on the handle shows buttons
        assert ask(stage, "covered") == [], name
        stage.get_by_role("button", name=re.compile("less")).first.click()
        assert at_rest(desk, stage)[1] != there[1], name
    stage = stage_of(desk, "matrix")
    desk.mouse.click(*middle(handle_of(stage, "m0-1")))
    assert ask(stage, "covered") == []
    stage.get_by_role("button", name="latent 1, factor 2: more").click()
    has(desk, stage, "values=[[0.9, 0.2, 0.0]")
    picture_of(desk, "a_click_beside")


# -------------------------------------------------------------------------- Python stopped or busy


@pytest.mark.parametrize("end", ["restartKernel", "shutdown"])
def test_lab_without_kernel_reports_it_immediately(opened, end):
    page = opened("gone")
    jupyter.run_all(page)
    page.evaluate(f"() => jupyterapp.shell.currentWidget.sessionContext.{end}()")
    page.wait_for_timeout(500)
    gone = lambda stage: stage.locator(".de-message", has_text="run this cell again")
    stage = stage_of(page, "two_models")
    x, y = middle(handle_of(stage, "left0"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y, steps=4)
    page.mouse.up()
    gone(stage).wait_for(timeout=1_000)
    page.wait_for_timeout(300)
    assert middle(handle_of(stage, "left0")) == pytest.approx((x, y)), "it lies where it was"
    stage = stage_of(page, "rectangles")
    control(stage, "code", "select").select_option(index=1)
    gone(stage).wait_for(timeout=1_000)
    stage = stage_of(page, "power")
    stage.get_by_role("button", name="Reset to the start").click()
    gone(stage).wait_for(timeout=1_000)
    stage = stage_of(page, "options")
    stage.locator('svg [role="radio"]').first.click()
    gone(stage).wait_for(timeout=1_000)
    stage = stage_of(page, "matrix")
    page.set_viewport_size({"width": 1000, "height": 1000})
    gone(stage).wait_for(timeout=2_000)
    picture_of(page, f"gone_{end}")


HURRY = """
AbortSignal.timeout = () => {
    window.gaveUp = true;
    const over = new AbortController();
    queueMicrotask(() => over.abort());
    return over.signal;
};
"""


def test_lab_whose_module_loads_late_still_responds(opened):
    page = opened("late", HURRY)  # anywidget soon stops waiting for the file
    jupyter.run_all(page)
    stage = jupyter.stage_of(page, 1)
    stage.locator("svg[role]").wait_for()
    assert page.evaluate("gaveUp")  # the browser may or may not report it
    key = stage.locator("svg [data-handle]").first.get_attribute("data-key")
    before = at_rest(page, stage)
    handle_of(stage, key).press("ArrowRight")
    handle_of(stage, key).press("ArrowUp")
    assert at_rest(page, stage)[1] != before[1], "it moves"


BUSY = """
import time
start = time.perf_counter()
sum(range(10_000_000))
sum(range(int(50_000_000 / (time.perf_counter() - start))))  # five seconds: no thread gets a turn
"""


def mark_both(stage):
    for j in (0, 3):
        stage.locator('svg [role="radio"]').nth(j).click()
    stage.get_by_role("button", name="That is my guess").click(force=True)  # not yet enabled


def test_prediction_guess_during_busy_kernel_is_kept(desk):
    kernel = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
    desk.evaluate(f"(code) => {{ {kernel}.requestExecute({{ code }}); }}", BUSY)
    stage = stage_of(desk, "third")
    mark_both(stage)
    assert stage.locator('[aria-checked="true"]').count() == 2, "a mark is seen at once"
    stage.get_by_text("Python is still busy. What you did is kept").wait_for(timeout=10_000)
    stage.locator(".de-caption", has_text="right").wait_for(timeout=30_000)
    said = stage.locator(".de-caption").inner_text()
    stage_of(desk, "opens").locator("svg[role]").wait_for(timeout=20_000)
    has(desk, stage_of(desk, "card"), "0.6")
    stage = stage_of(desk, "mark")
    desk.mouse.click(*middle(handle_of(stage, "area")))
    has(desk, stage, "Marked.")
    jupyter.run_all(desk)
    stage = stage_of(desk, "third")
    stage.locator(".de-caption", has_text=said).wait_for(timeout=20_000)
    assert stage.get_by_role("button", name="That is my guess").count() == 0
    assert stage_of(desk, "opens").locator("svg[role]").count() == 1
    has(desk, stage_of(desk, "card"), "0.6")
    has(desk, stage_of(desk, "mark"), "Marked.")


# --------------------------------------------------------------------------------- keys and speech


def focus_of(page):
    """What has the focus: role, name, whether it is a question's button, cell."""
    return page.evaluate("probes.focus()")


def test_predictions_can_be_answered_by_keyboard_only(opened):
    for name in ("00_start_here", "06_matrix_by_hand"):
        page = opened(name)
        jupyter.run_all(page)
        cells = jupyter.live_cells(page)
        stage = jupyter.stage_of(page, cells[0])
        stage.locator("select, input, [tabindex='0']").first.focus()
        stops, met = 0, set()
        for _ in range(500):
            found = focus_of(page)
            stops += found["cell"] is not None
            met.add(found["cell"])
            if found["role"] == "radio" and found["asks"]:
                page.keyboard.press("Space")
            elif found["place"]:
                page.keyboard.press("ArrowRight")
            elif found["primary"]:
                page.keyboard.press("Enter")
                page.wait_for_function("() => !probes.focus().primary", timeout=60_000)
                page.wait_for_timeout(500)
            if found["cell"] == cells[-1] and found["name"] == "Tools":
                break
            page.keyboard.press("Tab")
        left = [
            cell
            for cell in cells
            if jupyter.stage_of(page, cell).locator(".de-cover:visible").count()
        ]
        assert left == [], (name, "still closed")
        assert len(met) > 6, (name, met)
        picture_of(page, f"{name}_by_keys")
        jupyter.shut_down(page)


def test_lab_keys_act_only_on_focused_control(desk):
    stage = stage_of(desk, "options")
    radios = stage.locator('svg [role="radio"]')
    radios.first.focus()
    for key in ("+", "Delete", "Home", "5"):
        desk.keyboard.press(key)
    desk.wait_for_timeout(300)
    assert stage.locator('[aria-checked="true"]').count() == 0
    for key, there in (("ArrowDown", 1), ("ArrowRight", 2), ("ArrowDown", 0), ("ArrowUp", 2)):
        desk.keyboard.press(key)
        # The answer to the previous key may arrive in between; this key's own answer follows.
        expect(radios.nth(there)).to_have_attribute("aria-checked", "true")
        expect(radios.nth(there)).to_be_focused()
    stage = stage_of(desk, "handwriting")
    knob = handle_of(stage, "knob0")
    knob.focus()
    before = desk.evaluate("probes.scrolled()")
    desk.keyboard.press("Space")
    desk.wait_for_timeout(300)
    assert desk.evaluate("probes.scrolled()") == before
    desk.keyboard.press("Escape")
    assert desk.evaluate("document.activeElement.matches('.jp-Cell')")
    knob.focus()
    count = desk.evaluate("jupyterapp.shell.currentWidget.content.activeCell.model.executionCount")
    desk.keyboard.press("Shift+Enter")
    desk.wait_for_function(
        """(count) => jupyterapp.shell.currentWidget.content.widgets.some(
            (cell) => cell.model.executionCount > count)""",
        arg=count,
    )


def test_focus_ring_lies_above_matrix_cells(desk):
    stage = stage_of(desk, "by_hand")
    stage.locator('svg [role="gridcell"]').first.focus()
    desk.keyboard.press("ArrowRight")
    ring = stage.locator(".de-ring")
    assert ring.is_visible()
    here = desk.evaluate("""() => {
        const { left, top, width, height } = document.activeElement.getBoundingClientRect();
        return [left, top, width, height];
    }""")
    box = ring.bounding_box()
    assert [box["x"] + 4, box["y"] + 4, box["width"] - 8, box["height"] - 8] == pytest.approx(
        here, abs=1
    )
    picture_of(desk, "the_ring")


def listen(page, stage):
    """Record what this stage's live region announces from now on."""
    stage.evaluate("(stage) => probes.listen(stage)")


def spoken(page):
    """What has been announced since, once nothing moves any more."""
    page.wait_for_timeout(1_500)
    return page.evaluate("probes.spoken()")


def test_screen_reader_text_is_announced_once(desk):
    told = {}

    def after(name, stage, *keys):
        listen(desk, stage)
        for key in keys:
            desk.keyboard.press(key)
        heard, node = spoken(desk), desk.evaluate("probes.focus()")
        told[name] = {"focus": f"{node['role']}, {node['name']}, {node['words']}", "spoken": heard}
        return told[name]

    stage = stage_of(desk, "two_models")
    handle_of(stage, "left0").focus()
    one = after("a knob", stage, "ArrowRight")
    assert len(one["spoken"]) <= 1 and one["focus"].startswith("slider, knob A1, ")
    assert not re.search(r"A1: -?\d", str(one["spoken"])), "the slider says its value itself"

    stage = stage_of(desk, "rectangles")
    stage.get_by_role("button", name="Reset to the start").click()
    at_rest(desk, stage)
    stage.locator('svg [data-of="corner"][role="slider"]').nth(1).focus()
    one = after("a corner", stage, "ArrowUp")
    assert one["focus"] == "slider, corner: height, 6" and len(one["spoken"]) == 1

    stage = stage_of(desk, "order")
    stage.locator('svg [role="slider"]').first.focus()
    one = after("an order", stage, "ArrowDown")
    assert one == {"focus": "slider, K, place 2 of 4: L, K, M, N", "spoken": []}

    stage = stage_of(desk, "options")
    stage.locator('svg [role="radio"]').first.focus()
    after("a first mark", stage, "Space")
    one = after("the last mark", stage, "Tab", "Space")
    assert one["spoken"] == ["2 of 2 marked. The button opens the answer."]
    desk.keyboard.press("Tab")
    button = desk.evaluate("probes.focus()")
    assert button["primary"] and button["name"] == "That is my guess"
    one = after("the answer", stage_of(desk, "waiting"), "Enter")
    assert one["spoken"][0].startswith("Open now:")
    table = stage_of(desk, "options").locator("table")
    assert table.locator("tr").count() == 3 and "you said" in table.text_content()
    assert stage_of(desk, "options").locator('[role="radiogroup"]').count() == 0

    stage = stage_of(desk, "matrix")
    stage.locator('svg [role="gridcell"]').first.focus()
    one = after("a cell", stage, "-")
    assert one["spoken"][0].startswith("latent 1, factor 1: 0.89 ")
    one = after("typed", stage, "0", ".", "5")
    assert one["spoken"] == ["0.5, Enter sets it"]
    one = after("entered", stage, "Enter")
    assert one["spoken"][0].startswith("latent 1, factor 1: 0.50 ")
    one = after("undone", stage, "Control+z")
    assert one["spoken"][0].startswith("Taken back. ")
    print(json.dumps(told, indent=1))


def test_lab_elements_have_matching_accessibility_roles(desk):
    client = desk.context.new_cdp_session(desk)
    client.send("Accessibility.enable")

    def roles(name):
        stage = stage_of(desk, name).locator(".de-board")
        stage.evaluate("(node) => { window.asked = node; }")
        node = client.send("Runtime.evaluate", {"expression": "window.asked"})["result"]
        tree = client.send("Accessibility.queryAXTree", {"objectId": node["objectId"]})["nodes"]
        return [
            (n["role"]["value"], n.get("name", {}).get("value", ""))
            for n in tree
            if not n["ignored"]
        ]

    corner = [name for role, name in roles("rectangles") if role == "slider"]
    assert corner == ["corner: width", "corner: height"]
    found = roles("matrix")
    counts = {role: [r for r, _ in found].count(role) for role in ("grid", "row", "gridcell")}
    assert counts == {"grid": 1, "row": 5, "gridcell": 12}
    assert ("columnheader", "factor 1") in found and ("rowheader", "latent 1") in found
    options = [name for role, name in roles("by_hand") if role == "radio"]
    assert sum(name.startswith("show what decides") for name in options) == 5
    assert sum(name == "no goal" or name.startswith("goal ") for name in options) == len(GOALS)
    assert len(options) == 5 + len(GOALS)


def test_labs_have_no_axe_violations(desk):
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}
    rules |= {"rules": {"region": {"enabled": False}}, "resultTypes": ["violations"]}
    for name in TRIED:
        stage_of(desk, name)
        found = Axe().run(desk, context=".jp-OutputArea-output .de-stage", options=rules)
        assert found.response["violations"] == [], (name, found.generate_report())
