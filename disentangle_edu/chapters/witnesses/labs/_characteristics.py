"""The three characteristics of a code, drawn on the grid of its latents and factors."""

from .... import viz
from ....theory.enumeration import TINY, Characteristics

CELL = 40.0
RULES = (
    "1: no latent moves with two coins",
    "2: no coin moves two latents",
    "3: each coin has its own full latent",
)


@viz.panel(
    height=lambda outcome: viz.matrix_height(outcome.moves, CELL, below=84),
    min_width=250,
    max_width=320,
)
def characteristics_panel(canvas: viz.Canvas, outcome: Characteristics) -> None:
    """How often each latent moves with each coin, and which characteristics that violates.

    A frame is around a latent that moves with two coins, and a dashed one around a coin
    that moves two latents.
    """
    x, y, _, _ = canvas.box
    title = "how often each latent moves"
    to_pixels = viz.draw_matrix(canvas, outcome.moves, title=title, cell=CELL, key="moves")
    moving = outcome.moves.values > TINY
    rows, columns = moving.shape
    for i in range(rows):
        if moving[i].sum() > 1:
            _draw_frame(canvas, to_pixels(i, 0), to_pixels(i + 1, columns), f"frame{i}")
    for k in range(columns):
        if moving[:, k].sum() > 1:
            dashes: viz.Style = {"stroke_dasharray": "6 4"}
            ends = to_pixels(0, k), to_pixels(rows, k + 1)
            _draw_frame(canvas, *ends, f"frame-{k}", **dashes)
    bottom = to_pixels(rows, 0)[1] + 24
    for j, (rule, is_met) in enumerate(zip(RULES, outcome)):
        look: viz.Style = {} if is_met else {"font_weight": "bold"}
        sign = "\N{CHECK MARK}" if is_met else "\N{MULTIPLICATION X}"
        canvas.text(x, bottom + 22 * j, f"{sign} {rule}", "start", key=f"rule{j}", **look)


def _draw_frame(
    canvas: viz.Canvas,
    corner: tuple[float, float],
    other: tuple[float, float],
    key: str,
    **style: str,
) -> None:
    """A frame around a row or a column of the grid."""
    (left, top), (right, bottom) = corner, other
    box = left + 2, top + 2, right - left - 4, bottom - top - 4
    canvas.rect(
        *box, "none", viz.CHOSEN, stroke_width="2.5", pointer_events="none", key=key, **style
    )
