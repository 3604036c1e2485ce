"""Statements of the chapter on latents of sentences, each with a function that checks it."""

import functools
from itertools import combinations, pairwise, product

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...claims.registry import CLAIMS
from ...claims.zhang2021_models import first_by_mig
from ...measures import mutual_information
from ...measures.information import entropy
from ...metrics import mig
from ...representation import Representation
from ...score import Score
from ...types import Floats
from ...worlds import corpora
from ...zoo import pretrained_text
from .data import (
    IDEAL_CODE,
    ROOMY,
    WALKED,
    bits_of,
    sentences_drawn,
    shares_with,
    shown_world,
    words_changed,
)
from .labs.every_code import STEPS, mean_foreign_words
from .quiz import _absent_bits, a_direction_each

NAME = list(corpora.YNOC_WORDS).index("name")
KNOWN_BITS = 0.1  # beyond those of shuffled codes, from which on a latent knows a factor
OPENING = "beta-VAE (0.2)"  # the network of the first lab


# -------------------------------------------------------------------- what latents know, and change


@functools.cache
def shuffled_bits(model: str, seed: int = 0) -> Floats:
    """Bits of the latents of a network about each factor once the codes are shuffled."""
    codes = np.random.default_rng(seed).permutation(pretrained_text.code(WALKED[model]).latents)
    return mutual_information(shown_world().representation(codes, range(len(codes)), "")).values


def knows(model: str) -> np.ndarray:
    """Whether each latent carries clearly more bits about each factor than shuffled codes do."""
    return bits_of(model).values - shuffled_bits(model).max(0) > KNOWN_BITS


@fact(
    "Between these two sentences latents 1 to 3 change no word, and latent 4 changes four at once, "
    "although it knows about only one kind of word."
)
def latent_changes_four_words(full: bool) -> Checked:
    """Words that are new once each latent has gone its way in pair 3, and factors it knows."""
    stages = pretrained_text.latent_by_latent(WALKED[OPENING], 3)
    words = [set(sentence.split()) for sentence in stages]
    new = [len(after - before) for before, after in pairwise(words)]
    known = knows(OPENING)[3].sum()
    return checked(new == [0, 0, 0, 4] and known == 1, words=new[-1], known=known)


@fact("Then choose the vanilla VAE, which writes the same sentence for the code of every sentence.")
def vanilla_writes_one_sentence(full: bool) -> Checked:
    """Different sentences that the network writes for the codes of shipped sentences."""
    codes = pretrained_text.code(WALKED["vanilla VAE"]).latents
    autoencoder = pretrained_text.autoencoder(WALKED["vanilla VAE"])
    values, _ = autoencoder.decode(codes if full else codes[:500])
    n_sentences = len({shown_world().sentence(row) for row in values})
    return checked(n_sentences == 1, sentences=n_sentences)


@fact("The noise in training is wider than its codes.")
def still_latents_are_drowned(full: bool) -> Checked:
    """Noise divided by spread for every latent of a network that changes no word in 21 pairs."""
    ratios: list[float] = []
    for name, model in WALKED.items():
        is_still = words_changed(name).values.sum(1) == 0
        spread, noise = pretrained_text.spread_and_noise(model)
        ratios += (noise / spread)[is_still].tolist()
    return checked(len(ratios) > 0 and min(ratios) > 1, latents=len(ratios), least=min(ratios))


@fact("On latents 1, 2, 4 and 6 of this roomy network, noise drowned out the codes.")
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
    values, _ = pretrained_text.autoencoder(WALKED[ROOMY]).decode(codes)
    names = set(corpora.YNOC_WORDS["name"])
    spoken = [set(shown_world().sentence(row).split()) for row in values]
    share = float(np.mean([bool(names & words) for words in spoken]))
    known = int(knows(ROOMY)[:, list(corpora.YNOC_WORDS).index("name")].sum())
    return checked(known == 0 and share > 0.95, latents=known, sentences_with_name=share)


