"""Cases of the chapter: codes of sentences, their decoders, and the bits of latents."""

import functools
from collections.abc import Callable, Sequence

import numpy as np

from ... import background
from ...matrices import InformativenessMatrix
from ...measures import mutual_information
from ...types import Floats
from ...worlds import corpora
from ...worlds.sentences import TextWorld
from ...zoo import pretrained_text
from ...zoo.pretrained_text import TextAutoencoder

ROOMY = "roomy beta-VAE (ours)"
WALKED = {  # {the name that a reader chooses: the model}
    "autoencoder": "ynoc-ae-0-0",
    "vanilla VAE": "ynoc-beta_vae-1-0",
    "beta-VAE (0.2)": "ynoc-beta_vae-0.2-0",
    "MAT-VAE (0.01, 0.1)": "ynoc-mat_vae-0.01-0",
    ROOMY: "ynoc-beta_vae-0.2-0-roomy",
}
STEPS = 5  # steps of one latent along a path
IDEAL_CODE = "ideal: a latent per factor"
Path = list[tuple[int, float, str]]  # the latent that moves, its share of the way, the sentence
Decoder = Callable[[Floats], list[str]]


def latents_of(count: int) -> list[str]:
    """Names of latents."""
    return [f"latent {j + 1}" for j in range(count)]


def stage_sentences(path: Path) -> list[str]:
    """Sentences at the start and after every latent has gone its way."""
    return [sentence for _, _, sentence in path[::STEPS]]


@functools.cache
def bits_of(model: str) -> InformativenessMatrix:
    """Bits that each latent of a network carries about each factor, counted without noise."""
    return mutual_information(pretrained_text.code(WALKED[model]))


def measured_network(model: str) -> dict[str, list]:
    """Words that each latent of a network changes, its spread and its noise, in plain values."""
    spread, noise = pretrained_text.spread_and_noise(WALKED[model])
    counts = pretrained_text.pairs_changed(WALKED[model])
    return {"changed": counts.tolist(), "spread": spread.tolist(), "noise": noise.tolist()}


@functools.cache
def network(model: str) -> dict[str, list]:
    """The same, from the pages of the book: a browser would run the network for seconds."""
    return background.get_or_compute("networks", model, lambda: measured_network(model))


def words_changed(model: str) -> InformativenessMatrix:
    """Number of pairs in which each latent of a network changes a word of each factor."""
    counts = network(model)["changed"]
    return InformativenessMatrix(
        counts,
        "pairs with a changed word",
        f"of {pretrained_text.PAIRS}",
        row_names=latents_of(len(counts)),
        column_names=list(corpora.YNOC_WORDS),
    )


def list_noise(model: str) -> str:
    """List the spread and the noise of each latent of a network."""
    latents = enumerate(zip(network(model)["spread"], network(model)["noise"]), start=1)
    listed = "; ".join(f"latent {i}: {s:.3f} and {n:.3f}" for i, (s, n) in latents)
    return f"Spread and noise of each latent, as standard deviations.\n{listed}"


# ------------------------------------------------------------------------- codes and their decoders


@functools.cache
def shown_world() -> TextWorld:
    """World of the sentences in the labs on networks."""
    return pretrained_text.shipped_world("ynoc")


def pair_sentences(pair: int) -> tuple[str, str]:
    """The two sentences of a pair."""
    start, end = pretrained_text.pair(pair)
    return pretrained_text.shipped_sentences()[start], pretrained_text.shipped_sentences()[end]


@functools.lru_cache(maxsize=32)
def pair_codes(model: str, pair: int) -> tuple[Floats, Floats, Decoder]:
    """Codes of the two sentences of a pair, and a function from codes to sentences."""
    start, end = pretrained_text.pair(pair)
    if model == IDEAL_CODE:
        codes = shown_world().factors.astype(float)
        template = pair_sentences(pair)[0].split()
        return codes[start], codes[end], functools.partial(nearest_sentences, template)
    codes = pretrained_text.code(WALKED[model]).latents
    autoencoder = pretrained_text.autoencoder(WALKED[model])
    return codes[start], codes[end], functools.partial(spoken_sentences, autoencoder)


def nearest_sentences(template: Sequence[str], codes: Floats) -> list[str]:
    """Sentences of a template with the nearest value of each factor."""
    kinds, sentences = [corpora.YNOC_KIND.get(word) for word in template], []
    for code in np.round(codes).astype(int):
        nearest = dict(zip(shown_world().factor_names, code))
        words = [
            corpora.YNOC_WORDS[kind][nearest[kind]] if kind else word
            for kind, word in zip(kinds, template)
        ]
        sentences.append(" ".join(words))
    return sentences


def spoken_sentences(autoencoder: TextAutoencoder, codes: Floats) -> list[str]:
    """Sentences that a network writes."""
    values, _ = autoencoder.decode(codes)
    return [shown_world().sentence(row) for row in values]


# ------------------------------------------------------------------------- kinds of words in POS

SENTENCES = 8_000


@functools.cache
def sentences_drawn() -> tuple[corpora.Corpus, corpora.Block]:
    """The corpus POS, and a sample of its sentences."""
    corpus = corpora.pos()
    return corpus, corpus.sample(SENTENCES, seed=0)


@functools.cache
def shares_with() -> dict[str, float]:
    """The share of the sampled sentences that have each kind of words."""
    corpus, block = sentences_drawn()
    there = block.factors != corpora.ABSENT
    return dict(zip(corpus.factor_names, there.mean(0).tolist()))
