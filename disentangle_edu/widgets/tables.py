"""Small tables for notebooks: scores of several representations side by side."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..metric import METRICS
from ..viz.display_names import display_name
from ..viz.theme import HALF_GREY, LIGHT


@dataclass(frozen=True, repr=False)
class Scores:
    """Table of scores with a bar behind every score.

    If the window is too narrow for all columns, each row becomes a card (stage.css).

    Parameters
    ----------
    rows : mapping of str to mapping of str to float
        Score by column, for every row. All rows have the same columns.
    digits : int, default=3
        Number of digits. It is smaller if the last digit depends on the machine.

    Examples
    --------
    >>> from disentangle_edu.widgets.tables import Scores
    >>> Scores({"code A": {"mig": 0.5, "sap": 0.25}})
            mig  sap
    code A  0.500  0.250
    """

    rows: Mapping[str, Mapping[str, float]]
    digits: int = 3

    @property
    def columns(self) -> list[str]:
        """Names of the columns.

        Returns
        -------
        names : list of str
            Names of the first row's columns.
        """
        return list(next(iter(self.rows.values()), {}))

    def __repr__(self) -> str:
        width = max(map(len, self.rows))
        lines = [" " * width + "".join(f"  {name}" for name in self.columns)]
        for row, values in self.rows.items():
            cells = (f"  {value:>{len(name)}.{self.digits}f}" for name, value in values.items())
            lines.append(f"{row:{width}}{''.join(cells)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = [html.escape(display_name(name)) for name in self.columns]
        head = "".join(f'<th style="{LEFT}">{name}</th>' for name in ("", *names))
        bar = min(BAR, ROOM // max(len(names), 1) - AROUND)
        rows = "".join(
            f'<tr><th scope="row" style="{LEFT}">{html.escape(row)}</th>'
            + "".join(
                _score_cell(name, value, self.digits, bar)
                for name, value in zip(names, values.values())
            )
            + "</tr>"
            for row, values in self.rows.items()
        )
        return (
            f'<table class="de-scores"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        )


LEFT = "text-align:left"
BAR = 64  # pixels: bar of a score of 1, if all columns fit
ROOM = 690  # pixels for all columns, without the row names
AROUND = 34  # pixels of a column besides the bar


def _score_cell(name: str, value: float, digits: int, bar: int) -> str:
    """Cell with a score and a bar, which is `bar` pixels long for a score of 1."""
    sizes = f"{value * bar:.1f}px 3px,{bar}px 3px"  # the same scale in every column
    size_style = f"min-width:{bar + 14}px;background-size:{sizes};background-position:0 100%"
    colours = (LIGHT["part"], HALF_GREY)  # the bar and its background
    layers = ",".join(f"linear-gradient({colour},{colour})" for colour in colours)
    background = f"background-image:{layers};background-repeat:no-repeat"
    return (
        f'<td data-name="{name}" style="{LEFT};{background};{size_style}">{value:.{digits}f}</td>'
    )


def side_by_side(codes: Mapping[str, Any], names: Sequence[str]) -> Scores:
    """Table of scores with a row per representation and a column per metric.

    Parameters
    ----------
    codes : mapping of str to Representation or InformativenessMatrix
        What to score, by its name.
    names : sequence of str
        Names of the metrics.

    Returns
    -------
    table : Scores
        Scores to three digits.

    Examples
    --------
    >>> from disentangle_edu import examples, labs
    >>> labs.side_by_side({"aligned": examples.rotated(0)}, ["mig", "dcimig"]).columns
    ['mig', 'dcimig']
    """
    return Scores(
        {
            code: {name: round(METRICS[name](source).value, 3) for name in names}
            for code, source in codes.items()
        }
    )
