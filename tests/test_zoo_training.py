"""Training and building a zoo: gradients, stacks, interruptions and damaged files."""

import importlib.util
import itertools
import json
import os
import signal

import numpy as np
import pytest
from zoo_helpers import FEW, goes_on_where_it_was, needs_torch, told

from disentangle_edu import METRICS, cli, mig
from disentangle_edu.worlds.images import image_world, load_images
from disentangle_edu.zoo import build, evaluate, pretrained, tiny_vae, training_state
from disentangle_edu.zoo.configs import Recipe, plan, stacks
from disentangle_edu.zoo.objectives import OBJECTIVES
from disentangle_edu.zoo.training import LATENTS, Trained, train

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="dask.distributed is not installed: make test-all brings it",
)


def test_trained_encode_matches_layer_by_layer_computation():
    """Computed image by image and cell by cell: ReLU gives 0, and the means come first."""
    rng = np.random.default_rng(0)
    sizes = (4, 3, 2, 2 * LATENTS)
    weights = {}
    for j, (wide, narrow) in enumerate(itertools.pairwise(sizes)):
        weights |= {f"w{j}": rng.normal(size=(wide, narrow)), f"b{j}": rng.normal(size=narrow)}
    images = rng.random((5, 4))
    by_hand = []
    for cells in images:
        for j, narrow in enumerate(sizes[1:]):
            w, b = weights[f"w{j}"], weights[f"b{j}"]
            cells = [sum(x * row[k] for x, row in zip(cells, w)) + b[k] for k in range(narrow)]
            cells = cells if j == 2 else [max(x, 0) for x in cells]
        by_hand.append(cells[:LATENTS])
    found = Trained(FEW[0], weights, 0, 0, 0, 0).encode(images)
    np.testing.assert_allclose(found, by_hand)


def test_plan_has_430_configs_in_stacks_of_at_most_12():
    whole, quick = plan(), plan(quick=True)
    assert len(whole) == 430 and len(quick) == 42 and len(set(whole)) == 430
    assert set(quick) <= set(whole)
    assert {r.objective for r in whole} == set(OBJECTIVES)
    for stack in stacks(whole):
        assert len(stack) <= 12 and len({(r.world, r.objective) for r in stack}) == 1
    assert sorted(r for stack in stacks(whole) for r in stack) == sorted(whole)


@pytest.mark.torch
@needs_torch
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_train_model_alone_and_in_stack_has_same_weights(objective):
    world = image_world()
    recipes = [
        Recipe("sprites", objective, s, seed)
        for s in OBJECTIVES[objective].strengths[:2]
        for seed in (0, 5)
    ]
    together = train(recipes, world.pixels, world.chances, steps=30)
    alone = train(recipes[1:2], world.pixels, world.chances, steps=30)[0]
    for name, value in alone.weights.items():
        assert value == pytest.approx(together[1].weights[name], abs=1e-5), name
    assert alone.rec == pytest.approx(together[1].rec, rel=1e-4)
    others = [one for one in together if one.recipe != recipes[1]]
    assert all(np.abs(one.weights["w0"] - alone.weights["w0"]).max() > 1e-3 for one in others)


@pytest.mark.torch
@needs_torch
@pytest.mark.parametrize("objective", ["annealed_vae", "factor_vae"])
def test_train_interrupted_resumes_to_identical_weights(objective, tmp_path, monkeypatch):
    world, (strength, *_) = image_world(), OBJECTIVES[objective].strengths
    recipes = [Recipe("sprites", objective, strength, seed) for seed in (0, 3)]

    def learn(**options):
        return train(recipes, world.pixels, world.chances, steps=40, **options)

    goes_on_where_it_was(learn, tmp_path, monkeypatch)


@pytest.mark.torch
@needs_torch
def test_train_every_objective_reduces_loss_and_reaches_expected_kl():
    world = image_world()
    ends = {}
    for name in OBJECTIVES:
        recipe = Recipe("sprites", name, OBJECTIVES[name].strengths[-1], 0)
        few, more = (train([recipe], world.pixels, world.chances, steps=n)[0] for n in (5, 250))
        assert more.rec_mean < 0.9 * few.rec_mean, name
        ends[name] = more
    assert np.isnan(ends["ae"].kl) and ends["ae"].rec == pytest.approx(ends["ae"].rec_mean)
    assert ends["beta_vae"].kl < ends["dip_vae_ii"].kl
    assert ends["annealed_vae"].kl == pytest.approx(8, abs=1.5)


