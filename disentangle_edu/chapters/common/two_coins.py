"""Codes of two coins, a row per case."""

from ...metrics import informativeness
from ...quiz.exercises import Requirement, is_so, numbers
from ...representation import Representation
from ...theory.counterexamples import table_representation
from ...theory.enumeration import characteristics, exact


def code_of_coins(answer: object, latents: int | None = None) -> Representation:
    """The code that an answer gives: a row for each of the four cases, in the order of COINS."""
    return table_representation((2, 2), numbers(answer, (4, latents)))


def is_lossless(rep: Representation) -> Requirement:
    """A requirement that no two cases have the same code."""
    share = exact(informativeness, rep).value
    return is_so(
        "all four cases can be told apart", share == 1, f"{share:.0%} of the coins are recognised"
    )


def breaks_characteristic(rep: Representation, characteristic: int) -> Requirement:
    """A requirement that one of the three characteristics is violated."""
    is_kept = tuple(characteristics(rep))[characteristic - 1]
    return is_so(f"Characteristic {characteristic} is violated", not is_kept, "it is satisfied")


COINS = ((0, 0), (0, 1), (1, 0), (1, 1))  # the four cases of two coins, in the order of a table
