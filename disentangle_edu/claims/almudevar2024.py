"""Claims of almudevar2024 on factors that depend on each other.

The definitions and their consequences, classic scores of dependent factors, and coloured digits.
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..measures import conditional_information, mutual_information
from ..metric import METRICS
from ..metrics import (
    beta_vae,
    completeness,
    dependent_compactness,
    dependent_explicitness,
    dependent_modularity,
    disentanglement,
    explicitness,
    factor_vae,
    informativeness,
    mig,
    minimality,
    modularity,
    sap,
    sufficiency,
)
from ..representation import Representation
from ..score import Score
from ..worlds import examples
from ..worlds.dependent import ColouredDigits, accuracy_alone, angles, cosines, linear_fit_error
from ..worlds.dependent import styles as principal_styles
from .registry import (
    FAILS,
    HOLDS,
    READING,
    Expectation,
    Readings,
    above,
    below,
    claim,
    equals_printed,
    open_claim,
    said,
    true,
)
from .zhang2021 import BROKEN, fall

claim = functools.partial(claim, paper="almudevar2024")
DEPENDENT = functools.partial(claim, lesson="dependent_factors")
DIGITS = functools.partial(claim, lesson="dependent_factors")


def normals_turned() -> Readings:
    """Uniform latents through normal quantiles, turned and back: whether the data change.

    The distribution: every coordinate uniform, no two related in value or in size. The code:
    every new coordinate moves with every old one, and D falls.
    """
    from scipy.stats import kstest, norm

    rng = np.random.default_rng(0)
    old = rng.uniform(size=(20_000, 3))
    rotation = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    new = norm.cdf(norm.ppf(old) @ rotation)
    ends = max(kstest(z, "uniform").statistic for z in new.T)
    related = [np.corrcoef(f(new), rowvar=False) - np.eye(3) for f in (np.array, center_distance)]
    codes = [Representation(old[:4_000], z[:4_000], latent_types="continuous") for z in (old, new)]
    d_old, d_new = (disentanglement(rep, n_estimators=5).value for rep in codes)
    return {
        "the same distribution": ends < 0.015 and np.abs(related).max() < 0.025,
        "entangled": d_old > 0.9 and d_new < 0.5,
    }


def center_distance(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far uniform numbers are from their middle."""
    return np.abs(z - 0.5)


@DEPENDENT(
    "almudevar-modular-not-minimal",
    covers=("almudevar2024-30", "almudevar2024-56"),
    where="section 4, appendices B and C",
    expects=above(0.99, "modular"),
    verdict="holds",
    statement="A latent can be modular and still carry a nuisance, which lowers minimality.",
    note=(
        "Ours: a coin that is no factor moves one latent. The minimality of that code is below "
        "0.95, but the code is still sufficient, because every latent determines its factor."
    ),
)
def a_coin_in_a_latent() -> float:
    rep = angles(nuisance=0.5)
    sufficient = sufficiency(rep).value > 1 - 1e-9
    return dependent_modularity(rep).value if sufficient and minimality(rep).value < 0.95 else 0.0


# -------------------------------------------------------------------- classic scores and dependence

FULLY, HALF = 1.0, 0.5  # how strongly factors depend
TREES = 5  # trees of each forest


@functools.cache
def worlds(dependence: float) -> dict[str, Representation]:
    """The same code of factors that depend on each other more or less, twice.

    The third angle increasingly follows the others, and the digit decides the colours.
    """
    return {
        "angles": angles(dependence, samples=2_000),
        "coloured digits": ColouredDigits(dependence).representation("planted"),
    }


def score_drops(metric: Callable[..., Score], dependence: float, **options: object) -> Readings:
    """How far a score of the unchanged code falls when factors start to depend on each other."""
    return {
        world: metric(free, **options).value - metric(worlds(dependence)[world], **options).value
        for world, free in worlds(0.0).items()
    }


