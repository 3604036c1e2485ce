"""Predicting: factors from a single latent, or from all latents together, by a trained model.

`single_latent_scores` has one value per latent and factor, for SAP. `importances` and
`all_latents_scores` have the importances and the test scores of one predictor per factor, for DCI.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..matrices import InformativenessMatrix
from ..measure import measure
from ..representation import Representation
from ..types import Progress
from ..validation import (
    check_choice,
    check_count,
    check_positive,
    check_source,
    is_cyclic,
    is_number,
    short_repr,
)
from ._linear_svm_1d import Ranked, margin_lines
from ._supervised import (
    ClassWeight,
    Model,
    Scaling,
    check_bins,
    check_class_weight,
    check_split,
    copresent_factor_rows,
    factor_labels,
    line_r2,
    parallel_map,
    present_rows,
    regression_target,
    scale_columns,
    train_test_rows,
)
from .information import discretise, mutual_information, refuse_cyclic

MOST_C = 1e10  # as inverse regularisation strength: practically no regularisation
MOST_TREES, MOST_DEPTH = 10_000, 1_000
MOST_ITERATIONS = 1_000_000
GIVEN = "the forests were given"  # start of a note on how many of the latents the forests used
SCREENED = 50  # latents per factor that are selected for a screened forest
AT_ONCE = 400_000  # numbers in the latents whose lines are fitted together

DeadAccuracy = Literal["zero", "constant"]

# ----------------------------------------------------------------------------- one latent alone


@measure
def single_latent_scores(
    rep: Representation,
    *,
    C: float = 0.01,
    class_weight: ClassWeight | None = "balanced",
    scaling: Scaling = "standard",
    as_continuous: bool = False,
    bins: int | None = None,
    factor_bins: int | None = None,
    dead_latents: DeadAccuracy = "zero",
    train_size: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """R2 or accuracy of a linear predictor of every factor from every single latent.

    For a continuous factor, R2 of the least-squares line on all samples, which is the squared
    correlation. For a cyclic factor, the line predicts its cosine and its sine. For a factor with
    levels, the accuracy on test samples of a linear support vector machine, as in SAP [1]_ [2]_.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    C : float, default=0.01
        Inverse regularisation strength of the support vector machine, above 0 and up to 1e10. Most
        published code uses 0.01.
    class_weight : {'balanced'} or None, default='balanced'
        Weights of the samples in the SVM. With 'balanced', samples of rare values weigh more; with
        None, all samples weigh the same.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the latents for the support vector machine, fitted on the training samples.
    as_continuous : bool, default=False
        Whether to read levels as numbers. With True, the matrix has R2 for every factor and
        `factor_bins` is ignored.
    bins : int or None, default=None
        Number of equal-width bins for every latent, from 2 to 10,000. With None, latents are not
        binned.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor, from 2 to 10,000; the bins are then classes for
        the support vector machine. With None, factors with levels keep their levels and continuous
        factors are not binned.
    dead_latents : {'zero', 'constant'}, default='zero'
        Accuracy of a latent that is constant in the training samples. With 'zero' it is 0, so
        that such a latent cannot be the second best. With 'constant' it is the accuracy of
        the value that the support vector machine then predicts: the most common value or, of two
        balanced values, which tie, the first.
    train_size : float, default=0.75
        Share of the samples to train on, above 0 and up to 1. With 1, the accuracy is measured on
        the training samples.
    shuffle : bool, default=True
        Whether to shuffle the samples before the split.
    seed : int, default=0
        Random seed of the split.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, n_factors)
        Values in [0, 1]; its unit is 'R2', 'accuracy' or 'R2 or accuracy'. R2 is 0 without a linear
        relation, and 1 if a straight line predicts the factor without error. Accuracy is 1 if every
        test sample is classified correctly; a latent without information is about as
        accurate as a guess.

    Raises
    ------
    ValueError
        If an option has a value that is not allowed; if a factor has classes and there are fewer
        than 16 samples; or if such a factor is absent from nearly all training or test samples.

    See Also
    --------
    importances : Importances of all latents in one predictor per factor.

    Notes
    -----
    The support vector machine is the one that scikit-learn calls ``LinearSVC(C)``, here solved
    exactly for many latents at once. R2 for a cyclic factor is the mean over cosine and sine,
    weighted by their variances.

    References
    ----------
    .. [1] Kumar et al. (2017), "Variational Inference of Disentangled Latent Concepts from
       Unlabeled Observations", section 3.
    .. [2] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", section 3.2.1.

    Examples
    --------
    >>> measures.single_latent_scores(examples.power_world().sample(2_000)).values.round(1)
    array([[0.3, 0. ],
           [0. , 0.3]])

    >>> factors = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], 10, axis=0)
    >>> rep = Representation(factors=factors, latents=factors @ [[2, 0], [0, 3]])
    >>> measures.single_latent_scores(rep, as_continuous=True).values.round(6)
    array([[1., 0.],
           [0., 1.]])
    """
    check_source("single_latent_scores", rep, Representation)
    check_positive("C", C, most=MOST_C)
    check_choice("scaling", scaling, get_args(Scaling))
    check_bins("bins", bins)
    check_bins("factor_bins", factor_bins)
    check_class_weight(class_weight)
    check_choice("dead_latents", dead_latents, get_args(DeadAccuracy))
    check_split(train_size)
    latents = rep.latents
    if bins is not None:
        latents = np.column_stack([discretise(z, bins=bins) for z in latents.T])
    machines = [
        (kind == "discrete" or factor_bins is not None) and not as_continuous
        for kind in rep.factor_types
    ]
    values = np.empty((len(rep.latent_names), len(machines)))
    for k, by_machine in enumerate(machines):
        if not by_machine:
            target = regression_target(rep.present_values(k), rep.factor_types[k])
            values[:, k] = _r2(latents[rep.rows_where_present(k)], target)
    if any(machines):
        train_rows, test_rows = train_test_rows(rep, train_size, shuffle, seed)
        x = scale_columns(latents, scaling, train_rows)
        size = max(1, AT_ONCE // len(rep))
        latent_chunks = [x.T[first : first + size] for first in range(0, x.shape[1], size)]
        for factors, *rows in copresent_factor_rows(
            rep, np.flatnonzero(machines).tolist(), train_rows, test_rows
        ):
            targets = [factor_labels(rep, k, factor_bins) for k in factors]
            accuracies = partial(
                _svm_accuracies,
                targets=targets,
                rows=rows,
                C=C,
                balanced=class_weight == "balanced",
                dead=dead_latents,
            )
            values[:, factors] = np.concatenate(parallel_map(accuracies, latent_chunks))
    return InformativenessMatrix(
        values,
        "predictability by one latent",
        "accuracy" if all(machines) else "R2 or accuracy" if any(machines) else "R2",
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def _r2(latents: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squared correlation of every latent with one factor; of two columns, weighted by variance."""
    return line_r2(latents, [target])[:, 0]


