"""What a student sees: notebooks in JupyterLab in a real browser, moved by mouse and keyboard.

One notebook holds every lab and is used for most checks; the lessons themselves are opened and run.
"""

import json
import os
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402

from disentangle_edu.chapters.start_here.labs.dial import DialLab  # noqa: E402

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAMES = sorted(path.stem for path in jupyter.NOTEBOOKS.glob("[0-9]*.ipynb"))
RUN_WHOLE = ("00_start_here", "18_text_models")  # nbval runs all cells of all notebooks
ARTIFACTS = os.environ.get("BROWSER_ARTIFACTS")

SETUP = """
from disentangle_edu import labs
from disentangle_edu.claims.views import reveal
""".strip()
WIDEST = {"dial": DialLab.widest}  # pixels; others grow to 1,400
OTHERS = {
    "HuntLab": "labs.HuntLab(candidates=5_000)",
    "ClaimsLab": "labs.ClaimsLab()",
    "question": "question = labs.predict('01-even-rest')\nquestion",
    "waiting": "labs.dci_even_rest(after=question)",
    "options": "labs.predict('05-parity')",
    "line": "labs.predict('04-levels')",
}


@pytest.fixture(scope="module")
def address(folder):
    with jupyter.server(folder) as address:
        yield address


@pytest.fixture
def page(chromium):
    """A separate page, whose kernel ends with it."""
    page = jupyter.new_page(chromium)
    yield page
    jupyter.leave(page)


def picture_of(page, name):
    """Save a screenshot of the page if $BROWSER_ARTIFACTS is set."""
    if ARTIFACTS:
        page.wait_for_timeout(800)  # JupyterLab draws scrolled content with a delay
        page.screenshot(path=f"{ARTIFACTS}/{name}.png")


# ----------------------------------------------------------------------------------- the lessons


# Every third notebook; test_notebooks.py checks the pictures of all, and nbval runs all.
@pytest.mark.parametrize("name", NAMES[::3])
def test_notebook_shows_static_output_and_live_lab_after_run(page, address, name):
    jupyter.open_notebook(page, address, name)
    shown = page.locator(".jp-RenderedHTML img[alt]").first
    shown.scroll_into_view_if_needed()
    words = shown.get_attribute("alt")
    assert shown.evaluate("img => img.naturalWidth") > 300
    assert re.search(r"\d|empty scale|not learned anything yet", words.lower())
    assert page.get_by_text("model not found").count() == 0
    picture_of(page, f"{name}_unrun")
    (jupyter.run_all if name in RUN_WHOLE else jupyter.run_to_first_lab)(page)
    assert page.evaluate("probes.errors()") == []
    cells = jupyter.live_cells(page)
    assert cells, "no lab came alive"
    stage = jupyter.stage_of(page, cells[0])
    assert stage.locator("svg[role][aria-label], .de-cover:visible").count() == 1
    picture_of(page, f"{name}_run")


# ---------------------------------------------------------------------------------- all the labs


@pytest.fixture(scope="module")
def bench(chromium, address, folder):
    """A page with every lab, run; `cells` maps each lab's name to its cell's index."""
    from disentangle_edu.labs import LABS

    cells = {build.__name__: f"labs.{build.__name__}()" for build in LABS.values()} | OTHERS
    jupyter.write_notebook(folder, "every_lab", [SETUP, *cells.values()])
    for page in jupyter.run_page(chromium, address, "every_lab"):
        page.cells = {name: j + 1 for j, name in enumerate(cells)}
        yield page


def stage_of(bench, name):
    return jupyter.stage_of(bench, bench.cells[name])


def ask(stage, probe):
    """Call one of the probes with a stage."""
    return stage.evaluate(f"(stage) => probes.{probe}(stage)")


READABLE = 4.5  # WCAG 1.4.3


def hard_to_read(stage):
    """The texts of a stage with too little contrast to their background."""
    return [text for text in ask(stage, "texts") if text["ratio"] < READABLE]


