"""Worked examples: one small case per metric, step by step, with every number computed.

Each returns a table for the notebook; its last line is held against the metric itself.
"""

from collections.abc import Sequence

import numpy as np

from ..core import InformativenessMatrix
from ..measures.counting import entropy
from ..metrics import dcimig, focus, mig
from ..show.reading import Words


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Words:
    """A Markdown table; numbers to two or three digits."""

    def cell(value: object) -> str:
        return f"{value:.3g}" if isinstance(value, float) else str(value)

    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(map(cell, row)) + " |" for row in rows]
    return Words("\n".join(lines), "markdown")


def who_moved(before: tuple[int, int] = (3, 5), after: tuple[int, int] = (4, 5)) -> Words:
    """One redraw of a rectangle's width: which of four latents change?"""
    codes = {
        "x": lambda x, y: x,
        "y": lambda x, y: y,
        "x + y": lambda x, y: x + y,
        "x - y": lambda x, y: x - y,
    }
    rows = []
    for name, code in codes.items():
        old, new = code(*before), code(*after)
        rows.append([f"latent {name}", old, new, "**moved**" if old != new else "stood still"])
    shapes = [f"{width} by {height}" for width, height in (before, after)]
    return _table(["", *shapes, "when the width alone changed"], rows)


def focus_by_hand(row: Sequence[float] = (8, 1, 1)) -> Words:
    """A row becomes shares, shares become entropy, what is left of 1 is the part."""
    values = np.array(row, dtype=float)
    shares = values / values.sum()
    base = np.log(len(values))
    pieces = -shares * np.log(np.where(shares > 0, shares, 1)) / base
    part = float(focus(values[None], axis=-1)[0])
    names = [f"factor {k + 1}" for k in range(len(values))]
    rows = [
        ["the row", *values, f"sum {values.sum():g}"],
        ["divided by its sum: shares p", *shares, "sum 1"],
        ["p · log(1/p) / log K", *pieces, f"entropy {pieces.sum():.3g}"],
        ["part = 1 - entropy", *[""] * len(values), f"**{part:.3g}**"],
    ]
    return _table(["", *names, "together"], rows)


def one_point(pairs: Sequence[Sequence[Sequence[float]]] | None = None) -> Words:
    """Three pairs that share a value in factor 1 become one training point of BetaVAE."""
    pairs = pairs or (((2, 7), (2, 1)), ((9, 3), (9, 4)), ((5, 8), (6, 8)))
    rows: list[list[object]] = []
    differences = []
    for j, (one, two) in enumerate(pairs):
        apart = [abs(a - b) for a, b in zip(one, two)]
        differences.append(apart)
        told = [f"{tuple(one)} and {tuple(two)}", *map(str, apart)]
        rows.append([f"pair {j + 1}", *told])
    mean = np.mean(differences, axis=0)
    rows.append(["the training point", "mean", *(f"**{value:.3g}**" for value in mean)])
    head = ["", "latents of the two", "latent 1: distance", "latent 2: distance"]
    return _table(head, rows)


def one_vote(batch: Sequence[Sequence[float]] | None = None) -> Words:
    """Four samples with one factor held still: variances, and who casts the vote."""
    values = np.array(batch or ((1, 4, 2), (2, 4, 9), (1, 5, 5), (2, 4, 0)), dtype=float)
    overall = np.array([4.0, 2.0, 10.0])
    share = values.var(0) / overall
    rows = [[f"sample {j + 1}", *row] for j, row in enumerate(values)]
    rows.append(["variance in this batch", *values.var(0)])
    rows.append(["variance over all data", *overall])
    shown = [f"**{s:.3g}**" if s == share.min() else f"{s:.3g}" for s in share]
    rows.append(["the one divided by the other", *shown])
    vote = ["casts the vote" if s == share.min() else "" for s in share]
    rows.append(["the smallest wins", *vote])
    return _table(["", "latent 1", "latent 2", "latent 3"], rows)


def line_by_hand(factor: Sequence[float] = (-2, -1, 0, 1, 2), power: int = 3) -> Words:
    """Five samples of a bent latent: the best line, what it misses, and R²."""
    v = np.array(factor, dtype=float)
    z = v**power
    slope = float(z @ v / (z @ z))
    line = slope * z
    missed, all_ = float(((v - line) ** 2).sum()), float((v**2).sum())
    rows = [
        ["factor v", *v, f"squares sum to {all_:g}"],
        [f"latent z = v to the {power}", *z, ""],
        [f"line {slope:.3g} z", *line, ""],
        ["missed, v - line", *(v - line), f"squares sum to {missed:.3g}"],
        ["R² = 1 - missed / all", *[""] * len(v), f"**{1 - missed / all_:.3g}**"],
    ]
    return _table(["", *[f"sample {j + 1}" for j in range(len(v))], "together"], rows)


def bits_by_hand(counts: Sequence[Sequence[int]] = ((6, 2), (0, 8))) -> Words:
    """Sixteen samples in a table of latent by factor: entropy, and the bits that are told."""
    table = np.array(counts)
    h_latent, h_factor, h_both = (
        entropy(table.sum(1)),
        entropy(table.sum(0)),
        entropy(table),
    )
    rows = [
        ["latent low", *map(int, table[0]), int(table[0].sum())],
        ["latent high", *map(int, table[1]), int(table[1].sum())],
        ["together", *map(int, table.sum(0)), int(table.sum())],
        ["H(factor), from the last row", "", "", f"{h_factor:.3f} bits"],
        ["H(latent), from the last column", "", "", f"{h_latent:.3f} bits"],
        ["H(both), from the four cells", "", "", f"{h_both:.3f} bits"],
        ["I = H + H - H(both)", "", "", f"**{h_latent + h_factor - h_both:.3f} bits**"],
    ]
    return _table(["", "factor 0", "factor 1", "together"], rows)


def gaps_by_hand(values: Sequence[Sequence[float]] = ((0.9, 0.2), (0.5, 0.1))) -> Words:
    """One small matrix, read by MIG down its columns and by DCIMIG along its rows."""
    matrix = InformativenessMatrix(values, factor_total=1)
    table = matrix.values
    column = [f"{a:g} - {b:g} = {a - b:.2g}" for a, b in np.sort(table, axis=0)[::-1][:2].T]
    row = [f"{r.max():g} - {np.sort(r)[-2]:g} = {r.max() - np.sort(r)[-2]:.2g}" for r in table]
    rows = [[f"latent {i + 1}", *table[i], f"bids {row[i]}"] for i in range(len(table))]
    rows.append(["column's gap", *column, ""])
    rows.append(["MIG: mean gap of the columns", "", "", f"**{mig(matrix).value:.3g}**"])
    best = "every factor takes its best bid (0 without one); their mean"
    rows.append([f"DCIMIG: {best}", "", "", f"**{dcimig(matrix).value:.3g}**"])
    return _table(["", "factor 1", "factor 2", "row's gap"], rows)
