"""Numbers that other libraries print, and the samples for which they print them.

The code of each library was run outside this package on the cases below. A case has 15,000 samples
drawn with numpy's default_rng: the first 10,000 for training (or counting) and the last 5,000 for
testing. A library that splits a table at random received all 15,000. If a library requires labels,
continuous factors were cut into 20 bins of equal width.

`library_scores.csv` contains the results. Each row has the commit or version of the library, the
version of scikit-learn it ran with, the variant that was called, and the day on which the row was
added. `convention` names the convention with the same settings, if there is one. "nan", "inf" and
"error" are results, too. If a library was run with several seeds, `value` is the mean, `runs` is
the number of seeds, and `deviation` is the standard deviation over them.
"""

import functools
from collections.abc import Callable, Sequence
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..representation import Representation

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
LEARN = 10_000
SPRITES = (3, 6, 40, 32, 32)  # values per factor, as in dSprites


def _sample_factors(
    seed: int, sizes: Sequence[int] = SPRITES
) -> tuple[Floats, np.random.Generator]:
    rng = np.random.default_rng(seed)
    return np.stack([rng.integers(0, m, size=15_000) for m in sizes], axis=1).astype(float), rng


def _standardize(factors: Floats, sizes: Sequence[int] = SPRITES) -> Floats:
    """Zero mean and unit variance under the distribution from which the factors are sampled."""
    m = np.asarray(sizes, dtype=float)
    return (factors - (m - 1) / 2) / np.sqrt((m**2 - 1) / 12)


def _a_copy() -> tuple[Floats, Floats]:
    factors, _ = _sample_factors(0)
    return factors, _standardize(factors)


def _a_copy_dead() -> tuple[Floats, Floats]:
    factors, latents = _a_copy()
    return factors, np.hstack([np.zeros_like(latents), latents])


def _b_rot45() -> tuple[Floats, Floats]:
    factors, _ = _sample_factors(1)
    rotation, r = np.eye(5), np.sqrt(0.5)
    rotation[0:2, 0:2] = rotation[2:4, 2:4] = [[r, -r], [r, r]]
    return factors, _standardize(factors) @ rotation


def _c_dup() -> tuple[Floats, Floats]:
    factors, _ = _sample_factors(4)
    return factors, np.repeat(_standardize(factors), 2, axis=1)


def _e_noise05() -> tuple[Floats, Floats]:
    factors, rng = _sample_factors(7)
    return factors, _standardize(factors) + 0.5 * rng.standard_normal((15_000, 5))


def _f_noise() -> tuple[Floats, Floats]:
    factors, rng = _sample_factors(8)
    return factors, rng.standard_normal((15_000, 5))


def _smooth(power: int) -> tuple[Floats, Floats]:
    factors = np.random.default_rng(9).uniform(-1, 1, size=(15_000, 5))
    return factors, factors**power


# Factors that are not uniform or not independent, and codes that some conventions cannot handle.


def _normal() -> tuple[Floats, Floats]:
    rng = np.random.default_rng(11)
    factors = rng.standard_normal((15_000, 5))
    return factors, factors + 0.5 * rng.standard_normal(factors.shape)


def _imbalanced() -> tuple[Floats, Floats]:
    sizes = (2, 3, 4, 5, 6)
    rng = np.random.default_rng(12)
    shares = [0.5 ** np.arange(m) / (0.5 ** np.arange(m)).sum() for m in sizes]
    factors = np.stack([rng.choice(len(p), 15_000, p=p) for p in shares], axis=1).astype(float)
    return factors, _standardize(factors, sizes) + 1.5 * rng.standard_normal(factors.shape)


def _twelve() -> tuple[Floats, Floats]:
    sizes = (5,) * 6 + (20,) * 6
    factors, rng = _sample_factors(13, sizes)
    standardized = _standardize(factors, sizes)
    return factors, standardized + 0.6 * np.roll(
        standardized, 1, axis=1
    ) + 2.0 * rng.standard_normal(standardized.shape)


def _sorted() -> tuple[Floats, Floats]:
    sizes = (3, 6, 40)
    factors, rng = _sample_factors(14, sizes)
    factors = factors[np.lexsort(factors.T[::-1])]
    return factors, _standardize(factors, sizes) + 0.2 * rng.standard_normal(factors.shape)


def _dead_beside_mixtures() -> tuple[Floats, Floats]:
    rng = np.random.default_rng(15)
    shares = (0.6, 0.3, 0.1), (0.5, 0.3, 0.2), (0.4, 0.3, 0.2, 0.1)
    factors = np.stack([rng.choice(len(p), 15_000, p=p) for p in shares], axis=1).astype(float)
    noise = 0.3 * rng.standard_normal((15_000, 2))
    moving = np.column_stack([factors[:, 0] - factors[:, 1], factors[:, 2]]) + noise
    return factors, np.insert(moving, [1, 1], 0.0, axis=1)


