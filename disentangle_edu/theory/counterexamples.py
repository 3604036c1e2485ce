"""Search for counterexamples: small look-up encoders that a metric misjudges.

    find_counterexample(mig, 2)      violates the characteristic that MIG reflects, and scores high
    find_counterexample(beta_vae, 1) satisfies the characteristic, and scores low
    find_disagreement(mig, dcimig)   the first score is high, the second low

The search starts from random tables and keeps the best one. Scores are exact (see `enumeration`),
and so is the test of the requirement: an encoder that violates the requirement is never returned.
If the search finds nothing, no counterexample was among the candidates; that is not a proof.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices import InformativenessMatrix
from ..metric import METRICS, Metric
from ..representation import Representation
from ..types import Progress
from ..validation import check_count
from ..worlds.examples import grid
from .enumeration import (
    Floats,
    MatrixStack,
    Tables,
    Whole,
    bayes_accuracy,
    exact,
    exact_values,
    excess,
    satisfies,
    soft_excess,
    stack_values,
)

if TYPE_CHECKING:
    import pandas as pd

CHAINS = 256
PATIENCE = 60  # steps without progress before a chain restarts
ENOUGH = 1e-9
WORLD = (2, 2, 2)  # default numbers of levels of the factors

Aim = Callable[[Tables], tuple[Floats, Floats]]  # (gain, shortfall) of each encoder


# --------------------------------------------------------------------------------------- results


@dataclass(frozen=True)
class Counterexample:
    """Best encoder that a search has found, with its exact scores.

    The encoder meets every requirement of the search, which was tested by exact enumeration.

    Parameters
    ----------
    goal : str
        Description of what the search was for.
    value : float
        Score that was maximised or minimised. For a disagreement, the first score minus the second.
    scores : dict of str to float
        Exact score of each metric involved, by the metric's name, each in [0, 1].
    sizes : tuple of int
        Number of levels of each factor.
    table : tuple of tuple of int
        One row of latents per combination of levels.
    candidates : int
        Number of encoders that were tried.
    fitting : int
        Number of candidates that met the requirement. This encoder is the best of them.
    seconds : float
        Duration of the search in seconds.

    Examples
    --------
    >>> from disentangle_edu import counterexamples, mig
    >>> found = counterexamples.find_counterexample(mig, 2, candidates=2_000)
    >>> found.sizes, found.rep.latents.shape
    ((2, 2, 2), (8, 4))
    """

    goal: str
    value: float
    scores: dict[str, float]
    sizes: tuple[int, ...]
    table: tuple[tuple[int, ...], ...]
    candidates: int
    fitting: int
    seconds: float

    @property
    def rep(self) -> Representation:
        """The encoder as a representation.

        Returns
        -------
        rep : Representation
            All combinations of factor levels, with the latents of the table.
        """
        return table_representation(self.sizes, self.table, description=self.goal)

    @property
    def code(self) -> str:
        """Line of Python that builds the representation of this witness.

        Returns
        -------
        code : str
            A call of `table_representation`.
        """
        return f"table_representation({self.sizes}, {[list(row) for row in self.table]})"

    @property
    def searched(self) -> str:
        """Description of how many candidates the search has tried.

        Returns
        -------
        words : str
            A phrase such as "best of 2,048 candidates".
        """
        if self.fitting == self.candidates:
            return f"best of {self.candidates:,} candidates"
        return f"best of {self.fitting:,} such codes among {self.candidates:,} candidates"

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} = {value:.4f}" for name, value in self.scores.items())
        return f"{self.goal}: {scores}\n  {self.searched}\n  {self.code}"


@dataclass(frozen=True)
class NoCounterexample:
    """Result of a search that has found no encoder so far.

    Its truth value is false, while that of a `Counterexample` is true.

    Parameters
    ----------
    goal : str
        Description of what the search was for.
    candidates : int
        Number of encoders that were tried.
    seconds : float
        Duration of the search in seconds.

    Examples
    --------
    >>> from disentangle_edu.theory.counterexamples import NoCounterexample
    >>> bool(NoCounterexample("satisfies characteristic 1, lowest mig", 256, 0.1))
    False
    """

    goal: str
    candidates: int
    seconds: float

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"{self.goal}: nothing found among {self.candidates:,} candidates"


def table_representation(
    sizes: Sequence[int], table: ArrayLike, description: str = "a look-up table"
) -> Representation:
    """Representation of a finite world whose encoder is a look-up table.

    Parameters
    ----------
    sizes : sequence of int
        Number of levels of each factor.
    table : array-like of shape (n_combinations, n_latents)
        One row of latents per combination of levels, in the order of `examples.grid(*sizes)`.
    description : str, default='a look-up table'
        Description of the representation.

    Returns
    -------
    rep : Representation
        One sample per combination of levels; factors and latents have discrete levels.

    Examples
    --------
    >>> from disentangle_edu import counterexamples
    >>> counterexamples.table_representation([2, 2], [[0], [1], [1], [2]]).latents.ravel()
    array([0., 1., 1., 2.])
    """
    return Representation(
        grid(*sizes),
        np.asarray(table, dtype=float),
        factor_types="discrete",
        latent_types="discrete",
        description=description,
    )


# ------------------------------------------------------------------------------------ the search


@dataclass(frozen=True)
class Best:
    """State of a search: the best table so far and how many candidates were tried.

    Parameters
    ----------
    table : ndarray of shape (n_combinations, n_latents) or None, default=None
        Best table that meets the requirement. None before the first one.
    gain : float, default=-inf
        Gain of that table.
    tried : int, default=0
        Number of candidates that were tried.
    fitting : int, default=0
        Number of candidates that met the requirement.

    Examples
    --------
    >>> from disentangle_edu.theory.counterexamples import Best
    >>> Best().gain
    -inf
    """

    table: Whole | None = None
    gain: float = -np.inf
    tried: int = 0
    fitting: int = 0

    def after(self, tables: Whole, gain: Floats, fits: NDArray[np.bool_]) -> "Best":
        """State of the search after one more round of candidates.

        Parameters
        ----------
        tables : ndarray of shape (n_candidates, n_combinations, n_latents)
            Candidates of this round.
        gain : ndarray of shape (n_candidates,)
            Gain of each candidate.
        fits : ndarray of bool, shape (n_candidates,)
            Whether each candidate meets the requirement.

        Returns
        -------
        best : Best
            State with these candidates counted. The table changes only if a gain is larger by more
            than 1e-9.
        """
        gain = np.where(fits, gain, -np.inf)
        now = replace(
            self, tried=self.tried + len(tables), fitting=self.fitting + int(np.sum(fits))
        )
        if gain.max() > self.gain + ENOUGH:
            now = replace(now, table=tables[gain.argmax()].copy(), gain=float(gain.max()))
        return now


def _random_functions(
    rng: np.random.Generator, factors: Floats, sizes: Sequence[int], values: int
) -> Whole:
    """For each chain, a random function of some factors or of none: shape (chains, rows)."""
    chosen = np.less(rng.random((CHAINS, len(sizes))), 0.5)
    stride = np.cumprod([1, *sizes[:-1]])
    index = (factors[None] * (chosen * stride)[:, None]).sum(-1).astype(int)
    return np.take_along_axis(rng.integers(values, size=(CHAINS, len(factors))), index, axis=1)


def _mutate(
    rng: np.random.Generator, tables: Whole, factors: Floats, sizes: Sequence[int], values: int
) -> Whole:
    """Change one to three entries of a latent at random, or the whole latent, in every chain."""
    chains, rows, latents = tables.shape
    changed, latent_index, stack = (
        tables.copy(),
        rng.integers(latents, size=chains),
        np.arange(chains),
    )
    replace_all = np.less(rng.random(chains), 0.3)
    function = _random_functions(rng, factors, sizes, values)
    column = np.where(replace_all[:, None], function, changed[stack, :, latent_index])
    for _ in range(3):
        entry = ~replace_all & (rng.random(chains) < 0.7)
        row_index = rng.integers(rows, size=chains)
        column[stack, row_index] = np.where(
            entry, rng.integers(values, size=chains), column[stack, row_index]
        )
    changed[stack, :, latent_index] = column
    return changed


def _rate(
    aim: Aim, sizes: Sequence[int], tables: Whole
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Rating of each encoder, its gain, and whether it has no shortfall."""
    gain, shortfall = aim(Tables(sizes, tables))
    is_finite = np.isfinite(gain)
    gain, shortfall = np.where(is_finite, gain, 0), np.where(is_finite, shortfall, 100)
    return gain - 10 * shortfall, gain, shortfall <= 0


