"""Statements of the chapter on absent factors, each with a function that checks it."""

import functools
from itertools import product

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...measures import mutual_information
from ...measures.information import entropy
from ...metric import METRICS
from ...metrics import completeness, mig
from ...representation import Representation
from ...score import Score
from ...types import Floats
from ...worlds import corpora
from ...worlds.text import CODES, embedding_code
from .data import JUDGED, NOISE, _encode_sentences, score_of_code, sentences_drawn, shares_with
from .quiz import _absent_bits, _mig_both_ways, ideal

KINDS = corpora.pos().factor_names
N, V, ADV, ADJ, PREP, CONJ1, CONJ2, END = range(len(KINDS))
METRICS_SHOWN = (
    *("mig", "modularity", "factor_vae", "sap"),
    *("explicitness", "informativeness", "disentanglement", "completeness"),
)


# ---------------------------------------------------------------------------- kinds in a sentence


def kinds_of_structures() -> list[list[str]]:
    """Kinds of words of each structure of the corpus."""
    return [
        [tag for tag in structure.tags if tag in KINDS] for structure in corpora.pos().structures
    ]


@fact(
    "In the corpus POS the factors are kinds of words, and every sentence lacks at least one kind."
)
def every_sentence_lacks_a_kind(full: bool) -> Checked:
    """The largest number of kinds in a structure of the corpus, exactly."""
    most = max(len(set(kinds)) for kinds in kinds_of_structures())
    return checked(most < len(KINDS), most=most, kinds=len(KINDS))


@fact("Nouns, verbs and the end mark are always present.")
def three_kinds_are_always_present(full: bool) -> Checked:
    """Kinds that are in all structures of the corpus, exactly."""
    always = set.intersection(*map(set, kinds_of_structures()))
    return checked(always == {"n", "v", "end-punc"}, kinds=len(always))


@fact(
    "A conjunction like although (conj1) never occurs with one like and (conj2), because a "
    "sentence has at most two clauses to link."
)
def conjunctions_exclude_each_other(full: bool) -> Checked:
    """Conjunctions and clauses (verbs) of every structure of the corpus, exactly."""
    conjunctions, clauses = (
        [sum(kind in some for kind in kinds) for kinds in kinds_of_structures()]
        for some in (("conj1", "conj2"), ("v",))
    )
    holds = max(conjunctions) == 1 and max(clauses) == 2
    return checked(holds, most_conjunctions=max(conjunctions), most_clauses=max(clauses))


@fact("One kind of conjunction occurs in 65% of the sentences, the other in 32%, and never both.")
def shares_of_conjunctions(full: bool) -> Checked:
    """Share of 8,000 sentences that have each kind of conjunction, and both."""
    first, second = (shares_with()[kind] for kind in ("conj1", "conj2"))
    _, block = sentences_drawn()
    both = (block.factors[:, [CONJ1, CONJ2]] != corpora.ABSENT).all(1).mean()
    holds = (f"{first:.0%}", f"{second:.0%}") == ("65%", "32%") and both == 0
    return checked(holds, first=first, second=second, both=both)


@fact("Nearly all of them have two clauses, with four of the five nouns and two of the five verbs.")
def most_sentences_have_two_clauses(full: bool) -> Checked:
    """Share of 8,000 sentences with four different nouns and two different verbs."""
    corpus, block = sentences_drawn()
    words = [set(sentence.split()) for sentence in corpus.sentences(block)]
    nouns, verbs = (
        np.array([len(some & set(corpora.POS_WORDS[kind])) for some in words]) for kind in "nv"
    )
    share = ((nouns == 4) & (verbs == 2)).mean()
    return checked(share > 0.95, share=share)


@fact("In the short sentences of the chapter before, the nouns varied most of these four kinds.")
def nouns_vary_most_in_short_sentences(full: bool) -> Checked:
    """Variance of the counts of each kind's words in the sentences of six words, exactly."""
    corpus = corpora.pos()
    tokens = corpus.within(corpora.SIX_WORDS).tokens
    nouns, *others = (
        [(tokens == corpus.vocabulary.index(word)).sum(1).var() for word in corpora.POS_WORDS[kind]]
        for kind in ("n", "v", "adv", "adj")
    )
    next_kind = max(map(max, others))
    return checked(min(nouns) > next_kind, nouns=min(nouns), next=next_kind)


@fact("writes all 2,872,800 sentences with split and factors")
def corpus_has_all_sentences(full: bool) -> Checked:
    """Sentences of the corpus: counted by structure, or block by block."""
    corpus = corpora.pos()
    written = sum(len(block.split) for block in corpus.blocks()) if full else len(corpus)
    return checked(written == sum(corpus.sizes[s] for s in corpora.SPLITS) == 2_872_800, n=written)


