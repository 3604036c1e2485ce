"""The book and the notebooks without a server: built here, opened in a real browser."""

import json
import re
import shutil
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402
import site_lite  # noqa: E402
from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from site_lite import builder, cells_of, picture_of  # noqa: E402
from test_access import Finger  # noqa: E402

from disentangle_edu import labs  # noqa: E402
from disentangle_edu.course import COURSE, notebook  # noqa: E402
from disentangle_edu.widgets.links import link  # noqa: E402

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAME = "06_matrix_by_hand"  # a notebook that runs in less than a minute
WAKES = ["matrix_by_hand", "design_your_metric"]  # pages to be walked through


@pytest.mark.skipif(not shutil.which("node"), reason="without Node wheels stay as they are")
def test_built_wheels_contain_compiled_files(address):
    core = site_lite.SITE / "static" / "pyodide"
    listed = json.loads((core / "pyodide-lock.json").read_text())["packages"]
    for name, entry in listed.items():
        wheel = core / entry["file_name"]
        assert builder().sum_of(wheel) == entry["sha256"]
        files = zipfile.ZipFile(wheel).namelist()
        assert len(files) == len(set(files))
        assert any(file.endswith(".pyc") for file in files) == (name not in builder().LATE)
    for wheel in (core / builder().COMPILED).iterdir():
        assert any(file.endswith(".pyc") for file in zipfile.ZipFile(wheel).namelist())


def test_site_notebook_outputs_match_saved_notebook(page, address):
    different = {
        j: site_lite.first_difference(*found[0])
        for j, _, found in site_lite.run_notebook(page, address, NAME)
        if found
    }
    assert different == {} and page.evaluate("probes.errors()") == []
    picture_of(page, f"site_{NAME}")


def stage_at(page, address, code, more=""):
    """Open one lab by its address; returns its stage."""
    page.goto(f"{address}/{link(code)['page']}{more}")
    stage = page.locator(".de-stage")
    stage.locator("svg").first.wait_for(timeout=600_000)
    return stage


def says(page, stage, lab):
    """Wait until a stage shows the text that the lab gives in this Python."""
    words = lab.picture.text.splitlines()[0]
    page.wait_for_function(
        "([stage, words]) => stage.textContent.includes(words)",
        arg=[stage.element_handle(), words],
        timeout=120_000,
    )


def test_lab_page_opens_by_address_and_follows_key_and_drag(page, address):
    stage = stage_at(page, address, "labs.sap_power(exponent=3)")
    says(page, stage, labs.sap_power(exponent=3))
    assert page.locator("text=import labs >> visible=true").count() == 0, "code is in sight"
    handle = stage.locator("[data-handle]").first
    handle.press("ArrowRight")
    says(page, stage, labs.sap_power(exponent=5))
    handle.hover()  # waits until the handle has stopped moving
    page.mouse.down()
    box, far = handle.bounding_box(), stage.locator("svg").bounding_box()
    page.mouse.move(far["x"] + far["width"] + 50, box["y"], steps=8)
    page.mouse.up()
    says(page, stage, labs.sap_power(exponent=35))
    opens = stage.locator(".de-line a").get_attribute("href")
    assert opens == f"{address}/{link('labs.sap_power(exponent=35)')['page']}"
    picture_of(page, "site_one_lab")


def test_lab_page_in_presentation_mode_is_enlarged_and_hides_controls(page, address):
    more = "&present=1&hide=reset,undo,redo,code,noise"
    stage = stage_at(page, address, "labs.dci_even_rest()", more)
    page.wait_for_function(
        "() => document.querySelector('.de-stage svg').viewBox.baseVal.width < innerWidth / 1.3"
    )
    large = stage.locator(".de-caption").evaluate("node => node.currentCSSZoom")
    assert large == 1.5
    assert stage.get_by_role("button", name="Undo").count() == 0
    assert stage.locator(".de-line").is_hidden()
    picture_of(page, "site_presented")