def _svm_accuracies(
    x: NDArray[np.float64],
    *,
    targets: Sequence[NDArray[np.intp]],
    rows: Sequence[NDArray[np.intp]],
    C: float,
    balanced: bool,
    dead: DeadAccuracy = "zero",
) -> NDArray[np.float64]:
    """(L, targets) share of the test rows whose value is predicted correctly from (L, n) latents.

    targets : (n,) labels of each factor.   rows : training rows and test rows.
    """
    train_rows, test_rows = rows
    accuracies, moves = np.zeros((len(x), len(targets))), np.ptp(x[:, train_rows], axis=1) > 0
    if dead == "constant":
        accuracies[~moves] = [
            _constant_accuracy(y[train_rows], y[test_rows], balanced) for y in targets
        ]
    if not moves.any():
        return accuracies
    latents, test_latents = Ranked(x[moves][:, train_rows]), x[moves][:, test_rows]
    for k, y in enumerate(targets):
        values, codes = np.unique(y[train_rows], return_inverse=True)
        lines = margin_lines(latents, codes, C=C, balanced=balanced)
        accuracies[moves, k] = np.mean(
            values[_highest_line(test_latents, *lines)] == y[test_rows], axis=1
        )
    return accuracies


def _constant_accuracy(
    y_train: NDArray[np.intp], y_test: NDArray[np.intp], balanced: bool
) -> float:
    """Share of the test samples that have the value which an SVM without a latent predicts."""
    values, counts = np.unique(y_train, return_counts=True)
    tie = balanced and len(values) == 2
    return float(np.mean(y_test == values[0 if tie else counts.argmax()]))


