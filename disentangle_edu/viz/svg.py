"""SVG by hand.

Shapes, colours that follow the theme, handles to drag, and panels that flow to any width.

One renderer serves both: the live picture (patched in place by `widgets/page`) and the still one
in a saved notebook. Shapes take four words of their own beside SVG's attributes:

    key     the same thing keeps its key, so that the stage moves it to its new place
    link    names it belongs to ("latent 1", "factor 2"): what shares a name lights up together
    handle  a Handle: the shape can be dragged, and moved by keys
    title   what is spoken, and shown when one points at it
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


def _variables(colours: dict[str, str]) -> str:
    return ";".join(f"--de-{name}:{colour}" for name, colour in colours.items())


def theme_css(light: str, dark: str) -> str:
    """The colours as CSS for two selectors, one for each theme."""
    return f"{light}{{{_variables(LIGHT)}}}{dark}{{{_variables(DARK)}}}"


STILL_CSS = (
    f":root{{{_variables(LIGHT)}}}@media(prefers-color-scheme:dark){{:root{{{_variables(DARK)}}}}}"
)
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12"'


# ----------------------------------------------------------------------------------------- handles


@dataclass(frozen=True)
class Axis:
    """One quantity that a handle moves: which, where it stands, and how pixels become its values.

    name : the control, or a place inside it ("values/0/2").   along : "x" or "y", for a handle
    that is taken to a place; "pull" or "across" for one that is dragged up and down, or to the
    sides, from where it is; "turn" for an angle in degrees around a point.   start, end : the
    pixels of low and high ("pull" and "across": how far it is from low to high; "turn": the
    point).   spoken : what the quantity is called, for a handle that moves two of them.
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
    """A shape that is a control. `label` is spoken, with `words` in place of the bare value.

    cell : its row and column where handles stand in a grid, in which arrow keys walk.
    place : a click anywhere on it sets the value.
    chosen : one of several that exclude each other (a radio button), and whether it is chosen;
    a click on it sets the value to the axis' high end.
    sweep : a stroke that begins here sets all handles of this name that it crosses.
    """

    label: str
    axes: tuple[Axis, ...]
    words: str = ""
    cell: tuple[int, int] | None = None
    place: bool = False
    chosen: bool | None = None
    sweep: str = ""

    def attributes(self) -> dict[str, Any]:
        """Attributes of an SVG element for the stage and for screen readers."""
        moves: dict[str, Any] = {"label": self.label, "axes": [_told(axis) for axis in self.axes]}
        moves |= {"place": True} if self.place else {}
        moves |= {"cell": self.cell} if self.cell else {}
        moves |= {"sweep": self.sweep} if self.sweep else {}
        moves |= {"radio": True} if self.chosen is not None else {}
        data = {"class": "de-handle", "data-handle": json.dumps(moves, separators=(",", ":"))}
        return data | ({} if len(self.axes) > 1 else {"tabindex": 0} | self._spoken())

    def _spoken(self) -> dict[str, str]:
        """What it is, what it is called, and where it stands."""
        (axis,) = self.axes
        words = self.words or f"{axis.value:.4g}"
        if self.chosen is not None:
            name = f"{self.label}: {self.words}" if self.words else self.label
            return {"role": "radio", "aria-label": name, "aria-checked": str(self.chosen).lower()}
        if self.cell:
            named = {"role": "gridcell", "aria-label": f"{self.label}: {words}"}
            return named | {"aria-keyshortcuts": "+ - PageUp PageDown Home End"}
        ends = {"aria-valuemin": f"{axis.low:g}", "aria-valuemax": f"{axis.high:g}"}
        now = {"aria-valuenow": f"{axis.value:.4g}", "aria-valuetext": words}
        return {"role": "slider", "aria-label": self.label} | ends | now


def _told(axis: Axis) -> dict[str, Any]:
    """An axis as the stage reads it."""
    return {name: value for name, value in vars(axis).items() if value != ""}


TARGET = 15.0  # pixels around a handle's middle; on a phone, drawn smaller, still 24 across


