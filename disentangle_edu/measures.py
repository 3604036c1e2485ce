"""Measures: what a representation (or a world) tells, gathered in a matrix for a metric to judge.

mutual_information   bits that a latent tells about a factor                      -> MIG, DCIMIG
predictability       how well one latent alone predicts a factor, by a line       -> SAP
importances          how much a forest uses each latent to predict a factor       -> disentanglement, completeness
prediction           how well the forest predicts, from all latents together      -> informativeness
confusions           which factor stood still? guessed from mean differences      -> BetaVAE
votes                which latent moved least while a factor stood still          -> FactorVAE
sensitivity          how often a latent changes when one factor alone is redrawn  -> Characteristics 1 and 2, no metric
"""

import numpy as np

from .core import (Confusions, InformativenessMatrix, Representation, Votes, check_count, check_source, measure)
from .worlds import World

BINS = 21  # odd: a grid centred on zero keeps its zeros inside a bin, where rounding cannot move them (20 is customary)
MIN_FOR_A_SPLIT = 16  # predictors are judged on samples that they have not seen


# -------------------------------------------------------------------------------------------- counting in bits


def discretise(column, kind="continuous", bins=BINS):
    """Whole numbers 0, 1, ... for a column: its own levels, or equal widths between its smallest and largest value."""
    if kind == "levels":
        return np.unique(column, return_inverse=True)[1]
    low, high = column.min(), column.max()
    if low == high:
        return np.zeros(len(column), dtype=int)
    place = (column - low) / (high - low) * bins
    # A value on an edge belongs to the upper bin, whatever rounding did to it; the maximum stays in the last bin.
    return np.minimum(place + 1e-9, bins - 1).astype(int)


def entropy(counts):
    """Entropy in bits of a table of counts."""
    p = counts[counts > 0] / counts.sum()
    return float(-(p * np.log2(p)).sum())


@measure
def mutual_information(rep, *, bins=None, factor_bins=None):
    """How many bits does each latent tell about each factor? I(z;v) = H(z) + H(v) - H(z,v), from counts (plug-in).

    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number always cuts every
        latent into that many equal widths between its minimum and maximum (20 in most published code).
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins` (or 21).

    Returns an (L, K) InformativenessMatrix in bits with both totals. 0 says independent; H(v) says that the latent
    determines the factor. Counting exaggerates on few samples, by about (cells of z - 1)(cells of v - 1) / (2 n ln 2) bits.
    """
    check_source("mutual_information", rep, Representation)
    bins, factor_bins = (None if b is None else check_count(name, b, least=2)
                         for name, b in (("bins", bins), ("factor_bins", factor_bins)))
    z, cut_z = _codes(rep.latents, rep.latent_kinds, rep.latent_names, bins, bins or BINS)
    v, cut_v = _codes(rep.factors, rep.factor_kinds, rep.factor_names, factor_bins, factor_bins or bins or BINS)
    sizes = [column.max() + 1 for column in v]
    latent_total = np.array([entropy(np.bincount(column)) for column in z])
    factor_total = np.array([entropy(np.bincount(column)) for column in v])
    joint = np.array([[entropy(np.bincount(a * size + b)) for b, size in zip(v, sizes)] for a in z])
    values = np.clip(latent_total[:, None] + factor_total - joint, 0, np.minimum.outer(latent_total, factor_total))
    return InformativenessMatrix(values, "mutual information", "bits", latent_total=latent_total, factor_total=factor_total,
                                 row_names=rep.latent_names, column_names=rep.factor_names, notes=cut_z + cut_v)


def _codes(table, kinds, names, forced, bins):
    """Every column as codes, and a sentence on which of them were cut."""
    kinds = ["continuous"] * len(kinds) if forced else kinds
    cut = [name for name, kind in zip(names, kinds) if kind == "continuous"]
    note = (f"cut into {bins} equal widths: {', '.join(cut) if len(cut) < 8 else f'{len(cut)} columns from {cut[0]} to {cut[-1]}'}",) if cut else ()
    return [discretise(column, kind, bins) for column, kind in zip(table.T, kinds)], note


# ------------------------------------------------------------------------------------------------- prediction


