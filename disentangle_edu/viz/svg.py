"""SVG shapes, colours that follow the theme, handles to drag, and panels for any width.

One renderer makes both pictures: the live picture, which `widgets/page` updates in place, and the
still picture in a saved notebook. Shapes take four extra keywords besides the attributes of SVG:

    key     identifies a shape from one drawing to the next, so that it moves to its new place
    link    names that the shape belongs to ("latent 1"): shapes that share a name light up together
    handle  a Handle: the shape can be dragged, and moved with keys
    title   text that is spoken, and shown when the pointer is on the shape
"""

import base64
import html
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, get_args

WIDTH = 860  # of a still picture, in pixels; live ones are drawn for the room there is
NARROW = 360  # pixels of a picture that shall fit everywhere
LEGIBLE = 0.7  # a picture drawn smaller than that is hard to read
MARGIN = 8  # pixels beside a still picture in a notebook
BESIDE = 400  # pixels of a window that stand beside a picture, with a file list open
GAP = 14  # between panels

# Variables that the stage sets for the theme around it; a still picture brings its own (THEME).
INK, FAINT, GRID = "var(--de-ink)", "var(--de-faint)", "var(--de-grid)"
PAPER, GROUND = "var(--de-paper)", "var(--de-ground)"
PART, MARK = "var(--de-part)", "var(--de-mark)"
EMPTY, ON_EMPTY = "var(--de-empty)", "var(--de-on-empty)"
FULL, ON_FULL = "var(--de-full)", "var(--de-on-full)"
# After Okabe and Ito, told apart with any kind of colour vision; a marker of its own goes with
# each.
CLASSES = tuple(f"var(--de-c{j})" for j in range(7))
# Words, and what words lie on, take a shade of the hue that can be read.
READ = {hue: hue.replace(")", "-ink)") for hue in (MARK, *CLASSES[1:5])}

LIGHT = {
    **{"ink": "#1f2933", "faint": "#52606d", "grid": "#d3d9e0", "paper": "#ffffff"},
    **{"ground": "#f4f6f9", "part": "#0072b2", "mark": "#d55e00", "empty": "#ffffff"},
    **{"on-empty": "#000000", "full": "#003f86", "on-full": "#ffffff"},
    **{"c0": "#0072b2", "c1": "#d55e00"},
    **{"c2": "#009e73", "c3": "#b8578c", "c4": "#b87a00", "c5": "#56b4e9", "c6": "#1f2933"},
    **{"mark-ink": "#b84d00", "c1-ink": "#b84d00", "c2-ink": "#007a58", "c3-ink": "#a94a7e"},
    **{"c4-ink": "#8f5f00"},
}
DARK = {
    **{"ink": "#e4e7eb", "faint": "#aab4c0", "grid": "#44505c", "paper": "#14181d"},
    **{"ground": "#20262d", "part": "#56b4e9", "mark": "#ff9a4d", "empty": "#20262d"},
    **{"on-empty": "#ffffff", "full": "#4aa3e0", "on-full": "#000000"},
    **{"c0": "#56b4e9", "c1": "#ff9a4d"},
    **{"c2": "#35d0a5", "c3": "#f0a8d0", "c4": "#f2c230", "c5": "#9db8ff", "c6": "#e4e7eb"},
    **{"mark-ink": "#ff9a4d", "c1-ink": "#ff9a4d", "c2-ink": "#35d0a5", "c3-ink": "#f0a8d0"},
    **{"c4-ink": "#f2c230"},
}


Word = Literal[
    "key", "link", "title", "handle", "cls", "data_slow",  # what a shape is for the stage
    "role", "aria_label", "aria_description", "aria_hidden",  # and for a screen reader
    "fill", "stroke", "fill_opacity", "stroke_opacity", "opacity", "paint_order", "pointer_events",
    "stroke_width", "stroke_dasharray", "stroke_linejoin", "rx", "transform", "style",
    "anchor", "font_size", "font_weight", "font_style", "text_decoration",
]  # fmt: skip
WORDS = frozenset[str](get_args(Word))
Style = dict[Word, Any]  # attributes of a shape
# Around words that lie on strokes or hues.
HALO: Style = {"stroke": GROUND, "stroke_width": "3", "paint_order": "stroke"}
Keywords = dict[str, Any]  # keyword arguments that are handed on


def _css_variables(colours: dict[str, str]) -> str:
    return ";".join(f"--de-{name}:{colour}" for name, colour in colours.items())


