"""MIG of the beta-VAEs against beta, with a dot for every seed."""

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .... import viz, widgets
from ....zoo import pretrained
from ....zoo.traversals import model_name
from ...common.sprites import model_panels, table_of_sprites
from ..data import model_columns

if TYPE_CHECKING:
    import pandas as pd


@functools.cache
def beta_family() -> "pd.DataFrame":
    """Every beta-VAE, and the autoencoders as beta 0: strength, seed and MIG."""
    table = table_of_sprites()
    selected = table[table["objective"].isin(("ae", "beta_vae"))]
    return selected[["strength", "seed", "mig"]].astype(float)


@viz.panel(250, min_width=260, max_width=460)
def migs_panel(canvas: viz.Canvas, beta: float, seed: int) -> None:
    """MIG against beta: a dot per model, and a line with a handle through their means."""
    family = beta_family()
    mean = family.groupby("strength")["mig"].mean()
    top = float(np.ceil(family["mig"].max() * 1.1 * 100) / 100)
    labels = "drag the handle; click a seed", "beta (0: the autoencoder)", "MIG"
    plot = viz.Plot(canvas, labels, viz.padded_range(mean.index), (0, top))
    with canvas.radio_group(f"a seed of beta {beta:g}"):
        for name, row in family.iterrows():
            x, y = plot(row["strength"], row["mig"])
            if row["strength"] != beta:
                canvas.circle(x, y, 3, viz.FAINT, fill_opacity="0.4")
                continue
            title = f"{model_name(str(name))}: {row['mig']:.2f}"
            draw_seed(canvas, (x, y), row["seed"], row["seed"] == seed, title)
    plot.line(mean.index, mean, key="mig", pointer_events="none")
    plot.slider("beta", beta, mean[beta], (0, 8), 1, words=f"{beta:g}", key="migmark")


def draw_seed(
    canvas: viz.Canvas, position: tuple[float, float], number: float, chosen: bool, title: str
) -> None:
    """A dot that chooses its seed."""
    axis = viz.Axis("seed", -1.0, number, number, 1.0, "y", 0)
    handle = viz.Handle(title, (axis,), "", (int(number), 0), chosen=chosen)
    look = {"stroke": viz.INK, "stroke_width": "2"} if chosen else {"fill_opacity": "0.8"}
    colour = viz.CHOSEN if chosen else viz.PART
    canvas.circle(*position, 6, colour, title, handle=handle, key=f"mig{number:.0f}", **look)


def check_beta(name: str, value: object) -> float:
    """The nearest beta for which there are models."""
    wanted = widgets.number("beta", 4, 0, 8).check(name, value)
    return min(pretrained.BETAS, key=lambda beta: abs(beta - wanted))


@widgets.lab(
    {
        "beta": replace(
            widgets.moved_by_handle(widgets.number("beta", 4, 0, 8, 1)), check=check_beta
        ),
        "seed": widgets.moved_by_handle(widgets.whole("seed", 0, 0, 9)),
    },
    describe_change=widgets.describe_by_caption,
)
def beta(beta: float, seed: int) -> viz.Picture:
    """Turn beta up, and click the seeds: what depends on beta, and what on chance?"""
    model, family = pretrained.of_beta(beta, seed), beta_family()
    row = model_columns(model, "mig", "rec_mean")
    migs = family[family["strength"] == beta]["mig"]
    return viz.Picture(
        panels=(migs_panel(beta, seed), *model_panels(model)),
        shows=f"MIG of every beta-VAE against beta, and the bits of each latent of "
        f"{model_name(model)} about each factor.",
        caption=f"At beta {beta:g}, seed {seed} has a MIG of {row['mig']:.2f}. The mean MIG of the "
        f"{len(migs)} seeds is {migs.mean():.2f}.",
        text=f"MIG of these seeds is from {migs.min():.2f} to {migs.max():.2f}. The reconstruction "
        f"error of seed {seed} is {row['rec_mean']:.1f} nats.\nEach dot is a seed, and the line "
        "joins the means. Only the decoders of seed 0 are shipped, so only seed 0 has images.",
        scores=row,
    )
