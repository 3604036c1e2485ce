"""A code of two coins, written by hand."""

import functools
from collections.abc import Sequence

import numpy as np

from .... import METRICS, Representation, Score, viz, widgets
from ....matrices import Matrix
from ....theory.enumeration import Characteristics, characteristics, exact
from ...common.two_coins import COINS
from ..data import look_up_table, short_name
from ._characteristics import characteristics_panel

EXACT_METRICS = ("mig", "dcimig", "sap", "disentanglement", "completeness", "informativeness")
STEPS = 3  # the largest value of a cell
START = [[0, 0], [0, 1], [0, 0], [1, 1]]
Cells = Sequence[Sequence[float]]
Key = tuple[tuple[float, ...], ...]  # the cells as a hashable key for a cache


class CodeTable(Matrix):
    """The latents of a code, case by case."""

    rows, columns, row_word = "cases", "latents", "case"


def code_of_cells(cells: Cells) -> Representation:
    """The code with these values for the four cases."""
    return look_up_table(np.array(COINS, dtype=float), np.array(cells, dtype=float))


def check_cells(name: str, value: Cells) -> list[list[float]]:
    """Raise ValueError unless there are two whole numbers for each of the four cases."""
    rows = widgets.number_table(name, value, 0, STEPS).value
    if np.shape(rows) != (len(COINS), 2) or np.not_equal(np.round(rows), rows).any():
        expected = f"four rows of two whole numbers from 0 to {STEPS}"
        raise ValueError(f"{name}: found {value!r}, expected {expected}.")
    return rows


def value_handle(cells: Cells, i: int, k: int) -> viz.Handle:
    """A value of the code as a control: dragged up and down, typed, or stepped by keys."""
    label = f"latent {k + 1} of coins {COINS[i][0]}{COINS[i][1]}"
    axis = viz.Axis(f"cells/{i}/{k}", cells[i][k], 0, STEPS, 1, "pull", 90)
    return viz.Handle(label, (axis,), f"{cells[i][k]:.0f}", cell=(i, k))


def as_key(cells: Cells) -> Key:
    """Cells as a key of a cache."""
    return tuple(map(tuple, cells))


@functools.lru_cache(maxsize=1024)
def characteristics_of(cells: Key) -> Characteristics:
    """The characteristics of a code, which the picture and three tasks read."""
    return characteristics(code_of_cells(cells))


@functools.lru_cache(maxsize=1024)
def scores_of_cells(cells: Key) -> dict[str, Score]:
    """The exact scores of a code."""
    rep = code_of_cells(cells)
    return {name: exact(METRICS[name], rep) for name in EXACT_METRICS}


def satisfied(values: dict) -> tuple[bool, bool, bool]:
    """Whether the code satisfies Characteristics 1 and 2, and whether it loses nothing."""
    cells = as_key(values["cells"])
    outcome = characteristics_of(cells)
    return outcome.one, outcome.two, len(set(cells)) == len(COINS)


def violates_first_and_is_lossless(values: dict) -> bool:
    """Whether the code violates Characteristic 1, and loses nothing."""
    one, _, lossless = satisfied(values)
    return not one and lossless


def lets_a_coin_go(values: dict) -> bool:
    """Whether the code violates only Characteristic 3."""
    return tuple(characteristics_of(as_key(values["cells"]))) == (True, True, False)


@widgets.lab(
    {"cells": widgets.free("the code", START, check_cells)},
    describe_change=widgets.describe_by_caption,
    tasks={
        "satisfy Characteristics 1 and 2, and tell the four cases apart": lambda values: all(
            satisfied(values)
        ),
        "violate Characteristic 1, and still tell the four cases apart": (
            violates_first_and_is_lossless
        ),
        "violate only Characteristic 3": lets_a_coin_go,
    },
)
def coins(cells: Cells) -> viz.Picture:
    """Write a code of two coins: which characteristics does it satisfy, and which scores notice?"""
    rows = [f"coins {a}{b}" for a, b in COINS]
    cases = CodeTable(cells, "the code", "", row_names=rows, column_names=["latent 1", "latent 2"])
    handles = [[value_handle(cells, i, k) for k in (0, 1)] for i in range(len(COINS))]
    key = as_key(cells)
    outcome, scores = characteristics_of(key), scores_of_cells(key)
    values = {short_name(name): score.value for name, score in scores.items()}
    violated = ", ".join(f"{n}" for n, is_met in enumerate(outcome, 1) if not is_met) or "none"
    share = values["informativeness"]
    lost = "Nothing is lost." if share == 1 else f"A predictor recognises {share:.0%} of the coins."
    return viz.Picture(
        panels=(
            viz.matrix_panel(cases, title="the code: drag a value", handles=handles, full=STEPS),
            characteristics_panel(outcome),
            viz.bars_panel("exact scores", values, step=30),
        ),
        shows=f"{viz.describe_matrix(cases)} {viz.describe_matrix(outcome.moves)}",
        caption=f"Violated characteristics: {violated}. {lost} D from bits is "
        f"{values['D from bits']:.2f}.",
        text=viz.describe_scores(list(scores.values())),
        scores=scores,
    )
