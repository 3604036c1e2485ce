"""Keeping what was computed, between sessions: a file for each, under a key of the code that ran.

The key holds all files of this package and the versions of the libraries, so that nothing that
another code has computed is ever found.
"""

import hashlib
import json
import os
import sys
from functools import cached_property
from importlib import metadata
from pathlib import Path

PACKAGE = Path(__file__).parent
CODE = (".py", ".csv", ".json", ".npz")
LIBRARIES = ("numpy", "scipy", "scikit-learn", "pandas", "joblib", "torch")


def cache_folder(name: str) -> Path:
    """Where results are kept: XDG_CACHE_HOME, LOCALAPPDATA or ~/.cache decide."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "disentangle_edu" / name


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
        file = self._file(name)
        unfinished = file.with_suffix(f".{os.getpid()}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(kept), encoding="utf-8")
            unfinished.replace(file)
        except OSError:
            return

    def _file(self, name: str) -> Path:
        words = f"{self._code} {name}"
        return self.folder / f"{hashlib.sha256(words.encode()).hexdigest()}.json"

    @cached_property
    def _code(self) -> str:
        """A hash of every file of the package and the versions of what it stands on."""
        hashed = hashlib.sha256(sys.version.encode())
        for name in LIBRARIES:
            hashed.update(f"{name} {_version(name)}".encode())
        for file in sorted(path for path in PACKAGE.rglob("*") if path.suffix in CODE):
            hashed.update(str(file.relative_to(PACKAGE)).encode())
            hashed.update(file.read_bytes())
        return hashed.hexdigest()


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"
