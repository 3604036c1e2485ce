"""The questions of notebooks 00 to 06. Every truth is computed when it is asked for."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .. import measures
from ..claims.course import lasso_on_noise
from ..core import Floats, InformativenessMatrix, Representation, Score, Votes
from ..measures.holding import who_votes
from ..metrics import (
    beta_vae,
    completeness,
    dcimig,
    disentanglement,
    factor_vae,
    mig,
    sap,
)
from ..show.panels import matrix_panel
from ..show.pictures import called
from ..show.reading import crowded
from ..show.svg import Panel
from ..worlds import examples
from ..worlds.world import World
from .batches import score_of_votes
from .questions import Choose, Line, Mark, ask, near

THIRDS = ("below 1/3", "1/3 to 2/3", "above 2/3")
RUNS = 3  # repetitions behind a sampled truth
POINTS = 2_000  # training points or votes of each


def third(value: float) -> int:
    """Which third of the way from 0 to 1 a score lies in."""
    return min(int(float(value) * 3), 2)


def _to_three_digits(values: Sequence[float]) -> list[str]:
    return [f"{value:.3f}" for value in values]


@functools.cache
def _values(metrics: tuple[Callable[..., Score], ...], rep: Representation) -> list[float]:
    return [metric(rep).value for metric in metrics]


def _drawn(
    title: str, values: ArrayLike, cell: float = 44, factors: Sequence[str] | None = None
) -> Panel:
    """A matrix that a question is about; the factors may have names."""
    matrix = InformativenessMatrix(values, column_names=factors)
    least = 70 + cell * matrix.values.shape[1]
    # a key of its own, since two matrices may stand beside each other
    return matrix_panel(matrix, title=title, cell=cell, least=least, key=title)


# ---------------------------------------------------------------------------------- 00: start here


SIDES: tuple[str, ...] = ("width", "height")
PAPER_LATENTS: tuple[str, ...] = ("x", "x²", "y", "y³")
RECTANGLE = {"x": (1, 0), "y": (0, 1), "x + y": (1, 1), "x - y": (1, -1)}  # per width and height


@ask(
    "00-by-hand",
    "A rectangle 3 wide and 5 high becomes 4 wide; its height stays. Which latents change?",
    Choose(tuple(f"latent {name}" for name in RECTANGLE), ("changes", "stands still")),
    given=[0, 0, 0, 0],
    means=lambda guess, truth: "A latent changes if the width has any say in it.",
)
def _by_hand() -> list[int]:
    before, after = np.array([3, 5]), np.array([4, 5])
    return [int(before @ code == after @ code) for code in RECTANGLE.values()]


@ask(
    "00-characteristics",
    "A rectangle of width x and height y is coded by four latents: x, x², y and y³. "
    "Which of the two characteristics does this code keep?",
    Choose(
        ("Characteristic 1 (rows)", "Characteristic 2 (columns)"),
        ("kept", "broken"),
    ),
    given=[0, 0],
    means=lambda guess, truth: (
        "The two are different wishes: a code can keep either one and break the other. "
        "Drag the corner below and watch the rows and the columns fill."
    ),
    figures=lambda: [
        crowded(_moves(), PAPER_LATENTS, "follows", SIDES) or "no latent follows both sides",
        crowded(_moves().T, SIDES, "moves", PAPER_LATENTS) or "no side moves two latents",
    ],
)
def _characteristics() -> list[int]:
    moves = _moves()
    return [int(moves.sum(1).max() > 1), int(moves.sum(0).max() > 1)]


def _moves() -> np.ndarray:
    """Which latents of the paper's code of rectangles move with which side."""
    return measures.sensitivity(examples.rectangles("x, x², y, y³ (section 3.3)")).values > 0


FOUR = (mig, dcimig, disentanglement, beta_vae)


@functools.cache
def digits() -> Representation:
    """Handwriting under ten principal components."""
    return examples.digits_pca()


@ask(
    "00-four-scores",
    "Ten latents (the principal components), six factors of the digits: what will four scores say?",
    Choose(tuple(called(metric.__name__) for metric in FOUR), THIRDS),
    given=[1, 1, 1, 1],
    means=lambda guess, truth: (
        "One and the same code, judged from nearly worthless to nearly perfect: each score asks a "
        "question of its own."
    ),
    figures=lambda: _to_three_digits(_values(FOUR, digits())),
)
def _four_scores() -> list[int]:
    return [third(value) for value in _values(FOUR, digits())]


# ----------------------------------------------------------------------------------------- 01: DCI


