"""Holding a factor still: what the latents do when everything but one factor, or one factor alone, is drawn anew."""

import numpy as np

from ..checks import check_count, check_source
from ..core import Confusions, InformativenessMatrix, Representation, Votes, measure
from ..worlds.world import World
from .counting import BINS, discretise
from .fitting import check_choice

JUDGED_ON = ("new", "training")
ENOUGH_TO_PART = 1000  # from so many samples on, judging has rows of its own


@measure
def whole_world(rep):
    """Whether a table holds every combination of factor levels exactly once; there a redraw may well hit the same row again."""
    if rep.present is not None:
        return False
    combinations = np.prod([float(np.unique(column).size) for column in rep.factors.T])
    return len(rep) == combinations and len(np.unique(rep.factors, axis=0)) == len(rep)


class _Table:
    """A Representation seen as a world: holding a factor still = choosing rows of equal value.

    A continuous factor is held approximately: to one of its 21 bins; with factor_bins, every factor to one of so many.
    `rows` are those to choose from.
    """

    def __init__(self, rep, rows=slice(None), factor_bins=None):
        self.rep, self.latents, self.rows, self._found = rep, rep.latents[rows], rows, {}
        self.kinds = ["continuous"] * len(rep.factor_kinds) if factor_bins else rep.factor_kinds
        self.bins = check_count("factor_bins", factor_bins or BINS, least=2)

    def held(self, factor, groups, size, rng):
        if factor not in self._found:
            codes = np.full(len(self.rep), -1)
            codes[self.rep.having(factor)] = discretise(
                self.rep.column(factor), self.kinds[factor], self.bins
            )
            here = np.flatnonzero(
                codes[self.rows] >= 0
            )  # only samples that have the factor can hold it still
            codes = codes[self.rows][here]
            counts = np.bincount(codes)
            common = np.flatnonzero(
                counts[codes] > 1
            )  # a value that stands in one row only holds every latent still
            held, order = codes[common] if len(common) else codes, np.argsort(codes, kind="stable")
            self._found[factor] = held, here[order], np.cumsum(counts) - counts, counts
        held, order, first, counts = self._found[factor]
        value = held[rng.integers(len(held), size=groups)]  # common values are held more often
        place = (rng.random((groups, size)) * counts[value, None]).astype(int)
        if size == 2 and not whole_world(
            self.rep
        ):  # two different rows: a row beside itself would give the held factor away
            others = np.maximum(counts[value] - 1, 1)
            place[:, 1] = (place[:, 0] + 1 + (rng.random(groups) * others).astype(int)) % counts[
                value
            ]
        return self.latents[order[first[value, None] + place]]


