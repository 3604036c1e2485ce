"""The newer metrics: tables computed by hand, from each definition to the score."""

import numpy as np
import pytest

from disentangle_edu import InformativenessMatrix, Representation, Subspaces, Votes, measures
from disentangle_edu.measures import Losses, Shares
from disentangle_edu.metrics import (
    dependent_compactness,
    dependent_explicitness,
    dependent_modularity,
    dmig,
    edi,
    explicitness_es,
    info_compactness,
    info_explicitness,
    info_modularity,
    irs,
    iwo,
    iwr,
    jemmig,
    linear_r2,
    mcc,
    mig_sup,
    minimality,
    sufficiency,
    xmig,
    z_max_variance,
)
from disentangle_edu.metrics.unsupervised import udr
from disentangle_edu.theory.enumeration import Tables, exact, exact_values
from disentangle_edu.worlds import examples

# Three latents (rows), of which the last is constant, and three factors (columns) that hold
# 1, 1/2 and 1 bits. N, the bits about each factor as shares of its entropy, is
#     0.8  0.2  0.2
#     0.3  0.8  0
#     0    0    0
BITS = InformativenessMatrix(
    [[0.8, 0.1, 0.2], [0.3, 0.4, 0.0], [0.0, 0.0, 0.0]],
    "mutual information",
    "bits",
    latent_entropy=[1.5, 1.2, 0.0],
    factor_entropy=[1.0, 0.5, 1.0],
)


def near(*numbers):
    return pytest.approx(list(numbers), abs=1e-12)


# ----------------------------------------------------------------------------- formulas of a matrix


def test_mig_sup_parts_are_gaps_of_rows_divided_by_factor_entropy():
    assert mig_sup(BITS).parts.tolist() == near(0.8 - 0.2, 0.8 - 0.3, 0)
    assert mig_sup(BITS).value == pytest.approx((0.6 + 0.5) / 2)
    assert mig_sup(BITS, dead_latents="zero").value == pytest.approx((0.6 + 0.5 + 0) / 3)


def test_mig_sup_normalized_by_latent_divides_gaps_by_latent_entropy():
    parts = mig_sup(BITS, normalize_by="latent").parts
    assert parts.tolist() == near((0.8 - 0.2) / 1.5, (0.4 - 0.3) / 1.2, 0)


def test_info_modularity_parts_are_largest_row_shares_adjusted_for_chance():
    chance = 1 / 3  # for three factors
    first, second = 0.8 / (0.8 + 0.2 + 0.2), 0.8 / (0.3 + 0.8)
    expected = [(first - chance) / (1 - chance), (second - chance) / (1 - chance), 0]
    assert info_modularity(BITS).parts.tolist() == near(*expected)
    assert info_modularity(BITS).value == pytest.approx((expected[0] + expected[1]) / 2)


def test_info_compactness_parts_are_largest_column_shares_adjusted_for_chance():
    chance = 1 / 2  # for two active latents
    shares = [0.8 / (0.8 + 0.3), 0.8 / (0.2 + 0.8), 0.2 / (0.2 + 0)]
    expected = [(share - chance) / (1 - chance) for share in shares]
    assert info_compactness(BITS).parts.tolist() == near(*expected)
    assert info_compactness(BITS).value == pytest.approx(sum(expected) / 3)


def test_info_compactness_of_single_informative_latent_is_one():
    alone = InformativenessMatrix([[0.2, 0.1], [0, 0]], factor_entropy=1)
    assert info_compactness(alone).parts.tolist() == [1, 1]


def test_info_metrics_of_uniform_matrix_are_zero():
    even = InformativenessMatrix([[0.3, 0.3], [0.3, 0.3]], factor_entropy=1)
    assert info_modularity(even).value == info_compactness(even).value == 0


def test_jemmig_parts_combine_joint_entropy_and_second_latent():
    # Latent 1 carries most about factor 1: H(z, v) = 1.5 + 1 - 0.8 = 1.7, minus 0.8, and minus 0.3
    # of the second. For factor 2 it is latent 2: 1.2 + 0.5 - 0.4 = 1.3, minus 0.4, and 0.1. For
    # factor 3 it is latent 1: 1.5 + 1 - 0.2 = 2.3, minus 0.2, and 0. A latent has 8 = 2^3 bins.
    expected = [1 - (1.7 - 0.8 + 0.3) / 4, 1 - (1.3 - 0.4 + 0.1) / 3.5, 1 - (2.3 - 0.2 + 0) / 4]
    assert jemmig(BITS, cells=8).parts.tolist() == near(*expected)
    assert jemmig(BITS, cells=8).value == pytest.approx(sum(expected) / 3)