def _highest_line(
    z: NDArray[np.float64], slopes: NDArray[np.float64], heights: NDArray[np.float64]
) -> NDArray[np.intp]:
    """Index of the highest of a latent's lines at each of (L, m) positions; the first of equals."""
    best_value, highest = np.zeros(z.shape, dtype=np.intp), np.full(z.shape, -np.inf)
    for value, (w, h) in enumerate(zip(slopes.T[..., None], heights.T[..., None])):
        line = w * z + h
        np.copyto(best_value, value, where=line > highest)
        np.maximum(highest, line, out=highest)
    return best_value


# ------------------------------------------------------------------------- all latents together


Scoring = Literal["score", "1 - 12 MSE", "NRMSE"]
Features = Literal["all", "sqrt"]  # candidates for each split
Predictor = Literal["forest", "screened forest", "boosting", "lightgbm", "lasso", "mutual_info"]


@dataclass(frozen=True)
class PredictorOptions:
    """Options of the predictors of factors; `importances` describes them in more detail.

    Parameters
    ----------
    predictor : {'forest', 'screened forest', 'boosting', 'lightgbm', 'lasso', 'mutual_info'}, \
default='forest'
        Model that predicts a factor from all latents.
    n_estimators : int, default=10
        Number of trees of a forest, or number of rounds of boosting.
    max_features : {'all', 'sqrt'}, default='all'
        Number of latents that each split of a forest may choose from.
    max_depth : int, tuple of int or None, default=None
        Maximum depth of the trees, for all factors or for each.
    alpha : float, tuple of float or None, default=None
        Regularisation strength of the lasso. With None or a tuple, it is chosen by
        cross-validation.
    as_continuous : bool, default=False
        Whether to predict every factor by regression.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the latents, fitted on the training samples.
    bins : int or None, default=None
        Number of bins of every latent, with predictor='mutual_info' only.
    factor_bins : int or None, default=None
        Number of bins of every factor, which are then classes.
    train_size : float, default=0.75
        Share of the samples to train on.
    shuffle : bool, default=True
        Whether to shuffle the samples before the split.
    scoring : {'score', '1 - 12 MSE', 'NRMSE'}, default='score'
        Test score of the predictions.
    seed : int, default=0
        Random seed of the split and of the predictor.

    Examples
    --------
    >>> from disentangle_edu.measures.predictors import PredictorOptions
    >>> PredictorOptions(n_estimators=50).predictor
    'forest'
    """

    predictor: Predictor = "forest"
    n_estimators: int = 10
    max_features: Features = "all"
    max_depth: int | tuple[int, ...] | None = None
    alpha: float | tuple[float, ...] | None = None
    as_continuous: bool = False
    scaling: Scaling = "standard"
    bins: int | None = None
    factor_bins: int | None = None
    train_size: float = 0.75
    shuffle: bool = True
    scoring: Scoring = "score"
    seed: int = 0

    @classmethod
    def from_arguments(cls, arguments: Mapping[str, Any]) -> "PredictorOptions":
        """Choose the options among the arguments of a measure.

        Parameters
        ----------
        arguments : mapping of str to object
            Arguments by name, with a value for every option.

        Returns
        -------
        options : PredictorOptions
            The options.
        """
        return cls(**{option.name: arguments[option.name] for option in fields(cls)})


