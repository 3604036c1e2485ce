"""Comparison of conventions: how much a score depends on the settings of different libraries.

The module scores representations under every convention, changes the settings of one convention
into those of another step by step, and shows the numbers that every library printed.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .. import viz
from ..matrices import PictureMixin
from ..measures._supervised import parallel_map
from ..metric import METRICS
from ..representation import Representation
from ..score import Score
from ..scoring import over_seeds, resolve_metric_names, summarize_scores
from ..types import Progress
from ..validation import check_count, check_source
from . import CONVENTIONS, refuse, settings
from .library_scores import CASES, case, figures

if TYPE_CHECKING:
    import pandas as pd

BOOSTING = "boosting"  # takes minutes at the published size
NO_NUMBER = ("nan", "inf", "error")
TIE = 1e-9  # values that differ by no more than this differ only by rounding

Order = list[tuple[str, ...]]  # best first; tied names share a tuple


# ------------------------------------------------------------------------------- all conventions


def compare(
    reps: Representation | dict[str, Representation],
    *,
    metrics: str | Sequence[str] | None = None,
    seeds: int = 5,
    slow: bool = False,
    progress: Progress | None = None,
) -> "pd.DataFrame":
    """Compute every metric of every representation under every convention.

    Parameters
    ----------
    reps : Representation or dict of str to Representation
        One representation, or several by name.
    metrics : str, sequence of str or None, default=None
        Names of metrics. None computes all.
    seeds : int, default=5
        How often to repeat a metric that involves chance.
    slow : bool, default=False
        Whether to train the gradient boosting of two conventions, which takes minutes.
    progress : callable or None, default=None
        Wraps an iterable, as `tqdm.tqdm` does. You can interrupt the work.

    Returns
    -------
    table : DataFrame
        One row per representation, metric and convention, with these columns:

        - ``name``: the name of the representation, '' for a single one;
        - ``metric`` and ``convention``: their names;
        - ``value``: the score, as the mean over seeds; missing if the convention cannot be used for
          these samples;
        - ``spread``: the standard deviation over seeds;
        - ``explanation``: why there is no value, or the cautions of the score;
        - ``summary_line``: number, spread and how they were made, for a paper.

    Raises
    ------
    TypeError
        If `reps` is no Representation and no dict of them.
    ValueError
        If a metric is unknown, or `seeds` is not a whole number from 1 upwards.

    See Also
    --------
    spread : Distance between the conventions, from this table.
    rankings : Order of the representations under each convention, from this table.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation, compare
    >>> factors = np.tile([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]], (20, 1))
    >>> mixed = Representation(factors, factors @ [[1, 0.4], [0, 1]])
    >>> table = compare.compare(mixed, metrics="mig")
    >>> values = dict(zip(table.convention, table.value.astype(float).round(2)))
    >>> float(values["ours"]), float(values["ubisoft"])
    (0.5, 0.61)
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
    pairs = _metric_pairs([metrics] if isinstance(metrics, str) else metrics)
    rows = [
        row
        for metric, convention in (progress(pairs) if progress else pairs)
        for row in _score_all(reps, metric, convention, seeds, slow)
    ]
    return pd.DataFrame(rows).astype({"value": "Float64", "spread": "Float64"})


def _metric_pairs(metrics: Sequence[str] | None) -> list[tuple[str, str]]:
    """All pairs (metric, convention); raises ValueError for an unknown metric."""
    return [
        (metric, convention)
        for metric in resolve_metric_names(metrics or METRICS)
        for convention in CONVENTIONS
        if metric in (CONVENTIONS[convention].metrics or METRICS)
    ]


def _score_all(
    reps: dict[str, Representation], metric: str, convention: str, seeds: int, slow: bool
) -> list[dict[str, object]]:
    """Rows of one metric and convention, for all representations."""
    results = parallel_map(
        lambda rep: _score_row(rep, metric, convention, seeds, slow), list(reps.values())
    )
    keys = {"metric": metric, "convention": convention}
    return [{"name": name} | keys | row for name, row in zip(reps, results)]