def _around(x: float, y: float, r: float, more: Mapping[str, Any]) -> tuple[str, str]:
    """What belongs to a round handle: (a transparent target below it, sliders above it).

    A handle that moves two quantities is a slider for each of them, as one group.
    """
    handle, of = more.get("handle"), more.get("key")
    if handle is None or of is None or handle.chosen is not None:
        return "", ""
    at = f'cx="{x:.1f}" cy="{y:.1f}"'
    of = html.escape(of)
    small = r < TARGET
    unseen = f'class="de-target" fill="transparent" data-of="{of}"'
    target = f'<circle {at} r="{TARGET:g}" {unseen}/>' if small else ""
    if len(handle.axes) == 1:
        return target, ""
    each = (Handle(f"{handle.label}: {axis.spoken}", (axis,)) for axis in handle.axes)
    small_one = f'<circle {at} r="1" fill="none" data-of="{of}"'
    shapes = (f"{small_one}{_attributes({'handle': one})}/>" for one in each)
    return target, group(*shapes, role="group", aria_label=handle.label, key=f"{of} sliders")


# ------------------------------------------------------------------------------------------ shapes


def _attributes(more: Mapping[str, Any]) -> str:
    """What a shape is given in words of Style, as attributes. Raises TypeError for another word."""
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


def _titled(tag: str, attributes: str, title: str | None, inside: str = "") -> str:
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
    """A rectangle."""
    sliders = _around(x + width / 2, y + height / 2, TARGET, more)[1]
    at = f' x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
    look = f'{at} fill="{fill}" stroke="{stroke}"'
    return _titled("rect", f"{look}{_attributes(more)}", title) + sliders


def circle(
    x: float, y: float, r: float, /, fill: str = PART, title: str | None = None, **more: object
) -> str:
    """A disc."""
    target, sliders = _around(x, y, r, more)
    at = f' cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"'
    return target + _titled("circle", f"{at}{_attributes(more)}", title) + sliders


def text(
    x: float, y: float, words: object, /, anchor: str = "middle", fill: str = INK, **more: object
) -> str:
    """A line of text."""
    look = f'text-anchor="{anchor}" fill="{READ.get(fill, fill)}"'
    at = f' x="{x:.1f}" y="{y:.1f}" {look}{_attributes(more)}'
    return f"<text{at}>{html.escape(str(words))}</text>"


def line(x1: float, y1: float, x2: float, y2: float, /, stroke: str = INK, **more: object) -> str:
    """A straight line."""
    at = f' x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"'
    return f"<line{at}{_attributes(more)}/>"


def polyline(points: Iterable[Sequence[float]], /, stroke: str = MARK, **more: object) -> str:
    """A line through points."""
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    more = {"fill": "none", "stroke_width": "2.5"} | more
    return f'<polyline points="{places}" stroke="{stroke}"{_attributes(more)}/>'


def path(d: str, /, fill: str = "none", title: str | None = None, **more: object) -> str:
    """A path in SVG's own words."""
    return _titled("path", f' d="{d}" fill="{fill}"{_attributes(more)}', title)


def group(*inside: str, **more: object) -> str:
    """Several shapes as one."""
    return f"<g{_attributes(more)}>{''.join(inside)}</g>"


def choices(label: str, *inside: str, **more: object) -> str:
    """Handles of which one is chosen, as a group that says what is chosen."""
    return group(*inside, role="radiogroup", aria_label=label, **more)


def marker(x: float, y: float, k: int, /, size: float = 3.0, **more: Any) -> str:
    """A point of class k, told apart by colour and by form."""
    if k % 5 == 0:
        return circle(x, y, size, CLASSES[k % len(CLASSES)], **{"fill_opacity": "0.75"} | more)
    return markers([(x, y)], k, size, **more)


def _round(size: float) -> str:
    """A dot of straight lines: numbers of an arc must not glide, since some are flags."""
    angles = [2 * math.pi * j / SIDES for j in range(SIDES + 1)]
    rim = [(size * math.cos(angle), size * math.sin(angle)) for angle in angles]
    steps = (f"l{b[0] - a[0]:.2f} {b[1] - a[1]:.2f}" for a, b in pairwise(rim))
    return f"m{size:.2f} 0{''.join(list(steps)[:-1])}z"


SIDES = 10  # of a small dot


def markers(places: Iterable[Sequence[float]], k: int, /, size: float = 3.0, **more: Any) -> str:
    """Points of class k as one shape, which a browser draws and moves more quickly than many."""
    s, wide = f"{size + 1:.1f}", f"{2 * size:.1f}"
    form = (  # from a point's middle
        _round(size),
        f"m-{size:.1f} -{size:.1f}h{wide}v{wide}h-{wide}z",
        f"m0 -{s}l{s} {wide}h-{2 * size + 2:.1f}z",
        f"m0 -{s}l{s} {s}l-{s} {s}l-{s} -{s}z",
        f"m0 {s}l{s} -{wide}h-{2 * size + 2:.1f}z",
    )[k % 5]
    drawn = "".join(f"M{x:.1f} {y:.1f}{form}" for x, y in places)
    return path(drawn, CLASSES[k % len(CLASSES)], **{"fill_opacity": "0.75"} | more)


