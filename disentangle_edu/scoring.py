"""Every score of a representation at once, as a table."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .checks import check_count, check_source
from .conventions import OURS, known
from .core import METRICS, Representation, Score
from .measures.fitting import each

if TYPE_CHECKING:
    import pandas as pd


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
    progress : a progress bar on the error stream; interrupting stops the work.

    Columns: metric, over (latents, factors or pairs), value (the mean over seeds), spread (standard
    deviation over seeds; missing where no chance is involved), seeds, seconds, why (what decided
    the score, at the first seed), cautions (why it may mislead here), line (how it was made, for a
    paper). A metric that is not defined here has no value, and `why` says what it needs.
    """
    import pandas as pd

    rows = [
        row_of(name, scores, seconds)
        for name, scores, seconds in score_each(rep, metrics, seeds, progress, convention)
    ]
    table = pd.DataFrame(rows)
    return table.astype({"value": "Float64", "spread": "Float64", "seeds": "Int64"})


def score_each(
    rep: Representation,
    metrics: str | Sequence[str] | None = None,
    seeds: int = 5,
    progress: bool = True,
    convention: str = OURS,
) -> Iterator[tuple[str, list[Score] | Exception, float]]:
    """Yield (name, list of Scores over seeds, or the error why there are none, seconds)."""
    from tqdm.auto import tqdm

    check_source("score_all", rep, Representation)
    check_count("seeds", seeds)
    names = (
        list(known(convention).metrics or METRICS)
        if metrics is None
        else [metrics]
        if isinstance(metrics, str)
        else list(metrics)
    )
    if unknown := [name for name in names if name not in METRICS]:
        raise ValueError(
            f"metrics: found {unknown[0]!r}, expected names among {', '.join(METRICS)}."
        )
    for name in (bar := tqdm(names, unit="metric", disable=not progress, leave=False)):
        bar.set_description(name)
        start = time.perf_counter()
        found = _scores(name, rep, convention, seeds)
        yield name, found, time.perf_counter() - start


def _scores(name: str, rep: Representation, convention: str, seeds: int) -> list[Score] | Exception:
    metric = METRICS[name]
    runs = [dict(seed=seed) for seed in range(seeds)] if metric.by_chance else [{}]
    try:
        return each(lambda run: metric(rep, convention=convention, **run), runs)
    except (ValueError, ArithmeticError) as error:  # not defined for this table; others are
        return error


def row_of(name: str, scores: list[Score] | Exception, seconds: float) -> dict[str, Any]:
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
    values = [score.value for score in scores]
    return row | {
        "value": float(np.mean(values)),
        "spread": float(np.std(values, ddof=1)) if len(values) > 1 else None,
        "seeds": len(values) if METRICS[name].by_chance else None,
        "why": scores[0].because,
        "cautions": "; ".join(scores[0].cautions),
        "line": scores[0].line,
    }
