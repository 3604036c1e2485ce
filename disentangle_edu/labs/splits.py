"""A lab on the forest behind D: which splits give importance to latents that know nothing?"""

import functools
from typing import Any

import numpy as np

from ..core import Floats, InformativenessMatrix
from ..metrics import disentanglement
from ..show.panels import bars_panel, rail
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    MARK,
    PART,
    Panel,
    Picture,
    heading,
    line,
    rect,
    stack,
    text,
)
from ..worlds import letters
from .controls import choice, in_picture, whole
from .lab import Lab, lab, tells_itself

TREES, LATENTS = 10, len(letters.NAMES)
SAMPLES = 1_000, 3_000, 10_000
SIZES = 1_000, 100, 10, 0  # samples at a split, at least so many
NAMED = "1,000 and more", "100 to 999", "10 to 99", "fewer than 10"


def gains_of(tree: Any) -> Floats:
    """(splits, 3) of a fitted tree: the latent, the samples that are split, and what it gains.

    A gain is the impurity that the split takes away; the gains of a tree are divided by their sum,
    so that those of a latent add up to its importance in scikit-learn.
    """
    inner = np.flatnonzero(tree.children_left >= 0)
    mass = tree.weighted_n_node_samples * tree.impurity
    gains = mass[inner] - mass[tree.children_left[inner]] - mass[tree.children_right[inner]]
    gains /= gains.sum() or 1.0
    return np.column_stack([tree.feature[inner], tree.weighted_n_node_samples[inner], gains])


@functools.cache
def importance_by_size(open_: int, samples: int) -> Floats:
    """(sizes, latents, letters) importance that splits of each size give to each latent."""
    from sklearn.ensemble import RandomForestClassifier

    rep = letters.small(samples=samples)
    found = np.zeros((len(SIZES), LATENTS, LATENTS))
    for k in range(LATENTS):
        forest = RandomForestClassifier(TREES, max_features=open_, random_state=0)
        forest.fit(rep.latents, rep.factors[:, k])
        splits = np.concatenate([gains_of(tree.tree_) for tree in forest.estimators_])
        row = np.digitize(-splits[:, 1], -np.array(SIZES[:-1], dtype=float) - 0.5)
        np.add.at(found[..., k], (row, splits[:, 0].astype(int)), splits[:, 2] / TREES)
    return found


def _sizes_panel(own: Floats, others: Floats) -> Panel:
    """For each size of a split, the importance of the own latent and of the others."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = "importance, by how many samples a split parts", "importance by samples"
        out = [heading(x, y, width, *titles)]
        left, room = x + 112, width - 112 - 66
        out.append(rect(left, y + 22, room, 38 * len(SIZES), GROUND, GRID))
        for j, (name, mine, wrong) in enumerate(zip(NAMED, own, others)):
            at = y + 27 + 38 * j
            out.append(text(left - 8, at + 18, name, "end", FAINT, font_size="11"))
            start = left
            for share, fill, key in ((mine, PART, "own"), (wrong, MARK, "other")):
                told: dict[str, Any] = {"key": f"{key}{j}", "title": f"{share:.3f}"}
                out.append(rect(start, at, share * room, 28, fill, **told))
                start += share * room
            note: dict[str, Any] = {"font_size": "11", "key": f"sum{j}"}
            out.append(text(start + 6, at + 18, f"{mine:.2f} + {wrong:.2f}", "start", **note))
        bottom = y + 22 + 38 * len(SIZES) + 12
        words = "the letter's own latent", "latents that know nothing"
        for j, (fill, whose) in enumerate(zip((PART, MARK), words)):
            out.append(rect(left, bottom + 18 * j, 11, 11, fill))
            told = {"font_size": "11"}
            out.append(text(left + 16, bottom + 10 + 18 * j, whose, "start", FAINT, **told))
        return "".join(out)

    return Panel(draw, 74 + 38 * len(SIZES), 340, 620)


def _open_panel(open_: int) -> Panel:
    """The four latents; a point says how many of them a split may look at."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        titles = "latents open to a split: drag the point", "open latents: drag"
        out = [heading(x, y, width, *titles)]
        step = min((width - 60) / (LATENTS - 1), 64.0)
        ends = x + 20, x + 20 + step * (LATENTS - 1)
        for j in range(LATENTS):
            at = x + 20 + step * j
            out.append(line(at, y + 39, at, y + 49, FAINT))
            out.append(text(at, y + 68, j + 1, fill=FAINT, font_size="11"))
        named = "open_", "latents open to a split"
        return "".join(out) + rail(named, open_, (1, LATENTS), ends, y + 44)

    return Panel(draw, 80, 240, 340)


def draw_blind_splits(open_: int, samples: int) -> Picture:
    """A forest whose splits see some of four latents: who gets the importance, and where."""
    found = importance_by_size(open_, samples)
    own = np.trace(found, axis1=1, axis2=2) / LATENTS
    others = found.sum((1, 2)) / LATENTS - own
    score = disentanglement(InformativenessMatrix(found.sum(0), "importance"))
    wrong, small = float(others.sum()), float(others[2:].sum())
    said = "Every split finds the letter's own latent, and no other helps as much."
    if open_ < LATENTS:
        said = (
            f"With {open_} of {LATENTS} open, the letter's own latent is missing at about "
            f"{1 - open_ / LATENTS:.0%} of the splits. Latents that know nothing get {wrong:.0%} "
            f"of the importance, {small / wrong:.0%} of it from splits of fewer than 100 samples."
        )
    said += f" D is {score.value:.2f}."
    panels = (
        stack(_open_panel(open_), bars_panel("", {"D": score.value}, least=240, key="d")),
        _sizes_panel(own, others),
    )
    words = (
        f"Forests of {TREES} trees, one for each letter, on {samples:,} sentences, all of which "
        f"they learn from (ours; the lab further up keeps some back for a test, so that its D is a "
        f"little lower). D = {score.value:.4f}."
    )
    alt = f"Importance by the size of splits. {said}"
    return Picture(panels, alt, words, {"D": score.value}, said)


@lab
def blind_splits(after: Any = None) -> Lab:
    """A forest that may not always look at the right latent: where does importance go astray?"""
    names = [f"{count:,}" for count in SAMPLES]
    controls = {
        "open_": in_picture(whole("latents open to a split", 2, 1, LATENTS)),
        "samples": choice("sentences", list(SAMPLES), SAMPLES[0], names),
    }
    return Lab(draw_blind_splits, controls, tell=tells_itself, after=after)
