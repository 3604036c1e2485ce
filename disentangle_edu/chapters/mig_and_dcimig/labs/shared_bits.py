"""A latent and a factor of two values each: their entropies, and what they share."""

import numpy as np

from .... import viz, widgets
from ....measures.information import entropy
from ...common.squares import LEAST, SquareLabels, bits_shared, square_panel

SAMPLE_SQUARE = SquareLabels(
    "latent, factor",
    ("low, 1", "low, 0"),
    ("high, 1", "high, 0"),
    (
        "share of samples with a low latent",
        "share with factor = 1 if the latent is low",
        "share with factor = 1 if the latent is high",
    ),
)
MOST = 2.3  # bits: latent and factor have at most 2 together, and the number needs space


@viz.panel(190, min_width=300, max_width=560)
def entropies_panel(
    canvas: viz.Canvas, latent: float, factor: float, joint: float, shared: float
) -> None:
    """The two entropies as strips that together end where H(both) ends: they overlap in I."""
    x, y, width, _ = canvas.box
    left, bit = x + 84, min(width - 150, 420.0) / MOST
    canvas.title("bits: the overlap is what both share")
    canvas.rect(left, y + 24, MOST * bit, 128, viz.GROUND, viz.GRID)
    overlap: viz.Style = {"key": "shared", "fill_opacity": "0.3"}
    canvas.rect(
        left + (joint - factor) * bit, y + 24, shared * bit, 128, viz.class_colour(1), **overlap
    )
    strips = (
        ("H(latent)", 0.0, latent, viz.PART),
        ("H(factor)", joint - factor, factor, viz.class_colour(2)),
        ("H(both)", 0.0, joint, viz.INK),
        ("I", joint - factor, shared, viz.class_colour(1)),
    )
    for j, (name, start, bits, fill) in enumerate(strips):
        top, begin = y + 30 + 31 * j, left + start * bit
        canvas.text(left - 8, top + 16, name, "end", key=f"l{j}", link=name)
        canvas.rect(begin, top, bits * bit, 22, fill, key=f"strip{j}", link=name, rx=2)
        label: viz.Style = {"key": f"v{j}", "font_size": "11"}
        canvas.text(begin + bits * bit + 6, top + 15, f"{bits:.2f}", "start", **label)
    total = f"I = {latent:.3f} + {factor:.3f} - {joint:.3f} = {shared:.3f}"
    canvas.text(left, y + 176, total, "start", viz.FAINT, key="sum")


def explain_shared_bits(low: float, high: float, factor: float, shared: float) -> str:
    """How many of the factor's bits the latent gives."""
    if factor < 5e-4:
        return "The factor never changes: there is nothing to know about it."
    if abs(low - high) < 0.005:
        return (
            f"The factor is 1 in {low:.0%} of the samples whether the latent is low or high, so "
            "the latent carries no information about the factor."
        )
    if {low, high} == {0.0, 1.0}:
        return (
            f"The latent determines the factor, so it carries all {factor:.2f} bits of the factor."
        )
    return (
        f"When the latent is low, the factor is 1 in {low:.0%} of the samples; when the latent is "
        f"high, in {high:.0%}. Seeing the latent gives {shared:.2f} of {factor:.2f} bits."
    )


@widgets.lab(
    {
        "first": widgets.moved_by_handle(
            widgets.number(SAMPLE_SQUARE.points[0], 0.5, LEAST, 1 - LEAST)
        ),
        "with_it": widgets.moved_by_handle(widgets.number(SAMPLE_SQUARE.points[1], 0.25, 0, 1)),
        "without": widgets.moved_by_handle(widgets.number(SAMPLE_SQUARE.points[2], 1, 0, 1)),
    },
    describe_change=widgets.describe_by_caption,
)
def shared_bits(first: float, with_it: float, without: float) -> viz.Picture:
    """A latent is low or high, and a factor is 0 or 1: how many bits do they share?"""
    left, right = (np.array((below, 1 - below)) for below in (with_it, without))
    shares = np.array((first * left, (1 - first) * right))
    latent, factor, joint = entropy(shares.sum(1)), entropy(shares.sum(0)), entropy(shares)
    shared = bits_shared(shares)
    bits = {"H(latent)": latent, "H(factor)": factor, "H(both)": joint, "I": shared}
    return viz.Picture(
        panels=(
            square_panel((first, with_it, without), (LEAST, 0.0, 0.0), SAMPLE_SQUARE),
            entropies_panel(latent, factor, joint, shared),
        ),
        shows=f"A square of samples. The latent is low in {first:.0%} of the samples.",
        caption=explain_shared_bits(with_it, without, factor, shared),
        text="\n".join(f"{name}: {value:.4f} bits" for name, value in bits.items()),
        scores={"I": shared},
    )
