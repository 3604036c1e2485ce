"""Work during which gestures are still handled, with threads or without (in the browser alone)."""

import asyncio
import contextlib
import sys
import threading
import time
from collections.abc import Callable

IDLE = 1.0  # seconds after a gesture in which no heavy work begins
# Seconds of a pause. Up to two milliseconds Pyodide takes a channel of its own in place of a
# timer, and messages of the page wait behind it for as long as the work goes on.
PAUSE = 0.004


def run_in_thread(work: Callable[[], None]) -> threading.Thread | None:
    """Run a function while gestures are still handled.

    In a browser, Python has no threads. There the function is a task of the event loop, or runs at
    once if there is no loop. `yield_to_event_loop` then lets gestures through while it runs.

    Parameters
    ----------
    work : callable
        Function without arguments.

    Returns
    -------
    thread : Thread or None
        The thread that runs the function. None if Python has no threads.

    Examples
    --------
    >>> from disentangle_edu.widgets.scheduling import run_in_thread
    >>> done = []
    >>> run_in_thread(lambda: done.append(1)).join()
    >>> done
    [1]
    """
    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
        return thread
    except RuntimeError:
        with contextlib.suppress(RuntimeError):
            task = asyncio.get_running_loop().create_task(_as_task(work))
            _TASKS.add(task)
            task.add_done_callback(_TASKS.discard)
            return None
        work()
        return None


_TASKS: set[asyncio.Task] = set()  # the loop alone would drop them
TURN = asyncio.Lock()  # in a browser: long work is done one after the other


async def _as_task(work: Callable[[], None]) -> None:
    async with TURN:
        work()


class _WaitState:
    """Whether some work waits in its middle."""

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
    >>> from disentangle_edu.widgets.scheduling import yield_to_event_loop
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
    >>> from disentangle_edu.widgets.scheduling import LastGesture
    >>> isinstance(LastGesture.time, float)
    True
    """

    time = -IDLE


def wait_until_idle() -> None:
    """Wait until no lab has been moved for a second; only in a browser.

    In a kernel it returns at once, because heavy work is done in another process there.

    Examples
    --------
    >>> from disentangle_edu.widgets.scheduling import wait_until_idle
    >>> wait_until_idle()
    """
    while LastGesture.time + IDLE > time.monotonic() and yield_to_event_loop():
        pass
