"""Questions, exercises and cases by hand of the chapter on MIG and DCIMIG."""

import functools
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from ...matrices import InformativenessMatrix
from ...measures import mutual_information
from ...measures.information import entropy
from ...metric import Metric
from ...metrics import dcimig, mig
from ...quiz.exercises import Requirement, code_of_table, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...quiz.tables import and_below, four_counts, table_of, to_three
from ...representation import Representation
from ...score import Score
from ...theory.counterexamples import table_representation
from ...viz.markdown import Markdown
from ...worlds import examples
from ..common.matrices import FALLS, THIRDS, factors_of, third, to_three_digits
from ..common.verdicts import ask_verdict, pair_code, verdict
from .data import DRAWS, bits_of_noise

WHO_FALLS = ("only MIG", "only DCIMIG", "both", "neither")
CHANGES = (
    "the fourth latent copies factor 1 again",
    "latent 1 becomes factor 1 plus half of factor 2",
    "latents 1 and 2 become a single latent, with a value for each pair of their values",
)


GAPS: tuple[Metric, ...] = (mig, dcimig)


def _score_of_gaps(metric: Callable[..., Score], rep: Representation) -> float:
    """A score in as many bins as the lab below the question has at first."""
    return metric(rep).value


def _which_score_falls(before: Representation, after: Representation) -> int:
    fell = [
        _score_of_gaps(metric, before) - _score_of_gaps(metric, after) > FALLS for metric in GAPS
    ]
    return {(True, False): 0, (False, True): 1, (True, True): 2}.get((fell[0], fell[1]), 3)


def _describe_both_gaps(before: Representation, after: Representation) -> str:
    """Return how the two scores change, in words."""
    lines = [
        f"{name} {_score_of_gaps(metric, before):.3f} to {_score_of_gaps(metric, after):.3f}"
        for name, metric in zip(("MIG", "DCIMIG"), GAPS)
    ]
    return ", ".join(lines)


def _start_code(samples: int = 5_000, seed: int = 0, **rows: Sequence[float]) -> Representation:
    """The first code of the lab below, with some rows of its weights changed (by their names)."""
    weights = np.eye(4, 3)
    for name, row in rows.items():
        weights[int(name.removeprefix("latent")) - 1] = row
    return examples.weighted_copies(weights.tolist(), samples=samples, seed=seed)


@functools.cache
def _changed_codes() -> list[tuple[Representation, Representation]]:
    """Before and after each of CHANGES."""
    plain = _start_code()
    v = examples.grid(4, 4, 4)
    copied, merged = Representation(v, v), np.column_stack([v[:, 0] * 4 + v[:, 1], v[:, 2]])
    merged_rep = Representation(v, merged, latent_types="levels")
    return [
        (plain, _start_code(latent4=(1, 0, 0))),
        (plain, _start_code(latent1=(1, 0.5, 0))),
        (copied, merged_rep),
    ]


@question(
    "05-who-falls",
    "Three factors, each copied by its own latent (with a little noise, except in the last row), "
    "and a fourth latent that is pure noise. Which score falls by more than 0.1 if ...",
    ChoiceScale(CHANGES, WHO_FALLS),
    test_guess=[2, 0, 2],
    feedback=lambda guess, truth: (
        "A copy becomes the runner-up of its column, so MIG's gap closes. The merged latent knows "
        "two factors equally well, so DCIMIG's gap closes. A leak lowers both scores, because "
        "latent 1 now carries less about factor 1. Move the lab below to see the gaps of the copy "
        "and the leak."
    ),
    figures=lambda: [_describe_both_gaps(*pair) for pair in _changed_codes()],
)
def _falling_scores() -> list[int]:
    return [_which_score_falls(*pair) for pair in _changed_codes()]


CHANGE_OPTIONS = ("falls", "stays (within 0.02)", "rises")


def _directions_of_change(before: Representation, after: Representation) -> list[int]:
    """Return for both scores which of CHANGE_OPTIONS happens."""
    changes = [_score_of_gaps(metric, after) - _score_of_gaps(metric, before) for metric in GAPS]
    return [1 if abs(step) < 0.02 else 2 * (step > 0) for step in changes]


