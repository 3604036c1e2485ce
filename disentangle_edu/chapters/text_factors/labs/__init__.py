"""Labs on sentences: what latents know, what they change, and kinds of words that are absent."""

from . import (  # noqa: I001
    walk,
    text_noise,
    told_and_moved,
    every_code,
    sentence_in_kinds,
    absent_kinds,
)
