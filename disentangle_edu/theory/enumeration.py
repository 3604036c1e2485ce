"""Finite worlds, decided exactly, many encoders at once.

Characteristics are decided by intervention, metrics by enumeration. A finite world has every
combination of factor levels once, all equally likely; an encoder is a look-up table, without
chance. Nothing is sampled here: what depends on batches is taken in the limit of large ones.

    characteristic 1 (sepliarskaia2019, 3.1)   no latent changes with two factors
    characteristic 2 (3.2)                     no factor changes two latents
    characteristic 3 (section 4)               every factor has a latent that changes with it alone
                                               and determines it
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import measures
from ..core import Confusions, InformativenessMatrix, Matrix, Representation, Score, Votes, shares
from ..making import Metric
from ..measures.interventional import whole_world
from ..validation import check_source
from ..worlds.examples import grid

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

MAX_ROWS = 4096
TINY = 1e-9  # differences below this are rounding


class Tables:
    """A stack of encoders of one finite world.

    values : (stack, rows, L), rows in the order of `examples.grid(*sizes)`.
    codes : the same with every latent's values numbered from 0. Tables of small whole numbers, such
        as the hunt makes, are their own codes, and it may be left out.
    scale : (L,) what one unit of each latent's `values` was before they were rescaled; 1 for all if
        left out.

    Raises ValueError for a world of more than 4,096 rows, values of another shape, or values that
    are no codes where codes are left out.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        values: ArrayLike,
        codes: Whole | None = None,
        scale: ArrayLike = 1.0,
    ) -> None:
        self.sizes, self.factors = tuple(sizes), grid(*sizes)
        self.scale: Floats = np.asarray(scale, dtype=float)
        if len(self.factors) > MAX_ROWS:
            raise ValueError(
                f"sizes: found a world of {len(self.factors):,} combinations, expected at most "
                f"{MAX_ROWS:,} to enumerate."
            )
        self.values: Floats = np.asarray(values, dtype=float)
        self.codes: Whole = self.values.astype(int) if codes is None else codes
        if codes is None and ((self.codes != self.values) | (self.codes < 0)).any():
            raise ValueError(
                "values: found others than whole numbers from 0 upwards, expected codes, too."
            )
        if self.values.ndim != 3 or self.values.shape[1] != len(self.factors):
            raise ValueError(
                f"values: found shape {self.values.shape}, expected (stack, "
                f"{len(self.factors)}, latents)."
            )

    @classmethod
    def of(cls, rep: Representation) -> "Tables":
        """The one encoder of a Representation that holds a whole world.

        Every latent is put between 0 and 1, so that what counts as tiny does not hang on its unit.
        Raises ValueError for a table that does not hold every combination exactly once.
        """
        check_source("rep", rep, Representation)
        sizes = [np.unique(column).size for column in rep.factors.T]
        if not whole_world(rep):
            raise ValueError(
                f"rep: found {len(rep)} samples of a world of {np.prod(sizes)} combinations, "
                "expected every combination of factor levels exactly once, as examples.grid gives "
                "them: an encoder must be a table."
            )
        order = np.ravel_multi_index(tuple(_numbered(rep.factors).T), sizes)
        latents = rep.latents[np.argsort(order)]
        spread = np.ptp(latents, axis=0)
        scaled = (latents - latents.min(0)) / np.where(spread > 0, spread, 1)
        scale = spread / spread.max() if spread.max() > 0 else spread
        return cls(sizes, scaled[None], _numbered(latents)[None], scale)

    def along(self, factor: int, table: NDArray | None = None) -> NDArray:
        """The table with one factor's levels in front: (stack, levels, the other rows, L)."""
        table = self.values if table is None else table
        cube = table.reshape(len(table), *self.sizes, table.shape[-1])
        return np.moveaxis(cube, 1 + factor, 1).reshape(
            len(table), self.sizes[factor], -1, table.shape[-1]
        )


