"""Panels of a picture: matrices, bars whose area is a score, scatter plots and curves.

A panel shows what it is given and computes nothing. A panel with movable parts takes `moves`, a
function that returns the Handle of a part.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..matrices import InformativenessMatrix, Matrix
from ..score import Score
from .canvas import Canvas, panel, scale
from .display_names import display_name
from .svg import (
    CLASSES,
    FAINT,
    GRID,
    GROUND,
    MARK,
    PAPER,
    PART,
    Axis,
    Handle,
    Panel,
    Style,
    choices,
    circle,
    group,
    heading,
    line,
    marker,
    on_shade,
    paragraph,
    path,
    rect,
    shade,
    short,
    text,
    text_width,
)

MAX_ROWS = 30
Place = Callable[[float, float], tuple[float, float]]


def words_panel(title: str, words: str, min_width: float = 240, max_width: float = 620) -> Panel:
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

    def draw(x: float, y: float, width: float, height: float) -> str:
        return heading(x, y, width, title) + paragraph(x, y + 20, width, words, size=12)

    lines = len(words) * 12 * 0.58 / min_width
    return Panel(draw, 30 + 17 * (int(lines) + 1), min_width, max_width)


# ---------------------------------------------------------------------------------------- matrices


def pull(name: str, label: str, value: float, high: float = 1.0, step: float = 0.01) -> Handle:
    """Handle that is dragged up and down, 150 pixels from 0 to the highest value.

    Parameters
    ----------
    name : str
        Name of the control, or a path to an entry of its value.
    label : str
        Spoken name.
    value : float
        Present value.
    high : float, default=1.0
        Highest value.
    step : float, default=0.01
        Distance between two values.

    Returns
    -------
    handle : Handle
        Handle with one axis.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import pull
    >>> pull("values/0/2", "latent 1, factor 3", 0.5).axes[0].along
    'pull'
    """
    return Handle(label, (Axis(name, value, 0.0, high, step, "pull", 150.0),))


def cell_handles(matrix: Matrix, name: str, high: float = 1.0) -> Callable[[int, int], Handle]:
    """Function that makes every entry of a matrix a control.

    An entry is dragged up and down, typed, or changed in steps with keys.

    Parameters
    ----------
    matrix : Matrix
        Matrix whose entries can be moved.
    name : str
        Name of the control that holds the matrix.
    high : float, default=1.0
        Highest value of an entry.

    Returns
    -------
    moves : callable
        Function such that moves(i, k) returns the Handle of row i and column k.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.panels import cell_handles
    >>> values = [[0.9, 0.2], [0.5, 0.1]]
    >>> matrix = InformativenessMatrix(values, "mutual information", "bits", factor_entropy=1)
    >>> cell_handles(matrix, "values")(0, 1).words
    '0.20'
    """

    def moves(i: int, k: int) -> Handle:
        label = f"{matrix.row_names[i]}, {matrix.column_names[k]}"
        axes = pull(f"{name}/{i}/{k}", label, float(matrix.values[i, k]), high).axes
        return Handle(label, axes, f"{matrix.values[i, k]:.2f}", cell=(i, k))

    return moves


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


def matrix_panel(
    matrix: Matrix,
    *,
    title: str = "",
    moves: Callable[[int, int], Handle] | None = None,
    over: Callable[[Place], str] | None = None,
    cell: float = 56.0,
    min_width: float = 250,
    right: float = 0.0,
    below: float = 0.0,
    key: str = "m",
    full: float = 1.0,
) -> Panel:
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
    moves : callable or None, default=None
        Function such that moves(i, k) returns the Handle of a cell. With None, cells cannot be
        moved.
    over : callable or None, default=None
        Function such that over(place) returns SVG that is drawn on top. The argument place(i, k)
        gives the pixel of a position that is counted in cells.
    cell : float, default=56.0
        Height of a cell in pixels. With more than six rows, cells are lower.
    min_width : float, default=250
        Width in pixels below which the panel takes a row to itself.
    right : float, default=0.0
        Pixels to the right of the matrix that are kept free for `over`.
    below : float, default=0.0
        Pixels below the matrix that are kept free for `over`.
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
    >>> "0.90" in matrix_panel(matrix).draw(0, 0, 300, 170)
    True
    """
    matrix = _largest_rows(matrix)
    rows, columns = matrix.values.shape
    cell_h = cell if rows <= 6 else max(cell * 6 / rows, 12)
    maximum = max(float(matrix.values.max()), full)
    halves = (maximum > 20 or full > 1) and bool((2 * matrix.values % 1 == 0).all())  # counts
    unit = f" ({matrix.unit})" if matrix.unit else ""
    longest = 14 + 7.0 * max(map(len, matrix.row_names))
    airy = 1.7 if columns <= 4 else 1.2  # of many columns as many as can be shall be seen at once
    subject = title or matrix.name
    titles = [f"{subject}{unit}: {matrix.rows} by {matrix.columns}", f"{subject}{unit}", subject]

    @panel(
        50 + rows * cell_h + below,
        min_width=min_width,
        max_width=150 + right + airy * cell * columns,
    )
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        left = min(longest, 0.36 * width, 130)
        cell_w = min((width - left - right) / columns, airy * cell)
        top = y + 44

        def place(i: float, k: float) -> tuple[float, float]:
            return x + left + k * cell_w, top + i * cell_h

        canvas.title(*((subject, subject.split(";")[0]) if title else titles))
        kind = "" if not moves else "grid" if moves(0, 0).chosen is None else "radiogroup"
        role = _aria_roles(kind == "grid")
        names, heads = matrix.column_names, []
        room = cell_w - 4  # names do not touch
        whole = all(short(name, room, 5.8) in (name, name.split()[-1]) for name in names)
        for k, name in enumerate(names):
            at, up = place(0, k + 0.5)[0], 7 if whole or k % 2 == 0 else 18  # in turn, if not whole
            plain = whole and len(name) * 6.6 <= room
            label = short(name, room if whole else 1.8 * cell_w, 6.6 if plain else 5.8)
            style: Style = {"link": name, "key": f"{key}c{k}"}
            style |= {} if plain else {"font_size": "10"}
            heads.append(text(at, top - up, label, fill=FAINT, **style, **role("columnheader")))
        lines = [group(*heads, key=f"{key}head", **role("row"))]
        for i, (name, row) in enumerate(zip(matrix.row_names, matrix.values)):
            at = place(i + 0.5, 0)[1] + 4
            size = f"{min(12, cell_h):.1f}"
            label = short(name, left - 7, 6.6)
            style = {"link": name, "key": f"{key}r{i}", "font_size": size}
            style |= role("rowheader")
            cells = [text(x + left - 7, at, label, "end", FAINT, **style)]
            for k, value in enumerate(row):
                number = f"{value:.0f}" if value >= 100 else f"{value:.2f}"
                number = f"{value:.10g}" if halves else number
                handle = moves(i, k) if moves else None
                made = _draw_cell(*place(i, k), cell_w, cell_h, value / maximum, number, handle)
                cells.append(made(f"{key}{i}-{k}", (name, matrix.column_names[k])))
            lines.append(group(*cells, key=f"{key}line{i}", **role("row")))
        if kind == "radiogroup":
            canvas.add(choices(subject, *lines, key=f"{key}grid"))
        else:
            named = role("grid", aria_label=subject, aria_description=GRID_HELP)
            canvas.group(*lines, key=f"{key}grid", **named)
        canvas.add(over(place) if over else "")

    return draw()


