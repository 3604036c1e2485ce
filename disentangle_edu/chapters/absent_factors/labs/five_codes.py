"""Four codes of sentences, and noise, under eight metrics."""

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from ....matrices import InformativenessMatrix
from ....score import Score
from ....types import Floats, Progress
from ....viz.canvas import Canvas, Panel, Style, by_width, panel, radio_group
from ....viz.display_names import display_name
from ....viz.handles import Axis, Handle
from ....viz.panels import matrix_panel
from ....viz.picture import Picture
from ....viz.theme import CHOSEN, GRID, GROUND, class_colour
from ....widgets.change_text import use_caption
from ....widgets.controls import dragged, whole
from ....widgets.lab import lab
from ....worlds.text import CODES
from ..data import NOISE, score_of_code

CODED = (*CODES, NOISE)
METRICS_SHOWN = (
    *("mig", "modularity", "sap", "disentanglement", "completeness"),
    *("informativeness", "explicitness", "factor_vae"),
)
STEP, LANE = 38.0, 5.0  # pixels of a metric's row, and of a code in it
NARROW_PARTS = 440.0  # pixels from which on there is room for nine columns
DRAWS = 5  # of sentences, in the full-size run
Draws = Sequence[int]


# ------------------------------------------------------------------------------------------ scores


@functools.cache
def scores_of_draw(name: str, draw: int) -> dict[str, Score]:
    """The score of each code under a metric, in one draw of sentences."""
    return {code: score_of_code(code, name, draw) for code in CODED}


def scores_over_draws(name: str, draws: Draws) -> dict[str, Floats]:
    """(draws,) scores of each code."""
    scores = [scores_of_draw(name, draw) for draw in draws]
    return {code: np.array([s[code].value for s in scores]) for code in CODED}


def mean_scores(name: str, draws: Draws) -> dict[str, float]:
    """The score of each code, a mean over the draws."""
    return {code: float(scores.mean()) for code, scores in scores_over_draws(name, draws).items()}


def rank_codes(values: Mapping[str, float]) -> list[str]:
    """The four codes, the best first."""
    return sorted(CODES, key=lambda code: -values[code])


# ------------------------------------------------------------------------------------------ panels


@panel(100 + STEP * len(METRICS_SHOWN), min_width=340, max_width=640)
def metrics_panel(canvas: Canvas, chosen: int, draws: Draws) -> None:
    """A row for each metric, which you click to see its parts, with a mark for each code.

    With several draws the mark is at their mean, on a line from the lowest to the highest score.
    """
    x, y, width, _ = canvas.box
    canvas.title("eight metrics: click one", "click a metric")
    top = draw_names(canvas.within(x, y + 30, width, 0)) + 18
    for j in range(len(METRICS_SHOWN)):
        row = canvas.within(x, top + STEP * j, width - 2, STEP - 5)
        draw_metric(row, j, j == chosen, draws)
    bottom = top + STEP * len(METRICS_SHOWN) + 10
    for value in (0, 0.5, 1):
        canvas.note(x + 116 + value * (width - 130), bottom, f"{value:g}", "middle")


def draw_names(canvas: Canvas) -> float:
    """Draw the mark and the name of each code, and return the height of the last line."""
    x, y, width, _ = canvas.box
    across = x
    for k, code in enumerate(CODED):
        entry_width = 24 + 6.3 * len(code)
        if across + entry_width > x + width:
            across, y = x, y + 18
        with canvas.group(link=code):
            canvas.marker(across + 8, y, k, 4.5)
            canvas.text(across + 18, y + 4, code, "start", font_size="11")
        across += entry_width
    return y


def draw_metric(canvas: Canvas, j: int, is_chosen: bool, draws: Draws) -> None:
    """Draw the row of a metric, which can be chosen, with a mark for each code."""
    x, y, width, height = canvas.box
    name, label = METRICS_SHOWN[j], display_name(METRICS_SHOWN[j])
    left, right, middle = x + 116, x + width - 12, y + height / 2
    axis = Axis("metric", -1.0, j, j, 1.0, "y", 0)
    handle = Handle(f"parts of {label}", (axis,), cell=(j, 0), chosen=is_chosen)
    style: Style = {"rx": 4, "key": f"row{j}", "handle": handle}
    style["stroke_width"] = "2.5" if is_chosen else "1"
    canvas.rect(x, y, width, height, GROUND, CHOSEN if is_chosen else GRID, **style)
    quiet: Style = {"pointer_events": "none"}  # a click reaches the row
    canvas.text(left - 10, middle + 4, label, "end", font_size="12", **quiet)
    canvas.line(left, middle, right, middle, GRID, **quiet)
    for k, (code, scores) in enumerate(scores_over_draws(name, draws).items()):
        ends = scores.min(), scores.mean(), scores.max()
        low, mean, high = (left + float(value) * (right - left) for value in ends)
        lane = middle + LANE * (k - (len(CODED) - 1) / 2)
        style = {"stroke_width": "3", "key": f"r{j}-{k}", **quiet}
        canvas.line(low, lane, high, lane, class_colour(k), **style)
        title = f"{code}: {label} {scores.mean():.3f}"
        style = {"key": f"s{j}-{k}", "link": code, "title": title, **quiet}
        canvas.marker(mean, lane, k, 4.5, **style)


