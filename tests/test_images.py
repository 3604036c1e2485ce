"""Worlds of images: sprites, shapes, and files of published or user images."""

import math

import numpy as np
import pytest
from scipy.io import savemat

from disentangle_edu.worlds import image_datasets, shapes, sprites
from disentangle_edu.worlds.images import image, image_world, load_images

SMALL = {"object colour": 3, "shape": 5, "size": 2, "camera height": 3, "background colour": 3}


def dsprites(path, count=1500, **more):
    rng = np.random.default_rng(0)
    values = np.column_stack(
        [np.ones(count), *(rng.integers(0, m, count) for m in (3, 6, 4, 8, 8))]
    )
    images = np.zeros((count, 8, 8), np.uint8)
    images[np.arange(count), values[:, 5].astype(int), values[:, 4].astype(int)] = 1
    arrays = dict(imgs=images, latents_values=values, metadata=np.array({"title": "x"}, object))
    np.savez_compressed(path, **arrays | more)
    return values


def test_load_images_dsprites_ignores_pickled_metadata(tmp_path):
    values = dsprites(tmp_path / "d.npz")
    world = load_images(tmp_path / "d.npz")
    assert world.names == (
        "shape",
        "size",
        "orientation",
        "x position",
        "y position",
    )  # one colour does not count as a factor
    assert np.array_equal(world.factors, values[:, 1:])
    assert world.images.max() == 1 and world.images.sum((1, 2)).tolist() == [1] * 1500


def test_load_images_large_dataset_is_subsampled_with_its_factors(tmp_path, monkeypatch):
    dsprites(tmp_path / "d.npz", count=4000)
    monkeypatch.setattr(image_datasets, "ROOM", 4 * 64 * 900)
    world, again = (load_images(tmp_path / "d.npz") for _ in range(2))
    assert len(world.images) == 900 and np.array_equal(world.factors, again.factors)
    down, across = world.images.reshape(900, -1).argmax(1) // 8, world.images.sum(1).argmax(1)
    assert np.array_equal(world.factors[:, 4], down) and np.array_equal(world.factors[:, 3], across)
    assert len(np.unique(world.factors[:, 3])) == 8


def test_load_images_mpi3d_derives_factors_from_order(tmp_path, monkeypatch):
    monkeypatch.setattr(image_datasets, "MPI3D", SMALL)
    count = math.prod(SMALL.values())
    images = np.zeros((count, 4, 4, 3), np.uint8)
    images[:, 0, 0, 0] = np.arange(count)
    np.savez(tmp_path / "m.npz", images=images)
    world = load_images(tmp_path / "m.npz")
    assert world.names == tuple(SMALL) and len(world.images) == count
    sizes = np.array([*SMALL.values()])
    places = (world.factors * [math.prod(sizes[j + 1 :]) for j in range(5)]).sum(1)
    assert np.array_equal(np.round(world.images[:, 0, 0, 0] * 255), places % 256)


def test_load_images_shapes3d_reads_images_and_labels(tmp_path):
    h5py = pytest.importorskip("h5py")
    rng = np.random.default_rng(0)
    labels = np.column_stack([rng.integers(0, m, 1200) / m for m in (10, 10, 10, 8, 4, 15)])
    images = np.zeros((1200, 4, 4, 3), np.uint8)
    images[:, 1, 1, 2] = np.arange(1200) % 256
    with h5py.File(tmp_path / "3dshapes.h5", "w") as file:
        file["images"], file["labels"] = images, labels
    world = load_images(tmp_path / "3dshapes.h5")
    assert world.names == image_datasets.SHAPES3D and np.array_equal(world.factors, labels)
    assert np.array_equal(np.round(world.images[:, 1, 1, 2] * 255), np.arange(1200) % 256)
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["things"] = labels
    with pytest.raises(ValueError, match="found things in 'other.h5', expected images and labels"):
        load_images(tmp_path / "other.h5")


