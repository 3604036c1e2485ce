"""Codes that are a table, latents by factors: its cells are dragged, and samples follow."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ... import viz
from ...matrices import InformativenessMatrix

FACTORS = ("factor 1", "factor 2", "factor 3")


def shares_of(cells: Sequence[Sequence[float]], verb: str) -> np.ndarray:
    """Rows divided by their sum, so that any nine numbers make probabilities."""
    values = np.array(cells, dtype=float)
    if (values.sum(1) == 0).any():
        empty = int((values.sum(1) == 0).argmax()) + 1
        raise ValueError(f"latent {empty} {verb} nothing; give it at least one value above 0.")
    return values / values.sum(1, keepdims=True)


def dragged_panel(control: str, values: ArrayLike, title: str) -> viz.Panel:
    """A table that a lab is made of, latents by factors, as cells to drag."""
    matrix = InformativenessMatrix(values, control)
    handles = viz.cell_handles(matrix, control)
    return viz.matrix_panel(matrix, title=title, handles=handles, cell=44, key="w")


def weights_panel(weights: Sequence[Sequence[float]]) -> viz.Panel:
    """How much of each factor goes into each latent."""
    return dragged_panel("weights", weights, "weights: drag a cell")


def spread_words(values: Sequence[float], size: str) -> str:
    """Mean, spread and size in one sentence."""
    if len(values) < 2:
        return f"{size}, one repetition."
    mean, spread = np.mean(values), np.std(values, ddof=1)
    return f"{size}: mean {mean:.4f}, spread {spread:.4f} over {len(values)} repetitions."
