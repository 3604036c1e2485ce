"""Statements of the chapter on SAP, each with a function that checks it."""

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...measures._linear_svm_1d import Ranked, margin_lines
from ...measures._supervised import train_test_rows
from ...metrics import mig, sap
from ...representation import Representation
from ...types import Floats
from ...worlds import examples
from ..common.verdicts import pair_code, verdict
from .data import COPIES, EXPONENTS, N_SAMPLES, SPLIT, sap_of_copies
from .labs.sap_levels import level_lines
from .quiz import IDENTITY_RANGE

PAPERS_C = 0.01  # the price of an error in most published code
N_LEARNED = round(SPLIT * COPIES)  # samples from which SAP learns the lines of levels


def r2_of_line(latent: Floats, factor: Floats) -> float:
    """Share of a factor that the best straight line explains."""
    return float(np.corrcoef(latent, factor)[0, 1] ** 2)


def even_factor(points: int = 100_000) -> Floats:
    """Values from -1 to 1 at equal distances."""
    return (np.arange(points) + 0.5) / points * 2 - 1


def power_samples(exponent: int, seeds: int) -> list[Representation]:
    """A sample of the world of powers for each seed."""
    return [examples.power_world(exponent).sample(N_SAMPLES, seed) for seed in range(seeds)]


def ranks(table: Floats) -> Floats:
    """Ranks in each column: bins of equal widths then have equal counts."""
    return table.argsort(0).argsort(0).astype(float)


def lines_of_levels(
    levels: int, C: float, seed: int = 0, samples: int = N_LEARNED, times: int = 1
) -> tuple[Floats, Floats]:
    """Slope of each level's line, and the level whose line is highest at each level.

    times : how often each sample is repeated.
    """
    factor = examples.copy_world(levels).sample(samples, seed).factors[:, 0]
    factor = np.tile(factor, times)
    latent = (factor - factor.mean()) / factor.std()
    lines = margin_lines(Ranked(latent[None]), factor.astype(int), C=C, balanced=True)
    slopes, heights = lines[0][0], lines[1][0]
    return slopes, (np.multiply.outer(np.unique(latent), slopes) + heights).argmax(1)


# ------------------------------------------------------------------------- powers and the line


@fact(
    "Nothing is lost in a ninth power, because each value of the factor has its own latent value."
)
def ninth_power_is_one_to_one(full: bool) -> Checked:
    """Different latents of 20,001 values of the factor, which an eighth power does not give."""
    factor = np.linspace(-1, 1, 20_001)
    ninth, eighth = (len(np.unique(factor**power)) for power in (9, 8))
    return checked(ninth == len(factor) > eighth, values=len(factor), ninth=ninth, eighth=eighth)


@fact("A straight line just cannot recover the factor.")
def line_misses_ninth_power(full: bool) -> Checked:
    """R² of the best line from the ninth power, on values at equal distances."""
    r2 = r2_of_line(even_factor() ** 9, even_factor())
    return checked(r2 < 0.6, r2=r2)


@fact("A high power sends most of the factor's range to almost one value of the latent.")
def power_fills_the_middle(full: bool) -> Checked:
    """Share of the factor's range whose latent is within 0.01 of 0, at powers 9 to 35."""
    shares = [(np.abs(even_factor() ** power) < 0.01).mean() for power in EXPONENTS if power >= 9]
    return checked(min(shares) > 0.5, least=min(shares))


@fact("Only samples near -1 and 1 get latents far from 0, and these few determine the line.")
def ends_determine_the_line(full: bool) -> Checked:
    """At power 15: the factors of latents beyond 0.25, and their weight z² in the slope."""
    factor = even_factor()
    latent = factor**15
    far = np.abs(latent) > 0.25
    weight, nearest = (latent[far] ** 2).sum() / (latent**2).sum(), np.abs(factor[far]).min()
    return checked(
        bool(nearest > 0.9 and far.mean() < 0.1 and weight > 0.9),
        nearest=nearest,
        share_of_samples=far.mean(),
        weight=weight,
    )


@fact("(For a factor spread evenly from -1 to 1 and an odd power p, R² is 3 (2p+1) / (p+2)².)")
def formula_of_r2(full: bool) -> Checked:
    """R² of the best line on values at equal distances, at each odd power from 1 to 35."""
    factor = even_factor()
    gaps = [abs(r2_of_line(factor**p, factor) - 3 * (2 * p + 1) / (p + 2) ** 2) for p in EXPONENTS]
    return checked(bool(max(gaps) < 1e-6), largest_gap=max(gaps))