@pytest.mark.parametrize(
    "arrays, words",
    [
        ({"latents_values": np.zeros((1500, 5))}, r"factors of shape \(1,500, 5\), expected"),
        ({"latents_values": np.zeros((9, 6))}, r"factors of shape \(9, 6\), expected \(1,500, 6\)"),
        ({"imgs": np.zeros((1500, 4))}, r"found imgs of type float64 and shape \(1500, 4\)"),
        ({"imgs": np.array([{}] * 300, object)}, "found imgs of type object"),
    ],
)
def test_load_images_dsprites_with_inconsistent_arrays_raises(arrays, words, tmp_path):
    dsprites(tmp_path / "d.npz", **arrays)
    with pytest.raises(ValueError, match=words):
        load_images(tmp_path / "d.npz")


def test_load_images_without_factors_raises(tmp_path):
    np.savez(tmp_path / "m.npz", images=np.zeros((300, 4, 4)))
    with pytest.raises(ValueError, match="found 300 images and no factors, expected an array fact"):
        load_images(tmp_path / "m.npz")
    (tmp_path / "bad.h5").write_text("no HDF5")
    pytest.importorskip("h5py")
    with pytest.raises(ValueError, match="found 'bad.h5', which cannot be read"):
        load_images(tmp_path / "bad.h5")


def cars(folder, count=20, **more):
    """Cars in which each pixel encodes the view and the car."""
    views = np.zeros((4, 6, 3, 24, 4), np.uint8)
    views[:] = 4 * np.arange(24)[:, None] + np.arange(4)
    for j in range(count):
        views[:2, :2, 1] = j
        savemat(folder / f"car_{j:03d}.mat", {"im": views} | more)


def test_load_images_cars3d_reads_folder_of_mat_files(tmp_path, monkeypatch):
    cars(tmp_path)
    world = load_images(tmp_path)
    assert world.names == ("elevation", "azimuth", "car") and len(world.images) == 20 * 24 * 4
    assert world.images.shape[1:] == (2, 3, 3)
    seen = np.round(world.images * 255)
    assert np.array_equal(seen[:, 1, 1, 0], 4 * world.factors[:, 1] + world.factors[:, 0])
    assert np.array_equal(seen[:, 0, 0, 1], world.factors[:, 2])
    monkeypatch.setattr(image_datasets, "ROOM", 4 * 18 * 1200)
    some = load_images(tmp_path)
    assert len(some.images) == 1200
    assert np.array_equal(np.round(some.images[:, 0, 0, 1] * 255), some.factors[:, 2])


@pytest.mark.parametrize(
    "spoil, words",
    [
        (lambda folder: None, "found no .mat in the folder"),
        (lambda folder: (folder / "a.mat").write_bytes(b"nonsense"), "which cannot be read"),
        (lambda folder: savemat(folder / "a.mat", {"x": np.ones(3)}), "found no array im"),
        (lambda folder: savemat(folder / "a.mat", {"im": np.ones(3)}), "found im of type"),
        (
            lambda folder: (
                cars(folder, 2),
                savemat(folder / "car_009.mat", {"im": np.zeros((4, 6, 3, 12, 4), np.uint8)}),
            ),
            "in 'car_009.mat', expected",
        ),
    ],
)
def test_load_images_invalid_cars3d_folder_raises(tmp_path, spoil, words):
    spoil(tmp_path)
    with pytest.raises(ValueError, match=words):
        load_images(tmp_path)


@pytest.mark.slow
def test_sprites_images_of_all_combinations_are_distinct():
    images = sprites.images()
    assert images.shape == (25920, 16, 16) and images.min() == 0 and images.max() == 1
    assert len(np.unique(images.reshape(len(images), -1), axis=0)) == len(images)
    assert len(np.unique(sprites.factors(), axis=0)) == len(images)
    with pytest.raises(ValueError, match="read-only"):
        images[0, 0, 0] = 1


