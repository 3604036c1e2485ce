"""Metrics: one formula each, from a matrix to the parts of a score and their weights.

Letters: z_i latents (L of them, rows), v_k factors (K, columns), I the matrix. The family:

                                judged per factor (column)     judged per latent (row)
    gap: first minus second     mig, sap, dmig, xmig           dcimig, mig_sup
    gap, and nothing beside     jemmig
    first minus the others      edi, side="factors"            edi
    focus: 1 - entropy          completeness                   disentanglement
    squared share                                              modularity
    best share                  sufficiency,                   minimality,
                                dependent_compactness,         dependent_modularity,
                                info_compactness               info_modularity, irs
    matched one to one          mcc
    all latents together        informativeness, explicitness, dependent_explicitness,
                                info_explicitness, linear_r2
    counting what was guessed   beta_vae                       factor_vae, z_max_variance
    what latents do at all                                     active_units, hoyer
    directions, not axes        iwr (and iwo, per pair of factors), explicitness_es

Every metric takes a Representation, or the matrix it judges; beta_vae and factor_vae also take a
World, where they can hold a factor still exactly. The options of a metric are those of its
measure (see `measures`); `breaks` names the promises (see `promises`) that it does not keep.
Other libraries' settings of the same names: `convention=`, see `conventions`. RMIG (do2020) needs
the density of each code, which a file of codes does not have; `mig` with estimator="neighbours" is
the nearest to it.

Sources: chen2018 (MIG), sepliarskaia2019 (DCIMIG), kumar2017 (SAP), eastwood2018 (DCI),
ridgeway2018 (modularity, explicitness), zhang2021 (active units, Hoyer), almudevar2024 (the five
for dependent factors), geyer2024 (IWO, IWR), eastwood2023 (explicitness_es), higgins2017 (BetaVAE),
kim2018 (FactorVAE), kim2019 (Z-max variance), li2020 (MIG-sup), do2020 (JEMMIG), suter2019 (IRS),
hsu2023 (the three of InfoMEC), watcharasupat2021 (DMIG, XMIG), julka2024 (EDI), hyvarinen2016
(MCC).
"""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from . import cautions, measures
from .core import (
    ROUNDING,
    Activity,
    Confusions,
    Floats,
    InformativenessMatrix,
    Matrix,
    Votes,
    with_numbers,
)
from .making import metric
from .measures import Losses, Shares
from .measures.subspaces import Subspaces, subspaces
from .validation import check_choice, check_number

Dead = Literal["weighs 0", "counts 0"]  # what a dead latent does to a mean
Judged = tuple[Floats, Floats]  # parts and weights, one of each per latent, factor or pair

# Axis -2 runs over latents, axis -1 over factors: counted from the end, so that a formula also
# judges a whole stack of matrices at once (see `exact`).
LATENTS, FACTORS = -2, -1
MOST_TOLD = 4  # entries of a row or column that a sentence names


def top_two(values: Floats, axis: int) -> tuple[Floats, Floats]:
    """The largest and the second largest value along an axis; the second of a single value is 0."""
    ordered = np.moveaxis(np.sort(values, axis=axis), axis, 0)
    return ordered[-1], ordered[-2] if len(ordered) > 1 else np.zeros_like(ordered[-1])


def above_chance(parts: Floats, chance: float | Floats) -> Floats:
    """Parts stretched so that chance becomes 0 and 1 stays 1; worse than chance is below 0."""
    return (parts - chance) / (1 - chance)


