"""What a student sees: notebooks in a real JupyterLab in a real browser, moved by the keyboard."""

import os
import re
import statistics
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402

pytestmark = pytest.mark.browser
NAMES = sorted(path.stem for path in jupyter.NOTEBOOKS.glob("*.ipynb"))
ARTIFACTS = os.environ.get("BROWSER_ARTIFACTS")

if not jupyter.CHROMIUM:
    if os.environ.get("DISENTANGLE_EDU_BROWSER") == "required":
        raise RuntimeError("the browser tests are required here, and no Chromium was found")
    pytest.skip(
        "no Chromium found: install Debian's package chromium to run the browser tests",
        allow_module_level=True,
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with jupyter.server(tmp_path_factory.mktemp("jupyter")) as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    with jupyter.browser() as chromium:
        yield chromium


@pytest.fixture
def page(chromium, address):
    page = chromium.new_page(viewport={"width": 1280, "height": 1000})
    page.troubles, page.hosts = [], set()
    page.on(
        "console",
        lambda message: page.troubles.append(message.text) if message.type == "error" else None,
    )
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on(
        "request", lambda request: page.hosts.add(re.sub(r"^\w+://([^/:]*).*", r"\1", request.url))
    )
    yield page
    page.close()
    assert page.troubles == [] and {
        host for host in page.hosts if not host.startswith(("data:", "blob:"))
    } <= {"127.0.0.1"}


def keep(page, name):
    if ARTIFACTS:
        page.wait_for_timeout(800)  # JupyterLab draws what scrolls into view a little later
        page.screenshot(path=f"{ARTIFACTS}/{name}.png")


def slider(lab, label):
    """The handle of the slider with this label."""
    return lab.locator(
        ".widget-inline-hbox", has=lab.page.locator(f".widget-label:text-is('{label}')")
    ).locator(".noUi-handle")


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_shows_its_state_unrun_and_comes_alive_when_run(page, address, name):
    jupyter.open_notebook(page, address, name)
    still = page.locator(".jp-RenderedHTML img[alt*='.']").first
    still.scroll_into_view_if_needed()
    assert still.evaluate("img => img.naturalWidth") > 300 and re.search(
        r"\d\.\d", still.get_attribute("alt")
    )
    assert page.get_by_text("model not found").count() == 0
    keep(page, f"{name}_unrun")
    jupyter.run_all(page)
    assert (
        page.locator(
            "[data-mime-type='application/vnd.jupyter.stderr'] .ansi-red-fg, .jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']"
        ).count()
        == 0
    )
    lab = jupyter.first_lab(page)
    assert lab.locator("svg[role=img][aria-label]").count() == 1
    keep(page, f"{name}_run")


@pytest.mark.parametrize(
    "name, label, key",
    [
        ("00_start_here", "width", "ArrowRight"),
        ("01_dci", "diagonal", "ArrowLeft"),
        ("02_beta_vae", "pairs per point (batch)", "ArrowLeft"),
        ("04_sap", "odd exponent", "ArrowRight"),
        ("05_mig_and_dcimig", "factor 2 leaks into latent 1", "ArrowRight"),
    ],
)
def test_a_key_moves_picture_and_text_in_place(page, address, name, label, key, record_property):
    jupyter.open_notebook(page, address, name)
    page.evaluate("""async () => {  // the first cells up to the lab are enough
        const panel = jupyterapp.shell.currentWidget, cells = panel.content.widgets;
        const lab = cells.findIndex((cell) => cell.model.sharedModel.source.startsWith('lab = '));
        for (const j of [cells.findIndex((cell) => cell.model.type === 'code'), lab]) {
            panel.content.activeCellIndex = j;
            await jupyterapp.commands.execute('notebook:run-cell');
        }
    }""")
    page.wait_for_selector(".widget-vbox svg[role=img]")
    lab = jupyter.first_lab(page)
    handle = slider(lab, label)
    handle.focus()
    page.evaluate("""() => {  // when did a picture come, and did the page ever blank or jump?
        const box = document.querySelector('.widget-vbox'), html = box.querySelector('svg[role=img]').closest('.widget-html');
        window.seen = {times: [], heights: new Set(), blanks: 0, start: 0};
        document.addEventListener('keydown', () => { seen.start = performance.now(); }, true);
        new MutationObserver(() => requestAnimationFrame(() => {
            if (seen.start) { seen.times.push(performance.now() - seen.start); seen.start = 0; }
            seen.heights.add(Math.round(box.getBoundingClientRect().height));
            if (!html.querySelector('svg')) seen.blanks += 1;
        })).observe(html, {childList: true, subtree: true});
    }""")
    texts, pictures = set(), set()
    back = {"ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft"}[key]
    for press in [key] * 4 + [back] * 4 + [key] * 4:  # to and fro: no slider ends that soon
        page.keyboard.press(press)
        page.wait_for_function("() => seen.start === 0")
        page.wait_for_timeout(60)
        texts.add(lab.locator(".picture-text").inner_text())
        pictures.add(lab.locator("svg[role=img]").inner_html())
    seen = page.evaluate(
        "() => ({times: seen.times, heights: [...seen.heights], blanks: seen.blanks})"
    )
    record_property("key_to_picture_ms", statistics.median(seen["times"]))
    print(f"{name}: key to picture {statistics.median(seen['times']):.0f} ms")
    assert len(pictures) >= 5 and len(texts) >= 3
    assert seen["blanks"] == 0 and max(seen["heights"]) - min(seen["heights"]) <= 2, seen
    keep(page, f"{name}_moved")


def test_the_full_size_run_and_reset(page, address):
    jupyter.open_notebook(page, address, "03_factor_vae")
    jupyter.run_all(page)
    lab = jupyter.first_lab(page)
    lab.get_by_role("button", name="Run the full size").click()
    lab.locator("p", has_text="10,000 votes of 128 samples").wait_for(timeout=30_000)
    keep(page, "03_factor_vae_full")
    lab.get_by_role("button", name="Reset to the start").click()
    lab.locator("p", has_text="500 votes of 128 samples").wait_for(timeout=30_000)


def test_the_matrix_by_hand(page, address):
    jupyter.open_notebook(page, address, "06_matrix_by_hand")
    jupyter.run_all(page)
    lab = jupyter.first_lab(page)
    cell = lab.get_by_role("gridcell", name="latent 1, factor 2")
    cell.click()
    for key in ("0", ".", "5", "Enter"):
        page.keyboard.press(key)
    lab.locator("p:text-matches('^mig = 0.8333')").wait_for(timeout=10_000)
    box = cell.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 200, steps=8)
    page.mouse.up()
    lab.locator("p:text-matches('^mig = 0.6667')").wait_for(timeout=10_000)
    page.keyboard.press("Control+z")
    lab.locator("p:text-matches('^mig = 0.8333')").wait_for(timeout=10_000)
    assert "0.5" in lab.get_by_text("labs.matrix_by_hand(").first.inner_text()
    keep(page, "06_matrix_by_hand_moved")