def _score_row(
    rep: Representation, metric: str, convention: str, seeds: int, slow: bool
) -> dict[str, object]:
    scores: list[Score] | str | Exception = (
        "left out: gradient boosting takes minutes; slow=True (--slow) includes it"
    )
    if slow or settings(convention, metric).get("predictor") != BOOSTING:
        scores = over_seeds(metric, rep, convention, seeds)
    if not isinstance(scores, list):
        return {"value": None, "spread": None, "explanation": str(scores), "summary_line": ""}
    mean = summarize_scores(scores)
    return {
        "value": mean["value"],
        "spread": mean["spread"],
        "explanation": mean["cautions"],
        "summary_line": mean["summary_line"],
    }


def is_error(metric: str, convention: str) -> bool:
    """Whether a convention measures this metric as an error, so that lower is better.

    Parameters
    ----------
    metric : str
        Name of the metric.
    convention : str
        Name of the convention.

    Returns
    -------
    error : bool
        True for informativeness under conventions that use the NRMSE.

    Raises
    ------
    ValueError
        If `metric` is "informativeness" and the convention is unknown or does not have it.

    Examples
    --------
    >>> from disentangle_edu import compare
    >>> compare.is_error("informativeness", "qedr"), compare.is_error("mig", "ours")
    (True, False)
    """
    return metric == "informativeness" and settings(convention, metric).get("scoring") == "NRMSE"


def spread(table: "pd.DataFrame") -> "pd.DataFrame":
    """Lowest and highest score of each metric over conventions, and their distance.

    Parameters
    ----------
    table : DataFrame
        The table that `compare` returns.

    Returns
    -------
    table : DataFrame
        One row per metric, with these columns:

        - ``metric``: the name; "informativeness (error)" for conventions that measure an error,
          which cannot be compared with an accuracy;
        - ``conventions``: the number of conventions with a value for every representation;
        - ``lowest`` and ``highest``: the lowest and the highest mean over representations;
        - ``lowest under`` and ``highest under``: the conventions that give them;
        - ``spread``: highest minus lowest; missing for a single convention.

    Notes
    -----
    A convention that has no value for one of the representations is left out, because its mean
    would be over different samples.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation, compare
    >>> factors = np.tile([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]], (20, 1))
    >>> mixed = Representation(factors, factors @ [[1, 0.4], [0, 1]])
    >>> compare.spread(compare.compare(mixed, metrics="mig"))["highest under"].tolist()
    ['ubisoft']
    """
    valued = table.dropna(subset="value")
    named = valued.assign(metric=list(map(_row_label, valued.metric, valued.convention)))
    rows = []
    for metric, group in named.groupby("metric", sort=False):
        by_name = group.pivot(index="name", columns="convention", values="value")
        complete = by_name.reindex(columns=group.convention.unique()).dropna(axis="columns")
        values = {str(convention): float(mean) for convention, mean in complete.mean().items()}
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
    result = type(table)(rows, columns=["metric", "conventions", *ends, "spread"])
    return result.astype({"spread": "Float64"})


def _row_label(metric: str, convention: str) -> str:
    """The metric, with the word "error" if this convention measures an error."""
    return f"{metric} (error)" if is_error(metric, convention) else metric


def rankings(table: "pd.DataFrame") -> dict[str, dict[str, Order]]:
    """Order of the representations under each convention, best first.

    Parameters
    ----------
    table : DataFrame
        The table that `compare` returns.

    Returns
    -------
    orders : dict of str to dict of str to list of tuple of str
        The order by metric and by convention. Names in one tuple have the same score, and are in
        the order in which they were passed. A representation without a value is not in the order.
        If informativeness is an error, the lowest error comes first.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation, compare
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (20, 1))
    >>> mixed = Representation(factors, factors @ [[1, 0.4], [0, 1]])
    >>> copy = Representation(factors, factors)
    >>> table = compare.compare({"mixed": mixed, "copy": copy}, metrics="mig")
    >>> compare.rankings(table)["mig"]["ubisoft"]
    [('copy',), ('mixed',)]
    """
    orders: dict[str, dict[str, Order]] = {}
    valued = table.dropna(subset="value")
    for keys, group in valued.groupby(["metric", "convention"], sort=False):
        metric, convention = map(str, keys)
        sign = -1 if is_error(metric, convention) else 1
        goodness = {name: sign * value for name, value in zip(group["name"], group["value"])}
        orders.setdefault(metric, {})[convention] = _rank_names(goodness)
    return orders