def test_jemmig_latent_entropy_above_bin_limit_is_normalized_by_itself():
    # The two cells hold 1 bit, and the latents have 1.5 and 1.2 bits.
    expected = [1 - 1.2 / (1 + 1.5), 1 - 1.0 / (0.5 + 1.2), 1 - 2.1 / (1 + 1.5)]
    assert jemmig(BITS, cells=2).parts.tolist() == near(*expected)


def test_jemmig_tied_latents_use_latent_with_lowest_entropy():
    tied = InformativenessMatrix(
        [[0.5], [0.5], [0.1]], latent_entropy=[2, 1, 0.6], factor_entropy=1
    )
    assert jemmig(tied, cells=8).parts.tolist() == near(1 - (1 + 1 - 0.5 - 0.5 + 0.5) / (1 + 3))


DEPENDENT = InformativenessMatrix(
    [[0.9, 0.2, 0.0], [0.3, 0.6, 0.1], [0.2, 0.1, 0.4]],
    factor_entropy=1,
    factor_entropy_given_other=[[0, 0.8, 0.9], [0.5, 0, 0.9], [0.9, 0.6, 0]],
)


def test_dmig_gap_is_divided_by_conditional_factor_entropy():
    # Latents 1, 2 and 3 own factors 1, 2 and 3. The runners-up are latent 2 for factor 1
    # (0.8 bits are left once factor 2 is known), latent 1 for 2 (0.5), and latent 2 for 3 (0.6).
    expected = [(0.9 - 0.3) / 0.8, (0.6 - 0.2) / 0.5, (0.4 - 0.1) / 0.6]
    assert dmig(DEPENDENT).parts.tolist() == near(*expected)
    assert dmig(DEPENDENT).value == pytest.approx((0.75 + 0.8 + 0.5) / 3)


def test_dmig_second_latent_without_factor_divides_by_factor_entropy():
    left = [[0, 0.5], [0.5, 0]]
    idle = InformativenessMatrix(
        [[0.8, 0], [0.1, 0.6], [0.3, 0.2]], factor_entropy=[1, 0.8], factor_entropy_given_other=left
    )
    assert dmig(idle).parts.tolist() == near((0.8 - 0.3) / 1, (0.6 - 0.2) / 0.8)


def test_dmig_gap_above_conditional_entropy_is_clipped_to_one():
    tight = InformativenessMatrix(
        [[1, 0.4], [0.2, 0.9]], factor_entropy=1, factor_entropy_given_other=[[0, 0.5], [0.5, 0]]
    )
    assert dmig(tight).parts.tolist() == near(1, 1)


def test_dmig_of_factor_determined_by_another_is_zero():
    nothing_left = InformativenessMatrix(
        [[1, 0.9], [0.9, 1]], factor_entropy=1, factor_entropy_given_other=[[0, 0], [0, 0]]
    )
    assert dmig(nothing_left).parts.tolist() == [0, 0]


def test_dmig_second_latent_with_two_factors_uses_its_larger_share():
    # Latent 1 owns factors 1 and 2, and is the runner-up for factor 3. It has 0.5 of 1 bit of the
    # first factor, and 0.4 of 0.5 bits of the second, which is the larger share.
    two = InformativenessMatrix(
        [[0.5, 0.4, 0.2], [0.0, 0.1, 0.6]],
        factor_entropy=[1, 0.5, 1],
        factor_entropy_given_other=[[0, 0.9, 0.9], [0.4, 0, 0.4], [0.7, 0.8, 0]],
    )
    assert dmig(two).parts[2] == pytest.approx((0.6 - 0.2) / 0.8)


