"""Toy letters: the four-letter language of zhang2021, its two perfect codes, and Table 1 exactly as its authors ran it.

A sentence "A3 B17 C1 D9" has four letters (the factors) with 20 values each. The codes are perfect: in example 1 each value
of a letter is one random number on the letter's own latent, in example 2 a random point on the letter's own two latents.

The functions below gather matrices as the authors' code does, with their random streams; our own metrics judge them. Two
streams run side by side: Python's deals sentences and samples, numpy's old one draws code values, shuffles and grows trees.
Both start anew, at 0 in the paper, for every metric.
"""

import functools
import itertools
import random

import numpy as np

from ..core import InformativenessMatrix, Representation, Votes

NAMES, VALUES, SAMPLE = ("A", "B", "C", "D"), 20, 10_000
LETTERS = range(len(NAMES))


@functools.cache
def sentences():
    """(32,000, 4) values of the test sentences: all 160,000 in nested order, shuffled three times, the last fifth."""
    rows, dealer = list(itertools.product(range(VALUES), repeat=len(NAMES))), random.Random(0)
    for _ in range(3):
        dealer.shuffle(rows)
    return np.array(rows[128_000:])


def codes(seed=0):
    """Both examples from one stream: (4, 20, 1) and (4, 20, 2) numbers in (-1, 1); per value, first the one, then the two."""
    rng, one, two = np.random.RandomState(seed), np.zeros((4, VALUES, 1)), np.zeros((4, VALUES, 2))
    for place in itertools.product(LETTERS, range(VALUES)):
        one[place] = rng.uniform(-1, 1)
        two[place] = rng.uniform(-1, 1, size=2)
    return one, two


def through_csv(number):
    """A number as it comes back from a text file read by an old pandas (before 1.2): sometimes off in its last bit.

    It gathers the digits in one float and divides by powers of ten. The authors' codes went this way, and MIG of example 2 feels it.
    """
    digits, _, tens = repr(abs(float(number))).partition("e")
    whole, _, decimals = digits.partition(".")
    value = functools.reduce(lambda sum, digit: sum * 10.0 + int(digit), whole + decimals, 0.0)
    shift, power = int(tens or 0) - len(decimals), 10.0
    left = abs(shift)
    while left:
        if left & 1:
            value = value * power if shift > 0 else value / power
        power, left = power * power, left >> 1
    return -value if number < 0 else value


def _encoded(code, rows):
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

    def __init__(self, dimensions=1, seed=0, csv=True):
        if dimensions not in (1, 2):
            raise ValueError(f"dimensions: found {dimensions!r}, expected 1 or 2.")
        code = codes(seed)[dimensions - 1]
        code = np.vectorize(through_csv)(code) if csv else code
        self.rows, self.dimensions = sentences(), dimensions
        self.latents, self.latent_names = _encoded(code, self.rows)
        self.where = [
            [np.flatnonzero(self.rows[:, k] == v) for v in range(VALUES)] for k in LETTERS
        ]
        self.shares = np.array([[len(rows) for rows in where] for where in self.where]) / len(
            self.rows
        )

    def representation(self, samples=None):
        """The first so many sentences as a Representation, to be judged by any metric."""
        return Representation(
            self.rows[:samples],
            self.latents[:samples],
            factor_names=NAMES,
            latent_names=self.latent_names,
            story=f"toy letters, {self.dimensions} latent(s) each",
        )

    def draw(self, k, value, n, dealer):
        """N different sentences with this value of letter k."""
        rows = self.where[k][value]
        return self.latents[rows[dealer.sample(range(len(rows)), n)]]

    def some_value(self, k, dealer):
        """The value of letter k in a sentence taken at random from a list that runs value by value."""
        return int(
            np.searchsorted(
                np.cumsum([len(rows) for rows in self.where[k]]),
                dealer.sample(range(len(self.rows)), 1)[0],
                "right",
            )
        )

    def stratified(self, k, dealer):
        """Per value, round(10,000 times its share) sentences."""
        return [
            self.draw(k, value, round(SAMPLE * share), dealer)
            for value, share in enumerate(self.shares[k])
        ]

    def parted(self, k, dealer, rng):
        """X and y to learn from, shuffled, and x and y to judge: four fifths and one fifth within every value."""
        samples = self.stratified(k, dealer)
        cuts = [int(0.8 * len(sample)) for sample in samples]
        x, x_new = (
            np.concatenate([sample[part(cut)] for sample, cut in zip(samples, cuts)])
            for part in (lambda c: slice(c), lambda c: slice(c, None))
        )
        y, y_new = (
            np.repeat(range(VALUES), cuts),
            np.repeat(range(VALUES), [len(sample) - cut for sample, cut in zip(samples, cuts)]),
        )
        order = rng.permutation(len(x))
        return x[order], y[order], x_new, y_new

    def matrix(self, values, what, unit, **totals):
        return InformativenessMatrix(
            values, what, unit, row_names=self.latent_names, column_names=NAMES, **totals
        )


