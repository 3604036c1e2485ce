"""The hunt: search small look-up encoders for one that a metric misjudges.

    hunt(mig, 2)                violates the characteristic that MIG reflects, and scores high
    hunt(beta_vae, 1)           satisfies it, and scores low
    hunt_disagreement(mig, dcimig)   the first high, the second low

It starts from random tables and keeps the best. Scores are exact (see `exact`), and so is what is
asked of a code: one that falls short of it is never shown. What is not found is not broken within
so many candidates, not proven.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core import InformativenessMatrix, Progress, Representation, shares
from ..making import METRICS, Metric
from ..validation import check_count
from ..worlds.examples import grid
from .enumeration import (
    Floats,
    MatrixStack,
    Tables,
    Whole,
    best_guess,
    exact,
    excess,
    judge,
    satisfies,
    soft_excess,
)

if TYPE_CHECKING:
    import pandas as pd

CHAINS = 256
PATIENCE = 60  # steps without progress before a chain starts anew
ENOUGH = 1e-9
WORLD = (2, 2, 2)  # levels of the factors where nothing else is asked for

Aim = Callable[[Tables], tuple[Floats, Floats]]  # (gain, shortfall) of every encoder


# -------------------------------------------------------------------------------- what comes out


@dataclass(frozen=True)
class Witness:
    """The best encoder found: it is all that was asked for, by exact enumeration.

    value : what was to be made high or low; for a disagreement, first score minus second.
    scores : the exact score of each metric involved.
    fitting : how many of the candidates were all that was asked for; this one is the best of them.
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
        """The witness as a named representation."""
        return table_representation(self.sizes, self.table, story=self.goal)

    @property
    def code(self) -> str:
        """A line of Python that makes the witness again."""
        return f"table_representation({self.sizes}, {[list(row) for row in self.table]})"

    @property
    def searched(self) -> str:
        """How much was tried, in words."""
        if self.fitting == self.candidates:
            return f"best of {self.candidates:,} candidates"
        return f"best of {self.fitting:,} such codes among {self.candidates:,} candidates"

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} = {value:.4f}" for name, value in self.scores.items())
        return f"{self.goal}: {scores}\n  {self.searched}\n  {self.code}"


@dataclass(frozen=True)
class Nothing:
    """No encoder of the kind so far; false where a Witness is true."""

    goal: str
    candidates: int
    seconds: float

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"{self.goal}: nothing found among {self.candidates:,} candidates"


def table_representation(
    sizes: Sequence[int], table: ArrayLike, story: str = "a look-up table"
) -> Representation:
    """A finite world with these numbers of levels, encoded by a table.

    table : one row of latents per combination of levels, in the order of `examples.grid(*sizes)`.

    >>> hunt.table_representation([2, 2], [[0], [1], [1], [2]]).latents.ravel()
    array([0., 1., 1., 2.])
    """
    return Representation(
        grid(*sizes),
        np.asarray(table, dtype=float),
        factor_kinds="levels",
        latent_kinds="levels",
        story=story,
    )


# ------------------------------------------------------------------------------------ the search


@dataclass(frozen=True)
class Best:
    """How far a search has come: the best table that fits (None before the first) and its gain."""

    table: Whole | None = None
    gain: float = -np.inf
    tried: int = 0
    fitting: int = 0

    def after(self, tables: Whole, gain: Floats, fits: NDArray[np.bool_]) -> "Best":
        """The same after another round of candidates."""
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
    """For each chain a random function of some factors, maybe of none: (chains, rows)."""
    chosen = np.less(rng.random((CHAINS, len(sizes))), 0.5)
    stride = np.cumprod([1, *sizes[:-1]])
    index = (factors[None] * (chosen * stride)[:, None]).sum(-1).astype(int)
    return np.take_along_axis(rng.integers(values, size=(CHAINS, len(factors))), index, axis=1)


def _mutate(
    rng: np.random.Generator, tables: Whole, factors: Floats, sizes: Sequence[int], values: int
) -> Whole:
    """One random change per chain: one to three entries of a latent, or the whole latent."""
    chains, rows, latents = tables.shape
    changed, which, stack = tables.copy(), rng.integers(latents, size=chains), np.arange(chains)
    whole = np.less(rng.random(chains), 0.3)
    function = _random_functions(rng, factors, sizes, values)
    column = np.where(whole[:, None], function, changed[stack, :, which])
    for _ in range(3):
        entry = ~whole & (rng.random(chains) < 0.7)
        at = rng.integers(rows, size=chains)
        column[stack, at] = np.where(entry, rng.integers(values, size=chains), column[stack, at])
    changed[stack, :, which] = column
    return changed


