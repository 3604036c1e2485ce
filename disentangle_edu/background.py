"""Work in a separate process at low priority, so that the notebook still responds to you.

    work = background.submit("disentangle_edu.claims.runner", "_measured", "dci-0.6", "", [0])
    work.result()

Each module has one such process. It does one piece of work after the other, and it ends when the
main process ends. If processes are not available, as in a browser, the work is done when its result
is requested.
"""

import contextlib
import contextvars
import functools
import importlib
import itertools
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

from .cache import JsonCache, cache_folder

GIVEN = "DISENTANGLE_EDU_GUESSES"  # "given": tests and builds answer all questions themselves
HOME = __package__
IDLE = 30  # seconds without work after which the process ends
Counted = Callable[[int, int], None]
WATCHER: contextvars.ContextVar[Counted | None] = contextvars.ContextVar("watcher", default=None)


def in_notebook_session() -> bool:
    """Whether the code runs in a notebook of a reader, so that work may start before it is needed.

    Returns
    -------
    wanted : bool
        False outside notebooks, and in tests and builds, which answer all questions themselves.

    Examples
    --------
    >>> in_notebook_session()
    False
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return hasattr(shell, "kernel") and os.environ.get(GIVEN) != "given"


@contextlib.contextmanager
def watched(counted: Counted) -> Iterator[None]:
    """Call a function whenever work inside a `with` block has made a step.

    Parameters
    ----------
    counted : callable
        ``counted(done, all)`` gets the number of finished steps and the number of all steps.

    Yields
    ------
    None
        Nothing; wait for work inside the block.

    Examples
    --------
    >>> with watched(lambda done, all: None):
    ...     pass
    """
    token = WATCHER.set(counted)
    try:
        yield
    finally:
        WATCHER.reset(token)


def cached(shelf: str, name: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return a result, from an earlier session if it was kept.

    Results are read and kept in the notebook of a reader only (see `in_notebook_session`).

    Parameters
    ----------
    shelf : str
        Name of the folder in the cache of this package.
    name : str
        Name of the result.
    compute : callable
        ``compute()`` returns the result as a dict that JSON can represent.

    Returns
    -------
    result : dict
        The result.

    Examples
    --------
    >>> cached("doctest", "mig", lambda: {"value": 0.3})
    {'value': 0.3}
    """
    if not in_notebook_session():
        return compute()
    results = JsonCache(cache_folder(shelf))
    result = results.get(name)
    if result is None:
        results.put(name, result := compute())
    return result


News: Callable[[], Any] = queue.SimpleQueue  # what is said of a piece of work, until it is heard


class BackgroundTask:
    """Call of a function of this package in a separate process; made by `submit`.

    Parameters
    ----------
    module : str
        Name of the module that has the function.
    function : str
        Name of the function. Its arguments and its result are what JSON can represent. It also gets
        `progress`, a function that wraps an iterable.
    args : tuple
        Arguments of the function.

    Attributes
    ----------
    begun : bool
        Whether the other process has begun the work.
    called : tuple
        Module, function and arguments.

    Examples
    --------
    >>> work = BackgroundTask("disentangle_edu.claims.runner", "_measured", ("dci-0.6", "", [0]))
    >>> work.hear({"result": 3})
    >>> work.result()
    3
    """

    def __init__(self, module: str, function: str, args: tuple) -> None:
        self.called = module, function, args
        self.begun = False  # the other process has come to it
        self._news = News()

    def hear(self, message: dict) -> None:
        """Receive a message from the other process.

        Parameters
        ----------
        message : dict
            The result, a failure, or the number of steps that are done.
        """
        self.begun = True
        self._news.put(message)

    def result(self) -> Any:
        """Wait for the result.

        If the other process could not be started or has failed, the work is done in this process.

        Returns
        -------
        result : object
            The value that the function returns.
        """
        while True:
            message = self._news.get()
            if "result" in message:
                return message["result"]
            if "failed" in message:
                return run_inline(*self.called)
            _report_progress(message["done"], message["all"])


def run_inline(module: str, function: str, args: Iterable) -> Any:
    """Do a piece of work in this process, now.

    Parameters
    ----------
    module : str
        Name of a module of this package.
    function : str
        Name of the function.
    args : iterable
        Arguments of the function.

    Returns
    -------
    result : object
        The value that the function returns.

    Raises
    ------
    ValueError
        If the module is not in this package.

    Examples
    --------
    >>> run_inline("json", "dumps", [1])
    Traceback (most recent call last):
        ...
    ValueError: module: found 'json', expected one of disentangle_edu.
    """
    return _call_function(
        module, function, args, lambda steps: _count_steps(steps, _report_progress)
    )