def search(
    aim: Aim, sizes: Sequence[int], latents: int, values: int, seed: int, candidates: int
) -> Iterator[Best]:
    """Search for the encoder with the largest gain among those without a shortfall.

    Parameters
    ----------
    aim : callable
        Function of `Tables` that returns (gain, shortfall), one number each per encoder. An encoder
        whose gain is NaN does not count.
    sizes : sequence of int
        Number of levels of each factor.
    latents : int
        Number of latents of every encoder.
    values : int
        Number of values that each latent may take.
    seed : int
        Seed of the search.
    candidates : int
        Number of encoders to try.

    Yields
    ------
    best : Best
        State after every step of 256 candidates. The first 256 candidates are random tables.

    Notes
    -----
    The search may pass through encoders with a small shortfall. The best encoder never has one.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.theory.counterexamples import search
    >>> aim = lambda tables: (np.ones(256), np.zeros(256))
    >>> next(search(aim, (2, 2), 1, 2, 0, 256)).tried
    256
    """
    rng, factors = np.random.default_rng(seed), grid(*sizes)
    tables = rng.integers(values, size=(CHAINS, len(factors), latents))
    rating, gain, fits = _rate(aim, sizes, tables)
    waiting, best = np.zeros(CHAINS, dtype=int), Best().after(tables, gain, fits)
    yield best
    while best.tried < candidates:
        changed = _mutate(rng, tables, factors, sizes, values)
        restarted = waiting > PATIENCE
        changed[restarted] = rng.integers(values, size=changed[restarted].shape)
        new_rating, gain, fits = _rate(aim, sizes, changed)
        back = np.exp(np.minimum(new_rating - rating, 0) / 0.03)  # accepts some worse encoders
        accepted = restarted | (rng.random(CHAINS) < back)
        waiting = np.where(restarted | (new_rating > rating + ENOUGH), 0, waiting + 1)
        tables = np.where(accepted[:, None, None], changed, tables)
        rating = np.where(accepted, new_rating, rating)
        best = best.after(changed, gain, fits)
        yield best


