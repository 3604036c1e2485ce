"""Information: scores from the mutual information of every latent and every factor.

The question of this family: does one latent carry the information about one factor, and nothing
else? Its matrix has the bits that latent z_i carries about factor v_k, and the entropies H(z_i)
and H(v_k). A gap is the largest entry of a row or column minus the second largest.

    mig, dmig, xmig     gap in each column, divided by an entropy or by what remains of the factor
    jemmig              the same gap, minus the bits of the latent that are not about the factor
    dcimig, mig_sup     gap in each row
    modularity          squares of a row, compared with its largest square
    info_modularity     largest fraction of a row
    info_compactness    largest fraction of a column

RMIG (Do and Tran, 2020) is missing: it needs the density of each code, which a file of codes does
not contain. The closest score is `mig` with ``estimator='knn'``.
"""

from functools import partial
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from .. import cautions, measures
from ..matrices import InformativenessMatrix, with_numbers
from ..metric import metric
from ..types import ROUNDING, Floats
from ..validation import check_choice, check_number
from .parts import (
    FACTORS,
    LATENTS,
    Dead,
    PartsAndWeights,
    _describe_column,
    _describe_row,
    above_chance,
    require,
    top_two,
)


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    characteristic=2,
    # A noise latent gets a few bits by counting bias, which may be the second largest entry.
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
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
        If a matrix has no ``factor_entropy``, or no ``latent_entropy`` with
        ``normalize_by='latent'``, or if `normalize_by` is another word.

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
    """Describe the latent with the highest bid for a factor, and the two entries of its bid.

    If another latent carries more information about the factor but bids for a different one, the
    sentence names that latent too.
    """
    bidders = np.flatnonzero(matrix.values.argmax(FACTORS) == factor)
    if not len(bidders):
        return "it is no latent's favourite, so no latent bids for it"
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
    knows = f"{matrix.row_names[knower]} carries {matrix.values[knower, factor]:.2f} about it"
    return f"{sentence} ({knows}, but bids for {favourite})"


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    explanation=_describe_best_bid,
    characteristic=3,
    # A noise latent bids its few bits of counting bias, which count if no other latent bids.
    not_invariant_to=("cube_each_latent", "add_noise_latent"),
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
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(
        partial(
            cautions.dead_latents,
            effect="constant latents have no weight here; some libraries count them as 0, others "
            "print NaN",
            effect_if_zero="constant latents count 0 here",
        ),
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
    disentangle_edu.disentanglement : Entropy of the shares of importance.

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
    measure=measures.mutual_information,
    axis="latents",
    requires="factor_entropy",
    characteristic=1,
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.dead_latents,
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
        If a matrix has no ``factor_entropy``, or no ``latent_entropy`` with
        ``normalize_by='latent'``, or if `normalize_by` or `dead_latents` is another word.

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
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
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
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(
        cautions.dead_latents,
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
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
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


Declared = Literal["best", "in order"]  # how a latent is assigned to each factor


def _assigned_latents(
    matrix: InformativenessMatrix, latent_of_factor: Declared
) -> NDArray[np.bool_]:
    """Which latent is assigned to which factor, shape (n_latents, n_factors).

    Of several latents that carry equally much information about a factor, none is assigned to it,
    so that neither their order nor rounding can change a score.
    """
    check_choice("latent_of_factor", latent_of_factor, get_args(Declared))
    L, K = matrix.values.shape[-2:]
    if latent_of_factor == "in order" and L < K:
        raise ValueError(
            f"latent_of_factor: found 'in order' for {L} latents and {K} factors, expected 'best', "
            "or a latent for every factor."
        )
    if latent_of_factor == "in order":
        return np.broadcast_to(np.eye(L, K, dtype=bool), matrix.values.shape)
    best = matrix.values >= matrix.values.max(LATENTS, keepdims=True) - ROUNDING
    return best & (best.sum(LATENTS, keepdims=True) == 1)


def _assigned_values(matrix: InformativenessMatrix, latent_of_factor: Declared) -> Floats:
    """(K,) mutual information of each factor and its assigned latent."""
    if latent_of_factor == "in order":
        return np.diagonal(matrix.values, axis1=LATENTS, axis2=FACTORS)
    return matrix.values.max(LATENTS)


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins),
    negative_if={"latent_of_factor": "in order"},
)
def dmig(matrix: InformativenessMatrix, *, latent_of_factor: Declared = "best") -> PartsAndWeights:
    """Dependency-Aware Mutual Information Gap (DMIG).

    MIG for factors that depend on each other. The gap of each factor is divided by the entropy that
    remains once the factor of the second latent is known [1]_. The score is the plain mean over
    factors.

    Parameters
    ----------
    latent_of_factor : {'best', 'in order'}, default='best'
        Latent that is assigned to each factor: the one with most information about it, or latent k
        for factor k. With 'in order', a part is negative if another latent carries more
        information.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per factor. 0: for every factor,
        another latent carries as much information about it. 1: each gap is all the entropy that the
        other factor leaves. With ``latent_of_factor='in order'`` it may be below 0.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``, if `latent_of_factor` is another word, or if it
        is 'in order' and there are fewer latents than factors.

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
    is 0. A matrix without ``factor_entropy_given_other`` is treated like one of independent
    factors. DMIG equals `mig` if the factors are independent.

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

    >>> between = dict(factor_entropy=1, factor_entropy_given_other=[[0, 0.5], [0.5, 0]])
    >>> matrix = InformativenessMatrix([[1, 0.5], [0.5, 1]], **between)
    >>> round(dmig(matrix).value, 3), round(mig(matrix).value, 3)
    (1.0, 0.5)
    """
    values, information = matrix.values, _assigned_values(matrix, latent_of_factor)
    L, K = values.shape[-2:]
    chosen = np.arange(K) if latent_of_factor == "in order" else values.argmax(LATENTS)
    others = np.arange(L)[:, None] != chosen[..., None, :]
    second = np.where(others, values, 0).max(LATENTS)
    runners_up = others & (values >= second[..., None, :] - ROUNDING)
    left = np.where(
        runners_up, _remaining_entropy(matrix, _assigned_latents(matrix, latent_of_factor)), 0
    ).max(LATENTS)
    remaining = left if L > 1 else require(matrix.factor_entropy)
    gap = np.divide(
        information - second, remaining, out=np.zeros_like(information), where=remaining > ROUNDING
    )
    return np.minimum(gap, 1), np.ones_like(gap)


