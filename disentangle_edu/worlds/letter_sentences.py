"""Toy letters: the paper's language of four letters, and its Table 1 as the authors ran it.

The paper is Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An
Evaluation on Synthetic Datasets". A sentence such as "A3 B17 C1 D9" has four letters, which are the
factors, with 20 values each. Two codes of these sentences are perfect. In example 1, each value of
a letter is one random number on the letter's latent. In example 2, each value is a random point on
the two latents of the letter.

The functions in this module compute matrices as the authors' code does, with the same random
streams. The metrics of this package then score these matrices. Two random streams are used. The
stream of Python's random module samples sentences. The legacy stream of numpy (RandomState) creates
code values, shuffles samples and seeds trees. Both are seeded again for every metric; the seed is 0
in the paper.
"""

import functools
import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices import InformativenessMatrix, Votes
from ..representation import Representation
from ..types import Floats
from ..validation import check_choice, check_count, check_random_state, check_seed

Whole = NDArray[np.int64]
Dealer = random.Random  # Python's stream
Stream = np.random.RandomState  # numpy's legacy generator

NAMES, VALUES, SAMPLE = ("A", "B", "C", "D"), 20, 10_000
TRAIN, TEST = 96_000, 128_000  # sentences before TRAIN are for training, from TEST on for testing
LETTERS = range(len(NAMES))


@functools.cache
def every_sentence() -> Whole:
    """Values of all sentences, in the authors' random order.

    The sentences are listed in nested order and shuffled three times.

    Returns
    -------
    values : ndarray of int of shape (160000, 4)
        Value of every letter, from 0 to 19.

    See Also
    --------
    sentences : The test sentences among them.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.every_sentence().shape
    (160000, 4)
    """
    rows, dealer = list(itertools.product(range(VALUES), repeat=len(NAMES))), random.Random(0)
    for _ in range(3):
        dealer.shuffle(rows)
    return np.array(rows)


def sentences() -> Whole:
    """Values of the test sentences, which are the last fifth of all sentences.

    Returns
    -------
    values : ndarray of int of shape (32000, 4)
        Value of every letter, from 0 to 19.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.sentences().shape
    (32000, 4)
    """
    return every_sentence()[TEST:]


def codes(seed: int = 0) -> tuple[Floats, Floats]:
    """Code values of both examples, from one random stream.

    The stream gives, for each value of each letter, first the number of example 1 and then the two
    numbers of example 2.

    Parameters
    ----------
    seed : int, default=0
        Seed of the code values.

    Returns
    -------
    one : ndarray of shape (4, 20, 1)
        Code of every value of every letter in example 1, from -1 to 1.
    two : ndarray of shape (4, 20, 2)
        Code of every value of every letter in example 2, from -1 to 1.

    Raises
    ------
    ValueError
        If `seed` is out of range.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> one, two = letter_sentences.codes()
    >>> one.shape, two.shape
    ((4, 20, 1), (4, 20, 2))
    """
    rng = np.random.RandomState(check_seed(seed))
    one_latent, two_latents = np.zeros((4, VALUES, 1)), np.zeros((4, VALUES, 2))
    for index in itertools.product(LETTERS, range(VALUES)):
        one_latent[index] = rng.uniform(-1, 1)
        two_latents[index] = rng.uniform(-1, 1, size=2)
    return one_latent, two_latents


def through_csv(number: float) -> float:
    """Number as an old version of pandas (before 1.2) reads it from a text file.

    The result is sometimes wrong in its last bit. The codes of the authors were read in this way,
    and the MIG of example 2 depends on it.

    Parameters
    ----------
    number : float
        Number that was written to the text file.

    Returns
    -------
    number : float
        Number after reading.

    Notes
    -----
    The old reader gathers all digits in one float, and then divides it by powers of ten.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.through_csv(0.25)
    0.25
    """
    digits, _, tens = repr(abs(float(number))).partition("e")
    integer, _, decimals = digits.partition(".")
    value = functools.reduce(
        lambda so_far, digit: so_far * 10.0 + int(digit), integer + decimals, 0.0
    )
    shift, power = int(tens or 0) - len(decimals), 10.0
    exponent = abs(shift)
    while exponent:
        if exponent & 1:
            value = value * power if shift > 0 else value / power
        power, exponent = power * power, exponent >> 1
    return -value if number < 0 else value


