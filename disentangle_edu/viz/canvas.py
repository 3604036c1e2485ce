"""A canvas on which a panel is drawn, and panels that fit boxes of any size.

    @panel(120, min_width=240, max_width=420)
    def bar_panel(canvas: Canvas, share: float) -> None:
        x, y, width, _ = canvas.box
        canvas.title("how long the bar is", "length")
        canvas.rect(x, y + 24, share * width, 20, PART, key="bar")
        canvas.note(x, y + 60, f"{share:.0%} of the width")

`bar_panel(0.5)` is then a Panel. One renderer makes both pictures: the live picture, which
`widgets/page` updates in place, and the still picture in a saved notebook. Shapes take four extra
keywords besides the attributes of SVG:

    key     identifies a shape from one drawing to the next, so that it moves to its new position
    link    names that the shape belongs to ("latent 1"): shapes that share a name light up together
    handle  a Handle: the shape can be dragged, and moved with keys
    title   text that is spoken, and shown when the pointer is on the shape
"""

import contextlib
import functools
import html
import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar, get_args

from ..types import Floats
from .handles import Handle, along
from .images import Image, png
from .text_size import LINE, width_in_letters, wrap
from .theme import CLASSES, FAINT, GRID, GROUND, HANDLE, INK, PAPER, PART, READ

P = ParamSpec("P")
GAP = 14  # pixels between panels
TARGET = 15.0  # pixels: radius of the area around a handle that can be grabbed
SIDES = 10  # of the polygon that draws a small dot
Keyword = Literal[
    "key", "link", "title", "handle", "cls", "data_slow",  # data for the page
    "role", "aria_label", "aria_description", "aria_hidden",  # for screen readers
    "fill", "stroke", "fill_opacity", "stroke_opacity", "opacity", "paint_order", "pointer_events",
    "stroke_width", "stroke_dasharray", "stroke_linejoin", "rx", "transform", "style",
    "anchor", "font_size", "font_weight", "font_style", "text_decoration",
]  # fmt: skip
KEYWORDS = frozenset[str](get_args(Keyword))
Style = dict[Keyword, Any]  # keyword arguments of a shape
# An outline for text on top of strokes or colours.
HALO: Style = {"stroke": GROUND, "stroke_width": "3", "paint_order": "stroke"}

# ------------------------------------------------------------------------------------- SVG as text

_ATTRIBUTES = {keyword: keyword.replace("_", "-") for keyword in KEYWORDS}
_SPECIAL = frozenset({"key", "link", "handle", "cls"})
_needs_escaping = re.compile("[&<>\"']").search


def _escape(value: object) -> str:
    text = str(value)
    return html.escape(text) if _needs_escaping(text) else text


def _attributes(style: Mapping[str, Any]) -> str:
    """Keyword arguments of a shape as SVG attributes. Raises TypeError for an unknown keyword.

    Most of the drawing time is spent in this function.
    """
    if not style.keys() <= KEYWORDS:
        unknown = min(style.keys() - KEYWORDS)
        expected = ", ".join(get_args(Keyword))
        raise TypeError(f"style: found {unknown!r}, expected one of {expected}.")
    key, link, handle, cls = map(style.get, ("key", "link", "handle", "cls"))
    words = "" if key is None else f' data-key="{_escape(key)}"'
    if link:
        words += f' data-link="{_escape(link if isinstance(link, str) else "|".join(link))}"'
    if cls and handle:  # add a class
        words += handle.svg.replace('"de-handle"', f'"de-handle {_escape(cls)}"')
    elif handle:
        words += handle.svg
    elif cls:
        words += f' class="{_escape(cls)}"'
    for word, value in style.items():
        if word not in _SPECIAL and value is not None:
            words += f' {_ATTRIBUTES[word]}="{_escape(value)}"'
    return words


def _element(tag: str, attributes: str, title: str | None) -> str:
    if not title:
        return f"<{tag}{attributes}/>"
    return f"<{tag}{attributes}><title>{_escape(title)}</title></{tag}>"


