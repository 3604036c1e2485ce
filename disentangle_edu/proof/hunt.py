"""The hunt: search small look-up encoders for one that a metric misjudges, starting from random tables.

    hunt(mig, 2)                violates the characteristic that MIG reflects, and scores as high as can be found
    hunt(beta_vae, 1)           satisfies it, and scores as low as can be found
    hunt_disagreement(mig, dcimig)   the first high, the second low

Scores are exact (see `exact`). What is not found within the budget is not broken within so many candidates, not proven.
"""

import time
from dataclasses import dataclass, replace

import numpy as np

from ..checks import check_count
from ..core import InformativenessMatrix, Representation, shares
from ..worlds.examples import grid
from .exact import Stack, Tables, best_guess, exact, excess, judge, satisfies, soft_excess

CHAINS = 256
PATIENCE = 60  # steps without progress before a chain starts anew
ENOUGH = 1e-9


@dataclass(frozen=True)
class Witness:
    """The best encoder found: `value` is what was asked for, `scores` the exact scores of the metrics involved."""

    goal: str
    value: float
    scores: dict
    sizes: tuple
    table: tuple
    candidates: int
    seconds: float

    @property
    def rep(self):
        """The witness as a named representation."""
        return table_representation(self.sizes, self.table, story=self.goal)

    @property
    def code(self):
        """A line of Python that makes the witness again."""
        return f"table_representation({self.sizes}, {[list(row) for row in self.table]})"

    def __repr__(self):
        scores = ", ".join(f"{name} = {value:.4f}" for name, value in self.scores.items())
        return f"{self.goal}: {scores}\n  best of {self.candidates:,} candidates\n  {self.code}"


def table_representation(sizes, table, story="a look-up table"):
    """A finite world with these numbers of levels, encoded by a table: one row of latents per combination, in grid order."""
    return Representation(
        grid(*sizes),
        np.asarray(table, dtype=float),
        factor_kinds="levels",
        latent_kinds="levels",
        story=story,
    )


# ----------------------------------------------------------------------------------------------------- the search


def _random_functions(rng, factors, sizes, latents, values):
    """(chains, rows): a random function of a random set of factors, maybe of none, for each chain."""
    chosen = rng.random((CHAINS, len(sizes))) < 0.5
    stride = np.cumprod([1, *sizes[:-1]])
    index = (factors[None] * (chosen * stride)[:, None]).sum(-1).astype(int)
    return np.take_along_axis(rng.integers(values, size=(CHAINS, len(factors))), index, axis=1)


def _mutate(rng, tables, factors, sizes, values):
    """One random change per chain: one to three entries of a latent, or the whole latent."""
    chains, rows, latents = tables.shape
    changed, which, stack = tables.copy(), rng.integers(latents, size=chains), np.arange(chains)
    whole = rng.random(chains) < 0.3
    column = np.where(
        whole[:, None],
        _random_functions(rng, factors, sizes, latents, values),
        changed[stack, :, which],
    )
    for _ in range(3):
        entry = ~whole & (rng.random(chains) < 0.7)
        at = rng.integers(rows, size=chains)
        column[stack, at] = np.where(entry, rng.integers(values, size=chains), column[stack, at])
    changed[stack, :, which] = column
    return changed


def search(aim, sizes, latents, values, seed, candidates):
    """Yield (best table so far or None, its value, candidates tried) after every step; aim(Tables) -> (gain, shortfall).

    A candidate counts once its shortfall is 0; until then less shortfall is better, afterwards more gain.
    """
    rng = np.random.default_rng(seed)
    factors = grid(*sizes)

    def rate(tables):
        gain, shortfall = aim(Tables(sizes, tables))
        return np.where(np.isfinite(gain), gain, 0) - 10.0 * np.where(
            np.isfinite(gain), shortfall, 100
        )

    tables = rng.integers(values, size=(CHAINS, len(factors), latents))
    rating, waiting = rate(tables), np.zeros(CHAINS, dtype=int)
    best, best_rating, tried = tables[rating.argmax()].copy(), rating.max(), CHAINS
    yield (best if best_rating > -5 else None), best_rating, tried
    while tried < candidates:
        changed = _mutate(rng, tables, factors, sizes, values)
        anew = waiting > PATIENCE
        changed[anew] = rng.integers(values, size=changed[anew].shape)
        found = rate(changed)
        warm = rng.random(CHAINS) < np.exp(
            np.minimum(found - rating, 0) / 0.03
        )  # now and then a step back
        take = anew | warm
        waiting = np.where(anew | (found > rating + ENOUGH), 0, waiting + 1)
        tables, rating = (
            np.where(take[:, None, None], changed, tables),
            np.where(take, found, rating),
        )
        tried += CHAINS
        if found.max() > best_rating + ENOUGH:
            best, best_rating = changed[found.argmax()].copy(), found.max()
        yield (best if best_rating > -5 else None), best_rating, tried


