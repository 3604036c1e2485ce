"""Holding a factor still: what latents do when all else, or that factor alone, is drawn anew."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from ..core import Confusions, Floats, InformativenessMatrix, Progress, Representation, Votes
from ..making import measure
from ..validation import check_choice, check_count, check_number, check_source, shown
from ..worlds.world import World
from ._supervised import Scaling, check_split
from .information import BINS, MOST_BINS, Codes, discretise, is_cut, joined

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

ENOUGH_TO_PART = 1000  # from so many samples on, judging has rows of its own
AT_A_TIME = 500  # points: memory stays bounded, and a progress bar has something to count
ROUNDING = 1e-13  # of a latent's size: what moves less does not move
TIED = 1e-12  # shares of variance that are no further apart than this are equal

JudgedOn = Literal["new", "training"]
Shared = Literal["pair", "batch"]
Linear = Literal["logistic", "least squares"]
ValueWeights = Literal["frequency", "uniform"]
Held = Callable[[int, int, int, np.random.Generator], Floats]  # factor, groups, size, rng


# -------------------------------------------------------------------------------- tables held still


@measure
def whole_world(rep: Representation) -> bool:
    """Whether a table holds every combination of factor levels exactly once.

    There a redraw may well hit the same row again.
    """
    if rep.present is not None:
        return False
    combinations = np.prod([float(np.unique(column).size) for column in rep.factors.T])
    return len(rep) == combinations and len(np.unique(rep.factors, axis=0)) == len(rep)


class _Drawing(NamedTuple):
    """How a table stands in for a world; see `votes` for the options."""

    factor_bins: int | None = None
    value_weights: ValueWeights = "frequency"
    replace: bool = True
    split: float = 0.75

    def check(self) -> None:
        """Raise ValueError for options that no table takes."""
        if self.factor_bins is not None:
            check_count("factor_bins", self.factor_bins, least=2, most=MOST_BINS)
        check_choice("value_weights", self.value_weights, get_args(ValueWeights))
        if not isinstance(self.replace, bool):
            raise ValueError(f"replace: found {shown(self.replace)}, expected True or False.")
        check_split(self.split)


DRAWING = _Drawing()


class _Rows(NamedTuple):
    """Where the rows of each value of one factor stand."""

    values: Codes  # to draw the held value from: that of every row, or every value once
    order: Codes  # rows sorted by value
    first: Codes  # where each value begins in `order`
    counts: Codes  # how many rows have it


class _Table:
    """A Representation seen as a world: holding a factor still = choosing rows of equal value.

    A continuous factor is held approximately: to one of its 21 bins; with factor_bins, every factor
    to one of so many. `rows` are those to choose from. With `alone` all factors but one are held.
    """

    def __init__(
        self,
        rep: Representation,
        rows: slice | Codes = slice(None),
        drawing: _Drawing = DRAWING,
        alone: bool = False,
    ) -> None:
        self.rep, self.latents, self.rows, self.alone = rep, rep.latents[rows], rows, alone
        self.drawing, cut = drawing, drawing.factor_bins is not None
        self.kinds = ["continuous"] * len(rep.factor_kinds) if cut else rep.factor_kinds
        self.bins = drawing.factor_bins or BINS
        self._found: dict[int, _Rows] = {}

    def held(self, factor: int, groups: int, size: int, rng: np.random.Generator) -> Floats:
        """(groups, size, L) latents of rows that share a value of the factor within a group.

        With `alone`: that share the values of all others.
        """
        if factor not in self._found:
            self._found[factor] = self._rows_of(factor)
        values, order, first, counts = self._found[factor]
        value = values[rng.integers(len(values), size=groups)]
        if size == 2 and not (self.drawing.replace and whole_world(self.rep)):
            # Two different rows: a row beside itself would give the held factor away.
            place = _pairs(counts[value], rng)
        elif self.drawing.replace:
            place = (rng.random((groups, size)) * counts[value, None]).astype(int)
        else:
            place = np.empty((groups, size), dtype=int)
            for one in np.unique(value):
                mine = value == one
                place[mine] = _passes(counts[one], mine.sum() * size, rng).reshape(-1, size)
        return self.latents[order[first[value, None] + place]]

    def _rows_of(self, factor: int) -> _Rows:
        """Only samples that have the factors that are held can hold them still."""
        held = [factor]
        if self.alone:
            held = [k for k in range(len(self.kinds)) if k != factor]
        each = [self._codes(k) for k in held]
        codes = np.where(np.min(each, axis=0) < 0, -1, joined(*(one + 1 for one in each)))
        here = np.flatnonzero(codes[self.rows] >= 0)
        codes = codes[self.rows][here]
        counts = np.bincount(codes)
        # A value that stands in one row only holds every latent still.
        common = np.flatnonzero(counts[codes] > 1)
        if self.alone:
            common = common[self._differ(codes, factor, here)[common]]
        if self.alone and not len(common):
            raise ValueError(
                "z_max_variance: found no two samples that differ in "
                f"{self.rep.factor_names[factor]!r} alone, expected a World, or a table with such "
                "samples for every factor."
            )
        values, order = codes[common] if len(common) else codes, np.argsort(codes, kind="stable")
        if self.drawing.value_weights == "uniform":
            values = np.unique(values)
        return _Rows(values, here[order], np.cumsum(counts) - counts, counts)

    def _differ(self, codes: Codes, factor: int, here: Codes) -> NDArray[np.bool_]:
        """Whether a sample's group, by its code, holds more than one value of the factor."""
        values = self._codes(factor)[self.rows][here]
        low, high = np.full(codes.max() + 1, len(self.rep)), np.full(codes.max() + 1, -1)
        np.minimum.at(low, codes, values)
        np.maximum.at(high, codes, values)
        return (low < high)[codes]

    def _codes(self, factor: int) -> Codes:
        """(n,) which value each sample has; -1 where the factor is absent."""
        codes = np.full(len(self.rep), -1)
        column = self.rep.column(factor)
        codes[self.rep.having(factor)] = discretise(column, self.kinds[factor], self.bins)
        return codes


