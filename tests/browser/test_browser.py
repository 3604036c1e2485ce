"""What a student sees: notebooks in a real JupyterLab in a real browser, moved by mouse and keyboard.

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

SETUP = """
from disentangle_edu import labs
from disentangle_edu.claims.ledger import CLAIMS
from disentangle_edu.claims.reveal import reveal
findings = [CLAIMS[id].check(seeds=2) for id in ("dci-0.6", "sap-0.98", "rect-1", "fig-matrices")]
""".strip()
OTHERS = [
    "labs.HuntLab(candidates=5_000)",
    "labs.ClaimsLab(findings)",
    "question = labs.predict('01-even-rest')\nquestion",
    "labs.dci_even_rest(after=question)",
]
BARS = ["reveal('sap-0.98', seeds=3)"]  # a bar that counts seeds


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("jupyter")


@pytest.fixture(scope="module")
def address(folder):
    with jupyter.server(folder) as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    with jupyter.browser() as chromium:
        yield chromium


def new_page(chromium):
    """A page that remembers what went wrong in it, and whom it asked."""
    page = chromium.new_page(viewport={"width": 1400, "height": 1000})
    page.troubles, page.hosts = [], set()
    page.on("console", lambda said: said.type == "error" and page.troubles.append(said.text))
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on("request", lambda asked: page.hosts.add(re.sub(r"^\w+://([^/:]*).*", r"\1", asked.url)))
    return page


def assert_quiet(page):
    """No error in the console, and nobody outside was asked."""
    foreign = {host for host in page.hosts if not host.startswith(("data:", "blob:", "about:"))}
    assert page.troubles == [] and foreign <= {"127.0.0.1"}


def keep(page, name):
    if ARTIFACTS:
        page.wait_for_timeout(800)  # JupyterLab draws what scrolls into view a little later
        page.screenshot(path=f"{ARTIFACTS}/{name}.png")


# ----------------------------------------------------------------------------------- the lessons


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_shows_its_state_unrun_and_comes_alive_when_run(chromium, address, name):
    page = new_page(chromium)
    jupyter.open_notebook(page, address, name)
    shown = page.locator(".jp-RenderedHTML img[alt]").first
    shown.scroll_into_view_if_needed()
    words = shown.get_attribute("alt")
    assert shown.evaluate("img => img.naturalWidth") > 300
    assert re.search(r"\d\.\d", words) or "empty scale" in words.lower()
    assert page.get_by_text("model not found").count() == 0
    keep(page, f"{name}_unrun")
    jupyter.run_all(page)
    assert errors(page) == []
    cells = jupyter.live_cells(page)
    assert cells, "no lab came alive"
    stage = jupyter.stage_of(page, cells[0])
    assert stage.locator("svg[role=img][aria-label], .de-veil:visible").count() == 1
    keep(page, f"{name}_run")
    jupyter.shut_down(page)
    assert_quiet(page)
    page.close()


def errors(page):
    """What went wrong in any cell, also those that are not in view."""
    return page.evaluate("""() => jupyterapp.shell.currentWidget.content.widgets.flatMap((cell) =>
        cell.model.type !== 'code' ? [] : cell.model.outputs.toJSON().flatMap((output) =>
            output.output_type === 'error' ? [`${output.ename}: ${output.evalue}`] : []))""")


# ---------------------------------------------------------------------------------- all the labs


@pytest.fixture(scope="module")
def bench(chromium, address, folder):
    """A page with every lab, run; {name: number of its cell}."""
    from disentangle_edu.labs import LABS

    cells = [SETUP, *(f"labs.{build.__name__}()" for build in LABS), *OTHERS]
    jupyter.write_notebook(folder, "every_lab", cells)
    page = new_page(chromium)
    jupyter.open_notebook(page, address, "every_lab")
    page.evaluate("""() => {
        if (document.querySelector('#jp-left-stack:not(.lm-mod-hidden)'))
            jupyterapp.commands.execute('application:toggle-left-area');
    }""")
    jupyter.run_all(page)
    assert errors(page) == []
    page.cells = {re.match(r"labs\.(\w+)|\w+", cell).group(): j for j, cell in enumerate(cells)}
    yield page
    assert_quiet(page)
    page.close()


def drawn_cells(page):
    """The cells with a picture: all but the one that waits for an answer, and setting up."""
    return [j for j in jupyter.live_cells(page) if j != page.cells["labs.dci_even_rest"]] + [
        cell for name, cell in page.cells.items() if name == "labs.dci_even_rest"
    ][:0]


KEYS = ["d", "d", "x", "b", "m", "0", "0", "Escape", "d", "d", "ArrowDown", "ArrowUp", "ArrowLeft"]
LIKE_A_READER = """(stage) => [...stage.querySelectorAll(
    'select, input, button:not(:disabled), code[tabindex], pre[tabindex], summary, [tabindex="0"]'
)].filter((node) => node.checkVisibility?.() ?? true)"""


def state_of(page):
    """Cells and their types, the active cell, and whether a dialog asks something."""
    return page.evaluate("""() => {
        const { content } = jupyterapp.shell.currentWidget;
        const cells = content.widgets.map((cell) => cell.model.type + cell.model.id);
        return JSON.stringify([cells, content.activeCellIndex, document.querySelectorAll('.jp-Dialog').length]);
    }""")


def test_no_key_inside_a_lab_reaches_the_notebook(bench):
    page, tried = bench, set()
    page.set_viewport_size({"width": 1400, "height": 1000})
    for cell in jupyter.live_cells(page):
        stage = jupyter.stage_of(page, cell)
        count = stage.evaluate(f"(stage) => ({LIKE_A_READER})(stage).length")
        for j in range(count):
            node = stage.evaluate_handle(f"(stage, j) => ({LIKE_A_READER})(stage)[j]", j)
            kind = node.evaluate(
                "(node) => `${node?.tagName}.${node?.type ?? ''}.${node?.getAttribute('role') ?? ''}`"
            )
            if kind.startswith("undefined") or (cell, kind) in tried and "circle" not in kind:
                continue  # a kind of node once per lab is enough
            tried.add((cell, kind))
            node.evaluate("(node) => node.focus({ preventScroll: true })")
            before = state_of(page)
            for key in KEYS:
                page.keyboard.press(key)
            assert state_of(page) == before, (cell, kind)
    assert {kind.split(".")[0] for _, kind in tried} >= {
        *("SELECT", "INPUT", "BUTTON", "CODE", "PRE", "SUMMARY", "circle", "rect")
    }


MEASURED = """(stage) => {
    const box = (node) => { const { left, top, right, bottom } = node.getBoundingClientRect();
        return { what: (node.tagName + ' ' + (node.textContent || node.type || '')).slice(0, 60), left, top, right, bottom }; };
    const seen = (node) => (node.checkVisibility?.() ?? true) && node.getBoundingClientRect().width > 0;
    const area = stage.closest('.jp-OutputArea-output'), svg = stage.querySelector('.de-board svg');
    const parts = [...stage.querySelectorAll('button, select, input, .de-label, summary, .de-line code')].filter(seen);
    return {
        area: box(area), svg: svg && box(svg), height: stage.getBoundingClientRect().height,
        parts: parts.map(box), texts: svg ? [...svg.querySelectorAll('text')].filter(seen).map(box) : [],
    };
}"""


def common(one, other):
    """The share of the smaller of two boxes that they have in common."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    areas = [(b["right"] - b["left"]) * (b["bottom"] - b["top"]) for b in (one, other)]
    return max(wide, 0) * max(high, 0) / max(min(areas), 1e-9)


