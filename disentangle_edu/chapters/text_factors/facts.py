"""Statements of the chapter on walks between sentences, each with a function that checks it."""

import functools
from itertools import combinations, pairwise

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...claims.registry import CLAIMS
from ...measures import mutual_information
from ...metrics import mig
from ...representation import Representation
from ...types import Floats
from ...worlds import corpora
from ...worlds.text import CODES, Book, svd_code, word_counts
from ...zoo import pretrained_text
from ..common.text_models import ROOMY, WALKED
from .data import IDEAL_CODE, bits_of, pair_codes, pair_sentences, shown_world, words_changed
from .quiz import HEARD_MODEL, _six_numbers, a_direction_each

N_WORDS = len(corpora.SIX_WORDS)
KNOWN_BITS = 0.1  # beyond those of shuffled codes, from which on a latent knows a factor
HEARD = "beta-VAE (0.2)"


# ------------------------------------------------------------------------------------- word counts


@functools.cache
def six_word_book(has_latent_per_word: bool) -> Book:
    """All sentences of six words, with a latent for each word, or with word counts."""
    corpus = corpora.pos()
    block = corpus.within(corpora.SIX_WORDS)
    sentences = corpus.sentences(block)
    counted = CODES["word counts"]
    return Book(
        sentences,
        block.tokens[:, :N_WORDS] if has_latent_per_word else counted(sentences, N_WORDS),
    )


def changes_on_paths(has_latent_per_word: bool, n_pairs: int) -> Floats:
    """(pairs, latents) number of words that each latent changes, out of those that a code keeps."""
    book = six_word_book(has_latent_per_word)
    kept = range(N_WORDS) if has_latent_per_word else (0, 4, 5)  # the nouns and the end mark
    counts = []
    for seed in range(n_pairs):
        start, *others = np.random.default_rng(seed).permutation(len(book.sentences))
        words = set(book.sentences[start].split())
        end = next(i for i in others if not words & set(book.sentences[i].split()))
        stages = [sentence.split() for _, _, sentence in book.homotopy(start, end, 1)]
        known = [{stage[position] for position in kept} for stage in stages]
        counts.append([len(after - before) for before, after in pairwise(known)])
    return np.array(counts)


@fact("With a latent per word, each latent changes one word.")
def latent_per_word_changes_one(full: bool) -> Checked:
    """Words that each latent changes on its way between sentences that share no word."""
    counts = changes_on_paths(True, 100 if full else 10)
    return checked((counts == 1).all(), fewest=counts.min(), most=counts.max())


@fact("With word counts a latent changes at most one word in nearly all pairs, too.")
def word_count_changes_at_most_one(full: bool) -> Checked:
    """Share of pairs in which no latent changes more than one noun or end mark."""
    counts = changes_on_paths(False, 200 if full else 20)
    share = (counts.max(1) <= 1).mean()
    return checked(share >= 0.9, share_of_pairs=share)


@fact("But three of the six words stay open, because the code has lost them.")
def three_words_stay_open(full: bool) -> Checked:
    """Kinds of words that differ among the sentences that share a code."""
    lost = _six_numbers()
    return checked(lost == [0, 1, 1, 1, 0], lost=sum(lost))


@fact(
    "Four go to the nouns: each noun is in two of five sentences, but any other word in one of "
    "five."
)
def four_numbers_for_nouns(full: bool) -> Checked:
    """Share of sentences with each word, and the error of nouns from four numbers and from six."""
    sentences = six_word_book(False).sentences
    counts = word_counts(sentences).toarray()
    words = sorted({word for sentence in sentences for word in sentence.split()})
    kinds = np.array([corpora.POS_KIND[word] for word in words])
    shares, nouns = counts.mean(0), counts[:, kinds == "n"]
    others = shares[~np.isin(kinds, ["n", "end-punc"])]
    code = np.column_stack([np.ones(len(counts)), svd_code(sentences, N_WORDS)])
    error = np.abs(nouns - code @ np.linalg.lstsq(code, nouns, rcond=None)[0]).max()
    dimensions = np.linalg.matrix_rank(nouns - nouns.mean(0))
    are_shares = np.allclose(shares[kinds == "n"], 2 / 5) and np.allclose(others, 1 / 5)
    is_kept = dimensions == 4 and error < 1e-9
    return checked(are_shares and is_kept, dimensions=dimensions, error=error, noun=shares.max())