def theme_css(light: str, dark: str) -> str:
    """CSS of the colours for two selectors, one for each theme.

    Parameters
    ----------
    light : str
        Selector of the light theme.
    dark : str
        Selector of the dark theme.

    Returns
    -------
    css : str
        Two rules that set the variables of all colours.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import theme_css
    >>> theme_css("body", ".dark body")[:22]
    'body{--de-ink:#1f2933;'
    """
    return f"{light}{{{_css_variables(LIGHT)}}}{dark}{{{_css_variables(DARK)}}}"


STILL_CSS = (
    f":root{{{_css_variables(LIGHT)}}}"
    f"@media(prefers-color-scheme:dark){{:root{{{_css_variables(DARK)}}}}}"
)
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12"'


# ----------------------------------------------------------------------------------------- handles


@dataclass(frozen=True)
class Axis:
    """Quantity that a handle moves, and how pixels become its values.

    Parameters
    ----------
    name : str
        Name of the control, or a path to an entry of its value such as "values/0/2".
    value : float
        Present value.
    low : float
        Lowest value.
    high : float
        Highest value.
    step : float
        Distance between two values.
    along : {'x', 'y', 'pull', 'across', 'turn'}
        With "x" or "y", the handle is taken to a position. With "pull" or "across", it is dragged
        vertically or sideways from its position. With "turn", it is an angle in degrees around a
        point.
    start : float
        Pixel of the lowest value. For "pull" and "across", the pixels from the lowest to the
        highest value. For "turn", the point's first coordinate.
    end : float, default=0.0
        Pixel of the highest value. For "turn", the point's second coordinate.
    spoken : str, default=''
        Spoken name of the quantity, if a handle moves two quantities.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import Axis
    >>> Axis("noise", 0.5, 0.0, 1.0, 0.01, "x", 20.0, 220.0).along
    'x'
    """

    name: str
    value: float
    low: float
    high: float
    step: float
    along: str
    start: float
    end: float = 0.0
    spoken: str = ""


@dataclass(frozen=True)
class Handle:
    """Shape that is a control.

    Parameters
    ----------
    label : str
        Spoken name.
    axes : tuple of Axis
        One or two quantities that the handle moves.
    words : str, default=''
        Spoken value. If empty, the number is spoken.
    cell : tuple of int or None, default=None
        Row and column in a grid of handles, in which arrow keys move.
    place : bool, default=False
        Whether a click anywhere on the shape sets the value.
    chosen : bool or None, default=None
        Whether this option is chosen, if the handle is a radio button. A click sets the value to
        the high end of the axis.
    sweep : str, default=''
        Name that several handles share. A stroke that begins on one of them sets all that it
        crosses.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import Axis, Handle
    >>> axis = Axis("noise", 0.5, 0.0, 1.0, 0.01, "x", 20.0, 220.0)
    >>> Handle("noise", (axis,)).attributes()["role"]
    'slider'
    """

    label: str
    axes: tuple[Axis, ...]
    words: str = ""
    cell: tuple[int, int] | None = None
    place: bool = False
    chosen: bool | None = None
    sweep: str = ""

    def attributes(self) -> dict[str, Any]:
        """SVG attributes of an element, for the page and for screen readers.

        Returns
        -------
        attributes : dict of str to object
            Values by the attribute's name.
        """
        moves: dict[str, Any] = {
            "label": self.label,
            "axes": [_axis_data(axis) for axis in self.axes],
        }
        moves |= {"place": True} if self.place else {}
        moves |= {"cell": self.cell} if self.cell else {}
        moves |= {"sweep": self.sweep} if self.sweep else {}
        moves |= {"radio": True} if self.chosen is not None else {}
        data = {"class": "de-handle", "data-handle": json.dumps(moves, separators=(",", ":"))}
        return data | ({} if len(self.axes) > 1 else {"tabindex": 0} | self._aria_attributes())

    def _aria_attributes(self) -> dict[str, str]:
        """Role, name and value for screen readers."""
        (axis,) = self.axes
        value_text = self.words or f"{axis.value:.4g}"
        if self.chosen is not None:
            name = f"{self.label}: {self.words}" if self.words else self.label
            return {"role": "radio", "aria-label": name, "aria-checked": str(self.chosen).lower()}
        if self.cell:
            cell_state = {"role": "gridcell", "aria-label": f"{self.label}: {value_text}"}
            return cell_state | {"aria-keyshortcuts": "+ - PageUp PageDown Home End"}
        ends = {"aria-valuemin": f"{axis.low:g}", "aria-valuemax": f"{axis.high:g}"}
        value_state = {"aria-valuenow": f"{axis.value:.4g}", "aria-valuetext": value_text}
        return {"role": "slider", "aria-label": self.label} | ends | value_state


