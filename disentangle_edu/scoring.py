"""Every score of a representation at once, as a table."""

import difflib
import functools
import sys
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .conventions import OURS, known
from .core import Floats, Progress, Representation, Row, Score, figure
from .making import METRICS
from .measures._supervised import each
from .validation import check_count, check_source, normalised, shown

if TYPE_CHECKING:
    import pandas as pd

UNDEFINED = (ValueError, ArithmeticError)  # how a metric refuses samples that it cannot score
# One name that a paper has for several scores.
SEVERAL = {"dci": ["disentanglement", "completeness", "informativeness"]}
COLUMNS = ["metric", "over", "value", "spread", "seeds", "seconds", "why", "cautions", "line"]
UNCHANGED = 5e-5  # of a score: the first four digits do not show that seeds change it
# Seconds that one run took on 1,797 samples of ten latents and six factors, where more than 0.01: a
# progress bar knows from them how much is left. The forest of the first is the next two's as well.
COSTS = {
    "sap": 0.03,
    "disentanglement": 0.4,
    "explicitness": 0.15,
    "beta_vae": 0.5,
    "factor_vae": 0.14,
    "iwo": 0.03,
    "explicitness_es": 0.35,
}


def score_all(
    rep: Representation,
    *,
    convention: str = OURS,
    metrics: str | Sequence[str] | None = None,
    seeds: int = 5,
    progress: bool = True,
) -> "pd.DataFrame":
    """All metrics of one representation, as a tidy pandas table, one row per metric.

    convention : whose settings to use (see `conventions`); with another than ours, the metrics
        that it has.
    metrics : names to compute, all of METRICS by default.
    seeds : how often to repeat the metrics that involve chance.
    progress : a progress bar on the error stream, with the time left.

    Columns: metric, over (latents, factors or pairs), value (the mean over seeds), spread (standard
    deviation over seeds, which says how far chance in the metric moves it and is no uncertainty of
    the score; missing where no chance is involved, and below 0.00005), seeds, seconds, why (what
    decided the score; of the seed that is nearest to the mean, named where its value is another),
    cautions (why it may mislead here), line (number, spread and how
    they were made, for a paper). A metric that is not defined here has no value, and `why` says
    what it needs.

    Interrupting keeps the rows that are done: a warning says so, and `attrs["interrupted"]` of the
    table is True.

    >>> from disentangle_edu.worlds import examples
    >>> table = score_all(examples.perfect_copy(3, 4), metrics=["mig", "dcimig"], progress=False)
    >>> table[["metric", "value"]].values.tolist()
    [['mig', 1.0], ['dcimig', 1.0]]
    """
    asked = _asked(rep, metrics, seeds, convention)
    rows, interrupted = [], False
    try:
        for name, scores, seconds in score_each(rep, asked, seeds, progress, convention):
            rows.append(row_of(name, scores, seconds))
    except KeyboardInterrupt:
        interrupted = True
        warnings.warn(
            f"score_all: interrupted after {len(rows)} of {len(asked)} metrics; the table has "
            "those that were done.",
            stacklevel=2,
        )
    table = _score_table()(rows, columns=COLUMNS)
    table.attrs["interrupted"] = interrupted
    return table.astype({"value": "Float64", "spread": "Float64", "seeds": "Int64"})


class Scorer:
    """How a fitted model codes X, judged against factors y: called by scikit-learn's searches.

    metric : a name of METRICS.   options : of the metric.   kinds : options of the Representation.
    """

    def __init__(self, metric: str, options: Row, kinds: Row) -> None:
        self.metric, self.options, self.kinds = metric, options, kinds

    def __call__(self, model: Any, X: Any, y: Any) -> float:
        """The score of one model; row i of y belongs to row i of X."""
        factors, latents = _by_position(y), _by_position(model.transform(X))
        rep = Representation(factors, latents, **self.kinds)
        return METRICS[self.metric](rep, **self.options).value

    def __repr__(self) -> str:
        options = "".join(
            f", {key}={value!r}" for key, value in (self.options | self.kinds).items()
        )
        return f"scorer({self.metric!r}{options})"


