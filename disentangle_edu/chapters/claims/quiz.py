"""What the chapter on claims on trial asks: predictions, exercises, cases by hand."""

import numpy as np

from ...claims.registry import CLAIMS, HOLDS, Claim, Finding, equals
from ...quiz.exercises import Requirement, at_most, exercise, is_so, numbers, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale

CLAIMS_ASKED = {  # claims of the ledger, each in a line
    "dci-0.6": "Fact 2: 0.8 once and 0.02 ten times give a DCI of 0.6",
    "sap-0.32": "Fact 6: factors to the power of 15 have a SAP of 0.32",
    "rect-1": "x, x², y and y³ satisfy Characteristic 1, but not 2",
    "course-mig-bins": "MIG depends on the number of bins",
    "fact-1-factor": "Fact 1: two latents for a factor put FactorVAE below 1",
    "fact-7": "Fact 7: MIG is high for every code with Characteristic 2",
    "fact-9": "Fact 9: MIG is low for every code without Characteristic 2",
    "fact-11": "Fact 11: DCIMIG is low without Characteristic 3",
    "criterion-kim-com": "FactorVAE reflects completeness",
    "criterion-chen-inf": "MIG does not reflect informativeness",
}
OUTCOMES = ("holds", "in part", "fails")


@question(
    "18-which-hold",
    "Here are ten sentences of two papers and a course page, in our words. Which hold under every "
    "reading, which hold in part (under some readings, or for another reason), and which fail?",
    ChoiceScale(tuple(CLAIMS_ASKED.values()), OUTCOMES),
    test_guess=[0, 1, 0, 0, 0, 0, 0, 0, 0, 2],
    feedback=lambda guess, truth: (
        "In this list the three sentences about a single code hold. Of the seven about every code, "
        "or about a metric in general, only one holds fully: a single witness refutes a sentence "
        "about every code."
    ),
)
def _which_hold() -> list[int]:
    verdicts = [CLAIMS[id].check().verdict for id in CLAIMS_ASKED]
    return [
        OUTCOMES.index(verdict) if verdict in OUTCOMES else OUTCOMES.index("in part")
        for verdict in verdicts
    ]


def three_loose_runs() -> list[float]:
    return [0.57, 0.63, 0.62]  # three spreads of a single run are allowed, and these spread a lot


def _verdict_of_runs(runs: list[float]) -> Finding:
    """The ledger's finding for a printed 0.60 when these runs are measured."""
    return Claim(
        "18-exercise",
        paper="",
        where="",
        statement="",
        expects=equals("0.60"),
        verdict=HOLDS,
        experiment=lambda seed: runs[seed],
        seeds=len(runs),
    ).check()


@exercise(
    "18-exercise",
    asks="A paper reports 0.60. Write three runs, no more than a tenth apart, for which the ledger "
    "says holds, although none of them, nor their mean, rounds to 0.60.",
    takes="three numbers",
    hint="The runs meet a figure if their mean differs from it by at most half of its last digit "
    "plus three standard deviations of single runs.",
    solution=three_loose_runs,
    must_fail={
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
    "18-own",
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
