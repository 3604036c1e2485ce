"""Counting: how many bits a latent tells about a factor."""

import numpy as np

from ..checks import check_count, check_source
from ..core import InformativenessMatrix, Representation, measure

MOST_BINS = 10_000
BLOCK = 2**18  # rows counted at a time
BINS = 21  # odd: a grid centred on zero keeps its zeros inside a bin, where rounding cannot move them (20 is customary)


def discretise(column, kind="continuous", bins=BINS):
    """Whole numbers for a column: its own levels, or equal widths from its minimum to its maximum."""
    return coder(column, kind, bins)[0](column)


def coder(column, kind, bins):
    """(what turns parts of the column into whole numbers, how many numbers there are)."""
    if kind == "levels":
        values = np.unique(column)
        return lambda part: np.searchsorted(values, part), len(values)
    low, high = column.min(), column.max()
    if low == high:
        return lambda part: np.zeros(len(part), dtype=int), 1
    # A value on an edge belongs to the upper bin, whatever rounding did to it; the maximum stays in the last bin.
    return lambda part: np.minimum((part - low) / (high - low) * bins + 1e-9, bins - 1).astype(
        int
    ), bins


def entropy(counts):
    """Entropy in bits of a table of counts."""
    p = counts[counts > 0] / counts.sum()
    return float(-(p * np.log2(p)).sum())


@measure
def mutual_information(rep, *, bins=None, factor_bins=None, estimator="counting"):
    """How many bits does each latent tell about each factor?

    I(z;v) = H(z) + H(v) - H(z,v), with entropies of the counts as they are (plug-in). A factor that
    some samples lack is counted over those that have it, its entropy too; the entropies of latents are over all samples.

    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code).
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from three nearest neighbours, which cuts no latent
        (an estimate beyond a factor's entropy is held at it; for a continuous factor that is its estimated information about itself).

    Returns an (L, K) InformativenessMatrix in bits with both totals. 0 says independent; H(v)
    says that the latent determines the factor. Counting exaggerates on few samples, by about
    (cells of z - 1)(cells of v - 1) / (2 n ln 2) bits.
    """
    check_source("mutual_information", rep, Representation)
    bins, factor_bins = (
        None if b is None else check_count(name, b, least=2)
        for name, b in (("bins", bins), ("factor_bins", factor_bins))
    )
    if max(bins or 0, factor_bins or 0) > MOST_BINS:
        raise ValueError(
            f"bins: found {max(bins or 0, factor_bins or 0):,}, expected at most {MOST_BINS:,}: every pair of bins is counted."
        )
    if estimator not in ("counting", "neighbours"):
        raise ValueError(f"estimator: found {estimator!r}, expected 'counting' or 'neighbours'.")
    z, cut_z = _coders(rep.latents.T, rep.latent_kinds, rep.latent_names, bins, bins or BINS)
    columns = [rep.column(k) for k in range(len(rep.factor_names))]
    v, cut_v = _coders(
        columns, rep.factor_kinds, rep.factor_names, factor_bins, factor_bins or bins or BINS
    )
    if estimator == "neighbours":
        (told, factor_total), latent_total, cut_z, cut_v = _by_neighbours(rep, v), None, (), ()
    else:
        alone, joint = _counts(rep, z, v)
        latent_total = np.array([entropy(counts) for counts in alone])
        factor_total = np.array([entropy(table.sum(0)) for table in joint[0]])
        told = [
            [
                entropy(table.sum(1)) + total - entropy(table)
                for table, total in zip(row, factor_total)
            ]
            for row in joint
        ]
        told = np.minimum(told, latent_total[:, None])
    return InformativenessMatrix(
        np.clip(told, 0, factor_total),
        "mutual information",
        "bits",
        latent_total=latent_total,
        factor_total=factor_total,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
        notes=cut_z + cut_v,
    )


def _counts(rep, z, v):
    """Counts of every latent's codes, and tables (codes of latent i, codes of factor k); block by block, so that memory does not
    grow with samples.
    """
    alone, joint = (
        [np.zeros(m, dtype=int) for _, m in z],
        [[np.zeros(m * size, dtype=int) for _, size in v] for _, m in z],
    )
    for start in range(0, len(rep), BLOCK):
        rows = slice(start, start + BLOCK)
        have = [slice(None)] * len(v) if rep.present is None else list(rep.present[rows].T)
        codes = [
            code(column[here]) for (code, _), column, here in zip(v, rep.factors[rows].T, have)
        ]
        for (code, m), column, counts, row in zip(z, rep.latents[rows].T, alone, joint):
            a = code(column)
            counts += np.bincount(a, minlength=m)
            for (_, size), b, here, table in zip(v, codes, have, row):
                table += np.bincount(a[here] * size + b, minlength=len(table))
    return alone, [[table.reshape(-1, size) for table, (_, size) in zip(row, v)] for row in joint]


def _by_neighbours(rep, v):
    """(L, K) bits estimated from three neighbours, and the totals; a latent that never moves tells nothing."""
    from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

    told, itself = [], []
    for k, ((code, _), kind) in enumerate(zip(v, rep.factor_kinds)):
        column, latents = rep.column(k), rep.latents[rep.having(k)]
        if kind == "continuous":
            told.append(mutual_info_regression(latents, column, random_state=0))
            itself.append(
                mutual_info_regression(column[:, None], column, random_state=0)[0] / np.log(2)
            )
        else:
            told.append(mutual_info_classif(latents, code(column), random_state=0))
            itself.append(entropy(np.bincount(code(column))))
    return np.where(np.ptp(rep.latents, axis=0) > 0, told, 0).T / np.log(2), np.array(itself)


def _coders(columns, kinds, names, forced, bins):
    """A coder for every column, and a sentence on which of them are cut."""
    kinds = ["continuous"] * len(kinds) if forced else kinds
    cut = [name for name, kind in zip(names, kinds) if kind == "continuous"]
    listed = ", ".join(cut) if len(cut) < 8 else f"{len(cut)} columns from {cut[0]} to {cut[-1]}"
    note = (f"cut into {bins} equal widths: {listed}",) if cut else ()
    return [coder(column, kind, bins) for column, kind in zip(columns, kinds)], note