# ----------------------------------------------------------------------------------------- goals


@dataclass(frozen=True)
class Goal:
    """Objective of a search, with the metrics involved.

    Parameters
    ----------
    words : str
        Description of the objective.
    metrics : tuple of Metric
        One metric, or two whose difference is maximised.
    aim : callable
        Function of `Tables` that returns (gain, shortfall), see `search`. The gain is the first
        metric's score (or minus that score), minus the second metric's score.
    perfect : float
        Gain that cannot be exceeded, so that the search ends.

    Examples
    --------
    >>> from disentangle_edu import mig
    >>> from disentangle_edu.theory.counterexamples import Goal
    >>> Goal("mig high", (mig,), lambda tables: (0, 0), 1.0).perfect
    1.0
    """

    words: str
    metrics: tuple[Metric, ...]
    aim: Aim
    perfect: float


def _check_goal(metric: Metric, property: int, soft: bool) -> None:
    if metric.characteristic not in (1, 2, 3):
        raise ValueError(
            f"metric: found {metric.__name__!r}, which reflects no characteristic, expected one "
            "made with characteristic=1, 2 or 3."
        )
    if property not in (1, 2):
        raise ValueError(
            f"property: found {property!r}, expected 1 (high where satisfied) or 2 (low where "
            "violated)."
        )
    if soft and metric.characteristic != 1:
        raise ValueError(
            "soft: found True, expected it only for metrics that reflect characteristic 1."
        )


