"""The labs of a page before they wake, in the boxes that they have once they are awake.

A page shows the picture and its sentences at once. `wake/page.js` then builds each lab from
`state`, with controls that do nothing yet; so nothing moves when Python comes.
"""

import ast
import base64
import contextlib
import html
import re
from collections.abc import Iterator
from typing import Any

import nbformat

from disentangle_edu import METRICS, labs
from disentangle_edu.viz.theme import STILL_CSS
from disentangle_edu.widgets.interaction import Lab

WIDE, TIGHT = 840, 350  # pixels: width of a lab in windows of 1,280 and 390 pixels
PHONE = 500  # pixels: a narrower window has the picture for TIGHT
WIDTHS = range(320, 970, 10)  # pixels: possible widths of a lab on a page
PICTURE = re.compile(r'<div style="overflow-x:auto">.*?</div>', re.S)  # in a saved notebook
Piece = list[Any]  # see `what_wakes` in book.py


@contextlib.contextmanager
def metrics_forgotten() -> Iterator[None]:
    """Forget the metrics that a chapter's cells make: other pages list only ours."""
    ours = dict(METRICS)
    try:
        yield
    finally:
        METRICS.clear()
        METRICS.update(ours)


def open_labs(cells: list[nbformat.NotebookNode], pieces: list[Piece]) -> dict[int, Lab]:
    """The labs and questions that are open before anything is answered, by their cell."""
    names: dict[str, Any] = {"labs": labs}
    by_cell = {}
    for index in needed(pieces, {j for j, cell in enumerate(cells) if _shows_picture(cell)}):
        cell, code, *_ = pieces[index]
        thing = run(code, names)
        if isinstance(thing, Lab) and not thing.closed:
            by_cell[cell] = thing
    return by_cell


def _shows_picture(cell: nbformat.NotebookNode) -> bool:
    """Whether a page shows a picture for this cell instead of a closed box."""
    outputs = [output.get("data", {}).get("text/html", "") for output in cell.get("outputs", [])]
    return any(
        PICTURE.search(output_html) and "de-answer" not in output_html for output_html in outputs
    )


def needed(pieces: list[Piece], cells: set[int]) -> list[int]:
    """The places of the pieces that show labs in these cells, and of all that these need."""
    needed: set[int] = set()
    for index in reversed(range(len(pieces))):
        cell, _, when, needs = pieces[index]
        if when == "first" or (when == "lab" and cell in cells) or index in needed:
            needed |= {index, *needs}
    return sorted(needed)


def run(code: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does; returns the value of its last line."""
    tree = ast.parse(code)
    shows = tree.body and isinstance(tree.body[-1], ast.Expr)
    last = tree.body.pop() if shows else None
    exec(compile(tree, "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None


def still(saved: str, lab: Lab) -> str:
    """What a notebook shows of a lab, with a picture that fits the page."""
    wide_image, tight_image = (_as_data(lab, width) for width in (WIDE, TIGHT))
    alt = re.search(r'alt="([^"]*)"', saved)
    picture = (
        f'<picture><source media="(max-width:{PHONE}px)" srcset="{tight_image}"/>'
        f'<img alt="{alt[1] if alt else html.escape(lab.picture.alt)}" src="{wide_image}"/>'
        "</picture>"
    )
    return PICTURE.sub(lambda _: f'<div class="de-picture">{picture}</div>', saved, count=1)


def _as_data(lab: Lab, width: int) -> str:
    svg = lab.picture.at(min(width, lab.widest), STILL_CSS)
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def state(lab: Lab) -> dict[str, Any]:
    """What a stage needs to show a lab around its still picture."""
    if not lab.stage.scene:
        lab.refresh()
    scene = {name: value for name, value in lab.stage.scene.items() if name != "svg"}
    still = {"heights": lab.picture.heights(WIDTHS), "widest": lab.widest}
    return {"controls": lab.stage.controls, "scene": scene | {"still": still}}
