"""Claims of geyer2024 on orthogonality: theorems, analysis of subspaces, axes against turns.

Its tables and experiments are in geyer2024_tables.
"""

import functools
import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..measures._gca_torch import importances_from_losses as from_losses
from ..measures.subspaces import Subspaces, completed, inclined_planes, make_subspaces, subspaces
from ..metrics import completeness, disentanglement, explicitness_es, iwo, iwr, mig, sap
from ..representation import Representation
from ..worlds.examples import grid, rotated
from .almudevar2024 import normals_turned
from .registry import Readings, above, below, claim, equals_printed, said, true

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

Floats = NDArray[np.float64]

claim = functools.partial(claim, paper="geyer2024")
DIRECTIONS = functools.partial(claim, lesson="directions")
CASES, MANY = 200, 2_000
EXACT = 9  # decimal digits to which an identity must hold


def random_bases(rng: np.random.Generator, L: int) -> Floats:
    """An orthonormal basis drawn at random, one direction per row."""
    return np.linalg.qr(rng.standard_normal((L, L)))[0]


def random_importances(rng: np.random.Generator, L: int, R: int) -> Floats:
    """Importances of L directions, R of them above 0, in any order."""
    weights = np.zeros(L)
    weights[:R] = rng.dirichlet(np.ones(R))
    return weights


def random_spaces(rng: np.random.Generator, L: int = 5) -> Subspaces:
    """Two or three factors, each with its own directions and some importance on each."""
    K = int(rng.integers(2, 4))
    return Subspaces(
        np.array([random_bases(rng, L) for _ in range(K)]),
        np.array([random_importances(rng, L, int(rng.integers(1, L + 1))) for _ in range(K)]),
    )


def squared_cosines(spaces: Subspaces) -> Floats:
    """(L, L) squared inner products of the directions of the first two factors."""
    return (spaces.bases[0] @ spaces.bases[1].T) ** 2


# ----------------------------------------------------------------------------------------- theorems


@DIRECTIONS(
    "geyer-b1",
    covers=("geyer2024-24",),
    where="Theorem B.1",
    expects=true("if and only if"),
    verdict="holds",
    note=(
        f"{CASES} random worlds of each kind: two or three subspaces that are orthogonal by "
        "construction, the same with one tilted towards another, and random subspaces."
    ),
)
def one_exactly_if_orthogonal() -> bool:
    rng, right = np.random.default_rng(0), []
    for _ in range(CASES):
        basis, L = random_bases(rng, 6), 6
        orthogonal = [np.roll(basis, -2 * k, axis=0) for k in range(int(rng.integers(2, 4)))]
        weights = [random_importances(rng, L, 2) for _ in orthogonal]
        near = [*orthogonal[:-1], completed(orthogonal[-1][:2] + rng.uniform(0.05, 1) * basis[:2])]
        right += [
            iwo(Subspaces(orthogonal, weights)).value > 1 - 1e-9,
            iwo(Subspaces(near, weights)).value < 1 - 1e-6,
            iwo(random_spaces(rng)).value < 1 - 1e-6,
        ]
    return all(right)


@DIRECTIONS(
    "geyer-b2",
    covers=("geyer2024-25",),
    where="Theorem B.2",
    expects=true("if and only if"),
    verdict="holds",
    note=(
        f"{CASES} random worlds of each kind: equal subspaces; equal subspaces with another basis "
        "for some equally important dimensions; other importances; other directions. Importances "
        "are in any order: see geyer-order."
    ),
)
def zero_exactly_if_the_same() -> bool:
    rng, right = np.random.default_rng(1), []
    for _ in range(CASES):
        L, even = 6, int(rng.integers(2, 5))
        basis, weights = random_bases(rng, L), random_importances(rng, L, L - 1)
        level = weights.copy()
        level[:even] = weights[:even].mean()
        mixed = basis.copy()
        mixed[:even] = random_bases(rng, even) @ basis[:even]
        same = (
            iwo(Subspaces([basis, basis], [weights, weights])).value,
            iwo(Subspaces([basis, mixed], [level, level])).value,
        )
        other = (
            iwo(Subspaces([basis, basis], [weights, random_importances(rng, L, L)])).value,
            iwo(Subspaces([basis, random_bases(rng, L)], [weights, weights])).value,
        )
        right.append(max(same) < 1e-9 and min(other) > 1e-9)
    return all(right)


@DIRECTIONS(
    "geyer-root",
    covers=("geyer2024-23",),
    where="section 3.2, below equation 7",
    expects=true("from 0 to 1, both reached"),
    verdict="holds",
    note=(
        f"{MANY:,} random worlds, and {CASES} pairs of equal factors. The product without its "
        "root is within the bounds, too, but does not reach 0."
    ),
)
def bounds_of_iwo() -> Readings:
    rng = np.random.default_rng(2)
    worlds = [random_spaces(rng) for _ in range(MANY)]
    same = [Subspaces([s.bases[0]] * 2, [s.importances[0]] * 2) for s in worlds[:CASES]]
    distances = [1 - s.overlap(0, 1) for s in worlds]
    return {
        "within the bounds": min(distances) > -1e-9 and max(distances) <= 1,
        "0 for two equal factors": all(abs(1 - s.overlap(0, 1)) < 1e-9 for s in same),
    }


