"""Pretrained models of images: a table, all matrices, some codes, and a dozen decoders.

Reading needs no PyTorch. The files are part of the package, or in a folder that `make zoo` filled.
"""

import functools
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..cache import write
from ..matrices import InformativenessMatrix
from ..measures.information import joint_entropy
from ..representation import Representation
from ..types import Floats
from ..validation import check_choice
from ..worlds.images import image_world
from . import configs
from .configs import Recipe
from .objectives import OBJECTIVES
from .training_state import Arrays, write_arrays

if TYPE_CHECKING:
    import pandas as pd

    from ..worlds.images import ImageWorld
    from .training import Trained

TABLE, CODES, DECODERS, MATRICES = "zoo.csv", "codes.npz", "decoders.npz", "matrices.npz"
RECIPE = ["world", "objective", "strength", "seed"]
BETAS = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)  # of the decoders on a slider
# One decoder of each other objective, with a middle strength.
OTHERS = (
    "sprites-annealed_vae-5-0",
    "sprites-beta_tcvae-6-0",
    "sprites-factor_vae-20-0",
    "sprites-dip_vae_i-10-0",
    "sprites-dip_vae_ii-10-0",
)


def of_beta(beta: float, seed: int = 0) -> str:
    """Name of the beta-VAE with a given beta.

    Parameters
    ----------
    beta : float
        Weight of the prior. With 0, the autoencoder, which has no prior.
    seed : int, default=0
        Seed of the training run.

    Returns
    -------
    name : str
        Name of the model on the sprites.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.of_beta(4), pretrained.of_beta(0)
    ('sprites-beta_vae-4-0', 'sprites-ae-0-0')
    """
    family = f"beta_vae-{beta:g}" if beta else "ae-0"
    return f"sprites-{family}-{seed}"


# The two networks of the course, which have their own world, folder and table.
PAIR = dict(zip("AB", (recipe.name for recipe in configs.PAIR)))
PAIR_FOLDER = Path(__file__).with_name("pair")
WITH_DECODER = (*map(of_beta, BETAS), *OTHERS)


def with_codes(recipes: Sequence[Recipe]) -> list[Recipe]:
    """Choose the models of a zoo whose codes are kept.

    Parameters
    ----------
    recipes : sequence of Recipe
        Models of the zoo.

    Returns
    -------
    recipes : list of Recipe
        All models of a zoo of at most 60, else some of every family.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.with_codes([])
    []
    """
    if len(recipes) <= 60:
        return list(recipes)
    return [recipe for recipe in recipes if _ships_codes(recipe)]


def _ships_codes(recipe: Recipe) -> bool:
    if recipe.objective == "ae":
        return recipe.seed < 4
    if recipe.objective == "beta_vae":
        return recipe.seed < (2 if recipe.world == "sprites" else 1)
    return recipe.seed == 0 and recipe.strength in OBJECTIVES[recipe.objective].strengths[1::2]


def locate_file(folder: str | Path | None, name: str) -> Traversable | Path:
    """Path of a file of the package, or of a file in a folder.

    Parameters
    ----------
    folder : str, Path or None
        Folder of a zoo. With None, the package.
    name : str
        Name of the file.

    Returns
    -------
    path : Path or Traversable
        Path of the file.

    Raises
    ------
    FileNotFoundError
        If the folder has no such file.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.locate_file(None, "zoo.csv").is_file()
    True
    """
    if folder is None:
        return resources.files(__package__).joinpath(name)
    path = Path(folder) / name
    if not path.is_file():
        raise FileNotFoundError(
            f"folder: found no {name} in {str(folder)!r}, expected a folder that "
            "`disentangle-edu zoo --train FOLDER` has filled."
        )
    return path


# ------------------------------------------------------------------------------------ reading


def table(folder: str | Path | None = None) -> "pd.DataFrame":
    """Table of all models of the zoo, one row per model.

    Rows are named world-objective-strength-seed.

    Parameters
    ----------
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    table : pandas.DataFrame
        Columns world, objective, strength and seed; convention of the metrics; rec, rec_mean and kl
        in nats per image; every metric by its name; seconds and seconds_training.

    Notes
    -----
    The columns iwo and iwr are from straight lines, iwo_gca and iwr_gca from networks. Columns from
    forest_100 to mlp_3000 are the share of factors that a predictor recognises in the codes of
    unseen images, after it has seen that many samples.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> table = pretrained.table()
    >>> table.index.name, "mig" in table.columns
    ('model', True)
    """
    return read_table(folder, TABLE, Recipe)


def read_table(folder: str | Path | None, name: str, recipe: type[Recipe]) -> "pd.DataFrame":
    """Table with one row per model, named after the recipe of the model.

    Parameters
    ----------
    folder : str, Path or None
        Folder of a zoo. With None, the shipped files are read.
    name : str
        Name of the file.
    recipe : type
        Class of the recipe, `Recipe` or `TextRecipe`, whose fields are columns.

    Returns
    -------
    table : pandas.DataFrame
        Table with the names of models as its index.

    Raises
    ------
    FileNotFoundError
        If the folder has no such file.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> from disentangle_edu.zoo.configs import Recipe
    >>> pretrained.read_table(None, "zoo.csv", Recipe).index.name
    'model'
    """
    import pandas as pd

    with locate_file(folder, name).open("rb") as file:
        frame = pd.read_csv(file)
    recipes = frame[[field.name for field in fields(recipe)]].itertuples(index=False)
    return frame.set_index(pd.Index([recipe(*row).name for row in recipes], name="model"))