def focus(values: Floats, axis: int) -> Floats:
    """1 - entropy of the shares along an axis: 1 for all in one place, 0 for evenly spread.

    The entropy is measured in units of the largest one possible. A line of zeros is focused on
    nothing: 0. A line with a single entry above 0 is as focused as can be: 1.
    """
    total = values.sum(axis, keepdims=True)
    shares = np.divide(values, total, out=np.zeros_like(values), where=total > 0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    base = np.log(max(values.shape[axis], 2))  # of a single entry: its entropy is 0 in any base
    return np.where(total.squeeze(axis) > 0, 1 + (shares * logs).sum(axis) / base, 0).clip(0, 1)


def one_row(name: str, matrix: Matrix) -> Floats:
    """The only row of a matrix about all latents together. Raises ValueError for more rows."""
    rows = matrix.values.shape[LATENTS]
    if rows != 1:
        raise ValueError(
            f"{name}: found a matrix of {rows} rows, expected one row for all latents together."
        )
    return matrix.values[..., 0, :]


def given(total: Floats | None) -> Floats:
    """A total, or weights, without which `needs` refuses a matrix."""
    assert total is not None
    return total


def _all_of_it(line: Floats, names: Sequence[str]) -> str:
    """The entries of a row or column, of which focus reads all; the largest come first."""
    order = [j for j in np.argsort(-line, kind="stable") if line[j] > 0]
    if not order:
        return "it has no entry above 0"
    if len(order) == 1:
        return f"all of it lies on {names[order[0]]}"
    first = order[:MOST_TOLD]
    shown = with_numbers([names[j] for j in first], line[first])
    more = len(order) - len(shown)
    return f"it is spread over {', '.join(shown)}" + (f" and {more} more" if more else "")


def _row_of(matrix: InformativenessMatrix, i: int) -> str:
    return _all_of_it(matrix.values[i], matrix.column_names)


def _column_of(matrix: InformativenessMatrix, k: int) -> str:
    return _all_of_it(matrix.values[:, k], matrix.row_names)


def several_factors(name: str, matrix: Matrix) -> int:
    """How many factors there are. Raises ValueError for one: there would be nothing to guess."""
    count = matrix.values.shape[FACTORS]
    if count < 2:
        raise ValueError(
            f"{name}: found one factor, expected at least two: with one there is nothing to guess."
        )
    return count


@metric(
    measure=measures.mutual_information,
    over="factors",
    needs="factor_total",
    reflects=2,
    # Noise: counting finds a few bits in it, and the second largest may be these.
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(
        cautions.more_levels_than_bins,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def mig(
    matrix: InformativenessMatrix, *, divided_by: Literal["factor", "latent"] = "factor"
) -> Judged:
    """MIG: is each factor told by one latent and by no other?

    part_k = (largest I_ik - second largest I_ik) / H(v_k) over latents i; the score is the plain
    mean over factors. From 0 (two latents know the factor equally well, or none does) to 1 (one
    latent determines it, no other knows anything of it). It does not ask whether that latent
    knows other factors too. With one latent the second is 0. divided_by="latent" divides every
    I_ik by H(z_i) before the gap is taken, as one library has it; the published definition
    divides by the factor's entropy. Raises ValueError for a matrix without the entropies it divides
    by. Source: chen2018, section 4.1; sepliarskaia2019, 3.2.2.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(mig(matrix).value, 3)
    0.3
    """
    if divided_by == "factor":
        first, second = top_two(matrix.values, axis=LATENTS)
        return (first - second) / given(matrix.factor_total), np.ones_like(first)
    if divided_by != "latent" or matrix.latent_total is None:
        raise ValueError(
            f"divided_by: found {divided_by!r}, expected 'factor', "
            "or 'latent' for a matrix with latent_total."
        )
    first, second = top_two(_share_of_latent(matrix), axis=LATENTS)
    return first - second, np.ones_like(first)


def _share_of_latent(matrix: InformativenessMatrix) -> Floats:
    """I_ik / H(z_i): how much of what a latent says is about this factor; 0 if it says nothing."""
    total = given(matrix.latent_total)[..., None]
    return np.divide(matrix.values, total, out=np.zeros_like(matrix.values), where=total > 0)


def _best_bid(matrix: InformativenessMatrix, factor: int) -> str:
    """Which latent bids most for a factor, and the two entries that its bid lies between.

    And who knows more of the factor, but bids for another.
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
    over="factors",
    needs="factor_total",
    because=_best_bid,
    reflects=3,
    # Noise: it bids the few bits that counting finds in it for a factor that nobody else wants.
    breaks=("latents_bent", "a_noise_latent_more"),
    cautions=(
        cautions.more_levels_than_bins,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def dcimig(matrix: InformativenessMatrix) -> Judged:
    """DCIMIG: does each factor have a latent of its own, one that tells little of the others?

    Every latent bids for its favourite factor with the gap D_i = largest I_ik - second largest
    I_ik over factors k; part_k = best bid for k / H(v_k), or 0 without a bid; factors weigh
    H(v_k), so score = sum of best bids / sum of H. From 0 to 1 (every factor is determined by a
    latent that knows no other). It forgives further, entangled latents. With one factor the
    second is 0. Raises ValueError without factor_total. Source: sepliarskaia2019, 4.1.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(dcimig(matrix).value, 3)
    0.35
    """
    first, second = top_two(matrix.values, axis=FACTORS)
    favourite = matrix.values.argmax(FACTORS)[..., None] == np.arange(matrix.values.shape[FACTORS])
    best = np.where(favourite, (first - second)[..., None], 0).max(LATENTS)
    total = given(matrix.factor_total)
    return best / total, np.broadcast_to(total, best.shape)


@metric(
    measure=measures.mutual_information,
    over="latents",
    reflects=1,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(
        cautions.dead_latents,
        cautions.noise_counts_fully,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def modularity(matrix: InformativenessMatrix, *, dead: Dead = "weighs 0") -> Judged:
    """Modularity: does each latent inform about one factor only?

    part_i = 1 - sum over the other factors of I_ik^2 / (largest I_ik^2 (K - 1)); plain mean over
    latents. From 0 (all factors equally) to 1 (one factor only; with one factor, always). A dead
    latent has no part: it weighs 0; dead="counts 0" lets it count as 0, as one library does. Noise
    is averaged in like everything else. Source: ridgeway2018, section 2; zhang2021, algorithm 5.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(modularity(matrix).value, 3)
    0.711
    """
    check_choice("dead", dead, get_args(Dead))
    largest = matrix.values.max(FACTORS, keepdims=True)
    shares = np.divide(matrix.values, largest, out=np.ones_like(matrix.values), where=largest > 0)
    others = (shares**2).sum(FACTORS) - 1
    parts = 1 - others / max(matrix.values.shape[FACTORS] - 1, 1)
    moves = largest.squeeze(FACTORS) > 0
    return np.where(moves, parts, 0).clip(0, 1), np.where(moves, 1.0, dead == "counts 0")


@metric(
    measure=measures.predictability,
    over="factors",
    reflects=2,
    bounded=True,
    # Noise: even a guess at chance is second best where one latent stood alone.
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.judged_in_training, cautions.sorted_rows, cautions.ends_alike),
)
def sap(matrix: InformativenessMatrix) -> Judged:
    """SAP: is each factor predicted, by a straight line, from one latent and from no other?

    part_k = largest S_ik - second largest S_ik over latents i; the score is the plain mean over
    factors. S is R2 for continuous factors and held-out SVM accuracy for levels. From 0 to 1;
    with accuracies and several latents 1 is out of reach, since even the second guesses at chance.
    With one latent the second is 0. Raises ValueError for a matrix with an entry above 1. Source:
    kumar2017, section 3; sepliarskaia2019, 3.2.1.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(sap(matrix).value, 3)
    0.3
    """
    first, second = top_two(matrix.values, axis=LATENTS)
    return first - second, np.ones_like(first)


@metric(
    measure=measures.importances,
    over="latents",
    because=_row_of,
    reflects=1,
    breaks=("a_noise_latent_more",),
    cautions=(cautions.poor_predictor, cautions.screened_latents, cautions.sorted_rows),
    part="focus",
)
def disentanglement(matrix: InformativenessMatrix) -> Judged:
    """DCI's D: is each latent important for one factor only?

    part_i = 1 + sum_k p_ik log_K p_ik with p the row divided by its sum; latents weigh their row
    sum. From 0 (every latent matters equally for all factors) to 1 (each matters for one). A
    latent without importance weighs nothing; if none has any the score is 0; with one factor
    every latent of any importance has part 1. It says nothing about how well factors are predicted:
    read it beside `informativeness`. Source: eastwood2018, section 2; sepliarskaia2019, 3.1.3 and
    equation 3.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(disentanglement(matrix).value, 3)
    0.286
    """
    return focus(matrix.values, axis=FACTORS), matrix.values.sum(FACTORS)


@metric(
    measure=measures.importances,
    over="factors",
    because=_column_of,
    reflects=2,
    breaks=("a_dead_latent_more", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(
        cautions.poor_predictor,
        cautions.screened_latents,
        cautions.dead_latents,
        cautions.sorted_rows,
    ),
    part="focus",
)
def completeness(matrix: InformativenessMatrix, *, weighted: bool = False) -> Judged:
    """DCI's C: is each factor captured by one latent only?

    part_k = 1 + sum_i q_ik log_L q_ik with q the column divided by its sum. Plain mean over
    factors, or, weighted=True, by column sums (both readings are in use; they agree for forests,
    whose columns sum to 1). From 0 (spread evenly over all latents) to 1 (one latent). The base
    is L: an added latent that does nothing raises the score. A factor that nothing captures has
    part 0; with one latent every captured factor has 1. Source: eastwood2018, section 2.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(completeness(matrix).value, 3)
    0.135
    """
    parts = focus(matrix.values, axis=LATENTS)
    return parts, matrix.values.sum(LATENTS) if weighted else np.ones_like(parts)


@metric(
    measure=measures.prediction,
    over="factors",
    bounded=True,
    cautions=(
        cautions.judged_in_training,
        cautions.sorted_rows,
        cautions.rare_levels,
        cautions.ends_alike,
    ),
)
def informativeness(matrix: InformativenessMatrix) -> Judged:
    """DCI's I: how well are the factors predicted from all latents together?

    part_k = held-out R2 (continuous) or accuracy (levels) of the forest whose importances D and C
    read; plain mean. From 0 to 1; guessing a factor of m equal levels gives about 1/m. With
    judged_by="NRMSE", as in some conventions, it is an error instead: 0 is best. Takes a
    matrix of one row, "all latents"; raises ValueError for one with a row per latent, and for an
    entry above 1 that is no error. Source:
    eastwood2018, section 2 (there an error, lower is better).

    >>> from disentangle_edu.worlds import examples
    >>> round(informativeness(examples.duplicated_copy()).value, 3)
    1.0
    """
    parts = one_row("informativeness", matrix)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.recognition,
    over="factors",
    bounded=True,
    breaks=("latents_bent",),
    cautions=(cautions.judged_in_training, cautions.sorted_rows),
)
def explicitness(matrix: InformativenessMatrix, *, rescaled: bool = False) -> Judged:
    """Explicitness: can a logistic regression on all latents tell every value of a factor?

    part_k = area under the ROC curve, one value against the rest, mean over values; plain mean
    over factors. From 0 to 1; chance gives 0.5, and rescaled=True stretches that to 0 (worse than
    chance is below). Latents that lie in order along a line tell middle values badly, however
    complete they are. Takes a matrix of one row, "all latents"; raises ValueError for more rows and
    for an entry above 1. Source: ridgeway2018, section 2; zhang2021, algorithm 5.

    >>> from disentangle_edu.worlds import examples
    >>> round(explicitness(examples.duplicated_copy()).value, 3)
    0.989
    """
    areas = one_row("explicitness", matrix)
    return above_chance(areas, 0.5) if rescaled else areas, np.ones_like(areas)


@metric(
    measure=measures.confusions,
    over="factors",
    reads=Confusions,
    reflects=1,
    breaks=("latents_bent",),
    cautions=(cautions.judged_in_training,),
)
def beta_vae(confusions: Confusions, *, rescaled: bool = False) -> Judged:
    """BetaVAE: can a linear classifier tell which factor stood still, from latent differences?

    part_k = share of the points with factor k held still that the classifier calls k; weights =
    share of such points; the score is its accuracy on new points. From 0 to 1; guessing gives about
    1/K, and rescaled=True stretches that to 0 (worse than chance is below). In small tables noise
    can look like signal, most of all where a factor has rare values. Raises ValueError with one
    factor. Sampled: another seed gives another value. Source: higgins2017, section 3;
    sepliarskaia2019, 3.1.1.

    >>> from disentangle_edu.worlds import examples
    >>> round(beta_vae(examples.rotated(30)).value, 3)
    1.0
    """
    K = several_factors("beta_vae", confusions)
    cast = confusions.values.sum(-2)
    right = np.diagonal(confusions.values, axis1=-2, axis2=-1)
    parts = np.divide(right, cast, out=np.zeros_like(right), where=cast > 0)
    return above_chance(parts, 1 / K) if rescaled else parts, cast


@metric(
    measure=measures.votes,
    over="latents",
    reads=Votes,
    reflects=1,
    # Noise may move least where the factor held still is nobody's; copies take a larger share of
    # the votes where latents tie.
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.judged_in_training, cautions.dead_latents),
)
def factor_vae(votes: Votes, *, rescaled: bool = False) -> Judged:
    """FactorVAE: does the latent that moves least tell which factor stood still?

    Every latent stands for the factor it voted for most while learning; part_i = share of its
    later votes that were right; weights = its share of the votes, so the score is the accuracy of
    the vote. From 0 to 1; guessing gives about 1/K, and rescaled=True stretches that to 0 (worse
    than chance is below). On bare Votes the same votes learn and judge. Raises ValueError with one
    factor. Sampled: another seed gives another value. Source: kim2018, section 4;
    sepliarskaia2019, 3.1.2.

    >>> from disentangle_edu.worlds import examples
    >>> round(factor_vae(examples.rotated(30)).value, 3)
    1.0
    """
    K = several_factors("factor_vae", votes)
    cast = votes.values.sum(FACTORS)
    right = np.take_along_axis(votes.values, votes.choice[..., None], FACTORS)[..., 0]
    parts = np.divide(right, cast, out=np.zeros_like(right), where=cast > 0)
    return above_chance(parts, 1 / K) if rescaled else parts, cast


@metric(
    measure=measures.variances,
    over="latents",
    reads=Activity,
    breaks=(
        "latents_bent",
        "latents_on_another_scale",
        "a_dead_latent_more",
        "a_noise_latent_more",
        "a_copied_latent_more",
    ),
)
def active_units(variances: Activity, *, threshold: float = 0.01) -> Judged:
    """Active units: how many latents move at all?

    part_i = 1 if the variance of latent i exceeds the threshold, else 0; plain mean over latents,
    so the score is the active share; times L it is the count that papers print. From 0 to 1. It
    knows nothing of factors, and it hangs on the unit a latent is measured in. Raises ValueError
    for a threshold below 0. Source: zhang2021, section 4.1.

    >>> from disentangle_edu.worlds import examples
    >>> round(active_units(examples.rotated(30)).value, 3)
    1.0
    """
    check_number("threshold", threshold, least=0)
    parts = (variances.values[..., 0] > threshold).astype(float)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.sparsity,
    over="latents",
    reads=Activity,
    bounded=True,
    breaks=(
        "latents_bent",
        "latents_on_another_scale",
        "a_dead_latent_more",
        "a_noise_latent_more",
        "a_copied_latent_more",
    ),
)
def hoyer(sparsity: Activity) -> Judged:
    """Hoyer: is the code of a sample sparse, with few latents large and the others near 0?

    The mean over samples of (sqrt(L) - |z|_1 / |z|_2) / (sqrt(L) - 1), latents in their standard
    deviations and not centred. From 0 (all equally large) to 1 (a single one is not 0); a bell
    curve's own value lies well above 0. It knows nothing of factors. Raises ValueError with one
    latent, or if none moves. Source: zhang2021, section 4.1.

    >>> from disentangle_edu.worlds import examples
    >>> round(hoyer(examples.rotated(30)).value, 3)
    0.357
    """
    parts = sparsity.values[..., 0]
    return parts, np.ones_like(parts)


# -------------------------------------------------------------------------------- dependent factors


@metric(
    measure=measures.modular_shares,
    over="latents",
    reads=Shares,
    needs="latent_weight",
    reflects=1,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_modularity(shares: Shares) -> Judged:
    """Modularity for dependent factors: does one alone explain of a latent what all explain?

    part_j = largest over factors of I(z_j; v_i) / I(z_j; v), which is 1 where z_j says nothing of
    the other factors once v_i is known; latents weigh what factors explain of them,
    I(z_j; v) / H(z_j). From 0 to 1. Noise that is no factor costs nothing. form="forest" puts
    variance that forests explain in place of information (our reconstruction). Raises ValueError
    for Shares without latent_weight. Source: almudevar2024, section 3.2 and algorithm 1 (lost).

    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_modularity(examples.parity_leak()).value, 3)
    0.833
    """
    return shares.values.max(FACTORS), given(shares.latent_weight)


@metric(
    measure=measures.compact_shares,
    over="factors",
    reads=Shares,
    # Noise: with more latents together counting finds more bits, and one has a smaller share.
    breaks=("latents_bent", "a_noise_latent_more"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_compactness(shares: Shares) -> Judged:
    """Compactness for dependent factors: does one latent alone tell of a factor what all tell?

    part_i = largest over latents of I(v_i; z_j) / I(v_i; z), which is 1 where the other latents add
    nothing; plain mean over factors. From 0 to 1. Copies cost nothing here: each of them alone
    tells all. Source: almudevar2024, section 3.2 and algorithm 2 (lost).

    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_compactness(examples.rotated(30)).value, 3)
    0.474
    """
    best = shares.values.max(LATENTS)
    return best, np.ones_like(best)


@metric(
    measure=measures.explicit_shares,
    over="factors",
    reads=Shares,
    breaks=("latents_bent", "a_noise_latent_more"),
    cautions=(cautions.counted_too_thin,),
)
def dependent_explicitness(shares: Shares) -> Judged:
    """Explicitness as information: do all latents together tell all of each factor?

    part_i = I(v_i; z) / H(v_i); plain mean over factors. From 0 to 1. Takes Shares of one row, "all
    latents"; raises ValueError for more rows. Source: almudevar2024, section 3.2.

    >>> from disentangle_edu.worlds import examples
    >>> round(dependent_explicitness(examples.rotated(30)).value, 3)
    1.0
    """
    parts = one_row("dependent_explicitness", shares)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.minimal_shares,
    over="latents",
    reads=Shares,
    reflects=1,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.counted_too_thin,),
)
def minimality(shares: Shares, *, weighted: bool = True) -> Judged:
    """Minimality: does each latent say one factor and nothing else, no other factor and no noise?

    part_j = largest over factors of I(z_j; v_i) / H(z_j); latents weigh what factors explain of
    them, or, weighted=False, those that tell anything count the same, as in the later version. From
    0 to 1. Minimal latents are modular. Raises ValueError for Shares without latent_weight, unless
    weighted=False. Source: almudevar2024, section 3.3 and algorithm 3 (lost); its 2025 version is
    the convention almudevar2025.

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
            "many combinations of factors, expected more samples, form='forest' or weighted=False."
        )
    return parts, shares.latent_weight


