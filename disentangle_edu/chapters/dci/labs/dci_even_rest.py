"""Fact 2: by how much does an even rest lower disentanglement?"""

from ....viz.picture import Picture
from ....widgets.controls import dragged, number, whole
from ....widgets.lab import lab
from ..data import FACTORS, REST, rest_matrix
from ._rows import BarHandle, describe_rest, first_bar, row_picture


def keep_rest(before: dict, now: dict) -> dict:
    """Divide the rest of each row among the other factors, if the number of factors changes."""
    if before["factors"] == now["factors"] or before["off_diagonal"] != now["off_diagonal"]:
        return now
    each = before["off_diagonal"] * (before["factors"] - 1) / (now["factors"] - 1)
    return now | {"off_diagonal": min(round(each, 6), 1.0)}


@lab(
    {
        "factors": whole("factors", FACTORS, 2, 15),
        "diagonal": dragged(number("diagonal", 0.8, 0, 1)),
        "off_diagonal": dragged(number("each of the other bars", REST, 0, 1, step=0.005)),
    },
    update_state=keep_rest,
    describe_change=describe_rest,
)
def dci_even_rest(factors: int, diagonal: float, off_diagonal: float) -> Picture:
    """Every latent follows one factor, and its rest is even. Drag the first bar, or the rest."""
    label, ends = f"the other bars ({factors - 1})", ((0.0, 0.0), (1.0, 1.0))
    rest = BarHandle("off_diagonal", label, off_diagonal, *ends, 0.005)
    handles = {0: first_bar(diagonal), factors - 1: rest}
    return row_picture(rest_matrix(factors, diagonal, off_diagonal), handles)
