"""Where a submission runs: a process that reads the package, and hands over answers.

    python -m disentangle_edu.classroom.seat      started by `grading`, on a package `withheld`

What is shut: files elsewhere, the network, other programs, memory and time beyond the limits. It
holds against what a student tries in Python. It is no prison for strangers' machine code: mark
what comes from outside of a course in a container.
"""

import contextlib
import linecache
import os
import subprocess
import sys
from typing import Any

from . import wire

SHUT = (  # the beginnings of what Python tells an audit of, beside files
    *("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork"),
    *("os.kill", "os.chdir", "os.symlink", "os.link", "os.chmod", "os.chown", "os.startfile"),
    *("os.setxattr", "os.truncate", "pty.", "ctypes.", "gc.get_", "resource.", "sqlite3."),
    *("signal.", "shutil.", "webbrowser.", "urllib.", "http.", "ftplib.", "smtplib."),
    *("_winapi.", "winreg.", "msvcrt."),
)
CHANGED = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.listdir", "os.scandir")
GUARD = """
def guard(event, args, refused=PermissionError):
    if event.startswith({shut}):
        raise refused("a submission may not use " + event)
    if event != "open" and not event.startswith({changed}):
        return
    for path in args[:2] if event == "os.rename" else args[:1]:
        if path.__class__ is (0).__class__ or path is None:
            continue
        if path.__class__ is b"".__class__:
            path = path.decode()
        if path.__class__ is not "".__class__ or ".." in path:
            raise refused("a submission may not open this")
        own = path.startswith({own}) or not path.startswith("/") and ":" not in path
        writes = event != "open" or args[1] is not None and args[1].strip("rbtU") != ""
        if event == "open" and args[1] is None:
            writes = args[2] % 4 != 0 or args[2] // 64 % 16 != 0
        if event in ("os.listdir", "os.scandir"):
            writes = False
        if not own and (writes or path.startswith({closed}) or not path.startswith({read})):
            raise refused("a submission may not open " + path)
"""


def limit(memory: int, seconds: int) -> None:
    """Memory in bytes, CPU time in seconds, and files of at most 50 MB."""
    with contextlib.suppress(ImportError):  # Windows has no limits; time is watched from outside
        import resource

        for what, most in (
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_FSIZE, 50_000_000),
        ):
            resource.setrlimit(what, (most, most))


def shut(own: str, closed: list[str], read: list[str]) -> None:
    """From here on nothing is open but these folders: own to write, read without what is closed.

    The guard is made of constants and calls nothing that code could replace later.
    """
    words = {
        "shut": SHUT,
        "changed": CHANGED,
        "own": (own,),
        "closed": tuple(closed),
        "read": tuple(read),
    }
    code = GUARD.format(**{name: repr(value) for name, value in words.items()})
    made: dict[str, Any] = {}
    exec(code, {"__builtins__": {"PermissionError": PermissionError}}, made)
    subprocess._fork_exec = None  # type: ignore[attr-defined]  # it tells no audit
    sys.modules["_posixsubprocess"] = None  # type: ignore[assignment]
    sys.addaudithook(made["guard"])


class Said(str):
    """What a judge says of an answer, for a notebook to show; no mark is read from it."""

    passed = False


class Seat:
    """One submission, and the line to who judges it."""

    def __init__(self, reads: Any, writes: Any) -> None:
        self.reads, self.writes = reads, writes
        self.functions: list[Any] = []

    def _keep(self, function: Any) -> int:
        self.functions.append(function)
        return len(self.functions) - 1

    def check(self, id: str, answer: object, student: str = "") -> Said:
        """Hand an answer over, and answer calls until something is said of it."""
        handed = wire.packed(answer, self._keep)
        wire.send(self.writes, answers=str(id), answer=handed, student=str(student)[:200])
        while "said" not in (message := wire.receive(self.reads)):
            reply = self._called(*message["call"])
            try:
                wire.send(self.writes, **reply)
            except ValueError as error:
                wire.send(self.writes, raised=f"an answer that is too long: {error}")
        said = Said(message["said"])
        said.passed = message["passed"]
        return said

    def _called(self, number: int, arguments: Any) -> wire.Message:
        try:
            value = self.functions[number](*wire.unpacked(arguments, lambda *_: None))
            return {"value": wire.packed(value, self._keep)}
        except BaseException as error:  # whatever a student's function does
            return {"raised": f"{type(error).__name__}: {error}"[:500]}

    def run(self, cells: list[str]) -> None:
        """Run cells in their order, each whatever became of the one before."""
        names: dict[str, Any] = {"__name__": "__main__", "display": lambda *_, **__: None}
        for number, code in enumerate(cells):
            begins = code.strip().partition("\n")[0][:40]
            place = f"<the cell that begins {begins!r} ({number})>"
            linecache.cache[place] = (len(code), None, code.splitlines(True), place)
            try:
                exec(compile(code, place, "exec"), names)
            except BaseException as error:
                wire.send(self.writes, failed=f"{type(error).__name__}: {error}"[:500])


def main() -> None:
    """Take a submission from the line, run it, say that it is done."""
    reads, writes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nowhere:  # what students print goes nowhere
        for stream in (0, 1):
            os.dup2(nowhere.fileno(), stream)
    from .. import labs, lessons  # all that chapters use is fetched before the doors are shut
    from ..asking import exercises

    del labs
    work = wire.receive(reads)
    seat = Seat(reads, writes)
    for module in (lessons, exercises):
        module.check = seat.check  # type: ignore[attr-defined]
    for name in work["fetch"]:
        with contextlib.suppress(ImportError):
            __import__(name)
    limit(work["memory"], work["seconds"])
    shut(work["own"], work["closed"], work["read"])
    seat.run(work["cells"])
    wire.send(writes, done=True)


if __name__ == "__main__":
    main()
