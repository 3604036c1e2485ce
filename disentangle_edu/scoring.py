"""Many scores at once, their averages over seeds, and their intervals."""

import difflib
import sys
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .conventions import OURS, known
from .measures._supervised import parallel_map
from .metric import METRICS
from .representation import Representation
from .score import Score
from .types import Floats, Progress, Row
from .validation import check_count, check_source, normalised, short_repr

if TYPE_CHECKING:
    import pandas as pd

UNDEFINED = (ValueError, ArithmeticError)  # raised by a metric for samples that it cannot score
# Names of papers for several scores together.
MULTI_SCORE_METRICS = {"dci": ["disentanglement", "completeness", "informativeness"]}
COLUMNS = [
    "metric",
    "axis",
    "value",
    "spread",
    "seeds",
    "seconds",
    "explanation",
    "cautions",
    "summary_line",
]
UNCHANGED = 5e-5  # largest change of a score that four decimals do not show
# Seconds per run on 1,797 samples of ten latents and six factors, if above 0.01, from which the
# progress bar estimates the remaining time. Completeness and informativeness reuse the forest of
# disentanglement.
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
    """Compute all metrics of a representation and return them as a pandas table.

    Parameters
    ----------
    rep : Representation
        Factors and latents of the same samples.
    convention : str, default='ours'
        Whose settings to use; see `CONVENTIONS`. Another convention than 'ours' computes the
        metrics that it has settings for.
    metrics : str, sequence of str or None, default=None
        Names of metrics, such as "mig" or "mig,sap"; "dci" is a name for three of them. None
        computes all metrics of the convention.
    seeds : int, default=5
        How often to repeat a metric that involves chance.
    progress : bool, default=True
        Whether to show a progress bar on the error stream, with the time left.

    Returns
    -------
    table : DataFrame
        One row per metric, with these columns:

        - ``metric``: the name;
        - ``axis``: 'latents', 'factors' or 'pairs', whichever have a part each;
        - ``value``: the score, as the mean over seeds;
        - ``spread``: the standard deviation over seeds, missing if it is below 0.00005 or chance is
          not involved;
        - ``seeds``: the number of seeds, missing if chance is not involved;
        - ``seconds``: the computing time;
        - ``explanation``: what decided the score, for the seed that is nearest to the mean. The
          seed is named if its value differs from the mean;
        - ``cautions``: why the score may mislead on these samples;
        - ``summary_line``: number, spread and how they were made, for a paper.

        A metric that is not defined for these samples has no value, and ``explanation`` names what
        it needs. `disentangle_edu.viz.plots.plot_scores` draws the table.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If the convention or a metric is unknown, or `seeds` is not a whole number from 1 upwards.

    Warns
    -----
    UserWarning
        If you interrupt the computation. The rows that are done are returned, and
        ``table.attrs["interrupted"]`` is True.

    See Also
    --------
    subsampling_confidence_interval : Interval for one score, from halves of the samples.
    disentangle_edu.paired_comparison.compare_paired : Difference of two codes, with an interval.
    disentangle_edu.conventions.compare.compare : Every metric under every convention.

    Notes
    -----
    The spread shows how much the chance inside a metric changes its value. It is no uncertainty of
    the score; see `subsampling_confidence_interval` for that.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu import Representation, score_all
    >>> factors = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (10, 1))
    >>> rep = Representation(factors, latents=factors @ [[1.0, 0.0], [0.0, -2.0]])
    >>> table = score_all(rep, metrics=["mig", "mcc"], progress=False)
    >>> table[["metric", "axis", "value"]].values.tolist()
    [['mig', 'factors', 1.0], ['mcc', 'factors', 1.0]]

    The module `examples` has codes to try:

    >>> from disentangle_edu.worlds import examples
    >>> table = score_all(examples.perfect_copy(3, 4), metrics=["mig", "dcimig"], progress=False)
    >>> table[["metric", "value"]].values.tolist()
    [['mig', 1.0], ['dcimig', 1.0]]
    """
    names = _requested_metrics(rep, metrics, seeds, convention)
    rows, interrupted = [], False
    try:
        for name, scores, seconds in score_each(rep, names, seeds, progress, convention):
            rows.append(row_of(name, scores, seconds))
    except KeyboardInterrupt:
        interrupted = True
        warnings.warn(
            f"score_all: interrupted after {len(rows)} of {len(names)} metrics; the table has "
            "those that were done.",
            stacklevel=2,
        )
    import pandas as pd

    table = pd.DataFrame(rows, columns=COLUMNS)
    table.attrs["interrupted"] = interrupted
    return table.astype({"value": "Float64", "spread": "Float64", "seeds": "Int64"})


