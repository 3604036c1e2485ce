"""Where a submission runs: a process under bubblewrap that sees Python and an empty folder.

The process has its own namespaces, no network, no other program, and no second process: a limit
forbids it to fork. A filter of system calls closes what would hold memory outside of its limit.
"""

import contextlib
import os
import platform
import queue
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from ..course import PACKAGE
from . import rpc

RUNNER = "disentangle_edu.classroom.runner"
SCRATCH = "/submission"  # the one folder that a submission can write to
SCRATCH_BYTES = 64 * 1024**2
NOBODY = 65534  # user id for submissions that root runs, because root has no process limit
MAX_OUTPUT = 100_000_000  # bytes that a submission may send
MESSAGE_OVERHEAD = 400  # bytes added to the size of each message
PACKAGES = ("site-packages", "dist-packages")
SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"),
    *("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo"),
)
INHERITED = ("LD_LIBRARY_PATH", "SYSTEMROOT")  # Python may need these to start
DEVICES = ("/dev/null", "/dev/random", "/dev/urandom")

# Numbers of system calls, from the kernel's table for each architecture.
FORBIDDEN_CALLS = {
    "x86_64": {
        **{"socket": 41, "shmget": 29, "msgget": 68, "semget": 64, "memfd_create": 319},
        **{"mq_open": 240, "unshare": 272, "setns": 308, "mount": 165, "umount2": 166},
        **{"pivot_root": 155, "chroot": 161, "ptrace": 101, "process_vm_readv": 310},
        **{"process_vm_writev": 311, "add_key": 248, "request_key": 249, "keyctl": 250},
        **{"bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "personality": 135},
        **{"name_to_handle_at": 303, "open_by_handle_at": 304, "io_setup": 206},
        **{"fanotify_init": 300, "inotify_init1": 294, "inotify_init": 253, "kcmp": 312},
        **{"vmsplice": 278},
    },
    "aarch64": {
        **{"socket": 198, "shmget": 194, "msgget": 186, "semget": 190, "memfd_create": 279},
        **{"mq_open": 180, "unshare": 97, "setns": 268, "mount": 40, "umount2": 39},
        **{"pivot_root": 41, "chroot": 51, "ptrace": 117, "process_vm_readv": 270},
        **{"process_vm_writev": 271, "add_key": 217, "request_key": 218, "keyctl": 219},
        **{"bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "personality": 92},
        **{"name_to_handle_at": 264, "open_by_handle_at": 265, "io_setup": 0},
        **{"fanotify_init": 262, "inotify_init1": 26, "kcmp": 272},
        **{"vmsplice": 75},
    },
}
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
NEWER_CALLS = 424  # from this number on, all architectures agree: pidfd_open, io_uring, mounts
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, KILL, NOT_PERMITTED, NOT_KNOWN = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050026
INSTEAD = (
    "Install the package bubblewrap, run this command in a container made for it, or pass "
    "--trust-submissions, which protects nothing."
)


class SandboxError(OSError):
    """No submission can be run in a sandbox on this machine."""


def system_call_filter(machine: str) -> bytes:
    """Program for the kernel that refuses the calls in FORBIDDEN_CALLS.

    Parameters
    ----------
    machine : {'x86_64', 'aarch64'}
        Architecture, as platform.machine() calls it.

    Returns
    -------
    program : bytes
        Instructions of 8 bytes each. Calls newer than Linux 5.0 are answered as unknown, so
        that the C library takes the older ones.

    Raises
    ------
    SandboxError
        If the numbers of the machine's calls are not known here.

    Examples
    --------
    >>> len(system_call_filter("x86_64")) % 8
    0
    """
    if machine not in ARCHITECTURES:
        expected = ", ".join(ARCHITECTURES)
        raise SandboxError(
            f"sandbox: found the machine {machine!r}, expected {expected}. {INSTEAD}"
        )
    step = lambda code, value, if_true=0, if_false=0: struct.pack(
        "HBBI", code, if_true, if_false, value
    )
    program = [
        step(LOAD, 4),
        step(EQUAL, ARCHITECTURES[machine], 1, 0),
        step(RETURN, KILL),
        step(LOAD, 0),
        step(AT_LEAST, NEWER_CALLS, 0, 1),
        step(RETURN, NOT_KNOWN),
    ]
    for number in FORBIDDEN_CALLS[machine].values():
        program += [step(EQUAL, number, 0, 1), step(RETURN, NOT_PERMITTED)]
    return b"".join([*program, step(RETURN, ALLOW)])


def mounts(package: Path) -> dict[str, Path]:
    """What a sandbox sees, read-only: {path inside: path here}.

    Parameters
    ----------
    package : Path
        Copy of this package without solutions. It takes the place of every copy with them.
    """
    prefixes = [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
    folders = [prefix / part for prefix in prefixes for part in ("lib", "lib64", "pyvenv.cfg")]
    folders += [Path(path) for path in sys.path if Path(path).name in PACKAGES]
    visible = [*folders, Path(sys.executable), *map(Path, SYSTEM)]
    mounted = {os.path.abspath(path): path.resolve() for path in visible if path.exists()}
    packages = [path / PACKAGE.name for path in folders if path.name in PACKAGES]
    with_solutions = {PACKAGE, *(path.resolve() for path in packages if path.is_dir())}
    replaced = {
        os.path.join(inside, home.relative_to(outside)): package
        for inside, outside in mounted.items()
        for home in with_solutions
        if home.is_relative_to(outside)
    }
    return {**mounted, **replaced, str(PACKAGE): package}


def bwrap_command(package: Path, filter_descriptor: int) -> list[str]:
    """The command line of bubblewrap, up to the arguments of Python."""
    mounted = mounts(package)
    parents = {str(parent) for path in (*mounted, *DEVICES) for parent in Path(path).parents}
    line = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--new-session"]
    line += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    line += ["--unshare-cgroup-try", "--hostname", "submission", "--cap-drop", "ALL"]
    line += ["--seccomp", str(filter_descriptor)]
    if os.getuid() == 0:  # the runner uses these two to stop being root
        line += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        line += ["--unshare-user"]
    for parent in sorted(parents - {"/"}):
        line += ["--perms", "0755", "--dir", parent]
    for inside, outside in sorted(mounted.items()):
        line += ["--ro-bind", str(outside), inside]
    for device in DEVICES:
        line += ["--dev-bind", device, device]
    line += ["--perms", "1777", "--size", str(SCRATCH_BYTES), "--tmpfs", SCRATCH]
    return [*line, "--remount-ro", "/", "--chdir", SCRATCH, "--", sys.executable, "-s", "-P"]


def environment(home: str, package: Path) -> dict[str, str]:
    """All variables that a submission sees; `package` lies in the folder that is imported from."""
    libraries = [path for path in sys.path if Path(path).name in PACKAGES]
    return {
        **{name: os.environ[name] for name in INHERITED if name in os.environ},
        **{"PATH": "", "LANG": "C.UTF-8", "HOME": home, "TMPDIR": home, "MPLBACKEND": "agg"},
        **{"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        **{"PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join([str(package.parent), *libraries])},
    }


def _start_runner(package: Path, stderr: int) -> subprocess.Popen:
    """Start the runner in a sandbox."""
    program = system_call_filter(platform.machine())
    user = ["--user", str(NOBODY)] if os.getuid() == 0 else []
    reads, writes = os.pipe()  # a pipe's buffer holds the whole filter
    try:
        os.write(writes, program)
        os.close(writes)
        return subprocess.Popen(
            [*bwrap_command(package, reads), "-m", RUNNER, *user],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environment(SCRATCH, PACKAGE),
            cwd="/",
            pass_fds=[reads],
            start_new_session=True,
        )
    finally:
        os.close(reads)


def check_available(package: Path) -> None:
    """Start one sandbox without a submission.

    Raises
    ------
    SandboxError
        If bubblewrap is absent, is not allowed to make namespaces here, or Python does not start
        in them.
    """
    if not shutil.which("bwrap"):
        raise SandboxError(f"sandbox: found no program bwrap, expected bubblewrap. {INSTEAD}")
    with _start_runner(package, subprocess.PIPE) as process:
        _, stderr = process.communicate()
    if process.returncode:
        reason = stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no word"]
        raise SandboxError(f"sandbox: found {reason[0][:300]!r}, expected it to start. {INSTEAD}")


@contextlib.contextmanager
def started(package: Path, seconds: float, *, trusted: bool = False) -> Iterator["Connection"]:
    """Start the process of one submission, and end it with all that it has started.

    Parameters
    ----------
    package : Path
        Copy of this package without solutions.
    seconds : float
        Time until a message from the process is a TimeoutError.
    trusted : bool, default=False
        Whether it is a plain process, which can do whatever you can.
    """
    with contextlib.ExitStack() as stack:
        if trusted:
            home = stack.enter_context(tempfile.TemporaryDirectory(prefix="submission-"))
            process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-m", RUNNER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(home, package),
                cwd=home,
                start_new_session=True,
            )
        else:
            process = _start_runner(package, subprocess.DEVNULL)
        connection = Connection(process, seconds)
        try:
            yield connection
        finally:
            connection.close()
            _kill(process)


def _kill(process: subprocess.Popen) -> None:
    """Kill a process and its group, because a sandbox that is starting has two processes."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


class Connection:
    """Messages to and from one process, none of which is waited for beyond the deadline.

    Two threads do what may block, so that a process that survives can hold them and nothing else.
    """

    def __init__(self, process: subprocess.Popen, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds
        self.bytes_left = MAX_OUTPUT
        self.closed = False
        self.failure: Exception | None = None
        self._incoming: queue.Queue[bytes] = queue.Queue(maxsize=1)
        self._outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert process.stdin and process.stdout
        for work, stream in ((self._read, process.stdout), (self._write, process.stdin)):
            threading.Thread(target=work, args=[stream], daemon=True).start()

    def _read(self, stream: IO[bytes]) -> None:
        line = b"\n"
        with contextlib.suppress(OSError, ValueError), stream:
            while line and not self.closed:
                line = stream.readline(rpc.MAX_BYTES + 1)
                self._incoming.put(line)

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while content := self._outgoing.get():
                stream.write(content)
                stream.flush()

    def send(self, content: bytes = b"", **message: Any) -> None:
        """Send a message, and bytes after it, without waiting until they are read."""
        self._outgoing.put(rpc.encode(message) + content)

    def receive(self) -> rpc.Message:
        """The next message.

        Raises
        ------
        TimeoutError
            If it has not come by the deadline.
        ProtocolError
            If the process has ended, or has sent something else or too much.
        """
        try:
            if self.failure:
                raise self.failure
            return rpc.decode(self._line())
        except (TimeoutError, rpc.ProtocolError) as error:
            self.failure = error  # every later call fails in the same way
            raise

    def _line(self) -> bytes:
        seconds = self.deadline - time.monotonic()
        try:
            line = self._incoming.get(timeout=max(0, seconds))
        except queue.Empty:
            raise TimeoutError from None
        if seconds < 0:
            raise TimeoutError
        self.bytes_left -= len(line) + MESSAGE_OVERHEAD
        if self.bytes_left < 0:
            raise rpc.ProtocolError("it sent more than it may")
        return line

    def close(self) -> None:
        """Let go of both threads."""
        self.closed = True
        self._outgoing.put(b"")
        with contextlib.suppress(queue.Empty):
            self._incoming.get_nowait()
