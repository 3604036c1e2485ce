"""What the chapter on absent factors asks: predictions, exercises, cases by hand."""

import functools

import numpy as np

from ...measures import mutual_information
from ...measures.information import entropy
from ...metrics import mig
from ...quiz.exercises import (
    Requirement,
    at_least,
    at_most,
    exercise,
    is_so,
    personal_exercise,
    within,
)
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...representation import Representation
from ...score import Score
from ...worlds import corpora
from ...worlds.text import CODES
from .data import NOISE, score_of_code, sentences_drawn


def ideal(absent_is_a_value: bool) -> Representation:
    """Sentences under one latent per part of speech, a number for each of its values."""
    corpus, block = sentences_drawn()
    if not absent_is_a_value:
        return corpus.representation(block, block.factors, latent_types="levels")
    return Representation(
        block.factors,
        block.factors,
        factor_names=corpus.factor_names,
        factor_types="levels",
        latent_types="levels",
    )


KINDS_ASKED = {
    "nouns": "n",
    "adverbs": "adv",
    "conj1": "conj1",
    "conj2": "conj2",
    "end mark": "end-punc",
}


@functools.cache
def _mig_both_ways() -> tuple[Score, Score]:
    """MIG of the ideal code: absent factors left out, and absent as a value."""
    return mig(ideal(False)), mig(ideal(True))


@question(
    "17-absent-mig",
    'The ideal code: one latent for each part of speech, a number for each of its values. "Absent" '
    "is now called a value like any other, for factors and latents alike, and MIG falls, compared "
    "with absent samples left out. It is the mean of parts, each the bits of a factor's best "
    "latent less those of the second best, over the factor's entropy. Whose part falls most?",
    ChoiceScale(("",), tuple(KINDS_ASKED)),
    test_guess=[0],
    feedback=lambda guess, truth: (
        f"MIG falls from {_mig_both_ways()[0].value:.3f} to {_mig_both_ways()[1].value:.3f}. The "
        "code did not change: whether one kind is absent tells whether another is, and MIG reads "
        "that as a mixture. Both kinds of conjunction share the same bits, but the second has "
        "fewer of its own, so that they are a larger share."
    ),
)
def _absent_mig() -> list[int]:
    left_out, as_value = _mig_both_ways()
    falls = left_out.parts - as_value.parts
    columns = [left_out.part_names.index(name) for name in KINDS_ASKED.values()]
    return [int(np.argmax(falls[columns]))]


CONJUNCTIONS = ("conj1", "conj2")


def _presence_by_hand() -> str:
    """What the presence of two kinds of conjunction tells, by their shares."""
    rep = ideal(True)
    first, second = (rep.factors[:, rep.factor_names.index(name)] for name in CONJUNCTIONS)
    a, b = float(np.mean(first >= 0)), float(np.mean(second >= 0))
    h_first, h_second, h_pair = (
        entropy(np.array(p)) for p in ((a, 1 - a), (b, 1 - b), (a, b, 1 - a - b))
    )
    return (
        f"By hand, of present or absent alone: {a:.1%} of the sentences have the one kind, {b:.1%} "
        f"the other; no sentence has both, and {1 - a - b:.1%} have neither. The entropies of "
        f"each, less that of the pair: {h_first:.2f} + "
        f"{h_second:.2f} - {h_pair:.2f} = {h_first + h_second - h_pair:.2f} bits."
    )


@question(
    "17-absent-bits",
    "One kind of conjunction stands in 65% of the sentences, the other in 32%, never both. How "
    'many bits do the two kinds share when "absent" is a value?',
    NumberScale(0, 1.2, "bits"),
    test_guess=0.1,
    feedback=lambda guess, truth: (
        "Neither word says anything about the other: all of it comes from which kind is absent. "
        f"{_presence_by_hand()}"
    ),
)
def _absent_bits() -> float:
    rep = ideal(True)
    first, second = map(rep.factor_names.index, CONJUNCTIONS)
    return float(mutual_information(rep).values[first, second])


FOOLED = {"MIG": "mig", "modularity": "modularity", "completeness": "completeness"}
FOOLED |= {"FactorVAE": "factor_vae"}


def _with_noise(metric: str) -> tuple[float, float]:
    """(the best of the four codes, noise) under a metric."""
    best = max(score_of_code(code, metric).value for code in CODES)
    return best, score_of_code(NOISE, metric).value


def _fooled_by_noise() -> tuple[str]:
    best, noise = _with_noise("modularity")
    return (f"modularity {best:.2f} of the best of the four codes, {noise:.2f} of noise",)


@question(
    "17-noise",
    "Four codes of sentences, eight numbers each: word counts, words and pairs, independent "
    "components, averaged word vectors. Beside them eight columns of pure noise, which tell "
    "nothing. Which of these metrics puts noise above all four codes?",
    ChoiceScale(("",), tuple(FOOLED)),
    test_guess=[0],
    figures=_fooled_by_noise,
    feedback=lambda guess, truth: (
        "Modularity asks whether a latent tells of one factor alone, by "
        "squares of bits. Counting invents most bits for the factor with most values: of the 140 "
        "values of the nouns noise seems to tell about a bit here (of 1,500 sentences; more would "
        "invent less), and squared that leaves the others far behind. It never asks whether what "
        "is told is much."
    ),
)
def _noise_is_first() -> list[int]:
    ahead = [noise > best for best, noise in map(_with_noise, FOOLED.values())]
    return [ahead.index(True)]