@metric(
    measure=measures.sufficient_shares,
    over="factors",
    reads=Shares,
    # Noise: it tells the few bits that counting finds in it of a factor that nobody else tells.
    breaks=("latents_bent", "a_noise_latent_more"),
)
def sufficiency(shares: Shares) -> Judged:
    """Sufficiency: is each factor told completely by one latent?

    part_i = largest over latents of I(v_i; z_j) / H(v_i); plain mean over factors. From 0 to 1.
    Sufficient is the same as compact and explicit. Source: almudevar2024, section 3.3 and algorithm
    4 (lost); its 2025 version is the convention almudevar2025.

    >>> from disentangle_edu.worlds import examples
    >>> round(sufficiency(examples.rotated(30)).value, 3)
    0.474
    """
    best = shares.values.max(LATENTS)
    return best, np.ones_like(best)


# ----------------------------------------------------------------------------- directions, not axes


def _steepest(subspaces: Subspaces, pair: int) -> str:
    """Which two directions of a pair of factors overlap most."""
    j, k = subspaces.pairs[pair]
    products = subspaces.products(j, k)
    one, other = np.unravel_index(products.argmax(), products.shape)
    cosine = abs(subspaces.bases[j, one] @ subspaces.bases[k, other])
    return (
        f"their directions {one + 1} and {other + 1} share most: importances "
        f"{subspaces.importances[j, one]:.3f} and {subspaces.importances[k, other]:.3f}, "
        f"cosine {cosine:.3f}"
    )


