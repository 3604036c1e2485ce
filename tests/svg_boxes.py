"""Where things are in an SVG: a box around every shape and line of text, without a browser."""

import functools
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

from matplotlib.font_manager import FontProperties, findfont
from PIL import ImageFont

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Box:
    """A shape: what it is, and its left, top, right and bottom edges in pixels."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def beyond(self, other: "Box") -> float:
        """How many pixels this box extends beyond another."""
        sides = (other.left - self.left, other.top - self.top)
        return max(*sides, self.right - other.right, self.bottom - other.bottom)

    def covered(self, other: "Box") -> float:
        """The overlap of two boxes as a share of the smaller one."""
        overlap_width = min(self.right, other.right) - max(self.left, other.left)
        overlap_height = min(self.bottom, other.bottom) - max(self.top, other.top)
        areas = [(box.right - box.left) * (box.bottom - box.top) for box in (self, other)]
        return max(overlap_width, 0) * max(overlap_height, 0) / max(min(areas), 1e-9)


def frame(svg: str) -> Box:
    """The box of the entire picture."""
    x, y, width, height = map(float, ET.fromstring(svg).get("viewBox").split())
    return Box("viewBox", x, y, x + width, y + height)


def boxes(svg: str) -> list[Box]:
    """A box for every shape; a text's name is "text:" and its words."""
    visible = [node for node in ET.fromstring(svg).iter() if node.get("class") != "de-target"]
    parsed = [_box(node) for node in visible]
    return [box for box in parsed if box is not None]


def texts(svg: str) -> list[Box]:
    """The boxes of texts only."""
    return [box for box in boxes(svg) if box.what.startswith("text:")]


def _box(node) -> Box | None:
    tag = node.tag.rpartition("}")[2]
    attribute = lambda name: float(node.get(name, 0))
    label = f"{tag} {node.get('data-key', '')}"
    if tag in ("rect", "image"):
        x, y = attribute("x"), attribute("y")
        return Box(label, x, y, x + attribute("width"), y + attribute("height"))
    if tag == "circle":
        x, y, r = attribute("cx"), attribute("cy"), attribute("r")
        return Box(label, x - r, y - r, x + r, y + r)
    if tag == "line":
        xs, ys = (
            sorted((attribute("x1"), attribute("x2"))),
            sorted((attribute("y1"), attribute("y2"))),
        )
        return Box(label, xs[0], ys[0], xs[1], ys[1])
    if tag == "polyline" and node.get("points"):
        return _bounding_box(
            label, [tuple(map(float, p.split(","))) for p in node.get("points").split()]
        )
    if tag == "path":
        return _bounding_box(label, _path_points(node.get("d")))
    if tag == "text":
        return _text(node)
    return None


def _bounding_box(what: str, points: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*points)
    return Box(what, min(xs), min(ys), max(xs), max(ys))


def _path_points(d: str) -> list[tuple[float, float]]:
    """The points of a path made of straight lines."""
    x = y = 0.0
    points = []
    for letter, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        values = [float(number) for number in NUMBER.findall(numbers)]
        step = {"h": 1, "v": 1}.get(letter.lower(), 2)
        for j in range(0, len(values), step):
            args = values[j : j + step]
            there = {"h": (args[0], 0), "v": (0, args[0])}.get(letter.lower()) or tuple(args)
            if letter.islower():
                x, y = x + there[0], y + there[1]
            else:
                absolute = {"h": (args[0], y), "v": (x, args[0])}.get(letter.lower())
                x, y = absolute or tuple(args)
            points.append((x, y))
    return points


@functools.cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    """The first font that pictures ask for; it comes with matplotlib."""
    weight = "bold" if bold else "normal"
    return ImageFont.truetype(findfont(FontProperties(family="DejaVu Sans", weight=weight)), 100)


def text_width(words: str, size: float = 12, bold: bool = False) -> float:
    """The width of words in pixels."""
    return _font(bold).getlength(words) * size / 100


def _text(node) -> Box:
    size = float(node.get("font-size", 12))
    width = text_width(node.text or "", size, node.get("font-weight") == "bold")
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[node.get("text-anchor", "start")]
    x, y = float(node.get("x")), float(node.get("y"))
    label = f"text:{node.text}"
    if "rotate(-90" in node.get("transform", ""):
        return Box(label, x - 0.75 * size, y - width / 2, x + 0.2 * size, y + width / 2)
    left = x - share * width
    return Box(label, left, y - 0.75 * size, left + width, y + 0.2 * size)