def search(
    aim: Aim, sizes: Sequence[int], latents: int, values: int, seed: int, candidates: int
) -> Iterator[Best]:
    """Look for the encoder of most gain among those that fall short of nothing.

    aim : Tables -> (gain, shortfall), one number per encoder; a gain that is NaN is none. The way
        may lead over encoders that fall short a little; the best never does.

    Yields the Best after every step of 256 candidates, the first of them random tables.
    """
    rng, factors = np.random.default_rng(seed), grid(*sizes)

    def rated(tables: Whole) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        gain, shortfall = aim(Tables(sizes, tables))
        number = np.isfinite(gain)
        gain, shortfall = np.where(number, gain, 0), np.where(number, shortfall, 100)
        return gain - 10 * shortfall, gain, shortfall <= 0

    tables = rng.integers(values, size=(CHAINS, len(factors), latents))
    rating, gain, fits = rated(tables)
    waiting, best = np.zeros(CHAINS, dtype=int), Best().after(tables, gain, fits)
    yield best
    while best.tried < candidates:
        changed = _mutate(rng, tables, factors, sizes, values)
        anew = waiting > PATIENCE
        changed[anew] = rng.integers(values, size=changed[anew].shape)
        found, gain, fits = rated(changed)
        back = np.exp(np.minimum(found - rating, 0) / 0.03)  # now and then a step back
        take = anew | (rng.random(CHAINS) < back)
        waiting = np.where(anew | (found > rating + ENOUGH), 0, waiting + 1)
        tables = np.where(take[:, None, None], changed, tables)
        rating = np.where(take, found, rating)
        best = best.after(changed, gain, fits)
        yield best


# ------------------------------------------------------------------------------------- the goals


@dataclass(frozen=True)
class Goal:
    """What to look for.

    aim : see `search`; its gain is the first metric's score (or minus that), minus the second's.
    perfect : the gain at which nothing is left to find.
    """

    words: str
    metrics: tuple[Metric, ...]
    aim: Aim
    perfect: float


def _check_hunt(metric: Metric, property: int, soft: bool) -> None:
    if metric.reflects not in (1, 2, 3):
        raise ValueError(
            f"metric: found {metric.__name__!r}, which reflects no characteristic, expected one "
            "made with reflects=1, 2 or 3."
        )
    if property not in (1, 2):
        raise ValueError(
            f"property: found {property!r}, expected 1 (high where satisfied) or 2 (low where "
            "violated)."
        )
    if soft and metric.reflects != 1:
        raise ValueError(
            "soft: found True, expected it only for metrics that reflect characteristic 1."
        )


def _misjudged(metric: Metric, property: int, soft: bool, lossless: bool) -> Goal:
    """To satisfy the characteristic and score low (property 1), or to violate it and score high."""
    _check_hunt(metric, property, soft)
    characteristic = metric.reflects or 0
    form = "characteristic 1 in our soft form" if soft else f"characteristic {characteristic}"
    form += ", loses nothing" if lossless else ""

    def lost(tables: Tables) -> Floats:
        """The share of factor values that nobody could guess from all latents together."""
        guessed = best_guess(tables).values.mean((1, 2)) if lossless else np.ones(1)
        return 1 - guessed

    def low(tables: Tables) -> tuple[Floats, Floats]:
        short = soft_excess(tables).round(9) if soft else excess(tables, characteristic)
        return -judge(metric, tables), short + lost(tables)

    def high(tables: Tables) -> tuple[Floats, Floats]:
        return judge(metric, tables), satisfies(tables, characteristic, soft) + lost(tables)

    if property == 1:
        return Goal(f"satisfies {form}, lowest {metric.__name__}", (metric,), low, -0.0)
    return Goal(f"violates {form}, highest {metric.__name__}", (metric,), high, 1.0)


def _apart(high: Metric, low: Metric) -> Goal:
    """The first metric high where the second is low."""

    def aim(tables: Tables) -> tuple[Floats, Floats]:
        gain = judge(high, tables) - judge(low, tables)
        return gain, np.zeros_like(gain)

    return Goal(f"{high.__name__} high, {low.__name__} low", (high, low), aim, 1.0)


