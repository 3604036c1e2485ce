"""The questions of notebooks 00 to 06."""

from ..metrics import disentanglement
from ..worlds import examples
from .questions import Mark, ask, near


@ask(
    "01-even-rest",
    "Eleven latents; each gives 0.8 to a factor of its own and 0.02 to each of the ten others. "
    "What will disentanglement be?",
    Mark(label="disentanglement"),
    given=0.9,
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "An evenly spread rest costs far more than its size: see below where the price comes from.",
            "You have felt what entropy charges for an even rest.",
            "It is not quite that expensive: the rest is only a fifth of each row.",
        ),
    ),
)
def _even_rest() -> float:
    return disentanglement(examples.focused_matrix()).value
