"""Fact 2: a row, its shares and their entropy; how much does an even rest cost?"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from .... import completeness, disentanglement, viz, widgets
from ....types import Floats
from ..data import FACTORS, REST, rest_matrix

BAR = 34  # pixels: height of a bar
EVENNESS = "how evenly the rest is spread"


class BarHandle(NamedTuple):
    """Control that sets the height of a bar.

    low, high : the lowest and the highest value of the control, each with the bar's height there.
    """

    control: str
    label: str
    value: float
    low: tuple[float, float]
    high: tuple[float, float]
    step: float


def bar_handles(
    factors: int, diagonal: float, off_diagonal: float, evenness: float
) -> dict[int, BarHandle]:
    """The handles of bar 1, of bar 2, which collects the rest, and of all other bars together."""
    handles = {0: BarHandle("diagonal", "bar 1", diagonal, (0.0, 0.0), (1.0, 1.0), 0.01)}
    rest = off_diagonal * (factors - 1)
    if factors > 2 and 0 < rest <= 1:
        ends = (0.0, rest), (1.0, off_diagonal)
        handles[1] = BarHandle("evenness", EVENNESS, evenness, *ends, 0.05)
    if evenness == 1:
        label = f"the other bars ({factors - 1})"
        all_ends = (0.0, 0.0), (1.0, 1.0)
        handles[factors - 1] = BarHandle("off_diagonal", label, off_diagonal, *all_ends, 0.005)
    return handles


def share_colour(k: int) -> str:
    """Colour of a factor's share."""
    return viz.class_colour(0 if k == 0 else (2, 3, 1, 4, 5)[(k - 1) % 5])


@viz.panel(264, min_width=300, max_width=520)
def row_panel(
    canvas: viz.Canvas, row: Floats, full: float, handles: Mapping[int, BarHandle]
) -> None:
    """The row as vertical bars on a scale up to full; some bars have handles."""
    x, y, width, height = canvas.box
    canvas.title("1. a row: what latent 1 gives to each factor", "1. a row")
    left, room = x + 28, width - 28
    bottom, top, step = y + height - 30, y + 44, room / len(row)
    to_y = viz.scale((0, full), (bottom, top))
    for tick in (0.0, full / 2, full):
        canvas.line(left, to_y(tick), x + width, to_y(tick), viz.GRID)
        canvas.note(left - 6, to_y(tick) + 4, f"{tick:.2g}", "end")
    for k, value in enumerate(row):
        name, bar_x, bar_width = f"factor {k + 1}", left + k * step + 2, step - 4
        bar: viz.Style = {"key": f"row{k}", "link": name, "title": f"{name}: {value:.3f}"}
        canvas.rect(bar_x, to_y(value), bar_width, bottom - to_y(value), share_colour(k), **bar)
        middle = bar_x + bar_width / 2
        canvas.note(middle, bottom + 24, str(k + 1), "middle", link=name, key=f"rowname{k}")
    for k, (control, label, value, low, high, by) in handles.items():
        bar_x, bar_y = left + (k + 0.5) * step, to_y(row[k])
        axis = viz.Axis(control, value, low[0], high[0], by, "y", to_y(low[1]), to_y(high[1]))
        spoken = f"{label} {value:.3g}"
        handle = viz.Handle(label, (axis,), spoken)
        canvas.circle(bar_x, bar_y, 9, viz.HANDLE, spoken, key=f"handle{control}", handle=handle)
        style: viz.Style = {"font_size": "11", "pointer_events": "none", "key": f"handlen{control}"}
        canvas.text(bar_x, bar_y - 13, f"{row[k]:.3g}", **style)


@viz.panel(250, min_width=300, max_width=640)
def shares_panel(canvas: viz.Canvas, shares: Floats, pieces: Floats, part: float) -> None:
    """Shares in one bar, and below it what each adds to the entropy.

    The empty part of the lower bar is the focus.
    """
    x, y, width, height = canvas.box
    right, entropy_y = x + width, y + height - 96
    below = entropy_y + BAR
    canvas.title("2. the row divided by its sum: shares", "2. shares")
    title = "3. entropy: each share p adds p log(1/p) / log n"
    canvas.within(x, below + 24, width, height).title(title, "3. entropy")
    edges = [x + width * np.cumsum([0.0, *numbers]) for numbers in (shares, pieces)]
    for k, share in enumerate(shares):
        if share > 0:
            spans = [(float(edge[k]), float(edge[k + 1])) for edge in edges]
            draw_share(canvas, k, share, pieces[k], spans)
    end = float(edges[1][-1])
    canvas.rect(end, entropy_y, right - end, BAR, "none", viz.PART, stroke_width="2.5", key="left")
    if right - end > 44:
        style: viz.Style = {"font_weight": "bold", "key": "leftn"}
        canvas.text((end + right) / 2, entropy_y + 22, f"{part:.3f}", fill=viz.PART, **style)
    canvas.note(x, below + 16, "0", "start")
    canvas.note(right, below + 16, "1: all shares are equal", "end")
    entropy = pieces.sum()
    sentence = f"entropy {entropy:.3f}, so the focus is 1 - {entropy:.3f} = {part:.3f}"
    canvas.text(x, below + 58, sentence, "start", viz.INK, key="said")