def arrays_of(folder: str | Path | None, name: str) -> Mapping[str, NDArray]:
    """Numpy arrays of a file of the package, or of a file in a folder.

    A file is read only once.

    Parameters
    ----------
    folder : str, Path or None
        Folder of a zoo. With None, the shipped files are read.
    name : str
        Name of the file.

    Returns
    -------
    arrays : mapping of str to ndarray
        Arrays by their names in the file.

    Raises
    ------
    FileNotFoundError
        If the folder has no such file.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.arrays_of(None, "codes.npz")["factor names"].shape
    (5,)
    """
    return _read_arrays(None if folder is None else str(folder), name)


@functools.cache
def _read_arrays(folder: str | None, name: str) -> Mapping[str, NDArray]:
    content = locate_file(folder, name).read_bytes()
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def check_name(kind: str, name: str, names: Sequence[str]) -> str:
    """Check that a name is the name of a model.

    Parameters
    ----------
    kind : str
        Kind of the data, for the message.
    name : str
        Name to check.
    names : sequence of str
        Names of the models that have such data.

    Returns
    -------
    name : str
        The name itself.

    Raises
    ------
    ValueError
        If the name is not among `names`.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.check_name("code", "a", ["a", "b"])
    'a'
    """
    if name not in names:
        raise ValueError(
            f"name: found {name!r}, expected a model whose {kind} is shipped: {', '.join(names)}."
        )
    return name


def coded(folder: str | Path | None = None, file: str = CODES) -> list[str]:
    """List of the models whose codes are available.

    Parameters
    ----------
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.
    file : str, default='codes.npz'
        Name of the file.

    Returns
    -------
    names : list of str
        Names of models.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> "sprites-ae-0-0" in pretrained.coded()
    True
    """
    return [name for name in arrays_of(folder, file) if "-" in name]


def _folder_of(name: str, folder: str | Path | None) -> str | Path | None:
    """Folder of a model or world: the given one, the folder of A and B, or None for the zoo."""
    of_pair = name.split("-")[0] == configs.PAIR[0].world
    return PAIR_FOLDER if folder is None and of_pair else folder


def code(name: str, folder: str | Path | None = None) -> Representation:
    """Mean codes of 3,000 images under a model, with the factors of these images.

    Parameters
    ----------
    name : str
        Name of a model, see `coded`.
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    rep : Representation
        Representation with one sample per image.

    Raises
    ------
    ValueError
        If no codes of this model are available.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.code("sprites-ae-0-0").latents.shape
    (3000, 8)
    """
    folder, world = _folder_of(name, folder), name.split("-")[0]
    arrays = arrays_of(folder, CODES)
    codes = arrays[check_name("code", name, coded(folder))].astype(float)
    factors = arrays[f"factors {world}"].astype(float)
    story = f"{name}: mean codes of {len(codes):,} images"
    return Representation(
        factors, codes, factor_names=arrays["factor names"].tolist(), description=story
    )


def rows(world: str, folder: str | Path | None = None) -> NDArray[np.int64]:
    """Row numbers of the images of a world that have codes.

    Parameters
    ----------
    world : str
        Name of the world, such as "sprites".
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    rows : ndarray of int, shape (n_samples,)
        Row numbers in the world.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.rows("sprites").shape
    (3000,)
    """
    return arrays_of(_folder_of(world, folder), CODES)[f"rows {world}"].astype(np.int64)


def matrix(
    name: str, what: str = "information", folder: str | Path | None = None
) -> InformativenessMatrix:
    """Informativeness matrix of a model of the zoo.

    Parameters
    ----------
    name : str
        Name of a model, such as "sprites-beta_vae-4-0".
    what : {'information', 'importance'}, default='information'
        Mutual information in bits, or importance for a random forest.
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, n_factors)
        For information, 0 is none and the entropy of the factor is the maximum. For importance,
        shares.

    Raises
    ------
    ValueError
        If the model or the option is unknown.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.matrix("sprites-ae-0-0").values.shape
    (8, 5)
    """
    check_choice("what", what, ("information", "importance"))
    arrays = arrays_of(_folder_of(name, folder), MATRICES)
    names = [key.removeprefix("information ") for key in arrays if key.startswith("information ")]
    values = arrays[f"{what} {check_name('matrix', name, names)}"].astype(float)
    named = {"column_names": arrays["factor names"].tolist()}
    if what == "importance":
        return InformativenessMatrix(values, "importance for a forest", "share", **named)
    total = arrays[f"factor bits {name.split('-')[0]}"].astype(float)
    bits = np.minimum(values, total)  # rounding may exceed the entropy
    return InformativenessMatrix(bits, "mutual information", "bits", factor_entropy=total, **named)


