"""Exact scores and characteristics of encoders of a finite world, for many encoders at once.

A finite world has every combination of factor levels once, all equally likely. An encoder is a
look-up table without chance. Characteristics are decided by intervention, and metrics by
enumeration, so nothing is sampled. What depends on batches is the limit of large batches.

    characteristic 1 (sepliarskaia2019, 3.1)   no latent changes with two factors
    characteristic 2 (3.2)                     no factor changes two latents
    characteristic 3 (section 4)               every factor has a latent that changes with it alone
                                               and determines it

The formulas are those of `measures` and `metrics`: they take leading axes, here that of the stack.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import measures, metrics
from ..matrices import Confusions, InformativenessMatrix, Matrix, Votes
from ..measures._supervised import line_r2
from ..measures.conditional import RATIO_NAMES, SHARE_SPECS, ratio, share_values
from ..measures.correlation import interventional_robustness, largest_deviation
from ..measures.information import (
    code_counts,
    joint_codes,
    joint_entropy,
    numbered,
    plugin_mutual_information,
)
from ..measures.interventional import argmin_votes, is_full_factorial, majority_factors
from ..metric import Metric
from ..representation import Representation
from ..score import Score, normalize_weights
from ..validation import check_source
from ..worlds.examples import grid

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

MAX_ROWS = 4096
TINY = 1e-9  # smaller differences are rounding errors


class Tables:
    """A stack of encoders of one finite world, each of them a look-up table.

    Parameters
    ----------
    sizes : sequence of int
        Number of levels of each factor.
    values : array-like of shape (n_encoders, n_rows, n_latents)
        Latents of every combination of levels, in the order of `examples.grid(*sizes)`.
    codes : ndarray of int of shape (n_encoders, n_rows, n_latents) or None, default=None
        The same with the values of every latent numbered from 0. With None, `values` must be such
        codes themselves.
    scale : array-like of shape (n_latents,) or float, default=1.0
        Size of one unit of each latent before `values` were rescaled.

    Attributes
    ----------
    factors : ndarray of shape (n_rows, n_factors)
        Levels of the factors in every row.

    Raises
    ------
    ValueError
        If the world has more than 4,096 rows, if `values` have another shape, or if they are no
        codes and `codes` is None.

    Examples
    --------
    >>> tables = enumeration.Tables((2, 2), examples.grid(2, 2)[None])
    >>> tables.values.shape
    (1, 4, 2)
    """

    def __init__(
        self,
        sizes: Sequence[int],
        values: ArrayLike,
        codes: Whole | None = None,
        scale: ArrayLike = 1.0,
    ) -> None:
        self.sizes, self.factors = tuple(sizes), grid(*sizes)
        self.scale: Floats = np.asarray(scale, dtype=float)
        if len(self.factors) > MAX_ROWS:
            raise ValueError(
                f"sizes: found a world of {len(self.factors):,} combinations, expected at most "
                f"{MAX_ROWS:,} to enumerate."
            )
        self.values: Floats = np.asarray(values, dtype=float)
        self.codes: Whole = self.values.astype(int) if codes is None else codes
        if codes is None and ((self.codes != self.values) | (self.codes < 0)).any():
            raise ValueError(
                "values: found others than whole numbers from 0 upwards, expected codes, too."
            )
        if self.values.ndim != 3 or self.values.shape[1] != len(self.factors):
            raise ValueError(
                f"values: found shape {self.values.shape}, expected (stack, "
                f"{len(self.factors)}, latents)."
            )

    @classmethod
    def of(cls, rep: Representation) -> "Tables":
        """Stack with one encoder: a Representation that holds a whole world.

        Every latent is rescaled to 0 to 1, so that `TINY` does not depend on its unit.

        Parameters
        ----------
        rep : Representation
            A sample of every combination of factor levels.

        Returns
        -------
        tables : Tables
            Stack of length 1.

        Raises
        ------
        ValueError
            If `rep` does not hold every combination exactly once.
        """
        check_source("rep", rep, Representation)
        sizes = [np.unique(column).size for column in rep.factors.T]
        if not is_full_factorial(rep):
            raise ValueError(
                f"rep: found {len(rep)} samples of a world of {np.prod(sizes)} combinations, "
                "expected every combination of factor levels exactly once, as examples.grid gives "
                "them: an encoder must be a table."
            )
        order = np.ravel_multi_index(tuple(numbered(rep.factors.T)), sizes)
        latents = rep.latents[np.argsort(order)]
        spread = np.ptp(latents, axis=0)
        scaled = (latents - latents.min(0)) / np.where(spread > 0, spread, 1)
        scale = spread / spread.max() if spread.max() > 0 else spread
        return cls(sizes, scaled[None], numbered(latents.T).T[None], scale)

    def along(self, factor: int, table: NDArray | None = None) -> NDArray:
        """Table with the levels of one factor as an axis of their own.

        Parameters
        ----------
        factor : int
            Position of the factor.
        table : ndarray of shape (n_encoders, n_rows, n_latents) or None, default=None
            With None, `values`.

        Returns
        -------
        cube : ndarray of shape (n_encoders, n_levels, n_rows / n_levels, n_latents)
            Rows on axis 2 have the same level of the factor.
        """
        table = self.values if table is None else table
        cube = table.reshape(len(table), *self.sizes, table.shape[-1])
        return np.moveaxis(cube, 1 + factor, 1).reshape(
            len(table), self.sizes[factor], -1, table.shape[-1]
        )


# -------------------------------------------------------------------------------- characteristics


def sensitivity(tables: Tables) -> Floats:
    """Probability that a latent changes when one factor alone is redrawn.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    probability : ndarray of shape (n_encoders, n_latents, n_factors)
        0: the latent never changes. The largest is 1 - 1 / n_levels, since a redraw may return the
        same level.

    Examples
    --------
    >>> enumeration.sensitivity(enumeration.Tables((2, 2), examples.grid(2, 2)[None]))
    array([[[0.5, 0. ],
            [0. , 0.5]]])
    """
    found = []
    for k, size in enumerate(tables.sizes):
        cube = tables.along(k, tables.codes)
        found.append(
            sum((cube != np.roll(cube, shift, axis=1)).mean((1, 2)) for shift in range(1, size))
            / size
        )
    return np.stack(found, axis=-1)


def satisfies(tables: Tables, characteristic: int, soft: bool = False) -> NDArray[np.bool_]:
    """Whether each encoder has a characteristic.

    Parameters
    ----------
    tables : Tables
        Encoders.
    characteristic : {1, 2, 3}
        Number of the characteristic.
    soft : bool, default=False
        With True, our weaker form of characteristic 1: each latent is at least four times as
        sensitive to one factor as to any other.

    Returns
    -------
    satisfied : ndarray of bool of shape (n_encoders,)
        True if the encoder has it.

    Examples
    --------
    >>> enumeration.satisfies(enumeration.Tables((2, 2), examples.grid(2, 2)[None]), 1)
    array([ True])
    """
    if characteristic == 1 and soft:
        return soft_excess(tables) < TINY
    return excess(tables, characteristic) == 0


def soft_excess(tables: Tables) -> Floats:
    """Sensitivity by which each encoder misses the soft form of characteristic 1.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    excess : ndarray of shape (n_encoders,)
        Sum over latents of four times the second largest sensitivity minus the largest, where that
        is above 0. 0: the encoder has the soft form.

    Examples
    --------
    >>> enumeration.soft_excess(enumeration.Tables((2, 2), [[[0], [1], [1], [0]]]))
    array([1.5])
    """
    moves = np.sort(sensitivity(tables), axis=-1)
    second = moves[..., -2] if moves.shape[-1] > 1 else 0
    return np.maximum(4 * second - moves[..., -1], 0).sum(-1)


def excess(tables: Tables, characteristic: int) -> Whole:
    """Number of violations of a characteristic by each encoder.

    Parameters
    ----------
    tables : Tables
        Encoders.
    characteristic : {1, 2, 3}
        Number of the characteristic.

    Returns
    -------
    excess : ndarray of int of shape (n_encoders,)
        For 1 and 2, the number of excess sensitivities above 0; for 3, the number of factors
        without their own latent. 0: the encoder has the characteristic.

    Raises
    ------
    ValueError
        If `characteristic` is not 1, 2 or 3.

    Examples
    --------
    >>> enumeration.excess(enumeration.Tables((2, 2), [[[0], [1], [1], [0]]]), 1)
    array([1])
    """
    moving = sensitivity(tables) > TINY
    if characteristic in (1, 2):
        return np.maximum(moving.sum(-1 if characteristic == 1 else -2) - 1, 0).sum(-1)
    if characteristic == 3:
        matrix = information(tables)
        determined = matrix.values > np.log2(tables.sizes) - TINY
        own = moving & (moving.sum(-1, keepdims=True) == 1) & determined
        return (~own.any(-2)).sum(-1)
    raise ValueError(f"characteristic: found {characteristic!r}, expected 1, 2 or 3.")


class Characteristics:
    """The three characteristics of one encoder, with the reasons in words.

    Parameters
    ----------
    rep : Representation
        A sample of every combination of factor levels.

    Attributes
    ----------
    one, two, three : bool
        Whether the encoder has characteristic 1, 2 and 3.
    moves : InformativenessMatrix
        The sensitivity of every latent to every factor.

    Examples
    --------
    >>> enumeration.Characteristics(examples.perfect_copy(2, 2))
    Characteristic 1: yes.
    Characteristic 2: yes.
    Characteristic 3: yes.
    """

    def __init__(self, rep: Representation) -> None:
        tables = Tables.of(rep)
        self.moves = measures.sensitivity(rep)
        self.one, self.two, self.three = (bool(satisfies(tables, c)[0]) for c in (1, 2, 3))

    def __iter__(self) -> Iterator[bool]:
        return iter((self.one, self.two, self.three))

    def __repr__(self) -> str:
        moving = self.moves.values > TINY
        rows, columns = np.array(self.moves.row_names), np.array(self.moves.column_names)
        torn = [
            f"{latent} changes with {_and(columns[row])}"
            for latent, row in zip(rows, moving)
            if row.sum() > 1
        ]
        spread = [
            f"{factor} changes {_and(rows[column])}"
            for factor, column in zip(columns, moving.T)
            if column.sum() > 1
        ]
        missing = "not every factor has a latent that changes with it alone and determines it"
        answers = (
            (self.one, "; ".join(torn)),
            (self.two, "; ".join(spread)),
            (self.three, missing),
        )
        return "\n".join(
            f"Characteristic {number}: {'yes' if holds else f'no, {reason}'}."
            for number, (holds, reason) in enumerate(answers, 1)
        )


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def characteristics(rep: Representation) -> Characteristics:
    """Decide which of the three characteristics an encoder has.

    They are decided without any metric, by changing one factor at a time.

    Parameters
    ----------
    rep : Representation
        A sample of every combination of factor levels.

    Returns
    -------
    characteristics : Characteristics
        Three values, true or false; its text gives the reasons.

    Raises
    ------
    ValueError
        If `rep` does not hold every combination exactly once.

    Examples
    --------
    >>> list(enumeration.characteristics(examples.duplicated_copy()))
    [True, False, True]
    """
    return Characteristics(rep)


# ----------------------------------------------------------------------------- stacks of matrices


class MatrixStack(NamedTuple):
    """What formulas read of a matrix, for many matrices at once.

    Parameters
    ----------
    values : ndarray of shape (n_matrices, n_rows, n_columns)
        Entries of the matrices.
    factor_entropy, latent_entropy, factor_entropy_given_other, latent_weight, majority_factor : \
