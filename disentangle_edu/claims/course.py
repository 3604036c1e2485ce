"""Claims of the course page on MIG, SAP and DCI.

What the page says about strengths and weaknesses, as far as a test is possible.
"""

import functools
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..matrices import InformativenessMatrix
from ..measures.information import mutual_information
from ..measures.predictors import Predictor, importances
from ..metric import METRICS, Metric
from ..metrics import (
    beta_vae,
    completeness,
    dcimig,
    disentanglement,
    explicitness,
    factor_vae,
    informativeness,
    mig,
    modularity,
    sap,
)
from ..metrics.parts import one_minus_entropy
from ..representation import Representation
from ..score import Score
from ..theory.enumeration import TINY, exact
from ..worlds import examples
from .registry import WORDS, Readings, above, below, claim, open_claim, said, true

claim = partial(claim, paper="course")
HIGH = WORDS["high"][1]
FEW = dict(n_points=1000, batch_size=64)
QUICK: dict[Metric, dict[str, int]] = {beta_vae: FEW, factor_vae: FEW}


def spread(values: Sequence[float]) -> float:
    """Largest minus smallest value."""
    return max(values) - min(values)


# ---------------------------------------------------------------------------------------------- MIG


@claim(
    "course-mig-high",
    covers=("course-01",),
    meets="MIG of 0.99, three factors",
    expects=said("high"),
    verdict="holds under a reading",
    lesson="mig_and_dcimig",
    note=(
        "The smallest gap of a factor with such a mean, if all other factors have a gap of 1. "
        "With many factors, one factor may have no gap."
    ),
)
def smallest_gap() -> Readings:
    return {
        f"MIG of {score}, {number_word} factors": _with_one_weak_factor(mig, score, K)
        for score, number_word, K in ((0.99, "three", 3), (0.9, "ten", 10))
    }


def _with_one_weak_factor(metric: Metric, score: float, K: int) -> float:
    """The last factor's part where a mean of parts is `score` and all other factors have 1."""
    values = np.vstack([np.eye(K), np.eye(K)[-1] * K * (1 - score)])
    mean_score = metric(InformativenessMatrix(values, factor_entropy=1))
    assert abs(float(mean_score) - score) < TINY
    return float(mean_score.parts[-1])


@claim(
    "course-mig-low",
    covers=("course-02",),
    expects=said("close to 0"),
    verdict="holds",
    lesson="mig_and_dcimig",
    pinned="0.0000",
)
def mig_of_the_two_cases() -> Readings:
    return {name: exact(mig, rep) for name, rep in _two_low_mig_codes().items()}


def _two_low_mig_codes() -> dict[str, Representation]:
    """A code whose latents carry neither factor, and one with two copies of each factor."""
    v = examples.grid(4, 4)
    parity = np.logical_xor(v[:, [0]] % 2, v[:, [1]] % 2)
    return {
        "not captured": Representation(v, parity),
        "told twice": Representation(v, np.tile(v, 2)),
    }


@claim(
    "course-mig-bins",
    covers=("course-06", "course-28"),
    expects=said("depends"),
    verdict="holds",
    lesson="mig_and_dcimig",
    seeds=5,
    statement=(
        "The estimate, and with it MIG, can be sensitive to the number of bins of continuous "
        "latents."
    ),
    note="Measured: largest minus smallest MIG of one noisy copy over 4 to 80 bins.",
)
def mig_over_bins(seed: int) -> float:
    rep = examples.leaky_copies(noise=0.3, samples=2_000, seed=seed)
    return spread([float(mig(rep, bins=bins)) for bins in (4, 6, 10, 20, 40, 80)])


@claim(
    "course-mig-samples",
    covers=("course-07",),
    expects=said("depends"),
    verdict="holds",
    lesson="mig_and_dcimig",
    seeds=5,
    statement="The estimate, and with it MIG, can be sensitive to the amount of data.",
    note="Measured: largest minus smallest MIG of one noisy copy over 100 to 10,000 samples.",
)
def mig_over_samples(seed: int) -> float:
    return spread(
        [
            float(mig(examples.leaky_copies(noise=0.3, samples=n, seed=seed), bins=20))
            for n in (100, 300, 1_000, 10_000)
        ]
    )


