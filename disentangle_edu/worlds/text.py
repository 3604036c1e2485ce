"""Codes of sentences without deep learning, and decoders from latents to sentences.

The codes are components of word counts and averaged word vectors. A decoder returns the sentence
with the nearest code.
"""

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..types import Floats
from ..validation import as_float_table, check_count, check_seed

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

EQUAL = 1e-9  # of the largest number; numbers that differ by less differ only by rounding


def word_counts(sentences: Sequence[str], ngrams: int = 1) -> "csr_matrix":
    """Count of every word in every sentence, as a sparse table.

    Words are separated by blanks, and upper and lower case differ. The columns are in alphabetical
    order.

    Parameters
    ----------
    sentences : sequence of str
        Sentences to count in.
    ngrams : int, default=1
        Longest run of consecutive words that is counted. With 2, pairs of words are counted too.

    Returns
    -------
    counts : scipy.sparse.csr_matrix of shape (n_sentences, n_words)
        Counts as floats.

    Raises
    ------
    ValueError
        If there is no sentence, if one has no words or is not a string, or if `ngrams` is not a
        whole number from 1 upwards.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
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
    """Code of sentences: the first components of a singular value decomposition of word counts.

    Parameters
    ----------
    sentences : sequence of str
        Sentences to encode.
    components : int, default=8
        Number of latents, fewer than there are sentences and fewer than there are words.
    ngrams : int, default=1
        Longest run of consecutive words that is counted, as in `word_counts`.

    Returns
    -------
    latents : ndarray of shape (n_sentences, components)
        Components, the one with the largest singular value first.

    Raises
    ------
    ValueError
        If `components` or `ngrams` is out of range, or if the sentences cannot be counted.

    See Also
    --------
    ica_code : The same components, rotated to be independent.
    embedding_code : Averaged word vectors.

    Notes
    -----
    Words that are used alike give equal singular values, and the components are then not unique.
    The code chooses the same components on every machine: the order of the words decides.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> sentences = ["red square", "red heart", "blue square", "blue heart"]
    >>> text.svd_code(sentences, 2).shape
    (4, 2)
    """
    counts = word_counts(sentences, ngrams)
    if check_count("components", components) >= min(counts.shape):
        raise ValueError(
            f"components: found {components}, expected fewer than the {min(counts.shape)} "
            "different words or sentences."
        )
    return np.asarray(counts @ _principal_axes((counts.T @ counts).toarray(), components))


def _principal_axes(products: Floats, components: int) -> Floats:
    """Eigenvectors, as columns, with the largest eigenvalues of a symmetric table of products.

    Words that are used in the same way give equal eigenvalues, and any rotation of their
    eigenvectors is then equally good. Rounding would pick a different one on each machine, so the
    order of the words decides instead.
    """
    values, vectors = np.linalg.eigh(products)
    values, vectors = values[::-1], vectors[:, ::-1]
    ends = np.flatnonzero(-np.diff(values) > EQUAL * values[0]) + 1
    return np.hstack([_canonical_basis(group) for group in np.split(vectors, ends, axis=1)])[
        :, :components
    ]


def _canonical_basis(basis: Floats) -> Floats:
    """Basis of the space that these columns span, which is the same for any basis of that space.

    Each vector is the projection onto the space of the axis with the longest projection (the first
    one, if several are equal). The next vector is found in the rest of the space.
    """
    space, chosen = basis @ basis.T, []
    for _ in range(basis.shape[1]):
        squared_lengths = np.diag(space)  # squared lengths
        axis = np.flatnonzero(squared_lengths > squared_lengths.max() - EQUAL)[0]
        chosen.append(space[axis] / np.sqrt(squared_lengths[axis]))
        space = space - np.outer(chosen[-1], chosen[-1])
    return np.column_stack(chosen)


def ica_code(sentences: Sequence[str], components: int = 8, seed: int = 0) -> Floats:
    """Code of sentences: independent components of word counts.

    The components of `svd_code` are rotated until they are as independent as possible. Each has
    variance 1.

    Parameters
    ----------
    sentences : sequence of str
        Sentences to encode.
    components : int, default=8
        Number of latents, fewer than there are sentences and fewer than there are words.
    seed : int, default=0
        Seed of the search for the rotation.

    Returns
    -------
    latents : ndarray of shape (n_sentences, components)
        Independent components. If the sentences vary in fewer directions than `components`, the
        latents that are left over are 0, because rounding errors are not scaled up to a component.

    Raises
    ------
    ValueError
        If `components` or `seed` is out of range, or if the sentences cannot be counted.

    See Also
    --------
    svd_code : The components before the rotation.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> sentences = ["red square", "red heart", "blue square", "blue heart"]
    >>> text.ica_code(sentences, 3).std(0).round(2).tolist()
    [1.0, 1.0, 0.0]
    """
    from sklearn.decomposition import FastICA

    scores = svd_code(sentences, components)
    scores = scores - scores.mean(0)
    scores = scores @ _principal_axes(
        scores.T @ scores, components
    )  # fixes the axes, which FastICA would leave to rounding
    spread = scores.std(0)
    alive = spread > EQUAL * spread.max()
    ica = FastICA(whiten=False, max_iter=2000, tol=1e-4, random_state=check_seed(seed))
    code = np.zeros_like(scores)
    code[:, alive] = ica.fit_transform(scores[:, alive] / spread[alive])
    return code


def embedding_code(sentences: Sequence[str], components: int = 8, itself: bool = True) -> Floats:
    """Code of sentences: the mean of the word vectors of a sentence.

    Word vectors are learned from which words occur in the same sentence. They are the components of
    the logarithm of one plus the number of times that two words occur together. This is an old
    method, and it uses no neural network.

    Parameters
    ----------
    sentences : sequence of str
        Sentences to encode.
    components : int, default=8
        Number of latents, fewer than there are different words.
    itself : bool, default=True
        Whether a word also counts as occurring together with itself, as in the original method.
        These counts separate words that never occur with another word of their kind (see the
        chapter on absent factors).

    Returns
    -------
    latents : ndarray of shape (n_sentences, components)
        Mean word vector of every sentence.

    Raises
    ------
    ValueError
        If `components` is out of range, or if the sentences cannot be counted.

    See Also
    --------
    svd_code : Components of word counts.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> sentences = ["red square", "red heart", "blue square", "blue heart"]
    >>> text.embedding_code(sentences, 2).shape
    (4, 2)
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
    vectors = meetings @ _principal_axes(meetings @ meetings, components)
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
    """Decoder that returns the sentence with the nearest code, so it only returns known sentences.

    Parameters
    ----------
    sentences : iterable of str
        Known sentences.
    latents : array_like of shape (n_sentences, n_latents)
        Code of every sentence. Distances are measured in standard deviations of each latent.

    Attributes
    ----------
    sentences : list of str
        Known sentences.
    latents : ndarray of shape (n_sentences, n_latents)
        Standardised codes. A latent that varies only by rounding errors is 0.

    Raises
    ------
    ValueError
        If `latents` do not have one row per sentence.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> book = text.Book(["red square", "blue square"], [[0.0], [1.0]])
    >>> book.nearest([[0.7], [-3.0]])
    ['blue square', 'red square']
    """

    def __init__(self, sentences: Iterable[str], latents: ArrayLike) -> None:
        from sklearn.neighbors import NearestNeighbors

        self.sentences, codes = list(sentences), as_float_table(latents, "latents")
        if len(codes) != len(self.sentences):
            raise ValueError(
                f"latents: found shape {codes.shape}, "
                f"expected one row for each of the {len(self.sentences)} sentences."
            )
        spread = codes.std(0)
        alive = spread > EQUAL * spread.max()  # latents that vary only by rounding become 0
        self.latents = np.where(alive, codes - codes.mean(0), 0) / np.where(alive, spread, 1)
        self._near = NearestNeighbors(n_neighbors=1).fit(self.latents)

    def nearest(self, codes: ArrayLike) -> list[str]:
        """Find the sentence whose code is nearest to each row.

        Parameters
        ----------
        codes : array_like of shape (n_codes, n_latents) or (n_latents,)
            Codes to decode, in the standardised units of `latents`.

        Returns
        -------
        sentences : list of str
            One sentence per code. If several are equally near, it is the first of them.
        """
        rows = np.atleast_2d(codes)
        reach = self._near.kneighbors(rows)[0][:, 0] + EQUAL
        as_near = [
            self._near.radius_neighbors(row[None], radius, return_distance=False)[0]
            for row, radius in zip(rows, reach)
        ]
        return [self.sentences[places.min()] for places in as_near]

    def homotopy(self, start: int, end: int, steps: int = 5) -> list[tuple[int, float, str]]:
        """Decode a path from one sentence to another that changes one latent after the other.

        This is the path in Table 6 of the paper [1]_.

        Parameters
        ----------
        start : int
            Index of the first sentence.
        end : int
            Index of the last sentence.
        steps : int, default=5
            Number of steps per latent. The paper takes 5 steps, of 0.2 each.

        Returns
        -------
        path : list of tuple
            One tuple ``(latent, share, sentence)`` for the start and for every step. The first
            number counts the latents from 1, and is 0 at the start. The second is the share of the
            latent's way, from 0 to 1.

        Raises
        ------
        ValueError
            If `steps` is not a whole number from 1 upwards.

        References
        ----------
        .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An
           Evaluation on Synthetic Datasets", Table 6.
        """
        check_count("steps", steps)
        points = in_turn(self.latents[start], self.latents[end], steps)
        quoted = self.nearest([code for _, _, code in points])
        return [(i, share, sentence) for (i, share, _), sentence in zip(points, quoted)]

    def straight(self, start: int, end: int, steps: int = 5) -> list[tuple[float, str]]:
        """Decode a path from one sentence to another along a straight line through all latents.

        Parameters
        ----------
        start : int
            Index of the first sentence.
        end : int
            Index of the last sentence.
        steps : int, default=5
            Number of steps.

        Returns
        -------
        path : list of tuple
            One tuple ``(share, sentence)`` for the start and for every step. The share of the way
            is from 0 to 1.

        Raises
        ------
        ValueError
            If `steps` is not a whole number from 1 upwards.
        """
        check_count("steps", steps)
        points = together(self.latents[start], self.latents[end], steps)
        quoted = self.nearest([code for _, code in points])
        return [(share, sentence) for (share, _), sentence in zip(points, quoted)]


