"""Predicting: how well a factor can be read from one latent alone, or from all together, by a model that is trained."""

import numpy as np

from ..checks import check_count, check_source
from ..core import InformativenessMatrix, Representation, measure
from .counting import discretise

MIN_FOR_A_SPLIT = 16  # predictors are judged on samples that they have not seen


def _split(n, seed):
    """Three quarters of the rows to learn from, one quarter to be judged on."""
    if n < MIN_FOR_A_SPLIT:
        raise ValueError(f"rep: found {n} samples, expected at least {MIN_FOR_A_SPLIT}: a predictor is judged on samples it has "
                         "not seen. Draw more, e.g. with World.sample.")
    order = np.random.default_rng(seed).permutation(n)
    return order[: 3 * n // 4], order[3 * n // 4:]


@measure
def predictability(rep, *, C=0.01, seed=0):
    """How well does one latent alone predict a factor, with a straight line?

    Continuous factors: R2 of the least-squares line on all samples, the squared correlation.
    Factors with levels: accuracy, on a held-out quarter, of LinearSVC(C) with balanced classes on
    the standardised latent. Both lie between 0 and 1; the matrix says in its unit which is meant.

    C : the SVM's inverse regularisation, 0.01 as in most published code.
    seed : draws the split.

    A latent that never moves gets 0 and, for levels, the accuracy of the best constant guess.
    """
    check_source("predictability", rep, Representation)
    if not C > 0:
        raise ValueError(f"C: found {C}, expected a number above 0.")
    z, v = _standardised(rep.latents), _standardised(rep.factors)
    values = np.minimum((z.T @ v / len(rep)) ** 2, 1.0)
    level_factors = [k for k, kind in enumerate(rep.factor_kinds) if kind == "levels"]
    if level_factors:
        train, test = _split(len(rep), seed)
        for k in level_factors:
            labels = discretise(rep.factors[:, k], "levels")
            for i in range(z.shape[1]):
                values[i, k] = _svm_accuracy(z[:, [i]], labels, train, test, C)
    unit = "accuracy" if len(level_factors) == v.shape[1] else "R2" if not level_factors else "R2 or accuracy"
    return InformativenessMatrix(values, "predictability by one latent", unit,
                                 row_names=rep.latent_names, column_names=rep.factor_names)


def _standardised(table):
    """Mean 0 and deviation 1 per column; a constant column becomes 0."""
    spread = table.std(0)
    moves = table.max(0) > table.min(0)
    return np.where(moves, (table - table.mean(0)) / np.where(moves, spread, 1), 0)


def _svm_accuracy(x, labels, train, test, C):
    from sklearn.svm import LinearSVC
    if x.min() == x.max() or np.unique(labels[train]).size < 2:
        return np.bincount(labels[test]).max() / len(test)
    return LinearSVC(C=C, class_weight="balanced").fit(x[train], labels[train]).score(x[test], labels[test])


def _forest(kind, trees, seed):
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    # max_features=None: every split may use every latent. With the classifier's default a split that may not look
    # at the right latent must use a wrong one, and even a perfect copy scores D = 0.65.
    forest = RandomForestClassifier if kind == "levels" else RandomForestRegressor
    return forest(trees, max_features=None, random_state=seed, n_jobs=-1)


def _boosting(kind, trees, seed):
    from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
    boosting = GradientBoostingClassifier if kind == "levels" else GradientBoostingRegressor
    return boosting(n_estimators=trees, random_state=seed)


def _lasso(kind, trees, seed):
    from sklearn.linear_model import LassoCV
    return LassoCV(random_state=seed)  # levels are taken as numbers: the lasso knows no classes


PREDICTORS = {"forest": _forest, "boosting": _boosting, "lasso": _lasso}


@measure
def _predictors(rep, *, predictor, trees, seed):
    """One predictor per factor on all latents: (importances (L, K), held-out scores (K,))."""
    if predictor not in PREDICTORS:
        raise ValueError(f"predictor: found {predictor!r}, expected one of {', '.join(map(repr, PREDICTORS))}.")
    check_count("trees", trees)
    train, test = _split(len(rep), seed)
    latents, importances, scores = _standardised(rep.latents), [], []
    for column, kind in zip(rep.factors.T, rep.factor_kinds):
        if predictor == "lasso":  # its penalty would depend on the factor's units
            column = _standardised(column[:, None])[:, 0]
        model = PREDICTORS[predictor](kind, trees, seed).fit(latents[train], column[train])
        importances.append(np.abs(model.coef_) if predictor == "lasso" else model.feature_importances_)
        scores.append(max(0.0, model.score(latents[test], column[test])))
    return np.array(importances).T, np.array(scores)


@measure
def importances(rep, *, predictor="forest", trees=10, seed=0):
    """How much does a predictor use each latent when it predicts a factor from all of them?

    predictor : "forest", impurity importances of a random forest with `trees` trees and all
        latents open to every split; "boosting", the same of gradient boosting with `trees` rounds;
        "lasso", absolute coefficients for the standardised factor, the penalty chosen by cross-validation, levels as numbers.
        All from scikit-learn, on standardised latents, learned on three quarters of the samples.
    trees : trees or rounds.
    seed : draws the split and the trees.

    Columns of the first two sum to 1 (to 0 where no tree finds a split), also where nothing is
    predicted: read them beside `prediction`.
    """
    check_source("importances", rep, Representation)
    values, _ = _predictors(rep, predictor=predictor, trees=trees, seed=seed)
    return InformativenessMatrix(values, f"importance for a {predictor}", "share" if predictor != "lasso" else "coefficient",
                                 row_names=rep.latent_names, column_names=rep.factor_names)


@measure
def prediction(rep, *, predictor="forest", trees=10, seed=0):
    """How well do the predictors of `importances` predict factors on samples they have not seen?

    One row, "all latents": R2 (continuous, and any factor under the lasso) or accuracy (levels),
    negative R2 counted as 0. Options as in `importances`.
    """
    check_source("prediction", rep, Representation)
    _, scores = _predictors(rep, predictor=predictor, trees=trees, seed=seed)
    return InformativenessMatrix(scores[None], "held-out prediction", "R2 or accuracy", row_names=["all latents"],
                                 column_names=rep.factor_names)
