"""What the chapter on agreeing metrics asks: predictions, exercises, cases by hand."""

import numpy as np

from ...quiz.exercises import Requirement, at_most, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...zoo import pretrained, rank_correlation
from .data import FAMILIES, pair_correlations, undecided, view_correlations

BETTER, NEITHER, WORSE = "a better reader", "neither", "a worse reader"
NEGLIGIBLE = 0.3  # a rank correlation nearer to 0 is called "neither"


def _mig_correlation(view: str) -> float:
    """The rank correlation of MIG with the accuracy of a small network, one of VIEWS."""
    return view_correlations("mig", "mlp_3000")[view]


def _three_way(correlation: float) -> list[int]:
    return [1 if abs(correlation) < NEGLIGIBLE else 0 if correlation > 0 else 2]


@question(
    "10-pooled",
    "For each of 370 models a small network learns to read the factors from 3,000 codes. Over all "
    "models, what does a high MIG correlate with?",
    ChoiceScale(("",), (BETTER, NEITHER, WORSE)),
    guess_for_tests=[0],
    feedback=lambda guess, truth: (
        "Rank correlations run from -1 (opposite orders) to 1 (the same order). Before you blame "
        "MIG, ask what else differs between these models."
    ),
    figures=lambda: (f"{_mig_correlation('pooled'):.2f}",),
)
def _pooled() -> list[int]:
    return _three_way(_mig_correlation("pooled"))


@question(
    "10-within",
    "The ten models of a recipe have the same loss and the same strength, and differ only in their "
    "seed. Among ten such models, what does a high MIG correlate with, averaged over 37 recipes?",
    ChoiceScale(("",), (BETTER, NEITHER, WORSE)),
    guess_for_tests=[2],
    feedback=lambda guess, truth: (
        "Recipes differ in their MIG and in how much of a picture they keep. If you compare models "
        "of different recipes, you mostly see differences between recipes, not between seeds."
    ),
    figures=lambda: (f"{_mig_correlation('within'):.2f}",),
)
def _within() -> list[int]:
    return _three_way(_mig_correlation("within"))


@question(
    "10-six",
    "The authors of geyer2024 train each family at six strengths, with ten seeds each. They "
    "average over the seeds, and correlate the six points that are left. Our zoo has six families. "
    "Take MIG and the accuracy of a forest trained on 3,000 codes, and draw the ten seeds again "
    "and again with replacement. For how many of the six families does the interval of the "
    "correlation contain 0?",
    NumberScale(0, len(FAMILIES), "families", digits=0),
    guess_for_tests=1,
    feedback=lambda guess, truth: (
        "For these families, ten other seeds could have given a correlation of the other sign."
    ),
)
def _intervals_with_zero() -> int:
    return len(undecided(3000))


@question(
    "10-kin",
    "SAP gave the handwriting a higher score than B, while MIG gave B by far the highest. What is "
    "the rank correlation of MIG and SAP over 370 models? It is 1 for the same order, 0 if neither "
    "order predicts the other, and -1 for opposite orders.",
    NumberScale(-1, 1, "rank correlation", landmarks=((0.0, "nothing in common"),)),
    guess_for_tests=0.1,
    feedback=lambda guess, truth: (
        "Three codes of two kinds of pictures say little about 370 networks trained on one kind."
    ),
)
def _mig_and_sap() -> float:
    return pair_correlations()["mig", "sap"]


COLUMNS = ("mig", "forest_300")


def six_that_contradict() -> list[str]:
    import numpy as np

    from disentangle_edu.zoo import pretrained, rank_correlation

    # Draw sixes until one of them turns the correlation round.
    table = pretrained.table()[["mig", "forest_300"]].dropna()
    rng = np.random.default_rng(0)
    draws = (table.iloc[rng.choice(len(table), 6, replace=False)] for _ in range(20_000))
    turned = (six for six in draws if rank_correlation.rank_correlation(*six.to_numpy().T) <= -0.8)
    return next(turned).index.tolist()


@exercise(
    "10-exercise",
    asks="Name six models of the zoo for which MIG and the accuracy of a forest trained on 300 "
    "samples have a rank correlation of -0.8 or less.",
    takes="six different names, such as those in the index of pretrained.table()",
    hint="Drag the ring of the first lab, or draw six at random many times, and keep the six that "
    "you like best.",
    solution=six_that_contradict,
    rejected_answers={
        "one model six times": lambda: ["sprites-ae-0-0"] * 6,
        "six autoencoders": lambda: [f"sprites-ae-0-{seed}" for seed in range(5)],
        "unknown names": lambda: list("abcdef"),
    },
    learned="Anyone who may choose six models can get either sign: report all of them, or none.",
)
def six_prove_the_opposite(answer: object) -> list[Requirement]:
    names = [str(name) for name in answer]  # type: ignore[attr-defined]
    table = pretrained.table()
    unknown = [name for name in names if name not in table.index]
    if unknown or len(set(names)) != 6:
        raise ValueError(f"Expected six different models of the zoo, found {names}.")
    correlation = rank_correlation.rank_correlation(*table.loc[names, list(COLUMNS)].to_numpy().T)
    return [at_most("rank correlation of MIG and accuracy", correlation, -0.8)]


@personal_exercise(
    "10-own",
    asks="Each row lists a metric of six models. What is the rank correlation (Spearman) of the "
    "two rows?",
    hint="Replace the numbers of a row by their ranks, 1 to 6; then 1 - 6 * (sum of the squared "
    "differences) / 210.",
    gives=lambda rng: [(rng.permutation(90)[:6] / 100).tolist() for _ in range(2)],
    near=0.01,
)
def _rank_correlation(scores: list[list[float]]) -> float:
    first, second = np.argsort(np.argsort(scores, axis=1), axis=1)
    return float(1 - 6 * ((first - second) ** 2).sum() / 210)