# -------------------------------------------------------------------------------------- the hunt


def _witnesses(
    goal: Goal, sizes: Sequence[int], latents: int, values: int, seed: int, candidates: int
) -> Iterator[Witness | Nothing]:
    """Check the settings, then look, step by step; stops at a perfect witness."""
    sizes = tuple(check_count("sizes", size, least=2) for size in sizes)
    check_count("latents", latents, least=1)
    check_count("values", values, least=2)
    check_count("candidates", candidates, least=CHAINS)
    check_count("seed", seed, least=0)
    Tables(sizes, np.zeros((1, int(np.prod(sizes)), 1)))  # refuses a world that is too large
    return _better_and_better(
        goal, sizes, search(goal.aim, sizes, latents, values, seed, candidates)
    )


def _better_and_better(
    goal: Goal, sizes: tuple[int, ...], steps: Iterable[Best]
) -> Iterator[Witness | Nothing]:
    start, witness, shown = time.perf_counter(), None, None
    for best in steps:
        seconds = time.perf_counter() - start
        if best.table is None:
            yield Nothing(goal.words, best.tried, seconds)
            continue
        if best.table is not shown:
            witness, shown = _witness(goal, sizes, best.table), best.table
        assert witness is not None
        witness = replace(witness, candidates=best.tried, fitting=best.fitting, seconds=seconds)
        yield witness
        if abs(best.gain - goal.perfect) < ENOUGH:
            return


def _witness(goal: Goal, sizes: tuple[int, ...], table: Whole) -> Witness:
    """The witness with its scores computed anew, from its own representation."""
    rows = tuple(tuple(int(value) for value in row) for row in table)
    rep = table_representation(sizes, rows)
    scores = {  # between 0 and 1, whatever rounding did
        metric.__name__: min(max(exact(metric, rep).value, 0.0), 1.0) for metric in goal.metrics
    }
    first, *others = [scores[metric.__name__] for metric in goal.metrics]
    return Witness(goal.words, first - sum(others), scores, sizes, rows, 0, 0, 0.0)


def _last(steps: Iterable[Witness | Nothing], progress: Progress | None = None) -> Witness:
    """The last of the steps; an interruption keeps the best so far."""
    found: Witness | Nothing | None = None
    try:
        for step in progress(steps) if progress else steps:
            found = step
    except KeyboardInterrupt:
        if found is None:
            raise
    if not isinstance(found, Witness):
        raise LookupError(f"{found}; try more candidates, latents or values.")
    return found


def hunting(
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
) -> Iterator[Witness | Nothing]:
    """As `hunt`, step by step: the best Witness so far, or Nothing (which is false) before one."""
    goal = _misjudged(metric, property, soft, lossless)
    return _witnesses(goal, sizes, latents, values, seed, candidates)


def hunt(
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
) -> Witness:
    """Which encoder speaks most against a metric?

    property : 1, the metric is high where its characteristic is satisfied: looks for the lowest
        score there; or 2, low where it is violated: looks for the highest.
    sizes : levels of each factor, (2, 2, 2).
    latents, values : how many latents (4), and how many values each may take (4).
    candidates : the budget (200,000); the search stops early at a perfect witness.
    seed : 0; makes it repeatable.
    soft : see `exact.satisfies`.
    lossless : only encoders whose latents together determine every factor; otherwise also such as
        say nothing at all, which satisfy characteristics 1 and 2 to the letter.
    progress : wraps an iterable, as tqdm.tqdm does. An interruption keeps the best so far.

    Raises LookupError where nothing of the kind was found among the candidates, ValueError for a
    metric that reflects no characteristic.

    >>> found = hunt.hunt(mig, 2, candidates=2_000)  # high, though a factor moves two latents
    >>> round(found.value, 2), exact.characteristics(found.rep).two
    (0.79, False)
    """
    goal = _misjudged(metric, property, soft, lossless)
    return _last(_witnesses(goal, sizes, latents, values, seed, candidates), progress)


def disagreeing(
    high: Metric,
    low: Metric,
    *,
    sizes: Sequence[int] = WORLD,
    latents: int = 4,
    values: int = 4,
    seed: int = 0,
    candidates: int = 200_000,
) -> Iterator[Witness | Nothing]:
    """As `hunt_disagreement`, step by step: the best Witness so far, or Nothing before one."""
    return _witnesses(_apart(high, low), sizes, latents, values, seed, candidates)