class Scorer:
    """Score of the code that a fitted scikit-learn model gives; made by `scorer`.

    Parameters
    ----------
    metric : str
        A name of METRICS.
    options : dict of str to object
        Options of the metric.
    rep_options : dict of str to object
        Options of the Representation, such as `factor_types`.

    See Also
    --------
    scorer : Make a Scorer from the name of a metric and its options.

    Examples
    --------
    >>> scorer("mig", bins=10, factor_types="discrete")
    scorer('mig', bins=10, factor_types='discrete')
    """

    def __init__(self, metric: str, options: Row, rep_options: Row) -> None:
        self.metric, self.options, self.rep_options = metric, options, rep_options

    def __call__(self, model: Any, X: Any, y: Any) -> float:
        """The score of one model; row i of y belongs to row i of X."""
        factors, latents = _by_position(y), _by_position(model.transform(X))
        rep = Representation(factors, latents, **self.rep_options)
        return METRICS[self.metric](rep, **self.options).value

    def __repr__(self) -> str:
        options = "".join(
            f", {key}={value!r}" for key, value in (self.options | self.rep_options).items()
        )
        return f"scorer({self.metric!r}{options})"


def _by_position(rows: Any) -> Any:
    """The rows without their pandas index; single values become a column."""
    if hasattr(rows, "to_frame"):
        rows = rows.to_frame()
    elif np.ndim(rows) == 1:
        rows = np.reshape(rows, (-1, 1))
    return rows.reset_index(drop=True) if hasattr(rows, "reset_index") else rows


def scorer(metric: str, **options: Any) -> Scorer:
    """Make a scorer for the searches of scikit-learn, such as GridSearchCV.

    It applies `transform` of a fitted model to X, and scores the result against the factors y.

    Parameters
    ----------
    metric : str
        A name of METRICS.
    **options : dict
        Options of the metric, and `factor_types`, `latent_types` and other options of the
        Representation.

    Returns
    -------
    scorer : Scorer
        A callable `scorer(model, X, y)` that returns a float. Higher is better for every metric,
        except for errors (``scoring='NRMSE'``). It can be pickled.

    Raises
    ------
    ValueError
        If the metric is unknown, or is a name for several ("dci").

    Notes
    -----
    The model must have the method `transform`. y has one column per factor and is an array or a
    DataFrame; a single factor may also be a Series. Row i of X belongs to row i of y, whatever the
    index of a DataFrame is.

    Examples
    --------
    >>> from sklearn.decomposition import PCA
    >>> from sklearn.model_selection import GridSearchCV
    >>> from disentangle_edu.scoring import scorer
    >>> from disentangle_edu.worlds import examples
    >>> v = examples.grid(12, 12)
    >>> search = GridSearchCV(PCA(), {"whiten": [False, True]}, scoring=scorer("linear_r2"))
    >>> round(float(search.fit(v @ [[2, 1], [1, 2]], v).best_score_), 2)
    1.0
    """
    name, *others = resolve_metric_names(metric)
    if others:
        raise ValueError(
            f"metric: found {metric!r}, which stands for several metrics, expected one."
        )
    ours = METRICS[name].__signature__.parameters.keys()
    metric_options = {key: value for key, value in options.items() if key in ours}
    rep_options = {key: value for key, value in options.items() if key not in ours}
    return Scorer(name, metric_options, rep_options)


def _tick(bar: Any, cost: float, runs: Iterable) -> Iterator:
    """Yield the runs, and advance the progress bar by the cost of each."""
    for run in runs:
        bar.update(cost)
        yield run


