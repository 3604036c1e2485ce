"""How much of a number is convention?

One representation under every convention, the walk from one convention to another, step by step,
and what every library printed.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..core import Drawn, Progress, Representation, Score
from ..making import METRICS
from ..measures._supervised import each
from ..scoring import mean_of, named, over_seeds
from ..validation import check_count, check_source
from ..viz.canvas import Sheet, panel, scale
from ..viz.display_names import called
from ..viz.svg import (
    CLASSES,
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PAPER,
    PART,
    Handle,
    Panel,
    Picture,
    Style,
    choosing,
    circle,
    line,
    rect,
    short,
    text,
)
from . import CONVENTIONS, refuse, settings
from .reported_scores import CASES, case, figures

if TYPE_CHECKING:
    import pandas as pd

BOOSTING = "boosting"  # minutes at the published size
NO_NUMBER = ("nan", "inf", "error")
TIE = 1e-9  # values that lie no further apart are the same but for rounding

Order = list[tuple[str, ...]]  # best first; names that tie stand together


# ------------------------------------------------------------------------------ every convention


def compare(
    reps: Representation | dict[str, Representation],
    *,
    metrics: str | Sequence[str] | None = None,
    seeds: int = 5,
    slow: bool = False,
    progress: Progress | None = None,
) -> "pd.DataFrame":
    """Every metric of every representation under every convention, as a tidy pandas table.

    reps : {name: Representation}, or one Representation.
    metrics : names, all by default.
    seeds : how often to repeat what involves chance.
    slow : True also trains the gradient boosting of two conventions, which takes minutes.
    progress : wraps an iterable, as tqdm.tqdm does; interrupting stops the work.

    Columns: name, metric, convention, value (the mean over seeds; missing where the convention
    cannot serve the input), spread (standard deviation over seeds), why (the reason, or the score's
    cautions), line (number, spread and how they were made, for a paper).
    """
    import pandas as pd

    if not isinstance(reps, (Representation, dict)):
        raise TypeError(
            f"reps: found {type(reps).__name__}, expected a Representation, or a dict of them by "
            "name."
        )
    reps = {"": reps} if isinstance(reps, Representation) else reps
    for rep in reps.values():
        check_source("compare", rep, Representation)
    check_count("seeds", seeds)
    asked = _asked([metrics] if isinstance(metrics, str) else metrics)
    rows = [
        row
        for metric, convention in (progress(asked) if progress else asked)
        for row in _under(reps, metric, convention, seeds, slow)
    ]
    return pd.DataFrame(rows).astype({"value": "Float64", "spread": "Float64"})


def _asked(metrics: Sequence[str] | None) -> list[tuple[str, str]]:
    """Every (metric, convention) that there is. Raises ValueError for an unknown metric."""
    return [
        (metric, convention)
        for metric in named(metrics or METRICS)
        for convention in CONVENTIONS
        if metric in (CONVENTIONS[convention].metrics or METRICS)
    ]


def _under(
    reps: dict[str, Representation], metric: str, convention: str, seeds: int, slow: bool
) -> list[dict[str, object]]:
    """Many representations at a time, one setting after the other: what is measured is kept."""
    found = each(lambda rep: _scored(rep, metric, convention, seeds, slow), list(reps.values()))
    asked = {"metric": metric, "convention": convention}
    return [{"name": name} | asked | row for name, row in zip(reps, found)]


def _scored(
    rep: Representation, metric: str, convention: str, seeds: int, slow: bool
) -> dict[str, object]:
    found: list[Score] | str | Exception = (
        "left out: gradient boosting takes minutes; slow=True (--slow) includes it"
    )
    if slow or settings(convention, metric).get("predictor") != BOOSTING:
        found = over_seeds(metric, rep, convention, seeds)
    if not isinstance(found, list):
        return {"value": None, "spread": None, "why": str(found), "line": ""}
    mean = mean_of(found)
    return {
        "value": mean["value"],
        "spread": mean["spread"],
        "why": mean["cautions"],
        "line": mean["line"],
    }


def is_error(metric: str, convention: str) -> bool:
    """Whether a convention judges this metric by an error, where less is better."""
    return metric == "informativeness" and settings(convention, metric).get("judged_by") == "NRMSE"


def spread(table: "pd.DataFrame") -> "pd.DataFrame":
    """How far apart do the conventions lie?

    Per metric of a table of `compare`: lowest and highest value over conventions (mean over
    representations), and their distance. A convention without a value for one of the
    representations is left out, because its mean would be over other files. The distance is missing
    where one convention only is left. Informativeness has two rows where some conventions judge it
    by an error: an error and an accuracy have no distance.
    """
    known = table.dropna(subset="value")
    named = known.assign(metric=list(map(_kind_of, known.metric, known.convention)))
    rows = []
    for metric, group in named.groupby("metric", sort=False):
        by_name = group.pivot(index="name", columns="convention", values="value")
        whole = by_name.reindex(columns=group.convention.unique()).dropna(axis="columns")
        values = {str(convention): float(mean) for convention, mean in whole.mean().items()}
        if not values:
            continue
        low, high = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
        rows.append(
            {
                "metric": metric,
                "conventions": len(values),
                "lowest": values[low],
                "lowest under": low,
                "highest": values[high],
                "highest under": high,
                "spread": values[high] - values[low] if len(values) > 1 else None,
            }
        )
    ends = ["lowest", "lowest under", "highest", "highest under"]
    found = type(table)(rows, columns=["metric", "conventions", *ends, "spread"])
    return found.astype({"spread": "Float64"})


def _kind_of(metric: str, convention: str) -> str:
    """The metric, with a word beside it where this convention judges it by an error."""
    return f"{metric} (error)" if is_error(metric, convention) else metric


def rankings(table: "pd.DataFrame") -> dict[str, dict[str, Order]]:
    """Which representation comes first, under each convention?

    {metric: {convention: order}}, an order being a list of tuples of names, best first; names that
    tie stand in one tuple, in the order given. Only representations that a convention has a value
    for are ranked; informativeness as an error ranks lowest first.
    """
    found: dict[str, dict[str, Order]] = {}
    known = table.dropna(subset="value")
    for keys, group in known.groupby(["metric", "convention"], sort=False):
        metric, convention = map(str, keys)
        sign = -1 if is_error(metric, convention) else 1
        goodness = {name: sign * value for name, value in zip(group["name"], group["value"])}
        found.setdefault(metric, {})[convention] = _ordered(goodness)
    return found


def _ordered(goodness: dict[str, float]) -> Order:
    """Names by how good they are, best first; those as good as the one before stand beside it."""
    order: list[list[str]] = []
    for name in sorted(goodness, key=lambda name: -goodness[name]):  # stable: ties as they came
        if order and goodness[order[-1][-1]] - goodness[name] <= TIE:
            order[-1].append(name)
        else:
            order.append([name])
    given = list(goodness)
    return [tuple(sorted(tied, key=given.index)) for tied in order]


def disagreement(orders: Iterable[Order]) -> float | None:
    """How often do two conventions order two representations the other way round?

    The share of (pair of representations, pair of conventions) that are, out of those that both
    conventions rank. Where one of them sees a tie they do not contradict each other. None where no
    two conventions rank the same two representations.
    """
    places = [
        {name: place for place, tied in enumerate(order) for name in tied} for order in orders
    ]
    apart = total = 0
    for i, one in enumerate(places):
        for other in places[i + 1 :]:
            shared = [name for name in one if name in other]
            for j, a in enumerate(shared):
                for b in shared[j + 1 :]:
                    total += 1
                    apart += (one[a] - one[b]) * (other[a] - other[b]) < 0
    return apart / total if total else None


# ---------------------------------------------------------------------------------- step by step


class Walk(Drawn):
    """One metric, its settings changed one after the other from one convention's to another's.

    Single steps depend on the order, which is that of the metric's options; the two ends do not.

    rep : a Representation.   metric : a name of METRICS.   start, end : names of CONVENTIONS.
    steps : [(words on what was changed, Score)], the first with none of them changed.

    Raises ValueError for unknown names, and where a convention has no answer to this input.
    """

    def __init__(self, rep: Representation, metric: str, start: str, end: str) -> None:
        check_source("Walk", rep, Representation)
        if metric not in METRICS:
            raise ValueError(f"metric: found {metric!r}, expected one of {', '.join(METRICS)}.")
        for convention in (start, end):
            settings(convention, metric)
            refuse(convention, metric, rep)
        self.metric, self.start, self.end = metric, start, end
        self.steps = self._walked(rep)

    def _walked(self, rep: Representation) -> list[tuple[str, Score]]:
        function = METRICS[self.metric]
        defaults = {
            name: p.default
            for name, p in function.__signature__.parameters.items()
            if p.kind is p.KEYWORD_ONLY and name not in ("convention", "progress")
        }
        now = defaults | settings(self.start, self.metric)
        goal = defaults | settings(self.end, self.metric)
        steps = [(f"as {self.start} has it", function(rep, **now))]
        for name in defaults:
            if now[name] != goal[name]:
                words = f"{name.replace('_', ' ')}: {_short(now[name])} to {_short(goal[name])}"
                now = now | {name: goal[name]}
                steps.append((words, function(rep, **now)))
        return steps

    @property
    def values(self) -> list[float]:
        """The score after each step."""
        return [score.value for _, score in self.steps]

    def __repr__(self) -> str:
        changes = ["", *(_signed(change) for change in np.diff(self.values))]
        lines = [f"{called(self.metric)}, from {self.start} to {self.end}"] + [
            f"  {score.value:8.4f}  {change:>8}  {words}"
            for (words, score), change in zip(self.steps, changes)
        ]
        return "\n".join(lines)

    def picture(self) -> Picture:
        """A bar for the first figure, a step for every change."""
        alt = repr(self).replace("\n", "; ")
        said = (
            f"{called(self.metric)}: {self.values[0]:.4f} as {self.start} has it, "
            f"{self.values[-1]:.4f} as {self.end} has it. {self._largest_step()}"
        )
        scores = {self.metric: self.values[-1]}
        return Picture((walk_panel(self),), alt, scores=scores, said=said)

    def _largest_step(self) -> str:
        changes = np.diff(self.values)
        if not len(changes):
            return "The two settings are the same."
        largest = int(np.abs(changes).argmax())
        return (
            f"{self.steps[largest + 1][0]} makes the largest difference, in this order: "
            f"{_signed(changes[largest])}."
        )


def _signed(change: float) -> str:
    """A change with its sign; what rounds to nothing is +0.0000, from whichever side it comes."""
    return f"{round(float(change), 4) + 0.0:+.4f}"


def _short(value: object) -> str:
    """A setting in few letters."""
    if value is None:
        return "own choice"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, tuple) and len(value) > 3:
        return f"{value[0]:g} ... {value[-1]:g}"
    return str(value)


STEP, DOWN, UP = 46.0, CLASSES[1], CLASSES[2]  # pixels of a row; colours of a fall and of a rise


def walk_panel(
    walk: Walk, chosen: int | None = None, moves: Callable[[int], Handle] | None = None
) -> Panel:
    """Lying bars: where the score stands before and after each change.

    chosen : the step to be marked.   moves : moves(step) -> Handle by which a step is chosen.
    """
    values = walk.values
    low, high = min(0.0, *values), max(1.0, *values)
    rows = [(0.0, values[0]), *zip(values, values[1:]), (0.0, values[-1])]
    names = [words for words, _ in walk.steps] + [f"as {walk.end} has it"]

    @panel(46 + STEP * len(rows), least=320, most=720)
    def drawn(on: Sheet) -> None:
        x, y, width, _ = on.box
        left, right, top, bottom = x + 8, x + width - 66, y + 26, y + 26 + STEP * len(rows)
        place = scale((low, high), (left, right))
        way = f"{walk.start} to {walk.end}"
        on.title(f"{called(walk.metric)}: from {way}", way, called(walk.metric))
        for tick in (0, 0.5, 1):
            on.line(place(tick), top, place(tick), bottom, GRID)
            on.add(_tick(place(tick), bottom + 14, tick))
        for j, (ends, name) in enumerate(zip(rows, names)):
            box = x, top + j * STEP + 1, width, STEP - 2
            if moves and j < len(walk.steps):
                frame = MARK if j == chosen else "none"
                on.rect(*box, "transparent", frame, handle=moves(j), rx=4, key=f"step{j}")
            key = {0: "first", len(rows) - 1: "last"}.get(j, "")
            on.add(_step(box[:3], (place(ends[0]), place(ends[1])), ends, name, key))

    return choosing("a step of the walk", drawn()) if moves else drawn()


def _step(
    box: tuple[float, float, float],
    places: tuple[float, float],
    ends: tuple[float, float],
    name: str,
    whole: str,
) -> str:
    """One row of a walk: its words, and below them the bar from before to after."""
    (x, y, width), (left, right) = box, sorted(places)
    number = f"{ends[1]:.4f}" if whole else _signed(ends[1] - ends[0])
    colour = PART if whole else DOWN if number.startswith("-") else UP
    key, quiet = whole or name.split(":")[0], {"pointer_events": "none"}
    return (
        text(x + 8, y + 15, short(name, width - 16), "start", key=f"w{key}", **quiet)
        + rect(left, y + 21, max(right - left, 1.5), 17, colour, key=f"b{key}", **quiet)
        + text(right + 6, y + 34, number, "start", key=f"n{key}", **quiet)
    )


def _tick(x: float, y: float, value: float) -> str:
    return text(x, y, f"{value:g}", fill=FAINT, font_size="11")


# -------------------------------------------------------------------------- every library's figure


class Printed(Drawn):
    """What every library printed for one metric, or for several, of one case; a dot each.

    name : one of CASES.   metrics : names, those that most libraries have by default.
    rows : {metric: the rows of `figures`}.   letters : {library: its letter}.

    Raises ValueError for unknown names.
    """

    def __init__(
        self,
        name: str,
        metrics: Sequence[str] = (
            "mig",
            "disentanglement",
            "completeness",
            "sap",
            "modularity",
            "explicitness",
            "factor_vae",
            "beta_vae",
        ),
    ) -> None:
        table = figures()
        case(name)  # raises for an unknown case
        self.name, self.metrics = name, tuple(named(metrics))
        of_case = table[table.case == name]
        self.rows = {metric: of_case[of_case.metric == metric] for metric in self.metrics}
        self.letters = {
            library: chr(ord("A") + k) for k, library in enumerate(sorted(set(table.library)))
        }

    def __repr__(self) -> str:
        names = ", ".join(f"{letter} {name}" for name, letter in self.letters.items())
        head = f"What libraries print for {self.name} ({CASES[self.name][0]}): {names}."
        return "\n".join([head, *map(self._line, self.metrics)])

    def _line(self, metric: str) -> str:
        """The figures of one metric in words."""
        rows = self.rows[metric]
        values = sorted(
            (float(value), f"{self.letters[library]}: {variant}")
            for value, library, variant in zip(rows.value, rows.library, rows.variant)
            if value not in NO_NUMBER
        )
        line = f"  {metric}: {len(values)} figures"
        if values:
            (low, by_low), (high, by_high) = values[0], values[-1]
            line += f" from {low:.4f} ({by_low}) to {high:.4f} ({by_high})"
        none = len(rows) - len(values)
        return line + (f"; {none} times NaN, infinity or an error" if none else "")

    def picture(self) -> Picture:
        """A line per metric, a dot per library and variant."""
        title = f"{CASES[self.name][0]}: a dot per figure, with the letter of its library"
        panels = printed_panel(self.rows, self.letters, title), letters_panel(self.letters)
        return Picture(panels, repr(self).replace("\n", " "), repr(self))


LINE = 58.0  # pixels for each metric


def printed_panel(rows: dict[str, "pd.DataFrame"], letters: dict[str, str], title: str) -> Panel:
    """A line per metric, and for each figure a dot with the letter of its library.

    Variants of one library that print the same share a dot.

    Figures below 0 or above 1 stand at the edge.
    """

    @panel(44 + LINE * len(rows), least=340, most=860)
    def drawn(on: Sheet) -> None:
        x, y, width, _ = on.box
        left, right, top = x + 120, x + width - 14, y + 24
        bottom = top + LINE * len(rows)
        on.title(title, *title.split(": ")[:1])
        on.rect(left, top, right - left, bottom - top, GROUND, GRID)
        for j, (metric, table) in enumerate(rows.items()):
            middle = top + (j + 0.5) * LINE
            numbers = [
                (library, left + min(max(float(value), 0), 1) * (right - left), float(value))
                for value, library in zip(table.value, table.library)
                if value not in NO_NUMBER
            ]
            on.text(left - 8, middle + 4, called(metric), "end", link=metric)
            on.line(left, middle, right, middle, GRID)
            on.add(*_letters(numbers, letters, middle, metric, (left, right)))
        for tick in (0, 0.25, 0.5, 0.75, 1):
            on.add(_tick(left + tick * (right - left), bottom + 14, tick))

    return drawn()


def letters_panel(letters: dict[str, str]) -> Panel:
    """Which letter is which library; a name lights up with all of its figures."""

    @panel(46 + 21 * len(letters), least=240, most=330)
    def drawn(on: Sheet) -> None:
        x, y, width, _ = on.box
        on.title("libraries")
        for j, (library, letter) in enumerate(letters.items()):
            at = y + 36 + 21 * j
            on.add(_letter(x + 10, at, letter, library, library))
            style = {"link": library, "font_size": "11"}
            on.text(x + 26, at + 4, short(library, width - 28, 6.4), "start", **style)

    return drawn()


def _letter(x: float, y: float, letter: str, library: str, title: str) -> str:
    colour = CLASSES[(ord(letter) - 65) % len(CLASSES)]
    style = {"stroke": colour, "stroke_width": "2", "link": library, "title": title}
    word = text(x, y + 3.5, letter, font_size="10", fill=INK, pointer_events="none")
    return circle(x, y, 7, PAPER, **style) + word


def _letters(
    numbers: Iterable[tuple[str, float, float]],
    letters: dict[str, str],
    middle: float,
    metric: str,
    ends: tuple[float, float],
) -> list[str]:
    """A dot for each number, and a letter that hangs on it where others leave room."""
    out: list[str] = []
    dots: list[str] = []
    taken: list[tuple[float, float]] = []
    seen: set[tuple[str, int]] = set()
    for library, at, value in numbers:
        here = (library, round(at / 12))
        if here in seen:  # the same library, another variant, the same figure
            continue
        seen.add(here)
        place = _free_place(at, taken, ends)
        taken.append(place)
        title = f"{library}, {metric}: {value:.4f}"
        quiet: Style = {"link": library, "pointer_events": "none"}
        out.append(line(at, middle, place[0], middle + place[1], FAINT, **quiet))
        dots.append(circle(at, middle, 3, INK, **quiet))
        out.append(_letter(place[0], middle + place[1], letters[library], library, title))
    return out + dots


def _free_place(
    at: float, taken: list[tuple[float, float]], ends: tuple[float, float]
) -> tuple[float, float]:
    """The place nearest to (at, 0), above or below and between the ends, that covers no letter."""
    asides = sorted(range(-400, 401, 5), key=abs)
    steps = [(at + aside, up) for aside in asides for up in (-17.0, 17.0)]
    steps = [(x, up) for x, up in steps if ends[0] <= x <= ends[1]]
    return next(
        (x, up) for x, up in steps if all(abs(x - a) >= 15 or abs(up - b) >= 15 for a, b in taken)
    )