@dataclass(frozen=True)
class Decoder:
    """Decoder of a model, evaluated in numpy.

    The precision is high enough for every machine to draw the same grey values.

    Parameters
    ----------
    weights : tuple of tuple of ndarray
        Weight matrix and bias of each layer.
    shape : tuple of int
        Shape of an image.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> decoder = pretrained.decoder("sprites-ae-0-0")
    >>> decoder([[0.0] * 8]).shape[0]
    1
    """

    weights: tuple[tuple[Floats, Floats], ...]
    shape: tuple[int, ...]

    def __call__(self, codes: ArrayLike) -> Floats:
        """Draw images from codes.

        Parameters
        ----------
        codes : array-like of shape (n_samples, n_latents)
            Codes.

        Returns
        -------
        images : ndarray of shape (n_samples, *shape)
            Grey values in [0, 1].
        """
        x = np.asarray(codes, dtype=float)
        for j, (w, b) in enumerate(self.weights):
            x = x @ w + b
            x = np.maximum(x, 0) if j < len(self.weights) - 1 else x
        with np.errstate(over="ignore"):  # exp overflows for black pixels, which become 0
            return (1 / (1 + np.exp(-x))).reshape(-1, *self.shape)


def decoder(name: str, folder: str | Path | None = None) -> Decoder:
    """Decoder of a model of the zoo.

    Parameters
    ----------
    name : str
        Name of a model in `WITH_DECODER` or `PAIR`.
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    decoder : Decoder
        Function from codes to images.

    Raises
    ------
    ValueError
        If no decoder of this model is available.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> len(pretrained.decoder("sprites-ae-0-0").weights)
    3
    """
    arrays = arrays_of(_folder_of(name, folder), DECODERS)
    names = sorted({key.split(" ")[1] for key in arrays if " " in key})
    check_name("decoder", name, names)
    weights = [(arrays[f"w{j} {name}"], arrays[f"b{j} {name}"][0]) for j in (3, 4, 5)]
    layers = tuple((w.astype(float), b.astype(float)) for w, b in weights)
    return Decoder(layers, tuple(arrays["shape"].tolist()))


# ------------------------------------------------------------------------------------ writing


def save_zoo(
    folder: Path,
    judgements: Sequence[Mapping[str, Any]],
    models: Mapping[str, "Trained"],
    user_world: "ImageWorld | None" = None,
) -> None:
    """Write the table, matrices, codes and decoders of a zoo into a folder.

    Parameters
    ----------
    folder : Path
        Folder to write to.
    judgements : sequence of mapping
        Result of `evaluate.evaluate_model` for every model.
    models : mapping of str to Trained
        Models whose codes are kept. Their decoders are kept if they are in `WITH_DECODER`, or
        always with a world of the user.
    user_world : ImageWorld or None, default=None
        World of the user, if the models were trained on it.

    Examples
    --------
    >>> from disentangle_edu import pretrained
    >>> pretrained.shelve(folder, judgements, models)  # doctest: +SKIP
    """
    import pandas as pd

    from .evaluate import code_of, scored_rows

    frame = pd.DataFrame([judgement["row"] for judgement in judgements])
    write(folder / TABLE, frame.to_csv(index=False, float_format="%.6g"))
    worlds = {name: user_world or image_world(name) for name in frame["world"].unique()}
    factor_names = np.array(next(iter(worlds.values())).names)
    matrices: Arrays = {"factor names": factor_names}
    for name, judgement in zip(table(folder).index, judgements):
        for what, values in judgement["matrices"].items():
            matrices[f"{what} {name}"] = np.array(values, dtype=np.float16)

    codes: Arrays = {"factor names": factor_names}
    for name, world in worlds.items():
        factors = world.factors[scored_rows(world)]
        matrices[f"factor bits {name}"] = _factor_entropies(factors)
        codes[f"rows {name}"] = scored_rows(world).astype(np.int32)
        codes[f"factors {name}"] = factors.astype(np.float32)
    write_arrays(folder / MATRICES, matrices)
    for name, model in models.items():
        rep = code_of(model, worlds[model.recipe.world], scored_rows(worlds[model.recipe.world]))
        codes[name] = rep.latents.astype(np.float16)
    write_arrays(folder / CODES, codes)

    some = models if user_world else {name: models[name] for name in WITH_DECODER if name in models}
    decoders: Arrays = {"shape": np.array(next(iter(worlds.values())).images.shape[1:])}
    for name, model in some.items():
        for j in (3, 4, 5):
            decoders[f"w{j} {name}"] = model.weights[f"w{j}"].astype(np.float16)
            decoders[f"b{j} {name}"] = model.weights[f"b{j}"].astype(np.float16)
    write_arrays(folder / DECODERS, decoders)


def _factor_entropies(factors: Floats) -> NDArray[np.float32]:
    """H(v_k) in bits; float16 entries of a matrix may exceed it by rounding."""
    levels = [np.unique(v, return_inverse=True)[1] for v in factors.T]
    return np.array([joint_entropy(v) for v in levels], dtype=np.float32)