def beyond(box, frame):
    """By how many pixels a box sticks out of another."""
    sides = (frame["left"] - box["left"], frame["top"] - box["top"])
    return max(*sides, box["right"] - frame["right"], box["bottom"] - frame["bottom"])


def assert_laid_out(found, name):
    """Nothing is cut, nothing lies over something else."""
    for part in [*found["parts"], *([found["svg"]] if found["svg"] else [])]:
        assert beyond(part, found["area"]) <= 1.5, (name, part, found["area"])
    for j, part in enumerate(found["parts"]):
        for other in found["parts"][j + 1 :]:
            assert common(part, other) < 0.05, (name, part["what"], other["what"])
    for j, text in enumerate(found["texts"]):
        assert beyond(text, found["svg"]) <= 3, (name, text, found["svg"])
        for other in found["texts"][j + 1 :]:
            assert common(text, other) < 0.45, (name, text["what"], other["what"])


CONTRAST = """(stage) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    const light = (colour) => {
        canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const css = getComputedStyle(stage), of = (name) => css.getPropertyValue(`--de-${name}`);
    let around = stage;
    while (around && !/^rgb\\(/.test(getComputedStyle(around).backgroundColor)) around = around.parentElement;
    const behind = getComputedStyle(around ?? document.body).backgroundColor;
    const cells = [...stage.querySelectorAll('svg rect[data-key^="m"]')].map((cell) => {
        const number = stage.querySelector(`svg text[data-key="${cell.dataset.key}n"]`);
        return number && ratio(getComputedStyle(cell).fill, getComputedStyle(number).fill);
    }).filter(Boolean);
    return { theme: stage.dataset.theme, ink: ratio(of('ink'), behind), ground: ratio(of('ink'), of('ground')),
        faint: ratio(of('faint'), behind), cells: Math.min(...cells, 21) };
}"""


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_nothing_is_cut_nothing_overlaps_in_any_width_and_theme(bench, theme):
    page = bench
    jupyter.use_theme(page, theme)
    for width in (1400, 800, 700):  # 700 pixels are what a screen of 1400 has at 200 %
        page.set_viewport_size({"width": width, "height": 1000})
        page.wait_for_timeout(400)
        for cell in jupyter.live_cells(page):
            stage = jupyter.stage_of(page, cell)
            fitted(page, stage)
            assert_laid_out(stage.evaluate(MEASURED), (theme, width, cell))
            if width == 1400:
                found = stage.evaluate(CONTRAST)
                assert found["theme"] == theme.lower(), cell
                assert found["ink"] > 7 and found["ground"] > 7 and found["faint"] > 4.5, found
                assert found["cells"] > 3, (cell, found)
        keep(page, f"every_lab_{theme}_{width}")
    page.set_viewport_size({"width": 1400, "height": 1000})
    jupyter.use_theme(page, "Light")