GRID_HELP = "Arrows walk from cell to cell; plus and minus change one, or type a number."


def _aria_roles(movable: bool) -> Callable[..., Style]:
    """Function that returns roles for screen readers, if the cells of a matrix can be moved."""
    return lambda name, **more: {"role": name} | more if movable else {}


def _draw_cell(
    x: float, y: float, w: float, h: float, share: float, number: str, handle: Handle | None
) -> Callable[[str, tuple[str, str]], str]:
    """Function that draws a shaded cell with its number, given its key and its names."""

    def draw(key: str, names: tuple[str, str]) -> str:
        title = None if handle else f"{names[0]}, {names[1]}: {number}"  # a handle says it itself
        shape = rect(
            x, y, w, h, shade(share), GRID, key=key, link=names, title=title, handle=handle
        )
        if w < 24 or h < 11:
            return shape
        said = number.removeprefix("0") if w < 32 and number != "0" else number
        size = f"{min(13, w / (0.7 * len(said) + 0.3), h * 0.9):.1f}"
        style: Style = {"font_size": size, "pointer_events": "none", "key": f"{key}n"}
        style |= {"aria_hidden": "true"} if handle else {}
        return shape + text(x + w / 2, y + h / 2 + 4, said, fill=on_shade(share), **style)

    return draw


