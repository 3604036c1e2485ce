"""Rows for disentanglement, columns for completeness, on one and the same matrix."""

from collections.abc import Sequence

from .... import InformativenessMatrix, Score, completeness, disentanglement, viz, widgets

TWO_WAYS = ((0.9, 0.1, 0.0), (0.0, 0.8, 0.0), (0.0, 0.7, 0.1), (0.1, 0.0, 0.9))
C_COLOUR = viz.class_colour(2)
NARROW_WIDTH = 400.0  # pixels below which the bars beside rows are short
COLUMN_BAR = 60  # pixels: height of the bars below columns


@viz.panel(
    height=lambda matrix: viz.matrix_height(matrix, below=100),
    min_width=340,
    max_width=lambda matrix, bar: viz.matrix_width(matrix, right=62 + bar),
)
def two_ways_panel(
    canvas: viz.Canvas, matrix: InformativenessMatrix, d: Score, c: Score, bar: float
) -> None:
    """The matrix with a bar beside every row (its focus) and a bar below every column.

    bar : pixels of a bar beside a row that is as long as it can be.
    """
    handles = viz.cell_handles(matrix, "values")
    to_pixels = viz.draw_matrix(
        canvas, matrix, title="drag any cell", handles=handles, right=62 + bar
    )
    rows, columns = matrix.values.shape
    x, y = to_pixels(0, columns)[0] + 16, to_pixels(rows, 0)[1] + 16
    draw_row_bars(canvas, d, to_pixels, x, bar)
    draw_column_bars(canvas, c, to_pixels, y)
    for j, (letter, score, colour) in enumerate((("D", d, viz.PART), ("C", c, C_COLOUR))):
        style: viz.Style = {"font_weight": "bold", "key": letter}
        note = f"{letter} = {score.value:.3f}"
        canvas.text(x, y + 16 + 48 * j, note, "start", colour, **style)
    plain_mean = f"{'plain mean' if bar > 40 else 'plain'} {d.parts[d.weights > 0].mean():.2f}"
    canvas.note(x, y + 32, plain_mean, key="plain")


def draw_row_bars(
    canvas: viz.Canvas, score: Score, to_pixels: viz.ToPixels, x: float, full: float
) -> None:
    """A bar next to each row, and the weight of the row."""
    canvas.note(x, to_pixels(0, 0)[1] - 7, "row's focus")
    for i, (part, weight) in enumerate(zip(score.parts, score.weights)):
        top, below = to_pixels(i, 0)[1], to_pixels(i + 1, 0)[1]
        name, height = score.part_names[i], below - top - 28
        canvas.rect(x, top + 6, full, height, viz.GROUND, viz.GRID)
        title = f"{name}: focus {part:.2f}, weight {weight:.2f}"
        canvas.rect(
            x, top + 6, full * part, height, viz.PART, "none", title, key=f"d{i}", link=name
        )
        label = f"{part:.2f}" if weight else "empty"
        canvas.text(x + full + 6, top + 10 + height / 2, label, "start", viz.FAINT)
        canvas.note(x, below - 10, f"weight {weight:.2f}", key=f"dw{i}")


def draw_column_bars(canvas: viz.Canvas, score: Score, to_pixels: viz.ToPixels, y: float) -> None:
    """A vertical bar below each column."""
    for k, part in enumerate(score.parts):
        left, name = to_pixels(0, k)[0], score.part_names[k]
        width, height = to_pixels(0, k + 1)[0] - left, COLUMN_BAR * part
        canvas.rect(left + 8, y, width - 16, COLUMN_BAR, viz.GROUND, viz.GRID)
        box = left + 8, y + COLUMN_BAR - height, width - 16, height
        title = f"{name}: focus {part:.2f}"
        canvas.rect(*box, C_COLOUR, "none", title, key=f"c{k}", link=name)
        label = f"{part:.2f}" if width >= 32 else f"{part:.2f}".lstrip("0")
        canvas.text(left + width / 2, y + COLUMN_BAR + 14, label, fill=viz.FAINT)
    for j, word in enumerate(("column's", "focus")):
        canvas.note(to_pixels(0, 0)[0] - 8, y + COLUMN_BAR / 2 + 14 * j, word, "end")


def is_pure_and_shared(picture: viz.Picture) -> bool:
    """Whether rows are pure, and some column lies in two places or more."""
    d, c = picture.scores["disentanglement"], picture.scores["completeness"]
    places = (d.matrix.values > 0).sum(0)  # per column
    return float(d) > 0.995 and float(c) < 0.9 and places.min() > 0 and places.max() > 1


def describe_two_ways(before: viz.Picture, now: viz.Picture) -> str:
    """How both scores changed, and whether all rows have just become pure."""
    is_reached = is_pure_and_shared(now) and not is_pure_and_shared(before)
    done = " Every row is pure, and a column is in two or more places." if is_reached else ""
    return widgets.each_changed(before, now) + done


@widgets.lab(
    {
        "values": widgets.number_table("values", TWO_WAYS),
        "names": widgets.free("names of the factors", []),
    },
    describe_change=describe_two_ways,
)
def dci_two_ways(values: list[list[float]], names: Sequence[str]) -> viz.Picture:
    """Drag a cell: which of the two scores changes?"""
    matrix = InformativenessMatrix(values, "importance", column_names=names or None)
    d, c = disentanglement(matrix), completeness(matrix)
    narrow, wide = (two_ways_panel(matrix, d, c, bar) for bar in (34, 56))
    return viz.Picture(
        panels=(viz.by_width(narrow, wide, NARROW_WIDTH),),
        shows=f"{viz.describe_matrix(matrix)} The focus of each row and of each column.",
        caption=f"The rows give a disentanglement of {d.value:.3f}, and the columns a completeness "
        f"of {c.value:.3f}.",
        text=viz.describe_scores((d, c)),
        scores={score.metric: score for score in (d, c)},
    )
