"""What the chapter on DCI asks: predictions, exercises, cases by hand."""

import functools

import numpy as np

from ... import measures
from ...asking.exercises import Demand, at_least, at_most, exercise, is_so
from ...asking.questions import Choose, Mark, ask, near
from ...claims.course import lasso_on_noise
from ...core import InformativenessMatrix
from ...metrics import completeness, disentanglement
from ...worlds import examples
from ..shelf.matrices import (
    THIRDS,
    digits,
    drawn_matrix,
    every_factor,
    matrix_of,
    third,
    to_three_digits,
)


@ask(
    "01-even-rest",
    "Eleven latents. Each gives 0.8 of its importance to a factor of its own and 0.02 to each of "
    "the ten others. What will disentanglement be?",
    Mark(label="disentanglement"),
    given=0.9,
    shows=lambda: (drawn_matrix("importance", examples.focused_matrix().values, 30),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "An even rest costs far more than its size. Where does the price come from? See below.",
            "You have felt what entropy charges for an even rest. See below where it comes from.",
            "Not quite that expensive: entropies are divided by log 11 here, and by log 3 in the "
            "row by hand.",
        ),
    ),
)
def _even_rest() -> float:
    return disentanglement(examples.focused_matrix()).value


@ask(
    "01-lumped-rest",
    "The same rows, but each gives its whole rest of 0.2 to one single other factor. "
    "What will disentanglement be now?",
    Mark(label="disentanglement"),
    given=0.5,
    shows=lambda: (drawn_matrix("importance", _lumped(), 30),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "It goes up, but not so far: a runner-up of a fifth is charged for, too.",
            "It goes up, although every latent now clearly follows two factors.",
            "It goes up, although every latent now clearly follows two factors: entropy charges "
            "more for a rest in many places than for one runner-up of the same size.",
        ),
    ),
)
def _lumped_rest() -> float:
    return disentanglement(InformativenessMatrix(_lumped())).value


def _lumped() -> np.ndarray:
    return 0.8 * np.eye(11) + 0.2 * np.roll(np.eye(11), 1, axis=1)


ONE_FOR_TWO = ((1, 1, 0), (0, 0, 1))


@ask(
    "01-two-ways",
    "Two latents, three factors: the first latent follows factors 1 and 2 alike, the second "
    "follows factor 3. What will D (by rows) and C (by columns) be?",
    Choose(("D", "C"), THIRDS),
    given=[0, 0],
    shows=lambda: (drawn_matrix("importance", ONE_FOR_TWO),),
    means=lambda guess, truth: (
        "Each column lies in one place, so C has nothing to object to. Row 1 lies in two of "
        "three places, so its part is 0.369, that of [5, 5, 0] by hand; row 2's is 1. Row 1 weighs "
        "twice as much: 2/3 x 0.369 + 1/3 x 1."
    ),
    figures=lambda: to_three_digits(_both_ways()),
)
def _two_ways() -> list[int]:
    return [third(value) for value in _both_ways()]


def _both_ways() -> list[float]:
    matrix = InformativenessMatrix(ONE_FOR_TWO)
    return [disentanglement(matrix).value, completeness(matrix).value]


@ask(
    "01-weight",
    "Two latents. The first is pure. The second weighs a tenth of the first and gives half of it "
    "to each of two factors. What will disentanglement be?",
    Mark(label="disentanglement"),
    given=0.7,
    shows=lambda: (drawn_matrix("importance", examples.dominated_matrix(0.1, 0.5).values),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "Not quite: the impure latent's part is 0, and its eleventh of the weight is lost.",
            "So it is: the part of the impure latent is 0, but it weighs only an eleventh of all.",
            "The part of the impure latent is 0, but it weighs only an eleventh of all.",
        ),
    ),
)
def _weight() -> float:
    return disentanglement(examples.dominated_matrix(0.1, 0.5)).value


@functools.cache
def digits_by_forest() -> list[list[float]]:
    """Importances of the principal components of handwriting, to three digits."""
    return measures.importances(digits()).values.round(3).tolist()


@ask(
    "01-digits",
    "Ten principal components of handwriting, and how important they are to a forest for each of "
    "six factors. In the first notebook you judged them by D, row by row. Now column by column: "
    "what will C be?",
    Mark(label="completeness"),
    given=0.6,
    shows=lambda: (
        drawn_matrix("importance", digits_by_forest(), 34, factors=digits().factor_names),
    ),
    means=lambda guess, truth: (
        "Columns are spread widely, as rows are: nobody asked these latents to keep a factor in "
        "one place, or to keep to one. Below are the parts of both."
    ),
)
def _digits_by_forest() -> float:
    return completeness(InformativenessMatrix(digits_by_forest())).value


