"""Published sets of images, read from the files of their authors; nothing is downloaded.

- dSprites is an .npz file with the arrays imgs and latents_values, and with pickled metadata,
  which is not read.
- MPI3D is an .npz file with images alone, in the order of a grid of seven factors.
- Shapes3D is an .h5 file with images and labels. To read the file, you need h5py.
- Cars3D is a folder of .mat files, each with the 24 x 4 views of one car. The views are reduced to
  half their height and width.

Such files contain up to a million images. The functions here keep as many images as fit into a
quarter of a gigabyte. The selection is random, but always the same. A file is read
from beginning to end without being held in memory as a whole.
"""

import math
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ..types import Floats
from .files import header

ROOM = 2**28  # bytes of the images that are kept, with a float32 for each number
BLOCK = 1024  # images read at once
DSPRITES = ("colour", "shape", "size", "orientation", "x position", "y position")
SHAPES3D = ("floor hue", "wall hue", "object hue", "size", "shape", "orientation")
CARS3D = ("elevation", "azimuth", "car")
MPI3D = {
    "object colour": 6,
    "shape": 6,
    "size": 2,
    "camera height": 3,
    "background colour": 3,
    "horizontal": 40,
    "vertical": 40,
}
World = tuple[NDArray, Floats, tuple[str, ...]]  # images, factors, names


def read_published(path: Path) -> World | None:
    """Read images and factors of a published data set, if a file has one of the known layouts.

    The layouts are those of dSprites [1]_, MPI3D [2]_, Shapes3D [3]_ and Cars3D [4]_; see the text
    at the top of this module. A factor with a single value, such as the colour of dSprites, is left
    out.

    Parameters
    ----------
    path : pathlib.Path
        File of dSprites, MPI3D or Shapes3D, or folder with the files of Cars3D.

    Returns
    -------
    world : tuple of (images, factors, names) or None
        Images of shape (n_images, height, width) or (n_images, height, width, n_colours) in the
        order of the file, factors of shape (n_images, n_factors), and a tuple of the names of the
        factors. None if the file has none of these layouts.

    Raises
    ------
    ValueError
        If the parts of a file do not fit together, or if a file cannot be read.
    ModuleNotFoundError
        If the file ends in .h5 or .hdf5 and h5py is not installed.

    Notes
    -----
    If float32 images would need more than a quarter of a gigabyte, a random selection is kept,
    which is always the same. Views of Cars3D are reduced to half their height and width.

    References
    ----------
    .. [1] Matthey et al. (2017), "dSprites: Disentanglement testing Sprites dataset".
    .. [2] Gondal et al. (2019), "On the Transfer of Inductive Bias from Simulation to the Real
       World: a New Disentanglement Dataset".
    .. [3] Burgess and Kim (2018), "3D Shapes Dataset".
    .. [4] Reed et al. (2015), "Deep Visual Analogy-Making".

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from disentangle_edu.worlds import image_datasets
    >>> path = Path(tempfile.mkdtemp()) / "dsprites.npz"
    >>> grid = np.argwhere(np.ones((1, 3, 2, 2, 2, 2)))
    >>> np.savez(path, imgs=np.zeros((48, 8, 8), dtype=np.uint8), latents_values=grid)
    >>> images, factors, names = image_datasets.read_published(path)
    >>> images.shape, names
    ((48, 8, 8), ('shape', 'size', 'orientation', 'x position', 'y position'))
    """
    if path.is_dir():
        return _cars3d(path)
    if not path.is_file():
        return None
    if path.suffix.lower() in (".h5", ".hdf5"):
        return _drop_constant(*_shapes3d(path))
    if not zipfile.is_zipfile(path):
        return None
    with zipfile.ZipFile(path) as archive:
        inside = {name.removesuffix(".npy") for name in archive.namelist()}
        if {"imgs", "latents_values"} <= inside:
            return _drop_constant(*_dsprites(archive))
        if "images" in inside and "factors" not in inside:
            return _drop_constant(*_mpi3d(archive))
    return None


def _drop_constant(images: NDArray, factors: Floats, names: tuple[str, ...]) -> World:
    """Images, factors and names, without the factors that have a single value."""
    varies = np.ptp(factors, axis=0) > 0
    return (
        images,
        factors[:, varies],
        tuple(name for name, is_varying in zip(names, varies) if is_varying),
    )


