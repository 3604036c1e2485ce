"""The command `diagnose`."""

import sys
from contextlib import suppress
from pathlib import Path

from ..cache import write
from ..interrupt import INTERRUPTED
from .commands import Options, load_rep, to_write
from .terminal import Bar, iterate_in_thread, say, say_json

MOST_TRIALS = 6 + 5 + 4 + 3 + 2 + 1  # of repairs, if every one of them is applied in turn


def diagnose(options: Options) -> int:
    """Print why scores are low, and which repairs would raise them."""
    from ..diagnosis.diagnosis import DEFAULT_METRICS, Diagnosis, each_diagnosis
    from ..diagnosis.drawing import diagnosis_html

    page = to_write(options.html, "--html")
    rep = load_rep(options.file, options)
    latest: Diagnosis | None = None
    with Bar("repair", MOST_TRIALS) as bar, suppress(KeyboardInterrupt):
        each = each_diagnosis(rep, options.metrics or DEFAULT_METRICS, seed=options.seed)
        for so_far in bar.counted(iterate_in_thread(each)):
            latest = so_far
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