CLASSIC = {  # the world in which it falls most, and the paper's sentences
    "mig": (mig, "coloured digits", ("01", "50")),
    "sap": (sap, "coloured digits", ("01", "50")),
    "completeness": (completeness, "coloured digits", ("01", "50")),
    "modularity": (modularity, "coloured digits", ("01",)),
}
AWARE = {  # the five proposed metrics: a code that violates the property, and the fall
    "modularity": (dependent_modularity, "not modular", "0.17"),
    "compactness": (dependent_compactness, "not compact", "0.15"),
    "explicitness": (dependent_explicitness, "not explicit", "0.28"),
    "minimality": (minimality, "not minimal", "0.10"),
    "sufficiency": (sufficiency, "not compact", "0.15"),
}


def _add_classic_claim(
    name: str, metric: Callable[..., Score], world: str, numbers: tuple[str, ...]
) -> None:
    @DEPENDENT(
        f"almudevar-classic-{name}",
        covers=tuple(f"almudevar2024-{number}" for number in numbers),
        where="abstract, sections 1, 6 and 7",
        expects=said("depends"),
        verdict="holds under a reading",
        meets=f"{world}, fully",
        statement=(
            "Methods other than the proposed one fail when factors depend on each other, although "
            f"the code is the same; here {name}."
        ),
        note=(
            f"How far {name} falls when factors depend fully, and half. The paper names no metric "
            "in this sentence, and its table of scenarios is missing; both worlds are ours."
        ),
    )
    def fall() -> Readings:
        return {
            f"{name}, {degree}": value
            for degree, dependence in (("fully", FULLY), ("half", HALF))
            for name, value in score_drops(metric, dependence).items()
        }


def _add_aware_claim(name: str, metric: Callable[..., Score], code: str, falls_by: str) -> None:
    @DEPENDENT(
        f"almudevar-aware-{name}",
        covers=("almudevar2024-02",),
        where="abstract, sections 5 and 6",
        expects=above(0.05, "falls for the violated property, not for dependent factors"),
        pinned=falls_by,
        verdict="holds",
        statement=(
            f"The proposed measure of {name} is correct for dependent factors: it does not fall "
            "when the factors start to depend on each other, but it falls when the code violates "
            f"{name}."
        ),
        note=(
            f"How far it falls for a code that is {code} (cosines, factors half dependent), minus "
            "how far it moves for an unchanged code when the factors start to depend on each "
            "other. By forests, our reconstruction."
        ),
    )
    def broken_less_dependent() -> Readings:
        broken = drop_when_broken(metric, code)
        return {
            world: broken - abs(float(score_drop))
            for world, score_drop in score_drops(
                metric, FULLY, method="forest", n_estimators=TREES
            ).items()
        }


def drop_when_broken(metric: Callable[..., Score], code: str) -> float:
    """How far a measure falls from the cosines that keep all five properties."""
    keeps, breaks = (half_dependent(name) for name in ("keeps all five", code))
    return (
        metric(keeps, method="forest", n_estimators=TREES).value
        - metric(breaks, method="forest", n_estimators=TREES).value
    )


@functools.cache
def half_dependent(code: str) -> Representation:
    """Cosines of angles that are half dependent."""
    return cosines(code, HALF, samples=2_000)


for _name, (_metric, _where, _numbers) in CLASSIC.items():
    _add_classic_claim(_name, _metric, _where, _numbers)
for _name, _judged in AWARE.items():
    _add_aware_claim(_name, *_judged)


@DEPENDENT(
    "almudevar-broken",
    covers=("almudevar2024-02",),
    where="section 5",
    expects=above(0.05, "each measure falls for its own property"),
    verdict="holds",
    statement="Each measure falls when its property is violated, also for dependent factors.",
    note=(
        "Our cosines at dependence 0.5, by forests: how far each falls from the code that has all "
        "five properties."
    ),
)
def each_sees_its_own() -> Readings:
    return {
        f"{name}, {code}": drop_when_broken(metric, code)
        for name, (metric, code, _) in AWARE.items()
    }


