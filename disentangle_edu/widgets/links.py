"""Addresses that open one lab on a separate page of the book, in exactly its state."""

import functools
import os


@functools.cache
def homepage() -> str:
    """The homepage that the installed package names, or nothing where none is known."""
    from importlib.metadata import PackageNotFoundError, metadata  # imported late: it is slow

    try:
        urls = metadata("disentangle-edu").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    return dict(line.split(", ", 1) for line in urls).get("Homepage", "")


def link(code: str) -> dict[str, str]:
    """Address of a page in the book that runs a line of Python.

    The site is the environment variable DISENTANGLE_EDU_SITE, or else the homepage of the project.
    A widget that is part of such a site uses that site.

    Parameters
    ----------
    code : str
        Line of Python, which makes a lab.

    Returns
    -------
    address : dict of str to str
        "site", and "page" relative to the site.

    Examples
    --------
    >>> from disentangle_edu.widgets.links import link
    >>> link("labs.polytope()")["page"]
    'lab.html?code=labs.polytope%28%29'
    """
    from urllib.parse import urlencode

    page = f"lab.html?{urlencode({'code': code})}"
    return {"site": os.environ.get("DISENTANGLE_EDU_SITE") or homepage(), "page": page}