# -------------------------------------------------------------------------------------------- bars


def parts_panel(
    score: Score, *, height: float = 170, min_width: float = 250, key: str = ""
) -> Panel:
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
    score_text = f"{display_name(score.metric)} = {score.value:.3f}"

    @panel(height, min_width=min_width, max_width=480)
    def draw(canvas: Canvas) -> None:
        x, y, width, height = canvas.box
        left, top, bottom = x + 22, y + 24, y + height - 22
        plot_w, plot_h = width - 26, bottom - top
        told_short, axes = f"{score_text} (dashed)", f"wide: weight, high: {score.part}"
        titles = f"{told_short}; {axes}", f"{score_text}; {axes}", told_short
        canvas.title(*titles)
        canvas.rect(left, top, plot_w, plot_h, GROUND, GRID)
        start = left
        for i, (name, part, weight) in enumerate(zip(score.part_names, score.parts, score.weights)):
            bar_w, bar_h = weight * plot_w, part * plot_h
            title = f"{name}: {score.part} {part:.2f}, weight {weight:.2f}"
            style: Style = {"key": f"{key}b{i}", "link": name, "title": title}
            canvas.rect(start, bottom - bar_h, bar_w, bar_h, PART, PAPER, **style)
            if bar_w >= 12:
                label = short(name, bar_w, 6.4)
                style = {"font_size": "11", "link": name, "key": f"{key}t{i}"}
                canvas.text(start + bar_w / 2, bottom + 14, label, fill=FAINT, **style)
            start += bar_w
        level = bottom - score.value * plot_h
        dashes: Style = {
            "stroke_width": "2",
            "stroke_dasharray": "6 4",
            "key": f"{key}level",
        }
        canvas.line(left, level, left + plot_w, level, MARK, **dashes)
        for at, tick in ((top, "1"), (bottom, "0")):
            canvas.note(left - 5, at + 4, tick, "end")

    return draw()


def bars_panel(
    title: str,
    values: Mapping[str, float],
    *,
    step: float = 26.0,
    min_width: float = 270,
    top: float = 1.0,
    marks: Mapping[str, float] | None = None,
    moves: Callable[[str, float, float], Handle] | None = None,
    key: str = "bar",
) -> Panel:
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
    moves : callable or None, default=None
        Function such that moves(name, left, right) returns the Handle of a bar between two pixels.
        With None, bars cannot be moved.
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
    longest = 12 + 6.8 * max(len(display_name(name)) for name in values)

    @panel(28 + step * len(values), min_width=min_width, max_width=560)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        left = x + min(longest, 0.45 * width)
        room = max(width - (left - x) - 50, 40)
        if title:
            canvas.title(title)
        canvas.rect(left, y + 22, room, step * len(values), GROUND, GRID)
        for j, (name, value) in enumerate(values.items()):
            at, end = y + 22 + j * step, value / top * room
            middle, bar = at + step / 2 + 4, display_name(name)
            style: Style = {
                "key": f"{key}{j}",
                "link": bar,
                "title": f"{bar}: {value:.3f}",
            }
            label = short(bar, left - x - 8, 6.8)
            canvas.text(left - 8, middle, label, "end", link=bar, key=f"{key}l{j}")
            canvas.rect(left, at + 3, end, step - 6, PART, **style)
            style = {"key": f"{key}v{j}", "font_size": "11"}
            beside = left + 6 + (end if end + 34 < room else max(end, room))  # not across the frame
            canvas.text(beside, middle, f"{value:.2f}", "start", FAINT, **style)
            if marks and name in marks:
                place = left + marks[name] / top * room
                canvas.line(place, at + 1, place, at + step - 1, MARK, stroke_width="2.5")
            if moves:
                handle = moves(name, left, left + room)
                canvas.circle(left + end, at + step / 2, 7, MARK, key=f"{key}h{j}", handle=handle)

    return draw()


