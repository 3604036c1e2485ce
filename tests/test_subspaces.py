"""Directions: IWO and IWR by hand, exact regression, and directions learned with PyTorch."""

import importlib.util
import itertools
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learned import learn_and_compare  # in this folder

from disentangle_edu import Representation, Subspaces, explicitness_es, iwo, iwr
from disentangle_edu.measures import _gca_torch as spine_room
from disentangle_edu.measures import probe_losses
from disentangle_edu.measures.subspaces import (
    angle,
    completed,
    gca,
    inclined_planes,
    learned_before,
    make_subspaces,
    subspaces,
)

TORCH = importlib.util.find_spec("torch") is not None
needs_torch = pytest.mark.skipif(
    not TORCH and os.environ.get("DISENTANGLE_EDU_TORCH") != "required",
    reason="PyTorch is not installed: make test-all brings it",
)
HALF = np.sqrt(0.5)


def bases(*rotations):
    return np.stack(
        [np.linalg.qr(np.random.default_rng(seed).standard_normal((4, 4)))[0] for seed in rotations]
    )


def test_iwo_and_iwr_match_hand_computation():
    spaces = Subspaces(
        [np.eye(3), [[HALF, HALF, 0], [0, 0, 1], [HALF, -HALF, 0]]],
        [[1, 0, 0], [0.8, 0.2, 0]],
        factor_names=["a", "b"],
    )
    assert iwo(spaces).value == pytest.approx(1 - np.sqrt(0.8) * 0.5) and iwo(
        spaces
    ).part_names == ("a and b",)
    assert iwr(spaces).parts.tolist() == pytest.approx(
        [1, 1 + (0.8 * np.log(0.8) + 0.2 * np.log(0.2)) / np.log(3)]
    )
    assert "cosine 0.707" in iwo(spaces).explanation and "a and b" in repr(iwo(spaces))
    assert iwr(Subspaces([[[1.0]]], [[1.0]])).value == 1  # log base 1: one latent is one direction
    assert iwo(Subspaces([[[1.0]], [[1.0]]], [[1.0], [1.0]])).value == 0


def with_a_sum(seed=0):
    """Three latents, of which the last is the sum of the others, and two factors."""
    rng = np.random.default_rng(seed)
    v = rng.standard_normal((400, 2))
    z = v @ [[1, 0], [0.5, 1]] + 0.3 * rng.standard_normal((400, 2))
    return v, np.column_stack([z, z @ [1, 2]])


AS_STORED = {
    "far from 0": lambda z: z + 10_000,
    "far and small": lambda z: 0.001 * z + 1,
    "far and tiny": lambda z: 1e-6 * z - 7,
    "single": lambda z: z.astype(np.float32),
    "half": lambda z: z.astype(np.float16),
    "single, from 10,000": lambda z: (z + 10_000).astype(np.float32),
    "half, from 10": lambda z: (z + 10).astype(np.float16),
    "half, from 100": lambda z: (z + 100).astype(np.float16),
    "backwards": lambda z: z[:, ::-1],
}


@pytest.mark.parametrize("stored", AS_STORED)
@pytest.mark.parametrize("seed", range(6))
def test_iwo_and_iwr_ignore_rounding_of_stored_latents(stored, seed):
    v, z = with_a_sum(seed)
    for metric in (iwo, iwr):
        one, other = (
            metric(Representation(v, table, factor_types="continuous")).value
            for table in (z, AS_STORED[stored](z))
        )
        # Half-precision steps of 1/16 affect the score.
        near = 5e-3 if stored == "half, from 100" else 1e-3
        assert one == pytest.approx(other, abs=near)


@pytest.mark.parametrize("stored", [np.float32, np.float16])
@pytest.mark.parametrize("far, samples", [(1, 400), (10, 4_000)])
def test_iwo_and_iwr_ignore_rounding_of_few_distant_rows(far, samples, stored):
    rng = np.random.default_rng(1)
    v = rng.standard_normal((samples, 2))
    v[:far] *= 1_000
    z = v @ [[1, 0], [0.5, 1]] + 0.3 * np.abs(v) * rng.standard_normal(v.shape)
    z = np.column_stack([z, z @ [1, 2]])
    for metric in (iwo, iwr):
        one, other = (
            metric(Representation(v, table, factor_types="continuous")).value
            for table in (z, z.astype(stored))
        )
        assert one == pytest.approx(other, abs=1e-3)


