"""What the chapter on coloured digits asks: predictions, exercises, cases by hand."""

import numpy as np

from ...asking.exercises import Demand, at_least, at_most, exercise, numbers
from ...asking.questions import Mark, ask
from ...core import Representation
from ...metrics import dependent_modularity, mig
from ...worlds.dependent import ColouredDigits, accuracy_alone


@ask(
    "15-decided",
    "A code has learned from labels: a latent for the digit, one for its colour, one for the "
    "background. Its MIG is high while the colours are free coins. Now the digit decides both "
    "colours. How high is the MIG of a code that learned in the same way?",
    Mark(label="MIG"),
    given=0.6,
    means=lambda guess, truth: (
        "Each latent still tells its own factor. But the digit's latent now tells the colours as "
        "well, and MIG takes that for a mixture."
    ),
)
def _decided() -> float:
    return mig(ColouredDigits(1.0).representation("learned with labels")).value


def round_in_a_ring() -> list[list[float]]:
    # Rows are latents, columns are digit, digit colour and background: each leaks into the next.
    return [[1, 0.3, 0], [0, 1, 0.3], [0.1, 0, 1]]


@exercise(
    "15-exercise",
    asks="Mix the three factors of the coloured digits so that each is still recognised from its "
    "own latent alone, and modularity for dependent factors is 0.7 or lower.",
    takes="three rows of three numbers: how much of digit, digit colour and background goes into "
    "latent 1, latent 2 and latent 3",
    hint="Recognising asks whether the factor can be read from its latent. "
    "It does not ask what else can be read there.",
    solution=round_in_a_ring,
    degenerate={
        "each factor alone": lambda: np.eye(3),
        "nothing": lambda: np.zeros((3, 3)),
        "all the same": lambda: np.ones((3, 3)),
        "the leaking code of the notebook": lambda: [[1, 0.4, 0], [0, 1, 0], [0, 0, 1]],
    },
)
def recognised_and_mixed(answer: object) -> list[Demand]:
    digits = ColouredDigits(0.5)
    rep = Representation(
        digits.factors,
        (digits.factors @ numbers(answer, (3, 3)).T).round(9),
        factor_names=digits.names,
        factor_kinds="levels",
        latent_kinds="levels",
    )
    return [
        *(
            at_least(f"the share of {name} recognised from its own latent", share, 0.99)
            for name, share in zip(digits.names, accuracy_alone(rep))
        ),
        at_most("modularity for dependent factors", dependent_modularity(rep).value, 0.7),
    ]
