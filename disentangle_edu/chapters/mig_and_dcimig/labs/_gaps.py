"""A matrix of bits with the gaps that MIG and DCIMIG read, and sentences on how they change."""

from collections.abc import Sequence

import numpy as np

from .... import InformativenessMatrix, Score, dcimig, mig, viz, widgets
from ....matrices import Matrix
from ....types import Floats
from ...common.matrices import bids

CELL, RIGHT, BELOW = 44, 128, 24  # pixels: a cell, and the space right of and below all cells
SMALL: viz.Style = {"font_size": "11", "pointer_events": "none"}


def cell_control(cells: int, first: int = 0) -> widgets.Control:
    """The cell of the matrix that is chosen in the picture, counted row by row."""
    return widgets.moved_by_handle(widgets.whole("cell whose gaps are shown", first, 0, cells - 1))


def both_scores(matrix: InformativenessMatrix) -> dict[str, Score]:
    """MIG and DCIMIG of a matrix of bits."""
    return {"mig": mig(matrix), "dcimig": dcimig(matrix)}


def rounded_gap(values: Floats) -> float:
    """The best minus the second, both rounded as a reader sees them."""
    first, second = np.sort(values.round(2))[::-1][:2]
    return float(first - second)


# ------------------------------------------------------------------------------- matrix of bits


@viz.panel(
    height=lambda matrix: viz.matrix_height(matrix, CELL, BELOW),
    min_width=340,
    max_width=lambda matrix: viz.matrix_width(matrix, CELL, RIGHT),
)
def cells_panel(
    canvas: viz.Canvas,
    matrix: Matrix,
    chosen: tuple[int, int],
    title: str,
    full: float,
) -> None:
    """The matrix with the gap of each column and the bid of each row; one cell has a frame.

    full : bits of the factor that holds most of them, which is the darkest shade.
    """
    handles = viz.choice_handles(matrix, "cell", chosen, "show the gaps of")
    to_pixels = viz.draw_matrix(
        canvas, matrix, title=title, handles=handles, cell=CELL, right=RIGHT, full=full
    )
    viz.frame_cell(canvas, to_pixels, chosen)
    draw_bids(canvas, matrix, to_pixels)
    draw_column_gaps(canvas, matrix, to_pixels)


def draw_bids(canvas: viz.Canvas, matrix: Matrix, to_pixels: viz.ToPixels) -> None:
    """The bid of each row for its best factor, to the right of the row."""
    winners = {i for i, _, word in bids(matrix.values) if word == "bid"}
    x, y = to_pixels(0, matrix.values.shape[1])
    canvas.text(x + 8, y - 7, "bid (row's gap)", "start", viz.FAINT, **SMALL)
    for row, values in enumerate(matrix.values):
        name = matrix.column_names[int(values.argmax())]
        style: viz.Style = {"key": f"bid{row}", "link": matrix.row_names[row], **SMALL}
        look = (
            {"font_weight": "bold", "fill": viz.CHOSEN} if row in winners else {"fill": viz.FAINT}
        )
        label = f"{rounded_gap(values):.2f} for {name}"
        canvas.text(x + 8, to_pixels(row + 0.5, 0)[1] + 4, label, "start", **look, **style)


def draw_column_gaps(canvas: viz.Canvas, matrix: Matrix, to_pixels: viz.ToPixels) -> None:
    """The gap of each column, below it."""
    rows = len(matrix.values)
    left, bottom = to_pixels(rows, 0)
    canvas.text(left - 7, bottom + 16, "gap", "end", viz.FAINT, **SMALL)
    for column, values in enumerate(matrix.values.T):
        style: viz.Style = {"key": f"gap{column}", "link": matrix.column_names[column], **SMALL}
        x = to_pixels(0, column + 0.5)[0]
        gap = f"{rounded_gap(values):.2f}"
        canvas.text(x, bottom + 16, gap, fill=viz.CHOSEN, font_weight="bold", **style)


# -------------------------------------------------------------------------------------- two gaps


@viz.panel(150, min_width=250, max_width=430)
def gap_panel(
    canvas: viz.Canvas,
    title: str,
    names: Sequence[str],
    values: Floats,
    totals: Sequence[float],
    paths: Sequence[str] = (),
) -> None:
    """A bar for each entry of a column or row, and the gap between the two best.

    totals : most bits that each entry can have.   paths : of the values that the bars' ends drag;
    an empty path is for a bar without a handle.
    """
    x, y, width, height = canvas.box
    canvas.title(title)
    top, bottom, step = y + 24, y + height - 18, (width - 60) / len(values)
    full, key = max(3.0, *totals), title.split()[0]
    canvas.rect(x, top, width - 60, bottom - top, viz.GROUND, viz.GRID)
    to_y = viz.scale((0, full), (bottom, top))
    order = np.argsort(-values, kind="stable")
    labels = viz.short_names(names, step, 5.8)
    for b, (name, value) in enumerate(zip(names, values)):
        left, bar_width = x + b * step + 4, step - 8
        bar: viz.Style = {"key": f"{key}{b}", "link": name, "title": f"{name}: {value:.3f} bits"}
        fill = viz.PART if b in order[:2] else viz.FAINT
        canvas.rect(left, to_y(value), bar_width, bottom - to_y(value), fill, **bar)
        label: viz.Style = {"font_size": "11", "link": name, "key": f"{key}n{b}"}
        canvas.text(left + bar_width / 2, bottom + 13, labels[b], fill=viz.FAINT, **label)
        if paths and paths[b]:
            axis = viz.Axis(
                paths[b], float(value), 0.0, totals[b], 0.01, "y", bottom, to_y(totals[b])
            )
            handle = viz.Handle(f"{title}: {name}", (axis,), f"{value:.2f} bits")
            at = left + bar_width / 2, to_y(value)
            canvas.circle(*at, 7, viz.HANDLE, stroke=viz.PAPER, key=f"{key}h{b}", handle=handle)
    second, first = np.sort(values)[-2:]
    canvas.bracket(x + width - 54, to_y(first), to_y(second), f"{rounded_gap(values):.2f}")


# --------------------------------------------------------------------------- what a move changed


def describe_gaps(before: viz.Picture, now: viz.Picture) -> str:
    """How both scores changed, and the gap or the bid that changed most."""
    if all(
        abs(before.scores[name].value - now.scores[name].value) < widgets.SEEN
        for name in now.scores
    ):
        return now.caption
    steps = [describe_step(name, before.scores[name], now.scores[name]) for name in now.scores]
    return f"{'; '.join(steps)}."


def describe_step(name: str, old: Score, new: Score) -> str:
    """How one of the two scores changed, and why."""
    word = viz.display_name(name)
    if abs(new.value - old.value) < widgets.SEEN:
        same = np.allclose(old.parts, new.parts, atol=widgets.SEEN)
        kept = {"mig": "each gap", "dcimig": "each best bid"}[name]
        return f"{word} stays at {new.value:.3f}{f', because {kept} is the same' * same}"
    fell = "fell" if new.value < old.value else "rose"
    moves = new.weights * new.parts - old.weights * old.parts
    k = int((moves * np.sign(new.value - old.value)).argmax())
    factor, down = new.part_names[k], new.parts[k] < old.parts[k]
    because = {
        "mig": f"the gap of {factor} is {'smaller' if down else 'larger'}",
        "dcimig": f"the best bid for {factor} is {'lower' if down else 'higher'}",
    }[name]
    return f"{word} {fell} from {widgets.from_to(old, new)}, because {because}"