def _numbered(table: Floats) -> Whole:
    """Every column's values numbered from 0, in their order."""
    return np.column_stack([np.unique(column, return_inverse=True)[1] for column in table.T])


# -------------------------------------------------------------------------------- characteristics


def sensitivity(tables: Tables) -> Floats:
    """Probability that a latent changes when one factor alone is redrawn: (stack, L, K)."""
    found = []
    for k, size in enumerate(tables.sizes):
        cube = tables.along(k, tables.codes)
        found.append(
            sum((cube != np.roll(cube, shift, axis=1)).mean((1, 2)) for shift in range(1, size))
            / size
        )
    return np.stack(found, axis=-1)


def satisfies(tables: Tables, characteristic: int, soft: bool = False) -> NDArray[np.bool_]:
    """Whether each encoder has characteristic 1, 2 or 3: (stack,).

    soft : our own weaker form of characteristic 1: each latent is at least four times as sensitive
        to its factor as to any other.
    """
    if characteristic == 1 and soft:
        return soft_excess(tables) < TINY
    return excess(tables, characteristic) == 0


def soft_excess(tables: Tables) -> Floats:
    """How much sensitivity parts each encoder from the soft form of characteristic 1: (stack,)."""
    moves = np.sort(sensitivity(tables), axis=-1)
    second = moves[..., -2] if moves.shape[-1] > 1 else 0
    return np.maximum(4 * second - moves[..., -1], 0).sum(-1)


def excess(tables: Tables, characteristic: int) -> Whole:
    """How much stands between each encoder and the characteristic: (stack,).

    Entries of the sensitivity for 1 and 2, factors without a latent of their own for 3.
    """
    moving = sensitivity(tables) > TINY
    if characteristic in (1, 2):
        return np.maximum(moving.sum(-1 if characteristic == 1 else -2) - 1, 0).sum(-1)
    if characteristic == 3:
        matrix = information(tables)
        determined = matrix.values > np.log2(tables.sizes) - TINY
        own = moving & (moving.sum(-1, keepdims=True) == 1) & determined
        return (~own.any(-2)).sum(-1)
    raise ValueError(f"characteristic: found {characteristic!r}, expected 1, 2 or 3.")


class Characteristics:
    """The three characteristics of one finite world, with the reasons in words.

    one, two, three : whether it has them.   moves : the table they were read from.
    """

    def __init__(self, rep: Representation) -> None:
        tables = Tables.of(rep)
        self.moves = measures.sensitivity(rep)
        self.one, self.two, self.three = (bool(satisfies(tables, c)[0]) for c in (1, 2, 3))

    def __iter__(self) -> Iterator[bool]:
        return iter((self.one, self.two, self.three))

    def __repr__(self) -> str:
        moving = self.moves.values > TINY
        rows, columns = np.array(self.moves.row_names), np.array(self.moves.column_names)
        torn = [
            f"{latent} changes with {_and(columns[row])}"
            for latent, row in zip(rows, moving)
            if row.sum() > 1
        ]
        spread = [
            f"{factor} changes {_and(rows[column])}"
            for factor, column in zip(columns, moving.T)
            if column.sum() > 1
        ]
        missing = "not every factor has a latent that changes with it alone and determines it"
        answers = (
            (self.one, "; ".join(torn)),
            (self.two, "; ".join(spread)),
            (self.three, missing),
        )
        return "\n".join(
            f"Characteristic {number}: {'yes' if holds else f'no, {reason}'}."
            for number, (holds, reason) in enumerate(answers, 1)
        )


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def characteristics(rep: Representation) -> Characteristics:
    """Which of the three characteristics does a finite world have?

    Decided without any metric, by changing one factor at a time. Raises ValueError unless rep holds
    every combination of factor levels once.

    >>> list(exact.characteristics(examples.duplicated_copy()))
    [True, False, True]
    """
    return Characteristics(rep)


# ---------------------------------------------------------------------------- matrices, in stacks


