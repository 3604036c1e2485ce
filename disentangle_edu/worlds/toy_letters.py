"""Toy letters: the four-letter language of zhang2021 and Table 1 exactly as its authors ran it.

A sentence "A3 B17 C1 D9" has four letters (the factors) with 20 values each. Its two codes are
perfect: in example 1 each value of a letter is one random number on the letter's own latent, in
example 2 a random point on the letter's own two latents.

The functions below gather matrices as the authors' code does, with their random streams; our own
metrics judge them. Two streams run side by side: Python's deals sentences and samples, numpy's old
one draws code values, shuffles and grows trees. Both start anew, at 0 in the paper, for every
metric.
"""

import functools
import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import Floats, InformativenessMatrix, Representation, Votes
from ..validation import check_choice, check_count, check_seed, random_stream

Whole = NDArray[np.int64]
Dealer = random.Random  # Python's stream
Stream = np.random.RandomState  # numpy's old one

NAMES, VALUES, SAMPLE = ("A", "B", "C", "D"), 20, 10_000
TRAIN, TEST = 96_000, 128_000  # the first so many sentences train, those from here on test
LETTERS = range(len(NAMES))


@functools.cache
def every_sentence() -> Whole:
    """(160,000, 4) values of all sentences, listed in nested order and shuffled three times."""
    rows, dealer = list(itertools.product(range(VALUES), repeat=len(NAMES))), random.Random(0)
    for _ in range(3):
        dealer.shuffle(rows)
    return np.array(rows)


def sentences() -> Whole:
    """(32,000, 4) values of the test sentences, the last fifth."""
    return every_sentence()[TEST:]


def codes(seed: int = 0) -> tuple[Floats, Floats]:
    """Both examples from one stream: (4, 20, 1) and (4, 20, 2) numbers in (-1, 1).

    Per value, first the one, then the two.
    """
    rng = np.random.RandomState(check_seed(seed))
    one, two = np.zeros((4, VALUES, 1)), np.zeros((4, VALUES, 2))
    for place in itertools.product(LETTERS, range(VALUES)):
        one[place] = rng.uniform(-1, 1)
        two[place] = rng.uniform(-1, 1, size=2)
    return one, two


def through_csv(number: float) -> float:
    """A number as it comes back from a text file read by an old pandas (before 1.2).

    It is sometimes off in its last bit: the digits are gathered in one float, which is divided by
    powers of ten. The authors' codes went this way, and MIG of example 2 feels it.
    """
    digits, _, tens = repr(abs(float(number))).partition("e")
    whole, _, decimals = digits.partition(".")
    value = functools.reduce(
        lambda so_far, digit: so_far * 10.0 + int(digit), whole + decimals, 0.0
    )
    shift, power = int(tens or 0) - len(decimals), 10.0
    left = abs(shift)
    while left:
        if left & 1:
            value = value * power if shift > 0 else value / power
        power, left = power * power, left >> 1
    return -value if number < 0 else value


def _encoded(code: Floats, rows: Whole) -> tuple[Floats, list[str]]:
    """The latents of sentences, letter after letter, and the latents' names."""
    dimensions = code.shape[-1]
    names = [
        f"{name}{i + 1}" if dimensions > 1 else name.lower()
        for name in NAMES
        for i in range(dimensions)
    ]
    return np.concatenate([code[k][rows[:, k]] for k in LETTERS], axis=1), names