@ask(
    "01-even-rest",
    "Eleven latents. Each gives 0.8 of its importance to a factor of its own and 0.02 to each of "
    "the ten others. What will disentanglement be?",
    Mark(label="disentanglement"),
    given=0.9,
    shows=lambda: (_drawn("importance", examples.focused_matrix().values, 30),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "An even rest costs far more than its size. Where does the price come from? See below.",
            "You have felt what entropy charges for an even rest. See below where it comes from.",
            "Not quite that expensive: entropies are divided by log 11 here, and by log 3 in the "
            "row by hand.",
        ),
    ),
)
def _even_rest() -> float:
    return disentanglement(examples.focused_matrix()).value


@ask(
    "01-lumped-rest",
    "The same rows, but each gives its whole rest of 0.2 to one single other factor. "
    "What will disentanglement be now?",
    Mark(label="disentanglement"),
    given=0.5,
    shows=lambda: (_drawn("importance", _lumped(), 30),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "It goes up, but not so far: a runner-up of a fifth is charged for, too.",
            "It goes up, although every latent now clearly follows two factors.",
            "It goes up, although every latent now clearly follows two factors: entropy charges "
            "more for a rest in many places than for one runner-up of the same size.",
        ),
    ),
)
def _lumped_rest() -> float:
    return disentanglement(InformativenessMatrix(_lumped())).value


def _lumped() -> np.ndarray:
    return 0.8 * np.eye(11) + 0.2 * np.roll(np.eye(11), 1, axis=1)


ONE_FOR_TWO = ((1, 1, 0), (0, 0, 1))


@ask(
    "01-two-ways",
    "Two latents, three factors: the first latent follows factors 1 and 2 alike, the second "
    "follows factor 3. What will D (by rows) and C (by columns) be?",
    Choose(("D", "C"), THIRDS),
    given=[0, 0],
    shows=lambda: (_drawn("importance", ONE_FOR_TWO),),
    means=lambda guess, truth: (
        "Each column lies in one place, so C has nothing to object to. Row 1 lies in two of "
        "three places, so its part is 0.369, that of [5, 5, 0] by hand; row 2's is 1. Row 1 weighs "
        "twice as much: 2/3 x 0.369 + 1/3 x 1."
    ),
    figures=lambda: _to_three_digits(_both_ways()),
)
def _two_ways() -> list[int]:
    return [third(value) for value in _both_ways()]


def _both_ways() -> list[float]:
    matrix = InformativenessMatrix(ONE_FOR_TWO)
    return [disentanglement(matrix).value, completeness(matrix).value]


@ask(
    "01-weight",
    "Two latents. The first is pure. The second weighs a tenth of the first and gives half of it "
    "to each of two factors. What will disentanglement be?",
    Mark(label="disentanglement"),
    given=0.7,
    shows=lambda: (_drawn("importance", examples.dominated_matrix(0.1, 0.5).values),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "Not quite: the impure latent's part is 0, and its eleventh of the weight is lost.",
            "So it is: the part of the impure latent is 0, but it weighs only an eleventh of all.",
            "The part of the impure latent is 0, but it weighs only an eleventh of all.",
        ),
    ),
)
def _weight() -> float:
    return disentanglement(examples.dominated_matrix(0.1, 0.5)).value


@functools.cache
def digits_by_forest() -> list[list[float]]:
    """Importances of the principal components of handwriting, to three digits."""
    return measures.importances(digits()).values.round(3).tolist()


@ask(
    "01-digits",
    "Ten principal components of handwriting, and how important they are to a forest for each of "
    "six factors. In the first notebook you judged them by D, row by row. Now column by column: "
    "what will C be?",
    Mark(label="completeness"),
    given=0.6,
    shows=lambda: (_drawn("importance", digits_by_forest(), 34, factors=digits().factor_names),),
    means=lambda guess, truth: (
        "Columns are spread widely, as rows are: nobody asked these latents to keep a factor in "
        "one place, or to keep to one. Below are the parts of both."
    ),
)
def _digits_by_forest() -> float:
    return completeness(InformativenessMatrix(digits_by_forest())).value


NOISE_RUNS = 10


@functools.cache
def _pure_noise() -> list[int]:
    """How many runs of pure noise have a D of 0.9 or more, by the forest and by the lasso."""
    runs = [lasso_on_noise(seed) for seed in range(NOISE_RUNS)]
    ends = ("by the forest", "by the lasso")
    high = [name for run in runs for name, found in run.items() if float(found)]
    return [sum(name.startswith(end) for name in high) for end in ends]