@metric(
    measure=subspaces,
    over="pairs",
    reads=Subspaces,
    because=_steepest,
    breaks=(
        "latents_on_another_scale",
        "latents_bent",
        "a_copied_latent_more",
        "a_noise_latent_more",
        "a_dead_latent_more",
    ),
    cautions=(cautions.ends_alike,),
)
def iwo(subspaces: Subspaces) -> Judged:
    """IWO, importance-weighted orthogonality: do different factors use directions at right angles?

    part_jk = 1 - sum over directions l of j and m of k of
    sqrt(importance_l importance_m) (b_l . b_m)^2; plain mean over pairs of factors. From 0 (the
    same directions, equally important) to 1 (every direction of one at right angles to every
    direction of the other). Turning all latents together changes nothing. Takes Subspaces, or finds
    them: method="linear" (exact) or "gca" (learned). Raises ValueError with one factor. Source:
    geyer2024, equations 6 and 7; its appendix D scales otherwise (see the ledger).

    >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
    >>> round(iwo(spaces).value, 3)
    0.456
    """
    if len(subspaces.bases) < 2:
        raise ValueError("iwo: found one factor, expected at least two: there is no pair.")
    parts = np.array([1 - subspaces.overlap(j, k) for j, k in subspaces.pairs]).clip(0, 1)
    return parts, np.ones_like(parts)


