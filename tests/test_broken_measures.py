"""What would the ledger notice? A broken measure turns a claim of its paper red.

Each row of BROKEN is a mistake that somebody could make: its name, how to make it, and the claims
that must notice, every one of them.
"""

import functools
import hashlib
import sys

import numpy as np
import pytest

from disentangle_edu import Representation
from disentangle_edu.claims import geyer2024, geyer2024_tables
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.measures import (
    conditional,
    information,
    interventional,
    latent_statistics,
    predictors,
    subspaces,
)
from disentangle_edu.metric import METRICS
from disentangle_edu.metrics import parts as formula_parts
from disentangle_edu.metrics import predictor
from disentangle_edu.metrics.parts import FACTORS, LATENTS
from disentangle_edu.theory import enumeration
from disentangle_edu.worlds import corpora, examples, letter_sentences

SEEDS = 2  # enough for a claim to fail, and for it to hold if nothing is broken


def formula(name, broken):
    """Replace a metric's formula, for samples and exact worlds alike."""
    metric = METRICS[name]

    def make(patch):
        patch.setitem(vars(metric), "formula", broken)

    make.leaves_measures_whole = True
    return make


def bent(name, change):
    """Make a metric change its parts; parts of 0 and 1 may stay the same."""
    right = METRICS[name].formula

    def broken(matrix, **options):
        parts, weights = right(matrix, **options)
        return change(np.asarray(parts)), weights

    return formula(name, broken)


def half(parts):
    """Halve each part."""
    return parts / 2


def root(parts):
    """Replace each positive part by its square root."""
    return np.sqrt(np.clip(parts, 0, None))


def put(home, name, broken):
    """Replace something in a module under its name."""
    return lambda patch: patch.setattr(home, name, broken)


# ------------------------------------------------------------------------------------- gaps


def best_alone(matrix, **_):
    """SAP as the best score, without subtracting the second best."""
    first = matrix.values.max(LATENTS)
    return first, np.ones_like(first)


def best_share_alone(matrix, **_):
    """MIG as the best share, without subtracting the second best."""
    first = matrix.values.max(LATENTS)
    return first / matrix.factor_entropy, np.ones_like(first)


def gap_of_the_largest(matrix, **_):
    """MIG divided by the largest entropy instead of each factor's own."""
    first, second = formula_parts.top_two(matrix.values, axis=LATENTS)
    return (first - second) / np.max(matrix.factor_entropy), np.ones_like(first)


def gap_of_means(matrix, **_):
    """MIG with the mean of the other latents in place of the second best."""
    first = matrix.values.max(LATENTS)
    others = (matrix.values.sum(LATENTS) - first) / max(matrix.values.shape[LATENTS] - 1, 1)
    return (first - others) / matrix.factor_entropy, np.ones_like(first)


def bids_alone(matrix):
    """DCIMIG with bids from which nothing is subtracted."""
    favourite = matrix.values.argmax(FACTORS)[..., None] == np.arange(matrix.values.shape[FACTORS])
    best = np.where(favourite, matrix.values, 0).max(LATENTS)
    return best / matrix.factor_entropy, np.broadcast_to(matrix.factor_entropy, best.shape)


def bids_of_mig(matrix):
    """DCIMIG with MIG's gaps: rows and columns exchanged."""
    first, second = formula_parts.top_two(matrix.values, axis=LATENTS)
    total = np.broadcast_to(matrix.factor_entropy, first.shape)
    return (first - second) / total, total


def bids_for_all(matrix):
    """DCIMIG in which a latent bids for every factor, not only for its best one."""
    first, second = formula_parts.top_two(matrix.values, axis=FACTORS)
    best = np.broadcast_to((first - second).max(LATENTS)[..., None], matrix.values[..., 0, :].shape)
    return (best / matrix.factor_entropy).clip(0, 1), np.broadcast_to(
        matrix.factor_entropy, best.shape
    )


def bids_unweighted(matrix, right=METRICS["dcimig"].formula):
    """DCIMIG as an unweighted mean over factors."""
    parts, weights = right(matrix)
    return parts, np.ones_like(weights)


def votes_unweighted(matrix, right=METRICS["factor_vae"].formula, **options):
    """FactorVAE as an unweighted mean over latents, however many votes they have."""
    parts, weights = right(matrix, **options)
    return parts, np.ones_like(weights)


