"""Bits of the latents of a network, and the words that these latents change."""

import numpy as np

from .... import viz, widgets
from ....zoo import pretrained_text
from ..data import ROOMY, WALKED, bits_of, list_noise, words_changed
from ._latents import latent_bits_panel, noise_panel


def describe_still(model: str) -> str:
    """Say which latents change no word, and how many bits they carry."""
    still = np.flatnonzero(words_changed(model).values.sum(1) == 0)
    if not len(still):
        return "Every latent changes a word in at least one pair."
    bits = bits_of(model).values[still].max()
    who = f"latent {still[0] + 1} changes no word, although it"
    if len(still) > 1:
        who = f"latents {viz.enumerated(still + 1)} change no word, although one of them"
    return f"In {pretrained_text.PAIRS} pairs, {who} carries {bits:.2f} bits about a factor."


@widgets.lab(
    {"model": widgets.choice("network", list(WALKED), ROOMY)},
    describe_change=widgets.describe_by_caption,
)
def told_and_moved(model: str) -> viz.Picture:
    """What does each latent of a network know, and which words does it change?"""
    full = float(pretrained_text.PAIRS)
    changed = viz.matrix_panel(words_changed(model), cell=40, min_width=330, key="w", full=full)
    return viz.Picture(
        panels=(latent_bits_panel(model), changed, noise_panel(model)),
        shows=f"Bits of the latents of {model}, and the words that these latents change.",
        caption=describe_still(model),
        text=list_noise(model),
    )