@pytest.mark.parametrize(
    ("held", "says"),
    [
        (
            "notebooks/bundle.js",
            ["Waiting for bundle.js", "Nothing has arrived for 1", "Reload this page"],
        ),
        ("pyodide/ipython", ["ipython", "no answer for 8 seconds", "Reload this page"]),
    ],
)
def test_site_page_with_missing_file_explains_what_it_waits_for(chromium, address, held, says):
    over = threading.Event()

    class Holding(site_lite.Quiet):
        """A server that never sends one of its files."""

        def do_GET(self):
            if held in self.path:
                over.wait()
            elif "pyodide.mjs" in self.path:
                words = (site_lite.SITE / "static" / "pyodide" / "pyodide.mjs").read_text()
                self.answer(words.replace("LIMIT = 60_000", "LIMIT = 8_000"))
            else:
                super().do_GET()

    with site_lite.served(handler=Holding) as other:
        page = jupyter.new_page(chromium)
        try:
            at = f"{other}/notebooks/index.html?path={NAME}.ipynb"
            page.goto(at, wait_until="commit")
            box = page.locator("#de-waiting")
            for words in says:
                box.get_by_text(words).wait_for(timeout=90_000)
            picture_of(page, f"site_waits_for_{held.split('/')[0]}")
        finally:
            over.set()
            page.close()


def test_lab_page_with_other_code_in_address_shows_error(page, address):
    page.goto(f"{address}/{link('labs.rectangle(print(1))')['page']}")
    page.get_by_text("this address holds").wait_for(timeout=120_000)
    assert page.locator(".de-stage").count() == 0


def test_lab_page_stop_button_ends_full_run(page, address):
    stage = stage_at(page, address, "labs.factor_vae(own=True)")
    stage.get_by_role("button", name="Run the full size").click()
    stage.locator("progress").wait_for(timeout=60_000)
    stage.get_by_role("button", name="Stop").click()
    stage.get_by_text("Interrupted").wait_for(timeout=60_000)


# ---------------------------------------------------------------------------------------- the book


def opened(page, address, name):
    """Open a page and wait for its Python."""
    page.goto(f"{address}/{name}.html")
    site_lite.wait_until_awake(page)


def lab_at(page, number):
    """The stage of a cell, after scrolling to the cell."""
    cell = page.locator(f"#cell-{number}")
    cell.scroll_into_view_if_needed()
    stage = cell.locator(".de-stage")
    stage.wait_for(timeout=60_000)
    return stage


def words_of(text):
    """A text's words, without punctuation."""
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("name", COURSE)
def test_book_page_without_javascript_has_text_of_notebook(chromium, address, name):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{name}.html")
    shown = " ".join(words_of(page.locator("article").text_content()))
    for cell in site_lite.saved_cells(notebook(name))[1:]:  # the head has a line for Jupyter only
        if cell.cell_type == "markdown" and not re.search(r"\]\(|<|^\|", cell.source, re.M):
            source = re.sub(r"^\d+\. ", "", cell.source, flags=re.M)  # a browser adds the numbers
            assert " ".join(words_of(source)) in shown
    context.close()


@pytest.mark.parametrize("name", WAKES)
def test_book_page_every_prediction_wakes(page, address, name):
    opened(page, address, name)
    for number in cells_of(name, "labs.predict("):
        stage = lab_at(page, number)
        stage.locator("svg").wait_for(timeout=60_000)
    picture_of(page, f"book_{name}")


def test_book_page_committed_guess_opens_lab_and_survives_reload(page, address):
    opened(page, address, "sap")
    (number,) = cells_of("sap", 'labs.predict("04-mig")')
    stage = lab_at(page, number)
    stage.locator("[data-handle]").first.press("ArrowRight")
    stage.get_by_role("button", name="That is my guess").click()
    stage.get_by_text("Guess and answer as a table").wait_for(timeout=30_000)
    page.wait_for_function(
        "(cell) => JSON.parse(localStorage[`disentangle_edu ${location.pathname}`] ?? '{}')"
        "[cell]?.done?.committed",
        arg=number,
    )
    opened(page, address, "sap")
    lab_at(page, number).get_by_text("Guess and answer as a table").wait_for(timeout=30_000)
    (marked,) = cells_of("sap", "labs.earned(bits,")
    expect(page.locator(f"#cell-{marked} a[href^='facts.html#']").first).to_have_text("✓")


