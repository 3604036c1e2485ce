"""SAP of plain copies of factors with more and more levels, read by straight lines."""

import functools

import numpy as np
from numpy.typing import NDArray

from .... import viz, widgets
from ....measures._linear_svm_1d import Ranked, margin_lines
from ....measures._supervised import scale_columns, train_test_rows
from ....types import Floats
from ....worlds import examples
from ...common.lines import Lines, lines_panel
from ..data import COPIES, N_SAMPLES, SPLIT, sap_of_copies

MAX_LEVELS = 16
COUNTS = range(2, MAX_LEVELS + 1)
C_VALUES = 0.01, 0.1, 1.0, 100.0
PREDICTORS = [*(f"SVM, C = {C:g}" for C in C_VALUES), "a line (levels as numbers)"]
HIGHEST, REACH = 1.6, 2.0  # the drawn range of the lines, and of the standardised latent


@functools.lru_cache(maxsize=64)
def level_lines(factor: int, levels: int, C: float, samples: int) -> Lines:
    """The lines of a copied factor's levels, fitted to the very samples from which SAP learns."""
    rep = examples.copy_world(levels, levels).sample(samples)
    train_rows, _ = train_test_rows(rep, SPLIT, True, 0)
    z, codes = scale_columns(rep.latents, "standard", train_rows)[:, factor], rep.factors[:, factor]
    latent = Ranked(z[None, train_rows])
    slopes, heights = margin_lines(latent, codes[train_rows].astype(int), C=C, balanced=True)
    names = [f"level {j + 1}" for j in range(levels)]
    spans = (-REACH, REACH), (-HIGHEST, HIGHEST)
    return Lines(np.unique(z), slopes[0], heights[0], names, spans)


@viz.panel(30, min_width=320, max_width=520)
def recognised_panel(canvas: viz.Canvas, lines: Lines) -> None:
    """A dot for each level of factor 2, filled if the level is recognised."""
    x, y, _, _ = canvas.box
    canvas.note(x, y + 14, "same for factor 2:")
    for j, (name, recognised) in enumerate(zip(lines.names, lines.recognised)):
        dot: viz.Style = {"stroke": viz.PART, "stroke_width": "2", "key": f"second{j}"}
        title = f"{name} of factor 2: {'recognised' if recognised else 'not recognised'}"
        canvas.circle(
            x + 118 + 15 * j, y + 10, 5, viz.PART if recognised else viz.PAPER, title, **dot
        )


@viz.panel(300, min_width=260, max_width=460)
def numbers_panel(canvas: viz.Canvas, levels: int) -> None:
    """Levels read as numbers: one line goes through all of them."""
    places = list(range(1, levels + 1))
    labels = "levels as numbers: one line fits all", "latent 1", "factor 1"
    plot = viz.Plot(canvas, labels, (1, levels), (0, levels + 1))
    for level in places:
        canvas.circle(*plot(level, level), 5, viz.PART, key=f"number{level}")
    plot.line(places, places, key="number", pointer_events="none")


@viz.panel(300, min_width=260, max_width=460)
def levels_panel(
    canvas: viz.Canvas, curve: Floats, levels: int, value: float, has_limit: bool
) -> None:
    """SAP against the number of levels, with a handle to drag, and its upper limit."""
    labels = "SAP by levels: drag the handle", "levels", "SAP"
    plot = viz.Plot(canvas, labels, viz.padded_range(COUNTS))
    if has_limit:
        points = [plot(count, 1 - 1 / count) for count in COUNTS]
        canvas.polyline(points, viz.FAINT, stroke_dasharray="5 4", key="most")
        canvas.note(points[-1][0], points[-1][1] - 6, "1 - 1/levels", "end")
    plot.line(COUNTS, curve, key="curve", pointer_events="none")
    words = f"{levels} levels"
    plot.slider("levels", levels, value, (2, MAX_LEVELS), 1, words=words, key="curvemark")


def svm_panel(fitted: list[Lines]) -> viz.Panel:
    """A line for each level of factor 1, and which levels of factor 2 are recognised."""
    labels = "factor 1: a line for each level; the highest wins", "latent 1, standardised"
    return viz.stack(
        lines_panel(fitted[0], labels, "line", (330, 520)), recognised_panel(fitted[1])
    )


def describe_lines(levels: int, fitted: list[Lines], own: float, other: float) -> str:
    """The levels that have the highest line, and how well new samples are classified."""
    recognised = [describe_recognised(lines.recognised) for lines in fitted]
    whose = recognised[0]
    if recognised[0] != recognised[1]:
        whose = f"{recognised[0]} of factor 1 and {recognised[1]} of factor 2"
    return (
        f"Of {levels} levels {whose} have the highest line at their position. New samples "
        f"recognised: {own:.3f} from the factor's own latent, {other:.3f} from the other."
    )


def describe_recognised(recognised: NDArray[np.bool_]) -> str:
    """All levels, or the numbers of some."""
    return "all" if recognised.all() else f"only {viz.enumerated(np.flatnonzero(recognised) + 1)}"


@widgets.lab(
    {
        "levels": widgets.moved_by_handle(widgets.whole("levels", 2, 2, MAX_LEVELS)),
        "C": widgets.choice("predictor", [*C_VALUES, None], C_VALUES[0], PREDICTORS),
        "samples": widgets.choice(
            "samples", [COPIES, N_SAMPLES], COPIES, [f"{n:,}" for n in (COPIES, N_SAMPLES)]
        ),
    },
    describe_change=widgets.describe_by_caption,
)
def sap_levels(levels: int, C: float | None, samples: int) -> viz.Picture:
    """Copy factors with more and more levels: which levels does SAP's predictor recognise?"""
    curve = np.array([sap_of_copies(count, C, samples).value for count in COUNTS])
    value, shares = float(curve[levels - 2]), sap_of_copies(levels, C, samples).matrix.values
    own, other = shares.diagonal(), shares[::-1].diagonal()
    if C is None:
        left = numbers_panel(levels)
        caption = (
            f"Read as numbers, {levels} levels are on one line: R² is {own.mean():.3f} from the "
            f"factor's own latent, and {other.mean():.3f} from the other latent."
        )
    else:
        fitted = [level_lines(factor, levels, C, samples) for factor in (0, 1)]
        left, caption = svm_panel(fitted), describe_lines(levels, fitted, own.mean(), other.mean())
    return viz.Picture(
        panels=(left, levels_panel(curve, levels, value, C is not None)),
        shows=f"Lines for {levels} levels, and SAP against the number of levels.",
        caption=f"{caption} SAP is the gap: {value:.3f}.",
        text=f"Factors 1 and 2 from their own latents: {own[0]:.3f} and {own[1]:.3f}; from the "
        f"other latent: {other[0]:.3f} and {other[1]:.3f}. SAP is the mean gap.\n"
        f"Two factors, {samples:,} samples, one repetition"
        f"{'' if C is None else '; a quarter of the samples is for testing'}.",
        scores={"sap": value},
    )