def _lost(tables: Tables, lossless: bool) -> Floats:
    """Share of factor values that the latents do not determine; 0 unless `lossless`."""
    return 1 - bayes_accuracy(tables).values.mean((1, 2)) if lossless else np.zeros(1)


def _aim_low(metric: Metric, soft: bool, lossless: bool, tables: Tables) -> tuple[Floats, Floats]:
    """A low score where the characteristic is satisfied."""
    short = soft_excess(tables).round(9) if soft else excess(tables, metric.characteristic or 0)
    return -exact_values(metric, tables), short + _lost(tables, lossless)


def _aim_high(metric: Metric, soft: bool, lossless: bool, tables: Tables) -> tuple[Floats, Floats]:
    """A high score where the characteristic is violated."""
    short = satisfies(tables, metric.characteristic or 0, soft) + _lost(tables, lossless)
    return exact_values(metric, tables), short


def _misjudged_goal(metric: Metric, property: int, soft: bool, lossless: bool) -> Goal:
    """Goal of a low score if the characteristic is satisfied, or a high score if it is violated."""
    _check_goal(metric, property, soft)
    form = f"characteristic {metric.characteristic}{' in our soft form' if soft else ''}"
    form += ", loses nothing" if lossless else ""
    aim = partial(_aim_low if property == 1 else _aim_high, metric, soft, lossless)
    if property == 1:
        return Goal(f"satisfies {form}, lowest {metric.__name__}", (metric,), aim, -0.0)
    return Goal(f"violates {form}, highest {metric.__name__}", (metric,), aim, 1.0)


def _aim_apart(high: Metric, low: Metric, tables: Tables) -> tuple[Floats, Floats]:
    """A high score of the first metric together with a low score of the second."""
    gain = exact_values(high, tables) - exact_values(low, tables)
    return gain, np.zeros_like(gain)


def _disagreement_goal(high: Metric, low: Metric) -> Goal:
    """Goal of a high score of the first metric together with a low score of the second."""
    aim = partial(_aim_apart, high, low)
    return Goal(f"{high.__name__} high, {low.__name__} low", (high, low), aim, 1.0)


# -------------------------------------------------------------------------------------- the search


def _search_goal(
    goal: Goal, sizes: Sequence[int], latents: int, values: int, seed: int, candidates: int
) -> Iterator[Counterexample | NoCounterexample]:
    """Check the options, then search step by step until a witness is perfect."""
    sizes = tuple(check_count("sizes", size, least=2) for size in sizes)
    check_count("latents", latents, least=1)
    check_count("values", values, least=2)
    check_count("candidates", candidates, least=CHAINS)
    check_count("seed", seed, least=0)
    Tables(sizes, np.zeros((1, int(np.prod(sizes)), 1)))  # raises for a world that is too large
    return _iterate_best(goal, sizes, search(goal.aim, sizes, latents, values, seed, candidates))


def _iterate_best(
    goal: Goal, sizes: tuple[int, ...], steps: Iterable[Best]
) -> Iterator[Counterexample | NoCounterexample]:
    start, witness, last_table = time.perf_counter(), None, None
    for best in steps:
        seconds = time.perf_counter() - start
        if best.table is None:
            yield NoCounterexample(goal.words, best.tried, seconds)
            continue
        if best.table is not last_table:
            witness, last_table = _make_witness(goal, sizes, best.table), best.table
        assert witness is not None
        witness = replace(witness, candidates=best.tried, fitting=best.fitting, seconds=seconds)
        yield witness
        if abs(best.gain - goal.perfect) < ENOUGH:
            return


