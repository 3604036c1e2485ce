"""Take the README's moving picture: a student moves a bar of the DCI lab in a real browser.

make pictures
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402

TARGET = jupyter.NOTEBOOKS / "pictures" / "dci_lab.gif"


DIAGONALS = [80, 70, 60, 50, 40, 30, 20, 10, 5, 2, 5, 10, 20, 40, 60]  # in hundredths


def frames(page, stage):
    """The lab while the arrow keys move its first bar: down until the row is even, and up again."""
    handle = stage.locator("svg [aria-label='diagonal']")
    handle.focus()
    for before, wanted in zip(DIAGONALS[:1] + DIAGONALS, DIAGONALS):
        step = 1 if wanted > before else -1
        for now in range(before + step, wanted + step, step) if wanted != before else ():
            page.keyboard.press("ArrowUp" if step > 0 else "ArrowDown")
            stage.locator(f"[aria-label='diagonal'][aria-valuenow='{now / 100:.4g}']").wait_for()
        page.wait_for_timeout(400)  # until all parts have come to rest
        shot = Image.open(io.BytesIO(stage.locator(".de-board").screenshot()))
        size = 720, round(720 * shot.height / shot.width)
        yield shot.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def main():
    if not jupyter.CHROMIUM:
        sys.exit("no Chromium found: install Debian's package chromium first")
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyter.server(Path(folder)) as address,
        jupyter.browser() as chromium,
    ):
        cell = "from disentangle_edu import labs\nlabs.dci_even_rest()"
        jupyter.write_notebook(Path(folder), "picture", [cell])
        page = chromium.new_page(viewport={"width": 1280, "height": 1000})
        jupyter.open_notebook(page, address, "picture")
        jupyter.run_all(page)
        shots = list(frames(page, jupyter.stage_of(page, 0)))
    colours = shots[0].quantize(64)  # the same for all, or they would flicker
    shots = [shot.quantize(palette=colours, dither=Image.Dither.NONE) for shot in shots]
    TARGET.parent.mkdir(exist_ok=True)
    shots[0].save(
        TARGET,
        save_all=True,
        append_images=shots[1:],
        duration=[1500] + [350] * (len(shots) - 1),
        loop=0,
        optimize=True,
    )
    print(f"wrote {TARGET.name}, {TARGET.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
