"""Capacity: loss of predictors of increasing size, from a linear probe to a large one.

`probe_losses` fits a family of probes to every factor and returns the `Losses` on test samples.
"""

from collections.abc import Iterator
from math import comb
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..matrices import Matrix
from ..measure import measure
from ..representation import Representation
from ..types import Progress
from ..validation import check_choice, check_source
from ._supervised import (
    RIDGE,
    Model,
    factor_labels,
    parallel_map,
    present_rows,
    random_fourier_ridge,
    regression_target,
    scale_columns,
    train_test_rows,
)

ProbeFamily = Literal["polynomial", "forest", "mlp", "random features"]
# Sizes from the smallest probe to the largest; each family starts with a linear probe.
PROBE_CAPACITIES: dict[ProbeFamily, tuple[int, ...]] = {
    "polynomial": (1, 2, 3, 4, 5, 6),
    "forest": (1, 2, 4, 8, 16),
    "mlp": (0, 2, 4, 8, 16, 32),
    "random features": (0, 16, 64, 256, 1024),
}
NAMES: dict[ProbeFamily, str] = {
    "polynomial": "degree {}",
    "forest": "depth {}",
    "mlp": "{} units",
    "random features": "{} features",
}
TOO_WIDE = "random features instead of polynomials"
MOST_TERMS = 3_000  # of a polynomial; degrees with more terms are skipped
FAR = 1e6  # standard deviations at which samples are clipped, so that no power overflows
BLOCK = 2**13  # samples per block of terms, which takes at most 200 MB

Table = NDArray[np.float64]


class Losses(Matrix):
    """Relative loss of probes of increasing size (rows) for every factor (columns).

    Parameters
    ----------
    values : array-like of shape (n_probes, n_factors)
        Losses as shares of the loss of a constant prediction, from 0 upwards, from the smallest
        probe to the largest. 1 is no better than the constant, and 0 is perfect.
    name : str
        What the entries are, e.g. 'loss left'.
    unit : str
        Unit of the entries, e.g. 'share'.
    row_names : iterable of str or None, default=None
        Names of the probes. With None they are 'probe 1', 'probe 2' and so on.
    column_names : iterable of str or None, default=None
        Names of the factors. With None they are 'factor 1', 'factor 2' and so on.
    notes : iterable of str, default=()
        Sentences on how the losses were measured.

    Attributes
    ----------
    values : ndarray of shape (n_probes, n_factors)
        The losses.
    name, unit : str
        As passed.
    row_names, column_names, notes : tuple of str
        As passed, with default names filled in.

    Raises
    ------
    ValueError
        If an entry of `values` is negative or not finite, or a list of names has the wrong length.

    Examples
    --------
    >>> measures.Losses([[0.5, 0.2], [0.1, 0.0]], "loss left", "share").values[-1]
    array([0.1, 0. ])
    """

    rows, row_word = "probes", "probe"


