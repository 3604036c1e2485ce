"""Labs on toy letters: why perfect codes score low, by their bins, by lines, by a forest.

The points are those of zhang2021's first toy code; the trained readers are its linear SVM, with the
paper's setting or another, and linear discriminant analysis.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import measures
from ...claims.registry import CLAIMS
from ...matrices import InformativenessMatrix
from ...measures import discretise
from ...measures.information import Codes, entropy
from ...measures.predictors import Features
from ...metrics import disentanglement, mig, modularity, sap
from ...representation import Representation
from ...score import Score
from ...types import Floats, Progress
from ...viz.canvas import Canvas, Panel, Style, panel, scale, stack
from ...viz.handles import Axis, Handle, along
from ...viz.panels import bars_panel, matrix_panel
from ...viz.picture import Picture
from ...viz.svg import Keywords, choices, group, rect, slider, text
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PAPER, PART, shade
from ...widgets.change_text import all_that_changed, use_caption
from ...widgets.controls import choice, dragged, folded_away, number, points, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import toy_letters
from ..common.lines import Lines, lines_panel

# ------------------------------------------------------------------------------- values on a line

VALUES_BY_HAND = (-1.0, -0.9, -0.6, 0.0)
FEWEST_VALUES, MOST_VALUES = 2, 20  # values
LEFT_END, RIGHT_END, RADIUS = -1.0, 1.0, 10.0  # where balls may lie; their radius in pixels
NOTES_ON_BINS = "bins are equally wide, from the lowest value to the highest", "shaded: shared"


def _binned_line_panel(places: Floats, codes: Codes, bins: int) -> Panel:
    """Values as balls on a line; those that share a bin are stacked in it."""
    counts = np.bincount(codes, minlength=bins)
    stack_height = (
        2.1 * RADIUS * (4 if len(places) <= 8 else 6)
    )  # the same wherever balls are dragged

    @panel(stack_height + 108, min_width=330, max_width=780)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        left, room = x + RADIUS, min(width, 760.0) - 2 * RADIUS
        floor = y + 40 + stack_height
        to_x = scale((LEFT_END, RIGHT_END), (left, left + room))
        canvas.title("values on a latent: drag a ball", "drag a ball")
        edges = np.linspace(places.min(), places.max(), bins + 1)
        for j, (start, end) in enumerate(pairwise(edges)):
            crowded = {"fill_opacity": "0.3"} if counts[j] > 1 else {}
            box = to_x(start), y + 30, to_x(end) - to_x(start), floor - y - 30
            canvas.rect(*box, MARK if crowded else GROUND, GRID, key=f"bin{j}", **crowded)
        canvas.line(left, floor, left + room, floor, INK)
        levels = _stack_levels(to_x(places), codes)
        step = min(2.1 * RADIUS, stack_height / (max(levels) + 1))
        for j, (value, level) in enumerate(zip(places, levels)):
            middle = floor - RADIUS - step * level
            axis = along(f"places/{j}", value, (LEFT_END, RIGHT_END), 0.01, (left, left + room))
            handle = Handle(f"value {j + 1}", (axis,), f"{value:.2f}, in bin {codes[j] + 1}")
            canvas.circle(to_x(value), middle, RADIUS, PART, PAPER, key=f"ball{j}", handle=handle)
            name: Style = {"pointer_events": "none", "font_size": "10", "key": f"n{j}"}
            canvas.text(to_x(value), middle + 4, j + 1, fill=PAPER, **name)
        for value in (-1, 0, 1):
            canvas.note(to_x(value), floor + 26, value, "middle")
        for j, note in enumerate(NOTES_ON_BINS):
            canvas.note(x, floor + 46 + 16 * j, note)

    return draw()


def _stack_levels(across: Floats, codes: Codes) -> list[int]:
    """How high each ball lies: above those of its bin, and none over another."""
    levels: list[int] = []
    for j, ball_x in enumerate(across):
        meets = (codes[:j] == codes[j]) | (np.abs(across[:j] - ball_x) < 2 * RADIUS)
        used_levels = {levels[other] for other in np.flatnonzero(meets)}
        levels.append(next(level for level in range(j + 1) if level not in used_levels))
    return levels


def draw_values_in_bins(places: Sequence[float], bins: int) -> Picture:
    """Values of a factor on a latent that is cut: what the bin tells, and MIG."""
    spots = np.array(places)
    codes = discretise(spots, bins=bins)
    counts, total_bits = np.bincount(codes), entropy(np.ones(len(spots)))
    bin_bits = entropy(counts)
    score = mig(
        InformativenessMatrix([[bin_bits], [0.0]], "bits", "bits", factor_entropy=total_bits)
    )
    shared = [j for j in range(bins) if (codes == j).sum() > 1]
    caption = f"Each value has a bin of its own, which tells all of its {total_bits:.2f} bits."
    if shared:
        who = [str(j + 1) for j in np.flatnonzero(codes == shared[0])]
        where = f"Values {', '.join(who[:-1])} and {who[-1]} share bin {shared[0] + 1}"
        if len(shared) > 1:
            where = f"{len(shared)} bins hold more than one value"
        caption = (
            f"{where}: whoever sees the bin alone cannot tell them apart. "
            f"It tells {bin_bits:.2f} of {total_bits:.2f} bits."
        )
    bits = {"to know": total_bits, "told": bin_bits}
    panels = (
        _binned_line_panel(spots, codes, bins),
        bars_panel(
            "bits of a value; told / to know is MIG", bits, top=np.log2(MOST_VALUES), key="bits"
        ),
    )
    details = f"MIG = {score.value:.4f}\nIn the bins, from the left: {', '.join(map(str, counts))}."
    alt = f"{len(spots)} values on a line of {bins} bins. {caption} MIG = {score.value:.4f}"
    caption += f" MIG {score.value:.3f}."
    return Picture(
        panels=panels, description=alt, text=details, scores={"mig": score}, caption=caption
    )


@lab
def values_in_bins(after: After = None) -> Lab:
    """Put the values of a factor anywhere on its latent: which of them share a bin?"""
    controls = {
        "places": points("places", VALUES_BY_HAND, FEWEST_VALUES, MOST_VALUES, LEFT_END, RIGHT_END),
        "bins": whole("bins", 4, 2, 40),
    }
    return Lab(draw_values_in_bins, controls, describe_change=use_caption, after=after)


VALUES = toy_letters.VALUES
BY_HAND, IN_ORDER = "one value against the rest, by hand", "in order, by hand"
SVM, LDA = "one against the rest, trained (SVM)", "all values at once, trained (LDA)"
WAYS = (BY_HAND, IN_ORDER, SVM, LDA)
PAPERS_C, MOST_CUTS = 0.01, VALUES - 1
LOW, HIGH, GRID_POINTS = -1.0, 1.0, 801
VIEW_RANGES = {SVM: (-1.4, 0.8), LDA: (-0.4, 1.05)}  # heights of a trained reader's lines
BASELINE_MISTAKES = 1  # mistakes, of the twenty values, of a reader that never says the chosen one


@functools.cache
def _toy_letters() -> toy_letters.Letters:
    return toy_letters.Letters(1)


@functools.cache
def _ordered_values(letter: str) -> tuple[Floats, NDArray[np.int64]]:
    """Where a letter's values lie, from left to right, and which values they are."""
    toy, k = _toy_letters(), toy_letters.NAMES.index(letter)
    positions = np.array([toy.latents[rows[0], k] for rows in toy.where[k]])
    order = positions.argsort()
    return positions[order], order


