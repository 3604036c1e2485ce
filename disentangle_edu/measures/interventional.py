"""Fixing factors: how latents vary while one factor, or all others, keep their values."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from ..matrices import Confusions, InformativenessMatrix, Votes
from ..measure import measure
from ..representation import Representation
from ..types import Floats, Progress
from ..validation import check_choice, check_count, check_number, check_source, short_repr
from ..worlds.world import World
from ._supervised import Scaling, check_split
from .information import BINS, MOST_BINS, Codes, discretise, is_cut, joint_codes

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

ENOUGH_TO_PART = 1000  # from this many samples on, points for testing come from held-out rows
AT_A_TIME = 500  # points per chunk: limits memory, and is one step of the progress bar
ROUNDING = 1e-13  # of a latent's magnitude: less spread than this counts as none
TIED = 1e-12  # shares of variance that differ by no more than this are equal

JudgedOn = Literal["test", "train"]
Shared = Literal["pair", "batch"]
Linear = Literal["logistic", "least squares"]
ValueWeights = Literal["frequency", "uniform"]
DrawGroups = Callable[[int, int, int, np.random.Generator], Floats]  # factor, groups, size, rng


# ------------------------------------------------------------------------- groups of equal values


@measure
def is_full_factorial(rep: Representation) -> bool:
    """Whether a representation contains every combination of factor levels exactly once.

    A random redraw from such a representation may return the same sample again, as in a world.

    Parameters
    ----------
    rep : Representation
        Samples of factors and latents.

    Returns
    -------
    whole : bool
        True if each combination occurs once. False if one is missing or repeated, or if a factor is
        absent from some samples.

    Examples
    --------
    >>> from disentangle_edu.measures.interventional import is_full_factorial
    >>> is_full_factorial(examples.perfect_copy(2, 3))
    True
    """
    if rep.factor_mask is not None:
        return False
    combinations = np.prod([float(np.unique(column).size) for column in rep.factors.T])
    return bool(len(rep) == combinations) and len(np.unique(rep.factors, axis=0)) == len(rep)


class _Drawing(NamedTuple):
    """Options for drawing from a Representation instead of a World; see `lowest_variance_votes`."""

    factor_bins: int | None = None
    value_weights: ValueWeights = "frequency"
    replace: bool = True
    train_size: float = 0.75

    def check(self) -> None:
        """Raise ValueError for invalid options."""
        if self.factor_bins is not None:
            check_count("factor_bins", self.factor_bins, least=2, most=MOST_BINS)
        check_choice("value_weights", self.value_weights, get_args(ValueWeights))
        if not isinstance(self.replace, bool):
            raise ValueError(f"replace: found {short_repr(self.replace)}, expected True or False.")
        check_split(self.train_size)


DRAWING = _Drawing()


class _ValueRows(NamedTuple):
    """The rows of each value of one factor."""

    values: Codes  # to draw the fixed value from: one entry per row, or one per value
    order: Codes  # rows sorted by value
    first: Codes  # index in `order` of the first row of each value
    counts: Codes  # number of rows of each value


class _Table:
    """A Representation with the methods of a World: a group has rows with one value of a factor.

    A continuous factor is fixed approximately, to one of its 21 bins. With `factor_bins`, every
    factor is fixed to one of that number of bins. The rows are chosen from `rows`. With `vary_one`,
    all factors except one are fixed.
    """

    def __init__(
        self,
        rep: Representation,
        rows: slice | Codes = slice(None),
        drawing: _Drawing = DRAWING,
        vary_one: bool = False,
    ) -> None:
        self.rep, self.latents, self.rows, self.vary_one = rep, rep.latents[rows], rows, vary_one
        self.drawing, cut = drawing, drawing.factor_bins is not None
        self.kinds = ["continuous"] * len(rep.factor_types) if cut else rep.factor_types
        self.bins = drawing.factor_bins or BINS
        self._found: dict[int, _ValueRows] = {}

    def sample_fixed(self, factor: int, groups: int, size: int, rng: np.random.Generator) -> Floats:
        """(groups, size, L) latents of rows that share a value of the factor within a group.

        With `vary_one`, the rows share the values of all other factors.
        """
        if factor not in self._found:
            self._found[factor] = self._find_rows(factor)
        values, order, first, counts = self._found[factor]
        value = values[rng.integers(len(values), size=groups)]
        if size == 2 and not (self.drawing.replace and is_full_factorial(self.rep)):
            # The two rows differ, because equal latents in a pair would reveal the fixed factor.
            positions = _draw_pairs(counts[value], rng)
        elif self.drawing.replace:
            positions = (rng.random((groups, size)) * counts[value, None]).astype(int)
        else:
            positions = np.empty((groups, size), dtype=int)
            for level in np.unique(value):
                is_level = value == level
                positions[is_level] = _draw_passes(
                    counts[level], is_level.sum() * size, rng
                ).reshape(-1, size)
        return self.latents[order[first[value, None] + positions]]

    def _find_rows(self, factor: int) -> _ValueRows:
        """The rows of each value; samples in which a fixed factor is absent are left out."""
        fixed = [factor]
        if self.vary_one:
            fixed = [k for k in range(len(self.kinds)) if k != factor]
        factor_codes = [self._codes(k) for k in fixed]
        codes = np.where(
            np.min(factor_codes, axis=0) < 0,
            -1,
            joint_codes(*(column + 1 for column in factor_codes)),
        )
        valid_rows = np.flatnonzero(codes[self.rows] >= 0)
        codes = codes[self.rows][valid_rows]
        counts = np.bincount(codes)
        # If a value is in only one row, no latent varies in its group.
        common = np.flatnonzero(counts[codes] > 1)
        if self.vary_one:
            common = common[self._has_variation(codes, factor, valid_rows)[common]]
        if self.vary_one and not len(common):
            raise ValueError(
                "z_max_variance: found no two samples that differ in "
                f"{self.rep.factor_names[factor]!r} alone, expected a World, or a table with such "
                "samples for every factor."
            )
        values, order = codes[common] if len(common) else codes, np.argsort(codes, kind="stable")
        if self.drawing.value_weights == "uniform":
            values = np.unique(values)
        return _ValueRows(values, valid_rows[order], np.cumsum(counts) - counts, counts)

    def _has_variation(self, codes: Codes, factor: int, valid_rows: Codes) -> NDArray[np.bool_]:
        """Whether the group of each sample, given by its code, has several values of the factor."""
        values = self._codes(factor)[self.rows][valid_rows]
        low, high = np.full(codes.max() + 1, len(self.rep)), np.full(codes.max() + 1, -1)
        np.minimum.at(low, codes, values)
        np.maximum.at(high, codes, values)
        return (low < high)[codes]

    def _codes(self, factor: int) -> Codes:
        """(n,) code of the value in each sample; -1 where the factor is absent."""
        codes = np.full(len(self.rep), -1)
        column = self.rep.present_values(factor)
        codes[self.rep.rows_where_present(factor)] = discretise(
            column, self.kinds[factor], self.bins
        )
        return codes


def _draw_pairs(counts: Codes, rng: np.random.Generator) -> Codes:
    """(groups, 2) two random positions below each count, which differ if the count is above 1."""
    positions = (rng.random((len(counts), 2)) * counts[:, None]).astype(int)
    steps = 1 + (rng.random(len(counts)) * np.maximum(counts - 1, 1)).astype(int)
    positions[:, 1] = (positions[:, 0] + steps) % counts
    return positions


def _draw_passes(count: int, size: int, rng: np.random.Generator) -> Codes:
    """(size,) positions below `count`: random permutations, one after the other."""
    passes = np.tile(np.arange(count), (-(-size // count), 1))
    return rng.permuted(passes, axis=1).ravel()[:size]


class _VaryOneWorld:
    """A World in which a single factor is redrawn while all others are fixed."""

    def __init__(self, world: World) -> None:
        self.sample_fixed = world.sample_varying


def make_samplers(
    name: str, source, seed: int, drawing: _Drawing = DRAWING, vary_one: bool = False
):
    """Make the two objects that batches are drawn from, to train on and to test on.

    Parameters
    ----------
    name : str
        Name of the metric, for error messages.
    source : World or Representation
        Source of the batches. A World is both objects. A Representation is split into two parts of
        its rows if it has at least 1,000 rows.
    seed : int
        Seed of the split.
    drawing : _Drawing, default=DRAWING
        Options for drawing from a Representation.
    vary_one : bool, default=False
        Whether a batch varies one factor and holds all others, instead of the reverse.

    Returns
    -------
    train : object
        Object with the method `sample_fixed`, to train on.
    test : object
        Object with the method `sample_fixed`, to test on.

    Raises
    ------
    ValueError
        If an option is not possible, or if the source has only one factor.

    Examples
    --------
    >>> from disentangle_edu.measures.interventional import make_samplers
    >>> from disentangle_edu.worlds import examples
    >>> world = examples.copying_world()
    >>> train, test = make_samplers("beta_vae", world, seed=0)
    >>> train is world and test is world
    True
    """
    check_source(name, source, Representation, World)
    drawing.check()
    if len(source.factor_names) < 2:
        raise ValueError(
            f"{name}: found one factor, expected at least two: with one there is nothing to guess."
        )
    if isinstance(source, World):
        return (_VaryOneWorld(source) if vary_one else source,) * 2
    if drawing.train_size == 1 or len(source) < ENOUGH_TO_PART:
        return (_Table(source, drawing=drawing, vary_one=vary_one),) * 2
    order = np.random.default_rng([seed, 2]).permutation(len(source))
    n_train = min(max(int(drawing.train_size * len(source) + 1e-9), 1), len(source) - 1)
    return tuple(_Table(source, rows, drawing, vary_one) for rows in np.split(order, [n_train]))


def _sample_points(
    draw_groups: DrawGroups, K, points, size, rng, reduce, progress
) -> tuple[Floats, Codes]:
    """`points` times: fix a random factor, draw a batch, and reduce it to one row."""
    factors = rng.integers(K, size=points)
    rows: Floats | None = None
    chunks = range(0, points, AT_A_TIME)
    for start in progress(chunks) if progress else chunks:
        for k in range(K):
            indices = start + np.flatnonzero(factors[start : start + AT_A_TIME] == k)
            if len(indices):
                reduced = reduce(draw_groups, k, len(indices), size, rng)
                rows = np.empty((points, reduced.shape[1])) if rows is None else rows
                rows[indices] = reduced
    assert rows is not None  # there are at least ten points
    return rows, factors


def _sampling_notes(source, drawing: _Drawing) -> tuple[str, ...]:
    """Notes on how the factors of a Representation were fixed; none for a World."""
    if not isinstance(source, Representation):
        return ()
    smooth = [
        name
        for k, (name, kind) in enumerate(zip(source.factor_names, source.factor_types))
        if is_cut(source.present_values(k), kind)
    ]
    notes = []
    if smooth:
        bins = drawing.factor_bins or BINS
        notes.append(f"fixed to one of {bins} bins, not exactly: {', '.join(smooth)}")
    if len(source) < ENOUGH_TO_PART:
        notes.append(
            f"only {len(source)} samples: training points and test points come from the "
            "same rows, so noise can look like signal"
        )
    return tuple(notes)


# -------------------------------------------------------------------- differences of pairs: BetaVAE


def _pair_differences(draw_groups: DrawGroups, k, groups, size, rng) -> Floats:
    """Mean |difference| over pairs that share a value of factor k, a new value for every pair."""
    pairs = draw_groups(k, groups * size, 2, rng)
    return np.abs(pairs[:, 0] - pairs[:, 1]).reshape(groups, size, -1).mean(1)


def _batch_differences(draw_groups: DrawGroups, k, groups, size, rng) -> Floats:
    """Mean |difference| over pairs that all share one value of factor k."""
    batch = draw_groups(k, groups, 2 * size, rng)
    return np.abs(batch[:, ::2] - batch[:, 1::2]).mean(1)


DIFFERENCES = {"pair": _pair_differences, "batch": _batch_differences}


@measure
def difference_points(
    source: Representation | World,
    *,
    n_points: int = 10_000,
    batch_size: int = 128,
    shared: Shared = "pair",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    train_size: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[Floats, Codes, Floats, Codes]:
    """Training and test points of BetaVAE: mean latent differences while one factor is fixed.

    A point comes from one factor, chosen at random. `batch_size` pairs of samples are drawn that
    share the value of this factor, and ``|z - z'|`` is averaged over the pairs [1]_.

    Parameters
    ----------
    source : Representation or World
        Samples of factors and latents, or a world, from which fresh samples are drawn.
    n_points : int, default=10000
        Number of training points, at least 10. Half as many test points are drawn in addition
        (at least 10).
    batch_size : int, default=128
        Number of pairs of samples that are averaged into one point.
    shared : {'pair', 'batch'}, default='pair'
        What shares one value of the fixed factor. 'pair' draws a new value for every pair, and
        'batch' one value for all pairs of a point.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor of a Representation; a factor is then fixed to
        one bin. With None, levels are fixed exactly and continuous factors to one of 21 bins.
        A World ignores this option.
    value_weights : {'frequency', 'uniform'}, default='frequency'
        How the value to hold is drawn from a Representation. 'frequency' draws a value as often as
        it occurs. 'uniform' draws rare values as often as common ones. A World ignores this option.
    replace : bool, default=True
        Whether the samples of a batch are drawn from a Representation with replacement. With False,
        each sample with the fixed value comes once before any of them comes again. A World ignores
        this option.
    train_size : float, default=0.75
        Fraction of the samples of a Representation to train on, above 0 and up to 1; the rest is
        for testing. 1 trains and tests on all samples, and so does every Representation of fewer
        than 1,000 samples. A World ignores this option.
    seed : int, default=0
        Seed of all random draws.
    progress : callable or None, default=None
        Wraps an iterable and shows a progress bar, as `tqdm.tqdm` does.

    Returns
    -------
    train_points : ndarray of shape (n_points, n_latents)
        Mean differences to train on, from 0 upwards. 0: the latent is the same in every pair.
    train_factors : ndarray of int of shape (n_points,)
        The factor that was fixed for each training point, counted from 0.
    test_points : ndarray of shape (n_test_points, n_latents)
        Mean differences to test on.
    test_factors : ndarray of int of shape (n_test_points,)
        The factor that was fixed for each test point.

    Raises
    ------
    TypeError
        If `source` is neither a Representation nor a World.
    ValueError
        If there is only one factor, or if an option is out of range.

    See Also
    --------
    fixed_factor_confusion : A classifier's predictions of the fixed factor.

    Notes
    -----
    With shared='pair', the two samples of a pair are different rows of a Representation. A row may
    be paired with itself if `replace` is True and the Representation contains each combination of
    factor levels exactly once, as in a world.

    A value that a single row has is fixed only if no value has more rows.

    References
    ----------
    .. [1] Higgins et al. (2017), "beta-VAE: Learning Basic Visual Concepts with a Constrained
       Variational Framework", section 3.

    Examples
    --------
    >>> world = examples.copy_world(3, 3)
    >>> learn, fixed, _, _ = measures.difference_points(world, n_points=20, batch_size=8)
    >>> learn.shape, fixed.shape
    ((20, 2), (20,))
    """
    drawing = _Drawing(factor_bins, value_weights, replace, train_size)
    train_source, test_source = make_samplers("beta_vae", source, seed, drawing)
    check_choice("shared", shared, get_args(Shared))
    check_count("n_points", n_points, least=10)
    check_count("batch_size", batch_size)
    K, reduce = len(source.factor_names), DIFFERENCES[shared]
    teach, test = (np.random.default_rng([seed, part]) for part in (0, 1))
    arrays = (
        *_sample_points(
            train_source.sample_fixed, K, n_points, batch_size, teach, reduce, progress
        ),
        *_sample_points(
            test_source.sample_fixed, K, max(10, n_points // 2), batch_size, test, reduce, None
        ),
    )
    for array in arrays:
        array.setflags(write=False)  # the arrays are cached
    return arrays


@measure
def fixed_factor_confusion(
    source: Representation | World,
    *,
    n_points: int = 10_000,
    batch_size: int = 128,
    shared: Shared = "pair",
    classifier: Linear = "logistic",
    scaling: Scaling = "standard",
    evaluate_on: JudgedOn = "test",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    train_size: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> Confusions:
    """Confusion matrix of a linear classifier that predicts which factor was fixed.

    A point comes from one factor, chosen at random. `batch_size` pairs of samples are drawn that
    share the value of this factor, and ``|z - z'|`` is averaged over the pairs. The classifier
    predicts
    the factor from these mean differences, as in BetaVAE [1]_ [2]_.

    Parameters
    ----------
    source : Representation or World
        Samples of factors and latents, or a world, from which fresh samples are drawn.
    n_points : int, default=10000
        Number of training points, at least 10. Half as many test points are drawn in addition
        (at least 10).
    batch_size : int, default=128
        Number of pairs of samples that are averaged into one point.
    shared : {'pair', 'batch'}, default='pair'
        What shares one value of the fixed factor. 'pair' draws a new value for every pair, and
        'batch' one value for all pairs of a point.
    classifier : {'logistic', 'least squares'}, default='logistic'
        Classifier of the points. 'logistic' is a logistic regression. 'least squares' is a linear
        regression on one column per class, which predicts the class with the largest output.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the differences, fitted on the training points. The penalty of the logistic
        regression makes its predictions depend on this scale.
    evaluate_on : {'test', 'train'}, default='test'
        Points to test the classifier on: 'test' points, or the 'train' points, on which a
        classifier looks better than it is.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor of a Representation; a factor is then fixed to
        one bin. With None, levels are fixed exactly and continuous factors to one of 21 bins.
        A World ignores this option.
    value_weights : {'frequency', 'uniform'}, default='frequency'
        How the value to hold is drawn from a Representation. 'frequency' draws a value as often as
        it occurs. 'uniform' draws rare values as often as common ones. A World ignores this option.
    replace : bool, default=True
        Whether the samples of a batch are drawn from a Representation with replacement. With False,
        each sample with the fixed value comes once before any of them comes again. A World ignores
        this option.
    train_size : float, default=0.75
        Fraction of the samples of a Representation to train on, above 0 and up to 1; the rest is
        for testing. 1 trains and tests on all samples, and so does every Representation of fewer
        than 1,000 samples. A World ignores this option.
    seed : int, default=0
        Seed of all random draws.
    progress : callable or None, default=None
        Wraps an iterable and shows a progress bar, as `tqdm.tqdm` does.

    Returns
    -------
    matrix : Confusions of shape (n_factors, n_factors)
        Number of points that were tested. Rows are predicted factors and columns are fixed factors.
        Points on the diagonal are predicted correctly.

    Raises
    ------
    TypeError
        If `source` is neither a Representation nor a World.
    ValueError
        If there is only one factor, or if an option is out of range.

    See Also
    --------
    difference_points : The points, without a classifier.

    Notes
    -----
    With shared='pair', the two samples of a pair are different rows of a Representation. A row may
    be paired with itself if `replace` is True and the Representation contains each combination of
    factor levels exactly once, as in a world.

    A value that a single row has is fixed only if no value has more rows.

    References
    ----------
    .. [1] Higgins et al. (2017), "beta-VAE: Learning Basic Visual Concepts with a Constrained
       Variational Framework", section 3.
    .. [2] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", section 3.1.1.

    Examples
    --------
    >>> world = examples.copy_world(3, 3)
    >>> measures.fixed_factor_confusion(world, n_points=60, batch_size=16).values
    array([[16.,  0.],
           [ 0., 14.]])
    """
    check_choice("evaluate_on", evaluate_on, get_args(JudgedOn))
    model = linear_classifier(classifier, scaling)
    X, y, X_new, y_new = difference_points(
        source,
        n_points=n_points,
        batch_size=batch_size,
        shared=shared,
        factor_bins=factor_bins,
        value_weights=value_weights,
        replace=replace,
        train_size=train_size,
        seed=seed,
        progress=progress,
    )
    X_test, y_test = (X_new, y_new) if evaluate_on == "test" else (X, y)
    K = len(source.factor_names)
    guesses = model.fit(X, y).predict(X_test)
    values = np.bincount(guesses * K + y_test, minlength=K * K).reshape(K, K)
    return Confusions(
        values,
        "confusion matrix",
        row_names=source.factor_names,
        column_names=source.factor_names,
        notes=_sampling_notes(source, _Drawing(factor_bins, value_weights, replace, train_size)),
    )


def linear_classifier(name: Linear, scaling: Scaling = "standard") -> "Pipeline":
    """Make a linear classifier of scikit-learn that scales its input.

    Parameters
    ----------
    name : {'logistic', 'least squares'}
        'logistic' is a logistic regression. 'least squares' is a linear regression on one column
        per class, which predicts the class with the largest output.
    scaling : {'standard', 'min-max', 'none'}, default='standard'
        Scaling of the columns, fitted on the training points.

    Returns
    -------
    classifier : sklearn.pipeline.Pipeline
        An untrained classifier.

    Raises
    ------
    ValueError
        If an option has another value.

    Examples
    --------
    >>> from disentangle_edu.measures.interventional import linear_classifier
    >>> model = linear_classifier("logistic").fit([[0.0], [0.1], [0.9], [1.0]], [0, 0, 1, 1])
    >>> model.predict([[0.2], [0.8]])
    array([0, 1])
    """
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
def lowest_variance_votes(
    source: Representation | World,
    *,
    n_points: int = 10_000,
    batch_size: int = 128,
    min_std: float | None = None,
    evaluate_on: JudgedOn = "test",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    train_size: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> Votes:
    """Votes of the latent that varies least while one factor is fixed.

    For each vote one factor is chosen at random, and `batch_size` samples are drawn that share its
    value. The vote goes to the latent with the smallest variance, divided by its variance over the
    whole data, as in FactorVAE [1]_ [2]_.

    Parameters
    ----------
    source : Representation or World
        Samples of factors and latents, or a world, from which fresh samples are drawn.
    n_points : int, default=10000
        Number of votes that decide each latent's factor, at least 10. Half as many votes are cast
        in addition for testing (at least 10).
    batch_size : int, default=128
        Number of samples per vote, at least 2.
    min_std : float or None, default=None
        Smallest standard deviation of a latent that may vote. With None, every latent votes that
        moves by more than rounding.
    evaluate_on : {'test', 'train'}, default='test'
        Votes to test on: 'test' votes, or the 'train' votes, which also decided the factor of
        each latent.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor of a Representation; a factor is then fixed to
        one bin. With None, levels are fixed exactly and continuous factors to one of 21 bins.
        A World ignores this option.
    value_weights : {'frequency', 'uniform'}, default='frequency'
        How the value to hold is drawn from a Representation. 'frequency' draws a value as often as
        it occurs. 'uniform' draws rare values as often as common ones. A World ignores this option.
    replace : bool, default=True
        Whether the samples of a batch are drawn from a Representation with replacement. With False,
        each sample with the fixed value comes once before any of them comes again. A World ignores
        this option.
    train_size : float, default=0.75
        Fraction of the samples of a Representation to train on, above 0 and up to 1; the rest is
        for testing. 1 trains and tests on all samples, and so does every Representation of fewer
        than 1,000 samples. A World ignores this option.
    seed : int, default=0
        Seed of all random draws.
    progress : callable or None, default=None
        Wraps an iterable and shows a progress bar, as `tqdm.tqdm` does.

    Returns
    -------
    matrix : Votes of shape (n_latents, n_factors)
        Number of test votes. Rows are latents and columns are fixed factors. `majority_factor` has
        the factor that each latent voted for most in training.

    Raises
    ------
    TypeError
        If `source` is neither a Representation nor a World.
    ValueError
        If there is only one factor, if no latent ever moves, or if an option is out of range.

    See Also
    --------
    varied_factor_votes : The opposite: all other factors are fixed; the latent that varies
        most votes.

    Notes
    -----
    The whole data are the samples of a Representation, or 10,000 samples of a World. A latent that
    moves by no more than rounding has no vote, and latents that tie share a vote in equal parts.

    A value that a single row of a Representation has is fixed only if no value has more rows,
    because copies of one row keep every latent constant.

    References
    ----------
    .. [1] Kim and Mnih (2018), "Disentangling by Factorising", section 4.
    .. [2] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", section 3.1.2.

    Examples
    --------
    >>> measures.lowest_variance_votes(examples.copy_world(3, 3), n_points=60, batch_size=16).values
    array([[12.,  0.],
           [ 0., 18.]])
    """
    drawing = _Drawing(factor_bins, value_weights, replace, train_size)
    return cast_votes(
        "factor_vae", source, n_points, batch_size, min_std, evaluate_on, drawing, seed, progress
    )


@measure
def varied_factor_votes(
    source: Representation | World,
    *,
    n_points: int = 10_000,
    batch_size: int = 128,
    min_std: float | None = None,
    evaluate_on: JudgedOn = "test",
    factor_bins: int | None = None,
    value_weights: ValueWeights = "frequency",
    replace: bool = True,
    train_size: float = 0.75,
    seed: int = 0,
    progress: Progress | None = None,
) -> Votes:
    """Votes of the latent that varies most while one factor is redrawn and all others are fixed.

    For each vote one factor is chosen at random, and `batch_size` samples are drawn that share the
    values of all other factors. The vote goes to the latent with the largest variance, divided by
    its variance over the whole data, as in the Z-max variance metric [1]_.

    Parameters
    ----------
    source : Representation or World
        Samples of factors and latents, or a world, from which fresh samples are drawn.
    n_points : int, default=10000
        Number of votes that decide each latent's factor, at least 10. Half as many votes are cast
        in addition for testing (at least 10).
    batch_size : int, default=128
        Number of samples per vote, at least 2.
    min_std : float or None, default=None
        Smallest standard deviation of a latent that may vote. With None, every latent votes that
        moves by more than rounding.
    evaluate_on : {'test', 'train'}, default='test'
        Votes to test on: 'test' votes, or the 'train' votes, which also decided the factor of
        each latent.
    factor_bins : int or None, default=None
        Number of equal-width bins for every factor of a Representation; the other factors are then
        fixed to one bin each. With None, levels are fixed exactly and continuous factors to one of
        21 bins. A World ignores this option.
    value_weights : {'frequency', 'uniform'}, default='frequency'
        How the values of the fixed factors are drawn from a Representation. 'frequency' draws a
        combination as often as it occurs. 'uniform' draws rare combinations as often as common
        ones. A World ignores this option.
    replace : bool, default=True
        Whether the samples of a batch are drawn from a Representation with replacement. With False,
        each sample with the fixed values comes once before any of them comes again. A World ignores
        this option.
    train_size : float, default=0.75
        Fraction of the samples of a Representation to train on, above 0 and up to 1; the rest is
        for testing. 1 trains and tests on all samples, and so does every Representation of fewer
        than 1,000 samples. A World ignores this option.
    seed : int, default=0
        Seed of all random draws.
    progress : callable or None, default=None
        Wraps an iterable and shows a progress bar, as `tqdm.tqdm` does.

    Returns
    -------
    matrix : Votes of shape (n_latents, n_factors)
        Number of test votes. Rows are latents and columns are redrawn factors. `majority_factor`
        has the factor that each latent voted for most in training.

    Raises
    ------
    TypeError
        If `source` is neither a Representation nor a World.
    ValueError
        If there is only one factor, if no latent ever moves, or if an option is out of range. Also
        if a Representation has no samples that differ in one of the factors and in no other.

    See Also
    --------
    lowest_variance_votes : The opposite: one factor is fixed; the latent that varies least votes.

    Notes
    -----
    A Representation must have samples that differ in one factor and in no other. In a large table
    of many factors there may be few of them.

    The whole data are the samples of a Representation, or 10,000 samples of a World. A latent that
    moves by no more than rounding has no vote, and latents that tie share a vote in equal parts.

    References
    ----------
    .. [1] Kim et al. (2019), "Relevance Factor VAE: Learning and Identifying Disentangled Factors",
       metric 3.

    Examples
    --------
    >>> world = examples.copy_world(3, 3)
    >>> measures.varied_factor_votes(world, n_points=60, batch_size=16).values
    array([[13.,  0.],
           [ 0., 17.]])
    """
    drawing = _Drawing(factor_bins, value_weights, replace, train_size)
    return cast_votes(
        "z_max_variance",
        source,
        n_points,
        batch_size,
        min_std,
        evaluate_on,
        drawing,
        seed,
        progress,
    )


def cast_votes(
    name: str, source, points, batch, min_std, evaluate_on, drawing: _Drawing, seed, progress
) -> Votes:
    """Votes for FactorVAE or Z-max variance, which differ in what is fixed and which latent votes.

    Parameters
    ----------
    name : {'factor_vae', 'z_max_variance'}
        The metric that asks. 'factor_vae' holds one factor, and the latent that varies least votes.
        'z_max_variance' holds all other factors, and the latent that varies most votes.
    source : Representation or World
        Samples of factors and latents, or a world, from which fresh samples are drawn.
    points : int
        Number of training votes, at least 10.
    batch : int
        Number of samples per vote, at least 2.
    min_std : float or None
        Smallest standard deviation of a latent that may vote.
    evaluate_on : {'test', 'train'}
        Votes to test on.
    drawing : _Drawing
        How to draw from a Representation.
    seed : int
        Seed of all random draws.
    progress : callable or None
        Wraps an iterable and shows a progress bar, as `tqdm.tqdm` does.

    Returns
    -------
    matrix : Votes of shape (n_latents, n_factors)
        Number of test votes, with the factor that each latent voted for most in training.

    Raises
    ------
    TypeError
        If `source` is neither a Representation nor a World.
    ValueError
        If there is only one factor, if no latent ever moves, or if an option is out of range.

    See Also
    --------
    lowest_variance_votes : One factor is fixed.
    varied_factor_votes : All other factors are fixed.

    Examples
    --------
    >>> from disentangle_edu.measures.interventional import DRAWING, cast_votes
    >>> world = examples.copy_world(3, 3)
    >>> cast_votes("factor_vae", world, 60, 16, None, "test", DRAWING, 0, None).values
    array([[12.,  0.],
           [ 0., 18.]])
    """
    vary_one = name == "z_max_variance"
    train_source, test_source = make_samplers(name, source, seed, drawing, vary_one)
    check_count("n_points", points, least=10)
    check_count("batch_size", batch, least=2)
    check_choice("evaluate_on", evaluate_on, get_args(JudgedOn))
    if min_std is not None:
        check_number("min_std", min_std, least=0)
    K, rng = len(source.factor_names), np.random.default_rng(seed)
    total_variance = _total_variance(name, source, min_std or 0, rng)

    def cast(table, count, progress=None):
        variances, fixed_factors = _sample_points(
            table.sample_fixed, K, count, batch, rng, _variances, progress
        )
        ballots = argmin_votes(-variances if vary_one else variances, total_variance)
        return np.stack([ballots[fixed_factors == k].sum(0) for k in range(K)], axis=1)

    train_votes = cast(train_source, points, progress)
    test_votes = train_votes if evaluate_on == "train" else cast(test_source, max(10, points // 2))
    return Votes(
        test_votes,
        majority_factor=majority_factors(train_votes, test_votes),
        row_names=source.latent_names,
        column_names=source.factor_names,
        notes=_sampling_notes(source, drawing),
    )


def majority_factors(learned: Floats, judged: Floats) -> NDArray[np.intp]:
    """Factor that each latent voted for most often on the training points.

    Parameters
    ----------
    learned, judged : ndarray of shape (..., n_latents, n_factors)
        Votes on the training points and on the test points.

    Returns
    -------
    factors : ndarray of int of shape (..., n_latents)
        Of several factors with equally many votes, the one with fewest votes on the test points,
        so that the order of the factors does not matter.

    Examples
    --------
    >>> learned, judged = np.array([[3, 1], [2, 2]]), np.array([[1, 1], [5, 4]])
    >>> measures.interventional.majority_factors(learned, judged)
    array([0, 1])
    """
    is_maximum = learned >= learned.max(-1, keepdims=True) - TIED
    return np.where(is_maximum, judged, np.inf).argmin(-1)


def _total_variance(name: str, source, min_std: float, rng) -> Floats:
    """(L,) variance of each latent over the whole data; 0 for a latent that cannot get votes."""
    if isinstance(source, Representation):
        latents = source.latents
    else:
        latents = source.encode(source.draw(10_000, rng), rng)
    spread = latents.std(0)
    moves = (spread > ROUNDING * np.abs(latents).max(0)) & (spread >= min_std)
    if not moves.any():
        raise ValueError(
            f"{name}: found latents that never move, expected at least one that "
            "moves, because the others cannot vote."
        )
    return np.where(moves, latents.var(0), 0)


def _variances(draw_groups: DrawGroups, k, groups, size, rng) -> Floats:
    return draw_groups(k, groups, size, rng).var(1)


def argmin_votes(left: Floats, whole: Floats) -> Floats:
    """Share of each vote that goes to each latent: all, a part where latents tie, or none.

    Parameters
    ----------
    left : ndarray of shape (..., n_latents)
        Variances of the latents while a factor is fixed.
    whole : ndarray of shape (..., n_latents)
        Variances over all samples; 0 for a latent that never moves and has no vote.

    Returns
    -------
    lowest_variance_votes : ndarray of shape (..., n_latents)
        Shares that sum to 1 over latents. The vote goes to the smallest left / whole.

    Examples
    --------
    >>> left = np.array([[0.5, 0.2, 0.0], [1.0, 1.0, 0.0]])
    >>> measures.interventional.argmin_votes(left, np.array([1.0, 1.0, 0.0]))
    array([[0. , 1. , 0. ],
           [0.5, 0.5, 0. ]])
    """
    share = np.divide(left, whole, out=np.full(left.shape, np.inf), where=whole > 0)
    first = share <= share.min(-1, keepdims=True) + TIED
    return first / first.sum(-1, keepdims=True)


# ------------------------------------------------------------------------- one factor alone redrawn


@measure
def sensitivity(rep: Representation) -> InformativenessMatrix:
    """Probability that each latent changes when a single factor is redrawn.

    Entry (i, k) is the probability that latent i differs between two samples that agree in every
    factor except k. The probability is exact, and no metric uses this matrix.

    Parameters
    ----------
    rep : Representation
        A whole world, such as `examples.grid`, under a deterministic encoder: each combination of
        factor levels, with all factors in every sample.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, n_factors)
        Probabilities, from 0 to below 1. 0: the latent never changes with this factor. A latent
        that copies a factor of m equally frequent levels has 1 - 1/m, since a redraw may return the
        same level.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If a factor is absent from some samples, or if no two samples differ in one of the factors
        and in no other.

    Notes
    -----
    Each sample is compared with all samples that share its other factors, including the sample
    itself.

    Characteristic 1 [1]_ allows one entry above 0 per row. Characteristic 2 [2]_ allows one entry
    above 0 per column.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", section 3.1.
    .. [2] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", section 3.2.

    Examples
    --------
    >>> measures.sensitivity(examples.parity_leak()).values
    array([[0.5, 0.5, 0.5],
           [0. , 0.5, 0. ],
           [0. , 0. , 0.5]])
    """
    check_source("sensitivity", rep, Representation)
    if rep.factor_mask is not None:
        raise ValueError(
            "rep: found factors that are absent from some samples, "
            "expected a finite world with every factor in every sample."
        )
    latents = np.column_stack([discretise(column, "discrete") for column in rep.latents.T])
    return InformativenessMatrix(
        np.column_stack([_change_rates(rep, latents, k) for k in range(len(rep.factor_names))]),
        "how often it changes",
        "share of redraws",
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def _change_rates(rep: Representation, latents: Codes, k: int) -> Floats:
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
        pairs, counts = np.unique(np.column_stack([group, column]), axis=0, return_counts=True)
        stays.append((counts**2 / size[pairs[:, 0]]).sum() / len(rep))
    return (1 - np.array(stays)).clip(0)
