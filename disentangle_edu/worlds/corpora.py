"""Corpora of generated sentences with known factors: YNOC and POS, as large as in the paper.

The paper is Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An
Evaluation on Synthetic Datasets".

A corpus here is a recipe instead of a text. The sentences that a structure allows are numbered.
Each tag has a rank, which is the number of an ordered choice of that tag's words, and all ranks
together give one number. To sample sentences, the code samples numbers without repetition, and it
looks up the words block by block. So the sizes are known before anything is written, and memory
stays small.

Two terms are used throughout. A *structure* is a sequence of tags and fixed words. A *deck* is a
set of structures whose sentences are shuffled and split together: every structure alone in POS, all
three templates together in YNOC.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import perm, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..cache import atomic_path
from ..representation import Representation
from ..types import Progress
from ..validation import check_count, check_random_state, check_seed, short_repr

if TYPE_CHECKING:
    import pandas as pd

Whole = NDArray[np.int64]
Words = Mapping[str, Sequence[str]]  # the words of every tag

SPLITS = ("train", "validation", "test")
# Code of a factor that is absent from a sentence, and of tokens after the end of a sentence.
ABSENT = -1
# Up to this many, numbering all sentences of a deck is faster than searching for duplicates.
LISTED = 2**22

YNOC_WORDS = {  # the paper gives only the counts; the authors' data has numbered names
    "year": [str(year) for year in range(2011, 2021)],
    "name": [f"Name{i}" for i in range(1, 41)],
    "occupation": [f"Occupation{i}" for i in range(1, 21)],
    "city": [f"City{i}" for i in range(1, 31)],
}
# "a/an" is one fixed word, because a numbered occupation does not determine the article.
YNOC_TEMPLATES = {
    "I": ("in", "year", ",", "name", "was", "a/an", "occupation", "in", "city", "."),
    "II": ("in", "year", "'s", "city", ",", "name", "was", "a/an", "occupation", "."),
    "III": ("name", "was", "a/an", "occupation", "in", "city", "in", "year", "."),
}
Tags = tuple[str, ...]
POS_WORDS = {
    "n": ["dogs", "cats", "foxes", "horses", "tigers"],
    "v": ["want", "need", "have", "get", "require"],
    "adv": ["really", "recently", "gradually", "frequently", "eventually"],
    "adj": ["happy", "big", "small", "beautiful", "fantastic"],
    "prep": ["on", "in", "for", "to", "of"],
    "conj1": ["although", "because", "when", "where", "whereas"],
    "conj2": ["and", "or"],
    "comma": [","],
    "end-punc": [".", "!"],
}
POS_RULES: dict[str, Callable[[Tags, Tags], Tags]] = {
    "I": lambda first, second: ("conj1", *first, "comma", *second, "end-punc"),
    "II": lambda first, second: (*first, "conj1", *second, "end-punc"),
    "III": lambda first, second: (*first, "comma", "conj2", *second, "end-punc"),
}


def _tag_of_word(vocabulary: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Tag of every word."""
    return {word: kind for kind, kind_words in vocabulary.items() for word in kind_words}


YNOC_KIND, POS_KIND = _tag_of_word(YNOC_WORDS), _tag_of_word(POS_WORDS)
LONGEST_PAIR = 9  # tags in both halves of a complex sentence


class Structure(NamedTuple):
    """Sequence of tags and fixed words from which sentences are made.

    Parameters
    ----------
    tags : tuple of str
        Sequence of tags. A fixed word is listed as itself.
    rule : str
        Name of the rule or template that made the structure.
    total : int
        Number of sentences that the structure allows.

    Examples
    --------
    >>> from disentangle_edu.worlds import corpora
    >>> corpora.ynoc().structures[2].total
    240000
    """

    tags: Tags
    rule: str
    total: int


