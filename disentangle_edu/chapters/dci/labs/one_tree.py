"""A decision tree that grows split by split, and the importances that its splits add up to."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .... import viz, widgets
from ....types import Floats
from ...common.verdicts import pair_code

SAMPLES, MAX_SPLITS = 250, 12
DOT = (  # path of an octagon, which looks round
    "M{x:.1f} {y:.1f}m3.2 0l-0.9 2.3l-2.3 0.9l-2.3 -0.9l-0.9 -2.3l0.9 -2.3l2.3 -0.9l2.3 0.9z"
)
LATENTS, FACTOR = (3, 4), 3  # latents 4 and 5 of B, and the vertical position
NAMES = ("latent 4", "latent 5")
COLOURS = viz.class_colour(1), viz.class_colour(2)  # colours of cuts through each latent


class Split(NamedTuple):
    """A cut through one part of the plane.

    latent : 0 or 1.   place : where the cut is on that latent.   gain : the share of the first
    error that the cut removes.   part : the number of the part that is cut; the half with the
    higher values becomes a new part.
    """

    latent: int
    place: float
    gain: float
    part: int


@functools.cache
def shapes_of_b() -> tuple[Floats, Floats]:
    """Two latents of shapes under B, and the vertical position of each shape."""
    code = pair_code("B")
    return code.latents[:SAMPLES, LATENTS], code.factors[:SAMPLES, FACTOR]


def squared_error(values: Floats) -> float:
    """Sum of squared distances to the mean."""
    return float(((values - values.mean()) ** 2).sum())


def best_cut(latents: Floats, values: Floats) -> tuple[float, int, float]:
    """The cut that removes most squared error: the error removed, the latent and the place."""
    best, whole_sum, n = (0.0, 0, 0.0), values.sum(), len(values)
    for latent, column in enumerate(latents.T):
        order = np.argsort(column, kind="stable")
        z, sums, counts = column[order], np.cumsum(values[order])[:-1], np.arange(1, n)
        gains = sums**2 / counts + (whole_sum - sums) ** 2 / (n - counts) - whole_sum**2 / n
        gains[z[1:] == z[:-1]] = 0  # samples with equal latents stay together
        if n > 1 and gains.max() > best[0]:
            j = int(gains.argmax())
            best = float(gains[j]), latent, float((z[j] + z[j + 1]) / 2)
    return best


@functools.cache
def grown_tree() -> list[Split]:
    """The splits in their order: each is the one that removes most of the error that is left."""
    latents, values = shapes_of_b()
    parts, splits, first = [np.arange(SAMPLES)], [], squared_error(values)
    for _ in range(MAX_SPLITS):
        cuts = [best_cut(latents[part], values[part]) for part in parts]
        number = max(range(len(cuts)), key=lambda j: cuts[j][0])
        gain, latent, place = cuts[number]
        rows = parts[number]
        above = latents[rows, latent] > place
        parts[number : number + 1] = [rows[~above]]
        parts.append(rows[above])
        splits.append(Split(latent, place, gain / first, number))
    return splits


def tiles_of(splits: Sequence[Split], limits: Floats) -> list[Floats]:
    """The part of the plane that each leaf covers: a row (low, high) for each latent."""
    tiles = [limits]
    for split in splits:
        below, above = tiles[split.part].copy(), tiles[split.part].copy()
        below[split.latent, 1] = above[split.latent, 0] = split.place
        tiles[split.part] = below
        tiles.append(above)
    return tiles


def importances_of_splits(splits: Sequence[Split]) -> Floats:
    """Each latent's share of the error that the splits remove; 0 without a split."""
    removed = np.zeros(2)
    for split in splits:
        removed[split.latent] += split.gain
    return removed / max(removed.sum(), 1e-12)


# ----------------------------------------------------------------------------------- the panels