def fitted(page, stage):
    """Wait until the picture is drawn for the width that there is."""
    for _ in range(40):
        wide = stage.evaluate("""(stage) => {
            const svg = stage.querySelector('.de-board svg');
            return !svg || Math.abs(Math.min(Math.max(Math.floor(stage.clientWidth / 10) * 10, 320), 1400)
                - Number(svg.getAttribute('width'))) < 1 || (svg.getAttribute('width') <= 780 && !!stage.querySelector('.de-asks:not([hidden])'));
        }""")
        if wide:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the picture was not drawn for its new width")


MARK = """(stage) => { for (const node of stage.querySelectorAll('svg [data-key]')) node.marked = true; }"""
KEPT = """(stage) => { const nodes = [...stage.querySelectorAll('svg [data-key]')];
    return [nodes.filter((node) => node.marked).length, nodes.length]; }"""
LOOKS = """(stage) => [stage.querySelector('svg').outerHTML.replace(/<title>.*?<\\/title>/g, ''),
    stage.querySelector('.de-said').textContent + stage.querySelector('.de-told').textContent
    + stage.querySelector('.de-line code')?.textContent]"""


def handles_of(stage):
    """The handles that are dragged, with what they say of themselves."""
    nodes = stage.locator("svg [data-handle]").all()
    told = [json.loads(node.get_attribute("data-handle")) for node in nodes]
    return [(n, h) for n, h in zip(nodes, told) if not (h.get("toggle") or h.get("place"))]


def by_key(stage, key):
    return stage.locator(f'svg [data-key="{key}"][data-handle]')


