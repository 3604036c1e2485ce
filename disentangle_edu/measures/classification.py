"""Recognising: how well a logistic regression on all latents tells a factor's values apart."""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..core import InformativenessMatrix, Representation
from ..making import measure
from ..validation import check_choice, check_count, check_positive, check_source
from ._supervised import Model, Scaling, check_bins, each, having, labels, parted, scaled
from .predictors import MOST_C, MOST_ITERATIONS

Classifier = Literal["multinomial", "one against the rest"]
Solver = Literal["lbfgs", "liblinear"]
# Of (the classifier, latents and values to learn from, those to be judged on).
Judge = Callable[[Model, NDArray, NDArray, NDArray, NDArray], float]


@measure
def recognition(
    rep: Representation,
    *,
    classifier: Classifier = "multinomial",
    C: float = 1.0,
    balanced: bool = False,
    solver: Solver = "lbfgs",
    iterations: int = 1000,
    scaling: Scaling = "standard",
    factor_bins: int | None = None,
    split: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """How well does a logistic regression on all latents tell a factor's values from each other?

    The area under the ROC curve of each value against the rest, averaged over the values of a
    factor: 1 tells them all, 0.5 is chance.

    classifier : one "multinomial" regression per factor, or "one against the rest" for every value.
    C : inverse regularisation.   balanced : rare values weigh as much as common ones.
    solver, iterations : "lbfgs", or "liblinear" for one against the rest, and how many steps it
        may take; stopped early, it is another classifier.
    scaling : of latents: "standard", "min-max" or "none".
    factor_bins : cuts every factor into so many labels; None keeps levels and cuts continuous ones
        into 21.
    split, shuffle, seed : as in `importances`.

    Returns one row, "all latents". Values that the samples to judge on lack are left out.

    >>> measures.recognition(examples.rotated(0, levels=2)).values.round(1)
    array([[1., 1.]])
    """
    check_source("recognition", rep, Representation)
    check_choice("classifier", classifier, get_args(Classifier))
    check_choice("solver", solver, get_args(Solver))
    if solver == "liblinear" and classifier == "multinomial":
        raise ValueError(
            "solver: found 'liblinear' for a multinomial regression, which it cannot solve, "
            "expected 'lbfgs', or classifier='one against the rest'."
        )
    from sklearn.multiclass import OneVsRestClassifier

    model = _regression(C, balanced, iterations, solver, seed)
    model = model if classifier == "multinomial" else OneVsRestClassifier(model)
    return _judged(
        rep,
        model,
        _area,
        "recognition of each value",
        "area under the ROC curve",
        scaling,
        factor_bins,
        parted(rep, split, shuffle, seed),
    )


@measure
def surprise_saved(
    rep: Representation,
    *,
    C: float = MOST_C,
    balanced: bool = False,
    iterations: int = 1000,
    scaling: Scaling = "standard",
    factor_bins: int | None = None,
    split: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """Which share of the surprise at a factor's value does a logistic regression save?

    Surprise is the log loss: -log of the chance that was given to the value that came, averaged
    over samples. 1 - (that of a regression on all latents) / (that of the shares of the values
    alone). Below 0, where the regression is worse than these, counts as 0.

    C : inverse regularisation; 1e10, none, as in the paper.   The other options are those of
        `recognition`, the classifier is its multinomial one.

    Returns one row, "all latents". Samples with a value that was never seen in learning are left
    out.

    >>> measures.surprise_saved(examples.rotated(0, levels=2)).values.round(1)
    array([[1., 1.]])
    """
    check_source("surprise_saved", rep, Representation)
    return _judged(
        rep,
        _regression(C, balanced, iterations, "lbfgs", seed),
        _saved,
        "surprise saved",
        "share of the surprise",
        scaling,
        factor_bins,
        parted(rep, split, shuffle, seed),
    )


def _regression(C: float, balanced: bool, iterations: int, solver: Solver, seed: int) -> Model:
    from sklearn.linear_model import LogisticRegression

    check_positive("C", C, most=MOST_C)
    check_count("iterations", iterations, most=MOST_ITERATIONS)
    return LogisticRegression(
        C=C,
        class_weight="balanced" if balanced else None,
        solver=solver,
        max_iter=iterations,
        random_state=seed,
    )


def _judged(
    rep: Representation,
    model: Model,
    judge: Judge,
    what: str,
    unit: str,
    scaling: Scaling,
    factor_bins: int | None,
    rows: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> InformativenessMatrix:
    """One row: the model is taught every factor, and judged."""
    check_choice("scaling", scaling, get_args(Scaling))
    check_bins("factor_bins", factor_bins)
    x = scaled(rep.latents, scaling, rows[0])

    def of_factor(k: int) -> float:
        y, (teach, test) = labels(rep, k, factor_bins), having(rep, k, *rows)
        return judge(model, x[teach], y[teach], x[test], y[test])

    return InformativenessMatrix(
        np.array(each(of_factor, range(len(rep.factor_kinds))))[None],
        what,
        unit,
        row_names=["all latents"],
        column_names=rep.factor_names,
    )


def _area(model: Model, x: NDArray, y: NDArray, x_new: NDArray, y_new: NDArray) -> float:
    """Area under the ROC curve, one value against the rest, mean over the values to judge on."""
    from scipy.stats import rankdata
    from sklearn.base import clone

    if np.unique(y).size < 2:
        return 0.5
    model = clone(model).fit(x, y)
    is_value = y_new[:, None] == model.classes_
    count = is_value.sum(0)
    seen = (count > 0) & (count < len(y_new))
    if not seen.any():
        return 0.5
    # The area is the share of pairs, one sample with the value and one without, in which the first
    # is given the higher chance: roc_auc_score says the same, at half the cost of explicitness.
    ranks = rankdata(model.predict_proba(x_new)[:, seen], axis=0)
    is_value, count = is_value[:, seen], count[seen]
    pairs = (ranks * is_value).sum(0) - count * (count + 1) / 2
    return float(np.mean(pairs / (count * (len(y_new) - count))))


def _saved(model: Model, x: NDArray, y: NDArray, x_new: NDArray, y_new: NDArray) -> float:
    """1 - log loss of the classifier / log loss of the values' shares, weighted as it learns."""
    from sklearn.base import clone
    from sklearn.metrics import log_loss

    values, seen = np.unique(y), np.isin(y_new, y)
    if len(values) < 2 or not seen.any():
        return 0.0
    chances = clone(model).fit(x, y).predict_proba(x_new[seen])
    shares = np.ones(len(values)) if model.class_weight else np.bincount(y)[values]
    alone = np.broadcast_to(shares / shares.sum(), chances.shape)
    left, there = (
        log_loss(y_new[seen], predicted, labels=values) for predicted in (chances, alone)
    )
    return float(np.clip(1 - left / there, 0, 1))
