"""A lab on SAP's reader: twenty values on a line, parted by hand, one against the rest or in order.

The points are those of zhang2021's first toy code; the trained readers are its linear SVM, with the
paper's setting or another, and linear discriminant analysis.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..claims.ledger import CLAIMS
from ..core import Floats
from ..metrics import sap
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PAPER,
    PART,
    Axis,
    Handle,
    Panel,
    Picture,
    choices,
    circle,
    group,
    heading,
    line,
    rect,
    stack,
    text,
)
from ..worlds import letters
from .controls import choice, folded_away, free, in_picture, number, points, whole
from .lab import Lab, lab, tells_itself
from .lines import Lines, lines_panel

VALUES = letters.VALUES
BY_HAND, IN_ORDER = "one value against the rest, by hand", "in order, by hand"
SVM, LDA = "one against the rest, trained (SVM)", "all values at once, trained (LDA)"
WAYS = (BY_HAND, IN_ORDER, SVM, LDA)
PAPERS_C, MOST_CUTS = 0.01, VALUES - 1
LOW, HIGH, GRID_POINTS = -1.0, 1.0, 801
SHOWN = {SVM: (-1.4, 0.8), LDA: (-0.4, 1.05)}  # heights of a trained reader's lines
NEVER = 1  # mistakes, of the twenty values, of a reader that never says the chosen one


@functools.cache
def _toy() -> letters.Letters:
    return letters.Letters(1)


@functools.cache
def _places(letter: str) -> tuple[Floats, NDArray[np.int64]]:
    """Where a letter's values lie, from left to right, and which values they are."""
    toy, k = _toy(), letters.NAMES.index(letter)
    found = np.array([toy.latents[rows[0], k] for rows in toy.where[k]])
    order = found.argsort()
    return found[order], order


@functools.lru_cache(maxsize=32)
def _trained(letter: str, way: str, C: float) -> tuple[Lines, int]:
    """The twenty lines of a trained reader, from the leftmost value to the rightmost.

    And how many of the SVM's twenty readers answer yes anywhere on the latent.
    """
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.svm import LinearSVC

    k, (places, order) = letters.NAMES.index(letter), _places(letter)
    x, y, _, _ = _toy().parted(k, *letters.streams(0))
    reader = LinearSVC(C=C, random_state=0) if way == SVM else LinearDiscriminantAnalysis()
    reader.fit(x[:, [k]], y)
    slopes, heights = reader.coef_[order, 0], reader.intercept_[order]
    if way == LDA:  # whose values have no spread: only how the lines lie to each other has a sense
        largest = (np.multiply.outer((LOW, HIGH), slopes) + heights).max()
        slopes, heights = slopes / largest, heights / largest
    names = [f"{letter}{value + 1}" for value in order]
    low, high = SHOWN[way]
    reach = low, max(high, 1.05 * (np.multiply.outer(places, slopes) + heights).max())
    lines = Lines(places, slopes, heights, names, ((LOW, HIGH), reach))
    return lines, int((lines.at((LOW, HIGH)) > 0).any(0).sum())


@functools.lru_cache(maxsize=16)
def _papers_sap(C: float) -> float:
    """SAP of the paper's own code and samples, all four letters."""
    return sap(letters.predictability(_toy(), C=C)).value


@dataclass(frozen=True)
class Reading:
    """What one way of cutting makes of the line.

    stretches : (start, end, what is said there).   known : which values are recognised, by rank.
    cuts : (control, place) of what can be dragged.   chosen : the value that is cut off.
    words : sentences below.   notes : what stands in each value's square.
    lines : of a trained reader.
    """

    title: str
    short: str
    said: str
    stretches: Sequence[tuple[float, float, str]]
    known: Sequence[bool]
    cuts: Sequence[tuple[str, float]] = ()
    chosen: int | None = None
    words: Sequence[str] = ()
    notes: Sequence[str] = ("",) * VALUES
    lines: Lines | None = None


# ------------------------------------------------------------------------------------- by hand


def mistakes(places: Floats, rank: int, cut: float) -> int:
    """Values, of all, that one cut tells wrongly: others on the chosen one's side of it."""
    same = (places > cut) == (places[rank] > cut)
    return int(same.sum()) - 1


