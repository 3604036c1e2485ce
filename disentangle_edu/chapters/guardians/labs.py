"""Labs on codes that theorems speak of: two latents to turn, tie and bend; and very many."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ... import measures
from ...background import cached
from ...metrics import linear_r2
from ...types import Floats
from ...viz.canvas import Canvas, panel
from ...viz.markdown import enumerated
from ...viz.panels import (
    Place,
    along,
    bars_panel,
    class_colour,
    draw_axes,
    legend,
    matrix_panel,
    scatter_panel,
)
from ...viz.svg import FAINT, MARK, PAPER, Handle, Panel, Picture, Style, rect, stack, text
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, number, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds.identifiability import crowd
from ..common.directions import DirectionHandles, directions_panel
from .data import (
    COUNTS,
    FOREST,
    HIGH,
    Scores,
    judged,
    judged_crowd,
    mixed_code,
    other_weights,
    weights,
)

SHOWN = 150
PURE = 1e-6  # share of another factor in a latent that follows one
SHORTER = 0.75
RANKS = "ranks"
STRAIGHT, BENT, LINEAR = "order and sign", "order, sign and bend", "a linear map"
NOISE, MIXTURES = KINDS = ("noise", "mixtures")
LEARNED = "R² as learned"
LINES = (0, 2, 3, 4)  # colours other than that of a mark
POWERS = (1, 3, 5, 9, 15, 21)


def _is_right(promised: str, pure: bool, between: float, power: int) -> bool:
    """Whether the code is what was promised."""
    if promised == LINEAR:
        return power == 1 and between > 0
    return pure and (power == 1 or promised == BENT)


def _describe_latents(shares: Floats, rows: Floats) -> str:
    """What the latents are made of."""
    if dead := [f"latent {i + 1}" for i in np.flatnonzero(~rows.any(1))]:
        return f"{enumerated(dead).capitalize()} never moves."
    if shares.max() < PURE:
        return "Each latent follows one factor."
    return "Of the weights of latents 1 and 2 the other factor has " + " and ".join(
        f"{share:.0%}" for share in shares
    )


def _describe_judges(right: bool, promised: str, scores: Scores) -> str:
    """Whether the code is right, and which judges see it."""
    high = [name for name, value in scores.items() if value >= HIGH]
    low = [name for name in scores if name not in high]
    if right:
        alarm = f"{enumerated(low)} below {HIGH:g}: a false alarm." if low else "All judges agree."
        return f"Right up to {promised}. {alarm}"
    fooled = f"{_satisfied_judges(high)}: fooled." if high else f"No judge says {HIGH:g}."
    return f"Wrong, even up to {promised}. {fooled}"


def _matched_frames(matched: NDArray[np.int64]) -> Callable[[Place], str]:
    """Frames around the cells that MCC takes."""

    def draw(to_pixels: Place) -> str:
        corners = [(*to_pixels(i, k), *to_pixels(i + 1, k + 1)) for k, i in enumerate(matched)]
        style: Style = {"stroke_width": "3", "pointer_events": "none"}
        return "".join(
            rect(x, y, right - x, low - y, "none", MARK, key=f"match{k}", **style)
            for k, (x, y, right, low) in enumerate(corners)
        )

    return draw


def _satisfied_judges(high: Sequence[str]) -> str:
    return f"{enumerated(high)} {'says' if len(high) == 1 else 'say'} {HIGH:g} or more"


def _tips_panel(rotation: float, between: float) -> Panel:
    """Both directions with their handles, and their angles below; factor 2 is drawn shorter."""
    lengths = np.array([1.0, SHORTER])[:, None, None]  # so that no tip lies on the other
    directions = weights(rotation, between).T[:, None] * lengths
    handles = DirectionHandles(rotation, between, farthest=180, turns="turn both directions")
    panel = directions_panel(directions, [1.0], (0, 1), "latents 1, 2", handles, 300)

    def draw(x: float, y: float, width: float, height: float) -> str:
        label = f"factor 1 at {rotation}°, factor 2 at {rotation + between}°"
        angles = text(x, y + height - 4, label, "start", FAINT, font_size="11", key="angles")
        return panel.draw(x, y, width, height) + angles

    return replace(panel, draw=draw)


def draw_guarded(
    rotation: int, between: int, power: int, correlation: float, read: str, promised: str
) -> Picture:
    """Two factors in two latents: what the three judges say, and whether they are right."""
    rep = mixed_code(rotation, between, power, correlation, read == RANKS)
    scores, start = judged(rep), judged(mixed_code(0, 90))
    matrix, rows = measures.correlations(rep), weights(rotation, between)
    matched, shares = measures.match_latents(matrix), other_weights(rows)
    latent = int(matched[0])
    points = np.column_stack([rep.latents[:, latent], rep.factors[:, 0]])[:SHOWN]
    right = _is_right(promised, bool(rows.any(1).all() and shares.max() < PURE), between, power)
    listed = ", ".join(f"{name} {value:.3f}" for name, value in scores.items())
    caption = f"{_describe_judges(right, promised, scores)} {listed}."
    labels = "factor 1 by its matched latent", f"latent {latent + 1}", "factor 1"
    span = (-1.05, 1.05)
    panels = (
        _tips_panel(rotation, between),
        stack(
            bars_panel("scores; stroke: at the start", scores, marks=start),
            matrix_panel(
                matrix, cell=46, title="correlation; framed: matched", over=_matched_frames(matched)
            ),
        ),
        scatter_panel(labels, points, np.zeros(SHOWN, int), x_range=span, y_range=span),
    )
    cells = "; ".join(
        f"{name}: {line[0]:.3f}, {line[1]:.3f}"
        for name, line in zip(rep.latent_names, matrix.values)
    )
    details = (
        f"{_describe_latents(shares, rows)}\nCorrelations with factors 1 and 2, without signs: "
        f"{cells}.\n{len(rep)} samples, one draw; linear R² on a quarter of them; a forest of "
        f"{FOREST} trees."
    )
    alt = f"Directions of two factors in two latents, and three scores. {caption}"
    return Picture(panels, alt, details, scores, caption)


@lab
def guarded(after: After = None, correlation: float = 0.0) -> Lab:
    """Turn, bend and tie two factors: which judge falls for a wrong code, which for a right one?"""
    controls = {
        "rotation": dragged(whole("turn both directions, degrees", 0, 0, 180, 5)),
        "between": dragged(whole("angle between the factors", 90, 0, 90, 5)),
        "power": choice("power of each latent", POWERS, 1),
        "correlation": number("correlation of the factors", correlation, 0, 0.95, 0.05),
        "read": choice("judges read", ["numbers", RANKS], "numbers"),
        "promised": choice("promised, up to", [STRAIGHT, BENT, LINEAR], BENT),
    }
    return Lab(draw_guarded, controls, describe_change=use_caption, after=after)


# ------------------------------------------------------------------------------ very many latents


def measured_many(code: str) -> dict[str, list[float]]:
    """The scores of every number of latents, in plain values."""
    mixed = code == MIXTURES
    runs = [judged_crowd(latents, mixed) for latents in COUNTS]
    learned = [linear_r2(crowd(latents, mixed), train_size=1).value for latents in COUNTS]
    return {name: [scores[name] for scores in runs] for name in runs[0]} | {LEARNED: learned}


@functools.cache
def _curves(code: str) -> dict[str, list[float]]:
    return cached("guardians", code, lambda: measured_many(code))


@panel(320, min_width=320, max_width=560)
def _counts_panel(canvas: Canvas, curves: dict[str, list[float]], step: int) -> None:
    """A line for each judge over the number of latents, and a mark to drag below them."""
    ticks = {float(j): f"{count:,}" for j, count in enumerate(COUNTS)}
    labels = "scores: drag the mark", "latents", "score"
    x, y, width, _ = canvas.box
    reach = -0.4, len(COUNTS) - 0.6
    to_pixels = draw_axes(canvas, labels, reach, (-0.14, 1.14), x_ticks=ticks)
    mark_xy = to_pixels(step, -0.07)
    canvas.line(*mark_xy, *to_pixels(step, 1), MARK, stroke_width="1.5", key="here")
    for k, (name, values) in zip(LINES, curves.items()):
        points = [to_pixels(*point) for point in enumerate(values)]
        canvas.polyline(points, class_colour(k), link=name, key=f"line{k}")
        canvas.markers(points, k, 4, link=name, key=f"dots{k}")
    ends = to_pixels(0, 0)[0], to_pixels(len(COUNTS) - 1, 0)[0]
    axis = along("step", step, (0, len(COUNTS) - 1), 1, ends)
    handle = Handle("number of latents", (axis,), f"{COUNTS[step]:,} latents")
    canvas.circle(*mark_xy, 9, MARK, stroke=PAPER, stroke_width="2", key="mark", handle=handle)
    canvas.add(legend(x, y + 24, width, dict(zip(LINES, curves))))


@panel(320, min_width=280, max_width=460)
def _disc_panel(canvas: Canvas, values: Floats, matched: NDArray[np.int64]) -> None:
    """A dot for each latent, by its correlations with two factors; rings around the matched."""
    labels = "each dot is a latent", "correlation with factor 1", "with factor 2"
    x, _, width, _ = canvas.box
    to_pixels = draw_axes(canvas, labels, (-0.03, 1.05), (-0.03, 1.05))
    canvas.markers([to_pixels(*pair) for pair in values[:, :2]], 0, key="latents")
    for k, latent in enumerate(matched[:2]):
        across, up = to_pixels(*values[latent, :2])
        canvas.circle(across, up, 8, "none", stroke=MARK, stroke_width="3", key=f"match{k}")
        right = across < x + width / 2
        label = f"of factor {k + 1}", "start" if right else "end"
        label_x = across + (12 if right else -12)
        canvas.text(label_x, up - 6, *label, font_size="11", key=f"word{k}")


def draw_many(step: int, code: str) -> Picture:
    """Latents of which none follows one factor: more and more of them."""
    latents, curves = COUNTS[step], _curves(code)
    rep = crowd(latents, code == MIXTURES)
    matrix = measures.correlations(rep)
    scores = {name: values[step] for name, values in curves.items()}
    what = "random mixtures of five" if code == MIXTURES else "noise beside five"
    listed = ", ".join(f"{name} {value:.2f}" for name, value in scores.items())
    high = [name for name, value in scores.items() if value >= HIGH and name != LEARNED]
    fooled = f"{_satisfied_judges(high)}." if high else f"No judge says {HIGH:g}."
    caption = f"{latents:,} latents, {what} factors: {listed}. {fooled}"
    panels = (
        _counts_panel(curves, step),
        _disc_panel(matrix.values, measures.match_latents(matrix)),
    )
    tops = "; ".join(
        f"{count:,}: " + ", ".join(f"{values[j]:.3f}" for values in curves.values())
        for j, count in enumerate(COUNTS)
    )
    details = (
        f"{', '.join(curves)} by the number of latents: {tops}.\n{len(rep)} samples, one draw; "
        f"linear R² on a quarter of them, 0 where it is negative; a forest of {FOREST} trees. "
        "Correlations without their signs."
    )
    alt = f"Correlations of latents with two factors, and scores over their number. {caption}"
    return Picture(panels, alt, details, scores, caption)


@lab
def many_latents(after: After = None, code: str = NOISE) -> Lab:
    """More and more latents that follow no factor: which judge is content at last?"""
    controls = {
        "step": dragged(whole("step", 0, 0, len(COUNTS) - 1)),
        "code": dragged(choice("latents are", KINDS, code)),
    }
    return Lab(draw_many, controls, describe_change=use_caption, after=after)
