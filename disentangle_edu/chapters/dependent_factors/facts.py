"""Statements of the chapter on dependent factors, each with a function that checks it."""

import functools

import numpy as np
from numpy.typing import ArrayLike

from ...claims.facts import Checked, checked, fact
from ...measures import conditional_information, mutual_information
from ...measures.information import entropy
from ...metrics import dependent_modularity, mig
from ...representation import Representation
from ...types import Floats
from ...worlds import dependent
from ...worlds.dependent import GROUNDS, INKS, ColouredDigits, accuracy_alone
from .data import (
    COMBINATIONS,
    DEPENDENT_METRICS,
    RIGHT,
    classic_scores,
    code_of_digits,
    decoded,
    dependent_scores,
    digits_of,
    digits_read,
    latents_of_combinations,
)
from .labs.fruits import numbers_of, sort_fruits
from .quiz import JUDGES

LEAKING = "leaking"
FRUITS = sort_fruits(45)


def levels_code(factors: ArrayLike, latents: ArrayLike) -> Representation:
    """A code whose factors and latents are all levels."""
    return Representation(factors, latents, factor_types="discrete", latent_types="discrete")


def mig_of_digits(strength: float, code: str) -> float:
    """MIG of one of the codes of the digits."""
    return mig(code_of_digits(strength, code)).value


@fact("A good code scores lower, and a worse one overtakes it.")
def leaking_code_overtakes(full: bool) -> Checked:
    """MIG of the code learned with labels at four strengths, and of the leaking code."""
    good, worse = (
        [mig_of_digits(strength, code) for strength in (0.0, 0.5, 0.9, 1.0)]
        for code in (RIGHT, LEAKING)
    )
    falls = bool((np.diff(good) < 0).all())
    holds = falls and good[0] > worse[0] and good[-1] < worse[-1]
    numbers = {"good_free": good[0], "good_decided": good[-1], "leaking_decided": worse[-1]}
    return checked(holds, **numbers)


@fact(
    "Where the digit decides both colours, MIG ranks the leaking code *higher*: 0.25 against 0.16."
)
def mig_ranks_the_leak_higher(full: bool) -> Checked:
    """MIG of both codes; at full size, with several draws of bins instead of the usual 21."""
    both = [mig_of_digits(1.0, code) for code in (LEAKING, RIGHT)]
    leads = [both[0] - both[1]]
    for bins in (15, 30, 40) if full else (15,):
        right, leaking = (mig(code_of_digits(1.0, c), bins=bins).value for c in (RIGHT, LEAKING))
        leads.append(leaking - right)
    printed = [f"{value:.2f}" for value in both] == ["0.25", "0.16"]
    return checked(printed and min(leads) > 0.02, smallest_lead=min(leads))


@fact("In both codes the digit's latent determines the colours.")
def digits_latent_determines_the_colours(full: bool) -> Checked:
    """Bits of latent 1 about each colour, and the colours' own entropies."""
    bits = [mutual_information(code_of_digits(1.0, c)).values[0, 1:] for c in (RIGHT, LEAKING)]
    whole = [entropy(np.bincount(column)) for column in digits_of(1.0).factors.T[1:]]
    lost = float(np.max(np.array(whole) - np.array(bits)))
    return checked(lost < 1e-9, largest_loss=lost)


@fact("In the right code each colour's own latent determines it as well, so the gap is 0.")
def gap_of_the_colours_is_zero(full: bool) -> Checked:
    """Gap between the two latents that have most bits about each colour, and bits of its own."""
    bits = mutual_information(code_of_digits(1.0, RIGHT)).values
    top = np.sort(bits[:, 1:], axis=0)
    gap = float((top[-1] - top[-2]).max())
    lost = max(
        entropy(np.bincount(column)) - bits[k + 1, k + 1]
        for k, column in enumerate(digits_of(1.0).factors.T[1:])
    )
    return checked(max(gap, lost) < 1e-9, gap=gap, lost=lost)


