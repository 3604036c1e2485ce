"""A forest whose splits see only some of the latents, and which latents get the importance."""

import functools
from typing import Any

import numpy as np

from .... import InformativenessMatrix, disentanglement, viz, widgets
from ....types import Floats
from ....worlds import letter_sentences

TREES, LATENTS = 10, len(letter_sentences.NAMES)
SAMPLES = 1_000, 3_000, 10_000
SIZES = 1_000, 100, 10, 0  # the least number of samples at a split
SIZE_LABELS = "1,000 and more", "100 to 999", "10 to 99", "fewer than 10"
ROW = 38  # pixels of a size's row
LEGEND = {
    viz.PART: "the letter's own latent",
    viz.class_colour(1): "other latents, which know nothing",
}


def gains_of(tree: Any) -> Floats:
    """(splits, 3) of a fitted tree: the latent, the number of samples, and the gain of each split.

    A gain is a decrease in impurity. The gains of a tree are divided by their sum, so that the
    gains of a latent add up to its importance in scikit-learn.
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

    rep = letter_sentences.small(samples=samples)
    importance = np.zeros((len(SIZES), LATENTS, LATENTS))
    for k in range(LATENTS):
        forest = RandomForestClassifier(TREES, max_features=open_, random_state=0)
        forest.fit(rep.latents, rep.factors[:, k])
        splits = np.concatenate([gains_of(tree.tree_) for tree in forest.estimators_])
        row = np.digitize(-splits[:, 1], -np.array(SIZES[:-1], dtype=float) - 0.5)
        np.add.at(importance[..., k], (row, splits[:, 0].astype(int)), splits[:, 2] / TREES)
    return importance


@viz.panel(74 + ROW * len(SIZES), min_width=340, max_width=620)
def sizes_panel(canvas: viz.Canvas, own: Floats, others: Floats) -> None:
    """The importance of the letter's own latent and of other latents, for each size of a split."""
    x, y, width, _ = canvas.box
    canvas.title(
        "importance, by the number of samples that a split divides", "importance by samples"
    )
    left, room = x + 112, width - 112 - 66
    canvas.rect(left, y + 22, room, ROW * len(SIZES), viz.GROUND, viz.GRID)
    for j, name in enumerate(SIZE_LABELS):
        top, start = y + 27 + ROW * j, left
        canvas.note(left - 8, top + 18, name, "end")
        for share, fill, key in (
            (own[j], viz.PART, "own"),
            (others[j], viz.class_colour(1), "other"),
        ):
            canvas.rect(start, top, share * room, 28, fill, key=f"{key}{j}", title=f"{share:.3f}")
            start += share * room
        note: viz.Style = {"font_size": "11", "key": f"sum{j}"}
        canvas.text(start + 6, top + 18, f"{own[j]:.2f} + {others[j]:.2f}", "start", **note)
    bottom = y + 22 + ROW * len(SIZES) + 12
    for j, (fill, whose) in enumerate(LEGEND.items()):
        canvas.rect(left, bottom + 18 * j, 11, 11, fill)
        canvas.note(left + 16, bottom + 10 + 18 * j, whose)


@viz.panel(80, min_width=240, max_width=340)
def open_panel(canvas: viz.Canvas, open_: int) -> None:
    """The four latents, and a point to choose how many of them are open to a split."""
    x, y, width, _ = canvas.box
    canvas.title("latents open to a split: drag the point", "open latents: drag")
    step = min((width - 60) / (LATENTS - 1), 64.0)
    for j in range(LATENTS):
        tick_x = x + 20 + step * j
        canvas.line(tick_x, y + 39, tick_x, y + 49, viz.FAINT)
        canvas.note(tick_x, y + 68, j + 1, "middle")
    ends = x + 20, x + 20 + step * (LATENTS - 1)
    canvas.slider("open_", open_, (1, LATENTS), ends, y + 44, label="latents open to a split")


def describe_splits(open_: int, others: Floats) -> str:
    """Say how often the right latent is missing, and how much importance other latents get."""
    if open_ == LATENTS:
        return "Every split sees the letter's own latent, and no other latent helps as much."
    return (
        f"About {1 - open_ / LATENTS:.0%} of the splits cannot choose the letter's own latent, so "
        f"latents that know nothing about the letter get {others.sum():.0%} of the importance."
    )


def describe_forests(others: Floats, samples: int) -> str:
    """Say how the forests are trained, and which splits give importance to other latents."""
    note = f"There is one forest of {TREES} trees for each letter. It learns from all {samples:,} "
    note += "sentences and keeps none of them for a test."
    if others.sum() == 0:
        return note
    small = others[2:].sum() / others.sum()
    return (
        f"{note}\nSplits of fewer than 100 samples give {small:.0%} of the importance of latents "
        "that know nothing."
    )


@widgets.lab(
    {
        "open_": widgets.moved_by_handle(widgets.whole("latents open to a split", 2, 1, LATENTS)),
        "samples": widgets.choice(
            "sentences", list(SAMPLES), SAMPLES[0], [f"{count:,}" for count in SAMPLES]
        ),
    },
    describe_change=widgets.describe_by_caption,
)
def blind_splits(open_: int, samples: int) -> viz.Picture:
    """A forest that cannot always choose the right latent: which latents get importance?"""
    importance = importance_by_size(open_, samples)
    own = np.trace(importance, axis1=1, axis2=2) / LATENTS
    others = importance.sum((1, 2)) / LATENTS - own
    score = disentanglement(InformativenessMatrix(importance.sum(0), "importance"))
    return viz.Picture(
        panels=(
            viz.stack(
                open_panel(open_), viz.bars_panel("", {"D": score.value}, min_width=240, key="d")
            ),
            sizes_panel(own, others),
        ),
        shows="Importance by the size of splits.",
        caption=f"{describe_splits(open_, others)} D is {score.value:.2f}.",
        text=f"D = {score.value:.4f}. {describe_forests(others, samples)}",
        scores={"D": score.value},
    )
