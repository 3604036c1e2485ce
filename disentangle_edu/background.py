"""Work aside: in a process of its own at low priority, so that no hand is kept waiting.

    work = aside.start("disentangle_edu.claims.runner", "_measured", "dci-0.6", "", [0])
    work.result()

For each module there is one process, which does one piece of work after the other and ends when
this one does. Where there are no processes, as in a browser, the work is done when its result is
asked for.
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

from .cache import Shelf, cache_folder

GIVEN = "DISENTANGLE_EDU_GUESSES"  # "given": tests and builds answer all questions themselves
HOME = __package__
IDLE = 30  # seconds without work after which the process ends
Counted = Callable[[int, int], None]
WATCHER: contextvars.ContextVar[Counted | None] = contextvars.ContextVar("watcher", default=None)


def wanted() -> bool:
    """Whether a reader sits before a notebook: only then work goes ahead of what is asked for."""
    found = sys.modules.get("IPython")
    shell = found.get_ipython() if found else None
    return hasattr(shell, "kernel") and os.environ.get(GIVEN) != "given"


@contextlib.contextmanager
def watched(counted: Counted) -> Iterator[None]:
    """Call counted(done, all) whenever work that is waited for inside has gone a step further."""
    token = WATCHER.set(counted)
    try:
        yield
    finally:
        WATCHER.reset(token)


def kept(shelf: str, name: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What compute() gives; where a reader sits, from an earlier session that has kept it."""
    if not wanted():
        return compute()
    results = Shelf(cache_folder(shelf))
    found = results.get(name)
    if found is None:
        results.put(name, found := compute())
    return found


News: Callable[[], Any] = queue.SimpleQueue  # what is said of a piece of work, until it is heard


class Work:
    """A call of a function of this package, under way in the other process.

    The function takes what JSON can hold and `progress`, which wraps an iterable, and gives what
    JSON can hold.
    """

    def __init__(self, module: str, function: str, args: tuple) -> None:
        self.called = module, function, args
        self.begun = False  # the other process has come to it
        self._news = News()

    def hear(self, message: dict) -> None:
        """Take what the other process says of it."""
        self.begun = True
        self._news.put(message)

    def result(self) -> Any:
        """Wait for it. It is done here if the other process could not be had, or has failed."""
        while True:
            message = self._news.get()
            if "result" in message:
                return message["result"]
            if "failed" in message:
                return here(*self.called)
            _tell(message["done"], message["all"])


def here(module: str, function: str, args: Iterable) -> Any:
    """Do a piece of work in this process, now."""
    return _call(module, function, args, lambda steps: _counted(steps, _tell))


def _tell(done: int, all: int) -> None:
    if watcher := WATCHER.get():
        watcher(done, all)


def start(module: str, function: str, *args: Any) -> Work:
    """Begin a piece of work, or line it up behind what was begun before."""
    work = Work(module, function, args)
    try:
        helper(module).take(work)
    except (OSError, ValueError):  # no processes here or none left, or it has just ended
        work.hear({"failed": True})
    return work


class _Helper:
    """The other process as this one sees it."""

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
        self.works: dict[int, Work] = {}
        self.numbers, self.lock = itertools.count(), threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def take(self, work: Work) -> None:
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
    """Who works for a module: a process of its own."""
    if module not in HELPERS or not HELPERS[module].alive:
        HELPERS[module] = _Helper()
    return HELPERS[module]


# -------------------------------------------------------------------------------- the other process


def _counted(steps: Iterable, tell: Counted) -> Iterator:
    steps = list(steps)
    for done, step in enumerate(steps):
        tell(done, len(steps))
        yield step


def _call(module: str, function: str, args: Iterable, progress: Callable) -> Any:
    if module.partition(".")[0] != HOME:
        raise ValueError(f"module: found {module!r}, expected one of {HOME}.")
    return getattr(importlib.import_module(module), function)(*args, progress=progress)


def work(lines: Iterable[str], out: TextIO) -> None:
    """Do what each line asks for, and say what came out."""
    for line in lines:
        number, module, function, args = json.loads(line)

        def tell(number: int = number, **message: Any) -> None:
            print(json.dumps({"number": number} | message), file=out, flush=True)

        def counted(done: int, all: int, tell: Callable = tell) -> None:
            tell(done=done, all=all)

        counted(0, 0)  # it has begun
        try:
            tell(result=_call(module, function, args, functools.partial(_counted, tell=counted)))
        except Exception:  # it is done again where it is waited for, and says there what is wrong
            tell(failed=True)


def _asked() -> Iterator[str]:
    """Lines of the input; the process ends with whoever writes them, even in the middle of work."""
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
    work(_asked(), out)
