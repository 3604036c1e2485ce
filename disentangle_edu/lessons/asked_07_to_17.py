"""The questions of notebooks 07 to 17. Every truth is computed when it is asked for."""

import functools

import numpy as np
from numpy.typing import NDArray

from ..claims.ledger import CLAIMS
from ..claims.zhang2021 import fall
from ..core import METRICS, Floats
from ..libraries.figures import case
from ..measures import mutual_information
from ..measures.counting import discretise, entropy
from ..measures.subspaces import Subspaces, completed, inclined_planes
from ..metrics import (
    dependent_modularity,
    disentanglement,
    explicitness_es,
    iwo,
    mig,
    minimality,
    modularity,
)
from ..proof.exact import EXACT, characteristics
from ..proof.hunt import WORLDS, Witness, hunting, table_representation
from ..worlds import corpora, examples, letters
from ..worlds.dependent import ColouredDigits, angles
from ..worlds.text import CODES, Book
from ..zoo import text_shelf
from .questions import Choose, Mark, ask, near

FALLS = 0.1  # what counts as a fall
TREES = 5  # of a forest behind an answer

# -------------------------------------------------------------------- 07: one name, many numbers


@ask(
    "07-two-libraries",
    "A perfect copy: five factors of 3, 6, 40, 32 and 32 values, each copied by one latent. One "
    "library cuts every latent into 20 bins and leaves the factors as they are. Another cuts "
    "latents and factors into 10 bins, and divides by the latent's entropy. By how much does the "
    "MIG of the second exceed that of the first?",
    Mark(-0.5, 0.5, "second minus first", landmarks=((0.0, "the same"),)),
    given=-0.2,
    means=lambda guess, truth: (
        "One code, one name, two numbers: what separates them is how the values were cut and what "
        "was divided by. The lab walks from the one to the other."
    ),
)
def _two_libraries() -> float:
    first, second = (
        mig(case("a_copy"), convention=name).value for name in ("disentanglement_lib", "ubisoft")
    )
    return second - first


# ------------------------------------------------------------- 08: characteristics without a metric


@ask(
    "08-coarse",
    "Two factors of three levels. Latent 1 is 1 where factor 1 is at its top level, and 0 "
    "elsewhere. Latent 2 copies factor 2. Which characteristics does this code keep?",
    Choose(
        (
            "1: a latent follows at most one factor",
            "2: a factor moves at most one latent",
            "3: each factor has a latent that determines it",
        ),
        ("kept", "broken"),
    ),
    given=[1, 0, 0],
    means=lambda guess, truth: (
        "Two of the three speak of what moves with what. Only one asks whether anything was left "
        "out on the way."
    ),
)
def _coarse() -> list[int]:
    rows = [[float(a == 2), b] for a, b in examples.grid(3, 3)]
    return [int(not kept) for kept in characteristics(table_representation((3, 3), rows))]


# ----------------------------------------------------------------------- 09: Table 1 with witnesses

HIGH, CANDIDATES = 0.99, 10_000


REFLECTING = [
    name for name, metric in METRICS.items() if metric.reflects and metric.measure in EXACT
]


def _fooled(name: str) -> bool:
    """Whether the search meets a code that violates what this metric reflects and scores high."""
    return any(
        isinstance(found, Witness) and found.value > HIGH
        for sizes in WORLDS
        for found in hunting(METRICS[name], 2, sizes=sizes, candidates=CANDIDATES)
    )


@ask(
    "09-fooled",
    f"These {len(REFLECTING)} metrics reflect a characteristic and can be computed exactly: "
    f"{', '.join(REFLECTING)}. For how many of them will a search among small codes find one "
    f"that violates the metric's characteristic and still scores above {HIGH:g}?",
    Mark(0, len(REFLECTING), "metrics", digits=0),
    given=3,
    means=lambda guess, truth: (
        "A witness is a code that anybody can check by hand; what was not found may still be there."
    ),
)
def _how_many_are_fooled() -> float:
    return float(sum(map(_fooled, REFLECTING)))


# ------------------------------------------------------------------------ 10: every claim on trial