def _make_witness(goal: Goal, sizes: tuple[int, ...], table: Whole) -> Counterexample:
    """Witness with scores computed from its own representation."""
    rows = tuple(tuple(int(value) for value in row) for row in table)
    rep = table_representation(sizes, rows)
    scores = {  # clipped, because rounding may exceed 0 or 1
        metric.__name__: min(max(exact(metric, rep).value, 0.0), 1.0) for metric in goal.metrics
    }
    first, *others = [scores[metric.__name__] for metric in goal.metrics]
    return Counterexample(goal.words, first - sum(others), scores, sizes, rows, 0, 0, 0.0)


def _last_result(
    steps: Iterable[Counterexample | NoCounterexample], progress: Progress | None = None
) -> Counterexample:
    """Last of the steps; after an interruption, the best one so far."""
    latest: Counterexample | NoCounterexample | None = None
    try:
        for step in progress(steps) if progress else steps:
            latest = step
    except KeyboardInterrupt:
        if latest is None:
            raise
    if not isinstance(latest, Counterexample):
        raise LookupError(f"{latest}; try more candidates, latents or values.")
    return latest


def counterexample_search(
    metric: Metric,
    property: int,
    *,
    sizes: Sequence[int] = WORLD,
    latents: int = 4,
    values: int = 4,
    seed: int = 0,
    candidates: int = 200_000,
    soft: bool = False,
    lossless: bool = False,
) -> Iterator[Counterexample | NoCounterexample]:
    """Search for a counterexample to a metric step by step.

    The options are those of `find_counterexample`, which returns only the last step.

    Parameters
    ----------
    metric : Metric
        Metric that reflects a characteristic.
    property : {1, 2}
        With 1, search for a low score where the characteristic is satisfied. With 2, search for a
        high score where it is violated.
    sizes : sequence of int, default=(2, 2, 2)
        Number of levels of each factor, at least 2.
    latents : int, default=4
        Number of latents of every encoder.
    values : int, default=4
        Number of values that each latent may take, at least 2.
    seed : int, default=0
        Seed of the search. The same seed gives the same result.
    candidates : int, default=200_000
        Number of encoders to try, at least 256. The search ends earlier at a perfect witness.
    soft : bool, default=False
        Whether to use our weaker form of characteristic 1, see `enumeration.satisfies`. It needs a
        metric that reflects characteristic 1.
    lossless : bool, default=False
        Whether to try only encoders whose latents together determine every factor. Otherwise the
        search also allows encoders that carry no information, which satisfy characteristics 1 and 2
        formally.

    Returns
    -------
    steps : iterator of Counterexample or NoCounterexample
        Best witness after each step of 256 candidates, or `NoCounterexample` (which is false)
        before the first one.

    Raises
    ------
    ValueError
        If the metric reflects no characteristic, or if an option is out of range.

    Examples
    --------
    >>> from disentangle_edu import counterexamples, mig
    >>> steps = counterexamples.counterexample_search(mig, 2, candidates=2_000)
    >>> [bool(step) for step in steps][-1]
    True
    """
    goal = _misjudged_goal(metric, property, soft, lossless)
    return _search_goal(goal, sizes, latents, values, seed, candidates)


