"""Scores of perfect codes of four letters."""

import functools
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....measures import discretise
from ....measures.predictors import Features
from ....metrics import disentanglement, mig, modularity, sap
from ....representation import Representation
from ....score import Score
from ....types import Floats, Progress
from ....viz.canvas import Canvas, panel, stack
from ....viz.panels import bars_panel, matrix_panel
from ....viz.picture import Picture
from ....viz.theme import GRID, GROUND, class_colour, shade
from ....widgets.change_text import all_that_changed
from ....widgets.controls import choice, dragged, whole
from ....widgets.lab import lab
from ....worlds import toy_letters

LIVE_SAMPLES, FULL_SAMPLES = 1_000, 10_000
MIN_BINS, MAX_BINS = 2, 100
Code = tuple[int, int, bool, int]  # values, latents per letter, whether in order, samples
describe_scores = functools.partial(all_that_changed, least=0.005)  # less is chance, of 1,000


class Setting(NamedTuple):
    """Setting of the lab: a code, and how it is scored."""

    values: int
    dimensions: int
    order: str
    bins: int
    trees: int
    max_features: Features
    C: float


@functools.lru_cache(maxsize=64)
def small_code(code: Code) -> Representation:
    """Samples of a code."""
    return toy_letters.small(*code)


@functools.lru_cache(maxsize=64)
def forest_score(code: Code, trees: int, max_features: Features) -> Score:
    """D of a code by a forest."""
    return disentanglement(small_code(code), n_estimators=trees, max_features=max_features)


@functools.lru_cache(maxsize=64)
def svm_score(code: Code, C: float) -> Score:
    """SAP of a code."""
    return sap(small_code(code), C=C)


@panel(142, min_width=330, max_width=760)
def axis_panel(
    canvas: Canvas, title: str, values: Floats, rank: NDArray[np.int64], bins: int
) -> None:
    """Values on an axis, and the bins that hold more than one value.

    rank : number of each value.
    """
    x, y, width, _ = canvas.box
    low, high = values.min(), values.max()
    shared = np.bincount(discretise(values, bins=bins), minlength=bins) > 1

    def to_x(value: float) -> float:
        return x + 4 + (value - low) / max(high - low, 1e-12) * (width - 8)

    canvas.title(title, "values in bins: drag the point")
    for j in range(bins):
        left, right = (to_x(low + (high - low) * edge / bins) for edge in (j, j + 1))
        canvas.rect(left, y + 26, right - left, 48, GROUND, GRID, key=f"bin{j}")
        if shared[j]:
            canvas.rect(
                left,
                y + 26,
                right - left,
                48,
                class_colour(1),
                fill_opacity="0.3",
                key=f"shared{j}",
            )
    for j, value in enumerate(values):
        style = {"stroke_width": "3", "key": f"value{j}"}
        colour = shade(0.4 + 0.6 * rank[j] / max(len(values) - 1, 1))
        canvas.line(to_x(value), y + 30, to_x(value), y + 70, colour, **style)
    note = (
        "strokes: values, from faint (first) to strong (last); shaded: bins with more than one "
        f"value ({int(shared.sum())})"
    )
    canvas.paragraph(x, y + 78, width, note)
    draw_bins_slider(canvas.within(x, y + 126, width, 0), bins)


def draw_bins_slider(canvas: Canvas, bins: int) -> None:
    """Draw a point to drag along the numbers of bins."""
    x, y, width, _ = canvas.box
    first, last = x + 56, x + width - 60
    canvas.note(first - 14, y + 4, f"{MIN_BINS} bins", "end")
    canvas.note(last + 14, y + 4, f"{MAX_BINS} bins")
    canvas.slider("bins", bins, (MIN_BINS, MAX_BINS), (first, last), y, key="bins")