@metric(
    measure=subspaces,
    over="factors",
    reads=Subspaces,
    # A latent more, of whatever kind: L is the base, and what no line tells is spread over all.
    breaks=(
        "latents_bent",
        "a_dead_latent_more",
        "a_copied_latent_more",
        "a_noise_latent_more",
    ),
    cautions=(cautions.ends_alike,),
    part="focus",
)
def iwr(subspaces: Subspaces) -> Judged:
    """IWR, importance-weighted rank: does each factor need one direction only?

    part_j = 1 + sum_l importance_l log_L importance_l; plain mean over factors. From 0 (all
    directions matter equally) to 1 (one direction). With one latent it is 1. The base is L: what a
    line leaves unexplained is spread over all directions, so a further latent, of whatever kind,
    moves the score. Turning all latents together changes nothing. Source: geyer2024, equation 8.

    >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
    >>> round(iwr(spaces).value, 3)
    0.766
    """
    parts = focus(subspaces.importances, axis=-1)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.losses,
    over="factors",
    reads=Losses,
    bounded=True,
    # Noise: a probe with more latents has more to learn by heart, which shows with few samples.
    breaks=("latents_bent", "a_noise_latent_more"),
    cautions=(cautions.another_ladder,),
)
def explicitness_es(losses: Losses) -> Judged:
    """DCI-ES explicitness: can a small probe read each factor, or does it take a large one?

    part_k = 1 - area under the loss left against the size of the probe, the sizes of the ladder
    evenly spaced and the area divided by that of a probe that never beats a constant. From 0 (no
    probe reads it) to 1 (the smallest reads it all). Turning the latents changes little. The ladder
    and its spacing are our choice: compare only scores of the same ladder. Raises ValueError for
    Losses of one probe, or above 1. Source: eastwood2023; geyer2024, equation 9.

    >>> from disentangle_edu.worlds import examples
    >>> round(explicitness_es(examples.duplicated_copy()).value, 3)
    0.811
    """
    steps = len(losses.values) - 1
    if steps < 1:
        raise ValueError("losses: found one probe, expected at least two: there is no area.")
    parts = 1 - np.asarray(np.trapezoid(losses.values, axis=0)) / steps
    return parts, np.ones_like(parts)


# ------------------------------------------------------------------------- what others report, too