@ask(
    "01-noise",
    "Three latents of pure noise, three factors, 300 samples, drawn anew ten times. D needs "
    "importances: those of a forest, whose trees split by all three latents, or those of a "
    "lasso, a linear model that drops every latent which helps it too little. How often is D 0.9 "
    "or more?",
    Choose(("by the forest", "by the lasso"), ("never", "in some of them", "nearly always")),
    given=[0, 0],
    means=lambda guess, truth: (
        "A forest gives every latent some importance for every factor, and D calls that mixed. The "
        "lasso is another matter: look at what it keeps, below."
    ),
    figures=lambda: [f"{count} of {NOISE_RUNS}" for count in _pure_noise()],
)
def _noise() -> list[int]:
    return [1 if 0 < count < NOISE_RUNS - 1 else 2 * (count > 0) for count in _pure_noise()]


THREE_LATENTS = ((1, 0), (1, 0), (0, 1))
WITH_IDLE = (*THREE_LATENTS, (0, 0), (0, 0))


@ask(
    "01-idle",
    "Three latents, two factors: two latents know factor 1, the third knows factor 2. Now two "
    "latents are added that do nothing at all. Completeness ...",
    Choose(("",), ("falls", "stays", "rises")),
    given=[1],
    shows=lambda: (_drawn("importance", THREE_LATENTS),),
    means=lambda guess, truth: (
        "Factor 1 still lies in two places. But its entropy is measured in units of the largest "
        "that so many latents could have: log 5 in place of log 3, so that it seems smaller."
    ),
    figures=lambda: [f"{_of_idle()[0]:.3f} to {_of_idle()[1]:.3f}"],
)
def _idle() -> list[int]:
    before, after = _of_idle()
    return [1 + int(np.sign(round(after - before, 9)))]


def _of_idle() -> list[float]:
    """Completeness without and with two idle latents."""
    matrices = map(InformativenessMatrix, (THREE_LATENTS, WITH_IDLE))
    return [completeness(matrix).value for matrix in matrices]


# ------------------------------------------------------------------------------------- 02: BetaVAE

BLIND = ((1 / 3, "blind guessing"),)


def _on_average(metric: Callable[..., Score], world: World, **options: Any) -> float:
    """The mean of RUNS runs of POINTS points each."""
    runs = [metric(world, points=POINTS, seed=seed, **options).value for seed in range(RUNS)]
    return float(np.mean(runs))


HOW_OFTEN = "how often a latent copies"
COPIES_OF_ALL = np.tile(np.eye(3), (2, 1))  # each of three factors twice


def _preferring(preference: float) -> np.ndarray:
    return preference * np.array(examples.COPYING) + (1 - preference) / 3


def _beta(preference: float, shared: str = "pair") -> float:
    return _on_average(beta_vae, examples.copying_world(_preferring(preference)), shared=shared)


@ask(
    "02-coins",
    "Three factors, drawn evenly from 0 to 1, and three latents. For every sample (both of a pair) "
    "each latent tosses a coin of its own and copies one of two factors, so no latent has a factor "
    "of its own. What will BetaVAE say?",
    Mark(label="BetaVAE", landmarks=BLIND),
    given=0.6,
    shows=lambda: (_drawn(HOW_OFTEN, examples.COPYING),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "It is a little less than you thought.",
            "You knew, or you guessed well: no latent has a factor of its own, and the score "
            "hardly minds.",
            "No latent has a factor of its own, and the score hardly minds: whichever factor "
            "stands still, the two latents that may copy it differ less, and it is another two "
            "each time.",
        ),
    ),
)
def _coins() -> float:
    return _beta(1.0)


@ask(
    "02-preference",
    "Now the latents may care less: at 1 each copies its two factors only, half of the time each, "
    "at 0 all three alike, and in between as the table has it for 0.4. Draw the score.",
    Line((0.0, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0), "preference", "BetaVAE"),
    given=[0.33, 0.4, 0.45, 0.5, 0.65, 0.8, 1.0],
    shows=lambda: (_drawn("at a preference of 0.4", _preferring(0.4)),),
    means=lambda guess, truth: (
        f"At a preference of 0.4 it is {truth[4]:.3f} already: averaged over 128 pairs, "
        "half-hearted preferences become sharp. Very small ones do not: at 0.1 it is "
        f"{truth[2]:.3f}."
    ),
)
def _preference() -> list[float]:
    return [_beta(preference) for preference in (0.0, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0)]


@ask(
    "02-batch",
    "The coins again. So far each pair drew a shared value of its own; now all pairs of a point "
    "share one value. What will BetaVAE be?",
    Mark(label="BetaVAE", landmarks=BLIND),
    given=0.6,
    means=lambda guess, truth: (
        "How far a pair is apart now depends on the one value, too: where one of the two copies it "
        "and the other does not, a shared 0.5 is a quarter away on average, a shared 0 one half. "
        "That blurs the traces."
    ),
)
def _per_batch() -> float:
    return _beta(1.0, "batch")


