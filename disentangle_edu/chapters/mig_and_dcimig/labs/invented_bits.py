"""Samples of pure noise that fall into bins, and the bits that counting finds in them."""

import functools

import numpy as np

from .... import Representation, viz, widgets
from ....measures import discretise, mutual_information
from ....types import Floats
from ....worlds import examples

BIN_COUNTS = (2, 5, 9, 15, 25, 40, 60, 80, 100)
MAX_BINS, MAX_BITS, LEVELS, MOST = 100, 3, 8, 2_000
FALLING, WAITING = 12, 12  # samples that fall one by one, and that wait above the bins
SIZES = (10, 20, 40, 100, 200, 400, 1_000, MOST)
NOTES = (
    "line: bits counted in these samples;",
    "dashed: (bins - 1)(levels - 1) / (2 samples ln 2)",
)


@functools.cache
def all_samples() -> Representation:
    """Every sample that can fall, in order."""
    return examples.pure_noise(MOST)


@functools.lru_cache(maxsize=4096)
def counted_bits(samples: int, bins: int) -> float:
    """Bits about the factor that counting finds in the first samples. The truth is 0."""
    noise = all_samples()
    first = Representation(
        noise.factors[:samples],
        noise.latents[:samples],
        factor_types=noise.factor_types,
        latent_types=noise.latent_types,
    )
    return float(mutual_information(first, bins=bins).values[0, 0])


def expected_excess(samples: int, bins: int) -> float:
    """Bits that independent columns are expected to show, (bins-1)(levels-1) / (2 n ln 2)."""
    return (bins - 1) * (LEVELS - 1) / (2 * samples * np.log(2))


def counts_in_bins(samples: int, bins: int) -> Floats:
    """Samples in each bin of the latent (rows) at each level of the factor (columns)."""
    noise, counts = all_samples(), np.zeros((bins, LEVELS), dtype=int)
    code = discretise(noise.latents[:samples, 0], bins=bins)
    np.add.at(counts, (code, noise.factors[:samples, 0].astype(int)), 1)
    return counts


@viz.panel(310, min_width=300, max_width=460)
def falling_panel(canvas: viz.Canvas, samples: int, bins: int) -> None:
    """Bins of the latent by levels of the factor; the newest samples have just fallen in."""
    x, y, width, height = canvas.box
    canvas.title("samples fall into bins: drag how many", "samples fall into bins")
    left, top, right, bottom = x + 46, y + 52, x + width - 8, y + height - 62
    canvas.rect(left, top, right - left, bottom - top, viz.GROUND, viz.GRID)
    noise = all_samples()
    values = noise.latents[: samples + WAITING, 0]
    to_x = viz.scale((float(values[:samples].min()), float(values[:samples].max())), (left, right))
    cell = (right - left) / bins, (bottom - top) / LEVELS
    counts = counts_in_bins(samples, bins)
    for b, v in zip(*np.nonzero(counts)):
        at = left + b * cell[0], bottom - (v + 1) * cell[1]
        fill = viz.shade(max((counts[b, v] / counts.max()) ** 0.5, 0.12))
        size = max(cell[0] - 0.6, 0.6), cell[1] - 0.6
        canvas.rect(*at, *size, fill, key=f"j{b}-{v}", data_slow=0)
    for j in range(max(samples - FALLING, 0), min(samples + WAITING, MOST)):
        falls = j < samples
        level = bottom - (noise.factors[j, 0] + 0.5) * cell[1] if falls else top - 16
        dot: viz.Style = {"key": f"d{j}", "stroke": viz.GROUND, "pointer_events": "none"}
        at_x = min(max(to_x(values[j]), left + 3), right - 3)
        canvas.circle(at_x, level, 4, viz.INK if falls else viz.FAINT, **dot)
    canvas.note(left, top - 26, "next samples", key="wait")
    canvas.text(
        (left + right) / 2, bottom + 16, f"noise in {bins} bins", fill=viz.FAINT, key="bins"
    )
    rotation = f"rotate(-90 {x + 30:.1f} {(top + bottom) / 2:.1f})"
    canvas.text(x + 30, (top + bottom) / 2, "factor, 8 levels", fill=viz.FAINT, transform=rotation)
    place = SIZES.index(samples)
    words, ends = f"{samples:,} samples", (left + 12, right - 76)
    canvas.slider(
        "size", place, (0, len(SIZES) - 1), ends, bottom + 42, label="samples", words=words
    )
    canvas.text(right, bottom + 47, words, "end", key="samples", font_size="11")


@viz.panel(290, min_width=260, max_width=460)
def invented_bits_panel(canvas: viz.Canvas, samples: int, bins: int) -> None:
    """Counted bits against the number of bins, with a handle; the rule of thumb is dashed."""
    labels = "bits counted in pure noise: drag the bins", "bins", "bits"
    plot = viz.Plot(canvas, labels, viz.padded_range(BIN_COUNTS), (0, MAX_BITS))
    rule = [(b, expected_excess(samples, b)) for b in range(2, MAX_BINS + 1)]
    ends = [plot(b, bits) for b, bits in rule if bits <= MAX_BITS]
    if len(ends) > 1:
        dashes: viz.Style = {"stroke_dasharray": "5 4", "stroke_width": "1.5", "key": "formula"}
        canvas.polyline(ends, viz.FAINT, **dashes)
    curve = [counted_bits(samples, b) for b in BIN_COUNTS]
    plot.line(BIN_COUNTS, curve, viz.PART, key="curve", pointer_events="none")
    value, words = counted_bits(samples, bins), f"{bins} bins"
    plot.slider("bins", bins, value, (2, MAX_BINS), 1, words=words, key="curvemark")


@viz.panel(34, min_width=280, max_width=460)
def notes_panel(canvas: viz.Canvas) -> None:
    """Key to the lines of the curve."""
    x, y, _, _ = canvas.box
    for j, note in enumerate(NOTES):
        canvas.note(x, y + 15 * j, note)


@widgets.lab(
    {
        "size": widgets.moved_by_handle(
            widgets.whole("samples", SIZES.index(40), 0, len(SIZES) - 1)
        ),
        "bins": widgets.moved_by_handle(widgets.whole("bins", 9, 2, MAX_BINS)),
    },
    describe_change=widgets.describe_by_caption,
)
def invented_bits(size: int, bins: int) -> viz.Picture:
    """Let samples of pure noise fall into bins: why does it seem to carry information?"""
    samples = SIZES[size]
    counted, per_cell = counted_bits(samples, bins), samples / (bins * LEVELS)
    return viz.Picture(
        panels=(
            falling_panel(samples, bins),
            viz.stack(invented_bits_panel(samples, bins), notes_panel()),
        ),
        shows="Samples in bins of a latent and levels of a factor, and bits against bins.",
        caption=f"With {per_cell:.1f} samples per cell, counting finds {counted:.2f} bits in pure "
        "noise. The truth is 0.",
        text=f"The rule of thumb gives {expected_excess(samples, bins):.3f} bits.",
    )
