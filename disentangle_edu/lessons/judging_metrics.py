"""Exercises of notebooks 07 to 11: conventions, characteristics, witnesses, claims, a metric."""

from collections.abc import Callable

import numpy as np

from ..claims.ledger import HOLDS, Claim, Finding, about
from ..core import InformativenessMatrix, Representation, Score
from ..libraries.figures import case
from ..metrics import disentanglement, informativeness, mig
from ..proof.exact import characteristics, exact
from ..proof.hunt import table_representation
from ..worlds import examples
from .exercises import Demand, Numbers, at_least, at_most, exercise, is_so, numbers, settings

# ---------------------------------------------------------------------------- 07: the lost settings

PRINTED = {"a_copy": 0.9724, "e_noise05": 0.3205}  # made with the settings of the solution
SAMPLES = 2_000


def lost_settings() -> dict[str, object]:
    # The copy alone leaves dozens of settings; dividing by the latent's entropy lifts the cap.
    return {"bins": 12, "divided_by": "latent"}


@exercise(
    "07-exercise",
    asks=f"A paper prints MIG {PRINTED['a_copy']} for the perfect copy and {PRINTED['e_noise05']} "
    f"for the noisy one ({SAMPLES:,} samples each), and no settings. Which settings of mig make "
    "both numbers again?",
    takes='a dictionary with some of bins, factor_bins and divided_by, such as {"bins": 20}',
    hint="Try a few numbers of bins with each of the two divisors, on the noisy copy first: "
    "it tells more settings apart.",
    solution=lost_settings,
    degenerate={
        "nothing set": dict,
        "one library's settings": lambda: {"bins": 20},
        "the right bins, the other divisor": lambda: {"bins": 12},
        "a copy met by another way": lambda: {"bins": 20, "divided_by": "latent"},
    },
)
def makes_the_printed_numbers(answer: object) -> list[Demand]:
    asked = settings(answer, ("bins", "factor_bins", "divided_by"))
    found = {name: mig(case(name, SAMPLES), **asked).value for name in PRINTED}
    words = {"a_copy": "the perfect copy", "e_noise05": "the noisy copy"}
    return [
        Demand(
            f"MIG of {words[name]} is {printed}",
            abs(found[name] - printed) < 0.0005,
            f"{found[name]:.4f}",
        )
        for name, printed in PRINTED.items()
    ]


# ----------------------------------------------------------------- 08 and 09: two coins, in a table


def _coins(answer: object, latents: int | None = None) -> Representation:
    return table_representation((2, 2), numbers(answer, (4, latents)))


def _loses_nothing(rep: Representation) -> Demand:
    told = exact(informativeness, rep).value
    return is_so("all four cases can be told apart", told == 1, f"{told:.0%} of the coins are told")


def _breaks(rep: Representation, characteristic: int) -> Demand:
    kept = tuple(characteristics(rep))[characteristic - 1]
    return is_so(f"Characteristic {characteristic} is broken", not kept, "it is kept")


def one_number() -> list[list[int]]:
    return [[0], [1], [2], [3]]  # one latent follows both coins; each coin moves one latent


@exercise(
    "08-exercise",
    asks="Write a code of two coins that keeps Characteristic 2, breaks Characteristic 1, "
    "and loses nothing.",
    takes="a table of four rows, one for each of the coins 00, 01, 10 and 11; "
    "every row has as many numbers as there are latents",
    hint="Characteristic 2 counts the latents that a coin moves. How few latents are enough?",
    solution=one_number,
    degenerate={
        "the copy from the notebook": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]],
        "silence": lambda: [[0], [0], [0], [0]],
        "only whether both are 1": lambda: [[0], [0], [0], [1]],
        "both coins in every latent": lambda: [[0, 0], [1, 1], [2, 2], [3, 3]],
    },
)
def breaks_only_the_first(answer: object) -> list[Demand]:
    rep = _coins(answer)
    return [
        is_so("Characteristic 2 is kept", characteristics(rep).two, "it is broken"),
        _breaks(rep, 1),
        _loses_nothing(rep),
    ]


def hidden_in_two() -> list[list[int]]:
    # Latent 1 is coin 1; latent 2 says whether the coins differ, which tells nothing of either.
    return [[0, 0], [0, 1], [1, 1], [1, 0]]


@exercise(
    "09-exercise",
    asks="Break disentanglement yourself: write two latents for two coins that lose nothing, "
    "break Characteristic 1, and still get D = 1.",
    takes="a table of four rows of two numbers, for the coins 00, 01, 10 and 11",
    hint="D gives no weight to a latent that tells nothing of any single factor. "
    "What tells nothing of either coin, and something of the two together?",
    solution=hidden_in_two,
    degenerate={
        "the perfect copy": lambda: [[0, 0], [0, 1], [1, 0], [1, 1]],
        "silence": lambda: [[0, 0]] * 4,
        "how many ones, and the difference": lambda: [[0, 0], [1, -1], [1, 1], [2, 0]],
        "one coin and nothing": lambda: [[0, 0], [0, 0], [1, 0], [1, 0]],
        "only whether they differ": lambda: [[0, 0], [1, 1], [1, 1], [0, 0]],
    },
)
def fools_disentanglement(answer: object) -> list[Demand]:
    rep = _coins(answer, 2)
    value = exact(disentanglement, rep).value
    return [
        _loses_nothing(rep),
        _breaks(rep, 1),
        Demand("D, exactly, is 1", value > 1 - 1e-9, f"{value:.4f}"),
    ]