# ------------------------------------------------------------------------------- clouds and curves


def round_ticks(low: float, high: float, most: int) -> list[float]:
    """Evenly spaced round numbers in an interval, as many as possible.

    Parameters
    ----------
    low : float
        Lower end.
    high : float
        Upper end.
    most : int
        Largest number of ticks.

    Returns
    -------
    ticks : list of float
        At most `most` numbers in ascending order.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import round_ticks
    >>> round_ticks(0.0, 1.0, 5)
    [0.0, 0.5, 1.0]
    """
    power = 10.0 ** np.floor(np.log10((high - low) / most))
    for times in (1, 2, 5, 10, 20):
        step = power * times
        first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
        if last - first < most:
            break
    return [float(f"{j * step:.10g}") + 0.0 for j in np.arange(first, last + 1)]  # no -0


def draw_axes(
    canvas: Canvas,
    labels: tuple[str, str, str],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    *,
    x_ticks: Mapping[float, str] | None = None,
    box: tuple[float, float, float, float] | None = None,
) -> Place:
    """Draw the frame, ticks and labels of a plot on a sheet.

    Parameters
    ----------
    canvas : Canvas
        Sheet to draw on.
    labels : tuple of str
        Title, label of the x axis and label of the y axis.
    x_range : tuple of float
        Lowest and highest x.
    y_range : tuple of float
        Lowest and highest y.
    x_ticks : mapping of float to str or None, default=None
        Words at each tick of the x axis. With None, round numbers.
    box : tuple of float or None, default=None
        Left, top, width and height in pixels. With None, the whole sheet.

    Returns
    -------
    place : callable
        Function such that place(x, y) returns pixels.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import draw_axes
    >>> from disentangle_edu.viz.canvas import Canvas
    >>> place = draw_axes(Canvas(0, 0, 254, 260), ("", "x", "y"), (0, 1), (0, 1))
    >>> place(0.5, 0.5)
    (146.0, 124.0)
    """
    title, x_label, y_label = labels
    x, y, width, height = box or canvas.box
    left, right, top, bottom = x + 46, x + width - 8, y + 24, y + height - 36
    across, up = scale(x_range, (left, right)), scale(y_range, (bottom, top))
    canvas.add(heading(x, y, width, title) if title else "")
    canvas.rect(left, top, right - left, bottom - top, GROUND, GRID)
    for value, label in (x_ticks or {v: f"{v:g}" for v in round_ticks(*x_range, 5)}).items():
        canvas.line(across(value), top, across(value), bottom, GRID)
        label_x = min(across(value), x + width - 3.5 * len(label))  # the last one stays inside
        canvas.note(label_x, bottom + 15, label, "middle")
    for value in round_ticks(*y_range, 5):
        canvas.line(left, up(value), right, up(value), GRID)
        canvas.note(left - 5, up(value) + 4, f"{value:g}", "end")
    canvas.text((left + right) / 2, bottom + 31, x_label, fill=FAINT, link=x_label)
    rotation = f"rotate(-90 {x + 8:.1f} {(top + bottom) / 2:.1f})"
    style: Style = {"transform": rotation, "link": y_label, "font_size": "11"}
    canvas.text(x + 8, (top + bottom) / 2, y_label, fill=FAINT, **style)
    return lambda px, py: (across(px), up(py))


