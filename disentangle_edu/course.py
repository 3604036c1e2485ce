"""Order of the chapters, and the folder of their notebooks.

No other module repeats the order. Other modules refer to a chapter by its name; only the file name
of its notebook contains its number.
"""

import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
# Notebooks are inside an installed package, and next to the package in the repository.
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
    "clinic",
    "same_name",
    "directions",
    "dependent_factors",
    "guardians",
    "toy_text",
    "text_factors",
    "text_models",
    "claims",
)


GLOSSARY = "glossary"  # a separate page, not part of the sequence


def notebook(chapter: str) -> str:
    """File name of the notebook of a chapter, without its suffix.

    Parameters
    ----------
    chapter : str
        Name of the chapter, or "glossary".

    Returns
    -------
    name : str
        The number and the name of the chapter; the glossary has no number.

    Raises
    ------
    ValueError
        If there is no such chapter.

    Examples
    --------
    >>> notebook("dci"), notebook("glossary")
    ('01_dci', 'glossary')
    """
    if chapter == GLOSSARY:
        return GLOSSARY
    if chapter not in COURSE:
        raise ValueError(f"chapter: found {chapter!r}, expected one of {', '.join(COURSE)}.")
    return f"{COURSE.index(chapter):02d}_{chapter}"


# A link to a notebook in Markdown or HTML: its start, the name of the chapter, and its end.
_LINK = re.compile(r"""(\]\(|\bhref=["'])(?:\d\d_)?(\w+)\.ipynb(?=[#?)"'])""")


def link_to_pages(text: str) -> str:
    """Replace links to notebooks by links to the pages of the book.

    Parameters
    ----------
    text : str
        Markdown or HTML.

    Returns
    -------
    text : str
        The text with the new links.

    Examples
    --------
    >>> link_to_pages("See [DCI](01_dci.ipynb).")
    'See [DCI](dci.html).'
    """
    return _LINK.sub(r"\1\2.html", text)