def signed_differences(patch):
    """BetaVAE with signed differences, whose mean is 0."""

    def signed(held, k, groups, size, rng):
        pairs = held(k, groups * size, 2, rng)
        return (pairs[:, 0] - pairs[:, 1]).reshape(groups, size, -1).mean(1)

    patch.setitem(interventional.DIFFERENCES, "pair", signed)


def constant(value, axis=FACTORS):
    """A metric that gives every code the same score."""

    def broken(matrix, **_):
        parts = np.full_like(matrix.values.max(LATENTS if axis == FACTORS else FACTORS), value)
        return parts, np.ones_like(parts)

    return broken


# ---------------------------------------------------------------------------------- entropies


def focus_in_bits(values, axis):
    """The entropy in bits, not divided by the largest possible entropy."""
    total = values.sum(axis, keepdims=True)
    share = np.divide(values, total, out=np.zeros_like(values), where=total > 0)
    bits = -(share * np.log2(np.where(share > 0, share, 1))).sum(axis)
    return np.where(total.squeeze(axis) > 0, 1 - bits, 0).clip(0, 1)


def rows_unweighted(matrix):
    """D as an unweighted mean that includes latents without importance."""
    parts = formula_parts.one_minus_entropy(matrix.values, axis=FACTORS)
    return parts, np.ones_like(parts)


def rows_of_columns(matrix):
    """D of the columns: rows and columns exchanged."""
    parts = formula_parts.one_minus_entropy(matrix.values, axis=LATENTS).mean(-1, keepdims=True)
    rows = np.broadcast_to(parts, matrix.values.shape[:-1])
    return rows, np.ones_like(rows)


def columns_weighted(matrix, *, weighted=False):
    """C weighted by the sum of each column, whether requested or not."""
    return formula_parts.one_minus_entropy(matrix.values, axis=LATENTS), matrix.values.sum(LATENTS)


def corrected_entropy(right=information.entropy):
    """An entropy with too large a correction for the number of cells."""
    return lambda counts, axis=None: right(counts, axis) + 0.05 * (counts > 0).sum(axis)


# ----------------------------------------------------------------------- what moves, what stands


def exchanged(right=enumeration.sensitivity):
    """Characteristics 1 and 2 with rows and columns exchanged."""
    return lambda tables: np.swapaxes(right(tables), -1, -2)


def moves_most(right=interventional._variances):
    return lambda *asked: 1 / (right(*asked) + 1e-9)


def at_random(predictor, levels, x, y, right=predictors._fit_model):
    used, model = right(predictor, levels, x, y)
    return np.random.default_rng(len(used)).permutation(used) + 0.5, model


def per_batch():
    return dict.fromkeys(("pair", "batch"), interventional._batch_differences)


def root_of(right=predictors._r2):
    return lambda latents, column: np.sqrt(right(latents, column))


# ------------------------------------------------------------------------- directions and words


def not_turned(patch, right=subspaces.make_subspaces):
    """Planted worlds that are never rotated, even if a rotation is requested."""
    for home in (geyer2024, geyer2024_tables):
        patch.setattr(
            home,
            "make_subspaces",
            lambda L, K, R, map, rotated=True, **o: right(L, K, R, map, False, **o),
        )


def always_the_axes(patch, right=subspaces._directions):
    """The identity as the directions of linear fits and of polynomial fits."""
    patch.setattr(subspaces, "_directions", lambda z, v: (np.eye(z.shape[1]), right(z, v)[1]))
    patch.setattr(geyer2024, "gradient_basis", lambda fitted, x: np.eye(x.shape[1]))


def without_the_root(self, j, k):
    weights = np.outer(self.importances[j], self.importances[k])
    return weights * (self.bases[j] @ self.bases[k].T) ** 2


def first_template_twice(patch):
    patch.setitem(corpora.YNOC_TEMPLATES, "II", corpora.YNOC_TEMPLATES["I"])


def a_verb_less(patch):
    patch.setitem(corpora.POS_WORDS, "v", corpora.POS_WORDS["v"][:-1])


def rows_beside_one_another(matrix):
    """IWR of 1 for every factor, as if one direction had all the importance."""
    ones = np.ones(len(matrix.bases))
    return ones, ones


def bids_summed(matrix, **_):
    """DCIMIG in which a factor gets the sum of all bids for it, not the best bid."""
    first, second = formula_parts.top_two(matrix.values, axis=FACTORS)
    bids = matrix.values == matrix.values.max(FACTORS, keepdims=True)
    parts = (bids * (first - second)[..., None]).sum(LATENTS) / matrix.factor_entropy
    return parts.clip(0, 1), np.broadcast_to(matrix.factor_entropy, parts.shape)