def test_dmig_with_fixed_assignment_can_be_negative():
    crossed = InformativenessMatrix(
        [[0.2, 0.9], [0.6, 0.1]], factor_entropy=1, factor_entropy_given_other=[[0, 0.8], [0.5, 0]]
    )
    parts = dmig(crossed, latent_of_factor="in order").parts
    assert parts.tolist() == near((0.2 - 0.6) / 0.8, (0.1 - 0.9) / 0.5)


IDLE = InformativenessMatrix(
    [[0.8, 0.4], [0.2, 0.5], [0.4, 0.1], [0.1, 0.2]], factor_entropy=[1, 0.5]
)


def test_xmig_parts_are_gaps_to_best_unassigned_latent():
    # Latents 1 and 2 own factors; of the others latent 3 carries most about factor 1, 4 about 2.
    assert xmig(IDLE).parts.tolist() == near((0.8 - 0.4) / 1, (0.5 - 0.2) / 0.5)
    assert xmig(IDLE).value == pytest.approx((0.4 + 0.6) / 2)


def test_xmig_with_fixed_assignment_uses_order_of_latents():
    turned = InformativenessMatrix(IDLE.values[[1, 0, 3, 2]], factor_entropy=[1, 0.5])
    parts = xmig(turned, latent_of_factor="in order").parts
    assert parts.tolist() == near((0.2 - 0.4) / 1, (0.4 - 0.2) / 0.5)


def test_xmig_without_unassigned_latents_subtracts_nothing():
    assert xmig(
        InformativenessMatrix([[0.8, 0.7], [0.3, 0.9]], factor_entropy=1)
    ).parts.tolist() == (near(0.8, 0.9))


def test_edi_adds_advantage_of_each_latent_for_its_factor():
    # Latents 1 and 3 belong to factor 1, latent 2 belongs to factor 2, and factor 3 has none.
    shares = Shares([[0.9, 0.2, 0.1], [0.1, 0.7, 0.2], [0.3, 0.1, 0.0]])
    first = 0.9 - np.sqrt((0.2**2 + 0.1**2) / 2)
    second = 0.7 - np.sqrt((0.1**2 + 0.2**2) / 2)
    third = 0.3 - np.sqrt((0.1**2 + 0.0**2) / 2)
    assert edi(shares).parts.tolist() == near(first + third, second, 0)
    assert edi(shares).value == pytest.approx((first + second + third) / 3)


def test_edi_of_copied_latents_is_at_most_one():
    copies = Shares([[0.8, 0.1], [0.7, 0.1], [0.0, 0.6]])
    assert edi(copies).parts.tolist() == near(1, 0.6 - 0)  # 0.8 - 0.1 + 0.7 - 0.1 would be 1.3


def test_edi_by_factors_compares_each_column_with_its_other_entries():
    shares = Shares([[0.9, 0.2], [0.1, 0.7], [0.3, 0.1]])
    first = 0.9 - np.sqrt((0.1**2 + 0.3**2) / 2)
    second = 0.7 - np.sqrt((0.2**2 + 0.1**2) / 2)
    assert edi(shares, side="factors").parts.tolist() == near(first, second)


def test_mcc_matches_latents_for_largest_sum():
    # Latent 1 is best for both factors; greedy matching gives 0.9 + 0.1, the best gives 0.8 + 0.7.
    assert mcc(InformativenessMatrix([[0.9, 0.8], [0.7, 0.1]])).parts.tolist() == [0.7, 0.8]


def test_mcc_with_more_factors_than_latents_has_one_zero_part():
    few = InformativenessMatrix([[0.9, 0.5, 0.8], [0.8, 0.1, 0.2]])  # the largest sum is 0.8 + 0.8
    assert mcc(few).parts.tolist() == [0.8, 0, 0.8]
    assert mcc(few).value == pytest.approx(1.6 / 3)


def test_z_max_variance_of_votes_is_accuracy_and_can_be_adjusted():
    votes = Votes([[6, 2, 0], [1, 3, 8]])  # latent 1 belongs to factor 1, latent 2 to factor 3
    assert z_max_variance(votes).value == pytest.approx((6 + 8) / 20)
    assert z_max_variance(votes).weights.tolist() == near(8 / 20, 12 / 20)
    rescaled = (14 / 20 - 1 / 3) / (1 - 1 / 3)
    assert z_max_variance(votes, adjusted=True).value == pytest.approx(rescaled)