@functools.lru_cache(maxsize=32)
def _fit_lines(letter: str, way: str, C: float) -> tuple[Lines, int]:
    """The twenty lines of a trained reader, from the leftmost value to the rightmost.

    And how many of the SVM's twenty readers answer yes anywhere on the latent.
    """
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.svm import LinearSVC

    k, (places, order) = toy_letters.NAMES.index(letter), _ordered_values(letter)
    x, y, _, _ = _toy_letters().parted(k, *toy_letters.streams(0))
    reader = LinearSVC(C=C, random_state=0) if way == SVM else LinearDiscriminantAnalysis()
    reader.fit(x[:, [k]], y)
    slopes, heights = reader.coef_[order, 0], reader.intercept_[order]
    if way == LDA:  # whose values have no spread: only how the lines lie to each other has a sense
        largest = (np.multiply.outer((LOW, HIGH), slopes) + heights).max()
        slopes, heights = slopes / largest, heights / largest
    names = [f"{letter}{value + 1}" for value in order]
    low, high = VIEW_RANGES[way]
    reach = low, max(high, 1.05 * (np.multiply.outer(places, slopes) + heights).max())
    lines = Lines(places, slopes, heights, names, ((LOW, HIGH), reach))
    return lines, int((lines.at((LOW, HIGH)) > 0).any(0).sum())


@functools.lru_cache(maxsize=16)
def _papers_sap(C: float) -> float:
    """SAP of the paper's own code and samples, all four letters."""
    return sap(toy_letters.predictability(_toy_letters(), C=C)).value


