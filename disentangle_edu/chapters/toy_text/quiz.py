"""What the chapter on toy letters asks: predictions, and exercises."""

import numpy as np

from ...metrics import disentanglement, mig
from ...quiz.exercises import (
    Numbers,
    Requirement,
    at_least,
    at_most,
    exercise,
    numbers,
    personal_exercise,
)
from ...quiz.questions import question
from ...quiz.scales import NumberScale
from ...representation import Representation
from ...worlds import letter_sentences
from .data import VALUES


@question(
    "16-recognised",
    "SAP's classifier sees one number, and has to recognise which of 20 values it stands for. The "
    "20 numbers lie on a line, all different. The classifier is a linear SVM with little freedom "
    "(C = 0.01, as in the authors' code). It is trained for one value against the rest, 20 times. "
    "How many of the 20 values does it recognise?",
    NumberScale(0, 20, "values", landmarks=((1, "guessing"),), digits=0),
    guess_for_tests=15,
    feedback=lambda guess, truth: (
        "This is the mean of four letters in the paper's draw of the code. Each value has its own "
        "position on the latent, and still the SVM cannot recognise most of them. Which two does "
        "it recognise? Below you cut by hand."
    ),
)
def _recognised() -> float:
    scores = letter_sentences.predictability(letter_sentences.Letters(1)).values
    return float(20 * scores.max(0).mean())


@question(
    "16-open",
    "The paper reports D = 66 of 100 for example 1. In the authors' code, D comes from a forest of "
    "ten trees, in which each split chooses between two latents drawn at random from the four. "
    "What is D if every split can choose from all four?",
    NumberScale(0, 100, "D, of 100", landmarks=((66, "as printed"),), digits=0),
    guess_for_tests=75,
    feedback=lambda guess, truth: (
        "Now every split finds the letter's own latent. The printed figure penalises a setting of "
        "the forest, not any mixing in the code."
    ),
)
def _open_forest() -> float:
    toy = letter_sentences.Letters(1)
    return 100 * disentanglement(letter_sentences.importances(toy, max_features=None)).value


COPIES = 50  # samples of each value


def on_a_circle() -> list[tuple[float, float]]:
    angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return [(np.cos(angle), np.sin(angle)) for angle in angles]


def _recognised_by_line(places: Numbers, C: float = 10.0) -> int:
    """How many values in a plane an SVM recognises that is trained for one against the rest."""
    from sklearn.svm import LinearSVC

    values = np.arange(len(places))
    svm = LinearSVC(C=C, random_state=0).fit(places.repeat(COPIES, 0), values.repeat(COPIES))
    return int((svm.predict(places) == values).sum())


def _is_separable(places: Numbers, k: int) -> bool:
    """Whether some w and b give w x - b of at least 1 for point k, and at most 0 for the others."""
    from scipy.optimize import linprog

    sides = np.column_stack([places, -np.ones(len(places))])
    sides[k] *= -1
    upper = np.where(np.arange(len(places)) == k, -1.0, 0.0)
    return linprog(np.zeros(3), sides, upper, bounds=(None, None)).status == 0


def _count_separable(places: Numbers) -> int:
    """How many of the points a straight line can separate from all the others (exact)."""
    return sum(_is_separable(places, k) for k in range(len(places)))


@exercise(
    "16-exercise-1",
    asks="Place the 20 values of a letter in the plane of its two latents. A straight line must be "
    "able to separate each value from all the rest, and a linear SVM (one value against the rest, "
    "C = 10) must recognise all of them.",
    takes="20 points (x, y) between -1 and 1, such as [(-1, 0), (-0.9, 0), ...]",
    hint="On one latent a cut separates a value from all the rest only at an end. Where in a plane "
    "is every value at an end, if you look from the right side?",
    solution=on_a_circle,
    rejected_answers={
        "on a line": lambda: np.linspace((-1, -1), (1, 1), VALUES),
        "on a grid": lambda: [(x / 4, y / 4) for x in range(5) for y in range(4)],
        "anywhere": lambda: np.random.default_rng(0).uniform(-1, 1, (VALUES, 2)),
        "all in one place": lambda: np.zeros((VALUES, 2)),
    },
    learned="If no value lies between others, one straight line separates it from the rest. So the "
    "classifier that recognised only a few values on a line now recognises all of them. SAP never "
    "lets it see two latents at once. (This SVM also recognises all 20 values on a grid: if all of "
    "its lines are negative, the largest of them wins.)",
)
def all_at_the_edge(answer: object) -> list[Requirement]:
    places = numbers(answer, (VALUES, 2))
    outside = np.abs(places).max()
    if outside > 1 + 1e-9:
        raise ValueError(f"Expected points between -1 and 1, found {outside:g}.")
    return [
        _all_values("a line separates every value from the rest", _count_separable(places)),
        _all_values("the SVM recognises every value", _recognised_by_line(places)),
    ]


def _all_values(requirement: str, count: int) -> Requirement:
    """A demand that all values meet."""
    return Requirement(requirement, count == VALUES, f"{count} of {VALUES}")


def evenly_spaced() -> list[float]:
    order = [7 * value % 10 for value in range(10)]  # all of 0 to 9, scrambled
    return [rank / 4.5 - 1 for rank in order]  # from -1 to 1


@exercise(
    "16-exercise-2",
    asks="Place the ten values of a letter on its latent, not in order, so that MIG with ten bins "
    "is 0.99 or higher.",
    takes="ten numbers: where value 1, value 2, ... value 10 of every letter lies",
    hint="MIG falls when values share a bin. It does not depend on the order of the values.",
    solution=evenly_spaced,
    rejected_answers={
        "in order": lambda: list(range(10)),
        "in order, downwards": lambda: list(range(10, 0, -1)),
        "all the same": lambda: [0] * 10,
        "at random": lambda: np.random.default_rng(0).uniform(-1, 1, 10),
        "one far away": lambda: [*(7 * value % 10 for value in range(9)), 1_000],
    },
    learned="Random positions lose nothing either, because all ten values still differ. MIG rose "
    "only because each bin now holds one value, so it measured the bins, not the code.",
)
def no_bin_shared(answer: object) -> list[Requirement]:
    places = numbers(answer, (10,))
    # With this many samples the estimation bias between two letters is below the slack of 0.01.
    rows = np.random.default_rng(0).integers(10, size=(20_000, len(letter_sentences.NAMES)))
    rep = Representation(
        rows,
        places[rows],
        factor_names=letter_sentences.NAMES,
        factor_types="discrete",
        latent_types="discrete",
    )
    sorted_so_far = abs(float(np.corrcoef(range(10), places.argsort().argsort())[0, 1]))
    score = mig(rep, bins=10).value
    sentence = f"{score:.4f}, in {len(rows):,} sentences drawn (the picture counts exactly)"
    return [
        at_least("MIG with ten bins", score, 0.99)._replace(found=sentence),
        at_most("rank correlation of positions and values, up or down", sorted_so_far, 0.8),
    ]


@personal_exercise(
    "16-own",
    asks="These are the positions of eight values of a letter on a latent. The range from 0 to 1 "
    "is cut into ten bins. How many of the values are alone in their bin?",
    hint="A value at 0.37 falls into the fourth bin, from 0.3 to 0.4.",
    gives=lambda rng: (rng.permutation(99)[:8] / 100 + 0.005).round(3).tolist(),
)
def _alone_in_a_bin(places: list[float]) -> float:
    return float((np.histogram(places, 10, (0, 1))[0] == 1).sum())
