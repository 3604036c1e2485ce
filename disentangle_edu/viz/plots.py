"""Matplotlib figures of scores, matrices and tables, drawn in the current style sheet.

`score.plot(ax=None)` and `matrix.plot(ax=None)` call them, and `plot_scores` draws a table of
`score_all`.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..matrices import Matrix
from ..score import Score
from .display_names import display_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Names are drawn literally: text between two dollar signs is not a formula, and TeX is not used.
LITERAL: dict[str, Any] = {"parse_math": False, "usetex": False}


def _axes(ax: "Axes | None", width: float, height: float) -> "Axes":
    import matplotlib.pyplot as plt

    return ax if ax is not None else plt.subplots(figsize=(width, height), layout="constrained")[1]


def plot_matrix(matrix: "Matrix", ax: "Axes | None" = None) -> "Axes":
    """Heat map of a matrix with its numbers; rows are latents.

    Parameters
    ----------
    matrix : Matrix
        Matrix to show.
    ax : matplotlib.axes.Axes or None, default=None
        Axes to draw on. With None, a new figure.

    Returns
    -------
    ax : matplotlib.axes.Axes
        Axes with the heat map, in the colour map of the current style.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.plots import plot_matrix
    >>> values = [[0.9, 0.2], [0.5, 0.1]]
    >>> matrix = InformativenessMatrix(values, "mutual information", "bits", factor_entropy=1)
    >>> plot_matrix(matrix).get_title()
    'mutual information (bits)'
    """
    rows, columns = matrix.values.shape
    ax = _axes(ax, 1.6 + 0.75 * columns, 1.2 + 0.45 * rows)
    maximum = max(float(matrix.values.max()), 1.0)
    mesh = ax.imshow(
        matrix.values, vmin=0, vmax=maximum, aspect="auto"
    )  # in the colours of the reader's setting image.cmap
    ax.grid(False)  # grid lines of a style would cross the numbers
    for i, row in enumerate(matrix.values):
        for k, value in enumerate(row):
            red, green, blue, _ = mesh.cmap(mesh.norm(value))
            ink = "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 else "black"
            ax.text(k, i, f"{value:.2f}", ha="center", va="center", color=ink, fontsize="small")
    long = max(map(len, matrix.column_names)) > 8
    label_style: dict[str, Any] = {"rotation": 30, "ha": "right"} if long else {}
    ax.set_xticks(range(columns), matrix.column_names, **label_style, **LITERAL)
    ax.set_yticks(range(rows), matrix.row_names, **LITERAL)
    ax.set_title(f"{matrix.name} ({matrix.unit})" if matrix.unit else matrix.name, **LITERAL)
    return ax


def plot_score(score: "Score", ax: "Axes | None" = None) -> "Axes":
    """Bar chart whose area is the score: bars as wide as a weight, and as high as a part.

    Parameters
    ----------
    score : Score
        Score to show.
    ax : matplotlib.axes.Axes or None, default=None
        Axes to draw on. With None, a new figure.

    Returns
    -------
    ax : matplotlib.axes.Axes
        Axes with one bar per part and a dashed line at the score.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> from disentangle_edu.viz.plots import plot_score
    >>> len(plot_score(mig(examples.rotated(0))).patches)
    2
    """
    ax = _axes(ax, 5, 2.8)
    left = np.cumsum(score.weights) - score.weights
    ax.bar(left, score.parts, score.weights, align="edge", edgecolor="white")
    dashes: dict[str, Any] = {
        "linestyle": "--",
        "color": "C1",
        "label": f"{display_name(score.metric)} = {score.value:.4f}",
    }
    ax.axhline(score.value, **dashes)
    ax.set_xticks(left + score.weights / 2, score.part_names, rotation=30, ha="right", **LITERAL)
    bottom = min(0.0, float(score.parts.min()))
    ax.set(xlim=(0, 1), ylim=(bottom, max(1.0, float(score.parts.max()))))
    ax.set_ylabel(score.part, **LITERAL)
    ax.set_xlabel("width: the part's weight")
    ax.legend(frameon=False)
    return ax


def plot_scores(table: Any, ax: "Axes | None" = None) -> "Axes":
    """Horizontal bars of a table of `score_all`, each with its standard deviation.

    Parameters
    ----------
    table : pandas.DataFrame
        Table with the columns metric, value, spread and cautions.
    ax : matplotlib.axes.Axes or None, default=None
        Axes to draw on. With None, a new figure.

    Returns
    -------
    ax : matplotlib.axes.Axes
        Axes with one bar per metric that has a value. The line spans one standard deviation over
        seeds to either side. A bar is hatched if a caution says why the score may mislead.

    Examples
    --------
    >>> import pandas as pd
    >>> from disentangle_edu.viz.plots import plot_scores
    >>> row = {"metric": "mig", "value": 0.4, "spread": None, "cautions": ""}
    >>> len(plot_scores(pd.DataFrame([row])).patches)
    1
    """
    defined = table.dropna(subset=["value"]).iloc[::-1]
    ax = _axes(ax, 6, 0.8 + 0.28 * len(defined))
    spread = defined["spread"].astype(float).fillna(0.0)
    bars = ax.barh(defined["metric"], defined["value"].astype(float), xerr=spread)
    for bar, cautions in zip(bars, defined["cautions"]):
        if cautions:
            bar.set(hatch="///", edgecolor="white")
    ax.tick_params("y", labelsize="small")
    ax.set(xlabel="score (line: one spread over seeds)")
    return ax