# ------------------------------------------------------------------------------ what networks keep


@fact("The vanilla VAE writes the same sentence for every code, which is called posterior collapse")
def vanilla_writes_one_sentence(full: bool) -> Checked:
    """Different sentences that the network writes for the codes of shipped sentences."""
    codes = pretrained_text.code(WALKED["vanilla VAE"]).latents
    speaker = pretrained_text.speaker(WALKED["vanilla VAE"])
    values, _ = speaker.say(codes if full else codes[:500])
    n_sentences = len({shown_world().sentence(row) for row in values})
    return checked(n_sentences == 1, sentences=n_sentences)


@fact("The other small networks keep the year, or more than half of the names, or both.")
def small_networks_keep_year_or_names(full: bool) -> Checked:
    """Share of 200 sentences in which each small network writes the year and the name."""
    small = [model for name, model in WALKED.items() if name not in ("vanilla VAE", ROOMY)]
    kept = [pretrained_text.word_recovery(model) for model in small]
    holds = all(shares["year"] > 0.8 or shares["name"] > 0.5 for shares in kept)
    years, names = ([shares[kind] for shares in kept] for kind in ("year", "name"))
    both = sum(year > 0.8 and name > 0.5 for year, name in zip(years, names))
    return checked(holds and 0 < both < len(small), most_year=max(years), most_name=max(names))


@fact("The roomy network keeps three of the four words, and loses the name.")
def roomy_loses_the_name(full: bool) -> Checked:
    """Share of 200 sentences in which the roomy network writes each word, and that of guessing."""
    shares = dict(pretrained_text.word_recovery(WALKED[ROOMY]))
    name = shares.pop("name")
    least = min(shares.values())
    return checked(least > 0.8 and name < 2 / len(corpora.YNOC_WORDS["name"]), least=least, n=name)


@fact(
    "This network has four latents, and it writes the name that it read in more than half of the "
    "sentences."
)
def heard_network_keeps_names(full: bool) -> Checked:
    """Latents of the network, and share of 200 sentences in which it writes the name."""
    n_latents = pretrained_text.code(HEARD_MODEL).latents.shape[1]
    share = pretrained_text.word_recovery(HEARD_MODEL)["name"]
    return checked(n_latents == 4 and share > 0.5, latents=n_latents, share=share)


# ----------------------------------------------------------------------- halfway between sentences


def mean_stray_words(model: str, share: float) -> float:
    """Words of neither sentence that a code writes at a share of the way, a mean over all pairs."""
    counts = []
    for number in range(pretrained_text.PAIRS):
        start, end, write = pair_codes(model, number)
        written = write(np.array([start + share * (end - start)]))[0].split()
        known = set(" ".join(pair_sentences(number)).split())
        counts.append(sum(word in corpora.YNOC_KIND for word in written if word not in known))
    return float(np.mean(counts))


@fact(
    "The ideal code starts with no stray words, and halfway it has about as many as the others. "
    "So stray words are no argument against a code."
)
def ideal_code_strays_halfway(full: bool) -> Checked:
    """Words of neither sentence at the start and halfway, means over 21 pairs."""
    start, halfway = (mean_stray_words(IDEAL_CODE, share) for share in (0, 0.5))
    others = [mean_stray_words(model, 0.5) for model in WALKED]
    largest_gap = max(abs(halfway - other) for other in others)
    return checked(start == 0 and largest_gap < 0.25, start=start, ideal=halfway, gap=largest_gap)


@fact("Show `labs.every_code`: the ideal code gains the most stray words.")
def ideal_code_gains_most_strays(full: bool) -> Checked:
    """Stray words halfway minus those at the start, for the ideal code and each network."""
    gain = {m: mean_stray_words(m, 0.5) - mean_stray_words(m, 0) for m in (IDEAL_CODE, *WALKED)}
    ideal = gain.pop(IDEAL_CODE)
    return checked(ideal > max(gain.values()), ideal=ideal, next=max(gain.values()))


