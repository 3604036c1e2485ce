"""A code as a table of small scatter plots: a column per latent, a row per factor."""

import numpy as np

from .... import Representation, viz

CELL, GAP, LEFT, N_POINTS, MOST_LEVELS = 52.0, 5.0, 72.0, 60, 8


@viz.panel(lambda rep: 42 + len(rep.factor_names) * (CELL + GAP), min_width=330, max_width=560)
def code_panel(canvas: viz.Canvas, rep: Representation, title: str = "the code") -> None:
    """Some samples of each latent (sideways) against each factor (upwards)."""
    x, y, width, _ = canvas.box
    canvas.title(title, "the code")
    n_latents = rep.latents.shape[1]
    cell = min(CELL + GAP, (width - LEFT - 2) / n_latents) - GAP
    for k, factor in enumerate(rep.factor_names):
        top = y + 40 + k * (CELL + GAP)
        canvas.note(x + LEFT - 6, top + CELL / 2 + 4, factor, "end", key=f"factor{k}")
        for i in range(n_latents):
            left = x + LEFT + i * (cell + GAP)
            canvas.rect(left, top, cell, CELL, viz.GROUND, viz.GRID, key=f"cell{i}-{k}")
            to_x = viz.scale(_ends(rep.latents[:, i]), (left + 3, left + cell - 3))
            to_y = viz.scale(_ends(rep.factors[:, k]), (top + CELL - 3, top + 3))
            across, up = _spread(rep.latents[:, i], 0), _spread(rep.factors[:, k], 1)
            canvas.markers(zip(to_x(across), to_y(up)), 0, 1.5, key=f"points{i}-{k}")
    for i in range(n_latents):
        middle = x + LEFT + i * (cell + GAP) + cell / 2
        canvas.text(middle, y + 34, str(i + 1), fill=viz.FAINT, font_size="11", key=f"latent{i}")


def _spread(values: np.ndarray, seed: int) -> np.ndarray:
    """The values that are shown; levels are spread a little, so that points do not coincide."""
    some = values[:N_POINTS]
    if len(np.unique(some)) > MOST_LEVELS:
        return some
    low, high = _ends(values)
    shift = np.random.default_rng(seed).uniform(0, 0.15, len(some)) * (high - low)
    return np.where(some > (low + high) / 2, some - shift, some + shift)


def _ends(values: np.ndarray) -> tuple[float, float]:
    """Ends of the values that are shown, with some room if they are equal."""
    low, high = float(values[:N_POINTS].min()), float(values[:N_POINTS].max())
    return (low, high) if high > low else (low - 1, high + 1)
