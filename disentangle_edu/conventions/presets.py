"""Settings of each library, as options of our own metrics.

This module only contains data. Nothing is copied from the libraries. We found the options by
reading and running the libraries, and the tests compare our scores with theirs (see
`library_scores`). If a mistake of a library cannot be expressed as a setting of the formula, the
mistake is described in `known_errors` and not imitated.
"""

from collections.abc import Sequence

from .convention import DEAD, DEAD_BESIDE_SMOOTH, OURS, SMOOTH, Convention

# 10,000 samples to train on and 5,000 to test on, split at random or in the order of the file.
AT_RANDOM: dict[str, object] = dict(train_size=2 / 3)
IN_ORDER: dict[str, object] = dict(train_size=2 / 3, shuffle=False)
TRAINING: dict[str, object] = dict(train_size=1)  # tested on the training samples
# ubisoft fixes a factor to one of its ten bins, each with the same probability, and draws training
# and test samples from the whole table.
HELD: dict[str, object] = dict(
    batch_size=200, factor_bins=10, value_weights="uniform", adjusted=True, **TRAINING
)
DCI = ("disentanglement", "completeness", "informativeness")


def _dci(names: Sequence[str] = DCI, /, **options: object) -> dict[str, dict[str, object]]:
    return {name: options for name in names}


DIVIDES = "divides zero by zero and prints NaN"
NAN_STOPS = "standardises 0/0 and stops with an error"


def _refuse_dead(*names: str, why: str = DIVIDES) -> dict[tuple[str, str], str]:
    return {(name, DEAD): why for name in names}


def _refuse_continuous(
    *names: str, why: str = "asks for labels and treats every number as a separate label"
) -> dict[tuple[str, str], str]:
    return {(name, SMOOTH): why for name in names}


STOPS = "trains a classifier, which asks for labels and stops at other numbers"
MISTAKES = (
    "trains a classifier of labels unless it is told that factors are numbers (then it is the "
    "squared correlation, our own sap of continuous factors)"
)
# disentanglement_lib and the libraries that copied its code.
GOOGLE_LABELS = (
    _refuse_continuous("mig", "modularity")
    | _refuse_continuous("explicitness", *DCI, why=STOPS)
    | _refuse_continuous("sap", why=MISTAKES)
)


NAN_WINS = (
    "a dead latent has the variance 0/0 = NaN, and the NaN wins every vote: a copy "
    "with dead latents scores 0.19 to 0.21 instead of 1"
)
ZERO_ROW = (
    "a latent (or a factor) that the lasso does not use has the shares 0/0 = NaN, and "
    "so has the score"
)
INFOMEC = dict(estimator="knn", n_neighbors=10, min_range=0.05)
GOOGLE = dict(predictor="boosting", n_estimators=100, scaling="none")
# A constant latent has no special case: the SVM always predicts one value.
RAW_SVM = dict(C=0.01, scaling="none", dead_latents="constant")
LIBLINEAR = dict(multi_class="ovr", solver="liblinear", C=1e10, scaling="none")

