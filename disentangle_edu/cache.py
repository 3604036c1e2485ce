"""Files that are written completely or not at all, and results that are kept between sessions.

Each result is in its own file, whose name is a hash of its key. The key covers the name of the
result, all files of this package and the versions of Python and of the libraries. A result of
different code is therefore never read.
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
    """Folder for kept results, from XDG_CACHE_HOME, LOCALAPPDATA or ~/.cache.

    Parameters
    ----------
    name : str
        Name of the folder inside the cache of this package.

    Returns
    -------
    folder : Path or None
        The folder; it may not exist. None for a user without a home, whose results are not kept.

    Examples
    --------
    >>> cache_folder("claims").parts[-2:]
    ('disentangle_edu', 'claims')
    """
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    folder = Path(cache or os.path.expanduser("~/.cache"))
    return folder / "disentangle_edu" / name if folder.is_absolute() else None


# ---------------------------------------------------------------------------------------- writing


@contextlib.contextmanager
def atomic_path(path: str | Path, mode: int = PUBLIC) -> Iterator[Path]:
    """Write a new version of a file, which replaces the old one once it is complete.

    Parameters
    ----------
    path : str or Path
        The file. A link stays a link.
    mode : int, default=0o666
        Mode of a new file, before the umask. A file that exists keeps its mode and, if the system
        permits it, its owner.

    Yields
    ------
    unfinished : Path
        A file in the same folder, to write to.

    Raises
    ------
    OSError
        If the file cannot be written; the error names `path`. A file that exists is left unchanged,
        whatever fails.
    ValueError
        If `path` is no file, such as a folder.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "scores.txt"
    >>> with atomic_path(path) as unfinished:
    ...     unfinished.write_text("mig 0.3"), path.exists()
    (7, False)
    >>> path.read_text()
    'mig 0.3'
    """
    with _name_file_in_errors(path):
        target, unfinished, status = _open_unfinished(path, mode)
        try:
            yield unfinished
            with unfinished.open("rb+") as file:  # otherwise a power cut could leave an empty file
                os.fsync(file.fileno())
            if status:
                _copy_owner_and_mode(status, unfinished)
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)


def check_writable(path: str | Path) -> None:
    """Raise the error that `atomic_path` would raise if it could not begin; no file is changed.

    Parameters
    ----------
    path : str or Path
        The file.

    Raises
    ------
    OSError
        If the file cannot be written.
    ValueError
        If `path` is no file, such as a folder.

    Examples
    --------
    >>> import tempfile
    >>> check_writable(Path(tempfile.mkdtemp()) / "scores.txt")
    """
    with _name_file_in_errors(path):
        _, unfinished, _ = _open_unfinished(path, PUBLIC)
        unfinished.unlink()


@contextlib.contextmanager
def _name_file_in_errors(path: str | Path) -> Iterator[None]:
    """Make every OSError name the file that the caller asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _open_unfinished(path: str | Path, mode: int) -> tuple[Path, Path, os.stat_result | None]:
    """(the file that a path leads to, an empty file next to it, the status of the first)."""
    target = Path(os.path.realpath(path))
    status = None
    with contextlib.suppress(FileNotFoundError):
        status = target.stat()
    if status:
        if kind := kind_of_file(status):
            raise ValueError(f"path: found {str(path)!r}, which is {kind}, expected a file.")
        target.open("ab").close()  # raises if the file is write-protected
        mode = PRIVATE
    unfinished = target.with_name(f".{secrets.token_hex(8)}")
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    return target, unfinished, status


def _copy_owner_and_mode(status: os.stat_result, file: Path) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only an administrator can change the owner
            os.chown(file, status.st_uid, status.st_gid)
    file.chmod(stat.S_IMODE(status.st_mode))


def kind_of_file(status: os.stat_result) -> str:
    """Describe a file that is no regular file.

    Parameters
    ----------
    status : os.stat_result
        Status of the file.

    Returns
    -------
    kind : str
        "a folder", "a pipe", "a socket" or "a device"; '' for a regular file.

    Examples
    --------
    >>> kind_of_file(Path(".").stat())
    'a folder'
    """
    kinds = {
        stat.S_ISREG: "",
        stat.S_ISDIR: "a folder",
        stat.S_ISFIFO: "a pipe",
        stat.S_ISSOCK: "a socket",
    }
    return next((kind for is_of, kind in kinds.items() if is_of(status.st_mode)), "a device")