def score_each(
    rep: Representation,
    metrics: str | Sequence[str] | None = None,
    seeds: int = 5,
    progress: bool = True,
    convention: str = OURS,
) -> Iterator[tuple[str, list[Score] | Exception, float]]:
    """Yield the scores of one metric after the other, each as soon as it is computed.

    The seeds of one metric are computed in parallel.

    Parameters
    ----------
    rep : Representation
        Factors and latents of the same samples.
    metrics : str, sequence of str or None, default=None
        Names of metrics. None computes all metrics of the convention.
    seeds : int, default=5
        How often to repeat a metric that involves chance.
    progress : bool, default=True
        Whether to show a progress bar on the error stream, with the time left.
    convention : str, default='ours'
        Whose settings to use; see `CONVENTIONS`.

    Yields
    ------
    name : str
        Name of the metric.
    scores : list of Score, or Exception
        One Score per seed, or the error that explains why there is none.
    seconds : float
        Computing time.

    Raises
    ------
    TypeError
        If `rep` is not a Representation.
    ValueError
        If the convention or a metric is unknown, or `seeds` is not a whole number from 1 upwards.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> for name, scores, seconds in score_each(examples.perfect_copy(3, 4), "mig", progress=False):
    ...     print(name, [score.value for score in scores])
    mig [1.0]
    """
    from tqdm import tqdm

    names = _requested_metrics(rep, metrics, seeds, convention)
    with tqdm(
        total=sum(_cost(name) * len(_run_options(name, seeds)) for name in names),
        bar_format="{desc} {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left",
        smoothing=0,  # remaining time from all runs, not only from the last ones
        disable=not progress or sys.stderr is None,
        leave=False,
    ) as bar:
        for name in names:
            bar.set_description(name)
            start = time.perf_counter()
            scores = over_seeds(name, rep, convention, seeds, partial(_tick, bar, _cost(name)))
            yield name, scores, time.perf_counter() - start


def _requested_metrics(
    rep: Representation, metrics: str | Sequence[str] | None, seeds: int, convention: str
) -> list[str]:
    """Names of the metrics to compute; raises for arguments that `score_all` cannot use."""
    check_source("score_all", rep, Representation)
    check_count("seeds", seeds)
    every = known(convention).metrics or METRICS
    if metrics is None:
        return list(every)
    return resolve_metric_names(metrics)