@fact(
    "In the autoencoder, which has no noise, each latent alone knows the year and little else, yet "
    "it also changes the name and the city."
)
def autoencoder_changes_unknown_words(full: bool) -> Checked:
    """Bits of each latent about the year and the rest, and pairs with a new name or city."""
    bits, changed = bits_of("autoencoder").values, words_changed("autoencoder").values
    year, rest = bits[:, 0].min(), bits[:, 1:].max()
    fewest = changed[:, [1, 3]].min()
    return checked(year > 1.5 and rest < 0.2 and fewest > 0, year=year, rest=rest, pairs=fewest)


# -------------------------------------------------------------------------------------------- noise


@functools.cache
def bits_about_name(is_shuffled: bool = False) -> Floats:
    """(latents,) bits that the network carries about the name, without noise."""
    rep = pretrained_text.code(first_by_mig())
    names = rep.factors[:, [NAME]]
    if is_shuffled:
        names = np.random.default_rng(0).permutation(names)
    return mutual_information(Representation(names, rep.latents)).values[:, 0]


@fact("All four latents know something about the name.")
def all_latents_know_the_name(full: bool) -> Checked:
    """The fewest bits about the name beyond chance."""
    beyond = bits_about_name() - bits_about_name(True).max()
    return checked(len(beyond) == 4 and beyond.min() > 0.1, least=beyond.min())


@fact(
    "On three of them the codes differ by far less than the noise in training, so the decoder "
    "cannot use them."
)
def decoder_cannot_use_three(full: bool) -> Checked:
    """Noise divided by the spread of the codes, and pairs in which such latents change a word."""
    spread, noise = pretrained_text.spread_and_noise(first_by_mig())
    is_drowned = noise > 10 * spread
    changed = pretrained_text.pairs_changed(first_by_mig())[is_drowned].sum()
    ratio = (noise / spread)[is_drowned].min()
    return checked(is_drowned.sum() == 3 and changed == 0, least_ratio=ratio, changed=changed)


@fact(
    "MIG reads codes without noise, in bins as narrow as the codes need, so these latents narrow "
    "the gap."
)
def drowned_latents_narrow_the_gap(full: bool) -> Checked:
    """Gap of the two best latents about the name, with the drowned latents and without."""
    spread, noise = pretrained_text.spread_and_noise(first_by_mig())
    bits = bits_about_name()
    second, first = np.sort(bits)[-2:]
    without = np.where(noise > spread, 0, bits)
    alone = np.sort(without)[-1] - np.sort(without)[-2]
    return checked(first - second < 0.75 * alone, gap=first - second, without_them=alone)


@fact("Noise drowns out latents that the decoder never used, and these latents were runners-up.")
def runners_up_were_never_used(full: bool) -> Checked:
    """Noise of the runner-up for the name, against its spread, and the words that it changes."""
    name = first_by_mig()
    spread, noise = pretrained_text.spread_and_noise(name)
    runner_up = int(bits_about_name().argsort()[-2])
    ratio = float(noise[runner_up] / spread[runner_up])
    words = int(pretrained_text.pairs_changed(name)[runner_up].sum())
    return checked(ratio > 1 and words == 0, ratio=ratio, words=words)


def noisy_scores(share: float, full: bool) -> Floats:
    """MIG of the network with a share of its noise, for several seeds."""
    seeds, model = range(20 if full else 3), first_by_mig()
    return np.array([mig(pretrained_text.code(model, noise=share, seed=s)).value for s in seeds])


@fact("A little noise drowns them out, and MIG rises.")
def little_noise_raises_mig(full: bool) -> Checked:
    """MIG of the network without noise and with 2% of it."""
    without = mig(pretrained_text.code(first_by_mig())).value
    with_noise = noisy_scores(0.02, full)
    return checked(with_noise.min() > without + 0.01, without=without, with_it=with_noise.min())


@fact("Noise removes most bits from latents whose codes hardly differ.")
def noise_takes_bits_of_still_latents(full: bool) -> Checked:
    """Share of the bits about the name that each latent loses to a tenth of the noise."""
    spread, noise = pretrained_text.spread_and_noise(first_by_mig())
    before = bits_about_name()
    losses = []
    for seed in range(10 if full else 2):
        code = pretrained_text.code(first_by_mig(), noise=0.1, seed=seed)
        losses.append(1 - mutual_information(code).values[:, NAME] / before)
    still = np.array(losses)[:, noise > spread]
    others = np.array(losses)[:, noise <= spread]
    return checked(still.min() > 0.5 > others.max(), still=still.min(), others=others.max())