def stretches(places: Floats, cuts: Sequence[float]) -> NDArray[np.int64]:
    """The stretch between ordered cuts, from 0, in which each value lies."""
    return np.digitize(places, np.sort(cuts))


def one_more(values: dict) -> dict:
    """A cut through the middle of the stretch that holds most values; none where all are apart."""
    places, _ = _places(values["letter"])
    counts = np.bincount(stretches(places, values["cuts"]))
    if counts.max() < 2 or len(values["cuts"]) == MOST_CUTS:
        return values
    inside = places[stretches(places, values["cuts"]) == counts.argmax()]
    half = len(inside) // 2
    left, right = inside[half - 1], inside[half]
    digits = next(n for n in range(2, 17) if left < round((left + right) / 2, n) < right)
    return values | {"cuts": [*values["cuts"], round(float(left + right) / 2, digits)]}


def one_fewer(values: dict) -> dict:
    """Without the cut that came last."""
    return values | {"cuts": values["cuts"][:-1] or values["cuts"]}


def follow_cuts(before: dict, now: dict) -> dict:
    """Remember, for each value of a letter, the fewest mistakes that a cut by hand has made.

    Who chooses a C wants to see the SVM, and who moves ordered cuts wants to see those.
    """
    if before["_best"] and not now["_best"]:  # all starts anew
        return now
    if before["way"] == now["way"]:
        for name, way in (("C", SVM), ("cuts", IN_ORDER)):
            now = now | {"way": way} if before[name] != now[name] else now
    letter, rank, cut = now["letter"], now["value"], now["cut"]
    if all(before[name] == now[name] for name in ("letter", "value", "cut")):
        return now
    made, best = mistakes(_places(letter)[0], rank, cut), now["_best"].get(letter, {})
    best = best | {rank: min(made, best.get(rank, made))}
    return now | {"_best": now["_best"] | {letter: best}}


# ------------------------------------------------------------------------------------ the picture

LEVELS, LEVEL, BALL = 5, 21.0, 9.5  # so many levels, so that neighbours do not overlap


def _line_panel(letter: str, shown: Reading) -> Panel:
    """The values on their line, what is said along it, and the cuts to drag."""
    places, order = _places(letter)

    def draw(x: float, y: float, width: float, height: float) -> str:
        def level_of(j: int) -> float:
            return base - 14 - LEVEL * (j % LEVELS)

        def at(place: float) -> float:
            return x + 46 + (place - LOW) / (HIGH - LOW) * (width - 54)  # as in lines_panel

        top, base = y + 34, y + 34 + LEVELS * LEVEL + 16
        out = [heading(x, y, width, shown.title, shown.short)]
        for j, (start, end, words) in enumerate(shown.stretches):
            fill = {"fill_opacity": "0.28" if j % 2 else "0.12", "key": f"said{j}"}
            wide = at(end) - at(start)
            out.append(rect(at(start), top, wide, base - top + 34, PART, title=words, **fill))
            if len(words) * 7 < wide:
                out.append(text(at((start + end) / 2), base + 28, words, key=f"words{j}"))
        out.append(line(at(LOW), base, at(HIGH), base, INK))
        for j, place in enumerate(places):
            out.append(line(at(place), base, at(place), level_of(j), GRID, key=f"stem{j}"))
        dots: list[str] = []
        for j, place in enumerate(places):
            level = level_of(j)
            name, here = f"{letter}{order[j] + 1}", j == shown.chosen
            colour = MARK if here else PART
            told: dict[str, Any] = {"rx": BALL, "key": f"dot{j}", "link": name}
            if shown.chosen is not None:
                axis = Axis("value", -1.0, j, j, 1.0, "y", 0)
                handle = Handle(f"choose {name}", (axis,), cell=(0, j), chosen=here)
                told |= {"handle": handle, "stroke_width": "4" if here else "2"}
            known = bool(shown.known[j])
            told["title"] = f"{name} at {place:.2f}"
            # A rectangle as round as can be: the stage gives circles that are handles a rim.
            corner = at(place) - BALL, level - BALL
            inside = colour if known else PAPER
            dots.append(rect(*corner, 2 * BALL, 2 * BALL, inside, colour, **told))
            ink: dict[str, Any] = {"font_size": "10", "pointer_events": "none", "key": f"name{j}"}
            number = text(at(place), level + 3.5, order[j] + 1, fill=PAPER if known else INK, **ink)
            dots.append(number)
        group_of = group if shown.chosen is None else functools.partial(choices, "a value")
        out.append(group_of(*dots, key="dots"))
        for j, (path, cut) in enumerate(shown.cuts):
            axis = Axis(path, cut, LOW, HIGH, 0.01, "x", at(LOW), at(HIGH))
            stroke = {"stroke_width": "3", "key": f"cut{j}", "pointer_events": "none"}
            out.append(line(at(cut), top - 6, at(cut), base + 12, MARK, **stroke))
            handle = Handle(
                "cut" if len(shown.cuts) == 1 else f"cut {j + 1}", (axis,), f"{cut:.2f}"
            )
            out.append(circle(at(cut), base + 12, 8, MARK, key=f"grip{j}", handle=handle))
        return "".join(out)

    return Panel(draw, 34 + LEVELS * LEVEL + 62, 330, 860)


