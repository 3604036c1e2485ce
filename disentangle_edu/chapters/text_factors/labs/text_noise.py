"""A trained code with a share of its noise, and the bits that are left."""

import functools

import numpy as np

from .... import Score, mig, viz, widgets
from ....claims.zhang2021_models import nine
from ....claims.zhang2021_tables import AE
from ....types import Floats
from ....zoo import pretrained_text
from ...common.mixtures import spread_words
from ..data import ROOMY, WALKED

N_STROKES = 120  # sentences whose codes are drawn
REACH = 3.5  # the axis extends by this much to each side of 0
STEP = 0.02
SHARES = np.linspace(0, 1, round(1 / STEP) + 1)
SEEDS, TENTH = range(5), 0.1
LEGEND = (
    f"a blue stroke: the code of one of {N_STROKES} sentences; pink: one standard deviation "
    "of noise to either side; full noise: the standard deviation in training (root mean square "
    "over sentences)"
)


@functools.cache
def noisy_models() -> dict[str, str]:
    """The first run of each model with noise: its name in the table, and its full name."""
    shipped = nine().loc[nine().index.isin(pretrained_text.coded()), "row"]
    models = {row: str(model) for model, row in shipped.items() if row != AE}
    return models | {ROOMY: WALKED[ROOMY]}


@functools.lru_cache(maxsize=2048)
def noisy_mig(model: str, share: float, seed: int) -> Score:
    """MIG of a code with a share of its noise."""
    return mig(pretrained_text.code(model, noise=share, seed=seed))


@functools.lru_cache(maxsize=256)
def codes_drawn(model: str, share: float) -> Floats:
    """(sentences, latents) some codes with a share of the noise."""
    return pretrained_text.code(model, noise=share).latents[:N_STROKES]


@functools.cache
def mean_codes(model: str) -> Floats:
    """(latents,) mean over all sentences, without noise."""
    return pretrained_text.code(model).latents.mean(0)


# ------------------------------------------------------------------------------- codes and noise


def strip_height(model: str) -> float:
    """Pixels of one latent."""
    return 54.0 if len(pretrained_text.spread_and_noise(model)[0]) <= 4 else 42.0


@viz.panel(  # four lines of legend on a phone
    height=lambda model: (
        100 + strip_height(model) * len(pretrained_text.spread_and_noise(model)[0])
    ),
    min_width=330,
    max_width=520,
)
def strips_panel(canvas: viz.Canvas, model: str, share: float) -> None:
    """A strip for each latent, with a stroke for each code and a band for the noise."""
    means, codes = mean_codes(model), codes_drawn(model, share)
    spread, full_noise = pretrained_text.spread_and_noise(model)
    x, y, width, _ = canvas.box
    canvas.title("codes and their noise: drag the point", "codes and their noise")
    left, room, strip = x + 64, width - 74, strip_height(model)
    for i in range(len(spread)):
        part = canvas.within(left, y + 46 + strip * i, room, strip - 24)
        draw_noise_strip(part, i, codes[:, i], means[i], share * full_noise[i])
        label = f"codes differ by {spread[i]:.2g}, full noise {full_noise[i]:.2g}"
        canvas.note(left + room, part.box[1] - 4, label, "end", link=f"latent {i + 1}")
    bottom, widest = y + 46 + strip * len(spread), int(full_noise.argmax())
    edge = canvas.within(left, y + 22 + strip * (widest + 1), room, 0)  # below the strokes
    draw_edge(edge, float(means[widest]), full_noise[widest], share)
    to_x = viz.scale((-REACH, REACH), (left, left + room))
    for value in (-2, 0, 2):
        canvas.line(to_x(value), bottom - 22, to_x(value), bottom - 18, viz.FAINT)
        canvas.note(to_x(value), bottom - 6, value, "middle")
    canvas.paragraph(x, bottom + 4, width, LEGEND)


def draw_noise_strip(canvas: viz.Canvas, i: int, codes: Floats, mean: float, noise: float) -> None:
    """Draw the band of the noise of one latent around its mean, and a stroke for each code."""
    left, top, room, height = canvas.box
    name, to_x = f"latent {i + 1}", viz.scale((-REACH, REACH), (left, left + room))
    linked: viz.Style = {"link": name}
    canvas.text(left - 8, top + height / 2 + 4, name, "end", viz.FAINT, **linked)
    canvas.rect(left, top, room, height, viz.GROUND, viz.GRID, **linked)
    start, end = to_x(np.clip([mean - noise, mean + noise], -REACH, REACH))
    band: viz.Style = {"fill_opacity": "0.35", "key": f"noise{i}"}
    canvas.rect(start, top + 2, end - start, height - 4, viz.class_colour(1), **band)
    inside = codes[np.abs(codes) <= REACH]
    strokes = "".join(f"M{to_x(z):.1f} {top + 5:.1f}v{height - 10:.1f}" for z in inside)
    canvas.path(strokes, stroke=viz.PART, stroke_opacity="0.5", key=f"codes{i}")


