"""Cases of the chapter: the paper's code of letters, and predictors that are trained on it."""

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ... import background
from ...claims.zhang2021 import BROKEN, METRIC_OF, REFLECTS, fall
from ...metrics import sap
from ...types import Floats
from ...worlds import letter_sentences
from ..common.lines import Lines

ANSWERS = [(who, criterion) for who in REFLECTS for criterion in BROKEN]  # the paper's answers
VALUES = letter_sentences.VALUES  # values of a letter
SVM, LDA = "one against the rest, trained (SVM)", "all values at once, trained (LDA)"
PAPERS_C = 0.01  # the SVM's C in the paper
LOW, HIGH = -1.0, 1.0  # the ends of a latent
VIEW_RANGES = {SVM: (-1.4, 0.8), LDA: (-0.4, 1.05)}  # the vertical range of each view


@functools.cache
def papers_code() -> letter_sentences.Letters:
    """The paper's first code of letters, with its samples."""
    return letter_sentences.Letters(1)


def values_of_a() -> Floats:
    """Positions of the 20 values of letter A on its latent."""
    code = papers_code()
    return code.latents[[rows[0] for rows in code.where[0]], 0].round(3)


@functools.cache
def ordered_values(letter: str) -> tuple[Floats, NDArray[np.int64]]:
    """Positions of a letter's values, from left to right, and the values at these positions."""
    code, k = papers_code(), letter_sentences.NAMES.index(letter)
    positions = np.array([code.latents[rows[0], k] for rows in code.where[k]])
    order = positions.argsort()
    return positions[order], order


@functools.lru_cache(maxsize=32)
def fit_lines(letter: str, way: str, C: float) -> tuple[Lines, int]:
    """The twenty lines of SVM or LDA, from the leftmost value to the rightmost.

    The second number counts the SVM's predictors that answer "yes" anywhere on the latent.
    """
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.svm import LinearSVC

    k, (places, order) = letter_sentences.NAMES.index(letter), ordered_values(letter)
    x, y, _, _ = papers_code().parted(k, *letter_sentences.streams(0))
    predictor = LinearSVC(C=C, random_state=0) if way == SVM else LinearDiscriminantAnalysis()
    predictor.fit(x[:, [k]], y)
    slopes, heights = predictor.coef_[order, 0], predictor.intercept_[order]
    if way == LDA:  # no spread within a value, so only the order of the lines has a meaning
        largest = (np.multiply.outer((LOW, HIGH), slopes) + heights).max()
        slopes, heights = slopes / largest, heights / largest
    names = [f"{letter}{value + 1}" for value in order]
    low, high = VIEW_RANGES[way]
    reach = low, max(high, 1.05 * (np.multiply.outer(places, slopes) + heights).max())
    lines = Lines(places, slopes, heights, names, ((LOW, HIGH), reach))
    return lines, int((lines.at((LOW, HIGH)) > 0).any(0).sum())


@functools.lru_cache(maxsize=16)
def papers_sap(C: float) -> float:
    """SAP of the paper's own code and samples, all four letters."""
    return sap(letter_sentences.predictability(papers_code(), C=C)).value


def count_mistakes(places: Floats, rank: int, cut: float) -> int:
    """Number of values for which a cut is wrong: other values on the chosen one's side."""
    same = (places > cut) == (places[rank] > cut)
    return int(same.sum()) - 1


def stretch_indices(places: Floats, cuts: Sequence[float]) -> NDArray[np.int64]:
    """Number of the stretch between ordered cuts that each value is in, from 0."""
    return np.digitize(places, np.sort(cuts))


@functools.cache
def measured_falls(who: str, criterion: str) -> dict[str, float]:
    """How far a score falls from a perfect code, for each code that breaks one criterion."""
    return background.get_or_compute(
        "falls", f"{who} {criterion}", lambda: _measure_falls(who, criterion)
    )


def _measure_falls(who: str, criterion: str) -> dict[str, float]:
    metric = METRIC_OF.get(who, criterion)
    return {case: float(fall(metric, criterion, case)) for case in BROKEN[criterion]}
