"""What is shipped of the zoo: its table, matrices of all models, codes of some, a dozen decoders.

Reading needs no PyTorch. Files stand beside this one, or in a folder that `make zoo` filled.
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
from ..core import Floats, InformativenessMatrix, Representation
from ..measures.information import bits
from ..validation import check_choice
from ..worlds.images import image_world
from . import configs
from .checkpoints import Arrays, write_arrays
from .configs import Recipe
from .objectives import OBJECTIVES

if TYPE_CHECKING:
    import pandas as pd

    from ..worlds.images import ImageWorld
    from .training import Trained

TABLE, CODES, DECODERS, MATRICES = "zoo.csv", "codes.npz", "decoders.npz", "matrices.npz"
RECIPE = ["world", "objective", "strength", "seed"]
BETAS = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)  # of the decoders that a slider leads through
# One decoder of each other family, at a strength in the middle.
OTHERS = (
    "sprites-annealed_vae-5-0",
    "sprites-beta_tcvae-6-0",
    "sprites-factor_vae-20-0",
    "sprites-dip_vae_i-10-0",
    "sprites-dip_vae_ii-10-0",
)


def of_beta(beta: float, seed: int = 0) -> str:
    """The name of a beta-VAE; without a prior at all, beta = 0, the autoencoder stands for it."""
    family = f"beta_vae-{beta:g}" if beta else "ae-0"
    return f"sprites-{family}-{seed}"


# The two networks of the course, which have a world, a folder and a table of their own.
PAIR = dict(zip("AB", (recipe.name for recipe in configs.PAIR)))
PAIR_FOLDER = Path(__file__).with_name("pair")
WITH_DECODER = (*map(of_beta, BETAS), *OTHERS)


def kept(recipes: Sequence[Recipe]) -> list[Recipe]:
    """The models whose codes are kept: all of a small zoo, else some of every family."""
    if len(recipes) <= 60:
        return list(recipes)
    return [recipe for recipe in recipes if _is_kept(recipe)]


def _is_kept(recipe: Recipe) -> bool:
    if recipe.objective == "ae":
        return recipe.seed < 4
    if recipe.objective == "beta_vae":
        return recipe.seed < (2 if recipe.world == "sprites" else 1)
    return recipe.seed == 0 and recipe.strength in OBJECTIVES[recipe.objective].strengths[1::2]


def place(folder: str | Path | None, name: str) -> Traversable | Path:
    """Where a file stands: beside this module, or in a folder; FileNotFoundError if it is not."""
    if folder is None:
        return resources.files(__package__).joinpath(name)
    place = Path(folder) / name
    if not place.is_file():
        raise FileNotFoundError(
            f"folder: found no {name} in {str(folder)!r}, expected a folder that "
            "`disentangle-edu zoo --train FOLDER` has filled."
        )
    return place


# ------------------------------------------------------------------------------------ reading


def table(folder: str | Path | None = None) -> "pd.DataFrame":
    """Every model of the zoo: a row each, named world-objective-strength-seed.

    Columns: world, objective, strength, seed; convention of the metrics; rec, rec_mean and kl in
    nats per image; every metric by its name (iwo and iwr from lines, iwo_gca and iwr_gca from
    networks); forest_100 ... mlp_3000, the share of factors that a reader tells rightly from the
    code of unseen images after that many samples; seconds and seconds_training.
    """
    return read_table(folder, TABLE, Recipe)


def read_table(folder: str | Path | None, name: str, recipe: type[Recipe]) -> "pd.DataFrame":
    """A table with a row per model, named as its recipe is."""
    import pandas as pd

    with place(folder, name).open("rb") as file:
        found = pd.read_csv(file)
    made = found[[field.name for field in fields(recipe)]].itertuples(index=False)
    return found.set_index(pd.Index([recipe(*row).name for row in made], name="model"))


def arrays_of(folder: str | Path | None, name: str) -> Mapping[str, NDArray]:
    """The arrays of a file that is shipped, or in a folder; read once."""
    return _read(None if folder is None else str(folder), name)


@functools.cache
def _read(folder: str | None, name: str) -> Mapping[str, NDArray]:
    content = place(folder, name).read_bytes()
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def known(kind: str, name: str, names: Sequence[str]) -> str:
    """The name itself; ValueError if it is none of `names`."""
    if name not in names:
        raise ValueError(
            f"name: found {name!r}, expected a model whose {kind} is shipped: {', '.join(names)}."
        )
    return name


def coded(folder: str | Path | None = None, file: str = CODES) -> list[str]:
    """The models whose codes are there."""
    return [name for name in arrays_of(folder, file) if "-" in name]


def _home(name: str, folder: str | Path | None) -> str | Path | None:
    """The folder of a model or world: the one asked for, that of A and B, or None for the zoo's."""
    of_pair = name.split("-")[0] == configs.PAIR[0].world
    return PAIR_FOLDER if folder is None and of_pair else folder


def code(name: str, folder: str | Path | None = None) -> Representation:
    """Mean codes of 3,000 images under a model, with the factors of these images.

    >>> shelf.code("sprites-ae-0-0").latents.shape
    (3000, 8)
    """
    folder, world = _home(name, folder), name.split("-")[0]
    arrays = arrays_of(folder, CODES)
    codes = arrays[known("code", name, coded(folder))].astype(float)
    factors = arrays[f"factors {world}"].astype(float)
    story = f"{name}: mean codes of {len(codes):,} images"
    return Representation(factors, codes, factor_names=arrays["factor names"].tolist(), story=story)