# ------------------------------------------------------------------------------------- word counts


@functools.cache
def eight_counts() -> Representation:
    """The sentences of the notebook under eight numbers of word counts."""
    corpus, block = sentences_drawn()
    return corpus.representation(block, CODES["word counts"](corpus.sentences(block)))


@fact(
    "Four latents know a lot about the verbs, one about the adjectives, and one about the end mark."
)
def latents_of_word_counts(full: bool) -> Checked:
    """Latents that carry more than a third of the bits of a factor."""
    bits = mutual_information(eight_counts())
    assert bits.factor_entropy is not None
    counts = (bits.values > np.array(bits.factor_entropy) / 3).sum(0)
    holds = (counts[V], counts[ADJ], counts[END]) == (4, 1, 1) and counts.sum() == 6
    return checked(holds, verbs=counts[V], adjectives=counts[ADJ], end_mark=counts[END])


@fact(
    "Do not trust the column of the nouns: they have the most values, so even shuffled latents "
    "appear to know more than a quarter of a bit."
)
def shuffled_latents_know_nouns(full: bool) -> Checked:
    """The largest entry of each column once all latents are shuffled, for several seeds."""
    corpus, block = sentences_drawn()
    columns = []
    for seed in range(20 if full else 3):
        shuffled = np.random.default_rng(seed).permutation(eight_counts().latents)
        bits = mutual_information(corpus.representation(block, shuffled)).values
        columns.append(bits.max(0))
    nouns, others = np.array(columns)[:, N], np.delete(columns, N, axis=1)
    holds = nouns.min() > 0.25 and nouns.max() < 0.35 and others.max() < nouns.min()
    return checked(
        holds and np.argmax(corpora.pos().levels) == N, nouns=nouns.mean(), other=others.max()
    )


# ------------------------------------------------------------------------------ "absent" as a value


@functools.cache
def shuffled_ideal(seed: int, absent_is_a_value: bool) -> Representation:
    """The ideal code once the columns are shuffled, each by itself: all shared bits are bias."""
    corpus, block = sentences_drawn()
    rng = np.random.default_rng(seed)
    columns = np.column_stack([rng.permutation(column) for column in block.factors.T])
    if absent_is_a_value:
        return Representation(columns, columns, factor_types="levels", latent_types="levels")
    return corpus.representation(block._replace(factors=columns), columns, latent_types="levels")


def bits_with_shuffled(j: int, k: int, full: bool) -> tuple[float, Floats]:
    """Bits of two columns with absence as a value, and those of shuffled columns by seed."""
    seeds = range(10 if full else 2)
    by_chance = [mutual_information(shuffled_ideal(s, True)).values[j, k] for s in seeds]
    return float(mutual_information(ideal(True)).values[j, k]), np.array(by_chance)


@fact("The two conjunctions share bits only because one is absent when the other is present.")
def conjunctions_share_absence(full: bool) -> Checked:
    """Bits of the two kinds, minus the bits that presence and absence alone share."""
    first, second = (shares_with()[kind] for kind in ("conj1", "conj2"))
    parts = (first, 1 - first), (second, 1 - second), (first, second, 1 - first - second)
    h_first, h_second, h_pair = (entropy(np.array(shares)) for shares in parts)
    rest = _absent_bits() - (h_first + h_second - h_pair)
    return checked(abs(rest) < 0.01 < 0.5 < _absent_bits(), bits=_absent_bits(), rest=rest)


@fact("Nouns and adjectives only appear to, because shuffled columns share just as much.")
def nouns_and_adjectives_share_nothing(full: bool) -> Checked:
    """Bits of nouns and adjectives, as they are and shuffled."""
    bits, by_chance = bits_with_shuffled(N, ADJ, full)
    gap = np.abs(bits - by_chance).max()
    return checked(gap < 0.03, bits=bits, shuffled=by_chance.mean(), largest_gap=gap)


@fact("Nouns and verbs are in between: a sentence with more nouns has more verbs.")
def nouns_and_verbs_share_length(full: bool) -> Checked:
    """Bits of nouns and verbs, as they are and shuffled, and both numbers in each structure."""
    bits, by_chance = bits_with_shuffled(N, V, full)
    lengths = {(kinds.count("n"), kinds.count("v")) for kinds in kinds_of_structures()}
    holds = by_chance.max() + 0.05 < bits and lengths == {(2, 1), (4, 2)}
    return checked(holds, bits=bits, shuffled=by_chance.mean())


