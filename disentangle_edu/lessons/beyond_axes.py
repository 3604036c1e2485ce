"""Exercises of notebooks 12 to 17 and 21: directions, readers, dependent factors, digits, text."""

from itertools import combinations

import numpy as np

from ..core import Representation
from ..measures import losses, mutual_information
from ..measures.subspaces import Subspaces, completed, inclined_planes
from ..metrics import dependent_modularity, iwo, iwr, mig, minimality
from ..worlds import dependent, letters
from ..worlds.dependent import ColouredDigits, accuracy_alone
from .exercises import (
    Demand,
    Numbers,
    at_least,
    at_most,
    exercise,
    is_so,
    numbers,
    settings,
    within,
)

# -------------------------------------------------------------------------------- 12: directions


def half_way() -> list[list[float]]:
    # IWO of two single directions is 1 minus their squared cosine: 1/2 at 45 degrees.
    return [[1, 1, 0], [1, 1, 2**0.5]]


@exercise(
    "12-exercise-1",
    asks="Write one direction for each of two factors in three latents, so that IWO is 0.5 and "
    "neither direction lies along an axis.",
    takes="two rows of three numbers; their lengths do not matter",
    hint="With one direction each, IWO is 1 minus the squared cosine of the angle between them.",
    solution=half_way,
    degenerate={
        "two axes": lambda: [[1, 0, 0], [0, 1, 0]],
        "the same direction twice": lambda: [[1, 1, 1], [1, 1, 1]],
        "45 degrees, but one is an axis": lambda: [[1, 0, 0], [1, 1, 0]],
        "at right angles": lambda: [[1, 1, 0], [1, -1, 0]],
        "no direction at all": lambda: [[0, 0, 0], [0, 0, 0]],
    },
)
def half_overlapping(answer: object) -> list[Demand]:
    rows = numbers(answer, (2, 3))
    if not np.linalg.norm(rows, axis=1).all():
        raise ValueError("Expected directions with a length above 0.")
    value = iwo(Subspaces([completed(row) for row in rows], [[1, 0, 0]] * 2)).value
    beside = np.sort(np.abs(rows), axis=1)[:, -2] / np.linalg.norm(rows, axis=1)
    return [
        Demand("IWO is 0.5, give or take 0.01", abs(value - 0.5) <= 0.01, f"{value:.4f}"),
        at_least("how far each direction is from an axis (0: on it)", float(beside.min()), 0.1),
    ]


def one_large_two_small() -> list[float]:
    return [0.9, 0.05, 0.05, 0]  # three directions, of which one does nearly all


@exercise(
    "12-exercise-2",
    asks="Write importances of four directions, at least three of them 0.01 or more, for which IWR "
    "is higher than for two equally important directions.",
    takes="four numbers from 0 upwards that sum to 1",
    hint="IWR looks at how evenly importance is spread, not at how many directions have some.",
    solution=one_large_two_small,
    degenerate={
        "two equal ones": lambda: [0.5, 0.5, 0, 0],
        "a single one": lambda: [1, 0, 0, 0],
        "all equal": lambda: [0.25] * 4,
        "nothing": lambda: [0, 0, 0, 0],
        "not shares": lambda: [9, 1, 1, 0],
    },
)
def more_directions_higher_rank(answer: object) -> list[Demand]:
    given = numbers(answer, (4,))
    value, two = (
        iwr(Subspaces([np.eye(4)], [row])).value for row in (given, np.array([0.5, 0.5, 0, 0]))
    )
    used = int((given >= 0.01).sum())
    return [
        Demand("three directions or more have at least 0.01", used >= 3, f"{used}"),
        Demand(f"IWR is above {two:g}", value > two, f"{value:.4f}"),
    ]


# ------------------------------------------------------------------------- 13: the size of a reader


def between_two_and_four() -> float:
    return 4.7


@exercise(
    "13-exercise",
    asks="Find a frequency of the cosines that a polynomial of degree 4 reads (a tenth of the loss "
    "left, or less) and one of degree 2 does not (half of it left, or more).",
    takes="a number from 1 to 8",
    hint="The faster a cosine waves, the more bends a polynomial needs to follow it; "
    "look at the curve of loss left, by degree.",
    solution=between_two_and_four,
    degenerate={
        "as the lab starts": lambda: 4.0,
        "slow": lambda: 1.0,
        "fast": lambda: 6.0,
        "as fast as can be": lambda: 8.0,
    },
)
def needs_degree_four(answer: object) -> list[Demand]:
    frequency = within("a frequency", answer, 1, 8)
    left = losses(inclined_planes("cosines", 90, frequency)[0]).values.mean(1)
    return [
        at_least("the loss left by degree 2", float(left[1]), 0.5),
        at_most("the loss left by degree 4", float(left[3]), 0.1),
    ]


# ------------------------------------------------------------------ 14 and 15: factors that depend


def a_coin_on_top() -> dict[str, float]:
    return {"nuisance": 0.5}  # MIG asks about factors only; minimality also minds the coin


