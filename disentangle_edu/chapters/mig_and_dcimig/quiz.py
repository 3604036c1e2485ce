"""Questions and exercises of the chapter on MIG and DCIMIG."""

import functools
from collections.abc import Callable
from itertools import product

import numpy as np

from ...matrices import InformativenessMatrix
from ...metric import Metric
from ...metrics import dcimig, mig
from ...quiz.exercises import Requirement, code_of_table, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale, NumberScale
from ...theory.counterexamples import table_representation
from ...worlds import examples
from ..common.matrices import FALLS, THIRDS, third, to_three_digits
from ..common.verdicts import ask_verdict, verdict
from .data import DRAWS, START, bits_of_code, bits_of_noise, sample_weights

WHO_FALLS = ("only MIG", "only DCIMIG", "both", "neither")
GAPS: tuple[Metric, ...] = (mig, dcimig)


@functools.cache
def _merged_pair() -> tuple[list[float], list[float]]:
    """MIG and DCIMIG of the first code of the lab, and with its latents 1 and 2 merged."""
    rep = sample_weights(START)
    plain, merged = (
        [metric(bits_of_code(rep, merged)).value for metric in GAPS] for merged in (False, True)
    )
    return plain, merged


@question(
    "05-who-falls",
    "Three factors are copied by three latents, with a little noise, and a fourth latent is pure "
    "noise. Now latents 1 and 2 become a single latent, with a value for each pair of their "
    "values. Which score falls by more than 0.1?",
    ChoiceScale(("",), WHO_FALLS),
    guess_for_tests=[2],
    feedback=lambda guess, truth: (
        "The merged latent knows two factors equally well, so the gap of its row closes. It still "
        "leads both columns, so MIG hardly changes."
    ),
    figures=lambda: [
        ", ".join(
            f"{name} {before:.2f} to {after:.2f}"
            for name, before, after in zip(("MIG", "DCIMIG"), *_merged_pair())
        )
    ],
)
def _falling_scores() -> list[int]:
    plain, merged = _merged_pair()
    fell = [before - after > FALLS for before, after in zip(plain, merged)]
    return [{(True, False): 0, (False, True): 1, (True, True): 2}.get((fell[0], fell[1]), 3)]


@question(
    "05-bins",
    "A latent is pure noise, spread evenly, so it carries no information. You have 400 samples, "
    "cut the latent into 85 bins, and count the information about a factor of eight levels. How "
    "many of the factor's 3 bits does the latent seem to carry?",
    NumberScale(0.0, 3.0, "bits"),
    guess_for_tests=0.2,
    feedback=lambda guess, truth: (
        "With so few samples per cell, each bin has a most frequent level by chance, and the "
        f"count mistakes it for information. This is the mean of {DRAWS} draws, with a standard "
        f"deviation of {bits_of_noise(400, 85).std(ddof=1):.2f}."
    ),
)
def _bins() -> float:
    return float(bits_of_noise(400, 85).mean())


@question(
    "05-parity",
    "Three fair coins, a, b and c. Latent 1 is 2a + (b != c), which adds 1 if b and c differ; "
    "latents 2 and 3 copy b and c. Latent 1 changes whenever any coin is flipped. What are the "
    "scores?",
    ChoiceScale(("MIG", "DCIMIG"), THIRDS),
    guess_for_tests=[1, 1],
    feedback=lambda guess, truth: (
        "Both scores are perfect, although latent 1 follows three coins. No cell of the matrix "
        "shows what a latent knows about two factors together."
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
    rejected_answers={
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
    rejected_answers={
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


@ask_verdict(
    "05-verdict",
    "mig_and_dcimig",
    (0.2, 0.8, 0.2),
    "Both put B far ahead, but they disagree on A and handwriting. B loses most on the y position: "
    "its owner has 2.4 of 4 bits, and the shape's latent has 0.4 bits about the y position as "
    "well. The 21 bins also merge some values of the x position.",
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
