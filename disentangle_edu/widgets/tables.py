"""Small tables for notebooks: scores of several codes side by side."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..making import METRICS
from ..viz.display_names import called


@dataclass(frozen=True, repr=False)
class Scores:
    """Numbers by row and column, with a bar behind every score.

    rows : {row: {column: number}}, every row with the same columns.
    digits : of each number; fewer where the last would be another on another machine.

    Where the window is too narrow for all columns, each row becomes a card of its own (stage.css).
    """

    rows: Mapping[str, Mapping[str, float]]
    digits: int = 3

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(next(iter(self.rows.values()), {}))

    def __repr__(self) -> str:
        wide = max(map(len, self.rows))
        lines = [" " * wide + "".join(f"  {name}" for name in self.columns)]
        for row, values in self.rows.items():
            cells = (f"  {value:>{len(name)}.{self.digits}f}" for name, value in values.items())
            lines.append(f"{row:{wide}}{''.join(cells)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = [html.escape(called(name)) for name in self.columns]
        head = "".join(f'<th style="{LEFT}">{name}</th>' for name in ("", *names))
        bar = min(BAR, ROOM // max(len(names), 1) - AROUND)
        rows = "".join(
            f'<tr><th scope="row" style="{LEFT}">{html.escape(row)}</th>'
            + "".join(
                _cell(name, value, self.digits, bar) for name, value in zip(names, values.values())
            )
            + "</tr>"
            for row, values in self.rows.items()
        )
        return (
            f'<table class="de-scores"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        )


LEFT = "text-align:left"
BAR = 64  # pixels of a score of 1, if all columns have room
ROOM = 690  # pixels for all columns, beside the names of the rows
AROUND = 34  # pixels of a column that are not bar


def _cell(name: str, value: float, digits: int, bar: int) -> str:
    """A score, with a bar as long as it is, of at most `bar` pixels."""
    sizes = f"{value * bar:.1f}px 3px,{bar}px 3px"  # equal scores, equal bars, in every column
    wide = f"min-width:{bar + 14}px;background-size:{sizes};background-position:0 100%"
    colours = ("#2a8bc9", "rgba(128,128,128,.25)")  # the bar, and the ground that it fills
    layers = ",".join(f"linear-gradient({colour},{colour})" for colour in colours)
    drawn = f"background-image:{layers};background-repeat:no-repeat"
    return f'<td data-name="{name}" style="{LEFT};{drawn};{wide}">{value:.{digits}f}</td>'


def side_by_side(codes: Mapping[str, Any], names: Sequence[str]) -> Scores:
    """A row per code (a Representation or a matrix), a column per metric."""
    return Scores(
        {
            code: {name: round(METRICS[name](source).value, 3) for name in names}
            for code, source in codes.items()
        }
    )
