"""Claims of zhang2021 on its two corpora, counted in every sentence of both."""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..measures import mutual_information
from ..representation import Representation
from ..worlds import corpora
from .registry import Readings, below, claim, equals_printed, true

Whole = NDArray[np.int64]
claim = functools.partial(claim, paper="zhang2021")
YNOC = functools.partial(claim, lesson="text_factors")
POS = functools.partial(claim, lesson="text_factors")
SHARES = (0.6, 0.2, 0.2)

# ---------------------------------------------------------------------------- one walk through each


class Counts:
    """What one walk through all blocks of a corpus counts.

    words : (3, vocabulary) how often a word occurs in each split.
    structures : (structures, 3) sentences.   present : (3, K) sentences that have a factor.
    values : per factor, which codes occur.   twice : sentences that repeat a word.
    """

    def __init__(self, corpus: corpora.Corpus, once: int) -> None:
        size, K = len(corpus.vocabulary), len(corpus.factor_names)
        self.words = np.zeros((3, size), dtype=int)
        self.structures = np.zeros((len(corpus.structures), 3), dtype=int)
        self.present = np.zeros((3, K), dtype=int)
        self.values = [np.zeros(levels, dtype=bool) for levels in corpus.levels]
        self.twice = 0
        for block in corpus.blocks():
            np.add.at(self.structures, (block.structure, block.split), 1)
            for split in range(3):
                in_split = block.split == split
                tokens = block.tokens[in_split]
                self.words[split] += np.bincount(tokens[tokens >= 0], minlength=size)
                self.present[split] += (block.factors[in_split] != corpora.ABSENT).sum(0)
            for occurring, codes in zip(self.values, block.factors.T):
                occurring[codes[codes != corpora.ABSENT]] = True
            ordered = np.sort(block.tokens, axis=1)
            again = (np.diff(ordered, axis=1) == 0) & (ordered[:, 1:] >= 0)
            self.twice += int((again & (ordered[:, 1:] < once)).any(1).sum())


@functools.cache
def ynoc() -> tuple[corpora.Corpus, Counts]:
    """YNOC and its counts; its fixed words may occur twice in a sentence."""
    corpus = corpora.ynoc()
    return corpus, Counts(corpus, sum(map(len, corpora.YNOC_WORDS.values())))


@functools.cache
def pos() -> tuple[corpora.Corpus, Counts]:
    """POS and its counts."""
    corpus = corpora.pos()
    return corpus, Counts(corpus, len(corpus.vocabulary))


@functools.cache
def some_sentences(name: str) -> corpora.Block:
    """200,000 sentences of POS, drawn at random."""
    return pos()[0].sample(200_000)


# --------------------------------------------------------------------------------------------- YNOC


@YNOC(
    "ynoc-count",
    covers=("zhang2021-46", "zhang2021-47", "zhang2021-48"),
    where="section 3.1",
    expects=equals_printed("720000"),
    verdict="holds",
    statement=(
        "Three templates, 10 years, 40 names, 20 occupations and 30 cities make 720,000 sentences "
        "of YNOC."
    ),
    note="We count different rows of words, so no template may repeat another.",
)
def different_sentences() -> Readings:
    corpus, _ = ynoc()
    tokens = np.concatenate([block.tokens for block in corpus.blocks()]).astype(np.int16)
    rows = np.ascontiguousarray(tokens).view(np.dtype((np.void, tokens.itemsize * tokens.shape[1])))
    return {
        "different sentences": len(np.unique(rows)),
        "templates times values": len(corpus.structures) * int(np.prod(corpus.levels)),
    }


@YNOC(
    "ynoc-splits",
    covers=("zhang2021-49",),
    where="section 3.1",
    expects=true("432,000, 144,000 and 144,000"),
    verdict="holds",
)
def sizes_of_ynoc() -> bool:
    return ynoc()[1].structures.sum(0).tolist() == [432_000, 144_000, 144_000]


@POS(
    "data-requirement",
    covers=("zhang2021-44",),
    where="section 2.2",
    expects=true("both corpora, every value"),
    verdict="holds",
)
def every_value_occurs() -> Readings:
    return {
        corpus.name: all(occurring.all() for occurring in counts.values)
        for corpus, counts in (ynoc(), pos())
    }


