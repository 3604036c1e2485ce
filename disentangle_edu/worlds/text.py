"""From sentences to latents and back, without deep learning.

Word counts, their components, averaged word vectors, nearest sentences.
"""

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..core import Floats
from ..validation import check_count, check_seed, table

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

EQUAL = 1e-9  # numbers that differ by less, compared with the largest, are equal but for rounding


def word_counts(sentences: Sequence[str], ngrams: int = 1) -> "csr_matrix":
    """How often each word stands in each sentence, as a sparse table; blanks part words.

    ngrams : counts each run of up to so many words, too.

    >>> text.word_counts(["red square", "red red heart"]).toarray()
    array([[0., 1., 1.],
           [1., 2., 0.]])
    """
    from sklearn.feature_extraction.text import CountVectorizer

    if not len(sentences) or not all(
        isinstance(sentence, str) and sentence.strip() for sentence in sentences
    ):
        raise ValueError(
            "sentences: found none, or an empty one, expected strings with words in them."
        )
    counter = CountVectorizer(
        token_pattern=r"\S+", lowercase=False, ngram_range=(1, check_count("ngrams", ngrams))
    )
    return counter.fit_transform(sentences).astype(float)


def svd_code(sentences: Sequence[str], components: int = 8, ngrams: int = 1) -> Floats:
    """The first components of the word counts, (n, components).

    By singular value decomposition; equal singular values are told apart as `_axes` says.
    """
    counts = word_counts(sentences, ngrams)
    if check_count("components", components) >= min(counts.shape):
        raise ValueError(
            f"components: found {components}, expected fewer than the {min(counts.shape)} "
            "different words or sentences."
        )
    return np.asarray(counts @ _axes((counts.T @ counts).toarray(), components))


def _axes(products: Floats, components: int) -> Floats:
    """The eigenvectors of a table of products that belong to its largest values, as columns.

    Words that are used alike give equal values, and among these any turned basis is as good as
    another: rounding would choose, and each machine its own. Here the words choose, in their order.
    """
    values, vectors = np.linalg.eigh(products)
    values, vectors = values[::-1], vectors[:, ::-1]
    ends = np.flatnonzero(-np.diff(values) > EQUAL * values[0]) + 1
    return np.hstack([_settled(group) for group in np.split(vectors, ends, axis=1)])[:, :components]


def _settled(basis: Floats) -> Floats:
    """Another basis of the space that these columns span, the same for any basis of it.

    Each vector is what the space keeps of the axis it keeps most of (the first of several), and
    the next is looked for in what is left.
    """
    space, chosen = basis @ basis.T, []
    for _ in range(basis.shape[1]):
        kept = np.diag(space)  # squared lengths
        axis = np.flatnonzero(kept > kept.max() - EQUAL)[0]
        chosen.append(space[axis] / np.sqrt(kept[axis]))
        space = space - np.outer(chosen[-1], chosen[-1])
    return np.column_stack(chosen)


def ica_code(sentences: Sequence[str], components: int = 8, seed: int = 0) -> Floats:
    """The same components, turned until they are as independent as can be, each with variance 1.

    Where sentences vary in fewer directions than that, what is left over stays at 0: rounding is
    not blown up to a component.
    """
    from sklearn.decomposition import FastICA

    found = svd_code(sentences, components)
    found = found - found.mean(0)
    found = found @ _axes(found.T @ found, components)  # FastICA would leave this to rounding
    spread = found.std(0)
    alive = spread > EQUAL * spread.max()
    turn = FastICA(whiten=False, max_iter=2000, tol=1e-4, random_state=check_seed(seed))
    code = np.zeros_like(found)
    code[:, alive] = turn.fit_transform(found[:, alive] / spread[alive])
    return code


def embedding_code(sentences: Sequence[str], components: int = 8, itself: bool = True) -> Floats:
    """A vector for every word, averaged over the words of a sentence.

    The vectors are learned from which words meet in a sentence. They are components of the
    logarithm of one plus how often two words meet: an old recipe, and no network.

    itself : whether a word meets itself, too, as the recipe has it. That sets apart words that
        never meet another of their kind (the chapter on absent factors).
    """
    counts = word_counts(sentences)
    if check_count("components", components) >= counts.shape[1]:
        raise ValueError(
            f"components: found {components}, expected fewer than the {counts.shape[1]} "
            "different words."
        )
    meetings = np.log1p((counts.T @ counts).toarray())
    if not itself:
        np.fill_diagonal(meetings, 0)
    vectors = meetings @ _axes(meetings @ meetings, components)
    return np.asarray(counts @ vectors) / np.asarray(counts.sum(1)).reshape(-1, 1)


def _pairs_code(sentences: Sequence[str], components: int = 8) -> Floats:
    return svd_code(sentences, components, 2)


CODES: dict[str, Callable[..., Floats]] = {
    "word counts": svd_code,
    "words and pairs": _pairs_code,
    "independent components": ica_code,
    "averaged word vectors": embedding_code,
}


