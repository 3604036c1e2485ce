"""Take the README's pictures: labs moved by a hand in a real browser, and a printed figure.

make pictures
"""

import io
import json
import math
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).parent))

import jupyter  # noqa: E402

FOLDER = jupyter.NOTEBOOKS.parent / "docs" / "pictures"
MOST = 350 * 1024  # bytes of one picture
WIDTH, COLOURS, PAUSE = 720, 48, 90  # pixels, colours, milliseconds of a step
HAND = [(0, 0), (0, 17), (4, 13), (8, 20), (11, 19), (7, 12), (13, 12)]  # the outline of a pointer

Place = tuple[float, float]
# The key of a handle, and the values of its axes to which the pointer drags it.
Drag = tuple[str, list[Place]]
# name: (the lab, its drags in order)
FILMS: dict[str, tuple[str, list[Drag]]] = {
    "dial": ("labs.dial()", [("handle", [(30.0,), (60.0,), (90.0,), (0.0,)])]),
    "dci_lab": ("labs.dci_even_rest()", [("handlediagonal", [(0.3,), (0.02,), (0.5,)])]),
    "rectangle": (
        "labs.rectangle()",
        [("corner", [(7, 5), (2, 5), (4, 5), (4, 7), (4, 2), (4, 6)])],
    ),
    "by_hand": ("labs.matrix_by_hand()", [("m0-1", [(0.9,), (0.4,), (0.7,)])]),
}
STEPS = 8  # frames from one position to the next


def around(axis: dict, degrees: float, box: dict, first: Place) -> Place:
    """A handle's position on the page after a rotation; first: its position in the picture."""
    across, up = first[0] - axis["start"], axis["end"] - first[1]
    middle = box["x"] + box["width"] / 2 - across, box["y"] + box["height"] / 2 + up
    angle = math.atan2(up, across) + math.radians(degrees)
    radius = math.hypot(across, up)
    return middle[0] + radius * math.cos(angle), middle[1] - radius * math.sin(angle)


def pixels(handle: dict, at: Place, box: dict, start: Place, first: Place) -> Place:
    """The pointer's position on the page for these values; first: the handle in the picture."""
    if handle["axes"][0]["along"] == "turn":
        return around(handle["axes"][0], at[0] - start[0], box, first)
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for axis, value, before in zip(handle["axes"], at, start):
        span = axis["high"] - axis["low"]
        if axis["along"] == "pull":
            place["y"] -= (value - before) / span * axis["start"]
        else:
            place[axis["along"]] += (value - before) / span * (axis["end"] - axis["start"])
    return place["x"], place["y"]


def shot(stage, hand: Place) -> Image.Image:
    """The stage as it looks now, cropped to its picture's width, with a pointer."""
    box, wide = stage.bounding_box(), stage.locator(".de-board svg").bounding_box()["width"]
    image = Image.open(io.BytesIO(stage.screenshot())).convert("RGB")
    image = image.crop((0, 0, min(round(wide) + 8, image.width), image.height))
    at = hand[0] - box["x"], hand[1] - box["y"]
    arrow = [(at[0] + x, at[1] + y) for x, y in HAND]
    ImageDraw.Draw(image).polygon(arrow, fill="black", outline="white")
    return image.resize((WIDTH, round(WIDTH * image.height / image.width)))


def film(page, stage, key: str, places: list[Place]) -> Iterator[Image.Image]:
    """Frames of the stage while a pointer drags a handle from position to position."""
    node = stage.locator(f'svg [data-key="{key}"][data-handle]')
    handle, box = json.loads(node.get_attribute("data-handle")), node.bounding_box()
    start = tuple(axis["value"] for axis in handle["axes"])  # a drag starts at the handle
    first = tuple(float(node.get_attribute(name) or 0) for name in ("cx", "cy"))
    hand = pixels(handle, start, box, start, first)
    page.mouse.move(*hand)
    yield shot(stage, hand)
    page.mouse.down()
    for before, after in pairwise([start, *places]):
        for step in range(1, STEPS + 1):
            now = tuple(a + (b - a) * step / STEPS for a, b in zip(before, after))
            hand = pixels(handle, now, box, start, first)
            page.mouse.move(*hand)
            page.wait_for_timeout(160)
            yield shot(stage, hand)
    page.mouse.up()
    page.wait_for_timeout(400)
    yield shot(stage, hand)


def save(shots: list[Image.Image], path: Path) -> None:
    """Save a GIF with few colours, taken from the first, the middle and the last frame."""
    some = [shots[0], shots[len(shots) // 2], shots[-1]]
    together = Image.new("RGB", (WIDTH, sum(one.height for one in some)))
    for j, one in enumerate(some):
        together.paste(one, (0, sum(other.height for other in some[:j])))
    palette = together.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    few = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in shots]
    times = [1200] + [PAUSE] * (len(few) - 2) + [1500]
    few[0].save(path, save_all=True, append_images=few[1:], duration=times, loop=0, optimize=True)
    size = path.stat().st_size
    print(f"wrote {path.name}: {len(few)} pictures, {size // 1024} kB")
    if size > MOST:
        sys.exit(f"{path.name}: found {size // 1024} kB, expected {MOST // 1024} at most.")


def printed() -> None:
    """Draw the README's lines on figures."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from disentangle_edu import mig
    from disentangle_edu.worlds import examples

    score = mig(examples.digits_pca())
    _, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    score.matrix.plot(left)
    score.plot(right)
    left.figure.savefig(FOLDER / "digits_mig.png", dpi=72)


def main() -> None:
    """Create a notebook of the labs, run it, and film each lab."""
    printed()
    if not jupyter.CHROMIUM:
        sys.exit("no Chromium found: install Debian's package chromium first")
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyter.server(Path(folder)) as address,
        jupyter.browser() as chromium,
    ):
        labs = [lab for lab, _ in FILMS.values()]
        jupyter.write_notebook(Path(folder), "films", ["from disentangle_edu import labs", *labs])
        page = jupyter.new_page(chromium, width=1180, height=1000)
        jupyter.open_notebook(page, address, "films")
        jupyter.give_room(page)
        jupyter.run_all(page)
        for cell, (name, (_, drags)) in enumerate(FILMS.items(), start=1):
            stage = jupyter.stage_of(page, cell)
            page.wait_for_timeout(1500)  # until it has its width and is still
            shots = [shot for drag in drags for shot in film(page, stage, *drag)]
            save(shots, FOLDER / f"{name}.gif")
        jupyter.shut_down(page)


if __name__ == "__main__":
    main()