@DIRECTIONS(
    "geyer-appendix-d",
    covers=("geyer2024-26",),
    where="equation 6 and appendix D",
    expects=equals_printed("0", digits=EXACT),
    verdict="holds under a reading",
    meets="roots, entry by entry with the cosines",
    note=(
        f"Largest distance from equations 5 to 7 over {CASES} random worlds. The line of appendix "
        "D that says which product is meant is missing from our copy. U = D B, with D the roots "
        "of importances, gives IWO if its products are multiplied by the cosines, entry by entry. "
        "If its products are squared instead, the root is missing, and IWO of two equal planes is "
        "0.5."
    ),
)
def as_matrix_products() -> Readings:
    rng = np.random.default_rng(3)
    off: dict[str, list[float]] = {}
    for _ in range(CASES):
        s = random_spaces(rng)
        scaled = [np.sqrt(w)[:, None] * b for w, b in zip(s.importances, s.bases)]
        cosines, products = s.bases[0] @ s.bases[1].T, scaled[0] @ scaled[1].T
        weighted = [b.T @ (np.sqrt(w)[:, None] * b) for w, b in zip(s.importances, s.bases)]
        for reading, value in (
            ("roots, entry by entry with the cosines", (products * cosines).sum()),
            ("the trace of one matrix per factor", np.trace(weighted[0] @ weighted[1])),
            ("squares of the scaled products", (products**2).sum()),
        ):
            off.setdefault(reading, []).append(abs(value - s.overlap(0, 1)))
    return {reading: max(value) for reading, value in off.items()}


# ------------------------------------------------------------------- orthogonality of two subspaces


def orthogonality(one: Floats, other: Floats) -> float:
    """Equations 4 and 5: O of two subspaces, each an orthonormal basis as rows."""
    return float(((one @ other.T) ** 2).sum() / min(len(one), len(other)))


