"""Two kinds of words, each absent from some sentences, and the bits that they share."""

import numpy as np

from .... import InformativenessMatrix, Score, mig, viz, widgets
from ....measures.information import entropy
from ....types import Floats
from ...common.squares import LEAST, SquareLabels, bits_shared, square_panel

VALUES = 5, 2  # of the two kinds, as for POS's conjunctions
KINDS = "first kind", "second kind"
MAX_BITS = 3.0  # five values and "none" have at most log2 6 bits
SENTENCE_SQUARE = SquareLabels(
    "all sentences",
    ("both", "only first"),
    ("only second", "neither"),
    (
        "share with the first kind",
        "share with the second kind if the first is present",
        "share with the second kind if the first is absent",
    ),
)


def joint_shares(first: float, with_it: float, without: float) -> Floats:
    """Share of sentences for each pair of values of the two kinds; the last value is “absent”."""
    shares = np.zeros((VALUES[0] + 1, VALUES[1] + 1))
    for there, share, second in ((True, first, with_it), (False, 1 - first, without)):
        rows = slice(0, VALUES[0]) if there else slice(VALUES[0], None)
        count = VALUES[0] if there else 1
        shares[rows, :-1] = share * second / (count * VALUES[1])
        shares[rows, -1] = share * (1 - second) / count
    return shares


def perfect_code(shares: Floats, absent_is_a_value: bool) -> Score:
    """MIG of a latent for each kind, which copies it."""
    tables = (shares, shares) if absent_is_a_value else (shares[:-1], shares[:, :-1])
    totals = [entropy(table.sum(1 - k)) for k, table in enumerate(tables)]
    shared = [bits_shared(table) for table in tables]  # bits in the other kind's latent
    matrix = InformativenessMatrix(
        [[totals[0], shared[1]], [shared[0], totals[1]]],
        "bits",
        "bits",
        factor_entropy=totals,
        column_names=KINDS,
    )
    return mig(matrix)


def describe_shared_bits(with_it: float, without: float, shared: float) -> str:
    """The bits that the kinds share, and why."""
    if shared < 0.005:
        almost = "" if with_it == without else "almost "
        nothing = "almost no" if almost else "no"
        return (
            f"The second kind is {almost}equally frequent with and without the first kind, so the "
            f"presence of one kind gives {nothing} information about the other."
        )
    return (
        f"The second kind {compare_frequencies(with_it, without)}, so the presence of one kind "
        f"gives {shared:.2f} bits about the other."
    )


def compare_frequencies(with_it: float, without: float) -> str:
    """Whether the second kind is more or less frequent if the first kind is present."""
    if with_it == 0:
        return "never occurs with the first kind"
    more = "more" if with_it > without else "less"
    return f"occurs {more} often with the first kind than without it"


@widgets.lab(
    {
        "first": widgets.moved_by_handle(
            widgets.number("share with the first kind", 0.6, LEAST, 1 - LEAST)
        ),
        "with_it": widgets.moved_by_handle(
            widgets.number("second kind if the first is present", 0.6, 0, 1)
        ),
        "without": widgets.moved_by_handle(
            widgets.number("second kind if the first is absent", 0.2, LEAST, 1)
        ),
    },
    describe_change=widgets.describe_by_caption,
)
def absent_kinds(first: float, with_it: float, without: float) -> viz.Picture:
    """Two kinds of words, each absent from some sentences: how many bits do they share?"""
    shares = joint_shares(first, with_it, without)
    scores = {
        "absent is a value": perfect_code(shares, True).value,
        "absent is left out": perfect_code(shares, False).value,
    }
    shared = bits_shared(shares)
    entropies = entropy(shares.sum(1)), entropy(shares.sum(0))
    bits = {**dict(zip(KINDS, entropies)), "shared": shared}
    where = f"{first:.0%} of the sentences have the first kind."
    lines = [f"{name}: {value:.3f} bits" for name, value in bits.items()]
    lines += [f"MIG, {name}: {value:.3f}" for name, value in scores.items()]
    return viz.Picture(
        panels=(
            square_panel((first, with_it, without), (LEAST, 0.0, LEAST), SENTENCE_SQUARE),
            viz.stack(
                viz.bars_panel("bits if absent is a value", bits, top=MAX_BITS, key="bits"),
                viz.bars_panel("MIG of a perfect code", scores, key="mig"),
            ),
        ),
        shows=f"A square of all sentences, the bits of two kinds, and MIG. {where}",
        caption=describe_shared_bits(with_it, without, shared),
        text="\n".join([where, *lines]),
        scores=scores,
    )