@dataclass(frozen=True)
class LineReading:
    """What one way of cutting makes of the line.

    stretches : (start, end, caption).   known : which values are recognised, by rank.
    cuts : (control, place) of what can be dragged.   chosen : the value that is cut off.
    words : sentences below.   notes : what stands in each value's square.
    lines : of a trained reader.
    """

    title: str
    short: str
    caption: str
    stretches: Sequence[tuple[float, float, str]]
    known: Sequence[bool]
    cuts: Sequence[tuple[str, float]] = ()
    chosen: int | None = None
    words: Sequence[str] = ()
    notes: Sequence[str] = ("",) * VALUES
    lines: Lines | None = None


# ------------------------------------------------------------------------------------- by hand


def count_mistakes(places: Floats, rank: int, cut: float) -> int:
    """Values, of all, that one cut tells wrongly: others on the chosen one's side of it."""
    same = (places > cut) == (places[rank] > cut)
    return int(same.sum()) - 1


def stretch_indices(places: Floats, cuts: Sequence[float]) -> NDArray[np.int64]:
    """The stretch between ordered cuts, from 0, in which each value lies."""
    return np.digitize(places, np.sort(cuts))


def add_cut(values: dict) -> dict:
    """A cut through the middle of the stretch that holds most values; none where all are apart."""
    places, _ = _ordered_values(values["letter"])
    counts = np.bincount(stretch_indices(places, values["cuts"]))
    if counts.max() < 2 or len(values["cuts"]) == MOST_CUTS:
        return values
    inside = places[stretch_indices(places, values["cuts"]) == counts.argmax()]
    half = len(inside) // 2
    lower, upper = inside[half - 1], inside[half]
    digits = next(n for n in range(2, 17) if lower < round((lower + upper) / 2, n) < upper)
    return values | {"cuts": [*values["cuts"], round(float(lower + upper) / 2, digits)]}


def remove_cut(values: dict) -> dict:
    """Without the cut that came last."""
    return values | {"cuts": values["cuts"][:-1] or values["cuts"]}


@dataclass(frozen=True)
class FewestMistakes:
    """The fewest mistakes that a cut by hand has made so far: by letter, by rank of a value."""

    mistakes: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    def of(self, letter: str) -> Mapping[int, int]:
        """Those of one letter."""
        return self.mistakes.get(letter, {})

    def after(self, letter: str, rank: int, n_mistakes: int) -> "FewestMistakes":
        """With one cut more."""
        best = {**self.of(letter), rank: min(n_mistakes, self.of(letter).get(rank, n_mistakes))}
        return FewestMistakes({**self.mistakes, letter: best})


def follow_cuts(before: dict, now: dict) -> dict:
    """Remember, for each value of a letter, the fewest mistakes that a cut by hand has made.

    Who chooses a C wants to see the SVM, and who moves ordered cuts wants to see those.
    """
    if before["way"] == now["way"]:
        for name, way in (("C", SVM), ("cuts", IN_ORDER)):
            now = now | {"way": way} if before[name] != now[name] else now
    letter, rank, cut = now["letter"], now["value"], now["cut"]
    if all(before[name] == now[name] for name in ("letter", "value", "cut")):
        return now
    n_mistakes = count_mistakes(_ordered_values(letter)[0], rank, cut)
    return now | {"memory": now["memory"].after(letter, rank, n_mistakes)}


# ------------------------------------------------------------------------------------ the picture

LEVELS, LEVEL, BALL = 5, 21.0, 9.5  # so many levels, so that neighbours do not overlap