def test_book_cell_edited_code_runs_after_its_dependencies(page, address):
    opened(page, address, "dci")
    (number,) = cells_of("dci", 'check("01-exercise"')
    cell = page.locator(f"#cell-{number}")
    cell.locator("pre[contenteditable]").fill("one_minus_entropy(np.array([5.0, 5, 0]), 0)")
    cell.get_by_role("button", name="Run").click()
    cell.get_by_text("0.369").wait_for(timeout=60_000)
    cell.locator("pre[contenteditable]").fill("one_minus_entropy(no_such_name, 0)")
    cell.get_by_role("button", name="Run").click()
    cell.get_by_text("NameError").wait_for(timeout=30_000)


def test_book_cell_edited_code_can_use_names_of_earlier_cells(page, address):
    opened(page, address, "text_factors")
    (number,) = cells_of("text_factors", 'check("17-exercise"')
    cell = page.locator(f"#cell-{number}")
    cell.locator("pre[contenteditable]").fill("print(np.eye(5).sum(), labs.walk().values['step'])")
    cell.get_by_role("button", name="Run").click()
    cell.get_by_text("5.0 0").wait_for(timeout=60_000)


def test_book_cell_enter_key_inserts_line_break_and_code_can_be_restored(page, address):
    opened(page, address, "dci")
    (number,) = cells_of("dci", 'check("01-exercise"')
    cell = page.locator(f"#cell-{number}")
    code = cell.locator("pre[contenteditable]")
    code.press("Control+a")
    code.press_sequentially("row = np.array([5.0, 5, 0])")
    code.press("Enter")
    code.press_sequentially("one_minus_entropy(row, 0)")
    code.press("Shift+Enter")
    cell.get_by_text("0.369").wait_for(timeout=60_000)
    cell.get_by_role("button", name="Bring the first code back").click()
    assert code.inner_text().strip() == site_lite.saved_cells(notebook("dci"))[number].source
    cell.get_by_role("button", name="Bring my code back").click()  # the earlier code is kept
    assert code.inner_text().strip() == "row = np.array([5.0, 5, 0])\none_minus_entropy(row, 0)"


def test_book_page_cell_started_during_long_cell_runs_after_it(page, address):
    opened(page, address, "guardians")
    first, second = cells_of("guardians", 'check("15-exercise-')[:2]
    slow = "from disentangle_edu.claims.views import reveal\nreveal('beta-0.9967', seeds=1)"
    for cell, code in ((first, slow), (second, "print('after it')")):
        page.locator(f"#cell-{cell} pre[contenteditable]").fill(code)
        page.locator(f"#cell-{cell}").get_by_role("button", name="Run").click()
    output = page.locator(f"#cell-{second} .cell_output")
    output.get_by_text("after it").wait_for(timeout=site_lite.FAR)
    assert page.locator(f"#cell-{first}").get_by_text("0.9944").first.is_visible()


SLOW_IMPORT = """
import sys, time
import sklearn.linear_model  # it would take pandas if that were there
assert "pandas" not in sys.modules
class Slow:
    def find_spec(self, name, path=None, target=None):
        time.sleep(0.05 * name.startswith("pandas"))
sys.meta_path.insert(0, Slow())
import pandas
print("all there")
"""


def test_book_page_during_import_accepts_gestures(page, address):
    opened(page, address, "dci")
    asked = lab_at(page, *cells_of("dci", 'labs.predict("01-even-rest")'))
    cell = page.locator(f"#cell-{cells_of('dci', 'check(')[0]}")
    cell.locator("pre[contenteditable]").fill(SLOW_IMPORT)
    cell.get_by_role("button", name="Run").click()
    page.get_by_text("Fetching six").wait_for(timeout=60_000)  # the last package that pandas needs
    asked.locator("[data-handle]").first.press("ArrowRight")
    asked.get_by_text("Marked.").first.wait_for(timeout=30_000)
    assert cell.get_by_text("all there", exact=True).count() == 0
    cell.get_by_text("all there", exact=True).wait_for(timeout=120_000)


IMPORT_BESIDE = """
import asyncio
async def beside():
    import pandas
task = asyncio.ensure_future(beside())
"""