@fact("The leak blurs the latent of the digit's colour, and a gap opens: MIG rewards the damage.")
def leak_opens_a_gap(full: bool) -> Checked:
    """Accuracy of the digit's colour from its own latent, and the gap of its bits, with a leak."""
    right, leaking = code_of_digits(1.0, RIGHT), code_of_digits(1.0, LEAKING)
    top = np.sort(mutual_information(leaking).values[:, 1])
    before, after = accuracy_alone(right)[1], accuracy_alone(leaking)[1]
    gap = top[-1] - top[-2]
    return checked(after < before - 0.1 and gap > 0.1, before=before, after=after, gap=gap)


@fact("the decoder has seen only four of sixteen combinations.")
def four_of_sixteen_combinations(full: bool) -> Checked:
    """Combinations of the factors that occur, for several draws of colours."""
    draws = [ColouredDigits(1.0, seed=seed).factors for seed in range(10 if full else 3)]
    counts = {len(np.unique(rows, axis=0)) for rows in draws}
    return checked(counts == {4}, most=max(counts), possible=4 * 2 * 2)


@fact("At 45 red strawberries, MIG subtracts 0.53 bits from the 1 bit of latent 2.")
def bits_that_mig_subtracts(full: bool) -> Checked:
    """Bits of two latents, copies of fruit and colour, about the colour, as the lab shows them."""
    bits, gap = numbers_of(45)
    first, second = bits["latent 1: fruit"], bits["latent 2: colour"]
    holds = f"{first:.2f} {second:.2f}" == "0.53 1.00" and abs(gap - (second - first)) < 1e-9
    return checked(holds, MIG=gap, first=first)


@fact("among the strawberries alone latent 1 never changes, so it says nothing about colour.")
def strawberries_alone(full: bool) -> Checked:
    """Bits of the latent about the colour among strawberries, and once the fruit is known."""
    berries = FRUITS[FRUITS[:, 0] == 0]
    values = len(np.unique(berries[:, 0]))
    rest = conditional_information(levels_code(FRUITS, FRUITS[:, :1])).values[0, 0]
    return checked(values == 1 and rest < 1e-12, values_of_latent=values, bits=rest)


@fact("Each score is a share of information, and is 1 if the requirement is met.")
def scores_of_a_code_that_meets_all(full: bool) -> Checked:
    """The five scores of a copy of three dependent angles, and of one that breaks four."""
    samples = 20_000 if full else 5_000
    good = [
        metric(dependent.angles(tie, samples=samples)).value
        for metric in DEPENDENT_METRICS
        for tie in (0.0, 0.5, 0.9)
    ]
    bad = dependent.angles(0.5, 0.3, 0.5, 0.3, samples=samples)
    broken = max(metric(bad).value for metric in DEPENDENT_METRICS)
    return checked(min(good) > 1 - 1e-9 and broken < 0.99, lowest=min(good), broken=broken)


@fact("The code stays a perfect copy, but MIG falls.")
def mig_falls_with_every_red_strawberry(full: bool) -> Checked:
    """MIG of the copy of the fruits, from 25 red strawberries to 50."""
    copies = [levels_code(sort_fruits(red), sort_fruits(red)) for red in range(25, 51)]
    values = [mig(copy).value for copy in copies]
    holds = bool((np.diff(values) < 0).all()) and values[0] > 1 - 1e-9
    return checked(holds, free=values[0], tied=values[-1])


@fact(
    "At 0.9, MIG of the copy falls by 0.16, while modularity falls by only 0.02 and D stays at 1."
)
def mig_falls_for_the_copy(full: bool) -> Checked:
    """Scores of a copy of free and of dependent angles, as the lab shows them."""
    free, tied = (classic_scores(dependence, 0.0, 0.0, 0.0) for dependence in (0.0, 0.9))
    falls = {name: free[name] - tied[name] for name in free}
    printed = [f"{falls[name]:.2f}" for name in ("mig", "modularity")] == ["0.16", "0.02"]
    return checked(printed and tied["disentanglement"] > 0.995, **falls)


@fact("MIG is the only one of the four that falls by more than 0.1.")
def only_mig_falls(full: bool) -> Checked:
    """The four scores of a copy of free angles and of dependent ones, for several draws."""
    falls = []
    for seed in range(5 if full else 1):
        free, tied = (dependent.angles(d, samples=5_000, seed=seed) for d in (0.0, 0.9))
        falls.append([judge(free).value - judge(tied).value for judge in JUDGES.values()])
    mig_falls, others = np.array(falls)[:, 0], np.array(falls)[:, 1:]
    holds = mig_falls.min() > 0.1 > others.max()
    return checked(holds, least_of_mig=mig_falls.min(), most_of_others=others.max())


