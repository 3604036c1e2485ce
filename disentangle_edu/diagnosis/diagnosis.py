"""Why a score is low, and which repairs of the code would raise it."""

import textwrap
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..matrices import PictureMixin
from ..measures._supervised import single_blas_thread
from ..representation import Representation
from ..scoring import resolve_metric_names
from ..types import Floats, Progress
from ..validation import MOST_SEED, check_count, check_source
from ..viz.display_names import display_name
from .drawing import changes_panel, plot_changes
from .repairs import REPAIRS
from .search import (
    apply_repair,
    best_repair,
    gain,
    ideal_code,
    interval,
    random_halves,
    remaining_repairs,
    score_changes,
    score_table,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..viz.picture import Picture

DEFAULT_METRICS = ("mig", "dcimig", "modularity", "sap", "mcc", "linear_r2")
N_SPLITS = 10
COLUMNS, NAME_WIDTH = 80, 13  # characters of a line in a terminal, and of a row's name

FINDINGS = {  # the defect, and what the repair does
    "drop_idle": ("some latents carry nothing about any single factor", "dropping them"),
    "merge_copies": ("some latents are copies of each other", "averaging the copies"),
    "straighten": ("some latents are bent", "straightening them"),
    "unrotate": (
        "the latents carry the factors along directions, not axes",
        "undoing a linear mixture",
    ),
    "denoise": (
        "the latents vary while the factors do not, by noise or by something else",
        "replacing them by their means given the factors",
    ),
    "decorrelate": (
        "the factors of these samples depend on each other",
        "resampling until they hardly do",
    ),
}
HEALTHY = "No repair raises these scores by more than chance: nothing to repair was found."
LIMITS = (
    "The repairs use the factors, so a repaired score is not one to report. They see "
    "only what a single latent or a linear fit to all latents gives, so not a parity."
)
UNFINISHED = "The diagnosis was interrupted, so this is only what was done by then."


class Diagnosis(PictureMixin):
    """Changes of scores by repairs, the best sequence of repairs, and a conclusion.

    `diagnose` makes it.

    Parameters
    ----------
    metrics : sequence of str
        Names of the metrics.
    before : ndarray of shape (n_splits, n_metrics)
        Scores of the code as it is, on the scored half of each split.
    alone : mapping of str to ndarray of shape (n_splits, n_metrics)
        Changes of the scores by each repair alone.
    steps : mapping of str to ndarray of shape (n_splits, n_metrics)
        Changes by the repairs of the best sequence, each after the repairs before it.
    noise : ndarray of shape (n_splits, n_metrics) or None, default=None
        Changes by `denoise` after the sequence; None if the sequence has it or is not finished.
    ideal : ndarray of shape (n_splits, n_metrics) or None, default=None
        Scores of the factors themselves as a code; None if the diagnosis is not finished.
    undefined : sequence of str, default=()
        Metrics that were requested and are not defined for these samples.
    seed : int, default=0
        Seed of the splits.

    Attributes
    ----------
    metrics : tuple of str
        Names of the metrics.
    undefined : tuple of str
        As passed.
    n_splits, seed : int
        Number of splits, and their seed.
    changes : DataFrame
        One row per repair and metric: ``repair``, ``metric``, ``change``, ``low`` and ``high``.
        Each repair is alone here.
    sequence : list of str
        Names of the repairs of the best sequence, in order.
    gains : DataFrame
        One row per repair of the sequence: ``repair``, ``gain`` (mean change over metrics), ``low``
        and ``high``.
    waterfall : DataFrame
        One row per metric, whose entries sum to 1; see Notes.
    conclusion : str
        What the tables say, in a few sentences.
    finished : bool
        Whether nothing interrupted the search.

    See Also
    --------
    diagnose : The function that makes it.

    Notes
    -----
    The waterfall divides the distance of each score from 1. ``score`` is the score as it is. One
    column per repair of the sequence has the change that it adds, which may be negative. ``noise``
    is what `denoise` adds after these repairs, if it is not one of them. ``ceiling`` is 1 minus the
    score of the factors themselves as a code: the metric's own limit on these samples. What is left
    is the ``remainder``.

    Examples
    --------
    >>> from disentangle_edu import diagnose, examples
    >>> diagnose(examples.rotated(30), n_splits=4).sequence
    ['unrotate']
    """

    def __init__(
        self,
        metrics: Sequence[str],
        before: Floats,
        alone: Mapping[str, Floats],
        steps: Mapping[str, Floats],
        noise: Floats | None = None,
        ideal: Floats | None = None,
        undefined: Sequence[str] = (),
        seed: int = 0,
    ) -> None:
        self.metrics, self.undefined = tuple(metrics), tuple(undefined)
        self.n_splits, self.seed = len(before), seed
        self.sequence = list(steps)
        self.finished = ideal is not None
        self._before, self._alone, self._steps = before.mean(axis=0), dict(alone), dict(steps)
        self._noise, self._ideal = noise, ideal

    @property
    def changes(self) -> "pd.DataFrame":
        """Change of every score by every repair alone, with an interval over splits."""
        import pandas as pd

        rows = [
            [name, metric, *map(float, numbers)]
            for name, values in self._alone.items()
            for metric, *numbers in zip(self.metrics, *interval(values))
        ]
        return pd.DataFrame(rows, columns=["repair", "metric", "change", "low", "high"])

    @property
    def gains(self) -> "pd.DataFrame":
        """Gain of every repair of the sequence, with an interval over splits."""
        import pandas as pd

        rows = [[name, *gain(values)] for name, values in self._steps.items()]
        return pd.DataFrame(rows, columns=["repair", "gain", "low", "high"])

    @property
    def waterfall(self) -> "pd.DataFrame":
        """Parts of the distance from 1 for every metric; each row sums to 1."""
        import pandas as pd

        parts = {"score": self._before}
        parts |= {name: values.mean(axis=0) for name, values in self._steps.items()}
        if self._noise is not None:
            parts["noise"] = self._noise.mean(axis=0)
        if self._ideal is not None:
            parts["ceiling"] = 1 - self._ideal.mean(axis=0)
        table = pd.DataFrame(parts, index=pd.Index(self.metrics, name="metric"))
        table["remainder"] = 1 - table.sum(axis=1, skipna=False)
        return table

    @property
    def conclusion(self) -> str:
        """What the tables say, and what they cannot see, in a few sentences."""
        if not self.finished:
            return f"{UNFINISHED} {LIMITS}"
        return " ".join([*(self._findings() or [HEALTHY]), self._what_is_left(), LIMITS])

    def _findings(self) -> list[str]:
        """A sentence for each repair of the sequence, with its largest increase of a score."""
        now = self._before
        sentences: list[str] = []
        for name, values in self._steps.items():
            change = np.nan_to_num(values.mean(axis=0))
            i = _first_largest(change)
            defect, repair = FINDINGS[name]
            is_last = 1 < len(sentences) == len(self._steps) - 1
            start = "Finally, " if is_last else "After that, " if sentences else ""
            sentence = (
                f"{start}{defect}: {repair} raises {display_name(self.metrics[i])} from "
                f"{now[i]:.2f} to {now[i] + change[i]:.2f}."
            )
            sentences.append(sentence[0].upper() + sentence[1:])
            now = now + change
        return sentences

    def _what_is_left(self) -> str:
        """A sentence on the metric that is furthest below its score for a copy of the factors."""
        end = self._before + sum(np.nan_to_num(v.mean(axis=0)) for v in self._steps.values())
        ideal = self._ideal.mean(axis=0) if self._ideal is not None else end
        i = _first_largest(np.nan_to_num(ideal - end))
        subject = "With these repairs" if self.sequence else "As it is,"
        return (
            f"{subject} {display_name(self.metrics[i])} is {end[i]:.2f}; a copy of the factors "
            f"would get {ideal[i]:.2f} on these samples."
        )

    def as_dict(self) -> dict[str, Any]:
        """Everything as lists, texts and numbers, for a JSON file.

        Returns
        -------
        record : dict of str to object
            ``conclusion``, ``sequence``, ``gains``, ``scores``, ``changes``, ``waterfall``,
            ``undefined``, ``n_splits``, ``seed`` and ``finished``.
        """
        waterfall = self.waterfall.reset_index()
        return {
            "conclusion": self.conclusion,
            "sequence": self.sequence,
            "gains": _records(self.gains),
            "scores": dict(zip(self.metrics, map(float, self._before))),
            "changes": _records(self.changes),
            "waterfall": _records(waterfall),
            "undefined": list(self.undefined),
            "n_splits": self.n_splits,
            "seed": self.seed,
            "finished": self.finished,
        }

    def __repr__(self) -> str:
        order = ", then ".join(map(spoken, self.sequence)) or "none"
        lines = [
            f"Change of each score by each repair alone, in {self.n_splits} random halves of the",
            "samples (*: the interval over halves does not contain 0)",
            *self._table("score now", {spoken(name): v for name, v in self._alone.items()}),
            "",
            *textwrap.wrap(f"Best sequence: {order}.", COLUMNS),
        ]
        if self.finished:
            parts = self.waterfall.drop(columns="score")
            lines += ["", "Where the distance of each score from 1 goes, in this sequence"]
            lines += self._blocks({spoken(str(name)): _numbers(parts[name]) for name in parts}) + [
                ""
            ]
        if self.undefined:
            lines += textwrap.wrap(f"Not defined here: {', '.join(self.undefined)}.", COLUMNS)
        return "\n".join([*lines, *textwrap.wrap(self.conclusion, COLUMNS)])

    def _table(self, first: str, changes: Mapping[str, Floats]) -> list[str]:
        """Lines with the scores, and with the changes of each repair."""
        now = {first: [f"{value:.2f} " for value in self._before]}
        return self._blocks(now | {name: _entries(values) for name, values in changes.items()})

    def _blocks(self, rows: Mapping[str, Sequence[str]]) -> list[str]:
        """Lines of a table with a column per metric, in blocks that fit the terminal."""
        names = [f"{display_name(metric)} " for metric in self.metrics]
        widths = [max(len(name), 6) + 1 for name in names]
        blocks: list[list[int]] = [[]]
        for i, width in enumerate(widths):
            if NAME_WIDTH + sum(widths[j] for j in blocks[-1]) + width > COLUMNS:
                blocks.append([])
            blocks[-1].append(i)
        return [
            (f"{name:{NAME_WIDTH}}" + "".join(cells[i].rjust(widths[i]) for i in block)).rstrip()
            for block in blocks
            for name, cells in {"": names, **rows}.items()
        ]

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the changes with matplotlib: repairs by metrics, coloured by the change.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None, default=None
            Axes to draw on. With None, new ones are made.

        Returns
        -------
        ax : matplotlib.axes.Axes
            The Axes with the drawing.
        """
        return plot_changes(self._grid(), ax)

    def picture(self) -> "Picture":
        """Picture of the changes: repairs by metrics, coloured by the change.

        Returns
        -------
        picture : Picture
            The picture that a notebook shows.
        """
        from ..viz.picture import Picture

        grid = self._grid()
        shows = "; ".join(
            f"{name}: " + ", ".join(f"{metric} {value:+.2f}" for metric, value in row.items())
            for name, row in grid.iterrows()
        )
        return Picture(
            panels=(changes_panel(grid),),
            shows=f"Change of each score by each repair. {shows}.",
            text=self.conclusion,
        )

    def _grid(self) -> "pd.DataFrame":
        """Mean changes, repairs by metrics, with display names."""
        import pandas as pd

        return pd.DataFrame(
            [values.mean(axis=0) for values in self._alone.values()],
            index=[spoken(name) for name in self._alone],
            columns=[display_name(metric) for metric in self.metrics],
        )


def _first_largest(values: Floats) -> int:
    """Position of the largest value; the first one if values differ only by rounding."""
    return int(np.round(values, 9).argmax())


def _records(table: "pd.DataFrame") -> list[dict[str, Any]]:
    """Rows as dicts of plain Python objects; None for missing numbers."""
    rows = table.astype(object).where(table.notna(), None)
    return [dict(zip(map(str, table.columns), row)) for row in rows.to_numpy().tolist()]


def _entries(values: Floats) -> list[str]:
    """Changes of one repair as text, with a star if the interval does not contain 0."""
    texts = []
    for mean, low, high in zip(*interval(values)):
        text = "." if mean == low == high == 0 else f"{round(float(mean), 2) + 0.0:+.2f}"
        texts.append(text + ("*" if low > 0 or high < 0 else " "))
    return texts


def _numbers(values: Any) -> list[str]:
    """Parts of a distance as text."""
    return [f"{round(float(value), 2) + 0.0:+.2f} " for value in values]


def spoken(name: str) -> str:
    """Name of a repair as people read it.

    Parameters
    ----------
    name : str
        A key of `REPAIRS`.

    Returns
    -------
    words : str
        The name without underscores.

    Examples
    --------
    >>> from disentangle_edu.diagnosis.diagnosis import spoken
    >>> spoken("merge_copies")
    'merge copies'
    """
    return name.replace("_", " ")


def diagnose(
    rep: Representation,
    metrics: str | Sequence[str] = DEFAULT_METRICS,
    *,
    seed: int = 0,
    n_splits: int = N_SPLITS,
    progress: Progress | None = None,
) -> Diagnosis:
    """Find out why scores of a code are low, by repairing it and scoring it again.

    Six repairs undo one possible defect each: idle latents, copies, bent latents, a rotation, noise
    and dependent factors. The scores that rise after a repair show which defect lowers them.

    Parameters
    ----------
    rep : Representation
        Factors and latents of the same samples, at least 40.
    metrics : str or sequence of str, default=('mig', 'dcimig', ..., 'linear_r2')
        Names of metrics, whose mean change decides. The default has six cheap metrics of different
        families: 'mig', 'dcimig', 'modularity', 'sap', 'mcc' and 'linear_r2'.
    seed : int, default=0
        Seed of the splits.
    n_splits : int, default=10
        Number of random splits into halves, at least 3.
    progress : callable or None, default=None
        Wraps an iterable over the results so far, as `tqdm.tqdm` does.

    Returns
    -------
    diagnosis : Diagnosis
        The table of changes, the best sequence of repairs, and a conclusion in words.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If there are fewer than 40 samples, or a factor is constant in a half of them; if a metric
        is unknown, or none is defined for these samples; or if an option is out of range.

    Warns
    -----
    UserWarning
        If you interrupt the computation. What is done is returned.

    See Also
    --------
    disentangle_edu.score_all : All scores of the code as it is.

    Notes
    -----
    Each split divides the samples at random. A repair is fitted on one half and applied to the
    other, and the scores of that half with and without the repair are compared. The intervals show
    how much the change varies over these halves, which are resampled without replacement.

    The best sequence is greedy. In each step, a repair is worth applying if its mean change over
    metrics is at least 0.005 (0.05 for `denoise`, because every code has a little noise) and the
    interval of this mean is above 0. Idle latents and copies are repaired before bends and
    rotations, then noise, then dependent factors.

    Repairs look at the factors, so a repaired score explains the score and is not one to report.
    What latents carry only jointly, such as a parity, is invisible to the repairs.

    Examples
    --------
    >>> from disentangle_edu import diagnose, examples
    >>> diagnosis = diagnose(examples.weighted_copies([[1, 0, 0], [0, 1, 1], [0, 1, -1]]))
    >>> diagnosis.sequence
    ['unrotate']
    >>> print(diagnosis.conclusion.partition(":")[0])
    The latents carry the factors along directions, not axes
    """
    latest = None
    each = each_diagnosis(rep, metrics, seed=seed, n_splits=n_splits)
    try:
        for so_far in progress(each) if progress else each:
            latest = so_far
    except KeyboardInterrupt:
        if latest is None:
            raise
        warnings.warn("diagnose: interrupted; the result has what was done.", stacklevel=2)
    assert latest is not None
    return latest


def each_diagnosis(
    rep: Representation,
    metrics: str | Sequence[str] = DEFAULT_METRICS,
    *,
    seed: int = 0,
    n_splits: int = N_SPLITS,
) -> Iterator[Diagnosis]:
    """Yield a Diagnosis after each repair that is tried; the last one is finished.

    Parameters
    ----------
    rep : Representation
        Factors and latents of the same samples.
    metrics : str or sequence of str, default=('mig', 'dcimig', ..., 'linear_r2')
        Names of metrics.
    seed : int, default=0
        Seed of the splits.
    n_splits : int, default=10
        Number of splits.

    Yields
    ------
    diagnosis : Diagnosis
        What is known so far.

    See Also
    --------
    diagnose : The last Diagnosis alone.

    Examples
    --------
    >>> from disentangle_edu import examples
    >>> from disentangle_edu.diagnosis.diagnosis import each_diagnosis
    >>> [d.finished for d in each_diagnosis(examples.perfect_copy(3, 4, 5), n_splits=3)][-2:]
    [False, True]
    """
    check_source("diagnose", rep, Representation)
    check_count("seed", seed, least=0, most=MOST_SEED)
    check_count("n_splits", n_splits, least=3)
    asked = list(dict.fromkeys(resolve_metric_names(metrics)))
    pairs = random_halves(rep, n_splits, seed)
    before = score_table([pair.test for pair in pairs], asked)
    defined = np.flatnonzero(~np.isnan(before).any(axis=0))
    if not len(defined):
        raise ValueError(
            f"metrics: found that none of {', '.join(asked)} is defined on half of these samples, "
            "expected at least one."
        )
    names = [asked[i] for i in defined]
    undefined = [name for name in asked if name not in names]
    now = before = before[:, defined]
    alone: dict[str, Floats] = {}
    steps: dict[str, Floats] = {}
    left = list(REPAIRS)
    with single_blas_thread():  # more threads only slow down tables this small
        while True:
            changes: dict[str, Floats] = {}
            for name in left:
                changes[name] = score_changes(name, pairs, now, names)
                if not steps:
                    alone[name] = changes[name]
                yield Diagnosis(names, before, alone, steps, undefined=undefined, seed=seed)
            chosen = best_repair(changes)
            if chosen is None:
                break
            steps[chosen] = changes[chosen]
            pairs, left = apply_repair(chosen, pairs), remaining_repairs(left, chosen)
            now = score_table([pair.test for pair in pairs], names)
    ideal = score_table([ideal_code(pair.test) for pair in pairs], names)
    noise = changes.get("denoise")
    yield Diagnosis(names, before, alone, steps, noise, ideal, undefined, seed)