def test_book_page_cell_waits_for_import_of_other_task(page, address):
    opened(page, address, "guardians")
    first, second = cells_of("guardians", 'check("15-exercise-')[:2]
    whole = "import pandas\nf'sum {pandas.Series([3, 4]).sum()}'"
    for cell, code in ((first, IMPORT_BESIDE), (second, whole)):
        page.locator(f"#cell-{cell} pre[contenteditable]").fill(code)
        page.locator(f"#cell-{cell}").get_by_role("button", name="Run").click()
    page.locator(f"#cell-{second} .cell_output").get_by_text("sum 7").wait_for(timeout=60_000)


def test_book_page_during_long_cell_after_guess_accepts_gestures(page, address):
    opened(page, address, "dci")
    other = lab_at(page, *cells_of("dci", 'labs.predict("01-even-rest")'))
    asked = lab_at(page, *cells_of("dci", 'labs.predict("01-noise")'))
    for handle in asked.locator("[data-handle]").all():
        handle.press("ArrowRight")
    asked.get_by_role("button", name="That is my guess").click()
    page.get_by_text("Fetching scikit").wait_for(timeout=60_000)
    other.locator("[data-handle]").first.press("ArrowRight")
    other.get_by_text("Marked.").first.wait_for(timeout=30_000)
    (long,) = cells_of("dci", "labs.dci_on_noise(")
    page.locator(f"#cell-{long}").get_by_text("Your guess is recorded").wait_for(timeout=1_000)
    assert page.locator(f"#cell-{long}[data-awake]").count() == 0
    page.locator(f"#cell-{long}[data-awake]").wait_for(timeout=120_000)


SHIFTS = """() => {
    window.shifts = [];
    const moved = ({ node, previousRect, currentRect }) =>
        `${node?.outerHTML?.slice(0, 80)}: ${previousRect.y} -> ${currentRect.y}`;
    const note = (one) => one.hadRecentInput || shifts.push([one.value, ...one.sources.map(moved)]);
    new PerformanceObserver((list) => list.getEntries().forEach(note))
        .observe({ type: 'layout-shift', buffered: true });
}"""


LATE = """window.Worker = class extends Worker {
    set onmessage(act) {
        const late = ({ data }) => (JSON.parse(data).kind === "state" ? 700 : 0);
        super.onmessage = (event) => setTimeout(() => act(event), late(event));
    }
};"""  # scenes arrive long after their stages, as on a slow machine


def scroll_through(page):
    """Bring every cell into view; returns the height of the page at the end."""
    for cell in page.locator(".cell[id]").all():
        cell.scroll_into_view_if_needed()
        page.wait_for_timeout(150)
    page.wait_for_timeout(1_500)
    return page.evaluate("document.documentElement.scrollHeight")


def assert_no_shift(page):
    assert [shift for shift in page.evaluate("shifts") if shift[0] >= 0.2] == []


@pytest.mark.parametrize("name", ["start_here", "factor_vae", "toy_text"])
@pytest.mark.parametrize(("wide", "theme"), [(1280, "light"), (390, "dark")])
def test_book_page_layout_is_stable_while_waking(chromium, address, name, wide, theme):
    size = {"width": wide, "height": 800}
    context = chromium.new_context(viewport=size, color_scheme=theme, has_touch=wide < 500)
    page = context.new_page()
    page.goto(f"{address}/{name}.html", wait_until="load")
    page.evaluate(SHIFTS)
    asleep = page.evaluate("document.documentElement.scrollHeight")
    picture_of(page, f"book_{name}_{wide}_{theme}_asleep", whole=True)
    site_lite.wait_until_awake(page)
    awake = scroll_through(page)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert abs(awake - asleep) < 0.08 * asleep
    assert_no_shift(page)
    page.evaluate("scrollTo(0, 0)")
    picture_of(page, f"book_{name}_{wide}_{theme}_awake", whole=True)
    context.close()


def test_book_page_layout_is_stable_when_scenes_come_late(chromium, address):
    page = jupyter.new_page(chromium, 390, 800)
    page.add_init_script(LATE)
    page.goto(f"{address}/start_here.html", wait_until="load")
    page.evaluate(SHIFTS)
    site_lite.wait_until_awake(page)
    scroll_through(page)
    assert_no_shift(page)
    page.close()


def test_book_page_boxes_are_as_high_after_narrow_window(chromium, address):
    page = jupyter.new_page(chromium, 390, 800)
    page.goto(f"{address}/start_here.html", wait_until="load")
    height = "document.documentElement.scrollHeight"
    before = page.evaluate(height)
    page.set_viewport_size({"width": 100, "height": 800})
    page.wait_for_function(f"{height} > {2 * before}")
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function(f"{height} < {1.01 * before}")
    page.close()