@claim(
    "course-mig-scale",
    where="MIG, strengths",
    covers=("course-03", "course-04"),
    expects=below(1e-9, "scale-invariant"),
    verdict="holds",
    lesson="mig_and_dcimig",
    statement="Dividing by H(g) makes the score independent of how much entropy a factor has.",
)
def perfect_copies_of_any_entropy() -> float:
    return spread([float(mig(examples.perfect_copy(m, 3))) for m in (2, 5, 17)])


@claim(
    "course-mig-top-two",
    covers=("course-08",),
    expects=below(1e-9, "no difference"),
    verdict="holds",
    lesson="mig_and_dcimig",
    statement="MIG only considers the two best latents of each factor.",
    note=(
        "Three codes of a factor of 16 levels (4 bits): the latents carry 4, 2 and 0, 1 or 2 bits "
        "of it."
    ),
)
def third_latent() -> float:
    v, fair = examples.grid(16, 4)[:, [0]], examples.grid(16, 4)[:, [1]]
    thirds = (fair, v // 8, v // 4)
    codes = [np.hstack([v, v // 4, third]) for third in thirds]
    return spread([float(mig(Representation(v, code, latent_types="discrete"))) for code in codes])


@claim(
    "course-mig-misses",
    covers=("course-09",),
    expects=said("close to 1"),
    verdict="holds",
    lesson="mig_and_dcimig",
    pinned="1.0000",
    note="The score of a code whose first latent also holds the parity of factors 2 and 3.",
)
def mig_of_a_parity() -> Score:
    return mig(examples.parity_leak())


@claim(
    "course-labels",
    where="MIG, SAP, DCI and general remarks",
    covers=("course-05",),
    expects=said("most"),
    verdict="holds",
    lesson="claims",
    note=(
        "The share of scores that change when the factors are assigned to other samples. We leave "
        "out six scores that count more combinations than there are samples."
    ),
)
def scores_that_read_factors() -> Readings:
    rep = examples.leaky_copies(samples=400, levels=4)
    dealt = np.random.default_rng(0).permutation(rep.factors)
    other = Representation(dealt, rep.latents, factor_types="discrete")

    def share(metrics: Iterable[Metric]) -> float:
        return float(
            np.mean([abs(float(metric(rep)) - float(metric(other))) > TINY for metric in metrics])
        )

    uncountable = (
        *("dependent_modularity", "dependent_compactness", "dependent_explicitness"),
        *("minimality", "sufficiency", "edi"),
    )
    ours = [
        metric
        for name, metric in METRICS.items()
        if metric.__module__ == mig.__module__ and name not in uncountable
    ]
    return {
        "all metrics here": share(ours),
        "MIG, SAP and DCI": share([mig, sap, disentanglement, completeness, informativeness]),
    }


# ---------------------------------------------------------------------------------------------- SAP


@claim(
    "course-sap-high",
    covers=("course-10",),
    meets="SAP of 0.99, three factors",
    expects=said("high"),
    verdict="holds under a reading",
    lesson="sap",
    note="As for MIG (course-mig-high): of many factors one may have no such latent.",
)
def smallest_sap_of_a_factor() -> Readings:
    return {
        f"SAP of {score}, {number_word} factors": _with_one_weak_factor(sap, score, K)
        for score, number_word, K in ((0.99, "three", 3), (0.9, "ten", 10))
    }


@claim(
    "course-sap-low",
    covers=("course-11",),
    expects=said("close to 0"),
    verdict="holds",
    lesson="sap",
    pinned="0.0000",
)
def sap_of_the_two_cases() -> Readings:
    return {name: exact(sap, rep) for name, rep in _two_low_mig_codes().items()}


@claim(
    "course-sap-stable",
    covers=("course-12",),
    expects=above(0.0, "more stable"),
    verdict="holds",
    lesson="sap",
    seeds=10,
    note=(
        "How much more MIG varies than SAP between 100 and 10,000 samples of one noisy copy. The "
        "case is ours."
    ),
)
def moves_of_mig_and_sap(seed: int) -> Readings:
    sizes = (100, 300, 1_000, 10_000)
    reps = [examples.leaky_copies(noise=0.3, samples=n, seed=seed) for n in sizes]
    mig_spread = spread([float(mig(rep, bins=20)) for rep in reps])
    return {
        "SAP by lines (R2)": mig_spread
        - spread([float(sap(rep, as_continuous=True)) for rep in reps]),
        "SAP by SVM": mig_spread - spread([float(sap(rep, seed=seed)) for rep in reps]),
    }


def _sap_by_others(rep: Representation) -> list[float]:
    """SAP by the accuracy of logistic regression, and of a tree, on the second half of samples."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.tree import DecisionTreeClassifier

    half, scores = len(rep) // 2, []
    for model in (LogisticRegression(max_iter=1000), DecisionTreeClassifier(max_depth=4)):
        accuracy = [
            [model.fit(z[:half], v[:half]).score(z[half:], v[half:]) for v in rep.factors.T]
            for z in rep.latents.T[:, :, None]
        ]
        scores.append(float(sap(InformativenessMatrix(accuracy, "accuracy"))))
    return scores


@claim(
    "course-sap-classifier",
    covers=("course-13", "course-28"),
    expects=said("depends"),
    verdict="holds",
    lesson="sap",
    seeds=5,
    statement="The choice of classifier and its settings can influence SAP.",
    note="Largest minus smallest SAP of one noisy copy; all accuracies are on new samples.",
)
def sap_over_classifiers(seed: int) -> Readings:
    rep = examples.leaky_copies(noise=0.3, samples=1_000, seed=seed)
    return {
        "settings: an SVM with C = 0.01, 1, 100": spread(_sap_over_settings(rep, seed)),
        "classifier: SVM (C = 0.01), logistic regression, tree": spread(
            [float(sap(rep, seed=seed)), *_sap_by_others(rep)]
        ),
    }


def _sap_over_settings(rep: Representation, seed: int) -> list[float]:
    return [float(sap(rep, C=C, seed=seed)) for C in (0.01, 1.0, 100.0)]


@claim(
    "course-sap-ability",
    covers=("course-14",),
    expects=above(0.0, "as much"),
    verdict="holds",
    lesson="sap",
    seeds=5,
    note=(
        "The range of SAP for three settings of an SVM on one code, minus its range for codes "
        "with a noise of 0.1, 0.3 and 0.5 in one setting (C = 1). The case is ours."
    ),
)
def settings_against_codes(seed: int) -> float:
    codes = [examples.leaky_copies(noise=e, samples=1_000, seed=seed) for e in (0.1, 0.3, 0.5)]
    over_codes = spread([float(sap(code, C=1.0, seed=seed)) for code in codes])
    return spread(_sap_over_settings(codes[0], seed)) - over_codes


@claim(
    "course-sap-information",
    covers=("course-15",),
    expects=said("depends"),
    verdict="holds",
    lesson="sap",
    statement="SAP measures predictability, which is related but not identical to information.",
    note="MIG minus SAP, exactly, of latents that are the 15th power of their factor.",
)
def information_without_prediction() -> float:
    v = examples.grid(9, 9) - 4
    rep = Representation(v, (v / 4) ** 15, latent_types="discrete")
    return exact(mig, rep).value - exact(sap, rep).value


# ---------------------------------------------------------------------------------------------- DCI


@claim(
    "course-dci-entropy",
    covers=("course-16",),
    expects=true("yes"),
    verdict="holds",
    lesson="dci",
    statement=(
        "A latent's part of D is 1 minus the entropy of its importances, which is high if the "
        "latent is important for only one factor."
    ),
    note=(
        "1,000 random rows: the part is 1 for a single factor, less for all other rows, and 0 for "
        "even rows."
    ),
)
def parts_of_rows() -> bool:
    rng = np.random.default_rng(0)
    rows = rng.random((1_000, 4)) * (rng.random((1_000, 4)) < 0.5)
    rows = np.vstack([rows[rows.any(1)], np.full(4, 0.3)])
    parts, single_factor = (
        disentanglement(InformativenessMatrix(rows)).parts,
        (rows > 0).sum(1) == 1,
    )
    return bool(
        (parts[single_factor] > 1 - TINY).all() and (parts[~single_factor] < 1 - TINY).all()
    ) and (abs(parts[-1]) < TINY)


@claim(
    "course-dci-average",
    covers=("course-17",),
    expects=below(1e-9, "no difference"),
    verdict="holds",
    lesson="dci",
    statement="D is the mean over active latents, possibly weighted by how predictive each is.",
    note=(
        "How much three latents without importance change either mean of a random matrix. Our D "
        "is the weighted mean, because only this mean gives the 0.957 of sepliarskaia2019."
    ),
)
def latents_without_importance() -> Readings:
    values = np.random.default_rng(0).random((4, 3))
    more = np.vstack([values, np.zeros((3, 3))])
    few, many = (disentanglement(InformativenessMatrix(matrix)) for matrix in (values, more))
    active = many.parts[many.weights > 0]
    return {
        "weighted": abs(float(few) - float(many)),
        "not weighted": abs(one_minus_entropy(values, axis=1).mean() - active.mean()),
    }


@claim(
    "course-c-average",
    covers=("course-19",),
    expects=below(1e-9, "no difference"),
    verdict="holds",
    lesson="dci",
    statement="C is the mean over factors of 1 minus the entropy of each one's importances.",
    note=(
        "Compared with scipy's entropy, as a share of the largest possible entropy, for 200 "
        "random matrices."
    ),
)
def completeness_by_hand() -> float:
    from scipy.stats import entropy

    matrices = np.random.default_rng(0).random((200, 5, 3)) + 0.01
    by_hand = (1 - entropy(matrices, base=5, axis=1)).mean(1)
    scores = [float(completeness(InformativenessMatrix(values))) for values in matrices]
    return float(np.abs(by_hand - scores).max())


@claim(
    "course-c-high",
    covers=("course-20",),
    expects=true("yes"),
    verdict="holds",
    lesson="dci",
    note=(
        "Two factors are spread evenly over 1, 2, 4 and all 8 latents. C falls from 1 for one "
        "latent to 0 for all of them."
    ),
)
def completeness_of_spread_factors() -> bool:
    spread_over = [np.repeat([[1.0, 1.0], [0.0, 0.0]], [n, 8 - n], 0) for n in (1, 2, 4, 8)]
    scores = [float(completeness(InformativenessMatrix(values))) for values in spread_over]
    return scores[0] == 1 and abs(scores[-1]) < TINY and scores == sorted(scores, reverse=True)


@claim(
    "course-i-high",
    covers=("course-21",),
    meets="a forest",
    expects=said("high"),
    verdict="holds under a reading",
    lesson="dci",
    seeds=3,
    note=(
        "I of a forest is high for a code that renames 12 levels at random. Measured: how well "
        "another predictor recognises from the code whether factor 1 is above its middle."
    ),
)
def a_task_downstream(seed: int) -> Readings:
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression

    rep = _renamed_levels(seed)
    assert said("high").met(float(informativeness(rep, seed=seed)), 0)
    x, y = rep.latents, rep.factors[:, 0] >= 6
    forest = RandomForestClassifier(50, random_state=seed)
    return {
        name: model.fit(x[:1_000], y[:1_000]).score(x[1_000:], y[1_000:])
        for name, model in (("a forest", forest), ("a line", LogisticRegression()))
    }


def _renamed_levels(seed: int) -> Representation:
    """Two factors of 12 levels; each latent is its factor under random names, between 0 and 1."""
    rng = np.random.default_rng(seed)
    levels = rng.integers(12, size=(2_000, 2))
    names = np.column_stack([rng.permutation(12) for _ in range(2)])
    code = np.take_along_axis(names, levels, axis=0) / 11
    return Representation(levels, code, factor_types="discrete")


@claim(
    "course-i-low",
    covers=("course-22",),
    meets="noise, I by a forest",
    expects=said("low"),
    verdict="holds under a reading",
    lesson="dci",
    seeds=3,
    statement=(
        "A low I suggests that the model failed to learn a meaningful representation of the "
        "factors."
    ),
    note=(
        "The information of a code with a low I, as a share of the factors' entropy. A straight "
        "line cannot predict renamed levels, although they carry all information."
    ),
)
def told_despite_a_low_i(seed: int) -> Readings:
    renamed = _renamed_levels(seed)
    noise = np.random.default_rng(seed).normal(size=(2_000, 2))
    codes: dict[str, tuple[Representation, Predictor]] = {
        "noise, I by a forest": (Representation(renamed.factors, noise), "forest"),
        "renamed levels, I by the lasso": (renamed, "lasso"),
    }
    shares = {}
    for name, (rep, predictor) in codes.items():
        assert said("low").met(float(informativeness(rep, predictor=predictor, seed=seed)), 0)
        matrix = mutual_information(rep)
        shares[name] = (matrix.values.max(0) / matrix.factor_entropy).mean()
    return shares


@claim(
    "course-dci-nonlinear",
    covers=("course-23",),
    meets="forest",
    expects=said("high"),
    verdict="holds under a reading",
    lesson="dci",
    seeds=5,
    statement=(
        "Importances of predictors such as forests or the lasso can capture non-linear relations."
    ),
    note=(
        "Each factor is the square of a latent, so no straight line predicts it. Measured: the "
        "smallest share of a factor's importance that its own latent gets."
    ),
)
def squares_found(seed: int) -> Readings:
    latents = np.random.default_rng(seed).uniform(-1, 1, size=(2_000, 2))
    rep = Representation(latents**2, latents)
    return {
        name: _min_diagonal_share(importances(rep, predictor=name, seed=seed).values)
        for name in ("forest", "lasso")
    }


def _min_diagonal_share(values: NDArray[np.float64]) -> float:
    """The smallest share of a column that is on the diagonal."""
    return float((np.diag(values) / np.maximum(values.sum(0), TINY)).min())


@claim(
    "course-dci-robust",
    covers=("course-24",),
    meets="forest, separate latents",
    expects=said("robust"),
    verdict="holds under a reading",
    lesson="dci",
    note=(
        "The largest difference of a share of importance between five draws of 1,000 samples: of "
        "a code with a leak, and of a code with two slightly noisy copies of a latent."
    ),
)
def importances_over_draws() -> Readings:
    codes = {"separate latents": _sample_leaky, "a latent with a copy": _sample_with_copy}
    return {
        f"{predictor}, {code_name}": _importance_range(code, predictor)
        for predictor in ("forest", "lasso")
        for code_name, code in codes.items()
    }


def _sample_leaky(seed: int) -> Representation:
    return examples.leaky_copies(leak=0.5, samples=1_000, seed=seed)


def _sample_with_copy(seed: int) -> Representation:
    rng = np.random.default_rng(seed)
    v = rng.uniform(-1, 1, size=(1_000, 2))
    twice = np.column_stack([v, v[:, 0]])
    return Representation(v, twice + 0.01 * rng.normal(size=twice.shape))


def _importance_range(code: Callable[[int], Representation], predictor: Predictor) -> float:
    matrices = [importances(code(seed), predictor=predictor, seed=seed).values for seed in range(5)]
    return float(np.ptp([values / values.sum(0) for values in matrices], axis=0).max())


@claim(
    "course-dci-cost",
    covers=("course-26",),
    expects=true("more"),
    verdict="holds",
    lesson="dci",
    note=(
        "The processor time of D divided by that of MIG and of SAP, each the shortest of five "
        "runs on 5,000 samples. The ratio depends on the machine; we require 2."
    ),
)
def time_of_d() -> Readings:
    d = _processor_time(disentanglement)
    return {
        f"than {name}": d > 2 * _processor_time(other)
        for name, other in (("MIG", mig), ("SAP", sap))
    }


def _processor_time(metric: Metric) -> float:
    durations = []
    for seed in range(5):
        rep, start = examples.leaky_copies(seed=seed), time.process_time()
        metric(rep)
        durations.append(time.process_time() - start)
    return max(min(durations), 1e-4)


@claim(
    "course-dci-predictor",
    covers=("course-25", "course-28"),
    expects=said("depends"),
    verdict="holds",
    lesson="dci",
    seeds=3,
    statement=(
        "The predictor and its settings can affect the importances, and with them the scores of "
        "DCI."
    ),
    note=(
        "Measured: largest minus smallest D of one leaking code under a forest, "
        "boosting and the lasso."
    ),
)
def d_over_predictors(seed: int) -> float:
    rep = examples.leaky_copies(leak=0.5, samples=1_000, seed=seed)
    return spread(
        [
            float(disentanglement(rep, predictor=name, n_estimators=20, seed=seed))
            for name in ("forest", "boosting", "lasso")
        ]
    )


@functools.cache
def partly_noise(seed: int, copied: float = 0.0) -> Representation:
    """Three factors and a latent for each, 300 samples.

    copied : the share of a latent's variance that copies its factor; the rest is noise.
    """
    rng = np.random.default_rng(seed)
    factors, noise = rng.normal(size=(2, 300, 3))
    return Representation(factors, copied**0.5 * factors + (1 - copied) ** 0.5 * noise)


@functools.cache
def d_of_noise(seed: int, predictor: Predictor, copied: float = 0.0) -> Score:
    """Disentanglement of noise by the importances of a predictor."""
    return disentanglement(partly_noise(seed, copied), predictor=predictor, seed=seed)


@claim(
    "course-dci-low-i",
    covers=("course-18",),
    meets="by the forest: share of runs with a high D",
    expects=said("close to 0"),
    verdict="holds under a reading",
    lesson="dci",
    seeds=10,
    statement=(
        "A high D indicates that latents tend to specialise in single factors; so a code without "
        "information should not have a high D."
    ),
    note=(
        f"Measured: the share of runs in which pure noise gets a D of {HIGH:g} or more (the "
        "lasso's D of noise is mostly 0 or 1, so a mean would not describe it). Small "
        "coefficients that remain by chance can look perfectly specialised, so look at I as well."
    ),
)
def lasso_on_noise(seed: int) -> Readings:
    return {
        f"by the {predictor}: share of runs with a high D": d_of_noise(seed, predictor).value
        >= HIGH
        for predictor in ("lasso", "forest")
    }


# ---------------------------------------------------------------------------------- general remarks


@claim(
    "course-axis",
    where="general remarks",
    covers=("course-30",),
    expects=said("most"),
    verdict="holds",
    lesson="claims",
    seeds=3,
    statement="Most of these metrics implicitly favour factors along single axes.",
    note=(
        "The share of scores that fall (by as much as 'depends' requires) when two copied factors "
        "are turned. BetaVAE and FactorVAE do not fall at 30 degrees; I and explicitness should "
        "not fall."
    ),
)
def share_that_falls(seed: int) -> Readings:
    page = (mig, sap, disentanglement, completeness, informativeness)
    more = (*page, dcimig, modularity, explicitness, beta_vae, factor_vae)
    straight, *turned = (examples.rotated(angle, seed=seed) for angle in (0, 30, 45))

    def falls(metric: Metric, rep: Representation) -> bool:
        return said("depends").met(
            _score_quickly(metric, straight, seed) - _score_quickly(metric, rep, seed), 0
        )

    return {
        f"{group_name}, {angle} degrees": np.mean([falls(metric, rep) for metric in metrics])
        for group_name, metrics in (("the page's five scores", page), ("ten scores", more))
        for angle, rep in zip((30, 45), turned)
    }


def _score_quickly(metric: Metric, rep: Representation, seed: int) -> float:
    """The score, from few points where chance is involved."""
    options = QUICK.get(metric, {}) | (dict(seed=seed) if metric.is_stochastic else {})
    return float(metric(rep, **options))


@claim(
    "course-subspaces",
    where="general remarks",
    covers=("course-31",),
    expects=said("low"),
    verdict="holds",
    lesson="directions",
    seeds=5,
    note=(
        "Each factor has its own plane, at right angles to the other plane, and no latent is in "
        "either plane. Before the four latents are turned, D is 1, but MIG and SAP are low then, "
        "too, because two latents carry each factor."
    ),
)
def planes_of_their_own(seed: int) -> Readings:
    rng = np.random.default_rng(seed)
    levels = rng.integers(6, size=(2_000, 2))
    points = rng.normal(size=(2, 6, 2))
    planes = np.hstack([points[k][levels[:, k]] for k in range(2)])
    rotation = np.linalg.qr(rng.normal(size=(4, 4)))[0]
    straight, turned = (Representation(levels, code) for code in (planes, planes @ rotation))
    assert said("high").met(float(disentanglement(straight, seed=seed)), 0)
    metrics = (mig, sap, disentanglement, completeness)
    return {metric.__name__: _score_quickly(metric, turned, seed) for metric in metrics}


@claim(
    "course-disagree",
    where="general remarks",
    covers=("course-27",),
    expects=true("yes"),
    verdict="holds",
    lesson="claims",
    note=(
        "One code has every factor twice, the other has one latent for both: MIG ranks the second "
        "higher, DCIMIG the first."
    ),
)
def different_orders() -> bool:
    v = examples.grid(4, 4)
    twice, merged = (
        Representation(v, np.tile(v, 2)),
        Representation(v, v @ [[4], [1]], latent_types="discrete"),
    )
    return float(mig(merged)) > float(mig(twice)) and float(dcimig(merged)) < float(dcimig(twice))


open_claim(
    "course-qualitative",
    where="general remarks",
    covers=("course-29",),
    expects=true("not always"),
    statement=(
        "Metrics should correlate with what people see in latent traversals, but this is not "
        "always straightforward."
    ),
    missing="judgements of people about traversals of trained models",
)
