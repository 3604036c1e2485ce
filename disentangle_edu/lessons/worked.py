"""Worked examples: one small case per metric, step by step, with every number computed.

Each returns a table for the notebook; its last line is held against the metric itself.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from ..checks import check_count
from ..core import InformativenessMatrix, Representation
from ..measures import conditional_information, mutual_information, votes
from ..measures.capacity import Losses
from ..measures.counting import entropy
from ..measures.subspaces import Subspaces, completed
from ..metrics import (
    completeness,
    dcimig,
    disentanglement,
    explicitness_es,
    factor_vae,
    focus,
    iwo,
    mig,
    sap,
)
from ..proof.exact import characteristics
from ..proof.hunt import table_representation
from ..show.pictures import called
from ..show.reading import Words
from ..worlds import examples
from .asked_00_to_06 import copies_of
from .exercises import coded


def _three(value: float) -> str:
    """A number to three digits; what is 0 but for rounding is 0."""
    return f"{round(value, 9) + 0.0:.3g}"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Words:
    """A Markdown table; numbers to two or three digits."""

    def cell(value: object) -> str:
        return _three(value) if isinstance(value, float) else str(value)

    lines = ["| " + " | ".join(head) + " |", "|" + ":---|" * len(head)]
    lines += ["| " + " | ".join(map(cell, row)) + " |" for row in rows]
    return Words("\n".join(lines), "markdown")


def _below(table: Words, *lines: str) -> Words:
    """The table and what follows from it, where a narrow window shows it, too."""
    return Words("\n\n".join([table.text, *lines]), "markdown")


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
    sides = [side for side, a, b in zip(("width", "height"), before, after) if a != b]
    changed = {1: f"when the {''.join(sides)} alone changed", 2: "when both sides changed"}
    return _table(["latent", *shapes, changed.get(len(sides), "when nothing changed")], rows)


def focus_by_hand(row: Sequence[float] = (8, 1, 1)) -> Words:
    """A row becomes shares, shares become entropy, what is left of 1 is the part."""
    values = np.array(row, dtype=float)
    if values.ndim != 1 or len(values) < 2 or values.min() < 0 or not values.sum() > 0:
        raise ValueError(
            f"row: found {row!r}, expected two or more numbers, none below 0 and one above: "
            "a row of zeros has no shares."
        )
    shares = values / values.sum()
    base = np.log(len(values))
    pieces = -shares * np.log(np.where(shares > 0, shares, 1)) / base + 0.0  # never -0
    part = float(focus(values[None], axis=-1)[0])
    names = [f"factor {k + 1}" for k in range(len(values))]
    rows = [
        ["the row", *values],
        [f"share p of the sum, {values.sum():g}", *shares],
        [f"p log(1/p) / log {len(values)}", *pieces],
    ]
    spread = _three(pieces.sum())
    pieces_added = " + ".join(map(_three, pieces))
    last = f"entropy = {pieces_added} = {spread}, and the part = 1 - {spread} = **{_three(part)}**"
    return _below(_table(["step", *names], rows), last)


def traces_by_hand(probabilities: Sequence[Sequence[float]] = examples.COPYING) -> Words:
    """How far apart the two of a pair lie on average, latent by latent, for each factor held still.

    Two numbers drawn evenly from 0 to 1 lie 1/3 apart on average; two that both copy the factor
    that stands still lie 0 apart. Latent i copies factor k in both samples with chance p squared.
    """
    chances = np.array(probabilities, dtype=float)
    apart = (1 - chances.T**2) / 3  # a row per factor that stands still
    names = [f"factor {k + 1} stands still" for k in range(len(apart))]
    rows = []
    for name, row in zip(names, apart):
        small = row < row.max() - 1e-9
        rows.append([name, *(f"**{a:.2f}**" if s else f"{a:.2f}" for a, s in zip(row, small))])
    return _table(
        ["mean distance of a pair", *[f"latent {i + 1}" for i in range(len(chances))]], rows
    )


def variance_by_hand(weights: Sequence[Sequence[float]] = examples.MIXING) -> Words:
    """The share of its variance that each latent keeps, for each factor held still.

    The smallest of every row casts the vote.
    """
    left = examples.variance_left(weights)
    rows = []
    for k, column in enumerate(left.T):
        shown = [f"**{a:.2f}**" if a == column.min() else f"{a:.2f}" for a in column]
        rows.append([f"factor {k + 1} still", *shown, f"latent {column.argmin() + 1}"])
    names = [f"latent {i + 1}" for i in range(len(left))]
    table = _table(["variance that is left", *names, "votes"], rows)
    squares = [f"{weight:g}²" for weight in weights[0]]
    sums = " + ".join(squares[1:]), " + ".join(squares)
    how = f"({sums[0]}) / ({sums[1]}) = {left[0, 0]:.2f}"
    one = f"Latent 1, for instance, while factor 1 stands still: {how} of its variance is left."
    return _below(table, one)


def line_by_hand(factor: Sequence[float] = (-2, -1, 0, 1, 2), power: int = 3) -> Words:
    """Five samples of a bent latent: the best line, what it misses, and R²."""
    v = np.array(factor, dtype=float)
    if v.ndim != 1 or not np.isfinite(v).all() or np.ptp(v) == 0:
        raise ValueError(f"factor: found {factor!r}, expected numbers, not all of them the same.")
    z = v ** check_count("power", power)
    if np.ptp(z) == 0:
        raise ValueError(
            f"power: found {power}, which gives every sample of {factor!r} one latent."
        )
    slope, height = np.polyfit(z, v, 1).round(12)
    line = slope * z + height
    missed, all_ = float(((v - line) ** 2).sum()), float(((v - v.mean()) ** 2).sum())
    rows = [[str(j + 1), *row] for j, row in enumerate(zip(v, z, line, v - line))]
    share = f"1 - {_three(missed)} / {_three(all_)} = **{1 - missed / all_:.3g}**"
    sums = f"all {_three(all_)} (of v around its mean), missed {_three(missed)}"
    last = f"Squares, summed: {sums}. So R² = 1 - missed / all = {share}"
    bent = "v" if power == 1 else f"v{str(power).translate(RAISED)}"
    fitted = f"{_three(slope)} x latent" + (
        f" {'+' if height > 0 else '-'} {abs(height):.3g}" if height else ""
    )
    names = ["sample", "factor v", f"latent = {bent}", f"line {fitted}", "missed, v - line"]
    return _below(_table(names, rows), last)


RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def bits_by_hand(counts: Sequence[Sequence[int]] = ((6, 2), (0, 8))) -> Words:
    """Sixteen samples in a table of latent by factor: entropy, and the bits that are told."""
    table = np.array(counts)
    if table.shape != (2, 2) or table.min() < 0 or table.sum() == 0:
        raise ValueError(f"counts: found {counts!r}, expected four counts, not all of them 0.")
    h_latent, h_factor, h_both = (
        entropy(table.sum(1)),
        entropy(table.sum(0)),
        entropy(table),
    )
    shared = h_latent + h_factor - h_both
    rows: list[list[object]] = [
        ["latent low", *map(int, table[0]), int(table[0].sum())],
        ["latent high", *map(int, table[1]), int(table[1].sum())],
        ["together", *map(int, table.sum(0)), int(table.sum())],
    ]
    entropies = (
        ("H(factor)", table.sum(0), h_factor),
        ("H(latent)", table.sum(1), h_latent),
        ("H(both)", table.ravel(), h_both),
    )
    lines = [f"{name} = {_spelled(found)} = {h:.4f} bits" for name, found, h in entropies]
    told = f"I = H(latent) + H(factor) - H(both) = **{shared:.4f} bits**"
    return _below(_table(["samples", "factor = 0", "factor = 1", "together"], rows), *lines, told)


def _spelled(counts: np.ndarray) -> str:
    """The sum that an entropy is; a place without samples adds nothing."""
    whole = counts.sum()
    return " + ".join(f"{n}/{whole} log2({whole}/{n})" for n in counts if n > 0)


def gaps_by_hand(values: Sequence[Sequence[float]] = ((0.9, 0.2), (0.5, 0.1))) -> Words:
    """One small matrix, read by MIG down its columns and by DCIMIG along its rows."""
    matrix = InformativenessMatrix(values, factor_total=1)
    table = matrix.values
    if min(table.shape) < 2:
        raise ValueError(
            f"values: found shape {table.shape}, expected two rows and columns or more."
        )
    return _gaps(table, mig(matrix).value, dcimig(matrix).value, _factors(table))


def gaps_of_code(code: Callable[[int, int, int], Sequence[float]]) -> Words:
    """A code of three coins: the bits of every latent about every coin, with both kinds of gaps."""
    cases = examples.grid(2, 2, 2).astype(int)
    rep = table_representation((2, 2, 2), coded(code, cases))
    bits = mutual_information(rep).values
    coins = [f"coin {k + 1}" for k in range(3)]
    return _gaps(bits, mig(rep).value, dcimig(rep).value, coins)


def _gaps(table: np.ndarray, of_columns: float, of_rows: float, names: list[str]) -> Words:
    """A matrix with the gap of every column and of every row."""

    def gap(values: np.ndarray) -> str:
        first, second = np.sort([0, *values])[:-3:-1]  # who is alone has no rival
        return f"{_three(first)} - {_three(second)} = {_three(first - second)}"

    blank = [""] * len(names)

    def bid(row: np.ndarray) -> str:
        told = gap(row)
        return told if told.endswith("= 0") else f"{told}, for {names[int(row.argmax())]}"

    rows = [[f"latent {i + 1}", *row, bid(row)] for i, row in enumerate(table)]
    rows.append(["column's gap", *map(gap, table.T), ""])
    rows.append(["MIG", f"**{of_columns:.3g}**", *blank[1:], "mean of the columns' gaps"])
    best = "mean of the best bids, one for each factor (0 without one)"
    rows.append(["DCIMIG", f"**{of_rows:.3g}**", *blank[1:], best])
    return _table(["latent", *names, "row's gap: its bid"], rows)


def votes_of_copies(*factors: int) -> Words:
    """Votes of FactorVAE where each latent copies a factor, from 1 to 3, or never moves (0)."""
    if not factors or not set(factors) <= {0, 1, 2, 3}:
        raise ValueError(f"factors: found {factors!r}, expected numbers from 0 to 3.")
    if not any(factors):
        return Words("No latent ever moves, so nobody can vote.")
    found = votes(copies_of(*factors))
    stands = [int(row.argmax()) if row.any() else None for row in found.values]
    copied = ["never moves" if k == 0 else f"copies factor {k}" for k in factors]
    rows = [
        [
            f"{i + 1}: {what}",
            *(f"**{v:,.10g}**" if stands[i] == k else f"{v:,.10g}" for k, v in enumerate(row)),
        ]
        for i, (what, row) in enumerate(zip(copied, found.values))
    ]
    table = _table(["latent", *_factors(found.values)], rows)
    score = f"FactorVAE: **{factor_vae(found).value:.2f}**, the share of votes in bold cells"
    return _below(table, f"{score} (there a latent has its most votes).")


def five_by_hand(values: Sequence[Sequence[float]] = ((0.8, 0.1), (0.4, 0.3))) -> Words:
    """One small matrix under five scores: what each of them reads, and what comes out."""
    matrix = InformativenessMatrix(values, factor_total=1)
    table = matrix.values
    columns = [f"{a:g} - {b:g} = {a - b:.2g}" for a, b in np.sort(table, axis=0)[::-1][:2].T]
    bids = []
    for i, row in enumerate(table):
        first, second = np.sort(row)[::-1][:2]
        bids.append(f"latent {i + 1} bids {first - second:.2g} for factor {row.argmax() + 1}")
    d, c = disentanglement(matrix), completeness(matrix)
    heavy, whole = table.sum(1), table.sum()
    weights = [f" (weighs {h:g} / {whole:g} = {w:.2f})" for h, w in zip(heavy.round(9), d.weights)]
    in_rows = _focused("row", table, d.parts, weights)
    in_columns = _focused("column", table.T, c.parts, [""] * len(c.parts))
    told = {
        mig: f"columns: {', '.join(columns)}; then the mean",
        sap: "the same, as long as every factor holds one bit",
        dcimig: f"rows: {', '.join(bids)}; the best bid for each factor, or 0, then the mean",
        disentanglement: f"{_focus_of(table.shape[1])}: {'; '.join(in_rows)}; the weighted mean",
        completeness: f"{_focus_of(len(table))}: {'; '.join(in_columns)}; the plain mean",
    }
    rows: list[list[object]] = [[f"latent {i + 1}", *row] for i, row in enumerate(table.tolist())]
    head = _table(["the matrix", *_factors(table)], rows)
    scores = [
        [called(m.__name__), f"**{m(matrix).value:.3f}**", words] for m, words in told.items()
    ]
    return _below(head, _table(["score", "gives", "reads"], scores).text)


def _focus_of(places: int) -> str:
    return f"1 - entropy of shares / log {places}"


def _factors(table: np.ndarray) -> list[str]:
    return [f"factor {k + 1}" for k in range(table.shape[1])]


def _focused(
    name: str, lines: np.ndarray, parts: np.ndarray, notes: Sequence[str]
) -> Iterator[str]:
    """Each line's shares and its part."""
    for i, (line, part, note) in enumerate(zip(lines, parts, notes), 1):
        shares = " and ".join(f"{share:.2f}" for share in line / max(line.sum(), 1e-12))
        yield f"{name} {i} has {shares}: **{part:.2f}**{note}"


