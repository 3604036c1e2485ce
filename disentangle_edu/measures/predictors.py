"""Predicting: how well a factor can be read from one latent alone, or from all together.

By a model that is trained.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..conventions import Options
from ..core import InformativenessMatrix, Progress, Representation
from ..making import measure, with_options_of
from ..validation import (
    check_choice,
    check_count,
    check_positive,
    check_source,
    is_cyclic,
    is_number,
    shown,
)
from ._linear_svm_1d import Ranked, margin_lines
from ._supervised import (
    Model,
    Scaling,
    check_bins,
    check_split,
    each,
    having,
    having_alike,
    labels,
    numbers_of,
    parted,
    scaled,
)
from .information import discretise, mutual_information, refuse_cyclic

MOST_C = 1e10  # of an inverse regularisation: none at all
MOST_TREES, MOST_DEPTH = 10_000, 1_000
MOST_ITERATIONS = 1_000_000
GIVEN = "the forests were given"  # so many of all latents
SCREENED = 50  # latents that a screened forest is given for each factor
AT_ONCE = 400_000  # numbers of latents whose lines are sought together

DeadAccuracy = Literal["counts 0", "constant guess"]

# ----------------------------------------------------------------------------- one latent alone


@measure
def predictability(
    rep: Representation,
    *,
    C: float = 0.01,
    balanced: bool = True,
    scaling: Scaling = "standard",
    as_numbers: bool = False,
    bins: int | None = None,
    factor_bins: int | None = None,
    dead: DeadAccuracy = "counts 0",
    split: float = 0.75,
    shuffle: bool = True,
    seed: int = 0,
) -> InformativenessMatrix:
    """How well does one latent alone predict a factor, with a straight line?

    Continuous factors: R2 of the least-squares line on all samples, the squared correlation; for a
    cyclic one the line tells its place on the circle, sine and cosine.
    Factors with levels: accuracy, on held-out samples, of a linear support vector machine, the one
    that scikit-learn calls LinearSVC(C) and `margins` solves. Both lie between 0 and 1; the matrix
    says in its unit which is meant.

    C : the SVM's inverse regularisation, 0.01 as in most published code.
    balanced : rare values weigh as much as common ones.
    scaling : of latents for the SVM: "standard", "min-max" or "none".
    as_numbers : True reads levels as numbers and reports R2 for every factor.
    bins, factor_bins : numbers that cut every latent, or factor, into so many equal widths first.
    dead : the accuracy of a latent that never moves. It "counts 0", because a dead latent must not
        be the second best; or it is that of the SVM's "constant guess", the commonest value (of two
        balanced values, which tie, the first).
    split, shuffle : the share of samples to learn from, and whether to shuffle them before; with 1
        it is judged on what it has learned from.
    seed : draws the split.

    >>> measures.predictability(examples.power_world().sample(2_000)).values.round(1)
    array([[0.3, 0. ],
           [0. , 0.3]])
    """
    check_source("predictability", rep, Representation)
    check_positive("C", C, most=MOST_C)
    check_choice("scaling", scaling, get_args(Scaling))
    check_bins("bins", bins)
    check_bins("factor_bins", factor_bins)
    check_choice("dead", dead, get_args(DeadAccuracy))
    check_split(split)
    latents = rep.latents
    if bins is not None:
        latents = np.column_stack([discretise(z, bins=bins) for z in latents.T])
    machines = [
        (kind == "levels" or factor_bins is not None) and not as_numbers
        for kind in rep.factor_kinds
    ]
    values = np.empty((len(rep.latent_names), len(machines)))
    for k, by_machine in enumerate(machines):
        if not by_machine:
            target = numbers_of(rep.column(k), rep.factor_kinds[k])
            values[:, k] = _r2(latents[rep.having(k)], target)
    if any(machines):
        learn, judge = parted(rep, split, shuffle, seed)
        x = scaled(latents, scaling, learn)
        size = max(1, AT_ONCE // len(rep))
        some = [x.T[first : first + size] for first in range(0, x.shape[1], size)]
        for factors, *rows in having_alike(rep, np.flatnonzero(machines).tolist(), learn, judge):
            targets = [labels(rep, k, factor_bins) for k in factors]
            accuracies = partial(
                _svm_accuracies, targets=targets, rows=rows, C=C, balanced=balanced, dead=dead
            )
            values[:, factors] = np.concatenate(each(accuracies, some))
    return InformativenessMatrix(
        values,
        "predictability by one latent",
        "accuracy" if all(machines) else "R2 or accuracy" if any(machines) else "R2",
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def _r2(latents: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squared correlation of every latent with one factor; of two columns, weighted by variance."""
    z, v = scaled(latents, "standard"), scaled(target, "standard")
    squared = (z.T @ v / len(v)) ** 2
    weights = target.var(0) if target.shape[1] > 1 else np.ones(1)
    return np.minimum(squared @ (weights / weights.sum()), 1.0)