def _format_changes(before: Representation, after: Representation) -> list[str]:
    return [
        f"{_score_of_gaps(metric, before):.2f} to {_score_of_gaps(metric, after):.2f}"
        for metric in GAPS
    ]


@question(
    "05-few-samples",
    "Here is the lab with the weights again, as it was at first: three copies with a little noise "
    "and a latent that is pure noise, 5,000 samples, each latent in 21 bins. Take 100 samples "
    "instead. What happens to the two scores?",
    ChoiceScale(("MIG", "DCIMIG"), CHANGE_OPTIONS),
    test_guess=[2, 2],
    feedback=lambda guess, truth: (
        "Counting invents bits in every cell, but an owner that already has almost all the bits "
        "cannot gain many. So mainly the runners-up rise, and the gaps close."
    ),
    figures=lambda: _format_changes(_start_code(), _start_code(100)),
)
def _few_samples() -> list[int]:
    return _directions_of_change(_start_code(), _start_code(100))


@question(
    "05-bins",
    "A latent is pure noise, spread evenly, so it carries no information. You have 400 samples, "
    "cut the latent into 85 bins, and count the information about a factor of eight levels. How "
    "many of the factor's 3 bits does the latent seem to carry?",
    NumberScale(0.0, 3.0, "bits"),
    test_guess=0.2,
    feedback=lambda guess, truth: (
        "With fewer samples than cells, each bin has a most frequent level by chance, and the "
        f"count mistakes it for information. This is the mean of {DRAWS} draws, with a standard "
        f"deviation of {bits_of_noise(400, 85).std(ddof=1):.2f}."
    ),
)
def _bins() -> float:
    return float(bits_of_noise(400, 85).mean())


@question(
    "05-parity",
    "Three fair coins. Latent 1 is twice coin 1 plus the parity of coins 2 and 3 (1 if they "
    "differ); "
    "latents 2 and 3 copy their coins. Latent 1 changes whenever any coin is flipped. What are the "
    "scores?",
    ChoiceScale(("MIG", "DCIMIG"), THIRDS),
    test_guess=[1, 1],
    feedback=lambda guess, truth: (
        "No cell of the matrix shows what a latent knows about two factors together."
    ),
    figures=lambda: to_three_digits([metric(examples.parity_leak()).value for metric in GAPS]),
)
def _parity() -> list[int]:
    return [third(metric(examples.parity_leak()).value) for metric in GAPS]


def _one_of_three_for_itself() -> Callable[[int, int, int], list[int]]:
    def my_code(a, b, c):
        return [a, a, 2 * b + c]  # two winners in column a; the last row has two equal entries

    return my_code


def _coins_twice() -> Callable[[int, int, int], list[int]]:
    def my_code(a, b, c):
        return [a, b, c, a, b, c]

    return my_code


@exercise(
    "05-exercise",
    asks="Write a code of three coins with MIG between 0.5 and 0.8 and DCIMIG between 0.2 and 0.5.",
    takes="a function of the coins a, b and c (each 0 or 1) that returns a list of numbers",
    hint="A latent that serves two coins equally bids for neither. Which latent bids for the "
    "third, and which score changes if you copy that coin a second time?",
    solution=_one_of_three_for_itself,
    must_fail={
        "a copy": lambda: lambda a, b, c: [a, b, c],
        "nothing": lambda: lambda a, b, c: [0],
        "one latent for all": lambda: lambda a, b, c: [4 * a + 2 * b + c],
        "every coin twice": _coins_twice,
        "one coin": lambda: lambda a, b, c: [a],
        "two coins": lambda: lambda a, b, c: [a, b],
        "one latent for two": lambda: lambda a, b, c: [2 * a + b, c],
    },
    learned="DCIMIG counts the best bid for each coin, and a latent that serves two coins equally "
    "bids for neither. MIG reads columns: it loses a coin that two latents know equally well, or "
    "that none knows well.",
)
def _compact_not_pure(answer: object) -> list[Requirement]:
    rep = table_representation((2, 2, 2), code_of_table(answer, list(product((0, 1), repeat=3))))
    wished = (("MIG", mig(rep).value, 0.5, 0.8), ("DCIMIG", dcimig(rep).value, 0.2, 0.5))
    return [
        Requirement(f"{name} is between {low} and {high}", low <= value <= high, f"{value:.3f}")
        for name, value, low, high in wished
    ]