@fact(
    "Modularity for dependent factors is 1 for the copy, however much the factors depend on each "
    "other. With a leak of 0.3, it is 0.91."
)
def dependent_modularity_of_copy_and_leak(full: bool) -> Checked:
    """Modularity for dependent factors of a copy and of a leak, as the lab shows it."""
    ties = np.linspace(0, 1, 21 if full else 3).tolist()
    copy, leak = (
        np.array([dependent_scores(tie, leak, 0.0, 0.0)["dependent_modularity"] for tie in ties])
        for leak in (0.0, 0.3)
    )
    holds = copy.min() > 1 - 1e-9 and (leak.round(2) == 0.91).all()
    return checked(holds, lowest_copy=copy.min(), lowest_leak=leak.min(), highest_leak=leak.max())


def codes_of_decided_digits(seeds: int) -> list[Representation]:
    """Mixtures of the factors where the digit decides all, with noise in one latent and without."""
    codes, factors = [], digits_of(1.0).factors
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        mixed = (factors @ rng.normal(size=(3, 3))).round(9)
        noisy = mixed[:, 0] + rng.integers(3, size=len(mixed))
        codes += [levels_code(factors, mixed)]
        codes += [levels_code(factors, np.column_stack([mixed[:, 1:], noisy]))]
    return [*codes, *(code_of_digits(1.0, code) for code in dependent.DIGIT_CODES)]


@fact("When the digit determines everything, any code is modular.")
def any_code_is_modular(full: bool) -> Checked:
    """Modularity for dependent factors of random mixtures, noisy mixtures and learned codes."""
    codes = codes_of_decided_digits(20 if full else 4)
    lowest = min(dependent_modularity(code).value for code in codes)
    return checked(lowest > 1 - 1e-9, lowest=lowest, codes=len(codes))


@fact(
    "The digit can count as the own factor of every latent: once it is known, so are the colours."
)
def digit_makes_the_colours_known(full: bool) -> Checked:
    """Bits of each latent about the colours once the digit is known, in the same codes."""
    rest = [conditional_information(code).values[:, 0].max() for code in codes_of_decided_digits(2)]
    rows = digits_of(1.0).factors
    colours = max(len(np.unique(rows[rows[:, 0] == d, 1:], axis=0)) for d in range(4))
    return checked(max(rest) < 1e-9 and colours == 1, most_bits=max(rest), colours=colours)


def ink_of(image: Floats, ink: int, ground: int) -> Floats:
    """Share of ink in each pixel, if these are the colours."""
    way = INKS[ink] - GROUNDS[ground]
    return np.clip((image - GROUNDS[ground]) @ way / (way @ way), 0, 1)


@functools.cache
def new_combinations(base: int) -> tuple[Floats, Floats, Floats]:
    """(digits as a classifier reads the shapes, those of the colours, those set) in new frames."""
    from sklearn.svm import SVC

    world = digits_of(1.0)
    reader = SVC().fit(world.shapes.reshape(len(world.shapes), -1), world.factors[:, 0])
    images, wanted = decoded(1.0, RIGHT, latents_of_combinations(1.0, base)), COMBINATIONS
    shapes = [ink_of(image, *row[1:]).ravel() for image, row in zip(images, wanted)]
    of_colours = 2 * wanted[:, 1] + wanted[:, 2]
    new = of_colours != wanted[:, 0]
    return reader.predict(np.array(shapes))[new], of_colours[new], wanted[new, 0]


@fact(
    "The shapes in dashed frames are blurred, and most look like the digit that has these colours "
    "in the data."
)
def shapes_follow_the_colours(full: bool) -> Checked:
    """Digits that a classifier of the real shapes reads in frames of new combinations."""
    rows = np.array([new_combinations(base) for base in range(10 if full else 4)])
    read, of_colours, wanted = rows[:, 0], rows[:, 1], rows[:, 2]
    shares = (read == of_colours).mean(1)
    right = (read == wanted).mean()
    return checked(shares.min() > 0.5 and right < 0.25, lowest=shares.min(), right=right)


