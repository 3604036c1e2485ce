"""A plot with axes on a canvas, built from layers: points, lines, segments and handles.

@panel(300, max_width=460)
def curve_panel(canvas: Canvas, noise: Floats, mig: Floats, now: float) -> None:
    plot = Plot(canvas, ("MIG against noise", "noise", "MIG"))
    plot.line(noise, mig, key="curve")
    plot.slider("noise", now, np.interp(now, noise, mig), (0, 1), 0.01)
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .canvas import Canvas, Style, scale
from .handles import Handle, along
from .theme import CHOSEN, CLASSES, FAINT, GRID, GROUND, HANDLE, PAPER


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
    >>> from disentangle_edu.viz.plot import round_ticks
    >>> round_ticks(0.0, 1.0, 5)
    [0.0, 0.5, 1.0]
    """
    power = 10.0 ** np.floor(np.log10((high - low) / most))
    for times in (1, 2, 5, 10, 20):
        step = power * times
        first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
        if last - first < most:
            break
    return [float(f"{j * step:.10g}") + 0.0 for j in np.arange(first, last + 1)]  # + 0.0: no -0.0


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
    >>> from disentangle_edu.viz.plot import span_of
    >>> span_of([0.0, 2.0])
    (0.0, 2.1)
    """
    low, high = float(np.min(values)), float(np.max(values))
    room = pad * max(high - low, 1e-9)
    return (max(low - room, 0.0) if low >= 0 else low - room), high + room


class Plot:
    """Frame, ticks and labels of a plot on a canvas, to which layers are added.

    Parameters
    ----------
    canvas : Canvas
        Canvas to draw on.
    labels : tuple of str
        Title, label of the x axis and label of the y axis.
    x_range : tuple of float, default=(0.0, 1.0)
        Lowest and highest x.
    y_range : tuple of float, default=(0.0, 1.0)
        Lowest and highest y.
    x_ticks : mapping of float to str or None, default=None
        Words at each tick of the x axis. With None, round numbers.

    Attributes
    ----------
    x : callable
        Function from an x, or an array of them, to pixels.
    y : callable
        Function from a y, or an array of them, to pixels.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Canvas
    >>> from disentangle_edu.viz.plot import Plot
    >>> plot = Plot(Canvas(0, 0, 254, 260), ("", "x", "y"))
    >>> plot(0.5, 0.5)
    (146.0, 124.0)
    """

    def __init__(
        self,
        canvas: Canvas,
        labels: tuple[str, str, str],
        x_range: tuple[float, float] = (0.0, 1.0),
        y_range: tuple[float, float] = (0.0, 1.0),
        *,
        x_ticks: Mapping[float, str] | None = None,
    ) -> None:
        title, x_label, y_label = labels
        x, y, width, height = canvas.box
        left, right, top, bottom = x + 46, x + width - 8, y + 24, y + height - 36
        self.canvas = canvas
        self.x, self.y = scale(x_range, (left, right)), scale(y_range, (bottom, top))
        if title:
            canvas.title(title)
        canvas.rect(left, top, right - left, bottom - top, GROUND, GRID)
        for value, words in (x_ticks or {v: f"{v:g}" for v in round_ticks(*x_range, 5)}).items():
            canvas.line(self.x(value), top, self.x(value), bottom, GRID)
            inside = min(self.x(value), x + width - 3.5 * len(words))  # keep the last label inside
            canvas.note(inside, bottom + 15, words, "middle")
        for value in round_ticks(*y_range, 5):
            canvas.line(left, self.y(value), right, self.y(value), GRID)
            canvas.note(left - 5, self.y(value) + 4, f"{value:g}", "end")
        middle = (top + bottom) / 2
        canvas.text((left + right) / 2, bottom + 31, x_label, fill=FAINT, link=x_label)
        upright = f"rotate(-90 {x + 8:.1f} {middle:.1f})"
        canvas.text(
            x + 8, middle, y_label, fill=FAINT, transform=upright, link=y_label, font_size="11"
        )

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        """Position of a point in pixels.

        Parameters
        ----------
        x : float
            First coordinate.
        y : float
            Second coordinate.

        Returns
        -------
        pixels : tuple of float
            Position.
        """
        return self.x(x), self.y(y)

    def to_pixels(self, points: ArrayLike) -> list[tuple[float, float]]:
        """Positions of points in pixels.

        Parameters
        ----------
        points : array-like of shape (n_points, 2)
            Points (x, y).

        Returns
        -------
        pixels : list of tuple of float
            Position of each point.
        """
        x, y = np.asarray(points, dtype=float).reshape(-1, 2).T
        return list(zip(self.x(x).tolist(), self.y(y).tolist()))

    def scatter(self, points: ArrayLike) -> None:
        """Add points.

        Parameters
        ----------
        points : array-like of shape (n_points, 2)
            Points (x, y).
        """
        for j, (x, y) in enumerate(self.to_pixels(points)):
            self.canvas.marker(x, y, 0, key=f"p{j}")

    def line(self, x: ArrayLike, y: ArrayLike, stroke: str = CLASSES[1], **style: Any) -> None:
        """Add a line through points.

        Parameters
        ----------
        x : array-like of shape (n_points,)
            First coordinates.
        y : array-like of shape (n_points,)
            Second coordinates.
        stroke : str, default='var(--de-c1)'
            Colour.
        **style : object
            Further keywords of a shape.
        """
        points = np.column_stack([np.asarray(x, dtype=float), np.asarray(y, dtype=float)])
        self.canvas.polyline(self.to_pixels(points), stroke, **style)

    def segments(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        stroke: str = CLASSES[1],
        *,
        key: str,
        **style: Any,
    ) -> None:
        """Add a straight line for each pair of points.

        Parameters
        ----------
        starts : array-like of shape (n_segments, 2)
            First ends (x, y).
        ends : array-like of shape (n_segments, 2)
            Second ends (x, y).
        stroke : str, default='var(--de-c1)'
            Colour.
        key : str
            Prefix of the keys of the segments.
        **style : object
            Further keywords of a shape.
        """
        pairs = zip(self.to_pixels(starts), self.to_pixels(ends))
        for j, (start, end) in enumerate(pairs):
            self.canvas.line(*start, *end, stroke, key=f"{key}{j}", **style)

    def slider(
        self,
        control: str,
        x: float,
        y: float,
        limits: tuple[float, float],
        step: float,
        *,
        label: str = "",
        words: str = "",
        key: str = "mark",
    ) -> None:
        """Add a point that is dragged along the x axis.

        Parameters
        ----------
        control : str
            Name of the control whose value is the x of the point.
        x : float
            Present value.
        y : float
            Height of the point.
        limits : tuple of float
            Lowest and highest value.
        step : float
            Distance between two values.
        label : str, default=''
            Spoken name. If empty, the name of the control.
        words : str, default=''
            Spoken value. If empty, the number is spoken.
        key : str, default='mark'
            Key of the point.
        """
        axis = along(control, x, limits, step, (self.x(limits[0]), self.x(limits[1])))
        handle = Handle(label or control, (axis,), words)
        self.mark(x, y, key=key, handle=handle)

    def mark(self, x: float, y: float, *, key: str, handle: Handle | None = None) -> None:
        """Add a large point, which can be a handle.

        Parameters
        ----------
        x : float
            First coordinate.
        y : float
            Second coordinate.
        key : str
            Key of the point.
        handle : Handle or None, default=None
            Handle of the point. With None, the point cannot be moved.
        """
        style: Style = {"stroke": PAPER, "stroke_width": "2", "key": key, "handle": handle}
        self.canvas.circle(*self(x, y), 9, HANDLE if handle else CHOSEN, **style)


def padded_range(values: ArrayLike) -> tuple[float, float]:
    """Range of an x axis for given values, with room for a mark at either end.

    Parameters
    ----------
    values : array-like
        Values on the axis.

    Returns
    -------
    low : float
        Lower end of the axis.
    high : float
        Upper end of the axis.

    Examples
    --------
    >>> from disentangle_edu.viz.plot import padded_range
    >>> padded_range([0.0, 2.0])
    (-0.06, 2.06)
    """
    low, high = float(np.min(values)), float(np.max(values))
    return low - 0.03 * (high - low), high + 0.03 * (high - low)
