"""Probes of trained codes: the levels they predict, their training rows, and the shares."""

import contextlib
import sys
from dataclasses import asdict
from types import SimpleNamespace

import numpy as np
import pytest

from disentangle_edu import InformativenessMatrix
from disentangle_edu.conventions import OURS
from disentangle_edu.zoo import evaluate, training_state
from disentangle_edu.zoo.configs import Recipe

RNG = np.random.default_rng(0)
LEVELS = np.column_stack([RNG.choice([0, 4, 9], 400), RNG.choice([2, 7], 400)])  # levels with gaps
CODES = LEVELS + 0.05 * RNG.standard_normal(LEVELS.shape)


@pytest.mark.parametrize("name", evaluate.READERS)
def test_probe_of_levels_with_gaps_predicts_levels(name):
    guessed = evaluate.READERS[name](CODES[:300], LEVELS[:300], CODES[300:])
    assert guessed.shape == (100, 2)
    assert (guessed == LEVELS[300:]).mean(0).tolist() == [1, 1]


@pytest.mark.parametrize("name", evaluate.READERS)
def test_probe_learns_levels_absent_from_first_rows(name):
    order = np.argsort(LEVELS[:300, 1], kind="stable")  # over a hundred rows of level 2 come first
    guessed = evaluate.READERS[name](CODES[:300][order], LEVELS[:300][order], CODES[300:])
    assert (guessed[:, 1] == LEVELS[300:, 1]).all()


def test_logistic_probe_of_single_level_predicts_it():
    levels = np.column_stack([np.full(300, 5), LEVELS[:300, 1]])
    guessed = evaluate.READERS["logistic"](CODES[:300], levels, CODES[300:])
    assert (guessed[:, 0] == 5).all() and (guessed[:, 1] == LEVELS[300:, 1]).all()


def test_levels_of_few_values_are_codes_and_of_many_are_quantiles():
    assert evaluate.level_codes(np.array([3.0, 7, 3, 9])).tolist() == [0, 1, 0, 2]
    twenty = np.tile(np.arange(20.0) ** 2, 3)
    assert np.bincount(evaluate.level_codes(twenty)).tolist() == [3] * 20
    many = evaluate.level_codes(RNG.standard_normal(2_000) ** 3)
    assert np.bincount(many).tolist() == pytest.approx([100] * 20, abs=1)


def test_downstream_trains_on_one_half_and_tests_on_other(monkeypatch):
    """One of two factors is predicted; each size trains on that many of the first rows."""
    monkeypatch.setattr(evaluate, "SIZES", (10, 30))
    monkeypatch.setattr(evaluate, "N_TEST", 40)
    drawn, learned = [], []

    def draw(count, seed, half):
        drawn.append((count, half))
        return np.arange(count) + 100 * half

    factors = np.column_stack([np.arange(200) % 3, np.arange(200) % 2]).astype(float)
    world = SimpleNamespace(factors=factors, draw=draw)
    code_of = lambda model, world, rows: SimpleNamespace(latents=world.factors[rows])
    monkeypatch.setattr(evaluate, "code_of", code_of)

    def first_alone(codes, levels, unseen):
        learned.append((codes.tolist(), levels.tolist()))
        return np.column_stack([unseen[:, 0], 1 - unseen[:, 1]]).astype(int)

    monkeypatch.setattr(evaluate, "READERS", {"first": first_alone})
    assert evaluate.downstream(None, world) == {"first_10": 0.5, "first_30": 0.5}
    assert drawn == [(30, 0), (40, 1)]
    assert learned == [(factors[:n].tolist(),) * 2 for n in (10, 30)]


@pytest.mark.parametrize(
    "value, plain",
    [
        (1 / 3, 0.33333333),
        (np.float32(0.5), 0.5),
        (np.nan, None),
        (-np.inf, None),
        (3, 3),
        ("x", "x"),
    ],
)
def test_plain_value_is_finite_with_eight_digits(value, plain):
    assert evaluate._to_json_number(value) == plain


