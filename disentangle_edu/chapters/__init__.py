"""A folder for every chapter of the course; `course.py` has their order.

prose.py    the text of its notebook, from which `make notebooks` builds it
quiz.py     its predictions, its exercises and the cases that are worked by hand
labs/       its pictures to move, a file for each lab; needs the extra "lab"
data.py     what questions and labs are about, if they share more than a name
common/     what two chapters share

A chapter imports the library, `quiz`, `widgets` and `common`, never another chapter. Readers find
what the chapters have in `labs` and `lessons`.
"""

import importlib
from collections.abc import Iterable
from importlib.util import find_spec

from ..course import COURSE

# Whose questions and labs are there as soon as `lessons` and `labs` are imported. A page of the
# book names its own: the others come while somebody reads.
AT_ONCE: tuple[str, ...] = COURSE


def collect(room: str, chapters: Iterable[str] | None = None) -> None:
    """Import what chapters have in "quiz" or "labs"; it enters itself in registers.

    chapters : their names; those of AT_ONCE if none are given.
    """
    for chapter in AT_ONCE if chapters is None else chapters:
        if find_spec(f"{__name__}.{chapter}.{room}"):
            importlib.import_module(f"{__name__}.{chapter}.{room}")