@DEPENDENT(
    "almudevar-parity",
    covers=("almudevar2024-23",),
    where="section 3.2",
    expects=above(1 - 1e-9, "1 bit"),
    verdict="holds",
    note=(
        "Ours: the parity leak that every pairwise score gives 1. Measured: the bits of latent 1 "
        "about factors 2 and 3 once factor 1 is known."
    ),
)
def parity_in_bits() -> float:
    return conditional_information(examples.parity_leak()).values[0, 0]


# --------------------------------------------------------------------- what older metrics are about


MEASURES = {
    "beta_vae": "modularity",
    "factor_vae": "modularity",
    "mig": "compactness",
    "sap": "compactness",
}
LABELS = {"beta_vae": "BetaVAE", "factor_vae": "FactorVAE", "mig": "MIG", "sap": "SAP"}
CRITERION = {  # this paper's names (ridgeway2018) in those of zhang2021 (eastwood2018)
    "modularity": "disentanglement",
    "compactness": "completeness",
    "explicitness": "informativeness",
}


def _add_only_claim(id: str, number: int, metric: str, broken: str, verdict: str) -> None:
    cases = BROKEN[CRITERION[broken]]

    @DEPENDENT(
        f"almudevar-only-{id}",
        covers=(f"almudevar2024-{number:02}",),
        where="section 2.2",
        expects=below(0.1, f"not {broken}"),
        verdict=verdict,
        meets=next(iter(cases)) if verdict == READING else "",
        statement=(
            f"{LABELS[metric]} measures only {MEASURES[metric]}; here we test that it does not "
            f"measure {broken}."
        ),
        note=f"How far it falls when only {broken} is violated, in each of our cases.",
    )
    def how_far_it_falls() -> Readings:
        return {case: fall(metric, CRITERION[broken], case) for case in cases}


for _id, _number, _metric_name, _broken, _verdict in (
    ("beta-compactness", 8, "beta_vae", "compactness", HOLDS),
    ("beta-explicitness", 8, "beta_vae", "explicitness", READING),
    ("factor-compactness", 8, "factor_vae", "compactness", HOLDS),
    ("factor-explicitness", 8, "factor_vae", "explicitness", READING),
    ("mig-modularity", 9, "mig", "modularity", HOLDS),
    ("mig-explicitness", 9, "mig", "explicitness", FAILS),
    ("sap-modularity", 11, "sap", "modularity", FAILS),
    ("sap-explicitness", 11, "sap", "explicitness", FAILS),
):
    _add_only_claim(_id, _number, _metric_name, _broken, _verdict)


@DEPENDENT(
    "almudevar-only-two",
    covers=("almudevar2024-08", "almudevar2024-09", "almudevar2024-11"),
    where="section 2.2",
    expects=said("depends"),
    verdict="holds",
    statement=("BetaVAE and FactorVAE measure modularity; MIG and SAP measure compactness."),
    note="How far each falls when only that property is violated (our cases).",
)
def what_they_do_measure() -> Readings:
    return {metric: fall(metric, CRITERION[measures]) for metric, measures in MEASURES.items()}


@DEPENDENT(
    "almudevar-mig-modified",
    covers=("almudevar2024-10",),
    where="section 2.2",
    expects=said("depends"),
    verdict="holds",
    note="How far DCIMIG falls when two factors share a latent, minus how far MIG falls.",
)
def dcimig_less_mig() -> float:
    return fall("dcimig", "disentanglement") - fall("mig", "disentanglement")


PAIRS = {
    "modularity, disentanglement": ("modularity", "disentanglement"),
    "compactness, completeness": ("mig", "completeness"),
    "explicitness, informativeness": ("explicitness", "informativeness"),
}