@panel(34 + LEVELS * LEVEL + 62, min_width=330, max_width=860)
def _line_panel(canvas: Canvas, letter: str, reading: LineReading) -> None:
    """The values on their line, what is said along it, and the cuts to drag."""
    places, order = _ordered_values(letter)
    x, y, width, _ = canvas.box

    def level_of(j: int) -> float:
        return base - 14 - LEVEL * (j % LEVELS)

    to_x = scale((LOW, HIGH), (x + 46, x + width - 8))  # as in lines_panel
    top, base = y + 34, y + 34 + LEVELS * LEVEL + 16
    canvas.title(reading.title, reading.short)
    for j, (start, end, label) in enumerate(reading.stretches):
        fill = {"fill_opacity": "0.28" if j % 2 else "0.12", "key": f"said{j}"}
        stretch_width = to_x(end) - to_x(start)
        canvas.rect(to_x(start), top, stretch_width, base - top + 34, PART, title=label, **fill)
        if len(label) * 7 < stretch_width:
            canvas.text(to_x((start + end) / 2), base + 28, label, key=f"words{j}")
    canvas.line(to_x(LOW), base, to_x(HIGH), base, INK)
    for j, value in enumerate(places):
        canvas.line(to_x(value), base, to_x(value), level_of(j), GRID, key=f"stem{j}")
    dots: list[str] = []
    for j, value in enumerate(places):
        level = level_of(j)
        name, is_chosen = f"{letter}{order[j] + 1}", j == reading.chosen
        colour = MARK if is_chosen else PART
        style: Style = {"rx": BALL, "key": f"dot{j}", "link": name}
        if reading.chosen is not None:
            axis = Axis("value", -1.0, j, j, 1.0, "y", 0)
            handle = Handle(f"choose {name}", (axis,), cell=(0, j), chosen=is_chosen)
            style |= {"handle": handle, "stroke_width": "4" if is_chosen else "2"}
        recognised = bool(reading.known[j])
        style["title"] = f"{name} at {value:.2f}"
        # A rectangle as round as can be: the stage gives circles that are handles a rim.
        corner = to_x(value) - BALL, level - BALL
        inside = colour if recognised else PAPER
        dots.append(rect(*corner, 2 * BALL, 2 * BALL, inside, colour, **style))
        ink: Style = {"font_size": "10", "pointer_events": "none", "key": f"name{j}"}
        number = text(
            to_x(value), level + 3.5, order[j] + 1, fill=PAPER if recognised else INK, **ink
        )
        dots.append(number)
    group_of = group if reading.chosen is None else functools.partial(choices, "a value")
    canvas.add(group_of(*dots, key="dots"))
    for j, (path, cut) in enumerate(reading.cuts):
        axis = Axis(path, cut, LOW, HIGH, 0.01, "x", to_x(LOW), to_x(HIGH))
        stroke = {"stroke_width": "3", "key": f"cut{j}", "pointer_events": "none"}
        canvas.line(to_x(cut), top - 6, to_x(cut), base + 12, MARK, **stroke)
        handle = Handle("cut" if len(reading.cuts) == 1 else f"cut {j + 1}", (axis,), f"{cut:.2f}")
        canvas.circle(to_x(cut), base + 12, 8, MARK, key=f"grip{j}", handle=handle)


@panel(68, min_width=330, max_width=860)
def _count_panel(canvas: Canvas, reading: LineReading) -> None:
    """A square for each value, from left to right, full where it is recognised."""
    x, y, width, _ = canvas.box
    count = sum(reading.known)
    canvas.title(f"recognised: {count} of {VALUES}", f"{count} of {VALUES}")
    step = min(width, 560) / VALUES
    for j, recognised in enumerate(reading.known):
        style: Style = {"key": f"known{j}", "rx": 3}
        canvas.rect(x + j * step, y + 24, step - 3, 22, PART if recognised else GROUND, **style)
        small = {"font_size": "10", "key": f"made{j}"}
        fill = PAPER if recognised else FAINT
        label_x = x + (j + 0.5) * step - 1.5
        canvas.text(label_x, y + 39, reading.notes[j], fill=fill, **small)
    if any(reading.notes):
        caption = "figures: the fewest mistakes so far, ball by ball"
        canvas.note(x, y + 62, caption)


def _read_one_cut(letter: str, value: int, cut: float, best: Mapping[int, int]) -> LineReading:
    """One cut by hand: its mistakes beside those of never saying the value."""
    places, order = _ordered_values(letter)
    name, n_mistakes = f"{letter}{order[value] + 1}", count_mistakes(places, value, cut)
    others = (
        f"stands {n_mistakes or 'no'} other value"
        if n_mistakes < 2
        else f"stand {n_mistakes} other values"
    )
    baseline = f"Answering “no” everywhere is wrong for 1 of {VALUES}, {name} itself"
    if n_mistakes < BASELINE_MISTAKES:
        verdict = f"{baseline}: this cut is better, and {name} is recognised."
    elif n_mistakes == BASELINE_MISTAKES:
        verdict = f"{baseline}: as good, so nothing is gained by the cut."
    else:
        verdict = f"{baseline}: better than this cut, so that is what one learns to say."
    return LineReading(
        f"{name} against the rest: drag the cut, or click another ball",
        f"{name} against the rest",
        f"On {name}'s side of the cut {others}: wrong for {n_mistakes} of {VALUES}. {verdict}",
        [(cut, HIGH, f"“{name}”") if places[value] > cut else (LOW, cut, f"“{name}”")],
        [best.get(j, VALUES) < BASELINE_MISTAKES for j in range(VALUES)],
        [("cut", cut)],
        value,
        ["In the squares: the fewest mistakes of your cuts so far; full where none is left."],
        [str(best.get(j, "")) for j in range(VALUES)],
    )