def _axis_data(axis: Axis) -> dict[str, Any]:
    """Fields of an axis for the page, without empty ones."""
    return {name: value for name, value in vars(axis).items() if value != ""}


TARGET = 15.0  # pixels around a handle's middle; on a phone, drawn smaller, still 24 across


def _handle_parts(x: float, y: float, r: float, more: Mapping[str, Any]) -> tuple[str, str]:
    """Shapes around a round handle: (a transparent target below it, sliders above it).

    A handle that moves two quantities is a slider for each of them, as one group.
    """
    handle, handle_key = more.get("handle"), more.get("key")
    if handle is None or handle_key is None or handle.chosen is not None:
        return "", ""
    centre = f'cx="{x:.1f}" cy="{y:.1f}"'
    handle_key = html.escape(handle_key)
    small = r < TARGET
    target_style = f'class="de-target" fill="transparent" data-of="{handle_key}"'
    target = f'<circle {centre} r="{TARGET:g}" {target_style}/>' if small else ""
    if len(handle.axes) == 1:
        return target, ""
    handles = (Handle(f"{handle.label}: {axis.spoken}", (axis,)) for axis in handle.axes)
    small_one = f'<circle {centre} r="1" fill="none" data-of="{handle_key}"'
    shapes = (f"{small_one}{_format_attributes({'handle': part})}/>" for part in handles)
    return target, group(
        *shapes, role="group", aria_label=handle.label, key=f"{handle_key} sliders"
    )


# ------------------------------------------------------------------------------------------ shapes


def _format_attributes(more: Mapping[str, Any]) -> str:
    """Keywords of a shape as SVG attributes. Raises TypeError for an unknown keyword."""
    if not more.keys() <= WORDS:
        unknown = min(more.keys() - WORDS)
        raise TypeError(f"style: found {unknown!r}, expected one of {', '.join(get_args(Word))}.")
    more = {name: value for name, value in more.items() if value is not None}
    handle, link = more.pop("handle", None), more.pop("link", None)
    attributes = {"data-key": more.pop("key", None)}
    if link:
        attributes["data-link"] = "|".join([link] if isinstance(link, str) else link)
    attributes |= handle.attributes() if handle else {}
    if "cls" in more:
        attributes["class"] = f"{attributes.get('class', '')} {more.pop('cls')}".strip()
    attributes |= {name.replace("_", "-"): value for name, value in more.items()}
    return "".join(
        f' {name}="{html.escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )


def _element(tag: str, attributes: str, title: str | None, inside: str = "") -> str:
    inside = (f"<title>{html.escape(title)}</title>" if title else "") + inside
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    /,
    fill: str = "none",
    stroke: str = "none",
    title: str | None = None,
    **more: object,
) -> str:
    """SVG of a rectangle.

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
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the shape.

    Raises
    ------
    TypeError
        If a keyword is unknown.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import rect
    >>> rect(0, 0, 40, 20, "black")
    '<rect x="0.0" y="0.0" width="40.0" height="20.0" fill="black" stroke="none"/>'
    """
    sliders = _handle_parts(x + width / 2, y + height / 2, TARGET, more)[1]
    geometry = f' x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
    look = f'{geometry} fill="{fill}" stroke="{stroke}"'
    return _element("rect", f"{look}{_format_attributes(more)}", title) + sliders


def circle(
    x: float, y: float, r: float, /, fill: str = PART, title: str | None = None, **more: object
) -> str:
    """SVG of a disc.

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
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the shape. With a handle (other than a radio button) and a key, a smaller disc gets a
        transparent target of 15 pixels radius.

    Raises
    ------
    TypeError
        If a keyword is unknown.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import circle
    >>> circle(10, 10, 3, "black")
    '<circle cx="10.0" cy="10.0" r="3.0" fill="black"/>'
    """
    target, sliders = _handle_parts(x, y, r, more)
    geometry = f' cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"'
    return target + _element("circle", f"{geometry}{_format_attributes(more)}", title) + sliders


