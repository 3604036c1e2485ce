"""The reader's own metric and disentanglement, on a matrix whose cells can be dragged."""

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np

from .... import METRICS, InformativenessMatrix, viz, widgets
from ....measures import mutual_information
from ....types import Floats
from ....worlds import examples
from ...common.matrices import OWN
from ...common.verdicts import CODES, pair_code


@cache
def bits_of(name: str) -> Floats:
    """The bits of A, B or the handwriting."""
    return mutual_information(pair_code(name)).values


STARTS: dict[str, Callable[[], Floats]] = {
    "Fact 5: a latent for two factors": lambda: examples.dominated_matrix().values,
    "Fact 2: one large share, an even rest": lambda: examples.focused_matrix().values,
    "a perfect copy": lambda: np.eye(3),
    "all the same": lambda: np.full((3, 3), 0.5),
    **{f"bits of {name}": partial(bits_of, name) for name in CODES},
}
FIRST = next(iter(STARTS))
MOST, HIGHEST = 12, 5.0  # latents or factors, and the largest entry


def values_of(start: str) -> list[list[float]]:
    """The entries of a matrix to start from."""
    return STARTS[start]().round(4).tolist()


def describe_both(before: viz.Picture, now: viz.Picture) -> str:
    """Change of both scores."""
    if before.scores.keys() != now.scores.keys():
        return now.caption
    steps = [
        f"{viz.display_name(name)} went from {widgets.from_to(before.scores[name], score)}"
        for name, score in now.scores.items()
    ]
    return "; ".join(steps) + "."


def check_judge(name: str, value: object) -> str:
    """The name of a metric that can judge a bare matrix."""
    if value not in METRICS:
        expected = f"one of {', '.join(METRICS)}, or a metric that you made with @metric"
        raise ValueError(f"{name}: found {value!r}, expected {expected}.")
    METRICS[value](InformativenessMatrix(np.eye(3), factor_entropy=1))  # raises an error if not
    return str(value)


def check_values(name: str, value: Sequence) -> list[list[float]]:
    """A table of numbers that is small enough for cells to drag."""
    rows = widgets.number_table(name, value, 0, HIGHEST).value
    if len(rows) > MOST or len(rows[0]) > MOST:
        shape = f"{len(rows)} by {len(rows[0])}"
        raise ValueError(f"{name}: found {shape}, expected at most {MOST} by {MOST}.")
    return rows


def follow_start(before: dict, now: dict) -> dict:
    """Take the matrix of another start; call a matrix that was changed the reader's own."""
    if before["start"] != now["start"] != OWN:
        return now | {"values": values_of(now["start"])}
    return now if before["values"] == now["values"] else now | {"start": OWN}


@widgets.lab(
    {
        "start": widgets.choice("start from", [*STARTS, OWN], FIRST),
        "values": widgets.free("values", values_of(FIRST), check_values),
        "judge": widgets.free("judge", "disentanglement", check_judge),
    },
    update_memory=follow_start,
    describe_change=describe_both,
)
def my_metric(start: str, values: Sequence[Sequence[float]], judge: str) -> viz.Picture:
    """Drag a cell: when does your own metric change, and when does disentanglement?"""
    most = float(np.ceil(max(1, *map(max, values))))  # bits often exceed 1
    matrix = InformativenessMatrix(values, "your matrix", factor_entropy=most)
    scores = [METRICS[name](matrix) for name in dict.fromkeys((judge, "disentanglement"))]
    cell = 56.0 if max(matrix.values.shape) <= 5 else 40.0
    handles = viz.cell_handles(matrix, "values", most)
    values_of_scores = {score.metric: score.value for score in scores}
    bars = [viz.bars_panel("scores", values_of_scores, step=30)] if len(scores) > 1 else []
    return viz.Picture(
        panels=(
            viz.matrix_panel(
                matrix, title="drag a cell", handles=handles, cell=cell, min_width=330
            ),
            viz.stack(*bars, *(viz.parts_panel(score, height=150) for score in scores)),
        ),
        shows=viz.describe_matrix(matrix),
        caption=" ".join(
            f"{viz.capitalised_name(score.metric)} is {score.value:.3f}." for score in scores
        ),
        text=viz.describe_scores(scores),
        scores={score.metric: score for score in scores},
    )
