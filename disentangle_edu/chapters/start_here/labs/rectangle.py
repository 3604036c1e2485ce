"""A rectangle with a latent for each side."""

from .... import viz, widgets
from ..data import PLAIN_CODE
from ._rectangles import count_panel, rectangle_controls, rectangle_picture
from ._redraws import RedrawHistory, empty_history, follow_redraws


@widgets.lab(
    rectangle_controls(widgets.moved_by_handle(widgets.choice("code", [PLAIN_CODE], PLAIN_CODE))),
    initial_memory=empty_history(PLAIN_CODE),
    update_memory=follow_redraws,
    describe_change=widgets.describe_by_caption,
)
def rectangle(code: str, width: int, height: int, memory: RedrawHistory) -> viz.Picture:
    """A rectangle with a latent for each side: count which latents move."""
    table = count_panel(code, memory)
    return rectangle_picture((code, width, height), memory, table, named=False)