def _svm_accuracies(
    x: NDArray[np.float64],
    *,
    targets: Sequence[NDArray[np.intp]],
    rows: Sequence[NDArray[np.intp]],
    C: float,
    balanced: bool,
    dead: DeadAccuracy = "counts 0",
) -> NDArray[np.float64]:
    """(L, targets) share of the rows to judge on whose value (L, n) latents tell right.

    targets : (n,) labels of each factor.   rows : those to learn from, and those to judge on.
    """
    learn, judge = rows
    found, moves = np.zeros((len(x), len(targets))), np.ptp(x[:, learn], axis=1) > 0
    if dead == "constant guess":
        found[~moves] = [_constant_accuracy(y[learn], y[judge], balanced) for y in targets]
    if not moves.any():
        return found
    latents, places = Ranked(x[moves][:, learn]), x[moves][:, judge]
    for k, y in enumerate(targets):
        seen, codes = np.unique(y[learn], return_inverse=True)
        lines = margin_lines(latents, codes, C=C, balanced=balanced)
        found[moves, k] = np.mean(seen[_highest(places, *lines)] == y[judge], axis=1)
    return found


def _constant_accuracy(learn: NDArray[np.intp], judge: NDArray[np.intp], balanced: bool) -> float:
    """Share of the samples that have the value which an SVM without a latent guesses."""
    seen, counts = np.unique(learn, return_counts=True)
    tie = balanced and len(seen) == 2
    return float(np.mean(judge == seen[0 if tie else counts.argmax()]))


def _highest(
    z: NDArray[np.float64], slopes: NDArray[np.float64], heights: NDArray[np.float64]
) -> NDArray[np.intp]:
    """Which of its lines is highest at each of (L, m) places of L latents, the first of equals."""
    said, highest = np.zeros(z.shape, dtype=np.intp), np.full(z.shape, -np.inf)
    for value, (w, h) in enumerate(zip(slopes.T[..., None], heights.T[..., None])):
        line = w * z + h
        np.copyto(said, value, where=line > highest)
        np.maximum(highest, line, out=highest)
    return said


# ------------------------------------------------------------------------- all latents together


def _forest(levels: bool, o: Options, depth: int | None) -> Model:
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    # With max_features="sqrt" a split that may not look at the right latent must use a wrong one,
    # and even a perfect copy has D = 0.57.
    share = {"all": None, "sqrt": "sqrt"}[o["max_features"]]
    return (RandomForestClassifier if levels else RandomForestRegressor)(
        o["trees"], max_features=share, max_depth=depth, random_state=o["seed"]
    )


def _boosting(levels: bool, o: Options, depth: int | None) -> Model:
    from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

    return (GradientBoostingClassifier if levels else GradientBoostingRegressor)(
        n_estimators=o["trees"], max_depth=depth or 3, random_state=o["seed"]
    )


