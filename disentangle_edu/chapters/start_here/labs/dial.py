"""A dial that mixes a code, the drawings of each mixed knob, and the needles of seven judges."""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .... import viz, widgets
from ....types import Floats
from ....zoo import dial as mixing
from ....zoo import pretrained
from ....zoo.traversals import drawer
from ...common.verdicts import SEVEN, title
from .two_models import VISIBLE_CHANGES, changes_between, loudest, seen_of

HEART = 3  # number of the heart that both networks draw
STEPS = 5  # images per knob
SPAN = 1.6  # standard deviations from the centre of a knob to its ends
ROW = 64.0  # pixels of a knob's row
WIDE = 500.0  # from this width on there is room for words next to the images
WORDS = ("size", "y position", "shape", "x position")
FALLEN = 0.5  # share of its first value below which a needle has fallen
SPLIT = 4  # needles in the first of two groups
DETAILS = (
    "The dial turns the active latents around their mean, in units of their standard deviation: "
    "the code z becomes exp(tK) z. K is a random skew-symmetric matrix of spectral norm 1, so no "
    "code is turned by more than the angle t. Each direction has its own K.\n"
    "Each row begins with the code of one heart, moves one number of the turned code from "
    f"{SPAN} standard deviations below the mean to {SPAN} above it, turns the code back, and "
    "decodes it. So nothing is lost, whatever the angle.\n"
    "A word is dark if it changes visibly from the heart to one of the ends: position by "
    f"{VISIBLE_CHANGES['x position']:g} pixels, size by {VISIBLE_CHANGES['size']:.0%}, shape by "
    f"{VISIBLE_CHANGES['shape']:.0%}."
)


# ----------------------------------------------------------------------------------- what is shown


@functools.lru_cache(maxsize=128)
def sweeps(network: str, direction: int, degrees: float) -> Floats:
    """Drawings of four knobs of the turned code, each moved from end to end: (4, STEPS, 32, 32)."""
    model = drawer(pretrained.PAIR[network])
    heart = model.start(HEART)
    start = mixing.turned(network, heart[None], degrees, direction)[0]
    middle, spread = model.rep.latents.mean(0), model.rep.latents.std(0)
    shown = loudest(model.name, HEART)
    codes = np.tile(start, (len(shown), STEPS, 1))
    for row, i in enumerate(shown):
        codes[row, :, i] = middle[i] + spread[i] * np.linspace(-SPAN, SPAN, STEPS)
    codes = mixing.turned(network, codes.reshape(-1, len(heart)), -degrees, direction)
    drawings = model.decode(codes)
    return drawings.reshape(len(shown), STEPS, *drawings.shape[1:])


@functools.cache
def _heart(network: str) -> Floats:
    model = drawer(pretrained.PAIR[network])
    return model.decode(model.start(HEART)[None])[0]


@functools.lru_cache(maxsize=128)
def changed_words(network: str, direction: int, degrees: float) -> list[set[str]]:
    """What each knob changes visibly, from the heart to one of the ends."""
    heart = _heart(network)
    return [
        {word for end in (row[0], row[-1]) for word in seen_of(changes_between(heart, end))}
        for row in sweeps(network, direction, degrees)
    ]


def scores_at(network: str, direction: int, degrees: float) -> dict[str, float]:
    """The stored scores, interpolated between the stored angles."""
    stored = [mixing.stored()[network, direction, angle] for angle in mixing.DEGREES]
    return {
        judge: float(np.interp(degrees, mixing.DEGREES, [scores[judge] for scores in stored]))
        for judge in SEVEN
    }


def fallen(scores: dict[str, float], first: dict[str, float]) -> list[str]:
    """The judges whose score has lost half of its first value."""
    return [judge for judge in SEVEN if scores[judge] < FALLEN * first[judge]]


# ------------------------------------------------------------------------------------------ panels