class Block(NamedTuple):
    """Sentences of a corpus as arrays.

    Parameters
    ----------
    tokens : ndarray of int of shape (n_sentences, n_tokens)
        Index in the vocabulary of every word, and -1 after the end of a sentence.
    split : ndarray of int of shape (n_sentences,)
        Split of every sentence: 0 is train, 1 is validation and 2 is test.
    factors : ndarray of int of shape (n_sentences, n_factors)
        Code of the value of every factor, and -1 if the factor is absent.
    structure : ndarray of int of shape (n_sentences,)
        Index of every sentence's structure in `Corpus.structures`.

    Examples
    --------
    >>> from disentangle_edu.worlds import corpora
    >>> block = corpora.ynoc().sample(5)
    >>> block.tokens.shape, block.factors.shape
    ((5, 10), (5, 4))
    """

    tokens: NDArray[np.int32]
    split: NDArray[np.int8]
    factors: Whole
    structure: Whole


def ynoc(seed: int = 0, cap: int | None = None, progress: Progress | None = None) -> "Corpus":
    """Corpus YNOC: 720,000 sentences in three templates, with four factors.

    The factors are year, name, occupation and city [1]_. Every sentence has all four.

    Parameters
    ----------
    seed : int, default=0
        Seed of the order of the sentences, of the splits and of the selection by `cap`.
    cap : int or None, default=None
        Largest number of sentences altogether, sampled at random without repetition. With None, the
        corpus has all sentences.
    progress : callable or None, default=None
        Function that wraps an iterable, such as tqdm.tqdm. `Corpus.blocks` uses the function to
        show progress.

    Returns
    -------
    corpus : Corpus
        Corpus whose sentences are generated when you ask for them.

    Raises
    ------
    ValueError
        If `seed` or `cap` is out of range.

    Notes
    -----
    The paper gives only the number of names, occupations and cities. The numbered words, such as
    "Name1", are those of the authors' data.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets".

    Examples
    --------
    >>> from disentangle_edu.worlds import corpora
    >>> corpus = corpora.ynoc()
    >>> len(corpus), corpus.factor_names
    (720000, ('year', 'name', 'occupation', 'city'))
    """
    structures = [(entries, f"template {rule}") for rule, entries in YNOC_TEMPLATES.items()]
    return Corpus(
        "YNOC",
        YNOC_WORDS,
        structures,
        structures_per_deck=len(structures),
        cap=cap,
        seed=seed,
        progress=progress,
    )


def pos(
    seed: int = 0,
    cap: int | None = 10_000,
    progress: Progress | None = None,
    vocabulary: Words | None = None,
) -> "Corpus":
    """Corpus POS: 2,872,800 sentences in 295 structures, with eight factors.

    There are 16 simple and 279 complex structures of parts of speech [1]_. A factor is a tag, and
    its value is the ordered tuple of the tag's words in the sentence. If a sentence does not have
    the tag, the factor is absent. A tag with a single word (the comma) is not a factor, because
    nothing about the comma varies except whether it is there.

    Parameters
    ----------
    seed : int, default=0
        Seed of the order of the sentences, of the splits and of the selection by `cap`.
    cap : int or None, default=10_000
        Largest number of sentences per structure, sampled at random without repetition. With None,
        the corpus has all sentences, 377 million of them.
    progress : callable or None, default=None
        Function that wraps an iterable, such as tqdm.tqdm. `Corpus.blocks` uses the function to
        show progress.
    vocabulary : dict of {str: sequence of str} or None, default=None
        Words that replace those of the paper, for some or all tags.

    Returns
    -------
    corpus : Corpus
        Corpus whose sentences are generated when you ask for them.

    Raises
    ------
    ValueError
        If `vocabulary` has the same word twice, an unknown tag, a tag without words, a word with a
        blank or fewer than two nouns; the message names the word or the tag. Also if `seed` or
        `cap` is out of range.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets".

    Examples
    --------
    >>> from disentangle_edu.worlds import corpora
    >>> corpus = corpora.pos()
    >>> len(corpus), len(corpus.structures)
    (2872800, 295)
    """
    if unknown := [tag for tag in vocabulary or {} if tag not in POS_WORDS]:
        raise ValueError(
            f"vocabulary: found the tag {unknown[0]!r}, expected some of {', '.join(POS_WORDS)}."
        )
    tag_words = {
        tag: _check_words(tag, choices)
        for tag, choices in (POS_WORDS | dict(vocabulary or {})).items()
    }
    if len(tag_words["n"]) < 2:
        raise ValueError(
            "vocabulary: found one word for 'n', expected at least two: "
            "every sentence has two nouns."
        )
    structures = [((*simple, "end-punc"), "simple") for simple in simple_structures()]
    structures += complex_structures()
    return Corpus(
        "POS", tag_words, structures, structures_per_deck=1, cap=cap, seed=seed, progress=progress
    )