def _holders(name, source, seed, factor_bins):
    """Two things with .held, to learn from and to be judged on: a world twice, or two parts of a table."""
    check_source(name, source, Representation, World)
    if len(source.factor_names) < 2:
        raise ValueError(
            f"{name}: found one factor, expected at least two: with one there is nothing to guess."
        )
    if isinstance(source, World):
        return source, source
    if len(source) < ENOUGH_TO_PART:
        return (_Table(source, factor_bins=factor_bins),) * 2
    order = np.random.default_rng([seed, 2]).permutation(len(source))
    return tuple(
        _Table(source, rows, factor_bins) for rows in np.split(order, [3 * len(source) // 4])
    )


def _points(held, K, points, size, rng, reduce, progress):
    """`points` times: hold a random factor still, draw a batch, reduce it to one row."""
    factors = rng.integers(K, size=points)
    rows = None
    chunks = range(
        0, points, 500
    )  # memory stays bounded, and a progress bar has something to count
    for start in progress(chunks) if progress else chunks:
        for k in range(K):
            mine = start + np.flatnonzero(factors[start : start + 500] == k)
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
def difference_points(
    source, *, points=10_000, batch=128, shared="pair", factor_bins=None, seed=0, progress=None
):
    """BetaVAE's points: (rows, L) mean differences to learn from, which factor stood still, and the same two to judge.

    See `confusions` for the options.
    """
    learn, judge = _holders("beta_vae", source, seed, factor_bins)
    if shared not in DIFFERENCES:
        raise ValueError(f"shared: found {shared!r}, expected 'pair' or 'batch'.")
    points, batch, K = (
        check_count("points", points, least=10),
        check_count("batch", batch),
        len(source.factor_names),
    )
    teach, test = (np.random.default_rng([seed, part]) for part in (0, 1))
    found = (
        *_points(learn.held, K, points, batch, teach, DIFFERENCES[shared], progress),
        *_points(judge.held, K, max(10, points // 2), batch, test, DIFFERENCES[shared], None),
    )
    for array in found:
        array.setflags(write=False)  # it is remembered
    return found


@measure
def confusions(
    source,
    *,
    points=10_000,
    batch=128,
    shared="pair",
    classifier="logistic",
    judged_on="new",
    factor_bins=None,
    seed=0,
    progress=None,
):
    """Which factor stood still? A linear classifier guesses it from differences of latents.

    A point: choose a factor, draw `batch` pairs of samples that share its value, and average
    |z - z'| over the pairs.

    points : how many to learn from; half as many again are drawn to judge. A table of 1,000 samples
        or more lends a quarter of its rows to judging alone; a smaller one all rows to both.
    shared : "pair" draws the shared value anew for every pair, "batch" once for all of them.
    classifier : "logistic" regression, or "least squares", a linear regression on one column per
        class whose largest answer wins; both on standardised differences.
    judged_on : "new" points, or "training" points, on which a classifier looks better than it is.
    factor_bins : cuts every factor of a table into so many equal widths and holds it to one of them.
    progress : wraps an iterable, as tqdm.tqdm does.

    Returns Confusions: rows are guesses, columns the factor held still, counted over the points
    that judge. Raises ValueError with one factor.
    """
    check_choice("judged_on", judged_on, JUDGED_ON)
    model = linear_classifier(classifier)
    X, y, X_new, y_new = difference_points(
        source,
        points=points,
        batch=batch,
        shared=shared,
        factor_bins=factor_bins,
        seed=seed,
        progress=progress,
    )
    X_test, y_test = (X_new, y_new) if judged_on == "new" else (X, y)
    K = len(source.factor_names)
    guesses = model.fit(X, y).predict(X_test)
    values = np.bincount(guesses * K + y_test, minlength=K * K).reshape(K, K)
    return Confusions(
        values,
        "guesses",
        row_names=source.factor_names,
        column_names=source.factor_names,
        notes=_notes(source),
    )


def _notes(source):
    """What a reader should know of holding factors still in a table; nothing of a world."""
    if not isinstance(source, Representation):
        return ()
    smooth = [
        name for name, kind in zip(source.factor_names, source.factor_kinds) if kind == "continuous"
    ]
    notes = (
        (f"held still to one of {BINS} bins, not exactly: {', '.join(smooth)}",) if smooth else ()
    )
    if len(source) < ENOUGH_TO_PART:
        notes += (
            f"only {len(source)} samples: points that teach and points that judge come from the same rows, so noise can "
            "look like signal",
        )
    return notes


def linear_classifier(name):
    """The classifier of that name from scikit-learn, on standardised columns."""
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    classifiers = {
        "logistic": lambda: LogisticRegression(max_iter=1000),
        "least squares": lambda: RidgeClassifier(alpha=1e-9),
    }
    if name not in classifiers:
        raise ValueError(f"classifier: found {name!r}, expected 'logistic' or 'least squares'.")
    return make_pipeline(StandardScaler(), classifiers[name]())


@measure
def votes(
    source,
    *,
    points=10_000,
    batch=128,
    least_spread=None,
    judged_on="new",
    factor_bins=None,
    seed=0,
    progress=None,
):
    """Which latent moved least while one factor stood still? It votes for that factor.

    Variances are divided by the latent's variance over the whole data (10,000 samples of a
    world). A latent that moves by no more than rounding has no vote; latents that tie share one.

    points : votes to learn each latent's factor from; half as many again are cast to judge, on
        rows of their own where a table has 1,000 or more.
    batch : samples per vote.
    least_spread : latents with a smaller standard deviation have no vote either.
    judged_on : "new" votes, or the "training" votes themselves.
    factor_bins : cuts every factor of a table into so many equal widths and holds it to one of them.
    progress : wraps an iterable, as tqdm.tqdm does.

    Returns Votes: rows are latents, columns the factor held still, counted over the votes that
    judge. Raises ValueError with one factor, or if no latent ever moves.
    """
    learn, judge = _holders("factor_vae", source, seed, factor_bins)
    K = len(source.factor_names)
    rng = np.random.default_rng(seed)
    points = check_count("points", points, least=10)
    check_count("batch", batch, least=2)
    latents = (
        source.latents
        if isinstance(source, Representation)
        else source.encode(source.draw(10_000, rng), rng)
    )
    check_choice("judged_on", judged_on, JUDGED_ON)
    moves = (latents.std(0) > 1e-9 * np.abs(latents).max(0)) & (
        latents.std(0) >= (least_spread or 0)
    )  # rounding is no movement
    if not moves.any():
        raise ValueError(
            "factor_vae: found latents that never move, expected at least one that does: nobody can vote."
        )
    total = np.where(moves, latents.var(0), 1)

    def count(table, points, progress):
        variances, held = _points(table.held, K, points, batch, rng, _variances, progress)
        left = np.where(moves, variances / total, np.inf)
        first = left <= left.min(1, keepdims=True) + 1e-12
        votes = first / first.sum(
            1, keepdims=True
        )  # latents that tie share the vote, whatever their order
        return np.stack([votes[held == k].sum(0) for k in range(K)], axis=1)

    learned = count(learn, points, progress)
    judged = learned if judged_on == "training" else count(judge, max(10, points // 2), None)
    return Votes(
        judged,
        choice=learned.argmax(1),
        row_names=source.latent_names,
        column_names=source.factor_names,
        notes=_notes(source),
    )


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
    if rep.present is not None:
        raise ValueError(
            "rep: found factors that are absent from some samples, expected a finite world with every factor in every sample."
        )
    latents = [np.unique(column, return_inverse=True)[1] for column in rep.latents.T]
    values = np.empty((len(latents), rep.factors.shape[1]))
    for k, name in enumerate(rep.factor_names):
        others = np.unique(np.delete(rep.factors, k, axis=1), axis=0, return_inverse=True)[
            1
        ].ravel()
        size = np.bincount(others)
        if len(np.unique(np.column_stack([others, rep.factors[:, k]]), axis=0)) == len(size):
            raise ValueError(
                f"rep: found no two samples that differ in {name!r} alone, expected a finite world with all "
                "combinations of factors, e.g. examples.grid(3, 4)."
            )
        for i, column in enumerate(latents):
            together = np.unique(np.column_stack([others, column]), axis=0, return_counts=True)
            values[i, k] = 1 - (together[1] ** 2 / size[together[0][:, 0]]).sum() / len(rep)
    return InformativenessMatrix(
        values.clip(0),
        "how often it changes",
        "share of redraws",
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )
