"""Matplotlib figures of the table of a zoo."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..viz.plots import LITERAL
from .rank_correlation import correlations

if TYPE_CHECKING:
    import pandas as pd


def cluster_order(correlations: "pd.DataFrame") -> list[str]:
    """Order of the names of a correlation table, with similar names next to each other.

    Parameters
    ----------
    correlations : pandas.DataFrame
        Square table of correlations. Missing entries count as 0.

    Returns
    -------
    names : list of str
        Names of the columns in the order of an average-linkage clustering.

    Examples
    --------
    >>> import pandas as pd
    >>> from disentangle_edu.zoo.plots import cluster_order
    >>> names = ["mig", "sap", "dcimig"]
    >>> values = [[1, 0, 0.9], [0, 1, 0.1], [0.9, 0.1, 1]]
    >>> cluster_order(pd.DataFrame(values, names, names))
    ['sap', 'dcimig', 'mig']
    """
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    distances = 1 - correlations.fillna(0).to_numpy()
    np.fill_diagonal(distances, 0)
    order = leaves_list(
        linkage(squareform(distances, checks=False), "average", optimal_ordering=True)
    )
    return [str(correlations.columns[i]) for i in order]


def plot_correlations(
    table: "pd.DataFrame", names: Sequence[str] | None = None, ax: Any = None
) -> Any:
    """Rank correlations of metrics over models, as a grid of coloured cells with numbers.

    Parameters
    ----------
    table : pandas.DataFrame
        Table of a zoo, see `pretrained.table`.
    names : sequence of str or None, default=None
        Metrics in their order. With None, all metrics, with similar ones next to each other.
    ax : matplotlib.axes.Axes or None, default=None
        Axes to draw on. With None, a new figure.

    Returns
    -------
    ax : matplotlib.axes.Axes
        Axes with the grid. Correlations are from -1 to 1.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> from disentangle_edu.zoo.plots import plot_correlations
    >>> len(plot_correlations(pretrained.table(), ["mig", "sap"]).texts)
    4
    """
    import matplotlib.pyplot as plt

    matrix = correlations(table, names)
    order = list(names) if names else cluster_order(matrix)
    values = matrix.loc[order, order].to_numpy()
    if ax is None:
        size = 2 + 0.42 * len(order)
        _, ax = plt.subplots(figsize=(size, size))
    ax.imshow(values, cmap="PuOr", vmin=-1, vmax=1)
    for (i, j), value in np.ndenumerate(values):
        ink = "white" if abs(value) > 0.7 else "black"
        label = "" if np.isnan(value) else f"{value:.1f}".replace("-0.0", "0.0")
        ax.text(j, i, label, ha="center", va="center", color=ink, fontsize=7)
    ax.set_xticks(range(len(order)), order, rotation=60, ha="right", **LITERAL)
    ax.set_yticks(range(len(order)), order, **LITERAL)
    ax.set_title(f"Rank correlation over {len(table)} models")
    return ax