UNABLE = "for (const name of ['Suspending', 'promising']) delete WebAssembly[name];\n"


class WithoutJSPI(site_lite.Quiet):
    """Serves the site to a browser without JSPI, such as an older Firefox: Python cannot wait."""

    def do_GET(self):
        if self.path.endswith("/wake/worker.js"):
            self.answer(UNABLE + (site_lite.SITE / self.path[1:]).read_text())
        else:
            super().do_GET()


def test_book_page_without_jspi_stop_button_restarts_python(chromium, address):
    with site_lite.served(handler=WithoutJSPI) as other:
        page = jupyter.new_page(chromium)
        page.add_init_script(UNABLE)
        opened(page, other, "factor_vae")
        cell = page.locator(f"#cell-{cells_of('factor_vae', 'check(')[0]}")
        cell.locator("pre[contenteditable]").fill("labs.factor_vae(own=True)")
        cell.get_by_role("button", name="Run", exact=True).click()
        stage = cell.locator(".de-stage")
        stage.locator("svg").wait_for(timeout=60_000)
        page.wait_for_timeout(1_500)  # until nothing moves
        stage.get_by_role("button", name="Run the full size").click()
        stage.get_by_role("button", name="Stop").click(timeout=30_000)
        page.get_by_text("Stopped: Python starts again.").wait_for(timeout=5_000)
        page.get_by_text("Python is here").wait_for(timeout=120_000)
        (number,) = cells_of("factor_vae", 'labs.predict("03-mixtures")')
        asked = lab_at(page, number)
        asked.locator("[data-handle]").first.press("ArrowRight")
        asked.get_by_text("Marked.").first.wait_for(timeout=30_000)
        page.close()
        jupyter.assert_quiet(page)


def test_claims_page_filter_shows_rows_of_one_verdict(page, address):
    page.goto(f"{address}/ledger.html")
    rows = page.locator("article tbody tr")
    everything = rows.filter(visible=True).count()
    page.get_by_label("Show").select_option("fails")
    found = rows.filter(visible=True).locator("td:nth-child(3)").all_inner_texts()
    assert 0 < len(found) < everything and set(found) == {"fails"}
    assert page.get_by_text(f"{len(found)} rows", exact=True).count() == 1
    page.get_by_label("Show").select_option("all verdicts")
    assert rows.filter(visible=True).count() == everything


def test_book_page_with_failed_python_shows_message(chromium):
    class Missing(site_lite.Quiet):
        """A server without one file, which the first lab needs."""

        def send_head(self):
            return super().send_head() if "decoders" not in self.path else self.send_error(404)

    with site_lite.served(handler=Missing) as other:
        page = jupyter.new_page(chromium)
        try:
            page.goto(f"{other}/start_here.html", wait_until="commit")
            picture = page.locator(".cell[id] .cell_output img").first
            picture.scroll_into_view_if_needed()
            page.get_by_text("Python could not start").wait_for(timeout=60_000)
            assert picture.is_visible() and page.get_by_text("Reload this page").count() == 1
        finally:
            page.close()