def _read_ordered_cuts(letter: str, cuts: Sequence[float]) -> LineReading:
    """Several cuts: each stretch says one value that lies in it."""
    places, order = _ordered_values(letter)
    inside, ends = stretch_indices(places, cuts), [LOW, *sorted(cuts), HIGH]
    first = {int(j): int(np.flatnonzero(inside == j)[0]) for j in set(inside.tolist())}
    caption = f"{len(cuts)} cut{'s' * (len(cuts) > 1)} part {len(first)} of {VALUES} values."
    if len(first) == VALUES:
        caption += " Nothing is wrong with the code, nor with straight cuts."
    else:
        caption += " Each stretch says the first value in it."
    return LineReading(
        "cuts in order: drag them, or add one",
        "cuts in order",
        caption,
        [
            (start, end, f"{letter}{order[first[j]] + 1}" if j in first else "")
            for j, (start, end) in enumerate(pairwise(ends))
        ],
        [first[int(j)] == rank for rank, j in enumerate(inside)],
        [(f"cuts/{j}", cut) for j, cut in enumerate(cuts)],
    )


def _describe_confusions(lines: Lines) -> str:
    """For how distant a neighbour the values that are not recognised are taken."""
    off = np.abs(lines.at(lines.places).argmax(1) - np.arange(VALUES))
    if not off.any():
        return ""
    return f"The others are taken for one {off[off > 0].mean():.1f} balls away, on average."


def _read_trained(letter: str, way: str, C: float) -> LineReading:
    """What a trained reader says along the line."""
    lines, yes = _fit_lines(letter, way, C)
    along, recognised = np.linspace(LOW, HIGH, GRID_POINTS), lines.recognised.tolist()
    winners = lines.at(along).argmax(1)
    edges = [0, *(np.flatnonzero(np.diff(winners)) + 1).tolist(), GRID_POINTS - 1]
    names = [lines.names[j] for j in winners[edges[:-1]]]
    setting, notes = f"C = {C:g}" if way == SVM else "LDA", []
    if way == LDA:
        sentence = (
            f"Twenty straight lines, fitted together, recognise {sum(recognised)} "
            f"of {VALUES} values."
        )
    else:
        sentence = (
            f"Of {VALUES} readers, each trained on one value against the rest, {yes or 'none'} "
            f"say{'s' if yes == 1 else ''} “yes” (a line above 0) at some place. Elsewhere the "
            f"faintest “no” decides, and {sum(recognised)} values are recognised. "
            f"{_describe_confusions(lines)}"
        )
        notes.append(
            f"SAP of all four letters, on the paper's {len(_toy_letters().rows):,} sentences: "
            f"{100 * _papers_sap(C):.2f} in 100 with this C."
        )
    if way == SVM and C == PAPERS_C:
        printed = CLAIMS["toy-kumar-1"].expects.text
        notes[0] += f" It is the paper's C, and the figure that it prints is {printed}."
    return LineReading(
        f"what the trained reader says ({setting})",
        setting,
        sentence,
        [(along[a], along[b], name) for (a, b), name in zip(pairwise(edges), names)],
        recognised,
        words=notes,
        lines=lines,
    )


def draw_cuts(
    way: str, letter: str, value: int, cut: float, cuts: list, C: float, memory: FewestMistakes
) -> Picture:
    """Twenty values on a line and a reader that parts them."""
    if way == BY_HAND:
        reading = _read_one_cut(letter, value, cut, memory.of(letter))
    else:
        reading = (
            _read_ordered_cuts(letter, cuts) if way == IN_ORDER else _read_trained(letter, way, C)
        )
    count = f"Recognised: {sum(reading.known)} of {VALUES}."
    alt = f"{VALUES} values of letter {letter} on a line. {reading.caption} {count}"
    panels = [_line_panel(letter, reading), _count_panel(reading)]
    if reading.lines:
        scaled = " (scaled)" if way == LDA else ""
        labels = f"a line for each value; the highest wins{scaled}", f"latent of letter {letter}"
        panels.insert(0, lines_panel(reading.lines, labels, "", (260, 860)))
    panel = stack(*panels)
    scores = {"recognised": sum(reading.known)}
    return Picture(
        panels=(panel,),
        description=alt,
        text="\n".join([count, *reading.words]),
        scores=scores,
        caption=reading.caption,
    )


