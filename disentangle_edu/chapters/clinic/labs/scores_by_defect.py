"""A table of the scores of each defective code; a click on a score opens the code."""

import functools

from .... import Representation, viz, widgets
from ....diagnosis.diagnosis import DEFAULT_METRICS
from ....matrices import Matrix
from ..data import DEFECTS, NOTHING, NOTICEABLE, profile, sick_code
from ._code import code_panel

ROWS, COLUMNS = (NOTHING, *DEFECTS), len(DEFAULT_METRICS)
CELL = 52.0


def code_with(defect: str) -> Representation:
    """A code with a defect at full strength, or with none."""
    return sick_code(DEFECTS[0], 0.0) if defect == NOTHING else sick_code(defect, 1.0)


@functools.cache
def scores_of_defects() -> Matrix:
    """The six scores of a code without a defect, and with each defect at full strength."""
    values = [list(profile(code_with(defect)).values()) for defect in ROWS]
    metrics = [viz.display_name(name) for name in DEFAULT_METRICS]
    return Matrix(values, "score", "", row_names=ROWS, column_names=metrics)


@viz.panel(lambda matrix: viz.matrix_height(matrix, CELL), min_width=340, max_width=520)
def table_panel(canvas: viz.Canvas, matrix: Matrix, chosen: tuple[int, int]) -> None:
    """The table, with a frame around the score that is chosen."""
    handles = viz.choice_handles(matrix, "cell", chosen)
    title = "scores by defect, full strength; click one"
    viz.frame_cell(
        canvas, viz.draw_matrix(canvas, matrix, title=title, handles=handles, cell=CELL), chosen
    )


@widgets.lab(
    {
        "cell": widgets.moved_by_handle(
            widgets.whole("score that is chosen", COLUMNS, 0, len(ROWS) * COLUMNS - 1)
        )
    },
    describe_change=widgets.describe_by_caption,
)
def scores_by_defect(cell: int) -> viz.Picture:
    """Choose a score and a defect: does this score notice it?"""
    matrix, (row, column) = scores_of_defects(), divmod(cell, COLUMNS)
    defect, metric = ROWS[row], matrix.column_names[column]
    value, healthy = matrix.values[row, column], matrix.values[0, column]
    caption = f"{metric} is {value:.2f} for the code without a defect."
    if row:
        notices = "notices" if healthy - value > NOTICEABLE else "does not notice"
        caption = f"{defect.capitalize()}: {metric} is {value:.2f} instead of {healthy:.2f}, so it "
        caption += f"{notices} this defect."
    return viz.Picture(
        panels=(
            table_panel(matrix, (row, column)),
            code_panel(code_with(defect), f"the code; defect: {defect}"),
        ),
        shows="A table of six scores for seven codes, and the latents of one code against its "
        "factors.",
        caption=caption,
        text="Each defect has strength 1, as in the first lab. A score notices a defect here if it "
        f"falls by more than {NOTICEABLE}.",
        scores=dict(zip(DEFAULT_METRICS, matrix.values[row].tolist())),
    )