def test_linear_r2_and_info_explicitness_of_one_row_are_mean_of_entries():
    row = InformativenessMatrix([[0.5, 0.2, 0.9]])
    for metric in (linear_r2, info_explicitness):
        assert metric(row).parts.tolist() == [0.5, 0.2, 0.9]
        assert metric(row).value == pytest.approx((0.5 + 0.2 + 0.9) / 3)


def test_metrics_of_shares_use_largest_entry_of_rows_or_columns():
    shares = Shares([[0.9, 0.2, 0.1], [0.4, 0.6, 0.3]], latent_weight=[0.5, 1.0])
    of_rows, of_columns = (0.5 * 0.9 + 1.0 * 0.6) / 1.5, (0.9 + 0.6 + 0.3) / 3
    for metric in (dependent_modularity, minimality, irs):
        assert metric(shares).value == pytest.approx(of_rows), metric.__name__
    for metric in (dependent_compactness, sufficiency):
        assert metric(shares).value == pytest.approx(of_columns), metric.__name__
    assert minimality(shares, weighted=False).value == pytest.approx((0.9 + 0.6) / 2)
    assert dependent_explicitness(Shares([[0.9, 0.3]])).value == pytest.approx(0.6)


def test_iwo_and_iwr_of_two_planes_match_hand_computation():
    # Factor 1 has axes 1 and 2, factor 2 has axes 2 and 1 with other importances.
    spaces = Subspaces(
        [np.eye(3), np.eye(3)[[1, 0, 2]], np.eye(3)[[2, 0, 1]]],
        [[0.5, 0.5, 0], [0.9, 0.1, 0], [1, 0, 0]],
    )
    overlap = np.sqrt(0.5 * 0.9) + np.sqrt(0.5 * 0.1)
    assert iwo(spaces).parts.tolist() == near(1 - overlap, 1, 1)
    assert iwo(spaces).value == pytest.approx((3 - overlap) / 3)
    halves, tenth = np.log(0.5), 0.9 * np.log(0.9) + 0.1 * np.log(0.1)
    assert iwr(spaces).parts.tolist() == near(1 + halves / np.log(3), 1 + tenth / np.log(3), 1)


def test_explicitness_es_of_three_probes_is_one_minus_area():
    losses = Losses([[0.8, 0.6], [0.4, 0.6], [0.2, 0.0]], "loss left", "share")
    first, second = ((0.8 + 0.4) / 2 + (0.4 + 0.2) / 2) / 2, (0.6 + (0.6 + 0.0) / 2) / 2
    assert explicitness_es(losses).parts.tolist() == near(1 - first, 1 - second)


# --------------------------------------------------------------------------- measures on small data


def test_correlations_match_hand_computed_pearson_and_spearman():
    # Minus its mean the latent is -2, -1, 0, 3 and the factor -1/2, -1/2, 1/2, 1/2: the product is
    # 3, their squares sum to 14 and 1. The ranks are -3/2, -1/2, 1/2, 3/2 and -1, -1, 1, 1.
    z, v = np.array([0.0, 1, 2, 5]), np.array([0.0, 0, 1, 1])
    rep = Representation(v[:, None], np.column_stack([z, -7 * z, np.ones(4)]))
    expected = 3 / np.sqrt(14 * 1)
    assert measures.correlations(rep).values[:, 0].tolist() == near(expected, expected, 0)
    ranks = 4 / np.sqrt(5 * 4)
    found = measures.correlations(rep, method="spearman").values[:, 0]
    assert found.tolist() == near(ranks, ranks, 0)


def test_mcc_of_periodic_factor_is_root_of_explained_variance():
    # Over four quarters the cosine is 1, 0, -1, 0: the latent has all of one of two equal parts.
    quarters = np.tile(np.arange(4), 6)[:, None] + 0.0
    cosine = np.cos(quarters * np.pi / 2).round(9)
    rep = Representation(quarters, cosine, factor_types="cyclic 4")
    assert mcc(rep).value == pytest.approx(np.sqrt(1 / 2))