@fact("Only neighbours have nothing between them.")
def only_neighbours_have_no_third(full: bool) -> Checked:
    """Whether the middle of two numbers is nearest to a third, for every pair of 40 names."""
    pairs = np.array(list(combinations(range(40), 2)))
    middle = np.round(pairs.mean(1))[:, None]
    has_third, is_neighbour = (middle != pairs).all(1), np.diff(pairs)[:, 0] == 1
    return checked((has_third != is_neighbour).all(), with_third=has_third.mean())


@fact("On a line, other cities are between the first and the last.")
def line_has_cities_between(full: bool) -> Checked:
    """Five cities at random on a line: how many are nearer to the middle than both ends."""
    lines = np.sort(np.random.default_rng(0).normal(size=(1000, 5)), axis=1)
    middle, reach = lines[:, [0, -1]].mean(1), np.ptp(lines, axis=1) / 2
    is_between = np.abs(lines[:, 1:-1] - middle[:, None]) < reach[:, None]
    return checked(is_between.all(), share=is_between.mean())


def is_way_free(cities: Floats) -> np.ndarray:
    """(sets,) of (sets, cities, numbers): whether the middle of no two is nearer to a third."""
    is_free = np.ones(len(cities), dtype=bool)
    for i, j in combinations(range(cities.shape[1]), 2):
        others = np.delete(cities, [i, j], axis=1)
        middle = (cities[:, [i]] + cities[:, [j]]) / 2
        reach = np.linalg.norm(cities[:, [i]] - middle, axis=-1)
        is_free &= (np.linalg.norm(others - middle, axis=-1) > reach).all(1)
    return is_free


@fact(
    "A plane has room for three cities, at the corners of a triangle, but never for four. So give "
    "each city more than two numbers."
)
def plane_has_room_for_three(full: bool) -> Checked:
    """Random sets of three and four cities in a plane, and of five in more than two numbers."""
    rng, size = np.random.default_rng(0), 200_000 if full else 20_000
    three, four = (is_way_free(rng.normal(size=(size, n, 2))).mean() for n in (3, 4))
    five = is_way_free(rng.normal(size=(size, 5, 5))).mean()
    return checked(three > 0 and four == 0 and five > 0, three=three, four=four, five=five)


@fact(
    "Then all five latents carry equally many bits about the same factor. MIG asks for one latent "
    "that carries more than any other, so it is 0."
)
def city_directions_have_no_mig(full: bool) -> Checked:
    """Bits of a latent for each of five cities, and MIG."""
    cities = np.repeat(np.arange(5), 20)
    codes = np.array(a_direction_each(), dtype=float)[cities]
    rep = Representation(cities[:, None], codes, factor_types="levels")
    bits, score = mutual_information(rep).values, mig(rep).value
    return checked(
        np.ptp(bits) < 1e-9 < bits.min() and abs(score) < 1e-9, bits=bits.min(), mig=score
    )


# ---------------------------------------------------------------- what latents know, and change


@functools.cache
def shuffled_bits(model: str, seed: int = 0) -> Floats:
    """Bits of the latents of a network about each factor once the codes are shuffled."""
    codes = np.random.default_rng(seed).permutation(pretrained_text.code(WALKED[model]).latents)
    return mutual_information(shown_world().representation(codes, range(len(codes)), "")).values


def knows(model: str) -> np.ndarray:
    """Whether each latent carries clearly more bits about each factor than shuffled codes do."""
    return bits_of(model).values - shuffled_bits(model).max(0) > KNOWN_BITS


@fact("Even shuffled codes appear to carry up to about an eighth of a bit.")
def shuffled_codes_have_bits(full: bool) -> Checked:
    """The largest entry of each network with shuffled codes, over several orders."""
    largest = [
        max(shuffled_bits(m, seed).max() for m in WALKED) for seed in range(20 if full else 3)
    ]
    return checked(0.11 < min(largest) <= max(largest) < 0.15, low=min(largest), high=max(largest))


@fact(
    "Latent 4 of the beta-VAE changes four words here, although it knows about only one kind of "
    "word."
)
def latent_changes_four_words(full: bool) -> Checked:
    """Words that are new once latent 4 has gone its way in pair 3, and the factors it knows."""
    before, after = (set(s.split()) for s in pretrained_text.latent_by_latent(HEARD_MODEL, 3)[-2:])
    known = knows(HEARD)[3].sum()
    return checked(len(after - before) == 4 and known == 1, words=len(after - before), known=known)


