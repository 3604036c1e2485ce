"""A metric of your own beside DCI's disentanglement, on a matrix that is dragged."""

from collections.abc import Sequence

import numpy as np

from ...matrices import InformativenessMatrix
from ...metric import METRICS
from ...viz.canvas import stack
from ...viz.display_names import begun, display_name
from ...viz.panels import cell_handles, matrix_panel, parts_panel
from ...viz.picture import Picture
from ...viz.pictures import describe, words
from ...widgets.change_text import from_to
from ...widgets.controls import choice, free, number_table
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import examples
from ..common.matrices import OWN

STARTS = {
    "Fact 2: one large share, an even rest": examples.focused_matrix().values,
    "Fact 5: a latent for two factors": examples.dominated_matrix().values,
    "a perfect copy": np.eye(3),
    "all the same": np.full((3, 3), 0.5),
}
MOST = 12  # latents or factors


def draw_my_metric(values: Sequence[Sequence[float]], judge: str, **_: object) -> Picture:
    """One matrix to drag; the metric of the reader and D, part by part."""
    matrix = InformativenessMatrix(values, "your matrix", factor_entropy=1)
    scores = [METRICS[name](matrix) for name in dict.fromkeys((judge, "disentanglement"))]
    cell = 56.0 if max(matrix.values.shape) <= 5 else 40.0
    grid = matrix_panel(
        matrix,
        title="drag a cell",
        moves=cell_handles(matrix, "values"),
        cell=cell,
        min_width=330,
    )
    caption = " ".join(f"{begun(score.metric)} is {score.value:.3f}." for score in scores)
    bars = stack(*(parts_panel(score, height=170) for score in scores))
    named = {score.metric: score for score in scores}
    return Picture(
        panels=(grid, bars),
        description=f"{describe(matrix)} {caption}",
        text=words(scores),
        scores=named,
        caption=caption,
    )


def _describe_both(before: Picture, now: Picture) -> str:
    """How both scores moved."""
    if before.scores.keys() != now.scores.keys():
        return now.caption
    steps = [
        f"{display_name(name)} went from {from_to(before.scores[name], score)}"
        for name, score in now.scores.items()
    ]
    return "; ".join(steps) + "."


def _check_judge(name: str, value: object) -> str:
    """The name of a metric that can judge a bare matrix."""
    if value not in METRICS:
        expected = f"one of {', '.join(METRICS)}, or a metric that you made with @metric"
        raise ValueError(f"{name}: found {value!r}, expected {expected}.")
    METRICS[value](InformativenessMatrix(np.eye(3), factor_entropy=1))  # says so if it cannot
    return str(value)


def _check_values(name: str, value: Sequence) -> list[list[float]]:
    rows = number_table(name, value).value
    if len(rows) > MOST or len(rows[0]) > MOST:
        shape = f"{len(rows)} by {len(rows[0])}"
        raise ValueError(f"{name}: found {shape}, expected at most {MOST} by {MOST}.")
    return rows


def _follow(before: dict, now: dict) -> dict:
    """A start brings its matrix; a matrix that was changed is the reader's own."""
    if before["start"] != now["start"] != OWN:
        return now | {"values": STARTS[now["start"]].round(4).tolist()}
    return now if before["values"] == now["values"] else now | {"start": OWN}


@lab
def my_metric(after: After = None) -> Lab:
    """Drag a matrix under a metric of your own: what does it see that D does not?"""
    first = next(iter(STARTS))
    controls = {
        "start": choice("start from", [*STARTS, OWN], first),
        "values": free("values", STARTS[first].round(4).tolist(), _check_values),
        "judge": free("judge", "mig", _check_judge),
    }
    return Lab(
        draw_my_metric, controls, update_state=_follow, describe_change=_describe_both, after=after
    )
