"""A hundred fruits and a perfect copy of them: what does MIG say when colour follows fruit?"""

import functools

import numpy as np

from .... import Representation, mig, viz, widgets
from ....measures import conditional_information, mutual_information
from ....types import Floats

EACH = 50  # fruits of each kind
ACROSS, STEP = 10, 26.0  # fruits per row, and pixels between them
RED, BLUE = viz.CLASSES[3], viz.CLASSES[0]
STRAWBERRY = "M{x:.1f} {y:.1f}m0 9c-5 -3 -9 -8 -8 -13c3 -4 13 -4 16 0c1 5 -3 10 -8 13z"


def sort_fruits(red: int) -> Floats:
    """(100, 2) fruit and colour, for this number of red strawberries and of blue plums."""
    counts = [red, EACH - red, EACH - red, red]
    return np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], counts, axis=0)


@functools.cache
def numbers_of(red: int) -> tuple[dict[str, float], float]:
    """(bits about the colour, MIG) of a code that copies fruit and colour."""
    fruits = sort_fruits(red)
    rep = Representation(fruits, fruits, factor_types="discrete", latent_types="discrete")
    first, second = mutual_information(rep).values[:, 1].tolist()
    known = float(conditional_information(rep).values[0, 0])
    bits = {"latent 2: colour": second, "latent 1: fruit": first}
    return bits | {"latent 1, fruit known": known}, mig(rep).value


@viz.panel(366, min_width=300, max_width=330)
def baskets_panel(canvas: viz.Canvas, red: int) -> None:
    """Fifty strawberries and fifty plums in their colours, and a handle for how many match."""
    x, y, width, _ = canvas.box
    canvas.title("drag: how many strawberries are red")
    ends = x + 22, x + ACROSS * STEP + 6
    words = f"{red} of {EACH} strawberries are red"
    canvas.slider("red", red, (25, EACH), ends, y + 40, label="red strawberries", words=words)
    for fruit, (name, colours) in enumerate(
        (("50 strawberries", (RED, BLUE)), ("50 plums", (BLUE, RED)))
    ):
        top = y + 64 + fruit * 154
        canvas.rect(x + 8, top, ACROSS * STEP + 12, 146, viz.GROUND, viz.GRID, rx=8)
        canvas.text(x + 16, top + 16, name, "start", viz.FAINT, font_size="11")
        for j in range(EACH):
            centre = x + 27 + STEP * (j % ACROSS), top + 34 + 23 * (j // ACROSS)
            draw_fruit(canvas, fruit, centre, colours[j >= red], f"fruit{fruit}-{j}")


def draw_fruit(
    canvas: viz.Canvas, fruit: int, centre: tuple[float, float], colour: str, key: str
) -> None:
    """A strawberry or a plum."""
    if fruit == 0:
        canvas.path(STRAWBERRY.format(x=centre[0], y=centre[1] - 2), colour, key=key)
    else:
        canvas.circle(*centre, 8, colour, key=key)


@widgets.lab(
    {
        "red": widgets.moved_by_handle(
            widgets.whole("red strawberries, and blue plums, of 50", 25, 25, EACH)
        )
    }
)
def fruits(red: int) -> viz.Picture:
    """Let the colour follow the fruit: the code stays a perfect copy. What does MIG do?"""
    bits, score = numbers_of(red)
    return viz.Picture(
        panels=(
            baskets_panel(red),
            viz.stack(
                viz.bars_panel("bits about the colour", bits, step=32),
                viz.bars_panel("the gap between the first two", {"MIG": score}, step=32, key="mig"),
            ),
        ),
        shows="Fifty strawberries and fifty plums, red or blue, and bits about the colour.",
        caption=f"{red} strawberries are red, and as many plums are blue. Latent 1 carries "
        f"{bits['latent 1: fruit']:.2f} bits about the colour, and MIG is {score:.2f}.",
        text="Latent 1 copies the fruit, and latent 2 copies the colour. Bits are counted on these "
        "hundred fruits.",
        scores={"mig": score},
    )
