"""A forest whose splits see only some of the latents, and where importance then goes astray."""

import functools
from typing import Any

import numpy as np

from ....matrices import InformativenessMatrix
from ....metrics import disentanglement
from ....types import Floats
from ....viz.canvas import Canvas, Style, panel, stack
from ....viz.panels import bars_panel
from ....viz.picture import Picture
from ....viz.theme import FAINT, GRID, GROUND, MARK, PART
from ....widgets.change_text import use_caption
from ....widgets.controls import choice, dragged, whole
from ....widgets.lab import lab
from ....worlds import toy_letters

TREES, LATENTS = 10, len(toy_letters.NAMES)
SAMPLES = 1_000, 3_000, 10_000
SIZES = 1_000, 100, 10, 0  # samples at a split, at least so many
SIZE_LABELS = "1,000 and more", "100 to 999", "10 to 99", "fewer than 10"
ROW = 38  # pixels of a size
LEGEND = {PART: "the letter's own latent", MARK: "latents that know nothing"}


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

    rep = toy_letters.small(samples=samples)
    importance = np.zeros((len(SIZES), LATENTS, LATENTS))
    for k in range(LATENTS):
        forest = RandomForestClassifier(TREES, max_features=open_, random_state=0)
        forest.fit(rep.latents, rep.factors[:, k])
        splits = np.concatenate([gains_of(tree.tree_) for tree in forest.estimators_])
        row = np.digitize(-splits[:, 1], -np.array(SIZES[:-1], dtype=float) - 0.5)
        np.add.at(importance[..., k], (row, splits[:, 0].astype(int)), splits[:, 2] / TREES)
    return importance


@panel(74 + ROW * len(SIZES), min_width=340, max_width=620)
def sizes_panel(canvas: Canvas, own: Floats, others: Floats) -> None:
    """For each size of a split, the importance of the own latent and of the others."""
    x, y, width, _ = canvas.box
    canvas.title("importance, by how many samples a split parts", "importance by samples")
    left, room = x + 112, width - 112 - 66
    canvas.rect(left, y + 22, room, ROW * len(SIZES), GROUND, GRID)
    for j, name in enumerate(SIZE_LABELS):
        top, start = y + 27 + ROW * j, left
        canvas.note(left - 8, top + 18, name, "end")
        for share, fill, key in ((own[j], PART, "own"), (others[j], MARK, "other")):
            canvas.rect(start, top, share * room, 28, fill, key=f"{key}{j}", title=f"{share:.3f}")
            start += share * room
        note: Style = {"font_size": "11", "key": f"sum{j}"}
        canvas.text(start + 6, top + 18, f"{own[j]:.2f} + {others[j]:.2f}", "start", **note)
    bottom = y + 22 + ROW * len(SIZES) + 12
    for j, (fill, whose) in enumerate(LEGEND.items()):
        canvas.rect(left, bottom + 18 * j, 11, 11, fill)
        canvas.note(left + 16, bottom + 10 + 18 * j, whose)


@panel(80, min_width=240, max_width=340)
def open_panel(canvas: Canvas, open_: int) -> None:
    """The four latents; a point says how many of them a split may look at."""
    x, y, width, _ = canvas.box
    canvas.title("latents open to a split: drag the point", "open latents: drag")
    step = min((width - 60) / (LATENTS - 1), 64.0)
    for j in range(LATENTS):
        tick_x = x + 20 + step * j
        canvas.line(tick_x, y + 39, tick_x, y + 49, FAINT)
        canvas.note(tick_x, y + 68, j + 1, "middle")
    ends = x + 20, x + 20 + step * (LATENTS - 1)
    canvas.slider("open_", open_, (1, LATENTS), ends, y + 44, label="latents open to a split")


def describe_splits(open_: int, others: Floats) -> str:
    """How often the right latent is missing, and how much importance goes astray."""
    if open_ == LATENTS:
        return "Every split finds the letter's own latent, and no other helps as much."
    wrong, small = float(others.sum()), float(others[2:].sum())
    return (
        f"With {open_} of {LATENTS} open, the letter's own latent is missing at about "
        f"{1 - open_ / LATENTS:.0%} of the splits. Latents that know nothing get {wrong:.0%} "
        f"of the importance, {small / wrong:.0%} of it from splits of fewer than 100 samples."
    )


@lab(
    {
        "open_": dragged(whole("latents open to a split", 2, 1, LATENTS)),
        "samples": choice(
            "sentences", list(SAMPLES), SAMPLES[0], [f"{count:,}" for count in SAMPLES]
        ),
    },
    describe_change=use_caption,
)
def blind_splits(open_: int, samples: int) -> Picture:
    """A forest that may not always look at the right latent: where does importance go astray?"""
    importance = importance_by_size(open_, samples)
    own = np.trace(importance, axis1=1, axis2=2) / LATENTS
    others = importance.sum((1, 2)) / LATENTS - own
    score = disentanglement(InformativenessMatrix(importance.sum(0), "importance"))
    return Picture(
        panels=(
            stack(open_panel(open_), bars_panel("", {"D": score.value}, min_width=240, key="d")),
            sizes_panel(own, others),
        ),
        shows="Importance by the size of splits.",
        caption=f"{describe_splits(open_, others)} D is {score.value:.2f}.",
        text=f"Forests of {TREES} trees, one for each letter, on {samples:,} sentences, all of "
        f"which they learn from (ours; the lab further up keeps some back for a test, so that its "
        f"D is a little lower). D = {score.value:.4f}.",
        scores={"D": score.value},
    )