@exercise(
    "14-exercise",
    asks="Find a setting of the angles in which MIG is higher than minimality by 0.05 or more.",
    takes="a dictionary with some of dependence, leak, nuisance and noise, from 0 to 1, "
    'such as {"leak": 0.3}',
    hint="What may a latent say that is about no factor at all?",
    solution=a_coin_on_top,
    degenerate={
        "nothing changed": dict,
        "dependent factors": lambda: {"dependence": 1.0},
        "a leak": lambda: {"leak": 0.3},
        "noise": lambda: {"noise": 0.3},
    },
)
def beyond_the_factors(answer: object) -> list[Demand]:
    names = ("dependence", "leak", "nuisance", "noise")
    asked = settings(answer, names)
    dependence, leak, nuisance, noise = (within(name, asked.get(name, 0), 0, 1) for name in names)
    rep = dependent.angles(dependence, leak, nuisance, noise)
    high, low = mig(rep).value, minimality(rep).value
    found = f"MIG {high:.4f}, minimality {low:.4f}"
    return [Demand("MIG exceeds minimality by at least 0.05", high - low >= 0.05, found)]


def round_in_a_ring() -> list[list[float]]:
    # Rows are latents, columns are digit, digit colour and background: each leaks into the next.
    return [[1, 0.3, 0], [0, 1, 0.3], [0.1, 0, 1]]


@exercise(
    "15-exercise",
    asks="Mix the three factors of the coloured digits so that each is still recognised from its "
    "own latent alone, and modularity for dependent factors is 0.7 or lower.",
    takes="three rows of three numbers: how much of digit, digit colour and background goes into "
    "latent 1, latent 2 and latent 3",
    hint="Recognising asks whether the factor can be read from its latent. "
    "It does not ask what else can be read there.",
    solution=round_in_a_ring,
    degenerate={
        "each factor alone": lambda: np.eye(3),
        "nothing": lambda: np.zeros((3, 3)),
        "all the same": lambda: np.ones((3, 3)),
        "the leaking code of the notebook": lambda: [[1, 0.4, 0], [0, 1, 0], [0, 0, 1]],
    },
)
def recognised_and_mixed(answer: object) -> list[Demand]:
    digits = ColouredDigits(0.5)
    rep = Representation(
        digits.factors,
        (digits.factors @ numbers(answer, (3, 3)).T).round(9),
        factor_names=digits.names,
        factor_kinds="levels",
        latent_kinds="levels",
    )
    return [
        *(
            at_least(f"the share of {name} recognised from its own latent", share, 0.99)
            for name, share in zip(digits.names, accuracy_alone(rep))
        ),
        at_most("modularity for dependent factors", dependent_modularity(rep).value, 0.7),
    ]


# ---------------------------------------------------------------------------------- 16: toy letters


VALUES, COPIES = 20, 50  # of a letter; samples of each


def on_a_circle() -> list[tuple[float, float]]:
    turns = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return [(np.cos(turn), np.sin(turn)) for turn in turns]


def _recognised(places: Numbers, C: float = 10.0) -> int:
    """How many values in a plane an SVM recognises that is trained for one against the rest."""
    from sklearn.svm import LinearSVC

    values = np.arange(len(places))
    svm = LinearSVC(C=C, random_state=0).fit(places.repeat(COPIES, 0), values.repeat(COPIES))
    return int((svm.predict(places) == values).sum())


def _cut_off(places: Numbers) -> int:
    """How many of the points a straight line can part from all the others (exact)."""
    from scipy.optimize import linprog

    def can_be(k: int) -> bool:  # some w and b with w x - b at least 1 there, at most 0 elsewhere
        sides = np.column_stack([places, -np.ones(len(places))])
        sides[k] *= -1
        most = np.where(np.arange(len(places)) == k, -1.0, 0.0)
        return linprog(np.zeros(3), sides, most, bounds=(None, None)).status == 0

    return sum(can_be(k) for k in range(len(places)))