@pytest.mark.torch
@needs_torch
def test_train_stack_again_scores_close_to_shipped_models():
    world, table = image_world(), pretrained.table()
    recipes = [Recipe("sprites", "beta_vae", 4.0, seed) for seed in range(3)]
    found = [
        mig(evaluate.code_of(model, world, evaluate.scored_rows(world))).value
        for model in train(recipes, world.pixels, world.chances)
    ]
    shipped = table.loc[[r.name for r in recipes], "mig"].mean()
    assert np.mean(found) == pytest.approx(shipped, abs=0.08)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with two barely trained models and their evaluations."""
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("zoo")
    return folder, build.build(folder, FEW, steps=20, jobs=2)


@pytest.mark.torch
@needs_torch
def test_build_interrupted_resumes_to_same_table(built, tmp_path):
    def stop(_cost):
        raise KeyboardInterrupt

    for _ in range(
        4
    ):  # there are two models and two rows, and each run is interrupted after its first result
        with pytest.raises(KeyboardInterrupt):
            build.build(tmp_path, FEW, steps=20, jobs=1, progress=stop)
        (tmp_path / "models" / ".half.npz.7").write_bytes(b"half")
    done = {"models": 2, "rows": 2}
    assert {kind: len(list((tmp_path / kind).glob("s*"))) for kind in done} == done
    assert build.cost(tmp_path, FEW) == 0
    assert told(build.build(tmp_path, FEW, steps=20)) == told(built[1])
    with pytest.raises(ValueError, match="folder: found .* take another folder"):
        build.build(tmp_path, FEW, steps=21)


@pytest.mark.torch
@needs_torch
@needs_dask
def test_build_on_cluster_with_killed_worker_gives_same_table(built, tmp_path):
    from distributed import LocalCluster

    def kill(_cost):
        if victims:
            os.kill(victims.pop(), signal.SIGKILL)

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        victims = [next(iter(cluster.workers.values())).pid]
        made = build.build(
            tmp_path, FEW, steps=20, cluster=cluster.scheduler_address, progress=kill
        )
    assert not victims and told(made) == told(built[1])


@pytest.mark.torch
@needs_torch
def test_zoo_command_reads_folder_written_by_shelve(built, capsys):
    folder, judged = built
    pretrained.save_zoo(folder, judged, build.load_models(folder, FEW))
    assert cli.main(["zoo", "--folder", str(folder), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["model"] for row in rows] == [r.name for r in FEW]
    assert set(METRICS) <= set(rows[0]) and rows[1]["kl"] is None
    rep = pretrained.code(FEW[0].name, folder)
    assert mig(rep).value == pytest.approx(rows[0]["mig"], abs=1e-5)
    matrix = pretrained.matrix(FEW[0].name, folder=folder)
    assert mig(matrix).value == pytest.approx(rows[0]["mig"], abs=1e-3)


@pytest.mark.torch
@needs_torch
def test_build_with_user_images_trains_model_and_decoder(tmp_path):
    rng = np.random.default_rng(0)
    v = rng.integers(0, 3, (300, 2))
    images = np.zeros((300, 6, 6), dtype=np.uint8)
    images[np.arange(300), 2 * v[:, 0], 2 * v[:, 1]] = 255
    path = tmp_path / "mine.npz"
    np.savez(path, images=images, factors=v, factor_names=["row", "column"])
    world = load_images(path)
    assert world.name == "mine" and world.names == ("row", "column") and world.images.max() == 1
    recipe = Recipe("mine", "beta_vae", 1.0, 0)
    (judged,) = build.build(tmp_path / "zoo", [recipe], world, steps=50, jobs=1)
    models = build.load_models(tmp_path / "zoo", [recipe])
    pretrained.save_zoo(tmp_path / "zoo", [judged], models, world)
    rep = pretrained.code(recipe.name, tmp_path / "zoo")
    assert rep.factor_names == ("row", "column")
    drawn = pretrained.decoder(recipe.name, tmp_path / "zoo")(rep.latents[:2])
    assert drawn.shape == (2, 6, 6)


@pytest.mark.parametrize("beta", [0.0, 3.0])
def test_tiny_vae_gradients_match_finite_differences(beta):
    learner = tiny_vae.trained("disc", 0, (3.0,))
    noise = np.random.default_rng(0).standard_normal((len(tiny_vae.places("disc")), 2))
    weights = learner.weights.astype(float)

    def loss(changed):
        network = tiny_vae.Learner("disc", 0, changed, learner.moments)
        _, mean, log_var = network._encode()
        drawn = network._decode(mean + np.exp(log_var / 2) * noise)[1]
        missed = ((drawn - tiny_vae.lights("disc")) ** 2).sum(1) / (2 * tiny_vae.NOISE)
        divergence = 0.5 * (mean**2 + np.exp(log_var) - 1 - log_var).sum(1)
        return (missed + beta * divergence).mean()

    found = tiny_vae.Learner("disc", 0, weights, learner.moments).gradients(beta, noise)
    for of_layer in np.split(np.arange(len(weights)), tiny_vae.ENDS):
        steepest = of_layer[np.abs(found[of_layer]).argmax()]
        step = 1e-4 * (np.arange(len(weights)) == steepest)
        slope = (loss(weights + step) - loss(weights - step)) / 2e-4
        assert slope == pytest.approx(found[steepest], rel=2e-3)


def test_tiny_vae_training_is_reproducible_and_improves_with_steps():
    first = tiny_vae.trained("square", 3, (1.0,) * 4)
    tiny_vae.trained.cache_clear()
    again = tiny_vae.trained("square", 3, (1.0,) * 4)
    assert all(np.array_equal(a, b) for a, b in zip(first.weights, again.weights))
    assert (
        again.error
        < tiny_vae.trained("square", 3, (1.0,)).error
        < tiny_vae.untrained("square", 3).error
    )
    assert again.drawn(again.means).shape == (144, tiny_vae.SIDE, tiny_vae.SIDE)
    with pytest.raises(ValueError, match="world: found 'cube'"):
        tiny_vae.places("cube")


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b'{"row": '])
@pytest.mark.parametrize("file", ["rows", "models", "settings"])
def test_build_damaged_file_raises_and_names_it(tmp_path, damage, file):
    recipe = FEW[0]
    for folder in ("rows", "models"):
        (tmp_path / folder).mkdir()
    numbers = dict.fromkeys(build.NUMBERS, 1.0)
    training_state.write_checked(tmp_path / "models" / f"{recipe.name}.npz", numbers)
    paths = {
        "rows": tmp_path / "rows" / f"{recipe.name}.json",
        "models": tmp_path / "models" / f"{recipe.name}.npz",
        "settings": tmp_path / "settings.json",
    }
    paths[file].write_bytes(damage)
    with pytest.raises(ValueError, match=rf"found '.*{paths[file].name}'"):
        build.build(tmp_path, [recipe], jobs=1)
