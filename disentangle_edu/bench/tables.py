"""Small tables for notebooks: scores of several codes side by side, to three digits."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..making import METRICS
from ..show.pictures import called

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Scores:
    """Numbers by row and column, with a bar behind every score.

    frame : the numbers, as a table of pandas.

    Where the window is too narrow for all columns, each row becomes a card of its own (stage.css).
    """

    frame: "pd.DataFrame"

    def __repr__(self) -> str:
        return repr(self.frame)

    def _repr_html_(self) -> str:
        names = [html.escape(called(str(name))) for name in self.frame.columns]
        first = html.escape(str(self.frame.index.name or ""))
        head = "".join(f'<th style="{LEFT}">{name}</th>' for name in (first, *names))
        rows = "".join(
            f'<tr><th scope="row" style="{LEFT}">{html.escape(str(row))}</th>'
            + "".join(_cell(name, value) for name, value in zip(names, values))
            + "</tr>"
            for row, values in zip(self.frame.index, self.frame.to_numpy().tolist())
        )
        return (
            f'<table class="de-scores"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        )


LEFT = "text-align:left"
BAR = 64  # pixels of a score of 1


def _cell(name: str, value: float) -> str:
    """A score to three digits, with a bar as long as it is."""
    sizes = f"{value * BAR:.1f}px 3px,{BAR}px 3px"  # equal scores, equal bars, in every column
    wide = f"min-width:{BAR + 14}px;background-size:{sizes};background-position:0 100%"
    colours = ("#2a8bc9", "rgba(128,128,128,.25)")  # the bar, and the ground that it fills
    layers = ",".join(f"linear-gradient({colour},{colour})" for colour in colours)
    bar = f"background-image:{layers};background-repeat:no-repeat"
    return f'<td data-name="{name}" style="{LEFT};{bar};{wide}">{value:.3f}</td>'


def side_by_side(codes: Mapping[str, Any], names: Sequence[str]) -> Scores:
    """A row per code (a Representation or a matrix), a column per metric."""
    import pandas as pd

    rows = {
        code: {name: round(METRICS[name](source).value, 3) for name in names}
        for code, source in codes.items()
    }
    return Scores(pd.DataFrame.from_dict(rows, orient="index"))