def find_counterexample(
    metric: Metric,
    property: int,
    *,
    sizes: Sequence[int] = WORLD,
    latents: int = 4,
    values: int = 4,
    seed: int = 0,
    candidates: int = 200_000,
    soft: bool = False,
    lossless: bool = False,
    progress: Progress | None = None,
) -> Counterexample:
    """Search for the encoder that is the strongest counterexample to a metric.

    A metric should be high where its characteristic is satisfied (property 1) and low where it is
    violated (property 2) [1]_.

    Parameters
    ----------
    metric : Metric
        Metric that reflects a characteristic.
    property : {1, 2}
        With 1, search for the lowest score among encoders that satisfy the characteristic. With 2,
        search for the highest score among encoders that violate it.
    sizes : sequence of int, default=(2, 2, 2)
        Number of levels of each factor, at least 2.
    latents : int, default=4
        Number of latents of every encoder.
    values : int, default=4
        Number of values that each latent may take, at least 2.
    seed : int, default=0
        Seed of the search. The same seed gives the same result.
    candidates : int, default=200_000
        Number of encoders to try, at least 256. The search ends earlier at a perfect witness.
    soft : bool, default=False
        Whether to use our weaker form of characteristic 1, see `enumeration.satisfies`. It needs a
        metric that reflects characteristic 1.
    lossless : bool, default=False
        Whether to try only encoders whose latents together determine every factor. Otherwise the
        search also allows encoders that carry no information, which satisfy characteristics 1 and 2
        formally.
    progress : callable or None, default=None
        Function that wraps an iterable, as `tqdm.tqdm` does.

    Returns
    -------
    witness : Counterexample
        Best encoder found. After an interruption, the best encoder found so far.

    Raises
    ------
    LookupError
        If no candidate meets the requirement.
    ValueError
        If the metric reflects no characteristic, or if an option is out of range.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Table 1.

    Examples
    --------
    >>> from disentangle_edu import counterexamples, enumeration, mig
    >>> # high, though a factor moves two latents
    >>> found = counterexamples.find_counterexample(mig, 2, candidates=2_000)
    >>> round(found.value, 2), enumeration.characteristics(found.rep).two
    (0.79, False)
    """
    goal = _misjudged_goal(metric, property, soft, lossless)
    return _last_result(_search_goal(goal, sizes, latents, values, seed, candidates), progress)


def disagreement_search(
    high: Metric,
    low: Metric,
    *,
    sizes: Sequence[int] = WORLD,
    latents: int = 4,
    values: int = 4,
    seed: int = 0,
    candidates: int = 200_000,
) -> Iterator[Counterexample | NoCounterexample]:
    """Search step by step for an encoder on which two metrics disagree.

    The options are those of `find_disagreement`, which returns only the last step.

    Parameters
    ----------
    high : Metric
        Metric whose score should be high.
    low : Metric
        Metric whose score should be low.
    sizes : sequence of int, default=(2, 2, 2)
        Number of levels of each factor, at least 2.
    latents : int, default=4
        Number of latents of every encoder.
    values : int, default=4
        Number of values that each latent may take, at least 2.
    seed : int, default=0
        Seed of the search. The same seed gives the same result.
    candidates : int, default=200_000
        Number of encoders to try, at least 256. The search ends earlier at a perfect witness.

    Returns
    -------
    steps : iterator of Counterexample or NoCounterexample
        Best witness after each step of 256 candidates, or `NoCounterexample` (which is false)
        before the first one.

    Raises
    ------
    ValueError
        If an option is out of range.

    Examples
    --------
    >>> from disentangle_edu import counterexamples, dcimig, mig
    >>> steps = counterexamples.disagreement_search(mig, dcimig, candidates=256)
    >>> list(next(steps).scores)
    ['mig', 'dcimig']
    """
    return _search_goal(_disagreement_goal(high, low), sizes, latents, values, seed, candidates)


def find_disagreement(
    high: Metric,
    low: Metric,
    *,
    sizes: Sequence[int] = WORLD,
    latents: int = 4,
    values: int = 4,
    seed: int = 0,
    candidates: int = 200_000,
    progress: Progress | None = None,
) -> Counterexample:
    """Search for the encoder on which the first metric exceeds the second most.

    Parameters
    ----------
    high : Metric
        Metric whose score should be high.
    low : Metric
        Metric whose score should be low.
    sizes : sequence of int, default=(2, 2, 2)
        Number of levels of each factor, at least 2.
    latents : int, default=4
        Number of latents of every encoder.
    values : int, default=4
        Number of values that each latent may take, at least 2.
    seed : int, default=0
        Seed of the search. The same seed gives the same result.
    candidates : int, default=200_000
        Number of encoders to try, at least 256. The search ends earlier at a perfect witness.
    progress : callable or None, default=None
        Function that wraps an iterable, as `tqdm.tqdm` does.

    Returns
    -------
    witness : Counterexample
        Best encoder found. Its value is the first score minus the second, at most 1.

    Raises
    ------
    ValueError
        If an option is out of range.

    Examples
    --------
    >>> from disentangle_edu import counterexamples, dcimig, mig
    >>> list(counterexamples.find_disagreement(mig, dcimig, candidates=256).scores)
    ['mig', 'dcimig']
    """
    steps = _search_goal(_disagreement_goal(high, low), sizes, latents, values, seed, candidates)
    return _last_result(steps, progress)