@metric(
    measure=measures.mutual_information,
    over="latents",
    needs="factor_total",
    reflects=1,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
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
    divided_by: Literal["factor", "latent"] = "factor",
    dead: Dead = "weighs 0",
) -> Judged:
    """MIG-sup: does each latent tell one factor and no other?

    part_i = largest I_ik / H(v_k) - second largest of these over factors k; plain mean over
    latents. From 0 (it tells two factors equally well, or none) to 1 (it determines one and tells
    nothing of another): MIG along rows. It does not ask whether a factor has two latents. With one
    factor the second is 0. divided_by="latent" divides by H(z_i), as one library has it. A dead
    latent has no part: it weighs 0; dead="counts 0" lets it count as 0. Raises ValueError for a
    matrix without the entropies it divides by. Source: li2020, section 4.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(mig_sup(matrix).value, 3)
    0.4
    """
    check_choice("dead", dead, get_args(Dead))
    check_choice("divided_by", divided_by, ("factor", "latent"))
    if divided_by == "latent" and matrix.latent_total is None:
        raise ValueError("divided_by: found 'latent', expected it for a matrix with latent_total.")
    own = divided_by == "latent"
    shares = _share_of_latent(matrix) if own else _share_of_factor(matrix)
    first, second = top_two(shares, axis=FACTORS)
    return first - second, np.where(first > 0, 1.0, dead == "counts 0")


def _share_of_factor(matrix: InformativenessMatrix) -> Floats:
    """I_ik / H(v_k): how much of a factor this latent tells."""
    return matrix.values / given(matrix.factor_total)[..., None, :]


@metric(
    measure=measures.mutual_information,
    over="factors",
    needs=("latent_total", "factor_total"),
    reflects=3,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins, cautions.dependent_factors),
)
def jemmig(matrix: InformativenessMatrix, *, cells: int = 21) -> Judged:
    """JEMMIG: does each factor have one latent, which tells nothing else and holds no noise?

    part_k = 1 - (H(z*, v_k) - I(z*; v_k) + second largest I_ik) / (H(v_k) + log2 cells), with z*
    the latent that tells most of v_k, of several the one that holds least; plain mean over factors.
    From 0 (noise has more) to 1 (z* and the factor determine each other, and no other latent tells
    anything). cells : into how many a latent is cut, as `bins` of the measure; a latent whose
    entropy is larger takes that. Raises ValueError without latent_total and factor_total. Source:
    do2020, section 4.2.

    >>> bits = dict(latent_total=1.5, factor_total=1)
    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], **bits)
    >>> round(jemmig(matrix, cells=4).value, 3)
    0.45
    """
    check_number("cells", cells, least=2)
    total = given(matrix.factor_total)
    first, second = top_two(matrix.values, axis=LATENTS)
    entropies = np.broadcast_to(given(matrix.latent_total), matrix.values.shape[:-1])[..., None]
    best = matrix.values >= first[..., None, :] - ROUNDING
    own = np.where(best, entropies, np.inf).min(LATENTS)
    both = own + total - first
    most = total + np.maximum(np.log2(cells), own)
    return (1 - (both - first + second) / most).clip(0, 1), np.ones_like(first)


@metric(
    measure=measures.mutual_information,
    over="latents",
    needs="factor_total",
    because=_row_of,
    reflects=1,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(
        cautions.dead_latents,
        cautions.noise_counts_fully,
        cautions.crowded_bins,
        cautions.dependent_factors,
    ),
)
def info_modularity(matrix: InformativenessMatrix) -> Judged:
    """InfoM: which share of what a latent tells is about one factor?

    part_i = (largest N_ik / sum of N_ik over factors - 1/K) / (1 - 1/K) with N_ik = I_ik / H(v_k);
    plain mean over latents. From 0 (all factors alike) to 1 (one alone; with one factor, always).
    A latent that tells nothing weighs 0; the paper also leaves out latents of small range, and
    estimates by nearest neighbours (estimator="neighbours"). Raises ValueError without
    factor_total. Source: hsu2023, section 3.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(info_modularity(matrix).value, 3)
    0.46
    """
    shares = _share_of_factor(matrix)
    return _best_share(shares, FACTORS), (shares.max(FACTORS) > 0).astype(float)


@metric(
    measure=measures.mutual_information,
    over="factors",
    needs="factor_total",
    because=_column_of,
    reflects=2,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.crowded_bins, cautions.dependent_factors),
)
def info_compactness(matrix: InformativenessMatrix) -> Judged:
    """InfoC: which share of what is told of a factor does one latent tell?

    part_k = (largest N_ik / sum of N_ik over latents - 1/L) / (1 - 1/L) with N_ik = I_ik / H(v_k)
    and L the latents that tell anything; plain mean over factors. From 0 (all latents alike, or
    none) to 1 (one alone). Raises ValueError without factor_total. Source: hsu2023, section 3.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
    >>> round(info_compactness(matrix).value, 3)
    0.417
    """
    shares = _share_of_factor(matrix)
    speak = (shares.max(FACTORS) > 0).sum(-1)
    parts = _best_share(shares, LATENTS, speak[..., None])
    return parts, np.ones_like(parts)


def _best_share(values: Floats, axis: int, among: Floats | None = None) -> Floats:
    """The largest share of a line, stretched so that 1 / among is 0; 0 of a line of zeros.

    among : how many entries there could be, all of them unless it says otherwise.
    """
    count = np.maximum(values.shape[axis] if among is None else among, 1)
    total = values.sum(axis)
    share = np.divide(values.max(axis), total, out=np.zeros_like(total), where=total > 0)
    chance = np.where(count > 1, 1 / count, 0)
    return np.where(total > 0, above_chance(share, chance), 0).clip(0, 1)


