"""The models of the first world of the zoo."""

import csv
import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ... import viz
from ...measures.information import BINS
from ...worlds.sprites import SIZES
from ...zoo import pretrained
from ...zoo.configs import Recipe
from ...zoo.traversals import bits_panel, drawer, model_name, sheet_panel

if TYPE_CHECKING:
    import pandas as pd


WORLD = "sprites"
WORDS = ("world", "objective", "convention")  # columns of words, not numbers
Columns = dict[str, np.ndarray]  # {name of a column: its values}, from the table of models
SWEEP = 30.0  # pixels: height of a row of images


@functools.cache
def bits_by_chance() -> tuple[float, ...]:
    """Bits that a latent without information is expected to show about each factor.

    The rule of thumb is (bins - 1) (levels - 1) / (2 samples ln 2).
    """
    samples = len(pretrained.rows(WORLD))
    return tuple((BINS - 1) * (levels - 1) / (2 * samples * np.log(2)) for levels in SIZES.values())


@functools.cache
def table_of_sprites() -> "pd.DataFrame":
    """The models of the first world."""
    models = pretrained.table()
    return models[models["world"] == WORLD]


@functools.cache
def columns_of_sprites() -> Columns:
    """The models of the first world as arrays, for pages on which pandas would load late."""
    models = read_columns()
    of_world = models["world"] == WORLD
    return {name: column[of_world] for name, column in models.items()}


@functools.cache
def read_columns(folder: Path | None = None) -> Columns:
    """The table of a zoo as arrays; the column "model" has the names of models."""
    file = pretrained.locate_file(folder, pretrained.TABLE)
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    recipes = [
        Recipe(row["world"], row["objective"], float(row["strength"]), int(row["seed"]))
        for row in rows
    ]
    columns = {"model": np.array([recipe.name for recipe in recipes])}
    for name in rows[0]:
        texts = [row[name] for row in rows]
        columns[name] = np.array(texts if name in WORDS else [float(t or "nan") for t in texts])
    return columns


COLUMNS_IN_WORDS = {
    "rec_mean": "reconstruction error",
    "-rec_mean": "reconstruction (less error)",
    "iwo_gca": "learned IWO",
    "iwr_gca": "learned IWR",
    "forest_300": "forest on 300 codes",
    "forest_3000": "forest on 3,000 codes",
    "logistic_3000": "logistic regression on 3,000 codes",
    "mlp_3000": "network on 3,000 codes",
}


def column_in_words(name: str) -> str:
    """The name of a column of the zoo's table for readers."""
    return COLUMNS_IN_WORDS.get(name) or viz.display_name(name)


def model_panels(name: str) -> tuple[viz.Panel, ...]:
    """The sweeps of a model, if its decoder is in the package, and its table of bits."""
    title = f"{model_name(name)}: each row moves one latent"
    matrix = pretrained.matrix(name)
    bits = bits_panel(matrix, knobs=False, row=SWEEP, chance=bits_by_chance())
    if name in pretrained.WITH_DECODER:
        model = drawer(name)
        return sheet_panel(model, model.start(), title=title, row=SWEEP), bits
    why = f"{model_name(name)}: the package has its matrix, but no decoder to draw sweeps with."
    height = bits_panel(matrix, knobs=False, row=SWEEP).height  # the same height as the sweeps
    return replace(viz.words_panel("no sweeps", why, min_width=300), height=height), bits