@viz.panel(400, min_width=320, max_width=470)
def splits_panel(canvas: viz.Canvas, splits: Sequence[Split]) -> None:
    """The shapes in the plane of two latents, cut into tiles as dark as their mean position."""
    latents, values = shapes_of_b()
    x, y, width, height = canvas.box
    limits = np.array([viz.span_of(column) for column in latents.T])
    title = "more colour: further down"
    plot = viz.Plot(canvas.within(x, y, width, height - 46), (title, *NAMES), *map(tuple, limits))
    depth = (values - values.min()) / np.ptp(values)
    for j, tile in enumerate(tiles_of(splits, limits)):
        inside = np.all((latents > tile[:, 0]) & (latents <= tile[:, 1]), axis=1)
        (left, bottom), (right, top) = plot(*tile[:, 0]), plot(*tile[:, 1])
        fill, box = viz.shade(0.85 * depth[inside].mean()), (left, top, right - left, bottom - top)
        canvas.rect(*box, fill, viz.PAPER, key=f"tile{j}", pointer_events="none")
    for split, cut in zip(splits, cuts_of(splits, limits)):
        newest: viz.Style = {"stroke_width": "4" if split is splits[-1] else "2"}
        canvas.line(*plot(*cut[0]), *plot(*cut[1]), COLOURS[split.latent], **newest)
    for share in np.unique(depth):  # one path for each shade is faster than 250 dots
        dots = "".join(DOT.format(x=x, y=y) for x, y in plot.to_pixels(latents[depth == share]))
        style: viz.Style = {"stroke": viz.INK, "stroke_width": "0.6", "pointer_events": "none"}
        canvas.path(dots, viz.shade(0.85 * share), key=f"dots{share:.2f}", **style)
    ends = x + 120, x + width - 20
    canvas.text(x + 46, y + height - 14, f"splits: {len(splits)}", "start", viz.INK, key="count")
    canvas.slider("splits", len(splits), (0, MAX_SPLITS), ends, y + height - 18)


def cuts_of(splits: Sequence[Split], limits: Floats) -> list[Floats]:
    """The two ends of each cut."""
    cuts = []
    for j, split in enumerate(splits):
        ends = tiles_of(splits[:j], limits)[split.part].T.copy()
        ends[:, split.latent] = split.place
        cuts.append(ends)
    return cuts


@viz.panel(250, min_width=300, max_width=400)
def error_panel(canvas: viz.Canvas, splits: Sequence[Split]) -> None:
    """Bars of one scale: the error that is left, and what the splits of each latent removed."""
    x, y, width, _ = canvas.box
    left = 1 - sum(split.gain for split in splits)
    canvas.title("squared error of the predictions", "squared error")
    canvas.rect(x, y + 46, width, 26, viz.GROUND, viz.GRID)
    canvas.rect(x, y + 46, width * left, 26, viz.FAINT, key="left")
    canvas.note(x, y + 40, f"left: {left:.0%}")
    for latent, name in enumerate(NAMES):
        top, at = y + 112 + 66 * latent, x
        own = [(j, split) for j, split in enumerate(splits) if split.latent == latent]
        removed, share = sum(split.gain for _, split in own), importances_of_splits(splits)[latent]
        canvas.rect(x, top, width, 26, viz.GROUND, viz.GRID)
        for j, split in own:
            title = f"split {j + 1} removes {split.gain:.1%} of the error"
            style: viz.Style = {"key": f"gain{j}", "link": name}
            canvas.rect(at, top, width * split.gain, 26, COLOURS[latent], viz.PAPER, title, **style)
            at += width * split.gain
        canvas.note(x, top - 6, f"removed by {name}: {removed:.0%}", link=name)
        style = {"key": f"share{latent}", "font_weight": "bold"}
        canvas.text(x + width, top - 6, f"importance {share:.2f}", "end", COLOURS[latent], **style)


def describe_split(splits: Sequence[Split]) -> str:
    """What the newest split does, and the importances so far."""
    if not splits:
        return "Without a split, the tree predicts the mean position of all shapes."
    name, (first, second) = NAMES[splits[-1].latent], importances_of_splits(splits)
    return (
        f"Split {len(splits)} cuts {name} and removes {splits[-1].gain:.1%} of the error. "
        f"Importance is {first:.2f} for {NAMES[0]} and {second:.2f} for {NAMES[1]}."
    )


def one_more(values: dict) -> dict:
    """One more split, if the tree can grow."""
    return {"splits": min(values["splits"] + 1, MAX_SPLITS)}


@widgets.lab(
    {"splits": widgets.moved_by_handle(widgets.whole("splits", 1, 0, MAX_SPLITS))},
    describe_change=widgets.describe_by_caption,
    button_actions={"One more split": one_more},
)
def one_tree(splits: int) -> viz.Picture:
    """Grow a decision tree: each split removes error, which counts for the latent that it cuts."""
    done = grown_tree()[:splits]
    first, second = importances_of_splits(done)
    listed = ", ".join(f"{NAMES[split.latent]} ({split.gain:.4f})" for split in done)
    return viz.Picture(
        panels=(splits_panel(done), error_panel(done)),
        shows=f"{SAMPLES} shapes in the plane of two latents (cuts: {splits}), and bars of "
        "the error that the cuts removed.",
        caption=describe_split(done),
        text=f"Splits in their order, with the share of the error that each removes: "
        f"{listed or 'none'}.\n"
        "The tree reads the sixteen positions as numbers; the forest of the first picture reads "
        "them as classes.",
        scores={NAMES[0]: float(first), NAMES[1]: float(second)},
    )
