"""Capacity: how large must a predictor be before it reads a factor?

Loss against the size of a ladder of probes.
"""

from collections.abc import Callable, Iterable, Iterator
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..checks import check_choice, check_source
from ..core import Matrix, Representation, measure
from .fitting import each, having, labels, parted, scaled

LADDERS = {  # from the smallest probe to the largest; every ladder begins with a straight line
    "polynomial": (1, 2, 3, 4, 5, 6),
    "forest": (1, 2, 4, 8, 16),
    "mlp": (0, 2, 4, 8, 16, 32),
}
NAMES = {"polynomial": "degree {}", "forest": "depth {}", "mlp": "{} units"}
MOST_TERMS = 3_000  # of a polynomial; higher degrees are left out
RIDGE = 1e-3  # on the coefficients of a polynomial's standardised terms
BLOCK = 2**13  # samples whose terms are held at a time: 200 MB at most

Table = NDArray[np.float64]


class Losses(Matrix):
    """Loss left at every size of probe (rows) for every factor (columns).

    As a share of the best constant's loss.
    """

    rows, row_word = "probes", "probe"


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
    targets = [_target(rep, k) for k in range(len(rep.factor_names))]
    rows = [having(rep, k, learn, judge) for k in range(len(targets))]
    if ladder == "polynomial":
        sizes = _degrees(x.shape[1])
        values = _left_by_polynomials(x, targets, rows, sizes, progress)
    else:
        sizes = LADDERS[ladder]
        tasks = [(size, k) for size in sizes for k in range(len(targets))]
        left = each(
            lambda size, k: _left(_probe(ladder, size, seed), x, targets[k], *rows[k]),
            *zip(*tasks),
            progress=progress,
        )
        values = np.reshape(left, (len(sizes), -1))
    K, L = len(targets), x.shape[1]
    return Losses(
        np.minimum.accumulate(values, axis=0),
        f"loss left by a {ladder}",
        "share",
        row_names=[NAMES[ladder].format(size) if size else "a line" for size in sizes],
        column_names=rep.factor_names,
        notes=[f"size, factors over latents: {K} / {L} = {K / L:.3g}"],
    )


def _target(rep: Representation, k: int) -> Table:
    """What a probe is to say: a column of numbers, or one column of 0 and 1 per level."""
    if rep.factor_kinds[k] == "continuous":
        return rep.factors[:, [k]]
    codes = labels(rep, k, None)
    return np.eye(codes.max() + 1)[codes]


def _share(wrong: Table, constant: Table) -> float:
    """Squared errors as a share of those of the best constant, at most 1."""
    return float(min(1.0, wrong.sum() / max(constant.sum(), 1e-300)))


# ----------------------------------------------------------------------------- a probe at a time


def _probe(ladder: str, size: int, seed: int) -> Any:
    """A regression of that size."""
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.linear_model import Ridge
    from sklearn.neural_network import MLPRegressor

    if ladder == "forest":
        return RandomForestRegressor(50, max_depth=size, max_features=None, random_state=seed)
    if size == 0:
        return Ridge(1e-6)
    return MLPRegressor(
        hidden_layer_sizes=(size, size),
        max_iter=400,
        learning_rate_init=0.01,
        early_stopping=True,
        random_state=seed,
    )


def _left(model: Any, x: Table, y: Table, learn: NDArray, judge: NDArray) -> float:
    """Loss that one probe leaves of one factor."""
    model.fit(x[learn], y[learn] if y.shape[1] > 1 else y[learn, 0])
    wrong = model.predict(x[judge]).reshape(len(judge), -1) - y[judge]
    return _share(wrong**2, (y[judge] - y[learn].mean(0)) ** 2)


# ---------------------------------------------------------------------- all polynomials at once


def _terms(L: int, degree: int) -> int:
    """How many terms a polynomial in L numbers has, its constant among them."""
    return comb(L + degree, degree)