@pytest.mark.parametrize(
    ("factor", "measure"), [(3, lambda image: image.sum(0)), (4, lambda image: image.sum(1))]
)
def test_sprites_position_factor_moves_sprite_along_one_axis(factor, measure):
    sizes = list(sprites.SIZES.values())
    places = [
        np.ravel_multi_index([1, 2, 3, 6, 6][:factor] + [j] + [6] * (4 - factor), sizes)
        for j in range(12)
    ]
    marginals = [measure(image) for image in sprites.images()[places]]
    centres = [float((np.arange(16) * m).sum() / m.sum()) for m in marginals]
    assert (np.diff(centres) > 0.3).all()


def test_sprites_scale_depends_on_shape_only_in_dependent_world():
    v = sprites.factors()
    for world, depends in (("sprites", False), ("sprites_dependent", True)):
        chances = sprites.chances(world)
        joint = np.zeros((3, 5))
        np.add.at(joint, (v[:, 0].astype(int), v[:, 1].astype(int)), chances)
        assert joint.sum(1) == pytest.approx([1 / 3] * 3)
        apart = np.abs(joint - np.outer(joint.sum(1), joint.sum(0))).max()
        assert apart > 0.05 if depends else apart < 1e-9


def test_image_world_draw_of_two_halves_has_no_common_rows():
    world = image_world()
    learn, judged = world.draw(5000, 2, half=0), world.draw(5000, 3, half=1)
    assert not set(learn) & set(judged)
    assert (world.draw(100, 7) == world.draw(100, 7)).all()


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"images": np.zeros((5, 4, 4)), "factors": np.zeros((5, 1))}, "at least 200 images"),
        ({"images": np.zeros((300, 4)), "factors": np.zeros((300, 1))}, "images: found float64"),
        ({"images": np.full((300, 4, 4), 2.0), "factors": np.zeros((300, 1))}, "from 2 to 2"),
        ({"images": np.full((300, 4, 4), np.nan), "factors": np.zeros((300, 1))}, "expected"),
        ({"images": np.zeros((300, 4, 4)), "factors": np.zeros((299, 1))}, "found 299 rows"),
        ({"images": np.zeros((300, 4, 4))}, "expected an array factors"),
    ],
)
def test_load_images_invalid_arrays_raises(arrays, words, tmp_path):
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(ValueError, match=words):
        load_images(tmp_path / "bad.npz")


def test_load_images_missing_file_raises(tmp_path):
    with pytest.raises(FileNotFoundError, match="images: found no file"):
        load_images(tmp_path / "none.npz")


def test_shape_areas_match_counted_pixels():
    line = np.linspace(-1.5, 1.5, 2001)
    for shape, area in shapes.AREAS.items():
        inside = sprites.inside_of(shape, *np.meshgrid(line, line), 1.0)
        assert area == pytest.approx(9 * inside.mean(), rel=1e-12)


def test_shapes_images_have_equal_areas_and_are_distinct():
    images, factors = shapes.images(), shapes.factors()
    assert images.shape == (4608, 32, 32) and images.min() >= 0 and images.max() == 1
    border = np.concatenate([images[:, 0], images[:, -1], images[:, :, 0], images[:, :, -1]], 1)
    assert border.max() == 0
    areas = images.sum((1, 2))
    for size in range(shapes.SIZES["size"]):
        of_shape = [areas[(factors[:, 0] == k) & (factors[:, 1] == size)].mean() for k in range(3)]
        assert np.ptp(of_shape) < 0.03 * np.mean(of_shape)
    assert len(np.unique(images.reshape(4608, -1), axis=0)) == 4608
    world = image_world("shapes")
    assert world.names == shapes.NAMES and world.chances.sum() == pytest.approx(1)
    with pytest.raises(ValueError, match="world: found 'cubes'"):
        image_world("cubes")


@pytest.mark.parametrize(("world", "whole"), [("shapes", shapes), ("sprites", sprites)])
def test_image_by_number_equals_row_of_all_images(world, whole):
    for number in (0, 1, 17, 2000, 4607):
        assert np.array_equal(image(world, number), whole.images()[number])
