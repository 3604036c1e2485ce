"""A leak that no pair of a latent and a factor shows."""

import functools

import numpy as np

from .... import InformativenessMatrix, Representation, Score, dcimig, measures, mig, viz, widgets
from ....matrices import Matrix
from ....types import Floats
from ....worlds import examples
from ..data import look_up_table

LEAK_LABELS = "unrelated coin", "coin 2", "parity"  # at leak 0, 1 and 2


def chances_of_bit(rep: Representation) -> Floats:
    """(2, 2) how often the leaked bit is 1, by coins 2 and 3."""
    bit = rep.latents[:, 0] - 2 * rep.factors[:, 0]
    second, third = rep.factors[:, 1], rep.factors[:, 2]
    return np.array([[bit[(second == a) & (third == b)].mean() for b in (0, 1)] for a in (0, 1)])


def matrix_with_pair(rep: Representation, pairs: Matrix) -> InformativenessMatrix:
    """The bits of every pair, and a column for coins 2 and 3 together."""
    coin_pair = rep.factors[:, [1]] * 2 + rep.factors[:, [2]]
    joint = measures.mutual_information(
        Representation(coin_pair, rep.latents, latent_types="discrete")
    )
    return InformativenessMatrix(
        np.hstack([pairs.values, joint.values]),
        "mutual information",
        "bits",
        row_names=rep.latent_names,
        column_names=[*rep.factor_names, "2 and 3"],
    )


@functools.lru_cache(maxsize=64)
def measure_leak(leak: float) -> tuple[Floats, InformativenessMatrix, tuple[Score, Score]]:
    """The chances of the leaked bit, the bits, and both scores."""
    code = examples.leaking_coin(leak)
    rep = look_up_table(code.factors, code.latents)
    scores = mig(rep), dcimig(rep)
    return chances_of_bit(rep), matrix_with_pair(rep, scores[0].matrix), scores


@viz.panel(300, min_width=240, max_width=340)
def chance_panel(canvas: viz.Canvas, chances: Floats, leak: float) -> None:
    """How often the leaked bit is 1, by coins 2 and 3; margins are what pairs show."""
    x, y, width, _ = canvas.box
    canvas.title("how often the leaked bit is 1: drag below", "leaked bit: drag below")
    left, top, size = x + 76, y + 50, min((width - 150) / 2, 62)
    bottom = top + 2 * size
    _draw_chances(canvas.within(left, top, size, size), chances)
    note = "margins: each coin by itself, which is all that a score of pairs reads"
    canvas.paragraph(x, bottom + 26, width, note)
    ends, below = (x + 24, x + width - 24), bottom + 80
    canvas.slider("leak", leak, (0, 2), ends, below, label="what leaks", step=0.05)
    places = ends[0] - 12, sum(ends) / 2, ends[1] + 12
    for label_x, label, side in zip(places, LEAK_LABELS, ("start", "middle", "end")):
        canvas.text(label_x, below + 28, label, side, fill=viz.FAINT, font_size="11")


def _draw_chances(canvas: viz.Canvas, chances: Floats) -> None:
    """Four cells, the first of them in the box of the canvas, with means on the right and below."""
    left, top, size, _ = canvas.box
    for b in (0, 1):
        middle = left + (b + 0.5) * size
        canvas.text(middle, top - 7, f"{b}", fill=viz.FAINT, link="coin 3")
        mean = f"{chances[:, b].mean():.2f}"
        canvas.text(middle, top + 2 * size + 18, mean, key=f"down{b}")
    canvas.text(left - 8, top - 7, "coin 3:", "end", viz.FAINT, link="coin 3")
    for a in (0, 1):
        baseline = top + (a + 0.5) * size + 4
        canvas.text(left - 8, baseline, f"coin 2: {a}", "end", viz.FAINT, link="coin 2")
        mean = f"{chances[a].mean():.2f}"
        canvas.text(left + 2 * size + 10, baseline, mean, "start", key=f"across{a}")
        for b in (0, 1):
            cell_x, share = left + b * size, float(chances[a, b])
            style: viz.Style = {"key": f"chance{a}{b}", "link": ("coin 2", "coin 3")}
            canvas.rect(cell_x, top + a * size, size, size, viz.shade(share), viz.GRID, **style)
            style = {"key": f"chancen{a}{b}", "pointer_events": "none"}
            canvas.text(
                cell_x + size / 2, baseline, f"{share:.2f}", fill=viz.on_shade(share), **style
            )


@viz.panel(
    height=lambda matrix: viz.matrix_height(matrix),
    min_width=300,
    max_width=lambda matrix: viz.matrix_width(matrix),
)
def joint_bits_panel(canvas: viz.Canvas, matrix: Matrix) -> None:
    """Bits of pairs, and in a dashed frame those of two coins together."""
    title = "bits; dashed: the two coins together, which neither score sees"
    to_pixels = viz.draw_matrix(canvas, matrix, title=title)
    rows, columns = matrix.values.shape
    (x, y), (right, bottom) = to_pixels(0, columns - 1), to_pixels(rows, columns)
    style: viz.Style = {"stroke_width": "2.5", "stroke_dasharray": "6 4", "pointer_events": "none"}
    canvas.rect(x, y, right - x, bottom - y, "none", viz.CHOSEN, **style)


@widgets.lab(
    {
        "leak": widgets.folded_away(
            widgets.number(
                "leak: an unrelated coin (0), coin 2 (1) or the parity (2)", 0.0, 0, 2, 0.05
            )
        )
    },
    describe_change=widgets.describe_by_caption,
)
def leak(leak: float) -> viz.Picture:
    """Latent 1 has a leak: an unrelated coin, coin 2, or the parity of two coins?"""
    chances, matrix, scores = measure_leak(leak)
    _, second, third, together = matrix.values[0]
    return viz.Picture(
        panels=(
            chance_panel(chances, leak),
            joint_bits_panel(matrix),
            viz.stack(*(viz.parts_panel(score, height=150) for score in scores)),
        ),
        shows=viz.describe_matrix(matrix),
        caption=f"MIG is {scores[0].value:.2f} and DCIMIG {scores[1].value:.2f}. Latent 1 carries "
        f"{together:.2f} bits about coins 2 and 3 together.",
        text=f"{viz.describe_scores(scores)}\nLatent 1 carries {second:.4f} bits about coin 2, "
        f"{third:.4f} about coin 3, and {together:.4f} about the two together. Neither score reads "
        "this last column.",
        scores={score.metric: score for score in scores},
    )
