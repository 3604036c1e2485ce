"""Cases of the chapter: rectangles under four codes, and handwritten digits under two."""

import functools
from typing import Any

import numpy as np

from ... import background
from ...representation import Representation
from ...types import Floats
from ...worlds import digits, examples

SIDES: tuple[str, ...] = ("width", "height")
PLAIN_CODE = "width | height"
PAPER_CODE = "x, x², y, y³ (section 3.3)"
# Each latent of a code, for a rectangle of width x and height y.
FORMULAS: dict[str, tuple[str, ...]] = {
    PLAIN_CODE: ("x", "y"),
    PAPER_CODE: ("x", "x²", "y", "y³"),
    "one number, 9 x + y": ("9 x + y",),
    "sum | difference": ("x + y", "x - y"),
}
DIGIT_CODES = {
    "principal components": examples.digits_pca,
    "independent components": examples.digits_ica,
}


@functools.cache
def all_rectangles(code: str) -> Representation:
    """All rectangles under a code."""
    return examples.rectangles(code)


def latents_of(code: str, width: int, height: int) -> Floats:
    """The latents of one rectangle under a code."""
    return examples.RECTANGLE_CODES[code](np.array([[width, height]], dtype=float))[0]


def measured_digits(code: str) -> dict[str, Any]:
    """Images, factors and latents of a code in plain values, which are cached."""

    def measure() -> dict[str, Any]:
        images, rep = digits()[0], DIGIT_CODES[code]()
        factors, latents = rep.factors.tolist(), rep.latents.tolist()
        return {"images": images.astype(int).tolist(), "factors": factors, "latents": latents}

    return background.get_or_compute("digits", code, measure)
