"""The process of one submission: it runs the cells and hands the answers over.

    python -m disentangle_edu.classroom.runner      started by `sandbox`

It imports a copy of the package without solutions. Nothing here protects anybody: `sandbox` does.
"""

import argparse
import ast
import asyncio
import contextlib
import inspect
import linecache
import os
from typing import Any, BinaryIO

from ..chapters import cells
from . import rpc

FILE_BYTES = 32 * 1024**2  # size limit of one file
OPEN_FILES = 128


def become(user: int) -> None:
    """Become this user, in only its own group, for the rest of the process."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def limit(memory: int, seconds: int, processes: int | None) -> None:
    """Limit the memory in bytes, the CPU time, files, and where a number is given, processes."""
    with contextlib.suppress(ImportError):  # Windows has no module resource
        import resource

        limits = {
            resource.RLIMIT_AS: memory,
            resource.RLIMIT_CPU: seconds,
            resource.RLIMIT_FSIZE: FILE_BYTES,
            resource.RLIMIT_NOFILE: OPEN_FILES,
            resource.RLIMIT_CORE: 1,  # with 0, a program may still receive core dumps
        }
        if processes is not None:
            limits[resource.RLIMIT_NPROC] = processes
        for what, maximum in limits.items():
            resource.setrlimit(what, (maximum, maximum))


class HandedIn:
    """The result of a check here: it does not say whether an answer passes."""

    passed = True
    demands = ()
    learned = ""

    def __init__(self, id: str) -> None:
        self.verdict = f"{id}: handed in"

    def __repr__(self) -> str:
        return self.verdict


class Magics:
    """What `get_ipython()` gives here: commands for the notebook's surroundings do nothing."""

    def run_line_magic(self, *_: object, **__: object) -> None:
        """A line that begins with %."""

    def run_cell_magic(self, *_: object, **__: object) -> None:
        """A cell that begins with %%."""

    def system(self, command: str) -> None:
        """A line that begins with !."""

    def getoutput(self, command: str) -> list[str]:
        """What a command of the shell printed."""
        return []


class Runner:
    """One submission, and the messages between it and the judge."""

    def __init__(self, reads: BinaryIO, writes: BinaryIO) -> None:
        self.reads, self.writes = reads, writes
        self.functions: list[Any] = []
        self.is_called = False  # whether the judge waits for a function's result

    def receive(self) -> rpc.Message:
        """The next message of the judge."""
        return rpc.decode(self.reads.readline())

    def send(self, **message: Any) -> None:
        """Send a message.

        Raises ValueError, and sends nothing, where it would be too long.
        """
        line = rpc.encode(message)
        if len(line) > rpc.MAX_BYTES:
            raise ValueError(
                f"answer: found {len(line):,} bytes, expected at most {rpc.MAX_BYTES:,}."
            )
        self.writes.write(line)
        self.writes.flush()

    def _register(self, function: Any) -> int:
        self.functions.append(function)
        return len(self.functions) - 1

    def check(self, id: str, answer: object, student: str = "") -> HandedIn:
        """Hand an answer over, and answer calls until it is judged."""
        if self.is_called:
            raise RuntimeError("check: found a call inside an answer, expected one outside.")
        self.send(id=str(id), answer=rpc.pack(answer, self._register), student=str(student)[:200])
        while "call" in (message := self.receive()):
            reply = self._handle_call(*message["call"])
            try:
                self.send(**reply)
            except (ValueError, TypeError) as error:
                self.send(raised=_format_error(error))
        return HandedIn(id)

    def _handle_call(self, number: int, arguments: Any) -> rpc.Message:
        self.is_called = True
        try:
            value = self.functions[number](*rpc.unpack(arguments, lambda *_: None))
            return {"value": rpc.pack(value, self._register)}
        except BaseException as error:  # a student's function may raise anything
            return {"raised": _format_error(error)}
        finally:
            self.is_called = False

    def run(self, sources: list[str]) -> None:
        """Run cells in their order, each whatever became of the one before."""
        names: dict[str, Any] = {
            "__name__": "__main__",
            "display": lambda *_, **__: None,
            "get_ipython": Magics,
        }
        loop = asyncio.new_event_loop()
        for number, code in enumerate(sources):
            begins = code.strip().partition("\n")[0][:40]
            filename = f"<the cell that begins {begins!r} ({number})>"
            linecache.cache[filename] = (len(code), None, code.splitlines(True), filename)
            try:
                compiled = compile(code, filename, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
                awaited = eval(compiled, names)
                if inspect.iscoroutine(awaited):
                    loop.run_until_complete(awaited)
            except BaseException as error:
                self.send(failed=_format_error(error))


def _format_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:500]


def _open_protocol() -> tuple[BinaryIO, BinaryIO]:
    """The streams to the judge. From here on, the standard input and output lead nowhere."""
    reads, writes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nowhere:
        for descriptor in (0, 1):
            os.dup2(nowhere.fileno(), descriptor)
    return reads, writes


def main() -> None:
    """Take a submission from the judge, run it, say that it is done; without one do nothing."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--user", type=int)
    if (user := parser.parse_args().user) is not None:
        become(user)
    from .. import labs, lessons  # load what chapters import
    from ..quiz import exercises

    del labs
    runner = Runner(*_open_protocol())
    for module in (lessons, exercises):
        module.check = runner.check  # type: ignore[attr-defined]
    if not (line := runner.reads.readline()):
        return
    work = rpc.decode(line)
    limit(work["memory"], work["seconds"], work["processes"])
    try:
        notebook = cells.parse(runner.reads.read(work["notebook_bytes"]))
        runner.run(cells.to_run(notebook["cells"], frozenset(work["ours"])))
    except ValueError as error:
        runner.send(failed=str(error))
    runner.send(done=True)


if __name__ == "__main__":
    main()
