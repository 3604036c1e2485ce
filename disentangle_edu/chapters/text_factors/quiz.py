"""What the chapter on latents of sentences asks: predictions, and exercises."""

from itertools import combinations

import numpy as np

from ...claims.zhang2021_models import first_by_mig
from ...measures import mutual_information
from ...measures.information import entropy
from ...metrics import mig
from ...quiz.exercises import Requirement, exercise, is_so, numbers, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...representation import Representation
from ...zoo import pretrained_text
from .data import sentences_drawn

SMALL_CHANGE = 0.01  # a change of MIG that counts as none
NOISE_SHARE = 0.1


def _mig_with_noise(share: float) -> float:
    """MIG of the first run of the model with the best mean MIG, with a share of its noise."""
    return mig(pretrained_text.code(first_by_mig(), noise=share)).value


@question(
    "17-noise",
    "The MIG of beta-VAE (0.2) is computed from its codes without noise, but in training its "
    "decoder received every number with noise. Add a tenth of that noise to the codes, and measure "
    "again. What happens to MIG?",
    ChoiceScale(("",), ("falls", f"changes by less than {SMALL_CHANGE}", "rises")),
    guess_for_tests=[0],
    feedback=lambda guess, truth: (
        f"In this run MIG is {_mig_with_noise(0):.3f} without noise and "
        f"{_mig_with_noise(NOISE_SHARE):.3f} with a tenth of it. Noise removes most bits from "
        "latents whose codes hardly differ. The lab below shows which latents lose their bits."
    ),
)
def _more_with_noise() -> list[int]:
    change = _mig_with_noise(NOISE_SHARE) - _mig_with_noise(0)
    return [int(change > -SMALL_CHANGE) + int(change > SMALL_CHANGE)]


@question(
    "17-between",
    "An ideal code has a latent for each factor. 10 years, 40 names, 20 occupations and 30 cities "
    "are numbered, and the decoder writes the value with the nearest number. Take two sentences "
    "that share none of their four words, and stop halfway between their codes. How many of the "
    "four words written there are in neither sentence, on average over 21 pairs?",
    NumberScale(0, 4, "words of neither"),
    guess_for_tests=0.5,
    feedback=lambda guess, truth: (
        "Halfway between name 3 and name 30 is name 16 or 17, which is a third name. Only "
        "neighbours have nothing between them. One latent for each factor puts the values "
        "in a row, so the way between two of them leads past others, although names and "
        "cities have no order. So "
        "stray words halfway are no argument against a code."
    ),
)
def _foreign_words_halfway() -> float:
    values = pretrained_text.shipped_world("ynoc").factors
    strangers = []
    for number in range(pretrained_text.PAIRS):
        ends = values[list(pretrained_text.pair(number))]
        strangers.append((ends != np.round(ends.mean(0))).all(0).sum())
    return float(np.mean(strangers))


def ideal() -> Representation:
    """Sentences of POS under a latent for each kind of words, with "absent" as a value."""
    corpus, block = sentences_drawn()
    return Representation(
        block.factors,
        block.factors,
        factor_names=corpus.factor_names,
        factor_types="discrete",
        latent_types="discrete",
    )


CONJUNCTIONS = ("conj1", "conj2")


def _presence_by_hand() -> str:
    """Bits that the presence of two kinds of conjunction shares, computed by hand."""
    rep = ideal()
    first, second = (rep.factors[:, rep.factor_names.index(name)] for name in CONJUNCTIONS)
    a, b = float(np.mean(first >= 0)), float(np.mean(second >= 0))
    h_first, h_second, h_pair = (
        entropy(np.array(p)) for p in ((a, 1 - a), (b, 1 - b), (a, b, 1 - a - b))
    )
    return (
        f"Compute it from presence and absence: {a:.1%} of the sentences have the first kind, "
        f"{b:.1%} the second, none both, and {1 - a - b:.1%} neither. The two entropies minus that "
        f"of the pair are {h_first:.2f} + {h_second:.2f} - {h_pair:.2f} = "
        f"{h_first + h_second - h_pair:.2f} bits."
    )


@question(
    "17-absent-bits",
    "One kind of conjunction occurs in 65% of the sentences, the other in 32%, and never both. How "
    'many bits do the two kinds share if "absent" is a value?',
    NumberScale(0, 1.2, "bits"),
    guess_for_tests=0.1,
    feedback=lambda guess, truth: (
        "The words themselves share nothing, because all these bits come from which kind is "
        f"absent. {_presence_by_hand()}"
    ),
)
def _absent_bits() -> float:
    rep = ideal()
    first, second = map(rep.factor_names.index, CONJUNCTIONS)
    return float(mutual_information(rep).values[first, second])


CITIES = 5


def a_direction_each() -> list[list[int]]:
    return [[int(city == number) for number in range(5)] for city in range(5)]


@exercise(
    "17-exercise",
    asks="Give each of five cities a code, so that halfway between any two cities every other city "
    "is farther away than those two are.",
    takes="five rows, one for each city, with as many numbers as you like",
    hint="On a line, other cities are between the first and the last. A plane has room for three "
    "cities, at the corners of a triangle, but never for four. So give each city more than two "
    "numbers.",
    solution=a_direction_each,
    rejected_answers={
        "on a line": lambda: [[1], [2], [3], [4], [5]],
        "on a line, in other steps": lambda: [[1], [2], [4], [8], [16]],
        "all the same": lambda: [[0, 0]] * CITIES,
        "a regular pentagon": lambda: [
            [np.cos(turn), np.sin(turn)] for turn in 2 * np.pi * np.arange(CITIES) / CITIES
        ],
        "corners of a cube": lambda: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]],
    },
    learned="With enough numbers the ways between two cities pass no third city. The simplest code "
    "gives each city its own latent, which is 1 for this city and 0 for the others. Then all five "
    "latents carry equally many bits about the same factor. MIG asks for one latent that carries "
    "more than any other, so it is 0.",
)
def no_city_between(answer: object) -> list[Requirement]:
    codes = numbers(answer, (CITIES, None))
    pairs = np.array(list(combinations(range(CITIES), 2)))
    away = np.linalg.norm(codes[pairs].mean(1)[:, None] - codes, axis=-1)
    is_own = np.zeros(away.shape, dtype=bool)
    np.put_along_axis(is_own, pairs, True, 1)
    third, theirs = np.where(is_own, np.inf, away).min(1), np.where(is_own, away, 0).max(1)
    passed = int(np.sum(third <= theirs * (1 + 1e-9)))  # equally near, up to rounding, counts
    requirement = "no pair has a third city as near to its middle as its own two cities, or nearer"
    return [is_so(requirement, passed == 0, f"{passed} of {len(pairs)} pairs have one")]


@personal_exercise(
    "17-own",
    asks="Five cities have these codes, one row each. Which of the last three cities, counted from "
    "1, is nearest to the middle between the first and the second?",
    hint="The middle is the mean of the two rows.",
    gives=lambda rng: rng.uniform(-1, 1, (5, 2)).round(2).tolist(),
)
def _nearest_to_the_middle(codes: list[list[float]]) -> float:
    first, second, *others = np.array(codes)
    distances = [float(np.hypot(*(other - (first + second) / 2))) for other in others]
    return float(3 + int(np.argmin(distances)))
