"""Metrics: formulas that turn a matrix into the parts of a score and their weights.

Letters in the docstrings: z_i are the latents (L of them, one row each), v_k the factors (K of
them, one column each), I is the matrix, and H an entropy. The metrics form families:

                                per factor (column)            per latent (row)
    gap of the two largest      mig, sap, dmig, xmig           dcimig, mig_sup
    the same gap, minus noise   jemmig
    largest minus the rest      edi, side="factors"            edi
    focus: 1 - entropy          completeness                   disentanglement
    squared shares                                             modularity
    largest share               sufficiency,                   minimality,
                                dependent_compactness,         dependent_modularity,
                                info_compactness               info_modularity, irs
    one-to-one matching         mcc
    all latents together        informativeness, explicitness, dependent_explicitness,
                                info_explicitness, linear_r2
    accuracy of a guess         beta_vae                       factor_vae, z_max_variance
    latents without factors                                    active_units, hoyer
    directions of the space     iwr (and iwo, per pair of factors), explicitness_es

Every metric accepts a `Representation`, or the matrix that its formula uses. `beta_vae`,
`factor_vae` and `z_max_variance` also accept a `World`, in which factors can be fixed exactly. The
options of a metric are those of its measure (see `measures`) and of its formula. The argument
`breaks` of the decorator lists the invariances (see `invariances`) that the metric does not have. The
option `convention` selects the settings of other libraries for the same names (see `conventions`).

RMIG (Do and Tran, 2020) is missing, because it needs the density of each code, which a file of
codes does not contain. The closest score is `mig` with ``estimator='knn'``. The docstring of
each metric names its source.
"""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from . import cautions, measures
from .matrices import Activity, Confusions, InformativenessMatrix, Matrix, Votes, with_numbers
from .measures import Losses, Shares
from .measures.subspaces import Subspaces, subspaces
from .metric import metric
from .types import ROUNDING, Floats
from .validation import check_choice, check_number

Dead = Literal["exclude", "zero"]  # what a dead latent does to a mean
PartsAndWeights = tuple[Floats, Floats]  # parts and weights, one of each per latent, factor or pair

# Axis -2 runs over latents, axis -1 over factors: counted from the end, so that a formula also
# judges a whole stack of matrices at once (see `enumeration`).
LATENTS, FACTORS = -2, -1
MAX_LISTED = 4  # entries of a row or column that a sentence names


def top_two(values: Floats, axis: int) -> tuple[Floats, Floats]:
    """Largest and second largest values along an axis.

    Parameters
    ----------
    values : ndarray of float
        Numbers with at least one axis.
    axis : int
        Axis to search along.

    Returns
    -------
    largest : ndarray of float
        Largest values; the shape is that of `values` without `axis`.
    second : ndarray of float
        Second largest values, of the same shape. Zeros if `axis` has a single entry.

    Examples
    --------
    >>> first, second = top_two(np.array([[0.8, 0.1], [0.4, 0.3]]), axis=0)
    >>> first.tolist(), second.tolist()
    ([0.8, 0.3], [0.4, 0.1])
    """
    ordered = np.moveaxis(np.sort(values, axis=axis), axis, 0)
    return ordered[-1], ordered[-2] if len(ordered) > 1 else np.zeros_like(ordered[-1])


def above_chance(parts: Floats, chance: float | Floats) -> Floats:
    """Rescale parts linearly so that chance becomes 0 and 1 stays 1.

    Parameters
    ----------
    parts : ndarray of float
        Numbers up to 1, such as accuracies.
    chance : float or ndarray of float
        The number that a random guess reaches, below 1.

    Returns
    -------
    rescaled : ndarray of float
        (parts - chance) / (1 - chance). Parts that are worse than chance become negative.

    Examples
    --------
    >>> above_chance(np.array([0.25, 0.5, 1.0]), 0.5).tolist()
    [-0.5, 0.0, 1.0]
    """
    return (parts - chance) / (1 - chance)