def text(
    x: float, y: float, words: object, /, anchor: str = "middle", fill: str = INK, **more: object
) -> str:
    """SVG of a line of text.

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
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the text.

    Raises
    ------
    TypeError
        If a keyword is unknown.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import text
    >>> text(10, 20, "MIG", fill="black")
    '<text x="10.0" y="20.0" text-anchor="middle" fill="black">MIG</text>'
    """
    look = f'text-anchor="{anchor}" fill="{READ.get(fill, fill)}"'
    attributes = f' x="{x:.1f}" y="{y:.1f}" {look}{_format_attributes(more)}'
    return f"<text{attributes}>{html.escape(str(words))}</text>"


def line(x1: float, y1: float, x2: float, y2: float, /, stroke: str = INK, **more: object) -> str:
    """SVG of a straight line.

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
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the line.

    Raises
    ------
    TypeError
        If a keyword is unknown.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import line
    >>> line(0, 0, 10, 20, "black")
    '<line x1="0.0" y1="0.0" x2="10.0" y2="20.0" stroke="black"/>'
    """
    geometry = f' x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"'
    return f"<line{geometry}{_format_attributes(more)}/>"


def polyline(points: Iterable[Sequence[float]], /, stroke: str = MARK, **more: object) -> str:
    """SVG of a line through points.

    Parameters
    ----------
    points : iterable of sequence of float
        Points (x, y) in pixels.
    stroke : str, default='var(--de-mark)'
        Colour.
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the line, 2.5 pixels wide unless `stroke_width` is given.

    Raises
    ------
    TypeError
        If a keyword is unknown.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import polyline
    >>> polyline([(0, 0), (10, 20)], "black")
    '<polyline points="0.0,0.0 10.0,20.0" stroke="black" fill="none" stroke-width="2.5"/>'
    """
    coordinates = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    more = {"fill": "none", "stroke_width": "2.5"} | more
    return f'<polyline points="{coordinates}" stroke="{stroke}"{_format_attributes(more)}/>'


def path(d: str, /, fill: str = "none", title: str | None = None, **more: object) -> str:
    """SVG of a path.

    Parameters
    ----------
    d : str
        Commands of the path in the notation of SVG.
    fill : str, default='none'
        Colour of the inside.
    title : str or None, default=None
        Text that is spoken, and shown under the pointer.
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the path.

    Raises
    ------
    TypeError
        If a keyword is unknown.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import path
    >>> path("M0 0h10", stroke="black")
    '<path d="M0 0h10" fill="none" stroke="black"/>'
    """
    return _element("path", f' d="{d}" fill="{fill}"{_format_attributes(more)}', title)


def group(*inside: str, **more: object) -> str:
    """SVG of several shapes as one group.

    Parameters
    ----------
    *inside : str
        SVG of the shapes.
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the group.

    Raises
    ------
    TypeError
        If a keyword is unknown.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import group, line
    >>> group(line(0, 0, 10, 20, "black"), key="axis")
    '<g data-key="axis"><line x1="0.0" y1="0.0" x2="10.0" y2="20.0" stroke="black"/></g>'
    """
    return f"<g{_format_attributes(more)}>{''.join(inside)}</g>"


def choices(label: str, *inside: str, **more: object) -> str:
    """SVG of a group of radio buttons.

    Parameters
    ----------
    label : str
        Spoken name of the group.
    *inside : str
        SVG of the handles, one of which is chosen.
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the group.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import choices
    >>> choices("your guess")
    '<g role="radiogroup" aria-label="your guess"></g>'
    """
    return group(*inside, role="radiogroup", aria_label=label, **more)


def marker(x: float, y: float, k: int, /, size: float = 3.0, **more: Any) -> str:
    """SVG of a point of one class, which has its own colour and form.

    Parameters
    ----------
    x : float
        Centre in pixels, from the left.
    y : float
        Centre in pixels, from the top.
    k : int
        Number of the class, from 0.
    size : float, default=3.0
        Radius in pixels.
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the point. Colours repeat after 7 classes and forms after 5.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import marker
    >>> marker(10, 10, 0)
    '<circle cx="10.0" cy="10.0" r="3.0" fill="var(--de-c0)" fill-opacity="0.75"/>'
    """
    if k % 5 == 0:
        return circle(x, y, size, CLASSES[k % len(CLASSES)], **{"fill_opacity": "0.75"} | more)
    return markers([(x, y)], k, size, **more)


def _dot_path(size: float) -> str:
    """Path of a small disc made of straight lines.

    The numbers of an arc cannot be interpolated, because some of them are flags.
    """
    angles = [2 * math.pi * j / SIDES for j in range(SIDES + 1)]
    rim = [(size * math.cos(angle), size * math.sin(angle)) for angle in angles]
    steps = (f"l{b[0] - a[0]:.2f} {b[1] - a[1]:.2f}" for a, b in pairwise(rim))
    return f"m{size:.2f} 0{''.join(list(steps)[:-1])}z"