def test_label_accuracy_uses_second_half_as_test_set():
    codes, labels = np.zeros((40, 1)), np.r_[np.zeros(20), np.resize([0, 1], 20)].astype(int)
    codes[:20, 0] = labels[:20] = np.resize([0, 1], 20)
    codes[20:, 0] = np.resize([0, 0, 1, 1], 20)  # right in half of the cases
    assert evaluate.label_accuracy(codes, labels) == 0.5


class Weights(np.ndarray):
    """An array with the methods of a PyTorch tensor that `unfinished` uses."""

    __hash__ = object.__hash__

    def detach(self):
        return self

    def numpy(self):
        return np.asarray(self)

    def copy_(self, other):
        self[...] = other


class Stack:
    """Two models with two weights each; `wind` records the step that it is set to."""

    def __init__(self, seed):
        draw = lambda: np.random.default_rng(seed + len(self.pairs)).random(3).view(Weights)
        self.pairs, self.wound = [], None
        for _ in range(2):
            params = {"w": draw(), "b": draw() + 1}
            moves = {"step": np.array(4.0).view(Weights), "exp_avg": draw() + 2}
            state = {weights: dict(moves) for weights in params.values()} if seed else {}
            self.pairs.append((params, SimpleNamespace(state=state)))

    def learners(self):
        return self.pairs

    def wind(self, step):
        self.wound = step


def test_checkpoint_restores_weights_and_optimizer_state(tmp_path, monkeypatch):
    torch = SimpleNamespace(no_grad=contextlib.nullcontext, from_numpy=np.asarray)
    monkeypatch.setitem(sys.modules, "torch", torch)
    one, other = Stack(7), Stack(0)
    training_state.save_checkpoint(tmp_path / "half.npz", one, 26, 1.5)
    assert (
        training_state.load_checkpoint(tmp_path / "half.npz", other) == (26, 1.5)
        and other.wound == 26
    )
    for (weights, optimiser), (again, fresh) in zip(one.pairs, other.pairs):
        for name, held in weights.items():
            assert (again[name] == held).all()
            moves = fresh.state[again[name]]
            assert set(moves) == {"step", "exp_avg"} and moves["step"] == 4
            assert (moves["exp_avg"] == optimiser.state[held]["exp_avg"]).all()


def test_evaluation_contains_config_losses_scores_and_matrices(monkeypatch):
    recipe = Recipe("sprites", "beta_vae", 4.0, 1)
    losses = {"rec": -0.5, "rec_mean": 0.25, "kl": 3.0}
    model = SimpleNamespace(recipe=recipe, seconds=7.0, **losses)
    matrix = InformativenessMatrix([[0.5, 0.25]])
    scored = {"mig": 1 / 3, "sap": None}
    monkeypatch.setattr(evaluate.time, "perf_counter", lambda: 12.5)
    made = evaluate._evaluation_record(model, scored, {"information": matrix}, 10.0)
    assert made["row"].pop("seconds") == 2.5
    assert made["row"] == asdict(recipe) | losses | {
        "convention": OURS,
        "mig": 0.33333333,
        "sap": None,
        "seconds_training": 7.0,
    }
    assert made["matrices"] == {"information": [[0.5, 0.25]]}


def test_label_accuracy_with_single_training_label_predicts_that_label():
    codes = np.random.default_rng(0).standard_normal((40, 2))
    labels = np.r_[np.zeros(20), np.resize([0, 0, 0, 1], 20)].astype(int)
    assert evaluate.label_accuracy(codes, labels) == 0.75


def test_label_accuracy_is_measured_on_held_out_codes():
    codes = np.random.default_rng(0).standard_normal((40, 100))  # pure noise, learned by heart
    assert evaluate.label_accuracy(codes, np.arange(40) * 7 % 3 % 2) < 0.8