def pairs_of_spaces(seed: int, L: int = 6) -> list[tuple[Floats, Floats]]:
    """Pairs of subspaces of any dimensions, drawn at random."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, L, size=(CASES, 2))
    return [(random_bases(rng, L)[:j], random_bases(rng, L)[:k]) for j, k in sizes]


@DIRECTIONS(
    "geyer-o-bounds",
    covers=("geyer2024-19", "geyer2024-20", "geyer2024-70"),
    where="section 3.2, appendix D",
    expects=true("exactly then"),
    verdict="holds",
    statement=(
        "O is at its maximum, and the trace is min(Rj, Rk), if one subspace contains the other; O "
        "is at its minimum if they are orthogonal."
    ),
    note=f"{CASES} random pairs of any dimensions, nested pairs, orthogonal pairs.",
)
def extremes_of_orthogonality() -> Readings:
    rng = np.random.default_rng(4)
    checks: dict[str, list[bool]] = {"nested": [], "orthogonal": [], "neither": [], "trace": []}
    for first, other in pairs_of_spaces(4):
        inside = random_bases(rng, len(first)) @ first  # another basis of the same space
        R = int(rng.integers(1, len(first) + 1))
        checks["nested"].append(abs(orthogonality(first, inside[:R]) - 1) < 1e-9)
        checks["orthogonal"].append(orthogonality(first, completed(first)[len(first) :]) < 1e-9)
        checks["neither"].append(1e-9 < orthogonality(first, other) < 1 - 1e-9)
        trace = float(np.trace(first @ other.T @ other @ first.T))
        checks["trace"].append(trace <= min(len(first), len(other)) + 1e-9)
    return {reading: all(right) for reading, right in checks.items()}


@DIRECTIONS(
    "geyer-o-cosine",
    covers=("geyer2024-21",),
    where="section 3.2, appendix D",
    expects=below(0.01, "the same"),
    verdict="holds under a reading",
    meets="a vector of the smaller and its image in the larger, squared",
    note=(
        "Largest distance from O for 40 random pairs, with 20,000 unit vectors from each. For any "
        "two vectors neither is true: two vectors of one plane have an average squared cosine of "
        "0.5, but O is 1. The sentence is true for a vector of the smaller subspace and the "
        "nearest vector of the larger subspace."
    ),
)
def cosine_of_any_pair() -> Readings:
    rng = np.random.default_rng(5)
    off: dict[str, list[float]] = {}
    for pair in pairs_of_spaces(5)[:40]:
        small, large = sorted(pair, key=len)
        u, v = (rng.standard_normal((20_000, len(s))) @ s for s in (small, large))
        u, v = (w / np.linalg.norm(w, axis=1, keepdims=True) for w in (u, v))
        cosines, image = (u * v).sum(1), np.linalg.norm(u @ large.T, axis=1)
        for reading, estimate in (
            ("a vector of the smaller and its image in the larger, squared", image**2),
            ("any two vectors, squared", cosines**2),
            ("any two vectors, absolute", np.abs(cosines)),
        ):
            off.setdefault(reading, []).append(abs(estimate.mean() - orthogonality(small, large)))
    return {reading: max(estimate) for reading, estimate in off.items()}


@DIRECTIONS(
    "geyer-o-blind",
    covers=("geyer2024-22",),
    where="section 3.2",
    expects=true("only IWO"),
    verdict="holds",
    note=f"{CASES} random subspaces, each with two different rows of importances.",
)
def same_space_other_weights() -> Readings:
    rng, blind, sees = np.random.default_rng(6), [], []
    for _ in range(CASES):
        basis, R = random_bases(rng, 5), int(rng.integers(2, 6))
        weights = [random_importances(rng, 5, R) for _ in range(2)]
        blind.append(abs(orthogonality(basis[:R], basis[:R]) - 1) < 1e-9)
        sees.append(iwo(Subspaces([basis, basis], weights)).value > 1e-6)
    return {"O is still 1": all(blind), "IWO is above 0": all(sees)}


@DIRECTIONS(
    "geyer-graded",
    covers=("geyer2024-12",),
    where="section 3",
    expects=true("IWO rises with every step, the complement only changes once"),
    verdict="holds",
    note="One plane is turned by 0 to 90 degrees relative to another, in steps of 5.",
)
def degrees_of_a_turn() -> Readings:
    planes = [inclined_planes(inclination=angle, samples=100)[1] for angle in range(0, 95, 5)]
    lines = [Subspaces(s.bases[:, [1, 0, 2]], [[1, 0, 0]] * 2) for s in planes]
    values = [iwo(s).value for s in lines]
    strict = [bool(squared_cosines(s)[0, 0] < 1e-12) for s in lines]
    return {
        "IWO rises with every step": bool((np.diff(values) > 0.001).all()),
        "only at 90 degrees in the complement": sum(strict) == 1 and strict[-1],
    }


@DIRECTIONS(
    "geyer-cca",
    covers=("geyer2024-11",),
    where="section 3",
    expects=said("high"),
    verdict="holds under a reading",
    meets="the first canonical correlation",
    note=(
        f"{CASES} pairs of three-dimensional subspaces of nine latents that share one direction "
        "and are orthogonal otherwise: the smallest value found. The mean over all three "
        "directions is as low as O."
    ),
)
def one_shared_direction() -> Readings:
    rng, first, mean = np.random.default_rng(7), [], []
    for _ in range(CASES):
        basis = random_bases(rng, 9)
        basis_a, basis_b = (random_bases(rng, 3) @ basis[rows] for rows in ([0, 1, 2], [0, 3, 4]))
        correlations = np.linalg.svd(basis_a @ basis_b.T, compute_uv=False)
        first.append(correlations[0])
        mean.append(correlations.mean())
    return {"the first canonical correlation": min(first), "the mean of all": min(mean)}


def rank(importances: Floats) -> float:
    """IWR of one factor."""
    return iwr(Subspaces([np.eye(len(importances))], [importances])).value


@DIRECTIONS(
    "geyer-iwr",
    covers=("geyer2024-27", "geyer2024-28"),
    where="section 3.3",
    expects=true("exactly then"),
    verdict="holds",
    statement=(
        "IWR is 0 if all directions are equally important, and 1 if one direction has all the "
        "importance."
    ),
    note=(
        f"{MANY:,} rows of importances of 2 to 9 latents: random, even, and with a single "
        "direction; and one row in between, by hand."
    ),
)
def extremes_of_rank() -> Readings:
    rng = np.random.default_rng(8)
    right: dict[str, list[bool]] = {"even": [], "one direction": [], "anything else": []}
    right["two of four, evenly: half"] = [abs(rank(np.array([0.5, 0.5, 0, 0])) - 0.5) < 1e-9]
    for _ in range(MANY // 10):
        L = int(rng.integers(2, 10))
        right["even"].append(abs(rank(np.full(L, 1 / L))) < 1e-9)
        right["one direction"].append(rank(np.eye(L)[int(rng.integers(L))]) > 1 - 1e-9)
        right["anything else"].append(1e-9 < rank(rng.dirichlet(np.ones(L))) < 1 - 1e-9)
    return {reading: all(checks) for reading, checks in right.items()}


class CountingNumber(float):
    """A number that counts how often it is multiplied."""

    times = 0

    def __mul__(self, other: float) -> "CountingNumber":
        CountingNumber.times += 1
        return CountingNumber(float(self) * float(other))


def as_counting(table: Floats) -> NDArray[np.object_]:
    """The table with numbers that count."""
    return np.vectorize(CountingNumber, otypes=[object])(table)


def pair_by_pair(bases: Floats, weights: Floats) -> None:
    for j in range(len(bases)):
        for k in range(j):
            cosines = as_counting((as_counting(bases[j]) @ bases[k].T).astype(float))
            as_counting(np.sqrt(np.outer(weights[j], weights[k]))) * (cosines * cosines)


def factor_by_factor(bases: Floats, weights: Floats) -> None:
    total = np.zeros(bases.shape[1:])
    for basis, row in zip(bases, weights):
        scaled = (as_counting(np.sqrt(row))[:, None] * basis).astype(float)
        matrix = (as_counting(basis.T) @ scaled).astype(float)
        total = total + matrix
        as_counting(matrix) * matrix
    as_counting(total) * total


def entropies(bases: Floats, weights: Floats) -> None:
    as_counting(weights) * np.log(weights)


@DIRECTIONS(
    "geyer-complexity",
    covers=("geyer2024-68",),
    where="appendix C",
    expects=equals_printed("1"),
    verdict="holds under a reading",
    meets="IWO, one matrix per factor first",
    note=(
        "We count the multiplications for 10 and for 20 factors and report the power of K by "
        "which they grow. Pair by pair, as in equations 6 and 7, the power is 2. With one matrix "
        "per factor (see geyer-appendix-d), whose sum is squared, the power is 1."
    ),
)
def powers_of_K() -> Readings:
    rng, exponents = np.random.default_rng(9), {}
    for reading, multiply in (
        ("IWO, one matrix per factor first", factor_by_factor),
        ("IWO, pair by pair", pair_by_pair),
        ("IWR", entropies),
    ):
        counts = []
        for K in (10, 20):
            CountingNumber.times = 0
            multiply(np.array([random_bases(rng, 4)] * K), rng.dirichlet(np.ones(4), K))
            counts.append(CountingNumber.times)
        exponents[reading] = float(np.log2(counts[1] / counts[0]))
    return exponents


@DIRECTIONS(
    "geyer-differentiable",
    covers=("geyer2024-69",),
    where="appendix C",
    expects=below(1e-3, "one slope, from both sides"),
    verdict="holds under a reading",
    meets="IWO, all importances above 0",
    note=(
        "The relative difference between the slopes on both sides of a random world, along random "
        "changes of importances. If an importance is 0 and starts to grow, the root and the "
        "logarithm have no slope there: it grows without bound."
    ),
)
def slopes_from_both_sides() -> Readings:
    rng, gaps, step = np.random.default_rng(10), {}, 1e-7
    bases = np.array([random_bases(rng, 4) for _ in range(2)])
    change = np.array([[2.0, -1, -2, 1], [0, 0, 0, 0]])  # the last direction enters or grows
    for name, metric in (("IWO", iwo), ("IWR", iwr)):
        for where, row in (
            ("all importances above 0", [0.4, 0.3, 0.2, 0.1]),
            ("a direction enters", [0.4, 0.3, 0.3, 0.0]),
        ):
            value = lambda s, row=row, metric=metric: metric(
                Subspaces(bases, np.array([row] * 2) + s * change)
            )
            once, twice = ((float(value(h)) - float(value(0))) / h for h in (step, step * 100))
            gaps[f"{name}, {where}"] = abs(once - twice) / max(abs(once), abs(twice))
    return gaps


# ----------------------------------------------------------------- generative component analysis

LEAF = "x^3 - 3 x y^2"


def explained_by_direction(angle: float) -> float:
    """The share of x^3 - 3 x y^2 that one direction of two normal latents explains, exactly.

    By Gauss-Hermite quadrature: the squared products with the Hermite polynomials of a direction.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(12)
    x, y = np.meshgrid(nodes, nodes)
    mass = np.outer(weights, weights) / (2 * np.pi)
    factor, u = x**3 - 3 * x * y**2, np.cos(angle) * x + np.sin(angle) * y
    hermite = {1: u, 2: (u**2 - 1) / np.sqrt(2), 3: (u**3 - 3 * u) / np.sqrt(6)}
    explained = sum((mass * factor * h).sum() ** 2 for h in hermite.values())
    return float(explained / (mass * factor**2).sum())