# Of six rows, (0, 0), (0, 1), ..., (1, 2): latent 1 is 3.5 +- 3.5 at most, latent 2 is 2 +- 2.
GRID = examples.grid(2, 3)
MOVED = Representation(
    GRID,
    np.column_stack([[0, 0, 3, 6, 6, 6], 2 * GRID[:, 1], np.ones(6)]),
    factor_types="discrete",
)
# With factor 1 fixed, latent 1: of 0, 0, 3 the farthest from the mean 1 is 2 away, of 6, 6, 6 it is
# 0: mean 1. With factor 2 fixed, 0 and 6 are 3 from their mean, twice; 3 and 6 are 1.5: mean 2.5.
# Latent 2 moves as usual while factor 1 is fixed (2), and not at all while factor 2 is.
ROBUST = [[1 - 1 / 3.5, 1 - 2.5 / 3.5], [1 - 2 / 2, 1 - 0 / 2], [0, 0]]


def test_robustness_matches_hand_computation():
    shares = measures.robustness(MOVED)
    assert shares.values.tolist() == [near(*row) for row in ROBUST]
    assert shares.latent_weight.tolist() == near(3.5 / 3.5, 2 / 3.5, 0)
    assert irs(MOVED).value == pytest.approx((3.5 * ROBUST[0][0] + 2 * 1) / (3.5 + 2))


def test_robustness_with_median_matches_hand_computation():
    # With factor 1 fixed, the distances are 1, 1, 2 and 0, 0, 0.
    assert measures.robustness(MOVED, quantile=0.5).values[0, 0] == pytest.approx(1 - 0.5 / 3.5)


def test_robustness_bins_factor_only_with_factor_bins():
    # Two bins of 0 to 9 hold 0 to 4 and 5 to 9, and the latent is up to 2 from their means; overall
    # it is up to 4.5 from its mean. By default, and with 21 bins, every value has its own bin.
    numbers = np.repeat(np.arange(10.0), 2)[:, None]
    for kind in ("continuous", "discrete"):
        rep = Representation(numbers, numbers, factor_types=kind)
        assert measures.robustness(rep).values[0, 0] == 1
        assert measures.robustness(rep, factor_bins=2).values[0, 0] == pytest.approx(1 - 2 / 4.5)


def test_exact_robustness_of_small_table_equals_measure():
    assert exact(irs, MOVED).matrix.values.tolist() == [near(*row) for row in ROBUST]
    assert exact(irs, MOVED).value == pytest.approx(irs(MOVED).value)


@pytest.mark.parametrize("seed", range(5))
def test_exact_robustness_of_random_tables_equals_measure(seed):
    table = np.random.default_rng(seed).integers(7, size=(12, 3)) * [1, 3, 0.1]
    rep = Representation(examples.grid(2, 3, 2), table, factor_types="discrete")
    found = exact(irs, rep)
    assert found.matrix.values == pytest.approx(irs(rep).matrix.values)
    assert found.weights == pytest.approx(irs(rep).weights)


@pytest.mark.parametrize("metric", [irs, mcc], ids=lambda metric: metric.__name__)
def test_judge_encoder_batch_equals_metric_of_each_encoder(metric):
    tables = np.random.default_rng(0).integers(5, size=(8, 12, 3))
    reps = [Representation(examples.grid(2, 3, 2), one, factor_types="discrete") for one in tables]
    found = exact_values(metric, Tables((2, 3, 2), tables))
    assert found == pytest.approx([metric(rep).value for rep in reps])
    assert found == pytest.approx([exact(metric, rep).value for rep in reps])


SIGNS = np.tile(2 * examples.grid(2, 2) - 1, (6, 1))  # -1 and 1, every combination six times


def test_linear_r2_scores_match_hand_computation():
    # Of 5 + a + b + 2 a b, with parts of variance 1, 1 and 4, a linear fit explains a and b.
    a, b = SIGNS.T
    rep = Representation(
        np.column_stack([5 + a + b + 2 * a * b, a]), SIGNS, factor_types="continuous"
    )
    assert measures.linear_r2_scores(rep, train_size=1).values[0].tolist() == near(2 / 6, 1)
    assert linear_r2(rep, train_size=1).value == pytest.approx((2 / 6 + 1) / 2)