def hunt_disagreement(
    high: Metric,
    low: Metric,
    *,
    sizes: Sequence[int] = WORLD,
    latents: int = 4,
    values: int = 4,
    seed: int = 0,
    candidates: int = 200_000,
    progress: Progress | None = None,
) -> Witness:
    """On which encoder does the first metric exceed the second most? Options as in `hunt`."""
    steps = _witnesses(_apart(high, low), sizes, latents, values, seed, candidates)
    return _last(steps, progress)


def find_matrix(
    scores: dict[Metric, float],
    *,
    latents: int = 10,
    factors: int = 2,
    seed: int = 0,
    steps: int = 4_000,
) -> InformativenessMatrix:
    """A matrix that has these scores ({metric: value}), found by random search.

    Its entries and entropies are 1 at most. Raises LookupError where no matrix comes within 0.0005
    of every score.

    >>> matrix = hunt.find_matrix({mig: 0.2, dcimig: 0.6}, latents=3)
    >>> round(mig(matrix).value, 2), round(dcimig(matrix).value, 2)
    (0.2, 0.6)
    """
    rng = np.random.default_rng(seed)
    values = rng.random((64, latents, factors)) * rng.random((64, 1, 1))

    def miss(values: Floats) -> Floats:
        """How far all scores of each matrix lie from what is asked for."""
        stack, far = MatrixStack(values, factor_total=np.ones(factors)), np.zeros(len(values))
        for metric, value in scores.items():
            parts, weights = (np.asarray(side) for side in metric.formula(stack))
            far += np.abs((parts * shares(weights)).sum(-1) - value)
        return far

    missed = miss(values)
    for _ in range(steps):
        if missed.min() < 1e-6:
            break
        which = rng.normal(size=values.shape) * (rng.random(values.shape) < 0.2)
        changed = (values + which * 0.3 * rng.random((64, 1, 1)) ** 4).clip(0, 1)
        now = miss(changed)
        better = now < missed
        values = np.where(better[:, None, None], changed, values)
        missed = np.where(better, now, missed)
    if missed.min() > 5e-4:
        asked = {metric.__name__: value for metric, value in scores.items()}
        raise LookupError(f"scores: no matrix of {latents} by {factors} found for {asked}.")
    return InformativenessMatrix(
        values[missed.argmin()], "found by search (ours)", "", factor_total=1
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
) -> dict[str, Witness | None]:
    """Witnesses for one metric, the most telling of two worlds; None where nothing was found.

    Keys: "property 1", "property 1, lossless" and "property 2".
    """

    def most_telling(property: int, lossless: bool = False) -> Witness | None:
        found = []
        for sizes in WORLDS:
            try:
                found.append(
                    hunt(
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
        return (min if property == 1 else max)(found, key=lambda w: w.value, default=None)

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
    """Table 1 of sepliarskaia2019 with witnesses in place of yes and no, as a pandas table.

    One row per metric that reflects a characteristic. Property 1: the lowest exact score found
    among encoders that satisfy the characteristic, once among all, once among those that lose
    nothing. Property 2: the highest found among encoders that violate it. A score is missing where
    no such encoder was found. A property stands ("yes") where it was not broken within so many
    candidates; nothing is proven by that.
    """
    import pandas as pd

    chosen = [METRICS[name] for name in (metrics or METRICS) if METRICS[name].reflects]
    rows = []
    for metric in progress(chosen) if progress else chosen:
        found = table_one_row(metric, candidates=candidates, seed=seed)
        value = {
            name: None if witness is None else round(witness.value, 4)
            for name, witness in found.items()
        }
        rows.append(
            {
                "metric": metric.__name__,
                "characteristic": metric.reflects,
                "lowest if satisfied": value["property 1"],
                "same, nothing lost": value["property 1, lossless"],
                "highest if violated": value["property 2"],
                "paper says": ", ".join(PAPER.get(metric.__name__, ())),
                "we find": f"{_stands(value['property 1'], 1)}, {_stands(value['property 2'], 2)}",
            }
        )
    return pd.DataFrame(rows)


def _stands(value: float | None, property: int) -> str:
    """Say yes where no witness breaks the property by more than a hundredth, no where one does."""
    if value is None:
        return "nothing found"
    return "yes" if (value > 0.99 if property == 1 else value < 0.5) else "no"
