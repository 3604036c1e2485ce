"""The command `diagnose`."""

import html
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..cache import write
from ..interrupted_import import INTERRUPTED
from .commands import Options, load_rep, to_write
from .terminal import Bar, iterate_in_thread, say, say_json

if TYPE_CHECKING:
    from ..diagnosis.diagnosis import Diagnosis
    from ..representation import Representation

MOST_TRIALS = 6 + 5 + 4 + 3 + 2 + 1  # trials of repairs, if all six are applied in turn


def diagnose(options: Options) -> int:
    """Print why scores are low, and which repairs would raise them."""
    from ..diagnosis.diagnosis import DEFAULT_METRICS
    from ..diagnosis.drawing import diagnosis_html

    page = to_write(options.html, "--html")
    rep = load_rep(options.file, options)
    latest = with_progress_bar(rep, options.metrics or DEFAULT_METRICS, options.seed)
    if latest is not None:
        if options.json:
            say_json(latest.as_dict())
        else:
            say(repr(rep), "", repr(latest))
        if page:
            write(page, diagnosis_html(latest, rep, Path(options.file).name))
            say(f"disentangle-edu: wrote {page}", file=sys.stderr)
    if latest is None or not latest.finished:
        done = 0 if latest is None else len(latest.changes.repair.unique())
        say(f"disentangle-edu: interrupted: {done} of 6 repairs are tried", file=sys.stderr)
        return INTERRUPTED
    return 0


def with_progress_bar(
    rep: "Representation", metrics: Sequence[str], seed: int
) -> "Diagnosis | None":
    """The diagnosis of a code, unfinished if it was interrupted; None if nothing was finished."""
    from ..diagnosis.diagnosis import each_diagnosis

    latest = None
    with Bar("repair", MOST_TRIALS) as bar, suppress(KeyboardInterrupt):
        for so_far in bar.counted(iterate_in_thread(each_diagnosis(rep, metrics, seed=seed))):
            latest = so_far
    return latest


def opening_section(rep: "Representation") -> str:
    """HTML of the diagnosis that opens a report of scores, or of the reason why there is none."""
    from ..diagnosis.diagnosis import DEFAULT_METRICS
    from ..diagnosis.drawing import diagnosis_section

    try:
        diagnosis = with_progress_bar(rep, DEFAULT_METRICS, 0)
    except ValueError as error:
        return f"<p>There is no diagnosis of this code: {html.escape(str(error))}</p>"
    return diagnosis_section(diagnosis) if diagnosis and diagnosis.finished else ""