def spread_over_all(parts, factors=5):
    """Modularity's parts as if its sum had been divided by K: 1 - (1 - part) (K - 1) / K."""
    return 1 - (1 - parts) * (factors - 1) / factors


def mean_loss(losses):
    """Explicitness from the mean loss instead of the area under the losses."""
    parts = 1 - losses.values.mean(0)
    return parts, np.ones_like(parts)


def unweighted(name):
    """Make a metric ignore its weights."""
    right = METRICS[name].formula

    def broken(matrix, **options):
        parts, weights = right(matrix, **options)
        return parts, np.ones_like(weights)

    return formula(name, broken)


def bin_less(column, column_type="continuous", bins=information.BINS, right=information.discretise):
    """Bins of equal width, one fewer than requested."""
    return right(column, column_type, max(bins - 1, 2))


def all_alike(shares):
    """Dependent modularity as an unweighted mean over latents."""
    parts = shares.values.max(FACTORS)
    return parts, np.ones_like(parts)


def sufficient_of_the_latent(patch):
    """Sufficiency as a share of the latent's entropy."""
    asked = conditional.SHARE_SPECS["sufficient"]._replace(whole="latent", of_latents=True)
    patch.setitem(conditional.SHARE_SPECS, "sufficient", asked)


def modular_of_itself(patch):
    """Dependent modularity as a share of the latent's entropy, which is minimality."""
    asked = conditional.SHARE_SPECS["modular"]._replace(whole="latent")
    patch.setitem(conditional.SHARE_SPECS, "modular", asked)


