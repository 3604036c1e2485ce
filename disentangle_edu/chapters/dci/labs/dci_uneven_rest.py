"""The same rest, collected in bar 2 or spread over all other bars."""

from ....viz.picture import Picture
from ....widgets.controls import dragged, number
from ....widgets.lab import lab
from ..data import FACTORS, REST, rest_matrix
from ._rows import BarHandle, describe_rest, first_bar, row_picture

EVENNESS = "how evenly the rest is spread"


@lab(
    {
        "diagonal": dragged(number("diagonal", 0.8, 0, 1)),
        "evenness": dragged(number(EVENNESS, 1.0, 0, 1, step=0.05)),
    },
    describe_change=describe_rest,
)
def dci_uneven_rest(diagonal: float, evenness: float) -> Picture:
    """The same row, with a handle on bar 2 that collects the rest from all other bars."""
    ends = (0.0, REST * (FACTORS - 1)), (1.0, REST)
    handles = {
        0: first_bar(diagonal),
        1: BarHandle("evenness", EVENNESS, evenness, *ends, 0.05),
    }
    return row_picture(rest_matrix(FACTORS, diagonal, REST, evenness), handles)
