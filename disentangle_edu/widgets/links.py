"""Addresses that open one lab on a page of its own in the book, in exactly its state."""

import functools
import os


@functools.cache
def homepage() -> str:
    """The homepage that the installed package names, or nothing where none is known."""
    from importlib.metadata import PackageNotFoundError, metadata  # slow where a page waits

    try:
        urls = metadata("disentangle-edu").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    return dict(line.split(", ", 1) for line in urls).get("Homepage", "")


def link(code: str) -> dict[str, str]:
    """Where a line of Python is shown live: {"site", "page"}, the page seen from the site.

    The site is DISENTANGLE_EDU_SITE of the environment, or else the project's homepage. A stage
    that stands in such a site takes that one.
    """
    from urllib.parse import urlencode

    page = f"lab.html?{urlencode({'code': code})}"
    return {"site": os.environ.get("DISENTANGLE_EDU_SITE") or homepage(), "page": page}