class Book:
    """Sentences to be looked up by the nearest of their codes: a decoder that can only quote.

    sentences : n strings.
    latents : (n, L) codes; distances are measured in each latent's standard deviation.
    """

    def __init__(self, sentences: Iterable[str], latents: ArrayLike) -> None:
        from sklearn.neighbors import NearestNeighbors

        self.sentences, codes = list(sentences), table(latents, "latents")
        if len(codes) != len(self.sentences):
            raise ValueError(
                f"latents: found shape {codes.shape}, "
                f"expected one row for each of the {len(self.sentences)} sentences."
            )
        spread = codes.std(0)
        alive = spread > EQUAL * spread.max()  # what moves by rounding alone stands at 0
        self.latents = np.where(alive, codes - codes.mean(0), 0) / np.where(alive, spread, 1)
        self._near = NearestNeighbors(n_neighbors=1).fit(self.latents)

    def nearest(self, codes: ArrayLike) -> list[str]:
        """The sentence whose code is nearest, for each row; the first of several as near."""
        rows = np.atleast_2d(codes)
        reach = self._near.kneighbors(rows)[0][:, 0] + EQUAL
        as_near = [
            self._near.radius_neighbors(row[None], radius, return_distance=False)[0]
            for row, radius in zip(rows, reach)
        ]
        return [self.sentences[places.min()] for places in as_near]

    def alike(self, sentence: str) -> list[str]:
        """The sentences that have the code of this one, itself among them.

        Raises ValueError for a sentence that is not in the book.
        """
        if sentence not in self.sentences:
            raise ValueError(f"sentence: found {sentence!r}, expected one of the book.")
        here = self.latents[self.sentences.index(sentence)]
        found = self._near.radius_neighbors(here[None], EQUAL, return_distance=False)[0]
        return [self.sentences[place] for place in sorted(found)]

    def homotopy(self, start: int, end: int, steps: int = 5) -> list[tuple[int, float, str]]:
        """From one sentence to another, one dimension after the other (Table 6 of zhang2021).

        start, end : places of sentences.   steps : per dimension, 5 in the paper (0.2 each).
        Returns (dimension, share of the way, sentence) for the start and every step.
        """
        check_count("steps", steps)
        points = in_turn(self.latents[start], self.latents[end], steps)
        quoted = self.nearest([code for _, _, code in points])
        return [(i, share, sentence) for (i, share, _), sentence in zip(points, quoted)]

    def straight(self, start: int, end: int, steps: int = 5) -> list[tuple[float, str]]:
        """The same along a straight line through all dimensions: (share of the way, sentence)."""
        check_count("steps", steps)
        points = together(self.latents[start], self.latents[end], steps)
        quoted = self.nearest([code for _, code in points])
        return [(share, sentence) for (share, _), sentence in zip(points, quoted)]


def in_turn(a: Floats, b: Floats, steps: int) -> list[tuple[int, float, Floats]]:
    """Codes from a to b, one latent after the other: (latent, share of its way, code), a first."""
    points = [(0, 0.0, a)]
    for i in range(len(a)):
        for step in range(1, steps + 1):
            here = np.concatenate([b[:i], [a[i] + step / steps * (b[i] - a[i])], a[i + 1 :]])
            points.append((i + 1, step / steps, here))
    return points


def together(a: Floats, b: Floats, steps: int) -> list[tuple[float, Floats]]:
    """Codes on the straight line from a to b: (share of the way, code)."""
    return [(t, (1 - t) * a + t * b) for t in np.linspace(0, 1, steps + 1).tolist()]


def changes(sentences: Sequence[str]) -> list[int]:
    """How many words are put in, left out or replaced from one sentence to the next.

    >>> text.changes(["a red square", "a blue square", "a blue heart here"])
    [1, 2]
    """
    return [
        sum(max(b - a, d - c) for kind, a, b, c, d in _aligned(one, two) if kind != "equal")
        for one, two in zip(sentences, sentences[1:])
    ]


def new_words(before: str, now: str) -> list[bool]:
    """Which words of a sentence did not stand, in this order, in the one before."""
    new = [True] * len(now.split())
    for kind, _, _, start, end in _aligned(before, now):
        if kind == "equal":
            new[start:end] = [False] * (end - start)
    return new


def replaced(before: str, now: str) -> list[tuple[str, str]]:
    """Which words gave way to which; one of the two is empty where words came or went."""
    old, new = before.split(), now.split()
    return [
        (" ".join(old[a:b]), " ".join(new[c:d]))
        for kind, a, b, c, d in _aligned(before, now)
        if kind != "equal"
    ]


def _aligned(one: str, two: str) -> Sequence[tuple[str, int, int, int, int]]:
    """Which stretches of words are equal, and which are not; see difflib's opcodes.

    Sentences of the same length are compared place by place.
    """
    if len(one.split()) == len(two.split()):
        return [
            ("equal" if a == b else "replace", j, j + 1, j, j + 1)
            for j, (a, b) in enumerate(zip(one.split(), two.split()))
        ]
    return SequenceMatcher(None, one.split(), two.split(), autojunk=False).get_opcodes()