def control(stage, label, tag):
    """The select or input with this label."""
    return stage.locator(f'.de-control:has(.de-label:text-is("{label}")) {tag}').first


ENABLED = "(button) => button.ariaDisabled === 'false'"


def has(page, stage, words):
    """Wait until a stage contains these words."""
    page.wait_for_function(
        "([stage, words]) => stage.textContent.includes(words)", arg=[stage.element_handle(), words]
    )


def at_rest(page, stage):
    """A stage's appearance and text, once Python has answered and nothing moves any more."""
    last = None
    for _ in range(80):
        waits = ask(stage, "waits")  # read before `looks`, since the waiting may end in between
        now = ask(stage, "looks")
        if now == last and not waits:
            return now
        last = now
        page.wait_for_timeout(220)
    raise AssertionError("the picture never comes to rest")


def guess_on_the_axis(page, stage):
    """Click 0.7 of the way along a question's axis, and press the button."""
    button = stage.get_by_role("button", name="That is my guess")
    assert button.get_attribute("aria-disabled") == "true"
    area = stage.locator('svg [data-key="area"]').bounding_box()
    page.mouse.click(area["x"] + 0.7 * area["width"], area["y"] + 20)
    page.wait_for_function(ENABLED, arg=button.element_handle())
    button.click()
    stage.locator(".de-caption", has_text="you said").wait_for(timeout=20_000)


def is_covered(stage):
    stage.locator(".de-cover").wait_for(timeout=10_000)  # the cover appears when the lab is in view
    return stage.locator("svg").count() == 0


def is_open(stage):
    stage.locator("svg[role]").wait_for(timeout=10_000)
    return not stage.locator(".de-cover").is_visible()


def test_prediction_answered_by_click_opens_waiting_lab(bench):
    assert is_covered(stage_of(bench, "waiting"))
    guess_on_the_axis(bench, stage_of(bench, "question"))
    assert is_open(stage_of(bench, "waiting"))


def test_curve_scale_stroke_sets_each_column(bench):
    stage = stage_of(bench, "line")
    columns = [stage.locator(f'svg [data-key="column{j}"]') for j in range(4)]
    columns[0].scroll_into_view_if_needed()
    boxes = [column.bounding_box() for column in columns]
    middles = [box["x"] + box["width"] / 2 for box in boxes]
    top, tall = boxes[0]["y"], boxes[0]["height"]
    wanted = [0.9, 0.7, 0.5, 0.3]
    ends = middles[0] - 0.3 * boxes[0]["width"], middles[3] + 0.3 * boxes[3]["width"]
    slope = (wanted[3] - wanted[0]) / (middles[3] - middles[0])

    def move(x):
        bench.mouse.move(x, top + tall * (1 - wanted[0] - slope * (x - middles[0])))

    move(ends[0])
    bench.mouse.down()
    for step in range(41):
        move(ends[0] + (ends[1] - ends[0]) * step / 40)
    bench.mouse.up()
    bench.wait_for_function(
        "(node) => node.getAttribute('aria-valuetext') !== 'not marked yet'",
        arg=columns[3].element_handle(),
    )
    bench.wait_for_timeout(300)
    found = [float(column.get_attribute("aria-valuenow")) for column in columns]
    assert found == pytest.approx(wanted, abs=0.03), found


def test_choice_scale_arrow_keys_select_and_tab_changes_row(bench):
    stage = stage_of(bench, "options")
    options = stage.locator('svg [role="radiogroup"] [role="radio"]')
    assert options.count() == 6 and stage.get_by_text("Mark your guess first").count() == 1
    options.nth(0).focus()
    bench.keyboard.press("ArrowRight")
    stage.locator('[role="radio"][aria-checked="true"]').wait_for(timeout=10_000)
    assert options.nth(1).get_attribute("aria-checked") == "true"
    bench.keyboard.press("Tab")
    assert options.nth(3).evaluate("(node) => node === document.activeElement")
    bench.keyboard.press("Space")
    button = stage.get_by_role("button", name="That is my guess")
    bench.wait_for_function(ENABLED, arg=button.element_handle())
    assert stage.get_by_text("Mark your guess first").count() == 0


