"""The order of the course, and where its notebooks are: the one place that knows it.

A chapter is called by its name everywhere else; its notebook alone carries the number of its place.
"""

import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
# An installed package has its notebooks inside; in the repository they stand beside it.
SHIPPED = next(
    (folder for folder in (PACKAGE / "notebooks", PACKAGE.parent / "notebooks") if folder.is_dir()),
    PACKAGE / "notebooks",
)
COURSE = (
    "start_here",
    "dci",
    "beta_vae",
    "factor_vae",
    "sap",
    "mig_and_dcimig",
    "matrix_by_hand",
    "design_your_metric",
    "witnesses",
    "zoo",
    "which_metric",
    "same_name",
    "directions",
    "dependent_factors",
    "guardians",
    "toy_text",
    "text_factors",
    "absent_factors",
    "text_models",
    "claims",
)


GLOSSARY = "glossary"  # a page of its own, outside the order


def notebook(chapter: str) -> str:
    """The name of a chapter's notebook, without its suffix: "01_dci"; the glossary has no number.

    Raises ValueError for a name that is no chapter's.
    """
    if chapter == GLOSSARY:
        return GLOSSARY
    if chapter not in COURSE:
        raise ValueError(f"chapter: found {chapter!r}, expected one of {', '.join(COURSE)}.")
    return f"{COURSE.index(chapter):02d}_{chapter}"


# In Markdown or in HTML: what comes before the address of a notebook, its chapter, and its end.
_LINK = re.compile(r"""(\]\(|\bhref=["'])(?:\d\d_)?(\w+)\.ipynb(?=[#?)"'])""")


def link_to_pages(text: str) -> str:
    """Return Markdown or HTML whose links to notebooks lead to the pages of the book instead."""
    return _LINK.sub(r"\1\2.html", text)
