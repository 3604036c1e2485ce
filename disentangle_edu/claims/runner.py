"""Running claims: in several processes, aside, and not again what was measured before.

What is kept is what every run gave, never a verdict: that is judged anew each time. It is kept
under the claim and its number of runs.
"""

import contextlib
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

from .. import background
from ..cache import Shelf, cache_folder, is_ours
from ..core import Progress
from .registry import CLAIMS, Claim, Finding, check_all

Values = dict[str, list[float]]  # of every reading, one number per run


class Kept:
    """Measured values in a folder, one file per claim and number of runs; without one, none.

    found : how many were found there so far.
    """

    def __init__(self, folder: Path | None) -> None:
        self.shelf, self.found = Shelf(folder), 0

    def get(self, claim: Claim, runs: int) -> Finding | None:
        """What was measured before with the same code, judged anew; None where nothing was."""
        kept = self.shelf.get(f"{claim.id} {runs}") if _may_keep(claim) else None
        try:
            finding = claim.judged(kept["values"], kept["seconds"]) if kept else None
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
        self.found += finding is not None
        return finding

    def put(self, finding: Finding) -> None:
        """Keep what was measured. A folder that cannot be written is no error."""
        if finding.cut or not _may_keep(finding.claim):
            return
        values = {name: list(found.values) for name, found in finding.readings.items()}
        runs = max(map(len, values.values()), default=0)
        record = {"values": values, "seconds": finding.seconds}
        self.shelf.put(f"{finding.claim.id} {runs}", record)


def _may_keep(claim: Claim) -> bool:
    """Whether all that a claim reads is in this package, and so in the key."""
    return claim.experiment is not None and is_ours(claim.experiment) and not claim.file


def look(claim: Claim, seeds: int | None = None) -> Finding:
    """A claim's finding, for a reader who waits for it.

    It is measured aside, so that labs go on being moved, and kept between sessions; here and now
    where nobody reads.
    """
    if not background.wanted() or not _may_keep(claim) or not claim.can_run:
        return claim.check(seeds)
    kept = Kept(cache_folder("claims"))
    if (finding := kept.get(claim, claim.runs(seeds))) is None:
        finding = claim.judged(
            *background.start(__name__, "_measured", claim.id, "", seeds).result()
        )
        kept.put(finding)
    return finding


def run_all(
    claims: Sequence[Claim],
    seeds: int | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    kept: Kept | None = None,
) -> Iterator[Finding]:
    """Yield the finding of each claim, in their order, as it is done.

    seeds, progress : as in `check_all`.
    jobs : processes. With several a claim's runs are counted when all of them are done.
    kept : where to look first for what was measured before, and to put what is measured now.

    An interruption ends it, keeping what is done; a claim that is cut in the middle is not.
    """
    before = {claim.id: kept.get(claim, claim.runs(seeds)) for claim in claims} if kept else {}
    left = [claim for claim in claims if before.get(claim.id) is None]
    several = jobs > 1
    measured = _in_processes(left, seeds, jobs) if several else check_all(left, seeds, progress)
    try:
        for claim in claims:
            known = before.get(claim.id)
            finding = next(measured, None) if known is None else known
            if finding is None or finding.cut:
                return
            if known is not None or several:
                _count(claim.runs(seeds), progress)
            if known is None and kept:
                kept.put(finding)
            yield finding
    except KeyboardInterrupt:
        return


def _count(runs: int, progress: Progress | None) -> None:
    for _ in progress(range(runs)) if progress else ():
        pass


def _in_processes(claims: Sequence[Claim], seeds: int | None, jobs: int) -> Iterator[Finding]:
    from joblib import Parallel, delayed

    work = Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="all")
    with _deaf():  # what is started here stays so: one Ctrl-C is heard by the first process alone
        found = work(delayed(_measured)(claim.id, claim.path, seeds) for claim in claims)
    for claim, (values, seconds, cut) in zip(claims, found):
        yield claim.judged(values, seconds, cut)


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Keep interruptions waiting in this thread, and away from processes that it starts."""
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # in older Pythons its start would lift what is blocked here
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _measured(
    id: str, path: str, seeds: int | None, progress: Progress | None = None
) -> tuple[Values, float, bool]:
    """What another process measures of a claim, in plain values."""
    finding = (CLAIMS[id].reading(path) if path else CLAIMS[id]).check(seeds, progress)
    values = {name: list(found.values) for name, found in finding.readings.items()}
    return values, finding.seconds, finding.cut


def stop() -> None:
    """End the other processes at once, whatever they are at."""
    from joblib.externals.loky import reusable_executor

    executor = reusable_executor._executor  # asking for it by name would wait for its work
    if executor is not None:
        executor.shutdown(wait=True, kill_workers=True)