# ---- the layout


def common(one, other):
    """The overlap of two boxes as a share of the smaller one."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    areas = [(b["right"] - b["left"]) * (b["bottom"] - b["top"]) for b in (one, other)]
    return max(wide, 0) * max(high, 0) / max(min(areas), 1e-9)


def beyond(box, frame):
    """How many pixels a box extends beyond another."""
    sides = (frame["left"] - box["left"], frame["top"] - box["top"])
    return max(*sides, box["right"] - frame["right"], box["bottom"] - frame["bottom"])


def assert_laid_out(found, name):
    """Nothing is cut off and nothing overlaps."""
    for part in [*found["parts"], *([found["svg"]] if found["svg"] else [])]:
        assert beyond(part, found["area"]) <= 1.5, (name, part, found["area"])
    for j, part in enumerate(found["parts"]):
        for other in found["parts"][j + 1 :]:
            assert common(part, other) < 0.05, (name, part["what"], other["what"])
    for j, text in enumerate(found["texts"]):
        assert beyond(text, found["svg"]) <= 3, (name, text, found["svg"])
        for other in found["texts"][j + 1 :]:
            assert common(text, other) < 0.45, (name, text["what"], other["what"])


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_labs_in_every_width_and_theme_are_not_cut_or_overlapping(bench, theme):
    """The layout does not depend on the theme, so for the dark theme only colours are checked."""
    jupyter.use_theme(bench, theme)
    # a 1280-pixel screen has 640 CSS pixels at a zoom of 200 %
    for width in (1400, 640) if theme == "Light" else (1400,):
        bench.set_viewport_size({"width": width, "height": 1000})
        bench.wait_for_timeout(300)
        for name in bench.cells:
            stage = stage_of(bench, name)
            bench.wait_for_function(
                "([stage, widest]) => probes.fits(stage, widest)",
                arg=[stage.element_handle(), WIDEST.get(name, 1400)],
                timeout=10_000,
            )
            if theme == "Light":
                if stage.locator(".de-board svg").count():
                    at_rest(bench, stage)  # shapes move to their positions for this width
                assert_laid_out(ask(stage, "measured"), (theme, width, name))
            if width == 1400:
                assert stage.get_attribute("data-theme") == theme.lower(), name
                assert hard_to_read(stage) == [], (theme, name)
        picture_of(bench, f"every_lab_{theme}_{width}")
    bench.set_viewport_size({"width": 1400, "height": 1000})
    jupyter.use_theme(bench, "Light")


# ---- drags and keys


def handles_of(stage):
    """The draggable handles, with their data."""
    nodes = stage.locator("svg [data-handle]:not([data-of])").all()
    told = [json.loads(node.get_attribute("data-handle")) for node in nodes]
    return [(n, h) for n, h in zip(nodes, told) if not (h.get("radio") or h.get("place"))]


def by_key(stage, key):
    return stage.locator(f'svg [data-key="{key}"][data-handle]')


def way_of(axis, node):
    """A short drag (right, up) in pixels, towards the farther end of an axis."""
    span = (axis["high"] - axis["low"]) or 1
    way = max(40, abs(axis["end"] - axis["start"]) * axis["step"] / span)  # at least one step
    far = way if (axis["value"] - axis["low"]) / span < 0.5 else -way
    if axis["along"] == "turn":  # along the circle, anticlockwise
        across = float(node.get_attribute("cx")) - axis["start"]
        up = axis["end"] - float(node.get_attribute("cy"))
        radius = (across**2 + up**2) ** 0.5
        return -far * up / radius, far * across / radius
    if axis["along"] in ("x", "across"):
        return far, 0
    return 0, far if axis["along"] == "pull" or axis["end"] < axis["start"] else -far


def drag(page, stage, key, handle):
    """Drag a handle; returns the stage's heights during the drag."""
    node = by_key(stage, key)
    box, (across, up) = node.bounding_box(), way_of(handle["axes"][0], node)
    x, y, heights = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, []
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 7):
        page.mouse.move(x + across * step / 6, y - up * step / 6)
        page.wait_for_timeout(40)
        heights.append(ask(stage, "height"))
    page.mouse.up()
    return heights


