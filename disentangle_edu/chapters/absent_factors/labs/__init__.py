"""Labs on sentences and their kinds of words: which factors does a sentence have, what is told?"""

from . import sentence_in_kinds, five_codes, absent_kinds  # noqa: I001
