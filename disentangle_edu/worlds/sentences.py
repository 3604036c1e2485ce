"""Worlds of sentences for a network: tokens to learn from, and a test split with factors."""

import functools
import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..representation import Representation
from ..validation import check_choice
from . import corpora, letter_sentences
from .corpora import ABSENT, Corpus, Whole
from .files import read_labelled

TEXT_WORLDS = ("ynoc", "pos", "letters")
SHUFFLE = 0  # seed of the order of sentences
OWN, LABEL = "own", "label"  # world name of a user's texts, and their only factor
LONGEST, COMMONEST, RARE = 20, 2_000, "<rare>"  # words per text, vocabulary, other words
FEWEST = 1_000  # texts


@dataclass(frozen=True)
class TextWorld:
    """Sentences as tokens: those to learn from, and the test split with its factors.

    Parameters
    ----------
    name : str
        Name of the world.
    words : tuple of str
        Vocabulary. The token ``len(words)`` marks the end of a sentence and fills the rest of its
        row.
    train : ndarray of int of shape (n_train, n_tokens)
        Sentences to learn from. Every row has at least one end token.
    test : ndarray of int of shape (n_test, n_tokens)
        Sentences of the test split.
    factors : ndarray of int of shape (n_test, n_factors)
        Code of every factor in the test split, and -1 if a factor is absent.
    factor_names : tuple of str
        Names of the factors.

    Examples
    --------
    >>> from disentangle_edu.worlds import sentences
    >>> world = sentences.text_world("letters")
    >>> world.train.shape, world.sentence(world.train[0]).count(" ")
    ((96000, 5), 3)
    """

    name: str
    words: tuple[str, ...]
    train: NDArray[np.int16]
    test: NDArray[np.int16]
    factors: Whole
    factor_names: tuple[str, ...]

    @property
    def end(self) -> int:
        """Token that ends a sentence.

        Returns
        -------
        end : int
            Number of words in the vocabulary.
        """
        return len(self.words)

    def sentence(self, tokens: ArrayLike) -> str:
        """Write one row of tokens as text.

        Parameters
        ----------
        tokens : array_like of int of shape (n_tokens,)
            Tokens of a sentence.

        Returns
        -------
        sentence : str
            Words up to the end token, with one space between words.
        """
        row = np.asarray(tokens).tolist()
        return " ".join(self.words[t] for t in row[: (*row, self.end).index(self.end)])

    def representation(
        self, latents: ArrayLike, rows: ArrayLike, description: str
    ) -> Representation:
        """Create a Representation of some rows of the test split and their codes.

        Parameters
        ----------
        latents : array_like of shape (n_rows, n_latents)
            Code of every row.
        rows : array_like of int of shape (n_rows,)
            Indices of the rows in the test split.
        description : str
            One sentence about where the numbers come from.

        Returns
        -------
        rep : Representation
            Factors, which are levels and masked where absent, and continuous latents.
        """
        masked = np.ma.masked_equal(self.factors[np.asarray(rows)], ABSENT)
        return Representation(
            masked,
            latents,
            factor_names=self.factor_names,
            factor_types="discrete",
            latent_types="continuous",
            description=description,
        )


@functools.lru_cache(maxsize=2)
def text_world(name: str) -> TextWorld:
    """World of all sentences of a corpus.

    Parameters
    ----------
    name : {'ynoc', 'pos', 'letters'}
        Name of the corpus. YNOC has 720,000 sentences, POS has 2,872,800 and the letters have
        160,000.

    Returns
    -------
    world : TextWorld
        Training and test sentences, in random order.

    Raises
    ------
    ValueError
        If there is no world of this name.

    Examples
    --------
    >>> from disentangle_edu.worlds import sentences
    >>> sentences.text_world("letters").factor_names
    ('A', 'B', 'C', 'D')
    """
    check_choice("name", name, TEXT_WORLDS)
    if name == "letters":
        return _letters_world()
    corpus = corpora.ynoc() if name == "ynoc" else corpora.pos()
    return _corpus_world(name, corpus)


