"""Directions turned by hand, and planes read by polynomials of several sizes."""

import functools
from collections.abc import Callable

import numpy as np

from ...measures.subspaces import DIGITS, Subspaces, completed, inclined_planes
from ...metrics import completeness, disentanglement, explicitness_es, iwo, iwr, mig, sap
from ...representation import Representation
from ...viz.canvas import stack
from ...viz.handles import Axis, Handle
from ...viz.panels import bars_panel, curve_panel
from ...viz.picture import Picture
from ...viz.svg import Keywords
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, dragged, number, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ..common.directions import FACTORS, MIN_WEIGHT, DirectionHandles, directions_panel
from ..common.scores import listed_scores

SAMPLES = 1_500
READS = {
    "a straight line": lambda u, w: u @ np.sqrt(w),
    "squares": lambda u, w: (u**2) @ w,
    "cosines": lambda u, w: np.cos(2 * u) @ w,
}

PLANES = ((0, 2), (1, 3))  # latents 1 and 3, latents 2 and 4: what the rotation turns


def planes(
    rotation: float, between: float, share: float, overlap: int, L: int = 4
) -> tuple[np.ndarray, np.ndarray]:
    """(2, 2, L) directions of two factors in L latents, and their importances (share, 1 - share).

    between : degrees from each direction of factor 2 to those of factor 1 (90: at right angles).
    overlap : directions in common.   rotation : degrees by which the whole space is turned,
    afterwards, in the planes of latents 1 and 3, and 2 and 4.
    """
    angle = np.radians(between)
    first = np.eye(L)[:2]
    second = np.eye(L)[2:4] * np.sin(angle) + np.eye(L)[:2] * np.cos(angle)
    second[:overlap] = first[:overlap]
    turn_matrix, c, s = np.eye(L), np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    for a, b in PLANES:
        turn_matrix[[a, a, b, b], [a, b, a, b]] = c, s, -s, c
    return np.stack([first @ turn_matrix, second @ turn_matrix]), np.array([share, 1 - share])


def _true_subspaces(directions: np.ndarray, weights: np.ndarray, reads: str) -> Subspaces:
    """The Subspaces of two factors; a straight line has one direction, however many it mixes."""
    L = directions.shape[-1]
    if reads == "a straight line":
        directions = (np.sqrt(weights) @ directions)[:, None]
        weights = np.ones(1)
    importances = np.zeros((len(directions), L))
    importances[:, : directions.shape[1]] = weights
    bases = np.stack([completed(rows) for rows in directions])
    return Subspaces(bases, importances, factor_names=list(FACTORS))


@functools.lru_cache(maxsize=64)
def _score_directions(
    rotation: float, between: float, share: float, overlap: int, reads: str, seed: int = 0
) -> tuple[dict[str, float], dict[str, float], str]:
    """(exact scores of directions, scores of axes on samples, why IWO is what it is)."""
    directions, weights = planes(rotation, between, share, overlap)
    c = np.random.default_rng(seed).standard_normal((SAMPLES, 4))
    factors = np.column_stack([READS[reads](c @ rows.T, weights) for rows in directions])
    factors = factors.round(DIGITS)
    rep = Representation(factors, c, factor_types="continuous", latent_types="continuous")
    spaces = _true_subspaces(directions, weights, reads)
    exact = {"iwo": iwo(spaces).value, "iwr": iwr(spaces).value}
    axes = [
        disentanglement(rep, n_estimators=5),
        completeness(rep, n_estimators=5),
        mig(rep),
        sap(rep),
    ]
    return exact, {score.metric: score.value for score in axes}, iwo(spaces).explanation


def _plane_name(plane: tuple[int, int]) -> str:
    return f"latents {plane[0] + 1}, {plane[1] + 1}"


def _describe_angle(between: float, share: float, overlap: int) -> str:
    """How the directions of the two factors lie to each other."""
    if not overlap:
        return f"The factors are {between} degrees apart"
    if overlap == 2 or share == 1:
        return "Both factors have the same directions"
    return f"The factors share their first direction, and their second are {between} degrees apart"


def draw_orthogonality(
    rotation: float, between: float, share: float, overlap: int, reads: str, drawn: str
) -> Picture:
    """Exact IWO and IWR beside scores that read axes, on 1,500 samples."""
    exact, axes, because = _score_directions(rotation, between, share, overlap, reads)
    straight, still, _ = _score_directions(0, between, share, overlap, reads)
    directions, weights = planes(rotation, between, share, overlap)
    caption = (
        f"{_describe_angle(between, share, overlap)}, and the space is turned by {rotation}: IWO "
        f"is {exact['iwo']:.2f}, D is {axes['disentanglement']:.2f}."
    )
    lines = [
        listed_scores(exact) + ": exact, from the directions themselves.",
        listed_scores(axes) + f": on {SAMPLES:,} samples, forests of 5 trees.",
        because,
    ]
    alt = f"Directions of two factors in four latents. {caption} {' '.join(lines)}"
    handles = DirectionHandles(rotation, between, overlap)
    if drawn == "2":
        sizes = np.abs(directions * weights[:, None])
        visible_planes = [plane for plane in PLANES if sizes[..., plane].max() > MIN_WEIGHT]
        height = 330 if len(visible_planes) == 1 else 240
        panels = [
            directions_panel(directions, weights, plane, _plane_name(plane), handles, height)
            for plane in visible_planes
        ]
    else:
        panels = [directions_panel(directions, weights, (0, 2, 1), "latents 1, 3, 2", handles, 330)]
    bars = stack(
        bars_panel("scores of directions", exact, key="exact"),
        bars_panel("scores of axes; a stroke: not turned", axes, marks=still, key="axes"),
    )
    return Picture(
        panels=(*panels, bars),
        description=alt,
        text="\n".join(lines),
        scores=exact | axes,
        caption=caption,
    )