@viz.panel(24 + 4 * ROW, min_width=330, max_width=590)
def knobs_panel(
    canvas: viz.Canvas, drawings: Floats, names: Sequence[str], words: Sequence[set[str]]
) -> None:
    """Each row: a knob moved from end to end, and words for what it changes."""
    x, y, width, _ = canvas.box
    canvas.title("each row: one knob from end to end, and what it changes", "one knob a row")
    beside = width >= WIDE
    size = min(ROW - 4, (width - 58 - 246) / STEPS) if beside else ROW - 22
    for row, name in enumerate(names):
        top = y + 24 + row * ROW
        canvas.text(x + 48, top + size / 2 + 4, name, "end", font_size="11", link=name)
        canvas.image(x + 56, top, STEPS * size, viz.strip(drawings[row]), f"row{row}", size)
        left = x + 56 + STEPS * size + 10 if beside else x + 56
        y_word = top + (size / 2 - 9 if beside else size + 2)
        for j, word in enumerate(WORDS):
            left += 3 + _draw_word(canvas, left, y_word, word, word in words[row], f"{row}-{j}")


def _draw_word(canvas: viz.Canvas, x: float, y: float, word: str, on: bool, key: str) -> float:
    """A word in a field, filled if the knob changes it; returns the width of the field."""
    width = 14 + 6 * len(word)
    style: viz.Style = {"font_size": "11", "key": f"word{key}"}
    style |= {"font_weight": "bold" if on else "normal"}
    canvas.rect(
        x, y, width, 18, viz.PART if on else viz.GROUND, viz.GRID, key=f"field{key}", rx="9"
    )
    canvas.text(x + width / 2, y + 13, word, fill=viz.PAPER if on else viz.FAINT, **style)
    return width


def on_dial(centre: tuple[float, float], radius: float, angle: float) -> tuple[float, float]:
    """The point of the dial at an angle in degrees."""
    turned = math.radians(angle)
    return centre[0] + radius * math.cos(turned), centre[1] - radius * math.sin(turned)


@viz.panel(248, min_width=220, max_width=240)
def dial_panel(canvas: viz.Canvas, degrees: float) -> None:
    """A quarter of a circle with the handle that turns the code."""
    x, y, width, height = canvas.box
    canvas.title("drag the round handle", "the dial")
    radius = min(width - 44, height - 74)
    centre = x + 18, y + 40 + radius
    around = functools.partial(on_dial, centre, radius)
    canvas.polyline([around(5 * j) for j in range(19)], viz.GRID, stroke_width="6")
    for angle in (0, 90):
        canvas.line(*centre, *around(angle), viz.GRID)
    wedge = [around(degrees * j / 18) for j in range(19)]
    canvas.polyline(wedge, viz.HANDLE, stroke_width="6", key="wedge")
    canvas.line(*centre, *around(degrees), viz.HANDLE, stroke_width="3", key="arm")
    canvas.circle(*centre, 4, viz.INK)
    for angle, dx, dy, anchor in ((0, 0, 26, "middle"), (90, 0, -9, "middle")):
        across, down = around(angle)
        canvas.note(across + dx, down + dy, f"{angle}°", anchor)
    style: viz.Style = {"font_size": "26", "font_weight": "bold", "key": "degrees"}
    canvas.text(x + width - 2, y + 52, f"{degrees:g}°", "end", **style)
    axis = viz.Axis("degrees", degrees, 0, 90, mixing.DEGREES[1], "turn", *centre)
    handle = viz.Handle("angle of the dial", (axis,), f"{degrees:g} degrees")
    canvas.circle(*around(degrees), 11, viz.HANDLE, key="handle", handle=handle)