@exercise(
    "16-exercise-1",
    asks="Place the 20 values of a letter in the plane of its two latents, so that a straight line "
    "can part each of them from all the rest, and a linear SVM (one value against the rest, "
    "C = 10) recognises all.",
    takes="20 points (x, y) between -1 and 1, such as [(-1, 0), (-0.9, 0), ...]",
    hint="On one latent a cut parts a value from all the rest only at an end. Where, in a plane, "
    "is every value at an end, seen from some side?",
    solution=on_a_circle,
    degenerate={
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
def all_at_the_edge(answer: object) -> list[Demand]:
    places = numbers(answer, (VALUES, 2))
    outside = np.abs(places).max()
    if outside > 1 + 1e-9:
        raise ValueError(f"Expected points between -1 and 1, found {outside:g}.")
    return [
        _of_all("a line parts every value from the rest", _cut_off(places)),
        _of_all("the SVM recognises every value", _recognised(places)),
    ]


def _of_all(words: str, count: int) -> Demand:
    """A demand that all values meet."""
    return Demand(words, count == VALUES, f"{count} of {VALUES}")


def evenly_spaced() -> list[float]:
    order = [7 * value % 10 for value in range(10)]  # all of 0 to 9, scrambled
    return [place / 4.5 - 1 for place in order]  # from -1 to 1


@exercise(
    "16-exercise-2",
    asks="Place the ten values of a letter on its latent, not in order, so that MIG with ten bins "
    "is 0.99 or higher.",
    takes="ten numbers: where value 1, value 2, ... value 10 of every letter lies",
    hint="MIG minds values that share a bin. It does not mind in which order they lie.",
    solution=evenly_spaced,
    degenerate={
        "in order": lambda: list(range(10)),
        "in order, downwards": lambda: list(range(10, 0, -1)),
        "all the same": lambda: [0] * 10,
        "at random": lambda: np.random.default_rng(0).uniform(-1, 1, 10),
        "one far away": lambda: [*(7 * value % 10 for value in range(9)), 1_000],
    },
    learned="Random places lose nothing either: all ten values differ there, too. MIG rose since "
    "each bin now holds one of them: it judged the ruler.",
)
def no_bin_shared(answer: object) -> list[Demand]:
    places = numbers(answer, (10,))
    # So many samples that what counting invents between two letters is below the demand's slack.
    rows = np.random.default_rng(0).integers(10, size=(20_000, len(letters.NAMES)))
    rep = Representation(
        rows, places[rows], factor_names=letters.NAMES, factor_kinds="levels", latent_kinds="levels"
    )
    sorted_so_far = abs(float(np.corrcoef(range(10), places.argsort().argsort())[0, 1]))
    score = mig(rep, bins=10).value
    told = f"{score:.4f}, in {len(rows):,} sentences drawn (the picture counts exactly)"
    return [
        at_least("MIG with ten bins", score, 0.99)._replace(found=told),
        at_most("how far they lie in order, up or down (correlation of ranks)", sorted_so_far, 0.8),
    ]


# ----------------------------------------------------------------------- 17: half way between codes

CITIES = 5


def a_direction_each() -> list[list[int]]:
    return [[int(city == number) for number in range(5)] for city in range(5)]


@exercise(
    "17-exercise",
    asks="Give each of five cities a code, so that half way between any two no third city is as "
    "near as those two.",
    takes="five rows, one for each city, of one number or as many as you like",
    hint="On a line something lies between two cities, at least between the first and the last. "
    "In a plane there is room for three, at the corners of a triangle, and never for four: so give "
    "each city more than two numbers.",
    solution=a_direction_each,
    degenerate={
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
def no_city_between(answer: object) -> list[Demand]:
    codes = numbers(answer, (CITIES, None))
    pairs = np.array(list(combinations(range(CITIES), 2)))
    away = np.linalg.norm(codes[pairs].mean(1)[:, None] - codes, axis=-1)
    own = np.zeros(away.shape, dtype=bool)
    np.put_along_axis(own, pairs, True, 1)
    third, theirs = np.where(own, np.inf, away).min(1), np.where(own, away, 0).max(1)
    passed = int(np.sum(third <= theirs * (1 + 1e-9)))  # equally near, but for rounding, counts
    words = "no pair has a third city as near to its middle as its own two, or nearer"
    return [is_so(words, passed == 0, f"{passed} of {len(pairs)} pairs have one")]


# ------------------------------------------------------------------------------- 21: absent factors


def absent_together() -> list:
    both = [[0, 0], [0, 1], [1, 0], [1, 1]]  # every pair once: independent where present
    return [*both, *[[None, None]] * 4]


@exercise(
    "21-exercise",
    asks="Write samples of two factors that tell nothing of each other where both are present, "
    "and share at least half a bit as soon as absent counts as a value.",
    takes="at least eight rows of two numbers each, with None where a factor is absent",
    learned="Left in as a value, absence ties two factors that are free, wherever the absence of "
    "one tells of the other's: then a latent that knows the one knows something of the other. (In "
    "POS some kinds exclude each other; that ties them as well.)",
    hint="What does the absence of one factor tell about the absence of the other? If they always "
    "exclude each other, no sample has both, and there is nothing to test: what else ties two?",
    solution=absent_together,
    degenerate={
        "never absent": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]] * 2,
        "always absent": lambda: [[None, None]] * 8,
        "copies": lambda: [[0, 0], [1, 1]] * 4 + [[None, None]] * 8,
        "one value only": lambda: [[0, 0]] * 4 + [[None, None]] * 4,
        "one of them never absent": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]] + [[None, 0]] * 4,
    },
)
def tied_by_absence(answer: object) -> list[Demand]:
    rows = _rows_of_two(answer)
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


def _rows_of_two(answer: object) -> np.ndarray:
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
    rep = Representation(rows[:, :1], rows[:, 1:], factor_kinds="levels", latent_kinds="levels")
    return float(mutual_information(rep).values[0, 0])
