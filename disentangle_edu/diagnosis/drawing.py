"""Pictures of a diagnosis: a table of repairs by metrics, coloured by the change of the score."""

import html
from datetime import date
from typing import TYPE_CHECKING

from ..representation import Representation
from ..types import VERSION
from ..viz.canvas import Canvas, panel
from ..viz.plots import LITERAL, _axes
from ..viz.report import html_page, html_table
from ..viz.theme import CLASSES, EMPTY, FAINT, GRID, ON_EMPTY

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from .diagnosis import Diagnosis

ROW, HEAD = 26.0, 44.0  # pixels of a row, and above the first one
TITLE = "Change of each score by each repair alone"


def plot_changes(grid: "pd.DataFrame", ax: "Axes | None" = None) -> "Axes":
    """Heat map of the changes of scores by repairs, with their numbers.

    Parameters
    ----------
    grid : DataFrame
        Changes; one row per repair, one column per metric.
    ax : matplotlib.axes.Axes or None, default=None
        Axes to draw on. With None, a new figure.

    Returns
    -------
    ax : matplotlib.axes.Axes
        Axes with the heat map: blue for a rise, red for a fall.

    Examples
    --------
    >>> import pandas as pd
    >>> from disentangle_edu.diagnosis.drawing import plot_changes
    >>> plot_changes(pd.DataFrame({"MIG": {"unrotate": 0.4}})).get_title()
    'Change of each score by each repair alone'
    """
    rows, columns = grid.shape
    ax = _axes(ax, 2 + 0.85 * columns, 1.2 + 0.4 * rows)
    ax.imshow(grid.to_numpy(), vmin=-1, vmax=1, cmap="RdBu", aspect="auto")
    ax.grid(False)
    for i, row in enumerate(grid.to_numpy()):
        for k, value in enumerate(row):
            ink = "white" if abs(value) > 0.6 else "black"
            ax.text(k, i, _number(value), ha="center", va="center", color=ink, fontsize="small")
    ax.set_xticks(range(columns), list(grid.columns), rotation=30, ha="right", **LITERAL)
    ax.set_yticks(range(rows), list(grid.index), **LITERAL)
    ax.set_title(TITLE)
    return ax


def _number(value: float) -> str:
    """A change with its sign; a dot if it rounds to 0."""
    return f"{value:+.2f}" if abs(value) >= 0.005 else "."


@panel(lambda grid: HEAD + ROW * len(grid) + 6, min_width=420, max_width=760)
def changes_panel(canvas: Canvas, grid: "pd.DataFrame") -> None:
    """Panel with the changes of scores by repairs, as coloured cells with numbers.

    Parameters
    ----------
    grid : DataFrame
        Changes; one row per repair, one column per metric.

    Returns
    -------
    panel : Panel
        Panel for a picture.

    Examples
    --------
    >>> import pandas as pd
    >>> from disentangle_edu.diagnosis.drawing import changes_panel
    >>> changes_panel(pd.DataFrame({"MIG": {"unrotate": 0.4}})).height
    76.0
    """
    x, y, width, _ = canvas.box
    left = 100.0
    cell = min((width - left) / grid.shape[1], 96.0)
    canvas.title(TITLE, "Change of each score")
    for k, metric in enumerate(grid.columns):
        place = x + left + (k + 0.5) * cell
        canvas.text(place, y + HEAD - 7, metric, fill=FAINT, font_size="11", key=f"c{k}")
    for i, (name, row) in enumerate(zip(grid.index, grid.to_numpy())):
        top = y + HEAD + i * ROW
        canvas.text(x + left - 7, top + 17, name, "end", FAINT, key=f"r{i}")
        for k, (metric, value) in enumerate(zip(grid.columns, row)):
            _draw_change(
                canvas.within(x + left + k * cell, top, cell, ROW),
                float(value),
                f"{name}, {metric}",
                f"{i}-{k}",
            )


def _draw_change(canvas: Canvas, value: float, subject: str, key: str) -> None:
    """One cell: turquoise for an increase and pink for a decrease, mixed with the empty colour."""
    x, y, width, height = canvas.box
    hue = CLASSES[2] if value > 0 else CLASSES[1]
    share = 60 * min(abs(value), 1.0) if abs(value) >= 0.005 else 0.0
    fill = f"color-mix(in oklab,{hue} {share:.0f}%,{EMPTY})"
    title = f"{subject}: {value:+.2f}"
    canvas.rect(x, y, width, height, fill, GRID, key=f"m{key}", title=title)
    style = {"pointer_events": "none", "font_size": "12"}
    canvas.text(x + width / 2, y + 17, _number(value), fill=ON_EMPTY, key=f"n{key}", **style)


def diagnosis_html(diagnosis: "Diagnosis", rep: Representation, title: str = "") -> str:
    """Self-contained HTML page of a diagnosis.

    Parameters
    ----------
    diagnosis : Diagnosis
        Diagnosis to show.
    rep : Representation
        The code that was diagnosed.
    title : str, default=''
        Heading of the page. If empty, the description of the code.

    Returns
    -------
    page : str
        HTML page with the conclusion, the picture, the sequence and the waterfall.

    Examples
    --------
    >>> from disentangle_edu import diagnose, examples
    >>> from disentangle_edu.diagnosis.drawing import diagnosis_html
    >>> rep = examples.perfect_copy(3, 4, 5)
    >>> "nothing to repair was found" in diagnosis_html(diagnose(rep, n_splits=3), rep)
    True
    """
    return html_page(
        title or rep.description or "Diagnosis",
        f"<p>Made with disentangle_edu {VERSION} on {date.today()}.</p>",
        f"<pre>{html.escape(repr(rep))}</pre>",
        diagnosis_section(diagnosis),
    )


def diagnosis_section(diagnosis: "Diagnosis") -> str:
    """HTML of a diagnosis, for a page.

    Parameters
    ----------
    diagnosis : Diagnosis
        Diagnosis to show.

    Returns
    -------
    section : str
        The conclusion, the picture, the sequence of repairs and the waterfall.

    Examples
    --------
    >>> from disentangle_edu import diagnose, examples
    >>> from disentangle_edu.diagnosis.drawing import diagnosis_section
    >>> diagnosis_section(diagnose(examples.perfect_copy(3, 4, 5), n_splits=3))[:25]
    '<section><h2>Why are the '
    """
    gains = [
        [html.escape(row["repair"]), *(f"{row[end]:+.3f}" for end in ("gain", "low", "high"))]
        for row in diagnosis.gains.to_dict("records")
    ]
    waterfall = diagnosis.waterfall
    parts = [
        [html.escape(str(metric)), *(f"{value:.2f}" for value in row)]
        for metric, row in zip(waterfall.index, waterfall.to_numpy())
    ]
    tables = (
        html_table(
            "The best sequence of repairs, with the mean change of all scores",
            ("repair", "gain", "low", "high"),
            gains,
        ),
        html_table(
            "Parts of each score's distance from 1; each row sums to 1",
            ("metric", *waterfall.columns),
            parts,
        ),
    )
    return (
        f"<section><h2>Why are the scores low?</h2>"
        f"<p><strong>{html.escape(diagnosis.conclusion)}</strong></p>"
        f"<p>Repairs were fitted and scored on {diagnosis.n_splits} random halves of the samples, "
        f"seed {diagnosis.seed}.</p>{diagnosis.picture().still()}{''.join(tables)}</section>"
    )