@POS(
    "always-present",
    covers=("zhang2021-45",),
    where="section 3",
    expects=true("in YNOC, not in POS"),
    verdict="holds",
)
def factors_in_every_sentence() -> Readings:
    share = {c.name: counts.present.sum(0) / len(c) for c, counts in (ynoc(), pos())}
    return {
        "YNOC: all, always": bool((share["YNOC"] == 1).all()),
        "POS: nouns, verbs and ends always, others not": sorted(
            name for name, s in zip(pos()[0].factor_names, share["POS"]) if s == 1
        )
        == ["end-punc", "n", "v"],
    }


# ---------------------------------------------------------------------------------------------- POS

TABLE_2 = (
    200,
    1_000,
    1_000,
    5_000,
    1_000,
    5_000,
    5_000,
    25_000,
    1_000,
    4_000,
    5_000,
    20_000,
    5_000,
    20_000,
    25_000,
    100_000,
)
VOCABULARY = {
    "n": "dogs cats foxes horses tigers",
    "v": "want need have get require",
    "adv": "really recently gradually frequently eventually",
    "adj": "happy big small beautiful fantastic",
    "prep": "on in for to of",
    "conj1": "although because when where whereas",
    "conj2": "and or",
    "comma": ",",
    "end-punc": ". !",
}


@POS(
    "pos-table-2",
    covers=("zhang2021-50", "zhang2021-51"),
    where="section 3.2, Table 2",
    expects=true("all 16"),
    verdict="holds",
    statement=(
        "One grammar with four options makes sixteen simple structures, which allow the printed "
        "numbers of sentences, from 200 to 100,000."
    ),
)
def sixteen_counts() -> Readings:
    simple = [structure for structure in corpora.pos().structures if structure.rule == "simple"]
    return {
        "2^4 different structures": len({structure.tags for structure in simple}) == 2**4,
        "their counts": tuple(structure.total for structure in simple) == TABLE_2,
    }


@POS(
    "pos-vocabulary",
    covers=("zhang2021-52", "zhang2021-54"),
    where="section 3.2, Table 2",
    expects=true("the same words, at most five"),
    verdict="holds",
    statement="The vocabulary has 5, 5, 5, 5, 5, 5, 2, 1 and 2 words, at most five for a tag.",
)
def words_of_each_tag() -> Readings:
    counts = [len(words) for words in corpora.POS_WORDS.values()]
    return {
        "the words": {tag: " ".join(w) for tag, w in corpora.POS_WORDS.items()} == VOCABULARY,
        "their counts": counts == [5, 5, 5, 5, 5, 5, 2, 1, 2],
    }


@POS(
    "pos-structures",
    covers=("zhang2021-53",),
    where="section 3.2",
    expects=equals_printed("279"),
    verdict="holds",
    note=(
        "This count requires that the two halves together have at most nine tags, in any order; a "
        "half may be joined to itself."
    ),
)
def complex_structures() -> int:
    return len({tags for tags, _ in corpora.complex_structures()})


@POS(
    "pos-once",
    covers=("zhang2021-55",),
    where="section 3.2",
    expects=equals_printed("0"),
    verdict="holds",
    note="The number of the 2,872,800 sentences of POS that repeat a word.",
)
def sentences_with_a_word_twice() -> int:
    return pos()[1].twice


@POS(
    "pos-splits",
    covers=("zhang2021-57", "zhang2021-60"),
    where="section 3.2, footnote 3",
    expects=true("1,723,680, 574,560 and 574,560"),
    verdict="holds",
    statement=(
        "POS has 1,723,680 sentences for training, 574,560 for validation and 574,560 for "
        "testing; of structures with more than 10,000 sentences, 10,000 are chosen at random."
    ),
)
def split_sizes() -> Readings:
    corpus, counts = pos()
    sizes = counts.structures.sum(1)
    return {
        "sizes": counts.structures.sum(0).tolist() == [1_723_680, 574_560, 574_560],
        "10,000 at most": all(
            actual == min(structure.total, 10_000)
            for actual, structure in zip(sizes, corpus.structures)
        ),
    }