class Letters:
    """One of the two perfect codes on the test sentences.

    dimensions : latents per letter, 1 or 2.   seed : draws the code values (0 in the paper).
    csv : whether the numbers went through a text file, as the authors' did.
    """

    def __init__(self, dimensions: int = 1, seed: int = 0, csv: bool = True) -> None:
        if dimensions not in (1, 2):
            raise ValueError(f"dimensions: found {dimensions!r}, expected 1 or 2.")
        code = codes(seed)[dimensions - 1]
        code = np.vectorize(through_csv)(code) if csv else code
        self._hold(*_encoded(code, sentences()), f"latents per letter: {dimensions}")

    @classmethod
    def of(cls, latents: Floats) -> "Letters":
        """Another code of the same sentences in the same order: (32,000, L) latents."""
        toy = cls.__new__(cls)
        toy._hold(latents, [f"latent {i + 1}" for i in range(latents.shape[1])], "a code of others")
        return toy

    def _hold(self, latents: Floats, names: list[str], story: str) -> None:
        self.rows, self.latents, self.latent_names = sentences(), latents, names
        self.story = f"toy letters, {story}"
        self.where = [
            [np.flatnonzero(self.rows[:, k] == v) for v in range(VALUES)] for k in LETTERS
        ]
        sizes = np.array([[len(rows) for rows in where] for where in self.where])
        self.shares = sizes / len(self.rows)

    def representation(self, samples: int | None = None) -> Representation:
        """The first so many sentences as a Representation, to be judged by any metric."""
        return Representation(
            self.rows[:samples],
            self.latents[:samples],
            factor_names=NAMES,
            latent_names=self.latent_names,
            story=self.story,
        )

    def draw(self, k: int, value: int, n: int, dealer: Dealer) -> Floats:
        """N different sentences with this value of letter k."""
        rows = self.where[k][value]
        return self.latents[rows[dealer.sample(range(len(rows)), n)]]

    def some_value(self, k: int, dealer: Dealer) -> int:
        """The value of letter k in a sentence taken at random from a list, value by value."""
        ends = np.cumsum([len(rows) for rows in self.where[k]])
        return int(np.searchsorted(ends, dealer.sample(range(len(self.rows)), 1)[0], "right"))

    def stratified(self, k: int, dealer: Dealer) -> list[Floats]:
        """Per value, round(10,000 times its share) sentences."""
        return [
            self.draw(k, value, round(SAMPLE * share), dealer)
            for value, share in enumerate(self.shares[k])
        ]

    def parted(self, k: int, dealer: Dealer, rng: Stream) -> tuple[Floats, Whole, Floats, Whole]:
        """X and y to learn from, shuffled, and x and y to judge.

        Four fifths and one fifth within every value.
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
        self, values: ArrayLike, what: str, unit: str, **totals: Any
    ) -> InformativenessMatrix:
        """The numbers as a matrix of this toy's latents and letters."""
        return InformativenessMatrix(
            values, what, unit, row_names=self.latent_names, column_names=NAMES, **totals
        )


def streams(seed: int) -> tuple[Dealer, Stream]:
    """Python's and numpy's stream, both started at the seed."""
    check_seed(seed)
    return random.Random(seed), np.random.RandomState(seed)


def _nats(counts: NDArray) -> float:
    """Entropy of counts or shares; of nothing at all (a value that fell out of every bin) 0."""
    p = counts[counts > 0] / counts.sum()
    return -(p * np.log(p)).sum()


def edges(z: Floats, keep_top: bool = False, bins: int = 20) -> Floats:
    """Edges low + j (high - low) / 20.

    The last may round to just below high, and then the largest value is in no bin; keep_top mends
    it.
    """
    low, high = z.min(), z.max()
    found = low + np.arange(bins + 1) * (high - low) / bins
    return np.append(found[:-1], high) if keep_top else found


def information(toy: Letters, seed: int = 0, keep_top: bool = False) -> InformativenessMatrix:
    """H(z) of all sentences minus H(z | value) of a stratified sample, in 20 bins, nats."""
    dealer, _ = streams(seed)
    cuts = [edges(z, keep_top) for z in toy.latents.T]
    entropy = lambda z, cut: _nats(np.histogram(z[z <= cut[-1]], bins=cut)[0])
    whole = np.array([entropy(z, cut) for z, cut in zip(toy.latents.T, cuts)])
    given = [
        toy.shares[k]
        @ [
            [entropy(z, cut) for z, cut in zip(sample.T, cuts)]
            for sample in toy.stratified(k, dealer)
        ]
        for k in LETTERS
    ]
    values = (whole[:, None] - np.transpose(given)).clip(0)
    return toy.matrix(
        values,
        "mutual information",
        "nats",
        latent_total=whole,
        factor_total=np.maximum([_nats(share) for share in toy.shares], values.max(0)),
    )


def importances(
    toy: Letters, seed: int = 0, trees: int = 10, max_features: str | None = "sqrt"
) -> InformativenessMatrix:
    """Importances of a forest of classification trees per letter."""
    from sklearn.ensemble import RandomForestClassifier

    dealer, rng = streams(seed)
    found = []
    for k in LETTERS:
        x, y, _, _ = toy.parted(k, dealer, rng)
        forest = RandomForestClassifier(trees, max_features=max_features, random_state=rng)
        found.append(forest.fit(x, y).feature_importances_)
    return toy.matrix(np.transpose(found), "importance for a forest", "share")