@fact("With absent samples left out, MIG is below 1 mainly because of estimation bias.")
def missing_mig_is_bias(full: bool) -> Checked:
    """What MIG lacks to 1, and what it lacks when shuffled columns share nothing but bias."""
    seeds = range(10 if full else 2)
    missing = 1 - _mig_both_ways()[0].value
    by_bias = float(np.mean([1 - mig(shuffled_ideal(seed, False)).value for seed in seeds]))
    return checked(by_bias > 0.8 * missing, missing=missing, by_bias=by_bias)


@fact("Nouns and verbs also share a little, because longer sentences have more of both.")
def nouns_and_verbs_share_only_length(full: bool) -> Checked:
    """Bits of nouns and verbs over all sentences and over those of two clauses, beyond chance."""
    corpus, block = sentences_drawn()
    is_long = block.factors[:, N] >= 20  # the first 20 values are the ordered pairs of nouns
    beyond = []
    for rows in (np.ones_like(is_long), is_long):
        nouns, verbs = block.factors[rows][:, [N, V]].T
        gaps = []
        for seed in range(10 if full else 3):
            mixed = np.random.default_rng(seed).permutation(verbs)
            rep = Representation(
                nouns[:, None],
                np.column_stack([verbs, mixed]),
                factor_types="levels",
                latent_types="levels",
            )
            gaps.append(-np.diff(mutual_information(rep).values[:, 0])[0])
        beyond.append(float(np.mean(gaps)))
    return checked(beyond[0] > 0.05 and abs(beyond[1]) < 0.02, all=beyond[0], long=beyond[1])


@fact("Adverbs, adjectives and prepositions fall, because fewer samples count and the bias grows.")
def three_parts_fall_by_bias(full: bool) -> Checked:
    """Parts of MIG both ways, and the same parts when shuffled columns share nothing but bias."""
    left_out, as_value = (score.parts for score in _mig_both_ways())
    shuffled = [mig(shuffled_ideal(0, is_value)).parts for is_value in (False, True)]
    some = [ADV, ADJ, PREP]
    falls, by_bias = (as_value - left_out)[some], (shuffled[1] - shuffled[0])[some]
    others = np.delete(as_value - left_out, some).max()
    holds = falls.min() > 0.01 and others < 1e-9 and np.abs(falls - by_bias).max() < 0.01
    return checked(holds, least=falls.min(), least_by_bias=by_bias.min(), others=others)


@fact(
    "Both kinds share the same bits, but the second has a smaller entropy, so it loses a larger "
    "share."
)
def second_conjunction_loses_more(full: bool) -> Checked:
    """Entropy of the two kinds of conjunction, and how far their parts of MIG fall."""
    bits = mutual_information(ideal(True))
    assert bits.factor_entropy is not None
    first, second = (float(bits.factor_entropy[k]) for k in (CONJ1, CONJ2))
    left_out, as_value = (score.parts for score in _mig_both_ways())
    falls = left_out - as_value
    gap = abs(bits.values[CONJ1, CONJ2] - bits.values[CONJ2, CONJ1])
    holds = gap < 1e-9 and second < first and falls[CONJ2] > falls[CONJ1]
    return checked(holds, entropies=first - second, first=falls[CONJ1], second=falls[CONJ2])


# -------------------------------------------------------------------------------------- the square


def sentences_of_two_kinds(both: int, first: int, second: int, neither: int) -> np.ndarray:
    """Samples of two kinds with five and two words, each as frequent as any other."""
    words = list(product(range(5), range(2)))
    rows = both * words + first * 2 * [(j, -1) for j in range(5)]
    rows += second * 5 * [(-1, k) for k in range(2)] + neither * 10 * [(-1, -1)]
    return np.array(rows)


@functools.cache
def squares_of_two_kinds() -> list[tuple[bool, float, Score, Score]]:
    """(tied, bits, MIG with absence as a value, MIG without) of squares of all shapes.

    tied : whether the second kind is more or less frequent with the first kind than without it.
    """
    found = []
    for shares in product((0, 1, 3), (1, 2), (1, 3), (1, 2)):
        rows = sentences_of_two_kinds(*shares)
        as_value, left_out = (
            Representation(factors, rows, factor_types="levels", latent_types="levels")
            for factors in (rows, np.ma.masked_equal(rows, corpora.ABSENT))
        )
        bits = float(mutual_information(as_value).values[0, 1])
        is_tied = shares[0] * shares[3] != shares[1] * shares[2]
        found.append((is_tied, bits, mig(as_value), mig(left_out)))
    return found


