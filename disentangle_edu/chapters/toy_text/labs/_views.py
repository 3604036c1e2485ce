"""Views of the line: what is shown for each way of cutting it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ....claims.registry import CLAIMS
from ...common.lines import Lines
from .. import data

GRID_POINTS = 801
BASELINE_MISTAKES = 1  # mistakes among the twenty values if every answer is "no"
NOTE_ON_SQUARES = (
    "Each square shows the fewest mistakes of your cuts so far. It is full if no mistake is left."
)


@dataclass(frozen=True)
class View:
    """Content of the picture for one way of cutting the line.

    stretches : (start, end, label).   recognised : whether each value is, by rank.
    cuts : (control, position) of what can be dragged.   chosen : rank of the value that is cut off.
    sentences : below the picture.   notes : one for each value's square.
    lines : of a trained predictor.
    """

    title: str
    short: str
    caption: str
    stretches: Sequence[tuple[float, float, str]]
    recognised: Sequence[bool]
    cuts: Sequence[tuple[str, float]] = ()
    chosen: int | None = None
    sentences: Sequence[str] = ()
    notes: Sequence[str] = ("",) * data.VALUES
    lines: Lines | None = None


# --------------------------------------------------------------------------------- cuts by hand


def view_of_one_cut(letter: str, value: int, cut: float, best: Mapping[int, int]) -> View:
    """View of one cut by hand."""
    places, order = data.ordered_values(letter)
    name = f"{letter}{order[value] + 1}"
    return View(
        f"{name} against the rest: drag the cut, or click another ball",
        f"{name} against the rest",
        describe_one_cut(name, data.count_mistakes(places, value, cut)),
        [(cut, data.HIGH, f"“{name}”") if places[value] > cut else (data.LOW, cut, f"“{name}”")],
        [best.get(j, data.VALUES) < BASELINE_MISTAKES for j in range(data.VALUES)],
        [("cut", cut)],
        value,
        [NOTE_ON_SQUARES],
        [str(best.get(j, "")) for j in range(data.VALUES)],
    )


def describe_one_cut(name: str, n_mistakes: int) -> str:
    """Compare the mistakes of a cut with those of answering "no" everywhere."""
    if not n_mistakes:
        return f"{name} is alone on its side of the cut: no mistake, so {name} is recognised."
    others = f"{n_mistakes} other value{'s' * (n_mistakes > 1)}"
    verdict = "so the predictor learns to answer “no”."
    if n_mistakes == BASELINE_MISTAKES:
        verdict = "so nothing is gained by the cut."
    return (
        f"{name} is on one side of the cut with {others}, which are mistakes. "
        f"Answering “no” everywhere makes one mistake, {verdict}"
    )


def view_of_ordered_cuts(letter: str, cuts: Sequence[float]) -> View:
    """View of several cuts, between which each stretch answers with the first value in it."""
    places, order = data.ordered_values(letter)
    inside, ends = data.stretch_indices(places, cuts), [data.LOW, *sorted(cuts), data.HIGH]
    first = {int(j): int(np.flatnonzero(inside == j)[0]) for j in set(inside.tolist())}
    names = [f"{letter}{order[first[j]] + 1}" if j in first else "" for j in range(len(ends) - 1)]
    caption = (
        f"With {len(cuts)} cut{'s' * (len(cuts) > 1)}, {len(first)} of {data.VALUES} values are "
    )
    caption += "recognised."
    if len(first) == data.VALUES:
        caption += " Nothing is wrong with the code, or with straight cuts."
    else:
        caption += " Each stretch between two cuts answers with the first value in it."
    return View(
        "cuts in order: drag them, or add one",
        "cuts in order",
        caption,
        [(start, end, name) for (start, end), name in zip(pairwise(ends), names)],
        [first[int(j)] == rank for rank, j in enumerate(inside)],
        [(f"cuts/{j}", cut) for j, cut in enumerate(cuts)],
    )


# ----------------------------------------------------------------------------- trained predictors


def view_of_trained(letter: str, way: str, C: float) -> View:
    """View of the answers of a trained predictor along the line."""
    lines, n_positive = data.fit_lines(letter, way, C)
    spots = np.linspace(data.LOW, data.HIGH, GRID_POINTS)
    winners = lines.at(spots).argmax(1)
    edges = [0, *(np.flatnonzero(np.diff(winners)) + 1).tolist(), GRID_POINTS - 1]
    setting = f"C = {C:g}" if way == data.SVM else "LDA"
    return View(
        f"what the trained predictor answers ({setting})",
        setting,
        describe_svm(lines, n_positive) if way == data.SVM else describe_lda(lines),
        [(spots[a], spots[b], lines.names[winners[a]]) for a, b in pairwise(edges)],
        lines.recognised.tolist(),
        sentences=[describe_confusions(lines), describe_sap(C)] if way == data.SVM else [],
        lines=lines,
    )


def describe_lda(lines: Lines) -> str:
    """Say how many values are recognised by lines that are fitted together."""
    count = lines.recognised.sum()
    return f"Twenty straight lines, fitted together, recognise {count} of {data.VALUES} values."


def describe_svm(lines: Lines, n_positive: int) -> str:
    """Say how many predictors ever answer "yes", and how many values are recognised."""
    who = "None answers “yes” (a line above 0), so the highest line wins."
    if n_positive:
        some = "One answers" if n_positive == 1 else f"{n_positive} answer"
        who = f"{some} “yes” somewhere (a line above 0); elsewhere the highest line wins."
    return (
        f"{data.VALUES} predictors, each trained on one value against the rest, recognise "
        f"{lines.recognised.sum()} values. {who}"
    )


def describe_confusions(lines: Lines) -> str:
    """Say how far away the value is for which an unrecognised value is mistaken."""
    off = np.abs(lines.at(lines.places).argmax(1) - np.arange(data.VALUES))
    if not off.any():
        return "No value is mistaken for another."
    distance = off[off > 0].mean()
    return (
        f"The unrecognised values are mistaken for a value {distance:.1f} balls away, on average."
    )


def describe_sap(C: float) -> str:
    """State SAP of all four letters."""
    note = (
        f"SAP of all four letters, on the paper's {len(data.papers_code().rows):,} sentences, is "
        f"{100 * data.papers_sap(C):.2f} in 100 with this C."
    )
    if C == data.PAPERS_C:
        printed = CLAIMS["toy-kumar-1"].expects.text
        note += f" This C is the authors', and the paper prints {printed}."
    return note