def _forest(levels: bool, o: PredictorOptions, depth: int | None) -> Model:
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    # With max_features="sqrt", the candidates of a split may lack the right latent, so that it uses
    # a wrong one, and even a perfect copy has D = 0.57.
    share = {"all": None, "sqrt": "sqrt"}[o.max_features]
    return (RandomForestClassifier if levels else RandomForestRegressor)(
        o.n_estimators, max_features=share, max_depth=depth, random_state=o.seed
    )


def _boosting(levels: bool, o: PredictorOptions, depth: int | None) -> Model:
    from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

    return (GradientBoostingClassifier if levels else GradientBoostingRegressor)(
        n_estimators=o.n_estimators, max_depth=depth or 3, random_state=o.seed
    )


def _lightgbm(levels: bool, o: PredictorOptions, depth: int | None) -> Model:
    try:
        from lightgbm import LGBMClassifier, LGBMRegressor
    except ImportError:
        raise ValueError(
            "predictor: found 'lightgbm', which is not installed, expected it after "
            "`pip install disentangle_edu[lightgbm]`; 'boosting' does the same with scikit-learn, "
            "slowly."
        ) from None
    depth = check_count("max_depth", depth or 3, most=17)  # as in scikit-learn's boosting
    return (LGBMClassifier if levels else LGBMRegressor)(
        n_estimators=o.n_estimators,
        max_depth=depth,
        num_leaves=2**depth,
        min_child_samples=1,
        importance_type="gain",
        random_state=o.seed,
        n_jobs=1,
        verbose=-1,
    )


def _lasso(levels: bool, o: PredictorOptions, depth: int | None) -> Model:
    from sklearn.linear_model import Lasso, LassoCV

    penalty = o.alpha
    if penalty is None:
        return LassoCV(random_state=o.seed)
    if isinstance(penalty, tuple):
        return LassoCV(alphas=penalty, cv=10, max_iter=5000)
    return Lasso(alpha=penalty)


PREDICTORS = {
    "forest": _forest,
    "screened forest": _forest,
    "boosting": _boosting,
    "lightgbm": _lightgbm,
    "lasso": _lasso,
}


@measure
def _predictors(
    rep: Representation,
    *,
    options: PredictorOptions,
    progress: Progress | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[str, ...]]:
    """Fit one predictor per factor on all latents: (L, K) importances, (K,) test scores, notes."""
    o, predictor, scaling, factor_bins = (
        options,
        options.predictor,
        options.scaling,
        options.factor_bins,
    )
    depths = _check_predictor(rep, o)
    train_rows, test_rows = train_test_rows(rep, o.train_size, o.shuffle, o.seed)
    selected = (
        _screen_latents(rep, train_rows, factor_bins)
        if predictor == "screened forest"
        else slice(None)
    )
    x = scale_columns(rep.latents[:, selected], scaling, train_rows)
    numbers = predictor == "lasso" or o.as_continuous  # the lasso has no classifier
    levels = [
        not numbers and (kind == "discrete" or factor_bins is not None) for kind in rep.factor_types
    ]

    def fit(k: int) -> tuple[NDArray[np.float64], float]:
        teach, test = present_rows(rep, k, train_rows, test_rows)
        y = (
            factor_labels(rep, k, factor_bins)
            if levels[k]
            else _scaled_target(rep, k, scaling, teach)
        )
        _check_split_sizes(o, levels[k], len(teach), len(test))
        model = PREDICTORS[predictor](levels[k], o, depths[k])
        used = np.zeros(len(rep.latent_names))
        used[selected], model = _fit_model(model, levels[k], x[teach], y[teach])
        return used, _score_model(model, x[test], y[test], o.scoring)

    used, scores = zip(*parallel_map(fit, range(len(levels)), progress=progress))
    notes: tuple[str, ...] = ()
    if predictor == "screened forest" and x.shape[1] < len(rep.latent_names):
        notes = (f"{GIVEN} {x.shape[1]:,} of {len(rep.latent_names):,} latents",)
    return np.array(used).T, np.array(scores), notes


