"""How reliable is a rank correlation over six strengths?"""

import numpy as np

from ....types import Floats
from ....viz.canvas import Canvas, Style, panel
from ....viz.picture import Picture
from ....viz.plot import Plot, span_of
from ....viz.theme import FAINT, INK, PART, class_colour
from ....widgets.change_text import use_caption
from ....widgets.controls import choice
from ....widgets.lab import lab
from ....zoo.objectives import OBJECTIVES
from ....zoo.rank_correlation import over_strengths
from ..data import FAMILIES, FOREST_SAW, TITLES, points_of, share_of_other_sign

BINS = np.linspace(-1, 1, 21) - 1e-9  # a correlation of 1 lies in the last


@panel(300, min_width=300, max_width=520)
def six_points_panel(canvas: Canvas, family: str, points: Floats) -> None:
    """Ten small dots for each strength, and their mean."""
    labels = f"{TITLES[family]}: six strengths", "MIG", "accuracy of a forest"
    plot = Plot(canvas, labels, span_of(points[..., 0]), span_of(points[..., 1]))
    for point in points.reshape(-1, 2):
        canvas.circle(*plot(*point), 2.5, FAINT, fill_opacity="0.6")
    for j, (mean, strength) in enumerate(zip(points.mean(1), OBJECTIVES[family].strengths)):
        x, y = plot(*mean)
        canvas.circle(x, y, 7, class_colour(1), key=f"mean{j}", title=f"strength {strength:g}")
        canvas.text(x + 10, y - 6, f"{strength:g}", "start", INK, font_size="11")


@panel(300, min_width=300, max_width=520)
def draws_panel(canvas: Canvas, averaged: float, single: Floats) -> None:
    """How often each correlation occurs with one seed each, and the correlation of the means."""
    finite = single[~np.isnan(single)]
    shares = np.histogram(finite, np.append(BINS[:-1], 1.0))[0] / len(finite)
    top_share = max(float(shares.max()), 0.1)
    labels = f"{len(finite):,} draws: one seed for each strength", "rank correlation", "share"
    plot = Plot(canvas, labels, (-1, 1), (0, top_share))
    for j, share in enumerate(shares):
        (left, top), (right, bottom) = plot(BINS[j], share), plot(BINS[j + 1], 0)
        sentence = f"{BINS[j]:.1f} to {BINS[j + 1]:.1f}: {share:.1%}"
        box = left, top, max(right - left - 1, 1), bottom - top
        canvas.rect(*box, PART, key=f"bin{j}", title=sentence)
    dashes: Style = {"stroke_width": "2.5", "stroke_dasharray": "6 4"}
    ends = *plot(averaged, top_share), *plot(averaged, 0)
    canvas.line(*ends, class_colour(1), key="averaged", **dashes)


@lab(
    {
        "family": choice("family", FAMILIES, "dip_vae_i", [TITLES[name] for name in FAMILIES]),
        "codes": choice("codes that the forest was trained on", FOREST_SAW, 300),
    },
    describe_change=use_caption,
)
def six(family: str, codes: int) -> Picture:
    """How reliable is a rank correlation over six strengths, with ten seeds each or only one?"""
    points = points_of(family, codes)
    averaged, single = over_strengths(points)
    other = share_of_other_sign(averaged, single)
    return Picture(
        panels=(six_points_panel(family, points), draws_panel(averaged, single)),
        shows="Six strengths by MIG and accuracy, and how often each correlation occurs.",
        caption=f"{TITLES[family]}, forest trained on {codes:,} codes: the six means have a rank "
        f"correlation of {averaged:.2f}. With one seed for each strength, the sign is reversed in "
        f"{other:.0%} of draws.",
        text="The dashed stroke is at the correlation of the six means.",
        scores={"averaged": averaged, "other sign": other},
    )
