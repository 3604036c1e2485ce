"""Files written whole or not at all, and results that are kept between sessions.

A kept result lies in a file of its own, under a key of the code that ran. The key holds all files
of this package and the versions of the libraries, so that nothing that another code has computed
is ever found.
"""

import contextlib
import functools
import hashlib
import json
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent
CODE = (".py", ".csv", ".json", ".npz")
LIBRARIES = ("numpy", "scipy", "scikit-learn", "pandas", "joblib", "torch")
PRIVATE, PUBLIC = 0o600, 0o666  # modes of a new file, before the umask


def cache_folder(name: str) -> Path | None:
    """Where results are kept: XDG_CACHE_HOME, LOCALAPPDATA or ~/.cache decide.

    None for a user without a home, of whom nothing is kept.
    """
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    folder = Path(cache or os.path.expanduser("~/.cache"))
    return folder / "disentangle_edu" / name if folder.is_absolute() else None


# ---------------------------------------------------------------------------------------- writing


@contextlib.contextmanager
def written(path: str | Path, mode: int = PUBLIC) -> Iterator[Path]:
    """A path beside this one, to be written to; it takes its place when all is done.

    A link stays a link, and a file that is there keeps its mode and, where we may, its owner.
    Whatever fails meanwhile leaves a file that was there as it was. An OSError names the file, and
    what is no file raises ValueError.

    mode : of a new file, before the umask.
    """
    with _naming(path):
        target, unfinished, there = _begun(path, mode)
        try:
            yield unfinished
            with unfinished.open("rb+") as file:  # or a power cut could leave an empty file
                os.fsync(file.fileno())
            if there:
                _copy_owner_and_mode(there, unfinished)
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)


def check_writable(path: str | Path) -> None:
    """Raise as `written` would if it could not begin; nothing is left behind."""
    with _naming(path):
        _, unfinished, _ = _begun(path, PUBLIC)
        unfinished.unlink()


@contextlib.contextmanager
def _naming(path: str | Path) -> Iterator[None]:
    """Any OSError names the file that was asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _begun(path: str | Path, mode: int) -> tuple[Path, Path, os.stat_result | None]:
    """(the file that a path leads to, an empty file beside it, the status of the first)."""
    target = Path(os.path.realpath(path))
    there = None
    with contextlib.suppress(FileNotFoundError):
        there = target.stat()
    if there:
        if kind := kind_of_file(there):
            raise ValueError(f"path: found {str(path)!r}, which is {kind}, expected a file.")
        target.open("ab").close()  # a file that is protected stays as it is
        mode = PRIVATE
    unfinished = target.with_name(f".{secrets.token_hex(8)}")
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    return target, unfinished, there


def _copy_owner_and_mode(there: os.stat_result, file: Path) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only an administrator gives files away
            os.chown(file, there.st_uid, there.st_gid)
    file.chmod(stat.S_IMODE(there.st_mode))


def kind_of_file(status: os.stat_result) -> str:
    """What lies there, in words: "a folder", "a pipe" and so on; "" for a file."""
    kinds = {
        stat.S_ISREG: "",
        stat.S_ISDIR: "a folder",
        stat.S_ISFIFO: "a pipe",
        stat.S_ISSOCK: "a socket",
    }
    return next((words for is_of, words in kinds.items() if is_of(status.st_mode)), "a device")


def write(path: str | Path, words: str, mode: int = PUBLIC) -> None:
    """Write text in UTF-8 so that a file which is there stays whole if that fails.

    What UTF-8 does not have, as in the name of a file in another encoding, becomes "?".
    """
    with written(path, mode) as file:
        file.write_text(words, encoding="utf-8", errors="replace")


# ---------------------------------------------------------------------------------------- keeping


def is_ours(function: Callable) -> bool:
    """Whether a function is of this package, so that the key of what it computes is known."""
    return function.__module__.startswith(f"{__package__}.")


class Shelf:
    """Results in a folder, each what JSON can hold, beside a checksum; without one, none are."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str) -> dict | None:
        """What the same code has put there under this name; None where it has put nothing.

        None also for a file that was damaged since.
        """
        if self.folder is None:
            return None
        try:
            found = json.loads(self._file(name).read_text(encoding="utf-8"))
            whole = found["sha256"] == self._checksum(name, found["kept"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        return found["kept"] if whole else None

    def put(self, name: str, kept: dict) -> None:
        """Keep it. A folder that cannot be written is no error."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self.folder.mkdir(parents=True, exist_ok=True)
            record = {"sha256": self._checksum(name, kept), "kept": kept}
            write(self._file(name), json.dumps(record))

    def _file(self, name: str) -> Path:
        assert self.folder
        return self.folder / f"{_sha256(self._key(name))}.json"

    def _key(self, name: str) -> str:
        return f"{_code(PACKAGE)} {name}"

    def _checksum(self, name: str, kept: object) -> str:
        return _sha256(f"{self._key(name)} {json.dumps(kept)}")


def _sha256(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


@functools.cache
def _code(package: Path) -> str:
    """A hash of every file of the package and the versions of what it stands on."""
    hashed = hashlib.sha256(sys.version.encode())
    for name in LIBRARIES:
        hashed.update(f"{name} {_version(name)}".encode())
    for file in sorted(path for path in package.rglob("*") if path.suffix in CODE):
        hashed.update(str(file.relative_to(package)).encode())
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _version(library: str) -> str:
    from importlib import metadata  # slow where a page waits, which never asks

    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"