COINS = ((0, 0), (0, 1), (1, 0), (1, 1))  # the four cases of two coins, in the order of a table


def moves_by_hand(code: Sequence[Sequence[float]] = ((0, 0), (0, 1), (0, 0), (1, 1))) -> Words:
    """A code of two coins, case by case: turn one coin alone, and see which latents move."""
    latents = range(len(code[0]))
    rows: list[list[object]] = []
    for coin, other in ((0, 1), (1, 0)):
        for still in (0, 1):
            before, after = [case for case in COINS if case[other] == still]
            old, new = code[COINS.index(before)], code[COINS.index(after)]
            told = ["**moves**" if old[i] != new[i] else "stands still" for i in latents]
            turned = f"from {before[0]}{before[1]} to {after[0]}{after[1]}"
            shown = [f"{old[i]:g} to {new[i]:g}: {told[i]}" for i in latents]
            rows.append([f"coin {coin + 1} turned, {turned}", *shown, ""])
    kept = characteristics(table_representation((2, 2), code))
    for number, one in enumerate(kept, 1):
        words = "**kept**" if one else "**broken**"
        rows.append([f"Characteristic {number}", *[""] * len(latents), words])
    return _table(["what is done", *[f"latent {i + 1}" for i in latents], "the code"], rows)


def angle_by_hand(degrees: float = 60) -> Words:
    """Two directions of length 1: their cosine, its square, and IWO."""
    turn = np.radians(degrees)
    one, two = np.array([1.0, 0.0]), np.array([np.cos(turn), np.sin(turn)])
    cosine = float(one @ two)
    spaces = Subspaces([completed(one), completed(two)], [[1, 0], [1, 0]])
    rows = [
        ["direction of factor 1", *one],
        ["direction of factor 2", *two],
        ["multiplied, place by place", *(one * two)],
        ["their sum: the cosine", f"{cosine:.3g}", ""],
        ["the cosine squared: the overlap", f"{cosine**2:.3g}", ""],
        ["IWO = 1 - overlap", f"**{iwo(spaces).value:.3g}**", ""],
    ]
    return _table([f"{degrees:g} degrees apart", "latent 1", "latent 2"], rows)