@lab
def cuts(after: After = None) -> Lab:
    """Twenty values on a line: part each from the rest with one cut, or all with cuts in order."""
    controls = {
        "way": choice("how it is cut", WAYS, BY_HAND),
        "letter": choice("letter", toy_letters.NAMES, toy_letters.NAMES[0]),
        "C": choice("C of the SVM", [0.01, 0.1, 1.0, 10.0], PAPERS_C, ["0.01", "0.1", "1", "10"]),
        "value": folded_away(whole("value, from the left", 9, 0, VALUES - 1)),
        "cut": dragged(number("cut", 0.5, LOW, HIGH)),
        "cuts": points("cuts", [-0.5, 0.0, 0.5], 1, MOST_CUTS, LOW, HIGH),
    }
    presses = {"One cut more": add_cut, "One cut fewer": remove_cut}

    def idle(values: dict) -> list[str]:
        unused = [] if values["way"] == SVM else ["C"]
        return unused if values["way"] == IN_ORDER else [*unused, *presses]

    hears: Keywords = {
        "update_state": follow_cuts,
        "describe_change": use_caption,
        "hidden_controls": idle,
        "initial_state": FewestMistakes(),
    }
    return Lab(draw_cuts, controls, buttons=presses, after=after, **hears)


LIVE_SAMPLES, FULL_SAMPLES = 1_000, 10_000
FEWEST, MOST = 2, 100  # bins


@functools.lru_cache(maxsize=64)
def _small_code(values: int, dimensions: int, ordered: bool, samples: int) -> Representation:
    return toy_letters.small(values, dimensions, ordered, samples)


@functools.lru_cache(maxsize=64)
def _forest_score(
    values: int, dimensions: int, ordered: bool, samples: int, trees: int, max_features: Features
) -> Score:
    rep = _small_code(values, dimensions, ordered, samples)
    return disentanglement(rep, n_estimators=trees, max_features=max_features)


@functools.lru_cache(maxsize=64)
def _svm_score(values: int, dimensions: int, ordered: bool, samples: int, C: float) -> Score:
    return sap(_small_code(values, dimensions, ordered, samples), C=C)


def _toy_picture(
    values: int,
    dimensions: int,
    order: str,
    bins: int,
    trees: int,
    max_features: str,
    C: float,
    samples: int,
) -> Picture:
    code = values, dimensions, order == "in order", samples
    rep, forest, svm = (
        _small_code(*code),
        _forest_score(*code, trees, max_features),
        _svm_score(*code, C),
    )
    scores = {
        score.metric: score.value
        for score in (mig(rep, bins=bins), modularity(rep, bins=bins), forest, svm)
    }
    (first, places), name = np.unique(rep.latents[:, 0], return_index=True), rep.latent_names[0]
    rank = rep.factors[places, 0]
    filled = len(np.unique(measures.discretise(rep.latents[:, 0], bins=bins)))
    best, svm_share = forest.matrix.values.max(0), svm.matrix.values.max(0).mean()
    latents = len(rep.latent_names)
    each = latents // len(rep.factor_names)
    bins_text = (
        "have bins of their own" if filled == len(first) else f"fill {filled} of {bins} bins"
    )
    caption = (  # without the words A and a, which are names here, but for the letter
        f"Nothing is mixed, nothing lost. The {len(first)} values of letter "
        f"{rep.factor_names[0]} {bins_text}, and the SVM recognises "
        f"{values * svm_share:.1f} of {values} values of each letter (guessing: 1)."
    )
    if each > 1:
        caption += (
            f" {each} latents know each letter about as well, so the code is not complete, and "
            "MIG and SAP find no gap."
        )
    n_open = int(latents**0.5) if max_features == "sqrt" else latents
    caption += f" Each split of the forest's trees sees {n_open} of the {latents} latents."
    lines = [
        ", ".join(f"{metric} = {value:.4f}" for metric, value in scores.items())
        + f"; {samples:,} samples.",
        f"The forest gives {best.min():.2f} of letter {rep.factor_names[int(best.argmin())]}'s "
        "importance to its best latent.",
    ]
    matrix = matrix_panel(forest.matrix, cell=42, min_width=300, title="importance in the forest")
    title = f"the values of letter A on latent {name}, in {bins} bins: drag the point below"
    left_panels = stack(
        axis_panel(title, first, rank, bins),
        bars_panel(f"scores, {samples:,} samples", scores, step=34),
    )
    panels = left_panels, replace(matrix, height=310.0)  # the same for any number of latents
    return Picture(
        panels=panels,
        description=f"{caption} {' '.join(lines)}",
        text="\n".join(lines),
        scores=scores,
        caption=caption,
    )