@fact(
    "The five values that you fitted by hand flattered the line: it nearly met the two outer ones, "
    "which hold four fifths of the squares, so power 9 still seemed well explained."
)
def five_values_flatter_the_line(full: bool) -> Checked:
    """R² of the five values and of evenly spread ones; the outer residuals and squares."""
    five = np.array([-2.0, -1, 0, 1, 2])
    r2, spread = (r2_of_line(values**9, values) for values in (five, even_factor()))
    slope = (five**9 @ five) / (five**9 @ five**9)
    residual, outer = abs(five[-1] - slope * five[-1] ** 9), 2 * five[-1] ** 2 / (five @ five)
    holds = abs(outer - 0.8) < 1e-9 and residual < 0.01 and r2 > 0.75 > 0.5 > spread
    return checked(holds, five=r2, spread=spread, residual=residual, outer=outer)


@fact(
    "For at least 95% of the values, the latent is the factor itself, and yet a straight line "
    "explains about a tenth or less, because it follows the few samples that are very far away."
)
def few_far_samples_take_the_line(full: bool) -> Checked:
    """R² after a hundredth of the values at each end, beyond 0.98, is sent a thousand times out."""
    factor = even_factor()
    bent = np.where(np.abs(factor) < 0.98, factor, 1000 * factor)
    same, r2 = (bent == factor).mean(), r2_of_line(bent, factor)
    slopes = (bent @ factor) / (bent @ bent), (np.abs(factor) >= 0.98).mean()
    holds = same >= IDENTITY_RANGE and r2 < 0.1 and abs(slopes[0] * 1000 - 1) < 0.05
    return checked(holds, same=same, r2=r2, slope=slopes[0], few=slopes[1])


@fact(
    "A low SAP need not mean that anything is lost, because a straight line cannot read every copy."
)
def low_sap_of_copies(full: bool) -> Checked:
    """SAP of the 35th power and of copies of 16 levels, of which each value has its own latent."""
    rep = power_samples(35, 1)[0]
    power, levels = sap(rep).value, sap_of_copies(16, PAPERS_C).value
    one_to_one = all(
        len(np.unique(z)) == len(np.unique(v)) for z, v in zip(rep.latents.T, rep.factors.T)
    )
    return checked(one_to_one and max(power, levels) < 0.2, power=power, levels=levels)


# ------------------------------------------------------------------------------------------ bins


@fact(
    "With bins of equal width, MIG is below SAP at powers 3 to 35, because one bin of the latent "
    "fills up: at 15 it holds about four fifths of the samples."
)
def mig_is_below_sap(full: bool) -> Checked:
    """MIG and SAP of samples at each odd power from 3, and the fullest of 21 bins at 15."""
    seeds = 5 if full else 1
    leads = [
        sap(rep).value - mig(rep).value
        for power in EXPONENTS[1:]
        for rep in power_samples(int(power), seeds)
    ]
    fullest = [
        np.histogram(latent, 21)[0].max() / N_SAMPLES
        for rep in power_samples(15, max(seeds, 3))
        for latent in rep.latents.T
    ]
    holds = min(leads) > 0 and 0.78 < min(fullest) <= max(fullest) < 0.84
    return checked(holds, smallest_lead=min(leads), least=min(fullest), most=max(fullest))


@fact(
    "MIG falls even lower than SAP at the 15th power, because one of its bins of equal "
    "width holds most samples."
)
def mig_is_lower_at_power_15(full: bool) -> Checked:
    """MIG of samples of the 15th power, and SAP of them."""
    reps = power_samples(15, 10 if full else 3)
    most, least = max(mig(rep).value for rep in reps), min(sap(rep).value for rep in reps)
    return checked(most < least, largest_mig=most, smallest_sap=least)


def mig_of_equal_counts(rep: Representation) -> float:
    """MIG, with bins of equal counts for the latents."""
    return mig(Representation(rep.factors, ranks(rep.latents))).value


@fact(
    "Bins of equal counts are unaffected by an odd power, since only the order of the values "
    "matters."
)
def equal_counts_ignore_powers(full: bool) -> Checked:
    """Spread of MIG in bins of equal counts over odd powers, and its change at power 2."""
    changes, even = [], []
    for seed in range(5 if full else 2):
        factors = examples.power_world(1).sample(N_SAMPLES, seed).factors
        one, two, *others = (
            mig_of_equal_counts(Representation(factors, factors**power))
            for power in (1, 2, 3, 9, 15, 35)
        )
        changes += [abs(value - one) for value in others]
        even.append(one - two)
    holds = max(changes) < 1e-9 and min(even) > 0.1
    return checked(holds, odd=max(changes), even=min(even))


# ---------------------------------------------------------------------------------------- levels


def accuracies_of_copies(levels: int, seed: int) -> tuple[float, float]:
    """Lowest accuracy of a latent that copies, and largest of a latent that does not."""
    shares = sap(examples.copy_world(levels, levels).sample(COPIES, seed), C=0.01).matrix.values
    return float(shares.diagonal().min()), float(shares[::-1].diagonal().max())


