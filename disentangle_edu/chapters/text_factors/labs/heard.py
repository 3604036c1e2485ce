"""What the latents of a network tell, and how wide their noise was while the network learned."""

import numpy as np

from ....measures.information import BINS
from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice
from ....widgets.lab import lab
from ....zoo import pretrained_text
from ...common.text_models import WALKED
from ..data import bits_of, list_noise
from ._latents import latent_bits_panel, noise_panel


@lab(
    {"model": choice("network", list(WALKED), "beta-VAE (0.2)")},
    describe_change=use_caption,
)
def heard(model: str) -> Picture:
    """Which latents of a network tell something, and which did its decoder hear under noise?"""
    spread, noise = pretrained_text.spread_and_noise(WALKED[model])
    matrix = bits_of(model)
    assert matrix.factor_entropy is not None  # counted bits have it
    i, k = np.unravel_index(matrix.values.argmax(), matrix.values.shape)
    return Picture(
        panels=(noise_panel(model), latent_bits_panel(model)),
        shows=f"Spread, noise and bits of the latents of {model}.",
        caption=f"The largest entry: {matrix.row_names[i]} tells, in {BINS} bins, "
        f"{matrix.values[i, k]:.2f} of the {matrix.factor_entropy[k]:.2f} bits of the "
        f"{matrix.column_names[k]}. Its codes spread by {spread[i]:.2f}, under noise of "
        f"{noise[i]:.2f}.",
        text=list_noise(model),
    )
