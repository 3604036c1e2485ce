"""Turn and bend the directions of two factors, and see which of three judges is fooled."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .... import measures, viz, widgets
from ....matrices import Matrix
from ....types import Floats
from ...common.directions import DirectionHandles, directions_panel
from ..data import FOREST, HIGH, Scores, judged, mixed_code, other_weights, weights

SHOWN = 150
PURE = 1e-6  # the largest share of another factor in a pure latent
SHORTER = 0.75
RANKS = "ranks"
STRAIGHT, BENT, LINEAR = "order and sign", "order, sign and bend", "a linear map"
POWERS = (1, 3, 5, 9, 15, 21)
CELL = 46


def is_right(promised: str, pure: bool, between: float, power: int) -> bool:
    """Whether the code is what was promised."""
    if promised == LINEAR:
        return power == 1 and between > 0
    return pure and (power == 1 or promised == BENT)


def describe_latents(shares: Floats, rows: Floats) -> str:
    """The composition of the latents."""
    if dead := [f"latent {i + 1}" for i in np.flatnonzero(~rows.any(1))]:
        return f"{viz.enumerated(dead).capitalize()} never moves."
    if shares.max() < PURE:
        return "Each latent follows one factor."
    first, second = (f"{share:.0%}" for share in shares)
    return f"The other factor has {first} of the weights of latent 1 and {second} of latent 2."


def describe_judges(right: bool, promised: str, scores: Scores) -> str:
    """Whether the code is right, and which judges are wrong about it."""
    high = [name for name, value in scores.items() if value >= HIGH]
    low = [name for name in scores if name not in high]
    if right and not low:
        return f"The code is right up to {promised}, and all judges agree"
    if right:
        are = "is" if len(low) == 1 else "are"
        return (
            f"The code is right up to {promised}, but {viz.enumerated(low)} {are} below {HIGH:g}, "
            "a false alarm"
        )
    if high:
        return f"The code is wrong, even up to {promised}, but {satisfied_judges(high)}"
    return f"The code is wrong, even up to {promised}, and no judge gives {HIGH:g}"


def satisfied_judges(high: Sequence[str]) -> str:
    """The judges that give a high score."""
    return f"{viz.enumerated(high)} {'gives' if len(high) == 1 else 'give'} {HIGH:g} or more"


@viz.panel(300, min_width=210, max_width=340)
def tips_panel(canvas: viz.Canvas, rotation: float, between: float) -> None:
    """Both directions with their handles, and their angles below; factor 2 is drawn shorter."""
    lengths = np.array([1.0, SHORTER])[:, None, None]  # so that the two tips never coincide
    directions = weights(rotation, between).T[:, None] * lengths
    handles = DirectionHandles(rotation, between, farthest=180, turns="turn both directions")
    directions_panel(directions, [1.0], (0, 1), "latents 1, 2", handles, 300).draw(canvas)
    x, y, _, height = canvas.box
    angles = f"factor 1 at {rotation}°, factor 2 at {rotation + between}°"
    canvas.note(x, y + height - 4, angles, key="angles")


@viz.panel(
    height=lambda matrix, cell: viz.matrix_height(matrix, cell),
    min_width=250,
    max_width=lambda matrix, cell: viz.matrix_width(matrix, cell),
)
def matched_panel(
    canvas: viz.Canvas,
    matrix: Matrix,
    matched: NDArray[np.int64],
    cell: float = CELL,
) -> None:
    """Correlations, with a frame around each cell that MCC takes."""
    to_pixels = viz.draw_matrix(canvas, matrix, title="correlation; framed: matched", cell=cell)
    for k, i in enumerate(matched):
        (x, y), (right, low) = to_pixels(i, k), to_pixels(i + 1, k + 1)
        frame = {"stroke_width": "3", "pointer_events": "none", "key": f"match{k}"}
        canvas.rect(x, y, right - x, low - y, "none", viz.CHOSEN, **frame)


@widgets.lab(
    {
        "rotation": widgets.moved_by_handle(
            widgets.whole("turn both directions, degrees", 0, 0, 180, 5)
        ),
        "between": widgets.moved_by_handle(
            widgets.whole("angle between the factors", 90, 0, 90, 5)
        ),
        "power": widgets.choice("power of each latent", POWERS, 1),
        "correlation": widgets.number("correlation of the factors", 0, 0, 0.95, 0.05),
        "read": widgets.choice("judges read", ["numbers", RANKS], "numbers"),
        "promised": widgets.choice("promised, up to", [STRAIGHT, BENT, LINEAR], BENT),
    },
    describe_change=widgets.describe_by_caption,
)
def guarded(
    rotation: int, between: int, power: int, correlation: float, read: str, promised: str
) -> viz.Picture:
    """Turn, bend and correlate two factors, and see which judge is wrong about the code."""
    rep = mixed_code(rotation, between, power, correlation, read == RANKS)
    scores, start = judged(rep), judged(mixed_code(0, 90))
    matrix, rows = measures.correlations(rep), weights(rotation, between)
    matched, shares = measures.match_factors_to_latents(matrix), other_weights(rows)
    pure = bool(rows.any(1).all() and shares.max() < PURE)
    listed = ", ".join(f"{name} ({value:.3f})" for name, value in scores.items())
    latent, span = int(matched[0]), (-1.05, 1.05)
    points = np.column_stack([rep.latents[:, latent], rep.factors[:, 0]])[:SHOWN]
    labels = "factor 1 against its matched latent", f"latent {latent + 1}", "factor 1"
    cells = ", ".join(
        f"{name} ({line[0]:.3f} and {line[1]:.3f})"
        for name, line in zip(rep.latent_names, matrix.values)
    )
    return viz.Picture(
        panels=(
            tips_panel(rotation, between),
            viz.stack(
                viz.bars_panel("scores; strokes mark the start", scores, marks=start),
                matched_panel(matrix, matched),
            ),
            viz.scatter_panel(labels, points, x_range=span, y_range=span),
        ),
        shows="Directions of two factors in two latents, and three scores.",
        caption=f"{describe_judges(is_right(promised, pure, between, power), promised, scores)}.",
        text=f"{listed}.\n{describe_latents(shares, rows)}\nCorrelations with factors 1 and 2, "
        f"without their signs: {cells}.\n{len(rep)} samples, one repetition. Linear R² is measured "
        f"on a quarter of them, and the forest of D has {FOREST} trees.",
        scores=scores,
    )
