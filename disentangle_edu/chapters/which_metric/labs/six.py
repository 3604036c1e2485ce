"""How reliable is a rank correlation over six strengths?"""

from collections.abc import Mapping, Sequence

import numpy as np

from .... import viz, widgets
from ....types import Floats
from ....zoo.objectives import OBJECTIVES
from ..data import FAMILIES, FOREST_SAW, TITLES, family_intervals, points_of, undecided

ROW = 40.0
Interval = tuple[float, float, float]


@viz.panel(300, min_width=300, max_width=460)
def six_points_panel(canvas: viz.Canvas, family: str, points: Floats) -> None:
    """Ten small dots for each strength, and their mean."""
    labels = f"{TITLES[family]}: six strengths", "MIG", "accuracy of a forest"
    plot = viz.Plot(canvas, labels, viz.span_of(points[..., 0]), viz.span_of(points[..., 1]))
    for j, point in enumerate(points.reshape(-1, 2)):
        canvas.circle(*plot(*point), 2.5, viz.FAINT, fill_opacity="0.6", key=f"seed{j}")
    means = [plot(*mean) for mean in points.mean(1)]
    for j, ((x, y), strength) in enumerate(zip(means, OBJECTIVES[family].strengths)):
        canvas.circle(x, y, 7, viz.PART, key=f"mean{j}", title=f"strength {strength:g}")
    for j, strength in enumerate(OBJECTIVES[family].strengths):
        (x, y, anchor), word = label_place(means, j), f"{strength:g}"
        width = 7 * viz.width_in_letters(word) + 4
        left = x - 2 if anchor == "start" else x - width + 2
        canvas.rect(
            left, y - 10, width, 13, viz.GROUND, key=f"ground{j}"
        )  # above the dots of seeds
        canvas.text(x, y, word, anchor, viz.INK, font_size="11", key=f"name{j}")


def label_place(means: Sequence[tuple[float, float]], j: int) -> tuple[float, float, str]:
    """Place of the label of point j, at the corner that is farthest from the other points."""
    x, y = means[j]
    others = np.array([mean for i, mean in enumerate(means) if i != j])

    def distance(place: tuple[float, float, str]) -> float:
        middle = place[0] + (9 if place[2] == "start" else -9), place[1] - 4
        return float(np.hypot(*(others - middle).T).min())

    places = [
        (x + side * 10, y + down, anchor)
        for side, anchor in ((1, "start"), (-1, "end"))
        for down in (-6, 16)
    ]
    return max(places, key=distance)


@viz.panel(56 + ROW * len(FAMILIES), min_width=300, max_width=460)
def intervals_panel(canvas: viz.Canvas, intervals: Mapping[str, Interval], chosen: str) -> None:
    """The correlation of each family, with its interval; a click shows the family's points."""
    x, y, width, _ = canvas.box
    title = "rank correlation of six means: click a family"
    canvas.title(title, "click a family")
    left, top, bottom = x + 126, y + 24, y + 24 + ROW * len(intervals)
    to_x = viz.scale((-1, 1), (left + 8, x + width - 12))
    for tick in (-1, 0, 1):
        ends = to_x(tick), top, to_x(tick), bottom
        canvas.line(*ends, viz.INK if tick == 0 else viz.GRID)
        canvas.note(to_x(tick), bottom + 16, f"{tick:g}", "middle")
    with canvas.radio_group("a family of models"):
        for j, (name, (value, low, high)) in enumerate(intervals.items()):
            middle, is_chosen = top + (j + 0.5) * ROW, name == chosen
            axis = viz.Axis("family", -1.0, float(j), float(j), 1.0, "y", 0)
            words = f"{value:.2f}, between {low:.2f} and {high:.2f}"
            handle = viz.Handle(TITLES[name], (axis,), words, (j, 0), chosen=is_chosen)
            frame = viz.CHOSEN if is_chosen else "none"
            box = x, middle - ROW / 2 + 2, width, ROW - 4
            canvas.rect(*box, "transparent", frame, rx=4, handle=handle, key=f"row{name}")
            colour = viz.class_colour(1) if low <= 0 <= high else viz.PART
            quiet: viz.Style = {"pointer_events": "none"}
            canvas.text(left - 8, middle + 4, TITLES[name], "end", font_size="12", **quiet)
            line: viz.Style = {"stroke_width": "5", "stroke_opacity": "0.5", "key": f"line{name}"}
            canvas.line(to_x(low), middle, to_x(high), middle, colour, **line, **quiet)
            canvas.circle(to_x(value), middle, 6, colour, key=f"value{name}", **quiet)


@widgets.lab(
    {
        "codes": widgets.choice("codes that the forest was trained on", FOREST_SAW, 3000),
        "family": widgets.moved_by_handle(
            widgets.whole("family", FAMILIES.index("dip_vae_i"), 0, len(FAMILIES) - 1)
        ),
    },
    describe_change=widgets.describe_by_caption,
)
def six(codes: int, family: int) -> viz.Picture:
    """How reliable is a rank correlation over six strengths, with ten seeds each?"""
    name, intervals = FAMILIES[family], family_intervals(codes)
    value, low, high = intervals[name]
    count = len(undecided(codes))
    return viz.Picture(
        panels=(six_points_panel(name, points_of(name, codes)), intervals_panel(intervals, name)),
        shows="Six strengths of a family by MIG and accuracy, and a rank correlation with its "
        "interval for each family.",
        caption=f"{TITLES[name]}: {value:.2f}, between {low:.2f} and {high:.2f}. The intervals of "
        f"{count} of {len(FAMILIES)} families contain 0 (pink).",
        text="\n".join(
            f"{TITLES[one]}: {middle:.2f}, between {bottom:.2f} and {top:.2f}."
            for one, (middle, bottom, top) in intervals.items()
        )
        + "\nFor an interval, ten seeds of each strength were drawn 1,000 times with "
        "replacement. 95% of the correlations of their means lie in the interval.",
        scores={one: middle for one, (middle, _, _) in intervals.items()},
    )