class MatrixStack:
    """What a formula reads of a matrix, for many matrices at once.

    values : (stack, rows, columns).   The rest as the matrices have it, where the formula needs it.
    """

    factor_given: Floats | None = None  # factors are independent here

    def __init__(
        self,
        values: Floats,
        *,
        factor_total: Floats | None = None,
        latent_total: Floats | None = None,
        choice: Whole | None = None,
        latent_weight: Floats | None = None,
    ) -> None:
        self.values = values
        self.factor_total, self.latent_total = factor_total, latent_total
        self.choice, self.latent_weight = choice, latent_weight

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, j: int) -> "MatrixStack":
        """One matrix; what has no axis of the stack is the same for all of them."""
        pick = lambda side: side if side is None or side.ndim < 2 else side[j]
        return MatrixStack(
            self.values[j],
            factor_total=pick(self.factor_total),
            latent_total=pick(self.latent_total),
            choice=pick(self.choice),
            latent_weight=pick(self.latent_weight),
        )


def _entropy(counts: NDArray) -> Floats:
    """Entropy in bits along the last axis of counts that need not sum to 1."""
    p = counts / counts.sum(-1, keepdims=True)
    return -(p * np.log2(p, out=np.zeros_like(p), where=p > 0)).sum(-1)


def _bits(tables: Tables) -> tuple[Floats, Floats]:
    """What each latent tells about each factor, (stack, L, K), and its entropy, (stack, L)."""
    values = np.arange(tables.codes.max() + 1)
    hot = (tables.codes[..., None, :] == values[:, None]).astype(float)  # (stack, rows, values, L)
    hot = np.moveaxis(hot, -1, 1)  # (stack, L, rows, values)
    entropy = _entropy(hot.sum(2))
    bits = []
    for k, size in enumerate(tables.sizes):
        joint = np.einsum("blnv,nm->blvm", hot, np.eye(size)[tables.factors[:, k].astype(int)])
        bits.append(entropy + np.log2(size) - _entropy(joint.reshape(*joint.shape[:2], -1)))
    shared = np.stack(bits, axis=-1)
    shared[shared < TINY] = 0
    return shared, entropy


def information(tables: Tables) -> MatrixStack:
    """Mutual information in bits, with H(v) = log2 of the levels."""
    bits, entropy = _bits(tables)
    return MatrixStack(bits, factor_total=np.log2(tables.sizes), latent_total=entropy)


def squared_correlation(tables: Tables) -> MatrixStack:
    """R2 of the best line from one latent to a factor's level numbers.

    SAP's matrix, with every factor taken as a number.
    """
    z = tables.values - tables.values.mean(1, keepdims=True)
    v = tables.factors - tables.factors.mean(0)
    power = np.square(z).sum(1)
    covariance = np.einsum("bnl,nk->blk", z, v)
    return MatrixStack(
        np.divide(
            covariance**2,
            power[..., None] * np.square(v).sum(0),
            out=np.zeros_like(covariance),
            where=power[..., None] > TINY,
        )
    )


def share_of_latents(tables: Tables) -> MatrixStack:
    """I(z_j; v_i) / H(z_j).

    All factors together determine a latent here, so modular and minimal are the same.
    """
    bits, entropy = _bits(tables)
    shares_of = _ratio(bits, np.broadcast_to(entropy[..., None], bits.shape))
    return MatrixStack(shares_of, latent_weight=(entropy > TINY).astype(float))


def share_of_factors(tables: Tables) -> MatrixStack:
    """I(z_j; v_i) / H(v_i)."""
    return MatrixStack(information(tables).values / np.log2(tables.sizes))


def share_of_all_latents(tables: Tables) -> MatrixStack:
    """I(v_i; z) / H(v_i); one row."""
    left = [
        np.bincount(owner, _entropy(counts) * counts.sum(-1), minlength=len(tables.codes))
        / tables.codes.shape[1]
        for counts, owner in _cells(tables)
    ]
    return MatrixStack((1 - np.stack(left, axis=-1) / np.log2(tables.sizes))[:, None, :])