def _sample_rows(count: int, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Indices of the images that are kept, in ascending order."""
    maximum = max(ROOM // max(4 * math.prod(shape), 1), 1)
    if count <= maximum:
        return np.arange(count)
    return np.sort(np.random.default_rng(0).choice(count, maximum, replace=False))


def _check_shapes(rows: int, images: int, columns: int, names: int) -> None:
    """Raise ValueError if factors do not have one row per image, or not the expected columns."""
    if rows != images or columns != names:
        raise ValueError(
            f"images: found factors of shape ({rows:,}, {columns}), expected ({images:,}, {names}),"
            " a row for each image."
        )


def _dsprites(archive: zipfile.ZipFile) -> World:
    with archive.open("latents_values.npy") as member:
        values = np.asarray(npy.read_array(member, allow_pickle=False), dtype=float)
    images, rows, count = _read_rows(archive, "imgs")
    _check_shapes(len(values), count, values.shape[-1], len(DSPRITES))
    return images, values[rows], DSPRITES


def _mpi3d(archive: zipfile.ZipFile) -> World:
    images, rows, count = _read_rows(archive, "images")
    sizes = tuple(MPI3D.values())
    if count != math.prod(sizes):
        raise ValueError(
            f"images: found {count:,} images and no factors, expected an array factors, or the "
            f"{math.prod(sizes):,} images of MPI3D, whose order says their factors."
        )
    factors = np.column_stack(np.unravel_index(rows, sizes)).astype(float)
    return images, factors, tuple(MPI3D)


def _shapes3d(path: Path) -> World:
    try:
        import h5py
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"found no h5py, expected it for {path.name!r}: pip install h5py."
        ) from None
    try:
        with h5py.File(path, "r") as file:
            if not {"images", "labels"} <= set(file):
                raise ValueError(
                    f"images: found {', '.join(sorted(file)) or 'nothing'} in {path.name!r}, "
                    "expected images and labels."
                )
            images, labels = file["images"], np.asarray(file["labels"], dtype=float)
            _check_shapes(len(labels), len(images), labels.shape[-1], len(SHAPES3D))
            rows = _sample_rows(len(images), images.shape[1:])
            blocks = (images[start : start + BLOCK] for start in range(0, len(images), BLOCK))
            selected = [
                block[_rows_in_block(rows, j * BLOCK, len(block))] for j, block in enumerate(blocks)
            ]
    except OSError as error:
        raise ValueError(
            f"images: found {path.name!r}, which cannot be read ({error}), expected HDF5."
        ) from None
    return np.concatenate(selected), labels[rows], SHAPES3D


def _cars3d(folder: Path) -> World:
    """Read the array im of every car: (height, width, colours, azimuths, elevations)."""
    files = sorted(folder.glob("*.mat"))
    if not files:
        raise ValueError(
            f"images: found no .mat in the folder {folder.name!r}, expected the cars of Cars3D, or "
            "the name of a file."
        )
    first = _views(files[0])
    azimuths, elevations = first.shape[:2]
    rows = _sample_rows(len(files) * azimuths * elevations, first.shape[2:])
    car, azimuth, elevation = np.unravel_index(rows, (len(files), azimuths, elevations))
    selected = []
    for j, file in enumerate(files):
        in_car = car == j
        if in_car.any():
            views = _views(file)
            if views.shape != first.shape:
                raise ValueError(
                    f"images: found views of shape {views.shape} in {file.name!r}, expected "
                    f"{first.shape} as in {files[0].name!r}."
                )
            selected.append(views[azimuth[in_car], elevation[in_car]])
    factors = np.column_stack([elevation, azimuth, car]).astype(float)
    return np.concatenate(selected), factors, CARS3D


def _views(file: Path) -> NDArray:
    """Views of one car from 0 to 1, at half their height and width.

    The shape is (azimuths, elevations, height, width, colours).
    """
    from scipy.io import loadmat

    try:
        views = loadmat(file, variable_names=["im"]).get("im")
    except Exception as error:  # a file of another kind fails in many ways
        raise ValueError(
            f"images: found {file.name!r}, which cannot be read ({error}), expected a MATLAB file."
        ) from None
    if views is None or views.ndim != 5 or views.dtype.kind not in "uif":
        actual = "no array im" if views is None else f"im of type {views.dtype}, {views.shape}"
        raise ValueError(
            f"images: found {actual} in {file.name!r}, expected numbers of shape (height, width, "
            "colours, azimuths, elevations)."
        )
    maximum = 255 if views.dtype.kind in "ui" else 1
    height, width = (2 * (size // 2) for size in views.shape[:2])
    views = np.moveaxis(views[:height, :width], (3, 4), (0, 1)).astype(np.float32) / maximum
    halves = views.reshape(*views.shape[:2], height // 2, 2, width // 2, 2, views.shape[-1])
    return halves.mean((3, 5))


def _rows_in_block(rows: NDArray[np.int64], start: int, length: int) -> NDArray[np.int64]:
    """Which of the rows are in a block, counted from the start of the block."""
    first, last = np.searchsorted(rows, [start, start + length])
    return rows[first:last] - start


def _read_rows(archive: zipfile.ZipFile, name: str) -> tuple[NDArray, NDArray[np.int64], int]:
    """Selected rows of an array, their indices, and the number of all rows."""
    with archive.open(f"{name}.npy") as member:
        shape, columns_first, dtype = header(member)
        if columns_first or dtype.kind not in "buif" or len(shape) < 3:
            raise ValueError(
                f"images: found {name} of type {dtype} and shape {shape}, expected numbers, image "
                "by image."
            )
        rows = _sample_rows(shape[0], shape[1:])
        blocks = _blocks(member, shape, dtype)
        selected = [
            block[_rows_in_block(rows, j * BLOCK, len(block))] for j, block in enumerate(blocks)
        ]
    return np.concatenate(selected), rows, shape[0]


def _blocks(member: IO[bytes], shape: tuple[int, ...], dtype: "np.dtype[Any]") -> Iterator[NDArray]:
    """The images of an array, one block after the other."""
    size = math.prod(shape[1:]) * dtype.itemsize
    for start in range(0, shape[0], BLOCK):
        count = min(BLOCK, shape[0] - start)
        read = member.read(count * size)
        if len(read) < count * size:
            raise ValueError("images: found a file that ends early, expected all of it.")
        yield np.frombuffer(read, dtype).reshape(count, *shape[1:])