def _rank_names(goodness: dict[str, float]) -> Order:
    """Names from best to worst; a name that is as good as the one before is in the same tuple."""
    order: list[list[str]] = []
    for name in sorted(goodness, key=lambda name: -goodness[name]):  # ties keep their order
        if order and goodness[order[-1][-1]] - goodness[name] <= TIE:
            order[-1].append(name)
        else:
            order.append([name])
    original_order = list(goodness)
    return [tuple(sorted(tied, key=original_order.index)) for tied in order]


def disagreement(orders: Iterable[Order]) -> float | None:
    """Share of the pairs of representations that two conventions order in opposite ways.

    Parameters
    ----------
    orders : iterable of list of tuple of str
        One order per convention, as in the result of `rankings`.

    Returns
    -------
    share : float or None
        Over all pairs of representations and all pairs of conventions that rank both. 0: no two
        conventions contradict each other; 1: all of them do. A tie contradicts no order. None if no
        two conventions rank the same two representations.

    Examples
    --------
    >>> from disentangle_edu import compare
    >>> compare.disagreement([[("a",), ("b",)], [("b",), ("a",)]])
    1.0
    >>> compare.disagreement([[("a",), ("b",)], [("a", "b")]])
    0.0
    """
    places = [{name: rank for rank, tied in enumerate(order) for name in tied} for order in orders]
    contradictions = total = 0
    for i, first in enumerate(places):
        for other in places[i + 1 :]:
            shared = [name for name in first if name in other]
            for j, a in enumerate(shared):
                for b in shared[j + 1 :]:
                    total += 1
                    contradictions += (first[a] - first[b]) * (other[a] - other[b]) < 0
    return contradictions / total if total else None


# ---------------------------------------------------------------------------------- step by step


def _all_settings(convention: str, metric: str) -> dict[str, object]:
    """All options of a metric, as a convention sets them."""
    parameters = METRICS[metric].__signature__.parameters.items()
    defaults = {
        name: parameter.default
        for name, parameter in parameters
        if parameter.kind is parameter.KEYWORD_ONLY and name not in ("convention", "progress")
    }
    return defaults | settings(convention, metric)


def changed_settings(metric: str, start: str, end: str) -> list[str]:
    """Options of a metric that two conventions set differently.

    Parameters
    ----------
    metric : str
        A name of METRICS.
    start : str
        Name of a convention.
    end : str
        Name of another convention.

    Returns
    -------
    names : list of str
        Names of the options, in the order in which the metric takes them.

    Raises
    ------
    ValueError
        If a convention is unknown or does not have the metric.

    Examples
    --------
    >>> from disentangle_edu import compare
    >>> compare.changed_settings("mig", "disentanglement_lib", "ubisoft")
    ['normalize_by', 'bins', 'factor_bins']
    """
    before, after = (_all_settings(convention, metric) for convention in (start, end))
    return [name for name in before if before[name] != after[name]]