def _corpus_world(name: str, corpus: Corpus) -> TextWorld:
    end = len(corpus.vocabulary)
    blocks = list(corpus.blocks())
    tokens = np.concatenate([block.tokens.astype(np.int16) for block in blocks])
    tokens = np.column_stack([tokens, np.full(len(tokens), ABSENT, dtype=np.int16)])
    tokens[tokens == ABSENT] = end
    split = np.concatenate([block.split for block in blocks])
    factors = np.concatenate([block.factors for block in blocks])
    order = np.random.default_rng(SHUFFLE).permutation(len(tokens))  # POS is sorted by structure
    train, test = (order[split[order] == part] for part in (0, 2))
    return TextWorld(
        name,
        tuple(corpus.vocabulary),
        tokens[train],
        tokens[test],
        factors[test],
        tuple(corpus.factor_names),
    )


def _letters_world() -> TextWorld:
    sentences = letter_sentences.every_sentence()
    tokens = sentences + letter_sentences.VALUES * np.arange(len(letter_sentences.NAMES))
    names, values = letter_sentences.NAMES, range(letter_sentences.VALUES)
    vocabulary = tuple(f"{name}{value + 1}" for name in names for value in values)
    ended = np.column_stack([tokens, np.full(len(tokens), len(vocabulary))]).astype(np.int16)
    train, test = ended[: letter_sentences.TRAIN], ended[letter_sentences.TEST :]
    return TextWorld(
        "letters",
        vocabulary,
        train,
        test,
        sentences[letter_sentences.TEST :],
        letter_sentences.NAMES,
    )


def labelled_texts(path: str | Path) -> TextWorld:
    """World of your own labelled texts, read from a .csv file.

    The label is the only factor. A text is reduced to its first 20 words, in lower case, and every
    word beyond the 2,000 most frequent ones is replaced by "<rare>". A fifth of the texts, chosen
    at random, is the test split.

    Parameters
    ----------
    path : str or path-like
        Name of a .csv file with the columns 'text' and 'label'.

    Returns
    -------
    world : TextWorld
        World with the name 'own' and the factor 'label'.

    Raises
    ------
    FileNotFoundError
        If there is no file at `path`.
    ValueError
        If the file has fewer than 1,000 texts or a single label, or cannot be read.

    See Also
    --------
    disentangle_edu.worlds.files.read_labelled : The texts and labels of the same file.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from disentangle_edu.worlds import sentences
    >>> path = Path(tempfile.mkdtemp()) / "texts.csv"
    >>> rows = ["text,label", *["red square,warm", "blue heart,cold"] * 500]
    >>> with path.open("w") as file:
    ...     print(*rows, sep=chr(10), file=file)
    >>> world = sentences.labelled_texts(path)
    >>> len(world.train), len(world.test), sorted(world.words)
    (800, 200, ['<rare>', 'blue', 'heart', 'red', 'square'])
    """
    texts, labels = read_labelled(path)
    label_names, codes = np.unique(labels, return_inverse=True)
    if len(texts) < FEWEST or len(label_names) < 2:
        raise ValueError(
            f"texts: found {len(texts):,} texts with {len(label_names)} labels in "
            f"{Path(path).name!r}, expected at least {FEWEST:,} texts with at least 2 labels."
        )
    lines = [re.findall(r"\w+|[^\w\s]", text.lower())[:LONGEST] for text in texts]
    common_words = [word for word, _ in Counter(chain.from_iterable(lines)).most_common(COMMONEST)]
    index_of = {word: j for j, word in enumerate(common_words)}
    rare, end = len(common_words), len(common_words) + 1
    tokens = np.full((len(lines), LONGEST + 1), end, dtype=np.int16)
    for row, text in zip(tokens, lines):
        row[: len(text)] = [index_of.get(word, rare) for word in text]
    order = np.random.default_rng(SHUFFLE).permutation(len(lines))
    test, train = np.split(order, [len(order) // 5])
    vocabulary = (*common_words, RARE)
    return TextWorld(OWN, vocabulary, tokens[train], tokens[test], codes[test, None], (LABEL,))