def chi_square_nodes(freedom: int) -> tuple[Floats, Floats]:
    """Nodes and weights of a quadrature over a chi-square distribution."""
    from scipy.special import roots_genlaguerre

    if freedom == 0:
        return np.zeros(1), np.ones(1)
    x, w = roots_genlaguerre(80, freedom / 2 - 1)
    return 2 * x, w / w.sum()


def explained_by_first(R: int) -> Floats:
    """The share of the root of R mean squares that the first 0, 1, ... R latents explain, exactly.

    By quadrature over the chi-square distributions of the known and of the unknown squares.
    """
    spread = []
    for n_known in range(R + 1):
        (s, p), (t, q) = chi_square_nodes(n_known), chi_square_nodes(R - n_known)
        guess = np.sqrt((s[:, None] + t) / R) @ q
        spread.append(p @ guess**2 - (p @ guess) ** 2)
    return np.array(spread) / spread[-1]


@DIRECTIONS(
    "geyer-order",
    covers=("geyer2024-16",),
    where="section 3.1, proof of Theorem B.2",
    expects=above(-0.005, "b1 matters at least as much as b2"),
    verdict="holds under a reading",
    meets="the mean of squares",
    note=(
        "Importance of the first direction minus that of the last. Importances need not fall when "
        f"the least important dimension is dropped. In {LEAF} any one direction explains a quarter "
        "and the second explains the rest. In the root of mean squares the last direction "
        "explains a little more than the first. Theorem B.2 still holds (geyer-b2 takes "
        "importances in any order)."
    ),
)
def first_minus_last() -> Readings:
    best = max(map(explained_by_direction, np.linspace(0, np.pi, 181)))
    steps = np.diff(explained_by_first(5))
    squares = np.diff(np.arange(6) / 5)  # for a sum of independent terms of equal variance
    return {
        "the mean of squares": squares[0] - squares[-1],
        "the root of mean squares, R = 5": steps[0] - steps[-1],
        f"{LEAF}, R = 2": best - (1 - best),
    }