# --------------------------------------------------------------------------- 10: a verdict to fool


def three_loose_runs() -> list[float]:
    return [0.57, 0.63, 0.62]  # three spreads of a single run are allowed, and these spread a lot


def _verdict(runs: list[float]) -> Finding:
    """What the ledger says of a printed 0.60 when these runs are measured."""
    return Claim(
        "10-exercise",
        paper="",
        where="",
        says="",
        expects=about("0.60"),
        verdict=HOLDS,
        experiment=lambda seed: runs[seed],
        seeds=len(runs),
    ).check()


@exercise(
    "10-exercise",
    asks="A paper prints 0.60. Write three runs, no more than a tenth apart, for which the ledger "
    "says holds, although neither any of them nor their mean rounds to 0.60.",
    takes="three numbers",
    hint="A figure is met if the mean of the runs is within half a last digit and three spreads "
    "(standard deviations of single runs) of it.",
    solution=three_loose_runs,
    degenerate={
        "the printed figure": lambda: [0.60, 0.60, 0.60],
        "around the printed figure": lambda: [0.58, 0.60, 0.62],
        "close together, and off": lambda: [0.7, 0.7, 0.7],
        "as far apart as can be": lambda: [0.0, 1.0, 0.4],
    },
)
def holds_by_its_spread(answer: object) -> list[Demand]:
    runs = numbers(answer, (3,)).tolist()
    finding, mean = _verdict(runs), float(np.mean(runs))
    near = [value for value in (*runs, mean) if abs(value - 0.60) <= 0.005]
    return [
        is_so("the verdict is holds", finding.verdict == HOLDS, f"it is: {finding.verdict}"),
        is_so(
            "no run rounds to 0.60, nor the mean", not near, f"{len(near)} of the four numbers do"
        ),
        at_most("the distance of the runs", float(np.ptp(runs)), 0.1 + 1e-9),
    ]


# --------------------------------------------------------------------- 11: a metric of the reader's


def only_the_worst_counts() -> Callable:
    def formula(matrix):
        ordered = np.sort(matrix.values, axis=-1)
        first, second = ordered[..., -1], ordered[..., -2]
        parts = np.divide(first - second, first, out=np.ones_like(first), where=first > 0)
        worst = parts == parts.min(axis=-1, keepdims=True)  # a mean would hide it
        return np.where(first > 0, parts, 0), (worst & (first > 0)).astype(float)

    return formula


def _gap(matrix):
    ordered = np.sort(matrix.values, axis=-1)
    first, second = ordered[..., -1], ordered[..., -2]
    return np.divide(first - second, first, out=np.zeros_like(first), where=first > 0), first


def _everybody_wins(matrix):
    return np.ones(len(matrix.values)), np.ones(len(matrix.values))


@exercise(
    "11-exercise",
    asks="Write a metric that repairs Fact 2 and Fact 5 at once: at least 0.95 for the nearly "
    "perfect code, at most 0.9 for the one whose second latent follows two factors.",
    takes="a function from a matrix to parts and weights, one of each per latent, "
    "made with @metric or plain",
    hint="A gap repairs Fact 2. For Fact 5 equal weights are not enough: square the gap, "
    "or let the worst latent decide.",
    solution=only_the_worst_counts,
    degenerate={
        "DCI's own formula": lambda: disentanglement,
        "the gap from the notebook": lambda: _gap,
        "the same with equal weights": lambda: (
            lambda matrix: (
                _gap(matrix)[0],
                np.ones(len(matrix.values)),
            )
        ),
        "1 for everybody": lambda: _everybody_wins,
        "not a number": lambda: lambda matrix: (matrix.values[:, 0] * np.nan, matrix.values[:, 0]),
        "only a number": lambda: lambda matrix: 0.9,
    },
)
def repairs_two_facts(answer: object) -> list[Demand]:
    formula = getattr(answer, "formula", answer)
    if not callable(formula):
        raise TypeError("Expected something that can be called with a matrix.")

    def value(matrix: InformativenessMatrix) -> float:
        parts, weights = _parts_and_weights(formula(matrix), len(matrix.values))
        return Score("yours", parts, "latents", weights, matrix).value

    copy, alike = (value(InformativenessMatrix(rows)) for rows in (np.eye(3), np.ones((3, 3))))
    beside_silence = value(InformativenessMatrix([[1, 0], [0, 1], [0, 0]]))
    rng = np.random.default_rng(0)
    many = [value(InformativenessMatrix(rng.random((4, 3)))) for _ in range(50)]
    return [
        at_least("the score of Fact 2", value(examples.focused_matrix()), 0.95),
        at_most("the score of Fact 5", value(examples.dominated_matrix()), 0.9),
        at_least("the score of a perfect copy", copy, 0.999),
        at_least("the score of a copy beside a latent that says nothing", beside_silence, 0.999),
        at_most("the score of latents that follow all factors alike", alike, 0.01),
        Demand(
            "scores of fifty random matrices lie from 0 to 1",
            min(many) >= 0 and max(many) <= 1 + 1e-9,
            f"{min(many):.3f} to {max(many):.3f}",
        ),
    ]


def _parts_and_weights(returned: object, latents: int) -> tuple[Numbers, Numbers]:
    """What a formula returned, if it is one part and one weight per latent."""
    if not isinstance(returned, tuple) or len(returned) != 2:
        raise ValueError("Expected a formula that returns two things, parts and weights.")
    return numbers(returned[0], (latents,)), numbers(returned[1], (latents,))
