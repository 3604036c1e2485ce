"""Addresses that open one lab in the site without a server, in exactly its state."""

import functools
import os
from importlib.metadata import PackageNotFoundError, metadata
from urllib.parse import urlencode

PAGE = {"kernel": "python", "showBanner": "0", "hideCodeInput": "1", "execute": "1"}


@functools.cache
def homepage() -> str:
    """The homepage that the installed package names, or nothing where none is known."""
    try:
        told = metadata("disentangle-edu").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    return dict(line.split(", ", 1) for line in told).get("Homepage", "")


def link(code: str) -> dict[str, str]:
    """Where a line of Python is shown live: {"site", "page"}, the page seen from the site.

    The site is DISENTANGLE_EDU_SITE of the environment, or else the project's homepage. A stage
    that stands in such a site takes that one.
    """
    lines = f"from disentangle_edu import labs\n{code}"
    page = f"repl/index.html?{urlencode(PAGE | {'code': lines})}"
    return {"site": os.environ.get("DISENTANGLE_EDU_SITE") or homepage(), "page": page}
