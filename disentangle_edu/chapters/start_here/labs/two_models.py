"""Two networks that learned to draw the same shapes."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .... import viz, widgets
from ....types import Floats
from ....zoo import pretrained
from ....zoo.traversals import bright_center, drawer, model_name, reshaped, sheet_panel
from ...common.codes import (
    CodeLab,
    code_control,
    code_of_sprite,
    current_code,
    most_changed_latent,
)

SIDES = {"left": "A", "right": "B"}
ROWS = 4  # latents of each network that are shown: those that change the image most
# The smallest visible changes: pixels, pixels, share of the size, share of the shape.
VISIBLE_CHANGES = {"x position": 0.7, "y position": 0.7, "size": 0.1, "shape": 0.07}
LARGE = 216.0  # pixels of the drawing
END_SHARE = 0.8  # share of a knob's range that lies between its two ends
COUNT_PHRASES = (
    *("almost nothing", "one thing", "two things at once"),
    *("three things at once", "all four things at once"),
)
ASK = "Drag a knob on either side: does one thing change, or do several at once?"
DETAILS = (
    "Each sentence compares the drawing with the drawing at the knob's starting position, while "
    "the other knobs stay in place.\n"
    f"Changes of less than {VISIBLE_CHANGES['x position']:g} pixels in position, "
    f"{VISIBLE_CHANGES['size']:.0%} in size or {VISIBLE_CHANGES['shape']:.0%} in shape are not "
    "mentioned.\n"
    "The change of shape is the share by which the two drawings differ, after both were moved to "
    "one position and scaled to one size."
)


# --------------------------------------------------------------------------------- what a knob does


def latent_changes(side: str, start: int, code: Floats, i: int) -> dict[str, float]:
    """Changes that one latent has caused since the start, with the other latents as they are now.

    across and down in pixels, size as a share, shape as the share that differs.
    """
    model = drawer(pretrained.PAIR[SIDES[side]])
    as_before = code.copy()
    as_before[i] = model.start(start)[i]
    return changes_between(*model.decode([as_before, code]))


def changes_between(before: Floats, after: Floats) -> dict[str, float]:
    """Changes from one drawing to another: across and down in pixels, size and shape as shares."""
    (x0, y0, full0), (x1, y1, full1) = bright_center(before), bright_center(after)
    differences = {"x position": x1 - x0, "y position": y1 - y0, "size": full1 / full0 - 1}
    return differences | {"shape": reshaped(before, after)}


def seen_of(changed: dict[str, float]) -> list[str]:
    """The changes that you can see."""
    return [
        name for name, change in changed.items() if round(abs(change), 2) >= VISIBLE_CHANGES[name]
    ]


def describe_knob(side: str, start: int, code: Floats, i: int) -> str:
    """How many things a knob has changed, and which."""
    changed = latent_changes(side, start, code, i)
    across, down = changed["x position"], changed["y position"]
    phrases = {
        "x position": f"{abs(across):.1f} pixels to the {'right' if across > 0 else 'left'}",
        "y position": f"{abs(down):.1f} pixels {'down' if down > 0 else 'up'}",
        "size": f"size {changed['size']:+.0%}",
        "shape": f"shape {changed['shape']:.0%} different",
    }
    noticed = seen_of(changed)
    listing = f": {', '.join(phrases[name] for name in noticed)}" if noticed else ""
    return f"{SIDES[side]}{i + 1} changes {COUNT_PHRASES[len(noticed)]}{listing}."


# ---------------------------------------------------------------------- what the drags have reached


@dataclass(frozen=True)
class KnobEnd:
    """A knob near one of its ends, and the changes that you can see there."""

    side: str
    latent: int
    high: bool
    seen: tuple[str, ...]


@dataclass(frozen=True)
class KnobMemory:
    """The knob that was dragged last, as (side, latent), and all ends that knobs have reached."""

    last: tuple[str, int] | None = None
    ends: tuple[KnobEnd, ...] = ()


def reached_end(side: str, values: dict, i: int) -> tuple[KnobEnd, ...]:
    """The end that a knob has reached, if it is near one of its ends."""
    model, code = drawer(pretrained.PAIR[SIDES[side]]), np.array(values[side])
    way = (code[i] - model.low[i]) / (model.high[i] - model.low[i])
    if (1 - END_SHARE) / 2 < way < (1 + END_SHARE) / 2:
        return ()
    seen = seen_of(latent_changes(side, values["start"], code, i))
    return (KnobEnd(side, i, way > 0.5, tuple(seen)),)


def follow_knobs(before: dict, now: dict) -> dict:
    """Drop the codes when the shape changes, and remember the knob that was dragged last."""
    if before["start"] != now["start"]:
        return now | {"left": [], "right": [], "memory": KnobMemory()}
    for side, letter in SIDES.items():
        if now[side] and before[side] != now[side]:
            old = current_code(pretrained.PAIR[letter], before["start"], before[side])
            i = most_changed_latent(old, now[side])
            ends = (*now["memory"].ends, *reached_end(side, now, i))
            return now | {"memory": KnobMemory((side, i), ends)}
    return now


def both_ends(values: dict) -> list[tuple[KnobEnd, KnobEnd]]:
    """The low and the high end of each knob that was at both."""
    ends = {(end.side, end.latent, end.high): end for end in values["memory"].ends}
    pairs = ((end, ends.get((end.side, end.latent, True))) for end in ends.values() if not end.high)
    return [(low, high) for low, high in pairs if high]


def is_from_end_to_end(side: str, values: dict) -> bool:
    """Whether a knob of a network was at both its ends."""
    return any(low.side == side for low, _ in both_ends(values))


def has_one_meaning(values: dict) -> bool:
    """Whether a knob changed one and the same thing at both its ends."""
    return any(low.seen == high.seen and len(low.seen) == 1 for low, high in both_ends(values))


# ------------------------------------------------------------------------------------------ panels


@functools.lru_cache(maxsize=64)
def loudest(name: str, start: int) -> list[int]:
    """The latents whose traversals change the drawing most, in their order."""
    sheet = drawer(name).sweeps(current_code(name, start, []))
    change = np.abs(np.diff(sheet, axis=1)).mean((1, 2, 3))
    return sorted(np.argsort(-change, kind="stable")[:ROWS].tolist())


@viz.panel(LARGE + 40, min_width=300, max_width=540)
def drawing_panel(
    canvas: viz.Canvas, side: str, image: NDArray[np.floating], original: NDArray[np.floating]
) -> None:
    """The drawing of a network, and the shape it began with."""
    x, y, _, _ = canvas.box
    left = x + 10 + LARGE + 14
    canvas.title(f"drawing by network {SIDES[side]}")
    canvas.image(x + 10, y + 28, LARGE, image, f"{side} image")
    canvas.image(left, y + 28, 64, original, f"{side} shape")
    for j, label in enumerate(("the shape", "it began with")):
        canvas.note(left, y + 108 + 15 * j, label)


def network_panel(side: str, code: Floats, start: int) -> viz.Panel:
    """The drawing of a network, and a knob for each number that changes it most."""
    letter = SIDES[side]
    model = drawer(pretrained.PAIR[letter])
    knobs = sheet_panel(
        model,
        code,
        title=f"drag a knob: {ROWS} of {letter}'s {len(code)} numbers",
        control=side,
        only=loudest(model.name, start),
        row=48.0,
        key=side,
        word=letter,
    )
    return viz.stack(drawing_panel(side, model.decode(code[None])[0], model.original(start)), knobs)


# --------------------------------------------------------------------------------------------- lab


def code_on_show(letter: str, values: dict) -> list[float]:
    """The code of the shape that a network begins with."""
    return code_of_sprite(pretrained.PAIR[letter], values["start"])


class TwoModelsLab(CodeLab):
    """A code on either side."""

    codes = {side: functools.partial(code_on_show, letter) for side, letter in SIDES.items()}


@widgets.lab(
    {
        "left": code_control("left", 8),
        "right": code_control("right", 8),
        "start": widgets.whole("begin with shape", 3, 0, 17),
    },
    lab_class=TwoModelsLab,
    initial_memory=KnobMemory(),
    update_memory=follow_knobs,
    describe_change=widgets.describe_by_caption,
    tasks={
        "drag one of A's knobs from end to end": functools.partial(is_from_end_to_end, "left"),
        "drag one of B's knobs from end to end": functools.partial(is_from_end_to_end, "right"),
        "find a knob that changes only one thing, at both of its ends": has_one_meaning,
    },
)
def two_models(
    left: Sequence[float], right: Sequence[float], start: int, memory: KnobMemory
) -> viz.Picture:
    """Two networks draw the same shapes: drag a number of each, and see what the number means."""
    codes = {"left": left, "right": right}
    now = {
        side: current_code(pretrained.PAIR[letter], start, codes[side])
        for side, letter in SIDES.items()
    }
    caption = ASK
    if memory.last:
        side, latent = memory.last
        caption = describe_knob(side, start, now[side], latent)
    trained = [f"{letter} ({model_name(name)})" for letter, name in pretrained.PAIR.items()]
    return viz.Picture(
        panels=tuple(network_panel(side, code, start) for side, code in now.items()),
        shows=f"Two networks draw a shape, each from {len(now['left'])} numbers. You can drag "
        f"{ROWS} numbers of each network.",
        caption=caption,
        text=f"{DETAILS}\nWe trained both networks: {' and '.join(trained)}.",
    )
