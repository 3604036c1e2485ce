"""Latents that copy a factor drawn at random: pairs become points, which are classified."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .... import Confusions, Score, measures, metrics, viz, widgets
from ....types import Floats, Progress
from ....worlds import examples
from ...common.mixtures import FACTORS, dragged_panel, shares_of, spread_words
from .. import data
from ._points import points_panel

LIVE_POINTS, FULL_POINTS = 200, 10_000
CONFUSION_TITLE = "rows: named; columns: stood still"
N_PAIRS = 14  # the number of pairs drawn
LATENTS = "latent 1", "latent 2", "latent 3"


# ------------------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class FullCopies:
    """The table at preference 1."""

    copies: data.Copies = examples.COPYING


def follow_copies(before: dict, now: dict) -> dict:
    """The values after the slider has blended the table, or after a probability was dragged."""
    if now["copies"] == before["copies"]:
        blended = data.blend_copies(now["memory"].copies, now["preference"])
        return now | {"copies": blended.round(7).tolist()}
    cell = widgets.moved_cell(before["copies"], now["copies"])
    if not cell:  # the entire table was replaced
        return now | {"memory": FullCopies(data.unblend_copies(now["copies"], now["preference"]))}
    copies = data.set_probability(before["copies"], now["copies"], *cell)
    return now | {"copies": copies, "memory": FullCopies(copies), "preference": 1.0}


# ------------------------------------------------------------------------------ pairs of a batch


@viz.panel(320, min_width=280, max_width=420)
def pairs_panel(canvas: viz.Canvas, factor: str, pairs: Floats, mean: Floats) -> None:
    """A few pairs that share one factor, latent by latent; the mean distances are one point."""
    x, y, width, height = canvas.box
    canvas.title(f"pairs that share {factor}", "pairs")
    left, step = x + 58, (height - 66) / 3
    for i, name in enumerate(LATENTS):
        top = y + 30 + i * step
        canvas.text(left - 6, top + step / 2 - 4, name, "end", viz.FAINT, link=name)
        strip = canvas.within(left, top, width - 70, step)
        to_x = viz.scale((0, 1), (left, left + width - 70))
        draw_pairs(strip, pairs[:N_PAIRS, :, i], i, to_x)
        draw_distance(strip, float(mean[i]), i, to_x)
    note = (
        f"{min(N_PAIRS, len(pairs))} of {len(pairs)} pairs are drawn. Bars: mean distance of all "
        "pairs. The three means are one point, the ring."
    )
    canvas.paragraph(x, y + height - 32, width, note)


def draw_pairs(strip: viz.Canvas, pairs: Floats, i: int, to_x: viz.Pixels) -> None:
    """The pairs of one latent, each with a stroke between its two samples."""
    left, top, width, step = strip.box
    strip.rect(left, top, width, step - 26, viz.GROUND, viz.GRID)
    for j, (a, b) in enumerate(pairs):
        y, colour = (
            top + 4 + j * (step - 34) / (N_PAIRS - 1),
            viz.PART if abs(a - b) < 1e-9 else viz.FAINT,
        )
        strip.line(to_x(a), y, to_x(b), y, colour, stroke_width="1.6", key=f"pair{i}-{j}")
        strip.circle(to_x(a), y, 2.2, colour, key=f"dot{i}-{j}a")
        strip.circle(to_x(b), y, 2.2, colour, key=f"dot{i}-{j}b")


def draw_distance(strip: viz.Canvas, mean: float, i: int, to_x: viz.Pixels) -> None:
    """The mean distance in one latent as a bar below its pairs."""
    left, top, width, step = strip.box
    y, title = top + step - 18, f"mean distance {mean:.3f}"
    bar: viz.Style = {"key": f"apart{i}", "link": LATENTS[i], "title": title}
    strip.rect(left, y, mean * width, 9, viz.FAINT, **bar)
    strip.note(to_x(mean) + 5, y + 9, f"{mean:.2f}", key=f"meann{i}")


# ------------------------------------------------------------------------------------ the picture


@dataclass(frozen=True)
class CloudView:
    """The factor that the drawn pairs share, and the angles of the cloud in degrees."""

    factor: int
    turn: float
    tilt: float


def runs_picture(
    copies: data.Copies,
    seeds: Sequence[int],
    view: CloudView,
    progress: Progress | None = None,
    **options: Any,
) -> viz.Picture:
    """BetaVAE of latents that copy factors, once per seed.

    options : of the metric. The pairs and points are those of the first seed.
    """
    probabilities = shares_of(copies, "copies")
    world = data.copying_world(tuple(map(tuple, probabilities)))
    scores = [metrics.beta_vae(world, seed=seed, progress=progress, **options) for seed in seeds]
    rows, held, _, _ = measures.difference_points(world, seed=seeds[0], **options)
    answers = Confusions(sum(score.matrix.values for score in scores), CONFUSION_TITLE, "")
    value = float(np.mean([float(score) for score in scores]))
    batch, shared = options["batch_size"], options["shared"]
    pairs = data.sample_pairs(world, view.factor, batch, shared, seeds[0])
    mean = np.abs(pairs[:, 0] - pairs[:, 1]).mean(0)
    table = dragged_panel("copies", probabilities, "how often each latent copies")
    return viz.Picture(
        panels=(
            viz.stack(table, viz.matrix_panel(answers, title=CONFUSION_TITLE, cell=44)),
            pairs_panel(FACTORS[view.factor], pairs, mean),
            points_panel(rows, held, mean, view.turn, view.tilt),
        ),
        shows="Pairs, their mean distances as points in three latents, and a table of answers.",
        caption=describe_score(rows, held, answers.values, value),
        text=f"{describe_answers(rows, held, answers.values)}\n"
        f"{describe_size(scores, options['n_points'], batch)}",
        scores={"beta_vae": value},
    )


def describe_score(points: Floats, held: NDArray[np.intp], answers: Floats, value: float) -> str:
    """How often the classifier is right, and how far apart the closest clouds are."""
    i, k, distance = data.closest_clouds(points, held)
    return (
        f"BetaVAE is {value:.3f}: a linear classifier is right for {answers.trace():,.0f} of "
        f"{answers.sum():,.0f} new points. The closest clouds are those of {FACTORS[i]} and "
        f"{FACTORS[k]}, {distance:.1f} standard deviations apart."
    )


def describe_answers(points: Floats, held: NDArray[np.intp], answers: Floats) -> str:
    """Correct answers for each factor, mistakes between the closest clouds, and the error."""
    i, k, _ = data.closest_clouds(points, held)
    named = ", ".join(
        f"{FACTORS[j]} in {answers[j, j]:.0f} of {answers[:, j].sum():.0f} points"
        for j in range(len(answers))
    )
    n_answers = answers.sum()
    share = (answers.trace() + 0.5) / (n_answers + 1)  # below 1, so that the error is above 0
    return (
        f"Correct answers: {named}. The classifier confuses {FACTORS[i]} and {FACTORS[k]} for "
        f"{answers[i, k] + answers[k, i]:,.0f} of their {answers[:, [i, k]].sum():,.0f} points. "
        f"The standard error of the score is {np.sqrt(share * (1 - share) / n_answers):.1g}."
    )


def describe_size(scores: Sequence[Score], points: int, batch: int) -> str:
    """The sizes of a run, with mean and spread of the score."""
    size = f"{points:,} training points of {batch} pairs, {max(10, points // 2):,} test points"
    return spread_words([float(score) for score in scores], size)


def describe_score_change(before: viz.Picture, now: viz.Picture) -> str:
    """How the score changed, if three digits show the change, and the new caption."""
    old, new = (picture.scores["beta_vae"] for picture in (before, now))
    if abs(new - old) < widgets.SEEN:
        return now.caption
    rose = "rose" if new > old else "fell"
    return now.caption.replace("BetaVAE is", f"BetaVAE {rose} from {old:.3f} to")


def full_beta_vae(progress: Progress, copies: data.Copies, **values: Any) -> viz.Picture:
    """One run at the size of the paper."""
    view = CloudView(FACTORS.index(values["held"]), values["turn"], values["tilt"])
    options = {"batch_size": values["batch"], "shared": values["shared"]}
    return runs_picture(copies, [values["seed"]], view, progress, n_points=FULL_POINTS, **options)


@widgets.lab(
    {
        "preference": widgets.number("preference kept (0: none, 1: as set)", 1.0, 0, 1, 0.05),
        "shared": widgets.choice("the shared value is drawn once per", ["pair", "batch"], "pair"),
        "batch": widgets.folded_away(widgets.whole("pairs per point", 128, 2, 256, 2)),
        "held": widgets.folded_away(
            widgets.choice("show pairs that share", list(FACTORS), "factor 1")
        ),
        "copies": widgets.number_table("copies", examples.COPYING),
        "seed": widgets.moved_by_handle(widgets.whole("seed", 0, 0, 20)),
        "turn": widgets.moved_by_handle(widgets.number("turn", 0, -180, 180)),
        "tilt": widgets.moved_by_handle(widgets.number("tilt", 0, -90, 90)),
    },
    full=full_beta_vae,
    update_memory=follow_copies,
    describe_change=describe_score_change,
    initial_memory=FullCopies(),
    views=("held", "turn", "tilt"),
)
def beta_vae(
    copies: data.Copies,
    batch: int,
    shared: str,
    held: str,
    seed: int,
    turn: float,
    tilt: float,
    **_: object,  # `copies` already includes preference and memory
) -> viz.Picture:
    """Latents copy a factor drawn at random: watch pairs become points, and clouds separate."""
    view, seeds = CloudView(FACTORS.index(held), turn, tilt), [seed, seed + 1]
    options: dict[str, Any] = {"n_points": LIVE_POINTS, "batch_size": batch, "shared": shared}
    return runs_picture(copies, seeds, view, **options)
