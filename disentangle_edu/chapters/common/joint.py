"""How often a value of a latent meets a value of a factor: the counts behind one cell."""

import numpy as np

from ... import viz


@viz.panel(height=lambda tall: tall, min_width=260, max_width=430)
def joint_panel(
    canvas: viz.Canvas,
    counts: np.ndarray,
    latent: str,
    factor: str,
    what: str = "behind the cell",
    note: str = "more colour: more samples",
    cut: str = "levels",
    tall: float = 290.0,
) -> None:
    """The joint histogram, a shaded cell per (bin, level).   cut : the levels of the factor.

    tall : pixels.
    """
    bins, levels = counts.shape
    x, y, width, height = canvas.box
    canvas.title(f"{what}: {latent} in {bins} bins, {factor} in {levels} {cut}", what)
    left, top = x + 46, y + 30
    grid_width, grid_height = width - 60, height - 94
    canvas.rect(left, top, grid_width, grid_height, viz.GROUND, viz.GRID)
    for b, v in zip(*np.nonzero(counts)):
        share = (counts[b, v] / counts.max()) ** 0.5  # the square root makes rare cells visible
        canvas.rect(
            left + b * grid_width / bins,
            top + (levels - 1 - v) * grid_height / levels,
            grid_width / bins - 0.6,
            grid_height / levels - 0.6,
            viz.shade(max(share, 0.12)),
            key=f"j{b}-{v}",
            title=f"{counts[b, v]:.0f} samples",
            data_slow=0,  # animating hundreds of cells would delay the next picture
        )
    middle = left + grid_width / 2
    canvas.text(middle, top + grid_height + 18, f"{latent}, cut into bins", fill=viz.FAINT)
    rotation = f"rotate(-90 {x + 14:.1f} {top + grid_height / 2:.1f})"
    canvas.text(x + 14, top + grid_height / 2, factor, fill=viz.FAINT, transform=rotation)
    canvas.paragraph(left, top + grid_height + 26, grid_width, note)
