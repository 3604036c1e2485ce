"""Four cases of planes and functions, and what readers of several sizes make of them."""

import functools
from typing import Any

import numpy as np

from ...bench.changes import tells_itself
from ...bench.controls import choice, in_picture, number, whole
from ...bench.lab import Lab, lab
from ...measures.subspaces import inclined_planes
from ...metrics import disentanglement, explicitness_es, iwo
from ...show.panels import bars_panel, curve_panel
from ...show.svg import Axis, Handle, Picture
from ..shelf.directions import directions_panel
from ..shelf.scores import listed_scores

# --------------------------------------------------------------------------------------- four cases

_case = functools.lru_cache(maxsize=32)(inclined_planes)
CASE = {
    ("squares", True): "i",
    ("squares", False): "ii",
    ("cosines", True): "iii",
    ("cosines", False): "iv",
}


class Inclined:
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
    forest = disentanglement(rep, trees=5)
    scores = [iwo(spaces), explicit, forest]
    found = {score.metric: score.value for score in scores}
    return found, explicit.matrix.values.mean(1), len(rep)


def draw_four_cases(reads: str, inclination: float, frequency: float) -> Picture:
    """IWO sees the planes, explicitness the function, D wants axes."""
    scores, losses, samples = _case_scores(reads, inclination, frequency)
    apart = np.radians(inclination)
    directions = np.array(
        [[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, np.cos(apart), np.sin(apart)]]], dtype=float
    )
    lie = "orthogonal" if inclination == 90 else "inclined"
    said = (
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
    handles = Inclined(inclination)
    panels = (
        directions_panel(
            directions, [0.8, 0.8], (1, 2, 0), "latents 2, 3, 1", handles, 300, filled=True
        ),
        curve_panel(labels, np.arange(1, len(losses) + 1), losses),
        bars_panel("scores", scores, step=30),
    )
    alt = f"{said} {' '.join(lines)}"
    return Picture(panels, alt, "\n".join(lines), scores, said)


@lab
def four_cases(after: Any = None) -> Lab:
    """Two factors on two planes: incline the planes, or bend the function. Who notices what?"""
    controls = {
        "reads": choice("a factor reads", ["squares", "cosines"], "cosines"),
        "inclination": in_picture(whole("angle between the planes", 90, 0, 90, 10)),
        "frequency": number("frequency of the cosines", 4.0, 1, 8, 0.5),
    }
    return Lab(draw_four_cases, controls, tell=tells_itself, after=after)