NOISE_RUNS = 10


@functools.cache
def _pure_noise() -> list[int]:
    """How many runs of pure noise have a D of 0.9 or more, by the forest and by the lasso."""
    runs = [lasso_on_noise(seed) for seed in range(NOISE_RUNS)]
    ends = ("by the forest", "by the lasso")
    high = [name for run in runs for name, found in run.items() if float(found)]
    return [sum(name.startswith(end) for name in high) for end in ends]


@ask(
    "01-noise",
    "Three latents of pure noise, three factors, 300 samples, drawn anew ten times. D needs "
    "importances: those of a forest, whose trees split by all three latents, or those of a "
    "lasso, a linear model that drops every latent which helps it too little. How often is D 0.9 "
    "or more?",
    Choose(("by the forest", "by the lasso"), ("never", "in some of them", "nearly always")),
    given=[0, 0],
    means=lambda guess, truth: (
        "A forest gives every latent some importance for every factor, and D calls that mixed. The "
        "lasso is another matter: look at what it keeps, below."
    ),
    figures=lambda: [f"{count} of {NOISE_RUNS}" for count in _pure_noise()],
)
def _noise() -> list[int]:
    return [1 if 0 < count < NOISE_RUNS - 1 else 2 * (count > 0) for count in _pure_noise()]


THREE_LATENTS = ((1, 0), (1, 0), (0, 1))
WITH_IDLE = (*THREE_LATENTS, (0, 0), (0, 0))


@ask(
    "01-idle",
    "Three latents, two factors: two latents know factor 1, the third knows factor 2. Now two "
    "latents are added that do nothing at all. Completeness ...",
    Choose(("",), ("falls", "stays", "rises")),
    given=[1],
    shows=lambda: (drawn_matrix("importance", THREE_LATENTS),),
    means=lambda guess, truth: (
        "Factor 1 still lies in two places. But its entropy is measured in units of the largest "
        "that so many latents could have: log 5 in place of log 3, so that it seems smaller."
    ),
    figures=lambda: [f"{_of_idle()[0]:.3f} to {_of_idle()[1]:.3f}"],
)
def _idle() -> list[int]:
    before, after = _of_idle()
    return [1 + int(np.sign(round(after - before, 9)))]


def _of_idle() -> list[float]:
    """Completeness without and with two idle latents."""
    matrices = map(InformativenessMatrix, (THREE_LATENTS, WITH_IDLE))
    return [completeness(matrix).value for matrix in matrices]


def _light_and_pure() -> list[list[float]]:
    return [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1], [1, 1, 1]]  # the last row outweighs all others


@exercise(
    "01-exercise",
    asks="Make a matrix whose rows have a part of 0.7 or more on plain average, and whose "
    "disentanglement is 0.2 or less all the same.",
    takes="a table, a row per latent and a column per factor, entries from 0 to 1",
    hint="Disentanglement is a mean with weights. Who must weigh much, and who little?",
    solution=_light_and_pure,
    degenerate={
        "nothing": lambda: np.zeros((3, 3)),
        "a copy": lambda: np.eye(3),
        "all the same": lambda: np.ones((3, 3)),
        "light rows alone": lambda: 0.1 * np.eye(3),
        "a heavy row that is pure": lambda: [[0.1, 0], [0, 0.1], [1, 0]],
        "empty rows beside it": lambda: [[1, 1, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
        "a factor forgotten": lambda: [[0.1, 0, 0], [0, 0.1, 0], [0.1, 0, 0], [1, 1, 0]],
    },
    learned="D is low although the rows are pure on plain average: it is the share of all "
    "importance that counts, and not how many latents are pure.",
)
def _weights_decide(answer: object) -> list[Demand]:
    matrix = matrix_of(answer)
    score = disentanglement(matrix)
    empty = int((matrix.values.sum(1) == 0).sum())
    return [
        at_least("plain mean of the rows' parts", float(score.parts.mean()), 0.7),
        at_most("disentanglement", score.value, 0.2),
        is_so("no row is empty", not empty, f"{empty} empty"),
        every_factor(matrix, 0.05),
    ]