def _remaining_entropy(matrix: InformativenessMatrix, assigned: NDArray[np.bool_]) -> Floats:
    """(L, K) entropy of factor k given the factor that latent i is assigned to, in bits."""
    total = require(matrix.factor_entropy)[..., None, :]
    if matrix.factor_entropy_given_other is None:
        return np.broadcast_to(total, matrix.values.shape)
    others = assigned[..., None, :] & ~np.eye(
        assigned.shape[-1], dtype=bool
    )  # (L, K, K), without factor k
    share = np.where(others, (matrix.values / total)[..., None, :], -1)
    known = others & (share >= share.max(-1, keepdims=True) - ROUNDING)
    left = np.where(known, matrix.factor_entropy_given_other[..., None, :, :], 0).max(-1)
    return np.where(others.any(-1), left, total)


@metric(
    measure=measures.mutual_information,
    axis="factors",
    requires="factor_entropy",
    not_invariant_to=("cube_each_latent", "add_copied_latent", "add_noise_latent"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins),
    negative_if={"latent_of_factor": "in order"},
)
def xmig(matrix: InformativenessMatrix, *, latent_of_factor: Declared = "best") -> PartsAndWeights:
    """Dependency-Blind Mutual Information Gap (XMIG).

    For each factor, the gap between the latent assigned to it and the best of the latents that are
    assigned to no factor, divided by the factor's entropy [1]_. The score is the plain mean over
    factors.

    Parameters
    ----------
    latent_of_factor : {'best', 'in order'}, default='best'
        Latent that is assigned to each factor, as in `dmig`: the one with most information about
        it, or latent k for factor k. With 'in order', a part is negative if an unassigned latent
        carries more information.

    Returns
    -------
    score : Score
        Behaves like a float in [0, 1]; `score.parts` has one gap per factor. 0: for every factor,
        an unassigned latent carries as much information about it. 1: each factor is determined by
        its latent, and no unassigned latent carries information about it. With
        ``latent_of_factor='in order'`` it may be below 0.

    Raises
    ------
    ValueError
        If a matrix has no ``factor_entropy``, if `latent_of_factor` is another word, or if it
        is 'in order' and there are fewer latents than factors.

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
    used = _assigned_latents(matrix, latent_of_factor).any(FACTORS, keepdims=True)
    idle = np.where(used, 0, matrix.values).max(LATENTS)
    parts = (_assigned_values(matrix, latent_of_factor) - idle) / require(matrix.factor_entropy)
    return parts, np.ones_like(parts)
