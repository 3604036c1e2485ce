"""`compare A B --paired`: the difference between two codes, by every metric."""

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from .terminal import Bar, call_in_thread, fit_to_terminal, say

if TYPE_CHECKING:
    import pandas as pd

    from ..representation import Representation

LEVEL = 0.95


def differences(options: argparse.Namespace, reps: "dict[str, Representation]") -> "pd.DataFrame":
    """Scores of two codes on the same samples, their difference and its interval."""
    from ..paired_comparison import compare_paired

    if len(reps) != 2:
        raise ValueError(
            f"--paired: found {len(reps)} files, expected two codes of the same samples."
        )
    if options.all or options.slow:
        raise ValueError("--paired: found --all or --slow, expected neither of them with --paired.")
    with Bar("half") as bar:
        return call_in_thread(
            compare_paired,
            reps,
            metrics=options.metrics,
            seeds=options.seeds,
            n_subsamples=options.resamples,
            confidence_level=LEVEL,
            progress=bar.counted,
        )


def say_differences(table: "pd.DataFrame", names: list[str]) -> None:
    """Print a line per metric, and how many metrics prefer each code."""
    line = "{:<22} {:>8} {:>8} {:>11}   {:<18} {}"
    say(*(f"{letter} = {name}" for letter, name in zip("AB", names)), "")
    say(line.format("metric", "A", "B", "A minus B", f"{LEVEL:.0%} interval", "better"))
    letters = dict(zip(names, "AB"))
    for row in table.astype(object).to_dict("records"):
        say(fit_to_terminal(line.format(*_difference_cells(row, letters)).rstrip()))
    with_interval = table.dropna(subset=["low"])
    count = Counter(with_interval["better"])
    prefer = " and ".join(f"{count[name]} prefer {letters[name]}" for name in names)
    say(
        "",
        f"Of {len(with_interval)} metrics with an interval, {prefer}; "
        f"for {count['']} it contains 0.",
        "Both codes were scored on the same halves of the samples, with the same seeds.",
        "Each interval concerns one metric. If the codes do not differ in twenty metrics, expect",
        "one of the twenty intervals to miss 0 by chance.",
    )


def _difference_cells(row: dict, letters: dict[str, str]) -> tuple[str, ...]:
    """The cells of one row as text."""
    import pandas as pd

    if pd.isna(row["difference"]):
        return row["metric"], "-", "-", "-", "-", row["explanation"]
    ends = "-" if pd.isna(row["low"]) else f"[{row['low']:+.4f}, {row['high']:+.4f}]"
    verdict = row["explanation"] or letters.get(row["better"], "neither")
    numbers = f"{row['first']:.4f}", f"{row['second']:.4f}", f"{row['difference']:+.4f}"
    return row["metric"], *numbers, ends, verdict