@fact(
    "The kinds share bits as soon as the absence of one makes the other more or less likely. They "
    "share nothing when the two inner points are at the same height, because then the second kind "
    "is as likely with the first as without it."
)
def tied_kinds_share_bits(full: bool) -> Checked:
    """Bits that two kinds share, exactly, for 24 squares."""
    tied = [bits for is_tied, bits, *_ in squares_of_two_kinds() if is_tied]
    level = [bits for is_tied, bits, *_ in squares_of_two_kinds() if not is_tied]
    holds = min(tied) > 1e-6 and max(level) < 1e-9
    return checked(holds, least_tied=min(tied), most_level=max(level), level=len(level))


@fact(
    "If absence counts as a value, it links two independent factors whenever the absence of one "
    "makes the absence of the other more or less likely. Then a latent that knows one factor also "
    "knows something about the other."
)
def absence_links_independent_factors(full: bool) -> Checked:
    """The least that MIG of a perfect code lacks to 1, exactly, for all squares with a link."""
    missing = [1 - score.value for is_tied, _, score, _ in squares_of_two_kinds() if is_tied]
    level = [1 - score.value for is_tied, _, score, _ in squares_of_two_kinds() if not is_tied]
    holds = min(missing) > 1e-6 and max(level) < 1e-9
    return checked(holds, least_missing=min(missing), most_without_link=max(level))


@fact("If you leave absent samples out, MIG is 1 wherever you drag the points.")
def mig_without_absence_is_one(full: bool) -> Checked:
    """MIG of a perfect code both ways, exactly, for 24 squares."""
    left_out = [score.value for *_, score in squares_of_two_kinds()]
    as_value = [score.value for _, _, score, _ in squares_of_two_kinds()]
    holds = max(abs(value - 1) for value in left_out) < 1e-9 and min(as_value) < 0.9
    return checked(holds, left_out=min(left_out), least_as_value=min(as_value))


# ------------------------------------------------------------------------------------------- noise


@fact(
    "In all five draws noise is last in seven of the eight metrics, but in three of these a guess "
    "still scores 0.1 or more."
)
def noise_is_last_in_seven(full: bool) -> Checked:
    """Scores of four codes and noise: three metrics of one draw, or eight of five."""
    draws, names = (5, METRICS_SHOWN) if full else (1, METRICS_SHOWN[:3])
    last, above = set(names), set(names)
    for name, draw in product(names, range(draws)):
        noise = score_of_code(NOISE, name, draw).value
        if noise > min(score_of_code(code, name, draw).value for code in CODES):
            last.discard(name)
        if noise < 0.1:
            above.discard(name)
    high = last & above
    fooled = {"explicitness", "factor_vae", "informativeness"}
    holds = last == set(names) - {"modularity"} and high == fooled & set(names)
    return checked(holds, last=len(last), at_least_a_tenth=len(high))


@fact(
    "Explicitness is 0.5 for a guess, FactorVAE is about one in eight, and informativeness counts "
    "lucky guesses."
)
def scores_of_a_guess(full: bool) -> Checked:
    """Scores of noise; informativeness beside the chance that two samples have the same value."""
    explicit, votes, informed = (
        float(np.mean([_score_of_noise(name, draw, full) for draw in range(5 if full else 1)]))
        for name in ("explicitness", "factor_vae", "informativeness")
    )
    _, block = sentences_drawn()
    present = [column[column != corpora.ABSENT] for column in block.factors.T]
    lucky = np.mean([np.square(np.bincount(values) / len(values)).sum() for values in present])
    holds = abs(explicit - 0.5) < 0.02 and abs(votes - 1 / 8) < 0.04
    is_lucky = bool(abs(informed - lucky) < 0.02)
    return checked(holds and is_lucky, explicitness=explicit, factor_vae=votes, inform=informed)


def _score_of_noise(name: str, draw: int, full: bool) -> float:
    """Score of noise; of a forest with few trees, unless at full size."""
    if name == "informativeness" and not full:
        return METRICS[name](_encode_sentences(NOISE, draw), n_estimators=3).value
    return score_of_code(NOISE, name, draw).value


