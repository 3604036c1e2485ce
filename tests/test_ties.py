"""No metric depends on the order of latents and factors, or on class names, where entries tie."""

import itertools

import numpy as np
import pytest

from disentangle_edu import METRICS, Representation
from disentangle_edu.matrices import InformativenessMatrix, Votes
from disentangle_edu.measures import Shares
from disentangle_edu.measures.interventional import majority_factors
from disentangle_edu.metrics import dmig, edi, xmig
from disentangle_edu.theory.invariances import INVARIANCES, score_difference

MATRICES = [
    name for name, metric in METRICS.items() if metric.matrix_class is InformativenessMatrix
]
EXACT = [name for name, metric in METRICS.items() if not metric.is_stochastic]
SAMPLED = [name for name, metric in METRICS.items() if metric.is_stochastic]
ORDERS = ("permute_latents", "permute_factors", "relabel_classes")
QUICK = {
    "beta_vae": dict(n_points=200, batch_size=16),
    "factor_vae": dict(n_points=400, batch_size=16),
    "z_max_variance": dict(n_points=400, batch_size=16),
    "info_explicitness": dict(max_iter=50),
    **dict.fromkeys(("disentanglement", "completeness", "informativeness"), dict(n_estimators=3)),
}


def tied_matrix(seed, L=3, K=3):
    """A matrix of few distinct values, so that rows and columns have several largest entries."""
    rng = np.random.default_rng(seed)
    values = rng.choice([0, 0.25, 0.5, 1], size=(L, K))
    left = rng.choice([0, 0.5, 1], size=(K, K)) * (1 - np.eye(K))
    return values, left


def judged(name, values, left):
    totals = dict(latent_entropy=2, factor_entropy=1, factor_entropy_given_other=left)
    rows = values[:1] if name in ONE_ROW else values
    return METRICS[name](InformativenessMatrix(rows, **totals)).value


ONE_ROW = ("informativeness", "explicitness", "linear_r2", "info_explicitness")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", MATRICES)
def test_metric_of_matrix_with_ties_does_not_depend_on_order(name, seed):
    values, left = tied_matrix(seed)
    scores = []
    for rows, columns in itertools.product(itertools.permutations(range(3)), repeat=2):
        rows = list(range(3)) if name in ONE_ROW else list(rows)
        turned = values[np.ix_(rows, columns)]
        scores.append(judged(name, turned, left[np.ix_(columns, columns)]))
    assert np.ptp(scores) < 1e-9


def tied_tables():
    """Latents with equal information about factors, copies, and latents with two factors alike."""
    v = np.array(list(itertools.product(range(4), range(4), range(2)))) * 1.0
    a, b, c = np.repeat(v, 4, axis=0).T
    factors = np.column_stack([a, b, c])
    codes = {
        "a sum of the others": [a, 4 * a + b, b],
        "copies": [a, a, b, c],
        "halves": [a % 2, a // 2, b, b % 2],
        "both": [4 * a + b, 4 * b + a, c],
        "nothing of one": [a % 2, b % 2],
        "all alike": [a + b + c, a + b + c],
    }
    return {
        name: Representation(factors, np.column_stack(latents), latent_types="discrete")
        for name, latents in codes.items()
    }


@pytest.mark.parametrize("promise", ORDERS)
@pytest.mark.parametrize("name", EXACT)
def test_exact_metric_of_tied_table_does_not_depend_on_order(name, promise):
    metric = METRICS[name]
    if promise in metric.not_invariant_to:
        pytest.skip("it does not promise it")
    for case, rep in tied_tables().items():
        try:
            before = metric(rep).value
        except ValueError:  # the metric is not defined for it
            continue
        after = metric(INVARIANCES[promise](rep)).value
        assert after == pytest.approx(before, abs=1e-9), case


@pytest.mark.parametrize("promise", ORDERS)
@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.slow
def test_sampled_metric_of_tied_table_does_not_depend_on_order(name, promise):
    metric = METRICS[name]
    if promise in metric.not_invariant_to:
        pytest.skip("it does not promise it")
    for case, rep in tied_tables().items():
        move = score_difference(
            metric, rep, INVARIANCES[promise](rep), seeds=5, **QUICK.get(name, {})
        )
        assert move.kept, (case, move)


def test_xmig_and_dmig_of_equally_informative_latents_are_equal():
    one, other = (
        InformativenessMatrix(values, factor_entropy=1)
        for values in ([[1, 0.5], [1, 0]], [[1, 0], [1, 0.5]])
    )
    assert xmig(one).value == xmig(other).value == dmig(one).value == dmig(other).value == 0.25


def test_edi_of_latent_with_tied_factors_splits_credit():
    assert edi(Shares([[1, 1, 0], [0, 0, 1]])).parts == pytest.approx(
        [(1 - np.sqrt(0.5)) / 2, (1 - np.sqrt(0.5)) / 2, 1]
    )
    nearly = Shares([[1, 1 - 1e-12, 0], [0, 0, 1]])
    assert edi(nearly).value == pytest.approx(edi(Shares([[1, 1, 0], [0, 0, 1]])).value)


def test_stands_for_tied_votes_chooses_factor_with_fewest_test_votes():
    learned, judged = np.array([[3.0, 3.0, 1.0]]), np.array([[5.0, 2.0, 0.0]])
    for order in itertools.permutations(range(3)):
        order = list(order)
        (choice,) = majority_factors(learned[:, order], judged[:, order])
        assert order[choice] == 1
    assert Votes([[3, 0], [1, 4]]).majority_factor.tolist() == [0, 1]