def _split(n, seed):
    """Three quarters of the rows to learn from, one quarter to be judged on."""
    if n < MIN_FOR_A_SPLIT:
        raise ValueError(f"rep: found {n} samples, expected at least {MIN_FOR_A_SPLIT}: a predictor is judged on samples it has "
                         "not seen. Draw more, e.g. with World.sample.")
    order = np.random.default_rng(seed).permutation(n)
    return order[: 3 * n // 4], order[3 * n // 4:]


def _names_of(rep):
    return dict(row_names=rep.latent_names, column_names=rep.factor_names)


@measure
def predictability(rep, *, C=0.01, seed=0):
    """How well does one latent alone predict a factor with a straight line (continuous) or linear SVMs (levels)?

    Continuous factors: R2 of the least-squares line on all samples, which is the squared correlation, between 0 and 1.
    Factors with levels: accuracy on a held-out quarter of LinearSVC(C, balanced classes) on the standardised latent.
    C : the SVM's inverse regularisation, 0.01 as in kumar2017's and most published code.   seed : draws the split.

    A latent that never moves gets 0 and, for levels, the accuracy of the best constant guess.
    """
    check_source("predictability", rep, Representation)
    if not C > 0:
        raise ValueError(f"C: found {C}, expected a number above 0.")
    z, v = _standardised(rep.latents), _standardised(rep.factors)
    values = np.minimum((z.T @ v / len(rep)) ** 2, 1.0)
    level_factors = [k for k, kind in enumerate(rep.factor_kinds) if kind == "levels"]
    if level_factors:
        train, test = _split(len(rep), seed)
        for k in level_factors:
            labels = discretise(rep.factors[:, k], "levels")
            for i in range(z.shape[1]):
                values[i, k] = _svm_accuracy(z[:, [i]], labels, train, test, C)
    unit = "accuracy" if len(level_factors) == v.shape[1] else "R2" if not level_factors else "R2 or accuracy"
    return InformativenessMatrix(values, "predictability by one latent", unit, **_names_of(rep))


def _standardised(table):
    """Mean 0 and deviation 1 per column; a constant column becomes 0."""
    spread = table.std(0)
    moves = table.max(0) > table.min(0)
    return np.where(moves, (table - table.mean(0)) / np.where(moves, spread, 1), 0)


def _svm_accuracy(x, labels, train, test, C):
    from sklearn.svm import LinearSVC
    if x.min() == x.max() or np.unique(labels[train]).size < 2:
        return np.bincount(labels[test]).max() / len(test)
    return LinearSVC(C=C, class_weight="balanced").fit(x[train], labels[train]).score(x[test], labels[test])


@measure
def _forests(rep, *, trees, seed):
    """One forest per factor on all latents: (importances (L, K), held-out scores (K,))."""
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    train, test = _split(len(rep), seed)
    importances, scores = [], []
    for column, kind in zip(rep.factors.T, rep.factor_kinds):
        forest = RandomForestClassifier if kind == "levels" else RandomForestRegressor
        # max_features=None: every split may use every latent. With the classifier's default a split that may not look
        # at the right latent must use a wrong one, and even a perfect copy scores D = 0.65.
        forest = forest(trees, max_features=None, random_state=seed, n_jobs=-1).fit(rep.latents[train], column[train])
        importances.append(forest.feature_importances_)
        scores.append(max(0.0, forest.score(rep.latents[test], column[test])))
    return np.array(importances).T, np.array(scores)


@measure
def importances(rep, *, trees=10, seed=0):
    """How much does a random forest use each latent when it predicts each factor from all latents?

    Impurity importances of scikit-learn's forests (classifier for levels, regressor for continuous factors), learned on
    three quarters of the samples with `trees` trees and all latents open to every split. Every column sums to 1, also
    where the forest predicts nothing: read it beside `prediction`.
    """
    check_source("importances", rep, Representation)
    values, _ = _forests(rep, trees=check_count("trees", trees), seed=seed)
    return InformativenessMatrix(values, "importance for a forest", "share", **_names_of(rep))


@measure
def prediction(rep, *, trees=10, seed=0):
    """How well do the forests of `importances` predict each factor on the quarter they have not seen?

    One row, "all latents": R2 (continuous) or accuracy (levels), negative R2 counted as 0.
    """
    check_source("prediction", rep, Representation)
    _, scores = _forests(rep, trees=check_count("trees", trees), seed=seed)
    return InformativenessMatrix(scores[None], "held-out prediction", "R2 or accuracy", row_names=["all latents"],
                                 column_names=rep.factor_names)


# --------------------------------------------------------------------------------- holding a factor still


class _Table:
    """A Representation seen as a world: holding a factor still = choosing rows of equal value.

    A continuous factor is held approximately: to one of its 21 bins.
    """

    def __init__(self, rep):
        self.rep, self._rows = rep, {}
        self.notes = tuple(f"{name} is continuous: held still to one of {BINS} bins, not exactly"
                           for name, kind in zip(rep.factor_names, rep.factor_kinds) if kind == "continuous")

    def held(self, factor, groups, size, rng):
        if factor not in self._rows:
            codes = discretise(self.rep.factors[:, factor], self.rep.factor_kinds[factor])
            counts = np.bincount(codes)
            self._rows[factor] = codes, np.argsort(codes, kind="stable"), np.cumsum(counts) - counts, counts
        codes, order, first, counts = self._rows[factor]
        value = codes[rng.integers(len(codes), size=groups)]  # common values are held more often
        place = (rng.random((groups, size)) * counts[value, None]).astype(int)
        return self.rep.latents[order[first[value, None] + place]]


def _holder(name, source):
    """(something with .held, number of factors, number of latents, names, notes)"""
    check_source(name, source, Representation, World)
    if len(source.factor_names) < 2:
        raise ValueError(f"{name}: found one factor, expected at least two: with one there is nothing to guess.")
    table = _Table(source) if isinstance(source, Representation) else source
    return table, len(source.factor_names), len(source.latent_names), getattr(table, "notes", ())


def _points(held, K, points, size, rng, reduce, progress):
    """`points` times: hold a random factor still, draw a batch, reduce it to one row. Returns (rows, factors held)."""
    factors = rng.integers(K, size=points)
    rows = None
    chunks = range(0, points, 500)  # memory stays bounded, and a progress bar has something to count
    for start in progress(chunks) if progress else chunks:
        for k in range(K):
            mine = start + np.flatnonzero(factors[start:start + 500] == k)
            if len(mine):
                reduced = reduce(held, k, len(mine), size, rng)
                rows = np.empty((points, reduced.shape[1])) if rows is None else rows
                rows[mine] = reduced
    return rows, factors


def _pair_differences(held, k, groups, size, rng):
    """Mean |difference| over pairs that share a value of factor k, a new value for every pair."""
    pairs = held(k, groups * size, 2, rng)
    return np.abs(pairs[:, 0] - pairs[:, 1]).reshape(groups, size, -1).mean(1)


def _batch_differences(held, k, groups, size, rng):
    """Mean |difference| over pairs of a batch in which one value of factor k is shared by all pairs."""
    batch = held(k, groups, 2 * size, rng)
    return np.abs(batch[:, ::2] - batch[:, 1::2]).mean(1)


def _variances(held, k, groups, size, rng):
    return held(k, groups, size, rng).var(1)


DIFFERENCES = {"pair": _pair_differences, "batch": _batch_differences}


@measure
def difference_points(source, *, points=10_000, batch=128, shared="pair", seed=0, progress=None):
    """BetaVAE's training points: (points, L) mean absolute differences, and (points,) the factor that stood still.

    See `confusions` for the options.
    """
    table, K, _, _ = _holder("beta_vae", source)
    if shared not in DIFFERENCES:
        raise ValueError(f"shared: found {shared!r}, expected 'pair' or 'batch'.")
    return _points(table.held, K, check_count("points", points, least=10), check_count("batch", batch),
                   np.random.default_rng(seed), DIFFERENCES[shared], progress)


@measure
def confusions(source, *, points=10_000, batch=128, shared="pair", classifier="logistic", seed=0, progress=None):
    """Which factor stood still? A linear classifier guesses it from mean absolute differences of latents.

    A point: choose a factor, draw `batch` pairs of samples that share its value, average |z - z'| over the pairs.
    points : how many to learn from; half as many again are drawn to judge.   shared : "pair" draws the shared value anew for
    every pair, "batch" once for the whole batch.   classifier : "logistic" regression on standardised differences, or
    "least squares", a linear regression on one column per class whose largest answer wins.
    progress : wraps an iterable, as tqdm.tqdm does.

    Returns Confusions: rows are guesses, columns the factor held still, counted over the points that judge.
    """
    _, K, _, notes = _holder("beta_vae", source)
    X, y = difference_points(source, points=points, batch=batch, shared=shared, seed=seed, progress=progress)
    test = np.random.SeedSequence([0 if isinstance(seed, np.random.Generator) else seed, 1]).generate_state(1)[0]
    X_test, y_test = difference_points(source, points=max(10, points // 2), batch=batch, shared=shared, seed=int(test))
    guesses = linear_classifier(classifier).fit(X, y).predict(X_test)
    values = np.bincount(guesses * K + y_test, minlength=K * K).reshape(K, K)
    return Confusions(values, "guesses", row_names=source.factor_names,
                      column_names=source.factor_names, notes=notes)


def linear_classifier(name):
    """scikit-learn's logistic regression, or least squares on one column per class, both on standardised columns."""
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    classifiers = {"logistic": lambda: LogisticRegression(max_iter=1000), "least squares": lambda: RidgeClassifier(alpha=1e-9)}
    if name not in classifiers:
        raise ValueError(f"classifier: found {name!r}, expected 'logistic' or 'least squares'.")
    return make_pipeline(StandardScaler(), classifiers[name]())


@measure
def votes(source, *, points=10_000, batch=128, seed=0, progress=None):
    """Which latent moved least? While one factor stands still in a batch, the latent of least relative variance votes.

    Variances are divided by the latent's variance over the whole data (10,000 samples of a world). A latent that never moves has no vote.
    points : votes to learn each latent's factor from; half as many again are cast to judge.   batch : samples per vote.

    Returns Votes: rows are latents, columns the factor held still, counted over the votes that judge.
    """
    table, K, L, notes = _holder("factor_vae", source)
    rng = np.random.default_rng(seed)
    points = check_count("points", points, least=10)
    check_count("batch", batch, least=2)
    latents = source.latents if isinstance(source, Representation) else source.encode(source.draw(10_000, rng), rng)
    moves = np.ptp(latents, axis=0) > 0
    if not moves.any():
        raise ValueError("factor_vae: found latents that never move, expected at least one that does: nobody can vote.")
    total = np.where(moves, latents.var(0), 1)

    def count(points, progress):
        variances, held = _points(table.held, K, points, batch, rng, _variances, progress)
        winners = np.where(moves, variances / total, np.inf).argmin(1)
        return np.bincount(winners * K + held, minlength=L * K).reshape(L, K)

    choice = count(points, progress).argmax(1)
    return Votes(count(max(10, points // 2), None), choice=choice, row_names=source.latent_names,
                 column_names=source.factor_names, notes=notes)


@measure
def sensitivity(rep):
    """How often does a latent change when one factor alone is redrawn? Exact on finite worlds, and no metric at all.

    Entry (i, k) is the probability that latent i differs between two samples that agree in every factor but k. Each
    sample is compared with all that share its other factors, so the table must hold whole worlds, such as
    `examples.grid`, where the encoder is deterministic. Characteristic 1 (sepliarskaia2019, 3.1): at most one entry above 0 per row;
    Characteristic 2 (3.2): at most one per column. Raises ValueError where no sample has a partner to be compared with.
    """
    check_source("sensitivity", rep, Representation)
    latents = [np.unique(column, return_inverse=True)[1] for column in rep.latents.T]
    values = np.empty((len(latents), rep.factors.shape[1]))
    for k, name in enumerate(rep.factor_names):
        others = np.unique(np.delete(rep.factors, k, axis=1), axis=0, return_inverse=True)[1].ravel()
        size = np.bincount(others)
        if size.max() == 1:
            raise ValueError(f"rep: found no two samples that differ in {name!r} alone, expected a finite world with all "
                             "combinations of factors, e.g. examples.grid(3, 4).")
        for i, column in enumerate(latents):
            together = np.unique(np.column_stack([others, column]), axis=0, return_counts=True)
            values[i, k] = 1 - (together[1] ** 2 / size[together[0][:, 0]]).sum() / len(rep)
    return InformativenessMatrix(values.clip(0), "how often it changes", "share of redraws", **_names_of(rep))
