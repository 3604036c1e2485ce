"""Bits that pure noise seems to carry when it is cut into many bins."""

import numpy as np

from ....viz.canvas import Canvas, panel, stack
from ....viz.picture import Picture
from ....viz.plot import Plot, padded_range
from ....viz.theme import FAINT, PART
from ....widgets.change_text import use_caption
from ....widgets.controls import dragged, whole
from ....widgets.lab import lab
from ....worlds import examples
from ...common.joint import joint_panel
from ..data import DRAWS, bits_of_noise, joint_counts

BIN_COUNTS = (2, 5, 9, 15, 25, 40, 60, 80, 100)
MAX_BINS, MAX_BITS, LEVELS = 100, 3, 8
NOTES = (
    f"dots: {DRAWS} repetitions; line: their mean;",
    "dashed: a rule of thumb,",
    "(bins - 1)(levels - 1) / (2 samples ln 2)",
)
NOTE_BY_CHANCE = (
    "a column with only one filled level: this bin seems to determine the factor, by chance"
)


def expected_excess(samples: int, bins: int) -> float:
    """Bits that independent columns are expected to show, (bins-1)(levels-1) / (2 n ln 2)."""
    return (bins - 1) * (LEVELS - 1) / (2 * samples * np.log(2))


@panel(300, min_width=260, max_width=460)
def invented_bits_panel(canvas: Canvas, samples: int, bins: int) -> None:
    """Bits against the number of bins, with a handle; the rule of thumb is dashed."""
    labels = "bits in pure noise: drag the handle", "bins", "bits"
    plot = Plot(canvas, labels, padded_range(BIN_COUNTS), (0, MAX_BITS))
    rule = [(b, expected_excess(samples, b)) for b in range(2, MAX_BINS + 1)]
    ends = [plot(b, bits) for b, bits in rule if bits <= MAX_BITS]
    canvas.polyline(ends, FAINT, stroke_dasharray="5 4", stroke_width="1.5", key="formula")
    draws = {b: bits_of_noise(samples, b) for b in BIN_COUNTS}
    for b, values in draws.items():
        for bits in values:
            canvas.circle(*plot(b, bits), 3, PART, fill_opacity="0.6")
    means = [values.mean() for values in draws.values()]
    plot.line(BIN_COUNTS, means, key="curve", pointer_events="none")
    value, words = float(bits_of_noise(samples, bins).mean()), f"{bins} bins"
    plot.slider("bins", bins, value, (2, MAX_BINS), 1, words=words, key="curvemark")


@panel(49, min_width=280, max_width=460)
def notes_panel(canvas: Canvas) -> None:
    """Key to the dots and lines of the curve."""
    x, y, _, _ = canvas.box
    for j, note in enumerate(NOTES):
        canvas.note(x, y + 15 * j, note)


@lab(
    {
        "bins": dragged(whole("bins", 9, 2, MAX_BINS)),
        "samples": whole("samples", 400, 100, 20_000, 100),
    },
    describe_change=use_caption,
)
def invented_bits(bins: int, samples: int) -> Picture:
    """Cut pure noise into more and more bins: why does it seem to carry information?"""
    counts = joint_counts(examples.pure_noise(samples), 0, 0, bins)
    measured, per_cell = float(bits_of_noise(samples, bins).mean()), samples / (bins * LEVELS)
    return Picture(
        panels=(
            stack(invented_bits_panel(samples, bins), notes_panel()),
            joint_panel(counts, "pure noise", "factor 1", "the counts", NOTE_BY_CHANCE),
        ),
        shows="Bits against the number of bins, and a table of counts.",
        caption=f"With {bins} bins and {LEVELS} levels there are {per_cell:.1f} samples per cell, "
        f"and pure noise seems to carry {measured:.3f} bits. The truth is 0.",
        text=f"The rule of thumb gives {expected_excess(samples, bins):.3f} bits.",
    )