CONVENTIONS: dict[str, Convention] = {
    OURS: Convention(
        "disentangle_edu",
        metrics={},
        reasons={
            "levels stay levels; only continuous columns are cut": (
                "with 20 bins a factor of 40 values is capped at MIG 0.81, however perfect the copy"
            ),
            "21 bins, not 20": (
                "with an even number a grid centred on zero has its zeros on a bin's "
                "edge, where rounding moves the score"
            ),
            "MIG is divided by H(factor)": (
                "it is the published definition, and it has a value when a latent is dead"
            ),
            "every split of a tree may use every latent": (
                "with max_features='sqrt' a perfect copy has D = 0.57 instead of 1"
            ),
            "predictors are tested on samples they were not trained on": (
                "gradient boosting can fit 0.67 of noisy factors in training and 0.33 "
                "of them afterwards"
            ),
            "samples are shuffled before they are split": (
                "files are often sorted, and then the last third holds values that "
                "the first has never shown"
            ),
            "a dead latent informs about nothing, votes for nothing and weighs nothing": (
                "otherwise it decides FactorVAE's votes (0.19 instead of 1) and halves modularity"
            ),
            "BetaVAE draws a new shared value for every pair": (
                "it is the reading under which the 2019 paper's 0.9967 holds"
            ),
            "scores are not stretched so that chance becomes 0": (
                "the papers print accuracies and areas; the chance level is given with them instead"
            ),
        },
    ),
    "disentanglement_lib": Convention(
        "google-research/disentanglement_lib",
        "86a644d",
        metrics={
            "mig": dict(bins=20),
            "modularity": dict(bins=20, dead_latents="zero"),
            "irs": dict(factor_bins=20, quantile=0.99),
            "explicitness": dict(max_iter=100, **IN_ORDER),
            "sap": RAW_SVM | IN_ORDER,
            **_dci(**GOOGLE, **IN_ORDER),
            "beta_vae": dict(batch_size=64, scaling="none"),
            "factor_vae": dict(batch_size=64, min_std=0.05),
        },
        unsupported=GOOGLE_LABELS | _refuse_dead("explicitness", why=NAN_STOPS),
        known_errors={
            "factor_vae": (
                "with the threshold of 0 that its code has, and not the 0.05 of its "
                f"configuration files, {NAN_WINS}"
            )
        },
    ),
    "disent": Convention(
        "nmichlo/disent",
        "0.8.0",
        metrics={
            "mig": dict(bins=20),
            "sap": RAW_SVM | AT_RANDOM,
            **_dci(**GOOGLE, **AT_RANDOM),
            "factor_vae": dict(batch_size=64),
        },
        unsupported={
            key: why for key, why in GOOGLE_LABELS.items() if key[0] in ("mig", "sap", *DCI)
        },
        known_errors={"factor_vae": NAN_WINS},
    ),
    "ubisoft": Convention(
        "ubisoft/ubisoft-laforge-disentanglement-metrics",
        "05d5667",
        metrics={
            "mig": dict(bins=10, factor_bins=10, normalize_by="latent"),
            "dcimig": dict(bins=10, factor_bins=10),
            "modularity": dict(bins=10, factor_bins=10),
            "explicitness": dict(
                multi_class="ovr",
                class_weight="balanced",
                scaling="min-max",
                factor_bins=10,
                adjusted=True,
                **TRAINING,
            ),
            "sap": dict(as_continuous=True),
            **_dci(
                predictor="lasso",
                alpha=(0.0001, 0.001, 0.01, 0.1, 0.2, 0.4, 0.8, 1.0),
                scaling="min-max",
                scoring="1 - 12 MSE",
                **TRAINING,
            ),
            "beta_vae": dict(scaling="none", **HELD),
            "factor_vae": dict(n_points=800, min_std=0.05, replace=False, **HELD),
            "mig_sup": dict(bins=10, factor_bins=10, normalize_by="latent"),
            "jemmig": dict(bins=10, factor_bins=10, cells=10),
            "irs": dict(factor_bins=10),
        },
        unsupported=_refuse_dead("mig", "mig_sup", "modularity"),
        known_errors={
            "mig": "divides by H(latent), which is not the published definition",
            "mig_sup": "divides by H(latent), which is not the published definition",
            "disentanglement": (
                "a loop is left at the first latent without importance: five dead "
                "latents before a copy make D = 0, behind it D = 1"
            ),
        },
    ),
    "qedr": Convention(
        "cianeastwood/qedr",
        "f1f47e5",
        metrics=_dci(
            predictor="lasso", alpha=0.02, as_continuous=True, scoring="NRMSE", **IN_ORDER
        ),
        unsupported=_refuse_dead(*DCI, why=NAN_STOPS),
        known_errors={"disentanglement": ZERO_ROW, "completeness": ZERO_ROW},
    ),
    "qedr_forest": Convention(
        "cianeastwood/qedr, its random forest",
        "f1f47e5",
        metrics=_dci(
            predictor="forest", n_estimators=10, as_continuous=True, scoring="NRMSE", **IN_ORDER
        ),
        unsupported=_refuse_dead("disentanglement"),
        known_errors={
            "disentanglement": (
                "the depth of every factor's trees is tuned by hand in its notebook; "
                "here the depth is not limited unless max_depth is given"
            )
        },
    ),
    "infogan_cr": Convention(
        "fjxmlzn/InfoGAN-CR",
        "e0537bc",
        metrics={
            "mig": dict(bins=20),
            "modularity": dict(bins=20),
            "explicitness": dict(max_iter=100, scaling="none", **TRAINING),
            "sap": RAW_SVM | TRAINING,
            **_dci(DCI[:2], predictor="lasso", alpha=0.02, as_continuous=True, **TRAINING),
            "beta_vae": dict(
                shared="batch", n_points=500, batch_size=64, scaling="none", evaluate_on="train"
            ),
            "factor_vae": dict(n_points=500, batch_size=64, evaluate_on="train"),
        },
        unsupported=_refuse_dead("modularity")
        | _refuse_dead(*DCI[:2], why=NAN_STOPS)
        | {("sap", DEAD_BESIDE_SMOOTH): f"{DIVIDES} in its squared correlation"}
        | _refuse_continuous("mig", "modularity")
        | _refuse_continuous("explicitness", why=STOPS),
        known_errors={
            "factor_vae": NAN_WINS,
            "disentanglement": ZERO_ROW,
            "completeness": ZERO_ROW,
        },
    ),
    "zhang2021": Convention(
        "lanzhang128/disentanglement",
        "526c556",
        metrics={
            "mig": dict(bins=20),
            "modularity": dict(bins=20),
            "explicitness": dict(train_size=0.8, **LIBLINEAR),
            "sap": RAW_SVM | dict(class_weight=None, train_size=0.8),
            **_dci(
                predictor="forest",
                n_estimators=10,
                max_features="sqrt",
                scaling="none",
                train_size=0.8,
            ),
            "beta_vae": dict(shared="batch", batch_size=64, n_points=4_000),
            "factor_vae": dict(batch_size=64, n_points=4_000, replace=False, **TRAINING),
        },
        unsupported=_refuse_dead("modularity")
        | _refuse_continuous("mig", "modularity", "explicitness", "sap", *DCI),
        known_errors={"factor_vae": NAN_WINS},
    ),
    "dent": Convention(
        "facebookresearch/disentangling-correlated-factors",
        "3b0d233",
        metrics={
            "mig": dict(bins=20, factor_bins=20),
            "modularity": dict(bins=20, factor_bins=20),
            "sap": RAW_SVM | AT_RANDOM | dict(bins=20, factor_bins=20),
        },
        unsupported=_refuse_dead("modularity"),
    ),
    "clarken92": Convention(
        "clarken92/DisentanglementMetrics",
        "ada6b5e",
        metrics={
            "mig": dict(bins=40),
            "modularity": dict(bins=100),
            "explicitness": LIBLINEAR | TRAINING,
            "sap": RAW_SVM | IN_ORDER,
            **_dci(
                predictor="lasso",
                alpha=0.02,
                scaling="none",
                as_continuous=True,
                scoring="NRMSE",
                **TRAINING,
            ),
        },
        unsupported=_refuse_dead("modularity") | _refuse_continuous("explicitness"),
        known_errors={
            "completeness": "a factor that the lasso finds nowhere counts as completely captured"
        },
    ),
    "latte": Convention(
        "latte-metrics",
        "0.0.1a6",
        metrics={
            "mig": dict(estimator="knn"),
            "modularity": dict(estimator="knn"),
            "sap": dict(C=1.0, class_weight=None, scaling="none", **TRAINING),
            "dmig": dict(estimator="knn", latent_of_factor="in order"),
        },
        known_errors={
            "modularity": (
                "sums what three neighbours find in pure chance, different in every "
                "run; of dead latents and of noise it has no meaning"
            )
        },
    ),
    "med": Convention(
        "noahcao/disentanglement_lib_med",
        "e8db5c7",
        metrics=_dci(DCI[:2], predictor="mutual_info", bins=20),
    ),
    "latent_quantization": Convention(
        "kylehkhsu/latent_quantization",
        "9a420a3",
        metrics={
            "info_modularity": INFOMEC,
            "info_compactness": INFOMEC,
            "info_explicitness": dict(class_weight="balanced", max_iter=100, **TRAINING),
        },
        unsupported=_refuse_continuous("info_modularity", "info_compactness")
        | _refuse_continuous("info_explicitness", why=STOPS),
    ),
    "almudevar2025": Convention(
        "antonioalmudevar/dependent_disentanglement",
        "8720083",
        metrics={"minimality": dict(bins=15, weighted=False), "sufficiency": dict(bins=15)},
        unsupported=_refuse_dead(
            "minimality", why="divides by the entropy of the dead latent and prints infinity"
        )
        | _refuse_continuous("minimality", "sufficiency"),
        known_errors={"modularity": "reduces over the wrong axis and so measures compactness"},
    ),
}
