"""A matrix of bits, the counts behind a cell, and the gaps that MIG and DCIMIG read."""

import functools
from collections.abc import Sequence

import numpy as np

from .... import metrics
from ....matrices import Matrix
from ....measures.information import BINS, entropy
from ....representation import Representation
from ....score import Score
from ....types import Floats
from ....viz.canvas import Canvas, Style, panel, scale, stack
from ....viz.display_names import display_name
from ....viz.handles import Axis, Handle
from ....viz.panels import Handles, ToPixels, bars_panel, draw_matrix, matrix_height, matrix_width
from ....viz.picture import Picture
from ....viz.score_pictures import words
from ....viz.text_size import short
from ....viz.theme import FAINT, GRID, GROUND, INK, MARK, PAPER, PART, class_colour
from ....widgets.change_text import each_changed
from ....widgets.controls import Control, dragged, moved_cell, number_table, whole
from ...common.joint import joint_panel
from ...common.matrices import bids
from ...common.mixtures import spread_words, weights_panel
from ..data import (
    BITS,
    N_SAMPLES,
    NOISE,
    START,
    Weights,
    joint_counts,
    sample_codes,
    start_scores,
)

CELL, RIGHT, BELOW = 44, 116, 62  # pixels of a cell of the matrix, and beside the cells
SMALL: Style = {"font_size": "11", "pointer_events": "none"}
NOTE_ON_GAPS = (
    "MIG reads the gaps below the columns. DCIMIG reads the best bid for each factor, in orange."
)


def weights_control() -> Control:
    """Three copies of a factor, and a latent of noise."""
    return number_table("weights", START)


def cell_control() -> Control:
    """The cell of the matrix that is chosen in the picture, counted row by row."""
    return dragged(whole("cell whose counts are shown", 0, 0, 11))


def rounded_gap(values: Floats) -> float:
    """The best minus the second, both rounded as a reader sees them."""
    first, second = np.sort(values.round(2))[::-1][:2]
    return float(first - second)


# ------------------------------------------------------------------------------- matrix of bits


@panel(
    height=lambda matrix: matrix_height(matrix, CELL, BELOW),
    min_width=340,
    max_width=lambda matrix: matrix_width(matrix, CELL, RIGHT),
)
def cells_panel(canvas: Canvas, matrix: Matrix, chosen: tuple[int, int], full: float) -> None:
    """The matrix, whose cells can be chosen; the chosen cell has a frame.

    full : bits of the factor that holds most of them, which is the darkest shade.
    """
    title, handles = (
        "bits; click a cell to see the counts behind it",
        choice_handles(matrix, chosen),
    )
    to_pixels = draw_matrix(
        canvas, matrix, title=title, handles=handles, cell=CELL, right=RIGHT, full=full
    )
    (x, y), (x2, y2) = to_pixels(*chosen), to_pixels(chosen[0] + 1, chosen[1] + 1)
    frame: Style = {"stroke_width": "3", "pointer_events": "none", "key": "chosen"}
    canvas.rect(x + 2, y + 2, x2 - x - 4, y2 - y - 4, "none", MARK, **frame)
    draw_bids(canvas, matrix, to_pixels)
    draw_column_gaps(canvas, matrix, to_pixels)


def choice_handles(matrix: Matrix, chosen: tuple[int, int]) -> Handles:
    """Handles that choose a cell."""

    def handle(i: int, k: int) -> Handle:
        label = f"show the counts behind {matrix.row_names[i]}, {matrix.column_names[k]}"
        target, bits = i * columns + k, f"{matrix.values[i, k]:.2f} bits"
        axis = Axis("cell", -1.0, target, target, 1.0, "y", 0)
        return Handle(label, (axis,), bits, (i, k), chosen=(i, k) == chosen)

    rows, columns = matrix.values.shape
    return [[handle(i, k) for k in range(columns)] for i in range(rows)]


def draw_bids(canvas: Canvas, matrix: Matrix, to_pixels: ToPixels) -> None:
    """The bid of each row for its best factor, to the right of the row."""
    winners = {i for i, _, word in bids(matrix.values) if word == "bid"}
    x, y = to_pixels(0, matrix.values.shape[1])
    canvas.text(x + 8, y - 7, "bid (row's gap)", "start", FAINT, **SMALL)
    for row, values in enumerate(matrix.values):
        name = matrix.column_names[int(values.argmax())]
        style: Style = {"key": f"bid{row}", "link": matrix.row_names[row], **SMALL}
        look = {"font_weight": "bold", "fill": MARK} if row in winners else {"fill": FAINT}
        label = f"{rounded_gap(values):.2f} for {name}"
        canvas.text(x + 8, to_pixels(row + 0.5, 0)[1] + 4, label, "start", **look, **style)


