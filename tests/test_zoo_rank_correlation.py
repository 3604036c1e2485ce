"""Rank correlations in the zoo: discordant pairs, intervals, and predictors of a task."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from disentangle_edu.zoo import pretrained, rank_correlation
from disentangle_edu.zoo.objectives import OBJECTIVES


@pytest.fixture(scope="module")
def table():
    return pretrained.table()


def test_rank_correlation_and_interval_of_known_rankings():
    assert rank_correlation.rank_correlation([1, 2, 3], [10, 20, 90]) == pytest.approx(1)
    assert rank_correlation.rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert np.isnan(rank_correlation.rank_correlation([1, 2, 3], [1, 1, 1]))
    x = np.arange(40.0)
    middle, low, high = rank_correlation.rank_interval(
        x, x + np.random.default_rng(0).normal(0, 8, 40)
    )
    assert 0.5 < low < middle < high < 1


def test_disagreements_are_pairs_in_opposite_orders(table):
    found = rank_correlation.disagreements(table, "mig", "dcimig")
    for row in found.itertuples(index=False):
        a, b = row[0], row[1]
        assert table.loc[a, "mig"] > table.loc[b, "mig"]
        assert table.loc[a, "dcimig"] < table.loc[b, "dcimig"]
    assert 0 < found.attrs["share"] < 0.5
    opposite = table.assign(dcimig=-table["mig"])
    assert rank_correlation.disagreements(opposite, "mig", "dcimig").attrs["share"] > 0.99
    with pytest.raises(ValueError, match="first: found 'magic'"):
        rank_correlation.disagreements(table, "magic", "mig")


@pytest.mark.slow
def test_foretelling_ranks_predictive_metric_first_and_bad_input_raises(table):
    known = table.assign(forest_300=table["mig"] + 1e-6 * np.arange(len(table)))
    found = rank_correlation.task_correlations(known).set_index("metric")["correlation"]
    assert found["mig"] > 0.99 and found.max() == found["mig"]
    with pytest.raises(ValueError, match="samples: found 301, expected one of 100, 300"):
        rank_correlation.task_correlations(table, "forest", 301)
    with pytest.raises(ValueError, match="predictor: found 'oracle'"):
        rank_correlation.task_correlations(table, "oracle")


def test_foretelling_within_configs_differs_from_pooled_correlation():
    """Simpson's paradox: rising over all models and over recipes, falling within each recipe."""
    rows = [
        dict(world="w", objective="o", strength=s, seed=j, mig=s + j / 10, rec_mean=float(j))
        | {"forest_300": s - j / 10}
        for s in range(6)
        for j in range(5)
    ]
    found = (
        rank_correlation.within_recipe_correlations(pd.DataFrame(rows))
        .set_index("metric")
        .loc["mig"]
    )
    assert found["pooled"] > 0.9 and found["averaged"] == pytest.approx(1)
    assert found["within"] == pytest.approx(-1)
    assert found["within low"] == found["within high"] == pytest.approx(-1)
    assert found["recipes"] == 6


def test_over_strengths_mean_of_seeds_matches_spearman_and_is_positive(table):
    sprites = table[table["world"] == "sprites"]
    families = [name for name, kind in OBJECTIVES.items() if len(kind.strengths) > 1]
    for name in families:
        points = rank_correlation.by_strength(sprites, name, "mig", "forest_300")
        assert points.shape == (6, 10, 2)
        averaged, low, high = rank_correlation.over_strengths(points)
        assert averaged > 0 and low < averaged <= high
        assert averaged == pytest.approx(spearmanr(*points.mean(1).T).statistic)
    with pytest.raises(ValueError, match="objective: found 'ae', expected one of several"):
        rank_correlation.by_strength(sprites, "ae", "mig", "forest_300")


def test_as_geyer2024_orders_iwo_above_disentanglement_above_mig(table):
    sprites = table[table["world"] == "sprites"]
    names = ("iwo_gca", "disentanglement", "mig")
    iwo, d, by_mig = (rank_correlation.as_geyer2024(sprites, name, "forest_3000") for name in names)
    assert iwo > d > by_mig > 0
    only = sprites[sprites["objective"] == "beta_vae"]
    means = only.groupby("strength")[["mig", "forest_3000"]].mean()
    of_one = np.corrcoef(*means.to_numpy().T)[0, 1]
    assert rank_correlation.as_geyer2024(only, "mig", "forest_3000") == pytest.approx(of_one)


def test_rank_interval_after_monotone_transform_is_unchanged():
    rng = np.random.default_rng(0)
    a = rng.standard_normal(40)
    b = a + rng.standard_normal(40)
    assert rank_correlation.rank_interval(np.exp(3 * a), b**3) == pytest.approx(
        rank_correlation.rank_interval(a, b)
    )