def draw_share(
    canvas: viz.Canvas, k: int, share: float, piece: float, spans: list[tuple[float, float]]
) -> None:
    """A share, what it adds to the entropy, and a ribbon from one to the other."""
    _, y, _, height = canvas.box
    shares_y, entropy_y = y + 28, y + height - 96
    (a, b), (c, d) = spans
    name, colour = f"factor {k + 1}", share_colour(k)
    top = f"M{a:.1f} {shares_y + BAR:.1f}L{b:.1f} {shares_y + BAR:.1f}"
    ribbon = f"{top}L{d:.1f} {entropy_y:.1f}L{c:.1f} {entropy_y:.1f}z"
    canvas.path(ribbon, colour, fill_opacity="0.32", link=name, key=f"ribbon{k}")
    title = f"{name}: share {share:.3f}"
    canvas.rect(a, shares_y, b - a, BAR, colour, viz.PAPER, title, key=f"share{k}", link=name)
    title = f"{name} adds {piece:.3f} to the entropy"
    canvas.rect(c, entropy_y, d - c, BAR, colour, viz.PAPER, title, key=f"piece{k}", link=name)
    if b - a > 34:
        style: viz.Style = {"font_weight": "bold", "pointer_events": "none", "key": f"sharen{k}"}
        style |= {"fill": viz.INK, **viz.HALO} if k else {"fill": viz.PAPER}  # some hues are light
        canvas.text((a + b) / 2, shares_y + 22, f"{share:.2f}", **style)


def entropy_pieces(shares: Floats) -> Floats:
    """What each share adds to the entropy, in units of the largest entropy there can be."""
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    return -shares * logs / max(np.log(len(shares)), 1e-300)


def describe_entropy(shares: Floats, pieces: Floats, value: float) -> str:
    """How much of the row the rest is, and how much of the entropy it adds."""
    largest, entropy = shares.argmax(), pieces.sum()
    if entropy <= 0.0005:
        return f"Disentanglement is {value:.3f}, because all of the row is in one entry."
    return (
        f"Disentanglement is {value:.3f}. The rest is {1 - shares[largest]:.0%} of the row, and "
        f"adds {(entropy - pieces[largest]) / entropy:.0%} of the entropy."
    )


def describe_rest(before: viz.Picture, now: viz.Picture) -> str:
    """By how much disentanglement moved, and what is seen now."""
    old, new = (float(each.scores["disentanglement"]) for each in (before, now))
    if abs(new - old) < widgets.SEEN:
        return now.caption
    moved = f"Disentanglement {'fell' if new < old else 'rose'} from {old:.3f} to {new:.3f}"
    return now.caption.replace(f"Disentanglement is {new:.3f}", moved, 1)


def keep_rest(before: dict, now: dict) -> dict:
    """Divide the rest of each row among the other factors, if the number of factors changes."""
    if before["factors"] == now["factors"] or before["off_diagonal"] != now["off_diagonal"]:
        return now
    each = before["off_diagonal"] * (before["factors"] - 1) / (now["factors"] - 1)
    return now | {"off_diagonal": min(round(each, 6), 1.0)}


@widgets.lab(
    {
        "factors": widgets.whole("factors", FACTORS, 2, 15),
        "diagonal": widgets.moved_by_handle(widgets.number("diagonal", 0.8, 0, 1)),
        "off_diagonal": widgets.moved_by_handle(
            widgets.number("each of the other bars", REST, 0, 1, step=0.005)
        ),
        "evenness": widgets.moved_by_handle(widgets.number(EVENNESS, 1.0, 0, 1, step=0.05)),
    },
    update_memory=keep_rest,
    describe_change=describe_rest,
)
def dci_even_rest(
    factors: int, diagonal: float, off_diagonal: float, evenness: float
) -> viz.Picture:
    """Every latent follows one factor. Drag the first bar or the rest, or collect it in bar 2."""
    matrix = rest_matrix(factors, diagonal, off_diagonal, evenness)
    scores = disentanglement(matrix), completeness(matrix)
    row = matrix.values[0]
    if row.sum() == 0:
        raise ValueError("a row of zeros has no shares: raise one of its bars.")
    shares = row / row.sum()
    pieces, part = entropy_pieces(shares), float(scores[0].parts[0])
    handles = bar_handles(factors, diagonal, off_diagonal, evenness)
    return viz.Picture(
        panels=(
            row_panel(row, max(1.0, row.max()), handles),
            shares_panel(shares, pieces, part),
        ),
        shows="The first row of a matrix, its shares and their entropy. "
        f"{viz.describe_matrix(matrix)}",
        caption=describe_entropy(shares, pieces, scores[0].value),
        text=viz.describe_scores(scores),
        scores={score.metric: score for score in scores},
    )