def bracket(x: float, top: float, bottom: float, words: str, **more: object) -> str:
    """The gap between two heights, marked at their side."""
    d = f"M{x:.1f} {top:.1f}h7V{bottom:.1f}h-7"
    stroke = {"stroke": MARK, "stroke_width": "2"}
    said = text(x + 12, (top + bottom) / 2 + 4, words, "start", MARK, font_weight="bold")
    return group(path(d, **stroke), said, **more)


def shade(share: float) -> str:
    """Empty to full for 0 to 1; lightness alone carries the value, so that it reads in grey too."""
    percent = 100 * min(max(share, 0.0), 1.0)
    return f"color-mix(in oklab,{FULL} {percent:.1f}%,{EMPTY})"


def on_shade(share: float) -> str:
    """The ink that is readable on that shade: a contrast of 4.5 or more on each, in both themes."""
    return ON_FULL if share > 0.7 else ON_EMPTY


_WIDTHS = {"ijl": 0.45, "ft.,!/ ": 0.6, "r": 0.65, "s": 0.8, "ckvxyz": 0.9, "wACNO": 1.2, "m": 1.5}
_WIDTH = {letter: share for letters, share in _WIDTHS.items() for letter in letters}


def in_letters(words: str) -> float:
    """How wide words are, about, where an "n" is 1 wide: a gap after them shall look even."""
    return sum(_WIDTH.get(letter, 1.0) for letter in words)


def short(name: str, width: float, letter: float = 7.0) -> str:
    """A name that fits into so many pixels: whole, or its last word, or cut before its number."""
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
    """The longest version of a panel's heading that fits into the width."""
    fitting = [words for words in versions if len(words) * 7.7 <= width]
    words = (fitting or versions[-1:])[0]
    return text(x, y + 12, words, "start", font_weight="bold")


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
    """Words broken into lines that fit the width."""
    return "".join(
        text(x, y + size + j * LINE * size, line, anchor, fill, font_size=f"{size:g}", **more)
        for j, line in enumerate(_lines(width, words, size))
    )


def paragraph_height(width: float, words: str, size: float = 11) -> float:
    """The height that a paragraph takes."""
    return LINE * size * len(_lines(width, words, size)) + 4


def _lines(width: float, words: str, size: float) -> list[str]:
    lines: list[str] = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) * size * 0.58 > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# ----------------------------------------------------------------------------- panels and pictures


@dataclass(frozen=True)
class Panel:
    """A part of a picture that can be drawn into any box.

    draw : draw(x, y, width, height) -> SVG inside that box.   height : in pixels.
    least : the width below which it takes a row of its own.   most : the width beyond which it
    does not grow.
    """

    draw: Callable[[float, float, float, float], str]
    height: float
    least: float = 240
    most: float = 620


def choosing(label: str, panel: Panel) -> Panel:
    """A panel whose handles exclude each other: whoever hears it hears of what one is chosen."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        return choices(label, panel.draw(x, y, width, height))

    return replace(panel, draw=draw)


def by_width(tight: Panel, airy: Panel, pixels: float) -> Panel:
    """The first where the room is narrower than so many pixels, else the second."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        return (tight if width < pixels else airy).draw(x, y, width, height)

    return Panel(draw, max(tight.height, airy.height), airy.least, airy.most)


