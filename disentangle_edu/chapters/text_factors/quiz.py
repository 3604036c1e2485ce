"""What the chapter on walks between sentences asks: predictions, exercises, cases by hand."""

from itertools import combinations

import numpy as np

from ...measures import mutual_information
from ...quiz.exercises import Requirement, exercise, is_so, numbers, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...worlds import corpora
from ...worlds.text import CODES, Book
from ...zoo import pretrained_text

KINDS_OF_WORDS = ("the two nouns", "adverb", "verb", "adjective", "end mark")


@question(
    "16-six-numbers",
    "All 5,000 sentences like “horses gradually get beautiful cats !”, each once: two different "
    "ones of 5 nouns, and one of 5 adverbs, 5 verbs, 5 adjectives and 2 end marks. Count the "
    "words, and keep the six numbers from which the counts can best be reconstructed (an SVD "
    "without subtracting the mean). Which kinds of words do these six numbers determine?",
    ChoiceScale(KINDS_OF_WORDS, ("told", "left open")),
    test_guess=[0, 0, 0, 0, 0],
    feedback=lambda guess, truth: (
        "Six numbers keep what is largest. One number goes to the mean, which all sentences share, "
        "and one to the end mark, because each mark is in half of the sentences. Four go to "
        "the nouns: each noun is in two of five sentences, but any other word in one of five."
    ),
)
def _six_numbers() -> list[int]:
    corpus = corpora.pos()
    sentences = corpus.sentences(corpus.within(corpora.SIX_WORDS))
    book = Book(sentences, CODES["word counts"](sentences, len(corpora.SIX_WORDS)))
    firsts = np.unique(book.latents.round(6), axis=0, return_index=True)[1]
    is_open = np.zeros(len(KINDS_OF_WORDS), dtype=bool)
    for first in firsts:
        alike = [sentence.split() for sentence in book.alike(sentences[first])]
        nouns = ["/".join(sorted((sentence[0], sentence[4]))) for sentence in alike]
        others = ([sentence[position] for sentence in alike] for position in (1, 2, 3, 5))
        is_open |= [len(set(values)) > 1 for values in (nouns, *others)]
    return [int(is_left) for is_left in is_open]


HEARD_MODEL = "ynoc-beta_vae-0.2-0"
HEARD_LATENTS = tuple(f"latent {i}" for i in (1, 2, 3, 4))


def _describe_drowned() -> str:
    """On which latents of HEARD_MODEL noise is wider than codes, and the bits of one of them."""
    spread, noise = pretrained_text.spread_and_noise(HEARD_MODEL)
    bits = mutual_information(pretrained_text.code(HEARD_MODEL)).values.sum(1)
    under = np.flatnonzero(spread < noise)
    least = (noise[under] / spread[under]).min()
    latent = under[bits[under].argmax()]
    return (
        f"On latents {', '.join(str(i + 1) for i in under)} the noise in training was at least "
        f"{least:.0f} times as wide as the codes. So even latent {latent + 1}, whose entries add "
        f"up to {bits[latent]:.2f} bits, changes no word."
    )


@question(
    "16-heard",
    "Choose beta-VAE (0.2) above. This network has four latents, and it writes the name that it "
    "read in more than half of the sentences. Take 21 pairs of sentences, and move from the code "
    "of one to that of the other, one latent at a time. Which latents change a word that the "
    "network writes?",
    ChoiceScale(HEARD_LATENTS, ("changes words", "changes none")),
    test_guess=[0, 0, 0, 0],
    feedback=lambda guess, truth: (
        f"{_describe_drowned()} The bits are counted without noise, but in training the decoder "
        "received every number with its noise."
    ),
)
def _heard() -> list[int]:
    return [int(not any(row)) for row in pretrained_text.pairs_changed(HEARD_MODEL)]


@question(
    "16-between",
    "An ideal code has a latent for each factor. 10 years, 40 names, 20 occupations and 30 cities "
    "are numbered, and the decoder writes the value with the nearest number. Take two sentences "
    "that share none of their four words, and stop halfway between their codes. How many of the "
    "four words written there are in neither sentence, on average over 21 pairs?",
    NumberScale(0, 4, "words of neither"),
    test_guess=0.5,
    feedback=lambda guess, truth: (
        "Halfway between name 3 and name 30 is name 16 or 17, which is a third name. Only "
        "neighbours have nothing between them. The code is not to blame: if values are in a row, "
        "the way between two of them leads past others, and names or cities have no order."
    ),
)
def _foreign_words_halfway() -> float:
    values = pretrained_text.shipped_world("ynoc").factors
    strangers = []
    for number in range(pretrained_text.PAIRS):
        ends = values[list(pretrained_text.pair(number))]
        strangers.append((ends != np.round(ends.mean(0))).all(0).sum())
    return float(np.mean(strangers))


ROOMY, LATENT, CITY = "ynoc-beta_vae-0.2-0-roomy", 5, 3  # latents are counted from 1


def _describe_city_bits() -> str:
    """Bits of the roomy network's latent about the city, and what remains once it is shuffled."""
    rep = pretrained_text.code(ROOMY)
    latent = rep.latents[:, [LATENT - 1]]
    columns = np.column_stack([latent, np.random.default_rng(0).permutation(latent)])
    world = pretrained_text.shipped_world("ynoc")
    bits = mutual_information(world.representation(columns, range(len(columns)), "")).values[
        :, CITY
    ]
    return (
        f"Latent {LATENT} carries {bits[0]:.2f} bits about the city, and {bits[1]:.2f} bits remain "
        "once it is shuffled"
    )


@question(
    "16-changes",
    "In the lab of “Which numbers reach the decoder?”, choose the roomy network. Its latent 5 "
    "carries most of the bits about the occupation, but about the city hardly more bits than "
    "chance gives. Take the 21 pairs, and move one latent at a time. In how many pairs does "
    "latent 5 change the city that the network writes?",
    NumberScale(0, pretrained_text.PAIRS, "pairs", digits=0),
    test_guess=0,
    feedback=lambda guess, truth: (
        f"{_describe_city_bits()}, yet it changes the city in {truth:.0f} of "
        f"{pretrained_text.PAIRS} pairs. The decoder computes the city from all the numbers that "
        "it receives, including those that carry almost no bits about the city by themselves."
    ),
)
def _pairs_with_new_city() -> float:
    return float(pretrained_text.pairs_changed(ROOMY)[LATENT - 1, CITY])


CITIES = 5


def a_direction_each() -> list[list[int]]:
    return [[int(city == number) for number in range(5)] for city in range(5)]


@exercise(
    "16-exercise",
    asks="Give each of five cities a code, so that halfway between any two cities every other city "
    "is farther away than those two are.",
    takes="five rows, one for each city, with as many numbers as you like",
    hint="On a line, other cities are between the first and the last. A plane has room for three "
    "cities, at the corners of a triangle, but never for four. So give each city more than two "
    "numbers.",
    solution=a_direction_each,
    must_fail={
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
    "16-own",
    asks="Five cities have these codes, one row each. Which of the last three cities, counted from "
    "1, is nearest to the middle between the first and the second?",
    hint="The middle is the mean of the two rows.",
    gives=lambda rng: rng.uniform(-1, 1, (5, 2)).round(2).tolist(),
)
def _nearest_to_the_middle(codes: list[list[float]]) -> float:
    first, second, *others = np.array(codes)
    distances = [float(np.hypot(*(other - (first + second) / 2))) for other in others]
    return float(3 + int(np.argmin(distances)))
