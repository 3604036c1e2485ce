"""Fact 5: how far can a pure latent hide an impure one?"""

from .... import completeness, disentanglement, viz, widgets
from ....types import Floats
from ....worlds import examples

SHARE = "factor 2's share of latent 2"
SMALL: viz.Style = {"font_size": "11", "pointer_events": "none"}


@viz.panel(206, min_width=300, max_width=560)
def weights_panel(canvas: viz.Canvas, values: Floats, weight: float, share: float) -> None:
    """Two rows as bars, as long as their sums, coloured by factor; row 2 has two handles."""
    x, y, width, height = canvas.box
    canvas.title("rows; a longer bar is heavier", "rows")
    left, room = x + 62, width - 76
    for i, row in enumerate(values):
        draw_row(canvas.within(left, y + 34 + 62 * i, room, 34), i, row)
    draw_row_handles(canvas.within(left, y + 34 + 62, room, 34), weight, share)
    note = "blue: factor 1, turquoise: factor 2; drag the handles"
    canvas.note(x, y + height - 4, note)


def draw_row(canvas: viz.Canvas, i: int, row: Floats) -> None:
    """A row: a piece for each factor, one after the other."""
    left, y, room, height = canvas.box
    name, start = f"latent {i + 1}", left
    canvas.text(left - 8, y + 22, name, "end", viz.FAINT, link=name)
    canvas.rect(*canvas.box, viz.GROUND, viz.GRID)
    for k, value in enumerate(row):
        title = f"{name} gives {value:.3f} to factor {k + 1}"
        style: viz.Style = {"key": f"w{i}{k}", "link": (name, f"factor {k + 1}")}
        canvas.rect(
            start, y, value * room, height, viz.class_colour(2 * k), viz.PAPER, title, **style
        )
        start += value * room


def draw_row_handles(canvas: viz.Canvas, weight: float, share: float) -> None:
    """Handles of row 2: at its end for its weight, and below it for how it is divided."""
    left, y, room, _ = canvas.box
    end = left + weight * room
    axis = viz.along("weight", weight, (0, 1), 0.01, (left, left + room))
    canvas.circle(
        end, y + 17, 9, viz.HANDLE, key="hw", handle=viz.Handle("weight of latent 2", (axis,))
    )
    if weight > 0:
        cut = left + (1 - share) * weight * room
        handle = viz.Handle(SHARE, (viz.along("share", share, (0, 1), 0.01, (end, left)),))
        canvas.circle(cut, y + 45, 8, viz.HANDLE, key="hp", handle=handle)
        canvas.line(cut, y, cut, y + 38, viz.INK, stroke_dasharray="3 3", key="hpl")
        shares = f"factor 1: {1 - share:.2f}, factor 2: {share:.2f}"
        label_x = max(min(cut + 14, left + room - 6.2 * len(shares)), left)
        canvas.text(label_x, y + 64, shares, "start", viz.FAINT, key="hpn", **SMALL)
    label_x = min(end + 14, left + room - 74)
    canvas.text(label_x, y - 4, f"weight {weight:.2f}", "start", viz.FAINT, key="hwn", **SMALL)


@widgets.lab(
    {
        "weight": widgets.moved_by_handle(widgets.number("weight of latent 2", 0.1, 0, 1)),
        "share": widgets.moved_by_handle(widgets.number(SHARE, 0.9, 0, 1)),
    },
    describe_change=widgets.describe_by_caption,
)
def dci_weight(weight: float, share: float) -> viz.Picture:
    """A pure latent, and a light latent that follows two factors."""
    matrix = examples.dominated_matrix(weight, share)
    score = disentanglement(matrix)
    part, weighs = score.parts[1], score.weights[1]
    hidden = part < 0.9 and 0 < weighs < 0.15  # impure, with hardly any weight
    weight_of_2 = f"{'but only' if hidden else 'and'} {weighs:.0%} of the weight"
    return viz.Picture(
        panels=(weights_panel(matrix.values, weight, share), viz.parts_panel(score, height=206)),
        shows=viz.describe_matrix(matrix),
        caption=f"Latent 2 has a focus of {part:.2f}, {weight_of_2}. Disentanglement is "
        f"{1 - weighs:.2f} × 1 + {weighs:.2f} × {part:.2f} = {score.value:.3f}.",
        text=viz.describe_scores([score]),
        scores={each.metric: each for each in (score, completeness(matrix))},
    )
