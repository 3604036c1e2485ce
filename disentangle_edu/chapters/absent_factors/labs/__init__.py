"""Labs on sentences and their kinds of words, which may be absent."""

from . import sentence_in_kinds, five_codes, absent_kinds  # noqa: I001
