"""Latents that copy a factor drawn by chance: pairs become points, and points are classified."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .... import measures, metrics
from ....matrices import Confusions
from ....score import Score
from ....types import Floats, Progress
from ....viz.canvas import Canvas, Pixels, Style, panel, scale, stack
from ....viz.panels import matrix_panel
from ....viz.picture import Picture
from ....viz.theme import FAINT, GRID, GROUND, PART
from ....widgets.change_text import SEEN
from ....widgets.controls import (
    choice,
    dragged,
    folded_away,
    moved_cell,
    number,
    number_table,
    whole,
)
from ....widgets.lab import lab
from ....worlds import examples
from ...common.mixtures import FACTORS, dragged_panel, shares_of, spread_words
from ..data import (
    Copies,
    blend_copies,
    closest_clouds,
    copying_world,
    sample_pairs,
    set_probability,
    unblend_copies,
)
from ._points import points_panel

LIVE_POINTS, FULL_POINTS = 200, 10_000
CONFUSION_TITLE = "rows: it said; columns: stood still"
N_PAIRS = 14  # that are drawn
LATENTS = "latent 1", "latent 2", "latent 3"


# ------------------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class FullCopies:
    """The table at preference 1."""

    copies: Copies = examples.COPYING


def follow_copies(before: dict, now: dict) -> dict:
    """The slider blends the table; a dragged probability takes from the others of its row."""
    if now["copies"] == before["copies"]:
        blended = blend_copies(now["memory"].copies, now["preference"])
        return now | {"copies": blended.round(7).tolist()}
    cell = moved_cell(before["copies"], now["copies"])
    if not cell:  # another table altogether
        return now | {"memory": FullCopies(unblend_copies(now["copies"], now["preference"]))}
    copies = set_probability(before["copies"], now["copies"], *cell)
    return now | {"copies": copies, "memory": FullCopies(copies), "preference": 1.0}


# ------------------------------------------------------------------------------ pairs of a batch


@panel(320, min_width=280, max_width=420)
def pairs_panel(canvas: Canvas, factor: str, pairs: Floats, mean: Floats) -> None:
    """A few pairs that share one factor, latent by latent.

    Their mean distance is one point.
    """
    x, y, width, height = canvas.box
    canvas.title(f"pairs that share {factor}", "pairs")
    left, step = x + 58, (height - 66) / 3
    for i, name in enumerate(LATENTS):
        top = y + 30 + i * step
        canvas.text(left - 6, top + step / 2 - 4, name, "end", FAINT, link=name)
        strip = canvas.within(left, top, width - 70, step)
        to_x = scale((0, 1), (left, left + width - 70))
        draw_pairs(strip, pairs[:N_PAIRS, :, i], i, to_x)
        draw_distance(strip, float(mean[i]), i, to_x)
    note = (
        f"{min(N_PAIRS, len(pairs))} of {len(pairs)} pairs are drawn; bar: mean distance over all "
        "of them; these three numbers are one point, the ring in the cloud"
    )
    canvas.paragraph(x, y + height - 32, width, note)


def draw_pairs(strip: Canvas, pairs: Floats, i: int, to_x: Pixels) -> None:
    """The pairs of one latent, each with a stroke between its two samples."""
    left, top, width, step = strip.box
    strip.rect(left, top, width, step - 26, GROUND, GRID)
    for j, (a, b) in enumerate(pairs):
        y, colour = top + 4 + j * (step - 34) / (N_PAIRS - 1), PART if abs(a - b) < 1e-9 else FAINT
        strip.line(to_x(a), y, to_x(b), y, colour, stroke_width="1.6", key=f"pair{i}-{j}")
        strip.circle(to_x(a), y, 2.2, colour, key=f"dot{i}-{j}a")
        strip.circle(to_x(b), y, 2.2, colour, key=f"dot{i}-{j}b")


def draw_distance(strip: Canvas, mean: float, i: int, to_x: Pixels) -> None:
    """The mean distance in one latent as a bar below its pairs."""
    left, top, width, step = strip.box
    y, title = top + step - 18, f"mean distance {mean:.3f}"
    bar: Style = {"key": f"apart{i}", "link": LATENTS[i], "title": title}
    strip.rect(left, y, mean * width, 9, FAINT, **bar)
    strip.note(to_x(mean) + 5, y + 9, f"{mean:.2f}", key=f"meann{i}")


# ------------------------------------------------------------------------------------ the picture


@dataclass(frozen=True)
class View:
    """What is drawn of the runs: the factor that pairs share, and two angles in degrees."""

    factor: int
    turn: float
    tilt: float


def runs_picture(
    copies: Copies,
    seeds: Sequence[int],
    view: View,
    progress: Progress | None = None,
    **options: Any,
) -> Picture:
    """BetaVAE of latents that copy factors, once per seed.

    options : of the metric. The pairs and points are those of the first seed.
    """
    probabilities = shares_of(copies, "copies")
    world = copying_world(tuple(map(tuple, probabilities)))
    scores = [metrics.beta_vae(world, seed=seed, progress=progress, **options) for seed in seeds]
    rows, held, _, _ = measures.difference_points(world, seed=seeds[0], **options)
    answers = Confusions(sum(score.matrix.values for score in scores), CONFUSION_TITLE, "")
    value = float(np.mean([float(score) for score in scores]))
    batch, shared = options["batch_size"], options["shared"]
    pairs = sample_pairs(world, view.factor, batch, shared, seeds[0])
    mean = np.abs(pairs[:, 0] - pairs[:, 1]).mean(0)
    table = dragged_panel("copies", probabilities, "what each latent copies: drag")
    return Picture(
        panels=(
            stack(table, matrix_panel(answers, title=CONFUSION_TITLE, cell=44)),
            pairs_panel(FACTORS[view.factor], pairs, mean),
            points_panel(rows, held, mean, view.turn, view.tilt),
        ),
        shows="Pairs, their mean distances as points in three latents, and guesses.",
        caption=f"{describe_answers(answers.values, value)} "
        f"{describe_clouds(rows, held, answers.values)}",
        text=describe_runs(answers.values, scores, options["n_points"], batch),
        scores={"beta_vae": value},
    )


def describe_answers(answers: Floats, value: float) -> str:
    """How often the classifier is right, and how far the score may be off."""
    right, total = answers.trace(), answers.sum()
    share = (right + 0.5) / (total + 1)  # not 1, so that its error is not 0
    error = float(np.sqrt(share * (1 - share) / total))
    return (
        f"A linear classifier names the factor that stood still in {right:,.0f} of {total:,.0f} "
        f"new points: {value:.3f}, give or take {error:.1g}."
    )


def describe_clouds(points: Floats, held: NDArray[np.intp], answers: Floats) -> str:
    """Why the classifier is right so often: how far apart the clouds lie, and who is confused."""
    i, k, distance = closest_clouds(points, held)
    wrong, pair_total = answers[i, k] + answers[k, i], answers[:, [i, k]].sum()
    return (
        f"The closest clouds, of {FACTORS[i]} and {FACTORS[k]}, lie {distance:.1f} spreads apart: "
        f"{wrong:,.0f} of {pair_total:,.0f} points are taken for the other's."
    )


def describe_runs(answers: Floats, scores: Sequence[Score], points: int, batch: int) -> str:
    """How often each factor was named when it stood still, and the spread of the score."""
    named = ", ".join(
        f"{FACTORS[k]} in {answers[k, k]:.0f} of {answers[:, k].sum():.0f}"
        for k in range(len(answers))
    )
    size = f"{points:,} points of {batch} pairs to learn, {max(10, points // 2):,} to judge"
    spread = spread_words([float(score) for score in scores], size)
    return f"It names {named} points.\n{spread}"


def describe_change(before: Picture, now: Picture) -> str:
    """How the score moved, if three digits show it, and what it is."""
    old, new = (picture.scores["beta_vae"] for picture in (before, now))
    if abs(new - old) < SEEN:
        return now.caption
    return f"BetaVAE {'rose' if new > old else 'fell'} from {old:.3f} to {new:.3f}. {now.caption}"


def full_beta_vae(progress: Progress, copies: Copies, **values: Any) -> Picture:
    """The same at the size of the paper, one repetition."""
    view = View(FACTORS.index(values["held"]), values["turn"], values["tilt"])
    options = {"batch_size": values["batch"], "shared": values["shared"]}
    return runs_picture(copies, [values["seed"]], view, progress, n_points=FULL_POINTS, **options)


@lab(
    {
        "preference": number("preference kept (0: none, 1: as set)", 1.0, 0, 1, 0.05),
        "shared": choice("the shared value is drawn per", ["pair", "batch"], "pair"),
        "batch": folded_away(whole("pairs per point", 128, 2, 256, 2)),
        "held": folded_away(choice("show pairs that share", list(FACTORS), "factor 1")),
        "copies": number_table("copies", examples.COPYING),
        "seed": dragged(whole("seed", 0, 0, 20)),
        "turn": dragged(number("turn", 0, -180, 180)),
        "tilt": dragged(number("tilt", 0, -90, 90)),
    },
    full=full_beta_vae,
    update_state=follow_copies,
    describe_change=describe_change,
    initial_state=FullCopies(),
    views=("held", "turn", "tilt"),
)
def beta_vae(
    copies: Copies,
    batch: int,
    shared: str,
    held: str,
    seed: int,
    turn: float,
    tilt: float,
    **_: object,  # preference and memory are in the table by now
) -> Picture:
    """Latents that copy a factor drawn by chance: watch pairs become points, and points part."""
    view, seeds = View(FACTORS.index(held), turn, tilt), [seed, seed + 1]
    options: dict[str, Any] = {"n_points": LIVE_POINTS, "batch_size": batch, "shared": shared}
    return runs_picture(copies, seeds, view, **options)