SIDES = 10  # of a small dot


def markers(places: Iterable[Sequence[float]], k: int, /, size: float = 3.0, **more: Any) -> str:
    """SVG of the points of one class as one shape.

    A browser draws and moves one shape more quickly than many.

    Parameters
    ----------
    places : iterable of sequence of float
        Centres (x, y) in pixels.
    k : int
        Number of the class, from 0.
    size : float, default=3.0
        Radius in pixels.
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the points.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import markers
    >>> markers([(10, 10)], 1)
    '<path d="M10.0 10.0m-3.0 -3.0h6.0v6.0h-6.0z" fill="var(--de-c1)" fill-opacity="0.75"/>'
    """
    s, width = f"{size + 1:.1f}", f"{2 * size:.1f}"
    form = (  # from a point's middle
        _dot_path(size),
        f"m-{size:.1f} -{size:.1f}h{width}v{width}h-{width}z",
        f"m0 -{s}l{s} {width}h-{2 * size + 2:.1f}z",
        f"m0 -{s}l{s} {s}l-{s} {s}l-{s} -{s}z",
        f"m0 {s}l{s} -{width}h-{2 * size + 2:.1f}z",
    )[k % 5]
    path_data = "".join(f"M{x:.1f} {y:.1f}{form}" for x, y in places)
    return path(path_data, CLASSES[k % len(CLASSES)], **{"fill_opacity": "0.75"} | more)


def bracket(x: float, top: float, bottom: float, words: str, **more: object) -> str:
    """SVG of a bracket with words, which marks the gap between two heights.

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
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the bracket and its text.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import bracket
    >>> "gap 0.3" in bracket(0, 10, 40, "gap 0.3")
    True
    """
    d = f"M{x:.1f} {top:.1f}h7V{bottom:.1f}h-7"
    stroke = {"stroke": MARK, "stroke_width": "2"}
    label = text(x + 12, (top + bottom) / 2 + 4, words, "start", MARK, font_weight="bold")
    return group(path(d, **stroke), label, **more)


def shade(share: float) -> str:
    """Colour of a cell, from empty to full.

    Only the lightness carries the value, so the picture is readable in grey, too.

    Parameters
    ----------
    share : float
        Value in [0, 1]. Other values are clipped.

    Returns
    -------
    colour : str
        CSS colour: the empty colour for 0, and the full colour for 1.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import shade
    >>> shade(0.5)
    'color-mix(in oklab,var(--de-full) 50.0%,var(--de-empty))'
    """
    percent = 100 * min(max(share, 0.0), 1.0)
    return f"color-mix(in oklab,{FULL} {percent:.1f}%,{EMPTY})"


def on_shade(share: float) -> str:
    """Colour of text that is readable on a shade.

    The contrast is 4.5 or more on every shade, in both themes.

    Parameters
    ----------
    share : float
        Value of the shade in [0, 1].

    Returns
    -------
    colour : str
        CSS colour.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import on_shade
    >>> on_shade(0.2), on_shade(0.9)
    ('var(--de-on-empty)', 'var(--de-on-full)')
    """
    return ON_FULL if share > 0.7 else ON_EMPTY


_WIDTHS = {"ijl": 0.45, "ft.,!/ ": 0.6, "r": 0.65, "s": 0.8, "ckvxyz": 0.9, "wACNO": 1.2, "m": 1.5}
_WIDTH = {letter: share for letters, share in _WIDTHS.items() for letter in letters}


def text_width(words: str) -> float:
    """Approximate width of text in units of the letter "n".

    Parameters
    ----------
    words : str
        Text.

    Returns
    -------
    width : float
        Width, where an "n" is 1 wide.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import text_width
    >>> text_width("nn")
    2.0
    """
    return sum(_WIDTH.get(letter, 1.0) for letter in words)