def write(path: str | Path, text: str, mode: int = PUBLIC) -> None:
    """Write text in UTF-8; a file that exists stays unchanged if that fails.

    Parameters
    ----------
    path : str or Path
        The file.
    text : str
        The text. Characters that UTF-8 cannot encode, such as those in a file name in another
        encoding, become "?".
    mode : int, default=0o666
        Mode of a new file, before the umask.

    Raises
    ------
    OSError
        If the file cannot be written.
    ValueError
        If `path` is no file, such as a folder.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "scores.txt"
    >>> write(path, "mig 0.3")
    >>> path.read_text()
    'mig 0.3'
    """
    with atomic_path(path, mode) as file:
        file.write_text(text, encoding="utf-8", errors="replace")


# ---------------------------------------------------------------------------------------- keeping


def is_ours(function: Callable) -> bool:
    """Whether a function is in this package, so that its results have a key that fits its code.

    Parameters
    ----------
    function : callable
        The function.

    Returns
    -------
    ours : bool
        True for functions of this package.

    Examples
    --------
    >>> is_ours(write), is_ours(json.dumps)
    (True, False)
    """
    return function.__module__.startswith(f"{__package__}.")


def write_json(path: Path, result: dict, key: str = "") -> None:
    """Write a result as JSON with a checksum.

    Parameters
    ----------
    path : Path
        The file.
    result : dict
        The result; JSON must be able to represent it.
    key : str, default=''
        Text that the checksum also covers.

    Raises
    ------
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "score.json"
    >>> write_json(path, {"mig": 0.3})
    >>> read_json(path)
    {'mig': 0.3}
    """
    text = json.dumps(result)
    write(path, json.dumps({"sha256": _sha256(f"{key} {text}"), "kept": result}))


def read_json(path: Path, key: str = "") -> dict:
    """Read a result that `write_json` has written.

    Parameters
    ----------
    path : Path
        The file.
    key : str, default=''
        The key with which the file was written.

    Returns
    -------
    kept : dict
        The result.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If the checksum does not match, because the file was damaged or has another key.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "score.json"
    >>> write_json(path, {"mig": 0.3})
    >>> write(path, path.read_text().replace("0.3", "0.8"))
    >>> read_json(path)
    Traceback (most recent call last):
    ValueError: path: found a file whose checksum does not match, expected one of `write_json`.
    """
    with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["sha256"] == _sha256(f"{key} {json.dumps(record['kept'])}"):
            return record["kept"]
    raise ValueError(
        "path: found a file whose checksum does not match, expected one of `write_json`."
    )


class JsonCache:
    """Folder of results, each saved as JSON with a checksum.

    Parameters
    ----------
    folder : Path or None
        The folder; it is made when needed. With None, nothing is kept.

    Attributes
    ----------
    folder : Path or None
        As passed.

    Examples
    --------
    >>> import tempfile
    >>> cache = JsonCache(Path(tempfile.mkdtemp()))
    >>> cache.put("mig", {"value": 0.3})
    >>> cache.get("mig"), cache.get("sap")
    ({'value': 0.3}, None)
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str) -> dict | None:
        """Return the result that the same code has saved.

        Parameters
        ----------
        name : str
            Name of the result.

        Returns
        -------
        kept : dict or None
            The result. None if there is none, or if its file was damaged.
        """
        if self.folder is None:
            return None
        with contextlib.suppress(OSError, ValueError):
            return read_json(self._file(name), self._key(name))
        return None

    def put(self, name: str, result: dict) -> None:
        """Save a result; a folder that cannot be written is no error.

        Parameters
        ----------
        name : str
            Name of the result.
        result : dict
            The result; JSON must be able to represent it.
        """
        if self.folder is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_json(self._file(name), result, self._key(name))

    def _file(self, name: str) -> Path:
        assert self.folder
        return self.folder / f"{_sha256(self._key(name))}.json"

    def _key(self, name: str) -> str:
        return f"{_code_hash(PACKAGE)} {name}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@functools.cache
def _code_hash(package: Path) -> str:
    """Hash of every file of the package and of the versions of Python and the libraries."""
    hashed = hashlib.sha256(sys.version.encode())
    for name in LIBRARIES:
        hashed.update(f"{name} {_version(name)}".encode())
    for file in sorted(path for path in package.rglob("*") if path.suffix in CODE):
        hashed.update(str(file.relative_to(package)).encode())
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _version(library: str) -> str:
    from importlib import metadata  # slow to import in a browser, where it is not needed

    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"
