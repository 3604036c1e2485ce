"""Pictures of a zoo's table, drawn with matplotlib."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..viz.plots import LITERAL
from .rank_correlation import correlations

if TYPE_CHECKING:
    import pandas as pd


def alike(found: "pd.DataFrame") -> list[str]:
    """The names of a table of correlations in an order that puts alike beside alike."""
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    apart = 1 - found.fillna(0).to_numpy()
    np.fill_diagonal(apart, 0)
    order = leaves_list(linkage(squareform(apart, checks=False), "average", optimal_ordering=True))
    return [str(found.columns[i]) for i in order]


def plot_correlations(
    table: "pd.DataFrame", names: Sequence[str] | None = None, ax: Any = None
) -> Any:
    """Rank correlations of metrics over models as a grid of numbers on colours; returns the Axes.

    Metrics that agree stand beside each other, unless `names` gives an order.
    """
    import matplotlib.pyplot as plt

    found = correlations(table, names)
    order = list(names) if names else alike(found)
    values = found.loc[order, order].to_numpy()
    if ax is None:
        size = 2 + 0.42 * len(order)
        _, ax = plt.subplots(figsize=(size, size))
    ax.imshow(values, cmap="PuOr", vmin=-1, vmax=1)
    for (i, j), value in np.ndenumerate(values):
        ink = "white" if abs(value) > 0.7 else "black"
        shown = "" if np.isnan(value) else f"{value:.1f}".replace("-0.0", "0.0")
        ax.text(j, i, shown, ha="center", va="center", color=ink, fontsize=7)
    ax.set_xticks(range(len(order)), order, rotation=60, ha="right", **LITERAL)
    ax.set_yticks(range(len(order)), order, **LITERAL)
    ax.set_title(f"Rank correlation over {len(table)} models")
    return ax
