"""What the chapter on Table 1 and its witnesses asks: predictions, exercises, cases by hand."""

from ...asking.exercises import Demand, exercise
from ...asking.questions import Mark, ask
from ...claims.sepliarskaia2019 import leaks_everywhere
from ...making import METRICS
from ...metrics import disentanglement
from ...proof.exact import EXACT, exact
from ..shelf.two_coins import breaks, code_of_coins, loses_nothing

HIGH = 0.99


REFLECTING = [
    name for name, metric in METRICS.items() if metric.reflects and metric.measure in EXACT
]


@ask(
    "09-fooled",
    "Three coins, three latents. Each latent is a coin of its own, and moves a little when the two "
    f"other coins differ. So every latent follows every coin. How many of {len(REFLECTING)} "
    f"metrics still give this code {HIGH:g} or more?",
    Mark(0, len(REFLECTING), "metrics", digits=0),
    given=3,
    means=lambda guess, truth: (
        "A witness can be checked by hand. This one is no trick of rounding: each latent moves in "
        "half of all redraws of any coin."
    ),
)
def _how_many_are_fooled() -> int:
    rep = leaks_everywhere()
    return sum(exact(METRICS[name], rep).value >= HIGH for name in REFLECTING)


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