@DEPENDENT(
    "almudevar-same-ideas",
    covers=("almudevar2024-07",),
    where="section 2.1",
    expects=said("depends"),
    verdict="holds",
    note=(
        "How far the score of each paper falls when only that property is violated, the smaller "
        "of two (our cases; MIG for compactness, because one of the two papers has no score for "
        "it)."
    ),
)
def both_fall() -> Readings:
    return {
        names: min(fall(metric, criterion) for metric in (other_metric, criterion))
        for names, (other_metric, criterion) in PAIRS.items()
    }


@DEPENDENT(
    "almudevar-separately",
    covers=("almudevar2024-12",),
    where="section 2.2",
    expects=true("most for its own"),
    verdict="holds under a reading",
    meets="disentanglement",
    note=(
        "Whether a score falls most when its own property is violated. Explicitness is a logistic "
        "regression, so it also falls when two factors share a latent, because no straight line "
        "separates them."
    ),
)
def falls_most_for_its_own() -> Readings:
    criterion_of = {name: name for name in BROKEN} | {
        "modularity": "disentanglement",
        "explicitness": "informativeness",
    }
    return {
        metric: max(BROKEN, key=lambda broken: fall(metric, broken)) == criterion
        for metric, criterion in criterion_of.items()
    }


SUPERVISED = (
    "beta_vae",
    "factor_vae",
    "mig",
    "sap",
    "disentanglement",
    "completeness",
    "informativeness",
    "modularity",
    "explicitness",
)


@DEPENDENT(
    "almudevar-supervised",
    covers=("almudevar2024-15",),
    where="section 2.3",
    expects=said("depends"),
    verdict="holds",
    pinned="0.68",  # BetaVAE
    note="How far a score of the same latents moves when the factors are shuffled.",
)
def moved_by_other_labels() -> Readings:
    rng = np.random.default_rng(0)
    v = rng.integers(4, size=(1_000, 3)).astype(float)
    right, wrong = Representation(v, v), Representation(rng.permuted(v, axis=0), v)
    return {name: METRICS[name](right).value - METRICS[name](wrong).value for name in SUPERVISED}


@DEPENDENT(
    "almudevar-impossible",
    covers=("almudevar2024-13",),
    where="section 2.3",
    expects=true("the same distribution, another code"),
    verdict="holds",
    note="Uniform latents through the normal quantiles, turned, and back; 20,000 samples.",
)
def same_distribution_another_code() -> Readings:
    return normals_turned()


# ---------------------------------------------------------------------------------- coloured digits

OURS = "Here: the same design on scikit-learn's digits, for comparison."
MODEL = "the authors' trained model (a VAE on coloured MNIST), which is not published"


@functools.cache
def digits_with_styles(styles: int = 61) -> Representation:
    """Coloured digits at half strength with a latent per factor and 61 principal styles."""
    dataset = ColouredDigits(HALF)
    three = dataset.representation("planted").latents[:, :3]
    return Representation(
        dataset.factors,
        np.hstack([three, principal_styles(dataset, styles)]),
        factor_names=dataset.names,
        factor_types="discrete",
        latent_types="continuous",
    )


@DIGITS(
    "almudevar-unweighted",
    covers=("almudevar2024-34",),
    where="sections 5 and 6",
    expects=true("as it says"),
    verdict="holds",
    note=(
        "Coloured digits with 3 latents of factors and 61 latents of style: the score is the "
        "plain mean of its 64 parts, which is lower than the mean of the three. If each latent is "
        "weighted by how much of it the factors explain, the score is within 0.02 of that mean. "
        "The measure of the paper has such weights: a fourth coin next to three copies does not "
        "lower its 1."
    ),
)
def plain_mean_of_64() -> Readings:
    score = modularity(digits_with_styles())
    three = score.parts[:3].mean()
    weights = joint_r2(digits_with_styles())
    return {
        "the plain mean": abs(score.value - score.parts.mean()) < 1e-9,
        "styles lower it": three - score.value > 0.05,
        "weights would prevent it": abs(three - np.average(score.parts, weights=weights)) < 0.02,
        ("the paper's measure has weights"): dependent_modularity(coins_with_spare_latent()).value
        > 1 - 1e-9,
    }