def span_of(values: ArrayLike, pad: float = 0.05) -> tuple[float, float]:
    """Range of an axis for given values, with a margin.

    If no value is negative, the range does not go below 0.

    Parameters
    ----------
    values : array-like
        Values on the axis.
    pad : float, default=0.05
        Margin on each side as a share of the distance between the smallest and the largest value.

    Returns
    -------
    low : float
        Lower end of the axis.
    high : float
        Upper end of the axis.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import span_of
    >>> span_of([0.0, 2.0])
    (0.0, 2.1)
    """
    low, high = float(np.min(values)), float(np.max(values))
    room = pad * max(high - low, 1e-9)
    return (max(low - room, 0.0) if low >= 0 else low - room), high + room


def scatter_panel(
    labels: tuple[str, str, str],
    points: ArrayLike,
    classes: Sequence[int] | np.ndarray,
    names: Sequence[str] = (),
    *,
    height: float = 300,
    min_width: float = 280,
    over: Callable[[Place], str] | None = None,
    key: str = "p",
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
) -> Panel:
    """Panel with points in a plane, one colour and marker per class.

    Parameters
    ----------
    labels : tuple of str
        Title, label of the x axis and label of the y axis.
    points : array-like of shape (n_points, 2)
        Points (x, y).
    classes : sequence of int
        Class of each point, from 0.
    names : sequence of str, default=()
        Names of the classes for the legend.
    height : float, default=300
        Height in pixels.
    min_width : float, default=280
        Width in pixels below which the panel takes a row to itself.
    over : callable or None, default=None
        Function such that over(place) returns SVG that is drawn on top. The argument place(x, y)
        gives pixels.
    key : str, default='p'
        Prefix of the keys of the points.
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
    >>> scatter_panel(("codes", "latent 1", "latent 2"), [[0, 0], [1, 1]], [0, 1]).height
    300
    """
    cloud = np.asarray(points, dtype=float)
    across = x_range or span_of(cloud[:, 0])
    upward = y_range or span_of(cloud[:, 1])

    @panel(height, min_width=min_width, max_width=460)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        place = draw_axes(canvas, labels, across, upward)
        for j, (point, k) in enumerate(zip(cloud, classes)):
            link = names[int(k)] if int(k) < len(names) else None
            canvas.marker(*place(*point), int(k), key=f"{key}{j}", link=link)
        there = {k: name for k, name in enumerate(names) if k in classes}
        shown = legend(x, y + 24, width, there) if there else ""
        canvas.add((over(place) if over else "") + shown)

    return draw()


def legend(x: float, y: float, width: float, names: Mapping[int, str]) -> str:
    """SVG of a marker and a name for each class, in a row at the top right of a plot.

    Parameters
    ----------
    x : float
        Left edge of the plot in pixels.
    y : float
        Top edge of the plot in pixels.
    width : float
        Width of the plot in pixels.
    names : mapping of int to str
        Names by class.

    Returns
    -------
    shape : str
        SVG of the legend.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import legend
    >>> "hearts" in legend(0, 0, 300, {0: "hearts"})
    True
    """
    out, right = [], x + width - 14
    for k, name in reversed(list(names.items())):
        right -= 6.6 * text_width(name) + 24
        entry = marker(right, y + 12, k, 4.5) + text(
            right + 9, y + 16, name, "start", font_size="11"
        )
        out.append(group(entry, link=name))
    ground = {"fill_opacity": "0.85", "pointer_events": "none"}  # points may lie there
    return rect(right - 8, y + 3, x + width - 6 - right, 18, GROUND, **ground) + "".join(out)


