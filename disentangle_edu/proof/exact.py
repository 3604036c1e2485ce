"""Finite worlds, decided exactly: characteristics by intervention, metrics by enumeration, many encoders at once.

A finite world has every combination of factor levels once, all equally likely; an encoder is a look-up table, without
chance. Nothing is sampled here: what depends on batches is taken in the limit of large ones.

    characteristic 1 (sepliarskaia2019, 3.1)   no latent changes with two factors
    characteristic 2 (3.2)                     no factor changes two latents
    characteristic 3 (section 4)               every factor has a latent that changes with it alone and determines it
"""

import numpy as np

from .. import measures
from ..checks import check_source
from ..core import Confusions, InformativenessMatrix, Representation, Score, Votes, shares
from ..measures.holding import whole_world
from ..worlds.examples import grid

MAX_ROWS = 4096
TINY = 1e-9  # differences below this are rounding


class Tables:
    """A stack of encoders of one finite world: `values` (stack, rows, L), rows in the order of `examples.grid(*sizes)`.

    codes : the same with every latent's values numbered from 0; for tables of small whole numbers, the values themselves.
    """

    def __init__(self, sizes, values, codes=None):
        self.sizes, self.factors = tuple(sizes), grid(*sizes)
        if len(self.factors) > MAX_ROWS:
            raise ValueError(
                f"sizes: found a world of {len(self.factors):,} combinations, expected at most {MAX_ROWS:,} to enumerate."
            )
        self.values = np.asarray(values, dtype=float)
        self.codes = self.values.astype(int) if codes is None else codes
        if self.values.ndim != 3 or self.values.shape[1] != len(self.factors):
            raise ValueError(
                f"values: found shape {self.values.shape}, expected (stack, {len(self.factors)}, latents)."
            )

    @classmethod
    def of(cls, rep):
        """The one encoder of a Representation that holds a whole world."""
        check_source("rep", rep, Representation)
        levels = [np.unique(column, return_inverse=True) for column in rep.factors.T]
        sizes, codes = (
            [len(names) for names, _ in levels],
            np.column_stack([code for _, code in levels]),
        )
        rows = np.ravel_multi_index(codes.T, sizes)
        if not whole_world(rep):
            raise ValueError(
                f"rep: found {len(rep)} samples of a world of {np.prod(sizes)} combinations, expected every combination of "
                "factor levels exactly once, as examples.grid gives them: an encoder must be a table."
            )
        latents = rep.latents[np.argsort(rows)]
        latents = latents / np.where(
            np.ptp(latents, axis=0) > 0, np.ptp(latents, axis=0), 1
        )  # what counts as tiny is relative
        return cls(
            sizes,
            latents[None],
            np.column_stack([np.unique(z, return_inverse=True)[1] for z in latents.T])[None],
        )

    def along(self, factor, table=None):
        """(stack, levels of this factor, the other rows, L): the table with one factor's levels in front."""
        table = self.values if table is None else table
        cube = table.reshape(len(table), *self.sizes, table.shape[-1])
        return np.moveaxis(cube, 1 + factor, 1).reshape(
            len(table), self.sizes[factor], -1, table.shape[-1]
        )


# ------------------------------------------------------------------------------------------------ characteristics


def sensitivity(tables):
    """(stack, L, K) probability that a latent changes when one factor alone is redrawn."""
    found = []
    for k, size in enumerate(tables.sizes):
        cube = tables.along(k, tables.codes)
        found.append(
            sum((cube != np.roll(cube, shift, axis=1)).mean((1, 2)) for shift in range(1, size))
            / size
        )
    return np.stack(found, axis=-1)


def satisfies(tables, characteristic, soft=False):
    """(stack,) whether each encoder has characteristic 1, 2 or 3.

    soft : our own weaker form of characteristic 1: each latent is at least four times as sensitive to its factor as to any other.
    """
    if characteristic == 1 and soft:
        return soft_excess(tables) < TINY
    return excess(tables, characteristic) == 0


def soft_excess(tables):
    """(stack,) how much sensitivity stands between each encoder and the soft form of characteristic 1."""
    moves = np.sort(sensitivity(tables), axis=-1)
    second = moves[..., -2] if moves.shape[-1] > 1 else 0
    return np.maximum(4 * second - moves[..., -1], 0).sum(-1)