@fact(
    "With two levels, even the second latent guesses half of the samples right, so half of the gap "
    "is gone."
)
def two_levels_halve_the_gap(full: bool) -> Checked:
    """Accuracy of the copy and of the other latent, with two levels."""
    pairs = [accuracies_of_copies(2, seed) for seed in range(20 if full else 4)]
    own, other = np.transpose(pairs)
    holds = own.min() == 1 and abs(other - 0.5).max() < 0.1 and abs(other.mean() - 0.5) < 0.05
    return checked(holds, own=own.min(), other=other.mean(), most=other.max())


@fact(
    "With two levels, even the wrong latent is right half of the time, so the gap is 1/2; with "
    "four levels it is right a quarter of the time."
)
def wrong_latent_guesses(full: bool) -> Checked:
    """Mean accuracy of the latents that do not copy, over seeds, for two and four levels."""
    seeds = range(20 if full else 4)
    two, four = (
        float(np.mean([accuracies_of_copies(levels, seed)[1] for seed in seeds]))
        for levels in (2, 4)
    )
    return checked(abs(two - 1 / 2) < 0.05 and abs(four - 1 / 4) < 0.05, two=two, four=four)


@fact("The classifier fits one line per level, and predicts the level whose line is highest.")
def highest_line_is_predicted(full: bool) -> Checked:
    """Accuracies of SAP against those of the lab's lines, on the samples kept for the test."""
    gaps = []
    for levels in range(2, 17) if full else (2, 8, 16):
        rep = examples.copy_world(levels, levels).sample(COPIES)
        _, test_rows = train_test_rows(rep, SPLIT, True, 0)
        for score, C in ((sap_of_copies(levels), PAPERS_C), (sap_of_copies(levels, 1.0), 1.0)):
            for k, codes in enumerate(rep.factors[test_rows].astype(int).T):
                right = level_lines(k, levels, C, COPIES).recognised[codes].mean()
                gaps.append(abs(right - score.matrix.values[k, k]))
    return checked(max(gaps) < 1e-9, largest_gap=max(gaps), fits=len(gaps))


