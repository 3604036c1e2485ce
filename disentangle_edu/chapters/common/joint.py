"""How often a value of a latent meets a value of a factor: the counts behind one cell."""

import numpy as np

from ...viz.canvas import Canvas, panel
from ...viz.svg import FAINT, GRID, GROUND, Panel, Style, shade

DEFAULT_NOTE = (
    "a column with one filled level: this bin tells the factor (or seems to, on few samples)"
)


def joint_panel(
    counts: np.ndarray,
    latent: str,
    factor: str,
    what: str = "behind the cell",
    note: str = DEFAULT_NOTE,
    cut: str = "levels",
    tall: float = 290.0,
) -> Panel:
    """The joint histogram, a shaded cell per (bin, level).   cut : what the factor's levels are.

    tall : pixels.
    """
    bins, levels = counts.shape
    max_count = counts.max()

    @panel(tall, min_width=260, max_width=430)
    def draw(canvas: Canvas) -> None:
        x, y, width, height = canvas.box
        title = f"{what}: {latent} in {bins} bins, {factor} in {levels} {cut}"
        canvas.title(title, what)
        left, top = x + 46, y + 30
        grid_width, grid_height = width - 60, height - 94
        canvas.rect(left, top, grid_width, grid_height, GROUND, GRID)
        for b in range(bins):
            for v in range(levels):
                if counts[b, v]:
                    corner = (
                        left + b * grid_width / bins,
                        top + (levels - 1 - v) * grid_height / levels,
                    )
                    share = (counts[b, v] / max_count) ** 0.5  # so that rare cells are seen, too
                    style: Style = {
                        "key": f"j{b}-{v}",
                        "title": f"{counts[b, v]:.0f} samples",
                        "data_slow": 0,  # hundreds that glide keep the next picture waiting
                    }
                    size = grid_width / bins - 0.6, grid_height / levels - 0.6
                    canvas.rect(*corner, *size, shade(max(share, 0.12)), **style)
        canvas.text(
            left + grid_width / 2, top + grid_height + 18, f"{latent}, cut into bins", fill=FAINT
        )
        rotation = f"rotate(-90 {x + 14:.1f} {top + grid_height / 2:.1f})"
        canvas.text(x + 14, top + grid_height / 2, factor, fill=FAINT, transform=rotation)
        canvas.paragraph(left, top + grid_height + 26, grid_width, note)

    return draw()