@measure
def probe_losses(
    rep: Representation,
    *,
    probe_family: ProbeFamily = "polynomial",
    seed: int = 0,
    progress: Progress | None = None,
) -> Losses:
    """Relative test loss of probes of increasing size that predict a factor from all latents.

    Every probe is a regression, trained on a random three quarters of the samples. Its loss on the
    other quarter is the sum of squared errors, divided by that of the best constant on the training
    samples. DCI-ES measures explicitness from these losses [1]_ [2]_.

    Parameters
    ----------
    rep : Representation
        Samples of latents and factors.
    probe_family : {'polynomial', 'forest', 'mlp', 'random features'}, default='polynomial'
        Probes, from the smallest to the largest.

        - 'polynomial': ridge regression on polynomials of degree 1 to 6. If these have more than
          3,000 terms at degree 2 already (from 76 latents that vary), 'random features' is used
          instead, and a note says so.
        - 'forest': random forests of 50 trees with depth 1, 2, 4, 8 and 16.
        - 'mlp': a linear regression, and neural networks with two hidden layers of 2, 4, 8, 16 and
          32 units.
        - 'random features': a linear regression, alone and with 16, 64, 256 and 1,024 random
          cosines of all latents.
    seed : int, default=0
        Random seed of the split, the forests, the networks and the random features.
    progress : callable or None, default=None
        Wraps an iterable over the regressions, as `tqdm.tqdm` does.

    Returns
    -------
    losses : Losses of shape (n_probes, n_factors)
        Values in [0, 1], which never rise from one probe to the next. 1: not better than a
        constant. 0: the factor is predicted without error. Its notes have the size of DCI-ES, which
        is the number of factors divided by the number of latents.

    Raises
    ------
    ValueError
        If an option has a value that is not allowed, if there are fewer than 16 samples, or if a
        factor is absent from nearly all training or test samples.

    Notes
    -----
    Latents are standardised, and latents that are constant in the training samples are left out. A
    factor with levels is predicted as one column of 0 and 1 per level, and a cyclic factor as its
    cosine and sine; the squared errors of these columns are added.

    A larger probe with a larger loss gets the smallest loss so far, because it could have predicted
    the same. So does a polynomial of more than 3,000 terms, which is not fitted (a note says so).
    A family therefore has as many probes for many latents as for few.

    References
    ----------
    .. [1] Eastwood et al. (2023), "DCI-ES: An Extended Disentanglement Framework with Connections
       to Identifiability".
    .. [2] Geyer et al. (2024), "Measuring Orthogonality in Representations of Generative Models",
       equation 9.

    Examples
    --------
    >>> measures.probe_losses(examples.rotated(30, samples=400)).values[0].round(2)
    array([0.76, 0.74])

    A polynomial of degree 3 is the first that can predict a cubic function of the latent:

    >>> z = np.linspace(-1, 1, 200)
    >>> rep = Representation(factors=z[:, None] ** 3, latents=z[:, None])
    >>> measures.probe_losses(rep).values[:, 0].round(2)
    array([0.16, 0.16, 0.  , 0.  , 0.  , 0.  ])
    """
    check_source("probe_losses", rep, Representation)
    check_choice("probe_family", probe_family, get_args(ProbeFamily))
    train_rows, test_rows = train_test_rows(rep, 0.75, True, seed)
    x = scale_columns(rep.latents, "standard", train_rows)
    x = x[:, x[train_rows].any(axis=0)]
    targets = [_probe_target(rep, k) for k in range(len(rep.factor_names))]
    rows = [present_rows(rep, k, train_rows, test_rows) for k in range(len(targets))]
    notes = [_describe_size(rep)]
    if probe_family == "polynomial" and count_terms(x.shape[1], 2) > MOST_TERMS:
        probe_family = "random features"
        notes.append(
            f"{TOO_WIDE}, because {x.shape[1]} latents have more than {MOST_TERMS:,} terms at "
            "degree 2: compare only scores with this probe_family"
        )
    if not x.size:
        values = np.ones((len(PROBE_CAPACITIES[probe_family]), len(targets)))
    elif probe_family == "polynomial":
        degrees = polynomial_degrees(x.shape[1])
        values = _polynomial_losses(x, targets, rows, degrees, progress)
    else:
        values = _losses_by_probe(probe_family, x, targets, rows, seed, progress)
    sizes = PROBE_CAPACITIES[probe_family]
    if untried := sizes[len(values) :]:
        notes.append(
            f"with {x.shape[1]} latents polynomials of degree {untried[0]} have more than "
            f"{MOST_TERMS:,} terms: they count as the best so far"
        )
        values = np.vstack([values, np.repeat(values[-1:], len(untried), axis=0)])
    return Losses(
        np.minimum.accumulate(values, axis=0),
        f"relative test loss ({probe_family})",
        "share",
        row_names=[NAMES[probe_family].format(size) if size else "a line" for size in sizes],
        column_names=rep.factor_names,
        notes=notes,
    )


