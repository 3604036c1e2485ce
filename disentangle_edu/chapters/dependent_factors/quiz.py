"""What the chapter on dependent factors asks: predictions and exercises."""

import numpy as np

from ...metrics import dependent_modularity, disentanglement, mig, minimality, modularity
from ...quiz.exercises import (
    Requirement,
    as_settings,
    at_least,
    at_most,
    exercise,
    numbers,
    personal_exercise,
    within,
)
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...representation import Representation
from ...worlds import dependent
from ...worlds.dependent import ColouredDigits, accuracy_alone, angles

JUDGES = {"MIG": mig, "modularity": modularity, "D": disentanglement, "minimality": minimality}


@question(
    "14-who-falls",
    "Each of three angles is shown by its own latent. Now angle 3 follows the other two in 90 of "
    "100 samples; the code stays a perfect copy. Which of these scores falls the most?",
    ChoiceScale(("",), tuple(JUDGES)),
    guess_for_tests=[2],
    feedback=lambda guess, truth: (
        "The code is the same, so a fall says something about the factors. "
        "MIG is the only one of the four that falls by more than 0.1."
    ),
)
def _who_falls() -> list[int]:
    free, tied = (angles(dependence, samples=5_000) for dependence in (0.0, 0.9))
    falls = [metric(free).value - metric(tied).value for metric in JUDGES.values()]
    return [int(np.argmax(falls))]


def a_coin_on_top() -> dict[str, float]:
    return {"nuisance": 0.5}  # MIG asks only about factors; minimality also falls for the coin


@exercise(
    "14-exercise-1",
    asks="Find settings of the angles for which MIG exceeds minimality by 0.05 or more.",
    takes="a dictionary with some of dependence, leak, nuisance and noise, from 0 to 1, "
    'such as {"leak": 0.3}',
    hint="What information can a latent carry that concerns no factor at all?",
    solution=a_coin_on_top,
    rejected_answers={
        "nothing changed": dict,
        "dependent factors": lambda: {"dependence": 1.0},
        "a leak": lambda: {"leak": 0.3},
        "noise": lambda: {"noise": 0.3},
    },
)
def beyond_the_factors(answer: object) -> list[Requirement]:
    names = ("dependence", "leak", "nuisance", "noise")
    requested = as_settings(answer, names)
    dependence, leak, nuisance, noise = (
        within(name, requested.get(name, 0), 0, 1) for name in names
    )
    rep = dependent.angles(dependence, leak, nuisance, noise)
    high, low = mig(rep).value, minimality(rep).value
    scores = f"MIG {high:.4f}, minimality {low:.4f}"
    return [Requirement("MIG exceeds minimality by at least 0.05", high - low >= 0.05, scores)]


@question(
    "14-decided",
    "A code was trained with labels: it has one latent for the digit, one for its colour, and one "
    "for the background. Its MIG is high while fair coins decide the colours. Now the digit "
    "decides both colours. How high is the MIG of a code trained in the same way?",
    NumberScale(label="MIG"),
    guess_for_tests=0.6,
    feedback=lambda guess, truth: (
        "Each latent still determines its own factor. But the digit's latent now determines the "
        "colours as well, and MIG counts that as a mixture."
    ),
)
def _decided() -> float:
    return mig(ColouredDigits(1.0).representation("learned with labels")).value


def round_in_a_ring() -> list[list[float]]:
    # Rows are latents, columns are digit, digit colour and background: each leaks into the next.
    return [[1, 0.3, 0], [0, 1, 0.3], [0.1, 0, 1]]


@exercise(
    "14-exercise-2",
    asks="Mix the three factors of the coloured digits so that each is still recognised from its "
    "single latent, and modularity for dependent factors is 0.7 or lower.",
    takes="three rows of three numbers: how much of digit, digit colour and background goes into "
    "latent 1, latent 2 and latent 3",
    hint="Recognition asks whether the factor can be read from its latent. "
    "It does not ask what else can be read from it.",
    solution=round_in_a_ring,
    rejected_answers={
        "each factor alone": lambda: np.eye(3),
        "nothing": lambda: np.zeros((3, 3)),
        "all the same": lambda: np.ones((3, 3)),
        "the leaking code of the notebook": lambda: [[1, 0.4, 0], [0, 1, 0], [0, 0, 1]],
    },
)
def recognised_and_mixed(answer: object) -> list[Requirement]:
    digits = ColouredDigits(0.5)
    rep = Representation(
        digits.factors,
        (digits.factors @ numbers(answer, (3, 3)).T).round(9),
        factor_names=digits.names,
        factor_types="discrete",
        latent_types="discrete",
    )
    return [
        *(
            at_least(f"the share of {name} recognised from its own latent", share, 0.99)
            for name, share in zip(digits.names, accuracy_alone(rep))
        ),
        at_most("modularity for dependent factors", dependent_modularity(rep).value, 0.7),
    ]


@personal_exercise(
    "14-own",
    asks="The table counts how often the pairs of values of two factors occur in 100 samples. Each "
    "row is a value of the first factor, each column a value of the second. How many bits do the "
    "factors share?",
    hint="H(rows) + H(columns) - H(cells).",
    gives=lambda rng: (5 + rng.multinomial(80, rng.dirichlet(np.ones(4)))).reshape(2, 2).tolist(),
    near=0.01,
)
def _shared_bits(counts: list[list[int]]) -> float:
    table = np.array(counts)
    bits = lambda sums: float(-(sums / 100) @ np.log2(sums / 100))
    return bits(table.sum(0)) + bits(table.sum(1)) - bits(table.ravel())