@metric(
    measure=measures.robustness,
    over="latents",
    reads=Shares,
    needs="latent_weight",
    reflects=1,
    # Latents weigh how far they go, so a larger scale is a larger weight.
    breaks=(
        "latents_on_another_scale",
        "latents_bent",
        "a_copied_latent_more",
        "a_noise_latent_more",
    ),
    cautions=(cautions.dead_latents, cautions.mostly_chance),
)
def irs(shares: Shares) -> Judged:
    """IRS: does a latent stand still while its factor does, whatever else changes?

    part_i = largest over factors of the robustness of latent i; latents weigh the largest distance
    from their mean, so a latent on a larger scale counts for more. From 0 (the other factors move
    it as far as all do) to 1 (they do not move it at all). Extremes decide, so with more samples a
    noisy latent has less; noise has more than 0. It does not ask whether a factor has a latent.
    Raises ValueError for Shares without latent_weight. Source: suter2019, section 4.

    >>> from disentangle_edu.worlds import examples
    >>> round(irs(examples.parity_leak()).value, 3)
    0.8
    """
    parts = shares.values.max(FACTORS)
    return parts, given(shares.latent_weight)


def _matched(matrix: InformativenessMatrix, k: int) -> str:
    latent = measures.matching(matrix)[k]
    if latent < 0:
        return "no latent is left for it"
    return f"matched to {matrix.row_names[latent]}: {matrix.values[latent, k]:.2f}"


@metric(
    measure=measures.correlations,
    over="factors",
    bounded=True,
    because=_matched,
    reflects=3,
    breaks=("latents_bent", "classes_renamed", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.tied_factors, cautions.many_latents),
)
def mcc(matrix: InformativenessMatrix) -> Judged:
    """MCC: once every factor is given a latent of its own, how strongly do they correlate?

    part_k = correlation of factor k, without its sign, with the latent that it is matched to: the
    one-to-one matching whose sum is largest; 0 for a factor that no latent is left for. Plain mean
    over factors. From 0 to 1 (each factor is a multiple of its latent; with form="spearman", a
    rising or falling function of it). A latent that mixes dependent factors may match well, and of
    many latents some match by chance. Source: hyvarinen2016; khemakhem2020.

    >>> matrix = InformativenessMatrix([[0.8, 0.7], [0.6, 0.3]])
    >>> round(mcc(matrix).value, 3)
    0.65
    """
    match = measures.matching(matrix)
    parts = np.where(match >= 0, matrix.values[match, np.arange(len(match))], 0)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.linear_reading,
    over="factors",
    bounded=True,
    breaks=("latents_bent", "classes_renamed"),
)
def linear_r2(matrix: InformativenessMatrix) -> Judged:
    """Linear R2: can a line over all latents read each factor?

    part_k = held-out R2 of a linear regression from all latents to factor k, levels taken as the
    numbers that name them; plain mean over factors. From 0 (no line tells anything) to 1 (a line
    reads it exactly), however the factors are mixed over the latents. Identifiability "up to a
    linear map" promises 1. reader="kernel" follows gentle bends, too.
    Raises ValueError for a matrix of several rows. Source: khemakhem2020; eastwood2023, section 2.

    >>> from disentangle_edu.worlds import examples
    >>> round(linear_r2(examples.rotated(30)).value, 3)  # with a little noise
    0.991
    """
    parts = one_row("linear_r2", matrix)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.surprise_saved,
    over="factors",
    bounded=True,
    breaks=("latents_bent",),
    cautions=(cautions.judged_in_training, cautions.sorted_rows),
)
def info_explicitness(matrix: InformativenessMatrix) -> Judged:
    """InfoE: which share of the surprise at a factor's value does a logistic regression save?

    part_k = 1 - (its log loss with all latents) / (that of the values' shares alone), on samples it
    has not seen; plain mean over factors. From 0 (the latents tell it nothing) to 1 (it is sure of
    every value, and right); `explicitness` asks only for the order of its chances. The paper judges
    where it learned. Takes a matrix of one row, "all latents"; raises ValueError for more rows and
    for an entry above 1. Source: hsu2023, section 3.

    >>> from disentangle_edu.worlds import examples
    >>> round(info_explicitness(examples.duplicated_copy()).value, 2)
    1.0
    """
    parts = one_row("info_explicitness", matrix)
    return parts, np.ones_like(parts)


Declared = Literal["best", "in order"]  # which latent stands for a factor


def _standing(matrix: InformativenessMatrix, declared: Declared) -> NDArray[np.bool_]:
    """(L, K) whether a latent stands for a factor.

    Of several that tell equally much of it any may, so that none of them is sure to: whether their
    order is another one or a last digit, no score moves.
    """
    check_choice("declared", declared, get_args(Declared))
    L, K = matrix.values.shape
    if declared == "in order" and L < K:
        raise ValueError(
            f"declared: found 'in order' for {L} latents and {K} factors, expected 'best', or a "
            "latent for every factor."
        )
    if declared == "in order":
        return np.eye(L, K, dtype=bool)
    best = matrix.values >= matrix.values.max(0) - ROUNDING
    return best & (best.sum(0) == 1)


def _own(matrix: InformativenessMatrix, declared: Declared) -> Floats:
    """(K,) what is told of each factor by the latent that stands for it."""
    return np.diagonal(matrix.values) if declared == "in order" else matrix.values.max(0)


