"""Without factors: do models of one recipe, trained from other seeds, agree on their latents?"""

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, get_args

import numpy as np
from numpy.typing import ArrayLike

from .core import Floats, check_same_index
from .measures.correlation import TINY, Form, unsigned
from .validation import check_choice, check_number, table

if TYPE_CHECKING:
    import pandas as pd


def udr(
    codes: Mapping[str, ArrayLike], *, form: Form = "spearman", least: float = 0.01
) -> "pd.DataFrame":
    """UDR: the agreement of each model with the others, in the median.

    Of two models let R be the correlations of their latents, without signs. A latent that has one
    counterpart, and goes with nothing else, counts 1: max R^2 / sum R over the other model's
    latents. A pair's agreement is the mean of that over all latents of both; a model's score the
    median over its pairs. From 0 (no latent has a counterpart) to 1 (the same latents, up to order,
    sign and, with ranks, a rising or falling curve). It needs no factors, and cannot know whether
    what all models agree on is one.

    codes : {name of a model: (n, L) its code of the same samples, in the same order}, three or
        more; L may differ. DataFrames must have one index.
    form : "spearman" or "pearson".
    least : latents whose variance is not above it take no part. The paper asks for a divergence
        above 0.01 from the prior; this asks mean codes, as `active_units` does.

    Returns a row for each model: "udr", "latents" that took part; `.attrs["pairs"]` has the
    agreement of every two. Raises ValueError for fewer models, other numbers of samples, or a model
    of which no latent takes part; and for DataFrames whose rows have other names, or another order.
    Source: duan2020, section 3; the Spearman form.

    >>> import numpy as np
    >>> z = np.random.default_rng(0).standard_normal((1_000, 3))
    >>> turned = z @ np.linalg.qr(np.ones((3, 3)) + np.eye(3))[0]
    >>> codes = {"one": z, "reordered": -z[:, ::-1], "bent": z**3, "turned": turned}
    >>> udr(codes).udr.round(2).tolist()
    [0.99, 0.99, 0.99, 0.49]
    """
    import pandas as pd

    check_choice("form", form, get_args(Form))
    check_number("least", least, 0)
    moving = {name: _taking_part(name, code, least) for name, code in codes.items()}
    if len(moving) < 3:
        raise ValueError(f"codes: found {len(moving)} models, expected three or more.")
    if len(sizes := {len(code) for code in moving.values()}) > 1:
        counts = " and ".join(f"{size:,}" for size in sorted(sizes))
        raise ValueError(
            f"codes: found {counts} samples, expected the same samples for all models."
        )
    _check_rows(codes)
    names = list(moving)
    pairs = pd.DataFrame(np.nan, index=names, columns=names)
    for one, other in combinations(names, 2):
        agreed = _agreement(unsigned(moving[one], moving[other], form))
        pairs.loc[one, other] = pairs.loc[other, one] = agreed
    latents = [code.shape[1] for code in moving.values()]
    scores = pd.DataFrame({"udr": pairs.median(), "latents": latents}, index=names)
    scores.attrs["pairs"] = pairs
    return scores


def _check_rows(codes: Mapping[str, ArrayLike]) -> None:
    """Raise ValueError for DataFrames whose rows are not those of the first of them."""
    frames = [name for name, code in codes.items() if hasattr(code, "columns")]
    for name in frames[1:]:
        first, argument = (f"codes[{one!r}]" for one in (frames[0], name))
        check_same_index(argument, codes[name], first, codes[frames[0]])


def _taking_part(name: str, code: ArrayLike, least: float) -> Floats:
    """The latents that vary."""
    given = table(code, f"codes[{name!r}]")
    moves = given.var(0) > least
    if not moves.any():
        raise ValueError(
            f"codes: found no latent of {name!r} with a variance above {least:g}, "
            "expected one or more; least may be lower."
        )
    return given[:, moves]


def _agreement(related: Floats) -> float:
    """Of two models whose latents correlate so."""
    sums = [(related.max(axis) ** 2 / np.maximum(related.sum(axis), TINY)).sum() for axis in (0, 1)]
    return float(sum(sums) / sum(related.shape))
