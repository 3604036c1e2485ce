"""Printable words in a terminal, and an immediate response to Ctrl-C."""

import json
import os
import queue
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TextIO, TypeVar

from .. import background

Item = TypeVar("Item")

FOR_DEVELOPERS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)
_PARALLEL_MODULE = os.path.join("sklearn", "utils", "parallel.py")


# --------------------------------------------------------------------------------------- words


def printable_text(text: str) -> str:
    """The words without control characters, such as an escape code in a name."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def to_encoding(text: str, encoding: str) -> str:
    """The words in the letters of an encoding, with "+-" for the plus-minus sign if needed."""
    try:
        text.encode(encoding)
        return text
    except UnicodeEncodeError:
        return text.replace("±", "+-").encode(encoding, "backslashreplace").decode(encoding)


def say(*lines: str, file: TextIO | None = None) -> None:
    """Print lines and flush; names in them may come from files and contain anything."""
    file = file or sys.stdout
    if file is None:  # a service has no stdout, and a shell may close it
        return
    print(
        to_encoding(printable_text("\n".join(lines)), file.encoding or "utf-8"),
        file=file,
        flush=True,
    )


def say_json(rows: list[dict] | dict) -> None:
    """Print an object or a list of them, in ASCII if the output allows only that."""
    content = json.dumps(rows, indent=1, ensure_ascii=False)
    if sys.stdout and to_encoding(content, sys.stdout.encoding or "utf-8") != content:
        content = json.dumps(rows, indent=1)
    say(content)


def fit_to_terminal(line: str) -> str:
    """The line, cut to the width of a terminal; whole in a file or a pipe."""
    if sys.stdout is None or not sys.stdout.isatty():
        return line
    width = shutil.get_terminal_size().columns
    return line if len(line) <= width else f"{line[: width - 4]} ..."


@contextmanager
def ignore_broken_pipe(go_on: bool) -> Iterator[None]:
    """If the reader of a pipe has gone, discard the output while there is work left."""
    try:
        yield
    except BrokenPipeError:
        if not go_on:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Notes:
    """Shows every warning once, as a note; replaces `warnings.showwarning`.

    Python remembers the warnings that it has shown, but forgets them when a filter changes, as
    scikit-learn changes filters in every thread of a forest. For a moment there is then no filter,
    and a forest in another thread warns about its caller. Such warnings are left out, like all
    warnings for developers of a library.
    """

    def __init__(self) -> None:
        self.said: set[str] = set()

    def __call__(
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        """Show one warning."""
        text = str(message)
        if (
            text in self.said
            or issubclass(category, FOR_DEVELOPERS)
            or _PARALLEL_MODULE in filename
        ):
            return
        self.said.add(text)
        say(f"disentangle-edu: note: {text}", file=sys.stderr)


class Bar:
    """A progress bar with the remaining time, on the error stream; no bar in a log.

    unit : name of one step.   total : number of steps, if it is known.
    names : names of the steps, in order.
    """

    def __init__(self, unit: str, total: int | None = None, names: Iterable[str] = ()) -> None:
        from tqdm import tqdm

        self._names = iter(names)
        unseen = True if sys.stderr is None else None  # None: no bar in a log either
        self._bar = tqdm(total=total, unit=unit, leave=False, disable=unseen, smoothing=0)
        self._bar.set_description(next(self._names, ""))

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def done(self, *lines: str) -> None:
        """Print lines above the bar, and show the next name."""
        above = self._bar.external_write_mode(sys.stdout) if sys.stdout else nullcontext()
        with above:
            if lines:
                say(*lines)
        self._bar.set_description(next(self._names, ""))

    def counted(self, things: Iterable[Item]) -> Iterator[Item]:
        """Yield the things; each moves the bar by one when it is finished."""
        if self._bar.total is None and isinstance(things, Sized):
            self._bar.reset(total=len(things))
        for thing in things:
            yield thing
            self._bar.update()


# --------------------------------------------------------------------------------------- Ctrl-C


def _put_items(items: Iterable, results: queue.SimpleQueue, enough: threading.Event) -> None:
    """Compute items and put them in the queue; an error is put there, too."""
    try:
        for item in items:
            results.put(("item", item))
            if enough.is_set():
                return
        results.put(("end", None))
    except BaseException as error:
        results.put(("error", error))


def iterate_in_thread(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items, which are computed in another thread.

    A long computation in a library responds to Ctrl-C only when it ends, but the thread that waits
    for it responds at once. The item in progress is then abandoned, and no other item is computed.
    """
    results: queue.SimpleQueue[tuple[str, object]] = queue.SimpleQueue()
    enough = threading.Event()
    background.start(partial(_put_items, items, results, enough))
    try:
        while True:
            kind, thing = _wait_for_next(results)
            if kind == "end":
                return
            if kind == "error":
                raise thing
            yield thing
    finally:
        enough.set()


def call_in_thread(function: Callable[..., Item], *things: object, **named: object) -> Item:
    """Call the function in another thread, and return its result."""
    (result,) = iterate_in_thread(function(*things, **named) for _ in range(1))
    return result


def _wait_for_next(results: queue.SimpleQueue) -> tuple:
    """The next item of the queue; polls, because some systems cannot interrupt a blocking get."""
    while True:
        try:
            return results.get(timeout=0.2)
        except queue.Empty:
            continue