@DIRECTIONS(
    "geyer-nested",
    covers=("geyer2024-15",),
    where="section 3.1, below equation 1",
    expects=above(-1e-9, "never below 0"),
    verdict="holds",
    note=(
        f"The smallest step of the loss of linear regression for {CASES} random chains of "
        "projections of six latents. Learned losses may violate this, because training is not "
        "perfect (geyer-h-levels)."
    ),
)
def smallest_step() -> float:
    rng, smallest = np.random.default_rng(11), np.inf
    for _ in range(CASES):
        z, v = rng.standard_normal((60, 6)), rng.standard_normal(60)
        chain, mean_squares = z @ random_bases(rng, 6).T, []
        for level in range(1, 7):
            line = np.linalg.lstsq(chain[:, :level], v, rcond=None)[0]
            mean_squares.append(np.mean((v - chain[:, :level] @ line) ** 2))
        smallest = min(smallest, -np.diff(mean_squares).max())
    return float(smallest)


@DIRECTIONS(
    "geyer-commutative",
    covers=("geyer2024-34",),
    where="section 5.1",
    expects=below(0.05, "evenly"),
    verdict="holds under a reading",
    meets="the root of mean squares",
    note=(
        "Largest distance of five importances from a fifth, exactly. A commutative map is not "
        "enough: the mean is commutative, but one direction has all the importance."
    ),
)
def distance_from_even() -> Readings:
    mean = subspaces_of_a_mean()
    return {
        "the root of mean squares": float(np.abs(np.diff(explained_by_first(5)) - 0.2).max()),
        "the mean": float(np.abs(np.sort(mean)[::-1][:5] - 0.2).max()),
    }


def subspaces_of_a_mean() -> Floats:
    """Importances of the directions of the mean of five normal latents, by the best line."""
    c = np.random.default_rng(12).standard_normal((2_000, 5))
    rep = Representation(
        c.mean(1)[:, None], c, factor_types="continuous", latent_types="continuous"
    )
    return subspaces(rep).importances[0]


@DIRECTIONS(
    "geyer-spread",
    covers=("geyer2024-18",),
    where="section 3.1, equation 3",
    expects=true("the more is lost, the lower"),
    verdict="holds",
    note=(
        f"{CASES} random rows of importances, scaled to the explained share: IWR falls with every "
        "tenth that is lost. We also compare one direction that explains a fifth with three that "
        "explain everything: without the spreading the first would have an IWR of 1."
    ),
)
def rank_and_loss() -> Readings:
    rng, falls = np.random.default_rng(13), []
    spread = lambda row, weight: weight * row + (1 - weight) / len(row)
    for _ in range(CASES):
        row = random_importances(rng, 10, int(rng.integers(1, 6)))
        values = [rank(spread(row, weight)) for weight in np.linspace(1, 0, 11)]
        falls.append((np.diff(values) < 0).all())
    poor, rich = spread(np.eye(10)[0], 0.2), np.repeat([1 / 3, 0], [3, 7])
    return {
        "IWR falls with the loss": all(falls),
        "three good directions have more": rank(rich) > rank(poor),
        "but would have less without it": rank(rich) < rank(np.eye(10)[0]),
    }


def error_of_polynomial(degree: int, half: int, test_rows: slice, v: Floats, z: Floats) -> float:
    """The mean squared error of a polynomial that is fitted on the first half of the samples."""
    fitted = polynomial(degree).fit(z[:half], v[:half])
    return float(np.mean((v[test_rows] - fitted.predict(z[test_rows])) ** 2))


@functools.cache
def by_polynomials(rep: Representation, degree: int = 2, evaluate_on: str = "test") -> Subspaces:
    """Directions that fitted polynomials use, and how much each reduces the loss; ours.

    The directions are those along which a polynomial of all latents changes most. The spine keeps,
    as its last direction, the most predictive direction of their first plane. The importances are
    those of equations 1 to 3: a polynomial is fitted on every level and tested on its training
    samples or on new samples.
    """
    half, L = len(rep) // 2, rep.latents.shape[1]
    test_rows = slice(half, None) if evaluate_on == "test" else slice(0, half)
    bases, rows = [], []
    for v in rep.factors.T:
        residual = functools.partial(error_of_polynomial, degree, half, test_rows, v)
        basis = gradient_basis(polynomial(degree).fit(rep.latents[:half], v[:half]), rep.latents)
        plane = [
            plane_rotation(angle) @ basis[:2] for angle in np.linspace(0, np.pi, 24, endpoint=False)
        ]
        basis[:2] = min(plane, key=lambda rows: residual(rep.latents @ rows[:1].T))
        levels = [residual(rep.latents @ basis[:size].T) for size in range(1, L + 1)]
        constant = float(np.mean((v[test_rows] - v[:half].mean()) ** 2))
        bases.append(basis)
        rows.append(from_losses(np.array([[constant, *levels]]), range(1, L + 1))[0])
    return Subspaces(np.array(bases), np.array(rows))


def gradient_basis(fitted: "Pipeline", x: Floats) -> Floats:
    """Orthonormal directions, that of the largest mean squared slope first."""
    nudge = 1e-4 * np.eye(x.shape[1])
    slopes = np.array([fitted.predict(x + e) - fitted.predict(x - e) for e in nudge])
    return np.linalg.eigh(slopes @ slopes.T)[1].T[::-1].copy()


def plane_rotation(angle: float) -> Floats:
    """The rotation of a plane."""
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def polynomial(degree: int) -> "Pipeline":
    """A least-squares polynomial."""
    from sklearn.linear_model import LinearRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures

    return make_pipeline(PolynomialFeatures(degree), LinearRegression())


