"""What the chapter on Table 1 and its witnesses asks: predictions, exercises, cases by hand."""

from ...asking.exercises import Demand, exercise
from ...asking.questions import Mark, ask
from ...making import METRICS
from ...metrics import disentanglement
from ...proof.exact import EXACT, exact
from ...proof.hunt import WORLDS, Witness, hunting
from ..shelf.two_coins import breaks, code_of_coins, loses_nothing

HIGH, CANDIDATES = 0.99, 10_000


REFLECTING = [
    name for name, metric in METRICS.items() if metric.reflects and metric.measure in EXACT
]


def _fooled(name: str) -> bool:
    """Whether the search meets a code that violates what this metric reflects and scores high."""
    return any(
        isinstance(found, Witness) and found.value > HIGH
        for sizes in WORLDS
        for found in hunting(METRICS[name], 2, sizes=sizes, candidates=CANDIDATES)
    )


@ask(
    "09-fooled",
    f"These {len(REFLECTING)} metrics reflect a characteristic and can be computed exactly: "
    f"{', '.join(REFLECTING)}. For how many of them will a search among small codes find one "
    f"that violates the metric's characteristic and still scores above {HIGH:g}?",
    Mark(0, len(REFLECTING), "metrics", digits=0),
    given=3,
    means=lambda guess, truth: (
        "A witness is a code that anybody can check by hand; what was not found may still be there."
    ),
)
def _how_many_are_fooled() -> float:
    return float(sum(map(_fooled, REFLECTING)))


def hidden_in_two() -> list[list[int]]:
    # Latent 1 is coin 1; latent 2 says whether the coins differ, which tells nothing of either.
    return [[0, 0], [0, 1], [1, 1], [1, 0]]


@exercise(
    "09-exercise",
    asks="Break disentanglement yourself: write two latents for two coins that lose nothing, "
    "break Characteristic 1, and still get D = 1.",
    takes="a table of four rows of two numbers, for the coins 00, 01, 10 and 11",
    hint="D gives no weight to a latent that tells nothing of any single factor. "
    "What tells nothing of either coin, and something of the two together?",
    solution=hidden_in_two,
    degenerate={
        "the perfect copy": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]],
        "silence": lambda: [[0, 0]] * 4,
        "how many ones, and the difference": lambda: [[0, 0], [1, -1], [1, 1], [2, 0]],
        "one coin and nothing": lambda: [[0, 0], [0, 0], [1, 0], [1, 0]],
        "only whether they differ": lambda: [[0, 0], [1, 1], [1, 1], [0, 0]],
    },
)
def fools_disentanglement(answer: object) -> list[Demand]:
    rep = code_of_coins(answer, 2)
    value = exact(disentanglement, rep).value
    return [
        loses_nothing(rep),
        breaks(rep, 1),
        Demand("D, exactly, is 1", value > 1 - 1e-9, f"{value:.4f}"),
    ]
