"""Rotate a latent space, or bring two factors together: which scores notice?"""

import functools

import numpy as np

from .... import Representation, completeness, disentanglement, iwo, iwr, mig, sap, viz, widgets
from ....measures.subspaces import DIGITS, Subspaces, completed
from ....types import Floats
from ...common.directions import FACTORS, MIN_WEIGHT, DirectionHandles, directions_panel
from ...common.scores import Scores, listed_scores

SAMPLES = 1_500
LATENTS = 4
PLANES = ((0, 2), (1, 3))  # the rotation turns latents 1 and 3, and latents 2 and 4
STRAIGHT, SQUARES = "a straight line", "squares"
READS = {  # functions of the coordinates along the directions and of the importances
    STRAIGHT: lambda u, w: u @ np.sqrt(w),
    SQUARES: lambda u, w: (u**2) @ w,
    "cosines": lambda u, w: np.cos(2 * u) @ w,
}


def planes(
    rotation: float, between: float, share: float, overlap: int
) -> tuple[np.ndarray, np.ndarray]:
    """(2, 2, 4) directions of two factors in four latents, and their importances.

    between : degrees from each direction of factor 2 to those of factor 1 (90: at right angles).
    share : importance of each first direction.   overlap : directions in common.
    rotation : degrees by which the whole space is turned, afterwards, in each of PLANES.
    """
    angle = np.radians(between)
    first = np.eye(LATENTS)[:2]
    second = np.eye(LATENTS)[2:4] * np.sin(angle) + first * np.cos(angle)
    second[:overlap] = first[:overlap]
    turn, c, s = np.eye(LATENTS), np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    for a, b in PLANES:
        turn[[a, a, b, b], [a, b, a, b]] = c, s, -s, c
    return np.stack([first @ turn, second @ turn]), np.array([share, 1 - share])


def true_subspaces(directions: np.ndarray, weights: np.ndarray, reads: str) -> Subspaces:
    """Subspaces of two factors; a straight line has one direction, however many it mixes."""
    if reads == STRAIGHT:
        directions = (np.sqrt(weights) @ directions)[:, None]
        weights = np.ones(1)
    importances = np.zeros((len(directions), LATENTS))
    importances[:, : directions.shape[1]] = weights
    bases = np.stack([completed(rows) for rows in directions])
    return Subspaces(bases, importances, factor_names=list(FACTORS))


@functools.lru_cache(maxsize=64)
def scores_of(
    rotation: float, between: float, share: float, overlap: int, reads: str
) -> tuple[Scores, Scores, str]:
    """(exact scores of directions, scores of axes on samples, why IWO is what it is)."""
    directions, weights = planes(rotation, between, share, overlap)
    latents = np.random.default_rng(0).standard_normal((SAMPLES, LATENTS))
    factors = np.column_stack([READS[reads](latents @ rows.T, weights) for rows in directions])
    rep = Representation(
        factors.round(DIGITS), latents, factor_types="continuous", latent_types="continuous"
    )
    spaces = true_subspaces(directions, weights, reads)
    orthogonality, rank = iwo(spaces), iwr(spaces)
    axes = [
        disentanglement(rep, n_estimators=5),
        completeness(rep, n_estimators=5),
        mig(rep),
        sap(rep),
    ]
    exact = {"iwo": orthogonality.value, "iwr": rank.value}
    return exact, {score.metric: score.value for score in axes}, orthogonality.explanation


def brief(axes: Scores) -> Scores:
    """The scores of axes under the names that the chapter uses."""
    return dict(zip(("D", "C", "MIG", "SAP"), axes.values()))


def describe_angle(between: float, share: float, overlap: int) -> str:
    """The angle between the directions of the two factors, in words."""
    if not overlap:
        return f"The factors are {between} degrees apart"
    if overlap == 2 or share == 1:
        return "Both factors have the same directions"
    return f"The factors share one direction, and the other two are {between} degrees apart"


def describe_rotation(rotation: float) -> str:
    """A sentence on the rotation of the whole space."""
    return (
        f"The space is rotated by {rotation} degrees." if rotation else "The space is not rotated."
    )


def direction_panels(
    directions: Floats, weights: Floats, handles: DirectionHandles, drawn: str
) -> list[viz.Panel]:
    """The directions in each plane that has any, or in three latents at once."""
    if drawn == "3":
        return [directions_panel(directions, weights, (0, 2, 1), "latents 1, 3, 2", handles, 330)]
    sizes = np.abs(directions * weights[:, None])
    visible_planes = [plane for plane in PLANES if sizes[..., plane].max() > MIN_WEIGHT]
    height = 330 if len(visible_planes) == 1 else 240
    return [
        directions_panel(directions, weights, (a, b), f"latents {a + 1}, {b + 1}", handles, height)
        for a, b in visible_planes
    ]


@widgets.lab(
    {
        "rotation": widgets.moved_by_handle(
            widgets.whole("rotate the whole space, degrees", 0, 0, 90, 5)
        ),
        "between": widgets.moved_by_handle(
            widgets.whole("angle between the factors", 90, 0, 90, 5)
        ),
        "share": widgets.number("importance of the first direction", 1.0, 0.5, 1),
        "overlap": widgets.whole("shared directions", 0, 0, 2),
        "reads": widgets.choice("a factor reads", list(READS), STRAIGHT),
        "drawn": widgets.choice(
            "latents drawn", ["2", "3"], "2", ["two at a time", "three, at an angle"]
        ),
    },
    describe_change=widgets.describe_by_caption,
    tasks={
        "rotate the whole space by 45 degrees": lambda now: now["rotation"] == 45,
        "bring the factors to 60 degrees or less": lambda now: now["between"] <= 60,
        "let the factors read squares": lambda now: now["reads"] == SQUARES,
    },
)
def orthogonality(
    rotation: float, between: float, share: float, overlap: int, reads: str, drawn: str
) -> viz.Picture:
    """Rotate the space, or bring two factors together. Which scores notice which?"""
    exact, axes, because = scores_of(rotation, between, share, overlap, reads)
    _, not_turned, _ = scores_of(0, between, share, overlap, reads)
    handles = DirectionHandles(rotation, between, overlap)
    bars = viz.stack(
        viz.bars_panel("scores of directions", exact, key="exact"),
        viz.bars_panel(
            "scores of axes; stroke: not rotated", brief(axes), marks=brief(not_turned), key="axes"
        ),
    )
    directions, weights = planes(rotation, between, share, overlap)
    return viz.Picture(
        panels=(*direction_panels(directions, weights, handles, drawn), bars),
        shows="Directions of two factors in four latents.",
        caption=f"{describe_angle(between, share, overlap)}. {describe_rotation(rotation)} "
        f"IWO is {exact['iwo']:.2f} and D is {axes['disentanglement']:.2f}.",
        text=f"Scores of directions, exact: {listed_scores(exact)}.\nScores of axes, on "
        f"{SAMPLES:,} samples with forests of 5 trees: {listed_scores(axes)}.\nIWO: {because}",
        scores=exact | axes,
    )