def simple_structures() -> list[Tags]:
    """Tags of the 16 simple structures of POS, in the order of the paper.

    A simple structure is (adj) n (adv) v (prep) (adj) n, where every tag in brackets is there or
    not.

    Returns
    -------
    structures : list of tuple of str
        One tuple of tags per structure, without the punctuation at the end.

    Examples
    --------
    >>> from disentangle_edu.worlds import corpora
    >>> len(corpora.simple_structures()), corpora.simple_structures()[0]
    (16, ('n', 'v', 'n'))
    """
    return [
        ("adj",) * a + ("n",) + ("adv",) * b + ("v",) + ("prep",) * c + ("adj",) * d + ("n",)
        for a, c, b, d in product((0, 1), repeat=4)
    ]


def complex_structures() -> list[tuple[Tags, str]]:
    """Tags of the 279 complex structures of POS, with the rule of each.

    A complex structure joins two simple structures with one of three rules. There are 93 ordered
    pairs of simple structures whose tags are at most 9 together; a structure can be paired with
    itself.

    Returns
    -------
    structures : list of tuple
        One tuple ``(tags, rule)`` per structure.

    Examples
    --------
    >>> from disentangle_edu.worlds import corpora
    >>> len(corpora.complex_structures())
    279
    """
    pairs = [
        pair
        for pair in product(simple_structures(), repeat=2)
        if len(pair[0]) + len(pair[1]) <= LONGEST_PAIR
    ]
    return [(join(*pair), f"rule {rule}") for rule, join in POS_RULES.items() for pair in pairs]