def _misjudged(metric, property, soft, lossless):
    """(aim, goal in words, the value at which nothing is left to find) for property 1 or 2 of a metric."""
    characteristic = metric.reflects
    if characteristic not in (1, 2, 3):
        raise ValueError(
            f"metric: found {metric.__name__!r}, which reflects no characteristic, expected one made with reflects=1, 2 or 3."
        )
    if property not in (1, 2):
        raise ValueError(
            f"property: found {property!r}, expected 1 (high where satisfied) or 2 (low where violated)."
        )
    if soft and characteristic != 1:
        raise ValueError(
            "soft: found True, expected it only for metrics that reflect characteristic 1."
        )
    form = ("characteristic 1 in our soft form" if soft else f"characteristic {characteristic}") + (
        ", loses nothing" if lossless else ""
    )

    def lost(tables):
        return 1 - best_guess(tables).values.mean((1, 2)) if lossless else 0

    def low(tables):
        short = soft_excess(tables).round(9) if soft else excess(tables, characteristic)
        return -judge(metric, tables), short + lost(tables)

    def high(tables):
        return judge(metric, tables), satisfies(tables, characteristic, soft) + lost(tables)

    return (
        (low, f"satisfies {form}, lowest {metric.__name__}", -0.0)
        if property == 1
        else (high, f"violates {form}, highest {metric.__name__}", 1.0)
    )


def _witnesses(aim, goal, metrics, perfect, sizes, latents, values, seed, candidates):
    """Yield the best Witness so far (None before the first) after every step; stops at a perfect one."""
    sizes = tuple(check_count("sizes", size, least=2) for size in sizes)
    for name, value, least in (
        ("latents", latents, 1),
        ("values", values, 2),
        ("candidates", candidates, CHAINS),
        ("seed", seed, 0),
    ):
        check_count(name, value, least)
    Tables(sizes, np.zeros((1, int(np.prod(sizes)), 1)))  # refuses a world that is too large
    return _better_and_better(aim, goal, metrics, perfect, sizes, latents, values, seed, candidates)


def _better_and_better(aim, goal, metrics, perfect, sizes, latents, values, seed, candidates):
    start, witness, last = time.perf_counter(), None, None
    for best, rating, tried in search(aim, sizes, latents, values, seed, candidates):
        spent = dict(candidates=tried, seconds=time.perf_counter() - start)
        if best is not None and rating != last:
            table, last = tuple(tuple(int(value) for value in row) for row in best), rating
            rep = table_representation(sizes, table)
            witness = Witness(
                goal,
                abs(float(rating)),
                {metric.__name__: exact(metric, rep).value for metric in metrics},
                sizes,
                table,
                **spent,
            )
        elif witness is not None:
            witness = replace(witness, **spent)
        yield witness
        if witness is not None and abs(rating - perfect) < ENOUGH:
            return


def _last(witnesses, goal, progress):
    """The last witness; an interruption keeps the best so far."""
    witness = None
    try:
        for witness in progress(witnesses) if progress else witnesses:
            pass
    except KeyboardInterrupt:
        pass
    if witness is None:
        raise LookupError(
            f"{goal}: no such encoder found within the budget; try more candidates, latents or values."
        )
    return witness


def hunting(
    metric,
    property,
    *,
    sizes=(2, 2, 2),
    latents=4,
    values=4,
    seed=0,
    candidates=200_000,
    soft=False,
    lossless=False,
):
    """As `hunt`, step by step: an iterator over the best Witness so far (None before the first)."""
    aim, goal, perfect = _misjudged(metric, property, soft, lossless)
    return _witnesses(aim, goal, [metric], perfect, sizes, latents, values, seed, candidates)


def hunt(metric, property, *, progress=None, **options):
    """The encoder that speaks most against a metric: property 1, high where the characteristic is satisfied, or 2, low where not.

    sizes : levels of each factor, (2, 2, 2).   latents, values : how many latents (4), and how many values each may take (4).
    candidates : the budget (200,000); the search stops early at a perfect witness.   seed : 0; makes it repeatable.
    soft : see `exact.satisfies`.
    lossless : only encoders whose latents together determine every factor; otherwise also such as say nothing at all, which
        satisfy characteristics 1 and 2 to the letter.
    progress : wraps an iterable, as tqdm.tqdm does. An interruption keeps the best so far.

    Raises LookupError where nothing of the kind was found, ValueError for a metric that reflects no characteristic.
    """
    return _last(
        hunting(metric, property, **options), f"{metric.__name__}, property {property}", progress
    )


