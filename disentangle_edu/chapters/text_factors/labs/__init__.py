"""Labs on walks between sentences: which words change, and which latents change them?"""

from . import homotopy, heard, told_and_moved, walk, every_code  # noqa: I001