BROKEN = [
    ("DCIMIG of all bids", formula("dcimig", bids_summed), ["dcimig-captures"]),
    ("modularity shared by K", bent("modularity", spread_over_all), ["criterion-ridgeway-dis"]),
    ("ES by its mean loss", formula("explicitness_es", mean_loss), ["geyer-explicit-line"]),
    (
        "dependent modularity of all latents alike",
        formula("dependent_modularity", all_alike),
        ["almudevar-unweighted"],
    ),
    (
        "sufficiency of the latent's entropy",
        sufficient_of_the_latent,
        ["almudevar-modular-not-minimal"],
    ),
    (
        "dependent modularity of the latent's entropy",
        modular_of_itself,
        ["almudevar-modular-not-minimal"],
    ),
    ("minimality not weighted", unweighted("minimality"), ["almudevar-aware-minimality"]),
    ("a bin fewer", put(information, "discretise", bin_less), ["geyer-sap-mig"]),
    (
        "Hoyer of centred latents",
        put(
            latent_statistics,
            "_scaled_magnitudes",
            lambda z, right=latent_statistics._scaled_magnitudes: right(z - z.mean(0)),
        ),
        ["zhang-hoyer"],
    ),
    (
        "planted worlds without their rotation",
        not_turned,
        [
            "geyer-sap-mig",
            "geyer-turned-back",
            "geyer-aligned-forest",
            "geyer-table-5-d-50-rotated",
            "geyer-table-5-c-50-rotated",
        ],
    ),
    (
        "GCA that returns the unit matrix",
        always_the_axes,
        ["geyer-permutation", "geyer-turned-back", "geyer-subspaces", "geyer-cases-iwo"],
    ),
    (
        "IWO without the root",
        put(subspaces.Subspaces, "products", without_the_root),
        ["geyer-b2", "geyer-root", "geyer-appendix-d"],
    ),
    (
        "IWR a constant",
        formula("iwr", rows_beside_one_another),
        ["geyer-iwr", "geyer-spread"],
    ),
    (
        "importances of five factors at random",
        put(predictors, "_fit_model", at_random),
        ["geyer-permutation", "geyer-sap-mig", "criterion-eastwood-dis", "criterion-eastwood-com"],
    ),
    *(
        (f"{name} a constant", formula(metric, constant(0.9, over)), [f"almudevar-aware-{name}"])
        for name, metric, over in (
            ("modularity", "dependent_modularity", LATENTS),
            ("compactness", "dependent_compactness", FACTORS),
            ("explicitness", "dependent_explicitness", FACTORS),
            ("minimality", "minimality", LATENTS),
            ("sufficiency", "sufficiency", FACTORS),
        )
    ),
    (
        "BetaVAE a constant for toys",
        formula("beta_vae", constant(1.0)),
        ["criterion-higgins-dis", "almudevar-only-two"],
    ),
    (
        "another draw of code values",
        put(
            letter_sentences, "codes", lambda seed=0, right=letter_sentences.codes: right(seed + 77)
        ),
        ["toy-chen-1", "toy-chen-2", "toy-eastwood-1", "toy-eastwood-2", "toy-kumar-1"],
    ),
    (
        "votes for what moves most",
        put(letter_sentences, "PICK", {"least": np.argmax, "most": np.argmin}),
        ["zhang-argmax", "toy-kim"],
    ),
    ("a template that repeats another", first_template_twice, ["ynoc-count"]),
    ("a verb less", a_verb_less, ["pos-vocabulary", "pos-table-2"]),
    (
        "Hoyer without its deviations",
        put(latent_statistics, "_scaled_magnitudes", np.abs),
        ["zhang-hoyer"],
    ),
    ("DCIMIG squared", bent("dcimig", np.square), ["dcimig-captures"]),
    ("explicitness squared", bent("explicitness", np.square), ["toy-explicitness-training"]),
    ("explicitness_es by its root", bent("explicitness_es", np.sqrt), ["geyer-explicit-line"]),
    ("FactorVAE not weighted", formula("factor_vae", votes_unweighted), ["zhang-argmax"]),
    ("BetaVAE with signs", signed_differences, ["fact-1-beta", "beta-0.9967"]),
    ("modularity squared", bent("modularity", np.square), ["criterion-ridgeway-dis"]),
    (
        "I of the best factor",
        bent("informativeness", lambda parts: np.full_like(parts, parts.max())),
        ["criterion-eastwood-inf"],
    ),
    ("sufficiency squared", bent("sufficiency", np.square), ["almudevar-aware-sufficiency"]),
    ("minimality squared", bent("minimality", np.square), ["almudevar-aware-minimality"]),
    ("IWR squared", bent("iwr", np.square), ["geyer-iwr"]),
    ("active units that count half", bent("active_units", half), ["zhang-active-units"]),
    (
        "MCC squared",
        bent("mcc", np.square),
        ["joshi-false-negatives", "joshi-suite-mixed-mcc"],
    ),
    ("R² of a line by its root", bent("linear_r2", root), ["joshi-false-negatives"]),
    (
        "modularity of dependent factors, its root",
        bent("dependent_modularity", np.sqrt),
        ["almudevar-aware-modularity"],
    ),
    ("SAP without the second", formula("sap", best_alone), ["sap-0.98", "course-sap-low"]),
    ("SAP a constant", formula("sap", constant(0.32)), ["fact-8-copies", "sap-0.98"]),
    (
        "SAP by correlation, not its square",
        put(predictors, "_r2", root_of()),
        ["sap-0.32", "sap-0.98"],
    ),
    (
        "MIG without the second",
        formula("mig", best_share_alone),
        ["redundancy", "course-mig-low", "course-disagree"],
    ),
    ("MIG divided by one", formula("mig", gap_of_the_largest), ["diff-subset", "course-mig-scale"]),
    ("MIG against the mean", formula("mig", gap_of_means), ["course-mig-top-two", "redundancy"]),
    ("MIG a constant", formula("mig", constant(1.0)), ["redundancy", "course-mig-low"]),
    (
        "DCIMIG without the second",
        formula("dcimig", bids_alone),
        ["diff-merged", "fact-11-shared", "dcimig-captures"],
    ),
    ("DCIMIG with axes exchanged", formula("dcimig", bids_of_mig), ["redundancy", "diff-merged"]),
    ("DCIMIG bidding for all", formula("dcimig", bids_for_all), ["fact-11-nobody"]),
    ("DCIMIG not weighted", formula("dcimig", bids_unweighted), ["diff-subset"]),
    ("DCIMIG a constant", formula("dcimig", constant(1.0)), ["diff-missing", "fact-10"]),
    ("D not weighted", formula("disentanglement", rows_unweighted), ["dci-0.957", "fact-5-hidden"]),
    (
        "D of the columns",
        formula("disentanglement", rows_of_columns),
        ["dci-0.957", "course-dci-entropy"],
    ),
    (
        "D and C in bits",
        put(predictor, "one_minus_entropy", focus_in_bits),
        ["dci-0.6", "course-c-average"],
    ),
    ("C weighted", formula("completeness", columns_weighted), ["course-c-average"]),
    (
        "information with an entropy that grows with cells",
        put(information, "entropy", corrected_entropy()),
        ["information-zero"],
    ),
    (
        "characteristics with axes exchanged",
        put(enumeration, "sensitivity", exchanged()),
        ["rect-1", "rect-2"],
    ),
    (
        "FactorVAE not normalised",
        put(interventional, "_total_variance", lambda name, source, least, rng: np.ones(3)),
        ["fact-4-least"],
    ),
    (
        "FactorVAE by what moves most",
        put(interventional, "_variances", moves_most()),
        ["fact-4-least"],
    ),
    ("FactorVAE a constant", formula("factor_vae", constant(1.0)), ["fact-1-factor"]),
    ("BetaVAE a constant", formula("beta_vae", constant(0.9967)), ["fact-1-beta", "beta-0.9967"]),
    (
        "BetaVAE with one value per batch",
        put(interventional, "DIFFERENCES", per_batch()),
        ["beta-0.9967"],
    ),
    (
        "importances at random",
        put(predictors, "_fit_model", at_random),
        ["course-dci-nonlinear", "course-subspaces"],
    ),
    (
        "a code that copies no factor twice",
        put(examples, "duplicated_copy", lambda: examples.perfect_copy(3, 4, 5)),
        ["redundancy"],
    ),
    (
        "a parity that leaks nothing",
        put(examples, "parity_leak", lambda: examples.perfect_copy(2, 2, 2)),
        ["fact-9", "fact-11"],
    ),
    (
        "rectangles without their sum",
        put(examples, "rectangles", lambda code="": examples.perfect_copy(8, 8)),
        ["rect-0", "rect-1", "rect-2"],
    ),
    (
        "powers of another exponent",
        put(examples, "power_world", lambda exponent: examples.copy_world(8, 8)),
        ["sap-0.32"],
    ),
    (
        "codes that are not turned",
        put(examples, "rotated", lambda angle, seed, right=examples.rotated: right(0, seed=seed)),
        ["course-axis"],
    ),
]