def _my_mig_in_numpy() -> Callable[[np.ndarray, np.ndarray], float]:
    def my_mig(bits, entropies):
        ordered = np.sort(bits, axis=0)
        gaps = ordered[-1] - ordered[-2]
        return np.mean(gaps / entropies)

    return my_mig


@exercise(
    "05-write",
    asks="Write MIG: from bits (latents by factors) and the entropies of the factors.",
    takes="a function of two arrays, bits (L, K) and entropies (K,), that returns one number",
    hint="Sort every column. Its last entry is the owner, and the last but one is the runner-up. "
    "What do you divide each gap by, and when do you take the mean?",
    solution=_my_mig_in_numpy,
    must_fail={
        "the owners alone": lambda: lambda bits, entropies: np.mean(bits.max(0) / entropies),
        "nothing": lambda: lambda bits, entropies: 0.0,
        "gaps in bits": lambda: lambda bits, entropies: np.mean(-np.diff(np.sort(-bits, 0)[:2], 0)),
        "one division": lambda: (
            lambda bits, entropies: (
                (np.sort(bits, 0)[-1] - np.sort(bits, 0)[-2]).sum() / entropies.sum()
            )
        ),
    },
    learned="Three lines make a metric. They leave out bins, sample size and chance.",
)
def _writes_mig(answer: object) -> list[Requirement]:
    if not callable(answer):
        raise ValueError("Pass the function itself, without calling it: my_mig.")
    matrices = _random_matrices()
    for matrix in sorted(matrices, key=lambda candidate: candidate.values.size):
        returned = answer(matrix.values.copy(), np.array(matrix.factor_entropy))
        if np.ndim(returned) or not isinstance(returned, (int, float, np.generic)):
            raise ValueError(f"Your function must return one number, and returns {returned!r}.")
        ours = mig(matrix).value
        if not abs(float(returned) - ours) < 1e-6:
            table, totals = matrix.values.tolist(), np.array(matrix.factor_entropy).tolist()
            mismatch = (
                f"bits {table}, entropies {totals}: yours {float(returned):.4g}, ours {ours:.4g}"
            )
            return [
                Requirement(f"it agrees with ours on {len(matrices)} matrices", False, mismatch)
            ]
    return [Requirement(f"it agrees with ours on {len(matrices)} matrices", True, "on all")]


def _random_matrices(count: int = 200) -> list[InformativenessMatrix]:
    """Bits of two to five latents about one to four factors, to one digit, and the entropies."""
    rng = np.random.default_rng(0)
    matrices = []
    for _ in range(count):
        totals = rng.integers(5, 30, rng.integers(1, 5)) / 10
        shares = rng.random((rng.integers(2, 6), len(totals)))
        bits = np.floor(10 * shares * totals) / 10
        matrices.append(InformativenessMatrix(bits, factor_entropy=totals))
    return matrices


def bits_of(name: str) -> InformativenessMatrix:
    """The bits that each latent of A, of B or of handwriting knows about each factor."""
    return mutual_information(pair_code(name))