def rows(world: str, folder: str | Path | None = None) -> NDArray[np.int64]:
    """Which images of a world the codes are of."""
    return arrays_of(_home(world, folder), CODES)[f"rows {world}"].astype(np.int64)


def matrix(
    name: str, what: str = "information", folder: str | Path | None = None
) -> InformativenessMatrix:
    """The informativeness matrix of any model.

    what : "information", mutual information in bits, or "importance", how much a forest uses it.

    >>> shelf.matrix("sprites-ae-0-0").values.shape
    (8, 5)
    """
    check_choice("what", what, ("information", "importance"))
    arrays = arrays_of(_home(name, folder), MATRICES)
    names = [key.removeprefix("information ") for key in arrays if key.startswith("information ")]
    values = arrays[f"{what} {known('matrix', name, names)}"].astype(float)
    named = {"column_names": arrays["factor names"].tolist()}
    if what == "importance":
        return InformativenessMatrix(values, "importance for a forest", "share", **named)
    total = arrays[f"factor bits {name.split('-')[0]}"].astype(float)
    bits = np.minimum(values, total)  # rounded to what is shipped
    return InformativenessMatrix(bits, "mutual information", "bits", factor_total=total, **named)


@dataclass(frozen=True)
class Decoder:
    """Draws images from codes, in numpy, with digits to spare: every machine draws the same greys.

    weights : (w, b) of each layer.   shape : of an image.
    """

    weights: tuple[tuple[Floats, Floats], ...]
    shape: tuple[int, ...]

    def __call__(self, codes: ArrayLike) -> Floats:
        """(n, *shape) images of codes (n, L), from 0 to 1."""
        x = np.asarray(codes, dtype=float)
        for j, (w, b) in enumerate(self.weights):
            x = x @ w + b
            x = np.maximum(x, 0) if j < len(self.weights) - 1 else x
        with np.errstate(over="ignore"):  # far below 0 a pixel is black
            return (1 / (1 + np.exp(-x))).reshape(-1, *self.shape)


def decoder(name: str, folder: str | Path | None = None) -> Decoder:
    """One of the shipped decoders (WITH_DECODER and PAIR)."""
    arrays = arrays_of(_home(name, folder), DECODERS)
    names = sorted({key.split(" ")[1] for key in arrays if " " in key})
    known("decoder", name, names)
    weights = [(arrays[f"w{j} {name}"], arrays[f"b{j} {name}"][0]) for j in (3, 4, 5)]
    layers = tuple((w.astype(float), b.astype(float)) for w, b in weights)
    return Decoder(layers, tuple(arrays["shape"].tolist()))


# ------------------------------------------------------------------------------------ writing


def shelve(
    folder: Path,
    judgements: Sequence[Mapping[str, Any]],
    models: Mapping[str, "Trained"],
    own: "ImageWorld | None" = None,
) -> None:
    """Write table, matrices, codes and decoders of a zoo into its folder.

    models : those of which codes are kept, and decoders where WITH_DECODER has them, or all of
        them where the world is a reader's `own`.
    """
    import pandas as pd

    from .evaluate import code_of, shown_rows

    made = pd.DataFrame([judgement["row"] for judgement in judgements])
    write(folder / TABLE, made.to_csv(index=False, float_format="%.6g"))
    worlds = {name: own or image_world(name) for name in made["world"].unique()}
    factor_names = np.array(next(iter(worlds.values())).names)
    kept: Arrays = {"factor names": factor_names}
    for name, judgement in zip(table(folder).index, judgements):
        for what, values in judgement["matrices"].items():
            kept[f"{what} {name}"] = np.array(values, dtype=np.float16)

    codes: Arrays = {"factor names": factor_names}
    for name, world in worlds.items():
        seen = world.factors[shown_rows(world)]
        kept[f"factor bits {name}"] = _entropies(seen)
        codes[f"rows {name}"] = shown_rows(world).astype(np.int32)
        codes[f"factors {name}"] = seen.astype(np.float32)
    write_arrays(folder / MATRICES, kept)
    for name, model in models.items():
        rep = code_of(model, worlds[model.recipe.world], shown_rows(worlds[model.recipe.world]))
        codes[name] = rep.latents.astype(np.float16)
    write_arrays(folder / CODES, codes)

    some = models if own else {name: models[name] for name in WITH_DECODER if name in models}
    decoders: Arrays = {"shape": np.array(next(iter(worlds.values())).images.shape[1:])}
    for name, model in some.items():
        for j in (3, 4, 5):
            decoders[f"w{j} {name}"] = model.weights[f"w{j}"].astype(np.float16)
            decoders[f"b{j} {name}"] = model.weights[f"b{j}"].astype(np.float16)
    write_arrays(folder / DECODERS, decoders)


def _entropies(factors: Floats) -> NDArray[np.float32]:
    """H(v_k) in bits; never below what was rounded to float16 of a matrix's entries."""
    levels = [np.unique(v, return_inverse=True)[1] for v in factors.T]
    return np.array([bits(v) for v in levels], dtype=np.float32)