def _degrees(L: int) -> tuple[int, ...]:
    """The degrees whose polynomials in L numbers are small enough."""
    degrees = tuple(d for d in LADDERS["polynomial"] if _terms(L, d) <= MOST_TERMS)
    if len(degrees) < 2:
        raise ValueError(
            f"ladder: found 'polynomial' for {L} latents, whose polynomials of degree 2 have more "
            f"than {MOST_TERMS:,} terms, expected 'forest' or 'mlp'."
        )
    return degrees


def _left_by_polynomials(
    x: Table,
    targets: list[Table],
    rows: list[tuple[NDArray, NDArray]],
    degrees: tuple[int, ...],
    progress: Callable[[Iterable], Iterable] | None,
) -> Table:
    """(degrees, K) losses; factors that the same samples have are solved for together."""
    together: dict[bytes, list[int]] = {}
    for k, (learn, _) in enumerate(rows):
        together.setdefault(learn.tobytes(), []).append(k)

    def left(group: list[int]) -> list[list[float]]:
        learn, judge = rows[group[0]]
        y = np.column_stack([targets[k] for k in group])
        wrong, constant = _squared_errors(x, y, learn, judge, degrees)
        ends = np.cumsum([targets[k].shape[1] for k in group])[:-1]
        return [
            [_share(*pair) for pair in zip(np.split(row, ends), np.split(constant, ends))]
            for row in wrong
        ]

    groups = list(together.values())
    values = np.empty((len(degrees), len(targets)))
    for group, found in zip(groups, each(left, groups, progress=progress)):
        values[:, group] = found
    return values


def _squared_errors(
    x: Table, y: Table, learn: NDArray, judge: NDArray, degrees: tuple[int, ...]
) -> tuple[Table, Table]:
    """Sums over the rows to judge on: (degrees, targets), and (targets,) for the best constant.

    Terms are ordered by degree, so that those of every degree are the first columns of one table,
    whose products are summed once: a Cholesky factor of the leading part is the leading part of the
    Cholesky factor. One scikit-learn pipeline per degree, factor and seed took 19 s of computing
    for the digits, this takes 1 s; the losses differ by less than 1e-7.
    """
    from scipy.linalg import cholesky, solve_triangular
    from sklearn.preprocessing import PolynomialFeatures

    expand = PolynomialFeatures(max(degrees), include_bias=False).fit(x[:1])

    def blocks(rows: NDArray) -> Iterator[tuple[Table, Table]]:
        for start in range(0, len(rows), BLOCK):
            part = rows[start : start + BLOCK]
            yield expand.transform(x[part]), y[part]

    middle, usual = sum(terms.sum(0) for terms, _ in blocks(learn)) / len(learn), y[learn].mean(0)
    products, answers = np.zeros((len(middle), len(middle))), np.zeros((len(middle), y.shape[1]))
    for terms, said in blocks(learn):
        terms -= middle
        products += terms.T @ terms
        answers += terms.T @ (said - usual)
    size = np.sqrt(np.diag(products) / len(learn))
    # rounding moves a term that never moves (the square of -1 and 1) by about so much
    size[size <= len(learn) * np.finfo(float).eps * np.abs(middle)] = np.inf
    products /= np.outer(size, size)
    products[np.diag_indices_from(products)] += RIDGE
    factor = cholesky(products, lower=True, overwrite_a=True)
    half = solve_triangular(factor, answers / size[:, None], lower=True)

    firsts = [_terms(x.shape[1], degree) - 1 for degree in degrees]
    weights = [
        solve_triangular(factor[:p, :p], half[:p], lower=True, trans="T") / size[:p, None]
        for p in firsts
    ]
    wrong, constant = np.zeros((len(degrees), y.shape[1])), np.zeros(y.shape[1])
    for terms, said in blocks(judge):
        terms -= middle
        constant += ((said - usual) ** 2).sum(0)
        for total, p, weight in zip(wrong, firsts, weights):
            total += ((terms[:, :p] @ weight + usual - said) ** 2).sum(0)
    return wrong, constant
