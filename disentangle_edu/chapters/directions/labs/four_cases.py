"""Incline two planes, or bend a function: which scores notice which?"""

import functools
from dataclasses import dataclass

import numpy as np

from .... import disentanglement, explicitness_es, iwo, viz, widgets
from ....measures.subspaces import inclined_planes
from ....types import Floats
from ...common.directions import directions_panel
from ...common.scores import Scores, listed_scores

CASE = {
    ("squares", True): "i",
    ("squares", False): "ii",
    ("cosines", True): "iii",
    ("cosines", False): "iv",
}


@dataclass(frozen=True)
class PlaneHandle:
    """The second plane is inclined by the tip of its own direction."""

    inclination: float

    def handle(self, factor: int, direction: int, centre: tuple[float, float]) -> viz.Handle | None:
        """The handle at the tip of a direction, if it has one."""
        if (factor, direction) != (1, 1):
            return None
        axis = viz.Axis("inclination", self.inclination, 0, 90, 10, "turn", *centre)
        return viz.Handle("angle between the planes", (axis,), f"{self.inclination} degrees")


@functools.lru_cache(maxsize=64)
def scores_of_case(reads: str, inclination: float, frequency: float) -> tuple[Scores, Floats, int]:
    """(scores, loss left by degree of the polynomial, samples)."""
    rep, spaces = inclined_planes(reads, inclination, frequency)
    explicit = explicitness_es(rep)
    scores = iwo(spaces), explicit, disentanglement(rep, n_estimators=5)
    by_metric = {score.metric: score.value for score in scores}
    return by_metric, explicit.matrix.values.mean(1), len(rep)


def directions_of(inclination: float) -> Floats:
    """(2, 2, 3) two directions of each plane, in three latents; the first is shared."""
    angle = np.radians(inclination)
    return np.array(
        [[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, np.cos(angle), np.sin(angle)]]], dtype=float
    )


def with_names(scores: Scores) -> Scores:
    """The scores under the names that the chapter uses."""
    return dict(zip(("IWO", "explicitness", "D"), scores.values()))


@viz.panel(300, min_width=260, max_width=460)
def ladder_panel(canvas: viz.Canvas, losses: Floats, explicitness: float) -> None:
    """The loss that each polynomial leaves; the blue area above the curve is explicitness."""
    degrees = np.arange(1, len(losses) + 1)
    title = f"blue area: explicitness, {explicitness:.2f}"
    labels = title, "degree of the polynomial", "loss left"
    plot = viz.Plot(canvas, labels, (1, len(losses)), x_ticks={float(d): str(d) for d in degrees})
    points = plot.to_pixels(np.column_stack([degrees, losses.clip(0, 1)]))
    corners = [plot(1, 1), *points, plot(len(losses), 1)]
    outline = "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)
    canvas.path(f"M{outline}z", viz.PART, fill_opacity="0.35", key="area", pointer_events="none")
    canvas.polyline(points, viz.PART, key="curve", stroke_width="3")
    for j, (x, y) in enumerate(points):
        canvas.circle(
            x, y, 5, viz.PART, stroke=viz.PAPER, key=f"probe{j}", title=f"{losses[j]:.3f}"
        )


def hidden_frequency(values: dict) -> list[str]:
    """The frequency is that of the cosines."""
    return [] if values["reads"] == "cosines" else ["frequency"]


@widgets.lab(
    {
        "reads": widgets.choice("a factor reads", ["squares", "cosines"], "squares"),
        "inclination": widgets.moved_by_handle(
            widgets.whole("angle between the planes", 90, 0, 90, 10)
        ),
        "frequency": widgets.number("frequency of the cosines", 4.0, 1, 8, 0.5),
    },
    describe_change=widgets.describe_by_caption,
    tasks={
        "incline the planes to 40 degrees": lambda now: now["inclination"] == 40,
        "let the factors read cosines on planes at 90 degrees": lambda now: (
            now["reads"] == "cosines" and now["inclination"] == 90
        ),
    },
    hidden_controls=hidden_frequency,
)
def four_cases(reads: str, inclination: float, frequency: float) -> viz.Picture:
    """Two factors on two planes: incline the planes, or bend the function. Which scores notice?"""
    scores, losses, samples = scores_of_case(reads, inclination, frequency)
    handles = PlaneHandle(inclination)
    lie = "orthogonal" if inclination == 90 else "inclined"
    return viz.Picture(
        panels=(
            directions_panel(
                directions_of(inclination),
                [0.8, 0.8],
                (1, 2, 0),
                "latents 2, 3, 1",
                handles,
                300,
                filled=True,
            ),
            ladder_panel(losses, scores["explicitness_es"]),
            viz.bars_panel("scores", with_names(scores), step=30),
        ),
        shows="Planes of two factors in three latents, the loss left by degree, and three scores.",
        caption=f"Case ({CASE[reads, inclination == 90]}), {reads} on {lie} planes: IWO is "
        f"{scores['iwo']:.2f}, explicitness {scores['explicitness_es']:.2f} and D "
        f"{scores['disentanglement']:.2f}.",
        text=f"{listed_scores(scores)}.\nIWO is exact. The other scores are from {samples:,} "
        "samples, with polynomials or with forests of 5 trees.\nTwo planes of three latents "
        "always share a line. Here this line is latent 1, so IWO cannot exceed 0.5.",
        scores=scores,
    )