def draw_column_gaps(canvas: Canvas, matrix: Matrix, to_pixels: ToPixels) -> None:
    """The gap of each column below it, and a note on both scores."""
    rows, columns = matrix.values.shape
    left, bottom = to_pixels(rows, 0)
    canvas.text(left - 7, bottom + 16, "gap", "end", FAINT, **SMALL)
    for column, values in enumerate(matrix.values.T):
        style: Style = {"key": f"gap{column}", "link": matrix.column_names[column], **SMALL}
        x = to_pixels(0, column + 0.5)[0]
        canvas.text(x, bottom + 16, f"{rounded_gap(values):.2f}", fill=MARK, **style)
    width = to_pixels(0, columns)[0] + 8 - left + 104
    canvas.paragraph(left, bottom + 24, width, NOTE_ON_GAPS)


# --------------------------------------------------------------------------- behind the chosen cell


@panel(106, min_width=250, max_width=430)
def areas_panel(canvas: Canvas, counts: Floats, factor: str) -> None:
    """H(factor) as a bar; below it the bits that the latent carries (I), and the rest."""
    x, y, width, _ = canvas.box
    total = entropy(counts.sum(0))
    shared = entropy(counts.sum(1)) + total - entropy(counts)
    left_over = max(total - shared, 0.0)
    remaining = round(total, 2) - round(shared, 2)  # as a reader would subtract
    canvas.title("bits of the factor, and bits that the latent carries", "bits, and bits carried")
    bit = (width - 10) / 5  # five bits fill the panel
    beside = x + total * bit + 8  # the whole bar, where there is room
    bars = (
        (24, 0, total, class_colour(6), f"H({factor}) = {total:.2f}", "h"),
        (56, 0, shared, PART, f"I = {shared:.2f}", "i"),
        (56, shared, left_over, GROUND, f"left {max(remaining, 0):.2f}", "l"),
    )
    for down, start, bits, fill, label, key in bars:
        bar: Style = {"key": key, "title": f"{label} bits", "stroke_width": "1.5"}
        canvas.rect(x + start * bit, y + down, bits * bit, 24, fill, INK, **bar)
        note: Style = {"key": f"{key}n", "pointer_events": "none"}
        if bits * bit > 7.2 * len(label):
            ink, middle = PAPER if fill != GROUND else INK, x + (start + bits / 2) * bit
            canvas.text(middle, y + down + 17, label, fill=ink, **note)
        elif fill != GROUND:
            canvas.text(beside, y + down + 17, label, "start", **note)
    summary = f"carried: {shared:.2f} of {total:.2f} bits ({shared / total:.0%})"
    canvas.text(x, y + 98, summary, "start", key="said")


@panel(300, min_width=250, max_width=420)
def gaps_panel(canvas: Canvas, matrix: Matrix, chosen: tuple[int, int], full: float) -> None:
    """The column (MIG) and the row (DCIMIG) of the chosen cell, each with its gap."""
    i, k = chosen
    x, y, width, height = canvas.box
    each = (height - 16) / 2
    upper = canvas.within(x, y, width, each)
    lower = canvas.within(x, y + each + 16, width, each)
    column, row = matrix.values[:, k], matrix.values[i]
    upper.title(f"MIG reads the column of {matrix.column_names[k]}")
    draw_gap(upper, dict(zip(matrix.row_names, column)), full, "0")
    lower.title(f"DCIMIG reads the row of {matrix.row_names[i]}")
    draw_gap(lower, dict(zip(matrix.column_names, row)), full, "1")


