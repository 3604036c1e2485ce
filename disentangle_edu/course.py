"""The order of the course: the one place that knows it.

A chapter is called by its name everywhere else; its notebook alone carries the number of its place.
"""

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