def excess(tables, characteristic):
    """(stack,) how many entries (or, for 3, factors without a latent of their own) stand between each encoder and the characteristic."""
    moving = sensitivity(tables) > TINY
    if characteristic in (1, 2):
        return np.maximum(moving.sum(-1 if characteristic == 1 else -2) - 1, 0).sum(-1)
    if characteristic == 3:
        told = information(tables)
        own = (
            moving & (moving.sum(-1, keepdims=True) == 1) & (told.values > told.factor_total - TINY)
        )
        return (~own.any(-2)).sum(-1)
    raise ValueError(f"characteristic: found {characteristic!r}, expected 1, 2 or 3.")


class Characteristics:
    """The three characteristics of one finite world, with the table they were read from and the reasons in words."""

    def __init__(self, rep):
        tables = Tables.of(rep)
        self.moves = measures.sensitivity(rep)
        self.one, self.two, self.three = (bool(satisfies(tables, c)[0]) for c in (1, 2, 3))

    def __iter__(self):
        return iter((self.one, self.two, self.three))

    def __repr__(self):
        moving = self.moves.values > TINY
        rows, columns = self.moves.row_names, self.moves.column_names
        torn = [
            f"{rows[i]} changes with {_and(np.array(columns)[row])}"
            for i, row in enumerate(moving)
            if row.sum() > 1
        ]
        spread = [
            f"{columns[k]} changes {_and(np.array(rows)[column])}"
            for k, column in enumerate(moving.T)
            if column.sum() > 1
        ]
        lines = [
            f"Characteristic 1: {'yes' if self.one else 'no, ' + '; '.join(torn)}.",
            f"Characteristic 2: {'yes' if self.two else 'no, ' + '; '.join(spread)}.",
            f"Characteristic 3: {'yes' if self.three else 'no, not every factor has a latent that changes with it alone and determines it'}.",
        ]
        return "\n".join(lines)


def _and(words):
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def characteristics(rep):
    """Decide characteristics 1, 2 and 3 of a finite world without any metric, by changing one factor at a time."""
    return Characteristics(rep)


# ------------------------------------------------------------------------------------------ matrices, in stacks


class Stack:
    """What a formula reads of a matrix, for many matrices at once: values (stack, rows, columns) and the totals."""

    def __init__(self, values, **totals):
        self.values = values
        self.factor_total, self.latent_total, self.choice, self.latent_weight = (
            totals.get(name) for name in ("factor_total", "latent_total", "choice", "latent_weight")
        )

    def __len__(self):
        return len(self.values)

    def __getitem__(self, j):
        pick = lambda total, deep: total if total is None or total.ndim < deep else total[j]
        return Stack(
            self.values[j],
            factor_total=pick(self.factor_total, 2),
            latent_total=pick(self.latent_total, 2),
            choice=pick(self.choice, 2),
            latent_weight=pick(self.latent_weight, 2),
        )


def _entropy(counts):
    """Entropy in bits along the last axis of counts that need not sum to 1."""
    p = counts / counts.sum(-1, keepdims=True)
    return -(p * np.log2(p, out=np.zeros_like(p), where=p > 0)).sum(-1)


def information(tables):
    """Mutual information in bits, with H(v) = log2 of the levels."""
    hot = (tables.codes[..., None, :] == np.arange(tables.codes.max() + 1)[:, None]).astype(
        float
    )  # (stack, rows, values, L)
    hot = np.moveaxis(hot, -1, 1)  # (stack, L, rows, values)
    latent_total = _entropy(hot.sum(2))
    told = []
    for k, size in enumerate(tables.sizes):
        joint = np.einsum("blnv,nm->blvm", hot, np.eye(size)[tables.factors[:, k].astype(int)])
        told.append(latent_total + np.log2(size) - _entropy(joint.reshape(*joint.shape[:2], -1)))
    values = np.clip(np.stack(told, axis=-1), 0, None)
    values[values < TINY] = 0
    return Stack(values, factor_total=np.log2(tables.sizes), latent_total=latent_total)


def squared_correlation(tables):
    """R2 of the best line from one latent to a factor's level numbers: SAP's matrix with every factor taken as a number."""
    z = tables.values - tables.values.mean(1, keepdims=True)
    v = tables.factors - tables.factors.mean(0)
    power = np.square(z).sum(1)
    covariance = np.einsum("bnl,nk->blk", z, v)
    return Stack(
        np.divide(
            covariance**2,
            power[..., None] * np.square(v).sum(0),
            out=np.zeros_like(covariance),
            where=power[..., None] > TINY,
        )
    )