@fact("Its line is nearly flat, so the steeper line of a level further out passes above it.")
def steeper_line_passes_above(full: bool) -> Checked:
    """For 12 to 16 levels: slopes, and the level whose line is highest at each inner level."""
    flattest, wrong, tried = [], 0, 0
    for levels in range(12, 17):
        for seed in range(10 if full else 2):
            slopes, highest = lines_of_levels(levels, 0.01, seed)
            steep, inner = np.abs(slopes), np.arange(1, levels - 1)
            out = np.abs(np.arange(levels) - (levels - 1) / 2)
            beaten = (out[highest] > out) & (steep[highest] > steep)
            wrong, tried = wrong + int((~beaten[inner]).sum()), tried + len(inner)
            flattest.append(steep[levels // 2] / steep[[0, -1]].min())
    return checked(wrong == 0 and max(flattest) < 0.2, flattest=max(flattest), tried=tried)


@fact("A larger C steepens mostly the two outermost lines.")
def larger_c_steepens_outer_lines(full: bool) -> Checked:
    """The two outermost lines' share of all growth in slope, from each C to the next."""
    shares = []
    for levels in range(6, 17, 1 if full else 5):
        slopes = [np.abs(lines_of_levels(levels, C)[0]) for C in (0.01, 0.1, 1, 100)]
        for less, more in zip(slopes, slopes[1:]):
            growth = (more - less).clip(0)
            shares.append(growth[[0, -1]].sum() / growth.sum())
    return checked(min(shares) > 0.5, least=min(shares))


@fact("Each sample adds its own penalty, so more samples at the same C act like a larger C.")
def samples_act_like_c(full: bool) -> Checked:
    """Lines of samples that are taken five times, and lines of the samples with five times C."""
    gaps, moves = [], []
    for levels in (4, 8, 16):
        repeated = lines_of_levels(levels, 0.01, times=5)[0]
        gaps.append(np.abs(repeated - lines_of_levels(levels, 0.05)[0]).max())
        moves.append(np.abs(repeated - lines_of_levels(levels, 0.01)[0]).max())
    return checked(max(gaps) < 1e-6 and min(moves) > 0.1, gap=max(gaps), moved=min(moves))


# ------------------------------------------------------------------------------- pair and papers


@fact(
    "The factors of A and B are levels: three shapes, six sizes, sixteen positions in each "
    "direction."
)
def factors_of_the_pair(full: bool) -> Checked:
    """Numbers of values in both codes."""
    counts = [
        [len(np.unique(factor)) for factor in pair_code(name).factors.T] for name in ("A", "B")
    ]
    kinds = {kind for name in ("A", "B") for kind in pair_code(name).factor_types}
    return checked(counts == 2 * [[3, 6, 16, 16]] and kinds == {"discrete"})


@fact("B gets less than the handwriting!")
def handwriting_beats_b(full: bool) -> Checked:
    """SAP of both."""
    _, b, handwriting = verdict("sap")
    return checked(b < handwriting, b=b, handwriting=handwriting)


@fact("One latent of B determines nearly every horizontal position.")
def one_latent_reads_across(full: bool) -> Checked:
    """Share of samples whose nearest neighbour on latent 8 has the same position."""
    rep = pair_code("B")
    latent, across = rep.latents[:, 7], rep.factors[:, rep.factor_names.index("x position")]
    order = latent.argsort()
    z, level = np.r_[-np.inf, latent[order], np.inf], np.r_[-1, across[order], -1]
    left_is_nearer = z[1:-1] - z[:-2] < z[2:] - z[1:-1]
    right = np.where(left_is_nearer, level[:-2], level[2:]) == level[1:-1]
    return checked(right.mean() > 0.95, right=right.mean())


@fact(
    "But the positions are sixteen levels: this classifier separates each level from all the "
    "others, and cannot recognise sixteen levels on one latent."
)
def classifier_misses_sixteen_levels(full: bool) -> Checked:
    """SAP's accuracy for both positions from the best latent of B, next to chance."""
    rep = pair_code("B")
    positions = [rep.factor_names.index(name) for name in ("x position", "y position")]
    best = sap(rep).matrix.values.max(0)[positions]
    return checked(best.max() < 0.25, x_position=best[0], y_position=best[1])


@fact("Five factors of the handwriting are measured, so SAP uses R² for them.")
def five_measured_factors(full: bool) -> Checked:
    """Continuous factors of the handwriting, and whether their entries are R²."""
    rep = pair_code("handwriting")
    measured = [k for k, kind in enumerate(rep.factor_types) if kind == "continuous"]
    entries = sap(rep).matrix.values[:, measured]
    r2 = [[r2_of_line(z, rep.factors[:, k]) for k in measured] for z in rep.latents.T]
    gap = np.abs(entries - r2).max()
    return checked(len(measured) == 5 and gap < 1e-6, measured=len(measured), gap=gap)


def sap_of_hidden_sum(exponent: int, points: int) -> float:
    """SAP of a grid of both factors, read by straight lines."""
    axis = even_factor(points)
    middle = (axis[:, None] ** exponent + axis**exponent).ravel()
    return 1 - r2_of_line(middle, np.repeat(axis, points))


@fact(
    "With a 25th power and R², SAP is 0.895, not 0.98; with a 201st power it is 0.985 (the "
    "witness)."
)
def sap_of_two_powers(full: bool) -> Checked:
    """One minus R² of the best line from the middle latent, on a grid of both factors."""
    low, high = (sap_of_hidden_sum(power, 3000 if full else 1000) for power in (25, 201))
    return checked(f"{low:.3f} {high:.3f}" == "0.895 0.985", low=low, high=high)


@fact("So such a code can have a SAP of 0.9 or more, and the conclusion holds for straight lines.")
def hidden_sum_reaches_nine_tenths(full: bool) -> Checked:
    """SAP of samples with a 201st power."""
    world = examples.hidden_sum_world(201)
    scores = [sap(world.sample(N_SAMPLES, seed)).value for seed in range(10 if full else 2)]
    return checked(min(scores) >= 0.9, least=min(scores))


@fact("If the factors are cut into classes, the same code gets a low score.")
def classes_give_a_low_score(full: bool) -> Checked:
    """SAP of samples whose factors are cut into 10 or 20 equal widths, at two prices."""
    scores = []
    for power in (25, 201):
        for seed in range(5 if full else 1):
            rep = examples.hidden_sum_world(power).sample(N_SAMPLES, seed)
            for levels in (10, 20):
                cut = np.floor((rep.factors + 1) / 2 * levels)
                coded = Representation(cut, rep.latents, factor_types="discrete")
                scores += [sap(coded, C=C).value for C in (0.01, 1.0)]
    return checked(max(scores) < 0.3, most=max(scores))


NO_FACT = {
    "is 1 minus *missed* divided by *all* in the picture.": "definition",
    "SAP fits such a line for every latent and every factor.": "definition",
    "Then choose more samples, or a larger C, the price of an error (most published code uses "
    "0.01).": "cited",
    "You may bend some or all of the values outside, but the function must be strictly "
    "increasing.": "instruction",
    "The first card tests the printed figure, 0.32, and it holds.": "cited",
    "The paper leaves open how SAP was computed, so the second card tries each reading that we "
    "know of.": "about the course",
}
