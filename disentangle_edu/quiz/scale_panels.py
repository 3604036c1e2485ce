"""Scales as panels: where a guess is marked, and the truth once it may be seen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import viz

if TYPE_CHECKING:
    from .scales import ChoiceScale, CurveScale, NumberScale, OrderScale

QUIET: viz.Style = {"pointer_events": "none"}  # clicks on this text reach the scale below it
ORDER_STEP = 36  # pixels between the tops of two items


# ------------------------------------------------------------------------------------- a number


@viz.panel(height=lambda of: 116 if of.landmarks else 100, min_width=300, max_width=760)
def number_panel(
    canvas: viz.Canvas, of: "NumberScale", guess: float | None, truth: float | None
) -> None:
    """Panel with an axis, the guess above it and the truth below it.

    Parameters
    ----------
    of : NumberScale
        Scale.
    guess : float or None
        Guess, or None.
    truth : float or None
        Truth, or None as long as it is hidden.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.quiz.scales import NumberScale
    >>> NumberScale().panel(0.5).height
    100
    """
    x, y, width, _ = canvas.box
    left, right, middle = x + 24, x + width - 24, y + 56
    to_x = viz.scale((of.low, of.high), (left, right))
    handle = _number_handle(of, guess, left, right) if truth is None else None
    area = left - 16, middle - 34, right - left + 32, 48
    canvas.rect(*area, viz.GROUND, viz.GRID, handle=handle, rx=6, key="area")
    canvas.line(left, middle, right, middle, viz.INK, stroke_width="2", **QUIET)
    for tick, named in of.ticks():
        at, long = to_x(tick), 8 if named else 4
        canvas.line(at, middle - long, at, middle + long, viz.FAINT, **QUIET)
        covered = truth is not None and abs(at - to_x(truth)) < 64
        if named and not covered:
            canvas.text(at, middle + 34, f"{tick:g}", fill=viz.FAINT)
    for value, word in of.landmarks:
        canvas.line(to_x(value), middle - 14, to_x(value), middle + 8, viz.FAINT, **QUIET)
        canvas.note(to_x(value), middle + 50, word, "middle")
    if guess is not None:
        words = f"your guess {guess:.{of.digits}f}"
        _draw_guess_mark(canvas, to_x(guess), middle, words, left, right)
    elif truth is None:
        words = "your guess goes here"
        canvas.text((left + right) / 2, middle - 14, words, fill=viz.FAINT, **QUIET)
    if truth is not None:
        words = f"it is {of.format_value(truth)}"
        _draw_truth_mark(canvas, to_x(truth), middle, words, left, right)


def _number_handle(of: "NumberScale", guess: float | None, left: float, right: float) -> viz.Handle:
    step = (of.high - of.low) / 100 if of.digits else 1.0
    value = (of.low + of.high) / 2 if guess is None else guess
    axis = viz.Axis("guess", value, of.low, of.high, step, "x", left, right)
    words = "nothing marked yet" if guess is None else f"{guess:.{of.digits}f}"
    return viz.Handle(f"your guess: {of.label}", (axis,), words, place=True)


def _draw_guess_mark(
    canvas: viz.Canvas, x: float, y: float, label: str, left: float, right: float
) -> None:
    """Draw a labelled mark above an axis."""
    canvas.path(f"M{x:.1f} {y:.1f}l-8 -14h16z", viz.GUESS, key="flag", **QUIET)
    style: viz.Style = {"key": "flagwords", "font_weight": "bold", "pointer_events": "none"}
    canvas.text(min(max(x, left + 44), right - 44), y - 20, label, fill=viz.GUESS, **style)


def _draw_truth_mark(
    canvas: viz.Canvas, x: float, y: float, label: str, left: float, right: float
) -> None:
    """Draw a labelled mark below an axis, which moves slowly to its position."""
    canvas.path(f"M{x:.1f} {y:.1f}l-8 16h16z", viz.TRUTH, key="truth", data_slow="1100")
    style: viz.Style = {"key": "truthwords", "font_weight": "bold", "data_slow": "1100"}
    canvas.text(min(max(x, left + 50), right - 50), y + 34, label, fill=viz.TRUTH, **style)


# -------------------------------------------------------------------------------------- options


def _choice_top(of: "ChoiceScale") -> float:
    """Pixels above the first row, for the labels of the options."""
    return max(max(17 * -(-len(option) * 8 // 70) for option in of.options) + 6, 24)


def _choice_step(of: "ChoiceScale") -> float:
    """Pixels from one row to the next, with room for a label in the narrowest window."""
    return max(34, 17 * -(-max(map(len, of.rows)) * 7 // 140) + 6)


@viz.panel(
    height=lambda of: _choice_top(of) + _choice_step(of) * len(of.rows) + 22,
    min_width=320,
    max_width=760,
)
def choice_panel(
    canvas: viz.Canvas,
    of: "ChoiceScale",
    guess: list,
    truth: list | None,
    figures: Sequence[str] = (),
) -> None:
    """Panel with a ring for every option: the guess is filled, and the truth is framed.

    Parameters
    ----------
    of : ChoiceScale
        Scale.
    guess : list of int or None
        Number of an option for each row, or None.
    truth : list of int or None
        Number of the true option for each row, or None as long as it is hidden.
    figures : sequence of str, default=()
        A few letters for what was measured for each row, next to the truth.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.quiz.scales import ChoiceScale
    >>> ChoiceScale(("MIG", "SAP"), ("low", "high")).panel([0, None]).height
    114
    """
    x, y, width, height = canvas.box
    top, step = _choice_top(of), _choice_step(of)
    alone = len(of.rows) == 1 and truth is None  # the labels are clickable, too
    left = x + (min(12 + 6.9 * max(map(len, of.rows)), 0.45 * width) if any(of.rows) else 0)
    cell = (x + width - left) / len(of.options)
    for i, row in enumerate(of.rows):
        at, room = y + top + i * step, left - x - 8
        shift = max((step - 6 - viz.paragraph_height(room, row, 12)) / 2 + 2, 0)
        canvas.paragraph(x, at + shift, room, row, viz.INK, 12)
        part = canvas.within(left, at, cell, step - 6)
        _draw_options(part, of, i, guess, truth, top if alone else 0)
        if truth is not None:
            _draw_truth_frame(part, i, truth[i], figures)
    staggered = any(
        7 * viz.width_in_letters(word) > cell for name in of.options for word in name.split()
    )
    for j, option in enumerate(of.options):
        middle, room = left + (j + 0.5) * cell - 1, 2 * cell if staggered else cell - 10
        middle = (
            min(middle, x + width - 3.5 * viz.width_in_letters(option)) if staggered else middle
        )
        start = y + top - viz.paragraph_height(room, option, 12) - 2  # to end above the column
        start -= 15 if staggered and j % 2 else 0
        canvas.paragraph(middle, start, room, option, viz.INK, 12, anchor="middle", **QUIET)
    if truth is not None and guess != of.empty():
        canvas.note(x, y + height - 6, "violet: your guess; green frame: the answer")


def _draw_options(
    canvas: viz.Canvas, of: "ChoiceScale", i: int, guess: list, truth: list | None, above: float
) -> None:
    """Draw the radio buttons of one row; the canvas is the cell of the first option.

    above : pixels by which the clickable area extends above the box.
    """
    left, y, cell, height = canvas.box
    key, label = f"row{i}", of.rows[i] or "your guess"
    with canvas.group(key=key) if truth is not None else canvas.radio_group(label, key=key):
        for j, option in enumerate(of.options):
            axis = viz.Axis(f"guess/{i}", -1.0, j, j, 1.0, "y", 0)  # a click sets the high end, j
            chosen, name = guess[i] == j, f"{of.rows[i]} {option}".strip()
            handle = (
                viz.Handle(name, (axis,), cell=(i, j), chosen=chosen) if truth is None else None
            )
            area = left + j * cell + 2, y - above, cell - 6, height + above
            canvas.rect(*area, viz.GROUND, viz.GRID, handle=handle, rx=6)
            ring: viz.Style = {"stroke": viz.GUESS if chosen else viz.FAINT, "stroke_width": "2"}
            ring |= {"key": f"ring{i}-{j}", "pointer_events": "none"}
            centre = left + (j + 0.5) * cell - 1, y + height / 2
            canvas.circle(*centre, 7, viz.GUESS if chosen else viz.PAPER, **ring)


def _draw_truth_frame(canvas: viz.Canvas, i: int, j: int, figures: Sequence[str]) -> None:
    """Draw a frame around the true option of row i, and what was measured if that fits."""
    left, y, cell, height = canvas.box
    frame: viz.Style = {"stroke_width": "3", "rx": 6, "key": f"true{i}", "data_slow": "900"}
    canvas.rect(left + j * cell + 2, y, cell - 6, height, "none", viz.TRUTH, **frame)
    if figures and 7.6 * len(figures[i]) < cell / 2 - 14:
        style: viz.Style = {"font_weight": "bold", "key": f"figure{i}", "font_size": "12"}
        x = left + (j + 0.5) * cell + 10
        canvas.text(x, y + height / 2 + 4, figures[i], "start", viz.TRUTH, **style)


# -------------------------------------------------------------------------------------- an order


@viz.panel(height=lambda of: 30 + ORDER_STEP * len(of.items), min_width=320, max_width=760)
def order_panel(
    canvas: viz.Canvas, of: "OrderScale", guess: list[str], truth: list[str] | None
) -> None:
    """Panel with bars to drag up and down, and the true order joined to them by lines.

    Parameters
    ----------
    of : OrderScale
        Scale.
    guess : list of str
        Items in order.
    truth : list of str or None
        Items in the true order, or None as long as it is hidden.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.quiz.scales import OrderScale
    >>> OrderScale(("MIG", "SAP")).panel(["MIG", "SAP"]).height
    102
    """
    x, y, width, _ = canvas.box
    bar, top = min(0.42 * width, 300), y + 24
    head = f"your order, {of.top} first" if truth is None else "your order"
    canvas.text(x, y + 14, head, "start", viz.FAINT)
    for item in of.items:
        j = guess.index(item)
        ends = top + 16, top + 16 + ORDER_STEP * (len(guess) - 1)
        axis = viz.Axis(f"guess/{item}", j, 0, len(guess) - 1, 1, "y", *ends)
        words = f"place {j + 1} of {len(guess)}: {', '.join(guess)}"  # other items move, too
        handle = viz.Handle(item, (axis,), words) if truth is None else None
        box: viz.Style = {"link": item, "key": f"box{item}", "handle": handle, "rx": 5}
        canvas.rect(x, top + j * ORDER_STEP, bar, ORDER_STEP - 6, viz.GROUND, viz.FAINT, **box)
        name: viz.Style = {"key": f"name{item}", "pointer_events": "none"}
        canvas.text(x + 12, top + j * ORDER_STEP + 20, item, "start", **name)
    if truth is None:
        return
    right = x + width - bar
    canvas.text(right, y + 14, "it is", "start", viz.TRUTH)
    for j, item in enumerate(truth):
        i, at = guess.index(item), top + j * ORDER_STEP
        joint = x + bar, top + i * ORDER_STEP + 15, right, at + 15
        canvas.line(*joint, viz.TRUTH if i == j else viz.GUESS, stroke_width="2", link=item)
        canvas.rect(right, at, bar, ORDER_STEP - 6, viz.GROUND, viz.TRUTH, link=item, rx=5)
        canvas.text(right + 12, at + 20, item, "start")


# --------------------------------------------------------------------------------------- a curve


@viz.panel(270, min_width=320, max_width=620)
def curve_guess_panel(
    canvas: viz.Canvas, of: "CurveScale", guess: list, truth: list | None
) -> None:
    """Panel with empty axes and a column at each position, where a stroke sets the heights.

    Parameters
    ----------
    of : CurveScale
        Scale.
    guess : list of float or None
        Height at each position, or None.
    truth : list of float or None
        True heights, or None as long as they are hidden.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> from disentangle_edu.quiz.scales import CurveScale
    >>> CurveScale((0, 1), "noise").panel([None, None]).height
    270
    """
    x, y, width, height = canvas.box
    left, right, top, bottom = x + 44, x + width - 10, y + 34, y + height - 52
    to_y, step = viz.scale((of.low, of.high), (bottom, top)), (right - left) / len(of.xs)
    xs = [left + (j + 0.5) * step for j in range(len(of.xs))]
    canvas.rect(left, top, right - left, bottom - top, viz.GROUND, viz.GRID)
    for value in (of.low, (of.low + of.high) / 2, of.high):
        canvas.text(left - 6, to_y(value) + 4, f"{value:g}", "end", viz.FAINT)
    for j, at in enumerate(of.xs):
        handle = _height_handle(of, j, guess[j], bottom, top) if truth is None else None
        column = left + j * step + 1, top, step - 2, bottom - top
        canvas.rect(*column, viz.GROUND, handle=handle, key=f"column{j}")
        canvas.text(xs[j], bottom + 16, f"{at:g}", fill=viz.FAINT)
    marked = [(xs[j], to_y(value)) for j, value in enumerate(guess) if value is not None]
    if len(marked) > 1:
        canvas.polyline(marked, viz.GUESS, key="guessline", **QUIET)
    for point in marked:
        canvas.circle(*point, 6, viz.GUESS, **QUIET)
    bold: viz.Style = {"font_size": "11", "font_weight": "bold"}
    if marked and truth is not None:
        canvas.text(right - 48, top - 16, "your guess", "end", viz.GUESS, **bold)
    if not marked and truth is None:
        words = "draw your line from left to right"
        canvas.text((left + right) / 2, (top + bottom) / 2, words, fill=viz.FAINT, **QUIET)
    if truth is not None:
        _draw_true_curve(canvas, [(xs[j], to_y(value)) for j, value in enumerate(truth)])
        canvas.text(right, top - 16, "it is", "end", viz.TRUTH, **bold)
    even = len({round(b - a, 9) for a, b in zip(of.xs, of.xs[1:])}) == 1
    x_label = of.x_label + ("" if even else " (note the uneven steps)")
    canvas.text((left + right) / 2, bottom + 34, x_label, fill=viz.FAINT)
    canvas.note(left, top - 16, of.y_label)


def _height_handle(
    of: "CurveScale", j: int, guess: float | None, bottom: float, top: float
) -> viz.Handle:
    value = (of.low + of.high) / 2 if guess is None else guess
    axis = viz.Axis(f"guess/{j}", value, of.low, of.high, 0.01, "y", bottom, top)
    words = "not marked yet" if guess is None else f"{value:.2f}"
    label = f"your guess at {of.x_label} {of.xs[j]:g}"
    return viz.Handle(label, (axis,), words, place=True, sweep="line")


def _draw_true_curve(canvas: viz.Canvas, points: list[tuple[float, float]]) -> None:
    canvas.polyline(points, viz.TRUTH, key="truthline", data_slow="1100")
    with canvas.group(key="truthdots"):
        for j, point in enumerate(points):
            canvas.circle(*point, 5, viz.TRUTH, data_slow="1100", key=f"t{j}")