def in_turn(a: Floats, b: Floats, steps: int) -> list[tuple[int, float, Floats]]:
    """Codes on a path from one code to another that changes one latent after the other.

    Parameters
    ----------
    a : ndarray of shape (n_latents,)
        Code at the start.
    b : ndarray of shape (n_latents,)
        Code at the end.
    steps : int
        Number of steps per latent.

    Returns
    -------
    path : list of tuple
        One tuple ``(latent, share, code)`` for the start and for every step. Latents are counted
        from 1, and the first number is 0 at the start. The share of the latent's way is from 0 to
        1.

    See Also
    --------
    together : The straight line between the codes.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> path = text.in_turn(np.array([0.0, 0.0]), np.array([1.0, 2.0]), 1)
    >>> [(latent, share, code.tolist()) for latent, share, code in path]
    [(0, 0.0, [0.0, 0.0]), (1, 1.0, [1.0, 0.0]), (2, 1.0, [1.0, 2.0])]
    """
    points = [(0, 0.0, a)]
    for i in range(len(a)):
        for step in range(1, steps + 1):
            code = np.concatenate([b[:i], [a[i] + step / steps * (b[i] - a[i])], a[i + 1 :]])
            points.append((i + 1, step / steps, code))
    return points


def together(a: Floats, b: Floats, steps: int) -> list[tuple[float, Floats]]:
    """Codes on the straight line from one code to another.

    Parameters
    ----------
    a : ndarray of shape (n_latents,)
        Code at the start.
    b : ndarray of shape (n_latents,)
        Code at the end.
    steps : int
        Number of steps.

    Returns
    -------
    path : list of tuple
        One tuple ``(share, code)`` for the start and for every step. The share of the way is from 0
        to 1.

    See Also
    --------
    in_turn : A path that changes one latent after the other.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> path = text.together(np.array([0.0, 0.0]), np.array([1.0, 2.0]), 2)
    >>> [(share, code.tolist()) for share, code in path]
    [(0.0, [0.0, 0.0]), (0.5, [0.5, 1.0]), (1.0, [1.0, 2.0])]
    """
    return [(t, (1 - t) * a + t * b) for t in np.linspace(0, 1, steps + 1).tolist()]