def _pairs(counts: Codes, rng: np.random.Generator) -> Codes:
    """(groups, 2) two different places among so many, where there are two."""
    place = (rng.random((len(counts), 2)) * counts[:, None]).astype(int)
    steps = 1 + (rng.random(len(counts)) * np.maximum(counts - 1, 1)).astype(int)
    place[:, 1] = (place[:, 0] + steps) % counts
    return place


def _passes(count: int, size: int, rng: np.random.Generator) -> Codes:
    """(size,) places below `count`: each of them once in a new order, then again."""
    passes = np.tile(np.arange(count), (-(-size // count), 1))
    return rng.permuted(passes, axis=1).ravel()[:size]


class _Alone:
    """A World in which one factor alone is drawn anew."""

    def __init__(self, world: World) -> None:
        self.held = world.alone


def _holders(name: str, source, seed: int, drawing: _Drawing = DRAWING, alone: bool = False):
    """Two things with .held, to learn from and to be judged on.

    A world is both; a table lends two parts of its rows, if it has enough of them.
    """
    check_source(name, source, Representation, World)
    drawing.check()
    if len(source.factor_names) < 2:
        raise ValueError(
            f"{name}: found one factor, expected at least two: with one there is nothing to guess."
        )
    if isinstance(source, World):
        return (_Alone(source) if alone else source,) * 2
    if drawing.split == 1 or len(source) < ENOUGH_TO_PART:
        return (_Table(source, drawing=drawing, alone=alone),) * 2
    order = np.random.default_rng([seed, 2]).permutation(len(source))
    learn = min(max(int(drawing.split * len(source) + 1e-9), 1), len(source) - 1)
    return tuple(_Table(source, rows, drawing, alone) for rows in np.split(order, [learn]))


def _points(held: Held, K, points, size, rng, reduce, progress) -> tuple[Floats, Codes]:
    """`points` times: hold a random factor still, draw a batch, reduce it to one row."""
    factors = rng.integers(K, size=points)
    rows: Floats | None = None
    chunks = range(0, points, AT_A_TIME)
    for start in progress(chunks) if progress else chunks:
        for k in range(K):
            mine = start + np.flatnonzero(factors[start : start + AT_A_TIME] == k)
            if len(mine):
                reduced = reduce(held, k, len(mine), size, rng)
                rows = np.empty((points, reduced.shape[1])) if rows is None else rows
                rows[mine] = reduced
    assert rows is not None  # at least ten points were asked for
    return rows, factors


def _notes(source, drawing: _Drawing) -> tuple[str, ...]:
    """What a reader should know of holding factors still in a table; nothing of a world."""
    if not isinstance(source, Representation):
        return ()
    smooth = [
        name
        for k, (name, kind) in enumerate(zip(source.factor_names, source.factor_kinds))
        if is_cut(source.column(k), kind)
    ]
    notes = []
    if smooth:
        bins = drawing.factor_bins or BINS
        notes.append(f"held still to one of {bins} bins, not exactly: {', '.join(smooth)}")
    if len(source) < ENOUGH_TO_PART:
        notes.append(
            f"only {len(source)} samples: points that teach and points that judge come from the "
            "same rows, so noise can look like signal"
        )
    return tuple(notes)


# -------------------------------------------------------------------- differences of pairs: BetaVAE


def _pair_differences(held: Held, k, groups, size, rng) -> Floats:
    """Mean |difference| over pairs that share a value of factor k, a new value for every pair."""
    pairs = held(k, groups * size, 2, rng)
    return np.abs(pairs[:, 0] - pairs[:, 1]).reshape(groups, size, -1).mean(1)


def _batch_differences(held: Held, k, groups, size, rng) -> Floats:
    """Mean |difference| over pairs that all share one value of factor k."""
    batch = held(k, groups, 2 * size, rng)
    return np.abs(batch[:, ::2] - batch[:, 1::2]).mean(1)


DIFFERENCES = {"pair": _pair_differences, "batch": _batch_differences}


@measure
def difference_points(
    source: Representation | World,
    *,
    points: int = 10_000,
    batch: int = 128,
    shared: Shared = "pair",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    split: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[Floats, Codes, Floats, Codes]:
    """BetaVAE's points: what moved while one factor stood still, and which factor it was.

    (rows, L) mean differences to learn from, (rows,) which factor stood still, and the same two to
    judge. See `confusions` for the options.

    >>> world = examples.copy_world(3, 3)
    >>> learn, held, _, _ = measures.difference_points(world, points=20, batch=8)
    >>> learn.shape, held.shape
    ((20, 2), (20,))
    """
    drawing = _Drawing(factor_bins, value_weights, replace, split)
    learn, judge = _holders("beta_vae", source, seed, drawing)
    check_choice("shared", shared, get_args(Shared))
    check_count("points", points, least=10)
    check_count("batch", batch)
    K, reduce = len(source.factor_names), DIFFERENCES[shared]
    teach, test = (np.random.default_rng([seed, part]) for part in (0, 1))
    found = (
        *_points(learn.held, K, points, batch, teach, reduce, progress),
        *_points(judge.held, K, max(10, points // 2), batch, test, reduce, None),
    )
    for array in found:
        array.setflags(write=False)  # it is remembered
    return found


@measure
def confusions(
    source: Representation | World,
    *,
    points: int = 10_000,
    batch: int = 128,
    shared: Shared = "pair",
    classifier: Linear = "logistic",
    scaling: Scaling = "standard",
    judged_on: JudgedOn = "new",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    split: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> Confusions:
    """Which factor stood still? A linear classifier guesses it from differences of latents.

    A point: choose a factor, draw `batch` pairs of samples that share its value, and average
    |z - z'| over the pairs.

    points : how many to learn from; half as many again are drawn to judge.
    shared : "pair" draws the shared value anew for every pair, "batch" once for all of them.
    classifier : "logistic" regression, or "least squares", a linear regression on one column per
        class whose largest answer wins.
    scaling : of the differences: "standard", "min-max" or "none". The logistic regression has a
        penalty, so it depends on their scale.
    judged_on : "new" points, or "training" points, on which a classifier looks better than it is.
    factor_bins, value_weights, replace, split : as in `votes`.
    progress : wraps an iterable, as tqdm.tqdm does.

    Returns Confusions: rows are guesses, columns the factor held still, counted over the points
    that judge. Raises ValueError with one factor.

    >>> measures.confusions(examples.copy_world(3, 3), points=60, batch=16).values
    array([[16.,  0.],
           [ 0., 14.]])
    """
    check_choice("judged_on", judged_on, get_args(JudgedOn))
    model = linear_classifier(classifier, scaling)
    X, y, X_new, y_new = difference_points(
        source,
        points=points,
        batch=batch,
        shared=shared,
        factor_bins=factor_bins,
        value_weights=value_weights,
        replace=replace,
        split=split,
        seed=seed,
        progress=progress,
    )
    X_test, y_test = (X_new, y_new) if judged_on == "new" else (X, y)
    K = len(source.factor_names)
    guesses = model.fit(X, y).predict(X_test)
    values = np.bincount(guesses * K + y_test, minlength=K * K).reshape(K, K)
    return Confusions(
        values,
        "the answers",
        row_names=source.factor_names,
        column_names=source.factor_names,
        notes=_notes(source, _Drawing(factor_bins, value_weights, replace, split)),
    )


def linear_classifier(name: Linear, scaling: Scaling = "standard") -> "Pipeline":
    """The classifier of that name from scikit-learn, on scaled columns."""
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, StandardScaler

    classifiers = {
        "logistic": lambda: LogisticRegression(max_iter=1000),
        "least squares": lambda: RidgeClassifier(alpha=1e-9),
    }
    scalers = {"standard": StandardScaler, "min-max": MinMaxScaler, "none": FunctionTransformer}
    check_choice("classifier", name, get_args(Linear))
    check_choice("scaling", scaling, get_args(Scaling))
    return make_pipeline(scalers[scaling](), classifiers[name]())


# ----------------------------------------------------------------------- who moves least: FactorVAE


@measure
def votes(
    source: Representation | World,
    *,
    points: int = 10_000,
    batch: int = 128,
    least_spread: float | None = None,
    judged_on: JudgedOn = "new",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    split: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> Votes:
    """Which latent moved least while one factor stood still? It votes for that factor.

    Variances are divided by the latent's variance over the whole data (10,000 samples of a
    world). A latent that moves by no more than rounding has no vote; latents that tie share one.

    points : votes to learn each latent's factor from; half as many again are cast to judge.
    batch : samples per vote.
    least_spread : latents with a smaller standard deviation have no vote either.
    judged_on : "new" votes, or the "training" votes themselves.
    factor_bins : cuts every factor of a table into so many equal widths and holds it to one of
        them.
    value_weights : how a table draws the value that is held still: by its "frequency", or
        "uniform", which draws rare values as often as common ones.
    replace : whether a table draws the samples of a batch with replacement. With False, each
        sample of a value comes once before one of them comes again.
    split : the share of a table's rows to learn from; the rest is for judging. A table of fewer
        than 1,000 rows uses all of them for both, as split=1 does.
    progress : wraps an iterable, as tqdm.tqdm does.

    Returns Votes: rows are latents, columns the factor held still, counted over the votes that
    judge. Raises ValueError with one factor, or if no latent ever moves.

    >>> measures.votes(examples.copy_world(3, 3), points=60, batch=16).values
    array([[12.,  0.],
           [ 0., 18.]])
    """
    drawing = _Drawing(factor_bins, value_weights, replace, split)
    return cast_votes(
        "factor_vae", source, points, batch, least_spread, judged_on, drawing, seed, progress
    )


@measure
def lone_votes(
    source: Representation | World,
    *,
    points: int = 10_000,
    batch: int = 128,
    least_spread: float | None = None,
    judged_on: JudgedOn = "new",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    split: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> Votes:
    """Which latent moved most while one factor alone was drawn anew? It votes for that factor.

    The options, and what comes back, are those of `votes`: there a factor stands still and the
    latent that moves least votes, here all others do and the one that moves most. A table must have
    samples that differ in one factor alone; of a large table of many factors these may be few.
    Raises ValueError where a factor has none, with one factor, or if no latent ever moves.

    >>> measures.lone_votes(examples.copy_world(3, 3), points=60, batch=16).values
    array([[13.,  0.],
           [ 0., 17.]])
    """
    drawing = _Drawing(factor_bins, value_weights, replace, split)
    return cast_votes(
        "z_max_variance", source, points, batch, least_spread, judged_on, drawing, seed, progress
    )


def cast_votes(
    name: str, source, points, batch, least_spread, judged_on, drawing: _Drawing, seed, progress
) -> Votes:
    """The votes for factor_vae, or, in a name of its own, for z_max_variance; see `votes`."""
    alone = name == "z_max_variance"
    learn, judge = _holders(name, source, seed, drawing, alone)
    check_count("points", points, least=10)
    check_count("batch", batch, least=2)
    check_choice("judged_on", judged_on, get_args(JudgedOn))
    if least_spread is not None:
        check_number("least_spread", least_spread, least=0)
    K, rng = len(source.factor_names), np.random.default_rng(seed)
    whole = _whole_variance(name, source, least_spread or 0, rng)

    def cast(table, count, progress=None):
        left, held = _points(table.held, K, count, batch, rng, _variances, progress)
        each = who_votes(-left if alone else left, whole)
        return np.stack([each[held == k].sum(0) for k in range(K)], axis=1)

    learned = cast(learn, points, progress)
    judged = learned if judged_on == "training" else cast(judge, max(10, points // 2))
    return Votes(
        judged,
        choice=stands_for(learned, judged),
        row_names=source.latent_names,
        column_names=source.factor_names,
        notes=_notes(source, drawing),
    )


def stands_for(learned: Floats, judged: Floats) -> NDArray[np.intp]:
    """(L,) the factor that each latent voted for most while learning.

    Of equals the one that it votes for least when it is judged, whatever their order.
    """
    most = learned >= learned.max(1, keepdims=True) - TIED
    return np.where(most, judged, np.inf).argmin(1)


def _whole_variance(name: str, source, least_spread: float, rng) -> Floats:
    """(L,) variance of every latent over the whole data; 0 for one that has no vote."""
    if isinstance(source, Representation):
        latents = source.latents
    else:
        latents = source.encode(source.draw(10_000, rng), rng)
    spread = latents.std(0)
    moves = (spread > ROUNDING * np.abs(latents).max(0)) & (spread >= least_spread)
    if not moves.any():
        raise ValueError(
            f"{name}: found latents that never move, expected at least one that does: "
            "nobody can vote."
        )
    return np.where(moves, latents.var(0), 0)


def _variances(held: Held, k, groups, size, rng) -> Floats:
    return held(k, groups, size, rng).var(1)


def who_votes(left: Floats, whole: Floats) -> Floats:
    """(points, L) each latent's share of the vote: all of it, half of it where two tie, or none.

    left : (points, L) variances while a factor is held.   whole : (L,) over all data, 0 for a
    latent that never moves and has no vote.
    """
    share = np.divide(left, whole, out=np.full(left.shape, np.inf), where=whole > 0)
    first = share <= share.min(1, keepdims=True) + TIED
    return first / first.sum(1, keepdims=True)


# ------------------------------------------------------------------------- one factor alone redrawn


@measure
def sensitivity(rep: Representation) -> InformativenessMatrix:
    """How often does a latent change when one factor alone is redrawn? Exact, and no metric.

    Entry (i, k) is the probability that latent i differs between two samples that agree in every
    factor but k. Each sample is compared with all that share its other factors, so the table must
    hold a whole world, such as `examples.grid`, under an encoder without chance.

    Characteristic 1 (sepliarskaia2019, 3.1) allows one entry above 0 per row, Characteristic 2
    (3.2) one per column. Raises ValueError where no sample has a partner to be compared with.

    >>> measures.sensitivity(examples.parity_leak()).values
    array([[0.5, 0.5, 0.5],
           [0. , 0.5, 0. ],
           [0. , 0. , 0.5]])
    """
    check_source("sensitivity", rep, Representation)
    if rep.present is not None:
        raise ValueError(
            "rep: found factors that are absent from some samples, "
            "expected a finite world with every factor in every sample."
        )
    latents = np.column_stack([discretise(column, "levels") for column in rep.latents.T])
    return InformativenessMatrix(
        np.column_stack([_changes(rep, latents, k) for k in range(len(rep.factor_names))]),
        "how often it changes",
        "share of redraws",
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def _changes(rep: Representation, latents: Codes, k: int) -> Floats:
    """(L,) how often each latent changes when factor k is redrawn."""
    others = np.delete(rep.factors, k, axis=1)
    group = np.unique(others, axis=0, return_inverse=True)[1].ravel()
    size = np.bincount(group)
    if len(np.unique(np.column_stack([group, rep.factors[:, k]]), axis=0)) == len(size):
        raise ValueError(
            f"rep: found no two samples that differ in {rep.factor_names[k]!r} alone, expected a "
            "finite world with all combinations of factors, e.g. examples.grid(3, 4)."
        )
    stays = []
    for column in latents.T:
        pairs, met = np.unique(np.column_stack([group, column]), axis=0, return_counts=True)
        stays.append((met**2 / size[pairs[:, 0]]).sum() / len(rep))
    return (1 - np.array(stays)).clip(0)