def press(page, handle, back=False):
    """Press a key that moves a handle; in a grid the arrow keys change the cell."""
    there, turn = ("+", "-") if handle.get("cell") else ("ArrowRight", "ArrowLeft")
    page.keyboard.press(turn if back else there)


def slider(stage, key):
    """What has the focus for a handle: the handle, or the first slider of a corner handle."""
    inner = stage.locator(f'svg [data-of="{key}"][tabindex]')
    return inner.first if inner.count() else by_key(stage, key)


def test_walk_lab_arrow_key_moves_point_in_its_direction(bench):
    stage = stage_of(bench, "walk")  # its path goes down
    for key, sign in (("ArrowDown", 1), ("ArrowUp", -1)):
        point, before = by_key(stage, "point"), at_rest(bench, stage)
        height = point.bounding_box()["y"]
        point.focus()
        bench.keyboard.press(key)
        assert at_rest(bench, stage) != before
        assert (point.bounding_box()["y"] - height) * sign > 1, key


def test_walk_lab_arrow_keys_move_between_rows(bench):
    stage = stage_of(bench, "walk")
    rows = stage.locator('svg [role="radio"]')
    rows.nth(1).focus()
    for key, there in (("ArrowDown", 2), ("ArrowUp", 1)):
        bench.keyboard.press(key)
        at_rest(bench, stage)
        assert rows.nth(there).evaluate("(node) => node === document.activeElement"), key
        assert rows.nth(there).get_attribute("aria-checked") == "true", key


def moves_by_drag_and_key(page, name, stage, key, handle):
    """Drag a handle and press a key on it: picture and text change in the existing nodes."""
    before = at_rest(page, stage)
    ask(stage, "mark")
    heights = [ask(stage, "height"), *drag(page, stage, key, handle)]
    after = at_rest(page, stage)
    assert after[0] != before[0] and after[1] != before[1], (name, key)
    marked, every = ask(stage, "kept")
    assert by_key(stage, key).evaluate("(node) => node.marked"), (name, key)
    # Finer bins are more cells, and another entry has counts in other cells.
    other_cells = {"invented_bits": 0.3, "bins_of_power": 0.05}
    other_cells |= {"mig_and_dcimig": 0.5}
    assert marked > other_cells.get(name, 0.6) * every, (name, key, marked, every)
    heights.append(ask(stage, "height"))
    assert max(heights) - min(heights) <= 2, (name, key, heights)
    slider(stage, key).focus()
    press(page, handle)
    pressed = at_rest(page, stage)
    if pressed == after:  # the handle was at the end of its range
        press(page, handle, back=True)
        pressed = at_rest(page, stage)
    assert pressed[0] != after[0], (name, key)
    assert by_key(stage, key).evaluate("(node) => node.marked"), (name, key)
    here = "(node) => node === document.activeElement"
    assert slider(stage, key).evaluate(here), (name, key)


def test_labs_drag_and_key_change_picture_and_text_in_place(bench):
    moved = set()
    for name in list(bench.cells)[::5]:  # test_labs.py moves every handle, test_walk.py each lab
        stage = stage_of(bench, name)
        found = handles_of(stage) if stage.locator("svg").count() else []
        for node, handle in found[:1]:
            moves_by_drag_and_key(bench, name, stage, node.get_attribute("data-key"), handle)
            moved.add(name)
    assert len(moved) >= 8, moved


ICONS = """() => { // what becomes of the tab's icons, in order
    window.icons = [];
    const note = ({ target, attributeName }) => window.icons.push(
        attributeName === "rel" ? "changed" : target.matches(".favicon") ? "free" : "still");
    const watcher = new MutationObserver((records) => records.forEach(note));
    for (const icon of document.querySelectorAll("link.favicon"))
        watcher.observe(icon, { attributeFilter: ["class", "rel"] });
}"""


def test_tab_icon_is_unchanged_during_drag_and_follows_kernel_after_it(bench):
    stage = stage_of(bench, "dci_even_rest")
    (node, handle), *_ = handles_of(stage)
    bench.wait_for_selector("link.favicon", state="attached")  # from earlier moves
    bench.evaluate(ICONS)
    drag(bench, stage, node.get_attribute("data-key"), handle)
    at_rest(bench, stage)
    bench.wait_for_selector("link.favicon", state="attached")
    done = bench.evaluate("window.icons")
    still = done.index("still")
    assert "changed" not in done[still : done.index("free", still)]
    kernel = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
    bench.evaluate(f"() => {{ {kernel}.requestExecute({{ code: 'None' }}); }}")
    bench.wait_for_function("window.icons.at(-1) === 'changed'")


def test_lab_drag_on_zoomed_page_moves_by_scaled_distance(bench):
    bench.evaluate("document.body.style.zoom = 1.5")
    try:
        stage = stage_of(bench, "dci_even_rest")
        (node, handle), *_ = handles_of(stage)
        axis, box = handle["axes"][0], node.bounding_box()
        before = ask(stage, "looks")[1]
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        bench.mouse.move(x, y)
        bench.mouse.down()
        up = 0.1 * (axis["start"] - axis["end"]) * 1.5  # a tenth of the axis, in pixels of the page
        bench.mouse.move(x, y + (up if axis["value"] > 0.5 else -up), steps=5)
        bench.mouse.up()
        words = at_rest(bench, stage)[1]
        assert words != before
        value = float(re.search(rf"{axis['name']}=([\d.]+)", words)[1])
        assert abs(abs(value - axis["value"]) - 0.1) < 0.03
    finally:
        bench.evaluate("document.body.style.zoom = ''")


def test_claims_and_counterexample_labs_respond_to_clicks_and_filters(bench):
    stage = stage_of(bench, "ClaimsLab")
    first = at_rest(bench, stage)
    stage.locator('svg [data-key="sentence-sepliarskaia2019-27"]').click()
    has(bench, stage, "sap-0.32, ")
    has(bench, stage, "Measured just now, 5 seeds")
    control(stage, "search", "input").fill("0.98")
    has(bench, stage, "sap-0.98, ")
    stage.get_by_role("button", name="Run it with more seeds").click()
    has(bench, stage, "Measured just now, 10 seeds")
    stage.get_by_role("button", name="Reset to the start").click()
    assert at_rest(bench, stage)[1] == first[1]
    stage = stage_of(bench, "HuntLab")
    control(stage, "metric", "select").select_option("sap")
    has(bench, stage, "press Hunt")
    stage.get_by_role("button", name="Hunt", exact=True).click()
    stage.locator(".de-caption", has_text="highest sap").wait_for(timeout=30_000)
    stage.get_by_role("button", name="Tools").click()
    stage.get_by_role("button", name="Undo").click()
    has(bench, stage, "press Hunt")


def test_matrix_cell_typed_number_is_set_and_undone(bench):
    stage = stage_of(bench, "dci_two_ways")
    stage.get_by_role("button", name="Reset to the start").click()
    first = at_rest(bench, stage)
    stage.locator('svg [data-handle][data-key="m0-1"]').focus()
    for key in ("0", ".", "4", "5", "Enter"):
        bench.keyboard.press(key)
    has(bench, stage, "0.45")
    bench.keyboard.press("Control+z")
    assert at_rest(bench, stage)[1] == first[1]


