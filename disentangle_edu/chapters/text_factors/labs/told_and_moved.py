"""What the latents of a network tell, beside the words that they change."""

import numpy as np

from ....viz.markdown import enumerated
from ....viz.panels import matrix_panel
from ....viz.picture import Picture
from ....widgets.change_text import use_caption
from ....widgets.controls import choice
from ....widgets.lab import lab
from ....zoo import pretrained_text
from ...common.text_models import ROOMY, WALKED
from ..data import bits_of, list_noise, words_changed
from ._latents import latent_bits_panel, noise_panel


def describe_still(model: str) -> str:
    """Which latents change no word, and how much they tell all the same."""
    still = np.flatnonzero(words_changed(model).values.sum(1) == 0)
    if not len(still):
        return "Every latent changes a word in some pair."
    s, share = "s" * (len(still) > 1), bits_of(model).values[still].max()
    return (
        f"In {pretrained_text.PAIRS} pairs latent{s} {enumerated(still + 1)} "
        f"change{'s' * (not s)} no word, though as much as {share:.2f} bits of a factor "
        "are told there."
    )


@lab({"model": choice("network", list(WALKED), ROOMY)}, describe_change=use_caption)
def told_and_moved(model: str) -> Picture:
    """What does each latent of a network tell, and which words does it change?"""
    full = float(pretrained_text.PAIRS)
    changed = matrix_panel(words_changed(model), cell=40, min_width=330, key="w", full=full)
    return Picture(
        panels=(noise_panel(model), latent_bits_panel(model), changed),
        shows=f"What the latents of {model} tell, and the words that they change.",
        caption=describe_still(model),
        text=list_noise(model),
    )
