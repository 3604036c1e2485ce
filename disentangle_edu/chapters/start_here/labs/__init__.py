"""Labs on a rectangle whose latents are watched, on handwriting, on two networks, and on a dial."""

from . import rectangle, rectangles, handwriting, two_models, dial  # noqa: I001
