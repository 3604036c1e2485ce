"""Importances that two predictors give to latents of noise, and D of these importances."""

import functools

from .... import InformativenessMatrix, informativeness, viz, widgets
from ....claims.course import d_of_noise, partly_noise
from ....measures.predictors import Predictor
from ..data import NOISE_RUNS

PREDICTORS: tuple[Predictor, ...] = ("lasso", "forest")
NOISE = {1.0: "all", 0.9: "nine tenths", 0.5: "half", 0.1: "a tenth"}  # of a latent's variance
I_COLOUR = viz.class_colour(2)  # the colour of informativeness


@functools.cache
def informativeness_of(run: int, predictor: Predictor, copied: float) -> float:
    """Informativeness of one draw, on test samples."""
    return informativeness(partly_noise(run, copied), predictor=predictor, seed=run).value


@viz.panel(262, min_width=330, max_width=560)
def draws_panel(canvas: viz.Canvas, run: int, copied: float) -> None:
    """D and informativeness in several draws, a strip for each predictor; a point chooses one."""
    x, y, width, _ = canvas.box
    canvas.title("ten draws: drag the point", "drag the point")
    left, room = x + 84, width - 98
    step = room / NOISE_RUNS
    for j in range(NOISE_RUNS):
        canvas.note(left + (j + 0.5) * step, y + 58, j + 1, "middle")
    ends, limits = (left + 0.5 * step, left + room - 0.5 * step), (0, NOISE_RUNS - 1)
    canvas.slider("run", run, limits, ends, y + 36, label="draw", words=f"{run + 1}")
    for k, predictor in enumerate(PREDICTORS):
        draw_strip(canvas.within(left, y + 70 + 84 * k, room, 70), predictor, run, copied)
    bold: viz.Style = {"font_weight": "bold", "font_size": "11"}
    canvas.text(left, y + 254, "left: D", "start", viz.PART, **bold)
    canvas.text(left + 62, y + 254, "right: informativeness", "start", I_COLOUR, **bold)


def draw_strip(canvas: viz.Canvas, predictor: Predictor, run: int, copied: float) -> None:
    """Two bars for each draw by one predictor: D and informativeness."""
    left, top, width, height = canvas.box
    canvas.text(left - 24, top + height / 2 + 4, predictor, "end")
    canvas.rect(*canvas.box, viz.GROUND, viz.GRID)
    canvas.note(left - 6, top + 8, "1", "end")
    canvas.note(left - 6, top + height, "0", "end")
    step = width / NOISE_RUNS
    bar_width = (step - 6) / 2
    for j in range(NOISE_RUNS):
        d, i = d_of_noise(j, predictor, copied).value, informativeness_of(j, predictor, copied)
        start = left + j * step + 3
        for letter, value, x, colour in (
            ("D", d, start, viz.PART),
            ("I", i, start + bar_width, I_COLOUR),
        ):
            up = max(value, 0) * (height - 1.5) + 1.5
            bar: viz.Style = {"key": f"{predictor}{j}{letter}"}
            bar |= {"fill_opacity": "1" if j == run else "0.45"}
            title = f"{predictor}, draw {j + 1}: {letter} = {value:.3f}"
            canvas.rect(x, top + height - up, bar_width, up, colour, "none", title, **bar)


@widgets.lab(
    {
        "noise": widgets.choice(
            "how much of each latent is noise?", list(NOISE), 1.0, list(NOISE.values())
        ),
        "run": widgets.moved_by_handle(widgets.whole("draw", 0, 0, NOISE_RUNS - 1)),
    },
    describe_change=widgets.describe_by_caption,
)
def dci_on_noise(noise: float, run: int) -> viz.Picture:
    """Draw noise ten times: which importances does it get, and how high is D?"""
    copied = round(1 - noise, 3)
    scores = {predictor: d_of_noise(run, predictor, copied) for predictor in PREDICTORS}
    i_lasso, i_forest = (informativeness_of(run, name, copied) for name in PREDICTORS)
    n_entries = int((scores["lasso"].matrix.values > 0).sum())
    tables = [
        viz.matrix_panel(
            InformativenessMatrix(score.matrix.values, "importance"),
            title=f"importances from the {predictor}",
            cell=32,
            key=predictor,
        )
        for predictor, score in scores.items()
    ]
    return viz.Picture(
        panels=(draws_panel(run, copied), viz.stack(*tables)),
        shows=f"D and informativeness in {NOISE_RUNS} draws of latents that are {noise:.0%} noise, "
        "and the importances in one draw.",
        caption=f"In draw {run + 1} the lasso keeps {n_entries or 'none'} of 9 entries. D is "
        f"{scores['lasso'].value:.3f} with the lasso and {scores['forest'].value:.3f} with the "
        "forest.",
        text=f"Informativeness is {i_lasso:.3f} with the lasso and {i_forest:.3f} with the forest. "
        "It is R² on test samples, and 0 if the predictions are no better than the mean.\n"
        "The importances of the lasso are the absolute values of its coefficients; its penalty is "
        "chosen by cross-validation. The importances of the forest are shares of the error that "
        "its splits remove.\n"
        f"Each of the {NOISE_RUNS} draws has 300 samples of three normal factors, and a latent for "
        "each factor. You choose the share of a latent's variance that is noise; the rest copies "
        "the factor.",
        scores={f"D by the {predictor}": score.value for predictor, score in scores.items()},
    )