def test_linear_r2_scores_are_measured_on_test_samples():
    rng = np.random.default_rng(0)
    rep = Representation(rng.standard_normal((40, 1)), rng.standard_normal((40, 25)))
    assert measures.linear_r2_scores(rep, train_size=1).values[0, 0] > 0.5  # no test samples
    assert measures.linear_r2_scores(rep).values[0, 0] == 0  # worse than predicting the mean


def test_log_loss_reduction_matches_hand_computation():
    # If the latent is 0, one factor value in four is 1; if the latent is 1, three in four are. The
    # conditional entropy is that of a quarter; without the latent it is 1 bit.
    v, z = np.tile([0, 0, 0, 1, 1, 1, 1, 0], 4), np.tile([0, 0, 0, 0, 1, 1, 1, 1], 4)
    rep = Representation(v[:, None], z[:, None])
    left = -(0.25 * np.log2(0.25) + 0.75 * np.log2(0.75))
    found = info_explicitness(rep, train_size=1, C=1e9)
    assert found.value == pytest.approx(1 - left / 1, abs=1e-4)


def test_log_loss_reduction_of_uninformative_latent_is_zero():
    # One value in four is 1, whatever the latent is: the latent saves nothing.
    v, z = np.tile([0, 0, 0, 1, 0, 0, 0, 1], 4), np.tile([0, 0, 0, 0, 1, 1, 1, 1], 4)
    rep = Representation(v[:, None], z[:, None])
    assert info_explicitness(rep, train_size=1, C=1e9).value == pytest.approx(0, abs=1e-6)


def test_highest_variance_votes_compare_latents_by_relative_variance():
    # Latent 1 has a variance of 25 from factor 1 and 6.25 from factor 2; latent 2 has all of its
    # variance from factor 2, which is less than 6.25 but the larger share.
    v = examples.grid(2, 2)
    rep = Representation(v, np.column_stack([v @ [10.0, 5.0], v[:, 1]]), factor_types="discrete")
    assert exact(z_max_variance, rep).matrix.values.tolist() == [[0.5, 0], [0, 0.5]]
    found = measures.varied_factor_votes(rep, n_points=100, batch_size=32).values
    assert found[0, 1] == found[1, 0] == 0 and found.sum() == 50


# Two coins are factors, a third is not. Latent 1 is coin 1, latent 2 both coins, latent 3 coin 2
# and the third coin; they hold 1, 2 and 2 bits, of which factors explain 1, 2 and 1.
COINS = np.tile(examples.grid(2, 2, 2), (3, 1))
SPREAD = Representation(
    COINS[:, :2],
    np.column_stack([COINS[:, 0], COINS[:, :2] @ [1, 2], COINS[:, 1:] @ [1, 2]]),
    factor_types="discrete",
    latent_types="discrete",
)


def test_dependent_modularity_and_minimality_match_hand_computation():
    modular, minimal, weight = [1 / 1, 1 / 2, 1 / 1], [1 / 1, 1 / 2, 1 / 2], [1 / 1, 2 / 2, 1 / 2]
    assert dependent_modularity(SPREAD).parts.tolist() == near(*modular)
    assert dependent_modularity(SPREAD).value == pytest.approx(np.average(modular, weights=weight))
    assert minimality(SPREAD).parts.tolist() == near(*minimal)
    assert minimality(SPREAD).value == pytest.approx(np.average(minimal, weights=weight))


# Of four equal latent values two determine the coin and two do not: half a bit. A second latent
# determines the second coin, only together with the first latent and never alone.
HALF_TOLD = np.repeat(
    np.array([[0, 0], [1, 1], [2, 0], [2, 1], [3, 0], [3, 1]]), [2, 2, 1, 1, 1, 1], 0
)