@panel(142, min_width=330, max_width=760)
def axis_panel(canvas: Canvas, title: str, values: np.ndarray, rank: np.ndarray, bins: int) -> None:
    """Where values lie on an axis, and which of them share a bin.

    rank : which value each is.
    """
    low, high = values.min(), values.max()
    codes = measures.discretise(values, bins=bins)
    shared = np.bincount(codes, minlength=bins) > 1
    x, y, width, _ = canvas.box

    def to_x(value: float) -> float:
        return x + 4 + (value - low) / max(high - low, 1e-12) * (width - 8)

    canvas.title(title, "values in bins: drag the point")
    for j in range(bins):
        left, right = (to_x(low + (high - low) * edge / bins) for edge in (j, j + 1))
        canvas.rect(left, y + 26, right - left, 48, GROUND, GRID, key=f"bin{j}")
        if shared[j]:
            canvas.rect(left, y + 26, right - left, 48, MARK, fill_opacity="0.3", key=f"shared{j}")
    for j, value in enumerate(values):
        style = {"stroke_width": "3", "key": f"value{j}"}
        colour = shade(0.4 + 0.6 * rank[j] / max(len(values) - 1, 1))
        canvas.line(to_x(value), y + 30, to_x(value), y + 70, colour, **style)
    note = (
        "strokes: values, from faint (the first) to strong (the last); shaded: bins that hold "
        f"several ({int(shared.sum())} do)"
    )
    canvas.paragraph(x, y + 78, width, note)
    down, (first, last) = y + 126, (x + 56, x + width - 60)
    for place_of, anchor, count in ((first - 14, "end", FEWEST), (last + 14, "start", MOST)):
        canvas.note(place_of, down + 4, f"{count} bins", anchor)
    limits = FEWEST, MOST
    canvas.add(slider(("bins", "bins"), bins, limits, (first, last), down, key="bins"))


def draw_toy_text(**values: Any) -> Picture:
    """A perfect code of four letters on 1,000 samples."""
    return _toy_picture(**values, samples=LIVE_SAMPLES)


def full_toy_text(progress: Progress, **values: Any) -> Picture:
    """The same on 10,000 samples, as many as the paper draws."""
    for _ in progress(["all"]):
        picture = _toy_picture(**values, samples=FULL_SAMPLES)
    changes = all_that_changed(draw_toy_text(**values), picture, least=0.01)
    return replace(picture, caption=f"With {FULL_SAMPLES:,} sentences: {changes}")


@lab
def toy_text(after: After = None) -> Lab:
    """Each letter's values lie on latents of its own, nothing is lost: what do the scores say?"""
    controls = {
        "values": whole("values per letter", 20, 2, 40),
        "dimensions": whole("latents per letter", 1, 1, 3),
        "order": choice("values lie", ["at random", "in order"], "at random"),
        "bins": dragged(whole("bins (MIG, modularity)", 20, FEWEST, MOST)),
        "trees": whole("trees of the forest", 10, 1, 50),
        "max_features": choice(
            "latents open to a split", ["sqrt", "all"], "sqrt", ["some, at random", "all"]
        ),
        "C": choice("C of the SVM", [0.01, 1.0, 10.0], 0.01, ["0.01", "1", "10"]),
    }
    tell = functools.partial(all_that_changed, least=0.005)  # less is chance, of 1,000 samples
    return Lab(draw_toy_text, controls, full=full_toy_text, describe_change=tell, after=after)


TREES, LATENTS = 10, len(toy_letters.NAMES)
SAMPLES = 1_000, 3_000, 10_000
SIZES = 1_000, 100, 10, 0  # samples at a split, at least so many
SIZE_LABELS = "1,000 and more", "100 to 999", "10 to 99", "fewer than 10"


def gains_of(tree: Any) -> Floats:
    """(splits, 3) of a fitted tree: the latent, the samples that are split, and what it gains.

    A gain is the impurity that the split takes away; the gains of a tree are divided by their sum,
    so that those of a latent add up to its importance in scikit-learn.
    """
    inner = np.flatnonzero(tree.children_left >= 0)
    mass = tree.weighted_n_node_samples * tree.impurity
    gains = mass[inner] - mass[tree.children_left[inner]] - mass[tree.children_right[inner]]
    gains /= gains.sum() or 1.0
    return np.column_stack([tree.feature[inner], tree.weighted_n_node_samples[inner], gains])


@functools.cache
def importance_by_size(open_: int, samples: int) -> Floats:
    """(sizes, latents, letters) importance that splits of each size give to each latent."""
    from sklearn.ensemble import RandomForestClassifier

    rep = toy_letters.small(samples=samples)
    importance = np.zeros((len(SIZES), LATENTS, LATENTS))
    for k in range(LATENTS):
        forest = RandomForestClassifier(TREES, max_features=open_, random_state=0)
        forest.fit(rep.latents, rep.factors[:, k])
        splits = np.concatenate([gains_of(tree.tree_) for tree in forest.estimators_])
        row = np.digitize(-splits[:, 1], -np.array(SIZES[:-1], dtype=float) - 0.5)
        np.add.at(importance[..., k], (row, splits[:, 0].astype(int)), splits[:, 2] / TREES)
    return importance


