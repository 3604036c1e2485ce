"""How often a value of a latent meets a value of a factor: the counts behind one cell."""

import numpy as np

from ...viz.canvas import Canvas, panel
from ...viz.svg import FAINT, GRID, GROUND, Panel, Style, shade

TELLS = "a column with one filled level: this bin tells the factor (or seems to, on few samples)"


def joint_panel(
    counts: np.ndarray,
    latent: str,
    factor: str,
    what: str = "behind the cell",
    note: str = TELLS,
    cut: str = "levels",
    tall: float = 290.0,
) -> Panel:
    """The joint histogram, a shaded cell per (bin, level).   cut : what the factor's levels are.

    tall : pixels.
    """
    bins, levels = counts.shape
    most = counts.max()

    @panel(tall, min_width=260, max_width=430)
    def drawn(canvas: Canvas) -> None:
        x, y, width, height = canvas.box
        title = f"{what}: {latent} in {bins} bins, {factor} in {levels} {cut}"
        canvas.title(title, what)
        left, top = x + 46, y + 30
        wide, tall = width - 60, height - 94
        canvas.rect(left, top, wide, tall, GROUND, GRID)
        for b in range(bins):
            for v in range(levels):
                if counts[b, v]:
                    at = left + b * wide / bins, top + (levels - 1 - v) * tall / levels
                    share = (counts[b, v] / most) ** 0.5  # so that rare cells are seen, too
                    style: Style = {
                        "key": f"j{b}-{v}",
                        "title": f"{counts[b, v]:.0f} samples",
                        "data_slow": 0,  # hundreds that glide keep the next picture waiting
                    }
                    size = wide / bins - 0.6, tall / levels - 0.6
                    canvas.rect(*at, *size, shade(max(share, 0.12)), **style)
        canvas.text(left + wide / 2, top + tall + 18, f"{latent}, cut into bins", fill=FAINT)
        turn = f"rotate(-90 {x + 14:.1f} {top + tall / 2:.1f})"
        canvas.text(x + 14, top + tall / 2, factor, fill=FAINT, transform=turn)
        canvas.paragraph(left, top + tall + 26, wide, note)

    return drawn()