def _miss(scores: dict[Metric, float], values: Floats) -> Floats:
    """Sum of the distances of the scores of each matrix from the requested scores."""
    stack = MatrixStack(values, factor_entropy=np.ones((len(values), values.shape[-1])))
    off = [stack_values(metric, stack) - value for metric, value in scores.items()]
    return np.abs(off).sum(0)


def find_matrix(
    scores: dict[Metric, float],
    *,
    latents: int = 10,
    factors: int = 2,
    seed: int = 0,
    steps: int = 4_000,
) -> InformativenessMatrix:
    """Matrix of mutual information that has the given scores, found by random search.

    Parameters
    ----------
    scores : dict of Metric to float
        Score that each metric should have.
    latents : int, default=10
        Number of rows of the matrix.
    factors : int, default=2
        Number of columns of the matrix.
    seed : int, default=0
        Seed of the search.
    steps : int, default=4_000
        Number of steps, each of which changes 64 matrices.

    Returns
    -------
    matrix : InformativenessMatrix of shape (latents, factors)
        Matrix with entries in [0, 1]. The entropy of every factor is 1.

    Raises
    ------
    LookupError
        If no matrix has all scores within a total distance of 0.0005.

    Examples
    --------
    >>> from disentangle_edu import counterexamples, dcimig, mig
    >>> matrix = counterexamples.find_matrix({mig: 0.2, dcimig: 0.6}, latents=3)
    >>> round(mig(matrix).value, 2), round(dcimig(matrix).value, 2)
    (0.2, 0.6)
    """
    rng = np.random.default_rng(seed)
    values = rng.random((64, latents, factors)) * rng.random((64, 1, 1))
    distances = _miss(scores, values)
    for _ in range(steps):
        if distances.min() < 1e-6:
            break
        noise = rng.normal(size=values.shape) * (rng.random(values.shape) < 0.2)
        changed = (values + noise * 0.3 * rng.random((64, 1, 1)) ** 4).clip(0, 1)
        now = _miss(scores, changed)
        better = now < distances
        values = np.where(better[:, None, None], changed, values)
        distances = np.where(better, now, distances)
    if distances.min() > 5e-4:
        targets = {metric.__name__: value for metric, value in scores.items()}
        raise LookupError(f"scores: no matrix of {latents} by {factors} found for {targets}.")
    return InformativenessMatrix(
        values[distances.argmin()], "found by search (ours)", "", factor_entropy=1
    )


# --------------------------------------------------------------------------------------- Table 1

PAPER = {
    "beta_vae": ("no", "no"),
    "factor_vae": ("no", "no"),
    "disentanglement": ("no", "no"),
    "sap": ("no", "no"),
    "mig": ("yes", "yes"),
    "dcimig": ("yes", "yes"),
}  # sepliarskaia2019, Table 1, and Facts 10 and 11 for DCIMIG
WORLDS = (WORLD, (4, 3))  # some weaknesses need a factor whose levels have an order


