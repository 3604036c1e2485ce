"""Take the README's moving picture: a student moves a slider of the DCI lab in a real browser.

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


def frames(page):
    """The lab before and after each of some keys on its second slider."""
    lab = jupyter.first_lab(page)
    handle = lab.locator(".noUi-handle").nth(1)
    handle.focus()
    for key in [None] + ["ArrowLeft"] * 7 + ["ArrowRight"] * 7:
        if key:
            for _ in range(8):
                page.keyboard.press(key)
            page.wait_for_timeout(200)
        shot = Image.open(io.BytesIO(lab.screenshot()))
        shot = shot.crop((0, 0, min(shot.width, 900), shot.height)).resize(
            (720, round(720 * shot.height / min(shot.width, 900)))
        )
        yield shot.convert("P", palette=Image.Palette.ADAPTIVE, colors=24)


def main():
    if not jupyter.CHROMIUM:
        sys.exit("no Chromium found: install Debian's package chromium first")
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyter.server(Path(folder)) as address,
        jupyter.browser() as chromium,
    ):
        page = chromium.new_page(viewport={"width": 1280, "height": 1000})
        jupyter.open_notebook(page, address, "01_dci")
        jupyter.run_all(page)
        shots = list(frames(page))
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
