"""What the libraries' own code and configuration files say, option by option.

The settings stand by library; here they stand by option, as they were read (the commits are those
of the conventions), so that no figure can slip unnoticed: most of them move a score by less than
chance does.
"""

import pytest

from disentangle_edu import CONVENTIONS
from disentangle_edu.conventions import DEAD, DEAD_BESIDE_SMOOTH, SMOOTH

DCI = "disentanglement completeness informativeness"
DC = "disentanglement completeness"
FIRST_TWO_THIRDS = {  # num_train=10000, num_test=5000
    "disentanglement_lib": f"explicitness sap {DCI}",
    "qedr": DCI,
    "qedr_forest": DCI,
    "clarken92": "sap",
}
ANY_TWO_THIRDS = {"disent": f"sap {DCI}", "dent": "sap"}  # drawn at random
SHEET = {
    "bins": {  # discretizer.num_bins, num_bins, nb_bins
        20: {
            "disentanglement_lib": "mig modularity",
            "disent": "mig",
            "infogan_cr": "mig modularity",
            "zhang2021": "mig modularity",
            "dent": "mig modularity sap",
            "med": DC,
        },
        10: {"ubisoft": "mig dcimig mig_sup jemmig modularity"},
        40: {"clarken92": "mig"},
        100: {"clarken92": "modularity"},
        15: {"almudevar2025": "minimality sufficiency"},
    },
    "n_neighbors": {10: {"latent_quantization": "info_modularity info_compactness"}},
    "min_range": {0.05: {"latent_quantization": "info_modularity info_compactness"}},
    "latent_of_factor": {"in order": {"latte": "dmig"}},
    "factor_bins": {
        10: {
            "ubisoft": "mig dcimig mig_sup jemmig irs modularity explicitness beta_vae factor_vae"
        },
        20: {"disentanglement_lib": "irs", "dent": "mig modularity sap"},
    },
    "batch_size": {  # batch_size
        64: {
            "disentanglement_lib": "beta_vae factor_vae",
            "disent": "factor_vae",
            "infogan_cr": "beta_vae factor_vae",
            "zhang2021": "beta_vae factor_vae",
        },
        200: {"ubisoft": "beta_vae factor_vae"},
    },
    "n_points": {  # nb_training and the like
        800: {"ubisoft": "factor_vae"},
        500: {"infogan_cr": "beta_vae factor_vae"},
        4000: {"zhang2021": "beta_vae factor_vae"},
    },
    "min_std": {  # prune_dims.threshold, std_threshold
        0.05: {"disentanglement_lib": "factor_vae", "ubisoft": "factor_vae"}
    },
    "shared": {"batch": {"infogan_cr": "beta_vae", "zhang2021": "beta_vae"}},
    "evaluate_on": {"train": {"infogan_cr": "beta_vae factor_vae"}},
    "train_size": {
        2 / 3: FIRST_TWO_THIRDS | ANY_TWO_THIRDS,
        1: {
            "ubisoft": f"explicitness beta_vae factor_vae {DCI}",
            "zhang2021": "factor_vae",
            "infogan_cr": f"explicitness sap {DC}",
            "clarken92": f"explicitness {DCI}",
            "latte": "sap",
            "latent_quantization": "info_explicitness",
        },
        0.8: {"zhang2021": f"explicitness sap {DCI}"},
    },
    "shuffle": {False: FIRST_TWO_THIRDS},
    "scaling": {
        "none": {
            "disentanglement_lib": f"sap beta_vae {DCI}",
            "ubisoft": "beta_vae",
            "disent": f"sap {DCI}",
            "infogan_cr": "explicitness sap beta_vae",
            "zhang2021": f"explicitness sap {DCI}",
            "dent": "sap",
            "clarken92": f"explicitness sap {DCI}",
            "latte": "sap",
        },
        "min-max": {"ubisoft": f"explicitness {DCI}"},
    },
    "C": {  # LinearSVC(C=0.01, class_weight="balanced"), LogisticRegression(C=1e10)
        0.01: dict.fromkeys(
            ["disentanglement_lib", "disent", "infogan_cr", "zhang2021", "dent", "clarken92"], "sap"
        ),
        1e10: {"zhang2021": "explicitness", "clarken92": "explicitness"},
        1.0: {"latte": "sap"},
    },
    "class_weight": {
        "balanced": {"ubisoft": "explicitness", "latent_quantization": "info_explicitness"},
        None: {"zhang2021": "sap", "latte": "sap"},
    },
    "multi_class": {"ovr": dict.fromkeys(["ubisoft", "zhang2021", "clarken92"], "explicitness")},
    "solver": {"liblinear": {"zhang2021": "explicitness", "clarken92": "explicitness"}},
    "max_iter": {  # scikit-learn's default
        100: {
            "disentanglement_lib": "explicitness",
            "infogan_cr": "explicitness",
            "latent_quantization": "info_explicitness",
        }
    },
    "predictor": {
        "boosting": {"disentanglement_lib": DCI, "disent": DCI},
        "forest": {"qedr_forest": DCI, "zhang2021": DCI},
        "lasso": {"ubisoft": DCI, "qedr": DCI, "infogan_cr": DC, "clarken92": DCI},
        "mutual_info": {"med": DC},
    },
    "n_estimators": {
        100: {"disentanglement_lib": DCI, "disent": DCI},
        10: {"qedr_forest": DCI, "zhang2021": DCI},
    },
    "max_features": {"sqrt": {"zhang2021": DCI}},
    "alpha": {  # alphas, alpha
        (0.0001, 0.001, 0.01, 0.1, 0.2, 0.4, 0.8, 1): {"ubisoft": DCI},
        0.02: {"qedr": DCI, "infogan_cr": DC, "clarken92": DCI},
    },
    "as_continuous": {
        True: {
            "ubisoft": "sap",
            "qedr": DCI,
            "qedr_forest": DCI,
            "infogan_cr": DC,
            "clarken92": DCI,
        }
    },
    "scoring": {
        "1 - 12 MSE": {"ubisoft": DCI},
        "NRMSE": {"qedr": DCI, "qedr_forest": DCI, "clarken92": DCI},
    },
    "estimator": {
        "knn": {
            "latte": "mig modularity dmig",
            "latent_quantization": "info_modularity info_compactness",
        }
    },
    "normalize_by": {"latent": {"ubisoft": "mig mig_sup"}},
    "cells": {10: {"ubisoft": "jemmig"}},
    "quantile": {0.99: {"disentanglement_lib": "irs"}},
    "dead_latents": {
        "zero": {"disentanglement_lib": "modularity"},
        "constant": dict.fromkeys(
            ["disentanglement_lib", "disent", "infogan_cr", "zhang2021", "dent", "clarken92"], "sap"
        ),
    },
    "value_weights": {"uniform": {"ubisoft": "beta_vae factor_vae"}},
    "replace": {False: {"ubisoft": "factor_vae", "zhang2021": "factor_vae"}},
    "weighted": {False: {"almudevar2025": "minimality"}},
    "adjusted": {True: {"ubisoft": "explicitness beta_vae factor_vae"}},
}