def short(name: str, width: float, letter: float = 7.0) -> str:
    """Name shortened to a width in pixels.

    The result is the whole name, or its last word, or its last word cut before its number.

    Parameters
    ----------
    name : str
        Name to shorten.
    width : float
        Width in pixels.
    letter : float, default=7.0
        Width of a letter in pixels.

    Returns
    -------
    name : str
        Shortened name. Empty if the number of the last word does not fit.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import short
    >>> short("latent 12", 100), short("latent 12", 20)
    ('latent 12', '12')
    """
    if len(name) * letter <= width:
        return name
    last = name.split()[-1]
    if len(last) * letter <= width:
        return last
    room = max(int(width / letter), 0)
    number = last[len(last.rstrip("0123456789")) :]
    if len(number) > room or number == last:  # no half numbers
        return ""
    return last[: room - len(number)] + number


def heading(x: float, y: float, width: float, *versions: str) -> str:
    """SVG of the longest version of a heading that fits a width.

    Parameters
    ----------
    x : float
        Left edge in pixels.
    y : float
        Top edge in pixels.
    width : float
        Width in pixels.
    *versions : str
        Versions of the heading, from long to short. The last one is used if none fits.

    Returns
    -------
    shape : str
        SVG of the heading in bold.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import heading
    >>> "bits" in heading(0, 0, 60, "mutual information in bits", "bits")
    True
    """
    fitting = [version for version in versions if len(version) * 7.7 <= width]
    version = (fitting or versions[-1:])[0]
    return text(x, y + 12, version, "start", font_weight="bold")


LINE = 1.35  # from one line of a paragraph to the next, in its size


def paragraph(
    x: float,
    y: float,
    width: float,
    words: str,
    fill: str = FAINT,
    size: float = 11,
    anchor: str = "start",
    **more: object,
) -> str:
    """SVG of text that is broken into lines.

    Parameters
    ----------
    x : float
        Position in pixels, from the left.
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
    **more : object
        Further keywords of a shape, see `WORDS`.

    Returns
    -------
    shape : str
        SVG of the lines.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import paragraph
    >>> paragraph(0, 0, 60, "mutual information").count("<text")
    2
    """
    return "".join(
        text(x, y + size + j * LINE * size, line, anchor, fill, font_size=f"{size:g}", **more)
        for j, line in enumerate(_wrap_text(width, words, size))
    )


def paragraph_height(width: float, words: str, size: float = 11) -> float:
    """Height of a paragraph in pixels.

    Parameters
    ----------
    width : float
        Width in pixels.
    words : str
        Text.
    size : float, default=11
        Font size in pixels.

    Returns
    -------
    height : float
        Height in pixels.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import paragraph_height
    >>> round(paragraph_height(60, "mutual information"), 1)
    33.7
    """
    return LINE * size * len(_wrap_text(width, words, size)) + 4


def _wrap_text(width: float, content: str, size: float) -> list[str]:
    lines: list[str] = [""]
    for word in content.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) * size * 0.58 > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# ----------------------------------------------------------------------------- panels and pictures


@dataclass(frozen=True)
class Panel:
    """Part of a picture, which can be drawn into any box.

    Parameters
    ----------
    draw : callable
        Function whose call draw(x, y, width, height) returns the SVG inside that box.
    height : float
        Height in pixels.
    min_width : float, default=240
        Width in pixels below which the panel takes a row to itself.
    max_width : float, default=620
        Width in pixels beyond which the panel does not grow.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import Panel, rect
    >>> Panel(lambda x, y, width, height: rect(x, y, width, height, "black"), 120).min_width
    240
    """

    draw: Callable[[float, float, float, float], str]
    height: float
    min_width: float = 240
    max_width: float = 620


def radio_group(label: str, panel: Panel) -> Panel:
    """Panel whose handles are announced as one group of radio buttons.

    Parameters
    ----------
    label : str
        Spoken name of the group.
    panel : Panel
        Panel with handles that exclude each other.

    Returns
    -------
    panel : Panel
        Panel of the same size.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import Panel, radio_group
    >>> radio_group("your guess", Panel(lambda x, y, width, height: "", 120)).draw(0, 0, 300, 120)
    '<g role="radiogroup" aria-label="your guess"></g>'
    """

    def draw(x: float, y: float, width: float, height: float) -> str:
        return choices(label, panel.draw(x, y, width, height))

    return replace(panel, draw=draw)