def still(page, stage):
    """Wait until Python has answered and everything has come to rest."""
    last = None
    for _ in range(80):
        now = stage.evaluate(LOOKS)
        if now == last:
            return now
        last = now
        page.wait_for_timeout(220)
    raise AssertionError("the picture never comes to rest")


def dragged(page, stage, key, handle):
    """Drag a handle a little, there and on: the heights that the stage had meanwhile."""
    box = by_key(stage, key).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    axis = handle["axes"][0]
    share = (axis["value"] - axis["low"]) / ((axis["high"] - axis["low"]) or 1)
    sign = 1 if share < 0.5 else -1
    way = {"x": (1, 0), "across": (1, 0), "y": (0, -1), "pull": (0, -1)}
    if axis["along"] == "turn":
        across, up = 14 * sign, -40 * sign
    else:
        across, up = (40 * sign * one for one in way[axis["along"]])
        if axis["along"] == "y" and axis["end"] > axis["start"]:
            up = -up
    heights = []
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 7):
        page.mouse.move(x + across * step / 6, y + up * step / 6)
        page.wait_for_timeout(40)
        heights.append(stage.evaluate("(stage) => stage.getBoundingClientRect().height"))
    page.mouse.up()
    return heights


def test_a_drag_and_a_key_move_picture_and_words_in_place(bench):
    page, moved = bench, []
    page.set_viewport_size({"width": 1400, "height": 1000})
    for name, cell in page.cells.items():
        if name in ("labs.predict", "from", "question", "labs.HuntLab", "labs.ClaimsLab"):
            continue
        stage = jupyter.stage_of(page, cell)
        found = handles_of(stage) if stage.locator("svg").count() else []
        for node, handle in found[:2]:
            key = node.get_attribute("data-key")
            before = still(page, stage)
            stage.evaluate(MARK)
            heights = dragged(page, stage, key, handle)
            after = still(page, stage)
            assert after[0] != before[0] and after[1] != before[1], (name, key)
            kept, all_ = stage.evaluate(KEPT)
            assert by_key(stage, key).evaluate("(node) => node.marked === true"), (name, key)
            assert kept > 0.6 * all_, (name, key, kept, all_)
            heights.append(stage.evaluate("(stage) => stage.getBoundingClientRect().height"))
            assert max(heights[1:]) - min(heights[1:]) <= 2, (name, key, heights)
            by_key(stage, key).evaluate("(node) => node.focus({ preventScroll: true })")
            page.keyboard.press("ArrowRight" if not handle.get("cell") else "+")
            page.keyboard.press("ArrowUp" if not handle.get("cell") else "+")
            pressed = still(page, stage)
            if pressed == after:  # it stood at the end of its way
                page.keyboard.press("ArrowLeft" if not handle.get("cell") else "-")
                page.keyboard.press("ArrowDown" if not handle.get("cell") else "-")
                pressed = still(page, stage)
            assert pressed[0] != after[0], (name, key)
            assert by_key(stage, key).evaluate(
                "(node) => node.marked === true && node === document.activeElement"
            ), (name, key)
            moved.append((name, key))
    assert len({name for name, _ in moved}) >= 12, moved


def test_clicks_choose_and_buttons_press(bench):
    page = bench
    stage = jupyter.stage_of(page, page.cells["labs.ClaimsLab"])
    first = still(page, stage)
    stage.locator('svg [data-key="claimrect-1"]').click()
    assert "rect-1" in still(page, stage)[1]
    stage.get_by_label("search").fill("0.98")
    page.wait_for_function(
        "(stage) => stage.textContent.includes('sap-0.98, ')", arg=stage.element_handle()
    )
    stage.get_by_role("button", name="Reset to the start").click()
    assert still(page, stage) == first
    stage = jupyter.stage_of(page, page.cells["labs.HuntLab"])
    stage.get_by_label("metric", exact=True).select_option("sap")
    page.wait_for_function(
        "(stage) => stage.textContent.includes('press Hunt')", arg=stage.element_handle()
    )
    stage.get_by_role("button", name="Hunt", exact=True).click()
    stage.locator(".de-said", has_text="highest sap").wait_for(timeout=30_000)
    stage.get_by_role("button", name="Undo").click()
    page.wait_for_function(
        "(stage) => stage.textContent.includes('press Hunt')", arg=stage.element_handle()
    )
    stage = jupyter.stage_of(page, page.cells["labs.dci_two_ways"])
    first = still(page, stage)
    cell = stage.locator('svg [data-handle][data-key="m0-1"]')
    cell.focus()
    for key in ("0", ".", "5", "Enter"):
        page.keyboard.press(key)
    stage.locator(".de-line code", has_text="[0.9, 0.5, 0.0]").wait_for(timeout=10_000)
    page.keyboard.press("Control+z")
    assert still(page, stage)[1] == first[1]


