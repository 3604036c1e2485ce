"""A canvas on which a panel is drawn: shapes are added in their order, into a box of any size.

    @panel(120, min_width=240, max_width=420)
    def bar_panel(canvas: Canvas, share: float) -> None:
        x, y, width, _ = canvas.box
        canvas.title("how long it is", "length")
        canvas.rect(x, y + 24, share * width, 20, PART, key="bar")
        canvas.note(x, y + 60, f"{share:.0%} of the width")

`bar_panel(0.5)` is then a Panel. The methods for shapes take the arguments of the functions in
`svg`.
"""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ..types import Floats
from . import svg
from .svg import FAINT, Panel

P = ParamSpec("P")


def _as_method(shape: Callable[P, str]) -> "Callable[Concatenate[Canvas, P], None]":
    """Method that adds the shape to a sheet."""

    @functools.wraps(shape)
    def add(self: "Canvas", *args: P.args, **kwargs: P.kwargs) -> None:
        self.add(shape(*args, **kwargs))

    return add


class Canvas:
    """Drawing area of a panel, which collects shapes.

    Parameters
    ----------
    x : float
        Left edge in pixels.
    y : float
        Top edge in pixels.
    width : float
        Width in pixels.
    height : float
        Height in pixels.

    Attributes
    ----------
    box : tuple of float
        (x, y, width, height) in pixels.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Canvas
    >>> on = Canvas(0, 0, 100, 50)
    >>> on.line(0, 0, 100, 50, "black")
    >>> str(on)
    '<line x1="0.0" y1="0.0" x2="100.0" y2="50.0" stroke="black"/>'
    """

    rect, circle = _as_method(svg.rect), _as_method(svg.circle)
    line, polyline, path = _as_method(svg.line), _as_method(svg.polyline), _as_method(svg.path)
    marker, markers = _as_method(svg.marker), _as_method(svg.markers)
    text, paragraph, group = _as_method(svg.text), _as_method(svg.paragraph), _as_method(svg.group)

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.box = x, y, width, height
        self._shapes: list[str] = []

    def add(self, *shapes: str) -> None:
        """Add shapes that are SVG already.

        Parameters
        ----------
        *shapes : str
            SVG of the shapes.
        """
        self._shapes += shapes

    def title(self, *versions: str) -> None:
        """Add the longest version of a heading that fits the width.

        Parameters
        ----------
        *versions : str
            Versions of the heading, from long to short.
        """
        x, y, width, _ = self.box
        self.add(svg.heading(x, y, width, *versions))

    def note(self, x: float, y: float, words: object, anchor: str = "start", **more: Any) -> None:
        """Add a line of small, faint text.

        Parameters
        ----------
        x : float
            Horizontal position in pixels.
        y : float
            Baseline in pixels.
        words : object
            Text.
        anchor : {'start', 'middle', 'end'}, default='start'
            Part of the line that is at `x`.
        **more : object
            Attributes of `svg.text`.
        """
        self.text(x, y, words, anchor, FAINT, font_size="11", **more)

    def __str__(self) -> str:
        return "".join(self._shapes)


N = TypeVar("N", float, Floats)


class Pixels(Protocol):
    """Function from values to pixels.

    Parameters
    ----------
    *args : object
        Placeholder of `typing.Protocol`.
    **kwargs : object
        Placeholder of `typing.Protocol`.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import scale
    >>> scale((0, 1), (100, 200))(0.5)
    150.0
    """

    def __call__(self, value: N, /) -> N:
        """Position of a value in pixels.

        Parameters
        ----------
        value : float or ndarray
            Value or values.

        Returns
        -------
        pixels : float or ndarray
            Position or positions.
        """


def scale(values: tuple[float, float], pixels: tuple[float, float]) -> Pixels:
    """Linear function from values to pixels.

    Parameters
    ----------
    values : tuple of float
        Two values.
    pixels : tuple of float
        Pixels of these two values.

    Returns
    -------
    place : callable
        Function of a value, or an array of values, that returns pixels. Values beyond the two are
        extrapolated.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import scale
    >>> scale((0, 1), (100, 200))(0.25)
    125.0
    """
    (low, high), (start, end) = values, pixels
    return lambda value: start + (value - low) / (high - low) * (end - start)


def panel(
    height: float, *, min_width: float = 240, max_width: float = 620
) -> Callable[[Callable[Concatenate[Canvas, P], None]], Callable[P, Panel]]:
    """Decorate a function that draws on a `Canvas`, so that it returns a `Panel`.

    Parameters
    ----------
    height : float
        Height of the panel in pixels.
    min_width : float, default=240
        Width in pixels below which the panel takes a row to itself.
    max_width : float, default=620
        Width in pixels beyond which the panel does not grow.

    Returns
    -------
    decorator : callable
        Decorator of a function whose first argument is a `Canvas`. The decorated function takes the
        remaining arguments.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import panel
    >>> @panel(120)
    ... def title_panel(on, words):
    ...     on.title(words)
    >>> title_panel("MIG").height
    120
    """

    def decorate(drawing: Callable[Concatenate[Canvas, P], None]) -> Callable[P, Panel]:
        @functools.wraps(drawing)
        def build_panel(*args: P.args, **kwargs: P.kwargs) -> Panel:
            @functools.lru_cache(maxsize=2)  # one picture is shown more often than it changes
            def draw(x: float, y: float, width: float, height: float) -> str:
                on = Canvas(x, y, width, height)
                drawing(on, *args, **kwargs)
                return str(on)

            return Panel(draw, height, min_width, max_width)

        return build_panel

    return decorate
