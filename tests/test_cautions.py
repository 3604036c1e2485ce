"""Cautions at both sides of their limits: their words, what they name, and when none is given."""

import ast
import inspect

import numpy as np
import pytest

from disentangle_edu import METRICS, Representation, cautions, mig
from disentangle_edu.metrics import (
    completeness,
    disentanglement,
    explicitness_es,
    factor_vae,
    informativeness,
    mcc,
    modularity,
    sap,
)

RNG = np.random.default_rng(0)
V = RNG.integers(3, size=(400, 2)) + 0.0
Z = V + 0.1 * RNG.standard_normal(V.shape)


def said(score, words):
    """The only caution with these words, or None."""
    found = [caution for caution in score.cautions if words in caution]
    assert len(found) <= 1
    return found[0] if found else ""


@pytest.mark.parametrize(
    "count, names", [(1, "a never"), (3, "a, b, c never"), (5, "a, b, c and 2")]
)
def test_warning_dead_latents_names_up_to_three(count, names):
    rep = Representation(
        V, np.hstack([np.ones((400, count)), Z]), latent_names=[*"abcdefg"[: count + 2]]
    )
    words = said(modularity(rep), "never move")
    assert words.startswith(names) and ("never moves:" in words) == (count == 1)
    assert "no weight" in words and "count 0" in said(modularity(rep, dead_latents="zero"), "never")
    assert "enlarge L" in said(completeness(rep, n_estimators=2), "never")
    assert "no vote" in said(factor_vae(rep, n_points=20, batch_size=4), "never")
    assert "formula decides" in said(METRICS["info_modularity"](rep), "never")
    assert not said(mig(rep), "never") and not said(modularity(Representation(V, Z)), "never")


def test_warning_more_levels_than_bins_states_score_of_copy():
    # With eight values in five bins, three bins hold two values and two hold one: 2.25 of 3 bits.
    eight = np.tile(np.arange(8.0), 50)[:, None]
    rep = Representation(np.hstack([V, eight]), Z, factor_names=["a", "b", "c"])
    words = said(mig(rep, bins=5), "more values than")
    assert words.startswith("c has more values than the 5 bins")
    assert "(8 equal values) would reach 0.75 " in words
    assert not said(mig(rep, bins=8), "more values than") and not said(mig(rep), "more values")
    assert not said(mig(rep, bins=5, factor_bins=5), "more values than")


@pytest.mark.parametrize("far, speaks", [(40, False), (39, True), (1, True), (0, False)])
def test_warning_crowded_bins_starts_above_90_percent(far, speaks):
    z = Z.copy()
    z[:, 1] = np.where(np.arange(400) < far, 1e4, RNG.random(400))
    words = said(mig(Representation(V, z)), "a few outliers decide")
    assert bool(words) == speaks
    assert not speaks or "samples of latent 2 lie in one of its 21 bins" in words
    assert not speaks or f"{(400 - far) / 400:.1%}" in words


@pytest.mark.parametrize("common, speaks", [(360, False), (361, True)])
def test_warning_rare_levels_starts_above_90_percent(common, speaks):
    rare = (np.arange(400) >= common).astype(float)
    rep = Representation(np.column_stack([V[:, 0], rare]), Z)
    words = said(informativeness(rep, n_estimators=2), "has a single level in")
    assert bool(words) == speaks
    assert not speaks or words.startswith(
        f"factor 2 has a single level in {common / 400:.1%} of the"
    )
    assert not said(informativeness(rep, n_estimators=2, scoring="NRMSE"), "has a single level in")


def test_warning_poor_predictor_compares_with_guessing():
    noise = RNG.standard_normal((400, 2))
    for latents, speaks in ((noise, True), (Z, False)):
        words = said(
            disentanglement(Representation(V, latents), n_estimators=3), "its predictor is poor"
        )
        assert bool(words) == speaks
    # Nine in ten samples have one level, so guessing that level is no merit of a predictor.
    often = np.column_stack([RNG.random(400) < 0.1, RNG.random(400) < 0.1]) + 0.0
    assert said(disentanglement(Representation(often, noise), n_estimators=3), "is poor")
    assert not said(disentanglement(Representation(V, noise), predictor="mutual_info"), "is poor")


def test_warning_scored_on_training_data_only_with_train_size_1():
    rep = Representation(V, Z)
    assert said(sap(rep, train_size=1), "learned from") and not said(sap(rep), "learned from")
    options = dict(n_points=20, batch_size=4)
    assert said(factor_vae(rep, evaluate_on="train", **options), "learned from")
    assert not said(factor_vae(rep, **options), "learned from")


def test_warning_sorted_rows_names_factors_with_unseen_levels():
    order = np.argsort(V[:, 1], kind="stable")
    ordered = Representation(V[order], Z[order])
    options = dict(shuffle=False, train_size=0.5)
    assert "values of factor 2 that the first" in said(sap(ordered, **options), "shuffle the")
    assert not said(sap(ordered, train_size=0.5), "shuffle the")
    assert not said(sap(Representation(V, Z), **options), "shuffle the")
    smooth = Representation(V[order], Z[order], factor_types="continuous")
    assert not said(sap(smooth, **options), "shuffle the")


def test_warning_dependent_factors_states_pair_and_share():
    # In three of four samples the second coin equals the first: 1 - H(1/4) bits. Counting adds
    # a bias of 1 / (2 n ln 2) bits.
    first = np.tile([0.0, 1], 200)
    second = np.where(np.arange(400) % 8 < 6, first, 1 - first)
    rep = Representation(np.column_stack([first, second, V[:, 0]]), Z)
    left = -(0.25 * np.log2(0.25) + 0.75 * np.log2(0.75))
    share = 1 - left - 1 / (2 * 400 * np.log(2))
    one, other, found = cautions._most_dependent(rep)
    assert found == pytest.approx(share) and {one, other} == {"factor 1", "factor 2"}
    assert f"explains {share:.0%} of factor" in said(mig(rep), "depend on each other")
    assert "mixes the two" in said(mcc(rep), "depend on each other")
    assert not said(mig(Representation(V, Z)), "depend on each other")


def test_warning_dependent_factors_is_silent_below_ten_percent():
    # Of 200 samples 130 or 150 agree; the factors then share 7 % or 19 % of a bit.
    for agree, speaks in ((130, False), (150, True)):
        first = np.tile([0.0, 1], 100)
        second = np.where(np.arange(200) < agree, first, 1 - first)
        rep = Representation(np.column_stack([first, second]), Z[:200])
        assert bool(said(mig(rep), "depend on each other")) == speaks


@pytest.mark.parametrize("latents, speaks", [(19, False), (20, True)])
def test_warning_many_latents_starts_at_ten_per_factor(latents, speaks):
    rep = Representation(V, RNG.standard_normal((400, latents)))
    assert bool(said(mcc(rep), f"among {latents} latents some match by chance")) == speaks


def test_warning_random_features_is_absent_for_narrow_code():
    assert not said(explicitness_es(Representation(V[:100], Z[:100])), "random features")


def test_warning_swapped_tables_needs_all_types_reversed():
    assert said(mig(Representation(Z, V)), "are the two tables swapped?")
    half = np.column_stack([Z[:, 0], V[:, 1]])
    for factors, latents in ((Z, half), (half, V), (V, Z)):
        assert not said(mig(Representation(factors, latents)), "swapped")


def test_cautions_module_chooses_nothing_by_metric_name():
    strings = {
        node.value
        for node in ast.walk(ast.parse(inspect.getsource(cautions)))
        if isinstance(node, ast.Constant)
    }
    assert not strings & set(METRICS)