def of_library(name):
    """{(metric, option): value} of one library, from the table."""
    return {
        (metric, option): value
        for option, values in SHEET.items()
        for value, takers in values.items()
        for metric in takers.get(name, "").split()
    }


@pytest.mark.parametrize("name", CONVENTIONS)
def test_convention_options_match_source_of_library(name):
    settings = {
        (metric, option): value
        for metric, options in CONVENTIONS[name].metrics.items()
        for option, value in options.items()
    }
    assert settings == of_library(name)


def test_settings_sheet_names_only_known_libraries():
    named = {name for values in SHEET.values() for takers in values.values() for name in takers}
    assert named == set(CONVENTIONS) - {"ours"}


def test_convention_unsupported_inputs_match_libraries():
    """Which libraries, read or run, fail on a dead latent, and which ones need labels."""
    dead = {
        "disentanglement_lib": "explicitness",
        "ubisoft": "mig mig_sup modularity",
        "qedr": DCI,
        "qedr_forest": "disentanglement",
        "infogan_cr": f"modularity {DC}",
        "zhang2021": "modularity",
        "dent": "modularity",
        "clarken92": "modularity",
        "almudevar2025": "minimality",
    }
    smooth = {
        "disentanglement_lib": f"mig modularity explicitness sap {DCI}",
        "disent": f"mig sap {DCI}",
        "infogan_cr": "mig modularity explicitness",
        "zhang2021": f"mig modularity explicitness sap {DCI}",
        "clarken92": "explicitness",
        "almudevar2025": "minimality sufficiency",
        "latent_quantization": "info_modularity info_compactness info_explicitness",
    }
    for name, convention in CONVENTIONS.items():
        served = {DEAD: dead, SMOOTH: smooth, DEAD_BESIDE_SMOOTH: {"infogan_cr": "sap"}}
        assert set(convention.unsupported) == {
            (metric, what) for what, them in served.items() for metric in them.get(name, "").split()
        }
