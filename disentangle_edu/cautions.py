"""Cautions: reasons why a score may mislead on the samples that it was computed from.

Each function takes a Score and its Representation. It returns a sentence, or an empty text if there
is no reason.
"""

import inspect
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from . import measures
from .matrices import ERROR
from .measures._supervised import scale_columns, train_test_rows
from .measures.capacity import TOO_WIDE
from .measures.conditional import shuffled
from .measures.information import (
    BINS,
    discretise,
    entropy,
    joint_entropy,
    plugin_mutual_information,
)
from .measures.predictors import GIVEN
from .metric import GENERAL_CAUTIONS, METRICS
from .representation import Representation
from .score import Score
from .types import Floats
from .validation import share_of

CROWDED = 0.9  # share of samples in one bin, above which the other bins have few samples
RARE = 0.9  # share of samples with one level, which is the accuracy of always predicting it
FOLLOWS = 0.1  # share of a latent's variance between the bins of a factor that it follows
MANY = 10  # latents per factor, from which any direction is close to some latent
MOSTLY = 2 / 3  # share of a score that shuffled latents reach too
BOUND = 0.1  # share of a factor's entropy from which another factor counts as dependent on it


def swapped(score: Score, rep: Representation) -> str:
    """Caution if all factors are continuous and all latents have levels.

    The two tables may be swapped in this case.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> rng = np.random.default_rng(0)
    >>> rep = Representation(rng.random((100, 2)), np.arange(200).reshape(100, 2) % 4)
    >>> swapped(mig(rep), rep) != ""
    True
    """
    if set(rep.factor_types) == {"continuous"} and set(rep.latent_types) == {"discrete"}:
        return (
            "all factors are continuous and all latents have levels: are the two tables swapped? "
            "Representation takes the factors first"
        )
    return ""


def words_in_alphabetical_order(score: Score, rep: Representation) -> str:
    """Caution if a score depends on the order of words that have none.

    Words of a DataFrame are numbered in alphabetical order. The caution concerns factors with three
    or more words, and metrics or options that use these numbers.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mcc
    >>> import pandas as pd
    >>> shapes = pd.DataFrame({"shape": ["square", "circle", "heart"] * 20})
    >>> rep = Representation(shapes, np.arange(60).reshape(60, 1) % 3)
    >>> words_in_alphabetical_order(mcc(rep), rep) != ""
    True
    """
    levels = {name: len(levels) for name, levels in rep.categories.items() if len(levels) > 2}
    read = [name for name, count in levels.items() if _reads_order(score, count)]
    if not read:
        return ""
    names = ", ".join(map(repr, read[:3])) + (f" and {len(read) - 3} more" * (len(read) > 3))
    return (
        f"{'factor' if len(read) == 1 else 'factors'} {names} "
        f"{'holds' if len(read) == 1 else 'hold'} words, and this score depends on their "
        "alphabetical order: if the words have another order, pass an ordered pandas Categorical"
    )


def _reads_order(score: Score, levels: int) -> bool:
    """Whether a score depends on the numeric codes of a factor's levels."""
    merged = _option_value(score, "factor_bins")
    return (
        "relabel_classes" in METRICS[score.metric].not_invariant_to
        or bool(_option_value(score, "as_continuous"))
        or _option_value(score, "predictor") == "lasso"
        or (merged is not None and merged < levels)  # adjacent levels share a bin
    )


GENERAL_CAUTIONS += [swapped, words_in_alphabetical_order]


