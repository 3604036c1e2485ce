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
    "same_name",
    "characteristics",
    "table_one",
    "claims",
    "design_your_metric",
    "orthogonality",
    "explicitness",
    "dependent_factors",
    "coloured_digits",
    "toy_text",
    "text_factors",
    "zoo",
    "which_metric",
    "text_models",
    "absent_factors",
)


def notebook(chapter: str) -> str:
    """The name of a chapter's notebook, without its suffix: "01_dci".

    Raises ValueError for a name that is no chapter's.
    """
    if chapter not in COURSE:
        raise ValueError(f"chapter: found {chapter!r}, expected one of {', '.join(COURSE)}.")
    return f"{COURSE.index(chapter):02d}_{chapter}"