def test_compactness_sufficiency_and_explicitness_match_hand_computation():
    z, v = np.repeat(HALF_TOLD, 2, axis=0).T  # each case once with each side of another coin
    other = np.tile([0, 1], len(z) // 2)
    rep = Representation(
        np.column_stack([v, other]),
        np.column_stack([z, other]),
        factor_types="discrete",
        latent_types="discrete",
    )
    # The latents together carry half a bit about coin 1, as does latent 1 alone, and all of coin 2.
    assert dependent_compactness(rep).parts.tolist() == near(0.5 / 0.5, 1 / 1)
    assert sufficiency(rep).parts.tolist() == near(0.5 / 1, 1 / 1)
    assert dependent_explicitness(rep).parts.tolist() == near(0.5 / 1, 1 / 1)


def test_dependent_compactness_of_parity_is_zero():
    coins = np.tile(examples.grid(2, 2), (4, 1))
    parity = coins.sum(1) % 2
    rep = Representation(coins, np.column_stack([parity, coins[:, 1]]))
    assert dependent_compactness(rep).parts.tolist() == near(0, 1)
    assert sufficiency(rep).parts.tolist() == near(0, 1)
    assert dependent_explicitness(rep).parts.tolist() == near(1, 1)


def test_joint_information_counts_cells_of_joint_values():
    # The latents have 2, 4 and 4 values, and the factors 2 each.
    found = measures.joint_information(SPREAD)
    assert found["by_factors"] == 4 * (2 * 2) and found["by_latents"] == 2 * (2 * 4 * 4)
    assert dependent_modularity(
        SPREAD
    ).matrix.undersampled  # 24 samples, less than 5 for each of 16 cells
    assert not dependent_modularity(SPREAD.take(np.tile(np.arange(24), 4))).matrix.undersampled


def test_conditional_information_excludes_what_known_factor_explains():
    # Latent 2 holds both coins: if one is known, the other is left. Latent 1 holds only the first.
    found = measures.conditional_information(SPREAD).values
    assert found.tolist() == [near(0, 1), near(1, 1), near(1, 0)]


# -------------------------------------------------------------------------- models without factors

Z = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]]) / 1.0


def test_udr_of_model_pair_is_mean_over_latents_of_both():
    # The second model has one latent, a + b, whose correlation with a and with b is sqrt(1/2). Its
    # max R^2 / sum R is (1/2) / (2 sqrt(1/2)), that of a and of b (1/2) / sqrt(1/2): three latents.
    half = np.sqrt(1 / 2)
    found = udr({"both": Z, "sum": Z @ [[1.0], [1.0]], "again": Z}, method="pearson")
    expected = (0.5 / (2 * half) + 2 * 0.5 / half) / 3
    assert found.attrs["pairs"].loc["both", "sum"] == pytest.approx(expected)
    assert found.latents.tolist() == [2, 1, 2]


def test_udr_of_model_is_median_over_pairs():
    # "one" agrees perfectly with its copies and not at all with the other two.
    product = Z[:, :1] * Z[:, 1:]
    codes = {"one": Z, "copy": Z, "third": Z, "other": product}
    found = udr(codes, method="pearson")
    assert found.udr.tolist() == near(1, 1, 1, 0)  # the means would be 2/3 and 0


def test_udr_excludes_latents_below_min_variance():
    small = np.column_stack([Z[:, 0], 0.1 * Z[:, 1]])  # its variance is 0.01
    codes = {"small": small, "one": Z, "two": Z}
    assert udr(codes, min_variance=0.011).latents.tolist() == [1, 2, 2]
    assert udr(codes, min_variance=0.009).latents.tolist() == [2, 2, 2]


# ---------------------------------------------------------------------------------- chance levels


def of_noise(samples):
    rng = np.random.default_rng(0)
    return Representation(rng.integers(4, size=(samples, 3)), rng.standard_normal((samples, 4)))


@pytest.mark.parametrize("samples", [60, 300, 3_000])
def test_irs_of_noise_warns_with_its_chance_level(samples):
    rep = of_noise(samples)
    (words,) = irs(rep).cautions
    assert "share nothing with the factors, yet score 0." in words
    named = float(words.split("yet score ")[1].split(":")[0])
    others = [
        irs(Representation(rep.factors, np.roll(rep.latents, k, 0))).value for k in (1, 7, 29)
    ]
    assert named > 0 and named == pytest.approx(np.mean(others), abs=0.1)


def test_irs_of_informative_latents_has_no_warning():
    for rep in (examples.perfect_copy(3, 4), examples.rotated(30)):
        assert not any("chance" in words for words in irs(rep).cautions)


def test_irs_chance_level_uses_same_options():
    rep = of_noise(300)
    alone, median = (irs(rep, **options).cautions[0] for options in ({}, {"quantile": 0.5}))
    assert alone != median
