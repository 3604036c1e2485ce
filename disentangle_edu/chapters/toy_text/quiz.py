"""What the chapter on toy letters asks: predictions, exercises, cases by hand."""

import functools

import numpy as np

from ...claims.zhang2021 import fall
from ...measures.information import discretise, entropy
from ...metrics import disentanglement, mig
from ...quiz.exercises import (
    Numbers,
    Requirement,
    at_least,
    at_most,
    exercise,
    numbers,
    personal_exercise,
)
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...representation import Representation
from ...types import Floats
from ...worlds import toy_letters


@question(
    "15-recognised",
    "SAP's classifier looks at one number and must say which of 20 values it stands for. The 20 "
    "numbers lie on a line, all different. The classifier is a linear SVM with little freedom "
    "(C = 0.01), trained for one value against the rest, 20 times over. How many of the 20 values "
    "does it recognise?",
    NumberScale(0, 20, "values", landmarks=((1, "guessing"),), digits=0),
    test_guess=15,
    feedback=lambda guess, truth: (
        "Every value is there, at a place of its own. With a larger C it is a few more. Which two "
        "are recognised here, and why no others? Further down you cut by hand."
    ),
)
def _recognised() -> float:
    scores = toy_letters.predictability(toy_letters.Letters(1)).values
    return float(20 * scores.max(0).mean())


@question(
    "15-open",
    "D of example 1 is printed as 66 of 100. It comes from a forest of ten trees, whose splits may "
    "look at two latents of the four, chosen at random each time. Let every split look at all "
    "four: what does D become?",
    NumberScale(0, 100, "D, of 100", landmarks=((66, "as printed"),), digits=0),
    test_guess=75,
    feedback=lambda guess, truth: (
        "Now every split finds the letter's own latent. The figure that is printed charges for a "
        "setting of the forest, and not for anything that is mixed."
    ),
)
def _open_forest() -> float:
    toy = toy_letters.Letters(1)
    return 100 * disentanglement(toy_letters.importances(toy, max_features=None)).value


FEW_SENTENCES, MANY_SENTENCES = 1_000, 10_000  # sentences
SMALL_CHANGE = 0.05  # so little of D is no change to speak of


@functools.cache
def _by_half_blind_forest(samples: int) -> float:
    """D of our small code of letters, of whose four latents a split sees two."""
    return disentanglement(
        toy_letters.small(samples=samples), n_estimators=10, max_features="sqrt"
    ).value


@question(
    "15-fewer",
    "The 66 are from a forest that learned from about 8,000 sentences. Draw 1,000 sentences, "
    "not 10,000 (it learns from three quarters of them); the splits see two of the four latents, "
    "as before. What becomes of D?",
    ChoiceScale(("",), ("falls", f"stays (by {SMALL_CHANGE})", "rises")),
    test_guess=[1],
    feedback=lambda guess, truth: (
        "Nothing about the code has changed. Why, then? A picture further down sorts splits by how "
        "many samples they part."
    ),
    figures=lambda: [
        f"{_by_half_blind_forest(MANY_SENTENCES):.2f} of {MANY_SENTENCES:,} sentences, "
        f"{_by_half_blind_forest(FEW_SENTENCES):.2f} of {FEW_SENTENCES:,} (drawn by us)"
    ],
)
def _fewer_samples() -> list[int]:
    step = _by_half_blind_forest(FEW_SENTENCES) - _by_half_blind_forest(MANY_SENTENCES)
    return [int(step > -SMALL_CHANGE) + int(step > SMALL_CHANGE)]


BINS_USED_DRAWS = 500


@functools.cache
def _bins_used() -> Floats:
    """(draws, 2): how many of 20 bins 20 random numbers fill, and MIG of a letter so coded."""
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(BINS_USED_DRAWS):
        counts = np.bincount(discretise(rng.uniform(-1, 1, 20), bins=20))
        rows.append([(counts > 0).sum(), entropy(counts) / np.log2(20)])
    return np.array(rows)


@question(
    "15-bins-used",
    "Twenty random numbers, and 20 bins of equal width from the lowest to the highest of them. How "
    "many bins hold at least one number, on average?",
    NumberScale(0, 20, "bins", digits=0),
    test_guess=17,
    feedback=lambda guess, truth: (
        f"Over {BINS_USED_DRAWS} draws; nine letters of ten fill "
        f"{np.quantile(_bins_used()[:, 0], 0.05):.0f} to "
        f"{np.quantile(_bins_used()[:, 0], 0.95):.0f}. The bin tells "
        f"{_bins_used()[:, 1].mean():.2f} of what there is to know, give or take "
        f"{_bins_used()[:, 1].std(ddof=1):.2f}: so the printed 81 is an ordinary draw."
    ),
)
def _mean_bins_used() -> float:
    return float(_bins_used()[:, 0].mean())


BROKEN_CODES = {  # the code that breaks one criterion: who should mind, says the paper
    "two latents each: FactorVAE": ("factor_vae", "completeness"),
    "values merged: MIG": ("mig", "informativeness"),
    "two factors in one: SAP": ("sap", "disentanglement"),
}


def _measured_falls() -> list[float]:
    return [fall(*case) for case in BROKEN_CODES.values()]


@question(
    "15-criteria",
    "Perfect codes of four factors with four levels each, and then one thing is broken: every "
    "factor has two latents; or its values are merged in pairs; or two factors share a latent "
    "(4a + b). SAP reads with its linear SVM. Does the score fall by more than 0.1?",
    ChoiceScale(tuple(BROKEN_CODES), ("it falls", "it does not")),
    test_guess=[0, 1, 1],
    feedback=lambda guess, truth: (
        "The paper says that FactorVAE minds, and that the two others do not: the other way round, "
        "three times. The first shows in example 2, too: two latents per letter, and FactorVAE "
        "says 100. The third hangs on the reader: a line cannot find b in 4a + b, a tree can, and "
        "would not mind."
    ),
    figures=lambda: [f"by {max(value, 0):.2f}" for value in _measured_falls()],
)
def _criteria() -> list[int]:
    return [int(value <= 0.1) for value in _measured_falls()]