def predictability(toy: Letters, seed: int = 0, C: float = 0.01) -> InformativenessMatrix:
    """Accuracy of a linear SVM on one latent."""
    from sklearn.svm import LinearSVC

    dealer, rng = streams(seed)
    found = []
    for k in LETTERS:
        x, y, x_new, y_new = toy.parted(k, dealer, rng)
        alone = [LinearSVC(C=C, random_state=rng).fit(x[:, [i]], y) for i in range(x.shape[1])]
        found.append([svm.score(x_new[:, [i]], y_new) for i, svm in enumerate(alone)])
    return toy.matrix(np.transpose(found), "predictability by one latent", "accuracy")


PICK: dict[str, Callable[[Floats], np.intp]] = {"least": np.argmin, "most": np.argmax}


def votes(
    toy: Letters, seed: int = 0, moved: str = "least", points: int = 1_000, batch: int = 64
) -> Votes:
    """Which latent moved least while a letter stood still? A random fifth of the votes judges.

    moved : "most" follows the printed Algorithm 2, which takes the largest variance.
    points, batch : votes per letter, and sentences per vote.
    """
    check_choice("moved", moved, PICK)
    dealer, rng = streams(seed)
    held, spread = np.repeat(LETTERS, points), toy.latents.std(0)
    cast = np.empty(len(held), dtype=int)
    for i, k in enumerate(held):
        drawn = toy.draw(k, toy.some_value(k, dealer), batch, dealer)
        cast[i] = PICK[moved]((drawn / spread).var(0))
    tables = np.zeros((2, toy.latents.shape[1], len(NAMES)))
    judges = (np.arange(len(held)) >= 0.8 * len(held)).astype(int)
    np.add.at(tables, (judges, *np.stack([cast, held])[:, rng.permutation(len(held))]), 1)
    return Votes(
        tables[1], choice=tables[0].argmax(1), row_names=toy.latent_names, column_names=NAMES
    )


def still_points(
    toy: Letters, seed: int = 0, points: int = 1_000, pairs: int = 64
) -> tuple[Floats, Whole, Whole, Whole]:
    """Mean differences of pairs that share a letter's value, and which letter it was.

    points, pairs : points per letter, of which a fifth judges, and pairs that share a value per
        point. Returns (points, L) differences, letters, and the rows to learn from and to judge.
    """
    dealer, rng = streams(seed)
    held = np.repeat(LETTERS, points)
    pair = lambda k, value: np.abs(
        toy.draw(k, value, pairs, dealer) - toy.draw(k, value, pairs, dealer)
    ).mean(0)
    x = np.array([pair(k, toy.some_value(k, dealer)) for k in held])
    order = rng.permutation(len(held))
    learn, judge = np.split(order, [int(0.8 * len(order))])
    return x, held, learn, judge


def held_still(toy: Letters, seed: int = 0, points: int = 1_000, pairs: int = 64) -> float:
    """How well a linear classifier tells, from mean differences of pairs, which letter stood still.

    points, pairs : as in `still_points`. A logistic regression stands where the authors train ten
        softmax layers.
    """
    from sklearn.linear_model import LogisticRegression

    x, held, learn, judge = still_points(toy, seed, points, pairs)
    return LogisticRegression(max_iter=1000).fit(x[learn], held[learn]).score(x[judge], held[judge])


def small(
    values: int = 20,
    dimensions: int = 1,
    ordered: bool = False,
    samples: int = 1_000,
    seed: int | np.random.Generator = 0,
) -> Representation:
    """The same idea in any size, for a lab: four letters, random or in order; ours.

    values, dimensions : how many values each letter has, and on how many latents.
    """
    check_count("values", values, least=2)
    check_count("dimensions", dimensions)
    check_count("samples", samples, least=2 * values)
    rng = random_stream(seed)
    code = rng.uniform(-1, 1, (4, values, dimensions))  # first: the same for any number of samples
    code = np.sort(code, axis=1) if ordered else code
    rows = rng.integers(values, size=(samples, 4))
    rows[:values] = np.arange(values)[:, None]  # every value occurs
    latents, names = _encoded(code, rows)
    return Representation(
        rows,
        latents,
        factor_names=NAMES,
        latent_names=names,
        factor_kinds="levels",
        story=f"four letters of {values} values, latents per letter: {dimensions}, "
        f"{'in order' if ordered else 'at random'} (ours)",
    )
