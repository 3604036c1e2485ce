"""What the chapter on characteristics asks: predictions, exercises, cases by hand."""

from ...asking.exercises import Demand, exercise, is_so
from ...asking.questions import Choose, ask
from ...proof.exact import characteristics
from ...proof.hunt import table_representation
from ...worlds import examples
from ..shelf.two_coins import breaks, code_of_coins, loses_nothing


@ask(
    "08-coarse",
    "Two factors of three levels. Latent 1 is 1 where factor 1 is at its top level, and 0 "
    "elsewhere. Latent 2 copies factor 2. Which characteristics does this code keep?",
    Choose(
        (
            "1: a latent follows at most one factor",
            "2: a factor moves at most one latent",
            "3: each factor has a latent that determines it",
        ),
        ("kept", "broken"),
    ),
    given=[1, 0, 0],
    means=lambda guess, truth: (
        "Two of the three speak of what moves with what. Only one asks whether anything was left "
        "out on the way."
    ),
)
def _coarse() -> list[int]:
    rows = [[float(a == 2), b] for a, b in examples.grid(3, 3)]
    return [int(not kept) for kept in characteristics(table_representation((3, 3), rows))]


def one_number() -> list[list[int]]:
    return [[0], [1], [2], [3]]  # one latent follows both coins; each coin moves one latent


@exercise(
    "08-exercise",
    asks="Write a code of two coins that keeps Characteristic 2, breaks Characteristic 1, "
    "and loses nothing.",
    takes="a table of four rows, one for each of the coins 00, 01, 10 and 11; "
    "every row has as many numbers as there are latents",
    hint="Characteristic 2 counts the latents that a coin moves. How few latents are enough?",
    solution=one_number,
    degenerate={
        "the copy from the notebook": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]],
        "silence": lambda: [[0], [0], [0], [0]],
        "only whether both are 1": lambda: [[0], [0], [0], [1]],
        "both coins in every latent": lambda: [[0, 0], [1, 1], [2, 2], [3, 3]],
    },
)
def breaks_only_the_first(answer: object) -> list[Demand]:
    rep = code_of_coins(answer)
    return [
        is_so("Characteristic 2 is kept", characteristics(rep).two, "it is broken"),
        breaks(rep, 1),
        loses_nothing(rep),
    ]