READINGS: dict[
    str, tuple[World, dict[str, Any]]
] = {  # of the paper's case, beside pairs with a value of their own and logistic regression
    "least squares, a fit per label": (examples.copying_world(), {"classifier": "least squares"}),
    "a pair copies the same factor": (examples.copying_world(together=2), {}),
    "means of two factors": (examples.averaging_world(), {}),
}
PRINTED, WITHIN = 0.9967, 0.002


@functools.cache
def _readings() -> list[float]:
    runs = READINGS.values()
    return [beta_vae(world, points=POINTS, seed=0, **options).value for world, options in runs]


@ask(
    "02-readings",
    "With a value for each pair and logistic regression the printed figure comes out. (As printed: "
    f"by less than {WITHIN:g}.) What comes out with one thing changed?",
    Choose(tuple(READINGS), ("lower", "as printed", "higher")),
    given=[0, 0, 2],
    means=lambda guess, truth: (
        "In the last two a factor leaves so clear a trace that there are no errors at all. All "
        "readings stand in the card below, at the paper's size."
    ),
    figures=lambda: _to_three_digits(_readings()),
)
def _which_readings() -> list[int]:
    steps = [value - PRINTED for value in _readings()]
    return [int(step > -WITHIN) + int(step > WITHIN) for step in steps]


def copies_of(*factors: int) -> World:
    """Three factors of 3, 4 and 5 levels, and a latent that copies each of these.

    factors : from 1 to 3; 0 for a latent that never moves.
    """
    full = examples.copy_world(3, 4, 5)
    names = dict(zip(full.factor_names, full.draws))
    story = f"latents copy factors {', '.join(map(str, factors))}"
    return World(names, lambda v, rng: np.column_stack([0 * v[:, 0], v])[:, factors], story=story)


COPIED_TWICE = copies_of(1, 2, 3, 1, 2, 3)


@ask(
    "02-twice",
    "Three factors, and two equal latents for each of them. What will BetaVAE be?",
    Mark(label="BetaVAE", landmarks=BLIND),
    given=0.7,
    shows=lambda: (_drawn(HOW_OFTEN, COPIES_OF_ALL),),
    means=lambda guess, truth: (
        "Fact 1 of the paper argues that a classifier cannot tell two copies apart, and expects a "
        "score below 1. It never has to tell copies apart: it names factors, and two latents that "
        "stand still together name theirs as well as one does. This argument fails."
    ),
)
def _copied_twice() -> float:
    return _on_average(beta_vae, COPIED_TWICE)


@ask(
    "02-alone",
    "Now there is one latent, which copies the first of three factors; the two others are lost. "
    "What will BetaVAE be?",
    Mark(label="BetaVAE", landmarks=BLIND),
    given=1 / 3,
    shows=lambda: (_drawn(HOW_OFTEN, np.eye(1, 3)),),
    means=lambda guess, truth: (
        "It names the first factor whenever that stood still. Between the other two it can only "
        "guess: however it shares out its guesses, what it gains with one it loses with the other, "
        "and the two shares of right answers add up to 1. (1 + 1) / 3 is about 0.67."
    ),
)
def _one_alone() -> float:
    return _on_average(beta_vae, copies_of(1))


# ----------------------------------------------------------------------------------- 03: FactorVAE

BATCHES = (2, 4, 8, 16, 32, 64, 128)


def _factor(batch: int) -> float:
    return _on_average(factor_vae, examples.mixing_world(), batch=batch)


@ask(
    "03-mixtures",
    "Three factors, drawn from normal distributions, and three latents, each a sum of all three, "
    "with weights (0.5, 0.4, 0.5), (0.4, 0.5, 0.5) and (0.4, 0.4, 0.6). With 128 samples in a "
    "batch, what will FactorVAE say of this thoroughly mixed code?",
    Mark(label="FactorVAE", landmarks=BLIND),
    given=0.5,
    shows=lambda: (_drawn("weights", examples.MIXING),),
    means=lambda guess, truth: near(
        guess,
        truth,
        (
            "It is less than you thought.",
            "So it is. The winner takes the whole vote, and its lead here lasts in every batch.",
            "The winner takes the whole vote, and its lead here lasts in every batch. See below.",
        ),
    ),
)
def _mixtures() -> float:
    return _factor(128)