def _describe_size(rep: Representation) -> str:
    """Size of DCI-ES, as words."""
    K, L = len(rep.factor_names), len(rep.latent_names)
    return f"size, factors over latents: {K} / {L} = {K / L:.3g}"


def _probe_target(rep: Representation, k: int) -> Table:
    """Targets of a probe: numeric columns, or a 0/1 column for each level."""
    if rep.factor_types[k] != "discrete":
        return regression_target(rep.factors[:, k], rep.factor_types[k])
    codes = factor_labels(rep, k, None)
    return np.eye(codes.max() + 1)[codes]


def _constant_errors(y: Table, train_rows: NDArray, test_rows: NDArray) -> Table:
    """Squared errors of the best constants on the training rows, summed for every column."""
    return ((y[test_rows] - y[train_rows].mean(0)) ** 2).sum(0)


def _error_share(wrong: Table, constant: Table) -> float:
    """Squared error divided by that of the best constant, at most 1."""
    if wrong.sum() >= constant.sum():
        return 1.0
    return float(wrong.sum() / constant.sum())


# ----------------------------------------------------------------------------- a probe at a time


def _losses_by_probe(
    probe_family: ProbeFamily,
    x: Table,
    targets: list[Table],
    rows: list[tuple[NDArray, NDArray]],
    seed: int,
    progress: Progress | None,
) -> Table:
    """(sizes, K) losses, one model for every size and factor."""

    def loss_of(size: int, k: int) -> float:
        y, (learn, judge) = targets[k], rows[k]
        model = _probe(probe_family, size, seed, len(learn), x.shape[1])
        model.fit(x[learn], y[learn] if y.shape[1] > 1 else y[learn, 0])
        wrong = model.predict(x[judge]).reshape(len(judge), -1) - y[judge]
        return _error_share(wrong**2, _constant_errors(y, learn, judge))

    tasks = [(size, k) for size in PROBE_CAPACITIES[probe_family] for k in range(len(targets))]
    return np.reshape(parallel_map(loss_of, *zip(*tasks), progress=progress), (-1, len(targets)))


def _probe(probe_family: ProbeFamily, size: int, seed: int, samples: int, latents: int) -> Model:
    """Unfitted regression of a given size, for `samples` samples of `latents` latents."""
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.linear_model import Ridge
    from sklearn.neural_network import MLPRegressor

    if probe_family == "forest":
        return RandomForestRegressor(50, max_depth=size, max_features=None, random_state=seed)
    if size == 0:
        return Ridge(1e-6)
    if probe_family == "random features":
        return random_fourier_ridge(size, latents, seed)
    return MLPRegressor(
        hidden_layer_sizes=(size, size),
        max_iter=400,
        learning_rate_init=0.01,
        early_stopping=samples > 10,  # a tenth is held out for validation, and R2 needs two samples
        random_state=seed,
    )


# ---------------------------------------------------------------------- all polynomials at once


def count_terms(L: int, degree: int) -> int:
    """Number of terms of a polynomial, with its constant.

    Parameters
    ----------
    L : int
        Number of variables.
    degree : int
        Degree of the polynomial.

    Returns
    -------
    n_terms : int
        Number of terms.

    Examples
    --------
    >>> from disentangle_edu.measures.capacity import count_terms
    >>> count_terms(2, 2)
    6
    """
    return comb(L + degree, degree)


def polynomial_degrees(L: int) -> tuple[int, ...]:
    """Degrees of the probes whose polynomials have at most 3,000 terms.

    Parameters
    ----------
    L : int
        Number of variables.

    Returns
    -------
    degrees : tuple of int
        Degrees, the lowest first.

    Examples
    --------
    >>> from disentangle_edu.measures.capacity import polynomial_degrees
    >>> polynomial_degrees(75)
    (1, 2)
    """
    return tuple(d for d in PROBE_CAPACITIES["polynomial"] if count_terms(L, d) <= MOST_TERMS)