def share_of_told(tables: Tables) -> MatrixStack:
    """I(z_j; v_i) / I(v_i; z)."""
    alone, together = share_of_factors(tables).values, share_of_all_latents(tables).values
    return MatrixStack(_ratio(alone, np.broadcast_to(together, alone.shape)))


def best_guess(tables: Tables) -> MatrixStack:
    """Accuracy of the best possible guess of each factor from all latents together; one row."""
    found = [
        np.bincount(owner, counts.max(1), minlength=len(tables.codes)) / tables.codes.shape[1]
        for counts, owner in _cells(tables)
    ]
    return MatrixStack(np.stack(found, axis=-1)[:, None, :])


def _ratio(part: Floats, whole: Floats) -> Floats:
    """Part of a whole; 0 where the whole is nothing."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > TINY)


def _same(keys: Whole) -> Whole:
    """The keys numbered anew from 0 without gaps, in their shape."""
    return np.unique(keys, return_inverse=True)[1].reshape(keys.shape)


def _cells(tables: Tables) -> Iterator[tuple[Floats, Whole]]:
    """What all latents together tell, per factor.

    Yields (how often each of its levels comes with each code of all latents, the encoder that each
    code belongs to).
    """
    stack, rows, _ = tables.codes.shape
    joint = np.zeros((stack, rows), dtype=int)
    for column in np.moveaxis(tables.codes, -1, 0):
        joint = _same(joint * (tables.codes.max() + 1) + column)
    encoder = np.broadcast_to(np.arange(stack)[:, None], joint.shape)
    cell = _same(joint + encoder * (joint.max() + 1))
    owner = np.zeros(cell.max() + 1, dtype=int)
    owner[cell] = encoder
    for k, size in enumerate(tables.sizes):
        counts = np.zeros((len(owner), size))
        np.add.at(counts, (cell, tables.factors[:, k].astype(int)[None]), 1)
        yield counts, owner


def correlation(tables: Tables) -> MatrixStack:
    """The correlation of a latent with a factor's level numbers, without its sign."""
    return MatrixStack(np.sqrt(squared_correlation(tables).values.clip(0, 1)))


def robustness(tables: Tables) -> MatrixStack:
    """How little the other factors move a latent, as `measures.robustness` has it."""
    away = np.abs(tables.values - tables.values.mean(1, keepdims=True)).max(1)  # (stack, L)
    kept = []
    for k in range(len(tables.sizes)):
        cube = tables.along(k)  # (stack, levels, the other rows, L)
        moved = np.abs(cube - cube.mean(2, keepdims=True)).max(2).mean(1)
        kept.append(np.where(away > TINY, 1 - _ratio(moved, away), 0))
    far = away * tables.scale
    weights = _ratio(far, np.broadcast_to(far.max(-1, keepdims=True), far.shape))
    return MatrixStack(np.stack(kept, axis=-1).clip(0, 1), latent_weight=weights)


def large_batch_votes(tables: Tables) -> MatrixStack:
    """FactorVAE's votes when batches are so large that variances are exact.

    Latents that tie share the vote.
    """
    return _votes(tables, lambda k: tables.along(k).var(2))  # (stack, levels, L)


def large_batch_lone_votes(tables: Tables) -> MatrixStack:
    """The same of Z-max variance: who moves most while factor k alone is drawn anew."""
    return _votes(tables, lambda k: -tables.along(k).var(1))  # (stack, the other rows, L)


def _votes(tables: Tables, spread: Callable[[int], Floats]) -> MatrixStack:
    """Whose spread is least, for its size, in each of the groups that a factor makes."""
    total = tables.values.var(1)
    moves = total > TINY
    votes = np.zeros((len(total), total.shape[1], len(tables.sizes)))
    for k in range(len(tables.sizes)):
        left = np.where(moves[:, None], spread(k) / np.where(moves, total, 1)[:, None], np.inf)
        first = (left <= left.min(-1, keepdims=True) + TINY) & moves[:, None]
        cast = shares(first.astype(float)).mean(1) * moves.any(-1)[:, None]
        votes[:, :, k] = cast / len(tables.sizes)
    return MatrixStack(votes, choice=votes.argmax(-1))


