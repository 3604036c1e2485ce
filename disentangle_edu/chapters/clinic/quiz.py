"""What the clinic asks: predictions, exercises, cases by hand."""

import functools

import numpy as np

from ... import viz
from ...diagnosis.diagnosis import spoken
from ...quiz.exercises import (
    Requirement,
    above,
    as_settings,
    below,
    exercise,
    personal_exercise,
    within,
)
from ...quiz.questions import NUMBERED, Question, near, question
from ...quiz.scales import ChoiceScale, NumberScale
from .data import (
    DEFECTS,
    NOTHING,
    NOTICEABLE,
    PARITIES,
    REPAIR_NAMES,
    defective_code,
    gain_of,
    most_helpful,
    profile,
    profile_after,
)

FOUR = ("merge_copies", "straighten", "unrotate", "denoise")
HOW_MANY = "none of them", "one or two", "three or more"


def _panels(number: int) -> tuple[viz.Panel, ...]:
    """The six scores of a patient."""
    return (viz.bars_panel(f"scores of patient {number}", profile_after(number)),)


@question(
    "11-first",
    "Which of four repairs will raise the mean of the first patient's six scores most?",
    ChoiceScale(("",), tuple(map(spoken, FOUR))),
    guess_for_tests=[3],
    feedback=lambda guess, truth: (
        "The linear R² is 1, so weighted sums of the latents still give every factor and no noise "
        "hides any. MCC looks at single latents, and it fell."
    ),
    figures=lambda: (f"+{gain_of(1, 'unrotate'):.2f}",),
    shows=lambda: _panels(1),
)
def _first() -> list[int]:
    gains = [gain_of(1, name) for name in FOUR]
    return [int(np.argmax(gains))]


@question(
    "11-second",
    "The second patient has two defects: each latent has a copy, and there is noise. What will MIG "
    "be once the copies are merged, with the noise still there?",
    NumberScale(label="MIG", landmarks=((0.0, "as before"),)),
    guess_for_tests=0.8,
    feedback=lambda guess, truth: near(
        guess,
        truth,
        (
            "The noise is still there, and MIG falls with every bit that it hides.",
            "It is now as high as DCIMIG, which the copies did not lower.",
            "MIG was low because each latent competed with its own copy, and this is over.",
        ),
    ),
    shows=lambda: _panels(2),
)
def _second() -> float:
    return profile_after(2, ("merge_copies",))["mig"]


@question(
    "11-third",
    "The factors of the third patient are three coins, and no two outcomes have the same code, so "
    "it knows them all. "
    f"How many of the six repairs raise any of its six scores by more than {NOTICEABLE}?",
    ChoiceScale(("",), HOW_MANY),
    guess_for_tests=[1],
    feedback=lambda guess, truth: (
        "Each latent says whether two or three of the coins show an odd number of heads, which is "
        "their parity. No latent alone says anything about a coin, and a linear regression on all "
        "of them predicts no coin."
    ),
    shows=lambda: _panels(PARITIES),
)
def _third() -> list[int]:
    before = profile_after(PARITIES)
    rises = [
        max(after[name] - before[name] for name in before)
        for after in (profile_after(PARITIES, (repair,)) for repair in REPAIR_NAMES)
    ]
    return [min((sum(rise > NOTICEABLE for rise in rises) + 1) // 2, 2)]


@functools.cache
def patient_question(number: int) -> Question:
    """The question about a random patient, whose guess is the diagnosis of the treatment lab."""
    return Question(
        f"11-patient-{number}",
        f"Which repair will raise the mean of the six scores of patient {number} most?",
        ChoiceScale(("",), (NOTHING, *map(spoken, REPAIR_NAMES))),
        truth=lambda: [(NOTHING, *REPAIR_NAMES).index(most_helpful(number))],
        feedback=lambda guess, truth: "The repairs show which defect lowered which score.",
        guess_for_tests=[0],
        shows=lambda: _panels(number),
    )


NUMBERED["11-patient"] = patient_question


def two_defects() -> dict:
    return {"rotated": 0.5, "idle": 0.7}


@exercise(
    "11-exercise",
    asks="Choose defects and their strengths: MIG below 0.2 and modularity below 0.6, but MCC "
    "above 0.8 and the linear R² above 0.95.",
    takes="a dict of strengths from 0 to 1, by the names of defects: " + ", ".join(DEFECTS),
    hint="One defect lowers MIG and leaves the linear R² alone. Another one lowers modularity and "
    "leaves MCC alone.",
    solution=two_defects,
    rejected_answers={
        "no defect": lambda: {},
        "only idle latents": lambda: {"idle": 1.0},
        "only a rotation": lambda: {"rotated": 0.7},
        "only copies": lambda: {"copied": 1.0},
        "noise": lambda: {"noisy": 1.0, "idle": 1.0},
        "a number": lambda: 0.7,
    },
    learned="Two defects can lower the same score, so read all six of them.",
)
def two_causes(answer: object) -> list[Requirement]:
    strengths = as_settings(answer, DEFECTS)
    given = {name: within(name, value, 0, 1) for name, value in strengths.items()}
    scores = profile(defective_code(given))
    return [
        below("MIG", scores["mig"], 0.2),
        below("modularity", scores["modularity"], 0.6),
        above("MCC", scores["mcc"], 0.8),
        above("linear R²", scores["linear_r2"], 0.95),
    ]


@personal_exercise(
    "11-own",
    asks="A factor has an entropy of 2 bits. Three latents carry the listed bits about it, and the "
    "first two latents are copies of each other. By how much does merging the copies raise the "
    "factor's part of MIG, if the merged latent carries as much as the first?",
    hint="The part is the gap between the two most informative latents, divided by the entropy. "
    "Compute it before and after.",
    gives=lambda rng: (np.sort(rng.permutation(190)[:3])[::-1] / 100).tolist(),
    near=0.005,
)
def _rise_by_merging(bits: list[float]) -> float:
    first, second, third = np.sort(bits)[::-1]
    return float(((first - third) - (first - second)) / 2)
