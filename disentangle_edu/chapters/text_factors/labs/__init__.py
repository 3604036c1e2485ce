"""Walks between sentences: what models say on the way, and which latents tell it."""

from . import homotopy, heard, told_and_moved, walk, every_code  # noqa: I001