def _report_progress(done: int, total: int) -> None:
    if watcher := WATCHER.get():
        watcher(done, total)


def submit(module: str, function: str, *args: Any) -> BackgroundTask:
    """Start a piece of work in the process of its module, after all earlier work.

    Parameters
    ----------
    module : str
        Name of a module of this package.
    function : str
        Name of the function.
    *args : object
        Arguments of the function.

    Returns
    -------
    work : BackgroundTask
        The running work; call its `result`.

    Examples
    --------
    >>> module = "disentangle_edu.claims.runner"
    >>> work = submit(module, "_measured", "dci-0.6", "", [0])  # doctest: +SKIP
    >>> work.result()  # doctest: +SKIP
    """
    work = BackgroundTask(module, function, args)
    try:
        helper(module).take(work)
    except (OSError, ValueError):  # no processes here or none left, or it has just ended
        work.hear({"failed": True})
    return work


class _Helper:
    """The separate process, seen from this one."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            start_new_session=True,  # what interrupts a notebook does not end it
        )
        self.works: dict[int, BackgroundTask] = {}
        self.numbers, self.lock = itertools.count(), threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def take(self, work: BackgroundTask) -> None:
        with self.lock:
            number = next(self.numbers)
            self.works[number] = work
            assert self.process.stdin is not None
            print(json.dumps([number, *work.called]), file=self.process.stdin, flush=True)

    def _listen(self) -> None:
        assert self.process.stdout is not None and self.process.stdin is not None
        with (
            contextlib.suppress(ValueError),
            self.process.stdout as lines,
        ):  # half a line at its end
            for line in lines:
                message = json.loads(line)
                number = message.pop("number")
                self.works[number].hear(message)
                if "done" not in message:
                    del self.works[number]
        self.process.wait()
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        for work in list(self.works.values()):  # it has ended before its time
            work.hear({"failed": True})


HELPERS: dict[str, _Helper] = {}  # by the module that they work for


def helper(module: str) -> Any:
    """Return the process that works for a module, and start it if needed.

    Parameters
    ----------
    module : str
        Name of the module.

    Returns
    -------
    helper : _Helper
        The process.

    Raises
    ------
    OSError
        If a process cannot be started.

    Examples
    --------
    >>> helper("disentangle_edu.claims.runner").alive  # doctest: +SKIP
    True
    """
    if module not in HELPERS or not HELPERS[module].alive:
        HELPERS[module] = _Helper()
    return HELPERS[module]


# -------------------------------------------------------------------------------- the other process


def _count_steps(steps: Iterable, tell: Counted) -> Iterator:
    steps = list(steps)
    for done, step in enumerate(steps):
        tell(done, len(steps))
        yield step


def _call_function(module: str, function: str, args: Iterable, progress: Callable) -> Any:
    if module.partition(".")[0] != HOME:
        raise ValueError(f"module: found {module!r}, expected one of {HOME}.")
    return getattr(importlib.import_module(module), function)(*args, progress=progress)


def work(lines: Iterable[str], out: TextIO) -> None:
    """Do the work that each line asks for, and write the results.

    Parameters
    ----------
    lines : iterable of str
        Lines of JSON: a number, the module, the function and its arguments.
    out : file
        Where a line of JSON is written for every step, result or failure.

    Examples
    --------
    >>> work([], sys.stdout)
    """
    for line in lines:
        number, module, function, args = json.loads(line)

        def tell(number: int = number, **message: Any) -> None:
            print(json.dumps({"number": number} | message), file=out, flush=True)

        def counted(done: int, total: int, tell: Callable = tell) -> None:
            tell(done=done, all=total)

        counted(0, 0)  # it has begun
        try:
            tell(
                result=_call_function(
                    module, function, args, functools.partial(_count_steps, tell=counted)
                )
            )
        except Exception:  # it is done again where it is waited for, and says there what is wrong
            tell(failed=True)


def _read_tasks() -> Iterator[str]:
    """Lines of the input; the process ends when its input ends, even in the middle of work."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    with contextlib.suppress(queue.Empty):
        while True:
            yield lines.get(timeout=IDLE)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    out, sys.stdout = sys.stdout, sys.stderr  # what the work prints is not an answer
    work(_read_tasks(), out)