TEN = {  # claims of the ledger, each in a line
    "dci-0.6": "Fact 2: 0.8 once and 0.02 ten times give a DCI of 0.6",
    "sap-0.32": "Fact 6: factors to the power of 15 have a SAP of 0.32",
    "rect-1": "x, x², y and y³ keep Characteristic 1 and not 2",
    "course-mig-bins": "MIG depends on how many bins one cuts",
    "fact-1-factor": "Fact 1: two latents for a factor put FactorVAE below 1",
    "fact-7": "Fact 7: MIG is high for every code with Characteristic 2",
    "fact-9": "Fact 9: MIG is low for every code without Characteristic 2",
    "fact-11": "Fact 11: DCIMIG is low without Characteristic 3",
    "criterion-kim-com": "FactorVAE reflects completeness",
    "criterion-chen-inf": "MIG does not reflect informativeness",
}
HOW = ("holds", "in part", "fails")


@ask(
    "10-which-hold",
    "Ten sentences of two papers and a course page, in our words. Which hold under every reading, "
    "which in part (under one reading, or by another argument), and which fail?",
    Choose(tuple(TEN.values()), HOW),
    given=[0, 1, 0, 0, 0, 0, 0, 0, 0, 2],
    means=lambda guess, truth: (
        "The sentences on a single code hold. Of those on every code, or on a metric in general, "
        "most do not: one witness is enough against them."
    ),
)
def _which_hold() -> list[int]:
    found = [CLAIMS[id].check().verdict for id in TEN]
    return [HOW.index(verdict) if verdict in HOW else HOW.index("in part") for verdict in found]


# ---------------------------------------------------------------------- 11: a metric of your own


def relative_gap(values: NDArray[np.float64]) -> float:
    """How far each row's largest is ahead of its second, as a share of it; a mean by weight."""
    ordered = np.sort(values, axis=-1)
    first, second = ordered[:, -1], ordered[:, -2]
    return float((first - second).sum() / first.sum())


@ask(
    "11-gap",
    "Fact 2: eleven latents, each with 0.8 of its importance on one factor and 0.02 on each of ten "
    "others. Replace entropy by a gap: a latent's largest importance minus its second largest, "
    "divided by its largest. What will the gap say?",
    Mark(label="gap"),
    given=0.6,
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "It is a little less: the runner-up does count, but it counts once.",
            "A gap looks at the runner-up alone: ten small ones cost no more than one.",
            "Ten small ones cost no more than one: a gap looks at the runner-up alone.",
        ),
    ),
)
def _gap_of_fact_2() -> float:
    return relative_gap(examples.focused_matrix().values)


# ---------------------------------------------------------------------------------- 12: directions


@ask(
    "12-turned",
    "Two factors are each read from one axis, at right angles, and D is 1, or nearly so. The whole "
    "space is turned by 45 degrees, so that a straight line reads both factors as well as before. "
    "What is D now?",
    Mark(label="D"),
    given=0.7,
    means=lambda guess, truth: (
        "Nothing was lost and nothing was mixed that a straight line could not part again. "
        "D asks about axes, and there the factors are no longer."
    ),
)
def _turned() -> float:
    return disentanglement(examples.rotated(45), trees=TREES).value


def apart(degrees: float) -> Subspaces:
    """Two factors with one direction each, in two latents, so many degrees apart."""
    angle = np.radians(degrees)
    rows = [[1.0, 0.0], [np.cos(angle), np.sin(angle)]]
    return Subspaces([completed(np.array([row])) for row in rows], [[1, 0], [1, 0]])


@ask(
    "12-closer",
    "The space is not turned; instead the two directions come within 30 degrees of each other. "
    "IWO was 1 at right angles and would be 0 if they were the same. What is it now?",
    Mark(label="IWO"),
    given=0.33,
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "It falls faster than the angle: what counts is the squared cosine.",
            "So it is: with one direction each, 1 minus the squared cosine is left.",
            "It is not that low: with one direction each, 1 minus the squared cosine is left.",
        ),
    ),
)
def _closer() -> float:
    return iwo(apart(30)).value


# ------------------------------------------------------------------------- 13: the size of a reader


