"""A rectangle whose latents are watched, handwriting put back together, two models side by side."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ... import background, measures
from ...matrices import InformativenessMatrix
from ...measures.conditional import shuffled
from ...metrics import dcimig, mig
from ...representation import Representation
from ...types import Floats
from ...viz.canvas import Canvas, Panel, Style, panel, stack
from ...viz.handles import Axis, Handle
from ...viz.panels import matrix_panel
from ...viz.picture import Picture
from ...viz.svg import Keywords, Place, image_at, rect, text
from ...viz.text_size import short
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PART, class_colour, on_shade, shade
from ...widgets.change_text import use_caption
from ...widgets.controls import Control, choice, dragged, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import digits as digits_world
from ...worlds import examples
from ...worlds.world import MEASURED, measured
from ...zoo import pretrained
from ...zoo.traversals import bright_center, drawer, model_name, reshaped, sheet_panel
from ..common.codes import (
    CodeLab,
    LastDragged,
    code_control,
    code_of_sprite,
    current_code,
    follow_code,
    most_changed_latent,
)

SIZES = 8
PAPER_CODE = "x, x², y, y³ (section 3.3)"
FORMULAS = {
    "width | height": ("x", "y"),
    PAPER_CODE: ("x", "x²", "y", "y³"),
    "one number, 9 x + y": ("9 x + y",),
    "sum | difference": ("x + y", "x - y"),
}
_code = functools.cache(examples.rectangles)

# -------------------------------------------------------------- what the reader's drags have shown


@dataclass(frozen=True)
class RedrawHistory:
    """What the redraws of one side alone have shown.

    moved : how often each latent moved, with the width and with the height.   redrawn : how often
    each of the two was redrawn alone.   last : (latent, side) of what moved in the newest redraw.
    count : of all redraws that count.   both : whether the last step changed both sides, and so
    does not count.   tried : which of the two characteristics each code has kept so far, where
    several are compared.
    """

    moved: tuple[tuple[int, int], ...]
    redrawn: tuple[int, int] = (0, 0)
    last: tuple[tuple[int, int], ...] = ()
    count: int = 0
    both: bool = False
    tried: Mapping[str, tuple[bool, bool]] | None = None


def empty_history(
    latents: int, tried: Mapping[str, tuple[bool, bool]] | None = None
) -> RedrawHistory:
    """No redraw yet."""
    return RedrawHistory(((0, 0),) * latents, tried=tried)


def latents_of(code: str, width: int, height: int) -> np.ndarray:
    """The latents of one rectangle under a code."""
    return examples.RECTANGLE_CODES[code](np.array([[width, height]], dtype=float))[0]


def follow_redraws(before: dict, now: dict) -> dict:
    """Count a redraw of one side alone: which latents changed? And what has each code kept?"""
    history: RedrawHistory = before["memory"]
    if before["code"] != now["code"]:
        return now | {"memory": empty_history(len(latents_of(now["code"], 1, 1)), history.tried)}
    sides = [side for side in ("width", "height") if before[side] != now[side]]
    if len(sides) == 2:
        return now | {"memory": replace(history, last=(), both=True)}
    if sides:
        history = _add_redraw(history, ("width", "height").index(sides[0]), before, now)
    outcome = characteristics_so_far(now["code"], history)
    if outcome and history.tried is not None:
        history = replace(history, tried={**history.tried, now["code"]: outcome})
    return now | {"memory": history}


def _add_redraw(history: RedrawHistory, side: int, before: dict, now: dict) -> RedrawHistory:
    """What has been seen after one redraw more, of this side alone."""
    old, new = (latents_of(v["code"], v["width"], v["height"]) for v in (before, now))
    changed = np.flatnonzero(old != new)
    move_counts, redraw_counts = np.array(history.moved), np.array(history.redrawn)
    move_counts[changed, side] += 1
    redraw_counts[side] += 1
    return replace(
        history,
        moved=tuple(map(tuple, move_counts.tolist())),
        redrawn=tuple(redraw_counts.tolist()),
        last=tuple((int(i), side) for i in changed),
        count=history.count + 1,
        both=False,
    )


# ------------------------------------------------------------------------------------------ panels


@panel(300, min_width=250, max_width=330)
def _rectangle_panel(canvas: Canvas, width: int, height: int) -> None:
    """Squared paper with the rectangle; its corner is the handle."""
    x, y, w, h = canvas.box
    unit = min(w - 24, h - 48) / SIZES
    top, bottom = y + 28, y + 28 + SIZES * unit
    canvas.title("drag the corner")
    for step in range(SIZES + 1):
        across, down = x + step * unit, top + step * unit
        canvas.line(across, top, across, bottom, GRID)
        canvas.line(x, down, x + SIZES * unit, down, GRID)
    corner = x + width * unit, bottom - height * unit
    box: Style = {"fill_opacity": "0.55", "stroke_width": "2", "key": "rectangle"}
    canvas.rect(x, corner[1], width * unit, height * unit, class_colour(4), INK, **box)
    middle = x + max(width * unit / 2, 26)  # so that its name fits
    canvas.text(middle, bottom + 16, f"width {width}", link="width", key="w")
    style: Style = {"link": "height", "key": "h"}
    canvas.text(corner[0] + 10, bottom - height * unit / 2, f"height {height}", "start", **style)
    ends = (x + unit, x + SIZES * unit), (bottom - unit, top)
    axes = (
        Axis("width", width, 1, SIZES, 1, "x", *ends[0], "width"),
        Axis("height", height, 1, SIZES, 1, "y", *ends[1], "height"),
    )
    handle = Handle("corner", axes)
    canvas.circle(*corner, 10, MARK, key="corner", handle=handle)


def _gauges_panel(code: str, width: int, height: int, history: RedrawHistory) -> Panel:
    """Each latent as a bar from its smallest to its largest value; what has just moved flashes."""
    rep = _code(code)
    now = latents_of(code, width, height)
    low, high = rep.latents.min(0), rep.latents.max(0)
    just_moved = {i for i, _ in history.last}

    @panel(34 + 56 * len(now), min_width=170, max_width=260)
    def draw(canvas: Canvas) -> None:
        x, y, w, _ = canvas.box
        canvas.title("its latents", "latents")
        for i, name in enumerate(rep.latent_names):
            row_y = y + 34 + 56 * i
            zero, share = (np.clip((v - low[i]) / (high[i] - low[i]), 0, 1) for v in (0, now[i]))
            start, end = (x + at_share * (w - 20) for at_share in sorted((zero, share)))
            style: Style = {"link": name, "key": f"g{i}name"}
            label = f"{name} = {FORMULAS[code][i]} = {now[i]:g}"
            canvas.text(x, row_y + 12, label, "start", **style)
            canvas.rect(x, row_y + 18, w - 20, 14, GROUND, GRID)
            bar: Style = {"key": f"g{i}", "link": name}
            bar |= {"cls": "de-flash", "key": f"g{i}at{history.count}"} if i in just_moved else {}
            canvas.rect(start, row_y + 18, end - start, 14, PART, **bar)
            if low[i] < 0:
                zero_at = x + zero * (w - 20)
                canvas.line(zero_at, row_y + 14, zero_at, row_y + 36, INK)
                canvas.text(zero_at, row_y + 46, 0, fill=FAINT, font_size="10")

    return draw()


def movement_matrix(code: str, seen: RedrawHistory) -> InformativenessMatrix:
    """How often each latent moved when one side alone was redrawn, as far as was tried."""
    tried = np.maximum(seen.redrawn, 1)
    names = _code(code).latent_names
    return InformativenessMatrix(
        np.array(seen.moved) / tried,
        "how often it moved",
        row_names=names,
        column_names=("width", "height"),
    )


def _count_panel(code: str, history: RedrawHistory) -> Panel:
    """The matrix being counted: a token falls into a cell whenever a latent has moved."""
    matrix = movement_matrix(code, history)
    rows = len(matrix.values)

    @panel(56 + 50 * rows, min_width=240, max_width=320)
    def draw(canvas: Canvas) -> None:
        x, y, w, _ = canvas.box
        canvas.title("which latents moved when one side alone did?", "who moved?")
        left, cell_width = x + 62, min((w - 70) / 2, 110)
        for k, side in enumerate(("width", "height")):
            label = f"{side} alone: {history.redrawn[k]}"
            position = left + (k + 0.5) * cell_width
            canvas.text(position, y + 40, label, fill=FAINT, link=side, font_size="11")
        for i, name in enumerate(matrix.row_names):
            position = y + 48 + 50 * i
            canvas.text(left - 8, position + 29, name, "end", FAINT, link=name)
            for k, side in enumerate(("width", "height")):
                share, count = float(matrix.values[i, k]), history.moved[i][k]
                cell_x = left + k * cell_width
                looks: Style = {"key": f"n{i}-{k}", "link": (name, side)}
                looks["title"] = (
                    f"{name} moved in {count} of {history.redrawn[k]} redraws of {side}"
                )
                canvas.rect(cell_x, position, cell_width, 50, shade(share), GRID, **looks)
                label = f"{count} of {history.redrawn[k]}" if history.redrawn[k] else "?"
                looks = {"pointer_events": "none", "key": f"t{i}-{k}"}
                canvas.text(
                    cell_x + cell_width / 2, position + 29, label, fill=on_shade(share), **looks
                )
        for i, k in history.last:
            style = f"--dx:{-cell_width * (k + 1.5):.0f}px;--dy:-10px"
            across, down = left + (k + 0.5) * cell_width, y + 48 + 50 * i + 25
            looks = {"cls": "de-token", "key": f"token{history.count}-{i}", "style": style}
            canvas.circle(across, down, 9, MARK, **looks)

    return draw()


def characteristics_so_far(code: str, seen: RedrawHistory) -> tuple[bool, bool] | None:
    """Whether a code has kept Characteristic 1, and 2, in what was tried; None before both sides.

    A code that was tried with one side alone is not judged yet.
    """
    if min(seen.redrawn) == 0:
        return None
    moves = movement_matrix(code, seen).values > 0
    return bool(moves.sum(1).max() <= 1), bool(moves.sum(0).max() <= 1)


FIELD = 62.0  # pixels of a field's height


@panel(60 + 2 * FIELD, min_width=250, max_width=330)
def _fields_panel(canvas: Canvas, code: str, tried: Mapping[str, tuple[bool, bool]]) -> None:
    """Four fields, for codes that keep both characteristics, one of them, or none."""
    names = {True: "kept", False: "broken"}
    x, y, w, _ = canvas.box
    canvas.title("where each code lands, so far", "where codes land")
    left, field_width = x + 62, (w - 66) / 2
    canvas.note(left + field_width, y + 32, "Characteristic 2, columns", "middle")
    for k, second in enumerate((True, False)):
        column_x = left + (k + 0.5) * field_width
        canvas.note(column_x, y + 48, names[second], "middle")
        for i, first in enumerate((True, False)):
            top = y + 54 + FIELD * i
            canvas.rect(left + k * field_width, top, field_width, FIELD, GROUND, GRID)
            in_field = [
                name for name, outcome in tried.items() if tuple(outcome) == (first, second)
            ]
            for j, name in enumerate(in_field):
                style: Style = {"key": f"code{name}", "font_size": "11", "fill": PART}
                style |= {"font_weight": "bold", "fill": MARK} if name == code else {}
                short_name = name.partition(" (")[0]
                canvas.text(left + (k + 0.5) * field_width, top + 16 + 14 * j, short_name, **style)
    for i, first in enumerate((True, False)):
        down = y + 54 + FIELD * (i + 0.5)
        canvas.note(left - 8, down + 4, names[first], "end")
    turned = f"rotate(-90 {x + 8:.1f} {y + 54 + FIELD:.1f})"
    side: Style = {"transform": turned, "font_size": "11"}
    canvas.text(x + 8, y + 54 + FIELD, "Characteristic 1, rows", fill=FAINT, **side)


def _describe_first_side(code: str, history: RedrawHistory) -> str:
    """What moved with the only side that was changed yet, if one was."""
    if max(history.redrawn) == 0:
        return "Drag the corner sideways, then upwards: one side at a time."
    side = int(history.redrawn[1] > 0)
    names, values = (
        movement_matrix(code, history).row_names,
        movement_matrix(code, history).values[:, side],
    )
    moved_names = (
        " and ".join(name for name, value in zip(names, values) if value > 0) or "no latent"
    )
    sides = "width", "height"
    return (
        f"When the {sides[side]} changed alone, {moved_names} moved. "
        f"Now change the {sides[1 - side]} alone."
    )


def _describe_tries(code: str, history: RedrawHistory, named: bool) -> str:
    """What the tries so far show of the two characteristics.

    named : whether they have been given their names yet.
    """
    caption = (
        _describe_wishes(code, history, named)
        if min(history.redrawn)
        else _describe_first_side(code, history)
    )
    if not history.both:
        return caption
    return f"The last step changed both sides, and is not counted. {caption}"


def _describe_wishes(code: str, history: RedrawHistory, named: bool) -> str:
    """Whether each wish is kept, once both sides have been changed alone."""
    matrix = movement_matrix(code, history).values > 0
    follow = int((matrix.sum(1) > 1).sum())  # latents that moved with both sides
    who = ("no latent", "a latent")[follow] if follow < 2 else f"{follow} latents"
    moving = int((matrix.sum(0) > 1).sum())  # sides that moved two latents or more
    sides = ("no side", "one side", "each side")[moving]
    first, second = (" (Characteristic 1)", " (Characteristic 2)") if named else ("", "")
    return (
        f"“A latent follows one side at most”{first} is {'broken' if follow else 'kept so far'}: "
        f"{who} moved with both. “A side moves one latent at most”{second} is "
        f"{'broken' if moving else 'kept so far'}: {sides} moved two latents."
    )


def draw_rectangles(code: str, width: int, height: int, memory: RedrawHistory) -> Picture:
    """One rectangle, its latents, and a matrix that counts which latents move when one side does.

    Where several codes are compared it also has what each of them has kept so far.
    """
    latents = zip(_code(code).latent_names, latents_of(code, width, height))
    values_text = ", ".join(f"{name} = {value:g}" for name, value in latents)
    caption = _describe_tries(code, memory, named=memory.tried is not None)
    alt = f"A rectangle {width} wide and {height} high has {values_text}. {caption}"
    rep = _code(code)
    table = _count_panel(code, memory)
    if memory.tried is not None:
        table = stack(table, _fields_panel(code, memory.tried))
    panels = _rectangle_panel(width, height), _gauges_panel(code, width, height, memory), table
    scores = {score.metric: score for score in (mig(rep), dcimig(rep))}
    return Picture(
        panels=panels,
        description=alt,
        text=f"A rectangle {width} wide and {height} high has {values_text}.",
        scores=scores,
        caption=caption,
    )


def _rectangle_lab(code: Control, history: RedrawHistory, after: After) -> Lab:
    """A rectangle under a code, or several, and what its redraws have shown."""
    controls = {
        "code": code,
        "width": dragged(whole("width", 3, 1, SIZES)),
        "height": dragged(whole("height", 5, 1, SIZES)),
    }
    options: Keywords = {
        "initial_state": history,
        "update_state": follow_redraws,
        "describe_change": use_caption,
    }
    return Lab(draw_rectangles, controls, **options, after=after)


@lab
def rectangle(after: After = None) -> Lab:
    """One latent for each side of a rectangle: learn to count which latents move."""
    plain = "width | height"
    return _rectangle_lab(dragged(choice("code", [plain], plain)), empty_history(2), after)


@lab
def rectangles(after: After = None) -> Lab:
    """Drag the corner of a rectangle and watch which latents move, under four ways to code it."""
    codes = choice("code", list(examples.RECTANGLE_CODES), PAPER_CODE)
    return _rectangle_lab(codes, empty_history(len(FORMULAS[PAPER_CODE]), {}), after)


# ------------------------------------------------------------------------------------- handwriting

REACH = 3.0  # latents are moved by so many standard deviations to either side
MIN_CHANGE = 0.25  # of a factor's standard deviation over all digits
DIGIT_CODES = {
    "principal components": examples.digits_pca,
    "independent components": examples.digits_ica,
}


def measured_digits(code: str) -> dict[str, Any]:
    """Images, factors and latents of a code in plain values; kept: scikit-learn comes slowly."""

    def measure() -> dict[str, Any]:
        images, rep = digits_world()[0], DIGIT_CODES[code]()
        factors, latents = rep.factors.tolist(), rep.latents.tolist()
        return {"images": images.astype(int).tolist(), "factors": factors, "latents": latents}

    return background.cached("digits", code, measure)


@dataclass(frozen=True)
class Digits:
    """Handwriting under a code: images (n, 8, 8), what is measured of them, and the latents.

    z : standardised latents.   weights, offset : the best linear way back to pixels.
    spreads : of the measured factors over all digits (standard deviations).
    """

    images: Floats
    rep: Representation
    z: Floats
    weights: Floats
    offset: Floats
    spreads: Floats


@functools.cache
def _digits_with_decoder(code: str) -> Digits:
    raw = measured_digits(code)
    images, names = np.array(raw["images"], float), ("digit", *MEASURED)
    rep = Representation(raw["factors"], raw["latents"], factor_names=names)
    z = (rep.latents - rep.latents.mean(0)) / rep.latents.std(0)
    design = np.column_stack([z, np.ones(len(z))])
    weights, *_ = np.linalg.lstsq(design, images.reshape(len(images), -1), rcond=None)
    return Digits(images, rep, z, weights[:-1], weights[-1], rep.factors[:, 1:].std(0))


def decoded(code: str, latents: list[float]) -> np.ndarray:
    """The image (8, 8), ink from 0 to 1, that a straight line makes of standardised latents."""
    model = _digits_with_decoder(code)
    pixels = np.array(latents) @ model.weights + model.offset
    return np.clip(pixels / 16, 0, 1).reshape(8, 8)


def _image(x: float, y: float, size: float, image: np.ndarray, key: str) -> str:
    """Pixels as small squares, which fade when they change."""
    unit = size / len(image)
    squares = [
        rect(x + c * unit, y + r * unit, unit + 0.3, unit + 0.3, shade(ink), key=f"{key}{r}{c}")
        for r, row in enumerate(image)
        for c, ink in enumerate(row)
    ]
    return "".join(squares) + rect(x, y, size, size, "none", GRID)


@panel(210, min_width=250, max_width=330)
def _digit_panel(canvas: Canvas, code: str, sample: int, latents: list[float]) -> None:
    """The handwritten image, and what its ten numbers say it looks like."""
    model = _digits_with_decoder(code)
    x, y, w, _ = canvas.box
    size = min((w - 16) / 2, 150)
    canvas.title(
        f"the digit {model.rep.factors[sample, 0]:.0f}, and what its numbers draw", "a digit"
    )
    canvas.add(_image(x, y + 28, size, model.images[sample] / 16, "a"))
    canvas.add(_image(x + size + 16, y + 28, size, decoded(code, latents), "b"))
    for offset, label in ((0, "as written"), (size + 16, "from its latents")):
        canvas.note(x + offset + size / 2, y + size + 44, label, "middle")


PITCH = 29.0  # pixels from one latent to the next: a finger finds one of them


def _latent_bars(rep: Representation, latents: list[float]) -> Panel:
    """Ten bars around 0, each with a handle."""

    @panel(34 + PITCH * len(latents), min_width=270, max_width=420)
    def draw(canvas: Canvas) -> None:
        x, y, w, _ = canvas.box
        canvas.title("drag a latent and watch the digit change", "drag a latent")
        left, right = x + 92, x + w - 14
        middle, half = (left + right) / 2, (right - left) / 2
        canvas.line(middle, y + 26, middle, y + 26 + PITCH * len(latents), GRID)
        for i, (name, value) in enumerate(zip(rep.latent_names, latents)):
            row_y = y + 28 + PITCH * i
            end = middle + value / REACH * half
            canvas.text(left - 8, row_y + 15, short(name, 84), "end", FAINT, link=name)
            canvas.rect(
                min(middle, end), row_y + 4, abs(end - middle), 14, PART, key=f"bar{i}", link=name
            )
            axis = Axis(f"latents/{i}", value, -REACH, REACH, 0.1, "x", left, right)
            handle = Handle(name, (axis,), f"{value:.1f} standard deviations")
            canvas.circle(end, row_y + 11, 7, MARK, key=f"knob{i}", handle=handle, link=name)

    return draw()


def changes_of(code: str, before: list[float], after: list[float]) -> dict[str, float]:
    """What the drawn image has gained in each measured factor, in spreads over all digits.

    0 for what cannot be measured since too little ink is left.
    """
    images = 16 * np.array([decoded(code, before), decoded(code, after)])
    with np.errstate(all="ignore"):
        old, new = measured(images)
        change = np.nan_to_num((new - old) / _digits_with_decoder(code).spreads, posinf=0, neginf=0)
    changes = dict(zip(MEASURED, change.tolist()))
    del changes["stroke"]  # it counts pixels of ridges, and a blurred drawing has none to count
    return changes


@panel(210, min_width=250, max_width=330)
def _changes_panel(canvas: Canvas, changes: dict[str, float]) -> None:
    """A bar to either side for every measured factor of the drawn image."""
    reach = 2.5  # spreads
    x, y, w, _ = canvas.box
    canvas.title("what moved, in standard deviations?", "what moved (in deviations)?")
    left, right = x + 62, x + w - 46
    middle, half = (left + right) / 2, (right - left) / 2
    canvas.rect(left, y + 24, right - left, 28 * len(changes), GROUND, GRID)
    for j, (name, change) in enumerate(changes.items()):
        row_y, end = y + 28 + 28 * j, middle + np.clip(change / reach, -1, 1) * half
        canvas.text(left - 8, row_y + 15, name, "end", FAINT, link=name)
        style: Style = {"key": f"change{j}", "link": name}
        style["title"] = f"{name}: {change:+.2f} spreads"
        canvas.rect(min(middle, end), row_y + 2, abs(end - middle), 16, MARK, **style)
        style = {"font_size": "11", "key": f"changen{j}"}
        rounded = round(change, 1) + 0.0  # no -0.0
        canvas.text(right + 6, row_y + 15, f"{rounded:+.1f}", "start", FAINT, **style)
    bottom = y + 24 + 28 * len(changes)
    canvas.line(middle, y + 24, middle, bottom, FAINT)
    for label_x, label in ((left, "less"), (middle, "as before"), (right, "more")):
        canvas.note(label_x, bottom + 16, label, "middle")


def _bits_panel(matrix: InformativenessMatrix, latent: int | None, chance: Floats) -> Panel:
    """What latents tell about factors; the dragged latent's row is framed.

    Below it: all there is to know of each factor, and what counts invent where nothing is told.
    """
    rows, columns = matrix.values.shape
    below = {"all there is": np.asarray(matrix.factor_entropy), "chance: max": chance}

    def over(to_pixels: Place) -> str:
        out = []
        for j, (name, values) in enumerate(below.items()):
            (left, top), faint = to_pixels(rows, 0), {"fill": FAINT, "font_size": "11"}
            row_y = top + 18 + 17 * j
            out.append(text(left - 7, row_y, name, "end", **faint))
            for k, value in enumerate(values):
                out.append(text(to_pixels(rows, k + 0.5)[0], row_y, f"{value:.2f}", **faint))
        if latent is not None:
            (x, y), (x2, y2) = to_pixels(latent, 0), to_pixels(latent + 1, columns)
            style: Style = {"stroke_width": "3", "pointer_events": "none", "key": "row"}
            out.append(rect(x - 1, y, x2 - x + 2, y2 - y, "none", MARK, **style))
        return "".join(out)

    title = "bits that a latent tells about a factor; 1 bit is a yes or no"
    return matrix_panel(matrix, min_width=330, cell=30, title=title, over=over, below=36)


def _digit_latents(code: str, sample: int) -> list[float]:
    """The latents of a digit, as far as the bars reach."""
    return [
        round(float(z), 3) for z in np.clip(_digits_with_decoder(code).z[sample], -REACH, REACH)
    ]


def draw_digits(code: str, sample: int, latents: list[float], memory: LastDragged) -> Picture:
    """A handwritten digit, its ten latents to drag, and the bits that each tells."""
    rep = _digits_with_decoder(code).rep
    current = latents or _digit_latents(code, sample)
    matrix = measures.mutual_information(rep)
    latent = memory.latent
    before = list(current)  # as it was, but for the drags of other latents
    caption = "Ten numbers keep the gist of 64 pixels. Drag one of them: which factor moves?"
    if latent is not None:
        before[latent] = _digit_latents(code, sample)[latent]
    changes = changes_of(code, before, current)
    if latent is not None:
        caption = (
            f"{rep.latent_names[latent]} from {before[latent]:.1f} to {current[latent]:.1f}: "
            f"{_describe_largest(changes)}. The framed row: what it tells over all 1,797 digits."
        )
    alt = f"A handwritten digit and the image made from its ten latents ({code}). {caption}"
    panels = (
        stack(_digit_panel(code, sample, current), _changes_panel(changes)),
        _latent_bars(rep, current),
        _bits_panel(matrix, latent, _shuffled_bits(code)),
    )
    details = (
        "Counts find some bits even where nothing is told. To see how many, the latents were "
        "shuffled among the images and counted again: the last row has the most of any latent.\n"
        "To be counted, latents and measured factors are cut into 21 bins of equal width.\n"
        "What moved is measured in standard deviations over all 1,797 digits."
    )
    return Picture(panels=panels, description=alt, text=details, scores={}, caption=caption)


@functools.cache
def _shuffled_bits(code: str) -> Floats:
    """The most that any latent tells of each factor once the rows of the latents are shuffled."""
    return measures.mutual_information(shuffled(_digits_with_decoder(code).rep, 0)).values.max(0)


def _describe_largest(changes: dict[str, float]) -> str:
    """The two factors that changed most, if any changed to speak of."""
    first, second = sorted(changes, key=lambda name: -abs(changes[name]))[:2]
    if abs(changes[first]) < MIN_CHANGE:
        return "hardly anything changed"
    sentence = f"the {first} changed most ({changes[first]:+.1f} standard deviations)"
    if abs(changes[second]) < 0.05:
        return f"{sentence}, nothing else to speak of"
    return f"{sentence}, then the {second} ({changes[second]:+.1f})"


def _current_digit_code(values: dict) -> list[float]:
    return _digit_latents(values["code"], values["sample"])


class DigitsLab(CodeLab):
    """The code of the chosen digit."""

    codes = {"latents": _current_digit_code}


@lab
def handwriting(after: After = None) -> Lab:
    """Real handwriting under ten components: drag one and see what it moves."""
    controls = {
        "code": choice("code", list(DIGIT_CODES), "principal components"),
        "sample": whole("image (0 to 99)", 15, 0, 99),
        "latents": code_control("latents", 10),
    }
    options: Keywords = {"initial_state": LastDragged(), "describe_change": use_caption}
    options["update_state"] = follow_code(("sample", "code"), _current_digit_code)
    return DigitsLab(draw_digits, controls, **options, after=after)


# ----------------------------------------------------------------------- two models, side by side

SIDES = {"left": "A", "right": "B"}
ROWS = 4  # latents of each that are shown: those that change the picture most
# From where on a change is one that the eye sees: pixels, share of size, share of the shape.
VISIBLE_CHANGES = {"across": 0.7, "down": 0.7, "size": 0.1, "shape": 0.07}
LARGE = 216.0  # pixels of the drawing
END_SHARE = 0.8  # of a knob's way is from end to end


def _current_shape_code(letter: str, values: dict) -> list[float]:
    return code_of_sprite(pretrained.PAIR[letter], values["start"])


class TwoModelsLab(CodeLab):
    """A code on either side."""

    codes = {side: functools.partial(_current_shape_code, letter) for side, letter in SIDES.items()}


@functools.lru_cache(maxsize=64)
def _loudest(name: str, start: int) -> list[int]:
    """The latents whose sweeps change most, in their order."""
    sheet = drawer(name).sweeps(current_code(name, start, []))
    change = np.abs(np.diff(sheet, axis=1)).mean((1, 2, 3))
    return sorted(np.argsort(-change, kind="stable")[:ROWS].tolist())


def _side_panel(side: str, code: Floats, start: int) -> Panel:
    """What one network draws now, the shape it began with, and a knob for each loud number."""
    letter = SIDES[side]
    model = drawer(pretrained.PAIR[letter])
    image = model.decode(code[None])[0]

    @panel(LARGE + 40, min_width=300, max_width=540)
    def draw(canvas: Canvas) -> None:
        x, y, _, _ = canvas.box
        canvas.title(f"network {letter} draws")
        canvas.add(image_at(x + 10, y + 28, LARGE, image, f"{side} image"))
        left = x + 10 + LARGE + 14
        canvas.add(image_at(left, y + 28, 64, model.original(start), f"{side} shape"))
        for j, label in enumerate(("the shape", "it began with")):
            canvas.note(left, y + 108 + 15 * j, label)

    title = f"drag a knob: {ROWS} of {letter}'s {len(code)} numbers"
    options: Keywords = {"title": title, "control": side}
    options |= {"only": _loudest(model.name, start), "row": 48.0}
    options |= {"min_width": 300, "key": side, "word": letter}
    return stack(draw(), sheet_panel(model, code, **options))


@dataclass(frozen=True)
class KnobEnd:
    """A knob near one of its ends, and which changes the eye sees there."""

    side: str
    latent: int
    high: bool
    seen: tuple[str, ...]


@dataclass(frozen=True)
class KnobMemory:
    """Which knob was turned last, as (side, latent), and all ends that knobs have reached."""

    last: tuple[str, int] | None = None
    ends: tuple[KnobEnd, ...] = ()


def draw_two_models(
    left: Sequence[float],
    right: Sequence[float],
    start: int,
    memory: KnobMemory,
) -> Picture:
    """Two models that learned to draw the same shapes from eight numbers each."""
    codes = {"left": left, "right": right}
    now = {
        side: current_code(pretrained.PAIR[letter], start, codes[side])
        for side, letter in SIDES.items()
    }
    panels = tuple(_side_panel(side, code, start) for side, code in now.items())
    trained = "; ".join(f"{letter}: {model_name(name)}" for letter, name in pretrained.PAIR.items())
    caption = "Drag a knob on either side: does one thing change, or do several at once?"
    if memory.last:
        side, latent = memory.last
        caption = _describe_knob(side, start, now[side], latent)
    count = len(now["left"])
    alt = f"Two networks draw a shape, each from {count} numbers; {ROWS} of each to drag. {caption}"
    details = (
        f"How they were trained: {trained}. Both are ours.\n"
        "Each sentence compares with the drawing at the knob's first place; the other knobs stay.\n"
        f"Changes below {VISIBLE_CHANGES['across']:g} of a pixel, {VISIBLE_CHANGES['size']:.0%} of "
        f"size or {VISIBLE_CHANGES['shape']:.0%} of shape are not mentioned.\n"
        "Shape: the share by which the two drawings differ, laid over each other in one size."
    )
    return Picture(panels=panels, description=alt, text=details, scores={}, caption=caption)


def latent_changes(side: str, start: int, code: Floats, i: int) -> dict[str, float]:
    """What one latent has changed since the start, the others as they are now.

    across and down in pixels, size as a share, shape as the share that differs.
    """
    model = drawer(pretrained.PAIR[SIDES[side]])
    as_before = code.copy()
    as_before[i] = model.start(start)[i]
    before, after = model.decode([as_before, code])
    (x0, y0, full0), (x1, y1, full1) = bright_center(before), bright_center(after)
    differences = {"across": x1 - x0, "down": y1 - y0, "size": full1 / full0 - 1}
    return differences | {"shape": reshaped(before, after)}


def seen_of(changed: dict[str, float]) -> list[str]:
    """Those of the changes that the eye sees."""
    return [
        name for name, change in changed.items() if round(abs(change), 2) >= VISIBLE_CHANGES[name]
    ]


def _describe_knob(side: str, start: int, code: Floats, i: int) -> str:
    changed = latent_changes(side, start, code, i)
    across, down = changed["across"], changed["down"]
    phrases = {
        "across": f"{abs(across):.1f} pixels {'right' if across > 0 else 'left'}",
        "down": f"{abs(down):.1f} pixels {'down' if down > 0 else 'up'}",
        "size": f"size {changed['size']:+.0%}",
        "shape": f"shape {changed['shape']:.0%} different",
    }
    noticed = seen_of(changed)
    listing = f": {', '.join(phrases[name] for name in noticed)}" if noticed else ""
    return f"{SIDES[side]}{i + 1} changes {COUNT_PHRASES[len(noticed)]}{listing}."


COUNT_PHRASES = (
    *("hardly anything", "one thing", "two things at once"),
    *("three things at once", "all four things at once"),
)


def _reached_end(side: str, values: dict, i: int) -> list[KnobEnd]:
    """Where a knob stands, if it is near one of its ends."""
    model = drawer(pretrained.PAIR[SIDES[side]])
    code = np.array(values[side])
    way = (code[i] - model.low[i]) / (model.high[i] - model.low[i])
    if (1 - END_SHARE) / 2 < way < (1 + END_SHARE) / 2:
        return []
    return [
        KnobEnd(side, i, way > 0.5, tuple(seen_of(latent_changes(side, values["start"], code, i))))
    ]


def _both_ends(values: dict) -> list[tuple[KnobEnd, KnobEnd]]:
    """The low and the high end of each knob that was at both."""
    ends: dict[tuple[str, int, bool], KnobEnd] = {
        (end.side, end.latent, end.high): end for end in values["memory"].ends
    }
    pairs = ((end, ends.get((end.side, end.latent, True))) for end in ends.values() if not end.high)
    return [(low, high) for low, high in pairs if high]


def _from_end_to_end(side: str, values: dict) -> bool:
    return any(low.side == side for low, _ in _both_ends(values))


def _with_one_meaning(values: dict) -> bool:
    return any(low.seen == high.seen and len(low.seen) == 1 for low, high in _both_ends(values))


@lab
def two_models(after: After = None) -> Lab:
    """Two networks draw the same shapes: drag one number of each, and see what it means."""
    controls = {side: code_control(side, 8) for side in SIDES}
    controls["start"] = whole("begin with shape", 3, 0, 17)
    tasks: dict[str, Callable[[dict], bool]] = {
        f"one of {letter}'s knobs, from end to end": functools.partial(_from_end_to_end, side)
        for side, letter in SIDES.items()
    }
    tasks["find a knob that changes one thing only, at both its ends"] = _with_one_meaning
    options: Keywords = {
        "initial_state": KnobMemory(),
        "update_state": _follow_two,
        "describe_change": use_caption,
    }
    return TwoModelsLab(draw_two_models, controls, **options, tasks=tasks, after=after)


def _follow_two(before: dict, now: dict) -> dict:
    """Another shape brings its own codes; the knob that was dragged is talked about."""
    if before["start"] != now["start"]:
        return now | {"left": [], "right": [], "memory": KnobMemory()}
    for side, letter in SIDES.items():
        if now[side] and before[side] != now[side]:
            model = drawer(pretrained.PAIR[letter])
            i = most_changed_latent(
                current_code(model.name, before["start"], before[side]), now[side]
            )
            ends = (*now["memory"].ends, *_reached_end(side, now, i))
            return now | {"memory": KnobMemory((side, i), ends)}
    return now
