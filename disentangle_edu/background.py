"""Work in the background, so that the notebook still responds to you.

    work = background.submit(check, "dci-0.6")  # computes numbers in another process
    work.wait()
    background.start(lab.run_full)              # shows things in a thread of this process

The other process has a low priority and does one piece of work after the other. It ends after some
seconds without work, and with the main process. A browser has neither processes nor threads: there
`start` works in slices on the event loop, and the book has a second web worker for `submit`.
"""

import asyncio
import contextlib
import contextvars
import itertools
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from typing import Any, BinaryIO, TypeVar

from .cache import JsonCache, cache_folder

GIVEN = "DISENTANGLE_EDU_GUESSES"  # "given": tests and builds answer all questions themselves
IDLE = 30  # seconds without work after which the worker process ends
SLICE = 0.05  # seconds of work between two checks for gestures or progress
# Seconds of a pause. For pauses of up to two milliseconds, Pyodide uses a message channel instead
# of a timer, and then messages from the page are not handled until the work ends.
PAUSE = 0.004
CALM = 1.0  # seconds after a gesture during which no heavy work starts
Item = TypeVar("Item")
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


def get_or_compute(shelf: str, name: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
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
    >>> get_or_compute("doctest", "mig", lambda: {"value": 0.3})
    {'value': 0.3}
    """
    if not in_notebook_session():
        return compute()
    results = JsonCache(cache_folder(shelf))
    result = results.get(name)
    if result is None:
        results.put(name, result := compute())
    return result


# ----------------------------------------------------------------------------------------- progress


@contextlib.contextmanager
def watched(counted: Counted) -> Iterator[None]:
    """Call a function whenever work inside a `with` block has made a step.

    Parameters
    ----------
    counted : callable
        ``counted(done, total)`` gets the number of finished steps and the number of all steps.

    Yields
    ------
    None
        Nothing; wait for work inside the block.

    Examples
    --------
    >>> with watched(lambda done, total: print(done, "of", total)):
    ...     for step in count_steps("ab"):
    ...         pass
    0 of 2
    1 of 2
    """
    token = WATCHER.set(counted)
    try:
        yield
    finally:
        WATCHER.reset(token)


def count_steps(steps: Iterable[Item]) -> Iterator[Item]:
    """Yield steps, and tell the function of `watched` how many are done.

    Parameters
    ----------
    steps : iterable
        Steps of the work.

    Yields
    ------
    step : object
        Each step.

    Examples
    --------
    >>> list(count_steps("ab"))
    ['a', 'b']
    """
    steps = list(steps)
    for done, step in enumerate(steps):
        _report_steps(done, len(steps))
        yield step


def _report_steps(done: int, total: int) -> None:
    if counted := WATCHER.get():
        counted(done, total)


# ----------------------------------------------------------------------------------- worker process


class BackgroundTask(Future):
    """Call of a function in the other process; made by `submit`.

    Parameters
    ----------
    function : callable
        Function of a module. Its arguments and its result can be pickled.
    args : tuple
        Arguments of the function.

    Attributes
    ----------
    steps : tuple of int or None
        Number of finished steps and number of all steps. None before the other process begins.

    Examples
    --------
    >>> work = BackgroundTask(max, (2, 3))
    >>> work.set_result(3)
    >>> work.wait()
    3
    """

    def __init__(self, function: Callable[..., Any], args: tuple) -> None:
        super().__init__()
        self.function, self.args = function, args
        self.steps: tuple[int, int] | None = None

    @property
    def begun(self) -> bool:
        """Whether the other process has begun the call.

        Returns
        -------
        begun : bool
            False while the call waits for earlier ones.
        """
        return self.steps is not None or self.done()

    def wait(self) -> Any:
        """Wait for the result, and report the steps to the function of `watched`.

        If the other process could not be started or has ended, the work is done in this process.

        Returns
        -------
        result : object
            The value that the function returns.
        """
        reported = None
        while not _wait_a_moment(self):
            if self.steps and self.steps != reported:
                reported = self.steps
                _report_steps(*reported)
        try:
            return self.result()
        except (BrokenExecutor, CancelledError):
            return self.function(*self.args)

    def finish(self, result: Any = None, error: BaseException | None = None) -> None:
        """Set the result or the error, unless the task has ended.

        Parameters
        ----------
        result : object, default=None
            Result of the call.
        error : BaseException or None, default=None
            Error of the call.
        """
        if self.done() or not self.set_running_or_notify_cancel():
            return
        if error is None:
            self.set_result(result)
        else:
            self.set_exception(error)


def _wait_a_moment(future: Future) -> bool:
    """Wait for a future for a short time; whether it has ended."""
    if sys.platform != "emscripten":
        return bool(wait([future], timeout=SLICE).done)
    if not future.done() and not yield_to_event_loop():
        future.cancel()  # it cannot be awaited here, so the caller does the work
    return future.done()


def submit(function: Callable[..., Any], *args: Any) -> BackgroundTask:
    """Call a function in the other process, after all earlier calls.

    Parameters
    ----------
    function : callable
        Function of a module. Its arguments and its result can be pickled.
    *args : object
        Arguments of the function.

    Returns
    -------
    work : BackgroundTask
        The running work; call its `wait`.

    Examples
    --------
    >>> from disentangle_edu.background import submit
    >>> submit(max, 2, 3).wait()  # doctest: +SKIP
    3
    """
    return EXECUTOR.submit(function, *args)


class ProcessExecutor(Executor):
    """Executor with one process, which is started when it is needed.

    Notes
    -----
    A ProcessPoolExecutor needs helpers that ignore the signal with which Jupyter ends a kernel and
    its children: a kernel then takes 30 seconds to end. It may also run the user's script again.

    Examples
    --------
    >>> ProcessExecutor().submit(max, 2, 3).wait()  # doctest: +SKIP
    3
    """

    def __init__(self) -> None:
        self._lock, self._numbers = threading.Lock(), itertools.count()
        self._process: subprocess.Popen | None = None
        self._tasks: dict[int, BackgroundTask] = {}  # unfinished tasks of this process

    def submit(  # type: ignore[override]
        self, function: Callable[..., Any], /, *args: Any
    ) -> BackgroundTask:
        """Call a function in the process, after all earlier calls.

        Parameters
        ----------
        function : callable
            Function of a module. Its arguments and its result can be pickled.
        *args : object
            Arguments of the function.

        Returns
        -------
        task : BackgroundTask
            The running task. It has the error BrokenExecutor if no process can be started.
        """
        task = BackgroundTask(function, args)
        with self._lock:
            try:
                if self._process is None or self._process.poll() is not None:
                    self._start()
                number = next(self._numbers)
                self._tasks[number] = task
                assert self._process is not None and self._process.stdin is not None
                self._process.stdin.write(pickle.dumps((number, function, args)))
                self._process.stdin.flush()
            except (OSError, ValueError) as error:  # no process can start, or it just ended
                task.finish(error=BrokenExecutor(str(error)))
        return task

    def _start(self) -> None:
        command = f"from {__name__} import work; work({IDLE})"
        self._process = subprocess.Popen(
            [sys.executable, "-c", command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            start_new_session=True,  # so that interrupting a notebook does not end it
        )
        self._tasks = {}
        listen = threading.Thread(target=_listen, args=(self._process, self._tasks), daemon=True)
        listen.start()


EXECUTOR: Any = ProcessExecutor()  # of the whole package; the book replaces it


def _listen(process: subprocess.Popen, tasks: dict[int, BackgroundTask]) -> None:
    """Receive steps, results and errors of tasks until the process ends."""
    assert process.stdin is not None and process.stdout is not None
    with contextlib.suppress(Exception), process.stdout as messages:  # an incomplete message
        while True:
            number, steps, result, error = pickle.load(messages)
            if steps:
                tasks[number].steps = steps
            else:
                tasks.pop(number).finish(result, error)
    process.kill()
    process.wait()
    with contextlib.suppress(OSError):
        process.stdin.close()
    for task in list(tasks.values()):
        task.finish(error=BrokenExecutor("The other process has ended."))


def work(idle: float) -> None:
    """Do what the main process sends, as the other process.

    Parameters
    ----------
    idle : float
        Seconds without work after which the process ends.

    Examples
    --------
    >>> work(30)  # doctest: +SKIP
    """
    if hasattr(os, "nice"):
        os.nice(10)
    calls: queue.SimpleQueue[tuple] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(calls,), daemon=True).start()
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # keeps printed output out of the results
    with contextlib.suppress(queue.Empty):
        while True:
            _do_call(out, *calls.get(timeout=idle))
    os._exit(0)


def _receive(calls: queue.SimpleQueue) -> None:
    """Receive calls; when the main process ends, end this one even during a call."""
    with contextlib.suppress(Exception):
        while True:
            calls.put(pickle.load(sys.stdin.buffer))
    os._exit(0)


def _do_call(out: BinaryIO, number: int, function: Callable[..., Any], args: tuple) -> None:
    """Call a function, and send its steps and its result or error."""

    def send(steps: Any = None, result: Any = None, error: Exception | None = None) -> None:
        out.write(pickle.dumps((number, steps, result, error)))
        out.flush()

    send((0, 0))  # reports that the work has started
    try:
        with watched(lambda done, total: send((done, total))):
            send(result=function(*args))
    except Exception as error:
        try:
            send(error=error)
        except Exception:  # it cannot be pickled
            send(error=RuntimeError(f"{type(error).__name__}: {error}"))


# ------------------------------------------------------------------------------------- main process


def start(work: Callable[[], Iterable | None]) -> Future:
    """Call a function while gestures are still handled.

    In a kernel, the function runs in a thread. In a browser, Python has no threads. There the
    function is a task of the event loop, or runs at once if there is no loop. Gestures are handled
    after its steps if it returns an iterable of steps, and whenever it calls `yield_to_event_loop`.

    Parameters
    ----------
    work : callable
        Function without arguments. It may be a generator function.

    Returns
    -------
    future : concurrent.futures.Future
        It has the result None when the work has ended.

    Notes
    -----
    The thread is not one of a ThreadPoolExecutor, because Python waits for those when it ends.

    Examples
    --------
    >>> done = []
    >>> start(lambda: done.append(1)).result()
    >>> done
    [1]
    """
    future: Future = Future()
    steps = _steps_of(work, future)
    try:
        threading.Thread(target=_exhaust, args=(steps,), daemon=True).start()
    except RuntimeError:
        try:
            task = asyncio.get_running_loop().create_task(_run_in_slices(steps))
        except RuntimeError:
            _exhaust(steps)
        else:
            _LOOP_TASKS.add(task)
            task.add_done_callback(_LOOP_TASKS.discard)
    return future


_LOOP_TASKS: set[asyncio.Task] = set()  # the event loop keeps only weak references
TURN = asyncio.Lock()  # in a browser, long tasks run one after the other


def _steps_of(work: Callable[[], Iterable | None], future: Future) -> Iterator[Any]:
    """Yield the steps of the work, and then set the result of the future."""
    try:
        yield from work() or ()
    except BaseException as error:
        future.set_exception(error)
        raise
    future.set_result(None)


def _exhaust(steps: Iterator[Any]) -> None:
    for _ in steps:
        pass


async def _run_in_slices(steps: Iterator[Any]) -> None:
    ended = False
    while not ended:
        async with TURN:
            ended = _take_steps(steps)
        await asyncio.sleep(PAUSE)


def _take_steps(steps: Iterator[Any]) -> bool:
    """Take steps for a short time; whether they have ended."""
    until = time.monotonic() + SLICE
    return all(time.monotonic() < until for _ in steps)


class _WaitState:
    """Whether some work is waiting for the event loop."""

    now = False


def yield_to_event_loop() -> bool:
    """Handle gestures in the middle of work, in a browser that lets Python wait (Chrome, Edge).

    A kernel does not need this, because such work has a thread of its own there.

    Returns
    -------
    waited : bool
        Whether gestures were handled. False outside a browser. False also while other work waits in
        the same way, because interrupted work must be resumed in order.

    Examples
    --------
    >>> yield_to_event_loop()
    False
    """
    if sys.platform != "emscripten" or _WaitState.now:
        return False
    from pyodide.ffi import can_run_sync, run_sync  # type: ignore[import-not-found]

    if not can_run_sync():
        return False
    _WaitState.now = True
    try:
        run_sync(asyncio.sleep(PAUSE))
    finally:
        _WaitState.now = False
    return True


class LastGesture:
    """Time at which the reader last moved any lab.

    Attributes
    ----------
    time : float
        Time of the last gesture, as `time.monotonic` gives it.

    Examples
    --------
    >>> isinstance(LastGesture.time, float)
    True
    """

    time = -CALM


def wait_until_idle() -> None:
    """Wait until no lab has been moved for a second; only in a browser.

    In a kernel it returns at once, because heavy work is done in another process there.

    Examples
    --------
    >>> wait_until_idle()
    """
    while LastGesture.time + CALM > time.monotonic() and yield_to_event_loop():
        pass