@ask(
    "03-batch",
    "The code stays, and the batches become smaller than 128. Draw the score over the number of "
    "samples in a batch.",
    Line(BATCHES, "samples per batch", "FactorVAE"),
    given=[0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
    means=lambda guess, truth: (
        f"The same code scores {truth[0]:.2f} with batches of 2 and {truth[-1]:.2f} with 128. A "
        "variance of two samples is mostly luck. With more samples there is less of it."
    ),
)
def _batch() -> list[float]:
    return [_factor(batch) for batch in BATCHES]


@ask(
    "03-own",
    "The same code, and batches of 128. But now every latent sees samples of its own, drawn anew "
    "with the same factor held still. What will FactorVAE be?",
    Mark(label="FactorVAE", landmarks=BLIND),
    given=0.95,
    means=lambda guess, truth: (
        "A batch of 128 is off by a tenth or so in every variance, with samples of its own as "
        "without. Why, then, do votes go astray now, and did not before? Tick it in the lab below, "
        "and watch the thin lines."
    ),
)
def _own_samples() -> float:
    return score_of_votes(examples.MIXING, 128, own=True).value


@ask(
    "03-dead",
    "Three latents follow the three factors, each with a little noise of its own, and a fourth "
    "never moves. Suppose that nobody thought of such a latent, and that its share counts as 0. "
    "What will FactorVAE be?",
    Mark(label="FactorVAE", landmarks=BLIND),
    given=1.0,
    means=lambda guess, truth: (
        "Nothing is smaller than 0, and noise keeps the others above it. So the fourth latent "
        "casts every vote, whichever factor stands still; and it can stand for one of the three "
        "only."
    ),
)
def _dead_latent_votes() -> float:
    """Batches of 128 of three factors with a tenth of noise; the share 0 / 0 is taken for 0."""
    rng, of_noise, table = np.random.default_rng(0), 0.1, []
    copies = examples.mixing_world(np.eye(3))
    for k in range(3):
        latents = copies.held(k, 100, 128, rng)
        latents = latents + of_noise * rng.normal(size=latents.shape)
        shares = np.column_stack([latents.var(1) / (1 + of_noise**2), np.zeros(100)])
        table.append(who_votes(shares, np.ones(4)).sum(0))
    return factor_vae(Votes(np.transpose(table))).value


@ask(
    "03-twice",
    "Three factors and six latents: every factor is copied by two equal ones. What will FactorVAE "
    "be?",
    Mark(label="FactorVAE", landmarks=BLIND),
    given=0.5,
    shows=lambda: (_drawn("1: it copies this factor", COPIES_OF_ALL),),
    means=lambda guess, truth: (
        "Two equal latents tie: here each gets half of the vote, and both stand for the right "
        "factor."
    ),
)
def _votes_of_copies() -> float:
    return _on_average(factor_vae, COPIED_TWICE)


# ----------------------------------------------------------------------------------------- 04: SAP

EXPONENTS = (1, 3, 5, 9, 15, 25, 35)


LEVELS = (2, 4, 8, 16)
COPIES = 2_000  # samples


@functools.lru_cache(maxsize=128)
def sap_of_copies(levels: int, C: float | None = 0.01) -> Score:
    """SAP of plain copies of two factors with so many levels, as numbers where there is no C."""
    rep = examples.copy_world(levels, levels).sample(COPIES)
    return sap(rep, as_numbers=True) if C is None else sap(rep, C=C)


@ask(
    "04-power",
    "Two factors, uniform from -1 to 1; each latent is its factor to an odd power, so it always "
    "determines its factor. Draw SAP over the exponent.",
    Line(EXPONENTS, "exponent", "SAP"),
    given=[1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7],
    means=lambda guess, truth: (
        "Nothing was lost at any exponent: the latent still determines its factor. It is only that "
        "a straight line cannot read it. By hand five values flattered the line: it nearly met the "
        "two outer ones, which hold four fifths of the squares, so that power 9 still looked well "
        "read."
    ),
)
def _power() -> list[float]:
    return [float(examples.r2_of_power(exponent)) for exponent in EXPONENTS]


@ask(
    "04-mig",
    "The 15th power again: each latent still determines its factor, and MIG needs no line, but "
    f"counts in {measures.BINS} bins of equal width. What is MIG?",
    Mark(label="MIG"),
    given=1.0,
    means=lambda guess, truth: (
        "It falls even lower than SAP does at the 15th power. No line is needed, but bins are."
    ),
)
def _mig_of_power() -> float:
    return mig(examples.power_world(15).sample(10_000)).value


@ask(
    "04-levels",
    "Two factors of 2, 4, 8 or 16 levels, and two latents that copy them: perfect codes all. SAP "
    "reads such factors with a linear classifier that pays little for a mistake (C = 0.01). Draw "
    "SAP over the number of levels.",
    Line(tuple(map(float, LEVELS)), "levels", "SAP"),
    given=[1.0, 1.0, 1.0, 1.0],
    means=lambda guess, truth: (
        "All are plain copies. Of two levels even the other latent guesses half rightly, so the "
        "gap is 1 - 1/2; of four it guesses fewer. With many levels something else happens: see "
        "below whose line is the highest."
    ),
)
def _of_levels() -> list[float]:
    return [sap_of_copies(levels).value for levels in LEVELS]


@ask(
    "04-hidden-sum",
    "Two factors v1 and v2, each uniform between -1 and 1. Three latents: v1, then v1 to the power "
    "25 plus v2 to the power 25, then v2. So each factor moves two latents. What will SAP be?",
    Mark(label="SAP"),
    given=0.5,
    means=lambda guess, truth: (
        "Far from low, although each factor moves two latents: in the middle one the line hardly "
        "sees it. The paper prints 0.98 here; at the end of the notebook a card has what we found."
    ),
)
def _hidden_sum() -> float:
    world = examples.hidden_sum_world(25)
    return float(np.mean([sap(world.sample(10_000, seed)).value for seed in range(RUNS)]))


# ------------------------------------------------------------------------------ 05: MIG and DCIMIG

FALLS = 0.1  # what counts as a fall
WHO = ("only MIG", "only DCIMIG", "both", "neither")
CHANGES = (
    "the fourth latent copies factor 1 again",
    "latent 1 becomes factor 1 plus half of factor 2",
    "latents 1 and 2 become one, with a value for each pair of values of theirs",
)


GAPS = (mig, dcimig)


def _gap(metric: Callable[..., Score], rep: Representation) -> float:
    """A score in as many bins as the lab below the question has at first."""
    return metric(rep).value


def _who_falls(before: Representation, after: Representation) -> int:
    fell = [_gap(metric, before) - _gap(metric, after) > FALLS for metric in GAPS]
    return {(True, False): 0, (False, True): 1, (True, True): 2}.get((fell[0], fell[1]), 3)


def _both_gaps(before: Representation, after: Representation) -> str:
    """What becomes of the two scores, in words."""
    told = [
        f"{name} {_gap(metric, before):.3f} to {_gap(metric, after):.3f}"
        for name, metric in zip(("MIG", "DCIMIG"), GAPS)
    ]
    return ", ".join(told)


def _weighted(samples: int = 5_000, seed: int = 0, **rows: Sequence[float]) -> Representation:
    """What the lab below draws at first, with some rows of its weights changed (by their names)."""
    weights = np.eye(4, 3)
    for name, row in rows.items():
        weights[int(name.removeprefix("latent")) - 1] = row
    return examples.weighted_copies(weights.tolist(), samples=samples, seed=seed)


@functools.cache
def _changes() -> list[tuple[Representation, Representation]]:
    """Before and after each of CHANGES."""
    plain = _weighted()
    v = examples.grid(4, 4, 4)
    copied, merged = Representation(v, v), np.column_stack([v[:, 0] * 4 + v[:, 1], v[:, 2]])
    one = Representation(v, merged, latent_kinds="levels")
    return [
        (plain, _weighted(latent4=(1, 0, 0))),
        (plain, _weighted(latent1=(1, 0.5, 0))),
        (copied, one),
    ]


@ask(
    "05-who-falls",
    "Three factors, each copied by a latent of its own (with a little noise; in the last row "
    "without), and a fourth latent of noise alone. Which score falls by more than 0.1 if ...",
    Choose(CHANGES, WHO),
    given=[2, 0, 2],
    means=lambda guess, truth: (
        "A copy is a second best in its column: MIG's gap. A merger has two equals in its row: "
        "DCIMIG's gap. A leak is a little of both; above all, factor 2 drowns factor 1 in latent "
        "1. The lab below shows the gaps of copy and leak, a table after it the scores of this "
        "merger."
    ),
    figures=lambda: [_both_gaps(*both) for both in _changes()],
)
def _falls() -> list[int]:
    return [_who_falls(*both) for both in _changes()]


TURNS = ("falls", "stays (within 0.02)", "rises")


def _turns(before: Representation, after: Representation) -> list[int]:
    """What becomes of both scores: which of TURNS."""
    moved = [_gap(metric, after) - _gap(metric, before) for metric in GAPS]
    return [1 if abs(step) < 0.02 else 2 * (step > 0) for step in moved]


@functools.cache
def _muddied() -> tuple[Representation, Representation]:
    """Latent 4 copies factor 1; then it is the sum of all three."""
    return _weighted(latent4=(1, 0, 0)), _weighted(latent4=(1, 1, 1))


def _of_both(before: Representation, after: Representation) -> list[str]:
    return [f"{_gap(metric, before):.2f} to {_gap(metric, after):.2f}" for metric in GAPS]


@ask(
    "05-muddier",
    "Latent 4 copies factor 1, as in the first row above. Now it gets ever muddier: it takes "
    "factor 2, too, then factor 3, until it is the sum of all three. What becomes of the two "
    "scores meanwhile?",
    Choose(("MIG", "DCIMIG"), TURNS),
    given=[0, 0],
    means=lambda guess, truth: (
        "A muddier copy tells much less of factor 1, so that column 1 gets its gap back; the other "
        "columns lose less than that. Its own bid shrinks to nothing, but latent 1 bids for "
        "factor 1 as before, so DCIMIG does not notice. To DCIMIG, what nobody needs may be as "
        "entangled as it likes. Make it so in the lab."
    ),
    figures=lambda: _of_both(*_muddied()),
)
def _muddier() -> list[int]:
    return _turns(*_muddied())


@ask(
    "05-few-samples",
    "Back to the lab with the weights, at its start: three copies with a little noise and a latent "
    "of noise alone, 5,000 samples, each latent in 21 bins. Take 100 samples in place of these. "
    "What becomes of the two scores?",
    Choose(("MIG", "DCIMIG"), TURNS),
    given=[2, 2],
    means=lambda guess, truth: (
        "Bits are invented in every cell, but where nearly all is told there is hardly more to "
        "invent. So it is the runners-up that rise, and the gaps close."
    ),
    figures=lambda: _of_both(_weighted(), _weighted(100)),
)
def _few_samples() -> list[int]:
    return _turns(_weighted(), _weighted(100))


DRAWS = 5  # of pure noise


def bits_of_noise(samples: int, bins: int) -> Floats:
    """(DRAWS,) bits that pure noise seems to tell about a factor of eight levels."""
    draws = [examples.pure_noise(samples, seed=seed) for seed in range(DRAWS)]
    return np.array([measures.mutual_information(rep, bins=bins).values[0, 0] for rep in draws])


@ask(
    "05-bins",
    "A latent of pure noise, spread evenly: in truth it tells nothing. But somebody has 400 "
    "samples, cuts the latent into 85 bins, and counts what it tells about a factor of eight "
    "levels. How many of the factor's 3 bits does it seem to tell?",
    Mark(0.0, 3.0, "bits"),
    given=0.2,
    means=lambda guess, truth: (
        "With fewer samples than cells each bin has a favourite level by chance, "
        f"and the count takes it for knowledge. It is the mean of {DRAWS} draws, with a deviation "
        f"of {bits_of_noise(400, 85).std(ddof=1):.2f}."
    ),
)
def _bins() -> float:
    return float(bits_of_noise(400, 85).mean())


@ask(
    "05-parity",
    "Three fair coins. Latent 1 is twice coin 1 plus the parity of coins 2 and 3 (1 if they "
    "differ); "
    "latents 2 and 3 copy their coins. Latent 1 changes whenever any coin is turned. What are the "
    "scores?",
    Choose(("MIG", "DCIMIG"), THIRDS),
    given=[1, 1],
    means=lambda guess, truth: (
        "What a latent knows about two factors together stands in no cell of the matrix."
    ),
    figures=lambda: _to_three_digits([metric(examples.parity_leak()).value for metric in GAPS]),
)
def _parity() -> list[int]:
    return [third(metric(examples.parity_leak()).value) for metric in GAPS]


# ---------------------------------------------------------------------------- 06: a matrix by hand

FIVE = (mig, dcimig, sap, disentanglement, completeness)
FIVE_NAMES = tuple(called(metric.__name__) for metric in FIVE)
TWICE = np.repeat(np.eye(3), 2, axis=0)
CODE_A: list[list[float]] = [[0.9, 0.6], [0.5, 0.8], [0, 0]]
CODE_B: list[list[float]] = [[0.7, 0.1], [0.65, 0], [0.1, 0.7], [0, 0.65]]


def _judged(values: ArrayLike) -> dict[str, Score]:
    """The five scores of a matrix whose factors hold one bit each."""
    matrix = InformativenessMatrix(values, factor_total=1)
    return {metric.__name__: metric(matrix) for metric in FIVE}


@ask(
    "06-twice",
    "Six latents, three factors: every factor is known completely by two latents, and each latent "
    "knows one factor. What will the five scores be?",
    Choose(FIVE_NAMES, ("0", "in between", "1")),
    given=[1, 1, 1, 2, 0],
    shows=lambda: (_drawn("what each latent knows", TWICE, 30),),
    figures=lambda: _to_three_digits([score.value for score in _judged(TWICE).values()]),
    means=lambda guess, truth: (
        "Rows are pure, columns have two equal winners. Who reads rows is content; who subtracts "
        "the second in a column has nothing left; who measures focus in a column is partly "
        "content: it lies in two places of six, 1 - log 2 / log 6."
    ),
)
def _twice() -> list[int]:
    values = [score.value for score in _judged(TWICE).values()]
    return [0 if value < 1e-9 else 2 if value > 1 - 1e-9 else 1 for value in values]


BY_HAND, TURNED = ((0.8, 0.1), (0.4, 0.3)), ((0.8, 0.1), (0.3, 0.4))


@ask(
    "06-turned",
    "The last row is turned round. What becomes of each score?",
    Choose(FIVE_NAMES, ("falls", "stays", "rises")),
    given=[2, 2, 2, 1, 1],
    shows=lambda: (_drawn("before", BY_HAND), _drawn("after", TURNED)),
    figures=lambda: [
        f"{before.value:.3f} to {after.value:.3f}"
        for before, after in zip(_judged(BY_HAND).values(), _judged(TURNED).values())
    ],
    means=lambda guess, truth: (
        "MIG and SAP (here one formula) gain most: the runner-up in column 1 falls, and the winner "
        "in column 2 rises. Completeness reads the same columns, and both become less even. DCIMIG "
        "gains the new, small bid. "
        "To disentanglement the row is as pure as before, only elsewhere."
    ),
)
def _turned() -> list[int]:
    both = zip(_judged(BY_HAND).values(), _judged(TURNED).values())
    return [1 + int(np.sign(round(after.value - before.value, 9))) for before, after in both]


ASKED = ("mig", "dcimig", "disentanglement", "completeness")


@ask(
    "06-order",
    "Two codes of two factors, a row per latent. Which one is better, says ...",
    Choose(tuple(map(called, ASKED)), ("code A", "code B")),
    given=[0, 0, 0, 1],
    shows=lambda: (_drawn("code A", CODE_A), _drawn("code B", CODE_B)),
    figures=lambda: [
        f"A {_judged(CODE_A)[name].value:.3f}, B {_judged(CODE_B)[name].value:.3f}"
        for name in ASKED
    ],
    means=lambda guess, truth: (
        "It depends on whom you ask. In B each column has two entries nearly alike, so MIG sees "
        "hardly a gap; its rows are nearly pure, and DCIMIG and disentanglement read rows. A is "
        "the reverse: one winner in each column, two torn rows. Completeness is a close run, and "
        "what decides it is the number of latents: see the table after the lab."
    ),
)
def _order() -> list[int]:
    a, b = _judged(CODE_A), _judged(CODE_B)
    return [int(b[name].value > a[name].value) for name in ASKED]


TWO_BEST, AND_MORE = ((1, 1), (0.5, 0), (0, 0), (0, 0)), ((1, 1), (0.5, 0), (0.5, 0), (0.5, 0))


@ask(
    "06-third",
    "Column 1 has a winner and a runner-up. Now two more latents know as much of factor 1 as the "
    "runner-up does. What becomes of MIG and of completeness, which both read columns?",
    Choose(("MIG", "completeness"), ("falls", "stays", "rises")),
    given=[0, 0],
    shows=lambda: (_drawn("before", TWO_BEST), _drawn("after", AND_MORE)),
    figures=lambda: [
        f"{_judged(TWO_BEST)[name].value:.3f} to {_judged(AND_MORE)[name].value:.3f}"
        for name in ("mig", "completeness")
    ],
    means=lambda guess, truth: (
        "A gap sees the best and the second, and nobody else. Entropy sees how evenly all of a "
        "column is spread. So two scores of the very same columns can part: remember it below."
    ),
)
def _third() -> list[int]:
    both = zip(_judged(TWO_BEST).items(), _judged(AND_MORE).values())
    steps = {name: after.value - before.value for (name, before), after in both}
    return [1 + int(np.sign(round(steps[name], 9))) for name in ("mig", "completeness")]


FAINT_COPY: list[list[float]] = [[0.01, 0], [0, 0.01]]


@ask(
    "06-scaled",
    "Two latents, two factors, perfectly clean: 1 on the diagonal, 0 beside it. Now every entry "
    "is divided by a hundred, so that hardly any information is left. Which scores fall?",
    Choose(FIVE_NAMES, ("falls", "stays")),
    given=[0, 0, 0, 0, 0],
    shows=lambda: (_drawn("before", np.eye(2)), _drawn("after", FAINT_COPY)),
    figures=lambda: [
        f"{before.value:.3f} to {after.value:.3f}"
        for before, after in zip(_judged(np.eye(2)).values(), _judged(FAINT_COPY).values())
    ],
    means=lambda guess, truth: (
        "A gap is a difference of entries, so it shrinks with them. Focus is measured in shares, "
        "and a share does not care how much there is to share."
    ),
)
def _scaled() -> list[int]:
    both = zip(_judged(np.eye(2)).values(), _judged(FAINT_COPY).values())
    return [int(after.value > before.value - FALLS) for before, after in both]