def large_batch_guesses(tables: Tables) -> MatrixStack:
    """BetaVAE's confusions when batches are so large that mean differences are exact.

    The shared value is drawn per pair. Every factor then has one point. Different points are always
    told apart by a linear classifier (the nearest point is a linear rule); equal points never are,
    and all go to the first of them.
    """
    K = len(tables.sizes)
    points = np.stack([_mean_difference(tables.along(k)) for k in range(K)], axis=1)
    same = np.abs(points[:, :, None] - points[:, None]).max(-1) < TINY
    confusions = np.zeros((len(points), K, K))
    np.put_along_axis(confusions, same.argmax(-1)[:, None, :], 1 / K, axis=1)
    return MatrixStack(confusions)


def _mean_difference(values: Floats) -> Floats:
    """Mean |z - z'| along axis 2, from order statistics, without comparing all pairs; then over 1.

    (stack, levels, rows, L) to (stack, L).
    """
    count = values.shape[2]
    rank = 2 * np.arange(count) - count + 1
    return (np.sort(values, axis=2) * rank[:, None]).sum(2).mean(1) * 2 / count**2


class Exact(NamedTuple):
    """The exact matrix that stands for a measure: how it is filled, what it is called, its class.

    compares_values : whether the measure itself counts values, which it cuts into bins where they
        are continuous; here they are compared as they are.
    """

    fill: Callable[[Tables], MatrixStack]
    what: str
    unit: str = "share"
    kind: type[Matrix] = measures.Shares
    compares_values: bool = True


EXACT = {
    measures.mutual_information: Exact(
        information, "mutual information", "bits", InformativenessMatrix
    ),
    measures.predictability: Exact(
        squared_correlation, "predictability by one latent", "R2", InformativenessMatrix, False
    ),
    measures.importances: Exact(
        information,
        "mutual information, in place of a forest's importances",
        "bits",
        InformativenessMatrix,
        False,
    ),
    measures.prediction: Exact(
        best_guess, "best possible prediction", "accuracy", InformativenessMatrix, False
    ),
    measures.modular_shares: Exact(share_of_latents, "of what factors explain, explained by one"),
    measures.minimal_shares: Exact(share_of_latents, "of a latent, explained by one factor"),
    measures.compact_shares: Exact(share_of_told, "of what latents tell, told by one"),
    measures.sufficient_shares: Exact(share_of_factors, "of a factor, told by one latent"),
    measures.explicit_shares: Exact(share_of_all_latents, "of a factor, told by all latents"),
    measures.votes: Exact(large_batch_votes, "votes of large batches", "", Votes, False),
    measures.lone_votes: Exact(
        large_batch_lone_votes, "votes of large batches, one factor alone", "", Votes, False
    ),
    measures.correlations: Exact(correlation, "correlation", "", InformativenessMatrix, False),
    measures.robustness: Exact(robustness, "interventional robustness", compares_values=False),
    measures.confusions: Exact(
        large_batch_guesses, "guesses, large batches", "", Confusions, False
    ),
}


def _exact_form(metric: Metric) -> Exact:
    if metric.measure not in EXACT:
        raise ValueError(
            f"metric: found {metric.__name__!r}, which measures {metric.measure.__name__}, "
            "expected a measure with an exact form: "
            f"{', '.join(measure.__name__ for measure in EXACT)}."
        )
    return EXACT[metric.measure]


# -------------------------------------------------------------------------------------- judging