class Walk(PictureMixin):
    """Scores of one metric while the settings of one convention turn into those of another.

    One setting is changed at a time. The size of a single step depends on the order of the steps;
    the first and the last score do not.

    Parameters
    ----------
    rep : Representation
        Factors and latents of the same samples.
    metric : str
        A name of METRICS.
    start : str
        Name of the convention at the start.
    end : str
        Name of the convention at the end.
    order : sequence of str or None, default=None
        Names of the options that differ, in the order in which they are changed. With None, the
        order of `changed_settings`.

    Attributes
    ----------
    steps : list of tuple of (str, Score)
        The change in words and the score after it; the first entry has the settings of `start`.
    values : list of float
        The score after each step.
    metric, start, end : str
        As passed.
    order : list of str
        Name of the option that each step changes.

    Raises
    ------
    ValueError
        If a name is unknown, if a convention has no result for these samples, or if `order` does
        not contain each option that differs once.
    TypeError
        If `rep` is not a Representation.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation, compare
    >>> factors = np.tile([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]], (20, 1))
    >>> rep = Representation(factors, factors @ [[1, 0.4], [0, 1]])
    >>> walk = compare.Walk(rep, "mig", "ours", "ubisoft")
    >>> [round(value, 2) for value in walk.values]
    [0.5, 0.61, 0.61, 0.61]
    """

    def __init__(
        self,
        rep: Representation,
        metric: str,
        start: str,
        end: str,
        order: Sequence[str] | None = None,
    ) -> None:
        check_source("Walk", rep, Representation)
        if metric not in METRICS:
            raise ValueError(f"metric: found {metric!r}, expected one of {', '.join(METRICS)}.")
        for convention in (start, end):
            settings(convention, metric)
            refuse(convention, metric, rep)
        self.metric, self.start, self.end = metric, start, end
        names = changed_settings(metric, start, end)
        self.order = names if order is None else list(order)
        if sorted(self.order) != sorted(names):
            raise ValueError(f"order: found {self.order}, expected each of {names} once.")
        self.steps = self._run_steps(rep)

    def _run_steps(self, rep: Representation) -> list[tuple[str, Score]]:
        function = METRICS[self.metric]
        now = _all_settings(self.start, self.metric)
        goal = _all_settings(self.end, self.metric)
        steps = [(f"convention {self.start}", function(rep, convention=self.start))]
        for name in self.order:
            change = f"{_format_value(now[name])} to {_format_value(goal[name])}"
            now = now | {name: goal[name]}
            steps.append((f"{name.replace('_', ' ')}: {change}", function(rep, **now)))
        return steps

    @property
    def values(self) -> list[float]:
        """The score after each step."""
        return [score.value for _, score in self.steps]

    def __repr__(self) -> str:
        changes = ["", *(_format_change(change) for change in np.diff(self.values))]
        lines = [f"{viz.display_name(self.metric)}, from {self.start} to {self.end}"] + [
            f"  {score.value:8.4f}  {change:>8}  {label}"
            for (label, score), change in zip(self.steps, changes)
        ]
        return "\n".join(lines)

    def picture(self) -> viz.Picture:
        """Picture with a bar for the first score and a step for every change.

        Returns
        -------
        picture : Picture
            The picture that a notebook shows.
        """
        shows = "; ".join(" ".join(line.split()) for line in repr(self).splitlines())
        caption = (
            f"{viz.capitalised_name(self.metric)} is {self.values[0]:.4f} under the convention "
            f"{self.start} and {self.values[-1]:.4f} under {self.end}. {self._largest_step()}"
        )
        scores = {self.metric: self.values[-1]}
        return viz.Picture(panels=(walk_panel(self),), shows=shows, caption=caption, scores=scores)

    def _largest_step(self) -> str:
        changes = np.diff(self.values)
        if not len(changes):
            return "The two conventions have the same settings."
        largest = int(np.abs(changes).argmax())
        return (
            f"In this order, the largest difference is {_format_change(changes[largest])} "
            f"({self.steps[largest + 1][0]})."
        )


def _format_change(change: float) -> str:
    """A change with its sign; a change that rounds to zero is +0.0000."""
    return f"{round(float(change), 4) + 0.0:+.4f}"


def _format_value(value: object) -> str:
    """A setting as a short text."""
    if value is None:
        return "own choice"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, tuple) and len(value) > 3:
        return f"{value[0]:g} ... {value[-1]:g}"
    return str(value)


STEP, GRIP = 46.0, 22.0  # pixels: height of a row, width of a handle
DOWN, UP = viz.CLASSES[1], viz.CLASSES[2]  # colours of a decrease and of an increase


@viz.panel(height=lambda walk: 46 + STEP * (len(walk.steps) + 1), min_width=320, max_width=720)
def walk_panel(
    canvas: viz.Canvas, walk: Walk, chosen: int | None = None, control: str = "", order: str = ""
) -> None:
    """Panel with horizontal bars that show the score before and after each change of a Walk.

    Parameters
    ----------
    walk : Walk
        The walk.
    chosen : int or None, default=None
        The step to be marked.
    control : str, default=''
        Name of the control whose value is the chosen step. If empty, no step can be chosen.
    order : str, default=''
        Name of the control whose value is the position of each of `changed_settings`, from 0. If
        empty, steps cannot be dragged to another position.

    Returns
    -------
    panel : Panel
        A panel of a picture.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation, compare
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (20, 1))
    >>> walk = compare.Walk(Representation(factors, factors), "mig", "ours", "ubisoft")
    >>> compare.walk_panel(walk).height > 0
    True
    """
    if not control:
        return _draw_walk(canvas, walk)
    indent = GRIP if order else 0.0
    handles = [_step_handle(control, j, j == chosen) for j in range(len(walk.steps))]
    with canvas.radio_group("a step of the walk"):
        _draw_walk(canvas, walk, handles, indent)
    if order and len(walk.order) > 1:
        _draw_grips(canvas, walk, order)