@POS(
    "pos-split-within",
    covers=("zhang2021-56",),
    where="section 3.2",
    expects=below(1.0, "to the sentence"),
    verdict="holds",
    note="The largest distance from those shares, in sentences, for 295 structures.",
)
def sentences_off_within_structures() -> float:
    counts = pos()[1].structures
    return float(np.abs(counts - counts.sum(1, keepdims=True) * np.array(SHARES)).max())


def max_share_error(tags: Callable[[str], bool]) -> float:
    """The largest distance of a word's share from that of equal words, over splits and tags."""
    counts, start, off = pos()[1].words, 0, 0.0
    for tag, words in corpora.POS_WORDS.items():
        tag_counts = counts[:, start : start + len(words)]
        start += len(words)
        if tags(tag):
            off = max(
                off, np.abs(tag_counts / tag_counts.sum(1, keepdims=True) - 1 / len(words)).max()
            )
    return float(off)


@POS(
    "pos-frequency",
    covers=("zhang2021-58", "zhang2021-59"),
    where="section 3.2",
    expects=below(0.005, "20% of nouns; all words of a tag, in every split"),
    verdict="holds",
    statement=(
        "The words of a tag are equally frequent in every split; each of the five nouns is 20% of "
        "all nouns."
    ),
    note=(
        "Largest distance of a word's share, which rounds to 0%. The shares are exactly the same "
        "only in expectation, because sentences are chosen at random."
    ),
)
def largest_distance_of_shares() -> Readings:
    return {
        "nouns": max_share_error(lambda tag: tag == "n"),
        "all tags": max_share_error(lambda tag: True),
    }


@functools.cache
def two_columns(what: str) -> Representation:
    """Two columns of 200,000 sentences of POS: the first words of tags, or how many words."""
    corpus, block = pos()[0], some_sentences("POS")
    home = np.repeat(np.arange(9), [len(words) for words in corpora.POS_WORDS.values()])
    tags = np.where(block.tokens >= 0, home[block.tokens], -1)
    if what == "how many":
        columns = [(tags == 5).sum(1), (tags == 6).sum(1)]  # conjunctions of both kinds
    else:
        columns = [
            block.tokens[np.arange(len(tags)), tag_position(tags, int(tag), int(nth))]
            for tag, nth in (pair.split(".") for pair in what.split())
        ]
    assert corpus.name == "POS"
    return Representation(
        columns[0][:, None] + 0.0,
        columns[1][:, None] + 0.0,
        factor_types="discrete",
        latent_types="discrete",
    )


def tag_position(tags: Whole, tag: int, nth: int) -> Whole:
    """Position of the nth word of a tag in every sentence."""
    order = (tags == tag).cumsum(1)
    return (order > nth).argmax(1)


def bits_between(what: str) -> float:
    return float(mutual_information(two_columns(what)).values[0, 0])


@POS(
    "pos-independent",
    covers=("zhang2021-61",),
    where="section 3.2",
    expects=below(0.001, "independent"),
    verdict="holds under a reading",
    meets="words: first noun and first verb",
    note=(
        "In bits, for 200,000 sentences. Words are independent; but a factor of POS is all words "
        "of a tag together, and the number of words of one tag depends on the number of words of "
        "another."
    ),
)
def bits_between_tags() -> Readings:
    return {
        "words: first noun and first verb": bits_between("0.0 1.0"),
        "numbers of words: the two kinds of conjunction": bits_between("how many"),
    }


@POS(
    "pos-dependent",
    covers=("zhang2021-62",),
    where="section 3.2",
    expects=true("both depend"),
    verdict="holds",
    note=(
        "Whether the first noun has information about the second, and whether structures differ "
        "in their tags."
    ),
)
def bits_within_a_tag() -> Readings:
    tags = {frozenset(structure.tags) for structure in pos()[0].structures}
    return {
        "first and second noun": bits_between("0.0 0.1") > 0.1,
        "which tags a sentence has": len(tags) > 1,
    }
