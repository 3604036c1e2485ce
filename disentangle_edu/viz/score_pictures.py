"""Pictures of results: a score with its matrix and its parts, or a matrix alone.

Every picture contains its numbers as text twice: as sentences below the picture, and as the
description that a screen reader speaks. Shapes are in `svg`, panels in `panels`, and matplotlib
figures in `plots`.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..matrices import Matrix
from ..score import Score
from .canvas import stack
from .display_names import display_name
from .panels import curves_panel, matrix_panel, parts_panel
from .picture import Picture


def describe_scores(scores: list[Score] | tuple[Score, ...]) -> str:
    """Text below a picture: each score, its reason, its warnings and its notes.

    Parameters
    ----------
    scores : list or tuple of Score
        Scores to describe.

    Returns
    -------
    sentences : str
        One line per score, then one per warning and one per note of a matrix. Repeated lines are
        left out.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> from disentangle_edu.viz.score_pictures import describe_scores
    >>> describe_scores([mig(examples.rotated(0))]).startswith("MIG = ")
    True
    """
    lines = [
        f"{display_name(score.metric)} = {score.value:.4f}. {score.explanation}" for score in scores
    ]
    cautions = dict.fromkeys(caution for score in scores for caution in score.cautions)
    notes = dict.fromkeys(note for score in scores for note in score.matrix.notes)
    lines += [f"Caution: {caution}." for caution in cautions]
    return "\n".join(lines + [f"Note: {note}." for note in notes])


def scores_picture(*scores: Score, matrix: Matrix | None = None, extra: str = "") -> Picture:
    """Picture of one matrix, the parts of each score, and the reasons in words.

    The matrix is on the left and the parts are on the right.

    Parameters
    ----------
    *scores : Score
        Scores to show, at least one.
    matrix : Matrix or None, default=None
        Matrix to show. With None, the matrix of the first score.
    extra : str, default=''
        Further sentences, one a line.

    Returns
    -------
    picture : Picture
        Picture with the scores by the metric's name.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> from disentangle_edu.viz.score_pictures import scores_picture
    >>> len(scores_picture(mig(examples.rotated(0))).panels)
    2
    """
    matrix = matrix or scores[0].matrix
    sentences = describe_scores(scores) + (f"\n{extra}" if extra else "")
    shows = f"{describe_matrix(matrix)} {sentences}".replace("\n", " ")
    bars = stack(*(parts_panel(score) for score in scores))
    numbers = {score.metric: score for score in scores}
    return Picture(panels=(matrix_panel(matrix), bars), shows=shows, text=sentences, scores=numbers)


def matrix_picture(matrix: Matrix) -> Picture:
    """Picture of a matrix, as high as its rows require.

    Parameters
    ----------
    matrix : Matrix
        Matrix to show.

    Returns
    -------
    picture : Picture
        Picture of one panel, with the description and the notes of the matrix as its text.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.score_pictures import matrix_picture
    >>> values = [[0.9, 0.2], [0.5, 0.1]]
    >>> matrix = InformativenessMatrix(values, "mutual information", "bits", factor_entropy=1)
    >>> len(matrix_picture(matrix).panels)
    1
    """
    shows = describe_matrix(matrix)
    sentences = "\n".join([shows] + [f"Note: {note}." for note in matrix.notes])
    return Picture(panels=(matrix_panel(matrix),), shows=shows, text=sentences)


def curves_picture(
    curves: Mapping[str, tuple[ArrayLike, ArrayLike, ArrayLike]], x_label: str, y_label: str
) -> Picture:
    """Picture of curves, each with a band of one standard deviation to either side.

    Parameters
    ----------
    curves : mapping of str to tuple of array-like
        (x, mean, spread) of each curve by its name.
    x_label : str
        Label of the x axis.
    y_label : str
        Label of the y axis.

    Returns
    -------
    picture : Picture
        Picture with the first and last value of each curve as its text.

    Examples
    --------
    >>> from disentangle_edu.viz.score_pictures import curves_picture
    >>> curves = {"MIG": ([10, 100], [0.2, 0.4], [0.1, 0.1])}
    >>> curves_picture(curves, "samples", "score").text
    'Score, by samples. MIG: 0.2 at 10, 0.4 at 100.'
    """
    ends = [
        f"{name}: {mean[0]:.3g} at {x[0]:,g}, {mean[-1]:.3g} at {x[-1]:,g}."
        for name, (x, mean, _) in ((name, np.array(curve)) for name, curve in curves.items())
    ]
    caption = f"{y_label[0].upper()}{y_label[1:]}, by {x_label}. {' '.join(ends)}"
    return Picture(
        panels=(curves_panel((y_label, x_label, ""), curves),), shows=caption, text=caption
    )


def describe_matrix(matrix: Matrix) -> str:
    """Description of a matrix in words, with the position of its largest entry.

    Parameters
    ----------
    matrix : Matrix
        Matrix to describe.

    Returns
    -------
    sentences : str
        Quantity, number of rows and columns, and the largest entry with its row and column.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix
    >>> from disentangle_edu.viz.score_pictures import describe_matrix
    >>> values = [[0.9, 0.2], [0.5, 0.1]]
    >>> matrix = InformativenessMatrix(values, "mutual information", "bits", factor_entropy=1)
    >>> describe_matrix(matrix)[:42]
    'Mutual information, 2 latents by 2 factors'
    """
    i, k = np.unravel_index(matrix.values.argmax(), matrix.values.shape)
    rows, columns = (
        f"{count} {word if count > 1 else word[:-1]}"
        for count, word in zip(matrix.values.shape, (matrix.rows, matrix.columns))
    )
    unit = f" ({matrix.unit})" if matrix.unit else ""
    location = f"{matrix.row_names[i]} and {matrix.column_names[k]}"
    if (others := int((matrix.values == matrix.values[i, k]).sum()) - 1) > 0:
        location += f", and in {others} more cell{'s' * (others > 1)}"
    subject = f"{matrix.name[0].upper()}{matrix.name[1:]}, {rows} by {columns}"
    return f"{subject}. The largest, {matrix.values[i, k]:.4g}{unit}, is at {location}."