def _draw_grips(canvas: viz.Canvas, walk: Walk, control: str) -> None:
    """A handle at the left of each step, for dragging the step to another position."""
    x, y, _, _ = canvas.box
    last, first = len(walk.order) - 1, y + 26 + 1.5 * STEP
    names = changed_settings(walk.metric, walk.start, walk.end)
    for position, name in enumerate(walk.order):
        ends = first, first + last * STEP
        path = f"{control}/{names.index(name)}"
        axis = viz.Axis(path, float(position), 0.0, float(last), 1.0, "y", *ends)
        words = name.replace("_", " ")
        handle = viz.Handle(f"position of {words}", (axis,), f"step {position + 1} of {last + 1}")
        middle, key = first + position * STEP, words
        canvas.rect(
            x,
            middle - 17,
            GRIP - 2,
            34,
            viz.PAPER,
            viz.HANDLE,
            rx=5,
            handle=handle,
            key=f"grip{key}",
        )
        for line in (-5, 0, 5):
            at = middle + line
            style: viz.Style = {"stroke_width": "2", "pointer_events": "none"}
            canvas.line(x + 5, at, x + GRIP - 7, at, viz.HANDLE, key=f"grip{key}{line}", **style)


def _step_handle(control: str, step: int, is_chosen: bool) -> viz.Handle:
    """Handle that selects a step of a walk on a click."""
    axis = viz.Axis(control, -1.0, step, step, 1.0, "y", 0)
    return viz.Handle(f"step {step + 1}", (axis,), cell=(step, 0), chosen=is_chosen)


def _draw_walk(
    canvas: viz.Canvas, walk: Walk, handles: Sequence[viz.Handle] = (), indent: float = 0.0
) -> None:
    """Title and ticks of a walk, and a row for each step and for the end."""
    values = walk.values
    rows = [(0.0, values[0]), *zip(values, values[1:]), (0.0, values[-1])]
    names = [label for label, _ in walk.steps] + [f"convention {walk.end}"]
    x, y, width, _ = canvas.box
    top, bottom = y + 26, y + 26 + STEP * len(rows)
    left = x + indent + 8
    to_x = viz.scale((min(0.0, *values), max(1.0, *values)), (left, x + width - 66))
    way = f"{walk.start} to {walk.end}"
    canvas.title(f"{viz.display_name(walk.metric)}: from {way}", way, viz.display_name(walk.metric))
    for tick in (0, 0.5, 1):
        canvas.line(to_x(tick), top, to_x(tick), bottom, viz.GRID)
        canvas.note(to_x(tick), bottom + 14, f"{tick:g}", "middle")
    for j, (ends, name) in enumerate(zip(rows, names)):
        row = canvas.within(left - 8, top + j * STEP + 1, width - indent, STEP - 2)
        if j < len(handles):
            frame = viz.CHOSEN if handles[j].chosen else "none"
            row.rect(*row.box, "transparent", frame, handle=handles[j], rx=4, key=f"step{j}")
        total_key = {0: "first", len(rows) - 1: "last"}.get(j, "")
        _draw_step(row, name, ends, to_x, total_key)


def _draw_step(
    canvas: viz.Canvas, name: str, ends: tuple[float, float], to_x: viz.Pixels, total_key: str
) -> None:
    """One row of a walk: its label, and below it a bar from the score before to the one after."""
    x, y, width, _ = canvas.box
    left, right = sorted(to_x(end) for end in ends)
    number = f"{ends[1]:.4f}" if total_key else _format_change(ends[1] - ends[0])
    colour = viz.PART if total_key else DOWN if number.startswith("-") else UP
    key, quiet = total_key or name.split(":")[0], {"pointer_events": "none"}
    canvas.text(x + 8, y + 15, viz.short(name, width - 16), "start", key=f"w{key}", **quiet)
    canvas.rect(left, y + 21, max(right - left, 1.5), 17, colour, key=f"b{key}", **quiet)
    canvas.text(right + 6, y + 34, number, "start", key=f"n{key}", **quiet)