@ask(
    "13-which-change",
    "Two factors read three latents, each a plane of its own, by squares. Which change lowers "
    "explicitness more?",
    Choose(
        ("",),
        ("from squares to cosines of frequency 4", "from planes 90 to planes 40 degrees apart"),
    ),
    given=[1],
    means=lambda guess, truth: (
        "Explicitness asks how large a reader must be. A tilted plane is read by the same "
        "polynomial; a wave needs a larger one."
    ),
)
def _which_change() -> list[int]:
    cases = (("squares", 90), ("cosines", 90), ("squares", 40))
    start, waves, tilted = (explicitness_es(inclined_planes(*one)[0]).value for one in cases)
    return [int(start - tilted > start - waves)]


# ------------------------------------------------------------------ 14 and 15: factors that depend

FIVE = {
    "MIG": mig,
    "modularity": modularity,
    "D": disentanglement,
    "modularity for dependent factors": dependent_modularity,
    "minimality": minimality,
}


@ask(
    "14-who-falls",
    "Three angles, each shown by a latent of its own. Now angle 3 follows the other two in 90 of "
    f"100 samples; the code stays a perfect copy. Which scores fall by more than {FALLS:g}?",
    Choose(tuple(FIVE), ("falls", "stays")),
    given=[0, 0, 0, 1, 1],
    means=lambda guess, truth: (
        "The code is the same, and so a fall says something about the factors. "
        "The lab shows which scores mind a little."
    ),
)
def _who_falls() -> list[int]:
    free, tied = (angles(dependence, samples=5_000) for dependence in (0.0, 0.9))
    return [int(judge(free).value - judge(tied).value <= FALLS) for judge in FIVE.values()]


@ask(
    "15-decided",
    "A code has learned from labels: a latent for the digit, one for its colour, one for the "
    "background. Its MIG is high while the colours are free coins. Now the digit decides both "
    "colours. How high is the MIG of a code that learned in the same way?",
    Mark(label="MIG"),
    given=0.6,
    means=lambda guess, truth: (
        "Each latent still tells its own factor. But the digit's latent now tells the colours as "
        "well, and MIG takes that for a mixture."
    ),
)
def _decided() -> float:
    return mig(ColouredDigits(1.0).representation("learned with labels")).value


# ------------------------------------------------------------------------------- 16: toy letters


@ask(
    "16-recognised",
    "SAP's classifier looks at one number and must say which of 20 values it stands for. The 20 "
    "numbers lie on a line, all different. The classifier is a linear SVM with little freedom "
    "(C = 0.01), trained for one value against the rest, 20 times over. How many of the 20 values "
    "does it recognise?",
    Mark(0, 20, "values", landmarks=((1, "guessing"),), digits=0),
    given=15,
    means=lambda guess, truth: (
        "Every value is there, at a place of its own. With a larger C it is a few more. Which two "
        "are recognised here, and why no others? Further down you cut by hand."
    ),
)
def _recognised() -> float:
    found = letters.predictability(letters.Letters(1)).values
    return float(20 * found.max(0).mean())


@ask(
    "16-open",
    "D of example 1 is printed as 66 of 100. It comes from a forest of ten trees, whose splits may "
    "look at two latents of the four, chosen at random each time. Let every split look at all "
    "four: what does D become?",
    Mark(0, 100, "D, of 100", landmarks=((66, "as printed"),), digits=0),
    given=75,
    means=lambda guess, truth: (
        "Now every split finds the letter's own latent. The figure that is printed charges for a "
        "setting of the forest, and not for anything that is mixed."
    ),
)
def _open_forest() -> float:
    toy = letters.Letters(1)
    return 100 * disentanglement(letters.importances(toy, max_features=None)).value


FEW, MANY = 1_000, 10_000  # sentences
HARDLY = 0.05  # so little of D is no change to speak of


@functools.cache
def _by_half_blind_forest(samples: int) -> float:
    """D of our small code of letters, of whose four latents a split sees two."""
    return disentanglement(letters.small(samples=samples), trees=10, max_features="sqrt").value


