"""Holding a factor still: what the latents do when everything but one factor, or one factor alone, is drawn anew."""

import numpy as np

from ..core import Confusions, InformativenessMatrix, Representation, Votes, check_count, check_source, measure
from ..worlds import World
from .counting import BINS, discretise


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
    """`points` times: hold a random factor still, draw a batch, reduce it to one row."""
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
    """Mean |difference| over pairs that all share one value of factor k."""
    batch = held(k, groups, 2 * size, rng)
    return np.abs(batch[:, ::2] - batch[:, 1::2]).mean(1)


def _variances(held, k, groups, size, rng):
    return held(k, groups, size, rng).var(1)


DIFFERENCES = {"pair": _pair_differences, "batch": _batch_differences}


@measure
def difference_points(source, *, points=10_000, batch=128, shared="pair", seed=0, progress=None):
    """BetaVAE's training points: (points, L) mean differences, and which factor stood still.

    See `confusions` for the options.
    """
    table, K, _, _ = _holder("beta_vae", source)
    if shared not in DIFFERENCES:
        raise ValueError(f"shared: found {shared!r}, expected 'pair' or 'batch'.")
    return _points(table.held, K, check_count("points", points, least=10), check_count("batch", batch),
                   np.random.default_rng(seed), DIFFERENCES[shared], progress)


@measure
def confusions(source, *, points=10_000, batch=128, shared="pair", classifier="logistic", judged_on="new",
               seed=0, progress=None):
    """Which factor stood still? A linear classifier guesses it from differences of latents.

    A point: choose a factor, draw `batch` pairs of samples that share its value, and average
    |z - z'| over the pairs.

    points : how many to learn from; half as many again are drawn to judge.
    shared : "pair" draws the shared value anew for every pair, "batch" once for all of them.
    classifier : "logistic" regression, or "least squares", a linear regression on one column per
        class whose largest answer wins; both on standardised differences.
    judged_on : "new" points, or "training" points, on which a classifier looks better than it is.
    progress : wraps an iterable, as tqdm.tqdm does.

    Returns Confusions: rows are guesses, columns the factor held still, counted over the points
    that judge. Raises ValueError with one factor.
    """
    _, K, _, notes = _holder("beta_vae", source)
    X, y = difference_points(source, points=points, batch=batch, shared=shared, seed=seed, progress=progress)
    X_test, y_test = X, y
    if judged_on == "new":
        test = np.random.SeedSequence([seed, 1]).generate_state(1)[0]
        X_test, y_test = difference_points(source, points=max(10, points // 2), batch=batch, shared=shared, seed=int(test))
    elif judged_on != "training":
        raise ValueError(f"judged_on: found {judged_on!r}, expected 'new' or 'training'.")
    guesses = linear_classifier(classifier).fit(X, y).predict(X_test)
    values = np.bincount(guesses * K + y_test, minlength=K * K).reshape(K, K)
    return Confusions(values, "guesses", row_names=source.factor_names,
                      column_names=source.factor_names, notes=notes)


def linear_classifier(name):
    """The classifier of that name from scikit-learn, on standardised columns."""
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    classifiers = {"logistic": lambda: LogisticRegression(max_iter=1000), "least squares": lambda: RidgeClassifier(alpha=1e-9)}
    if name not in classifiers:
        raise ValueError(f"classifier: found {name!r}, expected 'logistic' or 'least squares'.")
    return make_pipeline(StandardScaler(), classifiers[name]())


@measure
def votes(source, *, points=10_000, batch=128, seed=0, progress=None):
    """Which latent moved least while one factor stood still? It votes for that factor.

    Variances are divided by the latent's variance over the whole data (10,000 samples of a
    world). A latent that never moves has no vote.

    points : votes to learn each latent's factor from; half as many again are cast to judge.
    batch : samples per vote.
    progress : wraps an iterable, as tqdm.tqdm does.

    Returns Votes: rows are latents, columns the factor held still, counted over the votes that
    judge. Raises ValueError with one factor, or if no latent ever moves.
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
    """How often does a latent change when one factor alone is redrawn? Exact, and no metric.

    Entry (i, k) is the probability that latent i differs between two samples that agree in every
    factor but k. Each sample is compared with all that share its other factors, so the table must
    hold a whole world, such as `examples.grid`, under an encoder without chance.

    Characteristic 1 (sepliarskaia2019, 3.1) allows one entry above 0 per row, Characteristic 2
    (3.2) one per column. Raises ValueError where no sample has a partner to be compared with.
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
    return InformativenessMatrix(values.clip(0), "how often it changes", "share of redraws", row_names=rep.latent_names, column_names=rep.factor_names)