def by_width(tight: Panel, airy: Panel, pixels: float) -> Panel:
    """Panel that is drawn in one of two ways, depending on the width.

    Parameters
    ----------
    tight : Panel
        Panel for narrower boxes.
    airy : Panel
        Panel for boxes of at least `pixels`.
    pixels : float
        Width in pixels from which on the second panel is drawn.

    Returns
    -------
    panel : Panel
        Panel as high as the higher of the two, with the widths of the second one.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import Panel, by_width
    >>> tight = Panel(lambda x, y, width, height: "tight", 120)
    >>> airy = Panel(lambda x, y, width, height: "airy", 80)
    >>> by_width(tight, airy, 400).draw(0, 0, 300, 120)
    'tight'
    """

    def draw(x: float, y: float, width: float, height: float) -> str:
        return (tight if width < pixels else airy).draw(x, y, width, height)

    return Panel(draw, max(tight.height, airy.height), airy.min_width, airy.max_width)


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
    >>> from disentangle_edu.viz.svg import Panel, stack
    >>> one = Panel(lambda x, y, width, height: "", 100)
    >>> stack(one, one).height
    214
    """

    def draw(x: float, y: float, width: float, height: float) -> str:
        out, panel_y = [], y
        for panel in panels:
            out.append(panel.draw(x, panel_y, min(width, panel.max_width), panel.height))
            panel_y += panel.height + GAP
        return "".join(out)

    height = sum(panel.height for panel in panels) + GAP * (len(panels) - 1)
    return Panel(
        draw,
        height,
        max(panel.min_width for panel in panels),
        max(panel.max_width for panel in panels),
    )


def flow(panels: Sequence[Panel], width: float) -> tuple[str, float]:
    """SVG of panels side by side as far as they fit, then in the next row.

    Parameters
    ----------
    panels : sequence of Panel
        Panels in reading order.
    width : float
        Width in pixels.

    Returns
    -------
    svg : str
        SVG of all panels.
    height : float
        Total height in pixels.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import Panel, flow
    >>> one = Panel(lambda x, y, width, height: "", 100)
    >>> flow([one, one], 600)[1], flow([one, one], 300)[1]
    (110.0, 224.0)
    """
    out, y, rows = [], ABOVE, _flow_rows(panels, width)
    for row in rows:
        x = 0.0
        for panel, share in zip(row, _row_widths(row, width)):
            out.append(panel.draw(x, y, share, panel.height))
            x += share + GAP
        y += max(panel.height for panel in row) + GAP
    return "".join(out), _rows_height(rows)


ABOVE, BELOW = 4.0, 6.0  # pixels above the first row of panels and below the last


def _rows_height(rows: Sequence[Sequence[Panel]]) -> float:
    inside = sum(max(panel.height for panel in row) for row in rows)
    return ABOVE + inside + GAP * (len(rows) - 1) + BELOW


def _flow_rows(panels: Sequence[Panel], width: float) -> list[list[Panel]]:
    rows: list[list[Panel]] = []
    for panel in panels:
        used = sum(other.min_width + GAP for other in rows[-1]) if rows else 0
        if rows and used + panel.min_width <= width:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


def _row_widths(row: Sequence[Panel], width: float) -> list[float]:
    """Widths of the panels in a row: room that is left is shared, up to the most of each panel."""
    room = width - GAP * (len(row) - 1)
    widths = [min(panel.min_width, room) for panel in row]
    for _ in row:
        growable = [j for j, panel in enumerate(row) if widths[j] < panel.max_width]
        spare = room - sum(widths)
        if not growable or spare <= 0:
            break
        for j in growable:
            widths[j] = min(widths[j] + spare / len(growable), row[j].max_width)
    return widths


@dataclass(frozen=True)
class Picture:
    """Panels with their description, their sentences, and the scores that they show.

    Parameters
    ----------
    panels : tuple of Panel
        Panels in reading order.
    alt : str
        Description for screen readers.
    text : str, default=''
        Further sentences, one a line.
    scores : dict of str to object, default={}
        Scores in the picture by their names.
    caption : str, default=''
        Sentence to read first.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import Panel, Picture
    >>> Picture((Panel(lambda x, y, width, height: "", 100),), "an empty panel", "Nothing.")
    Nothing.
    """

    panels: tuple[Panel, ...]
    alt: str
    text: str = ""
    scores: dict[str, Any] = field(default_factory=dict)
    caption: str = ""

    def heights(self, widths: Sequence[int]) -> list[tuple[int, float]]:
        """Height of the picture for several widths.

        Parameters
        ----------
        widths : sequence of int
            Widths in pixels, in ascending order.

        Returns
        -------
        steps : list of tuple
            Pairs of a width and the height from that width on, both in pixels.
        """
        steps: list[tuple[int, float]] = []
        for width in widths:
            height = _rows_height(_flow_rows(self.panels, width))
            if not steps or steps[-1][1] != height:
                steps.append((width, height))
        return steps

    def at(self, width: float = WIDTH, css: str = "", margin: float = 0) -> str:
        """SVG of the picture for a width.

        Parameters
        ----------
        width : float, default=860
            Width in pixels.
        css : str, default=''
            Style sheet. If given, the picture is a still one and has its own background.
        margin : float, default=0
            Pixels on the left and on the right.

        Returns
        -------
        svg : str
            SVG with the description.
        """
        inside, height = flow(self.panels, width)
        alt = html.escape(self.alt)
        style = f"<style>{css}</style>" if css else ""
        ground = rect(-margin, 0, width + 2 * margin, height, PAPER) if css else ""
        role = "group" if "data-handle" in inside and not css else "img"  # an image has no parts
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" aria-label="{alt}" {FONT} '
            f'viewBox="{-margin} 0 {width + 2 * margin:g} {height:g}" '
            f'width="{width + 2 * margin:g}" height="{height:g}">'
            f"{style}{ground}{inside}</svg>"
        )

    @property
    def svg(self) -> str:
        """SVG of a still picture with its own colours, no wider than its panels use.

        Returns
        -------
        svg : str
            SVG with the description.
        """
        return self.at(self._used_width, STILL_CSS, MARGIN)

    @property
    def _used_width(self) -> float:
        """Width in pixels of the widest row of a still picture."""
        rows = _flow_rows(self.panels, WIDTH)
        return max(sum(_row_widths(row, WIDTH)) + GAP * (len(row) - 1) for row in rows)

    @property
    def small(self) -> str:
        """HTML of the picture as an image for a narrow window, readable on a phone.

        Returns
        -------
        html : str
            HTML of the image.
        """
        return _wrap_scrollable(
            self._image_html(self._narrow_svg, ' class="de-fits"', min_width=LEGIBLE * NARROW)
        )

    @property
    def _narrow_svg(self) -> str:
        return self.at(NARROW, STILL_CSS, MARGIN)

    @property
    def words(self) -> str:
        """All sentences, one a line.

        Returns
        -------
        words : str
            The sentence to read first, and the further ones.
        """
        return "\n".join(filter(None, [self.caption, self.text]))

    @property
    def image(self) -> str:
        """HTML of the picture as an image, which is visible even where scripts do not run.

        Returns
        -------
        html : str
            HTML of the image. It has a second drawing for a narrow window.
        """
        if self._used_width <= NARROW:
            return _wrap_scrollable(
                self._image_html(self.svg, min_width=LEGIBLE * self._used_width)
            )
        media_query = f"(max-width:{self._used_width + BESIDE:.0f}px)"
        narrow = f'<source media="{media_query}" srcset="{_data_url(self._narrow_svg)}"/>'
        wide_image = self._image_html(self.svg, min_width=LEGIBLE * NARROW)
        return _wrap_scrollable(f"<picture>{narrow}{wide_image}</picture>")

    def _image_html(self, svg: str, more: str = "", *, min_width: float) -> str:
        # Where there is less room than that, it is moved, and stays legible.
        size = f"max-width:100%;min-width:{min_width:.0f}px;height:auto"
        alt = html.escape(self.alt)
        return f'<img alt="{alt}"{more} style="{size}" src="{_data_url(svg)}"/>'

    def still(self) -> str:
        """HTML of the image and its sentences, for a saved notebook.

        Returns
        -------
        html : str
            HTML of a division.
        """
        sentence = f'<p style="margin:4px 0;font-size:15px">{html.escape(self.caption)}</p>'
        return f"<div>{self.image}{sentence if self.caption else ''}{paragraphs(self.text)}</div>"

    def __repr__(self) -> str:
        return self.words

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.words, "text/html": self.still()}


def _data_url(svg: str) -> str:
    """Data address that holds the picture itself."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _wrap_scrollable(image: str) -> str:
    """HTML in which a wide image can be scrolled sideways."""
    return f'<div style="overflow-x:auto">{image}</div>'


def paragraphs(words: str) -> str:
    """HTML paragraphs of lines of text.

    Parameters
    ----------
    words : str
        Text, one paragraph a line.

    Returns
    -------
    html : str
        HTML of the paragraphs.

    Examples
    --------
    >>> from disentangle_edu.viz.svg import paragraphs
    >>> paragraphs("one" + chr(10) + "two").count("<p")
    2
    """
    style = "margin:0;font-size:13px;line-height:1.5"
    return "".join(f'<p style="{style}">{html.escape(line)}</p>' for line in words.splitlines())
