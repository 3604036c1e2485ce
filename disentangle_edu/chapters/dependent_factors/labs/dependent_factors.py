"""Three angles that depend on each other, and two families of scores."""

import numpy as np

from .... import measures, viz, widgets
from ....types import Progress
from ...common.scores import Scores, brief, listed_scores
from .. import data

N_DOTS = 300
LEAKS = 0.3  # leaks and dependences from this size on change scores
START = (0.0, 0.0, 0.0, 0.0)  # independent factors, and a code that copies them
SPAN = (-0.5, 4.5)  # the axis of five levels


def scores_picture(values: dict[str, float], new: Scores, provenance: str) -> viz.Picture:
    """Angle 3 against the other two, the bits of each latent, and all scores."""
    rep, classic = data.world_and_sample(**values)[0], data.classic_scores(**values)
    fits = rep.factors[:, 2] == (rep.factors[:, 0] + rep.factors[:, 1]) // 2
    jitter = np.random.default_rng(1).uniform(-0.35, 0.35, (N_DOTS, 3))
    cloud = rep.factors[:N_DOTS] + jitter
    points = np.column_stack([(cloud[:, 0] + cloud[:, 1]) / 2, cloud[:, 2]])
    labels = "factors", "mean of angles 1 and 2", "angle 3"
    plane = viz.scatter_panel(labels, points, height=240, x_range=SPAN, y_range=SPAN)
    bits = viz.matrix_panel(measures.mutual_information(rep), cell=46, title="bits that MIG reads")
    old_marks, new_marks = data.classic_scores(*START), brief(data.dependent_scores(*START))
    bars = viz.stack(
        viz.bars_panel("classic; stroke: at the start", classic, marks=old_marks, key="old"),
        viz.bars_panel("for dependent factors", brief(new), marks=new_marks, key="new"),
    )
    return viz.Picture(
        panels=(viz.stack(plane, bits), bars),
        shows="Angle 3 against the mean of angles 1 and 2, the bits of each latent about each "
        "angle, and nine scores.",
        caption=f"Angle 3 is the mean of the others in {fits.mean():.0%} of samples. MIG is "
        f"{classic['mig']:.2f}, and modularity for dependent factors is "
        f"{new['dependent_modularity']:.2f}.",
        text=f"Classic scores: {listed_scores(classic)}.\n"
        f"Scores for dependent factors: {listed_scores(new)}.\n"
        f"MIG and modularity are computed on {data.N_COUNTED:,} samples, and D and C on "
        f"{data.N_TRAINING:,}. The scores for dependent factors are {provenance} samples.\n"
        "The mean of angles 1 and 2 is rounded down; by chance angle 3 meets it in 20% of samples.",
        scores=classic | new,
    )


def run_forests(progress: Progress, **values: float) -> viz.Picture:
    """Compute the scores for dependent factors by forests, on 1,500 samples."""
    few = data.world_and_sample(**values)[1]
    new = {
        m.__name__: m(few, method="forest", progress=progress).value for m in data.DEPENDENT_METRICS
    }
    provenance = f"computed by forests (our reconstruction) on {data.N_TRAINING:,}"
    return scores_picture(values, new, provenance)


@widgets.lab(
    {
        "dependence": widgets.number("how often angle 3 follows the others", 0.0, 0, 1, 0.05),
        "leak": widgets.number("how often latent 1 shows angle 2", 0.0, 0, 1, 0.05),
        "nuisance": widgets.number("how far a coin moves latent 2", 0.0, 0, 1, 0.05),
        "noise": widgets.number("how often latent 3 shows a random angle", 0.0, 0, 1, 0.05),
    },
    full=run_forests,
    tasks={
        "let angle 3 follow the others in every sample": lambda now: now["dependence"] == 1,
        "make the code leak, while the factors are free": lambda now: (
            now["leak"] >= LEAKS and not now["dependence"]
        ),
        "combine dependent factors and a code that leaks": lambda now: (
            now["leak"] >= LEAKS and now["dependence"] >= LEAKS
        ),
    },
)
def dependent_factors(dependence: float, leak: float, nuisance: float, noise: float) -> viz.Picture:
    """Let angle 3 follow the others, then break the code: which scores show the difference?"""
    values = {"dependence": dependence, "leak": leak, "nuisance": nuisance, "noise": noise}
    provenance = f"counted on {data.N_COUNTED:,}"
    return scores_picture(values, data.dependent_scores(**values), provenance)
