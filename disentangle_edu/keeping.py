"""Keeping what was computed, between sessions: a file for each, under a key of the code that ran.

The key holds all files of this package and the versions of the libraries, so that nothing that
another code has computed is ever found.
"""

import contextlib
import functools
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent
CODE = (".py", ".csv", ".json", ".npz")
LIBRARIES = ("numpy", "scipy", "scikit-learn", "pandas", "joblib", "torch")


def cache_folder(name: str) -> Path:
    """Where results are kept: XDG_CACHE_HOME, LOCALAPPDATA or ~/.cache decide."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "disentangle_edu" / name


@contextlib.contextmanager
def written(path: str | Path) -> Iterator[Path]:
    """A path beside this one, to be written to; it takes its place when all is done.

    Whatever fails meanwhile leaves a file that was there as it was. An OSError names the file.
    """
    path = Path(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        unfinished.unlink(missing_ok=True)


def write(path: str | Path, words: str) -> None:
    """Write text in UTF-8 so that a file which is there stays whole if that fails."""
    with written(path) as file:
        file.write_text(words, encoding="utf-8")


def is_ours(function: Callable) -> bool:
    """Whether a function is of this package, so that the key of what it computes is known."""
    return function.__module__.startswith(f"{__package__}.")


class Shelf:
    """Results in a folder, each what JSON can hold."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, name: str) -> dict | None:
        """What the same code has put there under this name; None where it has put nothing."""
        try:
            kept = json.loads(self._file(name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return kept if isinstance(kept, dict) else None

    def put(self, name: str, kept: dict) -> None:
        """Keep it. A folder that cannot be written is no error."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write(self._file(name), json.dumps(kept))

    def _file(self, name: str) -> Path:
        words = f"{_code(PACKAGE)} {name}"
        return self.folder / f"{hashlib.sha256(words.encode()).hexdigest()}.json"


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