def coins_with_spare_latent() -> Representation:
    """Three fair coins, each copied by a latent, and another latent that is a fourth coin."""
    coins = examples.grid(2, 2, 2, 2)
    return Representation(coins[:, :3], coins, factor_types="discrete", latent_types="discrete")


def joint_r2(rep: Representation) -> NDArray[np.float64]:
    """How far the factors together explain each latent: adjusted R2 of the means of their cells."""
    cell = np.unique(rep.factors, axis=0, return_inverse=True)[1].ravel()
    means = np.array([rep.latents[cell == c].mean(0) for c in range(cell.max() + 1)])
    residual = ((rep.latents - means[cell]) ** 2).sum(0) / (len(rep) - len(means))
    return (1 - residual / rep.latents.var(0, ddof=1)).clip(0)


def _substitute_claim(
    id: str, numbers: str, where: str, expects: Expectation, says: str, note: str
):
    """Decorate our substitute for a measurement that needs the authors' model."""
    return DIGITS(
        f"almudevar-{id}",
        covers=tuple(f"almudevar2024-{number}" for number in numbers.split()),
        where=where,
        expects=expects,
        verdict="open",
        statement=says,
        note=f"{OURS} {note}".strip(),
        missing=MODEL,
    )


@_substitute_claim(
    "linear-fit",
    "38 39 40 41",
    "section 6",
    below(0.005, "1.25e-3, 7.04e-4, 7.50e-4"),
    "Each of the three latents is explained by its factor with a mean squared error of about a "
    "thousandth.",
    (
        "Latents that kernel ridge regression learned with labels, on test images; the digit has "
        "the largest error."
    ),
)
def linear_fit() -> Readings:
    return dict(zip(ColouredDigits.names, linear_fit_error(ColouredDigits(HALF).representation())))


@_substitute_claim(
    "alone",
    "46 47 48",
    "section 6",
    above(0.99, "0.9925, 1, 1"),
    "Each factor can be predicted from its one latent with an error near zero.",
    "Latents that kernel ridge regression learned with labels, on test images.",
)
def recognised_alone() -> Readings:
    return dict(zip(ColouredDigits.names, accuracy_alone(ColouredDigits(HALF).representation())))


@_substitute_claim(
    "far-from-maximum",
    "42",
    "section 6, Table 6",
    below(0.9, "far from the maximum"),
    (
        "The Modularity Score is far from its maximum, because it averages all latents without "
        "weights."
    ),
    "Its table is lost; the distance depends on the information of the styles about the digit.",
)
def modularity_of_64_latents() -> Score:
    return modularity(digits_with_styles())


@_substitute_claim(
    "modularity-agreed",
    "43",
    "section 6, Table 6",
    said("high"),
    "All metrics of modularity except the Modularity Score agree that modularity is high.",
    (
        "Its table is lost. Fixing a factor is a kind of conditioning, so the dependence between "
        "factors does not matter."
    ),
)
def modularity_by_others() -> Readings:
    return {
        "D": disentanglement(digits_with_styles(), n_estimators=5),
        "BetaVAE": beta_vae(digits_with_styles(), n_points=1_000),
        "FactorVAE": factor_vae(digits_with_styles(), n_points=1_000),
    }


@_substitute_claim(
    "compactness-far",
    "49",
    "section 6, Table 7",
    below(0.9, "far from the maximum"),
    "Every metric of compactness except the proposed one is far from its maximum.",
    "Its table is lost.",
)
def compactness_by_others() -> Readings:
    return {
        "MIG": mig(digits_with_styles()),
        "SAP": sap(digits_with_styles()),
        "C": completeness(digits_with_styles(), n_estimators=5),
    }


