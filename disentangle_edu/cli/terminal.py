"""Plain words in a terminal, and Ctrl-C heard at once."""

import json
import os
import queue
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager, nullcontext
from typing import TextIO, TypeVar

Item = TypeVar("Item")

FOR_DEVELOPERS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)
_PARALLEL_MODULE = os.path.join("sklearn", "utils", "parallel.py")


# --------------------------------------------------------------------------------------- words


def printable_text(text: str) -> str:
    """The words without what a terminal would obey, such as an escape code in a name."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def to_encoding(text: str, encoding: str) -> str:
    """The words in letters that an encoding has: "+-" for the sign of plus-minus where need be."""
    try:
        text.encode(encoding)
        return text
    except UnicodeEncodeError:
        return text.replace("±", "+-").encode(encoding, "backslashreplace").decode(encoding)


def say(*lines: str, file: TextIO | None = None) -> None:
    """Print lines that may hold anything, at once; names in them come from files."""
    file = file or sys.stdout
    if file is None:  # a service has no terminal, and a shell may close it
        return
    print(
        to_encoding(printable_text("\n".join(lines)), file.encoding or "utf-8"),
        file=file,
        flush=True,
    )


def say_json(rows: list[dict] | dict) -> None:
    """Print an object or a list of them, in ASCII where the output knows no more."""
    content = json.dumps(rows, indent=1, ensure_ascii=False)
    if sys.stdout and to_encoding(content, sys.stdout.encoding or "utf-8") != content:
        content = json.dumps(rows, indent=1)
    say(content)


def fit_to_terminal(line: str) -> str:
    """The line, cut to what a terminal shows in one; whole in a file or a pipe."""
    if sys.stdout is None or not sys.stdout.isatty():
        return line
    width = shutil.get_terminal_size().columns
    return line if len(line) <= width else f"{line[: width - 4]} ..."


@contextmanager
def ignore_broken_pipe(go_on: bool) -> Iterator[None]:
    """Whoever reads us may have seen enough: then words go nowhere, if there is work left to do."""
    try:
        yield
    except BrokenPipeError:
        if not go_on:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Notes:
    """Shows every warning once, as a note; takes the place of `warnings.showwarning`.

    Python remembers what it has shown, but forgets that whenever anybody changes a filter, as
    scikit-learn does in every thread of a forest. For a moment it then has no filter at all, and a
    forest beside it takes that for a mistake of its caller's: such notes are left out, like all
    warnings for whoever develops a library.
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
    """A progress bar that knows the time left, on the error stream; none in a log.

    unit : what is counted.   total : how many there are, if that is known.
    names : what is being done, one after the other.
    """

    def __init__(self, unit: str, total: int | None = None, names: Iterable[str] = ()) -> None:
        from tqdm import tqdm

        self._names = iter(names)
        unseen = True if sys.stderr is None else None  # none in a log either
        self._bar = tqdm(total=total, unit=unit, leave=False, disable=unseen, smoothing=0)
        self._bar.set_description(next(self._names, ""))

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def done(self, *lines: str) -> None:
        """Print lines above the bar, and go on to the next name."""
        above = self._bar.external_write_mode(sys.stdout) if sys.stdout else nullcontext()
        with above:
            if lines:
                say(*lines)
        self._bar.set_description(next(self._names, ""))

    def counted(self, things: Iterable[Item]) -> Iterator[Item]:
        """The things; each moves the bar by one when it is done."""
        if self._bar.total is None and isinstance(things, Sized):
            self._bar.reset(total=len(things))
        for thing in things:
            yield thing
            self._bar.update()


# --------------------------------------------------------------------------------------- Ctrl-C


def iterate_in_thread(items: Iterable[Item]) -> Iterator[Item]:
    """The items, made in a thread beside this one.

    A long computation in a library hears Ctrl-C only when it ends; who waits for it hears it at
    once. What was being made then is left alone, and nothing more is made.
    """
    results: queue.SimpleQueue[tuple[str, object]] = queue.SimpleQueue()
    enough = threading.Event()

    def make() -> None:
        try:
            for item in items:
                results.put(("item", item))
                if enough.is_set():
                    return
            results.put(("end", None))
        except BaseException as error:  # it is raised where somebody waits
            results.put(("error", error))

    threading.Thread(target=make, daemon=True).start()
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
    """Call the function beside this thread; returns what it returns."""
    (result,) = iterate_in_thread(function(*things, **named) for _ in range(1))
    return result


def _wait_for_next(results: queue.SimpleQueue) -> tuple:
    """The next thing in the queue; looks up now and then, since not every system wakes a wait."""
    while True:
        try:
            return results.get(timeout=0.2)
        except queue.Empty:
            continue