def _encode_rows(code: Floats, rows: Whole) -> tuple[Floats, list[str]]:
    """Latents of sentences, letter by letter, and the names of the latents."""
    dimensions = code.shape[-1]
    names = [
        f"{name}{i + 1}" if dimensions > 1 else name.lower()
        for name in NAMES
        for i in range(dimensions)
    ]
    return np.concatenate([code[k][rows[:, k]] for k in LETTERS], axis=1), names


class Letters:
    """One of the two perfect codes of the test sentences.

    Parameters
    ----------
    dimensions : {1, 2}, default=1
        Number of latents per letter: 1 in example 1, and 2 in example 2.
    seed : int, default=0
        Seed of the code values; 0 in the paper [1]_.
    csv : bool, default=True
        Whether the code values are rounded as if they came from a text file, as the authors' values
        did; see `through_csv`.

    Attributes
    ----------
    rows : ndarray of int of shape (32000, 4)
        Value of every letter in the test sentences.
    latents : ndarray of shape (32000, n_latents)
        Code of the test sentences.
    latent_names : list of str
        Names of the latents.
    shares : ndarray of shape (4, 20)
        Share of the test sentences that have each value of each letter.
    where : list of list of ndarray
        Indices of the sentences that have each value of each letter.
    story : str
        One sentence about the code.

    Raises
    ------
    ValueError
        If `dimensions` is neither 1 nor 2, or if `seed` is out of range.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", Table 1.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.Letters(2).latents.shape
    (32000, 8)
    """

    def __init__(self, dimensions: int = 1, seed: int = 0, csv: bool = True) -> None:
        if dimensions not in (1, 2):
            raise ValueError(f"dimensions: found {dimensions!r}, expected 1 or 2.")
        code = codes(seed)[dimensions - 1]
        code = np.vectorize(through_csv)(code) if csv else code
        self._set_latents(*_encode_rows(code, sentences()), f"latents per letter: {dimensions}")

    @classmethod
    def of(cls, latents: Floats) -> "Letters":
        """Create an object for another code of the same sentences in the same order.

        Parameters
        ----------
        latents : ndarray of shape (32000, n_latents)
            Code of the test sentences.

        Returns
        -------
        toy : Letters
            The sentences with this code.
        """
        toy = cls.__new__(cls)
        toy._set_latents(
            latents, [f"latent {i + 1}" for i in range(latents.shape[1])], "a code of others"
        )
        return toy

    def _set_latents(self, latents: Floats, names: list[str], description: str) -> None:
        self.rows, self.latents, self.latent_names = sentences(), latents, names
        self.description = f"toy letters, {description}"
        self.where = [
            [np.flatnonzero(self.rows[:, k] == v) for v in range(VALUES)] for k in LETTERS
        ]
        sizes = np.array([[len(rows) for rows in where] for where in self.where])
        self.shares = sizes / len(self.rows)

    def representation(self, samples: int | None = None) -> Representation:
        """Create a Representation of the first sentences.

        Any metric can then score it.

        Parameters
        ----------
        samples : int or None, default=None
            Number of sentences. With None, all test sentences are used.

        Returns
        -------
        rep : Representation
            Samples of the four letters and the latents.
        """
        return Representation(
            self.rows[:samples],
            self.latents[:samples],
            factor_names=NAMES,
            latent_names=self.latent_names,
            description=self.description,
        )

    def draw(self, k: int, value: int, n: int, dealer: Dealer) -> Floats:
        """Sample different sentences in which a letter has a given value.

        Parameters
        ----------
        k : int
            Index of the letter.
        value : int
            Value of the letter, from 0 to 19.
        n : int
            Number of sentences.
        dealer : random.Random
            Python's random stream.

        Returns
        -------
        latents : ndarray of shape (n, n_latents)
            Code of the sentences.
        """
        rows = self.where[k][value]
        return self.latents[rows[dealer.sample(range(len(rows)), n)]]

    def some_value(self, k: int, dealer: Dealer) -> int:
        """Sample a value of a letter as often as it occurs in the sentences.

        The authors take a random sentence from a list in which the sentences are sorted by the
        value.

        Parameters
        ----------
        k : int
            Index of the letter.
        dealer : random.Random
            Python's random stream.

        Returns
        -------
        value : int
            Value of the letter, from 0 to 19.
        """
        ends = np.cumsum([len(rows) for rows in self.where[k]])
        return int(np.searchsorted(ends, dealer.sample(range(len(self.rows)), 1)[0], "right"))

    def stratified(self, k: int, dealer: Dealer) -> list[Floats]:
        """Sample sentences for every value of a letter.

        Parameters
        ----------
        k : int
            Index of the letter.
        dealer : random.Random
            Python's random stream.

        Returns
        -------
        samples : list of ndarray of shape (n_samples, n_latents)
            Code of the sentences for each value. Their number is 10,000 times the share of the
            value, rounded.
        """
        return [
            self.draw(k, value, round(SAMPLE * share), dealer)
            for value, share in enumerate(self.shares[k])
        ]

    def parted(self, k: int, dealer: Dealer, rng: Stream) -> tuple[Floats, Whole, Floats, Whole]:
        """Sample sentences and split them into a training set and a test set.

        Within every value of the letter, four fifths are for training and one fifth is for testing.

        Parameters
        ----------
        k : int
            Index of the letter.
        dealer : random.Random
            Python's random stream, for the sample.
        rng : numpy.random.RandomState
            Legacy stream of numpy, which shuffles the training set.

        Returns
        -------
        x : ndarray of shape (n_train, n_latents)
            Code of the training sentences, shuffled.
        y : ndarray of int of shape (n_train,)
            Value of the letter in the training sentences.
        x_new : ndarray of shape (n_test, n_latents)
            Code of the test sentences.
        y_new : ndarray of int of shape (n_test,)
            Value of the letter in the test sentences.
        """
        samples = self.stratified(k, dealer)
        cuts = [int(0.8 * len(sample)) for sample in samples]
        x = np.concatenate([sample[:cut] for sample, cut in zip(samples, cuts)])
        x_new = np.concatenate([sample[cut:] for sample, cut in zip(samples, cuts)])
        y = np.repeat(range(VALUES), cuts)
        y_new = np.repeat(range(VALUES), [len(s) - cut for s, cut in zip(samples, cuts)])
        order = rng.permutation(len(x))
        return x[order], y[order], x_new, y_new

    def matrix(
        self, values: ArrayLike, name: str, unit: str, **totals: Any
    ) -> InformativenessMatrix:
        """Create a matrix of this code's latents against the letters.

        Parameters
        ----------
        values : array_like of shape (n_latents, 4)
            Entries of the matrix.
        name : str
            Name of the quantity.
        unit : str
            Unit of the quantity.
        **totals : dict
            Further options of `InformativenessMatrix`, such as the entropies `latent_entropy` and
            `factor_entropy`.

        Returns
        -------
        matrix : InformativenessMatrix of shape (n_latents, 4)
            The matrix, with the names of latents and letters.
        """
        return InformativenessMatrix(
            values, name, unit, row_names=self.latent_names, column_names=NAMES, **totals
        )