@functools.cache
def _dot_path(size: float) -> str:
    """Path of a small disc, as a polygon.

    The numbers of an SVG arc cannot be interpolated, because some of them are flags.
    """
    angles = [2 * math.pi * j / SIDES for j in range(SIDES + 1)]
    rim = [(size * math.cos(angle), size * math.sin(angle)) for angle in angles]
    steps = (f"l{b[0] - a[0]:.2f} {b[1] - a[1]:.2f}" for a, b in pairwise(rim))
    return f"m{size:.2f} 0{''.join(list(steps)[:-1])}z"


def _marker_path(k: int, size: float) -> str:
    """Path of the marker of a class, relative to its centre."""
    s, width = f"{size + 1:.1f}", f"{2 * size:.1f}"
    return (
        _dot_path(size),
        f"m-{size:.1f} -{size:.1f}h{width}v{width}h-{width}z",
        f"m0 -{s}l{s} {width}h-{2 * size + 2:.1f}z",
        f"m0 -{s}l{s} {s}l-{s} {s}l-{s} -{s}z",
        f"m0 {s}l{s} -{width}h-{2 * size + 2:.1f}z",
    )[k % 5]


class Canvas:
    """Drawing area, which collects shapes.

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
    >>> canvas = Canvas(0, 0, 100, 50)
    >>> canvas.line(0, 0, 100, 50, "black")
    >>> str(canvas)
    '<line x1="0.0" y1="0.0" x2="100.0" y2="50.0" stroke="black"/>'
    """

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.box = x, y, width, height
        self._shapes: list[str] = []

    def __str__(self) -> str:
        return "".join(self._shapes)

    # ---------------------------------------------------------------------------------- shapes

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        /,
        fill: str = "none",
        stroke: str = "none",
        title: str | None = None,
        **style: Any,
    ) -> None:
        """Add a rectangle.

        Parameters
        ----------
        x : float
            Left edge in pixels.
        y : float
            Top edge in pixels.
        width : float
            Width in pixels. A negative width counts as 0.
        height : float
            Height in pixels. A negative height counts as 0.
        fill : str, default='none'
            Colour of the inside.
        stroke : str, default='none'
            Colour of the edge.
        title : str or None, default=None
            Text that is spoken, and shown under the pointer.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.

        Raises
        ------
        TypeError
            If a keyword is unknown.
        """
        size = f'width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
        look = f' x="{x:.1f}" y="{y:.1f}" {size} fill="{fill}" stroke="{stroke}"'
        self._shapes.append(_element("rect", f"{look}{_attributes(style)}", title))
        if "handle" in style:
            self._add_sliders(x + width / 2, y + height / 2, style)

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        /,
        fill: str = PART,
        title: str | None = None,
        **style: Any,
    ) -> None:
        """Add a disc.

        With a handle (other than a radio button) and a key, a disc of less than 15 pixels gets a
        transparent target of that radius. A disc of another colour than orange gets an orange
        outline, because orange says what can be dragged.

        Parameters
        ----------
        x : float
            Centre in pixels, from the left.
        y : float
            Centre in pixels, from the top.
        r : float
            Radius in pixels.
        fill : str, default='var(--de-part)'
            Colour of the inside.
        title : str or None, default=None
            Text that is spoken, and shown under the pointer.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.

        Raises
        ------
        TypeError
            If a keyword is unknown.
        """
        is_dragged = _is_dragged(style)
        if is_dragged and r < TARGET:
            of = f'fill="transparent" data-of="{_escape(style["key"])}"'
            target = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{TARGET:g}" class="de-target" {of}/>'
            self._shapes.append(target)
        if is_dragged and fill not in (HANDLE, READ[HANDLE]):
            style |= {"stroke": HANDLE, "stroke_width": "2.5"}
        look = f' cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"'
        self._shapes.append(_element("circle", f"{look}{_attributes(style)}", title))
        if "handle" in style:
            self._add_sliders(x, y, style)

    def _add_sliders(self, x: float, y: float, style: Mapping[str, Any]) -> None:
        """Add two sliders for screen readers to a handle that moves two quantities."""
        if not _is_dragged(style) or len(style["handle"].axes) == 1:
            return
        handle, key = style["handle"], _escape(style["key"])
        with self.group(role="group", aria_label=handle.label, key=f"{key} sliders"):
            for axis in handle.axes:
                slider = Handle(f"{handle.label}: {axis.spoken}", (axis,))
                self._shapes.append(
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1" fill="none" data-of="{key}"'
                    f"{_attributes({'handle': slider})}/>"
                )

    def text(
        self,
        x: float,
        y: float,
        words: object,
        /,
        anchor: str = "middle",
        fill: str = INK,
        **style: Any,
    ) -> None:
        """Add a line of text.

        Parameters
        ----------
        x : float
            Horizontal position in pixels.
        y : float
            Baseline in pixels.
        words : object
            Text.
        anchor : {'start', 'middle', 'end'}, default='middle'
            Part of the line that is at `x`.
        fill : str, default='var(--de-ink)'
            Colour. Hues are replaced by a shade that is readable.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.

        Raises
        ------
        TypeError
            If a keyword is unknown.
        """
        look = f'text-anchor="{anchor}" fill="{READ.get(fill, fill)}"{_attributes(style)}'
        self._shapes.append(f'<text x="{x:.1f}" y="{y:.1f}" {look}>{_escape(words)}</text>')

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        /,
        stroke: str = INK,
        title: str | None = None,
        **style: Any,
    ) -> None:
        """Add a straight line.

        Parameters
        ----------
        x1 : float
            First end in pixels, from the left.
        y1 : float
            First end in pixels, from the top.
        x2 : float
            Second end in pixels, from the left.
        y2 : float
            Second end in pixels, from the top.
        stroke : str, default='var(--de-ink)'
            Colour.
        title : str or None, default=None
            Text that is spoken, and shown under the pointer.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.

        Raises
        ------
        TypeError
            If a keyword is unknown.
        """
        ends = f' x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        look = f'{ends} stroke="{stroke}"{_attributes(style)}'
        self._shapes.append(_element("line", look, title))

    def polyline(
        self, points: Iterable[Sequence[float]], /, stroke: str = CLASSES[1], **style: Any
    ) -> None:
        """Add a line through points, 2.5 pixels wide unless `stroke_width` is given.

        Parameters
        ----------
        points : iterable of sequence of float
            Points (x, y) in pixels.
        stroke : str, default='var(--de-c1)'
            Colour.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.

        Raises
        ------
        TypeError
            If a keyword is unknown.
        """
        coordinates = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        attributes = _attributes({"fill": "none", "stroke_width": "2.5"} | style)
        self._shapes.append(f'<polyline points="{coordinates}" stroke="{stroke}"{attributes}/>')

    def path(self, d: str, /, fill: str = "none", title: str | None = None, **style: Any) -> None:
        """Add a path.

        Parameters
        ----------
        d : str
            Commands of the path in the notation of SVG.
        fill : str, default='none'
            Colour of the inside.
        title : str or None, default=None
            Text that is spoken, and shown under the pointer.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.

        Raises
        ------
        TypeError
            If a keyword is unknown.
        """
        self._shapes.append(_element("path", f' d="{d}" fill="{fill}"{_attributes(style)}', title))

    def image(
        self,
        x: float,
        y: float,
        width: float,
        image: Image,
        key: str,
        height: float | None = None,
    ) -> None:
        """Add a small image with sharp pixels and a frame.

        Parameters
        ----------
        x : float
            Left edge in pixels.
        y : float
            Top edge in pixels.
        width : float
            Width in pixels.
        image : ndarray of shape (height, width) or (height, width, 3)
            Grey values or colours in [0, 1].
        key : str
            Key of the image.
        height : float or None, default=None
            Height in pixels. With None, the width.
        """
        height = width if height is None else height
        box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        sharp = 'preserveAspectRatio="none" style="image-rendering:pixelated"'
        self._shapes.append(f'<image {box} data-key="{key}" {sharp} href="{png(image)}"/>')
        self.rect(x, y, width, height, "none", GRID)

    def marker(self, x: float, y: float, k: int, /, size: float = 3.0, **style: Any) -> None:
        """Add a point of one class, which has its own colour and form.

        Parameters
        ----------
        x : float
            Centre in pixels, from the left.
        y : float
            Centre in pixels, from the top.
        k : int
            Number of the class, from 0. Colours repeat after 7 classes and forms after 5.
        size : float, default=3.0
            Radius in pixels.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.
        """
        if k % 5 == 0:
            self.circle(x, y, size, CLASSES[k % 7], **{"fill_opacity": "0.75"} | style)
        else:
            self.markers([(x, y)], k, size, **style)

    def markers(
        self, points: Iterable[Sequence[float]], k: int, /, size: float = 3.0, **style: Any
    ) -> None:
        """Add the points of one class as one shape.

        A browser draws and moves one shape more quickly than many.

        Parameters
        ----------
        points : iterable of sequence of float
            Centres (x, y) in pixels.
        k : int
            Number of the class, from 0.
        size : float, default=3.0
            Radius in pixels.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.
        """
        form = _marker_path(k, size)
        d = "".join(f"M{x:.1f} {y:.1f}{form}" for x, y in points)
        self.path(d, CLASSES[k % len(CLASSES)], **{"fill_opacity": "0.75"} | style)

    def bracket(self, x: float, top: float, bottom: float, words: str, **style: Any) -> None:
        """Add a bracket with words, which marks the gap between two heights.

        Parameters
        ----------
        x : float
            Left edge in pixels.
        top : float
            Upper height in pixels.
        bottom : float
            Lower height in pixels.
        words : str
            Text to the right of the bracket.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.
        """
        with self.group(**style):
            d = f"M{x:.1f} {top:.1f}h7V{bottom:.1f}h-7"
            self.path(d, stroke=INK, stroke_width="2")
            self.text(x + 12, (top + bottom) / 2 + 4, words, "start", INK, font_weight="bold")

    def slider(
        self,
        control: str,
        value: float,
        limits: tuple[float, float],
        ends: tuple[float, float],
        y: float,
        *,
        label: str = "",
        words: str = "",
        key: str = "point",
        step: float = 1,
    ) -> None:
        """Add a point that can be dragged along a horizontal line in steps.

        Parameters
        ----------
        control : str
            Name of the control that the point moves.
        value : float
            Present value.
        limits : tuple of float
            Lowest and highest value.
        ends : tuple of float
            Pixels of the lowest and the highest value.
        y : float
            Height of the line in pixels.
        label : str, default=''
            Spoken name of the point. If empty, the name of the control.
        words : str, default=''
            Spoken value. If empty, the number is spoken.
        key : str, default='point'
            Key of the point.
        step : float, default=1
            Distance between two values.
        """
        share = (value - limits[0]) / (limits[1] - limits[0])
        axis = along(control, value, limits, step, ends)
        handle = Handle(label or control, (axis,), words or f"{value:g}")
        self.line(ends[0], y, ends[1], y, GRID, stroke_width="4")
        x = ends[0] + share * (ends[1] - ends[0])
        self.circle(x, y, 10, HANDLE, stroke=PAPER, key=key, handle=handle)

    # ------------------------------------------------------------------------------------ text

    def title(self, *versions: str) -> None:
        """Add the longest version of a heading that fits the width, in bold.

        Parameters
        ----------
        *versions : str
            Versions of the heading, from long to short. The last one is used if none fits.
        """
        x, y, width, _ = self.box
        fitting = [version for version in versions if len(version) * 7.7 <= width]
        self.text(x, y + 12, (fitting or versions[-1:])[0], "start", font_weight="bold")

    def note(self, x: float, y: float, words: object, anchor: str = "start", **style: Any) -> None:
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
        **style : object
            Further keywords of a shape, see `KEYWORDS`.
        """
        self.text(x, y, words, anchor, FAINT, font_size="11", **style)

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        words: str,
        fill: str = FAINT,
        size: float = 11,
        anchor: str = "start",
        **style: Any,
    ) -> None:
        """Add text that is broken into lines.

        Parameters
        ----------
        x : float
            Horizontal position in pixels.
        y : float
            Top edge in pixels.
        width : float
            Width in pixels.
        words : str
            Text.
        fill : str, default='var(--de-faint)'
            Colour.
        size : float, default=11
            Font size in pixels.
        anchor : {'start', 'middle', 'end'}, default='start'
            Part of every line that is at `x`.
        **style : object
            Further keywords of a shape, see `KEYWORDS`.
        """
        for j, words_of_line in enumerate(wrap(width, words, size)):
            down = y + size + j * LINE * size
            self.text(x, down, words_of_line, anchor, fill, font_size=f"{size:g}", **style)

    def legend(self, names: Mapping[int, str], down: float = 24) -> None:
        """Add a marker and a name for each class, in a row at the top right.

        Parameters
        ----------
        names : mapping of int to str
            Names by class.
        down : float, default=24
            Distance from the top edge of the canvas in pixels.
        """
        x, y, width, _ = self.box
        widths = {k: 6.6 * width_in_letters(name) + 24 for k, name in names.items()}
        y, right = y + down, x + width - 14
        left = right - sum(widths.values())
        self.rect(
            left - 8, y + 3, x + width - 6 - left, 18, GROUND, fill_opacity="0.85",
            pointer_events="none",
        )  # fmt: skip
        for k, name in reversed(list(names.items())):
            right -= widths[k]
            with self.group(link=name):
                self.marker(right, y + 12, k, 4.5)
                self.text(right + 9, y + 16, name, "start", font_size="11")

    # ------------------------------------------------------------------------------ composition

    @contextlib.contextmanager
    def group(self, **style: Any) -> Iterator[None]:
        """Collect the shapes that are added inside a `with` block as one group.

        Parameters
        ----------
        **style : object
            Keywords of the group, see `KEYWORDS`.

        Yields
        ------
        None
            Nothing; add shapes to the canvas.

        Raises
        ------
        TypeError
            If a keyword is unknown.
        """
        self._shapes.append(f"<g{_attributes(style)}>")
        yield
        self._shapes.append("</g>")

    def radio_group(self, label: str, **style: Any) -> contextlib.AbstractContextManager[None]:
        """Announce the handles that are added inside a `with` block as one group of radio buttons.

        Parameters
        ----------
        label : str
            Spoken name of the group.
        **style : object
            Further keywords of the group, see `KEYWORDS`.

        Returns
        -------
        group : context manager
            The group.
        """
        return self.group(role="radiogroup", aria_label=label, **style)

    def within(self, x: float, y: float, width: float, height: float) -> "Canvas":
        """Part of the canvas with its own box; its shapes are added to this canvas.

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

        Returns
        -------
        canvas : Canvas
            The part.
        """
        part = Canvas(x, y, width, height)
        part._shapes = self._shapes
        return part

    def draw(self, panel: "Panel", x: float, y: float, width: float) -> None:
        """Draw a panel into a box of the canvas.

        Parameters
        ----------
        panel : Panel
            Panel to draw.
        x : float
            Left edge in pixels.
        y : float
            Top edge in pixels.
        width : float
            Width in pixels.
        """
        panel.draw(self.within(x, y, width, panel.height))


def _is_dragged(style: Mapping[str, Any]) -> bool:
    """Whether a shape is a handle that is not a radio button."""
    handle = style.get("handle")
    return handle is not None and style.get("key") is not None and handle.chosen is None


# ---------------------------------------------------------------------------------------- scales

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
    to_pixels : callable
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


# ---------------------------------------------------------------------------------------- panels


@dataclass(frozen=True)
class Panel:
    """Part of a picture, which can be drawn into a box of any width.

    Parameters
    ----------
    draw : callable
        Function that draws on a Canvas.
    height : float
        Height in pixels.
    min_width : float, default=240
        Width in pixels below which the panel takes a row to itself.
    max_width : float, default=620
        Width in pixels beyond which the panel does not grow.
    rises : bool, default=False
        Whether the panel comes first where it has a row to itself: on a phone its handle is then
        in sight at once.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Panel
    >>> Panel(lambda canvas: canvas.rect(*canvas.box, "black"), 120).min_width
    240
    """

    draw: Callable[[Canvas], None]
    height: float
    min_width: float = 240
    max_width: float = 620
    rises: bool = field(default=False, kw_only=True)


Size = float | Callable[..., float]


def panel(
    height: Size, *, min_width: Size = 240, max_width: Size = 620
) -> Callable[[Callable[Concatenate[Canvas, P], Any]], Callable[P, Panel]]:
    """Decorate a function of a canvas and data, so that it returns a `Panel`.

    Parameters
    ----------
    height : float or callable
        Height of the panel in pixels, or a function of data that returns it. The function names
        those arguments of the decorated function that it needs.
    min_width : float or callable, default=240
        Width in pixels below which the panel takes a row to itself, or a function as above.
    max_width : float or callable, default=620
        Width in pixels beyond which the panel does not grow, or a function as above.

    Returns
    -------
    decorator : callable
        Decorator of a function whose first argument is a `Canvas`. The decorated function takes the
        remaining arguments.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import panel
    >>> @panel(height=lambda names: 20 + 16 * len(names))
    ... def names_panel(canvas, names, title="latents"):
    ...     canvas.title(title)
    >>> names_panel(["latent 1", "latent 2"]).height
    52
    """

    def decorate(drawing: Callable[Concatenate[Canvas, P], Any]) -> Callable[P, Panel]:
        signature = inspect.signature(drawing)

        @functools.wraps(drawing)
        def build_panel(*args: P.args, **kwargs: P.kwargs) -> Panel:
            bound = signature.bind(None, *args, **kwargs)
            bound.apply_defaults()
            sizes = [_resolve(size, bound.arguments) for size in (height, min_width, max_width)]
            return Panel(lambda canvas: drawing(canvas, *args, **kwargs), *sizes)

        _, *data = signature.parameters.values()
        build_panel.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=data, return_annotation=Panel
        )
        return build_panel

    return decorate


def _resolve(size: Size, arguments: Mapping[str, Any]) -> float:
    if not callable(size):
        return size
    return size(*(arguments[name] for name in inspect.signature(size).parameters))


def radio_group(label: str, options: Panel) -> Panel:
    """Panel whose handles are announced as one group of radio buttons.

    Parameters
    ----------
    label : str
        Spoken name of the group.
    options : Panel
        Panel with handles that exclude each other.

    Returns
    -------
    panel : Panel
        Panel of the same size.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Canvas, Panel, radio_group
    >>> canvas = Canvas(0, 0, 300, 120)
    >>> radio_group("your guess", Panel(lambda canvas: None, 120)).draw(canvas)
    >>> str(canvas)
    '<g role="radiogroup" aria-label="your guess"></g>'
    """

    def draw(canvas: Canvas) -> None:
        with canvas.radio_group(label):
            options.draw(canvas)

    return replace(options, draw=draw)


def by_width(narrow: Panel, wide: Panel, pixels: float) -> Panel:
    """Panel that is drawn in one of two ways, depending on the width.

    Parameters
    ----------
    narrow : Panel
        Panel for narrower boxes.
    wide : Panel
        Panel for boxes of at least `pixels`.
    pixels : float
        Width in pixels from which on the second panel is drawn.

    Returns
    -------
    panel : Panel
        Panel as high as the higher of the two, with the widths of the second one.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Canvas, Panel, by_width
    >>> narrow = Panel(lambda canvas: canvas.title("narrow"), 120)
    >>> wide = Panel(lambda canvas: canvas.title("wide"), 80)
    >>> by_width(narrow, wide, 400).draw(canvas := Canvas(0, 0, 300, 120))
    >>> "narrow" in str(canvas)
    True
    """

    def draw(canvas: Canvas) -> None:
        (narrow if canvas.box[2] < pixels else wide).draw(canvas)

    return Panel(draw, max(narrow.height, wide.height), wide.min_width, wide.max_width)


def stack(*panels: Panel) -> Panel:
    """Single panel of several panels below each other.

    Parameters
    ----------
    *panels : Panel
        Panels from top to bottom.

    Returns
    -------
    panel : Panel
        Panel of the total height, with gaps of 14 pixels.

    Examples
    --------
    >>> from disentangle_edu.viz.canvas import Panel, stack
    >>> one = Panel(lambda canvas: None, 100)
    >>> stack(one, one).height
    214
    """

    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        for part in panels:
            canvas.draw(part, x, y, min(width, part.max_width))
            y += part.height + GAP

    return Panel(
        draw,
        sum(part.height for part in panels) + GAP * (len(panels) - 1),
        max(part.min_width for part in panels),
        max(part.max_width for part in panels),
    )