# ----------------------------------------------------------------------------- scores of libraries


class Printed(PictureMixin):
    """Numbers that every library printed for one case, with one dot per number.

    Parameters
    ----------
    name : str
        A name of CASES.
    metrics : sequence of str, default=('mig', 'disentanglement', ..., 'beta_vae')
        Names of metrics. The default lists those that most libraries have: 'mig',
        'disentanglement', 'completeness', 'sap', 'modularity', 'explicitness', 'factor_vae' and
        'beta_vae'.

    Attributes
    ----------
    name : str
        As passed.
    metrics : tuple of str
        Names of the metrics.
    rows : dict of str to DataFrame
        The rows of `figures.figures()` for each metric.
    letters : dict of str to str
        The letter of each library.

    Raises
    ------
    ValueError
        If a name is unknown.

    Examples
    --------
    >>> from disentangle_edu import compare
    >>> compare.Printed("a_copy", ["mig"]).letters["nmichlo/disent"]
    'K'
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
        self.name, self.metrics = name, tuple(resolve_metric_names(metrics))
        of_case = table[table.case == name]
        self.rows = {metric: of_case[of_case.metric == metric] for metric in self.metrics}
        self.letters = {
            library: chr(ord("A") + k) for k, library in enumerate(sorted(set(table.library)))
        }

    def __repr__(self) -> str:
        names = ", ".join(f"{letter} {name}" for name, letter in self.letters.items())
        head = f"Values that libraries print for {self.name} ({CASES[self.name][0]}): {names}."
        return "\n".join([head, *map(self._describe_metric, self.metrics)])

    def _describe_metric(self, metric: str) -> str:
        """Describe the scores of one metric in words."""
        rows = self.rows[metric]
        values = sorted(
            (float(value), f"{self.letters[library]}: {variant}")
            for value, library, variant in zip(rows.value, rows.library, rows.variant)
            if value not in NO_NUMBER
        )
        line = f"  {viz.display_name(metric)}: {len(values)} numbers"
        if values:
            (low, by_low), (high, by_high) = values[0], values[-1]
            line += f" from {low:.4f} ({by_low}) to {high:.4f} ({by_high})"
        none = len(rows) - len(values)
        return line + (f"; {none} times NaN, infinity or an error" if none else "")

    def picture(self) -> viz.Picture:
        """Picture with a line per metric, and a dot per library and variant.

        Returns
        -------
        picture : Picture
            The picture that a notebook shows.
        """
        title = f"{CASES[self.name][0]}: a dot for each number, with the letter of its library"
        panels = printed_panel(self.rows, self.letters, title), letters_panel(self.letters)
        text = "\n".join(self._describe_metric(metric).strip() for metric in self.metrics)
        return viz.Picture(panels=panels, shows=repr(self).replace("\n", " "), text=text)


LINE = 58.0  # pixels for each metric


@viz.panel(height=lambda rows: 44 + LINE * len(rows), min_width=340, max_width=860)
def printed_panel(
    canvas: viz.Canvas, rows: dict[str, "pd.DataFrame"], letters: dict[str, str], title: str
) -> None:
    """Panel with a line per metric, and a dot with the letter of the library for each number.

    Variants of one library that print the same number share a dot. Numbers below 0 or above 1 are
    drawn at the edge.

    Parameters
    ----------
    rows : dict of str to DataFrame
        The rows of `figures.figures()` for each metric.
    letters : dict of str to str
        The letter of each library.
    title : str
        The title.

    Returns
    -------
    panel : Panel
        A panel of a picture.

    Examples
    --------
    >>> from disentangle_edu import compare
    >>> printed = compare.Printed("a_copy", ["mig"])
    >>> compare.printed_panel(printed.rows, printed.letters, "a copy").height
    102.0
    """
    x, y, width, _ = canvas.box
    left, right, top = x + 120, x + width - 14, y + 24
    bottom = top + LINE * len(rows)
    canvas.title(title, *title.split(": ")[:1])
    canvas.rect(left, top, right - left, bottom - top, viz.GROUND, viz.GRID)
    for j, (metric, table) in enumerate(rows.items()):
        middle = top + (j + 0.5) * LINE
        numbers = [
            (library, left + min(max(float(value), 0), 1) * (right - left), float(value))
            for value, library in zip(table.value, table.library)
            if value not in NO_NUMBER
        ]
        canvas.text(left - 8, middle + 4, viz.display_name(metric), "end", link=metric)
        canvas.line(left, middle, right, middle, viz.GRID)
        _draw_numbers(canvas.within(left, middle, right - left, 0), numbers, letters, metric)
    for tick in (0, 0.25, 0.5, 0.75, 1):
        canvas.note(left + tick * (right - left), bottom + 14, f"{tick:g}", "middle")


@viz.panel(height=lambda letters: 46 + 21 * len(letters), min_width=240, max_width=330)
def letters_panel(canvas: viz.Canvas, letters: dict[str, str]) -> None:
    """Panel with the letter of each library; a name highlights all of its numbers.

    Parameters
    ----------
    letters : dict of str to str
        The letter of each library.

    Returns
    -------
    panel : Panel
        A panel of a picture.

    Examples
    --------
    >>> from disentangle_edu import compare
    >>> compare.letters_panel({"nmichlo/disent": "K"}).height
    67
    """
    x, y, width, _ = canvas.box
    canvas.title("libraries")
    for j, (library, letter) in enumerate(letters.items()):
        at = y + 36 + 21 * j
        _draw_letter(canvas, (x + 10, at), letter, library, library)
        style = {"link": library, "font_size": "11"}
        canvas.text(x + 26, at + 4, viz.short(library, width - 28, 5.8), "start", **style)


def _draw_letter(
    canvas: viz.Canvas, at: tuple[float, float], letter: str, library: str, title: str
) -> None:
    x, y = at
    colour = viz.CLASSES[(ord(letter) - 65) % len(viz.CLASSES)]
    style = {"stroke": colour, "stroke_width": "2", "link": library, "title": title}
    canvas.circle(x, y, 7, viz.PAPER, **style)
    canvas.text(x, y + 4, letter, font_size="11", fill=viz.INK, pointer_events="none")


def _draw_numbers(
    canvas: viz.Canvas,
    numbers: Iterable[tuple[str, float, float]],
    letters: dict[str, str],
    metric: str,
) -> None:
    """A dot for each number, joined to a letter in a free position.

    numbers : (library, its pixel, value).
    """
    left, middle, width, _ = canvas.box
    dots: dict[tuple[str, int], tuple[str, float]] = {}  # shared by numbers in one position
    occupied: list[tuple[float, float]] = []
    for library, dot_x, value in numbers:
        dot_key = (library, round(dot_x / 12))
        if dot_key in dots:
            continue
        dots[dot_key] = library, dot_x
        x, up = _free_position(dot_x, occupied, (left, left + width))
        occupied.append((x, up))
        quiet: viz.Style = {"link": library, "pointer_events": "none"}
        canvas.line(dot_x, middle, x, middle + up, viz.FAINT, **quiet)
        title = f"{library}, {metric}: {value:.4f}"
        _draw_letter(canvas, (x, middle + up), letters[library], library, title)
    for library, dot_x in dots.values():
        canvas.circle(dot_x, middle, 3, viz.INK, link=library, pointer_events="none")


def _free_position(
    dot_x: float, occupied: list[tuple[float, float]], ends: tuple[float, float]
) -> tuple[float, float]:
    """The position nearest to (at, 0), above or below and between the ends, without a letter."""
    asides = sorted(range(-400, 401, 5), key=abs)
    steps = [(dot_x + aside, up) for aside in asides for up in (-17.0, 17.0)]
    steps = [(x, up) for x, up in steps if ends[0] <= x <= ends[1]]
    return next(
        (x, up)
        for x, up in steps
        if all(abs(x - a) >= 15 or abs(up - b) >= 15 for a, b in occupied)
    )