def _polynomial_losses(
    x: Table,
    targets: list[Table],
    rows: list[tuple[NDArray, NDArray]],
    degrees: tuple[int, ...],
    progress: Progress | None,
) -> Table:
    """(degrees, K) losses; factors that are present in the same samples are fitted together."""
    groups_by_rows: dict[bytes, list[int]] = {}
    for k, (train_rows, _) in enumerate(rows):
        groups_by_rows.setdefault(train_rows.tobytes(), []).append(k)

    def losses_of(group: list[int]) -> list[list[float]]:
        learn, judge = rows[group[0]]
        y = np.column_stack([targets[k] for k in group])
        wrong = _squared_errors(x, y, learn, judge, degrees)
        constant = _constant_errors(y, learn, judge)
        ends = np.cumsum([targets[k].shape[1] for k in group])[:-1]
        return [
            [_error_share(*pair) for pair in zip(np.split(row, ends), np.split(constant, ends))]
            for row in wrong
        ]

    groups = list(groups_by_rows.values())
    values = np.empty((len(degrees), len(targets)))
    for group, group_losses in zip(groups, parallel_map(losses_of, groups, progress=progress)):
        values[:, group] = group_losses
    return values


def _squared_errors(
    x: Table, y: Table, train_rows: NDArray, test_rows: NDArray, degrees: tuple[int, ...]
) -> Table:
    """(degrees, targets) squared errors, summed over the test rows.

    The columns of terms are sorted by degree, so a polynomial of any degree uses the first columns
    of one table. The products of this table are computed once, because the Cholesky factor of a
    leading block is the leading block of the Cholesky factor. For the digits this takes 1 s of CPU
    time; a scikit-learn pipeline per degree, factor and seed took 19 s, and its losses differ by
    less than 1e-7.
    """
    from scipy.linalg import cholesky, solve_triangular
    from sklearn.preprocessing import PolynomialFeatures

    expand = PolynomialFeatures(max(degrees), include_bias=False).fit(x[:1])

    def blocks(rows: NDArray) -> Iterator[tuple[Table, Table]]:
        for start in range(0, len(rows), BLOCK):
            part = rows[start : start + BLOCK]
            yield expand.transform(x[part].clip(-FAR, FAR)), y[part]

    term_means, y_mean = (
        sum(terms.sum(0) for terms, _ in blocks(train_rows)) / len(train_rows),
        y[train_rows].mean(0),
    )
    products, answers = (
        np.zeros((len(term_means), len(term_means))),
        np.zeros((len(term_means), y.shape[1])),
    )
    for terms, y_block in blocks(train_rows):
        terms -= term_means
        products += terms.T @ terms
        answers += terms.T @ (y_block - y_mean)
    size = np.sqrt(np.diag(products) / len(train_rows))
    # Rounding alone gives a constant term (such as the square of -1 and 1) up to this deviation.
    size[size <= len(train_rows) * np.finfo(float).eps * np.abs(term_means)] = np.inf
    products /= np.outer(size, size)
    products[np.diag_indices_from(products)] += RIDGE
    factor = cholesky(products, lower=True, overwrite_a=True)
    half = solve_triangular(factor, answers / size[:, None], lower=True)

    firsts = [count_terms(x.shape[1], degree) - 1 for degree in degrees]
    weights = [
        solve_triangular(factor[:p, :p], half[:p], lower=True, trans="T") / size[:p, None]
        for p in firsts
    ]
    errors = np.zeros((len(degrees), y.shape[1]))
    for terms, y_block in blocks(test_rows):
        terms -= term_means
        for total, p, weight in zip(errors, firsts, weights):
            total += ((terms[:, :p] @ weight + y_mean - y_block) ** 2).sum(0)
    return errors