def share_of_latents(tables):
    """I(z_j; v_i) / H(z_j). All factors together determine a latent here, so modular and minimal are the same."""
    told = information(tables)
    moves = told.latent_total > TINY
    return Stack(
        np.divide(
            told.values,
            told.latent_total[..., None],
            out=np.zeros_like(told.values),
            where=moves[..., None],
        ),
        latent_weight=moves.astype(float),
    )


def share_of_factors(tables):
    """I(z_j; v_i) / H(v_i)."""
    told = information(tables)
    return Stack(told.values / told.factor_total)


def share_of_all_latents(tables):
    """I(v_i; z) / H(v_i); one row."""
    left = [
        np.bincount(owner, _entropy(counts) * counts.sum(-1), minlength=len(tables.codes))
        / tables.codes.shape[1]
        for counts, owner in _cells(tables)
    ]
    return Stack((1 - np.stack(left, axis=-1) / np.log2(tables.sizes))[:, None, :])


def share_of_told(tables):
    """I(z_j; v_i) / I(v_i; z)."""
    alone, together = share_of_factors(tables).values, share_of_all_latents(tables).values
    return Stack(np.divide(alone, together, out=np.zeros_like(alone), where=together > TINY))


def best_guess(tables):
    """Accuracy of the best possible guess of each factor from all latents together; one row."""
    found = [
        np.bincount(owner, counts.max(1), minlength=len(tables.codes)) / tables.codes.shape[1]
        for counts, owner in _cells(tables)
    ]
    return Stack(np.stack(found, axis=-1)[:, None, :])


def _cells(tables):
    """Per factor: (how often each of its levels comes with each code of all latents, the encoder each code belongs to)."""
    joint = np.zeros(tables.codes.shape[:2], dtype=int)
    for column in np.moveaxis(tables.codes, -1, 0):
        joint = np.unique(joint * (tables.codes.max() + 1) + column, return_inverse=True)[
            1
        ].reshape(joint.shape)
    stacked = np.unique(
        joint + np.arange(len(joint))[:, None] * (joint.max() + 1), return_inverse=True
    )[1].reshape(joint.shape)
    owner = np.zeros(stacked.max() + 1, dtype=int)
    owner[stacked] = np.arange(len(joint))[:, None]
    for k, size in enumerate(tables.sizes):
        counts = np.zeros((stacked.max() + 1, size))
        np.add.at(counts, (stacked, tables.factors[:, k].astype(int)[None]), 1)
        yield counts, owner


def large_batch_votes(tables):
    """FactorVAE's votes when batches are so large that variances are exact; latents that tie share the vote."""
    total = tables.values.var(1)
    moves = total > TINY
    votes = np.zeros((len(total), total.shape[1], len(tables.sizes)))
    for k, size in enumerate(tables.sizes):
        left = np.where(
            moves[:, None], tables.along(k).var(2) / np.where(moves, total, 1)[:, None], np.inf
        )  # (stack, levels, L)
        first = (left <= left.min(-1, keepdims=True) + TINY) & moves[:, None]
        votes[:, :, k] = (
            shares(first.astype(float)).mean(1) * moves.any(-1)[:, None] / len(tables.sizes)
        )
    return Stack(votes, choice=votes.argmax(-1))


def large_batch_guesses(tables):
    """BetaVAE's confusions when batches are so large that mean differences are exact, the shared value drawn per pair.

    Every factor then has one point. Different points are always told apart by a linear classifier (the nearest point is a
    linear rule); equal points never are, and all go to the first of them.
    """
    points = []
    for k in range(len(tables.sizes)):
        ordered = np.sort(tables.along(k), axis=2)
        count = ordered.shape[2]
        rank = (
            2 * np.arange(count) - count + 1
        )  # mean |z - z'| from order statistics, without comparing all pairs
        points.append((ordered * rank[:, None]).sum(2).mean(1) * 2 / count**2)
    points = np.stack(points, axis=1)
    same = np.abs(points[:, :, None] - points[:, None]).max(-1) < TINY
    guess, K = same.argmax(-1), len(tables.sizes)
    confusions = np.zeros((len(points), K, K))
    np.put_along_axis(confusions, guess[:, None, :], 1 / K, axis=1)
    return Stack(confusions)