def curve_panel(
    labels: tuple[str, str, str],
    x: ArrayLike,
    y: ArrayLike,
    *,
    y_range: tuple[float, float] = (0.0, 1.0),
    height: float = 300,
    min_width: float = 260,
    mark: tuple[float, float] | None = None,
    handle: Callable[[Place], Handle] | None = None,
    over: Callable[[Place], str] | None = None,
    key: str = "curve",
) -> Panel:
    """Panel with a curve and one marked point, which can be a handle.

    Parameters
    ----------
    labels : tuple of str
        Title, label of the x axis and label of the y axis.
    x : array-like of shape (n_points,)
        Positions.
    y : array-like of shape (n_points,)
        Heights. Points outside `y_range` are left out.
    y_range : tuple of float, default=(0.0, 1.0)
        Lowest and highest y.
    height : float, default=300
        Height in pixels.
    min_width : float, default=260
        Width in pixels below which the panel takes a row to itself.
    mark : tuple of float or None, default=None
        Marked point (x, y). With None, no point is marked.
    handle : callable or None, default=None
        Function such that handle(place) returns the Handle of the marked point.
    over : callable or None, default=None
        Function such that over(place) returns SVG that is drawn below the curve. The argument
        place(x, y) gives pixels.
    key : str, default='curve'
        Prefix of the keys of the shapes.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import curve_panel
    >>> curve_panel(("MIG", "noise", "score"), [0, 1], [0.9, 0.1]).height
    300
    """
    xs, ys = np.asarray(x, dtype=float), np.asarray(y, dtype=float)

    @panel(height, min_width=min_width, max_width=460)
    def draw(canvas: Canvas) -> None:
        pad = np.ptp(xs) * 0.03 if mark else 0.0  # so that the mark covers no number of an axis
        reach = float(xs.min() - pad), float(xs.max() + pad)
        place = draw_axes(canvas, labels, reach, y_range)
        inside = (ys >= y_range[0]) & (ys <= y_range[1])
        canvas.add(over(place) if over else "")
        drawn = [place(a, b) for a, b in zip(xs[inside], ys[inside])]
        canvas.polyline(drawn, key=key, pointer_events="none")
        if mark:
            moved = handle(place) if handle else None
            style: Style = {
                "stroke": PAPER,
                "stroke_width": "2",
                "key": f"{key}mark",
                "handle": moved,
            }
            canvas.circle(*place(*mark), 9, MARK, **style)

    return draw()


def curves_panel(
    labels: tuple[str, str, str], curves: Mapping[str, tuple[ArrayLike, ArrayLike, ArrayLike]]
) -> Panel:
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
    curve_arrays = {name: np.array(curve, dtype=float) for name, curve in curves.items()}
    xs = np.unique(np.concatenate([curve[0] for curve in curve_arrays.values()]))
    ticks = {float(j): f"{x:,g}" for j, x in enumerate(xs)}
    bands = [curve[1] + sign * curve[2] for curve in curve_arrays.values() for sign in (-1, 1)]
    up = span_of(np.concatenate(bands))
    up = up[0], up[1] + 0.12 * (up[1] - up[0])  # the legend lies above the lines

    @panel(300, min_width=300, max_width=700)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        across = -0.2, len(xs) - 0.8
        place = draw_axes(canvas, labels, across, up, x_ticks=ticks)
        for k, (name, (at, mean, spread)) in enumerate(curve_arrays.items()):
            steps = np.searchsorted(xs, at)
            edges = [*zip(steps, mean + spread), *zip(steps[::-1], (mean - spread)[::-1])]
            band = "L".join(f"{a:.1f} {b:.1f}" for a, b in (place(*edge) for edge in edges))
            canvas.path(f"M{band}z", class_colour(k), fill_opacity="0.2", link=name)
            middle = [place(*point) for point in zip(steps, mean)]
            canvas.polyline(middle, class_colour(k), link=name)
            canvas.markers(middle, k, 4, link=name)
        canvas.add(legend(x, y + 24, width, dict(enumerate(curve_arrays))))

    return draw()