def area_by_hand(left: Sequence[float] = (0.8, 0.2, 0.1)) -> Words:
    """Loss left by three probes: two pieces of area, and explicitness."""
    pieces = [(a + b) / 2 for a, b in pairwise(left)]
    value = explicitness_es(Losses(np.array(left)[:, None], "loss left", "share")).value
    shown = [f"({a:g} + {b:g}) / 2 = {(a + b) / 2:.3g}" for a, b in pairwise(left)]
    rows: list[list[object]] = [
        ["loss left", *left],
        ["area from one probe to the next", *shown, ""],
        ["mean of the pieces", f"{np.mean(pieces):.3g}", *[""] * (len(left) - 1)],
        ["explicitness = 1 - mean", f"**{value:.3g}**", *[""] * (len(left) - 1)],
    ]
    return _table(["step", *[f"probe {j + 1}" for j in range(len(left))]], rows)


def fruit_by_hand(counts: Sequence[Sequence[int]] = ((45, 5), (5, 45))) -> Words:
    """Two fruits in two colours, and a latent that copies the fruit: what does it say of colour?"""
    table = np.array(counts)
    cases = np.repeat(np.argwhere(table >= 0), table.ravel(), axis=0)
    rep = Representation(cases, cases[:, :1], factor_kinds="levels", latent_kinds="levels")
    about_colour = float(mutual_information(rep).values[0, 1])
    once_known = float(conditional_information(rep).values[0, 0])
    rows: list[list[object]] = [
        ["strawberry, latent 0", *map(int, table[0]), int(table[0].sum())],
        ["plum, latent 1", *map(int, table[1]), int(table[1].sum())],
        ["together", *map(int, table.sum(0)), int(table.sum())],
        ["H(colour), from the last row", "", "", f"{entropy(table.sum(0)):.3f} bits"],
        ["the latent tells about the colour", "", "", f"**{about_colour:.3f} bits**"],
        ["the same, once the fruit is known", "", "", f"**{once_known:.3f} bits**"],
    ]
    return _table(["fruit", "red", "blue", "together"], rows)