def _lightgbm(levels: bool, o: Options, depth: int | None) -> Model:
    try:
        from lightgbm import LGBMClassifier, LGBMRegressor
    except ImportError:
        raise ValueError(
            "predictor: found 'lightgbm', which is not installed, expected it after "
            "`pip install disentangle_edu[lightgbm]`; 'boosting' does the same with scikit-learn, "
            "slowly."
        ) from None
    depth = check_count("depth", depth or 3, most=17)  # 3 as scikit-learn's boosting has it
    return (LGBMClassifier if levels else LGBMRegressor)(
        n_estimators=o["trees"],
        max_depth=depth,
        num_leaves=2**depth,
        min_child_samples=1,
        importance_type="gain",
        random_state=o["seed"],
        n_jobs=1,
        verbose=-1,
    )


def _lasso(levels: bool, o: Options, depth: int | None) -> Model:
    from sklearn.linear_model import Lasso, LassoCV

    penalty = o["penalty"]
    if penalty is None:
        return LassoCV(random_state=o["seed"])
    if isinstance(penalty, tuple):
        return LassoCV(alphas=penalty, cv=10, max_iter=5000)
    return Lasso(alpha=penalty)


Predictor = Literal["forest", "screened forest", "boosting", "lightgbm", "lasso", "counting"]
PREDICTORS = {
    "forest": _forest,
    "screened forest": _forest,
    "boosting": _boosting,
    "lightgbm": _lightgbm,
    "lasso": _lasso,
}
Features = Literal["all", "sqrt"]  # that a split may choose from
JudgedBy = Literal["score", "1 - 12 MSE", "NRMSE"]


@measure
def _predictors(
    rep: Representation,
    *,
    predictor: Predictor = "forest",
    trees: int = 10,
    max_features: Features = "all",
    depth: int | tuple[int, ...] | None = None,
    penalty: float | tuple[float, ...] | None = None,
    as_numbers: bool = False,
    scaling: Scaling = "standard",
    bins: int | None = None,
    factor_bins: int | None = None,
    split: float = 0.75,
    shuffle: bool = True,
    judged_by: JudgedBy = "score",
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[str, ...]]:
    """One predictor per factor on all latents: importances (L, K), how well it does (K,), notes."""
    o = dict(locals())
    depths = _checked(o)
    learn, judge = parted(rep, split, shuffle, seed)
    seen = _screened(rep, learn, factor_bins) if predictor == "screened forest" else slice(None)
    x = scaled(rep.latents[:, seen], scaling, learn)
    numbers = predictor == "lasso" or as_numbers  # the lasso knows no classes
    levels = [
        not numbers and (kind == "levels" or factor_bins is not None) for kind in rep.factor_kinds
    ]

    def fit(k: int) -> tuple[NDArray[np.float64], float]:
        teach, test = having(rep, k, learn, judge)
        y = labels(rep, k, factor_bins) if levels[k] else _numbers(rep, k, scaling, teach)
        _check_rows(o, levels[k], len(teach), len(test))
        model = PREDICTORS[predictor](levels[k], o, depths[k])
        used = np.zeros(len(rep.latent_names))
        used[seen], model = _learned(model, levels[k], x[teach], y[teach])
        return used, _judged(model, x[test], y[test], judged_by)

    used, well = zip(*each(fit, range(len(levels)), progress=progress))
    notes: tuple[str, ...] = ()
    if predictor == "screened forest" and x.shape[1] < len(rep.latent_names):
        notes = (f"{GIVEN} {x.shape[1]:,} of {len(rep.latent_names):,} latents",)
    return np.array(used).T, np.array(well), notes


def _screened(
    rep: Representation, learn: NDArray[np.intp], factor_bins: int | None
) -> NDArray[np.intp]:
    """The latents that share most bits with a factor, 50 for each factor, as one set for all.

    A set for each factor would make latents exclusive to it, whatever they carry.
    """
    bits = mutual_information(rep.of(learn), factor_bins=factor_bins).values
    return np.unique((-bits).argsort(0, kind="stable")[:SCREENED])