VALUES, COPIES = 20, 50  # of a letter; samples of each


def on_a_circle() -> list[tuple[float, float]]:
    angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return [(np.cos(angle), np.sin(angle)) for angle in angles]


def _recognised_by_line(places: Numbers, C: float = 10.0) -> int:
    """How many values in a plane an SVM recognises that is trained for one against the rest."""
    from sklearn.svm import LinearSVC

    values = np.arange(len(places))
    svm = LinearSVC(C=C, random_state=0).fit(places.repeat(COPIES, 0), values.repeat(COPIES))
    return int((svm.predict(places) == values).sum())


def _count_separable(places: Numbers) -> int:
    """How many of the points a straight line can part from all the others (exact)."""
    from scipy.optimize import linprog

    def can_be(k: int) -> bool:  # some w and b with w x - b at least 1 there, at most 0 elsewhere
        sides = np.column_stack([places, -np.ones(len(places))])
        sides[k] *= -1
        upper = np.where(np.arange(len(places)) == k, -1.0, 0.0)
        return linprog(np.zeros(3), sides, upper, bounds=(None, None)).status == 0

    return sum(can_be(k) for k in range(len(places)))


@exercise(
    "15-exercise-1",
    asks="Place the 20 values of a letter in the plane of its two latents, so that a straight line "
    "can part each of them from all the rest, and a linear SVM (one value against the rest, "
    "C = 10) recognises all.",
    takes="20 points (x, y) between -1 and 1, such as [(-1, 0), (-0.9, 0), ...]",
    hint="On one latent a cut parts a value from all the rest only at an end. Where, in a plane, "
    "is every value at an end, seen from some side?",
    solution=on_a_circle,
    must_fail={
        "on a line": lambda: np.linspace((-1, -1), (1, 1), VALUES),
        "on a grid": lambda: [(x / 4, y / 4) for x in range(5) for y in range(4)],
        "anywhere": lambda: np.random.default_rng(0).uniform(-1, 1, (VALUES, 2)),
        "all in one place": lambda: np.zeros((VALUES, 2)),
    },
    learned="Where no value lies between others, one straight line cuts it off from all the rest: "
    "the reader that knew a few values of a line now knows all. SAP never lets it see two latents "
    "at once. (The SVM may know all of a grid as well: of several lines that all say no, the "
    "faintest wins.)",
)
def all_at_the_edge(answer: object) -> list[Requirement]:
    places = numbers(answer, (VALUES, 2))
    outside = np.abs(places).max()
    if outside > 1 + 1e-9:
        raise ValueError(f"Expected points between -1 and 1, found {outside:g}.")
    return [
        _all_values("a line parts every value from the rest", _count_separable(places)),
        _all_values("the SVM recognises every value", _recognised_by_line(places)),
    ]


def _all_values(requirement: str, count: int) -> Requirement:
    """A demand that all values meet."""
    return Requirement(requirement, count == VALUES, f"{count} of {VALUES}")


def evenly_spaced() -> list[float]:
    order = [7 * value % 10 for value in range(10)]  # all of 0 to 9, scrambled
    return [rank / 4.5 - 1 for rank in order]  # from -1 to 1


@exercise(
    "15-exercise-2",
    asks="Place the ten values of a letter on its latent, not in order, so that MIG with ten bins "
    "is 0.99 or higher.",
    takes="ten numbers: where value 1, value 2, ... value 10 of every letter lies",
    hint="MIG minds values that share a bin. It does not mind in which order they lie.",
    solution=evenly_spaced,
    must_fail={
        "in order": lambda: list(range(10)),
        "in order, downwards": lambda: list(range(10, 0, -1)),
        "all the same": lambda: [0] * 10,
        "at random": lambda: np.random.default_rng(0).uniform(-1, 1, 10),
        "one far away": lambda: [*(7 * value % 10 for value in range(9)), 1_000],
    },
    learned="Random places lose nothing either: all ten values differ there, too. MIG rose since "
    "each bin now holds one of them: it judged the ruler.",
)
def no_bin_shared(answer: object) -> list[Requirement]:
    places = numbers(answer, (10,))
    # So many samples that what counting invents between two letters is below the demand's slack.
    rows = np.random.default_rng(0).integers(10, size=(20_000, len(toy_letters.NAMES)))
    rep = Representation(
        rows,
        places[rows],
        factor_names=toy_letters.NAMES,
        factor_types="levels",
        latent_types="levels",
    )
    sorted_so_far = abs(float(np.corrcoef(range(10), places.argsort().argsort())[0, 1]))
    score = mig(rep, bins=10).value
    sentence = f"{score:.4f}, in {len(rows):,} sentences drawn (the picture counts exactly)"
    return [
        at_least("MIG with ten bins", score, 0.99)._replace(found=sentence),
        at_most("how far they lie in order, up or down (correlation of ranks)", sorted_so_far, 0.8),
    ]


@personal_exercise(
    "15-own",
    asks="Eight values of a letter lie at these places of a latent. How many of them have a bin of "
    "their own, if the range from 0 to 1 is cut into ten bins?",
    hint="A value at 0.37 falls into the fourth bin, from 0.3 to 0.4.",
    gives=lambda rng: (rng.permutation(99)[:8] / 100 + 0.005).round(3).tolist(),
)
def _alone_in_a_bin(places: list[float]) -> float:
    return float((np.histogram(places, 10, (0, 1))[0] == 1).sum())
