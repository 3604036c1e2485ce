"""Cases of the chapter: matrices, their five scores, the entries that decide, and goals."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ... import viz
from ...matrices import InformativenessMatrix, Matrix
from ...metrics import completeness, dcimig, disentanglement, mig, sap
from ...score import Score
from ...worlds import examples
from ..common.matrices import bids

METRICS_BY_HAND = (mig, dcimig, sap, disentanglement, completeness)
NAMES = tuple(metric.__name__ for metric in METRICS_BY_HAND)
MOST = 8  # latents or factors

TWICE = np.repeat(np.eye(3), 2, axis=0)
CODE_P: list[list[float]] = [[0.9, 0.6], [0.5, 0.8], [0, 0]]
CODE_Q: list[list[float]] = [[0.7, 0.1], [0.65, 0], [0.1, 0.7], [0, 0.65]]
PRESETS: dict[str, ArrayLike] = {
    "every latent its own factor": np.eye(3),
    "every factor twice": TWICE,
    "one latent for two factors": [[0.9, 0.9, 0], [0, 0, 0.9]],
    "focused, even rest": examples.focused_matrix(7).values,
    "Fact 5: pure outweighs impure": examples.dominated_matrix().values,
    "one winner per column, torn rows": CODE_P,
    "pure rows, two winners per column": CODE_Q,
    "all the same": np.full((3, 3), 0.5),
}


def judge_by_hand(values: ArrayLike) -> list[Score]:
    """The scores that can be computed from a matrix alone, if each factor has one bit."""
    matrix = InformativenessMatrix(values, "your matrix", factor_entropy=1)
    return [metric(matrix) for metric in METRICS_BY_HAND]


def deciding_entries(name: str, matrix: Matrix) -> list[tuple[int, int, str]]:
    """The entries that decide a score: (row, column, role of the entry)."""
    values = matrix.values
    rows, columns = values.shape
    if name in ("mig", "sap"):
        entries = []
        for k in range(columns):
            order = np.argsort(-values[:, k], kind="stable")[:2]
            entries += [(int(i), k, word) for i, word in zip(order, ("best", "2nd"))]
        return entries
    if name == "dcimig":
        return bids(values)
    return []  # disentanglement and completeness depend on every entry


def lines_in_full(name: str, matrix: Matrix) -> list[tuple[int, int | None]]:
    """The rows (row, None) or columns (0, column) of which a score reads all entries."""
    rows, columns = matrix.values.shape
    if name == "disentanglement":
        return [(i, None) for i in range(rows)]
    return [(0, k) for k in range(columns)] if name == "completeness" else []


@dataclass(frozen=True)
class Task:
    """Goal for a matrix: lower and upper bounds on scores."""

    words: str
    shows: str  # the lesson, which is shown when the goal is reached
    bounds: tuple[tuple[str, str, float], ...]  # (metric, ">" or "<", value)
    spare: int = MOST  # largest number of latents minus the number of factors
    known: float = 0.1  # the largest entry of each column must be at least this

    def short_of(self, scores: Sequence[Score]) -> dict[str, float]:
        """Distance of each bound from being met; 0 for a bound that is met."""
        named = {score.metric: score.value for score in scores}
        shortfalls = {
            f"{viz.display_name(name)} {sign} {bound:g}": max(
                0.0, (bound - named[name]) * (1 if sign == ">" else -1)
            )
            + (1e-9 if named[name] == bound else 0.0)
            for name, sign, bound in self.bounds
        }
        latents, factors = scores[0].matrix.values.shape
        shortfalls["two factors or more"] = float(factors < 2)
        weakest = scores[0].matrix.values.max(0).min()
        shortfalls[f"each factor known ({self.known:g})"] = max(0.0, self.known - float(weakest))
        if self.spare < MOST:
            allowed = factors + self.spare
            shortfalls[f"at most {allowed} latents"] = float(max(0, latents - allowed))
        return shortfalls

    def met(self, scores: Sequence[Score]) -> bool:
        """Whether every bound is met."""
        return not any(self.short_of(scores).values())


@dataclass(frozen=True)
class Change:
    """A change of a matrix, announced before it happens."""

    announced: str
    before: ArrayLike
    after: ArrayLike
    why: str  # which scores move, and why

    def moves(self) -> list[bool]:
        """Whether each of the five scores changes."""
        pairs = zip(judge_by_hand(self.before), judge_by_hand(self.after))
        return [abs(old.value - new.value) > 1e-9 for old, new in pairs]


LEAKY = [[1, 0.4], [0.2, 0.9]]
BY_HAND, ROW_TURNED = [[0.8, 0.1], [0.4, 0.3]], [[0.8, 0.1], [0.3, 0.4]]
IDLE, COPIED = np.eye(4, 3), np.vstack([np.eye(3), np.eye(1, 3)])
CHANGES = {
    "two numbers swap": Change(
        "The two numbers of the last row will swap.",
        BY_HAND,
        ROW_TURNED,
        "MIG and SAP rise most: the runner-up of column 1 falls and the winner of column 2 rises. "
        "Disentanglement stays, because row 2 is as pure as before.",
    ),
    "a copy": Change(
        "Latent 4 will copy latent 1.",
        IDLE,
        COPIED,
        "Column 1 now has two equal winners, so MIG, SAP and completeness fall. Each row is still "
        "pure, so DCIMIG and disentanglement stay.",
    ),
    "one more latent": Change(
        "A latent that knows nothing will join.",
        CODE_P[:2],
        CODE_P,
        "The entropy of a column is now divided by log 3 instead of log 2, so completeness is the "
        "only score that moves.",
    ),
    "half of everything": Change(
        "Every entry will be halved.",
        LEAKY,
        (np.array(LEAKY) / 2).tolist(),
        "A gap is a difference of entries, so it shrinks with them. Shares do not change, so "
        "disentanglement and completeness stay.",
    ),
    "one entry to 0": Change(
        "Latent 1 will forget factor 2.",
        PRESETS["one latent for two factors"],
        [[0.9, 0, 0], [0, 0, 0.9]],
        "No latent knows factor 2 now, so MIG, SAP and completeness fall. Latent 1 is pure now, so "
        "DCIMIG and disentanglement rise.",
    ),
}


GOALS: tuple[Task | None, ...] = (  # None: no goal
    None,
    Task(
        "disentanglement above 0.9 and completeness below 0.6",
        "Rows can be pure while a column is shared, so the two scores can disagree.",
        (("disentanglement", ">", 0.9), ("completeness", "<", 0.6)),
    ),
    Task(
        "MIG above 0.8 and DCIMIG below 0.1",
        "Each column has one clear winner, but a row that wins several columns equally bids for "
        "none of them.",
        (("mig", ">", 0.8), ("dcimig", "<", 0.1)),
    ),
    Task(
        "disentanglement above 0.9 and DCIMIG below 0.1",
        "Disentanglement reads a row's shares, and DCIMIG its sizes, so faint, pure rows raise "
        "only disentanglement.",
        (("disentanglement", ">", 0.9), ("dcimig", "<", 0.1)),
        known=0.01,
    ),
    Task(
        "DCIMIG above 0.9 and MIG below 0.1, with at most one more latent than factors",
        "A row that knows everything closes the gap of every column, and takes no bid from the "
        "other rows.",
        (("dcimig", ">", 0.9), ("mig", "<", 0.1)),
        spare=1,
    ),
    Task(
        "MIG above 0.6 and completeness below 0.12",
        "A gap depends on the two largest entries of a column, while focus depends on all of them.",
        (("mig", ">", 0.6), ("completeness", "<", 0.12)),
    ),
    Task(
        "completeness above 0.9 and disentanglement from 0.25 to 0.4",
        "No factor is spread over several latents, but one latent is divided between factors.",
        (("completeness", ">", 0.9), ("disentanglement", ">", 0.25), ("disentanglement", "<", 0.4)),
    ),
)