def along(
    name: str, value: float, limits: tuple[float, float], step: float, ends: tuple[float, float]
) -> Axis:
    """Horizontal axis of a quantity that is dragged from left to right between two pixels.

    Parameters
    ----------
    name : str
        Name of the control, or a path to an entry of its value.
    value : float
        Present value.
    limits : tuple of float
        Lowest and highest value.
    step : float
        Distance between two values.
    ends : tuple of float
        Pixels of the lowest and the highest value.

    Returns
    -------
    axis : Axis
        Axis in the direction "x".

    Examples
    --------
    >>> from disentangle_edu.viz.panels import along
    >>> along("noise", 0.5, (0, 1), 0.01, (20, 220)).end
    220
    """
    return Axis(name, value, limits[0], limits[1], step, "x", ends[0], ends[1])


def slider(
    handle: tuple[str, str],
    value: float,
    limits: tuple[float, float],
    ends: tuple[float, float],
    y: float,
    *,
    words: str = "",
    key: str = "point",
    step: float = 1,
) -> str:
    """SVG of a point that can be dragged along a horizontal line in steps.

    Parameters
    ----------
    handle : tuple of str
        Name of the control that the point moves, and the spoken name of the point.
    value : float
        Present value.
    limits : tuple of float
        Lowest and highest value.
    ends : tuple of float
        Pixels of the lowest and the highest value.
    y : float
        Height of the line in pixels.
    words : str, default=''
        Spoken value. If empty, the number is spoken.
    key : str, default='point'
        Key of the point.
    step : float, default=1
        Distance between two values.

    Returns
    -------
    shape : str
        SVG of the line and the point.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import slider
    >>> slider(("noise", "noise"), 1, (0, 4), (20, 220), 30).count("<line")
    1
    """
    name, label = handle
    share = (value - limits[0]) / (limits[1] - limits[0])
    point = Handle(label, (along(name, value, limits, step, ends),), words or f"{value:g}")
    x = ends[0] + share * (ends[1] - ends[0])
    track = line(ends[0], y, ends[1], y, GRID, stroke_width="4")
    return track + circle(x, y, 10, MARK, stroke=PAPER, key=key, handle=point)


READING_HEIGHT = 42.0  # pixels of a reading
MIN_HEAP_DISTANCE = 120.0  # pixels between two heaps of dots that have room for their numbers


def strip_plot_panel(
    values: Mapping[str, Sequence[float]],
    printed: float | None = None,
    *,
    bands: Mapping[str, tuple[float, float] | None] | None = None,
    marks: Mapping[str, str] | None = None,
    min_width: float = 300,
) -> Panel:
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
    near = [name for name in values if marks.get(name, "yes") == "yes"]  # no mere witness
    low, high = _axis_window(values, printed, bands, near)

    @panel(42 + READING_HEIGHT * len(values), min_width=min_width, max_width=640)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        left, right, bottom = x + 8, x + width - 12, y + 4 + READING_HEIGHT * len(values)
        first, last = left + 8, right - 8  # so that a dot at the end of the axis is whole

        def place(value: float) -> float:
            return first + (min(max(value, low), high) - low) / (high - low) * (last - first)

        canvas.rect(left, y, right - left, bottom - y, GROUND, GRID)
        ticks = zip((first, (first + last) / 2, last), (low, (low + high) / 2, high))
        for at, value in ticks:
            canvas.line(at, bottom, at, bottom + 4, FAINT)
            shown = _format_tick(value, high - low)
            half = 3.3 * len(shown)
            inside = min(max(at, x + half), x + width - half)
            canvas.note(inside, bottom + 16, shown, "middle")
        for j, (name, runs) in enumerate(values.items()):
            at, mean = y + 2 + READING_HEIGHT * (j + 0.7), sum(runs) / len(runs)
            if band := bands.get(name):
                ends = place(band[0]), place(band[1])
                style = {"fill_opacity": "0.28", "title": f"{name}: means that are near enough"}
                canvas.rect(ends[0], at - 10, ends[1] - ends[0], 20, CLASSES[2], **style)
            mark = marks.get(name, "")
            room = right - left - 16 - 6.6 * len(mark)
            label = name if len(name) * 6.6 <= room else f"{name[: int(room / 6.6) - 2]} …"
            canvas.text(left + 6, at - 15, label, "start", font_size="11", link=name)
            canvas.note(right - 6, at - 15, mark, "end")
            canvas.add(_draw_runs(runs, mean, place, at, (low, high), (left, right)))
            if printed is not None:  # beside the words of the row, not through them
                dashes: Style = {"stroke_width": "2", "stroke_dasharray": "6 4"}
                canvas.line(place(printed), at - 11, place(printed), at + 11, MARK, **dashes)
        legend = "dot: a run; stroke: their mean" + "; dashed: as printed" * (printed is not None)
        canvas.note(left, bottom + 32, legend)

    return draw()