def bits_by_hand(counts: Sequence[Sequence[int]] = ((6, 2), (0, 8))) -> Markdown:
    """Sixteen samples in a table of latent by factor: entropies, and the shared information."""
    cells = four_counts(counts)
    h_latent, h_factor, h_both = (
        entropy(cells.sum(1)),
        entropy(cells.sum(0)),
        entropy(cells),
    )
    shared = h_latent + h_factor - h_both
    rows: list[list[object]] = [
        ["latent low", *map(int, cells[0]), int(cells[0].sum())],
        ["latent high", *map(int, cells[1]), int(cells[1].sum())],
        ["together", *map(int, cells.sum(0)), int(cells.sum())],
    ]
    entropies = (
        ("H(factor)", cells.sum(0), h_factor),
        ("H(latent)", cells.sum(1), h_latent),
        ("H(both)", cells.ravel(), h_both),
    )
    lines = [f"{name} = {_entropy_sum(tally)} = {h:.4f} bits" for name, tally, h in entropies]
    sentence = f"I = H(latent) + H(factor) - H(both) = **{shared:.4f} bits**"
    return and_below(
        table_of(["samples", "factor = 0", "factor = 1", "together"], rows), *lines, sentence
    )


def _entropy_sum(counts: np.ndarray) -> str:
    """The sum that an entropy is; a place without samples adds nothing."""
    total = counts.sum()
    return " + ".join(f"{n}/{total} log2({total}/{n})" for n in counts if n > 0)


def gaps_by_hand(values: Sequence[Sequence[float]] = ((0.9, 0.2), (0.5, 0.1))) -> Markdown:
    """One small matrix, read by MIG down its columns and by DCIMIG along its rows."""
    matrix = InformativenessMatrix(values, factor_entropy=1)
    table = matrix.values
    if min(table.shape) < 2:
        raise ValueError(
            f"values: found shape {table.shape}, expected two rows and columns or more."
        )
    return _gaps(table, mig(matrix).value, dcimig(matrix).value, factors_of(table))


def gaps_of_code(code: Callable[[int, int, int], Sequence[float]]) -> Markdown:
    """A code of three coins: the bits of every latent about every coin, with both kinds of gaps."""
    cases = examples.grid(2, 2, 2).astype(int)
    rep = table_representation((2, 2, 2), code_of_table(code, cases))
    bits = mutual_information(rep).values
    coins = [f"coin {k + 1}" for k in range(3)]
    return _gaps(bits, mig(rep).value, dcimig(rep).value, coins)


def _gaps(table: np.ndarray, of_columns: float, of_rows: float, names: list[str]) -> Markdown:
    """A matrix with the gap of every column and of every row."""

    def gap(values: np.ndarray) -> str:
        first, second = np.sort([0, *values])[:-3:-1]  # who is alone has no rival
        return f"{to_three(first)} - {to_three(second)} = {to_three(first - second)}"

    blank = [""] * len(names)

    def bid(row: np.ndarray) -> str:
        formula = gap(row)
        return formula if formula.endswith("= 0") else f"{formula}, for {names[int(row.argmax())]}"

    rows = [[f"latent {i + 1}", *row, bid(row)] for i, row in enumerate(table)]
    rows.append(["column's gap", *map(gap, table.T), ""])
    rows.append(["MIG", f"**{of_columns:.3g}**", *blank[1:], "mean of the columns' gaps"])
    best = "mean of the best bids, one for each factor (0 if no latent bids)"
    rows.append(["DCIMIG", f"**{of_rows:.3g}**", *blank[1:], best])
    return table_of(["latent", *names, "row's gap: its bid"], rows)


@ask_verdict(
    "05-verdict",
    "mig_and_dcimig",
    (0.2, 0.8, 0.2),
    "Both put B far ahead, but they disagree on A and handwriting. B loses most on down: its owner "
    "has 2.4 of 4 bits, and the shape's latent has 0.4 bits about down as well. The 21 bins also "
    "merge some values of across.",
)
def _mig_verdict() -> list[float]:
    return list(verdict("mig"))


@personal_exercise(
    "05-own",
    asks="The last row has the entropies of three factors. The rows above have the bits that each "
    "latent carries about them. What is MIG?",
    hint="In each column, divide the lead of the best latent by the entropy. Then take the mean.",
    gives=lambda rng: [*rng.uniform(0, 1, (3, 3)).round(2).tolist(), [1.0, 1.5, 2.0]],
)
def _mig_by_hand(table: list[list[float]]) -> float:
    *bits, entropies = np.array(table)
    second, first = np.sort(bits, axis=0)[-2:]
    return float(((first - second) / entropies).mean())
