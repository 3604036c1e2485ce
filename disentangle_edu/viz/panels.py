"""Panels of a picture: matrices, bars whose area is a score, scatter plots and curves.

A panel shows what it is given and computes nothing. `draw_matrix` draws on any canvas, so that a
panel of one's own can add shapes to a matrix.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..matrices import InformativenessMatrix, Matrix
from ..score import Score
from .canvas import Canvas, Style, panel, scale
from .display_names import display_name
from .handles import Axis, Handle, pull
from .plot import Plot, span_of
from .text_size import short, short_names
from .theme import (
    CHOSEN,
    CLASSES,
    FAINT,
    GRID,
    GROUND,
    HANDLE,
    INK,
    PAPER,
    PART,
    class_colour,
    on_shade,
    shade,
)

MAX_ROWS = 30
Handles = Sequence[Sequence[Handle]]  # a handle for each cell of a matrix
ToPixels = Callable[[float, float], tuple[float, float]]


@panel(
    height=lambda words, min_width: 30 + 17 * (int(len(words) * 12 * 0.58 / min_width) + 1),
    min_width=lambda min_width: min_width,
    max_width=lambda max_width: max_width,
)
def words_panel(
    canvas: Canvas, title: str, words: str, min_width: float = 240, max_width: float = 620
) -> None:
    """Panel with a heading and a few sentences.

    Parameters
    ----------
    title : str
        Heading.
    words : str
        Sentences.
    min_width : float, default=240
        Width in pixels below which the panel takes a row to itself.
    max_width : float, default=620
        Width in pixels beyond which the panel does not grow.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import words_panel
    >>> words_panel("MIG", "The gap between two latents.").height
    47
    """
    x, y, width, _ = canvas.box
    canvas.title(title)
    canvas.paragraph(x, y + 20, width, words, size=12)


# ---------------------------------------------------------------------------------------- matrices


def cell_handles(matrix: Matrix, control: str, high: float = 1.0) -> Handles:
    """Handles that make every entry of a matrix a control.

    An entry is dragged up and down, typed, or changed in steps with keys.

    Parameters
    ----------
    matrix : Matrix
        Matrix whose entries can be moved.
    control : str
        Name of the control that holds the matrix.
    high : float, default=1.0
        Highest value of an entry.

    Returns
    -------
    handles : list of list of Handle
        A handle for each row and column.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.panels import cell_handles
    >>> values = [[0.9, 0.2], [0.5, 0.1]]
    >>> matrix = InformativenessMatrix(values, "mutual information", "bits", factor_entropy=1)
    >>> cell_handles(matrix, "values")[0][1].words
    '0.20'
    """

    def handle(i: int, k: int) -> Handle:
        label, value = f"{matrix.row_names[i]}, {matrix.column_names[k]}", matrix.values[i, k]
        axes = pull(f"{control}/{i}/{k}", label, float(value), high).axes
        return Handle(label, axes, f"{value:.2f}", cell=(i, k))

    return _for_each_cell(matrix, handle)


def _for_each_cell(matrix: Matrix, handle: Callable[[int, int], Handle]) -> Handles:
    rows, columns = matrix.values.shape
    return [[handle(i, k) for k in range(columns)] for i in range(rows)]


def choice_handles(
    matrix: Matrix, control: str, chosen: tuple[int, int], verb: str = ""
) -> Handles:
    """Handles that choose one entry of a matrix.

    Parameters
    ----------
    matrix : Matrix
        Matrix whose entries can be chosen.
    control : str
        Name of the control that holds the number of the chosen entry, counted row by row from 0.
    chosen : tuple of (int, int)
        Row and column of the entry that is chosen now.
    verb : str, default=''
        What a choice does, as a screen reader says it.

    Returns
    -------
    handles : list of list of Handle
        A handle for each row and column.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.panels import choice_handles
    >>> values = [[0.9, 0.2], [0.5, 0.1]]
    >>> matrix = InformativenessMatrix(values, "mutual information", "bits", factor_entropy=1)
    >>> choice_handles(matrix, "cell", (0, 1))[0][1].chosen
    True
    """

    def handle(i: int, k: int) -> Handle:
        label = f"{verb} {matrix.row_names[i]}, {matrix.column_names[k]}".strip()
        words = f"{matrix.values[i, k]:.2f} {matrix.unit}".strip()
        target = i * len(matrix.column_names) + k
        axis = Axis(control, -1.0, target, target, 1.0, "y", 0)
        return Handle(label, (axis,), words, (i, k), chosen=(i, k) == chosen)

    return _for_each_cell(matrix, handle)


def frame_cell(canvas: Canvas, to_pixels: ToPixels, chosen: tuple[int, int]) -> None:
    """Draw a frame around one entry of a matrix.

    Parameters
    ----------
    canvas : Canvas
        Canvas of the matrix.
    to_pixels : callable
        Pixels of a row and a column, from `draw_matrix`.
    chosen : tuple of (int, int)
        Row and column of the entry.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Canvas
    >>> from disentangle_edu.viz.panels import frame_cell
    >>> canvas = Canvas(0, 0, 100, 100)
    >>> frame_cell(canvas, lambda row, column: (50 * column, 50 * row), (0, 1))
    >>> "chosen" in str(canvas)
    True
    """
    (x, y), (x2, y2) = to_pixels(*chosen), to_pixels(chosen[0] + 1, chosen[1] + 1)
    frame: Style = {"stroke_width": "3", "pointer_events": "none", "key": "chosen"}
    canvas.rect(x + 2, y + 2, x2 - x - 4, y2 - y - 4, "none", CHOSEN, **frame)


def _largest_rows(matrix: Matrix) -> Matrix:
    """The matrix, or the 30 rows with its largest entries if there are more rows."""
    if len(matrix.values) <= MAX_ROWS:
        return matrix
    keep = np.sort(np.argsort(-matrix.values.max(1), kind="stable")[:MAX_ROWS])
    return InformativenessMatrix(
        matrix.values[keep],
        f"{matrix.name}, {MAX_ROWS} of {len(matrix.values)} rows",
        matrix.unit,
        row_names=[matrix.row_names[i] for i in keep],
        column_names=matrix.column_names,
    )


def _cell_height(matrix: Matrix, cell: float) -> float:
    rows = min(len(matrix.values), MAX_ROWS)
    return cell if rows <= 6 else max(cell * 6 / rows, 12)


def matrix_height(matrix: Matrix, cell: float = 56.0, below: float = 0.0) -> float:
    """Height of a panel that shows a matrix.

    Parameters
    ----------
    matrix : Matrix
        Matrix to show.
    cell : float, default=56.0
        Height of a cell in pixels. With more than six rows, cells are lower.
    below : float, default=0.0
        Pixels below the matrix that are kept free.

    Returns
    -------
    height : float
        Height in pixels.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.panels import matrix_height
    >>> matrix_height(InformativenessMatrix([[0.9, 0.2], [0.5, 0.1]]))
    162.0
    """
    return 50 + min(len(matrix.values), MAX_ROWS) * _cell_height(matrix, cell) + below


def matrix_width(matrix: Matrix, cell: float = 56.0, right: float = 0.0) -> float:
    """Width beyond which a panel that shows a matrix does not grow.

    Parameters
    ----------
    matrix : Matrix
        Matrix to show.
    cell : float, default=56.0
        Height of a cell in pixels.
    right : float, default=0.0
        Pixels to the right of the matrix that are kept free.

    Returns
    -------
    width : float
        Width in pixels.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.panels import matrix_width
    >>> matrix_width(InformativenessMatrix([[0.9, 0.2], [0.5, 0.1]]))
    340.4
    """
    columns = matrix.values.shape[1]
    return 150 + right + _stretch(columns) * cell * columns


def _stretch(columns: int) -> float:
    """Largest width of a cell in heights of a cell; smaller if there are many columns."""
    return 1.7 if columns <= 4 else 1.2


@panel(
    height=matrix_height,
    min_width=lambda min_width: min_width,
    max_width=lambda matrix, cell: matrix_width(matrix, cell),
)
def matrix_panel(
    canvas: Canvas,
    matrix: Matrix,
    *,
    title: str = "",
    handles: Handles | None = None,
    cell: float = 56.0,
    min_width: float = 250,
    below: float = 0.0,
    key: str = "m",
    full: float = 1.0,
) -> None:
    """Panel with a matrix as shaded cells with numbers.

    Rows and columns have names, and shapes with the same name are highlighted together. Of more
    than 30 rows, those with the largest entries are shown.

    Parameters
    ----------
    matrix : Matrix
        Matrix to show.
    title : str, default=''
        Title, shortened to the part before its semicolon if the room is too small. If empty, the
        quantity and the unit of the matrix.
    handles : sequence of sequence of Handle or None, default=None
        Handle of every cell. With None, cells cannot be moved.
    cell : float, default=56.0
        Height of a cell in pixels. With more than six rows, cells are lower.
    min_width : float, default=250
        Width in pixels below which the panel takes a row to itself.
    below : float, default=0.0
        Pixels below the matrix that are kept free.
    key : str, default='m'
        Prefix of the keys of the shapes.
    full : float, default=1.0
        Entry with the darkest shade, if no entry is larger.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.panels import matrix_panel
    >>> values = [[0.9, 0.2], [0.5, 0.1]]
    >>> matrix = InformativenessMatrix(values, "mutual information", "bits", factor_entropy=1)
    >>> matrix_panel(matrix).height
    162.0
    """
    draw_matrix(canvas, matrix, title=title, handles=handles, cell=cell, key=key, full=full)


def draw_matrix(
    canvas: Canvas,
    matrix: Matrix,
    *,
    title: str = "",
    handles: Handles | None = None,
    cell: float = 56.0,
    right: float = 0.0,
    key: str = "m",
    full: float = 1.0,
) -> ToPixels:
    """Draw a matrix as shaded cells with numbers.

    Parameters
    ----------
    canvas : Canvas
        Canvas to draw on.
    matrix : Matrix
        Matrix to show.
    title : str, default=''
        Title, see `matrix_panel`.
    handles : sequence of sequence of Handle or None, default=None
        Handle of every cell. With None, cells cannot be moved.
    cell : float, default=56.0
        Height of a cell in pixels. With more than six rows, cells are lower.
    right : float, default=0.0
        Pixels to the right of the matrix that are kept free.
    key : str, default='m'
        Prefix of the keys of the shapes.
    full : float, default=1.0
        Entry with the darkest shade, if no entry is larger.

    Returns
    -------
    to_pixels : callable
        Function such that to_pixels(i, k) returns the pixel of a position counted in cells.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.canvas import Canvas
    >>> from disentangle_edu.viz.panels import draw_matrix
    >>> to_pixels = draw_matrix(Canvas(0, 0, 300, 162), InformativenessMatrix([[0.9], [0.5]]))
    >>> to_pixels(1, 0)[1]
    100.0
    """
    matrix = _largest_rows(matrix)
    columns = len(matrix.column_names)
    x, y, width, _ = canvas.box
    left = min(14 + 7.0 * max(map(len, matrix.row_names)), 0.36 * width, 130)
    size = (
        min((width - left - right) / columns, _stretch(columns) * cell),
        _cell_height(matrix, cell),
    )

    def to_pixels(i: float, k: float) -> tuple[float, float]:
        return x + left + k * size[0], y + 44 + i * size[1]

    subject = title or matrix.name
    canvas.title(*_matrix_titles(matrix, title))
    with _matrix_group(canvas, subject, handles, key):
        role = "row" if _is_grid(handles) else None
        with canvas.group(key=f"{key}head", role=role):
            _draw_column_names(canvas, matrix, to_pixels, size[0], role, key)
        shares = matrix.values / max(float(matrix.values.max()), full)
        for i in range(len(matrix.values)):
            with canvas.group(key=f"{key}line{i}", role=role):
                _draw_row_name(canvas, matrix, i, to_pixels, size[1], left, role, key)
                for k in range(columns):
                    names = matrix.row_names[i], matrix.column_names[k]
                    number = _format_entry(matrix, i, k, full)
                    handle = handles[i][k] if handles else None
                    _draw_cell(
                        canvas.within(*to_pixels(i, k), *size),
                        float(shares[i, k]),
                        number,
                        names,
                        handle,
                        f"{key}{i}-{k}",
                    )
    if _is_grid(handles):
        width, height = columns * size[0], len(matrix.values) * size[1]
        frame: Style = {"stroke_width": "2", "pointer_events": "none", "key": f"{key}frame"}
        canvas.rect(*to_pixels(0, 0), width, height, "none", HANDLE, **frame)
    return to_pixels


GRID_HELP = "Arrows walk from cell to cell; plus and minus change one, or type a number."


def _is_grid(handles: Handles | None) -> bool:
    """Whether the cells are values to change, and not options to choose from."""
    return handles is not None and handles[0][0].chosen is None


def _matrix_group(canvas: Canvas, subject: str, handles: Handles | None, key: str) -> Any:
    if handles and not _is_grid(handles):
        return canvas.radio_group(subject, key=f"{key}grid")
    roles = {"role": "grid", "aria_label": subject, "aria_description": GRID_HELP}
    return canvas.group(key=f"{key}grid", **roles if handles else {})


def _matrix_titles(matrix: Matrix, title: str) -> tuple[str, ...]:
    """Alternative titles, from long to short."""
    if title:
        return title, title.split(";")[0]
    subject = f"{matrix.name} ({matrix.unit})" if matrix.unit else matrix.name
    return f"{subject}: {matrix.rows} by {matrix.columns}", subject, matrix.name


def _draw_column_names(
    canvas: Canvas, matrix: Matrix, to_pixels: ToPixels, width: float, role: str | None, key: str
) -> None:
    names, room = matrix.column_names, width - 4  # leave a gap between names
    shortened = zip(names, short_names(names, room, 6.1))
    on_one_line = all(label in (name, name.split()[-1]) for name, label in shortened)
    for k, name in enumerate(names):
        x, top = to_pixels(0, k + 0.5)
        up = 7 if on_one_line or k % 2 == 0 else 18
        plain = on_one_line and len(name) * 6.6 <= room
        label = short(name, room if on_one_line else 1.8 * width, 6.6 if plain else 6.1)
        style: Style = {"link": name, "key": f"{key}c{k}"}
        style |= {} if plain else {"font_size": "11"}
        canvas.text(x, top - up, label, fill=FAINT, **style, role=role and "columnheader")


def _draw_row_name(
    canvas: Canvas,
    matrix: Matrix,
    i: int,
    to_pixels: ToPixels,
    height: float,
    left: float,
    role: str | None,
    key: str,
) -> None:
    name, (x, y) = matrix.row_names[i], to_pixels(i + 0.5, 0)
    style: Style = {"link": name, "key": f"{key}r{i}", "font_size": f"{min(12, height):.1f}"}
    label = short(name, left - 7, 6.6)
    canvas.text(x - 7, y + 4, label, "end", FAINT, **style, role=role and "rowheader")


def _format_entry(matrix: Matrix, i: int, k: int, full: float) -> str:
    """An entry with two decimals, or without decimals for counts and votes."""
    largest = max(float(matrix.values.max()), full)
    value = matrix.values[i, k]
    if (largest > 20 or full > 1) and (2 * matrix.values % 1 == 0).all():
        return f"{value:.10g}"
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}"


def _draw_cell(
    canvas: Canvas,
    share: float,
    number: str,
    names: tuple[str, str],
    handle: Handle | None,
    key: str,
) -> None:
    """Draw a shaded cell with its number."""
    x, y, w, h = canvas.box
    title = None if handle else f"{names[0]}, {names[1]}: {number}"  # a handle already has a label
    canvas.rect(x, y, w, h, shade(share), GRID, key=key, link=names, title=title, handle=handle)
    if w < 24 or h < 11:
        return
    number = number.removeprefix("0") if w < 32 and number != "0" else number
    size = f"{min(13, w / (0.7 * len(number) + 0.3), h * 0.9):.1f}"
    style: Style = {"font_size": size, "pointer_events": "none", "key": f"{key}n"}
    style |= {"aria_hidden": "true"} if handle else {}
    canvas.text(x + w / 2, y + h / 2 + 4, number, fill=on_shade(share), **style)


# -------------------------------------------------------------------------------------------- bars


@panel(
    height=lambda height: height,
    min_width=lambda min_width: min_width,
    max_width=480,
)
def parts_panel(
    canvas: Canvas, score: Score, *, height: float = 170, min_width: float = 250, key: str = ""
) -> None:
    """Panel with one bar per part, so that the blue area is the score.

    A bar is as wide as the weight of its part, and as high as the part (or focus). A dashed line is
    at the score.

    Parameters
    ----------
    score : Score
        Score to show.
    height : float, default=170
        Height in pixels.
    min_width : float, default=250
        Width in pixels below which the panel takes a row to itself.
    key : str, default=''
        Prefix of the keys of the shapes. If empty, the name of the metric.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> from disentangle_edu.viz.panels import parts_panel
    >>> parts_panel(mig(examples.rotated(0))).height
    170
    """
    key = key or score.metric
    x, y, width, height = canvas.box
    left, top, bottom = x + 22, y + 24, y + height - 22
    plot_w, plot_h = width - 26, bottom - top
    score_text = f"{display_name(score.metric)} = {score.value:.3f}"
    title, axes = f"{score_text} (dashed)", f"wide: weight, high: {score.part}"
    canvas.title(f"{title}; {axes}", f"{score_text}; {axes}", title)
    canvas.rect(left, top, plot_w, plot_h, GROUND, GRID)
    start = left
    for i, (name, part, weight) in enumerate(zip(score.part_names, score.parts, score.weights)):
        bar_w, bar_h = weight * plot_w, part * plot_h
        words = f"{name}: {score.part} {part:.2f}, weight {weight:.2f}"
        style: Style = {"key": f"{key}b{i}", "link": name, "title": words}
        canvas.rect(start, bottom - bar_h, bar_w, bar_h, PART, PAPER, **style)
        if bar_w >= 12:
            label = short(name, bar_w, 6.4)
            style = {"font_size": "11", "link": name, "key": f"{key}t{i}"}
            canvas.text(start + bar_w / 2, bottom + 14, label, fill=FAINT, **style)
        start += bar_w
    level = bottom - score.value * plot_h
    dashes: Style = {"stroke_width": "2", "stroke_dasharray": "6 4", "key": f"{key}level"}
    canvas.line(left, level, left + plot_w, level, INK, **dashes)
    for at, tick in ((top, "1"), (bottom, "0")):
        canvas.note(left - 5, at + 4, tick, "end")


@panel(
    height=lambda values, step: 28 + step * len(values),
    min_width=lambda min_width: min_width,
    max_width=560,
)
def bars_panel(
    canvas: Canvas,
    title: str,
    values: Mapping[str, float],
    *,
    step: float = 26.0,
    min_width: float = 270,
    top: float = 1.0,
    marks: Mapping[str, float] | None = None,
    key: str = "bar",
) -> None:
    """Panel with one horizontal bar per name, from 0 to a highest value.

    Parameters
    ----------
    title : str
        Heading; none if empty.
    values : mapping of str to float
        Value of each bar by its name.
    step : float, default=26.0
        Pixels from one bar to the next.
    min_width : float, default=270
        Width in pixels below which the panel takes a row to itself.
    top : float, default=1.0
        Value of a bar of full length.
    marks : mapping of str to float or None, default=None
        Second value by name, which is drawn as a stroke.
    key : str, default='bar'
        Prefix of the keys of the shapes.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import bars_panel
    >>> bars_panel("scores", {"mig": 0.4, "sap": 0.2}).height
    80.0
    """
    x, y, width, _ = canvas.box
    longest = 12 + 6.8 * max(len(display_name(name)) for name in values)
    left = x + min(longest, 0.45 * width)
    room = max(width - (left - x) - 50, 40)
    if title:
        canvas.title(title)
    canvas.rect(left, y + 22, room, step * len(values), GROUND, GRID)
    for j, (name, value) in enumerate(values.items()):
        at, end, bar = y + 22 + j * step, value / top * room, display_name(name)
        middle, title = at + step / 2 + 4, f"{bar}: {value:.3f}"
        label = short(bar, left - x - 8, 6.8)
        canvas.text(left - 8, middle, label, "end", link=bar, key=f"{key}l{j}")
        canvas.rect(left, at + 3, end, step - 6, PART, key=f"{key}{j}", link=bar, title=title)
        if marks and name in marks:
            mark = marks[name] / top * room
            canvas.line(left + mark, at + 1, left + mark, at + step - 1, INK, stroke_width="2.5")
            end = mark if end < mark < end + 40 else end  # the number must not be on the mark
        beside = left + 6 + (end if end + 34 < room else max(end, room))  # not on the frame
        canvas.note(beside, middle, f"{value:.2f}", key=f"{key}v{j}")


# ------------------------------------------------------------------------------- points and curves


@panel(height=lambda height: height, min_width=280, max_width=460)
def scatter_panel(
    canvas: Canvas,
    labels: tuple[str, str, str],
    points: ArrayLike,
    *,
    height: float = 300,
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
) -> None:
    """Panel with points in a plane.

    Parameters
    ----------
    labels : tuple of str
        Title, label of the x axis and label of the y axis.
    points : array-like of shape (n_points, 2)
        Points (x, y).
    height : float, default=300
        Height in pixels.
    x_range : tuple of float or None, default=None
        Lowest and highest x. With None, see `span_of`.
    y_range : tuple of float or None, default=None
        Lowest and highest y. With None, see `span_of`.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import scatter_panel
    >>> scatter_panel(("codes", "latent 1", "latent 2"), [[0, 0], [1, 1]]).height
    300
    """
    cloud = np.asarray(points, dtype=float)
    plot = Plot(canvas, labels, x_range or span_of(cloud[:, 0]), y_range or span_of(cloud[:, 1]))
    plot.scatter(cloud)


@panel(300, min_width=300, max_width=700)
def curves_panel(
    canvas: Canvas,
    labels: tuple[str, str, str],
    curves: Mapping[str, tuple[ArrayLike, ArrayLike, ArrayLike]],
) -> None:
    """Panel with curves, each with a band of one standard deviation to either side.

    The values of x have equal distances on the axis.

    Parameters
    ----------
    labels : tuple of str
        Title, label of the x axis and label of the y axis.
    curves : mapping of str to tuple of array-like
        (x, mean, spread) of each curve by its name.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import curves_panel
    >>> curves = {"MIG": ([10, 100], [0.2, 0.4], [0.1, 0.1])}
    >>> curves_panel(("score", "samples", ""), curves).height
    300
    """
    arrays = {name: np.array(curve, dtype=float) for name, curve in curves.items()}
    xs = np.unique(np.concatenate([x for x, _, _ in arrays.values()]))
    bands = [mean + sign * spread for _, mean, spread in arrays.values() for sign in (-1, 1)]
    low, high = span_of(np.concatenate(bands))
    y_range = low, high + 0.12 * (high - low)  # room for the legend above the lines
    ticks = {float(j): f"{x:,g}" for j, x in enumerate(xs)}
    plot = Plot(canvas, labels, (-0.2, len(xs) - 0.8), y_range, x_ticks=ticks)
    for k, (name, (x, mean, spread)) in enumerate(arrays.items()):
        steps = np.searchsorted(xs, x)
        edges = [*zip(steps, mean + spread), *zip(steps[::-1], (mean - spread)[::-1])]
        band = "L".join(f"{a:.1f} {b:.1f}" for a, b in (plot(*edge) for edge in edges))
        canvas.path(f"M{band}z", class_colour(k), fill_opacity="0.2", link=name)
        plot.line(steps, mean, class_colour(k), link=name)
        canvas.markers([plot(*point) for point in zip(steps, mean)], k, 4, link=name)
    canvas.legend(dict(enumerate(arrays)))


READING_HEIGHT = 42.0  # pixels per row
MIN_HEAP_DISTANCE = 120.0  # pixels between two piles of dots from which on their counts fit
Band = tuple[float, float] | None


@panel(
    height=lambda values: 42 + READING_HEIGHT * len(values),
    min_width=lambda min_width: min_width,
    max_width=640,
)
def strip_plot_panel(
    canvas: Canvas,
    values: Mapping[str, Sequence[float]],
    printed: float | None = None,
    *,
    bands: Mapping[str, Band] | None = None,
    marks: Mapping[str, str] | None = None,
    min_width: float = 300,
) -> None:
    """Panel with one row per reading: a dot per run and a stroke at the mean.

    The printed figure is a dashed line.

    Parameters
    ----------
    values : mapping of str to sequence of float
        One number per run by the reading's name.
    printed : float or None, default=None
        Figure that the paper prints. With None, no line is drawn.
    bands : mapping of str to tuple of float or None, default=None
        Lowest and highest mean that would be near enough, by reading. They are shaded, and one of
        the two may be infinite.
    marks : mapping of str to str or None, default=None
        Words at the right end of each row.
    min_width : float, default=300
        Width in pixels below which the panel takes a row to itself.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Notes
    -----
    The axis covers the values near the printed figure. Rows whose mean is outside the axis are
    drawn at the edge, with their mean as a number.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import strip_plot_panel
    >>> strip_plot_panel({"as printed": [0.61, 0.6]}, 0.6).height
    84.0
    """
    bands, marks = bands or {}, marks or {}
    near = [name for name in values if marks.get(name, "yes") == "yes"]  # unmarked rows, too
    low, high = _axis_window(values, printed, bands, near)
    x, y, width, _ = canvas.box
    left, right, bottom = x + 8, x + width - 12, y + 4 + READING_HEIGHT * len(values)
    inside = scale((low, high), (left + 8, right - 8))  # no dot is cut off at the ends

    def to_x(value: float) -> float:
        return inside(min(max(value, low), high))

    canvas.rect(left, y, right - left, bottom - y, GROUND, GRID)
    for value in (low, (low + high) / 2, high):
        canvas.line(to_x(value), bottom, to_x(value), bottom + 4, FAINT)
        tick = _format_tick(value, high - low)
        half = 3.3 * len(tick)
        at = min(max(to_x(value), x + half), x + width - half)
        canvas.note(at, bottom + 16, tick, "middle")
    for j, (name, runs) in enumerate(values.items()):
        at = y + 2 + READING_HEIGHT * (j + 0.7)
        if band := bands.get(name):
            start, end = to_x(band[0]), to_x(band[1])
            words = f"{name}: means that are near enough"
            canvas.rect(
                start, at - 10, end - start, 20, CLASSES[2], fill_opacity="0.28", title=words
            )
        mark = marks.get(name, "")
        room = right - left - 16 - 6.6 * len(mark)
        label = name if len(name) * 6.6 <= room else f"{name[: int(room / 6.6) - 2]} …"
        canvas.text(left + 6, at - 15, label, "start", font_size="11", link=name)
        canvas.note(right - 6, at - 15, mark, "end")
        _draw_runs(canvas.within(left, at, right - left, 0), runs, to_x, (low, high))
        if printed is not None:  # below the row's text
            dashes: Style = {"stroke_width": "2", "stroke_dasharray": "6 4"}
            canvas.line(to_x(printed), at - 11, to_x(printed), at + 11, INK, **dashes)
    legend = "dot: a run; stroke: their mean" + "; dashed: as printed" * (printed is not None)
    canvas.note(left, bottom + 32, legend)


def _draw_runs(
    canvas: Canvas,
    runs: Sequence[float],
    to_x: Callable[[float], float],
    span: tuple[float, float],
) -> None:
    """Draw the runs of one reading as dots, or an arrow and the mean if it is off the axis."""
    (left, y, width, _), mean = canvas.box, sum(runs) / len(runs)
    if not span[0] <= mean <= span[1]:
        beyond = mean > span[1]
        x, sign = (left + width - 6, 1) if beyond else (left + 6, -1)
        canvas.path(f"M{x:.1f} {y - 6:.1f}l{6 * sign} 6l{-6 * sign} 6z", PART)
        anchor = "end" if beyond else "start"
        canvas.text(x - 8 * sign, y + 4, f"{mean:.4f}", anchor, font_size="11")
        return
    visible = [run for run in runs if span[0] <= run <= span[1]]
    for run in visible:
        canvas.circle(to_x(run), y, 4, PART, fill_opacity="0.5", title=f"{run:.4f}")
    counts = Counter(round(run, 4) for run in runs)
    distance = to_x(max(runs)) - to_x(min(runs))
    if len(counts) == 2 and len(visible) == len(runs) and distance > MIN_HEAP_DISTANCE:
        for value, count in counts.items():  # dots overlap, so write their number
            on_right = value > (span[0] + span[1]) / 2
            x, anchor = to_x(value) + (-8 if on_right else 8), "end" if on_right else "start"
            canvas.text(x, y + 4, f"{count} ×", anchor, font_size="11")
    canvas.line(to_x(mean), y - 9, to_x(mean), y + 9, stroke_width="2.5")


def _axis_window(
    values: Mapping[str, Sequence[float]],
    printed: float | None,
    bands: Mapping[str, tuple[float, float] | None],
    near: Sequence[str],
) -> tuple[float, float]:
    """Range of the axis: the bands and the runs inside them, or all runs.

    near : readings that may match the printed figure. All runs are covered if no reading is near
    enough, or if a band is open to one side. The range goes beyond 0 and 1 only if a run does.
    """
    ends = [end for band in bands.values() if band for end in band if np.isfinite(end)]
    one_sided = any(band and not np.isfinite(band).all() for band in bands.values())
    close = [
        runs
        for name, runs in values.items()
        if name in near and (band := bands.get(name)) and band[0] <= np.mean(runs) <= band[1]
    ]
    few = close if close and not one_sided else values.values()
    visible = [run for runs in few for run in runs] + ends
    visible += [printed] if printed is not None else []
    all_runs = [run for runs in values.values() for run in runs]

    def padded() -> tuple[float, float]:
        pad = 0.12 * (max(visible) - min(visible)) or 0.01
        low, high = min(visible) - pad, max(visible) + pad
        low = max(low, 0.0) if min(all_runs) >= 0 else low
        return low, min(high, 1.0) if max(all_runs) <= 1 else high

    low, high = padded()
    rows = [(float(np.mean(runs)), runs) for runs in values.values()]
    while outliers := [
        run for mean, runs in rows if low <= mean <= high for run in runs if not low <= run <= high
    ]:  # if a row's mean is on the axis, so are all of its runs
        visible += outliers
        low, high = padded()
    return low, high


def _format_tick(value: float, span: float) -> str:
    """A tick label with as many digits as the axis needs."""
    return f"{value:.{min(max(int(np.ceil(2 - np.log10(span))), 0), 6)}f}"