# ------------------------------------------------------------------------ halfway between sentences


def mean_stray_words(model: str, share: float) -> float:
    """Words of neither sentence that the lab counts at a share of the way, a mean over pairs."""
    return mean_foreign_words(model, round(share * STEPS))


@fact("So stray words halfway are no argument against a code.")
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
    rep = Representation(cities[:, None], codes, factor_types="discrete")
    bits, score = mutual_information(rep).values, mig(rep).value
    return checked(
        np.ptp(bits) < 1e-9 < bits.min() and abs(score) < 1e-9, bits=bits.min(), mig=score
    )


# ----------------------------------------------------------------------------------- absent factors


@fact("One kind of conjunction occurs in 65% of the sentences, the other in 32%, and never both.")
def shares_of_conjunctions(full: bool) -> Checked:
    """Share of 8,000 sentences that have each kind of conjunction, and both."""
    first, second = (shares_with()[kind] for kind in ("conj1", "conj2"))
    corpus, block = sentences_drawn()
    columns = [corpus.factor_names.index(kind) for kind in ("conj1", "conj2")]
    both = (block.factors[:, columns] != corpora.ABSENT).all(1).mean()
    holds = (f"{first:.0%}", f"{second:.0%}") == ("65%", "32%") and both == 0
    return checked(holds, first=first, second=second, both=both)


@fact("The words themselves share nothing, because all these bits come from which kind is absent.")
def conjunctions_share_absence(full: bool) -> Checked:
    """Bits of the two kinds, minus the bits that presence and absence alone share."""
    first, second = (shares_with()[kind] for kind in ("conj1", "conj2"))
    parts = (first, 1 - first), (second, 1 - second), (first, second, 1 - first - second)
    h_first, h_second, h_pair = (entropy(np.array(shares)) for shares in parts)
    rest = _absent_bits() - (h_first + h_second - h_pair)
    return checked(abs(rest) < 0.01 < 0.5 < _absent_bits(), bits=_absent_bits(), rest=rest)


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
            Representation(factors, rows, factor_types="discrete", latent_types="discrete")
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


@fact("If you leave absent samples out, MIG is 1 wherever you drag the points.")
def mig_without_absence_is_one(full: bool) -> Checked:
    """MIG of a perfect code both ways, exactly, for 24 squares."""
    left_out = [score.value for *_, score in squares_of_two_kinds()]
    as_value = [score.value for _, _, score, _ in squares_of_two_kinds()]
    holds = max(abs(value - 1) for value in left_out) < 1e-9 and min(as_value) < 0.9
    return checked(holds, left_out=min(left_out), least_as_value=min(as_value))


# ------------------------------------------------------------------------------------ in the papers


@fact("Its Table 7 is about models that were not published, so that claim stays open.")
def table_seven_is_open(full: bool) -> Checked:
    """Whether the ledger counts the claim as open, and what it says is missing."""
    entry = CLAIMS["zhang-table-7"]
    return checked(entry.is_open and "not published" in entry.missing)


@fact("writes all 2,872,800 sentences of POS with their factors")
def corpus_has_all_sentences(full: bool) -> Checked:
    """Sentences of the corpus: counted by structure, or block by block."""
    corpus = corpora.pos()
    written = sum(len(block.split) for block in corpus.blocks()) if full else len(corpus)
    return checked(written == sum(corpus.sizes[s] for s in corpora.SPLITS) == 2_872_800, n=written)


NO_FACT = {
    "A picture always has a size, but a sentence may have no adverb.": "definition",
    "A network reads the first sentence and keeps four numbers.": "definition",
    "Now all latents move at once, for an ideal code and five networks.": "definition",
    "The square contains all sentences: those with words of both kinds, of one kind, and of "
    "neither.": "definition",
    "So leave them out, unless your question is about absence.": "instruction",
    "Halfway between any two cities, every other city must be farther away than those two are.": (
        "instruction"
    ),
}
