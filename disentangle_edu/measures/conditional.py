"""Dependent factors: shares of the information that one factor or one latent has of all.

    modular     I(z_j; v_i) / I(z_j; v)   one factor explains of a latent what all factors explain
    compact     I(v_i; z_j) / I(v_i; z)   one latent has of a factor what all latents have
    explicit    I(v_i; z) / H(v_i)        all latents together determine a factor
    minimal     I(z_j; v_i) / H(z_j)      one factor explains all of a latent
    sufficient  I(v_i; z_j) / H(v_i)      one latent determines a factor

z is all latents, and v is all factors, which may depend on each other. Each share is 1 if the
conditional information that should vanish does, e.g. I(z_j; other factors | v_i) = I(z_j; v) -
I(z_j; v_i). There are three forms. "plugin" counts samples. "exact" makes the same counts of
every combination of a finite world once. "forest" replaces information by the variance that random
forests explain (see `conditional_variance`). This form is our reconstruction, since the paper's
algorithms are missing from every copy that we could find.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Concatenate, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from ..matrices import InformativenessMatrix
from ..measure import P, measure
from ..representation import Representation
from ..types import ROUNDING, Floats, Progress
from ..validation import as_float_table, check_choice, check_source, short_repr
from .conditional_variance import explained_variance
from .information import (
    BINS,
    Codes,
    discretise,
    joint_codes,
    joint_entropy,
    mutual_information,
    plugin_mutual_information,
)
from .interventional import is_full_factorial

Form = Literal["plugin", "exact", "forest"]
RECONSTRUCTED = "forests; our reconstruction of algorithms that are lost"
PER_CELL = 5  # samples per combination; with fewer, counted joint information is mostly bias
# Largest share that counting may find in shuffled latents, whose true share is 0. For 4,000 samples
# of six factors with 2 to 40 levels, this bias is 0.12 for two normal latents in 21 bins, 0.52 for
# three, 0.91 for four and 1.00 for six. For 1,000 samples it is 0.36 for two, 0.85 for three and
# 0.99 for four.
MAX_COUNTING_BIAS = 0.5
TINY = 1e-9  # bits or shares that count as 0, so that no ratio divides by them


class Shares(InformativenessMatrix):
    """Shares from 0 to 1 of latents (rows) and factors (columns), and a weight of every latent.

    Parameters
    ----------
    values : array-like of shape (n_latents, n_factors) or (1, n_factors)
        Shares in [0, 1].
    name : str, default='share'
        What the entries are.
    unit : str, default='share'
        Unit of the entries.
    latent_weight : array-like of shape (n_latents,) or None, default=None
        Share in [0, 1] of each latent that all factors together explain. None for shares of
        factors, or if it is not known.
    undersampled : bool, default=False
        Whether the shares were counted from too few samples to be reliable.
    row_names : sequence of str or None, default=None
        Names of the latents. With None they are 'latent 1', 'latent 2' and so on.
    column_names : sequence of str or None, default=None
        Names of the factors. With None they are 'factor 1', 'factor 2' and so on.
    notes : sequence of str, default=()
        Sentences on how the shares were found.

    Attributes
    ----------
    values : ndarray of shape (n_latents, n_factors) or (1, n_factors)
        The shares.
    latent_weight : ndarray of shape (n_latents,) or None
        As passed.
    undersampled : bool
        As passed.
    name, unit : str
        As passed.
    row_names, column_names, notes : tuple of str
        As passed, with default names filled in.

    Raises
    ------
    ValueError
        If a share or a weight is not in [0, 1], or there is not one weight for every row.

    Examples
    --------
    >>> measures.Shares([[1.0, 0.0], [0.2, 0.6]], latent_weight=[1.0, 0.5]).latent_weight
    array([1. , 0.5])
    """

    MAX_ENTRY = 1 + ROUNDING

    def __init__(
        self,
        values: ArrayLike,
        name: str = "share",
        unit: str = "share",
        *,
        latent_weight: ArrayLike | None = None,
        undersampled: bool = False,
        row_names: Sequence[str] | None = None,
        column_names: Sequence[str] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        super().__init__(
            values,
            name,
            unit,
            row_names=row_names,
            column_names=column_names,
            notes=notes,
        )
        self.undersampled = undersampled
        self.latent_weight = None if latent_weight is None else self._weights(latent_weight)

    def _weights(self, latent_weight: ArrayLike) -> Floats:
        """One checked share for every latent."""
        weights = as_float_table(np.atleast_2d(np.asarray(latent_weight)), "latent_weight")[0]
        if (
            weights.shape != (len(self.values),)
            or weights.min() < 0
            or weights.max() > self.MAX_ENTRY
        ):
            raise ValueError(
                f"latent_weight: found {short_repr(latent_weight)}, "
                f"expected {len(self.values)} numbers from 0 to 1: one for each latent."
            )
        return weights


# ------------------------------------------------------------------------------------------ counted


@measure
def joint_information(rep: Representation, *, bins: int | None = None) -> dict[str, Floats]:
    """Information between every latent and every factor, and between each and all others.

    All numbers are bits, counted from the samples. `pairs` and `factor_by_all` count a factor over
    the samples in which it is present. Wherever all factors are counted together, an absent factor
    has an additional value.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    bins : int or None, default=None
        Number of equal-width bins for every latent and every continuous factor, from 2 to 10,000.
        With None, latents with levels are not binned, and what is continuous gets 21 bins.

    Returns
    -------
    found : dict of str to ndarray
        The arrays, by name.

        - 'pairs', (n_latents, n_factors): I(z_j; v_i), where factor i is present.
        - 'everywhere', (n_latents, n_factors): I(z_j; v_i), with 'absent' as a value of factor i.
        - 'latent_by_all', (n_latents,): I(z_j; all factors).
        - 'factor_by_all', (n_factors,): I(v_i; all latents).
        - 'latent', (n_latents,): entropies H(z_j).
        - 'factor', (n_factors,): entropies H(v_i).
        - 'by_factors' and 'by_latents', (): number of combinations that had to be counted, of all
          factors and one latent, and of all latents and one factor.

    Raises
    ------
    ValueError
        If `bins` is not allowed.

    See Also
    --------
    explained_variance : The same shape of result, for variance instead of information.

    Examples
    --------
    >>> found = measures.joint_information(examples.parity_leak())
    >>> found["pairs"][0].round(6), found["latent_by_all"].round(6)
    (array([1., 0., 0.]), array([2., 1., 1.]))
    """
    check_source("joint_information", rep, Representation)
    pairs = mutual_information(rep, bins=bins).values
    kinds = ["continuous"] * len(rep.latent_types) if bins else rep.latent_types
    z, v = _codes(rep.latents, kinds, bins), _codes(rep.factors, rep.factor_types, bins)
    all_z, all_v = joint_codes(*z), joint_codes(*v)
    latent = np.array([joint_entropy(x) for x in z])
    factors = joint_entropy(all_v)
    by_factors = np.array(
        [plugin_mutual_information(x, all_v, h, factors) for x, h in zip(z, latent)]
    )
    factor, by_latents = np.empty(len(v)), np.empty(len(v))
    for k, y in enumerate(v):
        y, latent_codes = y[rep.rows_where_present(k)], all_z[rep.rows_where_present(k)]
        factor[k] = joint_entropy(y)
        by_latents[k] = plugin_mutual_information(y, latent_codes, factor[k])
    everywhere = pairs
    if rep.factor_mask is not None:
        everywhere = np.array([[plugin_mutual_information(x, y) for y in v] for x in z])
    sizes_z, sizes_v = (np.array([x.max() + 1.0 for x in side]) for side in (z, v))
    return {
        "pairs": pairs,
        "everywhere": everywhere.clip(0),
        "latent_by_all": by_factors.clip(0),
        "factor_by_all": by_latents.clip(0),
        "latent": latent,
        "factor": factor,
        "by_factors": np.array(sizes_z.max() * sizes_v.prod()),
        "by_latents": np.array(sizes_v.max() * sizes_z.prod()),
    }


def _codes(table: Floats, kinds: Sequence[str], bins: int | None) -> list[Codes]:
    """Codes of each column, from its levels or bins; with absent values, code 0 means absent."""
    result = []
    for column, kind in zip(table.T, kinds):
        absent = np.isnan(column)
        codes = np.zeros(len(column), dtype=int)
        codes[~absent] = discretise(column[~absent], kind, bins or BINS) + absent.any()
        result.append(codes)
    return result


@measure
def conditional_information(
    rep: Representation, *, bins: int | None = None, seed: int = 0
) -> InformativenessMatrix:
    """Information of every latent about the other factors, given one factor.

    Entry (j, i) is I(z_j; all factors except i | v_i) in bits, counted from the samples. It
    includes information that no pair of a latent and a factor shows, e.g. a parity.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    bins : int or None, default=None
        Number of equal-width bins for every latent and every continuous factor, from 2 to 10,000.
        With None, latents with levels are not binned, and what is continuous gets 21 bins.
    seed : int, default=0
        Random seed of the shuffled latents that the notes are about.

    Returns
    -------
    matrix : InformativenessMatrix of shape (n_latents, n_factors)
        Bits from 0 upwards. 0: the latent has no information about other factors that factor i does
        not have. H(z_j): factor i explains nothing of the latent, and all factors explain all of
        it. Its notes have the mean entry that the same counting finds after the latents are
        shuffled, which should be much smaller than the entries. They also have the number of
        samples that would be needed, if there are too few.

    Raises
    ------
    ValueError
        If `bins` or `seed` is not allowed.

    See Also
    --------
    joint_information : The information that the entries are computed from.

    Notes
    -----
    I(z_j; other factors | v_i) = I(z_j; v) - I(z_j; v_i), where v is all factors.

    Examples
    --------
    >>> measures.conditional_information(examples.parity_leak()).values.round(6)
    array([[1., 2., 2.],
           [1., 0., 1.],
           [1., 1., 0.]])
    """
    check_source("conditional_information", rep, Representation)
    information = joint_information(rep, bins=bins)
    values = _remaining_information(information)
    if is_full_factorial(rep):
        notes = ["exact: every combination once"]
    else:
        invented = _remaining_information(joint_information(shuffled(rep, seed), bins=bins)).mean()
        notes = [
            f"after shuffling, the same counting still finds {invented:.3f} bits on average, "
            "which is its own invention",
            *_sample_size_note(rep, float(information["by_factors"])),
        ]
    return InformativenessMatrix(
        np.where(values < TINY, 0, values),
        "information about the other factors, once this one is known",
        "bits",
        notes=notes,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def _remaining_information(information: dict[str, Floats]) -> Floats:
    return (information["latent_by_all"][:, None] - information["everywhere"]).clip(0)


def shuffled(rep: Representation, seed: int) -> Representation:
    """Representation with the same factors and shuffled latents, which are uninformative.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    seed : int
        Random seed of the permutation.

    Returns
    -------
    shuffled : Representation
        The factors in the same order, and all latents in another order of the samples.

    Examples
    --------
    >>> from disentangle_edu.measures.conditional import shuffled
    >>> rep = examples.perfect_copy(2, 3)
    >>> sorted(shuffled(rep, seed=0).latents[:, 0]) == sorted(rep.latents[:, 0])
    True
    """
    return Representation(
        np.ma.array(rep.factors, mask=np.isnan(rep.factors)),
        rep.latents[np.random.default_rng(seed).permutation(len(rep))],
        factor_types=rep.factor_types,
        latent_types=rep.latent_types,
    )


@measure
def _is_exact_table(rep: Representation) -> bool:
    """Whether a table contains each combination of levels once, so that its counts are exact.

    A factor that is a function of another factor adds no combinations. A table in which the values
    of a factor never repeat is not exact, because such a factor is continuous.
    """
    if rep.factor_mask is not None or "continuous" in rep.factor_types:
        return False
    free: list[Codes] = []
    for v in sorted(_codes(rep.factors, rep.factor_types, None), key=lambda v: -v.max()):
        if all(joint_entropy(v, other) - joint_entropy(other) > TINY for other in free):
            free.append(v)
    combinations = np.prod([v.max() + 1.0 for v in free])
    return bool(len(rep) == combinations) and np.unique(joint_codes(*free)).size == len(rep)


def _sample_size_note(rep: Representation, cells: float) -> list[str]:
    """List with one sentence if there are too few samples to count the combinations, else empty."""
    if len(rep) >= PER_CELL * cells or _is_exact_table(rep):
        return []
    n_cells, needed = f"{cells:,.0f}", f"about {PER_CELL * cells:,.0f}"
    if cells > 1e12:
        n_cells = needed = "more than 1,000,000,000,000"
    return [
        f"{len(rep):,} samples are too few for {n_cells} combinations; {needed} would be needed, "
        "or method='forest'"
    ]


# ------------------------------------------------------------------------------------------- shares


class _ShareSpec(NamedTuple):
    """Which share is computed: keys of what `joint_information` and `explained_variance` return."""

    name: str
    part: str
    whole: str
    counted: str  # amount whose counting bias is limited
    combinations: str | None  # the columns that are counted jointly
    of_latents: bool  # True: share of a latent's entropy; False: of a factor's


SHARE_SPECS = {
    "modular": _ShareSpec(
        "modularity ratio",
        "everywhere",
        "latent_by_all",
        "latent_by_all",
        "by_factors",
        True,
    ),
    "minimal": _ShareSpec(
        "minimality ratio",
        "everywhere",
        "latent",
        "everywhere",
        "by_factors",
        True,
    ),
    "compact": _ShareSpec(
        "compactness ratio",
        "pairs",
        "factor_by_all",
        "factor_by_all",
        "by_latents",
        False,
    ),
    "sufficient": _ShareSpec("sufficiency ratio", "pairs", "factor", "pairs", None, False),
    "explicit": _ShareSpec(
        "explicitness ratio",
        "factor_by_all",
        "factor",
        "factor_by_all",
        "by_latents",
        False,
    ),
}


RATIO_NAMES = {
    "modular": "latent_information_shares",
    "compact": "compactness_ratios",
    "explicit": "explicitness_ratios",
    "minimal": "minimality_ratios",
    "sufficient": "sufficiency_ratios",
}


def _measure_shares(
    name: str,
    rep: Representation,
    *,
    method: Form = "plugin",
    bins: int | None = None,
    n_estimators: int = 10,
    seed: int = 0,
    progress: Progress | None = None,
) -> Shares:
    """Shares that one of QUESTIONS defines, in one Form."""
    check_source(RATIO_NAMES[name], rep, Representation)
    check_choice("method", method, get_args(Form))
    _check_form(rep, method, bins)
    if method == "forest":
        amounts = explained_variance(rep, n_estimators=n_estimators, seed=seed, progress=progress)
    else:
        amounts = joint_information(rep, bins=bins)
    question, too_few = SHARE_SPECS[name], []
    if method == "plugin":
        _check_sample_size(rep, name, bins)
        if question.combinations:
            too_few = _sample_size_note(rep, float(amounts[question.combinations]))
    return Shares(
        share_values(name, amounts),
        f"{question.name} ({'forests' if method == 'forest' else method})",
        latent_weight=_latent_weight(rep, amounts, method, bins) if question.of_latents else None,
        undersampled=bool(too_few),
        notes=[RECONSTRUCTED] if method == "forest" else too_few,
        row_names=["all latents"] if name == "explicit" else rep.latent_names,
        column_names=rep.factor_names,
    )


def share_values(name: str, information: Mapping[str, Floats]) -> Floats:
    """Values of the shares that one of `SHARE_SPECS` asks for.

    Parameters
    ----------
    name : {'modular', 'compact', 'explicit', 'minimal', 'sufficient'}
        Which share.
    information : mapping of str to ndarray
        Information in the form of `joint_information`, at least the part and the whole of this
        share; arrays may have leading axes.

    Returns
    -------
    values : ndarray of shape (..., n_latents, n_factors)
        Shares from 0 to 1; 0 if there is no whole. 'explicit' has one row for all latents.

    Examples
    --------
    >>> found = {"pairs": np.array([[1.0, 0.0], [0.5, 0.5]]), "factor": np.array([1.0, 2.0])}
    >>> measures.conditional.share_values("sufficient", found)
    array([[1.  , 0.  ],
           [0.5 , 0.25]])
    """
    asked = SHARE_SPECS[name]
    part, whole = information[asked.part], information[asked.whole]
    if name == "explicit":
        part = part[..., None, :]
    return ratio(part, whole[..., :, None] if asked.of_latents else whole[..., None, :])


@measure
def _noise_information(rep: Representation, *, bins: int | None = None) -> dict[str, Floats]:
    """Information that the same counts give after the latents are shuffled, i.e. the bias."""
    return joint_information(shuffled(rep, 0), bins=bins)


def _counting_bias(rep: Representation, name: str, *, bins: int | None) -> float:
    """Mean share that counting finds in shuffled latents, which have no information."""
    if _is_exact_table(rep):
        return 0.0
    question, amounts = SHARE_SPECS[name], _noise_information(rep, bins=bins)
    counted, entropies = (
        amounts[question.counted],
        amounts["latent" if question.of_latents else "factor"],
    )
    if counted.ndim > 1:
        counted = counted.max(1 if question.of_latents else 0)
    moves = entropies > TINY
    return float(ratio(counted, entropies).sum() / max(moves.sum(), 1))


def _latent_weight(
    rep: Representation, amounts: dict[str, Floats], method: Form, bins: int | None
) -> Floats | None:
    """(L,) share of each latent that all factors explain; None if it would be mostly bias."""
    if method == "plugin" and _counting_bias(rep, "modular", bins=bins) > MAX_COUNTING_BIAS:
        return None
    return ratio(amounts["latent_by_all"], amounts["latent"])


def _check_sample_size(rep: Representation, name: str, bins: int | None) -> None:
    """Raise ValueError if counting would find most of a share in uninformative latents."""
    if (invented := _counting_bias(rep, name, bins=bins)) > MAX_COUNTING_BIAS:
        raise ValueError(
            f"rep: found {len(rep):,} samples, too few to count the "
            f"{SHARE_SPECS[name].name}: it would be {invented:.2f} for shuffled latents, which "
            f"have no information, expected at most {MAX_COUNTING_BIAS}. Take method='forest', "
            "fewer latents, fewer bins or more samples."
        )


def _check_form(rep: Representation, method: Form, bins: int | None) -> None:
    """Raise ValueError for bins with forests, and for "exact" if combinations are missing."""
    if method == "forest" and bins is not None:
        raise ValueError(
            f"bins: found {bins} with method='forest', expected None: forests cut nothing."
        )
    if method == "exact":
        _check_exact_form(rep, bins)


def _check_exact_form(rep: Representation, bins: int | None) -> None:
    """Raise ValueError unless every combination occurs once and nothing has to be binned."""
    names = (*rep.factor_names, *rep.latent_names)
    kinds = (*rep.factor_types, *rep.latent_types)
    smooth = [name for name, kind in zip(names, kinds) if kind != "discrete"]
    if smooth:
        actual = f"continuous {smooth[0]!r}"
    elif bins:
        actual = "bins"
    elif not is_full_factorial(rep):
        actual = "samples of a world"
    else:
        return
    raise ValueError(
        f"method: found 'exact' for {actual}, expected a finite world with every combination of "
        "factor levels once, and levels for latents; take 'plugin' (with enough samples) or "
        "'forest'."
    )


def ratio(part: Floats, whole: Floats) -> Floats:
    """Part of a whole, at most all of it; 0 if there is no whole.

    Parameters
    ----------
    part : ndarray
        Numbers from 0.
    whole : ndarray
        Numbers from 0, which can be broadcast to the shape of `part`.

    Returns
    -------
    shares : ndarray
        Shares from 0 to 1, in the shape of `part`.

    Examples
    --------
    >>> measures.conditional.ratio(np.array([0.5, 2.0, 0.0]), np.array([1.0, 1.0, 0.0]))
    array([0.5, 1. , 0. ])
    """
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > TINY).clip(0, 1)


# Texts of each measure of shares: summary, entry, meaning of 1, rows, attributes, source.
THIN = """
        Its `undersampled` is True if method='plugin' has fewer than 5 samples for every combination
        that had to be counted."""
WEIGHTED = f"""{THIN}
        Its `latent_weight` is I(z_j; v) / H(z_j), or None if there are too few samples to count."""
DESCRIBED = {
    "modular": (
        "Share of what all factors explain of a latent that one factor explains.",
        "Entry (j, i) is I(z_j; v_i) / I(z_j; v)",
        "1: given factor i, latent j has no information about the other factors.",
        "n_latents",
        WEIGHTED,
        "section 3.2 and algorithm 1",
    ),
    "compact": (
        "Share of the information of all latents about a factor that one latent has.",
        "Entry (j, i) is I(v_i; z_j) / I(v_i; z)",
        "1: given latent j, the other latents have no information about factor i.",
        "n_latents",
        THIN,
        "section 3.2 and algorithm 2",
    ),
    "explicit": (
        "Share of a factor's entropy that all latents explain together.",
        "Entry i of the only row is I(v_i; z) / H(v_i)",
        "1: the latents determine factor i.",
        "1",
        THIN,
        "section 3.2",
    ),
    "minimal": (
        "Share of a latent's entropy that one factor explains.",
        "Entry (j, i) is I(z_j; v_i) / H(z_j)",
        "1: factor i determines latent j.",
        "n_latents",
        WEIGHTED,
        "section 3.3 and algorithm 3",
    ),
    "sufficient": (
        "Share of a factor's entropy that one latent explains.",
        "Entry (j, i) is I(v_i; z_j) / H(v_i)",
        "1: latent j determines factor i.",
        "n_latents",
        "",
        "section 3.3 and algorithm 4",
    ),
}


def _make_measure(name: str, shares: Callable[Concatenate[str, P], Shares]) -> Callable[P, Shares]:
    def shares_of(*rep: P.args, **options: P.kwargs) -> Shares:
        return shares(name, *rep, **options)

    shares_of.__name__ = shares_of.__qualname__ = RATIO_NAMES[name]
    summary, share, best, rows, further, where = DESCRIBED[name]
    shares_of.__doc__ = f"""{summary}

    {share} [1]_.
    Here z is all latents, and v is all factors, which may depend on each other.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    method : {{'plugin', 'exact', 'forest'}}, default='plugin'
        How information is measured.

        - 'plugin': by counting samples.
        - 'exact': by counting a finite world, whose samples have every combination of factor levels
          once. Latents and factors must have levels.
        - 'forest': by the share of variance that random forests explain, instead of information.
          This form is our reconstruction, because the algorithms are missing from every copy of the
          paper that we could find.
    bins : int or None, default=None
        Number of equal-width bins for every latent and every continuous factor with
        method='plugin', from 2 to 10,000. With None, latents with levels are not binned, and what
        is continuous gets 21 bins. The other forms need None.
    n_estimators : int, default=10
        Number of trees of each forest with method='forest'.
    seed : int, default=0
        Random seed of the split and the forests with method='forest'. Forests are trained on three
        quarters of the samples and tested on the rest.
    progress : callable or None, default=None
        Wraps an iterable over the forests, as `tqdm.tqdm` does.

    Returns
    -------
    shares : Shares of shape ({rows}, n_factors)
        Values in [0, 1]. 0: there is no information to share, or none of it is shared.
        {best}{further}

    Raises
    ------
    ValueError
        If an option has a value that is not allowed. With method='exact', if a combination is
        missing or repeated, or anything is continuous. With method='forest', if a factor is cyclic
        or there are fewer than 16 samples. With method='plugin', if there are too few samples:
        counting finds some information in any small sample, so you get an error if it finds a mean
        share of more than 0.5 in shuffled latents, which are uninformative.

    References
    ----------
    .. [1] Almudévar et al. (2024), "Defining and Measuring Disentanglement for non-Independent
       Factors of Variation", {where}.

    Examples
    --------
    >>> float(measures.{RATIO_NAMES[name]}(examples.perfect_copy(2, 3)).values.max())
    1.0
    """
    options = inspect.signature(partial(shares, name))
    vars(shares_of)["__signature__"] = options
    return measure(shares_of)


latent_information_shares = _make_measure("modular", _measure_shares)
compactness_ratios = _make_measure("compact", _measure_shares)
explicitness_ratios = _make_measure("explicit", _measure_shares)
minimality_ratios = _make_measure("minimal", _measure_shares)
sufficiency_ratios = _make_measure("sufficient", _measure_shares)