@DIRECTIONS(
    "geyer-train-test",
    covers=("geyer2024-74",),
    where="appendix F.5.1",
    expects=said("robust"),
    verdict="holds",
    note=(
        "Largest difference of an importance in our worlds (six latents, two or three for each "
        "factor), with polynomials instead of networks and 5,000 samples in each half."
    ),
)
def importances_old_and_new() -> Readings:
    differences = {}
    for R in (2, 3):
        rep, _ = make_subspaces(6, 3, R, "poly")
        new, old = (by_polynomials(rep, evaluate_on=rows) for rows in ("test", "train"))
        differences[f"R = {R}"] = float(np.abs(new.importances - old.importances).max())
    return differences


# ------------------------------------------------------------------------------ axes and directions


@functools.cache
def turned_line(turned: bool) -> tuple[Representation, Subspaces]:
    """Five linear factors of five latents, the space rotated or not, and the truth."""
    return make_subspaces(5, 5, 1, "linear", turned, samples=3_000)


@DIRECTIONS(
    "geyer-rotation",
    covers=("geyer2024-02", "geyer2024-07"),
    where="sections 1 and 5",
    expects=below(0.2, "completely entangled"),
    verdict="holds under a reading",
    meets="two factors turned by 45 degrees",
    statement=(
        "According to DCI, a rotated space with orthogonal directions is completely entangled."
    ),
    note=(
        "How far D falls depends on the angle: a random rotation of five directions is not a turn "
        "by 45 degrees."
    ),
)
def d_of_a_rotation() -> Readings:
    return {
        "two factors turned by 45 degrees": disentanglement(rotated(45)),
        "five directions, rotated at random": disentanglement(turned_line(True)[0]),
    }


@DIRECTIONS(
    "geyer-iwo-rotation",
    covers=("geyer2024-35",),
    where="sections 1 and 5",
    expects=below(1e-6, "unchanged"),
    verdict="holds",
    note=(
        "How far IWO and IWR move, by exact linear regression. IWO is below 1, because factors "
        "are clipped and rounded, and the part that no straight line explains is spread over all "
        "directions."
    ),
)
def iwo_of_a_rotation() -> Readings:
    return {
        name: abs(metric(turned_line(True)[0]).value - metric(turned_line(False)[0]).value)
        for name, metric in (("IWO", iwo), ("IWR", iwr))
    }


@DIRECTIONS(
    "geyer-sap-mig",
    covers=("geyer2024-02",),
    where="sections 1 and 2",
    expects=above(0.5, "axes only"),
    pinned={"MIG": "0.645"},
    verdict="holds",
    note=(
        "How far the scores fall when the space of five linear factors of five latents is "
        "rotated, which keeps their directions orthogonal."
    ),
)
def falls_by_a_rotation() -> Readings:
    return {
        name: metric(turned_line(False)[0]).value - metric(turned_line(True)[0]).value
        for name, metric in (
            ("MIG", mig),
            ("SAP", sap),
            ("D", disentanglement),
            ("C", completeness),
        )
    }


@DIRECTIONS(
    "geyer-impossible",
    covers=("geyer2024-05",),
    where="section 1",
    expects=true("the same distribution, another code"),
    verdict="holds",
    note="Uniform latents through the normal quantiles, turned, and back; 20,000 samples.",
)
def same_distribution_another_code() -> Readings:
    return normals_turned()


@DIRECTIONS(
    "geyer-turned-back",
    covers=("geyer2024-61",),
    where="section 6",
    expects=said("high"),
    verdict="holds",
    note=(
        "Five linear factors of five rotated latents, turned back by the directions that exact "
        "regression finds. Before this turn D is below 0.5."
    ),
)
def d_after_turning_back() -> float:
    rep = turned_line(True)[0]
    directions = subspaces(rep).bases[:, 0]
    rotation = np.linalg.qr(directions.T)[0]
    back = Representation(
        rep.factors, rep.latents @ rotation, factor_types="continuous", latent_types="continuous"
    )
    return disentanglement(back).value if disentanglement(rep).value < 0.5 else 0.0


# ------------------------------------------------------------- figure 1: three spaces and who reads

SLANT = 30  # degrees between the directions of size and colour in space (iii)


def circles(side: int = 9) -> Floats:
    """All sizes with all colours, from -1 to 1."""
    return 2 * grid(side, side) / (side - 1) - 1


def space(name: str, factors: Floats) -> Floats:
    """The three spaces of figure 1, in our reading: on the axes, turned by 45 degrees, slanted.

    In (iii) size is on the first axis and colour is at 30 degrees to it. The second coordinate is
    clipped at -1 and 1, because the space has no room for the largest, lightest circles.
    """
    if name == "i":
        return factors
    if name == "ii":
        return factors @ np.array([[1, 1], [-1, 1]]) / np.sqrt(2)
    slant = np.radians(SLANT)
    across = (factors[:, 1] - np.cos(slant) * factors[:, 0]) / np.sin(slant)
    return np.column_stack([factors[:, 0], across.clip(-1, 1)])


def as_space(name: str, factors: Floats) -> Representation:
    """The circles in one of the spaces."""
    return Representation(factors, space(name, factors), latent_types="continuous")