@_substitute_claim(
    "explicitness-agreed",
    "51",
    "section 6, Table 8",
    said("high"),
    "All metrics agree that all factors can be predicted, because explicitness is very high.",
    "Its table is lost.",
)
def explicitness_by_all() -> Readings:
    return {
        "informativeness": informativeness(digits_with_styles(), n_estimators=5),
        "explicitness": explicitness(digits_with_styles()),
    }


@_substitute_claim(
    "dependent-colours",
    "36",
    "section 6",
    above(0.05, "not independent"),
    "The digit is not independent of either colour.",
    "Information of the digit about each colour, in bits; the printed probabilities are lost.",
)
def digit_and_colours() -> Readings:
    v = ColouredDigits(HALF).factors
    rep = Representation(v[:, 1:], v[:, :1], factor_types="discrete", latent_types="discrete")
    return dict(zip(ColouredDigits.names[1:], mutual_information(rep).values[0]))


@_substitute_claim(
    "generated",
    "45",
    "section 6, Figure 1",
    equals_printed("16"),
    "Images of all combinations can be generated, and the factors can be controlled independently.",
    (
        "How many of the sixteen combinations (four digits, two by two colours) are reached when "
        "three latents are set one by one."
    ),
)
def reached_with_labels() -> int:
    return combinations_reached(ColouredDigits(HALF).representation())


@DIGITS(
    "almudevar-red-banana",
    covers=("almudevar2024-03",),
    where="section 1",
    expects=equals_printed("16"),
    verdict="holds",
    meets="setting one latent per factor",
    note=(
        "Ours: coloured digits whose digit decides both colours. Only four of the sixteen "
        "combinations occur, but a latent for each factor, set independently, reaches all of "
        "them."
    ),
)
def reached_beyond_the_data() -> Readings:
    dataset = ColouredDigits(FULLY)
    assert len(np.unique(dataset.factors, axis=0)) == 4
    return {
        "setting one latent per factor": combinations_reached(dataset.representation("planted"))
    }


def combinations_reached(rep: Representation) -> int:
    """How many combinations of factors occur when the first three latents are mixed freely.

    Each latent is set to that of another sample, and each factor is predicted from its own latent.
    """
    from sklearn.tree import DecisionTreeClassifier

    rows = np.random.default_rng(0).integers(len(rep), size=(500, 3))
    read = []
    for k in range(3):
        tree = DecisionTreeClassifier(max_depth=4).fit(rep.latents[:, [k]], rep.factors[:, k])
        read.append(tree.predict(rep.latents[rows[:, k]][:, [k]]))
    return len(np.unique(np.column_stack(read), axis=0))


for _id, _sentence, _where, _says, _missing in (
    (
        "almudevar-table-1",
        "32",
        "Table 1",
        "The scenarios of the cosine experiment.",
        (
            "the table, which is missing from every copy that we could find; we use our own "
            "scenarios instead"
        ),
    ),
    (
        "almudevar-tables-2-4",
        "33",
        "Tables 2 to 4",
        "Scores of every metric in every scenario.",
        "Table 1 and these tables, which are missing from every copy that we could find",
    ),
    (
        "almudevar-table-5",
        "35",
        "Table 5",
        "The probabilities of both colours given the digit.",
        "the table, which is missing from every copy that we could find",
    ),
    (
        "almudevar-table-6",
        "44",
        "Table 6",
        "Scores of every metric on coloured MNIST.",
        f"the table, which is missing from every copy that we could find, and {MODEL}",
    ),
    (
        "almudevar-seeds",
        "14",
        "section 2.3",
        (
            "Random seeds and hyperparameters have a greater impact on performance than the "
            "architecture (cited)."
        ),
        "the thousands of trained models of the study that it cites",
    ),
):
    open_claim(
        _id,
        paper="almudevar2024",
        covers=(f"almudevar2024-{_sentence}",),
        lesson="" if _id == "almudevar-seeds" else "dependent_factors",
        where=_where,
        statement=_says,
        expects=true("lost" if "missing" in _missing else "see the paper"),
        missing=_missing,
    )