def resolve_metric_names(metrics: str | Iterable[str]) -> list[str]:
    """Resolve a text or a list of texts to names of METRICS.

    Case, hyphens and surrounding blanks do not matter. A text may list several names with commas,
    and "dci" means three metrics.

    Parameters
    ----------
    metrics : str or iterable of str
        Names of metrics.

    Returns
    -------
    names : list of str
        Names of METRICS.

    Raises
    ------
    ValueError
        If a name is unknown. The error suggests the most similar name.

    Examples
    --------
    >>> resolve_metric_names("MIG, dci")
    ['mig', 'disentanglement', 'completeness', 'informativeness']
    """
    resolved = []
    several = [metrics] if isinstance(metrics, str) else metrics
    for name in ",".join(map(str, several)).split(","):
        meant = normalised(name).lower().replace("-", "_")
        if meant not in METRICS and meant not in MULTI_SCORE_METRICS:
            near = difflib.get_close_matches(meant, [*METRICS, *MULTI_SCORE_METRICS], 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ValueError(
                f"metrics: found {short_repr(name)}, expected names among "
                f"{', '.join(METRICS)}.{hint}"
            )
        resolved += MULTI_SCORE_METRICS.get(meant, [meant])
    return resolved


def _cost(name: str) -> float:
    return COSTS.get(name, 0.01)


def _run_options(name: str, seeds: int) -> list[dict[str, int]]:
    """The options of every run of a metric: one run per seed if chance is involved."""
    return [{"seed": seed} for seed in range(seeds)] if METRICS[name].is_stochastic else [{}]


def over_seeds(
    name: str,
    rep: Representation,
    convention: str,
    seeds: int,
    progress: Progress | None = None,
) -> list[Score] | Exception:
    """Compute a metric once per seed, or once if chance is not involved.

    Parameters
    ----------
    name : str
        Name of the metric.
    rep : Representation
        Factors and latents of the same samples.
    convention : str
        Whose settings to use; see `CONVENTIONS`.
    seeds : int
        How often to repeat a metric that involves chance.
    progress : callable or None, default=None
        Wraps an iterable, as `tqdm.tqdm` does.

    Returns
    -------
    scores : list of Score, or Exception
        One Score per seed, or the error that explains why the metric is not defined for these
        samples.

    Raises
    ------
    ParallelError
        If the machine, rather than the data, is the reason that nothing can be computed.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> [score.value for score in over_seeds("mig", examples.perfect_copy(3, 4), "ours", 5)]
    [1.0]
    """
    score = lambda run: METRICS[name](rep, convention=convention, **run)
    try:
        return parallel_map(score, _run_options(name, seeds), progress=progress)
    except UNDEFINED as error:  # other metrics may be defined for these samples
        return error


def row_of(name: str, scores: list[Score] | Exception, seconds: float) -> Row:
    """Make one row of `score_all` from the values that `score_each` yields.

    Parameters
    ----------
    name : str
        Name of the metric.
    scores : list of Score, or Exception
        One Score per seed, or the error that explains why there is none.
    seconds : float
        Computing time.

    Returns
    -------
    row : dict of str to object
        The row by the names of the columns of `score_all`.

    Examples
    --------
    >>> row_of("mig", ValueError("found no bins."), 0.0)["explanation"]
    'not defined here: found no bins.'
    """
    row = {
        "metric": name,
        "axis": METRICS[name].axis,
        "value": None,
        "spread": None,
        "seeds": None,
        "seconds": round(seconds, 3),
    }
    if isinstance(scores, Exception):
        return row | {
            "explanation": f"not defined here: {scores}",
            "cautions": "",
            "summary_line": "",
        }
    return row | summarize_scores(scores)


def summarize_scores(scores: Sequence[Score]) -> Row:
    """Average the scores of one metric over its seeds.

    Parameters
    ----------
    scores : sequence of Score
        One Score per seed, all of one metric.

    Returns
    -------
    row : dict of str to object
        - ``value``: the mean;
        - ``spread``: the standard deviation; None for one score, and if the seeds change no digit
          that is printed;
        - ``seeds``: the number of seeds; None if chance is not involved;
        - ``cautions``: each caution in the words of the first seed that has it;
        - ``summary_line``: number, spread and how they were made;
        - ``explanation``: what decided the score of the seed nearest to the mean. Seed and value
          are named if that value is printed differently.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix, mig
    >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_entropy=1)
    >>> row = summarize_scores([mig(matrix)])
    >>> round(row["value"], 3), row["spread"], row["seeds"]
    (0.3, None, None)
    """
    first, values = scores[0], [score.value for score in scores]
    value, seeds = float(np.mean(values)), len(values)
    spread = float(np.std(values, ddof=1)) if seeds > 1 else None
    if spread is not None and spread < UNCHANGED:
        spread = None
    lines = [next(filter(None, texts), "") for texts in zip(*(score.cautioned for score in scores))]
    line = first.summary_line
    if seeds > 1:
        plus = "" if spread is None else f" ± {spread:.4f}"
        same = ", which hardly change it" if spread is None else ""
        provenance = first.provenance(without=["seed"])
        line = f"{first.metric} = {value:.4f}{plus} over {seeds} seeds{same} ({provenance})"
    return {
        "value": value,
        "spread": spread,
        "seeds": seeds if METRICS[first.metric].is_stochastic else None,
        "cautions": "; ".join(filter(None, lines)),
        "summary_line": line,
        "explanation": _explain_mean(scores, value),
    }


def _explain_mean(scores: Sequence[Score], mean: float) -> str:
    """Explanation of the score closest to the mean, and its value if that is not the mean."""
    # Two seeds are equally far from their mean; rounding the distances selects the first.
    nearest = min(scores, key=lambda score: round(abs(score.value - mean), 9))
    if f"{nearest.value:.4f}" == f"{mean:.4f}":
        return nearest.explanation
    return f"At seed {nearest.options['seed']} ({nearest.value:.4f}): {nearest.explanation}"


def record_of(name: str, scores: list[Score] | Exception, seconds: float) -> Row:
    """Make a row of `score_all` with every run and the matrix of the first, for a JSON file.

    Parameters
    ----------
    name : str
        Name of the metric.
    scores : list of Score, or Exception
        One Score per seed, or the error that explains why there is none.
    seconds : float
        Computing time.

    Returns
    -------
    record : dict of str to object
        The row of `row_of`, with ``part_names``, ``runs`` and ``matrix``. It contains only lists,
        texts and numbers.

    Examples
    --------
    >>> from disentangle_edu import InformativenessMatrix, mig
    >>> score = mig(InformativenessMatrix([[1, 0], [0, 1]], factor_entropy=1))
    >>> record_of("mig", [score], 0.0)["runs"][0]["parts"]
    [1.0, 1.0]
    """
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
            "what": matrix.name,
            "unit": matrix.unit,
            "row_names": list(matrix.row_names),
            "column_names": list(matrix.column_names),
            "values": matrix.values.tolist(),
        },
    }


