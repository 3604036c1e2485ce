"""How quickly a picture follows the hand, in JupyterLab in a real browser. Prints; judges nothing.

From a key to the frame that shows the picture it leads to (median and 95 %); while a handle is
dragged, pictures a second, of so many new values a second: a handle that keeps to whole numbers has
few, and each wants one picture. `make bench` calls it. Where `make book` has built the site, the
same for labs that stand there alone, and the seconds from an address to its picture in a fresh
browser.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402
import site_lite  # noqa: E402

from disentangle_edu.widgets.links import link  # noqa: E402

LABS = {  # the lab, and the selector of the handle to move
    "rectangle": "[data-key=corner]",
    "dci_even_rest": "[data-key=handlediagonal]",
    "dci_weight": "[data-key=hw]",
    "dci_two_ways": "[data-key='m0-1']",
    "matrix_by_hand": "[data-key='m0-1']",
    "handwriting": "[data-key=knob2]",
    "sap_power": "[data-key=curvemark]",  # 30,000 samples a picture
    "beta_vae": "[data-key=ground]",
    "traversal": "[data-key=latents5]",
}
KEYS, STEPS = 30, 160
WATCH = """(stage) => {  // a picture has come when Python's answer is patched into the SVG
  window.seen = {keys: [], frames: [], start: 0};
  const svg = stage.querySelector('.de-board svg');
  stage.addEventListener('keydown', () => { seen.start = performance.now(); }, true);
  new MutationObserver((changes) => {  // within the frame that shows it
    if (!changes.some((change) => change.attributeName === 'data-handle')) return;
    const now = performance.now();
    seen.frames.push(now);
    if (seen.start) { seen.keys.push(now - seen.start); seen.start = 0; }
  }).observe(svg, {attributes: true, subtree: true});
}"""

# The direction with more room: 1 for up and to the right, -1 for down and to the left.
INWARD = """(handle) => {
  const at = (name) => Number(handle.getAttribute('aria-value' + name));
  return at('now') > (at('min') + at('max')) / 2 ? -1 : 1;
}"""

# One move per browser frame, as with a real hand; Playwright's own moves wait for each other.
# Returns how often the handle reached a new value.
DRAG = """(handle, {x, y, inward, steps}) => new Promise((done) => {
  const apart = JSON.parse(handle.dataset.handle).axes.map((axis) => { // pixels of a step
    const {along, start, end, low, high, step} = axis;
    const long = Math.abs("xy".includes(along) ? end - start : start);
    return along === "turn" ? 0.01 : long * step / (high - low);
  });
  const values = (away) => apart.map((pixels) => Math.round(away / pixels)).join();
  let made = 0, before = values(0);
  const move = (j) => {
    if (j === steps) return done(made);
    const away = 30 * (1 - Math.cos(2 * Math.PI * j / 40)) * inward; // to and fro
    const at = {bubbles: true, pointerId: 1, clientX: x + away, clientY: y - away};
    handle.dispatchEvent(new PointerEvent("pointermove", at));
    made += values(away) !== before;
    before = values(away);
    requestAnimationFrame(() => move(j + 1));
  };
  move(1);
})"""


def measured(page, stage, handle) -> tuple[list[float], float, float]:
    """(milliseconds from key to picture; pictures, and new values, a second during a drag)."""
    stage.evaluate(WATCH)
    handle.scroll_into_view_if_needed()
    handle.focus()
    for j in range(KEYS):
        page.keyboard.press("PageUp" if j % 4 < 2 else "PageDown")
        page.wait_for_timeout(120)
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("() => { seen.frames.length = 0; }")
    inward, start = handle.evaluate(INWARD), time.perf_counter()
    made = handle.evaluate(DRAG, {"x": x, "y": y, "inward": inward, "steps": STEPS})
    rate = made / (time.perf_counter() - start)
    frames = page.evaluate("() => seen.frames")
    page.mouse.up()
    span = (frames[-1] - frames[0]) / 1000 if len(frames) > 1 else float("nan")
    return page.evaluate("() => seen.keys"), (len(frames) - 1) / span, rate


def main() -> None:
    """Print a line per lab."""
    if not jupyter.CHROMIUM:
        print("no Chromium found: latencies in the browser are not measured")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyter.server(Path(folder)) as address,
        jupyter.browser() as chromium,
    ):
        cells = ["from disentangle_edu import labs", *(f"labs.{name}()" for name in LABS)]
        jupyter.write_notebook(Path(folder), "latency", cells)
        page = jupyter.new_page(chromium, width=1280)
        jupyter.open_notebook(page, address, "latency")
        jupyter.run_all(page)
        print(f"{'lab':18} {'key, median':>12} {'key, 95 %':>10} {'pictures of values':>18}")
        for j, (name, selector) in enumerate(LABS.items()):
            print(row(page, jupyter.stage_of(page, j + 1), name, selector), flush=True)
    if site_lite.SITE.exists():
        on_the_site()


def row(page, stage, name: str, selector: str) -> str:
    """A table row for one lab."""
    keys, shown, made = measured(page, stage, stage.locator(selector).first)
    late = sorted(keys)[int(0.95 * (len(keys) - 1))] if keys else float("nan")
    middle = statistics.median(keys) if keys else float("nan")
    return f"{name:18} {middle:9.0f} ms {late:7.0f} ms {shown:8.0f} of {made:.0f} a second"


def on_the_site() -> None:
    """The same on the site, each lab in a new browser; and the seconds until the lab has loaded."""
    print("\non the site")
    for name, selector in LABS.items():
        with site_lite.served() as address, jupyter.browser() as chromium:
            page, start = jupyter.new_page(chromium, width=1280), time.perf_counter()
            page.goto(f"{address}/{link(f'labs.{name}()')['page']}")
            stage = page.locator(".de-stage")
            stage.locator(selector).first.wait_for(timeout=600_000)
            took = time.perf_counter() - start
            print(f"{row(page, stage, name, selector)}   there after {took:.1f} s", flush=True)


if __name__ == "__main__":
    main()