def _correlated() -> tuple[Floats, Floats]:
    rng = np.random.default_rng(16)
    shared, individual = rng.standard_normal((15_000, 1)), rng.standard_normal((15_000, 5))
    factors = (2 * (0.7 * shared + 0.7 * individual)).round().clip(-4, 4) + 4
    return factors, factors + 3.0 * rng.standard_normal(individual.shape)


def _two_for_five() -> tuple[Floats, Floats]:
    factors, _ = _sample_factors(17)
    weights = [[1, 0], [0.7, 0], [0.3, 1], [0, 0.7], [0, -0.4]]
    return factors, _standardize(factors) @ np.array(weights)


CASES: dict[str, tuple[str, Callable[[], tuple[Floats, Floats]]]] = {
    "a_copy": ("every latent copies a factor", _a_copy),
    "b_rot45": ("a copy, turned by 45 degrees in two planes", _b_rot45),
    "c_dup": ("every factor copied twice", _c_dup),
    "e_noise05": ("a copy with noise of half a deviation", _e_noise05),
    "f_noise": ("noise that knows no factor", _f_noise),
    "g_cont_copy": ("a copy of continuous factors", lambda: _smooth(1)),
    "g_pow15": ("continuous factors to the power 15", lambda: _smooth(15)),
    "a_copy_dead": ("five dead latents before a copy", _a_copy_dead),
    "normal": ("a noisy copy of normal factors", _normal),
    "imbalanced": ("a noisy copy of factors with rare levels", _imbalanced),
    "twelve": ("twelve factors, each leaks into the next latent", _twelve),
    "sorted": ("a noisy copy in sorted rows", _sorted),
    "dead_mixtures": ("two dead latents between two mixtures", _dead_beside_mixtures),
    "correlated": ("a noisy copy of correlated factors", _correlated),
    "two_for_five": ("two latents for five factors", _two_for_five),
}


@functools.cache
def case(name: str, rows: int = LEARN) -> Representation:
    """The samples of a case, as a Representation.

    Parameters
    ----------
    name : str
        A name of CASES, such as "a_copy".
    rows : int, default=10000
        Number of samples, up to 15,000. The first 10,000 are those that libraries are trained on.

    Returns
    -------
    rep : Representation
        Factors and latents.

    Raises
    ------
    ValueError
        If there is no such case.

    Examples
    --------
    >>> from disentangle_edu import library_scores
    >>> library_scores.case("b_rot45", 1_000).latents.shape
    (1000, 5)
    """
    if name not in CASES:
        raise ValueError(f"case: found {name!r}, expected one of {', '.join(CASES)}.")
    description, draw = CASES[name]
    factors, latents = draw()
    return Representation(factors[:rows], latents[:rows], description=description)


@functools.cache
def figures() -> "pd.DataFrame":
    """All numbers that libraries printed, as a pandas table.

    Returns
    -------
    table : DataFrame
        One row per case, library, metric and variant. All columns are text, because "nan", "inf"
        and "error" are among the values.

    Examples
    --------
    >>> from disentangle_edu import library_scores
    >>> library_scores.figures().columns.tolist()[:6]
    ['case', 'library', 'commit', 'metric', 'variant', 'value']
    """
    import pandas as pd

    with resources.files(__package__).joinpath("library_scores.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file, dtype=str, keep_default_na=False)


def figure(case: str, metric: str, convention: str) -> float:
    """Number that a library printed for a metric of a case.

    Parameters
    ----------
    case : str
        A name of CASES.
    metric : str
        A name of METRICS.
    convention : str
        Name of our convention for the library.

    Returns
    -------
    number : float
        The number. NaN if the library printed NaN or stopped with an error.

    Raises
    ------
    ValueError
        If the number was never measured. The error lists what was measured.

    Examples
    --------
    >>> from disentangle_edu import library_scores
    >>> round(library_scores.figure("a_copy", "mig", "disentanglement_lib"), 3)
    0.897
    """
    table = figures()
    of_metric = table[table.metric == metric]
    under = of_metric[of_metric.convention == convention]
    values = under[under.case == case].value
    if len(values):
        return float("nan") if values.iloc[0] == "error" else float(values.iloc[0])
    conventions = sorted(set(of_metric.convention) - {""})
    if len(under):
        expected = f"one of the cases {', '.join(under.case.unique())}"
    elif conventions:
        expected = f"a convention among {', '.join(conventions)}"
    else:
        expected = f"another metric: {metric} is in no library"
    raise ValueError(
        f"figure: found no figure of {convention!r} for {metric} of {case!r}, which was never "
        f"measured; expected {expected}."
    )