def test_a_hunt_can_be_stopped(bench):
    page = bench
    stage = jupyter.stage_of(page, page.cells["labs.HuntLab"])
    stage.get_by_label("look for a code that").select_option(index=2)
    stage.get_by_label("candidates at most, as a number").fill("500000")
    page.keyboard.press("Tab")
    stage.get_by_role("button", name="Hunt", exact=True).click()
    stage.locator("progress").wait_for(timeout=20_000)
    stage.get_by_role("button", name="Stop").click()
    stage.locator(".de-said", has_text="candidates").wait_for(timeout=20_000)
    page.wait_for_function(
        "(stage) => !stage.querySelector('progress')", arg=stage.element_handle(), timeout=20_000
    )
    tried = re.findall(r"([\d,]+) candidates", stage.locator(".de-said").inner_text())[-1]
    assert int(tried.replace(",", "")) < 500_000


def test_a_question_is_answered_by_hand_and_opens_what_waits(bench):
    page = bench
    waiting = jupyter.stage_of(page, max(jupyter.live_cells(page)))
    assert waiting.locator(".de-veil").is_visible() and waiting.locator("svg").count() == 0
    stage = jupyter.stage_of(page, page.cells["question"])
    button = stage.get_by_role("button", name="That is my guess")
    assert button.is_disabled()
    area = stage.locator('svg [data-key="area"]').bounding_box()
    page.mouse.click(area["x"] + 0.7 * area["width"], area["y"] + 20)
    page.wait_for_function("(button) => !button.disabled", arg=button.element_handle())
    button.click()
    stage.locator(".de-said", has_text="You said").wait_for(timeout=20_000)
    waiting = jupyter.stage_of(page, max(jupyter.live_cells(page)))
    waiting.locator("svg[role=img]").wait_for(timeout=10_000)
    assert not waiting.locator(".de-veil").is_visible()


def test_a_saved_notebook_shows_the_last_pictures_when_it_is_opened_again(
    chromium, address, folder
):
    cells = [SETUP, "labs.dci_weight()", "labs.turned(angle=30)", "labs.ClaimsLab(findings)", *BARS]
    jupyter.write_notebook(folder, "saved", cells)
    page = new_page(chromium)
    jupyter.open_notebook(page, address, "saved")
    jupyter.run_all(page)
    stage = jupyter.stage_of(page, 1)
    (node, handle), *_ = handles_of(stage)
    dragged(page, stage, node.get_attribute("data-key"), handle)
    last = {}
    for cell in jupyter.live_cells(page):
        stage = jupyter.stage_of(page, cell)
        last[cell] = still(page, stage)[1]
    assert "weight=" in last[1] or "purity=" in last[1]
    jupyter.save_and_forget(page)
    jupyter.open_notebook(page, address, "saved")
    for cell, words in last.items():
        stage = jupyter.stage_of(page, cell)
        assert still(page, stage)[1] == words
    bar = jupyter.scroll_to(page, 4)
    assert "figure differs" in bar.inner_text()
    assert (
        page.get_by_text(re.compile("Error (displaying|creating) widget|model not found")).count()
        == 0
    )
    keep(page, "saved_and_opened")
    jupyter.shut_down(page)
    assert_quiet(page)
    page.close()
