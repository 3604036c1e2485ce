"""A lab on what no pair shows: a leak that becomes a parity."""

from typing import Any

import numpy as np

from ... import measures
from ...bench.changes import tells_itself
from ...bench.controls import number
from ...bench.lab import Lab, lab
from ...core import InformativenessMatrix, Representation
from ...metrics import dcimig, mig
from ...show.panels import matrix_panel, parts_panel
from ...show.pictures import describe, words
from ...show.svg import (
    FAINT,
    GRID,
    MARK,
    Panel,
    Picture,
    Style,
    heading,
    on_shade,
    rect,
    shade,
    stack,
    text,
    wrapped,
)
from ...worlds import examples

# --------------------------------------------------------------------------------------- the leak


def _chance_panel(rep: Representation) -> Panel:
    """How often the leaked bit is 1, by coins 2 and 3; margins are what pairs show."""
    bit = rep.latents[:, 0] - 2 * rep.factors[:, 0]
    chance = np.array(
        [
            [bit[(rep.factors[:, 1] == a) & (rep.factors[:, 2] == b)].mean() for b in (0, 1)]
            for a in (0, 1)
        ]
    )

    def draw(x: float, y: float, width: float, height: float) -> str:
        out = [heading(x, y, width, "how often the leaked bit is 1", "the leaked bit")]
        left, top, size = x + 76, y + 50, min((width - 150) / 2, 62)
        for b in (0, 1):
            at = left + (b + 0.5) * size
            out.append(text(at, top - 7, f"coin 3: {b}", fill=FAINT, link="factor 3"))
            mean = f"{chance[:, b].mean():.2f}"
            out.append(text(at, top + 2 * size + 18, mean, key=f"down{b}"))
        for a in (0, 1):
            middle = top + (a + 0.5) * size + 4
            out.append(text(left - 8, middle, f"coin 2: {a}", "end", FAINT, link="factor 2"))
            mean = f"{chance[a].mean():.2f}"
            out.append(text(left + 2 * size + 10, middle, mean, "start", key=f"across{a}"))
            for b in (0, 1):
                place, share = left + b * size, float(chance[a, b])
                style: Style = {"key": f"chance{a}{b}", "link": ("factor 2", "factor 3")}
                out.append(rect(place, top + a * size, size, size, shade(share), GRID, **style))
                style = {"key": f"chancen{a}{b}", "pointer_events": "none"}
                shown = f"{share:.2f}"
                out.append(text(place + size / 2, middle, shown, fill=on_shade(share), **style))
        said = "beside and below: what one coin alone shows, and all that a score of pairs reads"
        out.append(wrapped(x, top + 2 * size + 26, width, said, size=11)[0])
        return "".join(out)

    return Panel(draw, 240, 240, 300)


def draw_leak(leak: float, amount: float) -> Picture:
    """Latent 1 = coin 1 and a leaked bit; MIG and DCIMIG lose it from sight as a parity."""
    rep = examples.leaking_coin(leak, amount)
    scores = mig(rep), dcimig(rep)
    both = rep.factors[:, [1]] * 2 + rep.factors[:, [2]]
    joint = measures.mutual_information(Representation(both, rep.latents, latent_kinds="levels"))
    pairs = scores[0].matrix
    shown = InformativenessMatrix(
        np.hstack([pairs.values, joint.values]),
        "mutual information",
        "bits",
        row_names=rep.latent_names,
        column_names=[*rep.factor_names, "2 and 3"],
    )

    def frame(place: Any) -> str:
        (x, y), (x2, y2) = place(0, 3), place(len(shown.values), 4)
        style = {"stroke_width": "2.5", "stroke_dasharray": "6 4", "pointer_events": "none"}
        return rect(x, y, x2 - x, y2 - y, "none", MARK, **style)

    row, together = pairs.values[0], float(joint.values[0, 0])
    said = (
        f"MIG {scores[0].value:.2f}, DCIMIG {scores[1].value:.2f}. Latent 1 tells {row[1]:.2f} "
        f"bits about factor 2, {row[2]:.2f} about factor 3, and {together:.2f} about the two "
        "together."
    )
    lines = words(scores) + (
        f"\nLatent 1 tells {row[1]:.4f} bits about factor 2, {row[2]:.4f} about factor 3, and "
        f"{together:.4f} about the two together: the last column, which neither score reads."
    )
    title = "bits (the dashed column: read by no score)"
    panels = (
        _chance_panel(rep),
        matrix_panel(shown, title=title, over=frame, least=300),
        stack(*(parts_panel(score, height=150) for score in scores)),
    )
    alt = f"{describe(shown)} {said}"
    return Picture(panels, alt, lines, {score.metric: score for score in scores}, said)


@lab
def leak(after: Any = None) -> Lab:
    """What leaks into latent 1: nothing, a coin, or the parity of two coins?"""
    controls = {
        "leak": number("leak: 0 nothing, 1 coin 2, 2 parity", 2.0, 0, 2, 0.05),
        "amount": number("how often it leaks", 1.0, 0, 1, 0.05),
    }
    return Lab(draw_leak, controls, tell=tells_itself, after=after)