@DIRECTIONS(
    "geyer-extremes",
    covers=("geyer2024-10",),
    where="section 1, figure 1",
    expects=true("only (iii), and at both ends"),
    verdict="holds",
    note=(
        "81 circles in three spaces, which we built from the words of the figure: which circles "
        "share a code."
    ),
)
def circles_that_share_a_code() -> Readings:
    v = circles()
    shared = {}
    for name in ("i", "ii", "iii"):
        _, where, counts = np.unique(
            space(name, v).round(9), axis=0, return_inverse=True, return_counts=True
        )
        shared[name] = counts[where.ravel()] > 1
    ends = [shared["iii"][(v == end).all(1)].all() for end in ([1, -1], [-1, 1])]
    return {
        "(i) and (ii) distinguish all": not (shared["i"].any() or shared["ii"].any()),
        "(iii) loses both ends": all(ends) and not shared["iii"].all(),
    }


@DIRECTIONS(
    "geyer-slanted",
    covers=("geyer2024-08",),
    where="section 1, figure 1",
    expects=above(0.05, "less entangled"),
    verdict="holds",
    note=(
        "Score of (iii) minus score of (ii), 2,000 circles; we built the spaces from the words of "
        "the figure."
    ),
)
def slanted_minus_turned() -> Readings:
    rng = np.random.default_rng(14)
    v = circles()[rng.integers(81, size=2_000)]
    return {
        name: metric(as_space("iii", v)).value - metric(as_space("ii", v)).value
        for name, metric in (("D", disentanglement), ("MIG", mig), ("SAP", sap))
    }


@functools.cache
def reader_r2(reader: str, name: str, seed: int = 0) -> float:
    """R2, mean over size and colour, of a predictor with one space on new circles."""
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.linear_model import LinearRegression
    from sklearn.neural_network import MLPRegressor

    readers = {
        "linear": LinearRegression(),
        "deep": MLPRegressor(hidden_layer_sizes=(20, 20), max_iter=2_000, random_state=seed),
        "forest": RandomForestRegressor(50, random_state=seed),
    }
    v = np.random.default_rng(seed).uniform(-1, 1, (1_500, 2))
    z = space(name, v)
    return float(readers[reader].fit(z[:300], v[:300]).score(z[300:], v[300:]))


@DIRECTIONS(
    "geyer-readers",
    covers=("geyer2024-09",),
    where="section 1, figure 1",
    expects=above(0.01, "better"),
    verdict="holds",
    note=(
        "R2 of the worse of (i) and (ii) minus that of (iii), with 300 training circles. All "
        "three predictors agree."
    ),
)
def orthogonal_minus_slanted() -> Readings:
    return {
        reader: min(reader_r2(reader, "i"), reader_r2(reader, "ii")) - reader_r2(reader, "iii")
        for reader in ("linear", "deep", "forest")
    }


@DIRECTIONS(
    "geyer-forest-slant",
    covers=("geyer2024-58",),
    where="section 5.2 (1)",
    expects=above(0.0, "(iii) is fitted better"),
    verdict="holds under a reading",
    meets="size, which is on an axis of (iii)",
    note=(
        "R2 of a forest in (iii) minus (ii), with 300 training circles. The sentence is true for "
        "size, which is on an axis; colour is lost where (iii) has no room for it."
    ),
)
def forest_on_slanted_minus_turned() -> Readings:
    from sklearn.ensemble import RandomForestRegressor

    v = np.random.default_rng(0).uniform(-1, 1, (1_500, 2))
    r2 = {}
    for name in ("ii", "iii"):
        z, forest = space(name, v), RandomForestRegressor(50, random_state=0)
        wrong = v[300:] - forest.fit(z[:300], v[:300]).predict(z[300:])
        r2[name] = 1 - (wrong**2).mean(0) / v[300:].var(0)
    gain = r2["iii"] - r2["ii"]
    return {"size, which is on an axis of (iii)": gain[0], "both, mean": gain.mean()}


