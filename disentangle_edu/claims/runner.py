"""Running claims in several processes or in the background, and keeping what was measured.

The values of every run are kept, under the claim and its number of runs. A verdict is never kept;
it is computed from the values each time.
"""

import contextlib
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

from .. import background
from ..cache import JsonCache, cache_folder, is_ours
from ..types import Progress
from .registry import CLAIMS, Claim, Finding, check_all

Values = dict[str, list[float]]  # one number per run, for each reading


class ClaimCache:
    """Folder with measured values, one file per claim and number of runs.

    Parameters
    ----------
    folder : Path or None
        Folder. With None, nothing is kept.

    Attributes
    ----------
    found : int
        Number of claims that were found in the folder so far.

    Examples
    --------
    >>> from disentangle_edu.claims.runner import ClaimCache
    >>> ClaimCache(None).found
    0
    """

    def __init__(self, folder: Path | None) -> None:
        self.shelf, self.found = JsonCache(folder), 0

    def get(self, claim: Claim, runs: int) -> Finding | None:
        """Finding from kept values that the same code has measured.

        The verdict is computed from the values.

        Parameters
        ----------
        claim : Claim
            Claim to find.
        runs : int
            Number of runs.

        Returns
        -------
        finding : Finding or None
            None if there are no such values.
        """
        record = self.shelf.get(f"{claim.id} {runs}") if _is_cacheable(claim) else None
        try:
            finding = claim.judged(record["values"], record["seconds"]) if record else None
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
        self.found += finding is not None
        return finding

    def put(self, finding: Finding) -> None:
        """Keep the values of a finding, unless it was interrupted.

        A folder that cannot be written causes no error.

        Parameters
        ----------
        finding : Finding
            Finding to keep.

        Returns
        -------
        result : None
            Always None.
        """
        if finding.cut or not _is_cacheable(finding.claim):
            return
        values = {name: list(measured.values) for name, measured in finding.readings.items()}
        runs = max(map(len, values.values()), default=0)
        record = {"values": values, "seconds": finding.seconds}
        self.shelf.put(f"{finding.claim.id} {runs}", record)


def _is_cacheable(claim: Claim) -> bool:
    """Whether everything that a claim reads is in this package, and therefore in the key."""
    return claim.experiment is not None and is_ours(claim.experiment) and not claim.file


def load_or_check(claim: Claim, seeds: int | None = None) -> Finding:
    """Finding of a claim for a reader who waits for it.

    It is measured in the background, so that labs remain responsive, and kept between sessions.
    Without a reader, it is measured in this process.

    Parameters
    ----------
    claim : Claim
        Claim to check.
    seeds : int or None, default=None
        Number of runs of a claim that involves chance. With None, the claim's own number.

    Returns
    -------
    finding : Finding
        Readings and verdict.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import Claim, Verdict, equals_printed
    >>> from disentangle_edu.claims.runner import load_or_check
    >>> expects = equals_printed("0.5")
    >>> claim = Claim("x", "kim2018", "here", "It is half.", expects, Verdict.HOLDS, lambda: 0.5)
    >>> str(load_or_check(claim).verdict)
    'holds'
    """
    if not background.in_notebook_session() or not _is_cacheable(claim) or not claim.can_run:
        return claim.check(seeds)
    cache = ClaimCache(cache_folder("claims"))
    if (finding := cache.get(claim, claim.runs(seeds))) is None:
        finding = claim.judged(*background.submit(_measured, claim.id, "", seeds).wait())
        cache.put(finding)
    return finding


def run_all(
    claims: Sequence[Claim],
    seeds: int | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    kept: ClaimCache | None = None,
) -> Iterator[Finding]:
    """Check claims in several processes, and keep what was measured.

    An interruption ends the check and keeps the finished claims. A claim that is interrupted
    halfway is not yielded.

    Parameters
    ----------
    claims : sequence of Claim
        Claims to check.
    seeds : int or None, default=None
        Number of runs of a claim that involves chance. With None, the claim's own number.
    progress : callable or None, default=None
        Function that wraps the runs of each claim, as `tqdm.tqdm` does.
    jobs : int, default=1
        Number of processes. With several, the runs of a claim are counted when all of them are
        done.
    kept : Kept or None, default=None
        Values from before, which are not measured again, and the folder for those that are measured
        now.

    Yields
    ------
    finding : Finding
        Finding of each claim in their order, when it is done.

    Examples
    --------
    >>> from disentangle_edu.claims.registry import Claim, Verdict, equals_printed
    >>> from disentangle_edu.claims.runner import run_all
    >>> expects = equals_printed("0.5")
    >>> claim = Claim("x", "kim2018", "here", "It is half.", expects, Verdict.HOLDS, lambda: 0.5)
    >>> [str(finding.verdict) for finding in run_all([claim])]
    ['holds']
    """
    before = {claim.id: kept.get(claim, claim.runs(seeds)) for claim in claims} if kept else {}
    pending = [claim for claim in claims if before.get(claim.id) is None]
    several = jobs > 1
    measured = (
        _measure_in_processes(pending, seeds, jobs)
        if several
        else check_all(pending, seeds, progress)
    )
    try:
        for claim in claims:
            cached_finding = before.get(claim.id)
            finding = next(measured, None) if cached_finding is None else cached_finding
            if finding is None or finding.cut:
                return
            if cached_finding is not None or several:
                _advance_progress(claim.runs(seeds), progress)
            if cached_finding is None and kept:
                kept.put(finding)
            yield finding
    except KeyboardInterrupt:
        return


def _advance_progress(runs: int, progress: Progress | None) -> None:
    for _ in progress(range(runs)) if progress else ():
        pass


def _measure_in_processes(
    claims: Sequence[Claim], seeds: int | None, jobs: int
) -> Iterator[Finding]:
    from joblib import Parallel, delayed

    work = Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="all")
    with (
        _block_interrupts()
    ):  # child processes inherit the block: Ctrl-C reaches only the first process
        results = work(delayed(_measured)(claim.id, claim.path, seeds) for claim in claims)
    for claim, (values, seconds, cut) in zip(claims, results):
        yield claim.judged(values, seconds, cut)


@contextlib.contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block interruptions in this thread, and in the processes that it starts."""
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # older Pythons unblock SIGINT on starting it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _measured(id: str, path: str, seeds: int | None) -> tuple[Values, float, bool]:
    """Values that another process measures of a claim, as plain values."""
    claim = CLAIMS[id].reading(path) if path else CLAIMS[id]
    finding = claim.check(seeds, background.count_steps)
    values = {name: list(measured.values) for name, measured in finding.readings.items()}
    return values, finding.seconds, finding.cut


def stop() -> None:
    """End the other processes at once, whatever they compute.

    Examples
    --------
    >>> from disentangle_edu.claims.runner import stop
    >>> stop()
    """
    from joblib.externals.loky import reusable_executor

    executor = reusable_executor._executor  # get_reusable_executor() would wait for running work
    if executor is not None:
        executor.shutdown(wait=True, kill_workers=True)
