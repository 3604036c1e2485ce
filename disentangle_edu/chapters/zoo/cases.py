"""What its last question and lab are about: the features that a sparse autoencoder finds."""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...aside import kept
from ...core import Floats, Representation
from ...measures.predicting import Predictor
from ...metrics import completeness, disentanglement, linear_r2, mcc, mig, sap
from ...show.pictures import called
from ...worlds.sprites import SHAPES
from ...zoo import features, shelf

NETWORKS = tuple(shelf.PAIR)
SEES: Predictor = "screened forest"  # of a thousand features it sees the fifty that tell most
LATENTS, FEATURES = "its latents", "its features"
Scores = dict[str, float]


def judged_parts(network: str) -> dict[str, Scores]:
    """Six judges of a network's eight latents, and of its 1,000 features."""
    name = shelf.PAIR[network]
    return {LATENTS: _judged(shelf.code(name)), FEATURES: _judged(features.features(name), SEES)}


def parts(network: str) -> dict[str, Scores]:
    """The same, kept where a reader sits."""
    return kept("features", network, lambda: judged_parts(network))


def _judged(rep: Representation, predictor: Predictor = "forest") -> Scores:
    found = {called(judge.__name__): judge(rep).value for judge in (mig, sap, mcc, linear_r2)}
    return found | {
        "D": disentanglement(rep, predictor=predictor).value,
        "C": completeness(rep, predictor=predictor).value,
    }


class Living(NamedTuple):
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
        fired, seen = np.zeros((2, len(SHAPES), size, size))
        where = self.shape, self.down, self.across
        np.add.at(seen, where, 1)
        np.add.at(fired, where, self.on[:, feature])
        return np.divide(fired, seen, out=np.full_like(seen, np.nan), where=seen > 0)

    def fills(self, feature: int) -> int:
        """Which other fires most where this one is silent, of the images of its shape."""
        mine = self.shape == self.on_shapes(feature).argmax()
        silent = mine & ~self.on[:, feature]
        if not silent.any():
            return (feature + 1) % len(self.which)
        often = self.on[silent].mean(0)
        return int(np.where(np.arange(len(often)) == feature, -1, often).argmax())


@functools.cache
def living(network: str) -> Living:
    """The features of A or B that fire on any of the 3,000 images."""
    rep = features.features(shelf.PAIR[network])
    on = rep.latents > 0
    often = on.mean(0)
    order = np.argsort(-often, kind="stable")[: (often > 0).sum()]
    column = dict(zip(rep.factor_names, rep.factors.T.astype(int)))
    return Living(order, on[:, order], *(column[name] for name in ("shape", "across", "down")))