def one_minus_entropy(values: Floats, axis: int) -> Floats:
    """One minus the normalised entropy of the shares along an axis.

    A share is an entry divided by the sum of its row or column. The entropy of the shares is
    divided by the largest entropy possible, which is the logarithm of the number of entries.

    Parameters
    ----------
    values : ndarray of float
        Numbers from 0 upwards.
    axis : int
        Axis that the shares sum to 1 along.

    Returns
    -------
    focus : ndarray of float
        Numbers from 0 to 1; the shape is that of `values` without `axis`. 0: the shares are equal,
        or all entries are 0. 1: a single entry is above 0.

    Examples
    --------
    >>> one_minus_entropy(np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 0.0]]), axis=1).tolist()
    [1.0, 0.0, 0.0]
    """
    total = values.sum(axis, keepdims=True)
    shares = np.divide(values, total, out=np.zeros_like(values), where=total > 0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    base = np.log(max(values.shape[axis], 2))  # of a single entry: its entropy is 0 in any base
    return np.where(total.squeeze(axis) > 0, 1 + (shares * logs).sum(axis) / base, 0).clip(0, 1)


def one_row(name: str, matrix: Matrix) -> Floats:
    """Only row of a matrix that describes all latents together.

    Parameters
    ----------
    name : str
        Name of the metric, for the error message.
    matrix : Matrix
        Matrix with a single row, "all latents".

    Returns
    -------
    row : ndarray of shape (n_factors,)
        Entries of the row.

    Raises
    ------
    ValueError
        If the matrix has more than one row.

    Examples
    --------
    >>> one_row("informativeness", InformativenessMatrix([[0.9, 0.7]])).tolist()
    [0.9, 0.7]
    """
    rows = matrix.values.shape[LATENTS]
    if rows != 1:
        raise ValueError(
            f"{name}: found a matrix of {rows} rows, expected one row for all latents together."
        )
    return matrix.values[..., 0, :]


def require(total: Floats | None) -> Floats:
    """Optional array of entropies or weights, known not to be None.

    Parameters
    ----------
    total : ndarray or None
        Entropies or weights of a matrix. The option ``needs`` of `metric` refuses None earlier.

    Returns
    -------
    total : ndarray
        The same array.

    Raises
    ------
    AssertionError
        If `total` is None.

    Examples
    --------
    >>> require(InformativenessMatrix([[0.8, 0.1]], factor_entropy=1).factor_entropy).tolist()
    [1.0, 1.0]
    """
    assert total is not None
    return total


def _describe_focus(line: Floats, names: Sequence[str]) -> str:
    """Words for all entries of a row or column, as `focus` uses all of them; largest first."""
    order = [j for j in np.argsort(-line, kind="stable") if line[j] > 0]
    if not order:
        return "it has no entry above 0"
    if len(order) == 1:
        return f"all of it lies on {names[order[0]]}"
    first = order[:MAX_LISTED]
    entries = with_numbers([names[j] for j in first], line[first])
    more = len(order) - len(entries)
    return f"it is spread over {', '.join(entries)}" + (f" and {more} more" if more else "")


def _describe_row(matrix: InformativenessMatrix, i: int) -> str:
    return _describe_focus(matrix.values[i], matrix.column_names)


def _describe_column(matrix: InformativenessMatrix, k: int) -> str:
    return _describe_focus(matrix.values[:, k], matrix.row_names)


def several_factors(name: str, matrix: Matrix) -> int:
    """Number of factors of a matrix, which must be at least two.

    Parameters
    ----------
    name : str
        Name of the metric, for the error message.
    matrix : Matrix
        Matrix with one column per factor.

    Returns
    -------
    n_factors : int
        Number of columns.

    Raises
    ------
    ValueError
        If the matrix has a single factor, because there would be nothing to guess.

    Examples
    --------
    >>> several_factors("factor_vae", InformativenessMatrix([[9, 1, 0], [0, 4, 6]]))
    3
    """
    count = matrix.values.shape[FACTORS]
    if count < 2:
        raise ValueError(
            f"{name}: found one factor, expected at least two: with one there is nothing to guess."
        )
    return count


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    characteristic=2,
    # Noise: counting finds a few bits in it, and the second largest may be these.
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.more_levels_than_bins,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def mig(
    matrix: InformativenessMatrix, *, normalize_by: Literal["factor", "latent"] = "factor"
) -> PartsAndWeights:
    """Mutual Information Gap (MIG).

    For each factor, the gap between the two latents that carry most information about it, divided
    by the factor's entropy [1]_ [2]_. The score is the plain mean over factors.

    Parameters
    ----------
    normalize_by : {'factor', 'latent'}, default='factor'
        Entropy to divide by: the factor's entropy, as in the published definition, or the entropy
        of each latent, as in one library. With 'latent', every I_ik is divided by H(z_i) before the
        gap is taken.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per factor.
        0: for every factor, two latents carry equally much information about it, or no latent
        carries any. 1: each factor is determined by one latent, and no other latent carries
        information about it.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``, or no ``latent_entropy`` with ``normalize_by='latent'``, or
        if `normalize_by` is another word.

    See Also
    --------
    dcimig : Gaps of the latents instead of gaps of the factors.
    mig_sup : The same gap for every latent, between factors.

    Notes
    -----
    part_k = (largest I_ik - second largest I_ik) / H(v_k), over latents i. With one latent the
    second largest is 0. MIG ignores whether the best latent also carries information about other
    factors.

    References
    ----------
    .. [1] Chen, Li, Grosse and Duvenaud (2018), "Isolating Sources of Disentanglement in
           Variational Autoencoders", section 4.1.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.2.2.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> mig(rep).parts.round(3)
    array([0., 1.])

    From a matrix of mutual information:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(mig(matrix).value, 3)
    0.3
    """
    if normalize_by == "factor":
        first, second = top_two(matrix.values, axis=LATENTS)
        return (first - second) / require(matrix.factor_entropy), np.ones_like(first)
    if normalize_by != "latent" or matrix.latent_entropy is None:
        raise ValueError(
            f"normalize_by: found {normalize_by!r}, expected 'factor', "
            "or 'latent' for a matrix with latent_entropy."
        )
    first, second = top_two(_share_of_latent(matrix), axis=LATENTS)
    return first - second, np.ones_like(first)


def _share_of_latent(matrix: InformativenessMatrix) -> Floats:
    """I_ik / H(z_i): share of a latent's entropy that is about a factor; 0 if H(z_i) is 0."""
    total = require(matrix.latent_entropy)[..., None]
    return np.divide(matrix.values, total, out=np.zeros_like(matrix.values), where=total > 0)


def _describe_best_bid(matrix: InformativenessMatrix, factor: int) -> str:
    """Words for the latent that bids most for a factor, and for the two entries in its bid.

    If another latent carries more information about the factor but bids for a different one, the
    sentence names that latent too.
    """
    bidders = np.flatnonzero(matrix.values.argmax(FACTORS) == factor)
    if not len(bidders):
        return "it is no latent's favourite, so nobody bids for it"
    first, second = top_two(matrix.values, axis=FACTORS)
    best = bidders[(first - second)[bidders].argmax()]
    top = np.argsort(-matrix.values[best], kind="stable")[:2]
    line = with_numbers(
        [matrix.column_names[k] for k in top], matrix.values[best, top], matrix.unit
    )
    whose = f"{matrix.row_names[best]}: {', '.join(line)}"
    if first[best] == second[best]:
        return f"the best bid is 0, from {whose}"
    sentence = f"the best bid comes from {whose}"
    knower = matrix.values[:, factor].argmax()
    if knower in bidders:
        return sentence
    favourite = matrix.column_names[matrix.values[knower].argmax()]
    knows = f"{matrix.row_names[knower]} knows {matrix.values[knower, factor]:.2f} of it"
    return f"{sentence} ({knows}, but bids for {favourite})"


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    explanation=_describe_best_bid,
    characteristic=3,
    # Noise: it bids the few bits that counting finds in it for a factor that nobody else wants.
    not_invariant_to=("cube_latents", "add_noise_latent"),
    cautions=(
        cautions.more_levels_than_bins,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def dcimig(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Disentanglement, Completeness and Informativeness by the Mutual Information Gap (DCIMIG).

    Each latent bids for its favourite factor with the gap between its two largest entries, and each
    factor keeps the best bid it receives. The score is the sum of the best bids, divided by the sum
    of the entropies of all factors [1]_.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one best bid per factor, divided by the
        factor's entropy. 0: no latent prefers any factor to the others. 1: every factor is
        determined by a latent that carries no information about other factors.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``.

    See Also
    --------
    mig : Gaps of the factors instead of gaps of the latents.

    Notes
    -----
    D_i = largest I_ik - second largest I_ik, over factors k, is the bid of latent i for its
    favourite factor. part_k = best bid for k / H(v_k), or 0 without a bid. Factor k has the weight
    H(v_k), so score = sum of best bids / sum of H(v_k). With one factor the second largest is 0.
    DCIMIG ignores further latents, also entangled ones, that bid less.

    References
    ----------
    .. [1] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 4.1.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> dcimig(rep).parts.round(3)
    array([1., 0.])

    From a matrix of mutual information:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(dcimig(matrix).value, 3)
    0.35
    """
    first, second = top_two(matrix.values, axis=FACTORS)
    favourite = matrix.values.argmax(FACTORS)[..., None] == np.arange(matrix.values.shape[FACTORS])
    best = np.where(favourite, (first - second)[..., None], 0).max(LATENTS)
    total = require(matrix.factor_entropy)
    return best / total, np.broadcast_to(total, best.shape)


@metric(
    measure=measures.mutual_information,
    axis="latents",
    characteristic=1,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.dead_latents,
        cautions.noise_counts_fully,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def modularity(matrix: InformativenessMatrix, *, dead_latents: Dead = "exclude") -> PartsAndWeights:
    """Modularity.

    For each latent, how small its squared information about all other factors is, compared with its
    largest [1]_ [2]_. The score is the plain mean over the latents that carry any information.

    Parameters
    ----------
    dead_latents : {'exclude', 'zero'}, default='exclude'
        How a latent without any information counts: not at all, or, as in one library, as a part of
        0.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per latent. 0: every latent
        carries equally much information about all factors. 1: every latent carries information
        about only one factor. With one factor, every latent with information has part 1.

    Raises
    ------
    ValueError
        If `dead_latents` is another word.

    See Also
    --------
    info_modularity : Share of the largest entry instead of squares.
    disentanglement : Entropy of the shares of importance.

    Notes
    -----
    part_i = 1 - (sum over the other factors of I_ik^2) / (largest I_ik^2 * (K - 1)). Noise that
    carries a little counted information has the same weight as every other latent.

    References
    ----------
    .. [1] Ridgeway and Mozer (2018), "Learning Deep Disentangled Embeddings with the F-Statistic
           Loss", section 2.
    .. [2] Zhang, Prokhorov and Shareghi (2021), "Unsupervised Representation Disentanglement of
           Text: An Evaluation on Synthetic Datasets", algorithm 5.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> modularity(rep).parts.round(3)
    array([1., 0.])

    From a matrix of mutual information:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(modularity(matrix).value, 3)
    0.711
    """
    check_choice("dead_latents", dead_latents, get_args(Dead))
    largest = matrix.values.max(FACTORS, keepdims=True)
    shares = np.divide(matrix.values, largest, out=np.ones_like(matrix.values), where=largest > 0)
    others = (shares**2).sum(FACTORS) - 1
    parts = 1 - others / max(matrix.values.shape[FACTORS] - 1, 1)
    moves = largest.squeeze(FACTORS) > 0
    return np.where(moves, parts, 0).clip(0, 1), np.where(moves, 1.0, dead_latents == "zero")


@metric(
    measure=measures.single_latent_scores,
    axis="factors",
    characteristic=2,
    bounded=True,
    # Noise: even a guess at chance is second best where one latent stood alone.
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.judged_in_training, cautions.sorted_rows, cautions.ends_alike),
)
def sap(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Separated Attribute Predictability (SAP).

    For each factor, the gap between the two latents from which a linear model predicts the factor
    best [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per factor.
        0: two latents predict every factor equally well, or none does. 1: each factor is predicted
        without error from one latent, and no other latent predicts it.

    Raises
    ------
    ValueError
        If a matrix has an entry above 1.

    See Also
    --------
    mig : The same gap in mutual information.

    Notes
    -----
    part_k = largest S_ik - second largest S_ik, over latents i. S_ik is the R2 of a linear
    regression for a continuous factor, and the held-out accuracy of a linear SVM for a factor with
    levels. With accuracies and several latents the score cannot reach 1, because the second latent
    still guesses right by chance. With one latent the second largest is 0.

    References
    ----------
    .. [1] Kumar, Sattigeri and Balakrishnan (2017), "Variational Inference of Disentangled
           Latent Concepts from Unlabeled Observations", section 3.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.2.1.

    Examples
    --------
    Each latent copies one factor, and the other latent predicts the factor only by chance:

    >>> import numpy as np
    >>> from disentangle_edu import Representation
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (100, 1))
    >>> round(sap(Representation(factors=factors, latents=factors)).value, 1)
    0.5

    From a matrix of predictability:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(sap(matrix).value, 3)
    0.3
    """
    first, second = top_two(matrix.values, axis=LATENTS)
    return first - second, np.ones_like(first)


@metric(
    measure=measures.importances,
    axis="latents",
    explanation=_describe_row,
    characteristic=1,
    not_invariant_to=("add_noise_latent",),
    cautions=(cautions.poor_predictor, cautions.screened_latents, cautions.sorted_rows),
    part="focus",
)
def disentanglement(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Disentanglement of DCI (D).

    For each latent, how strongly its importances concentrate on one factor: one minus the entropy
    of their shares [1]_ [2]_. The score is the mean over latents, weighted by their total
    importance.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one focus per latent.
        0: every latent is equally important for all factors, or no latent is important. 1: every
        latent is important for only one factor. With one factor, every latent of any importance has
        focus 1.

    See Also
    --------
    completeness : The same focus for every factor, over latents.
    informativeness : How well the same predictors predict the factors.

    Notes
    -----
    part_i = 1 + sum over k of p_ik log_K p_ik, with p_ik the importance of latent i for factor k
    divided by the sum of row i. The weight of latent i is the sum of its row, so a latent without
    importance weighs nothing. D ignores how well the factors are predicted: read it together with
    `informativeness`.

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
           Disentangled Representations", section 2.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.1.3 and equation 3.

    Examples
    --------
    Each latent copies one factor:

    >>> import numpy as np
    >>> from disentangle_edu import Representation
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> round(disentanglement(Representation(factors=factors, latents=factors)).value, 3)
    1.0

    From a matrix of importances:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(disentanglement(matrix).value, 3)
    0.286
    """
    return one_minus_entropy(matrix.values, axis=FACTORS), matrix.values.sum(FACTORS)


@metric(
    measure=measures.importances,
    axis="factors",
    explanation=_describe_column,
    characteristic=2,
    not_invariant_to=("add_constant_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.poor_predictor,
        cautions.screened_latents,
        cautions.dead_latents,
        cautions.sorted_rows,
    ),
    part="focus",
)
def completeness(matrix: InformativenessMatrix, *, weighted: bool = False) -> PartsAndWeights:
    """Completeness of DCI (C).

    For each factor, how strongly the importances of the latents concentrate on one latent: one
    minus the entropy of their shares [1]_. The score is the plain mean over factors.

    Parameters
    ----------
    weighted : bool, default=False
        Weight every factor by the sum of its column. Both readings of the paper are in use; they
        agree for forests, whose columns sum to 1.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one focus per factor.
        0: all latents are equally important for every factor, or none is important. 1: one latent
        is important for each factor. With one latent, every factor that it predicts has focus 1.

    See Also
    --------
    disentanglement : The same focus for every latent, over factors.

    Notes
    -----
    part_k = 1 + sum over i of q_ik log_L q_ik, with q_ik the importance of latent i for factor k
    divided by the sum of column k. A factor without any importance has part 0. The base of the
    logarithm is L, so a further latent that does nothing raises the score.

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
           Disentangled Representations", section 2.

    Examples
    --------
    Each latent copies one factor:

    >>> import numpy as np
    >>> from disentangle_edu import Representation
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> round(completeness(Representation(factors=factors, latents=factors)).value, 3)
    1.0

    From a matrix of importances:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(completeness(matrix).value, 3)
    0.135
    """
    parts = one_minus_entropy(matrix.values, axis=LATENTS)
    return parts, matrix.values.sum(LATENTS) if weighted else np.ones_like(parts)


@metric(
    measure=measures.prediction_scores,
    axis="factors",
    bounded=True,
    cautions=(
        cautions.judged_in_training,
        cautions.sorted_rows,
        cautions.rare_levels,
        cautions.ends_alike,
    ),
)
def informativeness(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Informativeness of DCI (I).

    For each factor, how well a predictor with all latents predicts it on held-out samples [1]_. The
    predictor is the one whose importances `disentanglement` and `completeness` use. The score is
    the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy or R2 per factor. 0: no
        factor is predicted. 1: every factor is predicted without error. A guess at a factor of m
        equally frequent levels gives about 1 / m. With ``scoring='NRMSE'`` the score is an error:
        0 is best, and it may exceed 1.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1 that is not an error.

    See Also
    --------
    explicitness : Areas under the ROC curves of a logistic regression.
    linear_r2 : R2 of a linear regression.

    Notes
    -----
    part_k is the R2 of a continuous factor, or the accuracy of a factor with levels. In the paper
    the score is an error, so lower is better there; some conventions do the same. A matrix must
    have one row, "all latents".

    References
    ----------
    .. [1] Eastwood and Williams (2018), "A Framework for the Quantitative Evaluation of
           Disentangled Representations", section 2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(informativeness(examples.duplicated_copy()).value, 3)
    1.0

    From a matrix of accuracies:

    >>> round(informativeness(InformativenessMatrix([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("informativeness", matrix)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.one_vs_rest_auc,
    axis="factors",
    bounded=True,
    not_invariant_to=("cube_latents",),
    cautions=(cautions.judged_in_training, cautions.sorted_rows),
    negative_if={"adjusted": True},
)
def explicitness(matrix: InformativenessMatrix, *, adjusted: bool = False) -> PartsAndWeights:
    """Explicitness.

    For each factor, how well a logistic regression with all latents separates its values on
    held-out samples: the area under the ROC curve of one value against the rest, averaged over
    values [1]_ [2]_. The score is the plain mean over factors.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale areas linearly so that chance, 0.5, becomes 0 and 1 stays 1. Areas that are worse
        than chance become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one area per factor. 0.5: the ranking of
        the samples is no better than chance. 1: every value is separated from the rest. With
        ``adjusted=True`` chance is 0.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1.

    See Also
    --------
    info_explicitness : Reduction of the log loss of the same kind of model.

    Notes
    -----
    If the values of a factor are in order along a line in the latent space, a linear model
    separates the middle values badly, even if the latents determine the factor. A matrix must have
    one row, "all latents".

    References
    ----------
    .. [1] Ridgeway and Mozer (2018), "Learning Deep Disentangled Embeddings with the F-Statistic
           Loss", section 2.
    .. [2] Zhang, Prokhorov and Shareghi (2021), "Unsupervised Representation Disentanglement of
           Text: An Evaluation on Synthetic Datasets", algorithm 5.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(explicitness(examples.duplicated_copy()).value, 3)
    0.989

    From a matrix of areas:

    >>> round(explicitness(InformativenessMatrix([[0.9, 0.7]]), adjusted=True).value, 3)
    0.6
    """
    areas = one_row("explicitness", matrix)
    return above_chance(areas, 0.5) if adjusted else areas, np.ones_like(areas)


@metric(
    measure=measures.fixed_factor_confusion,
    axis="factors",
    matrix_type=Confusions,
    characteristic=1,
    not_invariant_to=("cube_latents",),
    cautions=(cautions.judged_in_training,),
    negative_if={"adjusted": True},
)
def beta_vae(confusions: Confusions, *, adjusted: bool = False) -> PartsAndWeights:
    """BetaVAE metric.

    Accuracy of a linear classifier that guesses which factor was fixed, from the differences of the
    latents between samples that share the value of that factor [1]_ [2]_.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale accuracies linearly so that a random guess, 1 / K, becomes 0 and 1 stays 1.
        Accuracies that are worse than a guess become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy per factor.
        About 1 / K: the classifier guesses at random. 1: it always finds the fixed factor. With
        ``adjusted=True`` a random guess is 0.

    Raises
    ------
    ValueError
        If there is only one factor.

    See Also
    --------
    factor_vae : A vote of the latents instead of a classifier.

    Notes
    -----
    part_k = share of the points with factor k fixed for which the classifier answers k. The weight
    of factor k is its share of the points, so the score is the accuracy on new points. In small
    tables noise can look like a signal, most of all if a factor has rare values. The points are
    sampled, so another seed gives another value.

    References
    ----------
    .. [1] Higgins et al. (2017), "beta-VAE: Learning Basic Visual Concepts with a Constrained
           Variational Framework", section 3.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.1.1.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(beta_vae(examples.rotated(30)).value, 3)
    1.0

    From counts of guesses (rows) for each fixed factor (columns):

    >>> round(beta_vae(Confusions([[9, 2], [1, 8]], "guesses")).value, 3)
    0.85
    """
    K = several_factors("beta_vae", confusions)
    cast = confusions.values.sum(-2)
    right = np.diagonal(confusions.values, axis1=-2, axis2=-1)
    parts = np.divide(right, cast, out=np.zeros_like(right), where=cast > 0)
    return above_chance(parts, 1 / K) if adjusted else parts, cast


@metric(
    measure=measures.lowest_variance_votes,
    axis="latents",
    matrix_type=Votes,
    characteristic=1,
    # Noise may move least where the factor held still is nobody's; copies take a larger share of
    # the votes where latents tie.
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.judged_in_training, cautions.dead_latents),
    negative_if={"adjusted": True},
)
def factor_vae(votes: Votes, *, adjusted: bool = False) -> PartsAndWeights:
    """FactorVAE metric.

    Accuracy of a vote that guesses which factor was fixed: the latent with the lowest relative
    variance votes for the factor that it is most often lowest for [1]_ [2]_.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale accuracies linearly so that a random guess, 1 / K, becomes 0 and 1 stays 1.
        Accuracies that are worse than a guess become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy per latent.
        About 1 / K: the votes are random guesses. 1: every vote finds the fixed factor. With
        ``adjusted=True`` a random guess is 0.

    Raises
    ------
    ValueError
        If there is only one factor.

    See Also
    --------
    beta_vae : A linear classifier instead of a vote.
    z_max_variance : The latent that varies most while one factor alone varies.

    Notes
    -----
    A latent is assigned to the factor that it voted for most often in training. part_i = share of
    the later votes of latent i that are right. The weight of latent i is its share of the votes, so
    the score is the accuracy of the vote. `Votes` without ``choice`` are used for training and for
    testing. The points are sampled, so another seed gives another value.

    References
    ----------
    .. [1] Kim and Mnih (2018), "Disentangling by Factorising", section 4.
    .. [2] Sepliarskaia, Kiseleva and de Rijke (2019), "Evaluating Disentangled
           Representations", section 3.1.2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(factor_vae(examples.rotated(30)).value, 3)
    1.0

    From votes of two latents (rows) for each fixed factor (columns):

    >>> round(factor_vae(Votes([[3, 0], [1, 4]])).value, 3)
    0.875
    """
    K = several_factors("factor_vae", votes)
    cast = votes.values.sum(FACTORS)
    right = np.take_along_axis(votes.values, votes.majority_factor[..., None], FACTORS)[..., 0]
    parts = np.divide(right, cast, out=np.zeros_like(right), where=cast > 0)
    return above_chance(parts, 1 / K) if adjusted else parts, cast


@metric(
    measure=measures.variances,
    axis="latents",
    matrix_type=Activity,
    not_invariant_to=(
        "cube_latents",
        "rescale_latents",
        "add_constant_latent",
        "add_noise_latent",
        "add_copied_latent",
    ),
)
def active_units(variances: Activity, *, threshold: float = 0.01) -> PartsAndWeights:
    """Active units, as a share of all latents.

    The share of latents whose variance exceeds a threshold [1]_. The score does not depend on the
    factors.

    Parameters
    ----------
    threshold : float, default=0.01
        Smallest variance of an active latent, in squared units of the latent; not below 0.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has 1 for every active latent and 0 for the
        others. 0: no latent varies by more than the threshold. 1: every latent does.

    Raises
    ------
    ValueError
        If `threshold` is below 0.

    Notes
    -----
    part_i = 1 if the variance of latent i exceeds `threshold`, else 0. Papers report the count,
    which is the score times L. The score depends on the unit in which a latent is measured.

    References
    ----------
    .. [1] Zhang, Prokhorov and Shareghi (2021), "Unsupervised Representation Disentanglement of
           Text: An Evaluation on Synthetic Datasets", section 4.1.

    Examples
    --------
    The second latent is constant:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(factors=[[0], [1], [0], [1]], latents=[[0, 5], [2, 5], [0, 5], [2, 5]])
    >>> float(active_units(rep))
    0.5

    >>> from disentangle_edu.worlds import examples
    >>> round(active_units(examples.rotated(30)).value, 3)
    1.0
    """
    check_number("threshold", threshold, least=0)
    parts = (variances.values[..., 0] > threshold).astype(float)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.sparsity,
    axis="latents",
    matrix_type=Activity,
    bounded=True,
    not_invariant_to=(
        "cube_latents",
        "rescale_latents",
        "add_constant_latent",
        "add_noise_latent",
        "add_copied_latent",
    ),
)
def hoyer(sparsity: Activity) -> PartsAndWeights:
    """Hoyer sparsity of the code.

    How unequal the latents of a sample are in size, averaged over samples [1]_. The score does not
    depend on the factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part, for all latents together.
        0: all latents of a sample are equally large. 1: a single latent of each sample is not 0.

    Raises
    ------
    ValueError
        If there is only one latent, or if no latent varies.

    Notes
    -----
    The mean over samples of (sqrt(L) - |z|_1 / |z|_2) / (sqrt(L) - 1). Latents are divided by their
    standard deviations and not centred. Normally distributed latents have a score well above 0.

    References
    ----------
    .. [1] Zhang, Prokhorov and Shareghi (2021), "Unsupervised Representation Disentanglement of
           Text: An Evaluation on Synthetic Datasets", section 4.1.

    Examples
    --------
    >>> from disentangle_edu import Representation
    >>> round(hoyer(Representation(factors=[[0], [1]] * 2, latents=[[1, 0], [0, 1]] * 2)).value, 3)
    1.0

    >>> from disentangle_edu.worlds import examples
    >>> round(hoyer(examples.rotated(30)).value, 3)
    0.357
    """
    parts = sparsity.values[..., 0]
    return parts, np.ones_like(parts)


# -------------------------------------------------------------------------------- dependent factors


@metric(
    measure=measures.modularity_ratios,
    axis="latents",
    matrix_type=Shares,
    requires="latent_weight",
    characteristic=1,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_modularity(shares: Shares) -> PartsAndWeights:
    """Modularity for dependent factors.

    For each latent, the largest share that a single factor explains of what all factors explain of
    it [1]_. The score is the mean over latents, weighted by how far the factors explain each
    latent.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per latent. 0: no single factor
        explains anything of a latent. 1: for each latent, one factor explains all that the factors
        explain together.

    Raises
    ------
    ValueError
        If `Shares` have no ``latent_weight``.

    See Also
    --------
    minimality : The same share of the whole entropy of the latent, noise included.

    Notes
    -----
    part_i = largest I(z_i; v_k) / I(z_i; v), over factors k, with v all factors. It is 1 if z_i
    carries no information about the other factors once v_k is known. The weight of latent i is
    I(z_i; v) / H(z_i), so noise that depends on no factor does not lower the score.
    ``method='forest'`` replaces information by variance that forests explain. That form is our
    reconstruction, because algorithm 1 is missing from every copy of the paper that we could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.2 and algorithm 1
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> dependent_modularity(rep).parts.round(3)
    array([1. , 0.5])

    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_modularity(examples.parity_leak()).value, 3)
    0.833
    """
    return shares.values.max(FACTORS), require(shares.latent_weight)


@metric(
    measure=measures.compactness_ratios,
    axis="factors",
    matrix_type=Shares,
    # Noise: with more latents together counting finds more bits, and one has a smaller share.
    not_invariant_to=("cube_latents", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_compactness(shares: Shares) -> PartsAndWeights:
    """Compactness for dependent factors.

    For each factor, the largest share that a single latent contains of the information that all
    latents contain about it [1]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per factor.
        0: no single latent contains information about a factor. 1: for each factor, one latent
        contains all the information that the latents contain together.

    See Also
    --------
    sufficiency : The same share of the whole entropy of the factor.

    Notes
    -----
    part_k = largest I(v_k; z_i) / I(v_k; z), over latents i, with z all latents. It is 1 if the
    other latents add nothing to z_i. Copies of a latent do not lower the score, because each copy
    contains all of the information. Algorithm 2 is missing from every copy of the paper that we
    could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.2 and algorithm 2
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> dependent_compactness(rep).parts.round(3)
    array([1., 1.])

    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_compactness(examples.rotated(30)).value, 3)
    0.474
    """
    best = shares.values.max(LATENTS)
    return best, np.ones_like(best)


@metric(
    measure=measures.explicitness_ratios,
    axis="factors",
    matrix_type=Shares,
    not_invariant_to=("cube_latents", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_explicitness(shares: Shares) -> PartsAndWeights:
    """Explicitness for dependent factors, as a share of information.

    For each factor, the share of its entropy that all latents together determine [1]_. The score is
    the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per factor.
        0: the latents carry no information about any factor. 1: they determine every factor.

    Raises
    ------
    ValueError
        If `Shares` have more than one row.

    See Also
    --------
    explicitness : Areas under the ROC curves of a logistic regression.

    Notes
    -----
    part_k = I(v_k; z) / H(v_k), with z all latents. `Shares` must have one row, "all latents".

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_explicitness(examples.rotated(30)).value, 3)
    1.0

    From shares of information:

    >>> from disentangle_edu.measures import Shares
    >>> round(dependent_explicitness(Shares([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("dependent_explicitness", shares)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.minimality_ratios,
    axis="latents",
    matrix_type=Shares,
    characteristic=1,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def minimality(shares: Shares, *, weighted: bool = True) -> PartsAndWeights:
    """Minimality.

    For each latent, the largest share of its entropy that a single factor determines [1]_. The rest
    of the entropy is information about other factors, or noise.

    Parameters
    ----------
    weighted : bool, default=True
        Weight every latent by how far the factors explain it, I(z_i; v) / H(z_i). With False, all
        latents that carry any information have the same weight, as in the version of 2025.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per latent. 0: no latent carries
        information about any factor. 1: each latent is determined by one factor.

    Raises
    ------
    ValueError
        If `Shares` have no ``latent_weight`` and `weighted` is True.

    See Also
    --------
    dependent_modularity : Share of what all factors explain, so that noise costs nothing.
    sufficiency : The largest share of the entropy of each factor.

    Notes
    -----
    part_i = largest I(z_i; v_k) / H(z_i), over factors k. Minimal latents are also modular. The
    convention 'almudevar2025' has the settings of the version of 2025. Algorithm 3 is missing from
    every copy of the paper that we could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.3 and algorithm 3
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> minimality(rep).parts.round(3)
    array([1. , 0.5])

    >>> from disentangle_edu.worlds import examples
    >>> round(minimality(examples.parity_leak()).value, 3)
    0.833
    """
    parts = shares.values.max(FACTORS)
    if not weighted:
        return parts, np.where(parts > 0, 1.0, 0.0)
    if shares.latent_weight is None:
        raise ValueError(
            "minimality: found a matrix without latent_weight, which too few samples have for so "
            "many combinations of factors, expected more samples, method='forest' or weighted=False."
        )
    return parts, shares.latent_weight


@metric(
    measure=measures.sufficiency_ratios,
    axis="factors",
    matrix_type=Shares,
    # Noise: it tells the few bits that counting finds in it of a factor that nobody else tells.
    not_invariant_to=("cube_latents", "add_noise_latent"),
)
def sufficiency(shares: Shares) -> PartsAndWeights:
    """Sufficiency.

    For each factor, the largest share of its entropy that a single latent determines [1]_. The
    score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one share per factor. 0: no latent carries
        information about any factor. 1: each factor is determined by one latent.

    See Also
    --------
    minimality : The largest share of the entropy of each latent.
    dependent_compactness : Share of what all latents determine together.

    Notes
    -----
    part_k = largest I(v_k; z_i) / H(v_k), over latents i. A sufficient latent is compact and
    explicit, and the reverse holds too. The convention 'almudevar2025' has the settings of the
    version of 2025. Algorithm 4 is missing from every copy of the paper that we could find.

    References
    ----------
    .. [1] Almudévar, Ortega, Vicente, Miguel and Lleida (2024), "Defining and Measuring
           Disentanglement for non-Independent Factors of Variation", section 3.3 and algorithm 4
           (missing).

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> sufficiency(rep).parts.round(3)
    array([1., 1.])

    >>> from disentangle_edu.worlds import examples
    >>> round(sufficiency(examples.rotated(30)).value, 3)
    0.474
    """
    best = shares.values.max(LATENTS)
    return best, np.ones_like(best)


# ----------------------------------------------------------------------------- directions, not axes


def _describe_overlap(subspaces: Subspaces, pair: int) -> str:
    """Words for the two directions of a pair of factors that overlap most."""
    j, k = subspaces.pairs[pair]
    products = subspaces.products(j, k)
    first, second = np.unravel_index(products.argmax(), products.shape)
    cosine = abs(subspaces.bases[j, first] @ subspaces.bases[k, second])
    return (
        f"their directions {first + 1} and {second + 1} share most: importances "
        f"{subspaces.importances[j, first]:.3f} and {subspaces.importances[k, second]:.3f}, "
        f"cosine {cosine:.3f}"
    )


@metric(
    measure=subspaces,
    axis="pairs",
    matrix_type=Subspaces,
    explanation=_describe_overlap,
    not_invariant_to=(
        "rescale_latents",
        "cube_latents",
        "add_copied_latent",
        "add_noise_latent",
        "add_constant_latent",
    ),
    cautions=(cautions.ends_alike,),
)
def iwo(subspaces: Subspaces) -> PartsAndWeights:
    """Importance-Weighted Orthogonality (IWO).

    For each pair of factors, how close to right angles the directions of the latent space are that
    the two factors depend on, weighted by importance [1]_. The score is the plain mean over pairs.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per pair of factors. 0: both
        factors of every pair depend on the same directions with the same importances. 1: every
        direction of one factor is at right angles to every direction of the other.

    Raises
    ------
    ValueError
        If there is only one factor, so that there is no pair.

    See Also
    --------
    iwr : How few directions each factor depends on.

    Notes
    -----
    part_jk = 1 - sum over directions l of factor j and m of factor k of sqrt(importance_l *
    importance_m) * (b_l . b_m)^2. A rotation of all latents together does not change the score.
    Subspaces are found by ``method='linear'`` (exact) or ``method='gca'`` (learned). Appendix D of
    the paper scales the directions differently; `ledger` has the claim about it.

    References
    ----------
    .. [1] Geyer, Torcinovich, Carvalho, Meyer and Buhmann (2024), "Measuring Orthogonality in
           Representations of Generative Models", equations 6 and 7.

    Examples
    --------
    >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
    >>> round(iwo(spaces).value, 3)
    0.456

    A rotation of the latents does not change the score:

    >>> from disentangle_edu.worlds import examples
    >>> round(iwo(examples.rotated(0)).value, 2), round(iwo(examples.rotated(30)).value, 2)
    (0.86, 0.86)
    """
    if len(subspaces.bases) < 2:
        raise ValueError("iwo: found one factor, expected at least two: there is no pair.")
    parts = np.array([1 - subspaces.overlap(j, k) for j, k in subspaces.pairs]).clip(0, 1)
    return parts, np.ones_like(parts)


@metric(
    measure=subspaces,
    axis="factors",
    matrix_type=Subspaces,
    # A latent more, of whatever kind: L is the base, and what no line tells is spread over all.
    not_invariant_to=(
        "cube_latents",
        "add_constant_latent",
        "add_copied_latent",
        "add_noise_latent",
    ),
    cautions=(cautions.ends_alike,),
    part="focus",
)
def iwr(subspaces: Subspaces) -> PartsAndWeights:
    """Importance-Weighted Rank (IWR).

    For each factor, how strongly the importances of its directions in the latent space concentrate
    on one direction [1]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one focus per factor.
        0: all directions are equally important for every factor. 1: every factor depends on one
        direction. With one latent the score is 1.

    See Also
    --------
    iwo : Whether different factors depend on directions at right angles.

    Notes
    -----
    part_k = 1 + sum over directions l of importance_l log_L importance_l. The base of the logarithm
    is L, and the loss that remains unexplained is spread over all L directions. A further latent of
    any kind therefore changes the score. A rotation of all latents together does not.

    References
    ----------
    .. [1] Geyer, Torcinovich, Carvalho, Meyer and Buhmann (2024), "Measuring Orthogonality in
           Representations of Generative Models", equation 8.

    Examples
    --------
    >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
    >>> round(iwr(spaces).value, 3)
    0.766
    """
    parts = one_minus_entropy(subspaces.importances, axis=-1)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.probe_losses,
    axis="factors",
    matrix_type=Losses,
    bounded=True,
    # Noise: a probe with more latents has more to learn by heart, which shows with few samples.
    not_invariant_to=("cube_latents", "add_noise_latent"),
    cautions=(cautions.another_ladder,),
)
def explicitness_es(losses: Losses) -> PartsAndWeights:
    """Explicitness of DCI-ES (E).

    For each factor, how small a predictor is enough to predict it, from the loss that remains with
    probes of increasing size [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per factor.
        0: no probe predicts better than a constant. 1: the smallest probe leaves no loss.

    Raises
    ------
    ValueError
        If `Losses` have only one probe, or an entry above 1.

    See Also
    --------
    explicitness : Areas under the ROC curves of a logistic regression.

    Notes
    -----
    part_k = 1 - area under the loss as a function of the size of the probe. The sizes are evenly
    spaced, and the area is divided by the area of a probe that is never better than a constant. A
    rotation of the latents changes the score only a little. The probes and the spacing of their
    sizes are our choice, so compare only scores with the same `ladder`.

    References
    ----------
    .. [1] Eastwood et al. (2023), "DCI-ES: An Extended Disentanglement Framework with Connections
           to Identifiability".
    .. [2] Geyer, Torcinovich, Carvalho, Meyer and Buhmann (2024), "Measuring Orthogonality in
           Representations of Generative Models", equation 9.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(explicitness_es(examples.duplicated_copy()).value, 3)
    0.811

    From the loss of two probes (rows) for each factor (columns):

    >>> from disentangle_edu.measures import Losses
    >>> losses = Losses([[0.5, 0.2], [0.1, 0.0]], "loss left", "share")
    >>> round(explicitness_es(losses).value, 3)
    0.8
    """
    steps = len(losses.values) - 1
    if steps < 1:
        raise ValueError("losses: found one probe, expected at least two: there is no area.")
    parts = 1 - np.asarray(np.trapezoid(losses.values, axis=0)) / steps
    return parts, np.ones_like(parts)


# ------------------------------------------------------------------------- what others report, too


@metric(
    measure=measures.mutual_information,
    axis="latents",
    requires="factor_entropy",
    characteristic=1,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.dead_latents,
        cautions.noise_counts_fully,
        cautions.more_levels_than_bins,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def mig_sup(
    matrix: InformativenessMatrix,
    *,
    normalize_by: Literal["factor", "latent"] = "factor",
    dead_latents: Dead = "exclude",
) -> PartsAndWeights:
    """Supplement to the Mutual Information Gap (MIG-sup).

    For each latent, the gap between the two factors that it carries most information about [1]_.
    The score is the plain mean over the latents that carry any information.

    Parameters
    ----------
    normalize_by : {'factor', 'latent'}, default='factor'
        Entropy that every I_ik is divided by: H(v_k), or H(z_i) as in one library.
    dead_latents : {'exclude', 'zero'}, default='exclude'
        How a latent without any information counts: not at all, or as a part of 0.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per latent.
        0: every latent carries equally much information about two factors, or none at all. 1: each
        latent determines one factor and carries no information about another.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``, or no ``latent_entropy`` with ``normalize_by='latent'``, or
        if `normalize_by` or `dead_latents` is another word.

    See Also
    --------
    mig : The same gap for every factor, between latents.

    Notes
    -----
    part_i = largest I_ik / H(v_k) - second largest of these shares, over factors k. With one factor
    the second largest is 0. MIG-sup ignores whether two latents carry information about the same
    factor.

    References
    ----------
    .. [1] Li, Murkute, Gyawali and Wang (2020), "Progressive Learning and Disentanglement of
           Hierarchical Representations", section 4.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> mig_sup(rep).parts.round(3)
    array([1., 0.])

    From a matrix of mutual information:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(mig_sup(matrix).value, 3)
    0.4
    """
    check_choice("dead_latents", dead_latents, get_args(Dead))
    check_choice("normalize_by", normalize_by, ("factor", "latent"))
    if normalize_by == "latent" and matrix.latent_entropy is None:
        raise ValueError(
            "normalize_by: found 'latent', expected it for a matrix with latent_entropy."
        )
    by_latent = normalize_by == "latent"
    shares = _share_of_latent(matrix) if by_latent else _share_of_factor(matrix)
    first, second = top_two(shares, axis=FACTORS)
    return first - second, np.where(first > 0, 1.0, dead_latents == "zero")


def _share_of_factor(matrix: InformativenessMatrix) -> Floats:
    """I_ik / H(v_k): share of a factor's entropy that a latent carries information about."""
    return matrix.values / require(matrix.factor_entropy)[..., None, :]


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires=("latent_entropy", "factor_entropy"),
    characteristic=3,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins, cautions.dependent_factors),
)
def jemmig(matrix: InformativenessMatrix, *, cells: int = 21) -> PartsAndWeights:
    """Joint Entropy Minus Mutual Information Gap (JEMMIG).

    For each factor, the joint entropy of the factor and its most informative latent, minus the gap
    to the second most informative latent; rescaled so that 1 is best [1]_. Unlike MIG, JEMMIG is
    lower if that latent contains noise or other factors. The score is the plain mean over factors.

    Parameters
    ----------
    cells : int, default=21
        Number of bins of a latent, as `bins` of the measure. Its logarithm is the largest entropy
        that a latent can have; a latent with a larger entropy is compared with its own entropy.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per factor.
        0: the latents carry no information about any factor, and their entropy is the largest
        possible. 1: each factor and one latent determine each other, and no other latent carries
        information about that factor. Noise with a smaller entropy has a score above 0.

    Raises
    ------
    ValueError
        If a matrix has no ``latent_entropy`` or no ``factor_entropy``, or if `cells` is below 2.

    See Also
    --------
    mig : The gap alone, divided by the factor's entropy.

    Notes
    -----
    part_k = 1 - (H(z*, v_k) - I(z*; v_k) + second largest I_ik) / (H(v_k) + log2 cells), not below
    0. z* is the latent with the largest I_ik; of several equal ones, the one with the smallest
    entropy.

    References
    ----------
    .. [1] Do and Tran (2020), "Theory and Evaluation Metrics for Learning Disentangled
           Representations", section 4.2.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors. Part 1 falls because latent 2
    also carries the bit of factor 1. Part 2 falls because latent 2 has another bit besides factor
    2:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> jemmig(rep, bins=4, cells=4).parts.round(3)
    array([0.667, 0.667])

    From a matrix of mutual information:

    >>> bits = dict(latent_entropy=1.5, factor_entropy=1)
    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], **bits)
    >>> round(jemmig(matrix, cells=4).value, 3)
    0.45
    """
    check_number("cells", cells, least=2)
    total = require(matrix.factor_entropy)
    first, second = top_two(matrix.values, axis=LATENTS)
    entropies = np.broadcast_to(require(matrix.latent_entropy), matrix.values.shape[:-1])[..., None]
    best = matrix.values >= first[..., None, :] - ROUNDING
    best_entropy = np.where(best, entropies, np.inf).min(LATENTS)
    joint = best_entropy + total - first
    maximum = total + np.maximum(np.log2(cells), best_entropy)
    return (1 - (joint - first + second) / maximum).clip(0, 1), np.ones_like(first)


@metric(
    measure=measures.mutual_information,
    axis="latents",
    requires="factor_entropy",
    explanation=_describe_row,
    characteristic=1,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.dead_latents,
        cautions.noise_counts_fully,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def info_modularity(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Modularity of InfoMEC (InfoM).

    For each latent, the share of its information that is about one factor [1]_. The score is the
    plain mean over the latents that carry any information.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one rescaled share per latent. 0: every
        latent carries equally much information about all factors. 1: every latent carries
        information about only one factor. With one factor, every latent with information has part
        1.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``.

    See Also
    --------
    info_compactness : The same share for every factor, over latents.
    modularity : Squares instead of shares.

    Notes
    -----
    part_i = (largest N_ik / sum over factors of N_ik - 1 / K) / (1 - 1 / K), with N_ik = I_ik /
    H(v_k). A latent without information weighs 0. The paper also leaves out latents with a small
    range, and estimates information by nearest neighbours (``estimator='knn'``).

    References
    ----------
    .. [1] Hsu, Dorrell, Whittington, Wu and Finn (2023), "Disentanglement via Latent
           Quantization", section 3.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> info_modularity(rep).parts.round(3)
    array([1., 0.])

    From a matrix of mutual information:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(info_modularity(matrix).value, 3)
    0.46
    """
    shares = _share_of_factor(matrix)
    return _best_share(shares, FACTORS), (shares.max(FACTORS) > 0).astype(float)


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    explanation=_describe_column,
    characteristic=2,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.crowded_bins, cautions.dependent_factors),
)
def info_compactness(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Compactness of InfoMEC (InfoC).

    For each factor, the share of the latents' information about it that one latent contains [1]_.
    The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one rescaled share per factor. 0: all
        latents carry equally much information about every factor, or none at all. 1: one latent
        carries all the information about each factor.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``.

    See Also
    --------
    info_modularity : The same share for every latent, over factors.

    Notes
    -----
    part_k = (largest N_ik / sum over latents of N_ik - 1 / L) / (1 - 1 / L), with N_ik = I_ik /
    H(v_k) and L the number of latents that carry any information.

    References
    ----------
    .. [1] Hsu, Dorrell, Whittington, Wu and Finn (2023), "Disentanglement via Latent
           Quantization", section 3.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> info_compactness(rep).parts.round(3)
    array([0., 1.])

    From a matrix of mutual information:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> round(info_compactness(matrix).value, 3)
    0.417
    """
    shares = _share_of_factor(matrix)
    speak = (shares.max(FACTORS) > 0).sum(-1)
    parts = _best_share(shares, LATENTS, speak[..., None])
    return parts, np.ones_like(parts)


def _best_share(values: Floats, axis: int, among: Floats | None = None) -> Floats:
    """Largest share of each row or column, rescaled so that equal shares give 0.

    A row or column of zeros gives 0. `among` is the number of entries that could be above 0; with
    None, it is the number of all entries.
    """
    count = np.maximum(values.shape[axis] if among is None else among, 1)
    total = values.sum(axis)
    share = np.divide(values.max(axis), total, out=np.zeros_like(total), where=total > 0)
    chance = np.where(count > 1, 1 / count, 0)
    return np.where(total > 0, above_chance(share, chance), 0).clip(0, 1)


@metric(
    measure=measures.robustness,
    axis="latents",
    matrix_type=Shares,
    requires="latent_weight",
    characteristic=1,
    # Latents weigh how far they go, so a larger scale is a larger weight.
    not_invariant_to=(
        "rescale_latents",
        "cube_latents",
        "add_copied_latent",
        "add_noise_latent",
    ),
    cautions=(cautions.dead_latents, cautions.mostly_chance),
)
def irs(shares: Shares) -> PartsAndWeights:
    """Interventional Robustness Score (IRS).

    For each latent, how little it moves while one factor is fixed and all other factors change; the
    best factor counts [1]_. The score is the mean over latents, weighted by how far each latent
    moves.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one robustness per latent.
        0: the other factors move every latent as far as all factors do. 1: the other factors do not
        move it.

    Raises
    ------
    ValueError
        If `Shares` have no ``latent_weight``.

    Notes
    -----
    part_i = largest robustness of latent i, over factors. The weight of latent i is the largest
    distance from its mean, so a latent on a larger scale counts for more. The robustness depends on
    extreme values: it falls for a noisy latent when there are more samples, and it is above 0 for
    pure noise. IRS ignores whether every factor has a latent.

    References
    ----------
    .. [1] Suter, Miladinovic, Schölkopf and Bauer (2019), "Robustly Disentangled Causal
           Mechanisms: Validating Deep Representations for Interventional Robustness", section 4.

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> irs(rep).parts.round(3)
    array([1.   , 0.667])

    >>> from disentangle_edu.worlds import examples
    >>> round(irs(examples.parity_leak()).value, 3)
    0.8
    """
    parts = shares.values.max(FACTORS)
    return parts, require(shares.latent_weight)


def _describe_match(matrix: InformativenessMatrix, k: int) -> str:
    latent = measures.match_latents(matrix)[k]
    if latent < 0:
        return "no latent is left for it"
    return f"matched to {matrix.row_names[latent]}: {matrix.values[latent, k]:.2f}"


@metric(
    measure=measures.correlations,
    axis="factors",
    bounded=True,
    explanation=_describe_match,
    characteristic=3,
    not_invariant_to=("cube_latents", "relabel_classes", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.tied_factors, cautions.many_latents),
)
def mcc(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Mean Correlation Coefficient (MCC).

    Absolute correlation of each factor with its own latent, after the one-to-one matching whose sum
    of correlations is largest [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one correlation per factor. 0: no factor
        correlates with its latent. 1: each factor is a linear function of its latent or, with
        ``method='spearman'``, a rising or falling function of it.

    Raises
    ------
    ValueError
        If a matrix has an entry above 1.

    See Also
    --------
    linear_r2 : R2 of a linear regression on all latents.

    Notes
    -----
    part_k = absolute correlation of factor k with its latent, or 0 if there are fewer latents than
    factors and no latent is left for it. A latent that mixes dependent factors may correlate
    strongly with one of them. Among many latents, some match by chance.

    References
    ----------
    .. [1] Hyvärinen and Morioka (2016), "Unsupervised Feature Extraction by Time-Contrastive
           Learning and Nonlinear ICA".
    .. [2] Khemakhem, Kingma, Monti and Hyvärinen (2020), "Variational Autoencoders and Nonlinear
           ICA: A Unifying Framework".

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> mcc(rep).parts.round(3)
    array([1.   , 0.447])

    From a matrix of correlations:

    >>> matrix = InformativenessMatrix([[0.8, 0.7], [0.6, 0.3]])
    >>> round(mcc(matrix).value, 3)
    0.65
    """
    match = measures.match_latents(matrix)
    entries = np.take_along_axis(matrix.values, match[..., None, :], LATENTS)[..., 0, :]
    parts = np.where(match >= 0, entries, 0)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.linear_r2_scores,
    axis="factors",
    bounded=True,
    not_invariant_to=("cube_latents", "relabel_classes"),
)
def linear_r2(matrix: InformativenessMatrix) -> PartsAndWeights:
    """R2 of a linear regression on all latents.

    For each factor, how well a linear regression with all latents predicts it on held-out samples
    [1]_ [2]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one R2 per factor. 0: a linear model
        predicts no factor better than its mean. 1: it predicts every factor without error, no
        matter how the latents mix the factors.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1.

    See Also
    --------
    mcc : Correlation of each factor with a single latent.
    informativeness : Accuracy or R2 of the predictor of DCI.

    Notes
    -----
    part_k is the R2 of factor k; levels are regressed as the numbers that name them. A
    representation that is identifiable up to a linear map has the score 1. ``regressor='kernel'`` also
    fits smooth curves.

    References
    ----------
    .. [1] Khemakhem, Kingma, Monti and Hyvärinen (2020), "Variational Autoencoders and Nonlinear
           ICA: A Unifying Framework".
    .. [2] Eastwood et al. (2023), "DCI-ES: An Extended Disentanglement Framework with Connections
           to Identifiability", section 2.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(linear_r2(examples.rotated(30)).value, 3)  # with a little noise
    0.991

    From a matrix of R2:

    >>> round(linear_r2(InformativenessMatrix([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("linear_r2", matrix)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.relative_log_loss,
    axis="factors",
    bounded=True,
    not_invariant_to=("cube_latents",),
    cautions=(cautions.judged_in_training, cautions.sorted_rows),
)
def info_explicitness(matrix: InformativenessMatrix) -> PartsAndWeights:
    """Explicitness of InfoMEC (InfoE).

    For each factor, the relative reduction of the log loss by a logistic regression with all
    latents, on held-out samples [1]_. The score is the plain mean over factors.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one reduction per factor. 0: the latents
        do not help to predict any factor. 1: every value is predicted with certainty.

    Raises
    ------
    ValueError
        If a matrix has more than one row, or an entry above 1.

    See Also
    --------
    explicitness : Ranking of the predicted probabilities instead of their values.

    Notes
    -----
    part_k = 1 - (log loss with all latents) / (log loss of the frequencies of the values). The
    paper evaluates on the training samples. A matrix must have one row, "all latents".

    References
    ----------
    .. [1] Hsu, Dorrell, Whittington, Wu and Finn (2023), "Disentanglement via Latent
           Quantization", section 3.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> round(info_explicitness(examples.duplicated_copy()).value, 2)
    1.0

    From a matrix of reductions:

    >>> round(info_explicitness(InformativenessMatrix([[0.9, 0.7]])).value, 3)
    0.8
    """
    parts = one_row("info_explicitness", matrix)
    return parts, np.ones_like(parts)


Declared = Literal["best", "in order"]  # which latent stands for a factor


def _assigned_latents(matrix: InformativenessMatrix, assignment: Declared) -> NDArray[np.bool_]:
    """Which latent is assigned to which factor, shape (n_latents, n_factors).

    Of several latents that carry equally much information about a factor, none is assigned to it,
    so that neither their order nor a last digit can move a score.
    """
    check_choice("assignment", assignment, get_args(Declared))
    L, K = matrix.values.shape[-2:]
    if assignment == "in order" and L < K:
        raise ValueError(
            f"assignment: found 'in order' for {L} latents and {K} factors, expected 'best', or a "
            "latent for every factor."
        )
    if assignment == "in order":
        return np.broadcast_to(np.eye(L, K, dtype=bool), matrix.values.shape)
    best = matrix.values >= matrix.values.max(LATENTS, keepdims=True) - ROUNDING
    return best & (best.sum(LATENTS, keepdims=True) == 1)


def _assigned_values(matrix: InformativenessMatrix, assignment: Declared) -> Floats:
    """(K,) information between each factor and the latent that stands for it."""
    if assignment == "in order":
        return np.diagonal(matrix.values, axis1=LATENTS, axis2=FACTORS)
    return matrix.values.max(LATENTS)


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins),
    negative_if={"assignment": "in order"},
)
def dmig(matrix: InformativenessMatrix, *, assignment: Declared = "best") -> PartsAndWeights:
    """Dependency-Aware Mutual Information Gap (DMIG).

    MIG for factors that depend on each other. The gap of each factor is divided by the entropy that
    remains once the factor of the second latent is known [1]_. The score is the plain mean over
    factors.

    Parameters
    ----------
    assignment : {'best', 'in order'}, default='best'
        Latent that is assigned to each factor: the one with most information about it, or latent k
        for factor k. With 'in order', a part is negative if another latent carries more
        information.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per factor. 0: for every factor,
        another latent carries as much information about it. 1: each gap is all the entropy that the
        other factor leaves. With ``assignment='in order'`` it may be below 0.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``, if `assignment` is another word, or if it is 'in order'
        and there are fewer latents than factors.

    See Also
    --------
    mig : The same score for independent factors.
    xmig : Gap to the latents that are assigned to no factor.

    Notes
    -----
    part_k = (I of the latent assigned to k - largest I_ik of the others) / H(v_k | v_l), not above
    1. v_l is the factor that the second latent is assigned to; of several, the one that it carries
    the largest share of. If the second latent is assigned to none, the denominator is H(v_k).
    Equally good latents are assigned to no factor. Of equal second latents, the one that leaves
    most entropy counts, so the order of the latents does not matter. If nothing remains, the part
    is 0. A matrix without ``conditional_factor_entropy`` is treated like one of independent factors. DMIG equals
    `mig` if the factors are independent.

    References
    ----------
    .. [1] Watcharasupat and Lerch (2021), "Evaluation of Latent Space Disentanglement in the
           Presence of Interdependent Attributes".

    Examples
    --------
    Latent 1 copies factor 1, latent 2 copies factor 2, and the two factors depend on each other:

    >>> from disentangle_edu import Representation
    >>> factors = [[0, 0], [0, 0], [0, 0], [0, 1], [1, 0], [1, 1], [1, 1], [1, 1]]
    >>> rep = Representation(factors=factors, latents=factors)
    >>> round(dmig(rep).value, 3), round(mig(rep).value, 3)
    (1.0, 0.811)

    From a matrix of mutual information:

    >>> between = dict(factor_entropy=1, conditional_factor_entropy=[[0, 0.5], [0.5, 0]])
    >>> matrix = InformativenessMatrix([[1, 0.5], [0.5, 1]], **between)
    >>> round(dmig(matrix).value, 3), round(mig(matrix).value, 3)
    (1.0, 0.5)
    """
    values, information = matrix.values, _assigned_values(matrix, assignment)
    L, K = values.shape[-2:]
    chosen = np.arange(K) if assignment == "in order" else values.argmax(LATENTS)
    others = np.arange(L)[:, None] != chosen[..., None, :]
    second = np.where(others, values, 0).max(LATENTS)
    runners_up = others & (values >= second[..., None, :] - ROUNDING)
    left = np.where(
        runners_up, _remaining_entropy(matrix, _assigned_latents(matrix, assignment)), 0
    ).max(LATENTS)
    remaining = left if L > 1 else require(matrix.factor_entropy)
    gap = np.divide(
        information - second, remaining, out=np.zeros_like(information), where=remaining > ROUNDING
    )
    return np.minimum(gap, 1), np.ones_like(gap)


def _remaining_entropy(matrix: InformativenessMatrix, assigned: NDArray[np.bool_]) -> Floats:
    """(L, K) bits of factor k left once the factor that latent i stands for is known."""
    total = require(matrix.factor_entropy)[..., None, :]
    if matrix.conditional_factor_entropy is None:
        return np.broadcast_to(total, matrix.values.shape)
    others = assigned[..., None, :] & ~np.eye(
        assigned.shape[-1], dtype=bool
    )  # (L, K, K), but k itself
    share = np.where(others, (matrix.values / total)[..., None, :], -1)
    known = others & (share >= share.max(-1, keepdims=True) - ROUNDING)
    left = np.where(known, matrix.conditional_factor_entropy[..., None, :, :], 0).max(-1)
    return np.where(others.any(-1), left, total)


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins),
    negative_if={"assignment": "in order"},
)
def xmig(matrix: InformativenessMatrix, *, assignment: Declared = "best") -> PartsAndWeights:
    """Dependency-Blind Mutual Information Gap (XMIG).

    For each factor, the gap between the latent assigned to it and the best of the latents that are
    assigned to no factor, divided by the factor's entropy [1]_. The score is the plain mean over
    factors.

    Parameters
    ----------
    assignment : {'best', 'in order'}, default='best'
        Latent that is assigned to each factor, as in `dmig`: the one with most information about
        it, or latent k for factor k. With 'in order', a part is negative if an unassigned latent
        carries more information.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per factor. 0: for every factor,
        an unassigned latent carries as much information about it. 1: each factor is determined by
        its latent, and no unassigned latent carries information about it. With ``assignment='in
        order'`` it may be below 0.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``, if `assignment` is another word, or if it is 'in order'
        and there are fewer latents than factors.

    See Also
    --------
    dmig : Gap to all other latents.

    Notes
    -----
    part_k = (I of the latent assigned to k - largest I_ik of the unassigned latents) / H(v_k). If
    there is no unassigned latent, nothing is subtracted. Information about k in the latents of
    other factors is ignored, because dependent factors may share it. Equally good latents are
    assigned to no factor, since any of them could be left unused.

    References
    ----------
    .. [1] Watcharasupat and Lerch (2021), "Evaluation of Latent Space Disentanglement in the
           Presence of Interdependent Attributes".

    Examples
    --------
    Latent 3 copies coin 1, so neither copy is assigned to it:

    >>> from disentangle_edu import Representation
    >>> coins = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> rep = Representation(factors=coins, latents=[[a, b, a] for a, b in coins])
    >>> xmig(rep).parts.round(3)
    array([0., 1.])

    From a matrix of mutual information:

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3], [0.2, 0]], factor_entropy=1)
    >>> round(xmig(matrix).value, 3)
    0.45
    """
    used = _assigned_latents(matrix, assignment).any(FACTORS, keepdims=True)
    idle = np.where(used, 0, matrix.values).max(LATENTS)
    parts = (_assigned_values(matrix, assignment) - idle) / require(matrix.factor_entropy)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.compactness_ratios,
    axis="factors",
    matrix_type=Shares,
    characteristic=3,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.counted_too_thin,),
)
def edi(shares: Shares, *, side: Literal["latents", "factors"] = "latents") -> PartsAndWeights:
    """Exclusivity of latents and factors (EDI).

    For each factor, how much larger the shares of information in its latents are than their shares
    of information about other factors [1]_. The score is the plain mean over factors.

    Parameters
    ----------
    side : {'latents', 'factors'}, default='latents'
        Whether each latent must be exclusive to a factor, or each factor to a latent. With
        'factors', a part is the largest entry of a column minus the root mean square of its other
        entries.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one part per factor.
        0: no latent is exclusive to any factor. 1: the latents of each factor contain all the
        information about it, and none about other factors.

    Raises
    ------
    ValueError
        If `side` is another word.

    Notes
    -----
    S_ik = I_ik / I(v_k; z), with z all latents. E_i = largest S_ik of latent i - root mean square
    of its other S_ik. part_k = sum of E_i over the latents whose largest share is about k, not
    above 1. A latent with several equal largest shares is divided equally among these factors.
    Copies of a latent do not lower the score.

    References
    ----------
    .. [1] Julka, Wang and Granitzer (2024), "Towards an Improved Metric for Evaluating
           Disentangled Representations".

    Examples
    --------
    Latent 1 copies factor 1, and latent 2 determines both factors:

    >>> from disentangle_edu import Representation
    >>> rep = Representation(
    ...     factors=[[0, 0], [0, 1], [1, 0], [1, 1]], latents=[[0, 0], [0, 1], [1, 2], [1, 3]]
    ... )
    >>> edi(rep).parts.round(3)
    array([1., 0.])

    From a matrix of shares:

    >>> from disentangle_edu.measures import Shares
    >>> round(edi(Shares([[0.9, 0.2], [0.1, 0.7]])).value, 3)
    0.65
    """
    check_choice("side", side, ("latents", "factors"))
    values = shares.values
    if side == "factors":
        parts = _margin_over_rms(values, LATENTS)
    else:
        largest = values >= values.max(FACTORS, keepdims=True) - ROUNDING
        credit = largest / largest.sum(FACTORS, keepdims=True)
        parts = np.minimum((credit * _margin_over_rms(values, FACTORS)[..., None]).sum(LATENTS), 1)
    return parts, np.ones_like(parts)


def _margin_over_rms(values: Floats, axis: int) -> Floats:
    """Largest entry of each row or column, minus the root mean square of its other entries."""
    largest, others = values.max(axis), max(values.shape[axis] - 1, 1)
    return largest - np.sqrt(((values**2).sum(axis) - largest**2).clip(0) / others)


@metric(
    measure=measures.highest_variance_votes,
    axis="latents",
    matrix_type=Votes,
    characteristic=1,
    not_invariant_to=("cube_latents", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.judged_in_training, cautions.dead_latents),
    negative_if={"adjusted": True},
)
def z_max_variance(votes: Votes, *, adjusted: bool = False) -> PartsAndWeights:
    """Z-max variance metric.

    Accuracy of a vote that guesses which factor alone varied while all others were fixed: the
    latent with the largest relative variance votes for the factor that it is most often largest for
    [1]_.

    Parameters
    ----------
    adjusted : bool, default=False
        Rescale accuracies linearly so that a random guess, 1 / K, becomes 0 and 1 stays 1.
        Accuracies that are worse than a guess become negative.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one accuracy per latent.
        About 1 / K: the votes are random guesses. 1: every vote finds the factor that varied. With
        ``adjusted=True`` a random guess is 0.

    Raises
    ------
    ValueError
        If there is only one factor, or if no samples of a table differ in only one factor.

    See Also
    --------
    factor_vae : The latent that varies least while one factor is fixed.

    Notes
    -----
    Parts and weights are those of `factor_vae`. A table must contain samples that differ in only
    one factor; a `World` can always draw them. The points are sampled, so another seed gives
    another value.

    References
    ----------
    .. [1] Kim, Wang, Sahu and Pavlovic (2019), "Relevance Factor VAE: Learning and Identifying
           Disentangled Factors", metric 3.

    Examples
    --------
    >>> from disentangle_edu import Representation
    >>> coins = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> round(z_max_variance(Representation(factors=coins, latents=coins)).value, 3)
    1.0

    >>> from disentangle_edu.worlds import examples, world
    >>> of = {"a": world.levels(3), "b": world.levels(3)}
    >>> z_max_variance(world.World(of, world.linear([[1, 0], [0, 1]]))).value
    1.0
    """
    several_factors("z_max_variance", votes)
    parts, cast = factor_vae.formula(votes, adjusted=adjusted)
    return np.asarray(parts), np.asarray(cast)