def _screen_latents(
    rep: Representation, train_rows: NDArray[np.intp], factor_bins: int | None
) -> NDArray[np.intp]:
    """Union over the factors of the 50 latents with the most information about each.

    Separate sets would make each latent specific to its factors, whatever information it carries.
    """
    information = mutual_information(rep.take(train_rows), factor_bins=factor_bins).values
    return np.unique((-information).argsort(0, kind="stable")[:SCREENED])


def _scaled_target(
    rep: Representation, k: int, scaling: Scaling, train_rows: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(n,) factor k, scaled like the latents, so that a penalty does not depend on its units.

    For a cyclic factor, (n, 2) cosine and sine without scaling, which would distort the circle.
    """
    column = rep.factors[:, [k]]
    if is_cyclic(rep.factor_types[k]):
        return regression_target(column[:, 0], rep.factor_types[k])
    if np.ptp(column[train_rows]) == 0:  # scaled to 0, it would be predicted perfectly
        return column[:, 0]
    return scale_columns(column, scaling, train_rows)[:, 0]


def _check_predictor(rep: Representation, o: PredictorOptions) -> tuple[int | None, ...]:
    """Maximum depth of the trees of each factor. Raises ValueError for invalid options."""
    check_choice("predictor", o.predictor, get_args(Predictor))
    check_choice("max_features", o.max_features, get_args(Features))
    check_choice("scoring", o.scoring, get_args(Scoring))
    check_choice("scaling", o.scaling, get_args(Scaling))
    check_count("n_estimators", o.n_estimators, most=MOST_TREES)
    check_bins("factor_bins", o.factor_bins)
    if o.predictor in ("boosting", "lightgbm", "lasso"):
        refuse_cyclic(rep, f"predictor={o.predictor!r}", "'forest' or 'mutual_info'")
    if o.scoring != "score":
        refuse_cyclic(rep, f"scoring={o.scoring!r}", "scoring='score'")
    penalty, depth, K = o.alpha, o.max_depth, len(rep.factor_names)
    if penalty is not None:
        for number in penalty if isinstance(penalty, tuple) and penalty else (penalty,):
            check_positive("alpha", number)
    depths = depth if isinstance(depth, tuple) else (depth,) * K
    if len(depths) != K:
        raise ValueError(
            f"max_depth: found {short_repr(depth)}, expected one number or one per factor ({K})."
        )
    for limit in depths:
        if limit is not None:
            check_count("max_depth", limit, most=MOST_DEPTH)
    return depths


def _check_split_sizes(o: PredictorOptions, levels: bool, n_train: int, n_test: int) -> None:
    """Raise ValueError if the split leaves too few rows to train a model or to test it."""
    folds = 10 if isinstance(o.alpha, tuple) else 5
    if o.predictor == "lasso" and not is_number(o.alpha) and n_train < folds:
        raise ValueError(
            f"train_size: found {o.train_size}, which leaves {n_train} training samples, "
            f"expected at least {folds}, among which the lasso chooses its penalty by "
            "cross-validation; or give alpha a number."
        )
    if not levels and n_test < 2:
        raise ValueError(
            f"train_size: found {o.train_size}, which leaves one test sample, expected at "
            "least two: one number alone has no variance."
        )


def _fit_model(
    model: Model, levels: bool, x: NDArray[np.float64], y: NDArray
) -> tuple[NDArray[np.float64], Model]:
    """Fit the model: (importances of the latents, fitted model); constant for a single value."""
    from sklearn.dummy import DummyClassifier, DummyRegressor

    if (np.ptp(y, axis=0) == 0).all():
        constant = DummyClassifier() if levels else DummyRegressor()
        return np.zeros(x.shape[1]), constant.fit(x, y)
    model.fit(x, y)
    if hasattr(model, "coef_"):
        return np.abs(model.coef_), model
    used = model.feature_importances_.clip(0)  # removes rounding errors below 0
    return used / max(used.sum(), 1e-300), model


def _score_model(model: Model, x: NDArray[np.float64], y: NDArray, scoring: str) -> float:
    if scoring == "score" and y.ndim == 1:
        return max(0.0, model.score(x, y))
    if y.ndim > 1:
        from sklearn.metrics import r2_score

        return max(0.0, float(r2_score(y, model.predict(x), multioutput="variance_weighted")))
    error = np.mean((model.predict(x) - y) ** 2)
    if scoring == "1 - 12 MSE":
        return max(0.0, 1 - 12 * error)
    if np.ptp(y) == 0:
        raise ValueError(
            "scoring: found 'NRMSE' for a factor that is constant in the test samples, "
            "expected one that varies there; shuffle the rows."
        )
    return np.sqrt(error) / y.std()


@measure
def importances(
    rep: Representation,
    *,
    predictor: Predictor = "forest",
    n_estimators: int = 10,
    max_features: Features = "all",
    max_depth: int | tuple[int, ...] | None = None,
    alpha: float | tuple[float, ...] | None = None,
    as_continuous: bool = False,
    scaling: Scaling = "standard",
    bins: int | None = None,
    factor_bins: int | None = None,
    train_size: float = 0.75,
    shuffle: bool = True,
    scoring: Scoring = "score",
    seed: int = 0,
    progress: Progress | None = None,
) -> InformativenessMatrix:
    """Importance of every latent in a predictor of each factor from all latents.

    One predictor per factor is trained on a share of the samples, as for DCI [1]_. Importances come
    from these training samples.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    predictor : {'forest', 'screened forest', 'boosting', 'lightgbm', 'lasso', 'mutual_info'}, \
default='forest'
        Model that predicts a factor from all latents.

        - 'forest': impurity importances of a random forest.
        - 'screened forest': the same for a forest on fewer latents, for codes of hundreds of
          latents. It gets the latents that share most bits with a factor, 50 for each factor, as
          one set for all factors. All other latents have importance 0; see the notes of
          `measures.importances`.
        - 'boosting': impurity importances of gradient boosting.
        - 'lightgbm': gain of LightGBM's gradient boosting, which is much quicker but not the same:
          of two equal latents it uses one. It needs ``pip install disentangle_edu[lightgbm]``.
        - 'lasso': absolute coefficients of a lasso, which reads levels as numbers.
        - 'mutual_info': no model. The mutual information of each latent and factor on all samples,
          divided by its column sum. It has importances but no predictions.
    n_estimators : int, default=10
        Number of trees of a forest, or number of rounds of boosting, from 1 to 10,000.
    max_features : {'all', 'sqrt'}, default='all'
        Number of latents that each split of a forest may choose from: all, or the square root of
        their number. With 'sqrt', a split that cannot use the right latent must use a wrong one.
    max_depth : int, tuple of int or None, default=None
        Maximum depth of the trees, from 1 to 1,000 (17 for 'lightgbm'): one number for all factors,
        or a tuple with one per factor. With None, the trees of a forest grow without a limit, and
        boosting has depth 3.
    alpha : float, tuple of float or None, default=None
        Regularisation strength of the lasso, above 0. With None it is chosen by cross-validation
        with 5 folds; from a tuple it is chosen by cross-validation with 10 folds.
    as_continuous : bool, default=False
        Whether to read levels as numbers and to predict every factor by regression. With True,
        `factor_bins` is ignored, except by 'mutual_info'.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the latents, fitted on the training samples. It also applies to factors that are
        predicted by regression, unless they are cyclic.
    bins : int or None, default=None
        Number of equal-width bins for every latent with predictor='mutual_info', from 2 to 10,000;
        other predictors ignore it. With None, latents with levels are not binned and continuous
        ones get 21 bins.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor, from 2 to 10,000; the bins are then classes.
        With None, factors with levels keep their levels and continuous factors are not binned (for
        'mutual_info' they get `bins` bins, or 21).
    train_size : float, default=0.75
        Share of the samples to train on, above 0 and up to 1. With 1, predictors are trained and
        tested on all samples.
    shuffle : bool, default=True
        Whether to shuffle the samples before the split.
    scoring : {'score', '1 - 12 MSE', 'NRMSE'}, default='score'
        Test score of the predictions in the measure `all_latents_scores`; importances do not depend
        on it. 'score' is accuracy or R2, '1 - 12 MSE' is computed from the mean squared error, and
        'NRMSE' is an error, so lower is better.
    seed : int, default=0
        Random seed of the split and of the predictor.
    progress : callable or None, default=None
        Wraps an iterable over the factors, as `tqdm.tqdm` does.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, n_factors)
        Importances from 0 upwards. Each column sums to 1, or to 0 if no latent is used; the lasso's
        coefficients are not normalised. 0: the predictor does not use the latent. 1: it uses no
        other latent.

    Raises
    ------
    ValueError
        If an option has a value that is not allowed, or LightGBM is not installed; if there are
        fewer than 16 samples, or too few to train or test the predictor; if a factor is absent from
        nearly all training or test samples; or for a cyclic factor with 'boosting', 'lightgbm',
        'lasso' or a `scoring` other than 'score'.

    See Also
    --------
    all_latents_scores : Test scores of the same predictors.

    Notes
    -----
    Columns sum to 1 even if the predictor predicts nothing, so read importances together with
    `all_latents_scores`.

    The latents that a screened forest does not get have no importance, so D is lower and C is
    higher than with a forest: by up to 0.07 and 0.14 in mixtures of 1,000 latents, and by 0.5 and
    0.3 in noise. With n_latents / 50 factors or more, a screened forest may get nearly all latents
    and then saves little time.

    Factors are processed in parallel, through joblib.

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
       Disentangled Representations", section 2.

    Examples
    --------
    >>> measures.importances(examples.duplicated_copy()).values.sum(0)
    array([1., 1., 1.])

    >>> factors = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], 10, axis=0)
    >>> rep = Representation(factors=factors, latents=factors @ [[2, 0], [0, 3]])
    >>> measures.importances(rep).values.round(6)
    array([[1., 0.],
           [0., 1.]])
    """
    check_source("importances", rep, Representation)
    if predictor == "mutual_info":
        matrix = mutual_information(rep, bins=bins, factor_bins=factor_bins)
        total = matrix.values.sum(0)
        return InformativenessMatrix(
            matrix.values / np.where(total > 0, total, 1),
            "share of mutual information",
            "share",
            notes=matrix.notes,
            row_names=rep.latent_names,
            column_names=rep.factor_names,
        )
    options = PredictorOptions.from_arguments(locals())
    values, _, notes = _predictors(rep, options=options, progress=progress)
    return InformativenessMatrix(
        values,
        f"importance for a {predictor}",
        "share" if predictor != "lasso" else "coefficient",
        notes=notes,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


@measure
def all_latents_scores(
    rep: Representation,
    *,
    predictor: Predictor = "forest",
    n_estimators: int = 10,
    max_features: Features = "all",
    max_depth: int | tuple[int, ...] | None = None,
    alpha: float | tuple[float, ...] | None = None,
    as_continuous: bool = False,
    scaling: Scaling = "standard",
    bins: int | None = None,
    factor_bins: int | None = None,
    train_size: float = 0.75,
    shuffle: bool = True,
    scoring: Scoring = "score",
    seed: int = 0,
    progress: Progress | None = None,
) -> InformativenessMatrix:
    """Test score of a predictor of every factor from all latents.

    One predictor per factor, the one that `importances` describes, is trained on a share of the
    samples and tested on the rest, as for DCI [1]_.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    predictor : {'forest', 'screened forest', 'boosting', 'lightgbm', 'lasso'}, default='forest'
        Model that predicts a factor from all latents.

        - 'forest': a random forest.
        - 'screened forest': a random forest on fewer latents, for codes of hundreds of latents. It
          gets the latents that share most bits with a factor, 50 for each factor, as one set for
          all factors.
        - 'boosting': gradient boosting.
        - 'lightgbm': LightGBM's gradient boosting, which is much quicker but not the same. It needs
          ``pip install disentangle_edu[lightgbm]``.
        - 'lasso': a lasso, which reads levels as numbers.

        'mutual_info', which the measure `importances` also takes, predicts nothing and is refused.
    n_estimators : int, default=10
        Number of trees of a forest, or number of rounds of boosting, from 1 to 10,000.
    max_features : {'all', 'sqrt'}, default='all'
        Number of latents that each split of a forest may choose from: all, or the square root of
        their number. With 'sqrt', a split that cannot use the right latent must use a wrong one.
    max_depth : int, tuple of int or None, default=None
        Maximum depth of the trees, from 1 to 1,000 (17 for 'lightgbm'): one number for all factors,
        or a tuple with one per factor. With None, the trees of a forest grow without a limit, and
        boosting has depth 3.
    alpha : float, tuple of float or None, default=None
        Regularisation strength of the lasso, above 0. With None it is chosen by cross-validation
        with 5 folds; from a tuple it is chosen by cross-validation with 10 folds.
    as_continuous : bool, default=False
        Whether to read levels as numbers and to predict every factor by regression. With True,
        `factor_bins` is ignored.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the latents, fitted on the training samples. It also applies to factors that are
        predicted by regression, unless they are cyclic.
    bins : int or None, default=None
        Ignored by every predictor; only the measure `importances` uses it, for 'mutual_info'.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor, from 2 to 10,000; the bins are then classes.
        With None, factors with levels keep their levels and continuous factors are not binned.
    train_size : float, default=0.75
        Share of the samples to train on, above 0 and up to 1. With 1, predictors are trained and
        tested on all samples.
    shuffle : bool, default=True
        Whether to shuffle the samples before the split.
    scoring : {'score', '1 - 12 MSE', 'NRMSE'}, default='score'
        Test score. 'score' is the accuracy for classes and R2 for numbers; '1 - 12 MSE' is 1 minus
        12 times the mean squared error; in both a negative value counts as 0. 'NRMSE' is the root
        mean squared error divided by the standard deviation of the factor in the test samples; it
        is an error, so lower is better.
    seed : int, default=0
        Random seed of the split and of the predictor.
    progress : callable or None, default=None
        Wraps an iterable over the factors, as `tqdm.tqdm` does.

    Returns
    -------
    matrix : InformativenessMatrix of shape (1, n_factors)
        One row, 'all latents'. With 'score', values in [0, 1] and the unit 'R2 or accuracy'. 1: the
        factor is predicted without error. 0: no better than the mean, for R2; no correct
        prediction, for accuracy. With 'NRMSE', values from 0 upwards, and 0 is best.

    Raises
    ------
    ValueError
        If an option has a value that is not allowed, or LightGBM is not installed; if there are
        fewer than 16 samples, or too few to train or test the predictor; if a factor is absent from
        nearly all training or test samples; if a factor is constant in the test samples, with
        'NRMSE'; or for a cyclic factor with 'boosting', 'lightgbm', 'lasso' or a `scoring` other
        than 'score'.

    See Also
    --------
    importances : Importances of the latents in the same predictors.

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
       Disentangled Representations", section 2.

    Examples
    --------
    >>> measures.all_latents_scores(examples.rotated(0)).values.round(1)
    array([[1., 1.]])

    >>> factors = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], 10, axis=0)
    >>> rep = Representation(factors=factors, latents=factors[:, ::-1])
    >>> measures.all_latents_scores(rep).values
    array([[1., 1.]])
    """
    check_source("all_latents_scores", rep, Representation)
    if predictor == "mutual_info":
        raise ValueError(
            "predictor: found 'mutual_info', which predicts nothing, expected a model that does: "
            + ", ".join(map(repr, PREDICTORS))
            + "."
        )
    options = PredictorOptions.from_arguments(locals())
    _, scores, _ = _predictors(rep, options=options, progress=progress)
    return InformativenessMatrix(
        scores[None],
        "prediction",
        "R2 or accuracy" if scoring == "score" else scoring,
        row_names=["all latents"],
        column_names=rep.factor_names,
    )
