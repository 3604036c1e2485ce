"""Codes of two coins, a row per case."""

from collections.abc import Sequence

from ...asking.exercises import Demand, is_so, numbers
from ...asking.worked import table_of
from ...core import Representation
from ...metrics import informativeness
from ...proof.exact import characteristics, exact
from ...proof.hunt import table_representation
from ...show.reading import Words


def code_of_coins(answer: object, latents: int | None = None) -> Representation:
    """The code that an answer gives: a row for each of the four cases, in the order of COINS."""
    return table_representation((2, 2), numbers(answer, (4, latents)))


def loses_nothing(rep: Representation) -> Demand:
    """A demand that every case has a code of its own."""
    told = exact(informativeness, rep).value
    return is_so("all four cases can be told apart", told == 1, f"{told:.0%} of the coins are told")


def breaks(rep: Representation, characteristic: int) -> Demand:
    """A demand that one of the three characteristics is not kept."""
    kept = tuple(characteristics(rep))[characteristic - 1]
    return is_so(f"Characteristic {characteristic} is broken", not kept, "it is kept")


COINS = ((0, 0), (0, 1), (1, 0), (1, 1))  # the four cases of two coins, in the order of a table


def moves_by_hand(code: Sequence[Sequence[float]] = ((0, 0), (0, 1), (0, 0), (1, 1))) -> Words:
    """A code of two coins, case by case: turn one coin alone, and see which latents move."""
    latents = range(len(code[0]))
    rows: list[list[object]] = []
    for coin, other in ((0, 1), (1, 0)):
        for still in (0, 1):
            before, after = [case for case in COINS if case[other] == still]
            old, new = code[COINS.index(before)], code[COINS.index(after)]
            moves = ["**moves**" if old[i] != new[i] else "stands still" for i in latents]
            turned = f"from {before[0]}{before[1]} to {after[0]}{after[1]}"
            shown = [f"{old[i]:g} to {new[i]:g}: {moves[i]}" for i in latents]
            rows.append([f"coin {coin + 1} turned, {turned}", *shown, ""])
    kept = characteristics(table_representation((2, 2), code))
    for number, one in enumerate(kept, 1):
        words = "**kept**" if one else "**broken**"
        rows.append([f"Characteristic {number}", *[""] * len(latents), words])
    return table_of(["what is done", *[f"latent {i + 1}" for i in latents], "the code"], rows)