def stack(*panels: Panel) -> Panel:
    """Panels below each other, as one."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        out, at = [], y
        for panel in panels:
            out.append(panel.draw(x, at, min(width, panel.most), panel.height))
            at += panel.height + GAP
        return "".join(out)

    height = sum(panel.height for panel in panels) + GAP * (len(panels) - 1)
    return Panel(
        draw, height, max(panel.least for panel in panels), max(panel.most for panel in panels)
    )


def flow(panels: Sequence[Panel], width: float) -> tuple[str, float]:
    """Panels side by side as far as they fit, then in the next row: (SVG, total height)."""
    out, y, rows = [], ABOVE, _rows(panels, width)
    for row in rows:
        x = 0.0
        for panel, share in zip(row, _widths(row, width)):
            out.append(panel.draw(x, y, share, panel.height))
            x += share + GAP
        y += max(panel.height for panel in row) + GAP
    return "".join(out), _height(rows)


ABOVE, BELOW = 4.0, 6.0  # pixels above the first row of panels and below the last


def _height(rows: Sequence[Sequence[Panel]]) -> float:
    inside = sum(max(panel.height for panel in row) for row in rows)
    return ABOVE + inside + GAP * (len(rows) - 1) + BELOW


def _rows(panels: Sequence[Panel], width: float) -> list[list[Panel]]:
    rows: list[list[Panel]] = []
    for panel in panels:
        used = sum(other.least + GAP for other in rows[-1]) if rows else 0
        if rows and used + panel.least <= width:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


def _widths(row: Sequence[Panel], width: float) -> list[float]:
    """What is left over is shared out, up to the most that each can use."""
    room = width - GAP * (len(row) - 1)
    widths = [min(panel.least, room) for panel in row]
    for _ in row:
        open_ = [j for j, panel in enumerate(row) if widths[j] < panel.most]
        left = room - sum(widths)
        if not open_ or left <= 0:
            break
        for j in open_:
            widths[j] = min(widths[j] + left / len(open_), row[j].most)
    return widths


@dataclass(frozen=True)
class Picture:
    """Panels with their description, the sentence beside them, and the scores that they show.

    said : the sentence to read first.   text : further sentences, one a line.
    """

    panels: tuple[Panel, ...]
    alt: str
    text: str = ""
    scores: dict[str, Any] = field(default_factory=dict)
    said: str = ""

    def heights(self, widths: Sequence[int]) -> list[tuple[int, float]]:
        """How high the picture is for each of these widths: (the width from which on, pixels)."""
        steps: list[tuple[int, float]] = []
        for width in widths:
            height = _height(_rows(self.panels, width))
            if not steps or steps[-1][1] != height:
                steps.append((width, height))
        return steps

    def at(self, width: float = WIDTH, css: str = "", margin: float = 0) -> str:
        """The SVG, drawn for a width in pixels, with a margin on the left and on the right."""
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
        """The SVG of a still picture, with its own colours, no wider than its panels use."""
        return self.at(self._used, STILL_CSS, MARGIN)

    @property
    def _used(self) -> float:
        """Pixels that the widest row of a still picture takes."""
        rows = _rows(self.panels, WIDTH)
        return max(sum(_widths(row, WIDTH)) + GAP * (len(row) - 1) for row in rows)

    @property
    def small(self) -> str:
        """HTML of the picture as an image that is drawn narrow, and so stays legible on a phone."""
        return _moved(self._image(self._narrow, ' class="de-fits"', least=LEGIBLE * NARROW))

    @property
    def _narrow(self) -> str:
        return self.at(NARROW, STILL_CSS, MARGIN)

    @property
    def words(self) -> str:
        """All sentences, one a line."""
        return "\n".join(filter(None, [self.said, self.text]))

    @property
    def image(self) -> str:
        """HTML of the picture alone, as an image: it shows where scripts are not trusted, too.

        It has a narrow drawing for a narrow window.
        """
        if self._used <= NARROW:
            return _moved(self._image(self.svg, least=LEGIBLE * self._used))
        where = f"(max-width:{self._used + BESIDE:.0f}px)"
        narrow = f'<source media="{where}" srcset="{_as_data(self._narrow)}"/>'
        wide = self._image(self.svg, least=LEGIBLE * NARROW)
        return _moved(f"<picture>{narrow}{wide}</picture>")

    def _image(self, svg: str, more: str = "", *, least: float) -> str:
        # Where there is less room than that, it is moved, and stays legible.
        size = f"max-width:100%;min-width:{least:.0f}px;height:auto"
        alt = html.escape(self.alt)
        return f'<img alt="{alt}"{more} style="{size}" src="{_as_data(svg)}"/>'

    def still(self) -> str:
        """HTML for a saved notebook: the image and its sentences."""
        said = f'<p style="margin:4px 0;font-size:15px">{html.escape(self.said)}</p>'
        return f"<div>{self.image}{said if self.said else ''}{paragraphs(self.text)}</div>"

    def __repr__(self) -> str:
        return self.words

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.words, "text/html": self.still()}


def _as_data(svg: str) -> str:
    """An address that holds the picture itself."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _moved(image: str) -> str:
    """HTML in which a wide image can be moved sideways."""
    return f'<div style="overflow-x:auto">{image}</div>'


def paragraphs(words: str) -> str:
    """Lines as HTML paragraphs."""
    style = "margin:0;font-size:13px;line-height:1.5"
    return "".join(f'<p style="{style}">{html.escape(line)}</p>' for line in words.splitlines())