def exact(metric: Metric, rep: Representation) -> Score:
    """The Score of a metric on a finite world, by enumeration.

    What counts (mig and its kin, modularity, edi, the five for dependent factors): every value is
    compared as it is.
    On a table of levels that is what the metric itself gives; a column with so many values that it
    counts as continuous is cut into bins there, and not here (a caution says so).
    sap: R2, every factor taken as a number.
    disentanglement, completeness: read from mutual information, since a forest has no exact form.
    informativeness: accuracy of the best possible guess.
    mcc, irs: as they are, every factor taken as a number.
    beta_vae, factor_vae, z_max_variance: the limit of large batches.

    Raises ValueError unless rep holds every combination of levels once, and for a metric whose
    measure has no exact form.

    >>> exact.exact(mig, examples.parity_leak()).value
    1.0
    """
    form = _exact_form(metric)
    found = form.fill(Tables.of(rep))
    rows = rep.factor_names if form.kind is Confusions else rep.latent_names
    if found.values.shape[1] == 1 < rep.latents.shape[1]:
        rows = ("all latents",)
    names = {"row_names": rows, "column_names": rep.factor_names}
    matrix = form.kind(found.values[0], form.what, form.unit, **names, **_beside(found[0]))
    parts, weights = metric.formula(matrix)
    caution = _continuous(rep) if form.compares_values else ""
    return Score(
        metric.__name__,
        parts,
        metric.over,
        weights,
        matrix,
        because=metric.because,
        size=f"exactly, on a world of {len(rep):,} combinations",
        cautions=[lambda score: caution],
        part=metric.part,
    )


def _beside(found: MatrixStack) -> dict[str, NDArray]:
    """What stands beside the values of one matrix, by name."""
    every = ("factor_total", "latent_total", "choice", "latent_weight")
    return {name: side for name in every if (side := getattr(found, name)) is not None}


def _continuous(rep: Representation) -> str:
    """A sentence on columns that the metric itself would cut into bins, or nothing."""
    kinds = zip(rep.latent_names + rep.factor_names, rep.latent_kinds + rep.factor_kinds)
    smooth = [name for name, kind in kinds if kind != "levels"]
    if not smooth:
        return ""
    return (
        f"every value of {', '.join(smooth)} is compared as it is here; on the same table the "
        "metric itself takes them for continuous and cuts them into bins"
    )


def judge(metric: Metric, tables: Tables) -> Floats:
    """Exact values of one metric for many encoders: (stack,); NaN where nobody can vote.

    A formula that cannot read a stack is applied to one matrix after the other. Raises
    ArithmeticError for a value that is not a number between 0 and 1.
    """
    stack = _exact_form(metric).fill(tables)
    parts, weights = _judged(metric, stack)
    values = (parts * shares(weights)).sum(-1)
    fine = (values >= -TINY) & (values <= 1 + TINY)  # NaN is not
    if not fine.all():
        raise ArithmeticError(
            f"{metric.__name__}: found the value {values[~fine][0]}, expected numbers from 0 to 1."
        )
    if metric.measure is measures.votes:
        values = np.where(stack.values.any((1, 2)), values, np.nan)
    return values.clip(0, 1)


def _judged(metric: Metric, stack: MatrixStack) -> tuple[Floats, Floats]:
    """Parts and weights of every matrix, all at once if the formula is written for stacks."""
    try:
        parts, weights = _numbers(metric.formula(stack))
        alone, alone_weights = _numbers(metric.formula(stack[0]))
        at_once = (
            parts.shape[:1] == (len(stack),)
            and np.allclose(parts[0], alone)
            and np.allclose(weights[0], alone_weights)
        )
    except (ValueError, TypeError, IndexError, AttributeError):
        at_once = False
    if at_once:
        return parts, weights
    each = [_numbers(metric.formula(stack[j])) for j in range(len(stack))]
    return np.array([parts for parts, _ in each]), np.array([weights for _, weights in each])


def _numbers(sides: tuple[ArrayLike, ArrayLike]) -> tuple[Floats, Floats]:
    parts, weights = sides
    return np.asarray(parts, dtype=float), np.asarray(weights, dtype=float)