def test_iwr_small_direction_above_rounding_counts():
    """A latent that differs from another by a thousandth, and that difference holds a factor."""
    v, z = with_a_sum()
    nearly = np.column_stack([v[:, 0], v[:, 0] + 1e-3 * v[:, 1]])
    assert iwr(Representation(v, nearly, factor_types="continuous")).value == pytest.approx(1)
    single = Representation(v, nearly.astype(np.float32), factor_types="continuous")
    assert iwr(single).value == pytest.approx(1, abs=1e-3)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6))
def test_iwo_and_iwr_are_invariant_to_rotation_of_all_bases(seed):
    rng = np.random.default_rng(seed)
    spaces, turn = bases(seed, seed + 1, seed + 2), np.linalg.qr(rng.standard_normal((4, 4)))[0]
    weights = rng.dirichlet(np.ones(4), 3)
    one, two = Subspaces(spaces, weights), Subspaces(spaces @ turn, weights)
    assert (
        iwo(one).value == pytest.approx(iwo(two).value)
        and iwr(one).value == pytest.approx(iwr(two).value)
        and 0 <= iwo(one).value <= 1
    )


@pytest.mark.parametrize(
    "call, words",
    [
        (
            lambda: Subspaces(np.ones((1, 2, 2)), [[1, 0]]),
            "bases: found vectors of factor 1 whose products are",
        ),
        (lambda: Subspaces([np.eye(2) / 2], [[1, 0]]), "products are 0.75 away"),  # too short
        (lambda: Subspaces([[[1, 0], [-0.6, 0.8]]], [[1, 0]]), "products are 0.6 away"),  # obtuse
        (
            lambda: Subspaces(np.eye(2)[None], [[0.5, 0.4]]),
            "importances: found a row of factor 1 that sums to 0.9",
        ),
        (lambda: Subspaces(np.eye(2)[None], [[1.2, -0.2]]), "smallest entry -0.2"),
        (lambda: Subspaces(np.eye(3)[None], [[0.5, 0.5]]), "bases: found shape"),
        (lambda: Subspaces(np.full((1, 2, 2), np.nan), [[1, 0]]), "not finite"),
        (lambda: iwo(Subspaces(np.eye(2)[None], [[1, 0]])), "found one factor"),
        (lambda: subspaces(make_subspaces(5, 5, 1, samples=5)[0]), "found 5 samples of 5 latents"),
        (lambda: subspaces(make_subspaces(samples=50)[0], method="pca"), "method: found 'pca'"),
        (
            lambda: subspaces(make_subspaces(samples=50)[0], epochs=3),
            "epochs: found 3, expected .* from 4",
        ),
        (lambda: make_subspaces(map="cubic"), "map: found 'cubic'"),
        (lambda: make_subspaces(L=0), "L: found 0"),
        (lambda: make_subspaces(K=0), "K: found 0"),
        (lambda: make_subspaces(noise=-1), "noise: found -1"),
        (lambda: make_subspaces(noise=np.nan), "noise: found nan"),
        (lambda: make_subspaces(samples=1), "samples: found 1"),
        (lambda: inclined_planes("cubes"), "reads: found 'cubes'"),
        (lambda: inclined_planes(inclination=np.nan), "inclination: found nan"),
        (lambda: inclined_planes(inclination="steep"), "inclination: found 'steep'"),
        (lambda: inclined_planes(frequency=np.inf), "frequency: found inf"),
        (lambda: inclined_planes(samples=1), "samples: found 1"),
        (lambda: make_subspaces(R=11), "R: found 11"),
        (
            lambda: probe_losses(make_subspaces(samples=50)[0], probe_family="rope"),
            "probe_family: found 'rope'",
        ),
    ],
)
def test_subspaces_invalid_arguments_raise(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize(
    "L, K, R, one, rank",
    [(5, 5, 1, 1, 1), (10, 5, 2, 1, 0.6990), (10, 5, 4, 0.75, 0.3979), (20, 5, 5, 0.9, 0.4628)],
)
def test_planted_world_has_known_iwo_and_iwr(L, K, R, one, rank):
    _, truth = make_subspaces(L, K, R, "poly", samples=50)
    assert iwo(truth).value == pytest.approx(one, abs=1e-4) and iwr(truth).value == pytest.approx(
        rank, abs=1e-4
    )
    rep, line = make_subspaces(L, K, R, "linear", samples=2_000)
    found = subspaces(rep)
    assert max(angle(a, b) for a, b in zip(found.bases, line.bases)) < 3 and iwr(line).value == 1


def test_subspaces_of_noise_have_finite_importances():
    rng = np.random.default_rng(0)
    found = subspaces(Representation(rng.standard_normal((500, 2)), rng.standard_normal((500, 3))))
    assert (
        np.isfinite(found.importances).all()
        and found.importances.max() < 0.5
        and iwo(found).value < 0.7
    )
    dead = subspaces(Representation(rng.standard_normal((50, 1)), np.zeros((50, 2))))
    assert dead.importances.tolist() == [[0.5, 0.5]]


def test_completed_basis_is_orthonormal_and_keeps_given_rows():
    rows = np.array([[3.0, 4.0, 0, 0], [0, 0, 2.0, 0]])
    basis = completed(rows)
    assert (
        np.allclose(basis @ basis.T, np.eye(4))
        and np.allclose(basis[0], rows[0] / 5)
        and np.allclose(basis[1], rows[1] / 2)
    )
    assert angle(np.eye(3), np.eye(3)[[1, 0, 2]], 2) == pytest.approx(0, abs=1e-5) and angle(
        np.eye(3), np.eye(3)[::-1], 1
    ) == pytest.approx(90)


@pytest.mark.parametrize("directions", [1, 2, 4])
def test_angle_of_equal_subspaces_is_zero_despite_rounding(directions):
    """Rounding can give a cosine slightly above 1, which has no arccosine."""
    for basis in bases(*range(30)):
        assert angle(basis, basis, directions) == pytest.approx(0, abs=1e-4)
        assert angle(basis, -basis[:directions], directions) == pytest.approx(0, abs=1e-4)
    for degrees in (0, 1, 45, 90):
        t = np.radians(degrees)
        other = [[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]
        assert angle(np.eye(2), np.array(other)) == pytest.approx(degrees, abs=1e-4)


@pytest.mark.slow
def test_explicitness_es_is_one_for_line_and_zero_for_noise():
    x = np.random.default_rng(0).uniform(-1, 1, (1_200, 2))
    line, square = Representation(x, x), Representation(x**2, x)
    assert explicitness_es(line).value > 0.999
    assert explicitness_es(square).value == pytest.approx(
        0.9, abs=0.01
    )  # a line explains nothing and degree 2 everything: half of one step in five is lost
    noise = Representation(np.random.default_rng(1).standard_normal((1_200, 2)), x)
    assert explicitness_es(noise).value < 0.05
    assert all(
        0 <= explicitness_es(square, probe_family=ladder).value <= 1 for ladder in ("forest", "mlp")
    )
    assert (np.diff(probe_losses(square).values, axis=0) <= 0).all()
    levels = Representation((x > 0).astype(float), x)
    assert 0.5 < explicitness_es(levels).value < 1


def test_shipped_gca_table_has_true_scores_of_planted_worlds():
    table = learned_before()
    assert (
        len(table) >= 30
        and set(table["map"]) == {"linear", "poly", "trig"}
        and {50, 100} <= set(table.L)
    )
    for _, row in table[table.L <= 20].iterrows():
        _, truth = make_subspaces(
            row["L"], row["K"], row["R"], row["map"], row["rotated"], samples=50
        )
        assert row["true iwo"] == pytest.approx(iwo(truth).value, abs=1e-3) and row[
            "true iwr"
        ] == pytest.approx(iwr(truth).value, abs=1e-3)


@pytest.mark.parametrize("L", [1, 2, 5, 20, 21, 22, 28, 29, 50, 100, 250])
def test_gca_default_sizes_decrease_from_all_latents_to_one(L):
    """One by one up to 20 latents; with more latents, by at most about a third at a time."""
    sizes = spine_room.default_sizes(L)
    assert (sizes[0], sizes[-1]) == (L, 1)
    for a, b in itertools.pairwise(sizes):
        assert a > b >= (a - 1 if L <= 20 else min(a - 1, 2 / 3 * a - 0.5))


@pytest.mark.parametrize(
    "losses, sizes, expected",
    [
        ([1, 0.5, 0.2, 0], [1, 2, 3], [0.5, 0.3, 0.2]),
        ([4, 2, 0.8, 0], [1, 2, 3], [0.5, 0.3, 0.2]),  # as shares of the constant's loss
        ([1, 0.5, 0.6, 0], [1, 2, 3], [0.5, 0, 0.5]),  # a larger space is at least as good
        ([1, 0.4, 0], [1, 3], [0.6, 0.2, 0.2]),  # the loss of two skipped dimensions is shared
        ([2, 1, 1], [1, 2], [0.75, 0.25]),  # the remaining loss is spread evenly
        ([0, 0, 0], [1, 2], [0.5, 0.5]),
        ([1, 2, 3], [1, 2], [0.5, 0.5]),
    ],
)
def test_gca_importances_are_loss_decrease_per_dimension(losses, sizes, expected):
    found = spine_room.importances_from_losses(np.array([losses, losses], dtype=float), sizes)
    assert found == pytest.approx(np.array([expected, expected]))


def test_gca_without_torch_raises_with_install_command(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(ValueError, match=r"pip install .*disentangle_edu\[torch\]"):
        gca(make_subspaces(5, 5, 1, samples=60)[0])


# ------------------------------------------------------------------------------------- with PyTorch


@pytest.mark.torch
@needs_torch
@pytest.mark.parametrize("L, K, R, map", [(5, 5, 1, "linear"), (5, 3, 2, "trig")])
def test_gca_learned_directions_are_close_to_planted_ones(L, K, R, map):
    row = learn_and_compare(L, K, R, map, True)
    assert (
        row["iwo"] == pytest.approx(row["true iwo"], abs=0.05)
        and row["iwr"] == pytest.approx(row["true iwr"], abs=0.05)
        and row["degrees"] < 10
    )


def again(rep):
    """The same data with an empty cache."""
    return Representation(
        rep.factors, rep.latents, factor_types="continuous", latent_types="continuous"
    )


@pytest.mark.torch
@needs_torch
def test_gca_is_reproducible_shows_progress_and_can_be_interrupted():
    rep, seen = make_subspaces(5, 3, 2, "poly", samples=600)[0], []
    one, two = (
        gca(rep, epochs=6),
        gca(
            again(rep),
            epochs=6,
            progress=lambda steps: (seen.append(step) or step for step in steps),
        ),
    )
    assert (
        np.array_equal(one.importances, two.importances)
        and np.array_equal(one.bases, two.bases)
        and len(seen) == 6
    )

    def interrupted(steps):
        yield 0
        raise KeyboardInterrupt

    early = gca(again(rep), epochs=6, seed=1, progress=interrupted)
    assert np.isfinite(early.importances).all() and np.allclose(early.importances.sum(1), 1)


@pytest.mark.torch
@needs_torch
def test_gca_of_discrete_factors_and_noise_is_finite():
    rng = np.random.default_rng(0)
    z = rng.standard_normal((900, 4))
    rep = Representation(
        np.column_stack([np.digitize(z[:, 0], [-0.5, 0.5]), rng.integers(3, size=900)]), z
    )
    found = gca(rep, epochs=12)
    assert (
        np.isfinite(found.importances).all()
        and found.importances[0].max() > 0.6
        and abs(found.bases[0, 0] @ np.eye(4)[0]) > 0.95
    )
    assert found.importances[1].max() < 0.6


@pytest.mark.torch
@needs_torch
def test_gca_rows_are_orthonormal_with_stable_signs():
    """The rows are orthonormal, the first l span the same space, and no sign changes."""
    import torch

    spine = torch.randn(20, 4, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    rows = spine_room._orthonormal_rows(spine)
    assert torch.allclose(rows @ rows.mT, torch.eye(4, dtype=rows.dtype))
    below = spine @ rows.mT  # row l of the spine is in the span of the first l rows
    assert torch.allclose(below.triu(1), torch.zeros_like(below), atol=1e-9)
    assert (below.diagonal(dim1=-2, dim2=-1) > 0).all()
    assert torch.allclose(spine_room._orthonormal_rows(rows), rows)


@pytest.mark.torch
@needs_torch
def test_gca_loss_of_best_constant_is_one_for_every_factor_type():
    """Continuous and discrete factors weigh the same in training, with any number of levels."""
    import torch

    rng = np.random.default_rng(0)
    v = np.column_stack(
        [7 + 3 * rng.standard_normal(400), rng.integers(2, size=400), rng.geometric(0.4, 400) - 1.0]
    )
    rows = np.arange(400)
    targets = spine_room._Targets(v, ["continuous", "discrete", "discrete"], rows)
    said = torch.zeros(3, 400, targets.outputs)
    for k in (1, 2):
        share = np.bincount(v[:, k].astype(int), minlength=targets.outputs) / 400
        said[k] = torch.from_numpy(np.log(np.maximum(share, 1e-30)))
    lost = targets.losses(said, torch.from_numpy(rows))
    assert lost.flatten().tolist() == pytest.approx([1, 1, 1], abs=1e-4)


@pytest.mark.torch
@needs_torch
@pytest.mark.parametrize("power", [-90, 90])
def test_gca_is_invariant_to_units(power):
    """Scaling by a power of two changes no digits, so it must change nothing."""
    rep = make_subspaces(4, 2, 2, "poly", samples=200)[0]
    unit = 2.0**power
    other = again(Representation(rep.factors * unit, rep.latents * unit))
    one, two = gca(rep, epochs=4), gca(other, epochs=4)
    assert np.array_equal(one.importances, two.importances)
    assert np.array_equal(one.bases, two.bases)


@pytest.mark.torch
@needs_torch
def test_gca_constant_loss_is_measured_on_test_samples():
    """The constant is fitted to 70 % of the samples and tested on the last 15 %."""
    import torch

    rng = np.random.default_rng(0)
    v = np.column_stack([rng.standard_normal(200), rng.choice(3, 200, p=[0.4, 0.35, 0.25])])
    order = torch.randperm(200, generator=torch.Generator().manual_seed(5)).numpy()
    learn, judge = v[order[:140]], v[order[170:]]
    *_, lost = spine_room.learned(
        rng.standard_normal((200, 2)), v, ["continuous", "discrete"], epochs=4, seed=5
    )
    guess = np.bincount(learn[:, 1].astype(int)).argmax()
    number = ((judge[:, 0] - learn[:, 0].mean()) ** 2).mean() / learn[:, 0].var()
    assert lost[:, 0] == pytest.approx([number, np.mean(judge[:, 1] != guess)], abs=1e-5)
    assert lost.shape == (2, 3)  # for the constant, one dimension, both dimensions


def test_iwo_and_iwr_do_not_depend_on_class_numbers():
    """The same data with other class numbers; two classes are still a line."""
    rng = np.random.default_rng(0)
    shape, size = rng.integers(0, 5, 2000), rng.standard_normal(2000)
    z = np.column_stack([np.eye(5)[shape] @ rng.standard_normal((5, 3)), 2 * size])
    z += 0.3 * rng.standard_normal(z.shape)
    scores = set()
    for order in ([0, 1, 2, 3, 4], [3, 0, 4, 1, 2], [1, 4, 0, 2, 3]):
        rep = Representation(np.column_stack([np.array(order)[shape], size]), z)
        scores.add((round(iwo(rep).value, 9), round(iwr(rep).value, 9)))
    assert len(scores) == 1
    numbers = {
        round(iwr(Representation(np.array(order)[shape][:, None], z), as_continuous=True).value, 3)
        for order in ([0, 1, 2, 3, 4], [3, 0, 4, 1, 2])
    }
    assert len(numbers) == 2, "a line through numbers hangs on them"
    two = Representation((shape > 1).astype(int)[:, None], z)
    assert iwr(two).value == pytest.approx(iwr(two, as_continuous=True).value, abs=1e-9)


def test_iwr_with_many_classes_is_corrected_for_chance():
    """With many classes, noise latents explain a share of any factor by chance."""
    rng = np.random.default_rng(0)
    v = rng.integers(0, 40, 600)
    rep = Representation(v[:, None], np.column_stack([v, rng.standard_normal((600, 4))]))
    assert iwr(rep).value > 0.85


def test_subspaces_of_three_classes_match_hand_computation():
    """Three corners of a triangle, each with two directions and a squared correlation of 1/2."""
    rng, n = np.random.default_rng(0), 20_000
    v, turns = np.arange(n) % 3, np.arange(n) % 3 * 2 * np.pi / 3
    z = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(n)])
    z += np.sqrt(0.5) * rng.standard_normal((n, 3))
    told, rest = 1 - (1 - 0.5) ** 2, 0.5**2 / 3
    found = subspaces(Representation(v[:, None], z)).importances[0]
    assert found == pytest.approx([told / 2 + rest, told / 2 + rest, rest], abs=0.015)


def test_subspaces_directions_refer_to_unscaled_latents():
    z = np.random.default_rng(0).standard_normal((500, 2))
    rep = Representation(z.sum(1)[:, None], z * [1, 10])
    direction = np.array([1, 0.1]) / np.hypot(1, 0.1)
    assert abs(subspaces(rep).bases[0, 0]) == pytest.approx(direction)


@pytest.mark.parametrize("unit", [1e13, 1e-13, 1e25])
def test_iwr_does_not_depend_on_units(unit):
    z = np.random.default_rng(0).standard_normal((1000, 2))
    assert iwr(Representation(z, z * [1, unit])).value == pytest.approx(1)


@pytest.mark.parametrize("degrees", [0, 30, 90])
def test_angle_of_two_planes_is_largest_principal_angle(degrees):
    """The two planes share a direction, whose angle is 0."""
    turned = [0, np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]
    planes = np.eye(3), np.array([[1, 0, 0], turned, np.cross([1, 0, 0], turned)])
    assert angle(*planes, 2) == pytest.approx(degrees, abs=1e-4)


def test_angle_of_cosine_above_one_is_zero():
    assert angle(np.array([[1 + 1e-12, 0]]), np.array([[1.0, 0]])) == 0


def test_subspaces_with_four_epochs_are_accepted():
    assert len(subspaces(make_subspaces(samples=50)[0], epochs=4).bases) == 5


def test_planted_factors_are_clipped_at_first_percentile():
    rep, _ = make_subspaces(5, 2, 1, "linear", samples=10_000)
    for end in (0, 1):  # including values rounded to the end
        assert 0.01 <= (rep.factors == end).mean() < 0.015


def test_planted_noise_is_independent_and_seeded():
    """The same seed gives the same world; the added noise is normal, with that deviation."""
    (clean, truth), (noisy, same) = (
        make_subspaces(4, 3, 2, noise=far, samples=2_000) for far in (0, 0.5)
    )
    added = noisy.latents - clean.latents
    assert np.array_equal(clean.factors, noisy.factors)
    assert np.array_equal(truth.importances, same.importances)
    assert added.std(0) == pytest.approx([0.5] * 4, abs=0.03)
    assert np.abs(np.corrcoef(added.T) - np.eye(4)).max() < 0.1


@pytest.mark.parametrize("inclination", [0, 30, 90])
def test_inclined_planes_factors_match_definition(inclination):
    rep, truth = inclined_planes(inclination=inclination, samples=50)
    z, t = rep.latents, np.radians(inclination)
    second = z[:, 0] ** 2 + (np.cos(t) * z[:, 1] + np.sin(t) * z[:, 2]) ** 2
    assert rep.factors[:, 0] == pytest.approx(z[:, 0] ** 2 + z[:, 1] ** 2)
    assert rep.factors[:, 1] == pytest.approx(second)
    assert angle(*truth.bases, directions=2) == pytest.approx(inclination, abs=1e-5)