def streams(seed):
    """Python's and numpy's stream, both started at the seed."""
    return random.Random(seed), np.random.RandomState(seed)


def _nats(counts):
    """Entropy of counts or shares; of nothing at all (a value that fell out of every bin) 0."""
    p = counts[counts > 0] / counts.sum()
    return -(p * np.log(p)).sum()


def edges(z, keep_top=False, bins=20):
    """Edges low + j (high - low) / 20. The last may round to just below high, and then the largest value is in no bin; keep_top mends it."""
    low, high = z.min(), z.max()
    found = low + np.arange(bins + 1) * (high - low) / bins
    return np.append(found[:-1], high) if keep_top else found


def information(toy, seed=0, keep_top=False):
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


def importances(toy, seed=0, trees=10, max_features="sqrt"):
    """Importances of a forest of classification trees per letter."""
    from sklearn.ensemble import RandomForestClassifier

    dealer, rng = streams(seed)
    found = []
    for k in LETTERS:
        x, y, _, _ = toy.parted(k, dealer, rng)
        found.append(
            RandomForestClassifier(trees, max_features=max_features, random_state=rng)
            .fit(x, y)
            .feature_importances_
        )
    return toy.matrix(np.transpose(found), "importance for a forest", "share")


def predictability(toy, seed=0, C=0.01):
    """Accuracy of a linear SVM on one latent."""
    from sklearn.svm import LinearSVC

    dealer, rng = streams(seed)
    found = []
    for k in LETTERS:
        x, y, x_new, y_new = toy.parted(k, dealer, rng)
        found.append(
            [
                LinearSVC(C=C, random_state=rng).fit(x[:, [i]], y).score(x_new[:, [i]], y_new)
                for i in range(x.shape[1])
            ]
        )
    return toy.matrix(np.transpose(found), "predictability by one latent", "accuracy")


def votes(toy, seed=0, moved="least", points=1_000, batch=64):
    """Which latent moved least while a letter stood still? 1,000 votes per letter; a random fifth of them judges.

    moved : "most" follows the printed Algorithm 2, which takes the largest variance.
    """
    dealer, rng = streams(seed)
    held, pick = np.repeat(LETTERS, points), {"least": np.argmin, "most": np.argmax}[moved]
    cast = np.array(
        [
            pick(
                (toy.draw(k, toy.some_value(k, dealer), batch, dealer) / toy.latents.std(0)).var(0)
            )
            for k in held
        ]
    )
    tables = np.zeros((2, toy.latents.shape[1], len(NAMES)))
    judges = (np.arange(len(held)) >= 0.8 * len(held)).astype(int)
    np.add.at(tables, (judges, *np.stack([cast, held])[:, rng.permutation(len(held))]), 1)
    return Votes(
        tables[1], choice=tables[0].argmax(1), row_names=toy.latent_names, column_names=NAMES
    )


def held_still(toy, seed=0, points=1_000, pairs=64):
    """How well a linear classifier tells, from mean differences of 64 pairs that share a value, which letter stood still.

    1,000 points per letter, a fifth to judge; a logistic regression where the authors train ten softmax layers.
    """
    from sklearn.linear_model import LogisticRegression

    dealer, rng = streams(seed)
    held = np.repeat(LETTERS, points)
    pair = lambda k, value: np.abs(
        toy.draw(k, value, pairs, dealer) - toy.draw(k, value, pairs, dealer)
    ).mean(0)
    x, order = (
        np.array([pair(k, toy.some_value(k, dealer)) for k in held]),
        rng.permutation(len(held)),
    )
    learn, judge = np.split(order, [int(0.8 * len(order))])
    return LogisticRegression(max_iter=1000).fit(x[learn], held[learn]).score(x[judge], held[judge])


def small(values=20, dimensions=1, ordered=False, samples=1_000, seed=0):
    """The same idea in any size, for a lab: four letters of so many values on so many latents each, random or in order; ours."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(values, size=(samples, 4))
    rows[:values] = np.arange(values)[:, None]  # every value occurs
    code = rng.uniform(-1, 1, (4, values, dimensions))
    code = np.sort(code, axis=1) if ordered else code
    latents, names = _encoded(code, rows)
    return Representation(
        rows,
        latents,
        factor_names=NAMES,
        latent_names=names,
        factor_kinds="levels",
        story=f"four letters of {values} values, {dimensions} latent(s) each, {'in order' if ordered else 'at random'} (ours)",
    )