def test_number_input_typed_value_is_applied_on_enter(bench):
    stage = stage_of(bench, "walk")
    box = stage.get_by_label("pair of sentences, as a number")
    box.click(click_count=3)
    bench.keyboard.type("13")
    bench.keyboard.press("Enter")
    has(bench, stage, "pair=13")
    assert box.evaluate("(box) => box === document.activeElement")
    stage.get_by_role("button", name="Reset to the start").click()


def begins_and_stops(page, stage):
    """Start a search among half a million candidates, and stop it before all have been tried."""
    control(stage, "look for a code that", "select").select_option(index=2)
    stage.get_by_label("largest number of candidates, as a number").fill("500000")
    page.keyboard.press("Tab")
    stage.get_by_role("button", name="Hunt", exact=True).click()
    stage.locator("progress").wait_for(timeout=20_000)
    stage.get_by_role("button", name="Stop").click()
    page.wait_for_function(
        "(stage) => !stage.querySelector('progress')", arg=stage.element_handle(), timeout=20_000
    )
    tried = re.findall(r"([\d,]+) candidates", stage.locator(".de-caption").inner_text())[-1]
    assert int(tried.replace(",", "")) < 500_000


def test_counterexample_lab_stop_button_ends_search(bench):
    begins_and_stops(bench, stage_of(bench, "HuntLab"))


# Without Escape, which leaves the lab.
KEYS = ["d", "d", "x", "b", "m", "0", "0", "ArrowDown", "ArrowUp", "ArrowLeft"]
VARIED = ["rectangles", "handwriting", "beta_vae", "matrix_by_hand", "same_name", *OTHERS]


def test_lab_keys_do_not_reach_notebook(bench):
    tags = set()
    for name in VARIED:
        stage = stage_of(bench, name)
        ask(stage, "open")
        found: dict[str, int] = {}
        for j in range(len(ask(stage, "focusable"))):
            node = stage.evaluate_handle("(stage, j) => probes.focusable(stage)[j]", j)
            tag = node.evaluate("(node) => node?.tagName ?? ''")
            found[tag] = found.get(tag, 0) + 1
            if not tag or found[tag] > 4:  # removed by earlier keys, or one of many
                continue
            node.evaluate("(node) => node.focus({ preventScroll: true })")
            before = bench.evaluate("probes.state()")
            for key in KEYS:
                bench.keyboard.press(key)
            assert bench.evaluate("probes.state()") == before, (name, tag)
            tags.add(tag)
        ask(stage, "close")
    assert tags >= {"SELECT", "INPUT", "BUTTON", "CODE", "PRE", "SUMMARY", "circle", "rect"}


# ------------------------------------------------------------------------------ saved and opened


def seen_again(page, address, name):
    """Save a notebook, reopen it, and see the same text; returns the text by cell."""
    last = {}
    for cell in jupyter.live_cells(page):
        last[cell] = at_rest(page, jupyter.stage_of(page, cell))[1]
    jupyter.save_and_forget(page)
    jupyter.open_notebook(page, address, name)
    for cell, words in last.items():
        assert at_rest(page, jupyter.stage_of(page, cell))[1] == words
    lost = re.compile("Error (displaying|creating) widget|model not found")
    assert page.get_by_text(lost).count() == 0
    return last


def test_saved_notebook_shows_same_labs_after_reopening(page, address, folder):
    labs = ["labs.dci_weight()", "labs.sap_power(exponent=7)", "labs.ClaimsLab()"]
    with_a_bar = "reveal('sap-0.98', seeds=3)"  # a progress bar that counts seeds
    jupyter.write_notebook(folder, "saved", [SETUP, *labs, with_a_bar])
    jupyter.open_notebook(page, address, "saved")
    jupyter.run_all(page)
    stage = jupyter.stage_of(page, 1)
    (node, handle), *_ = handles_of(stage)
    drag(page, stage, node.get_attribute("data-key"), handle)
    last = seen_again(page, address, "saved")
    assert len(last) == len(labs) and re.search("weight=|share=", last[1])
    assert "argument fails" in jupyter.scroll_to(page, len(labs) + 1).inner_text()
    picture_of(page, "saved_and_opened")
