"""Unsupervised: scores that need no factors.

The question of this family: how many latents vary at all (`active_units`), how few of them are
large in a sample (`hoyer`), and do several models learn the same latents (`udr`)?
"""

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, get_args

import numpy as np
from numpy.typing import ArrayLike

from .. import measures
from ..matrices import Activity
from ..measures._supervised import TINY
from ..measures.correlation import Form, unsigned
from ..metric import metric
from ..representation import check_same_index
from ..types import Floats
from ..validation import as_float_table, check_choice, check_number
from .parts import PartsAndWeights

if TYPE_CHECKING:
    import pandas as pd


@metric(
    measure=measures.variances,
    axis="latents",
    matrix_class=Activity,
    not_invariant_to=(
        "cube_each_latent",
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
    matrix_class=Activity,
    bounded=True,
    not_invariant_to=(
        "cube_each_latent",
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
    The mean over samples of ``(sqrt(L) - |z|_1 / |z|_2) / (sqrt(L) - 1)``. Latents are divided by
    their
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


def udr(
    codes: Mapping[str, ArrayLike], *, method: Form = "spearman", min_variance: float = 0.01
) -> "pd.DataFrame":
    """Unsupervised Disentanglement Ranking (UDR).

    The score of a model is the median, over all other models, of how well the latents of the two
    models match [1]_. It needs no factors. If all models agree on a code, UDR cannot detect whether
    that code is disentangled.

    Parameters
    ----------
    codes : mapping of str to array-like of shape (n_samples, n_latents)
        Codes of the same samples in the same order by three or more models, by the name of the
        model. The number of latents may differ. DataFrames must have the same index.
    method : {'spearman', 'pearson'}, default='spearman'
        The correlation of two latents: of their ranks, or of their values.
    min_variance : float, default=0.01
        Latents whose variance is not above this number are left out.

    Returns
    -------
    table : DataFrame
        One row per model. The column ``udr`` is the score, between 0 and 1. 0: no latent has a
        counterpart. 1: all models have the same latents, up to their order, their sign and, with
        `method` 'spearman', a rising or falling curve. The column ``latents`` is the number of
        latents that were used. ``table.attrs["pairs"]`` is a DataFrame with the agreement of every
        two models.

    Raises
    ------
    ValueError
        If there are fewer than three models or their numbers of samples differ, if no latent of a
        model has enough variance, or if the rows of DataFrames have different names or a different
        order.

    Notes
    -----
    Let R be the absolute correlations between the latents of two models. A latent counts
    ``max(R)**2 / sum(R)``, taken over the latents of the other model. This is 1 if the latent has
    one counterpart and is not correlated with any other latent. The agreement of two models is the
    mean over all latents of both.

    The paper uses latents whose divergence from the prior is above 0.01. Here the variance of mean
    codes is used, as in `active_units`.

    References
    ----------
    .. [1] Duan et al. (2020), "Unsupervised Model Selection for Variational Disentangled
       Representation Learning", section 3 (the Spearman form).

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.metrics.unsupervised import udr
    >>> z = np.random.default_rng(0).standard_normal((1_000, 3))
    >>> turned = z @ np.linalg.qr(np.ones((3, 3)) + np.eye(3))[0]
    >>> codes = {"one": z, "reordered": -z[:, ::-1], "bent": z**3, "turned": turned}
    >>> udr(codes).udr.round(2).tolist()
    [0.99, 0.99, 0.99, 0.49]
    """
    import pandas as pd

    check_choice("method", method, get_args(Form))
    check_number("min_variance", min_variance, 0)
    active = {name: _active_latents(name, code, min_variance) for name, code in codes.items()}
    if len(active) < 3:
        raise ValueError(f"codes: found {len(active)} models, expected three or more.")
    if len(sizes := {len(code) for code in active.values()}) > 1:
        counts = " and ".join(f"{size:,}" for size in sorted(sizes))
        raise ValueError(
            f"codes: found {counts} samples, expected the same samples for all models."
        )
    _check_same_rows(codes)
    names = list(active)
    pairs = pd.DataFrame(np.nan, index=names, columns=names)
    for first, other in combinations(names, 2):
        agreement = _agreement(unsigned(active[first], active[other], method))
        pairs.loc[first, other] = pairs.loc[other, first] = agreement
    latents = [code.shape[1] for code in active.values()]
    scores = pd.DataFrame({"udr": pairs.median(), "latents": latents}, index=names)
    scores.attrs["pairs"] = pairs
    return scores


def _check_same_rows(codes: Mapping[str, ArrayLike]) -> None:
    """Raise ValueError for DataFrames whose rows are not those of the first of them."""
    frames = [name for name, code in codes.items() if hasattr(code, "columns")]
    for name in frames[1:]:
        first, argument = (f"codes[{frame_name!r}]" for frame_name in (frames[0], name))
        check_same_index(argument, codes[name], first, codes[frames[0]])


def _active_latents(name: str, code: ArrayLike, min_variance: float) -> Floats:
    """The latents with enough variance."""
    values = as_float_table(code, f"codes[{name!r}]")
    moves = values.var(0) > min_variance
    if not moves.any():
        raise ValueError(
            f"codes: found no latent of {name!r} with a variance above {min_variance:g}, "
            "expected one or more; lower min_variance."
        )
    return values[:, moves]


def _agreement(related: Floats) -> float:
    """Agreement of two models from the absolute correlations of their latents."""
    sums = [(related.max(axis) ** 2 / np.maximum(related.sum(axis), TINY)).sum() for axis in (0, 1)]
    return float(sum(sums) / sum(related.shape))
