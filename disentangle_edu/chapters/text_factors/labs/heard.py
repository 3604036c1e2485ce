"""Bits of the latents of a network, and the noise on them in training."""

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
    """Which latents of a network carry bits, and which of them are wider than their noise?"""
    spread, noise = pretrained_text.spread_and_noise(WALKED[model])
    matrix = bits_of(model)
    assert matrix.factor_entropy is not None  # counted bits have it
    i, k = np.unravel_index(matrix.values.argmax(), matrix.values.shape)
    return Picture(
        panels=(noise_panel(model), latent_bits_panel(model)),
        shows=f"Spread, noise and bits of the latents of {model}.",
        caption=f"The largest entry: {matrix.row_names[i]} carries {matrix.values[i, k]:.2f} of "
        f"the {matrix.factor_entropy[k]:.2f} bits of the {matrix.column_names[k]}. Its codes have "
        f"a spread of {spread[i]:.2f}, and their noise in training was {noise[i]:.2f}.",
        text=f"Bits are counted in {BINS} bins.\n{list_noise(model)}",
    )
