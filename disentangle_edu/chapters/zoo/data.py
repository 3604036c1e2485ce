"""What its questions and labs are about: models, and the features of a sparse autoencoder."""

import functools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...metrics import disentanglement
from ...representation import Representation
from ...types import Floats
from ...worlds.sprites import SHAPES
from ...zoo import features, pretrained

if TYPE_CHECKING:
    import pandas as pd

# Four models with hidden names; the letters' order reveals nothing.
NAMELESS_MODELS = {
    "K": "sprites-beta_vae-8-0",
    "L": "sprites-ae-0-0",
    "M": "sprites-beta_tcvae-6-0",
    "N": "sprites-beta_vae-1-0",
}
NETWORKS = tuple(pretrained.PAIR)


@functools.cache
def _zoo_table() -> "pd.DataFrame":
    return pretrained.table()


def model_columns(model: str, *columns: str) -> dict[str, float]:
    """Some columns of one model."""
    row = _zoo_table().loc[model]
    return {name: float(row[name]) for name in columns}  # type: ignore[arg-type]


@functools.cache
def _features(network: str) -> Representation:
    """The features of A or B; what is measured of them is remembered with them."""
    return features.features(pretrained.PAIR[network])


def d_of_features(network: str) -> float:
    """D of the features of a network."""
    return disentanglement(_features(network)).value


class ActiveFeatures(NamedTuple):
    """The features of a network that ever fire, the most frequent first.

    which : their numbers, from 0.   on : (images, features) whether each fires.
    shape, across, down : (images,) the factors that the maps show.
    """

    which: NDArray[np.int64]
    on: NDArray[np.bool_]
    shape: NDArray[np.int64]
    across: NDArray[np.int64]
    down: NDArray[np.int64]

    def on_shapes(self, feature: int) -> Floats:
        """(3,) how often it fires on each shape."""
        return np.array([self.on[self.shape == s, feature].mean() for s in range(len(SHAPES))])

    def purest(self) -> int:
        """Which fires on the most of one shape, and the least of others."""
        often = np.array([np.sort(self.on_shapes(j)) for j in range(len(self.which))])
        return int((often[:, -1] - often[:, :-1].sum(1)).argmax())

    def map_of(self, feature: int) -> Floats:
        """(3, 16, 16) how often it fires at each shape, down and across; NaN where none was."""
        size = self.across.max() + 1
        fired, counts = np.zeros((2, len(SHAPES), size, size))
        where = self.shape, self.down, self.across
        np.add.at(counts, where, 1)
        np.add.at(fired, where, self.on[:, feature])
        return np.divide(fired, counts, out=np.full_like(counts, np.nan), where=counts > 0)

    def fills(self, feature: int) -> int:
        """Which other prefers the images of this one's shape on which this one is silent.

        By how much more often it fires there than on those of the shape on which this one fires.
        """
        same_shape, fires = self.shape == self.on_shapes(feature).argmax(), self.on[:, feature]
        sides = same_shape & ~fires, same_shape & fires
        silent, speaks = (self.on[side].sum(0) / max(side.sum(), 1) for side in sides)
        more = np.where(np.arange(len(silent)) == feature, -np.inf, silent - speaks)
        return int(more.argmax())


@functools.cache
def active_features(network: str) -> ActiveFeatures:
    """The features of A or B that fire on any of the 3,000 images."""
    rep = _features(network)
    on = rep.latents > 0
    often = on.mean(0)
    order = np.argsort(-often, kind="stable")[: (often > 0).sum()]
    column = dict(zip(rep.factor_names, rep.factors.T.astype(int)))
    return ActiveFeatures(
        order, on[:, order], *(column[name] for name in ("shape", "x position", "y position"))
    )
