"""Claims of the course page on MIG, SAP and DCI.

What it says about strengths and weaknesses, as far as it can be tested.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from ..core import METRICS, InformativenessMatrix
from ..measures import mutual_information
from ..metrics import beta_vae, completeness, disentanglement, factor_vae, informativeness, mig, sap
from ..worlds import examples
from .ledger import Readings, about, above, below, claim, open_claim, true

claim = partial(claim, paper="course")
QUICK = {beta_vae: dict(points=1000, batch=64), factor_vae: dict(points=1000, batch=64)}


def spread(values: Sequence[float]) -> float:
    """How far apart the values lie."""
    return max(values) - min(values)


# ---------------------------------------------------------------------------------------------- MIG


@claim(
    "course-mig-bins",
    where="MIG, weaknesses",
    expects=above(0.1, "sensitive to the number of bins"),
    verdict="holds",
    lesson="05_mig_and_dcimig",
    seeds=5,
    says="The estimate, and with it MIG, depends on how many bins continuous latents are cut into.",
    note="Measured: largest minus smallest MIG of one noisy copy over 4 to 80 bins.",
)
def mig_over_bins(seed: int) -> float:
    rep = examples.leaky_copies(noise=0.3, samples=2_000, seed=seed)
    return spread([float(mig(rep, bins=bins)) for bins in (4, 6, 10, 20, 40, 80)])


@claim(
    "course-mig-samples",
    where="MIG, weaknesses",
    expects=above(0.1, "sensitive to the amount of data"),
    verdict="holds",
    lesson="05_mig_and_dcimig",
    seeds=5,
    says="The estimate, and with it MIG, depends on how much data there is.",
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
    "course-mig-bias",
    where="MIG, weaknesses",
    expects=about("0.050", digits=2),
    verdict="holds",
    lesson="05_mig_and_dcimig",
    seeds=10,
    says=(
        "(Known of the estimator, not on the page:) counting finds (bins - 1)(levels "
        "- 1) / (2 n ln 2) bits between independent columns."
    ),
    note=(
        "21 bins, 8 levels, 2,000 samples: the formula says 0.0505. It is the first "
        "term of a series; close, not exact."
    ),
)
def bits_of_noise(seed: int) -> float:
    return mutual_information(
        examples.leaky_copies(noise=0.3, samples=2_000, seed=seed), bins=21
    ).values[3, 0]


@claim(
    "course-mig-top-two",
    where="MIG, weaknesses",
    expects=true("yes"),
    verdict="holds",
    lesson="05_mig_and_dcimig",
    says="Only the two best latents of a factor count.",
)
def third_latent() -> bool:
    rng = np.random.default_rng(0)
    columns = np.array([[0.9], [0.5], [0.0], [0.0]]) + np.vstack(
        [np.zeros((2, 200)), 0.5 * rng.random((2, 200))]
    )
    scores = [
        float(mig(InformativenessMatrix(column[:, None], factor_total=1))) for column in columns.T
    ]
    return spread(scores) < 1e-12


@claim(
    "course-mig-scale",
    where="MIG, strengths",
    expects=below(1e-9, "scale-invariant"),
    verdict="holds",
    lesson="05_mig_and_dcimig",
    says="Dividing by H(g) makes the score independent of how much entropy a factor has.",
)
def perfect_copies_of_any_entropy() -> float:
    return spread([float(mig(examples.perfect_copy(m, 3))) for m in (2, 5, 17)])


# ---------------------------------------------------------------------------------------------- SAP


@claim(
    "course-sap-classifier",
    where="SAP, weaknesses",
    expects=above(0.1, "depends on the classifier"),
    verdict="holds",
    lesson="04_sap",
    seeds=5,
    says="The choice of classifier and its settings influence SAP.",
    note=(
        "Measured: largest minus smallest SAP of one noisy copy with SVMs of C = "
        "0.01, 1 and 100, and with lines (R2)."
    ),
)
def sap_over_classifiers(seed: int) -> float:
    rep = examples.leaky_copies(noise=0.3, samples=1_000, seed=seed)
    smooth = examples.Representation(rep.factors, rep.latents, factor_kinds="continuous")
    return spread(
        [float(sap(rep, C=C, seed=seed)) for C in (0.01, 1.0, 100.0)] + [float(sap(smooth))]
    )


# ---------------------------------------------------------------------------------------------- DCI


@claim(
    "course-dci-predictor",
    where="DCI, weaknesses",
    expects=above(0.05, "depends on the predictor"),
    verdict="holds",
    lesson="01_dci",
    seeds=3,
    says="The predictor and its settings change the importances, and with them the scores.",
    note=(
        "Measured: largest minus smallest D of one leaking code under a forest, "
        "boosting and the lasso."
    ),
)
def d_over_predictors(seed: int) -> float:
    rep = examples.leaky_copies(leak=0.5, samples=1_000, seed=seed)
    return spread(
        [
            float(disentanglement(rep, predictor=name, trees=20, seed=seed))
            for name in ("forest", "boosting", "lasso")
        ]
    )


@claim(
    "course-dci-nonlinear",
    where="DCI, strengths",
    expects=above(0.95, "robust to non-linear relations"),
    verdict="holds under a reading",
    lesson="01_dci",
    seeds=3,
    says="With capable predictors such as forests or the lasso DCI captures non-linear relations.",
    note="Informativeness of 15th powers: a forest cuts anywhere, the lasso draws a line.",
)
def fifteenth_powers_predicted(seed: int) -> Readings:
    rep = examples.power_world(15).sample(2_000, seed)
    return {name: informativeness(rep, predictor=name, seed=seed) for name in ("forest", "lasso")}


@claim(
    "course-dci-low-i",
    where="DCI, interpretation",
    expects=below(0.1, "a D of at most 0.1"),
    verdict="holds under a reading",
    lesson="01_dci",
    seeds=5,
    says=(
        "A high disentanglement score says that latents specialise; so one that knows "
        "nothing should not get it."
    ),
    note=(
        "The lasso on pure noise: whatever small coefficients remain can look "
        "perfectly specialised. Read D beside I."
    ),
)
def lasso_on_noise(seed: int) -> Readings:
    rng = np.random.default_rng(seed)
    rep = examples.Representation(rng.normal(size=(300, 3)), rng.normal(size=(300, 3)))
    return {
        "D of noise, lasso": disentanglement(rep, predictor="lasso", seed=seed),
        "D of noise, forest": disentanglement(rep, seed=seed),
    }


@claim(
    "course-dci-average",
    where="DCI, calculation",
    expects=about("0.957"),
    verdict="holds under a reading",
    lesson="01_dci",
    says="D is the average over active latents, possibly weighted by how predictive each is.",
    note=(
        "On the matrix of Fact 5 the two readings lie far apart, and only the "
        "weighted one gives the printed figure."
    ),
)
def weighted_or_not() -> Readings:
    score = disentanglement(examples.dominated_matrix())
    return {
        "weighted": score,
        "plain mean over active latents": score.parts[score.weights > 0].mean(),
    }


@claim(
    "course-c-average",
    where="DCI, calculation",
    expects=below(1e-9, "no difference"),
    verdict="holds under a reading",
    lesson="01_dci",
    says="Completeness is the mean over factors; weighting it by column sums is the other reading.",
    note=(
        "For forests the columns sum to 1 and both agree; for a matrix typed by hand "
        "or a lasso they need not."
    ),
)
def completeness_weighted_or_not() -> Readings:
    rep = examples.leaky_copies(leak=0.5, samples=500)
    return {
        name: abs(float(completeness(source)) - float(completeness(source, weighted=True)))
        for name, source in (("forest", rep), ("matrix of Fact 5", examples.dominated_matrix()))
    }


# ---------------------------------------------------------------------------------- general remarks


@claim(
    "course-axis",
    where="general remarks",
    expects=above(0.2, "falls when turned"),
    verdict="holds under a reading",
    lesson="10_claims",
    seeds=3,
    says="Most of these metrics favour factors that lie along single axes.",
    note=(
        "Measured: the score of two copied factors minus the score after turning them by 30 "
        "degrees. BetaVAE and FactorVAE do not notice 30 degrees (at 45 both fall to "
        "chance), and informativeness should not. SAP is small from the start, for its SVM."
    ),
)
def turned_by_thirty_degrees(seed: int) -> Readings:
    straight, turned = (examples.rotated(angle, seed=seed) for angle in (0, 30))
    drop = {}
    for name in (
        "mig",
        "dcimig",
        "sap",
        "disentanglement",
        "completeness",
        "beta_vae",
        "factor_vae",
        "informativeness",
    ):
        metric = METRICS[name]
        options = QUICK.get(metric, {}) | (dict(seed=seed) if metric.by_chance else {})
        drop[name] = float(metric(straight, **options)) - float(metric(turned, **options))
    return drop


@claim(
    "course-disagree",
    where="general remarks",
    expects=true("yes"),
    verdict="holds",
    lesson="10_claims",
    says=(
        "No single metric captures everything; different metrics rank representations differently."
    ),
    note=(
        "Every factor twice against one latent for both: MIG prefers the second, DCIMIG the first."
    ),
)
def different_orders() -> bool:
    v = examples.grid(4, 4)
    twice, merged = (
        examples.Representation(v, np.tile(v, 2)),
        examples.Representation(v, v @ [[4], [1]], latent_kinds="levels"),
    )
    return float(mig(merged)) > float(mig(twice)) and float(METRICS["dcimig"](merged)) < float(
        METRICS["dcimig"](twice)
    )


open_claim(
    "course-qualitative",
    paper="course",
    where="general remarks",
    expects=true("not always"),
    says="Scores should agree with what people see in latent traversals, and do not always.",
    missing="judgements of people about traversals of trained models",
)
