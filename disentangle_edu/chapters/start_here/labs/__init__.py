"""Labs on a rectangle whose latents are watched, on handwriting, and on two networks."""

from . import rectangle, rectangles, handwriting, two_models  # noqa: I001