def disagreeing(high, low, *, sizes=(2, 2, 2), latents=4, values=4, seed=0, candidates=200_000):
    """As `hunt_disagreement`, step by step: an iterator over the best Witness so far (None before the first)."""

    def aim(tables):
        return judge(high, tables) - judge(low, tables), 0

    return _witnesses(
        aim,
        f"{high.__name__} high, {low.__name__} low",
        [high, low],
        1.0,
        sizes,
        latents,
        values,
        seed,
        candidates,
    )


def hunt_disagreement(high, low, *, progress=None, **options):
    """The encoder on which the first metric exceeds the second most; options as in `hunt`, without soft and lossless."""
    return _last(
        disagreeing(high, low, **options), f"{high.__name__} high, {low.__name__} low", progress
    )


def find_matrix(scores, *, latents=10, factors=2, seed=0, steps=4_000):
    """An InformativenessMatrix with these scores ({metric: value}), entries and entropies of at most 1, found by random search.

    Raises LookupError where no matrix comes within 0.0005 of every score.
    """
    rng = np.random.default_rng(seed)
    values = rng.random((64, latents, factors)) * rng.random((64, 1, 1))

    def miss(values):
        stack = Stack(values, factor_total=np.ones(factors))
        pairs = [(metric.formula(stack), value) for metric, value in scores.items()]
        return sum(
            np.abs((parts * shares(weights)).sum(-1) - value) for (parts, weights), value in pairs
        )

    missed = miss(values)
    for step in range(steps):
        if missed.min() < 1e-6:
            break
        changed = (
            values
            + rng.normal(size=values.shape)
            * (rng.random(values.shape) < 0.2)
            * 0.3
            * rng.random((64, 1, 1)) ** 4
        )
        changed = changed.clip(0, 1)
        now = miss(changed)
        better = now < missed
        values, missed = (
            np.where(better[:, None, None], changed, values),
            np.where(better, now, missed),
        )
    if missed.min() > 5e-4:
        raise LookupError(
            f"scores: no matrix of {latents} by {factors} found for { ({m.__name__: v for m, v in scores.items()}) }."
        )
    return InformativenessMatrix(
        values[missed.argmin()], "found by search (ours)", "", factor_total=1
    )


# -------------------------------------------------------------------------------------------------------- Table 1

PAPER = {
    "beta_vae": ("no", "no"),
    "factor_vae": ("no", "no"),
    "disentanglement": ("no", "no"),
    "sap": ("no", "no"),
    "mig": ("yes", "yes"),
    "dcimig": ("yes", "yes"),
}  # sepliarskaia2019, Table 1, and Facts 10 and 11 for DCIMIG


def table_one_row(metric, *, candidates=20_000, **options):
    """Witnesses for one metric: {"property 1", "property 1, lossless", "property 2"} -> Witness, or None where none was found."""
    found = {}
    for name, property, lossless in (
        ("property 1", 1, False),
        ("property 1, lossless", 1, True),
        ("property 2", 2, False),
    ):
        # Three coins, and four by three levels: some weaknesses need a factor whose levels have an order.
        best = None
        for sizes in ((2, 2, 2), (4, 3)):
            try:
                witness = hunt(
                    metric,
                    property,
                    sizes=sizes,
                    candidates=candidates,
                    lossless=lossless,
                    **options,
                )
            except LookupError:
                continue
            if (
                best is None
                or (witness.value < best.value) == (property == 1)
                and witness.value != best.value
            ):
                best = witness
        found[name] = best
    return found


def table_one(metrics=None, *, candidates=20_000, seed=0, progress=None):
    """Table 1 of sepliarskaia2019 with witnesses in place of yes and no, as a pandas table.

    One row per metric that reflects a characteristic. Property 1: the lowest exact score found among encoders that satisfy the
    characteristic, once among all, once among those that lose nothing. Property 2: the highest found among encoders that
    violate it. A property stands as "not broken" within so many candidates; nothing is proven by that.
    """
    import pandas as pd

    from ..core import METRICS

    chosen = [METRICS[name] for name in (metrics or METRICS) if METRICS[name].reflects]
    rows = []
    for metric in progress(chosen) if progress else chosen:
        found = table_one_row(metric, candidates=candidates, seed=seed)
        value = {
            name: None if witness is None else round(witness.value, 4)
            for name, witness in found.items()
        }
        yes = PAPER.get(metric.__name__, ("", ""))
        rows.append(
            {
                "metric": metric.__name__,
                "characteristic": metric.reflects,
                "lowest if satisfied": value["property 1"],
                "same, nothing lost": value["property 1, lossless"],
                "highest if violated": value["property 2"],
                "paper says": ", ".join(filter(None, yes)),
                "we find": f"{_stands(value['property 1'], 1)}, {_stands(value['property 2'], 2)}",
            }
        )
    return pd.DataFrame(rows)


def _stands(value, property):
    """yes: not broken by more than a hundredth; no: a witness stands against it."""
    if value is None:
        return "yes"
    return "yes" if (value > 0.99 if property == 1 else value < 0.5) else "no"