@panel(74 + 38 * len(SIZES), min_width=340, max_width=620)
def _sizes_panel(canvas: Canvas, own_share: Floats, others: Floats) -> None:
    """For each size of a split, the importance of the own latent and of the others."""
    x, y, width, _ = canvas.box
    titles = "importance, by how many samples a split parts", "importance by samples"
    canvas.title(*titles)
    left, room = x + 112, width - 112 - 66
    canvas.rect(left, y + 22, room, 38 * len(SIZES), GROUND, GRID)
    for j, (name, correct, wrong) in enumerate(zip(SIZE_LABELS, own_share, others)):
        row_y = y + 27 + 38 * j
        canvas.note(left - 8, row_y + 18, name, "end")
        start = left
        for share, fill, key in ((correct, PART, "own"), (wrong, MARK, "other")):
            canvas.rect(start, row_y, share * room, 28, fill, key=f"{key}{j}", title=f"{share:.3f}")
            start += share * room
        note: Style = {"font_size": "11", "key": f"sum{j}"}
        canvas.text(start + 6, row_y + 18, f"{correct:.2f} + {wrong:.2f}", "start", **note)
    bottom = y + 22 + 38 * len(SIZES) + 12
    labels = "the letter's own latent", "latents that know nothing"
    for j, (fill, whose) in enumerate(zip((PART, MARK), labels)):
        canvas.rect(left, bottom + 18 * j, 11, 11, fill)
        canvas.note(left + 16, bottom + 10 + 18 * j, whose)


@panel(80, min_width=240, max_width=340)
def _open_panel(canvas: Canvas, open_: int) -> None:
    """The four latents; a point says how many of them a split may look at."""
    x, y, width, _ = canvas.box
    titles = "latents open to a split: drag the point", "open latents: drag"
    canvas.title(*titles)
    step = min((width - 60) / (LATENTS - 1), 64.0)
    ends = x + 20, x + 20 + step * (LATENTS - 1)
    for j in range(LATENTS):
        tick_x = x + 20 + step * j
        canvas.line(tick_x, y + 39, tick_x, y + 49, FAINT)
        canvas.note(tick_x, y + 68, j + 1, "middle")
    named = "open_", "latents open to a split"
    canvas.add(slider(named, open_, (1, LATENTS), ends, y + 44))


def draw_blind_splits(open_: int, samples: int) -> Picture:
    """A forest whose splits see some of four latents: who gets the importance, and where."""
    importance = importance_by_size(open_, samples)
    own_share = np.trace(importance, axis1=1, axis2=2) / LATENTS
    others = importance.sum((1, 2)) / LATENTS - own_share
    score = disentanglement(InformativenessMatrix(importance.sum(0), "importance"))
    wrong, small = float(others.sum()), float(others[2:].sum())
    caption = "Every split finds the letter's own latent, and no other helps as much."
    if open_ < LATENTS:
        caption = (
            f"With {open_} of {LATENTS} open, the letter's own latent is missing at about "
            f"{1 - open_ / LATENTS:.0%} of the splits. Latents that know nothing get {wrong:.0%} "
            f"of the importance, {small / wrong:.0%} of it from splits of fewer than 100 samples."
        )
    caption += f" D is {score.value:.2f}."
    panels = (
        stack(_open_panel(open_), bars_panel("", {"D": score.value}, min_width=240, key="d")),
        _sizes_panel(own_share, others),
    )
    details = (
        f"Forests of {TREES} trees, one for each letter, on {samples:,} sentences, all of which "
        f"they learn from (ours; the lab further up keeps some back for a test, so that its D is a "
        f"little lower). D = {score.value:.4f}."
    )
    alt = f"Importance by the size of splits. {caption}"
    return Picture(
        panels=panels, description=alt, text=details, scores={"D": score.value}, caption=caption
    )


@lab
def blind_splits(after: After = None) -> Lab:
    """A forest that may not always look at the right latent: where does importance go astray?"""
    names = [f"{count:,}" for count in SAMPLES]
    controls = {
        "open_": dragged(whole("latents open to a split", 2, 1, LATENTS)),
        "samples": choice("sentences", list(SAMPLES), SAMPLES[0], names),
    }
    return Lab(draw_blind_splits, controls, describe_change=use_caption, after=after)