def _by_position(rows: Any) -> Any:
    """The rows, in a column where they are single values, without the names that pandas has."""
    if hasattr(rows, "to_frame"):
        rows = rows.to_frame()
    elif np.ndim(rows) == 1:
        rows = np.reshape(rows, (-1, 1))
    return rows.reset_index(drop=True) if hasattr(rows, "reset_index") else rows


def scorer(metric: str, **options: Any) -> Scorer:
    """A scorer for scikit-learn's searches: how a fitted model codes X, judged against factors y.

    metric : a name of METRICS.   options : of the metric, and factor_kinds, latent_kinds and so on
    of the Representation.

    The model must have `transform`; y holds the factors, a column each, as an array or a DataFrame,
    or one factor as a Series. Rows are joined by their position. A search with it can be pickled.
    Higher is better in every metric but an error (judged_by="NRMSE"). Raises ValueError for an
    unknown metric.

    >>> from sklearn.decomposition import PCA
    >>> from sklearn.model_selection import GridSearchCV
    >>> from disentangle_edu.worlds import examples
    >>> v = examples.grid(12, 12)
    >>> search = GridSearchCV(PCA(), {"whiten": [False, True]}, scoring=scorer("linear_r2"))
    >>> round(search.fit(v @ [[2, 1], [1, 2]], v).best_score_, 2)
    1.0
    """
    name, *more = named(metric)
    if more:
        raise ValueError(f"metric: found {metric!r}, which is several, expected one.")
    ours = METRICS[name].__signature__.parameters.keys()
    asked = {key: value for key, value in options.items() if key in ours}
    kinds = {key: value for key, value in options.items() if key not in ours}
    return Scorer(name, asked, kinds)


@functools.cache
def _score_table() -> type:
    """A DataFrame whose `plot(ax=None)` draws a lying bar per metric.

    Made when pandas is needed.
    """
    import pandas as pd

    class ScoreTable(pd.DataFrame):
        @property
        def _constructor(self) -> type:
            return ScoreTable

        @property
        def plot(self) -> Any:
            """Call it to draw value and spread of every metric; `plot.bar` is pandas'."""
            return Plot(self)

        def __repr__(self) -> str:
            first = ["metric", "value", "spread", "why"]
            if not set(first) <= set(self.columns):
                return super().__repr__()
            with pd.option_context("display.max_colwidth", 46, "display.max_rows", 60):
                return repr(pd.DataFrame(self)[first])

        def __reduce__(self) -> tuple:
            return _table_again, (pd.DataFrame(self), self.attrs)

    class Plot(pd.plotting.PlotAccessor):
        def __call__(self, ax: Any = None, **more: Any) -> Any:
            """A lying bar per metric; returns the Axes. What is asked for by name is pandas'."""
            if more or isinstance(ax, str):
                return super().__call__(*([ax] if isinstance(ax, str) else []), **more)
            return figure(self._parent, ax)  # type: ignore[attr-defined]

    return ScoreTable


def _table_again(plain: "pd.DataFrame", attrs: dict) -> "pd.DataFrame":
    """A table of scores as it was before it was pickled."""
    table = _score_table()(plain)
    table.attrs.update(attrs)
    return table


def score_each(
    rep: Representation,
    metrics: str | Sequence[str] | None = None,
    seeds: int = 5,
    progress: bool = True,
    convention: str = OURS,
) -> Iterator[tuple[str, list[Score] | Exception, float]]:
    """Yield (name, list of Scores over seeds, or the error why there are none, seconds).

    One metric after the other, as soon as it is done; its seeds are worked on side by side.
    """
    from tqdm import tqdm

    names = _asked(rep, metrics, seeds, convention)
    with tqdm(
        total=sum(_cost(name) * len(_runs(name, seeds)) for name in names),
        bar_format="{desc} {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left",
        smoothing=0,  # the time left from all that was done, and not from the last runs
        disable=not progress or sys.stderr is None,
        leave=False,
    ) as bar:
        for name in names:
            bar.set_description(name)
            start = time.perf_counter()

            def tick(runs: Iterable, cost: float = _cost(name)) -> Iterator:
                for run in runs:
                    bar.update(cost)
                    yield run

            found = over_seeds(name, rep, convention, seeds, tick)
            yield name, found, time.perf_counter() - start