def draw_edge(canvas: viz.Canvas, mean: float, full_noise: float, share: float) -> None:
    """Draw a point at the edge of the widest band, to drag the noise."""
    left, y, room, _ = canvas.box
    to_x = viz.scale((-REACH, REACH), (left, left + room))
    axis = viz.along("noise", share, (0, 1), STEP, (to_x(mean), to_x(mean + full_noise)))
    handle = viz.Handle("noise, at its edge", (axis,), f"{share:.0%} of the noise")
    x = to_x(mean + share * full_noise)
    canvas.circle(x, y, 9, viz.HANDLE, stroke=viz.PAPER, key="edge", handle=handle)


@viz.panel(230, min_width=260, max_width=460)
def mig_panel(canvas: viz.Canvas, model: str, share: float) -> None:
    """MIG against the share of the noise, with a handle to drag."""
    curve = [noisy_mig(model, round(float(level), 2), 0).value for level in SHARES]
    labels = "MIG against noise: drag the handle", "share of the noise", "MIG"
    plot = viz.Plot(canvas, labels, viz.padded_range(SHARES), (0.0, viz.span_of(curve)[1]))
    plot.line(SHARES, curve, key="curve", pointer_events="none")
    value, words = noisy_mig(model, share, 0).value, f"{share:.0%}"
    plot.slider("noise", share, value, (0, 1), STEP, words=words, key="curvemark")


# ------------------------------------------------------------------------------------- sentences


def describe_noise(model: str, share: float) -> str:
    """State MIG, and the best two latents of a factor."""
    score = noisy_mig(model, share, 0)
    values, names = score.matrix.values, score.matrix.row_names
    k = int(np.argmax(score.parts * score.weights))
    first, second = np.argsort(-values[:, k])[:2]
    with_noise = "Without noise" if share == 0 else f"With {share:.0%} of the noise"
    return (
        f"{with_noise}, MIG is {score.value:.3f}: {names[first]} carries {values[first, k]:.2f} "
        f"bits about the {score.part_names[k]}, and {names[second]}, the runner-up, "
        f"{values[second, k]:.2f} bits."
    )


def describe_drowned(model: str, share: float) -> str:
    """List the latents whose noise is wider than their codes."""
    spread, full_noise = pretrained_text.spread_and_noise(model)
    drowned = (np.flatnonzero(share * full_noise > spread) + 1).tolist()
    if not drowned:
        return "On no latent is the noise wider than the codes."
    latents = f"latent{'s' * (len(drowned) > 1)} {viz.enumerated(drowned)}"
    return f"On {latents} the noise is wider than the codes."


@functools.cache
def describe_redraws(model: str) -> str:
    """State MIG with a tenth of the noise, and its spread if the noise is drawn again."""
    values = [noisy_mig(model, TENTH, seed).value for seed in SEEDS]
    size = f"{len(pretrained_text.code(model).latents):,} samples (sentences), each with new noise"
    return f"MIG with {TENTH:.0%} of the noise, {spread_words(values, size)}"


@widgets.lab(
    lambda: {
        "model": widgets.choice("model", list(noisy_models()), "beta-VAE (0.2)"),
        "noise": widgets.moved_by_handle(widgets.number("share of the noise", 0.0, 0, 1, STEP)),
    },
    describe_change=widgets.describe_by_caption,
)
def text_noise(model: str, noise: float) -> viz.Picture:
    """Put a model's noise back on its codes: which latents still carry information?"""
    name, share = noisy_models()[model], round(noise, 2)
    score = noisy_mig(name, share, 0)
    matrix = viz.matrix_panel(
        score.matrix, cell=40, min_width=300, title="bits that each latent carries"
    )
    return viz.Picture(
        panels=(strips_panel(name, share), viz.stack(matrix, mig_panel(name, share))),
        shows=f"Codes of {model} with noise, the bits of each latent, and MIG against noise.",
        caption=describe_noise(name, share),
        text=f"{describe_drowned(name, share)}\n{describe_redraws(name)}",
        scores={"mig": score.value},
    )
