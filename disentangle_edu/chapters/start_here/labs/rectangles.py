"""A rectangle under four codes, and which of two characteristics each code meets."""

from collections.abc import Mapping

from .... import viz, widgets
from ..data import FORMULAS, PAPER_CODE
from ._rectangles import count_panel, rectangle_controls, rectangle_picture
from ._redraws import RedrawHistory, empty_history, follow_redraws

FIELD = 62.0  # pixels of a field's height
OUTCOMES = {True: "met", False: "violated"}


@viz.panel(60 + 2 * FIELD, min_width=250, max_width=330)
def fields_panel(canvas: viz.Canvas, code: str, tried: Mapping[str, tuple[bool, bool]]) -> None:
    """Four fields, for codes that meet both characteristics, one of them, or none."""
    x, y, width, _ = canvas.box
    canvas.title("where each code lands so far", "where codes land")
    left, top, field_width = x + 62, y + 54, (width - 66) / 2
    canvas.note(left + field_width, y + 32, "Characteristic 2 (columns)", "middle")
    for k, second in enumerate(OUTCOMES):
        across = left + k * field_width
        canvas.note(across + 0.5 * field_width, y + 48, OUTCOMES[second], "middle")
        for i, first in enumerate(OUTCOMES):
            names = [name for name, outcome in tried.items() if outcome == (first, second)]
            field = canvas.within(across, top + FIELD * i, field_width, FIELD)
            draw_field(field, names, code)
    for i, first in enumerate(OUTCOMES):
        canvas.note(left - 4, top + FIELD * (i + 0.5) + 4, OUTCOMES[first], "end")
    turned = f"rotate(-90 {x + 8:.1f} {top + FIELD:.1f})"
    style: viz.Style = {"transform": turned, "font_size": "11"}
    canvas.text(x + 8, top + FIELD, "Characteristic 1 (rows)", fill=viz.FAINT, **style)


def draw_field(canvas: viz.Canvas, names: list[str], code: str) -> None:
    """Draw a field with the names of its codes; the code on show is bold."""
    x, y, width, height = canvas.box
    canvas.rect(x, y, width, height, viz.GROUND, viz.GRID)
    for j, name in enumerate(names):
        style: viz.Style = {"key": f"code{name}", "font_size": "11", "fill": viz.PART}
        style |= {"font_weight": "bold", "fill": viz.CHOSEN} if name == code else {}
        canvas.text(x + 0.5 * width, y + 16 + 14 * j, name.partition(" (")[0], **style)


@widgets.lab(
    rectangle_controls(widgets.choice("code", list(FORMULAS), PAPER_CODE)),
    initial_memory=empty_history(PAPER_CODE),
    update_memory=follow_redraws,
    describe_change=widgets.describe_by_caption,
)
def rectangles(code: str, width: int, height: int, memory: RedrawHistory) -> viz.Picture:
    """Drag the corner of a rectangle and watch which latents move, under four codes."""
    table = viz.stack(count_panel(code, memory), fields_panel(code, memory.tried))
    return rectangle_picture((code, width, height), memory, table, named=True)
