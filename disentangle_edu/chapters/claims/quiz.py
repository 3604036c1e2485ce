"""What the chapter on claims on trial asks: predictions and exercises."""

import numpy as np

from ...claims.registry import CLAIMS, HOLDS, Claim, Finding, equals_printed
from ...quiz.exercises import Requirement, at_most, exercise, is_so, numbers, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import NumberScale

CLAIMS_ASKED = (  # claims of the ledger about every code, or about a metric in general
    "course-mig-bins",
    "fact-1-factor",
    "fact-7",
    "fact-9",
    "fact-11",
    "criterion-kim-com",
    "criterion-chen-inf",
)


@question(
    "19-which-hold",
    "Seven sentences are about every code, or about a metric in general. How many of them hold "
    "under every reading?",
    NumberScale(0, len(CLAIMS_ASKED), "sentences", digits=0),
    guess_for_tests=4,
    feedback=lambda guess, truth: (
        "MIG depends on the number of bins. None of the other six holds fully: a single witness "
        "refutes a sentence about every code, and a measurement one about a metric in general."
    ),
)
def _which_hold() -> int:
    return sum(CLAIMS[id].check().verdict == HOLDS for id in CLAIMS_ASKED)


def three_loose_runs() -> list[float]:
    return [0.57, 0.63, 0.62]  # three spreads of a single run are allowed, and these spread a lot


def _verdict_of_runs(runs: list[float]) -> Finding:
    """The ledger's finding for a printed 0.60 when these runs are measured."""
    return Claim(
        "19-exercise",
        paper="",
        where="",
        statement="",
        expects=equals_printed("0.60"),
        verdict=HOLDS,
        experiment=lambda seed: runs[seed],
        seeds=len(runs),
    ).check()


@exercise(
    "19-exercise",
    asks="A paper reports 0.60. Write three runs, no more than a tenth apart, for which the ledger "
    "says holds, although none of them, nor their mean, rounds to 0.60.",
    takes="three numbers",
    hint="The runs meet a figure if their mean differs from it by at most half a unit of "
    "its last digit plus three standard deviations of single runs.",
    solution=three_loose_runs,
    rejected_answers={
        "the printed figure": lambda: [0.60, 0.60, 0.60],
        "around the printed figure": lambda: [0.58, 0.60, 0.62],
        "close together, and off": lambda: [0.7, 0.7, 0.7],
        "as far apart as can be": lambda: [0.0, 1.0, 0.4],
    },
)
def holds_by_its_spread(answer: object) -> list[Requirement]:
    runs = numbers(answer, (3,)).tolist()
    finding, mean = _verdict_of_runs(runs), float(np.mean(runs))
    near = [value for value in (*runs, mean) if abs(value - 0.60) <= 0.005]
    return [
        is_so("the verdict is holds", finding.verdict == HOLDS, f"it is: {finding.verdict}"),
        is_so("no run and no mean rounds to 0.60", not near, f"{len(near)} of the four numbers do"),
        at_most("the largest distance between two runs", float(np.ptp(runs)), 0.1 + 1e-9),
    ]


@personal_exercise(
    "19-own",
    asks="A paper reports the first number, and the other numbers are our runs. By how much does "
    "their mean miss the reported number?",
    hint="The distance is never negative.",
    gives=lambda rng: [
        round(float(mean), 2) for mean in 0.6 + np.r_[0.0, rng.uniform(-0.1, 0.1, 5)]
    ],
)
def _missed_by(numbers: list[float]) -> float:
    printed, *runs = numbers
    return float(abs(np.mean(runs) - printed))