def describe_code(setting: Setting, rep: Representation, recognised: float) -> str:
    """Say what bins and the SVM find in a perfect code.   recognised : values of each letter."""
    on_first = np.unique(rep.latents[:, 0])
    filled = len(np.unique(discretise(rep.latents[:, 0], bins=setting.bins)))
    where = f"fill {filled} of {setting.bins} bins"
    if filled == len(on_first):
        where = "each have their own bin"
    caption = (
        f"Nothing is mixed and nothing is lost. The {len(on_first)} values of letter "
        f"{rep.factor_names[0]} {where}, and the SVM recognises {recognised:.1f} values of each "
        "letter."
    )
    each = len(rep.latent_names) // len(rep.factor_names)
    if each > 1:
        caption += (
            f" {each} latents know each letter about equally well, so MIG and SAP find no gap."
        )
    return caption


def describe_forest(setting: Setting, forest: Score) -> str:
    """Say what a split sees, and how much importance the best latent of a letter gets."""
    best, latents = forest.matrix.values.max(0), len(forest.matrix.row_names)
    n_open = int(latents**0.5) if setting.max_features == "sqrt" else latents
    worst = forest.matrix.column_names[int(best.argmin())]
    return (
        f"Each split of the forest sees {n_open} of the {latents} latents. Letter {worst} has the "
        f"lowest share of importance on its best latent, {best.min():.2f}."
    )


def toy_picture(setting: Setting, samples: int) -> Picture:
    """A perfect code of four letters, and its scores."""
    code = setting.values, setting.dimensions, setting.order == "in order", samples
    rep, bins = small_code(code), setting.bins
    forest = forest_score(code, setting.trees, setting.max_features)
    svm = svm_score(code, setting.C)
    listed = mig(rep, bins=bins), modularity(rep, bins=bins), forest, svm
    scores = {score.metric: score.value for score in listed}
    values, rows = np.unique(rep.latents[:, 0], return_index=True)
    title = (
        f"the values of letter A on latent {rep.latent_names[0]}, in {bins} bins: "
        "drag the point below"
    )
    matrix = matrix_panel(forest.matrix, cell=42, min_width=300, title="importance in the forest")
    words = ", ".join(f"{metric} = {value:.4f}" for metric, value in scores.items())
    return Picture(
        panels=(
            stack(
                axis_panel(title, values, rep.factors[rows, 0], bins),
                bars_panel(f"scores, {samples:,} samples", scores, step=34),
            ),
            replace(matrix, height=310.0),  # the same for any number of latents
        ),
        shows="Values in bins, scores, and the importance of each latent for each letter.",
        caption=describe_code(setting, rep, setting.values * svm.matrix.values.max(0).mean()),
        text=f"{words}; {samples:,} samples.\n"
        f"{describe_forest(setting, forest)}\n"
        "The SVM's number is the mean of four letters. Guessing would recognise 1 value.",
        scores=scores,
    )


def full_toy_text(progress: Progress, **values: Any) -> Picture:
    """Draw the picture for 10,000 samples, as many as in the paper."""
    setting = Setting(**values)
    for _ in progress(["all"]):
        picture = toy_picture(setting, FULL_SAMPLES)
    changes = all_that_changed(toy_picture(setting, LIVE_SAMPLES), picture, least=0.01)
    return replace(picture, caption=f"With {FULL_SAMPLES:,} sentences: {changes}")


@lab(
    {
        "values": whole("values per letter", 20, 2, 40),
        "dimensions": whole("latents per letter", 1, 1, 3),
        "order": choice("values are", ["at random", "in order"], "at random"),
        "bins": dragged(whole("bins (MIG, modularity)", 20, MIN_BINS, MAX_BINS)),
        "trees": whole("trees of the forest", 10, 1, 50),
        "max_features": choice(
            "latents open to a split", ["sqrt", "all"], "sqrt", ["some, at random", "all"]
        ),
        "C": choice("C of the SVM", [0.01, 1.0, 10.0], 0.01, ["0.01", "1", "10"]),
    },
    full=full_toy_text,
    describe_change=describe_scores,
)
def toy_text(
    values: int,
    dimensions: int,
    order: str,
    bins: int,
    trees: int,
    max_features: Features,
    C: float,
) -> Picture:
    """Each letter has its own latents, and nothing is lost: which scores are low?"""
    return toy_picture(
        Setting(values, dimensions, order, bins, trees, max_features, C), LIVE_SAMPLES
    )