def changes(sentences: Sequence[str]) -> list[int]:
    """Number of words that are added, removed or replaced from each sentence to the next.

    Parameters
    ----------
    sentences : sequence of str
        Sentences in their order.

    Returns
    -------
    counts : list of int
        One number for each pair of consecutive sentences. 0: the two have the same words.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> text.changes(["a red square", "a blue square", "a blue heart here"])
    [1, 2]
    """
    return [
        sum(
            max(b - a, d - c) for kind, a, b, c, d in _align_words(first, second) if kind != "equal"
        )
        for first, second in zip(sentences, sentences[1:])
    ]


def new_words(before: str, now: str) -> list[bool]:
    """Find the words of a sentence that are not in the sentence before it, in the same order.

    Parameters
    ----------
    before : str
        Earlier sentence.
    now : str
        Later sentence.

    Returns
    -------
    new : list of bool
        One truth value for each word of `now`.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> text.new_words("a red square", "a blue square")
    [False, True, False]
    """
    new = [True] * len(now.split())
    for kind, _, _, start, end in _align_words(before, now):
        if kind == "equal":
            new[start:end] = [False] * (end - start)
    return new


def replaced(before: str, now: str) -> list[tuple[str, str]]:
    """Find the words of a sentence that were replaced, and the words that replaced them.

    Parameters
    ----------
    before : str
        Earlier sentence.
    now : str
        Later sentence.

    Returns
    -------
    pairs : list of tuple of str
        Old words and new words. One of the two is empty if words were added or removed.

    Examples
    --------
    >>> from disentangle_edu.worlds import text
    >>> text.replaced("a red square", "a blue square")
    [('red', 'blue')]
    """
    old, new = before.split(), now.split()
    return [
        (" ".join(old[a:b]), " ".join(new[c:d]))
        for kind, a, b, c, d in _align_words(before, now)
        if kind != "equal"
    ]


def _align_words(first: str, second: str) -> Sequence[tuple[str, int, int, int, int]]:
    """Runs of words that are equal in two sentences, and other runs, as in difflib's opcodes.

    Sentences of the same length are compared word by word.
    """
    if len(first.split()) == len(second.split()):
        return [
            ("equal" if a == b else "replace", j, j + 1, j, j + 1)
            for j, (a, b) in enumerate(zip(first.split(), second.split()))
        ]
    return SequenceMatcher(None, first.split(), second.split(), autojunk=False).get_opcodes()
