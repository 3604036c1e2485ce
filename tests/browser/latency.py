"""How quickly a picture follows the hand, in JupyterLab in a real browser. Prints; judges nothing.

From a key to the frame that shows the picture it leads to (median and 95 %), and frames a second
while a handle is dragged; `make bench` calls it.
"""

import math
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402

LABS = {  # the lab, and the handle that is moved
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
  new MutationObserver((changes) => {
    if (!changes.some((change) => change.attributeName === 'data-handle')) return;
    requestAnimationFrame((now) => {
      if (seen.frames.at(-1) !== now) seen.frames.push(now);
      if (seen.start) { seen.keys.push(performance.now() - seen.start); seen.start = 0; }
    });
  }).observe(svg, {attributes: true, subtree: true});
}"""

# Where there is room: 1 for up and to the right, -1 for down and to the left.
INWARD = """(handle) => {
  const at = (name) => Number(handle.getAttribute('aria-value' + name));
  return at('now') > (at('min') + at('max')) / 2 ? -1 : 1;
}"""


def measured(page, stage, handle) -> tuple[list[float], float]:
    """(milliseconds from key to picture, pictures a second during a drag)."""
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
    inward = handle.evaluate(INWARD)
    for j in range(STEPS):  # to and fro, so that every step changes something
        away = 30 * (1 - math.cos(2 * math.pi * j / 40)) * inward
        page.mouse.move(x + away, y - away)
    frames = page.evaluate("() => seen.frames")
    page.mouse.up()
    span = (frames[-1] - frames[0]) / 1000 if len(frames) > 1 else float("nan")
    return page.evaluate("() => seen.keys"), (len(frames) - 1) / span


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
        print(f"{'lab':18} {'key, median':>12} {'key, 95 %':>10} {'drag':>14}")
        for j, (name, selector) in enumerate(LABS.items()):
            stage = jupyter.stage_of(page, j + 1)
            keys, rate = measured(page, stage, stage.locator(selector).first)
            late = sorted(keys)[int(0.95 * (len(keys) - 1))] if keys else float("nan")
            middle = statistics.median(keys) if keys else float("nan")
            print(f"{name:18} {middle:9.0f} ms {late:7.0f} ms {rate:8.0f} a second", flush=True)


if __name__ == "__main__":
    main()