def _draw_runs(
    runs: Sequence[float],
    mean: float,
    to_pixels: Callable[[float], float],
    y: float,
    span: tuple[float, float],
    edges: tuple[float, float],
) -> str:
    """Dots of one reading; an arrow and the mean as a number if the mean is beyond the axis."""
    if not span[0] <= mean <= span[1]:
        side = mean > span[1]
        x, sign = edges[side] - (6 if side else -6), 1 if side else -1
        arrow = path(f"M{x:.1f} {y - 6:.1f}l{6 * sign} 6l{-6 * sign} 6z", PART)
        style = {"anchor": "end" if side else "start", "font_size": "11"}
        return arrow + text(x - 8 * sign, y + 4, f"{mean:.4f}", **style)
    dots = [
        circle(to_pixels(run), y, 4, PART, fill_opacity="0.5", title=f"{run:.4f}")
        for run in runs
        if span[0] <= run <= span[1]
    ]
    counts = Counter(round(run, 4) for run in runs)
    distance = to_pixels(max(runs)) - to_pixels(min(runs))
    if (
        len(counts) == 2 and len(dots) == len(runs) and distance > MIN_HEAP_DISTANCE
    ):  # dots that hide each other
        for value, count in counts.items():
            on_right = value > (span[0] + span[1]) / 2
            x = to_pixels(value) + (-8 if on_right else 8)
            dots.append(
                text(x, y + 4, f"{count} ×", "end" if on_right else "start", font_size="11")
            )
    return "".join(dots) + line(to_pixels(mean), y - 9, to_pixels(mean), y + 9, stroke_width="2.5")


def _axis_window(
    values: Mapping[str, Sequence[float]],
    printed: float | None,
    bands: Mapping[str, tuple[float, float] | None],
    near: Sequence[str],
) -> tuple[float, float]:
    """Range of the axis: the bands and the runs inside them, or all runs.

    near : readings that may meet the printed figure. All runs are covered if no reading is near
    enough
    or a band is open to one side. The range does not exceed 0 and 1 unless a run does.
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
    ]:  # a row whose mean is on the axis has all of its runs there
        visible += outliers
        low, high = padded()
    return low, high


def _format_tick(value: float, span: float) -> str:
    """A number with as many digits as the axis needs."""
    return f"{value:.{min(max(int(np.ceil(2 - np.log10(span))), 0), 6)}f}"


def class_colour(k: int) -> str:
    """Colour of a class.

    Parameters
    ----------
    k : int
        Number of the class, from 0.

    Returns
    -------
    colour : str
        CSS colour. Colours repeat after 7 classes.

    Examples
    --------
    >>> from disentangle_edu.viz.panels import class_colour
    >>> class_colour(1)
    'var(--de-c1)'
    """
    return CLASSES[k % len(CLASSES)]