@fact("When the colours reveal the digit, a predictor trained on such images reads every digit.")
def predictor_reads_every_digit(full: bool) -> Checked:
    """Digits recognised in images that the predictor was not fitted to."""
    right = [digits_read(strength) for strength in (1.0, 0.0)]
    return checked(right[0] == 1 and right[1] < 0.95, decided=right[0], free=right[1])


@fact("it can read the colours and need not look at the shape.")
def predictor_reads_the_colours(full: bool) -> Checked:
    """Digits read from held-out images that are painted in the colours of another digit."""
    from sklearn.kernel_ridge import KernelRidge

    world = digits_of(1.0)
    digit, ink, ground = world.factors.T
    half = np.arange(len(digit)) % 2 == 0
    swapped = dependent.paint(world.shapes, 1 - ink, 1 - ground).reshape(len(digit), -1)
    reader = KernelRidge(alpha=0.01, kernel="rbf", gamma=0.02)
    reader.fit(world.pixels[half], digit[half])
    read = [reader.predict(images[~half]).round() for images in (world.pixels, swapped)]
    kept, of_colours = ((read[j] == want[~half]).mean() for j, want in ((0, digit), (1, 3 - digit)))
    return checked(kept > 0.98 and of_colours > 0.9, usual=kept, digit_of_colours=of_colours)


@fact("counting finds bits that are not there")
def counting_invents_bits(full: bool) -> Checked:
    """Bits of a latent of noise, for several seeds, by samples and factors."""
    table = np.array(
        [
            [invented_bits(n, K, s) for n in (100, 1_000, 10_000)]
            for K in (2, 3, 4)
            for s in range(3)
        ]
    )
    by_factors = table.reshape(3, 3, 3).mean(1)  # factors, samples
    falls, rises = np.diff(table, axis=1).max() < 0, np.diff(by_factors, axis=0).min() > 0
    return checked(table.min() > 0 and falls and rises, most=table.max(), least=table.min())


def invented_bits(samples: int, factors: int, seed: int) -> float:
    """Conditional information of a latent of pure noise; all have four values."""
    rng = np.random.default_rng(seed)
    rep = levels_code(rng.integers(4, size=(samples, factors)), rng.integers(4, size=(samples, 1)))
    return float(conditional_information(rep).values.mean())


@fact("for a copy, modularity for dependent factors stays at 1, while MIG falls.")
def copy_keeps_dependent_modularity(full: bool) -> Checked:
    """Both scores of a copy, for angle 3 that follows the others more and more."""
    ties = (0.0, 0.25, 0.5, 0.75, 1.0)
    reps = [dependent.angles(tie, samples=5_000) for tie in ties]
    kept = min(dependent_modularity(rep).value for rep in reps)
    falls = np.diff([mig(rep).value for rep in reps])
    return checked(kept > 1 - 1e-9 and falls.max() < 0, kept=kept, least_fall=-falls.max())


@fact("A random mixture has 1 as well, at strength 1.")
def mixture_is_modular_at_strength_one(full: bool) -> Checked:
    """Modularity for dependent factors of random mixtures, at strengths 1 and 0.5."""
    values = {}
    for strength in (1.0, 0.5):
        factors = digits_of(strength).factors
        mixtures = [np.random.default_rng(seed).normal(size=(3, 3)) for seed in range(5)]
        codes = [levels_code(factors, (factors @ mixture).round(9)) for mixture in mixtures]
        values[strength] = [dependent_modularity(code).value for code in codes]
    lowest, other = min(values[1.0]), max(values[0.5])
    return checked(lowest > 1 - 1e-9 and other < 0.7, at_1=lowest, at_half=other)


NO_FACT = {
    "Drag the handle: more strawberries turn red": "instruction",
    "At first, a fair coin decides each colour": "definition",
    "Move the first slider to 1: the digit decides both colours": "instruction",
    "Its five requirements concern a code with one latent per factor": "definition",
    "Move the first slider; then reset, and let latent 1 leak with the second": "instruction",
    "A code now mixes the three factors of the digits at random": "definition",
    "Its Tables 1, 5 and 6, Algorithms 1 to 4": "about the course",
    "So the angles, the probabilities of the colours": "about the course",
}
