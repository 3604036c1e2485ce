"""Results -> pictures: a score with its matrix and its parts, a matrix alone, and their words.

Every picture carries its numbers as text, once for the eye beside it and once as the description
that a screen reader speaks. Shapes are in `svg`, panels in `panels`, figures to study and to
print in `plots`.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from .. import core
from .display_names import called
from .panels import curves_panel, matrix_panel, parts_panel
from .svg import Picture, stack


def words(scores: list[core.Score] | tuple[core.Score, ...]) -> str:
    """The sentences beside a picture: each score and what decided it."""
    lines = [f"{called(score.metric)} = {score.value:.4f}. {score.because}" for score in scores]
    cautions = dict.fromkeys(caution for score in scores for caution in score.cautions)
    notes = dict.fromkeys(note for score in scores for note in score.matrix.notes)
    lines += [f"Caution: {caution}." for caution in cautions]
    return "\n".join(lines + [f"Note: {note}." for note in notes])


def scores_picture(
    *scores: core.Score, matrix: core.Matrix | None = None, extra: str = ""
) -> Picture:
    """One matrix on the left, the parts of each score on the right, the reasons in words."""
    matrix = matrix or scores[0].matrix
    sentences = words(scores) + (f"\n{extra}" if extra else "")
    alt = f"{describe(matrix)} {sentences}".replace("\n", " ")
    bars = stack(*(parts_panel(score) for score in scores))
    numbers = {score.metric: score for score in scores}
    return Picture((matrix_panel(matrix), bars), alt, sentences, numbers)


def matrix_picture(matrix: core.Matrix) -> Picture:
    """A matrix alone, as high as its rows need."""
    alt = describe(matrix)
    sentences = "\n".join([alt] + [f"Note: {note}." for note in matrix.notes])
    return Picture((matrix_panel(matrix),), alt, sentences)


def curves_picture(
    curves: Mapping[str, tuple[ArrayLike, ArrayLike, ArrayLike]], x_label: str, y_label: str
) -> Picture:
    """Lines with a band of one spread to either side: curves is {name: (x, mean, spread)}."""
    ends = [
        f"{name}: {mean[0]:.3g} at {x[0]:,g}, {mean[-1]:.3g} at {x[-1]:,g}."
        for name, (x, mean, _) in ((name, np.array(curve)) for name, curve in curves.items())
    ]
    said = f"{y_label[0].upper()}{y_label[1:]}, by {x_label}. {' '.join(ends)}"
    return Picture((curves_panel((y_label, x_label, ""), curves),), said, said)


def describe(matrix: core.Matrix) -> str:
    """A matrix in words: what it is and where its largest entry stands."""
    i, k = np.unravel_index(matrix.values.argmax(), matrix.values.shape)
    rows, columns = (
        f"{count} {word if count > 1 else word[:-1]}"
        for count, word in zip(matrix.values.shape, (matrix.rows, matrix.columns))
    )
    unit = f" ({matrix.unit})" if matrix.unit else ""
    place = f"{matrix.row_names[i]} and {matrix.column_names[k]}"
    if (others := int((matrix.values == matrix.values[i, k]).sum()) - 1) > 0:
        place += f", and in {others} more cell{'s' * (others > 1)}"
    what = f"{matrix.what[0].upper()}{matrix.what[1:]}, {rows} by {columns}"
    return f"{what}. The largest, {matrix.values[i, k]:.4g}{unit}, is at {place}."


core.picture.register(core.Score, scores_picture)
core.picture.register(core.Matrix, matrix_picture)