def test_disagreements_rank_difference_counts_from_larger_rank():
    values = {"mig": [0.1, 0.2, 0.3, 0.4], "dcimig": [0.2, 0.3, 0.4, 0.1]}
    found = rank_correlation.disagreements(pd.DataFrame(values), "mig", "dcimig")
    assert found["ranks apart"].tolist() == [2, 1, 1]


def test_disagreements_of_four_models_match_hand_computation():
    # The ranks of a are 1, 2, 3, 4 and of b 2, 1, 4, 3: two of six pairs are discordant.
    table = pd.DataFrame({"mig": [0.1, 0.2, 0.3, 0.4], "sap": [0.6, 0.5, 0.8, 0.7]}, list("wxyz"))
    found = rank_correlation.disagreements(table, "mig", "sap")
    assert found.attrs["share"] == pytest.approx(2 / 6)
    assert found.iloc[:, :6].values.tolist() == [
        ["x", "w", 0.2, 0.1, 0.5, 0.6],
        ["z", "y", 0.4, 0.3, 0.7, 0.8],
    ]
    assert found["ranks apart"].tolist() == [1, 1]
    assert len(rank_correlation.disagreements(table, "mig", "sap", most=1)) == 1


def test_over_strengths_correlates_means_over_seeds():
    # The means over seeds are 1, 2, 6 and 3, 1, 2, whose ranks are 1, 2, 3 and 3, 1, 2: -1/2. The
    # largest of each seed would be in the order 1, 2, 3 and 2, 1, 3.
    points = [[[0, 1], [2, 5]], [[1, 1], [3, 1]], [[4, -2], [8, 6]]]
    middle, low, high = rank_correlation.over_strengths(points, draws=50)
    assert middle == pytest.approx(-0.5) and -1 <= low < middle < high <= 1
    same = np.repeat(np.mean(points, axis=1)[:, None], 2, axis=1)  # seeds that do not differ
    assert rank_correlation.over_strengths(same, draws=50) == pytest.approx((-0.5,) * 3)


def test_recipe_interval_draws_models_of_a_recipe_together(table):
    sprites = table[table["world"] == "sprites"]
    found = rank_correlation.recipe_interval(sprites, "mig", "mlp_3000", draws=200)
    narrow = rank_correlation.rank_interval(sprites["mig"], sprites["mlp_3000"], draws=200)
    assert found[0] == pytest.approx(narrow[0]) and found[1] < narrow[1] < narrow[2] < found[2]
    row = rank_correlation.within_recipe_correlations(sprites, "mlp", 3000, ["mig"]).iloc[0]
    ends = rank_correlation.recipe_interval(sprites, "mig", "mlp_3000")[1:]
    assert ends == pytest.approx((row["pooled low"], row["pooled high"]))


def test_rank_interval_matches_quantiles_of_draws():
    a, b = [1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]
    rows = np.random.default_rng(4).integers(6, size=(200, 6))
    drawn = [rank_correlation.rank_correlation(np.take(a, row), np.take(b, row)) for row in rows]
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    expected = (1 - 6 * 6 / (6 * 35), low, high)  # all ranks differ by 1: 1 - 6 sum d^2 / (n^3 - n)
    assert rank_correlation.rank_interval(a, b, draws=200, seed=4) == pytest.approx(expected)


def test_metric_columns_are_those_of_more_than_half_of_models():
    half = [0.1, None, 0.3, None]
    most = [0.1, 0.2, 0.3, None]
    table = pd.DataFrame({"iwo_gca": most, "sap": most, "mig": half, "seconds": most})
    assert rank_correlation.metric_columns(table) == ["sap", "iwo_gca"]


def test_correlations_and_intervals_match_those_of_each_pair():
    rng = np.random.default_rng(0)
    a = rng.random(30)
    columns = {"mig": a, "sap": a + 0.3 * rng.random(30), "hoyer": rng.random(30), "seed": a}
    table = pd.DataFrame(columns)
    found, pairs = rank_correlation.correlations(table), rank_correlation.intervals(table)
    assert set(found) == {"mig", "sap", "hoyer"}
    for row in pairs.itertuples():
        expected = rank_correlation.rank_correlation(table[row.first], table[row.second])
        assert row.correlation == pytest.approx(expected)
        assert found.loc[row.first, row.second] == pytest.approx(expected)
        assert row.low < expected < row.high and row.models == 30
        again = rank_correlation.rank_interval(table[row.first], table[row.second])
        assert (row.low, row.high) == pytest.approx(again[1:])
    assert len(pairs) == 3 and list(rank_correlation.correlations(table, ["sap", "mig"])) == [
        "sap",
        "mig",
    ]
    assert set(rank_correlation.intervals(table, ["sap", "mig"]).first) == {"sap"}