def half_samples(n_samples: int, n_subsamples: int, seed: int) -> list[NDArray[np.intp]]:
    """Draw halves of the samples without replacement.

    Parameters
    ----------
    n_samples : int
        Number of samples.
    n_subsamples : int
        Number of halves.
    seed : int
        Seed for drawing them.

    Returns
    -------
    halves : list of ndarray of shape (n_samples // 2,)
        Row numbers in ascending order; no row occurs twice in one half.

    Examples
    --------
    >>> [half.tolist() for half in half_samples(4, 2, seed=0)]
    [[0, 2], [2, 3]]
    """
    rng = np.random.default_rng(seed)
    return [np.sort(rng.permutation(n_samples)[: n_samples // 2]) for _ in range(n_subsamples)]


def centred_interval(value: float, resampled: Floats, confidence_level: float = 0.95) -> Floats:
    """Quantiles of resampled values, centred on the value of all samples.

    Parameters
    ----------
    value : float
        The value of all samples.
    resampled : ndarray of shape (n_subsamples,)
        The value of each resample.
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


def subsampling_confidence_interval(
    name: str,
    rep: Representation,
    *,
    convention: str = OURS,
    n_subsamples: int = 100,
    seed: int = 0,
) -> tuple[float, float] | None:
    """Interval for a score, from halves of the samples.

    The interval covers the central 95% of the scores that other samples of the same size would
    give.

    Parameters
    ----------
    name : str
        Name of the metric.
    rep : Representation
        Factors and latents of the same samples.
    convention : str, default='ours'
        Whose settings to use; see `CONVENTIONS`.
    n_subsamples : int, default=100
        Number of halves of the samples, drawn without replacement.
    seed : int, default=0
        Seed for drawing the halves. The seed of the metric itself is always 0.

    Returns
    -------
    ends : tuple of (float, float), or None
        The lower and the upper end. None if the score is not defined for one of the halves.

    Notes
    -----
    The scores of halves have the same spread as the scores of new samples of the full size. Because
    they are drawn without replacement, no sample is both trained and tested on, as it could be if
    it were drawn twice.

    Many scores are lower or higher on fewer samples. So the quantiles of the halves are centred on
    the score of all samples. An end beyond the range of the metric (see `Score.bounds`) is set to
    its limit; no sample has a score there, so nothing is lost.

    The interval does not include this rise or fall with the number of samples. It is therefore no
    interval for the score of infinitely many samples.

    Examples
    --------
    >>> from disentangle_edu.worlds import examples
    >>> rep = examples.leaky_copies(0.2)
    >>> low, high = subsampling_confidence_interval("mig", rep, n_subsamples=20)
    >>> 0 <= low < high <= 1
    True
    """
    run = _run_options(name, 1)[0]
    score = lambda rep: METRICS[name](rep, convention=convention, **run)
    row_sets = half_samples(len(rep), n_subsamples, seed)
    try:
        full_score, *half_scores = parallel_map(
            score, [rep, *(rep.take(rows) for rows in row_sets)]
        )
    except UNDEFINED:
        return None
    values = np.array([half.value for half in half_scores])
    ends = centred_interval(full_score.value, values)
    low, high = ends.clip(*full_score.bounds)
    return float(low), float(high)