def draw_gap(canvas: Canvas, bits: dict[str, float], full: float, key: str) -> None:
    """A bar for each entry of a column or row, and the gap between the two best."""
    x, y, width, height = canvas.box
    top, bottom, step = y + 26, y + height - 20, (width - 76) / len(bits)
    canvas.rect(x, top, width - 76, bottom - top, GROUND, GRID)
    to_y = scale((0, full), (bottom, top))
    for b, (name, value) in enumerate(bits.items()):
        left, bar_width = x + b * step + 6, step - 12
        bar: Style = {"key": f"g{key}-{b}", "link": name, "title": f"{name}: {value:.3f} bits"}
        canvas.rect(left, to_y(value), bar_width, bottom - to_y(value), PART, **bar)
        label: Style = {"font_size": "11", "link": name, "key": f"gn{key}-{b}"}
        canvas.text(left + bar_width / 2, bottom + 14, short(name, step, 6.4), fill=FAINT, **label)
    values = np.array(list(bits.values()))
    second, first = np.sort(values)[-2:]
    canvas.bracket(x + width - 70, to_y(first), to_y(second), f"{rounded_gap(values):.2f}")


# ------------------------------------------------------------------------------------ the picture


def two_gaps(
    weights: Weights,
    cell: int,
    noise: float = NOISE,
    entropy: int = BITS,
    bins: int = BINS,
    samples: int = N_SAMPLES,
) -> Picture:
    """The matrix of a small code with both its gaps, and the counts behind one cell."""
    reps, runs = score_samples(tuple(map(tuple, weights)), noise, samples, entropy, bins)
    scores = [of_metric[0] for of_metric in runs]
    mig, dcimig = (score.value for score in scores)
    matrix, full = scores[0].matrix, float(max(3, entropy))
    i, k = divmod(min(cell, matrix.values.size - 1), len(matrix.column_names))
    counts, names = joint_counts(reps[0], i, k, bins), (matrix.row_names[i], matrix.column_names[k])
    title, values = "scores; strokes mark the start", {"MIG": mig, "DCIMIG": dcimig}
    return Picture(
        panels=(
            stack(
                weights_panel(weights), bars_panel(title, values, marks=start_scores(), key="score")
            ),
            cells_panel(matrix, (i, k), full),
            gaps_panel(matrix, (i, k), full),
            stack(joint_panel(counts, *names, tall=220), areas_panel(counts, names[1])),
        ),
        shows="A matrix of mutual information, the counts behind one cell, and two gaps.",
        caption=f"MIG is {mig:.3f}, and DCIMIG {dcimig:.3f}. {describe_runners_up(matrix, i, k)}",
        text="\n".join([words(scores), *describe_spreads(runs, samples)]),
        scores={score.metric: score for score in scores},
    )


@functools.lru_cache(maxsize=256)
def score_samples(
    weights: Sequence[Sequence[float]], noise: float, samples: int, entropy: int, bins: int
) -> tuple[list[Representation], list[list[Score]]]:
    """Samples of a code, and their scores by MIG and by DCIMIG."""
    reps = sample_codes(weights, noise, samples, entropy)
    return reps, [[m(rep, bins=bins) for rep in reps] for m in (metrics.mig, metrics.dcimig)]


def describe_spreads(runs: Sequence[Sequence[Score]], samples: int) -> list[str]:
    """Mean and spread of each score over draws."""
    size = f"on {samples:,} samples"
    return [
        f"{display_name(run[0].metric)} {spread_words([float(score) for score in run], size)}"
        for run in runs
    ]


def describe_runners_up(matrix: Matrix, i: int, k: int) -> str:
    """The runner-up in the chosen column and in the chosen row."""
    column, row = matrix.values[:, k], matrix.values[i]
    next_latent, next_factor = np.argsort(-column)[1], np.argsort(-row)[1]
    return (
        f"The runner-up in the column of {matrix.column_names[k]} is "
        f"{matrix.row_names[next_latent]} ({column[next_latent]:.2f} bits); in the row of "
        f"{matrix.row_names[i]} it is {matrix.column_names[next_factor]} "
        f"({row[next_factor]:.2f} bits)."
    )


def describe_gaps(before: Picture, now: Picture) -> str:
    """How both scores changed; if DCIMIG stays, the latents from which its bids come."""
    changes, score = each_changed(before, now), now.scores["dcimig"]
    stays = f"DCIMIG stays at {float(score):.3f}"
    *some, last = [str(i + 1) for i, _, word in bids(score.matrix.values) if word == "bid"] or ["0"]
    who = f"latents {', '.join(some)} and {last}" if some else f"latent {last}"
    return changes.replace(f"{stays}.", f"{stays}: its best bids come from {who}.")


def select_changed_cell(before: dict, now: dict) -> dict:
    """The cell of a weight that was changed is chosen."""
    cell = moved_cell(before["weights"], now["weights"])
    return now | {"cell": 3 * cell[0] + cell[1]} if cell else now