@pytest.fixture(autouse=True)
def nothing_kept():
    """Clear what claims cache, before and after something is broken."""
    forget()
    yield
    forget()


def forget():
    for name, module in list(sys.modules.items()):
        if name.startswith("disentangle_edu.claims."):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear") and getattr(kept, "__module__", "") == name:
                    kept.cache_clear()


MEASURED = {}  # for whole measures: {a table's digest: {options: result}}
copying_world = functools.cache(examples.copying_world)  # a World caches what was measured on it


def keep_what_is_measured(patch, right=Representation.__init__):
    """Let equal tables share the results of whole measures across tests."""

    def made(self, *columns, **names):
        right(self, *columns, **names)
        told = {
            key: value for key, value in vars(self).items() if key not in ("description", "cache")
        }
        digest = hashlib.sha256()
        for key, value in sorted(told.items()):
            digest.update(repr((key, getattr(value, "shape", value))).encode())
            digest.update(value.tobytes() if isinstance(value, np.ndarray) else b"")
        self.cache = MEASURED.setdefault(digest.digest(), {})

    patch.setattr(Representation, "__init__", made)
    patch.setattr(examples, "copying_world", copying_world)


def goes_red(id):
    """Whether a claim notices: a different verdict, a missing reading or number, or an error."""
    claim = CLAIMS[id]
    try:
        return not claim.check(seeds=min(SEEDS, claim.seeds)).as_recorded
    except (AssertionError, LookupError, ArithmeticError, ValueError):
        return True


def test_broken_measures_list_has_unique_names_and_known_claims():
    names = [name for name, _, _ in BROKEN]
    assert len(names) == len(set(names))
    assert all(id in CLAIMS for _, _, ids in BROKEN for id in ids)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "ids"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_broken_measure_changes_verdict_of_its_claims(make, ids, monkeypatch):
    if hasattr(make, "leaves_measures_whole"):
        keep_what_is_measured(monkeypatch)
    make(monkeypatch)
    green = [id for id in ids if not goes_red(id)]
    assert not green, f"these did not notice: {green}"


@pytest.mark.slow
def test_unbroken_measures_leave_claims_as_recorded(monkeypatch):
    keep_what_is_measured(monkeypatch)
    for id in sorted({id for _, _, ids in BROKEN for id in ids}):
        assert not goes_red(id), CLAIMS[id].check(seeds=min(SEEDS, CLAIMS[id].seeds))