class Corpus:
    """Sentences with known factors, generated when you ask for them.

    Use `ynoc` or `pos` to create a corpus. The seed decides everything that is random in it.

    Parameters
    ----------
    name : str
        Name of the corpus.
    words : dict of {str: sequence of str}
        Words of every tag.
    structures : sequence of tuple
        One tuple ``(entries, rule)`` per structure. The entries are tags and fixed words.
    structures_per_deck : int
        Number of consecutive structures that are in the same deck.
    cap : int or None, default=None
        Largest number of sentences per deck, sampled at random without repetition. With None, the
        corpus has all sentences.
    seed : int, default=0
        Seed of the order of the sentences, of the splits and of the selection by `cap`.
    progress : callable or None, default=None
        Function that wraps an iterable, such as tqdm.tqdm.

    Attributes
    ----------
    name : str
        Name of the corpus.
    vocabulary : list of str
        All words, tag by tag, and the fixed words at the end.
    structures : list of Structure
        The structures.
    factor_names : tuple of str
        Tags with at least two words.
    levels : tuple of int
        Number of values that each factor can take, in the order of `factor_names`.
    sizes : dict of {str: int}
        Number of sentences, with the keys 'all', 'train', 'validation' and 'test'.

    Raises
    ------
    ValueError
        If a word occurs twice, if the ordered choices of a tag's words cannot be numbered in 64
        bits, if a deck has too many sentences, or if `cap` or `seed` is out of range.

    Examples
    --------
    >>> from disentangle_edu.worlds import corpora
    >>> corpus = corpora.ynoc(cap=1_000)
    >>> corpus.sizes
    {'all': 1000, 'train': 600, 'validation': 200, 'test': 200}
    """

    def __init__(
        self,
        name: str,
        words: Words,
        structures: Sequence[tuple[Tags, str]],
        *,
        structures_per_deck: int,
        cap: int | None = None,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self._cap = None if cap is None else check_count("cap", cap)
        self._seed, self._progress = check_seed(seed), progress
        self.name, self._words = name, words
        self._number_words(
            [entry for entries, _ in structures for entry in entries if entry not in words]
        )
        self._number_values([[entries.count(tag) for tag in words] for entries, _ in structures])
        self.structures = [
            Structure(*tags_and_rule, prod(row))
            for tags_and_rule, row in zip(structures, self._choices)
        ]
        self._slots = [
            {
                tag: np.flatnonzero([entry == tag for entry in entries])
                for tag in dict.fromkeys(entries)
            }
            for entries, _ in structures
        ]
        self._decks = [
            range(i, i + structures_per_deck)
            for i in range(0, len(structures), structures_per_deck)
        ]
        self._split_decks()
        self._dealt: tuple[int, Whole] = (-1, np.empty(0, np.int64))

    def _number_words(self, fixed: Iterable[str]) -> None:
        """Give every word an index in the vocabulary: tag by tag, then the fixed words."""
        owner: dict[str, str] = {}
        for tag, tag_words in self._words.items():
            for word in tag_words:
                if word in owner:
                    raise ValueError(
                        f"vocabulary: found {short_repr(word)} twice (in {owner[word]!r} and "
                        f"{tag!r}), expected every word once."
                    )
                owner[word] = tag
        self.vocabulary = list(owner) + list(dict.fromkeys(fixed))
        # index of a fixed word, or of the first word of a tag
        self._place = {word: self.vocabulary.index(word) for word in fixed}
        self._place |= {
            tag: self.vocabulary.index(tag_words[0]) for tag, tag_words in self._words.items()
        }

    def _number_values(self, counts: list[list[int]]) -> None:
        """Give every ordered choice of a tag's words a code.

        Shorter choices come first, then the order of the vocabulary.
        """
        sizes = [len(tag_words) for tag_words in self._words.values()]
        self._choices = [[perm(size, count) for size, count in zip(sizes, row)] for row in counts]
        self._counts = np.array(counts)
        self._spans: list[dict[int, int]] = [{} for _ in sizes]  # per tag {length: first code}
        levels = [0] * len(sizes)
        for t, size in enumerate(sizes):
            # only lengths that occur, so that all codes are used
            for length in sorted(set(self._counts[:, t].tolist()) - {0}):
                self._spans[t][length] = levels[t]
                levels[t] += perm(size, length)
            if levels[t] > 2**62:
                raise ValueError(
                    f"vocabulary: found {size} words for {list(self._words)[t]!r}, expected fewer: "
                    "their ordered choices cannot be numbered in 64 bits."
                )
        self._first_code = np.array(
            [[self._spans[t].get(count, 0) for t, count in enumerate(row)] for row in counts]
        )
        self._varying = [t for t, size in enumerate(sizes) if size > 1]
        self.factor_names = tuple(list(self._words)[t] for t in self._varying)
        self.levels = tuple(levels[t] for t in self._varying)

    def _split_decks(self) -> None:
        """Count the sentences of every deck, and of every split.

        A fifth, rounded, is for validation and another fifth for test; the rest is for train.
        """
        totals = [sum(self.structures[s].total for s in deck) for deck in self._decks]
        self._deck_sizes = sizes = [
            total if self._cap is None else min(total, self._cap) for total in totals
        ]
        if max(sizes) > 2**30:
            raise ValueError(
                f"cap: found {self._cap}, expected at most {2**30:,} "
                "where a structure allows more sentences."
            )
        self._ends, self._held = np.cumsum(sizes), [(size + 2) // 5 for size in sizes]
        counts = sum(sizes), sum(sizes) - 2 * sum(self._held), sum(self._held), sum(self._held)
        self.sizes = dict(zip(("all", *SPLITS), counts))

    def __len__(self) -> int:
        return self.sizes["all"]

    def __repr__(self) -> str:
        parts = ", ".join(f"{self.sizes[split]:,} {split}" for split in SPLITS)
        levels = zip(self.factor_names, self.levels)
        return (
            f"{self.name}: {len(self):,} sentences ({parts}) in {len(self.structures)} structures\n"
            f"  factors: {', '.join(f'{name} ({count:,})' for name, count in levels)}"
        )

    def representation(
        self, block: Block, latents: ArrayLike, **latent_words: Any
    ) -> Representation:
        """Create a Representation of the factors of a block and a code of its sentences.

        Factors are levels. They are masked for sentences that do not have them, and a factor with
        fewer than two values in the block is left out.

        Parameters
        ----------
        block : Block
            Sentences of this corpus.
        latents : array_like of shape (n_sentences, n_latents)
            Code of the sentences.
        **latent_words : dict
            The options `latent_names` and `latent_types` of `Representation`.

        Returns
        -------
        rep : Representation
            Factors and latents of the sentences.

        Raises
        ------
        ValueError
            If `latents` do not have one row per sentence.
        """
        masked = np.ma.masked_equal(block.factors, ABSENT)
        columns = [masked[:, k].compressed() for k in range(masked.shape[1])]
        varying = [k for k, column in enumerate(columns) if len(np.unique(column)) > 1]
        return Representation(
            masked[:, varying],
            latents,
            factor_names=[self.factor_names[k] for k in varying],
            factor_types="discrete",
            **latent_words,
            description=f"{len(block.split):,} sentences of {self.name}",
        )

    def blocks(self, size: int = 65_536) -> Iterator[Block]:
        """Iterate over all sentences, block by block.

        Parameters
        ----------
        size : int, default=65_536
            Number of sentences in a block. The last block may be shorter.

        Returns
        -------
        blocks : iterator of Block
            Blocks in which every sentence occurs once.

        Raises
        ------
        ValueError
            If `size` is not a whole number from 1 upwards.

        Notes
        -----
        The sentences come deck by deck, and only the sentences within a deck are shuffled. The
        blocks of POS follow its structures, so shuffle the sentences before training.
        """
        starts: Iterable[int] = range(0, len(self), check_count("size", size))
        starts = self._progress(starts) if self._progress else starts
        return (self._block_at(np.arange(start, min(start + size, len(self)))) for start in starts)

    def sample(self, n: int, seed: int | np.random.Generator = 0) -> Block:
        """Sample different sentences of this corpus, from any split, in random order.

        Only the sentences that are sampled are generated.

        Parameters
        ----------
        n : int
            Number of sentences.
        seed : int or numpy.random.Generator, default=0
            Seed of the sample.

        Returns
        -------
        block : Block
            The sentences.

        Raises
        ------
        ValueError
            If `n` is not a whole number from 1 to the number of sentences.
        """
        if check_count("n", n) > len(self):
            raise ValueError(
                f"n: found {n:,}, expected at most {len(self):,}, the sentences of this corpus."
            )
        return self._block_at(check_random_state(seed).choice(len(self), n, replace=False))

    def within(self, tags: Iterable[str]) -> Block:
        """Find all sentences of one structure, in random order.

        Parameters
        ----------
        tags : iterable of str
            Tags and fixed words of the structure.

        Returns
        -------
        block : Block
            The sentences.

        Raises
        ------
        ValueError
            If there is no structure with these tags, or if it shares its deck with other
            structures.
        """
        wanted = [tuple(tags)]
        for end, size, deck in zip(self._ends, self._deck_sizes, self._decks):
            if [self.structures[s].tags for s in deck] == wanted:
                return self._block_at(np.arange(end - size, end))
        raise ValueError(
            f"tags: found {short_repr(wanted[0])}, expected the tags of a structure that is dealt "
            f"by itself, e.g. {self.structures[0].tags}."
        )

    def sentences(self, block: Block) -> list[str]:
        """Write the sentences of a block as text.

        Parameters
        ----------
        block : Block
            Sentences of this corpus.

        Returns
        -------
        sentences : list of str
            Text of every sentence, with one space between words.
        """
        word_array = np.array(
            [*self.vocabulary, ""], dtype=object
        )  # index -1 (absent) is the empty word at the end
        return [" ".join(row).rstrip() for row in word_array[block.tokens].tolist()]

    def value_words(self, factor: str | int, code: int) -> tuple[str, ...]:
        """Words that a code of a factor stands for.

        Parameters
        ----------
        factor : str or int
            Name of a factor, or its index in `factor_names`.
        code : int
            Code of a value. -1 is the code of an absent factor.

        Returns
        -------
        words : tuple of str
            Words in their order in the sentence, or () for -1.

        Raises
        ------
        ValueError
            If there is no such factor or no such code.
        """
        index = self._factor_index(factor)
        if not ABSENT <= code < self.levels[index]:
            raise ValueError(
                f"code: found {code}, expected -1 (absent) up to {self.levels[index] - 1}."
            )
        if code == ABSENT:
            return ()
        tag_words, spans = self._words[self.factor_names[index]], self._spans[self._varying[index]]
        length = max(length for length, first in spans.items() if first <= code)
        choice = _ordered_choice(np.array([code - spans[length]]), len(tag_words), length)[0]
        return tuple(tag_words[i] for i in choice)

    def _factor_index(self, factor: str | int) -> int:
        """Index of a factor in factor_names."""
        if isinstance(factor, str) and factor in self.factor_names:
            return self.factor_names.index(factor)
        if not isinstance(factor, int) or factor not in range(len(self.factor_names)):
            raise ValueError(
                f"factor: found {short_repr(factor)}, expected one of "
                f"{', '.join(self.factor_names)}, or its place."
            )
        return factor

    def _block_at(self, positions: Whole) -> Block:
        """Block of the sentences at these positions, counted through all decks."""
        deck = np.searchsorted(self._ends, positions, side="right")
        structure, split = np.empty(len(positions), np.int64), np.empty(len(positions), np.int8)
        ranks = np.empty((len(positions), len(self._words)), np.int64)
        for d in np.unique(deck):
            indices = np.flatnonzero(deck == d)
            position, n_held = (
                positions[indices] - self._ends[d] + self._deck_sizes[d],
                self._held[d],
            )
            tested, validated = self._deck_sizes[d] - n_held, self._deck_sizes[d] - 2 * n_held
            split[indices] = (position >= validated).astype(np.int8) + (position >= tested)
            structure[indices], ranks[indices] = self._split_ranks(
                self._shuffled_deck(d)[position], self._decks[d]
            )
        codes = np.where(self._counts[structure] > 0, ranks + self._first_code[structure], ABSENT)
        return Block(self._tokens(structure, ranks), split, codes[:, self._varying], structure)

    def _tokens(self, structure: Whole, ranks: Whole) -> NDArray[np.int32]:
        """Vocabulary indices of the words of every sentence, of shape (n_sentences, n_tokens)."""
        longest = max(len(s.tags) for s in self.structures)
        tokens = np.full((len(structure), longest), ABSENT, np.int32)
        for s in np.unique(structure):
            indices = np.flatnonzero(structure == s)[:, None]
            for entry, slots in self._slots[s].items():
                tokens[indices, slots] = self._place[entry]
            for t, (tag, tag_words) in enumerate(self._words.items()):
                if tag in self._slots[s] and len(tag_words) > 1:
                    slots = self._slots[s][tag]
                    choice = _ordered_choice(ranks[indices[:, 0], t], len(tag_words), len(slots))
                    tokens[indices, slots] += choice.astype(np.int32)
        return tokens

    def _shuffled_deck(self, d: int) -> Whole:
        """All sentences of a deck in random order, as numbers (n,) or as ranks (n, n_tags).

        The result for the last deck is kept.
        """
        if self._dealt[0] != d:
            rng, size = np.random.default_rng([self._seed, d]), self._deck_sizes[d]
            total = sum(self.structures[s].total for s in self._decks[d])
            if total <= max(LISTED, 2 * size):
                self._dealt = d, rng.choice(total, size, replace=False)
            else:
                self._dealt = d, self._draw_ranks(rng, size, self._decks[d])
        return self._dealt[1]

    def _draw_ranks(self, rng: np.random.Generator, size: int, deck: range) -> Whole:
        """Ranks of random sentences, for a structure with too many sentences to number them.

        The rank of each tag is sampled independently, again and again until enough rows differ.
        """
        if len(deck) > 1:
            raise ValueError(
                f"structures: found more than {LISTED:,} sentences in a deck of {len(deck)}, "
                "expected fewer."
            )
        rows = np.empty((0, len(self._words)), np.int64)
        while len(rows) < size:
            missing = (size - len(rows) + 100, rows.shape[1])
            rows = np.concatenate([rows, rng.integers(0, self._choices[deck.start], missing)])
            # np.unique keeps the first of equal rows, so the draw stays uniform
            rows = rows[np.sort(np.unique(rows, axis=0, return_index=True)[1])]
        return rows[:size]

    def _split_ranks(self, dealt: Whole, deck: range) -> tuple[Whole | int, Whole]:
        """Structure and ranks of sentences that are given as numbers.

        A number has one digit per tag, and the base of a digit is the number of the tag's choices.
        """
        if dealt.ndim == 2:
            return deck.start, dealt
        ends = np.cumsum([self.structures[s].total for s in deck])
        deck_index = np.searchsorted(ends, dealt, side="right")
        number = dealt - np.append(0, ends)[deck_index]
        bases = np.array([self._choices[s] for s in deck])[deck_index]
        ranks = np.empty_like(bases)
        for t in reversed(range(bases.shape[1])):
            number, ranks[:, t] = np.divmod(number, bases[:, t])
        return deck.start + deck_index, ranks


def write_corpus(corpus: Corpus, path: str | Path) -> None:
    """Write all sentences of a corpus to a .csv or .parquet file, block by block.

    The columns are 'sentence', 'split' and one 'factor:NAME' per factor. A factor's column has the
    code of its value, and is empty if the factor is absent.

    Parameters
    ----------
    corpus : Corpus
        Corpus to write.
    path : str or path-like
        Name of the file, which ends in .csv or .parquet, in a folder that exists.

    Raises
    ------
    ValueError
        If the name has another ending, if the folder does not exist, or if the name ends in
        .parquet and pyarrow is not installed.

    Notes
    -----
    If the function is interrupted, it does not leave an incomplete file.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from disentangle_edu.worlds import corpora
    >>> path = Path(tempfile.mkdtemp()) / "ynoc.csv"
    >>> corpora.write_corpus(corpora.ynoc(cap=10), path)
    >>> path.read_text(encoding="utf-8").splitlines()[0]
    'sentence,split,factor:year,factor:name,factor:occupation,factor:city'
    """
    path = Path(path)
    if path.suffix.lower() not in (".csv", ".parquet") or not path.parent.is_dir():
        raise ValueError(
            f"--out: found {str(path)!r}, expected a name that ends in .csv or .parquet, "
            "in a folder that exists."
        )
    if path.suffix.lower() == ".parquet":
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError:
            raise ValueError(
                f"--out: found {path.name!r}, which needs pyarrow, "
                "expected .csv, or pyarrow installed: pip install disentangle_edu[parquet]."
            ) from None
    with atomic_path(path) as file:
        (_write_csv if path.suffix.lower() == ".csv" else _write_parquet)(corpus, file)


def _block_frames(corpus: Corpus) -> "Iterator[pd.DataFrame]":
    """Iterate over the corpus as tables, block by block."""
    import pandas as pd

    for block in corpus.blocks():
        columns = {
            "sentence": corpus.sentences(block),
            "split": np.array(SPLITS, dtype=object)[block.split],
        }
        for k, name in enumerate(corpus.factor_names):
            codes = block.factors[:, k]
            columns["factor:" + name] = pd.arrays.IntegerArray(codes, codes == ABSENT)
        yield pd.DataFrame(columns)


def _write_csv(corpus: Corpus, path: Path) -> None:
    for j, table in enumerate(_block_frames(corpus)):
        table.to_csv(path, mode="a" if j else "w", header=not j, index=False)


def _write_parquet(corpus: Corpus, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = (pa.Table.from_pandas(table, preserve_index=False) for table in _block_frames(corpus))
    first = next(tables)
    with pq.ParquetWriter(path, first.schema) as writer:
        for rows in chain([first], tables):
            writer.write_table(rows)


def _check_words(tag: str, tag_words: str | Iterable[str]) -> list[str]:
    """Words of a tag as a list, after a check that each is one word."""
    tag_words = [tag_words] if isinstance(tag_words, str) else list(tag_words)
    if bad := [word for word in tag_words if not isinstance(word, str) or len(word.split()) != 1]:
        raise ValueError(
            f"vocabulary: found {short_repr(bad[0])} in {tag!r}, expected words without blanks."
        )
    if not tag_words:
        raise ValueError(f"vocabulary: found no words for {tag!r}, expected at least one.")
    return tag_words


def _ordered_choice(rank: Whole, n_words: int, length: int) -> Whole:
    """Different numbers below `words` for each rank: an array of shape (n, length).

    They are row `rank` of all such rows in lexicographic order.
    """
    picks = np.empty((len(rank), length), np.int64)
    for i in reversed(range(length)):
        rank, picks[:, i] = np.divmod(rank, n_words - i)
        # later picks are numbers among the words that remain after pick i
        picks[:, i + 1 :] += picks[:, i + 1 :] >= picks[:, i : i + 1]
    return picks