@metric(
    measure=measures.mutual_information,
    over="factors",
    needs="factor_total",
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins),
)
def dmig(matrix: InformativenessMatrix, *, declared: Declared = "best") -> Judged:
    """DMIG: MIG's question where factors depend on each other: is the gap as wide as it can be?

    part_k = (I of the latent that stands for k - largest I_ik of the others) / H(v_k given v_l),
    with l the factor that the runner-up stands for (of several the one it tells most of); H(v_k)
    where it stands for none. Plain mean over factors. From 0 to 1 (the gap is all that the other
    factor leaves); more than that counts as 1. Of independent factors it is MIG. declared : which
    latent stands for a factor, the "best", which tells most of it, or "in order", latent k for
    factor k; there a better runner-up counts below 0. Of latents that are equally good none stands
    for a factor, and of equal runners-up the one that leaves most counts, so no order matters.
    Raises ValueError without factor_total, or for fewer latents than factors in order. Source:
    watcharasupat2021.

    >>> between = dict(factor_total=1, factor_given=[[0, 0.5], [0.5, 0]])
    >>> matrix = InformativenessMatrix([[1, 0.5], [0.5, 1]], **between)
    >>> round(dmig(matrix).value, 3), round(mig(matrix).value, 3)
    (1.0, 0.5)
    """
    stands, total = _standing(matrix, declared), given(matrix.factor_total)
    parts = []
    for k, own in enumerate(_own(matrix, declared)):
        column = matrix.values[:, k]
        others = np.delete(np.arange(len(column)), k if declared == "in order" else column.argmax())
        second = column[others].max(initial=0.0)
        runners_up = others[column[others] >= second - ROUNDING]
        most = max((_left(matrix, stands[i], i, k) for i in runners_up), default=total[k])
        parts.append(min((own - second) / most, 1) if most > ROUNDING else 0.0)
    return np.array(parts), np.ones(len(parts))


def _left(matrix: InformativenessMatrix, stands: NDArray[np.bool_], i: int, k: int) -> float:
    """How many bits of factor k are left once the factor that latent i stands for is known."""
    total = given(matrix.factor_total)
    also = np.setdiff1d(np.flatnonzero(stands), k)
    if not len(also) or matrix.factor_given is None:
        return total[k]
    told = matrix.values[i, also] / total[also]
    return matrix.factor_given[k, also[told >= told.max() - ROUNDING]].max()


@metric(
    measure=measures.mutual_information,
    over="factors",
    needs="factor_total",
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.more_levels_than_bins, cautions.crowded_bins),
)
def xmig(matrix: InformativenessMatrix, *, declared: Declared = "best") -> Judged:
    """XMIG: does what stands for a factor tell more of it than the latents that stand for none?

    part_k = (I of the latent that stands for k - largest I_ik of the latents that stand for no
    factor) / H(v_k); plain mean over factors. From 0 (an unused latent tells as much) to 1. With no
    such latent nothing is taken away. What another factor's latent tells of k does not count, as it
    may, where factors depend on each other. declared : as in `dmig`; of equally good latents, each
    of which could be left unused, none stands for the factor. Raises ValueError as `dmig` does.
    Source: watcharasupat2021.

    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3], [0.2, 0]], factor_total=1)
    >>> round(xmig(matrix).value, 3)
    0.45
    """
    idle = matrix.values[~_standing(matrix, declared).any(1)]
    parts = (_own(matrix, declared) - idle.max(0, initial=0)) / given(matrix.factor_total)
    return parts, np.ones_like(parts)


@metric(
    measure=measures.compact_shares,
    over="factors",
    reads=Shares,
    reflects=3,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.counted_too_thin,),
)
def edi(shares: Shares, *, side: Literal["latents", "factors"] = "latents") -> Judged:
    """EDI: how much more does a latent tell of its factor than, in the mean, of all others?

    E_i = largest share I_ik / I(v_k; z) of latent i - root mean square of its others; part_k = sum
    of E_i over the latents whose largest is k, at most 1; plain mean over factors. A latent with
    several equal largest counts for each of these factors in equal parts. From 0 (no latent is
    exclusive to it) to 1 (latents tell all of it, and nothing else). Copies cost nothing.
    side="factors" asks whether a factor has one latent: largest of its column - root mean square of
    the column's others. Source: julka2024.

    >>> from disentangle_edu.measures import Shares
    >>> round(edi(Shares([[0.9, 0.2], [0.1, 0.7]])).value, 3)
    0.65
    """
    check_choice("side", side, ("latents", "factors"))
    values = shares.values
    if side == "factors":
        parts = _exclusive(values, LATENTS)
    else:
        largest = values >= values.max(FACTORS, keepdims=True) - ROUNDING
        mine = largest / largest.sum(FACTORS, keepdims=True)
        parts = np.minimum((mine * _exclusive(values, FACTORS)[..., None]).sum(LATENTS), 1)
    return parts, np.ones_like(parts)


def _exclusive(values: Floats, axis: int) -> Floats:
    """Of every line the largest entry minus the root mean square of the others."""
    largest, others = values.max(axis), max(values.shape[axis] - 1, 1)
    return largest - np.sqrt(((values**2).sum(axis) - largest**2).clip(0) / others)


@metric(
    measure=measures.lone_votes,
    over="latents",
    reads=Votes,
    reflects=1,
    breaks=("latents_bent", "a_copied_latent_more", "a_noise_latent_more"),
    cautions=(cautions.judged_in_training, cautions.dead_latents),
)
def z_max_variance(votes: Votes, *, rescaled: bool = False) -> Judged:
    """Z-max variance: does the latent that moves most tell which factor alone was drawn anew?

    FactorVAE's question with all other factors held still in place of one; parts, weights, chance
    (about 1/K) and `rescaled` are those of `factor_vae`. From 0 to 1. A table needs samples that
    differ in one factor alone; a World has them. Raises ValueError where there are none, and with
    one factor. Sampled: another seed gives another value. Source: kim2019, metric 3.

    >>> from disentangle_edu.worlds import examples, world
    >>> of = {"a": world.levels(3), "b": world.levels(3)}
    >>> z_max_variance(world.World(of, world.linear([[1, 0], [0, 1]]))).value
    1.0
    """
    several_factors("z_max_variance", votes)
    parts, cast = factor_vae.formula(votes, rescaled=rescaled)
    return np.asarray(parts), np.asarray(cast)