def _asked(
    rep: Representation, metrics: str | Sequence[str] | None, seeds: int, convention: str
) -> list[str]:
    """Names of the metrics to compute. Raises for what `score_all` cannot be asked."""
    check_source("score_all", rep, Representation)
    check_count("seeds", seeds)
    every = known(convention).metrics or METRICS
    if metrics is None:
        return list(every)
    return named(metrics)


def named(metrics: str | Iterable[str]) -> list[str]:
    """Names of METRICS, as they were meant: in any case, with commas; dci is three of them.

    Raises ValueError for a name that there is not, with the nearest that there is.
    """
    found = []
    several = [metrics] if isinstance(metrics, str) else metrics
    for name in ",".join(map(str, several)).split(","):
        meant = normalised(name).lower().replace("-", "_")
        if meant not in METRICS and meant not in SEVERAL:
            near = difflib.get_close_matches(meant, [*METRICS, *SEVERAL], 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ValueError(
                f"metrics: found {shown(name)}, expected names among {', '.join(METRICS)}.{hint}"
            )
        found += SEVERAL.get(meant, [meant])
    return found


def _cost(name: str) -> float:
    return COSTS.get(name, 0.01)


def _runs(name: str, seeds: int) -> list[dict[str, int]]:
    """The options of every run of a metric: one per seed where chance is involved."""
    return [{"seed": seed} for seed in range(seeds)] if METRICS[name].by_chance else [{}]


def over_seeds(
    name: str,
    rep: Representation,
    convention: str,
    seeds: int,
    progress: Progress | None = None,
) -> list[Score] | Exception:
    """A metric once per seed, once where no chance is involved, or why it is not defined here.

    Raises ParallelError where it is the machine that cannot do it, and not the table.
    """

    def score(run: dict[str, int]) -> Score:
        return METRICS[name](rep, convention=convention, **run)

    try:
        return each(score, _runs(name, seeds), progress=progress)
    except UNDEFINED as error:  # not defined for this table; others are
        return error


def row_of(name: str, scores: list[Score] | Exception, seconds: float) -> Row:
    """One row of `score_all`, from what `score_each` yields."""
    row = {
        "metric": name,
        "over": METRICS[name].over,
        "value": None,
        "spread": None,
        "seeds": None,
        "seconds": round(seconds, 3),
    }
    if isinstance(scores, Exception):
        return row | {"why": f"not defined here: {scores}", "cautions": "", "line": ""}
    return row | mean_of(scores)


def mean_of(scores: Sequence[Score]) -> Row:
    """One number of the scores of one metric, over its seeds, and how it was made.

    value (the mean), spread (standard deviation; None of one score, and where the seeds change no
    digit that is printed), seeds (None where no chance is involved), why (what decided the score of
    the seed nearest to the mean; seed and value are named where that value is printed otherwise),
    cautions (each as the first seed says it that has it), line.
    """
    first, values = scores[0], [score.value for score in scores]
    value, seeds = float(np.mean(values)), len(values)
    spread = float(np.std(values, ddof=1)) if seeds > 1 else None
    if spread is not None and spread < UNCHANGED:
        spread = None
    lines = [next(filter(None, said), "") for said in zip(*(score.cautioned for score in scores))]
    line = first.line
    if seeds > 1:
        plus = "" if spread is None else f" ± {spread:.4f}"
        same = ", which hardly change it" if spread is None else ""
        made = first.made(without=["seed"])
        line = f"{first.metric} = {value:.4f}{plus} over {seeds} seeds{same} ({made})"
    return {
        "value": value,
        "spread": spread,
        "seeds": seeds if METRICS[first.metric].by_chance else None,
        "cautions": "; ".join(filter(None, lines)),
        "line": line,
        "why": _why(scores, value),
    }


def _why(scores: Sequence[Score], mean: float) -> str:
    """What decided the score nearest to the mean, under its own number where that differs."""
    nearest = min(scores, key=lambda score: abs(score.value - mean))
    if f"{nearest.value:.4f}" == f"{mean:.4f}":
        return nearest.because
    return f"At seed {nearest.options['seed']} ({nearest.value:.4f}): {nearest.because}"


def record_of(name: str, scores: list[Score] | Exception, seconds: float) -> Row:
    """The row, with every run and the matrix of the first: nothing but lists, words and numbers."""
    row: Row = row_of(name, scores, seconds)
    if isinstance(scores, Exception):
        return row | {"part_names": [], "runs": [], "matrix": None}
    matrix = scores[0].matrix
    runs = [
        {
            "value": score.value,
            "parts": score.parts.tolist(),
            "weights": score.weights.tolist(),
            "options": score.options,
        }
        for score in scores
    ]
    return row | {
        "part_names": list(scores[0].part_names),
        "runs": runs,
        "matrix": {
            "what": matrix.what,
            "unit": matrix.unit,
            "row_names": list(matrix.row_names),
            "column_names": list(matrix.column_names),
            "values": matrix.values.tolist(),
        },
    }


def half_samples(n_samples: int, n_resamples: int, seed: int) -> list[NDArray[np.intp]]:
    """Rows of halves of the samples, drawn without replacement and in ascending order.

    Parameters
    ----------
    n_samples : int
        Number of samples.
    n_resamples : int
        Number of halves.
    seed : int
        Seed for drawing them.

    Returns
    -------
    halves : list of ndarray of shape (n_samples // 2,)
        Row numbers; no row occurs twice in one half.

    Examples
    --------
    >>> [half.tolist() for half in half_samples(4, 2, seed=0)]
    [[0, 2], [0, 1]]
    """
    rng = np.random.default_rng(seed)
    return [np.sort(rng.permutation(n_samples)[: n_samples // 2]) for _ in range(n_resamples)]


def centred_interval(value: float, resampled: Floats, confidence_level: float = 0.95) -> Floats:
    """Ends of an interval: the quantiles of resampled values, centred on the value of all samples.

    Parameters
    ----------
    value : float
        What all samples give.
    resampled : ndarray of shape (n_resamples,)
        What each resample gives.
    confidence_level : float, default=0.95
        Share of the resampled values between the ends.

    Returns
    -------
    ends : ndarray of shape (2,)
        The lower and the upper end.

    Examples
    --------
    >>> centred_interval(7.0, np.arange(101.0), 0.9).round(9).tolist()
    [-38.0, 52.0]
    """
    tail = (1 - confidence_level) / 2
    return value + np.quantile(resampled - resampled.mean(), [tail, 1 - tail])


def interval(
    name: str, rep: Representation, *, convention: str = OURS, halves: int = 100, seed: int = 0
) -> tuple[float, float] | None:
    """How far other samples of the same kind would move a score: 95 % of them, or None.

    halves : how many halves of the samples are drawn, without replacement: the scores of halves
        spread as much as those of fresh tables of this size would, and no sample is learned from
        and judged on, as it would be if it were drawn twice. Their quantiles are laid around the
        score of all samples, since many scores are lower or higher in small tables alone. An end
        beyond what the metric can give (see `Score.bounds`) is set to that limit: no sample scores
        there, so nothing is lost from the interval.

    It says nothing of that lift or fall with the number of samples, so it is no interval for what
    infinitely many samples would score. None where a half has no score. Chance within the metric is
    held still, at seed 0.
    """
    run = _runs(name, 1)[0]
    score = lambda rep: METRICS[name](rep, convention=convention, **run)
    drawn = half_samples(len(rep), halves, seed)
    try:
        whole, *found = each(score, [rep, *(rep.of(rows) for rows in drawn)])
    except UNDEFINED:
        return None
    values = np.array([one.value for one in found])
    ends = centred_interval(whole.value, values)
    low, high = ends.clip(*whole.bounds)
    return float(low), float(high)