@functools.cache
def accuracy(reader: str, turned: bool) -> float:
    """How often a predictor finds the right quarter of two factors, on axes or turned."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.neural_network import MLPClassifier

    z, v = turned_line(turned)[0].latents, turned_line(turned)[0].factors
    readers = {
        "forest": lambda: RandomForestClassifier(30, random_state=0),
        "logistic regression": lambda: LogisticRegression(max_iter=500),
        "MLP": lambda: MLPClassifier(hidden_layer_sizes=(30,), max_iter=150, random_state=0),
    }
    right = []
    for k in range(2):
        quarter = np.searchsorted(np.quantile(v[:, k], [0.25, 0.5, 0.75]), v[:, k])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # 150 iterations may not converge, but suffice here
            right.append(
                readers[reader]().fit(z[:1_000], quarter[:1_000]).score(z[1_000:], quarter[1_000:])
            )
    return float(np.mean(right))


@DIRECTIONS(
    "geyer-aligned-forest",
    covers=("geyer2024-60",),
    where="section 5.2",
    expects=said("depends"),
    verdict="holds",
    statement="Alignment with the axes is expected to help random forests.",
    note=(
        "Accuracy on the axes minus accuracy after a turn: quarters of linear factors, 1,000 "
        "samples."
    ),
)
def alignment_for_forests() -> float:
    return accuracy("forest", False) - accuracy("forest", True)


@DIRECTIONS(
    "geyer-aligned-others",
    covers=("geyer2024-60",),
    where="section 5.2",
    expects=below(0.03, "no benefit"),
    verdict="holds",
    statement="Alignment with the axes is not expected to help logistic regression or networks.",
    note="The same difference as in geyer-aligned-forest, without its sign.",
)
def alignment_for_others() -> Readings:
    return {
        reader: abs(accuracy(reader, False) - accuracy(reader, True))
        for reader in ("logistic regression", "MLP")
    }


# ---------------------------------------------------------------- appendices A and B: four cases


CUBIC = "each factor a cubic of a latent"


@DIRECTIONS(
    "geyer-explicit-line",
    covers=("geyer2024-63",),
    lesson="directions",
    where="appendix A",
    expects=true("exactly then"),
    pinned={CUBIC: "0.70"},
    witnesses=(CUBIC,),
    verdict="holds",
    note=(
        "Mixed linear factors have 1; with a small square added the score is below 1. A line and "
        "a square do not explain the cubic at all: for six degrees that is an area of 1.5 out of "
        "5, and a score of 0.7."
    ),
)
def explicit_exactly_if_linear() -> Readings:
    rng = np.random.default_rng(15)
    c = rng.standard_normal((1_000, 3))
    linear = c @ random_bases(rng, 3)
    score = lambda v: (
        explicitness_es(
            Representation(v, c, factor_types="continuous", latent_types="continuous")
        ).value
    )
    return {
        "linear factors have 1": score(linear) > 1 - 1e-6,
        "others have less": score(linear + 0.1 * c**2) < 1 - 1e-4,
        CUBIC: score(c**3 - 3 * c),
    }


PLANES_AND_FUNCTIONS = {
    "i": ("squares", 90),
    "ii": ("squares", 40),
    "iii": ("cosines", 90),
    "iv": ("cosines", 40),
}


@functools.cache
def case(name: str) -> tuple[float, float, float]:
    """IWO, explicitness and D of two factors on two planes of three latents.

    IWO is by polynomials of degree 10, which only use factors and latents.
    """
    rep, _ = inclined_planes(*PLANES_AND_FUNCTIONS[name], samples=2_000)
    return (
        iwo(by_polynomials(rep, degree=10)).value,
        explicitness_es(rep).value,
        disentanglement(rep, n_estimators=5).value,
    )


@DIRECTIONS(
    "geyer-cases-iwo",
    covers=("geyer2024-64",),
    lesson="directions",
    where="appendix B",
    expects=true("i, iii against ii, iv"),
    verdict="holds",
    note=(
        "Fitted polynomials (ours) find the planes from samples of each case; we do not use the "
        "true planes."
    ),
)
def iwo_tells_planes() -> Readings:
    scores = {name: case(name)[0] for name in PLANES_AND_FUNCTIONS}
    true_ones = {
        name: iwo(inclined_planes(*setting, samples=100)[1]).value
        for name, setting in PLANES_AND_FUNCTIONS.items()
    }
    return {
        "orthogonal above inclined": min(scores["i"], scores["iii"])
        > max(scores["ii"], scores["iv"]) + 0.1,
        "whatever the function": max(
            abs(scores["i"] - scores["iii"]), abs(scores["ii"] - scores["iv"])
        )
        < 0.05,
        "as for the true planes": max(
            abs(scores[name] - true_ones[name]) for name in PLANES_AND_FUNCTIONS
        )
        < 0.05,
    }


@DIRECTIONS(
    "geyer-cases-explicitness",
    covers=("geyer2024-65",),
    lesson="directions",
    where="appendix B",
    expects=true("i, ii against iii, iv"),
    verdict="holds",
    note="Polynomials of degree 1 to 6; the frequency of the cosine is 4.",
)
def explicitness_tells_functions() -> bool:
    values = {name: case(name)[1] for name in PLANES_AND_FUNCTIONS}
    return (
        min(values["i"], values["ii"]) > max(values["iii"], values["iv"]) + 0.05
        and abs(values["i"] - values["ii"]) < 0.05
    )


@DIRECTIONS(
    "geyer-cases-d",
    covers=("geyer2024-66",),
    lesson="directions",
    where="appendix B",
    expects=below(0.6, "penalises all four"),
    verdict="holds",
)
def d_in_all_four() -> Readings:
    return {f"case ({name})": case(name)[2] for name in PLANES_AND_FUNCTIONS}


@DIRECTIONS(
    "geyer-cases-planes",
    covers=("geyer2024-67",),
    lesson="directions",
    where="appendix B",
    expects=equals_printed("90", digits=6),
    verdict="holds under a reading",
    meets="between their normals",
    note=(
        "In degrees. Two planes of three latents share a line: they meet at a right angle, but "
        "neither is in the orthogonal complement of the other, so their IWO is 0.5 rather than 1."
    ),
)
def angles_between_planes() -> Readings:
    first, other = inclined_planes(*PLANES_AND_FUNCTIONS["i"], samples=100)[1].bases
    cosines = np.linalg.svd(first[:2] @ other[:2].T, compute_uv=False)
    return {
        "between their normals": float(np.degrees(np.arccos(abs(first[2] @ other[2])))),
        "between any two vectors": float(np.degrees(np.arccos(cosines.max().clip(0, 1)))),
    }