@viz.panel(104, min_width=lambda names: 82 * len(names), max_width=lambda names: 118 * len(names))
def needles_panel(
    canvas: viz.Canvas, names: Sequence[str], scores: dict[str, float], first: dict[str, float]
) -> None:
    """A gauge from 0 to 1 for each judge, with a thin mark at its first value."""
    x, y, width, _ = canvas.box
    pitch = width / len(names)
    radius = min(44.0, 0.43 * pitch)
    for j, judge in enumerate(names):
        gauge = _Gauge(canvas, x + (j + 0.5) * pitch, y + 60, radius)
        gauge.draw(judge, scores[judge], first[judge])


@dataclass(frozen=True)
class _Gauge:
    """A half circle from 0 on the left to 1 on the right."""

    canvas: viz.Canvas
    x: float
    y: float
    radius: float

    def at(self, value: float, share: float) -> tuple[float, float]:
        turned = math.pi * (1 - value)
        across, up = math.cos(turned), math.sin(turned)
        return self.x + share * self.radius * across, self.y - share * self.radius * up

    def draw(self, judge: str, value: float, first: float) -> None:
        canvas, ink = self.canvas, viz.class_colour(1) if value < FALLEN * first else viz.PART
        rim = [self.at(step / 16, 1) for step in range(17)]
        canvas.polyline(rim, viz.GRID, stroke_width="3", link=judge)
        canvas.line(*self.at(first, 0.72), *self.at(first, 1.14), viz.INK, key=f"first {judge}")
        style: viz.Style = {"stroke_width": "4", "key": f"needle {judge}", "link": judge}
        canvas.line(self.x, self.y, *self.at(value, 0.92), ink, **style)
        canvas.circle(self.x, self.y, 5, ink, key=f"hub {judge}")
        for end in (0, 1):
            canvas.note(self.at(end, 1)[0], self.y + 13, end, "middle")
        canvas.text(self.x, self.y + 22, title(judge), font_size="12", link=judge)
        style = {"font_size": "12", "font_weight": "bold", "key": f"value {judge}"}
        canvas.text(self.x, self.y + 38, f"{value:.2f}", fill=ink, **style)


# --------------------------------------------------------------------------------------------- lab


class DialLab(widgets.Lab):
    """A lab whose needles are always below its drawings."""

    widest = 880


@widgets.lab(
    {
        "degrees": widgets.moved_by_handle(widgets.number("degrees", 0, 0, 90, 2.5)),
        "direction": widgets.choice("direction", list(mixing.DIRECTIONS), mixing.DIRECTIONS[0]),
        "network": widgets.choice("code", ["B", "A"], "B"),
    },
    lab_class=DialLab,
    describe_change=widgets.describe_by_caption,
    stored="degrees",
)
def dial(degrees: float, direction: int, network: str) -> viz.Picture:
    """Turn the dial to mix a code: which of seven needles fall, and which stay?"""
    scores, first = scores_at(network, direction, degrees), scores_at(network, direction, 0)
    shown = loudest(pretrained.PAIR[network], HEART)
    names = [f"knob {i + 1}" for i in shown]
    key = network, direction, degrees
    caption = (
        f"Each row moves one knob of {network} from end to end. Turn the dial to mix the knobs."
    )
    if degrees:
        down = [title(judge) for judge in fallen(scores, first)]
        lost = f"Less than half is left of {', '.join(down)}" if down else "No score lost half"
        caption = f"At {degrees:g} degrees each row moves a mixed knob. {lost}."
    lines = (f"{title(j)}: {scores[j]:.3f}, at 0 degrees {first[j]:.3f}." for j in SEVEN)
    return viz.Picture(
        panels=(
            knobs_panel(sweeps(*key), names, changed_words(*key)),
            replace(dial_panel(degrees), rises=True),
            needles_panel(SEVEN[:SPLIT], scores, first),
            needles_panel(SEVEN[SPLIT:], scores, first),
        ),
        shows=f"Four rows of drawings by network {network}, a dial at {degrees:g} degrees, and a "
        "needle from 0 to 1 for each of seven scores.",
        caption=caption,
        text="\n".join([*lines, DETAILS]),
        scores=scores,
    )
