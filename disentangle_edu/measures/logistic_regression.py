"""Recognising: values of every factor, by a logistic regression on all latents.

`one_vs_rest_auc` has the area under the ROC curve, and `log_loss_reduction` the relative reduction
of the log loss.
"""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..matrices import InformativenessMatrix
from ..measure import measure
from ..representation import Representation
from ..validation import check_choice, check_count, check_positive, check_source
from ._supervised import (
    ClassWeight,
    Model,
    Scaling,
    check_bins,
    check_class_weight,
    factor_labels,
    parallel_map,
    present_rows,
    scale_columns,
    train_test_rows,
)
from .predictors import MOST_C, MOST_ITERATIONS

Classifier = Literal["multinomial", "ovr"]
Solver = Literal["lbfgs", "liblinear"]
# Arguments: the classifier, the latents and values to train on, and those to test on.
Judge = Callable[[Model, NDArray, NDArray, NDArray, NDArray], float]


@measure
def one_vs_rest_auc(
    rep: Representation,
    *,
    multi_class: Classifier = "multinomial",
    C: float = 1.0,
    class_weight: ClassWeight | None = None,
    solver: Solver = "lbfgs",
    max_iter: int = 1000,
    scaling: Scaling = "standard",
    factor_bins: int | None = None,
    train_size: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """Area under the ROC curve of a logistic regression on all latents, for every factor.

    The factor's values are classes. For each value in the test samples, the area under the ROC
    curve (AUC) of that value against the rest, averaged over these values, as for explicitness
    [1]_.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    multi_class : {'multinomial', 'ovr'}, default='multinomial'
        One multinomial logistic regression per factor, or one binary logistic regression for every
        value of a factor.
    C : float, default=1.0
        Inverse regularisation strength of the logistic regression, above 0 and up to 1e10.
    class_weight : {'balanced'} or None, default=None
        With 'balanced', samples weigh inversely to the frequency of their value. With None, all
        samples weigh the same.
    solver : {'lbfgs', 'liblinear'}, default='lbfgs'
        Algorithm of the optimisation. 'liblinear' needs multi_class='ovr'.
    max_iter : int, default=1000
        Maximum number of iterations of the solver, from 1 to 1,000,000. A solver that is stopped
        early yields another classifier.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the latents, fitted on the training samples.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor, from 2 to 10,000. With None, factors with
        levels are not binned and continuous ones get 21 bins.
    train_size : float, default=0.75
        Share of the samples to train on, above 0 and up to 1. With 1, the regression is trained and
        tested on all samples.
    shuffle : bool, default=True
        Whether to shuffle the samples before the split.
    seed : int, default=0
        Random seed of the split and of the regression.

    Returns
    -------
    matrix : InformativenessMatrix of shape (1, n_factors)
        One row, 'all latents', with values in [0, 1]. 1: every value is separated from the rest.
        0.5: chance, also for a factor with a single value in the training samples. Below 0.5: worse
        than chance.

    Raises
    ------
    ValueError
        If an option has a value that is not allowed; if 'liblinear' has to solve a multinomial
        regression; if there are fewer than 16 samples; or if a factor is absent from nearly all
        training or test samples.

    See Also
    --------
    log_loss_reduction : Relative reduction of the log loss, which depends on the probabilities.

    Notes
    -----
    Values that occur in none or in all of the test samples, or in no training sample, are left out
    of the average. If no value is left, the AUC is 0.5.

    References
    ----------
    .. [1] Ridgeway and Mozer (2018), "Learning Deep Disentangled Embeddings with the F-Statistic
       Loss", section 2.

    Examples
    --------
    >>> measures.one_vs_rest_auc(examples.rotated(0, levels=2)).values.round(1)
    array([[1., 1.]])

    >>> factors = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], 10, axis=0)
    >>> rep = Representation(factors=factors, latents=factors[:, ::-1])
    >>> measures.one_vs_rest_auc(rep).values
    array([[1., 1.]])
    """
    check_source("one_vs_rest_auc", rep, Representation)
    check_choice("multi_class", multi_class, get_args(Classifier))
    check_choice("solver", solver, get_args(Solver))
    if solver == "liblinear" and multi_class == "multinomial":
        raise ValueError(
            "solver: found 'liblinear' for a multinomial regression, which it cannot solve, "
            "expected 'lbfgs', or multi_class='ovr'."
        )
    from sklearn.multiclass import OneVsRestClassifier

    model = _regression(C, class_weight, max_iter, solver, seed)
    model = model if multi_class == "multinomial" else OneVsRestClassifier(model)
    return _score_factors(
        rep,
        model,
        _roc_auc,
        "one-vs-rest classification",
        "area under the ROC curve",
        scaling,
        factor_bins,
        train_test_rows(rep, train_size, shuffle, seed),
    )


@measure
def log_loss_reduction(
    rep: Representation,
    *,
    C: float = MOST_C,
    class_weight: ClassWeight | None = None,
    max_iter: int = 1000,
    scaling: Scaling = "standard",
    factor_bins: int | None = None,
    train_size: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """Relative reduction of the log loss by a logistic regression on all latents, per factor.

    1 - loss / baseline, where loss is the log loss of a multinomial logistic regression on the test
    samples, and baseline is the log loss of predicting the frequency of each value in the training
    samples, as for InfoE [1]_. The log loss is the mean of -log p over samples, where p is the
    probability that was predicted for the true value.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    C : float, default=1e10
        Inverse regularisation strength of the logistic regression, above 0 and up to 1e10. The
        default is no regularisation, as in the paper.
    class_weight : {'balanced'} or None, default=None
        With 'balanced', samples weigh inversely to the frequency of their value. With None, all
        samples weigh the same.
    max_iter : int, default=1000
        Maximum number of iterations of the solver, from 1 to 1,000,000. A solver that is stopped
        early yields another classifier.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the latents, fitted on the training samples.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor, from 2 to 10,000. With None, factors with
        levels are not binned and continuous ones get 21 bins.
    train_size : float, default=0.75
        Share of the samples to train on, above 0 and up to 1. With 1, the regression is trained and
        tested on all samples.
    shuffle : bool, default=True
        Whether to shuffle the samples before the split.
    seed : int, default=0
        Random seed of the split and of the regression.

    Returns
    -------
    matrix : InformativenessMatrix of shape (1, n_factors)
        One row, 'all latents', with values in [0, 1]. 1: every value is predicted with certainty.
        0: not better than the frequencies alone, also for a factor with a single value in the
        training samples. A negative value counts as 0.

    Raises
    ------
    ValueError
        If an option has a value that is not allowed; if there are fewer than 16 samples; or if a
        factor is absent from nearly all training or test samples.

    See Also
    --------
    one_vs_rest_auc : Area under the ROC curve, which depends on the order of the probabilities.

    Notes
    -----
    Test samples with a value that does not occur in the training samples are left out.

    References
    ----------
    .. [1] Hsu et al. (2023), "Disentanglement via Latent Quantization", section 3.

    Examples
    --------
    >>> measures.log_loss_reduction(examples.rotated(0, levels=2)).values.round(1)
    array([[1., 1.]])

    >>> factors = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], 10, axis=0)
    >>> rep = Representation(factors=factors, latents=factors[:, ::-1])
    >>> measures.log_loss_reduction(rep).values.round(3)
    array([[1., 1.]])
    """
    check_source("log_loss_reduction", rep, Representation)
    return _score_factors(
        rep,
        _regression(C, class_weight, max_iter, "lbfgs", seed),
        _log_loss_gain,
        "reduction of the log loss",
        "share",
        scaling,
        factor_bins,
        train_test_rows(rep, train_size, shuffle, seed),
    )


def _regression(
    C: float, class_weight: ClassWeight | None, max_iter: int, solver: Solver, seed: int
) -> Model:
    from sklearn.linear_model import LogisticRegression

    check_positive("C", C, most=MOST_C)
    check_class_weight(class_weight)
    check_count("max_iter", max_iter, most=MOST_ITERATIONS)
    return LogisticRegression(
        C=C,
        class_weight=class_weight,
        solver=solver,
        max_iter=max_iter,
        random_state=seed,
    )


def _score_factors(
    rep: Representation,
    model: Model,
    score_function: Judge,
    name: str,
    unit: str,
    scaling: Scaling,
    factor_bins: int | None,
    rows: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> InformativenessMatrix:
    """Matrix of one row: the score of the model after it is fitted to each factor."""
    check_choice("scaling", scaling, get_args(Scaling))
    check_bins("factor_bins", factor_bins)
    x = scale_columns(rep.latents, scaling, rows[0])

    def of_factor(k: int) -> float:
        y, (teach, test) = factor_labels(rep, k, factor_bins), present_rows(rep, k, *rows)
        return score_function(model, x[teach], y[teach], x[test], y[test])

    return InformativenessMatrix(
        np.array(parallel_map(of_factor, range(len(rep.factor_types))))[None],
        name,
        unit,
        row_names=["all latents"],
        column_names=rep.factor_names,
    )


def _roc_auc(model: Model, x: NDArray, y: NDArray, x_new: NDArray, y_new: NDArray) -> float:
    """Mean one-vs-rest area under the ROC curve over the values in the test rows."""
    from scipy.stats import rankdata
    from sklearn.base import clone

    if np.unique(y).size < 2:
        return 0.5
    model = clone(model).fit(x, y)
    is_value = y_new[:, None] == model.classes_
    count = is_value.sum(0)
    is_scored = (count > 0) & (count < len(y_new))
    if not is_scored.any():
        return 0.5
    # The area is the share of pairs, of one sample with the value and one without, in which the
    # first has the higher probability. roc_auc_score gives the same result, but more slowly: it
    # takes half the time of explicitness.
    ranks = rankdata(model.predict_proba(x_new)[:, is_scored], axis=0)
    is_value, count = is_value[:, is_scored], count[is_scored]
    pairs = (ranks * is_value).sum(0) - count * (count + 1) / 2
    return float(np.mean(pairs / (count * (len(y_new) - count))))


def _log_loss_gain(model: Model, x: NDArray, y: NDArray, x_new: NDArray, y_new: NDArray) -> float:
    """1 - log loss of the classifier / log loss of the frequencies, weighted as in training."""
    from sklearn.base import clone
    from sklearn.metrics import log_loss

    values, is_known = np.unique(y), np.isin(y_new, y)
    if len(values) < 2 or not is_known.any():
        return 0.0
    chances = clone(model).fit(x, y).predict_proba(x_new[is_known])
    shares = np.ones(len(values)) if model.class_weight else np.bincount(y)[values]
    baseline = np.broadcast_to(shares / shares.sum(), chances.shape)
    model_loss, baseline_loss = (
        log_loss(y_new[is_known], predicted, labels=values) for predicted in (chances, baseline)
    )
    return float(np.clip(1 - model_loss / baseline_loss, 0, 1))