def table_one_row(
    metric: Metric, *, candidates: int = 20_000, seed: int = 0
) -> dict[str, Counterexample | None]:
    """Strongest counterexamples to one metric, each the better one of two worlds.

    The worlds have three factors of two levels, and two factors of four and three levels, because
    some counterexamples need a factor whose levels have an order.

    Parameters
    ----------
    metric : Metric
        Metric that reflects a characteristic.
    candidates : int, default=20_000
        Number of encoders to try in each search.
    seed : int, default=0
        Seed of every search.

    Returns
    -------
    witnesses : dict of str to Counterexample or None
        Witnesses for "property 1", "property 1, lossless" and "property 2". None if no candidate
        met the requirement.

    Examples
    --------
    >>> from disentangle_edu import counterexamples, mig
    >>> list(counterexamples.table_one_row(mig, candidates=256))
    ['property 1', 'property 1, lossless', 'property 2']
    """

    def most_telling(property: int, lossless: bool = False) -> Counterexample | None:
        witnesses = []
        for sizes in WORLDS:
            try:
                witnesses.append(
                    find_counterexample(
                        metric,
                        property,
                        sizes=sizes,
                        lossless=lossless,
                        candidates=candidates,
                        seed=seed,
                    )
                )
            except LookupError:
                continue
        return (min if property == 1 else max)(witnesses, key=lambda w: w.value, default=None)

    return {
        "property 1": most_telling(1),
        "property 1, lossless": most_telling(1, lossless=True),
        "property 2": most_telling(2),
    }


def table_one(
    metrics: Sequence[str] | None = None,
    *,
    candidates: int = 20_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> "pd.DataFrame":
    """Table of both properties for every metric, with exact scores of counterexamples.

    The table has the form of Table 1 in [1]_, with witnesses instead of yes and no. Each row is a
    metric that reflects a characteristic.

    Parameters
    ----------
    metrics : sequence of str or None, default=None
        Names of metrics. With None, all metrics that reflect a characteristic.
    candidates : int, default=20_000
        Number of encoders to try in each search.
    seed : int, default=0
        Seed of every search.
    progress : callable or None, default=None
        Function that wraps an iterable, as `tqdm.tqdm` does.

    Returns
    -------
    table : pandas.DataFrame
        Property 1: the lowest exact score found among encoders that satisfy the characteristic,
        once among all and once among those that lose nothing. Property 2: the highest exact score
        found among encoders that violate it. A score is missing if no candidate met the
        requirement.

    Notes
    -----
    The table has "yes" for property 1 if the lowest score is above 0.99, and for property 2 if the
    highest score is below 0.5. A "yes" means that no counterexample was found among the candidates;
    it is not a proof.

    References
    ----------
    .. [1] Sepliarskaia et al. (2019), "Evaluating Disentangled Representations", Table 1, and Facts
       10 and 11 for DCIMIG.

    Examples
    --------
    >>> from disentangle_edu import counterexamples
    >>> table = counterexamples.table_one(["mig"], candidates=256)
    >>> table["metric"].tolist(), table["characteristic"].tolist()
    (['mig'], [2])
    """
    import pandas as pd

    chosen = [METRICS[name] for name in (metrics or METRICS) if METRICS[name].characteristic]
    rows = []
    for metric in progress(chosen) if progress else chosen:
        witnesses = table_one_row(metric, candidates=candidates, seed=seed)
        value = {
            name: None if witness is None else round(witness.value, 4)
            for name, witness in witnesses.items()
        }
        rows.append(
            {
                "metric": metric.__name__,
                "characteristic": metric.characteristic,
                "lowest if satisfied": value["property 1"],
                "same, nothing lost": value["property 1, lossless"],
                "highest if violated": value["property 2"],
                "paper says": ", ".join(PAPER.get(metric.__name__, ())),
                "we find": ", ".join(_verdict_word(value[f"property {i}"], i) for i in (1, 2)),
            }
        )
    return pd.DataFrame(rows)


def _verdict_word(value: float | None, property: int) -> str:
    """Give "yes" if property 1 has no score of 0.99 or less, or property 2 none of 0.5 or more."""
    if value is None:
        return "nothing found"
    return "yes" if (value > 0.99 if property == 1 else value < 0.5) else "no"