ASKED_EIGHT = {"nouns": "n", "verbs": "v", "adverbs": "adv", "adjectives": "adj"}


def _word_variances() -> str:
    """How often a noun and a verb stand in a sentence, and how much that varies."""
    corpus, block = sentences_drawn()
    sentences = [set(words.split()) for words in corpus.sentences(block)]
    statistics = []
    for kind in ("n", "v"):
        words = corpora.POS_WORDS[kind]
        share = np.mean([len(sentence & set(words)) for sentence in sentences]) / len(words)
        statistics += [share, share * (1 - share)]
    return (
        f"Each of the nouns stands in {statistics[0]:.0%} of the sentences, each of the verbs in "
        f"{statistics[2]:.0%}, so that the count of a verb varies more ({statistics[3]:.2f} "
        f"against {statistics[1]:.2f})"
    )


@question(
    "17-eight-numbers",
    "Here are 8,000 sentences of all patterns. Nearly all have two halves, and with them four of "
    "the five nouns and two of the five verbs. Count the words, and keep the eight numbers from "
    "which the counts can best be made again. About which kind of words does a single one of the "
    "eight tell most bits?",
    ChoiceScale(("",), tuple(ASKED_EIGHT)),
    test_guess=[0],
    feedback=lambda guess, truth: (
        "The same rule as before: what varies most is kept. "
        f"{_word_variances()}. In the short sentences of the chapter before it was the nouns, "
        "of these four kinds, that varied most."
    ),
)
def _eight_numbers() -> list[int]:
    corpus, block = sentences_drawn()
    rep = corpus.representation(block, CODES["word counts"](corpus.sentences(block)))
    max_bits = dict(zip(rep.factor_names, mutual_information(rep).values.max(0)))
    return [int(np.argmax([max_bits[name] for name in ASKED_EIGHT.values()]))]


def absent_together() -> list:
    pairs = [[0, 0], [0, 1], [1, 0], [1, 1]]  # every pair once: independent where present
    return [*pairs, *[[None, None]] * 4]


@exercise(
    "17-exercise",
    asks="Write samples of two factors that tell nothing of each other where both are present, "
    "and share at least half a bit as soon as absent counts as a value.",
    takes="at least eight rows of two numbers each, with None where a factor is absent",
    learned="Left in as a value, absence ties two factors that are free, wherever the absence of "
    "one tells of the other's: then a latent that knows the one knows something of the other. (In "
    "POS some kinds exclude each other; that ties them as well.)",
    hint="What does the absence of one factor tell about the absence of the other? If they always "
    "exclude each other, no sample has both, and there is nothing to test: what else ties two?",
    solution=absent_together,
    must_fail={
        "never absent": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]] * 2,
        "always absent": lambda: [[None, None]] * 8,
        "copies": lambda: [[0, 0], [1, 1]] * 4 + [[None, None]] * 8,
        "one value only": lambda: [[0, 0]] * 4 + [[None, None]] * 4,
        "one of them never absent": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]] + [[None, 0]] * 4,
    },
)
def tied_by_absence(answer: object) -> list[Requirement]:
    rows = _check_two_columns(answer)
    present = rows[~np.isnan(rows).any(1)]
    varied = len(present) > 0 and all(np.unique(column).size > 1 for column in present.T)
    valued = np.where(np.isnan(rows), np.nanmin(rows, initial=0) - 1, rows)
    among, overall = (_shared_bits(table) for table in (present, valued))
    return [
        is_so(
            "both factors take two values or more where both are present",
            varied,
            f"{len(present)} rows have both",
        ),
        at_most("bits that they share where both are present", among, 0.01),
        at_least("bits that they share when absent counts as a value", overall, 0.5),
    ]


def _check_two_columns(answer: object) -> np.ndarray:
    """The rows as numbers, NaN where a factor is absent."""
    if not isinstance(answer, list | tuple | np.ndarray) or not 8 <= len(answer) <= 10_000:
        raise ValueError("Expected a list of 8 to 10,000 rows.")
    cells = [
        [np.nan if cell is None else within("values", cell, -1e6, 1e6) for cell in row]
        for row in answer
    ]
    if any(len(row) != 2 for row in cells):
        raise ValueError("Expected two values in every row.")
    return np.array(cells)


def _shared_bits(rows: np.ndarray) -> float:
    """Mutual information of two columns; 0 where one of them never varies."""
    if any(np.unique(column).size < 2 for column in rows.T):
        return 0.0
    rep = Representation(rows[:, :1], rows[:, 1:], factor_types="levels", latent_types="levels")
    return float(mutual_information(rep).values[0, 0])


@personal_exercise(
    "17-own",
    asks="Samples of two factors, a row each; None where a factor is absent. How many bits do the "
    "two share where both are present?",
    hint="Leave out the rows with None. Then H(first) + H(second) - H(both).",
    gives=lambda rng: _some_absent(rng),
    near=0.01,
)
def _bits_where_present(rows: list[list[int | None]]) -> float:
    present = np.array([row for row in rows if None not in row])
    first, second = present[:, :1], present[:, 1].astype(float)
    rep = Representation(first, second[:, None], latent_types="levels", factor_types="levels")
    return float(mutual_information(rep).values[0, 0])


def _some_absent(rng: np.random.Generator) -> list[list[int | None]]:
    rows: list[list[int | None]] = [[0, 0], [1, 1], *rng.integers(0, 2, (6, 2)).tolist()]
    return rows + [[None, int(rng.integers(2))], [int(rng.integers(2)), None]]
