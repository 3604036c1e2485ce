"""From sentences to latents and back, without deep learning: word counts, their components, averaged word vectors, nearest sentences."""

import numpy as np

from ..checks import check_count

SPREAD = 1e-12  # latents that move less than this are dead


def word_counts(sentences, ngrams=1):
    """How often each word (and each run of up to `ngrams` words) stands in each sentence, as a sparse table; blanks part words."""
    from sklearn.feature_extraction.text import CountVectorizer

    if not len(sentences) or not all(
        isinstance(sentence, str) and sentence.strip() for sentence in sentences
    ):
        raise ValueError(
            "sentences: found none, or an empty one, expected strings with words in them."
        )
    return (
        CountVectorizer(
            token_pattern=r"\S+", lowercase=False, ngram_range=(1, check_count("ngrams", ngrams))
        )
        .fit_transform(sentences)
        .astype(float)
    )


def svd_code(sentences, components=8, ngrams=1, seed=0):
    """The first components of the word counts (truncated singular value decomposition), (n, components)."""
    from sklearn.decomposition import TruncatedSVD

    counts = word_counts(sentences, ngrams)
    if check_count("components", components) >= min(counts.shape):
        raise ValueError(
            f"components: found {components}, expected fewer than the {min(counts.shape)} different words or sentences."
        )
    return TruncatedSVD(components, random_state=seed).fit_transform(counts)


def ica_code(sentences, components=8, seed=0):
    """The same components, turned until they are as independent as possible, each with variance 1."""
    from sklearn.decomposition import FastICA

    return FastICA(
        whiten="unit-variance", max_iter=2000, tol=1e-4, random_state=seed
    ).fit_transform(svd_code(sentences, components, seed=seed))


def embedding_code(sentences, components=8, seed=0):
    """A vector for every word, learned from which words meet in a sentence, averaged over the words of a sentence.

    The vectors are components of the logarithm of one plus how often two words meet: an old recipe, and no network.
    """
    from sklearn.decomposition import TruncatedSVD

    counts = word_counts(sentences)
    if check_count("components", components) >= counts.shape[1]:
        raise ValueError(
            f"components: found {components}, expected fewer than the {counts.shape[1]} different words."
        )
    meetings = np.log1p((counts.T @ counts).toarray())
    vectors = TruncatedSVD(components, random_state=seed).fit_transform(meetings)
    return np.asarray(counts @ vectors) / np.asarray(counts.sum(1)).reshape(-1, 1)


CODES = {
    "word counts": svd_code,
    "words and pairs": lambda sentences, components=8, seed=0: svd_code(
        sentences, components, 2, seed
    ),
    "independent components": ica_code,
    "averaged word vectors": embedding_code,
}


class Book:
    """Sentences with their codes, to be looked up by the nearest code: a decoder that can only quote.

    sentences : n strings.   latents : (n, L) codes; distances are measured in each latent's standard deviation.
    """

    def __init__(self, sentences, latents):
        from sklearn.neighbors import NearestNeighbors

        self.sentences, latents = list(sentences), np.asarray(latents, dtype=float)
        if latents.ndim != 2 or len(latents) != len(self.sentences):
            raise ValueError(
                f"latents: found shape {latents.shape}, expected one row for each of the {len(self.sentences)} sentences."
            )
        spread = latents.std(0)
        self.latents = (latents - latents.mean(0)) / np.where(spread > SPREAD, spread, 1)
        self._near = NearestNeighbors(n_neighbors=1).fit(self.latents)

    def nearest(self, codes):
        """The sentence whose code is nearest, for each row."""
        return [
            self.sentences[i]
            for i in self._near.kneighbors(np.atleast_2d(codes), return_distance=False)[:, 0]
        ]

    def homotopy(self, start, end, steps=5):
        """From one sentence to another, one dimension after the other (Table 6 of zhang2021).

        start, end : places of sentences.   steps : per dimension, 5 in the paper (0.2 each).
        Returns (dimension, share of the way, sentence) for the start and every step.
        """
        check_count("steps", steps)
        a, b = self.latents[start], self.latents[end]
        points = [(0, 0.0, a)]
        for i in range(len(a)):
            for step in range(1, steps + 1):
                here = np.concatenate([b[:i], [a[i] + step / steps * (b[i] - a[i])], a[i + 1 :]])
                points.append((i + 1, step / steps, here))
        quoted = self.nearest([code for _, _, code in points])
        return [(i, share, sentence) for (i, share, _), sentence in zip(points, quoted)]

    def straight(self, start, end, steps=5):
        """The same along a straight line through all dimensions at once: (share of the way, sentence)."""
        shares = np.linspace(0, 1, check_count("steps", steps) + 1)
        return list(
            zip(
                shares,
                self.nearest(
                    [(1 - t) * self.latents[start] + t * self.latents[end] for t in shares]
                ),
            )
        )


def changes(sentences):
    """How many words differ from one sentence to the next, place by place; words that one of them lacks count too."""
    from itertools import zip_longest

    return [
        sum(a != b for a, b in zip_longest(one.split(), two.split()))
        for one, two in zip(sentences, sentences[1:])
    ]
