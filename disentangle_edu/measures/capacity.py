"""Capacity: how large must a predictor be before it reads a factor?

Loss against the size of a ladder of probes.
"""

from collections.abc import Callable, Iterable
from math import comb
from typing import Any

import numpy as np

from ..checks import check_source
from ..core import Matrix, Representation, measure
from .fitting import check_choice, each, having, labels, parted, scaled

LADDERS = {  # from the smallest probe to the largest; every ladder begins with a straight line
    "polynomial": (1, 2, 3, 4, 5, 6),
    "forest": (1, 2, 4, 8, 16),
    "mlp": (0, 2, 4, 8, 16, 32),
}
MOST_TERMS = 3_000  # of a polynomial; higher degrees are left out


class Losses(Matrix):
    """Loss left at every size of probe (rows) for every factor (columns).

    As a share of the best constant's loss.
    """

    rows, row_word = "probes", "probe"


def _terms(L: int, degree: int) -> int:
    return comb(L + degree, degree)


def _probe(ladder: str, size: int, seed: int) -> Any:
    """A regression of that size."""
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.linear_model import Ridge
    from sklearn.neural_network import MLPRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures, StandardScaler

    if ladder == "polynomial":
        return make_pipeline(
            PolynomialFeatures(size, include_bias=False), StandardScaler(), Ridge(1e-3)
        )
    if ladder == "forest":
        return RandomForestRegressor(50, max_depth=size, max_features=None, random_state=seed)
    return (
        Ridge(1e-6)
        if size == 0
        else MLPRegressor(
            hidden_layer_sizes=(size, size),
            max_iter=400,
            learning_rate_init=0.01,
            early_stopping=True,
            random_state=seed,
        )
    )


@measure
def losses(
    rep: Representation,
    *,
    ladder: str = "polynomial",
    seed: int = 0,
    progress: Callable[[Iterable], Iterable] | None = None,
) -> Losses:
    """How much of a factor's variance does a probe of each size leave, on a held-out quarter?

    ladder : "polynomial", ridge regression on polynomials of degree 1 to 6 (as far as the number of
        terms stays below 3,000); "forest", 50 trees of depth 1 to 16; "mlp", a line and networks
        with two layers of 2 to 32 units.
    seed : draws the split and starts forests and networks.
    progress : wraps an iterable, as tqdm.tqdm does.

    Latents are standardised; factors with levels are predicted value by value (one column each). A
    larger probe that does worse counts as the best so far: it could have done the same. 1 says no
    better than a constant, 0 perfect. The note has DCI-ES's size: how many factors per latent.
    """
    check_source("losses", rep, Representation)
    check_choice("ladder", ladder, LADDERS)
    learn, judge = parted(rep, 0.75, True, seed)
    x = scaled(rep.latents, "standard", learn)
    sizes = [
        size
        for size in LADDERS[ladder]
        if ladder != "polynomial" or size == 1 or _terms(x.shape[1], size) <= MOST_TERMS
    ]
    if len(sizes) < 2:
        raise ValueError(
            f"ladder: found 'polynomial' for {x.shape[1]} latents, whose polynomials of degree 2 "
            f"have more than {MOST_TERMS:,} terms, expected 'forest' or 'mlp'."
        )
    tasks = [(size, k) for size in sizes for k in range(len(rep.factor_names))]

    codes = {k: labels(rep, k, None) for k, kind in enumerate(rep.factor_kinds) if kind == "levels"}
    targets = [
        np.eye(codes[k].max() + 1)[codes[k]] if k in codes else rep.factors[:, [k]]
        for k in range(len(rep.factor_names))
    ]

    def left(size: int, k: int) -> float:
        teach, test = having(rep, k, learn, judge)
        y = targets[k]
        model = _probe(ladder, size, seed).fit(
            x[teach], y[teach] if y.shape[1] > 1 else y[teach, 0]
        )
        wrong = np.mean((model.predict(x[test]).reshape(len(test), -1) - y[test]) ** 2)
        return min(1.0, wrong / max(np.mean((y[test] - y[teach].mean(0)) ** 2), 1e-300))

    values = np.reshape(each(left, *zip(*tasks), progress=progress), (len(sizes), -1))
    names = {"polynomial": "degree {}", "forest": "depth {}", "mlp": "{} units"}[ladder]
    size = (
        f"size, factors over latents: {len(rep.factor_names)} / {x.shape[1]}"
        f" = {len(rep.factor_names) / x.shape[1]:.3g}"
    )
    return Losses(
        np.minimum.accumulate(values, axis=0),
        f"loss left by a {ladder}",
        "share",
        row_names=[names.format(size) if size else "a line" for size in sizes],
        column_names=rep.factor_names,
        notes=[size],
    )
