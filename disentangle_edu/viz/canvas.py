"""A sheet to draw a panel on: shapes are added in their order, into a box of any size.

    @panel(120, least=240, most=420)
    def bar_panel(on: Sheet, share: float) -> None:
        x, y, width, _ = on.box
        on.title("how long it is", "length")
        on.rect(x, y + 24, share * width, 20, PART, key="bar")
        on.note(x, y + 60, f"{share:.0%} of the room")

`bar_panel(0.5)` is a Panel then. Shapes take what those of `svg` take.
"""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ..core import Floats
from . import svg
from .svg import FAINT, Panel

P = ParamSpec("P")


def _added(shape: Callable[P, str]) -> "Callable[Concatenate[Sheet, P], None]":
    """The shape as a method that adds it."""

    @functools.wraps(shape)
    def add(self: "Sheet", *args: P.args, **kwargs: P.kwargs) -> None:
        self.add(shape(*args, **kwargs))

    return add


class Sheet:
    """What a panel is drawn on.

    box : (x, y, width, height) in pixels.
    """

    rect, circle = _added(svg.rect), _added(svg.circle)
    line, polyline, path = _added(svg.line), _added(svg.polyline), _added(svg.path)
    marker, markers = _added(svg.marker), _added(svg.markers)
    text, paragraph, group = _added(svg.text), _added(svg.paragraph), _added(svg.group)

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.box = x, y, width, height
        self._shapes: list[str] = []

    def add(self, *shapes: str) -> None:
        """Add shapes that are drawn already."""
        self._shapes += shapes

    def title(self, *versions: str) -> None:
        """The longest version of the heading that fits."""
        x, y, width, _ = self.box
        self.add(svg.heading(x, y, width, *versions))

    def note(self, x: float, y: float, words: object, anchor: str = "start", **more: Any) -> None:
        """A line of small, faint words."""
        self.text(x, y, words, anchor, FAINT, font_size="11", **more)

    def __str__(self) -> str:
        return "".join(self._shapes)


N = TypeVar("N", float, Floats)


class Pixels(Protocol):
    """From values to pixels."""

    def __call__(self, value: N, /) -> N:
        """Where a value lies."""


def scale(values: tuple[float, float], pixels: tuple[float, float]) -> Pixels:
    """Where a value lies between two pixels that two values have; beyond them it goes on evenly."""
    (low, high), (start, end) = values, pixels
    return lambda value: start + (value - low) / (high - low) * (end - start)


def panel(
    height: float, *, least: float = 240, most: float = 620
) -> Callable[[Callable[Concatenate[Sheet, P], None]], Callable[P, Panel]]:
    """Make a function that draws on a Sheet one that gives a Panel of these sizes (`svg.Panel`)."""

    def decorate(drawing: Callable[Concatenate[Sheet, P], None]) -> Callable[P, Panel]:
        @functools.wraps(drawing)
        def made(*args: P.args, **kwargs: P.kwargs) -> Panel:
            @functools.lru_cache(maxsize=2)  # one picture is shown more often than it changes
            def draw(x: float, y: float, width: float, height: float) -> str:
                on = Sheet(x, y, width, height)
                drawing(on, *args, **kwargs)
                return str(on)

            return Panel(draw, height, least, most)

        return made

    return decorate