@lab
def orthogonality(after: After = None) -> Lab:
    """Turn the space; bring two factors together. Which scores notice which?"""
    controls = {
        "rotation": dragged(whole("turn the whole space, degrees", 0, 0, 90, 5)),
        "between": dragged(whole("angle between the factors", 90, 0, 90, 5)),
        "share": number("importance of the first direction", 1.0, 0.5, 1),
        "overlap": whole("directions in common", 0, 0, 2),
        "reads": choice("a factor reads", list(READS), "a straight line"),
        "drawn": choice("latents drawn", ["2", "3"], "2", ["two at a time", "three, aslant"]),
    }
    tasks: dict[str, Callable[[dict], bool]] = {
        "turn the whole space to 45 degrees": lambda now: now["rotation"] == 45,
        "bring the factors within 60 degrees": lambda now: now["between"] <= 60,
        "let the factors read squares": lambda now: now["reads"] == "squares",
    }
    return Lab(draw_orthogonality, controls, describe_change=use_caption, tasks=tasks, after=after)


# --------------------------------------------------------------------------------------- four cases

_case = functools.lru_cache(maxsize=32)(inclined_planes)
CASE = {
    ("squares", True): "i",
    ("squares", False): "ii",
    ("cosines", True): "iii",
    ("cosines", False): "iv",
}


class PlaneHandle:
    """The handle of the second plane."""

    def __init__(self, inclination: float) -> None:
        self.inclination = inclination

    def handle(self, factor: int, direction: int, centre: tuple[float, float]) -> Handle | None:
        """The second plane is inclined by the tip of its own direction."""
        if (factor, direction) != (1, 1):
            return None
        axis = Axis("inclination", self.inclination, 0, 90, 10, "turn", *centre)
        return Handle("angle between the planes", (axis,), f"{self.inclination} degrees")


@functools.lru_cache(maxsize=64)
def _case_scores(
    reads: str, inclination: float, frequency: float
) -> tuple[dict[str, float], np.ndarray, int]:
    """(scores, loss left by degree of the polynomial, samples)."""
    rep, spaces = _case(reads, inclination, frequency)
    explicit = explicitness_es(rep)
    forest = disentanglement(rep, n_estimators=5)
    scores = [iwo(spaces), explicit, forest]
    by_metric = {score.metric: score.value for score in scores}
    return by_metric, explicit.matrix.values.mean(1), len(rep)


def draw_four_cases(reads: str, inclination: float, frequency: float) -> Picture:
    """IWO sees the planes, explicitness the function, D wants axes."""
    scores, losses, samples = _case_scores(reads, inclination, frequency)
    angle = np.radians(inclination)
    directions = np.array(
        [[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, np.cos(angle), np.sin(angle)]]], dtype=float
    )
    lie = "orthogonal" if inclination == 90 else "inclined"
    caption = (
        f"Case ({CASE[reads, inclination == 90]}), {reads} on {lie} planes: IWO "
        f"{scores['iwo']:.2f} sees the planes, explicitness {scores['explicitness_es']:.2f} the "
        f"function, and D is {scores['disentanglement']:.2f}."
    )
    lines = [
        listed_scores(scores) + ".",
        f"iwo is exact; the others on {samples:,} samples (polynomials; forests of 5 trees).",
        "Two planes of three latents always share a line; here it is latent 1, and so iwo cannot "
        "exceed 0.5.",
    ]
    labels = "loss left, by degree", "degree of the polynomial", "share of loss"
    handles = PlaneHandle(inclination)
    panels = (
        directions_panel(
            directions, [0.8, 0.8], (1, 2, 0), "latents 2, 3, 1", handles, 300, filled=True
        ),
        curve_panel(labels, np.arange(1, len(losses) + 1), losses),
        bars_panel("scores", scores, step=30),
    )
    alt = f"{caption} {' '.join(lines)}"
    return Picture(
        panels=panels, description=alt, text="\n".join(lines), scores=scores, caption=caption
    )


@lab
def four_cases(after: After = None) -> Lab:
    """Two factors on two planes: incline the planes, or bend the function. Who notices what?"""
    controls = {
        "reads": choice("a factor reads", ["squares", "cosines"], "squares"),
        "inclination": dragged(whole("angle between the planes", 90, 0, 90, 10)),
        "frequency": number("frequency of the cosines", 4.0, 1, 8, 0.5),
    }
    tasks: dict[str, Callable[[dict], bool]] = {
        "bring the planes to 40 degrees": lambda now: now["inclination"] == 40,
        "read cosines on planes at 90 degrees": lambda now: (
            now["reads"] == "cosines" and now["inclination"] == 90
        ),
    }

    def idle(values: dict) -> list[str]:
        return [] if values["reads"] == "cosines" else ["frequency"]

    hears: Keywords = {
        "describe_change": use_caption,
        "tasks": tasks,
        "hidden_controls": idle,
        "after": after,
    }
    return Lab(draw_four_cases, controls, **hears)