@fact(
    "The nouns have 140 values, and with 1,500 sentences noise appears to carry about one bit "
    "about them. Once squared, this bit outweighs the bits about all other factors."
)
def noise_carries_a_bit_about_nouns(full: bool) -> Checked:
    """Bits of noise about nouns, and their square beside those of all other factors together."""
    ratios, bits = [], []
    for draw in range(5 if full else 3):
        values = mutual_information(_encode_sentences(NOISE, draw)).values
        bits += values[:, N].tolist()
        ratios += (values[:, N] ** 2 / (np.delete(values, N, axis=1) ** 2).sum(1)).tolist()
    is_about_one = 0.8 < min(bits) <= max(bits) < 1.2
    holds = is_about_one and min(ratios) > 1 and corpora.pos().levels[N] == 140
    return checked(holds, bits=np.mean(bits), least_ratio=min(ratios))


# ------------------------------------------------------------------------------------ word vectors


def completeness_of(code: str, draw: int, full: bool) -> float:
    """Completeness of a code; of a forest with few trees, unless at full size."""
    if full:
        return score_of_code(code, "completeness", draw).value
    return completeness(_encode_sentences(code, draw), n_estimators=2).value


@functools.cache
def vectors_without_diagonal(draw: int, full: bool) -> tuple[Score, Score]:
    """Completeness of averaged word vectors, with words that meet themselves and without."""
    corpus = corpora.pos()
    block = corpus.sample(JUDGED, seed=draw)
    sentences, trees = corpus.sentences(block), 10 if full else 2
    codes = (embedding_code(sentences, itself=itself) for itself in (True, False))
    first, second = (
        completeness(corpus.representation(block, code), n_estimators=trees) for code in codes
    )
    return first, second


@fact("Averaged word vectors lead under completeness, with words and pairs second.")
def vectors_lead_completeness(full: bool) -> Checked:
    """Order of the four codes by completeness, in each draw."""
    draws = range(5 if full else 1)
    orders = [sorted(CODES, key=lambda code: -completeness_of(code, d, full)) for d in draws]
    leading = [order[:2] == ["averaged word vectors", "words and pairs"] for order in orders]
    return checked(all(leading), share_of_draws=np.mean(leading))


@fact("A conjunction co-occurs with itself, and with no other conjunction.")
def conjunctions_meet_only_themselves(full: bool) -> Checked:
    """Sentences in which two conjunctions meet, out of a sample."""
    corpus, conjunctions = corpora.pos(), corpora.POS_WORDS["conj1"] + corpora.POS_WORDS["conj2"]
    sentences = corpus.sentences(corpus.sample(20_000 if full else JUDGED, seed=0))
    there = np.array([[word in s.split() for word in conjunctions] for s in sentences], dtype=int)
    meetings = there.T @ there
    others = meetings - np.diag(np.diag(meetings))
    holds = others.max() == 0 < np.diag(meetings).min()
    return checked(holds, itself=np.diag(meetings).min(), others=others.max())


@fact(
    "This diagonal entry sets each conjunction apart, so the information about conjunctions "
    "collects in a few numbers."
)
def diagonal_gathers_conjunctions(full: bool) -> Checked:
    """Completeness of the two kinds of conjunction, with the diagonal entry and without."""
    both = [vectors_without_diagonal(draw, full) for draw in range(5 if full else 1)]
    least = min(score.parts[[CONJ1, CONJ2]].min() for score, _ in both)
    most = max(score.parts[[CONJ1, CONJ2]].max() for _, score in both)
    return checked(least > 0.4 > 0.3 > most, least_with=least, most_without=most)


@fact("Without the entry the lead is gone: it was an artefact of how the vectors are built.")
def lead_of_vectors_is_gone(full: bool) -> Checked:
    """Completeness of word vectors without the diagonal entry, and of the three other codes."""
    gaps = []
    for draw in range(5 if full else 1):
        with_it, without = (score.value for score in vectors_without_diagonal(draw, full))
        others = [completeness_of(c, draw, full) for c in CODES if c != "averaged word vectors"]
        gaps.append((with_it - max(others), without - min(others)))
    leads, lags = zip(*gaps)
    return checked(min(leads) > 0 > max(lags), least_lead=min(leads), without=max(lags))


NO_FACT = {
    "A picture always has a size and a position.": "definition",
    "A sentence has an adverb, or it has none.": "definition",
    "Which kinds are always present, and which two never occur together?": "question",
    "We score each factor only on the samples in which it is present, so for adverbs only "
    "sentences with an adverb count.": "definition",
    "You could keep all sentences, and treat absent as one more value of each factor.": (
        "instruction"
    ),
    "The square contains all sentences: those with words of both kinds, of one kind, and of "
    "neither.": "definition",
    "Let no sentence have both kinds, and almost none have neither: which bar falls?": "question",
    "So leave absent samples out, unless your question is about absence.": "instruction",
    "Write None where a factor is absent.": "instruction",
}
