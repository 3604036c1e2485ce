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
    "words, and keep the six numbers from which the counts can best be made again (an SVD, without "
    "taking their mean off first). What do these six tell?",
    ChoiceScale(KINDS_OF_WORDS, ("told", "left open")),
    test_guess=[0, 0, 0, 0, 0],
    feedback=lambda guess, truth: (
        "Six numbers keep what is largest. One is spent on what all sentences have, on "
        "their mean, one on the end mark (each stands in half of the sentences), four on "
        "the nouns (each in two of five, each other word in one of five). Then all six are gone."
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
    """On which latents of HEARD the noise is wider than the codes, and what they tell."""
    spread, noise = pretrained_text.spread_and_noise(HEARD_MODEL)
    bits = mutual_information(pretrained_text.code(HEARD_MODEL)).values.sum(1)
    under = np.flatnonzero(spread < noise)
    least = (noise[under] / spread[under]).min()
    latent = under[bits[under].argmax()]
    return (
        f"on latents {', '.join(str(i + 1) for i in under)} it was at least {least:.0f} times as "
        f"wide as the codes. So even latent {latent + 1} changes none, whose entries add up to "
        f"{bits[latent]:.2f} bits"
    )


@question(
    "16-heard",
    "Choose beta-VAE (0.2) above: four latents of a network that says the name again in more than "
    "half of the sentences. Take 21 pairs of sentences, and move from the code of one to that of "
    "the other, one latent after the other. Which latents change a word that the network says?",
    ChoiceScale(HEARD_LATENTS, ("changes words", "changes none")),
    test_guess=[0, 0, 0, 0],
    feedback=lambda guess, truth: (
        "The decoder never heard a number without its noise, and "
        f"{_describe_drowned()}: bits are counted without noise, and the decoder hardly learned to "
        "listen."
    ),
)
def _heard() -> list[int]:
    return [int(not any(row)) for row in pretrained_text.pairs_changed(HEARD_MODEL)]


@question(
    "16-between",
    "An ideal code has a latent for each factor: 10 years, 40 names, 20 occupations and 30 cities "
    "are numbered, and what is said is the value with the nearest number. Take two sentences that "
    "share none of their four words, and stop half way between their codes. How many of the four "
    "words that are said there stand in neither sentence, on average over 21 pairs?",
    NumberScale(0, 4, "words of neither"),
    test_guess=0.5,
    feedback=lambda guess, truth: (
        "Half way between name 3 and name 30 lies name 16 or 17: a third name. Only neighbours "
        "have nothing between them. That is no fault of the code: where values stand in a row, "
        "a way between two of them leads past others, and nothing orders names or cities."
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
    """Its bits of the city, beside those that are left once it is shuffled: invented ones."""
    rep = pretrained_text.code(ROOMY)
    latent = rep.latents[:, [LATENT - 1]]
    columns = np.column_stack([latent, np.random.default_rng(0).permutation(latent)])
    world = pretrained_text.shipped_world("ynoc")
    bits = mutual_information(world.representation(columns, range(len(columns)), "")).values[
        :, CITY
    ]
    return f"Latent {LATENT} tells {bits[0]:.2f} bits of the city, and shuffled {bits[1]:.2f}"


@question(
    "16-changes",
    "In the lab of “Which numbers does the decoder hear?”, choose the roomy network: its latent 5 "
    "tells nearly all of the occupation, and of the city hardly more than counting invents. Take "
    "the 21 pairs, and move one latent after the other. In how many pairs does latent 5 change "
    "the city that the network says?",
    NumberScale(0, pretrained_text.PAIRS, "pairs", digits=0),
    test_guess=0,
    feedback=lambda guess, truth: (
        f"{_describe_city_bits()}, and yet the city changes in so many pairs. The decoder makes "
        "the city of all numbers that it hears, also of those that tell nothing of it by "
        "themselves."
    ),
)
def _pairs_with_new_city() -> float:
    return float(pretrained_text.pairs_changed(ROOMY)[LATENT - 1, CITY])


CITIES = 5


def a_direction_each() -> list[list[int]]:
    return [[int(city == number) for number in range(5)] for city in range(5)]


@exercise(
    "16-exercise",
    asks="Give each of five cities a code, so that half way between any two every other city is "
    "farther away than those two.",
    takes="five rows, one for each city, of one number or as many as you like",
    hint="On a line something lies between two cities, at least between the first and the last. "
    "In a plane there is room for three, at the corners of a triangle, and never for four: so give "
    "each city more than two numbers.",
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
    learned="With enough numbers there is room for ways that pass no third city. The plainest code "
    "gives each city a latent of its own, 1 for this city and 0 for the others; then all five tell "
    "of one factor alike, and MIG, which asks for one that tells more than any other, is 0.",
)
def no_city_between(answer: object) -> list[Requirement]:
    codes = numbers(answer, (CITIES, None))
    pairs = np.array(list(combinations(range(CITIES), 2)))
    away = np.linalg.norm(codes[pairs].mean(1)[:, None] - codes, axis=-1)
    is_own = np.zeros(away.shape, dtype=bool)
    np.put_along_axis(is_own, pairs, True, 1)
    third, theirs = np.where(is_own, np.inf, away).min(1), np.where(is_own, away, 0).max(1)
    passed = int(np.sum(third <= theirs * (1 + 1e-9)))  # equally near, but for rounding, counts
    requirement = "no pair has a third city as near to its middle as its own two, or nearer"
    return [is_so(requirement, passed == 0, f"{passed} of {len(pairs)} pairs have one")]


@personal_exercise(
    "16-own",
    asks="Five cities have these codes, a row each. Which city, counted from 1, is nearest to the "
    "middle between the first and the second, these two left aside?",
    hint="The middle is the mean of the two rows.",
    gives=lambda rng: rng.uniform(-1, 1, (5, 2)).round(2).tolist(),
)
def _nearest_to_the_middle(codes: list[list[float]]) -> float:
    first, second, *others = np.array(codes)
    distances = [float(np.hypot(*(other - (first + second) / 2))) for other in others]
    return float(3 + int(np.argmin(distances)))