def _join_names(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _names_with_verb(names: Sequence[str], singular: str, plural: str) -> str:
    return f"{_join_names(names)} {singular if len(names) == 1 else plural}"


def _option_value(score: Score, option: str) -> Any:
    """Value of an option, as passed or by default; None if the metric does not have it."""
    parameters = METRICS[score.metric].__signature__.parameters
    return score.options.get(option, parameters[option].default if option in parameters else None)


def dead_latents(
    score: Score,
    rep: Representation,
    *,
    effect: str = "the formula decides how much constant latents count",
    effect_if_zero: str = "",
) -> str:
    """Caution about constant latents, and about what they change in this score.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.
    effect : str, default="the formula decides how much constant latents count"
        What constant latents change in this score.
    effect_if_zero : str, default=''
        What they change with the option ``dead_latents='zero'``; with '', the same.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import modularity
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rep = Representation(factors, np.column_stack([factors, np.zeros(100)]))
    >>> dead_latents(modularity(rep), rep) != ""
    True
    """
    if not rep.dead_latents:
        return ""
    if effect_if_zero and _option_value(score, "dead_latents") == "zero":
        effect = effect_if_zero
    return f"{_names_with_verb(rep.dead_latents, 'never moves', 'never move')}: {effect}"


def more_levels_than_bins(score: Score, rep: Representation) -> str:
    """Caution if a factor has more values than the latents have bins.

    Binned latents cannot determine such a factor completely, even if they copy it. The caution
    names the largest score that a copy could have.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> factors = np.arange(160).reshape(160, 1) % 8
    >>> rep = Representation(factors, factors)
    >>> more_levels_than_bins(mig(rep, bins=5), rep) != ""
    True
    """
    bins = _option_value(score, "bins")
    if not bins or _option_value(score, "factor_bins"):
        return ""
    sizes = {
        name: np.unique(rep.present_values(k)).size
        for k, (name, kind) in enumerate(zip(rep.factor_names, rep.factor_types))
        if kind == "discrete"
    }
    over = [name for name, size in sizes.items() if size > bins]
    if not over:
        return ""
    worst = max(over, key=lambda name: sizes[name])
    return (
        f"{_names_with_verb(over, 'has', 'have')} more values than the {bins} bins of a latent: a "
        f"perfect copy of {worst} ({sizes[worst]} equal values) would reach "
        f"{_copied_share(sizes[worst], bins):.2f} of its information, not all"
    )


def _copied_share(values: int, bins: int) -> float:
    """The share of its entropy that is left of equally spaced values after binning."""
    counts = np.bincount(discretise(np.arange(values), bins=bins))
    return entropy(counts) / float(np.log2(values))


def poor_predictor(score: Score, rep: Representation) -> str:
    """Caution if the predictor of the importances predicts the factors poorly.

    The caution appears if, on average over the factors, the predictor gains at most half of what
    could be gained over a constant guess. Importances of such a predictor mean little.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import disentanglement
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rng = np.random.default_rng(0)
    >>> rep = Representation(factors, rng.standard_normal((100, 2)))
    >>> poor_predictor(disentanglement(rep, n_estimators=3), rep) != ""
    True
    """
    if _option_value(score, "predictor") == "mutual_info":
        return ""
    accepted = inspect.signature(measures.all_latents_scores).parameters
    quality = measures.all_latents_scores(
        rep, **{k: v for k, v in score.options.items() if k in accepted}
    )
    parts = quality.values[0]
    base = 0.0 if quality.unit == ERROR else _baseline_scores(score, rep, quality.unit)
    gained = 1 - parts if quality.unit == ERROR else (parts - base) / (1 - base)
    if gained.mean() > 0.5:
        return ""
    error = ", an error" if quality.unit == ERROR else ""
    return (
        f"its predictor is poor (informativeness {parts.mean():.2f}{error}), so its importances "
        "mean little"
    )


def _mode_count(column: Floats) -> int:
    """Number of samples with the most frequent value of a column."""
    return int(np.unique(column, return_counts=True)[1].max())


def _largest_share(counts: dict[str, tuple[int, int]]) -> tuple[str, str]:
    """The column with the largest share of its samples counted, and this share in words."""
    name = max(counts, key=lambda name: counts[name][0] / counts[name][1])
    return name, share_of(*counts[name], digits=1)


def _baseline_scores(score: Score, rep: Representation, unit: str) -> Floats:
    """Score of a constant guess per factor: the share of the commonest level, or 0 for numbers."""
    numbers = (
        _option_value(score, "as_continuous")
        or _option_value(score, "predictor") == "lasso"
        or unit != "R2 or accuracy"
    )
    columns = [rep.present_values(k) for k in range(len(rep.factor_names))]
    return np.array(
        [
            0.0 if numbers or kind != "discrete" else _mode_count(column) / len(column)
            for column, kind in zip(columns, rep.factor_types)
        ]
    )


def other_probe_family(score: Score, rep: Representation) -> str:
    """Caution if the code has too many latents for the polynomials that were asked for.

    Random features were used instead.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rep = Representation(factors, factors)
    >>> from disentangle_edu.matrices import InformativenessMatrix
    >>> matrix = InformativenessMatrix(np.eye(2), factor_entropy=1, notes=[TOO_WIDE])
    >>> other_probe_family(mig(matrix), rep) != ""
    True
    """
    return next((note for note in score.matrix.notes if note.startswith(TOO_WIDE)), "")


def screened_latents(score: Score, rep: Representation, *, effect: str) -> str:
    """Caution if forests were trained on a selection of the latents.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.
    effect : str
        How the score would differ with all latents, as far as we measured.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import disentanglement
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rep = Representation(factors, factors)
    >>> from disentangle_edu.matrices import InformativenessMatrix
    >>> matrix = InformativenessMatrix(np.eye(2), notes=[GIVEN])
    >>> screened_latents(disentanglement(matrix), rep, effect="D would be higher")
    'the forests were given; with all latents D would be higher'
    """
    notes = [note for note in score.matrix.notes if note.startswith(GIVEN)]
    return f"{notes[0]}; with all latents {effect}" if notes else ""


def counted_too_thin(score: Score, rep: Representation) -> str:
    """Caution if joint information was counted from too few samples.

    Such information is mostly the bias of counting.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rep = Representation(factors, factors)
    >>> notes = ["10,000 samples would be needed"]
    >>> from disentangle_edu.matrices import InformativenessMatrix
    >>> matrix = InformativenessMatrix(np.eye(2), factor_entropy=1, notes=notes)
    >>> counted_too_thin(mig(matrix), rep) != ""
    True
    """
    return "; ".join(note for note in score.matrix.notes if "would be needed" in note)


def judged_in_training(score: Score, rep: Representation) -> str:
    """Caution if a predictor was tested on the samples that it was trained on.

    This raises the score.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import sap
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rep = Representation(factors, factors)
    >>> judged_in_training(sap(rep, train_size=1), rep) != ""
    True
    """
    if _option_value(score, "evaluate_on") == "train" or _option_value(score, "train_size") == 1:
        return (
            "its predictor was tested on the samples that it learned from, which raises the score"
        )
    return ""


def sorted_rows(score: Score, rep: Representation) -> str:
    """Caution if rows were split in their order and the last ones have new values.

    Values of a factor with levels are new if they occur in the test set but not in the training
    set.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import sap
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> factors = factors[np.argsort(factors[:, 0], kind="stable")]
    >>> rep = Representation(factors, factors)
    >>> sorted_rows(sap(rep, train_size=0.5, shuffle=False), rep) != ""
    True
    """
    split = _option_value(score, "train_size")
    if split in (None, 1) or _option_value(score, "shuffle"):
        return ""
    train_rows, test_rows = train_test_rows(rep, split, False, 0)
    new = []
    for name, column, kind in zip(rep.factor_names, rep.factors.T, rep.factor_types):
        later = column[test_rows][~np.isnan(column[test_rows])]  # NaN: absent
        if kind == "discrete" and not np.isin(later, column[train_rows]).all():
            new.append(name)
    if not new:
        return ""
    return (
        f"rows are split in their order, and the last rows hold values of {_join_names(new)} "
        "that the first rows do not have: shuffle the file"
    )


def crowded_bins(score: Score, rep: Representation) -> str:
    """Caution if more than 90% of the samples of a column are in one bin.

    Bins have equal width, so a few outliers can cause this.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rng = np.random.default_rng(0)
    >>> latents = factors + 0.1 * rng.random((100, 2))
    >>> latents[0] = 1e4
    >>> rep = Representation(factors, latents)
    >>> crowded_bins(mig(rep), rep) != ""
    True
    """
    bins = _option_value(score, "bins") or BINS
    crowded = {}
    for names, kinds, table in (
        (rep.factor_names, rep.factor_types, rep.factors),
        (rep.latent_names, rep.latent_types, rep.latents),
    ):
        for name, kind, column in zip(names, kinds, table.T):
            column = column[~np.isnan(column)]  # absent
            if kind == "continuous":
                largest = int(np.bincount(discretise(column, bins=bins)).max())
                if largest > CROWDED * len(column):
                    crowded[name] = (largest, len(column))
    if not crowded:
        return ""
    worst, share = _largest_share(crowded)
    return (
        f"{share} samples of {worst} lie in one of its {bins} bins, which reach from the smallest "
        "to the largest number: a few outliers decide what is counted"
    )


def rare_levels(score: Score, rep: Representation) -> str:
    """Caution if one level of a factor is in more than 90% of the samples.

    A predictor that always predicts this level has nearly the same accuracy.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import informativeness
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> factors[:, 1] = np.arange(100) > 94
    >>> rep = Representation(factors, factors)
    >>> rare_levels(informativeness(rep, n_estimators=3), rep) != ""
    True
    """
    if score.matrix.unit == ERROR:
        return ""
    rare = {}
    for k, (name, kind) in enumerate(zip(rep.factor_names, rep.factor_types)):
        column = rep.present_values(k)
        if kind == "discrete" and (mode_count := _mode_count(column)) > RARE * len(column):
            rare[name] = (mode_count, len(column))
    if not rare:
        return ""
    worst, share = _largest_share(rare)
    return (
        f"{worst} has a single level in {share} samples, so always predicting that level is right "
        "just as often"
    )


def ends_alike(score: Score, rep: Representation) -> str:
    """Caution if the latents do not separate the two ends of a continuous factor.

    The factor may be cyclic, as an angle is. The score then depends on where the angle starts.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mcc
    >>> angle = np.linspace(0, 6.28, 200)
    >>> rep = Representation(angle[:, None], np.column_stack([np.cos(angle), np.sin(angle)]))
    >>> ends_alike(mcc(rep), rep) != ""
    True
    """
    for k, (name, kind) in enumerate(zip(rep.factor_names, rep.factor_types)):
        if kind == "continuous" and _is_periodic(
            column := rep.present_values(k), rep.latents[rep.rows_where_present(k)]
        ):
            return (
                f"the latents do not distinguish the two ends of {name}, {column.min():.4g} and "
                f"{column.max():.4g}: if {name} is cyclic, as an angle is, pass "
                "factor_types='cyclic' or --cyclic, because this score depends on where it starts"
            )
    return ""


def _is_periodic(column: Floats, latents: Floats) -> bool:
    """Whether the latents that follow a factor return to their initial values.

    The mean of a latent is computed in every bin of the factor. A latent follows the factor if
    these means differ much more than by chance. It returns if the step from the last mean to the
    first is no longer than the longest step between neighbours.
    """
    codes = discretise(column)
    counts = np.bincount(codes, minlength=BINS)
    if counts.min() < 2:
        return False
    z = latents[:, np.ptp(latents, axis=0) > 0]
    means = np.array([z[codes == bin].mean(0) for bin in range(BINS)])
    follows = means.var(0) > FOLLOWS * z.var(0)
    steps = np.abs(np.diff(means, axis=0))[:, follows].max(0)
    return bool(follows.any() and (np.abs(means[-1] - means[0])[follows] <= steps).all())


def dependent_factors(score: Score, rep: Representation) -> str:
    """Caution if factors are dependent but the metric treats them as independent.

    The metric then lowers the score of latents that are not at fault; `dependent_modularity` and
    `minimality` do not. Factors count as dependent if one determines more than a tenth of the
    entropy of another, after the bias of counting is subtracted.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> factors[:, 1] = np.where(np.arange(100) % 8 < 6, factors[:, 0], 1 - factors[:, 0])
    >>> rep = Representation(factors, factors)
    >>> dependent_factors(mig(rep), rep) != ""
    True
    """
    if not (sentence := _describe_dependence(rep)):
        return ""
    return (
        f"{sentence}, which can lower this score even if each latent copies one factor; "
        "dependent_modularity and minimality allow for the dependence"
    )


def tied_factors(score: Score, rep: Representation) -> str:
    """Caution if factors are dependent and the metric matches each with a latent.

    A latent that mixes the two factors matches both of them. Factors count as dependent as in
    `dependent_factors`.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mcc
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> factors[:, 1] = np.where(np.arange(100) % 8 < 6, factors[:, 0], 1 - factors[:, 0])
    >>> rep = Representation(factors, factors)
    >>> tied_factors(mcc(rep), rep) != ""
    True
    """
    sentence = _describe_dependence(rep)
    return f"{sentence}: a latent that mixes the two matches both" if sentence else ""


def many_latents(score: Score, rep: Representation) -> str:
    """Caution if there are ten or more latents for each factor.

    Among that many latents some match a factor by chance. The caution names the score of an equal
    number of random mixtures of the factors.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mcc
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rng = np.random.default_rng(0)
    >>> rep = Representation(factors, rng.standard_normal((100, 20)))
    >>> many_latents(mcc(rep), rep) != ""
    True
    """
    latents, factors = len(rep.latent_names), len(rep.factor_names)
    if rep.factor_mask is not None or latents < MANY * factors:
        return ""
    weights = np.random.default_rng(0).standard_normal((factors, latents))
    mixtures = scale_columns(rep.factors, "standard") @ weights
    kinds: Any = {"factor_types": list(rep.factor_types), "latent_types": "continuous"}
    chance = METRICS[score.metric](Representation(rep.factors, mixtures, **kinds), **score.options)
    return (
        f"among {latents:,} latents some match by chance: as many random mixtures of these factors "
        f"score {chance.value:.2f}"
    )


def mostly_chance(score: Score, rep: Representation) -> str:
    """Caution if shuffled latents reach two thirds of the score or more.

    Shuffled latents share nothing with the factors, so most of such a score is chance.

    Parameters
    ----------
    score : Score
        The score.
    rep : Representation
        The samples that the score was computed from.

    Returns
    -------
    caution : str
        A sentence for the reader, or '' if there is nothing to say.

    Examples
    --------
    >>> from disentangle_edu import mcc
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    >>> rng = np.random.default_rng(0)
    >>> rep = Representation(factors, rng.standard_normal((100, 20)))
    >>> mostly_chance(mcc(rep), rep) != ""
    True
    """
    chance = METRICS[score.metric](shuffled(rep, 0), **score.options)
    if chance.value < MOSTLY * score.value:
        return ""
    return (
        f"the same latents in random order share nothing with the factors, yet score "
        f"{chance.value:.2f}: most of this score is chance"
    )


def _describe_dependence(rep: Representation) -> str:
    """Sentence on the most dependent pair of factors; '' if no pair is dependent."""
    if rep.factor_mask is not None or not (pair := _most_dependent(rep)):
        return ""
    factor, source, share = pair
    return f"the factors depend on each other ({source} explains {share:.0%} of {factor})"


def _most_dependent(rep: Representation) -> tuple[str, str, float] | None:
    """The factor that another determines the largest share of, after the bias is subtracted."""
    codes = list(map(discretise, rep.factors.T, rep.factor_types))
    shares = []
    for j, k in combinations(range(len(codes)), 2):
        first, second = codes[j], codes[k]
        invented = first.max() * second.max() / (2 * len(rep) * np.log(2))
        shared = plugin_mutual_information(first, second) - invented
        for target, source in ((j, k), (k, j)):
            share = shared / joint_entropy(codes[target])
            shares.append((share, rep.factor_names[target], rep.factor_names[source]))
    share, target_name, source_name = max(shares, default=(0.0, "", ""))
    return (target_name, source_name, float(share)) if share > BOUND else None
