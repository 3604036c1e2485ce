"""Questions, exercises and cases by hand of the chapter on the matrix by hand."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...matrices import InformativenessMatrix
from ...metrics import completeness, dcimig, disentanglement, mig, sap
from ...quiz.exercises import Requirement, above, below, exercise, personal_exercise
from ...quiz.questions import question
from ...quiz.scales import ChoiceScale
from ...quiz.tables import and_below, table_of
from ...score import Score
from ...viz.display_names import display_name
from ...viz.markdown import Markdown
from ..common.matrices import (
    FALLS,
    drawn_matrix,
    every_factor_known,
    factors_of,
    matrix_of,
    to_three_digits,
)
from .data import CODE_P, CODE_Q, NAMES, TWICE, judge_by_hand

JUDGE_NAMES = tuple(map(display_name, NAMES))


def _scores_by_hand(values: ArrayLike) -> dict[str, Score]:
    """The five scores of a matrix whose factors have one bit each."""
    return dict(zip(NAMES, judge_by_hand(values)))


@question(
    "06-twice",
    "Six latents, three factors: every factor is known completely by two latents, and each latent "
    "knows one factor. What will the five scores be?",
    ChoiceScale(JUDGE_NAMES, ("0", "in between", "1")),
    test_guess=[1, 1, 1, 2, 0],
    shows=lambda: (drawn_matrix("what each latent knows", TWICE, 30),),
    figures=lambda: to_three_digits([score.value for score in _scores_by_hand(TWICE).values()]),
    feedback=lambda guess, truth: (
        "The rows are pure, but each column has two equal winners. The two scores that read rows "
        "are 1. MIG and SAP subtract the second entry of a column, so they are 0. Completeness is "
        "between: two of six entries share a column equally, which gives 1 - log 2 / log 6."
    ),
)
def _twice() -> list[int]:
    values = [score.value for score in _scores_by_hand(TWICE).values()]
    return [0 if value < 1e-9 else 2 if value > 1 - 1e-9 else 1 for value in values]


BY_HAND, ROW_TURNED = ((0.8, 0.1), (0.4, 0.3)), ((0.8, 0.1), (0.3, 0.4))


@question(
    "06-turned",
    "The two numbers of the last row are swapped. What happens to each score?",
    ChoiceScale(JUDGE_NAMES, ("falls", "stays", "rises")),
    test_guess=[2, 2, 2, 1, 1],
    shows=lambda: (drawn_matrix("before", BY_HAND), drawn_matrix("after", ROW_TURNED)),
    figures=lambda: [
        f"{before.value:.3f} to {after.value:.3f}"
        for before, after in zip(
            _scores_by_hand(BY_HAND).values(), _scores_by_hand(ROW_TURNED).values()
        )
    ],
    feedback=lambda guess, truth: (
        "MIG and SAP (here the same formula) gain most, because the runner-up in column 1 falls "
        "and the winner in column 2 rises. Completeness rises because both columns become less "
        "even. DCIMIG gains the new, small bid for factor 2. Disentanglement does not change, "
        "because the row is as pure as before."
    ),
)
def _turned_row_changes() -> list[int]:
    pairs = zip(_scores_by_hand(BY_HAND).values(), _scores_by_hand(ROW_TURNED).values())
    return [1 + int(np.sign(round(after.value - before.value, 9))) for before, after in pairs]


JUDGES_OF_ORDER = ("mig", "dcimig", "disentanglement", "completeness")


@question(
    "06-order",
    "Here are two codes of two factors, with a row per latent. Which code scores higher in ...",
    ChoiceScale(tuple(map(display_name, JUDGES_OF_ORDER)), ("code P", "code Q")),
    test_guess=[0, 0, 0, 1],
    shows=lambda: (drawn_matrix("code P", CODE_P), drawn_matrix("code Q", CODE_Q)),
    figures=lambda: [
        f"P {_scores_by_hand(CODE_P)[name].value:.3f}, Q {_scores_by_hand(CODE_Q)[name].value:.3f}"
        for name in JUDGES_OF_ORDER
    ],
    feedback=lambda guess, truth: (
        "It depends on the score. In each column of Q two entries are nearly equal, so MIG sees "
        "almost no gap. The rows of Q are nearly pure, and DCIMIG and disentanglement read rows. "
        "P is the reverse: it has one winner in each column, but two of its rows are divided. "
        "Completeness is close, and the number of latents decides it: see the table after the lab."
    ),
)
def _order() -> list[int]:
    a, b = _scores_by_hand(CODE_P), _scores_by_hand(CODE_Q)
    return [int(b[name].value > a[name].value) for name in JUDGES_OF_ORDER]


TWO_BEST, AND_MORE = ((1, 1), (0.5, 0), (0, 0), (0, 0)), ((1, 1), (0.5, 0), (0.5, 0), (0.5, 0))


@question(
    "06-third",
    "Column 1 has a winner and a runner-up. Now two more latents know as much about factor 1 as "
    "the runner-up does. What happens to MIG and to completeness, which both read columns?",
    ChoiceScale(("MIG", "completeness"), ("falls", "stays", "rises")),
    test_guess=[0, 0],
    shows=lambda: (drawn_matrix("before", TWO_BEST), drawn_matrix("after", AND_MORE)),
    figures=lambda: [
        f"{_scores_by_hand(TWO_BEST)[name].value:.3f} to "
        f"{_scores_by_hand(AND_MORE)[name].value:.3f}"
        for name in ("mig", "completeness")
    ],
    feedback=lambda guess, truth: (
        "A gap depends only on the two largest entries. Entropy depends on how evenly the whole "
        "column is spread. So two scores of the same columns can disagree, which you need for goal "
        "5 below."
    ),
)
def _third_latent_changes() -> list[int]:
    pairs = zip(_scores_by_hand(TWO_BEST).items(), _scores_by_hand(AND_MORE).values())
    steps = {name: after.value - before.value for (name, before), after in pairs}
    return [1 + int(np.sign(round(steps[name], 9))) for name in ("mig", "completeness")]


FAINT_COPY: list[list[float]] = [[0.01, 0], [0, 0.01]]


@question(
    "06-scaled",
    "This code of two factors is perfectly clean: 1 on the diagonal, and 0 elsewhere. Now every "
    "entry is divided by a hundred, so that almost no information is left. Which scores fall?",
    ChoiceScale(JUDGE_NAMES, ("falls", "stays")),
    test_guess=[0, 0, 0, 0, 0],
    shows=lambda: (drawn_matrix("before", np.eye(2)), drawn_matrix("after", FAINT_COPY)),
    figures=lambda: [
        f"{before.value:.3f} to {after.value:.3f}"
        for before, after in zip(
            _scores_by_hand(np.eye(2)).values(), _scores_by_hand(FAINT_COPY).values()
        )
    ],
    feedback=lambda guess, truth: (
        "A gap is a difference of entries, so it shrinks with them. Focus depends only on shares, "
        "and dividing every entry by the same number does not change the shares."
    ),
)
def _faint_copy_keeps() -> list[int]:
    pairs = zip(_scores_by_hand(np.eye(2)).values(), _scores_by_hand(FAINT_COPY).values())
    return [int(after.value > before.value - FALLS) for before, after in pairs]


def _one_clear_winner_among_many() -> list[list[float]]:
    return [[1, 0.38], [0.38, 1], [0.38, 0.38]]  # one clear winner, and two equal runners-up


@exercise(
    "06-exercise",
    asks="Make a matrix with MIG above 0.6 and completeness below 0.12.",
    takes="a table, a row per latent and a column per factor, entries from 0 to 1",
    hint="MIG depends on the second entry of a column, but not on the third. Completeness depends "
    "on every entry.",
    solution=_one_clear_winner_among_many,
    must_fail={
        "nothing": lambda: np.zeros((2, 2)),
        "a copy": lambda: np.eye(3),
        "all the same": lambda: np.ones((4, 2)),
        "one factor": lambda: [[0.9], [0.38], [0.38]],
        "every factor twice": lambda: np.repeat(np.eye(3), 2, axis=0),
        "only a second latent": lambda: [[1, 0.39], [0.39, 1]],
    },
    learned="A gap depends only on the two largest entries of a column, while focus depends on "
    "every entry. So two scores that read the same column can disagree.",
)
def _winner_among_many(answer: object) -> list[Requirement]:
    matrix = matrix_of(answer)
    return [
        above("MIG", mig(matrix).value, 0.6),
        below("completeness", completeness(matrix).value, 0.12),
        every_factor_known(matrix, 0.1),
    ]


def five_by_hand(values: Sequence[Sequence[float]] = ((0.8, 0.1), (0.4, 0.3))) -> Markdown:
    """One small matrix under five scores: what each score reads, and its value."""
    matrix = InformativenessMatrix(values, factor_entropy=1)
    table = matrix.values
    columns = [f"{a:g} - {b:g} = {a - b:.2g}" for a, b in np.sort(table, axis=0)[::-1][:2].T]
    bids = []
    for i, row in enumerate(table):
        first, second = np.sort(row)[::-1][:2]
        bids.append(f"latent {i + 1} bids {first - second:.2g} for factor {row.argmax() + 1}")
    d, c = disentanglement(matrix), completeness(matrix)
    heavy, total = table.sum(1), table.sum()
    weights = [f" (weight {h:g} / {total:g} = {w:.2f})" for h, w in zip(heavy.round(9), d.weights)]
    in_rows = _focus_terms("row", table, d.parts, weights)
    in_columns = _focus_terms("column", table.T, c.parts, [""] * len(c.parts))
    remarks = {
        mig: f"columns: {', '.join(columns)}; then the mean",
        sap: "the same, because every factor has one bit",
        dcimig: f"rows: {', '.join(bids)}; then the mean of each factor's best bid (or 0)",
        disentanglement: f"{_focus_of(table.shape[1])}: {'; '.join(in_rows)}; the weighted mean",
        completeness: f"{_focus_of(len(table))}: {'; '.join(in_columns)}; the plain mean",
    }
    rows: list[list[object]] = [[f"latent {i + 1}", *row] for i, row in enumerate(table.tolist())]
    head = table_of(["the matrix", *factors_of(table)], rows)
    scores = [
        [display_name(m.__name__), f"**{m(matrix).value:.3f}**", remark]
        for m, remark in remarks.items()
    ]
    return and_below(head, table_of(["score", "gives", "reads"], scores).text)


def _focus_of(places: int) -> str:
    return f"1 - entropy of shares / log {places}"


def _focus_terms(
    name: str, lines: np.ndarray, parts: np.ndarray, notes: Sequence[str]
) -> Iterator[str]:
    """Each line's shares and its part."""
    for i, (line, part, note) in enumerate(zip(lines, parts, notes), 1):
        shares = " and ".join(f"{share:.2f}" for share in line / max(line.sum(), 1e-12))
        yield f"{name} {i} has {shares}: **{part:.2f}**{note}"


@personal_exercise(
    "06-own",
    asks="These are importances, a row per latent and a column per factor. What is completeness?",
    hint="Completeness is D with rows and columns exchanged, and a plain mean.",
    gives=lambda rng: rng.dirichlet([0.4] * 4, 3).round(2).tolist(),
)
def _completeness_of_a_matrix(importances: list[list[float]]) -> float:
    return completeness(InformativenessMatrix(importances)).value
