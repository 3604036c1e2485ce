"""Repairs: changes of a code that each undo one possible defect.

A repair is fitted on one Representation and applied to another. It returns its argument unchanged
if it finds nothing to undo. All repairs look at the factors, so a repaired score explains a low
score and is never a score to report.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..measures import mutual_information
from ..measures._supervised import regression_target
from ..representation import Representation
from ..types import Floats
from ..validation import check_source, is_cyclic

Repair = Callable[..., Representation]

STRAIGHTER = 0.02  # increase in R2 from which a latent is straightened
PREDICTED = 0.1  # adjusted R2 above which a linear map predicts a factor
RIDGE = 1e-4  # variance added to the noise of standardised latents
COPIES = 0.9  # absolute rank correlation above which two latents are copies
NOISY_COPIES = 0.3  # the same, if their predictions from the factors correlate above COPIES
SHUFFLES, SPREADS = 8, 4.0  # chance level: mean of SHUFFLES plus SPREADS standard deviations
NEIGHBOURS = 15  # samples in a local mean
KNOTS = (3, 10)  # fewest and most knots of the curve of a factor
PER_KNOT = 12  # samples per knot, counting the knots of all factors
BETTER = 0.98  # ratio of errors below which a more complex estimate of the mean is used
SURELY, NEGLIGIBLE = 3.0, 1e-3  # standard errors, and share of the variance, that a curve must gain
DEPENDENT = 0.15  # absolute rank correlation above which two factors are dependent
DIGITS = 9  # decimals of repaired latents; further ones are rounding


def drop_idle(rep: Representation, train: Representation | None = None) -> Representation:
    """Drop the latents that carry no more information about any factor than chance.

    It answers whether idle latents lower a score. Chance is the information that is counted after
    the samples of the latents are shuffled, plus four standard deviations over shuffles.

    Parameters
    ----------
    rep : Representation
        Samples to repair.
    train : Representation or None, default=None
        Samples to fit the repair on. With None, those of `rep`.

    Returns
    -------
    repaired : Representation
        The remaining latents. `rep` itself if all latents or none of them are informative.

    See Also
    --------
    merge_copies : Average latents that say the same.

    Notes
    -----
    It should not move metrics that look only at the best latents of each factor: `mig`, `dcimig`,
    `sap`, `mcc` and `linear_r2`.

    A latent that carries a factor only jointly with another latent, such as the parity of two
    coins, is dropped as well, because no single pair shows what it carries.

    Examples
    --------
    >>> from disentangle_edu import Representation, examples
    >>> from disentangle_edu.diagnosis import repairs
    >>> repairs.drop_idle(examples.leaky_copies(redundancy=0)).latent_names
    ('latent 1', 'latent 2', 'latent 3')
    """
    train = _checked("drop_idle", rep, train)
    keep = np.flatnonzero(_informative(train))
    if len(keep) in (0, len(rep.latent_names)):
        return rep
    names, kinds = ([column[i] for i in keep] for column in (rep.latent_names, rep.latent_types))
    return _with_latents(rep, rep.latents[:, keep], names, kinds)


def _checked(name: str, rep: Representation, train: Representation | None) -> Representation:
    """The samples to fit on."""
    train = rep if train is None else train
    for source in (rep, train):
        check_source(name, source, Representation)
    if (rep.factor_names, rep.latent_names) != (train.factor_names, train.latent_names):
        raise ValueError(
            "train: found other factors or latents than in rep, expected the same names in both."
        )
    return train


def _informative(train: Representation) -> NDArray[np.bool_]:
    """Whether each latent carries more information about a factor than shuffled samples do."""
    rng = np.random.default_rng(0)
    names, kinds = train.latent_names, train.latent_types
    shuffled = []
    for _ in range(SHUFFLES):
        latents = train.latents[rng.permutation(len(train))]
        shuffled.append(mutual_information(_with_latents(train, latents, names, kinds)).values)
    chance = np.mean(shuffled, axis=0) + SPREADS * np.std(shuffled, axis=0, ddof=1)
    return (mutual_information(train).values > chance).any(axis=1)


def merge_copies(rep: Representation, train: Representation | None = None) -> Representation:
    """Average latents that are copies of each other.

    It answers whether redundancy lowers a score. Two latents are copies if their absolute rank
    correlation is above 0.9. They are noisy copies if it is above 0.3, and if the linear functions
    of the factors that predict their ranks best have an absolute correlation above 0.9.

    Parameters
    ----------
    rep : Representation
        Samples to repair.
    train : Representation or None, default=None
        Samples to fit the repair on. With None, those of `rep`.

    Returns
    -------
    repaired : Representation
        One latent per cluster of copies: the mean of its standardised latents, with signs that make
        them rise together. Constant latents are left out. `rep` itself if there are no copies.

    Notes
    -----
    Clusters have average linkage. It should not move metrics that look at the best latent of each
    factor alone: `dcimig`, `mcc` and `linear_r2`.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis import repairs
    >>> repairs.merge_copies(examples.duplicated_copy()).latent_names
    ('latent 1 + latent 4', 'latent 2 + latent 5', 'latent 3 + latent 6')
    """
    train = _checked("merge_copies", rep, train)
    scale = _Standard(train)
    likeness = _likeness(train, scale.moving)
    groups = _clusters(np.abs(likeness))
    if len(groups) == len(scale.moving):
        return rep
    latents, columns, names = scale(rep), [], []
    for members in groups:
        signs = np.sign(likeness[members[0], members])
        columns.append((latents[:, members] * signs).mean(axis=1))
        names.append(" + ".join(rep.latent_names[scale.moving[i]] for i in members))
    return _with_latents(rep, np.column_stack(columns), names)


def _likeness(train: Representation, moving: NDArray[np.intp]) -> Floats:
    """Rank correlation of each two latents; for noisy copies, that of their predictions."""
    from scipy.stats import rankdata

    ranks = rankdata(train.latents[:, moving], axis=0)
    raw = _correlations(ranks)
    meant = _correlations(_linear_fit(_factor_columns(train, train), ranks))
    noisy = (np.abs(meant) > COPIES) & (np.abs(raw) > NOISY_COPIES)
    return np.where(noisy & (np.abs(raw) < np.abs(meant)), meant, raw)


def _clusters(likeness: Floats) -> list[NDArray[np.intp]]:
    """Indices of the members of each cluster, in the order of their first members."""
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    if len(likeness) < 2:
        return [np.arange(len(likeness))]
    tree = linkage(squareform((1 - likeness).clip(0), checks=False), "average")
    labels = fcluster(tree, 1 - COPIES, "distance")
    return [np.flatnonzero(labels == label) for label in dict.fromkeys(labels)]


def straighten(rep: Representation, train: Representation | None = None) -> Representation:
    """Rescale each latent by the rising function that makes it most linear in the factors.

    It answers whether bent latents lower a score. Four scales are tried: the values themselves,
    their ranks, the normal scores of these ranks, and the quantiles of the continuous factor that
    has the largest rank correlation with the latent. A scale replaces the values if a linear
    function of all factors predicts it better, by an R2 of at least 0.02.

    Parameters
    ----------
    rep : Representation
        Samples to repair.
    train : Representation or None, default=None
        Samples to fit the repair on. With None, those of `rep`.

    Returns
    -------
    repaired : Representation
        The same latents on other scales. Values beyond the range of `train` are set to its ends.
        `rep` itself if no latent is bent.

    Notes
    -----
    It should not move metrics of ranks, such as `mcc` with ``method='spearman'``. Metrics that
    count a latent with levels are invariant, too.

    Examples
    --------
    >>> from disentangle_edu import examples, mcc
    >>> from disentangle_edu.diagnosis import repairs
    >>> rep = examples.power_world(9).sample(2_000)
    >>> round(mcc(rep).value, 2), round(mcc(repairs.straighten(rep)).value, 2)
    (0.68, 1.0)
    """
    train = _checked("straighten", rep, train)
    factors, latents = _factor_columns(train, train), rep.latents.copy()
    for i in np.flatnonzero(_bent(train, factors)):
        column = train.latents[:, i]
        scales = _scales(train, column)
        fits = _r2(factors, np.column_stack(scales))
        best = int(fits.argmax())
        if fits[best] > fits[0] + STRAIGHTER:
            values, first = np.unique(column, return_index=True)
            latents[:, i] = np.interp(latents[:, i], values, scales[best][first])
    if (latents == rep.latents).all():
        return rep
    return _with_latents(rep, latents, rep.latent_names, rep.latent_types)


def _bent(train: Representation, factors: Floats) -> NDArray[np.bool_]:
    """Whether curves of the factors predict each latent better than straight lines do."""
    curves = np.column_stack(_Curves(train)(train))
    fits = []
    for table in (factors, curves):
        freedom = max(len(train) - table.shape[1] - 1, 1)
        fits.append(1 - (1 - _r2(table, train.latents)) * (len(train) - 1) / freedom)
    return fits[1] > fits[0] + STRAIGHTER


def _scales(train: Representation, column: Floats) -> list[Floats]:
    """Candidate scales of a latent: its values, ranks, normal scores, and a factor's quantiles."""
    from scipy.special import ndtri
    from scipy.stats import rankdata

    ranks = (rankdata(column) - 0.5) / len(column)
    scales = [column, ranks, ndtri(ranks)]
    ordered = [k for k, kind in enumerate(train.factor_types) if not is_cyclic(kind)]
    if ordered:
        sizes = [_rank_correlation(train, ranks, k) for k in ordered]
        values = np.sort(train.present_values(ordered[int(np.argmax(sizes))]))
        scales += [_quantiles(values, ranks), -_quantiles(values, 1 - ranks)]
    return scales


