"""KL and Rec of models of sentences, as points in a plane."""

import numpy as np

from .... import viz, widgets
from ....claims.zhang2021_models import NINE
from ..data import kind_of, numbers_of

SENTENCE_NATS = float(np.log(720_000))  # the entropy of a YNOC sentence
MAX_NATS = 16.0  # the end of both axes
NEAR = 0.4  # within this many nats, the point counts as being at a model or on the line
LONG_STROKE = 1.5  # a stroke of this many nats has room for a name next to it
NOTE = "a sentence takes", f"{SENTENCE_NATS:.2f} nats, so no", "model is down here"


def kl_and_rec() -> dict[str, tuple[float, float]]:
    """KL and Rec of each model, the mean over its runs; an autoencoder has no KL."""
    kl, rec = (numbers_of(name).mean(axis=1).tolist() for name in ("KL", "Rec"))
    return dict(zip(NINE, zip(kl, rec)))


def wasted_nats(kl: float, rec: float) -> float:
    """Nats that a code carries and the decoder does not use."""
    return kl + rec - SENTENCE_NATS


@viz.panel(400, min_width=330, max_width=720)
def budget_panel(canvas: viz.Canvas, kl: float, rec: float) -> None:
    """Models in the plane of KL and Rec, and a point to drag."""
    labels = "drag the point: what would a model here do?", "KL, nats", "Rec, nats"
    plot = viz.Plot(canvas, labels, (0, MAX_NATS), (0, MAX_NATS))
    (left, bottom), (right, top) = plot(0, 0), plot(MAX_NATS, MAX_NATS)
    draw_impossible(plot)
    for name, (its_kl, its_rec) in kl_and_rec().items():
        with canvas.group(link=name):
            if np.isnan(its_kl):
                draw_rec(plot, name, its_rec)
            else:
                draw_model(plot, name, its_kl, its_rec)
    x, y = plot(kl, rec)
    foot = min(plot.y(SENTENCE_NATS - kl), bottom)
    canvas.line(x, y, x, foot, viz.class_colour(1), stroke_width="3", key="wasted")
    axes = (
        viz.Axis("kl", kl, 0, MAX_NATS, 0.5, "x", left, right, "KL in nats"),
        viz.Axis("rec", rec, 0, MAX_NATS, 0.5, "y", bottom, top, "Rec in nats"),
    )
    canvas.circle(
        x, y, 10, viz.HANDLE, stroke=viz.PAPER, key="point", handle=viz.Handle("a model", axes)
    )


def draw_impossible(plot: viz.Plot) -> None:
    """Draw the triangle where no model can be; on its edge all the information is used."""
    canvas, (left, bottom) = plot.canvas, plot(0, 0)
    across, up = plot(SENTENCE_NATS, SENTENCE_NATS)
    triangle = f"M{left:.1f} {bottom:.1f}H{across:.1f}L{left:.1f} {up:.1f}z"
    canvas.path(triangle, viz.GRID, fill_opacity="0.6")
    canvas.line(left, up, across, bottom, viz.INK, stroke_width="1.5")
    for j, words in enumerate(NOTE):
        canvas.note(*plot(0.4, 6.2 - 0.9 * j), words)


def draw_rec(plot: viz.Plot, name: str, rec: float) -> None:
    """Draw a model whose KL is not counted as a line at its Rec."""
    canvas, (left, y), right = plot.canvas, plot(0, rec), plot.x(MAX_NATS)
    canvas.line(left, y, right, y, viz.FAINT, stroke_dasharray="5 4")
    canvas.note(right - 4, y - 5, f"{name}: KL is not counted", "end")


def draw_model(plot: viz.Plot, name: str, kl: float, rec: float) -> None:
    """Draw a point, its name, and a stroke for the nats that are wasted."""
    canvas, (x, y), wasted = plot.canvas, plot(kl, rec), wasted_nats(kl, rec)
    foot = plot.y(max(SENTENCE_NATS - kl, 0.0))
    canvas.line(x, y, x, foot, viz.PART, stroke_width="1.5")
    title = f"{name}: KL {kl:.2f}, Rec {rec:.2f}, wasted {wasted:.2f}"
    canvas.marker(x, y, kind_of(name), 4, title=title, fill_opacity="1")
    fits = x + 6.2 * len(name) < plot.x(MAX_NATS)
    if wasted > 2 * NEAR and (wasted < LONG_STROKE or not fits):
        label = x - 4, foot + 13, name, "end"  # at the lower end of a short stroke
    elif wasted >= LONG_STROKE:
        label = x + 7, (y + foot) / 2 + 4, name, "start"
    else:
        label = x + 9, y - 5, name, "start"
    canvas.text(*label, viz.INK, font_size="11", **viz.HALO)


def describe_point(kl: float, rec: float) -> str:
    """Say whether a model can be at the point, and how many nats it would waste."""
    models = {name: point for name, point in kl_and_rec().items() if np.isfinite(point[0])}
    name = min(models, key=lambda name: np.hypot(models[name][0] - kl, models[name][1] - rec))
    its_kl, its_rec = models[name]
    if np.hypot(its_kl - kl, its_rec - rec) < 2 * NEAR:
        return (
            f"This is {name}, with KL {its_kl:.2f} and Rec {its_rec:.2f}: it wastes "
            f"{wasted_nats(its_kl, its_rec):.2f} nats."
        )
    total = f"KL {kl:g} plus Rec {rec:g} is"
    wasted = wasted_nats(kl, rec)
    if wasted < -NEAR:
        return (
            f"{total} {-wasted:.2f} nats less than a sentence takes. No model can be here: the "
            f"decoder has at least {SENTENCE_NATS - kl:.2f} nats left to guess."
        )
    if wasted < NEAR:
        return f"{total} about what a sentence takes, so all the information is used."
    return f"{total} {wasted:.2f} nats more than a sentence takes. These nats are wasted."


def list_models() -> str:
    """List KL, Rec and wasted nats of each model."""
    lines = [f"A sentence takes ln 720,000 = {SENTENCE_NATS:.2f} nats. Means over runs:"]
    for name, (kl, rec) in kl_and_rec().items():
        numbers = f"KL {kl:.2f}, Rec {rec:.2f}, wasted {wasted_nats(kl, rec):.2f}"
        lines.append(f"{name}: {numbers if np.isfinite(kl) else f'no KL, Rec {rec:.2f}'}")
    return "\n".join(lines)


@widgets.lab(
    {
        "kl": widgets.moved_by_handle(widgets.number("KL, nats", 9, 0, MAX_NATS, 0.5)),
        "rec": widgets.moved_by_handle(widgets.number("Rec, nats", 12, 0, MAX_NATS, 0.5)),
    },
    describe_change=widgets.describe_by_caption,
)
def text_budget(kl: float, rec: float) -> viz.Picture:
    """How much a code carries, and how much its decoder must still guess: where can models be?"""
    return viz.Picture(
        panels=(budget_panel(kl, rec),),
        shows="Nine models by their KL and Rec, and a point to drag.",
        caption=describe_point(kl, rec),
        text=list_models(),
        scores={"wasted": wasted_nats(kl, rec)},
    )
