"""The bits of network B, whose entries are dragged, and the gaps that two scores read."""

from collections.abc import Sequence

import numpy as np

from .... import InformativenessMatrix, viz, widgets
from ..data import bits_of_b
from ._gaps import (
    both_scores,
    cell_control,
    cells_panel,
    describe_gaps,
    gap_panel,
)

Bits = Sequence[Sequence[float]]
SIZE = 8, 4  # latents and factors of B
ACROSS = 30  # the cell of latent 8 and the horizontal position
FELL, SAME = 0.01, 0.0005  # a score falls by at least FELL, or changes by less than SAME


def start_bits() -> list[list[float]]:
    """The bits of B, to four digits, rounded down."""
    return (np.floor(bits_of_b().values * 1e4) / 1e4).tolist()


def matrix_of_bits(bits: Bits) -> InformativenessMatrix:
    """A matrix with the names and entropies of B."""
    real = bits_of_b()
    names = {"row_names": real.row_names, "column_names": real.column_names}
    entropy = real.factor_entropy
    return InformativenessMatrix(bits, "bits", "bits", factor_entropy=entropy, **names)


def check_bits(name: str, value: Bits) -> list[list[float]]:
    """Raise ValueError unless there is an entry for each latent and factor, up to the entropy."""
    rows = widgets.number_table(name, value, 0, 4).value
    if np.shape(rows) != SIZE:
        raise ValueError(f"{name}: found shape {np.shape(rows)}, expected 8 rows of 4 numbers.")
    return np.minimum(rows, highest()).tolist()


def highest() -> list[float]:
    """The most bits that a latent can have about each factor, to four digits."""
    return (np.floor(np.array(bits_of_b().factor_entropy) * 1e4) / 1e4).tolist()


def controls() -> dict[str, widgets.Control]:
    """The bits, and the cell whose column and row are shown."""
    return {
        "bits": widgets.free("bits", start_bits(), check_bits),
        "cell": cell_control(32, ACROSS),
    }


def changes(values: dict) -> tuple[float, float]:
    """Changes of MIG and of DCIMIG since the start."""
    old, new = (both_scores(matrix_of_bits(bits)) for bits in (start_bits(), values["bits"]))
    return new["mig"].value - old["mig"].value, new["dcimig"].value - old["dcimig"].value


def only_mig_falls(values: dict) -> bool:
    """Whether MIG is lower than at the start, and DCIMIG the same."""
    of_mig, of_dcimig = changes(values)
    return of_mig < -FELL and abs(of_dcimig) < SAME


def only_dcimig_falls(values: dict) -> bool:
    """Whether DCIMIG is lower than at the start, and MIG the same."""
    of_mig, of_dcimig = changes(values)
    return of_dcimig < -FELL and abs(of_mig) < SAME


@widgets.lab(
    controls,
    describe_change=describe_gaps,
    tasks={
        "lower MIG, but not DCIMIG": only_mig_falls,
        "lower DCIMIG, but not MIG": only_dcimig_falls,
    },
)
def gaps_of_b(bits: Bits, cell: int) -> viz.Picture:
    """Drag an entry of a column or a row of B's bits: which of the two gaps moves?"""
    matrix, (i, k) = matrix_of_bits(bits), divmod(cell, SIZE[1])
    latents, factors, most = matrix.row_names, matrix.column_names, highest()
    scores, start = both_scores(matrix), both_scores(matrix_of_bits(start_bits()))
    column = [f"bits/{r}/{k}" for r in range(SIZE[0])]
    row = [f"bits/{i}/{c}" * (c != k) for c in range(SIZE[1])]  # one handle for each entry, not two
    title = "bits that B's latents carry: click an entry"
    values = {name: score.value for name, score in scores.items()}
    marks = {name: score.value for name, score in start.items()}
    of_column = f"MIG: the column of {factors[k]}"
    of_row = f"DCIMIG: the row of {latents[i]}"
    return viz.Picture(
        panels=(
            cells_panel(matrix, (i, k), title, max(most)),
            viz.stack(
                gap_panel(of_column, latents, matrix.values[:, k], most[k : k + 1] * 8, column),
                gap_panel(of_row, factors, matrix.values[i], most, row),
                viz.bars_panel("scores; strokes mark B", values, marks=marks, key="score"),
            ),
        ),
        shows=viz.describe_matrix(matrix),
        caption=f"MIG of B is {scores['mig'].value:.3f}, and DCIMIG {scores['dcimig'].value:.3f}.",
        text=viz.describe_scores(list(scores.values())),
        scores=scores,
    )
