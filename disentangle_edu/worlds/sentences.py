"""Worlds of sentences that a network can learn: tokens to train on, and the factors of the rest."""

import functools
import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import Representation
from ..validation import check_choice
from . import corpora, toy_letters
from .corpora import ABSENT, Corpus, Whole
from .files import read_labelled

TEXT_WORLDS = ("ynoc", "pos", "letters")
SHUFFLE = 0  # seed of the order of sentences
OWN, LABEL = "own", "label"  # a reader's texts, and their only factor
LONGEST, COMMONEST, RARE = 20, 2_000, "<rare>"  # words of a text, and of the vocabulary
FEWEST = 1_000  # texts


@dataclass(frozen=True)
class TextWorld:
    """Sentences in numbers: those to learn from, and the test split with its factors.

    words : the vocabulary; in a row of tokens len(words) stands for the end, and fills the row.
    train, test : (n, T + 1) tokens.   factors : (n of test, K) codes, ABSENT where there is none.
    """

    name: str
    words: tuple[str, ...]
    train: NDArray[np.int16]
    test: NDArray[np.int16]
    factors: Whole
    factor_names: tuple[str, ...]

    @property
    def end(self) -> int:
        """The token that ends a sentence."""
        return len(self.words)

    def sentence(self, tokens: ArrayLike) -> str:
        """The words of one row of tokens, up to the end."""
        row = np.asarray(tokens).tolist()
        return " ".join(self.words[t] for t in row[: (*row, self.end).index(self.end)])

    def representation(self, latents: ArrayLike, rows: ArrayLike, story: str) -> Representation:
        """Codes of some rows of the test split, beside their factors."""
        masked = np.ma.masked_equal(self.factors[np.asarray(rows)], ABSENT)
        return Representation(
            masked,
            latents,
            factor_names=self.factor_names,
            factor_kinds="levels",
            latent_kinds="continuous",
            story=story,
        )


@functools.lru_cache(maxsize=2)
def text_world(name: str) -> TextWorld:
    """One of TEXT_WORLDS, whole: 720,000 sentences, 2,872,800, or 160,000."""
    check_choice("name", name, TEXT_WORLDS)
    if name == "letters":
        return _of_letters()
    corpus = corpora.ynoc() if name == "ynoc" else corpora.pos()
    return _of_corpus(name, corpus)


def _of_corpus(name: str, corpus: Corpus) -> TextWorld:
    end = len(corpus.vocabulary)
    blocks = list(corpus.blocks())
    tokens = np.concatenate([block.tokens.astype(np.int16) for block in blocks])
    tokens = np.column_stack([tokens, np.full(len(tokens), ABSENT, dtype=np.int16)])
    tokens[tokens == ABSENT] = end
    split = np.concatenate([block.split for block in blocks])
    factors = np.concatenate([block.factors for block in blocks])
    order = np.random.default_rng(SHUFFLE).permutation(len(tokens))  # POS comes by structure
    train, test = (order[split[order] == part] for part in (0, 2))
    return TextWorld(
        name,
        tuple(corpus.vocabulary),
        tokens[train],
        tokens[test],
        factors[test],
        tuple(corpus.factor_names),
    )


def _of_letters() -> TextWorld:
    whole = toy_letters.every_sentence()
    tokens = whole + toy_letters.VALUES * np.arange(len(toy_letters.NAMES))
    words = tuple(
        f"{name}{value + 1}" for name in toy_letters.NAMES for value in range(toy_letters.VALUES)
    )
    ended = np.column_stack([tokens, np.full(len(tokens), len(words))]).astype(np.int16)
    train, test = ended[: toy_letters.TRAIN], ended[toy_letters.TEST :]
    return TextWorld("letters", words, train, test, whole[toy_letters.TEST :], toy_letters.NAMES)


def labelled_texts(path: str | Path) -> TextWorld:
    """A reader's world: a .csv with columns text and label; the label is its only factor.

    A text is its first LONGEST words, in lower case; words beyond the COMMONEST are one word, RARE.
    A fifth of the texts, drawn at random, is the test split.

    Raises FileNotFoundError, or ValueError for fewer than FEWEST texts or a single label.
    """
    texts, labels = read_labelled(path)
    known, codes = np.unique(labels, return_inverse=True)
    if len(texts) < FEWEST or len(known) < 2:
        raise ValueError(
            f"texts: found {len(texts):,} texts with {len(known)} labels in {Path(path).name!r}, "
            f"expected {FEWEST:,} texts with 2 labels, or more."
        )
    lines = [re.findall(r"\w+|[^\w\s]", text.lower())[:LONGEST] for text in texts]
    words = [word for word, _ in Counter(chain.from_iterable(lines)).most_common(COMMONEST)]
    place = {word: j for j, word in enumerate(words)}
    rare, end = len(words), len(words) + 1
    tokens = np.full((len(lines), LONGEST + 1), end, dtype=np.int16)
    for row, text in zip(tokens, lines):
        row[: len(text)] = [place.get(word, rare) for word in text]
    order = np.random.default_rng(SHUFFLE).permutation(len(lines))
    test, train = np.split(order, [len(order) // 5])
    vocabulary = (*words, RARE)
    return TextWorld(OWN, vocabulary, tokens[train], tokens[test], codes[test, None], (LABEL,))
