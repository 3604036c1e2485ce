"""Equal text with sense for numbers: words and whole numbers exactly, others to about five digits.

Pictures are compared too: a still picture is an SVG inside a data address, so it is decoded before
the comparison.
"""

import base64
import math
import re
from typing import Any

from nbformat import NotebookNode

WIDGET = "application/vnd.jupyter.widget-view+json"
NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[+-]?\d+)?|(?<![\w.])-?\d+e[+-]?\d+")
DATA = re.compile(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")


def same(reference: Any, found: Any) -> bool:
    """Equal text, with numbers that have a decimal point compared within rounding."""
    if not isinstance(reference, str) or not isinstance(found, str):
        return reference == found
    reference, found = (
        DATA.sub(lambda match: base64.b64decode(match[1]).decode(), side)
        for side in (reference, found)
    )
    if NUMBER.sub("#", reference) != NUMBER.sub("#", found):
        return False
    return all(
        math.isclose(float(a), float(b), rel_tol=1e-5, abs_tol=1e-8)
        for a, b in zip(NUMBER.findall(reference), NUMBER.findall(found))
    )


def lasting(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs that say the same in every run.

    Not among them: the error stream, and a widget without a still picture (a progress bar).
    """
    return [
        output
        for output in outputs
        if output.get("name") != "stderr"
        and not (WIDGET in output.get("data", {}) and "text/html" not in output["data"])
    ]