def code_parts_panel(name: str, draws: Draws) -> Panel:
    """Score and parts of each code in the first draw, because each draw has its own latents.

    There is a row for each code, or a column if the panel is narrow.
    """
    first = scores_of_draw(name, draws[0])
    axis = first[NOISE].axis.removesuffix("s")
    title = f"{display_name(name)} and its parts; one part for each {axis}"
    title += ", first draw" if len(draws) > 1 else ""
    names = ["score", *(part.removeprefix("end-") for part in first[NOISE].part_names)]
    values = np.array([[score.value, *score.parts] for score in first.values()])
    short = [code.split()[-1].replace("components", "comp.") for code in first]
    lying = InformativenessMatrix(values, "parts", row_names=list(first), column_names=names)
    standing = InformativenessMatrix(values.T, "parts", row_names=names, column_names=short)
    wide_panel = matrix_panel(lying, cell=42, min_width=340, title=title)
    narrow_panel = matrix_panel(standing, cell=42, min_width=340, key="t", title=title)
    return by_width(narrow_panel, wide_panel, NARROW_PARTS)


# --------------------------------------------------------------------------------------- sentences


def describe_means(name: str, draws: Draws) -> str:
    """The mean of each code, and of several draws the lowest and the highest score."""
    lines = []
    for code, scores in scores_over_draws(name, draws).items():
        span = f" ({scores.min():.3f} to {scores.max():.3f})" if len(draws) > 1 else ""
        lines.append(f"{code} {scores.mean():.3f}{span}")
    return f"{display_name(name)}: {', '.join(lines)}"


def describe_leader(name: str, values: Mapping[str, float]) -> str:
    """Which code is first under a metric, and the score of noise."""
    best, second = sorted(values, key=lambda code: -values[code])[:2]
    label = display_name(name)
    if best == NOISE:
        return f"Noise has the highest {label} ({values[NOISE]:.3f}), ahead of {second}."
    return (
        f"{best.capitalize()} have the highest {label} ({values[best]:.3f}). "
        f"Noise has {values[NOISE]:.3f}."
    )


def describe_draws(name: str, draws: Draws) -> str:
    """Whether the order of the four codes is the same in each draw."""
    orders = len({tuple(rank_codes(mean_scores(name, [draw]))) for draw in draws})
    if orders == 1:
        return f"The order of the four codes is the same in all {len(draws)} draws."
    return f"The four codes have {orders} different orders in {len(draws)} draws."


# --------------------------------------------------------------------------------------------- lab


def five_codes_picture(metric: int, draws: Draws) -> Picture:
    """Codes of sentences and noise under eight metrics, and the parts of one metric."""
    name = METRICS_SHOWN[metric]
    values = mean_scores(name, draws)
    caption = describe_leader(name, values)
    details = [f"Order of the four codes by {display_name(name)}: {', '.join(rank_codes(values))}."]
    if len(draws) > 1:
        caption += f" {describe_draws(name, draws)}"
        details += [
            f"Each mark is at the mean of {len(draws)} draws of sentences. Each line goes from the "
            "lowest to the highest score."
        ]
    return Picture(
        panels=(
            radio_group("whose parts to show", metrics_panel(metric, draws)),
            code_parts_panel(name, draws),
        ),
        shows="Scores of four codes and noise under eight metrics, and the parts of one metric.",
        caption=caption,
        text="\n".join([*details, *(describe_means(each, draws) for each in METRICS_SHOWN)]),
        scores=values,
    )


def draw_five_codes_often(progress: Progress, metric: int) -> Picture:
    """The same over several draws of sentences and noise."""
    for name, draw in progress([(name, k) for k in range(DRAWS) for name in METRICS_SHOWN]):
        scores_of_draw(name, draw)
    return five_codes_picture(metric, range(DRAWS))


@lab(
    {"metric": dragged(whole("metric", 1, 0, len(METRICS_SHOWN) - 1))},
    full=draw_five_codes_often,
    views=["metric"],
    describe_change=use_caption,
)
def five_codes(metric: int) -> Picture:
    """Four codes of sentences, and noise, under eight metrics: which comes first, and why?"""
    return five_codes_picture(metric, [0])