@pytest.mark.parametrize("touch", [False, True])
def test_book_front_page_moves_before_python_and_keeps_its_angle(chromium, touch):
    over = threading.Event()

    class Holding(site_lite.Quiet):
        """A server that delays Python for a while."""

        def do_GET(self):
            if "pyodide.asm" in self.path:
                over.wait()
            super().do_GET()

    wide = {"width": 390, "height": 844} if touch else {"width": 1280, "height": 800}
    with site_lite.served(handler=Holding) as other:
        page = chromium.new_context(viewport=wide, has_touch=touch, is_mobile=touch).new_page()
        try:
            page.goto(f"{other}/index.html")
            stage = page.locator(".de-stage")
            handle = stage.locator('svg [data-key="handle"]')
            stage.get_by_text("Turn the dial to mix").wait_for(timeout=5_000)
            for _ in range(4):
                handle.press("ArrowRight")
            stage.get_by_text("At 10 degrees").wait_for(timeout=5_000)
            handle.hover(trial=True)  # the page may still be scrolling to the handle
            box = handle.bounding_box()
            start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            if touch:
                Finger(page).stroke(start, -30, 80)
            else:
                page.mouse.move(*start)
                page.mouse.down()
                page.mouse.move(start[0] - 30, start[1] - 80, steps=6)
                page.mouse.up()
            page.wait_for_function("!document.querySelector('[data-waits]')")
            caption = stage.locator(".de-caption")
            expect(caption).not_to_contain_text("At 10 degrees")
            moved, words = handle.bounding_box(), caption.inner_text()
            assert moved["y"] < box["y"] - 60 and "At 10 degrees" not in words
            assert stage.get_by_label("code").is_disabled()
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
            picture_of(page, f"front_before_python_{touch}")
        finally:
            over.set()
        site_lite.wait_until_awake(page)
        page.wait_for_function("!document.querySelector('[data-waits]')")
        assert stage.locator(".de-caption").inner_text() == words
        after = handle.bounding_box()
        assert abs(after["x"] - moved["x"]) < 1 and abs(after["y"] - moved["y"]) < 1
        stage.get_by_label("code").select_option("A")
        stage.locator('svg[aria-label*="network A"]').wait_for(timeout=60_000)
        picture_of(page, f"front_with_python_{touch}")
        page.context.close()


def test_book_cell_written_file_can_be_downloaded(page, address):
    opened(page, address, "start_here")
    (number,) = cells_of("start_here", "check(")
    cell = page.locator(f"#cell-{number}")
    cell.locator("pre[contenteditable]").fill('labs.export_guesses("mine.json")')
    cell.get_by_role("button", name="Run").click()
    with page.expect_download() as taken:
        cell.get_by_role("link", name="Save mine.json").click(timeout=60_000)
    assert json.loads(Path(taken.value.path()).read_text()) is not None


def test_book_page_reload_keeps_height(page, address):
    opened(page, address, "dci")
    for number in cells_of("dci", "labs.predict("):
        lab_at(page, number)
    page.wait_for_timeout(1_000)
    before = page.evaluate("document.documentElement.scrollHeight")
    page.reload()
    asleep = page.evaluate("document.documentElement.scrollHeight")
    assert abs(asleep - before) < 40


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_book_page_awake_has_no_axe_violations(chromium, address, theme):
    page = chromium.new_context(color_scheme=theme).new_page()
    opened(page, address, "dci")
    for number in cells_of("dci", "labs.predict("):
        lab_at(page, number).locator("svg").wait_for(timeout=60_000)
    found = Axe().run(page)
    assert found.response["violations"] == [], found.generate_report()
    page.context.close()


def test_book_page_on_phone_touch_marks_guess(chromium, address):
    wide = {"width": 390, "height": 844}
    page = chromium.new_context(viewport=wide, has_touch=True, is_mobile=True).new_page()
    opened(page, address, "dci")
    (number,) = cells_of("dci", 'labs.predict("01-even-rest")')
    stage = lab_at(page, number)
    area = stage.locator("[data-handle]").first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    start = box["x"] + box["width"] / 3, box["y"] + box["height"] / 2
    Finger(page).stroke(start, box["width"] / 3, 0)
    stage.get_by_text("Marked.").wait_for(timeout=30_000)
    stage.get_by_role("button", name="That is my guess").tap()
    stage.get_by_text("Guess and answer as a table").wait_for(timeout=30_000)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    picture_of(page, "book_phone")
    page.context.close()


def test_book_page_requests_no_other_host(page, address):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, address, "index")
    lab_at(page, 1).locator("svg").wait_for(timeout=60_000)
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


RECORDED = """from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.claims.views import recorded
recorded(CLAIMS.values())"""


def test_book_cell_output_links_lead_to_pages(page, address):
    opened(page, address, "dci")
    (number,) = cells_of("dci", 'check("01-exercise"')
    cell = page.locator(f"#cell-{number}")
    cell.locator("pre[contenteditable]").fill(RECORDED)
    cell.get_by_role("button", name="Run").click()
    links = cell.locator(".cell_output td a")
    links.first.wait_for(timeout=60_000)
    named = {link.get_attribute("href") for link in links.all()}
    assert named and all((site_lite.SITE / name).is_file() for name in named)