@ask(
    "16-fewer",
    "The 66 are from a forest that learned from about 8,000 sentences. Draw 1,000 sentences, "
    "not 10,000 (it learns from three quarters of them); the splits see two of the four latents, "
    "as before. What becomes of D?",
    Choose(("",), ("falls", f"stays (by {HARDLY})", "rises")),
    given=[1],
    means=lambda guess, truth: (
        "Nothing about the code has changed. Why, then? A picture further down sorts splits by how "
        "many samples they part."
    ),
    figures=lambda: [
        f"{_by_half_blind_forest(MANY):.2f} of {MANY:,} sentences, "
        f"{_by_half_blind_forest(FEW):.2f} of {FEW:,} (drawn by us)"
    ],
)
def _fewer_samples() -> list[int]:
    step = _by_half_blind_forest(FEW) - _by_half_blind_forest(MANY)
    return [int(step > -HARDLY) + int(step > HARDLY)]


BINS_USED_DRAWS = 500


@functools.cache
def _bins_used() -> Floats:
    """(draws, 2): how many of 20 bins 20 random numbers fill, and MIG of a letter so coded."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(BINS_USED_DRAWS):
        counts = np.bincount(discretise(rng.uniform(-1, 1, 20), bins=20))
        found.append([(counts > 0).sum(), entropy(counts) / np.log2(20)])
    return np.array(found)


@ask(
    "16-bins-used",
    "Twenty random numbers, and 20 bins of equal width from the lowest to the highest of them. How "
    "many bins hold at least one number, on average?",
    Mark(0, 20, "bins", digits=0),
    given=17,
    means=lambda guess, truth: (
        f"Over {BINS_USED_DRAWS} draws; nine letters of ten fill "
        f"{np.quantile(_bins_used()[:, 0], 0.05):.0f} to "
        f"{np.quantile(_bins_used()[:, 0], 0.95):.0f}. The bin tells "
        f"{_bins_used()[:, 1].mean():.2f} of what there is to know, give or take "
        f"{_bins_used()[:, 1].std(ddof=1):.2f}: so the printed 81 is an ordinary draw."
    ),
)
def _used() -> float:
    return float(_bins_used()[:, 0].mean())


BROKEN_HERE = {  # the code that breaks one criterion: who should mind, says the paper
    "two latents each: FactorVAE": ("factor_vae", "completeness"),
    "values merged: MIG": ("mig", "informativeness"),
    "two factors in one: SAP": ("sap", "disentanglement"),
}


def _falls_by() -> list[float]:
    return [fall(*asked) for asked in BROKEN_HERE.values()]


@ask(
    "16-criteria",
    "Perfect codes of four factors with four levels each, and then one thing is broken: every "
    "factor has two latents; or its values are merged in pairs; or two factors share a latent "
    "(4a + b). SAP reads with its linear SVM. Does the score fall by more than 0.1?",
    Choose(tuple(BROKEN_HERE), ("it falls", "it does not")),
    given=[0, 1, 1],
    means=lambda guess, truth: (
        "The paper says that FactorVAE minds, and that the two others do not: the other way round, "
        "three times. The first shows in example 2, too: two latents per letter, and FactorVAE "
        "says 100. The third hangs on the reader: a line cannot find b in 4a + b, a tree can, and "
        "would not mind."
    ),
    figures=lambda: [f"by {max(value, 0):.2f}" for value in _falls_by()],
)
def _criteria() -> list[int]:
    return [int(value <= 0.1) for value in _falls_by()]


# -------------------------------------------------------------------------- 17: walks through codes

SIX = ("the two nouns", "adverb", "verb", "adjective", "end mark")


@ask(
    "17-six-numbers",
    "All 5,000 sentences like “horses gradually get beautiful cats !”, each once: two different "
    "ones of 5 nouns, and one of 5 adverbs, 5 verbs, 5 adjectives and 2 end marks. Count the "
    "words, and keep the six numbers from which the counts can best be made again (an SVD, without "
    "taking their mean off first). What do these six tell?",
    Choose(SIX, ("told", "left open")),
    given=[0, 0, 0, 0, 0],
    means=lambda guess, truth: (
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
    is_open = np.zeros(len(SIX), dtype=bool)
    for first in firsts:
        alike = [words.split() for words in book.alike(sentences[first])]
        both = ["/".join(sorted((words[0], words[4]))) for words in alike]
        others = ([words[place] for words in alike] for place in (1, 2, 3, 5))
        is_open |= [len(set(found)) > 1 for found in (both, *others)]
    return [int(left) for left in is_open]


HEARD = "ynoc-beta_vae-0.2-0"
OF_HEARD = tuple(f"latent {i}" for i in (1, 2, 3, 4))


def _drowned() -> str:
    """On which latents of HEARD the noise is wider than the codes, and what they tell."""
    spread, noise = text_shelf.spread_and_noise(HEARD)
    told = mutual_information(text_shelf.code(HEARD)).values.sum(1)
    under = np.flatnonzero(spread < noise)
    least = (noise[under] / spread[under]).min()
    most = under[told[under].argmax()]
    return (
        f"on latents {', '.join(str(i + 1) for i in under)} it was at least {least:.0f} times as "
        f"wide as the codes. So even latent {most + 1} changes none, whose entries add up to "
        f"{told[most]:.2f} bits"
    )


@ask(
    "17-heard",
    "Choose beta-VAE (0.2) above: four latents of a network that says the name again in more than "
    "half of the sentences. Take 21 pairs of sentences, and move from the code of one to that of "
    "the other, one latent after the other. Which latents change a word that the network says?",
    Choose(OF_HEARD, ("changes words", "changes none")),
    given=[0, 0, 0, 0],
    means=lambda guess, truth: (
        "The decoder never heard a number without its noise, and "
        f"{_drowned()}: bits are counted without noise, and the decoder hardly learned to listen."
    ),
)
def _heard() -> list[int]:
    return [int(not any(row)) for row in text_shelf.pairs_changed(HEARD)]


@ask(
    "17-between",
    "An ideal code has a latent for each factor: 10 years, 40 names, 20 occupations and 30 cities "
    "are numbered, and what is said is the value with the nearest number. Take two sentences that "
    "share none of their four words, and stop half way between their codes. How many of the four "
    "words that are said there stand in neither sentence, on average over 21 pairs?",
    Mark(0, 4, "words of neither"),
    given=0.5,
    means=lambda guess, truth: (
        "Half way between name 3 and name 30 lies name 16 or 17: a third name. Only neighbours "
        "have nothing between them. That is no fault of the code: where values stand in a row, "
        "a way between two of them leads past others, and nothing orders names or cities."
    ),
)
def _between() -> float:
    values = text_shelf.shown_world("ynoc").factors
    strangers = []
    for number in range(text_shelf.PAIRS):
        ends = values[list(text_shelf.pair(number))]
        strangers.append((ends != np.round(ends.mean(0))).all(0).sum())
    return float(np.mean(strangers))


ROOMY, LATENT, CITY = "ynoc-beta_vae-0.2-0-roomy", 5, 3  # latents are counted from 1


def _told_of_city() -> str:
    """Its bits of the city, beside those that are left once it is shuffled: invented ones."""
    rep = text_shelf.code(ROOMY)
    latent = rep.latents[:, [LATENT - 1]]
    both = np.column_stack([latent, np.random.default_rng(0).permutation(latent)])
    world = text_shelf.shown_world("ynoc")
    bits = mutual_information(world.representation(both, range(len(both)), "")).values[:, CITY]
    return f"Latent {LATENT} tells {bits[0]:.2f} bits of the city, and shuffled {bits[1]:.2f}"


@ask(
    "17-changes",
    "In the lab of “Which numbers are heard?”, further up, choose the roomy network: its latent 5 "
    "tells nearly all of the occupation, and of the city hardly more than counting invents. Take "
    "the 21 pairs, and move one latent after the other. In how many pairs does latent 5 change "
    "the city that the network says?",
    Mark(0, text_shelf.PAIRS, "pairs", digits=0),
    given=0,
    means=lambda guess, truth: (
        f"{_told_of_city()}, and yet the city changes in so many pairs. The decoder makes the city "
        "of all numbers that it hears, also of those that tell nothing of it by themselves."
    ),
)
def _changes() -> float:
    return float(text_shelf.pairs_changed(ROOMY)[LATENT - 1, CITY])