@fact("In the vanilla VAE the noise on every latent is at least three times as wide as the codes.")
def vanilla_noise_is_wide(full: bool) -> Checked:
    """Noise in training divided by the spread of the codes, the least of all latents."""
    spread, noise = pretrained_text.spread_and_noise(WALKED["vanilla VAE"])
    return checked((noise / spread).min() >= 3, least=(noise / spread).min())


@fact("The noise in training is wider than its codes.")
def still_latents_are_drowned(full: bool) -> Checked:
    """Noise divided by spread for every latent of a network that changes no word in 21 pairs."""
    ratios: list[float] = []
    for name, model in WALKED.items():
        is_still = words_changed(name).values.sum(1) == 0
        spread, noise = pretrained_text.spread_and_noise(model)
        ratios += (noise / spread)[is_still].tolist()
    return checked(len(ratios) > 0 and min(ratios) > 1, latents=len(ratios), least=min(ratios))


@fact("On latents 1, 2, 4 and 6 of the roomy network, noise drowned out the codes.")
def four_roomy_latents_are_drowned(full: bool) -> Checked:
    """Noise divided by spread: far above 1 on these latents, below 1 on the others."""
    spread, noise = pretrained_text.spread_and_noise(WALKED[ROOMY])
    ratio, drowned = noise / spread, [0, 1, 3, 5]
    least, most = ratio[drowned].min(), np.delete(ratio, drowned).max()
    return checked(least > 10 and most < 1, least_drowned=least, most_of_others=most)


@fact("None of its eight latents knows the name, but the decoder still writes some name.")
def roomy_writes_some_name(full: bool) -> Checked:
    """Latents with bits about the name beyond chance, and the share of sentences with a name."""
    codes = pretrained_text.code(WALKED[ROOMY]).latents[: 2000 if full else 200]
    values, _ = pretrained_text.speaker(WALKED[ROOMY]).say(codes)
    names = set(corpora.YNOC_WORDS["name"])
    spoken = [set(shown_world().sentence(row).split()) for row in values]
    share = float(np.mean([bool(names & words) for words in spoken]))
    known = int(knows(ROOMY)[:, list(corpora.YNOC_WORDS).index("name")].sum())
    return checked(known == 0 and share > 0.95, latents=known, sentences_with_name=share)


@fact(
    "In the autoencoder each latent alone knows the year and little else, yet it also changes the "
    "name and the city."
)
def autoencoder_changes_unknown_words(full: bool) -> Checked:
    """Bits of each latent about the year and the rest, and pairs with a new name or city."""
    bits, changed = bits_of("autoencoder").values, words_changed("autoencoder").values
    year, rest = bits[:, 0].min(), bits[:, 1:].max()
    fewest = changed[:, [1, 3]].min()
    return checked(year > 1.5 and rest < 0.2 and fewest > 0, year=year, rest=rest, pairs=fewest)


@fact(
    "Its latent 5 carries most of the bits about the occupation, but about the city hardly more "
    "bits than chance gives."
)
def latent_five_knows_occupation(full: bool) -> Checked:
    """Share of the occupation's bits that latent 5 carries, and its bits of the city."""
    rep_bits = bits_of(ROOMY)
    assert rep_bits.factor_entropy is not None
    share = float(rep_bits.values[4, 2] / rep_bits.factor_entropy[2])
    beyond = float(rep_bits.values[4, 3] - shuffled_bits(ROOMY)[4, 3])
    return checked(share > 0.5 and beyond < 0.05, share=share, city_beyond_chance=beyond)


@fact("Its Table 7 is about models that were not published, so that claim stays open.")
def table_seven_is_open(full: bool) -> Checked:
    """Whether the ledger counts the claim as open, and what it says is missing."""
    entry = CLAIMS["zhang-table-7"]
    return checked(entry.is_open and "not published" in entry.missing)


NO_FACT = {
    "The row read is the first sentence, and goal the second; the code has lost the struck-out "
    "words.": "definition",
    "All latents now move at once.": "definition",
    "The matrix is computed from codes without noise, which the decoder never received in "
    "training.": "definition",
    "Halfway between any two cities, every other city must be farther away than those two are.": (
        "instruction"
    ),
    "A sentence may have no adverb at all; what happens to a score then?": "question",
}