# Which exact matrix stands for which measure, what it is called, and its class.
EXACT = {
    measures.mutual_information: (information, "mutual information", "bits", InformativenessMatrix),
    measures.predictability: (
        squared_correlation,
        "predictability by one latent",
        "R2",
        InformativenessMatrix,
    ),
    measures.importances: (
        information,
        "mutual information, in place of a forest's importances",
        "bits",
        InformativenessMatrix,
    ),
    measures.prediction: (
        best_guess,
        "best possible prediction",
        "accuracy",
        InformativenessMatrix,
    ),
    measures.modular_shares: (
        share_of_latents,
        "of what factors explain, explained by one",
        "share",
        measures.Shares,
    ),
    measures.minimal_shares: (
        share_of_latents,
        "of a latent, explained by one factor",
        "share",
        measures.Shares,
    ),
    measures.compact_shares: (
        share_of_told,
        "of what latents tell, told by one",
        "share",
        measures.Shares,
    ),
    measures.sufficient_shares: (
        share_of_factors,
        "of a factor, told by one latent",
        "share",
        measures.Shares,
    ),
    measures.explicit_shares: (
        share_of_all_latents,
        "of a factor, told by all latents",
        "share",
        measures.Shares,
    ),
    measures.votes: (large_batch_votes, "votes of large batches", "", Votes),
    measures.confusions: (large_batch_guesses, "guesses, large batches", "", Confusions),
}


def _exact_matrix(metric):
    if metric.measure not in EXACT:
        raise ValueError(
            f"metric: found {metric.__name__!r}, which measures {metric.measure.__name__}, expected a measure with an exact form: "
            f"{', '.join(measure.__name__ for measure in EXACT)}."
        )
    return EXACT[metric.measure]


def exact(metric, rep):
    """The Score of a metric on a finite world, by enumeration.

    mig, dcimig: as on any table. sap: R2, every factor taken as a number. disentanglement, completeness: read from mutual
    information, since a forest has no exact form. informativeness: accuracy of the best possible guess. beta_vae, factor_vae:
    the limit of large batches. Raises ValueError unless rep holds every combination of levels once.
    """
    fill, what, unit, kind = _exact_matrix(metric)
    found = fill(Tables.of(rep))
    names = dict(column_names=rep.factor_names)
    names["row_names"] = (
        ["all latents"]
        if found.values.shape[1] == 1 < rep.latents.shape[1]
        else (rep.factor_names if kind is Confusions else rep.latent_names)
    )
    if found.factor_total is not None:
        names |= dict(factor_total=found.factor_total, latent_total=found.latent_total[0])
    names |= {
        name: getattr(found, name)[0]
        for name in ("choice", "latent_weight")
        if getattr(found, name) is not None
    }
    matrix = kind(found.values[0], what, unit, **names)
    parts, weights = metric.formula(matrix)
    return Score(metric.__name__, parts, metric.over, weights, matrix, because=metric.because)


def judge(metric, tables):
    """(stack,) exact values of one metric for many encoders; NaN where nobody can vote.

    A formula that cannot read a stack is applied to one matrix after the other. Raises ArithmeticError for a value that is not a
    number between 0 and 1.
    """
    stack = _exact_matrix(metric)[0](tables)
    try:
        parts, weights = (np.asarray(side, dtype=float) for side in metric.formula(stack))
        alone = [np.asarray(side, dtype=float) for side in metric.formula(stack[0])]
        if (
            parts.shape[:1] != (len(stack),)
            or not np.allclose(parts[0], alone[0])
            or not np.allclose(weights[0], alone[1])
        ):
            raise ValueError("not written for stacks")
    except (ValueError, TypeError, IndexError, AttributeError):
        each = [metric.formula(stack[j]) for j in range(len(stack))]
        parts, weights = (
            np.array([np.asarray(side[j], dtype=float) for side in each]) for j in (0, 1)
        )
    values = (parts * shares(weights)).sum(-1)
    if not np.isfinite(values).all() or values.min() < -TINY or values.max() > 1 + TINY:
        bad = (
            values[~np.isfinite(values)]
            if not np.isfinite(values).all()
            else values[np.abs(values - 0.5).argmax() :][:1]
        )
        raise ArithmeticError(
            f"{metric.__name__}: found the value {bad[0]}, expected numbers from 0 to 1."
        )
    if metric.measure is measures.votes:
        values = np.where(stack.values.any((1, 2)), values, np.nan)
    return values.clip(0, 1)