def _quantiles(values: Floats, ranks: Floats) -> Floats:
    """Quantiles of sorted values; equal values are spread over a tenth of the smallest gap."""
    levels, counts = np.unique(values, return_counts=True)
    within = np.arange(len(values)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = (within + 0.5) / np.repeat(counts, counts) - 0.5
    spread = values + 0.1 * np.diff(levels).min() * share
    return np.interp(ranks, (np.arange(len(values)) + 0.5) / len(values), spread)


def _rank_correlation(train: Representation, ranks: Floats, k: int) -> float:
    from scipy.stats import rankdata

    pair = [ranks[train.rows_where_present(k)], rankdata(train.present_values(k))]
    return float(np.abs(_correlations(np.column_stack(pair))[0, 1]))


def unrotate(rep: Representation, train: Representation | None = None) -> Representation:
    """Replace the latents by the directions of the factors, and the rest.

    It answers whether the factors are present along directions instead of axes. Each factor that a
    linear regression on all latents predicts with an adjusted R2 above 0.1 gets a direction: its
    estimate by generalised least squares from a model in which the latents are a linear mixture of
    these factors plus noise. Principal components of what is uncorrelated with all directions
    follow.

    Parameters
    ----------
    rep : Representation
        Samples to repair.
    train : Representation or None, default=None
        Samples to fit the repair on. With None, those of `rep`.

    Returns
    -------
    repaired : Representation
        A linear map of the latents that varies, without directions that never do. `rep` itself if
        no factor is predicted.

    Notes
    -----
    The covariance of the noise has a small ridge. A cyclic factor has two directions, for its
    cosine and its sine. There are never more directions than latents; the best predicted factors
    keep theirs. A regression of the factors on noisy latents would mix factors that depend on each
    other; this estimate does not.

    It should not move `linear_r2`, which any invertible linear map of the latents leaves as it is.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> from disentangle_edu.diagnosis import repairs
    >>> rep = examples.rotated(30)
    >>> round(mig(rep).value, 2), round(mig(repairs.unrotate(rep)).value, 2)
    (0.14, 0.99)
    """
    train = _checked("unrotate", rep, train)
    scale = _Standard(train)
    latents = scale(train)
    weights, names = _unmixing_weights(train, latents)
    if not names:
        return rep
    predictions = latents @ weights
    back = np.linalg.lstsq(predictions, latents, rcond=None)[0]
    _, sizes, axes = np.linalg.svd(
        (latents - predictions @ back) / np.sqrt(len(latents)), full_matrices=False
    )
    axes = axes[sizes > 1e-6][: latents.shape[1] - len(names)]
    mapping = np.column_stack([weights, axes.T - weights @ (back @ axes.T)])
    mapping /= (latents @ mapping).std(axis=0)
    return _with_latents(
        rep, scale(rep) @ mapping, [*names, *(f"rest {i + 1}" for i in range(len(axes)))]
    )


def _unmixing_weights(train: Representation, latents: Floats) -> tuple[Floats, list[str]]:
    """Weights and names of the directions of the linearly predictable factors."""
    fits = np.concatenate(
        [_fit_of_factor(train, k, latents) for k in range(len(train.factor_names))]
    )
    kept = sorted(np.argsort(-fits, kind="stable")[: latents.shape[1]])
    kept = [c for c in kept if fits[c] > PREDICTED]
    if not kept:
        return np.zeros((latents.shape[1], 0)), []
    factors = _factor_columns(train, train)[:, kept]
    table = np.column_stack([np.ones(len(factors)), factors])
    mixing = np.linalg.lstsq(table, latents, rcond=None)[0]
    sizes, axes = np.linalg.eigh(np.atleast_2d(np.cov((latents - table @ mixing).T)))
    whitening = axes / np.sqrt(sizes.clip(0) + RIDGE) @ axes.T
    weights = whitening @ np.linalg.pinv(mixing[1:] @ whitening, rcond=1e-3)
    names = _direction_names(train)
    return weights, [names[c] for c in kept]


def _fit_of_factor(train: Representation, k: int, latents: Floats) -> Floats:
    """Adjusted R2 of a linear regression of one factor on all latents, for each of its columns."""
    z = latents[train.rows_where_present(k)]
    targets = regression_target(train.present_values(k), train.factor_types[k])
    loss = 1 - _r2(z, targets)
    return 1 - loss * (len(z) - 1) / max(len(z) - z.shape[1] - 1, 1)


def _direction_names(train: Representation) -> list[str]:
    """A name for each column of `_factor_columns`."""
    return [
        f"direction of {name}{end}"
        for name, kind in zip(train.factor_names, train.factor_types)
        for end in ((" (cosine)", " (sine)") if is_cyclic(kind) else ("",))
    ]


def denoise(rep: Representation, train: Representation | None = None) -> Representation:
    """Replace each latent by its conditional mean given all factors.

    It answers how high the scores could be without noise, and is the strongest oracle: the latents
    become functions of the factors. The mean is a constant, a sum of curves of single factors, or
    this sum plus a local mean over 15 neighbours, whichever has the smallest error on samples that
    it was not fitted on.

    Parameters
    ----------
    rep : Representation
        Samples to repair.
    train : Representation or None, default=None
        Samples to fit the repair on. With None, those of `rep`.

    Returns
    -------
    repaired : Representation
        As many latents as before. A latent that the factors do not predict is constant.

    Notes
    -----
    A code without noise has nothing to lose: its scores change as little as the curves fit well. No
    metric is invariant to this repair otherwise. What a latent carries beyond the factors is gone.

    Examples
    --------
    >>> from disentangle_edu import examples, mig
    >>> from disentangle_edu.diagnosis import repairs
    >>> rep = examples.leaky_copies(noise=0.5)
    >>> round(mig(rep).value, 2), round(mig(repairs.denoise(rep)).value, 2)
    (0.36, 1.0)
    """
    train = _checked("denoise", rep, train)
    scale, curves = _Standard(train), _Curves(train)
    latents, blocks, places = scale(train), curves(train), _factor_columns(train, train)
    learn, judge = np.array_split(np.random.default_rng(0).permutation(len(train)), 2)
    known, asked = ([block[rows] for block in blocks] for rows in (learn, judge))
    used = _useful_curves(known, latents[learn], asked, latents[judge])
    means = _curve_means(known, latents[learn], used, [known, asked])
    local = _local_means(places[learn], latents[learn] - means[0], places[judge])
    guesses = [latents[learn].mean(axis=0), means[1], means[1] + local]
    errors = np.array([((latents[judge] - guess) ** 2).mean(axis=0) for guess in guesses])
    best = (errors * [[BETTER], [1], [1 / BETTER]]).argmin(axis=0)
    fitted, repaired = _curve_means(blocks, latents, used, [blocks, curves(rep)])
    if (best == 2).any():
        local = _local_means(places, latents - fitted, _factor_columns(rep, train))
        repaired = np.where(best == 2, repaired + local, repaired)
    table = np.tile(train.latents.mean(axis=0), (len(rep), 1))
    table[:, scale.moving] = np.where(best == 0, latents.mean(axis=0), repaired)
    return _with_latents(rep, table.round(DIGITS), rep.latent_names, rep.latent_types)


class _Curves:
    """Basis functions of each factor, whose weighted sums are curves of the factor."""

    def __init__(self, train: Representation) -> None:
        room = int(np.clip(len(train) // (PER_KNOT * len(train.factor_names)), *KNOTS))
        self.knots, self.means = [], []
        for k in range(len(train.factor_names)):
            values = np.unique(train.present_values(k))
            quantiles = np.quantile(train.present_values(k), np.linspace(0, 1, room))
            self.knots.append(values if len(values) <= 1.5 * room else np.unique(quantiles))
        self.means = [block.mean(axis=0) for block in self._blocks(train)]

    def __call__(self, rep: Representation) -> list[Floats]:
        return [block - mean for block, mean in zip(self._blocks(rep), self.means)]

    def _blocks(self, rep: Representation) -> list[Floats]:
        blocks = []
        for column, kind, knots in zip(rep.factors.T, rep.factor_types, self.knots):
            if is_cyclic(kind):
                turn = regression_target(column, kind)
                block = np.column_stack([turn, turn[:, 0] ** 2, turn.prod(axis=1)])
            else:
                hats = np.eye(len(knots))[1:]
                block = np.column_stack([np.interp(column, knots, hat) for hat in hats])
            blocks.append(np.nan_to_num(block))  # absent factors add 0
        return blocks


def _useful_curves(
    known: list[Floats], latents: Floats, asked: list[Floats], judged: Floats
) -> NDArray[np.bool_]:
    """Whether the curve of each factor (rows) helps to predict each latent on held-out samples."""
    weights = _curve_weights(np.column_stack(known), latents)
    ends = np.cumsum([block.shape[1] for block in known])[:-1]
    shares = [block @ part for block, part in zip(asked, np.split(weights, ends))]
    rest = judged - latents.mean(axis=0) - sum(shares)
    lost = [(rest + share) ** 2 - rest**2 for share in shares]
    least = NEGLIGIBLE * judged.var(axis=0)
    return np.array(
        [
            loss.mean(0) > np.maximum(SURELY * loss.std(0) / np.sqrt(len(loss)), least)
            for loss in lost
        ]
    )


def _curve_weights(columns: Floats, latents: Floats) -> Floats:
    penalty = 1e-3 * len(columns) / columns.shape[1] * np.eye(columns.shape[1])
    products = columns.T @ (latents - latents.mean(axis=0))
    return np.linalg.solve(columns.T @ columns + penalty, products)


def _curve_means(
    known: list[Floats], latents: Floats, used: NDArray[np.bool_], asked: list[list[Floats]]
) -> list[Floats]:
    """For each table, sums of the useful curves of each latent, fitted to the known samples."""
    means = [np.tile(latents.mean(axis=0), (len(blocks[0]), 1)) for blocks in asked]
    for pattern in np.unique(used[:, used.any(axis=0)], axis=1).T:
        same = (used == pattern[:, None]).all(axis=0)
        keep = np.flatnonzero(pattern)
        weights = _curve_weights(np.column_stack([known[k] for k in keep]), latents[:, same])
        for table, blocks in zip(means, asked):
            table[:, same] += np.column_stack([blocks[k] for k in keep]) @ weights
    return means


def _local_means(places: Floats, values: Floats, new_places: Floats) -> Floats:
    """Means of the values over the nearest neighbours of the new places."""
    from scipy.spatial import cKDTree

    n_near = min(NEIGHBOURS, len(places))
    near = cKDTree(places).query(new_places, n_near)[1].reshape(len(new_places), n_near)
    return np.sum([values[column] for column in near.T], axis=0) / n_near


def decorrelate(rep: Representation, train: Representation | None = None) -> Representation:
    """Resample the samples so that the factors become nearly independent.

    It answers whether dependent factors lower a score. For every sample, values of the dependent
    factors are drawn from other samples, each factor on its own, and the sample that is nearest to
    them is taken.

    Parameters
    ----------
    rep : Representation
        Samples to repair.
    train : Representation or None, default=None
        Samples to find dependent factors in. With None, those of `rep`. Two factors are dependent
        if their absolute rank correlation is above 0.15, and above 4 over the root of the number of
        samples.

    Returns
    -------
    repaired : Representation
        As many samples as before, some of them repeated. `rep` itself if no factors are dependent.

    See Also
    --------
    independent_rows : The rows that it takes.

    Notes
    -----
    Only rank correlations of pairs are looked at, so other forms of dependence are not found.
    Repeated samples change scores a little, because fewer different samples are counted. `diagnose`
    therefore compares with samples that are repeated as often, but at random.

    It should not move `mcc` and `linear_r2` of a code without noise.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation
    >>> from disentangle_edu.diagnosis import repairs
    >>> a, b = np.random.default_rng(0).normal(size=(2, 2_000))
    >>> v = np.column_stack([a, a + b])
    >>> repaired = repairs.decorrelate(Representation(v, v))
    >>> [round(abs(float(np.corrcoef(x.T)[0, 1])), 1) for x in (v, repaired.factors)]
    [0.7, 0.1]
    """
    rows = independent_rows(rep, _checked("decorrelate", rep, train))
    return rep if rows is None else rep.take(rows)


def independent_rows(
    rep: Representation, train: Representation, seed: int = 0
) -> NDArray[np.intp] | None:
    """Rows of the samples in which dependent factors become nearly independent.

    Parameters
    ----------
    rep : Representation
        Samples to choose from.
    train : Representation
        Samples to find dependent factors in.
    seed : int, default=0
        Seed of the values that are drawn.

    Returns
    -------
    rows : ndarray of int of shape (n_samples,), or None
        Row numbers in ascending order, with repetitions. None if no factors are dependent.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.repairs import independent_rows
    >>> rep = examples.perfect_copy(3, 4, 5)
    >>> independent_rows(rep, rep) is None
    True
    """
    from scipy.spatial import cKDTree

    factors = _dependent_factors(train)
    if not factors:
        return None
    columns = _factor_columns(rep, train)
    blocks = [columns[:, _block(train, k)] for k in factors]
    rng = np.random.default_rng(seed)
    wanted = np.column_stack([block[rng.permutation(len(rep))] for block in blocks])
    places = np.column_stack(blocks)
    places = places + 1e-6 * rng.standard_normal(places.shape)  # breaks ties between equal samples
    wanted = wanted + 1e-6 * rng.standard_normal(places.shape)
    return np.sort(cKDTree(places).query(wanted)[1])


def _dependent_factors(train: Representation) -> list[int]:
    from scipy.stats import rankdata

    sizes = np.abs(_correlations(rankdata(_factor_columns(train, train), axis=0)))
    limit = max(DEPENDENT, 4 / np.sqrt(len(train)))
    K = len(train.factor_names)
    blocks = [_block(train, k) for k in range(K)]
    return [
        k
        for k in range(K)
        if any(sizes[blocks[k], blocks[other]].max() > limit for other in range(K) if other != k)
    ]


# ------------------------------------------------------------------------------------------- tables


class _Standard:
    """Standardise latents with the means and standard deviations of the training samples."""

    def __init__(self, train: Representation) -> None:
        moves = np.ptp(train.latents, axis=0) > 0
        self.moving = np.flatnonzero(moves) if moves.any() else np.array([0])
        latents = train.latents[:, self.moving]
        self.mean, self.spread = latents.mean(axis=0), latents.std(axis=0)
        self.spread[self.spread == 0] = 1

    def __call__(self, rep: Representation) -> Floats:
        return (rep.latents[:, self.moving] - self.mean) / self.spread


def _factor_columns(rep: Representation, train: Representation) -> Floats:
    """Standardised factors; a cyclic factor has two columns, and an absent value is 0."""
    blocks = []
    for k, kind in enumerate(train.factor_types):
        known = regression_target(train.present_values(k), kind)
        spread = known.std(axis=0)
        column = regression_target(rep.factors[:, k], kind) - known.mean(axis=0)
        blocks.append(np.nan_to_num(column / np.where(spread > 0, spread, 1)))
    return np.column_stack(blocks)


def _block(rep: Representation, k: int) -> slice:
    """The columns of factor k in `_factor_columns`."""
    widths = [2 if is_cyclic(kind) else 1 for kind in rep.factor_types]
    return slice(sum(widths[:k]), sum(widths[: k + 1]))


def _linear_fit(predictors: Floats, targets: Floats) -> Floats:
    """Least-squares predictions of the targets."""
    table = np.column_stack([np.ones(len(predictors)), predictors])
    return table @ np.linalg.lstsq(table, targets, rcond=None)[0]


def _r2(predictors: Floats, targets: Floats) -> Floats:
    """R2 of a linear regression of each target on all predictors; 0 for a constant."""
    centred = targets - targets.mean(axis=0)
    total = (centred**2).sum(axis=0)
    loss = ((centred - _linear_fit(predictors, centred)) ** 2).sum(axis=0)
    return np.where(total > 0, 1 - loss / np.where(total > 0, total, 1), 0)


def _correlations(columns: Floats) -> Floats:
    """Correlation of every two columns; 0 for a constant, and 1 on the diagonal."""
    centred = columns - columns.mean(axis=0)
    size = np.sqrt((centred**2).sum(axis=0))
    centred = centred / np.where(size > 1e-9 * len(columns), size, np.inf)
    sizes = centred.T @ centred
    np.fill_diagonal(sizes, 1)
    return sizes.clip(-1, 1)


def _with_latents(
    rep: Representation,
    latents: Floats,
    names: Sequence[str],
    kinds: Sequence[str] | None = None,
) -> Representation:
    """The same samples with other latents, whose kinds are guessed unless they are given."""
    factors = np.ma.masked_invalid(rep.factors)
    return Representation(
        factors if rep.factor_mask is not None else rep.factors,
        latents if kinds else latents.round(DIGITS),
        factor_names=rep.factor_names,
        latent_names=names,
        factor_types=rep.factor_types,
        latent_types=kinds,
        categories=rep.categories,
        description=rep.description,
    )


# In the order of the table of `diagnose`.
REPAIRS: dict[str, Repair] = {
    repair.__name__: repair
    for repair in (drop_idle, merge_copies, straighten, unrotate, denoise, decorrelate)
}