def _numbers(
    rep: Representation, k: int, scaling: Scaling, learn: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(n,) factor k, scaled as latents are: a penalty must not depend on a factor's units.

    (n, 2) for a cyclic one, whose circle stays as round as it is.
    """
    column = rep.factors[:, [k]]
    if is_cyclic(rep.factor_kinds[k]):
        return numbers_of(column[:, 0], rep.factor_kinds[k])
    if np.ptp(column[learn]) == 0:  # scaled to zero everywhere it would be told perfectly
        return column[:, 0]
    return scaled(column, scaling, learn)[:, 0]


def _checked(o: Options) -> tuple[int | None, ...]:
    """The depth of every factor's trees. Raises ValueError for options that no predictor takes."""
    check_choice("predictor", o["predictor"], get_args(Predictor))
    check_choice("max_features", o["max_features"], get_args(Features))
    check_choice("judged_by", o["judged_by"], get_args(JudgedBy))
    check_choice("scaling", o["scaling"], get_args(Scaling))
    check_count("trees", o["trees"], most=MOST_TREES)
    check_bins("factor_bins", o["factor_bins"])
    if o["predictor"] in ("boosting", "lightgbm", "lasso"):
        refuse_cyclic(o["rep"], f"predictor={o['predictor']!r}", "'forest' or 'counting'")
    if o["judged_by"] != "score":
        refuse_cyclic(o["rep"], f"judged_by={o['judged_by']!r}", "judged_by='score'")
    penalty, depth, K = o["penalty"], o["depth"], len(o["rep"].factor_names)
    if penalty is not None:
        for number in penalty if isinstance(penalty, tuple) and penalty else (penalty,):
            check_positive("penalty", number)
    depths = depth if isinstance(depth, tuple) else (depth,) * K
    if len(depths) != K:
        raise ValueError(
            f"depth: found {shown(depth)}, expected one number or one per factor ({K})."
        )
    for number in depths:
        if number is not None:
            check_count("depth", number, most=MOST_DEPTH)
    return depths


def _check_rows(o: Options, levels: bool, learn: int, judge: int) -> None:
    """Raise ValueError where the split leaves fewer rows than a model or its judge can do with."""
    folds = 10 if isinstance(o["penalty"], tuple) else 5
    if o["predictor"] == "lasso" and not is_number(o["penalty"]) and learn < folds:
        raise ValueError(
            f"split: found {o['split']}, which leaves {learn} samples to learn from, expected at "
            f"least {folds}, among which the lasso chooses its penalty by cross-validation; "
            "or give penalty a number."
        )
    if not levels and judge < 2:
        raise ValueError(
            f"split: found {o['split']}, which leaves one sample to judge on, expected at least "
            "two: one number alone has no variance."
        )


def _learned(
    model: Model, levels: bool, x: NDArray[np.float64], y: NDArray
) -> tuple[NDArray[np.float64], Model]:
    """(how much each latent is used, the model that has learned); of one value the value itself."""
    from sklearn.dummy import DummyClassifier, DummyRegressor

    if (np.ptp(y, axis=0) == 0).all():
        constant = DummyClassifier() if levels else DummyRegressor()
        return np.zeros(x.shape[1]), constant.fit(x, y)
    model.fit(x, y)
    if hasattr(model, "coef_"):
        return np.abs(model.coef_), model
    used = model.feature_importances_.clip(0)  # rounding
    return used / max(used.sum(), 1e-300), model


def _judged(model: Model, x: NDArray[np.float64], y: NDArray, judged_by: str) -> float:
    if judged_by == "score" and y.ndim == 1:
        return max(0.0, model.score(x, y))
    if y.ndim > 1:
        from sklearn.metrics import r2_score

        return max(0.0, float(r2_score(y, model.predict(x), multioutput="variance_weighted")))
    error = np.mean((model.predict(x) - y) ** 2)
    if judged_by == "1 - 12 MSE":
        return max(0.0, 1 - 12 * error)
    if np.ptp(y) == 0:
        raise ValueError(
            "judged_by: found 'NRMSE' for a factor that is constant in the rows to judge on, "
            "expected one that varies there; shuffle the rows."
        )
    return np.sqrt(error) / y.std()


@measure
@with_options_of(_predictors)
def importances(rep: Representation, **options: Any) -> InformativenessMatrix:
    """How much does a predictor use each latent when it predicts a factor from all of them?

    predictor : "forest", impurity importances of a random forest; "screened forest", the same of
        one that is given fewer latents, for codes of hundreds of latents: those that share most
        bits with a factor, 50 for each factor, as one set for all factors. What it is not given has
        no importance, so D is lower and C higher than the forest's: by up to 0.07 and 0.14 in
        mixtures of 1,000 latents, by 0.5 and 0.3 in noise. With L / 50 factors or more it may be
        given nearly all latents, and saves little; "boosting", the same of gradient boosting, with
        `trees` rounds; "lightgbm", gain of LightGBM's boosting (much quicker, not the same: of two
        equal latents it uses one; an optional extra); "lasso", absolute coefficients, levels as
        numbers; "counting", no predictor at all: mutual information, each column divided by its
        sum. On held-in samples only.
    trees : trees or rounds.   max_features : latents open to every split, "all" or "sqrt" of them.
    depth : of the trees, one number for all factors or a tuple with one each; None lets forests
        grow freely and gives boosting 3.
    penalty : the lasso's; None chooses it by cross-validation, a tuple by cross-validation among
        these.
    as_numbers : True reads levels as numbers.
    scaling : of latents (and, for the lasso, of factors): "standard", "min-max" or "none".
    bins : for "counting", as in `mutual_information`.
    factor_bins : cuts every factor into so many labels.
    split, shuffle : the share of samples to learn from (1: all, and judged on the same), and
        whether to shuffle them before.
    judged_by : how `prediction` is judged: "score" is accuracy or R2; "1 - 12 MSE"; "NRMSE", an
        error, lower is better.
    seed : draws the split and the trees.   progress : wraps an iterable, as tqdm.tqdm does.

    Columns sum to 1 (to 0 where nothing is used), except the lasso's; also where nothing is
    predicted: read them beside `prediction`. Factors are worked on in parallel, through joblib.

    >>> measures.importances(examples.duplicated_copy()).values.sum(0)
    array([1., 1., 1.])
    """
    check_source("importances", rep, Representation)
    predictor = options.get("predictor", "forest")
    if predictor == "counting":
        matrix = mutual_information(
            rep, bins=options.get("bins"), factor_bins=options.get("factor_bins")
        )
        total = matrix.values.sum(0)
        return InformativenessMatrix(
            matrix.values / np.where(total > 0, total, 1),
            "share of mutual information",
            "share",
            notes=matrix.notes,
            row_names=rep.latent_names,
            column_names=rep.factor_names,
        )
    values, _, notes = _predictors(rep, **options)
    return InformativenessMatrix(
        values,
        f"importance for a {predictor}",
        "share" if predictor != "lasso" else "coefficient",
        notes=notes,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


@measure
@with_options_of(_predictors)
def prediction(rep: Representation, **options: Any) -> InformativenessMatrix:
    """How well do the predictors of `importances` predict factors on samples they have not seen?

    One row, "all latents": R2 (continuous, and any factor as a number) or accuracy (levels),
    negative R2 counted as 0; or what `judged_by` asks for. Options as in `importances`.

    >>> measures.prediction(examples.rotated(0)).values.round(1)
    array([[1., 1.]])
    """
    check_source("prediction", rep, Representation)
    if options.get("predictor") == "counting":
        raise ValueError(
            "predictor: found 'counting', which predicts nothing, expected a model that does: "
            + ", ".join(map(repr, PREDICTORS))
            + "."
        )
    _, well, _ = _predictors(rep, **options)
    judged_by = options.get("judged_by", "score")
    return InformativenessMatrix(
        well[None],
        "prediction",
        "R2 or accuracy" if judged_by == "score" else judged_by,
        row_names=["all latents"],
        column_names=rep.factor_names,
    )
