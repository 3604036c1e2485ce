"""Work that lets gestures be heard meanwhile, with threads or without (in the browser alone)."""

import asyncio
import contextlib
import sys
import threading
import time
from collections.abc import Callable

REST = 1.0  # seconds after a gesture in which nothing heavy begins
# Seconds of a pause. Up to two milliseconds Pyodide takes a channel of its own in place of a
# timer, and what the page says waits behind it for as long as the work goes on.
PAUSE = 0.004


def run_in_thread(work: Callable[[], None]) -> threading.Thread | None:
    """Do something while gestures go on being heard.

    Where Python has no threads, in the browser alone, it is a task of the event loop (or done at
    once without one), and None comes back; `yield_to_event_loop` lets gestures through in the middle of it.
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


_TASKS: set[asyncio.Task] = set()  # the loop alone would forget them
TURN = asyncio.Lock()  # in a browser: one long work after the other, and hands between its steps


async def _as_task(work: Callable[[], None]) -> None:
    async with TURN:
        work()


class _WaitState:
    """Whether some work waits in its middle."""

    now = False


def yield_to_event_loop() -> bool:
    """Hear the reader in the middle of work, in a browser that lets Python wait (Chrome, Edge).

    False where it may not: elsewhere, and while other work waits so, for what has been left in its
    middle must be taken up again in order. A kernel needs none of this: there such work has a
    thread of its own.
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


class Hand:
    """The reader's, on whichever lab."""

    seen = -REST  # when it last moved one


def at_rest() -> None:
    """In a browser alone, where nothing is done aside: wait until no lab has been moved lately."""
    while Hand.seen + REST > time.monotonic() and yield_to_event_loop():
        pass