def _count_panel(shown: Reading) -> Panel:
    """A square for each value, from left to right, full where it is recognised."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        count = sum(shown.known)
        out = [heading(x, y, width, f"recognised: {count} of {VALUES}", f"{count} of {VALUES}")]
        step = min(width, 560) / VALUES
        for j, known in enumerate(shown.known):
            told: dict[str, Any] = {"key": f"known{j}", "rx": 3}
            out.append(rect(x + j * step, y + 24, step - 3, 22, PART if known else GROUND, **told))
            small = {"font_size": "10", "key": f"made{j}"}
            fill = PAPER if known else FAINT
            at = x + (j + 0.5) * step - 1.5
            out.append(text(at, y + 39, shown.notes[j], fill=fill, **small))
        if any(shown.notes):
            caption = "figures: the fewest mistakes so far, ball by ball"
            out.append(text(x, y + 62, caption, "start", FAINT, font_size="11"))
        return "".join(out)

    return Panel(draw, 68, 330, 860)


def _against_the_rest(letter: str, value: int, cut: float, best: dict[int, int]) -> Reading:
    """One cut by hand: its mistakes beside those of never saying the value."""
    places, order = _places(letter)
    name, made = f"{letter}{order[value] + 1}", mistakes(places, value, cut)
    others = f"stands {made or 'no'} other value" if made < 2 else f"stand {made} other values"
    never = f"Answering “no” everywhere is wrong for 1 of {VALUES}, {name} itself"
    if made < NEVER:
        verdict = f"{never}: this cut is better, and {name} is recognised."
    elif made == NEVER:
        verdict = f"{never}: as good, so nothing is gained by the cut."
    else:
        verdict = f"{never}: better than this cut, so that is what one learns to say."
    return Reading(
        f"{name} against the rest: drag the cut, or click another ball",
        f"{name} against the rest",
        f"On {name}'s side of the cut {others}: wrong for {made} of {VALUES}. {verdict}",
        [(cut, HIGH, f"“{name}”") if places[value] > cut else (LOW, cut, f"“{name}”")],
        [best.get(j, VALUES) < NEVER for j in range(VALUES)],
        [("cut", cut)],
        value,
        ["In the squares: the fewest mistakes of your cuts so far; full where none is left."],
        [str(best.get(j, "")) for j in range(VALUES)],
    )


def _ordered(letter: str, cuts: Sequence[float]) -> Reading:
    """Several cuts: each stretch says one value that lies in it."""
    places, order = _places(letter)
    inside, ends = stretches(places, cuts), [LOW, *sorted(cuts), HIGH]
    first = {int(j): int(np.flatnonzero(inside == j)[0]) for j in set(inside.tolist())}
    said = f"{len(cuts)} cut{'s' * (len(cuts) > 1)} part {len(first)} of {VALUES} values."
    if len(first) == VALUES:
        said += " Nothing is wrong with the code, nor with straight cuts."
    else:
        said += " Each stretch says the first value in it."
    return Reading(
        "cuts in order: drag them, or add one",
        "cuts in order",
        said,
        [
            (start, end, f"{letter}{order[first[j]] + 1}" if j in first else "")
            for j, (start, end) in enumerate(pairwise(ends))
        ],
        [first[int(j)] == rank for rank, j in enumerate(inside)],
        [(f"cuts/{j}", cut) for j, cut in enumerate(cuts)],
    )


def _how_far_off(lines: Lines) -> str:
    """For how distant a neighbour the values that are not recognised are taken."""
    off = np.abs(lines.at(lines.places).argmax(1) - np.arange(VALUES))
    if not off.any():
        return ""
    return f"The others are taken for one {off[off > 0].mean():.1f} balls away, on average."


def _by_machine(letter: str, way: str, C: float) -> Reading:
    """What a trained reader says along the line."""
    lines, yes = _trained(letter, way, C)
    along, known = np.linspace(LOW, HIGH, GRID_POINTS), lines.told.tolist()
    said = lines.at(along).argmax(1)
    edges = [0, *(np.flatnonzero(np.diff(said)) + 1).tolist(), GRID_POINTS - 1]
    names = [lines.names[j] for j in said[edges[:-1]]]
    setting, words = f"C = {C:g}" if way == SVM else "LDA", []
    if way == LDA:
        told = f"Twenty straight lines, fitted together, recognise {sum(known)} of {VALUES} values."
    else:
        told = (
            f"Of {VALUES} readers, each trained on one value against the rest, {yes or 'none'} "
            f"say{'s' if yes == 1 else ''} “yes” (a line above 0) at some place. Elsewhere the "
            f"faintest “no” decides, and {sum(known)} values are recognised. {_how_far_off(lines)}"
        )
        words.append(
            f"SAP of all four letters, on the paper's {len(_toy().rows):,} sentences: "
            f"{100 * _papers_sap(C):.2f} in 100 with this C."
        )
    if way == SVM and C == PAPERS_C:
        printed = CLAIMS["toy-kumar-1"].expects.text
        words[0] += f" It is the paper's C, and the figure that it prints is {printed}."
    return Reading(
        f"what the trained reader says ({setting})",
        setting,
        told,
        [(along[a], along[b], name) for (a, b), name in zip(pairwise(edges), names)],
        known,
        words=words,
        lines=lines,
    )


def draw_cuts(
    way: str, letter: str, value: int, cut: float, cuts: list, C: float, _best: dict
) -> Picture:
    """Twenty values on a line and a reader that parts them."""
    if way == BY_HAND:
        shown = _against_the_rest(letter, value, cut, _best.get(letter, {}))
    else:
        shown = _ordered(letter, cuts) if way == IN_ORDER else _by_machine(letter, way, C)
    count = f"Recognised: {sum(shown.known)} of {VALUES}."
    alt = f"{VALUES} values of letter {letter} on a line. {shown.said} {count}"
    panels = [_line_panel(letter, shown), _count_panel(shown)]
    if shown.lines:
        scaled = " (scaled)" if way == LDA else ""
        labels = f"a line for each value; the highest wins{scaled}", f"latent of letter {letter}"
        panels.insert(0, lines_panel(shown.lines, labels, "", (260, 860)))
    panel = stack(*panels)
    scores = {"recognised": sum(shown.known)}
    return Picture((panel,), alt, "\n".join([count, *shown.words]), scores, shown.said)


@lab
def cuts(after: Any = None) -> Lab:
    """Twenty values on a line: part each from the rest with one cut, or all with cuts in order."""
    controls = {
        "way": choice("how it is cut", WAYS, BY_HAND),
        "letter": choice("letter", letters.NAMES, letters.NAMES[0]),
        "C": choice("C of the SVM", [0.01, 0.1, 1.0, 10.0], PAPERS_C, ["0.01", "0.1", "1", "10"]),
        "value": folded_away(whole("value, from the left", 9, 0, VALUES - 1)),
        "cut": in_picture(number("cut", 0.5, LOW, HIGH)),
        "cuts": points("cuts", [-0.5, 0.0, 0.5], 1, MOST_CUTS, LOW, HIGH),
        "_best": free("fewest mistakes so far", {}),
    }
    presses = {"One cut more": one_more, "One cut fewer": one_fewer}

    def idle(values: dict) -> list[str]:
        unused = [] if values["way"] == SVM else ["C"]
        return unused if values["way"] == IN_ORDER else [*unused, *presses]

    hears: dict[str, Any] = {"follow": follow_cuts, "tell": tells_itself, "idle": idle}
    return Lab(draw_cuts, controls, presses=presses, after=after, **hears)