def streams(seed: int) -> tuple[Dealer, Stream]:
    """Two random streams with the same seed: Python's, and numpy's legacy stream.

    Parameters
    ----------
    seed : int
        Seed of both streams.

    Returns
    -------
    dealer : random.Random
        Python's random stream.
    rng : numpy.random.RandomState
        Legacy stream of numpy.

    Raises
    ------
    ValueError
        If `seed` is out of range.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> dealer, rng = letter_sentences.streams(0)
    >>> dealer.randrange(100), rng.randint(100)
    (49, 44)
    """
    check_seed(seed)
    return random.Random(seed), np.random.RandomState(seed)


def _entropy_nats(counts: NDArray) -> float:
    """Entropy of counts or shares in nats.

    It is 0 if all counts are 0, because no sample with this value is in a bin.
    """
    p = counts[counts > 0] / counts.sum()
    return -(p * np.log(p)).sum()


def edges(z: Floats, keep_top: bool = False, bins: int = 20) -> Floats:
    """Edges of equal-width bins, as the authors compute them.

    Parameters
    ----------
    z : ndarray of shape (n_samples,)
        Values of a latent.
    keep_top : bool, default=False
        Whether the last edge is set to the largest value. Otherwise, the last edge may be rounded
        to just below the largest value, which is then in no bin.
    bins : int, default=20
        Number of bins.

    Returns
    -------
    edges : ndarray of shape (bins + 1,)
        Edges in ascending order.

    Notes
    -----
    With 20 bins, edge j is low + j (high - low) / 20.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.edges(np.array([0.0, 0.3, 1.0]), bins=4)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    low, high = z.min(), z.max()
    bin_edges = low + np.arange(bins + 1) * (high - low) / bins
    return np.append(bin_edges[:-1], high) if keep_top else bin_edges


def information(toy: Letters, seed: int = 0, keep_top: bool = False) -> InformativenessMatrix:
    """Mutual information between every latent and every letter, as the authors estimate it.

    It is the entropy H(z) of a latent over all test sentences minus the conditional entropy H(z |
    value) of a stratified sample, with 20 bins per latent [1]_. Negative values are clipped to 0.

    Parameters
    ----------
    toy : Letters
        Sentences and their code.
    seed : int, default=0
        Seed of the sample.
    keep_top : bool, default=False
        Whether the last bin keeps the largest value; see `edges`.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, 4)
        Mutual information in nats, from 0 upwards. 0: the two share no information. The entropies
        of latents and letters are included.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", Table 1.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.information(letter_sentences.Letters(1)).values.diagonal().round(1)
    array([2.6, 2.5, 2.3, 2.4])
    """
    dealer, _ = streams(seed)
    cuts = [edges(z, keep_top) for z in toy.latents.T]
    entropy = lambda z, cut: _entropy_nats(np.histogram(z[z <= cut[-1]], bins=cut)[0])
    total_entropy = np.array([entropy(z, cut) for z, cut in zip(toy.latents.T, cuts)])
    conditional = [
        toy.shares[k]
        @ [
            [entropy(z, cut) for z, cut in zip(sample.T, cuts)]
            for sample in toy.stratified(k, dealer)
        ]
        for k in LETTERS
    ]
    values = (total_entropy[:, None] - np.transpose(conditional)).clip(0)
    return toy.matrix(
        values,
        "mutual information",
        "nats",
        latent_entropy=total_entropy,
        factor_entropy=np.maximum([_entropy_nats(share) for share in toy.shares], values.max(0)),
    )


def importances(
    toy: Letters, seed: int = 0, trees: int = 10, max_features: str | None = "sqrt"
) -> InformativenessMatrix:
    """Feature importances of every latent for a random forest that predicts a letter.

    One forest of classification trees is fitted per letter [1]_.

    Parameters
    ----------
    toy : Letters
        Sentences and their code.
    seed : int, default=0
        Seed of both random streams.
    trees : int, default=10
        Number of trees in a forest.
    max_features : {'sqrt', 'log2'} or None, default='sqrt'
        Number of latents that a split can choose from, as in scikit-learn. With None, a split can
        choose from all latents.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, 4)
        Importances from 0 to 1. The entries of a column sum to 1. 0: the forest does not use the
        latent. 1: the forest uses no other latent.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", Table 1.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> toy = letter_sentences.Letters(1)
    >>> letter_sentences.importances(toy, trees=2, max_features=None).values.diagonal().round(1)
    array([1., 1., 1., 1.])
    """
    from sklearn.ensemble import RandomForestClassifier

    dealer, rng = streams(seed)
    columns = []
    for k in LETTERS:
        x, y, _, _ = toy.parted(k, dealer, rng)
        forest = RandomForestClassifier(trees, max_features=max_features, random_state=rng)
        columns.append(forest.fit(x, y).feature_importances_)
    return toy.matrix(np.transpose(columns), "importance for a forest", "share")


def predictability(toy: Letters, seed: int = 0, C: float = 0.01) -> InformativenessMatrix:
    """Accuracy of a linear SVM that predicts a letter from a single latent.

    The SVM is fitted to a training set and scored on a test set [1]_.

    Parameters
    ----------
    toy : Letters
        Sentences and their code.
    seed : int, default=0
        Seed of both random streams.
    C : float, default=0.01
        Inverse regularisation strength of the SVM; 0.01 in the paper.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, 4)
        Accuracies from 0 to 1. 1: every test sentence is predicted correctly. 0.05 is chance.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", Table 1.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.predictability(letter_sentences.Letters(1)).values.diagonal().round(2)
    array([0.1, 0.1, 0.1, 0.1])
    """
    from sklearn.svm import LinearSVC

    dealer, rng = streams(seed)
    columns = []
    for k in LETTERS:
        x, y, x_new, y_new = toy.parted(k, dealer, rng)
        machines = [LinearSVC(C=C, random_state=rng).fit(x[:, [i]], y) for i in range(x.shape[1])]
        columns.append([svm.score(x_new[:, [i]], y_new) for i, svm in enumerate(machines)])
    return toy.matrix(np.transpose(columns), "predictability by one latent", "accuracy")


PICK: dict[str, Callable[[Floats], np.intp]] = {"least": np.argmin, "most": np.argmax}


def votes(
    toy: Letters, seed: int = 0, moved: str = "least", points: int = 1_000, batch: int = 64
) -> Votes:
    """Votes of FactorVAE: the latent that varies least while a letter is held fixed.

    Four fifths of the votes, chosen at random, decide which letter each latent votes for. The rest
    of the votes is the matrix that is scored [1]_.

    Parameters
    ----------
    toy : Letters
        Sentences and their code.
    seed : int, default=0
        Seed of both random streams.
    moved : {'least', 'most'}, default='least'
        Latent that gets a vote. 'most' follows the printed Algorithm 2, which takes the largest
        variance.
    points : int, default=1_000
        Number of votes per letter.
    batch : int, default=64
        Number of sentences per vote.

    Returns
    -------
    votes : Votes of shape (n_latents, 4)
        Number of votes of every latent for every letter, and the letter that each latent votes for.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", Algorithm 2.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> float(letter_sentences.votes(letter_sentences.Letters(1), points=20).values.sum())
    16.0
    """
    check_choice("moved", moved, PICK)
    dealer, rng = streams(seed)
    held, spread = np.repeat(LETTERS, points), toy.latents.std(0)
    cast = np.empty(len(held), dtype=int)
    for i, k in enumerate(held):
        batch_latents = toy.draw(k, toy.some_value(k, dealer), batch, dealer)
        cast[i] = PICK[moved]((batch_latents / spread).var(0))
    tables = np.zeros((2, toy.latents.shape[1], len(NAMES)))
    judges = (np.arange(len(held)) >= 0.8 * len(held)).astype(int)
    np.add.at(tables, (judges, *np.stack([cast, held])[:, rng.permutation(len(held))]), 1)
    return Votes(
        tables[1],
        majority_factor=tables[0].argmax(1),
        row_names=toy.latent_names,
        column_names=NAMES,
    )


def still_points(
    toy: Letters, seed: int = 0, points: int = 1_000, pairs: int = 64
) -> tuple[Floats, Whole, Whole, Whole]:
    """Training points of BetaVAE: mean differences of pairs that share a letter's value.

    Parameters
    ----------
    toy : Letters
        Sentences and their code.
    seed : int, default=0
        Seed of both random streams.
    points : int, default=1_000
        Number of points per letter. A fifth of all points is for testing.
    pairs : int, default=64
        Number of pairs per point. The pairs of a point share the same value of the letter.

    Returns
    -------
    x : ndarray of shape (4 * points, n_latents)
        Mean absolute difference of the two sentences of a pair, for every latent.
    held : ndarray of int of shape (4 * points,)
        Letter that was held fixed.
    learn : ndarray of int
        Indices of the points for training.
    judge : ndarray of int
        Indices of the points for testing.

    See Also
    --------
    held_still : Accuracy of a classifier on these points.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> toy = letter_sentences.Letters(1)
    >>> x, held, learn, judge = letter_sentences.still_points(toy, points=5, pairs=4)
    >>> x.shape, len(learn), len(judge)
    ((20, 4), 16, 4)
    """
    dealer, rng = streams(seed)
    held = np.repeat(LETTERS, points)
    pair = lambda k, value: np.abs(
        toy.draw(k, value, pairs, dealer) - toy.draw(k, value, pairs, dealer)
    ).mean(0)
    x = np.array([pair(k, toy.some_value(k, dealer)) for k in held])
    order = rng.permutation(len(held))
    train_rows, test_rows = np.split(order, [int(0.8 * len(order))])
    return x, held, train_rows, test_rows


def held_still(toy: Letters, seed: int = 0, points: int = 1_000, pairs: int = 64) -> float:
    """Accuracy of a linear classifier that predicts which letter was held fixed (BetaVAE).

    The classifier gets the mean differences of pairs that `still_points` samples.

    Parameters
    ----------
    toy : Letters
        Sentences and their code.
    seed : int, default=0
        Seed of both random streams.
    points : int, default=1_000
        Number of points per letter, as in `still_points`.
    pairs : int, default=64
        Number of pairs per point, as in `still_points`.

    Returns
    -------
    accuracy : float
        Accuracy on the points for testing, from 0 to 1. 1: every letter is predicted correctly.
        0.25 is chance.

    Notes
    -----
    The classifier is a logistic regression, whereas the authors train ten softmax layers.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.held_still(letter_sentences.Letters(1), points=20, pairs=8)
    1.0
    """
    from sklearn.linear_model import LogisticRegression

    x, held, train_rows, test_rows = still_points(toy, seed, points, pairs)
    return (
        LogisticRegression(max_iter=1000)
        .fit(x[train_rows], held[train_rows])
        .score(x[test_rows], held[test_rows])
    )


def small(
    values: int = 20,
    dimensions: int = 1,
    ordered: bool = False,
    samples: int = 1_000,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """Code of four letters in any size, random or in order, for a lab.

    The idea is that of the toy letters, but the code is our own.

    Parameters
    ----------
    values : int, default=20
        Number of values of each letter, at least 2.
    dimensions : int, default=1
        Number of latents per letter.
    ordered : bool, default=False
        Whether the codes of the values are sorted.
    samples : int, default=1_000
        Number of samples, at least twice `values`.
    seed : int or numpy.random.Generator, default=0
        Seed of the code and of the sentences.

    Returns
    -------
    rep : Representation
        Samples of the four letters, in which every value occurs, and the latents.

    Raises
    ------
    ValueError
        If `values`, `dimensions` or `samples` is out of range.

    Examples
    --------
    >>> from disentangle_edu.worlds import letter_sentences
    >>> letter_sentences.small(values=5, dimensions=2, samples=100).latents.shape
    (100, 8)
    """
    check_count("values", values, least=2)
    check_count("dimensions", dimensions)
    check_count("samples", samples, least=2 * values)
    rng = check_random_state(seed)
    code = rng.uniform(-1, 1, (4, values, dimensions))  # first, so the same for any `samples`
    code = np.sort(code, axis=1) if ordered else code
    rows = rng.integers(values, size=(samples, 4))
    rows[:values] = np.arange(values)[:, None]  # every value occurs
    latents, names = _encode_rows(code, rows)
    return Representation(
        rows,
        latents,
        factor_names=NAMES,
        latent_names=names,
        factor_types="discrete",
        description=f"four letters of {values} values, latents per letter: {dimensions}, "
        f"{'in order' if ordered else 'at random'} (ours)",
    )