ndarray or None, default=None
        Attributes of the matrix classes, with the stack as first axis.

    Examples
    --------
    >>> enumeration.MatrixStack(np.zeros((5, 3, 2))).matrix(0).values.shape
    (3, 2)
    """

    values: Floats
    factor_entropy: Floats | None = None
    latent_entropy: Floats | None = None
    factor_entropy_given_other: Floats | None = None
    latent_weight: Floats | None = None
    majority_factor: Whole | None = None

    def matrix(self, j: int) -> "MatrixStack":
        """One matrix of the stack.

        Parameters
        ----------
        j : int
            Position in the stack.

        Returns
        -------
        matrix : MatrixStack
            The same without the axis of the stack.
        """
        return MatrixStack._make(None if side is None else side[j] for side in self)


def _shared_with_factors(tables: Tables, codes: Whole) -> tuple[Floats, Floats]:
    """I(codes; v_i), (..., K), and H(codes), (...), of codes (..., rows)."""
    own, factors = joint_entropy(codes), zip(tables.factors.T.astype(int), np.log2(tables.sizes))
    shared = [plugin_mutual_information(codes, v, own, entropy) for v, entropy in factors]
    found = np.stack(shared, axis=-1)
    return np.where(found < TINY, 0, found), own


def _each_latent(tables: Tables) -> Whole:
    """Codes of every latent: (stack, L, rows)."""
    return np.moveaxis(tables.codes, -1, 1)


def _all_latents(tables: Tables) -> Whole:
    """One code for all latents together: (stack, rows)."""
    return numbered(joint_codes(*np.moveaxis(tables.codes, -1, 0)))


def information(tables: Tables) -> MatrixStack:
    """Mutual information of every latent and every factor, in bits.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_latents, n_factors)
        0: independent; H(v): the latent determines the factor. With both entropies.

    Examples
    --------
    >>> enumeration.information(enumeration.Tables((2, 2), examples.grid(2, 2)[None])).values
    array([[[1., 0.],
            [0., 1.]]])
    """
    values, latent = _shared_with_factors(tables, _each_latent(tables))
    factor = np.tile(np.log2(tables.sizes), (len(values), 1))
    return MatrixStack(values, factor_entropy=factor, latent_entropy=latent)


def information_shares(which: str, tables: Tables) -> MatrixStack:
    """Shares of information, as in `measures.conditional`.

    Parameters
    ----------
    which : {'modular', 'compact', 'explicit', 'minimal', 'sufficient'}
        Which share. 'modular' and 'minimal' are the same here, since all factors together
        determine every latent.
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_latents, n_factors)
        Shares from 0 to 1, in one row for 'explicit'.

    Examples
    --------
    >>> tables = enumeration.Tables((2, 2), [[[0], [1], [2], [2]]])
    >>> enumeration.information_shares("explicit", tables).values
    array([[[1. , 0.5]]])
    """
    pairs, latent = _shared_with_factors(tables, _each_latent(tables))
    found = {"pairs": pairs, "everywhere": pairs, "factor": np.log2(tables.sizes)}
    found |= {"latent": latent, "latent_by_all": latent}
    asked = SHARE_SPECS[which]
    if "factor_by_all" in (asked.part, asked.whole):
        found["factor_by_all"], _ = _shared_with_factors(tables, _all_latents(tables))
    weight = ratio(found["latent_by_all"], latent) if asked.of_latents else None
    return MatrixStack(share_values(which, found), latent_weight=weight)


def bayes_accuracy(tables: Tables) -> MatrixStack:
    """Accuracy of the best possible guess of each factor from all latents together.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, 1, n_factors)
        From 1 / n_levels (chance) to 1 (the latents determine the factor).

    Examples
    --------
    >>> enumeration.bayes_accuracy(enumeration.Tables((2, 2), [[[0], [1], [2], [2]]])).values
    array([[[1.  , 0.75]]])
    """
    together = _all_latents(tables)
    cells, found = int(together.max()) + 1, []
    for v, size in zip(tables.factors.T.astype(int), tables.sizes):
        counts = code_counts(together * size + v, cells * size).reshape(-1, cells, size)
        found.append(counts.max(-1).sum(-1) / together.shape[-1])
    return MatrixStack(np.stack(found, axis=-1)[:, None])


def squared_correlation(tables: Tables) -> MatrixStack:
    """R2 of the least-squares line from each latent to the level numbers of each factor.

    This is the matrix of SAP, with every factor taken as a number.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_latents, n_factors)
        From 0 (uncorrelated) to 1 (a linear function).

    Examples
    --------
    >>> tables = enumeration.Tables((2, 2), [[[0], [1], [1], [2]]])
    >>> enumeration.squared_correlation(tables).values.round(3)
    array([[[0.5, 0.5]]])
    """
    return MatrixStack(line_r2(tables.values, tables.factors.T[..., None]))


def correlation(tables: Tables) -> MatrixStack:
    """Absolute correlation of each latent with the level numbers of each factor.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_latents, n_factors)
        From 0 (uncorrelated) to 1 (a linear function).

    Examples
    --------
    >>> enumeration.correlation(enumeration.Tables((2, 2), [[[0], [1], [1], [2]]])).values.round(3)
    array([[[0.707, 0.707]]])
    """
    return MatrixStack(np.sqrt(squared_correlation(tables).values))


def robustness(tables: Tables) -> MatrixStack:
    """Interventional robustness of each latent, as in `measures.robustness`.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_latents, n_factors)
        1: the other factors do not move the latent. 0: they move it as far as all factors do. With
        `latent_weight`.

    Examples
    --------
    >>> enumeration.robustness(enumeration.Tables((2, 2), examples.grid(2, 2)[None])).values
    array([[[1., 0.],
            [0., 1.]]])
    """
    total = largest_deviation(tables.values) * (np.ptp(tables.values, axis=1) > 0)
    values = [
        interventional_robustness(largest_deviation(tables.along(k)).mean(1), total)
        for k in range(len(tables.sizes))
    ]
    far = total * tables.scale
    weight = ratio(far, far.max(-1, keepdims=True))
    return MatrixStack(np.stack(values, axis=-1), latent_weight=weight)


def large_batch_votes(tables: Tables) -> MatrixStack:
    """Votes of FactorVAE when batches are so large that variances are exact.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_latents, n_factors)
        Shares of all votes; latents that tie share a vote. All 0 if no latent moves.

    Examples
    --------
    >>> enumeration.large_batch_votes(enumeration.Tables((2, 2), examples.grid(2, 2)[None])).values
    array([[[0.5, 0. ],
            [0. , 0.5]]])
    """
    return _votes(tables, lambda k: tables.along(k).var(2))  # (stack, levels, L)


def large_batch_lone_votes(tables: Tables) -> MatrixStack:
    """Votes of Z-max variance when batches are so large that variances are exact.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_latents, n_factors)
        Shares of all votes for the latent that moves most while one factor alone is redrawn.

    Examples
    --------
    >>> tables = enumeration.Tables((2, 2), examples.grid(2, 2)[None])
    >>> enumeration.large_batch_lone_votes(tables).values
    array([[[0.5, 0. ],
            [0. , 0.5]]])
    """
    return _votes(tables, lambda k: -tables.along(k).var(1))  # (stack, the other rows, L)


def _votes(tables: Tables, spread: Callable[[int], Floats]) -> MatrixStack:
    """Votes for the latent with the smallest `spread` in each group of a factor."""
    whole, K = tables.values.var(1), len(tables.sizes)
    whole = np.where(whole > TINY, whole, 0)
    cast = [argmin_votes(spread(k), whole[:, None]).mean(1) for k in range(K)]
    votes = np.stack(cast, axis=-1) * (whole.max(-1) > 0)[:, None, None] / K
    return MatrixStack(votes, majority_factor=majority_factors(votes, votes))


def large_batch_guesses(tables: Tables) -> MatrixStack:
    """Confusions of BetaVAE when batches are so large that mean differences are exact.

    The shared value is drawn per pair, so every factor has one point. A linear classifier always
    separates different points (the nearest point is a linear rule). It never separates equal
    points, and guesses the first of them.

    Parameters
    ----------
    tables : Tables
        Encoders.

    Returns
    -------
    stack : MatrixStack of shape (n_encoders, n_factors, n_factors)
        Shares of all points: guesses (rows) by the factor that was held (columns).

    Examples
    --------
    >>> tables = enumeration.Tables((2, 2), examples.grid(2, 2)[None])
    >>> enumeration.large_batch_guesses(tables).values
    array([[[0.5, 0. ],
            [0. , 0.5]]])
    """
    K = len(tables.sizes)
    points = np.stack([_mean_difference(tables.along(k)) for k in range(K)], axis=1)
    same = np.abs(points[:, :, None] - points[:, None]).max(-1) < TINY
    confusions = np.zeros((len(points), K, K))
    np.put_along_axis(confusions, same.argmax(-1)[:, None, :], 1 / K, axis=1)
    return MatrixStack(confusions)


def _mean_difference(values: Floats) -> Floats:
    """Mean |z - z'| along axis 2, from order statistics, and then the mean over axis 1.

    (stack, levels, rows, L) to (stack, L).
    """
    count = values.shape[2]
    rank = 2 * np.arange(count) - count + 1
    return (np.sort(values, axis=2) * rank[:, None]).sum(2).mean(1) * 2 / count**2


class Exact(NamedTuple):
    """The exact form of a measure.

    Parameters
    ----------
    fill : callable
        Makes the MatrixStack of some Tables.
    what : str
        Description of the entries.
    unit : str, default='share'
        Their unit.
    kind : type, default=Shares
        Class of the matrix that the metric judges.
    compares_values : bool, default=True
        Whether the measure compares values for equality. The measure itself bins continuous
        columns, while the exact form compares their values as they are.

    Examples
    --------
    >>> enumeration.EXACT[measures.robustness].what
    'interventional robustness'
    """

    fill: Callable[[Tables], MatrixStack]
    what: str
    unit: str = "share"
    kind: type[Matrix] = measures.Shares
    compares_values: bool = True


EXACT = {
    measures.mutual_information: Exact(
        information, "mutual information", "bits", InformativenessMatrix
    ),
    measures.single_latent_scores: Exact(
        squared_correlation, "predictability by one latent", "R2", InformativenessMatrix, False
    ),
    measures.importances: Exact(
        information,
        "mutual information, instead of a forest's importances",
        "bits",
        InformativenessMatrix,
        False,
    ),
    measures.all_latents_scores: Exact(
        bayes_accuracy, "best possible prediction", "accuracy", InformativenessMatrix, False
    ),
    **{
        getattr(measures, RATIO_NAMES[which]): Exact(partial(information_shares, which), asked.name)
        for which, asked in SHARE_SPECS.items()
    },
    measures.lowest_variance_votes: Exact(
        large_batch_votes, "votes of large batches", "", Votes, False
    ),
    measures.varied_factor_votes: Exact(
        large_batch_lone_votes, "votes of large batches, with only one factor", "", Votes, False
    ),
    measures.correlations: Exact(correlation, "correlation", "", InformativenessMatrix, False),
    measures.robustness: Exact(robustness, "interventional robustness", compares_values=False),
    measures.fixed_factor_confusion: Exact(
        large_batch_guesses, "guesses, large batches", "", Confusions, False
    ),
}


def _exact_form(metric: Metric) -> Exact:
    if metric.measure not in EXACT:
        raise ValueError(
            f"metric: found {metric.__name__!r}, which measures {metric.measure.__name__}, "
            "expected a measure with an exact form: "
            f"{', '.join(measure.__name__ for measure in EXACT)}."
        )
    return EXACT[metric.measure]


# -------------------------------------------------------------------------------------- scoring


def exact(metric: Metric, rep: Representation) -> Score:
    """Score of a metric on a finite world, by enumeration.

    Parameters
    ----------
    metric : Metric
        A metric whose measure has an exact form; see Notes.
    rep : Representation
        A sample of every combination of factor levels.

    Returns
    -------
    score : Score
        As the metric returns it, with the exact matrix. A caution names the columns that the
        metric itself would bin.

    Raises
    ------
    ValueError
        If `rep` does not hold every combination exactly once, or if the measure of the metric has
        no exact form.

    Notes
    -----
    - Metrics that count (mig and its kin, modularity, edi, the five for dependent factors) compare
      every value as it is. On a table of levels that is what the metric itself does. A continuous
      column is binned by the metric itself, and not here.
    - sap: R2, with every factor taken as a number.
    - disentanglement, completeness: from mutual information, since a forest has no exact form.
    - informativeness: accuracy of the best possible guess.
    - mcc, irs: as they are, with every factor taken as a number.
    - beta_vae, factor_vae, z_max_variance: the limit of large batches.

    Examples
    --------
    >>> enumeration.exact(mig, examples.parity_leak()).value
    1.0
    """
    form = _exact_form(metric)
    found = form.fill(Tables.of(rep)).matrix(0)
    rows = rep.factor_names if form.kind is Confusions else rep.latent_names
    if len(found.values) == 1 < rep.latents.shape[1]:
        rows = ("all latents",)
    sides = {name: side for name, side in found._asdict().items() if side is not None}
    names = {"row_names": rows, "column_names": rep.factor_names}
    matrix = form.kind(name=form.what, unit=form.unit, **names, **sides)
    parts, weights = metric.formula(matrix)
    caution = _continuous(rep) if form.compares_values else ""
    return Score(
        metric.__name__,
        parts,
        metric.axis,
        weights,
        matrix,
        explanation=metric.explanation,
        size=f"exactly, on a world of {len(rep):,} combinations",
        cautions=[lambda score: caution],
        part=metric.part,
    )


def _continuous(rep: Representation) -> str:
    """A sentence on the columns that the metric would bin; empty if there are none."""
    kinds = zip(rep.latent_names + rep.factor_names, rep.latent_types + rep.factor_types)
    smooth = [name for name, kind in kinds if kind != "discrete"]
    if not smooth:
        return ""
    return (
        f"every value of {', '.join(smooth)} is compared as it is here; on the same table the "
        "metric itself treats them as continuous and cuts them into bins"
    )


def exact_values(metric: Metric, tables: Tables) -> Floats:
    """Exact values of one metric for many encoders.

    Parameters
    ----------
    metric : Metric
        A metric whose measure has an exact form.
    tables : Tables
        Encoders.

    Returns
    -------
    values : ndarray of shape (n_encoders,)
        From 0 to 1; NaN for factor_vae if no latent moves, since there is no vote then.

    Raises
    ------
    ValueError
        If the measure of the metric has no exact form.
    ArithmeticError
        If a value is not a number from 0 to 1.

    Examples
    --------
    >>> encoders = [[[0], [0], [1], [1]], [[0], [0], [0], [0]]]
    >>> enumeration.exact_values(mig, enumeration.Tables((2, 2), encoders))
    array([0.5, 0. ])
    """
    stack = _exact_form(metric).fill(tables)
    values = stack_values(metric, stack)
    fine = (values >= -TINY) & (values <= 1 + TINY)  # False for NaN
    if not fine.all():
        raise ArithmeticError(
            f"{metric.__name__}: found the value {values[~fine][0]}, expected numbers from 0 to 1."
        )
    if metric.measure is measures.lowest_variance_votes:
        values = np.where(stack.values.any((1, 2)), values, np.nan)
    return values.clip(0, 1)


def stack_values(metric: Metric, stack: MatrixStack) -> Floats:
    """Values of one metric for many matrices.

    Every formula in `metrics` takes leading axes, so it is called once for the whole stack. A
    formula from elsewhere may be written for one matrix, so it is called for every matrix.

    Parameters
    ----------
    metric : Metric
        A metric that reads these matrices.
    stack : MatrixStack
        Matrices.

    Returns
    -------
    values : ndarray of shape (n_matrices,)
        Weighted means of the parts.

    Examples
    --------
    >>> values = np.array([[[0.8, 0.1], [0.4, 0.3]]])
    >>> stack = enumeration.MatrixStack(values, factor_entropy=np.ones((1, 2)))
    >>> enumeration.stack_values(mig, stack).round(3)
    array([0.3])
    """
    module = metric.formula.__module__ or ""  # a function defined by `exec` has no module
    if module.startswith(f"{metrics.__name__}."):
        parts, weights = map(np.asarray, metric.formula(stack))
    else:
        each = [metric.formula(stack.matrix(j)) for j in range(len(stack.values))]
        parts, weights = (np.array(side, dtype=float) for side in zip(*each))
    return (parts * normalize_weights(weights)).sum(-1)
